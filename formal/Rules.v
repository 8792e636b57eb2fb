(* The rules of the games, their Grundy values, and what a claim about a period says. Whoever trusts the theorems needs to
   read this file only; the others hold proofs. *)
From Coq Require Import Arith NArith List.
Import ListNotations.

(* ---------- moves ---------- *)

(* The rules of a game on heaps: a move takes one heap of n tokens and leaves the non-empty heaps hs. *)
Definition rules := nat -> list nat -> Prop.

Notation non_empty := (Forall (fun a => 1 <= a)).

(* Take-and-break codes. The digit at place j has bit l (of weight 2^l) if a move may remove j tokens and leave the others as
   exactly l non-empty heaps. The code 0.77 (Kayles) is the list 0, 7, 7. *)
Definition code := list N.
Definition leaves (c : code) (j l : nat) : bool := N.testbit (nth j c 0%N) (N.of_nat l).
Definition move (c : code) : rules := fun n hs =>
  exists j, leaves c j (length hs) = true /\ non_empty hs /\ list_sum hs + j = n.
(* A move that removes nothing must split the heap: the digit at place 0 has no bit 1 and no bit 2. *)
Definition wf (c : code) : Prop := leaves c 0 0 = false /\ leaves c 0 1 = false.
(* No place after k has a digit other than 0, and no move leaves more than h heaps. *)
Definition bounds (c : code) (h k : nat) : Prop := forall j l, leaves c j l = true -> j <= k /\ l <= h.

(* Subtraction games: remove j tokens, for a j of S. *)
Definition subtraction_move (S : list nat) : rules := fun n hs =>
  exists j, 1 <= j /\ In j S /\ length hs <= 1 /\ non_empty hs /\ list_sum hs + j = n.

(* All-but games: remove any number of tokens that is not in F. *)
Definition all_but_move (F : list nat) : rules := fun n hs =>
  exists j, 1 <= j /\ ~ In j F /\ length hs <= 1 /\ non_empty hs /\ list_sum hs + j = n.

(* Codes whose moves may not leave two equal heaps. *)
Definition unequal_move (c : code) : rules := fun n hs => move c n hs /\ NoDup hs.
(* Grundy's game: split a heap into two unequal heaps. *)
Definition grundys_move : rules := unequal_move [4]%N.

(* ---------- Grundy values ---------- *)

Definition nimsum (f : nat -> N) (hs : list nat) : N := fold_right (fun a x => N.lxor (f a) x) 0%N hs.

(* f n is the mex of the nim-sums of the options of n: no option has the value f n, and every smaller value is that of one. *)
Definition is_grundy (r : rules) (f : nat -> N) : Prop := forall n,
  (forall hs, r n hs -> nimsum f hs <> f n) /\
  (forall x, (x < f n)%N -> exists hs, r n hs /\ nimsum f hs = x).

(* Sums of heaps in normal play: who cannot move loses. P_position: the player who just moved wins. *)
Definition play (r : rules) (P Q : list nat) : Prop :=
  exists l1 n l2 hs, P = l1 ++ n :: l2 /\ Q = l1 ++ hs ++ l2 /\ r n hs.
Inductive P_position (r : rules) : list nat -> Prop :=
| PP : forall P, (forall Q, play r P Q -> N_position r Q) -> P_position r P
with N_position (r : rules) : list nat -> Prop :=
| NN : forall P Q, play r P Q -> P_position r Q -> N_position r P.
(* In misere play who cannot move wins. So a P-position has a move, and none to another; without a move it is an N-position. *)
Inductive misere_P (r : rules) : list nat -> Prop :=
| MP : forall P, (exists Q, play r P Q) -> (forall Q, play r P Q -> misere_N r Q) -> misere_P r P
with misere_N (r : rules) : list nat -> Prop :=
| MN_end : forall P, (forall Q, ~ play r P Q) -> misere_N r P
| MN : forall P Q, play r P Q -> misere_P r Q -> misere_N r P.

(* ---------- claims ---------- *)

(* f (n + p) = f n + s from n0 on *)
Definition periodic (f : nat -> N) (n0 p : nat) (s : N) : Prop := forall n, n0 <= n -> f (n + p) = (f n + s)%N.
(* the same for len places from n0 on: what a theorem asks to be checked *)
Definition agree (f : nat -> N) (n0 p : nat) (s : N) (len : nat) : Prop :=
  forall n, n0 <= n < n0 + len -> f (n + p) = (f n + s)%N.
(* p is the least period and n0 the least preperiod. Stronger: p divides every period, from anywhere, with any saltus. *)
Definition least (f : nat -> N) (n0 p : nat) : Prop :=
  forall m q t, 0 < q -> periodic f m q t -> Nat.divide p q /\ n0 <= m.

(* What a certificate claims of a game. *)
Definition claim (f : nat -> N) (n0 p : nat) (s : N) : Prop := 1 <= p /\ periodic f n0 p s /\ least f n0 p.

(* ---------- sparse spaces ---------- *)

(* The class of a value x at n: the parity of the one-bits of x & mask, with the parity of n if the position takes part. *)
Fixpoint odd_bits (p : positive) : bool :=
  match p with xH => true | xO q => odd_bits q | xI q => negb (odd_bits q) end.
Definition parity (x : N) : bool := match x with N0 => false | N.pos p => odd_bits p end.
Definition rare_at (mask : N) (position common : bool) (x : N) (n : nat) : bool :=
  xorb (xorb (parity (N.land x mask)) (andb position (Nat.odd n))) common.

(* r is the value of a plain move from n, or of a split with a part of A *)
Definition witnessed (r : rules) (g : nat -> N) (A : list nat) (n : nat) (x : N) : Prop :=
  exists hs, r n hs /\ nimsum g hs = x /\ (length hs <= 1 \/ exists a, In a hs /\ In a A).
