(* Facts about components, each of which follows from others by one look at its options (docs/graphs.md, "Proofs"). A component is named by a
   number, and equal components have one name. Every play ends: a rank falls. *)
From Coq Require Import Arith NArith List Lia Wf_nat.
From Grundy Require Import Rules Values.
Import ListNotations.

Section Facts.
Variables (r : rules) (rank : nat -> nat) (f : nat -> N).
Hypothesis Falls : forall n hs a, r n hs -> In a hs -> rank a < rank n.
Hypothesis Grundy : is_grundy r f.

(* What is said: the value of a component, if it is known, and values that it does not have. *)
Variables (says : nat -> option N) (denies : nat -> N -> Prop).

Definition said (a : nat) : N := match says a with Some v => v | None => 0%N end.
Definition known (hs : list nat) : Prop := Forall (fun a => says a <> None) hs.
(* By what is said, a sum has the value x, or it has not. *)
Definition has (hs : list nat) (x : N) : Prop := known hs /\ nimsum said hs = x.
Definition has_not (hs : list nat) (x : N) : Prop :=
  known hs /\ nimsum said hs <> x \/
  exists l u m, hs = l ++ u :: m /\ known (l ++ m) /\ denies u (N.lxor x (nimsum said (l ++ m))).

(* One look at the options. *)
Hypothesis Looks_is : forall n v, says n = Some v ->
  (forall hs, r n hs -> has_not hs v) /\ (forall k, (k < v)%N -> exists hs, r n hs /\ has hs k).
Hypothesis Looks_not : forall n v, denies n v -> (exists hs, r n hs /\ has hs v) \/ (exists w, says n = Some w /\ w <> v).

Definition holds (n : nat) : Prop := (forall v, says n = Some v -> f n = v) /\ (forall v, denies n v -> f n <> v).

Lemma lxor_apart a b c : N.lxor (N.lxor a (N.lxor c b)) (N.lxor a b) = c.
Proof. apply N.bits_inj. intros i. rewrite !N.lxor_spec. destruct (N.testbit a i), (N.testbit b i), (N.testbit c i); reflexivity. Qed.

Lemma known_sum hs : (forall a, In a hs -> holds a) -> known hs -> nimsum f hs = nimsum said hs.
Proof.
  intros H K. apply nimsum_ext. intros a I. unfold known in K. rewrite Forall_forall in K. specialize (K a I). unfold said.
  destruct (says a) as [v|] eqn:S; [apply (proj1 (H a I)); auto|contradiction].
Qed.

Lemma has_true hs x : (forall a, In a hs -> holds a) -> has hs x -> nimsum f hs = x.
Proof. intros H [K E]. rewrite known_sum; auto. Qed.

Lemma has_not_true hs x : (forall a, In a hs -> holds a) -> has_not hs x -> nimsum f hs <> x.
Proof.
  intros H [[K N]|(l & u & m & -> & K & D)]; [rewrite known_sum; auto|].
  intros E. assert (I : forall a, In a (l ++ m) -> holds a) by (intros a I; apply H; rewrite in_app_iff in *; simpl; tauto).
  assert (U : holds u) by (apply H; rewrite in_app_iff; simpl; tauto).
  apply (proj2 U _ D). rewrite <- (known_sum _ I K), <- E, !nimsum_app. simpl. symmetry. apply lxor_apart.
Qed.

Theorem facts_hold : forall n, holds n.
Proof.
  intros n. induction n as [n IH] using (induction_ltof1 _ rank). unfold ltof in IH.
  assert (B : forall hs, r n hs -> forall a, In a hs -> holds a) by (intros hs M a I; apply IH; eapply Falls; eauto).
  destruct (Grundy n) as [G1 G2].
  assert (S : forall v, says n = Some v -> f n = v).
  { intros v E. destruct (Looks_is _ _ E) as [No Yes]. destruct (N.lt_trichotomy (f n) v) as [L|[L|L]]; auto; exfalso.
    - destruct (Yes _ L) as (hs & M & V). apply (G1 hs M). apply has_true; auto. eapply B; eauto.
    - destruct (G2 _ L) as (hs & M & V). apply (has_not_true hs v); auto. eapply B; eauto. }
  split; auto. intros v D. destruct (Looks_not _ _ D) as [(hs & M & V)|(w & E & Ne)].
  - intros E. apply (G1 hs M). rewrite E. apply has_true; auto. eapply B; eauto.
  - rewrite (S _ E). auto.
Qed.
End Facts.
