(* All-but games: any number may be removed but those of F, max F = m. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values.
Import ListNotations.

Lemma all_but_zero F g : is_grundy (all_but_move F) g -> g 0 = 0%N.
Proof.
  intros G. destruct (N.eq_0_gt_0_cases (g 0)) as [|H]; auto. exfalso.
  destruct (proj2 (G 0) 0%N H) as (hs & (j & Hj & _ & _ & _ & E) & _). lia.
Qed.

(* The same rules in terms of numbers: the options of n are the heaps n - j for the j that are not in F. *)
Lemma all_but_values F g : is_grundy (all_but_move F) g -> forall n,
  (forall j, 1 <= j <= n -> ~ In j F -> g (n - j) <> g n) /\
  (forall x, (x < g n)%N -> exists j, 1 <= j <= n /\ ~ In j F /\ g (n - j) = x).
Proof.
  intros G n. pose proof (all_but_zero F g G) as Z. split.
  - intros j Hj NF. destruct (Nat.eq_dec n j) as [->|].
    + intros E. apply (proj1 (G j) []); [exists j; simpl; repeat split; auto; lia|]. rewrite <- E, Nat.sub_diag. auto.
    + intros E. apply (proj1 (G n) [n - j]).
      * exists j. simpl. repeat split; auto; try lia. repeat constructor. lia.
      * rewrite <- E. simpl. apply N.lxor_0_r.
  - intros x H. destruct (proj2 (G n) x H) as (hs & (j & Hj & NF & L & E & S) & V). exists j.
    destruct hs as [|y [|? ?]]; simpl in *; try lia.
    + split; [lia|]. split; auto. rewrite <- V, <- Z. f_equal. lia.
    + split; [lia|]. split; auto. rewrite <- V, N.lxor_0_r. f_equal. lia.
Qed.

Section AllBut.
Variables (F : list nat) (m : nat) (g : nat -> N).
Hypothesis HF : forall j, In j F -> 1 <= j <= m.
Hypothesis Ru : is_grundy (all_but_move F) g.
Let G := all_but_values F g Ru.

(* every value below g n came before n *)
Lemma below_came n x : (x < g n)%N -> exists u, u < n /\ g u = x.
Proof. intros H. destruct (proj2 (G n) x H) as (j & Hj & _ & E). exists (n - j). split; [lia|auto]. Qed.
Lemma far_differs n u : u + m < n -> g u <> g n.
Proof. intros H. replace u with (n - (n - u)) by lia. apply (proj1 (G n)); [lia|]. intros I. apply HF in I. lia. Qed.
(* both together: values farther back than m are smaller *)
Lemma far_smaller n z : z + m < n -> (forall v, v < n - m -> (g v <= g z)%N) -> (g z < g n)%N.
Proof.
  intros H Mx. destruct (N.lt_ge_cases (g z) (g n)) as [|L]; auto. exfalso.
  destruct (N.eq_dec (g n) (g z)) as [E|]; [apply (far_differs n z); auto|].
  destruct (below_came z (g n) ltac:(lia)) as (y & Hy & E). apply (far_differs n y); [lia|auto].
Qed.

Theorem all_but_window_pos n0 p s : 1 <= m -> agree g n0 p s (2 * m) -> periodic g n0 p s.
Proof.
  intros Hm A. pose proof below_came as Seg. pose proof far_differs as Far.
  (* the largest of the values of 0, ..., t is attained *)
  assert (Max : forall t, exists u, u <= t /\ forall v, v <= t -> (g v <= g u)%N).
  { induction t as [|t (u & Hu & Mx)]; [exists 0; split; [lia|intros v Hv; replace v with 0 by lia; lia]|].
    destruct (N.le_gt_cases (g (S t)) (g u)).
    - exists u. split; [lia|]. intros v Hv. destruct (Nat.eq_dec v (S t)); [subst; auto|apply Mx; lia].
    - exists (S t). split; [lia|]. intros v Hv. destruct (Nat.eq_dec v (S t)); [subst; lia|]. specialize (Mx v). lia. }
  (* and it is attained at one of the last m + 1 places, *)
  assert (Last : forall t, exists u, t - m < u + 1 /\ u <= t /\ forall v, v <= t -> (g v <= g u)%N).
  { intros t. destruct (Max t) as (u & Hu & Mx). destruct (le_lt_dec t (u + m)); [exists u; repeat split; auto; lia|].
    exfalso. assert (g t <= g u)%N by auto. assert (g u <> g t) by (apply Far; lia).
    destruct (Seg u (g t) ltac:(lia)) as (q & Hq & E). apply (Far t q); [lia|auto]. }
  (* even at one of the m places n - 2m, ..., n - m - 1, if t = n - m - 1 *)
  assert (Strict : forall n, 2 * m <= n -> exists u, n - 2 * m <= u < n - m /\ forall v, v < n - m -> (g v <= g u)%N).
  { intros n Hn. destruct (Last (n - m - 1)) as (u & H1 & H2 & Mx).
    destruct (le_lt_dec (n - 2 * m) u); [exists u; split; [lia|intros; apply Mx; lia]|].
    set (t := n - m - 1) in *. assert (Et : t = u + m) by lia.
    exists t. split; [lia|]. intros v Hv. assert (g v <= g u)%N by (apply Mx; lia).
    destruct (N.le_gt_cases (g u) (g t)); [lia|]. exfalso.
    destruct (Seg u (g t) ltac:(lia)) as (q & Hq & E). apply (Far t q); [lia|auto]. }
  intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (lt_dec n (n0 + 2 * m)) as [|Hi]; [apply A; lia|].
  destruct (Strict n ltac:(lia)) as (u & Hu & Mu). destruct (Strict (n + p) ltac:(lia)) as (w & Hw & Mw).
  assert (Sh : forall j, 1 <= j <= 2 * m -> g (n + p - j) = (g (n - j) + s)%N).
  { intros j Hj. replace (n + p - j) with (n - j + p) by lia. apply IH; lia. }
  (* the two maxima differ by s *)
  assert (Mx : g w = (g u + s)%N).
  { assert (g (w - p)%nat + s = g w)%N by (rewrite <- (IH (w - p)) by lia; f_equal; lia).
    assert (g (u + p) = g u + s)%N by (apply IH; lia).
    assert (g (u + p) <= g w)%N by (apply Mw; lia). assert (g (w - p) <= g u)%N by (apply Mu; lia). lia. }
  assert (Un : (g u < g n)%N) by (apply far_smaller; [lia|auto]).
  assert (Wn : (g w < g (n + p))%N) by (apply far_smaller; [lia|auto]).
  destruct (N.lt_trichotomy (g (n + p)) (g n + s)%N) as [C|[C|C]]; auto; exfalso.
  - (* g (n + p) - s is an option value of n above the maximum, so at a distance of at most m *)
    destruct (proj2 (G n) (g (n + p) - s)%N ltac:(lia)) as (j & Hj & NF & E).
    destruct (le_lt_dec j m) as [Jm|Jm]; [|assert (g (n - j) <= g u)%N by (apply Mu; lia); lia].
    apply (proj1 (G (n + p)) j); [lia|auto|]. rewrite Sh by lia. lia.
  - destruct (proj2 (G (n + p)) (g n + s)%N C) as (j & Hj & NF & E).
    destruct (le_lt_dec j m) as [Jm|Jm]; [|assert (g (n + p - j) <= g w)%N by (apply Mw; lia); lia].
    apply (proj1 (G n) j); [lia|auto|]. rewrite Sh in E by lia. lia.
Qed.
End AllBut.

(* F empty: Nim. *)
Lemma nim_values g : is_grundy (all_but_move []) g -> forall n, g n = N.of_nat n.
Proof.
  intros Gr n. induction n as [n IH] using lt_wf_ind. pose proof (all_but_values [] g Gr n) as [A B].
  destruct (N.lt_trichotomy (g n) (N.of_nat n)) as [C|[C|C]]; auto; exfalso.
  - apply (A (n - N.to_nat (g n))); [lia|auto|]. rewrite IH by lia. lia.
  - destruct (B _ C) as (j & Hj & _ & E). rewrite IH in E by lia. lia.
Qed.

Theorem all_but_window F m g n0 p s : (forall j, In j F -> 1 <= j <= m) -> (m = 0 -> F = []) -> is_grundy (all_but_move F) g ->
  agree g n0 p s (Nat.max (2 * m) 1) -> periodic g n0 p s.
Proof.
  intros HF Z G A. destruct (Nat.eq_dec m 0) as [->|Hm].
  - rewrite (Z eq_refl) in *. pose proof (nim_values g G) as V. intros n Hn. specialize (A n0 ltac:(lia)). rewrite !V in *. lia.
  - apply (all_but_window_pos F m g HF G); [lia|]. intros n Hn. apply A. lia.
Qed.
