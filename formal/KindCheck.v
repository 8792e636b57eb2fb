(* The checker for the theorem `kinds`: a certificate that it accepts says the truth about the rules that it contains. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Wellfounded.
From Grundy Require Import Rules Least Layout Store LeastCheck Certificate KindRules Kinds KindValues KindExact.
Import ListNotations.
Local Open Scope Z_scope.

(* ---------- certificates ---------- *)

(* of the kind q_kind: G(n + q_period) = G(n) + q_saltus for all n >= q_preperiod *)
Record kind_claim := { q_kind : N; q_preperiod : Z; q_period : N; q_saltus : N; q_bound : Z; q_checked_to : Z;
  q_before : option evidence; q_periods : list evidence; q_window : list N }.
(* k_order, k_counts and k_weights are hints, and no part of a claim: an order of the kinds, how many sizes of each are computed, and numbers
   that show that plays end. *)
Record kinds_certificate := { k_rules : list kind; k_joint : Z; k_claims : list kind_claim; k_order : list N; k_counts : list N; k_weights : list Z }.

(* What is claimed. No move leads to something that is no position, and all plays end; so there is one Grundy function. *)
Definition true_claim (K : list kind) (f : values) (q : kind_claim) : Prop := exists l,
  least_size (kind_at K (q_kind q)) = Some l /\ reached (kind_at K (q_kind q)) = true /\ l <= q_preperiod q /\
  claim (sequence f (q_kind q) l) (Z.to_nat (q_preperiod q - l)) (N.to_nat (q_period q)) (q_saltus q).
Definition kinds_claimed (c : kinds_certificate) : Prop :=
  let r := moves_of (k_rules c) in
  closed (k_rules c) /\ well_founded (part r) /\
  exists f, kinds_grundy r f /\ (forall g, kinds_grundy r g -> forall k n, g k n = f k n) /\
    forall q, In q (k_claims c) -> true_claim (k_rules c) f q.

(* ---------- the program ---------- *)
Section Program.
Variable c : kinds_certificate.
Let K := k_rules c.
Let P := k_joint c.

Definition claim_of (k : N) : option kind_claim := find (fun q => q_kind q =? k)%N (k_claims c).
Definition preperiod_of (k : N) : Z := match claim_of k with Some q => q_preperiod q | None => 0 end.
Definition live_b (k : N) : bool := match claim_of k with Some _ => true | None => false end.
Definition divides_b (m : Z) : bool := (1 <=? m) && (P mod m =? 0).

Definition order_fits_b (o : order) (cs : list coordinate) : bool :=
  match o, cs with
  | AnyOrder, _ :: _ => true
  | NotIn E, [_; _] => forallb (fun x => forallb (fun y => negb (x - y =? 2 * P)) E) E
  | AtMost _, [_; _] => true
  | _, _ => false
  end.
Definition live_parts (l : list position) : bool := forallb (fun q => live_b (fst q)) l.
Definition rule_fits_b (R : rule) : bool :=
  divides_b (modulus R) && live_parts (joint R) &&
  match the_cut R with
  | None => true
  | Some d => match allowed d with None => true | Some _ => divides_b (cut_modulus d) end && order_fits_b (cut_order d) (coordinates d) &&
      forallb (fun co => live_parts (cut_parts co)) (coordinates d)
  end.
Definition bound_of (k : N) : Z := fold_right Z.max (preperiod_of k) (flat_map (rule_bounds preperiod_of P) (kind_rules (kind_at K k))).

(* Plays end: steps n + weight falls in every part that depends on n; the fixed parts are known to end. Rules for small n only do not matter. *)
Definition steps : Z := Z.of_nat (length K) + 1.
Definition weight (k : N) : Z := nth (N.to_nat k) (k_weights c) 0.
Definition falls (k q : N) (up : Z) : bool := steps * up + weight q <? weight k.
Definition cut_ends (k : N) (d : cut) : bool :=
  forallb (fun co => forallb (fun q => (least_of K (fst q) <=? at_least co + snd q) &&
    falls k (fst q) (snd q + at_least co - cut_sum d - lows (coordinates d))) (cut_parts co)) (coordinates d).
Definition rule_ends (h : store) (k : N) (R : rule) : bool :=
  match residues R with
  | [] => true
  | _ => forallb (is_known K h) (fixed R) && forallb (fun q => falls k (fst q) (- snd q)) (joint R) &&
      match the_cut R with None => true | Some d => cut_ends k d end
  end.
(* every kind that is reached has a claim, and those without a size are known *)
Definition kind_seen (h : store) (k : N) : bool :=
  match least_size (kind_at K k) with Some _ => negb (reached (kind_at K k)) || live_b k | None => is_known K h (k, 0) end.

Definition shift_evidence (l : Z) (e : evidence) : evidence := {| ev_period := ev_period e; ev_saltus := ev_saltus e; ev_n := Z.to_N (Z.of_N (ev_n e) - l); ev_x := ev_x e; ev_y := ev_y e |}.
(* the values of a sequence stand from i on in the store; so many of them are known *)
Definition evidence_at (g : store) (i known : N) (e : evidence) : bool :=
  (ev_n e + ev_period e <? known)%N && (get g (i + ev_n e) =? ev_x e)%N && (get g (i + ev_n e + ev_period e) =? ev_y e)%N.
Definition most_shown : N := 65536.

Definition least_claim (W : N) (g : store) (q : kind_claim) : bool :=
  let l := least_of K (q_kind q) in
  let evs := map (shift_evidence l) (q_periods q) in let before := match q_before q with Some e => Some (shift_evidence l e) | None => None end in
  forallb (fun e => l <=? Z.of_N (ev_n e)) (q_periods q) && match q_before q with Some e => l <=? Z.of_N (ev_n e) | None => true end &&
  check_least (Z.to_N (q_preperiod q - l)) (q_period q) (q_saltus q) before evs &&
  forallb (evidence_at g (place W (q_kind q) l) (Z.to_N (q_checked_to q + 1 - l))) (match before with Some e => e :: evs | None => evs end).
(* for both theorems *)
Definition claim_base (W : N) (g h : store) (q : kind_claim) : bool :=
  let k := q_kind q in let l := least_of K k in
  match least_size (kind_at K k) with Some _ => true | None => false end && reached (kind_at K k) && (l <=? q_preperiod q) && (q_preperiod q =? preperiod_of k) &&
  (bound_of k <=? q_bound q) && (q_bound q - 1 + P <=? q_checked_to q) &&
  (0 <=? steps * l + weight k) && forallb (fun R => rule_fits_b R && rule_ends h k R) (kind_rules (kind_at K k)) &&
  is_known K h (k, q_checked_to q) && divides_b (Z.of_N (q_period q)) && least_claim W g q.
(* not needed for the claim, but a certificate that says something else is wrong *)
Definition window_right (W : N) (g : store) (q : kind_claim) : bool :=
  (N.of_nat (length (q_window q)) =? N.min (Z.to_N (q_bound q - q_preperiod q)) most_shown)%N && window_ok (q_window q) (place W (q_kind q) (q_preperiod q)) g.
Definition claim_ok (W : N) (g : store) (q : kind_claim) : bool :=
  let i := place W (q_kind q) (q_preperiod q) in
  (q_saltus q =? 0)%N && (q_bound q =? bound_of (q_kind q)) && (q_checked_to q =? q_bound q - 1 + P) &&
  agrees_all g i (Z.to_N P) 0 (i + Z.to_N (q_bound q - q_preperiod q))%N &&
  agrees_all g i (q_period q) 0 (i + Z.to_N (P - Z.of_N (q_period q)))%N && window_right W g q.

(* wider than all sizes that are computed *)
Definition width : N := (1 + fold_right N.max 0 (map (fun k => Z.to_N (least_of K (N.of_nat k)) + nth k (k_counts c) 0) (seq 0 (length K))))%N.
Definition counts : store := fold_left (fun s k => set s (N.of_nat k) (nth k (k_counts c) 0%N)) (seq 0 (length K)) (empty tt).
(* the values, if all is well but the theorem *)
Definition computed : option state :=
  let W := width in let s := r_state (run K W counts (k_order c)) in
  if (1 <=? P) && forallb (fun k => forallb rule_ok (kind_rules k)) K &&
    forallb (claim_base W (s_g s) (s_h s)) (k_claims c) && forallb (fun k => kind_seen (s_h s) (N.of_nat k)) (seq 0 (length K))
  then Some s else None.
Definition check_kinds : bool := match computed with Some s => forallb (claim_ok width (s_g s)) (k_claims c) | None => false end.
End Program.

(* ---------- its correctness ---------- *)
Local Opaque loop depth run most_shown.

(* A period of which a multiple is known needs as many agreements as it is shorter. *)
Lemma shorter_period g a p P : (1 <= p)%nat -> Nat.divide p P -> (1 <= P)%nat -> periodic g a P 0 -> agree g a p 0 (P - p) -> periodic g a p 0.
Proof.
  intros Hp [m E] HP Per A n Hn. rewrite N.add_0_r.
  set (t := ((n - a) / P)%nat). set (r := ((n - a) mod P)%nat). assert (Hr : (r < P)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (En : n = (a + r + t * P)%nat) by (pose proof (Nat.div_mod (n - a) P); unfold t, r; lia). clearbody t r. subst n.
  assert (Z0 : forall x, (a <= x)%nat -> g (x + t * P)%nat = g x) by (intros x Hx; rewrite (periodic_mult g a P 0 t Per x Hx); lia).
  replace (a + r + t * P + p)%nat with (a + r + p + t * P)%nat by lia. rewrite !Z0 by lia.
  destruct (le_lt_dec (P - p) r) as [Far|Near]; [|rewrite A by lia; lia].
  assert (pP : (p <= P)%nat) by (destruct m; nia). set (r' := (r + p - P)%nat). replace (a + r + p)%nat with (a + r' + P)%nat by (unfold r'; lia). rewrite Per by lia. rewrite N.add_0_r.
  assert (Chain : forall i, (i < m)%nat -> g (a + r' + i * p)%nat = g (a + r')%nat).
  { induction i as [|i IH]; intros Hi; [f_equal; lia|]. rewrite <- IH by lia. replace (a + r' + S i * p)%nat with (a + r' + i * p + p)%nat by lia. rewrite A; [apply N.add_0_r|]. unfold r'. nia. }
  destruct m as [|m]; [lia|]. rewrite <- (Chain m) by lia. f_equal. unfold r'. nia.
Qed.

Lemma fold_max_in l d x : (x = d \/ In x l) -> x <= fold_right Z.max d l.
Proof. induction l as [|y l IH]; cbn [fold_right]; [intros [->|[]]; lia|]. intros [->|[->|I]]; [specialize (IH (or_introl eq_refl)); lia|lia|specialize (IH (or_intror I)); lia]. Qed.

Section Correct.
Variable c : kinds_certificate.
Let K := k_rules c.
Let P := k_joint c.
Let M := moves_of K.
Definition live (k : N) : Prop := live_b c k = true.
Hypothesis HP : 1 <= P.
Hypothesis Rules_ok : forall k R, In R (kind_rules (kind_at K k)) -> rule_ok R = true.
Variables (W : N) (s : state).
Hypothesis Good : good K W s.
Hypothesis Claims : forall q, In q (k_claims c) -> claim_base c W (s_g s) (s_h s) q = true.
Hypothesis Seen : forall k, (k < N.of_nat (length K))%N -> kind_seen c (s_h s) k = true.

Lemma divides_b_ok m : divides_b c m = true -> 1 <= m /\ (m | P).
Proof. unfold divides_b. rewrite andb_true_iff, Z.leb_le, Z.eqb_eq. intros [H E]. split; auto. apply Z.mod_divide; auto. lia. Qed.
Lemma claim_of_in k q : claim_of c k = Some q -> In q (k_claims c) /\ q_kind q = k.
Proof. unfold claim_of. intros H. apply find_some in H. destruct H as [I E]. apply N.eqb_eq in E. auto. Qed.
Lemma claim_live q : In q (k_claims c) -> live (q_kind q).
Proof.
  intros I. unfold live, live_b, claim_of. destruct (find _ (k_claims c)) eqn:E; auto. exfalso. pose proof (find_none _ _ E q I) as X. cbv beta in X. rewrite N.eqb_refl in X. discriminate.
Qed.

(* what is checked of a kind that is alive *)
Record sound (k : N) (q : kind_claim) : Prop := {
  so_size : least_size (kind_at K k) = Some (least_of K k);
  so_reached : reached (kind_at K k) = true;
  so_least : least_of K k <= preperiod_of c k;
  so_pre : q_preperiod q = preperiod_of c k;
  so_bound : bound_of c k <= q_bound q;
  so_to : q_bound q - 1 + P <= q_checked_to q;
  so_weight : 0 <= steps c * least_of K k + weight c k;
  so_rules : forall R, In R (kind_rules (kind_at K k)) -> rule_fits_b c R = true /\ rule_ends c (s_h s) k R = true;
  so_known : is_known K (s_h s) (k, q_checked_to q) = true;
  so_divides : 1 <= Z.of_N (q_period q) /\ (Z.of_N (q_period q) | P);
  so_minimal : least_claim c W (s_g s) q = true }.
Lemma claim_sound q : In q (k_claims c) -> sound (q_kind q) q.
Proof.
  intros I. pose proof (Claims q I) as H. unfold claim_base in H. fold K P in H. repeat (apply andb_prop in H; destruct H as [H ?]).
  repeat match goal with E : (_ =? _) = true |- _ => apply Z.eqb_eq in E | E : (_ <=? _) = true |- _ => apply Z.leb_le in E | E : (_ =? _)%N = true |- _ => apply N.eqb_eq in E end.
  constructor; auto; try lia.
  - unfold least_of. destruct (least_size (kind_at K (q_kind q))); [reflexivity|discriminate].
  - intros R IR. match goal with E : forallb _ (kind_rules _) = true |- _ => rewrite forallb_forall in E; specialize (E R IR); apply andb_prop in E; exact E end.
  - apply divides_b_ok. assumption.
Qed.
Lemma live_sound k : live k -> exists q, In q (k_claims c) /\ q_kind q = k /\ sound k q.
Proof.
  unfold live, live_b. destruct (claim_of c k) as [q|] eqn:E; [|discriminate]. intros _. destruct (claim_of_in k q E) as [I <-]. exists q. split; auto. split; auto. apply claim_sound, I.
Qed.
Lemma live_stands k n : live k -> (stands K (k, n) <-> least_of K k <= n).
Proof. intros L. destruct (live_sound k L) as (q & _ & _ & S). unfold stands. cbn [fst snd]. rewrite (so_size _ _ S), (so_reached _ _ S). tauto. Qed.
Lemma live_parts_ok l q : live_parts c l = true -> In q l -> live (fst q).
Proof. unfold live_parts. rewrite forallb_forall. intros H I. apply H, I. Qed.

Lemma rule_fits_ok R : rule_fits_b c R = true -> rule_fits live P R.
Proof.
  unfold rule_fits_b, rule_fits. intros H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  apply divides_b_ok in H1. split; [tauto|]. split; [intros q I; eapply live_parts_ok; eauto|]. destruct (the_cut R) as [d|]; auto.
  apply andb_prop in H3. destruct H3 as [H3 H5]. apply andb_prop in H3. destruct H3 as [H3 H4]. split; [split|].
  - destruct (allowed d); auto. right. apply divides_b_ok in H3. tauto.
  - unfold order_fits_b, order_fits in *. destruct (cut_order d) as [|E|e]; destruct (coordinates d) as [|x [|y [|? ?]]]; try discriminate; simpl; try lia; auto.
    split; auto. intros a b Ia Ib E2. rewrite forallb_forall in H4. specialize (H4 a Ia). rewrite forallb_forall in H4. specialize (H4 b Ib). apply negb_true_iff, Z.eqb_neq in H4. auto.
  - intros co q Ic Iq. rewrite forallb_forall in H5. eapply live_parts_ok; [apply (H5 co Ic)|exact Iq].
Qed.
Lemma bounds_hold k R x : In R (kind_rules (kind_at K k)) -> In x (rule_bounds (preperiod_of c) P R) -> x <= bound_of c k.
Proof. intros I X. apply fold_max_in. right. apply in_flat_map. exists R. auto. Qed.

(* ---------- plays end ---------- *)
Lemma size_of_part d a q : Forall2 (fun x co => at_least co <= x) a (coordinates d) -> In q (cut_at d a) ->
  exists co p, In co (coordinates d) /\ In p (cut_parts co) /\ fst q = fst p /\ at_least co + snd p <= snd q <= snd p + at_least co + (sum a - lows (coordinates d)).
Proof.
  intros F I. unfold cut_at in I. apply in_flat_map in I. destruct I as ([x co] & I1 & I2). apply within in I1; auto. destruct I1 as [Ic Rg].
  cbn [fst snd] in I2. unfold shifted in I2. apply in_map_iff in I2. destruct I2 as (p & <- & Ip). exists co, p. cbn [fst snd]. repeat split; auto; lia.
Qed.
(* A part of an option beyond what was computed is known, or of a living kind and lower in measure. *)
Definition measure (p : position) : Z := steps c * snd p + weight c (fst p).
Lemma part_falls k n o q : live k -> is_known K (s_h s) (k, n) = false -> M k n o -> In q o ->
  is_known K (s_h s) q = true \/ (live (fst q) /\ stands K q /\ measure q < measure (k, n)).
Proof.
  intros L U (St & R & a & IR & Ap & Ch & ->) I. destruct (live_sound k L) as (cl & _ & _ & S). destruct (so_rules _ _ S R IR) as [Ft En].
  assert (Big : bound_of c k <= n).
  { apply (live_stands k n L) in St. pose proof (so_known _ _ S) as Kn. apply known_range in Kn. pose proof (so_to _ _ S). pose proof (so_bound _ _ S).
    assert (X : ~ (least_of K k <= n < least_of K k + Z.of_N (get (s_h s) k))) by (rewrite <- known_range, U; discriminate). lia. }
  assert (Bd : forall x, In x (rule_bounds (preperiod_of c) P R) -> x <= n) by (intros x X; pose proof (bounds_hold k R x IR X); lia).
  apply rule_fits_ok in Ft. destruct Ft as (_ & Jl & Cl).
  assert (Tail : from R <= n) by (apply Bd; left; reflexivity). destruct Ap as [[_ Ap]|[Ap _]]; [|lia].
  unfold rule_ends in En. destruct (residues R) as [|r0 rs]; [destruct Ap|]. apply andb_prop in En. destruct En as [En E3]. apply andb_prop in En. destruct En as [E1 E2].
  rewrite forallb_forall in E1, E2. unfold parts in I. apply in_app_or in I. destruct I as [I|I]; [left; auto|right]. apply in_app_or in I. destruct I as [I|I].
  - unfold back in I. apply in_map_iff in I. destruct I as (p & <- & Ip). specialize (Jl p Ip). specialize (E2 p Ip). cbn [fst snd]. split; [exact Jl|]. split.
    + destruct p as [q d]. cbn [fst snd] in *. apply (live_stands q); auto. destruct (live_sound q Jl) as (cq & _ & _ & Sq). pose proof (so_least _ _ Sq).
      assert (preperiod_of c q + d <= n); [|lia]. apply Bd. right. apply in_or_app. left. apply in_map_iff. exists (q, d). auto.
    + unfold measure. cbn [fst snd]. unfold falls in E2. apply Z.ltb_lt in E2. replace (steps c * (n - snd p)) with (steps c * n + steps c * (- snd p)) by ring. lia.
  - unfold choice in Ch. destruct (the_cut R) as [d|]; [|destruct I]. destruct Ch as [(F & Sm & _) _]. destruct Cl as [_ Lv].
    destruct (size_of_part d a q F I) as (co & p & Ic & Ip & Ef & Rg). unfold cut_ends in E3. rewrite forallb_forall in E3. specialize (E3 co Ic). rewrite forallb_forall in E3.
    specialize (E3 p Ip). apply andb_prop in E3. destruct E3 as [E3 E4]. apply Z.leb_le in E3. fold K in E3. unfold falls in E4. apply Z.ltb_lt in E4. specialize (Lv co p Ic Ip).
    destruct q as [q z]. cbn [fst snd] in *. subst q. split; [exact Lv|]. split; [apply (live_stands (fst p)); auto; lia|].
    unfold measure. cbn [fst snd]. assert (0 <= steps c) by (unfold steps; lia). assert (Hz : z <= n + (snd p + at_least co - cut_sum d - lows (coordinates d))) by lia.
    apply (Z.mul_le_mono_nonneg_l _ _ (steps c)) in Hz; auto. rewrite Z.mul_add_distr_l in Hz. lia.
Qed.
Lemma stands_seen q : stands K q -> is_known K (s_h s) q = true \/ live (fst q).
Proof.
  destruct q as [k n]. unfold stands. cbn [fst snd]. intros H. assert (Hk : (k < N.of_nat (length K))%N).
  { destruct (N.lt_ge_cases k (N.of_nat (length K))) as [|Ge]; auto. exfalso. unfold kind_at in H. rewrite nth_overflow in H by lia. cbn in H. destruct H; discriminate. }
  specialize (Seen k Hk). unfold kind_seen in Seen. fold K in Seen. destruct (least_size (kind_at K k)) as [l|].
  - destruct H as [H _]. rewrite H in Seen. right. exact Seen.
  - destruct H as [_ ->]. left. exact Seen.
Qed.
Lemma known_settled p : is_known K (s_h s) p = true -> settled K W (s_g s) p.
Proof. apply (proj2 Good). Qed.
Theorem plays_end : well_founded (part M).
Proof.
  assert (L : forall b k n, live k -> stands K (k, n) -> measure (k, n) < Z.of_nat b -> Acc (part M) (k, n)).
  { induction b as [|b IH]; intros k n Lk St Hb.
    - exfalso. destruct (live_sound k Lk) as (q & _ & _ & S). pose proof (so_weight _ _ S). apply (live_stands k n Lk) in St. unfold measure in Hb. cbn [fst snd] in Hb.
      assert (0 <= steps c) by (unfold steps; lia). apply (Z.mul_le_mono_nonneg_l _ _ (steps c)) in St; auto. lia.
    - destruct (is_known K (s_h s) (k, n)) eqn:E; [apply (known_settled _ E)|]. constructor. intros [k' n'] (o & Mo & I).
      destruct (part_falls k n o (k', n') Lk E Mo I) as [Kn|(Lq & Sq & Lt)]; [apply (known_settled _ Kn)|]. apply IH; auto. lia. }
  intros [k n]. destruct (stands_dec K (k, n)) as [St|No].
  - destruct (stands_seen _ St) as [Kn|Lk]; [apply (known_settled _ Kn)|]. apply (L (Z.to_nat (measure (k, n) + 1))); auto.
    destruct (Z_lt_ge_dec (measure (k, n)) 0); lia.
  - constructor. intros q (o & (St & _) & _). tauto.
Qed.
Theorem no_stray : closed K.
Proof.
  intros k n o q Mo I. pose proof Mo as [St _]. destruct (is_known K (s_h s) (k, n)) eqn:E.
  - destruct (known_settled _ E) as (_ & _ & _ & Cl & _). apply (Cl o q Mo I).
  - destruct (stands_seen _ St) as [Kn|Lk]; [congruence|]. destruct (part_falls k n o q Lk E Mo I) as [Kn|(_ & Sq & _)]; [apply (known_settled _ Kn)|exact Sq].
Qed.

(* ---------- the claims ---------- *)
Variable f : values.
Hypothesis Gf : kinds_grundy M f.
Lemma stored_value q n : In q (k_claims c) -> least_of K (q_kind q) <= n <= q_checked_to q -> get (s_g s) (place W (q_kind q) n) = f (q_kind q) n.
Proof.
  intros I H. pose proof (claim_sound q I) as S. pose proof (so_known _ _ S) as Kn. apply known_range in Kn.
  assert (X : is_known K (s_h s) (q_kind q, n) = true) by (apply known_range; lia). destruct (known_settled _ X) as (_ & _ & _ & _ & V). apply V. exact Gf.
Qed.
Lemma least_nonneg q : In q (k_claims c) -> 0 <= least_of K (q_kind q).
Proof.
  intros I. pose proof (claim_sound q I) as S. pose proof (so_known _ _ S) as Kn. apply known_range in Kn.
  assert (X : is_known K (s_h s) (q_kind q, least_of K (q_kind q)) = true) by (apply known_range; lia). destruct (known_settled _ X) as (_ & B & _). cbn [snd] in B. lia.
Qed.
Lemma place_add k n i : 0 <= n -> 0 <= i -> (place W k n + Z.to_N i)%N = place W k (n + i).
Proof. intros H H'. unfold place. rewrite Z2N.inj_add by auto. lia. Qed.

(* a claim from what its theorem says *)
Theorem claim_holds q : In q (k_claims c) -> (forall n, q_preperiod q <= n -> f (q_kind q) (n + Z.of_N (q_period q)) = (f (q_kind q) n + q_saltus q)%N) -> true_claim K f q.
Proof.
  intros I Per. pose proof (claim_sound q I) as S. pose proof (least_nonneg q I) as L0. set (k := q_kind q) in *. set (l := least_of K k) in *.
  pose proof (so_least _ _ S) as L1. rewrite <- (so_pre _ _ S) in L1. fold l in L1. exists l. split; [apply (so_size _ _ S)|]. split; [apply (so_reached _ _ S)|]. split; [exact L1|].
  pose proof (so_minimal _ _ S) as Mi. unfold least_claim in Mi. fold K k l in Mi.
  apply andb_prop in Mi. destruct Mi as [Mi M4]. apply andb_prop in Mi. destruct Mi as [Mi M3]. clear Mi.
  rewrite <- Z_N_nat. eapply check_least_ok; [exact M3| |].
  - intros n Hn. unfold sequence. replace (l + Z.of_nat (n + N.to_nat (q_period q))) with (l + Z.of_nat n + Z.of_N (q_period q)) by lia. apply Per. lia.
  - intros e He. rewrite forallb_forall in M4. assert (Ie : evidence_at (s_g s) (place W k l) (Z.to_N (q_checked_to q + 1 - l)) e = true).
    { apply M4. destruct He as [E|Ie]; [rewrite E; left; auto|]. destruct (q_before q); [right; exact Ie|exact Ie]. }
    unfold evidence_at in Ie. apply andb_prop in Ie. destruct Ie as [Ie I3]. apply andb_prop in Ie. destruct Ie as [I1 I2]. apply N.ltb_lt in I1. apply N.eqb_eq in I2, I3.
    assert (V : forall i, (i < Z.to_N (q_checked_to q + 1 - l))%N -> get (s_g s) (place W k l + i) = on_N (sequence f k l) i).
    { intros i Hi. unfold on_N, sequence. rewrite N_nat_Z. unfold k. rewrite <- stored_value by (auto; fold k l; lia). fold k. rewrite <- (place_add k l (Z.of_N i)) by lia. rewrite N2Z.id. reflexivity. }
    split; [rewrite <- I2|rewrite <- I3]; rewrite <- V by lia; f_equal; lia.
Qed.
(* agreement as it stands in the store, and of the values *)
Lemma stored_agree q p t len : In q (k_claims c) -> 0 <= p -> q_preperiod q + len + p <= q_checked_to q + 1 ->
  agrees_all (s_g s) (place W (q_kind q) (q_preperiod q)) (Z.to_N p) t (place W (q_kind q) (q_preperiod q) + Z.to_N len) = true ->
  forall n, q_preperiod q <= n < q_preperiod q + len -> f (q_kind q) (n + p) = (f (q_kind q) n + t)%N.
Proof.
  intros I Hp Hl A n Hn. pose proof (claim_sound q I) as S. pose proof (least_nonneg q I) as L0. pose proof (so_least _ _ S) as L1. rewrite <- (so_pre _ _ S) in L1.
  pose proof (agrees_all_ok _ _ _ _ _ A (place W (q_kind q) n)) as B. rewrite (place_add (q_kind q) n p) in B by lia. rewrite !stored_value in B by (auto; lia). apply B.
  replace (place W (q_kind q) n) with (place W (q_kind q) (q_preperiod q) + Z.to_N (n - q_preperiod q))%N by (rewrite place_add by lia; f_equal; lia). lia.
Qed.

(* ---------- the theorem `kinds` ---------- *)
Hypothesis Ok : forall q, In q (k_claims c) -> claim_ok c W (s_g s) q = true.
Lemma claim_ok_parts q : In q (k_claims c) -> q_saltus q = 0%N /\ q_bound q = bound_of c (q_kind q) /\ q_checked_to q = q_bound q - 1 + P /\
  (forall n, q_preperiod q <= n < q_bound q -> f (q_kind q) (n + P) = f (q_kind q) n) /\
  (forall n, q_preperiod q <= n < q_preperiod q + (P - Z.of_N (q_period q)) -> f (q_kind q) (n + Z.of_N (q_period q)) = f (q_kind q) n).
Proof.
  intros I. pose proof (Ok q I) as H. unfold claim_ok in H. fold P in H. apply andb_prop in H. destruct H as [H _]. apply andb_prop in H. destruct H as [H A2]. apply andb_prop in H. destruct H as [H A1].
  apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. apply N.eqb_eq in H1. apply Z.eqb_eq in H2, H3. split; [exact H1|]. split; [exact H2|]. split; [exact H3|].
  pose proof (claim_sound q I) as S. assert (Bn : q_preperiod q <= q_bound q) by (rewrite H2, (so_pre _ _ S); apply fold_max_in; auto). destruct (so_divides _ _ S) as [Hp Dp].
  assert (pP : Z.of_N (q_period q) <= P) by (apply Z.divide_pos_le; [lia|exact Dp]). split.
  - intros n Hn. rewrite (stored_agree q P 0 (q_bound q - q_preperiod q)) by (auto; lia). apply N.add_0_r.
  - intros n Hn. rewrite <- (N2Z.id (q_period q)) in A2 at 1. rewrite (stored_agree q (Z.of_N (q_period q)) 0 (P - Z.of_N (q_period q))) by (auto; lia). apply N.add_0_r.
Qed.
Theorem kinds_periodic k n : live k -> preperiod_of c k <= n -> f k (n + P) = f k n.
Proof.
  apply (kinds K f live (preperiod_of c) (bound_of c) P HP plays_end Gf).
  - intros j L. destruct (live_sound j L) as (q & _ & _ & S). split; [apply fold_max_in; auto|]. split.
    + intros m Hm. apply (live_stands j); auto. pose proof (so_least _ _ S). lia.
    + intros R I. destruct (so_rules _ _ S R I) as [Ft _]. split; [apply rule_fits_ok; exact Ft|]. intros x X. apply (bounds_hold j R); auto.
  - intros j m L Hm. destruct (live_sound j L) as (q & I & <- & S). destruct (claim_ok_parts q I) as (_ & Eb & _ & A & _). rewrite <- (so_pre _ _ S), <- Eb in Hm. apply A. exact Hm.
Qed.
Theorem kinds_claim q : In q (k_claims c) -> true_claim K f q.
Proof.
  intros I. apply claim_holds; auto. intros n Hn. pose proof (claim_sound q I) as S. destruct (claim_ok_parts q I) as (Es & _ & _ & _ & A). rewrite Es, N.add_0_r.
  destruct (so_divides _ _ S) as [Hp Dp]. assert (pP : Z.of_N (q_period q) <= P) by (apply Z.divide_pos_le; [lia|exact Dp]).
  pose proof (shorter_period (fun i => f (q_kind q) (q_preperiod q + Z.of_nat i)) 0 (N.to_nat (q_period q)) (Z.to_nat P)) as X. unfold periodic, agree in X.
  replace n with (q_preperiod q + Z.of_nat (Z.to_nat (n - q_preperiod q))) by lia.
  replace (q_preperiod q + Z.of_nat (Z.to_nat (n - q_preperiod q)) + Z.of_N (q_period q)) with (q_preperiod q + Z.of_nat (Z.to_nat (n - q_preperiod q) + N.to_nat (q_period q))) by lia.
  rewrite X; [apply N.add_0_r|lia| |lia| | |lia].
  - destruct Dp as [m Em]. exists (Z.to_nat m). assert (0 <= m) by nia. nia.
  - intros i _. rewrite N.add_0_r. replace (q_preperiod q + Z.of_nat (i + Z.to_nat P)) with (q_preperiod q + Z.of_nat i + P) by lia. apply kinds_periodic; [apply claim_live; exact I|]. rewrite <- (so_pre _ _ S). lia.
  - intros i Hi. rewrite N.add_0_r. replace (q_preperiod q + Z.of_nat (i + N.to_nat (q_period q))) with (q_preperiod q + Z.of_nat i + Z.of_N (q_period q)) by lia. apply A. lia.
Qed.
End Correct.

(* What `computed` says; from here on the values need not be looked at as they are computed. *)
Record right (c : kinds_certificate) (s : state) : Prop := {
  r_P : 1 <= k_joint c;
  r_good : good (k_rules c) (width c) s;
  r_base : forall q, In q (k_claims c) -> claim_base c (width c) (s_g s) (s_h s) q = true;
  r_seen : forall k, (k < N.of_nat (length (k_rules c)))%N -> kind_seen c (s_h s) k = true }.
Lemma computed_right c s : computed c = Some s -> right c s.
Proof.
  unfold computed. cbv zeta. match goal with |- (if ?b then _ else _) = _ -> _ => destruct b eqn:H; [|discriminate] end. intros E. injection E as <-.
  apply andb_prop in H. destruct H as [H HS]. apply andb_prop in H. destruct H as [H HC]. apply andb_prop in H. destruct H as [HP HR]. apply Z.leb_le in HP.
  rewrite forallb_forall in HR, HC, HS. constructor; auto.
  - apply run_good. intros k R I. unfold kind_at in I. destruct (nth_in_or_default (N.to_nat k) (k_rules c) nothing) as [J|J]; [|rewrite J in I; destruct I].
    specialize (HR _ J). rewrite forallb_forall in HR. apply HR, I.
  - intros k Hk. rewrite <- (N2Nat.id k). apply HS. apply in_seq. lia.
Qed.
(* All but the claims is true, if these are of every Grundy function. *)
Lemma claimed_if c s : right c s -> (forall f, kinds_grundy (moves_of (k_rules c)) f -> forall q, In q (k_claims c) -> true_claim (k_rules c) f q) -> kinds_claimed c.
Proof.
  intros [HP G HC Seen] H. pose proof (plays_end c HP (width c) s G HC Seen) as W. split; [apply (no_stray c HP (width c) s G HC Seen)|]. split; [exact W|].
  destruct (kinds_exist (k_rules c) W) as [f Gf]. exists f. split; [exact Gf|]. split; [intros g Gg k n; apply (kinds_unique (moves_of (k_rules c))); auto|]. apply H. exact Gf.
Qed.

(* If the checker accepts a certificate, then what it claims is true of the Grundy function of its rules. *)
Theorem check_kinds_correct c : check_kinds c = true -> kinds_claimed c.
Proof.
  unfold check_kinds. destruct (computed c) as [s|] eqn:E; [|discriminate]. intros H. rewrite forallb_forall in H. apply computed_right in E. apply (claimed_if c s E).
  intros f Gf q I. destruct E as [HP G HC Seen]. apply (kinds_claim c HP (width c) s G HC Seen f Gf H q I).
Qed.
