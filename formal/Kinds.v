(* The theorem `kinds`: a period of all kinds at once, after as many agreements as their rules ask for. *)
From Coq Require Import ZArith NArith List Lia Bool Wellfounded.
From Grundy Require Import Rules KindRules.
Import ListNotations.
Local Open Scope Z_scope.

(* ---------- the lemma ---------- *)

(* q is q', or a part of a living kind that is higher by P, from where its kind is periodic on *)
Definition moved (live : N -> Prop) (n0 : N -> Z) (P : Z) (q q' : position) : Prop :=
  q = q' \/ (fst q = fst q' /\ snd q = snd q' + P /\ live (fst q') /\ n0 (fst q') <= snd q').

(* If all options of k(n + P) become options of k(n) when some parts are lowered by P, and the other way round, then k is periodic. *)
Theorem shift r f (live : N -> Prop) n0 N0 P : well_founded (part r) -> kinds_grundy r f ->
  (forall k n o, live k -> N0 k <= n -> r k (n + P) o -> exists o', r k n o' /\ Forall2 (moved live n0 P) o o') ->
  (forall k n o, live k -> N0 k <= n -> r k n o -> exists o', r k (n + P) o' /\ Forall2 (moved live n0 P) o' o) ->
  (forall k n, live k -> n0 k <= n < N0 k -> f k (n + P) = f k n) ->
  forall k n, live k -> n0 k <= n -> f k (n + P) = f k n.
Proof.
  intros W G Lo Ra A. assert (H : forall p, live (fst p) -> n0 (fst p) <= snd p -> f (fst p) (snd p + P) = f (fst p) (snd p)).
  2:{ intros k n L Hn. apply (H (k, n)); auto. }
  apply (well_founded_ind W (fun p => live (fst p) -> n0 (fst p) <= snd p -> f (fst p) (snd p + P) = f (fst p) (snd p))). intros [k n] IH. cbn [fst snd] in *. intros L Hn.
  destruct (Z_le_gt_dec (N0 k) n) as [Big|Small]; [|apply A; auto; lia].
  assert (Eq : forall o o', r k n o' -> Forall2 (moved live n0 P) o o' -> sum_value f o = sum_value f o').
  { intros o o' R F. assert (Pt : forall q, In q o' -> part r q (k, n)) by (intros q I; exists o'; split; auto).
    clear R. induction F as [|q q' o o' M F IHF]; [reflexivity|]. cbn [sum_value fold_right]. f_equal.
    - destruct M as [->|(E1 & E2 & E3 & E4)]; [reflexivity|]. rewrite E1, E2. apply (IH q'); auto. apply Pt. left; auto.
    - apply IHF. intros q0 I. apply Pt. right; auto. }
  destruct (N.lt_trichotomy (f k (n + P)) (f k n)) as [C|[C|C]]; [|exact C|]; exfalso.
  - destruct (proj2 (G k n) _ C) as (o & R & S). destruct (Ra k n o L Big R) as (o' & R' & F).
    apply (proj1 (G k (n + P)) o' R'). rewrite (Eq o' o R F). exact S.
  - destruct (proj2 (G k (n + P)) _ C) as (o & R & S). destruct (Lo k n o L Big R) as (o' & R' & F).
    apply (proj1 (G k n) o' R'). rewrite <- (Eq o o' R' F). exact S.
Qed.

(* ---------- coordinates that move ---------- *)

Lemma Forall2_length {A B} {R : A -> B -> Prop} l l' : Forall2 R l l' -> length l = length l'.
Proof. induction 1; simpl; auto. Qed.

(* a with the coordinate j raised by P *)
Fixpoint raise (P : Z) (j : nat) (a : list Z) : list Z :=
  match a, j with [], _ => [] | x :: t, O => x + P :: t | x :: t, S i => x :: raise P i t end.
Lemma raise_length P j a : length (raise P j a) = length a.
Proof. revert j. induction a as [|x t IH]; intros [|j]; simpl; auto. Qed.
Lemma raise_sum P j a : (j < length a)%nat -> sum (raise P j a) = sum a + P.
Proof. revert j. induction a as [|x t IH]; intros [|j] H; simpl in H; try lia; cbn [raise sum fold_right]; fold (sum t); [lia|]. fold (sum (raise P j t)). rewrite IH; lia. Qed.
Lemma nth_raise P j a : (j < length a)%nat -> nth j (raise P j a) 0 = nth j a 0 + P.
Proof. revert j. induction a as [|x t IH]; intros [|j] H; simpl in *; try lia. apply IH. lia. Qed.
Lemma raise_back P j a : (j < length a)%nat -> exists b, length b = length a /\ raise P j b = a /\ nth j b 0 = nth j a 0 - P.
Proof.
  intros H. exists (raise (- P) j a). rewrite raise_length, nth_raise by auto. split; auto. split; [|lia].
  revert j H. induction a as [|x t IH]; intros [|j] H; simpl in *; try lia; f_equal; [lia|]. apply IH. lia.
Qed.
Lemma removelast_raise P j a : removelast (raise P j a) = raise P j (removelast a).
Proof.
  revert j. induction a as [|x t IH]; intros j; [destruct j; reflexivity|]. destruct t as [|y t]; [destruct j as [|[|j]]; reflexivity|].
  destruct j as [|j]; [reflexivity|]. cbn [raise]. change (removelast (x :: y :: t)) with (x :: removelast (y :: t)). cbn [raise]. rewrite <- IH.
  destruct (raise P j (y :: t)) eqn:E; [destruct j; discriminate|]. reflexivity.
Qed.
Lemma mod_shift M P x : (M | P) -> (x + P) mod M = x mod M.
Proof. intros [c ->]. apply Z_mod_plus_full. Qed.
Lemma tuple_raise M P n j a : (M | P) -> tuple M (n + P) (raise P j a) = tuple M n a.
Proof.
  intros D. unfold tuple. rewrite removelast_raise. cbn [map]. rewrite mod_shift by auto. f_equal. generalize (removelast a). clear a.
  intros a. revert j. induction a as [|x t IH]; intros [|j]; cbn [raise map]; auto; f_equal; auto using mod_shift.
Qed.

Section Cut.
Variables (c : cut) (P n : Z).
Hypothesis HP : 0 <= P.
Hypothesis Residues : allowed c = None \/ (cut_modulus c | P).
Lemma shape_raise j a : (j < length a)%nat -> shape c n a -> shape c (n + P) (raise P j a).
Proof.
  intros Hj (F & S & A). split; [|split].
  - clear - F HP. revert j. induction F as [|x co a l H F IH]; intros [|j]; cbn [raise]; constructor; auto. lia.
  - rewrite raise_sum by auto. lia.
  - destruct (allowed c); auto. destruct Residues as [?|D]; [discriminate|]. rewrite tuple_raise; auto.
Qed.
Lemma shape_lower j a d : (j < length a)%nat -> at_least (nth j (coordinates c) d) <= nth j a 0 -> shape c (n + P) (raise P j a) -> shape c n a.
Proof.
  intros Hj Low (F & S & A). split; [|split].
  - clear - F Hj Low. revert a j F Hj Low. generalize (coordinates c). induction l as [|co l IH]; intros a j F Hj Low; destruct a as [|x a]; cbn [length] in Hj; try lia;
      destruct j as [|j]; cbn [raise] in F; inversion F; subst; cbn [nth] in Low; constructor; auto; try lia. eapply (IH a j); eauto. lia.
  - rewrite raise_sum in S by auto. lia.
  - destruct (allowed c); auto. destruct Residues as [?|D]; [discriminate|]. rewrite tuple_raise in A; auto.
Qed.
End Cut.

(* ---------- the bounds ---------- *)

(* from where on a coordinate and all its parts are high enough *)
Definition threshold (n0 : N -> Z) (co : coordinate) : Z := fold_right (fun q t => Z.max (n0 (fst q) - snd q) t) (at_least co) (cut_parts co).
Definition greatest (l : list Z) : Z := fold_right Z.max (hd 0 l) l.
Definition smallest (l : list Z) : Z := fold_right Z.min (hd 0 l) l.
Definition order_bounds (o : order) (c : Z) (ts : list Z) (P : Z) : list Z :=
  match o, ts with
  | NotIn E, [t; u] => [c + 2 * u + 2 * P - 1 + greatest E; c + 2 * t + 2 * P - 1 - smallest E]
  | AtMost e, [t; u] => [c + 2 * t + 2 * P - 2 - e; c + 2 * u + e - 1]
  | _, _ => []
  end.
Definition cut_bounds (n0 : N -> Z) (P : Z) (c : cut) : list Z :=
  let ts := map (threshold n0) (coordinates c) in
  cut_sum c + sum ts + (Z.of_nat (length ts) - 1) * (P - 1) :: order_bounds (cut_order c) (cut_sum c) ts P.
Definition rule_bounds (n0 : N -> Z) (P : Z) (R : rule) : list Z :=
  from R :: map (fun q => n0 (fst q) + snd q) (joint R) ++ match the_cut R with None => [] | Some c => cut_bounds n0 P c end.

(* What the theorem asks of P and of the form of a cut. *)
Definition order_fits (P : Z) (o : order) (r : nat) : Prop :=
  match o with AnyOrder => (1 <= r)%nat | NotIn E => r = 2%nat /\ (forall x y, In x E -> In y E -> x - y <> 2 * P) | AtMost _ => r = 2%nat end.
Definition cut_fits (P : Z) (c : cut) : Prop :=
  (allowed c = None \/ (cut_modulus c | P)) /\ order_fits P (cut_order c) (length (coordinates c)).
Definition rule_fits (live : N -> Prop) (P : Z) (R : rule) : Prop :=
  (modulus R | P) /\ (forall q, In q (joint R) -> live (fst q)) /\
  match the_cut R with None => True | Some c => cut_fits P c /\ forall co q, In co (coordinates c) -> In q (cut_parts co) -> live (fst q) end.

Lemma threshold_least n0 co : at_least co <= threshold n0 co.
Proof. unfold threshold. induction (cut_parts co) as [|q l IH]; cbn [fold_right]; lia. Qed.
Lemma threshold_part n0 co q : In q (cut_parts co) -> n0 (fst q) - snd q <= threshold n0 co.
Proof. unfold threshold. induction (cut_parts co) as [|p l IH]; cbn [fold_right]; [intros []|]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.
Lemma greatest_spec l x : In x l -> x <= greatest l.
Proof. unfold greatest. generalize (hd 0 l). induction l as [|y l IH]; intros d; cbn [fold_right]; [intros []|]. intros [->|I]; [lia|]. specialize (IH d I). lia. Qed.
Lemma smallest_spec l x : In x l -> smallest l <= x.
Proof. unfold smallest. generalize (hd 0 l). induction l as [|y l IH]; intros d; cbn [fold_right]; [intros []|]. intros [->|I]; [lia|]. specialize (IH d I). lia. Qed.

Section Choose.
Variable n0 : N -> Z.
Definition some_coordinate : coordinate := {| at_least := 0; cut_parts := [] |}.
(* the coordinate j and its parts are high enough *)
Definition high (c : cut) (j : nat) (a : list Z) : Prop := threshold n0 (nth j (coordinates c) some_coordinate) <= nth j a 0.

Lemma some_large P cs : forall a, length a = length cs -> 1 <= P ->
  sum (map (threshold n0) cs) + Z.of_nat (length cs) * (P - 1) < sum a ->
  exists j, (j < length a)%nat /\ threshold n0 (nth j cs some_coordinate) + P <= nth j a 0.
Proof.
  induction cs as [|co cs IH]; intros [|x a] L HP H; simpl in L; try lia; [simpl in H; lia|].
  cbn [map sum fold_right length] in H. fold (sum (map (threshold n0) cs)) (sum a) in H.
  destruct (Z_le_gt_dec (threshold n0 co + P) x) as [Y|Y]; [exists O; simpl; split; [lia|auto]|].
  destruct (IH a) as (j & J1 & J2); [lia|auto| |exists (S j); simpl; split; [lia|auto]].
  replace (Z.of_nat (S (length cs)) * (P - 1)) with (Z.of_nat (length cs) * (P - 1) + (P - 1)) in H by lia. lia.
Qed.
Lemma some_enough cs : forall a, length a = length cs -> (1 <= length cs)%nat -> sum (map (threshold n0) cs) <= sum a ->
  exists j, (j < length a)%nat /\ threshold n0 (nth j cs some_coordinate) <= nth j a 0.
Proof.
  induction cs as [|co cs IH]; intros [|x a] L HL H; simpl in L, HL; try lia.
  cbn [map sum fold_right] in H. fold (sum (map (threshold n0) cs)) (sum a) in H.
  destruct (Z_le_gt_dec (threshold n0 co) x) as [Y|Y]; [exists O; simpl; split; [lia|auto]|].
  destruct cs as [|d cs]; [destruct a; simpl in *; lia|].
  destruct (IH a) as (j & J1 & J2); [lia|simpl; lia|lia|]. exists (S j). simpl. split; [lia|auto].
Qed.

Variables (c : cut) (P n : Z).
Hypothesis HP : 1 <= P.
Hypothesis Fit : cut_fits P c.
Hypothesis Bounds : forall x, In x (cut_bounds n0 P c) -> x <= n.

Definition option_at (m : Z) (a : list Z) : Prop := shape c m a /\ in_order (cut_order c) a.
Definition lowered (a : list Z) : Prop := exists j b, raise P j b = a /\ (j < length b)%nat /\ option_at n b /\ high c j b.
Definition raised (a : list Z) : Prop := exists j, (j < length a)%nat /\ option_at (n + P) (raise P j a) /\ high c j a.

Lemma bound_any : cut_sum c + sum (map (threshold n0) (coordinates c)) + (Z.of_nat (length (coordinates c)) - 1) * (P - 1) <= n.
Proof. apply Bounds. left. rewrite map_length. reflexivity. Qed.

Lemma lower_at j a : shape c (n + P) a -> (j < length a)%nat -> threshold n0 (nth j (coordinates c) some_coordinate) + P <= nth j a 0 ->
  exists b, raise P j b = a /\ (j < length b)%nat /\ shape c n b /\ high c j b.
Proof.
  intros Sh Hj H. destruct (raise_back P j a Hj) as (b & L & E & V). exists b. split; auto. split; [lia|]. split.
  - apply (shape_lower c P n (proj1 Fit) j b some_coordinate); [lia| |rewrite E; auto].
    pose proof (threshold_least n0 (nth j (coordinates c) some_coordinate)). lia.
  - unfold high. lia.
Qed.
Lemma two_at o m a : cut_order c = o -> length (coordinates c) = 2%nat -> shape c m a ->
  exists x y t u, a = [x; y] /\ map (threshold n0) (coordinates c) = [t; u] /\ x + y = m - cut_sum c /\
    (forall j, (j < 2)%nat -> threshold n0 (nth j (coordinates c) some_coordinate) = nth j [t; u] 0).
Proof.
  intros _ L (F & S & _). destruct (coordinates c) as [|p [|q [|? ?]]]; simpl in L; try lia.
  inversion F as [|x ? ? ? Hx F1]; subst. inversion F1 as [|y ? ? ? Hy F2]; subst. inversion F2; subst.
  exists x, y, (threshold n0 p), (threshold n0 q). split; auto. split; auto. split; [simpl in S; lia|]. intros [|[|j]] Hj; simpl; auto; lia.
Qed.

Lemma lower a : option_at (n + P) a -> lowered a.
Proof.
  intros [Sh Or]. pose proof (Forall2_length _ _ (proj1 Sh)) as L. pose proof (proj1 (proj2 Sh)) as Sm. pose proof bound_any as B.
  assert (Some1 : (1 <= length (coordinates c))%nat) by (destruct Fit as [_ Of]; unfold order_fits in Of; destruct (cut_order c); lia).
  destruct (some_large P (coordinates c) a L HP) as (i & I1 & I2).
  { replace (Z.of_nat (length (coordinates c)) * (P - 1)) with ((Z.of_nat (length (coordinates c)) - 1) * (P - 1) + (P - 1)) by lia. lia. }
  destruct (cut_order c) as [|E|e] eqn:EO.
  - destruct (lower_at i a Sh I1 I2) as (b & E & J & Sb & H). exists i, b. split; [exact E|split; [exact J|split; [split; [exact Sb|rewrite EO; exact I]|exact H]]].
  - destruct Fit as [_ Of]. rewrite EO in Of. destruct Of as [L2 Far].
    destruct (two_at _ _ a EO L2 Sh) as (x & y & t & u & -> & Et & Sxy & Th). simpl in Or.
    assert (B1 : cut_sum c + 2 * u + 2 * P - 1 + greatest E <= n) by (apply Bounds; right; rewrite EO, Et; left; auto).
    assert (B2 : cut_sum c + 2 * t + 2 * P - 1 - smallest E <= n) by (apply Bounds; right; rewrite EO, Et; right; left; auto).
    assert (First : t + P <= x -> ~ In (x - P - y) E -> lowered [x; y]).
    { intros Hx Ne. destruct (lower_at 0 [x; y] Sh) as (b & Eb & J & Sb & H); [simpl; lia|rewrite Th by lia; exact Hx|].
      exists O, b. destruct b as [|x' [|y' [|? ?]]]; try discriminate. inversion Eb; subst.
      split; [auto|split; [exact J|split; [split; [exact Sb|rewrite EO; simpl; intros I; apply Ne; replace (x' + P - P - y) with (x' - y) by lia; exact I]|exact H]]]. }
    assert (Second : u + P <= y -> ~ In (x - (y - P)) E -> lowered [x; y]).
    { intros Hy Ne. destruct (lower_at 1 [x; y] Sh) as (b & Eb & J & Sb & H); [simpl; lia|rewrite Th by lia; exact Hy|].
      exists 1%nat, b. destruct b as [|x' [|y' [|? ?]]]; try discriminate. inversion Eb; subst.
      split; [auto|split; [exact J|split; [split; [exact Sb|rewrite EO; simpl; intros I; apply Ne; replace (x - (y' + P - P)) with (x - y') by lia; exact I]|exact H]]]. }
    destruct (Z_le_gt_dec (t + P) x) as [X|X]; [destruct (Z_le_gt_dec (u + P) y) as [Y|Y]|].
    + destruct (in_dec Z.eq_dec (x - P - y) E) as [I1'|N1]; [|auto].
      apply Second; auto. intros I2'. apply (Far _ _ I2' I1'). lia.
    + apply First; auto. intros I'. apply greatest_spec in I'. lia.
    + apply Second; [|intros I'; apply smallest_spec in I'; lia].
      destruct i as [|[|i]]; simpl in I1; [| |lia]; rewrite Th in I2 by lia; simpl in I2; lia.
  - destruct Fit as [_ L2]. rewrite EO in L2. simpl in L2.
    destruct (two_at _ _ a EO L2 Sh) as (x & y & t & u & -> & Et & Sxy & Th). simpl in Or.
    assert (B1 : cut_sum c + 2 * t + 2 * P - 2 - e <= n) by (apply Bounds; right; rewrite EO, Et; left; auto).
    assert (Go : forall j, (j < 2)%nat -> nth j [t; u] 0 + P <= nth j [x; y] 0 -> (forall x' y', raise P j [x'; y'] = [x; y] -> x' - y' <= e) -> lowered [x; y]).
    { intros j Hj Hx Ne. destruct (lower_at j [x; y] Sh) as (b & Eb & J & Sb & H); [simpl; lia|rewrite Th by lia; exact Hx|].
      exists j, b. split; [exact Eb|split; [exact J|split; [split; [exact Sb|rewrite EO]|exact H]]].
      destruct b as [|x' [|y' [|? ?]]]; try (apply (f_equal (@length Z)) in Eb; rewrite raise_length in Eb; discriminate). simpl. apply Ne. exact Eb. }
    destruct (Z_le_gt_dec (t + P) x) as [X|X].
    + apply (Go O); [lia|auto|]. intros x' y' E'. inversion E'; subst. lia.
    + apply (Go 1%nat); [lia| |intros x' y' E'; inversion E'; subst; lia].
      destruct i as [|[|i]]; simpl in I1; [| |lia]; rewrite Th in I2 by lia; simpl in *; lia.
Qed.

Lemma rise a : option_at n a -> raised a.
Proof.
  intros [Sh Or]. pose proof (Forall2_length _ _ (proj1 Sh)) as L. pose proof (proj1 (proj2 Sh)) as Sm. pose proof bound_any as B.
  assert (Some1 : (1 <= length (coordinates c))%nat) by (destruct Fit as [_ Of]; unfold order_fits in Of; destruct (cut_order c); lia).
  assert (Zz : 0 <= (Z.of_nat (length (coordinates c)) - 1) * (P - 1)) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (some_enough (coordinates c) a L Some1) as (i & I1 & I2); [lia|].
  assert (Sr : forall j, (j < length a)%nat -> shape c (n + P) (raise P j a)) by (intros j Hj; apply shape_raise; auto; [lia|apply (proj1 Fit)]).
  destruct (cut_order c) as [|E|e] eqn:EO.
  - exists i. split; [exact I1|split; [split; [apply Sr; exact I1|rewrite EO; exact I]|exact I2]].
  - destruct Fit as [_ Of]. rewrite EO in Of. destruct Of as [L2 Far].
    destruct (two_at _ _ a EO L2 Sh) as (x & y & t & u & -> & Et & Sxy & Th). simpl in Or.
    assert (B1 : cut_sum c + 2 * u + 2 * P - 1 + greatest E <= n) by (apply Bounds; right; rewrite EO, Et; left; auto).
    assert (B2 : cut_sum c + 2 * t + 2 * P - 1 - smallest E <= n) by (apply Bounds; right; rewrite EO, Et; right; left; auto).
    assert (First : t <= x -> ~ In (x + P - y) E -> raised [x; y]).
    { intros Hx Ne. exists O. split; [simpl; lia|split; [split; [apply (Sr O); simpl; lia|rewrite EO; exact Ne]|]]. unfold high. rewrite Th by lia. exact Hx. }
    assert (Second : u <= y -> ~ In (x - (y + P)) E -> raised [x; y]).
    { intros Hx Ne. exists 1%nat. split; [simpl; lia|split; [split; [apply (Sr 1%nat); simpl; lia|rewrite EO; exact Ne]|]]. unfold high. rewrite Th by lia. exact Hx. }
    destruct (Z_le_gt_dec t x) as [X|X]; [destruct (Z_le_gt_dec u y) as [Y|Y]|].
    + destruct (in_dec Z.eq_dec (x + P - y) E) as [I1'|N1]; [|auto].
      apply Second; auto. intros I2'. apply (Far _ _ I1' I2'). lia.
    + apply First; auto. intros I'. apply greatest_spec in I'. lia.
    + apply Second; [|intros I'; apply smallest_spec in I'; lia].
      destruct i as [|[|i]]; simpl in I1; [| |lia]; rewrite Th in I2 by lia; simpl in I2; lia.
  - destruct Fit as [_ L2]. rewrite EO in L2. simpl in L2.
    destruct (two_at _ _ a EO L2 Sh) as (x & y & t & u & -> & Et & Sxy & Th). simpl in Or.
    assert (B1 : cut_sum c + 2 * u + e - 1 <= n) by (apply Bounds; right; rewrite EO, Et; right; left; auto).
    exists 1%nat. split; [simpl; lia|split; [split; [apply (Sr 1%nat); simpl; lia|rewrite EO; simpl; lia]|]]. unfold high. rewrite Th by lia. simpl. lia.
Qed.
End Choose.

(* ---------- the theorem ---------- *)

Lemma same_parts live n0 P (o : list position) : Forall2 (moved live n0 P) o o.
Proof. induction o; constructor; auto. left; auto. Qed.
Lemma joint_moved (live : N -> Prop) n0 P n l : (forall q, In q l -> live (fst q) /\ n0 (fst q) + snd q <= n) -> Forall2 (moved live n0 P) (back (n + P) l) (back n l).
Proof.
  unfold back. induction l as [|q l IH]; intros H; cbn [map]; constructor; [|apply IH; intros p I; apply H; right; exact I].
  destruct (H q (or_introl eq_refl)) as [Lv Q]. right. cbn [fst snd]. repeat split; auto; lia.
Qed.
Lemma shifted_moved (live : N -> Prop) n0 P x l : (forall q, In q l -> live (fst q) /\ n0 (fst q) - snd q <= x) -> Forall2 (moved live n0 P) (shifted (x + P) l) (shifted x l).
Proof.
  unfold shifted. induction l as [|q l IH]; intros H; cbn [map]; constructor; [|apply IH; intros p I; apply H; right; exact I].
  destruct (H q (or_introl eq_refl)) as [Lv Q]. right. cbn [fst snd]. repeat split; auto; lia.
Qed.
Lemma cut_moved (live : N -> Prop) n0 P c : (forall co q, In co (coordinates c) -> In q (cut_parts co) -> live (fst q)) -> forall a j, (j < length a)%nat ->
  length a = length (coordinates c) -> high n0 c j a -> Forall2 (moved live n0 P) (cut_at c (raise P j a)) (cut_at c a).
Proof.
  unfold cut_at, high. generalize (coordinates c). intros cs Lv a. revert cs Lv. induction a as [|x a IH]; intros [|co cs] Lv j Hj L H; simpl in Hj, L; try lia.
  destruct j as [|j]; cbn [raise combine flat_map fst snd]; apply Forall2_app.
  - apply shifted_moved. intros q Iq. split; [apply (Lv co); [left; auto|auto]|]. pose proof (threshold_part n0 co q Iq). cbn [nth] in H. lia.
  - apply same_parts.
  - apply same_parts.
  - apply IH; [intros p q Ip; apply Lv; right; auto|lia|lia|exact H].
Qed.

Theorem kinds K f (live : N -> Prop) n0 N0 P : 1 <= P -> well_founded (part (moves_of K)) -> kinds_grundy (moves_of K) f ->
  (forall k, live k -> n0 k <= N0 k /\ (forall n, n0 k <= n -> stands K (k, n)) /\
     forall R, In R (kind_rules (kind_at K k)) -> rule_fits live P R /\ forall x, In x (rule_bounds n0 P R) -> x <= N0 k) ->
  (forall k n, live k -> n0 k <= n < N0 k -> f k (n + P) = f k n) ->
  forall k n, live k -> n0 k <= n -> f k (n + P) = f k n.
Proof.
  intros HP W G H A.
  assert (Rule : forall k n R, live k -> N0 k <= n -> In R (kind_rules (kind_at K k)) ->
    (applies R (n + P) <-> applies R n) /\ Forall2 (moved live n0 P) (back (n + P) (joint R)) (back n (joint R)) /\
    match the_cut R with None => True | Some c => cut_fits P c /\ (forall x, In x (cut_bounds n0 P c) -> x <= n) /\
      (forall co q, In co (coordinates c) -> In q (cut_parts co) -> live (fst q)) end).
  { intros k n R Lv Hn I. destruct (H k Lv) as (_ & _ & HR). destruct (HR R I) as [(Md & Jt & Ct) Bd]. split; [|split].
    - assert (from R <= N0 k) by (apply Bd; left; auto). unfold applies. rewrite mod_shift by auto. intuition lia.
    - apply joint_moved. intros q Iq. split; auto. assert (n0 (fst q) + snd q <= N0 k); [|lia].
      apply Bd. right. apply in_or_app. left. apply in_map_iff. exists q. auto.
    - destruct (the_cut R) as [c|] eqn:EC; auto. destruct Ct as [C1 C2]. split; auto. split; auto. intros x Ix. assert (x <= N0 k); [|lia].
      apply Bd. right. apply in_or_app. right. rewrite EC. exact Ix. }
  apply (shift (moves_of K) f live n0 N0 P W G); [| |exact A]; intros k n o Lv Hn (_ & R & a & I & Ap & Ch & ->);
    destruct (Rule k n R Lv Hn I) as (A1 & A2 & A3); destruct (H k Lv) as (Nn & St & _).
  - (* lowering *) assert (X : exists b, choice R n b /\ Forall2 (moved live n0 P) (parts R (n + P) a) (parts R n b)).
    { unfold choice, parts in *. destruct (the_cut R) as [c|].
      - destruct A3 as (Ft & Bd & Lc). destruct (lower n0 c P n HP Ft Bd a Ch) as (j & b & <- & Hj & Ob & Hi). exists b. split; [exact Ob|].
        apply Forall2_app; [apply same_parts|]. apply Forall2_app; [exact A2|]. apply cut_moved; auto. apply (Forall2_length _ _ (proj1 (proj1 Ob))).
      - exists []. split; auto. apply Forall2_app; [apply same_parts|]. apply Forall2_app; [exact A2|constructor]. }
    destruct X as (b & Cb & F). exists (parts R n b). split; [|exact F]. split; [apply St; lia|]. exists R, b. split; [exact I|split; [apply A1; exact Ap|split; [exact Cb|reflexivity]]].
  - (* raising *) assert (X : exists b, choice R (n + P) b /\ Forall2 (moved live n0 P) (parts R (n + P) b) (parts R n a)).
    { unfold choice, parts in *. destruct (the_cut R) as [c|].
      - destruct A3 as (Ft & Bd & Lc). destruct (rise n0 c P n HP Ft Bd a Ch) as (j & Hj & Ob & Hi). exists (raise P j a). split; [exact Ob|].
        apply Forall2_app; [apply same_parts|]. apply Forall2_app; [exact A2|]. apply cut_moved; auto. apply (Forall2_length _ _ (proj1 (proj1 Ch))).
      - exists []. split; auto. apply Forall2_app; [apply same_parts|]. apply Forall2_app; [exact A2|constructor]. }
    destruct X as (b & Cb & F). exists (parts R (n + P) b). split; [|exact F]. split; [apply St; lia|]. exists R, b. split; [exact I|split; [apply A1; exact Ap|split; [exact Cb|reflexivity]]].
Qed.
