(* Trusted, in the native build: numbers as OCaml's integers (below 2^62), stores as arrays that are changed in place. *)
let sub (x : int) y = if x < y then 0 else x - y
let div x y = if y = 0 then 0 else x / y
let modulo x y = if y = 0 then x else x mod y
let max (x : int) y = if x < y then y else x
let eqb (x : int) y = x = y
let ltb (x : int) y = x < y
let leb (x : int) y = x <= y
let half x = x lsr 1
let odd x = x land 1 = 1
let ldiff x y = x land lnot y
let testbit x i = i < 62 && (x lsr i) land 1 = 1
let setbit x i = if i < 62 then x lor (1 lsl i) else failwith "more than 62 elements; grundy-check-pure has no such limit"

type store = { mutable cells : int array }
let empty () = { cells = Array.make 1024 0 }
let get s i = if i < Array.length s.cells then Array.unsafe_get s.cells i else 0
let grow s i =
  let cells = Array.make (2 * (i + 1)) 0 in
  Array.blit s.cells 0 cells 0 (Array.length s.cells);
  s.cells <- cells
let set s i x =
  if i >= Array.length s.cells then grow s i;
  Array.unsafe_set s.cells i x;
  s
