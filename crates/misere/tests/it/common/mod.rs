//! What several tests share: known data, games, and outcomes by brute force.

use grundy_core::claim::{CodeHeaps, Heaps, ListedHeaps};
use grundy_core::ruleset::TakeAndBreak;
use serde_json::Value;
use std::collections::HashMap;

/// A file of the project.
pub fn project(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

/// The known cases of a kind.
pub fn cases(kind: &str) -> Vec<Value> {
    let file = std::fs::read_to_string(project("data/known/misere.json")).unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let cases = file["cases"].as_array().unwrap().clone();
    cases.into_iter().filter(|case| case["kind"] == kind).collect()
}

/// The heaps of a code such as `0.77`.
pub fn code(digits: &str) -> CodeHeaps {
    TakeAndBreak::parse(digits).unwrap().into()
}

/// Grundy's game to some heap.
pub fn grundys_game(last: u64) -> ListedHeaps {
    let options = |n: u64| (1..).take_while(|a| 2 * a < n).map(|a| vec![a, n - a]).collect();
    ListedHeaps::new((0..=last).map(options).collect()).unwrap()
}

/// The game of a known case, to some heap at least.
pub fn game(name: &str, last: u64) -> Box<dyn Heaps> {
    match name.strip_prefix("octal:") {
        Some(digits) => Box::new(code(digits)),
        None => Box::new(grundys_game(last)),
    }
}

/// Whether a sum, a sorted list of heaps, is a P-position of misère play.
pub fn is_p(heaps: &dyn Heaps, sum: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&known) = known.get(sum) {
        return known;
    }
    let mut options = Vec::new();
    for (place, &heap) in sum.iter().enumerate() {
        heaps.options(heap, &mut |parts| {
            let mut next = sum.to_vec();
            next.remove(place);
            next.extend(parts.iter().filter(|&&part| part > 0));
            next.sort_unstable();
            options.push(next);
        });
    }
    let is_p = !options.is_empty() && options.iter().all(|option| !self::is_p(heaps, option, known));
    known.insert(sum.to_vec(), is_p);
    is_p
}

/// All sorted lists of at most `most` heaps from 1 to `last` with a total of at most `total`.
pub fn sums(last: u64, most: usize, total: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let upto = all.len();
        for at in from..upto {
            let sum = all[at].clone();
            let left = total - sum.iter().sum::<u64>();
            let least = sum.last().copied().unwrap_or(1);
            all.extend((least..=last.min(left)).map(|heap| [&sum[..], &[heap]].concat()));
        }
        from = upto;
    }
    all
}
