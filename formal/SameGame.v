(* The same game under other names of its heaps. Heaps without a move may stand beside others or not; else the moves are the same. So all is the
   same: the Grundy values, and who wins a sum of heaps in normal and in misere play. *)
From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Rules Values.
Import ListNotations.

(* ---------- who wins is the same if each move of one game can be followed in the other, and back ---------- *)
Definition follows (r r' : rules) (B : list nat -> list nat -> Prop) : Prop := forall P P' Q, B P P' -> play r P Q -> exists Q', play r' P' Q' /\ B Q Q'.

Scheme P_both := Minimality for P_position Sort Prop with N_both := Minimality for N_position Sort Prop.
Combined Scheme normal_both from P_both, N_both.
Scheme MP_both := Minimality for misere_P Sort Prop with MN_both := Minimality for misere_N Sort Prop.
Combined Scheme misere_both from MP_both, MN_both.

Section Follow.
Variables (r r' : rules) (B : list nat -> list nat -> Prop).
Hypothesis There : follows r r' B.
Hypothesis Back : follows r' r (fun P' P => B P P').

Lemma normal_follows : (forall P, P_position r P -> forall P', B P P' -> P_position r' P') /\ (forall P, N_position r P -> forall P', B P P' -> N_position r' P').
Proof.
  apply normal_both.
  - intros P _ IH P' H. constructor. intros Q' M. destruct (Back _ _ _ H M) as (Q & M' & H'). eauto.
  - intros P Q M _ IH P' H. destruct (There _ _ _ H M) as (Q' & M' & H'). econstructor; eauto.
Qed.
Lemma misere_follows : (forall P, misere_P r P -> forall P', B P P' -> misere_P r' P') /\ (forall P, misere_N r P -> forall P', B P P' -> misere_N r' P').
Proof.
  apply misere_both.
  - intros P (Q & M) _ IH P' H. constructor; [destruct (There _ _ _ H M) as (Q' & M' & _); eauto|].
    intros Q' M'. destruct (Back _ _ _ H M') as (Q1 & M1 & H1). eauto.
  - intros P No P' H. apply MN_end. intros Q' M'. destruct (Back _ _ _ H M') as (Q & M & _). eapply No; eauto.
  - intros P Q M _ IH P' H. destruct (There _ _ _ H M) as (Q' & M' & H'). eapply MN; eauto.
Qed.
End Follow.

(* ---------- heaps of r are heaps of r' under the name phi; those of r' with the mark dead have no move ---------- *)
Section Same.
Variables (r r' : rules) (phi : nat -> nat) (dead : nat -> bool).
Definition living : list nat -> list nat := filter (fun m => negb (dead m)).
Definition alike (P P' : list nat) : Prop := living (map phi P) = living P'.
Definition same_game : Prop := (forall m hs', dead m = true -> ~ r' m hs') /\
  (forall n hs, r n hs -> exists hs', r' (phi n) hs' /\ alike hs hs') /\
  (forall n hs', r' (phi n) hs' -> exists hs, r n hs /\ alike hs hs').
Hypothesis Same : same_game.

Lemma living_app l m : living (l ++ m) = living l ++ living m. Proof. apply filter_app. Qed.
Lemma living_split P : forall l1 m l2, living P = l1 ++ m :: l2 -> exists k1 k2, P = k1 ++ m :: k2 /\ living k1 = l1 /\ living k2 = l2.
Proof.
  induction P as [|x t IH]; intros l1 m l2 H; [destruct l1; discriminate|]. simpl in H. destruct (dead x) eqn:D; simpl in H.
  - destruct (IH _ _ _ H) as (k1 & k2 & -> & <- & <-). exists (x :: k1), k2. simpl. rewrite D. auto.
  - destruct l1 as [|y l1]; simpl in H; inversion H; subst; [exists [], t; auto|].
    destruct (IH _ _ _ H2) as (k1 & k2 & -> & <- & <-). exists (y :: k1), k2. simpl. rewrite D. auto.
Qed.
Lemma mover_lives m hs' : r' m hs' -> forall l1 l2, living (l1 ++ m :: l2) = living l1 ++ m :: living l2.
Proof.
  intros M l1 l2. rewrite living_app. simpl. destruct (dead m) eqn:D; auto. exfalso. eapply (proj1 Same); eauto.
Qed.

Lemma same_follows : follows r r' alike /\ follows r' r (fun P' P => alike P P').
Proof.
  destruct Same as (_ & To & Fro). unfold alike in *. split.
  - intros P P' Q H (l1 & n & l2 & hs & -> & -> & M). destruct (To _ _ M) as (hs' & M' & E).
    rewrite map_app in H. simpl in H. rewrite (mover_lives _ _ M') in H.
    destruct (living_split _ _ _ _ (eq_sym H)) as (k1 & k2 & -> & E1 & E2). exists (k1 ++ hs' ++ k2). split; [exists k1, (phi n), k2, hs'; auto|].
    rewrite !map_app, !living_app. congruence.
  - intros P' P Q' H (l1 & m & l2 & hs' & -> & -> & M'). rewrite (mover_lives _ _ M') in H.
    destruct (living_split _ _ _ _ H) as (k1 & k2 & E & E1 & E2). apply map_eq_app in E. destruct E as (j1 & j2 & -> & <- & E).
    destruct j2 as [|n j2]; [discriminate|]. simpl in E. inversion E; subst m k2. destruct (Fro _ _ M') as (hs & M & E3).
    exists (j1 ++ hs ++ j2). split; [exists j1, n, j2, hs; auto|]. rewrite !map_app, !living_app. congruence.
Qed.

Theorem same_normal P P' : alike P P' -> (P_position r P <-> P_position r' P') /\ (N_position r P <-> N_position r' P').
Proof.
  destruct same_follows as [A B]. intros H. destruct (normal_follows _ _ _ A B) as [X Y]. destruct (normal_follows _ _ _ B A) as [X' Y'].
  split; split; eauto.
Qed.
Theorem same_misere P P' : alike P P' -> (misere_P r P <-> misere_P r' P') /\ (misere_N r P <-> misere_N r' P').
Proof.
  destruct same_follows as [A B]. intros H. destruct (misere_follows _ _ _ A B) as [X Y]. destruct (misere_follows _ _ _ B A) as [X' Y'].
  split; split; eauto.
Qed.

Theorem same_grundy g g' : shrinks r -> is_grundy r g -> is_grundy r' g' -> forall n, g n = g' (phi n).
Proof.
  intros W G G'. destruct Same as (Dead & To & Fro).
  assert (Z : forall P, nimsum g' (living P) = nimsum g' P).
  { induction P as [|m t IH]; auto. simpl. destruct (dead m) eqn:D; simpl; rewrite IH; auto.
    assert (g' m = 0%N) as ->; [|rewrite N.lxor_0_l; auto]. destruct (N.eq_0_gt_0_cases (g' m)) as [|H]; auto.
    destruct (proj2 (G' m) _ H) as (hs & M & _). destruct (Dead _ _ D M). }
  assert (V : forall hs hs', alike hs hs' -> nimsum (fun n => g' (phi n)) hs = nimsum g' hs').
  { intros hs hs' A. rewrite <- (Z hs'), <- A, Z. clear. induction hs; simpl; congruence. }
  apply (grundy_unique r); auto. intros n. split.
  - intros hs M. destruct (To _ _ M) as (hs' & M' & A). rewrite (V _ _ A). apply (proj1 (G' _) _ M').
  - intros x Hx. destruct (proj2 (G' _) x Hx) as (hs' & M' & <-). destruct (Fro _ _ M') as (hs & M & A). eauto.
Qed.
End Same.
