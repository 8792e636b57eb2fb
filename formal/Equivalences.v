(* Games with the same values: first cousins, redundant bits, two proved periods, subtraction sets with a common divisor. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values Least.
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
