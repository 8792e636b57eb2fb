(* If all plays end, a game of kinds has exactly one Grundy function. *)
From Coq Require Import ZArith NArith List Lia Bool Wellfounded.
From Grundy Require Import Rules Values KindRules Kinds.
Import ListNotations.
Local Open Scope Z_scope.

Lemma sum_value_ext f g o : (forall q, In q o -> f (fst q) (snd q) = g (fst q) (snd q)) -> sum_value f o = sum_value g o.
Proof.
  induction o as [|q o IH]; intros H; cbn [sum_value fold_right]; auto. fold (sum_value f o) (sum_value g o). rewrite (H q (or_introl eq_refl)), IH; auto. intros p I. apply H. right; exact I.
Qed.
Lemma sum_value_app f l r : sum_value f (l ++ r) = N.lxor (sum_value f l) (sum_value f r).
Proof. induction l as [|q l IH]; cbn [app sum_value fold_right]; [reflexivity|]. fold (sum_value f (l ++ r)) (sum_value f l). rewrite IH. symmetry. apply N.lxor_assoc. Qed.
Lemma kinds_mex r f k n x : kinds_grundy r f -> (forall o, r k n o -> sum_value f o <> x) ->
  (forall y, (y < x)%N -> exists o, r k n o /\ sum_value f o = y) -> f k n = x.
Proof.
  intros G A B. destruct (N.lt_trichotomy (f k n) x) as [H|[H|H]]; auto; exfalso.
  - destruct (B _ H) as (o & M & V). apply (proj1 (G k n) _ M V).
  - destruct (proj2 (G k n) _ H) as (o & M & V). apply (A _ M V).
Qed.
Theorem kinds_unique r f g : well_founded (part r) -> kinds_grundy r f -> kinds_grundy r g -> forall k n, f k n = g k n.
Proof.
  intros W F G k n. change (f (fst (k, n)) (snd (k, n)) = g (fst (k, n)) (snd (k, n))). generalize (k, n). clear k n. apply (well_founded_ind W). intros [k n] IH. cbn [fst snd].
  assert (E : forall o, r k n o -> sum_value f o = sum_value g o) by (intros o M; apply sum_value_ext; intros q I; apply IH; exists o; auto).
  destruct (N.lt_trichotomy (f k n) (g k n)) as [H|[H|H]]; auto; exfalso.
  - destruct (proj2 (G k n) _ H) as (o & M & V). apply (proj1 (F k n) o M). rewrite E; auto.
  - destruct (proj2 (F k n) _ H) as (o & M & V). apply (proj1 (G k n) o M). rewrite <- E; auto.
Qed.

Section Exists.
Variables (r : kind_moves) (options : position -> list (list position)).
Hypothesis Options : forall p o, In o (options p) <-> r (fst p) (snd p) o.
Hypothesis W : well_founded (part r).
Definition same_position (p q : position) : {p = q} + {p <> q}.
Proof. decide equality; [apply Z.eq_dec|apply N.eq_dec]. Defined.
Definition part_dec q p : {part r q p} + {~ part r q p}.
Proof.
  destruct (existsb (fun o => if in_dec same_position q o then true else false) (options p)) eqn:E; [left|right].
  - apply existsb_exists in E. destruct E as (o & I & H). destruct (in_dec same_position q o); [|discriminate]. exists o. split; auto. apply Options. exact I.
  - intros (o & M & I). apply Options in M. assert (X : existsb (fun o => if in_dec same_position q o then true else false) (options p) = true); [|congruence].
    apply existsb_exists. exists o. split; auto. destruct (in_dec same_position q o); tauto.
Defined.
Definition with_parts (p : position) (rec : forall q, part r q p -> N) (o : list position) : N :=
  fold_right (fun q x => N.lxor (match part_dec q p with left H => rec q H | right _ => 0%N end) x) 0%N o.
Definition step (p : position) (rec : forall q, part r q p -> N) : N := mex (map (with_parts p rec) (options p)).
Definition value_at (p : position) : N := Fix W (fun _ => N) step p.
Lemma value_at_step p : value_at p = step p (fun q _ => value_at q).
Proof.
  unfold value_at. apply (Fix_eq W (fun _ => N) step). intros q f g H. unfold step. f_equal. apply map_ext. intros o. unfold with_parts.
  induction o as [|a o IH]; simpl; auto. rewrite IH. f_equal. destruct (part_dec a q); auto.
Qed.
Lemma value_grundy : kinds_grundy r (fun k n => value_at (k, n)).
Proof.
  intros k n. assert (V : forall o, r k n o -> with_parts (k, n) (fun q _ => value_at q) o = sum_value (fun k n => value_at (k, n)) o).
  { intros o M. assert (P : forall q, In q o -> part r q (k, n)) by (intros q I; exists o; auto). clear M. unfold with_parts. induction o as [|[a b] o IH]; simpl; auto.
    rewrite IH by (intros q I; apply P; right; auto). f_equal. destruct (part_dec (a, b) (k, n)) as [|Np]; auto. exfalso. apply Np, P. left. reflexivity. }
  rewrite (value_at_step (k, n)). destruct (mex_spec (map (with_parts (k, n) (fun q _ => value_at q)) (options (k, n)))) as [A B]. split.
  - intros o M E. apply A. unfold step in E. rewrite <- E, <- (V o M). apply in_map. apply Options. exact M.
  - intros x H. apply B in H. apply in_map_iff in H. destruct H as (o & E & I). apply Options in I. exists o. split; auto. rewrite <- V; auto.
Qed.
End Exists.

(* ---------- the options of rules in normal form are finitely many ---------- *)
Fixpoint all_choices (cs : list coordinate) (m : Z) : list (list Z) :=
  match cs with
  | [] => if m =? 0 then [[]] else []
  | co :: t => match t with
    | [] => if at_least co <=? m then [[m]] else []
    | _ => flat_map (fun i => let x := at_least co + Z.of_nat i in map (cons x) (all_choices t (m - x))) (seq 0 (S (Z.to_nat (m - at_least co - sum (map at_least t)))))
    end
  end.
Lemma least_sum cs a : Forall2 (fun x co => at_least co <= x) a cs -> sum (map at_least cs) <= sum a.
Proof. induction 1 as [|x co a cs H F IH]; cbn [map sum fold_right]; [lia|]. unfold sum in IH. lia. Qed.
Lemma all_choices_spec cs : forall m a, In a (all_choices cs m) <-> Forall2 (fun x co => at_least co <= x) a cs /\ sum a = m.
Proof.
  induction cs as [|co cs IH]; intros m a; cbn [all_choices].
  - destruct (Z.eqb_spec m 0) as [->|D]; split.
    + intros [<-|[]]. split; [constructor|reflexivity].
    + intros [F _]. inversion F. left; auto.
    + intros [].
    + intros [F S]. inversion F; subst. simpl in D. lia.
  - destruct cs as [|co' cs].
    { destruct (Z.leb_spec (at_least co) m) as [H|H]; split.
      - intros [<-|[]]. split; [constructor; [exact H|constructor]|simpl; lia].
      - intros [F S]. inversion F as [|x ? b ? Hx F1]; subst. inversion F1; subst. simpl. left. f_equal. lia.
      - intros [].
      - intros [F S]. inversion F as [|x ? b ? Hx F1]; subst. inversion F1; subst. simpl in H. lia. }
    rewrite in_flat_map. split.
    + intros (i & _ & I). cbv zeta in I. apply in_map_iff in I. destruct I as (b & <- & I). apply IH in I. destruct I as [F S]. split; [constructor; [lia|auto]|]. cbn [sum fold_right]. fold (sum b). lia.
    + intros [F S]. inversion F as [|x ? b ? Hx F1]; subst. pose proof (least_sum _ _ F1) as L. cbn [sum fold_right]. fold (sum b).
      exists (Z.to_nat (x - at_least co)). split; [apply in_seq; lia|]. cbv zeta. replace (at_least co + Z.of_nat (Z.to_nat (x - at_least co))) with x by lia.
      apply in_map. apply IH. split; [exact F1|lia].
Qed.

Definition tuple_dec := list_eq_dec Z.eq_dec.
Definition in_order_b (o : order) (a : list Z) : bool :=
  match o, a with
  | AnyOrder, _ => true
  | NotIn E, [x; y] => if in_dec Z.eq_dec (x - y) E then false else true
  | AtMost e, [x; y] => x - y <=? e
  | _, _ => false
  end.
Lemma in_order_b_spec o a : in_order_b o a = true <-> in_order o a.
Proof.
  destruct o as [|E|e]; destruct a as [|x [|y [|? ?]]]; cbn [in_order_b in_order]; try tauto; try (split; [discriminate|tauto]).
  - destruct (in_dec Z.eq_dec (x - y) E); split; intros; try tauto; discriminate.
  - apply Z.leb_le.
Qed.
Definition choices (R : rule) (n : Z) : list (list Z) :=
  match the_cut R with
  | None => [[]]
  | Some c => filter (fun a => in_order_b (cut_order c) a &&
      match allowed c with None => true | Some T => if in_dec tuple_dec (tuple (cut_modulus c) n a) T then true else false end) (all_choices (coordinates c) (n - cut_sum c))
  end.
Lemma choices_spec R n a : In a (choices R n) <-> choice R n a.
Proof.
  unfold choices, choice. destruct (the_cut R) as [c|]; [|split; [intros [<-|[]]; auto|intros ->; left; auto]].
  rewrite filter_In, all_choices_spec, andb_true_iff, in_order_b_spec. unfold shape. destruct (allowed c) as [T|]; [|tauto].
  destruct (in_dec tuple_dec (tuple (cut_modulus c) n a) T); [tauto|]. split; [intros [_ [_ H]]; discriminate|tauto].
Qed.
Definition applies_dec R n : {applies R n} + {~ applies R n}.
Proof.
  unfold applies. destruct (Z_le_gt_dec (from R) n).
  - destruct (in_dec Z.eq_dec (n mod modulus R) (residues R)); [left; auto|right; intros [[_ H]|[H _]]; [auto|lia]].
  - destruct (in_dec Z.eq_dec n (before R)); [left; right; split; [lia|auto]|right; intros [[H _]|[_ H]]; [lia|auto]].
Defined.
Definition stands_dec K q : {stands K q} + {~ stands K q}.
Proof.
  unfold stands. destruct (least_size (kind_at K (fst q))) as [l|].
  - destruct (bool_dec (reached (kind_at K (fst q))) true); [|right; tauto]. destruct (Z_le_dec l (snd q)); [left; auto|right; tauto].
  - destruct (Z_lt_ge_dec (Z.of_N (fst q)) (Z.of_nat (length K))); [|right; intros [? _]; lia]. destruct (Z.eq_dec (snd q) 0); [left; split; [lia|auto]|right; tauto].
Defined.
Definition options_of (K : list kind) (p : position) : list (list position) :=
  if stands_dec K p then
    flat_map (fun R => if applies_dec R (snd p) then map (parts R (snd p)) (choices R (snd p)) else []) (kind_rules (kind_at K (fst p)))
  else [].
Lemma options_of_spec K p o : In o (options_of K p) <-> moves_of K (fst p) (snd p) o.
Proof.
  destruct p as [k n]. unfold options_of, moves_of. cbn [fst snd]. destruct (stands_dec K (k, n)) as [S|S]; [|split; [intros []|tauto]]. rewrite in_flat_map. split.
  - intros (R & I & H). destruct (applies_dec R n) as [A|]; [|destruct H]. apply in_map_iff in H. destruct H as (a & <- & Ia). apply choices_spec in Ia. split; auto. exists R, a. auto.
  - intros (_ & R & a & I & A & C & ->). exists R. split; auto. destruct (applies_dec R n); [|tauto]. apply in_map. apply choices_spec. exact C.
Qed.
Theorem kinds_exist K : well_founded (part (moves_of K)) -> exists f, kinds_grundy (moves_of K) f.
Proof. intros W. eexists. apply (value_grundy (moves_of K) (options_of K) (options_of_spec K) W). Qed.
