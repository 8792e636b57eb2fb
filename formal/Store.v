(* What the checker computes with: stores of numbers, loops that need no proof that they end, and marks.

   A store is a total map from numbers to numbers, 0 where nothing was set. Here it is a tree, and all that is proved is proved of
   trees. The native build puts an array in its place (native.ml), which is right as every store is used once after each
   change. *)
From Coq Require Import NArith FMapPositive List Lia Bool Sorted.
Import ListNotations.
Local Open Scope N_scope.

Definition store := PositiveMap.t N.
Definition empty (_ : unit) : store := PositiveMap.empty N.
Definition get (s : store) (i : N) : N := match PositiveMap.find (N.succ_pos i) s with Some x => x | None => 0 end.
Definition set (s : store) (i x : N) : store := PositiveMap.add (N.succ_pos i) x s.

Lemma get_empty i : get (empty tt) i = 0.
Proof. unfold get, empty. rewrite PositiveMap.gempty. reflexivity. Qed.
Lemma get_same s i x : get (set s i x) i = x.
Proof. unfold get, set. rewrite PositiveMap.gss. reflexivity. Qed.
Lemma get_other s i j x : j <> i -> get (set s i x) j = get s j.
Proof.
  intros H. unfold get, set. rewrite PositiveMap.gso; [reflexivity|]. intros E. apply H.
  rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j), E. reflexivity.
Qed.

(* Up to 2^d steps: a loop is left when `stop` says so. Whether it was left in this way is looked at afterwards. *)
Section Loop.
Context {T : Type} (stop : T -> bool) (step : T -> T).
Fixpoint loop (d : nat) (s : T) : T :=
  if stop s then s else match d with O => step s | S e => loop e (loop e s) end.
Lemma loop_inv (I : T -> Prop) : (forall s, I s -> stop s = false -> I (step s)) -> forall d s, I s -> I (loop d s).
Proof.
  intros H. induction d as [|d IH]; intros s Hs; simpl; destruct (stop s) eqn:E; auto.
Qed.
End Loop.
Definition depth : nat := 62.

(* Marks: a number is marked if the store holds the stamp there; a greater stamp clears all marks at once. *)
Definition marks (m : store) (st : N) (P : N -> Prop) : Prop := forall y, (get m y = st <-> P y) /\ get m y <= st.
Definition unmarked (m : store) (st : N) : Prop := forall y, get m y < st.

Lemma marks_none m st : unmarked m st -> marks m st (fun _ => False).
Proof. intros H y. specialize (H y). split; [split; [lia|tauto]|lia]. Qed.
Lemma marks_next m st P : marks m st P -> unmarked m (st + 1).
Proof. intros H y. destruct (H y). lia. Qed.
Lemma marks_ext m st P Q : (forall y, P y <-> Q y) -> marks m st P -> marks m st Q.
Proof. intros E H y. destruct (H y) as [A B]. split; auto. rewrite A. apply E. Qed.
Lemma marks_set m st P x : marks m st P -> marks (set m x st) st (fun y => P y \/ y = x).
Proof.
  intros H y. destruct (N.eq_dec y x) as [->|D].
  - rewrite get_same. split; [tauto|lia].
  - rewrite get_other by auto. destruct (H y) as [A B]. split; auto. rewrite A. tauto.
Qed.
Lemma unmarked_empty : unmarked (empty tt) 1.
Proof. intros y. rewrite get_empty. lia. Qed.

(* i, i + 1, ..., k numbers *)
Fixpoint up (i : N) (k : nat) : list N := match k with O => [] | S l => i :: up (i + 1) l end.
Lemma up_spec k : forall i x, In x (up i k) <-> i <= x < i + N.of_nat k.
Proof.
  induction k as [|k IH]; intros i x; simpl; [split; [tauto|lia]|]. rewrite IH. lia.
Qed.
Lemma up_sorted k : forall i, StronglySorted N.lt (up i k).
Proof.
  induction k as [|k IH]; intros i; simpl; constructor; auto. apply Forall_forall. intros x H. apply up_spec in H. lia.
Qed.
Lemma filter_sorted f l : StronglySorted N.lt l -> StronglySorted N.lt (filter f l).
Proof.
  induction 1 as [|a l S IH F]; simpl; [constructor|]. destruct (f a); auto. constructor; auto.
  rewrite Forall_forall in *. intros x H. apply filter_In in H. apply F. tauto.
Qed.

(* the first number of a list that is not marked *)
Fixpoint first_free (l : list N) (st : N) (m : store) : option N :=
  match l with
  | [] => None
  | x :: t => if get m x =? st then first_free t st m else Some x
  end.
Lemma first_free_spec l st m x : StronglySorted N.lt l -> first_free l st m = Some x ->
  In x l /\ get m x <> st /\ forall y, In y l -> y < x -> get m y = st.
Proof.
  induction 1 as [|a l S IH F]; simpl; [discriminate|]. destruct (N.eqb_spec (get m a) st) as [E|NE]; intros H.
  - destruct (IH H) as (A & B & C). split; auto. split; auto. intros y [<-|Iy] Hy; auto.
  - inversion H; subst. split; auto. split; auto. intros y [<-|Iy] Hy; [lia|].
    rewrite Forall_forall in F. apply F in Iy. lia.
Qed.

(* What is left of a list, in order, of numbers that are to be marked below x: it begins with one that is not. *)
Fixpoint advance (l : list N) (x st : N) (m : store) : list N :=
  match l with
  | [] => []
  | r :: t => if x <=? r then [] else if get m r =? st then advance t x st m else l
  end.
Definition covers (R : N -> Prop) (l : list N) (x st : N) (m : store) : Prop :=
  StronglySorted N.lt l /\ (forall y, In y l -> R y) /\ forall y, y < x -> R y -> get m y = st \/ In y l.
Lemma advance_spec R l x st m : covers R l x st m ->
  covers R (advance l x st m) x st m /\
  match advance l x st m with [] => True | r :: _ => r < x /\ R r /\ get m r <> st /\ forall y, y < r -> R y -> get m y = st end.
Proof.
  intros (So & In0 & C). revert In0 C. induction So as [|r t S IH F]; intros In0 C; simpl.
  - split; auto. split; [constructor|]. split; [intros y []|auto].
  - rewrite Forall_forall in F. destruct (N.leb_spec x r).
    + split; auto. split; [constructor|]. split; [intros y []|]. intros y Hy Ry. destruct (C y Hy Ry) as [|[<-|I]]; auto; [lia|].
      apply F in I. lia.
    + destruct (N.eqb_spec (get m r) st) as [E|NE].
      * apply IH; [intros y I; apply In0; right; auto|]. intros y Hy Ry. destruct (C y Hy Ry) as [|[<-|I]]; auto.
      * split.
        -- split; [constructor; [auto|apply Forall_forall; auto]|]. split; auto.
        -- split; [auto|]. split; [apply In0; left; auto|]. split; auto. intros y Hy Ry.
           destruct (C y ltac:(lia) Ry) as [|[<-|I]]; auto; [lia|]. apply F in I. lia.
Qed.
Lemma covers_grow R l x st m m' : (forall y, get m y = st -> get m' y = st) -> covers R l x st m -> covers R l x st m'.
Proof. intros H (A & B & C). split; auto. split; auto. intros y Hy Ry. destruct (C y Hy Ry); auto. Qed.
