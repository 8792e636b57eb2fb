(* All values of an all-but game from the rules. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Rules Values AllBut Layout Store ExactValues.
Import ListNotations.
Local Open Scope N_scope.

Fixpoint mark_allowed (F vals : list N) (j st : N) (m : store) : store :=
  match vals with
  | [] => m
  | v :: t => mark_allowed F t (j + 1) st (if existsb (N.eqb j) F then m else set m v st)
  end.
Record walker := { a_n : N; a_vals : list N; a_g : store; a_m : store; a_good : bool }.
Definition all_but_step (F : list N) (s : walker) : walker :=
  let n := a_n s in
  let m := mark_allowed F (a_vals s) 1 (n + 1) (a_m s) in
  let x := loop (fun x => negb (get m x =? n + 1)) (fun x => x + 1) depth 0 in
  let good := negb (get m x =? n + 1) in
  {| a_n := n + 1; a_vals := x :: a_vals s; a_g := set (a_g s) n x; a_m := m; a_good := good |}.
Definition all_but_stop (limit : N) (s : walker) : bool := negb (a_good s) || (limit <? a_n s).
Definition all_but_store (F : list N) (limit : N) : option store :=
  let s := loop (all_but_stop limit) (all_but_step F) depth {| a_n := 0; a_vals := []; a_g := empty tt; a_m := empty tt; a_good := true |} in
  if a_good s && (limit <? a_n s) then Some (a_g s) else None.

Section Correct.
Local Opaque loop depth.
Variables (F : list N) (G : N -> N).
Hypothesis HG : forall n, (forall j, 1 <= j <= n -> ~ In j F -> G (n - j) <> G n) /\
  (forall x, x < G n -> exists j, 1 <= j <= n /\ ~ In j F /\ G (n - j) = x).

Fixpoint backwards (l : list N) (n : N) : Prop := match l with [] => n = 0 | x :: t => 1 <= n /\ x = G (n - 1) /\ backwards t (n - 1) end.
Lemma mark_allowed_spec st n vals : forall j r m P, marks m st P -> backwards vals r -> r + j = n + 1 ->
  marks (mark_allowed F vals j st m) st (fun y => P y \/ exists i, j <= i <= n /\ ~ In i F /\ y = G (n - i)).
Proof.
  induction vals as [|v t IH]; intros j r m P M B E; simpl.
  - simpl in B. eapply marks_ext; [|exact M]. intros y. cbv beta. split; [auto|]. intros [|(i & H & _)]; auto. lia.
  - destruct B as (H1 & Hv & B). destruct (existsb (N.eqb j) F) eqn:X.
    + assert (I : In j F) by (apply existsb_exists in X; destruct X as (z & I & Ez); apply N.eqb_eq in Ez; subst; auto).
      eapply marks_ext; [|apply (IH (j + 1) (r - 1)); eauto; lia]. intros y. cbv beta. split.
      * intros [|(i & H & NI & Ey)]; [auto|right; exists i; repeat split; auto; lia].
      * intros [|(i & H & NI & Ey)]; [auto|right; exists i]. destruct (N.eq_dec i j) as [->|]; [contradiction|]. repeat split; auto; lia.
    + assert (NI : ~ In j F).
      { intros I. assert (Y : existsb (N.eqb j) F = true); [|congruence]. apply existsb_exists. exists j. split; auto. apply N.eqb_refl. }
      assert (Gj : v = G (n - j)) by (rewrite Hv; f_equal; lia).
      eapply marks_ext; [|apply (IH (j + 1) (r - 1)); [apply marks_set; exact M|auto|lia]]. intros y. cbv beta. split.
      * intros [[|Ey]|(i & H & NI' & Ey)]; [auto|right; exists j; repeat split; auto; [lia|lia|congruence]|right; exists i; repeat split; auto; lia].
      * intros [|(i & H & NI' & Ey)]; [auto|]. destruct (N.eq_dec i j) as [->|]; [left; right; congruence|right; exists i; repeat split; auto; lia].
Qed.

Definition walker_ok (s : walker) : Prop := a_good s = true ->
  (forall q, q < a_n s -> get (a_g s) q = G q) /\ unmarked (a_m s) (a_n s + 1) /\ backwards (a_vals s) (a_n s).
Lemma all_but_step_ok limit s : walker_ok s -> all_but_stop limit s = false -> walker_ok (all_but_step F s).
Proof.
  intros Ok Stop. apply orb_false_iff in Stop. destruct Stop as [Go _]. apply negb_false_iff in Go.
  destruct (Ok Go) as (K & U & B). unfold all_but_step. set (n := a_n s) in *.
  set (m := mark_allowed F (a_vals s) 1 (n + 1) (a_m s)).
  assert (M : marks m (n + 1) (fun y => exists i, 1 <= i <= n /\ ~ In i F /\ y = G (n - i))).
  { eapply marks_ext; [|apply (mark_allowed_spec (n + 1) n _ 1 n); [apply marks_none, U|auto|lia]]. intros y. cbv beta. tauto. }
  clearbody m. set (x := loop _ _ _ _).
  assert (X : forall y, y < x -> get m y = n + 1).
  { unfold x. apply (loop_inv (fun x => negb (get m x =? n + 1)) (fun x => x + 1) (fun x => forall y, y < x -> get m y = n + 1)); [|lia].
    intros z Hz St y Hy. apply negb_false_iff, N.eqb_eq in St. destruct (N.eq_dec y z); [subst; auto|apply Hz; lia]. }
  clearbody x. intros Good. cbn [a_good a_n a_g a_m a_vals] in *. apply negb_true_iff, N.eqb_neq in Good.
  assert (V : x = G n).
  { destruct (HG n) as [A1 A2]. destruct (N.lt_trichotomy x (G n)) as [C|[C|C]]; auto; exfalso.
    - destruct (A2 x C) as (j & Hj & NI & E). apply Good, M. exists j. auto.
    - pose proof (X _ C) as Y. apply M in Y. destruct Y as (i & Hi & NI & E). apply (A1 i Hi NI). auto. }
  split; [|split].
  - intros q Hq. destruct (N.eq_dec q n) as [->|]; [rewrite get_same; auto|]. rewrite get_other by auto. apply K. lia.
  - eapply marks_next; eauto.
  - simpl. replace (n + 1 - 1) with n by lia. split; [lia|]. auto.
Qed.
Lemma all_but_store_ok limit g : all_but_store F limit = Some g -> forall q, q <= limit -> get g q = G q.
Proof.
  unfold all_but_store. set (s0 := {| a_n := 0; a_vals := _; a_g := _; a_m := _; a_good := _ |}).
  assert (I0 : walker_ok s0).
  { intros _. unfold s0; cbn [a_n a_g a_m a_vals]. split; [lia|]. split; [apply unmarked_empty|reflexivity]. }
  assert (I1 : walker_ok (loop (all_but_stop limit) (all_but_step F) depth s0)).
  { apply (loop_inv (all_but_stop limit) (all_but_step F) walker_ok); auto. intros s. apply all_but_step_ok. }
  set (s := loop _ _ _ _) in *. destruct (a_good s) eqn:Go; [|discriminate]. destruct (N.ltb_spec limit (a_n s)); [|discriminate].
  intros E. inversion E; subst g. destruct (I1 Go) as (K & _). intros q Hq. apply K. lia.
Qed.
End Correct.

Lemma all_but_on_N F g : is_grundy (all_but_move (map N.to_nat F)) g -> forall n,
  (forall j, 1 <= j <= n -> ~ In j F -> on_N g (n - j) <> on_N g n) /\
  (forall x, x < on_N g n -> exists j, 1 <= j <= n /\ ~ In j F /\ on_N g (n - j) = x).
Proof.
  intros G n. destruct (all_but_values _ g G (N.to_nat n)) as [A B]. unfold on_N. split.
  - intros j Hj NI. rewrite N2Nat.inj_sub. apply A; [lia|]. intros I. apply in_map_iff in I. destruct I as (z & E & I).
    apply N2Nat.inj in E. subst. auto.
  - intros x H. destruct (B x H) as (j & Hj & NI & E). exists (N.of_nat j). split; [lia|]. split.
    + intros I. apply NI. apply in_map_iff. exists (N.of_nat j). rewrite Nat2N.id. auto.
    + rewrite <- E. f_equal. lia.
Qed.
