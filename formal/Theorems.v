(* The theorems of docs/theorems.md, and that each rests on nothing but Coq: scripts/check-formal.sh reads what this file prints. *)
From Grundy Require Import Values SpragueGrundy GuySmith Subtraction AllBut Least Sparse Segments Equivalences Outcomes Arithmetic ArithmeticCheck Certificate SparseCertificate.

Print Assumptions grundy_unique.
Print Assumptions grundy_exists.
Print Assumptions sprague_grundy.
Print Assumptions least_period_preperiod.
Print Assumptions guy_smith.
Print Assumptions guy_smith_bound.
Print Assumptions no_split_window.
Print Assumptions subtraction_window.
Print Assumptions all_but_window.
Print Assumptions sparse_space.
Print Assumptions rare_at_ok.
Print Assumptions segments_period.
Print Assumptions first_cousins.
Print Assumptions redundant_bit.
Print Assumptions two_periods.
Print Assumptions trailing_zero.
Print Assumptions scaled_set.
Print Assumptions joins.
Print Assumptions joins_periodic.
Print Assumptions no_split_outcomes.
Print Assumptions subtraction_outcomes.
Print Assumptions arithmetic_splits.
Print Assumptions game_grundy.
Print Assumptions splits_ok_periodic.
Print Assumptions check_values_correct.
Print Assumptions segments_correct.
Print Assumptions check_correct.
