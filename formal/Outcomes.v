(* Outcomes, in normal and in misere play, of games whose moves leave at most one heap: the same windows prove a period. *)
From Coq Require Import Arith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values SpragueGrundy GuySmith.
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

(* ---------- these outcomes are those of Rules.v ---------- *)

(* the positions that one move leads to *)
Fixpoint plays (test : nat -> list nat -> bool) (P : list nat) : list (list nat) :=
  match P with [] => [] | n :: t => map (fun hs => hs ++ t) (options test n) ++ map (cons n) (plays test t) end.
Lemma plays_spec test r : decides test r -> shrinks r -> forall P Q, In Q (plays test P) <-> play r P Q.
Proof.
  intros D W. induction P as [|n t IH]; intros Q; simpl.
  - split; [intros []|]. intros (l1 & n & l2 & hs & E & _). destruct l1; discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(hs & <- & I)|(Q' & <- & I)].
      * apply (options_spec _ r) in I; auto. exists [], n, t, hs. auto.
      * apply IH in I. destruct I as (l1 & m & l2 & hs & -> & -> & M). exists (n :: l1), m, l2, hs. auto.
    + intros (l1 & m & l2 & hs & E & -> & M). destruct l1 as [|x l1]; inversion E; subst.
      * left. exists hs. split; auto. apply (options_spec _ r); auto.
      * right. exists (l1 ++ hs ++ l2). split; auto. apply IH. exists l1, m, l2, hs. auto.
Qed.

(* Every sum of heaps is won in misere play by one player and not by both. *)
Theorem misere_decided test r : decides test r -> shrinks r -> forall P, (misere_P r P \/ misere_N r P) /\ ~ (misere_P r P /\ misere_N r P).
Proof.
  intros D W P. remember (weight P) as w eqn:Ew. revert P Ew. induction w as [w IH] using lt_wf_ind. intros P ->.
  assert (Lt : forall Q, play r P Q -> weight Q < weight P) by (intros Q; apply play_weight; auto). split.
  - assert (X : (exists Q, play r P Q /\ misere_P r Q) \/ (forall Q, play r P Q -> misere_N r Q)).
    { assert (Y : forall l, (forall Q, In Q l -> play r P Q) -> (exists Q, In Q l /\ misere_P r Q) \/ (forall Q, In Q l -> misere_N r Q)).
      { induction l as [|Q l IHl]; intros H; [right; intros Q []|].
        destruct (IH _ (Lt Q (H Q (or_introl eq_refl))) Q eq_refl) as [[HP|HN] _]; [left; exists Q; simpl; auto|].
        destruct IHl as [(Q' & I & HP)|A]; [intros; apply H; simpl; auto|left; exists Q'; simpl; auto|]. right. intros Q' [<-|I]; auto. }
      destruct (Y (plays test P)) as [(Q & I & H)|A]; [intros Q; apply plays_spec; auto|left; exists Q; split; auto; eapply plays_spec; eauto|].
      right. intros Q M. apply A, (plays_spec test r); auto. }
    destruct X as [(Q & M & H)|A]; [right; eapply MN; eauto|]. destruct (plays test P) as [|Q l] eqn:E.
    + right. apply MN_end. intros Q M. apply (plays_spec test r) in M; auto. rewrite E in M. destruct M.
    + left. constructor; auto. exists Q. apply (plays_spec test r); auto. rewrite E. simpl. auto.
  - intros [HP HN]. inversion HP as [? [Q0 M0] A]; subst. inversion HN as [? No|? Q M HQ]; subst; [apply (No Q0 M0)|].
    apply (IH _ (Lt Q M) Q eq_refl). auto.
Qed.

(* Where every move leaves at most one heap, f tells who wins a heap of n. *)
Theorem outcome_heap test r f : decides test r -> shrinks r -> (forall n hs, r n hs -> length hs <= 1) -> forall n,
  (is_outcome r false f -> (f n = true -> P_position r [n]) /\ (f n = false -> N_position r [n])) /\
  (is_outcome r true f -> (f n = true -> misere_P r [n]) /\ (f n = false -> misere_N r [n])).
Proof.
  intros D W One.
  assert (Pl : forall n Q, play r [n] Q <-> r n Q).
  { intros n Q. split; [|intros M; exists [], n, [], Q; rewrite app_nil_r; auto].
    intros (l1 & m & l2 & hs & E & -> & M). destruct l1 as [|x l1]; inversion E; subst; [rewrite app_nil_r; auto|destruct l1; discriminate]. }
  assert (No : forall Q, ~ play r [] Q) by (intros Q (l1 & m & l2 & hs & E & _); destruct l1; discriminate).
  assert (No0 : forall hs, ~ r 0 hs) by (intros hs M; destruct (W _ _ M) as [F S]; pose proof (len_le_sum _ F); destruct hs; simpl in *; lia).
  (* a heap has a winning move, none that wins, or no move at all *)
  assert (Cases : forall n, (exists hs, r n hs /\ f (heap_of hs) = true) \/
    (exists hs, r n hs) /\ (forall hs, r n hs -> f (heap_of hs) = false) \/ (forall hs, ~ r n hs)).
  { intros n. destruct (existsb (fun hs => f (heap_of hs)) (options test n)) eqn:X.
    - left. apply existsb_exists in X. destruct X as (hs & I & T). exists hs. split; auto. apply (options_spec test); auto.
    - assert (Y : forall hs, r n hs -> f (heap_of hs) = false).
      { intros hs M. destruct (f (heap_of hs)) eqn:Z; auto. rewrite <- X. symmetry.
        apply existsb_exists. exists hs. split; auto. apply (options_spec test r); auto. }
      right. destruct (options test n) as [|hs l] eqn:E; [right|left; split; auto; exists hs; apply (options_spec test); auto; rewrite E; simpl; auto].
      intros hs M. apply (options_spec test r) in M; auto. rewrite E in M. destruct M. }
  intros n. induction n as [n IH] using lt_wf_ind.
  assert (Part : forall hs, r n hs -> hs = [] \/ exists a, hs = [a] /\ a < n).
  { intros hs M. pose proof (One _ _ M). destruct hs as [|a [|? ?]]; simpl in *; [auto|right; exists a; split; auto; eapply part_lt; eauto; simpl; auto|lia]. }
  split; intros O; (split; intros V); destruct (O n) as [O1 O2]; destruct (Cases n) as [(hs & M & T)|[[(hs & M) A]|A]].
  - rewrite (proj1 (O1 (ex_intro _ hs M)) V hs M) in T. discriminate.
  - constructor. intros Q MQ. apply Pl in MQ. destruct (Part _ MQ) as [->|(a & -> & La)]; [|apply (IH a La); auto; apply (A [a]); auto].
    pose proof (proj2 (O 0) No0) as Z. pose proof (A [] MQ) as X. simpl in X, Z. congruence.
  - constructor. intros Q MQ. apply Pl in MQ. destruct (A _ MQ).
  - apply (NN _ _ hs); [apply Pl; auto|]. destruct (Part _ M) as [->|(a & -> & La)]; [constructor; intros Q MQ; destruct (No _ MQ)|apply (IH a La); auto].
  - rewrite (proj2 (O1 (ex_intro _ hs M)) A) in V. discriminate.
  - rewrite O2 in V by auto. discriminate.
  - rewrite (proj1 (O1 (ex_intro _ hs M)) V hs M) in T. discriminate.
  - constructor; [exists hs; apply Pl; auto|]. intros Q MQ. apply Pl in MQ. destruct (Part _ MQ) as [->|(a & -> & La)]; [apply MN_end, No|].
    apply (IH a La); auto. apply (A [a]); auto.
  - rewrite O2 in V by auto. discriminate.
  - apply (MN _ _ hs); [apply Pl; auto|]. destruct (Part _ M) as [->|(a & -> & La)]; [|apply (IH a La); auto].
    pose proof (proj2 (O 0) No0) as Z. simpl in T, Z. rewrite T in Z. discriminate.
  - rewrite (proj2 (O1 (ex_intro _ hs M)) A) in V. discriminate.
  - apply MN_end. intros Q MQ. apply Pl in MQ. apply (A _ MQ).
Qed.
