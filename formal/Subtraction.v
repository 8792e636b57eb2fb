(* Finite subtraction sets: max S consecutive agreements prove a period. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values.
Import ListNotations.

Lemma subtraction_zero S g : is_grundy (subtraction_move S) g -> g 0 = 0%N.
Proof.
  intros G. destruct (N.eq_0_gt_0_cases (g 0)) as [|H]; auto. exfalso.
  destruct (proj2 (G 0) 0%N H) as (hs & (j & Hj & _ & _ & _ & E) & _). lia.
Qed.

(* The options of n are the heaps n - j; from n = max S on, all of them. *)
Lemma subtraction_option S g n hs : is_grundy (subtraction_move S) g -> subtraction_move S n hs ->
  exists j, 1 <= j <= n /\ In j S /\ nimsum g hs = g (n - j).
Proof.
  intros G (j & Hj & I & L & F & E). exists j. destruct hs as [|x [|y t]]; simpl in *; try lia.
  - split; [lia|]. split; auto. rewrite <- (subtraction_zero S g G). f_equal. lia.
  - split; [lia|]. split; auto. rewrite N.lxor_0_r. f_equal. lia.
Qed.
Lemma subtraction_to S g n j : is_grundy (subtraction_move S) g -> 1 <= j <= n -> In j S ->
  exists hs, subtraction_move S n hs /\ nimsum g hs = g (n - j).
Proof.
  intros G Hj I. destruct (Nat.eq_dec n j) as [->|].
  - exists []. split; [exists j; simpl; repeat split; auto; lia|]. rewrite Nat.sub_diag, (subtraction_zero S g G). reflexivity.
  - exists [n - j]. split; [|simpl; apply N.lxor_0_r]. exists j. simpl. repeat split; auto; try lia. repeat constructor. lia.
Qed.

Theorem subtraction_window S k g n0 p : (forall j, In j S -> j <= k) -> is_grundy (subtraction_move S) g ->
  agree g n0 p 0 k -> periodic g n0 p 0.
Proof.
  intros HS G A n. induction n as [n IH] using lt_wf_ind. intros Hn. rewrite N.add_0_r.
  destruct (lt_dec n (n0 + k)); [rewrite A by lia; apply N.add_0_r|].
  assert (P : forall j, 1 <= j -> In j S -> g (n + p - j) = g (n - j)).
  { intros j Hj I. apply HS in I. rewrite <- (N.add_0_r (g (n - j))), <- (IH (n - j)) by lia. f_equal. lia. }
  apply (grundy_eq (subtraction_move S)); auto; intros hs M;
    apply (subtraction_option S g _ _ G) in M; destruct M as (j & Hj & I & V); pose proof (HS _ I).
  - destruct (subtraction_to S g n j G) as (hs' & M' & V'); auto; [lia|].
    exists hs'. split; auto. rewrite V, V'. symmetry. apply P; auto. lia.
  - destruct (subtraction_to S g (n + p) j G) as (hs' & M' & V'); auto; [lia|].
    exists hs'. split; auto. rewrite V, V'. apply P; auto. lia.
Qed.
