(* facts.txt (docs/graphs.md, "Proofs"): from the code of a game and the text of a position to a system and a set. Not verified: that the
   systems are those of the game can be read here and in Games.v. Facts have systems of their own; only those of rows are part of the claim. *)
open Checker
let num = Number.of_int
exception Not_covered of string
let wrong format = Printf.ksprintf (fun text -> raise (Guide.Wrong text)) format
let number text = match int_of_string_opt text with
  | Some n when String.length text < 10 && String.for_all (fun c -> c >= '0' && c <= '9') text -> n
  | _ -> wrong "%S is not a number" text
let value text = let n = number text in if n > 255 then wrong "%d is too large for a value" n else n
let letters text = List.of_seq (String.to_seq text)

(* ---------- graphs ---------- *)
let graph6 text =
  let sixes = List.map (fun c -> Char.code c - 63) (letters text) in
  if List.exists (fun six -> six < 0 || six > 63) sixes then wrong "%S is not graph6" text;
  let n, sixes = match sixes with
    | 63 :: a :: b :: c :: rest when a < 63 -> (a lsl 12) lor (b lsl 6) lor c, rest
    | n :: rest when n < 63 -> n, rest
    | _ -> wrong "%S is not graph6" text in
  let sixes = Array.of_list sixes in
  let edges = ref [] and bit = ref 0 in
  for v = 1 to n - 1 do
    for u = 0 to v - 1 do
      if !bit / 6 >= Array.length sixes then wrong "%S is too short" text;
      if (sixes.(!bit / 6) lsr (5 - !bit mod 6)) land 1 = 1 then edges := (u, v) :: !edges;
      incr bit
    done
  done;
  n, List.rev !edges

(* The cells of a board, row by row, with their states. *)
let cells text =
  List.concat (List.mapi (fun r line -> List.mapi (fun c s -> (r, c, s)) (letters line)) (String.split_on_char '/' text))
let on_board joined text =
  let left = List.filter (fun (_, _, s) -> s = '#') (cells text) in
  let places = List.mapi (fun i (r, c, _) -> (i, r, c)) left in
  let joined (i, r, c) (j, s, d) = i < j && joined (abs (r - s)) (abs (c - d)) in
  List.length left, List.concat_map (fun a -> List.filter_map (fun b -> if joined a b then let (i, _, _), (j, _, _) = a, b in Some (i, j) else None) places) places
let joined = [
  "grid", (fun a b -> a + b = 1); "kings", (fun a b -> max a b = 1); "knights", (fun a b -> a * b = 2);
  "queens", (fun a b -> a = b || a * b = 0); "rooks", (fun a b -> a * b = 0); "bishops", (fun a b -> a = b) ]
let taken = [ "node-kayles", node_kayles; "arc-kayles", arc_kayles; "grim", grim ]

(* ---------- boards ---------- *)
let index x l = let rec at i = function [] -> None | y :: t -> if x = y then Some i else at (i + 1) t in at 0 l
let sides text = match String.index_opt text '>' with
  | Some i when i > 0 && text.[i - 1] = '-' -> String.sub text 0 (i - 1), String.sub text (i + 1) (String.length text - i - 1)
  | _ -> wrong "%S is not a rule" text
let rules_of texts =
  let both = List.map (fun text -> sides (String.concat "" (String.split_on_char ' ' text))) texts in
  let states = List.sort_uniq compare (List.filter (fun s -> not (String.contains "_?./" s)) (List.concat_map (fun (left, _) -> letters left) both)) in
  let rule (left, right) =
    if String.length left <> String.length right then wrong "the sides of a rule differ";
    List.filter_map (fun ((r, c, s), (_, _, t)) -> match s with
      | '_' -> None
      | '.' -> raise (Not_covered "rules that need a dead cell")
      | _ ->
        let state x = Option.map num (index x states) in
        let later = if t = '?' || (t = s && s <> '?') then Kept else Becomes (state t) in
        (match s, later with '?', Becomes (Some _) -> raise (Not_covered "rules that put a state on any cell") | _ -> ());
        Some { row = num r; column = num c; now = (if s = '?' then None else state s); later })
      (List.combine (cells left) (cells right)) in
  states, List.map rule both
let on_rules (states, rules) symmetries text =
  let lines = String.split_on_char '/' text in
  let rows = List.length lines and columns = List.fold_left (fun m line -> max m (String.length line)) 0 lines in
  let place (r, c, s) = match s, index s states with
    | '.', _ -> None
    | _, Some plane -> Some (num ((plane * rows + r) * columns + c))
    | _ -> wrong "%S is no state of the game" (String.make 1 s) in
  board (num (List.length states)) (num rows) (num columns) symmetries rules, set_of (List.filter_map place (cells text))

(* ---------- the game ---------- *)
let split_at c text = match String.index_opt text c with
  | Some i -> String.sub text 0 i, String.sub text (i + 1) (String.length text - i - 1)
  | None -> text, ""
let strip text = String.concat "" (String.split_on_char '(' (String.concat "" (String.split_on_char ')' text)))
let first_name rest = List.hd (String.split_on_char ',' (fst (split_at ':' (strip rest))))
let arguments rest = List.map (fun part -> split_at '=' part) (List.concat_map (String.split_on_char ':') (String.split_on_char ',' rest))
(* What texts tell: how a row begins, and of what a fact speaks. Each gives a system with its elements. *)
type game = { row : string -> move list * Number.t; fact : string -> move list * Number.t }
let alike read = { row = read; fact = read }
(* Rows have systems; facts speak of elements of one of them, as in 2:0,3. *)
let listed system =
  let rows = ref [||] in
  let row text = let own = system text in rows := Array.append !rows [| fst own |]; own in
  let fact text =
    let number_of_row, elements = split_at ':' text in
    let n = number number_of_row in
    if n >= Array.length !rows then wrong "%S is of no row" text;
    !rows.(n), set_of (List.map (fun e -> num (number e)) (String.split_on_char ',' elements)) in
  { row; fact }
let pairs edges = List.map (fun (u, v) -> (num u, num v)) (List.sort compare edges)
(* Games on a graph whose components are no graphs. `named` are the family's own arguments. *)
let on_graph family named text =
  let n, edges = graph6 text in
  let edges = pairs edges and vertices = num n in
  let named key otherwise = Option.value ~default:otherwise (List.assoc_opt key named) in
  match family with
  | "domination" -> domination (named "total" "false" = "true") vertices edges, everything vertices
  | "graph-chomp" -> graph_chomp vertices edges, everything (num (n + List.length edges))
  | "geography" ->
    let by_edges = named "kind" "vertex" = "edge" in
    geography by_edges vertices edges, geography_start by_edges vertices edges (num (number (named "start" "0")))
  | _ ->
    let colours = number (named "colours" "2") in
    colouring (family = "col") (num colours) vertices edges, everything (num (colours * n))
(* A system that the row lists itself: what is present, moves, forbidden sets. *)
let own_system text =
  let set part = set_of (List.map (fun e -> num (number e)) (List.filter (( <> ) "") (String.split_on_char ',' part))) in
  let move text = match String.split_on_char ':' text with
    | [needs; excludes; deletes; adds] -> { needs = set needs; excludes = set excludes; deletes = set deletes; adds = set adds }
    | _ -> wrong "%S is no move" text in
  match String.split_on_char '|' text with
  | [start; moves; ""] -> List.map move (List.filter (( <> ) "") (String.split_on_char ';' moves)), set start
  | [_; _; _] -> raise (Not_covered "forbidden sets")
  | _ -> wrong "%S is no system" text

let game_of code =
  let family, rest = split_at ':' code in
  match family, List.assoc_opt family taken with
  | ("col" | "snort" | "domination" | "graph-chomp" | "geography"), _ ->
    let own = match String.rindex_opt rest ')' with
      | Some i when rest.[0] = '(' -> String.sub rest (i + 1) (String.length rest - i - 1)
      | _ -> "" in
    listed (on_graph family (List.map (split_at '=') (String.split_on_char ',' own)))
  | ("poset" | "deletion"), _ -> listed own_system
  | "cram", _ -> alike (on_rules (['#'], [domino]) AllTurns)
  | "clobber", _ -> alike (on_rules (rules_of ["XO->.X"; "OX->.O"]) AllTurns)
  | "board", _ ->
    let texts, named = List.partition (fun part -> String.contains part '>') (String.split_on_char ',' rest) in
    let symmetries = match List.assoc_opt "symmetries" (List.map (split_at '=') named) with
      | None | Some "all" -> AllTurns | Some "mirror" -> Mirrored | Some "none" -> AsItIs | Some other -> wrong "symmetries: %S" other in
    alike (on_rules (rules_of texts) symmetries)
  | _, Some taken ->
    let read = match List.assoc_opt (first_name rest) joined with Some joined -> on_board joined | None -> graph6 in
    alike (fun text -> let n, edges = read text in taken (num n) (pairs edges), everything (num n))
  | _ -> raise (Not_covered ("the game " ^ family))

(* Rows of these games begin with the whole board: the sides that their code and label say. *)
let check_start code label text =
  let family, rest = split_at ':' code in
  let name = first_name rest in
  if family = "cram" || List.mem_assoc name joined && List.mem_assoc family taken then begin
    let named = arguments (strip rest) in
    let free = ref (if label = "all" then [] else String.split_on_char ',' label) in
    let side key = match List.assoc_opt key named, !free with
      | Some n, _ -> number n
      | None, n :: others -> free := others; number n
      | None, [] -> 0 in
    let rows = side "rows" in
    let columns = if family <> "cram" && name <> "grid" then rows else side "columns" in
    let whole rows columns = String.concat "/" (List.init rows (fun _ -> String.make columns '#')) in
    if text <> whole rows columns && text <> whole columns rows then wrong "row %s does not begin with the whole board" label;
    true
  end else false

(* ---------- the file ---------- *)
let header = "grundy facts 1"
(* Whether the file is one of facts. *)
let is_one text = let n = String.length header in String.length text > n && String.sub text 0 n = header && text.[n] = '\n'

(* A sentence for what was checked. *)
let check text =
  let code, body = match String.split_on_char '\n' text with
    | _ :: game :: body when String.length game > 5 && String.sub game 0 5 = "game " -> String.sub game 5 (String.length game - 5), body
    | _ -> wrong "the second line is not the game" in
  let game = game_of code and facts = Guide.none () and rows = ref [] and lines = ref 0 and finished = ref false in
  let add line = match String.split_on_char ' ' line with
    | _ when !finished -> if line <> "" then wrong "something stands behind the end"
    | ["row"; label; own; start] ->
      let system, x = game.row start in
      if not (play_ends system) then raise (Not_covered "moves that do not delete more than they add");
      rows := (label, value own, start, system, x) :: !rows
    | ["end"; count] -> finished := true; if number count <> !lines then wrong "the number of facts is not the one at the end"
    | [text; kind; values] when kind = "=" || kind = "!" ->
      incr lines;
      let system, x = game.fact text in
      let told = Guide.fact_of facts system x in
      if kind = "!" then told.nots <- List.map value (String.split_on_char ',' values) @ told.nots
      else if told.value <> None && told.value <> Some (value values) then wrong "%s: this position has another value elsewhere" line
      else told.value <- Some (value values)
    | _ -> wrong "%S is no fact" line in
  List.iter add body;
  if not !finished then wrong "the file is not complete";
  let all = Array.init facts.count (Guide.fact facts) in
  let fact k = all.(Number.to_int k) and count = num facts.count and guide = Guide.guide facts in
  if not (check_facts fact count guide) then begin
    let bad = List.find (fun k -> not (check_fact fact count guide all.(k))) (List.init facts.count Fun.id) in
    wrong "fact %d of %d does not follow" (bad + 1) facts.count
  end;
  let rows = List.rev !rows in
  let whole = List.map (fun (label, value, start, system, x) ->
    if not (check_row fact count guide system (num max_int) x (num value)) then wrong "the value of row %s does not follow" label;
    check_start code label start) rows in
  let say (label, value, start, _, _) whole = Printf.sprintf "row %s has the value %d%s" label value (if whole then "" else " from " ^ start) in
  Printf.sprintf "%s: %s (%d facts)" code (String.concat ", " (List.map2 say rows whole)) !lines
