(* One segment of a proof by a sparse space: from the values before its start, every value is the least common one that no option
   has; the witnesses exclude the rare values below it; and the values before its end are those of the next state. *)
From Coq Require Import NArith List Lia Bool Sorted.
From Grundy Require Import Layout Store ExactValues.
Import ListNotations.
Local Open Scope N_scope.

(* ---------- the program ---------- *)

(* The last values stand in a ring: G(q) at q mod 2^b, that is at q & mask. *)
Fixpoint ring_marks (sh : list (N * N)) (n mask : N) (ring m : store) : store :=
  match sh with
  | [] => m
  | (d, v) :: t => ring_marks t n mask ring (set m (N.lxor v (get ring (N.land (n - d) mask))) n)
  end.
(* marks witnesses until no rare value below x is left *)
Fixpoint exclude (wits : list (N * N)) (left : list N) (n x mask : N) (ring m : store) : store * bool :=
  match left with
  | [] => (m, true)
  | _ => match wits with
    | [] => (m, false)
    | (d, v) :: t => let m' := set m (N.lxor v (get ring (N.land (n - d) mask))) n in exclude t (advance left x n m') n x mask ring m'
    end
  end.

Record seg := { s_n : N; s_ring : store; s_m : store; s_good : bool }.
Definition seg_step (c : classes) (shifts wits : list (N * N)) (mask from : N) (s : seg) : seg :=
  let n := s_n s in let ring := s_ring s in
  let m := ring_marks shifts n mask ring (s_m s) in
  match first_free (commons_at c n) n m with
  | None => {| s_n := n; s_ring := ring; s_m := m; s_good := false |}
  | Some x =>
    if n <? from then {| s_n := n + 1; s_ring := set ring (N.land n mask) x; s_m := m; s_good := true |}
    else let (m', good) := exclude wits (advance (rares_at c n) x n m) n x mask ring m in
      {| s_n := n + 1; s_ring := set ring (N.land n mask) x; s_m := m'; s_good := good |}
  end.
Definition seg_stop (target : N) (s : seg) : bool := negb (s_good s) || (target <=? s_n s).
Definition seg_run (c : classes) (shifts wits : list (N * N)) (mask from target : N) (s : seg) : seg :=
  loop (seg_stop target) (seg_step c shifts wits mask from) depth s.

Fixpoint load (l : list N) (q mask : N) (ring : store) : store :=
  match l with [] => ring | x :: t => load t (q + 1) mask (set ring (N.land q mask) x) end.
Fixpoint same_window (l : list N) (q mask : N) (ring : store) : bool :=
  match l with [] => true | x :: t => (get ring (N.land q mask) =? x) && same_window t (q + 1) mask ring end.
(* values that are claimed elsewhere, in order *)
Fixpoint visit (run : N -> seg -> seg) (mask start : N) (visits : list (N * N)) (s : seg) : option seg :=
  match visits with
  | [] => Some s
  | (q, v) :: t =>
    let s' := run (q + 1) s in
    if s_good s' && (start <=? q) && (s_n s' =? q + 1) && (get (s_ring s') (N.land q mask) =? v) then visit run mask start t s' else None
  end.

Definition check_segment (c : classes) (shifts wits : list (N * N)) (U V bits start finish : N) (before after : list N) (visits : list (N * N)) : bool :=
  let mask := N.ones bits in
  let run := seg_run c shifts wits mask (start + V) in
  let s := {| s_n := start; s_ring := load before (start - U) mask (empty tt); s_m := empty tt; s_good := true |} in
  match visit run mask start visits s with
  | None => false
  | Some s =>
    let s := run finish s in
    if s_good s && (s_n s =? finish) && same_window after (finish - U) mask (s_ring s) then
      let s := run (finish + V) s in s_good s && (s_n s =? finish + V)
    else false
  end.

(* ---------- its correctness ---------- *)
Local Opaque most depth loop.
Section Correct.
Variables (L : layout) (G : N -> N) (c : classes) (rare : N -> N -> bool).
Hypothesis HG : layout_grundy L G.
Hypothesis HL : layout_ok L = true.
Hypothesis HC : forall n, commons_at c n = filter (fun x => negb (rare x n)) (up 0 (N.to_nat most)).
Hypothesis HR : forall n, rares_at c n = filter (fun x => rare x n) (up 0 (N.to_nat most)).
Hypothesis Class : forall j a b x y, In j (pairs L) -> rare (N.lxor x y) (a + b + j) = false -> xorb (rare x a) (rare y b) = true.

Variables (E : list N) (A : list N) (shifts wits : list (N * N)) (U V bits : N).
Hypothesis HE : forall e, In e E -> 1 <= e <= U.
Hypothesis Hends : forall j, In j (ends L) -> j <= U.
Hypothesis Hsh : forall d v, In (d, v) shifts -> d <= U /\
  (In d (singles L) /\ v = 0 \/ exists j e, In j (pairs L) /\ In e E /\ d = j + e /\ v = G e).
Hypothesis Hsh1 : forall j, In j (singles L) -> In (j, 0) shifts.
Hypothesis Hsh2 : forall j e, In j (pairs L) -> In e E -> In (j + e, G e) shifts.
Hypothesis Hw : forall d v, In (d, v) wits -> d <= U + V /\ exists j a, In j (pairs L) /\ In a A /\ 1 <= a /\ d = j + a /\ v = G a.
Hypothesis Hbits : U + V < 2 ^ bits.
Let mask := N.ones bits.

Definition ring_ok (lo n : N) (ring : store) : Prop := forall q, lo <= q -> q < n -> n <= q + 2 ^ bits -> get ring (N.land q mask) = G q.
Lemma ring_differs q n : q < n -> n < q + 2 ^ bits -> N.land q mask <> N.land n mask.
Proof.
  unfold mask. rewrite !N.land_ones. intros H1 H2 H. assert (P : 2 ^ bits <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_mod q _ P) as A1. pose proof (N.div_mod n _ P) as A2. rewrite H in A1.
  set (z := 2 ^ bits) in *. set (a := q / z) in *. set (b := n / z) in *. clearbody a b z.
  assert (a < b) by nia. nia.
Qed.
Lemma ring_set lo n ring x : ring_ok lo n ring -> x = G n -> ring_ok lo (n + 1) (set ring (N.land n mask) x).
Proof.
  intros R -> q H1 H2 H3. destruct (N.eq_dec q n) as [->|D]; [apply get_same|].
  rewrite get_other; [apply R; lia|]. apply ring_differs; lia.
Qed.

(* the values of a list are those from q on *)
Fixpoint agrees_with (l : list N) (q : N) : Prop := match l with [] => True | x :: t => x = G q /\ agrees_with t (q + 1) end.
Lemma load_ok l : forall lo q ring, ring_ok lo q ring -> agrees_with l q -> ring_ok lo (q + N.of_nat (length l)) (load l q mask ring).
Proof.
  induction l as [|x t IH]; intros lo q ring R M; simpl load; [simpl length; rewrite N.add_0_r; auto|].
  destruct M as [-> M]. replace (q + N.of_nat (length (G q :: t))) with (q + 1 + N.of_nat (length t)) by (simpl length; lia).
  apply IH; auto. apply ring_set; auto.
Qed.
Lemma same_window_ok l lo n ring : ring_ok lo n ring -> forall q, lo <= q -> n <= q + 2 ^ bits -> q + N.of_nat (length l) <= n ->
  same_window l q mask ring = true -> agrees_with l q.
Proof.
  intros R. induction l as [|x t IH]; intros q H1 H2 H3 H; simpl; auto. simpl length in H3. simpl in H.
  apply andb_prop in H. destruct H as [H4 H5]. apply N.eqb_eq in H4. split; [rewrite <- H4; apply R; lia|]. apply IH; auto; lia.
Qed.

Lemma ring_marks_spec n ring sh : forall m P, marks m n P ->
  marks (ring_marks sh n mask ring m) n (fun y => P y \/ exists d v, In (d, v) sh /\ y = N.lxor v (get ring (N.land (n - d) mask))).
Proof.
  induction sh as [|[d v] t IH]; intros m P H; simpl.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(? & ? & [] & _)]; auto.
  - eapply marks_ext; [|apply IH, marks_set, H]. intros y. cbv beta. split.
    + intros [[|Ey]|(i & w & I & Ey)]; [auto|right; exists d, v; auto|right; exists i, w; auto].
    + intros [H0|(i & w & [E1|I] & Ey)]; [auto|inversion E1; subst; auto|right; exists i, w; auto].
Qed.

Lemma exclude_spec R n x ring : forall ws left m P m', marks m n P -> covers R left x n m ->
  exclude ws left n x mask ring m = (m', true) ->
  exists Q, marks m' n Q /\ (forall y, Q y -> P y \/ exists d v, In (d, v) ws /\ y = N.lxor v (get ring (N.land (n - d) mask))) /\
    (forall y, P y -> Q y) /\ (forall y, y < x -> R y -> Q y).
Proof.
  assert (Done : forall m P, marks m n P -> covers R [] x n m -> forall y, y < x -> R y -> P y).
  { intros m P M (_ & _ & C) y Hy Ry. destruct (C y Hy Ry) as [X|I]; [apply M; auto|destruct I]. }
  induction ws as [|[d v] t IH]; intros left m P m' M C H; destruct left as [|r l]; simpl in H; try discriminate.
  - inversion H; subst m'. exists P. repeat split; auto; try (apply M). eapply Done; eauto.
  - inversion H; subst m'. exists P. repeat split; auto; try (apply M). eapply Done; eauto.
  - set (y0 := N.lxor v (get ring (N.land (n - d) mask))) in *.
    assert (M1 := marks_set m n P y0 M).
    assert (C1 : covers R (advance (r :: l) x n (set m y0 n)) x n (set m y0 n)).
    { apply advance_spec. eapply covers_grow; [|exact C]. intros z Hz. apply M1. left. apply M. auto. }
    destruct (IH _ _ _ _ M1 C1 H) as (Q & M2 & S & K & K2). exists Q. split; auto. split.
    + intros y Qy. destruct (S y Qy) as [[Py|Ey]|(d' & v' & I & Ey)]; [auto|right; exists d, v; split; [left; auto|auto]|].
      right. exists d', v'. split; [right; auto|auto].
    + split; auto.
Qed.

Section Segment.
Variable start : N.
Hypothesis Hstart : U < start.
Let from := start + V.
Let lo := start - U.

Definition clear_at (q : N) : Prop := forall y, y < G q -> rare y q = true -> plain_option L G q y \/ part_option L G (A ++ E) q y.
Definition no_rares (n : N) : Prop := forall q, 1 <= q < n -> rare (G q) q = true -> In q E.
Definition seg_ok (s : seg) : Prop := s_good s = true ->
  start <= s_n s /\ ring_ok lo (s_n s) (s_ring s) /\ unmarked (s_m s) (s_n s) /\ no_rares (N.max (s_n s) from) /\
  (forall q, from <= q < s_n s -> clear_at q).

Definition near (n y : N) : Prop := exists d v, In (d, v) shifts /\ y = N.lxor v (G (n - d)).
Lemma near_is_option n y : U < n -> near n y -> plain_option L G n y \/ part_option L G E n y.
Proof.
  intros Hn (d & v & I & ->). destruct (Hsh _ _ I) as [Hd [[Is ->]|(j & e & Ij & Ie & -> & ->)]].
  - left. right. exists d. split; auto. split; [lia|]. apply N.lxor_0_l.
  - right. exists j, e, (n - (j + e)). pose proof (HE _ Ie). repeat split; auto; lia.
Qed.
Lemma option_of n y : plain_option L G n y \/ part_option L G E n y \/ part_option L G A n y -> option_value L G n y.
Proof.
  intros [H|[H|H]]; [left; auto| |]; right; left; destruct H as (j & a & b & I & _ & Ha & Hb & Ey & ->); exists j, a, b; auto.
Qed.
Lemma common_near n y : U < n -> no_rares n -> option_value L G n y -> rare y n = false -> near n y.
Proof.
  intros Hn RE [[[I _]|(j & I & Hj & ->)]|[(j & a & b & I & Ha & Hb & Ey & ->)|(j & a & b & d & I & _)]] R.
  - apply Hends in I. lia.
  - exists j, 0. split; auto.
  - rewrite <- Ey in R. pose proof (Class _ _ _ _ _ I R) as X. destruct (rare (G a) a) eqn:Ra.
    + exists (j + a), (G a). split; [apply Hsh2; auto; apply RE; auto; lia|]. do 2 f_equal. lia.
    + destruct (rare (G b) b) eqn:Rb; [|discriminate]. exists (j + b), (G b).
      split; [apply Hsh2; auto; apply RE; auto; lia|]. rewrite N.lxor_comm. do 2 f_equal. lia.
  - rewrite (no_triples L HL) in I. destruct I.
Qed.

Lemma seg_step_ok target s : seg_ok s -> seg_stop target s = false -> seg_ok (seg_step c shifts wits mask from s).
Proof.
  intros Ok Stop. apply orb_false_iff in Stop. destruct Stop as [Go _]. apply negb_false_iff in Go.
  destruct (Ok Go) as (Hn & Ring & Un & RE & CL). clear Ok Go. unfold seg_step.
  set (n := s_n s) in *. set (ring := s_ring s) in *. set (m := ring_marks shifts n mask ring (s_m s)).
  assert (RG : forall d, 1 <= d -> d <= U + V -> (d <= U \/ from <= n) -> get ring (N.land (n - d) mask) = G (n - d)).
  { intros d H1 H2 H3. apply Ring; unfold lo, from in *; lia. }
  assert (M : marks m n (near n)).
  { eapply marks_ext; [|apply ring_marks_spec, marks_none, Un]. intros y. cbv beta. unfold near. split.
    - intros [[]|(d & v & I & ->)]. exists d, v. split; auto. destruct (Hsh _ _ I) as [Hd X]. rewrite RG; auto; [|lia].
      destruct X as [[X _]|(j & e & _ & Ie & -> & _)]; [apply (singles_pos L HL) in X; auto|apply HE in Ie; lia].
    - intros (d & v & I & ->). right. exists d, v. split; auto. destruct (Hsh _ _ I) as [Hd X]. rewrite RG; auto; [|lia].
      destruct X as [[X _]|(j & e & _ & Ie & -> & _)]; [apply (singles_pos L HL) in X; auto|apply HE in Ie; lia]. }
  clearbody m.
  assert (REn : no_rares n) by (intros q Hq; apply RE; lia).
  destruct (first_free (commons_at c n) n m) as [x|] eqn:F; [|intros H; discriminate].
  apply first_free_spec in F; [|rewrite HC; apply filter_sorted, up_sorted]. destruct F as (I & Nx & Bl).
  assert (InC : forall y, In y (commons_at c n) <-> y < most /\ rare y n = false) by (intros y; apply in_commons; auto).
  apply InC in I. destruct I as [Bx Rx].
  assert (Bl' : forall y, y < x -> rare y n = false -> near n y).
  { intros y Hy Ry. apply M, Bl; auto. apply InC. split; auto. lia. }
  assert (NotX : ~ option_value L G n x).
  { intros O. apply Nx, M. apply common_near; auto. lia. }
  destruct (N.ltb_spec n from) as [Early|Late].
  - intros _. cbn [s_n s_ring s_m s_good]. assert (Rn : rare (G n) n = false).
    { destruct (rare (G n) n) eqn:R; auto. assert (X : In n E) by (apply RE; auto; lia). apply HE in X. lia. }
    assert (V1 : x = G n).
    { destruct (N.lt_trichotomy x (G n)) as [C|[C|C]]; auto; exfalso.
      - apply NotX. apply HG. auto.
      - apply (proj1 (HG n)). apply option_of. destruct (near_is_option n (G n)); auto. lia. }
    split; [lia|]. split; [apply ring_set; auto|]. split; [eapply marks_next; eauto|]. split.
    + intros q Hq. apply RE. lia.
    + intros q Hq. apply CL. lia.
  - set (R := fun y => y < most /\ rare y n = true).
    assert (C0 : covers R (advance (rares_at c n) x n m) x n m).
    { apply advance_spec. split; [rewrite HR; apply filter_sorted, up_sorted|]. split.
      - intros y Iy. apply (in_rares c rare HR). auto.
      - intros y Hy Ry. right. apply (in_rares c rare HR). exact Ry. }
    destruct (exclude wits _ n x mask ring m) as [m' good] eqn:Ex. intros Good. cbn [s_n s_ring s_m s_good] in *. subst good.
    destruct (exclude_spec R n x ring _ _ _ _ _ M C0 Ex) as (Q & MQ & Sound & K & K2).
    assert (SQ : forall y, Q y -> near n y \/ part_option L G A n y).
    { intros y Qy. destruct (Sound y Qy) as [|(d & v & Iw & ->)]; auto. right.
      destruct (Hw _ _ Iw) as (Hd & j & a & Ij & Ia & Ha & -> & ->). rewrite RG by (auto; lia).
      exists j, a, (n - (j + a)). unfold from in *. repeat split; auto; lia. }
    assert (Rare : forall y, y < x -> rare y n = true -> near n y \/ part_option L G A n y).
    { intros y Hy Ry. apply SQ, K2; auto. split; auto. lia. }
    assert (V1 : x = G n).
    { apply (layout_value L G); auto. intros y Hy. apply option_of. destruct (rare y n) eqn:Ry.
      - destruct (Rare y Hy Ry) as [Ny|Py]; auto. destruct (near_is_option n y); auto. lia.
      - destruct (near_is_option n y); auto. lia. }
    split; [lia|]. split; [apply ring_set; auto|]. split; [eapply marks_next; eauto|]. split.
    + intros q Hq Rq. destruct (N.eq_dec q n) as [->|]; [congruence|]. apply RE; auto. lia.
    + intros q Hq. destruct (N.eq_dec q n) as [->|]; [|apply CL; lia]. intros y Hy Ry. rewrite <- V1 in Hy.
      assert (Sub : forall B, (forall a, In a B -> In a (A ++ E)) -> part_option L G B n y -> part_option L G (A ++ E) n y).
      { intros B HB (j & a & b & Ij & Ia & Z). exists j, a, b. split; auto. }
      destruct (Rare y Hy Ry) as [Ny|Py]; [destruct (near_is_option n y ltac:(lia) Ny) as [|Py]; auto|];
        right; eapply Sub; try exact Py; intros a Ia; apply in_or_app; auto.
Qed.

Let run := seg_run c shifts wits mask from.
Lemma seg_run_ok target s : seg_ok s -> seg_ok (run target s).
Proof. intros H. apply (loop_inv (seg_stop target) (seg_step c shifts wits mask from) seg_ok); auto. intros s'. apply seg_step_ok. Qed.
Lemma visit_ok visits : forall s s', seg_ok s -> visit run mask start visits s = Some s' ->
  seg_ok s' /\ forall q v, In (q, v) visits -> G q = v.
Proof.
  induction visits as [|[q v] t IH]; intros s s' Ok H; simpl in H; [inversion H; subst; split; [auto|intros q v []]|].
  set (s1 := run (q + 1) s) in *. pose proof (seg_run_ok (q + 1) s Ok : seg_ok s1) as Ok1.
  destruct (s_good s1) eqn:Go; [|discriminate]. destruct (N.leb_spec start q); [|discriminate].
  destruct (N.eqb_spec (s_n s1) (q + 1)) as [En|]; [|discriminate].
  destruct (N.eqb_spec (get (s_ring s1) (N.land q mask)) v) as [Ev|]; [|discriminate]. simpl in H.
  destruct (IH _ _ Ok1 H) as [A1 A2]. split; auto. intros q' v' [X|I]; auto. inversion X; subst q' v'.
  destruct (Ok1 Go) as (_ & Ring & _). rewrite En in Ring. rewrite <- Ev. symmetry.
  assert (2 ^ bits <> 0) by (apply N.pow_nonzero; lia). apply Ring; unfold lo; lia.
Qed.

Theorem check_segment_ok finish before after visits :
  N.of_nat (length before) = U -> N.of_nat (length after) = U -> start <= finish ->
  agrees_with before (start - U) -> no_rares (start + V) ->
  check_segment c shifts wits U V bits start finish before after visits = true ->
  agrees_with after (finish - U) /\ no_rares (finish + V) /\ (forall q, from <= q < finish + V -> clear_at q) /\
  forall q v, In (q, v) visits -> G q = v.
Proof.
  intros LB LA Le Be RE H. unfold check_segment in H. cbv zeta in H. fold mask in H. fold from in H.
  set (s0 := {| s_n := start; s_ring := _; s_m := _; s_good := true |}) in *.
  assert (Ok0 : seg_ok s0).
  { intros _. unfold s0; cbn [s_n s_ring s_m s_good]. split; [lia|]. split.
    - replace start with (start - U + N.of_nat (length before)) at 1 by lia. apply load_ok; auto. intros q H1 H2. unfold lo in H1. lia.
    - split; [intros y; rewrite get_empty; lia|]. split; [intros q Hq; apply RE; unfold from in *; lia|intros q Hq; unfold from in *; lia]. }
  clearbody s0. destruct (visit (seg_run c shifts wits mask from) mask start visits s0) as [s1|] eqn:Vi; [|discriminate].
  destruct (visit_ok visits s0 s1 Ok0 Vi) as [Ok1 Vs].
  pose proof (seg_run_ok finish s1 Ok1) as Ok2. unfold run in Ok2. set (s2 := seg_run c shifts wits mask from finish s1) in *. clearbody s2.
  destruct (s_good s2) eqn:G2; [|discriminate]. destruct (N.eqb_spec (s_n s2) finish) as [E2|]; [|discriminate].
  destruct (same_window after (finish - U) mask (s_ring s2)) eqn:SW; [|discriminate]. simpl in H.
  pose proof (seg_run_ok (finish + V) s2 Ok2) as Ok3. unfold run in Ok3. set (s3 := seg_run c shifts wits mask from (finish + V) s2) in *. clearbody s3.
  apply andb_prop in H. destruct H as [G3 E3]. apply N.eqb_eq in E3.
  destruct (Ok2 G2) as (_ & R2 & _). destruct (Ok3 G3) as (_ & _ & _ & RE3 & CL3). rewrite E2 in R2. rewrite E3 in *.
  split; [apply (same_window_ok after lo finish (s_ring s2)); auto; unfold lo; lia|].
  split; [intros q Hq; apply RE3; lia|]. split; auto.
Qed.
End Segment.
End Correct.
