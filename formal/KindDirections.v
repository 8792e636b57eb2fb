(* Options of games of kinds, seen from one coordinate: which parts move when it is raised, and what the order of two coordinates allows. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Permutation.
From Grundy Require Import Rules Arithmetic KindRules Kinds KindValues.
Import ListNotations.
Local Open Scope Z_scope.
Local Notation high := Arithmetic.high.

(* ---------- which parts of an option move with a coordinate ---------- *)
(* A rule without a cut has one direction, 0: only the joint parts move. *)
Definition direction (R : rule) (j : nat) : Prop := match the_cut R with None => j = O | Some c => (j < length (coordinates c))%nat end.
Definition fits_length (R : rule) (a : list Z) : Prop := match the_cut R with None => a = [] | Some c => length a = length (coordinates c) end.
Definition parts_at (R : rule) (j : nat) : list position := match the_cut R with None => [] | Some c => cut_parts (nth j (coordinates c) some_coordinate) end.
Definition movers (R : rule) (j : nat) : list N := map fst (joint R) ++ map fst (parts_at R j).
Definition moving (R : rule) (n : Z) (a : list Z) (j : nat) : list position := back n (joint R) ++ shifted (nth j a 0) (parts_at R j).
Fixpoint others (j : nat) (a : list Z) (cs : list coordinate) : list position :=
  match a, cs with
  | x :: a, co :: cs => match j with
    | O => flat_map (fun x => shifted (fst x) (cut_parts (snd x))) (combine a cs)
    | S i => shifted x (cut_parts co) ++ others i a cs
    end
  | _, _ => []
  end.
Definition rest (R : rule) (a : list Z) (j : nat) : list position := fixed R ++ match the_cut R with None => [] | Some c => others j a (coordinates c) end.
Definition up (T : Z) (l : list position) : list position := map (fun q => (fst q, snd q + T)) l.

Lemma others_perm a : forall cs j, length a = length cs -> (j < length cs)%nat ->
  Permutation (flat_map (fun x => shifted (fst x) (cut_parts (snd x))) (combine a cs)) (shifted (nth j a 0) (cut_parts (nth j cs some_coordinate)) ++ others j a cs).
Proof.
  induction a as [|x a IH]; intros [|co cs] j L H; simpl in L, H; try lia. destruct j as [|j]; cbn [combine flat_map nth others fst snd]; [apply Permutation_refl|].
  rewrite (IH cs j) by lia. apply Permutation_app_swap_app.
Qed.
Lemma parts_perm R n a j : fits_length R a -> direction R j -> Permutation (parts R n a) (moving R n a j ++ rest R a j).
Proof.
  unfold fits_length, direction, parts, moving, rest, parts_at. destruct (the_cut R) as [c|]; intros L D.
  - rewrite <- app_assoc. rewrite (Permutation_app_comm (fixed R)). rewrite <- app_assoc. apply Permutation_app_head. unfold cut_at.
    rewrite (others_perm a (coordinates c) j L D), <- app_assoc. apply Permutation_app_head. apply Permutation_app_comm.
  - cbn [shifted map]. rewrite !app_nil_r. apply Permutation_app_comm.
Qed.
Lemma moving_up R n a j T : fits_length R a -> direction R j -> moving R (n + T) (raise T j a) j = up T (moving R n a j).
Proof.
  intros L D. unfold moving, up. rewrite map_app. f_equal.
  - unfold back. rewrite map_map. apply map_ext. intros q. cbn [fst snd]. f_equal. lia.
  - unfold parts_at, direction, fits_length in *. destruct (the_cut R) as [c|]; [|reflexivity]. rewrite nth_raise by lia. unfold shifted. rewrite map_map. apply map_ext. intros q. cbn [fst snd]. f_equal. lia.
Qed.
Lemma rest_up R a j T : rest R (raise T j a) j = rest R a j.
Proof.
  unfold rest. f_equal. destruct (the_cut R) as [c|]; auto. generalize (coordinates c). intros cs. revert a j. induction cs as [|co cs IH]; intros [|x a] [|j]; cbn [raise others]; auto. f_equal. apply IH.
Qed.
Lemma moving_kinds R n a j : map fst (moving R n a j) = movers R j.
Proof. unfold moving, movers, back, shifted. rewrite map_app, !map_map. reflexivity. Qed.
(* other coordinates do not matter but through n, for the joint parts *)
Lemma moving_other R n a i j T : i <> j -> moving R n (raise T i a) j = moving R n a j.
Proof.
  intros H. unfold moving. do 2 f_equal. revert i j H. induction a as [|x a IH]; intros [|i] [|j] H; cbn [raise nth]; auto; try congruence.
Qed.
Lemma fits_raise R a j T : fits_length R a -> fits_length R (raise T j a).
Proof. unfold fits_length. destruct (the_cut R); [rewrite raise_length; auto|intros ->; destruct j; reflexivity]. Qed.

Lemma sum_value_perm f l r : Permutation l r -> sum_value f l = sum_value f r.
Proof.
  induction 1 as [|q l r _ IH|p q l|l m r _ IH1 _ IH2]; [reflexivity| | |congruence]; cbn [sum_value fold_right].
  - fold (sum_value f l) (sum_value f r). rewrite IH. reflexivity.
  - rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.
(* the sum of the high parts of a list of positions *)
Definition heights (g : N) (f : values) (o : list position) : N := fold_right (fun q x => (high g (f (fst q) (snd q)) + x)%N) 0%N o.
Lemma heights_app g f l r : heights g f (l ++ r) = (heights g f l + heights g f r)%N.
Proof. unfold heights. induction l as [|q l IH]; cbn [app fold_right]; [reflexivity|]. rewrite IH. lia. Qed.
Lemma heights_perm g f l r : Permutation l r -> heights g f l = heights g f r.
Proof. unfold heights. induction 1; cbn [fold_right]; lia. Qed.
Lemma high_sum_value g f o : (high g (sum_value f o) <= heights g f o)%N.
Proof.
  unfold heights. induction o as [|q o IH]; cbn [sum_value fold_right]; [rewrite high_0; lia|]. fold (sum_value f o). rewrite high_lxor.
  pose proof (lxor_le (high g (f (fst q) (snd q))) (high g (sum_value f o))). lia.
Qed.
Lemma low_sum_value g f o : low g (sum_value f o) = sum_value (fun k n => low g (f k n)) o.
Proof. induction o as [|q o IH]; cbn [sum_value fold_right]; [apply low_0|]. fold (sum_value f o). rewrite low_lxor, IH. reflexivity. Qed.

(* ---------- orders, after any further raises by multiples of P ---------- *)
Definition raisable_in (o : order) (P : Z) (a : list Z) (j : nat) : Prop :=
  match o, a with
  | AnyOrder, _ => True
  | NotIn E, [x; y] => match j with O => forall e, In e E -> e - P < x - y | _ => forall e, In e E -> x - y < e + P end
  | AtMost _, [x; y] => j = 1%nat
  | _, _ => False
  end.
Definition raisable (R : rule) (P : Z) (a : list Z) (j : nat) : Prop := match the_cut R with None => True | Some c => raisable_in (cut_order c) P a j end.

Section Orders.
Variables (P : Z) (HP : 1 <= P).
Lemma order_two o a i j s t : 0 <= s -> 0 <= t -> i <> j -> (i < length a)%nat -> (j < length a)%nat -> in_order o a -> (s = 0 \/ raisable_in o P a i) -> (t = 0 \/ raisable_in o P a j) -> (forall e, o = AtMost e -> s = 0 \/ t = 0) ->
  in_order o (raise (s * P) i (raise (t * P) j a)).
Proof.
  intros Hs Ht Hij Hi Hj Or Ri Rj Am. destruct o as [|E|e]; [exact I| |]; destruct a as [|x [|y [|? ?]]]; cbn [in_order] in Or; try tauto; simpl in Hi, Hj.
  - assert (D : exists x' y', raise (s * P) i (raise (t * P) j [x; y]) = [x'; y'] /\ ((i = 0%nat /\ x' - y' = x - y + (s - t) * P) \/ (i = 1%nat /\ x' - y' = x - y + (t - s) * P))).
    { destruct i as [|[|i]], j as [|[|j]]; try lia; cbn [raise]; eexists _, _; (split; [reflexivity|]); [left|right]; split; auto; lia. }
    destruct D as (x' & y' & -> & D). cbn [in_order]. intros I.
    assert (Z0 : 0 <= s * P /\ 0 <= t * P) by nia.
    destruct D as [[-> D]|[-> D]]; destruct j as [|[|j]]; try lia; cbn [raisable_in] in Ri, Rj; rewrite D in I; destruct (Z.lt_trichotomy s t) as [C|[C|C]].
    + destruct Rj as [->|Rj]; [lia|]. specialize (Rj _ I). nia.
    + subst t. rewrite Z.sub_diag, Z.mul_0_l, Z.add_0_r in I. auto.
    + destruct Ri as [->|Ri]; [lia|]. specialize (Ri _ I). nia.
    + destruct Rj as [->|Rj]; [lia|]. specialize (Rj _ I). nia.
    + subst t. rewrite Z.sub_diag, Z.mul_0_l, Z.add_0_r in I. auto.
    + destruct Ri as [->|Ri]; [lia|]. specialize (Ri _ I). nia.
  - specialize (Am e eq_refl). cbn [raisable_in] in Ri, Rj. assert (Z0 : 0 <= s * P /\ 0 <= t * P) by nia.
    destruct i as [|[|i]], j as [|[|j]]; try lia; cbn [raise in_order].
    + destruct Ri as [->|]; [|lia]. lia.
    + destruct Rj as [->|]; [|lia]. lia.
Qed.
Lemma order_one o a i s : 0 <= s -> in_order o a -> (s = 0 \/ raisable_in o P a i) -> in_order o (raise (s * P) i a).
Proof.
  intros Hs Or Ri. destruct o as [|E|e]; [exact I| |]; destruct a as [|x [|y [|? ?]]]; cbn [in_order] in Or; try tauto; assert (Z0 : 0 <= s * P) by nia.
  - cbn [raisable_in] in Ri. destruct i as [|[|i]]; cbn [raise in_order] in *.
    + intros I. destruct Ri as [->|Ri]; [apply Or; replace (x - y) with (x + 0 * P - y) by lia; exact I|]. specialize (Ri _ I).
      destruct (Z.eq_dec s 0) as [->|]; [apply Or; replace (x - y) with (x + 0 * P - y) by lia; exact I|nia].
    + intros I. destruct Ri as [->|Ri]; [apply Or; replace (x - y) with (x - (y + 0 * P)) by lia; exact I|]. specialize (Ri _ I).
      destruct (Z.eq_dec s 0) as [->|]; [apply Or; replace (x - y) with (x - (y + 0 * P)) by lia; exact I|nia].
    + destruct i; exact Or.
  - cbn [raisable_in] in Ri. destruct i as [|[|[|i]]]; cbn [raise in_order] in *; try lia; destruct Ri as [->|Ri]; lia.
Qed.
(* both by the same *)
Lemma order_pair o a i j s : i <> j -> (i < length a)%nat -> (j < length a)%nat -> in_order o a -> in_order o (raise s i (raise s j a)).
Proof.
  intros Hij Hi Hj Or. destruct o as [|E|e]; [exact I| |]; destruct a as [|x [|y [|? ?]]]; cbn [in_order] in Or; try tauto; simpl in Hi, Hj;
    destruct i as [|[|i]], j as [|[|j]]; try lia; cbn [raise in_order]; try lia; replace (x + s - (y + s)) with (x - y) by lia; auto.
Qed.
End Orders.
