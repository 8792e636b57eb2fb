(* grundy-check: the command line around the extracted checker. Not verified. *)
let usage = "usage: grundy-check [--segment I..J] [--limit N] FILE...
FILE is a certificate (.json) or a file of facts (facts.txt).
Exit code 0: checked wholly, and true; 1: refused; 6: nothing wrong, but only a part was checked; 2: not used rightly."
let stop code = prerr_endline usage; exit code

let read path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () ->
    let n = in_channel_length file in
    if n > 1 lsl 28 then raise (Json.Wrong "the file is too large");
    really_input_string file n)

let range text =
  let number t = match int_of_string_opt t with Some n when n >= 1 -> n | _ -> stop 2 in
  match String.index_opt text '.' with
  | None -> let n = number text in (n, n)
  | Some i when i + 1 < String.length text && text.[i + 1] = '.' ->
    let rest = String.sub text (i + 2) (String.length text - i - 2) in
    let rest = if rest <> "" && rest.[0] = '=' then String.sub rest 1 (String.length rest - 1) else rest in
    (number (String.sub text 0 i), number rest)
  | Some _ -> stop 2

let claim (f : Reader.file) =
  Printf.sprintf "%s: G(n + %d) = G(n)%s for all n >= %d, and no smaller period or preperiod" f.name f.p
    (if f.s = 0 then "" else Printf.sprintf " + %d" f.s) f.n0

(* Games of kinds: the rules in words, and then each claim. *)
let check_kinds say limit x =
  let f = Kinds.certificate_of x in
  let claims = String.concat "; " f.claims in
  if f.steps > float_of_int limit then say 6 (claims ^ ": not checked: it takes more than " ^ string_of_int limit ^ " steps (--limit)")
  else if Kinds.check f then begin
    List.iter print_endline ("the rules that were checked:" :: List.map (fun w -> "  " ^ w) f.words);
    List.fold_left (fun _ c -> say 0 ("true: " ^ c)) 0 f.claims
  end else say 1 ("REFUSED: " ^ claims)

(* Sets of P-positions: the rules and the set in words, and then the claim. *)
let check_linear say x =
  let f = Linear.certificate_of x in
  let claim = f.title ^ ": the set is the set of P-positions" in
  if Linear.check f then begin
    List.iter print_endline ("the rules and the set that were checked:" :: List.map (fun w -> "  " ^ w) f.words);
    say 0 ("true: " ^ claim)
  end else say 1 ("REFUSED: " ^ claim)

(* Misere quotients: the rules in words, if they are listed, and then the claim. *)
let check_misere say limit x =
  let f = Misere.certificate_of x in
  if f.steps > float_of_int limit then say 6 (f.claim ^ ": not checked: it takes more than " ^ string_of_int limit ^ " steps (--limit)")
  else if Misere.check f then begin
    if f.words <> [] then List.iter print_endline ("the rules that were checked:" :: List.map (fun w -> "  " ^ w) f.words);
    say 0 ("true: " ^ f.claim)
  end else say 1 ("REFUSED: " ^ f.claim)

(* 0: true, 1: refused, 6: only a part *)
let check asked limit path =
  let say code format = Printf.ksprintf (fun text -> Printf.printf "%s: %s\n%!" path text; code) format in
  try
    let text = read path in
    if Facts.is_one text then (if asked <> None then stop 2; say 0 "true: %s" (Facts.check text)) else
    let x = Json.parse text in
    if Reader.field "certificate" x = Json.Int 4 then begin
      if asked <> None then stop 2;
      check_kinds (fun code words -> say code "%s" words) limit x
    end else if Reader.field "certificate" x = Json.Int 5 then begin
      if asked <> None then stop 2;
      let say code words = say code "%s" words in
      if Reader.field "kind" x = Json.Text "misere-quotient" then check_misere say limit x else check_linear say x
    end else
    let f = Reader.certificate_of x in
    if not f.segmented then begin
      if asked <> None then stop 2;
      (* the values of codes with splits take n^2 / 4 steps without a sparse space; where three heaps may be left, up to thrice as many values are
         asked for, and a position takes n steps for each value there is: say, 200 of them *)
      let size, cost = match f.certificate.c_game, f.certificate.c_sparse with
        (* values that grow: for all n up to checked_to, at most n^2 / 4 pairs of a heap and a value of a pair *)
        | _ when f.certificate.c_theorem = Checker.ArithmeticSplits -> f.checked_to, (if f.checked_to < 1 lsl 24 then f.checked_to * f.checked_to / 12 else max_int)
        | Checker.AllBut _, _ -> f.n0 + f.p, f.n0 + f.p
        | _, Some sp -> f.n0 + f.p, 100 + List.length sp.sp_rares
        | Checker.Code digits, None when Checker.heaps digits = Number.of_int 3 -> f.n0 + f.p, 1000 * (f.n0 + f.p)
        | _, None -> f.n0 + f.p, f.n0 + f.p in
      if cost > 0 && size > limit / cost then say 6 "%s: not checked: it takes more than %d steps (--limit)" (claim f) limit
      else if Checker.check f.certificate then say 0 "true: %s" (claim f)
      else say 1 "REFUSED: %s" (claim f)
    end else match Checker.prepare f.certificate with
      | None -> say 1 "REFUSED: %s: the numbers, the first values or the states" (claim f)
      | Some prepared ->
        let parts = Array.of_list (Checker.segments_of f.certificate) in
        let count = Array.length parts in
        let first, last = Option.value asked ~default:(1, count) in
        if first > last || last > count then (prerr_endline (Printf.sprintf "%s: its segments are 1..%d" path count); stop 2);
        let rec from i =
          if i > last then
            if first = 1 && last = count then say 0 "true: %s (all %d segments)" (claim f) count
            else say 6 "%s: segments %d..%d hold; not checked: the other ones of %d" (claim f) first last count
          else if Checker.check_part prepared parts.(i - 1) then from (i + 1)
          else say 1 "REFUSED: %s: segment %d" (claim f) i in
        from first
  with
  | Reader.Not_covered what -> say 6 "not checked: %s are not covered by this checker" what
  | Facts.Not_covered what -> say 6 "not checked: %s: not covered by this checker" what
  | Failure why -> say 6 "not checked: %s" why
  | Json.Wrong why | Guide.Wrong why -> say 1 "REFUSED: %s" why
  | Sys_error why -> say 1 "REFUSED: %s" why
  | Stack_overflow | Out_of_memory | Invalid_argument _ -> say 6 "not checked: out of memory"

let () =
  let rec go asked limit paths = function
    | "--segment" :: r :: rest -> go (Some (range r)) limit paths rest
    | "--limit" :: n :: rest -> (match int_of_string_opt n with Some n -> go asked n paths rest | None -> stop 2)
    | p :: rest when String.length p < 2 || String.sub p 0 2 <> "--" -> go asked limit (p :: paths) rest
    | [] when paths <> [] ->
      let codes = List.map (check asked limit) (List.rev paths) in
      exit (if List.mem 1 codes then 1 else if List.mem 6 codes then 6 else 0)
    | _ -> stop 2 in
  go None 200_000_000_000 [] (List.tl (Array.to_list Sys.argv))
