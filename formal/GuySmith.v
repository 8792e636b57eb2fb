(* Take-and-break codes: Guy and Smith's theorem for any number h of heaps, and codes whose moves split no heap (h = 1). *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values.
Import ListNotations.

Lemma big_part hs : hs <> [] -> exists l1 a l2, hs = l1 ++ a :: l2 /\ list_sum hs <= length hs * a.
Proof.
  intros NE. assert (H : exists a, In a hs /\ forall b, In b hs -> b <= a).
  { induction hs as [|x t IH]; [congruence|]. destruct t as [|y t].
    - exists x. simpl. split; auto. intros b []; [lia|contradiction].
    - destruct IH as (a & I & M); [discriminate|]. destruct (le_lt_dec x a).
      + exists a. split; [right; auto|]. intros b [->|]; auto.
      + exists x. split; [left; auto|]. intros b [->|Hb]; auto. apply M in Hb. lia. }
  destruct H as (a & I & M). destruct (in_split _ _ I) as (l1 & l2 & E). exists l1, a, l2. split; auto.
  clear - M. induction hs as [|b t IH]; [simpl; lia|].
  change (list_sum (b :: t)) with (b + list_sum t). cbn [length].
  assert (b <= a) by (apply M; left; auto). assert (list_sum t <= length t * a) by (apply IH; intros; apply M; right; auto). lia.
Qed.

Lemma shift_part c g j l1 a b l2 n m : is_grundy (move c) g -> leaves c j (length (l1 ++ a :: l2)) = true ->
  non_empty (l1 ++ a :: l2) -> list_sum (l1 ++ a :: l2) + j = n -> 1 <= b -> n + b = m + a -> g b = g a ->
  exists hs', move c m hs' /\ nimsum g hs' = nimsum g (l1 ++ a :: l2).
Proof.
  intros G L F S Hb E V. exists (l1 ++ b :: l2). split.
  - exists j. rewrite app_length in *. cbn [length] in *. split; auto. rewrite Forall_app in *. destruct F as [F1 F2].
    inversion F2; subst. split; [split; auto|]. rewrite list_sum_app in *.
    change (list_sum (b :: l2)) with (b + list_sum l2). change (list_sum (a :: l2)) with (a + list_sum l2) in *. lia.
  - rewrite !nimsum_app. simpl. congruence.
Qed.

Definition extra (n0 : nat) : nat := if n0 =? 0 then 1 else 0.

(* How many agreements are asked for: those of n0 <= n < k + h m + (h - 1) (p - 1), where m is n0, or 1 if n0 = 0. *)
Definition window (h k n0 p : nat) : nat := (h - 1) * (n0 + extra n0 + (p - 1)) + k + (n0 + extra n0 - n0).

(* Guy and Smith, for any h >= 1, with h - 1 values fewer than they ask for. *)
Theorem guy_smith c h k g n0 p : wf c -> bounds c h k -> is_grundy (move c) g -> 1 <= h -> 1 <= p ->
  agree g n0 p 0 (window h k n0 p) -> periodic g n0 p 0.
Proof.
  intros W Bd G Hh Hp A n. rewrite N.add_0_r. induction n as [n IH] using lt_wf_ind. intros Hn. unfold window in A.
  assert (E1 : 1 <= n0 + extra n0) by (unfold extra; destruct (Nat.eqb_spec n0 0); lia).
  set (m := n0 + extra n0) in *. assert (Em : n0 <= m) by lia. clearbody m.
  destruct (lt_dec n (n0 + ((h - 1) * (m + (p - 1)) + k + (m - n0)))) as [|Hlarge]; [rewrite A by lia; apply N.add_0_r|].
  assert (Hk : k < n) by (clear - Hlarge E1 Em; set (z := (h - 1) * (m + (p - 1))) in *; clearbody z; lia).
  assert (Big : forall a l s j, l <= h -> j <= k -> s <= l * a -> n + p <= s + j -> m + p <= a).
  { intros a l s j Hl Hj Hs Hnp. assert (s <= h * a) by nia.
    assert (X : h * (m + (p - 1)) < h * a).
    { destruct h as [|h']; [lia|]. replace (S h' - 1) with h' in * by lia. nia. }
    clear - X Hh Hp. assert (m + (p - 1) < a); [|lia]. apply (Nat.mul_lt_mono_pos_l h); lia. }
  assert (Big' : forall a l s j, l <= h -> j <= k -> s <= l * a -> n <= s + j -> m <= a).
  { intros a l s j Hl Hj Hs Hnp. assert (s <= h * a) by nia.
    assert (X : h * m <= h * a).
    { destruct h as [|h']; [lia|]. replace (S h' - 1) with h' in * by lia. nia. }
    clear - X Hh. apply (Nat.mul_le_mono_pos_l _ _ h); lia. }
  apply (grundy_eq (move c)); auto.
  - intros hs M. pose proof M as (j & L & F & S). destruct (Bd _ _ L) as [Lj Ll].
    destruct hs as [|x t]; [simpl in *; lia|]. destruct (big_part (x :: t)) as (l1 & a & l2 & E & Sm); [discriminate|].
    rewrite E in *. assert (Ha : m + p <= a) by (apply (Big a _ _ j Ll Lj Sm); lia).
    assert (a < n + p) by (eapply part_lt; [apply move_shrinks; eauto|eauto|]; apply in_or_app; right; left; auto).
    eapply (shift_part c g j l1 a (a - p) l2); eauto; [lia|lia|].
    rewrite <- (IH (a - p)) by lia. f_equal. lia.
  - intros hs M. pose proof M as (j & L & F & S). destruct (Bd _ _ L) as [Lj Ll].
    destruct hs as [|x t]; [simpl in *; lia|]. destruct (big_part (x :: t)) as (l1 & a & l2 & E & Sm); [discriminate|].
    rewrite E in *. assert (Ha : m <= a) by (apply (Big' a _ _ j Ll Lj Sm); lia).
    assert (n0 <= a) by lia.
    assert (a < n) by (eapply part_lt; [apply move_shrinks; eauto|eauto|]; apply in_or_app; right; left; auto).
    eapply (shift_part c g j l1 a (a + p) l2); eauto; lia.
Qed.

(* As docs/theorems.md has it, for n0 >= 1: n0 <= n < h n0 + (h - 1) (p - 1) + k. *)
Corollary guy_smith_bound c h k g n0 p : wf c -> bounds c h k -> is_grundy (move c) g -> 2 <= h -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < h * n0 + (h - 1) * (p - 1) + k -> g (n + p) = g n) -> forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros W B G Hh Hn Hp A n H. rewrite <- (N.add_0_r (g n)). revert n H. apply (guy_smith c h k); auto; [lia|]. intros n H. rewrite N.add_0_r. apply A.
  unfold window, extra in H. destruct (Nat.eqb_spec n0 0); [lia|]. destruct h as [|h]; [lia|]. replace (S h - 1) with h in * by lia. nia.
Qed.

(* Codes whose moves leave at most one heap: k agreements, k + 1 from n0 = 0. *)
Corollary no_split_window c k g n0 p : wf c -> bounds c 1 k -> is_grundy (move c) g -> 1 <= p ->
  agree g n0 p 0 (k + extra n0) -> periodic g n0 p 0.
Proof. intros W B G Hp A. apply (guy_smith c 1 k); auto. replace (window 1 k n0 p) with (k + extra n0); [auto|unfold window; lia]. Qed.
