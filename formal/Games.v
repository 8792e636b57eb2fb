(* Games on graphs and boards as systems: what the checker of facts says it has checked is said by these definitions and those of Systems.v. *)
From Coq Require Import NArith List Bool.
From Grundy Require Import Systems.
Import ListNotations.
Local Open Scope N_scope.

Definition set_of (l : list N) : N := fold_right (fun e x => N.setbit x e) 0 l.
Definition upto (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

(* ---------- graphs: vertices 0, 1, ..., n - 1, and edges ---------- *)
Definition graph := list (N * N).
Definition both (E : graph) : graph := E ++ map (fun e => (snd e, fst e)) E.
Definition near (E : graph) (v : N) : list N := map snd (filter (fun e => N.eqb (fst e) v) (both E)).
Definition takes (used gone : list N) : move := Move (set_of used) 0 (set_of gone) 0.
(* Node-Kayles: take a vertex and its neighbours. Arc-Kayles: two neighbours. Grim: a vertex that has a neighbour. *)
Definition node_kayles (n : N) (E : graph) : system := map (fun v => takes [v] (v :: near E v)) (upto n).
Definition arc_kayles (n : N) (E : graph) : system := map (fun e => takes [fst e; snd e] [fst e; snd e]) E.
Definition grim (n : N) (E : graph) : system := map (fun e => takes [fst e; snd e] [fst e]) (both E).
(* Domination: choose a vertex that dominates a vertex not dominated yet; elements are the vertices not dominated yet. *)
Definition domination (total : bool) (n : N) (E : graph) : system :=
  flat_map (fun v => let reached := if total then near E v else v :: near E v in map (fun w => takes [w] reached) reached) (upto n).
(* Col (`same`) and Snort: the element v k + c says that vertex v may still get the colour c of k. *)
Definition colouring (same : bool) (k n : N) (E : graph) : system :=
  flat_map (fun v => map (fun c => takes [v * k + c]
    (map (fun o => v * k + o) (upto k) ++
     flat_map (fun o => if Bool.eqb (N.eqb o c) same then map (fun u => u * k + o) (near E v) else []) (upto k))) (upto k)) (upto n).
(* Chomp: remove an edge, or a vertex with its edges. Elements are the vertices, then the edges. *)
Definition numbered (E : graph) : list (N * (N * N)) := combine (upto (N.of_nat (length E))) E.
Definition graph_chomp (n : N) (E : graph) : system :=
  map (fun v => takes [v] (v :: map (fun e => n + fst e) (filter (fun e => N.eqb (fst (snd e)) v || N.eqb (snd (snd e)) v) (numbered E)))) (upto n) ++
  map (fun e => takes [n + fst e] [n + fst e]) (numbered E).
(* Geography: a token moves along an edge and uses up the vertex that it enters, or the edge. Elements are what is left of these, then the
   places of the token. *)
Definition geography (edges : bool) (n : N) (E : graph) : system :=
  let first := if edges then N.of_nat (length E) else n in
  let step := fun from to used : N => Move (set_of [used; first + from]) 0 (set_of [used; first + from]) (set_of [first + to]) in
  flat_map (fun e : N * (N * N) => let (u, v) := snd e in [step u v (if edges then fst e else v); step v u (if edges then fst e else u)]) (numbered E).
Definition geography_start (edges : bool) (n : N) (E : graph) (start : N) : N :=
  let first := if edges then N.of_nat (length E) else n in
  set_of ((first + start) :: filter (fun e => edges || negb (N.eqb e start)) (upto first)).

(* ---------- boards: cells in rows and columns, each dead or in one of some states ---------- *)
(* A cell of a pattern: the state now, or any (also beyond the edge); afterwards a state, dead (None), or as it was. *)
Inductive after := Kept | Becomes (s : option N).
Record cell := Cell { row : N; column : N; now : option N; later : after }.
Definition board_rule := list cell.
Definition height (r : board_rule) : N := fold_right N.max 0 (map row r).
Definition width (r : board_rule) : N := fold_right N.max 0 (map column r).
Definition flipped (r : board_rule) : board_rule := map (fun c => Cell (row c) (width r - column c) (now c) (later c)) r.
Definition turned (r : board_rule) : board_rule := map (fun c => Cell (column c) (row c) (now c) (later c)) r.
(* The images in which a rule counts. *)
Inductive symmetries := AsItIs | Mirrored | AllTurns.
Definition images (s : symmetries) (r : board_rule) : list board_rule := match s with
  | AsItIs => [r]
  | Mirrored => [r; flipped r]
  | AllTurns => let q := turned (flipped r) in let h := turned (flipped q) in let t := turned (flipped h) in
    flat_map (fun i => [i; turned i]) [r; q; h; t]
  end.

Section Board.
Variables (states rows columns : N).
(* A cell in a state. *)
Definition element (s r c : N) : N := (s * rows + r) * columns + c.
(* A rule whose corner lies in row r - height and column c - width; none if it needs a cell beyond the edge. *)
Fixpoint placed (up left r c : N) (cells : board_rule) : option move := match cells with
  | [] => Some (Move 0 0 0 0)
  | x :: t =>
    match placed up left r c t with
    | None => None
    | Some m =>
      let i := r + row x in let j := c + column x in
      if N.leb up i && N.ltb i (up + rows) && N.leb left j && N.ltb j (left + columns) then
        let at_ := fun s => element s (i - up) (j - left) in
        let gone := match later x with Kept => 0 | Becomes _ => set_of (map at_ (upto states)) end in
        let new := match later x with Becomes (Some s) => set_of [at_ s] | _ => 0 end in
        let own := match now x with Some s => set_of [at_ s] | None => 0 end in
        Some (Move (N.lor (needs m) own) 0 (N.lor (deletes m) gone) (N.lor (adds m) new))
      else match now x with Some _ => None | None => Some m end
    end end.
Definition placings (r : board_rule) : system :=
  flat_map (fun i => flat_map (fun j => match placed (height r) (width r) i j r with Some m => [m] | None => [] end)
    (upto (columns + width r))) (upto (rows + height r)).
Definition board (s : symmetries) (rules : list board_rule) : system := flat_map placings (flat_map (images s) rules).
End Board.
(* Cram: two neighbouring cells die. *)
Definition domino : board_rule := [Cell 0 0 (Some 0) (Becomes None); Cell 0 1 (Some 0) (Becomes None)].

Definition everything (n : N) : N := set_of (upto n).
Example cram_2_3 : value (board 1 2 3 AllTurns [domino]) (everything 6) = 1. Proof. vm_compute. reflexivity. Qed.
Example node_kayles_path_5 : value (node_kayles 5 [(0, 1); (1, 2); (2, 3); (3, 4)]) (everything 5) = 3. Proof. vm_compute. reflexivity. Qed.
Example arc_kayles_path_6 : value (arc_kayles 6 [(0, 1); (1, 2); (2, 3); (3, 4); (4, 5)]) (everything 6) = 3. Proof. vm_compute. reflexivity. Qed.
(* Col on an edge: the first player colours a vertex, the second the other one. *)
Example col_edge : value (colouring true 2 2 [(0, 1)]) (everything 4) = 0. Proof. vm_compute. reflexivity. Qed.
(* Domination of a path of three vertices: the middle one ends the game, each other one leaves one vertex. *)
Example domination_path_3 : value (domination false 3 [(0, 1); (1, 2)]) (everything 3) = 2. Proof. vm_compute. reflexivity. Qed.
(* An edge with its ends: without it two vertices are left, without a vertex one. *)
Example chomp_edge : value (graph_chomp 2 [(0, 1)]) (everything 3) = 2. Proof. vm_compute. reflexivity. Qed.
(* Geography on a path of three vertices from its end: two steps. *)
Example geography_path_3 : value (geography false 3 [(0, 1); (1, 2)]) (geography_start false 3 [(0, 1); (1, 2)] 0) = 0. Proof. vm_compute. reflexivity. Qed.
(* A triangle: a vertex is taken, then one of the two others, and the last one has no neighbour. *)
Example grim_triangle : value (grim 3 [(0, 1); (1, 2); (0, 2)]) (everything 3) = 0. Proof. vm_compute. reflexivity. Qed.

(* ---------- how a position falls apart; the checker sees for itself that it does ---------- *)
Fixpoint some_day (fuel : nat) (M : system) (P : N) : N := match fuel with
  | O => P
  | S k => let Q := fold_left (fun Q m => if within (needs m) Q then N.lor Q (adds m) else Q) M P in if N.eqb P Q then P else some_day k M Q
  end.
Definition meet : N -> N -> N := N.land.
Definition present (M : system) (x : N) : N := some_day (length M) M x.
Definition components (M : system) (P : N) : list N :=
  fold_left (fun classes m => if within (needs m) P then
    let s := N.land (support m) P in
    fold_right N.lor s (filter (fun c => negb (apart c s)) classes) :: filter (fun c => apart c s) classes else classes) M [].
