//! Every family in small ranges, and tables larger than a chunk.

use super::judge::judge;
use crate::common::{oracle, outline, ruleset, ruleset_in, solve};
use grundy::games::FAMILIES;
use grundy::ruleset::{Play, Value};
use grundy::structure::Systems;

/// A range that the oracle solves quickly.
fn small_max(code: &str) -> u64 {
    let game = outline(code, 1);
    if let Some(systems) = game.structures().get::<Systems>() {
        // The multisets of misère play are too many for ten vertices.
        let fits = |n: &u64| systems.0.elements(&vec![*n; game.rows().dimensions()]) <= 8;
        return (1..100).take_while(fits).last().unwrap_or(1);
    }
    let family = code.split(':').next().unwrap_or_default();
    match (family, ruleset(code, 1).rows().dimensions()) {
        ("building-nim" | "chomp", _) => 10,
        ("poker-nim" | "partition", _) => 6,
        ("nogo", _) => 3,
        ("generate", _) => 6,
        ("hackenbush", _) => 7,
        ("nimstring", _) => 3,
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

/// Another way to define G- (docs/language.md): the sum with a Nim heap of m tokens is P in misère play if
/// and only if m is the value.
#[test]
fn grundy_values_in_misere_play_are_heaps_that_make_p() {
    for (code, max) in
        [("subtraction:1,2", 12), ("subtraction:2,5,7", 20), ("nim:1", 6), ("octal:0.33", 12), ("wythoff", 4)]
    {
        let alone = ruleset(code, max);
        let values = solve(oracle(), &*alone, Play::Misere, Value::GRUNDY).unwrap();
        let sum = ruleset_in(&format!("sum:{code}+nim:1"), max, Play::Misere);
        let outcomes = solve(oracle(), &*sum, Play::Misere, Value::OUTCOME).unwrap();
        for (row, outcomes) in outcomes.chunks(max as usize + 1).enumerate() {
            for (heap, &outcome) in outcomes.iter().enumerate() {
                assert_eq!(outcome == 0, values[row] == heap as u32, "{code}: row {row}, heap {heap}");
            }
        }
    }
    assert_eq!(solve(oracle(), &*ruleset("nim:1", 4), Play::Misere, Value::GRUNDY), Some(vec![1, 0, 2, 3, 4]));
    assert!(
        solve(oracle(), &*ruleset("kayles", 4), Play::Misere, Value::GRUNDY).is_none(),
        "sums of Kayles are no heaps"
    );
}

#[test]
fn rows_from_one_on_are_rows_of_the_whole_box() {
    for code in [
        "nim:2",
        "nim:3",
        "wythoff",
        "queen",
        "moore-nim:heaps=3,k=2",
        "circular-nim:n=4,k=2",
        "greedy-nim:3",
        "steps:1/2,2/1",
    ] {
        let (max, separator) = (5, if code.contains(':') { ',' } else { ':' });
        let cropped = format!("{code}{separator}first=1");
        judge(&cropped, max);
        let (all, some) = (ruleset(code, max), ruleset(&cropped, max));
        for (play, value) in [(Play::Normal, Value::GRUNDY), (Play::Misere, Value::OUTCOME)] {
            let whole = solve(oracle(), &*all, play, value).unwrap();
            let values = solve(oracle(), &*some, play, value).unwrap();
            assert_eq!(values.len() as u64, max.pow(some.rows().dimensions() as u32));
            let mut label = Vec::new();
            for (row, &value) in (0..).zip(&values) {
                some.rows().label(row, &mut label);
                assert!(label.iter().all(|&coordinate| coordinate > 0));
                assert_eq!(whole[all.rows().find(&label).unwrap() as usize], value, "{code} {label:?}");
            }
        }
    }
}
