(* Certificates without segments, and what the checker says of a game. *)
From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Rules Values GuySmith Subtraction AllBut Sparse Layout Store ExactValues TripleValues AllButValues LeastCheck ArithmeticCheck.
Import ListNotations.
Local Open Scope N_scope.

(* ---------- games ---------- *)
Inductive game := Code (c : list N) | Subtraction (T : list N) | AllBut (F : list N).

Definition rules_of (x : game) : rules :=
  match x with
  | Code c => move c
  | Subtraction T => subtraction_move (map N.to_nat T)
  | AllBut F => all_but_move (map N.to_nat F)
  end.
(* the Grundy function of a game *)
Definition grundy_of (x : game) : nat -> N :=
  match x with
  | Code c => grundy_of_code c
  | Subtraction T => grundy_of_subtraction (map N.to_nat T)
  | AllBut F => grundy_of_all_but (map N.to_nat F)
  end.
(* no move of nothing but splits; no place behind the last one; no move leaves more than three heaps *)
Definition game_ok (x : game) : bool :=
  match x with
  | Code c => match c with [] => false | d :: _ => negb (N.testbit d 0) && negb (N.testbit d 1) end && forallb (fun d => d <? 16) c
  | Subtraction T => forallb (fun j => 1 <=? j) T
  | AllBut F => forallb (fun j => 1 <=? j) F
  end.

Lemma code_ok c : game_ok (Code c) = true -> wf c /\ bounds c 3 (length c - 1) /\ c <> [].
Proof.
  simpl. intros H. apply andb_prop in H. destruct H as [H H2]. destruct c as [|d t]; [discriminate|].
  apply andb_prop in H. destruct H as [H0 H1]. apply negb_true_iff in H0, H1. split; [split; auto|]. split; [|discriminate].
  set (c := d :: t) in *. intros j l Lv. unfold leaves in Lv. destruct (le_lt_dec (length c) j) as [O|O].
  - rewrite nth_overflow in Lv by auto. rewrite N.bits_0 in Lv. discriminate.
  - split; [lia|]. rewrite forallb_forall in H2. pose proof (H2 _ (nth_In c 0 O)) as H5. apply N.ltb_lt in H5.
    destruct (le_lt_dec l 3) as [|Hl]; auto. exfalso. set (x := nth j c 0) in *. clearbody x.
    assert (X : N.log2 x < N.of_nat l) by (destruct (N.eq_dec x 0) as [->|]; [simpl; lia|]; assert (N.log2 x < 4) by (apply N.log2_lt_pow2; [lia|exact H5]); lia).
    rewrite N.bits_above_log2 in Lv; [discriminate|auto].
Qed.
(* the most heaps that a move of a code leaves; at least 1 *)
Definition heaps (c : code) : N :=
  match triples (layout_of c), pairs (layout_of c) with [], [] => 1 | [], _ => 2 | _, _ => 3 end.
Lemma no_place c b j : places (N.of_nat b) 0 c = [] -> leaves c j b = false.
Proof.
  intros E. destruct (leaves c j b) eqn:Lv; auto. rewrite <- (Nat2N.id j) in Lv. apply (places_leaves c b) in Lv. rewrite E in Lv. destruct Lv.
Qed.
Lemma heaps_bound c k : bounds c 3 k -> bounds c (N.to_nat (heaps c)) k.
Proof.
  intros B j l Lv. destruct (B j l Lv) as [H1 H2]. split; auto. unfold heaps, layout_of; cbn [pairs triples].
  pose proof (no_place c 2 j) as P2. pose proof (no_place c 3 j) as P3. simpl N.of_nat in P2, P3.
  destruct (places 3 0 c); [|simpl; lia]. specialize (P3 eq_refl).
  assert (l <> 3)%nat by congruence. destruct (places 2 0 c); [|simpl; lia]. specialize (P2 eq_refl). assert (l <> 2)%nat by congruence. simpl. lia.
Qed.
Lemma two_heaps c k : bounds c 3 k -> layout_ok (layout_of c) = true -> bounds c 2 k.
Proof.
  intros B H j l Lv. destruct (heaps_bound c k B j l Lv) as [H1 H2]. split; auto. unfold layout_ok in H. unfold heaps in H2.
  destruct (triples (layout_of c)); [|discriminate]. destruct (pairs (layout_of c)); simpl in H2; lia.
Qed.
(* game_ok is all that the theorem on Grundy functions asks for: there is one, and only one *)
Theorem game_grundy x : game_ok x = true ->
  is_grundy (rules_of x) (grundy_of x) /\ forall f, is_grundy (rules_of x) f -> forall n, f n = grundy_of x n.
Proof.
  intros H. assert (Sh : shrinks (rules_of x)).
  { destruct x as [c|T|F]; [apply code_ok in H; apply move_shrinks; tauto|apply subtraction_shrinks|apply all_but_shrinks]. }
  assert (G : is_grundy (rules_of x) (grundy_of x)).
  { destruct x as [c|T|F]; [apply code_ok in H; apply code_grundy; tauto|apply subtraction_grundy|apply all_but_grundy]. }
  split; auto. intros f Hf. apply (grundy_unique (rules_of x)); auto.
Qed.

Definition layout_for (x : game) : layout :=
  match x with Code c => layout_of c | Subtraction T => layout_of_set T | AllBut F => layout_of_set [] end.

Lemma wider c h h' k k' : bounds c h k -> (h <= h')%nat -> (k <= k')%nat -> bounds c h' k'.
Proof. intros B H1 H2 j l Lv. destruct (B j l Lv). lia. Qed.
Lemma code_layout_grundy c : game_ok (Code c) = true -> layout_grundy (layout_of c) (on_N (grundy_of_code c)).
Proof.
  intros H. apply code_ok in H. destruct H as (W & Bd & _). apply code_layout; [eapply wider; eauto; lia|apply code_grundy; auto].
Qed.
Lemma set_layout_grundy T : game_ok (Subtraction T) = true ->
  layout_grundy (layout_of_set T) (on_N (grundy_of_subtraction (map N.to_nat T))).
Proof.
  simpl. rewrite forallb_forall. intros H. apply set_layout; [|apply subtraction_grundy]. intros j I. apply N.leb_le, H, I.
Qed.

(* ---------- sparse spaces ---------- *)
Record space := { sp_mask : N; sp_position : bool; sp_common : bool; sp_rares : list (N * N); sp_witnesses : list N; sp_parts : N }.
Definition class_of (sp : space) (x : N) (odd : bool) : bool :=
  xorb (xorb (parity (N.land x (sp_mask sp))) (andb (sp_position sp) odd)) (sp_common sp).
Definition rare_in (sp : space) (x n : N) : bool := class_of sp x (N.odd n).
Definition classes_of (sp : space) : classes :=
  let all := up 0 (N.to_nat most) in
  {| spaced := true;
     common_even := filter (fun x => negb (class_of sp x false)) all; common_odd := filter (fun x => negb (class_of sp x true)) all;
     rare_even := filter (fun x => class_of sp x false) all; rare_odd := filter (fun x => class_of sp x true) all |}.
Definition no_classes : classes :=
  let all := up 0 (N.to_nat most) in {| spaced := false; common_even := []; common_odd := []; rare_even := all; rare_odd := all |}.
(* the parity of the splitting places is one, if the position takes part, and says which class is common *)
Definition space_ok (L : layout) (sp : space) : bool :=
  forallb (fun j => eqb (sp_common sp) (negb (andb (sp_position sp) (N.odd j)))) (pairs L).

Lemma rare_in_at sp x n : rare_in sp x n = rare_at (sp_mask sp) (sp_position sp) (sp_common sp) x (N.to_nat n).
Proof. unfold rare_in, class_of, rare_at. replace (N.odd n) with (Nat.odd (N.to_nat n)); auto.
  rewrite <- (N2Nat.id n) at 2. set (k := N.to_nat n). clearbody k. induction k as [|k IH]; auto.
  rewrite Nat2N.inj_succ, Nat.odd_succ, N.odd_succ, <- Nat.negb_odd, <- N.negb_odd, IH. reflexivity. Qed.
Section Classes.
Local Opaque most.
Lemma classes_commons sp n : commons_at (classes_of sp) n = filter (fun x => negb (rare_in sp x n)) (up 0 (N.to_nat most)).
Proof. unfold commons_at, rare_in, classes_of; cbn [common_even common_odd]. destruct (N.odd n); reflexivity. Qed.
Lemma classes_rares sp n : rares_at (classes_of sp) n = filter (fun x => rare_in sp x n) (up 0 (N.to_nat most)).
Proof. unfold rares_at, rare_in, classes_of; cbn [rare_even rare_odd]. destruct (N.odd n); reflexivity. Qed.
Lemma filter_all {A} (f : A -> bool) l : (forall x, f x = true) -> filter f l = l.
Proof. intros H. induction l as [|x t IH]; simpl; auto. rewrite H, IH. auto. Qed.
Lemma filter_none {A} (f : A -> bool) l : (forall x, f x = false) -> filter f l = [].
Proof. intros H. induction l as [|x t IH]; simpl; auto. rewrite H. auto. Qed.
End Classes.
Lemma code_class_ok c sp : game_ok (Code c) = true -> space_ok (layout_of c) sp = true ->
  class_ok c (rare_at (sp_mask sp) (sp_position sp) (sp_common sp)).
Proof.
  intros _ H. apply rare_at_ok. intros j Lv. unfold space_ok in H. rewrite forallb_forall in H.
  assert (I : In (N.of_nat j) (pairs (layout_of c))) by (apply (places_leaves c 2); rewrite Nat2N.id; auto).
  apply H in I. apply eqb_prop in I. rewrite I. do 2 f_equal.
  clear. induction j as [|j IH]; auto. rewrite Nat2N.inj_succ, Nat.odd_succ, N.odd_succ, <- Nat.negb_odd, <- N.negb_odd, IH. reflexivity.
Qed.
Lemma class_N c sp : class_ok c (rare_at (sp_mask sp) (sp_position sp) (sp_common sp)) -> forall j a b x y, In j (pairs (layout_of c)) ->
  rare_in sp (N.lxor x y) (a + b + j) = negb (xorb (rare_in sp x a) (rare_in sp y b)).
Proof.
  intros Cl j a b x y I. rewrite !rare_in_at, !N2Nat.inj_add. apply Cl. apply (places_leaves c 2). auto.
Qed.

(* the values up to a limit, and the rare positions, the last one first *)
Definition values_with (L : layout) (sp : option space) (limit : N) : option (store * list (N * N)) :=
  if layout_ok L then
    match sp with
    | Some sp => if space_ok L sp then exact_values L (classes_of sp) limit else None
    | None => exact_values L no_classes limit
    end
  else None.
(* if moves leave three heaps, there is no sparse space *)
Definition code_store (L : layout) (sp : option space) (limit : N) : option (store * list (N * N)) :=
  match triples L, sp with
  | [], _ => values_with L sp limit
  | _, None => match triple_store L limit with Some g => Some (g, []) | None => None end
  | _, Some _ => None
  end.
Definition all_values (x : game) (sp : option space) (limit : N) : option (store * list (N * N)) :=
  match x with
  | Code c => code_store (layout_of c) sp limit
  | Subtraction T => values_with (layout_of_set T) sp limit
  | AllBut F => match all_but_store F limit with Some g => Some (g, []) | None => None end
  end.

Section AllValues.
Local Opaque most.
Lemma code_values L G sp limit g rs : layout_grundy L G ->
  (forall s, sp = Some s -> space_ok L s = true -> forall j a b x y, In j (pairs L) -> rare_in s (N.lxor x y) (a + b + j) = negb (xorb (rare_in s x a) (rare_in s y b))) ->
  values_with L sp limit = Some (g, rs) ->
  (forall q, q <= limit -> get g q = G q) /\
  forall s, sp = Some s -> exists n, limit < n /\ known G g n /\ forall q v, In (q, v) rs <-> 1 <= q < n /\ rare_in s (G q) q = true /\ v = G q.
Proof.
  intros HG Cl H. unfold values_with in H. destruct (layout_ok L) eqn:HL; [|discriminate]. destruct sp as [s|].
  - destruct (space_ok L s) eqn:So; [|discriminate].
    destruct (exact_values_spec L G (classes_of s) (rare_in s) HG HL (classes_commons s) (classes_rares s)) with (limit := limit) (g := g) (rs := rs) as [K (n & Hn & Kn & Rs)]; auto.
    + intros j a b x y I R. split; auto. rewrite (Cl s eq_refl So j a b x y I) in R. apply negb_false_iff in R. auto.
    + split; [intros q Hq; apply K; lia|]. intros s' E. inversion E; subst s'. exists n. auto.
  - assert (C : forall n, commons_at no_classes n = filter (fun x => negb true) (up 0 (N.to_nat most))).
    { intros n. rewrite filter_none by auto. unfold commons_at, no_classes; cbn [common_even common_odd]. destruct (N.odd n); auto. }
    assert (R : forall n, rares_at no_classes n = filter (fun x => true) (up 0 (N.to_nat most))).
    { intros n. rewrite filter_all by auto. unfold rares_at, no_classes; cbn [rare_even rare_odd]. destruct (N.odd n); auto. }
    destruct (exact_values_spec L G no_classes (fun _ _ => true) HG HL C R) with (limit := limit) (g := g) (rs := rs) as [K _]; auto.
    split; [intros q Hq; apply K; lia|discriminate].
Qed.

Lemma with_no_rares (o : option store) g (rs : list (N * N)) :
  match o with Some g => Some (g, []) | None => None end = Some (g, rs) -> o = Some g.
Proof. destruct o; intros H; inversion H; reflexivity. Qed.
Lemma all_values_code c sp limit g rs : game_ok (Code c) = true -> code_store (layout_of c) sp limit = Some (g, rs) ->
  forall q, q <= limit -> get g q = on_N (grundy_of_code c) q.
Proof.
  intros Ok H. pose proof (code_layout_grundy c Ok) as LG.
  assert (Two : values_with (layout_of c) sp limit = Some (g, rs) -> forall q, q <= limit -> get g q = on_N (grundy_of_code c) q).
  { intros V. apply (code_values (layout_of c) _ sp limit g rs LG); [|exact V]. intros s E So. apply (class_N c s). apply code_class_ok; [exact Ok|exact So]. }
  unfold code_store in H. destruct (triples (layout_of c)); [exact (Two H)|]. destruct sp; [discriminate|].
  apply (triple_store_ok (layout_of c)); [exact LG|exact (with_no_rares _ g rs H)].
Qed.
Lemma all_values_set T sp limit g rs : game_ok (Subtraction T) = true -> values_with (layout_of_set T) sp limit = Some (g, rs) ->
  forall q, q <= limit -> get g q = on_N (grundy_of_subtraction (map N.to_nat T)) q.
Proof.
  intros Ok H. pose proof (code_values (layout_of_set T) (on_N (grundy_of_subtraction (map N.to_nat T))) sp limit g rs (set_layout_grundy T Ok)) as X.
  apply X; [|exact H]. intros s E So j a b y z I. destruct I.
Qed.
Lemma all_values_all_but F limit g : all_but_store F limit = Some g ->
  forall q, q <= limit -> get g q = on_N (grundy_of_all_but (map N.to_nat F)) q.
Proof. intros E. refine (all_but_store_ok F _ _ limit g E). apply all_but_on_N, all_but_grundy. Qed.
(* What all_values says of each game; stated once, as the kernel must not compare the programs by running them. *)
Definition values_right (x : game) : Prop := forall sp limit g rs, game_ok x = true -> all_values x sp limit = Some (g, rs) ->
  forall q, q <= limit -> get g q = on_N (grundy_of x) q.
Lemma right_code c : values_right (Code c).
Proof. intros sp limit g rs. apply all_values_code. Qed.
Lemma right_set T : values_right (Subtraction T).
Proof. intros sp limit g rs. apply all_values_set. Qed.
Lemma from_all_but F sp limit g rs : all_values (AllBut F) sp limit = Some (g, rs) -> all_but_store F limit = Some g.
Proof. apply with_no_rares. Qed.
Lemma right_all_but F : values_right (AllBut F).
Proof. intros sp limit g rs _ H. exact (all_values_all_but F limit g (from_all_but F sp limit g rs H)). Qed.
Theorem all_values_ok x : values_right x.
Proof. destruct x; [apply right_code|apply right_set|apply right_all_but]. Qed.
End AllValues.

(* ---------- certificates ---------- *)
Inductive theorem := GuySmith | NoSplitWindow | SubtractionWindow | AllButWindow | SparseSpace | ArithmeticSplits.
Record certificate := {
  c_game : game; c_theorem : theorem; c_preperiod : N; c_period : N; c_saltus : N; c_checked_to : N; c_agreement : N;
  c_before : option evidence; c_periods : list evidence; c_window : list N; c_sparse : option space;
  c_states : list (N * list N) }.

(* what the certificate claims *)
Definition claimed (c : certificate) : Prop := game_ok (c_game c) = true /\
  claim (grundy_of (c_game c)) (N.to_nat (c_preperiod c)) (N.to_nat (c_period c)) (c_saltus c).

Definition last_place (x : game) : N :=
  match x with Code c => N.of_nat (length c - 1) | Subtraction T => fold_right N.max 0 T | AllBut F => fold_right N.max 0 F end.
Definition extra_N (n0 : N) : N := if n0 =? 0 then 1 else 0.
(* How many values the theorem asks for; at k = 0 a code has no moves, and one is enough. Older certificates have as many
   as Guy and Smith ask for. *)
Definition bound_ok (c : certificate) : bool :=
  let k := last_place (c_game c) in let n0 := c_preperiod c in let a := c_agreement c in
  match c_theorem c, c_game c with
  | GuySmith, Code d => let h := heaps d in let e := extra_N n0 in (2 <=? h) &&
      ((a =? (h - 1) * (n0 + e + (c_period c - 1)) + k + e) || (a =? (h - 1) * (n0 + c_period c) + k + e)) && (c_saltus c =? 0)
  | NoSplitWindow, Code d => (heaps d =? 1) &&
      (if k =? 0 then (1 <=? a) && (a <=? 1 + extra_N n0) else a =? k + extra_N n0) && (c_saltus c =? 0)
  | SubtractionWindow, Subtraction _ => (a =? k) && (c_saltus c =? 0)
  | AllButWindow, AllBut _ => a =? N.max (2 * k) 1
  | ArithmeticSplits, Code d => let h := heaps d in (2 <=? h) && (1 <=? c_saltus c) && splits_bound h k n0 (c_period c) (c_saltus c) a &&
      match c_sparse c with None => true | Some _ => false end
  | _, _ => false
  end.

(* what the theorem asks of the values besides agreement *)
Definition values_ok (c : certificate) (g : store) : bool :=
  match c_theorem c, c_game c with
  | ArithmeticSplits, Code d => splits_ok (layout_of d) g (heaps d) (last_place (Code d)) (c_preperiod c) (c_period c) (c_saltus c) (c_agreement c)
  | _, _ => true
  end.

(* G(n + p) = G(n) + s from n on, for all n below the end *)
Definition agrees_all (g : store) (n0 p s stop : N) : bool :=
  let n := loop (fun n => (stop <=? n) || negb (get g (n + p) =? get g n + s)) (fun n => n + 1) depth n0 in stop <=? n.
Fixpoint window_ok (l : list N) (q : N) (g : store) : bool := match l with [] => true | x :: t => (get g q =? x) && window_ok t (q + 1) g end.
Definition evidence_ok (g : store) (limit : N) (e : evidence) : bool :=
  (ev_n e + ev_period e <=? limit) && (get g (ev_n e) =? ev_x e) && (get g (ev_n e + ev_period e) =? ev_y e).
Definition evidences (c : certificate) : list evidence := match c_before c with Some e => e :: c_periods c | None => c_periods c end.
Fixpoint same_pairs (l r : list (N * N)) : bool :=
  match l, r with
  | [], [] => true
  | (a, b) :: l, (x, y) :: r => (a =? x) && (b =? y) && same_pairs l r
  | _, _ => false
  end.

Definition check_values (c : certificate) : bool :=
  let n0 := c_preperiod c in let p := c_period c in
  game_ok (c_game c) && bound_ok c && (c_checked_to c + 1 =? n0 + p + c_agreement c) &&
  check_least n0 p (c_saltus c) (c_before c) (c_periods c) &&
  match all_values (c_game c) (c_sparse c) (c_checked_to c) with
  | None => false
  | Some (g, rs) =>
    agrees_all g n0 p (c_saltus c) (n0 + c_agreement c) && values_ok c g && forallb (evidence_ok g (c_checked_to c)) (evidences c) &&
    (* not needed for the claim, but a certificate that says something else is wrong *)
    window_ok (c_window c) n0 g && match c_sparse c with Some sp => same_pairs rs (rev (sp_rares sp)) | None => true end
  end.

Lemma agrees_all_ok g n0 p s stop : agrees_all g n0 p s stop = true -> forall n, n0 <= n < stop -> get g (n + p) = get g n + s.
Proof.
  unfold agrees_all. intros H.
  assert (I : forall n, n0 <= n < loop (fun n => (stop <=? n) || negb (get g (n + p) =? get g n + s)) (fun n => n + 1) depth n0 -> get g (n + p) = get g n + s).
  { apply (loop_inv (fun n => (stop <=? n) || negb (get g (n + p) =? get g n + s)) (fun n => n + 1)
      (fun z => forall n, n0 <= n < z -> get g (n + p) = get g n + s)); [|intros n Hn; lia].
    intros z Hz St n Hn. apply orb_false_iff in St. destruct St as [_ St]. apply negb_false_iff, N.eqb_eq in St.
    destruct (N.eq_dec n z) as [->|]; [auto|apply Hz; lia]. }
  apply N.leb_le in H. intros n Hn. apply I. lia.
Qed.

Lemma fold_max_le l x : In x l -> x <= fold_right N.max 0 l.
Proof. induction l as [|y t IH]; simpl; [intros []|]. intros [->|I]; [lia|]. apply IH in I. lia. Qed.

(* If the checker accepts a certificate without segments, what it claims is true of the Grundy function of the game. *)
Theorem check_values_correct c : check_values c = true -> claimed c.
Proof.
  unfold check_values. intros H. apply andb_prop in H. destruct H as [H HV]. apply andb_prop in H. destruct H as [H HL].
  apply andb_prop in H. destruct H as [H HT]. apply andb_prop in H. destruct H as [HG HB]. apply N.eqb_eq in HT.
  split; auto. destruct (game_grundy _ HG) as [Gr _].
  destruct (all_values (c_game c) (c_sparse c) (c_checked_to c)) as [[g rs]|] eqn:AV; [|discriminate].
  pose proof (all_values_ok _ _ _ _ _ HG AV) as V. clear AV.
  apply andb_prop in HV. destruct HV as [HV _]. apply andb_prop in HV. destruct HV as [HV _]. apply andb_prop in HV. destruct HV as [HA HE].
  apply andb_prop in HA. destruct HA as [HA HO]. pose proof (agrees_all_ok _ _ _ _ _ HA) as A. rewrite forallb_forall in HE.
  assert (Hp : 1 <= c_period c).
  { unfold check_least in HL. apply andb_prop in HL. destruct HL as [HL _]. apply andb_prop in HL. destruct HL as [HL _]. apply N.leb_le in HL. auto. }
  set (n0 := c_preperiod c) in *. set (p := c_period c) in *. set (s := c_saltus c) in *. set (k := last_place (c_game c)) in *.
  assert (Ag : agree (grundy_of (c_game c)) (N.to_nat n0) (N.to_nat p) s (N.to_nat (c_agreement c))).
  { intros n Hn. specialize (A (N.of_nat n) ltac:(lia)). rewrite !V in A by lia. unfold on_N in A.
    rewrite Nat2N.id in A. rewrite <- A. f_equal. lia. }
  apply (check_least_ok _ _ _ _ (c_before c) (c_periods c)); auto.
  - unfold bound_ok in HB. fold n0 p s k in HB. destruct (c_theorem c) eqn:ET, (c_game c) as [d|T|F] eqn:EG; try discriminate; cbn [rules_of grundy_of] in *.
    + apply andb_prop in HB. destruct HB as [HB Hs]. apply andb_prop in HB. destruct HB as [Hh Hb]. apply N.leb_le in Hh. apply orb_prop in Hb. rewrite !N.eqb_eq in Hb. apply N.eqb_eq in Hs. rewrite Hs in *.
      apply code_ok in HG. destruct HG as (W & Bd & _).
      apply (GuySmith.guy_smith d (N.to_nat (heaps d)) (length d - 1)); auto; [apply heaps_bound; auto|lia|lia|].
      intros n Hn. apply Ag. unfold window, extra_N, extra, k, last_place in *.
      destruct (N.eqb_spec n0 0), (Nat.eqb_spec (N.to_nat n0) 0), Hb as [Hb|Hb]; rewrite Hb in *; nia.
    + apply andb_prop in HB. destruct HB as [HB Hs]. apply andb_prop in HB. destruct HB as [Hq Hb]. apply N.eqb_eq in Hs. rewrite Hs in *.
      apply code_ok in HG. destruct HG as (W & Bd & NE). apply N.eqb_eq in Hq.
      assert (B1 := heaps_bound d _ Bd). rewrite Hq in B1. simpl N.to_nat in B1.
      destruct (N.eqb_spec k 0) as [K0|K0].
      * (* no moves at all *)
        assert (Z : forall n, grundy_of_code d n = 0).
        { intros n. destruct (N.eq_0_gt_0_cases (grundy_of_code d n)) as [|Pos]; auto. exfalso.
          destruct (proj2 (Gr n) 0 Pos) as (hs & (j & Lv & Fh & Sm) & _). destruct (B1 _ _ Lv) as [Hj Hl]. unfold k, last_place in K0.
          assert (j = 0)%nat as -> by lia. destruct W as [W0 W1]. destruct (length hs) as [|[|?]]; congruence || lia. }
        intros n Hn. rewrite !Z. lia.
      * apply N.eqb_eq in Hb. apply (no_split_window d (length d - 1)); auto; [lia|].
        intros n Hn. apply Ag. rewrite Hb. unfold extra_N, extra, k, last_place in *.
        destruct (N.eqb_spec n0 0), (Nat.eqb_spec (N.to_nat n0) 0); lia.
    + apply andb_prop in HB. destruct HB as [Hb Hs]. apply N.eqb_eq in Hb, Hs. rewrite Hs in *.
      apply (subtraction_window (map N.to_nat T) (N.to_nat k)); auto; [|rewrite <- Hb; auto].
      intros j I. apply in_map_iff in I. destruct I as (z & <- & I). pose proof (fold_max_le _ _ I). unfold k. simpl. lia.
    + apply N.eqb_eq in HB. apply (all_but_window (map N.to_nat F) (N.to_nat k)); auto.
      * intros j I. apply in_map_iff in I. destruct I as (z & <- & I). pose proof (fold_max_le _ _ I).
        simpl in HG. rewrite forallb_forall in HG. apply HG in I. apply N.leb_le in I. unfold k. simpl. lia.
      * intros K0. destruct F as [|z F]; auto. exfalso. simpl in HG. apply andb_prop in HG. destruct HG as [H1 _]. apply N.leb_le in H1.
        unfold k in K0. simpl in K0. lia.
      * intros n Hn. apply Ag. rewrite HB. lia.
    + apply andb_prop in HB. destruct HB as [HB _]. apply andb_prop in HB. destruct HB as [HB _]. apply andb_prop in HB. destruct HB as [Hh _]. apply N.leb_le in Hh.
      apply code_ok in HG. destruct HG as (W & Bd & _). unfold values_ok in HO. rewrite ET, EG in HO.
      assert (Ek : N.to_nat (last_place (Code d)) = (length d - 1)%nat) by apply Nat2N.id.
      apply (splits_ok_periodic d _ g (heaps d) (last_place (Code d)) _ _ _ (c_agreement c)); auto; rewrite ?Ek; [auto|apply heaps_bound; auto|lia|].
      intros q Hq. apply V. fold n0 p in Hq. lia.
  - intros e [E|I]; [assert (I : In e (evidences c)) by (unfold evidences; rewrite E; left; auto)|
      assert (I' : In e (evidences c)) by (unfold evidences; destruct (c_before c); [right; auto|auto])];
      [specialize (HE e I)|specialize (HE e I')]; unfold evidence_ok in HE;
      apply andb_prop in HE; destruct HE as [HE E3]; apply andb_prop in HE; destruct HE as [E1 E2];
      apply N.leb_le in E1; apply N.eqb_eq in E2, E3; (split; [rewrite <- E2|rewrite <- E3]; symmetry; apply V; lia).
Qed.
