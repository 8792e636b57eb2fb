(* Sparse spaces: a period follows from one window behind the last rare position, if few parts exclude the rare values. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values.
Import ListNotations.

(* What the proof uses of a class: a split is common exactly if one part is rare. *)
Definition class_ok (c : code) (rare : N -> nat -> bool) : Prop := forall j a b x y,
  leaves c j 2 = true -> rare (N.lxor x y) (a + b + j) = negb (xorb (rare x a) (rare y b)).

(* The rules of a code; if u is true, a move may not leave two equal heaps. *)
Definition code_rules (u : bool) (c : code) : rules := if u then unequal_move c else move c.
Lemma code_rules_iff u c n hs : code_rules u c n hs <-> move c n hs /\ (u = true -> NoDup hs).
Proof. destruct u; simpl; [unfold unequal_move; tauto|]. split; [split; auto; discriminate|tauto]. Qed.
Lemma code_rules_shrinks u c : wf c -> shrinks (code_rules u c).
Proof. intros W. destruct u; [apply unequal_shrinks|apply move_shrinks]; auto. Qed.

Section Sparse.
Variables (u : bool) (c : code) (k : nat) (g : nat -> N) (rare : N -> nat -> bool) (E A : list nat).
Hypothesis Wf : wf c.
Hypothesis Bd : bounds c 2 k.
Hypothesis G : is_grundy (code_rules u c) g.
Hypothesis Cl : class_ok c rare.
Let r := code_rules u c.

(* An option with a common value is a plain move or has a rare part. *)
Lemma common_option n hs : (forall m, 1 <= m < n -> rare (g m) m = true -> In m E) ->
  r n hs -> rare (nimsum g hs) n = false -> length hs <= 1 \/ exists a, In a hs /\ In a E.
Proof.
  intros RE M R. assert (Lt : forall a, In a hs -> a < n) by (intros a; apply (part_lt r n hs a); auto; apply code_rules_shrinks; auto).
  apply code_rules_iff in M. destruct M as [(j & L & F & S) _]. destruct (Bd _ _ L) as [_ Ll].
  destruct hs as [|x [|y [|? ?]]]; simpl in Ll; try lia; try (left; simpl; lia).
  right. simpl in R, S, L. rewrite N.lxor_0_r in R. replace n with (x + y + j) in R by lia.
  rewrite (Cl j x y) in R by auto. pose proof (Forall_inv F) as Fx. pose proof (Forall_inv (Forall_inv_tail F)) as Fy. simpl in Fx, Fy.
  pose proof (Lt x ltac:(simpl; auto)). pose proof (Lt y ltac:(simpl; auto)).
  destruct (rare (g x) x) eqn:Rx; [exists x; split; [left; auto|apply RE; auto; lia]|].
  destruct (rare (g y) y) eqn:Ry; [|discriminate]. exists y. split; [right; left; auto|apply RE; auto; lia].
Qed.

(* U: how far a common value looks back; W: how far the witnesses of rare values do. *)
Theorem sparse_space U W n0 p :
  (forall x n, rare x n = rare x (n + p)) ->
  k <= U -> U <= W -> (forall a, In a E -> a + k <= U) -> (forall a, In a A -> a + k <= W) ->
  (forall a, In a E -> a < n0) -> 1 <= n0 -> 1 <= p ->
  (u = true -> forall a, In a A -> a < n0) ->
  agree g n0 p 0 U ->
  (forall n, 1 <= n < n0 + p + W -> rare (g n) n = true -> In n E) ->
  (forall n, n0 + W <= n < n0 + W + p -> forall y, (y < g n)%N -> rare y n = true -> witnessed r g A n y) ->
  periodic g n0 p 0 /\ forall n, 1 <= n -> rare (g n) n = true -> In n E.
Proof.
  intros Rp HkU HUW SE SA ME Hn0 Hp UA H1 H2 H3.
  assert (UE : u = true -> forall a, In a E -> a < n0) by auto.
  assert (Claim : forall n, n0 <= n -> g (n + p) = g n /\ (rare (g (n + p)) (n + p) = true -> False) /\
     (n0 + W + p <= n + p -> forall y, (y < g (n + p)%nat)%N -> rare y (n + p) = true -> witnessed r g A (n + p) y)).
  { intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
    assert (RE : forall m, 1 <= m < n + p -> rare (g m) m = true -> In m E).
    { intros m Hm R. destruct (lt_dec m (n0 + p + W)); [apply H2; auto; lia|]. exfalso.
      destruct (IH (m - p) ltac:(lia) ltac:(lia)) as (_ & F & _). apply F. replace (m - p + p) with m by lia. auto. }
    assert (CN : rare (g n) n = false).
    { destruct (rare (g n) n) eqn:R; auto. apply RE in R; [|lia]. apply ME in R. lia. }
    destruct (lt_dec n (n0 + U)) as [Lo|Hi].
    { assert (EQ : g (n + p) = g n) by (rewrite H1 by lia; apply N.add_0_r). split; auto. split; [|intros; lia].
      rewrite EQ, <- Rp, CN. discriminate. }
    assert (W3 : n0 + W <= n -> forall y, (y < g n)%N -> rare y n = true -> witnessed r g A n y).
    { intros HW y Hy R. destruct (lt_dec n (n0 + W + p)); [apply H3; auto; lia|].
      destruct (IH (n - p) ltac:(lia) ltac:(lia)) as (_ & _ & F). replace (n - p + p) with n in F by lia. apply F; auto; lia. }
    (* Raising or lowering the other part by p gives an option of the same value; the small part x stays, and stays unequal. *)
    assert (Shift : forall a b hs x, (a = n /\ b = n + p \/ a = n + p /\ b = n) -> r a hs ->
      (length hs <= 1 \/ In x hs /\ x + k + n0 <= n /\ (u = true -> x < n0)) ->
      exists hs', r b hs' /\ nimsum g hs' = nimsum g hs /\ (length hs' <= 1 /\ length hs <= 1 \/ In x hs')).
    { intros a b hs x Hab M Nr. assert (Lt : forall q, In q hs -> q < a) by (intros q; apply (part_lt r a hs q); auto; apply code_rules_shrinks; auto).
      pose proof M as M0. apply code_rules_iff in M0. destruct M0 as [(j & L & F & S) ND]. destruct (Bd _ _ L) as [Lj Ll].
      assert (Same : forall y y', y + b = y' + a -> n0 <= y -> n0 <= y' -> y < a -> g y' = g y).
      { intros y y' Ey Hy Hy' Ly. destruct Hab as [[-> ->]|[-> ->]].
        - replace y' with (y + p) by lia. apply (IH y); lia.
        - replace y with (y' + p) by lia. symmetry. apply (IH y'); lia. }
      assert (Two : forall y, x + y + j = a -> x + k + n0 <= n -> 1 <= x -> y < a -> exists y', y + b = y' + a /\ n0 <= y /\ n0 <= y' /\ g y' = g y).
      { intros y Ey Hx H1x Ly. exists (y + b - a). assert (n0 <= y /\ n0 <= y + b - a) as [Q1 Q2] by lia.
        repeat split; auto; try lia. apply Same; lia. }
      destruct hs as [|y [|z [|? ?]]]; simpl in Ll; try lia.
      - simpl in S. lia.
      - simpl in S. pose proof (Lt y ltac:(simpl; auto)). exists [y + b - a].
        split; [apply code_rules_iff; split; [exists j; split; [exact L|]; split; [apply heap1; lia|simpl; lia]|intros _; constructor; [intros []|constructor]]|].
        split; [|left; simpl; lia]. simpl. rewrite !N.lxor_0_r. apply Same; lia.
      - simpl in S. destruct Nr as [Nr|(I & Hx & Ux)]; [simpl in Nr; lia|].
        pose proof (Lt y ltac:(simpl; auto)). pose proof (Lt z ltac:(simpl; auto)).
        pose proof (Forall_inv F). pose proof (Forall_inv (Forall_inv_tail F)). cbv beta in *.
        destruct I as [<-|[<-|[]]].
        + destruct (Two z) as (z' & Q1 & Q2 & Q3 & Q4); auto; [lia|]. exists [y; z'].
          split; [|split; [simpl; rewrite Q4; reflexivity|right; simpl; auto]].
          apply code_rules_iff. split; [exists j; split; [exact L|]; split; [apply heap2; lia|simpl; lia]|].
          intros Hu. specialize (Ux Hu). constructor; [intros [|[]]; lia|constructor; [intros []|constructor]].
        + destruct (Two y) as (y' & Q1 & Q2 & Q3 & Q4); auto; [lia|]. exists [y'; z].
          split; [|split; [simpl; rewrite Q4; reflexivity|right; simpl; auto]].
          apply code_rules_iff. split; [exists j; split; [exact L|]; split; [apply heap2; lia|simpl; lia]|].
          intros Hu. specialize (Ux Hu). constructor; [intros [|[]]; lia|constructor; [intros []|constructor]]. }
    (* So an option of one with a common value gives one of the other, *)
    assert (Common : forall a b hs, (a = n /\ b = n + p \/ a = n + p /\ b = n) -> r a hs -> rare (nimsum g hs) a = false ->
      exists hs', r b hs' /\ nimsum g hs' = nimsum g hs).
    { intros a b hs Hab M R. destruct (common_option a hs) as [NO|(x & I & J)]; auto; [intros q Hq; apply RE; lia| |].
      - destruct (Shift a b hs 0 Hab M (or_introl NO)) as (hs' & M' & V & _). eauto.
      - pose proof (SE _ J). destruct (Shift a b hs x Hab M) as (hs' & M' & V & _); [right; repeat split; auto; lia|eauto]. }
    (* and one that excludes a rare value by a witness gives one that does. *)
    assert (Wit : forall y, n0 + W <= n -> witnessed r g A n y -> witnessed r g A (n + p) y).
    { intros y HW (hs & M & V & [NO|(x & I & J)]).
      - destruct (Shift n (n + p) hs (n + p) (or_introl (conj eq_refl eq_refl)) M (or_introl NO)) as (hs' & M' & V' & X).
        exists hs'. split; auto. split; [congruence|]. left. destruct X as [X|X]; [apply X|]. exfalso.
        apply (part_lt r (n + p) hs') in X; auto; [lia|apply code_rules_shrinks; auto].
      - pose proof (SA _ J). destruct (Shift n (n + p) hs x (or_introl (conj eq_refl eq_refl)) M) as (hs' & M' & V' & X);
          [right; repeat split; auto; lia|]. exists hs'. split; auto. split; [congruence|].
        destruct X as [X|X]; [left; apply X|right; exists x; auto]. }
    assert (EQ : g (n + p) = g n).
    { destruct (N.lt_trichotomy (g (n + p)) (g n)) as [C|[C|C]]; auto; exfalso.
      - assert (X : exists hs, r (n + p) hs /\ nimsum g hs = g (n + p)); [|destruct X as (hs & M & V); apply (proj1 (G (n + p)) hs M V)].
        destruct (rare (g (n + p)) n) eqn:R.
        + destruct (le_lt_dec (n0 + W) n) as [HW|HW].
          * destruct (Wit _ HW (W3 HW _ C R)) as (hs & M & V & _). eauto.
          * rewrite Rp in R. apply H2 in R; [|lia]. apply ME in R. lia.
        + destruct (proj2 (G n) _ C) as (hs & M & V). rewrite <- V. apply (Common n); auto. rewrite V. auto.
      - destruct (proj2 (G (n + p)) _ C) as (hs & M & V).
        destruct (Common (n + p) n hs) as (hs' & M' & V'); auto; [rewrite V, <- Rp; auto|].
        apply (proj1 (G n) hs' M'). congruence. }
    split; [auto|]. split; [rewrite EQ, <- Rp, CN; discriminate|].
    intros HW y Hy R. rewrite EQ in Hy. rewrite <- Rp in R. apply Wit; [lia|]. apply W3; auto; lia. }
  split; [intros n Hn; rewrite N.add_0_r; apply Claim; auto|].
  intros n Hn R. destruct (lt_dec n (n0 + p + W)); [apply H2; auto; lia|]. exfalso.
  destruct (Claim (n - p) ltac:(lia)) as (_ & F & _). apply F. replace (n - p + p) with n by lia. auto.
Qed.
End Sparse.

(* the classes of the certificates are such classes *)
Lemma parity_double x : parity (N.double x) = parity x. Proof. destruct x; reflexivity. Qed.
Lemma parity_succ_double x : parity (N.succ_double x) = negb (parity x). Proof. destruct x; reflexivity. Qed.
Lemma parity_lxor x y : parity (N.lxor x y) = xorb (parity x) (parity y).
Proof.
  assert (P : forall p q, parity (Pos.lxor p q) = xorb (odd_bits p) (odd_bits q)).
  { induction p as [p IH|p IH|]; intros [q|q|]; simpl; rewrite ?parity_double, ?parity_succ_double, ?IH; simpl;
      try (destruct (odd_bits p)); try (destruct (odd_bits q)); reflexivity. }
  destruct x, y; simpl; rewrite ?P, ?xorb_false_r, ?xorb_false_l; auto. destruct (odd_bits p); reflexivity.
Qed.
Lemma land_lxor x y m : N.land (N.lxor x y) m = N.lxor (N.land x m) (N.land y m).
Proof.
  apply N.bits_inj. intros i. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
  destruct (N.testbit x i), (N.testbit y i), (N.testbit m i); reflexivity.
Qed.
Lemma rare_at_ok c mask (position common : bool) :
  (forall j, leaves c j 2 = true -> common = negb (position && Nat.odd j)) -> class_ok c (rare_at mask position common).
Proof.
  intros H j a b x y L. unfold rare_at. rewrite land_lxor, parity_lxor, (H j L), !Nat.odd_add.
  destruct (parity (N.land x mask)), (parity (N.land y mask)), position, (Nat.odd a), (Nat.odd b), (Nat.odd j); reflexivity.
Qed.
Lemma rare_at_period mask (position common : bool) p : (position = true -> Nat.odd p = false) ->
  forall x n, rare_at mask position common x (n + p) = rare_at mask position common x n.
Proof. intros H x n. unfold rare_at. rewrite Nat.odd_add. destruct position; [rewrite H by auto; rewrite xorb_false_r|]; auto. Qed.
