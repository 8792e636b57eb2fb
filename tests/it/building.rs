//! Building Nim and Chomp: their kernels compared with the oracle and with known results, also on spaces
//! whose positions are never enumerated. Hopeless searches are refused before they start.

use crate::common::{MEMORY, Stops, assert_same, cases, expect_exit, in_halves, oracle, ruleset_in, solve};
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::{Control, FREE};
use grundy::event::Silent;
use grundy::games::code;
use grundy::kernel::{KERNELS, Kernel, Named, Task, choose};
use grundy::overview::Overview;
use grundy::ruleset::{Play, Ruleset, Setup, Value};
use grundy::stream::{Flow, Outlet, Values};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn kernel(name: &str) -> &'static dyn Kernel {
    *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap()
}

fn outline(game: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup::new(MEMORY, &FREE, Play::Normal);
    code::parse(game).unwrap().game.outline(max, setup).unwrap()
}

/// The outcomes by a kernel, with a given number of threads.
fn outcomes(name: &str, game: &str, max: u64, threads: usize) -> Vec<u32> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| solve(kernel(name), &*outline(game, max), Play::Normal, Value::OUTCOME)).unwrap()
}

/// Compares the outcomes of a kernel with the oracle, in each play convention it supports; returns the number
/// of these.
fn judge(name: &str, game: &str, max: u64, threads: usize) -> usize {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let plays = [Play::Normal, Play::Misere].into_iter().filter(|&play| {
        let ruleset = ruleset_in(game, max, play);
        assert!(solve(kernel(name), &*ruleset, play, Value::GRUNDY).is_none(), "{game}: outcomes only");
        let Some(found) = pool.install(|| solve(kernel(name), &*ruleset, play, Value::OUTCOME)) else { return false };
        let truth = solve(oracle(), &*ruleset, play, Value::OUTCOME).unwrap();
        assert_same(&format!("{game} to {max}, {play}"), &truth, &found);
        true
    });
    plays.count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(10, 24)))]

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
        if rows > 1 {
            prop_assert_eq!(judge("chomp", &format!("chomp:rows={rows},positions=all"), columns, 1), 2);
        }
    }
}

#[test]
fn long_and_high_bars_agree_with_the_oracle() {
    for (rows, columns) in [(1, 60), (2, 40), (3, 16), (16, 2), (17, 3), (32, 1), (32, 2)] {
        assert_eq!(judge("chomp", &format!("chomp:rows={rows}"), columns, 1), 2);
    }
}

#[test]
fn three_and_four_rows_agree_with_the_oracle() {
    for (rows, columns) in [(3, 1), (3, 2), (3, 3), (3, 8), (3, 60), (4, 1), (4, 2), (4, 3), (4, 9), (4, 20)] {
        assert_eq!(judge("chomp-p-positions", &format!("chomp:rows={rows},positions=all"), columns, 1), 2);
    }
}

/// Searches of several lengths of the first row at a time end before, at and after the last one.
#[test]
fn three_and_four_rows_agree_with_the_kernel_for_any_number_of_rows() {
    for (rows, columns) in [(3, 63), (3, 64), (3, 65), (3, 200), (4, 70)] {
        let game = format!("chomp:rows={rows},positions=all");
        let truth = outcomes("chomp", &game, columns, 1);
        assert_same(&game, &truth, &outcomes("chomp-p-positions", &game, columns, 1));
    }
}

/// Compares the answers of an overview with all rows.
struct Compares(Vec<u32>);

impl Outlet for Compares {
    fn block(&mut self, _: u64, _: Values<'_>) -> Result<Flow, Error> {
        unreachable!("the overview is taken")
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        assert!(all.cost_by_largest().steps > 0 && all.cost_of_zeros().bytes > 0);
        true
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        let rows = &self.0;
        // In any order, and some of them only.
        let asked: Vec<u64> = (0..rows.len() as u64).rev().filter(|row| row % 3 != 1).collect();
        let values: Vec<u32> = asked.iter().map(|&row| rows[row as usize]).collect();
        assert_eq!(all.values(&asked, control)?, values);
        let places = |value: u32| (0..).zip(rows).filter(move |(_, found)| **found == value).map(|(row, _)| row);
        let [zeros, others]: [Vec<u64>; 2] = [0, 1].map(|value| places(value).collect());
        assert_eq!(all.by_value(control)?, [zeros.len() as u64, others.len() as u64]);
        assert_eq!(all.ends(false, control)?, [zeros.first().copied(), others.first().copied()]);
        assert_eq!(all.ends(true, control)?, [zeros.last().copied(), others.last().copied()]);
        for wanted in [1, zeros.len()] {
            let mut found = Vec::new();
            all.each_zero(false, control, &mut |row| {
                found.push(row);
                Ok(found.len() < wanted)
            })?;
            assert_eq!(found, zeros[..wanted.min(zeros.len())]);
        }
        let mut label = Vec::new();
        let largest = |&row: &u64| {
            all.rows().label(row, &mut label);
            label[0]
        };
        let mut counts = vec![0; all.zeros_by_largest(control)?.len()];
        zeros.iter().map(largest).for_each(|largest| counts[largest as usize] += 1);
        assert_eq!(all.zeros_by_largest(control)?, counts);
        Ok(())
    }
}

#[test]
fn p_positions_are_counted_without_visiting_the_others() {
    let control = Control::free();
    for (rows, columns) in [(3, 1), (3, 2), (3, 20), (4, 1), (4, 2), (4, 9)] {
        for play in [Play::Normal, Play::Misere] {
            let ruleset = outline(&format!("chomp:rows={rows},positions=all"), columns);
            let task = Task::new(&*ruleset, play, Value::OUTCOME, MEMORY, &control);
            let mut truth: Vec<u32> = Vec::new();
            kernel("chomp").solve(&task, &mut truth).unwrap();
            kernel("chomp-p-positions").solve(&task, &mut Compares(truth)).unwrap();
        }
    }
}

/// Collects the rows that are P-positions.
#[derive(Default)]
struct Zeros(Vec<u64>);

impl Outlet for Zeros {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.0.extend(values.zeros().into_iter().map(|place| first + place as u64));
        Ok(Flow::Continue)
    }
}

/// The P-positions of Chomp with a given number of rows.
fn p_positions(rows: usize, columns: u64) -> Vec<Vec<u64>> {
    let ruleset = outline(&format!("chomp:rows={rows},positions=all"), columns);
    let (control, mut zeros) = (Control::free(), Zeros::default());
    let task = Task::new(&*ruleset, Play::Normal, Value::OUTCOME, MEMORY, &control);
    choose(None, &task).unwrap().solve(&task, &mut zeros).unwrap();
    let label = |&row: &u64| {
        let mut label = Vec::new();
        ruleset.rows().label(row, &mut label);
        label
    };
    zeros.0.iter().map(label).collect()
}

/// The P-positions with a short third row (A. E. Brouwer, The game of Chomp, as quoted in A147983), and a winning bite
/// for each full bar (E. Sheiner, Unique winning opening move in three-row Chomp, arXiv:2605.23837).
#[test]
fn three_rows_are_as_published() {
    const MAX: u64 = 400;
    let found: BTreeSet<Vec<u64>> = p_positions(3, MAX).into_iter().collect();
    let of = |r: u64| found.iter().filter(move |label| label[2] == r).map(|label| (label[0], label[1]));
    assert!(of(0).eq((0..MAX).map(|q| (q + 1, q))));
    assert!(of(1).eq([(2, 2), (3, 1)]));
    assert!(of(2).eq((2..=MAX - 2).map(|q| (q + 2, q))));
    assert!(of(3).eq([(5, 5), (6, 3), (7, 4)]));
    assert!(of(4).eq([(7, 7), (8, 4), (9, 5), (10, 6)]));
    assert!(of(5).eq([(9, 6), (10, 5)].into_iter().chain((11..=MAX).map(|p| (p, p - 4)))));
    for n in 1..=MAX {
        let third = (0..n).map(|r| vec![n, n, r]);
        let second = (0..n).map(|q| vec![n, q, q]);
        assert_eq!(third.chain(second).filter(|label| found.contains(label)).count(), 1, "3 x {n}");
    }
}

/// For most r, either there are no P-positions (p, q, r) with large q, or these have a constant p - q.
/// A147983 lists the other r; its entry 15231525 should be 1523, 1525.
#[test]
fn third_rows_with_a_pattern() {
    const LISTED: [u64; 36] = [
        120, 400, 402, 422, 424, 513, 576, 583, 585, 593, 605, 610, 861, 888, 890, 892, 904, 1013, 1015, 1059, 1129,
        1141, 1143, 1163, 1216, 1281, 1291, 1293, 1295, 1419, 1448, 1508, 1523, 1525, 1537, 1561,
    ];
    // Up to 4,000 columns, all other r below 1,600 have settled.
    let (large, mut steps) = (2400..2600, BTreeMap::<u64, Vec<u64>>::new());
    for label in p_positions(3, 4000) {
        if let [p, q, r @ 0..1600] = label[..]
            && large.contains(&q)
        {
            steps.entry(r).or_default().push(p - q);
        }
    }
    let settled = |steps: &Vec<u64>| steps.len() == large.clone().count() && steps.iter().all(|step| *step == steps[0]);
    let others: Vec<u64> = steps.iter().filter(|(_, steps)| !settled(steps)).map(|(&r, _)| r).collect();
    assert_eq!(others, LISTED);
}

/// The lengths of the top row in the P-positions with four rows: A395126.
#[test]
fn four_rows_are_as_published() {
    const HIGHEST: [u64; 87] = [
        0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 2, 0, 2, 0, 0, 0, 2, 0, 2, 0, 2, 3, 4, 0, 3, 0, 3, 2, 0, 2, 0, 2, 0,
        2, 2, 3, 3, 0, 2, 2, 0, 4, 0, 4, 0, 4, 0, 5, 6, 7, 3, 4, 0, 0, 2, 3, 2, 3, 4, 5, 6, 0, 2, 3, 4, 5, 7, 0, 5, 2,
        4, 4, 3, 3, 0, 2, 0, 2, 3, 0, 2, 0, 2,
    ];
    let found: Vec<u64> = p_positions(4, 20).iter().map(|label| label[3]).collect();
    assert_eq!(found[..HIGHEST.len()], HIGHEST);
}

/// Whether the second player wins BN(n, s), as far as this is proved or conjectured.
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

/// For one or two piles, a general kernel is used.
#[test]
fn few_piles_follow_the_theorems_too() {
    for piles in [1, 2] {
        let known: Vec<u32> = (0..=20).map(|n| u32::from(!second_wins(n, piles))).collect();
        let game = format!("building-nim:{piles}");
        let ruleset = crate::common::ruleset(&game, 20);
        assert_same(&game, &known, &solve(kernel("strata"), &*ruleset, Play::Normal, Value::OUTCOME).unwrap());
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

/// The P-positions of Chomp with two rows are (n + 1, n). Larger full bars are N-positions by strategy stealing.
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
    let task = Task::new(&*ruleset, play, Value::OUTCOME, MEMORY, &control);
    // There are 127 layers in the first pass and 141 in the second.
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
    for (name, game, max) in [
        ("building-nim", "building-nim:3", 400),
        ("chomp", "chomp:rows=2", 400),
        ("chomp-p-positions", "chomp:rows=3,positions=all", 400),
        ("chomp-p-positions", "chomp:rows=4,positions=all", 400),
    ] {
        let ruleset = outline(game, max);
        let (play, control) = (Play::Normal, Control::free());
        let task = Task::new(&*ruleset, play, Value::OUTCOME, MEMORY, &control);
        let mut sink = Stops { enough: 65, least: usize::MAX, ..Stops::default() };
        kernel(name).solve(&task, &mut sink).unwrap();
        assert!((65..=max as usize / 2).contains(&sink.rows.len()), "{name} gave {} rows", sink.rows.len());
        let task = Task { control: &Control::new(&cancelled, &Silent), ..task };
        assert!(matches!(kernel(name).solve(&task, &mut Vec::new()), Err(Error::Interrupted)));
    }
}

/// An enumeration that does not fit is reported when a kernel that needs it is chosen, and not before.
#[test]
fn positions_are_enumerated_for_those_who_ask() {
    let cancelled = AtomicBool::new(true);
    for (name, game, max) in [("building-nim", "building-nim:9", 60), ("chomp", "chomp:rows=9", 10)] {
        let (play, memory, value) = (Play::Normal, Bytes(8 << 20), Value::OUTCOME);
        let (free, stopped) = (Control::free(), Control::new(&cancelled, &Silent));
        let setup = Setup::new(memory, &free, play);
        let coded = code::parse(game).unwrap();
        let ruleset = coded.game.outline(max, setup).unwrap();
        let task = Task::new(&*ruleset, play, value, memory, &free);
        assert_eq!(choose(None, &task).unwrap().name(), name);
        let early = coded.game.ruleset(max, setup).err().unwrap();
        let late = choose(Named::new("strata"), &task).err().unwrap();
        assert_eq!((early.to_string(), early.exit_code()), (late.to_string(), 3));
        // With enough memory, positions are enumerated until a signal stops it.
        let task = Task { control: &stopped, memory: MEMORY, ..task };
        assert!(matches!(choose(Named::new("oracle"), &task), Err(Error::Interrupted)));
        assert!(choose(None, &task).is_ok());
    }
}

/// Where positions can be counted without a search, their number is reported at once, also by a dry run.
#[test]
fn hopeless_searches_are_refused_before_they_begin() {
    let root = tempfile::tempdir().unwrap();
    for (game, max, play, positions) in [
        // C(52, 26) without the empty bar; it must be the same in misère play and for a kernel that searches.
        ("chomp:rows=26", Some(26), "normal", "495918532948103 positions"),
        ("chomp:rows=26", Some(26), "misere", "495918532948103 positions"),
        ("building-nim:3", Some(1_000_000), "normal", "positions"),
        ("building-nim:1", Some(1_000_000), "misere", "positions"),
        // 1001^2 pairs of heaps, each with 0, ..., 1000 tokens in the bank.
        ("poker-nim:heaps=2,bank=1000", Some(1000), "normal", "1003003001 positions"),
    ] {
        let begun = Instant::now();
        let range = max.map_or(String::new(), |max| format!("[range]\nmax = {max}\n"));
        let config = format!("[game]\ncode = \"{game}\"\nplay = \"{play}\"\n{range}");
        std::fs::write(root.path().join("job.toml"), config).unwrap();
        let max = max.map_or(String::new(), |max| max.to_string());
        let ranged = ["values", game, "--play", play, "--max", &max];
        let values = if max.is_empty() { &ranged[..4] } else { &ranged };
        for arguments in [values, &["run", "job.toml", "--out", "job"], &["run", "job.toml", "--dry-run"]] {
            let (_, error) = expect_exit(root.path(), arguments, 3);
            assert!(error.contains(positions) && error.contains("`memory` in [solve]"), "{game}: {error}");
            assert_eq!(error.contains("lower `max`"), !max.is_empty(), "{error}");
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{game} took {:?}", begun.elapsed());
    }
    // The same for a single position.
    let (_, error) = expect_exit(root.path(), &["position", "building-nim:5", "100000:0,0,0,0,0"], 3);
    assert!(error.contains("positions") && !error.contains("`max`"), "{error}");
    // In a sum of games only some cells may be positions; here there are too many cells to test.
    let (_, error) = expect_exit(root.path(), &["values", "sum:chomp:rows=3,positions=all+nim:1", "--max", "200"], 3);
    assert!(error.contains("which of them are positions"), "{error}");
}

#[test]
fn large_runs_are_verified_in_part() {
    let root = tempfile::tempdir().unwrap();
    for (stem, code, max) in [("building", "building-nim:9", 70), ("bars", "chomp:rows=12", 12)] {
        let config = format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n");
        std::fs::write(root.path().join(format!("{stem}.toml")), config).unwrap();
        expect_exit(root.path(), &["run", &format!("{stem}.toml"), "--out", stem], 0);
        expect_exit(root.path(), &["verify", stem], 0);
        // Too little memory for the positions is reported.
        let needs = format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[solve]\nmemory = \"1 MiB\"\n");
        std::fs::write(root.path().join("small.toml"), needs).unwrap();
        let (_, error) = expect_exit(root.path(), &["run", "small.toml", "--out", "small"], 3);
        assert!(error.contains("`memory` in [solve]") && error.contains("with kernel"), "{error}");
    }
}
