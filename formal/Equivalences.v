(* Games with the same values: first cousins, redundant bits, two proved periods, subtraction sets with a common divisor. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values Least Subtraction SameGame.
Import ListNotations.

(* ---------- first cousins: the heap n of c is the heap n + 1 of c' ---------- *)

(* A move of c' that removes i of n + 1 tokens and leaves m heaps a + 1, b + 1, ... is one of c that removes i + m - 1 of n and leaves a, b, ...,
   of which any may be empty. *)
Definition cousin (c c' : code) : Prop := forall j l, leaves c j l = true <-> exists i m, leaves c' i m = true /\ l <= m /\ i + m = j + 1.

(* For digits up to F: bit 8 at place k of c' gives F at k + 2, bit 4 gives 7 at k + 1, bit 2 gives 3 at k, bit 1 gives 1 at k - 1. *)
Lemma cousin_digits c c' k : bounds c' 3 k -> (cousin c c' <-> forall j l, leaves c j l = true <->
  (l <= 3 /\ 2 <= j /\ leaves c' (j - 2) 3 = true) \/ (l <= 2 /\ 1 <= j /\ leaves c' (j - 1) 2 = true) \/
  (l <= 1 /\ leaves c' j 1 = true) \/ (l = 0 /\ leaves c' (j + 1) 0 = true)).
Proof.
  intros Bd. assert (E : forall j l, (exists i m, leaves c' i m = true /\ l <= m /\ i + m = j + 1) <->
    (l <= 3 /\ 2 <= j /\ leaves c' (j - 2) 3 = true) \/ (l <= 2 /\ 1 <= j /\ leaves c' (j - 1) 2 = true) \/
    (l <= 1 /\ leaves c' j 1 = true) \/ (l = 0 /\ leaves c' (j + 1) 0 = true)).
  { intros j l. split.
    - intros (i & m & L & Hl & Hi). destruct (Bd _ _ L) as [_ Hm]. destruct m as [|[|[|[|?]]]]; try lia.
      + right. right. right. split; [lia|]. replace (j + 1) with i by lia. auto.
      + right. right. left. split; [lia|]. replace j with i by lia. auto.
      + right. left. repeat split; try lia. replace (j - 1) with i by lia. auto.
      + left. repeat split; try lia. replace (j - 2) with i by lia. auto.
    - intros [(H & Hj & L)|[(H & Hj & L)|[(H & L)|(H & L)]]]; [exists (j - 2), 3|exists (j - 1), 2|exists j, 1|exists (j + 1), 0]; repeat split; auto; lia. }
  unfold cousin. split; intros H j l; rewrite H; [apply E|symmetry; apply E].
Qed.

(* Every code of h heaps at most has such a cousin. *)
Definition cousin_of (h : nat) (c' : code) : code :=
  map (fun j => fold_right N.lor 0%N (map (fun m => if (m <=? j + 1) && leaves c' (j + 1 - m) m then N.ones (N.of_nat m + 1) else 0%N) (seq 0 (h + 1))))
    (seq 0 (length c' + h)).
Lemma nth_of (f : nat -> N) n j : j < n -> nth j (map f (seq 0 n)) 0%N = f j.
Proof. intros H. rewrite (nth_indep _ 0%N (f 0)) by (rewrite map_length, seq_length; auto). rewrite map_nth, seq_nth by auto. auto. Qed.
Lemma cousin_of_ok h c' k : bounds c' h k -> cousin (cousin_of h c') c'.
Proof.
  intros Bd j l.
  assert (Bit : forall (f : nat -> N) ms, N.testbit (fold_right N.lor 0%N (map f ms)) (N.of_nat l) = true <->
    exists m, In m ms /\ N.testbit (f m) (N.of_nat l) = true).
  { intros f ms. induction ms as [|m t IH]; cbn [map fold_right In]; [rewrite N.bits_0; split; [discriminate|intros (? & [] & _)]|].
    rewrite N.lor_spec, orb_true_iff, IH. split; [intros [H|(x & I & H)]; eauto|]. intros (x & [<-|I] & H); eauto. }
  assert (Short : forall i m, leaves c' i m = true -> i < length c' /\ m <= h).
  { intros i m L. split; [|apply (Bd _ _ L)]. destruct (lt_dec i (length c')); auto. unfold leaves in L. rewrite nth_overflow, N.bits_0 in L by lia. discriminate. }
  unfold leaves at 1, cousin_of. destruct (lt_dec j (length c' + h)) as [Hj|Hj].
  - rewrite nth_of by auto. rewrite Bit. split.
    + intros (m & I & T). destruct ((m <=? j + 1) && leaves c' (j + 1 - m) m) eqn:B; [|rewrite N.bits_0 in T; discriminate].
      apply andb_prop in B. destruct B as [B L]. apply Nat.leb_le in B. exists (j + 1 - m), m. split; auto. split; [|lia].
      destruct (le_lt_dec l m); auto. rewrite N.ones_spec_high in T by lia. discriminate.
    + intros (i & m & L & Hl & Hi). destruct (Short _ _ L). exists m. split; [apply in_seq; lia|].
      replace (j + 1 - m) with i by lia. rewrite L, (proj2 (Nat.leb_le m (j + 1))) by lia. apply N.ones_spec_low. lia.
  - rewrite nth_overflow, N.bits_0 by (rewrite map_length, seq_length; lia). split; [discriminate|].
    intros (i & m & L & Hl & Hi). destruct (Short _ _ L). lia.
Qed.
(* 0.07 gives 0.137, and 0.0F gives 0.137F. *)
Example cousins_of_0_07 : cousin_of 2 [0; 0; 7]%N = [0; 1; 3; 7; 0]%N. Proof. reflexivity. Qed.
Example cousins_of_0_0F : cousin_of 3 [0; 0; 15]%N = [0; 1; 3; 7; 15; 0]%N. Proof. reflexivity. Qed.

Section Cousins.
Variables c c' : code.
Hypothesis W' : wf c'.
Hypothesis One : leaves c' 1 0 = false.
Hypothesis Cs : cousin c c'.

Lemma cousin_wf : wf c.
Proof.
  destruct W' as [W0 W1]. split; match goal with |- leaves c ?j ?l = false => destruct (leaves c j l) eqn:L; auto; apply Cs in L end;
    destruct L as (i & m & L & Hl & Hi); (assert (i = 0 /\ m = 1 \/ i = 1 /\ m = 0) as [[-> ->]|[-> ->]] by lia); congruence.
Qed.

Theorem cousins_same : same_game (move c) (move c') S (fun m => m =? 1).
Proof.
  destruct W' as [W0 W1]. split; [|split].
  - intros m hs D (i & L & F & E). apply Nat.eqb_eq in D. subst m. pose proof (len_le_sum _ F) as H.
    destruct hs as [|a [|b t]]; cbn [length] in *; simpl in E, H; [assert (i = 1) as -> by lia; congruence| |lia].
    pose proof (Forall_inv F). simpl in *. assert (i = 0) as -> by lia. congruence.
  - intros n hs (j & L & F & E). apply Cs in L. destruct L as (i & m & L & Hl & Hi). exists (map S hs ++ repeat 1 (m - length hs)). split.
    + exists i. rewrite app_length, map_length, repeat_length. replace (length hs + (m - length hs)) with m by lia. split; auto. split.
      * apply Forall_app. split; [apply Forall_map, Forall_forall; intros; lia|]. apply Forall_forall. intros a I. apply repeat_spec in I. lia.
      * rewrite list_sum_app. assert (X : forall l, list_sum (map S l) = list_sum l + length l) by (induction l; simpl in *; lia).
        assert (Y : forall z, list_sum (repeat 1 z) = z) by (induction z; simpl in *; lia). rewrite X, Y. lia.
    + unfold alike. rewrite living_app. assert (X : forall z, living (fun m => m =? 1) (repeat 1 z) = []) by (induction z; auto). rewrite X, app_nil_r. auto.
  - intros n hs' (i & L & F & E). set (hs := living (fun m => m =? 0) (map pred hs')). exists hs.
    assert (X : length hs <= length hs' /\ list_sum hs + length hs' = list_sum hs' /\ non_empty hs /\ alike S (fun m => m =? 1) hs hs').
    { unfold hs. clear -F. induction F as [|a t Ha Ft (I1 & I2 & I3 & I4)]; [repeat split; auto; constructor|]. unfold alike in *.
      change (list_sum (a :: t)) with (a + list_sum t). cbn [length map]. set (t' := map pred t) in *. clearbody t'.
      destruct a as [|[|a]]; [lia| |]; cbn [pred filter living map negb Nat.eqb length] in *.
      - repeat split; auto; lia.
      - match goal with |- context [list_sum (S a :: ?l)] => change (list_sum (S a :: l)) with (S a + list_sum l) end.
        repeat split; try lia; [constructor; auto; lia|simpl; f_equal; auto]. }
    destruct X as (X1 & X2 & X3 & X4). split; auto. exists (i + length hs' - 1).
    assert (1 <= i + length hs') by (destruct i; [destruct (length hs') eqn:Z; [congruence|lia]|lia]).
    split; [apply Cs; exists i, (length hs'); repeat split; auto; lia|]. split; auto. lia.
Qed.

Theorem first_cousins g g' : is_grundy (move c) g -> is_grundy (move c') g' -> forall n, g n = g' (n + 1).
Proof. intros G G' n. rewrite Nat.add_1_r. apply (same_grundy _ _ _ _ cousins_same); auto. apply move_shrinks, cousin_wf. Qed.

(* In sums of heaps, in both plays. Heaps of 1 of c' are heaps of 0 of c: they have no move, and may be left out. *)
Theorem first_cousins_sums P :
  (P_position (move c) P <-> P_position (move c') (map S P)) /\ (misere_P (move c) P <-> misere_P (move c') (map S P)).
Proof. split; [apply (same_normal _ _ _ _ cousins_same)|apply (same_misere _ _ _ _ cousins_same)]; reflexivity. Qed.
End Cousins.

(* The least period stays; the least preperiod is one more, but for 0. *)
Theorem cousins_claim f g n0 p s : g 0 = 0%N -> (forall n, f n = g (n + 1)) -> claim f n0 p s ->
  claim g (if (n0 =? 0) && N.eqb (f (p - 1)) s then 0 else n0 + 1) p s.
Proof.
  intros Z E (Hp & P & L). set (b := (n0 =? 0) && _). assert (Hb : b = true <-> n0 = 0 /\ f (p - 1) = s).
  { unfold b. rewrite andb_true_iff, Nat.eqb_eq, N.eqb_eq. tauto. }
  assert (P1 : periodic g (n0 + 1) p s).
  { intros n Hn. specialize (P (n - 1) ltac:(lia)). rewrite !E in P.
    replace (n - 1 + p + 1) with (n + p) in P by lia. replace (n - 1 + 1) with n in P by lia. auto. }
  split; [auto|]. split.
  - destruct b; auto. destruct Hb as [Hb _]. specialize (Hb eq_refl). destruct Hb as [-> V]. intros [|n] _; [|apply P1; lia].
    rewrite Z, E in *. replace (p - 1 + 1) with (0 + p) in V by lia. rewrite V. lia.
  - intros m q t Hq Q. assert (Qf : periodic f (m - 1) q t).
    { intros n Hn. rewrite !E. replace (n + q + 1) with (n + 1 + q) by lia. apply Q. lia. }
    destruct (L _ _ _ Hq Qf) as [D Hm]. split; auto. destruct b; [lia|]. destruct m as [|m]; [|lia]. exfalso.
    assert (n0 = 0) as -> by lia. destruct D as [a Ha]. assert (false = true); [|discriminate]. apply Hb. split; auto.
    destruct a as [|a]; [lia|]. pose proof (Q 0 ltac:(lia)) as Q0. rewrite Z in Q0. simpl in Q0.
    pose proof (periodic_mult f 0 p s (S a) P 0 ltac:(lia)) as M1. pose proof (periodic_mult f 0 p s a P (p - 1) ltac:(lia)) as M2.
    pose proof (Qf 0 ltac:(lia)) as Q1. rewrite <- Ha in M1. rewrite M1 in Q1.
    assert (V : g q = f (p - 1 + a * p)) by (rewrite E; f_equal; nia). rewrite Q0, M2 in V. nia.
Qed.

(* ---------- redundant bits: bit 1 at place k may be left out iff a heap of k has an option of value 0 without it ---------- *)
Definition adds_end (k : nat) (c c' : code) : Prop := forall j l, leaves c' j l = true <-> leaves c j l = true \/ (j = k /\ l = 0).

Theorem redundant_bit k c c' g g' : 1 <= k -> wf c -> wf c' -> adds_end k c c' -> is_grundy (move c) g -> is_grundy (move c') g' ->
  ((forall n, g n = g' n) <-> exists hs, move c k hs /\ nimsum g hs = 0%N).
Proof.
  intros Hk W W' Ad G G'. split.
  - intros E. destruct (N.eq_0_gt_0_cases (g k)) as [Z|H]; [|apply (proj2 (G k) 0%N H)].
    exfalso. apply (proj1 (G' k) []); [exists k; simpl; repeat split; auto; apply Ad; auto|]. rewrite <- E, Z. reflexivity.
  - intros (hs0 & M0 & Z0). apply (grundy_unique (move c)); auto; [apply move_shrinks; auto|].
    assert (E : forall n, g' n = g n); [|intros n; split].
    { apply (grundy_unique (move c')); [apply move_shrinks; auto|auto|]. intros n. split.
      - intros hs (j & L & F & S) V. apply Ad in L. destruct L as [L|[-> L]].
        + apply (proj1 (G n) hs); [exists j|]; auto.
        + destruct hs; [|simpl in L; lia]. simpl in S, V. subst n. apply (proj1 (G k) hs0 M0). congruence.
      - intros x H. destruct (proj2 (G n) x H) as (hs & (j & L & F & S) & V). exists hs. split; auto.
        exists j. repeat split; auto. apply Ad. auto. }
    + intros hs M V. apply (proj1 (G n) hs M). rewrite <- E, <- V. apply nimsum_ext. intros a _. symmetry. apply E.
    + intros x H. rewrite E in H. destruct (proj2 (G n) x H) as (hs & M & V). exists hs. split; auto.
      rewrite <- V. apply nimsum_ext. intros a _. apply E.
Qed.

(* ---------- two proved periods with the same rise decide whether two sequences are equal ---------- *)
Theorem two_periods f g m k p q s t : 1 <= p -> 1 <= q -> periodic f m p s -> periodic g k q t ->
  (N.of_nat q * s = N.of_nat p * t)%N -> (forall n, n < Nat.max m k + Nat.lcm p q -> f n = g n) -> forall n, f n = g n.
Proof.
  intros Hp Hq P Q R A. set (L := Nat.lcm p q) in *.
  destruct (Nat.divide_lcm_l p q) as [a Ha]. destruct (Nat.divide_lcm_r p q) as [b Hb]. fold L in Ha, Hb.
  assert (HL : 1 <= L) by (assert (L <> 0); [unfold L; rewrite Nat.lcm_eq_0; lia|lia]).
  assert (X : (N.of_nat a * s = N.of_nat b * t)%N).
  { apply (N.mul_cancel_l _ _ (N.of_nat (p * q))); [nia|]. rewrite Nat2N.inj_mul.
    replace (N.of_nat p * N.of_nat q * (N.of_nat a * s))%N with (N.of_nat (a * p) * (N.of_nat q * s))%N by (rewrite Nat2N.inj_mul; lia).
    replace (N.of_nat p * N.of_nat q * (N.of_nat b * t))%N with (N.of_nat (b * q) * (N.of_nat p * t))%N by (rewrite Nat2N.inj_mul; lia).
    rewrite <- Ha, <- Hb, R. reflexivity. }
  intros n. induction n as [n IH] using lt_wf_ind. destruct (lt_dec n (Nat.max m k + L)) as [|H]; [apply A; auto|].
  replace n with (n - L + L) by lia. rewrite Ha at 2. rewrite (periodic_mult f m p s a P) by lia.
  rewrite Hb at 3. rewrite (periodic_mult g k q t b Q) by lia. rewrite (IH (n - L)) by lia. lia.
Qed.

(* ---------- digits 0 at the end say nothing ---------- *)
Theorem trailing_zero c n hs : move (c ++ [0%N]) n hs <-> move c n hs.
Proof.
  assert (E : forall j, nth j (c ++ [0%N]) 0%N = nth j c 0%N).
  { intros j. destruct (lt_dec j (length c)); [apply app_nth1; auto|]. rewrite (nth_overflow c) by lia.
    rewrite app_nth2 by lia. destruct (j - length c) as [|[|?]]; reflexivity. }
  unfold move, leaves. split; intros (j & L & M); exists j; rewrite E in *; auto.
Qed.

(* ---------- subtraction sets: a common divisor, and a number that may join ---------- *)
Lemma subtraction_iff S n hs : subtraction_move S n hs <-> exists j, 1 <= j <= n /\ In j S /\ hs = living (fun m => m =? 0) [n - j].
Proof.
  split; intros (j & Hj & I & X); exists j.
  - destruct X as (L & F & E). split; [lia|]. split; auto. destruct hs as [|a [|? ?]]; simpl in *; try lia.
    + replace (n - j) with 0 by lia. auto.
    + apply Forall_inv in F. replace (n - j) with a by lia. destruct a; [lia|auto].
  - subst hs. split; [lia|]. split; auto. simpl. destruct (n - j) eqn:Z; simpl; repeat split; auto; try lia. apply heap1. lia.
Qed.

(* The heap n of the set d S is the heap n / d of S. *)
Theorem scaled_same d S : 1 <= d -> same_game (subtraction_move (map (Nat.mul d) S)) (subtraction_move S) (fun n => n / d) (fun m => m =? 0).
Proof.
  intros Hd. assert (Sub : forall n z, d * z <= n -> z <= n / d /\ (n - d * z) / d = n / d - z).
  { intros n z H. assert (z <= n / d) by (apply Nat.div_le_lower_bound; lia). split; auto.
    pose proof (Nat.div_mod n d ltac:(lia)) as E. pose proof (Nat.mod_upper_bound n d ltac:(lia)).
    symmetry. apply (Nat.div_unique _ d _ (n mod d)); auto. rewrite Nat.mul_sub_distr_l. nia. }
  assert (Al : forall n z, d * z <= n -> alike (fun n => n / d) (fun m => m =? 0) (living (fun m => m =? 0) [n - d * z]) (living (fun m => m =? 0) [n / d - z])).
  { intros n z H. destruct (Sub n z H) as [_ E]. rewrite <- E. unfold alike. destruct (n - d * z) as [|m] eqn:Z; [rewrite Nat.div_0_l by lia; auto|].
    cbn [living filter negb Nat.eqb map]. destruct (Datatypes.S m / d); reflexivity. }
  split; [|split].
  - intros m hs D M. apply Nat.eqb_eq in D. subst m. apply subtraction_iff in M. destruct M as (j & Hj & _). lia.
  - intros n hs M. apply subtraction_iff in M. destruct M as (j & Hj & I & ->). apply in_map_iff in I. destruct I as (z & <- & I).
    destruct (Sub n z ltac:(lia)) as [H _]. exists (living (fun m => m =? 0) [n / d - z]). split; [|apply Al; lia].
    apply subtraction_iff. exists z. repeat split; auto. destruct z; lia.
  - intros n hs M. apply subtraction_iff in M. destruct M as (z & Hz & I & ->).
    assert (d * z <= n) by (pose proof (Nat.mul_div_le n d ltac:(lia)); nia). exists (living (fun m => m =? 0) [n - d * z]). split; [|apply Al; auto].
    apply subtraction_iff. exists (d * z). repeat split; auto; [nia|apply in_map; auto].
Qed.
Theorem scaled_set d S g g' : 1 <= d -> is_grundy (subtraction_move (map (Nat.mul d) S)) g -> is_grundy (subtraction_move S) g' ->
  forall n, g n = g' (n / d).
Proof. intros Hd. apply (same_grundy _ _ _ _ (scaled_same d S Hd)). apply subtraction_shrinks. Qed.
(* Period and preperiod are d times those of S, the least, too; but a set that forbids nothing has the period 1. *)
Theorem scaled_claim d S z g g' n0 p : 1 <= d -> 1 <= z -> In z S ->
  is_grundy (subtraction_move (map (Nat.mul d) S)) g -> is_grundy (subtraction_move S) g' -> claim g' n0 p 0 -> claim g (d * n0) (d * p) 0.
Proof.
  intros Hd Hz Iz G G' (Hp & P & L). pose proof (scaled_set d S g g' Hd G G') as E.
  assert (Dv : forall i b, b < d -> (d * i + b) / d = i) by (intros i b Hb; symmetry; apply (Nat.div_unique _ d i b); lia).
  assert (PP : periodic g (d * n0) (d * p) 0).
  { intros n Hn. rewrite !E. replace (n + d * p) with (n + p * d) by lia. rewrite Nat.div_add by lia. apply P. apply Nat.div_le_lower_bound; lia. }
  split; [nia|]. split; [auto|]. intros m q t Hq Q.
  assert (t = 0%N) as ->.
  { pose proof (saltus_of g _ _ _ m q t PP Q) as X. rewrite N.mul_0_r in X. apply N.mul_eq_0 in X. destruct X as [X|X]; auto. nia. }
  set (a := q / d). set (b := q mod d). assert (Eq : q = d * a + b) by (apply Nat.div_mod; lia).
  assert (Hb : b < d) by (apply Nat.mod_upper_bound; lia).
  assert (Qi : forall i e, e < d -> m <= d * i + e -> g' ((d * i + e + q) / d) = g' i).
  { intros i e He Hm. pose proof (Q (d * i + e) Hm) as X. rewrite !E, N.add_0_r, (Dv i e He) in X. auto. }
  assert (b = 0) as B0.
  { destruct (Nat.eq_dec b 0) as [|B]; auto. exfalso.
    assert (C : forall i, m <= i -> g' (i + a + 1) = g' (i + a)).
    { intros i Hi. assert (m <= d * i) by nia. pose proof (Qi i 0 ltac:(lia) ltac:(lia)) as X. pose proof (Qi i (d - 1) ltac:(lia) ltac:(lia)) as Y.
      replace (d * i + 0 + q) with (d * (i + a) + b) in X by nia. rewrite Dv in X by auto.
      replace (d * i + (d - 1) + q) with (d * (i + a + 1) + (b - 1)) in Y by nia. rewrite Dv in Y by lia. congruence. }
    assert (C2 : forall w, g' (m + a + w) = g' (m + a)).
    { induction w as [|w IH]; [f_equal; lia|]. rewrite <- IH. replace (m + a + Datatypes.S w) with (m + w + a + 1) by lia.
      replace (m + a + w) with (m + w + a) by lia. apply C. lia. }
    destruct (subtraction_to S g' (m + a + z) z G') as (hs & M & V); auto; [lia|].
    apply (proj1 (G' _) _ M). rewrite V, C2. f_equal. lia. }
  rewrite B0, Nat.add_0_r in Eq.
  assert (Qa : forall i e, e < d -> m <= d * i + e -> g' (i + a) = (g' i + 0)%N).
  { intros i e He Hm. rewrite <- (Qi i e He Hm), N.add_0_r. f_equal. rewrite Eq. replace (d * i + e + d * a) with (d * (i + a) + e) by lia. rewrite Dv; auto. }
  assert (Ha : 0 < a) by (destruct a; lia). split.
  - destruct (L m a 0%N Ha) as [[w Hw] _]; [intros i Hi; apply (Qa i 0); nia|]. exists w. rewrite Eq, Hw. lia.
  - destruct (le_lt_dec (d * n0) m); auto. exfalso. destruct (L (n0 - 1) a 0%N Ha) as [_ X]; [|nia].
    intros i Hi. apply (Qa i (d - 1)); nia.
Qed.
Theorem scaled_sums d S P : 1 <= d -> let r := subtraction_move (map (Nat.mul d) S) in let P' := map (fun n => n / d) P in
  (P_position r P <-> P_position (subtraction_move S) P') /\ (misere_P r P <-> misere_P (subtraction_move S) P').
Proof. intros Hd. split; [apply (same_normal _ _ _ _ (scaled_same d S Hd))|apply (same_misere _ _ _ _ (scaled_same d S Hd))]; reflexivity. Qed.

(* s may join S, without any change of a value, iff no two values s apart are equal; n0 + p values decide. *)
Theorem joins S s g : 1 <= s -> is_grundy (subtraction_move S) g ->
  (is_grundy (subtraction_move (s :: S)) g <-> forall i, g (i + s) <> g i).
Proof.
  intros Hs G. split.
  - intros G2 i E. destruct (subtraction_to (s :: S) g (i + s) s G2) as (hs & M & V); [lia|left; auto|].
    apply (proj1 (G2 (i + s)) hs M). rewrite V, E. f_equal. lia.
  - intros D n. split.
    + intros hs (j & Hj & [<-|I] & Hl & F & E); [|apply (proj1 (G n)); exists j; auto].
      intros V. apply (D (n - s)). replace (n - s + s) with n by lia. rewrite <- V.
      destruct hs as [|a [|? ?]]; simpl in *; try lia.
      * replace (n - s) with 0 by lia. symmetry. apply (subtraction_zero S g G).
      * rewrite N.lxor_0_r. f_equal. lia.
    + intros x H. destruct (proj2 (G n) x H) as (hs & (j & Hj & I & M) & V). exists hs. split; auto. exists j. split; auto. split; [right; auto|auto].
Qed.
Theorem joins_periodic g n0 p s : 1 <= p -> periodic g n0 p 0 -> (forall i, i < n0 + p -> g (i + s) <> g i) -> forall i, g (i + s) <> g i.
Proof.
  intros Hp P A i. induction i as [i IH] using lt_wf_ind. destruct (lt_dec i (n0 + p)); [auto|].
  intros E. apply (IH (i - p)); [lia|]. rewrite <- (N.add_0_r (g (i - p))), <- (N.add_0_r (g (i - p + s))).
  rewrite <- !P by lia. replace (i - p + s + p) with (i + s) by lia. replace (i - p + p) with i by lia. auto.
Qed.
