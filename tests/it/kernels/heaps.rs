//! Several heaps: limits, equal takes, greedy Nim.

use super::judge::{blink, judge, judge_with, kernel, threads_of};
use crate::common::{MEMORY, Stops, assert_same, cases, in_halves, oracle, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(12, 48)))]

    #[test]
    fn random_games_of_heaps(
        family in prop::sample::select(vec!["moore", "limited", "equal-take", "greedy"]),
        n in 2u64..8,
        k in 1u64..8,
        limit in 1u64..9,
        max in 0u64..120,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        let k = k.min(n);
        let code = match family {
            "moore" => format!("moore-nim:heaps={n},k={k}"),
            "limited" => format!("moore-nim:heaps={n},k={k},limit={limit}"),
            "equal-take" => format!("equal-take-nim:{}", n.max(3)),
            _ => format!("greedy-nim:{}", n - 1),
        };
        judge_with(threads, &code, blink(n, max));
    }
}

/// Windows that slide over many blocks, sets of every length, two and three heaps.
#[test]
fn heaps_of_larger_boxes() {
    for (code, max) in [
        ("moore-nim:heaps=2,k=1,limit=1", 60),
        ("moore-nim:heaps=2,k=2,limit=1", 60),
        ("moore-nim:heaps=2,k=2,limit=7", 60),
        ("moore-nim:heaps=2,k=2,limit=40", 60),
        ("moore-nim:heaps=3,k=2,limit=5", 22),
        ("moore-nim:heaps=3,k=3,limit=11", 14),
        ("moore-nim:heaps=4,k=3,limit=4", 9),
        ("moore-nim:heaps=6,k=3", 3),
        ("moore-nim:heaps=6,k=3,limit=2", 4),
        ("equal-take-nim:3", 22),
        ("equal-take-nim:4", 9),
        ("greedy-nim:2", 130),
        ("greedy-nim:4", 9),
        // Rows with several words of outcomes.
        ("moore-nim:heaps=2,k=1,limit=3", 140),
        ("moore-nim:heaps=2,k=2,limit=66", cases(80, 140).into()),
    ] {
        judge(code, max);
    }
}

/// Three heaps, whose rows have several words of outcomes.
#[test]
#[ignore = "slow: 30 s"]
fn three_heaps_of_larger_boxes() {
    judge("greedy-nim:3", 65);
    judge("moore-nim:heaps=3,k=2,limit=7", 64);
}

/// Several layers of heaps processed at the same time, each one column behind the previous one, give the same
/// values as one after the other.
#[test]
fn layers_of_heaps_in_work_at_once() {
    for (code, max) in [("moore-nim:heaps=4,k=2,limit=5", 31), ("equal-take-nim:3", 70), ("equal-take-nim:4", 25)] {
        let ruleset = ruleset(code, max);
        let kernel = kernel("heaps");
        for (play, value) in
            [(Play::Normal, Value::GRUNDY), (Play::Normal, Value::OUTCOME), (Play::Misere, Value::OUTCOME)]
        {
            let [one, two, seven] = [1, 2, 7].map(|threads| {
                let pool = threads_of(threads);
                pool.install(|| solve(kernel, &*ruleset, play, value)).unwrap()
            });
            assert_same(&format!("{code}, {play} {value}, two threads"), &one, &two);
            assert_same(&format!("{code}, {play} {value}, seven threads"), &one, &seven);
            if (play, value) == (Play::Normal, Value::OUTCOME) {
                let values = solve(kernel, &*ruleset, play, Value::GRUNDY).unwrap();
                assert!(values.iter().map(|&value| value.min(1)).eq(one), "{code}: outcomes against values");
            }
        }
    }
}

#[test]
fn heaps_have_their_kernels() {
    for (code, max, name) in [
        ("moore-nim:heaps=4,k=2", 6, "faces-outcomes"),
        ("moore-nim:heaps=6,k=3", 6, "heaps"),
        ("moore-nim:heaps=4,k=2,limit=3", 6, "heaps"),
        // Outcomes of any size: more tokens than a set can have values.
        ("moore-nim:heaps=2,k=1,limit=3", 600, "heaps"),
        ("equal-take-nim:3", 6, "heaps"),
        ("greedy-nim:3", 6, "greedy"),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        for play in [Play::Normal, Play::Misere] {
            let task = Task::new(&*ruleset, play, Value::OUTCOME, MEMORY, &control);
            let first = KERNELS.iter().find(|kernel| kernel.can(&task)).unwrap();
            assert_eq!(first.name(), name, "{code}");
        }
    }
}

#[test]
fn heaps_with_large_values_resume_with_the_same_values() {
    let kernel = kernel("heaps");
    for (code, max) in [("equal-take-nim:3", 75), ("moore-nim:heaps=3,k=2,limit=70", 75)] {
        let ruleset = ruleset(code, max);
        let truth = solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        let first = truth.iter().position(|&value| value >= 64).expect("a value of more than one word");
        let last = truth.iter().rposition(|&value| value >= 64).unwrap_or(first);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        for least in (first + 1..last).step_by((last - first) / 6).take(5) {
            let (all, before) = in_halves(kernel, &task, Stops { least, ..Stops::default() });
            assert!(before > first && before < truth.len(), "{code}: {before} of {}", truth.len());
            assert_same(&format!("{code}, stopped at {before}"), &truth, &all);
        }
    }
}

/// Values of several heaps beyond 64: a few of them, and so many that longer sets take over.
#[test]
fn large_values_of_heaps_are_those_of_the_oracle() {
    for (code, max, counts) in [("equal-take-nim:4", 36, 1..=64), ("equal-take-nim:3", 64, 129..=usize::MAX)] {
        let ruleset = ruleset(code, max);
        let truth = solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        let values = solve(kernel("heaps"), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        assert_same(&format!("{code} to {max}"), &truth, &values);
        let count = truth.iter().filter(|&&value| value >= 64).count();
        assert!(counts.contains(&count), "{code}: {count}");
    }
}
