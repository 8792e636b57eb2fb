
(** val implb : bool -> bool -> bool **)

let implb b1 b2 =
  if b1 then b2 else true

(** val xorb : bool -> bool -> bool **)

let xorb b1 b2 =
  if b1 then if b2 then false else true else b2

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
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module type TotalLeBool' =
 sig
  type t

  val leb : t -> t -> bool
 end

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n0 m =
    match n0 with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n0 m =
    leb (S n0) m
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

  (** val pred_N : positive -> n **)

  let pred_N = function
  | XI p -> Npos (XO p)
  | XO p -> Npos (pred_double p)
  | XH -> N0

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

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val pow : positive -> positive -> positive **)

  let pow x =
    iter (mul x) XH

  (** val size_nat : positive -> nat **)

  let rec size_nat = function
  | XI p0 -> S (size_nat p0)
  | XO p0 -> S (size_nat p0)
  | XH -> S O

  (** val size : positive -> positive **)

  let rec size = function
  | XI p0 -> succ (size p0)
  | XO p0 -> succ (size p0)
  | XH -> XH

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

  let rec gcdn n0 a b =
    match n0 with
    | O -> XH
    | S n1 ->
      (match a with
       | XI a' ->
         (match b with
          | XI b' ->
            (match compare a' b' with
             | Eq -> a
             | Lt -> gcdn n1 (sub b' a') a
             | Gt -> gcdn n1 (sub a' b') b)
          | XO b0 -> gcdn n1 a b0
          | XH -> XH)
       | XO a0 ->
         (match b with
          | XI _ -> gcdn n1 a0 b
          | XO b0 -> XO (gcdn n1 a0 b0)
          | XH -> XH)
       | XH -> XH)

  (** val gcd : positive -> positive -> positive **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val coq_Nsucc_double : n -> n **)

  let coq_Nsucc_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val coq_Ndouble : n -> n **)

  let coq_Ndouble = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val coq_lor : positive -> positive -> positive **)

  let rec coq_lor p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XI (coq_lor p0 q0)
       | XH -> p)
    | XO p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XO (coq_lor p0 q0)
       | XH -> XI p0)
    | XH -> (match q with
             | XO q0 -> XI q0
             | _ -> q)

  (** val coq_land : positive -> positive -> n **)

  let rec coq_land p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> coq_Nsucc_double (coq_land p0 q0)
       | XO q0 -> coq_Ndouble (coq_land p0 q0)
       | XH -> Npos XH)
    | XO p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (coq_land p0 q0)
       | XO q0 -> coq_Ndouble (coq_land p0 q0)
       | XH -> N0)
    | XH -> (match q with
             | XO _ -> N0
             | _ -> Npos XH)

  (** val ldiff : positive -> positive -> n **)

  let rec ldiff p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (ldiff p0 q0)
       | XO q0 -> coq_Nsucc_double (ldiff p0 q0)
       | XH -> Npos (XO p0))
    | XO p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (ldiff p0 q0)
       | XO q0 -> coq_Ndouble (ldiff p0 q0)
       | XH -> Npos p)
    | XH -> (match q with
             | XO _ -> Npos XH
             | _ -> N0)

  (** val coq_lxor : positive -> positive -> n **)

  let rec coq_lxor p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> coq_Ndouble (coq_lxor p0 q0)
       | XO q0 -> coq_Nsucc_double (coq_lxor p0 q0)
       | XH -> Npos (XO p0))
    | XO p0 ->
      (match q with
       | XI q0 -> coq_Nsucc_double (coq_lxor p0 q0)
       | XO q0 -> coq_Ndouble (coq_lxor p0 q0)
       | XH -> Npos (XI p0))
    | XH ->
      (match q with
       | XI q0 -> Npos (XO q0)
       | XO q0 -> Npos (XI q0)
       | XH -> N0)

  (** val shiftl : positive -> n -> positive **)

  let shiftl p = function
  | N0 -> p
  | Npos n1 -> iter (fun x -> XO x) p n1

  (** val testbit : positive -> n -> bool **)

  let rec testbit p n0 =
    match p with
    | XI p0 -> (match n0 with
                | N0 -> true
                | Npos n1 -> testbit p0 (pred_N n1))
    | XO p0 -> (match n0 with
                | N0 -> false
                | Npos n1 -> testbit p0 (pred_N n1))
    | XH -> (match n0 with
             | N0 -> true
             | Npos _ -> false)

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)

  (** val eq_dec : positive -> positive -> bool **)

  let rec eq_dec p x0 =
    match p with
    | XI p0 -> (match x0 with
                | XI p1 -> eq_dec p0 p1
                | _ -> false)
    | XO p0 -> (match x0 with
                | XO p1 -> eq_dec p0 p1
                | _ -> false)
    | XH -> (match x0 with
             | XH -> true
             | _ -> false)
 end

module N =
 struct
  (** val succ_double : n -> n **)

  let succ_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val double : n -> n **)

  let double = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val succ : n -> n **)

  let succ = function
  | N0 -> Npos XH
  | Npos p -> Npos (Coq_Pos.succ p)

  (** val pred : n -> n **)

  let pred = function
  | N0 -> N0
  | Npos p -> Coq_Pos.pred_N p

  (** val succ_pos : n -> positive **)

  let succ_pos = function
  | N0 -> XH
  | Npos p -> Coq_Pos.succ p

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Coq_Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Coq_Pos.eqb p q)

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : n -> n -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val min : n -> n -> n **)

  let min n0 n' =
    match compare n0 n' with
    | Gt -> n'
    | _ -> n0

  (** val max : n -> n -> n **)

  let max n0 n' =
    match compare n0 n' with
    | Gt -> n0
    | _ -> n'

  (** val div2 : n -> n **)

  let div2 = function
  | N0 -> N0
  | Npos p0 -> (match p0 with
                | XI p -> Npos p
                | XO p -> Npos p
                | XH -> N0)

  (** val even : n -> bool **)

  let even = function
  | N0 -> true
  | Npos p -> (match p with
               | XO _ -> true
               | _ -> false)

  (** val odd : n -> bool **)

  let odd n0 =
    negb (even n0)

  (** val pow : n -> n -> n **)

  let pow n0 = function
  | N0 -> Npos XH
  | Npos p0 -> (match n0 with
                | N0 -> N0
                | Npos q -> Npos (Coq_Pos.pow q p0))

  (** val log2 : n -> n **)

  let log2 = function
  | N0 -> N0
  | Npos p0 ->
    (match p0 with
     | XI p -> Npos (Coq_Pos.size p)
     | XO p -> Npos (Coq_Pos.size p)
     | XH -> N0)

  (** val size : n -> n **)

  let size = function
  | N0 -> N0
  | Npos p -> Npos (Coq_Pos.size p)

  (** val pos_div_eucl : positive -> n -> n * n **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XH ->
      (match b with
       | N0 -> (N0, (Npos XH))
       | Npos p -> (match p with
                    | XH -> ((Npos XH), N0)
                    | _ -> (N0, (Npos XH))))

  (** val div_eucl : n -> n -> n * n **)

  let div_eucl a b =
    match a with
    | N0 -> (N0, N0)
    | Npos na -> (match b with
                  | N0 -> (N0, a)
                  | Npos _ -> pos_div_eucl na b)

  (** val div : n -> n -> n **)

  let div a b =
    fst (div_eucl a b)

  (** val modulo : n -> n -> n **)

  let modulo a b =
    snd (div_eucl a b)

  (** val gcd : n -> n -> n **)

  let gcd a b =
    match a with
    | N0 -> b
    | Npos p -> (match b with
                 | N0 -> a
                 | Npos q -> Npos (Coq_Pos.gcd p q))

  (** val coq_lor : n -> n -> n **)

  let coq_lor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.coq_lor p q))

  (** val coq_land : n -> n -> n **)

  let coq_land n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Coq_Pos.coq_land p q)

  (** val ldiff : n -> n -> n **)

  let ldiff n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Coq_Pos.ldiff p q)

  (** val coq_lxor : n -> n -> n **)

  let coq_lxor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Coq_Pos.coq_lxor p q)

  (** val shiftl : n -> n -> n **)

  let shiftl a n0 =
    match a with
    | N0 -> N0
    | Npos a0 -> Npos (Coq_Pos.shiftl a0 n0)

  (** val testbit : n -> n -> bool **)

  let testbit a n0 =
    match a with
    | N0 -> false
    | Npos p -> Coq_Pos.testbit p n0

  (** val to_nat : n -> nat **)

  let to_nat = function
  | N0 -> O
  | Npos p -> Coq_Pos.to_nat p

  (** val of_nat : nat -> n **)

  let of_nat = function
  | O -> N0
  | S n' -> Npos (Coq_Pos.of_succ_nat n')

  (** val iter : n -> ('a1 -> 'a1) -> 'a1 -> 'a1 **)

  let iter n0 f x =
    match n0 with
    | N0 -> x
    | Npos p -> Coq_Pos.iter f x p

  (** val setbit : n -> n -> n **)

  let setbit a n0 =
    coq_lor a (shiftl (Npos XH) n0)

  (** val ones : n -> n **)

  let ones n0 =
    pred (shiftl (Npos XH) n0)
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let rec in_dec h a = function
| [] -> false
| y :: l0 -> let s = h y a in if s then true else in_dec h a l0

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  match n0 with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t0 -> nth m t0 default)

(** val removelast : 'a1 list -> 'a1 list **)

let rec removelast = function
| [] -> []
| a :: l0 -> (match l0 with
              | [] -> []
              | _ :: _ -> a :: (removelast l0))

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec0 l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec0 y a then list_eq_dec eq_dec0 l0 l1 else false)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t0 -> app (f x) (flat_map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t0 -> f b (fold_right f a0 t0)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl0 -> if f x then Some x else find f tl0

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl0 ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl0 tl'))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  match n0 with
  | O -> l
  | S n1 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n1 l0)

(** val seq : nat -> nat -> nat list **)

let rec seq start0 = function
| O -> []
| S len0 -> start0 :: (seq (S start0) len0)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

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

  let sub m n0 =
    add m (opp n0)

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

  (** val max : z -> z -> z **)

  let max n0 m =
    match compare n0 m with
    | Lt -> m
    | _ -> n0

  (** val min : z -> z -> z **)

  let min n0 m =
    match compare n0 m with
    | Gt -> m
    | _ -> n0

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Coq_Pos.to_nat p
  | _ -> O

  (** val to_N : z -> n **)

  let to_N = function
  | Zpos p -> Npos p
  | _ -> N0

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n1 -> Zpos (Coq_Pos.of_succ_nat n1)

  (** val of_N : n -> z **)

  let of_N = function
  | N0 -> Z0
  | Npos p -> Zpos p

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

  (** val even : z -> bool **)

  let even = function
  | Z0 -> true
  | Zpos p -> (match p with
               | XO _ -> true
               | _ -> false)
  | Zneg p -> (match p with
               | XO _ -> true
               | _ -> false)

  (** val eq_dec : z -> z -> bool **)

  let eq_dec x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
 end

module PositiveMap =
 struct
  type key = positive

  type 'a tree =
  | Leaf
  | Node of 'a tree * 'a option * 'a tree

  type 'a t = 'a tree

  (** val empty : 'a1 t **)

  let empty =
    Leaf

  (** val find : key -> 'a1 t -> 'a1 option **)

  let rec find i = function
  | Leaf -> None
  | Node (l, o, r) ->
    (match i with
     | XI ii -> find ii r
     | XO ii -> find ii l
     | XH -> o)

  (** val add : key -> 'a1 -> 'a1 t -> 'a1 t **)

  let rec add i v = function
  | Leaf ->
    (match i with
     | XI ii -> Node (Leaf, None, (add ii v Leaf))
     | XO ii -> Node ((add ii v Leaf), None, Leaf)
     | XH -> Node (Leaf, (Some v), Leaf))
  | Node (l, o, r) ->
    (match i with
     | XI ii -> Node (l, o, (add ii v r))
     | XO ii -> Node ((add ii v l), o, r)
     | XH -> Node (l, (Some v), r))
 end

type code = n list

(** val odd_bits : positive -> bool **)

let rec odd_bits = function
| XI q -> negb (odd_bits q)
| XO q -> odd_bits q
| XH -> true

(** val parity : n -> bool **)

let parity = function
| N0 -> false
| Npos p -> odd_bits p

type layout = { ends : n list; singles : n list; pairs : n list;
                triples : n list }

(** val places : n -> n -> code -> n list **)

let rec places b i = function
| [] -> []
| d :: t0 ->
  if N.testbit d b
  then i :: (places b (N.succ i) t0)
  else places b (N.succ i) t0

(** val layout_of : code -> layout **)

let layout_of c =
  { ends = (places N0 N0 c); singles = (places (Npos XH) N0 c); pairs =
    (places (Npos (XO XH)) N0 c); triples = (places (Npos (XI XH)) N0 c) }

(** val layout_of_set : n list -> layout **)

let layout_of_set s =
  { ends = s; singles = s; pairs = []; triples = [] }

type store = n PositiveMap.t

(** val empty0 : unit -> store **)

let empty0 _ =
  PositiveMap.empty

(** val get : store -> n -> n **)

let get s i =
  match PositiveMap.find (N.succ_pos i) s with
  | Some x -> x
  | None -> N0

(** val set : store -> n -> n -> store **)

let set s i x =
  PositiveMap.add (N.succ_pos i) x s

(** val loop : ('a1 -> bool) -> ('a1 -> 'a1) -> nat -> 'a1 -> 'a1 **)

let rec loop stop step d s =
  if stop s
  then s
  else (match d with
        | O -> step s
        | S e -> loop stop step e (loop stop step e s))

(** val depth : nat **)

let depth =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val up : n -> nat -> n list **)

let rec up i = function
| O -> []
| S l -> i :: (up (N.add i (Npos XH)) l)

(** val first_free : n list -> n -> store -> n option **)

let rec first_free l st m =
  match l with
  | [] -> None
  | x :: t0 -> if N.eqb (get m x) st then first_free t0 st m else Some x

(** val advance : n list -> n -> n -> store -> n list **)

let rec advance l x st m =
  match l with
  | [] -> []
  | r :: t0 ->
    if N.leb x r
    then []
    else if N.eqb (get m r) st then advance t0 x st m else l

type classes = { spaced : bool; common_even : n list; common_odd : n list;
                 rare_even : n list; rare_odd : n list }

(** val commons_at : classes -> n -> n list **)

let commons_at c n0 =
  if N.odd n0 then c.common_odd else c.common_even

(** val rares_at : classes -> n -> n list **)

let rares_at c n0 =
  if N.odd n0 then c.rare_odd else c.rare_even

(** val most : n **)

let most =
  Npos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    XH))))))))))))))

(** val mark_end : n list -> n -> store -> store **)

let mark_end js n0 m =
  if existsb (N.eqb n0) js then set m N0 n0 else m

(** val mark_singles : n list -> n -> store -> store -> store **)

let rec mark_singles js n0 g m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_singles t0 n0 g
      (if N.ltb j n0 then set m (get g (N.sub n0 j)) n0 else m)

(** val mark_shifts : (n * n) list -> n -> store -> store -> store **)

let rec mark_shifts sh n0 g m =
  match sh with
  | [] -> m
  | p :: t0 ->
    let (d, v) = p in
    mark_shifts t0 n0 g
      (if N.ltb d n0 then set m (N.coq_lxor v (get g (N.sub n0 d))) n0 else m)

(** val mark_part : n list -> n -> n -> n -> store -> store -> store **)

let rec mark_part js a x n0 g m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_part t0 a x n0 g
      (if N.ltb (N.add j a) n0
       then set m (N.coq_lxor x (get g (N.sub n0 (N.add j a)))) n0
       else m)

type walk = { w_a : n; w_m : store; w_left : n list }

(** val walk_stop : n -> walk -> bool **)

let walk_stop top w =
  match w.w_left with
  | [] -> true
  | _ :: _ -> N.ltb top w.w_a

(** val walk_step : n list -> n -> n -> store -> walk -> walk **)

let walk_step js x n0 g w =
  let m = mark_part js w.w_a (get g w.w_a) n0 g w.w_m in
  { w_a = (N.add w.w_a (Npos XH)); w_m = m; w_left =
  (advance w.w_left x n0 m) }

type exact = { e_n : n; e_g : store; e_m : store; e_shifts : (n * n) list;
               e_rares : (n * n) list; e_good : bool }

(** val shifts_of : n list -> n -> n -> (n * n) list **)

let shifts_of js a x =
  map (fun j -> ((N.add j a), x)) js

(** val exact_step : layout -> classes -> exact -> exact **)

let exact_step l c s =
  let n0 = s.e_n in
  let g = s.e_g in
  let m =
    mark_shifts s.e_shifts n0 g
      (mark_singles l.singles n0 g (mark_end l.ends n0 s.e_m))
  in
  let x =
    match first_free (commons_at c n0) n0 m with
    | Some x -> x
    | None -> most
  in
  let top = match l.pairs with
            | [] -> N0
            | _ :: _ -> N.div2 n0 in
  let left = advance (rares_at c n0) x n0 m in
  let w =
    loop (walk_stop top) (walk_step l.pairs x n0 g) depth { w_a = (Npos XH);
      w_m = m; w_left = left }
  in
  (match w.w_left with
   | [] ->
     { e_n = (N.add n0 (Npos XH)); e_g = (set g n0 x); e_m = w.w_m;
       e_shifts = s.e_shifts; e_rares = s.e_rares; e_good = (N.ltb x most) }
   | r :: _ ->
     { e_n = (N.add n0 (Npos XH)); e_g = (set g n0 r); e_m = w.w_m;
       e_shifts =
       (if c.spaced
        then app (shifts_of l.pairs n0 r) s.e_shifts
        else s.e_shifts); e_rares =
       (if c.spaced then (n0, r) :: s.e_rares else s.e_rares); e_good =
       (N.ltb top w.w_a) })

(** val exact_stop : n -> exact -> bool **)

let exact_stop limit s =
  (||) (negb s.e_good) (N.ltb limit s.e_n)

(** val exact_values :
    layout -> classes -> n -> (store * (n * n) list) option **)

let exact_values l c limit =
  let s =
    loop (exact_stop limit) (exact_step l c) depth { e_n = (Npos XH); e_g =
      (set (empty0 ()) N0 N0); e_m = (empty0 ()); e_shifts = []; e_rares =
      []; e_good = true }
  in
  if (&&) s.e_good (N.ltb limit s.e_n) then Some (s.e_g, s.e_rares) else None

(** val places_ok : layout -> bool **)

let places_ok l =
  (&&) (forallb (fun j -> N.leb (Npos XH) j) l.ends)
    (forallb (fun j -> N.leb (Npos XH) j) l.singles)

(** val layout_ok : layout -> bool **)

let layout_ok l =
  (&&) (match l.triples with
        | [] -> true
        | _ :: _ -> false) (places_ok l)

type pairing = { p_a : n; p_seen : store; p_found : n list }

(** val pair_stop : n -> pairing -> bool **)

let pair_stop n0 s =
  N.ltb n0 (N.add s.p_a s.p_a)

(** val pair_step : n -> store -> pairing -> pairing **)

let pair_step n0 g s =
  let v = N.coq_lxor (get g s.p_a) (get g (N.sub n0 s.p_a)) in
  if N.eqb (get s.p_seen v) n0
  then { p_a = (N.add s.p_a (Npos XH)); p_seen = s.p_seen; p_found =
         s.p_found }
  else { p_a = (N.add s.p_a (Npos XH)); p_seen = (set s.p_seen v n0);
         p_found = (v :: s.p_found) }

(** val mark_all : n list -> n -> n -> store -> store **)

let rec mark_all vs x st m =
  match vs with
  | [] -> m
  | v :: t0 -> mark_all t0 x st (set m (N.coq_lxor x v) st)

(** val mark_pairs : n list -> n list list -> n -> store -> store **)

let rec mark_pairs js sums st m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_pairs t0 sums st (mark_all (nth (N.to_nat j) sums []) N0 st m)

(** val mark_with : n list list -> n -> n -> store -> store -> store **)

let rec mark_with sums a st g m =
  match sums with
  | [] -> m
  | vs :: t0 ->
    mark_with t0 (N.add a (Npos XH)) st g (mark_all vs (get g a) st m)

(** val mark_triples :
    n list -> n list list -> n -> store -> store -> store **)

let rec mark_triples js sums st g m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_triples t0 sums st g
      (mark_with (skipn (S (N.to_nat j)) sums) (Npos XH) st g m)

type triple_walk = { t_n : n; t_g : store; t_m : store; t_seen : store;
                     t_sums : n list list; t_good : bool }

(** val triple_step : layout -> triple_walk -> triple_walk **)

let triple_step l s =
  let n0 = s.t_n in
  let g = s.t_g in
  let pairing0 =
    loop (pair_stop n0) (pair_step n0 g) depth { p_a = (Npos XH); p_seen =
      s.t_seen; p_found = [] }
  in
  let sums = pairing0.p_found :: s.t_sums in
  let m =
    mark_triples l.triples sums n0 g
      (mark_pairs l.pairs sums n0
        (mark_singles l.singles n0 g (mark_end l.ends n0 s.t_m)))
  in
  let x =
    loop (fun x -> negb (N.eqb (get m x) n0)) (fun x -> N.add x (Npos XH))
      depth N0
  in
  { t_n = (N.add n0 (Npos XH)); t_g = (set g n0 x); t_m = m; t_seen =
  pairing0.p_seen; t_sums = sums; t_good =
  ((&&) (pair_stop n0 pairing0) (negb (N.eqb (get m x) n0))) }

(** val triple_stop : n -> triple_walk -> bool **)

let triple_stop limit s =
  (||) (negb s.t_good) (N.ltb limit s.t_n)

(** val triple_store : layout -> n -> store option **)

let triple_store l limit =
  let s =
    loop (triple_stop limit) (triple_step l) depth { t_n = (Npos XH); t_g =
      (set (empty0 ()) N0 N0); t_m = (empty0 ()); t_seen = (empty0 ());
      t_sums = []; t_good = true }
  in
  if (&&) ((&&) (places_ok l) s.t_good) (N.ltb limit s.t_n)
  then Some s.t_g
  else None

type evidence = { ev_period : n; ev_saltus : n; ev_n : n; ev_x : n; ev_y : n }

(** val differs : evidence -> bool **)

let differs e =
  negb (N.eqb e.ev_y (N.add e.ev_x e.ev_saltus))

(** val shows : n -> n -> n -> evidence list -> n -> bool **)

let shows n0 p s evs r =
  if N.eqb (N.modulo s r) N0
  then existsb (fun e ->
         (&&)
           ((&&)
             ((&&) (N.eqb e.ev_period (N.div p r))
               (N.eqb e.ev_saltus (N.div s r))) (N.leb n0 e.ev_n)) (differs e))
         evs
  else true

type factoring = { f_rest : n; f_a : n; f_good : bool }

(** val f_stop : factoring -> bool **)

let f_stop f =
  (||) (negb f.f_good) (N.ltb f.f_rest (N.mul f.f_a f.f_a))

(** val f_step : (n -> bool) -> factoring -> factoring **)

let f_step shows0 f =
  if N.eqb (N.modulo f.f_rest f.f_a) N0
  then { f_rest = (N.div f.f_rest f.f_a); f_a = f.f_a; f_good =
         (shows0 f.f_a) }
  else { f_rest = f.f_rest; f_a = (N.add f.f_a (Npos XH)); f_good = true }

(** val all_primes : (n -> bool) -> n -> bool **)

let all_primes shows0 p =
  let f =
    loop f_stop (f_step shows0) depth { f_rest = p; f_a = (Npos (XO XH));
      f_good = true }
  in
  (&&) ((&&) f.f_good (N.ltb f.f_rest (N.mul f.f_a f.f_a)))
    ((||) (N.eqb f.f_rest (Npos XH)) (shows0 f.f_rest))

(** val check_least :
    n -> n -> n -> evidence option -> evidence list -> bool **)

let check_least n0 p s before0 evs =
  (&&) ((&&) (N.leb (Npos XH) p) (all_primes (shows n0 p s evs) p))
    (match before0 with
     | Some e ->
       (&&)
         ((&&)
           ((&&)
             ((&&) (N.leb (Npos XH) n0) (N.eqb e.ev_n (N.sub n0 (Npos XH))))
             (N.eqb e.ev_period p)) (N.eqb e.ev_saltus s)) (differs e)
     | None -> N.eqb n0 N0)

(** val low : n -> n -> n **)

let low g x =
  N.modulo x (N.pow (Npos (XO XH)) g)

(** val high : n -> n -> n **)

let high g x =
  N.div x (N.pow (Npos (XO XH)) g)

(** val range : n -> n -> n list **)

let range i stop =
  up i (N.to_nat (N.sub stop i))

(** val best_pair : store -> n -> n -> store -> n -> store **)

let best_pair g b q s a =
  let x = get g a in
  let y = get g (N.sub q a) in
  let i = N.add (N.mul q b) (N.coq_lxor (N.modulo x b) (N.modulo y b)) in
  set s i (N.max (get s i) (N.add (N.add (N.div x b) (N.div y b)) (Npos XH)))

(** val best_sum : store -> n -> store -> n -> store **)

let best_sum g b s q =
  fold_left (best_pair g b q) (range (Npos XH) (N.add (N.div2 q) (Npos XH))) s

(** val best_pairs : store -> n -> n -> store **)

let best_pairs g b stop =
  fold_left (best_sum g b) (range (Npos (XO XH)) stop) (empty0 ())

(** val short_at : layout -> store -> n -> store -> n -> bool **)

let short_at l g b best n0 =
  let l0 = N.modulo (get g n0) b in
  let h = N.div (get g n0) b in
  (&&)
    ((&&)
      (forallb (fun j ->
        let x = get g (N.sub n0 j) in
        (||) (negb (N.eqb (N.modulo x b) l0)) (N.ltb (N.div x b) h))
        l.singles)
      (forallb (fun j ->
        N.leb (get best (N.add (N.mul (N.sub n0 j) b) l0)) h) l.pairs))
    (forallb (fun j ->
      forallb (fun a ->
        let x = get g a in
        let y =
          get best
            (N.add (N.mul (N.sub (N.sub n0 j) a) b)
              (N.coq_lxor (N.modulo x b) l0))
        in
        (||) (N.eqb y N0) (N.leb (N.add (N.div x b) y) h))
        (range (Npos XH) (N.sub n0 j))) l.triples)

type alike = { al_seen : store; al_found : n list }

(** val alike_step : store -> n -> n -> n -> alike -> alike **)

let alike_step g b q a s =
  let x = get g a in
  let y = get g (N.sub q a) in
  if N.eqb (N.div x b) (N.div y b)
  then let l = N.coq_lxor (N.modulo x b) (N.modulo y b) in
       if N.eqb (get s.al_seen l) (Npos XH)
       then s
       else { al_seen = (set s.al_seen l (Npos XH)); al_found =
              (a :: s.al_found) }
  else s

(** val alike_pairs : store -> n -> n -> n list **)

let alike_pairs g b q =
  (fold_right (alike_step g b q) { al_seen = (empty0 ()); al_found = [] }
    (range (Npos XH) (N.add (N.div2 q) (Npos XH)))).al_found

(** val alike_sums : store -> n -> n -> n list list **)

let alike_sums g b stop =
  rev (map (alike_pairs g b) (range N0 stop))

type kinds = { k_one : store; k_two : store; k_both : store }

(** val note : n -> bool -> bool -> kinds -> kinds **)

let note v r1 r2 k =
  { k_one = (if r1 then set k.k_one v (Npos XH) else k.k_one); k_two =
    (if r2 then set k.k_two v (Npos XH) else k.k_two); k_both =
    (if (&&) r1 r2 then set k.k_both v (Npos XH) else k.k_both) }

(** val note_pair :
    store -> n -> n -> n -> bool -> n -> kinds -> n -> kinds **)

let note_pair g b m x r1 q k b0 =
  let y = get g b0 in
  let z0 = get g (N.sub q b0) in
  if (&&) ((&&) (N.leb (Npos XH) b0) (N.ltb b0 q))
       (N.eqb (N.div y b) (N.div z0 b))
  then note (N.coq_lxor x (N.coq_lxor y z0)) r1
         ((&&) (N.leb m b0) (N.leb m (N.sub q b0))) k
  else k

(** val note_triples :
    store -> n -> n -> n list list -> n -> n -> kinds -> kinds **)

let rec note_triples g b m sums r a k =
  match sums with
  | [] -> k
  | bs :: t0 ->
    note_triples g b m t0 r (N.add a (Npos XH))
      (fold_left (note_pair g b m (get g a) (N.leb m a) (N.sub r a)) bs k)

(** val note_single : store -> n -> n -> kinds -> n -> kinds **)

let note_single g m n0 k j =
  if N.leb m (N.sub n0 j) then note (get g (N.sub n0 j)) true false k else k

(** val note_two : store -> n -> n -> kinds -> n -> kinds **)

let note_two g b r k a =
  let y = get g (N.sub r a) in
  if N.eqb (N.div y b) N0
  then note (N.coq_lxor (get g a) y) true false k
  else k

(** val kinds_at :
    layout -> store -> n -> n -> n list list -> n -> n -> kinds **)

let kinds_at l g b m sums stop n0 =
  let after0 = fun r -> skipn (N.to_nat (N.sub (N.sub stop (Npos XH)) r)) sums
  in
  let k =
    fold_left (note_single g m n0) l.singles { k_one = (empty0 ()); k_two =
      (empty0 ()); k_both = (empty0 ()) }
  in
  let k0 =
    fold_left (fun k0 j ->
      let r = N.sub n0 j in
      fold_left (note_two g b r) (range m r)
        (fold_left (note_pair g b m N0 false r) (hd [] (after0 r)) k0))
      l.pairs k
  in
  fold_left (fun k1 j ->
    note_triples g b m (after0 (N.sub (N.sub n0 j) (Npos XH))) (N.sub n0 j)
      (Npos XH) k1) l.triples k0

(** val lowest : kinds -> n -> n **)

let lowest k x =
  loop (fun v ->
    (||) (N.eqb v N0)
      (negb (N.eqb (get k.k_one (N.sub v (Npos XH))) (Npos XH)))) (fun v ->
    N.sub v (Npos XH)) depth x

(** val first_run : kinds -> n -> n -> n -> n **)

let first_run k w x i =
  fst
    (loop (fun r -> (||) (N.leb (N.add (fst r) w) (snd r)) (N.leb x (snd r)))
      (fun r ->
      if N.eqb (get k.k_both (snd r)) (Npos XH)
      then ((fst r), (N.add (snd r) (Npos XH)))
      else ((N.add (snd r) (Npos XH)), (N.add (snd r) (Npos XH)))) depth (i,
      i))

(** val all_marked : store -> n -> n -> bool **)

let all_marked m i stop =
  forallb (fun v -> N.eqb (get m v) (Npos XH)) (range i stop)

(** val covered_at :
    layout -> store -> n -> n -> n -> n list list -> n -> n -> bool **)

let covered_at l g b m s sums stop n0 =
  let k = kinds_at l g b m sums stop n0 in
  let x = get g n0 in
  let u = first_run k (N.mul (Npos (XO XH)) s) x (lowest k x) in
  (&&)
    ((&&)
      ((&&) (N.leb (N.add u (N.mul (Npos (XO XH)) s)) x)
        (all_marked k.k_two N0 u)) (all_marked k.k_one u x))
    (all_marked k.k_both u (N.add u (N.mul (Npos (XO XH)) s)))

(** val turns : n -> n -> n **)

let turns bits s =
  N.div (N.pow (Npos (XO XH)) bits) (N.gcd (N.pow (Npos (XO XH)) bits) s)

(** val first_of : n -> n -> n -> n -> n **)

let first_of h k n0 p =
  N.add (N.add (N.mul h (N.max n0 (Npos XH))) (N.mul (N.sub h (Npos XH)) p)) k

(** val asked : n -> n -> n -> n -> n -> n -> n **)

let asked h k n0 p s bits =
  let p0 = N.mul (turns bits s) p in
  N.sub (N.sub (N.add (first_of h k n0 p0) (N.mul (Npos (XO XH)) p0)) p) n0

(** val low_bits : n list **)

let low_bits =
  up N0 (S (S (S (S (S (S (S (S (S O)))))))))

(** val splits_bound : n -> n -> n -> n -> n -> n -> bool **)

let splits_bound h k n0 p s agreement =
  existsb (fun bits -> N.eqb agreement (asked h k n0 p s bits)) low_bits

(** val splits_with :
    layout -> store -> n -> n -> n -> n -> n -> n -> bool **)

let splits_with l g h k n0 p s bits =
  let b = N.pow (Npos (XO XH)) bits in
  let p0 = N.mul (turns bits s) p in
  let first = first_of h k n0 p0 in
  let stop = N.add first (N.mul (Npos (XO XH)) p0) in
  (&&)
    (let best = best_pairs g b (N.add first p0) in
     forallb (short_at l g b best) (range first (N.add first p0)))
    (let sums = alike_sums g b stop in
     forallb
       (covered_at l g b (N.max n0 (Npos XH)) (N.mul (turns bits s) s) sums
         stop) (range first stop))

(** val splits_ok : layout -> store -> n -> n -> n -> n -> n -> n -> bool **)

let splits_ok l g h k n0 p s agreement =
  existsb (fun bits ->
    (&&) (N.eqb agreement (asked h k n0 p s bits))
      (splits_with l g h k n0 p s bits)) low_bits

(** val mark_allowed : n list -> n list -> n -> n -> store -> store **)

let rec mark_allowed f vals j st m =
  match vals with
  | [] -> m
  | v :: t0 ->
    mark_allowed f t0 (N.add j (Npos XH)) st
      (if existsb (N.eqb j) f then m else set m v st)

type walker = { a_n : n; a_vals : n list; a_g : store; a_m : store;
                a_good : bool }

(** val all_but_step : n list -> walker -> walker **)

let all_but_step f s =
  let n0 = s.a_n in
  let m = mark_allowed f s.a_vals (Npos XH) (N.add n0 (Npos XH)) s.a_m in
  let x =
    loop (fun x -> negb (N.eqb (get m x) (N.add n0 (Npos XH)))) (fun x ->
      N.add x (Npos XH)) depth N0
  in
  let good = negb (N.eqb (get m x) (N.add n0 (Npos XH))) in
  { a_n = (N.add n0 (Npos XH)); a_vals = (x :: s.a_vals); a_g =
  (set s.a_g n0 x); a_m = m; a_good = good }

(** val all_but_stop : n -> walker -> bool **)

let all_but_stop limit s =
  (||) (negb s.a_good) (N.ltb limit s.a_n)

(** val all_but_store : n list -> n -> store option **)

let all_but_store f limit =
  let s =
    loop (all_but_stop limit) (all_but_step f) depth { a_n = N0; a_vals = [];
      a_g = (empty0 ()); a_m = (empty0 ()); a_good = true }
  in
  if (&&) s.a_good (N.ltb limit s.a_n) then Some s.a_g else None

type game =
| Code of n list
| Subtraction of n list
| AllBut of n list

(** val game_ok : game -> bool **)

let game_ok = function
| Code c ->
  (&&)
    (match c with
     | [] -> false
     | d :: _ -> (&&) (negb (N.testbit d N0)) (negb (N.testbit d (Npos XH))))
    (forallb (fun d -> N.ltb d (Npos (XO (XO (XO (XO XH)))))) c)
| Subtraction t0 -> forallb (fun j -> N.leb (Npos XH) j) t0
| AllBut f -> forallb (fun j -> N.leb (Npos XH) j) f

(** val heaps : code -> n **)

let heaps c =
  match (layout_of c).triples with
  | [] ->
    (match (layout_of c).pairs with
     | [] -> Npos XH
     | _ :: _ -> Npos (XO XH))
  | _ :: _ -> Npos (XI XH)

type space = { sp_mask : n; sp_position : bool; sp_common : bool;
               sp_rares : (n * n) list; sp_witnesses : n list; sp_parts : 
               n }

(** val class_of : space -> n -> bool -> bool **)

let class_of sp x odd0 =
  xorb (xorb (parity (N.coq_land x sp.sp_mask)) ((&&) sp.sp_position odd0))
    sp.sp_common

(** val classes_of : space -> classes **)

let classes_of sp =
  let all = up N0 (N.to_nat most) in
  { spaced = true; common_even =
  (filter (fun x -> negb (class_of sp x false)) all); common_odd =
  (filter (fun x -> negb (class_of sp x true)) all); rare_even =
  (filter (fun x -> class_of sp x false) all); rare_odd =
  (filter (fun x -> class_of sp x true) all) }

(** val no_classes : classes **)

let no_classes =
  let all = up N0 (N.to_nat most) in
  { spaced = false; common_even = []; common_odd = []; rare_even = all;
  rare_odd = all }

(** val space_ok : layout -> space -> bool **)

let space_ok l sp =
  forallb (fun j -> eqb sp.sp_common (negb ((&&) sp.sp_position (N.odd j))))
    l.pairs

(** val values_with :
    layout -> space option -> n -> (store * (n * n) list) option **)

let values_with l sp limit =
  if layout_ok l
  then (match sp with
        | Some sp0 ->
          if space_ok l sp0
          then exact_values l (classes_of sp0) limit
          else None
        | None -> exact_values l no_classes limit)
  else None

(** val code_store :
    layout -> space option -> n -> (store * (n * n) list) option **)

let code_store l sp limit =
  match l.triples with
  | [] -> values_with l sp limit
  | _ :: _ ->
    (match sp with
     | Some _ -> None
     | None ->
       (match triple_store l limit with
        | Some g -> Some (g, [])
        | None -> None))

(** val all_values :
    game -> space option -> n -> (store * (n * n) list) option **)

let all_values x sp limit =
  match x with
  | Code c -> code_store (layout_of c) sp limit
  | Subtraction t0 -> values_with (layout_of_set t0) sp limit
  | AllBut f ->
    (match all_but_store f limit with
     | Some g -> Some (g, [])
     | None -> None)

type theorem =
| GuySmith
| NoSplitWindow
| SubtractionWindow
| AllButWindow
| SparseSpace
| ArithmeticSplits

type certificate = { c_game : game; c_theorem : theorem; c_preperiod : 
                     n; c_period : n; c_saltus : n; c_checked_to : n;
                     c_agreement : n; c_before : evidence option;
                     c_periods : evidence list; c_window : n list;
                     c_sparse : space option; c_states : (n * n list) list }

(** val last_place : game -> n **)

let last_place = function
| Code c -> N.of_nat (sub (length c) (S O))
| Subtraction t0 -> fold_right N.max N0 t0
| AllBut f -> fold_right N.max N0 f

(** val extra_N : n -> n **)

let extra_N n0 =
  if N.eqb n0 N0 then Npos XH else N0

(** val bound_ok : certificate -> bool **)

let bound_ok c =
  let k = last_place c.c_game in
  let n0 = c.c_preperiod in
  let a = c.c_agreement in
  (match c.c_theorem with
   | GuySmith ->
     (match c.c_game with
      | Code d ->
        let h = heaps d in
        let e = extra_N n0 in
        (&&)
          ((&&) (N.leb (Npos (XO XH)) h)
            ((||)
              (N.eqb a
                (N.add
                  (N.add
                    (N.mul (N.sub h (Npos XH))
                      (N.add (N.add n0 e) (N.sub c.c_period (Npos XH)))) k) e))
              (N.eqb a
                (N.add
                  (N.add (N.mul (N.sub h (Npos XH)) (N.add n0 c.c_period)) k)
                  e)))) (N.eqb c.c_saltus N0)
      | _ -> false)
   | NoSplitWindow ->
     (match c.c_game with
      | Code d ->
        (&&)
          ((&&) (N.eqb (heaps d) (Npos XH))
            (if N.eqb k N0
             then (&&) (N.leb (Npos XH) a)
                    (N.leb a (N.add (Npos XH) (extra_N n0)))
             else N.eqb a (N.add k (extra_N n0)))) (N.eqb c.c_saltus N0)
      | _ -> false)
   | SubtractionWindow ->
     (match c.c_game with
      | Subtraction _ -> (&&) (N.eqb a k) (N.eqb c.c_saltus N0)
      | _ -> false)
   | AllButWindow ->
     (match c.c_game with
      | AllBut _ -> N.eqb a (N.max (N.mul (Npos (XO XH)) k) (Npos XH))
      | _ -> false)
   | SparseSpace -> false
   | ArithmeticSplits ->
     (match c.c_game with
      | Code d ->
        let h = heaps d in
        (&&)
          ((&&) ((&&) (N.leb (Npos (XO XH)) h) (N.leb (Npos XH) c.c_saltus))
            (splits_bound h k n0 c.c_period c.c_saltus a))
          (match c.c_sparse with
           | Some _ -> false
           | None -> true)
      | _ -> false))

(** val values_ok : certificate -> store -> bool **)

let values_ok c g =
  match c.c_theorem with
  | ArithmeticSplits ->
    (match c.c_game with
     | Code d ->
       splits_ok (layout_of d) g (heaps d) (last_place (Code d))
         c.c_preperiod c.c_period c.c_saltus c.c_agreement
     | _ -> true)
  | _ -> true

(** val agrees_all : store -> n -> n -> n -> n -> bool **)

let agrees_all g n0 p s stop =
  let n1 =
    loop (fun n1 ->
      (||) (N.leb stop n1)
        (negb (N.eqb (get g (N.add n1 p)) (N.add (get g n1) s)))) (fun n1 ->
      N.add n1 (Npos XH)) depth n0
  in
  N.leb stop n1

(** val window_ok : n list -> n -> store -> bool **)

let rec window_ok l q g =
  match l with
  | [] -> true
  | x :: t0 -> (&&) (N.eqb (get g q) x) (window_ok t0 (N.add q (Npos XH)) g)

(** val evidence_ok : store -> n -> evidence -> bool **)

let evidence_ok g limit e =
  (&&)
    ((&&) (N.leb (N.add e.ev_n e.ev_period) limit)
      (N.eqb (get g e.ev_n) e.ev_x))
    (N.eqb (get g (N.add e.ev_n e.ev_period)) e.ev_y)

(** val evidences : certificate -> evidence list **)

let evidences c =
  match c.c_before with
  | Some e -> e :: c.c_periods
  | None -> c.c_periods

(** val same_pairs : (n * n) list -> (n * n) list -> bool **)

let rec same_pairs l r =
  match l with
  | [] -> (match r with
           | [] -> true
           | _ :: _ -> false)
  | p :: l0 ->
    let (a, b) = p in
    (match r with
     | [] -> false
     | p0 :: r0 ->
       let (x, y) = p0 in
       (&&) ((&&) (N.eqb a x) (N.eqb b y)) (same_pairs l0 r0))

(** val check_values : certificate -> bool **)

let check_values c =
  let n0 = c.c_preperiod in
  let p = c.c_period in
  (&&)
    ((&&)
      ((&&) ((&&) (game_ok c.c_game) (bound_ok c))
        (N.eqb (N.add c.c_checked_to (Npos XH))
          (N.add (N.add n0 p) c.c_agreement)))
      (check_least n0 p c.c_saltus c.c_before c.c_periods))
    (match all_values c.c_game c.c_sparse c.c_checked_to with
     | Some p0 ->
       let (g, rs) = p0 in
       (&&)
         ((&&)
           ((&&)
             ((&&) (agrees_all g n0 p c.c_saltus (N.add n0 c.c_agreement))
               (values_ok c g))
             (forallb (evidence_ok g c.c_checked_to) (evidences c)))
           (window_ok c.c_window n0 g))
         (match c.c_sparse with
          | Some sp -> same_pairs rs (rev sp.sp_rares)
          | None -> true)
     | None -> false)

(** val ring_marks : (n * n) list -> n -> n -> store -> store -> store **)

let rec ring_marks sh n0 mask0 ring m =
  match sh with
  | [] -> m
  | p :: t0 ->
    let (d, v) = p in
    ring_marks t0 n0 mask0 ring
      (set m (N.coq_lxor v (get ring (N.coq_land (N.sub n0 d) mask0))) n0)

(** val exclude :
    (n * n) list -> n list -> n -> n -> n -> store -> store -> store * bool **)

let rec exclude wits left n0 x mask0 ring m =
  match left with
  | [] -> (m, true)
  | _ :: _ ->
    (match wits with
     | [] -> (m, false)
     | p :: t0 ->
       let (d, v) = p in
       let m' =
         set m (N.coq_lxor v (get ring (N.coq_land (N.sub n0 d) mask0))) n0
       in
       exclude t0 (advance left x n0 m') n0 x mask0 ring m')

type seg = { s_n : n; s_ring : store; s_m : store; s_good : bool }

(** val seg_step :
    classes -> (n * n) list -> (n * n) list -> n -> n -> seg -> seg **)

let seg_step c shifts wits mask0 from0 s =
  let n0 = s.s_n in
  let ring = s.s_ring in
  let m = ring_marks shifts n0 mask0 ring s.s_m in
  (match first_free (commons_at c n0) n0 m with
   | Some x ->
     if N.ltb n0 from0
     then { s_n = (N.add n0 (Npos XH)); s_ring =
            (set ring (N.coq_land n0 mask0) x); s_m = m; s_good = true }
     else let (m', good) =
            exclude wits (advance (rares_at c n0) x n0 m) n0 x mask0 ring m
          in
          { s_n = (N.add n0 (Npos XH)); s_ring =
          (set ring (N.coq_land n0 mask0) x); s_m = m'; s_good = good }
   | None -> { s_n = n0; s_ring = ring; s_m = m; s_good = false })

(** val seg_stop : n -> seg -> bool **)

let seg_stop target s =
  (||) (negb s.s_good) (N.leb target s.s_n)

(** val seg_run :
    classes -> (n * n) list -> (n * n) list -> n -> n -> n -> seg -> seg **)

let seg_run c shifts wits mask0 from0 target s =
  loop (seg_stop target) (seg_step c shifts wits mask0 from0) depth s

(** val load : n list -> n -> n -> store -> store **)

let rec load l q mask0 ring =
  match l with
  | [] -> ring
  | x :: t0 ->
    load t0 (N.add q (Npos XH)) mask0 (set ring (N.coq_land q mask0) x)

(** val same_window : n list -> n -> n -> store -> bool **)

let rec same_window l q mask0 ring =
  match l with
  | [] -> true
  | x :: t0 ->
    (&&) (N.eqb (get ring (N.coq_land q mask0)) x)
      (same_window t0 (N.add q (Npos XH)) mask0 ring)

(** val visit :
    (n -> seg -> seg) -> n -> n -> (n * n) list -> seg -> seg option **)

let rec visit run0 mask0 start0 visits s =
  match visits with
  | [] -> Some s
  | p :: t0 ->
    let (q, v) = p in
    let s' = run0 (N.add q (Npos XH)) s in
    if (&&)
         ((&&) ((&&) s'.s_good (N.leb start0 q))
           (N.eqb s'.s_n (N.add q (Npos XH))))
         (N.eqb (get s'.s_ring (N.coq_land q mask0)) v)
    then visit run0 mask0 start0 t0 s'
    else None

(** val check_segment :
    classes -> (n * n) list -> (n * n) list -> n -> n -> n -> n -> n -> n
    list -> n list -> (n * n) list -> bool **)

let check_segment c shifts wits u v bits start0 finish before0 after0 visits =
  let mask0 = N.ones bits in
  let run0 = seg_run c shifts wits mask0 (N.add start0 v) in
  let s = { s_n = start0; s_ring =
    (load before0 (N.sub start0 u) mask0 (empty0 ())); s_m = (empty0 ());
    s_good = true }
  in
  (match visit run0 mask0 start0 visits s with
   | Some s0 ->
     let s1 = run0 finish s0 in
     if (&&) ((&&) s1.s_good (N.eqb s1.s_n finish))
          (same_window after0 (N.sub finish u) mask0 s1.s_ring)
     then let s2 = run0 (N.add finish v) s1 in
          (&&) s2.s_good (N.eqb s2.s_n (N.add finish v))
     else false
   | None -> false)

type prepared = { pr_classes : classes; pr_shifts : (n * n) list;
                  pr_wits : (n * n) list; pr_window : n; pr_reach : n;
                  pr_bits : n; pr_claims : (n * n) list }

(** val shifts_for : layout -> (n * n) list -> (n * n) list **)

let shifts_for l rares =
  app (map (fun j -> (j, N0)) l.singles)
    (flat_map (fun e -> map (fun j -> ((N.add j (fst e)), (snd e))) l.pairs)
      rares)

(** val wits_for : layout -> store -> n list -> (n * n) list **)

let wits_for l g a =
  flat_map (fun a0 -> map (fun j -> ((N.add j a0), (get g a0))) l.pairs) a

(** val parts_of : space -> n list **)

let parts_of sp =
  app sp.sp_witnesses (up (Npos XH) (N.to_nat sp.sp_parts))

(** val claims_of : certificate -> (n * n) list **)

let claims_of c =
  flat_map (fun e -> (e.ev_n, e.ev_x) :: (((N.add e.ev_n e.ev_period),
    e.ev_y) :: [])) (evidences c)

(** val last_state : (n * n list) -> (n * n list) list -> n * n list **)

let rec last_state a = function
| [] -> a
| b :: t0 -> last_state b t0

(** val same_list : n list -> n list -> bool **)

let rec same_list l r =
  match l with
  | [] -> (match r with
           | [] -> true
           | _ :: _ -> false)
  | x :: l0 ->
    (match r with
     | [] -> false
     | y :: r0 -> (&&) (N.eqb x y) (same_list l0 r0))

(** val numbers_ok : certificate -> space -> n -> n -> n -> bool **)

let numbers_ok c sp k m deepest =
  let n0 = c.c_preperiod in
  let p = c.c_period in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) (match c.c_theorem with
                     | SparseSpace -> true
                     | _ -> false) (N.eqb c.c_saltus N0))
              (N.leb (Npos XH) n0)) (N.ltb m n0))
          (N.eqb c.c_agreement (N.max (N.add k (N.max m deepest)) (Npos XH))))
        (N.eqb (N.add c.c_checked_to (Npos XH))
          (N.add (N.add n0 p) c.c_agreement)))
      ((||) (negb sp.sp_position) (negb (N.odd p))))
    (forallb (fun a -> N.leb (Npos XH) a) sp.sp_witnesses)

(** val states_ok : certificate -> n -> store -> bool **)

let states_ok c u g =
  let n0 = c.c_preperiod in
  let p = c.c_period in
  (match c.c_states with
   | [] -> false
   | a :: rest ->
     let z0 = last_state a rest in
     (&&)
       ((&&)
         ((&&)
           ((&&)
             ((&&) (N.eqb (fst a) (N.add u (Npos XH)))
               (N.eqb (N.of_nat (length (snd a))) u))
             (window_ok (snd a) (Npos XH) g))
           (N.eqb (fst z0) (N.add (N.add n0 p) u)))
         (N.eqb (N.of_nat (length (snd z0))) u))
       (existsb (fun b ->
         (&&) (N.eqb (fst b) (N.add n0 u)) (same_list (snd b) (snd z0)))
         c.c_states))

(** val claims_ok : certificate -> n -> store -> bool **)

let claims_ok c u g =
  forallb (fun e ->
    (&&) (N.ltb (fst e) (N.add (N.add c.c_preperiod c.c_period) u))
      ((||) (N.ltb u (fst e)) (N.eqb (get g (fst e)) (snd e)))) (claims_of c)

(** val prepare : certificate -> prepared option **)

let prepare c =
  match c.c_game with
  | Code d ->
    (match c.c_sparse with
     | Some sp ->
       let l = layout_of d in
       let k = last_place (Code d) in
       let m = fold_right N.max N0 (map fst sp.sp_rares) in
       let deepest = fold_right N.max N0 (parts_of sp) in
       let u = N.add k m in
       let v = N.sub deepest m in
       if (&&)
            ((&&) ((&&) (game_ok (Code d)) (numbers_ok c sp k m deepest))
              (check_least c.c_preperiod c.c_period c.c_saltus c.c_before
                c.c_periods)) (space_ok l sp)
       then (match values_with l (Some sp) (N.add u v) with
             | Some p ->
               let (g, rs) = p in
               if (&&)
                    ((&&)
                      ((&&) (same_pairs rs (rev sp.sp_rares))
                        (states_ok c u g)) (claims_ok c u g)) (layout_ok l)
               then Some { pr_classes = (classes_of sp); pr_shifts =
                      (shifts_for l sp.sp_rares); pr_wits =
                      (wits_for l g (parts_of sp)); pr_window = u; pr_reach =
                      v; pr_bits = (N.size (N.add u v)); pr_claims =
                      (claims_of c) }
               else None
             | None -> None)
       else None
     | None -> None)
  | _ -> None

(** val adjacent :
    (n * n list) -> (n * n list) list -> ((n * n list) * (n * n list)) list **)

let rec adjacent a = function
| [] -> []
| b :: t0 -> (a, b) :: (adjacent b t0)

(** val segments_of : certificate -> ((n * n list) * (n * n list)) list **)

let segments_of c =
  match c.c_states with
  | [] -> []
  | a :: rest -> adjacent a rest

(** val insert : (n * n) -> (n * n) list -> (n * n) list **)

let rec insert e l = match l with
| [] -> e :: []
| f :: t0 -> if N.leb (fst e) (fst f) then e :: l else f :: (insert e t0)

(** val check_part : prepared -> ((n * n list) * (n * n list)) -> bool **)

let check_part pr = function
| (a, b) ->
  let visits =
    fold_right insert []
      (filter (fun e -> (&&) (N.leb (fst a) (fst e)) (N.ltb (fst e) (fst b)))
        pr.pr_claims)
  in
  let u = pr.pr_window in
  (&&)
    ((&&)
      ((&&) (N.leb (fst a) (fst b)) (N.eqb (N.of_nat (length (snd a))) u))
      (N.eqb (N.of_nat (length (snd b))) u))
    (check_segment pr.pr_classes pr.pr_shifts pr.pr_wits u pr.pr_reach
      pr.pr_bits (fst a) (fst b) (snd a) (snd b) visits)

(** val check : certificate -> bool **)

let check c =
  match c.c_theorem with
  | SparseSpace ->
    (match prepare c with
     | Some pr -> forallb (check_part pr) (segments_of c)
     | None -> false)
  | _ -> check_values c

type position = n * z

type values = n -> z -> n

(** val sum_value : values -> position list -> n **)

let sum_value f o =
  fold_right (fun q x -> N.coq_lxor (f (fst q) (snd q)) x) N0 o

type coordinate = { at_least : z; cut_parts : position list }

type order =
| AnyOrder
| NotIn of z list
| AtMost of z

type cut = { cut_sum : z; coordinates : coordinate list; cut_modulus : 
             z; allowed : z list list option; cut_order : order }

type rule = { from : z; modulus : z; residues : z list; before : z list;
              fixed : position list; joint : position list;
              the_cut : cut option }

type kind = { least_size : z option; reached : bool; kind_rules : rule list }

(** val nothing : kind **)

let nothing =
  { least_size = (Some Z0); reached = false; kind_rules = [] }

(** val kind_at : kind list -> n -> kind **)

let kind_at k k0 =
  nth (N.to_nat k0) k nothing

(** val sum : z list -> z **)

let sum a =
  fold_right Z.add Z0 a

(** val tuple : z -> z -> z list -> z list **)

let tuple m n0 a =
  map (fun x -> Z.modulo x m) (n0 :: (removelast a))

(** val shifted : z -> position list -> position list **)

let shifted x l =
  map (fun q -> ((fst q), (Z.add x (snd q)))) l

(** val back : z -> position list -> position list **)

let back n0 l =
  map (fun q -> ((fst q), (Z.sub n0 (snd q)))) l

(** val cut_at : cut -> z list -> position list **)

let cut_at c a =
  flat_map (fun x -> shifted (fst x) (snd x).cut_parts)
    (combine a c.coordinates)

(** val parts : rule -> z -> z list -> position list **)

let parts r n0 a =
  app r.fixed
    (app (back n0 r.joint)
      (match r.the_cut with
       | Some c -> cut_at c a
       | None -> []))

(** val threshold : (n -> z) -> coordinate -> z **)

let threshold n0 co =
  fold_right (fun q t0 -> Z.max (Z.sub (n0 (fst q)) (snd q)) t0) co.at_least
    co.cut_parts

(** val greatest : z list -> z **)

let greatest l =
  fold_right Z.max (hd Z0 l) l

(** val smallest : z list -> z **)

let smallest l =
  fold_right Z.min (hd Z0 l) l

(** val order_bounds : order -> z -> z list -> z -> z list **)

let order_bounds o c ts p =
  match o with
  | AnyOrder -> []
  | NotIn e ->
    (match ts with
     | [] -> []
     | t0 :: l ->
       (match l with
        | [] -> []
        | u :: l0 ->
          (match l0 with
           | [] ->
             (Z.add
               (Z.sub
                 (Z.add (Z.add c (Z.mul (Zpos (XO XH)) u))
                   (Z.mul (Zpos (XO XH)) p)) (Zpos XH)) (greatest e)) :: (
               (Z.sub
                 (Z.sub
                   (Z.add (Z.add c (Z.mul (Zpos (XO XH)) t0))
                     (Z.mul (Zpos (XO XH)) p)) (Zpos XH)) (smallest e)) :: [])
           | _ :: _ -> [])))
  | AtMost e ->
    (match ts with
     | [] -> []
     | t0 :: l ->
       (match l with
        | [] -> []
        | u :: l0 ->
          (match l0 with
           | [] ->
             (Z.sub
               (Z.sub
                 (Z.add (Z.add c (Z.mul (Zpos (XO XH)) t0))
                   (Z.mul (Zpos (XO XH)) p)) (Zpos (XO XH))) e) :: ((Z.sub
                                                                    (Z.add
                                                                    (Z.add c
                                                                    (Z.mul
                                                                    (Zpos (XO
                                                                    XH)) u))
                                                                    e) (Zpos
                                                                    XH)) :: [])
           | _ :: _ -> [])))

(** val cut_bounds : (n -> z) -> z -> cut -> z list **)

let cut_bounds n0 p c =
  let ts = map (threshold n0) c.coordinates in
  (Z.add (Z.add c.cut_sum (sum ts))
    (Z.mul (Z.sub (Z.of_nat (length ts)) (Zpos XH)) (Z.sub p (Zpos XH)))) :: 
  (order_bounds c.cut_order c.cut_sum ts p)

(** val rule_bounds : (n -> z) -> z -> rule -> z list **)

let rule_bounds n0 p r =
  r.from :: (app (map (fun q -> Z.add (n0 (fst q)) (snd q)) r.joint)
              (match r.the_cut with
               | Some c -> cut_bounds n0 p c
               | None -> []))

(** val some_coordinate : coordinate **)

let some_coordinate =
  { at_least = Z0; cut_parts = [] }

(** val all_choices : coordinate list -> z -> z list list **)

let rec all_choices cs m =
  match cs with
  | [] -> if Z.eqb m Z0 then [] :: [] else []
  | co :: t0 ->
    (match t0 with
     | [] -> if Z.leb co.at_least m then (m :: []) :: [] else []
     | _ :: _ ->
       flat_map (fun i ->
         let x = Z.add co.at_least (Z.of_nat i) in
         map (fun x0 -> x :: x0) (all_choices t0 (Z.sub m x)))
         (seq O (S
           (Z.to_nat
             (Z.sub (Z.sub m co.at_least)
               (sum (map (fun c -> c.at_least) t0)))))))

(** val tuple_dec : z list -> z list -> bool **)

let tuple_dec =
  list_eq_dec Z.eq_dec

(** val in_order_b : order -> z list -> bool **)

let in_order_b o a =
  match o with
  | AnyOrder -> true
  | NotIn e ->
    (match a with
     | [] -> false
     | x :: l ->
       (match l with
        | [] -> false
        | y :: l0 ->
          (match l0 with
           | [] -> if in_dec Z.eq_dec (Z.sub x y) e then false else true
           | _ :: _ -> false)))
  | AtMost e ->
    (match a with
     | [] -> false
     | x :: l ->
       (match l with
        | [] -> false
        | y :: l0 ->
          (match l0 with
           | [] -> Z.leb (Z.sub x y) e
           | _ :: _ -> false)))

(** val choices : rule -> z -> z list list **)

let choices r n0 =
  match r.the_cut with
  | Some c ->
    filter (fun a ->
      (&&) (in_order_b c.cut_order a)
        (match c.allowed with
         | Some t0 ->
           if in_dec tuple_dec (tuple c.cut_modulus n0 a) t0
           then true
           else false
         | None -> true)) (all_choices c.coordinates (Z.sub n0 c.cut_sum))
  | None -> [] :: []

(** val place : n -> n -> z -> n **)

let place w q s =
  N.add (N.mul q w) (Z.to_N s)

(** val stored : n -> store -> values **)

let stored w g q s =
  get g (place w q s)

(** val least_of : kind list -> n -> z **)

let least_of k k0 =
  match (kind_at k k0).least_size with
  | Some l -> l
  | None -> Z0

(** val is_known : kind list -> store -> position -> bool **)

let is_known k h q =
  let l = least_of k (fst q) in
  (&&) (Z.leb l (snd q)) (Z.ltb (snd q) (Z.add l (Z.of_N (get h (fst q)))))

(** val applies_b : rule -> z -> bool **)

let applies_b r n0 =
  if Z.leb r.from n0
  then existsb (Z.eqb (Z.modulo n0 r.modulus)) r.residues
  else existsb (Z.eqb n0) r.before

type lane = { start : n; stride : n; bases : n list }

(** val lanes : n -> z -> coordinate list -> z list -> lane list **)

let rec lanes w m cs rs =
  match cs with
  | [] -> []
  | co :: t0 ->
    { start = (Z.to_N (Z.modulo (Z.sub (hd Z0 rs) co.at_least) m)); stride =
      (Z.to_N m); bases =
      (map (fun q -> place w (fst q) (Z.add co.at_least (snd q)))
        co.cut_parts) } :: (lanes w m t0 (tl rs))

(** val at_lane : store -> n list -> n -> n -> n **)

let rec at_lane g bs x w =
  match bs with
  | [] -> w
  | b :: t0 -> at_lane g t0 x (N.coq_lxor w (get g (N.add b x)))

(** val walk0 :
    n -> n -> n -> n list -> (n -> store -> store) -> store -> store **)

let walk0 i d top skip body m =
  if N.ltb top i
  then m
  else snd
         (N.iter (N.add (N.div (N.sub top i) d) (Npos XH)) (fun s ->
           ((N.add (fst s) d),
           (if existsb (N.eqb (fst s)) skip
            then snd s
            else body (fst s) (snd s)))) (i, m))

(** val mark_lanes :
    store -> n -> lane list -> n -> n list -> n -> n -> store -> store **)

let rec mark_lanes g st ls top skip left w m =
  match ls with
  | [] -> m
  | c :: t0 ->
    (match t0 with
     | [] -> set m (at_lane g c.bases left w) st
     | _ :: _ ->
       walk0 c.start c.stride (N.min left top) skip (fun x m0 ->
         mark_lanes g st t0 left [] (N.sub left x) (at_lane g c.bases x w) m0)
         m)

(** val lows : coordinate list -> z **)

let lows cs =
  sum (map (fun c -> c.at_least) cs)

(** val left_of : cut -> z -> z **)

let left_of c n0 =
  Z.sub (Z.sub n0 c.cut_sum) (lows c.coordinates)

(** val span : order -> coordinate list -> z -> (n * n list) option **)

let span o cs left =
  match o with
  | AnyOrder -> Some ((Z.to_N left), [])
  | NotIn e ->
    (match cs with
     | [] -> None
     | p :: l ->
       (match l with
        | [] -> None
        | q :: l0 ->
          (match l0 with
           | [] ->
             Some ((Z.to_N left),
               (flat_map (fun e0 ->
                 let z0 = Z.add (Z.sub (Z.add e0 left) p.at_least) q.at_least
                 in
                 if (&&) (Z.leb Z0 z0) (Z.even z0)
                 then (Z.to_N (Z.div z0 (Zpos (XO XH)))) :: []
                 else []) e))
           | _ :: _ -> None)))
  | AtMost e ->
    (match cs with
     | [] -> None
     | p :: l ->
       (match l with
        | [] -> None
        | q :: l0 ->
          (match l0 with
           | [] ->
             let z0 = Z.add (Z.sub (Z.add e left) p.at_least) q.at_least in
             if Z.leb Z0 z0
             then Some ((Z.to_N (Z.div z0 (Zpos (XO XH)))), [])
             else None
           | _ :: _ -> None)))

(** val modulus_of : cut -> z **)

let modulus_of c =
  match c.allowed with
  | Some _ -> c.cut_modulus
  | None -> Zpos XH

(** val tuples : cut -> z list list **)

let tuples c =
  match c.allowed with
  | Some t0 -> t0
  | None -> (repeat Z0 (length c.coordinates)) :: []

(** val mark_cut : n -> store -> n -> cut -> z -> n -> store -> store **)

let mark_cut w g st c n0 w0 m =
  let left = left_of c n0 in
  let m0 = modulus_of c in
  if Z.ltb left Z0
  then m
  else (match span c.cut_order c.coordinates left with
        | Some p ->
          let (top, skip) = p in
          fold_left (fun m1 t0 ->
            if Z.eqb (hd Z0 t0) (Z.modulo n0 m0)
            then mark_lanes g st (lanes w m0 c.coordinates (tl t0)) top skip
                   (Z.to_N left) w0 m1
            else m1) (tuples c) m
        | None -> m)

(** val mark_rule : n -> store -> n -> z -> store -> rule -> store **)

let mark_rule w g st n0 m r =
  if applies_b r n0
  then let w0 = sum_value (stored w g) (app r.fixed (back n0 r.joint)) in
       (match r.the_cut with
        | Some c -> mark_cut w g st c n0 w0 m
        | None -> set m w0 st)
  else m

(** val coordinate_ready : kind list -> store -> z -> coordinate -> bool **)

let coordinate_ready k h left co =
  forallb (fun q ->
    let low0 = Z.add co.at_least (snd q) in
    (&&) ((&&) (Z.leb Z0 low0) (is_known k h ((fst q), low0)))
      (is_known k h ((fst q), (Z.add low0 left)))) co.cut_parts

(** val rule_ready : kind list -> store -> z -> rule -> bool **)

let rule_ready k h n0 r =
  if applies_b r n0
  then (&&)
         ((&&) (forallb (is_known k h) r.fixed)
           (forallb (is_known k h) (back n0 r.joint)))
         (match r.the_cut with
          | Some c ->
            let left = left_of c n0 in
            if Z.ltb left Z0
            then true
            else forallb (coordinate_ready k h left) c.coordinates
          | None -> true)
  else true

(** val stands_b : kind list -> position -> bool **)

let stands_b k q =
  match (kind_at k (fst q)).least_size with
  | Some l -> (&&) (kind_at k (fst q)).reached (Z.leb l (snd q))
  | None -> (&&) (N.ltb (fst q) (N.of_nat (length k))) (Z.eqb (snd q) Z0)

(** val mex_of : store -> n -> n **)

let mex_of m st =
  loop (fun x -> negb (N.eqb (get m x) st)) (fun x -> N.add x (Npos XH))
    depth N0

type state = { s_g : store; s_h : store; s_m0 : store; s_stamp : n;
               s_moved : bool }

(** val next_of : kind list -> state -> n -> z **)

let next_of k s k0 =
  Z.add (least_of k k0) (Z.of_N (get s.s_h k0))

(** val stay : state -> state **)

let stay s =
  { s_g = s.s_g; s_h = s.s_h; s_m0 = s.s_m0; s_stamp = s.s_stamp; s_moved =
    false }

(** val advance0 : kind list -> n -> store -> n -> state -> state **)

let advance0 k w count0 k0 s =
  let n0 = next_of k s k0 in
  let st = s.s_stamp in
  if (&&)
       ((&&)
         ((&&) ((&&) (N.ltb (get s.s_h k0) (get count0 k0)) (Z.leb Z0 n0))
           (Z.ltb n0 (Z.of_N w))) (stands_b k (k0, n0)))
       (forallb (rule_ready k s.s_h n0) (kind_at k k0).kind_rules)
  then let m =
         fold_left (mark_rule w s.s_g st n0) (kind_at k k0).kind_rules s.s_m0
       in
       let x = mex_of m st in
       if N.eqb (get m x) st
       then stay s
       else { s_g = (set s.s_g (place w k0 n0) x); s_h =
              (set s.s_h k0 (N.add (get s.s_h k0) (Npos XH))); s_m0 = m;
              s_stamp = (N.add st (Npos XH)); s_moved = true }
  else stay s

(** val go_on : state -> state **)

let go_on s =
  { s_g = s.s_g; s_h = s.s_h; s_m0 = s.s_m0; s_stamp = s.s_stamp; s_moved =
    true }

(** val run_kind : kind list -> n -> store -> state -> n -> state **)

let run_kind k w count0 s k0 =
  loop (fun s0 -> negb s0.s_moved) (advance0 k w count0 k0) depth (go_on s)

type round = { r_state : state; r_before : n }

(** val run_round : kind list -> n -> store -> n list -> round -> round **)

let run_round k w count0 ks r =
  { r_state = (fold_left (run_kind k w count0) ks r.r_state); r_before =
    r.r_state.s_stamp }

(** val run : kind list -> n -> store -> n list -> round **)

let run k w count0 ks =
  loop (fun r -> N.eqb r.r_state.s_stamp r.r_before)
    (run_round k w count0 ks) depth { r_state = { s_g = (empty0 ()); s_h =
    (empty0 ()); s_m0 = (empty0 ()); s_stamp = (Npos XH); s_moved = true };
    r_before = N0 }

(** val cut_ok : cut -> bool **)

let cut_ok c =
  (&&)
    ((&&) (Z.leb (Zpos XH) (modulus_of c))
      (match c.coordinates with
       | [] -> false
       | _ :: _ -> true))
    (forallb (fun t0 ->
      (&&) (Nat.eqb (length t0) (length c.coordinates))
        (forallb (fun r -> (&&) (Z.leb Z0 r) (Z.ltb r (modulus_of c)))
          (tl t0))) (tuples c))

(** val rule_ok : rule -> bool **)

let rule_ok r =
  match r.the_cut with
  | Some c -> cut_ok c
  | None -> true

type kind_claim = { q_kind : n; q_preperiod : z; q_period : n; q_saltus : 
                    n; q_bound : z; q_checked_to : z;
                    q_before : evidence option; q_periods : evidence list;
                    q_window : n list }

type kinds_certificate = { k_rules : kind list; k_joint : z;
                           k_claims : kind_claim list; k_order : n list;
                           k_counts : n list; k_weights : z list }

(** val claim_of : kinds_certificate -> n -> kind_claim option **)

let claim_of c k =
  find (fun q -> N.eqb q.q_kind k) c.k_claims

(** val preperiod_of : kinds_certificate -> n -> z **)

let preperiod_of c k =
  match claim_of c k with
  | Some q -> q.q_preperiod
  | None -> Z0

(** val live_b : kinds_certificate -> n -> bool **)

let live_b c k =
  match claim_of c k with
  | Some _ -> true
  | None -> false

(** val divides_b : kinds_certificate -> z -> bool **)

let divides_b c =
  let p = c.k_joint in
  (fun m -> (&&) (Z.leb (Zpos XH) m) (Z.eqb (Z.modulo p m) Z0))

(** val order_fits_b :
    kinds_certificate -> order -> coordinate list -> bool **)

let order_fits_b c =
  let p = c.k_joint in
  (fun o cs ->
  match o with
  | AnyOrder -> (match cs with
                 | [] -> false
                 | _ :: _ -> true)
  | NotIn e ->
    (match cs with
     | [] -> false
     | _ :: l ->
       (match l with
        | [] -> false
        | _ :: l0 ->
          (match l0 with
           | [] ->
             forallb (fun x ->
               forallb (fun y ->
                 negb (Z.eqb (Z.sub x y) (Z.mul (Zpos (XO XH)) p))) e) e
           | _ :: _ -> false)))
  | AtMost _ ->
    (match cs with
     | [] -> false
     | _ :: l ->
       (match l with
        | [] -> false
        | _ :: l0 -> (match l0 with
                      | [] -> true
                      | _ :: _ -> false))))

(** val live_parts : kinds_certificate -> position list -> bool **)

let live_parts c l =
  forallb (fun q -> live_b c (fst q)) l

(** val rule_fits_b : kinds_certificate -> rule -> bool **)

let rule_fits_b c r =
  (&&) ((&&) (divides_b c r.modulus) (live_parts c r.joint))
    (match r.the_cut with
     | Some d ->
       (&&)
         ((&&)
           (match d.allowed with
            | Some _ -> divides_b c d.cut_modulus
            | None -> true) (order_fits_b c d.cut_order d.coordinates))
         (forallb (fun co -> live_parts c co.cut_parts) d.coordinates)
     | None -> true)

(** val bound_of : kinds_certificate -> n -> z **)

let bound_of c =
  let k = c.k_rules in
  let p = c.k_joint in
  (fun k0 ->
  fold_right Z.max (preperiod_of c k0)
    (flat_map (rule_bounds (preperiod_of c) p) (kind_at k k0).kind_rules))

(** val steps : kinds_certificate -> z **)

let steps c =
  let k = c.k_rules in Z.add (Z.of_nat (length k)) (Zpos XH)

(** val weight : kinds_certificate -> n -> z **)

let weight c k =
  nth (N.to_nat k) c.k_weights Z0

(** val falls : kinds_certificate -> n -> n -> z -> bool **)

let falls c k q up0 =
  Z.ltb (Z.add (Z.mul (steps c) up0) (weight c q)) (weight c k)

(** val cut_ends : kinds_certificate -> n -> cut -> bool **)

let cut_ends c =
  let k = c.k_rules in
  (fun k0 d ->
  forallb (fun co ->
    forallb (fun q ->
      (&&) (Z.leb (least_of k (fst q)) (Z.add co.at_least (snd q)))
        (falls c k0 (fst q)
          (Z.sub (Z.sub (Z.add (snd q) co.at_least) d.cut_sum)
            (lows d.coordinates)))) co.cut_parts) d.coordinates)

(** val rule_ends : kinds_certificate -> store -> n -> rule -> bool **)

let rule_ends c =
  let k = c.k_rules in
  (fun h k0 r ->
  match r.residues with
  | [] -> true
  | _ :: _ ->
    (&&)
      ((&&) (forallb (is_known k h) r.fixed)
        (forallb (fun q -> falls c k0 (fst q) (Z.opp (snd q))) r.joint))
      (match r.the_cut with
       | Some d -> cut_ends c k0 d
       | None -> true))

(** val kind_seen : kinds_certificate -> store -> n -> bool **)

let kind_seen c =
  let k = c.k_rules in
  (fun h k0 ->
  match (kind_at k k0).least_size with
  | Some _ -> (||) (negb (kind_at k k0).reached) (live_b c k0)
  | None -> is_known k h (k0, Z0))

(** val shift_evidence : z -> evidence -> evidence **)

let shift_evidence l e =
  { ev_period = e.ev_period; ev_saltus = e.ev_saltus; ev_n =
    (Z.to_N (Z.sub (Z.of_N e.ev_n) l)); ev_x = e.ev_x; ev_y = e.ev_y }

(** val evidence_at : store -> n -> n -> evidence -> bool **)

let evidence_at g i known0 e =
  (&&)
    ((&&) (N.ltb (N.add e.ev_n e.ev_period) known0)
      (N.eqb (get g (N.add i e.ev_n)) e.ev_x))
    (N.eqb (get g (N.add (N.add i e.ev_n) e.ev_period)) e.ev_y)

(** val most_shown : n **)

let most_shown =
  Npos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    XH))))))))))))))))

(** val least_claim :
    kinds_certificate -> n -> store -> kind_claim -> bool **)

let least_claim c =
  let k = c.k_rules in
  (fun w g q ->
  let l = least_of k q.q_kind in
  let evs = map (shift_evidence l) q.q_periods in
  let before0 =
    match q.q_before with
    | Some e -> Some (shift_evidence l e)
    | None -> None
  in
  (&&)
    ((&&)
      ((&&) (forallb (fun e -> Z.leb l (Z.of_N e.ev_n)) q.q_periods)
        (match q.q_before with
         | Some e -> Z.leb l (Z.of_N e.ev_n)
         | None -> true))
      (check_least (Z.to_N (Z.sub q.q_preperiod l)) q.q_period q.q_saltus
        before0 evs))
    (forallb
      (evidence_at g (place w q.q_kind l)
        (Z.to_N (Z.sub (Z.add q.q_checked_to (Zpos XH)) l)))
      (match before0 with
       | Some e -> e :: evs
       | None -> evs)))

(** val claim_base :
    kinds_certificate -> n -> store -> store -> kind_claim -> bool **)

let claim_base c =
  let k = c.k_rules in
  let p = c.k_joint in
  (fun w g h q ->
  let k0 = q.q_kind in
  let l = least_of k k0 in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&)
                      (match (kind_at k k0).least_size with
                       | Some _ -> true
                       | None -> false) (kind_at k k0).reached)
                    (Z.leb l q.q_preperiod))
                  (Z.eqb q.q_preperiod (preperiod_of c k0)))
                (Z.leb (bound_of c k0) q.q_bound))
              (Z.leb (Z.add (Z.sub q.q_bound (Zpos XH)) p) q.q_checked_to))
            (Z.leb Z0 (Z.add (Z.mul (steps c) l) (weight c k0))))
          (forallb (fun r -> (&&) (rule_fits_b c r) (rule_ends c h k0 r))
            (kind_at k k0).kind_rules)) (is_known k h (k0, q.q_checked_to)))
      (divides_b c (Z.of_N q.q_period))) (least_claim c w g q))

(** val window_right : n -> store -> kind_claim -> bool **)

let window_right w g q =
  (&&)
    (N.eqb (N.of_nat (length q.q_window))
      (N.min (Z.to_N (Z.sub q.q_bound q.q_preperiod)) most_shown))
    (window_ok q.q_window (place w q.q_kind q.q_preperiod) g)

(** val claim_ok : kinds_certificate -> n -> store -> kind_claim -> bool **)

let claim_ok c =
  let p = c.k_joint in
  (fun w g q ->
  let i = place w q.q_kind q.q_preperiod in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (N.eqb q.q_saltus N0) (Z.eqb q.q_bound (bound_of c q.q_kind)))
          (Z.eqb q.q_checked_to (Z.add (Z.sub q.q_bound (Zpos XH)) p)))
        (agrees_all g i (Z.to_N p) N0
          (N.add i (Z.to_N (Z.sub q.q_bound q.q_preperiod)))))
      (agrees_all g i q.q_period N0
        (N.add i (Z.to_N (Z.sub p (Z.of_N q.q_period))))))
    (window_right w g q))

(** val width : kinds_certificate -> n **)

let width c =
  let k = c.k_rules in
  N.add (Npos XH)
    (fold_right N.max N0
      (map (fun k0 ->
        N.add (Z.to_N (least_of k (N.of_nat k0))) (nth k0 c.k_counts N0))
        (seq O (length k))))

(** val counts : kinds_certificate -> store **)

let counts c =
  let k = c.k_rules in
  fold_left (fun s k0 -> set s (N.of_nat k0) (nth k0 c.k_counts N0))
    (seq O (length k)) (empty0 ())

(** val computed : kinds_certificate -> state option **)

let computed c =
  let k = c.k_rules in
  let p = c.k_joint in
  let w = width c in
  let s = (run k w (counts c) c.k_order).r_state in
  if (&&)
       ((&&)
         ((&&) (Z.leb (Zpos XH) p)
           (forallb (fun k0 -> forallb rule_ok k0.kind_rules) k))
         (forallb (claim_base c w s.s_g s.s_h) c.k_claims))
       (forallb (fun k0 -> kind_seen c s.s_h (N.of_nat k0))
         (seq O (length k)))
  then Some s
  else None

(** val check_kinds : kinds_certificate -> bool **)

let check_kinds c =
  match computed c with
  | Some s -> forallb (claim_ok c (width c) s.s_g) c.k_claims
  | None -> false

(** val parts_at : rule -> nat -> position list **)

let parts_at r j =
  match r.the_cut with
  | Some c -> (nth j c.coordinates some_coordinate).cut_parts
  | None -> []

(** val movers : rule -> nat -> n list **)

let movers r j =
  app (map fst r.joint) (map fst (parts_at r j))

(** val moving : rule -> z -> z list -> nat -> position list **)

let moving r n0 a j =
  app (back n0 r.joint) (shifted (nth j a Z0) (parts_at r j))

(** val heights : n -> values -> position list -> n **)

let heights g f o =
  fold_right (fun q x -> N.add (high g (f (fst q) (snd q))) x) N0 o

(** val two_way : rule -> (nat * position) option **)

let two_way r =
  match r.fixed with
  | [] ->
    (match r.joint with
     | [] ->
       (match r.the_cut with
        | Some c ->
          (match c.cut_order with
           | AnyOrder ->
             (match c.coordinates with
              | [] -> None
              | x :: l ->
                (match l with
                 | [] -> None
                 | y :: l0 ->
                   (match l0 with
                    | [] ->
                      (match x.cut_parts with
                       | [] ->
                         (match y.cut_parts with
                          | [] -> None
                          | q :: l1 ->
                            (match l1 with
                             | [] -> Some ((S O), q)
                             | _ :: _ -> None))
                       | q :: l1 ->
                         (match l1 with
                          | [] ->
                            (match y.cut_parts with
                             | [] -> Some (O, q)
                             | _ :: _ -> None)
                          | _ :: _ -> None))
                    | _ :: _ -> None)))
           | _ -> None)
        | None -> None)
     | _ :: _ -> None)
  | _ :: _ -> None

(** val sum_of : (n -> n) -> n list -> n **)

let sum_of s ks =
  fold_right (fun k x -> N.add (s k) x) N0 ks

(** val goes_on :
    values -> (n -> bool) -> (n -> z) -> z -> (n -> n) -> n -> z -> n **)

let goes_on g live_b0 n0 p s k n1 =
  if (&&) (live_b0 k) (Z.leb (n0 k) n1)
  then N.add (g k (Z.add (n0 k) (Z.modulo (Z.sub n1 (n0 k)) p)))
         (N.mul (Z.to_N (Z.div (Z.sub n1 (n0 k)) p)) (s k))
  else g k n1

(** val dirs : rule -> nat list **)

let dirs r =
  match r.the_cut with
  | Some d -> seq O (length d.coordinates)
  | None -> O :: []

(** val at_position : values -> position -> n **)

let at_position f q =
  f (fst q) (snd q)

(** val no_parts : coordinate list -> bool **)

let no_parts l =
  forallb (fun co -> match co.cut_parts with
                     | [] -> true
                     | _ :: _ -> false) l

(** val one_part_b : rule -> bool **)

let one_part_b r =
  match r.fixed with
  | [] ->
    (match r.joint with
     | [] ->
       (match r.the_cut with
        | Some d ->
          (match d.coordinates with
           | [] -> false
           | x :: l ->
             (match l with
              | [] ->
                (match x.cut_parts with
                 | [] -> false
                 | _ :: l0 -> (match l0 with
                               | [] -> true
                               | _ :: _ -> false))
              | _ :: _ -> false))
        | None -> false)
     | _ :: l ->
       (match l with
        | [] ->
          (match r.the_cut with
           | Some d -> no_parts d.coordinates
           | None -> true)
        | _ :: _ -> false))
  | _ :: _ -> false

(** val short_b :
    values -> (n -> n) -> n -> rule -> n -> z -> z list -> bool **)

let short_b f s g r k n0 a =
  (&&) (forallb (fun j -> N.leb (sum_of s (movers r j)) (s k)) (dirs r))
    (let o = parts r n0 a in
     let w = f k n0 in
     (||)
       (negb (N.eqb (sum_value (fun k0 n1 -> low g (f k0 n1)) o) (low g w)))
       (N.ltb (heights g f o) (high g w)))

(** val differs_one_b :
    values -> (n -> n) -> rule -> n -> z -> z list -> bool **)

let differs_one_b f s r k n0 a =
  (&&) (one_part_b r)
    (match parts r n0 a with
     | [] -> false
     | p :: l ->
       let (q, x) = p in
       (match l with
        | [] ->
          let v = f q x in
          let w = f k n0 in
          (&&)
            ((&&) (negb (N.eqb v w)) (implb (N.ltb (s q) (s k)) (N.ltb v w)))
            (implb (N.ltb (s k) (s q)) (N.ltb w v))
        | _ :: _ -> false))

(** val differs_slack_b :
    values -> (n -> n) -> z -> (n -> z) -> rule -> n -> z -> z list -> bool **)

let differs_slack_b f s p n0 r k n1 a =
  match two_way r with
  | Some p0 ->
    let (i, p1) = p0 in
    let (q, o) = p1 in
    let v = f q (Z.add (nth i a Z0) o) in
    let w = f k n1 in
    let near0 =
      match r.the_cut with
      | Some c ->
        Z.ltb (nth i a Z0)
          (Z.add (threshold n0 (nth i c.coordinates some_coordinate)) p)
      | None -> true
    in
    (&&)
      ((&&) ((&&) (N.leb (s q) (s k)) (negb (N.eqb v w)))
        (implb (N.ltb (s q) (s k)) (N.ltb v w)))
      (implb ((&&) ((&&) (N.ltb N0 (s k)) (N.eqb (s q) (s k))) near0)
        (N.ltb v w))
  | None -> false

(** val differs_fixed_b :
    values -> (n -> n) -> rule -> n -> z -> z list -> bool **)

let differs_fixed_b f s r k n0 a =
  (&&)
    (forallb (fun j -> match movers r j with
                       | [] -> true
                       | _ :: _ -> false) (dirs r))
    (let v = sum_value f (parts r n0 a) in
     let w = f k n0 in
     (&&) (negb (N.eqb v w)) (implb (N.ltb N0 (s k)) (N.ltb v w)))

(** val missed_b :
    values -> (n -> n) -> z -> n -> (n -> z) -> rule -> n -> z -> z list ->
    bool **)

let missed_b f s p g n0 r k n1 a =
  (||)
    ((||) ((||) (short_b f s g r k n1 a) (differs_one_b f s r k n1 a))
      (differs_slack_b f s p n0 r k n1 a)) (differs_fixed_b f s r k n1 a)

(** val raisable_b : z -> rule -> z list -> nat -> bool **)

let raisable_b p r a j =
  match r.the_cut with
  | Some c ->
    (match c.cut_order with
     | AnyOrder -> true
     | NotIn e ->
       (match a with
        | [] -> false
        | x :: l ->
          (match l with
           | [] -> false
           | y :: l0 ->
             (match l0 with
              | [] ->
                (match j with
                 | O -> forallb (fun e0 -> Z.ltb (Z.sub e0 p) (Z.sub x y)) e
                 | S _ -> forallb (fun e0 -> Z.ltb (Z.sub x y) (Z.add e0 p)) e)
              | _ :: _ -> false)))
     | AtMost _ ->
       (match a with
        | [] -> false
        | _ :: l ->
          (match l with
           | [] -> false
           | _ :: l0 ->
             (match l0 with
              | [] -> Nat.eqb j (S O)
              | _ :: _ -> false))))
  | None -> true

(** val ready_b : (n -> z) -> rule -> z -> z list -> nat -> bool **)

let ready_b n0 r n1 a j =
  forallb (fun q -> Z.leb (n0 (fst q)) (snd q)) (moving r n1 a j)

(** val stays_one_b :
    (n -> n) -> z -> (n -> z) -> rule -> z -> z list -> nat -> bool **)

let stays_one_b s p n0 r n1 a j =
  (&&) ((&&) (N.eqb (sum_of s (movers r j)) N0) (raisable_b p r a j))
    (ready_b n0 r n1 a j)

(** val stays_two_b :
    values -> (n -> n) -> n -> (n -> z) -> rule -> z -> z list -> nat -> nat
    -> bool **)

let stays_two_b f s g n0 r n1 a i j =
  let s0 = sum_of s (movers r i) in
  (&&)
    ((&&)
      ((&&)
        ((&&) ((&&) (negb (Nat.eqb i j)) (N.eqb (sum_of s (movers r j)) s0))
          (N.eqb (sum_of s (map fst r.joint)) N0)) (ready_b n0 r n1 a i))
      (ready_b n0 r n1 a j))
    (existsb (fun b ->
      (&&) (N.eqb (s (fst b)) s0)
        (existsb (fun c ->
          (&&) (N.eqb (s (fst c)) s0)
            (N.eqb (high g (at_position f b)) (high g (at_position f c))))
          (moving r n1 a j))) (moving r n1 a i))

(** val rises_b :
    values -> (n -> n) -> z -> n -> (n -> z) -> rule -> n -> z -> z list -> n
    -> nat -> bool **)

let rises_b f s p g n0 r k n1 a v j =
  (&&)
    ((&&) ((&&) (N.eqb (sum_of s (movers r j)) (s k)) (raisable_b p r a j))
      (ready_b n0 r n1 a j))
    (existsb (fun p0 ->
      (&&) (N.eqb (s (fst p0)) (s k))
        (N.eqb (high g (at_position f p0)) (high g v))) (moving r n1 a j))

(** val beside_b :
    values -> (n -> n) -> z -> n -> (n -> z) -> rule -> z -> z list -> (nat
    -> bool) -> bool **)

let beside_b f s p g n0 r n1 a free =
  (||)
    (existsb (fun s0 -> (&&) (free s0) (stays_one_b s p n0 r n1 a s0))
      (dirs r))
    (existsb (fun s0 ->
      (&&) (free s0)
        (existsb (fun u -> (&&) (free u) (stays_two_b f s g n0 r n1 a s0 u))
          (dirs r))) (dirs r))

(** val note_option :
    values -> (n -> n) -> z -> n -> (n -> z) -> rule -> n -> z -> n -> kinds
    -> z list -> kinds **)

let note_option f s p g n0 r k n1 x ks a =
  let v = sum_value f (parts r n1 a) in
  if N.leb x v
  then ks
  else let stay0 = beside_b f s p g n0 r n1 a (fun _ -> true) in
       let rs = filter (rises_b f s p g n0 r k n1 a v) (dirs r) in
       let rise = match rs with
                  | [] -> false
                  | _ :: _ -> true in
       let both0 =
         (&&) stay0
           (existsb (fun j ->
             beside_b f s p g n0 r n1 a (fun s0 -> negb (Nat.eqb s0 j))) rs)
       in
       { k_one = (if rise then set ks.k_one v (Npos XH) else ks.k_one);
       k_two = (if stay0 then set ks.k_two v (Npos XH) else ks.k_two);
       k_both = (if both0 then set ks.k_both v (Npos XH) else ks.k_both) }

(** val options_noted :
    values -> (n -> n) -> z -> n -> (n -> z) -> rule list -> n -> z -> n ->
    kinds **)

let options_noted f s p g n0 rs k n1 x =
  fold_left (fun ks r ->
    if applies_b r n1
    then fold_left (note_option f s p g n0 r k n1 x) (choices r n1) ks
    else ks) rs { k_one = (empty0 ()); k_two = (empty0 ()); k_both =
    (empty0 ()) }

(** val covered_b :
    values -> (n -> n) -> z -> n -> (n -> z) -> rule list -> n -> z -> bool **)

let covered_b f s p g n0 rs k n1 =
  let x = f k n1 in
  let ks = options_noted f s p g n0 rs k n1 x in
  if N.eqb (s k) N0
  then all_marked ks.k_two N0 x
  else let u = first_run ks (N.mul (Npos (XO XH)) (s k)) x (lowest ks x) in
       (&&)
         ((&&)
           ((&&) (N.leb (N.add u (N.mul (Npos (XO XH)) (s k))) x)
             (all_marked ks.k_two N0 u)) (all_marked ks.k_one u x))
         (all_marked ks.k_both u (N.add u (N.mul (Npos (XO XH)) (s k))))

(** val sizes : z -> z -> z list **)

let sizes n0 len =
  map (fun i -> Z.add n0 (Z.of_nat i)) (seq O (Z.to_nat len))

(** val saltus_of : kinds_certificate -> n -> n **)

let saltus_of c =
  let p = c.k_joint in
  (fun k ->
  match claim_of c k with
  | Some q -> N.mul q.q_saltus (N.div (Z.to_N p) q.q_period)
  | None -> N0)

(** val start_of : kinds_certificate -> n -> z **)

let start_of c k =
  match claim_of c k with
  | Some q -> q.q_bound
  | None -> Z0

(** val top_of : kinds_certificate -> z **)

let top_of c =
  fold_right Z.max Z0 (map (fun k -> k.q_bound) c.k_claims)

(** val value_of : kinds_certificate -> n -> store -> values **)

let value_of c =
  let k = c.k_rules in
  let p = c.k_joint in
  (fun w st k0 n0 ->
  if stands_b k (k0, n0)
  then goes_on (stored w st) (live_b c) (preperiod_of c) p (saltus_of c) k0 n0
  else N0)

(** val claim_rises :
    kinds_certificate -> n -> n -> store -> kind_claim -> bool **)

let claim_rises c g =
  let k = c.k_rules in
  let p = c.k_joint in
  (fun w st q ->
  let k0 = q.q_kind in
  let i = place w k0 q.q_preperiod in
  let s = saltus_of c k0 in
  let rs = (kind_at k k0).kind_rules in
  let f = value_of c w st in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&) (Z.eqb q.q_bound (start_of c k0))
                  (N.eqb (N.mul q.q_saltus (N.div (Z.to_N p) q.q_period)) s))
                (N.eqb (N.modulo s (N.pow (Npos (XO XH)) g)) N0))
              (Z.eqb q.q_checked_to
                (Z.sub (Z.add (top_of c) (Z.mul (Zpos (XO XH)) p)) (Zpos XH))))
            (agrees_all st i (Z.to_N p) s
              (N.add i (Z.to_N (Z.sub (Z.add (top_of c) p) q.q_preperiod)))))
          (agrees_all st i q.q_period q.q_saltus (N.add i (Z.to_N p))))
        (forallb (fun n0 ->
          forallb (fun r ->
            if applies_b r n0
            then forallb
                   (missed_b f (saltus_of c) p g (preperiod_of c) r k0 n0)
                   (choices r n0)
            else true) rs) (sizes q.q_bound p)))
      (forallb (covered_b f (saltus_of c) p g (preperiod_of c) rs k0)
        (sizes q.q_bound (Z.mul (Zpos (XO XH)) p)))) (window_right w st q))

(** val check_arithmetic_kinds : kinds_certificate -> n -> bool **)

let check_arithmetic_kinds c g =
  match computed c with
  | Some s -> forallb (claim_rises c g (width c) s.s_g) c.k_claims
  | None -> false

type move = { needs : n; excludes : n; deletes : n; adds : n }

type system = move list

(** val within : n -> n -> bool **)

let within a b =
  N.eqb (N.coq_land a b) a

(** val apart : n -> n -> bool **)

let apart a b =
  N.eqb (N.coq_land a b) N0

(** val fits : n -> move -> bool **)

let fits x m =
  (&&) (within m.needs x) (apart m.excludes x)

(** val made : n -> move -> n **)

let made x m =
  N.coq_lor (N.ldiff x m.deletes) m.adds

(** val options : system -> n -> n list **)

let options m x =
  map (made x) (filter (fits x) m)

(** val ones0 : positive -> nat **)

let rec ones0 = function
| XI q -> S (ones0 q)
| XO q -> ones0 q
| XH -> S O

(** val count : n -> nat **)

let count = function
| N0 -> O
| Npos p -> ones0 p

(** val play_ends : system -> bool **)

let play_ends m =
  forallb (fun m0 ->
    Nat.ltb (count m0.adds) (count (N.coq_land m0.needs m0.deletes))) m

(** val support : move -> n **)

let support m =
  N.coq_lor m.needs (N.coq_lor m.excludes (N.coq_lor m.deletes m.adds))

type renaming = (n * n) list

(** val image : renaming -> n -> n **)

let image p x =
  fold_right (fun q y ->
    if N.testbit x (fst q) then N.setbit y (snd q) else y) N0 p

(** val domain : renaming -> n **)

let domain p =
  fold_right (fun q y -> N.setbit y (fst q)) N0 p

(** val renamed_move : renaming -> move -> move **)

let renamed_move p m =
  { needs = (image p m.needs); excludes = (image p m.excludes); deletes =
    (image p m.deletes); adds = (image p m.adds) }

(** val renamed : renaming -> system -> system **)

let renamed p m =
  map (renamed_move p) (filter (fun m0 -> within m0.needs (domain p)) m)

module Sort =
 functor (X:TotalLeBool') ->
 struct
  (** val merge : X.t list -> X.t list -> X.t list **)

  let rec merge l1 l2 =
    let rec merge_aux l3 =
      match l1 with
      | [] -> l3
      | a1 :: l1' ->
        (match l3 with
         | [] -> l1
         | a2 :: l2' ->
           if X.leb a1 a2 then a1 :: (merge l1' l3) else a2 :: (merge_aux l2'))
    in merge_aux l2

  (** val merge_list_to_stack :
      X.t list option list -> X.t list -> X.t list option list **)

  let rec merge_list_to_stack stack l =
    match stack with
    | [] -> (Some l) :: []
    | y :: stack' ->
      (match y with
       | Some l' -> None :: (merge_list_to_stack stack' (merge l' l))
       | None -> (Some l) :: stack')

  (** val merge_stack : X.t list option list -> X.t list **)

  let rec merge_stack = function
  | [] -> []
  | y :: stack' ->
    (match y with
     | Some l -> merge l (merge_stack stack')
     | None -> merge_stack stack')

  (** val iter_merge : X.t list option list -> X.t list -> X.t list **)

  let rec iter_merge stack = function
  | [] -> merge_stack stack
  | a :: l' -> iter_merge (merge_list_to_stack stack (a :: [])) l'

  (** val sort : X.t list -> X.t list **)

  let sort =
    iter_merge []

  (** val flatten_stack : X.t list option list -> X.t list **)

  let rec flatten_stack = function
  | [] -> []
  | o :: stack' ->
    (match o with
     | Some l -> app l (flatten_stack stack')
     | None -> flatten_stack stack')
 end

module MoveOrder =
 struct
  type t = move

  (** val then_leb : n -> n -> bool -> bool **)

  let then_leb a b rest =
    if N.ltb a b then true else if N.eqb a b then rest else false

  (** val leb : move -> move -> bool **)

  let leb m n0 =
    then_leb m.needs n0.needs
      (then_leb m.deletes n0.deletes
        (then_leb m.adds n0.adds (N.leb m.excludes n0.excludes)))
 end

module MoveSort = Sort(MoveOrder)

(** val move_eqb : move -> move -> bool **)

let move_eqb m n0 =
  (&&)
    ((&&) ((&&) (N.eqb m.needs n0.needs) (N.eqb m.deletes n0.deletes))
      (N.eqb m.adds n0.adds)) (N.eqb m.excludes n0.excludes)

(** val once : system -> system **)

let rec once m = match m with
| [] -> m
| m0 :: t0 ->
  (match t0 with
   | [] -> m
   | n0 :: _ -> if move_eqb m0 n0 then once t0 else m0 :: (once t0))

(** val normal : system -> system **)

let normal m =
  once (MoveSort.sort m)

(** val system_eqb : system -> system -> bool **)

let rec system_eqb m n0 =
  match m with
  | [] -> (match n0 with
           | [] -> true
           | _ :: _ -> false)
  | m0 :: m1 ->
    (match n0 with
     | [] -> false
     | n1 :: n2 -> (&&) (move_eqb m0 n1) (system_eqb m1 n2))

(** val differ : n list -> bool **)

let rec differ = function
| [] -> true
| a :: t0 -> (&&) (negb (existsb (N.eqb a) t0)) (differ t0)

(** val renames : renaming -> system -> bool **)

let renames p m =
  (&&) ((&&) (differ (map fst p)) (differ (map snd p)))
    (forallb (fun m0 ->
      (||) (negb (within m0.needs (domain p))) (within m0.adds (domain p))) m)

(** val as_named : renaming -> system -> system **)

let as_named p m =
  normal (renamed p m)

type fact = { f_moves : system; f_start : n; f_rank : n; f_value : n option;
              f_not : n list }

type item =
| Known of renaming * n
| Twins of renaming * renaming

type guide = system -> n -> n * item list

(** val splits : system -> n -> n -> bool **)

let splits m p a =
  (&&) (within a p)
    (forallb (fun m0 ->
      (||) (negb (within m0.needs p))
        ((&&) (within m0.adds p)
          (let s = N.coq_land (support m0) p in (||) (within s a) (apart s a))))
      m)

(** val is_fact : renaming -> system -> n -> fact -> bool **)

let is_fact p m x f =
  (&&) ((&&) (renames p m) (system_eqb (as_named p m) f.f_moves))
    (N.eqb (image p x) f.f_start)

(** val are_twins : renaming -> renaming -> system -> n -> n -> bool **)

let are_twins p q m x y =
  (&&)
    ((&&)
      ((&&) ((&&) (renames p m) (renames q m)) (play_ends (as_named p m)))
      (system_eqb (as_named p m) (as_named q m)))
    (N.eqb (image p x) (image q y))

type known = n * n list

(** val sum_of0 :
    (n -> fact) -> n -> system -> n -> n -> n -> item list -> known option **)

let rec sum_of0 facts number m rank p x = function
| [] -> if forallb (fun m0 -> negb (fits x m0)) m then Some (N0, []) else None
| i :: t0 ->
  (match i with
   | Known (p0, k) ->
     let a = domain p0 in
     let b = N.ldiff p a in
     if (&&)
          ((&&)
            ((&&) ((&&) (N.ltb k number) (N.ltb (facts k).f_rank rank))
              (within x p)) (splits m p a))
          (is_fact p0 m (N.coq_land x a) (facts k))
     then (match sum_of0 facts number m rank b (N.coq_land x b) t0 with
           | Some k0 ->
             let (v, u) = k0 in
             Some
             (match (facts k).f_value with
              | Some w -> ((N.coq_lxor w v), u)
              | None -> (v, (k :: u)))
           | None -> None)
     else None
   | Twins (p0, q) ->
     let a = domain p0 in
     let b = N.ldiff p a in
     let c = domain q in
     let d = N.ldiff b c in
     if (&&) ((&&) ((&&) (within x p) (splits m p a)) (splits m b c))
          (are_twins p0 q m (N.coq_land x a) (N.coq_land (N.coq_land x b) c))
     then sum_of0 facts number m rank d (N.coq_land (N.coq_land x b) d) t0
     else None)

(** val look :
    (n -> fact) -> n -> guide -> system -> n -> n -> known option **)

let look facts number ask m rank x =
  let (p, items) = ask m x in sum_of0 facts number m rank p x items

(** val has : n -> known option -> bool **)

let has v = function
| Some k -> let (w, l) = k in (match l with
                               | [] -> N.eqb v w
                               | _ :: _ -> false)
| None -> false

(** val has_not : (n -> fact) -> n -> known option -> bool **)

let has_not facts v = function
| Some k0 ->
  let (w, l) = k0 in
  (match l with
   | [] -> negb (N.eqb v w)
   | k :: l0 ->
     (match l0 with
      | [] -> existsb (N.eqb (N.coq_lxor v w)) (facts k).f_not
      | _ :: _ -> false))
| None -> false

(** val below : n -> n list **)

let below v =
  map N.of_nat (seq O (N.to_nat v))

(** val check_fact : (n -> fact) -> n -> guide -> fact -> bool **)

let check_fact facts number ask f =
  (&&) (play_ends f.f_moves)
    (let results =
       map (look facts number ask f.f_moves f.f_rank)
         (options f.f_moves f.f_start)
     in
     (&&)
       (match f.f_value with
        | Some v ->
          (&&) (forallb (has_not facts v) results)
            (forallb (fun k -> existsb (has k) results) (below v))
        | None -> true)
       (forallb (fun w ->
         (||) (existsb (has w) results)
           (match f.f_value with
            | Some v -> negb (N.eqb v w)
            | None -> false)) f.f_not))

(** val check_facts : (n -> fact) -> n -> guide -> bool **)

let check_facts facts number ask =
  fst
    (N.iter number (fun s ->
      (((&&) (fst s) (check_fact facts number ask (facts (snd s)))),
      (N.succ (snd s)))) (true, N0))

(** val check_row :
    (n -> fact) -> n -> guide -> system -> n -> n -> n -> bool **)

let check_row facts number ask m rank start0 v =
  (&&) (play_ends m) (has v (look facts number ask m rank start0))

(** val set_of : n list -> n **)

let set_of l =
  fold_right (fun e x -> N.setbit x e) N0 l

(** val upto : n -> n list **)

let upto n0 =
  map N.of_nat (seq O (N.to_nat n0))

type graph = (n * n) list

(** val both : graph -> graph **)

let both e =
  app e (map (fun e0 -> ((snd e0), (fst e0))) e)

(** val near : graph -> n -> n list **)

let near e v =
  map snd (filter (fun e0 -> N.eqb (fst e0) v) (both e))

(** val takes : n list -> n list -> move **)

let takes used gone =
  { needs = (set_of used); excludes = N0; deletes = (set_of gone); adds = N0 }

(** val node_kayles : n -> graph -> system **)

let node_kayles n0 e =
  map (fun v -> takes (v :: []) (v :: (near e v))) (upto n0)

(** val arc_kayles : n -> graph -> system **)

let arc_kayles _ e =
  map (fun e0 ->
    takes ((fst e0) :: ((snd e0) :: [])) ((fst e0) :: ((snd e0) :: []))) e

(** val grim : n -> graph -> system **)

let grim _ e =
  map (fun e0 -> takes ((fst e0) :: ((snd e0) :: [])) ((fst e0) :: []))
    (both e)

(** val domination : bool -> n -> graph -> system **)

let domination total n0 e =
  flat_map (fun v ->
    let reached0 = if total then near e v else v :: (near e v) in
    map (fun w -> takes (w :: []) reached0) reached0) (upto n0)

(** val colouring : bool -> n -> n -> graph -> system **)

let colouring same k n0 e =
  flat_map (fun v ->
    map (fun c ->
      takes ((N.add (N.mul v k) c) :: [])
        (app (map (fun o -> N.add (N.mul v k) o) (upto k))
          (flat_map (fun o ->
            if eqb (N.eqb o c) same
            then map (fun u -> N.add (N.mul u k) o) (near e v)
            else []) (upto k)))) (upto k)) (upto n0)

(** val numbered : graph -> (n * (n * n)) list **)

let numbered e =
  combine (upto (N.of_nat (length e))) e

(** val graph_chomp : n -> graph -> system **)

let graph_chomp n0 e =
  app
    (map (fun v ->
      takes (v :: [])
        (v :: (map (fun e0 -> N.add n0 (fst e0))
                (filter (fun e0 ->
                  (||) (N.eqb (fst (snd e0)) v) (N.eqb (snd (snd e0)) v))
                  (numbered e))))) (upto n0))
    (map (fun e0 ->
      takes ((N.add n0 (fst e0)) :: []) ((N.add n0 (fst e0)) :: []))
      (numbered e))

(** val geography : bool -> n -> graph -> system **)

let geography edges n0 e =
  let first = if edges then N.of_nat (length e) else n0 in
  let step = fun from0 to0 used -> { needs =
    (set_of (used :: ((N.add first from0) :: []))); excludes = N0; deletes =
    (set_of (used :: ((N.add first from0) :: []))); adds =
    (set_of ((N.add first to0) :: [])) }
  in
  flat_map (fun e0 ->
    let (u, v) = snd e0 in
    (step u v (if edges then fst e0 else v)) :: ((step v u
                                                   (if edges
                                                    then fst e0
                                                    else u)) :: []))
    (numbered e)

(** val geography_start : bool -> n -> graph -> n -> n **)

let geography_start edges n0 e start0 =
  let first = if edges then N.of_nat (length e) else n0 in
  set_of
    ((N.add first start0) :: (filter (fun e0 ->
                               (||) edges (negb (N.eqb e0 start0)))
                               (upto first)))

type after =
| Kept
| Becomes of n option

type cell = { row : n; column : n; now : n option; later : after }

type board_rule = cell list

(** val height : board_rule -> n **)

let height r =
  fold_right N.max N0 (map (fun c -> c.row) r)

(** val width0 : board_rule -> n **)

let width0 r =
  fold_right N.max N0 (map (fun c -> c.column) r)

(** val flipped : board_rule -> board_rule **)

let flipped r =
  map (fun c -> { row = c.row; column = (N.sub (width0 r) c.column); now =
    c.now; later = c.later }) r

(** val turned : board_rule -> board_rule **)

let turned r =
  map (fun c -> { row = c.column; column = c.row; now = c.now; later =
    c.later }) r

type symmetries =
| AsItIs
| Mirrored
| AllTurns

(** val images : symmetries -> board_rule -> board_rule list **)

let images s r =
  match s with
  | AsItIs -> r :: []
  | Mirrored -> r :: ((flipped r) :: [])
  | AllTurns ->
    let q = turned (flipped r) in
    let h = turned (flipped q) in
    let t0 = turned (flipped h) in
    flat_map (fun i -> i :: ((turned i) :: []))
      (r :: (q :: (h :: (t0 :: []))))

(** val element : n -> n -> n -> n -> n -> n **)

let element rows columns s r c =
  N.add (N.mul (N.add (N.mul s rows) r) columns) c

(** val placed :
    n -> n -> n -> n -> n -> n -> n -> board_rule -> move option **)

let rec placed states rows columns up0 left r c = function
| [] -> Some { needs = N0; excludes = N0; deletes = N0; adds = N0 }
| x :: t0 ->
  (match placed states rows columns up0 left r c t0 with
   | Some m ->
     let i = N.add r x.row in
     let j = N.add c x.column in
     if (&&)
          ((&&) ((&&) (N.leb up0 i) (N.ltb i (N.add up0 rows)))
            (N.leb left j)) (N.ltb j (N.add left columns))
     then let at_ = fun s ->
            element rows columns s (N.sub i up0) (N.sub j left)
          in
          let gone =
            match x.later with
            | Kept -> N0
            | Becomes _ -> set_of (map at_ (upto states))
          in
          let new0 =
            match x.later with
            | Kept -> N0
            | Becomes s0 ->
              (match s0 with
               | Some s -> set_of ((at_ s) :: [])
               | None -> N0)
          in
          let own =
            match x.now with
            | Some s -> set_of ((at_ s) :: [])
            | None -> N0
          in
          Some { needs = (N.coq_lor m.needs own); excludes = N0; deletes =
          (N.coq_lor m.deletes gone); adds = (N.coq_lor m.adds new0) }
     else (match x.now with
           | Some _ -> None
           | None -> Some m)
   | None -> None)

(** val placings : n -> n -> n -> board_rule -> system **)

let placings states rows columns r =
  flat_map (fun i ->
    flat_map (fun j ->
      match placed states rows columns (height r) (width0 r) i j r with
      | Some m -> m :: []
      | None -> []) (upto (N.add columns (width0 r))))
    (upto (N.add rows (height r)))

(** val board : n -> n -> n -> symmetries -> board_rule list -> system **)

let board states rows columns s rules =
  flat_map (placings states rows columns) (flat_map (images s) rules)

(** val domino : board_rule **)

let domino =
  { row = N0; column = N0; now = (Some N0); later = (Becomes
    None) } :: ({ row = N0; column = (Npos XH); now = (Some N0); later =
    (Becomes None) } :: [])

(** val everything : n -> n **)

let everything n0 =
  set_of (upto n0)

(** val some_day : nat -> system -> n -> n **)

let rec some_day fuel m p =
  match fuel with
  | O -> p
  | S k ->
    let q =
      fold_left (fun q m0 ->
        if within m0.needs q then N.coq_lor q m0.adds else q) m p
    in
    if N.eqb p q then p else some_day k m q

(** val meet : n -> n -> n **)

let meet =
  N.coq_land

(** val present : system -> n -> n **)

let present m x =
  some_day (length m) m x

(** val components : system -> n -> n list **)

let components m p =
  fold_left (fun classes0 m0 ->
    if within m0.needs p
    then let s = N.coq_land (support m0) p in
         (fold_right N.coq_lor s
           (filter (fun c -> negb (apart c s)) classes0)) :: (filter
                                                               (fun c ->
                                                               apart c s)
                                                               classes0)
    else classes0) m []

type misere_game =
| Plain of game
| Repeating of n list * n list
| Listed of n list list list

type misere_certificate = { mq_game : misere_game; mq_elements : n;
                            mq_period : (n * n) option; mq_p : n list;
                            mq_phi : n list; mq_actions : (n * n list) list }

type bag = { seen : store; found : n list }

(** val no_bag : unit -> bag **)

let no_bag _ =
  { seen = (empty0 ()); found = [] }

(** val add0 : n -> bag -> bag **)

let add0 x s =
  if N.eqb (get s.seen x) (Npos XH)
  then s
  else { seen = (set s.seen x (Npos XH)); found = (x :: s.found) }

(** val add_all : (n -> n) -> n list -> bag -> bag **)

let rec add_all f vs s =
  match vs with
  | [] -> s
  | v :: t0 -> add_all f t0 (add0 (f v) s)

type row0 = n list list

(** val splits0 :
    (n -> n -> n) -> store -> nat -> row0 list -> n -> bag -> bag **)

let rec splits0 mul1 phi l rows a s =
  match rows with
  | [] -> s
  | w :: t0 ->
    splits0 mul1 phi l t0 (N.add a (Npos XH))
      (add_all (mul1 (get phi a)) (nth l w []) s)

(** val row_of : (n -> n -> n) -> store -> nat -> n -> row0 list -> row0 **)

let row_of mul1 phi l n0 rows =
  (if N.eqb n0 N0 then N0 :: [] else []) :: ((if N.eqb n0 N0
                                              then []
                                              else (get phi n0) :: []) :: 
    (map (fun l0 -> (splits0 mul1 phi l0 rows (Npos XH) (no_bag ())).found)
      (seq (S O) (sub l (S O)))))

(** val add_digit : n -> n -> row0 -> bag -> bag **)

let rec add_digit d l w s =
  match w with
  | [] -> s
  | vs :: t0 ->
    add_digit d (N.add l (Npos XH)) t0
      (if N.testbit d l then add_all (fun v -> v) vs s else s)

(** val gather : n list -> row0 list -> bag -> bag **)

let rec gather digits rows s =
  match digits with
  | [] -> s
  | d :: ds ->
    (match rows with
     | [] -> s
     | w :: t0 -> gather ds t0 (add_digit d N0 w s))

(** val value_N : (n -> n -> n) -> store -> n list -> n **)

let value_N mul1 phi hs =
  fold_right (fun h x -> mul1 (get phi h) x) N0 hs

(** val add_values : (n -> n -> n) -> store -> n list list -> bag -> bag **)

let rec add_values mul1 phi os s =
  match os with
  | [] -> s
  | hs :: t0 -> add_values mul1 phi t0 (add0 (value_N mul1 phi hs) s)

(** val digit_at : misere_game -> n -> n **)

let digit_at g j =
  match g with
  | Plain x ->
    (match x with
     | Code c ->
       if N.ltb j (N.of_nat (length c)) then nth (N.to_nat j) c N0 else N0
     | Subtraction t0 ->
       if (&&) (N.leb (Npos XH) j) (existsb (N.eqb j) t0)
       then Npos (XI XH)
       else N0
     | AllBut f ->
       if (&&) (N.leb (Npos XH) j) (negb (existsb (N.eqb j) f))
       then Npos (XI XH)
       else N0)
  | Repeating (c, t0) ->
    if N.ltb j (N.of_nat (length c))
    then nth (N.to_nat j) c N0
    else nth
           (N.to_nat
             (N.modulo (N.sub j (N.of_nat (length c))) (N.of_nat (length t0))))
           t0 N0
  | Listed _ -> N0

(** val greatest0 : n list -> n **)

let greatest0 l =
  fold_right N.max N0 l

(** val heaps_left : misere_game -> n **)

let heaps_left = function
| Plain x ->
  (match x with
   | Code c -> N.max (Npos XH) (greatest0 (map N.log2 c))
   | _ -> Npos XH)
| Repeating (c, t0) -> N.max (Npos XH) (greatest0 (map N.log2 (app c t0)))
| Listed _ -> Npos XH

(** val last_place0 : misere_game -> n -> n **)

let last_place0 g p =
  match g with
  | Plain x ->
    (match x with
     | Code c -> N.sub (N.of_nat (length c)) (Npos XH)
     | Subtraction t0 -> greatest0 t0
     | AllBut f -> N.add (greatest0 f) p)
  | Repeating (c, _) -> N.sub (N.add (N.of_nat (length c)) p) (Npos XH)
  | Listed _ -> N0

(** val fits0 : misere_game -> n -> bool **)

let fits0 g p =
  match g with
  | Plain _ -> true
  | Repeating (_, t0) -> N.eqb (N.modulo p (N.of_nat (length t0))) N0
  | Listed _ -> false

(** val starts_well : n list -> bool **)

let starts_well = function
| [] -> false
| d :: _ -> (&&) (negb (N.testbit d N0)) (negb (N.testbit d (Npos XH)))

(** val misere_game_ok : misere_game -> bool **)

let misere_game_ok = function
| Plain x -> (match x with
              | Code c -> starts_well c
              | _ -> true)
| Repeating (c, t0) ->
  (&&) (starts_well c) (N.leb (Npos XH) (N.of_nat (length t0)))
| Listed _ -> true

(** val digits_to : misere_game -> n -> n list **)

let digits_to g n0 =
  map (digit_at g)
    (up N0
      (N.to_nat
        (match g with
         | Plain x ->
           (match x with
            | Code c -> N.of_nat (length c)
            | Subtraction t0 -> N.add (greatest0 t0) (Npos XH)
            | AllBut _ -> N.add n0 (Npos XH))
         | _ -> N.add n0 (Npos XH))))

(** val marked : n list -> store -> store **)

let marked l s =
  fold_left (fun s0 x -> set s0 x (Npos XH)) l s

(** val mul0 : n -> store -> n -> n -> n **)

let mul0 m t0 x y =
  get t0 (N.add (N.mul x m) y)

(** val in_p : store -> n -> bool **)

let in_p pst x =
  N.eqb (get pst x) (Npos XH)

(** val table_ok : n -> n list -> store -> bool **)

let table_ok m els t0 =
  forallb (fun x ->
    (&&) ((&&) (N.eqb (mul0 m t0 x N0) x) (N.eqb (mul0 m t0 N0 x) x))
      (forallb (fun y ->
        (&&) (N.ltb (mul0 m t0 x y) m) (N.eqb (mul0 m t0 x y) (mul0 m t0 y x)))
        els)) els

(** val in_the_middle : n -> n list -> store -> n -> bool **)

let in_the_middle m els t0 g =
  forallb (fun x ->
    let xg = mul0 m t0 x g in
    forallb (fun y -> N.eqb (mul0 m t0 xg y) (mul0 m t0 x (mul0 m t0 g y)))
      els) els

(** val reach : n -> store -> n list -> (n * n) list -> store -> store **)

let rec reach m t0 gens steps0 s =
  match steps0 with
  | [] -> s
  | p :: rest ->
    let (y, g) = p in
    reach m t0 gens rest
      (if (&&) (N.eqb (get s y) (Npos XH)) (existsb (N.eqb g) gens)
       then set s (mul0 m t0 y g) (Npos XH)
       else s)

(** val all_reached :
    n -> n list -> store -> n list -> (n * n) list -> bool **)

let all_reached m els t0 gens steps0 =
  let s = reach m t0 gens steps0 (set (empty0 ()) N0 (Npos XH)) in
  forallb (fun x -> N.eqb (get s x) (Npos XH)) els

(** val all_apart : n -> n list -> store -> store -> n list -> bool **)

let rec all_apart m els t0 pst = function
| [] -> true
| x :: rest ->
  (&&)
    (forallb (fun y ->
      existsb (fun z0 ->
        negb (eqb (in_p pst (mul0 m t0 x z0)) (in_p pst (mul0 m t0 y z0))))
        els) rest) (all_apart m els t0 pst rest)

(** val note_lacks :
    n -> store -> store -> n list -> n -> n list -> store -> store option **)

let rec note_lacks m t0 pst zs f t1 u =
  match zs with
  | [] -> Some u
  | z0 :: rest ->
    let wins = existsb (fun e -> in_p pst (mul0 m t0 z0 e)) t1 in
    if in_p pst (mul0 m t0 z0 f)
    then if wins then None else note_lacks m t0 pst rest f t1 u
    else note_lacks m t0 pst rest f t1
           (if wins then u else set u (N.add (N.mul f m) z0) (Npos XH))

(** val note_heap :
    n -> n list -> store -> store -> n -> n list -> store -> store option **)

let note_heap m els t0 pst f t1 u =
  match t1 with
  | [] -> if N.eqb f N0 then Some u else None
  | _ :: _ -> note_lacks m t0 pst els f t1 u

(** val note_code :
    n -> n list -> store -> store -> store -> nat -> n list -> nat -> n ->
    row0 list -> store -> store option **)

let rec note_code m els t0 pst phi l digits k n0 rows u =
  match k with
  | O -> Some u
  | S k0 ->
    let rows0 = (row_of (mul0 m t0) phi l n0 rows) :: rows in
    (match note_heap m els t0 pst (get phi n0)
             (gather digits rows0 (no_bag ())).found u with
     | Some u0 ->
       note_code m els t0 pst phi l digits k0 (N.add n0 (Npos XH)) rows0 u0
     | None -> None)

(** val note_listed :
    n -> n list -> store -> store -> store -> nat -> n -> n list list list ->
    store -> store option **)

let rec note_listed m els t0 pst phi k n0 options0 u =
  match k with
  | O -> Some u
  | S k0 ->
    (match options0 with
     | [] -> None
     | os :: rest ->
       if forallb (forallb (fun a -> N.ltb a n0)) os
       then (match note_heap m els t0 pst (get phi n0)
                     (add_values (mul0 m t0) phi os (no_bag ())).found u with
             | Some u0 ->
               note_listed m els t0 pst phi k0 (N.add n0 (Npos XH)) rest u0
             | None -> None)
       else None)

(** val is_closed : n -> n list -> store -> store -> store -> bool **)

let is_closed m els t0 u b =
  (&&)
    (forallb (fun f ->
      if existsb (fun w -> N.eqb (get u (N.add (N.mul f m) w)) (Npos XH)) els
      then forallb (fun x ->
             let xf = mul0 m t0 x f in
             forallb (fun z0 ->
               if (&&)
                    (N.eqb (get u (N.add (N.mul f m) (mul0 m t0 x z0))) (Npos
                      XH))
                    ((||) (N.eqb x N0)
                      (N.eqb (get b (N.add (N.mul x m) (mul0 m t0 z0 f)))
                        (Npos XH)))
               then N.eqb (get b (N.add (N.mul xf m) z0)) (Npos XH)
               else true) els) els
      else true) els)
    (forallb (fun x -> negb (N.eqb (get b (N.add (N.mul x m) N0)) (Npos XH)))
      els)

(** val fill : n list -> n -> store -> store **)

let rec fill vs n0 s =
  match vs with
  | [] -> s
  | v :: t0 -> fill t0 (N.add n0 (Npos XH)) (set s n0 v)

(** val extend : nat -> n -> n -> store -> store **)

let rec extend k n0 p s =
  match k with
  | O -> s
  | S k0 -> extend k0 (N.add n0 (Npos XH)) p (set s n0 (get s (N.sub n0 p)))

(** val values_given : misere_certificate -> n **)

let values_given c =
  N.of_nat (length c.mq_phi)

(** val last_heap : misere_certificate -> n **)

let last_heap c =
  match c.mq_period with
  | Some p0 ->
    let (n0, p) = p0 in
    N.add (N.mul (heaps_left c.mq_game) (N.sub (N.add n0 p) (Npos XH)))
      (last_place0 c.mq_game p)
  | None -> values_given c

(** val phi_store : misere_certificate -> store **)

let phi_store c =
  let s = fill c.mq_phi (Npos XH) (empty0 ()) in
  (match c.mq_period with
   | Some p0 ->
     let (_, p) = p0 in
     extend (N.to_nat (N.sub (last_heap c) (values_given c)))
       (N.add (values_given c) (Npos XH)) p s
   | None -> s)

(** val period_ok : misere_certificate -> store -> bool **)

let period_ok c phi =
  match c.mq_period with
  | Some p0 ->
    let (n0, p) = p0 in
    (&&)
      ((&&)
        ((&&)
          ((&&) ((&&) (N.leb (Npos XH) n0) (N.leb (Npos XH) p))
            (N.eqb (values_given c) (N.sub (N.add n0 p) (Npos XH))))
          (fits0 c.mq_game p))
        ((||) (N.eqb n0 (Npos XH))
          (negb
            (N.eqb (get phi (N.sub n0 (Npos XH)))
              (get phi (N.sub (N.add n0 p) (Npos XH)))))))
      (forallb (fun q ->
        if N.eqb (N.modulo p q) N0
        then existsb (fun n1 ->
               negb (N.eqb (get phi n1) (get phi (N.add n1 q))))
               (up n0 (N.to_nat (N.sub p q)))
        else true) (up (Npos XH) (N.to_nat (N.sub p (Npos XH)))))
  | None -> true

(** val action_ok :
    n -> n list -> store -> store -> n -> (n * n list) -> bool **)

let action_ok m els t0 phi last a =
  (&&) ((&&) (N.leb (fst a) last) (Nat.eqb (length (snd a)) (length els)))
    (forallb (fun zv ->
      N.eqb (mul0 m t0 (get phi (fst a)) (fst zv)) (snd zv))
      (combine els (snd a)))

(** val prepare_misere :
    misere_certificate -> store -> (n * n) list -> store option **)

let prepare_misere c t0 steps0 =
  let m = c.mq_elements in
  let els = up N0 (N.to_nat m) in
  let last = last_heap c in
  let pst = marked c.mq_p (empty0 ()) in
  let phi = phi_store c in
  let gens = map (fun a -> get phi (fst a)) c.mq_actions in
  if (&&)
       ((&&)
         ((&&)
           ((&&)
             ((&&)
               ((&&)
                 ((&&)
                   ((&&)
                     ((&&)
                       ((&&) (N.leb (Npos XH) m)
                         (forallb (fun x -> N.ltb x m) c.mq_p))
                       (negb (in_p pst N0)))
                     (forallb (fun x -> N.ltb x m) c.mq_phi))
                   (misere_game_ok c.mq_game)) (period_ok c phi))
               (table_ok m els t0)) (forallb (in_the_middle m els t0) gens))
           (all_reached m els t0 gens steps0)) (all_apart m els t0 pst els))
       (forallb (action_ok m els t0 phi last) c.mq_actions)
  then (match c.mq_game with
        | Listed options0 ->
          note_listed m els t0 pst phi (N.to_nat last) (Npos XH) options0
            (empty0 ())
        | x ->
          note_code m els t0 pst phi (N.to_nat (heaps_left x))
            (digits_to x last) (S (N.to_nat last)) N0 [] (empty0 ()))
  else None

(** val closed_misere :
    misere_certificate -> store -> store -> store -> bool **)

let closed_misere c t0 u b =
  is_closed c.mq_elements (up N0 (N.to_nat c.mq_elements)) t0 u b
