
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n m =
   match n with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

type positive =
| XI of positive
| XO of positive
| XH

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n m =
    match n with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n m =
    match n with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n m =
    leb (S n) m
 end

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val sub : positive -> positive -> positive **)

  let sub x y =
    match sub_mask x y with
    | IsPos z0 -> z0
    | _ -> XH

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val size_nat : positive -> nat **)

  let rec size_nat = function
  | XI p0 -> S (size_nat p0)
  | XO p0 -> S (size_nat p0)
  | XH -> S O

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val gcdn : nat -> positive -> positive -> positive **)

  let rec gcdn n a b =
    match n with
    | O -> XH
    | S n0 ->
      (match a with
       | XI a' ->
         (match b with
          | XI b' ->
            (match compare a' b' with
             | Eq -> a
             | Lt -> gcdn n0 (sub b' a') a
             | Gt -> gcdn n0 (sub a' b') b)
          | XO b0 -> gcdn n0 a b0
          | XH -> XH)
       | XO a0 ->
         (match b with
          | XI _ -> gcdn n0 a0 b
          | XO b0 -> XO (gcdn n0 a0 b0)
          | XH -> XH)
       | XH -> XH)

  (** val gcd : positive -> positive -> positive **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n =
    add m (opp n)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Coq_Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Coq_Pos.eqb p q
                 | _ -> false)

  (** val abs : z -> z **)

  let abs = function
  | Zneg p -> Zpos p
  | x -> x

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Coq_Pos.to_nat p
  | _ -> O

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val div : z -> z -> z **)

  let div a b =
    let (q, _) = div_eucl a b in q

  (** val modulo : z -> z -> z **)

  let modulo a b =
    let (_, r) = div_eucl a b in r

  (** val gcd : z -> z -> z **)

  let gcd a b =
    match a with
    | Z0 -> abs b
    | Zpos a0 ->
      (match b with
       | Z0 -> abs a
       | Zpos b0 -> Zpos (Coq_Pos.gcd a0 b0)
       | Zneg b0 -> Zpos (Coq_Pos.gcd a0 b0))
    | Zneg a0 ->
      (match b with
       | Z0 -> abs a
       | Zpos b0 -> Zpos (Coq_Pos.gcd a0 b0)
       | Zneg b0 -> Zpos (Coq_Pos.gcd a0 b0))
 end

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n l default =
  match n with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t -> nth m t default)

(** val nth_error : 'a1 list -> nat -> 'a1 option **)

let rec nth_error l = function
| O -> (match l with
        | [] -> None
        | x :: _ -> Some x)
| S n0 -> (match l with
           | [] -> None
           | _ :: l0 -> nth_error l0 n0)

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl tl'))

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n l =
  match n with
  | O -> []
  | S n0 -> (match l with
             | [] -> []
             | a :: l0 -> a :: (firstn n0 l0))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n l =
  match n with
  | O -> l
  | S n0 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n0 l0)

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start :: (seq (S start) len0)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

type form = z * z list

type condition =
| AtLeastZero of form
| Divides of z * form
| DividesNot of z * form

type move = { chosen : nat; conditions : condition list; target : form list }

type game = { coordinates : nat; extra : condition list; moves : move list }

(** val addl : z list -> z list -> z list **)

let rec addl a b =
  match a with
  | [] -> b
  | x :: a' -> (match b with
                | [] -> a
                | y :: b' -> (Z.add x y) :: (addl a' b'))

(** val add0 : form -> form -> form **)

let add0 f g =
  ((Z.add (fst f) (fst g)), (addl (snd f) (snd g)))

(** val scale : z -> form -> form **)

let scale k f =
  ((Z.mul k (fst f)), (map (Z.mul k) (snd f)))

(** val within_list : z list -> form list -> form **)

let rec within_list a vs =
  match a with
  | [] -> (Z0, [])
  | x :: a' ->
    (match vs with
     | [] -> (Z0, [])
     | f :: vs' -> add0 (scale x f) (within_list a' vs'))

(** val within : form list -> form -> form **)

let within vs f =
  add0 ((fst f), []) (within_list (snd f) vs)

(** val with_chosen : nat -> form list -> form -> form **)

let with_chosen d c f =
  add0 ((fst f), (firstn d (snd f))) (within_list (skipn d (snd f)) c)

(** val on : (form -> form) -> condition -> condition **)

let on f = function
| AtLeastZero f0 -> AtLeastZero (f f0)
| Divides (m, f0) -> Divides (m, (f f0))
| DividesNot (m, f0) -> DividesNot (m, (f f0))

(** val negated : condition -> condition **)

let negated = function
| AtLeastZero f -> AtLeastZero (add0 ((Zneg XH), []) (scale (Zneg XH) f))
| Divides (m, f) -> DividesNot (m, f)
| DividesNot (m, f) -> Divides (m, f)

(** val common : z -> z list -> z **)

let common start a =
  fold_right Z.gcd start a

(** val tight_form : form -> form **)

let tight_form f =
  let g = common Z0 (snd f) in
  if Z.ltb Z0 g
  then ((Z.div (fst f) g), (map (fun x -> Z.div x g) (snd f)))
  else f

(** val tight : condition -> condition **)

let tight c = match c with
| AtLeastZero f -> AtLeastZero (tight_form f)
| _ -> c

(** val put : nat -> z -> z list -> z list **)

let rec put i x v =
  match i with
  | O -> (match v with
          | [] -> []
          | _ :: v' -> x :: v')
  | S j -> (match v with
            | [] -> []
            | y :: v' -> y :: (put j x v'))

(** val split_form : nat -> z -> z -> form -> form **)

let split_form i m r f =
  ((Z.add (fst f) (Z.mul (nth i (snd f) Z0) r)),
    (put i (Z.mul (nth i (snd f) Z0) m) (snd f)))

type step =
| Sum of (nat * z) list
| Residue of nat
| Choice of nat
| Cut of nat * z
| Split of nat * z

(** val total : condition list -> (nat * z) list -> form option **)

let rec total known = function
| [] -> Some (Z0, [])
| p :: rest ->
  let (row, k) = p in
  (match nth_error known row with
   | Some c ->
     (match c with
      | AtLeastZero f ->
        (match total known rest with
         | Some g -> if Z.ltb Z0 k then Some (add0 (scale k f) g) else None
         | None -> None)
      | _ -> None)
   | None -> None)

(** val sum_ok : condition list -> (nat * z) list -> bool **)

let sum_ok known rows =
  match total known rows with
  | Some f -> (&&) (Z.ltb (fst f) Z0) (forallb (Z.eqb Z0) (snd f))
  | None -> false

(** val divides_all : z -> form -> bool **)

let divides_all m f =
  forallb (fun x -> Z.eqb (Z.modulo x m) Z0) ((fst f) :: (snd f))

(** val residue_ok : condition list -> nat -> bool **)

let residue_ok known row =
  match nth_error known row with
  | Some c ->
    (match c with
     | AtLeastZero _ -> false
     | Divides (m, f) ->
       let g = common m (snd f) in
       (&&) (Z.ltb Z0 g) (negb (Z.eqb (Z.modulo (fst f) g) Z0))
     | DividesNot (m, f) -> (&&) (Z.ltb Z0 m) (divides_all m f))
  | None -> false

type walker =
  condition list -> condition list list -> step list -> step list option

(** val branch :
    walker -> condition list list -> condition list -> condition list -> step
    list -> step list option **)

let rec branch w choices known choice steps =
  match choice with
  | [] -> Some steps
  | c :: more ->
    (match w (app known ((tight c) :: [])) choices steps with
     | Some rest ->
       branch w choices (app known ((tight (negated c)) :: [])) more rest
     | None -> None)

(** val splits :
    walker -> condition list -> condition list list -> nat -> z -> z -> nat
    -> step list -> step list option **)

let rec splits w known choices i m r count steps =
  match count with
  | O -> Some steps
  | S c ->
    (match w (map (fun c0 -> tight (on (split_form i m r) c0)) known)
             (map (map (on (split_form i m r))) choices) steps with
     | Some rest -> splits w known choices i m (Z.add r (Zpos XH)) c rest
     | None -> None)

(** val unit0 : nat -> z list **)

let unit0 i =
  app (repeat Z0 i) ((Zpos XH) :: [])

(** val at_most : nat -> z -> condition **)

let at_most i k =
  tight (AtLeastZero (k, (map (Z.mul (Zneg XH)) (unit0 i))))

(** val above : nat -> z -> condition **)

let above i k =
  tight (AtLeastZero ((Z.sub (Z.opp k) (Zpos XH)), (unit0 i)))

(** val most_parts : z **)

let most_parts =
  Zpos (XO (XO (XO (XI (XO (XI (XI (XI (XI XH)))))))))

(** val walk :
    nat -> nat -> condition list -> condition list list -> step list -> step
    list option **)

let rec walk fuel n known choices steps =
  match fuel with
  | O -> None
  | S fuel0 ->
    (match steps with
     | [] -> None
     | s :: rest ->
       (match s with
        | Sum rows -> if sum_ok known rows then Some rest else None
        | Residue row -> if residue_ok known row then Some rest else None
        | Choice i ->
          (match nth_error choices i with
           | Some choice -> branch (walk fuel0 n) choices known choice rest
           | None -> None)
        | Cut (i, k) ->
          (match walk fuel0 n (app known ((at_most i k) :: [])) choices rest with
           | Some rest0 ->
             walk fuel0 n (app known ((above i k) :: [])) choices rest0
           | None -> None)
        | Split (i, m) ->
          if (&&) ((&&) (Nat.ltb i n) (Z.ltb Z0 m)) (Z.leb m most_parts)
          then splits (walk fuel0 n) known choices i m Z0 (Z.to_nat m) rest
          else None))

(** val proves :
    nat -> condition list -> condition list list -> step list -> bool **)

let proves n known choices steps =
  match walk (S (length steps)) n (map tight known) choices steps with
  | Some l -> (match l with
               | [] -> true
               | _ :: _ -> false)
  | None -> false

type winning_move = { line : nat; piece : nat; values : form list }

type certificate = { c_game : game; c_pieces : condition list list;
                     c_measure : z list; c_witnesses : winning_move list;
                     c_trees : step list list }

type fact = (nat * condition list) * condition list list

(** val naturals : game -> condition list **)

let naturals g =
  map (fun i -> AtLeastZero (Z0, (unit0 i))) (seq O g.coordinates)

(** val positions : game -> condition list **)

let positions g =
  app (naturals g) g.extra

(** val here : game -> move -> condition list **)

let here g m =
  app (positions g) m.conditions

(** val there : move -> condition list -> condition list **)

let there m cs =
  map (on (within m.target)) cs

(** val size : game -> move -> nat **)

let size g m =
  add g.coordinates m.chosen

(** val closed : game -> condition list list -> move -> fact list **)

let closed g pieces m =
  flat_map (fun a ->
    map (fun b -> (((size g m), (app (here g m) (app a (there m b)))), []))
      pieces) pieces

(** val rise : z list -> move -> form **)

let rise measure m =
  add0 (within_list measure m.target) (Z0, (map (Z.mul (Zneg XH)) measure))

(** val ends : game -> z list -> move -> fact **)

let ends g measure m =
  (((size g m), (app (here g m) ((AtLeastZero (rise measure m)) :: []))), [])

(** val legal : game -> move -> fact list **)

let legal g m =
  map (fun c -> (((size g m),
    (app (here g m) ((negated (on (within m.target) c)) :: []))), []))
    (positions g)

(** val region :
    game -> condition list list -> winning_move -> condition list option **)

let region g pieces w =
  match nth_error g.moves w.line with
  | Some m ->
    (match nth_error pieces w.piece with
     | Some p ->
       if Nat.eqb (length w.values) m.chosen
       then Some
              (map (on (with_chosen g.coordinates w.values))
                (app m.conditions (there m p)))
       else None
     | None -> None)
  | None -> None

(** val regions :
    game -> condition list list -> winning_move list -> condition list list
    option **)

let rec regions g pieces = function
| [] -> Some []
| w :: ws0 ->
  (match region g pieces w with
   | Some r ->
     (match regions g pieces ws0 with
      | Some rs -> Some (r :: rs)
      | None -> None)
   | None -> None)

(** val reach : game -> condition list list -> condition list list -> fact **)

let reach g pieces rs =
  ((g.coordinates, (positions g)), (map (map negated) (app pieces rs)))

(** val facts :
    game -> condition list list -> z list -> condition list list -> fact list **)

let facts g pieces measure rs =
  app
    (flat_map (fun m ->
      app (closed g pieces m) ((ends g measure m) :: (legal g m))) g.moves)
    ((reach g pieces rs) :: [])

(** val form_of : condition -> form **)

let form_of = function
| AtLeastZero f -> f
| Divides (_, f) -> f
| DividesNot (_, f) -> f

(** val is_short : nat -> condition -> bool **)

let is_short d c =
  Nat.leb (length (snd (form_of c))) d

(** val fact_ok : fact -> step list -> bool **)

let fact_ok f steps =
  let (p, choices) = f in let (n, known) = p in proves n known choices steps

(** val check_linear : certificate -> bool **)

let check_linear c =
  let g = c.c_game in
  (&&)
    ((&&)
      ((&&)
        ((&&) (Nat.eqb (length c.c_measure) g.coordinates)
          (forallb (Z.leb Z0) c.c_measure))
        (forallb (fun m -> Nat.eqb (length m.target) g.coordinates) g.moves))
      (forallb (is_short g.coordinates) (app g.extra (concat c.c_pieces))))
    (match regions g c.c_pieces c.c_witnesses with
     | Some rs ->
       let fs = facts g c.c_pieces c.c_measure rs in
       (&&) (Nat.eqb (length fs) (length c.c_trees))
         (forallb (fun p -> fact_ok (fst p) (snd p)) (combine fs c.c_trees))
     | None -> false)
