(* Take-and-break games of all kinds as digits: what the checker of misere quotients and the theorem on periods ask of them. *)
From Coq Require Import ZArith Znumtheory Arith NArith List Lia Bool.
From Grundy Require Import Rules Values Store Certificate MisereClaims.
Import ListNotations.
Local Open Scope N_scope.
Local Arguments N.sub : simpl never.
Local Arguments N.add : simpl never.
Local Arguments N.mul : simpl never.
Local Arguments N.max : simpl never.
Local Arguments N.of_nat : simpl never.
Local Arguments N.to_nat : simpl never.
Local Arguments N.testbit : simpl never.

(* the digit at a place; a game given by its options has none *)
Definition digit_at (g : misere_game) (j : N) : N :=
  match g with
  | Plain (Code c) => if j <? N.of_nat (length c) then nth (N.to_nat j) c 0 else 0
  | Plain (Subtraction T) => if (1 <=? j) && existsb (N.eqb j) T then 3 else 0
  | Plain (AllBut F) => if (1 <=? j) && negb (existsb (N.eqb j) F) then 3 else 0
  | Repeating c t => if j <? N.of_nat (length c) then nth (N.to_nat j) c 0 else nth (N.to_nat ((j - N.of_nat (length c)) mod N.of_nat (length t))) t 0
  | Listed _ => 0
  end.
Definition greatest (l : list N) : N := fold_right N.max 0 l.
(* the most heaps that a move leaves, at least 1 *)
Definition heaps_left (g : misere_game) : N :=
  match g with Plain (Code c) => N.max 1 (greatest (map N.log2 c)) | Repeating c t => N.max 1 (greatest (map N.log2 (c ++ t))) | _ => 1 end.
(* K of the theorem for a period p *)
Definition last_place (g : misere_game) (p : N) : N :=
  match g with
  | Plain (Code c) => N.of_nat (length c) - 1 | Plain (Subtraction T) => greatest T | Plain (AllBut F) => greatest F + p
  | Repeating c t => N.of_nat (length c) + p - 1 | Listed _ => 0
  end.
Definition fits (g : misere_game) (p : N) : bool :=
  match g with Plain _ => true | Repeating _ t => p mod N.of_nat (length t) =? 0 | Listed _ => false end.
Definition starts_well (c : list N) : bool := match c with [] => false | d :: _ => negb (N.testbit d 0) && negb (N.testbit d 1) end.
Definition misere_game_ok (g : misere_game) : bool :=
  match g with Plain (Code c) => starts_well c | Plain _ => true | Repeating c t => starts_well c && (1 <=? N.of_nat (length t)) | Listed _ => true end.
(* the digits as far as heaps up to n need them *)
Definition digits_to (g : misere_game) (n : N) : list N :=
  map (digit_at g) (up 0 (N.to_nat match g with Plain (Code c) => N.of_nat (length c) | Plain (Subtraction T) => greatest T + 1 | _ => n + 1 end)).

(* ---------- their correctness ---------- *)
Definition rules_by (digit : nat -> N) : rules := fun n hs => exists j, N.testbit (digit j) (N.of_nat (length hs)) = true /\ non_empty hs /\
  (list_sum hs + j = n)%nat.
Definition digit_of (g : misere_game) (j : nat) : N := digit_at g (N.of_nat j).
Definition listed (g : misere_game) : bool := match g with Listed _ => true | _ => false end.

Lemma three l : N.testbit 3 (N.of_nat l) = true <-> (l <= 1)%nat.
Proof.
  destruct l as [|[|l]]; [simpl; intuition lia..|]. split; [|lia]. rewrite N.bits_above_log2; [discriminate|]. simpl N.log2. lia.
Qed.
Lemma in_nat j T : existsb (N.eqb (N.of_nat j)) T = true <-> In j (map N.to_nat T).
Proof.
  rewrite existsb_exists, in_map_iff. split; intros (x & H); exists x.
  - destruct H as [I E]. apply N.eqb_eq in E. subst x. rewrite Nat2N.id. auto.
  - destruct H as [<- I]. rewrite N2Nat.id. split; auto. apply N.eqb_refl.
Qed.
Lemma digit_rules g : listed g = false -> forall n hs, misere_rules g n hs <-> rules_by (digit_of g) n hs.
Proof.
  intros NL n hs. unfold rules_by, digit_of. destruct g as [[c|T|F]|c t|o]; try discriminate; simpl.
  - unfold move, leaves. split; intros (j & D & F & S); exists j; split; auto.
    + destruct (N.ltb_spec (N.of_nat j) (N.of_nat (length c))); [rewrite Nat2N.id; auto|]. rewrite nth_overflow in D by lia. discriminate D.
    + destruct (N.ltb_spec (N.of_nat j) (N.of_nat (length c))); [rewrite Nat2N.id in D; auto|]. discriminate D.
  - split.
    + intros (j & H1 & I & Ll & F & S). exists j. split; auto. apply in_nat in I. rewrite I. destruct (N.leb_spec 1 (N.of_nat j)); [|lia]. apply three; auto.
    + intros (j & D & F & S). exists j. destruct (N.leb_spec 1 (N.of_nat j)); [|discriminate D].
      destruct (existsb _ T) eqn:X; [|discriminate D]. apply in_nat in X. apply three in D. split; [lia|auto].
  - split.
    + intros (j & H1 & I & Ll & Fl & S). exists j. split; auto. destruct (N.leb_spec 1 (N.of_nat j)); [|lia].
      destruct (existsb _ F) eqn:X; [apply in_nat in X; contradiction|]. apply three; auto.
    + intros (j & D & Fl & S). exists j. destruct (N.leb_spec 1 (N.of_nat j)); [|discriminate D].
      destruct (existsb _ F) eqn:X; [discriminate D|]. apply three in D. split; [lia|]. split; auto.
      intros I. apply in_nat in I. congruence.
  - assert (Y : forall j, digit_at (Repeating c t) (N.of_nat j) = repeating_digit c t j).
    { intros j. simpl. unfold repeating_digit. destruct (N.ltb_spec (N.of_nat j) (N.of_nat (length c))), (Nat.ltb_spec j (length c)); try lia;
      [rewrite Nat2N.id; auto|].
      f_equal. destruct t as [|d t]; [rewrite N2Nat.inj_mod, N2Nat.inj_sub, !Nat2N.id; auto|]. rewrite N2Nat.inj_mod, N2Nat.inj_sub, !Nat2N.id; auto. }
    unfold repeating_move. simpl in Y. split; intros (j & D & F & S); exists j; split; auto; [rewrite Y|rewrite <- Y]; auto.
Qed.

Lemma greatest_le l x : In x l -> x <= greatest l.
Proof. induction l as [|y l IH]; simpl; [tauto|]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.
Lemma bit_le_log2 d l : N.testbit d l = true -> l <= N.log2 d.
Proof. intros T. destruct (N.le_gt_cases l (N.log2 d)) as [|H]; auto. rewrite N.bits_above_log2 in T by auto. discriminate. Qed.
Lemma nth_bit_log2 c k l : N.testbit (nth k c 0) l = true -> l <= greatest (map N.log2 c).
Proof.
  intros T. destruct (le_lt_dec (length c) k) as [H|H]; [rewrite nth_overflow, N.bits_0 in T by auto; discriminate|].
  apply bit_le_log2 in T. etransitivity; [apply T|]. apply greatest_le, in_map, nth_In, H.
Qed.
Lemma few_heaps g j l : N.testbit (digit_of g j) (N.of_nat l) = true -> (l <= N.to_nat (heaps_left g))%nat.
Proof.
  unfold digit_of. destruct g as [[c|T|F]|c t|o]; simpl; intros D.
  - destruct (_ <? _); [|discriminate D]. apply nth_bit_log2 in D. lia.
  - destruct (_ && _); [apply three in D; lia|discriminate D].
  - destruct (_ && _); [apply three in D; lia|discriminate D].
  - assert (X : N.of_nat l <= greatest (map N.log2 (c ++ t))); [|lia].
    assert (G : forall a b, greatest (a ++ b) = N.max (greatest a) (greatest b)).
    { unfold greatest. induction a as [|x a IH]; intros b; simpl; [lia|]. rewrite IH. lia. }
    rewrite map_app, G. destruct (_ <? _); apply nth_bit_log2 in D; lia.
  - discriminate D.
Qed.
Lemma heaps_left_1 g : (1 <= N.to_nat (heaps_left g))%nat.
Proof. destruct g as [[c|T|F]|c t|o]; simpl; lia. Qed.
Lemma digits_to_nth g n j : listed g = false -> (j <= N.to_nat n)%nat -> nth j (digits_to g n) 0 = digit_of g j.
Proof.
  intros NL H. unfold digits_to, digit_of.
  set (w := match g with Plain (Code c) => N.of_nat (length c) | Plain (Subtraction T) => greatest T + 1 | _ => n + 1 end).
  assert (Len : forall k i, length (up i k) = k) by (induction k; intros; simpl; auto).
  assert (Nth : forall k i a, (a < k)%nat -> nth a (up i k) 0 = i + N.of_nat a).
  { induction k as [|k IH]; intros i a Ha; [lia|]. destruct a as [|a]; simpl; [lia|]. rewrite IH by lia. lia. }
  destruct (le_lt_dec (N.to_nat w) j) as [X|X].
  - rewrite nth_overflow by (rewrite map_length, Len; auto). unfold w in X. destruct g as [[c|T|F]|c t|o]; simpl; try lia; try discriminate.
    + destruct (N.ltb_spec (N.of_nat j) (N.of_nat (length c))); lia.
    + destruct (existsb (N.eqb (N.of_nat j)) T) eqn:Y; [|rewrite andb_false_r; auto].
      apply existsb_exists in Y as (x & I & Y). apply N.eqb_eq in Y. apply greatest_le in I. lia.
  - rewrite (nth_indep _ 0 (digit_at g 0)) by (rewrite map_length, Len; auto). rewrite map_nth, Nth by auto. f_equal. 
Qed.
Lemma digit_repeats g p j l : misere_game_ok g = true -> fits g p = true -> (N.to_nat (last_place g p) < j)%nat ->
  N.testbit (digit_of g j) (N.of_nat l) = true ->
  (N.to_nat p <= j)%nat /\ N.testbit (digit_of g (j - N.to_nat p)) (N.of_nat l) = true /\ N.testbit (digit_of g (j + N.to_nat p)) (N.of_nat l) = true.
Proof.
  unfold digit_of. destruct g as [[c|T|F]|c t|o]; simpl; intros Ok Fit Hj D; [| | | |discriminate].
  - destruct (N.ltb_spec (N.of_nat j) (N.of_nat (length c))); [lia|]. discriminate D.
  - destruct (existsb (N.eqb (N.of_nat j)) T) eqn:Y; [|rewrite andb_false_r in D; discriminate D].
    apply existsb_exists in Y as (x & I & Y). apply N.eqb_eq in Y. apply greatest_le in I. lia.
  - assert (X : forall k, greatest F < k -> (1 <=? k) && negb (existsb (N.eqb k) F) = true).
    { intros k Hk. destruct (N.leb_spec 1 k); [|lia]. simpl. apply negb_true_iff. destruct (existsb (N.eqb k) F) eqn:Y; auto.
      apply existsb_exists in Y as (x & I & Y). apply N.eqb_eq in Y. apply greatest_le in I. lia. }
    rewrite X in D by lia. rewrite !X by lia. split; [lia|auto].
  - apply andb_prop in Ok as [_ T1]. apply N.leb_le in T1. apply N.eqb_eq in Fit. apply N.mod_divide in Fit as [q Q]; [|lia].
    set (a := N.of_nat (length c)) in *. set (b := N.of_nat (length t)) in *.
    replace (N.of_nat (j - N.to_nat p)) with (N.of_nat j - p) by lia. replace (N.of_nat (j + N.to_nat p)) with (N.of_nat j + p) by lia.
    destruct (N.ltb_spec (N.of_nat j) a); [lia|]. destruct (N.ltb_spec (N.of_nat j - p) a); [lia|]. destruct (N.ltb_spec (N.of_nat j + p) a); [lia|].
    split; [lia|]. replace (N.of_nat j + p - a) with (N.of_nat j - a + q * b) by lia. rewrite N.mod_add by lia. split; auto.
    replace (N.of_nat j - a) with (N.of_nat j - p - a + q * b) in D by lia. rewrite N.mod_add in D by lia. auto.
Qed.
Definition digit_test (g : misere_game) (n : nat) (hs : list nat) : bool :=
  N.testbit (digit_of g (n - list_sum hs)) (N.of_nat (length hs)) && forallb (fun a => Nat.leb 1 a) hs && Nat.leb (list_sum hs) n.
Lemma digit_decides g : decides (digit_test g) (rules_by (digit_of g)).
Proof.
  intros n hs. unfold digit_test, rules_by. rewrite !andb_true_iff, non_empty_test, Nat.leb_le. split.
  - intros (j & D & F & S). replace (n - list_sum hs)%nat with j by lia. repeat split; auto. lia.
  - intros [[D F] S]. exists (n - list_sum hs)%nat. repeat split; auto. lia.
Qed.
Lemma digit_shrinks g : listed g = false -> misere_game_ok g = true -> shrinks (rules_by (digit_of g)).
Proof.
  intros NL Ok n hs (j & D & F & S). split; auto. destruct j as [|j]; [right|left; lia]. split; [lia|].
  assert (W : forall c, starts_well c = true -> N.testbit (nth 0 c 0) (N.of_nat (length hs)) = true -> (2 <= length hs)%nat).
  { intros [|d c] H X; [discriminate|]. simpl in H, X. apply andb_prop in H as [H0 H1]. apply negb_true_iff in H0, H1.
    destruct (length hs) as [|[|k]]; [change (N.of_nat 0) with 0 in X; congruence|change (N.of_nat 1) with 1 in X; congruence|lia]. }
  unfold digit_of in D. change (N.of_nat 0) with 0 in D. destruct g as [[c|T|G]|c t|o]; simpl in Ok, D; try discriminate.
  - apply (W c); auto. destruct (N.ltb_spec 0 (N.of_nat (length c))); auto. discriminate D.
  - apply andb_prop in Ok as [Ok _]. apply (W c); auto. destruct (N.ltb_spec 0 (N.of_nat (length c))); auto. destruct c; [discriminate|simpl in *; lia].
Qed.
