(* All values of a code whose moves may leave three heaps, from the rules. For each sum the values of its pairs of heaps are kept, each
   once: two heaps are looked up, three are one heap and a pair. So a position takes n steps for each value there is, not n^2. *)
From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Layout Store ExactValues.
Import ListNotations.
Local Open Scope N_scope.

(* ---------- the program ---------- *)

(* the values of the pairs with the sum n, by their smaller heap *)
Record pairing := { p_a : N; p_seen : store; p_found : list N }.
Definition pair_stop (n : N) (s : pairing) : bool := n <? p_a s + p_a s.
Definition pair_step (n : N) (g : store) (s : pairing) : pairing :=
  let v := N.lxor (get g (p_a s)) (get g (n - p_a s)) in
  if get (p_seen s) v =? n then {| p_a := p_a s + 1; p_seen := p_seen s; p_found := p_found s |}
  else {| p_a := p_a s + 1; p_seen := set (p_seen s) v n; p_found := v :: p_found s |}.

Fixpoint mark_all (vs : list N) (x st : N) (m : store) : store :=
  match vs with [] => m | v :: t => mark_all t x st (set m (N.lxor x v) st) end.
(* sums: the values of pairs with the sum n, with the sum n - 1, ..., 1 *)
Fixpoint mark_pairs (js : list N) (sums : list (list N)) (st : N) (m : store) : store :=
  match js with [] => m | j :: t => mark_pairs t sums st (mark_all (nth (N.to_nat j) sums []) 0 st m) end.
(* one heap of a, a + 1, ... and a pair of the next sum each *)
Fixpoint mark_with (sums : list (list N)) (a st : N) (g m : store) : store :=
  match sums with [] => m | vs :: t => mark_with t (a + 1) st g (mark_all vs (get g a) st m) end.
Fixpoint mark_triples (js : list N) (sums : list (list N)) (st : N) (g m : store) : store :=
  match js with [] => m | j :: t => mark_triples t sums st g (mark_with (skipn (S (N.to_nat j)) sums) 1 st g m) end.

Record triple_walk := { t_n : N; t_g : store; t_m : store; t_seen : store; t_sums : list (list N); t_good : bool }.
Definition triple_step (L : layout) (s : triple_walk) : triple_walk :=
  let n := t_n s in let g := t_g s in
  let pairing := loop (pair_stop n) (pair_step n g) depth {| p_a := 1; p_seen := t_seen s; p_found := [] |} in
  let sums := p_found pairing :: t_sums s in
  let m := mark_triples (triples L) sums n g (mark_pairs (pairs L) sums n (mark_singles (singles L) n g (mark_end (ends L) n (t_m s)))) in
  let x := loop (fun x => negb (get m x =? n)) (fun x => x + 1) depth 0 in
  {| t_n := n + 1; t_g := set g n x; t_m := m; t_seen := p_seen pairing; t_sums := sums;
     t_good := pair_stop n pairing && negb (get m x =? n) |}.
Definition triple_stop (limit : N) (s : triple_walk) : bool := negb (t_good s) || (limit <? t_n s).
Definition triple_store (L : layout) (limit : N) : option store :=
  let s := loop (triple_stop limit) (triple_step L) depth
    {| t_n := 1; t_g := set (empty tt) 0 0; t_m := empty tt; t_seen := empty tt; t_sums := []; t_good := true |} in
  if places_ok L && t_good s && (limit <? t_n s) then Some (t_g s) else None.

(* ---------- its correctness ---------- *)
Local Opaque loop depth.
Section Correct.
Variables (L : layout) (G : N -> N).
Hypothesis HG : layout_grundy L G.
Hypothesis HP : places_ok L = true.

Definition pair_value (n y : N) : Prop := exists a b, 1 <= a /\ 1 <= b /\ a + b = n /\ y = N.lxor (G a) (G b).
Fixpoint sums_ok (sums : list (list N)) (n : N) : Prop :=
  match sums with [] => n = 0 | vs :: t => 1 <= n /\ (forall y, In y vs <-> pair_value n y) /\ sums_ok t (n - 1) end.

Lemma pair_values n g seen : known G g n -> unmarked seen n ->
  let s := loop (pair_stop n) (pair_step n g) depth {| p_a := 1; p_seen := seen; p_found := [] |} in
  pair_stop n s = true -> unmarked (p_seen s) (n + 1) /\ forall y, In y (p_found s) <-> pair_value n y.
Proof.
  intros K U s Stop. set (upto := fun a y => exists b, 1 <= b < a /\ b + b <= n /\ y = N.lxor (G b) (G (n - b))).
  assert (I : 1 <= p_a s /\ marks (p_seen s) n (upto (p_a s)) /\ forall y, In y (p_found s) <-> upto (p_a s) y).
  { unfold s. apply (loop_inv (pair_stop n) (pair_step n g)
      (fun s => 1 <= p_a s /\ marks (p_seen s) n (upto (p_a s)) /\ forall y, In y (p_found s) <-> upto (p_a s) y)).
    - clear s Stop. intros s (H & M & Fd) St. unfold pair_stop in St. apply N.ltb_ge in St.
      set (v := N.lxor (get g (p_a s)) (get g (n - p_a s))).
      assert (Next : forall y, upto (p_a s + 1) y <-> upto (p_a s) y \/ y = v).
      { intros y. unfold upto, v. rewrite !K by lia. split.
        - intros (b & Hb & Hn & ->). destruct (N.eq_dec b (p_a s)) as [->|]; [auto|left; exists b; repeat split; auto; lia].
        - intros [(b & Hb & Hn & ->)| ->]; [exists b|exists (p_a s)]; repeat split; auto; lia. }
      unfold pair_step. fold v. destruct (N.eqb_spec (get (p_seen s) v) n) as [E|NE]; cbn [p_a p_seen p_found]; (split; [lia|split]).
      + eapply marks_ext; [|exact M]. intros y. rewrite Next. split; auto. intros [| ->]; auto. apply M; auto.
      + intros y. rewrite Next, Fd. split; auto. intros [| ->]; auto. apply M; auto.
      + eapply marks_ext; [|apply marks_set; exact M]. intros y. rewrite Next. tauto.
      + intros y. rewrite Next. simpl. rewrite Fd. intuition auto.
    - cbn [p_a p_seen p_found]. split; [lia|]. split.
      + eapply marks_ext; [|apply marks_none, U]. intros y. split; [tauto|]. intros (b & Hb & _). lia.
      + intros y. split; [intros []|]. intros (b & Hb & _). lia. }
  destruct I as (H & M & Fd). split; [eapply marks_next; eauto|]. intros y. rewrite Fd. unfold pair_stop in Stop. apply N.ltb_lt in Stop. split.
  - intros (b & Hb & Hn & ->). exists b, (n - b). repeat split; auto; lia.
  - intros (a & b & Ha & Hb & E & ->). destruct (N.le_ge_cases a b).
    + exists a. repeat split; [lia|lia|lia|do 2 f_equal; lia].
    + exists b. rewrite N.lxor_comm. repeat split; [lia|lia|lia|do 2 f_equal; lia].
Qed.

Lemma sums_skip k : forall sums n, sums_ok sums n -> sums_ok (skipn k sums) (n - N.of_nat k).
Proof.
  induction k as [|k IH]; intros sums n H; [rewrite N.sub_0_r; auto|]. destruct sums as [|vs t]; simpl in H |- *; [lia|].
  destruct H as (H1 & _ & H). apply IH in H. replace (n - N.pos (Pos.of_succ_nat k)) with (n - 1 - N.of_nat k) by lia. auto.
Qed.
Lemma no_pair y : ~ pair_value 0 y.
Proof. intros (a & b & Ha & Hb & E & _). lia. Qed.
Lemma sums_nth k : forall sums n y, sums_ok sums n -> (In y (nth k sums []) <-> pair_value (n - N.of_nat k) y).
Proof.
  induction k as [|k IH]; intros [|vs t] n y H; cbn [sums_ok nth] in *.
  - subst n. split; [intros []|apply no_pair].
  - rewrite N.sub_0_r. apply H.
  - subst n. split; [intros []|apply no_pair].
  - destruct H as (_ & _ & H). rewrite (IH t (n - 1) y H). replace (n - N.of_nat (S k)) with (n - 1 - N.of_nat k) by lia. tauto.
Qed.

Lemma all_spec vs x st : forall m P, marks m st P -> marks (mark_all vs x st m) st (fun y => P y \/ exists v, In v vs /\ y = N.lxor x v).
Proof.
  induction vs as [|v t IH]; intros m P H; simpl.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(v & [] & _)]; auto.
  - eapply marks_ext; [|apply IH, marks_set, H]. intros y. cbv beta. split.
    + intros [[|E]|(w & I & E)]; [auto|right; exists v; auto|right; exists w; auto].
    + intros [|(w & [<-|I] & E)]; [auto|auto|right; exists w; auto].
Qed.
Lemma pairs_spec js sums n : sums_ok sums n -> forall m P, marks m n P ->
  marks (mark_pairs js sums n m) n (fun y => P y \/ exists j, In j js /\ pair_value (n - j) y).
Proof.
  intros Ok. induction js as [|j t IH]; intros m P H; simpl.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(j & [] & _)]; auto.
  - assert (J : forall y, (exists v, In v (nth (N.to_nat j) sums []) /\ y = N.lxor 0 v) <-> pair_value (n - j) y).
    { intros y. pose proof (sums_nth (N.to_nat j) sums n y Ok) as S. rewrite N2Nat.id in S. rewrite <- S.
      split; [intros (v & I & ->); rewrite N.lxor_0_l; auto|]. intros I. exists y. rewrite N.lxor_0_l. auto. }
    eapply marks_ext; [|apply IH, all_spec, H]. intros y. cbv beta. rewrite J. split.
    + intros [[|E]|(i & I & E)]; [auto|right; exists j; auto|right; exists i; auto].
    + intros [|(i & [<-|I] & E)]; [auto|auto|right; exists i; auto].
Qed.

Lemma with_spec n g : known G g n -> forall sums a rest m P, sums_ok sums rest -> 1 <= a -> a + rest <= n -> marks m n P ->
  marks (mark_with sums a n g m) n (fun y => P y \/ exists b v, a <= b /\ b < a + rest /\ pair_value (a + rest - b) v /\ y = N.lxor (G b) v).
Proof.
  intros K. induction sums as [|vs t IH]; intros a rest m P Ok Ha Hn H; simpl in Ok |- *.
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(b & v & ? & ? & _)]; auto. lia.
  - destruct Ok as (H1 & Vs & Ok). eapply marks_ext; [|apply (IH (a + 1) (rest - 1)); [exact Ok|lia|lia|apply all_spec, H]]. intros y. cbv beta.
    rewrite (K a) by lia. replace (a + 1 + (rest - 1)) with (a + rest) by lia. split.
    + intros [[|(v & I & E)]|(b & v & B1 & B2 & E)]; [auto| |right; exists b, v; repeat split; try tauto; lia].
      right. exists a, v. replace (a + rest - a) with rest by lia. rewrite <- Vs. repeat split; auto; lia.
    + intros [|(b & v & B1 & B2 & I & E)]; auto. destruct (N.eq_dec b a) as [->|]; [|right; exists b, v; repeat split; auto; lia].
      left. right. exists v. rewrite Vs. replace rest with (a + rest - a) by lia. auto.
Qed.
Definition triple_value (n y : N) : Prop :=
  exists a b d, 1 <= a /\ 1 <= b /\ 1 <= d /\ a + b + d = n /\ y = N.lxor (G a) (N.lxor (G b) (G d)).
Lemma triples_spec js sums n g : known G g n -> sums_ok sums n -> forall m P, marks m n P ->
  marks (mark_triples js sums n g m) n (fun y => P y \/ exists j, In j js /\ triple_value (n - j) y).
Proof.
  intros K Ok. induction js as [|j t IH]; intros m P H; cbn [mark_triples].
  - eapply marks_ext; [|exact H]. intros y. cbv beta. split; [tauto|]. intros [|(j & [] & _)]; auto.
  - set (rest := n - j - 1). assert (Ok' : sums_ok (skipn (S (N.to_nat j)) sums) rest).
    { replace rest with (n - N.of_nat (S (N.to_nat j))) by (unfold rest; lia). apply sums_skip, Ok. }
    destruct (N.le_gt_cases n (j + 1)) as [Few|Many].
    { (* too few tokens are left *)
      assert (E : skipn (S (N.to_nat j)) sums = []).
      { destruct (skipn _ _) as [|vs q]; auto. simpl in Ok'. unfold rest in Ok'. lia. }
      rewrite E. cbn [mark_with]. eapply marks_ext; [|apply IH, H]. intros y. cbv beta. split.
      - intros [|(i & I & E')]; [auto|right; exists i; simpl; auto].
      - intros [|(i & [<-|I] & E')]; [auto| |right; exists i; auto]. destruct E' as (a & b & d & ? & ? & ? & ? & _). lia. }
    assert (J : forall y, (exists b v, 1 <= b /\ b < 1 + rest /\ pair_value (1 + rest - b) v /\ y = N.lxor (G b) v) <-> triple_value (n - j) y).
    { intros y. unfold rest. split.
      - intros (b & v & B1 & B2 & (c & d & Hc & Hd & E & ->) & ->). exists b, c, d. repeat split; auto; lia.
      - intros (b & c & d & Hb & Hc & Hd & E & ->). exists b, (N.lxor (G c) (G d)). repeat split; [auto|lia|]. exists c, d. repeat split; auto; lia. }
    eapply marks_ext; [|apply IH, (with_spec n g K _ 1 rest); [exact Ok'|lia|unfold rest; lia|exact H]]. intros y. cbv beta. rewrite J. split.
    + intros [[|E]|(i & I & E)]; [auto|right; exists j; simpl; auto|right; exists i; simpl; auto].
    + intros [|(i & [<-|I] & E)]; [auto|auto|right; exists i; auto].
Qed.

Lemma option_places n y : option_value L G n y <->
  ((In n (ends L) /\ y = 0 \/ exists j, In j (singles L) /\ j < n /\ y = G (n - j)) \/ exists j, In j (pairs L) /\ pair_value (n - j) y) \/
  exists j, In j (triples L) /\ triple_value (n - j) y.
Proof.
  unfold option_value, plain_option, split_option, triple_option, pair_value, triple_value. split.
  - intros [H|[(j & a & b & I & Ha & Hb & E & V)|(j & a & b & d & I & Ha & Hb & Hd & E & V)]]; auto.
    + left. right. exists j. split; auto. exists a, b. repeat split; auto; lia.
    + right. exists j. split; auto. exists a, b, d. repeat split; auto; lia.
  - intros [[H|(j & I & a & b & Ha & Hb & E & V)]|(j & I & a & b & d & Ha & Hb & Hd & E & V)]; auto; right; [left|right].
    + exists j, a, b. repeat split; auto; lia.
    + exists j, a, b, d. repeat split; auto; lia.
Qed.

Definition walk_ok (s : triple_walk) : Prop := t_good s = true ->
  1 <= t_n s /\ known G (t_g s) (t_n s) /\ unmarked (t_m s) (t_n s) /\ unmarked (t_seen s) (t_n s) /\ sums_ok (t_sums s) (t_n s - 1).
Lemma triple_step_ok limit s : walk_ok s -> triple_stop limit s = false -> walk_ok (triple_step L s).
Proof.
  intros Ok Stop. apply orb_false_iff in Stop. destruct Stop as [Go _]. apply negb_false_iff in Go.
  destruct (Ok Go) as (Hn & K & U & Us & Sm). clear Ok Go. unfold triple_step. set (n := t_n s) in *. set (g := t_g s) in *.
  pose proof (pair_values n g (t_seen s) K Us) as PV. cbv zeta in PV. set (q := loop (pair_stop n) _ _ _) in *. clearbody q.
  set (sums := p_found q :: t_sums s). set (m := mark_triples _ _ _ _ _). set (x := loop _ _ _ _).
  assert (X : forall y, y < x -> get m y = n).
  { unfold x. apply (loop_inv (fun x => negb (get m x =? n)) (fun x => x + 1) (fun x => forall y, y < x -> get m y = n)); [|lia].
    intros z Hz St y Hy. apply negb_false_iff, N.eqb_eq in St. destruct (N.eq_dec y z); [subst; auto|apply Hz; lia]. }
  clearbody x. intros Good. cbn [t_good t_n t_g t_m t_seen t_sums] in *. apply andb_prop in Good. destruct Good as [Done Free].
  apply negb_true_iff, N.eqb_neq in Free. destruct (PV Done) as [U2 Found]. clear PV Done.
  assert (Ok : sums_ok sums n) by (unfold sums; simpl; auto).
  assert (M : marks m n (option_value L G n)).
  { eapply marks_ext; [|apply triples_spec; [exact K|exact Ok|]; apply pairs_spec; [exact Ok|]; apply singles_spec, end_spec, marks_none, U].
    intros y. cbv beta. rewrite option_places.
    assert (S1 : (exists j, In j (singles L) /\ j < n /\ y = get g (n - j)) <-> exists j, In j (singles L) /\ j < n /\ y = G (n - j)).
    { split; intros (j & I & H & ->); exists j; pose proof (singles_positive L HP j I); rewrite K by lia; auto. }
    rewrite S1. tauto. }
  assert (V : x = G n).
  { apply (layout_value L G); auto; [intros O; apply Free, M, O|intros y Hy; apply M, X, Hy]. }
  split; [lia|]. split; [apply known_set; auto|]. split; [eapply marks_next; eauto|]. split; auto. replace (n + 1 - 1) with n by lia. auto.
Qed.

End Correct.

Theorem triple_store_ok L G limit g : layout_grundy L G -> triple_store L limit = Some g -> forall q, q <= limit -> get g q = G q.
Proof.
  intros HG. unfold triple_store. destruct (places_ok L) eqn:HP; [|discriminate]. set (s0 := {| t_n := 1; t_g := _; t_m := _; t_seen := _; t_sums := _; t_good := _ |}).
  assert (I0 : walk_ok G s0).
  { intros _. unfold s0; cbn [t_n t_g t_m t_seen t_sums]. split; [lia|]. split; [|repeat split; apply unmarked_empty].
    intros q Hq. replace q with 0 by lia. rewrite get_same. symmetry. apply (value_0 L G HP HG). }
  assert (I1 : walk_ok G (loop (triple_stop limit) (triple_step L) depth s0)).
  { apply (loop_inv (triple_stop limit) (triple_step L) (walk_ok G)); auto. intros s. apply triple_step_ok; auto. }
  set (s := loop _ _ _ _) in *. clearbody s. destruct (t_good s) eqn:Go; [|discriminate]. destruct (N.ltb_spec limit (t_n s)); [|discriminate].
  intros E. inversion E; subst g. destruct (I1 Go) as (_ & K & _). intros q Hq. apply K. lia.
Qed.
