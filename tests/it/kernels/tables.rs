//! Games with two coordinates: rays and steps.

use super::judge::{Strict, judge, kernel, threads_of};
use crate::common::{MEMORY, Stops, assert_same, in_halves, oracle, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::Task;
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;

#[test]
fn rays_over_several_tiles() {
    for code in ["wythoff", "rook", "equal-take-nim:2", "rays:0/1,1/0,1/2,2/1", "rays:0/3,2/1,70/1"] {
        judge(code, 150);
    }
}

/// The table of the queen for a square box, row by row, with lists of the values on each line.
fn queen_by_lists(side: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(side * side);
    let mut columns = vec![vec![false; 3 * side]; side];
    let mut diagonals = vec![vec![false; 3 * side]; 2 * side];
    for x in 0..side {
        let (mut row, mut lowest) = (vec![false; 3 * side], 0);
        for y in 0..side {
            let (column, diagonal) = (&mut columns[y], &mut diagonals[side + y - x]);
            // Below, no value is free in this row.
            while row[lowest] {
                lowest += 1;
            }
            let mut value = lowest;
            while row[value] || column[value] || diagonal[value] {
                value += 1;
            }
            (row[value], column[value], diagonal[value]) = (true, true, true);
            values.push(value as u32);
        }
    }
    values
}

/// Sides near the sizes of tiles, rounds of bands and groups; all thread counts; a stop in the middle of a
/// run; and a resumed run.
#[test]
fn mirrored_rays_of_all_sizes() {
    let kernel = kernel("rays-table");
    let queen = queen_by_lists(1100);
    for (code, side) in [
        ("queen", 1),
        ("wythoff", 2),
        ("rook", 63),
        ("wythoff", 64),
        ("queen", 65),
        ("equal-take-nim:2", 130),
        ("rook", 257),
        ("wythoff", 700),
        ("wythoff", 1100),
        ("rook", 1090),
    ] {
        let ruleset = ruleset(code, side - 1);
        // The rook's table is that of Nim.
        let value = |x: u32, y: u32| if code == "rook" { x ^ y } else { queen[(x * 1100 + y) as usize] };
        let truth: Vec<u32> =
            (0..side as u32).flat_map(|x| (0..side as u32).map(move |y| (x, y))).map(|(x, y)| value(x, y)).collect();
        for threads in [1, 2, 7] {
            let pool = threads_of(threads);
            let found = pool.install(|| solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY)).unwrap();
            assert_same(&format!("{code} {side}, {threads} threads"), &truth, &found);
        }
        let outcomes = solve(kernel, &*ruleset, Play::Normal, Value::OUTCOME).unwrap();
        assert!(truth.iter().map(|&value| value.min(1)).eq(outcomes), "outcomes of {code} {side}");
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        let mut strict = Strict { all: Vec::new(), stop_at: truth.len() as u64 / 2 };
        kernel.solve(&task, &mut strict).unwrap();
        assert!(
            (strict.all.len() as u64) >= strict.stop_at
                && (side < 130 || (strict.all.len() as u64) < truth.len() as u64),
            "{code} {side}"
        );
        if side > 1024 {
            let (resumed, _) = in_halves(kernel, &task, Stops::default());
            assert_same(&format!("{code} {side}, resumed"), &truth, &resumed);
        }
    }
}

/// Boxes of several bands, vectors that reach across rows or columns, lanes of all widths.
#[test]
fn steps_over_several_bands() {
    let many = (0..20).map(|i| format!("{}/{}", i % 5, i / 5 + 1)).collect::<Vec<_>>().join(",");
    let more = (0..45).map(|i| format!("{}/{}", i % 9, i / 9 + 1)).collect::<Vec<_>>().join(",");
    for code in ["steps:1/0,0/1,1/1", "steps:0/3", "steps:5/0", "steps:70/1,0/2,3/3", "steps:1/100,2/1,1/2"] {
        judge(code, 150);
    }
    judge(&format!("steps:{many}"), 100);
    judge(&format!("steps:{more}"), 70);
    // Two rounds, the second of which is short.
    let ruleset = ruleset("steps:1/0,0/2,67/1,1/1", 1299);
    let kernel = kernel("steps-table");
    let all = solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
    assert_same("steps to 1299", &solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap(), &all);
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
    for threads in [1, 2, 3] {
        let pool = threads_of(threads);
        let stops = || Stops { passed: threads, ..Stops::default() };
        let (resumed, before) = pool.install(|| in_halves(kernel, &task, stops()));
        assert!(0 < before && before < all.len());
        assert_same("resumed", &all, &resumed);
    }
}

/// Squares with sides near whole parts, bands and steps of the table, with one and with several threads.
#[test]
fn steps_of_squares_around_whole_bands() {
    let kernel = kernel("steps-table");
    for code in ["steps:1/0,0/1,1/1", "steps:1/2,2/1,1/3,3/1,2/2,5/0,0/5", "steps:200/3,1/0,0/130,9/9"] {
        for side in [1, 2, 16, 63, 64, 65, 127, 128, 129, 255, 256, 257, 385] {
            let ruleset = ruleset(code, side - 1);
            let truth = solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
            for threads in [1, 2, 7] {
                let pool = threads_of(threads);
                for (value, most) in [(Value::GRUNDY, u32::MAX), (Value::OUTCOME, 1)] {
                    let truth: Vec<u32> = truth.iter().map(|&value| value.min(most)).collect();
                    let found = pool.install(|| solve(kernel, &*ruleset, Play::Normal, value)).unwrap();
                    assert_same(&format!("{code}, side {side}, {threads} threads, {value}"), &truth, &found);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_steps(steps in prop::collection::btree_set((0u32..9, 0u32..9), 1..12), max in 0u64..90) {
        let steps: Vec<String> =
            steps.iter().filter(|&&step| step != (0, 0)).map(|(a, b)| format!("{a}/{b}")).collect();
        if !steps.is_empty() {
            judge(&format!("steps:{}", steps.join(",")), max);
        }
    }

    #[test]
    fn random_rays(
        rays in prop::collection::btree_set((0u32..4, 0u32..4), 1..6),
        max in 0u64..40,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        let rays: Vec<String> =
            rays.iter().filter(|&&ray| ray != (0, 0)).map(|(a, b)| format!("{a}/{b}")).collect();
        let pool = threads_of(threads);
        if !rays.is_empty() {
            pool.install(|| judge(&format!("rays:{}", rays.join(",")), max));
        }
    }
}
