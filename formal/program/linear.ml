(* Certificates of format 5: from the file to the checker's record, and the rules and the set back in words. Not verified: that the words
   are those of the record that is checked can be read here. *)
open Json
open Reader
module C = Linear_checker

(* ---------- numbers as the checker has them ---------- *)
let nat n =
  if n < 0 || n > 100_000 then raise (Not_covered "so many rows or variables");
  let rec from found n = if n = 0 then found else from (C.S found) (n - 1) in
  from C.O n
let rec positive n = if n = 1 then C.XH else if n land 1 = 1 then C.XI (positive (n / 2)) else C.XO (positive (n / 2))
let z n = if n = 0 then C.Z0 else if n > 0 then C.Zpos (positive n) else C.Zneg (positive (- n))

(* ---------- what is read ---------- *)
type condition' = At_least_zero of int list | Divides' of int * int list | Divides_not' of int * int list
type move' = { chosen' : int; conditions' : condition' list; target' : int list list }
(* how many coordinates there are, or numbers that a player chooses *)
let few x = let n = int x in if n > 64 then raise (Not_covered "so many coordinates") else n
let form = function List (_ :: _ as l) -> List.map signed l | _ -> wrong "not a form"
let divisor m = let m = int m in need (m >= 1) "a divisor is not at least 1"; m
let condition = function
  | Object ["at_least_zero", f] -> At_least_zero (form f)
  | Object ["divides", List [m; f]] -> Divides' (divisor m, form f)
  | Object ["divides_not", List [m; f]] -> Divides_not' (divisor m, form f)
  | _ -> wrong "not a condition"
let move x =
  keys ["chosen"; "conditions"; "target"] x;
  { chosen' = few (field "chosen" x); conditions' = list condition (field "conditions" x); target' = list form (field "target" x) }
let step = function
  | Object ["sum", rows] -> C.Sum (list (function List [i; k] -> (nat (int i), z (signed k)) | _ -> wrong "not a sum") rows)
  | Object ["residue", i] -> C.Residue (nat (int i))
  | Object ["choice", i] -> C.Choice (nat (int i))
  | Object ["cut", List [i; k]] -> C.Cut (nat (int i), z (signed k))
  | Object ["split", List [i; m]] -> C.Split (nat (int i), z (int m))
  | _ -> wrong "not a step"
let witness x =
  keys ["move"; "piece"; "chosen"] x;
  { C.line = nat (int (field "move" x)); piece = nat (int (field "piece" x)); values = list (fun f -> match form f with c :: a -> (z c, List.map z a) | [] -> wrong "not a form") (field "chosen" x) }

(* ---------- to the checker ---------- *)
let form_to = function c :: a -> (z c, List.map z a) | [] -> wrong "not a form"
let condition_to = function
  | At_least_zero f -> C.AtLeastZero (form_to f)
  | Divides' (m, f) -> C.Divides (z m, form_to f)
  | Divides_not' (m, f) -> C.DividesNot (z m, form_to f)
let move_to m = { C.chosen = nat m.chosen'; conditions = List.map condition_to m.conditions'; target = List.map form_to m.target' }

(* ---------- in words ---------- *)
let name d i = if i < d then Printf.sprintf "h%d" (i + 1) else Printf.sprintf "q%d" (i - d + 1)
let form_words d = function
  | [] -> "0"
  | c :: a ->
    let term i k = if k = 0 then [] else
      [(if k < 0 then " - " else " + ") ^ (if abs k = 1 then "" else string_of_int (abs k) ^ " ") ^ name d i] in
    let terms = List.concat (List.mapi term a) @ (if c = 0 then [] else [(if c < 0 then " - " else " + ") ^ string_of_int (abs c)]) in
    match String.concat "" terms with
    | "" -> "0"
    | w when String.sub w 0 3 = " + " -> String.sub w 3 (String.length w - 3)
    | w -> "-" ^ String.sub w 3 (String.length w - 3)
let condition_words d = function
  | At_least_zero f -> form_words d f ^ " >= 0"
  | Divides' (m, f) -> Printf.sprintf "%d divides %s" m (form_words d f)
  | Divides_not' (m, f) -> Printf.sprintf "%d does not divide %s" m (form_words d f)
let all_words d cs = if cs = [] then "always" else String.concat ", " (List.map (condition_words d) cs)
let move_words d m =
  Printf.sprintf "to (%s)%s if %s" (String.concat ", " (List.map (form_words d) m.target'))
    (if m.chosen' = 0 then "" else " for all whole " ^ String.concat ", " (List.init m.chosen' (fun i -> name d (d + i)))) (all_words d m.conditions')

type file = { title : string; words : string list; certificate : C.certificate }

let certificate_of x =
  keys ["certificate"; "kind"; "game"; "rules"; "pieces"; "measure"; "witnesses"; "trees"] x;
  need (field "kind" x = Text "linear-p-set") "kind: not linear-p-set";
  let rules = field "rules" x in
  keys ["coordinates"; "positions"; "moves"] rules;
  let d = few (field "coordinates" rules) and extra' = list condition (field "positions" rules) and moves' = list move (field "moves" rules) in
  let pieces' = list (list condition) (field "pieces" x) in
  let title = match field "game" x with Text code -> code | game -> String.concat "; " (list text (field "moves" game)) in
  let words =
    ("positions: whole numbers " ^ String.concat ", " (List.init d (name d)) ^ " >= 0" ^ (if extra' = [] then "" else ", " ^ all_words d extra'))
    :: List.map (move_words d) moves' @ List.map (fun p -> "in the set: all positions with " ^ all_words d p) pieces' in
  { title; words; certificate =
    { C.c_game = { C.coordinates = nat d; extra = List.map condition_to extra'; moves = List.map move_to moves' };
      c_pieces = List.map (List.map condition_to) pieces';
      c_measure = list (fun a -> z (int a)) (field "measure" x);
      c_witnesses = list witness (field "witnesses" x);
      c_trees = list (list step) (field "trees" x) } }
let check f = C.check_linear f.certificate
