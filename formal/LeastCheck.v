(* The check that a period and a preperiod are the least: the prime factors of p are found, and each needs its evidence. *)
From Coq Require Import ZArith Znumtheory NArith List Lia Bool.
From Grundy Require Import Rules Least Layout Store.
Import ListNotations.
Local Open Scope N_scope.

(* G(n + q) = y, G(n) = x, and y is not x + t: q is no period with the saltus t *)
Record evidence := { ev_period : N; ev_saltus : N; ev_n : N; ev_x : N; ev_y : N }.
Definition differs (e : evidence) : bool := negb (ev_y e =? ev_x e + ev_saltus e).
Definition true_of (G : N -> N) (e : evidence) : Prop := G (ev_n e) = ev_x e /\ G (ev_n e + ev_period e) = ev_y e.

(* that p / r is no period, if r divides s *)
Definition shows (n0 p s : N) (evs : list evidence) (r : N) : bool :=
  if s mod r =? 0 then existsb (fun e => (ev_period e =? p / r) && (ev_saltus e =? s / r) && (n0 <=? ev_n e) && differs e) evs else true.

Record factoring := { f_rest : N; f_a : N; f_good : bool }.
Definition f_stop (f : factoring) : bool := negb (f_good f) || (f_rest f <? f_a f * f_a f).
Definition f_step (shows : N -> bool) (f : factoring) : factoring :=
  if f_rest f mod f_a f =? 0 then {| f_rest := f_rest f / f_a f; f_a := f_a f; f_good := shows (f_a f) |}
  else {| f_rest := f_rest f; f_a := f_a f + 1; f_good := true |}.
Definition all_primes (shows : N -> bool) (p : N) : bool :=
  let f := loop f_stop (f_step shows) depth {| f_rest := p; f_a := 2; f_good := true |} in
  f_good f && (f_rest f <? f_a f * f_a f) && ((f_rest f =? 1) || shows (f_rest f)).

Definition check_least (n0 p s : N) (before : option evidence) (evs : list evidence) : bool :=
  (1 <=? p) && all_primes (shows n0 p s evs) p &&
  match before with
  | None => n0 =? 0
  | Some e => (1 <=? n0) && (ev_n e =? n0 - 1) && (ev_period e =? p) && (ev_saltus e =? s) && differs e
  end.

Section Primes.
Local Opaque loop depth.
Variables (shows : N -> bool) (p : N).
Definition prime_N (r : N) : Prop := prime (Z.of_N r).
Lemma divide_Z a b : N.divide a b -> (Z.of_N a | Z.of_N b)%Z.
Proof. intros [c E]. exists (Z.of_N c). lia. Qed.
Lemma divide_N a b : (Z.of_N a | Z.of_N b)%Z -> 1 <= a -> N.divide a b.
Proof. intros [c E] H. exists (Z.to_N c). assert (0 <= c)%Z by nia. nia. Qed.
Definition f_ok (f : factoring) : Prop := f_good f = true -> 2 <= f_a f /\ 1 <= f_rest f /\
  (forall d, 2 <= d -> N.divide d (f_rest f) -> f_a f <= d) /\
  (forall r, prime_N r -> N.divide r p -> N.divide r (f_rest f) \/ shows r = true).
Lemma f_step_ok f : f_ok f -> f_stop f = false -> f_ok (f_step shows f).
Proof.
  intros Ok Stop. apply orb_false_iff in Stop. destruct Stop as [Go _]. apply negb_false_iff in Go.
  destruct (Ok Go) as (Ha & Hr & Dv & Pr). unfold f_step. destruct (N.eqb_spec (f_rest f mod f_a f) 0) as [Z|NZ].
  - assert (E : f_rest f = f_a f * (f_rest f / f_a f)) by (pose proof (N.div_mod (f_rest f) (f_a f)); lia).
    set (q := f_rest f / f_a f) in *. intros Good. cbn [f_good f_rest f_a] in *. split; auto. split; [nia|]. split.
    + intros d Hd [c X]. apply Dv; auto. exists (f_a f * c). rewrite E, X. lia.
    + intros r P D. destruct (Pr r P D) as [D'|]; auto. rewrite E in D'.
      assert (R2 : 2 <= r) by (destruct P; lia).
      apply divide_Z in D'. rewrite N2Z.inj_mul in D'. destruct (prime_mult _ P _ _ D') as [X|X].
      * right. apply divide_N in X; [|lia]. assert (r <= f_a f) by (apply N.divide_pos_le; [lia|auto]).
        assert (f_a f <= r) by (apply Dv; auto; destruct X as [c X]; exists (c * q); rewrite E, X; lia).
        replace r with (f_a f) by lia. auto.
      * left. apply divide_N; auto. lia.
  - intros _. cbn [f_good f_rest f_a]. split; [lia|]. split; auto. split; auto. intros d Hd D.
    destruct (N.eq_dec d (f_a f)) as [->|]; [|specialize (Dv d Hd D); lia].
    exfalso. apply NZ. apply N.mod_divide; auto. lia.
Qed.
Lemma all_primes_ok : 1 <= p -> all_primes shows p = true -> forall r, prime_N r -> N.divide r p -> shows r = true.
Proof.
  intros Hp H r P D. unfold all_primes in H. set (f0 := {| f_rest := p; f_a := 2; f_good := true |}) in *.
  assert (I0 : f_ok f0).
  { intros _. unfold f0; cbn [f_good f_rest f_a]. split; [lia|]. split; auto. }
  assert (I1 : f_ok (loop f_stop (f_step shows) depth f0)) by (apply loop_inv; auto; apply f_step_ok).
  set (f := loop _ _ _ _) in *. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  destruct (I1 H1) as (Ha & Hr & Dv & Pr). apply N.ltb_lt in H2. destruct (Pr r P D) as [[q Q]|]; auto.
  assert (R2 : 2 <= r) by (destruct P; lia).
  assert (Ar : f_a f <= r) by (apply Dv; auto; exists q; auto).
  destruct (N.le_gt_cases 2 q) as [Q2|Q2].
  - assert (f_a f <= q) by (apply Dv; auto; exists r; lia). nia.
  - assert (q = 1) as -> by nia. rewrite N.mul_1_l in Q. rewrite Q in H3. destruct (N.eqb_spec r 1); [lia|]. auto.
Qed.
End Primes.

Theorem check_least_ok g n0 p s before evs : check_least n0 p s before evs = true ->
  periodic g (N.to_nat n0) (N.to_nat p) s ->
  (forall e, before = Some e \/ In e evs -> true_of (on_N g) e) -> claim g (N.to_nat n0) (N.to_nat p) s.
Proof.
  intros H P T. unfold check_least in H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  apply N.leb_le in H1. split; [lia|]. split; auto. apply (least_period_preperiod g _ _ s); auto; [lia| |].
  - intros r q t Pr Ep Es.
    assert (R2 : (2 <= r)%nat) by (destruct Pr; lia).
    assert (S : shows n0 p s evs (N.of_nat r) = true).
    { apply (all_primes_ok _ p H1 H2); [unfold prime_N; rewrite nat_N_Z; auto|]. exists (N.of_nat q). lia. }
    unfold shows in S. assert (E1 : s mod N.of_nat r = 0) by (rewrite Es, N.mul_comm; apply N.mod_mul; lia).
    rewrite E1 in S. simpl in S. apply existsb_exists in S. destruct S as (e & I & S).
    apply andb_prop in S. destruct S as [S S4]. apply andb_prop in S. destruct S as [S S3]. apply andb_prop in S. destruct S as [S1 S2].
    apply N.eqb_eq in S1, S2. apply N.leb_le in S3. apply negb_true_iff, N.eqb_neq in S4.
    destruct (T e (or_intror I)) as [T1 T2]. unfold on_N in *.
    assert (Q : ev_period e = N.of_nat q).
    { rewrite S1. replace p with (N.of_nat q * N.of_nat r) by lia. apply N.div_mul. lia. }
    assert (Q2 : ev_saltus e = t) by (rewrite S2, Es, N.mul_comm; apply N.div_mul; lia).
    exists (N.to_nat (ev_n e)). split; [lia|]. rewrite T1, <- Q2. replace (N.to_nat (ev_n e) + q)%nat with (N.to_nat (ev_n e + ev_period e)) by lia.
    rewrite T2. auto.
  - destruct before as [e|]; [right|left; apply N.eqb_eq in H3; lia].
    apply andb_prop in H3. destruct H3 as [H3 D]. apply andb_prop in H3. destruct H3 as [H3 E2]. apply andb_prop in H3. destruct H3 as [H3 E1].
    apply andb_prop in H3. destruct H3 as [H0 E0]. apply N.leb_le in H0. apply N.eqb_eq in E0, E1, E2. apply negb_true_iff, N.eqb_neq in D.
    destruct (T e (or_introl eq_refl)) as [T1 T2]. unfold on_N in *.
    replace (N.to_nat n0 - 1)%nat with (N.to_nat (ev_n e)) by lia. rewrite T1, <- E2.
    replace (N.to_nat (ev_n e) + N.to_nat p)%nat with (N.to_nat (ev_n e + ev_period e)) by lia. rewrite T2. auto.
Qed.
