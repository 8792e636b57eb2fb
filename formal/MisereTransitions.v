(* The transitions of heaps: the values of their options, each once. *)
From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Rules Store Misere.
Import ListNotations.
Local Open Scope N_scope.

(* ---------- sets of numbers, as lists without repetitions ---------- *)
Record bag := { seen : store; found : list N }.
Definition no_bag (_ : unit) : bag := {| seen := empty tt; found := [] |}.
Definition add (x : N) (s : bag) : bag := if get (seen s) x =? 1 then s else {| seen := set (seen s) x 1; found := x :: found s |}.
Fixpoint add_all (f : N -> N) (vs : list N) (s : bag) : bag := match vs with [] => s | v :: t => add_all f t (add (f v) s) end.

Definition bag_ok (s : bag) : Prop := forall x, get (seen s) x = 1 <-> In x (found s).
Lemma no_bag_ok : bag_ok (no_bag tt).
Proof. intros x. simpl. rewrite get_empty. split; [lia|tauto]. Qed.
Lemma add_ok x s : bag_ok s -> bag_ok (add x s) /\ forall y, In y (found (add x s)) <-> In y (found s) \/ y = x.
Proof.
  intros Ok. unfold add. destruct (N.eqb_spec (get (seen s) x) 1) as [X|X].
  - split; auto. intros y. split; auto. intros [ | -> ]; auto. apply Ok, X.
  - simpl. split; [|intros y; split; intros [|]; auto].
    intros y. simpl. destruct (N.eq_dec y x) as [->|Y]; [rewrite get_same; tauto|]. rewrite get_other, (Ok y) by auto. split; auto.
      intros [|]; [congruence|auto].
Qed.
Lemma add_all_ok f vs : forall s, bag_ok s -> bag_ok (add_all f vs s) /\ forall y, In y (found (add_all f vs s)) <-> In y (found s) \/ exists v, In v vs /\
  y = f v.
Proof.
  induction vs as [|v t IH]; intros s Ok; simpl.
  - split; auto. intros y. split; auto. intros [|(v & [] & _)]; auto.
  - destruct (add_ok (f v) s Ok) as [Ok1 S1]. destruct (IH _ Ok1) as [Ok2 S2]. split; auto. intros y. rewrite S2, S1. split.
    + intros [[|]|(w & I & ->)]; [auto|right; exists v; auto|right; exists w; auto].
    + intros [|(w & [<-|I] & ->)]; auto. right. exists w. auto.
Qed.

Section Transitions.
Variables (mul : N -> N -> N) (phi : store) (L : nat).

(* ---------- codes: for the sums n, n - 1, ..., 0 the values of all sums of 0, 1, ..., L heaps ---------- *)
Definition row := list (list N).
(* one heap of a, a + 1, ... and l heaps of the next sum each *)
Fixpoint splits (l : nat) (rows : list row) (a : N) (s : bag) : bag :=
  match rows with [] => s | w :: t => splits l t (a + 1) (add_all (mul (get phi a)) (nth l w []) s) end.
Definition row_of (n : N) (rows : list row) : row :=
  (if n =? 0 then [0] else []) :: (if n =? 0 then [] else [get phi n]) :: map (fun l => found (splits l rows 1 (no_bag tt))) (seq 1 (L - 1)).
(* the digit for l, l + 1, ... heaps *)
Fixpoint add_digit (d : N) (l : N) (w : row) (s : bag) : bag :=
  match w with [] => s | vs :: t => add_digit d (l + 1) t (if N.testbit d l then add_all (fun v => v) vs s else s) end.
Fixpoint gather (digits : list N) (rows : list row) (s : bag) : bag :=
  match digits, rows with d :: ds, w :: t => gather ds t (add_digit d 0 w s) | _, _ => s end.

(* ---------- their correctness ---------- *)
Definition phi_at (n : nat) : N := get phi (N.of_nat n).
Notation value := (value mul phi_at).
Hypothesis mul_phi : forall n, mul (phi_at n) 0 = phi_at n.
Definition parts (l n : nat) (e : N) : Prop := exists hs, length hs = l /\ non_empty hs /\ list_sum hs = n /\ value hs = e.

Lemma parts_0 n e : parts 0 n e <-> n = 0%nat /\ e = 0.
Proof.
  split.
  - intros (hs & H & _ & <- & <-). destruct hs; [auto|discriminate].
  - intros [-> ->]. exists []. repeat split; auto.
Qed.
Lemma parts_1 n e : parts 1 n e <-> (1 <= n)%nat /\ e = phi_at n.
Proof.
  split.
  - intros (hs & H & F & <- & <-). destruct hs as [|a [|? ?]]; try discriminate. inversion F; subst. simpl. rewrite mul_phi, Nat.add_0_r. auto.
  - intros [H ->]. exists [n]. split; auto. split; [constructor; auto|]. split; [simpl; lia|simpl; auto].
Qed.
Lemma parts_S l n e : parts (S l) n e <-> exists a k e', (1 <= a)%nat /\ (a + k = n)%nat /\ parts l k e' /\ e = mul (phi_at a) e'.
Proof.
  split.
  - intros (hs & H & F & <- & <-). destruct hs as [|a hs]; [discriminate|]. inversion F; subst. exists a, (list_sum hs), (value hs).
    split; auto. split; auto. split; [|auto]. exists hs. repeat split; auto.
  - intros (a & k & e' & Ha & <- & (hs & <- & F & <- & <-) & ->). exists (a :: hs). repeat split; auto.
Qed.

Definition row_ok (n : nat) (w : row) : Prop := length w = S L /\ forall l, (l <= L)%nat -> forall e, In e (nth l w []) <-> parts l n e.
Fixpoint rows_ok (rows : list row) (n : nat) : Prop :=
  match rows with [] => n = O | w :: t => match n with O => False | S k => row_ok k w /\ rows_ok t k end end.

Lemma splits_ok l : (l <= L)%nat -> forall rows n a s, rows_ok rows n -> bag_ok s ->
  bag_ok (splits l rows (N.of_nat a) s) /\ forall e, In e (found (splits l rows (N.of_nat a) s)) <->
    In e (found s) \/ exists b k e', (a <= b)%nat /\ (b + k + 1 = a + n)%nat /\ parts l k e' /\ e = mul (phi_at b) e'.
Proof.
  intros Hl. induction rows as [|w t IH]; intros n a s R Ok; simpl in R.
  - subst n. split; auto. intros e. split; auto. intros [|(b & k & e' & H1 & H2 & _)]; auto. lia.
  - destruct n as [|n]; [destruct R|]. destruct R as [[_ W] R]. simpl. replace (N.of_nat a + 1) with (N.of_nat (S a)) by lia.
    destruct (add_all_ok (mul (get phi (N.of_nat a))) (nth l w []) s Ok) as [Ok1 S1]. destruct (IH n (S a) _ R Ok1) as [Ok2 S2]. split; auto.
    intros e. rewrite S2, S1. split.
    + intros [[|(v & I & ->)]|(b & k & e' & H1 & H2 & H3 & H4)]; auto.
      * right. exists a, n, v. split; auto. split; [lia|]. split; auto. apply (W l Hl), I.
      * right. exists b, k, e'. split; [lia|]. split; [lia|auto].
    + intros [|(b & k & e' & H1 & H2 & H3 & ->)]; auto. destruct (Nat.eq_dec b a) as [->|].
      * left. right. exists e'. split; auto. apply (W l Hl). replace n with k by lia. auto.
      * right. exists b, k, e'. split; [lia|]. split; [lia|auto].
Qed.
Lemma row_of_ok n rows : (1 <= L)%nat -> rows_ok rows n -> row_ok n (row_of (N.of_nat n) rows).
Proof.
  intros HL R. split; [simpl; rewrite map_length, seq_length; lia|]. intros [|[|l]] Hl e; unfold row_of; cbn [nth].
  - rewrite parts_0. destruct (N.eqb_spec (N.of_nat n) 0); simpl; split; try tauto; try lia; intuition lia.
  - rewrite parts_1. unfold phi_at. destruct (N.eqb_spec (N.of_nat n) 0); simpl; intuition (try congruence; try lia).
  - set (f := fun l => found (splits l rows 1 (no_bag tt))). rewrite (nth_indep _ [] (f 0%nat)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. unfold f. change (1 + l)%nat with (S l). change 1 with (N.of_nat 1).
    destruct (splits_ok (S l) ltac:(lia) rows n 1 _ R no_bag_ok) as [_ S1]. rewrite S1, (parts_S (S l)). simpl found. split.
    + intros [[]|(b & k & e' & H1 & H2 & H3 & H4)]. exists b, k, e'. split; auto. split; auto. lia.
    + intros (b & k & e' & H1 & H2 & H3 & H4). right. exists b, k, e'. split; auto. split; auto. lia.
Qed.

Lemma add_digit_ok d w : forall l s, bag_ok s -> bag_ok (add_digit d (N.of_nat l) w s) /\ forall e, In e (found (add_digit d (N.of_nat l) w s)) <->
  In e (found s) \/ exists i, (i < length w)%nat /\ N.testbit d (N.of_nat (l + i)) = true /\ In e (nth i w []).
Proof.
  induction w as [|vs t IH]; intros l s Ok; cbn [add_digit].
  - split; auto. intros e. split; auto. intros [|(i & H & _)]; auto. simpl in H. lia.
  - replace (N.of_nat l + 1) with (N.of_nat (S l)) by lia. set (s' := if N.testbit d (N.of_nat l) then add_all (fun v => v) vs s else s).
    assert (X : bag_ok s' /\ forall e, In e (found s') <-> In e (found s) \/ N.testbit d (N.of_nat l) = true /\ In e vs).
    { unfold s'. destruct (N.testbit d (N.of_nat l)).
      - destruct (add_all_ok (fun v => v) vs s Ok) as [Ok1 S1]. split; auto. intros e. rewrite S1. split; intros [|]; auto.
        + right. destruct H as (v & I & ->). auto.
        + right. exists e. tauto.
      - split; auto. intros e. split; auto. intros [|[H _]]; auto. discriminate. }
    destruct X as [Ok1 S1]. destruct (IH (S l) s' Ok1) as [Ok2 S2]. split; auto. intros e. rewrite S2, S1. split.
    + intros [[|[T I]]|(i & H & T & I)]; auto.
      * right. exists O. split; [simpl; lia|]. rewrite Nat.add_0_r. auto.
      * right. exists (S i). split; [simpl; lia|]. rewrite Nat.add_succ_r. auto.
    + intros [|(i & H & T & I)]; auto. destruct i as [|i]; [rewrite Nat.add_0_r in T; auto|].
      right. exists i. rewrite Nat.add_succ_r in T. simpl in H, I. split; [lia|auto].
Qed.
Lemma gather_ok : forall digits rows n s, rows_ok rows (S n) -> bag_ok s -> bag_ok (gather digits rows s) /\ forall e, In e (found (gather digits rows s)) <->
  In e (found s) \/ exists j l, (j <= n)%nat /\ (l <= L)%nat /\ N.testbit (nth j digits 0) (N.of_nat l) = true /\ parts l (n - j) e.
Proof.
  induction digits as [|d ds IH]; intros rows n s R Ok; simpl.
  - split; auto. intros e. split; auto. intros [|(j & l & _ & _ & T & _)]; auto. destruct j; rewrite N.bits_0 in T; discriminate.
  - destruct rows as [|w t]; [discriminate R|]. destruct R as [[W0 W] R].
    destruct (add_digit_ok d w 0 s Ok) as [Ok1 S1]. change (N.of_nat 0) with 0 in *. rewrite W0 in S1.
    assert (First : forall e, In e (found (add_digit d 0 w s)) <-> In e (found s) \/ exists l, (l <= L)%nat /\ N.testbit d (N.of_nat l) = true /\ parts l n e).
    { intros e. rewrite S1. split; (intros [|(l & H & T & I)]; [auto|right; exists l; split; [lia|]; split; auto; apply W; auto; lia]). }
    destruct n as [|n].
    + destruct t as [|? ?]; [|destruct R]. assert (Y : gather ds [] (add_digit d 0 w s) = add_digit d 0 w s) by (destruct ds; auto). rewrite Y. split; auto.
      intros e. rewrite First. split; (intros [|X]; [auto|right]).
      * destruct X as (l & H & T & I). exists O, l. auto.
      * destruct X as (j & l & Hj & H & T & I). assert (j = O) as -> by lia. exists l. auto.
    + destruct (IH t n _ R Ok1) as [Ok2 S2]. split; auto. intros e. rewrite S2, First. split.
      * intros [[|(l & H & T & I)]|(j & l & Hj & H & T & I)]; auto; right; [exists O, l|exists (S j), l]; split; auto; lia.
      * intros [|(j & l & Hj & H & T & I)]; auto. destruct j as [|j]; [left; right; exists l; auto|]. right. exists j, l. split; [lia|auto].
Qed.

(* the digits are those of the rules as far as heap n needs them *)
Lemma gather_transitions r digits rows n digit : rows_ok rows (S n) ->
  (forall hs, r n hs <-> exists j, N.testbit (digit j) (N.of_nat (length hs)) = true /\ non_empty hs /\ (list_sum hs + j = n)%nat) ->
  (forall j, (j <= n)%nat -> nth j digits 0 = digit j) -> (forall j l, N.testbit (digit j) (N.of_nat l) = true -> (l <= L)%nat) ->
  forall e, In e (found (gather digits rows (no_bag tt))) <-> transition r mul phi_at n e.
Proof.
  intros R Rules Digits Few e. destruct (gather_ok digits rows n _ R no_bag_ok) as [_ S1]. rewrite S1. simpl found. split.
  - intros [[]|(j & l & Hj & H & T & (hs & <- & F & Sum & V))]. rewrite Digits in T by auto. exists hs. split; auto. apply Rules. exists j. repeat split; auto.
    lia.
  - intros (hs & M & V). apply Rules in M as (j & T & F & Sum). right. exists j, (length hs). split; [lia|]. split; [apply (Few j), T|].
    split; [rewrite Digits by lia; auto|]. exists hs. repeat split; auto. lia.
Qed.

(* ---------- games given by options ---------- *)
Definition value_N (hs : list N) : N := fold_right (fun h x => mul (get phi h) x) 0 hs.
Fixpoint add_values (os : list (list N)) (s : bag) : bag := match os with [] => s | hs :: t => add_values t (add (value_N hs) s) end.
Lemma value_N_eq hs : value_N hs = value (map N.to_nat hs).
Proof. induction hs as [|h t IH]; simpl; auto. rewrite IH. unfold phi_at. rewrite N2Nat.id. reflexivity. Qed.
Lemma add_values_ok os : forall s, bag_ok s -> bag_ok (add_values os s) /\ forall y, In y (found (add_values os s)) <-> In y (found s) \/ exists hs,
  In hs os /\ y = value_N hs.
Proof.
  induction os as [|v t IH]; intros s Ok; simpl.
  - split; auto. intros y. split; auto. intros [|(v & [] & _)]; auto.
  - destruct (add_ok (value_N v) s Ok) as [Ok1 S1]. destruct (IH _ Ok1) as [Ok2 S2]. split; auto. intros y. rewrite S2, S1. split.
    + intros [[|]|(w & I & ->)]; [auto|right; exists v; auto|right; exists w; auto].
    + intros [|(w & [<-|I] & ->)]; auto. right. exists w. auto.
Qed.
End Transitions.
