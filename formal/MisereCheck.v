(* The checker of certificates of misere quotients (docs/theorems.md, "Misere play"). *)
From Coq Require Import ZArith Znumtheory Arith NArith List Lia Bool.
From Grundy Require Import Rules Values Least Store Certificate MisereClaims Misere MiserePeriod MisereTransitions MisereDigits.
Import ListNotations.
Local Open Scope N_scope.
Local Arguments N.sub : simpl never.
Local Arguments N.add : simpl never.
Local Arguments N.mul : simpl never.
Local Arguments N.max : simpl never.
Local Arguments N.of_nat : simpl never.
Local Arguments N.to_nat : simpl never.
Local Arguments N.testbit : simpl never.

(* ---------- the monoid, and heaps one by one ---------- *)
Definition marked (l : list N) (s : store) : store := fold_left (fun s x => set s x 1) l s.
Section Tables.
(* els: all elements, 0, ..., m - 1 *)
Variables (m : N) (els : list N) (t pst : store).
Definition mul (x y : N) : N := get t (x * m + y).
Definition in_p (x : N) : bool := get pst x =? 1.
Definition table_ok : bool :=
  forallb (fun x => (mul x 0 =? x) && (mul 0 x =? x) && forallb (fun y => (mul x y <? m) && (mul x y =? mul y x)) els) els.
Definition in_the_middle (g : N) : bool := forallb (fun x => let xg := mul x g in forallb (fun y => mul xg y =? mul x (mul g y)) els) els.
(* a step: an element that was reached, and a generator *)
Fixpoint reach (gens : list N) (steps : list (N * N)) (s : store) : store :=
  match steps with
  | [] => s
  | (y, g) :: rest => reach gens rest (if (get s y =? 1) && existsb (N.eqb g) gens then set s (mul y g) 1 else s)
  end.
Definition all_reached (gens : list N) (steps : list (N * N)) : bool :=
  let s := reach gens steps (set (empty tt) 0 1) in forallb (fun x => get s x =? 1) els.
Fixpoint all_apart (l : list N) : bool :=
  match l with
  | [] => true
  | x :: rest => forallb (fun y => existsb (fun z => negb (eqb (in_p (mul x z)) (in_p (mul y z)))) els) rest && all_apart rest
  end.

(* no move of a heap with the value f and the transitions T leads from P to P; notes where it lacks a winning move *)
Fixpoint note_lacks (zs : list N) (f : N) (T : list N) (u : store) : option store :=
  match zs with
  | [] => Some u
  | z :: rest =>
    let wins := existsb (fun e => in_p (mul z e)) T in
    if in_p (mul z f) then if wins then None else note_lacks rest f T u
    else note_lacks rest f T (if wins then u else set u (f * m + z) 1)
  end.
Definition note_heap (f : N) (T : list N) (u : store) : option store :=
  match T with [] => if f =? 0 then Some u else None | _ => note_lacks els f T u end.
Fixpoint note_code (phi : store) (L : nat) (digits : list N) (k : nat) (n : N) (rows : list row) (u : store) : option store :=
  match k with
  | O => Some u
  | S k =>
    let rows := row_of mul phi L n rows :: rows in
    match note_heap (get phi n) (found (gather digits rows (no_bag tt))) u with Some u => note_code phi L digits k (n + 1) rows u | None => None end
  end.
Fixpoint note_listed (phi : store) (k : nat) (n : N) (options : list (list (list N))) (u : store) : option store :=
  match k, options with
  | O, _ => Some u
  | S k, os :: rest =>
    if forallb (forallb (fun a => a <? n)) os then
      match note_heap (get phi n) (found (add_values mul phi os (no_bag tt))) u with Some u => note_listed phi k (n + 1) rest u | None => None end
    else None
  | S _, [] => None
  end.
(* All edges from (0, z) and from pairs of b lead into b. Heaps with the same value f are one: u holds where one of them lacks a winning move. *)
Definition is_closed (u b : store) : bool :=
  forallb (fun f => if existsb (fun w => get u (f * m + w) =? 1) els then
    forallb (fun x => let xf := mul x f in forallb (fun z =>
      if (get u (f * m + mul x z) =? 1) && ((x =? 0) || (get b (x * m + mul z f) =? 1)) then get b (xf * m + z) =? 1 else true) els) els else true) els &&
  forallb (fun x => negb (get b (x * m + 0) =? 1)) els.
End Tables.

(* ---------- certificates ---------- *)
Fixpoint fill (vs : list N) (n : N) (s : store) : store := match vs with [] => s | v :: t => fill t (n + 1) (set s n v) end.
Fixpoint extend (k : nat) (n p : N) (s : store) : store := match k with O => s | S k => extend k (n + 1) p (set s n (get s (n - p))) end.
Definition values_given (c : misere_certificate) : N := N.of_nat (length (mq_phi c)).
(* right up to here, the values are right for all heaps *)
Definition last_heap (c : misere_certificate) : N :=
  match mq_period c with Some (n0, p) => heaps_left (mq_game c) * (n0 + p - 1) + last_place (mq_game c) p | None => values_given c end.
Definition phi_store (c : misere_certificate) : store :=
  let s := fill (mq_phi c) 1 (empty tt) in
  match mq_period c with Some (_, p) => extend (N.to_nat (last_heap c - values_given c)) (values_given c + 1) p s | None => s end.
Definition period_ok (c : misere_certificate) (phi : store) : bool :=
  match mq_period c with
  | None => true
  | Some (n0, p) =>
    (1 <=? n0) && (1 <=? p) && (values_given c =? n0 + p - 1) && fits (mq_game c) p &&
    ((n0 =? 1) || negb (get phi (n0 - 1) =? get phi (n0 + p - 1))) &&
    forallb (fun q => if p mod q =? 0 then existsb (fun n => negb (get phi n =? get phi (n + q))) (up n0 (N.to_nat (p - q))) else true)
      (up 1 (N.to_nat (p - 1)))
  end.
Definition action_ok (m : N) (els : list N) (t phi : store) (last : N) (a : N * list N) : bool :=
  (fst a <=? last) && Nat.eqb (length (snd a)) (length els) && forallb (fun zv => mul m t (get phi (fst a)) (fst zv) =? snd zv) (combine els (snd a)).

(* t: the table of products, steps: how the elements are reached. What comes out says where heaps lack winning moves. *)
Definition prepare_misere (c : misere_certificate) (t : store) (steps : list (N * N)) : option store :=
  let m := mq_elements c in let els := up 0 (N.to_nat m) in let last := last_heap c in
  let pst := marked (mq_p c) (empty tt) in let phi := phi_store c in let gens := map (fun a => get phi (fst a)) (mq_actions c) in
  if (1 <=? m) && forallb (fun x => x <? m) (mq_p c) && negb (in_p pst 0) && forallb (fun x => x <? m) (mq_phi c) && misere_game_ok (mq_game c) &&
    period_ok c phi && table_ok m els t && forallb (in_the_middle m els t) gens && all_reached m els t gens steps && all_apart m els t pst els &&
    forallb (action_ok m els t phi last) (mq_actions c)
  then match mq_game c with
    | Listed options => note_listed m els t pst phi (N.to_nat last) 1 options (empty tt)
    | g => note_code m els t pst phi (N.to_nat (heaps_left g)) (digits_to g last) (S (N.to_nat last)) 0 [] (empty tt)
    end
  else None.
Definition closed_misere (c : misere_certificate) (t u b : store) : bool := is_closed (mq_elements c) (up 0 (N.to_nat (mq_elements c))) t u b.

(* ---------- correctness: the monoid, and heaps one by one ---------- *)
Lemma marked_spec l : forall s, (forall x, In x l \/ get s x = 1 -> get (marked l s) x = 1) /\ (forall x, get (marked l s) x = 1 -> In x l \/ get s x = 1).
Proof.
  induction l as [|y l IH]; intros s; simpl; [tauto|]. destruct (IH (set s y 1)) as [A B]. split; intros x.
  - intros H. apply A. destruct (N.eq_dec x y) as [->|X]; [rewrite get_same; auto|rewrite get_other by auto]. destruct H as [[H|H]|H]; auto. congruence.
  - intros H. apply B in H. destruct (N.eq_dec x y) as [->|X]; auto. rewrite get_other in H by auto. tauto.
Qed.

Section TablesOk.
Variables (m : N) (t pst : store).
Notation els := (up 0 (N.to_nat m)).
Notation mul := (mul m t).
Notation in_p := (in_p pst).
Definition E (x : N) : Prop := x < m.
Lemma in_els x : In x els <-> E x.
Proof. rewrite up_spec. unfold E. lia. Qed.
Lemma all_els f : forallb f els = true -> forall x, E x -> f x = true.
Proof. rewrite forallb_forall. intros H x X. apply H, in_els, X. Qed.

Section Monoid.
Hypothesis table : table_ok m els t = true.
Lemma mul_0_r x : E x -> mul x 0 = x.
Proof. intros X. apply (all_els _ table) in X. apply andb_prop in X as [X _]. apply andb_prop in X as [X _]. apply N.eqb_eq, X. Qed.
Lemma mul_0_l x : E x -> mul 0 x = x.
Proof. intros X. apply (all_els _ table) in X. apply andb_prop in X as [X _]. apply andb_prop in X as [_ X]. apply N.eqb_eq, X. Qed.
Lemma mul_E x y : E x -> E y -> E (mul x y).
Proof. intros X Y. apply (all_els _ table) in X. apply andb_prop in X as [_ X]. apply (all_els _ X) in Y. apply andb_prop in Y as [Y _]. apply N.ltb_lt, Y. Qed.
Lemma mul_comm x y : E x -> E y -> mul x y = mul y x.
Proof. intros X Y. apply (all_els _ table) in X. apply andb_prop in X as [_ X]. apply (all_els _ X) in Y. apply andb_prop in Y as [_ Y]. apply N.eqb_eq, Y. Qed.

Definition middle (g : N) : Prop := forall x y, E x -> E y -> mul (mul x g) y = mul x (mul g y).
Lemma in_the_middle_ok g : in_the_middle m els t g = true -> middle g.
Proof. intros H x y X Y. apply (all_els _ H) in X. apply (all_els _ X) in Y. apply N.eqb_eq, Y. Qed.
(* Light's test: what generators pass, their products pass *)
Lemma middle_mul g h : E g -> E h -> middle g -> middle h -> middle (mul g h).
Proof.
  intros Eg Eh Mg Mh x y X Y. assert (H : E (mul x g)) by (apply mul_E; auto). assert (H' : E (mul h y)) by (apply mul_E; auto).
  rewrite <- (Mg x h), (Mh (mul x g) y), (Mg x (mul h y)), (Mh g y); auto.
Qed.

Variables (gens : list N) (good : N -> Prop).
Hypothesis good_0 : good 0.
Hypothesis good_mul : forall x g, good x -> In g gens -> good (mul x g).
Lemma reach_good steps : forall s, (forall x, get s x = 1 -> good x) -> forall x, get (reach m t gens steps s) x = 1 -> good x.
Proof.
  induction steps as [|[y g] rest IH]; intros s H x; simpl; auto. apply IH. intros z.
  destruct (N.eqb_spec (get s y) 1) as [Y|Y]; simpl; auto. destruct (existsb (N.eqb g) gens) eqn:G; auto.
  apply existsb_exists in G as (g' & I & G). apply N.eqb_eq in G. subst g'.
  destruct (N.eq_dec z (mul y g)) as [->|Z]; [auto|rewrite get_other by auto; auto].
Qed.
Lemma all_reached_good steps : all_reached m els t gens steps = true -> forall x, E x -> good x.
Proof.
  intros H x X. apply (all_els _ H) in X. apply N.eqb_eq in X. revert X. apply reach_good. intros z.
  destruct (N.eq_dec z 0) as [->|Z]; auto. rewrite get_other, get_empty by auto. discriminate.
Qed.
End Monoid.

Lemma all_apart_ok l : all_apart m els t pst l = true -> forall x y, In x l -> In y l -> (forall z, E z -> in_p (mul x z) = in_p (mul y z)) -> x = y.
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. intros H x y X Y Z. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H1.
  assert (D : forall b, In b l -> (forall z, E z -> in_p (mul a z) = in_p (mul b z)) -> False).
  { intros b I W. apply H1 in I. apply existsb_exists in I as (z & I & D). apply in_els in I. rewrite W, eqb_reflx in D by auto. discriminate. }
  destruct X as [<-|X], Y as [<-|Y]; auto; [destruct (D y Y Z)|]. destruct (D x X). intros z Hz. symmetry. auto.
Qed.

(* what is noted of one heap; later notes keep it *)
Definition more (u v : store) : Prop := forall i, get u i = 1 -> get v i = 1.
Definition noted (u : store) (f : N) (T : N -> Prop) : Prop :=
  (forall e, ~ T e) /\ f = 0 \/ (exists e, T e) /\ no_P_to_P E mul in_p f T /\ forall z, E z -> lacks mul in_p f T z -> get u (f * m + z) = 1.
Lemma noted_more u v f T : more u v -> noted u f T -> noted v f T.
Proof. intros H [N|(X & A & C)]; [left; auto|right]. split; auto. Qed.
Lemma noted_same u f T T' : (forall e, T e <-> T' e) -> noted u f T -> noted u f T'.
Proof.
  intros H [[N Z]|((e & X) & A & C)]; [left|right].
  - split; auto. intros e X. apply (N e), H, X.
  - split; [exists e; apply H, X|]. split; [intros z e' Hz Y; apply A; auto; apply H, Y|]. intros z Hz [L1 L2]. apply C; auto. split; auto. intros e' Y.
    apply L2, H, Y.
Qed.
Lemma note_lacks_ok f T zs : forall u v, note_lacks m t pst zs f T u = Some v -> more u v /\
  (forall z e, In z zs -> In e T -> in_p (mul z f) = true -> in_p (mul z e) = true -> False) /\
  (forall z, In z zs -> lacks mul in_p f (fun e => In e T) z -> get v (f * m + z) = 1).
Proof.
  induction zs as [|z rest IH]; intros u v; cbn [note_lacks].
  - intros X. injection X as <-. split; [intros i; auto|]. split; [intros ? ? []|intros ? []].
  - assert (Wins : forall e, In e T -> in_p (mul z e) = true -> existsb (fun e => in_p (mul z e)) T = true) by (intros e I W; apply existsb_exists; eauto).
    destruct (existsb (fun e => in_p (mul z e)) T) eqn:W, (in_p (mul z f)) eqn:V; try discriminate; intros H; apply IH in H as (A & B & C).
    + split; auto. split; [intros z' e [<-|I]; [congruence|eauto]|]. intros z' [<-|I]; auto. intros [_ L2]. exfalso. apply existsb_exists in W as (e & I & W).
      rewrite L2 in W; auto. discriminate.
    + split; auto. split; [intros z' e [<-|I]; [|eauto]|]. { intros I _ X. discriminate (Wins e I X). } intros z' [<-|I]; auto. intros [L1 _]. congruence.
    + split; [intros i I; apply A; destruct (N.eq_dec i (f * m + z)) as [->|X]; [apply get_same|rewrite get_other; auto]|].
      split; [intros z' e [<-|I]; [congruence|eauto]|]. intros z' [<-|I]; auto. intros _. apply A, get_same.
Qed.
Lemma note_heap_ok f T u v : note_heap m els t pst f T u = Some v -> more u v /\ noted v f (fun e => In e T).
Proof.
  unfold note_heap. destruct T as [|e0 T'] eqn:X.
  - destruct (N.eqb_spec f 0); [|discriminate]. intros H. injection H as <-. split; [intros i; auto|]. left. split; auto.
  - rewrite <- X. intros H. apply note_lacks_ok in H as (A & B & C). split; auto. right. split; [exists e0; rewrite X; left; auto|]. split.
    + intros z e Hz. apply B, in_els, Hz.
    + intros z Hz. apply C, in_els, Hz.
Qed.

Definition in_b (b : store) (x z : N) : bool := get b (x * m + z) =? 1.
Lemma is_closed_ok u b : is_closed m els t u b = true -> (forall x, E x -> in_b b x 0 = false) /\
  forall f x z, E f -> E x -> E z -> get u (f * m + mul x z) = 1 -> E (mul x z) -> x = 0 \/ in_b b x (mul z f) = true -> in_b b (mul x f) z = true.
Proof.
  unfold is_closed. intros H. apply andb_prop in H as [H H0]. split.
  - intros x X. apply (all_els _ H0) in X. apply negb_true_iff, X.
  - intros f x z F X Z U W S. apply (all_els _ H) in F. assert (Y : existsb (fun w => get u (f * m + w) =? 1) els = true).
    { apply existsb_exists. exists (mul x z). split; [apply in_els; auto|apply N.eqb_eq; auto]. }
    rewrite Y in F. apply (all_els _ F) in X. apply (all_els _ X) in Z. rewrite (proj2 (N.eqb_eq _ _) U) in Z.
    assert (Q : (x =? 0) || (get b (x * m + mul z f) =? 1) = true) by (apply orb_true_iff; destruct S as [->|S]; [left; reflexivity|right; apply S]).
    rewrite Q in Z. apply Z.
Qed.
Lemma noted_ok u b r phi h : table_ok m els t = true -> is_closed m els t u b = true -> E (phi h) ->
  noted u (phi h) (transition r mul phi h) -> heap_ok r E mul in_p phi (in_b b) h.
Proof.
  intros Tb Cl F [N|(X & A & C)]; [left; auto|right]. split; auto. split; auto. intros x z Hx Hz L S.
  assert (W : E (mul x z)) by (apply mul_E; auto). apply (proj2 (is_closed_ok u b Cl)); auto.
Qed.

(* ---------- correctness: heaps one after the other ---------- *)
Section Notes.
Variable phi : store.
Hypothesis phi_E : forall n, E (phi_at phi n).
Hypothesis table : table_ok m els t = true.
Lemma note_code_ok g L digits top : listed g = false -> (1 <= L)%nat -> (forall j l, N.testbit (digit_of g j) (N.of_nat l) = true -> (l <= L)%nat) ->
  (forall j, (j <= top)%nat -> nth j digits 0 = digit_of g j) ->
  forall k n rows u v, (n + k = S top)%nat -> rows_ok mul phi L rows n -> note_code m els t pst phi L digits k (N.of_nat n) rows u = Some v ->
  more u v /\ forall h, (n <= h <= top)%nat -> noted v (phi_at phi h) (transition (misere_rules g) mul (phi_at phi) h).
Proof.
  intros NL HL Few Digits. induction k as [|k IH]; intros n rows u v Hk R; cbn [note_code].
  - intros H. injection H as <-. split; [intros i; auto|]. intros h Hh. lia.
  - set (rows' := row_of mul phi L (N.of_nat n) rows :: rows).
    assert (R' : rows_ok mul phi L rows' (S n)).
    { split; auto. apply row_of_ok; auto. intros i. apply mul_0_r; auto. }
    destruct (note_heap _ _ _ _ _ _ u) as [w|] eqn:X; [|discriminate]. apply note_heap_ok in X as [A1 N1].
      replace (N.of_nat n + 1) with (N.of_nat (S n)) by lia.
    intros H. apply (IH (S n) rows') in H as [A2 N2]; [|lia|auto]. split; [intros i I; auto|]. intros h Hh.
    destruct (Nat.eq_dec h n) as [->|]; [|apply N2; lia]. apply (noted_more w); auto. eapply noted_same; [|apply N1].
    apply gather_transitions with (L := L) (digit := digit_of g); auto; [apply digit_rules; auto|intros j Hj; apply Digits; lia].
Qed.
Lemma note_listed_ok : forall k n options u v, note_listed m els t pst phi k (N.of_nat n) options u = Some v ->
  more u v /\ forall i, (i < k)%nat -> let os := map (map N.to_nat) (nth i options []) in
    (forall hs, In hs os -> Forall (fun a => (a < n + i)%nat) hs) /\
    noted v (phi_at phi (n + i)) (fun e => exists hs, In hs os /\ value mul (phi_at phi) hs = e).
Proof.
  induction k as [|k IH]; intros n options u v; cbn [note_listed].
  - destruct options; intros H; injection H as <-; (split; [intros i; auto|]; intros i Hi; lia).
  - destruct options as [|os rest]; [discriminate|]. destruct (forallb _ os) eqn:Small; [|discriminate].
    destruct (note_heap _ _ _ _ _ _ u) as [w|] eqn:X; [|discriminate]. apply note_heap_ok in X as [A1 N1].
      replace (N.of_nat n + 1) with (N.of_nat (S n)) by lia.
    intros H. apply IH in H as [A2 N2]. split; [intros i I; auto|]. intros [|i] Hi; cbn zeta; [cbn [nth]|].
    + rewrite Nat.add_0_r. split.
      * intros hs I. apply in_map_iff in I as (hs' & <- & I). rewrite forallb_forall in Small. apply Small in I. rewrite forallb_forall in I.
        apply Forall_forall. intros a Ia. apply in_map_iff in Ia as (a' & <- & Ia). apply I, N.ltb_lt in Ia. lia.
      * apply (noted_more w); auto. eapply noted_same; [|apply N1]. intros e. destruct (add_values_ok mul phi os _ no_bag_ok) as [_ S1]. rewrite S1.
        simpl found. split.
        -- intros [[]|(hs & I & ->)]. exists (map N.to_nat hs). split; [apply in_map; auto|]. symmetry. apply value_N_eq.
        -- intros (hs & I & <-). apply in_map_iff in I as (hs' & <- & I). right. exists hs'. split; auto. symmetry. apply value_N_eq.
    + replace (n + S i)%nat with (S n + i)%nat by lia. apply (N2 i). lia.
Qed.
End Notes.
End TablesOk.

(* ---------- correctness: values of heaps ---------- *)
Lemma fill_spec vs : forall n s i, get (fill vs (N.of_nat n) s) (N.of_nat i) = if Nat.ltb i n then get s (N.of_nat i) else if Nat.ltb i (n + length vs) then
  nth (i - n) vs 0 else get s (N.of_nat i).
Proof.
  induction vs as [|v vs IH]; intros n s i; cbn [fill length].
  - rewrite Nat.add_0_r. destruct (Nat.ltb i n); auto.
  - replace (N.of_nat n + 1) with (N.of_nat (S n)) by lia. rewrite IH. destruct (Nat.eq_dec i n) as [->|X].
    + destruct (Nat.ltb_spec n (S n)); [|lia]. destruct (Nat.ltb_spec n n); [lia|]. destruct (Nat.ltb_spec n (n + S (length vs))); [|lia].
      rewrite get_same, Nat.sub_diag. reflexivity.
    + rewrite get_other by lia. destruct (Nat.ltb_spec i (S n)), (Nat.ltb_spec i n); try lia; auto.
      replace (n + S (length vs))%nat with (S n + length vs)%nat by lia. destruct (Nat.ltb_spec i (S n + length vs)); auto.
      replace (i - n)%nat with (S (i - S n)) by lia. reflexivity.
Qed.
Lemma extend_spec f p : (1 <= p)%nat -> forall k n s, (forall i, (i < n)%nat -> get s (N.of_nat i) = f i) -> (forall i, (n <= i)%nat -> f i = f (i - p)%nat) ->
  (p <= n)%nat ->
  forall i, (i < n + k)%nat -> get (extend k (N.of_nat n) (N.of_nat p) s) (N.of_nat i) = f i.
Proof.
  intros Hp. induction k as [|k IH]; intros n s H F Pn i Hi; cbn [extend]; [apply H; lia|].
  replace (N.of_nat n + 1) with (N.of_nat (S n)) by lia. apply (IH (S n)); [|intros j Hj; apply F; lia|lia|lia].
  intros j Hj. destruct (Nat.eq_dec j n) as [->|X]; [|rewrite get_other by lia; apply H; lia].
  rewrite get_same. replace (N.of_nat n - N.of_nat p) with (N.of_nat (n - p)) by lia. rewrite H by lia. symmetry. apply F. lia.
Qed.
Lemma extend_bound m : forall k n p s, (forall i, get s i < m) -> forall i, get (extend k n p s) i < m.
Proof.
  induction k as [|k IH]; intros n p s H i; cbn [extend]; auto. apply IH. intros j.
    destruct (N.eq_dec j n) as [->|X]; [rewrite get_same|rewrite get_other]; auto.
Qed.

Section Values.
Variable c : misere_certificate.
Notation len := (length (mq_phi c)).
Lemma given_phi i : (match mq_period c with Some (n0, p) => N.of_nat len = n0 + p - 1 /\ 1 <= n0 /\ 1 <= p | None => True end) -> (i <= len)%nat ->
  phi_of c i = nth i (0 :: mq_phi c) 0.
Proof.
  intros H Hi. unfold phi_of, place_of. destruct (mq_period c) as [[n0 p]|]; auto. destruct (Nat.ltb_spec i (N.to_nat n0)); auto.
  rewrite Nat.mod_small by lia. f_equal. lia.
Qed.
Lemma phi_store_spec : (match mq_period c with Some (n0, p) => N.of_nat len = n0 + p - 1 /\ 1 <= n0 /\ 1 <= p | None => True end) ->
  forall i, (i <= N.to_nat (last_heap c))%nat \/ (i <= len)%nat -> phi_at (phi_store c) i = phi_of c i.
Proof.
  intros H. assert (G : forall i, (i < S len)%nat -> get (fill (mq_phi c) 1 (empty tt)) (N.of_nat i) = phi_of c i).
  { intros i Hi. rewrite given_phi by (auto; lia). change 1 with (N.of_nat 1). rewrite fill_spec, get_empty.
    destruct i as [|i]; [reflexivity|]. destruct (Nat.ltb_spec (S i) 1); [lia|]. destruct (Nat.ltb_spec (S i) (1 + len)); [|lia].
    simpl nth. f_equal. lia. }
  assert (Pd : forall n0 p, mq_period c = Some (n0, p) -> phi_period (phi_of c) (N.to_nat n0) (N.to_nat p)).
  { intros n0 p X. rewrite X in H. split; [lia|]. split; [lia|]. intros n Hn. unfold phi_of, place_of. rewrite X.
    destruct (Nat.ltb_spec (n + N.to_nat p) (N.to_nat n0)); [lia|]. destruct (Nat.ltb_spec n (N.to_nat n0)); [lia|].
    replace (n + N.to_nat p - N.to_nat n0)%nat with (n - N.to_nat n0 + 1 * N.to_nat p)%nat by lia. rewrite Nat.mod_add by lia. auto. }
  intros i Hi. unfold phi_at, phi_store, last_heap, values_given in *. destruct (mq_period c) as [[n0 p]|]; [|apply G; lia].
  destruct (Pd n0 p eq_refl) as (P0 & P1 & Per). replace (N.of_nat len + 1) with (N.of_nat (S len)) by lia.
  pose proof (fun k => extend_spec (phi_of c) (N.to_nat p) P1 k (S len)) as Ex. rewrite N2Nat.id in Ex. apply Ex; auto; try lia.
  intros j Hj. rewrite <- (Per (j - N.to_nat p)%nat) by lia. f_equal. lia.
Qed.
Lemma phi_store_bound m : 1 <= m -> forallb (fun x => x <? m) (mq_phi c) = true -> forall i, get (phi_store c) i < m.
Proof.
  intros H F. assert (G : forall i, get (fill (mq_phi c) 1 (empty tt)) i < m).
  { intros i. rewrite <- (N2Nat.id i). change 1 with (N.of_nat 1). rewrite fill_spec, !get_empty.
    destruct (Nat.ltb_spec (N.to_nat i) 1); [lia|]. destruct (Nat.ltb_spec (N.to_nat i) (1 + len)); [|lia].
    rewrite forallb_forall in F. apply N.ltb_lt, F, nth_In. lia. }
  intros i. unfold phi_store. destruct (mq_period c) as [[n0 p]|]; auto. apply extend_bound; auto.
Qed.

Lemma period_ok_facts n0 p : mq_period c = Some (n0, p) -> period_ok c (phi_store c) = true ->
  (N.of_nat len = n0 + p - 1 /\ 1 <= n0 /\ 1 <= p) /\ fits (mq_game c) p = true /\ phi_period (phi_of c) (N.to_nat n0) (N.to_nat p) /\
  forall m q, phi_period (phi_of c) m q -> Nat.divide (N.to_nat p) q /\ (N.to_nat n0 <= m)%nat.
Proof.
  intros X H. unfold period_ok in H. pose proof phi_store_spec as Sp. rewrite X in H, Sp. unfold values_given in H.
  apply andb_prop in H as [H Least]. apply andb_prop in H as [H Before]. apply andb_prop in H as [H Fit]. apply andb_prop in H as [H Len].
  apply andb_prop in H as [H0 H1]. apply N.leb_le in H0, H1. apply N.eqb_eq in Len. split; auto. split; auto. specialize (Sp (conj Len (conj H0 H1))).
  assert (Per : phi_period (phi_of c) (N.to_nat n0) (N.to_nat p)).
  { split; [lia|]. split; [lia|]. intros n Hn. unfold phi_of, place_of. rewrite X.
    destruct (Nat.ltb_spec (n + N.to_nat p) (N.to_nat n0)); [lia|]. destruct (Nat.ltb_spec n (N.to_nat n0)); [lia|].
    replace (n + N.to_nat p - N.to_nat n0)%nat with (n - N.to_nat n0 + 1 * N.to_nat p)%nat by lia. rewrite Nat.mod_add by lia. auto. }
  split; auto. assert (Get : forall i, i <= N.of_nat len -> get (phi_store c) i = phi_of c (N.to_nat i)).
  { intros i Hi. rewrite <- Sp by lia. unfold phi_at. rewrite N2Nat.id. auto. }
  set (f := fun n => phi_of c (S n)).
  assert (L : least f (N.to_nat n0 - 1) (N.to_nat p)).
  { apply (least_period_preperiod f _ _ 0).
    - lia.
    - intros n Hn. unfold f. rewrite N.add_0_r, <- (proj2 (proj2 Per) (S n)) by lia. f_equal.
    - intros r q v Pr Ep Ev. assert (R2 : (2 <= r)%nat) by (destruct Pr; lia). assert (q <> 0%nat) by nia.
      rewrite forallb_forall in Least. assert (I : In (N.of_nat q) (up 1 (N.to_nat (p - 1)))) by (apply up_spec; nia).
      apply Least in I. assert (D : p mod N.of_nat q = 0) by (apply N.mod_divide; [lia|]; exists (N.of_nat r); lia).
      rewrite D in I. simpl in I. apply existsb_exists in I as (n & In_ & Ne). apply up_spec in In_. apply negb_true_iff, N.eqb_neq in Ne.
      rewrite !Get in Ne by lia. exists (N.to_nat n - 1)%nat. split; [lia|]. unfold f. assert (v = 0) as -> by nia. rewrite N.add_0_r.
      intros E0. apply Ne. replace (N.to_nat n) with (S (N.to_nat n - 1)) by lia. rewrite <- E0. f_equal. lia.
    - destruct (N.eq_dec n0 1) as [->|N1]; [left; lia|right]. apply orb_prop in Before as [B|B]; [apply N.eqb_eq in B; lia|].
      apply negb_true_iff, N.eqb_neq in B. unfold f. rewrite N.add_0_r. rewrite !Get in B by lia. intros E0. apply B.
      replace (N.to_nat (n0 - 1)) with (S (N.to_nat n0 - 1 - 1)) by lia. rewrite <- E0. f_equal. lia. }
  intros m q (Hm & Hq & Q). destruct (L (m - 1)%nat q 0 ltac:(lia)) as [D Le].
  - intros n Hn. unfold f. rewrite N.add_0_r, <- (Q (S n)) by lia. f_equal.
  - split; auto. lia.
Qed.
End Values.

(* ---------- correctness: certificates ---------- *)
Lemma value_ext mul (f g : nat -> N) hs : (forall a, In a hs -> f a = g a) -> value mul f hs = value mul g hs.
Proof. induction hs as [|a t IH]; simpl; intros H; auto. rewrite H, IH by auto. reflexivity. Qed.
Lemma transition_ext (r : rules) mul (f g : nat -> N) h : (forall hs a, r h hs -> In a hs -> f a = g a) ->
  forall e, transition r mul f h e <-> transition r mul g h e.
Proof. intros H e. split; intros (hs & M & <-); exists hs; split; auto; apply value_ext; intros a I; [symmetry|]; eauto. Qed.

Theorem check_misere_correct c t steps u b : prepare_misere c t steps = Some u -> closed_misere c t u b = true -> misere_claimed c.
Proof.
  unfold prepare_misere, closed_misere. set (m := mq_elements c). set (els := up 0 (N.to_nat m)). set (last := last_heap c).
  set (pst := marked (mq_p c) (empty tt)). set (st := phi_store c). set (gens := map (fun a => get st (fst a)) (mq_actions c)).
  destruct (_ && forallb (action_ok _ _ _ _ _) _) eqn:H; [|discriminate]. intros Prep Closed. rewrite !andb_true_iff in H.
  destruct H as ((((((((((M1 & _) & P0) & Phi) & GameOk) & Period) & Table) & Middle) & Reached) & Apart) & Actions).
  apply N.leb_le in M1. apply negb_true_iff in P0. set (r := misere_rules (mq_game c)). set (phi := phi_of c). set (heap := heap_of c).
  set (Mul := mul m t). set (P := in_p pst). set (B := in_b m b). set (top := N.to_nat last).
  assert (Given : match mq_period c with Some (n0, p) => N.of_nat (length (mq_phi c)) = n0 + p - 1 /\ 1 <= n0 /\ 1 <= p | None => True end).
  { destruct (mq_period c) as [[n0 p]|] eqn:X; auto. apply (period_ok_facts c n0 p X Period). }
  assert (Store : forall i, (i <= top)%nat -> phi_at st i = phi i) by (intros i Hi; apply phi_store_spec; auto).
  assert (StE : forall i, E m (phi_at st i)) by (intros i; apply phi_store_bound; auto).
  assert (PhiE : forall i, E m (phi i)).
  { intros i. unfold phi, phi_of, E. destruct (nth_in_or_default (place_of c i) (0 :: mq_phi c) 0) as [I|I]; [|rewrite I; lia].
    destruct I as [<-|I]; [lia|]. rewrite forallb_forall in Phi. apply N.ltb_lt, Phi, I. }
  assert (Heap : forall h, (h <= top)%nat -> heap h).
  { intros h Hh. unfold heap, heap_of, top, last, last_heap, values_given in *. destruct (mq_period c); auto. lia. }
  assert (Down : forall h a, heap h -> (a < h)%nat -> heap a).
  { intros h a. unfold heap, heap_of. destruct (mq_period c); auto. lia. }
  (* the rules *)
  assert (Rules : (exists opts, forall h hs, heap h -> (In hs (opts h) <-> r h hs)) /\
    (forall h hs, heap h -> r h hs -> Forall (fun a => heap a /\ (a < h)%nat) hs) /\
    forall h, (h <= top)%nat -> noted m t pst u (phi h) (transition r Mul phi h)).
  { destruct (listed (mq_game c)) eqn:NL.
    - destruct (mq_game c) as [x|x y|options] eqn:G; try discriminate. unfold r in *. cbn [misere_rules] in *.
      set (os := map (map (map N.to_nat)) options) in *.
      change 1 with (N.of_nat 1) in Prep. apply note_listed_ok in Prep as [_ Prep].
      assert (NoPeriod : mq_period c = None).
      { destruct (mq_period c) as [[n0 p]|] eqn:X; auto. destruct (period_ok_facts c n0 p X Period) as (_ & F & _). rewrite G in F. discriminate. }
      assert (Top : forall h, heap h -> (h <= top)%nat).
      { intros h. unfold heap, heap_of, top, last, last_heap, values_given. rewrite NoPeriod. lia. }
      assert (Nth : forall i, nth i os [] = map (map N.to_nat) (nth i options [])) by (intros i; unfold os; change [] with (map (map N.to_nat) []) at 1;
        apply map_nth).
      assert (Small : forall h hs, heap h -> listed_move os h hs -> Forall (fun a => heap a /\ (a < h)%nat) hs).
      { intros h hs Hh (H1 & I). apply Top in Hh as Hh'. destruct (Prep (h - 1)%nat) as [S _]; [fold top; lia|]. rewrite Nth in I. apply S in I.
        eapply Forall_impl; [|apply I]. simpl. intros a Ha. split; [apply (Down h); auto; lia|lia]. }
      split; [exists (fun h => match h with O => [] | S k => nth k os [] end)|split; auto].
      + intros [|k] hs _; unfold listed_move; simpl; [split; [tauto|lia]|]. rewrite Nat.sub_0_r. split; [split; [lia|auto]|tauto].
      + intros h Hh. destruct h as [|k].
        * left. split; [intros e (hs & [H1 _] & _); lia|]. unfold phi. rewrite given_phi by (auto; lia). reflexivity.
        * destruct (Prep k) as [_ N]; [fold top; lia|]. change (1 + k)%nat with (S k) in N. rewrite Store in N by auto. eapply noted_same; [|apply N].
          intros e. rewrite <- Nth. unfold transition, listed_move. simpl. rewrite Nat.sub_0_r.
          assert (Ext : forall hs, In hs (nth k os []) -> value Mul (phi_at st) hs = value Mul phi hs).
          { intros hs I. apply value_ext. intros a Ia. apply Store. assert (L : listed_move os (S k) hs) by (split; [lia|simpl; rewrite Nat.sub_0_r; auto]).
            apply Small in L; [|auto]. rewrite Forall_forall in L. apply L in Ia. lia. }
          split; intros (hs & X); exists hs.
          -- destruct X as [I <-]. split; [split; [lia|auto]|]. symmetry. auto.
          -- destruct X as [[_ I] <-]. split; auto.
    - pose proof (digit_rules (mq_game c) NL) as DR. fold r in DR.
      pose proof (digit_shrinks (mq_game c) NL GameOk) as Sh.
      assert (Small : forall h hs, r h hs -> Forall (fun a => (a < h)%nat) hs).
      { intros h hs M. apply Forall_forall. intros a I. apply DR in M. apply (part_lt _ _ _ _ Sh M I). }
      split; [exists (options (digit_test (mq_game c)))|split].
      + intros h hs _. rewrite (options_spec _ _ h hs (digit_decides (mq_game c)) Sh). symmetry. apply DR.
      + intros h hs Hh M. eapply Forall_impl; [|apply (Small h hs M)]. simpl. intros a Ha. split; auto. apply (Down h); auto.
      + assert (Notes : forall h, (0 <= h <= top)%nat -> noted m t pst u (phi_at st h) (transition r Mul (phi_at st) h)).
        { assert (X : note_code m els t pst st (N.to_nat (heaps_left (mq_game c))) (digits_to (mq_game c) last) (S top) 0 [] (empty tt) = Some u) by (destruct
          (mq_game c); auto; discriminate).
          change 0 with (N.of_nat 0) in X. apply (note_code_ok m t pst st StE Table (mq_game c) _ _ top NL (heaps_left_1 _) (few_heaps _)) in X as [_ X]; auto;
            [|reflexivity].
          intros j Hj. apply digits_to_nth; auto. }
        intros h Hh. specialize (Notes h ltac:(lia)). rewrite Store in Notes by auto. eapply noted_same; [|apply Notes].
        apply transition_ext. intros hs a M I. apply Store. apply Small in M. rewrite Forall_forall in M. apply M in I. lia. }
  destruct Rules as ((opts & Finite) & Descends & Noted).
  assert (Upto : forall h, (h <= top)%nat -> heap_ok r (E m) Mul P phi B h) by (intros h Hh; apply (noted_ok m t pst u b); auto).
  assert (HeapsOk : forall h, heap h -> heap_ok r (E m) Mul P phi B h).
  { unfold heap, heap_of. destruct (mq_period c) as [[n0 p]|] eqn:X.
    - intros h _. destruct (period_ok_facts c n0 p X Period) as ((L & H0 & H1) & Fit & Per & _).
      assert (NL : listed (mq_game c) = false) by (destruct (mq_game c); auto; discriminate).
      apply (misere_period r (fun j l => N.testbit (digit_of (mq_game c) j) (N.of_nat l)) (digit_rules (mq_game c) NL) (E m) Mul P phi B
        (N.to_nat (heaps_left (mq_game c))) (N.to_nat n0) (N.to_nat p) (N.to_nat (last_place (mq_game c) p)) (heaps_left_1 _) (few_heaps _)); auto.
      + intros j l. apply digit_repeats; auto.
      + intros k Hk. apply Upto. unfold enough, top, last, last_heap in *. rewrite X. lia.
    - intros h Hh. apply Upto. unfold top, last, last_heap, values_given. rewrite X. lia. }
  (* the monoid *)
  assert (M0 : forall x, E m x -> Mul x 0 = x) by (apply mul_0_r; auto).
  assert (MC : forall x y, E m x -> E m y -> Mul x y = Mul y x) by (apply mul_comm; auto).
  assert (ME : forall x y, E m x -> E m y -> E m (Mul x y)) by (apply mul_E; auto).
  assert (E0 : E m 0) by (unfold E; lia).
  assert (Act : forall h a, In (h, a) (mq_actions c) -> heap (N.to_nat h) /\ get st h = phi (N.to_nat h) /\
    forall z, E m z -> nth (N.to_nat z) a 0 = Mul (get st h) z).
  { intros h a I. rewrite forallb_forall in Actions. apply Actions in I. unfold action_ok in I. rewrite !andb_true_iff in I. cbn [fst snd] in I.
    destruct I as ((Hl & Len) & Row). apply N.leb_le in Hl. apply Nat.eqb_eq in Len. split; [apply Heap; unfold top; lia|].
    split; [rewrite <- Store by (unfold top; lia); unfold phi_at; rewrite N2Nat.id; auto|]. intros z Hz.
    assert (Up : forall k i a, length a = k -> forallb (fun zv => Mul (get st h) (fst zv) =? snd zv) (combine (up i k) a) = true ->
      forall z, i <= z < i + N.of_nat k -> nth (N.to_nat (z - i)) a 0 = Mul (get st h) z).
    { clear. induction k as [|k IH]; intros i [|v a] L F z Hz; try discriminate; [lia|]. simpl in F. apply andb_prop in F as [F1 F2]. apply N.eqb_eq in F1.
      destruct (N.eq_dec z i) as [->|X]; [rewrite N.sub_diag; simpl; auto|]. injection L as L.
      replace (N.to_nat (z - i)) with (S (N.to_nat (z - (i + 1)))) by lia. simpl. apply IH; auto. lia. }
    assert (Lu : forall k i, length (up i k) = k) by (induction k; intros; simpl; auto).
    unfold els in Len, Row. rewrite Lu in Len. specialize (Up (N.to_nat m) 0 a Len Row z). rewrite N.sub_0_r in Up. apply Up. unfold E in Hz. lia. }
  assert (Good : forall x, E m x -> E m x /\ middle m t x /\ exists G, Forall heap G /\ value Mul phi G = x).
  { apply (all_reached_good m t gens (fun x => E m x /\ middle m t x /\ exists G, Forall heap G /\ value Mul phi G = x)) with (steps := steps); auto.
    - split; auto. split; [|exists []; split; auto; reflexivity]. intros x y X Y. fold Mul. rewrite M0 by auto. unfold Mul. rewrite (mul_0_l m t Table); auto.
    - intros x g (X & Mx & G & SG & V) I. rewrite forallb_forall in Middle. apply Middle in I as Mg. apply in_the_middle_ok in Mg.
      apply in_map_iff in I as ([h a] & <- & I). destruct (Act h a I) as (Hh & F & _). cbn [fst] in *. split; [apply ME; auto; rewrite F; auto|].
      split; [apply middle_mul; auto; rewrite F; apply PhiE|]. exists (N.to_nat h :: G). split; auto. simpl. rewrite V, <- F. apply MC; auto. rewrite F; auto. }
  assert (MA : forall x y z, E m x -> E m y -> E m z -> Mul (Mul x y) z = Mul x (Mul y z)) by (intros x y z X Y Z; apply (Good y Y); auto).
  assert (B0 : forall x, E m x -> B x 0 = false) by (apply (proj1 (is_closed_ok m t u b Closed))).
  assert (Onto : forall x, E m x -> exists G, Forall heap G /\ value Mul phi G = x) by (intros x X; apply (Good x X)).
  assert (Reduced : forall x y, E m x -> E m y -> (forall z, E m z -> P (Mul x z) = P (Mul y z)) -> x = y).
  { intros x y X Y. apply (all_apart_ok m t pst els Apart); apply in_els; auto. }
  assert (InP : forall x, P x = true <-> In x (mq_p c)).
  { intros x. unfold P, in_p. rewrite N.eqb_eq. destruct (marked_spec (mq_p c) (empty tt)) as [A1 A2]. split; [|unfold pst; auto].
    intros V. apply A2 in V as [V|V]; auto. rewrite get_empty in V. discriminate. }
  assert (EV : forall G, Forall heap G -> E m (value Mul phi G)).
  { intros G. induction 1; simpl; auto. }
  split.
  - exists (value Mul phi). split.
    + split; [reflexivity|]. split; [intros h _; simpl; auto|]. split; [intros x; split; [apply Onto|intros (G & SG & <-); apply EV; auto]|].
      split; [intros G G' SG SG'; apply (value_same r heap opts Finite Descends (E m) Mul P phi B); auto|].
      intros G SG. destruct (outcome_iff r heap opts Finite Descends (E m) Mul P phi B E0 ME MC MA M0 (fun h _ => PhiE h) P0 B0 HeapsOk G SG) as [A C].
      fold r. rewrite <- InP, A, C. split; [tauto|]. destruct (P _); split; auto; try congruence.
    + intros h a I. destruct (Act h a I) as (Hh & F & Row). split; auto. intros G SG. rewrite Row, F by (apply EV; auto). reflexivity.
  - destruct (mq_period c) as [[n0 p]|] eqn:X; auto. destruct (period_ok_facts c n0 p X Period) as (_ & _ & Per & Least). auto.
Qed.
