(* Sprague and Grundy: a sum of heaps is won by the player who just moved exactly if the nim-sum of its values is 0. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values.
Import ListNotations.

Lemma lt_by_bit : forall (b : nat) (x y : N),
  N.testbit x (N.of_nat b) = true -> N.testbit y (N.of_nat b) = false ->
  (forall i, b < i -> N.testbit x (N.of_nat i) = N.testbit y (N.of_nat i)) -> (y < x)%N.
Proof.
  induction b as [|b IH]; intros x y X Y H.
  - assert (E : N.div2 x = N.div2 y).
    { apply N.bits_inj. intros i. rewrite !N.div2_spec, !N.shiftr_spec by lia.
      specialize (H (S (N.to_nat i))). replace (N.of_nat (S (N.to_nat i))) with (i + 1)%N in H by lia. apply H. lia. }
    simpl in *. rewrite N.bit0_odd in *. pose proof (N.div2_odd x). pose proof (N.div2_odd y).
    rewrite X in *. rewrite Y in *. simpl N.b2n in *. lia.
  - assert (L : (N.div2 y < N.div2 x)%N).
    { apply IH.
      - rewrite N.div2_spec, N.shiftr_spec by lia. rewrite <- X. f_equal. lia.
      - rewrite N.div2_spec, N.shiftr_spec by lia. rewrite <- Y. f_equal. lia.
      - intros i Hi. rewrite !N.div2_spec, !N.shiftr_spec by lia. specialize (H (S i)).
        replace (N.of_nat (S i)) with (N.of_nat i + 1)%N in H by lia. apply H. lia. }
    pose proof (N.div2_odd x). pose proof (N.div2_odd y).
    destruct (N.odd x), (N.odd y); simpl N.b2n in *; lia.
Qed.

Lemma nimsum_bit f hs i : N.testbit (nimsum f hs) i = true -> exists l1 a l2, hs = l1 ++ a :: l2 /\ N.testbit (f a) i = true.
Proof.
  induction hs as [|a t IH]; simpl; [try rewrite N.bits_0; discriminate|]. rewrite N.lxor_spec.
  destruct (N.testbit (f a) i) eqn:E.
  - exists [], a, t. auto.
  - rewrite xorb_false_l. intros H. destruct (IH H) as (l1 & b & l2 & -> & B). exists (a :: l1), b, l2. auto.
Qed.

Definition weight (P : list nat) : nat := list_sum (map (fun n => 2 * n - 1) P).
Lemma weight_app P Q : weight (P ++ Q) = weight P + weight Q.
Proof. unfold weight. rewrite map_app, list_sum_app. reflexivity. Qed.
Lemma weight_pos hs : non_empty hs -> weight hs + length hs = 2 * list_sum hs.
Proof.
  unfold weight. induction 1; [reflexivity|]. cbn [map length] in *.
  change (list_sum (2 * x - 1 :: map (fun n => 2 * n - 1) l)) with (2 * x - 1 + list_sum (map (fun n => 2 * n - 1) l)).
  change (list_sum (x :: l)) with (x + list_sum l). lia.
Qed.
Lemma play_weight r P Q : shrinks r -> play r P Q -> weight Q < weight P.
Proof.
  intros W (l1 & n & l2 & hs & -> & -> & M). destruct (W _ _ M) as [F S]. rewrite !weight_app.
  change (n :: l2) with ([n] ++ l2). rewrite weight_app. pose proof (weight_pos _ F) as WP.
  assert (E1 : weight [n] = 2 * n - 1) by (unfold weight; simpl; lia). rewrite E1.
  lia.
Qed.

Lemma lxor_move X a b : (N.lxor (N.lxor X a) b = 0 -> b = N.lxor X a)%N.
Proof. intros H. apply N.lxor_eq in H. auto. Qed.

Theorem sprague_grundy r f : shrinks r -> is_grundy r f -> forall P,
  (P_position r P <-> nimsum f P = 0%N) /\ (N_position r P <-> nimsum f P <> 0%N).
Proof.
  intros W G.
  assert (D : forall P, (nimsum f P = 0%N -> P_position r P) /\ (nimsum f P <> 0%N -> N_position r P)).
  { intros P. remember (weight P) as w eqn:Ew. revert P Ew.
    induction w as [w IH] using lt_wf_ind. intros P Ew. subst w. split; intros Z.
    - constructor. intros Q M. pose proof (play_weight _ _ _ W M) as LT.
      apply (IH _ LT Q eq_refl). intros ZQ. destruct M as (l1 & n & l2 & hs & -> & -> & M).
      destruct (G n) as [G1 _]. apply (G1 hs M).
      rewrite !nimsum_app in *. simpl in Z.
      apply N.bits_inj. intros i. apply (f_equal (fun v => N.testbit v i)) in Z, ZQ.
      rewrite !N.lxor_spec, N.bits_0 in *.
      destruct (N.testbit (nimsum f l1) i), (N.testbit (f n) i), (N.testbit (nimsum f hs) i), (N.testbit (nimsum f l2) i); simpl in *; congruence.
    - set (X := nimsum f P) in *. set (b := N.log2 X).
      pose proof (N.bit_log2 X Z) as B. destruct (nimsum_bit _ _ _ B) as (l1 & n & l2 & E & Bn).
      assert (LT : (N.lxor X (f n) < f n)%N).
      { apply (lt_by_bit (N.to_nat b)); rewrite ?N2Nat.id; auto.
        - rewrite N.lxor_spec. unfold b. rewrite B, Bn. reflexivity.
        - intros i Hi. rewrite N.lxor_spec. rewrite (N.bits_above_log2 X (N.of_nat i)) by (unfold b in Hi; lia).
          destruct (N.testbit (f n) (N.of_nat i)); reflexivity. }
      destruct (G n) as [_ G2]. destruct (G2 _ LT) as (hs & M & V).
      assert (Pl : play r P (l1 ++ hs ++ l2)) by (exists l1, n, l2, hs; auto).
      apply (NN _ _ _ Pl). pose proof (play_weight _ _ _ W Pl) as LW.
      apply (IH _ LW _ eq_refl). rewrite !nimsum_app, V. unfold X. rewrite E, nimsum_app. simpl.
      apply N.bits_inj. intros i. rewrite !N.lxor_spec, N.bits_0.
      destruct (N.testbit (nimsum f l1) i), (N.testbit (f n) i), (N.testbit (nimsum f l2) i); reflexivity. }
  assert (C : forall P, P_position r P -> N_position r P -> False).
  { intros P. remember (weight P) as w eqn:Ew. revert P Ew.
    induction w as [w IH] using lt_wf_ind. intros P -> HP HN. destruct HN as [P Q M HQ].
    inversion HP; subst. pose proof (H _ M). eapply (IH (weight Q)); eauto. eapply play_weight; eauto. }
  intros P. destruct (D P) as [D1 D2]. destruct (N.eq_dec (nimsum f P) 0) as [e|e]; split; split; intros; auto; try congruence.
  - exfalso. eapply C; eauto.
  - exfalso. eapply C; eauto.
Qed.
