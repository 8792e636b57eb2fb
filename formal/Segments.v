(* A proof by a sparse space in segments: values in between that are known, the states, let each segment be checked on its own. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values Sparse.
Import ListNotations.

(* the values a segment reads: small heaps from a table, the others from its own window *)
Definition mix (W : nat) (small w : nat -> N) (a : nat) : N := if a <=? W then small a else w a.

Lemma witnessed_local u c k f g L W n y : wf c -> bounds c 2 k -> k <= W -> (forall a, In a L -> a + k <= W) ->
  (forall a, a < n -> a <= W \/ n <= a + W -> f a = g a) -> witnessed (code_rules u c) f L n y -> witnessed (code_rules u c) g L n y.
Proof.
  intros Wf Bd HkW Small EQ (hs & M & V & T). exists hs. split; auto. split; auto. rewrite <- V. symmetry. apply nimsum_ext.
  intros b Hb. assert (b < n) by (eapply part_lt; [apply code_rules_shrinks; eauto|eauto|auto]). apply EQ; auto.
  apply code_rules_iff in M. destruct M as [(j & Lv & F & S) _]. destruct (Bd _ _ Lv) as [Lj Ll].
  destruct hs as [|x [|z [|? ?]]]; simpl in *; try lia.
  destruct T as [T|(a & Ia & J)]; [lia|]. apply Small in J. lia.
Qed.

Definition next (u : bool) (c : code) (rare : N -> nat -> bool) (E : list nat) (f : nat -> N) (n : nat) (x : N) : Prop :=
  rare x n = false /\ ~ witnessed (code_rules u c) f E n x /\ (forall y, (y < x)%N -> rare y n = false -> witnessed (code_rules u c) f E n y).
Definition clear (u : bool) (c : code) (rare : N -> nat -> bool) (A : list nat) (f : nat -> N) (n : nat) (x : N) : Prop :=
  forall y, (y < x)%N -> rare y n = true -> witnessed (code_rules u c) f A n y.

Lemma next_unique u c rare E f n x y : next u c rare E f n x -> next u c rare E f n y -> x = y.
Proof.
  intros (X1 & X2 & X3) (Y1 & Y2 & Y3). destruct (N.lt_trichotomy x y) as [H|[H|H]]; auto; exfalso.
  - apply X2, Y3; auto.
  - apply Y2, X3; auto.
Qed.

Lemma common_next u c k g rare E n : wf c -> bounds c 2 k -> is_grundy (code_rules u c) g -> class_ok c rare ->
  (forall m, 1 <= m < n -> rare (g m) m = true -> In m E) -> rare (g n) n = false -> next u c rare E g n (g n).
Proof.
  intros Wf Bd G Cl RE R. split; auto. split.
  - intros (hs & M & V & _). apply (proj1 (G n) _ M V).
  - intros y Hy Ry. destruct (proj2 (G n) _ Hy) as (hs & M & V). exists hs. split; auto. split; auto.
    apply (common_option u c k g rare E Wf Bd Cl n hs); auto. rewrite V. auto.
Qed.

(* The least common value that is no option is the Grundy value if the rare values below it are excluded, too. *)
Lemma next_clear u c k g rare E A n x : wf c -> bounds c 2 k -> is_grundy (code_rules u c) g -> class_ok c rare ->
  (forall m, 1 <= m < n -> rare (g m) m = true -> In m E) -> next u c rare E g n x -> clear u c rare A g n x -> g n = x.
Proof.
  intros Wf Bd G Cl RE (X1 & X2 & X3) X4. apply (is_mex_value (code_rules u c)); auto.
  - intros hs M V. apply X2. exists hs. split; auto. split; auto.
    apply (common_option u c k g rare E Wf Bd Cl n hs); auto. rewrite V. auto.
  - intros y Hy. destruct (rare y n) eqn:R; [destruct (X4 y Hy R) as (hs & M & V & _)|destruct (X3 y Hy R) as (hs & M & V & _)]; eauto.
Qed.

Lemma next_local u c k rare E f g W n x : wf c -> bounds c 2 k -> k <= W -> (forall a, In a E -> a + k <= W) ->
  (forall a, a < n -> a <= W \/ n <= a + W -> f a = g a) -> next u c rare E f n x -> next u c rare E g n x.
Proof.
  intros Wf Bd HkW Small EQ (X1 & X2 & X3). split; auto. split.
  - intros X. apply X2. eapply (witnessed_local u c k g f); eauto. intros a Ha Hw. symmetry. auto.
  - intros y Hy Ry. eapply (witnessed_local u c k f g); eauto.
Qed.

Theorem overlapping_segments u c k g rare E A W V small (s : nat -> nat) (w : nat -> nat -> N) : forall count,
  wf c -> bounds c 2 k -> is_grundy (code_rules u c) g -> class_ok c rare -> k <= W ->
  (forall a, In a E -> a + k <= W) -> (forall a, In a A -> a + k <= W + V) ->
  (forall a, a <= W + V -> small a = g a) ->
  (* the base: the window before the first boundary, and all rare positions *)
  (forall a, s 0 - W <= a < s 0 -> w 0 a = g a) ->
  (forall n, 1 <= n < s 0 + V -> rare (g n) n = true -> In n E) -> (forall a, In a E -> a < s 0) -> 1 <= s 0 ->
  (forall i, i < count -> s i <= s (S i)) ->
  (* each of these three can be checked on its own, from the W values before s i *)
  (forall i, i < count -> forall n, s i <= n < s (S i) + V -> next u c rare E (mix W small (w i)) n (w i n)) ->
  (forall i, i < count -> forall n, s i + V <= n < s (S i) + V -> clear u c rare A (mix (W + V) small (w i)) n (w i n)) ->
  (forall i, i < count -> forall a, s (S i) - W <= a < s (S i) -> w (S i) a = w i a) ->
  (forall i, i < count -> forall n, s i - W <= n < s (S i) + V -> w i n = g n) /\
  (forall a, s count - W <= a < s count -> w count a = g a) /\
  (forall n, 1 <= n < s count + V -> rare (g n) n = true -> In n E).
Proof.
  intros count Wf Bd G Cl HkW SE SA Sm B0 R0 E0 P0 Inc.
  induction count as [|m IH]; intros Gen Clr Win.
  { split; [intros; lia|]. split; auto. }
  destruct IH as (I1 & I2 & I3); [intros i Hi; apply Inc; lia|intros i Hi; apply Gen; lia|intros i Hi; apply Clr; lia|intros i Hi; apply Win; lia|].
  assert (S0 : s 0 <= s m).
  { clear - Inc. assert (H : forall j, j <= m -> s 0 <= s j).
    { induction j as [|j IHj]; intros Hj; [lia|]. specialize (Inc j ltac:(lia)). lia. } apply H. lia. }
  assert (Seg : forall n, s m - W <= n < s (S m) + V -> w m n = g n /\ (s m <= n -> rare (g n) n = false)).
  { intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (lt_dec n (s m)) as [Lo|Hi]; [split; [apply I2; lia|lia]|].
    assert (Nx := Gen m ltac:(lia) n ltac:(lia)).
    assert (EQ : forall a, a < n -> a <= W \/ n <= a + W -> mix W small (w m) a = g a).
    { intros a Ha Hw. unfold mix. destruct (Nat.leb_spec a W); [apply Sm; lia|]. apply IH; lia. }
    assert (Ng : next u c rare E g n (w m n)) by (eapply next_local; eauto).
    assert (RE : forall q, 1 <= q < n -> rare (g q) q = true -> In q E).
    { intros q Hq Rq. destruct (lt_dec q (s m)); [apply I3; auto; lia|].
      destruct (IH q ltac:(lia) ltac:(lia)) as [_ Y]. rewrite Y in Rq by lia. discriminate. }
    destruct (lt_dec n (s m + V)) as [Early|Late].
    - (* excluded by the segment before, or by the base *)
      assert (R : rare (g n) n = false).
      { destruct (rare (g n) n) eqn:R; auto. apply I3 in R; [apply E0 in R; lia|lia]. }
      assert (w m n = g n); [|auto]. eapply next_unique; [exact Ng|]. eapply common_next; eauto.
    - assert (Fo := Clr m ltac:(lia) n ltac:(lia)).
      assert (Fg : clear u c rare A g n (w m n)).
      { intros y Hy Ry. eapply (witnessed_local u c k (mix (W + V) small (w m)) g A (W + V)); eauto; [lia|].
        intros a Ha Hw. unfold mix. destruct (Nat.leb_spec a (W + V)); [apply Sm; auto|]. apply IH; lia. }
      assert (Vn : g n = w m n) by (apply (next_clear u c k g rare E A); auto).
      split; auto. intros _. rewrite Vn. apply Ng. }
  split; [|split].
  - intros i Hi n Hn. destruct (Nat.eq_dec i m) as [->|]; [apply Seg; auto|apply (I1 i); auto; lia].
  - intros a Ha. rewrite (Win m) by lia. apply Seg. specialize (Inc m). lia.
  - intros n Hn R. destruct (lt_dec n (s m)); [apply I3; auto; lia|].
    destruct (Seg n ltac:(lia)) as [_ Y]. rewrite Y in R by lia. discriminate.
Qed.

(* All segments together prove the period: the theorem of docs/theorems.md. *)
Theorem segments_period u c k g rare E A W V small (s : nat -> nat) (w : nat -> nat -> N) count i0 n0 p :
  wf c -> bounds c 2 k -> is_grundy (code_rules u c) g -> class_ok c rare -> (forall x n, rare x n = rare x (n + p)) -> k <= W ->
  (forall a, In a E -> a + k <= W) -> (forall a, In a A -> a + k <= W + V) ->
  (forall a, a <= W + V -> small a = g a) ->
  (forall a, s 0 - W <= a < s 0 -> w 0 a = g a) ->
  (forall n, 1 <= n < s 0 + V -> rare (g n) n = true -> In n E) -> (forall a, In a E -> a < s 0) -> s 0 = W + 1 ->
  (forall i, i < count -> s i <= s (S i)) ->
  (forall i, i < count -> forall n, s i <= n < s (S i) + V -> next u c rare E (mix W small (w i)) n (w i n)) ->
  (forall i, i < count -> forall n, s i + V <= n < s (S i) + V -> clear u c rare A (mix (W + V) small (w i)) n (w i n)) ->
  (forall i, i < count -> forall a, s (S i) - W <= a < s (S i) -> w (S i) a = w i a) ->
  (* the state at n0 + W is that a period later *)
  i0 <= count -> s i0 = n0 + W -> s count = n0 + p + W -> 1 <= n0 -> 1 <= p -> (forall a, In a E -> a < n0) -> (u = true -> forall a, In a A -> a < n0) ->
  (forall a, n0 <= a < n0 + W -> w count (a + p) = w i0 a) ->
  periodic g n0 p 0 /\ forall n, 1 <= n -> rare (g n) n = true -> In n E.
Proof.
  intros Wf Bd G Cl Rp HkW SE SA Sm B0 R0 E0 P0 Inc Gen Clr Win Hi0 S0 Sc Hn0 Hp ME UA Same.
  destruct (overlapping_segments u c k g rare E A W V small s w count) as (I1 & I2 & I3); auto; [lia|].
  destruct (overlapping_segments u c k g rare E A W V small s w i0) as (_ & J2 & _); auto; try lia;
    [intros i Hi; apply Inc; lia|intros i Hi; apply Gen; lia|intros i Hi; apply Clr; lia|intros i Hi; apply Win; lia|].
  assert (Find : forall d, i0 + d <= count -> forall n, s i0 + V <= n < s (i0 + d) + V -> exists i, i < count /\ s i + V <= n < s (S i) + V).
  { induction d as [|d IH]; intros Hd n Hn; [rewrite Nat.add_0_r in Hn; lia|].
    destruct (lt_dec n (s (i0 + d) + V)); [apply IH; lia|]. exists (i0 + d). replace (S (i0 + d)) with (i0 + S d) by lia. lia. }
  apply (sparse_space u c k g rare E A Wf Bd G Cl W (W + V)); auto; try lia.
  - intros n Hn. rewrite N.add_0_r, <- (I2 (n + p)), <- (J2 n) by lia. apply Same. lia.
  - intros n Hn. apply I3. lia.
  - intros n Hn y Hy Ry. destruct (Find (count - i0)) with (n := n) as (i & Hi & H); [lia|replace (i0 + (count - i0)) with count by lia; lia|].
    assert (Si : s 0 <= s i).
    { clear - Inc Hi. assert (H : forall j, j <= i -> s 0 <= s j); [|apply H; lia].
      induction j as [|j IHj]; intros Hj; [lia|]. specialize (Inc j ltac:(lia)). lia. }
    rewrite <- (I1 i Hi n) in Hy by lia. pose proof (Clr i Hi n H y Hy Ry) as Wit.
    apply (witnessed_local u c k (mix (W + V) small (w i)) g A (W + V) n y); auto; [lia|].
    intros a Ha Hw. unfold mix. destruct (Nat.leb_spec a (W + V)); [apply Sm; auto|]. apply (I1 i Hi). lia.
Qed.
