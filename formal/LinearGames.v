(* Games whose moves are linear, their P-positions, and what it means that a set is the set of P-positions. The third file to read. *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

(* c + a_0 v_0 + a_1 v_1 + ...; variables beyond the end of either list count 0. *)
Fixpoint dot (a v : list Z) : Z := match a, v with x :: a', y :: v' => x * y + dot a' v' | _, _ => 0 end.
Definition form := (Z * list Z)%type.
Definition eval (f : form) (v : list Z) : Z := fst f + dot (snd f) v.

Inductive condition := AtLeastZero (f : form) | Divides (m : Z) (f : form) | DividesNot (m : Z) (f : form).
Definition holds (c : condition) (v : list Z) : Prop :=
  match c with AtLeastZero f => 0 <= eval f v | Divides m f => (m | eval f v) | DividesNot m f => ~ (m | eval f v) end.
Definition all_hold (cs : list condition) (v : list Z) : Prop := Forall (fun c => holds c v) cs.

(* For all numbers that the player chooses, so that the conditions hold, there is an option. *)
Record move := { chosen : nat; conditions : list condition; target : list form }.
Record game := { coordinates : nat; extra : list condition; moves : list move }.

Definition position (g : game) (p : list Z) : Prop := length p = coordinates g /\ Forall (fun x => 0 <= x) p /\ all_hold (extra g) p.
Definition option_of (g : game) (p q : list Z) : Prop :=
  exists m c, In m (moves g) /\ length c = chosen m /\ all_hold (conditions m) (p ++ c) /\ q = map (fun f => eval f (p ++ c)) (target m).

(* Normal play: a player who cannot move loses. *)
Inductive previous_wins (g : game) (p : list Z) : Prop :=
  | all_lose : (forall q, option_of g p q -> next_wins g q) -> previous_wins g p
with next_wins (g : game) (p : list Z) : Prop :=
  | some_wins : forall q, option_of g p q -> previous_wins g q -> next_wins g p.

(* The positions at which all conditions of a piece hold. *)
Definition inside (pieces : list (list condition)) (p : list Z) : Prop := Exists (fun piece => all_hold piece p) pieces.

(* No move leads to something that is no position, all plays end, and the set is the set of P-positions. *)
Definition linear_claimed (g : game) (pieces : list (list condition)) : Prop :=
  forall p, position g p ->
    (forall q, option_of g p q -> position g q) /\ Acc (fun q r => option_of g r q) p /\
    (previous_wins g p <-> inside pieces p) /\ (next_wins g p <-> ~ inside pieces p).
