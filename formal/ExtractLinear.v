(* The checker of sets of P-positions, with numbers as Coq defines them; both builds use it. *)
From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From Grundy Require Import LinearGames LinearSet.
Extraction Language OCaml.
Extraction "linear_checker.ml" check_linear.
