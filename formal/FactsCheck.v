(* The checker of facts about games on graphs and boards (docs/graphs.md, "Proofs"). A fact is about a component: a system with a position.
   How a position falls apart, and which fact a part is, is told by a guide that nothing is assumed about: what it says is checked. *)
From Coq Require Import Arith NArith List Lia Bool Orders Mergesort Permutation Wf_nat.
From Grundy Require Import Values Systems.
Import ListNotations.

(* ---------- systems in a normal form: moves in order, each once ---------- *)
Module MoveOrder <: TotalLeBool.
  Definition t := move.
  Definition then_leb (a b : N) (rest : bool) : bool := if N.ltb a b then true else if N.eqb a b then rest else false.
  Definition leb (m n : move) : bool :=
    then_leb (needs m) (needs n) (then_leb (deletes m) (deletes n) (then_leb (adds m) (adds n) (N.leb (excludes m) (excludes n)))).
  Lemma then_total a b r s : r = true \/ s = true -> then_leb a b r = true \/ then_leb b a s = true.
  Proof.
    unfold then_leb. intros H. destruct (N.lt_trichotomy a b) as [L|[->|L]].
    - left. apply N.ltb_lt in L. rewrite L. auto.
    - rewrite N.ltb_irrefl, N.eqb_refl. auto.
    - right. apply N.ltb_lt in L. rewrite L. auto.
  Qed.
  Theorem leb_total : forall m n, leb m n = true \/ leb n m = true.
  Proof. intros m n. unfold leb. repeat apply then_total. destruct (N.leb_spec (excludes m) (excludes n)); [auto|right; apply N.leb_le; lia]. Qed.
End MoveOrder.
Module Import MoveSort := Sort MoveOrder.

Definition move_eqb (m n : move) : bool :=
  N.eqb (needs m) (needs n) && N.eqb (deletes m) (deletes n) && N.eqb (adds m) (adds n) && N.eqb (excludes m) (excludes n).
Lemma move_eqb_eq m n : move_eqb m n = true <-> m = n.
Proof.
  unfold move_eqb. rewrite !andb_true_iff, !N.eqb_eq. destruct m, n. simpl. split; [intros [[[-> ->] ->] ->]; auto|intros Q; inversion Q; auto].
Qed.
Fixpoint once (M : system) : system := match M with
  | m :: (n :: _) as t => if move_eqb m n then once t else m :: once t
  | _ => M end.
Definition normal (M : system) : system := once (sort M).
Lemma once_in M m : In m (once M) <-> In m M.
Proof.
  induction M as [|a [|b t] IH]; try tauto. change (once (a :: b :: t)) with (if move_eqb a b then once (b :: t) else a :: once (b :: t)).
  destruct (move_eqb a b) eqn:Q; [apply move_eqb_eq in Q; subst a; rewrite IH; simpl; tauto|].
  change (In m (a :: once (b :: t))) with (a = m \/ In m (once (b :: t))). rewrite IH. simpl. tauto.
Qed.
Lemma normal_in M m : In m (normal M) <-> In m M.
Proof.
  unfold normal. rewrite once_in. pose proof (Permuted_sort M) as P. split; intros I; [|eapply Permutation_in; eauto].
  apply Permutation_sym in P. eapply Permutation_in; eauto.
Qed.
Fixpoint system_eqb (M N : system) : bool := match M, N with
  | [], [] => true
  | m :: M, n :: N => move_eqb m n && system_eqb M N
  | _, _ => false end.
Lemma system_eqb_eq M : forall N, system_eqb M N = true -> M = N.
Proof.
  induction M as [|m M IH]; intros [|n N]; simpl; try discriminate; auto. rewrite andb_true_iff, move_eqb_eq. intros [-> H]. f_equal. auto.
Qed.

(* ---------- a part under other names ---------- *)
Fixpoint differ (l : list N) : bool := match l with [] => true | a :: t => negb (existsb (N.eqb a) t) && differ t end.
Lemma differ_spec l : differ l = true -> NoDup l.
Proof.
  induction l as [|a t IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [A B]. constructor; auto.
  intros I. assert (existsb (N.eqb a) t = true); [|congruence]. apply existsb_exists. exists a. split; auto. apply N.eqb_refl.
Qed.
Definition renames (p : renaming) (M : system) : bool :=
  differ (map fst p) && differ (map snd p) && forallb (fun m => negb (within (needs m) (domain p)) || within (adds m) (domain p)) M.
Definition as_named (p : renaming) (M : system) : system := normal (renamed p M).
Lemma as_named_value p M : play_ends M = true -> renames p M = true -> play_ends (as_named p M) = true ->
  forall x, within x (domain p) = true -> value (as_named p M) (image p x) = value M x.
Proof.
  intros E R E' x X. unfold renames in R. rewrite !andb_true_iff, forallb_forall in R. destruct R as [[Fn Inj] Cl].
  apply (renaming_values p M (as_named p M)); auto using differ_spec, system_grundy, normal_in.
  - intros m I W. specialize (Cl m I). rewrite W in Cl. auto.
  - intros m. apply normal_in.
Qed.

(* ---------- facts ---------- *)
(* f_value: the value, if it is told; f_not: values that it does not have. Facts follow from facts of lower rank. *)
Record fact := Fact { f_moves : system; f_start : N; f_rank : N; f_value : option N; f_not : list N }.
(* Parts that the guide splits off: one that fact k is about, or two that are the same. *)
Inductive item := Known (p : renaming) (k : N) | Twins (p q : renaming).
(* For a system and a position: the elements that may be present some day, and the parts. *)
Definition guide := system -> N -> N * list item.

Section Check.
Variables (facts : N -> fact) (number : N) (ask : guide).

(* The elements of P fall into those of the part and the others. *)
Definition splits (M : system) (P A : N) : bool := within A P && forallb (fun m =>
  negb (within (needs m) P) ||
  (within (adds m) P && let s := N.land (support m) P in (within s A || apart s A))) M.
Definition is_fact (p : renaming) (M : system) (x : N) (f : fact) : bool :=
  renames p M && system_eqb (as_named p M) (f_moves f) && N.eqb (image p x) (f_start f).
Definition are_twins (p q : renaming) (M : system) (x y : N) : bool :=
  renames p M && renames q M && play_ends (as_named p M) && system_eqb (as_named p M) (as_named q M) && N.eqb (image p x) (image q y).

(* What is known of a sum: the nim-sum of the known values, and the facts of the parts without known values. *)
Definition known := (N * list N)%type.
Fixpoint sum_of (M : system) (rank : N) (P x : N) (items : list item) : option known := match items with
  | [] => if forallb (fun m => negb (fits x m)) M then Some (0%N, []) else None
  | Known p k :: t =>
    let A := domain p in let B := N.ldiff P A in
    if N.ltb k number && N.ltb (f_rank (facts k)) rank && within x P && splits M P A && is_fact p M (N.land x A) (facts k)
    then match sum_of M rank B (N.land x B) t with
      | Some (v, u) => Some (match f_value (facts k) with Some w => (N.lxor w v, u) | None => (v, k :: u) end)
      | None => None end
    else None
  | Twins p q :: t =>
    let A := domain p in let B := N.ldiff P A in let C := domain q in let D := N.ldiff B C in
    if within x P && splits M P A && splits M B C && are_twins p q M (N.land x A) (N.land (N.land x B) C)
    then sum_of M rank D (N.land (N.land x B) D) t else None
  end.
Definition look (M : system) (rank x : N) : option known := let (P, items) := ask M x in sum_of M rank P x items.

Definition has (v : N) (r : option known) : bool := match r with Some (w, []) => N.eqb v w | _ => false end.
Definition has_not (v : N) (r : option known) : bool := match r with
  | Some (w, []) => negb (N.eqb v w)
  | Some (w, [k]) => existsb (N.eqb (N.lxor v w)) (f_not (facts k))
  | _ => false end.
Definition below (v : N) : list N := map N.of_nat (seq 0 (N.to_nat v)).

(* One look at the options of fact n. *)
Definition check_fact (f : fact) : bool :=
  play_ends (f_moves f) &&
  let results := map (look (f_moves f) (f_rank f)) (options (f_moves f) (f_start f)) in
  match f_value f with
  | Some v => forallb (has_not v) results && forallb (fun k => existsb (has k) results) (below v)
  | None => true
  end &&
  forallb (fun w => existsb (has w) results || match f_value f with Some v => negb (N.eqb v w) | None => false end) (f_not f).
Definition check_facts : bool := fst (N.iter number (fun s => (fst s && check_fact (facts (snd s)), N.succ (snd s))) (true, 0%N)).
(* A row: a position with its value. *)
Definition check_row (M : system) (rank start v : N) : bool := play_ends M && has v (look M rank start).

(* ---------- the checker is right ---------- *)
Definition holds (f : fact) : Prop := (forall v, f_value f = Some v -> value (f_moves f) (f_start f) = v) /\
  (forall w, In w (f_not f) -> value (f_moves f) (f_start f) <> w).
Definition value_of (k : N) : N := value (f_moves (facts k)) (f_start (facts k)).
Definition total (r : known) : N := N.lxor (fst r) (fold_right (fun k v => N.lxor (value_of k) v) 0%N (snd r)).

Lemma splits_value M P A x : play_ends M = true -> within x P = true -> splits M P A = true ->
  value M x = N.lxor (value M (N.land x A)) (value M (N.land x (N.ldiff P A))).
Proof.
  intros E X S. unfold splits in S. rewrite andb_true_iff, forallb_forall in S. destruct S as [AP S].
  assert (U : N.lor A (N.ldiff P A) = P).
  { apply set_eq. intros e. rewrite in_lor, in_ldiff. rewrite within_spec in AP. specialize (AP e). destruct (in_dec A e); tauto. }
  apply (disjoint_union M); auto using system_grundy.
  - apply apart_spec. intros e I H. rewrite in_ldiff in H. tauto.
  - intros m I W. rewrite U in *. specialize (S m I). rewrite W in S. simpl in S. rewrite andb_true_iff, orb_true_iff in S.
    destruct S as [Ad [S|S]]; split; auto. right. rewrite apart_spec in S. apply within_spec. intros e H. rewrite in_ldiff. specialize (S e H).
    rewrite in_land in H. tauto.
  - rewrite U. auto.
Qed.
Lemma land_within a b : within (N.land a b) b = true.
Proof. apply within_spec. intros e. rewrite in_land. tauto. Qed.
Lemma is_fact_value p M x k : play_ends M = true -> play_ends (f_moves (facts k)) = true -> is_fact p M (N.land x (domain p)) (facts k) = true ->
  value M (N.land x (domain p)) = value_of k.
Proof.
  intros E E' H. unfold is_fact in H. rewrite !andb_true_iff, N.eqb_eq in H. destruct H as [[R Q] I]. apply system_eqb_eq in Q.
  unfold value_of. rewrite <- Q, <- I in *. symmetry. apply as_named_value; auto using land_within.
Qed.
Lemma twins_value p q M x y : play_ends M = true -> are_twins p q M (N.land x (domain p)) (N.land y (domain q)) = true ->
  value M (N.land x (domain p)) = value M (N.land y (domain q)).
Proof.
  intros E H. unfold are_twins in H. rewrite !andb_true_iff, N.eqb_eq in H. destruct H as [[[[R R'] E'] Q] I]. apply system_eqb_eq in Q.
  rewrite <- (as_named_value p M E R E') by apply land_within. rewrite I, Q. rewrite Q in E'. apply as_named_value; auto using land_within.
Qed.

Section Below.
Variable rank : N.
Hypothesis Ends : forall k, (k < number)%N -> play_ends (f_moves (facts k)) = true.
Hypothesis Lower : forall k, (k < number)%N -> (f_rank (facts k) < rank)%N -> holds (facts k).

Lemma sum_value M : play_ends M = true -> forall items P x r, sum_of M rank P x items = Some r ->
  value M x = total r /\ forall k, In k (snd r) -> holds (facts k).
Proof.
  intros E. induction items as [|[p k|p q] t IH]; intros P x r H; cbn [sum_of] in H.
  - destruct (forallb (fun m => negb (fits x m)) M) eqn:F; inversion H. split; [|intros k []].
    rewrite (no_option M) by auto using system_grundy. reflexivity.
  - match type of H with (if ?c then _ else _) = _ => destruct c eqn:C; [|discriminate] end.
    rewrite !andb_true_iff, !N.ltb_lt in C. destruct C as [[[[L R] X] S] F].
    destruct (sum_of M rank (N.ldiff P (domain p)) (N.land x (N.ldiff P (domain p))) t) as [[v u]|] eqn:T; [|discriminate].
    destruct (IH _ _ _ T) as [V U]. rewrite (splits_value M P (domain p) x E X S), V, (is_fact_value p M x k) by auto.
    pose proof (Lower k L R) as Hk. destruct (f_value (facts k)) as [w|] eqn:W; inversion H; subst r; split.
    + unfold total. simpl. unfold value_of at 1. rewrite (proj1 Hk w W), N.lxor_assoc. reflexivity.
    + auto.
    + unfold total. simpl. rewrite <- !N.lxor_assoc, (N.lxor_comm v). reflexivity.
    + simpl. intros k' [<-|I]; auto.
  - match type of H with (if ?c then _ else _) = _ => destruct c eqn:C; [|discriminate] end.
    rewrite !andb_true_iff in C. destruct C as [[[X S] S'] F]. destruct (IH _ _ _ H) as [V U]. split; auto.
    rewrite (splits_value M P (domain p) x E X S), (splits_value M _ (domain q) _ E (land_within _ _) S'), V, (twins_value p q M _ _ E F).
    rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity.
Qed.
Lemma has_value M x v : play_ends M = true -> has v (look M rank x) = true -> value M x = v.
Proof.
  unfold look. destruct (ask M x) as [P items]. intros E H. destruct (sum_of M rank P x items) as [[w [|]]|] eqn:S; try discriminate.
  apply N.eqb_eq in H. destruct (sum_value M E _ _ _ _ S) as [-> _]. unfold total. simpl. rewrite N.lxor_0_r. auto.
Qed.
Lemma has_not_value M x v : play_ends M = true -> has_not v (look M rank x) = true -> value M x <> v.
Proof.
  unfold look. destruct (ask M x) as [P items]. intros E H. destruct (sum_of M rank P x items) as [[w [|k [|]]]|] eqn:S; try discriminate;
    destruct (sum_value M E _ _ _ _ S) as [-> U]; unfold total; simpl; rewrite N.lxor_0_r.
  - apply negb_true_iff, N.eqb_neq in H. congruence.
  - apply existsb_exists in H. destruct H as (n & I & Q). apply N.eqb_eq in Q. intros <-.
    apply (proj2 (U k (or_introl eq_refl)) n I). fold (value_of k). subst n.
    rewrite N.lxor_comm, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity.
Qed.
End Below.

Lemma has_option rank f w : play_ends (f_moves f) = true ->
  (forall k, (k < number)%N -> play_ends (f_moves (facts k)) = true) -> (forall k, (k < number)%N -> (f_rank (facts k) < rank)%N -> holds (facts k)) ->
  existsb (has w) (map (look (f_moves f) rank) (options (f_moves f) (f_start f))) = true ->
  exists y, In y (options (f_moves f) (f_start f)) /\ value (f_moves f) y = w.
Proof.
  intros E En Lo H. apply existsb_exists in H. destruct H as (r & I & H). apply in_map_iff in I. destruct I as (y & <- & I).
  exists y. split; auto. eapply has_value; eauto.
Qed.
Lemma check_facts_all : check_facts = true -> forall k, (k < number)%N -> check_fact (facts k) = true.
Proof.
  unfold check_facts. set (step := fun s : bool * N => (fst s && check_fact (facts (snd s)), N.succ (snd s))).
  assert (H : forall n, snd (N.iter n step (true, 0%N)) = n /\
    (fst (N.iter n step (true, 0%N)) = true -> forall k, (k < n)%N -> check_fact (facts k) = true)).
  { induction n as [|n [I1 I2]] using N.peano_ind; [split; auto; simpl; intros _ k Hk; lia|].
    rewrite N.iter_succ. unfold step at 1 3. simpl fst. simpl snd. rewrite I1. split; auto. rewrite andb_true_iff. intros [A B] k Hk.
    destruct (N.eq_dec k n) as [->|Ne]; auto. apply I2; auto. lia. }
  apply H.
Qed.
Theorem all_hold : check_facts = true -> forall k, (k < number)%N -> holds (facts k).
Proof.
  intros H. pose proof (check_facts_all H) as All. clear H.
  assert (En : forall k, (k < number)%N -> play_ends (f_moves (facts k)) = true).
  { intros k L. specialize (All k L). unfold check_fact in All. rewrite !andb_true_iff in All. tauto. }
  intros k. induction k as [k IH] using (induction_ltof1 _ (fun k => N.to_nat (f_rank (facts k)))). unfold ltof in IH. intros L.
  assert (Lo : forall j, (j < number)%N -> (f_rank (facts j) < f_rank (facts k))%N -> holds (facts j)) by (intros j Lj R; apply IH; auto; lia).
  pose proof (En k L) as E. pose proof (All k L) as C. unfold check_fact in C. cbv zeta in C. rewrite !andb_true_iff in C. destruct C as [_ [C D]].
  set (f := facts k) in *. pose proof (system_grundy _ E) as G.
  assert (V : forall v, f_value f = Some v -> value (f_moves f) (f_start f) = v).
  { intros v Q. rewrite Q in C. rewrite andb_true_iff, !forallb_forall in C. destruct C as [No Yes]. apply (value_is (f_moves f)); auto.
    - intros y I. apply (has_not_value (f_rank f)); auto. apply No. apply in_map. auto.
    - intros w Hw. apply (has_option (f_rank f)); auto. apply Yes. unfold below. apply in_map_iff. exists (N.to_nat w). rewrite N2Nat.id.
      split; auto. apply in_seq. lia. }
  split; auto. intros w I Q. rewrite forallb_forall in D. specialize (D w I). apply orb_true_iff in D. destruct D as [D|D].
  - apply (has_option (f_rank f)) in D; auto. destruct D as (y & Iy & Vy). apply (proj1 (G (f_start f)) y Iy). congruence.
  - destruct (f_value f) as [v|]; [|discriminate]. apply negb_true_iff, N.eqb_neq in D. apply D. rewrite <- Q. symmetry. auto.
Qed.
(* If the checker accepts, the value of the position is its Grundy value, whatever the facts and the guide are. *)
Theorem facts_correct M rank start v : check_facts = true -> check_row M rank start v = true ->
  play_ends M = true /\ forall g, grundy M g -> g start = v.
Proof.
  intros H R. unfold check_row in R. apply andb_true_iff in R. destruct R as [E R]. split; auto. intros g G.
  rewrite (system_unique M g (value M)) by auto using system_grundy. eapply has_value; eauto.
  - intros k L. pose proof (check_facts_all H k L) as C. unfold check_fact in C. rewrite !andb_true_iff in C. tauto.
  - intros k L _. apply all_hold; auto.
Qed.
End Check.
