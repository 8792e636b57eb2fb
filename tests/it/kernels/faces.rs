//! Stacks with faces: circular, Moore's and plain Nim.

use super::judge::{blink, judge, judge_with, kernel, threads_of};
use crate::common::{MEMORY, Stops, assert_same, cases, in_halves, ruleset, ruleset_in, solve};
use grundy::control::Control;
use grundy::kernel::{Kernel, Task};
use grundy::ruleset::{Play, Ruleset, Value};
use proptest::prelude::*;

/// The kernel for the structure `Faces`.
fn by_faces(value: Value) -> &'static dyn Kernel {
    let name = if value == Value::OUTCOME { "faces-outcomes" } else { "faces-values" };
    kernel(name)
}

/// The P-positions of CN(6,3) by Dufour and Heubach: a + b = d + e and b + c = e + f.
#[test]
fn circular_nim_of_six_stacks_follows_its_rule() {
    let ruleset = ruleset("circular-nim:n=6,k=3", 11);
    let values = solve(by_faces(Value::OUTCOME), &*ruleset, Play::Normal, Value::OUTCOME).unwrap();
    let mut label = Vec::new();
    for (row, &value) in values.iter().enumerate() {
        ruleset.rows().label(row as u64, &mut label);
        let [a, b, c, d, e, f] = label[..] else { panic!("six stacks") };
        assert_eq!(value == 0, a + b == d + e && b + c == e + f, "{label:?}");
    }
}

/// Lines of several words, values of several words, several rows per cell, several lanes.
#[test]
fn faces_of_larger_boxes_follow_the_rule_of_their_game() {
    for (heaps, k, max) in [(2, 1, 300), (3, 1, 130), (3, 2, 140), (4, 2, 30), (4, 3, 20), (5, 2, 16), (6, 5, 8)] {
        let ruleset = ruleset(&format!("moore-nim:heaps={heaps},k={k}"), max);
        let truth: Vec<u32> = (0..ruleset.rows().len()).map(|row| moore(&*ruleset, k, row)).collect();
        for threads in [1, 2, 7] {
            let pool = threads_of(threads);
            for value in [Value::OUTCOME, Value::GRUNDY] {
                let solved = pool.install(|| solve(by_faces(value), &*ruleset, Play::Normal, value).unwrap());
                let outcomes: Vec<u32> = solved.iter().map(|&value| value.min(1)).collect();
                assert_same(&format!("Moore's Nim {heaps}, {k} to {max}, {value}"), &truth, &outcomes);
            }
        }
    }
    let nim = ruleset("nim:3", 140);
    let values = solve(by_faces(Value::GRUNDY), &*nim, Play::Normal, Value::GRUNDY).unwrap();
    let mut label = Vec::new();
    for (row, &value) in values.iter().enumerate() {
        nim.rows().label(row as u64, &mut label);
        assert_eq!(u64::from(value), label.iter().fold(0, |sum, heap| sum ^ heap), "{label:?}");
    }
}

/// Values of two to five words, few and many of them, in short and long rows, compared with sliding windows.
#[test]
fn faces_with_longer_lines_agree_with_heaps() {
    for (heaps, k, max, least) in [(3, 2, 100, 256), (4, 2, 30, 64), (5, 4, 15, 64), (5, 3, 13, 0)] {
        let ruleset = ruleset(&format!("moore-nim:heaps={heaps},k={k}"), max);
        let windows = kernel("heaps");
        // The same game in another form: a limit that does not restrict anything.
        let limited = ruleset_in(&format!("moore-nim:heaps={heaps},k={k},limit={max}"), max, Play::Normal);
        let truth = solve(windows, &*limited, Play::Normal, Value::GRUNDY).unwrap();
        assert!(truth.iter().any(|&value| value >= least), "{heaps}, {k} to {max}: so large values");
        for threads in [1, 2, 7] {
            let pool = threads_of(threads);
            let solve = || solve(by_faces(Value::GRUNDY), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
            assert_same(&format!("Moore's Nim {heaps}, {k} to {max}"), &truth, &pool.install(solve));
        }
    }
}

/// The outcome of a row of Moore's Nim: P if and only if, for all b, k + 1 divides the number of heaps with bit b.
fn moore(ruleset: &dyn Ruleset, k: u64, row: u64) -> u32 {
    let mut label = Vec::new();
    ruleset.rows().label(row, &mut label);
    let count = |bit: u32| label.iter().filter(|&&heap| heap >> bit & 1 != 0).count() as u64;
    u32::from((0..16).any(|bit| count(bit) % (k + 1) != 0))
}

/// Checkpoints after every layer: before, at and after the first value that does not fit into one word.
#[test]
fn faces_with_longer_lines_resume_with_the_same_values() {
    let ruleset = ruleset("moore-nim:heaps=4,k=2", 21);
    let truth = solve(by_faces(Value::GRUNDY), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
    let first = truth.iter().position(|&value| value == 64).expect("a value of more than one word");
    let layer = 22 * 22 * 22;
    assert!((2 * layer..20 * layer).contains(&first), "in a layer between");
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
    for least in (0..21 * layer).step_by(layer) {
        let stops = || Stops { least: least + 1, ..Stops::default() };
        let (all, before) = in_halves(by_faces(Value::GRUNDY), &task, stops());
        assert_eq!(before % layer, 0);
        assert!(before > least, "{before} of {least}");
        assert_same("Moore's Nim 4, 2", &truth, &all);
        let pool = threads_of(2);
        let (all, _) = pool.install(|| in_halves(by_faces(Value::GRUNDY), &task, stops()));
        assert_same("Moore's Nim 4, 2, two threads", &truth, &all);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_circular_nim(n in 1u64..6, k in 1u64..6, max in 0u64..4) {
        judge(&format!("circular-nim:n={n},k={}", k.min(n)), max);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(24, 64)))]

    #[test]
    fn random_faces(
        family in prop::sample::select(vec!["nim", "circular", "moore"]),
        n in 1u64..8,
        k in 1u64..8,
        limit in prop::option::of(1u64..9),
        max in 0u64..150,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        let k = k.min(n);
        let limit = limit.map(|limit| format!(",limit={limit}")).unwrap_or_default();
        let code = match family {
            "nim" => format!("nim:{n}"),
            "circular" => format!("circular-nim:n={n},k={k}"),
            _ => format!("moore-nim:heaps={n},k={k}{limit}"),
        };
        judge_with(threads, &code, blink(n, max));
    }
}
