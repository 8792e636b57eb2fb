(* Every game whose moves make a heap smaller or split it has exactly one Grundy function, which can be computed. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules.
Import ListNotations.

(* A move leaves non-empty heaps with fewer tokens, or with as many in at least two heaps. *)
Definition shrinks (r : rules) : Prop := forall n hs, r n hs ->
  non_empty hs /\ (list_sum hs < n \/ list_sum hs = n /\ 2 <= length hs).

Lemma len_le_sum hs : non_empty hs -> length hs <= list_sum hs.
Proof. induction 1; simpl in *; lia. Qed.

Lemma in_sum_len a hs : non_empty hs -> In a hs -> a + length hs <= list_sum hs + 1.
Proof.
  induction 1 as [|b t Hb Ht IH]; intros I; [destruct I|].
  change (list_sum (b :: t)) with (b + list_sum t). cbn [length]. destruct I as [->|H].
  - pose proof (len_le_sum _ Ht). lia.
  - specialize (IH H). lia.
Qed.

Lemma heap1 a : 1 <= a -> non_empty [a]. Proof. intros. constructor; [auto|constructor]. Qed.
Lemma heap2 a b : 1 <= a -> 1 <= b -> non_empty [a; b]. Proof. intros. constructor; [auto|apply heap1; auto]. Qed.

Lemma part_lt r n hs a : shrinks r -> r n hs -> In a hs -> a < n.
Proof. intros W M I. destruct (W _ _ M) as [F S]. pose proof (in_sum_len _ _ F I). destruct hs; [destruct I|cbn [length] in *; lia]. Qed.

Lemma nimsum_ext f g hs : (forall a, In a hs -> f a = g a) -> nimsum f hs = nimsum g hs.
Proof. induction hs; simpl; intros; [reflexivity|]. rewrite H by auto. rewrite IHhs; auto. Qed.

Lemma nimsum_app f l m : nimsum f (l ++ m) = N.lxor (nimsum f l) (nimsum f m).
Proof. induction l; simpl; [reflexivity|]. rewrite IHl. symmetry. apply N.lxor_assoc. Qed.

Theorem grundy_unique r f g : shrinks r -> is_grundy r f -> is_grundy r g -> forall n, f n = g n.
Proof.
  intros W F G n. induction n as [n IH] using lt_wf_ind.
  assert (E : forall hs, r n hs -> nimsum f hs = nimsum g hs).
  { intros hs M. apply nimsum_ext. intros a I. apply IH. eapply part_lt; eauto. }
  destruct (N.lt_trichotomy (f n) (g n)) as [H|[H|H]]; auto.
  - destruct (G n) as [_ G2]. destruct (G2 _ H) as (hs & M & V).
    destruct (F n) as [F1 _]. destruct (F1 hs M). rewrite E; auto.
  - destruct (F n) as [_ F2]. destruct (F2 _ H) as (hs & M & V).
    destruct (G n) as [G1 _]. destruct (G1 hs M). rewrite <- E; auto.
Qed.

(* ---------- existence: the finite list of options, mex, strong recursion by a table ---------- *)
Fixpoint comps (l m : nat) : list (list nat) :=
  match l with
  | O => if m =? 0 then [[]] else []
  | S l => flat_map (fun a => map (cons a) (comps l (m - a))) (seq 1 m)
  end.
Lemma comps_spec l : forall m hs,
  In hs (comps l m) <-> length hs = l /\ non_empty hs /\ list_sum hs = m.
Proof.
  induction l as [|l IH]; intros m hs; simpl.
  - destruct (Nat.eqb_spec m 0); subst; split; intros H.
    + destruct H as [<-|[]]; simpl; auto.
    + destruct hs; simpl in *; [auto|lia].
    + destruct H.
    + destruct hs; simpl in *; lia.
  - rewrite in_flat_map. split.
    + intros (a & Ia & H). apply in_seq in Ia. apply in_map_iff in H. destruct H as (t & <- & It).
      apply IH in It. destruct It as (L & F & S). simpl. repeat split; [lia|constructor; [lia|auto]|lia].
    + intros (L & F & S). destruct hs as [|a t]; simpl in *; [lia|]. inversion F; subst.
      exists a. split; [apply in_seq; lia|]. apply in_map. apply IH. repeat split; [lia|auto|lia].
Qed.

(* All lists of non-empty heaps with at most n tokens; a test picks the options among them. *)
Definition candidates (n : nat) : list (list nat) :=
  flat_map (fun m => flat_map (fun l => comps l m) (seq 0 (S n))) (seq 0 (S n)).
Lemma candidates_spec n hs : In hs (candidates n) <-> non_empty hs /\ list_sum hs <= n.
Proof.
  unfold candidates. rewrite in_flat_map. split.
  - intros (m & Im & H). apply in_seq in Im. apply in_flat_map in H. destruct H as (l & _ & H).
    apply comps_spec in H. destruct H as (_ & F & S). split; auto. lia.
  - intros [F S]. exists (list_sum hs). split; [apply in_seq; lia|]. apply in_flat_map. exists (length hs).
    pose proof (len_le_sum _ F). split; [apply in_seq; lia|]. apply comps_spec. auto.
Qed.

Definition decides (test : nat -> list nat -> bool) (r : rules) : Prop := forall n hs, r n hs <-> test n hs = true.
Definition options (test : nat -> list nat -> bool) (n : nat) : list (list nat) := filter (test n) (candidates n).
Lemma options_spec test r n hs : decides test r -> shrinks r -> (In hs (options test n) <-> r n hs).
Proof.
  intros D W. unfold options. rewrite filter_In, candidates_spec, <- (D n hs). split; [tauto|].
  intros M. destruct (W _ _ M). split; auto. split; auto. lia.
Qed.

Fixpoint mexf (fuel : nat) (i : N) (l : list N) : N :=
  match fuel with O => i | S k => if existsb (N.eqb i) l then mexf k (N.succ i) l else i end.
Definition mex (l : list N) : N := mexf (S (N.to_nat (fold_right N.max 0%N l))) 0 l.
Definition is_mex (l : list N) (m : N) : Prop := ~ In m l /\ forall x, (x < m)%N -> In x l.

Lemma mexf_spec fuel : forall i l, (forall x, (x < i)%N -> In x l) ->
  (forall x, In x l -> (x < i + N.of_nat fuel)%N) -> is_mex l (mexf fuel i l).
Proof.
  induction fuel as [|k IH]; intros i l B U; simpl.
  - split; auto. intros H. apply U in H. lia.
  - destruct (existsb (N.eqb i) l) eqn:E.
    + apply existsb_exists in E. destruct E as (y & Iy & Ey). apply N.eqb_eq in Ey. subst y.
      apply IH.
      * intros x Hx. destruct (N.eq_dec x i); subst; auto. apply B. lia.
      * intros x Hx. apply U in Hx. lia.
    + split; auto. intros H. assert (existsb (N.eqb i) l = true); [|congruence].
      apply existsb_exists. exists i. split; auto. apply N.eqb_refl.
Qed.
Lemma mex_spec l : is_mex l (mex l).
Proof.
  unfold mex. apply mexf_spec; [lia|]. intros x H.
  assert ((x <= fold_right N.max 0 l)%N).
  { induction l; simpl in *; [contradiction|]. destruct H; subst; [lia|]. specialize (IHl H). lia. }
  lia.
Qed.

Fixpoint table (test : nat -> list nat -> bool) (n : nat) : list N :=
  match n with
  | O => []
  | S m => let t := table test m in t ++ [mex (map (nimsum (fun a => nth a t 0%N)) (options test m))]
  end.
Definition grundy_by (test : nat -> list nat -> bool) (n : nat) : N := nth n (table test (S n)) 0%N.

Lemma table_len test n : length (table test n) = n.
Proof. induction n; simpl; auto. rewrite app_length, IHn. simpl. lia. Qed.
Lemma table_nth test n a : a < n -> nth a (table test n) 0%N = grundy_by test a.
Proof.
  induction n as [|n IH]; [lia|]. intros H. destruct (Nat.eq_dec a n) as [->|]; [reflexivity|].
  simpl. rewrite app_nth1 by (rewrite table_len; lia). apply IH. lia.
Qed.
Lemma grundy_mex test r : decides test r -> shrinks r ->
  forall n, grundy_by test n = mex (map (nimsum (grundy_by test)) (options test n)).
Proof.
  intros D W n. unfold grundy_by at 1. simpl. rewrite app_nth2 by (rewrite table_len; lia).
  rewrite table_len, Nat.sub_diag. simpl. f_equal. apply map_ext_in. intros hs H. apply (options_spec _ r) in H; auto.
  apply nimsum_ext. intros a Ia. apply table_nth. eapply part_lt; eauto.
Qed.
Theorem grundy_exists test r : decides test r -> shrinks r -> is_grundy r (grundy_by test).
Proof.
  intros D W n. destruct (mex_spec (map (nimsum (grundy_by test)) (options test n))) as [A B].
  rewrite <- (grundy_mex _ r) in A, B by auto. split.
  - intros hs M E. apply A. rewrite <- E. apply in_map. apply (options_spec _ r); auto.
  - intros x H. apply B in H. apply in_map_iff in H. destruct H as (hs & E & I).
    exists hs. split; auto. apply (options_spec test); auto.
Qed.

(* Two heaps whose options have the same values have the same value. *)
Lemma grundy_eq r g n m : is_grundy r g ->
  (forall hs, r n hs -> exists hs', r m hs' /\ nimsum g hs' = nimsum g hs) ->
  (forall hs, r m hs -> exists hs', r n hs' /\ nimsum g hs' = nimsum g hs) -> g n = g m.
Proof.
  intros G A B. destruct (N.lt_trichotomy (g n) (g m)) as [H|[H|H]]; auto; exfalso.
  - destruct (proj2 (G m) _ H) as (hs & M & V). destruct (B _ M) as (hs' & M' & V'). apply (proj1 (G n) _ M'). congruence.
  - destruct (proj2 (G n) _ H) as (hs & M & V). destruct (A _ M) as (hs' & M' & V'). apply (proj1 (G m) _ M'). congruence.
Qed.

(* A value that no option has, while all smaller ones are those of options, is the Grundy value. *)
Lemma is_mex_value r g n x : is_grundy r g -> (forall hs, r n hs -> nimsum g hs <> x) ->
  (forall y, (y < x)%N -> exists hs, r n hs /\ nimsum g hs = y) -> g n = x.
Proof.
  intros G A B. destruct (N.lt_trichotomy (g n) x) as [H|[H|H]]; auto; exfalso.
  - destruct (B _ H) as (hs & M & V). apply (proj1 (G n) _ M V).
  - destruct (proj2 (G n) _ H) as (hs & M & V). apply (A _ M V).
Qed.

(* ---------- the games of Rules.v ---------- *)
Lemma non_empty_test hs : forallb (fun a => 1 <=? a) hs = true <-> non_empty hs.
Proof. rewrite forallb_forall, Forall_forall. split; intros H a I; apply H in I; [apply Nat.leb_le in I|apply Nat.leb_le]; lia. Qed.

Lemma move_shrinks c : wf c -> shrinks (move c).
Proof.
  intros [w0 w1] n hs (j & L & F & S). split; auto. destruct j; [right|left; lia]. split; [lia|].
  destruct hs as [|x [|y t]]; cbn [length] in *; try congruence. lia.
Qed.
Lemma unequal_shrinks c : wf c -> shrinks (unequal_move c).
Proof. intros W n hs [M _]. apply (move_shrinks c W n hs M). Qed.
Lemma subtraction_shrinks S : shrinks (subtraction_move S).
Proof. intros n hs (j & Hj & _ & _ & F & E). split; auto. lia. Qed.
Lemma all_but_shrinks F : shrinks (all_but_move F).
Proof. intros n hs (j & Hj & _ & _ & E & S). split; auto. lia. Qed.

Definition move_test (c : code) (n : nat) (hs : list nat) : bool :=
  leaves c (n - list_sum hs) (length hs) && forallb (fun a => 1 <=? a) hs && (list_sum hs <=? n).
Lemma move_decides c : decides (move_test c) (move c).
Proof.
  intros n hs. unfold move_test, move. rewrite !andb_true_iff, non_empty_test, Nat.leb_le. split.
  - intros (j & L & F & S). replace (n - list_sum hs) with j by lia. repeat split; auto. lia.
  - intros [[L F] S]. exists (n - list_sum hs). repeat split; auto. lia.
Qed.
Definition take_test (ok : nat -> bool) (n : nat) (hs : list nat) : bool :=
  let j := n - list_sum hs in (1 <=? j) && ok j && (length hs <=? 1) && forallb (fun a => 1 <=? a) hs && (list_sum hs <=? n).
Lemma take_decides ok n hs : take_test ok n hs = true <->
  exists j, 1 <= j /\ ok j = true /\ length hs <= 1 /\ non_empty hs /\ list_sum hs + j = n.
Proof.
  unfold take_test. rewrite !andb_true_iff, non_empty_test, !Nat.leb_le. split.
  - intros [[[[A B] C] D] E]. exists (n - list_sum hs). repeat split; auto. lia.
  - intros (j & A & B & C & D & E). replace (n - list_sum hs) with j by lia. repeat split; auto. lia.
Qed.
Definition is_in (S : list nat) (j : nat) : bool := existsb (Nat.eqb j) S.
Lemma is_in_spec S j : is_in S j = true <-> In j S.
Proof.
  unfold is_in. rewrite existsb_exists. split; [intros (x & I & E); apply Nat.eqb_eq in E; subst; auto|].
  intros I. exists j. split; auto. apply Nat.eqb_refl.
Qed.
Lemma subtraction_decides S : decides (take_test (is_in S)) (subtraction_move S).
Proof. intros n hs. rewrite take_decides. unfold subtraction_move. split; intros (j & A & B & C); exists j; split; auto; split; auto; apply is_in_spec; auto. Qed.
Lemma all_but_decides F : decides (take_test (fun j => negb (is_in F j))) (all_but_move F).
Proof.
  intros n hs. rewrite take_decides. unfold all_but_move.
  split; intros (j & A & B & C); exists j; split; auto; split; auto;
    [apply negb_true_iff; destruct (is_in F j) eqn:E; auto; apply is_in_spec in E; contradiction|].
  intros I. apply is_in_spec in I. rewrite I in B. discriminate.
Qed.
Fixpoint no_dup (hs : list nat) : bool := match hs with [] => true | a :: t => negb (is_in t a) && no_dup t end.
Lemma no_dup_spec hs : no_dup hs = true <-> NoDup hs.
Proof.
  induction hs as [|a t IH]; simpl; [split; auto; constructor|]. rewrite andb_true_iff, negb_true_iff, IH. split.
  - intros [A B]. constructor; auto. intros I. apply is_in_spec in I. congruence.
  - intros H. inversion H; subst. split; auto. destruct (is_in t a) eqn:E; auto. apply is_in_spec in E. contradiction.
Qed.
Lemma unequal_decides c : decides (fun n hs => move_test c n hs && no_dup hs) (unequal_move c).
Proof. intros n hs. rewrite andb_true_iff, no_dup_spec. unfold unequal_move. rewrite (move_decides c n hs). tauto. Qed.

(* *The* Grundy function of each game. *)
Definition grundy_of_code (c : code) := grundy_by (move_test c).
Definition grundy_of_subtraction (S : list nat) := grundy_by (take_test (is_in S)).
Definition grundy_of_all_but (F : list nat) := grundy_by (take_test (fun j => negb (is_in F j))).
Definition grundy_of_unequal (c : code) := grundy_by (fun n hs => move_test c n hs && no_dup hs).

Theorem code_grundy c : wf c -> is_grundy (move c) (grundy_of_code c).
Proof. intros W. apply grundy_exists; [apply move_decides|apply move_shrinks; auto]. Qed.
Theorem subtraction_grundy S : is_grundy (subtraction_move S) (grundy_of_subtraction S).
Proof. apply grundy_exists; [apply subtraction_decides|apply subtraction_shrinks]. Qed.
Theorem all_but_grundy F : is_grundy (all_but_move F) (grundy_of_all_but F).
Proof. apply grundy_exists; [apply all_but_decides|apply all_but_shrinks]. Qed.
Theorem unequal_grundy c : wf c -> is_grundy (unequal_move c) (grundy_of_unequal c).
Proof. intros W. apply grundy_exists; [apply unequal_decides|apply unequal_shrinks; auto]. Qed.
