(* The moves of a code or a subtraction game as lists of places, all numbers in binary: what the checker marks. *)
From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Rules Values.
Import ListNotations.

Record layout := { ends : list N; singles : list N; pairs : list N; triples : list N }.

Section Options.
Local Open Scope N_scope.
Variables (L : layout) (G : N -> N).
(* y is the value of an option of n that leaves at most one heap *)
Definition plain_option (n y : N) : Prop := (In n (ends L) /\ y = 0) \/ (exists j, In j (singles L) /\ j < n /\ y = G (n - j)).
Definition split_option (n y : N) : Prop :=
  exists j a b, In j (pairs L) /\ 1 <= a /\ 1 <= b /\ a + b + j = n /\ y = N.lxor (G a) (G b).
(* one with a part in A *)
Definition part_option (A : list N) (n y : N) : Prop :=
  exists j a b, In j (pairs L) /\ In a A /\ 1 <= a /\ 1 <= b /\ a + b + j = n /\ y = N.lxor (G a) (G b).
Definition triple_option (n y : N) : Prop :=
  exists j a b d, In j (triples L) /\ 1 <= a /\ 1 <= b /\ 1 <= d /\ a + b + d + j = n /\ y = N.lxor (G a) (N.lxor (G b) (G d)).
Definition option_value (n y : N) : Prop := plain_option n y \/ split_option n y \/ triple_option n y.

Definition layout_grundy : Prop := forall n, ~ option_value n (G n) /\ forall y, y < G n -> option_value n y.

Lemma layout_value n x : layout_grundy -> ~ option_value n x -> (forall y, y < x -> option_value n y) -> x = G n.
Proof.
  intros H A B. destruct (N.lt_trichotomy x (G n)) as [C|[C|C]]; auto; exfalso.
  - apply A, H, C.
  - apply (proj1 (H n)), B, C.
Qed.
End Options.

(* g on numbers in binary *)
Definition on_N (g : nat -> N) (n : N) : N := g (N.to_nat n).

(* the places of a code, from i on, whose digit has bit b *)
Fixpoint places (b i : N) (c : code) : list N :=
  match c with
  | [] => []
  | d :: t => if N.testbit d b then i :: places b (N.succ i) t else places b (N.succ i) t
  end.
Lemma places_spec b c : forall i j, In j (places b i c) <-> (i <= j)%N /\ N.testbit (nth (N.to_nat (j - i)) c 0%N) b = true.
Proof.
  induction c as [|d t IH]; intros i j; simpl.
  - destruct (N.to_nat (j - i)); rewrite N.bits_0; split; [tauto|intros []; discriminate|tauto|intros []; discriminate].
  - destruct (N.eq_dec j i) as [->|NE].
    + rewrite N.sub_diag. simpl. destruct (N.testbit d b) eqn:D; simpl; [split; [intros _; split; [lia|auto]|auto]|].
      rewrite IH. split; intros []; [lia|discriminate].
    + assert (Q : In j (if N.testbit d b then i :: places b (N.succ i) t else places b (N.succ i) t) <-> In j (places b (N.succ i) t)).
      { destruct (N.testbit d b); simpl; [|tauto]. split; [intros [|]; [congruence|auto]|auto]. }
      rewrite Q, IH. split; intros [H1 H2].
      * split; [lia|]. replace (N.to_nat (j - i)) with (S (N.to_nat (j - N.succ i))) by lia. auto.
      * split; [lia|]. replace (N.to_nat (j - i)) with (S (N.to_nat (j - N.succ i))) in H2 by lia. auto.
Qed.
Lemma places_leaves c b j : In j (places (N.of_nat b) 0 c) <-> leaves c (N.to_nat j) b = true.
Proof. rewrite places_spec, N.sub_0_r. unfold leaves. split; [tauto|]. split; auto. lia. Qed.

Definition layout_of (c : code) : layout :=
  {| ends := places 0 0 c; singles := places 1 0 c; pairs := places 2 0 c; triples := places 3 0 c |}.

Lemma lxor_0 x : N.lxor x 0 = x. Proof. apply N.lxor_0_r. Qed.

Lemma code_options c g n y : bounds c 3 (length c) ->
  (exists hs, move c n hs /\ nimsum g hs = y) <-> option_value (layout_of c) (on_N g) (N.of_nat n) y.
Proof.
  intros Bd. unfold option_value, plain_option, split_option, triple_option, layout_of, on_N; cbn [ends singles pairs triples].
  change 0%N with (N.of_nat 0) at 1. change 1%N with (N.of_nat 1) at 1. change 2%N with (N.of_nat 2) at 1. change 3%N with (N.of_nat 3) at 1.
  split.
  - intros (hs & (j & Lv & F & S) & <-). destruct (Bd _ _ Lv) as [_ Ll].
    assert (I : forall l, l = length hs -> In (N.of_nat j) (places (N.of_nat l) 0 c)) by (intros l ->; apply places_leaves; rewrite Nat2N.id; auto).
    destruct hs as [|a [|b [|d [|? ?]]]]; simpl in S, Ll; try lia.
    + left. left. split; auto. replace n with j by lia. apply (I 0). reflexivity.
    + left. right. pose proof (Forall_inv F). cbv beta in *. exists (N.of_nat j). split; [apply (I 1); auto|]. split; [lia|].
      simpl. rewrite N.lxor_0_r. f_equal. lia.
    + right. left. pose proof (Forall_inv F). pose proof (Forall_inv (Forall_inv_tail F)). cbv beta in *.
      exists (N.of_nat j), (N.of_nat a), (N.of_nat b). split; [apply (I 2); auto|]. rewrite !Nat2N.id. simpl. rewrite N.lxor_0_r. repeat split; auto; lia.
    + right. right. pose proof (Forall_inv F). pose proof (Forall_inv (Forall_inv_tail F)). pose proof (Forall_inv (Forall_inv_tail (Forall_inv_tail F))). cbv beta in *.
      exists (N.of_nat j), (N.of_nat a), (N.of_nat b), (N.of_nat d). split; [apply (I 3); auto|]. rewrite !Nat2N.id. simpl. rewrite N.lxor_0_r. repeat split; auto; lia.
  - intros [[[I ->]|(j & I & H & ->)]|[(j & a & b & I & Ha & Hb & E & ->)|(j & a & b & d & I & Ha & Hb & Hd & E & ->)]].
    + apply (places_leaves c 0) in I. rewrite Nat2N.id in I. exists []. split; auto. exists n. simpl. auto.
    + apply (places_leaves c 1) in I. exists [N.to_nat (N.of_nat n - j)]. simpl. rewrite N.lxor_0_r. split; auto.
      exists (N.to_nat j). split; auto. split; [apply heap1; lia|simpl; lia].
    + apply (places_leaves c 2) in I. exists [N.to_nat a; N.to_nat b]. simpl. rewrite N.lxor_0_r. split; auto.
      exists (N.to_nat j). split; auto. split; [apply heap2; lia|simpl; lia].
    + apply (places_leaves c 3) in I. exists [N.to_nat a; N.to_nat b; N.to_nat d]. simpl. rewrite N.lxor_0_r. split; auto.
      exists (N.to_nat j). split; auto. split; [constructor; [lia|apply heap2; lia]|simpl; lia].
Qed.

Lemma code_layout c g : bounds c 3 (length c) -> is_grundy (move c) g -> layout_grundy (layout_of c) (on_N g).
Proof.
  intros Bd G n. rewrite <- (N2Nat.id n). unfold on_N at 2 3. rewrite Nat2N.id. split.
  - intros H. apply (code_options c g _ _ Bd) in H. destruct H as (hs & M & V). apply (proj1 (G (N.to_nat n)) hs M V).
  - intros y Hy. apply (code_options c g _ _ Bd). apply (proj2 (G (N.to_nat n)) y Hy).
Qed.

(* A witness of the checker is one of the theorem. *)
Lemma code_witnessed c g A n y : plain_option (layout_of c) (on_N g) n y \/ part_option (layout_of c) (on_N g) A n y ->
  witnessed (move c) g (map N.to_nat A) (N.to_nat n) y.
Proof.
  unfold plain_option, part_option, layout_of, on_N; cbn [ends singles pairs].
  intros [[[I ->]|(j & I & H & ->)]|(j & a & b & I & IA & Ha & Hb & <- & ->)].
  - apply (places_leaves c 0) in I. exists []. split; [exists (N.to_nat n); simpl; auto|]. split; [reflexivity|left; simpl; lia].
  - apply (places_leaves c 1) in I. exists [N.to_nat (n - j)]. simpl. rewrite N.lxor_0_r. split; [|split; auto].
    exists (N.to_nat j). split; auto. split; [apply heap1; lia|simpl; lia].
  - apply (places_leaves c 2) in I. exists [N.to_nat a; N.to_nat b]. simpl. rewrite N.lxor_0_r.
    split; [|split; [auto|right; exists (N.to_nat a); split; [auto|apply in_map; auto]]].
    exists (N.to_nat j). split; auto. split; [apply heap2; lia|simpl; lia].
Qed.

(* Subtraction games *)
Definition layout_of_set (S : list N) : layout := {| ends := S; singles := S; pairs := []; triples := [] |}.
Lemma set_layout S g : (forall j, In j S -> (1 <= j)%N) -> is_grundy (subtraction_move (map N.to_nat S)) g ->
  layout_grundy (layout_of_set S) (on_N g).
Proof.
  intros HS G.
  assert (X : forall n y, (exists hs, subtraction_move (map N.to_nat S) n hs /\ nimsum g hs = y) <-> option_value (layout_of_set S) (on_N g) (N.of_nat n) y).
  { intros n y. unfold option_value, plain_option, split_option, triple_option, layout_of_set, on_N; cbn [ends singles pairs triples]. split.
    - intros (hs & (j & Hj & I & Ll & F & S1) & <-). apply in_map_iff in I. destruct I as (z & <- & I).
      destruct hs as [|a [|? ?]]; simpl in *; try lia.
      + left. left. split; auto. replace (N.of_nat n) with z by lia. auto.
      + pose proof (Forall_inv F). cbv beta in *. left. right. exists z. split; auto. split; [lia|]. rewrite N.lxor_0_r. f_equal. lia.
    - intros [[[I ->]|(j & I & H & ->)]|[(j & a & b & [] & _)|(j & a & b & d & [] & _)]].
      + exists []. split; auto. exists n. pose proof (HS _ I). repeat split; simpl; auto; try lia.
        apply in_map_iff. exists (N.of_nat n). rewrite Nat2N.id. auto.
      + exists [N.to_nat (N.of_nat n - j)]. simpl. rewrite N.lxor_0_r. split; auto. exists (N.to_nat j). pose proof (HS _ I).
        split; [lia|]. split; [apply in_map; auto|]. split; [simpl; lia|]. split; [apply heap1; lia|simpl; lia]. }
  intros n. rewrite <- (N2Nat.id n). unfold on_N at 2 3. rewrite Nat2N.id. split.
  - intros H. apply X in H. destruct H as (hs & M & V). apply (proj1 (G (N.to_nat n)) hs M V).
  - intros y Hy. apply X. apply (proj2 (G (N.to_nat n)) y Hy).
Qed.
