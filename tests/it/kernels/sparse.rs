//! Sparse spaces compared with the plain kernel, where the oracle is too slow.

use super::judge::{kernel, threads_of};
use crate::common::{MEMORY, Stops, assert_same, cases, oracle, ruleset, solve};
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::kernel::{Scale, Task};
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;

/// Compares the fast kernels for one-heap games with the plain one.
fn judge_one_heap(code: &str, max: u64) {
    let ruleset = ruleset(code, max);
    let plain = kernel("take-and-break");
    let truth = solve(plain, &*ruleset, Play::Normal, Value::GRUNDY)
        .unwrap_or_else(|| solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap());
    for name in ["sparse-space", "dense"] {
        let kernel = kernel(name);
        let values = solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        assert_same(&format!("{code} to {max}, {name}"), &truth, &values);
    }
}

#[test]
fn sparse_spaces_of_games_known_to_be_hard() {
    // Few rare values; rare values that keep coming; no mask; a mask whose lowest bit is not bit 0 (Grundy's
    // game at 2165); a value too large for its cells (0.64 at 3833); classes that depend on the parity of n;
    // values that grow without end.
    for (code, max) in [
        ("octal:0.104", 9_001),
        ("octal:0.454", 9_001),
        ("octal:0.354", 9_002),
        // Beyond 45,204 by a sieve.
        ("octal:0.6", 80_001),
        ("octal:0.56", 20_000),
        ("octal:0.16", 12_345),
        ("octal:0.64", 4_000),
        ("octal:0.165", 9_000),
        ("octal:0.07", 9_000),
        ("octal:0.1777", 9_000),
        ("octal:4.3", 5_000),
        ("octal:4.045", 9_000),
        ("octal:0.04040404", 9_000),
        ("octal:0.7", 5_000),
        ("octal:0.4", 9_000),
        ("octal:0.3333", 5_000),
        ("octal:0.0", 3_000),
        // Classes that depend on the parity of n, with plain moves at odd places, and rare values that keep coming.
        ("octal:0.3437", 6_000),
        ("octal:0.2014", 6_000),
        ("octal:0.3315", 6_000),
        ("grundys-game", 6_000),
        // No mask, and one or two places that split.
        ("octal:0.026", 9_000),
        ("octal:0.004", 9_000),
        ("octal:0.346", 9_000),
        // Too many rare values at first; the sparse space pays only later.
        ("octal:0.2357", 24_000),
        ("octal:0.606", 9_000),
    ] {
        judge_one_heap(code, max);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(24, 48)))]

    #[test]
    fn random_codes_agree_with_the_plain_kernel(
        start in prop::sample::select(vec!["0", "4"]),
        digits in prop::collection::vec(0u8..8, 1..5),
        max in 2_100u64..6_500,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        let digits: String = digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
        let pool = threads_of(threads);
        pool.install(|| judge_one_heap(&format!("octal:{start}.{digits}"), max));
    }
}

/// Long codes in which a move to nothing has a distant place, and 0 is a common value. A form must take this
/// move into account.
#[test]
fn sparse_spaces_with_moves_to_nothing_far_away() {
    for (code, max) in [
        (format!("octal:0.7{}1", "0".repeat(2098)), 6_400),
        (format!("octal:0.7{}3", "0".repeat(3528)), 9_000),
        (format!("octal:0.07{}1", "0".repeat(2500)), 6_000),
        (format!("octal:0.6{}1", "0".repeat(2200)), 6_000),
        (format!("octal:0.104{}5", "0".repeat(2090)), 6_000),
    ] {
        judge_one_heap(&code, max);
    }
}

/// Masks whose lowest bit is 8, 16 or 32. Rare values below a common one then come in groups of this size,
/// and a smaller value may be larger in compressed form.
#[test]
fn sparse_spaces_whose_masks_begin_high() {
    for (code, max) in [
        ("octal:0.266033", 9_000),
        ("octal:0.337723", 8_000),
        ("octal:0.33656", 9_000),
        ("octal:0.3744", 8_000),
        ("octal:0.1315676", 8_000),
        ("octal:0.20257", 8_000),
        ("octal:0.221751", 8_000),
    ] {
        judge_one_heap(code, max);
    }
}

/// With little memory, a form does not keep values as far back as all rare positions reach. The more distant
/// ones are looked up one by one.
#[test]
fn sparse_spaces_with_distant_rare_positions() {
    let kernel = kernel("sparse-space");
    // The last rare positions are 13,935 and 20,627; those beyond 8,192 and 13,400 are distant. The other
    // games find a better mask only when some rare positions are distant already.
    for (code, max) in [
        ("octal:0.16", 100_000),
        ("octal:0.6", 100_000),
        ("octal:0.172", 19_000),
        ("octal:0.163", 19_000),
        ("octal:0.606", 19_000),
        ("octal:0.146", 19_000),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let mut values = [MEMORY, Bytes(18 << 20)].map(|memory| {
            let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, memory, &control);
            assert!(kernel.needs(&task) <= memory);
            let mut values = Vec::new();
            kernel.solve(&task, &mut values).unwrap();
            values
        });
        let [all, near] = &mut values;
        assert_same(code, all, near);
    }
}

/// What a run knows does not depend on where it was stopped while rare values were frequent.
#[test]
fn a_stop_among_rare_values_leaves_no_trace() {
    let kernel = kernel("sparse-space");
    // The last game has so many rare values that it starts by marking all splits.
    for (code, until, crowded) in
        [("octal:0.6", 17_000, 0), ("grundys-game", 33_000, 0), ("octal:0.165", 9_000, 0), ("octal:0.2357", 24_000, 12)]
    {
        let ruleset = ruleset(code, 2 * until as u64);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        let task = Task { scale: Scale { crowded, ..task.scale }, ..task };
        let at_last = |stops: &[usize]| {
            let mut sink = Stops::default();
            for &least in stops {
                sink.least = least;
                let kept = sink.state.take();
                let task = Task { kept: kept.as_ref(), ..task };
                assert!(matches!(kernel.solve(&task, &mut sink), Err(Error::Stopped)), "{code} before {least}");
            }
            (sink.rows.len(), format!("{:?}", sink.state))
        };
        let whole = at_last(&[until]);
        for first in (2_100..until).step_by(until / 11) {
            assert!(at_last(&[first, first + 40, until]) == whole, "{code} stopped at {first}");
        }
    }
}

/// Rare values that come long after the first wide form was made.
#[test]
fn wide_forms_go_on_behind_rare_values() {
    for (code, max) in [("grundys-game", 40_000), ("octal:0.74", 30_000), ("octal:4.3", 30_000)] {
        let ruleset = ruleset(code, max);
        let [dense, sparse] = ["dense", "sparse-space"].map(|name| {
            let kernel = kernel(name);
            solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap()
        });
        assert_same(&format!("{code} to {max}"), &dense, &sparse);
    }
}
