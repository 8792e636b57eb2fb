(* The checker for the theorem `arithmetic-kinds`: its conditions are looked at for every option of a window, on values that are known. *)
From Coq Require Import Arith ZArith NArith List Lia Bool.
From Grundy Require Import Rules Least Layout Store LeastCheck Arithmetic Kinds ArithmeticCheck Certificate KindRules KindValues KindExact KindCheck KindDirections ArithmeticKinds.
Import ListNotations.
Local Open Scope Z_scope.
Local Notation high := Arithmetic.high.
Local Notation low := Arithmetic.low.

(* ---------- the program ---------- *)
Section Conditions.
Variables (F : values) (S : N -> N) (P : Z) (g : N) (n0 : N -> Z).
Definition dirs (R : rule) : list nat := match the_cut R with None => [0%nat] | Some d => seq 0 (length (coordinates d)) end.
Definition at_position (q : position) : N := F (fst q) (snd q).
Definition no_parts (l : list coordinate) : bool := forallb (fun co => match cut_parts co with [] => true | _ => false end) l.
Definition one_part_b (R : rule) : bool :=
  match fixed R, joint R, the_cut R with
  | [], [_], None => true
  | [], [_], Some d => no_parts (coordinates d)
  | [], [], Some d => match coordinates d with [x] => match cut_parts x with [_] => true | _ => false end | _ => false end
  | _, _, _ => false
  end.
Definition short_b (R : rule) (k : N) (n : Z) (a : list Z) : bool :=
  forallb (fun j => sum_of S (movers R j) <=? S k)%N (dirs R) &&
  let o := parts R n a in let w := F k n in
  (negb (sum_value (fun k n => low g (F k n)) o =? low g w)%N || (heights g F o <? high g w)%N).
Definition differs_one_b (R : rule) (k : N) (n : Z) (a : list Z) : bool :=
  one_part_b R && match parts R n a with
  | [(q, x)] => let v := F q x in let w := F k n in negb (v =? w)%N && implb (S q <? S k)%N (v <? w)%N && implb (S k <? S q)%N (w <? v)%N
  | _ => false
  end.
Definition differs_slack_b (R : rule) (k : N) (n : Z) (a : list Z) : bool :=
  match two_way R with
  | Some (i, (q, o)) => let v := F q (nth i a 0 + o) in let w := F k n in
      let near := match the_cut R with Some c => nth i a 0 <? threshold n0 (nth i (coordinates c) some_coordinate) + P | None => true end in
      (S q <=? S k)%N && negb (v =? w)%N && implb (S q <? S k)%N (v <? w)%N && implb ((0 <? S k)%N && (S q =? S k)%N && near) (v <? w)%N
  | None => false
  end.
Definition differs_fixed_b (R : rule) (k : N) (n : Z) (a : list Z) : bool :=
  forallb (fun j => match movers R j with [] => true | _ => false end) (dirs R) &&
  let v := sum_value F (parts R n a) in let w := F k n in negb (v =? w)%N && implb (0 <? S k)%N (v <? w)%N.
Definition missed_b (R : rule) (k : N) (n : Z) (a : list Z) : bool := short_b R k n a || differs_one_b R k n a || differs_slack_b R k n a || differs_fixed_b R k n a.

Definition raisable_b (R : rule) (a : list Z) (j : nat) : bool :=
  match the_cut R with
  | None => true
  | Some c => match cut_order c, a with
    | AnyOrder, _ => true
    | NotIn E, [x; y] => match j with O => forallb (fun e => e - P <? x - y) E | _ => forallb (fun e => x - y <? e + P) E end
    | AtMost _, [_; _] => (j =? 1)%nat
    | _, _ => false
    end
  end.
Definition ready_b (R : rule) (n : Z) (a : list Z) (j : nat) : bool := forallb (fun q => n0 (fst q) <=? snd q) (moving R n a j).
Definition stays_one_b (R : rule) (n : Z) (a : list Z) (j : nat) : bool := (sum_of S (movers R j) =? 0)%N && raisable_b R a j && ready_b R n a j.
Definition stays_two_b (R : rule) (n : Z) (a : list Z) (i j : nat) : bool :=
  let s := sum_of S (movers R i) in
  negb (i =? j)%nat && (sum_of S (movers R j) =? s)%N && (sum_of S (map fst (joint R)) =? 0)%N && ready_b R n a i && ready_b R n a j &&
  existsb (fun b => (S (fst b) =? s)%N && existsb (fun c => (S (fst c) =? s)%N && (high g (at_position b) =? high g (at_position c))%N) (moving R n a j)) (moving R n a i).
Definition rises_b (R : rule) (k : N) (n : Z) (a : list Z) (v : N) (j : nat) : bool :=
  (sum_of S (movers R j) =? S k)%N && raisable_b R a j && ready_b R n a j &&
  existsb (fun p => (S (fst p) =? S k)%N && (high g (at_position p) =? high g v)%N) (moving R n a j).
Definition beside_b (R : rule) (n : Z) (a : list Z) (free : nat -> bool) : bool :=
  existsb (fun s => free s && stays_one_b R n a s) (dirs R) || existsb (fun s => free s && existsb (fun u => free u && stays_two_b R n a s u) (dirs R)) (dirs R).
(* the values below x of options that may rise (k_one), stay (k_two), do both *)
Definition note_option (R : rule) (k : N) (n : Z) (x : N) (ks : kinds) (a : list Z) : kinds :=
  let v := sum_value F (parts R n a) in
  if (x <=? v)%N then ks else
  let stay := beside_b R n a (fun _ => true) in let rs := filter (rises_b R k n a v) (dirs R) in
  let rise := match rs with [] => false | _ => true end in
  let both := stay && existsb (fun j => beside_b R n a (fun s => negb (s =? j)%nat)) rs in
  {| k_one := if rise then set (k_one ks) v 1%N else k_one ks; k_two := if stay then set (k_two ks) v 1%N else k_two ks; k_both := if both then set (k_both ks) v 1%N else k_both ks |}.
Definition options_noted (Rs : list rule) (k : N) (n : Z) (x : N) : kinds :=
  fold_left (fun ks R => if applies_b R n then fold_left (note_option R k n x) (choices R n) ks else ks) Rs {| k_one := empty tt; k_two := empty tt; k_both := empty tt |}.
Definition covered_b (Rs : list rule) (k : N) (n : Z) : bool :=
  let x := F k n in let ks := options_noted Rs k n x in
  if (S k =? 0)%N then all_marked (k_two ks) 0 x else
  let u := first_run ks (2 * S k) x (lowest ks x) in
  (u + 2 * S k <=? x)%N && all_marked (k_two ks) 0 u && all_marked (k_one ks) u x && all_marked (k_both ks) u (u + 2 * S k).
End Conditions.

Definition sizes (n len : Z) : list Z := map (fun i => n + Z.of_nat i) (seq 0 (Z.to_nat len)).
Section Program.
Variables (c : kinds_certificate) (g : N).
Let K := k_rules c.
Let P := k_joint c.
Definition saltus_of (k : N) : N := match claim_of c k with Some q => (q_saltus q * (Z.to_N P / q_period q))%N | None => 0%N end.
Definition start_of (k : N) : Z := match claim_of c k with Some q => q_bound q | None => 0 end.
Definition top_of : Z := fold_right Z.max 0 (map q_bound (k_claims c)).
(* the values as they would go on; they are computed below top + 2 P *)
Definition value_of (W : N) (st : store) : values := fun k n =>
  if stands_b K (k, n) then goes_on (stored W st) (live_b c) (preperiod_of c) P saltus_of k n else 0%N.
Definition claim_rises (W : N) (st : store) (q : kind_claim) : bool :=
  let k := q_kind q in let i := place W k (q_preperiod q) in let s := saltus_of k in let Rs := kind_rules (kind_at K k) in let F := value_of W st in
  (q_bound q =? start_of k) && (q_saltus q * (Z.to_N P / q_period q) =? s)%N && (s mod 2 ^ g =? 0)%N && (q_checked_to q =? top_of + 2 * P - 1) &&
  agrees_all st i (Z.to_N P) s (i + Z.to_N (top_of + P - q_preperiod q))%N && agrees_all st i (q_period q) (q_saltus q) (i + Z.to_N P)%N &&
  forallb (fun n => forallb (fun R => if applies_b R n then forallb (missed_b F saltus_of P g (preperiod_of c) R k n) (choices R n) else true) Rs) (sizes (q_bound q) P) &&
  forallb (covered_b F saltus_of P g (preperiod_of c) Rs k) (sizes (q_bound q) (2 * P)) && window_right W st q.
Definition check_arithmetic_kinds : bool := match computed c with Some s => forallb (claim_rises (width c) (s_g s)) (k_claims c) | None => false end.
End Program.

(* ---------- its correctness ---------- *)
Local Opaque loop depth run.

Section Right.
Variables (F : values) (S : N -> N) (P : Z) (g : N) (n0 : N -> Z).
Lemma dirs_spec R j : In j (dirs R) <-> direction R j.
Proof. unfold dirs, direction. destruct (the_cut R); [rewrite in_seq; lia|]. split; [intros [<-|[]]; auto|intros ->; left; auto]. Qed.
Lemma implb_ok a b : implb a b = true -> a = true -> b = true.
Proof. destruct a, b; auto. Qed.
Ltac split_and := repeat match goal with H : (_ && _)%bool = true |- _ => apply andb_prop in H; destruct H end.

Lemma no_parts_shifted cs a : no_parts cs = true -> flat_map (fun x => shifted (fst x) (cut_parts (snd x))) (combine a cs) = [] /\ forall j, cut_parts (nth j cs some_coordinate) = [].
Proof.
  unfold no_parts. revert a. induction cs as [|co cs IH]; intros a H; cbn [forallb] in H.
  - split; [destruct a; reflexivity|intros [|j]; reflexivity].
  - apply andb_prop in H. destruct H as [H1 H2]. destruct (cut_parts co) eqn:E; [|discriminate]. split.
    + destruct a as [|x a]; [reflexivity|]. cbn [combine flat_map fst snd]. rewrite E. apply (proj1 (IH a H2)).
    + intros [|j]; [exact E|apply (proj2 (IH [] H2))].
Qed.
Lemma one_part_ok R : one_part_b R = true -> one_part R.
Proof.
  unfold one_part_b, one_part, parts, moving, parts_at, cut_at, choice, direction. destruct (fixed R) as [|? ?]; [|discriminate]. destruct (joint R) as [|p [|? ?]]; try (destruct (the_cut R); discriminate).
  - destruct (the_cut R) as [d|]; [|discriminate]. destruct (coordinates d) as [|x [|? ?]] eqn:Ec; try discriminate. destruct (cut_parts x) as [|q [|? ?]] eqn:Ep; try discriminate.
    intros _ n a j [(Fo & _) _] D. rewrite Ec in Fo. inversion Fo as [|z ? a' ? Hz F1]; subst. inversion F1; subst. assert (j = 0%nat) as -> by (simpl in D; lia).
    cbn [combine flat_map fst snd nth app back map]. rewrite Ep. cbn. eexists. split; reflexivity.
  - destruct (the_cut R) as [d|].
    + intros H n a j _ _. destruct (no_parts_shifted (coordinates d) a H) as [-> Nj]. rewrite Nj. cbn. eexists. split; reflexivity.
    + intros _ n a j _ _. cbn. eexists. split; reflexivity.
Qed.
Lemma missed_ok R k n a : missed_b F S P g n0 R k n a = true -> missed F S P g n0 R k n a.
Proof.
  unfold missed_b, missed. intros H. apply orb_prop in H. destruct H as [H|H]; [apply orb_prop in H; destruct H as [H|H]; [apply orb_prop in H; destruct H as [H|H]|]|].
  - left. unfold short_b in H. cbv zeta in H. apply andb_prop in H. destruct H as [H1 H2]. rewrite forallb_forall in H1. split.
    + intros j D. apply N.leb_le, H1, dirs_spec, D.
    + intros E. rewrite E, N.eqb_refl in H2. apply N.ltb_lt, H2.
  - right. left. unfold differs_one_b in H. apply andb_prop in H. destruct H as [H1 H2]. split; [apply one_part_ok, H1|]. intros q x E. rewrite E in H2. cbv zeta in H2. split_and.
    apply negb_true_iff, N.eqb_neq in H. split; [exact H|]. split; intros L; apply N.ltb_lt; [apply (implb_ok _ _ H2)|apply (implb_ok _ _ H0)]; apply N.ltb_lt, L.
  - right. right. left. unfold differs_slack_b in H. destruct (two_way R) as [[i [q o]]|] eqn:ET; [|discriminate]. cbv zeta in H. split_and. exists i, q, o. split; [exact ET|].
    split; [apply N.leb_le; assumption|]. cbv zeta. split; [apply N.eqb_neq, negb_true_iff; assumption|]. split.
    + intros L. apply N.ltb_lt. apply (implb_ok _ _ H1). apply N.ltb_lt, L.
    + intros L E Nr. apply N.ltb_lt. apply (implb_ok _ _ H0). apply N.ltb_lt in L. rewrite L. apply N.eqb_eq in E. rewrite E. cbn [andb].
      destruct (the_cut R) as [d|]; auto. apply Z.ltb_lt. apply Nr. reflexivity.
  - right. right. right. unfold differs_fixed_b in H. cbv zeta in H. split_and. rewrite forallb_forall in H. split; [|split].
    + intros j D. apply dirs_spec in D. specialize (H j D). cbv beta in H. destruct (movers R j); [reflexivity|discriminate].
    + apply N.eqb_neq, negb_true_iff. assumption.
    + intros L. apply N.ltb_lt. apply (implb_ok _ _ H1). apply N.ltb_lt, L.
Qed.

Lemma ready_ok R n a j : In j (dirs R) -> ready_b n0 R n a j = true -> ready n0 R n a j.
Proof. unfold ready_b, ready. rewrite forallb_forall. intros D H. split; [apply dirs_spec, D|]. intros q I. apply Z.leb_le, H, I. Qed.
Lemma raisable_ok R a j : raisable_b P R a j = true -> raisable R P a j.
Proof.
  unfold raisable_b, raisable. destruct (the_cut R) as [d|]; auto. unfold raisable_in. destruct (cut_order d) as [|E|e]; auto; destruct a as [|x [|y [|? ?]]]; try discriminate.
  - destruct j; rewrite forallb_forall; intros H e I; apply Z.ltb_lt, H, I.
  - intros H. apply Nat.eqb_eq, H.
Qed.
Lemma stays_one_ok R n a j : In j (dirs R) -> stays_one_b S P n0 R n a j = true -> stays_one S P n0 R n a j.
Proof. unfold stays_one_b, stays_one. intros D H. split_and. split; [apply ready_ok; auto|]. split; [apply raisable_ok; auto|]. apply N.eqb_eq; auto. Qed.
Lemma stays_two_ok R n a i j : In i (dirs R) -> In j (dirs R) -> stays_two_b F S g n0 R n a i j = true -> stays_two F S g n0 R n a i j.
Proof.
  unfold stays_two_b, stays_two. cbv zeta. intros Di Dj H. apply andb_prop in H. destruct H as [H E]. apply andb_prop in H. destruct H as [H R2]. apply andb_prop in H. destruct H as [H R1].
  apply andb_prop in H. destruct H as [H Z0]. apply andb_prop in H. destruct H as [Nij Es]. apply N.eqb_eq in Z0, Es. apply negb_true_iff, Nat.eqb_neq in Nij.
  split; [exact Nij|]. split; [apply ready_ok; auto|]. split; [apply ready_ok; auto|]. split; [exact Z0|].
  apply existsb_exists in E. destruct E as (b & Ib & E). apply andb_prop in E. destruct E as [E1 E]. apply existsb_exists in E. destruct E as (d & Id & E). apply andb_prop in E. destruct E as [E2 E3].
  apply N.eqb_eq in E1, E2, E3. exists b, d, (sum_of S (movers R i)). split; [split; auto|]. split; [split; auto|exact E3].
Qed.
Lemma rises_ok R k n a v j : In j (dirs R) -> rises_b F S P g n0 R k n a v j = true -> v = sum_value F (parts R n a) -> rises F S P g n0 R k n a j.
Proof.
  unfold rises_b, rises. intros D H ->. apply andb_prop in H. destruct H as [H E]. apply andb_prop in H. destruct H as [H R1]. apply andb_prop in H. destruct H as [Es R2]. apply N.eqb_eq in Es.
  split; [apply ready_ok; auto|]. split; [apply raisable_ok; auto|]. apply existsb_exists in E. destruct E as (p & Ip & E). apply andb_prop in E. destruct E as [E1 E2]. apply N.eqb_eq in E1, E2.
  exists p. split; [split; auto|exact E2].
Qed.
Lemma beside_ok R n a free (fr : nat -> Prop) : (forall s, free s = true -> fr s) -> beside_b F S P g n0 R n a free = true -> stays_beside F S P g n0 R n a fr.
Proof.
  intros Hf H. unfold beside_b in H. apply orb_prop in H. destruct H as [H|H]; apply existsb_exists in H; destruct H as (s & Is & H); apply andb_prop in H; destruct H as [H1 H2].
  - left. exists s. split; auto. apply stays_one_ok; auto.
  - right. apply existsb_exists in H2. destruct H2 as (u & Iu & H2). apply andb_prop in H2. destruct H2 as [H2 H3]. exists s, u. split; auto. split; auto. apply stays_two_ok; auto.
Qed.

Section Noted.
Variables (Rs : list rule) (k : N) (n : Z).
Definition noted (ks : kinds) : Prop :=
  (forall v, get (k_one ks) v = 1%N -> exists R a j, In R Rs /\ has F R n a v /\ rises F S P g n0 R k n a j) /\
  (forall v, get (k_two ks) v = 1%N -> exists R a, In R Rs /\ has F R n a v /\ stays_beside F S P g n0 R n a (fun _ => True)) /\
  (forall v, get (k_both ks) v = 1%N -> exists R a j, In R Rs /\ has F R n a v /\ rises F S P g n0 R k n a j /\ stays_beside F S P g n0 R n a (fun s => s <> j)).
Lemma set_one (b : bool) s v (Q : N -> Prop) : (forall w, get s w = 1%N -> Q w) -> (b = true -> Q v) -> forall w, get (if b then set s v 1%N else s) w = 1%N -> Q w.
Proof. intros H Hb w. destruct b; [|apply H]. destruct (N.eq_dec w v) as [->|D]; [auto|]. rewrite get_other by exact D. apply H. Qed.
Lemma note_option_ok R x ks a : In R Rs -> applies R n -> choice R n a -> noted ks -> noted (note_option F S P g n0 R k n x ks a).
Proof.
  intros I Ap Ch (N1 & N2 & N3). unfold note_option. cbv zeta. set (v := sum_value F (parts R n a)). destruct (x <=? v)%N; [repeat split; auto|].
  assert (Hs : has F R n a v) by (repeat split; auto). set (rs := filter (rises_b F S P g n0 R k n a v) (dirs R)).
  assert (Ri : forall j, In j rs -> rises F S P g n0 R k n a j) by (intros j J; apply filter_In in J; destruct J as [J1 J2]; apply (rises_ok R k n a v j); auto).
  split; [|split]; cbn [k_one k_two k_both]; apply set_one; auto.
  - intros H. destruct rs as [|j rs']; [discriminate|]. exists R, a, j. split; auto. split; auto. apply Ri. left. reflexivity.
  - intros H. exists R, a. split; auto. split; auto. apply (beside_ok R n a (fun _ => true)); auto.
  - intros H. apply andb_prop in H. destruct H as [_ H]. apply existsb_exists in H. destruct H as (j & J & H). exists R, a, j. split; auto. split; auto. split; auto.
    apply (beside_ok R n a (fun s => negb (s =? j)%nat)); auto. intros s Hn. apply Nat.eqb_neq, negb_true_iff, Hn.
Qed.
Lemma options_noted_ok x : noted (options_noted F S P g n0 Rs k n x).
Proof.
  unfold options_noted. apply fold_inv.
  - intros ks R I Ok. destruct (applies_b R n) eqn:E; auto. apply applies_b_spec in E. apply fold_inv; auto. intros ks' a Ia Ok'. apply note_option_ok; auto. apply choices_spec, Ia.
  - repeat split; intros v H; cbn [k_one k_two k_both] in H; rewrite get_empty in H; discriminate.
Qed.
Lemma all_marked_ok s i e : all_marked s i e = true -> forall v, (i <= v < e)%N -> get s v = 1%N.
Proof. intros A v Hv. unfold all_marked in A. rewrite forallb_forall in A. apply N.eqb_eq, A, range_spec, Hv. Qed.
Lemma covered_ok : covered_b F S P g n0 Rs k n = true -> covered_at F S P g n0 Rs k n.
Proof.
  unfold covered_b, covered_at. cbv zeta. destruct (options_noted_ok (F k n)) as (K1 & K2 & K3). set (ks := options_noted F S P g n0 Rs k n (F k n)) in *. clearbody ks.
  destruct (S k =? 0)%N; [intros H v Hv; apply K2, (all_marked_ok _ _ _ H); lia|].
  set (u := first_run ks (2 * S k) (F k n) (lowest ks (F k n))). clearbody u. intros H. apply andb_prop in H. destruct H as [H H4]. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  apply N.leb_le in H1. exists u. split; [exact H1|]. split; [|split]; intros v Hv.
  - apply K2, (all_marked_ok _ _ _ H2). lia.
  - apply K1, (all_marked_ok _ _ _ H3). exact Hv.
  - apply K3, (all_marked_ok _ _ _ H4). exact Hv.
Qed.
End Noted.
End Right.

Lemma sizes_spec n len x : In x (sizes n len) <-> n <= x < n + len.
Proof.
  unfold sizes. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat (x - n)). split; [lia|]. apply in_seq. lia.
Qed.

Section Correct.
Variables (c : kinds_certificate) (g : N) (s : state).
Hypothesis Rt : right c s.
Hypothesis Ok : forall q, In q (k_claims c) -> claim_rises c g (width c) (s_g s) q = true.
Let K := k_rules c.
Let P := k_joint c.
Let HP := r_P c s Rt.
Let G1 := r_good c s Rt.
Let Base := r_base c s Rt.
Let Seen := r_seen c s Rt.
Variable f : values.
Hypothesis Gf : kinds_grundy (moves_of K) f.

Lemma saltus_fits q : In q (k_claims c) -> saltus_of c (q_kind q) = (q_saltus q * (Z.to_N P / q_period q))%N.
Proof.
  intros I. pose proof (Ok q I) as H. unfold claim_rises in H. cbv zeta in H. fold P in H. repeat (apply andb_prop in H; destruct H as [H _]).
  clear H. pose proof (Ok q I) as H. unfold claim_rises in H. cbv zeta in H. fold P in H. do 7 (apply andb_prop in H; destruct H as [H _]). apply andb_prop in H. destruct H as [_ H]. apply N.eqb_eq in H. symmetry. exact H.
Qed.
Record rising (q : kind_claim) : Prop := {
  ri_start : q_bound q = start_of c (q_kind q);
  ri_low : N.divide (2 ^ g) (saltus_of c (q_kind q));
  ri_to : q_checked_to q = top_of c + 2 * P - 1;
  ri_agree : forall n, q_preperiod q <= n < top_of c + P -> f (q_kind q) (n + P) = (f (q_kind q) n + saltus_of c (q_kind q))%N;
  ri_agree_p : forall n, q_preperiod q <= n < q_preperiod q + P -> f (q_kind q) (n + Z.of_N (q_period q)) = (f (q_kind q) n + q_saltus q)%N;
  ri_missed : forall n R a, q_bound q <= n < q_bound q + P -> In R (kind_rules (kind_at K (q_kind q))) -> applies R n -> choice R n a ->
    missed (value_of c (width c) (s_g s)) (saltus_of c) P g (preperiod_of c) R (q_kind q) n a;
  ri_covered : forall n, q_bound q <= n < q_bound q + 2 * P -> covered_at (value_of c (width c) (s_g s)) (saltus_of c) P g (preperiod_of c) (kind_rules (kind_at K (q_kind q))) (q_kind q) n }.
Lemma top_spec q : In q (k_claims c) -> q_bound q <= top_of c.
Proof. intros I. unfold top_of. apply fold_max_in. right. apply in_map, I. Qed.
Lemma claim_rising q : In q (k_claims c) -> rising q.
Proof.
  intros I. pose proof (claim_sound c (width c) s Base q I) as S. pose proof (top_spec q I) as T. pose proof (Ok q I) as H. unfold claim_rises in H. cbv zeta in H. fold P K in H.
  apply andb_prop in H. destruct H as [H _]. apply andb_prop in H. destruct H as [H HCv]. apply andb_prop in H. destruct H as [H HM]. apply andb_prop in H. destruct H as [H A2]. apply andb_prop in H. destruct H as [H A1].
  apply andb_prop in H. destruct H as [H H4]. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1, H4. apply N.eqb_eq in H2, H3.
  rewrite forallb_forall in HM, HCv. destruct (so_divides _ _ _ _ _ S) as [Hp Dp]. fold P in Dp. assert (pP : Z.of_N (q_period q) <= P) by (apply Z.divide_pos_le; [assert (1 <= P) by exact HP; lia|exact Dp]).
  assert (Pre : q_preperiod q <= q_bound q).
  { rewrite (so_pre _ _ _ _ _ S). pose proof (so_bound _ _ _ _ _ S). assert (preperiod_of c (q_kind q) <= bound_of c (q_kind q)); [|lia]. apply fold_max_in. left. reflexivity. }
  assert (HP' : 1 <= P) by exact HP. constructor; auto.
  - apply N.mod_divide; [apply N.pow_nonzero; lia|exact H3].
  - intros n Hn. apply (stored_agree c (width c) s G1 Base f Gf q P (saltus_of c (q_kind q)) (top_of c + P - q_preperiod q)); [exact I|lia|lia|exact A1|lia].
  - intros n Hn. apply (stored_agree c (width c) s G1 Base f Gf q (Z.of_N (q_period q)) (q_saltus q) P); [exact I|lia|lia| |exact Hn]. rewrite N2Z.id. exact A2.
  - intros n R a Hn IR Ap Ch. apply missed_ok. specialize (HM n ltac:(apply sizes_spec; exact Hn)). rewrite forallb_forall in HM. specialize (HM R IR). apply applies_b_spec in Ap. rewrite Ap in HM.
    rewrite forallb_forall in HM. apply HM. apply choices_spec, Ch.
  - intros n Hn. apply covered_ok. apply HCv. apply sizes_spec. exact Hn.
Qed.

(* what stands in the store, gone on with, is the function of the theorem *)
Lemma not_standing k n : ~ stands K (k, n) -> f k n = 0%N.
Proof. intros H. apply (kinds_mex (moves_of K)); [exact Gf| |lia]. intros o [St _]. tauto. Qed.
Lemma value_is k n : value_of c (width c) (s_g s) k n = goes_on f (live_b c) (preperiod_of c) P (saltus_of c) k n.
Proof.
  unfold value_of. fold K P. destruct (stands_b K (k, n)) eqn:E.
  - apply stands_b_spec in E. unfold goes_on. destruct (live_b c k) eqn:L; cbn [andb].
    + destruct (live_sound c (width c) s Base k L) as (q & I & Ek & S). pose proof (claim_rising q I) as Rg. rewrite <- Ek in *. pose proof (so_least _ _ _ _ _ S) as L1. pose proof (top_spec q I) as T.
      assert (HP' : 1 <= P) by exact HP. pose proof (so_bound _ _ _ _ _ S) as Bd. assert (Pre : preperiod_of c (q_kind q) <= bound_of c (q_kind q)) by (apply fold_max_in; left; reflexivity).
      assert (V : forall m, least_of K (q_kind q) <= m <= q_checked_to q -> stored (width c) (s_g s) (q_kind q) m = f (q_kind q) m) by (intros m Hm; apply (stored_value c (width c) s G1 Base f Gf q m I Hm)).
      rewrite (ri_to q Rg) in V. fold K in L1. destruct (Z.leb_spec (preperiod_of c (q_kind q)) n) as [H|H].
      * pose proof (Z.mod_pos_bound (n - preperiod_of c (q_kind q)) P ltac:(lia)). rewrite V by lia. reflexivity.
      * apply V. apply (live_stands c (width c) s Base (q_kind q) n L) in E. fold K in E. lia.
    + destruct (stands_seen c s Seen (k, n) E) as [Kn|Lv]; [|unfold live in Lv; cbn [fst] in Lv; congruence].
      destruct (known_settled c (width c) s G1 (k, n) Kn) as (_ & _ & _ & _ & V). apply V. exact Gf.
  - assert (No : ~ stands K (k, n)) by (intros St; apply stands_b_spec in St; congruence). unfold goes_on. destruct (live_b c k) eqn:L; cbn [andb]; [|symmetry; apply not_standing, No].
    destruct (Z.leb_spec (preperiod_of c k) n) as [H|H]; [|symmetry; apply not_standing, No]. exfalso. apply No. apply (live_stands c (width c) s Base k n L).
    destruct (live_sound c (width c) s Base k L) as (q & _ & _ & S). pose proof (so_least _ _ _ _ _ S). lia.
Qed.

Theorem rising_periodic k n : live_b c k = true -> preperiod_of c k <= n -> f k (n + P) = (f k n + saltus_of c k)%N.
Proof.
  assert (Of : forall j, live_b c j = true -> exists q, In q (k_claims c) /\ q_kind q = j /\ sound c (width c) s j q /\ rising q).
  { intros j L. destruct (live_sound c (width c) s Base j L) as (q & I & E & S). exists q. split; auto. split; auto. split; auto. apply claim_rising, I. }
  apply (arithmetic_kinds K f (live_b c) (preperiod_of c) (start_of c) P (top_of c) (saltus_of c) g (value_of c (width c) (s_g s)) value_is HP (plays_end c HP (width c) s G1 Base Seen) Gf).
  - intros j L. destruct (Of j L) as (q & I & <- & S & Rg). pose proof (top_spec q I). pose proof (so_bound _ _ _ _ _ S) as Bd. rewrite <- (ri_start q Rg).
    assert (preperiod_of c (q_kind q) <= bound_of c (q_kind q)) by (apply fold_max_in; left; reflexivity). split; [lia|]. split.
    + intros m Hm. apply (live_stands c (width c) s Base); auto. pose proof (so_least _ _ _ _ _ S). lia.
    + intros R IR. destruct (so_rules _ _ _ _ _ S R IR) as [Ft _]. split; [apply rule_fits_ok; exact Ft|]. intros x X. pose proof (bounds_hold c (q_kind q) R x IR X). lia.
  - intros j L. destruct (Of j L) as (q & I & <- & S & Rg). apply (ri_low q Rg).
  - intros j m L Hm. destruct (Of j L) as (q & I & <- & S & Rg). rewrite <- (so_pre _ _ _ _ _ S) in Hm. apply (ri_agree q Rg). exact Hm.
  - intros j m R a L Hm IR Ap Ch. destruct (Of j L) as (q & I & <- & S & Rg). rewrite <- (ri_start q Rg) in Hm. apply (ri_missed q Rg); auto.
  - intros j m L Hm. destruct (Of j L) as (q & I & <- & S & Rg). rewrite <- (ri_start q Rg) in Hm. apply (ri_covered q Rg). exact Hm.
Qed.
Theorem rising_claim q : In q (k_claims c) -> true_claim K f q.
Proof.
  intros I. apply (claim_holds c (width c) s G1 Base f Gf q I). intros n Hn. pose proof (claim_sound c (width c) s Base q I) as S. pose proof (claim_rising q I) as Rg. assert (HP' : 1 <= P) by exact HP.
  assert (Up : forall t r, q_preperiod q <= r -> f (q_kind q) (r + Z.of_nat t * P) = (f (q_kind q) r + N.of_nat t * saltus_of c (q_kind q))%N).
  { induction t as [|t IH]; intros r Hr; [rewrite Z.mul_0_l, Z.add_0_r; lia|]. replace (r + Z.of_nat (Datatypes.S t) * P) with (r + Z.of_nat t * P + P) by lia.
    rewrite rising_periodic; [rewrite IH by exact Hr; lia|apply (claim_live c q I)|rewrite <- (so_pre _ _ _ _ _ S); nia]. }
  pose proof (Z.div_mod (n - q_preperiod q) P ltac:(lia)) as D. pose proof (Z.mod_pos_bound (n - q_preperiod q) P ltac:(lia)) as B. assert (Q : 0 <= (n - q_preperiod q) / P) by (apply Z.div_pos; lia).
  set (r := q_preperiod q + (n - q_preperiod q) mod P). set (t := Z.to_nat ((n - q_preperiod q) / P)). assert (En : n = r + Z.of_nat t * P) by (unfold r, t; rewrite Z2Nat.id by lia; lia).
  rewrite En. replace (r + Z.of_nat t * P + Z.of_N (q_period q)) with (r + Z.of_N (q_period q) + Z.of_nat t * P) by lia. rewrite !Up by (unfold r; lia). rewrite (ri_agree_p q Rg) by (unfold r; lia). lia.
Qed.
End Correct.

(* If the checker accepts a certificate, then what it claims is true of the Grundy function of its rules. *)
Theorem check_arithmetic_kinds_correct c g : check_arithmetic_kinds c g = true -> kinds_claimed c.
Proof.
  unfold check_arithmetic_kinds. destruct (computed c) as [s|] eqn:E; [|discriminate]. intros H. rewrite forallb_forall in H. apply computed_right in E. apply (claimed_if c s E).
  intros f Gf q I. apply (rising_claim c g s E H f Gf q I).
Qed.
