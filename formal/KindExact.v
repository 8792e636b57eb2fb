(* All values of a game of kinds, from the rules alone. Sizes are computed in the order in which their options are known: a kind goes on
   as long as all parts of the next position are. So what was computed is also shown to end. *)
From Coq Require Import ZArith NArith List Lia Bool Wellfounded.
From Grundy Require Import Rules KindRules Kinds KindValues Store.
Import ListNotations.
Local Open Scope Z_scope.

(* ---------- the program ---------- *)

Section Program.
Variables (K : list kind) (W : N).
(* the value of the size s of the kind q stands at q W + s *)
Definition place (q : N) (s : Z) : N := (q * W + Z.to_N s)%N.
Definition stored (g : store) : values := fun q s => get g (place q s).
Definition least_of (k : N) : Z := match least_size (kind_at K k) with Some l => l | None => 0 end.
(* h holds how many sizes of each kind are known *)
Definition is_known (h : store) (q : position) : bool :=
  let l := least_of (fst q) in (l <=? snd q) && (snd q <? l + Z.of_N (get h (fst q))).

Definition applies_b (R : rule) (n : Z) : bool :=
  if from R <=? n then existsb (Z.eqb (n mod modulus R)) (residues R) else existsb (Z.eqb n) (before R).

(* A coordinate of a cut, x = a - at_least: x goes from start on in steps; the places of its parts at x = 0. *)
Record lane := { start : N; stride : N; bases : list N }.
Fixpoint lanes (M : Z) (cs : list coordinate) (rs : list Z) : list lane :=
  match cs with
  | [] => []
  | co :: t => {| start := Z.to_N ((hd 0 rs - at_least co) mod M); stride := Z.to_N M;
      bases := map (fun q => place (fst q) (at_least co + snd q)) (cut_parts co) |} :: lanes M t (tl rs)
  end.
Fixpoint at_lane (g : store) (bs : list N) (x w : N) : N := match bs with [] => w | b :: t => at_lane g t x (N.lxor w (get g (b + x))) end.
Definition walk (i d top : N) (skip : list N) (body : N -> store -> store) (m : store) : store :=
  if (top <? i)%N then m else
  snd (N.iter ((top - i) / d + 1) (fun s => ((fst s + d)%N, if existsb (N.eqb (fst s)) skip then snd s else body (fst s) (snd s))) (i, m)).
(* top and skip are for the first of several coordinates: the last x, and those left out *)
Fixpoint mark_lanes (g : store) (st : N) (ls : list lane) (top : N) (skip : list N) (left w : N) (m : store) : store :=
  match ls with
  | [] => m
  | c :: t => match t with
    | [] => set m (at_lane g (bases c) left w) st
    | _ => walk (start c) (stride c) (N.min left top) skip
        (fun x m => mark_lanes g st t left [] (left - x) (at_lane g (bases c) x w) m) m
    end
  end.
Definition lows (cs : list coordinate) : Z := sum (map at_least cs).
Definition left_of (c : cut) (n : Z) : Z := n - cut_sum c - lows (coordinates c).
(* the order as a last x of the first coordinate, and those left out *)
Definition span (o : order) (cs : list coordinate) (left : Z) : option (N * list N) :=
  match o, cs with
  | AnyOrder, _ => Some (Z.to_N left, [])
  | NotIn E, [p; q] => Some (Z.to_N left, flat_map (fun e =>
      let z := e + left - at_least p + at_least q in if (0 <=? z) && Z.even z then [Z.to_N (z / 2)] else []) E)
  | AtMost e, [p; q] => let z := e + left - at_least p + at_least q in if 0 <=? z then Some (Z.to_N (z / 2), []) else None
  | _, _ => None
  end.
(* all residues are allowed: modulo 1 *)
Definition modulus_of (c : cut) : Z := match allowed c with None => 1 | Some _ => cut_modulus c end.
Definition tuples (c : cut) : list (list Z) := match allowed c with None => [repeat 0 (length (coordinates c))] | Some T => T end.
Definition mark_cut (g : store) (st : N) (c : cut) (n : Z) (w : N) (m : store) : store :=
  let left := left_of c n in let M := modulus_of c in
  if left <? 0 then m else
  match span (cut_order c) (coordinates c) left with
  | None => m
  | Some (top, skip) => fold_left (fun m t =>
      if hd 0 t =? n mod M then mark_lanes g st (lanes M (coordinates c) (tl t)) top skip (Z.to_N left) w m else m) (tuples c) m
  end.
Definition mark_rule (g : store) (st : N) (n : Z) (m : store) (R : rule) : store :=
  if applies_b R n then
    let w := sum_value (stored g) (fixed R ++ back n (joint R)) in
    match the_cut R with None => set m w st | Some c => mark_cut g st c n w m end
  else m.

(* all parts of all options of n are known *)
Definition coordinate_ready (h : store) (left : Z) (co : coordinate) : bool :=
  forallb (fun q => let low := at_least co + snd q in (0 <=? low) && is_known h (fst q, low) && is_known h (fst q, low + left)) (cut_parts co).
Definition rule_ready (h : store) (n : Z) (R : rule) : bool :=
  if applies_b R n then
    forallb (is_known h) (fixed R) && forallb (is_known h) (back n (joint R)) &&
    match the_cut R with None => true | Some c => let left := left_of c n in if left <? 0 then true else forallb (coordinate_ready h left) (coordinates c) end
  else true.
Definition stands_b (q : position) : bool :=
  match least_size (kind_at K (fst q)) with
  | Some l => reached (kind_at K (fst q)) && (l <=? snd q)
  | None => (fst q <? N.of_nat (length K))%N && (snd q =? 0)
  end.

Definition mex_of (m : store) (st : N) : N := loop (fun x => negb (get m x =? st)%N) (fun x => (x + 1)%N) depth 0%N.

Record state := { s_g : store; s_h : store; s_m : store; s_stamp : N; s_moved : bool }.
Definition next_of (s : state) (k : N) : Z := least_of k + Z.of_N (get (s_h s) k).
Definition stay (s : state) : state := {| s_g := s_g s; s_h := s_h s; s_m := s_m s; s_stamp := s_stamp s; s_moved := false |}.
(* the next size of the kind k, if there are to be more and all parts are known *)
Definition advance (count : store) (k : N) (s : state) : state :=
  let n := next_of s k in let st := s_stamp s in
  if (get (s_h s) k <? get count k)%N && (0 <=? n) && (n <? Z.of_N W) && stands_b (k, n) && forallb (rule_ready (s_h s) n) (kind_rules (kind_at K k)) then
    let m := fold_left (mark_rule (s_g s) st n) (kind_rules (kind_at K k)) (s_m s) in
    let x := mex_of m st in
    if (get m x =? st)%N then stay s else
    {| s_g := set (s_g s) (place k n) x; s_h := set (s_h s) k (get (s_h s) k + 1); s_m := m; s_stamp := st + 1; s_moved := true |}
  else stay s.
Definition go_on (s : state) : state := {| s_g := s_g s; s_h := s_h s; s_m := s_m s; s_stamp := s_stamp s; s_moved := true |}.
Definition run_kind (count : store) (s : state) (k : N) : state := loop (fun s => negb (s_moved s)) (advance count k) depth (go_on s).
(* rounds over all kinds, until in one nothing is found *)
Record round := { r_state : state; r_before : N }.
Definition run_round (count : store) (ks : list N) (r : round) : round :=
  {| r_state := fold_left (run_kind count) ks (r_state r); r_before := s_stamp (r_state r) |}.
Definition run (count : store) (ks : list N) : round :=
  loop (fun r => s_stamp (r_state r) =? r_before r)%N (run_round count ks) depth
    {| r_state := {| s_g := empty tt; s_h := empty tt; s_m := empty tt; s_stamp := 1; s_moved := true |}; r_before := 0 |}.
End Program.

(* ---------- marks ---------- *)
Local Opaque loop depth.

Lemma walk_spec i d top skip body m st Q (T : N -> N -> Prop) : (1 <= d)%N ->
  (forall x m Q, marks m st Q -> marks (body x m) st (fun y => Q y \/ T x y)) -> marks m st Q ->
  marks (walk i d top skip body m) st (fun y => Q y \/ exists j, (i + j * d <= top)%N /\ ~ In (i + j * d)%N skip /\ T (i + j * d)%N y).
Proof.
  intros Hd HB HM. unfold walk. destruct (N.ltb_spec top i) as [Lt|Ge].
  { eapply marks_ext; [|exact HM]. intros y. cbv beta. split; [auto|]. intros [|(j & H & _)]; auto. nia. }
  set (n := ((top - i) / d + 1)%N).
  assert (X : fst (N.iter n (fun s => ((fst s + d)%N, if existsb (N.eqb (fst s)) skip then snd s else body (fst s) (snd s))) (i, m)) = (i + n * d)%N /\
    marks (snd (N.iter n (fun s => ((fst s + d)%N, if existsb (N.eqb (fst s)) skip then snd s else body (fst s) (snd s))) (i, m))) st
      (fun y => Q y \/ exists j, (j < n)%N /\ ~ In (i + j * d)%N skip /\ T (i + j * d)%N y)).
  { apply (N.iter_ind _ _ _ (fun n s => fst s = (i + n * d)%N /\ marks (snd s) st (fun y => Q y \/ exists j, (j < n)%N /\ ~ In (i + j * d)%N skip /\ T (i + j * d)%N y))).
    - cbn [fst snd]. split; [lia|]. eapply marks_ext; [|exact HM]. intros y. cbv beta. split; [auto|]. intros [|(j & H & _)]; auto. lia.
    - intros k [x m'] [E M]. cbn [fst snd] in *. split; [lia|]. subst x. destruct (existsb (N.eqb (i + k * d)) skip) eqn:ES.
      + eapply marks_ext; [|exact M]. intros y. cbv beta. split; (intros [|(j & H1 & H2 & H3)]; [auto|right; exists j; repeat split; auto; try lia]).
        destruct (N.eq_dec j k) as [->|]; [|lia]. exfalso. apply H2. apply existsb_exists in ES. destruct ES as (z & I & Ez). apply N.eqb_eq in Ez. rewrite Ez. exact I.
      + assert (NI : ~ In (i + k * d)%N skip).
        { intros I. assert (existsb (N.eqb (i + k * d)) skip = true); [|congruence]. apply existsb_exists. eexists. split; [exact I|]. apply N.eqb_refl. }
        eapply marks_ext; [|apply HB; exact M]. intros y. cbv beta. split.
        * intros [[ |(j & H1 & H2 & H3)]|H]; [auto| |]; right; [exists j|exists k]; repeat split; auto; lia.
        * intros [|(j & H1 & H2 & H3)]; auto. destruct (N.eq_dec j k) as [->|]; [auto|]. left. right. exists j. repeat split; auto; lia. }
  destruct X as [_ X]. eapply marks_ext; [|exact X]. intros y. cbv beta.
  split; (intros [|(j & H1 & H2 & H3)]; [auto|right; exists j; repeat split; auto]).
  - unfold n in H1. assert (j <= (top - i) / d)%N by lia. assert (d * ((top - i) / d) <= top - i)%N by (apply N.mul_div_le; lia). nia.
  - unfold n. assert (j <= (top - i) / d)%N; [|lia]. apply N.div_le_lower_bound; lia.
Qed.

Section Lanes.
Variables (W : N) (g : store) (st : N).
Let v := stored W g.

(* y is marked by mark_lanes *)
Fixpoint yields (ls : list lane) (top : N) (skip : list N) (left w y : N) : Prop :=
  match ls with
  | [] => False
  | c :: t => match t with
    | [] => y = at_lane g (bases c) left w
    | _ => exists j, (start c + j * stride c <= N.min left top)%N /\ ~ In (start c + j * stride c)%N skip /\
        yields t left [] (left - (start c + j * stride c)) (at_lane g (bases c) (start c + j * stride c) w) y
    end
  end.
Lemma mark_lanes_spec ls : (forall c, In c ls -> (1 <= stride c)%N) -> forall top skip left w m Q, marks m st Q ->
  marks (mark_lanes g st ls top skip left w m) st (fun y => Q y \/ yields ls top skip left w y).
Proof.
  induction ls as [|c t IH]; intros Hs top skip left w m Q HM; cbn [mark_lanes yields].
  - eapply marks_ext; [|exact HM]. intros y. cbv beta. tauto.
  - destruct t as [|c' t]; [apply marks_set; exact HM|].
    apply (walk_spec (start c) (stride c) (N.min left top) skip _ m st Q
      (fun x y => yields (c' :: t) left [] (left - x) (at_lane g (bases c) x w) y)); [apply Hs; left; auto| |exact HM].
    intros x m' Q' HM'. apply IH; [intros d I; apply Hs; right; auto|exact HM'].
Qed.

Lemma at_lane_spec co x : (forall q, In q (cut_parts co) -> 0 <= at_least co + snd q) -> 0 <= x -> forall w,
  at_lane g (map (fun q => place W (fst q) (at_least co + snd q)) (cut_parts co)) (Z.to_N x) w = N.lxor w (sum_value v (shifted (at_least co + x) (cut_parts co))).
Proof.
  intros Low Hx w. revert w. induction (cut_parts co) as [|q l IH]; intros w; cbn [map at_lane shifted sum_value fold_right].
  - symmetry. apply N.lxor_0_r.
  - rewrite IH by (intros p I; apply Low; right; auto). fold (shifted (at_least co + x) l). fold (sum_value v (shifted (at_least co + x) l)).
    pose proof (Low q (or_introl eq_refl)).
    assert (E : (place W (fst q) (at_least co + snd q) + Z.to_N x)%N = place W (fst q) (at_least co + x + snd q)).
    { unfold place. replace (at_least co + x + snd q) with (at_least co + snd q + x) by lia. rewrite (Z2N.inj_add (at_least co + snd q) x) by lia. lia. }
    rewrite E, N.lxor_assoc. reflexivity.
Qed.

(* x counts from the least a *)
Definition first_ok (top : N) (skip : list N) (cs : list coordinate) (a : list Z) : Prop :=
  match cs, a with
  | co :: _ :: _, x :: _ => (Z.to_N (x - at_least co) <= top)%N /\ ~ In (Z.to_N (x - at_least co)) skip
  | _, _ => True
  end.
Lemma lows_le cs a : Forall2 (fun x co => at_least co <= x) a cs -> lows cs <= sum a.
Proof. unfold lows. induction 1 as [|x co a cs H F IH]; cbn [map sum fold_right]; [lia|]. unfold sum in IH. lia. Qed.

Lemma step_of (M b r x : Z) : 1 <= M -> 0 <= r < M -> 0 <= x ->
  ((b + x) mod M = r <-> exists j, Z.to_N x = (Z.to_N ((r - b) mod M) + j * Z.to_N M)%N).
Proof.
  intros HM Hr Hx. pose proof (Z.mod_pos_bound (r - b) M ltac:(lia)) as B. split.
  - intros E. assert (D : x mod M = (r - b) mod M).
    { rewrite <- E, Zminus_mod_idemp_l. f_equal. lia. }
    exists (Z.to_N (x / M)). pose proof (Z.div_mod x M ltac:(lia)). assert (0 <= x / M) by (apply Z.div_pos; lia). rewrite D in *. nia.
  - intros (j & E). assert (x = (r - b) mod M + Z.of_N j * M) by nia. rewrite H, Z.add_assoc, Z_mod_plus_full, Zplus_mod_idemp_r.
    replace (b + (r - b)) with r by lia. apply Z.mod_small. lia.
Qed.

Lemma yields_spec M cs : 1 <= M -> (forall co q, In co cs -> In q (cut_parts co) -> 0 <= at_least co + snd q) -> cs <> [] ->
  forall rs, length rs = (length cs - 1)%nat -> (forall r, In r rs -> 0 <= r < M) -> forall top skip left w y, 0 <= left ->
  (yields (lanes W M cs rs) top skip (Z.to_N left) w y <->
   exists a, Forall2 (fun x co => at_least co <= x) a cs /\ sum a = left + lows cs /\ map (fun x => x mod M) (removelast a) = rs /\
     first_ok top skip cs a /\ y = N.lxor w (sum_value v (flat_map (fun x => shifted (fst x) (cut_parts (snd x))) (combine a cs)))).
Proof.
  intros HM. induction cs as [|co cs IH]; intros Low Ne rs Hl Hr top skip left w y H0; [congruence|].
  assert (LowC : forall q, In q (cut_parts co) -> 0 <= at_least co + snd q) by (intros q I; apply (Low co); [left; auto|auto]).
  destruct cs as [|co' cs].
  - destruct rs; [|simpl in Hl; lia]. cbn [lanes yields bases]. rewrite at_lane_spec by auto.
    unfold lows. cbn [map sum fold_right]. split.
    + intros ->. exists [at_least co + left]. split; [constructor; [lia|constructor]|]. split; [cbn [sum fold_right]; lia|]. split; auto. split; [exact I|].
      cbn [combine flat_map fst snd]. rewrite app_nil_r. reflexivity.
    + intros (a & F & S & _ & _ & ->). inversion F as [|x ? ? ? Hx F1]; subst. inversion F1; subst. cbn [sum fold_right] in S. replace x with (at_least co + left) by lia.
      cbn [combine flat_map fst snd]. rewrite app_nil_r. reflexivity.
  - destruct rs as [|r rs]; [simpl in Hl; lia|].
    assert (Rr : 0 <= r < M) by (apply Hr; left; auto).
    assert (IH' := IH ltac:(intros p q Ip; apply Low; right; exact Ip) ltac:(discriminate) rs ltac:(simpl in *; lia) ltac:(intros z Iz; apply Hr; right; exact Iz)). clear IH.
    assert (Lw : lows (co :: co' :: cs) = at_least co + lows (co' :: cs)) by reflexivity.
    set (rest := co' :: cs) in *. cbn [lanes hd tl].
    remember (lanes W M rest rs) as ls eqn:Els. assert (Nls : exists c t, ls = c :: t) by (rewrite Els; unfold rest; cbn [lanes]; eauto).
    destruct Nls as (c & t & Ec). cbn [yields start stride bases]. rewrite Ec at 1. cbv iota. split.
    + intros (j & J1 & J2 & Y). set (z := (Z.to_N ((r - at_least co) mod M) + j * Z.to_N M)%N) in *. set (x := Z.of_N z).
      assert (Ex : z = Z.to_N x) by (unfold x; lia). rewrite Ex in *. assert (Hx : 0 <= x <= left) by lia.
      rewrite at_lane_spec in Y by (auto; lia). replace (Z.to_N left - Z.to_N x)%N with (Z.to_N (left - x)) in Y by lia. apply IH' in Y; [|lia].
      destruct Y as (a & F & S & Rs & _ & ->). exists (at_least co + x :: a). split; [constructor; [lia|auto]|].
      split; [cbn [sum fold_right]; fold (sum a); lia|]. split; [|split].
      * assert (Na : a <> []) by (intros ->; inversion F). destruct a as [|a1 a]; [congruence|]. change (removelast (at_least co + x :: a1 :: a)) with (at_least co + x :: removelast (a1 :: a)).
        cbn [map]. rewrite Rs. f_equal. apply step_of; auto; [lia|]. exists j. rewrite <- Ex. reflexivity.
      * unfold rest. cbn [first_ok]. replace (at_least co + x - at_least co) with x by lia. split; [lia|auto].
      * cbn [combine flat_map fst snd]. rewrite sum_value_app, N.lxor_assoc. reflexivity.
    + intros (a & F & S & Rs & Fo & ->). inversion F as [|x ? a' ? Hx F1]; subst a. cbn [sum fold_right] in S. fold (sum a') in S.
      assert (Na : a' <> []) by (intros ->; inversion F1). destruct a' as [|a1 a']; [congruence|]. change (removelast (x :: a1 :: a')) with (x :: removelast (a1 :: a')) in Rs.
      pose proof (f_equal (hd 0) Rs) as R1. pose proof (f_equal (@tl Z) Rs) as R2. cbn [map hd tl] in R1, R2. clear Rs. unfold rest in Fo. cbn [first_ok] in Fo. pose proof (lows_le _ _ F1) as Le.
      assert (Hz : exists j, Z.to_N (x - at_least co) = (Z.to_N ((r - at_least co) mod M) + j * Z.to_N M)%N).
      { apply step_of; auto; [lia|]. replace (at_least co + (x - at_least co)) with x by lia. exact R1. }
      destruct Hz as (j & Ej). exists j. rewrite <- Ej. destruct Fo as [Fo1 Fo2]. split; [lia|]. split; [exact Fo2|].
      rewrite at_lane_spec by (auto; lia). replace (Z.to_N left - Z.to_N (x - at_least co))%N with (Z.to_N (left - (x - at_least co))) by lia. apply IH'; [lia|].
      exists (a1 :: a'). split; [exact F1|]. split; [lia|]. split; [exact R2|]. split.
      * assert (Fo' : a1 - at_least co' <= left).
        { inversion F1 as [|? ? ? ? Ha F2]; subst. pose proof (lows_le _ _ F2) as Le2. unfold lows, rest in *. cbn [map sum fold_right] in *. unfold sum in *. lia. }
        unfold rest, first_ok. destruct cs; auto. split; [lia|intros []].
      * replace (at_least co + (x - at_least co)) with x by lia. change (combine (x :: a1 :: a') (co :: rest)) with ((x, co) :: combine (a1 :: a') rest).
        cbn [flat_map fst snd]. rewrite sum_value_app, N.lxor_assoc. reflexivity.
Qed.
End Lanes.

(* ---------- the values of all options of a rule are marked ---------- *)

Definition cut_ok (c : cut) : bool :=
  (1 <=? modulus_of c) && match coordinates c with [] => false | _ => true end &&
  forallb (fun t => (length t =? length (coordinates c))%nat && forallb (fun r => (0 <=? r) && (r <? modulus_of c)) (tl t)) (tuples c).
Definition rule_ok (R : rule) : bool := match the_cut R with None => true | Some c => cut_ok c end.

Lemma applies_b_spec R n : applies_b R n = true <-> applies R n.
Proof.
  unfold applies_b, applies. destruct (Z.leb_spec (from R) n) as [H|H]; rewrite existsb_exists; split.
  - intros (x & I & E). apply Z.eqb_eq in E. subst x. auto.
  - intros [[_ I]|[? _]]; [|lia]. eexists. split; [exact I|]. apply Z.eqb_refl.
  - intros (x & I & E). apply Z.eqb_eq in E. subst x. auto.
  - intros [[? _]|[_ I]]; [lia|]. eexists. split; [exact I|]. apply Z.eqb_refl.
Qed.

Lemma removelast_length {A} (a : list A) : length (removelast a) = (length a - 1)%nat.
Proof. induction a as [|x [|y t] IH]; auto. change (removelast (x :: y :: t)) with (x :: removelast (y :: t)). cbn [length]. rewrite IH. simpl. lia. Qed.
Lemma mod_1_zeros l : map (fun x => x mod 1) l = repeat 0 (length l). Proof. induction l; simpl; auto. rewrite Z.mod_1_r, IHl. auto. Qed.

(* in terms of tuples modulo modulus_of, also if all residues are allowed *)
Lemma shape_tuples c n a : coordinates c <> [] -> (shape c n a <->
  Forall2 (fun x co => at_least co <= x) a (coordinates c) /\ sum a = n - cut_sum c /\ In (tuple (modulus_of c) n a) (tuples c)).
Proof.
  intros Ne. unfold shape, modulus_of, tuples. destruct (allowed c) as [T|]; [tauto|]. split; [|tauto]. intros (F & S & _). split; auto. split; auto.
  left. unfold tuple. rewrite mod_1_zeros. cbn [length]. rewrite removelast_length, (Forall2_length _ _ F). f_equal. destruct (coordinates c); [congruence|]. simpl. lia.
Qed.

Lemma in_skip (E : list Z) (z : Z -> Z) x : 0 <= x -> (In (Z.to_N x) (flat_map (fun e => if (0 <=? z e) && Z.even (z e) then [Z.to_N (z e / 2)] else []) E) <-> exists e, In e E /\ z e = 2 * x).
Proof.
  intros Hx. rewrite in_flat_map. split; intros (e & I & H); exists e; split; auto.
  - destruct (0 <=? z e) eqn:Hz, (Z.even (z e)) eqn:Ev; simpl in H; try tauto. destruct H as [H|[]]. apply Z.leb_le in Hz. apply Z.even_spec in Ev. destruct Ev as [y Ey].
    rewrite Ey, (Z.mul_comm 2), Z.div_mul in H by lia. lia.
  - rewrite H. replace (0 <=? 2 * x) with true by (symmetry; apply Z.leb_le; lia). rewrite Z.even_mul, Bool.orb_true_l. cbn [andb]. left. rewrite (Z.mul_comm 2), Z.div_mul by lia. reflexivity.
Qed.

Lemma span_spec o cs left a : 0 <= left -> Forall2 (fun x co => at_least co <= x) a cs -> sum a = left + lows cs ->
  (in_order o a <-> exists top skip, span o cs left = Some (top, skip) /\ first_ok top skip cs a).
Proof.
  intros HL F S.
  assert (Two : forall p q x y, cs = [p; q] -> a = [x; y] -> at_least p <= x /\ at_least q <= y /\ x + y = left + at_least p + at_least q).
  { intros p q x y -> ->. inversion F as [|? ? ? ? F1 F2]; subst. inversion F2; subst. unfold lows in S. cbn [map sum fold_right] in S. lia. }
  assert (Not2 : forall X Y : Prop, (forall p q x y, cs = [p; q] -> a = [x; y] -> X <-> Y) -> ((length cs <> 2)%nat -> X <-> Y) -> X <-> Y).
  { intros X Y H2 Hn. destruct cs as [|p [|q [|? ?]]]; try (apply Hn; discriminate). inversion F as [|x ? ? ? ? F1]; subst. inversion F1 as [|y ? ? ? ? F2]; subst. inversion F2; subst. eapply H2; reflexivity. }
  destruct o as [|E|e].
  - cbn [in_order span]. split; [intros _|auto]. exists (Z.to_N left), []. split; auto. unfold first_ok. destruct cs as [|p [|q cs]]; auto. inversion F as [|x ? a' ? Hx F1]; subst.
    split; [|intros []]. apply lows_le in F1. unfold lows in *. cbn [map sum fold_right] in *. unfold sum in *. lia.
  - apply Not2.
    + intros p q x y -> ->. destruct (Two p q x y eq_refl eq_refl) as (H1 & H2 & H3). cbn [in_order span].
      assert (X : In (x - y) E <-> In (Z.to_N (x - at_least p)) (flat_map (fun e => let z := e + left - at_least p + at_least q in if (0 <=? z) && Z.even z then [Z.to_N (z / 2)] else []) E)).
      { rewrite (in_skip E (fun e => e + left - at_least p + at_least q)) by lia. split; [intros I; eexists; split; [exact I|lia]|]. intros (e & I & He). replace (x - y) with e by lia. exact I. }
      rewrite X. split.
      * intros N. eexists _, _. split; [reflexivity|]. cbn [first_ok]. split; [lia|exact N].
      * intros (top & skip & Eq & _ & N). inversion Eq; subst. exact N.
    + intros Ln. split.
      * pose proof (Forall2_length _ _ F). destruct a as [|x [|y [|? ?]]]; cbn [in_order]; try tauto. simpl in *. lia.
      * intros (top & skip & Eq & _). destruct cs as [|p [|q [|? ?]]]; try discriminate. simpl in Ln. lia.
  - apply Not2.
    + intros p q x y -> ->. destruct (Two p q x y eq_refl eq_refl) as (H1 & H2 & H3). cbn [in_order span]. set (z := e + left - at_least p + at_least q). split.
      * intros H. assert (2 * (x - at_least p) <= z) by (unfold z; lia). replace (0 <=? z) with true by (symmetry; apply Z.leb_le; lia). eexists _, _. split; [reflexivity|]. cbn [first_ok].
        split; [|intros []]. assert (x - at_least p <= z / 2) by (apply Z.div_le_lower_bound; lia). lia.
      * intros (top & skip & Eq & H & _). destruct (Z.leb_spec 0 z); [|discriminate]. inversion Eq; subst. assert (0 <= z / 2) by (apply Z.div_pos; lia).
        assert (2 * (z / 2) <= z) by (apply Z.mul_div_le; lia). unfold z in *. lia.
    + intros Ln. split.
      * pose proof (Forall2_length _ _ F). destruct a as [|x [|y [|? ?]]]; cbn [in_order]; try tauto. simpl in *. lia.
      * intros (top & skip & Eq & _). destruct cs as [|p [|q [|? ?]]]; try discriminate. simpl in Ln. lia.
Qed.

Section Marked.
Variables (W : N) (g : store) (st : N).
Let v := stored W g.
Lemma lanes_stride M cs : 1 <= M -> forall rs l, In l (lanes W M cs rs) -> (1 <= stride l)%N.
Proof. intros HM. induction cs as [|co cs IH]; intros rs l; cbn [lanes]; [intros []|]. intros [<-|I]; [cbn [stride]; lia|]. eapply IH; eauto. Qed.

Lemma mark_cut_spec c n w m Q : cut_ok c = true ->
  (0 <= left_of c n -> forall co q, In co (coordinates c) -> In q (cut_parts co) -> 0 <= at_least co + snd q) -> marks m st Q ->
  marks (mark_cut W g st c n w m) st (fun y => Q y \/ exists a, shape c n a /\ in_order (cut_order c) a /\ y = N.lxor w (sum_value v (cut_at c a))).
Proof.
  intros Ok Low HM. unfold cut_ok in Ok. apply andb_prop in Ok. destruct Ok as [Ok Ht]. apply andb_prop in Ok. destruct Ok as [Hm Hc]. apply Z.leb_le in Hm.
  assert (Ne : coordinates c <> []) by (destruct (coordinates c); [discriminate|congruence]). rewrite forallb_forall in Ht.
  unfold mark_cut. destruct (Z.ltb_spec (left_of c n) 0) as [Neg|Pos].
  { eapply marks_ext; [|exact HM]. intros y. cbv beta. split; [auto|]. intros [|(a & (F & S & _) & _)]; auto. apply lows_le in F. unfold left_of in Neg. lia. }
  specialize (Low Pos).
  assert (Sp : forall a, shape c n a -> (in_order (cut_order c) a <-> exists top skip, span (cut_order c) (coordinates c) (left_of c n) = Some (top, skip) /\ first_ok top skip (coordinates c) a)).
  { intros a (F & S & _). apply span_spec; auto. rewrite S. unfold left_of. lia. }
  destruct (span (cut_order c) (coordinates c) (left_of c n)) as [[top skip]|] eqn:ES.
  2:{ eapply marks_ext; [|exact HM]. intros y. cbv beta. split; [auto|]. intros [|(a & Sh & Or & _)]; auto. apply (Sp a Sh) in Or. destruct Or as (t & k & E & _). discriminate. }
  set (M := modulus_of c) in *.
  assert (Fold : forall T, (forall t, In t T -> In t (tuples c)) -> forall m Q, marks m st Q -> marks (fold_left (fun m t =>
      if hd 0 t =? n mod M then mark_lanes g st (lanes W M (coordinates c) (tl t)) top skip (Z.to_N (left_of c n)) w m else m) T m) st
      (fun y => Q y \/ exists t, In t T /\ hd 0 t = n mod M /\ yields g (lanes W M (coordinates c) (tl t)) top skip (Z.to_N (left_of c n)) w y)).
  { induction T as [|t T IH]; intros HT m' Q' HM'; cbn [fold_left].
    - eapply marks_ext; [|exact HM']. intros y. cbv beta. split; [auto|]. intros [|(t & [] & _)]; auto.
    - destruct (Z.eqb_spec (hd 0 t) (n mod M)) as [E|E].
      + eapply marks_ext; [|apply IH; [intros u I; apply HT; right; auto|apply mark_lanes_spec; [intros l I; eapply lanes_stride; eauto|exact HM']]]. intros y. cbv beta. split.
        * intros [[ |Y]|(u & I & H)]; [auto|right; exists t; split; [left; auto|auto]|right; exists u; split; [right; auto|auto]].
        * intros [|(u & [<-|I] & H1 & H2)]; [auto|auto|right; exists u; auto].
      + eapply marks_ext; [|apply IH; [intros u I; apply HT; right; auto|exact HM']]. intros y. cbv beta. split.
        * intros [|(u & I & H)]; [auto|right; exists u; split; [right; auto|auto]].
        * intros [|(u & [<-|I] & H1 & H2)]; [auto|congruence|right; exists u; auto]. }
  eapply marks_ext; [|apply Fold; [auto|exact HM]]. intros y. cbv beta. clear Fold.
  assert (Tl : forall t, In t (tuples c) -> exists r rs, t = r :: rs /\ length rs = (length (coordinates c) - 1)%nat /\ forall z, In z rs -> 0 <= z < M).
  { intros t I. specialize (Ht t I). apply andb_prop in Ht. destruct Ht as [H1 H2]. apply Nat.eqb_eq in H1. destruct t as [|r rs]; [destruct (coordinates c); [congruence|discriminate]|].
    exists r, rs. split; auto. split; [simpl in *; lia|]. rewrite forallb_forall in H2. intros z Iz. specialize (H2 z Iz). apply andb_prop in H2. destruct H2 as [H2 H3]. apply Z.leb_le in H2. apply Z.ltb_lt in H3. lia. }
  split; (intros [|X]; [auto|right]).
  - destruct X as (t & I & E & Y). destruct (Tl t I) as (r & rs & -> & L & Rg). cbn [hd tl] in *.
    apply yields_spec in Y; auto. destruct Y as (a & F & S & Rs & Fo & ->). exists a.
    assert (Sh : shape c n a).
    { apply shape_tuples; auto. split; auto. split; [rewrite S; unfold left_of; lia|]. fold M. unfold tuple. cbn [map]. rewrite Rs, <- E. exact I. }
    split; auto. split; [apply (Sp a Sh); eauto|reflexivity].
  - destruct X as (a & Sh & Or & ->). apply (Sp a Sh) in Or. destruct Or as (t' & k' & E & Fo). inversion E; subst t' k'.
    apply shape_tuples in Sh; auto. destruct Sh as (F & S & I). fold M in I. destruct (Tl _ I) as (r & rs & Et & L & Rg). exists (tuple M n a). split; auto. split; [reflexivity|].
    rewrite Et. cbn [tl]. apply yields_spec; auto. exists a. split; auto. split; [rewrite S; unfold left_of; lia|]. split; [|split; [exact Fo|reflexivity]].
    unfold tuple in Et. cbn [map] in Et. inversion Et. reflexivity.
Qed.

Lemma mark_rule_spec R n m Q : rule_ok R = true ->
  (forall c, the_cut R = Some c -> applies R n -> 0 <= left_of c n -> forall co q, In co (coordinates c) -> In q (cut_parts co) -> 0 <= at_least co + snd q) -> marks m st Q ->
  marks (mark_rule W g st n m R) st (fun y => Q y \/ exists a, applies R n /\ choice R n a /\ y = sum_value v (parts R n a)).
Proof.
  intros Ok Low HM. unfold mark_rule, rule_ok, choice, parts in *. destruct (applies_b R n) eqn:EA.
  2:{ eapply marks_ext; [|exact HM]. intros y. cbv beta. split; [auto|]. intros [|(a & A & _)]; auto. apply applies_b_spec in A. congruence. }
  apply applies_b_spec in EA. fold v. destruct (the_cut R) as [c|].
  - eapply marks_ext; [|apply mark_cut_spec; [exact Ok|intros H; apply (Low c); auto|exact HM]]. intros y. cbv beta.
    split; (intros [|(a & H)]; [auto|right; exists a]); rewrite ?app_assoc, (sum_value_app v (fixed R ++ back n (joint R))) in *; tauto.
  - eapply marks_ext; [|apply marks_set; exact HM]. intros y. cbv beta. rewrite app_nil_r. split.
    + intros [ | ->]; auto. right. exists []. auto.
    + intros [|(a & _ & _ & ->)]; auto.
Qed.
Lemma mark_rules_spec Rs n : (forall R, In R Rs -> rule_ok R = true /\
    (forall c, the_cut R = Some c -> applies R n -> 0 <= left_of c n -> forall co q, In co (coordinates c) -> In q (cut_parts co) -> 0 <= at_least co + snd q)) ->
  forall m Q, marks m st Q -> marks (fold_left (mark_rule W g st n) Rs m) st (fun y => Q y \/ exists R a, In R Rs /\ applies R n /\ choice R n a /\ y = sum_value v (parts R n a)).
Proof.
  induction Rs as [|R Rs IH]; intros H m Q HM; cbn [fold_left].
  - eapply marks_ext; [|exact HM]. intros y. cbv beta. split; [auto|]. intros [|(R & a & [] & _)]; auto.
  - destruct (H R (or_introl eq_refl)) as [H1 H2].
    eapply marks_ext; [|apply IH; [intros R' I; apply H; right; exact I|apply mark_rule_spec; [exact H1|exact H2|exact HM]]]. intros y. cbv beta. split.
    + intros [[ |(a & X)]|(R' & a & I & X)]; [auto|right; exists R, a; split; [left; auto|exact X]|right; exists R', a; split; [right; auto|exact X]].
    + intros [|(R' & a & [<-|I] & X)]; [auto|left; right; exists a; exact X|right; exists R', a; auto].
Qed.
End Marked.

(* ---------- what was computed is right, and ends ---------- *)

Lemma mex_of_spec m st : get m (mex_of m st) <> st -> forall y, (y < mex_of m st)%N -> get m y = st.
Proof.
  intros _. unfold mex_of. apply (loop_inv (fun x => negb (get m x =? st)%N) (fun x => (x + 1)%N) (fun x => forall y, (y < x)%N -> get m y = st)); [|intros y Hy; lia].
  intros x H Stop y Hy. apply negb_false_iff, N.eqb_eq in Stop. destruct (N.eq_dec y x) as [->|]; auto. apply H. lia.
Qed.

Section Run.
Variables (K : list kind) (W : N).
Hypothesis Ok : forall k R, In R (kind_rules (kind_at K k)) -> rule_ok R = true.
Let M := moves_of K.

Lemma stands_b_spec q : stands_b K q = true <-> stands K q.
Proof.
  unfold stands_b, stands. destruct (least_size (kind_at K (fst q))); rewrite andb_true_iff.
  - rewrite Z.leb_le. tauto.
  - rewrite N.ltb_lt, Z.eqb_eq. tauto.
Qed.
Lemma known_range h q s : is_known K h (q, s) = true <-> least_of K q <= s < least_of K q + Z.of_N (get h q).
Proof. unfold is_known. cbn [fst snd]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. tauto. Qed.

Lemma within a cs x co : Forall2 (fun x co => at_least co <= x) a cs -> In (x, co) (combine a cs) -> In co cs /\ 0 <= x - at_least co <= sum a - lows cs.
Proof.
  unfold lows. induction 1 as [|y d a cs H F IH]; cbn [combine map sum fold_right]; [intros []|]. intros [E|I].
  - inversion E; subst. apply lows_le in F. unfold lows in F. unfold sum in *. split; [left; auto|lia].
  - destruct (IH I) as [I1 I2]. unfold sum in *. split; [right; auto|lia].
Qed.
Lemma rule_ready_parts h n R : rule_ready K h n R = true -> applies R n ->
  (forall c, the_cut R = Some c -> 0 <= left_of c n -> forall co q, In co (coordinates c) -> In q (cut_parts co) -> 0 <= at_least co + snd q) /\
  forall a q, choice R n a -> In q (parts R n a) -> is_known K h q = true.
Proof.
  intros H A. apply applies_b_spec in A. unfold rule_ready in H. rewrite A in H. apply andb_prop in H. destruct H as [H HC]. apply andb_prop in H. destruct H as [HF HJ].
  rewrite forallb_forall in HF, HJ.
  assert (Co : forall c, the_cut R = Some c -> 0 <= left_of c n -> forall co q, In co (coordinates c) -> In q (cut_parts co) ->
    0 <= at_least co + snd q /\ is_known K h (fst q, at_least co + snd q) = true /\ is_known K h (fst q, at_least co + snd q + left_of c n) = true).
  { intros c E Pos co q I Iq. rewrite E in HC. destruct (Z.ltb_spec (left_of c n) 0); [lia|]. rewrite forallb_forall in HC. specialize (HC co I). unfold coordinate_ready in HC.
    rewrite forallb_forall in HC. specialize (HC q Iq). cbv zeta in HC. apply andb_prop in HC. destruct HC as [HC H3]. apply andb_prop in HC. destruct HC as [H1 H2]. apply Z.leb_le in H1. auto. }
  split; [intros c E Pos co q I Iq; apply (Co c E Pos co q I Iq)|].
  intros a q Ch I. unfold parts in I. apply in_app_or in I. destruct I as [I|I]; [auto|]. apply in_app_or in I. destruct I as [I|I]; [auto|].
  unfold choice in Ch. destruct (the_cut R) as [c|]; [|destruct I]. destruct Ch as [(F & S & _) _]. unfold cut_at in I. apply in_flat_map in I. destruct I as ([x co] & I1 & I2).
  apply within in I1; auto. destruct I1 as [Ic Rg]. cbn [fst snd] in I2. unfold shifted in I2. apply in_map_iff in I2. destruct I2 as (p & <- & Ip).
  assert (Lf : sum a - lows (coordinates c) = left_of c n) by (rewrite S; unfold left_of; lia). rewrite Lf in Rg.
  destruct (Co c eq_refl ltac:(lia) co p Ic Ip) as (_ & K1 & K2). apply known_range in K1, K2. apply known_range. lia.
Qed.

(* what is known of a position *)
Definition settled (g : store) (p : position) : Prop :=
  stands K p /\ 0 <= snd p < Z.of_N W /\ Acc (part M) p /\ (forall o q, M (fst p) (snd p) o -> In q o -> stands K q) /\
  forall f, kinds_grundy M f -> stored W g (fst p) (snd p) = f (fst p) (snd p).
Definition good (s : state) : Prop := unmarked (s_m s) (s_stamp s) /\ forall p, is_known K (s_h s) p = true -> settled (s_g s) p.

Lemma place_inj q s q' s' : 0 <= s < Z.of_N W -> 0 <= s' < Z.of_N W -> place W q s = place W q' s' -> q = q' /\ s = s'.
Proof.
  unfold place. intros H H' E. assert (q = q').
  { assert (X : forall a b, (b < W)%N -> ((a * W + b) / W = a)%N) by (intros a b L; rewrite N.div_add_l by lia; rewrite N.div_small by auto; lia).
    rewrite <- (X q (Z.to_N s)), <- (X q' (Z.to_N s')) by lia. rewrite E. reflexivity. }
  subst q'. split; auto. lia.
Qed.

Lemma advance_good count k s : good s -> good (advance K W count k s).
Proof.
  intros [U KN]. unfold advance. set (n := next_of K s k). set (st := s_stamp s) in *.
  match goal with |- good (if ?b then _ else _) => destruct b eqn:EB; [|split; auto] end.
  apply andb_prop in EB. destruct EB as [EB Rd]. apply andb_prop in EB. destruct EB as [EB Sb]. apply andb_prop in EB. destruct EB as [EB NW]. apply andb_prop in EB. destruct EB as [_ N0].
  apply Z.leb_le in N0. apply Z.ltb_lt in NW. apply stands_b_spec in Sb. rewrite forallb_forall in Rd.
  set (Rs := kind_rules (kind_at K k)) in *. set (m := fold_left _ Rs (s_m s)).
  destruct (N.eqb_spec (get m (mex_of m st)) st) as [|Nm]; [split; auto|].
  assert (Rdy : forall R, In R Rs -> applies R n -> _ /\ _) by (intros R I A; exact (rule_ready_parts (s_h s) n R (Rd R I) A)).
  assert (Mk : marks m st (fun y => False \/ exists R a, In R Rs /\ applies R n /\ choice R n a /\ y = sum_value (stored W (s_g s)) (parts R n a))).
  { apply mark_rules_spec; [|apply marks_none; exact U]. intros R I. split; [apply (Ok k); exact I|]. intros c E A. apply (proj1 (Rdy R I A)). exact E. }
  assert (Pt : forall o q, M k n o -> In q o -> is_known K (s_h s) q = true).
  { intros o q (_ & R & a & I & A & Ch & ->) Iq. apply (proj2 (Rdy R I A) a q Ch Iq). }
  assert (Opt : forall f, kinds_grundy M f -> forall y, get m y = st <-> exists o, M k n o /\ sum_value f o = y).
  { intros f Gf y. assert (Same : forall o, M k n o -> sum_value (stored W (s_g s)) o = sum_value f o).
    { intros o Mo. assert (P : forall q, In q o -> stored W (s_g s) (fst q) (snd q) = f (fst q) (snd q)) by (intros q Iq; apply (KN q (Pt o q Mo Iq)); exact Gf).
      clear Mo. induction o as [|q o IH]; auto. cbn [sum_value fold_right]. fold (sum_value (stored W (s_g s)) o) (sum_value f o). rewrite IH by (intros p I; apply P; right; auto).
      rewrite (P q) by (left; auto). reflexivity. }
    rewrite (proj1 (Mk y)). split.
    - intros [[]|(R & a & I & A & Ch & ->)]. exists (parts R n a). assert (Mo : M k n (parts R n a)) by (split; [exact Sb|exists R, a; auto]). split; auto. symmetry. apply Same. exact Mo.
    - intros (o & Mo & <-). right. rewrite <- (Same o Mo). destruct Mo as (_ & R & a & I & A & Ch & ->). exists R, a. auto. }
  split; cbn [s_m s_stamp s_h s_g]; [apply marks_next with (1 := Mk)|].
  intros [q s0] Hq. apply known_range in Hq.
  assert (C : (q = k /\ s0 = n) \/ is_known K (s_h s) (q, s0) = true).
  { destruct (N.eq_dec q k) as [->|D].
    - rewrite get_same in Hq. unfold n, next_of. destruct (Z.eq_dec s0 (least_of K k + Z.of_N (get (s_h s) k))); [left; auto|right; apply known_range; lia].
    - right. rewrite get_other in Hq by auto. apply known_range. exact Hq. }
  destruct C as [[-> ->]|C].
  - split; [exact Sb|]. split; [cbn [snd]; lia|]. split; [|split].
    + constructor. intros p (o & Mo & Ip). apply (KN p). apply (Pt o); auto.
    + cbn [fst snd]. intros o p Mo Ip. apply (KN p). apply (Pt o); auto.
    + cbn [fst snd]. intros f Gf. unfold stored. rewrite get_same. symmetry. apply (kinds_mex M); [exact Gf| |].
      * intros o Mo E. apply Nm. apply (Opt f Gf). exists o. auto.
      * intros y Hy. apply (Opt f Gf). apply mex_of_spec; auto.
  - destruct (KN _ C) as (S1 & S2 & S3 & S4 & S5). split; [exact S1|]. split; [exact S2|]. split; [exact S3|]. split; [exact S4|]. cbn [fst snd] in *.
    intros f Gf. rewrite <- (S5 f Gf). unfold stored. apply get_other. intros E. apply place_inj in E; [|auto|lia]. destruct E as [-> ->].
    apply known_range in C. unfold n, next_of in C. lia.
Qed.

Lemma run_kind_good count s k : good s -> good (run_kind K W count s k).
Proof.
  intros H. unfold run_kind. apply (loop_inv _ (advance K W count k) good); [intros t Ht _; apply advance_good; exact Ht|]. exact H.
Qed.
Lemma fold_good {A E} (I : A -> Prop) (f : A -> E -> A) l : (forall x e, I x -> I (f x e)) -> forall x, I x -> I (fold_left f l x).
Proof. intros H. induction l as [|e t IH]; simpl; intros x Hx; auto. Qed.
Lemma round_good count ks r : good (r_state r) -> good (r_state (run_round K W count ks r)).
Proof. intros H. exact (fold_good good (run_kind K W count) ks (fun s k => run_kind_good count s k) (r_state r) H). Qed.
Theorem run_good count ks : good (r_state (run K W count ks)).
Proof.
  unfold run. apply (loop_inv _ (run_round K W count ks) (fun r => good (r_state r))).
  - intros r H _. apply round_good, H.
  - cbn [r_state]. split; cbn [s_m s_stamp s_h s_g]; [apply unmarked_empty|]. intros [q s0] H. apply known_range in H. rewrite get_empty in H. lia.
Qed.
End Run.
