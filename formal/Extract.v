(* The checker as OCaml, twice: as it is, with numbers and stores as Coq defines them, and with OCaml's integers and arrays. *)
From Coq Require Import NArith FMapPositive Extraction ExtrOcamlBasic.
From Grundy Require Import Layout Store ExactValues TripleValues LeastCheck ArithmeticCheck Certificate SegmentCheck SparseCertificate KindRules KindValues KindExact KindCheck KindDirections ArithmeticKinds KindArithmeticCheck Systems FactsCheck Games MisereClaims MisereCheck.
Extraction Language OCaml.
Extraction "pure.ml" check check_values prepare segments_of check_part game_ok check_kinds check_arithmetic_kinds check_facts check_fact check_row play_ends as_named options domino meet node_kayles arc_kayles grim domination colouring graph_chomp geography geography_start board everything set_of present components last_heap prepare_misere closed_misere N.add N.mul N.div N.modulo.
