(* Games with the same values: first cousins, redundant bits, two proved periods, subtraction sets with a common divisor. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values Least Subtraction.
Import ListNotations.

(* ---------- first cousins: the value of n in c is that of n + 1 in c' ---------- *)

Definition cousin (c c' : code) : Prop := forall j l, leaves c j l = true <->
  (l <= 2 /\ 1 <= j /\ leaves c' (j - 1) 2 = true) \/ (l <= 1 /\ leaves c' j 1 = true) \/ (l = 0 /\ leaves c' (j + 1) 0 = true).

Lemma mk c j n hs : leaves c j (length hs) = true -> non_empty hs -> list_sum hs + j = n -> move c n hs.
Proof. intros. exists j. auto. Qed.

Theorem first_cousins c c' k g g' : wf c -> wf c' -> bounds c' 2 k -> leaves c' 1 0 = false -> cousin c c' ->
  is_grundy (move c) g -> is_grundy (move c') g' -> forall n, g n = g' (n + 1).
Proof.
  intros W W' Bd L10 Cs G G'.
  assert (Z : g' 1 = 0%N).
  { destruct (N.eq_0_gt_0_cases (g' 1)) as [|H]; auto. exfalso.
    destruct (proj2 (G' 1) 0%N H) as (hs & (j & L & F & Hs) & _). pose proof (len_le_sum _ F).
    destruct W' as [w0 w1]. destruct hs as [|a [|b t]]; cbn [length] in *; simpl in Hs.
    - assert (j = 1) as -> by lia. congruence.
    - pose proof (Forall_inv F). simpl in *. assert (j = 0) as -> by lia. congruence.
    - pose proof (Forall_inv F). pose proof (Forall_inv (Forall_inv_tail F)). simpl in *. lia. }
  apply (grundy_unique (move c)); auto; [apply move_shrinks; auto|]. intros n. split.
  - intros hs (j & L & F & Hs) V.
    assert (M : exists hs', move c' (n + 1) hs' /\ nimsum g' hs' = nimsum (fun n => g' (n + 1)) hs).
    { apply Cs in L. destruct L as [(Hl & Hj & L)|[(Hl & L)|(Hl & L)]]; destruct hs as [|a [|b [|? ?]]]; cbn [length] in Hl; simpl in Hs; try lia.
      - exists [1; 1]. split; [apply (mk _ (j - 1)); auto; simpl; lia|simpl; rewrite Z; reflexivity].
      - exists [a + 1; 1]. split; [apply (mk _ (j - 1)); [auto|repeat (constructor; [lia|]); constructor|simpl; lia]|simpl; rewrite Z; reflexivity].
      - exists [a + 1; b + 1]. split; [apply (mk _ (j - 1)); [auto|repeat (constructor; [lia|]); constructor|simpl; lia]|reflexivity].
      - exists [1]. split; [apply (mk _ j); auto; simpl; lia|simpl; rewrite Z; reflexivity].
      - exists [a + 1]. split; [apply (mk _ j); [auto|repeat (constructor; [lia|]); constructor|simpl; lia]|reflexivity].
      - exists []. split; [apply (mk _ (j + 1)); auto; simpl; lia|reflexivity]. }
    destruct M as (hs' & M & E). apply (proj1 (G' (n + 1)) _ M). congruence.
  - intros x Hx. destruct (proj2 (G' (n + 1)) x Hx) as (hs & (j & L & F & Hs) & <-).
    destruct (Bd _ _ L) as [_ Hl]. destruct hs as [|a [|b [|? ?]]]; cbn [length] in *; simpl in Hs; try lia.
    + exists []. split; [|reflexivity]. apply (mk _ n); auto. apply Cs. right. right. split; auto. replace (n + 1) with j by lia. auto.
    + pose proof (Forall_inv F) as Fa. simpl in Fa. destruct a as [|[|a]]; [lia| |].
      * exists []. split; [apply (mk _ j); auto; [apply Cs; right; left; simpl; auto|simpl; lia]|simpl; rewrite Z; reflexivity].
      * exists [S a]. split; [apply (mk _ j); [apply Cs; right; left; simpl; auto|repeat (constructor; [lia|]); constructor|simpl; lia]|].
        simpl. replace (a + 1) with (S a) by lia. reflexivity.
    + pose proof (Forall_inv F) as Fa. pose proof (Forall_inv (Forall_inv_tail F)) as Fb. simpl in Fa, Fb.
      assert (C : forall l, l <= 2 -> leaves c (j + 1) l = true) by (intros; apply Cs; left; replace (j + 1 - 1) with j by lia; repeat split; auto; lia).
      destruct a as [|[|a]]; [lia| |]; destruct b as [|[|b]]; try lia.
      * exists []. split; [apply (mk _ (j + 1)); auto; simpl; lia|simpl; rewrite Z; reflexivity].
      * exists [S b]. split; [apply (mk _ (j + 1)); [apply C; simpl; lia|repeat (constructor; [lia|]); constructor|simpl; lia]|].
        simpl. rewrite Z. replace (b + 1) with (S b) by lia. reflexivity.
      * exists [S a]. split; [apply (mk _ (j + 1)); [apply C; simpl; lia|repeat (constructor; [lia|]); constructor|simpl; lia]|].
        simpl. rewrite Z. replace (a + 1) with (S a) by lia. reflexivity.
      * exists [S a; S b]. split; [apply (mk _ (j + 1)); [apply C; simpl; lia|repeat (constructor; [lia|]); constructor|simpl; lia]|].
        simpl. replace (a + 1) with (S a) by lia. replace (b + 1) with (S b) by lia. reflexivity.
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
Theorem scaled_set d S g g' : 1 <= d -> is_grundy (subtraction_move (map (Nat.mul d) S)) g -> is_grundy (subtraction_move S) g' ->
  forall n, g n = g' (n / d).
Proof.
  intros Hd G G'. assert (Z : g' 0 = 0%N) by apply (subtraction_zero S g' G').
  assert (Sub : forall n z, d * z <= n -> (n - d * z) / d = n / d - z /\ z <= n / d).
  { intros n z H. assert (z <= n / d) by (apply Nat.div_le_lower_bound; lia). split; auto.
    pose proof (Nat.div_mod n d ltac:(lia)) as E. pose proof (Nat.mod_upper_bound n d ltac:(lia)).
    symmetry. apply (Nat.div_unique _ d _ (n mod d)); auto. rewrite Nat.mul_sub_distr_l. nia. }
  apply (grundy_unique (subtraction_move (map (Nat.mul d) S))); auto; [apply subtraction_shrinks|]. intros n. split.
  - intros hs (j & Hj & I & Hl & F & E). apply in_map_iff in I. destruct I as (z & <- & I). destruct (Sub n z ltac:(lia)) as [E1 E2].
    assert (1 <= z) by (destruct z; lia).
    assert (V : nimsum (fun n => g' (n / d)) hs = g' (n / d - z)).
    { rewrite <- E1. destruct hs as [|a [|? ?]]; simpl in *; try lia.
      - replace (n - d * z) with 0 by lia. rewrite Nat.div_0_l by lia. auto.
      - rewrite N.lxor_0_r. do 2 f_equal. lia. }
    rewrite V. destruct (subtraction_to S g' (n / d) z G') as (hs' & M & V'); auto.
    rewrite <- V'. apply (proj1 (G' (n / d))). auto.
  - intros x H. destruct (proj2 (G' (n / d)) x H) as (hs' & M & V). destruct (subtraction_option S g' _ _ G' M) as (z & Hz & I & V').
    assert (Le : d * z <= n) by (pose proof (Nat.mul_div_le n d ltac:(lia)); nia).
    destruct (Sub n z Le) as [E1 E2]. rewrite <- V, V'. assert (1 <= d * z) by nia.
    destruct (Nat.eq_dec n (d * z)) as [En|].
    + exists []. split; [exists (d * z); simpl; split; [lia|]; split; [apply in_map; auto|]; split; [lia|]; split; [constructor|lia]|].
      assert (X : n / d - z = 0) by (rewrite <- E1; replace (n - d * z) with 0 by lia; apply Nat.div_0_l; lia). rewrite X, Z. reflexivity.
    + exists [n - d * z]. split; [|cbn [nimsum fold_right]; rewrite N.lxor_0_r, E1; auto].
      exists (d * z). simpl. split; [lia|]. split; [apply in_map; auto|]. split; [lia|]. split; [apply heap1; lia|lia].
Qed.

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
