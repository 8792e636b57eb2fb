//! The kernel of one heap whose moves decide who moves next against the general one, on random texts.

use super::judge::{kernel, threads_of};
use crate::common::{MEMORY, Stops, assert_same, in_halves, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::Task;
use grundy::random::Random;
use grundy::ruleset::{MOON, Play, Value};
use std::fs;
use tempfile::TempDir;

/// A random move, which leads to smaller heaps. The last two have no normal form that the fast kernel knows.
fn line(random: &mut Random) -> String {
    let [c, d, b, modulus] = [(1, 3), (1, 5), (0, 3), (2, 3)].map(|(least, count)| least + random.below(count));
    match random.below(14) {
        0 | 1 => format!("n -> n - {d} then reply when n >= {d}"),
        2 => format!("n -> n - {d} then again when n > {d}"),
        3 => format!("n -> {b} then reply when n > {b} and n % {modulus} == 1"),
        4 => format!("n -> nothing then reply when n == {d}"),
        5 => format!("n -> nothing then again when n > 3 and n % {modulus} == 0"),
        6 => format!("n -> k for k in {b}..n when n < 90"),
        7 => format!("n -> k & n - k - {c} for k in {b}..=n-{c}-{b} when k != n - k - {c}"),
        8 => format!("n -> k & n - k - {c} for k in {b}..=(n-{c})/2 when n > {c}"),
        9 => format!("n -> k + {} & n - k - {c} for k in {b}..=n-{c}", c - 1),
        10 => format!("n -> k & n - k - {c} for k in {b}..=n-{c} when k % {modulus} == 0"),
        11 => format!("n -> k & n - k - {c} & 1 for k in {b}..=n-{c} when n > 1"),
        12 => format!("n -> n - {d} & n - {d} when n >= {d}"),
        _ => format!("n -> k then reply for k in {b}..n"),
    }
}

/// Compares the values and outcomes to n = 150. Returns how many games the fast kernel knows, and their moons.
fn compare(seed: u64, games: u32) -> [usize; 2] {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.toml");
    let (mut random, mut counts, pools) = (Random(seed), [0; 2], [1, 2].map(threads_of));
    for game in 0..games {
        let lines: Vec<String> = (0..1 + random.below(4)).map(|_| line(&mut random)).collect();
        if !lines.iter().any(|line| line.contains("then")) {
            continue;
        }
        let asked = ["", "asked = \"n + 7\"\n"][random.below(2) as usize];
        fs::write(&path, format!("[game]\nfamily = \"custom\"\nmoves = {lines:?}\n{asked}")).unwrap();
        let ruleset = ruleset(&format!("custom:{}", path.display()), 150);
        for value in [Value::ENTAILING, Value::OUTCOME] {
            let truth = solve(kernel("entailing"), &*ruleset, Play::Normal, value).unwrap();
            for pool in &pools {
                let Some(found) = pool.install(|| solve(kernel("entailing-heap"), &*ruleset, Play::Normal, value))
                else {
                    continue;
                };
                assert_same(&format!("seed {seed}, game {game}, {value}: {lines:?} {asked}"), &truth, &found);
                counts[0] += 1;
                counts[1] += found.iter().filter(|&&value| value == MOON).count();
            }
        }
    }
    counts
}

#[test]
fn random_texts_have_the_values_of_the_general_kernel() {
    let [known, moons] = compare(20261128, 150);
    assert!(known > 200 && moons > 1000, "{known} known, {moons} moons");
}

#[test]
#[ignore = "a slow check"]
fn thousands_of_texts_have_the_values_of_the_general_kernel() {
    let known: usize = (0..20).map(|seed| compare(seed, 500)[0]).sum();
    assert!(known > 15_000, "{known}");
}

/// The stacks up to `max` that are moons, by a loop over all splits that shares nothing with the kernels. The sets of
/// nim-heaps beside which the player wins are finite for even stacks, and have finite complements for odd ones.
fn moons_of_top_entails(max: usize) -> Vec<usize> {
    const LARGEST: usize = 1 << 13;
    const MOON_CODE: u16 = u16::MAX;
    let (mut values, mut seen, mut moons) = (vec![0u16; max + 1], vec![0u32; 1 << 16], Vec::new());
    let (mut wins, mut two_moons) = (vec![false; LARGEST], false);
    for n in 1..=max {
        let half = n / 2;
        for (a, b) in values[1..=half].iter().zip(values[n - half..n].iter().rev()) {
            seen[usize::from(a ^ b)] = n as u32;
            two_moons |= *a == MOON_CODE && *b == MOON_CODE;
        }
        // Two moons are a moon, and their codes add to 0.
        if std::mem::take(&mut two_moons) {
            let zero = (1..=half).any(|a| values[a] == values[n - a] && values[a] != MOON_CODE);
            seen[0] = if zero { n as u32 } else { 0 };
        }
        for (nimber, won) in wins.iter_mut().enumerate() {
            *won = seen[nimber] == n as u32 || !*won;
        }
        values[n] = match wins.iter().position(|won| !won) {
            Some(value) => value as u16,
            None => MOON_CODE,
        };
        assert!(values[n] == MOON_CODE || values[n] < LARGEST as u16 / 2, "{n}");
        moons.extend((values[n] == MOON_CODE).then_some(n));
    }
    moons
}

#[test]
fn moons_of_a_plain_loop() {
    assert_eq!(moons_of_top_entails(2600), [1, 3, 2403, 2505]);
}

/// The moons of docs/results.md up to 700,000.
#[test]
#[ignore = "a slow check: some minutes"]
fn moons_that_are_new_by_a_plain_loop() {
    assert_eq!(moons_of_top_entails(700_000), [1, 3, 2403, 2505, 33_243, 640_193, 696_157, 696_401]);
}

#[test]
fn a_stopped_run_resumes() {
    let ruleset = ruleset("custom:configs/custom/top-entails.toml", 3000);
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::ENTAILING, MEMORY, &control);
    let whole = solve(kernel("entailing-heap"), &*ruleset, Play::Normal, Value::ENTAILING).unwrap();
    let general = solve(kernel("entailing"), &*ruleset, Play::Normal, Value::ENTAILING).unwrap();
    assert_same("Top Entails", &general, &whole);
    for least in [1, 700, 1900] {
        let (found, before) = in_halves(kernel("entailing-heap"), &task, Stops { least, ..Stops::default() });
        assert!(before >= least && before < 3000, "{before}");
        assert_same("Top Entails, resumed", &whole, &found);
    }
}
