(* Certificates in segments: a sparse space, the states, and each segment on its own. *)
From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Rules Values Sparse Layout Store ExactValues SegmentCheck LeastCheck Certificate.
Import ListNotations.
Local Open Scope N_scope.

(* What all segments use. *)
Record prepared := { pr_classes : classes; pr_shifts : list (N * N); pr_wits : list (N * N); pr_window : N; pr_reach : N; pr_bits : N;
  pr_claims : list (N * N) }.

Definition shifts_for (L : layout) (rares : list (N * N)) : list (N * N) :=
  map (fun j => (j, 0)) (singles L) ++ flat_map (fun e => map (fun j => (j + fst e, snd e)) (pairs L)) rares.
Definition wits_for (L : layout) (g : store) (A : list N) : list (N * N) :=
  flat_map (fun a => map (fun j => (j + a, get g a)) (pairs L)) A.
Definition parts_of (sp : space) : list N := sp_witnesses sp ++ up 1 (N.to_nat (sp_parts sp)).
(* the values that the evidence tells *)
Definition claims_of (c : certificate) : list (N * N) :=
  flat_map (fun e => [(ev_n e, ev_x e); (ev_n e + ev_period e, ev_y e)]) (evidences c).
Fixpoint last_state (a : N * list N) (rest : list (N * list N)) : N * list N := match rest with [] => a | b :: t => last_state b t end.
Fixpoint same_list (l r : list N) : bool :=
  match l, r with [], [] => true | x :: l, y :: r => (x =? y) && same_list l r | _, _ => false end.

Definition numbers_ok (c : certificate) (sp : space) (k M deepest : N) : bool :=
  let n0 := c_preperiod c in let p := c_period c in
  (match c_theorem c with SparseSpace => true | _ => false end) && (c_saltus c =? 0) && (1 <=? n0) && (M <? n0) &&
  (c_agreement c =? N.max (k + N.max M deepest) 1) && (c_checked_to c + 1 =? n0 + p + c_agreement c) &&
  (negb (sp_position sp) || negb (N.odd p)) && forallb (fun a => 1 <=? a) (sp_witnesses sp).
Definition states_ok (c : certificate) (U : N) (g : store) : bool :=
  let n0 := c_preperiod c in let p := c_period c in
  match c_states c with
  | [] => false
  | a :: rest =>
    let z := last_state a rest in
    (fst a =? U + 1) && (N.of_nat (length (snd a)) =? U) && window_ok (snd a) 1 g &&
    (fst z =? n0 + p + U) && (N.of_nat (length (snd z)) =? U) &&
    existsb (fun b => (fst b =? n0 + U) && same_list (snd b) (snd z)) (c_states c)
  end.
Definition claims_ok (c : certificate) (U : N) (g : store) : bool :=
  forallb (fun e => (fst e <? c_preperiod c + c_period c + U) && ((U <? fst e) || (get g (fst e) =? snd e))) (claims_of c).

(* All but the segments: the numbers, the first values from the rules, the rare positions, the first state, and that the states a period apart agree. *)
Definition prepare (c : certificate) : option prepared :=
  match c_game c, c_sparse c with
  | Code d, Some sp =>
    let L := layout_of d in let k := last_place (Code d) in let M := fold_right N.max 0 (map fst (sp_rares sp)) in
    let deepest := fold_right N.max 0 (parts_of sp) in let U := k + M in let V := deepest - M in
    if game_ok (Code d) && numbers_ok c sp k M deepest && check_least (c_preperiod c) (c_period c) (c_saltus c) (c_before c) (c_periods c) && space_ok L sp then
      match values_with L (Some sp) (U + V) with
      | None => None
      | Some (g, rs) =>
        if same_pairs rs (rev (sp_rares sp)) && states_ok c U g && claims_ok c U g && layout_ok L then
          Some {| pr_classes := classes_of sp; pr_shifts := shifts_for L (sp_rares sp); pr_wits := wits_for L g (parts_of sp);
            pr_window := U; pr_reach := V; pr_bits := N.size (U + V); pr_claims := claims_of c |}
        else None
      end
    else None
  | _, _ => None
  end.

(* The segments between the states, one after the other. *)
Fixpoint adjacent (a : N * list N) (rest : list (N * list N)) : list ((N * list N) * (N * list N)) :=
  match rest with [] => [] | b :: t => (a, b) :: adjacent b t end.
Definition segments_of (c : certificate) : list ((N * list N) * (N * list N)) :=
  match c_states c with [] => [] | a :: rest => adjacent a rest end.

Fixpoint insert (e : N * N) (l : list (N * N)) : list (N * N) :=
  match l with [] => [e] | f :: t => if fst e <=? fst f then e :: l else f :: insert e t end.
Definition check_part (pr : prepared) (ab : (N * list N) * (N * list N)) : bool :=
  let (a, b) := ab in
  let visits := fold_right insert [] (filter (fun e => (fst a <=? fst e) && (fst e <? fst b)) (pr_claims pr)) in
  let U := pr_window pr in
  (fst a <=? fst b) && (N.of_nat (length (snd a)) =? U) && (N.of_nat (length (snd b)) =? U) &&
  check_segment (pr_classes pr) (pr_shifts pr) (pr_wits pr) U (pr_reach pr) (pr_bits pr) (fst a) (fst b) (snd a) (snd b) visits.

(* The whole check. *)
Definition check (c : certificate) : bool :=
  match c_theorem c with
  | SparseSpace => match prepare c with Some pr => forallb (check_part pr) (segments_of c) | None => false end
  | _ => check_values c
  end.

(* ---------- its correctness ---------- *)
Lemma same_pairs_eq l : forall r, same_pairs l r = true -> l = r.
Proof.
  induction l as [|[a b] l IH]; intros [|[x y] r] H; simpl in H; try discriminate; auto.
  apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. apply N.eqb_eq in H1, H2. subst. f_equal. auto.
Qed.
Lemma same_list_eq l : forall r, same_list l r = true -> l = r.
Proof.
  induction l as [|a l IH]; intros [|x r] H; simpl in H; try discriminate; auto.
  apply andb_prop in H. destruct H as [H1 H2]. apply N.eqb_eq in H1. subst. f_equal. auto.
Qed.
Lemma insert_in e l x : In x (e :: l) -> In x (insert e l).
Proof.
  induction l as [|f t IH]; simpl; auto. destruct (fst e <=? fst f); simpl; auto.
  intros [H|[H|H]]; auto; right; apply IH; simpl; auto.
Qed.
Lemma sorted_in l x : In x l -> In x (fold_right insert [] l).
Proof. induction l as [|e t IH]; simpl; auto. intros [->|H]; apply insert_in; simpl; auto. Qed.

Section Correct.
Local Opaque most depth loop check_segment.
Variables (d : list N) (sp : space) (k M : N).
Let L := layout_of d.
Let G := on_N (grundy_of_code d).
Let rares := sp_rares sp.
Let E := map fst rares.
Let A := parts_of sp.
Hypothesis Hok : game_ok (Code d) = true.
Hypothesis HL : layout_ok L = true.
Hypothesis HS : space_ok L sp = true.
Variables (U V bits : N) (wits : list (N * N)) (claims : list (N * N)).
Hypothesis HE : forall e, In e E -> 1 <= e <= U.
Hypothesis Hends : forall j, In j (ends L) -> j <= U.
Hypothesis Hsh : forall x v, In (x, v) (shifts_for L rares) -> x <= U /\
  (In x (singles L) /\ v = 0 \/ exists j e, In j (pairs L) /\ In e E /\ x = j + e /\ v = G e).
Hypothesis Hsh1 : forall j, In j (singles L) -> In (j, 0) (shifts_for L rares).
Hypothesis Hsh2 : forall j e, In j (pairs L) -> In e E -> In (j + e, G e) (shifts_for L rares).
Hypothesis Hw : forall x v, In (x, v) wits -> x <= U + V /\ exists j a, In j (pairs L) /\ In a A /\ 1 <= a /\ x = j + a /\ v = G a.
Hypothesis Hbits : U + V < 2 ^ bits.
Let pr := {| pr_classes := classes_of sp; pr_shifts := shifts_for L rares; pr_wits := wits; pr_window := U; pr_reach := V; pr_bits := bits; pr_claims := claims |}.

Lemma space_class j a b x y : In j (pairs L) -> rare_in sp (N.lxor x y) (a + b + j) = false -> xorb (rare_in sp x a) (rare_in sp y b) = true.
Proof. intros I R. rewrite (class_N d sp (code_class_ok d sp Hok HS) j a b x y I) in R. apply negb_false_iff in R. auto. Qed.

(* One segment after the other: what is known of one state is known of the next. *)
Lemma chain rest : forall a, U < fst a -> agrees_with G (snd a) (fst a - U) -> no_rares G (rare_in sp) E (fst a + V) ->
  forallb (check_part pr) (adjacent a rest) = true ->
  let z := last_state a rest in
  fst a <= fst z /\ (forall b, In b (a :: rest) -> agrees_with G (snd b) (fst b - U)) /\ no_rares G (rare_in sp) E (fst z + V) /\
  (forall q, fst a + V <= q < fst z + V -> clear_at L G (rare_in sp) E A q) /\
  (forall q v, In (q, v) claims -> fst a <= q < fst z -> G q = v).
Proof.
  induction rest as [|b t IH]; intros a Ha Ag RE H; cbn [last_state].
  - split; [lia|]. split; [intros b [<-|[]]; auto|]. split; auto. split; intros; lia.
  - cbn [adjacent forallb] in H. apply andb_prop in H. destruct H as [H Ht]. unfold check_part in H at 1.
    cbn [pr_claims pr_window pr_reach pr_bits pr_classes pr_shifts pr_wits pr] in H.
    apply andb_prop in H. destruct H as [H HC]. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
    apply N.leb_le in H1. apply N.eqb_eq in H2, H3.
    destruct (check_segment_ok L G (classes_of sp) (rare_in sp) (code_layout_grundy d Hok) HL (classes_commons sp) (classes_rares sp) space_class
      E A (shifts_for L rares) wits U V bits HE Hends Hsh Hsh1 Hsh2 Hw Hbits (fst a) Ha (fst b) (snd a) (snd b) _ H2 H3 H1 Ag RE HC) as (B1 & B2 & B3 & B4).
    destruct (IH b ltac:(lia) B1 B2 Ht) as (C1 & C2 & C3 & C4 & C5). set (z := last_state b t) in *.
    split; [lia|]. split; [intros b' [<-|I]; auto|]. split; auto. split.
    + intros q Hq. destruct (N.lt_ge_cases q (fst b + V)); [apply B3; lia|apply C4; lia].
    + intros q v I Hq. destruct (N.lt_ge_cases q (fst b)) as [Lt|Ge]; [|apply C5; auto; lia].
      apply B4. apply sorted_in. apply filter_In. split; auto. cbn [fst]. apply andb_true_intro. split; [apply N.leb_le|apply N.ltb_lt]; lia.
Qed.
End Correct.

Lemma agrees_nth G l : forall q i, agrees_with G l q -> (i < length l)%nat -> nth i l 0 = G (q + N.of_nat i).
Proof.
  induction l as [|x t IH]; intros q i H Hi; simpl in *; [lia|]. destruct H as [-> H]. destruct i as [|i]; [f_equal; lia|].
  rewrite (IH (q + 1) i H) by lia. f_equal. lia.
Qed.
Lemma window_agrees G g l : forall q limit, (forall z, z <= limit -> get g z = G z) -> q + N.of_nat (length l) <= limit + 1 ->
  window_ok l q g = true -> agrees_with G l q.
Proof.
  induction l as [|x t IH]; intros q limit K Hq H; simpl; auto. simpl in H, Hq. apply andb_prop in H. destruct H as [H1 H2].
  apply N.eqb_eq in H1. split; [rewrite <- H1; apply K; lia|]. apply (IH (q + 1) limit); auto. lia.
Qed.

Lemma max_le x l : In x l -> x <= fold_right N.max 0 l.
Proof. apply fold_max_le. Qed.

Ltac split_ands := repeat match goal with H : _ && _ = true |- _ => apply andb_prop in H; destruct H end.

(* What `prepare` has checked, and what it makes of it, whatever the segments hold. *)
Section Whole.
Local Opaque most depth loop check_segment values_with.
Variables (c : certificate) (d : list N) (sp : space).
Let L := layout_of d.
Let G := on_N (grundy_of_code d).
Let k := last_place (Code d).
Let E := map fst (sp_rares sp).
Let M := fold_right N.max 0 E.
Let deepest := fold_right N.max 0 (parts_of sp).
Let U := k + M.
Let V := deepest - M.

Lemma whole g rs : c_game c = Code d -> game_ok (Code d) = true -> numbers_ok c sp k M deepest = true ->
  check_least (c_preperiod c) (c_period c) (c_saltus c) (c_before c) (c_periods c) = true -> space_ok L sp = true ->
  values_with L (Some sp) (U + V) = Some (g, rs) -> same_pairs rs (rev (sp_rares sp)) = true -> states_ok c U g = true ->
  claims_ok c U g = true -> layout_ok L = true ->
  forallb (check_part {| pr_classes := classes_of sp; pr_shifts := shifts_for L (sp_rares sp); pr_wits := wits_for L g (parts_of sp);
    pr_window := U; pr_reach := V; pr_bits := N.size (U + V); pr_claims := claims_of c |}) (segments_of c) = true ->
  claimed c.
Proof.
  intros EG Hok Hn HLe HS HV Hrs Hst Hcl HL Hseg. apply same_pairs_eq in Hrs.
  destruct (code_ok d Hok) as (W & Bd3 & NE). pose proof (two_heaps d _ Bd3 HL) as Bd.
  destruct (code_values L G (Some sp) (U + V) g rs (code_layout_grundy d Hok)) as [K KR]; auto.
  { intros s Es So. inversion Es; subst s. apply (class_N d sp), code_class_ok; auto. }
  destruct (KR sp eq_refl) as (m & Hm & _ & Rs). clear KR HV. rewrite Hrs in Rs.
  assert (RsE : forall q v, In (q, v) (sp_rares sp) <-> 1 <= q < m /\ rare_in sp (G q) q = true /\ v = G q) by (intros q v; rewrite <- Rs, <- in_rev; tauto).
  assert (HM : forall e, In e E -> e <= M) by (intros e I; apply max_le; auto).
  assert (HE : forall e, In e E -> 1 <= e <= U).
  { intros e I. pose proof (HM e I). apply in_map_iff in I. destruct I as ([q v] & <- & I). apply RsE in I. simpl in *. unfold U. lia. }
  assert (Place : forall j b, (b <= 2)%nat -> In j (places (N.of_nat b) 0 d) -> j <= k).
  { intros j b _ I. apply places_leaves in I. apply Bd in I. unfold k, last_place. lia. }
  assert (Hends : forall j, In j (ends L) -> j <= U) by (intros j I; apply (Place j 0%nat) in I; [unfold U; lia|lia]).
  assert (Hsi : forall j, In j (singles L) -> j <= k) by (intros j I; apply (Place j 1%nat); auto).
  assert (Hpa : forall j, In j (pairs L) -> j <= k) by (intros j I; apply (Place j 2%nat); auto).
  assert (InE : forall e, In e E -> In (e, G e) (sp_rares sp)).
  { intros e I. apply in_map_iff in I. destruct I as ([q v] & <- & I). pose proof I as I'. apply RsE in I'. destruct I' as (_ & _ & ->). auto. }
  assert (Hsh : forall x v, In (x, v) (shifts_for L (sp_rares sp)) -> x <= U /\
    (In x (singles L) /\ v = 0 \/ exists j e, In j (pairs L) /\ In e E /\ x = j + e /\ v = G e)).
  { intros x v I. unfold shifts_for in I. apply in_app_or in I. destruct I as [I|I].
    - apply in_map_iff in I. destruct I as (j & Ej & I). inversion Ej; subst x v. pose proof (Hsi _ I). split; [unfold U; lia|left; auto].
    - apply in_flat_map in I. destruct I as ([e w] & Ie & I). apply in_map_iff in I. destruct I as (j & Ej & I). simpl in Ej. inversion Ej; subst x v.
      pose proof (Hpa _ I). assert (IE : In e E) by (apply in_map_iff; exists (e, w); auto). pose proof (HM _ IE).
      split; [unfold U; lia|]. right. exists j, e. split; auto. split; auto. split; auto. apply RsE in Ie. tauto. }
  assert (Hsh1 : forall j, In j (singles L) -> In (j, 0) (shifts_for L (sp_rares sp))).
  { intros j I. apply in_or_app. left. apply in_map_iff. exists j. auto. }
  assert (Hsh2 : forall j e, In j (pairs L) -> In e E -> In (j + e, G e) (shifts_for L (sp_rares sp))).
  { intros j e Ij Ie. apply in_or_app. right. apply in_flat_map. exists (e, G e). split; auto. apply in_map_iff. exists j. auto. }
  unfold numbers_ok in Hn. apply andb_prop in Hn. destruct Hn as [Hn Hw1]. apply andb_prop in Hn. destruct Hn as [Hn Hpos].
  apply andb_prop in Hn. destruct Hn as [Hn _]. apply andb_prop in Hn. destruct Hn as [Hn _]. apply andb_prop in Hn. destruct Hn as [Hn HMn].
  apply andb_prop in Hn. destruct Hn as [Hn Hn0]. apply andb_prop in Hn. destruct Hn as [_ Hs].
  apply N.leb_le in Hn0. apply N.ltb_lt in HMn. apply N.eqb_eq in Hs.
  assert (Hp : 1 <= c_period c).
  { pose proof HLe as X. unfold check_least in X. apply andb_prop in X. destruct X as [X _]. apply andb_prop in X. destruct X as [X _]. apply N.leb_le in X. auto. }
  assert (HA : forall a, In a (parts_of sp) -> 1 <= a <= deepest).
  { intros a I. split; [|apply max_le; auto]. unfold parts_of in I. apply in_app_or in I. destruct I as [I|I]; [|apply up_spec in I; lia].
    rewrite forallb_forall in Hw1. apply Hw1 in I. apply N.leb_le in I. auto. }
  assert (Hw : forall x v, In (x, v) (wits_for L g (parts_of sp)) ->
    x <= U + V /\ exists j a, In j (pairs L) /\ In a (parts_of sp) /\ 1 <= a /\ x = j + a /\ v = G a).
  { intros x v I. unfold wits_for in I. apply in_flat_map in I. destruct I as (a & Ia & I). apply in_map_iff in I. destruct I as (j & Ej & I).
    inversion Ej; subst x v. pose proof (Hpa _ I). pose proof (HA _ Ia). split; [unfold U, V; lia|].
    exists j, a. repeat split; auto; [lia|]. apply K. unfold U, V. lia. }
  assert (Hbits : U + V < 2 ^ N.size (U + V)) by apply N.size_gt.
  unfold states_ok in Hst. unfold segments_of in Hseg. destruct (c_states c) as [|a rest] eqn:ES; [discriminate|].
  apply andb_prop in Hst. destruct Hst as [Hst Hex]. apply andb_prop in Hst. destruct Hst as [Hst Hlz].
  apply andb_prop in Hst. destruct Hst as [Hst Hz]. apply andb_prop in Hst. destruct Hst as [Hst Hwin]. apply andb_prop in Hst. destruct Hst as [Hfa Hla].
  apply N.eqb_eq in Hfa, Hla, Hz, Hlz.
  assert (Ag0 : agrees_with G (snd a) (fst a - U)).
  { rewrite Hfa. replace (U + 1 - U) with 1 by lia. apply (window_agrees G g _ 1 (U + V)); auto. lia. }
  assert (RE0 : no_rares G (rare_in sp) E (fst a + V)).
  { intros q Hq R. apply in_map_iff. exists (q, G q). split; auto. apply RsE. repeat split; auto; lia. }
  destruct (chain d sp Hok HL HS U V (N.size (U + V)) (wits_for L g (parts_of sp)) (claims_of c) HE Hends Hsh Hsh1 Hsh2 Hw Hbits rest a
    ltac:(lia) Ag0 RE0 Hseg) as (C1 & C2 & C3 & C4 & C5).
  set (z := last_state a rest) in *.
  apply existsb_exists in Hex. destruct Hex as (b & Ib & Hb). apply andb_prop in Hb. destruct Hb as [Hb1 Hb2]. apply N.eqb_eq in Hb1. apply same_list_eq in Hb2.
  assert (Iz : In z (a :: rest)).
  { unfold z. clear. revert a. induction rest as [|b t IH]; intros a; cbn [last_state]; [left; auto|right; apply IH]. }
  pose proof (C2 b Ib) as Bb. pose proof (C2 z Iz) as Bz. rewrite Hb2 in Bb.
  set (n0 := c_preperiod c) in *. set (p := c_period c) in *.
  assert (Cl : class_ok d (rare_at (sp_mask sp) (sp_position sp) (sp_common sp))) by (apply code_class_ok; auto).
  split; [rewrite EG; auto|]. rewrite EG. cbn [grundy_of].
  apply (check_least_ok _ _ _ _ (c_before c) (c_periods c)); auto.
  - rewrite Hs. fold n0 p.
    refine (proj1 (sparse_space false d (N.to_nat k) (grundy_of_code d) (rare_at (sp_mask sp) (sp_position sp) (sp_common sp))
      (map N.to_nat E) (map N.to_nat (parts_of sp ++ E)) W _ (code_grundy d W) Cl (N.to_nat U) (N.to_nat (U + V)) (N.to_nat n0) (N.to_nat p) _ _ _ _ _ _ _ _ _ _ _ _)).
    + eapply wider; eauto. unfold k, last_place. lia.
    + intros x n. symmetry. apply rare_at_period. intros Ps. rewrite Ps in Hpos. simpl in Hpos. apply negb_true_iff in Hpos.
      rewrite <- Hpos. clear. rewrite <- (N2Nat.id p) at 2. set (i := N.to_nat p). clearbody i. induction i as [|i IH]; auto.
      rewrite Nat2N.inj_succ, Nat.odd_succ, N.odd_succ, <- Nat.negb_odd, <- N.negb_odd, IH. reflexivity.
    + unfold U. lia.
    + lia.
    + intros e I. apply in_map_iff in I. destruct I as (e' & <- & I). pose proof (HM _ I). unfold U. lia.
    + intros e I. apply in_map_iff in I. destruct I as (e' & <- & I). apply in_app_or in I.
      destruct I as [I|I]; [pose proof (HA _ I)|pose proof (HM _ I)]; unfold U, V; lia.
    + intros e I. apply in_map_iff in I. destruct I as (e' & <- & I). pose proof (HM _ I). lia.
    + lia.
    + lia.
    + discriminate.
    + intros n Hn. assert (Hi : (n - N.to_nat n0 < length (snd z))%nat) by lia.
      pose proof (agrees_nth G _ _ _ Bb Hi) as X1. pose proof (agrees_nth G _ _ _ Bz Hi) as X2. rewrite X1 in X2.
      rewrite Hb1, Hz in X2. unfold G, on_N in X2. rewrite N.add_0_r.
      replace (N.to_nat (n0 + U - U + N.of_nat (n - N.to_nat n0))) with n in X2 by lia.
      replace (N.to_nat (n0 + p + U - U + N.of_nat (n - N.to_nat n0))) with (n + N.to_nat p)%nat in X2 by lia. auto.
    + intros n Hn R. apply in_map_iff. exists (N.of_nat n). rewrite Nat2N.id. split; auto. apply C3; [lia|].
      rewrite rare_in_at. unfold G, on_N. rewrite Nat2N.id. auto.
    + intros n Hn y Hy R. assert (Q : clear_at L G (rare_in sp) E (parts_of sp) (N.of_nat n)) by (apply C4; lia).
      unfold clear_at in Q. specialize (Q y). rewrite rare_in_at in Q. unfold G at 1, on_N in Q. rewrite Nat2N.id in Q. specialize (Q Hy R).
      apply (code_witnessed d (grundy_of_code d)) in Q. rewrite Nat2N.id in Q. exact Q.
  - intros e He. assert (Ie : In e (evidences c)).
    { unfold evidences. destruct He as [-> |I]; [left; auto|]. destruct (c_before c); [right; auto|auto]. }
    assert (T : forall q v, In (q, v) (claims_of c) -> G q = v).
    { intros q v I. unfold claims_ok in Hcl. rewrite forallb_forall in Hcl. pose proof (Hcl _ I) as X. cbn [fst snd] in X.
      apply andb_prop in X. destruct X as [X1 X2]. apply N.ltb_lt in X1. apply orb_prop in X2. destruct X2 as [X2|X2].
      - apply N.ltb_lt in X2. apply C5; auto. fold n0 p in X1. lia.
      - destruct (N.lt_ge_cases U q); [apply C5; auto; fold n0 p in X1; lia|]. apply N.eqb_eq in X2. rewrite <- X2. symmetry. apply K. lia. }
    split; apply T; unfold claims_of; apply in_flat_map; exists e; simpl; auto.
Qed.
End Whole.

(* A prepared certificate of which every segment is accepted is true. *)
Theorem segments_correct c pr : prepare c = Some pr -> (forall ab, In ab (segments_of c) -> check_part pr ab = true) -> claimed c.
Proof.
  intros H HS. rewrite <- forallb_forall in HS. unfold prepare in H.
  destruct (c_game c) as [d|T|F] eqn:EG; try discriminate. destruct (c_sparse c) as [sp|]; [|discriminate].
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:HB; [|discriminate] end.
  apply andb_prop in HB. destruct HB as [HB H4]. apply andb_prop in HB. destruct HB as [HB H3]. apply andb_prop in HB. destruct HB as [H1 H2].
  match type of H with match ?v with Some _ => _ | None => _ end = _ => destruct v as [[g rs]|] eqn:HV; [|discriminate] end.
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:HB; [|discriminate] end.
  apply andb_prop in HB. destruct HB as [HB H8]. apply andb_prop in HB. destruct HB as [HB H7]. apply andb_prop in HB. destruct HB as [H5 H6].
  injection H as <-. exact (whole c d sp g rs EG H1 H2 H3 H4 HV H5 H6 H7 H8 HS).
Qed.

(* One statement for the whole: what the checker accepts is true of the Grundy function of the game. *)
Theorem check_correct c : check c = true -> claimed c.
Proof.
  unfold check. destruct (c_theorem c) eqn:ET; try apply check_values_correct.
  destruct (prepare c) as [pr|] eqn:EP; [|discriminate]. intros H. rewrite forallb_forall in H. exact (segments_correct c pr EP H).
Qed.
