(* Certificates of misere quotients: from the file to the checker's record, what the checker is told besides, and the claim in words.
   Not verified. The table of products, the steps that reach all elements and the pairs are not trusted: the checker looks at them. *)
open Json
open Reader
open Checker

let most_elements = 5000 and most_heaps = 100_000

(* ---------- what is read ---------- *)
(* a code whose digits repeat has those that do in parentheses at its end *)
let game_of code =
  let digits t = List.map (fun c -> num (digit c)) (List.of_seq (String.to_seq t)) in
  match String.index_opt code '(' with
  | None -> Plain (Reader.game_of code)
  | Some i ->
    let n = String.length code in
    need (i >= 8 && n > i + 2 && String.sub code 0 6 = "octal:" && code.[7] = '.' && code.[n - 1] = ')') "game: not a code whose digits repeat";
    Repeating (digits (String.sub code 6 1 ^ String.sub code 8 (i - 8)), digits (String.sub code (i + 1) (n - i - 2)))
let heap x = match int_of_string_opt x with
  | Some n when n >= 1 && string_of_int n = x -> if n > most_heaps then raise (Not_covered "such large heaps") else n
  | _ -> wrong "actions: not a heap"

type file = { words : string list; claim : string; certificate : misere_certificate; actions : (int * int array) list; steps : float }

let names = ["certificate"; "kind"; "game"; "options"; "elements"; "preperiod"; "period"; "p"; "phi"; "actions"]
let certificate_of x =
  let fields = match x with Object fields -> List.map fst fields | _ -> wrong "not an object" in
  List.iter (fun key -> need (List.mem key names) "%s: unknown" key) fields;
  need (List.length (List.sort_uniq compare fields) = List.length fields) "a key twice";
  need (field "kind" x = Text "misere-quotient") "kind: not misere-quotient";
  let absent key = not (List.mem key fields) || field key x = Null in
  let title = text (field "game" x) and m = int (field "elements" x) in
  let options = if absent "options" then None else Some (list (list ints) (field "options" x)) in
  let game = match options with
    | None -> game_of title
    | Some options -> Listed (List.map (List.map (List.map num)) options) in
  (* a store for all numbers of a set, and for all sums of two elements *)
  (match game with Plain (Subtraction set | AllBut set) -> List.iter (fun n -> if Number.to_int n > most_heaps then raise (Not_covered "such large numbers of a set")) set | _ -> ());
  if m > most_elements then raise (Not_covered (Printf.sprintf "quotients of more than %d elements" most_elements));
  need (m >= 1) "elements: none";
  let p = ints (field "p" x) and phi = ints (field "phi" x) in
  need (List.length (List.sort_uniq compare p) = List.length p) "p: an element twice";
  need (absent "preperiod" = absent "period") "preperiod: it needs a period, and a period needs it";
  let period = if absent "period" then None else Some (int (field "preperiod" x), int (field "period" x)) in
  let actions = match field "actions" x with Object fields -> List.map (fun (h, a) -> (heap h, Array.of_list (ints a))) fields | _ -> wrong "actions: not an object" in
  List.iter (fun (h, a) -> need (Array.length a = m && Array.for_all (fun y -> y < m) a) "actions: that of heap %d is no map of the elements" h) actions;
  let certificate = {
    mq_game = game; mq_elements = num m; mq_period = Option.map (fun (n0, p) -> (num n0, num p)) period; mq_p = List.map num p; mq_phi = List.map num phi;
    mq_actions = List.map (fun (h, a) -> (num h, List.map num (Array.to_list a))) actions } in
  Option.iter (fun (n0, p) -> if n0 + p > most_heaps then raise (Not_covered "such long periods")) period;
  let last = Number.to_int (last_heap certificate) in
  if last > most_heaps then raise (Not_covered "so many heaps");
  let sum = function [] -> "nothing" | heaps -> String.concat "+" (List.map string_of_int heaps) in
  let words = match options with
    | None -> []
    | Some all -> List.mapi (fun i os -> Printf.sprintf "heap %d: %s" (i + 1) (if os = [] then "no option" else String.concat ", " (List.map sum os))) all in
  let claim = Printf.sprintf "%s: the misere quotient of %s has %d elements, %d of them in P%s" title
    (match period with Some _ -> "all heaps" | None -> Printf.sprintf "the heaps 1..%d" (List.length phi)) m (List.length p)
    (match period with Some (n0, p) -> Printf.sprintf "; phi(n + %d) = phi(n) for all n >= %d, and no smaller period or preperiod" p n0 | None -> "") in
  let cubes = float_of_int (m * m) *. float_of_int (m + 1) and heaps = float_of_int last in
  { words; claim; certificate; actions; steps = cubes +. heaps *. (heaps +. float_of_int m ** 2.) }

(* ---------- what the checker is told ---------- *)
(* The maps must commute; then the product of x and y is what leads to x, applied to y. The steps: an element, and the value of a heap. *)
let table m actions =
  let rows = Array.make m [||] and steps = ref [] and waiting = Queue.create () in
  rows.(0) <- Array.init m Fun.id; Queue.add 0 waiting;
  while not (Queue.is_empty waiting) do
    let x = Queue.pop waiting in
    List.iter (fun (_, a) ->
      if rows.(a.(x)) = [||] then begin
        rows.(a.(x)) <- Array.map (Array.get a) rows.(x);
        steps := (x, a.(0)) :: !steps; Queue.add a.(x) waiting
      end) actions
  done;
  Array.iter (fun row -> need (row <> [||]) "actions: they do not lead to every element") rows;
  rows, List.rev !steps

(* The pairs (x, z): some sum of value x, not empty, has no winning move in its heaps beside a rest of value z. *)
let pairs m rows lacks =
  let found = Bytes.make (m * m) '\000' and waiting = Queue.create () in
  let reach x z = if Bytes.get found (x * m + z) = '\000' then (Bytes.set found (x * m + z) '\001'; Queue.add (x, z) waiting) in
  (* for each value f of a heap that lacks a winning move somewhere, and each y, all z with z f = y *)
  let values = List.filter_map (fun f ->
    if not (List.exists (fun w -> lacks f w) (List.init m Fun.id)) then None
    else begin
      let before = Array.make m [] in
      for z = m - 1 downto 0 do before.(rows.(z).(f)) <- z :: before.(rows.(z).(f)) done;
      Some (f, before)
    end) (List.init m Fun.id) in
  let follow x y = List.iter (fun (f, before) -> List.iter (fun z -> if lacks f rows.(x).(z) then reach rows.(x).(f) z) before.(y)) values in
  for y = 0 to m - 1 do follow 0 y done;
  while not (Queue.is_empty waiting) do let x, y = Queue.pop waiting in follow x y done;
  found

let check f =
  let m = Number.to_int f.certificate.mq_elements in
  let rows, steps = table m f.actions in
  let t = ref (Number.empty ()) in
  Array.iteri (fun x row -> Array.iteri (fun y z -> t := Number.set !t (x * m + y) z) row) rows;
  match prepare_misere f.certificate !t (List.map (fun (x, g) -> (num x, num g)) steps) with
  | None -> false
  | Some noted ->
    let found = pairs m rows (fun f w -> Number.get noted (f * m + w) = 1) in
    let b = ref (Number.empty ()) in
    Bytes.iteri (fun i c -> if c <> '\000' then b := Number.set !b i 1) found;
    closed_misere f.certificate !t noted !b
