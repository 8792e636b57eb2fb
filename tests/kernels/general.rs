//! Every family in small ranges, and tables larger than a chunk.

use crate::common::ruleset;
use crate::judge::judge;
use grundy::games::FAMILIES;

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
