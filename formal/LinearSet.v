(* The checker of certificates that a set is the set of P-positions of a linear game (docs/theorems.md, "Sets of P-positions"). *)
From Coq Require Import ZArith List Lia Bool Arith.
From Grundy Require Import LinearGames.
Import ListNotations.
Open Scope Z_scope.
Local Arguments Z.eqb : simpl never.
Local Arguments Z.ltb : simpl never.
Local Arguments Z.leb : simpl never.
Local Arguments Z.mul : simpl never.
Local Arguments Z.modulo : simpl never.
Local Arguments Z.div : simpl never.
Local Arguments Z.gcd : simpl never.

(* ---------- forms ---------- *)
Fixpoint addl (a b : list Z) : list Z := match a, b with x :: a', y :: b' => x + y :: addl a' b' | [], b => b | a, [] => a end.
Definition add (f g : form) : form := (fst f + fst g, addl (snd f) (snd g)).
Definition scale (k : Z) (f : form) : form := (k * fst f, map (Z.mul k) (snd f)).

Lemma dot_addl a b v : dot (addl a b) v = dot a v + dot b v.
Proof. revert b v; induction a as [|x a IH]; intros [|y b] [|z v]; simpl; rewrite ?IH; try lia; destruct v; simpl; lia. Qed.
Lemma eval_add f g v : eval (add f g) v = eval f v + eval g v.
Proof. unfold eval, add; simpl; rewrite dot_addl; lia. Qed.
Lemma dot_scale k a v : dot (map (Z.mul k) a) v = k * dot a v.
Proof. revert v; induction a as [|x a IH]; intros [|z v]; simpl; rewrite ?IH; lia. Qed.
Lemma eval_scale k f v : eval (scale k f) v = k * eval f v.
Proof. unfold eval, scale; simpl; rewrite dot_scale; lia. Qed.

(* forms in place of the variables *)
Fixpoint within_list (a : list Z) (vs : list form) : form := match a, vs with x :: a', f :: vs' => add (scale x f) (within_list a' vs') | _, _ => (0, []) end.
Definition within (vs : list form) (f : form) : form := add (fst f, []) (within_list (snd f) vs).
Lemma eval_within_list a vs v : eval (within_list a vs) v = dot a (map (fun f => eval f v) vs).
Proof. revert vs; induction a as [|x a IH]; intros [|f vs]; simpl; try reflexivity. rewrite eval_add, eval_scale, IH; reflexivity. Qed.
Lemma eval_within vs f v : eval (within vs f) v = eval f (map (fun f => eval f v) vs).
Proof. unfold within; rewrite eval_add, eval_within_list; unfold eval; simpl; lia. Qed.

(* forms in the first d variables in place of those behind them *)
Definition with_chosen (d : nat) (c : list form) (f : form) : form := add (fst f, firstn d (snd f)) (within_list (skipn d (snd f)) c).
Lemma dot_app a p q : dot a (p ++ q) = dot (firstn (length p) a) p + dot (skipn (length p) a) q.
Proof. revert a; induction p as [|x p IH]; intros a; simpl; [lia|]. destruct a as [|y a]; simpl; [destruct q; simpl; lia|]. rewrite IH; lia. Qed.
Lemma eval_with_chosen d c f p : length p = d -> eval (with_chosen d c f) p = eval f (p ++ map (fun f => eval f p) c).
Proof. intros <-. unfold with_chosen; rewrite eval_add, eval_within_list; unfold eval; simpl. rewrite dot_app; lia. Qed.

(* ---------- conditions ---------- *)
Definition on (F : form -> form) (c : condition) : condition :=
  match c with AtLeastZero f => AtLeastZero (F f) | Divides m f => Divides m (F f) | DividesNot m f => DividesNot m (F f) end.
Definition negated (c : condition) : condition :=
  match c with AtLeastZero f => AtLeastZero (add (-1, []) (scale (-1) f)) | Divides m f => DividesNot m f | DividesNot m f => Divides m f end.

Lemma holds_on F c v w : (forall f, eval (F f) v = eval f w) -> (holds (on F c) v <-> holds c w).
Proof. intros H; destruct c; simpl; rewrite H; tauto. Qed.
Lemma all_hold_on F cs v w : (forall f, eval (F f) v = eval f w) -> (all_hold (map (on F) cs) v <-> all_hold cs w).
Proof. intros H; unfold all_hold; rewrite Forall_map; split; intros; eapply Forall_impl; eauto; simpl; intros; eapply holds_on; eauto. Qed.
Lemma divide_dec m x : {(m | x)} + {~ (m | x)}.
Proof. apply Znumtheory.Zdivide_dec. Qed.
Lemma holds_dec c v : {holds c v} + {~ holds c v}.
Proof. destruct c; simpl; [apply Z_le_dec|apply divide_dec|destruct (divide_dec m (eval f v)); tauto]. Qed.
Lemma all_hold_dec cs v : {all_hold cs v} + {~ all_hold cs v}.
Proof. apply Forall_dec; intros; apply holds_dec. Qed.
Lemma holds_negated c v : holds (negated c) v <-> ~ holds c v.
Proof.
  destruct c; simpl; [|tauto|destruct (divide_dec m (eval f v)); tauto].
  rewrite eval_add, eval_scale. assert (E : eval (-1, []) v = -1) by reflexivity. lia.
Qed.
Lemma some_fails cs v : ~ all_hold cs v -> Exists (fun c => holds c v) (map negated cs).
Proof.
  induction cs as [|c cs IH]; intros H; [destruct H; constructor|]. simpl.
  destruct (holds_dec c v); [apply Exists_cons_tl, IH; contradict H; constructor; assumption|apply Exists_cons_hd, holds_negated; assumption].
Qed.

(* an inequality between whole numbers, divided by the common divisor of its coefficients *)
Definition common (start : Z) (a : list Z) : Z := fold_right Z.gcd start a.
Lemma common_divides s a v : (common s a | dot a v).
Proof.
  revert v; induction a as [|x a IH]; intros [|y v]; simpl; try apply Z.divide_0_r.
  apply Z.divide_add_r; [apply Z.divide_mul_l, Z.gcd_divide_l|eapply Z.divide_trans; [apply Z.gcd_divide_r|apply IH]].
Qed.
Lemma common_start s a : (common s a | s).
Proof. induction a as [|x a IH]; simpl; [apply Z.divide_refl|eapply Z.divide_trans; [apply Z.gcd_divide_r|apply IH]]. Qed.
Lemma common_each s a x : In x a -> (common s a | x).
Proof. induction a as [|y a IH]; simpl; [tauto|]. intros [->|H]; [apply Z.gcd_divide_l|eapply Z.divide_trans; [apply Z.gcd_divide_r|auto]]. Qed.
Definition tight_form (f : form) : form :=
  let g := common 0 (snd f) in if 0 <? g then (fst f / g, map (fun x => x / g) (snd f)) else f.
Definition tight (c : condition) : condition := match c with AtLeastZero f => AtLeastZero (tight_form f) | c => c end.
Lemma dot_divided g a v : 0 < g -> (forall x, In x a -> (g | x)) -> dot a v = g * dot (map (fun x => x / g) a) v.
Proof.
  intros Hg; revert v; induction a as [|x a IH]; intros [|y v] H; simpl; try lia.
  rewrite (IH v) by (intros; apply H; right; assumption). destruct (H x (or_introl eq_refl)) as [k ->].
  rewrite Z.div_mul by lia. lia.
Qed.
Lemma tight_holds c v : holds c v -> holds (tight c) v.
Proof.
  destruct c as [[k a]| |]; simpl; try tauto. unfold tight_form; simpl. destruct (0 <? common 0 a) eqn:E; [|tauto].
  apply Z.ltb_lt in E. unfold eval; simpl. rewrite (dot_divided (common 0 a) a v E) by (intros; apply common_each; assumption).
  intros H. rewrite <- Z.div_add by lia. apply Z.div_pos; lia.
Qed.

(* ---------- a variable is m times another one plus r ---------- *)
Fixpoint put (i : nat) (x : Z) (v : list Z) : list Z := match i, v with O, _ :: v' => x :: v' | S j, y :: v' => y :: put j x v' | _, [] => [] end.
Definition split_form (i : nat) (m r : Z) (f : form) : form := (fst f + nth i (snd f) 0 * r, put i (nth i (snd f) 0 * m) (snd f)).
Lemma put_length i x v : length (put i x v) = length v.
Proof. revert i; induction v as [|y v IH]; intros [|i]; simpl; auto. Qed.
Lemma dot_split i m r y a v : (i < length v)%nat -> nth i v 0 = m * y + r ->
  dot a v = nth i a 0 * r + dot (put i (nth i a 0 * m) a) (put i y v).
Proof.
  revert a v; induction i as [|i IH]; intros [|x a] [|z v] L H; simpl in *; try lia.
  rewrite (IH a v) by (try assumption; lia). lia.
Qed.
Lemma eval_split i m r y f v : (i < length v)%nat -> nth i v 0 = m * y + r -> eval (split_form i m r f) (put i y v) = eval f v.
Proof. intros L H; unfold eval, split_form; simpl. rewrite (dot_split i m r y (snd f) v L H); lia. Qed.

(* ---------- proofs that a case is impossible ---------- *)
Inductive step := Sum (rows : list (nat * Z)) | Residue (row : nat) | Choice (i : nat) | Cut (i : nat) (k : Z) | Split (i : nat) (m : Z).
Definition impossible (n : nat) (known : list condition) (choices : list (list condition)) : Prop :=
  forall v, length v = n -> all_hold known v -> Forall (fun choice => Exists (fun c => holds c v) choice) choices -> False.

Fixpoint total (known : list condition) (rows : list (nat * Z)) : option form :=
  match rows with
  | [] => Some (0, [])
  | (row, k) :: rest =>
    match nth_error known row, total known rest with
    | Some (AtLeastZero f), Some g => if 0 <? k then Some (add (scale k f) g) else None
    | _, _ => None
    end
  end.
Definition sum_ok (known : list condition) (rows : list (nat * Z)) : bool :=
  match total known rows with Some f => (fst f <? 0) && forallb (Z.eqb 0) (snd f) | None => false end.
Definition divides_all (m : Z) (f : form) : bool := forallb (fun x => x mod m =? 0) (fst f :: snd f).
Definition residue_ok (known : list condition) (row : nat) : bool :=
  match nth_error known row with
  | Some (Divides m f) => let g := common m (snd f) in (0 <? g) && negb (fst f mod g =? 0)
  | Some (DividesNot m f) => (0 <? m) && divides_all m f
  | _ => false
  end.

Definition walker := list condition -> list (list condition) -> list step -> option (list step).
Fixpoint branch (w : walker) (choices : list (list condition)) (known choice : list condition) (steps : list step) : option (list step) :=
  match choice with
  | [] => Some steps
  | c :: more => match w (known ++ [tight c]) choices steps with Some rest => branch w choices (known ++ [tight (negated c)]) more rest | None => None end
  end.
Fixpoint splits (w : walker) (known : list condition) (choices : list (list condition)) (i : nat) (m r : Z) (count : nat) (steps : list step) : option (list step) :=
  match count with
  | O => Some steps
  | S c => match w (map (fun c => tight (on (split_form i m r) c)) known) (map (map (on (split_form i m r))) choices) steps with
           | Some rest => splits w known choices i m (r + 1) c rest | None => None end
  end.
Definition unit (i : nat) : list Z := repeat 0 i ++ [1].
Definition at_most (i : nat) (k : Z) : condition := tight (AtLeastZero (k, map (Z.mul (-1)) (unit i))).
Definition above (i : nat) (k : Z) : condition := tight (AtLeastZero (- k - 1, unit i)).
Definition most_parts : Z := 1000.

Fixpoint walk (fuel n : nat) (known : list condition) (choices : list (list condition)) (steps : list step) : option (list step) :=
  match fuel, steps with
  | S fuel, s :: rest =>
    match s with
    | Sum rows => if sum_ok known rows then Some rest else None
    | Residue row => if residue_ok known row then Some rest else None
    | Choice i => match nth_error choices i with Some choice => branch (walk fuel n) choices known choice rest | None => None end
    | Cut i k => match walk fuel n (known ++ [at_most i k]) choices rest with Some rest => walk fuel n (known ++ [above i k]) choices rest | None => None end
    | Split i m => if (i <? n)%nat && (0 <? m) && (m <=? most_parts) then splits (walk fuel n) known choices i m 0 (Z.to_nat m) rest else None
    end
  | _, _ => None
  end.

Lemma all_hold_nth known v row c : all_hold known v -> nth_error known row = Some c -> holds c v.
Proof. intros H E. apply nth_error_In in E. unfold all_hold in H; rewrite Forall_forall in H; auto. Qed.
Lemma total_nonnegative known rows f v : all_hold known v -> total known rows = Some f -> 0 <= eval f v.
Proof.
  intros H; revert f; induction rows as [|[row k] rows IH]; simpl; intros f E.
  - injection E as <-; unfold eval; simpl; lia.
  - destruct (nth_error known row) as [[g| |]|] eqn:N; try discriminate. destruct (total known rows) as [t|]; try discriminate.
    destruct (0 <? k) eqn:K; try discriminate. injection E as <-. apply Z.ltb_lt in K.
    rewrite eval_add, eval_scale. specialize (IH t eq_refl). pose proof (all_hold_nth _ _ _ _ H N) as G; simpl in G. nia.
Qed.
Lemma zero_dot a v : forallb (Z.eqb 0) a = true -> dot a v = 0.
Proof. revert v; induction a as [|x a IH]; intros [|y v] H; simpl in *; try reflexivity. apply andb_prop in H as [X H]. apply Z.eqb_eq in X; subst x. rewrite IH by assumption; lia. Qed.
Lemma sum_sound n known choices rows : sum_ok known rows = true -> impossible n known choices.
Proof.
  unfold sum_ok; intros H v _ K _. destruct (total known rows) as [f|] eqn:E; try discriminate.
  apply andb_prop in H as [A B]. apply Z.ltb_lt in A. pose proof (total_nonnegative _ _ _ v K E) as P. unfold eval in P. rewrite zero_dot in P by assumption. lia.
Qed.
Lemma divides_all_eval m f v : 0 < m -> divides_all m f = true -> (m | eval f v).
Proof.
  unfold divides_all, eval; simpl; intros M H. apply andb_prop in H as [A B].
  apply Z.divide_add_r; [apply Z.mod_divide; [lia|apply Z.eqb_eq; assumption]|].
  revert v; induction (snd f) as [|x a IH]; intros [|y v]; simpl in *; try apply Z.divide_0_r.
  apply andb_prop in B as [X B]. apply Z.divide_add_r; [apply Z.divide_mul_l, Z.mod_divide; [lia|apply Z.eqb_eq; assumption]|apply IH; assumption].
Qed.
Lemma residue_sound n known choices row : residue_ok known row = true -> impossible n known choices.
Proof.
  unfold residue_ok; intros H v _ K _. destruct (nth_error known row) as [[f|m f|m f]|] eqn:E; try discriminate;
    pose proof (all_hold_nth _ _ _ _ K E) as G; simpl in G; apply andb_prop in H as [A B]; apply Z.ltb_lt in A.
  - apply negb_true_iff, Z.eqb_neq in B. apply B. apply Z.mod_divide; [lia|].
    assert (D : (common m (snd f) | eval f v)) by (eapply Z.divide_trans; [apply common_start|exact G]).
    unfold eval in D. replace (fst f) with (fst f + dot (snd f) v - dot (snd f) v) by lia. apply Z.divide_sub_r; [assumption|apply common_divides].
  - apply G, divides_all_eval; assumption.
Qed.

Definition sound (n : nat) (w : walker) : Prop := forall known choices steps rest, w known choices steps = Some rest -> impossible n known choices.
Lemma all_hold_more known c v : all_hold known v -> holds c v -> all_hold (known ++ [c]) v.
Proof. intros; apply Forall_app; split; [assumption|constructor; [assumption|constructor]]. Qed.
Lemma branch_sound n w choices known choice steps rest v : sound n w -> branch w choices known choice steps = Some rest ->
  length v = n -> all_hold known v -> Forall (fun choice => Exists (fun c => holds c v) choice) choices -> ~ Exists (fun c => holds c v) choice.
Proof.
  intros W; revert known steps; induction choice as [|c more IH]; simpl; intros known steps E L K C X; [inversion X|].
  destruct (w _ _ _) as [left|] eqn:E1; try discriminate.
  destruct (holds_dec c v) as [T|T].
  - apply (W _ _ _ _ E1 v L); [apply all_hold_more; [assumption|apply tight_holds; assumption]|assumption].
  - apply (IH _ _ E L); [apply all_hold_more; [assumption|apply tight_holds, holds_negated; assumption]|assumption|].
    inversion X; subst; [contradiction|assumption].
Qed.
Lemma splits_sound n w known choices i m count r steps rest v : sound n w -> splits w known choices i m r count steps = Some rest ->
  0 < m -> (i < n)%nat -> length v = n -> all_hold known v -> Forall (fun choice => Exists (fun c => holds c v) choice) choices ->
  r <= nth i v 0 mod m < r + Z.of_nat count -> False.
Proof.
  intros W; revert r steps; induction count as [|count IH]; simpl; intros r steps E M I L K C R; [lia|].
  destruct (w _ _ _) as [left|] eqn:E1; try discriminate.
  destruct (Z.eq_dec (nth i v 0 mod m) r) as [H|H]; [|apply (IH _ _ E); try assumption; lia].
  assert (D : nth i v 0 = m * (nth i v 0 / m) + r) by (rewrite (Z.div_mod (nth i v 0) m) at 1; lia).
  assert (S : forall f, eval (split_form i m r f) (put i (nth i v 0 / m) v) = eval f v) by (intros; apply eval_split; [lia|assumption]).
  apply (W _ _ _ _ E1 (put i (nth i v 0 / m) v)); [rewrite put_length; assumption| |].
  - unfold all_hold in *; rewrite Forall_map. eapply Forall_impl; [|exact K]. simpl; intros c Hc. apply tight_holds. apply (holds_on _ _ _ _ S); assumption.
  - rewrite Forall_map. eapply Forall_impl; [|exact C]. simpl; intros choice X. apply Exists_exists in X as [c [Ic Hc]].
    apply Exists_exists. exists (on (split_form i m r) c). split; [apply in_map; assumption|apply (holds_on _ _ _ _ S); assumption].
Qed.
Lemma dot_unit i v : dot (unit i) v = nth i v 0.
Proof.
  unfold unit. revert v; induction i as [|i IH]; intros [|x v]; simpl; try reflexivity; [destruct v; lia|]. rewrite IH; lia.
Qed.
Lemma cut_cases i k v : holds (at_most i k) v \/ holds (above i k) v.
Proof.
  destruct (Z_le_dec (nth i v 0) k); [left|right]; apply tight_holds; unfold holds, eval; cbn [fst snd]; rewrite ?dot_scale, dot_unit; lia.
Qed.
Theorem walk_sound fuel n : sound n (walk fuel n).
Proof.
  induction fuel as [|fuel IH]; intros known choices steps rest; simpl; [discriminate|]. destruct steps as [|[rows|row|i|i k|i m] steps]; try discriminate.
  - destruct (sum_ok known rows) eqn:E; try discriminate. intros _; eapply sum_sound; eassumption.
  - destruct (residue_ok known row) eqn:E; try discriminate. intros _; eapply residue_sound; eassumption.
  - destruct (nth_error choices i) as [choice|] eqn:N; try discriminate. intros E v L K C.
    refine (branch_sound n (walk fuel n) choices known choice steps rest v IH E L K C _).
    apply nth_error_In in N. rewrite Forall_forall in C; auto.
  - destruct (walk fuel n (known ++ [at_most i k]) choices steps) as [left|] eqn:E1; try discriminate. intros E v L K C.
    destruct (cut_cases i k v) as [H|H]; [eapply (IH _ _ _ _ E1)|eapply (IH _ _ _ _ E)]; try eassumption; apply all_hold_more; assumption.
  - destruct ((i <? n)%nat && (0 <? m) && (m <=? most_parts)) eqn:G; try discriminate. apply andb_prop in G as [G _]. apply andb_prop in G as [A B].
    apply Nat.ltb_lt in A. apply Z.ltb_lt in B. intros E v L K C.
    eapply splits_sound; try eassumption. rewrite Z2Nat.id by lia. pose proof (Z.mod_pos_bound (nth i v 0) m B). lia.
Qed.

Definition proves (n : nat) (known : list condition) (choices : list (list condition)) (steps : list step) : bool :=
  match walk (S (length steps)) n (map tight known) choices steps with Some [] => true | _ => false end.
Lemma proves_sound n known choices steps : proves n known choices steps = true -> impossible n known choices.
Proof.
  unfold proves; intros H v L K C. destruct (walk _ _ _ _ _) as [rest|] eqn:E; try discriminate.
  apply (walk_sound _ _ _ _ _ _ E v L); [|assumption]. unfold all_hold in *; rewrite Forall_map. eapply Forall_impl; [|exact K]. simpl; intros; apply tight_holds; assumption.
Qed.

(* ---------- the facts ---------- *)
Record winning_move := { line : nat; piece : nat; values : list form }.
Record certificate := { c_game : game; c_pieces : list (list condition); c_measure : list Z; c_witnesses : list winning_move; c_trees : list (list step) }.
Definition fact := (nat * list condition * list (list condition))%type.

Section Facts.
Variable g : game.
Variable pieces : list (list condition).
Variable measure : list Z.

Definition naturals : list condition := map (fun i => AtLeastZero (0, unit i)) (seq 0 (coordinates g)).
Definition positions : list condition := naturals ++ extra g.
Definition here (m : move) : list condition := positions ++ conditions m.
Definition there (m : move) (cs : list condition) : list condition := map (on (within (target m))) cs.
Definition size (m : move) : nat := (coordinates g + chosen m)%nat.
Definition closed (m : move) : list fact := flat_map (fun a => map (fun b => (size m, here m ++ a ++ there m b, [])) pieces) pieces.
Definition rise (m : move) : form := add (within_list measure (target m)) (0, map (Z.mul (-1)) measure).
Definition ends (m : move) : fact := (size m, here m ++ [AtLeastZero (rise m)], []).
Definition legal (m : move) : list fact := map (fun c => (size m, here m ++ [negated (on (within (target m)) c)], [])) positions.
Definition region (w : winning_move) : option (list condition) :=
  match nth_error (moves g) (line w), nth_error pieces (piece w) with
  | Some m, Some p => if (length (values w) =? chosen m)%nat then Some (map (on (with_chosen (coordinates g) (values w))) (conditions m ++ there m p)) else None
  | _, _ => None
  end.
Fixpoint regions (ws : list winning_move) : option (list (list condition)) :=
  match ws with [] => Some [] | w :: ws => match region w, regions ws with Some r, Some rs => Some (r :: rs) | _, _ => None end end.
Definition reach (rs : list (list condition)) : fact := (coordinates g, positions, map (map negated) (pieces ++ rs)).
Definition facts (rs : list (list condition)) : list fact := flat_map (fun m => closed m ++ ends m :: legal m) (moves g) ++ [reach rs].
End Facts.

(* whether a condition uses the first d variables only *)
Definition form_of (c : condition) : form := match c with AtLeastZero f | Divides _ f | DividesNot _ f => f end.
Definition is_short (d : nat) (c : condition) : bool := (length (snd (form_of c)) <=? d)%nat.
Definition fact_ok (f : fact) (steps : list step) : bool := let '(n, known, choices) := f in proves n known choices steps.
Definition check_linear (c : certificate) : bool :=
  let g := c_game c in
  (length (c_measure c) =? coordinates g)%nat && forallb (Z.leb 0) (c_measure c) &&
  forallb (fun m => (length (target m) =? coordinates g)%nat) (moves g) &&
  forallb (is_short (coordinates g)) (extra g ++ concat (c_pieces c)) &&
  match regions g (c_pieces c) (c_witnesses c) with
  | None => false
  | Some rs =>
    let fs := facts g (c_pieces c) (c_measure c) rs in
    (length fs =? length (c_trees c))%nat && forallb (fun p => fact_ok (fst p) (snd p)) (combine fs (c_trees c))
  end.

(* ---------- that they suffice ---------- *)
Lemma regions_in g pieces ws rs r : regions g pieces ws = Some rs -> In r rs -> exists w, In w ws /\ region g pieces w = Some r.
Proof.
  revert rs; induction ws as [|w l IH]; simpl; intros rs E I; [injection E as <-; destruct I|].
  destruct (region g pieces w) as [x|] eqn:R; try discriminate. destruct (regions g pieces l) as [xs|]; try discriminate.
  injection E as <-. destruct I as [<-|I]; [eauto|]. destruct (IH xs eq_refl I) as [w' [A B]]; eauto.
Qed.

Section Sound.
Variable g : game.
Variable pieces : list (list condition).
Variable measure : list Z.
Variable rs : list (list condition).
Variable ws : list winning_move.
Hypothesis measured : length measure = coordinates g.
Hypothesis weights : Forall (fun x => 0 <= x) measure.
Hypothesis targets : forall m, In m (moves g) -> length (target m) = coordinates g.
Hypothesis regions_are : regions g pieces ws = Some rs.
Hypothesis proved : forall n known choices, In (n, known, choices) (facts g pieces measure rs) -> impossible n known choices.

Lemma naturals_hold p : length p = coordinates g -> (Forall (fun x => 0 <= x) p <-> all_hold (naturals g) p).
Proof.
  intros L. unfold all_hold, naturals. rewrite Forall_map, !Forall_forall. split.
  - intros H i I. simpl; unfold eval; simpl; rewrite dot_unit. apply in_seq in I. apply H, nth_In; lia.
  - intros H x X. apply In_nth with (d := 0) in X as [i [I <-]]. specialize (H i). simpl in H; unfold eval in H; simpl in H; rewrite dot_unit in H. apply H, in_seq; lia.
Qed.
Lemma position_holds p : position g p <-> length p = coordinates g /\ all_hold (positions g) p.
Proof.
  unfold position, positions, all_hold; rewrite Forall_app. split; [intros [L [N X]]|intros [L [N X]]]; repeat split; auto; apply (naturals_hold p L); assumption.
Qed.
Lemma dot_longer a p q : (length a <= length p)%nat -> dot a (p ++ q) = dot a p.
Proof. revert a; induction p as [|x p IH]; intros [|y a] H; simpl in *; try lia. rewrite IH by lia; reflexivity. Qed.
Lemma holds_longer c i p q : c = AtLeastZero (0, unit i) -> (i < length p)%nat -> holds c p -> holds c (p ++ q).
Proof. intros -> I; simpl; unfold eval; simpl. rewrite !dot_unit, app_nth1 by assumption. tauto. Qed.

(* The conditions on positions use the coordinates only. *)
Hypothesis short : Forall (fun c => (length (snd (form_of c)) <= coordinates g)%nat) (extra g ++ concat pieces).
Lemma short_holds c p q : length p = coordinates g -> In c (extra g ++ concat pieces) -> (holds c (p ++ q) <-> holds c p).
Proof. intros L I. rewrite Forall_forall in short. specialize (short c I). destruct c; simpl in *; unfold eval; rewrite dot_longer by lia; tauto. Qed.
Lemma positions_longer p q : length p = coordinates g -> all_hold (positions g) p -> all_hold (positions g) (p ++ q).
Proof.
  intros L. unfold positions, all_hold; rewrite !Forall_app; intros [N X]; split.
  - unfold naturals in *; rewrite Forall_map, Forall_forall in N |- *. intros i I; specialize (N i I). apply in_seq in I. eapply holds_longer; eauto; lia.
  - rewrite Forall_forall in X |- *. intros c I. apply short_holds; [assumption|apply in_or_app; auto|auto].
Qed.
Lemma piece_longer piece p q : length p = coordinates g -> In piece pieces -> all_hold piece p -> all_hold piece (p ++ q).
Proof.
  intros L I. unfold all_hold; rewrite !Forall_forall. intros H c C. apply short_holds; [assumption|apply in_or_app; right; apply in_concat; eauto|auto].
Qed.

Definition to (m : move) (v : list Z) : list Z := map (fun f => eval f v) (target m).
Lemma there_holds m cs v : all_hold (there m cs) v <-> all_hold cs (to m v).
Proof. apply all_hold_on. intros; apply eval_within. Qed.
Lemma all_hold_app a b v : all_hold (a ++ b) v <-> all_hold a v /\ all_hold b v.
Proof. unfold all_hold; apply Forall_app. Qed.

Lemma no_inside p q : position g p -> option_of g p q -> inside pieces p -> inside pieces q -> False.
Proof.
  intros P [m [c [M [L [C ->]]]]] A B. apply Exists_exists in A as [a [Ia Ha]], B as [b [Ib Hb]].
  apply position_holds in P as [Lp P].
  refine (proved (size g m) (here g m ++ a ++ there m b) [] _ (p ++ c) _ _ (Forall_nil _)).
  - apply in_or_app; left. apply in_flat_map. exists m; split; [assumption|]. apply in_or_app; left.
    apply in_flat_map. exists a; split; [assumption|]. apply in_map_iff. exists b; auto.
  - rewrite app_length; unfold size; lia.
  - unfold here. rewrite !all_hold_app. repeat split; [apply positions_longer; assumption|assumption|apply piece_longer; assumption|apply there_holds; assumption].
Qed.
Lemma lower p q : position g p -> option_of g p q -> dot measure q < dot measure p.
Proof.
  intros P [m [c [M [L [C ->]]]]]. apply position_holds in P as [Lp P].
  destruct (Z_lt_dec (dot measure (map (fun f => eval f (p ++ c)) (target m))) (dot measure p)) as [H|H]; [assumption|exfalso].
  refine (proved (size g m) (here g m ++ [AtLeastZero (rise measure m)]) [] _ (p ++ c) _ _ (Forall_nil _)).
  - apply in_or_app; left. apply in_flat_map. exists m; split; [assumption|]. apply in_or_app; right; left; reflexivity.
  - rewrite app_length; unfold size; lia.
  - unfold here. rewrite !all_hold_app. repeat split; [apply positions_longer; assumption|assumption|].
    constructor; [|constructor]. simpl. unfold rise; rewrite eval_add, eval_within_list; unfold eval at 2; simpl.
    rewrite dot_scale, dot_longer by lia. lia.
Qed.
Lemma goes_on p q : position g p -> option_of g p q -> position g q.
Proof.
  intros P [m [c [M [L [C ->]]]]]. apply position_holds in P as [Lp P]. apply position_holds.
  split; [rewrite map_length; auto|]. destruct (all_hold_dec (positions g) (to m (p ++ c))) as [H|H]; [assumption|exfalso].
  apply some_fails, Exists_exists in H as [n [I N]]. apply in_map_iff in I as [k [<- I]].
  refine (proved (size g m) (here g m ++ [negated (on (within (target m)) k)]) [] _ (p ++ c) _ _ (Forall_nil _)).
  - apply in_or_app; left. apply in_flat_map. exists m; split; [assumption|]. apply in_or_app; right; right. apply in_map_iff. exists k; auto.
  - rewrite app_length; unfold size; lia.
  - unfold here. rewrite !all_hold_app. repeat split; [apply positions_longer; assumption|assumption|].
    constructor; [|constructor]. apply holds_negated. rewrite (holds_on _ _ _ (to m (p ++ c))) by (intros; apply eval_within). apply holds_negated; assumption.
Qed.
Lemma wins p : position g p -> ~ inside pieces p -> exists q, option_of g p q /\ inside pieces q.
Proof.
  intros P N. apply position_holds in P as [Lp P].
  destruct (Exists_dec (fun r => all_hold r p) rs (fun r => all_hold_dec r p)) as [W|W].
  - apply Exists_exists in W as [r [I R]]. apply (regions_in _ _ _ _ _ regions_are) in I as [w [_ E]]. unfold region in E.
    destruct (nth_error (moves g) (line w)) as [m|] eqn:M; try discriminate. destruct (nth_error pieces (piece w)) as [b|] eqn:B; try discriminate.
    destruct (length (values w) =? chosen m)%nat eqn:L; try discriminate. apply Nat.eqb_eq in L. injection E as <-.
    apply nth_error_In in M, B. apply (all_hold_on _ _ _ (p ++ map (fun f => eval f p) (values w))) in R; [|intros; apply eval_with_chosen; assumption].
    apply all_hold_app in R as [R1 R2]. apply there_holds in R2.
    exists (to m (p ++ map (fun f => eval f p) (values w))). split.
    + exists m, (map (fun f => eval f p) (values w)). rewrite map_length. auto.
    + apply Exists_exists. eauto.
  - exfalso. refine (proved (coordinates g) (positions g) (map (map negated) (pieces ++ rs)) _ p Lp P _).
    + apply in_or_app; right; left; reflexivity.
    + rewrite Forall_map, Forall_app, !Forall_forall. split; intros piece I; apply some_fails; intros H.
      * apply N, Exists_exists; eauto.
      * apply W, Exists_exists; eauto.
Qed.

Lemma measure_natural p : position g p -> 0 <= dot measure p.
Proof.
  intros [_ [H _]]. clear - H weights. revert p H; induction measure as [|x l IH]; intros [|y p] H; simpl; try lia.
  inversion weights; inversion H; subst. specialize (IH H3 p H7). nia.
Qed.
Lemma play_ends p : position g p -> Acc (fun q r => option_of g r q) p.
Proof.
  intros P. remember (Z.to_nat (dot measure p)) as n eqn:E. revert p P E. induction n as [n IH] using lt_wf_ind. intros p P ->.
  constructor. intros q Q. pose proof (goes_on p q P Q) as G. apply (IH (Z.to_nat (dot measure q))); auto.
  pose proof (lower p q P Q). pose proof (measure_natural q G). lia.
Qed.
Lemma inside_dec p : {inside pieces p} + {~ inside pieces p}.
Proof. apply Exists_dec; intros; apply all_hold_dec. Qed.
Lemma decided p : position g p -> (inside pieces p -> previous_wins g p) /\ (~ inside pieces p -> next_wins g p).
Proof.
  intros P. pose proof (play_ends p P) as A. revert P. induction A as [p _ IH]. intros P. split.
  - intros I. constructor. intros q Q. apply (IH q Q (goes_on p q P Q)). intros J. exact (no_inside p q P Q I J).
  - intros N. destruct (wins p P N) as [q [Q I]]. apply (some_wins g p q Q). apply (IH q Q (goes_on p q P Q)); assumption.
Qed.
Lemma not_both p : position g p -> previous_wins g p -> next_wins g p -> False.
Proof.
  intros P. pose proof (play_ends p P) as A. revert P. induction A as [p _ IH]. intros P [F] [q Q W].
  exact (IH q Q (goes_on p q P Q) W (F q Q)).
Qed.
Theorem set_claimed : linear_claimed g pieces.
Proof.
  intros p P. split; [intros q; apply goes_on; assumption|]. split; [apply play_ends; assumption|].
  destruct (decided p P) as [I N]. pose proof (not_both p P). destruct (inside_dec p); split; split; try tauto; intros W; exfalso; tauto.
Qed.
End Sound.

Lemma in_combine {A B} (x : A) l (k : list B) : length l = length k -> In x l -> exists y, In (x, y) (combine l k).
Proof.
  revert k; induction l as [|a l IH]; intros [|b k] L I; simpl in *; try discriminate; [destruct I|].
  destruct I as [->|I]; [eauto|]. destruct (IH k) as [y Y]; [lia|assumption|eauto].
Qed.
Theorem check_linear_correct c : check_linear c = true -> linear_claimed (c_game c) (c_pieces c).
Proof.
  unfold check_linear; intros H. apply andb_prop in H as [H P]. apply andb_prop in H as [H S]. apply andb_prop in H as [H T]. apply andb_prop in H as [L W].
  destruct (regions _ _ _) as [rs|] eqn:R; try discriminate. apply andb_prop in P as [N F].
  apply Nat.eqb_eq in L, N. rewrite forallb_forall in W, T, S, F.
  apply (set_claimed (c_game c) (c_pieces c) (c_measure c) rs (c_witnesses c)); try assumption.
  - apply Forall_forall. intros x X. apply Z.leb_le, W, X.
  - intros m M. apply Nat.eqb_eq, T, M.
  - intros n known choices I. apply (in_combine _ _ (c_trees c) N) in I as [steps I]. apply F in I. apply proves_sound in I; assumption.
  - apply Forall_forall. intros x X. apply Nat.leb_le, S, X.
Qed.
