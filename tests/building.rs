//! Building Nim and Chomp: their kernels against the oracle, against what is known, and over
//! spaces whose positions are never enumerated.

mod common;

use common::{MEMORY, Stops, assert_same, expect_exit, in_halves, oracle, ruleset_in, solve};
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::event::Silent;
use grundy::games::code;
use grundy::kernel::{KERNELS, Kernel, Task, choose};
use grundy::ruleset::{Play, Ruleset, Setup, Value};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

fn kernel(name: &str) -> &'static dyn Kernel {
    *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap()
}

/// The game before its positions are found.
fn outline(game: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup { memory: MEMORY, control: &Control::free(), play: Play::Normal };
    code::parse(game).unwrap().game.outline(max, setup).unwrap()
}

/// The outcomes by a kernel, on some threads.
fn outcomes(name: &str, game: &str, max: u64, threads: usize) -> Vec<u32> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| solve(kernel(name), &*outline(game, max), Play::Normal, Value::Outcome)).unwrap()
}

/// A kernel's outcomes against the oracle's in each play it supports; how many those are.
fn judge(name: &str, game: &str, max: u64, threads: usize) -> usize {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let plays = [Play::Normal, Play::Misere].into_iter().filter(|&play| {
        let ruleset = ruleset_in(game, max, play);
        assert!(solve(kernel(name), &*ruleset, play, Value::Grundy).is_none(), "{game}: outcomes only");
        let Some(found) = pool.install(|| solve(kernel(name), &*ruleset, play, Value::Outcome)) else { return false };
        let truth = solve(oracle(), &*ruleset, play, Value::Outcome).unwrap();
        assert_same(&format!("{game} to {max}, {play}"), &truth, &found);
        true
    });
    plays.count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn building_nim_agrees_with_the_oracle(
        piles in 3u64..8,
        max in 0u64..23,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        prop_assert_eq!(judge("building-nim", &format!("building-nim:{piles}"), max, threads), 1);
    }

    #[test]
    fn chomp_agrees_with_the_oracle(rows in 1u64..7, columns in 1u64..7) {
        prop_assert_eq!(judge("chomp", &format!("chomp:rows={rows}"), columns, 1), 2);
    }
}

#[test]
fn long_and_high_bars_agree_with_the_oracle() {
    for (rows, columns) in [(1, 60), (2, 40), (3, 16), (16, 2), (17, 3), (32, 1), (32, 2)] {
        assert_eq!(judge("chomp", &format!("chomp:rows={rows}"), columns, 1), 2);
    }
}

/// Whether the second player wins BN(n, s), as far as that is known.
fn second_wins(n: u64, piles: u64) -> bool {
    let conjectured = match piles {
        1 => n == 0,
        3 => (n + 2).is_power_of_two(),
        _ => n <= piles + 3,
    };
    n % 2 == 1 || piles.is_multiple_of(2) || conjectured
}

#[test]
fn building_nim_follows_its_theorems_and_its_conjecture() {
    for (piles, max) in
        [(3, 700), (4, 200), (5, 126), (5, 190), (6, 90), (7, 110), (8, 60), (9, 80), (11, 64), (13, 56)]
    {
        let game = format!("building-nim:{piles}");
        let known: Vec<u32> = (0..=max).map(|n| u32::from(!second_wins(n, piles))).collect();
        assert_same(&game, &known, &outcomes("building-nim", &game, max, 2));
    }
}

/// One or two piles are left to the kernels for any game.
#[test]
fn few_piles_follow_the_theorems_too() {
    for piles in [1, 2] {
        let known: Vec<u32> = (0..=20).map(|n| u32::from(!second_wins(n, piles))).collect();
        let game = format!("building-nim:{piles}");
        let ruleset = common::ruleset(&game, 20);
        assert_same(&game, &known, &solve(kernel("strata"), &*ruleset, Play::Normal, Value::Outcome).unwrap());
        assert_eq!(judge("building-nim", &game, 9, 1), 0);
    }
}

#[test]
fn threads_do_not_change_outcomes() {
    for (name, game, max) in
        [("building-nim", "building-nim:7", 90), ("building-nim", "building-nim:4", 300), ("chomp", "chomp:rows=8", 9)]
    {
        let [one, two, seven] = [1, 2, 7].map(|threads| outcomes(name, game, max, threads));
        assert_same(game, &one, &two);
        assert_same(game, &one, &seven);
    }
}

/// The P-positions of Chomp on two rows are (n + 1, n); larger bars are N by strategy stealing.
#[test]
fn whole_bars_of_chomp_are_next_player_wins() {
    for (rows, columns) in [(1, 50), (2, 300), (3, 60), (10, 9), (20, 5)] {
        let found = outcomes("chomp", &format!("chomp:rows={rows}"), columns, 1);
        let known: Vec<u32> = (1..=columns).map(|n| u32::from((rows, n) != (1, 1))).collect();
        assert_same(&format!("{rows} rows"), &known, &found);
    }
}

#[test]
fn building_nim_resumes_in_the_middle_of_a_pass() {
    let (game, max) = ("building-nim:5", 140);
    let truth = outcomes("building-nim", game, max, 1);
    let ruleset = outline(game, max);
    let (play, control) = (Play::Normal, Control::free());
    let task = Task::new(&*ruleset, play, Value::Outcome, MEMORY, &control);
    // 127 layers of the first pass, 141 of the second.
    for checkpoint in [1, 2, 60, 126, 127, 128, 129, 200, 267, 268] {
        let stops = Stops { passed: checkpoint - 1, ..Stops::default() };
        let (rows, before) = in_halves(kernel("building-nim"), &task, stops);
        assert_eq!(before, if checkpoint > 127 { 128 } else { 0 });
        assert_same(&format!("{game} from checkpoint {checkpoint}"), &truth, &rows);
    }
}

#[test]
fn a_stop_is_obeyed_and_so_is_a_signal() {
    let cancelled = AtomicBool::new(true);
    for (name, game, max) in [("building-nim", "building-nim:3", 400), ("chomp", "chomp:rows=2", 400)] {
        let ruleset = outline(game, max);
        let (play, control) = (Play::Normal, Control::free());
        let task = Task::new(&*ruleset, play, Value::Outcome, MEMORY, &control);
        let mut sink = Stops { enough: 65, least: usize::MAX, ..Stops::default() };
        kernel(name).solve(&task, &mut sink).unwrap();
        assert!((65..=max as usize / 2).contains(&sink.rows.len()), "{name} gave {} rows", sink.rows.len());
        let task = Task { control: &Control::new(&cancelled, &Silent), ..task };
        assert!(matches!(kernel(name).solve(&task, &mut Vec::new()), Err(Error::Interrupted)));
    }
}

/// What an enumeration may say, said when a kernel that needs it is chosen, and not before.
#[test]
fn positions_are_enumerated_for_those_who_ask() {
    let cancelled = AtomicBool::new(true);
    for (name, game, max) in [("building-nim", "building-nim:9", 60), ("chomp", "chomp:rows=9", 10)] {
        let (play, memory, value) = (Play::Normal, Bytes(8 << 20), Value::Outcome);
        let (free, stopped) = (Control::free(), Control::new(&cancelled, &Silent));
        let setup = Setup { memory, control: &free, play };
        let coded = code::parse(game).unwrap();
        let ruleset = coded.game.outline(max, setup).unwrap();
        let task = Task::new(&*ruleset, play, value, memory, &free);
        assert_eq!(choose(None, &task).unwrap().name(), name);
        let early = coded.game.ruleset(max, setup).err().unwrap();
        let late = choose(Some("strata"), &task).err().unwrap();
        assert_eq!((early.to_string(), early.exit_code()), (late.to_string(), 3));
        let task = Task { control: &stopped, ..task };
        assert!(matches!(choose(Some("oracle"), &task), Err(Error::Interrupted)));
        assert!(choose(None, &task).is_ok());
    }
}

/// A run far beyond the oracle's reach is checked as far as that goes.
#[test]
fn large_runs_are_verified_in_part() {
    let root = tempfile::tempdir().unwrap();
    for (stem, code, max) in [("building", "building-nim:9", 70), ("bars", "chomp:rows=12", 12)] {
        let config = format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n");
        std::fs::write(root.path().join(format!("{stem}.toml")), config).unwrap();
        expect_exit(root.path(), &["run", &format!("{stem}.toml"), "--out", stem], 0);
        expect_exit(root.path(), &["verify", stem], 0);
        // Too little memory for positions, and said so.
        let needs = format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[solve]\nmemory = \"1 MiB\"\n");
        std::fs::write(root.path().join("small.toml"), needs).unwrap();
        let (_, error) = expect_exit(root.path(), &["run", "small.toml", "--out", "small"], 3);
        assert!(error.contains("`memory` in [solve]") && error.contains("with kernel"), "{error}");
    }
}
