(* From the file of a certificate (docs/certificates.md) to the checker's record. Not verified: that the words printed are those of
   the record that is checked can be read here. *)
open Json
open Checker

let num = Number.of_int
let limit = 1 lsl 48
let need condition format = Printf.ksprintf (fun text -> if not condition then raise (Wrong text)) format
let field key = function
  | Object fields -> (try List.assoc key fields with Not_found -> wrong "%s: missing" key)
  | _ -> wrong "%s: not in an object" key
let keys names = function
  | Object fields -> need (List.sort compare (List.map fst fields) = List.sort compare names) "not an object of %s" (String.concat ", " names)
  | _ -> wrong "not an object of %s" (String.concat ", " names)
let int = function Int n when n >= 0 && n < limit -> n | _ -> wrong "not a whole number from 0 to 2^48"
(* may be negative *)
let signed = function Int n when abs n < limit -> n | _ -> wrong "not a whole number between -2^48 and 2^48"
let ints = function List l -> List.map int l | _ -> wrong "not a list"
let text = function Text t -> t | _ -> wrong "not a text"
let optional f = function Null -> None | x -> Some (f x)
let list f = function List l -> List.map f l | _ -> wrong "not a list"
let pair = function List [a; b] -> (int a, int b) | _ -> wrong "not a pair of numbers"

(* What the programs here do not cover; nothing wrong is said of it. *)
exception Not_covered of string

let digit c = match c with
  | '0'..'9' -> Char.code c - 48 | 'A'..'F' -> Char.code c - 55 | 'a'..'f' -> Char.code c - 87 | _ -> wrong "game: a digit"
let game_of code =
  let kind, rest = match String.index_opt code ':' with
    | Some i -> String.sub code 0 i, String.sub code (i + 1) (String.length code - i - 1)
    | None -> code, "" in
  let set () =
    let numbers = List.map (fun t ->
      need (t <> "" && t.[0] <> '0' && String.length t < 15 && String.for_all (fun c -> c >= '0' && c <= '9') t) "game: a number";
      int_of_string t) (if rest = "" then [] else String.split_on_char ',' rest) in
    need (List.sort_uniq compare numbers = numbers) "game: the numbers do not increase";
    List.map num numbers in
  match kind with
  | "octal" ->
    need (String.length rest >= 3 && rest.[1] = '.' && not (String.contains_from rest 2 '.')) "game: not a code";
    let digits = List.map digit (List.filter (( <> ) '.') (List.of_seq (String.to_seq rest))) in
    let last = List.nth digits (List.length digits - 1) in
    need (List.length digits = 2 || last <> 0) "game: a zero at the end";
    (* the code 0.0 has no place but the first one *)
    let digits = if last = 0 then [List.hd digits] else digits in
    Code (List.map num digits)
  | "subtraction" -> need (rest <> "") "game: an empty set"; Subtraction (set ())
  | "all-but" -> AllBut (set ())
  | "grundys-game" -> raise (Not_covered "games with unequal heaps")
  | _ -> wrong "game: not a code that can be certified"

let theorem_of = function
  | "guy-smith" -> GuySmith | "no-split-window" -> NoSplitWindow | "subtraction-window" -> SubtractionWindow
  | "all-but-window" -> AllButWindow | "sparse-space" -> SparseSpace | "arithmetic-splits" -> ArithmeticSplits | t -> wrong "theorem: %s" t

let evidence_of x =
  keys ["period"; "saltus"; "n"; "values"] x;
  let a, b = pair (field "values" x) in
  let get key = num (int (field key x)) in
  { ev_period = get "period"; ev_saltus = get "saltus"; ev_n = get "n"; ev_x = num a; ev_y = num b }

let space_of x =
  keys ["mask"; "position"; "common"; "rares"; "witnesses"; "parts"] x;
  let common = int (field "common" x) and parts = int (field "parts" x) in
  need (common < 2) "common: neither 0 nor 1";
  (* all values up to the deepest part are computed from the rules *)
  let far n = if n > 1 lsl 26 then raise (Not_covered "parts and rare positions beyond 2^26") in
  List.iter far (ints (field "witnesses" x)); List.iter far (list (fun p -> fst (pair p)) (field "rares" x));
  need (parts < 1 lsl 24) "parts: too many";
  { sp_mask = num (int (field "mask" x)); sp_position = (match field "position" x with Bool b -> b | _ -> wrong "position: neither true nor false");
    sp_common = (common = 1); sp_rares = list (fun p -> let n, v = pair p in (num n, num v)) (field "rares" x);
    sp_witnesses = List.map num (ints (field "witnesses" x)); sp_parts = num parts }

(* base64, with padding and no bits left over *)
let bytes_of t =
  let n = String.length t in
  need (n mod 4 = 0) "segments: base64";
  let value c = match c with
    | 'A'..'Z' -> Char.code c - 65 | 'a'..'z' -> Char.code c - 71 | '0'..'9' -> Char.code c + 4 | '+' -> 62 | '/' -> 63 | _ -> wrong "segments: base64" in
  let pad = if n > 1 && t.[n - 2] = '=' then 2 else if n > 0 && t.[n - 1] = '=' then 1 else 0 in
  let out = Buffer.create n and bits = ref 0 and held = ref 0 in
  String.iteri (fun i c -> if i < n - pad then begin
    held := (!held lsl 6 lor value c) land 0xffff; bits := !bits + 6;
    if !bits >= 8 then (bits := !bits - 8; Buffer.add_char out (Char.chr (!held lsr !bits land 255)))
  end) t;
  need (!held land (1 lsl !bits - 1) = 0) "segments: base64 with bits left over";
  Buffer.contents out

let states_of x =
  keys ["window"; "bits"; "states"] x;
  let window = int (field "window" x) and bits = int (field "bits" x) in
  need (bits >= 1 && bits <= 16) "segments: bits";
  need (window < 1 lsl 24) "segments: window";
  list (function
    | List [n; t] ->
      let n = int n and data = bytes_of (text t) in
      need (String.length data = (window * bits + 7) / 8) "segments: the state at %d is not one of %d values" n window;
      let bit i = Char.code data.[i / 8] lsr (i land 7) land 1 in
      for i = window * bits to 8 * String.length data - 1 do need (bit i = 0) "segments: the state at %d: not filled up with zeros" n done;
      (num n, List.init window (fun i -> let x = ref 0 in for b = bits - 1 downto 0 do x := 2 * !x + bit (i * bits + b) done; num !x))
    | _ -> wrong "segments: a state") (field "states" x)

type file = { name : string; certificate : certificate; n0 : int; p : int; s : int; checked_to : int; segmented : bool }

let certificate_of x =
  keys ["certificate"; "game"; "theorem"; "preperiod"; "period"; "saltus"; "checked_to"; "agreement"; "least"; "window"; "prefix"; "cycle"; "sparse"; "segments"] x;
  let get key = int (field key x) and least = field "least" x in
  need (get "certificate" = 3) "certificate: not version 3";
  keys ["preperiod"; "period"] least;
  let theorem = text (field "theorem" x) and name = text (field "game" x) in
  let segments = optional states_of (field "segments" x) and window = optional ints (field "window" x) in
  need ((theorem = "sparse-space") = (segments <> None)) "segments: with sparse-space, and nothing else";
  need ((theorem = "sparse-space") = (window = None)) "window: with all theorems but sparse-space";
  (match window with Some w -> need (List.length w = min (get "agreement") 65536) "window: not the right number of values" | None -> ());
  List.iter (fun (key, names) -> match field key x with
    | Null -> need (theorem = "sparse-space") "%s: missing" key
    | hash -> need (theorem <> "sparse-space") "%s: not with sparse-space" key; keys names hash)
    ["prefix", ["length"; "sha256"]; "cycle", ["from"; "length"; "sha256"]];
  (* what `prefix` and `cycle` say of lengths; the hashes themselves are no part of the claim and are not looked at *)
  if theorem <> "sparse-space" then begin
    let length key = int (field "length" (field key x)) in
    need (length "prefix" = min (get "checked_to" + 1) (1 lsl 30)) "prefix: not the length there must be";
    need (int (field "from" (field "cycle" x)) = get "preperiod" && length "cycle" = min (get "period") (1 lsl 30)) "cycle: not one from the preperiod on"
  end;
  let sparse = optional space_of (field "sparse" x) in
  if theorem = "guy-smith" then (match field "sparse" x with
    | Null -> () | sp -> need (field "witnesses" sp = List [] && field "parts" sp = Int 0) "sparse: guy-smith has no witnesses");
  let certificate = {
    c_game = game_of name; c_theorem = theorem_of theorem; c_preperiod = num (get "preperiod"); c_period = num (get "period");
    c_saltus = num (get "saltus"); c_checked_to = num (get "checked_to"); c_agreement = num (get "agreement");
    c_before = optional evidence_of (field "preperiod" least); c_periods = list evidence_of (field "period" least);
    c_window = List.map num (Option.value window ~default:[]); c_sparse = sparse; c_states = Option.value segments ~default:[] } in
  { name; certificate; n0 = get "preperiod"; p = get "period"; s = get "saltus"; checked_to = get "checked_to"; segmented = segments <> None }
