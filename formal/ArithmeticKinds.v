(* The theorem `arithmetic-kinds`: a period with a saltus for each kind. The values as they would go on, F, are shown to be Grundy values.
   No option has the value F k n: it would have had one a period before. Every smaller value is that of an option that may stay or rise. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Wellfounded.
From Grundy Require Import Rules Arithmetic KindRules Kinds KindValues KindExact KindDirections.
Import ListNotations.
Local Open Scope Z_scope.
Local Notation high := Arithmetic.high.

(* ---------- what the theorem asks for ---------- *)
Section Asked.
Variables (F : values) (S : N -> N) (P : Z) (g : N).
(* a rule of one part, and a slack coordinate: which coordinate has the part *)
Definition two_way (R : rule) : option (nat * position) :=
  match fixed R, joint R, the_cut R with
  | [], [], Some c => match cut_order c, coordinates c with
    | AnyOrder, [x; y] => match cut_parts x, cut_parts y with [q], [] => Some (0%nat, q) | [], [q] => Some (1%nat, q) | _, _ => None end
    | _, _ => None
    end
  | _, _, _ => None
  end.
Definition sum_of (ks : list N) : N := fold_right (fun k x => (S k + x)%N) 0%N ks.

(* (a) If the low parts are right, the high parts are too small in sum; no coordinate raises them faster than those of k. *)
Definition short (R : rule) (k : N) (n : Z) (a : list Z) : Prop :=
  (forall j, direction R j -> (sum_of (movers R j) <= S k)%N) /\
  (sum_value (fun k n => low g (F k n)) (parts R n a) = low g (F k n) -> (heights g F (parts R n a) < high g (F k n))%N).
(* (b) One part, which moves with every coordinate. *)
Definition one_part (R : rule) : Prop := forall n a j, choice R n a -> direction R j -> exists p, parts R n a = [p] /\ moving R n a j = [p].
Definition differs_one (R : rule) (k : N) (n : Z) (a : list Z) : Prop := one_part R /\ forall q x, parts R n a = [(q, x)] ->
  F q x <> F k n /\ ((S q < S k)%N -> (F q x < F k n)%N) /\ ((S k < S q)%N -> (F k n < F q x)%N).
(* (b) One part and slack; near: less than P above the least size of the part. *)
Definition differs_slack (n0 : N -> Z) (R : rule) (k : N) (n : Z) (a : list Z) : Prop := exists i q o, two_way R = Some (i, (q, o)) /\ (S q <= S k)%N /\
  let v := F q (nth i a 0 + o) in v <> F k n /\ ((S q < S k)%N -> (v < F k n)%N) /\
  ((0 < S k)%N -> S q = S k -> (forall c, the_cut R = Some c -> nth i a 0 < threshold n0 (nth i (coordinates c) some_coordinate) + P) -> (v < F k n)%N).
(* (b) Nothing moves. *)
Definition differs_fixed (R : rule) (k : N) (n : Z) (a : list Z) : Prop := (forall j, direction R j -> movers R j = []) /\
  sum_value F (parts R n a) <> F k n /\ ((0 < S k)%N -> (sum_value F (parts R n a) < F k n)%N).
Definition missed (n0 : N -> Z) (R : rule) (k : N) (n : Z) (a : list Z) : Prop :=
  short R k n a \/ differs_one R k n a \/ differs_slack n0 R k n a \/ differs_fixed R k n a.

(* May be raised by any multiples of P, as far as the parts and the order are concerned. *)
Definition ready (n0 : N -> Z) (R : rule) (n : Z) (a : list Z) (j : nat) : Prop := direction R j /\ forall q, In q (moving R n a j) -> n0 (fst q) <= snd q.
(* p is the only part that moves with j and has a saltus, s *)
Definition only (R : rule) (n : Z) (a : list Z) (j : nat) (p : position) (s : N) : Prop := In p (moving R n a j) /\ S (fst p) = s /\ sum_of (movers R j) = s.
Definition stays_one (n0 : N -> Z) (R : rule) (n : Z) (a : list Z) (j : nat) : Prop := ready n0 R n a j /\ raisable R P a j /\ sum_of (movers R j) = 0%N.
Definition stays_two (n0 : N -> Z) (R : rule) (n : Z) (a : list Z) (i j : nat) : Prop := i <> j /\ ready n0 R n a i /\ ready n0 R n a j /\ sum_of (map fst (joint R)) = 0%N /\
  exists b c s, only R n a i b s /\ only R n a j c s /\ high g (F (fst b) (snd b)) = high g (F (fst c) (snd c)).
Definition rises (n0 : N -> Z) (R : rule) (k : N) (n : Z) (a : list Z) (j : nat) : Prop := ready n0 R n a j /\ raisable R P a j /\
  exists p, only R n a j p (S k) /\ high g (F (fst p) (snd p)) = high g (sum_value F (parts R n a)).

Definition stays_beside (n0 : N -> Z) (R : rule) (n : Z) (a : list Z) (free : nat -> Prop) : Prop :=
  (exists s, free s /\ stays_one n0 R n a s) \/ (exists s u, free s /\ free u /\ stays_two n0 R n a s u).
(* an option with the value v *)
Definition has (R : rule) (n : Z) (a : list Z) (v : N) : Prop := applies R n /\ choice R n a /\ sum_value F (parts R n a) = v.
Definition covered_at (n0 : N -> Z) (Rs : list rule) (k : N) (n : Z) : Prop :=
  let stay v := exists R a, In R Rs /\ has R n a v /\ stays_beside n0 R n a (fun _ => True) in
  let rise v := exists R a j, In R Rs /\ has R n a v /\ rises n0 R k n a j in
  let both v := exists R a j, In R Rs /\ has R n a v /\ rises n0 R k n a j /\ stays_beside n0 R n a (fun s => s <> j) in
  if (S k =? 0)%N then forall v, (v < F k n)%N -> stay v else
  exists u, (u + 2 * S k <= F k n)%N /\ (forall v, (v < u)%N -> stay v) /\ (forall v, (u <= v < F k n)%N -> rise v) /\ (forall v, (u <= v < u + 2 * S k)%N -> both v).
End Asked.

(* ---------- the proof ---------- *)
Section Arithmetic.
Variables (K : list kind) (G : values) (live_b : N -> bool) (n0 N0 : N -> Z) (P top : Z) (S : N -> N) (g : N).
Let live (k : N) : Prop := live_b k = true.
(* the values as they would go on *)
Definition goes_on (k : N) (n : Z) : N :=
  if live_b k && (n0 k <=? n) then (G k (n0 k + (n - n0 k) mod P)%Z + Z.to_N ((n - n0 k) / P) * S k)%N else G k n.
(* F is the same function; a checker may have it in another form *)
Variable F : values.
Hypothesis F_is : forall k n, F k n = goes_on k n.
Hypothesis HP : 1 <= P.
Hypothesis W : well_founded (part (moves_of K)).
Hypothesis Gr : kinds_grundy (moves_of K) G.
Hypothesis Kinds_ok : forall k, live k -> n0 k <= N0 k <= top /\ (forall n, n0 k <= n -> stands K (k, n)) /\
  forall R, In R (kind_rules (kind_at K k)) -> rule_fits live P R /\ forall x, In x (rule_bounds n0 P R) -> x <= N0 k.
Hypothesis Divides : forall k, live k -> N.divide (2 ^ g) (S k).
Hypothesis Agree : forall k n, live k -> n0 k <= n < top + P -> G k (n + P) = (G k n + S k)%N.
Hypothesis Missed : forall k n R a, live k -> N0 k <= n < N0 k + P -> In R (kind_rules (kind_at K k)) -> applies R n -> choice R n a -> missed F S P g n0 R k n a.
Hypothesis Covered : forall k n, live k -> N0 k <= n < N0 k + 2 * P -> covered_at F S P g n0 (kind_rules (kind_at K k)) k n.

Lemma F_ups k n m : live k -> n0 k <= n -> F k (n + Z.of_nat m * P) = (F k n + N.of_nat m * S k)%N.
Proof.
  intros L H. rewrite !F_is. unfold goes_on. unfold live in L. rewrite L. replace (n0 k <=? n) with true by (symmetry; apply Z.leb_le; lia).
  replace (n0 k <=? n + Z.of_nat m * P) with true by (symmetry; apply Z.leb_le; nia). cbn [andb].
  replace (n + Z.of_nat m * P - n0 k) with (n - n0 k + Z.of_nat m * P) by lia. rewrite Z_mod_plus_full, Z_div_plus_full by lia.
  assert (0 <= (n - n0 k) / P) by (apply Z.div_pos; lia). rewrite Z2N.inj_add by lia. rewrite (N2Z.inj _ _ (Z2N.id (Z.of_nat m) ltac:(lia))) || idtac.
  replace (Z.to_N (Z.of_nat m)) with (N.of_nat m) by lia. lia.
Qed.
Lemma F_up k n : live k -> n0 k <= n -> F k (n + P) = (F k n + S k)%N.
Proof. intros L H. pose proof (F_ups k n 1 L H) as E. replace (n + Z.of_nat 1 * P) with (n + P) in E by lia. rewrite E. lia. Qed.
Lemma F_same k n : live k -> n < top + 2 * P -> F k n = G k n.
Proof.
  intros L H. destruct (Z_lt_ge_dec n (n0 k)) as [C|C].
  - rewrite F_is. unfold goes_on. replace (n0 k <=? n) with false by (symmetry; apply Z.leb_gt; lia). rewrite andb_false_r. reflexivity.
  - assert (X : forall m r, 0 <= r < P -> n0 k + r + Z.of_nat m * P < top + 2 * P -> G k (n0 k + r + Z.of_nat m * P) = F k (n0 k + r + Z.of_nat m * P)).
    { induction m as [|m IH]; intros r Hr Hm.
      - rewrite Z.mul_0_l, Z.add_0_r. rewrite F_is. unfold goes_on. unfold live in L. rewrite L. replace (n0 k <=? n0 k + r) with true by (symmetry; apply Z.leb_le; lia). cbn [andb].
        replace (n0 k + r - n0 k) with r by lia. rewrite Z.mod_small, Z.div_small by lia. rewrite N.mul_0_l, N.add_0_r. reflexivity.
      - replace (n0 k + r + Z.of_nat (Datatypes.S m) * P) with (n0 k + r + Z.of_nat m * P + P) in * by lia. rewrite Agree, F_up, IH by (auto; nia). reflexivity. }
    pose proof (Z.div_mod (n - n0 k) P ltac:(lia)) as D. pose proof (Z.mod_pos_bound (n - n0 k) P ltac:(lia)) as B. assert (Q : 0 <= (n - n0 k) / P) by (apply Z.div_pos; lia).
    symmetry. replace n with (n0 k + (n - n0 k) mod P + Z.of_nat (Z.to_nat ((n - n0 k) / P)) * P) at 1 2 by (rewrite Z2Nat.id by lia; lia). apply X; [exact B|]. rewrite Z2Nat.id by lia. lia.
Qed.
Lemma F_dead k n : live_b k = false -> F k n = G k n.
Proof. intros L. rewrite F_is. unfold goes_on. rewrite L. reflexivity. Qed.
Lemma F_before k n : n < n0 k -> F k n = G k n.
Proof. intros L. rewrite F_is. unfold goes_on. replace (n0 k <=? n) with false by (symmetry; apply Z.leb_gt; lia). rewrite andb_false_r. reflexivity. Qed.

(* parts that move up by m P *)
Definition safe (l : list position) : Prop := forall q, In q l -> live (fst q) /\ n0 (fst q) <= snd q.
Lemma up_zero m l : safe l -> sum_of S (map fst l) = 0%N -> sum_value F (up (Z.of_nat m * P) l) = sum_value F l.
Proof.
  induction l as [|q l IH]; intros Sf Z0; [reflexivity|]. cbn [map up sum_of fold_right fst snd sum_value] in *. fold (sum_of S (map fst l)) (sum_value F l) (up (Z.of_nat m * P) l) in *.
  fold (sum_value F (up (Z.of_nat m * P) l)). rewrite IH by (try (intros p I; apply Sf; right; auto); lia). f_equal.
  destruct (Sf q (or_introl eq_refl)). rewrite F_ups by auto. lia.
Qed.
Lemma in_sum k ks : In k ks -> (S k <= sum_of S ks)%N.
Proof. unfold sum_of. induction ks as [|x ks IH]; cbn [fold_right]; [intros []|]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.
Lemma up_one m l p : safe l -> In p l -> S (fst p) = sum_of S (map fst l) -> exists w,
  sum_value F l = N.lxor (F (fst p) (snd p)) w /\ sum_value F (up (Z.of_nat m * P) l) = N.lxor (F (fst p) (snd p) + N.of_nat m * S (fst p))%N w.
Proof.
  induction l as [|q l IH]; intros Sf I E; [destruct I|]. cbn [map sum_of fold_right] in E. fold (sum_of S (map fst l)) in E.
  assert (Sl : safe l) by (intros x Ix; apply Sf; right; auto). cbn [up map sum_value fold_right fst snd]. fold (up (Z.of_nat m * P) l) (sum_value F (up (Z.of_nat m * P) l)) (sum_value F l).
  destruct (Sf q (or_introl eq_refl)) as [Lq Hq]. destruct I as [->|I].
  - exists (sum_value F l). split; auto. rewrite (up_zero m l Sl) by lia. rewrite F_ups by auto. reflexivity.
  - pose proof (in_sum (fst p) (map fst l) (in_map fst l p I)). destruct (IH Sl I ltac:(lia)) as (w & E1 & E2). exists (N.lxor (F (fst q) (snd q)) w).
    rewrite E1, E2. rewrite F_ups by auto. replace (S (fst q)) with 0%N by lia. rewrite N.mul_0_r, N.add_0_r. split; (rewrite !(N.lxor_comm (F (fst q) (snd q))), N.lxor_assoc; reflexivity).
Qed.
Lemma heights_up l : safe l -> (heights g F (up P l) * 2 ^ g = heights g F l * 2 ^ g + sum_of S (map fst l))%N.
Proof.
  induction l as [|q l IH]; intros Sf; [cbn; lia|]. cbn [up map heights fold_right fst snd sum_of]. fold (up P l) (heights g F (up P l)) (heights g F l) (sum_of S (map fst l)).
  destruct (Sf q (or_introl eq_refl)) as [Lq Hq]. rewrite F_up by auto. destruct (Divides (fst q) Lq) as [z Ez]. rewrite Ez, high_add.
  specialize (IH (fun p I => Sf p (or_intror I))). lia.
Qed.
Lemma low_up l : safe l -> sum_value (fun k n => low g (F k n)) (up P l) = sum_value (fun k n => low g (F k n)) l.
Proof.
  induction l as [|q l IH]; intros Sf; [reflexivity|]. cbn [up map sum_value fold_right fst snd]. fold (up P l) (sum_value (fun k n => low g (F k n)) (up P l)) (sum_value (fun k n => low g (F k n)) l).
  rewrite IH by (intros p I; apply Sf; right; auto). f_equal. destruct (Sf q (or_introl eq_refl)) as [Lq Hq]. rewrite F_up by auto. destruct (Divides (fst q) Lq) as [z Ez]. rewrite Ez. apply low_add.
Qed.

Lemma choice_length R n a : choice R n a -> fits_length R a.
Proof. unfold choice, fits_length. destruct (the_cut R) as [c|]; auto. intros [(Fo & _) _]. apply (Forall2_length _ _ Fo). Qed.

Section Rule.
Variables (k : N) (R : rule).
Hypothesis Lk : live k.
Hypothesis IR : In R (kind_rules (kind_at K k)).
Let Fit : rule_fits live P R := proj1 (proj2 (proj2 (Kinds_ok k Lk)) R IR).
Lemma bounds_R x : In x (rule_bounds n0 P R) -> x <= N0 k.
Proof. apply (proj2 (proj2 (proj2 (Kinds_ok k Lk)) R IR)). Qed.
Lemma joint_ready n q : N0 k <= n -> In q (back n (joint R)) -> live (fst q) /\ n0 (fst q) <= snd q.
Proof.
  intros Hn I. unfold back in I. apply in_map_iff in I. destruct I as (p & <- & Ip). cbn [fst snd]. split; [apply (proj1 (proj2 Fit)); exact Ip|].
  assert (n0 (fst p) + snd p <= N0 k); [|lia]. apply bounds_R. right. apply in_or_app. left. apply in_map_iff. exists p. auto.
Qed.
Lemma parts_live j q : direction R j -> In q (parts_at R j) -> live (fst q).
Proof.
  unfold direction, parts_at. destruct Fit as (_ & _ & C). destruct (the_cut R) as [c|]; [|intros _ []]. intros D I. apply (proj2 C (nth j (coordinates c) some_coordinate)); auto. apply nth_In. exact D.
Qed.
Lemma moving_live n a j : direction R j -> N0 k <= n -> (forall q, In q (moving R n a j) -> n0 (fst q) <= snd q) -> safe (moving R n a j).
Proof.
  intros D Hn H q I. split; [|auto]. unfold moving in I. apply in_app_or in I. destruct I as [I|I]; [apply (joint_ready n q Hn I)|].
  unfold shifted in I. apply in_map_iff in I. destruct I as (p & <- & Ip). apply (parts_live j p D Ip).
Qed.
Lemma applies_ups n m : N0 k <= n -> 0 <= m -> (applies R (n + m * P) <-> applies R n).
Proof.
  intros Hn Hm. assert (from R <= N0 k) by (apply bounds_R; left; auto). unfold applies. rewrite mod_shift by (apply Z.divide_mul_r; apply (proj1 Fit)). assert (0 <= m * P) by nia. intuition lia.
Qed.

(* ---------- no option has the value ---------- *)
Definition came_from (n : Z) (a : list Z) (j : nat) (b : list Z) : Prop := raise P j b = a /\ direction R j /\ choice R n b /\ safe (moving R n b j).
Lemma high_moving n b j c : the_cut R = Some c -> direction R j -> N0 k <= n -> Kinds.high n0 c j b -> safe (moving R n b j).
Proof.
  intros E D Hn H. apply moving_live; auto. intros q I. unfold moving in I. apply in_app_or in I. destruct I as [I|I]; [apply (joint_ready n q Hn I)|].
  unfold parts_at in I. rewrite E in I. unfold shifted in I. apply in_map_iff in I. destruct I as (p & <- & Ip). cbn [fst snd].
  pose proof (threshold_part n0 _ p Ip). unfold Kinds.high in H. lia.
Qed.
Lemma cut_ready c : the_cut R = Some c -> cut_fits P c /\ forall n, N0 k <= n -> forall x, In x (cut_bounds n0 P c) -> x <= n.
Proof.
  intros E. destruct Fit as (_ & _ & C). rewrite E in C. split; [tauto|]. intros n Hn x I. assert (x <= N0 k); [|lia]. apply bounds_R. right. apply in_or_app. right. rewrite E. exact I.
Qed.
Lemma lower_some n a : N0 k <= n -> choice R (n + P) a -> exists j b, came_from n a j b.
Proof.
  intros Hn Ch. unfold came_from. destruct (the_cut R) as [c|] eqn:E.
  - destruct (cut_ready c E) as [Fc Bd]. unfold choice in Ch. rewrite E in Ch. destruct (lower n0 c P n HP Fc (Bd n Hn) a Ch) as (j & b & Eb & Hj & Ob & Hi).
    assert (D : direction R j) by (unfold direction; rewrite E; rewrite <- (Forall2_length _ _ (proj1 (proj1 Ob))); exact Hj).
    exists j, b. split; [exact Eb|]. split; [exact D|]. split; [unfold choice; rewrite E; exact Ob|]. apply (high_moving n b j c); auto.
  - unfold choice in Ch. rewrite E in Ch. subst a. exists O, []. split; auto. assert (D : direction R O) by (unfold direction; rewrite E; reflexivity).
    split; [exact D|]. split; [unfold choice; rewrite E; reflexivity|]. apply moving_live; auto. intros q I. unfold moving in I. apply in_app_or in I. destruct I as [I|I]; [apply (joint_ready n q Hn I)|].
    unfold parts_at in I. rewrite E in I. destruct I.
Qed.
Lemma parts_moved_up n b j f : choice R n b -> direction R j ->
  sum_value f (parts R n b) = N.lxor (sum_value f (moving R n b j)) (sum_value f (rest R b j)) /\
  forall T, sum_value f (parts R (n + T) (raise T j b)) = N.lxor (sum_value f (up T (moving R n b j))) (sum_value f (rest R b j)).
Proof.
  intros Ch D. pose proof (choice_length _ _ _ Ch) as L. split.
  - rewrite <- sum_value_app. apply sum_value_perm. apply parts_perm; auto.
  - intros T. rewrite (sum_value_perm f _ _ (parts_perm R (n + T) (raise T j b) j (fits_raise R b j T L) D)), sum_value_app, moving_up, rest_up by auto. reflexivity.
Qed.
Lemma short_up n a j b : N0 k <= n -> came_from n a j b -> short F S g R k n b -> short F S g R k (n + P) a.
Proof.
  intros Hn (<- & D & Ch & Sf) [H0 H]. split; [exact H0|]. pose proof (choice_length _ _ _ Ch) as L. pose proof (Kinds_ok k Lk) as (B & _). rewrite (F_up k n Lk) by lia.
  destruct (Divides k Lk) as [z Ez]. rewrite Ez, low_add, high_add. intros E.
  destruct (parts_moved_up n b j (fun k n => low g (F k n)) Ch D) as [E1 E2]. rewrite (E2 P), low_up in E by exact Sf. rewrite <- E1 in E. specialize (H E).
  rewrite (heights_perm g F _ _ (parts_perm R (n + P) (raise P j b) j (fits_raise R b j P L) D)), heights_app, moving_up, rest_up by auto.
  rewrite (heights_perm g F _ _ (parts_perm R n b j L D)), heights_app in H. pose proof (heights_up _ Sf) as U. rewrite moving_kinds in U. specialize (H0 j D). rewrite Ez in H0.
  pose proof (two_pow g). set (B2 := (2 ^ g)%N) in *. clearbody B2. nia.
Qed.
Lemma two_way_shape i q o : two_way R = Some (i, (q, o)) -> exists c x y, the_cut R = Some c /\ cut_order c = AnyOrder /\ coordinates c = [x; y] /\ fixed R = [] /\ joint R = [] /\
  ((i = 0%nat /\ cut_parts x = [(q, o)] /\ cut_parts y = []) \/ (i = 1%nat /\ cut_parts x = [] /\ cut_parts y = [(q, o)])).
Proof.
  unfold two_way. destruct (fixed R), (joint R); try discriminate. destruct (the_cut R) as [c|]; try discriminate. destruct (cut_order c) eqn:Eo; try discriminate.
  destruct (coordinates c) as [|x [|y [|? ?]]] eqn:Ec; try discriminate. intros H. exists c, x, y. repeat split; auto.
  destruct (cut_parts x) as [|p [|? ?]], (cut_parts y) as [|p' [|? ?]]; try discriminate; inversion H; subst; auto.
Qed.
(* with slack: the part is lowered if it can be *)
Lemma missed_lower n a : N0 k <= n -> choice R (n + P) a -> exists j b, came_from n a j b /\ (missed F S P g n0 R k n b -> missed F S P g n0 R k (n + P) a).
Proof.
  intros Hn Ch. pose proof (Kinds_ok k Lk) as (B & _). assert (Fk : F k (n + P) = (F k n + S k)%N) by (apply F_up; auto; lia).
  assert (Simple : forall j b, came_from n a j b -> (differs_slack F S P n0 R k n b -> missed F S P g n0 R k (n + P) a) -> missed F S P g n0 R k n b -> missed F S P g n0 R k (n + P) a).
  { intros j b C Sl [H|[H|[H|H]]]; [left; eapply short_up; eauto| |auto|].
    - right. left. destruct H as [Sh H]. split; auto. destruct C as (Ea & D & Cb & Sf). subst a. destruct (Sh n b j Cb D) as ([q x] & E1 & E2).
      destruct (Sh (n + P) (raise P j b) j Ch D) as (p' & E3 & E4). rewrite moving_up in E4 by (auto; eapply choice_length; eauto). rewrite E2 in E4. cbn [up map fst snd] in E4. inversion E4; subst p'.
      intros q' x' E. rewrite E3 in E. inversion E; subst q' x'. destruct (H q x E1) as (H1 & H2 & H3). rewrite E2 in Sf. destruct (Sf (q, x) (or_introl eq_refl)) as [Lq Hq]. cbn [fst snd] in *.
      rewrite (F_up q x Lq Hq), Fk. destruct (N.lt_trichotomy (S q) (S k)) as [C1|[C1|C1]]; [specialize (H2 C1)| |specialize (H3 C1)]; lia.
    - right. right. right. destruct H as (H0 & H1 & H2). destruct C as (Ea & D & Cb & Sf). subst a. split; auto.
      assert (Em : moving R n b j = []) by (apply map_eq_nil with (f := fst); rewrite moving_kinds; auto).
      destruct (parts_moved_up n b j F Cb D) as [E1 E2]. specialize (E2 P). rewrite Em in E1, E2. cbn [up map sum_value fold_right] in E2. rewrite E2. cbn [sum_value fold_right] in E1. rewrite <- E1, Fk.
      destruct (N.eq_0_gt_0_cases (S k)) as [Z0|Pos]; [rewrite Z0, N.add_0_r; split; [exact H1|lia]|specialize (H2 Pos); lia]. }
  destruct (two_way R) as [[i [q o]]|] eqn:ET.
  - destruct (two_way_shape i q o ET) as (c & x & y & Ec & Eo & Ecs & Ef & Ej & Sh). destruct (cut_ready c Ec) as [Fc Bd].
    pose proof Ch as Ch0. unfold choice in Ch. rewrite Ec, Eo in Ch. destruct Ch as [Shp _]. pose proof (Forall2_length _ _ (proj1 Shp)) as L. rewrite Ecs in L. destruct a as [|u [|v [|? ?]]]; simpl in L; try lia.
    set (t := fun j => threshold n0 (nth j (coordinates c) some_coordinate)).
    assert (Down : forall j, (j < 2)%nat -> t j + P <= nth j [u; v] 0 -> exists b, came_from n [u; v] j b /\ Kinds.high n0 c j b).
    { intros j Hj Hx. destruct (lower_at n0 c P n Fc j [u; v] Shp Hj Hx) as (b & Eb & Jb & Sb & Hb). exists b. split; auto. split; [exact Eb|].
      assert (D : direction R j) by (unfold direction; rewrite Ec, Ecs; exact Hj). split; [exact D|]. split; [unfold choice; rewrite Ec, Eo; split; [exact Sb|exact I]|]. apply (high_moving n b j c); auto. }
    assert (Iv : (i < 2)%nat) by (destruct Sh as [[-> _]|[-> _]]; lia).
    assert (Pi : parts_at R i = [(q, o)]) by (unfold parts_at; rewrite Ec, Ecs; destruct Sh as [(-> & E1 & E2)|(-> & E1 & E2)]; auto).
    destruct (Z_le_gt_dec (t i + P) (nth i [u; v] 0)) as [Far|Near].
    + destruct (Down i Iv Far) as (b & C & Hb). exists i, b. split; auto. apply (Simple i b C). intros (i' & q' & o' & E' & Sq & H). rewrite ET in E'. inversion E'; subst i' q' o'. clear E'. cbv zeta in H.
      destruct C as (Eb & D & Cb & Sf). assert (Lb : (i < length b)%nat) by (apply choice_length in Cb; unfold fits_length in Cb; rewrite Ec, Ecs in Cb; simpl in Cb; lia).
      right. right. left. exists i, q, o. split; [exact ET|]. split; [exact Sq|]. cbv zeta. rewrite <- Eb, nth_raise by exact Lb. destruct H as (H1 & H2 & H3).
      assert (Sp : live q /\ n0 q <= nth i b 0 + o).
      { apply (Sf (q, nth i b 0 + o)). unfold moving. apply in_or_app. right. rewrite Pi. left. reflexivity. }
      replace (nth i b 0 + P + o) with (nth i b 0 + o + P) by lia. rewrite (F_up q _ (proj1 Sp) (proj2 Sp)), Fk.
      split; [|split].
      * destruct (N.eq_dec (S q) (S k)) as [Es|Es]; [lia|]. assert (S q < S k)%N by lia. specialize (H2 H). lia.
      * intros Lt. specialize (H2 Lt). lia.
      * intros Ps Es Nr. specialize (Nr c Ec). rewrite <- Eb, nth_raise in Far by exact Lb. fold (t i) in Nr. lia.
    + set (j := (1 - i)%nat). assert (Jv : (j < 2)%nat) by (unfold j; lia).
      assert (Slack : t j + P <= nth j [u; v] 0).
      { pose proof (Bd n Hn _ (or_introl eq_refl)) as X. rewrite Ecs in X. cbn [map length sum fold_right] in X. pose proof (proj1 (proj2 Shp)) as Sm. cbn [sum fold_right] in Sm.
        unfold t in *. rewrite Ecs in *. unfold j. destruct Sh as [(-> & _)|(-> & _)]; cbn [nth Nat.sub] in *; lia. }
      destruct (Down j Jv Slack) as (b & C & Hb). exists j, b. split; auto. apply (Simple j b C). intros (i' & q' & o' & E' & Sq & H). rewrite ET in E'. inversion E'; subst i' q' o'. clear E'. cbv zeta in H.
      destruct C as (Eb & D & Cb & Sf). assert (Lb : length b = 2%nat) by (apply choice_length in Cb; unfold fits_length in Cb; rewrite Ec, Ecs in Cb; simpl in Cb; lia).
      assert (Same : nth i [u; v] 0 = nth i b 0).
      { rewrite <- Eb. destruct b as [|b1 [|b2 [|? ?]]]; simpl in Lb; try lia. unfold j. destruct Sh as [(-> & _)|(-> & _)]; reflexivity. }
      right. right. left. exists i, q, o. split; [exact ET|]. split; [exact Sq|]. cbv zeta. rewrite Same, Fk. rewrite Same in Near. destruct H as (H1 & H2 & H3).
      assert (Near' : forall c', the_cut R = Some c' -> nth i b 0 < threshold n0 (nth i (coordinates c') some_coordinate) + P) by (intros c' Ec'; rewrite Ec in Ec'; inversion Ec'; subst c'; fold (t i); lia).
      split; [|split].
      * destruct (N.eq_0_gt_0_cases (S k)) as [Z0|Ps]; [lia|]. destruct (N.eq_dec (S q) (S k)) as [Es|Es]; [specialize (H3 Ps Es Near'); lia|]. assert (S q < S k)%N by lia. specialize (H2 H). lia.
      * intros Lt. specialize (H2 Lt). lia.
      * intros Ps Es _. specialize (H3 Ps Es Near'). lia.
  - destruct (lower_some n a Hn Ch) as (j & b & C). exists j, b. split; auto. apply (Simple j b C). intros (i & q & o & E & _). congruence.
Qed.
Lemma missed_all m n a : N0 k <= n < N0 k + P -> applies R n -> choice R (n + Z.of_nat m * P) a -> missed F S P g n0 R k (n + Z.of_nat m * P) a.
Proof.
  intros Hn Ap. revert a. induction m as [|m IH]; intros a Ch.
  - rewrite Z.mul_0_l, Z.add_0_r in *. apply Missed; auto.
  - replace (n + Z.of_nat (Datatypes.S m) * P) with (n + Z.of_nat m * P + P) in * by lia. destruct (missed_lower (n + Z.of_nat m * P) a ltac:(nia) Ch) as (j & b & C & H). apply H. apply IH. apply C.
Qed.
Lemma missed_differs n a : choice R n a -> missed F S P g n0 R k n a -> sum_value F (parts R n a) <> F k n.
Proof.
  intros Ch [H|[H|[H|H]]] E.
  - destruct H as [_ H]. rewrite <- low_sum_value, E in H. specialize (H eq_refl). pose proof (high_sum_value g F (parts R n a)) as X. rewrite E in X. lia.
  - destruct H as [Sh H]. assert (D : exists j, direction R j).
    { unfold direction. destruct (the_cut R) as [c|] eqn:Ec; [|eexists; reflexivity]. exists O. destruct (cut_ready c Ec) as [[_ Fc] _]. unfold order_fits in Fc. destruct (cut_order c); lia. }
    destruct D as [j D]. destruct (Sh n a j Ch D) as ([q x] & E1 & _). destruct (H q x E1) as [H1 _]. apply H1. rewrite E1 in E. cbn [sum_value fold_right fst snd] in E. rewrite N.lxor_0_r in E. exact E.
  - destruct H as (i & q & o & ET & _ & H1 & _). destruct (two_way_shape i q o ET) as (c & x & y & Ec & Eo & Ecs & Ef & Ej & Sh). apply H1. rewrite <- E. unfold parts. rewrite Ef, Ej, Ec.
    apply choice_length in Ch. unfold fits_length in Ch. rewrite Ec, Ecs in Ch. destruct a as [|u [|v [|? ?]]]; simpl in Ch; try lia. unfold cut_at. rewrite Ecs. cbn [combine flat_map fst snd].
    destruct Sh as [(-> & E1 & E2)|(-> & E1 & E2)]; rewrite E1, E2; cbn; rewrite N.lxor_0_r; reflexivity.
  - apply (proj1 (proj2 H)). exact E.
Qed.

(* ---------- every smaller value is one ---------- *)
Definition shaped (n : Z) (a : list Z) : Prop := match the_cut R with None => a = [] | Some c => shape c n a end.
Definition ordered (a : list Z) : Prop := match the_cut R with None => True | Some c => in_order (cut_order c) a end.
Lemma choice_parts n a : choice R n a <-> shaped n a /\ ordered a.
Proof. unfold choice, shaped, ordered. destruct (the_cut R); tauto. Qed.
Lemma shaped_length n a : shaped n a -> fits_length R a.
Proof. unfold shaped, fits_length. destruct (the_cut R) as [c|]; auto. intros (Fo & _). apply (Forall2_length _ _ Fo). Qed.
Lemma shaped_raise n a j m : direction R j -> shaped n a -> shaped (n + Z.of_nat m * P) (raise (Z.of_nat m * P) j a).
Proof.
  unfold direction, shaped. destruct (the_cut R) as [c|] eqn:E; [|intros -> ->; reflexivity]. intros D Sh. apply shape_raise; auto; [nia| |].
  - destruct (proj1 (proj1 (cut_ready c E))); auto. right. apply Z.divide_mul_r. auto.
  - rewrite (Forall2_length _ _ (proj1 Sh)). exact D.
Qed.
Lemma parts_raised n a j f T : fits_length R a -> direction R j ->
  sum_value f (parts R n a) = N.lxor (sum_value f (moving R n a j)) (sum_value f (rest R a j)) /\
  sum_value f (parts R (n + T) (raise T j a)) = N.lxor (sum_value f (up T (moving R n a j))) (sum_value f (rest R a j)).
Proof.
  intros L D. rewrite <- sum_value_app. split; [apply sum_value_perm, parts_perm; auto|].
  rewrite (sum_value_perm f _ _ (parts_perm R (n + T) (raise T j a) j (fits_raise R a j T L) D)), sum_value_app, moving_up, rest_up by auto. reflexivity.
Qed.
Lemma ready_safe n a j : N0 k <= n -> ready n0 R n a j -> safe (moving R n a j).
Proof. intros Hn [D H]. apply moving_live; auto. Qed.
(* what is asked of the coordinate j stays true when others are raised *)
Lemma ready_other n a i j m : N0 k <= n -> i <> j -> ready n0 R n a j -> ready n0 R (n + Z.of_nat m * P) (raise (Z.of_nat m * P) i a) j.
Proof.
  intros Hn H [D Rd]. split; [exact D|]. intros q I. rewrite moving_other in I by exact H. unfold moving in *. apply in_app_or in I. destruct I as [I|I]; [|apply Rd; apply in_or_app; right; exact I].
  apply (joint_ready (n + Z.of_nat m * P) q ltac:(nia) I).
Qed.
Lemma only_other n a i j m p s : i <> j -> sum_of S (map fst (joint R)) = 0%N -> (0 < s)%N -> only S R n a j p s -> only S R (n + Z.of_nat m * P) (raise (Z.of_nat m * P) i a) j p s.
Proof.
  intros H Zj Ps (I & E1 & E2). split; [|auto]. rewrite moving_other by exact H. unfold moving in *. apply in_app_or in I. apply in_or_app. right. destruct I as [I|I]; [|exact I].
  exfalso. assert (I' : In (fst p) (map fst (joint R))). { replace (map fst (joint R)) with (map fst (back n (joint R))) by (unfold back; rewrite map_map; reflexivity). apply in_map. exact I. }
  pose proof (in_sum _ _ I'). lia.
Qed.
Lemma sum_app ks ls : sum_of S (ks ++ ls) = (sum_of S ks + sum_of S ls)%N.
Proof. unfold sum_of. induction ks as [|x ks IH]; cbn [app fold_right]; [reflexivity|]. rewrite IH. lia. Qed.
Lemma stay_value n a j m : N0 k <= n -> fits_length R a -> ready n0 R n a j -> sum_of S (movers R j) = 0%N ->
  sum_value F (parts R (n + Z.of_nat m * P) (raise (Z.of_nat m * P) j a)) = sum_value F (parts R n a).
Proof.
  intros Hn L Rd Z0. destruct (parts_raised n a j F (Z.of_nat m * P) L (proj1 Rd)) as [-> ->]. rewrite up_zero; [reflexivity|apply ready_safe; auto|rewrite moving_kinds; exact Z0].
Qed.
(* what raising one coordinate does to the value *)
Lemma rise_change n a j m p s : N0 k <= n -> fits_length R a -> ready n0 R n a j -> only S R n a j p s ->
  sum_value F (parts R (n + Z.of_nat m * P) (raise (Z.of_nat m * P) j a)) =
  N.lxor (sum_value F (parts R n a)) (N.lxor (F (fst p) (snd p)) (F (fst p) (snd p) + N.of_nat m * s)%N).
Proof.
  intros Hn L Rd (I & E1 & E2). destruct (parts_raised n a j F (Z.of_nat m * P) L (proj1 Rd)) as [-> ->].
  destruct (up_one m (moving R n a j) p (ready_safe n a j Hn Rd) I) as (w & -> & ->); [rewrite moving_kinds; congruence|]. rewrite E1.
  set (x := F (fst p) (snd p)). set (r := sum_value F (rest R a j)). generalize (x + N.of_nat m * s)%N. intros y. clearbody x r.
  apply N.bits_inj. intros b. rewrite !N.lxor_spec. destruct (N.testbit x b), (N.testbit y b), (N.testbit w b), (N.testbit r b); reflexivity.
Qed.
Lemma only_live n a j p s : ready n0 R n a j -> N0 k <= n -> only S R n a j p s -> N.divide (2 ^ g) s.
Proof. intros Rd Hn (I & <- & _). apply Divides. apply (ready_safe n a j Hn Rd p I). Qed.
Lemma change_high x y q : high g x = high g y -> low g (N.lxor x (x + q * 2 ^ g)) = 0%N /\ high g (N.lxor x (x + q * 2 ^ g)) = high g (N.lxor y (y + q * 2 ^ g)).
Proof. intros E. rewrite low_lxor, low_add, N.lxor_nilpotent. split; auto. rewrite !high_lxor, !high_add, E. reflexivity. Qed.
Lemma stay_two_value n a i j m : N0 k <= n -> fits_length R a -> stays_two F S g n0 R n a i j ->
  sum_value F (parts R (n + Z.of_nat m * P + Z.of_nat m * P) (raise (Z.of_nat m * P) i (raise (Z.of_nat m * P) j a))) = sum_value F (parts R n a).
Proof.
  intros Hn L (H & Ri & Rj & Zj & b & c & s & Ob & Oc & E). destruct (N.eq_0_gt_0_cases s) as [->|Ps].
  { destruct Ob as (_ & _ & Zb), Oc as (_ & _ & Zc). rewrite stay_value; [apply stay_value; auto| | | |exact Zb]; [nia|apply fits_raise; exact L|apply ready_other; auto]. }
  rewrite (rise_change (n + Z.of_nat m * P) (raise (Z.of_nat m * P) j a) i m b s); [| |apply fits_raise; exact L|apply ready_other; auto|apply only_other; auto]; [|nia].
  rewrite (rise_change n a j m c s) by auto. destruct (only_live n a i b s Ri Hn Ob) as [z ->]. rewrite N.mul_assoc. set (q := (N.of_nat m * z)%N).
  destruct (change_high _ _ q E) as [L1 H1]. destruct (change_high _ _ q (eq_sym E)) as [L2 _].
  rewrite N.lxor_assoc. rewrite (low_high_eq g (N.lxor (N.lxor (F (fst c) (snd c)) _) _) 0); [apply N.lxor_0_r| |].
  - rewrite low_lxor, L1, L2, low_0. reflexivity.
  - rewrite high_lxor, H1, N.lxor_nilpotent, high_0. reflexivity.
Qed.
Lemma rise_value n a j m p : N0 k <= n -> fits_length R a -> ready n0 R n a j -> only S R n a j p (S k) -> high g (F (fst p) (snd p)) = high g (sum_value F (parts R n a)) ->
  sum_value F (parts R (n + Z.of_nat m * P) (raise (Z.of_nat m * P) j a)) = (sum_value F (parts R n a) + N.of_nat m * S k)%N.
Proof.
  intros Hn L Rd O E. rewrite (rise_change n a j m p (S k)) by auto. set (v := sum_value F (parts R n a)) in *. set (x := F (fst p) (snd p)) in *. clearbody v x.
  destruct (Divides k Lk) as [z ->]. rewrite N.mul_assoc. set (q := (N.of_nat m * z)%N). clearbody q. destruct (change_high x v q E) as [L1 H1]. apply (low_high_eq g).
  - rewrite low_lxor, L1, low_add. apply N.lxor_0_r.
  - rewrite high_lxor, H1, high_lxor, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity.
Qed.

(* i rises by 2 S k in the coordinate j, or none, and m stays *)
Definition reached_by (n : Z) (v : N) (m : nat) (w : N) : Prop := exists b, choice R (n + Z.of_nat m * (2 * P)) b /\ sum_value F (parts R (n + Z.of_nat m * (2 * P)) b) = w.
Lemma ordered_one a j m : raisable R P a j -> ordered a -> ordered (raise (Z.of_nat m * P) j a).
Proof. unfold raisable, ordered. destruct (the_cut R) as [c|]; auto. intros Rs Or. apply order_one; auto; lia. Qed.
Lemma direction_lt c a j : the_cut R = Some c -> fits_length R a -> direction R j -> (j < length a)%nat.
Proof. unfold fits_length, direction. intros ->. lia. Qed.
Lemma ordered_two a i j s t : i <> j -> fits_length R a -> direction R i -> direction R j -> raisable R P a i -> raisable R P a j -> ordered a ->
  ordered (raise (Z.of_nat s * P) i (raise (Z.of_nat t * P) j a)).
Proof.
  intros H L Di Dj Ri Rj Or. pose proof (direction_lt) as X. unfold raisable, ordered in *. destruct (the_cut R) as [c|] eqn:E; auto.
  apply order_two; auto; try lia; try (apply (X c); auto). intros e Ee. rewrite Ee in *. destruct a as [|x [|y [|? ?]]]; cbn [raisable_in] in *; try tauto. lia.
Qed.
Lemma ordered_pair a i j m : i <> j -> fits_length R a -> direction R i -> direction R j -> ordered a -> ordered (raise (Z.of_nat m * P) i (raise (Z.of_nat m * P) j a)).
Proof.
  intros H L Di Dj Or. pose proof (direction_lt) as X. unfold ordered in *. destruct (the_cut R) as [c|] eqn:E; auto. apply order_pair; auto; apply (X c); auto.
Qed.
Lemma ordered_three a b i j l : i <> j -> i <> l -> j <> l -> direction R i -> direction R j -> direction R l -> ordered a -> ordered b.
Proof.
  intros H1 H2 H3 Di Dj Dl Or. unfold ordered, direction in *. destruct (the_cut R) as [c|] eqn:E; [|lia]. destruct (cut_ready c E) as [[_ Fc] _]. unfold order_fits in Fc.
  destruct (cut_order c); [exact I| |]; lia.
Qed.
Lemma stay_up n a v (free : nat -> Prop) m : N0 k <= n -> has F R n a v -> stays_beside F S P g n0 R n a free -> exists b, choice R (n + Z.of_nat m * (2 * P)) b /\ sum_value F (parts R (n + Z.of_nat m * (2 * P)) b) = v.
Proof.
  intros Hn (_ & Ch & V) St. apply choice_parts in Ch. destruct Ch as [Sh Or]. pose proof (shaped_length n a Sh) as L. destruct St as [(s & _ & Rd & Rs & Z0)|(s & u & _ & _ & St)].
  - exists (raise (Z.of_nat (2 * m) * P) s a). replace (n + Z.of_nat m * (2 * P)) with (n + Z.of_nat (2 * m) * P) by lia. split.
    + apply choice_parts. split; [apply shaped_raise; [apply Rd|exact Sh]|apply ordered_one; auto].
    + rewrite stay_value; auto.
  - exists (raise (Z.of_nat m * P) s (raise (Z.of_nat m * P) u a)). replace (n + Z.of_nat m * (2 * P)) with (n + Z.of_nat m * P + Z.of_nat m * P) by lia.
    pose proof St as (H & Ri & Rj & _). split.
    + apply choice_parts. split; [apply shaped_raise; [apply Ri|apply shaped_raise; [apply Rj|exact Sh]]|apply ordered_pair; auto; [apply Ri|apply Rj]].
    + rewrite stay_two_value; auto.
Qed.
Lemma rise_up n a v j m : N0 k <= n -> has F R n a v -> rises F S P g n0 R k n a j ->
  exists b, choice R (n + Z.of_nat m * (2 * P)) b /\ sum_value F (parts R (n + Z.of_nat m * (2 * P)) b) = (v + N.of_nat m * (2 * S k))%N.
Proof.
  intros Hn (_ & Ch & V) (Rd & Rs & p & O & E). apply choice_parts in Ch. destruct Ch as [Sh Or]. pose proof (shaped_length n a Sh) as L.
  exists (raise (Z.of_nat (2 * m) * P) j a). replace (n + Z.of_nat m * (2 * P)) with (n + Z.of_nat (2 * m) * P) by lia. split.
  - apply choice_parts. split; [apply shaped_raise; [apply Rd|exact Sh]|apply ordered_one; auto].
  - rewrite (rise_value n a j (2 * m) p); auto. rewrite V. lia.
Qed.
Lemma both_up n a v j m i : N0 k <= n -> (0 < S k)%N -> has F R n a v -> rises F S P g n0 R k n a j -> stays_beside F S P g n0 R n a (fun s => s <> j) ->
  exists b, choice R (n + Z.of_nat (m + i) * (2 * P)) b /\ sum_value F (parts R (n + Z.of_nat (m + i) * (2 * P)) b) = (v + N.of_nat i * (2 * S k))%N.
Proof.
  intros Hn Ps (_ & Ch & V) (Rd & Rs & p & O & E) St. apply choice_parts in Ch. destruct Ch as [Sh Or]. pose proof (shaped_length n a Sh) as L.
  destruct St as [(s & Ns & Rd2 & Rs2 & Z0)|(s & u & Ns & Nu & St)].
  - assert (Zj : sum_of S (map fst (joint R)) = 0%N) by (unfold movers in Z0; rewrite sum_app in Z0; lia).
    set (a1 := raise (Z.of_nat (2 * m) * P) s a). set (n1 := n + Z.of_nat (2 * m) * P). assert (Hn1 : N0 k <= n1) by (unfold n1; nia).
    exists (raise (Z.of_nat (2 * i) * P) j a1). replace (n + Z.of_nat (m + i) * (2 * P)) with (n1 + Z.of_nat (2 * i) * P) by (unfold n1; lia). split.
    + apply choice_parts. split; [apply shaped_raise; [apply Rd|apply shaped_raise; [apply Rd2|exact Sh]]|]. apply ordered_two; auto; [apply Rd|apply Rd2].
    + assert (V1 : sum_value F (parts R n1 a1) = v) by (unfold n1, a1; rewrite stay_value; auto).
      rewrite (rise_value n1 a1 j (2 * i) p); [rewrite V1; lia|exact Hn1|apply fits_raise; exact L|apply ready_other; auto|apply only_other; auto|rewrite V1, <- V; exact E].
  - pose proof St as (Hsu & Ri & Rj & Zj & _). set (b1 := raise (Z.of_nat m * P) u a). set (a1 := raise (Z.of_nat m * P) s b1). set (n1 := n + Z.of_nat m * P + Z.of_nat m * P). assert (Hn1 : N0 k <= n1) by (unfold n1; nia).
    exists (raise (Z.of_nat (2 * i) * P) j a1). replace (n + Z.of_nat (m + i) * (2 * P)) with (n1 + Z.of_nat (2 * i) * P) by (unfold n1; lia). split.
    + apply choice_parts. split; [apply shaped_raise; [apply Rd|apply shaped_raise; [apply Ri|apply shaped_raise; [apply Rj|exact Sh]]]|].
      apply (ordered_three a _ s u j); auto; [apply Ri|apply Rj|apply Rd].
    + assert (V1 : sum_value F (parts R n1 a1) = v) by (unfold n1, a1, b1; rewrite stay_two_value; auto).
      rewrite (rise_value n1 a1 j (2 * i) p); [rewrite V1; lia|exact Hn1|apply fits_raise, fits_raise; exact L| | |rewrite V1, <- V; exact E].
      * unfold n1, a1. apply ready_other; auto; [nia|]. apply ready_other; auto.
      * unfold n1, a1. apply only_other; auto. apply only_other; auto.
Qed.
End Rule.

Lemma all_covered k n r v : live k -> N0 k <= n < N0 k + 2 * P -> (v < F k (n + Z.of_nat r * (2 * P))%Z)%N ->
  exists R a, In R (kind_rules (kind_at K k)) /\ applies R (n + Z.of_nat r * (2 * P)) /\ choice R (n + Z.of_nat r * (2 * P)) a /\ sum_value F (parts R (n + Z.of_nat r * (2 * P)) a) = v.
Proof.
  intros L Hn Hv. destruct (Kinds_ok k L) as (B & _). pose proof (Covered k n L Hn) as C. unfold covered_at in C.
  assert (EF : F k (n + Z.of_nat r * (2 * P)) = (F k n + N.of_nat r * (2 * S k))%N).
  { replace (n + Z.of_nat r * (2 * P)) with (n + Z.of_nat (2 * r) * P) by lia. rewrite F_ups by (auto; lia). lia. }
  rewrite EF in Hv.
  assert (Ap : forall R a v, In R (kind_rules (kind_at K k)) -> has F R n a v -> applies R (n + Z.of_nat r * (2 * P))).
  { intros R a w I (A & _). replace (n + Z.of_nat r * (2 * P)) with (n + (2 * Z.of_nat r) * P) by lia. apply (applies_ups k R L I); auto; lia. }
  assert (Stay : forall w, (exists R a, In R (kind_rules (kind_at K k)) /\ has F R n a w /\ stays_beside F S P g n0 R n a (fun _ => True)) ->
    exists R a, In R (kind_rules (kind_at K k)) /\ applies R (n + Z.of_nat r * (2 * P)) /\ choice R (n + Z.of_nat r * (2 * P)) a /\ sum_value F (parts R (n + Z.of_nat r * (2 * P)) a) = w).
  { intros w (R & a & I & H & St). destruct (stay_up k R L I n a w _ r ltac:(lia) H St) as (b & C1 & C2). exists R, b. eauto. }
  destruct (N.eqb_spec (S k) 0) as [Z0|Nz]; [apply Stay, C; rewrite Z0 in Hv; lia|].
  destruct C as (u & Hu & C1 & C2 & C3). destruct (N.lt_ge_cases v u) as [V1|V1]; [apply Stay, C1, V1|].
  set (w := (2 * S k)%N) in *. assert (Hw : (w <> 0)%N) by (unfold w; lia).
  destruct (N.le_gt_cases (u + N.of_nat r * w) v) as [V2|V2].
  - destruct (C2 (v - N.of_nat r * w)%N ltac:(lia)) as (R & a & j & I & H & Ri). destruct (rise_up k R L I n a _ j r ltac:(lia) H Ri) as (b & B1 & B2).
    exists R, b. split; [exact I|]. split; [eapply Ap; eauto|]. split; [exact B1|]. rewrite B2. fold w. lia.
  - set (i := ((v - u) / w)%N). assert (Ei : (v - u = w * i + (v - u) mod w)%N) by (apply N.div_mod; auto). assert (Hi : ((v - u) mod w < w)%N) by (apply N.mod_lt; auto).
    assert (Ir : (i < N.of_nat r)%N) by (apply N.div_lt_upper_bound; auto; lia). clearbody i. set (q := ((v - u) mod w)%N) in *. clearbody q.
    destruct (C3 (u + q)%N ltac:(lia)) as (R & a & j & I & H & Ri & St).
    destruct (both_up k R L I n a _ j (r - N.to_nat i) (N.to_nat i) ltac:(lia) ltac:(lia) H Ri St) as (b & B1 & B2).
    replace (r - N.to_nat i + N.to_nat i)%nat with r in * by lia. exists R, b. split; [exact I|]. split; [eapply Ap; eauto|]. split; [exact B1|]. rewrite B2. fold w. rewrite N2Nat.id. lia.
Qed.

Lemma base k n Q : 0 < Q -> N0 k <= n -> exists n1 m, n = n1 + Z.of_nat m * Q /\ N0 k <= n1 < N0 k + Q.
Proof.
  intros HQ H. exists (N0 k + (n - N0 k) mod Q), (Z.to_nat ((n - N0 k) / Q)). pose proof (Z.div_mod (n - N0 k) Q ltac:(lia)). pose proof (Z.mod_pos_bound (n - N0 k) Q HQ).
  assert (0 <= (n - N0 k) / Q) by (apply Z.div_pos; lia). rewrite Z2Nat.id by lia. lia.
Qed.
Lemma goes_on_right p : F (fst p) (snd p) = G (fst p) (snd p).
Proof.
  revert p. apply (well_founded_ind W (fun p => F (fst p) (snd p) = G (fst p) (snd p))). intros [k n] IH. cbn [fst snd].
  destruct (live_b k) eqn:L; [|apply F_dead; exact L]. destruct (Z_lt_ge_dec n (top + 2 * P)) as [Small|Big]; [apply F_same; auto|].
  destruct (Kinds_ok k L) as (B & St & _).
  assert (Same : forall o, moves_of K k n o -> sum_value G o = sum_value F o).
  { intros o M. apply sum_value_ext. intros q I. symmetry. apply IH. exists o. auto. }
  symmetry. apply (kinds_mex (moves_of K) G k n); [exact Gr| |].
  - intros o M. rewrite (Same o M). destruct M as (_ & R & a & I & Ap & Ch & ->). destruct (base k n P ltac:(lia) ltac:(lia)) as (n1 & m & En & Hn1). subst n.
    apply (missed_differs k R L I); auto. apply (missed_all k R L I); auto. apply (applies_ups k R L I n1 (Z.of_nat m)) in Ap; auto; lia.
  - intros v Hv. destruct (base k n (2 * P) ltac:(lia) ltac:(lia)) as (n1 & r & En & Hn1). subst n.
    destruct (all_covered k n1 r v L Hn1 Hv) as (R & a & I & Ap & Ch & V).
    assert (M : moves_of K k (n1 + Z.of_nat r * (2 * P)) (parts R (n1 + Z.of_nat r * (2 * P)) a)) by (split; [apply St; lia|exists R, a; auto]).
    eexists. split; [exact M|]. rewrite (Same _ M). exact V.
Qed.

(* The theorem. F, as it is asked for in the conditions, is G below top + 2 P. *)
Theorem arithmetic_kinds k n : live k -> n0 k <= n -> G k (n + P) = (G k n + S k)%N.
Proof.
  intros L H. pose proof (goes_on_right (k, n + P)) as E1. pose proof (goes_on_right (k, n)) as E2. cbn [fst snd] in E1, E2. rewrite <- E1, <- E2. apply F_up; auto.
Qed.
End Arithmetic.
