(* Take-and-break codes whose values grow: a period with a saltus, from a finite number of values. The numbers are cut in two: some
   low bits, and the high part above them. A value is missed by all options, as with the right low bits their high parts are too small in
   sum; every smaller one is that of an option in which two heaps have the same high part, so that they cancel, and may grow together. *)
From Coq Require Import Arith NArith List Lia Bool Wf_nat.
From Grundy Require Import Rules Values GuySmith.
Import ListNotations.

(* ---------- what the theorem asks for ---------- *)

(* g low bits, and what is above them *)
Definition low (g x : N) : N := (x mod 2 ^ g)%N.
Definition high (g x : N) : N := (x / 2 ^ g)%N.
(* the sum, not the nim-sum, of the high parts of some heaps *)
Definition high_sum (g : N) (G : nat -> N) (hs : list nat) : N := fold_right (fun a x => (high g (G a) + x)%N) 0%N hs.
(* An option of n whose low parts are those of G n has high parts whose sum is below that of G n. *)
Definition falls_short (r : rules) (G : nat -> N) (g : N) (n : nat) : Prop := forall hs, r n hs ->
  nimsum (fun a => low g (G a)) hs = low g (G n) -> (high_sum g G hs < high g (G n))%N.

(* A heap that may be missing: as a list of heaps, its value, and that it is there and not below m. *)
Definition here (a : option nat) : list nat := match a with Some x => [x] | None => [] end.
Definition value (G : nat -> N) (a : option nat) : N := match a with Some x => G x | None => 0%N end.
Definition from (m : nat) (a : option nat) : Prop := match a with Some x => m <= x | None => False end.
(* v is the value of an option of n with the heaps a, b and d, each of which may be missing; b and d have the same high part *)
Definition balanced (r : rules) (G : nat -> N) (g : N) (n : nat) (v : N) (a b d : option nat) : Prop :=
  r n (here a ++ here b ++ here d) /\ nimsum G (here a ++ here b ++ here d) = v /\ high g (value G b) = high g (value G d).
(* All values below G n are those of such options: below some u they may rise in two heaps (b and d are there, from m on), from u on
   in one (a is), and for 2 S values from u on in both ways. *)
Definition covered (r : rules) (G : nat -> N) (g : N) (m : nat) (S : N) (n : nat) : Prop := exists u, (u + 2 * S <= G n)%N /\
  (forall v, (v < u)%N -> exists a b d, balanced r G g n v a b d /\ from m b /\ from m d) /\
  (forall v, (u <= v < G n)%N -> exists a b d, balanced r G g n v a b d /\ from m a) /\
  (forall v, (u <= v < u + 2 * S)%N -> exists a b d, balanced r G g n v a b d /\ from m a /\ from m b /\ from m d).

(* ---------- low and high parts ---------- *)
Local Open Scope N_scope.
Lemma two_pow g : 2 ^ g <> 0. Proof. apply N.pow_nonzero. lia. Qed.
Lemma low_lxor g x y : low g (N.lxor x y) = N.lxor (low g x) (low g y).
Proof.
  unfold low. rewrite <- !N.land_ones. apply N.bits_inj. intros i. rewrite N.lxor_spec, !N.land_spec, N.lxor_spec.
  destruct (N.testbit (N.ones g) i); rewrite ?andb_true_r, ?andb_false_r; reflexivity.
Qed.
Lemma high_lxor g x y : high g (N.lxor x y) = N.lxor (high g x) (high g y).
Proof. unfold high. rewrite <- !N.shiftr_div_pow2. apply N.shiftr_lxor. Qed.
Lemma low_high_eq g x y : low g x = low g y -> high g x = high g y -> x = y.
Proof. unfold low, high. intros A B. pose proof (N.div_mod x _ (two_pow g)). pose proof (N.div_mod y _ (two_pow g)). congruence. Qed.
Lemma low_add g x q : low g (x + q * 2 ^ g) = low g x. Proof. apply N.mod_add, two_pow. Qed.
Lemma high_add g x q : high g (x + q * 2 ^ g) = high g x + q. Proof. apply N.div_add, two_pow. Qed.
Lemma low_0 g : low g 0 = 0. Proof. apply N.mod_0_l, two_pow. Qed.
Lemma high_0 g : high g 0 = 0. Proof. apply N.div_0_l, two_pow. Qed.

Lemma lxor_le x y : N.lxor x y <= x + y.
Proof.
  revert y. induction x as [|x IH|x IH] using N.binary_ind; intros y; [rewrite N.lxor_0_l; lia| |];
    (assert (Y : exists z, y = N.double z \/ y = N.succ_double z) by (exists (N.div2 y); destruct y as [|[]]; simpl; auto));
    destruct Y as (z & Y); specialize (IH z); destruct Y as [-> | ->].
  - replace (N.lxor _ _) with (N.double (N.lxor x z)) by (destruct x, z; reflexivity). rewrite !N.double_spec. lia.
  - replace (N.lxor _ _) with (N.succ_double (N.lxor x z)) by (destruct x, z; reflexivity). rewrite !N.double_spec, !N.succ_double_spec. lia.
  - replace (N.lxor _ _) with (N.succ_double (N.lxor x z)) by (destruct x, z; reflexivity). rewrite !N.double_spec, !N.succ_double_spec. lia.
  - replace (N.lxor _ _) with (N.double (N.lxor x z)) by (destruct x, z; reflexivity). rewrite !N.double_spec, !N.succ_double_spec. lia.
Qed.

Lemma low_nimsum g G hs : low g (nimsum G hs) = nimsum (fun a => low g (G a)) hs.
Proof. induction hs as [|a t IH]; [apply low_0|]. simpl. rewrite low_lxor, IH. reflexivity. Qed.
Lemma high_nimsum g G hs : high g (nimsum G hs) <= high_sum g G hs.
Proof.
  induction hs as [|a t IH]; [simpl; rewrite high_0; lia|]. simpl. rewrite high_lxor. pose proof (lxor_le (high g (G a)) (high g (nimsum G t))). lia.
Qed.
Lemma high_sum_app g G l r : high_sum g G (l ++ r) = high_sum g G l + high_sum g G r.
Proof. induction l as [|a t IH]; simpl; [reflexivity|]. unfold high_sum in *. rewrite IH. lia. Qed.
Lemma nimsum_here G a : nimsum G (here a) = value G a.
Proof. destruct a; simpl; [apply N.lxor_0_r|reflexivity]. Qed.
(* if y and z have the same high part, that of x is left *)
Lemma balanced_value g x y z : high g y = high g z ->
  low g (N.lxor x (N.lxor y z)) = N.lxor (low g x) (N.lxor (low g y) (low g z)) /\ high g (N.lxor x (N.lxor y z)) = high g x.
Proof. intros E. rewrite !low_lxor, !high_lxor, E, N.lxor_nilpotent, N.lxor_0_r. auto. Qed.
Local Close Scope N_scope.

(* ---------- the sequence as it would go on ---------- *)
Definition onwards (G : nat -> N) (n0 p : nat) (s : N) (n : nat) : N :=
  if n <? n0 then G n else (G (n0 + (n - n0) mod p)%nat + N.of_nat ((n - n0) / p)%nat * s)%N.
Lemma onwards_periodic G n0 p s : 1 <= p -> periodic (onwards G n0 p s) n0 p s.
Proof.
  intros Hp n Hn. unfold onwards. destruct (Nat.ltb_spec (n + p) n0), (Nat.ltb_spec n n0); try lia.
  replace (n + p - n0) with (n - n0 + 1 * p) by lia. rewrite Nat.mod_add, Nat.div_add by lia. lia.
Qed.
Lemma onwards_same G n0 p s len : 1 <= p -> agree G n0 p s len -> forall n, n < n0 + len + p -> onwards G n0 p s n = G n.
Proof.
  intros Hp A n. induction n as [n IH] using lt_wf_ind. intros Hn. destruct (le_lt_dec (n0 + p) n) as [L|L].
  - replace n with (n - p + p) by lia. rewrite onwards_periodic, A, IH by (auto; lia). reflexivity.
  - unfold onwards. destruct (Nat.ltb_spec n n0); auto. rewrite Nat.mod_small, Nat.div_small by lia. simpl. rewrite N.add_0_r. f_equal. lia.
Qed.
Lemma periodic_times G n0 p s t : periodic G n0 p s -> periodic G n0 (t * p) (N.of_nat t * s).
Proof.
  intros P n Hn. induction t as [|t IH]; [rewrite Nat.add_0_r; simpl; lia|].
  replace (n + S t * p) with (n + t * p + p) by lia. rewrite P, IH by lia. lia.
Qed.

(* ---------- the theorem ---------- *)
Section Continued.
Variables (c : code) (F : nat -> N) (g : N) (m P : nat) (T : N).
Hypothesis Hm : 1 <= m.
Hypothesis HP : 1 <= P.
Hypothesis Div : N.divide (2 ^ g) T.
Hypothesis Per : periodic F m P T.

Lemma low_up a r : m <= a -> low g (F (a + r * P)) = low g (F a).
Proof.
  intros H. rewrite (periodic_times F m P T r Per) by auto. destruct Div as [q ->]. rewrite N.mul_assoc. apply low_add.
Qed.
Lemma high_up a r : m <= a -> high g (F (a + r * P)) = (high g (F a) + N.of_nat r * (T / 2 ^ g))%N.
Proof.
  intros H. rewrite (periodic_times F m P T r Per) by auto. destruct Div as [q ->]. rewrite N.mul_assoc, N.div_mul by apply two_pow. apply high_add.
Qed.

Lemma short_up h k n : bounds c h k -> 1 <= h -> h * m + (h - 1) * P + k <= n -> falls_short (move c) F g n -> falls_short (move c) F g (n + P).
Proof.
  intros Bd Hh Hn Sh hs (j & Lv & Ne & Sum) E. destruct (Bd _ _ Lv) as [Hj Hl]. destruct hs as [|x t].
  { exfalso. simpl in Sum. lia. }
  destruct (big_part (x :: t)) as (l1 & a & l2 & Eq & Sm); [discriminate|]. rewrite Eq in *. clear Eq x t.
  assert (Hn' : m <= n) by nia.
  assert (Ha : m + P <= a).
  { destruct (le_lt_dec (m + P) a); auto. exfalso. destruct h as [|h']; [nia|]. replace (S h' - 1) with h' in Hn by lia. nia. }
  assert (M : move c n (l1 ++ (a - P) :: l2)).
  { exists j. rewrite app_length in *. cbn [length] in *. split; auto. rewrite Forall_app in *. destruct Ne as [N1 N2]. inversion N2; subst.
    split; [split; auto; constructor; auto; lia|]. rewrite list_sum_app in *.
    change (list_sum (a - P :: l2)) with (a - P + list_sum l2). change (list_sum (a :: l2)) with (a + list_sum l2) in *. lia. }
  specialize (Sh _ M). pose proof (low_up (a - P) 1 ltac:(lia)) as L1. pose proof (high_up (a - P) 1 ltac:(lia)) as H1.
  pose proof (low_up n 1 Hn') as L2. pose proof (high_up n 1 Hn') as H2.
  rewrite Nat.mul_1_l in *. replace (a - P + P) with a in * by lia.
  rewrite nimsum_app in *. simpl in E, Sh. rewrite high_sum_app in *. simpl in Sh |- *. rewrite H1, H2. rewrite L1, L2 in E. specialize (Sh E). lia.
Qed.

(* a heap that is r periods greater, if it is there *)
Definition up_by (r : nat) (a : option nat) : option nat := option_map (fun x => x + r * P) a.
Lemma up_here r a : length (here (up_by r a)) = length (here a). Proof. destruct a; reflexivity. Qed.
Lemma up_sum r a : from m a -> list_sum (here (up_by r a)) = list_sum (here a) + r * P. Proof. destruct a; simpl; [lia|tauto]. Qed.
Lemma up_non_empty r a : non_empty (here a) -> non_empty (here (up_by r a)).
Proof. destruct a; simpl; auto. intros H. inversion H; subst. apply heap1. lia. Qed.
Lemma up_from r a : from m a -> from m (up_by r a). Proof. destruct a; simpl; auto. lia. Qed.
Lemma up_0 a : up_by 0 a = a. Proof. destruct a; simpl; auto. Qed.
Lemma up_value r a : from m a -> low g (value F (up_by r a)) = low g (value F a) /\
  high g (value F (up_by r a)) = (high g (value F a) + N.of_nat r * (T / 2 ^ g))%N.
Proof. destruct a; simpl; [|tauto]. intros H. split; [apply low_up|apply high_up]; auto. Qed.

Lemma rise n v a b d i r : balanced (move c) F g n v a b d -> i = 0 \/ from m a -> r = 0 \/ from m b /\ from m d ->
  exists hs, move c (n + (i + 2 * r) * P) hs /\ nimsum F hs = (v + N.of_nat i * T)%N.
Proof.
  intros ((j & Lv & Ne & Sum) & V & Bal) Ha Hbd. exists (here (up_by i a) ++ here (up_by r b) ++ here (up_by r d)). split.
  - exists j. rewrite !app_length, !up_here in *. split; auto. rewrite !Forall_app in *. split; [repeat split; apply up_non_empty; tauto|].
    rewrite !list_sum_app in *. assert (list_sum (here (up_by i a)) = list_sum (here a) + i * P) by (destruct Ha as [->|Ha]; [rewrite up_0; lia|apply up_sum; auto]).
    assert (list_sum (here (up_by r b)) = list_sum (here b) + r * P /\ list_sum (here (up_by r d)) = list_sum (here d) + r * P).
    { destruct Hbd as [->|[Hb Hd]]; [rewrite !up_0; lia|rewrite !up_sum by auto; auto]. }
    nia.
  - rewrite !nimsum_app, !nimsum_here in *. set (y := value F b) in *. set (z := value F d) in *. set (x := value F a) in *.
    assert (A : low g (value F (up_by i a)) = low g x /\ high g (value F (up_by i a)) = (high g x + N.of_nat i * (T / 2 ^ g))%N).
    { destruct Ha as [->|Ha]; [rewrite up_0; split; auto; simpl; rewrite N.add_0_r; reflexivity|apply up_value; auto]. }
    assert (B : low g (value F (up_by r b)) = low g y /\ low g (value F (up_by r d)) = low g z /\ high g (value F (up_by r b)) = high g (value F (up_by r d))).
    { destruct Hbd as [->|[Hb Hd]]; [rewrite !up_0; auto|]. destruct (up_value r b Hb) as [B1 B2], (up_value r d Hd) as [D1 D2]. rewrite B2, D2. fold y z. rewrite Bal. auto. }
    destruct A as [A1 A2], B as (B1 & B2 & B3). destruct (balanced_value g (value F (up_by i a)) _ _ B3) as [L1 H1].
    destruct (balanced_value g x y z Bal) as [L2 H2]. rewrite V in L2, H2. rewrite A1, B1, B2, <- L2 in L1. rewrite A2 in H1.
    destruct Div as [q Eq]. rewrite Eq, N.div_mul in H1 by apply two_pow. rewrite <- H2 in H1.
    apply (low_high_eq g); rewrite Eq, N.mul_assoc; [rewrite low_add|rewrite high_add]; auto.
Qed.
Lemma covered_up n r : m <= n -> covered (move c) F g m T n -> forall v, (v < F (n + 2 * r * P)%nat)%N ->
  exists hs, move c (n + 2 * r * P) hs /\ nimsum F hs = v.
Proof.
  intros Hn (u & Hu & Two & One & Both) v Hv. rewrite (periodic_times F m P T (2 * r) Per) in Hv by auto.
  destruct (N.lt_ge_cases v u) as [C|C].
  { destruct (Two v C) as (a & b & d & Bal & Hb & Hd). destruct (rise n v a b d 0 r Bal) as (hs & M & E); auto. exists hs.
    simpl in M, E. replace (2 * r * P) with ((r + (r + 0)) * P) by lia. split; auto. lia. }
  destruct (N.le_gt_cases (u + N.of_nat (2 * r) * T) v) as [D|D].
  { destruct (One (v - N.of_nat (2 * r) * T)%N ltac:(lia)) as (a & b & d & Bal & Ha). destruct (rise n _ a b d (2 * r) 0 Bal) as (hs & M & E); auto. exists hs.
    replace (2 * r + 2 * 0) with (2 * r) in M by lia. split; auto. lia. }
  set (w := (2 * T)%N) in *. assert (Hw : (w <> 0)%N) by (intros W; unfold w in W; assert (T = 0)%N as -> by lia; lia).
  set (i := ((v - u) / w)%N). assert (Ei : (v - u = w * i + (v - u) mod w)%N) by (apply N.div_mod; auto). assert (Hi : ((v - u) mod w < w)%N) by (apply N.mod_lt; auto).
  assert (Ir : (i < N.of_nat r)%N) by (apply N.div_lt_upper_bound; auto; unfold w; lia).
  clearbody i. set (q := ((v - u) mod w)%N) in *. clearbody q. destruct (Both (u + q)%N ltac:(lia)) as (a & b & d & Bal & Ha & Hb & Hd).
  destruct (rise n _ a b d (2 * N.to_nat i) (r - N.to_nat i) Bal) as (hs & M & E); auto. exists hs. split.
  - replace (2 * N.to_nat i + 2 * (r - N.to_nat i)) with (2 * r) in M by lia. auto.
  - rewrite E. unfold w in *. lia.
Qed.
End Continued.

(* For any h >= 1, any s (0 too) and any number g of low bits. 2 ^ g divides t s: the least such t is 2 ^ g / gcd (2 ^ g) s. *)
Theorem arithmetic_splits c h k G n0 p s g t : wf c -> bounds c h k -> is_grundy (move c) G ->
  1 <= h -> 1 <= p -> 1 <= t -> N.divide (2 ^ g) (N.of_nat t * s) ->
  let P := t * p in let S := (N.of_nat t * s)%N in let m := max n0 1 in let first := h * m + (h - 1) * P + k in
  agree G n0 p s (first + 2 * P - p - n0) ->
  (forall n, first <= n < first + P -> falls_short (move c) G g n) ->
  (forall n, first <= n < first + 2 * P -> covered (move c) G g m S n) ->
  periodic G n0 p s.
Proof.
  intros W Bd Gr Hh Hp Ht Div P S m first A Short Cov. set (F := onwards G n0 p s).
  assert (HP : p <= P) by (unfold P; nia). assert (Hm : n0 <= m /\ 1 <= m) by lia. assert (Hf : m + k <= first) by (unfold first; nia).
  assert (PF : periodic F n0 p s) by (apply onwards_periodic; auto).
  assert (PP : periodic F m P S) by (intros n Hn; apply (periodic_times F n0 p s t PF); lia).
  assert (Same : forall n, n < first + 2 * P -> F n = G n) by (intros n Hn; apply (onwards_same G n0 p s _ Hp A); lia).
  assert (Opt : forall n hs, move c n hs -> forall a, In a hs -> a < n) by (intros n hs M a I; apply (part_lt _ _ _ a (move_shrinks c W) M I)).
  assert (ShortF : forall n, first <= n -> falls_short (move c) F g n).
  { intros n. induction n as [n IH] using lt_wf_ind. intros Hn. destruct (lt_dec n (first + P)) as [L|L].
    - intros hs M E. pose proof (Opt n hs M) as O. rewrite Same in * by lia. specialize (Short n ltac:(lia) hs M).
      assert (X : high_sum g F hs = high_sum g G hs /\ nimsum (fun a => low g (F a)) hs = nimsum (fun a => low g (G a)) hs).
      { clear - O Same L. induction hs as [|a l IH]; auto. simpl. destruct IH as [I1 I2]; [intros b I; apply O; right; auto|].
        rewrite I1, I2, (Same a); auto. pose proof (O a (or_introl eq_refl)). lia. }
      destruct X as [-> X]. rewrite X in E. auto.
    - replace n with (n - P + P) by lia. apply (short_up c F g m P S) with (h := h) (k := k); auto; try lia. apply IH; lia. }
  assert (CovF : forall n, first <= n < first + 2 * P -> covered (move c) F g m S n).
  { intros n Hn. assert (Bal : forall v a b d, balanced (move c) G g n v a b d -> balanced (move c) F g n v a b d).
    { intros v a b d (M & V & B). pose proof (Opt _ _ M) as O. split; auto.
      assert (X : forall e, incl (here e) (here a ++ here b ++ here d) -> value F e = value G e).
      { intros e I. destruct e as [x|]; auto. simpl. apply Same. pose proof (O x (I x (or_introl eq_refl))). lia. }
      rewrite !nimsum_app, !nimsum_here in *. rewrite !X; auto; intros x I; rewrite !in_app_iff; auto. }
    destruct (Cov n Hn) as (u & Hu & Two & One & Both). exists u. rewrite Same by lia. split; auto. split; [|split]; intros v Hv.
    - destruct (Two v Hv) as (a & b & d & B & R). exists a, b, d. auto.
    - destruct (One v Hv) as (a & b & d & B & R). exists a, b, d. auto.
    - destruct (Both v Hv) as (a & b & d & B & R). exists a, b, d. auto. }
  assert (GF : is_grundy (move c) F).
  { intros n. destruct (lt_dec n (first + 2 * P)) as [L|L].
    - destruct (Gr n) as [G1 G2]. rewrite Same by auto.
      assert (E : forall hs, move c n hs -> nimsum F hs = nimsum G hs).
      { intros hs M. apply nimsum_ext. intros a I. apply Same. pose proof (Opt n hs M a I). lia. }
      split; [intros hs M; rewrite E; auto|]. intros x Hx. destruct (G2 x Hx) as (hs & M & V). exists hs. rewrite E; auto.
    - split.
      + intros hs M E. specialize (ShortF n ltac:(lia) hs M). rewrite <- low_nimsum, E in ShortF. specialize (ShortF eq_refl).
        pose proof (high_nimsum g F hs) as H. rewrite E in H. lia.
      + set (r := (n - first) / (2 * P)). pose proof (Nat.div_mod (n - first) (2 * P) ltac:(lia)) as Dm.
        pose proof (Nat.mod_upper_bound (n - first) (2 * P) ltac:(lia)) as Ub. fold r in Dm.
        replace n with (first + (n - first) mod (2 * P) + 2 * r * P) by nia. intros v Hv. apply (covered_up c F g m P S); auto; try lia. apply CovF. lia. }
  intros n Hn. rewrite !(grundy_unique (move c) G F) by (auto using move_shrinks). apply PF. auto.
Qed.
