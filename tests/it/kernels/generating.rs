//! Games of generating: structure classes against the oracle, which knows only which sets generate.

use super::judge::{judge, kernel};
use crate::common::{expect_exit, outline};
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::event::Silent;
use grundy::kernel::Task;
use grundy::random::Random;
use grundy::ruleset::{Play, Value};
use std::fs;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

#[test]
fn groups() {
    for group in ["cyclic", "dihedral", "symmetric", "alternating", "2*cyclic", "dicyclic", "cyclic*cyclic"] {
        let max = match group {
            "cyclic" => 12,
            "dihedral" | "2*cyclic" => 6,
            "alternating" => 4,
            _ => 3,
        };
        for avoid in ["", ",avoid=true"] {
            judge(&format!("generate:{group}{avoid}"), max);
        }
    }
}

/// The sets of a closure need not be those of a group: any sets will do.
#[test]
fn random_sets() {
    let folder = TempDir::new().unwrap();
    let (mut random, path) = (Random(20_261_128), folder.path().join("sets.txt"));
    for case in 0..60 {
        let elements = 1 + random.below(9);
        let names = |random: &mut Random, all: bool| {
            let kept: Vec<String> =
                (0..elements).filter(|_| all || random.below(3) > 0).map(|element| format!("e{element}")).collect();
            kept.join(" ")
        };
        let mut text = names(&mut random, true);
        for _ in 0..1 + random.below(5) {
            let set = names(&mut random, false);
            // Not the set of all elements, and not the empty set, which is an empty line.
            if set.split(' ').count() < elements as usize && !set.is_empty() {
                text = format!("{text}\n{set}");
            }
        }
        if !text.contains('\n') {
            continue;
        }
        fs::write(&path, &text).unwrap();
        for avoid in ["", ",avoid=true"] {
            println!("case {case}: {text}");
            judge(&format!("generate:sets={}{avoid}", path.display()), 1);
        }
    }
}

/// Sums of these games with others.
#[test]
fn sums() {
    judge("sum:generate:cyclic+nim:1", 5);
    judge("sum:(generate:dihedral,avoid=true)+generate:cyclic", 3);
}

#[test]
fn classes_count_against_the_memory_and_can_be_cancelled() {
    let ruleset = outline("generate:2*2*2*2*2", 1);
    let solve = |memory, control: &Control<'_>| {
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, memory, control);
        kernel("structure-classes").solve(&task, &mut Vec::new()).map(drop)
    };
    solve(Bytes(1 << 20), &Control::free()).unwrap();
    assert!(matches!(solve(Bytes(4 << 10), &Control::free()), Err(Error::Limit { .. })));
    let cancelled = AtomicBool::new(true);
    assert!(matches!(solve(Bytes(1 << 20), &Control::new(&cancelled, &Silent)), Err(Error::Interrupted)));
}

/// The oracle has no room for the subsets of 16 elements, so that nothing is left to recompute.
#[test]
fn verify_says_that_nothing_was_recomputed() {
    let folder = TempDir::new().unwrap();
    let text = "game = { family = \"generate\", group = \"2*2*2*2*2\" }\nsolve = { memory = \"4MiB\" }\n\
                output = { formats = [\"csv\"] }\nexpect = { at.\"all\" = 0 }\n";
    fs::write(folder.path().join("g.toml"), text).unwrap();
    expect_exit(folder.path(), &["run", "g.toml", "--out", "r"], 0);
    let (_, err) = expect_exit(folder.path(), &["verify", "r"], 6);
    assert!(err.contains("no value was recomputed") && err.contains("1 expected answer agrees"), "{err}");
}
