(* The conditions of arithmetic_splits, checked on values that are known. Low and high parts are those of x mod B and x / B, B = 2 ^ bits.
   Of each sum of two heaps two things are kept: for each nim-sum of low parts the greatest sum of high parts, so that three heaps are
   one heap and a look-up; and the pairs with equal high parts, one for each nim-sum of low parts. *)
From Coq Require Import Arith NArith List Lia Bool.
From Grundy Require Import Rules Values Layout Store Arithmetic.
Import ListNotations.
Local Open Scope N_scope.

(* ---------- the program ---------- *)

Definition range (i stop : N) : list N := up i (N.to_nat (stop - i)).

(* The greatest sum of high parts, and 1, of pairs with the sum q whose low parts have the nim-sum l, stands at q * B + l; 0: no pair. *)
Definition best_pair (g : store) (B q : N) (s : store) (a : N) : store :=
  let x := get g a in let y := get g (q - a) in let i := q * B + N.lxor (x mod B) (y mod B) in
  set s i (N.max (get s i) (x / B + y / B + 1)).
Definition best_sum (g : store) (B : N) (s : store) (q : N) : store := fold_left (best_pair g B q) (range 1 (N.div2 q + 1)) s.
Definition best_pairs (g : store) (B stop : N) : store := fold_left (best_sum g B) (range 2 stop) (empty tt).

(* no option of n with the low parts of n has high parts whose sum is that of n, or more *)
Definition short_at (L : layout) (g : store) (B : N) (best : store) (n : N) : bool :=
  let l := get g n mod B in let h := get g n / B in
  forallb (fun j => let x := get g (n - j) in negb (x mod B =? l) || (x / B <? h)) (singles L) &&
  forallb (fun j => get best ((n - j) * B + l) <=? h) (pairs L) &&
  forallb (fun j => forallb (fun a => let x := get g a in let y := get best ((n - j - a) * B + N.lxor (x mod B) l) in
    (y =? 0) || (x / B + y <=? h)) (range 1 (n - j))) (triples L).

(* The pairs with the sum q and equal high parts, by their smaller heap: for each nim-sum of low parts the one in which it is greatest.
   Nothing needs to be proved of these lists: what stands in them is looked at again. *)
Record alike := { al_seen : store; al_found : list N }.
Definition alike_step (g : store) (B q a : N) (s : alike) : alike :=
  let x := get g a in let y := get g (q - a) in
  if x / B =? y / B then
    let l := N.lxor (x mod B) (y mod B) in
    if get (al_seen s) l =? 1 then s else {| al_seen := set (al_seen s) l 1; al_found := a :: al_found s |}
  else s.
Definition alike_pairs (g : store) (B q : N) : list N :=
  al_found (fold_right (alike_step g B q) {| al_seen := empty tt; al_found := [] |} (range 1 (N.div2 q + 1))).
(* those with the sum stop - 1, with the sum stop - 2, ..., 0 *)
Definition alike_sums (g : store) (B stop : N) : list (list N) := rev (map (alike_pairs g B) (range 0 stop)).

(* the values of balanced options that may rise in one heap, in two, in both ways *)
Record kinds := { k_one : store; k_two : store; k_both : store }.
Definition note (v : N) (r1 r2 : bool) (k : kinds) : kinds :=
  {| k_one := if r1 then set (k_one k) v 1 else k_one k; k_two := if r2 then set (k_two k) v 1 else k_two k;
     k_both := if r1 && r2 then set (k_both k) v 1 else k_both k |}.
(* a heap with the value x, which may rise or not, or none, and a pair with the sum q and equal high parts *)
Definition note_pair (g : store) (B m x : N) (r1 : bool) (q : N) (k : kinds) (b : N) : kinds :=
  let y := get g b in let z := get g (q - b) in
  if (1 <=? b) && (b <? q) && (y / B =? z / B) then note (N.lxor x (N.lxor y z)) r1 ((m <=? b) && (m <=? q - b)) k else k.
Fixpoint note_triples (g : store) (B m : N) (sums : list (list N)) (r a : N) (k : kinds) : kinds :=
  match sums with [] => k | bs :: t => note_triples g B m t r (a + 1) (fold_left (note_pair g B m (get g a) (m <=? a) (r - a)) bs k) end.
Definition note_single (g : store) (m n : N) (k : kinds) (j : N) : kinds := if m <=? n - j then note (get g (n - j)) true false k else k.
(* two heaps of which the second one has no high part *)
Definition note_two (g : store) (B r : N) (k : kinds) (a : N) : kinds :=
  let y := get g (r - a) in if y / B =? 0 then note (N.lxor (get g a) y) true false k else k.
Definition kinds_at (L : layout) (g : store) (B m : N) (sums : list (list N)) (stop n : N) : kinds :=
  let after r := skipn (N.to_nat (stop - 1 - r)) sums in
  let k := fold_left (note_single g m n) (singles L) {| k_one := empty tt; k_two := empty tt; k_both := empty tt |} in
  let k := fold_left (fun k j => let r := n - j in
    fold_left (note_two g B r) (range m r) (fold_left (note_pair g B m 0 false r) (hd [] (after r)) k)) (pairs L) k in
  fold_left (fun k j => note_triples g B m (after (n - j - 1)) (n - j) 1 k) (triples L) k.

(* From lowest on all values below x may rise in one heap; from there on, the first w ones in a row that may rise in both ways. *)
Definition lowest (k : kinds) (x : N) : N := loop (fun v => (v =? 0) || negb (get (k_one k) (v - 1) =? 1)) (fun v => v - 1) depth x.
Definition first_run (k : kinds) (w x i : N) : N :=
  fst (loop (fun r => (fst r + w <=? snd r) || (x <=? snd r))
    (fun r => if get (k_both k) (snd r) =? 1 then (fst r, snd r + 1) else (snd r + 1, snd r + 1)) depth (i, i)).
Definition all_marked (m : store) (i stop : N) : bool := forallb (fun v => get m v =? 1) (range i stop).
Definition covered_at (L : layout) (g : store) (B m S : N) (sums : list (list N)) (stop n : N) : bool :=
  let k := kinds_at L g B m sums stop n in let x := get g n in let u := first_run k (2 * S) x (lowest k x) in
  (u + 2 * S <=? x) && all_marked (k_two k) 0 u && all_marked (k_one k) u x && all_marked (k_both k) u (u + 2 * S).

(* how many periods are a period of the low parts too *)
Definition turns (bits s : N) : N := 2 ^ bits / N.gcd (2 ^ bits) s.
Definition first_of (h k n0 P : N) : N := h * N.max n0 1 + (h - 1) * P + k.
(* how many values must agree *)
Definition asked (h k n0 p s bits : N) : N := let P := turns bits s * p in first_of h k n0 P + 2 * P - p - n0.
Definition low_bits : list N := up 0 9.
Definition splits_bound (h k n0 p s agreement : N) : bool := existsb (fun bits => agreement =? asked h k n0 p s bits) low_bits.
Definition splits_with (L : layout) (g : store) (h k n0 p s bits : N) : bool :=
  let B := 2 ^ bits in let P := turns bits s * p in let first := first_of h k n0 P in let stop := first + 2 * P in
  (let best := best_pairs g B (first + P) in forallb (short_at L g B best) (range first (first + P))) &&
  (let sums := alike_sums g B stop in forallb (covered_at L g B (N.max n0 1) (turns bits s * s) sums stop) (range first stop)).
Definition splits_ok (L : layout) (g : store) (h k n0 p s agreement : N) : bool :=
  existsb (fun bits => (agreement =? asked h k n0 p s bits) && splits_with L g h k n0 p s bits) low_bits.

(* ---------- its correctness ---------- *)
Lemma range_spec i stop x : In x (range i stop) <-> i <= x < stop.
Proof. unfold range. rewrite up_spec, N2Nat.id. lia. Qed.
Lemma fold_inv {A E} (I : A -> Prop) (f : A -> E -> A) l : (forall x e, In e l -> I x -> I (f x e)) -> forall x, I x -> I (fold_left f l x).
Proof. induction l as [|e t IH]; simpl; intros H x Hx; auto. Qed.

Section Best.
Variables (g : store) (B : N).
Definition pair_at (a b : N) : N := (a + b) * B + N.lxor (get g a mod B) (get g b mod B).
Definition bounded (s : store) (a b : N) : Prop := get g a / B + get g b / B + 1 <= get s (pair_at a b).
Definition grows (s s' : store) : Prop := forall i, get s i <= get s' i.
Lemma bounded_grows s s' a b : grows s s' -> bounded s a b -> bounded s' a b.
Proof. intros H Bd. unfold bounded in *. specialize (H (pair_at a b)). lia. Qed.
Lemma best_pair_ok q s a : 1 <= a -> a <= q -> grows s (best_pair g B q s a) /\ bounded (best_pair g B q s a) a (q - a).
Proof.
  intros H Hq. unfold best_pair. set (i := _ + N.lxor _ _). set (x := _ + 1). split.
  - intros j. destruct (N.eq_dec j i) as [->|D]; [rewrite get_same; lia|rewrite get_other by auto; lia].
  - unfold bounded, pair_at. replace (a + (q - a)) with q by lia. fold i x. rewrite get_same. lia.
Qed.
Lemma best_list q l : (forall a, In a l -> 1 <= a <= q) -> forall s, let s' := fold_left (best_pair g B q) l s in
  grows s s' /\ forall a, In a l -> bounded s' a (q - a).
Proof.
  induction l as [|a t IH]; intros Hl s; cbn [fold_left]; [split; [intros i; simpl; lia|intros a []]|].
  destruct (best_pair_ok q s a) as [G1 B1]; [apply Hl; left; auto|apply Hl; left; auto|].
  destruct (IH (fun b I => Hl b (or_intror I)) (best_pair g B q s a)) as [G2 B2]. cbv zeta in *. split.
  - intros i. specialize (G1 i). specialize (G2 i). lia.
  - intros b [<-|I]; auto. eapply bounded_grows; eauto.
Qed.
Lemma bounded_sym s a b : bounded s a b -> bounded s b a.
Proof. unfold bounded, pair_at. rewrite (N.add_comm a b), N.lxor_comm, (N.add_comm (get g a / B)). auto. Qed.
Lemma best_sum_ok q s : grows s (best_sum g B s q) /\ forall a b, 1 <= a -> 1 <= b -> a + b = q -> bounded (best_sum g B s q) a b.
Proof.
  assert (D : 2 * N.div2 q <= q) by (rewrite N.div2_div; apply N.mul_div_le; lia).
  assert (D' : q < 2 * (N.div2 q + 1)) by (rewrite N.div2_div, N.add_1_r; apply N.mul_succ_div_gt; lia).
  destruct (best_list q (range 1 (N.div2 q + 1))) with (s := s) as [G1 B1]; [intros a I; apply range_spec in I; lia|]. split; auto.
  assert (Y : forall a b, 1 <= a -> a <= b -> a + b = q -> bounded (best_sum g B s q) a b).
  { intros a b Ha Hab E. replace b with (q - a) by lia. apply B1. apply range_spec. lia. }
  intros a b Ha Hb E. destruct (N.le_ge_cases a b); [apply Y; auto|apply bounded_sym, Y; auto; lia].
Qed.
Lemma best_pairs_ok stop a b : 1 <= a -> 1 <= b -> a + b < stop -> bounded (best_pairs g B stop) a b.
Proof.
  intros Ha Hb Hs. unfold best_pairs.
  assert (X : forall l s, (In (a + b) l \/ bounded s a b) -> bounded (fold_left (best_sum g B) l s) a b).
  { induction l as [|q t IH]; intros s; cbn [fold_left]; [intros [[]|]; auto|]. intros O. apply IH. destruct (best_sum_ok q s) as [G1 B1].
    destruct O as [[->|I]|Bd]; auto. right. eapply bounded_grows; eauto. }
  apply X. left. apply range_spec. lia.
Qed.
End Best.

Section Correct.
Variables (c : code) (G : nat -> N) (g : store) (bits stop : N) (h k : nat).
Hypothesis Bd : bounds c 3 k.
Hypothesis K : forall q, q < stop -> get g q = on_N G q.
Let B := 2 ^ bits.
Let L := layout_of c.
Lemma heap_parts a : N.of_nat a < stop -> G a mod B = low bits (G a) /\ G a / B = high bits (G a) /\ get g (N.of_nat a) = G a.
Proof. intros H. split; [reflexivity|]. split; [reflexivity|]. rewrite K by auto. unfold on_N. rewrite Nat2N.id. reflexivity. Qed.
Lemma in_place j l i : leaves c j l = true -> N.of_nat l = i -> In (N.of_nat j) (places i 0 c).
Proof. intros Lv <-. apply places_leaves. rewrite Nat2N.id. auto. Qed.

Lemma short_at_ok best n last : (forall a b, 1 <= a -> 1 <= b -> a + b < last -> bounded g B best a b) -> N.of_nat k < n -> n < last -> last <= stop ->
  short_at L g B best n = true -> falls_short (move c) G bits (N.to_nat n).
Proof.
  intros Best Hk Hn Hl H hs (j & Lv & Ne & Sum) E. destruct (Bd _ _ Lv) as [Hj Hlen]. unfold short_at in H.
  apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  rewrite forallb_forall in H1, H2, H3. rewrite !(K n) in H1, H2, H3 by lia. unfold on_N in H1, H2, H3. set (x := G (N.to_nat n)) in *.
  change (x mod B) with (low bits x) in *. change (x / B) with (high bits x) in *.
  destruct hs as [|a [|b [|d [|? ?]]]]; simpl in Hlen, Sum; try lia; pose proof (Forall_inv Ne) as Na; cbv beta in Na.
  - specialize (H1 _ (in_place j 1 1 Lv eq_refl)). cbv zeta in H1. replace (n - N.of_nat j) with (N.of_nat a) in H1 by lia.
    destruct (heap_parts a ltac:(lia)) as (A1 & A2 & A3). rewrite A3, A1, A2 in H1. simpl in E |- *. rewrite N.lxor_0_r in E. rewrite E, N.eqb_refl in H1.
    apply N.ltb_lt in H1. lia.
  - pose proof (Forall_inv (Forall_inv_tail Ne)) as Nb. cbv beta in Nb.
    specialize (H2 _ (in_place j 2 2 Lv eq_refl)). cbv zeta in H2. apply N.leb_le in H2.
    destruct (heap_parts a ltac:(lia)) as (A1 & A2 & A3), (heap_parts b ltac:(lia)) as (B1 & B2 & B3).
    pose proof (Best (N.of_nat a) (N.of_nat b) ltac:(lia) ltac:(lia) ltac:(lia)) as X. unfold bounded, pair_at in X. rewrite A3, B3, A1, A2, B1, B2 in X.
    simpl in E |- *. rewrite N.lxor_0_r in E. rewrite E in X. replace (N.of_nat a + N.of_nat b) with (n - N.of_nat j) in X by lia. lia.
  - pose proof (Forall_inv (Forall_inv_tail Ne)) as Nb. pose proof (Forall_inv (Forall_inv_tail (Forall_inv_tail Ne))) as Nd. cbv beta in Nb, Nd.
    specialize (H3 _ (in_place j 3 3 Lv eq_refl)). rewrite forallb_forall in H3. specialize (H3 (N.of_nat a)). cbv zeta in H3. rewrite range_spec in H3. specialize (H3 ltac:(lia)).
    destruct (heap_parts a ltac:(lia)) as (A1 & A2 & A3), (heap_parts b ltac:(lia)) as (B1 & B2 & B3), (heap_parts d ltac:(lia)) as (D1 & D2 & D3).
    pose proof (Best (N.of_nat b) (N.of_nat d) ltac:(lia) ltac:(lia) ltac:(lia)) as X. unfold bounded, pair_at in X. rewrite B3, D3, B1, B2, D1, D2 in X.
    rewrite A3, A1, A2 in H3. simpl in E |- *. rewrite N.lxor_0_r in E. rewrite <- E in H3.
    rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in H3. replace (N.of_nat b + N.of_nat d) with (n - N.of_nat j - N.of_nat a) in X by lia.
    apply orb_prop in H3. destruct H3 as [H3|H3]; [apply N.eqb_eq in H3; lia|apply N.leb_le in H3; lia].
Qed.

Section Kinds.
Variables (m n : N).
Hypothesis Hm : 1 <= m.
Hypothesis Hn : n < stop.
Let m' := N.to_nat m.
Let option_of (v : N) a b d := balanced (move c) G bits (N.to_nat n) v a b d.
Definition kinds_ok (x : kinds) : Prop :=
  (forall v, get (k_one x) v = 1 -> exists a b d, option_of v a b d /\ from m' a) /\
  (forall v, get (k_two x) v = 1 -> exists a b d, option_of v a b d /\ from m' b /\ from m' d) /\
  (forall v, get (k_both x) v = 1 -> exists a b d, option_of v a b d /\ from m' a /\ from m' b /\ from m' d).
Lemma get_set s v w : get (set s v 1) w = 1 -> w = v \/ get s w = 1.
Proof. destruct (N.eq_dec w v); [auto|rewrite get_other by auto; auto]. Qed.
Lemma note_ok x v r1 r2 a b d : option_of v a b d -> (r1 = true -> from m' a) -> (r2 = true -> from m' b /\ from m' d) -> kinds_ok x -> kinds_ok (note v r1 r2 x).
Proof.
  intros O H1 H2 (K1 & K2 & K3). unfold note, kinds_ok; cbn [k_one k_two k_both]. split; [|split]; intros w Hw.
  - destruct r1; auto. apply get_set in Hw. destruct Hw as [->|]; auto. exists a, b, d. auto.
  - destruct r2; auto. apply get_set in Hw. destruct Hw as [->|]; auto. exists a, b, d. auto.
  - destruct (r1 && r2) eqn:E; auto. apply andb_prop in E. destruct E. apply get_set in Hw. destruct Hw as [->|]; auto. exists a, b, d. auto.
Qed.
Lemma from_leb a : (m <=? a) = true -> from m' (Some (N.to_nat a)).
Proof. intros H. apply N.leb_le in H. simpl. unfold m'. lia. Qed.
Lemma a_move j hs l : In j (places (N.of_nat l) 0 c) -> length hs = l -> non_empty hs -> N.of_nat (list_sum hs) + j = n -> move c (N.to_nat n) hs.
Proof. intros I Hl Ne E. apply places_leaves in I. exists (N.to_nat j). rewrite Hl. split; auto. split; auto. lia. Qed.

(* a pair with the sum q beside a heap, or none, of which the move is *)
Lemma note_pair_ok a r1 q bs : q <= n -> (forall b d, 1 <= b -> 1 <= d -> b + d = q -> move c (N.to_nat n) (here a ++ [N.to_nat b; N.to_nat d])) ->
  (r1 = true -> from m' a) -> forall x, kinds_ok x -> kinds_ok (fold_left (note_pair g B m (value G a) r1 q) bs x).
Proof.
  intros Hq Mv H1. apply fold_inv. intros x b _ Kx. unfold note_pair. destruct ((1 <=? b) && (b <? q) && _) eqn:E; auto.
  apply andb_prop in E. destruct E as [E E3]. apply andb_prop in E. destruct E as [E1 E2]. apply N.leb_le in E1. apply N.ltb_lt in E2. apply N.eqb_eq in E3.
  rewrite !K in * by lia. unfold on_N in *. apply (note_ok x _ _ _ a (Some (N.to_nat b)) (Some (N.to_nat (q - b)))); auto.
  - split; [apply Mv; lia|]. split; [|exact E3]. rewrite nimsum_app, nimsum_here. simpl. rewrite N.lxor_0_r. reflexivity.
  - intros H. apply andb_prop in H. destruct H. split; apply from_leb; auto.
Qed.
Lemma note_triples_ok j sums : In j (triples L) -> forall a x, 1 <= a -> kinds_ok x -> kinds_ok (note_triples g B m sums (n - j) a x).
Proof.
  intros I. induction sums as [|bs t IH]; intros a x Ha Kx; simpl; auto. apply IH; [lia|].
  destruct (N.le_gt_cases (n - j) a) as [Few|Many].
  - (* no pair *)
    apply fold_inv; auto. intros y b _ Ky. unfold note_pair. destruct (N.leb_spec 1 b), (N.ltb_spec b (n - j - a)); simpl; auto. lia.
  - replace (get g a) with (value G (Some (N.to_nat a))) by (rewrite K by lia; reflexivity).
    apply note_pair_ok; [lia| |apply from_leb|auto]. intros b d Hb Hd E. apply (a_move j _ 3); auto; simpl; [|lia].
    constructor; [lia|apply heap2; lia].
Qed.
Lemma kinds_at_ok sums : kinds_ok (kinds_at L g B m sums stop n).
Proof.
  unfold kinds_at. apply fold_inv; [intros x j I; apply note_triples_ok; auto; lia|]. apply fold_inv.
  - intros x j I Kx. apply fold_inv.
    + intros y a Ia Ky. apply range_spec in Ia. unfold note_two. destruct (N.eqb_spec (get g (n - j - a) / B) 0) as [E|]; auto. rewrite !K in * by lia. unfold on_N in *.
      apply (note_ok y _ _ _ (Some (N.to_nat a)) (Some (N.to_nat (n - j - a))) None); auto; [| |discriminate].
      * split; [apply (a_move j _ 2); auto; simpl; [apply heap2; lia|lia]|]. split; [simpl; rewrite N.lxor_0_r; reflexivity|]. simpl. rewrite high_0. exact E.
      * intros _. apply from_leb, N.leb_le. lia.
    + apply (note_pair_ok None); auto; [lia| |discriminate]. intros b d Hb Hd E. apply (a_move j _ 2); auto; simpl; [apply heap2; lia|lia].
  - apply fold_inv.
    + intros x j I Kx. unfold note_single. destruct (N.leb_spec m (n - j)) as [E|]; auto.
      rewrite K by lia. apply (note_ok x _ _ _ (Some (N.to_nat (n - j))) None None); auto; [|intros _; apply from_leb, N.leb_le; auto|discriminate].
      split; [apply (a_move j _ 1); auto; simpl; [apply heap1; lia|lia]|]. split; [simpl; apply N.lxor_0_r|reflexivity].
    + unfold kinds_ok; cbn [k_one k_two k_both]. split; [|split]; intros v Hv; rewrite get_empty in Hv; discriminate.
Qed.
Lemma covered_at_ok T sums : covered_at L g B m T sums stop n = true -> covered (move c) G bits m' T (N.to_nat n).
Proof.
  unfold covered_at. destruct (kinds_at_ok sums) as (K1 & K2 & K3). set (x := kinds_at L g B m sums stop n) in *. set (u := first_run _ _ _ _). intros H.
  apply andb_prop in H. destruct H as [H H4]. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  apply N.leb_le in H1. rewrite K in H1, H3 by auto. unfold on_N in H1, H3.
  assert (M : forall s i e, all_marked s i e = true -> forall v, i <= v < e -> get s v = 1).
  { intros s i e A v Hv. unfold all_marked in A. rewrite forallb_forall in A. apply N.eqb_eq, A, range_spec, Hv. }
  exists u. split; [auto|]. split; [|split]; intros v Hv.
  - apply K2, (M _ _ _ H2). lia.
  - apply K1, (M _ _ _ H3), Hv.
  - apply K3, (M _ _ _ H4), Hv.
Qed.
End Kinds.
End Correct.

Lemma turns_ok bits s : 1 <= turns bits s /\ N.divide (2 ^ bits) (turns bits s * s).
Proof.
  unfold turns. pose proof (two_pow bits) as Z. set (B := 2 ^ bits) in *. destruct (N.gcd_divide_l B s) as [x X], (N.gcd_divide_r B s) as [y Y].
  set (d := N.gcd B s) in *. assert (D : d <> 0) by (intros D; rewrite D in X; lia). assert (E : B / d = x) by (rewrite X; apply N.div_mul, D).
  rewrite E. split; [destruct x; lia|]. exists y. rewrite Y at 1. rewrite X. lia.
Qed.

(* If the values of a code agree as far as is asked for, and the check holds, then they have the period with the saltus. *)
Theorem splits_ok_periodic c G g h k n0 p s agreement : wf c -> bounds c 3 (N.to_nat k) -> bounds c (N.to_nat h) (N.to_nat k) -> is_grundy (move c) G ->
  1 <= h -> 1 <= p -> (forall q, q < n0 + p + agreement -> get g q = on_N G q) -> agree G (N.to_nat n0) (N.to_nat p) s (N.to_nat agreement) ->
  splits_ok (layout_of c) g h k n0 p s agreement = true -> periodic G (N.to_nat n0) (N.to_nat p) s.
Proof.
  intros W B3 Bh Gr Hh Hp K A H. unfold splits_ok in H. apply existsb_exists in H. destruct H as (bits & _ & H). apply andb_prop in H. destruct H as [HA H].
  apply N.eqb_eq in HA. unfold asked in HA. unfold splits_with in H. destruct (turns_ok bits s) as [Ht Div]. set (t := turns bits s) in *. clearbody t.
  set (P := t * p) in *. set (first := first_of h k n0 P) in *. apply andb_prop in H. destruct H as [H1 H2]. rewrite forallb_forall in H1, H2.
  assert (HP : p <= P) by (unfold P; nia). assert (Hf : N.max n0 1 + k <= first) by (unfold first, first_of; nia).
  assert (Et : N.of_nat (N.to_nat t) = t) by apply N2Nat.id.
  assert (EP : (N.to_nat t * N.to_nat p)%nat = N.to_nat P) by (unfold P; lia).
  assert (Em : Nat.max (N.to_nat n0) 1 = N.to_nat (N.max n0 1)) by lia.
  assert (Ef : (N.to_nat h * N.to_nat (N.max n0 1) + (N.to_nat h - 1) * N.to_nat P + N.to_nat k)%nat = N.to_nat first).
  { unfold first, first_of. rewrite !N2Nat.inj_add, !N2Nat.inj_mul, N2Nat.inj_sub. reflexivity. }
  apply (arithmetic_splits c (N.to_nat h) (N.to_nat k) G _ _ s bits (N.to_nat t)); auto; try lia; [rewrite Et; auto| | |]; cbv zeta; rewrite Em, EP, Ef; try rewrite Et.
  - intros n Hn. apply A. rewrite HA. lia.
  - intros n Hn. rewrite <- (Nat2N.id n). specialize (H1 (N.of_nat n)). rewrite range_spec in H1.
    apply (short_at_ok c G g bits (first + 2 * P) (N.to_nat k) B3) with (best := best_pairs g (2 ^ bits) (first + P)) (last := first + P); try lia.
    + intros q Hq. apply K. lia.
    + intros a b Ha Hb Hs. apply best_pairs_ok; auto.
    + apply H1. lia.
  - intros n Hn. rewrite <- (Nat2N.id n). specialize (H2 (N.of_nat n)). rewrite range_spec in H2.
    eapply (covered_at_ok c G g bits (first + 2 * P)); [intros q Hq; apply K; lia|lia|lia|]. apply H2. lia.
Qed.
