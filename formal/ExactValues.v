(* All values of a game from the rules alone: mex of all splits, of which most need not be looked at if there is a sparse space.
   Values that may have been excluded by no split with a rare part are settled by going through all splits. *)
From Coq Require Import NArith List Lia Bool Sorted.
From Grundy Require Import Layout Store.
Import ListNotations.
Local Open Scope N_scope.

(* ---------- the program ---------- *)

(* The numbers below 2^14 by class, for even and for odd n. Without a sparse space all are rare. *)
Record classes := { spaced : bool; common_even : list N; common_odd : list N; rare_even : list N; rare_odd : list N }.
Definition commons_at (c : classes) (n : N) : list N := if N.odd n then common_odd c else common_even c.
Definition rares_at (c : classes) (n : N) : list N := if N.odd n then rare_odd c else rare_even c.
Definition most : N := 16384.

Definition mark_end (js : list N) (n : N) (m : store) : store := if existsb (N.eqb n) js then set m 0 n else m.
Fixpoint mark_singles (js : list N) (n : N) (g m : store) : store :=
  match js with
  | [] => m
  | j :: t => mark_singles t n g (if j <? n then set m (get g (n - j)) n else m)
  end.
(* (d, v): a rare part with the value v, d = the part + a place *)
Fixpoint mark_shifts (sh : list (N * N)) (n : N) (g m : store) : store :=
  match sh with
  | [] => m
  | (d, v) :: t => mark_shifts t n g (if d <? n then set m (N.lxor v (get g (n - d))) n else m)
  end.
Fixpoint mark_part (js : list N) (a x n : N) (g m : store) : store :=
  match js with
  | [] => m
  | j :: t => mark_part t a x n g (if j + a <? n then set m (N.lxor x (get g (n - (j + a)))) n else m)
  end.

Record walk := { w_a : N; w_m : store; w_left : list N }.
Definition walk_stop (top : N) (w : walk) : bool := match w_left w with [] => true | _ => top <? w_a w end.
Definition walk_step (js : list N) (x n : N) (g : store) (w : walk) : walk :=
  let m := mark_part js (w_a w) (get g (w_a w)) n g (w_m w) in
  {| w_a := w_a w + 1; w_m := m; w_left := advance (w_left w) x n m |}.

Record exact := { e_n : N; e_g : store; e_m : store; e_shifts : list (N * N); e_rares : list (N * N); e_good : bool }.
Definition shifts_of (js : list N) (a x : N) : list (N * N) := map (fun j => (j + a, x)) js.

Definition exact_step (L : layout) (c : classes) (s : exact) : exact :=
  let n := e_n s in let g := e_g s in
  let m := mark_shifts (e_shifts s) n g (mark_singles (singles L) n g (mark_end (ends L) n (e_m s))) in
  let x := match first_free (commons_at c n) n m with Some x => x | None => most end in
  let top := match pairs L with [] => 0 | _ => N.div2 n end in
  let left := advance (rares_at c n) x n m in
  let w := loop (walk_stop top) (walk_step (pairs L) x n g) depth {| w_a := 1; w_m := m; w_left := left |} in
  match w_left w with
  | [] => {| e_n := n + 1; e_g := set g n x; e_m := w_m w; e_shifts := e_shifts s; e_rares := e_rares s; e_good := x <? most |}
  | r :: _ =>
    {| e_n := n + 1; e_g := set g n r; e_m := w_m w;
       e_shifts := if spaced c then shifts_of (pairs L) n r ++ e_shifts s else e_shifts s;
       e_rares := if spaced c then (n, r) :: e_rares s else e_rares s; e_good := top <? w_a w |}
  end.
Definition exact_stop (limit : N) (s : exact) : bool := negb (e_good s) || (limit <? e_n s).
(* the values of 0, ..., limit and the rare positions from 1 on, the last one first *)
Definition exact_values (L : layout) (c : classes) (limit : N) : option (store * list (N * N)) :=
  let s := loop (exact_stop limit) (exact_step L c) depth
    {| e_n := 1; e_g := set (empty tt) 0 0; e_m := empty tt; e_shifts := []; e_rares := []; e_good := true |} in
  if e_good s && (limit <? e_n s) then Some (e_g s, e_rares s) else None.

(* no move that removes nothing leaves fewer than two heaps *)
Definition places_ok (L : layout) : bool := forallb (fun j => 1 <=? j) (ends L) && forallb (fun j => 1 <=? j) (singles L).
Definition layout_ok (L : layout) : bool := match triples L with [] => true | _ => false end && places_ok L.

(* ---------- its correctness ---------- *)
Local Opaque most depth loop.
Section Places.
Variables (L : layout) (G : N -> N).
Hypothesis HP : places_ok L = true.
Lemma ends_positive j : In j (ends L) -> 1 <= j.
Proof.
  unfold places_ok in HP. apply andb_prop in HP. destruct HP as [H _]. rewrite forallb_forall in H. intros I. apply H in I. apply N.leb_le in I. auto.
Qed.
Lemma singles_positive j : In j (singles L) -> 1 <= j.
Proof.
  unfold places_ok in HP. apply andb_prop in HP. destruct HP as [_ H]. rewrite forallb_forall in H. intros I. apply H in I. apply N.leb_le in I. auto.
Qed.
Lemma value_0 : layout_grundy L G -> G 0 = 0.
Proof.
  intros HG. symmetry. apply (layout_value L G); auto; [|lia].
  intros [[[I _]|(j & _ & H & _)]|[(j & a & b & _ & ? & ? & ? & _)|(j & a & b & d & _ & ? & ? & ? & ? & _)]]; try lia.
  apply ends_positive in I. lia.
Qed.
End Places.

Section Correct.
Variables (L : layout) (G : N -> N) (c : classes) (rare : N -> N -> bool).
Hypothesis HG : layout_grundy L G.
Hypothesis HL : layout_ok L = true.
Hypothesis HC : forall n, commons_at c n = filter (fun x => negb (rare x n)) (up 0 (N.to_nat most)).
Hypothesis HR : forall n, rares_at c n = filter (fun x => rare x n) (up 0 (N.to_nat most)).
(* a split is common exactly if one part is rare; without a sparse space all is rare *)
Hypothesis Class : forall j a b x y, In j (pairs L) -> rare (N.lxor x y) (a + b + j) = false ->
  spaced c = true /\ xorb (rare x a) (rare y b) = true.

Lemma no_triples : triples L = [].
Proof. unfold layout_ok in HL. destruct (triples L); auto. discriminate. Qed.
Lemma places_positive : places_ok L = true.
Proof. unfold layout_ok in HL. apply andb_prop in HL. tauto. Qed.
Lemma singles_pos j : In j (singles L) -> 1 <= j.
Proof. apply singles_positive, places_positive. Qed.

Definition known (g : store) (n : N) : Prop := forall q, q < n -> get g q = G q.
Lemma known_set g n x : known g n -> x = G n -> known (set g n x) (n + 1).
Proof.
  intros K -> q H. destruct (N.eq_dec q n) as [->|D]; [apply get_same|]. rewrite get_other by auto. apply K. lia.
Qed.

Lemma end_spec js n m P : marks m n P -> marks (mark_end js n m) n (fun y => P y \/ In n js /\ y = 0).
Proof.
  intros H. unfold mark_end. destruct (existsb (N.eqb n) js) eqn:E.
  - apply existsb_exists in E. destruct E as (z & I & Ez). apply N.eqb_eq in Ez. subst z.
    eapply marks_ext; [|apply (marks_set _ _ _ 0 H)]. intros y. cbv beta. tauto.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|[I _]]; auto. exfalso.
    assert (X : existsb (N.eqb n) js = true); [|congruence]. apply existsb_exists. exists n. split; auto. apply N.eqb_refl.
Qed.
Lemma singles_spec js n g : forall m P, marks m n P ->
  marks (mark_singles js n g m) n (fun y => P y \/ exists j, In j js /\ j < n /\ y = get g (n - j)).
Proof.
  induction js as [|j t IH]; intros m P H; simpl.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(j & [] & _)]; auto.
  - destruct (N.ltb_spec j n) as [Lt|Ge].
    + eapply marks_ext; [|apply IH, marks_set, H]. intros y. cbv beta. split.
      * intros [[|E]|(i & I & Hi & E)]; [auto|right; exists j; auto|right; exists i; auto].
      * intros [H0|(i & [<-|I] & Hi & E)]; [auto|auto|right; exists i; auto].
    + eapply marks_ext; [|apply IH, H]. intros y. cbv beta. split.
      * intros [H0|(i & I & Hi & E)]; [auto|right; exists i; auto].
      * intros [H0|(i & [<-|I] & Hi & E)]; [auto|lia|right; exists i; auto].
Qed.
Lemma shifts_spec sh n g : forall m P, marks m n P ->
  marks (mark_shifts sh n g m) n (fun y => P y \/ exists d v, In (d, v) sh /\ d < n /\ y = N.lxor v (get g (n - d))).
Proof.
  induction sh as [|[d v] t IH]; intros m P H; simpl.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(j & w & [] & _)]; auto.
  - destruct (N.ltb_spec d n) as [Lt|Ge].
    + eapply marks_ext; [|apply IH, marks_set, H]. intros y. cbv beta. split.
      * intros [[|E]|(i & w & I & Hi & E)]; [auto|right; exists d, v; auto|right; exists i, w; auto].
      * intros [H0|(i & w & [E1|I] & Hi & E)]; [auto|inversion E1; subst; auto|right; exists i, w; auto].
    + eapply marks_ext; [|apply IH, H]. intros y. cbv beta. split.
      * intros [H0|(i & w & I & Hi & E)]; [auto|right; exists i, w; auto].
      * intros [H0|(i & w & [E1|I] & Hi & E)]; [auto|inversion E1; subst; lia|right; exists i, w; auto].
Qed.
Lemma part_spec js a x n g : forall m P, marks m n P ->
  marks (mark_part js a x n g m) n (fun y => P y \/ exists j, In j js /\ j + a < n /\ y = N.lxor x (get g (n - (j + a)))).
Proof.
  induction js as [|j t IH]; intros m P H; simpl.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(j & [] & _)]; auto.
  - destruct (N.ltb_spec (j + a) n) as [Lt|Ge].
    + eapply marks_ext; [|apply IH, marks_set, H]. intros y. cbv beta. split.
      * intros [[|E]|(i & I & Hi & E)]; [auto|right; exists j; auto|right; exists i; auto].
      * intros [H0|(i & [<-|I] & Hi & E)]; [auto|auto|right; exists i; auto].
    + eapply marks_ext; [|apply IH, H]. intros y. cbv beta. split.
      * intros [H0|(i & I & Hi & E)]; [auto|right; exists i; auto].
      * intros [H0|(i & [<-|I] & Hi & E)]; [auto|lia|right; exists i; auto].
Qed.

(* the shifts of the rare positions below n *)
Definition shifts_ok (sh : list (N * N)) (n : N) : Prop :=
  (forall d v, In (d, v) sh -> exists j e, In j (pairs L) /\ 1 <= e < n /\ d = j + e /\ v = G e) /\
  (spaced c = true -> forall j e, In j (pairs L) -> 1 <= e < n -> rare (G e) e = true -> In (j + e, G e) sh).
Definition rares_ok (rs : list (N * N)) (n : N) : Prop :=
  spaced c = true -> forall q v, In (q, v) rs <-> 1 <= q < n /\ rare (G q) q = true /\ v = G q.

Definition near_option (sh : list (N * N)) (n y : N) : Prop :=
  plain_option L G n y \/ exists d v, In (d, v) sh /\ d < n /\ y = N.lxor v (G (n - d)).
Lemma near_is_option sh n y : shifts_ok sh n -> near_option sh n y -> option_value L G n y.
Proof.
  intros [S _] [P|(d & v & I & Hd & ->)]; [left; auto|]. right. left.
  destruct (S _ _ I) as (j & e & Ij & He & -> & ->). exists j, e, (n - (j + e)). repeat split; auto; lia.
Qed.
Lemma common_near sh n y : shifts_ok sh n -> option_value L G n y -> rare y n = false -> near_option sh n y.
Proof.
  intros [_ S] [P|[(j & a & b & I & Ha & Hb & E & ->)|(j & a & b & d & I & _)]] R; [left; auto| |rewrite no_triples in I; destruct I].
  right. rewrite <- E in R. destruct (Class _ _ _ _ _ I R) as [Sp X].
  destruct (rare (G a) a) eqn:Ra.
  - exists (j + a), (G a). split; [apply S; auto; lia|]. split; [lia|]. do 2 f_equal. lia.
  - destruct (rare (G b) b) eqn:Rb; [|discriminate]. exists (j + b), (G b). split; [apply S; auto; lia|]. split; [lia|].
    rewrite N.lxor_comm. do 2 f_equal. lia.
Qed.

Lemma in_rares n y : In y (rares_at c n) <-> y < most /\ rare y n = true.
Proof. rewrite HR, filter_In, up_spec, N2Nat.id. split; intros []; split; auto; lia. Qed.
Lemma in_commons n y : In y (commons_at c n) <-> y < most /\ rare y n = false.
Proof. rewrite HC, filter_In, up_spec, N2Nat.id, negb_true_iff. split; intros []; split; auto; lia. Qed.

Definition exact_ok (s : exact) : Prop := e_good s = true ->
  1 <= e_n s /\ known (e_g s) (e_n s) /\ unmarked (e_m s) (e_n s) /\ shifts_ok (e_shifts s) (e_n s) /\ rares_ok (e_rares s) (e_n s).

Lemma exact_step_ok limit s : exact_ok s -> exact_stop limit s = false -> exact_ok (exact_step L c s).
Proof.
  intros Ok Stop. apply orb_false_iff in Stop. destruct Stop as [Go _]. apply negb_false_iff in Go.
  destruct (Ok Go) as (Hn & K & U & Sh & Rs). clear Ok Go. unfold exact_step.
  set (n := e_n s) in *. set (g := e_g s) in *. set (sh := e_shifts s) in *.
  set (m := mark_shifts sh n g _).
  assert (M : marks m n (near_option sh n)).
  { eapply marks_ext; [|apply shifts_spec, singles_spec, end_spec, marks_none, U]. intros y. cbv beta. unfold near_option, plain_option. split.
    - intros [[[[]|E]|(j & I & H & ->)]|(d & v & I & H & ->)].
      + left. left. auto.
      + left. right. exists j. rewrite K; [auto|]. apply singles_pos in I. lia.
      + right. exists d, v. rewrite K; [auto|]. destruct Sh as [S _]. destruct (S _ _ I) as (j & e & _ & He & -> & _). lia.
    - intros [[E|(j & I & H & ->)]|(d & v & I & H & ->)].
      + left. left. right. auto.
      + left. right. exists j. rewrite K; [auto|]. apply singles_pos in I. lia.
      + right. exists d, v. rewrite K; [auto|]. destruct Sh as [S _]. destruct (S _ _ I) as (j & e & _ & He & -> & _). lia. }
  clearbody m.
  set (x := match first_free _ _ _ with Some x => x | None => most end).
  assert (X : (x < most -> rare x n = false /\ get m x <> n) /\ x <= most /\ forall y, y < x -> rare y n = false -> get m y = n).
  { unfold x. destruct (first_free (commons_at c n) n m) as [x'|] eqn:F.
    - apply first_free_spec in F; [|rewrite HC; apply filter_sorted, up_sorted]. destruct F as (I & NE & Bl).
      apply in_commons in I. split; [intros _; split; [tauto|auto]|]. split; [lia|]. intros y Hy Ry. apply Bl; auto. apply in_commons. split; auto. lia.
    - split; [lia|]. split; [lia|]. intros y Hy Ry.
      assert (Q : forall l, first_free l n m = None -> forall z, In z l -> get m z = n).
      { induction l as [|z l IHl]; simpl; [intros _ z []|]. destruct (N.eqb_spec (get m z) n); [|discriminate]. intros F0 z' [<-|I]; auto. }
      apply (Q _ F). apply in_commons. auto. }
  clearbody x. destruct X as (X1 & X2 & X3).
  set (top := match pairs L with [] => 0 | _ => N.div2 n end).
  set (R := fun y => y < most /\ rare y n = true).
  set (parts := fun (a y : N) => exists j b, In j (pairs L) /\ 1 <= b < a /\ j + b < n /\ y = N.lxor (G b) (G (n - (j + b)))).
  set (WI := fun w : walk => 1 <= w_a w /\ marks (w_m w) n (fun y => near_option sh n y \/ parts (w_a w) y) /\ covers R (w_left w) x n (w_m w) /\
     match w_left w with [] => True | r :: _ => r < x /\ R r /\ get (w_m w) r <> n /\ forall y, y < r -> R y -> get (w_m w) y = n end).
  assert (C0 : covers R (rares_at c n) x n m).
  { split; [rewrite HR; apply filter_sorted, up_sorted|]. split; [intros y I; apply in_rares; auto|]. intros y Hy Ry. right. apply in_rares. exact Ry. }
  set (w0 := {| w_a := 1; w_m := m; w_left := _ |}).
  assert (W0 : WI w0).
  { unfold w0, WI; cbn [w_a w_m w_left]. split; [lia|]. split; [|apply advance_spec; auto].
    eapply marks_ext; [|exact M]. intros y. cbv beta. split; [auto|]. intros [|(j & b & _ & H & _)]; auto. lia. }
  assert (W : WI (loop (walk_stop top) (walk_step (pairs L) x n g) depth w0)).
  { apply loop_inv; auto. clear W0. intros w (A1 & A2 & A3 & A4) St. unfold walk_step, WI; cbn [w_a w_m w_left].
    assert (Top : 1 <= w_a w -> w_a w <= top -> w_a w < n).
    { intros B1 B2. unfold top in B2. destruct (pairs L); [lia|]. rewrite N.div2_div in B2. assert (2 * (n / 2) <= n) by (apply N.mul_div_le; lia). lia. }
    assert (Ha : w_a w < n).
    { unfold walk_stop in St. destruct (w_left w); [discriminate|]. apply N.ltb_ge in St. auto. }
    split; [lia|].
    assert (Mw : marks (mark_part (pairs L) (w_a w) (get g (w_a w)) n g (w_m w)) n (fun y => near_option sh n y \/ parts (w_a w + 1) y)).
    { eapply marks_ext; [|apply part_spec; exact A2]. intros y. cbv beta. unfold parts. split.
      - intros [[|(j & b & I & H & H2 & E)]|(j & I & H & E)]; auto; right.
        + exists j, b. repeat split; auto; lia.
        + exists j, (w_a w). rewrite !K in E by lia. repeat split; auto; lia.
      - intros [|(j & b & I & H & H2 & E)]; auto. destruct (N.eq_dec b (w_a w)) as [->|D].
        + right. exists j. rewrite !K by lia. auto.
        + left. right. exists j, b. repeat split; auto; lia. }
    split; auto. apply advance_spec. eapply covers_grow; [|exact A3]. intros y Hy. apply (proj1 (A2 y)) in Hy. apply Mw.
    destruct Hy as [|(j & b & I & H & H2 & E)]; auto. right. exists j, b. repeat split; auto; lia. }
  set (w := loop _ _ _ _) in *. clearbody w. destruct W as (A1 & A2 & A3 & A4). clear w0 W0 C0.
  assert (Sound : forall y, get (w_m w) y = n -> option_value L G n y).
  { intros y Hy. apply A2 in Hy. destruct Hy as [Hy|(j & b & I & H & H2 & ->)]; [apply (near_is_option sh); auto|].
    right. left. exists j, b, (n - (j + b)). repeat split; auto; lia. }
  assert (Kept : forall y, get m y = n -> get (w_m w) y = n) by (intros y Hy; apply A2; left; apply M; auto).
  destruct (w_left w) as [|r t] eqn:EL; intros Good; cbn [e_good e_n e_g e_m e_shifts e_rares] in *.
  - (* a common value *)
    apply N.ltb_lt in Good. destruct (X1 Good) as [Rx Nx].
    assert (V : x = G n).
    { apply (layout_value L G); auto.
      - intros O. apply Nx, M. apply common_near; auto.
      - intros y Hy. apply Sound. destruct (rare y n) eqn:Ry; [|apply Kept, X3; auto].
        destruct A3 as (_ & _ & Cv). destruct (Cv y Hy) as [|[]]; auto. split; auto. lia. }
    split; [lia|]. split; [apply known_set; auto|]. split; [eapply marks_next; eauto|].
    destruct Sh as [S1 S2]. split; [split|].
    + intros d v I. destruct (S1 _ _ I) as (j & e & ? & ? & ?). exists j, e. repeat split; try tauto; lia.
    + intros Sp j e I He Re. destruct (N.eq_dec e n) as [->|]; [congruence|]. apply S2; auto. lia.
    + intros Sp q v. rewrite (Rs Sp q v). split; intros (H1 & H2 & H3); repeat split; auto; try lia.
      destruct (N.eq_dec q n) as [->|]; [congruence|lia].
  - (* a rare one: all splits were marked *)
    apply N.ltb_lt in Good. destruct A4 as (Lr & [Br Rr] & Nr & Bl).
    assert (V : r = G n).
    { apply (layout_value L G); auto.
      - intros O. apply Nr, A2. destruct O as [P|[(j & a & b & I & Ha & Hb & E & ->)|(j & a & b & d & I & _)]]; [left; left; auto| |rewrite no_triples in I; destruct I].
        right. assert (Half : forall a b, 1 <= a -> 1 <= b -> a + b + j = n -> a <= b -> parts (w_a w) (N.lxor (G a) (G b))).
        { intros a' b' Ha' Hb' E' Le. exists j, a'. unfold top in Good. destruct (pairs L); [destruct I|].
          rewrite N.div2_div in Good. assert (a' <= n / 2) by (apply N.div_le_lower_bound; lia).
          split; auto. split; [lia|]. split; [lia|]. do 2 f_equal. lia. }
        destruct (N.le_ge_cases a b); [apply Half; auto|]. rewrite N.lxor_comm. apply Half; auto. lia.
      - intros y Hy. apply Sound. destruct (rare y n) eqn:Ry; [apply Bl; auto; split; auto; lia|apply Kept, X3; auto; lia]. }
    split; [lia|]. split; [apply known_set; auto|]. split; [eapply marks_next; eauto|].
    destruct Sh as [S1 S2]. split; [split|].
    + intros d v I. destruct (spaced c).
      * apply in_app_or in I. destruct I as [I|I].
        -- unfold shifts_of in I. apply in_map_iff in I. destruct I as (j & E & I). inversion E; subst d v. exists j, n. repeat split; auto; lia.
        -- destruct (S1 _ _ I) as (j & e & ? & ? & ?). exists j, e. repeat split; try tauto; lia.
      * destruct (S1 _ _ I) as (j & e & ? & ? & ?). exists j, e. repeat split; try tauto; lia.
    + intros Sp j e I He Re. rewrite Sp. apply in_or_app. destruct (N.eq_dec e n) as [->|].
      * left. rewrite <- V. unfold shifts_of. apply in_map_iff. exists j. auto.
      * right. apply S2; auto. lia.
    + intros Sp q v. rewrite Sp. cbn [In]. rewrite (Rs Sp q v). split.
      * intros [E|(H1 & H2 & H3)]; [inversion E; subst q v; rewrite <- V; repeat split; auto; lia|repeat split; auto; lia].
      * intros (H1 & H2 & H3). destruct (N.eq_dec q n) as [->|]; [left; congruence|right; repeat split; auto; lia].
Qed.

Theorem exact_values_spec limit g rs : exact_values L c limit = Some (g, rs) ->
  known g (limit + 1) /\ exists n, limit < n /\ known g n /\ rares_ok rs n.
Proof.
  unfold exact_values. set (s0 := {| e_n := 1; e_g := _; e_m := _; e_shifts := _; e_rares := _; e_good := _ |}).
  assert (I0 : exact_ok s0).
  { intros _. unfold s0; cbn [e_n e_g e_m e_shifts e_rares]. split; [lia|]. split.
    - intros q Hq. replace q with 0 by lia. rewrite get_same. symmetry. apply (value_0 L G places_positive HG).
    - split; [apply unmarked_empty|]. split; [split; [intros d v []|intros _ j e _ He; lia]|]. intros _ q v. split; [intros []|lia]. }
  assert (I1 : exact_ok (loop (exact_stop limit) (exact_step L c) depth s0)).
  { apply (loop_inv (exact_stop limit) (exact_step L c) exact_ok); auto. intros s. apply exact_step_ok. }
  set (s := loop _ _ _ _) in *. destruct (e_good s) eqn:Go; [|discriminate]. destruct (N.ltb_spec limit (e_n s)); [|discriminate].
  intros E. inversion E; subst g rs. destruct (I1 Go) as (_ & K & _ & _ & Rs).
  split; [intros q Hq; apply K; lia|]. exists (e_n s). auto.
Qed.
End Correct.
