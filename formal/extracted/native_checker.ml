
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

type z =
| Z0
| Zpos of int
| Zneg of int

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
  | IsPos of int
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : int -> int **)

  let rec succ x =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p -> (fun p -> 2*p) (succ p))
      (fun p -> (fun p -> 2*p+1) p)
      (fun _ -> (fun p -> 2*p) 1)
      x

  (** val add : int -> int -> int **)

  let rec add x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> (fun p -> 2*p) (add_carry p q))
        (fun q -> (fun p -> 2*p+1) (add p q))
        (fun _ -> (fun p -> 2*p) (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> (fun p -> 2*p+1) (add p q))
        (fun q -> (fun p -> 2*p) (add p q))
        (fun _ -> (fun p -> 2*p+1) p)
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> (fun p -> 2*p) (succ q))
        (fun q -> (fun p -> 2*p+1) q)
        (fun _ -> (fun p -> 2*p) 1)
        y)
      x

  (** val add_carry : int -> int -> int **)

  and add_carry x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> (fun p -> 2*p+1) (add_carry p q))
        (fun q -> (fun p -> 2*p) (add_carry p q))
        (fun _ -> (fun p -> 2*p+1) (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> (fun p -> 2*p) (add_carry p q))
        (fun q -> (fun p -> 2*p+1) (add p q))
        (fun _ -> (fun p -> 2*p) (succ p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> (fun p -> 2*p+1) (succ q))
        (fun q -> (fun p -> 2*p) (succ q))
        (fun _ -> (fun p -> 2*p+1) 1)
        y)
      x

  (** val pred_double : int -> int **)

  let rec pred_double x =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p -> (fun p -> 2*p+1) ((fun p -> 2*p) p))
      (fun p -> (fun p -> 2*p+1) (pred_double p))
      (fun _ -> 1)
      x

  (** val pred_N : int -> int **)

  let pred_N x =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p -> ((fun p -> 2*p) p))
      (fun p -> (pred_double p))
      (fun _ -> 0)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of int
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos 1
  | IsPos p -> IsPos ((fun p -> 2*p+1) p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos ((fun p -> 2*p) p)
  | x0 -> x0

  (** val double_pred_mask : int -> mask **)

  let double_pred_mask x =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p -> IsPos ((fun p -> 2*p) ((fun p -> 2*p) p)))
      (fun p -> IsPos ((fun p -> 2*p) (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : int -> int -> mask **)

  let rec sub_mask x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos ((fun p -> 2*p) p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : int -> int -> mask **)

  and sub_mask_carry x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val sub : int -> int -> int **)

  let sub x y =
    match sub_mask x y with
    | IsPos z0 -> z0
    | _ -> 1

  (** val mul : int -> int -> int **)

  let rec mul x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p -> add y ((fun p -> 2*p) (mul p y)))
      (fun p -> (fun p -> 2*p) (mul p y))
      (fun _ -> y)
      x

  (** val iter : ('a1 -> 'a1) -> 'a1 -> int -> 'a1 **)

  let rec iter f x n0 =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val pow : int -> int -> int **)

  let pow x =
    iter (mul x) 1

  (** val size_nat : int -> nat **)

  let rec size_nat p =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 -> S (size_nat p0))
      (fun p0 -> S (size_nat p0))
      (fun _ -> S O)
      p

  (** val size : int -> int **)

  let rec size p =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 -> succ (size p0))
      (fun p0 -> succ (size p0))
      (fun _ -> 1)
      p

  (** val compare_cont : comparison -> int -> int -> comparison **)

  let rec compare_cont r x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont Gt p q)
        (fun _ -> Gt)
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> compare_cont Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> Gt)
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : int -> int -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : int -> int -> bool **)

  let rec eqb p q =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p

  (** val gcdn : nat -> int -> int -> int **)

  let rec gcdn n0 a b =
    match n0 with
    | O -> 1
    | S n1 ->
      ((fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
         (fun a' ->
         (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
           (fun b' ->
           match compare a' b' with
           | Eq -> a
           | Lt -> gcdn n1 (sub b' a') a
           | Gt -> gcdn n1 (sub a' b') b)
           (fun b0 -> gcdn n1 a b0)
           (fun _ -> 1)
           b)
         (fun a0 ->
         (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
           (fun _ -> gcdn n1 a0 b)
           (fun b0 -> (fun p -> 2*p) (gcdn n1 a0 b0))
           (fun _ -> 1)
           b)
         (fun _ -> 1)
         a)

  (** val gcd : int -> int -> int **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val coq_Nsucc_double : int -> int **)

  let coq_Nsucc_double x =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 1)
      (fun p -> ((fun p -> 2*p+1) p))
      x

  (** val coq_Ndouble : int -> int **)

  let coq_Ndouble n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 0)
      (fun p -> ((fun p -> 2*p) p))
      n0

  (** val coq_lor : int -> int -> int **)

  let rec coq_lor p q =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> (fun p -> 2*p+1) (coq_lor p0 q0))
        (fun q0 -> (fun p -> 2*p+1) (coq_lor p0 q0))
        (fun _ -> p)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> (fun p -> 2*p+1) (coq_lor p0 q0))
        (fun q0 -> (fun p -> 2*p) (coq_lor p0 q0))
        (fun _ -> (fun p -> 2*p+1) p0)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> q)
        (fun q0 -> (fun p -> 2*p+1) q0)
        (fun _ -> q)
        q)
      p

  (** val coq_land : int -> int -> int **)

  let rec coq_land p q =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> 1)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun q0 -> coq_Ndouble (coq_land p0 q0))
        (fun _ -> 0)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> 1)
        (fun _ -> 0)
        (fun _ -> 1)
        q)
      p

  (** val ldiff : int -> int -> int **)

  let rec ldiff p q =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Nsucc_double (ldiff p0 q0))
        (fun _ -> ((fun p -> 2*p) p0))
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun q0 -> coq_Ndouble (ldiff p0 q0))
        (fun _ -> p)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> 0)
        (fun _ -> 1)
        (fun _ -> 0)
        q)
      p

  (** val coq_lxor : int -> int -> int **)

  let rec coq_lxor p q =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun _ -> ((fun p -> 2*p) p0))
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun _ -> ((fun p -> 2*p+1) p0))
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q0 -> ((fun p -> 2*p) q0))
        (fun q0 -> ((fun p -> 2*p+1) q0))
        (fun _ -> 0)
        q)
      p

  (** val shiftl : int -> int -> int **)

  let shiftl p n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> p)
      (fun n1 -> iter (fun x -> (fun p -> 2*p) x) p n1)
      n0

  (** val testbit : int -> int -> bool **)

  let rec testbit p n0 =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> true)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun p0 ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> false)
        (fun n1 -> testbit p0 (pred_N n1))
        n0)
      (fun _ ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> true)
        (fun _ -> false)
        n0)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : int -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> int **)

  let rec of_succ_nat = function
  | O -> 1
  | S x -> succ (of_succ_nat x)

  (** val eq_dec : int -> int -> bool **)

  let rec eq_dec p x0 =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun p1 -> eq_dec p0 p1)
        (fun _ -> false)
        (fun _ -> false)
        x0)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> false)
        (fun p1 -> eq_dec p0 p1)
        (fun _ -> false)
        x0)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        x0)
      p
 end

module N =
 struct
  (** val succ_double : int -> int **)

  let succ_double x =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 1)
      (fun p -> ((fun p -> 2*p+1) p))
      x

  (** val double : int -> int **)

  let double n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 0)
      (fun p -> ((fun p -> 2*p) p))
      n0

  (** val pred : int -> int **)

  let pred n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 0)
      (fun p -> Coq_Pos.pred_N p)
      n0

  (** val succ_pos : int -> int **)

  let succ_pos n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 1)
      (fun p -> Coq_Pos.succ p)
      n0

  (** val compare : int -> int -> comparison **)

  let compare n0 m =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> Eq)
        (fun _ -> Lt)
        m)
      (fun n' ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> Gt)
        (fun m' -> Coq_Pos.compare n' m')
        m)
      n0

  (** val min : int -> int -> int **)

  let min n0 n' =
    match compare n0 n' with
    | Gt -> n'
    | _ -> n0

  (** val even : int -> bool **)

  let even n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> true)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun _ -> false)
        (fun _ -> true)
        (fun _ -> false)
        p)
      n0

  (** val pow : int -> int -> int **)

  let pow n0 p =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 1)
      (fun p0 ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> 0)
        (fun q -> (Coq_Pos.pow q p0))
        n0)
      p

  (** val log2 : int -> int **)

  let log2 n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 0)
      (fun p0 ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun p -> (Coq_Pos.size p))
        (fun p -> (Coq_Pos.size p))
        (fun _ -> 0)
        p0)
      n0

  (** val size : int -> int **)

  let size n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 0)
      (fun p -> (Coq_Pos.size p))
      n0

  (** val pos_div_eucl : int -> int -> int * int **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if Native.leb b r'
      then ((succ_double q), (Native.sub r' b))
      else ((double q), r'))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if Native.leb b r'
      then ((succ_double q), (Native.sub r' b))
      else ((double q), r'))
      (fun _ ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> (0, 1))
        (fun p ->
        (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
          (fun _ -> (0, 1))
          (fun _ -> (0, 1))
          (fun _ -> (1, 0))
          p)
        b)
      a

  (** val div_eucl : int -> int -> int * int **)

  let div_eucl a b =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> (0, 0))
      (fun na ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> (0, a))
        (fun _ -> pos_div_eucl na b)
        b)
      a

  (** val gcd : int -> int -> int **)

  let gcd a b =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> b)
      (fun p ->
      (fun f0 fp n -> if n = 0 then f0 () else fp n)
        (fun _ -> a)
        (fun q -> (Coq_Pos.gcd p q))
        b)
      a

  (** val shiftl : int -> int -> int **)

  let shiftl a n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> 0)
      (fun a0 -> (Coq_Pos.shiftl a0 n0))
      a

  (** val to_nat : int -> nat **)

  let to_nat a =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> O)
      (fun p -> Coq_Pos.to_nat p)
      a

  (** val of_nat : nat -> int **)

  let of_nat = function
  | O -> 0
  | S n' -> (Coq_Pos.of_succ_nat n')

  (** val iter : int -> ('a1 -> 'a1) -> 'a1 -> 'a1 **)

  let iter n0 f x =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> x)
      (fun p -> Coq_Pos.iter f x p)
      n0

  (** val ones : int -> int **)

  let ones n0 =
    pred (shiftl 1 n0)
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
  | Zpos p -> Zpos ((fun p -> 2*p) p)
  | Zneg p -> Zneg ((fun p -> 2*p) p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos 1
  | Zpos p -> Zpos ((fun p -> 2*p+1) p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg 1
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg ((fun p -> 2*p+1) p)

  (** val pos_sub : int -> int -> z **)

  let rec pos_sub x y =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> Zpos ((fun p -> 2*p) p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> Zpos (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
        (fun q -> Zneg ((fun p -> 2*p) q))
        (fun q -> Zneg (Coq_Pos.pred_double q))
        (fun _ -> Z0)
        y)
      x

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

  (** val to_N : z -> int **)

  let to_N = function
  | Zpos p -> p
  | _ -> 0

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n1 -> Zpos (Coq_Pos.of_succ_nat n1)

  (** val of_N : int -> z **)

  let of_N n0 =
    (fun f0 fp n -> if n = 0 then f0 () else fp n)
      (fun _ -> Z0)
      (fun p -> Zpos p)
      n0

  (** val pos_div_eucl : int -> z -> z * z **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos ((fun p -> 2*p) 1)) r) (Zpos 1) in
      if ltb r' b
      then ((mul (Zpos ((fun p -> 2*p) 1)) q), r')
      else ((add (mul (Zpos ((fun p -> 2*p) 1)) q) (Zpos 1)), (sub r' b)))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos ((fun p -> 2*p) 1)) r in
      if ltb r' b
      then ((mul (Zpos ((fun p -> 2*p) 1)) q), r')
      else ((add (mul (Zpos ((fun p -> 2*p) 1)) q) (Zpos 1)), (sub r' b)))
      (fun _ ->
      if leb (Zpos ((fun p -> 2*p) 1)) b
      then (Z0, (Zpos 1))
      else ((Zpos 1), Z0))
      a

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
          | _ -> ((opp (add q (Zpos 1))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos 1))), (sub b r)))
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
  | Zpos p ->
    ((fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
       (fun _ -> false)
       (fun _ -> true)
       (fun _ -> false)
       p)
  | Zneg p ->
    ((fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
       (fun _ -> false)
       (fun _ -> true)
       (fun _ -> false)
       p)

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
  type key = int

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
    ((fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
       (fun ii -> find ii r)
       (fun ii -> find ii l)
       (fun _ -> o)
       i)

  (** val add : key -> 'a1 -> 'a1 t -> 'a1 t **)

  let rec add i v = function
  | Leaf ->
    ((fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
       (fun ii -> Node (Leaf, None, (add ii v Leaf)))
       (fun ii -> Node ((add ii v Leaf), None, Leaf))
       (fun _ -> Node (Leaf, (Some v), Leaf))
       i)
  | Node (l, o, r) ->
    ((fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
       (fun ii -> Node (l, o, (add ii v r)))
       (fun ii -> Node ((add ii v l), o, r))
       (fun _ -> Node (l, (Some v), r))
       i)
 end

type code = int list

(** val odd_bits : int -> bool **)

let rec odd_bits p =
  (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
    (fun q -> negb (odd_bits q))
    (fun q -> odd_bits q)
    (fun _ -> true)
    p

(** val parity : int -> bool **)

let parity x =
  (fun f0 fp n -> if n = 0 then f0 () else fp n)
    (fun _ -> false)
    (fun p -> odd_bits p)
    x

type layout = { ends : int list; singles : int list; pairs : int list;
                triples : int list }

(** val places : int -> int -> code -> int list **)

let rec places b i = function
| [] -> []
| d :: t0 ->
  if Native.testbit d b
  then i :: (places b (succ i) t0)
  else places b (succ i) t0

(** val layout_of : code -> layout **)

let layout_of c =
  { ends = (places 0 0 c); singles = (places 1 0 c); pairs =
    (places ((fun p -> 2*p) 1) 0 c); triples =
    (places ((fun p -> 2*p+1) 1) 0 c) }

(** val layout_of_set : int list -> layout **)

let layout_of_set s =
  { ends = s; singles = s; pairs = []; triples = [] }

type store = Native.store

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

(** val up : int -> nat -> int list **)

let rec up i = function
| O -> []
| S l -> i :: (up ((+) i 1) l)

(** val first_free : int list -> int -> store -> int option **)

let rec first_free l st m =
  match l with
  | [] -> None
  | x :: t0 ->
    if Native.eqb (Native.get m x) st then first_free t0 st m else Some x

(** val advance : int list -> int -> int -> store -> int list **)

let rec advance l x st m =
  match l with
  | [] -> []
  | r :: t0 ->
    if Native.leb x r
    then []
    else if Native.eqb (Native.get m r) st then advance t0 x st m else l

type classes = { spaced : bool; common_even : int list;
                 common_odd : int list; rare_even : int list;
                 rare_odd : int list }

(** val commons_at : classes -> int -> int list **)

let commons_at c n0 =
  if Native.odd n0 then c.common_odd else c.common_even

(** val rares_at : classes -> int -> int list **)

let rares_at c n0 =
  if Native.odd n0 then c.rare_odd else c.rare_even

(** val most : int **)

let most =
  ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    ((fun p -> 2*p) ((fun p -> 2*p) 1))))))))))))))

(** val mark_end : int list -> int -> store -> store **)

let mark_end js n0 m =
  if existsb (Native.eqb n0) js then Native.set m 0 n0 else m

(** val mark_singles : int list -> int -> store -> store -> store **)

let rec mark_singles js n0 g m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_singles t0 n0 g
      (if Native.ltb j n0
       then Native.set m (Native.get g (Native.sub n0 j)) n0
       else m)

(** val mark_shifts : (int * int) list -> int -> store -> store -> store **)

let rec mark_shifts sh n0 g m =
  match sh with
  | [] -> m
  | p :: t0 ->
    let (d, v) = p in
    mark_shifts t0 n0 g
      (if Native.ltb d n0
       then Native.set m ((lxor) v (Native.get g (Native.sub n0 d))) n0
       else m)

(** val mark_part :
    int list -> int -> int -> int -> store -> store -> store **)

let rec mark_part js a x n0 g m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_part t0 a x n0 g
      (if Native.ltb ((+) j a) n0
       then Native.set m ((lxor) x (Native.get g (Native.sub n0 ((+) j a))))
              n0
       else m)

type walk = { w_a : int; w_m : store; w_left : int list }

(** val walk_stop : int -> walk -> bool **)

let walk_stop top w =
  match w.w_left with
  | [] -> true
  | _ :: _ -> Native.ltb top w.w_a

(** val walk_step : int list -> int -> int -> store -> walk -> walk **)

let walk_step js x n0 g w =
  let m = mark_part js w.w_a (Native.get g w.w_a) n0 g w.w_m in
  { w_a = ((+) w.w_a 1); w_m = m; w_left = (advance w.w_left x n0 m) }

type exact = { e_n : int; e_g : store; e_m : store;
               e_shifts : (int * int) list; e_rares : (int * int) list;
               e_good : bool }

(** val shifts_of : int list -> int -> int -> (int * int) list **)

let shifts_of js a x =
  map (fun j -> (((+) j a), x)) js

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
            | [] -> 0
            | _ :: _ -> Native.half n0 in
  let left = advance (rares_at c n0) x n0 m in
  let w =
    loop (walk_stop top) (walk_step l.pairs x n0 g) depth { w_a = 1; w_m = m;
      w_left = left }
  in
  (match w.w_left with
   | [] ->
     { e_n = ((+) n0 1); e_g = (Native.set g n0 x); e_m = w.w_m; e_shifts =
       s.e_shifts; e_rares = s.e_rares; e_good = (Native.ltb x most) }
   | r :: _ ->
     { e_n = ((+) n0 1); e_g = (Native.set g n0 r); e_m = w.w_m; e_shifts =
       (if c.spaced
        then app (shifts_of l.pairs n0 r) s.e_shifts
        else s.e_shifts); e_rares =
       (if c.spaced then (n0, r) :: s.e_rares else s.e_rares); e_good =
       (Native.ltb top w.w_a) })

(** val exact_stop : int -> exact -> bool **)

let exact_stop limit s =
  (||) (negb s.e_good) (Native.ltb limit s.e_n)

(** val exact_values :
    layout -> classes -> int -> (store * (int * int) list) option **)

let exact_values l c limit =
  let s =
    loop (exact_stop limit) (exact_step l c) depth { e_n = 1; e_g =
      (Native.set (Native.empty ()) 0 0); e_m = (Native.empty ()); e_shifts =
      []; e_rares = []; e_good = true }
  in
  if (&&) s.e_good (Native.ltb limit s.e_n)
  then Some (s.e_g, s.e_rares)
  else None

(** val places_ok : layout -> bool **)

let places_ok l =
  (&&) (forallb (fun j -> Native.leb 1 j) l.ends)
    (forallb (fun j -> Native.leb 1 j) l.singles)

(** val layout_ok : layout -> bool **)

let layout_ok l =
  (&&) (match l.triples with
        | [] -> true
        | _ :: _ -> false) (places_ok l)

type pairing = { p_a : int; p_seen : store; p_found : int list }

(** val pair_stop : int -> pairing -> bool **)

let pair_stop n0 s =
  Native.ltb n0 ((+) s.p_a s.p_a)

(** val pair_step : int -> store -> pairing -> pairing **)

let pair_step n0 g s =
  let v = (lxor) (Native.get g s.p_a) (Native.get g (Native.sub n0 s.p_a)) in
  if Native.eqb (Native.get s.p_seen v) n0
  then { p_a = ((+) s.p_a 1); p_seen = s.p_seen; p_found = s.p_found }
  else { p_a = ((+) s.p_a 1); p_seen = (Native.set s.p_seen v n0); p_found =
         (v :: s.p_found) }

(** val mark_all : int list -> int -> int -> store -> store **)

let rec mark_all vs x st m =
  match vs with
  | [] -> m
  | v :: t0 -> mark_all t0 x st (Native.set m ((lxor) x v) st)

(** val mark_pairs : int list -> int list list -> int -> store -> store **)

let rec mark_pairs js sums st m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_pairs t0 sums st (mark_all (nth (N.to_nat j) sums []) 0 st m)

(** val mark_with : int list list -> int -> int -> store -> store -> store **)

let rec mark_with sums a st g m =
  match sums with
  | [] -> m
  | vs :: t0 ->
    mark_with t0 ((+) a 1) st g (mark_all vs (Native.get g a) st m)

(** val mark_triples :
    int list -> int list list -> int -> store -> store -> store **)

let rec mark_triples js sums st g m =
  match js with
  | [] -> m
  | j :: t0 ->
    mark_triples t0 sums st g
      (mark_with (skipn (S (N.to_nat j)) sums) 1 st g m)

type triple_walk = { t_n : int; t_g : store; t_m : store; t_seen : store;
                     t_sums : int list list; t_good : bool }

(** val triple_step : layout -> triple_walk -> triple_walk **)

let triple_step l s =
  let n0 = s.t_n in
  let g = s.t_g in
  let pairing0 =
    loop (pair_stop n0) (pair_step n0 g) depth { p_a = 1; p_seen = s.t_seen;
      p_found = [] }
  in
  let sums = pairing0.p_found :: s.t_sums in
  let m =
    mark_triples l.triples sums n0 g
      (mark_pairs l.pairs sums n0
        (mark_singles l.singles n0 g (mark_end l.ends n0 s.t_m)))
  in
  let x =
    loop (fun x -> negb (Native.eqb (Native.get m x) n0)) (fun x -> (+) x 1)
      depth 0
  in
  { t_n = ((+) n0 1); t_g = (Native.set g n0 x); t_m = m; t_seen =
  pairing0.p_seen; t_sums = sums; t_good =
  ((&&) (pair_stop n0 pairing0) (negb (Native.eqb (Native.get m x) n0))) }

(** val triple_stop : int -> triple_walk -> bool **)

let triple_stop limit s =
  (||) (negb s.t_good) (Native.ltb limit s.t_n)

(** val triple_store : layout -> int -> store option **)

let triple_store l limit =
  let s =
    loop (triple_stop limit) (triple_step l) depth { t_n = 1; t_g =
      (Native.set (Native.empty ()) 0 0); t_m = (Native.empty ()); t_seen =
      (Native.empty ()); t_sums = []; t_good = true }
  in
  if (&&) ((&&) (places_ok l) s.t_good) (Native.ltb limit s.t_n)
  then Some s.t_g
  else None

type evidence = { ev_period : int; ev_saltus : int; ev_n : int; ev_x : 
                  int; ev_y : int }

(** val differs : evidence -> bool **)

let differs e =
  negb (Native.eqb e.ev_y ((+) e.ev_x e.ev_saltus))

(** val shows : int -> int -> int -> evidence list -> int -> bool **)

let shows n0 p s evs r =
  if Native.eqb (Native.modulo s r) 0
  then existsb (fun e ->
         (&&)
           ((&&)
             ((&&) (Native.eqb e.ev_period (Native.div p r))
               (Native.eqb e.ev_saltus (Native.div s r)))
             (Native.leb n0 e.ev_n)) (differs e)) evs
  else true

type factoring = { f_rest : int; f_a : int; f_good : bool }

(** val f_stop : factoring -> bool **)

let f_stop f =
  (||) (negb f.f_good) (Native.ltb f.f_rest (( * ) f.f_a f.f_a))

(** val f_step : (int -> bool) -> factoring -> factoring **)

let f_step shows0 f =
  if Native.eqb (Native.modulo f.f_rest f.f_a) 0
  then { f_rest = (Native.div f.f_rest f.f_a); f_a = f.f_a; f_good =
         (shows0 f.f_a) }
  else { f_rest = f.f_rest; f_a = ((+) f.f_a 1); f_good = true }

(** val all_primes : (int -> bool) -> int -> bool **)

let all_primes shows0 p =
  let f =
    loop f_stop (f_step shows0) depth { f_rest = p; f_a = ((fun p -> 2*p) 1);
      f_good = true }
  in
  (&&) ((&&) f.f_good (Native.ltb f.f_rest (( * ) f.f_a f.f_a)))
    ((||) (Native.eqb f.f_rest 1) (shows0 f.f_rest))

(** val check_least :
    int -> int -> int -> evidence option -> evidence list -> bool **)

let check_least n0 p s before0 evs =
  (&&) ((&&) (Native.leb 1 p) (all_primes (shows n0 p s evs) p))
    (match before0 with
     | Some e ->
       (&&)
         ((&&)
           ((&&)
             ((&&) (Native.leb 1 n0) (Native.eqb e.ev_n (Native.sub n0 1)))
             (Native.eqb e.ev_period p)) (Native.eqb e.ev_saltus s))
         (differs e)
     | None -> Native.eqb n0 0)

(** val low : int -> int -> int **)

let low g x =
  Native.modulo x (N.pow ((fun p -> 2*p) 1) g)

(** val high : int -> int -> int **)

let high g x =
  Native.div x (N.pow ((fun p -> 2*p) 1) g)

(** val range : int -> int -> int list **)

let range i stop =
  up i (N.to_nat (Native.sub stop i))

(** val best_pair : store -> int -> int -> store -> int -> store **)

let best_pair g b q s a =
  let x = Native.get g a in
  let y = Native.get g (Native.sub q a) in
  let i = (+) (( * ) q b) ((lxor) (Native.modulo x b) (Native.modulo y b)) in
  Native.set s i
    (Native.max (Native.get s i)
      ((+) ((+) (Native.div x b) (Native.div y b)) 1))

(** val best_sum : store -> int -> store -> int -> store **)

let best_sum g b s q =
  fold_left (best_pair g b q) (range 1 ((+) (Native.half q) 1)) s

(** val best_pairs : store -> int -> int -> store **)

let best_pairs g b stop =
  fold_left (best_sum g b) (range ((fun p -> 2*p) 1) stop) (Native.empty ())

(** val short_at : layout -> store -> int -> store -> int -> bool **)

let short_at l g b best n0 =
  let l0 = Native.modulo (Native.get g n0) b in
  let h = Native.div (Native.get g n0) b in
  (&&)
    ((&&)
      (forallb (fun j ->
        let x = Native.get g (Native.sub n0 j) in
        (||) (negb (Native.eqb (Native.modulo x b) l0))
          (Native.ltb (Native.div x b) h)) l.singles)
      (forallb (fun j ->
        Native.leb (Native.get best ((+) (( * ) (Native.sub n0 j) b) l0)) h)
        l.pairs))
    (forallb (fun j ->
      forallb (fun a ->
        let x = Native.get g a in
        let y =
          Native.get best
            ((+) (( * ) (Native.sub (Native.sub n0 j) a) b)
              ((lxor) (Native.modulo x b) l0))
        in
        (||) (Native.eqb y 0) (Native.leb ((+) (Native.div x b) y) h))
        (range 1 (Native.sub n0 j))) l.triples)

type alike = { al_seen : store; al_found : int list }

(** val alike_step : store -> int -> int -> int -> alike -> alike **)

let alike_step g b q a s =
  let x = Native.get g a in
  let y = Native.get g (Native.sub q a) in
  if Native.eqb (Native.div x b) (Native.div y b)
  then let l = (lxor) (Native.modulo x b) (Native.modulo y b) in
       if Native.eqb (Native.get s.al_seen l) 1
       then s
       else { al_seen = (Native.set s.al_seen l 1); al_found =
              (a :: s.al_found) }
  else s

(** val alike_pairs : store -> int -> int -> int list **)

let alike_pairs g b q =
  (fold_right (alike_step g b q) { al_seen = (Native.empty ()); al_found =
    [] } (range 1 ((+) (Native.half q) 1))).al_found

(** val alike_sums : store -> int -> int -> int list list **)

let alike_sums g b stop =
  rev (map (alike_pairs g b) (range 0 stop))

type kinds = { k_one : store; k_two : store; k_both : store }

(** val note : int -> bool -> bool -> kinds -> kinds **)

let note v r1 r2 k =
  { k_one = (if r1 then Native.set k.k_one v 1 else k.k_one); k_two =
    (if r2 then Native.set k.k_two v 1 else k.k_two); k_both =
    (if (&&) r1 r2 then Native.set k.k_both v 1 else k.k_both) }

(** val note_pair :
    store -> int -> int -> int -> bool -> int -> kinds -> int -> kinds **)

let note_pair g b m x r1 q k b0 =
  let y = Native.get g b0 in
  let z0 = Native.get g (Native.sub q b0) in
  if (&&) ((&&) (Native.leb 1 b0) (Native.ltb b0 q))
       (Native.eqb (Native.div y b) (Native.div z0 b))
  then note ((lxor) x ((lxor) y z0)) r1
         ((&&) (Native.leb m b0) (Native.leb m (Native.sub q b0))) k
  else k

(** val note_triples :
    store -> int -> int -> int list list -> int -> int -> kinds -> kinds **)

let rec note_triples g b m sums r a k =
  match sums with
  | [] -> k
  | bs :: t0 ->
    note_triples g b m t0 r ((+) a 1)
      (fold_left
        (note_pair g b m (Native.get g a) (Native.leb m a) (Native.sub r a))
        bs k)

(** val note_single : store -> int -> int -> kinds -> int -> kinds **)

let note_single g m n0 k j =
  if Native.leb m (Native.sub n0 j)
  then note (Native.get g (Native.sub n0 j)) true false k
  else k

(** val note_two : store -> int -> int -> kinds -> int -> kinds **)

let note_two g b r k a =
  let y = Native.get g (Native.sub r a) in
  if Native.eqb (Native.div y b) 0
  then note ((lxor) (Native.get g a) y) true false k
  else k

(** val kinds_at :
    layout -> store -> int -> int -> int list list -> int -> int -> kinds **)

let kinds_at l g b m sums stop n0 =
  let after0 = fun r ->
    skipn (N.to_nat (Native.sub (Native.sub stop 1) r)) sums
  in
  let k =
    fold_left (note_single g m n0) l.singles { k_one = (Native.empty ());
      k_two = (Native.empty ()); k_both = (Native.empty ()) }
  in
  let k0 =
    fold_left (fun k0 j ->
      let r = Native.sub n0 j in
      fold_left (note_two g b r) (range m r)
        (fold_left (note_pair g b m 0 false r) (hd [] (after0 r)) k0))
      l.pairs k
  in
  fold_left (fun k1 j ->
    note_triples g b m (after0 (Native.sub (Native.sub n0 j) 1))
      (Native.sub n0 j) 1 k1) l.triples k0

(** val lowest : kinds -> int -> int **)

let lowest k x =
  loop (fun v ->
    (||) (Native.eqb v 0)
      (negb (Native.eqb (Native.get k.k_one (Native.sub v 1)) 1))) (fun v ->
    Native.sub v 1) depth x

(** val first_run : kinds -> int -> int -> int -> int **)

let first_run k w x i =
  fst
    (loop (fun r ->
      (||) (Native.leb ((+) (fst r) w) (snd r)) (Native.leb x (snd r)))
      (fun r ->
      if Native.eqb (Native.get k.k_both (snd r)) 1
      then ((fst r), ((+) (snd r) 1))
      else (((+) (snd r) 1), ((+) (snd r) 1))) depth (i, i))

(** val all_marked : store -> int -> int -> bool **)

let all_marked m i stop =
  forallb (fun v -> Native.eqb (Native.get m v) 1) (range i stop)

(** val covered_at :
    layout -> store -> int -> int -> int -> int list list -> int -> int ->
    bool **)

let covered_at l g b m s sums stop n0 =
  let k = kinds_at l g b m sums stop n0 in
  let x = Native.get g n0 in
  let u = first_run k (( * ) ((fun p -> 2*p) 1) s) x (lowest k x) in
  (&&)
    ((&&)
      ((&&) (Native.leb ((+) u (( * ) ((fun p -> 2*p) 1) s)) x)
        (all_marked k.k_two 0 u)) (all_marked k.k_one u x))
    (all_marked k.k_both u ((+) u (( * ) ((fun p -> 2*p) 1) s)))

(** val turns : int -> int -> int **)

let turns bits s =
  Native.div (N.pow ((fun p -> 2*p) 1) bits)
    (N.gcd (N.pow ((fun p -> 2*p) 1) bits) s)

(** val first_of : int -> int -> int -> int -> int **)

let first_of h k n0 p =
  (+) ((+) (( * ) h (Native.max n0 1)) (( * ) (Native.sub h 1) p)) k

(** val asked : int -> int -> int -> int -> int -> int -> int **)

let asked h k n0 p s bits =
  let p0 = ( * ) (turns bits s) p in
  Native.sub
    (Native.sub ((+) (first_of h k n0 p0) (( * ) ((fun p -> 2*p) 1) p0)) p) n0

(** val low_bits : int list **)

let low_bits =
  up 0 (S (S (S (S (S (S (S (S (S O)))))))))

(** val splits_bound : int -> int -> int -> int -> int -> int -> bool **)

let splits_bound h k n0 p s agreement =
  existsb (fun bits -> Native.eqb agreement (asked h k n0 p s bits)) low_bits

(** val splits_with :
    layout -> store -> int -> int -> int -> int -> int -> int -> bool **)

let splits_with l g h k n0 p s bits =
  let b = N.pow ((fun p -> 2*p) 1) bits in
  let p0 = ( * ) (turns bits s) p in
  let first = first_of h k n0 p0 in
  let stop = (+) first (( * ) ((fun p -> 2*p) 1) p0) in
  (&&)
    (let best = best_pairs g b ((+) first p0) in
     forallb (short_at l g b best) (range first ((+) first p0)))
    (let sums = alike_sums g b stop in
     forallb
       (covered_at l g b (Native.max n0 1) (( * ) (turns bits s) s) sums stop)
       (range first stop))

(** val splits_ok :
    layout -> store -> int -> int -> int -> int -> int -> int -> bool **)

let splits_ok l g h k n0 p s agreement =
  existsb (fun bits ->
    (&&) (Native.eqb agreement (asked h k n0 p s bits))
      (splits_with l g h k n0 p s bits)) low_bits

(** val mark_allowed :
    int list -> int list -> int -> int -> store -> store **)

let rec mark_allowed f vals j st m =
  match vals with
  | [] -> m
  | v :: t0 ->
    mark_allowed f t0 ((+) j 1) st
      (if existsb (Native.eqb j) f then m else Native.set m v st)

type walker = { a_n : int; a_vals : int list; a_g : store; a_m : store;
                a_good : bool }

(** val all_but_step : int list -> walker -> walker **)

let all_but_step f s =
  let n0 = s.a_n in
  let m = mark_allowed f s.a_vals 1 ((+) n0 1) s.a_m in
  let x =
    loop (fun x -> negb (Native.eqb (Native.get m x) ((+) n0 1))) (fun x ->
      (+) x 1) depth 0
  in
  let good = negb (Native.eqb (Native.get m x) ((+) n0 1)) in
  { a_n = ((+) n0 1); a_vals = (x :: s.a_vals); a_g =
  (Native.set s.a_g n0 x); a_m = m; a_good = good }

(** val all_but_stop : int -> walker -> bool **)

let all_but_stop limit s =
  (||) (negb s.a_good) (Native.ltb limit s.a_n)

(** val all_but_store : int list -> int -> store option **)

let all_but_store f limit =
  let s =
    loop (all_but_stop limit) (all_but_step f) depth { a_n = 0; a_vals = [];
      a_g = (Native.empty ()); a_m = (Native.empty ()); a_good = true }
  in
  if (&&) s.a_good (Native.ltb limit s.a_n) then Some s.a_g else None

type game =
| Code of int list
| Subtraction of int list
| AllBut of int list

(** val game_ok : game -> bool **)

let game_ok = function
| Code c ->
  (&&)
    (match c with
     | [] -> false
     | d :: _ -> (&&) (negb (Native.testbit d 0)) (negb (Native.testbit d 1)))
    (forallb (fun d ->
      Native.ltb d ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
        ((fun p -> 2*p) 1))))) c)
| Subtraction t0 -> forallb (fun j -> Native.leb 1 j) t0
| AllBut f -> forallb (fun j -> Native.leb 1 j) f

(** val heaps : code -> int **)

let heaps c =
  match (layout_of c).triples with
  | [] ->
    (match (layout_of c).pairs with
     | [] -> 1
     | _ :: _ -> ((fun p -> 2*p) 1))
  | _ :: _ -> ((fun p -> 2*p+1) 1)

type space = { sp_mask : int; sp_position : bool; sp_common : bool;
               sp_rares : (int * int) list; sp_witnesses : int list;
               sp_parts : int }

(** val class_of : space -> int -> bool -> bool **)

let class_of sp x odd =
  xorb (xorb (parity ((land) x sp.sp_mask)) ((&&) sp.sp_position odd))
    sp.sp_common

(** val classes_of : space -> classes **)

let classes_of sp =
  let all = up 0 (N.to_nat most) in
  { spaced = true; common_even =
  (filter (fun x -> negb (class_of sp x false)) all); common_odd =
  (filter (fun x -> negb (class_of sp x true)) all); rare_even =
  (filter (fun x -> class_of sp x false) all); rare_odd =
  (filter (fun x -> class_of sp x true) all) }

(** val no_classes : classes **)

let no_classes =
  let all = up 0 (N.to_nat most) in
  { spaced = false; common_even = []; common_odd = []; rare_even = all;
  rare_odd = all }

(** val space_ok : layout -> space -> bool **)

let space_ok l sp =
  forallb (fun j ->
    eqb sp.sp_common (negb ((&&) sp.sp_position (Native.odd j)))) l.pairs

(** val values_with :
    layout -> space option -> int -> (store * (int * int) list) option **)

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
    layout -> space option -> int -> (store * (int * int) list) option **)

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
    game -> space option -> int -> (store * (int * int) list) option **)

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
                     int; c_period : int; c_saltus : int; c_checked_to : 
                     int; c_agreement : int; c_before : evidence option;
                     c_periods : evidence list; c_window : int list;
                     c_sparse : space option; c_states : (int * int list) list }

(** val last_place : game -> int **)

let last_place = function
| Code c -> N.of_nat (sub (length c) (S O))
| Subtraction t0 -> fold_right Native.max 0 t0
| AllBut f -> fold_right Native.max 0 f

(** val extra_N : int -> int **)

let extra_N n0 =
  if Native.eqb n0 0 then 1 else 0

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
          ((&&) (Native.leb ((fun p -> 2*p) 1) h)
            ((||)
              (Native.eqb a
                ((+)
                  ((+)
                    (( * ) (Native.sub h 1)
                      ((+) ((+) n0 e) (Native.sub c.c_period 1))) k) e))
              (Native.eqb a
                ((+) ((+) (( * ) (Native.sub h 1) ((+) n0 c.c_period)) k) e))))
          (Native.eqb c.c_saltus 0)
      | _ -> false)
   | NoSplitWindow ->
     (match c.c_game with
      | Code d ->
        (&&)
          ((&&) (Native.eqb (heaps d) 1)
            (if Native.eqb k 0
             then (&&) (Native.leb 1 a) (Native.leb a ((+) 1 (extra_N n0)))
             else Native.eqb a ((+) k (extra_N n0))))
          (Native.eqb c.c_saltus 0)
      | _ -> false)
   | SubtractionWindow ->
     (match c.c_game with
      | Subtraction _ -> (&&) (Native.eqb a k) (Native.eqb c.c_saltus 0)
      | _ -> false)
   | AllButWindow ->
     (match c.c_game with
      | AllBut _ -> Native.eqb a (Native.max (( * ) ((fun p -> 2*p) 1) k) 1)
      | _ -> false)
   | SparseSpace -> false
   | ArithmeticSplits ->
     (match c.c_game with
      | Code d ->
        let h = heaps d in
        (&&)
          ((&&)
            ((&&) (Native.leb ((fun p -> 2*p) 1) h) (Native.leb 1 c.c_saltus))
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

(** val agrees_all : store -> int -> int -> int -> int -> bool **)

let agrees_all g n0 p s stop =
  let n1 =
    loop (fun n1 ->
      (||) (Native.leb stop n1)
        (negb
          (Native.eqb (Native.get g ((+) n1 p)) ((+) (Native.get g n1) s))))
      (fun n1 -> (+) n1 1) depth n0
  in
  Native.leb stop n1

(** val window_ok : int list -> int -> store -> bool **)

let rec window_ok l q g =
  match l with
  | [] -> true
  | x :: t0 -> (&&) (Native.eqb (Native.get g q) x) (window_ok t0 ((+) q 1) g)

(** val evidence_ok : store -> int -> evidence -> bool **)

let evidence_ok g limit e =
  (&&)
    ((&&) (Native.leb ((+) e.ev_n e.ev_period) limit)
      (Native.eqb (Native.get g e.ev_n) e.ev_x))
    (Native.eqb (Native.get g ((+) e.ev_n e.ev_period)) e.ev_y)

(** val evidences : certificate -> evidence list **)

let evidences c =
  match c.c_before with
  | Some e -> e :: c.c_periods
  | None -> c.c_periods

(** val same_pairs : (int * int) list -> (int * int) list -> bool **)

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
       (&&) ((&&) (Native.eqb a x) (Native.eqb b y)) (same_pairs l0 r0))

(** val check_values : certificate -> bool **)

let check_values c =
  let n0 = c.c_preperiod in
  let p = c.c_period in
  (&&)
    ((&&)
      ((&&) ((&&) (game_ok c.c_game) (bound_ok c))
        (Native.eqb ((+) c.c_checked_to 1) ((+) ((+) n0 p) c.c_agreement)))
      (check_least n0 p c.c_saltus c.c_before c.c_periods))
    (match all_values c.c_game c.c_sparse c.c_checked_to with
     | Some p0 ->
       let (g, rs) = p0 in
       (&&)
         ((&&)
           ((&&)
             ((&&) (agrees_all g n0 p c.c_saltus ((+) n0 c.c_agreement))
               (values_ok c g))
             (forallb (evidence_ok g c.c_checked_to) (evidences c)))
           (window_ok c.c_window n0 g))
         (match c.c_sparse with
          | Some sp -> same_pairs rs (rev sp.sp_rares)
          | None -> true)
     | None -> false)

(** val ring_marks :
    (int * int) list -> int -> int -> store -> store -> store **)

let rec ring_marks sh n0 mask0 ring m =
  match sh with
  | [] -> m
  | p :: t0 ->
    let (d, v) = p in
    ring_marks t0 n0 mask0 ring
      (Native.set m
        ((lxor) v (Native.get ring ((land) (Native.sub n0 d) mask0))) n0)

(** val exclude :
    (int * int) list -> int list -> int -> int -> int -> store -> store ->
    store * bool **)

let rec exclude wits left n0 x mask0 ring m =
  match left with
  | [] -> (m, true)
  | _ :: _ ->
    (match wits with
     | [] -> (m, false)
     | p :: t0 ->
       let (d, v) = p in
       let m' =
         Native.set m
           ((lxor) v (Native.get ring ((land) (Native.sub n0 d) mask0))) n0
       in
       exclude t0 (advance left x n0 m') n0 x mask0 ring m')

type seg = { s_n : int; s_ring : store; s_m : store; s_good : bool }

(** val seg_step :
    classes -> (int * int) list -> (int * int) list -> int -> int -> seg ->
    seg **)

let seg_step c shifts wits mask0 from0 s =
  let n0 = s.s_n in
  let ring = s.s_ring in
  let m = ring_marks shifts n0 mask0 ring s.s_m in
  (match first_free (commons_at c n0) n0 m with
   | Some x ->
     if Native.ltb n0 from0
     then { s_n = ((+) n0 1); s_ring = (Native.set ring ((land) n0 mask0) x);
            s_m = m; s_good = true }
     else let (m', good) =
            exclude wits (advance (rares_at c n0) x n0 m) n0 x mask0 ring m
          in
          { s_n = ((+) n0 1); s_ring = (Native.set ring ((land) n0 mask0) x);
          s_m = m'; s_good = good }
   | None -> { s_n = n0; s_ring = ring; s_m = m; s_good = false })

(** val seg_stop : int -> seg -> bool **)

let seg_stop target s =
  (||) (negb s.s_good) (Native.leb target s.s_n)

(** val seg_run :
    classes -> (int * int) list -> (int * int) list -> int -> int -> int ->
    seg -> seg **)

let seg_run c shifts wits mask0 from0 target s =
  loop (seg_stop target) (seg_step c shifts wits mask0 from0) depth s

(** val load : int list -> int -> int -> store -> store **)

let rec load l q mask0 ring =
  match l with
  | [] -> ring
  | x :: t0 -> load t0 ((+) q 1) mask0 (Native.set ring ((land) q mask0) x)

(** val same_window : int list -> int -> int -> store -> bool **)

let rec same_window l q mask0 ring =
  match l with
  | [] -> true
  | x :: t0 ->
    (&&) (Native.eqb (Native.get ring ((land) q mask0)) x)
      (same_window t0 ((+) q 1) mask0 ring)

(** val visit :
    (int -> seg -> seg) -> int -> int -> (int * int) list -> seg -> seg option **)

let rec visit run0 mask0 start0 visits s =
  match visits with
  | [] -> Some s
  | p :: t0 ->
    let (q, v) = p in
    let s' = run0 ((+) q 1) s in
    if (&&)
         ((&&) ((&&) s'.s_good (Native.leb start0 q))
           (Native.eqb s'.s_n ((+) q 1)))
         (Native.eqb (Native.get s'.s_ring ((land) q mask0)) v)
    then visit run0 mask0 start0 t0 s'
    else None

(** val check_segment :
    classes -> (int * int) list -> (int * int) list -> int -> int -> int ->
    int -> int -> int list -> int list -> (int * int) list -> bool **)

let check_segment c shifts wits u v bits start0 finish before0 after0 visits =
  let mask0 = N.ones bits in
  let run0 = seg_run c shifts wits mask0 ((+) start0 v) in
  let s = { s_n = start0; s_ring =
    (load before0 (Native.sub start0 u) mask0 (Native.empty ())); s_m =
    (Native.empty ()); s_good = true }
  in
  (match visit run0 mask0 start0 visits s with
   | Some s0 ->
     let s1 = run0 finish s0 in
     if (&&) ((&&) s1.s_good (Native.eqb s1.s_n finish))
          (same_window after0 (Native.sub finish u) mask0 s1.s_ring)
     then let s2 = run0 ((+) finish v) s1 in
          (&&) s2.s_good (Native.eqb s2.s_n ((+) finish v))
     else false
   | None -> false)

type prepared = { pr_classes : classes; pr_shifts : (int * int) list;
                  pr_wits : (int * int) list; pr_window : int;
                  pr_reach : int; pr_bits : int; pr_claims : (int * int) list }

(** val shifts_for : layout -> (int * int) list -> (int * int) list **)

let shifts_for l rares =
  app (map (fun j -> (j, 0)) l.singles)
    (flat_map (fun e -> map (fun j -> (((+) j (fst e)), (snd e))) l.pairs)
      rares)

(** val wits_for : layout -> store -> int list -> (int * int) list **)

let wits_for l g a =
  flat_map (fun a0 -> map (fun j -> (((+) j a0), (Native.get g a0))) l.pairs)
    a

(** val parts_of : space -> int list **)

let parts_of sp =
  app sp.sp_witnesses (up 1 (N.to_nat sp.sp_parts))

(** val claims_of : certificate -> (int * int) list **)

let claims_of c =
  flat_map (fun e -> (e.ev_n, e.ev_x) :: ((((+) e.ev_n e.ev_period),
    e.ev_y) :: [])) (evidences c)

(** val last_state :
    (int * int list) -> (int * int list) list -> int * int list **)

let rec last_state a = function
| [] -> a
| b :: t0 -> last_state b t0

(** val same_list : int list -> int list -> bool **)

let rec same_list l r =
  match l with
  | [] -> (match r with
           | [] -> true
           | _ :: _ -> false)
  | x :: l0 ->
    (match r with
     | [] -> false
     | y :: r0 -> (&&) (Native.eqb x y) (same_list l0 r0))

(** val numbers_ok : certificate -> space -> int -> int -> int -> bool **)

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
                     | _ -> false) (Native.eqb c.c_saltus 0))
              (Native.leb 1 n0)) (Native.ltb m n0))
          (Native.eqb c.c_agreement
            (Native.max ((+) k (Native.max m deepest)) 1)))
        (Native.eqb ((+) c.c_checked_to 1) ((+) ((+) n0 p) c.c_agreement)))
      ((||) (negb sp.sp_position) (negb (Native.odd p))))
    (forallb (fun a -> Native.leb 1 a) sp.sp_witnesses)

(** val states_ok : certificate -> int -> store -> bool **)

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
             ((&&) (Native.eqb (fst a) ((+) u 1))
               (Native.eqb (N.of_nat (length (snd a))) u))
             (window_ok (snd a) 1 g))
           (Native.eqb (fst z0) ((+) ((+) n0 p) u)))
         (Native.eqb (N.of_nat (length (snd z0))) u))
       (existsb (fun b ->
         (&&) (Native.eqb (fst b) ((+) n0 u)) (same_list (snd b) (snd z0)))
         c.c_states))

(** val claims_ok : certificate -> int -> store -> bool **)

let claims_ok c u g =
  forallb (fun e ->
    (&&) (Native.ltb (fst e) ((+) ((+) c.c_preperiod c.c_period) u))
      ((||) (Native.ltb u (fst e))
        (Native.eqb (Native.get g (fst e)) (snd e)))) (claims_of c)

(** val prepare : certificate -> prepared option **)

let prepare c =
  match c.c_game with
  | Code d ->
    (match c.c_sparse with
     | Some sp ->
       let l = layout_of d in
       let k = last_place (Code d) in
       let m = fold_right Native.max 0 (map fst sp.sp_rares) in
       let deepest = fold_right Native.max 0 (parts_of sp) in
       let u = (+) k m in
       let v = Native.sub deepest m in
       if (&&)
            ((&&) ((&&) (game_ok (Code d)) (numbers_ok c sp k m deepest))
              (check_least c.c_preperiod c.c_period c.c_saltus c.c_before
                c.c_periods)) (space_ok l sp)
       then (match values_with l (Some sp) ((+) u v) with
             | Some p ->
               let (g, rs) = p in
               if (&&)
                    ((&&)
                      ((&&) (same_pairs rs (rev sp.sp_rares))
                        (states_ok c u g)) (claims_ok c u g)) (layout_ok l)
               then Some { pr_classes = (classes_of sp); pr_shifts =
                      (shifts_for l sp.sp_rares); pr_wits =
                      (wits_for l g (parts_of sp)); pr_window = u; pr_reach =
                      v; pr_bits = (N.size ((+) u v)); pr_claims =
                      (claims_of c) }
               else None
             | None -> None)
       else None
     | None -> None)
  | _ -> None

(** val adjacent :
    (int * int list) -> (int * int list) list -> ((int * int
    list) * (int * int list)) list **)

let rec adjacent a = function
| [] -> []
| b :: t0 -> (a, b) :: (adjacent b t0)

(** val segments_of :
    certificate -> ((int * int list) * (int * int list)) list **)

let segments_of c =
  match c.c_states with
  | [] -> []
  | a :: rest -> adjacent a rest

(** val insert : (int * int) -> (int * int) list -> (int * int) list **)

let rec insert e l = match l with
| [] -> e :: []
| f :: t0 -> if Native.leb (fst e) (fst f) then e :: l else f :: (insert e t0)

(** val check_part :
    prepared -> ((int * int list) * (int * int list)) -> bool **)

let check_part pr = function
| (a, b) ->
  let visits =
    fold_right insert []
      (filter (fun e ->
        (&&) (Native.leb (fst a) (fst e)) (Native.ltb (fst e) (fst b)))
        pr.pr_claims)
  in
  let u = pr.pr_window in
  (&&)
    ((&&)
      ((&&) (Native.leb (fst a) (fst b))
        (Native.eqb (N.of_nat (length (snd a))) u))
      (Native.eqb (N.of_nat (length (snd b))) u))
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

type position = int * z

type values = int -> z -> int

(** val sum_value : values -> position list -> int **)

let sum_value f o =
  fold_right (fun q x -> (lxor) (f (fst q) (snd q)) x) 0 o

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

(** val kind_at : kind list -> int -> kind **)

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

(** val threshold : (int -> z) -> coordinate -> z **)

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
                 (Z.add (Z.add c (Z.mul (Zpos ((fun p -> 2*p) 1)) u))
                   (Z.mul (Zpos ((fun p -> 2*p) 1)) p)) (Zpos 1))
               (greatest e)) :: ((Z.sub
                                   (Z.sub
                                     (Z.add
                                       (Z.add c
                                         (Z.mul (Zpos ((fun p -> 2*p) 1)) t0))
                                       (Z.mul (Zpos ((fun p -> 2*p) 1)) p))
                                     (Zpos 1)) (smallest e)) :: [])
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
                 (Z.add (Z.add c (Z.mul (Zpos ((fun p -> 2*p) 1)) t0))
                   (Z.mul (Zpos ((fun p -> 2*p) 1)) p)) (Zpos ((fun p -> 2*p)
                 1))) e) :: ((Z.sub
                               (Z.add
                                 (Z.add c (Z.mul (Zpos ((fun p -> 2*p) 1)) u))
                                 e) (Zpos 1)) :: [])
           | _ :: _ -> [])))

(** val cut_bounds : (int -> z) -> z -> cut -> z list **)

let cut_bounds n0 p c =
  let ts = map (threshold n0) c.coordinates in
  (Z.add (Z.add c.cut_sum (sum ts))
    (Z.mul (Z.sub (Z.of_nat (length ts)) (Zpos 1)) (Z.sub p (Zpos 1)))) :: 
  (order_bounds c.cut_order c.cut_sum ts p)

(** val rule_bounds : (int -> z) -> z -> rule -> z list **)

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

(** val place : int -> int -> z -> int **)

let place w q s =
  (+) (( * ) q w) (Z.to_N s)

(** val stored : int -> store -> values **)

let stored w g q s =
  Native.get g (place w q s)

(** val least_of : kind list -> int -> z **)

let least_of k k0 =
  match (kind_at k k0).least_size with
  | Some l -> l
  | None -> Z0

(** val is_known : kind list -> store -> position -> bool **)

let is_known k h q =
  let l = least_of k (fst q) in
  (&&) (Z.leb l (snd q))
    (Z.ltb (snd q) (Z.add l (Z.of_N (Native.get h (fst q)))))

(** val applies_b : rule -> z -> bool **)

let applies_b r n0 =
  if Z.leb r.from n0
  then existsb (Z.eqb (Z.modulo n0 r.modulus)) r.residues
  else existsb (Z.eqb n0) r.before

type lane = { start : int; stride : int; bases : int list }

(** val lanes : int -> z -> coordinate list -> z list -> lane list **)

let rec lanes w m cs rs =
  match cs with
  | [] -> []
  | co :: t0 ->
    { start = (Z.to_N (Z.modulo (Z.sub (hd Z0 rs) co.at_least) m)); stride =
      (Z.to_N m); bases =
      (map (fun q -> place w (fst q) (Z.add co.at_least (snd q)))
        co.cut_parts) } :: (lanes w m t0 (tl rs))

(** val at_lane : store -> int list -> int -> int -> int **)

let rec at_lane g bs x w =
  match bs with
  | [] -> w
  | b :: t0 -> at_lane g t0 x ((lxor) w (Native.get g ((+) b x)))

(** val walk0 :
    int -> int -> int -> int list -> (int -> store -> store) -> store -> store **)

let walk0 i d top skip body m =
  if Native.ltb top i
  then m
  else snd
         (N.iter ((+) (Native.div (Native.sub top i) d) 1) (fun s ->
           (((+) (fst s) d),
           (if existsb (Native.eqb (fst s)) skip
            then snd s
            else body (fst s) (snd s)))) (i, m))

(** val mark_lanes :
    store -> int -> lane list -> int -> int list -> int -> int -> store ->
    store **)

let rec mark_lanes g st ls top skip left w m =
  match ls with
  | [] -> m
  | c :: t0 ->
    (match t0 with
     | [] -> Native.set m (at_lane g c.bases left w) st
     | _ :: _ ->
       walk0 c.start c.stride (N.min left top) skip (fun x m0 ->
         mark_lanes g st t0 left [] (Native.sub left x)
           (at_lane g c.bases x w) m0) m)

(** val lows : coordinate list -> z **)

let lows cs =
  sum (map (fun c -> c.at_least) cs)

(** val left_of : cut -> z -> z **)

let left_of c n0 =
  Z.sub (Z.sub n0 c.cut_sum) (lows c.coordinates)

(** val span : order -> coordinate list -> z -> (int * int list) option **)

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
                 then (Z.to_N (Z.div z0 (Zpos ((fun p -> 2*p) 1)))) :: []
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
             then Some ((Z.to_N (Z.div z0 (Zpos ((fun p -> 2*p) 1)))), [])
             else None
           | _ :: _ -> None)))

(** val modulus_of : cut -> z **)

let modulus_of c =
  match c.allowed with
  | Some _ -> c.cut_modulus
  | None -> Zpos 1

(** val tuples : cut -> z list list **)

let tuples c =
  match c.allowed with
  | Some t0 -> t0
  | None -> (repeat Z0 (length c.coordinates)) :: []

(** val mark_cut :
    int -> store -> int -> cut -> z -> int -> store -> store **)

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

(** val mark_rule : int -> store -> int -> z -> store -> rule -> store **)

let mark_rule w g st n0 m r =
  if applies_b r n0
  then let w0 = sum_value (stored w g) (app r.fixed (back n0 r.joint)) in
       (match r.the_cut with
        | Some c -> mark_cut w g st c n0 w0 m
        | None -> Native.set m w0 st)
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
  | None -> (&&) (Native.ltb (fst q) (N.of_nat (length k))) (Z.eqb (snd q) Z0)

(** val mex_of : store -> int -> int **)

let mex_of m st =
  loop (fun x -> negb (Native.eqb (Native.get m x) st)) (fun x -> (+) x 1)
    depth 0

type state = { s_g : store; s_h : store; s_m0 : store; s_stamp : int;
               s_moved : bool }

(** val next_of : kind list -> state -> int -> z **)

let next_of k s k0 =
  Z.add (least_of k k0) (Z.of_N (Native.get s.s_h k0))

(** val stay : state -> state **)

let stay s =
  { s_g = s.s_g; s_h = s.s_h; s_m0 = s.s_m0; s_stamp = s.s_stamp; s_moved =
    false }

(** val advance0 : kind list -> int -> store -> int -> state -> state **)

let advance0 k w count0 k0 s =
  let n0 = next_of k s k0 in
  let st = s.s_stamp in
  if (&&)
       ((&&)
         ((&&)
           ((&&) (Native.ltb (Native.get s.s_h k0) (Native.get count0 k0))
             (Z.leb Z0 n0)) (Z.ltb n0 (Z.of_N w))) (stands_b k (k0, n0)))
       (forallb (rule_ready k s.s_h n0) (kind_at k k0).kind_rules)
  then let m =
         fold_left (mark_rule w s.s_g st n0) (kind_at k k0).kind_rules s.s_m0
       in
       let x = mex_of m st in
       if Native.eqb (Native.get m x) st
       then stay s
       else { s_g = (Native.set s.s_g (place w k0 n0) x); s_h =
              (Native.set s.s_h k0 ((+) (Native.get s.s_h k0) 1)); s_m0 = m;
              s_stamp = ((+) st 1); s_moved = true }
  else stay s

(** val go_on : state -> state **)

let go_on s =
  { s_g = s.s_g; s_h = s.s_h; s_m0 = s.s_m0; s_stamp = s.s_stamp; s_moved =
    true }

(** val run_kind : kind list -> int -> store -> state -> int -> state **)

let run_kind k w count0 s k0 =
  loop (fun s0 -> negb s0.s_moved) (advance0 k w count0 k0) depth (go_on s)

type round = { r_state : state; r_before : int }

(** val run_round :
    kind list -> int -> store -> int list -> round -> round **)

let run_round k w count0 ks r =
  { r_state = (fold_left (run_kind k w count0) ks r.r_state); r_before =
    r.r_state.s_stamp }

(** val run : kind list -> int -> store -> int list -> round **)

let run k w count0 ks =
  loop (fun r -> Native.eqb r.r_state.s_stamp r.r_before)
    (run_round k w count0 ks) depth { r_state = { s_g = (Native.empty ());
    s_h = (Native.empty ()); s_m0 = (Native.empty ()); s_stamp = 1; s_moved =
    true }; r_before = 0 }

(** val cut_ok : cut -> bool **)

let cut_ok c =
  (&&)
    ((&&) (Z.leb (Zpos 1) (modulus_of c))
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

type kind_claim = { q_kind : int; q_preperiod : z; q_period : int;
                    q_saltus : int; q_bound : z; q_checked_to : z;
                    q_before : evidence option; q_periods : evidence list;
                    q_window : int list }

type kinds_certificate = { k_rules : kind list; k_joint : z;
                           k_claims : kind_claim list; k_order : int list;
                           k_counts : int list; k_weights : z list }

(** val claim_of : kinds_certificate -> int -> kind_claim option **)

let claim_of c k =
  find (fun q -> Native.eqb q.q_kind k) c.k_claims

(** val preperiod_of : kinds_certificate -> int -> z **)

let preperiod_of c k =
  match claim_of c k with
  | Some q -> q.q_preperiod
  | None -> Z0

(** val live_b : kinds_certificate -> int -> bool **)

let live_b c k =
  match claim_of c k with
  | Some _ -> true
  | None -> false

(** val divides_b : kinds_certificate -> z -> bool **)

let divides_b c =
  let p = c.k_joint in
  (fun m -> (&&) (Z.leb (Zpos 1) m) (Z.eqb (Z.modulo p m) Z0))

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
                 negb (Z.eqb (Z.sub x y) (Z.mul (Zpos ((fun p -> 2*p) 1)) p)))
                 e) e
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

(** val bound_of : kinds_certificate -> int -> z **)

let bound_of c =
  let k = c.k_rules in
  let p = c.k_joint in
  (fun k0 ->
  fold_right Z.max (preperiod_of c k0)
    (flat_map (rule_bounds (preperiod_of c) p) (kind_at k k0).kind_rules))

(** val steps : kinds_certificate -> z **)

let steps c =
  let k = c.k_rules in Z.add (Z.of_nat (length k)) (Zpos 1)

(** val weight : kinds_certificate -> int -> z **)

let weight c k =
  nth (N.to_nat k) c.k_weights Z0

(** val falls : kinds_certificate -> int -> int -> z -> bool **)

let falls c k q up0 =
  Z.ltb (Z.add (Z.mul (steps c) up0) (weight c q)) (weight c k)

(** val cut_ends : kinds_certificate -> int -> cut -> bool **)

let cut_ends c =
  let k = c.k_rules in
  (fun k0 d ->
  forallb (fun co ->
    forallb (fun q ->
      (&&) (Z.leb (least_of k (fst q)) (Z.add co.at_least (snd q)))
        (falls c k0 (fst q)
          (Z.sub (Z.sub (Z.add (snd q) co.at_least) d.cut_sum)
            (lows d.coordinates)))) co.cut_parts) d.coordinates)

(** val rule_ends : kinds_certificate -> store -> int -> rule -> bool **)

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

(** val kind_seen : kinds_certificate -> store -> int -> bool **)

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

(** val evidence_at : store -> int -> int -> evidence -> bool **)

let evidence_at g i known0 e =
  (&&)
    ((&&) (Native.ltb ((+) e.ev_n e.ev_period) known0)
      (Native.eqb (Native.get g ((+) i e.ev_n)) e.ev_x))
    (Native.eqb (Native.get g ((+) ((+) i e.ev_n) e.ev_period)) e.ev_y)

(** val most_shown : int **)

let most_shown =
  ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p) ((fun p -> 2*p)
    1))))))))))))))))

(** val least_claim :
    kinds_certificate -> int -> store -> kind_claim -> bool **)

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
        (Z.to_N (Z.sub (Z.add q.q_checked_to (Zpos 1)) l)))
      (match before0 with
       | Some e -> e :: evs
       | None -> evs)))

(** val claim_base :
    kinds_certificate -> int -> store -> store -> kind_claim -> bool **)

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
              (Z.leb (Z.add (Z.sub q.q_bound (Zpos 1)) p) q.q_checked_to))
            (Z.leb Z0 (Z.add (Z.mul (steps c) l) (weight c k0))))
          (forallb (fun r -> (&&) (rule_fits_b c r) (rule_ends c h k0 r))
            (kind_at k k0).kind_rules)) (is_known k h (k0, q.q_checked_to)))
      (divides_b c (Z.of_N q.q_period))) (least_claim c w g q))

(** val window_right : int -> store -> kind_claim -> bool **)

let window_right w g q =
  (&&)
    (Native.eqb (N.of_nat (length q.q_window))
      (N.min (Z.to_N (Z.sub q.q_bound q.q_preperiod)) most_shown))
    (window_ok q.q_window (place w q.q_kind q.q_preperiod) g)

(** val claim_ok : kinds_certificate -> int -> store -> kind_claim -> bool **)

let claim_ok c =
  let p = c.k_joint in
  (fun w g q ->
  let i = place w q.q_kind q.q_preperiod in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (Native.eqb q.q_saltus 0)
            (Z.eqb q.q_bound (bound_of c q.q_kind)))
          (Z.eqb q.q_checked_to (Z.add (Z.sub q.q_bound (Zpos 1)) p)))
        (agrees_all g i (Z.to_N p) 0
          ((+) i (Z.to_N (Z.sub q.q_bound q.q_preperiod)))))
      (agrees_all g i q.q_period 0
        ((+) i (Z.to_N (Z.sub p (Z.of_N q.q_period)))))) (window_right w g q))

(** val width : kinds_certificate -> int **)

let width c =
  let k = c.k_rules in
  (+) 1
    (fold_right Native.max 0
      (map (fun k0 ->
        (+) (Z.to_N (least_of k (N.of_nat k0))) (nth k0 c.k_counts 0))
        (seq O (length k))))

(** val counts : kinds_certificate -> store **)

let counts c =
  let k = c.k_rules in
  fold_left (fun s k0 -> Native.set s (N.of_nat k0) (nth k0 c.k_counts 0))
    (seq O (length k)) (Native.empty ())

(** val computed : kinds_certificate -> state option **)

let computed c =
  let k = c.k_rules in
  let p = c.k_joint in
  let w = width c in
  let s = (run k w (counts c) c.k_order).r_state in
  if (&&)
       ((&&)
         ((&&) (Z.leb (Zpos 1) p)
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

(** val movers : rule -> nat -> int list **)

let movers r j =
  app (map fst r.joint) (map fst (parts_at r j))

(** val moving : rule -> z -> z list -> nat -> position list **)

let moving r n0 a j =
  app (back n0 r.joint) (shifted (nth j a Z0) (parts_at r j))

(** val heights : int -> values -> position list -> int **)

let heights g f o =
  fold_right (fun q x -> (+) (high g (f (fst q) (snd q))) x) 0 o

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

(** val sum_of : (int -> int) -> int list -> int **)

let sum_of s ks =
  fold_right (fun k x -> (+) (s k) x) 0 ks

(** val goes_on :
    values -> (int -> bool) -> (int -> z) -> z -> (int -> int) -> int -> z ->
    int **)

let goes_on g live_b0 n0 p s k n1 =
  if (&&) (live_b0 k) (Z.leb (n0 k) n1)
  then (+) (g k (Z.add (n0 k) (Z.modulo (Z.sub n1 (n0 k)) p)))
         (( * ) (Z.to_N (Z.div (Z.sub n1 (n0 k)) p)) (s k))
  else g k n1

(** val dirs : rule -> nat list **)

let dirs r =
  match r.the_cut with
  | Some d -> seq O (length d.coordinates)
  | None -> O :: []

(** val at_position : values -> position -> int **)

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
    values -> (int -> int) -> int -> rule -> int -> z -> z list -> bool **)

let short_b f s g r k n0 a =
  (&&) (forallb (fun j -> Native.leb (sum_of s (movers r j)) (s k)) (dirs r))
    (let o = parts r n0 a in
     let w = f k n0 in
     (||)
       (negb
         (Native.eqb (sum_value (fun k0 n1 -> low g (f k0 n1)) o) (low g w)))
       (Native.ltb (heights g f o) (high g w)))

(** val differs_one_b :
    values -> (int -> int) -> rule -> int -> z -> z list -> bool **)

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
            ((&&) (negb (Native.eqb v w))
              (implb (Native.ltb (s q) (s k)) (Native.ltb v w)))
            (implb (Native.ltb (s k) (s q)) (Native.ltb w v))
        | _ :: _ -> false))

(** val differs_slack_b :
    values -> (int -> int) -> z -> (int -> z) -> rule -> int -> z -> z list
    -> bool **)

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
      ((&&) ((&&) (Native.leb (s q) (s k)) (negb (Native.eqb v w)))
        (implb (Native.ltb (s q) (s k)) (Native.ltb v w)))
      (implb
        ((&&) ((&&) (Native.ltb 0 (s k)) (Native.eqb (s q) (s k))) near0)
        (Native.ltb v w))
  | None -> false

(** val differs_fixed_b :
    values -> (int -> int) -> rule -> int -> z -> z list -> bool **)

let differs_fixed_b f s r k n0 a =
  (&&)
    (forallb (fun j -> match movers r j with
                       | [] -> true
                       | _ :: _ -> false) (dirs r))
    (let v = sum_value f (parts r n0 a) in
     let w = f k n0 in
     (&&) (negb (Native.eqb v w))
       (implb (Native.ltb 0 (s k)) (Native.ltb v w)))

(** val missed_b :
    values -> (int -> int) -> z -> int -> (int -> z) -> rule -> int -> z -> z
    list -> bool **)

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

(** val ready_b : (int -> z) -> rule -> z -> z list -> nat -> bool **)

let ready_b n0 r n1 a j =
  forallb (fun q -> Z.leb (n0 (fst q)) (snd q)) (moving r n1 a j)

(** val stays_one_b :
    (int -> int) -> z -> (int -> z) -> rule -> z -> z list -> nat -> bool **)

let stays_one_b s p n0 r n1 a j =
  (&&) ((&&) (Native.eqb (sum_of s (movers r j)) 0) (raisable_b p r a j))
    (ready_b n0 r n1 a j)

(** val stays_two_b :
    values -> (int -> int) -> int -> (int -> z) -> rule -> z -> z list -> nat
    -> nat -> bool **)

let stays_two_b f s g n0 r n1 a i j =
  let s0 = sum_of s (movers r i) in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (negb (Nat.eqb i j)) (Native.eqb (sum_of s (movers r j)) s0))
          (Native.eqb (sum_of s (map fst r.joint)) 0)) (ready_b n0 r n1 a i))
      (ready_b n0 r n1 a j))
    (existsb (fun b ->
      (&&) (Native.eqb (s (fst b)) s0)
        (existsb (fun c ->
          (&&) (Native.eqb (s (fst c)) s0)
            (Native.eqb (high g (at_position f b)) (high g (at_position f c))))
          (moving r n1 a j))) (moving r n1 a i))

(** val rises_b :
    values -> (int -> int) -> z -> int -> (int -> z) -> rule -> int -> z -> z
    list -> int -> nat -> bool **)

let rises_b f s p g n0 r k n1 a v j =
  (&&)
    ((&&)
      ((&&) (Native.eqb (sum_of s (movers r j)) (s k)) (raisable_b p r a j))
      (ready_b n0 r n1 a j))
    (existsb (fun p0 ->
      (&&) (Native.eqb (s (fst p0)) (s k))
        (Native.eqb (high g (at_position f p0)) (high g v)))
      (moving r n1 a j))

(** val beside_b :
    values -> (int -> int) -> z -> int -> (int -> z) -> rule -> z -> z list
    -> (nat -> bool) -> bool **)

let beside_b f s p g n0 r n1 a free =
  (||)
    (existsb (fun s0 -> (&&) (free s0) (stays_one_b s p n0 r n1 a s0))
      (dirs r))
    (existsb (fun s0 ->
      (&&) (free s0)
        (existsb (fun u -> (&&) (free u) (stays_two_b f s g n0 r n1 a s0 u))
          (dirs r))) (dirs r))

(** val note_option :
    values -> (int -> int) -> z -> int -> (int -> z) -> rule -> int -> z ->
    int -> kinds -> z list -> kinds **)

let note_option f s p g n0 r k n1 x ks a =
  let v = sum_value f (parts r n1 a) in
  if Native.leb x v
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
       { k_one = (if rise then Native.set ks.k_one v 1 else ks.k_one);
       k_two = (if stay0 then Native.set ks.k_two v 1 else ks.k_two);
       k_both = (if both0 then Native.set ks.k_both v 1 else ks.k_both) }

(** val options_noted :
    values -> (int -> int) -> z -> int -> (int -> z) -> rule list -> int -> z
    -> int -> kinds **)

let options_noted f s p g n0 rs k n1 x =
  fold_left (fun ks r ->
    if applies_b r n1
    then fold_left (note_option f s p g n0 r k n1 x) (choices r n1) ks
    else ks) rs { k_one = (Native.empty ()); k_two = (Native.empty ());
    k_both = (Native.empty ()) }

(** val covered_b :
    values -> (int -> int) -> z -> int -> (int -> z) -> rule list -> int -> z
    -> bool **)

let covered_b f s p g n0 rs k n1 =
  let x = f k n1 in
  let ks = options_noted f s p g n0 rs k n1 x in
  if Native.eqb (s k) 0
  then all_marked ks.k_two 0 x
  else let u = first_run ks (( * ) ((fun p -> 2*p) 1) (s k)) x (lowest ks x)
       in
       (&&)
         ((&&)
           ((&&) (Native.leb ((+) u (( * ) ((fun p -> 2*p) 1) (s k))) x)
             (all_marked ks.k_two 0 u)) (all_marked ks.k_one u x))
         (all_marked ks.k_both u ((+) u (( * ) ((fun p -> 2*p) 1) (s k))))

(** val sizes : z -> z -> z list **)

let sizes n0 len =
  map (fun i -> Z.add n0 (Z.of_nat i)) (seq O (Z.to_nat len))

(** val saltus_of : kinds_certificate -> int -> int **)

let saltus_of c =
  let p = c.k_joint in
  (fun k ->
  match claim_of c k with
  | Some q -> ( * ) q.q_saltus (Native.div (Z.to_N p) q.q_period)
  | None -> 0)

(** val start_of : kinds_certificate -> int -> z **)

let start_of c k =
  match claim_of c k with
  | Some q -> q.q_bound
  | None -> Z0

(** val top_of : kinds_certificate -> z **)

let top_of c =
  fold_right Z.max Z0 (map (fun k -> k.q_bound) c.k_claims)

(** val value_of : kinds_certificate -> int -> store -> values **)

let value_of c =
  let k = c.k_rules in
  let p = c.k_joint in
  (fun w st k0 n0 ->
  if stands_b k (k0, n0)
  then goes_on (stored w st) (live_b c) (preperiod_of c) p (saltus_of c) k0 n0
  else 0)

(** val claim_rises :
    kinds_certificate -> int -> int -> store -> kind_claim -> bool **)

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
                  (Native.eqb
                    (( * ) q.q_saltus (Native.div (Z.to_N p) q.q_period)) s))
                (Native.eqb (Native.modulo s (N.pow ((fun p -> 2*p) 1) g)) 0))
              (Z.eqb q.q_checked_to
                (Z.sub (Z.add (top_of c) (Z.mul (Zpos ((fun p -> 2*p) 1)) p))
                  (Zpos 1))))
            (agrees_all st i (Z.to_N p) s
              ((+) i (Z.to_N (Z.sub (Z.add (top_of c) p) q.q_preperiod)))))
          (agrees_all st i q.q_period q.q_saltus ((+) i (Z.to_N p))))
        (forallb (fun n0 ->
          forallb (fun r ->
            if applies_b r n0
            then forallb
                   (missed_b f (saltus_of c) p g (preperiod_of c) r k0 n0)
                   (choices r n0)
            else true) rs) (sizes q.q_bound p)))
      (forallb (covered_b f (saltus_of c) p g (preperiod_of c) rs k0)
        (sizes q.q_bound (Z.mul (Zpos ((fun p -> 2*p) 1)) p))))
    (window_right w st q))

(** val check_arithmetic_kinds : kinds_certificate -> int -> bool **)

let check_arithmetic_kinds c g =
  match computed c with
  | Some s -> forallb (claim_rises c g (width c) s.s_g) c.k_claims
  | None -> false

type move = { needs : int; excludes : int; deletes : int; adds : int }

type system = move list

(** val within : int -> int -> bool **)

let within a b =
  Native.eqb ((land) a b) a

(** val apart : int -> int -> bool **)

let apart a b =
  Native.eqb ((land) a b) 0

(** val fits : int -> move -> bool **)

let fits x m =
  (&&) (within m.needs x) (apart m.excludes x)

(** val made : int -> move -> int **)

let made x m =
  (lor) (Native.ldiff x m.deletes) m.adds

(** val options : system -> int -> int list **)

let options m x =
  map (made x) (filter (fits x) m)

(** val ones0 : int -> nat **)

let rec ones0 p =
  (fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))
    (fun q -> S (ones0 q))
    (fun q -> ones0 q)
    (fun _ -> S O)
    p

(** val count : int -> nat **)

let count x =
  (fun f0 fp n -> if n = 0 then f0 () else fp n)
    (fun _ -> O)
    (fun p -> ones0 p)
    x

(** val play_ends : system -> bool **)

let play_ends m =
  forallb (fun m0 ->
    Nat.ltb (count m0.adds) (count ((land) m0.needs m0.deletes))) m

(** val support : move -> int **)

let support m =
  (lor) m.needs ((lor) m.excludes ((lor) m.deletes m.adds))

type renaming = (int * int) list

(** val image : renaming -> int -> int **)

let image p x =
  fold_right (fun q y ->
    if Native.testbit x (fst q) then Native.setbit y (snd q) else y) 0 p

(** val domain : renaming -> int **)

let domain p =
  fold_right (fun q y -> Native.setbit y (fst q)) 0 p

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

  (** val then_leb : int -> int -> bool -> bool **)

  let then_leb a b rest =
    if Native.ltb a b then true else if Native.eqb a b then rest else false

  (** val leb : move -> move -> bool **)

  let leb m n0 =
    then_leb m.needs n0.needs
      (then_leb m.deletes n0.deletes
        (then_leb m.adds n0.adds (Native.leb m.excludes n0.excludes)))
 end

module MoveSort = Sort(MoveOrder)

(** val move_eqb : move -> move -> bool **)

let move_eqb m n0 =
  (&&)
    ((&&)
      ((&&) (Native.eqb m.needs n0.needs) (Native.eqb m.deletes n0.deletes))
      (Native.eqb m.adds n0.adds)) (Native.eqb m.excludes n0.excludes)

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

(** val differ : int list -> bool **)

let rec differ = function
| [] -> true
| a :: t0 -> (&&) (negb (existsb (Native.eqb a) t0)) (differ t0)

(** val renames : renaming -> system -> bool **)

let renames p m =
  (&&) ((&&) (differ (map fst p)) (differ (map snd p)))
    (forallb (fun m0 ->
      (||) (negb (within m0.needs (domain p))) (within m0.adds (domain p))) m)

(** val as_named : renaming -> system -> system **)

let as_named p m =
  normal (renamed p m)

type fact = { f_moves : system; f_start : int; f_rank : int;
              f_value : int option; f_not : int list }

type item =
| Known of renaming * int
| Twins of renaming * renaming

type guide = system -> int -> int * item list

(** val splits : system -> int -> int -> bool **)

let splits m p a =
  (&&) (within a p)
    (forallb (fun m0 ->
      (||) (negb (within m0.needs p))
        ((&&) (within m0.adds p)
          (let s = (land) (support m0) p in (||) (within s a) (apart s a))))
      m)

(** val is_fact : renaming -> system -> int -> fact -> bool **)

let is_fact p m x f =
  (&&) ((&&) (renames p m) (system_eqb (as_named p m) f.f_moves))
    (Native.eqb (image p x) f.f_start)

(** val are_twins : renaming -> renaming -> system -> int -> int -> bool **)

let are_twins p q m x y =
  (&&)
    ((&&)
      ((&&) ((&&) (renames p m) (renames q m)) (play_ends (as_named p m)))
      (system_eqb (as_named p m) (as_named q m)))
    (Native.eqb (image p x) (image q y))

type known = int * int list

(** val sum_of0 :
    (int -> fact) -> int -> system -> int -> int -> int -> item list -> known
    option **)

let rec sum_of0 facts number m rank p x = function
| [] -> if forallb (fun m0 -> negb (fits x m0)) m then Some (0, []) else None
| i :: t0 ->
  (match i with
   | Known (p0, k) ->
     let a = domain p0 in
     let b = Native.ldiff p a in
     if (&&)
          ((&&)
            ((&&)
              ((&&) (Native.ltb k number) (Native.ltb (facts k).f_rank rank))
              (within x p)) (splits m p a))
          (is_fact p0 m ((land) x a) (facts k))
     then (match sum_of0 facts number m rank b ((land) x b) t0 with
           | Some k0 ->
             let (v, u) = k0 in
             Some
             (match (facts k).f_value with
              | Some w -> (((lxor) w v), u)
              | None -> (v, (k :: u)))
           | None -> None)
     else None
   | Twins (p0, q) ->
     let a = domain p0 in
     let b = Native.ldiff p a in
     let c = domain q in
     let d = Native.ldiff b c in
     if (&&) ((&&) ((&&) (within x p) (splits m p a)) (splits m b c))
          (are_twins p0 q m ((land) x a) ((land) ((land) x b) c))
     then sum_of0 facts number m rank d ((land) ((land) x b) d) t0
     else None)

(** val look :
    (int -> fact) -> int -> guide -> system -> int -> int -> known option **)

let look facts number ask m rank x =
  let (p, items) = ask m x in sum_of0 facts number m rank p x items

(** val has : int -> known option -> bool **)

let has v = function
| Some k ->
  let (w, l) = k in (match l with
                     | [] -> Native.eqb v w
                     | _ :: _ -> false)
| None -> false

(** val has_not : (int -> fact) -> int -> known option -> bool **)

let has_not facts v = function
| Some k0 ->
  let (w, l) = k0 in
  (match l with
   | [] -> negb (Native.eqb v w)
   | k :: l0 ->
     (match l0 with
      | [] -> existsb (Native.eqb ((lxor) v w)) (facts k).f_not
      | _ :: _ -> false))
| None -> false

(** val below : int -> int list **)

let below v =
  map N.of_nat (seq O (N.to_nat v))

(** val check_fact : (int -> fact) -> int -> guide -> fact -> bool **)

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
            | Some v -> negb (Native.eqb v w)
            | None -> false)) f.f_not))

(** val check_facts : (int -> fact) -> int -> guide -> bool **)

let check_facts facts number ask =
  fst
    (N.iter number (fun s ->
      (((&&) (fst s) (check_fact facts number ask (facts (snd s)))),
      (succ (snd s)))) (true, 0))

(** val check_row :
    (int -> fact) -> int -> guide -> system -> int -> int -> int -> bool **)

let check_row facts number ask m rank start0 v =
  (&&) (play_ends m) (has v (look facts number ask m rank start0))

(** val set_of : int list -> int **)

let set_of l =
  fold_right (fun e x -> Native.setbit x e) 0 l

(** val upto : int -> int list **)

let upto n0 =
  map N.of_nat (seq O (N.to_nat n0))

type graph = (int * int) list

(** val both : graph -> graph **)

let both e =
  app e (map (fun e0 -> ((snd e0), (fst e0))) e)

(** val near : graph -> int -> int list **)

let near e v =
  map snd (filter (fun e0 -> Native.eqb (fst e0) v) (both e))

(** val takes : int list -> int list -> move **)

let takes used gone =
  { needs = (set_of used); excludes = 0; deletes = (set_of gone); adds = 0 }

(** val node_kayles : int -> graph -> system **)

let node_kayles n0 e =
  map (fun v -> takes (v :: []) (v :: (near e v))) (upto n0)

(** val arc_kayles : int -> graph -> system **)

let arc_kayles _ e =
  map (fun e0 ->
    takes ((fst e0) :: ((snd e0) :: [])) ((fst e0) :: ((snd e0) :: []))) e

(** val grim : int -> graph -> system **)

let grim _ e =
  map (fun e0 -> takes ((fst e0) :: ((snd e0) :: [])) ((fst e0) :: []))
    (both e)

(** val domination : bool -> int -> graph -> system **)

let domination total n0 e =
  flat_map (fun v ->
    let reached0 = if total then near e v else v :: (near e v) in
    map (fun w -> takes (w :: []) reached0) reached0) (upto n0)

(** val colouring : bool -> int -> int -> graph -> system **)

let colouring same k n0 e =
  flat_map (fun v ->
    map (fun c ->
      takes (((+) (( * ) v k) c) :: [])
        (app (map (fun o -> (+) (( * ) v k) o) (upto k))
          (flat_map (fun o ->
            if eqb (Native.eqb o c) same
            then map (fun u -> (+) (( * ) u k) o) (near e v)
            else []) (upto k)))) (upto k)) (upto n0)

(** val numbered : graph -> (int * (int * int)) list **)

let numbered e =
  combine (upto (N.of_nat (length e))) e

(** val graph_chomp : int -> graph -> system **)

let graph_chomp n0 e =
  app
    (map (fun v ->
      takes (v :: [])
        (v :: (map (fun e0 -> (+) n0 (fst e0))
                (filter (fun e0 ->
                  (||) (Native.eqb (fst (snd e0)) v)
                    (Native.eqb (snd (snd e0)) v)) (numbered e))))) (upto n0))
    (map (fun e0 ->
      takes (((+) n0 (fst e0)) :: []) (((+) n0 (fst e0)) :: [])) (numbered e))

(** val geography : bool -> int -> graph -> system **)

let geography edges n0 e =
  let first = if edges then N.of_nat (length e) else n0 in
  let step = fun from0 to0 used -> { needs =
    (set_of (used :: (((+) first from0) :: []))); excludes = 0; deletes =
    (set_of (used :: (((+) first from0) :: []))); adds =
    (set_of (((+) first to0) :: [])) }
  in
  flat_map (fun e0 ->
    let (u, v) = snd e0 in
    (step u v (if edges then fst e0 else v)) :: ((step v u
                                                   (if edges
                                                    then fst e0
                                                    else u)) :: []))
    (numbered e)

(** val geography_start : bool -> int -> graph -> int -> int **)

let geography_start edges n0 e start0 =
  let first = if edges then N.of_nat (length e) else n0 in
  set_of
    (((+) first start0) :: (filter (fun e0 ->
                             (||) edges (negb (Native.eqb e0 start0)))
                             (upto first)))

type after =
| Kept
| Becomes of int option

type cell = { row : int; column : int; now : int option; later : after }

type board_rule = cell list

(** val height : board_rule -> int **)

let height r =
  fold_right Native.max 0 (map (fun c -> c.row) r)

(** val width0 : board_rule -> int **)

let width0 r =
  fold_right Native.max 0 (map (fun c -> c.column) r)

(** val flipped : board_rule -> board_rule **)

let flipped r =
  map (fun c -> { row = c.row; column = (Native.sub (width0 r) c.column);
    now = c.now; later = c.later }) r

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

(** val element : int -> int -> int -> int -> int -> int **)

let element rows columns s r c =
  (+) (( * ) ((+) (( * ) s rows) r) columns) c

(** val placed :
    int -> int -> int -> int -> int -> int -> int -> board_rule -> move option **)

let rec placed states rows columns up0 left r c = function
| [] -> Some { needs = 0; excludes = 0; deletes = 0; adds = 0 }
| x :: t0 ->
  (match placed states rows columns up0 left r c t0 with
   | Some m ->
     let i = (+) r x.row in
     let j = (+) c x.column in
     if (&&)
          ((&&) ((&&) (Native.leb up0 i) (Native.ltb i ((+) up0 rows)))
            (Native.leb left j)) (Native.ltb j ((+) left columns))
     then let at_ = fun s ->
            element rows columns s (Native.sub i up0) (Native.sub j left)
          in
          let gone =
            match x.later with
            | Kept -> 0
            | Becomes _ -> set_of (map at_ (upto states))
          in
          let new0 =
            match x.later with
            | Kept -> 0
            | Becomes s0 ->
              (match s0 with
               | Some s -> set_of ((at_ s) :: [])
               | None -> 0)
          in
          let own =
            match x.now with
            | Some s -> set_of ((at_ s) :: [])
            | None -> 0
          in
          Some { needs = ((lor) m.needs own); excludes = 0; deletes =
          ((lor) m.deletes gone); adds = ((lor) m.adds new0) }
     else (match x.now with
           | Some _ -> None
           | None -> Some m)
   | None -> None)

(** val placings : int -> int -> int -> board_rule -> system **)

let placings states rows columns r =
  flat_map (fun i ->
    flat_map (fun j ->
      match placed states rows columns (height r) (width0 r) i j r with
      | Some m -> m :: []
      | None -> []) (upto ((+) columns (width0 r))))
    (upto ((+) rows (height r)))

(** val board :
    int -> int -> int -> symmetries -> board_rule list -> system **)

let board states rows columns s rules =
  flat_map (placings states rows columns) (flat_map (images s) rules)

(** val domino : board_rule **)

let domino =
  { row = 0; column = 0; now = (Some 0); later = (Becomes None) } :: ({ row =
    0; column = 1; now = (Some 0); later = (Becomes None) } :: [])

(** val everything : int -> int **)

let everything n0 =
  set_of (upto n0)

(** val some_day : nat -> system -> int -> int **)

let rec some_day fuel m p =
  match fuel with
  | O -> p
  | S k ->
    let q =
      fold_left (fun q m0 ->
        if within m0.needs q then (lor) q m0.adds else q) m p
    in
    if Native.eqb p q then p else some_day k m q

(** val meet : int -> int -> int **)

let meet =
  (land)

(** val present : system -> int -> int **)

let present m x =
  some_day (length m) m x

(** val components : system -> int -> int list **)

let components m p =
  fold_left (fun classes0 m0 ->
    if within m0.needs p
    then let s = (land) (support m0) p in
         (fold_right (lor) s (filter (fun c -> negb (apart c s)) classes0)) :: 
         (filter (fun c -> apart c s) classes0)
    else classes0) m []

type misere_game =
| Plain of game
| Repeating of int list * int list
| Listed of int list list list

type misere_certificate = { mq_game : misere_game; mq_elements : int;
                            mq_period : (int * int) option; mq_p : int list;
                            mq_phi : int list;
                            mq_actions : (int * int list) list }

type bag = { seen : store; found : int list }

(** val no_bag : unit -> bag **)

let no_bag _ =
  { seen = (Native.empty ()); found = [] }

(** val add0 : int -> bag -> bag **)

let add0 x s =
  if Native.eqb (Native.get s.seen x) 1
  then s
  else { seen = (Native.set s.seen x 1); found = (x :: s.found) }

(** val add_all : (int -> int) -> int list -> bag -> bag **)

let rec add_all f vs s =
  match vs with
  | [] -> s
  | v :: t0 -> add_all f t0 (add0 (f v) s)

type row0 = int list list

(** val splits0 :
    (int -> int -> int) -> store -> nat -> row0 list -> int -> bag -> bag **)

let rec splits0 mul1 phi l rows a s =
  match rows with
  | [] -> s
  | w :: t0 ->
    splits0 mul1 phi l t0 ((+) a 1)
      (add_all (mul1 (Native.get phi a)) (nth l w []) s)

(** val row_of :
    (int -> int -> int) -> store -> nat -> int -> row0 list -> row0 **)

let row_of mul1 phi l n0 rows =
  (if Native.eqb n0 0 then 0 :: [] else []) :: ((if Native.eqb n0 0
                                                 then []
                                                 else (Native.get phi n0) :: []) :: 
    (map (fun l0 -> (splits0 mul1 phi l0 rows 1 (no_bag ())).found)
      (seq (S O) (sub l (S O)))))

(** val add_digit : int -> int -> row0 -> bag -> bag **)

let rec add_digit d l w s =
  match w with
  | [] -> s
  | vs :: t0 ->
    add_digit d ((+) l 1) t0
      (if Native.testbit d l then add_all (fun v -> v) vs s else s)

(** val gather : int list -> row0 list -> bag -> bag **)

let rec gather digits rows s =
  match digits with
  | [] -> s
  | d :: ds ->
    (match rows with
     | [] -> s
     | w :: t0 -> gather ds t0 (add_digit d 0 w s))

(** val value_N : (int -> int -> int) -> store -> int list -> int **)

let value_N mul1 phi hs =
  fold_right (fun h x -> mul1 (Native.get phi h) x) 0 hs

(** val add_values :
    (int -> int -> int) -> store -> int list list -> bag -> bag **)

let rec add_values mul1 phi os s =
  match os with
  | [] -> s
  | hs :: t0 -> add_values mul1 phi t0 (add0 (value_N mul1 phi hs) s)

(** val digit_at : misere_game -> int -> int **)

let digit_at g j =
  match g with
  | Plain x ->
    (match x with
     | Code c ->
       if Native.ltb j (N.of_nat (length c)) then nth (N.to_nat j) c 0 else 0
     | Subtraction t0 ->
       if (&&) (Native.leb 1 j) (existsb (Native.eqb j) t0)
       then ((fun p -> 2*p+1) 1)
       else 0
     | AllBut f ->
       if (&&) (Native.leb 1 j) (negb (existsb (Native.eqb j) f))
       then ((fun p -> 2*p+1) 1)
       else 0)
  | Repeating (c, t0) ->
    if Native.ltb j (N.of_nat (length c))
    then nth (N.to_nat j) c 0
    else nth
           (N.to_nat
             (Native.modulo (Native.sub j (N.of_nat (length c)))
               (N.of_nat (length t0)))) t0 0
  | Listed _ -> 0

(** val greatest0 : int list -> int **)

let greatest0 l =
  fold_right Native.max 0 l

(** val heaps_left : misere_game -> int **)

let heaps_left = function
| Plain x ->
  (match x with
   | Code c -> Native.max 1 (greatest0 (map N.log2 c))
   | _ -> 1)
| Repeating (c, t0) -> Native.max 1 (greatest0 (map N.log2 (app c t0)))
| Listed _ -> 1

(** val last_place0 : misere_game -> int -> int **)

let last_place0 g p =
  match g with
  | Plain x ->
    (match x with
     | Code c -> Native.sub (N.of_nat (length c)) 1
     | Subtraction t0 -> greatest0 t0
     | AllBut f -> (+) (greatest0 f) p)
  | Repeating (c, _) -> Native.sub ((+) (N.of_nat (length c)) p) 1
  | Listed _ -> 0

(** val fits0 : misere_game -> int -> bool **)

let fits0 g p =
  match g with
  | Plain _ -> true
  | Repeating (_, t0) -> Native.eqb (Native.modulo p (N.of_nat (length t0))) 0
  | Listed _ -> false

(** val starts_well : int list -> bool **)

let starts_well = function
| [] -> false
| d :: _ -> (&&) (negb (Native.testbit d 0)) (negb (Native.testbit d 1))

(** val misere_game_ok : misere_game -> bool **)

let misere_game_ok = function
| Plain x -> (match x with
              | Code c -> starts_well c
              | _ -> true)
| Repeating (c, t0) ->
  (&&) (starts_well c) (Native.leb 1 (N.of_nat (length t0)))
| Listed _ -> true

(** val digits_to : misere_game -> int -> int list **)

let digits_to g n0 =
  map (digit_at g)
    (up 0
      (N.to_nat
        (match g with
         | Plain x ->
           (match x with
            | Code c -> N.of_nat (length c)
            | Subtraction t0 -> (+) (greatest0 t0) 1
            | AllBut _ -> (+) n0 1)
         | _ -> (+) n0 1)))

(** val marked : int list -> store -> store **)

let marked l s =
  fold_left (fun s0 x -> Native.set s0 x 1) l s

(** val mul0 : int -> store -> int -> int -> int **)

let mul0 m t0 x y =
  Native.get t0 ((+) (( * ) x m) y)

(** val in_p : store -> int -> bool **)

let in_p pst x =
  Native.eqb (Native.get pst x) 1

(** val table_ok : int -> int list -> store -> bool **)

let table_ok m els t0 =
  forallb (fun x ->
    (&&) ((&&) (Native.eqb (mul0 m t0 x 0) x) (Native.eqb (mul0 m t0 0 x) x))
      (forallb (fun y ->
        (&&) (Native.ltb (mul0 m t0 x y) m)
          (Native.eqb (mul0 m t0 x y) (mul0 m t0 y x))) els)) els

(** val in_the_middle : int -> int list -> store -> int -> bool **)

let in_the_middle m els t0 g =
  forallb (fun x ->
    let xg = mul0 m t0 x g in
    forallb (fun y ->
      Native.eqb (mul0 m t0 xg y) (mul0 m t0 x (mul0 m t0 g y))) els) els

(** val reach :
    int -> store -> int list -> (int * int) list -> store -> store **)

let rec reach m t0 gens steps0 s =
  match steps0 with
  | [] -> s
  | p :: rest ->
    let (y, g) = p in
    reach m t0 gens rest
      (if (&&) (Native.eqb (Native.get s y) 1) (existsb (Native.eqb g) gens)
       then Native.set s (mul0 m t0 y g) 1
       else s)

(** val all_reached :
    int -> int list -> store -> int list -> (int * int) list -> bool **)

let all_reached m els t0 gens steps0 =
  let s = reach m t0 gens steps0 (Native.set (Native.empty ()) 0 1) in
  forallb (fun x -> Native.eqb (Native.get s x) 1) els

(** val all_apart : int -> int list -> store -> store -> int list -> bool **)

let rec all_apart m els t0 pst = function
| [] -> true
| x :: rest ->
  (&&)
    (forallb (fun y ->
      existsb (fun z0 ->
        negb (eqb (in_p pst (mul0 m t0 x z0)) (in_p pst (mul0 m t0 y z0))))
        els) rest) (all_apart m els t0 pst rest)

(** val note_lacks :
    int -> store -> store -> int list -> int -> int list -> store -> store
    option **)

let rec note_lacks m t0 pst zs f t1 u =
  match zs with
  | [] -> Some u
  | z0 :: rest ->
    let wins = existsb (fun e -> in_p pst (mul0 m t0 z0 e)) t1 in
    if in_p pst (mul0 m t0 z0 f)
    then if wins then None else note_lacks m t0 pst rest f t1 u
    else note_lacks m t0 pst rest f t1
           (if wins then u else Native.set u ((+) (( * ) f m) z0) 1)

(** val note_heap :
    int -> int list -> store -> store -> int -> int list -> store -> store
    option **)

let note_heap m els t0 pst f t1 u =
  match t1 with
  | [] -> if Native.eqb f 0 then Some u else None
  | _ :: _ -> note_lacks m t0 pst els f t1 u

(** val note_code :
    int -> int list -> store -> store -> store -> nat -> int list -> nat ->
    int -> row0 list -> store -> store option **)

let rec note_code m els t0 pst phi l digits k n0 rows u =
  match k with
  | O -> Some u
  | S k0 ->
    let rows0 = (row_of (mul0 m t0) phi l n0 rows) :: rows in
    (match note_heap m els t0 pst (Native.get phi n0)
             (gather digits rows0 (no_bag ())).found u with
     | Some u0 -> note_code m els t0 pst phi l digits k0 ((+) n0 1) rows0 u0
     | None -> None)

(** val note_listed :
    int -> int list -> store -> store -> store -> nat -> int -> int list list
    list -> store -> store option **)

let rec note_listed m els t0 pst phi k n0 options0 u =
  match k with
  | O -> Some u
  | S k0 ->
    (match options0 with
     | [] -> None
     | os :: rest ->
       if forallb (forallb (fun a -> Native.ltb a n0)) os
       then (match note_heap m els t0 pst (Native.get phi n0)
                     (add_values (mul0 m t0) phi os (no_bag ())).found u with
             | Some u0 -> note_listed m els t0 pst phi k0 ((+) n0 1) rest u0
             | None -> None)
       else None)

(** val is_closed : int -> int list -> store -> store -> store -> bool **)

let is_closed m els t0 u b =
  (&&)
    (forallb (fun f ->
      if existsb (fun w -> Native.eqb (Native.get u ((+) (( * ) f m) w)) 1)
           els
      then forallb (fun x ->
             let xf = mul0 m t0 x f in
             forallb (fun z0 ->
               if (&&)
                    (Native.eqb
                      (Native.get u ((+) (( * ) f m) (mul0 m t0 x z0))) 1)
                    ((||) (Native.eqb x 0)
                      (Native.eqb
                        (Native.get b ((+) (( * ) x m) (mul0 m t0 z0 f))) 1))
               then Native.eqb (Native.get b ((+) (( * ) xf m) z0)) 1
               else true) els) els
      else true) els)
    (forallb (fun x ->
      negb (Native.eqb (Native.get b ((+) (( * ) x m) 0)) 1)) els)

(** val fill : int list -> int -> store -> store **)

let rec fill vs n0 s =
  match vs with
  | [] -> s
  | v :: t0 -> fill t0 ((+) n0 1) (Native.set s n0 v)

(** val extend : nat -> int -> int -> store -> store **)

let rec extend k n0 p s =
  match k with
  | O -> s
  | S k0 ->
    extend k0 ((+) n0 1) p (Native.set s n0 (Native.get s (Native.sub n0 p)))

(** val values_given : misere_certificate -> int **)

let values_given c =
  N.of_nat (length c.mq_phi)

(** val last_heap : misere_certificate -> int **)

let last_heap c =
  match c.mq_period with
  | Some p0 ->
    let (n0, p) = p0 in
    (+) (( * ) (heaps_left c.mq_game) (Native.sub ((+) n0 p) 1))
      (last_place0 c.mq_game p)
  | None -> values_given c

(** val phi_store : misere_certificate -> store **)

let phi_store c =
  let s = fill c.mq_phi 1 (Native.empty ()) in
  (match c.mq_period with
   | Some p0 ->
     let (_, p) = p0 in
     extend (N.to_nat (Native.sub (last_heap c) (values_given c)))
       ((+) (values_given c) 1) p s
   | None -> s)

(** val period_ok : misere_certificate -> store -> bool **)

let period_ok c phi =
  match c.mq_period with
  | Some p0 ->
    let (n0, p) = p0 in
    (&&)
      ((&&)
        ((&&)
          ((&&) ((&&) (Native.leb 1 n0) (Native.leb 1 p))
            (Native.eqb (values_given c) (Native.sub ((+) n0 p) 1)))
          (fits0 c.mq_game p))
        ((||) (Native.eqb n0 1)
          (negb
            (Native.eqb (Native.get phi (Native.sub n0 1))
              (Native.get phi (Native.sub ((+) n0 p) 1))))))
      (forallb (fun q ->
        if Native.eqb (Native.modulo p q) 0
        then existsb (fun n1 ->
               negb
                 (Native.eqb (Native.get phi n1) (Native.get phi ((+) n1 q))))
               (up n0 (N.to_nat (Native.sub p q)))
        else true) (up 1 (N.to_nat (Native.sub p 1))))
  | None -> true

(** val action_ok :
    int -> int list -> store -> store -> int -> (int * int list) -> bool **)

let action_ok m els t0 phi last a =
  (&&)
    ((&&) (Native.leb (fst a) last) (Nat.eqb (length (snd a)) (length els)))
    (forallb (fun zv ->
      Native.eqb (mul0 m t0 (Native.get phi (fst a)) (fst zv)) (snd zv))
      (combine els (snd a)))

(** val prepare_misere :
    misere_certificate -> store -> (int * int) list -> store option **)

let prepare_misere c t0 steps0 =
  let m = c.mq_elements in
  let els = up 0 (N.to_nat m) in
  let last = last_heap c in
  let pst = marked c.mq_p (Native.empty ()) in
  let phi = phi_store c in
  let gens = map (fun a -> Native.get phi (fst a)) c.mq_actions in
  if (&&)
       ((&&)
         ((&&)
           ((&&)
             ((&&)
               ((&&)
                 ((&&)
                   ((&&)
                     ((&&)
                       ((&&) (Native.leb 1 m)
                         (forallb (fun x -> Native.ltb x m) c.mq_p))
                       (negb (in_p pst 0)))
                     (forallb (fun x -> Native.ltb x m) c.mq_phi))
                   (misere_game_ok c.mq_game)) (period_ok c phi))
               (table_ok m els t0)) (forallb (in_the_middle m els t0) gens))
           (all_reached m els t0 gens steps0)) (all_apart m els t0 pst els))
       (forallb (action_ok m els t0 phi last) c.mq_actions)
  then (match c.mq_game with
        | Listed options0 ->
          note_listed m els t0 pst phi (N.to_nat last) 1 options0
            (Native.empty ())
        | x ->
          note_code m els t0 pst phi (N.to_nat (heaps_left x))
            (digits_to x last) (S (N.to_nat last)) 0 [] (Native.empty ()))
  else None

(** val closed_misere :
    misere_certificate -> store -> store -> store -> bool **)

let closed_misere c t0 u b =
  is_closed c.mq_elements (up 0 (N.to_nat c.mq_elements)) t0 u b
