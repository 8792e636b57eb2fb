(* Misere quotients: what a certificate of one says. The fourth file to read. Misere play is defined in Rules.v. *)
From Coq Require Import Arith NArith List.
From Grundy Require Import Rules Certificate.
Import ListNotations.

(* ---------- games ---------- *)
(* Codes whose digits repeat: after the digits of c come those of t, again and again. *)
Definition repeating_digit (c t : code) (j : nat) : N := if j <? length c then nth j c 0%N else nth ((j - length c) mod length t) t 0%N.
Definition repeating_move (c t : code) : rules := fun n hs =>
  exists j, N.testbit (repeating_digit c t j) (N.of_nat (length hs)) = true /\ non_empty hs /\ list_sum hs + j = n.
(* For each heap 1, 2, ... its options, each a list of heaps. *)
Definition listed_move (options : list (list (list nat))) : rules := fun n hs => 1 <= n /\ In hs (nth (n - 1) options []).

Inductive misere_game := Plain (x : game) | Repeating (c t : list N) | Listed (options : list (list (list N))).
Definition misere_rules (g : misere_game) : rules :=
  match g with Plain x => rules_of x | Repeating c t => repeating_move c t | Listed o => listed_move (map (map (map N.to_nat)) o) end.

(* ---------- quotients ---------- *)
(* Beside every sum of the heaps, G is a P-position if and only if G' is. *)
Definition same_beside (r : rules) (heap : nat -> Prop) (G G' : list nat) : Prop :=
  forall X, Forall heap X -> (misere_P r (G ++ X) <-> misere_P r (G' ++ X)).

(* The sums of heaps have m classes, numbered from 0 on: `value` gives the number of the class. The class of the empty sum is 0, that of
   a heap h is phi h, and the classes of the P-positions are those of P. *)
Definition misere_quotient (r : rules) (heap : nat -> Prop) (m : N) (P : N -> Prop) (phi : nat -> N) (value : list nat -> N) : Prop :=
  value [] = 0%N /\ (forall h, heap h -> value [h] = phi h) /\
  (forall x, (x < m)%N <-> exists G, Forall heap G /\ value G = x) /\
  (forall G G', Forall heap G -> Forall heap G' -> (value G = value G' <-> same_beside r heap G G')) /\
  (forall G, Forall heap G -> (misere_P r G <-> P (value G)) /\ (misere_N r G <-> ~ P (value G))).

(* ---------- certificates ---------- *)
(* Without a period it is about the heaps for which there are values. An action: a heap, and for each class its sum with that heap. *)
Record misere_certificate :=
  { mq_game : misere_game; mq_elements : N; mq_period : option (N * N); mq_p : list N; mq_phi : list N; mq_actions : list (N * list N) }.

Definition place_of (c : misere_certificate) (n : nat) : nat :=
  match mq_period c with
  | Some (n0, p) => if n <? N.to_nat n0 then n else N.to_nat n0 + (n - N.to_nat n0) mod N.to_nat p
  | None => n
  end.
Definition phi_of (c : misere_certificate) (n : nat) : N := nth (place_of c n) (0%N :: mq_phi c) 0%N.
Definition heap_of (c : misere_certificate) (n : nat) : Prop := match mq_period c with Some _ => True | None => n <= length (mq_phi c) end.

(* The first heap of a period is at least 1; the heap of 0, the empty one, does not count. *)
Definition phi_period (f : nat -> N) (n0 p : nat) : Prop := 1 <= n0 /\ 1 <= p /\ forall n, n0 <= n -> f (n + p) = f n.
Definition misere_claimed (c : misere_certificate) : Prop :=
  (exists value,
    misere_quotient (misere_rules (mq_game c)) (heap_of c) (mq_elements c) (fun x => In x (mq_p c)) (phi_of c) value /\
    forall h a, In (h, a) (mq_actions c) -> heap_of c (N.to_nat h) /\
      forall G, Forall (heap_of c) G -> value (N.to_nat h :: G) = nth (N.to_nat (value G)) a 0%N) /\
  match mq_period c with
  | None => True
  | Some (n0, p) => phi_period (phi_of c) (N.to_nat n0) (N.to_nat p) /\
    forall m q, phi_period (phi_of c) m q -> Nat.divide (N.to_nat p) q /\ N.to_nat n0 <= m
  end.
