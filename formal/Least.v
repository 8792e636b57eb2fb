(* What shows that a period is the least and that a preperiod is the least, with a saltus too. *)
From Coq Require Import ZArith Znumtheory Arith NArith List Lia Wf_nat.
From Grundy Require Import Rules.
Import ListNotations.
Local Open Scope nat_scope.

Lemma periodic_mult f n0 p s t : periodic f n0 p s -> forall n, n0 <= n -> f (n + t * p) = (f n + N.of_nat t * s)%N.
Proof.
  intros P. induction t as [|t IH]; intros n H; [rewrite Nat.mul_0_l, Nat.add_0_r; lia|].
  replace (n + S t * p) with ((n + t * p) + p) by lia. rewrite P, IH by lia. lia.
Qed.

(* A rise over q from somewhere on that is a constant holds from n0 on. *)
Lemma rise_from f n0 p s m q t : 0 < p -> periodic f n0 p s -> periodic f m q t -> periodic f n0 q t.
Proof.
  intros Hp P Q n Hn. assert (X : n0 <= n + m * p /\ m <= n + m * p) by (split; nia).
  pose proof (periodic_mult f n0 p s m P n Hn) as A. pose proof (periodic_mult f n0 p s m P (n + q) ltac:(lia)) as B.
  replace (n + q + m * p) with (n + m * p + q) in B by lia. rewrite (Q (n + m * p)) in B by lia. lia.
Qed.

(* If p and q are periods with saltus s and t, then so is their gcd, with the saltus it must have. *)
Lemma periodic_gcd f n0 p s q t : 0 < p -> 0 < q -> periodic f n0 p s -> periodic f n0 q t ->
  exists u, periodic f n0 (Nat.gcd p q) u /\ (N.of_nat p * u = N.of_nat (Nat.gcd p q) * s)%N.
Proof.
  intros Hp Hq P Q. set (d := Nat.gcd p q). destruct (Nat.gcd_bezout_pos p q Hp) as (a & b & E). fold d in E.
  assert (R : forall n, n0 <= n -> (f (n + d)%nat + N.of_nat b * t = f n + N.of_nat a * s)%N).
  { intros n Hn. rewrite <- (periodic_mult f n0 q t b Q) by lia. rewrite <- (periodic_mult f n0 p s a P) by lia. f_equal. lia. }
  (* f (n + d) + B = f n + A; over p / d steps the rise is s, so A >= B *)
  set (A := (N.of_nat a * s)%N) in *. set (B := (N.of_nat b * t)%N) in *. clearbody A B.
  assert (M : forall i n, n0 <= n -> (f (n + i * d)%nat + N.of_nat i * B = f n + N.of_nat i * A)%N).
  { induction i as [|i IH]; intros n Hn; [rewrite Nat.mul_0_l, Nat.add_0_r; lia|].
    replace (n + S i * d) with (n + i * d + d) by lia. specialize (R (n + i * d) ltac:(lia)). specialize (IH n Hn). lia. }
  destruct (Nat.gcd_divide_l p q) as [e He]. fold d in He.
  assert (0 < e) by (destruct e; lia).
  pose proof (M e n0 ltac:(lia)) as Me. rewrite <- He, P in Me by lia.
  assert (Le : (B <= A)%N) by (apply (N.mul_le_mono_pos_l _ _ (N.of_nat e)); lia).
  exists (A - B)%N. split; [intros n Hn; specialize (R n Hn); lia|].
  assert (X : (s = N.of_nat e * (A - B))%N) by (rewrite N.mul_sub_distr_l; lia). rewrite X, He. lia.
Qed.

(* One period tells the saltus of the others: the values rise by s / p a step. *)
Lemma saltus_of f n0 p s m q t : periodic f n0 p s -> periodic f m q t -> (N.of_nat p * t = N.of_nat q * s)%N.
Proof.
  intros P Q. pose proof (periodic_mult f n0 p s q P (n0 + m) ltac:(lia)) as A.
  pose proof (periodic_mult f m q t p Q (n0 + m) ltac:(lia)) as B. rewrite Nat.mul_comm in A. rewrite A in B. lia.
Qed.

Lemma prime_divisor : forall n, 2 <= n -> exists r, prime (Z.of_nat r) /\ Nat.divide r n.
Proof.
  intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (prime_dec (Z.of_nat n)) as [P|NP]; [exists n; split; auto; exists 1; lia|].
  apply not_prime_divide in NP; [|lia]. destruct NP as (z & Hz & [y D]).
  assert (Y : (0 < y)%Z) by nia.
  destruct (IH (Z.to_nat z) ltac:(lia) ltac:(lia)) as (r & P & [x X]). exists r. split; auto.
  exists (Z.to_nat y * x). rewrite <- Nat.mul_assoc, <- X. nia.
Qed.

(* For each prime r of p that divides s one n >= n0 shows that p / r is no period; n0 - 1 shows that n0 is the least preperiod. *)
Theorem least_period_preperiod (f : nat -> N) n0 p s : 0 < p -> periodic f n0 p s ->
  (forall r q t, prime (Z.of_nat r) -> p = r * q -> s = (N.of_nat r * t)%N -> exists n, n0 <= n /\ f (n + q) <> (f n + t)%N) ->
  (n0 = 0 \/ f (n0 - 1 + p) <> (f (n0 - 1)%nat + s)%N) -> least f n0 p.
Proof.
  intros Hp P D B m q t Hq Q. pose proof (rise_from f n0 p s m q t Hp P Q) as Q0.
  destruct (periodic_gcd f n0 p s q t Hp Hq P Q0) as (u & PG & U). set (d := Nat.gcd p q) in *.
  destruct (Nat.gcd_divide_l p q) as [e He]. fold d in He. destruct (Nat.gcd_divide_r p q) as [c Hc]. fold d in Hc.
  assert (E1 : e = 1).
  { destruct (le_lt_dec 2 e) as [H2|]; [|destruct e as [|[|e]]; lia]. exfalso.
    destruct (prime_divisor e H2) as (r & R & [y Y]).
    assert (X : (s = N.of_nat e * u)%N).
    { apply (N.mul_cancel_l _ _ (N.of_nat d)); [destruct d; lia|]. rewrite <- U, He. lia. }
    destruct (D r (y * d) (N.of_nat y * u)%N R) as (n & Hn & F); [rewrite He, Y; lia|rewrite X, Y; lia|].
    apply F. apply (periodic_mult f n0 d u y PG n Hn). }
  rewrite E1, Nat.mul_1_l in He. rewrite <- He in Hc. split; [exists c; auto|].
  destruct B as [->|B]; [lia|]. destruct (le_lt_dec n0 m) as [|Hm]; auto. exfalso. apply B.
  assert (T : (t = N.of_nat c * s)%N).
  { apply (N.mul_cancel_l _ _ (N.of_nat p)); [lia|]. rewrite (saltus_of f n0 p s m q t P Q), Hc. lia. }
  pose proof (Q (n0 - 1) ltac:(lia)) as V. destruct c as [|c]; [lia|].
  pose proof (periodic_mult f n0 p s c P (n0 - 1 + p) ltac:(lia)) as V2.
  replace (n0 - 1 + p + c * p) with (n0 - 1 + q) in V2 by lia. rewrite V, T in V2. lia.
Qed.
