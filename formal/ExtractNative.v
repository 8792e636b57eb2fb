(* The same with OCaml's integers for numbers and Native's arrays for stores. What is trusted beyond Coq and OCaml: these lines and
   native.ml. The integers are those of Coq while they stay below 2^62; the reader refuses numbers of 2^48 and more. *)
From Coq Require Import NArith FMapPositive Extraction ExtrOcamlBasic.
From Grundy Require Import Layout Store ExactValues TripleValues LeastCheck ArithmeticCheck Certificate SegmentCheck SparseCertificate KindRules KindValues KindExact KindCheck KindDirections ArithmeticKinds KindArithmeticCheck Systems FactsCheck Games MisereClaims MisereCheck.
Extraction Language OCaml.
Extract Inductive positive => "int" [ "(fun p -> 2*p+1)" "(fun p -> 2*p)" "1" ]
  "(fun f2p1 f2p f1 p -> if p = 1 then f1 () else if p land 1 = 0 then f2p (p lsr 1) else f2p1 (p lsr 1))".
Extract Inductive N => "int" [ "0" "" ] "(fun f0 fp n -> if n = 0 then f0 () else fp n)".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant N.mul => "( * )".
Extract Inlined Constant N.sub => "Native.sub".
Extract Inlined Constant N.div => "Native.div".
Extract Inlined Constant N.modulo => "Native.modulo".
Extract Inlined Constant N.max => "Native.max".
Extract Inlined Constant N.eqb => "Native.eqb".
Extract Inlined Constant N.ltb => "Native.ltb".
Extract Inlined Constant N.leb => "Native.leb".
Extract Inlined Constant N.succ => "succ".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.ldiff => "Native.ldiff".
Extract Inlined Constant N.testbit => "Native.testbit".
Extract Inlined Constant N.setbit => "Native.setbit".
Extract Inlined Constant N.div2 => "Native.half".
Extract Inlined Constant N.odd => "Native.odd".
Extract Constant store => "Native.store".
Extract Inlined Constant empty => "Native.empty".
Extract Inlined Constant get => "Native.get".
Extract Inlined Constant set => "Native.set".
Extraction "native_checker.ml" check check_values prepare segments_of check_part game_ok check_kinds check_arithmetic_kinds check_facts check_fact check_row play_ends as_named options domino meet node_kayles arc_kayles grim domination colouring graph_chomp geography geography_start board everything set_of present components last_heap prepare_misere closed_misere.
