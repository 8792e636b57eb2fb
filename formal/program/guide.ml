(* How positions fall apart, and which fact each part is. Not verified, and not trusted: the checker sees for itself that it is so. *)
open Checker

let num = Number.of_int

(* ---------- systems as graphs of elements and moves, whose edges have roles ---------- *)
type structure = { moves : move list; start : Number.t; size : int; at : (int * int) array array; touches : (int * int) array array; colours : int array }

let mix x = let x = (x lxor (x lsr 29)) * 0x1f2c651e98df2565 in x lxor (x lsr 32)
let distinct colours = List.length (List.sort_uniq compare (Array.to_list colours))
(* One round; elements that something tells apart get other colours. *)
let round s colours =
  let sum at of_ = Array.fold_left (fun total (i, role) -> total + mix (of_.(i) + role * 0x632be59bd9b4e01)) 7 at in
  let moves = Array.map (fun at -> mix (sum at colours)) s.touches in
  Array.mapi (fun e own -> mix (own * 31 + sum s.at.(e) moves)) colours
(* Rounds while they tell more apart, and their number. *)
let rec rounds s colours n done_ =
  let next = round s colours in
  let m = distinct next in
  if m > n && m < s.size then rounds s next m (done_ + 1) else next, done_ + 1
let rec repeat n f x = if n = 0 then x else repeat (n - 1) f (f x)

let structure_of moves start size =
  let of_move m =
    let roles = Array.make size 0 in
    List.iteri (fun i set -> List.iter (fun e -> roles.(e) <- roles.(e) lor (1 lsl i)) (Number.bits set)) [m.needs; m.excludes; m.deletes; m.adds];
    Array.of_list (List.filter (fun (_, r) -> r > 0) (Array.to_list (Array.mapi (fun e r -> (e, r)) roles))) in
  let touches = Array.of_list (List.map of_move moves) in
  let at = Array.make size [] in
  Array.iteri (fun i -> Array.iter (fun (e, r) -> at.(e) <- (i, r) :: at.(e))) touches;
  let present = Number.bits start in
  let s = { moves; start; size; touches; at = Array.map Array.of_list at; colours = Array.init size (fun e -> if List.mem e present then 3 else 5) } in
  { s with colours = fst (rounds s s.colours 0 0) }

let sorted colours = let copy = Array.copy colours in Array.sort compare copy; copy
let pairs_of f l = List.mapi (fun i e -> (num e, num (f i))) l
let is_renaming p a b = as_named p a.moves = b.moves && image p a.start = b.start

(* An isomorphism from one structure to another: for each element its image. One element after the other is told apart in both. *)
let isomorphism a b =
  let rec search ca cb =
    if sorted ca <> sorted cb then None
    else
      let counts = Hashtbl.create 16 in
      Array.iter (fun c -> Hashtbl.replace counts c (1 + Option.value ~default:0 (Hashtbl.find_opt counts c))) ca;
      let many = Hashtbl.fold (fun c n best -> if n > 1 && (match best with None -> true | Some (m, d) -> (n, c) < (m, d)) then Some (n, c) else best) counts None in
      let where c colours = List.filter (fun e -> colours.(e) = c) (List.init (Array.length colours) Fun.id) in
      match many with
      | None ->
        let images = Array.map (fun c -> List.hd (where c cb)) ca in
        if is_renaming (List.init a.size (fun e -> (num e, num images.(e)))) a b then Some images else None
      | Some (n, c) ->
        let mark colours e = let copy = Array.copy colours in copy.(e) <- mix (c + 0x2545f491); copy in
        let chosen, done_ = rounds a (mark ca (List.hd (where c ca))) (Hashtbl.length counts) 0 in
        List.find_map (fun e -> search chosen (repeat done_ (round b) (mark cb e))) (where c cb) in
  if a.size <> b.size || List.length a.moves <> List.length b.moves then None else search a.colours b.colours

(* ---------- the facts ---------- *)
module Keys = Hashtbl.Make (struct
  type t = move list * Number.t
  let equal = ( = )
  let hash = Hashtbl.hash_param 1000 1000
end)
type told = { structure : structure; mutable value : int option; mutable nots : int list }
type facts = { mutable all : told array; mutable count : int; classes : (int array * int, int) Hashtbl.t; known : (structure * (int * int array) option) Keys.t }
let none () = { all = [||]; count = 0; classes = Hashtbl.create 1000; known = Keys.create 1000 }

(* A part under the names 0, 1, ... in the order of its elements, and these. *)
let compact system part within =
  let elements = Number.bits within in
  let p = pairs_of Fun.id elements in
  as_named p system, image p part, elements

let find facts (moves, start, elements) =
  match Keys.find_opt facts.known (moves, start) with
  | Some found -> found
  | None ->
    let s = structure_of moves start (List.length elements) in
    let same = Hashtbl.find_all facts.classes (sorted s.colours, List.length moves) in
    let found = List.find_map (fun k -> Option.map (fun images -> (k, images)) (isomorphism s facts.all.(k).structure)) same in
    Keys.add facts.known (moves, start) (s, found);
    s, found

(* The parts of a position that have moves: where they lie, and how they are under compact names. *)
let parts_of system x =
  let present = present system x in
  let live within = options system (meet x within) <> [] in
  present, List.map (fun within -> (within, compact system (meet x within) within)) (List.filter live (components system present))

exception Wrong of string
(* The fact that a component is; a new one if there is none yet. *)
let fact_of facts system x =
  let part = match parts_of system x with
    | _, [(_, part)] -> part
    | _, [] -> [], num 0, []
    | _, found -> raise (Wrong (Printf.sprintf "a fact is about %d components, not one" (List.length found))) in
  let moves, start, elements = part in
    (match find facts (moves, start, elements) with
     | _, Some (k, _) -> facts.all.(k)
     | s, None ->
       let told = { structure = s; value = None; nots = [] } in
       if facts.count = Array.length facts.all then facts.all <- Array.append facts.all (Array.make (max 64 facts.count) told);
       facts.all.(facts.count) <- told;
       Hashtbl.add facts.classes (sorted s.colours, List.length moves) facts.count;
       Keys.replace facts.known (moves, start) (s, Some (facts.count, Array.init s.size Fun.id));
       facts.count <- facts.count + 1;
       told)

(* What the checker is told of a position. Pairs of equal parts cancel each other. *)
let guide facts system x =
  let present, parts = parts_of system x in
  let named (_, ((_, _, elements) as part)) =
    let s, found = find facts part in
    s, elements, found in
  let same (a, _, found) (b, _, other) = match found, other with
    | Some (k, p), Some (l, q) -> if k = l then Some (p, q) else None
    | None, None -> Option.map (fun images -> (Array.init a.size Fun.id, images)) (isomorphism b a)
    | _ -> None in
  let renaming (_, elements, _) images = pairs_of (Array.get images) elements in
  let rec items = function
    | [] -> []
    | one :: rest ->
      (match List.find_map (fun other -> Option.map (fun images -> (other, images)) (same one other)) rest, one with
       | Some (other, (p, q)), _ -> Twins (renaming one p, renaming other q) :: items (List.filter (( != ) other) rest)
       | None, (_, _, Some (k, p)) -> Known (renaming one p, num k) :: items rest
       | None, (_, _, None) -> items rest) in
  present, items (List.map named parts)

let rank_of start = num (List.length (Number.bits start))
let fact facts k =
  let told = facts.all.(k) in
  { f_moves = told.structure.moves; f_start = told.structure.start; f_rank = rank_of told.structure.start;
    f_value = Option.map num told.value; f_not = List.map num told.nots }
