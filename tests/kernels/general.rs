//! Every family in small ranges, and tables larger than a chunk.

use crate::common::{oracle, ruleset, ruleset_in, solve};
use crate::judge::judge;
use grundy::games::FAMILIES;
use grundy::ruleset::{Play, Value};

/// A range that the oracle solves in a blink.
fn small_max(code: &str) -> u64 {
    let family = code.split(':').next().unwrap_or_default();
    match (family, ruleset(code, 1).rows().dimensions()) {
        ("building-nim" | "chomp", _) => 10,
        ("poker-nim", _) => 6,
        (_, 1) => 100,
        (_, 2) => 20,
        (_, 3) => 7,
        _ => 3,
    }
}

#[test]
fn every_example_of_every_family() {
    for code in FAMILIES.iter().flat_map(|family| family.examples) {
        for max in [small_max(code), 2, 1] {
            judge(code, max);
        }
    }
}

#[test]
fn tables_larger_than_a_chunk() {
    judge("nim:2", 300);
    judge("circular-nim:n=18,k=2", 1);
    judge("circular-nim:n=4,k=2", 13);
    judge("divisor:squarefree-powers", 3000);
    judge("circle:1,3", 300);
}

/// G- (docs/language.md) by another way: a sum with a heap of m tokens of Nim is P in misère play iff m is the value.
#[test]
fn grundy_values_in_misere_play_are_heaps_that_make_p() {
    for (code, max) in
        [("subtraction:1,2", 12), ("subtraction:2,5,7", 20), ("nim:1", 6), ("octal:0.33", 12), ("wythoff", 4)]
    {
        let alone = ruleset(code, max);
        let values = solve(oracle(), &*alone, Play::Misere, Value::Grundy).unwrap();
        let sum = ruleset_in(&format!("sum:{code}+nim:1"), max, Play::Misere);
        let outcomes = solve(oracle(), &*sum, Play::Misere, Value::Outcome).unwrap();
        for (row, outcomes) in outcomes.chunks(max as usize + 1).enumerate() {
            for (heap, &outcome) in outcomes.iter().enumerate() {
                assert_eq!(outcome == 0, values[row] == heap as u32, "{code}: row {row}, heap {heap}");
            }
        }
    }
    assert_eq!(solve(oracle(), &*ruleset("nim:1", 4), Play::Misere, Value::Grundy), Some(vec![1, 0, 2, 3, 4]));
    assert!(
        solve(oracle(), &*ruleset("kayles", 4), Play::Misere, Value::Grundy).is_none(),
        "sums of Kayles are no heaps"
    );
}
