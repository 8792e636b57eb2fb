(* A period of misere play is proved by the heaps up to a bound (docs/theorems.md, "Misere play"). *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules MisereClaims Misere.
Import ListNotations.

Section Period.
(* d j l: a move may remove j tokens and leave the others as exactly l heaps *)
Variables (r : rules) (d : nat -> nat -> bool).
Hypothesis takes : forall n hs, r n hs <-> exists j, d j (length hs) = true /\ non_empty hs /\ list_sum hs + j = n.
Variables (E : N -> Prop) (mul : N -> N -> N) (P : N -> bool) (phi : nat -> N) (B : N -> N -> bool).
Variables (s n0 p K : nat).
Hypothesis s_1 : 1 <= s.
Hypothesis few : forall j l, d j l = true -> l <= s.
(* of a finite code K is the last place; then there is nothing to show *)
Hypothesis repeats : forall j l, K < j -> d j l = true -> p <= j /\ d (j - p) l = true /\ d (j + p) l = true.
Hypothesis period : phi_period phi n0 p.
Notation value := (value mul phi).
Definition enough : nat := s * (n0 + p - 1) + K.

Lemma value_put a b l1 l2 : phi a = phi b -> value (l1 ++ a :: l2) = value (l1 ++ b :: l2).
Proof. intros H. induction l1 as [|x l1 IH]; simpl; [rewrite H; auto|rewrite IH; auto]. Qed.
Lemma sum_put a l1 l2 : list_sum (l1 ++ a :: l2) = list_sum l1 + a + list_sum l2.
Proof. rewrite list_sum_app. simpl. lia. Qed.
Lemma small k hs : ~ Exists (fun a => k <= a) hs -> list_sum hs <= length hs * (k - 1).
Proof.
  induction hs as [|a t IH]; intros H; [simpl; lia|]. change (list_sum (a :: t)) with (a + list_sum t). cbn [length].
  assert (a < k) by (destruct (le_lt_dec k a); auto; exfalso; apply H; constructor; auto).
  assert (list_sum t <= length t * (k - 1)) by (apply IH; intros X; apply H; right; auto). lia.
Qed.
Lemma non_empty_put a b l1 l2 : 1 <= b -> non_empty (l1 ++ a :: l2) -> non_empty (l1 ++ b :: l2).
Proof. intros H F. apply Forall_app in F as [F1 F2]. inversion F2; subst. apply Forall_app. auto. Qed.

Lemma shorter n hs : enough < n -> r n hs -> exists hs', r (n - p) hs' /\ value hs' = value hs.
Proof.
  intros Hn M. destruct period as (N0 & P1 & Per). apply takes in M as (j & D & F & S).
  destruct (Exists_dec (fun a => n0 + p <= a) hs (fun a => le_dec _ _)) as [X|X].
  - apply Exists_exists in X as (a & I & H). apply in_split in I as (l1 & l2 & ->). exists (l1 ++ (a - p) :: l2). split.
    + apply takes. exists j. rewrite app_length in *. cbn [length] in *. rewrite sum_put in *. split; auto. split; [eapply non_empty_put; eauto; lia|lia].
    + apply value_put. rewrite <- (Per (a - p)) by lia. f_equal. lia.
  - apply small in X. pose proof (few _ _ D). unfold enough in Hn.
    assert (length hs * (n0 + p - 1) <= s * (n0 + p - 1)) by (apply Nat.mul_le_mono_r; auto).
    destruct (repeats j (length hs) ltac:(lia) D) as (Hj & D2 & _). exists hs. split; auto. apply takes. exists (j - p). split; auto. split; auto. lia.
Qed.
Lemma longer n hs : enough < n -> r (n - p) hs -> exists hs', r n hs' /\ value hs' = value hs.
Proof.
  intros Hn M. destruct period as (N0 & P1 & Per). apply takes in M as (j & D & F & S).
  assert (Hp : n0 + p <= n) by (unfold enough in Hn; nia).
  destruct (Exists_dec (fun a => n0 <= a) hs (fun a => le_dec _ _)) as [X|X].
  - apply Exists_exists in X as (a & I & H). apply in_split in I as (l1 & l2 & ->). exists (l1 ++ (a + p) :: l2). split.
    + apply takes. exists j. rewrite app_length in *. cbn [length] in *. rewrite sum_put in *. split; auto. split; [eapply non_empty_put; eauto; lia|lia].
    + apply value_put. auto.
  - apply small in X. pose proof (few _ _ D). unfold enough in Hn.
    assert (length hs * (n0 - 1) <= s * (n0 - 1)) by (apply Nat.mul_le_mono_r; auto).
    assert (s * (n0 + p - 1) = s * (n0 - 1) + s * p) by (rewrite <- Nat.mul_add_distr_l; f_equal; lia).
    assert (p <= s * p) by nia.
    destruct (repeats j (length hs) ltac:(lia) D) as (_ & _ & D2). exists hs. split; auto. apply takes. exists (j + p). split; auto. split; auto. lia.
Qed.

Theorem misere_period : (forall h, h <= enough -> heap_ok r E mul P phi B h) -> forall h, heap_ok r E mul P phi B h.
Proof.
  intros H h. induction h as [h IH] using lt_wf_ind. destruct (le_lt_dec h enough) as [|L]; auto.
  destruct period as (N0 & P1 & Per). assert (Hp : n0 + p <= h) by (unfold enough in L; nia).
  apply (heap_ok_same r E mul P phi B (h - p)); [|  |apply IH; lia].
  - rewrite <- (Per (h - p)) by lia. f_equal. lia.
  - intros e. split; intros (hs & M & <-); [apply longer in M|apply shorter in M]; auto; destruct M as (hs' & M & V); exists hs'; auto.
Qed.
End Period.
