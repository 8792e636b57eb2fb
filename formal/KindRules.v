(* Games of several kinds of positions. Each kind has one size without a bound, and rules in normal form. Whoever trusts the theorems
   about kinds needs to read this file and Rules.v only; the others hold proofs. *)
From Coq Require Import ZArith NArith List.
From Grundy Require Import Rules.
Import ListNotations.
Local Open Scope Z_scope.

(* ---------- plays and Grundy values ---------- *)

(* A position is a kind, by its number, and a size. *)
Definition position := (N * Z)%type.
(* An option is a sum of positions, its parts. *)
Definition kind_moves := N -> Z -> list position -> Prop.
Definition values := N -> Z -> N.
Definition sum_value (f : values) (o : list position) : N := fold_right (fun q x => N.lxor (f (fst q) (snd q)) x) 0%N o.
Definition kinds_grundy (r : kind_moves) (f : values) : Prop := forall k n,
  (forall o, r k n o -> sum_value f o <> f k n) /\
  (forall x, (x < f k n)%N -> exists o, r k n o /\ sum_value f o = x).
(* q is a part of an option of p. All plays end: this relation is well-founded. *)
Definition part (r : kind_moves) (q p : position) : Prop := exists o, r (fst p) (snd p) o /\ In q o.
(* the values of a kind from its least size on *)
Definition sequence (f : values) (k : N) (least : Z) (i : nat) : N := f k (least + Z.of_nat i).

(* ---------- rules in normal form ---------- *)

(* a coordinate a >= at_least with the parts q(a + o) for all (q, o) in cut_parts *)
Record coordinate := { at_least : Z; cut_parts : list position }.
Inductive order := AnyOrder | NotIn (E : list Z) | AtMost (e : Z).
(* n - cut_sum is the sum of the coordinates. allowed: which residues of n and of all coordinates but the last one are. *)
Record cut := { cut_sum : Z; coordinates : list coordinate; cut_modulus : Z; allowed : option (list (list Z)); cut_order : order }.
(* A rule holds for the n >= from whose residue is in the list, and for the n < from in before. Its parts are the fixed positions, the
   joint parts q(n - d) for all (q, d) in joint, and those of the cut. *)
Record rule := { from : Z; modulus : Z; residues : list Z; before : list Z; fixed : list position; joint : list position; the_cut : option cut }.
(* A kind without a least size has one position, of the size 0. A kind that is not reached has no positions. *)
Record kind := { least_size : option Z; reached : bool; kind_rules : list rule }.
Definition nothing : kind := {| least_size := Some 0; reached := false; kind_rules := [] |}.
Definition kind_at (K : list kind) (k : N) : kind := nth (N.to_nat k) K nothing.

Definition stands (K : list kind) (q : position) : Prop :=
  match least_size (kind_at K (fst q)) with
  | Some l => reached (kind_at K (fst q)) = true /\ l <= snd q
  | None => (fst q < N.of_nat (length K))%N /\ snd q = 0
  end.
Definition applies (R : rule) (n : Z) : Prop :=
  from R <= n /\ In (n mod modulus R) (residues R) \/ n < from R /\ In n (before R).

Definition in_order (o : order) (a : list Z) : Prop :=
  match o, a with
  | AnyOrder, _ => True
  | NotIn E, [x; y] => ~ In (x - y) E
  | AtMost e, [x; y] => x - y <= e
  | _, _ => False
  end.
Definition sum (a : list Z) : Z := fold_right Z.add 0 a.
Definition tuple (M n : Z) (a : list Z) : list Z := map (fun x => x mod M) (n :: removelast a).
Definition shape (c : cut) (n : Z) (a : list Z) : Prop :=
  Forall2 (fun x co => at_least co <= x) a (coordinates c) /\ sum a = n - cut_sum c /\
  match allowed c with None => True | Some T => In (tuple (cut_modulus c) n a) T end.
(* a: the coordinates of one option *)
Definition choice (R : rule) (n : Z) (a : list Z) : Prop :=
  match the_cut R with None => a = [] | Some c => shape c n a /\ in_order (cut_order c) a end.
Definition shifted (x : Z) (l : list position) : list position := map (fun q => (fst q, x + snd q)) l.
Definition back (n : Z) (l : list position) : list position := map (fun q => (fst q, n - snd q)) l.
Definition cut_at (c : cut) (a : list Z) : list position := flat_map (fun x => shifted (fst x) (cut_parts (snd x))) (combine a (coordinates c)).
Definition parts (R : rule) (n : Z) (a : list Z) : list position :=
  fixed R ++ back n (joint R) ++ match the_cut R with None => [] | Some c => cut_at c a end.

Definition moves_of (K : list kind) : kind_moves := fun k n o =>
  stands K (k, n) /\ exists R a, In R (kind_rules (kind_at K k)) /\ applies R n /\ choice R n a /\ o = parts R n a.
(* No move leads to something that is no position. *)
Definition closed (K : list kind) : Prop := forall k n o q, moves_of K k n o -> In q o -> stands K q.
