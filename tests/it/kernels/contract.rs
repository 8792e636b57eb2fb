//! The obligations of every kernel: blocks in order, obeying stops, values that do not depend on threads or
//! vectors, and refusing states of other kernels.

use super::judge::{Strict, kernel, threads_of};
use crate::common::{MEMORY, Stops, assert_same, default_value, in_halves, oracle, ruleset, solve};
use grundy::Error;
use grundy::control::{Allowance, Control};
use grundy::event::Silent;
use grundy::games::code;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Setup, Value};
use grundy::simd::Vectors;
use grundy::stream::State;
use std::sync::atomic::AtomicBool;

/// For every kernel that supports the game; the oracle and the fast kernel must be among them.
#[test]
fn threads_do_not_change_values() {
    for (fast, code, max) in [
        ("faces-values", "nim:3", 20),
        ("heaps", "moore-nim:heaps=3,k=2,limit=3", 20),
        ("heaps", "equal-take-nim:3", 20),
        ("greedy", "greedy-nim:3", 20),
        ("faces-outcomes", "circular-nim:n=5,k=2", 6),
        ("building-nim", "building-nim:4", 18),
        ("sum", "octal:0.77,heaps=3", 9),
        ("sparse-space", "octal:0.165", 700),
        ("kinds", "custom:configs/kinds/l-trominoes.toml", 700),
        ("strata", "circle:1,2", 200),
    ] {
        let ruleset = ruleset(code, max);
        let value = default_value(code);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, value, MEMORY, &control);
        let kernels: Vec<_> = KERNELS.iter().filter(|kernel| kernel.can(&task)).collect();
        for kernel in &kernels {
            let runs = [1, 2, 7].map(|threads| {
                let run = threads_of(threads).install(|| solve(**kernel, &*ruleset, Play::Normal, value));
                run.unwrap_or_else(|| panic!("{code}: {} needs another number of threads", kernel.name()))
            });
            assert_eq!(runs[0].len() as u64, ruleset.rows().len(), "{code} {}", kernel.name());
            assert!(runs.iter().all(|run| *run == runs[0]), "{code} {}", kernel.name());
        }
        let names: Vec<_> = kernels.iter().map(|kernel| kernel.name()).collect();
        assert!([fast, "oracle"].iter().all(|name| names.contains(name)), "{code} is supported by {names:?}");
    }
}

/// Every kernel with hot loops, compiled for any machine and for wider vectors.
#[test]
fn vectors_do_not_change_values() {
    for (name, code, max) in [
        ("sparse-space", "octal:0.104", 60_000),
        ("sparse-space", "octal:0.454", 60_000),
        ("sparse-space", "octal:0.354", 60_000),
        ("sparse-space", "octal:0.6", 60_000),
        ("dense", "octal:0.07", 3_000),
        ("dense", "octal:0.346", 9_000),
        ("subtraction-automaton", "subtraction:3,40,41", 20_000),
        ("subtraction-automaton", "subtraction:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,33", 20_000),
        ("subtraction-steps", "subtraction:16,100,1001", 20_000),
        ("steps-table", "steps:1/2,2/1,1/3,3/1,2/2,5/0,0/5", 300),
        ("rays-table", "wythoff", 300),
        ("faces-outcomes", "circular-nim:n=6,k=3", 9),
        ("faces-values", "circular-nim:n=5,k=2", 9),
        ("heaps", "moore-nim:heaps=4,k=2,limit=5", 20),
        ("heaps", "equal-take-nim:3", 40),
        ("greedy", "greedy-nim:4", 15),
        ("building-nim", "building-nim:5", 40),
        ("prime-powers", "divisor:prime-powers", 300_000),
        ("squarefree-powers", "divisor:squarefree-powers", 300_000),
        ("kinds", "custom:configs/kinds/l-trominoes.toml", 1_500),
    ] {
        let ruleset = ruleset(code, max);
        let kernel = kernel(name);
        let mut supported = false;
        for value in [Value::GRUNDY, Value::OUTCOME] {
            let runs = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512].map(|vectors| {
                vectors.limit();
                solve(kernel, &*ruleset, Play::Normal, value)
            });
            assert!(runs[0] == runs[1] && runs[1] == runs[2], "{code}, {value}");
            supported |= runs[0].is_some();
        }
        assert!(supported, "{code}");
    }
}

#[test]
fn blocks_are_consecutive_and_a_stop_is_obeyed() {
    let lines = ["octal:0.77", "subtraction:1,5", "circle:1,2", "divisor:all"].map(|code| (code, 3000));
    let boxes = [("nim:3", 15), ("moore-nim:heaps=2,k=2,limit=5", 60), ("equal-take-nim:3", 15), ("greedy-nim:3", 15)];
    for (code, max) in lines.into_iter().chain(boxes) {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        for kernel in KERNELS.iter().filter(|kernel| kernel.can(&task)) {
            for stop_at in [1, 65, 700, u64::MAX] {
                let mut strict = Strict { all: Vec::new(), stop_at };
                kernel.solve(&task, &mut strict).unwrap();
                let (given, rows) = (strict.all.len() as u64, ruleset.rows().len());
                assert!(given >= stop_at.min(rows) && (given < rows || stop_at > 700), "{code} {}", kernel.name());
            }
        }
    }
}

#[test]
fn a_cancelled_kernel_stops() {
    let cancelled = AtomicBool::new(true);
    for code in [
        "octal:0.77",
        "nim:3",
        "circle:1,2",
        "moore-nim:heaps=3,k=2,limit=5",
        "equal-take-nim:3",
        "greedy-nim:3",
        "octal:0.77,heaps=2",
    ] {
        let ruleset = ruleset(code, 20);
        let control = Control::new(&cancelled, &Silent);
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        for kernel in KERNELS.iter().filter(|kernel| kernel.can(&task)) {
            let error = kernel.solve(&task, &mut Vec::new()).unwrap_err();
            assert!(matches!(error, Error::Interrupted), "{code} {}", kernel.name());
        }
    }
}

#[test]
fn an_allowance_ends_the_oracle_and_every_search() {
    let ruleset = ruleset("octal:0.77", 300);
    let truth = solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
    for options in [0, 1000, 10_000] {
        let allowance = Allowance::new(options);
        let control = Control::free().within(&allowance);
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        let mut given: Vec<u32> = Vec::new();
        let ended = oracle().solve(&task, &mut given);
        assert!(matches!(ended, Err(Error::Limit { .. })) && allowance.is_exceeded(), "{options}");
        assert!(given.len() < truth.len() && (options == 0 || given.len() > 10), "{options}: {}", given.len());
        assert_same("what is known is given", &truth[..given.len()], &given);
    }
    // Searches by families, by moves in a box, from asked positions, and in an order that is not known.
    for (code, max) in [
        ("tartan:ruler*ruler", 16),
        ("custom:configs/custom/euclid.toml", 40),
        ("custom:configs/kinds/l-trominoes.toml", 60),
        ("domination:path", 12),
    ] {
        let found = |options| {
            let allowance = Allowance::new(options);
            let coded = code::parse(code).unwrap_or_else(|error| panic!("{code}: {error}"));
            coded.game.ruleset(max, Setup::new(MEMORY, &Control::free().within(&allowance), Play::Normal)).map(drop)
        };
        assert!(matches!(found(50), Err(Error::Limit { .. })), "{code}");
        found(u64::MAX).unwrap_or_else(|error| panic!("{code}: {error}"));
    }
}

#[test]
fn a_kernel_resumes_from_its_checkpoint_with_the_same_values() {
    for (code, max) in [
        ("octal:0.165", 4000),
        ("octal:0.6", 30_000),
        ("octal:0.026", 9_000),
        ("custom:configs/kinds/l-trominoes.toml", 1_500),
        ("nim:2", 90),
        ("circle:1,2", 1500),
        ("nim:3", 70),
        ("moore-nim:heaps=3,k=2,limit=4", 20),
        ("equal-take-nim:3", 20),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        for name in ["strata", "sparse-space", "dense", "kinds", "faces-values", "heaps"] {
            let kernel = kernel(name);
            // In games of several kinds of heaps, the general kernel passes on all rows at the end.
            let in_one_go = name == "strata" && (max > 5000 || code.starts_with("custom"))
                || name == "faces-values" && code == "nim:2";
            if !kernel.can(&task) || in_one_go {
                continue;
            }
            let (all, _) = in_halves(kernel, &task, Stops { least: 1000, ..Stops::default() });
            let truth = solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
            assert_same(&format!("{code} {name}"), &truth, &all);
        }
    }
}

#[test]
fn kernels_refuse_states_of_others() {
    let foreign = |parts: &[&[u8]]| {
        let mut state = State::default();
        parts.iter().for_each(|part| state.put_bytes(part));
        state.kept()
    };
    let states = [foreign(&[]), foreign(&[&[]]), foreign(&[b"not a state"]), foreign(&[&[255; 40], &[7; 40]])];
    let mut kernels = 0;
    for (code, max) in [
        ("octal:0.77", 3000),
        ("nim:3", 20),
        ("moore-nim:heaps=4,k=2,limit=3", 9),
        ("greedy-nim:3", 20),
        ("divisor:prime-powers", 9000),
        ("wythoff", 300),
        ("steps:1/2,2/1", 300),
        ("building-nim:5", 60),
        ("poker-nim:heaps=2,bank=3", 9),
        ("octal:0.77,heaps=2", 30),
        ("custom:configs/kinds/l-trominoes.toml", 700),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let value = default_value(code);
        let task = Task::new(&*ruleset, Play::Normal, value, MEMORY, &control);
        let kernel = *KERNELS.iter().find(|kernel| kernel.can(&task)).unwrap();
        for state in &states {
            let mut rows: Vec<u32> = Vec::new();
            let outcome = kernel.solve(&Task { kept: Some(state), ..task }, &mut rows);
            assert!(matches!(outcome, Err(Error::Unfit)), "{code} by {}: {outcome:?}", kernel.name());
            assert!(rows.is_empty(), "{code}");
        }
        kernels += 1;
    }
    assert_eq!(kernels, 11);
}
