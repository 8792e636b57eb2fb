(* numbers as Coq's binary ones *)
type t = Checker.n
let rec positive n = if n = 1 then Checker.XH else if n land 1 = 1 then Checker.XI (positive (n / 2)) else Checker.XO (positive (n / 2))
let of_int n = if n = 0 then Checker.N0 else Checker.Npos (positive n)
let z n = if n = 0 then Checker.Z0 else if n > 0 then Checker.Zpos (positive n) else Checker.Zneg (positive (- n))
(* the bits of a number *)
let bits n =
  let rec from i = function Checker.XH -> [i] | Checker.XO p -> from (i + 1) p | Checker.XI p -> i :: from (i + 1) p in
  match n with Checker.N0 -> [] | Checker.Npos p -> from 0 p
let to_int n = List.fold_left (fun x i -> x lor (1 lsl i)) 0 (bits n)
(* stores *)
let empty () = Checker.PositiveMap.empty
let get s i = to_int (Checker.get s (of_int i))
let set s i x = Checker.set s (of_int i) (of_int x)
