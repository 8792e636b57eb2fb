(* Outcomes, in normal and in misere play, of games whose moves leave at most one heap: the same windows prove a period. *)
From Coq Require Import Arith List Lia Bool Wf_nat.
From Grundy Require Import Rules GuySmith.
Import ListNotations.

(* f n = true: the player who just moved to a heap of n wins (P). Without a move, that is so in normal play only. A move that leaves
   nothing leaves the heap of 0. *)
Definition heap_of (hs : list nat) : nat := match hs with [] => 0 | a :: _ => a end.
Definition is_outcome (r : rules) (misere : bool) (f : nat -> bool) : Prop := forall n,
  ((exists hs, r n hs) -> (f n = true <-> forall hs, r n hs -> f (heap_of hs) = false)) /\
  ((forall hs, ~ r n hs) -> f n = negb misere).

(* From K on the options of n are the heaps n - j for the j of J, whatever n is. *)
Theorem outcome_window r misere f J k K n0 p : is_outcome r misere f -> (forall j, In j J -> 1 <= j <= k) ->
  (forall n, K <= n -> forall m, (exists hs, r n hs /\ heap_of hs = m) <-> exists j, In j J /\ m = n - j) ->
  forall len, K <= n0 + len -> k <= len -> k <= K ->
  (forall n, n0 <= n < n0 + len -> f (n + p) = f n) -> forall n, n0 <= n -> f (n + p) = f n.
Proof.
  intros O HJ Op len HK Hk HkK A n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (lt_dec n (n0 + len)) as [|Far]; [apply A; lia|].
  assert (Sh : forall j, In j J -> f (n + p - j) = f (n - j)).
  { intros j I. pose proof (HJ j I). rewrite <- (IH (n - j)) by lia. f_equal. lia. }
  destruct (O n) as [O1 O2]. destruct (O (n + p)) as [Q1 Q2]. destruct J as [|j0 J'] eqn:EJ.
  - rewrite O2, Q2; auto; intros hs M; [destruct (proj1 (Op (n + p) ltac:(lia) (heap_of hs)))|destruct (proj1 (Op n ltac:(lia) (heap_of hs)))]; eauto; tauto.
  - rewrite <- EJ in *. assert (I0 : In j0 J) by (rewrite EJ; left; auto).
    destruct (proj2 (Op n ltac:(lia) (n - j0)) ltac:(eauto)) as (h1 & M1 & _).
    destruct (proj2 (Op (n + p) ltac:(lia) (n + p - j0)) ltac:(eauto)) as (h2 & M2 & _).
    specialize (O1 ltac:(eauto)). specialize (Q1 ltac:(eauto)). apply eq_true_iff_eq. rewrite O1, Q1. split; intros H hs M.
    + destruct (proj1 (Op n ltac:(lia) (heap_of hs)) ltac:(eauto)) as (j & I & E). rewrite E, <- Sh by auto.
      destruct (proj2 (Op (n + p) ltac:(lia) (n + p - j)) ltac:(eauto)) as (h & M' & <-). auto.
    + destruct (proj1 (Op (n + p) ltac:(lia) (heap_of hs)) ltac:(eauto)) as (j & I & E). rewrite E, Sh by auto.
      destruct (proj2 (Op n ltac:(lia) (n - j)) ltac:(eauto)) as (h & M' & <-). auto.
Qed.

Theorem no_split_outcomes c k misere f n0 p : wf c -> bounds c 1 k -> is_outcome (move c) misere f ->
  (forall n, n0 <= n < n0 + (k + extra n0) -> f (n + p) = f n) -> forall n, n0 <= n -> f (n + p) = f n.
Proof.
  intros [W0 W1] Bd O A.
  apply (outcome_window (move c) misere f (filter (fun j => leaves c j 1) (seq 0 (S k))) k (k + 1) n0 p) with (len := k + extra n0); auto; try lia.
  - intros j I. apply filter_In in I. destruct I as [I L]. apply in_seq in I. destruct j; [congruence|lia].
  - intros n Hn m. split.
    + intros (hs & (j & L & F & S) & <-). destruct (Bd _ _ L) as [Hj Hl]. destruct hs as [|a [|? ?]]; simpl in S, Hl, L; try lia.
      exists j. split; [apply filter_In; split; [apply in_seq; lia|auto]|simpl; lia].
    + intros (j & I & ->). apply filter_In in I. destruct I as [I L]. apply in_seq in I. exists [n - j]. split; auto.
      exists j. split; auto. split; [constructor; [lia|constructor]|simpl; lia].
  - unfold extra. destruct (Nat.eqb_spec n0 0); lia.
Qed.

Theorem subtraction_outcomes S k misere f n0 p : (forall j, In j S -> 1 <= j <= k) -> is_outcome (subtraction_move S) misere f ->
  (forall n, n0 <= n < n0 + k -> f (n + p) = f n) -> forall n, n0 <= n -> f (n + p) = f n.
Proof.
  intros HS O A. apply (outcome_window (subtraction_move S) misere f S k k n0 p) with (len := k); auto; try lia.
  intros n Hn m. split.
  - intros (hs & (j & H1 & I & Hl & F & E) & <-). exists j. split; auto. destruct hs as [|a [|? ?]]; simpl in *; lia.
  - intros (j & I & ->). pose proof (HS j I). destruct (Nat.eq_dec n j) as [->|].
    + exists []. split; [|simpl; lia]. exists j. simpl. repeat split; auto; lia.
    + exists [n - j]. split; auto. exists j. split; [lia|]. split; auto. split; [simpl; lia|]. split; [constructor; [lia|constructor]|simpl; lia].
Qed.
