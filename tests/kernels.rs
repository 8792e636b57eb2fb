//! The oracle judges every kernel: every family, random rulesets, both plays, several thread
//! counts; and blocks reach the sinks in order and without gaps.

mod common;

use common::{MEMORY, Stops, assert_same, default_value, in_halves, oracle, others, ruleset, ruleset_in, solve};
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::event::Silent;
use grundy::games::FAMILIES;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Value};
use grundy::simd::Vectors;
use grundy::stream::State;
use grundy::stream::{Fan, Flow, Sink, Values};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// Compares every kernel with the oracle on one game, in every play and value it supports.
fn judge(code: &str, max: u64) {
    let ruleset = ruleset(code, max);
    let splits_seen = {
        let mut splits = false;
        for rank in 0..ruleset.positions() {
            ruleset.options(rank, &mut |entries| splits |= entries.len() > 1);
        }
        splits
    };
    assert!(ruleset.splits() || !splits_seen, "{code} splits, but does not say so");
    if ruleset.splits() && !code.starts_with("coin-turning") {
        // Misère play of games that split: multisets, so a smaller range.
        let multisets = ruleset_in(code, max.min(8), Play::Misere);
        assert!(!multisets.splits());
        let truth = solve(oracle(), &*multisets, Play::Misere, Value::Outcome).unwrap();
        for kernel in others() {
            if let Some(values) = solve(kernel, &*multisets, Play::Misere, Value::Outcome) {
                assert_same(&format!("misère {code}, {}", kernel.name()), &truth, &values);
            }
        }
    }
    for (play, value) in [(Play::Normal, Value::Grundy), (Play::Normal, Value::Outcome), (Play::Misere, Value::Outcome)]
    {
        let Some(truth) = solve(oracle(), &*ruleset, play, value) else { continue };
        for kernel in others() {
            if let Some(values) = solve(kernel, &*ruleset, play, value) {
                assert_same(&format!("{code} to {max}, {play} {value}, {}", kernel.name()), &truth, &values);
            }
        }
        if (play, value) == (Play::Normal, Value::Outcome) {
            let grundy = solve(oracle(), &*ruleset, play, Value::Grundy).unwrap();
            let projected: Vec<u32> = grundy.iter().map(|&v| v.min(1)).collect();
            assert_same(&format!("{code}: outcomes against Grundy values"), &projected, &truth);
        }
    }
}

/// A range that the oracle solves in a blink.
fn small_max(code: &str) -> u64 {
    let family = code.split(':').next().unwrap_or_default();
    match (family, ruleset(code, 1).rows().dimensions()) {
        ("building-nim" | "chomp", _) => 10,
        ("poker-nim", _) => 6,
        (_, 1) => 100,
        (_, 2) => 20,
        (_, 3) => 7,
        _ => 3,
    }
}

#[test]
fn every_example_of_every_family() {
    for code in FAMILIES.iter().flat_map(|family| family.examples) {
        for max in [small_max(code), 2, 1] {
            judge(code, max);
        }
    }
}

#[test]
fn rays_over_several_tiles() {
    for code in ["wythoff", "rook", "equal-take-nim:2", "rays:0/1,1/0,1/2,2/1", "rays:0/3,2/1,70/1"] {
        judge(code, 150);
    }
}

/// The rows of the queen's or the rook's table in a square box, by the lines' values in a list.
fn by_lists(side: usize, diagonal: bool) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(side * side);
    let mut columns = vec![vec![false; 3 * side]; side];
    let mut diagonals = vec![vec![false; 3 * side]; 2 * side];
    for x in 0..side {
        let mut row = vec![false; 3 * side];
        for y in 0..side {
            let (column, other) = (&mut columns[y], &mut diagonals[side + y - x]);
            let free = |v: &usize| !(row[*v] || column[*v] || diagonal && other[*v]);
            let value = (0..3 * side).find(free).unwrap();
            (row[value], column[value], other[value]) = (true, true, true);
            values.push(value as u32);
        }
    }
    values
}

/// Sides around tiles, rounds of bands, and the width of a group; all threads; a stop in
/// mid-run; and a resumed run.
#[test]
fn mirrored_rays_of_all_sizes() {
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "rays-table").unwrap();
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
        let truth = by_lists(side as usize, code != "rook");
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| solve(kernel, &*ruleset, Play::Normal, Value::Grundy)).unwrap();
            assert_same(&format!("{code} {side}, {threads} threads"), &truth, &found);
        }
        let outcomes = solve(kernel, &*ruleset, Play::Normal, Value::Outcome).unwrap();
        assert!(truth.iter().map(|&value| value.min(1)).eq(outcomes), "outcomes of {code} {side}");
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
        let mut strict = Strict { next: 0, stop_at: truth.len() as u64 / 2 };
        kernel.solve(&task, &mut strict).unwrap();
        assert!(strict.next >= strict.stop_at && (side < 130 || strict.next < truth.len() as u64), "{code} {side}");
        if side > 1024 {
            let (resumed, _) = in_halves(kernel, &task, Stops::default());
            assert_same(&format!("{code} {side}, resumed"), &truth, &resumed);
        }
    }
}

#[test]
fn tables_larger_than_a_chunk() {
    judge("nim:2", 300);
    judge("circular-nim:n=18,k=2", 1);
    judge("circular-nim:n=4,k=2", 13);
    judge("divisor:squarefree-powers", 3000);
    judge("circle:1,3", 300);
}

fn digits() -> impl Strategy<Value = String> {
    let head = prop::sample::select(vec!["0", "0", "0", "4", "8", "C"]);
    let digit = prop::sample::select("0123456789ABCDEF".chars().collect::<Vec<_>>());
    let octal = prop::sample::select("01234567".chars().collect::<Vec<_>>());
    let body = prop_oneof![prop::collection::vec(octal, 1..5), prop::collection::vec(digit, 1..4)];
    let tail = prop::option::weighted(
        0.2,
        prop::collection::vec(prop::sample::select(vec!['0', '1', '2', '3', '4', '7']), 1..4),
    );
    (head, body, tail).prop_map(|(head, body, tail)| {
        let body: String = body.into_iter().collect();
        let tail = tail.map(|tail| format!("({})", tail.into_iter().collect::<String>())).unwrap_or_default();
        format!("{head}.{body}{tail}")
    })
}

fn list(numbers: &std::collections::BTreeSet<u64>) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// The nim-sum of the exponents of n, by trial division.
fn exponents_xor(mut n: u64) -> u32 {
    let (mut sum, mut prime) = (0, 2);
    while prime * prime <= n {
        let mut exponent = 0;
        while n.is_multiple_of(prime) {
            (n, exponent) = (n / prime, exponent + 1);
        }
        sum ^= exponent;
        prime += 1;
    }
    sum ^ u32::from(n > 1)
}

/// Beyond the oracle's reach: many runs, whole and resumed, by factoring.
#[test]
fn prime_powers_over_many_runs() {
    let max = 20_000_000;
    let ruleset = ruleset("divisor:prime-powers", max);
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "prime-powers").unwrap();
    let all = solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap();
    let powers_and_neighbours = (1..25).flat_map(|j| [(1u64 << j) - 1, 1 << j, 3u64.pow(j.min(15))]);
    let spread = (1..=max).step_by(4_999).chain(max - 300..=max).chain(powers_and_neighbours).filter(|&n| n <= max);
    for n in spread {
        assert_eq!(all[n as usize - 1], exponents_xor(n), "{n}");
    }
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let (resumed, _) = pool.install(|| in_halves(kernel, &task, Stops::default()));
    assert_same("resumed", &all, &resumed);
}

/// The value of a divisor game with powers of squarefree numbers by its exponents, remembered.
fn by_exponents(exponents: &[u32], known: &mut std::collections::BTreeMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = known.get(exponents) {
        return value;
    }
    let mut seen = std::collections::BTreeSet::new();
    for subset in 1u32..1 << exponents.len() {
        let least = (0..exponents.len()).filter(|i| subset >> i & 1 == 1).map(|i| exponents[i]).min().unwrap();
        for j in 1..=least {
            let mut left: Vec<u32> =
                (0..exponents.len()).map(|i| exponents[i] - if subset >> i & 1 == 1 { j } else { 0 }).collect();
            left.retain(|&exponent| exponent > 0);
            left.sort_unstable();
            seen.insert(by_exponents(&left, known));
        }
    }
    let value = (0..).find(|value| !seen.contains(value)).unwrap();
    known.insert(exponents.to_vec(), value);
    value
}

/// The exponents of the primes of n, sorted.
fn exponents(mut n: u64) -> Vec<u32> {
    let mut exponents = Vec::new();
    let mut prime = 2;
    while n > 1 {
        if prime * prime > n {
            exponents.push(1);
            break;
        }
        let mut exponent = 0;
        while n.is_multiple_of(prime) {
            (n, exponent) = (n / prime, exponent + 1);
        }
        exponents.extend(Some(exponent).filter(|&exponent| exponent > 0));
        prime += 1;
    }
    exponents.sort_unstable();
    exponents
}

#[test]
fn powers_of_squarefree_numbers_over_many_runs() {
    let code = "divisor:squarefree-powers";
    for max in [1, 2, 3, 10, 100, 5000] {
        judge(code, max);
    }
    let max = 10_000_000;
    let ruleset = ruleset(code, max);
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "squarefree-powers").unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let all = pool.install(|| solve(kernel, &*ruleset, Play::Normal, Value::Grundy)).unwrap();
    let mut known = std::collections::BTreeMap::new();
    let powers_and_neighbours =
        (1..24).flat_map(|j| [(1u64 << j) - 1, 1 << j, 3u64.pow(j.min(14)), 6u64.pow(j.min(8))]);
    for n in (1..=max).step_by(2_003).chain(max - 300..=max).chain(powers_and_neighbours).filter(|&n| n <= max) {
        assert_eq!(all[n as usize - 1], by_exponents(&exponents(n), &mut known), "{n}");
    }
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let (resumed, _) = pool.install(|| in_halves(kernel, &task, Stops::default()));
    assert_same("resumed", &all, &resumed);
}

/// Boxes of several bands, vectors that reach over rows or columns, lanes of all widths.
#[test]
fn steps_over_several_bands() {
    let many = (0..20).map(|i| format!("{}/{}", i % 5, i / 5 + 1)).collect::<Vec<_>>().join(",");
    let more = (0..45).map(|i| format!("{}/{}", i % 9, i / 9 + 1)).collect::<Vec<_>>().join(",");
    for code in ["steps:1/0,0/1,1/1", "steps:0/3", "steps:5/0", "steps:70/1,0/2,3/3", "steps:1/100,2/1,1/2"] {
        judge(code, 150);
    }
    judge(&format!("steps:{many}"), 100);
    judge(&format!("steps:{more}"), 70);
    // Two rounds, the second one short.
    let ruleset = ruleset("steps:1/0,0/2,67/1,1/1", 1299);
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "steps-table").unwrap();
    let all = solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap();
    assert_same("steps to 1299", &solve(oracle(), &*ruleset, Play::Normal, Value::Grundy).unwrap(), &all);
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let stops = || Stops { passed: threads, ..Stops::default() };
        let (resumed, before) = pool.install(|| in_halves(kernel, &task, stops()));
        assert!(0 < before && before < all.len());
        assert_same("resumed", &all, &resumed);
    }
}

/// Squares around whole parts, bands and steps of the table, in one thread and in several.
#[test]
fn steps_of_squares_around_whole_bands() {
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "steps-table").unwrap();
    for code in ["steps:1/0,0/1,1/1", "steps:1/2,2/1,1/3,3/1,2/2,5/0,0/5", "steps:200/3,1/0,0/130,9/9"] {
        for side in [1, 2, 16, 63, 64, 65, 127, 128, 129, 255, 256, 257, 385] {
            let ruleset = ruleset(code, side - 1);
            let truth = solve(oracle(), &*ruleset, Play::Normal, Value::Grundy).unwrap();
            for threads in [1, 2, 7] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                for (value, most) in [(Value::Grundy, u32::MAX), (Value::Outcome, 1)] {
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
    fn random_take_and_break_codes(digits in digits(), max in 0u64..90) {
        judge(&format!("octal:{digits}"), max);
    }

    #[test]
    fn random_sets(set in prop::collection::btree_set(1u64..40, 1..8), max in 0u64..200) {
        judge(&format!("subtraction:{}", list(&set)), max);
        judge(&format!("circle:{}", list(&set)), max / 4);
    }

    #[test]
    fn random_divisors(set in prop::collection::btree_set(2u64..30, 1..8), max in 1u64..300, of in 2u64..5000) {
        judge(&format!("divisor:{}", list(&set)), max);
        judge(&format!("divisor:of={of}"), max);
    }

    #[test]
    fn random_ranges_of_prime_powers(max in 1u64..9_000, threads in prop::sample::select(vec![1usize, 2, 7])) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let ruleset = ruleset("divisor:prime-powers", max);
        let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "prime-powers").unwrap();
        let found = pool.install(|| solve(kernel, &*ruleset, Play::Normal, Value::Grundy)).unwrap();
        let truth: Vec<u32> = (1..=max).map(exponents_xor).collect();
        assert_same(&format!("prime powers to {max}, {threads} threads"), &truth, &found);
    }

    #[test]
    fn random_rays(
        rays in prop::collection::btree_set((0u32..4, 0u32..4), 1..6),
        max in 0u64..40,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        let rays: Vec<String> =
            rays.iter().filter(|&&ray| ray != (0, 0)).map(|(a, b)| format!("{a}/{b}")).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        if !rays.is_empty() {
            pool.install(|| judge(&format!("rays:{}", rays.join(",")), max));
        }
    }

    #[test]
    fn random_circular_nim(n in 1u64..6, k in 1u64..6, max in 0u64..4) {
        judge(&format!("circular-nim:n={n},k={}", k.min(n)), max);
    }
}

/// Judges with one, two or seven threads.
fn judge_with(threads: usize, code: &str, max: u64) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| judge(code, max));
}

/// The automaton keeps four bits of a value beside the free heaps and two more elsewhere, where
/// a set has 16 numbers or more: sets at both ends of each way, full ones (of values up to their
/// largest number) and sparse ones.
#[test]
fn subtraction_sets_of_every_length() {
    for largest in [1u64, 14, 15, 16, 17, 30, 31, 32, 33, 40, 51, 52] {
        for step in [1, 2, 3, 7] {
            let set = (1..=largest).rev().step_by(step).collect();
            judge(&format!("subtraction:{}", list(&set)), 1_200);
        }
    }
}

/// The largest stack for which a box of so many coordinates is solved in a blink.
fn blink(coordinates: u64, wanted: u64) -> u64 {
    let fits = |max: &u64| (max + 1).pow(coordinates as u32) <= 3000;
    (0..=wanted).rev().find(fits).unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

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
        ("greedy-nim:3", 65),
        ("greedy-nim:4", 9),
        // Rows of several words of outcomes.
        ("moore-nim:heaps=2,k=1,limit=3", 140),
        ("moore-nim:heaps=2,k=2,limit=66", 140),
        ("moore-nim:heaps=3,k=2,limit=7", 64),
    ] {
        judge(code, max);
    }
}

/// Several layers of heaps at once, each a column behind the one before: as one after the other.
#[test]
fn layers_of_heaps_in_work_at_once() {
    for (code, max) in [("moore-nim:heaps=4,k=2,limit=5", 31), ("equal-take-nim:3", 70), ("equal-take-nim:4", 25)] {
        let ruleset = ruleset(code, max);
        let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "heaps").unwrap();
        for (play, value) in
            [(Play::Normal, Value::Grundy), (Play::Normal, Value::Outcome), (Play::Misere, Value::Outcome)]
        {
            let [one, two, seven] = [1, 2, 7].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| solve(kernel, &*ruleset, play, value)).unwrap()
            });
            assert_same(&format!("{code}, {play} {value}, two threads"), &one, &two);
            assert_same(&format!("{code}, {play} {value}, seven threads"), &one, &seven);
            if (play, value) == (Play::Normal, Value::Outcome) {
                let values = solve(kernel, &*ruleset, play, Value::Grundy).unwrap();
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
        // Outcomes of any size: more tokens than a set has values.
        ("moore-nim:heaps=2,k=1,limit=3", 600, "heaps"),
        ("equal-take-nim:3", 6, "heaps"),
        ("greedy-nim:3", 6, "greedy"),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        for play in [Play::Normal, Play::Misere] {
            let task = Task::new(&*ruleset, play, Value::Outcome, MEMORY, &control);
            let first = KERNELS.iter().find(|kernel| kernel.supports(&task)).unwrap();
            assert_eq!(first.name(), name, "{code}");
        }
    }
}

/// Kernels by the structure of faces.
fn by_faces(value: Value) -> &'static dyn grundy::kernel::Kernel {
    let name = if value == Value::Outcome { "faces-outcomes" } else { "faces-values" };
    *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap()
}

/// The P-positions of CN(6,3) by Dufour and Heubach: a + b = d + e and b + c = e + f.
#[test]
fn circular_nim_of_six_stacks_follows_its_rule() {
    let ruleset = ruleset("circular-nim:n=6,k=3", 11);
    let values = solve(by_faces(Value::Outcome), &*ruleset, Play::Normal, Value::Outcome).unwrap();
    let mut label = Vec::new();
    for (row, &value) in values.iter().enumerate() {
        ruleset.rows().label(row as u64, &mut label);
        let [a, b, c, d, e, f] = label[..] else { panic!("six stacks") };
        assert_eq!(value == 0, a + b == d + e && b + c == e + f, "{label:?}");
    }
}

/// Lines of several words, values of several words, several rows of a cell, several lanes.
#[test]
fn faces_of_larger_boxes_follow_the_rule_of_their_game() {
    for (heaps, k, max) in [(2, 1, 300), (3, 1, 130), (3, 2, 140), (4, 2, 30), (4, 3, 20), (5, 2, 16), (6, 5, 8)] {
        let ruleset = ruleset(&format!("moore-nim:heaps={heaps},k={k}"), max);
        let truth: Vec<u32> = (0..ruleset.rows().len()).map(|row| moore(&*ruleset, k, row)).collect();
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for value in [Value::Outcome, Value::Grundy] {
                let solved = pool.install(|| solve(by_faces(value), &*ruleset, Play::Normal, value).unwrap());
                let outcomes: Vec<u32> = solved.iter().map(|&value| value.min(1)).collect();
                assert_same(&format!("Moore's Nim {heaps}, {k} to {max}, {value}"), &truth, &outcomes);
            }
        }
    }
    let nim = ruleset("nim:3", 140);
    let values = solve(by_faces(Value::Grundy), &*nim, Play::Normal, Value::Grundy).unwrap();
    let mut label = Vec::new();
    for (row, &value) in values.iter().enumerate() {
        nim.rows().label(row as u64, &mut label);
        assert_eq!(u64::from(value), label.iter().fold(0, |sum, heap| sum ^ heap), "{label:?}");
    }
}

/// Values of two to five words, few of them and many, in short rows and long ones: as by windows.
#[test]
fn faces_with_longer_lines_agree_with_heaps() {
    for (heaps, k, max, least) in [(3, 2, 100, 256), (4, 2, 30, 64), (5, 4, 15, 64), (5, 3, 13, 0)] {
        let ruleset = ruleset(&format!("moore-nim:heaps={heaps},k={k}"), max);
        let windows = *KERNELS.iter().find(|kernel| kernel.name() == "heaps").unwrap();
        // The same game, told otherwise: a limit that is none.
        let limited = ruleset_in(&format!("moore-nim:heaps={heaps},k={k},limit={max}"), max, Play::Normal);
        let truth = solve(windows, &*limited, Play::Normal, Value::Grundy).unwrap();
        assert!(truth.iter().any(|&value| value >= least), "{heaps}, {k} to {max}: so large values");
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let solve = || solve(by_faces(Value::Grundy), &*ruleset, Play::Normal, Value::Grundy).unwrap();
            assert_same(&format!("Moore's Nim {heaps}, {k} to {max}"), &truth, &pool.install(solve));
        }
    }
}

/// The outcome of a row of Moore's Nim: P iff k + 1 divides the number of heaps with bit b, for all b.
fn moore(ruleset: &dyn grundy::ruleset::Ruleset, k: u64, row: u64) -> u32 {
    let mut label = Vec::new();
    ruleset.rows().label(row, &mut label);
    let count = |bit: u32| label.iter().filter(|&&heap| heap >> bit & 1 != 0).count() as u64;
    u32::from((0..16).any(|bit| count(bit) % (k + 1) != 0))
}

#[test]
fn threads_do_not_change_values() {
    for (code, max) in [
        ("nim:3", 20),
        ("moore-nim:heaps=3,k=2,limit=3", 20),
        ("equal-take-nim:3", 20),
        ("greedy-nim:3", 20),
        ("circular-nim:n=5,k=2", 6),
        ("building-nim:4", 18),
        ("octal:0.165", 700),
        ("circle:1,2", 200),
    ] {
        let ruleset = ruleset(code, max);
        let value = default_value(code);
        for kernel in KERNELS {
            let runs: Vec<_> = [1, 2, 7]
                .map(|threads| {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    pool.install(|| solve(*kernel, &*ruleset, Play::Normal, value))
                })
                .into();
            assert!(runs.iter().all(|run| *run == runs[0]), "{code} {}", kernel.name());
        }
    }
}

/// Every kernel with hot loops, compiled for all machines and for those with wider vectors.
#[test]
fn vectors_do_not_change_values() {
    for (kernel, code, max) in [
        ("sparse-space", "octal:0.104", 60_000),
        ("sparse-space", "octal:0.454", 60_000),
        ("sparse-space", "octal:0.354", 60_000),
        ("sparse-space", "octal:0.6", 60_000),
        ("dense", "octal:0.07", 3_000),
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
    ] {
        let ruleset = ruleset(code, max);
        let kernel = *KERNELS.iter().find(|known| known.name() == kernel).unwrap();
        let mut supported = false;
        for value in [Value::Grundy, Value::Outcome] {
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

/// Checks that blocks are consecutive, and stops after some rows.
struct Strict {
    next: u64,
    stop_at: u64,
}

impl Sink for Strict {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        assert_eq!(first, self.next);
        assert!(!values.is_empty());
        self.next += values.len() as u64;
        Ok(if self.next >= self.stop_at { Flow::Stop } else { Flow::Continue })
    }
}

#[test]
fn blocks_are_consecutive_and_a_stop_is_obeyed() {
    let lines = ["octal:0.77", "subtraction:1,5", "circle:1,2", "divisor:all"].map(|code| (code, 3000));
    let boxes = [("nim:2", 60), ("moore-nim:heaps=2,k=2,limit=5", 60), ("equal-take-nim:3", 15), ("greedy-nim:3", 15)];
    for (code, max) in lines.into_iter().chain(boxes) {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
        for kernel in KERNELS.iter().filter(|kernel| kernel.supports(&task)) {
            for stop_at in [1, 65, 700, u64::MAX] {
                let mut strict = Strict { next: 0, stop_at };
                let mut all: Vec<u32> = Vec::new();
                kernel.solve(&task, &mut Fan(vec![&mut strict, &mut all])).unwrap();
                assert_eq!(strict.next, all.len() as u64);
                let rows = ruleset.rows().len();
                assert!(
                    strict.next >= stop_at.min(rows) && (strict.next < rows || stop_at > 700),
                    "{code} {}",
                    kernel.name()
                );
            }
        }
    }
}

#[test]
fn a_cancelled_kernel_stops() {
    let cancelled = AtomicBool::new(true);
    for code in
        ["octal:0.77", "nim:3", "circle:1,2", "moore-nim:heaps=3,k=2,limit=5", "equal-take-nim:3", "greedy-nim:3"]
    {
        let ruleset = ruleset(code, 20);
        let control = Control::new(&cancelled, &Silent);
        let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
        for kernel in KERNELS.iter().filter(|kernel| kernel.supports(&task)) {
            let error = kernel.solve(&task, &mut Vec::new()).unwrap_err();
            assert!(matches!(error, Error::Interrupted), "{code} {}", kernel.name());
        }
    }
}

#[test]
fn a_kernel_resumes_from_its_checkpoint_with_the_same_values() {
    for (code, max) in [
        ("octal:0.165", 4000),
        ("octal:0.6", 30_000),
        ("nim:2", 90),
        ("circle:1,2", 1500),
        ("nim:3", 70),
        ("moore-nim:heaps=3,k=2,limit=4", 20),
        ("equal-take-nim:3", 20),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
        for name in ["strata", "sparse-space", "dense", "faces-values", "heaps"] {
            let kernel = *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap();
            let in_one_go = name == "strata" && max > 5000 || name == "faces-values" && code == "nim:2";
            if !kernel.supports(&task) || in_one_go {
                continue;
            }
            let (all, _) = in_halves(kernel, &task, Stops { least: 1000, ..Stops::default() });
            let truth = solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap();
            assert_same(&format!("{code} {name}"), &truth, &all);
        }
    }
}

/// Checkpoints after every layer: before, at and behind the first value that does not fit one word.
#[test]
fn faces_with_longer_lines_resume_with_the_same_values() {
    let ruleset = ruleset("moore-nim:heaps=4,k=2", 21);
    let truth = solve(by_faces(Value::Grundy), &*ruleset, Play::Normal, Value::Grundy).unwrap();
    let first = truth.iter().position(|&value| value == 64).expect("a value of more than one word");
    let layer = 22 * 22 * 22;
    assert!((2 * layer..20 * layer).contains(&first), "in a layer between");
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
    for least in (0..21 * layer).step_by(layer) {
        let stops = || Stops { least: least + 1, ..Stops::default() };
        let (all, before) = in_halves(by_faces(Value::Grundy), &task, stops());
        assert_eq!(before % layer, 0);
        assert!(before > least, "{before} of {least}");
        assert_same("Moore's Nim 4, 2", &truth, &all);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let (all, _) = pool.install(|| in_halves(by_faces(Value::Grundy), &task, stops()));
        assert_same("Moore's Nim 4, 2, two threads", &truth, &all);
    }
}

/// Values that no word has room for are part of what a stopped run leaves behind.
#[test]
fn heaps_with_large_values_resume_with_the_same_values() {
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "heaps").unwrap();
    for (code, max) in [("equal-take-nim:3", 75), ("moore-nim:heaps=3,k=2,limit=70", 75)] {
        let ruleset = ruleset(code, max);
        let truth = solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap();
        let first = truth.iter().position(|&value| value >= 64).expect("a value of more than one word");
        let last = truth.iter().rposition(|&value| value >= 64).unwrap_or(first);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
        for least in (first + 1..last).step_by((last - first) / 6).take(5) {
            let (all, before) = in_halves(kernel, &task, Stops { least, ..Stops::default() });
            assert!(before > first && before < truth.len(), "{code}: {before} of {}", truth.len());
            assert_same(&format!("{code}, stopped at {before}"), &truth, &all);
        }
    }
}

/// A state that is none of its own is refused by every kernel that keeps one, before it gives a row.
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
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let value = default_value(code);
        let task = Task::new(&*ruleset, Play::Normal, value, MEMORY, &control);
        let kernel = *KERNELS.iter().find(|kernel| kernel.supports(&task)).unwrap();
        for state in &states {
            let mut rows: Vec<u32> = Vec::new();
            let outcome = kernel.solve(&Task { kept: Some(state), ..task }, &mut rows);
            assert!(matches!(outcome, Err(Error::Unfit)), "{code} by {}: {outcome:?}", kernel.name());
            assert!(rows.is_empty(), "{code}");
        }
        kernels += 1;
    }
    assert_eq!(kernels, 9);
}

/// With little memory a form does not keep values as far back as all rare positions, which
/// others then look up one by one.
#[test]
fn sparse_spaces_with_distant_rare_positions() {
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "sparse-space").unwrap();
    // The last rare positions are 13,935 and 20,627: beyond 8,192 and 13,400 they are distant. The
    // other games find a better mask only when some are distant already.
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
            let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, memory, &control);
            assert!(kernel.needs(&task) <= memory);
            let mut values = Vec::new();
            kernel.solve(&task, &mut values).unwrap();
            values
        });
        let [all, near] = &mut values;
        assert_same(code, all, near);
    }
}

/// Where a run was stopped while rare values came often does not show in what it knows later.
#[test]
fn a_stop_among_rare_values_leaves_no_trace() {
    let kernel = *KERNELS.iter().find(|kernel| kernel.name() == "sparse-space").unwrap();
    for (code, until) in [("octal:0.6", 17_000), ("grundys-game", 33_000), ("octal:0.165", 9_000)] {
        let ruleset = ruleset(code, 2 * until as u64);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::Grundy, MEMORY, &control);
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

/// Rare values come long after the first wide form is made.
#[test]
fn wide_forms_go_on_behind_rare_values() {
    for (code, max) in [("grundys-game", 40_000), ("octal:0.74", 30_000), ("octal:4.3", 30_000)] {
        let ruleset = ruleset(code, max);
        let [dense, sparse] = ["dense", "sparse-space"].map(|name| {
            let kernel = *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap();
            solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap()
        });
        assert_same(&format!("{code} to {max}"), &dense, &sparse);
    }
}

/// Compares the fast kernels of one-heap games with the plain one.
fn judge_one_heap(code: &str, max: u64) {
    let ruleset = ruleset(code, max);
    let plain = *KERNELS.iter().find(|kernel| kernel.name() == "take-and-break").unwrap();
    let truth = solve(plain, &*ruleset, Play::Normal, Value::Grundy)
        .unwrap_or_else(|| solve(oracle(), &*ruleset, Play::Normal, Value::Grundy).unwrap());
    for name in ["sparse-space", "dense"] {
        let kernel = *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap();
        let values = solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap();
        assert_same(&format!("{code} to {max}, {name}"), &truth, &values);
    }
}

#[test]
fn sparse_spaces_of_games_known_to_be_hard() {
    // Few rares; rares that keep coming; no mask; the mask's lowest bit is not bit 0
    // (Grundy's game at 2165); a value too large for its cells (0.64 at 3833); a position
    // parity; values that grow without end.
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
        // A position parity with odd plain places, and rares that keep coming.
        ("octal:0.3437", 6_000),
        ("octal:0.2014", 6_000),
        ("octal:0.3315", 6_000),
        ("grundys-game", 6_000),
    ] {
        judge_one_heap(code, max);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_codes_agree_with_the_plain_kernel(
        start in prop::sample::select(vec!["0", "4"]),
        digits in prop::collection::vec(0u8..8, 1..5),
        max in 2_100u64..6_500,
        threads in prop::sample::select(vec![1usize, 2, 7]),
    ) {
        let digits: String = digits.iter().map(|&digit| char::from(b'0' + digit)).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| judge_one_heap(&format!("octal:{start}.{digits}"), max));
    }

    #[test]
    fn random_subtraction_sets_agree_with_the_oracle(
        set in prop::collection::btree_set(1u64..90, 1..20),
        least in 0u64..40,
        max in 100u64..3_000,
    ) {
        let set: Vec<String> = set.iter().map(|s| (s + least).to_string()).collect();
        judge(&format!("subtraction:{}", set.join(",")), max);
    }
}

/// Values of several heaps beyond 64, a few of them and so many that longer sets take over.
#[test]
fn large_values_of_heaps_are_those_of_the_oracle() {
    let heaps = *KERNELS.iter().find(|kernel| kernel.name() == "heaps").unwrap();
    let counts = [36, 39].map(|max| {
        let ruleset = ruleset("equal-take-nim:4", max);
        let values = [heaps, oracle()].map(|kernel| solve(kernel, &*ruleset, Play::Normal, Value::Grundy).unwrap());
        assert_same(&format!("equal-take-nim:4 to {max}"), &values[1], &values[0]);
        values[1].iter().filter(|&&value| value >= 64).count()
    });
    assert!(counts.iter().any(|count| (1..=64).contains(count)), "few: {counts:?}");
    assert!(counts.iter().any(|&count| count > 128), "many: {counts:?}");
}

/// Long codes with a move to nothing far away, where 0 is a common value: a form must know of it.
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

/// Masks whose lowest bit is 8, 16 or 32: the rare values below a common one then come in groups of as
/// many, and a smaller value may be larger in compressed form.
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
