//! Variants of games: subtraction with a sink or a seed, shrinking circular Nim, heaps that remember. Each is compared
//! with its rules, written down once more here, and with known facts; and what is refused.

use crate::common::{assert_same, expect_exit, oracle, others, project, ruleset_in, solve};
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;
use std::collections::HashMap;
use std::hash::Hash;

/// The value of a position: the Grundy value; in misère play, 1 if the player to move wins.
fn value<P: Clone + Eq + Hash>(at: &P, play: Play, options: &dyn Fn(&P) -> Vec<P>, known: &mut HashMap<P, u32>) -> u32 {
    if let Some(&value) = known.get(at) {
        return value;
    }
    let values: Vec<u32> = options(at).iter().map(|option| value(option, play, options, known)).collect();
    let value = match play {
        Play::Normal => (0..).find(|value| !values.contains(value)).unwrap(),
        Play::Misere => u32::from(values.is_empty() || values.contains(&0)),
    };
    known.insert(at.clone(), value);
    value
}

/// Compares all kernels with the rules, in normal and misère play.
fn judge<P: Clone + Eq + Hash>(code: &str, max: u64, start: &dyn Fn(&[u64]) -> P, options: &dyn Fn(&P) -> Vec<P>) {
    for play in [Play::Normal, Play::Misere] {
        let ruleset = ruleset_in(code, max, play);
        let (mut known, mut label) = (HashMap::new(), Vec::new());
        let expected: Vec<u32> = (0..ruleset.rows().len())
            .map(|row| {
                ruleset.rows().label(row, &mut label);
                value(&start(&label), play, options, &mut known)
            })
            .collect();
        let kind = if play == Play::Normal { Value::GRUNDY } else { Value::OUTCOME };
        let mut count = 0;
        for kernel in others().chain([oracle()]) {
            let Some(found) = solve(kernel, &*ruleset, play, kind) else { continue };
            assert_same(&format!("{code}, {play}, by {}", kernel.name()), &expected, &found);
            count += 1;
        }
        assert!(count >= 2, "{code}, {play}");
    }
}

fn listed(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_sets_with_a_sink(set in prop::collection::btree_set(1u64..20, 1..5)) {
        let set: Vec<u64> = set.into_iter().collect();
        let options = |&n: &u64| -> Vec<u64> {
            if n == 0 { Vec::new() } else { set.iter().map(|&s| n.saturating_sub(s)).collect() }
        };
        judge(&format!("subtraction:{},sink=true", listed(&set)), 60, &|label| label[0], &options);
    }

    #[test]
    fn random_sets_with_a_seed(
        set in prop::collection::btree_set(1u64..12, 1..4),
        seed in prop::collection::vec(0u64..5, 1..9),
    ) {
        let set: Vec<u64> = set.into_iter().collect();
        let code = format!("subtraction:{},seed=[{}]", listed(&set), listed(&seed));
        // A heap, or a heap of Nim.
        let options = |&(is_nim, n): &(bool, u64)| -> Vec<(bool, u64)> {
            match seed.get(n as usize).filter(|_| !is_nim) {
                _ if is_nim => (0..n).map(|less| (true, less)).collect(),
                Some(&given) => (0..given).map(|less| (true, less)).collect(),
                None => set.iter().filter(|&&s| s <= n).map(|s| (false, n - s)).collect(),
            }
        };
        judge(&code, 30, &|label| (false, label[0]), &options);
        let (out, _) = expect_exit(&project(), &["values", &code, "--max", &(seed.len() - 1).to_string(), "--format", "list"], 0);
        prop_assert_eq!(out.trim(), seed.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    }
}

/// Bhagat, Larsson, Manabe and Yamashita 2026; and the least period is proved.
#[test]
fn additive_sink_subtraction_is_purely_periodic() {
    for a in 1u64..6 {
        for b in a + 1..8 {
            let code = format!("subtraction:{a},{b},{},sink=true", a + b);
            let (out, _) = expect_exit(&project(), &["period", &code, "--max", "2000"], 0);
            assert!(
                out.contains(",normal,grundy,2000,0,") && out.contains(",0,proved,no-split-window,"),
                "{code}: {out}"
            );
        }
    }
}

#[test]
fn circles_shrink() {
    for (n, k, max) in
        [(1, 1, 4), (2, 1, 4), (2, 2, 4), (3, 2, 3), (4, 1, 2), (4, 2, 2), (4, 3, 2), (5, 2, 1), (5, 3, 1)]
    {
        // The stacks that are left, in order: a move loses tokens in k stacks in a row, in all if they are fewer.
        let options = |stacks: &Vec<u64>| -> Vec<Vec<u64>> {
            let mut all = Vec::new();
            for first in 0..stacks.len() {
                let touched: Vec<usize> = (0..k.min(stacks.len())).map(|next| (first + next) % stacks.len()).collect();
                let mut partial = vec![stacks.clone()];
                for place in touched {
                    let lowered = |position: &Vec<u64>| {
                        let position = position.clone();
                        (0..=position[place]).map(move |left| {
                            let mut option = position.clone();
                            option[place] = left;
                            option
                        })
                    };
                    partial = partial.iter().flat_map(lowered).collect();
                }
                all.extend(partial.into_iter().filter(|option| option != stacks));
            }
            let left = |option: &Vec<u64>| option.iter().copied().filter(|&stack| stack > 0).collect();
            all.iter().map(left).collect()
        };
        let start = |label: &[u64]| label.iter().copied().filter(|&stack| stack > 0).collect();
        judge(&format!("circular-nim:n={n},k={k},shrinking=true"), max, &start, &options);
    }
    let (out, _) = expect_exit(&project(), &["position", "circular-nim:n=4,k=2,shrinking=true", "2,0,3,1"], 0);
    assert!(out.contains("outcome   N") && out.contains("winning moves"), "{out}");
}

#[test]
fn heaps_remember() {
    let options = |&(n, last): &(u64, u64)| -> Vec<(u64, u64)> {
        (1..=n).filter(|&removed| removed != last).map(|removed| (n - removed, removed)).collect()
    };
    judge("memgame:mem0", 25, &|label| (label[0], 0), &options);
    // Two heaps, each with a memory of its own: the value is the nim-sum.
    let (out, _) = expect_exit(&project(), &["values", "memgame:mem0,heaps=2", "--max", "3", "--format", "list"], 0);
    assert_eq!(out.trim(), "0, 1, 1, 2, 1, 0, 0, 3, 1, 0, 0, 3, 2, 3, 3, 0");
    let (out, _) = expect_exit(&project(), &["position", "memgame:mem0", "4 not 2"], 0);
    // 4 - 1 not 1, 4 - 3, 4 - 4.
    assert!(out.contains("grundy    3") || out.contains("grundy    2") || out.contains("grundy    1"), "{out}");
}

#[test]
fn what_is_refused_and_why() {
    for (code, fragment) in [
        ("subtraction:1,2,sink=maybe", "`maybe` is not a value of `sink`"),
        ("subtraction:squares,sink=true", "`sink` requires a finite set"),
        ("subtraction:squares,seed=[0,1]", "`seed` requires a finite set"),
        ("subtraction:1,2,sink=true,seed=[0,1]", "`seed` and `sink` exclude each other"),
        ("subtraction:1,100000,sink=true", "`set` cannot be 100000"),
        ("subtraction:1,2,seed=[0,1001]", "`seed` cannot be 1001"),
        ("subtraction:1,2,seed=[0,x]", "`seed` cannot be x"),
        ("subtraction:1,2,seed=[]", "`seed` cannot be empty"),
        ("circular-nim:n=4,k=2,shrinking=2", "`2` is not a value of `shrinking`"),
        ("memgame:mem1", "`mem1` is not a memgame"),
        ("memgame", "`rule` is missing"),
    ] {
        let (_, err) = expect_exit(&project(), &["values", code, "--max", "3"], 2);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains(fragment), "{code}: {err}");
    }
    let canonical = |code: &str| grundy::games::code::parse(code).unwrap().game.code;
    assert_eq!(canonical("subtraction:2,1,sink=false"), "subtraction:1,2");
    assert_eq!(canonical("subtraction:2,1,sink=true,heaps=2"), "subtraction:1,2,sink=true,heaps=2");
    assert_eq!(canonical("subtraction:3,1,seed={1,0}"), "subtraction:1,3,seed=[1,0]");
    assert_eq!(canonical("circular-nim:4,2,shrinking=false"), "circular-nim:n=4,k=2");
    for (code, at) in [("subtraction:1,3,seed=[1,0]", "*2"), ("memgame:mem0", "3 not 0"), ("memgame:mem0", "3 not")] {
        expect_exit(&project(), &["position", code, at], 2);
    }
}
