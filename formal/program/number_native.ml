type t = int
let of_int (n : int) = n
let z n = if n = 0 then Checker.Z0 else if n > 0 then Checker.Zpos n else Checker.Zneg (- n)
let to_int (n : int) = n
(* the bits of a number *)
let bits n =
  let rec from i n = if n = 0 then [] else if n land 1 = 1 then i :: from (i + 1) (n lsr 1) else from (i + 1) (n lsr 1) in
  from 0 n
(* stores *)
let empty = Native.empty
let get = Native.get
let set = Native.set
