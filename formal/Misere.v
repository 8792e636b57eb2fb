(* A finite monoid, a part of it and values of heaps are the misere quotient of a game if each heap passes a test (docs/theorems.md,
   "Misere play"). *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules MisereClaims.
Import ListNotations.

Section Types.
(* the elements, their product, the P-portion, values, and pairs that sums without a winning move may reach *)
Variables (r : rules) (E : N -> Prop) (mul : N -> N -> N) (P : N -> bool) (phi : nat -> N) (B : N -> N -> bool).
Definition value (G : list nat) : N := fold_right (fun h x => mul (phi h) x) 0%N G.
Definition transition (h : nat) (e : N) : Prop := exists hs, r h hs /\ value hs = e.

(* beside w, a heap with the value f and the transitions T has no winning move, though the sum is not in P *)
Definition lacks (f : N) (T : N -> Prop) (w : N) : Prop := P (mul w f) = false /\ forall e, T e -> P (mul w e) = false.
Definition no_P_to_P (f : N) (T : N -> Prop) : Prop := forall z e, E z -> T e -> P (mul z f) = true -> P (mul z e) = true -> False.
(* The empty sum starts at (0, z); that is no reason for (0, z) to belong to B. *)
Definition stays (f : N) (T : N -> Prop) : Prop := forall x z, E x -> E z -> lacks f T (mul x z) ->
  x = 0%N \/ B x (mul z f) = true -> B (mul x f) z = true.
Definition heap_ok (h : nat) : Prop :=
  (forall e, ~ transition h e) /\ phi h = 0%N \/ (exists e, transition h e) /\ no_P_to_P (phi h) (transition h) /\ stays (phi h) (transition h).

Lemma heap_ok_same h k : phi h = phi k -> (forall e, transition h e <-> transition k e) -> heap_ok h -> heap_ok k.
Proof.
  intros F T [[N Z]|[[e X] [A C]]]; [left|right].
  - split; [intros e Y; apply (N e), T, Y|congruence].
  - rewrite <- F. split; [exists e; apply T, X|]. split.
    + intros z e' Hz Y. apply A; auto. apply T, Y.
    + intros x z Hx Hz [L1 L2]. apply C; auto. split; auto. intros e' Y. apply L2, T, Y.
Qed.
End Types.

Section Quotient.
Variables (r : rules) (heap : nat -> Prop) (opts : nat -> list (list nat)).
Hypothesis finite : forall h hs, heap h -> (In hs (opts h) <-> r h hs).
Hypothesis descends : forall h hs, heap h -> r h hs -> Forall (fun a => heap a /\ a < h) hs.
Variables (E : N -> Prop) (mul : N -> N -> N) (P : N -> bool) (phi : nat -> N) (B : N -> N -> bool).
Hypothesis E_0 : E 0%N.
Hypothesis E_mul : forall x y, E x -> E y -> E (mul x y).
Hypothesis mul_comm : forall x y, E x -> E y -> mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, E x -> E y -> E z -> mul (mul x y) z = mul x (mul y z).
Hypothesis mul_0 : forall x, E x -> mul x 0%N = x.
Hypothesis E_phi : forall h, heap h -> E (phi h).
Hypothesis P_0 : P 0%N = false.
Hypothesis B_0 : forall x, E x -> B x 0%N = false.
Hypothesis heaps_ok : forall h, heap h -> heap_ok r E mul P phi B h.
Notation value := (value mul phi).
Notation sum := (Forall heap).

(* ---------- values of sums ---------- *)
Lemma sum_app G G' : sum (G ++ G') <-> sum G /\ sum G'.
Proof. apply Forall_app. Qed.
Lemma E_value G : sum G -> E (value G).
Proof. induction 1; simpl; auto. Qed.
Lemma value_app G G' : sum G -> sum G' -> value (G ++ G') = mul (value G) (value G').
Proof.
  intros S S'. induction S as [|h t Hh S IH]; simpl; [rewrite mul_comm, mul_0; auto using E_value|].
  rewrite IH, mul_assoc; auto using E_value.
Qed.
Lemma value_one h : heap h -> value [h] = phi h.
Proof. intros H. simpl. auto. Qed.
(* what lies between two parts of a sum, taken out *)
Lemma value_between l1 k l2 : sum l1 -> sum k -> sum l2 -> value (l1 ++ k ++ l2) = mul (mul (value l1) (value l2)) (value k).
Proof.
  intros S1 S S2. pose proof (E_value _ S1). pose proof (E_value _ S2). pose proof (E_value _ S).
  rewrite !value_app; auto; [|apply sum_app; auto]. rewrite mul_assoc by auto. f_equal. apply mul_comm; auto.
Qed.

(* ---------- plays ---------- *)
Lemma sum_play G Q : sum G -> play r G Q -> sum Q.
Proof.
  intros S (l1 & h & l2 & hs & -> & -> & M). apply sum_app in S as [S1 S2]. inversion S2; subst.
  rewrite !sum_app. split; auto. split; auto. eapply Forall_impl; [|apply (descends h hs); auto]. simpl. tauto.
Qed.
Lemma ends_with h : heap h -> forall G, sum G -> Acc (fun Q R => play r R Q) G -> Acc (fun Q R => play r R Q) (h :: G).
Proof.
  induction h as [h IH] using lt_wf_ind. intros Hh G SG A. revert SG. induction A as [G A IHG]. intros SG.
  constructor. intros Q (l1 & n & l2 & hs & X & -> & M). destruct l1 as [|x l1]; simpl in X; injection X as -> X.
  - subst l2. simpl. pose proof (descends _ _ Hh M) as D. clear M. induction D as [|a t [Ha La] D IHD]; simpl; [constructor; exact A|].
    apply IH; auto. apply sum_app. split; auto. eapply Forall_impl; [|apply D]. simpl. tauto.
  - assert (Y : play r G (l1 ++ hs ++ l2)) by (exists l1, n, l2, hs; auto). simpl. apply IHG; auto. apply (sum_play G); auto.
Qed.
Lemma plays_end G : sum G -> Acc (fun Q R => play r R Q) G.
Proof.
  induction 1; [|apply ends_with; auto]. constructor. intros Q (l1 & n & l2 & hs & X & _). destruct l1; discriminate.
Qed.
Fixpoint nexts (G : list nat) : list (list nat) :=
  match G with [] => [] | n :: t => map (fun hs => hs ++ t) (opts n) ++ map (cons n) (nexts t) end.
Lemma nexts_spec G : sum G -> forall Q, In Q (nexts G) <-> play r G Q.
Proof.
  induction 1 as [|n t Hn S IH]; intros Q; simpl.
  - split; [intros []|]. intros (l1 & n & l2 & hs & X & _). destruct l1; discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(hs & <- & I)|(Q' & <- & I)].
      * apply finite in I; auto. exists [], n, t, hs. auto.
      * apply IH in I. destruct I as (l1 & m & l2 & hs & -> & -> & M). exists (n :: l1), m, l2, hs. auto.
    + intros (l1 & m & l2 & hs & X & -> & M). destruct l1 as [|x l1]; injection X as -> ->.
      * left. exists hs. split; auto. apply finite; auto.
      * right. exists (l1 ++ hs ++ l2). split; auto. apply IH. exists l1, m, l2, hs. auto.
Qed.
Lemma not_both G : sum G -> misere_P r G -> misere_N r G -> False.
Proof.
  intros S. pose proof (plays_end G S) as A. revert S. induction A as [G _ IH]. intros S HP HN.
  inversion HP as [? [Q0 M0] F]; subst. inversion HN as [? No|? Q M W]; subst; [apply (No Q0 M0)|].
  apply (IH Q M); auto. apply (sum_play G); auto.
Qed.

(* ---------- the claim is right ---------- *)
Definition ended (G : list nat) : Prop := forall h, In h G -> forall e, ~ transition r mul phi h e.
Lemma ended_value G : sum G -> ended G -> value G = 0%N.
Proof.
  induction 1 as [|h t Hh S IH]; intros N; [reflexivity|]. simpl. rewrite IH by (intros k I; apply N; right; auto).
  destruct (heaps_ok h Hh) as [[_ ->]|[[e X] _]]; [auto|]. destruct (N h (or_introl eq_refl) e X).
Qed.
(* If a sum outside of P has no move into P, then no heap of it has a move: B holds the parts of the sum that end at a heap with moves. *)
Lemma no_lost_sum G : sum G -> P (value G) = false -> (forall Q, play r G Q -> P (value Q) = false) ->
  forall l2 l1, G = l1 ++ l2 -> ended l1 \/ B (value l1) (value l2) = true -> ended G.
Proof.
  intros S V N. induction l2 as [|h l2 IH]; intros l1 -> I.
  - apply sum_app in S as [S _]. rewrite app_nil_r. destruct I as [I|I]; auto. simpl in I. rewrite B_0 in I by (apply E_value; auto). discriminate.
  - pose proof S as S0. apply sum_app in S as [S1 S2]. inversion S2 as [|? ? Hh S2']; subst. pose proof (E_value _ S1) as E1. pose proof (E_value _ S2') as E2.
    assert (one : sum [h]) by auto. assert (V1 : value (l1 ++ [h]) = mul (value l1) (phi h)) by (rewrite value_app, value_one; auto).
    apply (IH (l1 ++ [h])); [rewrite <- app_assoc; reflexivity|]. simpl in I. destruct (heaps_ok h Hh) as [[No Z]|[_ [_ St]]].
    + rewrite V1, Z, mul_0 by auto. rewrite Z, (mul_comm 0%N), mul_0 in I by auto. destruct I as [I|I]; auto. left. intros k K.
      apply in_app_iff in K as [K|[<-|[]]]; auto.
    + right. rewrite V1. apply St; auto.
      * split.
        -- rewrite <- V. change (h :: l2) with ([h] ++ l2). rewrite value_between, value_one; auto.
        -- intros e (hs & M & <-). rewrite <- value_between; auto; [apply N; exists l1, h, l2, hs; auto|].
           eapply Forall_impl; [|apply (descends h hs); auto]. simpl. tauto.
      * rewrite (mul_comm (value l2)) by auto. destruct I as [I|I]; auto. left. apply ended_value; auto.
Qed.
Theorem outcome_right G : sum G -> (P (value G) = true -> misere_P r G) /\ (P (value G) = false -> misere_N r G).
Proof.
  intros S. pose proof (plays_end G S) as A. revert S. induction A as [G _ IH]. intros S. split; intros V.
  - constructor.
    + destruct (nexts G) as [|Q l] eqn:X; [|exists Q; apply nexts_spec; auto; rewrite X; left; auto]. exfalso.
      assert (F : ended G).
      { intros h I e (hs & M & _). apply in_split in I as (l1 & l2 & ->). assert (Y : In (l1 ++ hs ++ l2) (nexts (l1 ++ h :: l2))) by (apply nexts_spec; auto;
        exists l1, h, l2, hs; auto).
        rewrite X in Y. destruct Y. }
      rewrite (ended_value G S F), P_0 in V. discriminate.
    + intros Q M. pose proof (sum_play G Q S M) as SQ. apply (IH Q M SQ). destruct (P (value Q)) eqn:W; auto. exfalso.
      destruct M as (l1 & h & l2 & hs & -> & -> & M). apply sum_app in S as [S1 S2]. inversion S2 as [|? ? Hh S2']; subst.
      apply sum_app in SQ as [_ SQ]. apply sum_app in SQ as [SQ _]. destruct (heaps_ok h Hh) as [[No _]|[_ [NPP _]]].
      * apply (No (value hs)). exists hs; auto.
      * apply (NPP (mul (value l1) (value l2)) (value hs)); auto using E_value; [exists hs; auto| |].
        -- rewrite <- V. change (h :: l2) with ([h] ++ l2). rewrite value_between, value_one; auto.
        -- rewrite <- value_between; auto.
  - destruct (existsb (fun Q => P (value Q)) (nexts G)) eqn:X.
    + apply existsb_exists in X as (Q & I & W). apply nexts_spec in I; auto. apply (MN r G Q I). apply (IH Q I); auto. apply (sum_play G); auto.
    + assert (N : forall Q, play r G Q -> P (value Q) = false).
      { intros Q M. destruct (P (value Q)) eqn:W; auto. rewrite <- X. symmetry. apply existsb_exists. exists Q. split; auto. apply nexts_spec; auto. }
      apply MN_end. intros Q (l1 & h & l2 & hs & -> & _ & M).
      assert (F : ended (l1 ++ h :: l2)) by (apply (no_lost_sum _ S V N (l1 ++ h :: l2) []); auto; left; intros k []).
      apply (F h) with (e := value hs); [apply in_app_iff; right; left; auto|exists hs; auto].
Qed.
Theorem outcome_iff G : sum G -> (misere_P r G <-> P (value G) = true) /\ (misere_N r G <-> P (value G) = false).
Proof.
  intros S. destruct (outcome_right G S) as [A C]. pose proof (not_both G S). destruct (P (value G)); split; split; auto; intros; exfalso; auto; discriminate.
Qed.

(* ---------- if the elements are told apart, they are the classes ---------- *)
Hypothesis onto : forall x, E x -> exists G, sum G /\ value G = x.
Hypothesis reduced : forall x y, E x -> E y -> (forall z, E z -> P (mul x z) = P (mul y z)) -> x = y.
Theorem value_same G G' : sum G -> sum G' -> (value G = value G' <-> same_beside r heap G G').
Proof.
  intros S S'. split.
  - intros V X SX. rewrite (proj1 (outcome_iff (G ++ X) ltac:(apply sum_app; auto))), (proj1 (outcome_iff (G' ++ X) ltac:(apply sum_app; auto))).
    rewrite !value_app, V by auto. tauto.
  - intros H. apply reduced; auto using E_value. intros z Hz. destruct (onto z Hz) as (X & SX & <-). specialize (H X SX).
    rewrite (proj1 (outcome_iff (G ++ X) ltac:(apply sum_app; auto))), (proj1 (outcome_iff (G' ++ X) ltac:(apply sum_app; auto))), !value_app in H by auto.
    apply eq_true_iff_eq, H.
Qed.
End Quotient.
