(* JSON as certificates have it: objects, lists, whole numbers, texts without escapes, true, false, null. Not verified. *)
type t = Null | Bool of bool | Int of int | Text of string | List of t list | Object of (string * t) list
exception Wrong of string
let wrong format = Printf.ksprintf (fun text -> raise (Wrong text)) format

let parse text =
  let at = ref 0 in
  let peek () = if !at < String.length text then text.[!at] else '\000' in
  let rec space () = match peek () with ' ' | '\n' | '\t' | '\r' -> incr at; space () | _ -> () in
  let expect c = space (); if peek () = c then incr at else wrong "JSON: %C expected at byte %d" c !at in
  let word w x =
    let n = String.length w in
    if !at + n <= String.length text && String.sub text !at n = w then (at := !at + n; x) else wrong "JSON: byte %d" !at in
  let string () =
    expect '"';
    let start = !at in
    while peek () <> '"' do
      if !at >= String.length text || peek () < ' ' || peek () = '\\' then wrong "JSON: a text with an escape or without an end at byte %d" !at;
      incr at
    done;
    incr at; String.sub text start (!at - 1 - start) in
  let number () =
    let negative = peek () = '-' in
    if negative then incr at;
    let start = !at in
    while peek () >= '0' && peek () <= '9' do incr at done;
    let digits = String.sub text start (!at - start) in
    if digits = "" || (String.length digits > 1 && digits.[0] = '0') || String.length digits > 15 || (negative && digits = "0") then wrong "JSON: a number that is not whole, or too large, at byte %d" start;
    if negative then - int_of_string digits else int_of_string digits in
  let rec value () =
    space ();
    match peek () with
    | '{' -> incr at; Object (items '}' (fun () -> space (); let key = string () in expect ':'; (key, value ())))
    | '[' -> incr at; List (items ']' value)
    | '"' -> Text (string ())
    | 't' -> word "true" (Bool true) | 'f' -> word "false" (Bool false) | 'n' -> word "null" Null
    | _ -> Int (number ())
  and items : 'a. char -> (unit -> 'a) -> 'a list = fun close item ->
    space ();
    if peek () = close then (incr at; []) else
      let rec more found =
        let found = item () :: found in
        space ();
        if peek () = ',' then (incr at; more found) else (expect close; List.rev found) in
      more [] in
  let result = value () in
  space ();
  if !at <> String.length text then wrong "JSON: something behind the end";
  result
