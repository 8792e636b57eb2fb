//! Games of generating: structure classes against the oracle, which knows only which sets generate.

use super::judge::judge;
use grundy::random::Random;
use std::fs;
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
