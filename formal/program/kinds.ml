(* Certificates of format 4: from the file to the checker's record, and the rules back in words. Not verified: that the words are those
   of the record that is checked can be read here. *)
open Json
open Checker
open Reader

let z = Number.z
let claimed_kinds = "claims: not one for each kind that is reached, in the order of the rules"

(* ---------- what is read ---------- *)
type coordinate' = { low : int; parts : (int * int) list }
type order' = Any | Not_in of int list | At_most of int
type cut' = { sum : int; coordinates' : coordinate' list; cut_modulus' : int; allowed' : int list list option; order' : order' }
type rule' = { from' : int; modulus' : int; residues' : int list; before' : int list; fixed' : (int * int) list; joint' : (int * int) list; cut' : cut' option }
type kind' = { label : string; least : int option; rules : rule' list }
type claim' = { place : int; n0 : int; p : int; s : int; bound : int; to_ : int; claim : kind_claim }

(* Beyond these limits the weights of kinds might not fit into OCaml's integers. *)
let most_kinds = 4096 and most_coordinates = 16
let signed x =
  let n = signed x in
  if abs n > 1 lsl 26 then raise (Not_covered "numbers beyond 2^26 in rules") else n
let signed_pair = function List [a; b] -> (int a, signed b) | _ -> wrong "not a pair of a kind and a number"
let rule_of x =
  keys ["from"; "modulus"; "residues"; "before"; "fixed"; "joint"; "cut"] x;
  let cut y =
    keys ["sum"; "coordinates"; "modulus"; "allowed"; "order"] y;
    let coordinate c = keys ["least"; "parts"] c; { low = signed (field "least" c); parts = list signed_pair (field "parts" c) } in
    let order = function
      | Null -> Any
      | Object ["not_in", e] -> Not_in (list signed e)
      | Object ["at_most", e] -> At_most (signed e)
      | _ -> wrong "order: neither not_in nor at_most" in
    let coordinates' = list coordinate (field "coordinates" y) in
    if List.length coordinates' > most_coordinates then raise (Not_covered "options of so many parts");
    { sum = signed (field "sum" y); coordinates'; cut_modulus' = int (field "modulus" y);
      allowed' = optional (list ints) (field "allowed" y); order' = order (field "order" y) } in
  { from' = signed (field "from" x); modulus' = int (field "modulus" x); residues' = ints (field "residues" x); before' = list signed (field "before" x);
    fixed' = list signed_pair (field "fixed" x); joint' = list signed_pair (field "joint" x); cut' = optional cut (field "cut" x) }
let kind_of x =
  keys ["kind"; "least"; "rules"] x;
  { label = text (field "kind" x); least = optional signed (field "least" x); rules = list rule_of (field "rules" x) }
let claim_of kinds x =
  keys ["kind"; "preperiod"; "period"; "saltus"; "bound"; "checked_to"; "least"; "window"; "prefix"] x;
  let get key = int (field key x) and least = field "least" x and prefix = field "prefix" x in
  keys ["preperiod"; "period"] least; keys ["length"; "sha256"] prefix;
  let place = get "kind" in
  need (place < Array.length kinds) "claims: there is no kind %d" place;
  let low = match kinds.(place).least with Some l -> l | None -> wrong "claims: the kind %s has no size" kinds.(place).label in
  need (int (field "length" prefix) = min (get "checked_to" + 1 - low) (1 lsl 30)) "prefix: not the length there must be";
  let claim = { q_kind = num place; q_preperiod = z (get "preperiod"); q_period = num (get "period"); q_saltus = num (get "saltus"); q_bound = z (get "bound");
    q_checked_to = z (get "checked_to"); q_before = optional evidence_of (field "preperiod" least); q_periods = list evidence_of (field "period" least);
    q_window = List.map num (ints (field "window" x)) } in
  { place; n0 = get "preperiod"; p = get "period"; s = get "saltus"; bound = get "bound"; to_ = get "checked_to"; claim }

(* ---------- the checker's record ---------- *)
let position (q, s) = (num q, z s)
let coq_rule r =
  let order = function Any -> AnyOrder | Not_in e -> NotIn (List.map z e) | At_most e -> AtMost (z e) in
  let cut c = { cut_sum = z c.sum; coordinates = List.map (fun c -> { at_least = z c.low; cut_parts = List.map position c.parts }) c.coordinates';
    cut_modulus = z c.cut_modulus'; allowed = Option.map (List.map (List.map z)) c.allowed'; cut_order = order c.order' } in
  { from = z r.from'; modulus = z r.modulus'; residues = List.map z r.residues'; before = List.map z r.before'; fixed = List.map position r.fixed';
    joint = List.map position r.joint'; the_cut = Option.map cut r.cut' }

(* ---------- hints: nothing is claimed of them ---------- *)
(* from the kind k to a part of the kind q whose size is at most n + w *)
let edges_of r =
  List.map (fun (q, d) -> (q, - d)) r.joint' @ (match r.cut' with None -> [] | Some c ->
    let lows = List.fold_left (fun t c -> t + c.low) 0 c.coordinates' in
    List.concat_map (fun x -> List.map (fun (q, o) -> (q, o + x.low - c.sum - lows)) x.parts) c.coordinates')
let settle what count relax =
  let rec go i = if relax () then if i > count + 1 then wrong "%s" what else go (i + 1) in
  go 0
let endless = "plays may be endless: a circle of kinds on which n does not fall"
(* weights: steps n + weight falls in each part; sizes: how far each kind must be known *)
let hints kinds reached claims =
  let count = Array.length kinds in
  let steps = count + 1 in
  let weights = Array.make count 0 and tops = Array.map (fun k -> if k.least = None then 0 else -1) kinds in
  List.iter (fun c -> tops.(c.place) <- c.to_) claims;
  let moved = ref false in
  let raise_to a i x = if a.(i) < x then (a.(i) <- x; moved := true) in
  let over f () = moved := false; Array.iteri (fun k kind -> if reached.(k) then List.iter (f k) kind.rules) kinds; !moved in
  settle endless count (over (fun k r -> if r.residues' <> [] then List.iter (fun (q, w) -> raise_to weights k (weights.(q) + steps * w + 1)) (edges_of r)));
  let shift = Array.fold_left max 0 (Array.map (fun w -> - w) weights) in
  settle endless count (over (fun k r ->
    List.iter (fun (q, s) -> raise_to tops q s) r.fixed';
    let top = if r.residues' <> [] then tops.(k) else List.fold_left max (-1) (List.filter (fun n -> n < r.from') r.before') in
    if top >= 0 then List.iter (fun (q, w) -> raise_to tops q (top + w)) (edges_of r)));
  let order = List.sort (fun a b -> compare (weights.(a), a) (weights.(b), b)) (List.init count Fun.id) in
  (order, Array.to_list (Array.mapi (fun k top -> max 0 (top + 1 - Option.value kinds.(k).least ~default:0)) tops), Array.to_list (Array.map (fun w -> w + shift) weights))

(* about how many options are looked at *)
let cost kinds counts =
  List.fold_left2 (fun total kind count ->
    let n = float_of_int count in
    List.fold_left (fun total r -> total +. n *. (match r.cut' with
      | None -> 1.
      | Some c ->
        let free = List.length c.coordinates' - 1 in
        let share = match c.allowed' with None -> 1. | Some t -> float_of_int (List.length t) /. (float_of_int (max 1 c.cut_modulus') ** float_of_int (free + 1)) in
        let rec each i = if i > free then 1. else n /. float_of_int (i + 1) *. each (i + 1) in
        each 1 *. share +. 1.)) total kind.rules) 0. (Array.to_list kinds) counts

(* ---------- in words ---------- *)
(* A label with a size in place of the name of the long coordinate. *)
let named label size =
  let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_' in
  let inside = match String.index_opt label '(' with Some i -> i + 1 | None -> 0 in
  let n = String.length label in
  let rec first i = if i >= n || letter label.[i] then i else first (i + 1) in
  let start = first inside in
  let rec last i = if i < n && label.[i] <> ',' && label.[i] <> ')' then last (i + 1) else i in
  String.sub label 0 start ^ (if start < n then size else "") ^ String.sub label (last start) (n - last start)
let plus name d = if d = 0 then name else if d > 0 then Printf.sprintf "%s + %d" name d else Printf.sprintf "%s - %d" name (- d)
let numbers l = String.concat ", " (List.map string_of_int l)
let rule_words kinds k r =
  let part size (q, o) = named kinds.(q).label (size o) in
  let letter i = if i < 4 then String.sub "ijkl" i 1 else Printf.sprintf "i%d" (i + 1) in
  let parts, cut = match r.cut' with
    | None -> [], ""
    | Some c ->
      let names = List.mapi (fun i _ -> letter i) c.coordinates' in
      List.concat (List.mapi (fun i x -> List.map (part (plus (letter i))) x.parts) c.coordinates'),
      Printf.sprintf " for %s = %s with %s%s%s" (String.concat " + " names) (plus "n" (- c.sum))
        (String.concat ", " (List.mapi (fun i x -> Printf.sprintf "%s >= %d" (letter i) x.low) c.coordinates'))
        (match c.order' with Any -> "" | Not_in e -> Printf.sprintf ", i - j not in {%s}" (numbers e) | At_most e -> Printf.sprintf ", i - j <= %d" e)
        (match c.allowed' with
          | None -> ""
          | Some t -> Printf.sprintf ", (%s) mod %d one of %s" (String.concat ", " ("n" :: List.filteri (fun i _ -> i < List.length names - 1) names)) c.cut_modulus'
              (String.concat ", " (List.map (fun t -> "(" ^ numbers t ^ ")") t))) in
  let parts = List.map (part string_of_int) r.fixed' @ List.map (part (fun d -> plus "n" (- d))) r.joint' @ parts in
  let late = Printf.sprintf "n >= %d" r.from' and all = List.length (List.sort_uniq compare r.residues') = r.modulus' in
  let early = List.filter (fun n -> n < r.from') r.before' in
  let late = if r.residues' = [] then [] else [if all then late else Printf.sprintf "%s and n mod %d in {%s}" late r.modulus' (numbers r.residues')] in
  let early = if early = [] then [] else [Printf.sprintf "n in {%s}" (numbers early)] in
  Printf.sprintf "%s -> %s%s%s" (named kinds.(k).label "n") (if parts = [] then "nothing" else String.concat " & " parts) cut
    (if kinds.(k).least = None then "" else match late @ early with [] -> " (never)" | l -> " when " ^ String.concat " or " l)

type file = { certificate : kinds_certificate; low_bits : int option; words : string list; claims : string list; steps : float }
let check f = match f.low_bits with None -> check_kinds f.certificate | Some g -> check_arithmetic_kinds f.certificate (num g)
let certificate_of x =
  keys ["certificate"; "game"; "theorem"; "low_bits"; "joint"; "rules"; "claims"] x;
  keys ["kinds"; "moves"; "positions"; "asked"; "parameters"] (field "game" x);
  let theorem = text (field "theorem" x) in
  need (theorem = "kinds" || theorem = "arithmetic-kinds") "theorem: %s" theorem;
  let low_bits = optional int (field "low_bits" x) and joint = int (field "joint" x) in
  need ((theorem = "kinds") = (low_bits = None)) "low_bits: with arithmetic-kinds, and only there";
  need (Option.value low_bits ~default:0 <= 6) "low_bits: more than 6";
  let kinds = Array.of_list (list kind_of (field "rules" x)) in
  let count = Array.length kinds in
  if count > most_kinds then raise (Not_covered "so many kinds");
  let known (q, _) = need (q < count) "rules: there is no kind %d" q in
  Array.iter (fun k -> List.iter (fun r ->
    List.iter known r.fixed'; List.iter known r.joint';
    Option.iter (fun c -> List.iter (fun c -> List.iter known c.parts) c.coordinates') r.cut';
    need (k.least <> None || (r.joint' = [] && r.cut' = None)) "rules: %s has no size, but its parts have" k.label) k.rules) kinds;
  let claims = list (claim_of kinds) (field "claims" x) in
  let places = List.map (fun c -> c.place) claims in
  need (places <> [] && List.sort_uniq compare places = places) "%s" claimed_kinds;
  let reached = Array.mapi (fun k kind -> kind.least = None || List.mem k places) kinds in
  let order, counts, weights = hints kinds reached claims in
  List.iter (fun n -> if n > 1 lsl 26 then raise (Not_covered "sizes beyond 2^26")) counts;
  let coq_kind k kind = { least_size = Option.map z kind.least; reached = reached.(k); kind_rules = List.map coq_rule kind.rules } in
  let certificate = { k_rules = Array.to_list (Array.mapi coq_kind kinds); k_joint = z joint; k_claims = List.map (fun c -> c.claim) claims;
    k_order = List.map num order; k_counts = List.map num counts; k_weights = List.map z weights } in
  let words = List.concat (Array.to_list (Array.mapi (fun k kind ->
    let head = match kind.least with
      | None -> kind.label
      | Some l -> Printf.sprintf "%s for n >= %d%s" (named kind.label "n") l (if reached.(k) then "" else ", not reached") in
    (if kind.rules = [] then head ^ ": no moves" else head) :: List.map (fun r -> "  " ^ rule_words kinds k r) kind.rules) kinds)) in
  let say c = Printf.sprintf "%s: G(n + %d) = G(n)%s for all n >= %d, and no smaller period or preperiod" (named kinds.(c.place).label "n") c.p
    (if c.s = 0 then "" else Printf.sprintf " + %d" c.s) c.n0 in
  (* the conditions of arithmetic-kinds: each of the options of 2 P sizes takes some 50 times as long as one that is only marked *)
  let longest = List.fold_left max 1 counts in
  let steps = cost kinds counts *. (if low_bits = None then 1. else 1. +. 50. *. float_of_int (2 * joint) *. 3. /. float_of_int longest) in
  { certificate; low_bits; words; claims = List.map say claims; steps }
