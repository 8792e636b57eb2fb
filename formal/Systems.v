(* Games on elements that are present or excludes: graphs, boards. A set of elements is a number whose bits are its elements. The first
   definitions say what the game is and what its Grundy values are; the theorems are: values exist and are unique, a position without
   moves has the value 0, a position that falls apart has the nim-sum of its parts, and elements may be renamed. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Values SpragueGrundy.
Import ListNotations.

(* ---------- the game ---------- *)
Record move := Move { needs : N; excludes : N; deletes : N; adds : N }.
Definition system := list move.
Definition within (a b : N) : bool := N.eqb (N.land a b) a.
Definition apart (a b : N) : bool := N.eqb (N.land a b) 0.
Definition fits (x : N) (m : move) : bool := within (needs m) x && apart (excludes m) x.
Definition made (x : N) (m : move) : N := N.lor (N.ldiff x (deletes m)) (adds m).
Definition options (M : system) (x : N) : list N := map (made x) (filter (fits x) M).

(* g x is the mex of the values of the options of x. *)
Definition grundy (M : system) (g : N -> N) : Prop := forall x,
  (forall y, In y (options M x) -> g y <> g x) /\
  (forall v, (v < g x)%N -> exists y, In y (options M x) /\ g y = v).

(* ---------- sets ---------- *)
Notation "e 'isin' x" := (N.testbit x e = true) (at level 70, only parsing).
Lemma within_spec a b : within a b = true <-> forall e, e isin a -> e isin b.
Proof.
  unfold within. rewrite N.eqb_eq. split.
  - intros E e H. rewrite <- E, N.land_spec in H. apply andb_true_iff in H. tauto.
  - intros H. apply N.bits_inj. intros e. rewrite N.land_spec. specialize (H e). destruct (N.testbit a e); simpl; auto.
Qed.
Lemma apart_spec a b : apart a b = true <-> forall e, e isin a -> e isin b -> False.
Proof.
  unfold apart. rewrite N.eqb_eq. split.
  - intros E e A B. assert (H : N.testbit (N.land a b) e = false) by (rewrite E; apply N.bits_0). rewrite N.land_spec, A, B in H. discriminate.
  - intros H. apply N.bits_inj. intros e. rewrite N.land_spec, N.bits_0. specialize (H e). destruct (N.testbit a e), (N.testbit b e); auto. exfalso. auto.
Qed.
Lemma set_eq a b : (forall e, e isin a <-> e isin b) -> a = b.
Proof. intros H. apply N.bits_inj. intros e. specialize (H e). destruct (N.testbit a e), (N.testbit b e); intuition congruence. Qed.
Lemma in_land a b e : e isin (N.land a b) <-> e isin a /\ e isin b.
Proof. rewrite N.land_spec. apply andb_true_iff. Qed.
Lemma in_lor a b e : e isin (N.lor a b) <-> e isin a \/ e isin b.
Proof. rewrite N.lor_spec. apply orb_true_iff. Qed.
Lemma in_ldiff a b e : e isin (N.ldiff a b) <-> e isin a /\ ~ e isin b.
Proof. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. destruct (N.testbit b e); intuition congruence. Qed.
Lemma in_dec a e : e isin a \/ ~ e isin a.
Proof. destruct (N.testbit a e); auto. Qed.

Fixpoint ones (p : positive) : nat := match p with xH => 1 | xO q => ones q | xI q => S (ones q) end.
Definition count (x : N) : nat := match x with N0 => 0 | N.pos p => ones p end.
Lemma count_lor a b : count (N.lor a b) + count (N.land a b) = count a + count b.
Proof.
  destruct a as [|p], b as [|q]; simpl; auto. revert q. induction p as [p IH|p IH|]; intros [q|q|]; simpl; auto;
    try specialize (IH q); try (destruct (Pos.land p q); simpl in *; lia); lia.
Qed.
Lemma count_ldiff a b : count (N.ldiff a b) + count (N.land a b) = count a.
Proof.
  pose proof (count_lor (N.ldiff a b) (N.land a b)) as H.
  assert (E : N.lor (N.ldiff a b) (N.land a b) = a) by (apply set_eq; intros e; rewrite in_lor, in_ldiff, in_land; destruct (in_dec b e); tauto).
  assert (Z : N.land (N.ldiff a b) (N.land a b) = 0%N).
  { apply set_eq; intros e. rewrite in_land, in_ldiff, in_land, N.bits_0. split; [tauto|discriminate]. }
  rewrite E, Z in H. simpl in H. lia.
Qed.
Lemma count_within a b : within a b = true -> count a <= count b.
Proof.
  intros W. pose proof (count_ldiff b a) as H. replace (N.land b a) with a in H; [lia|].
  apply set_eq. intros e. rewrite in_land. rewrite within_spec in W. specialize (W e). tauto.
Qed.

(* ---------- every play ends: a move deletes more of what it needs than it adds ---------- *)
Definition play_ends (M : system) : bool := forallb (fun m => count (adds m) <? count (N.land (needs m) (deletes m))) M.
Lemma ends_in M m : play_ends M = true -> In m M -> count (adds m) < count (N.land (needs m) (deletes m)).
Proof. unfold play_ends. rewrite forallb_forall. intros H I. apply Nat.ltb_lt. auto. Qed.
Lemma falls M x m : play_ends M = true -> In m M -> fits x m = true -> count (made x m) < count x.
Proof.
  intros E I F. pose proof (ends_in _ _ E I) as L. apply andb_true_iff in F. destruct F as [F _]. unfold made.
  pose proof (count_lor (N.ldiff x (deletes m)) (adds m)). pose proof (count_ldiff x (deletes m)).
  assert (count (N.land (needs m) (deletes m)) <= count (N.land x (deletes m))); [|lia].
  apply count_within. apply within_spec. intros e. rewrite !in_land. rewrite within_spec in F. specialize (F e). tauto.
Qed.
Lemma needs_some M m : play_ends M = true -> In m M -> exists e, e isin (needs m).
Proof.
  intros E I. pose proof (ends_in _ _ E I) as L. destruct (needs m) as [|p] eqn:D; [simpl in L; lia|].
  exists (N.log2 (N.pos p)). apply N.bit_log2. discriminate.
Qed.
Lemma option_in M x y : In y (options M x) <-> exists m, In m M /\ fits x m = true /\ y = made x m.
Proof.
  unfold options. rewrite in_map_iff. split.
  - intros (m & <- & I). apply filter_In in I. exists m. tauto.
  - intros (m & I & F & ->). exists m. rewrite filter_In. auto.
Qed.
Lemma option_falls M x y : play_ends M = true -> In y (options M x) -> count y < count x.
Proof. rewrite option_in. intros E (m & I & F & ->). apply (falls M); auto. Qed.

(* ---------- existence, uniqueness ---------- *)
Lemma value_is M g x v : grundy M g -> (forall y, In y (options M x) -> g y <> v) ->
  (forall w, (w < v)%N -> exists y, In y (options M x) /\ g y = w) -> g x = v.
Proof.
  intros G A B. destruct (N.lt_trichotomy (g x) v) as [L|[L|L]]; auto; exfalso.
  - destruct (B _ L) as (y & I & E). apply (proj1 (G x) y I E).
  - destruct (proj2 (G x) _ L) as (y & I & E). apply (A y I E).
Qed.
Fixpoint val (M : system) (fuel : nat) (x : N) : N :=
  match fuel with O => 0%N | S k => mex (map (val M k) (options M x)) end.
Definition value (M : system) (x : N) : N := val M (S (count x)) x.
Lemma val_enough M : play_ends M = true -> forall k x, count x < k -> val M k x = value M x.
Proof.
  intros E. induction k as [k IH] using lt_wf_ind. intros x L. unfold value. destruct k as [|k]; [lia|]. cbn [val]. f_equal.
  apply map_ext_in. intros y I. pose proof (option_falls _ _ _ E I). rewrite IH by lia.
  destruct (Nat.eq_dec k (count x)) as [->|N]; [symmetry; apply IH; lia|]. symmetry. apply IH; lia.
Qed.
Theorem system_grundy M : play_ends M = true -> grundy M (value M).
Proof.
  intros E x. destruct (mex_spec (map (val M (count x)) (options M x))) as [A B].
  assert (H : forall y, In y (options M x) -> val M (count x) y = value M y) by (intros y I; apply val_enough; auto; eapply option_falls; eauto).
  change (mex (map (val M (count x)) (options M x))) with (value M x) in *. split.
  - intros y I Q. apply A. rewrite <- Q, <- H by auto. apply in_map. auto.
  - intros v L. destruct (proj1 (in_map_iff _ _ _) (B _ L)) as (y & Q & I). exists y. rewrite <- H; auto.
Qed.
Theorem system_unique M g h : play_ends M = true -> grundy M g -> grundy M h -> forall x, g x = h x.
Proof.
  intros E G H x. induction x as [x IH] using (induction_ltof1 _ count). unfold ltof in IH.
  apply (value_is M g); auto.
  - intros y I. rewrite IH by (eapply option_falls; eauto). apply (proj1 (H x)); auto.
  - intros w L. destruct (proj2 (H x) _ L) as (y & I & V). exists y. rewrite IH by (eapply option_falls; eauto). auto.
Qed.
Lemma no_option M g x : grundy M g -> forallb (fun m => negb (fits x m)) M = true -> g x = 0%N.
Proof.
  intros G H. apply (value_is M); auto; [|lia]. intros y. rewrite option_in. intros (m & I & F & _).
  rewrite forallb_forall in H. specialize (H m I). rewrite F in H. discriminate.
Qed.

(* ---------- the disjoint union ---------- *)
Lemma nim_move a b v : (v < N.lxor a b -> N.lxor v b < a \/ N.lxor v a < b)%N.
Proof.
  intros L. set (X := N.lxor v (N.lxor a b)). assert (Z : X <> 0%N) by (intros Z; apply N.lxor_eq in Z; lia).
  set (t := N.log2 X). pose proof (N.bit_log2 X Z) as T. fold t in T.
  assert (Up : forall i, (t < i)%N -> N.testbit X i = false) by (intros; apply N.bits_above_log2; auto).
  assert (Hv : N.testbit v t = false).
  { destruct (N.testbit v t) eqn:V; auto. exfalso. apply (N.lt_irrefl v). apply (N.lt_trans _ _ _ L). apply (lt_by_bit (N.to_nat t)); rewrite ?N2Nat.id; auto.
    - revert T. unfold X. rewrite !N.lxor_spec, V. destruct (N.testbit a t), (N.testbit b t); simpl; congruence.
    - intros i Hi. specialize (Up (N.of_nat i) ltac:(lia)). unfold X in Up. rewrite !N.lxor_spec in *. destruct (N.testbit a (N.of_nat i)), (N.testbit b (N.of_nat i)), (N.testbit v (N.of_nat i)); simpl in *; congruence. }
  assert (D : forall p q, N.lxor p q = N.lxor a b -> N.testbit p t = true -> (N.lxor v q < p)%N).
  { intros p q E P. assert (Q : N.lxor v q = N.lxor p X).
    { unfold X. rewrite <- E. apply N.bits_inj. intros i. rewrite !N.lxor_spec. destruct (N.testbit v i), (N.testbit p i), (N.testbit q i); auto. }
    rewrite Q. apply (lt_by_bit (N.to_nat t)); rewrite ?N2Nat.id; auto; [rewrite N.lxor_spec, P, T; auto|].
    intros i Hi. rewrite N.lxor_spec, (Up (N.of_nat i)) by lia. destruct (N.testbit p (N.of_nat i)); auto. }
  unfold X in T. rewrite !N.lxor_spec, Hv in T. destruct (N.testbit a t) eqn:A.
  - left. apply D; auto.
  - right. apply D; [apply N.lxor_comm|]. destruct (N.testbit b t); auto.
Qed.

Definition support (m : move) : N := N.lor (needs m) (N.lor (excludes m) (N.lor (deletes m) (adds m))).
(* What is present stays in P, and no move that may come concerns both parts. *)
Definition falls_apart (M : system) (A B : N) : Prop := forall m, In m M -> within (needs m) (N.lor A B) = true ->
  within (adds m) (N.lor A B) = true /\ (within (N.land (support m) (N.lor A B)) A = true \/ within (N.land (support m) (N.lor A B)) B = true).
Lemma falls_apart_sym M A B : falls_apart M A B -> falls_apart M B A.
Proof. intros H m I W. rewrite N.lor_comm in W |- *. destruct (H m I W). split; auto. tauto. Qed.

(* A move in A changes only what is in A. *)
Lemma one_side A B x m : apart A B = true -> within x (N.lor A B) = true -> within (adds m) (N.lor A B) = true ->
  within (N.land (support m) (N.lor A B)) A = true ->
  N.land (made x m) A = made (N.land x A) m /\ N.land (made x m) B = N.land x B.
Proof.
  rewrite apart_spec, !within_spec. intros D X Ad S.
  assert (Add : forall e, e isin (adds m) -> e isin A).
  { intros e H. apply S. rewrite in_land. split; auto. unfold support. rewrite !in_lor. auto. }
  assert (Del : forall e, e isin (deletes m) -> e isin x -> e isin A).
  { intros e H Hx. apply S. rewrite in_land. split; auto. unfold support. rewrite !in_lor. auto. }
  unfold made. split; apply set_eq; intros e; specialize (Add e); specialize (Del e); specialize (D e);
    rewrite !in_land, !in_lor, !in_ldiff, ?in_land; destruct (in_dec (deletes m) e); tauto.
Qed.
Lemma fits_side M A B x m : play_ends M = true -> In m M -> apart A B = true -> within x (N.lor A B) = true ->
  falls_apart M A B -> fits (N.land x A) m = true ->
  fits x m = true /\ within (adds m) (N.lor A B) = true /\ within (N.land (support m) (N.lor A B)) A = true.
Proof.
  intros E I D X FA F. unfold fits in *. rewrite andb_true_iff in *. destruct F as [Ne Ab].
  assert (Nx : within (needs m) x = true) by (rewrite within_spec in *; intros e H; apply Ne in H; rewrite in_land in H; tauto).
  assert (NP : within (needs m) (N.lor A B) = true) by (rewrite within_spec in *; auto).
  destruct (FA m I NP) as [Ad S]. destruct (needs_some _ _ E I) as [e0 H0].
  assert (SA : within (N.land (support m) (N.lor A B)) A = true).
  { destruct S as [S|S]; auto. exfalso. rewrite within_spec in S, Ne, NP. rewrite apart_spec in D. apply (D e0).
    - apply Ne in H0. rewrite in_land in H0. tauto.
    - apply S. rewrite in_land. split; auto. unfold support. rewrite in_lor. auto. }
  repeat split; auto. rewrite apart_spec in *. intros e Ha Hx. apply (Ab e Ha). rewrite in_land. split; auto.
  rewrite within_spec in SA, X. apply SA. rewrite in_land. split; auto. unfold support. rewrite !in_lor. auto.
Qed.
Lemma side_fits A B x m : within x (N.lor A B) = true -> within (N.land (support m) (N.lor A B)) A = true -> fits x m = true -> fits (N.land x A) m = true.
Proof.
  unfold fits. rewrite !andb_true_iff, !within_spec, !apart_spec. intros X S [Ne Ab]. split.
  - intros e H. rewrite in_land. split; auto. apply S. rewrite in_land. split; auto. unfold support. rewrite in_lor. auto.
  - intros e H. rewrite in_land. intros [Hx _]. eauto.
Qed.

Theorem disjoint_union M g A B : play_ends M = true -> grundy M g -> apart A B = true -> falls_apart M A B ->
  forall x, within x (N.lor A B) = true -> g x = N.lxor (g (N.land x A)) (g (N.land x B)).
Proof.
  intros E G D FA x. induction x as [x IH] using (induction_ltof1 _ count). unfold ltof in IH. intros X.
  assert (D' : apart B A = true) by (unfold apart in *; rewrite N.land_comm; auto).
  assert (Inside : forall m, In m M -> fits x m = true -> within (made x m) (N.lor A B) = true).
  { intros m I F. destruct (FA m I) as [Ad _].
    - unfold fits in F. rewrite andb_true_iff, within_spec in F. destruct F as [F _]. rewrite within_spec in *. auto.
    - rewrite within_spec in *. intros e. unfold made. rewrite in_lor, in_ldiff. intros [[H _]|H]; auto. }
  apply (value_is M); auto.
  - intros y. rewrite option_in. intros (m & I & F & ->).
    assert (NP : within (needs m) (N.lor A B) = true) by (unfold fits in F; rewrite andb_true_iff, within_spec in F; destruct F; rewrite within_spec in *; auto).
    rewrite IH by (try apply (falls M); auto). destruct (FA m I NP) as [Ad [S|S]].
    + destruct (one_side A B x m) as [-> ->]; auto. intros Q. apply (proj1 (G (N.land x A)) (made (N.land x A) m)).
      * apply option_in. exists m. repeat split; auto. eapply side_fits; eauto.
      * apply (f_equal (fun v => N.lxor v (g (N.land x B)))) in Q. rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in Q. auto.
    + rewrite N.lor_comm in Ad, S, X. destruct (one_side B A x m) as [-> ->]; auto. intros Q. apply (proj1 (G (N.land x B)) (made (N.land x B) m)).
      * apply option_in. exists m. repeat split; auto. eapply side_fits; eauto.
      * apply (f_equal (N.lxor (g (N.land x A)))) in Q. rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in Q. auto.
  - intros v L. destruct (nim_move _ _ _ L) as [L'|L'].
    + destruct (proj2 (G (N.land x A)) _ L') as (y & Hy & V). apply option_in in Hy. destruct Hy as (m & I & F & ->).
      destruct (fits_side M A B x m) as (Fx & Ad & S); auto. exists (made x m). split; [apply option_in; eauto|].
      rewrite IH by (try apply (falls M); auto). destruct (one_side A B x m) as [-> ->]; auto. rewrite V, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. auto.
    + destruct (proj2 (G (N.land x B)) _ L') as (y & Hy & V). apply option_in in Hy. destruct Hy as (m & I & F & ->).
      pose proof X as X'. rewrite N.lor_comm in X'. destruct (fits_side M B A x m) as (Fx & Ad & S); auto using falls_apart_sym.
      exists (made x m). split; [apply option_in; eauto|].
      rewrite IH by (try apply (falls M); auto). destruct (one_side B A x m) as [-> ->]; auto.
      rewrite V, N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. auto.
Qed.

(* ---------- renaming ---------- *)
Definition renaming := list (N * N).
Definition image (p : renaming) (x : N) : N :=
  fold_right (fun q y => if N.testbit x (fst q) then N.setbit y (snd q) else y) 0%N p.
Definition domain (p : renaming) : N := fold_right (fun q y => N.setbit y (fst q)) 0%N p.
Definition renamed_move (p : renaming) (m : move) : move := Move (image p (needs m)) (image p (excludes m)) (image p (deletes m)) (image p (adds m)).
(* The moves that may come while only elements of the domain are present. *)
Definition renamed (p : renaming) (M : system) : system := map (renamed_move p) (filter (fun m => within (needs m) (domain p)) M).

Lemma in_setbit a n e : e isin (N.setbit a n) <-> e = n \/ e isin a.
Proof. rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. intuition congruence. Qed.
Lemma in_image p x j : j isin (image p x) <-> exists e, In (e, j) p /\ e isin x.
Proof.
  induction p as [|[a b] p IH]; simpl.
  - split; [discriminate|intros (e & [] & _)].
  - destruct (N.testbit x a) eqn:T; [rewrite in_setbit|]; rewrite IH; split.
    + intros [->|(e & I & H)]; eauto.
    + intros (e & [Q|I] & H); [inversion Q; auto|eauto].
    + intros (e & I & H); eauto.
    + intros (e & [Q|I] & H); [inversion Q; congruence|eauto].
Qed.
Lemma in_domain p e : e isin (domain p) <-> exists j, In (e, j) p.
Proof.
  induction p as [|[a b] p IH]; simpl.
  - split; [discriminate|intros (e' & [])].
  - rewrite in_setbit, IH. split.
    + intros [->|(j & I)]; eauto.
    + intros (j & [Q|I]); [inversion Q; auto|eauto].
Qed.

Section Renamed.
Variables (p : renaming) (M M' : system) (g g' : N -> N).
Hypothesis Inj : NoDup (map snd p).
Hypothesis Fun : NoDup (map fst p).
Hypothesis Closed : forall m, In m M -> within (needs m) (domain p) = true -> within (adds m) (domain p) = true.
Hypothesis E : play_ends M = true.
Hypothesis G : grundy M g.
Hypothesis G' : grundy M' g'.
Hypothesis Same : forall m, In m M' <-> In m (renamed p M).

Lemma unique_pair (f : N * N -> N) l q r : NoDup (map f l) -> In q l -> In r l -> f q = f r -> q = r.
Proof.
  induction l as [|c l IH]; simpl; intros N Q R F; [tauto|]. inversion N as [|? ? H1 H2]; subst.
  destruct Q as [->|Q], R as [->|R]; auto; exfalso; apply H1; [rewrite F|rewrite <- F]; apply in_map; auto.
Qed.
Lemma image_at x e j : In (e, j) p -> (j isin (image p x) <-> e isin x).
Proof.
  intros I. rewrite in_image. split; [|eauto]. intros (e' & I' & H).
  pose proof (unique_pair snd p _ _ Inj I I' eq_refl) as Q. inversion Q. subst. auto.
Qed.
Lemma made_image x m : image p (made x m) = made (image p x) (renamed_move p m).
Proof.
  apply set_eq. intros j. unfold made, renamed_move. simpl. rewrite in_lor, in_ldiff. split.
  - intros H. apply in_image in H. destruct H as (e & I & H). rewrite !(image_at _ e j) by auto. rewrite in_lor, in_ldiff in H. auto.
  - intros H. assert (exists e, In (e, j) p) as (e & I).
    { destruct H as [[H _]|H]; apply in_image in H; destruct H as (e & I & _); eauto. }
    rewrite !(image_at _ e j) in H by auto. apply (image_at _ e j); auto. rewrite in_lor, in_ldiff. auto.
Qed.
Lemma fits_image x m : within x (domain p) = true -> within (needs m) (domain p) = true -> fits (image p x) (renamed_move p m) = fits x m.
Proof.
  intros X W. apply eq_true_iff_eq. unfold fits, renamed_move. simpl. rewrite !andb_true_iff, !within_spec, !apart_spec in *. split; intros [Ne Ab]; split.
  - intros e H. destruct (proj1 (in_domain p e) (W e H)) as (j & I). apply (image_at x e j); auto. apply Ne. apply (image_at _ e j); auto.
  - intros e H Hx. destruct (proj1 (in_domain p e) (X e Hx)) as (j & I). apply (Ab j); apply (image_at _ e j); auto.
  - intros j H. apply in_image in H. destruct H as (e & I & H). apply (image_at _ e j); auto.
  - intros j H Hx. apply in_image in H. destruct H as (e & I & H). apply (image_at _ e j) in Hx; eauto.
Qed.
Theorem renaming_values : forall x, within x (domain p) = true -> g' (image p x) = g x.
Proof.
  intros x. induction x as [x IH] using (induction_ltof1 _ count). unfold ltof in IH. intros X.
  assert (Ne : forall m, fits x m = true -> within (needs m) (domain p) = true).
  { intros m F. unfold fits in F. rewrite andb_true_iff, within_spec in F. rewrite within_spec in *. destruct F. auto. }
  assert (In' : forall m, In m M -> fits x m = true -> within (made x m) (domain p) = true).
  { intros m I F. pose proof (Closed m I (Ne m F)) as A. rewrite within_spec in *. intros e. unfold made. rewrite in_lor, in_ldiff. intros [[H _]|H]; auto. }
  apply (value_is M'); auto.
  - intros y Hy. apply option_in in Hy. destruct Hy as (m' & I & F & ->). apply Same in I. unfold renamed in I. apply in_map_iff in I.
    destruct I as (m & <- & I). apply filter_In in I. destruct I as [I W]. rewrite fits_image in F by auto.
    rewrite <- made_image, IH by (try apply (falls M); auto). apply (proj1 (G x)). apply option_in. eauto.
  - intros w L. destruct (proj2 (G x) _ L) as (y & Hy & V). apply option_in in Hy. destruct Hy as (m & I & F & ->).
    exists (image p (made x m)). split; [|rewrite IH by (try apply (falls M); auto); auto].
    apply option_in. exists (renamed_move p m). split; [|split; [rewrite fits_image; auto|apply made_image]].
    apply Same. unfold renamed. apply in_map. apply filter_In. auto.
Qed.
End Renamed.
