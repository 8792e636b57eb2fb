//! Divisor games, compared with factorisations where the oracle is too slow.

use super::judge::{judge, kernel, list, threads_of};
use crate::common::{MEMORY, Stops, assert_same, in_halves, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::Task;
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

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

/// Beyond the reach of the oracle: many runs, uninterrupted and resumed, compared with factorisations.
#[test]
fn prime_powers_over_many_runs() {
    let max = 20_000_000;
    let ruleset = ruleset("divisor:prime-powers", max);
    let kernel = kernel("prime-powers");
    let all = solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
    let powers_and_neighbours = (1..25).flat_map(|j| [(1u64 << j) - 1, 1 << j, 3u64.pow(j.min(15))]);
    let spread = (1..=max).step_by(4_999).chain(max - 300..=max).chain(powers_and_neighbours).filter(|&n| n <= max);
    for n in spread {
        assert_eq!(all[n as usize - 1], exponents_xor(n), "{n}");
    }
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
    let pool = threads_of(1);
    let (resumed, _) = pool.install(|| in_halves(kernel, &task, Stops::default()));
    assert_same("resumed", &all, &resumed);
}

/// The value of a number in the game of powers of squarefree numbers, by its exponents; memoised.
fn by_exponents(exponents: &[u32], known: &mut BTreeMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = known.get(exponents) {
        return value;
    }
    let mut seen = BTreeSet::new();
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
    let kernel = kernel("squarefree-powers");
    let pool = threads_of(2);
    let all = pool.install(|| solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY)).unwrap();
    let mut known = BTreeMap::new();
    let powers_and_neighbours =
        (1..24).flat_map(|j| [(1u64 << j) - 1, 1 << j, 3u64.pow(j.min(14)), 6u64.pow(j.min(8))]);
    for n in (1..=max).step_by(2_003).chain(max - 300..=max).chain(powers_and_neighbours).filter(|&n| n <= max) {
        assert_eq!(all[n as usize - 1], by_exponents(&exponents(n), &mut known), "{n}");
    }
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
    let pool = threads_of(1);
    let (resumed, _) = pool.install(|| in_halves(kernel, &task, Stops::default()));
    assert_same("resumed", &all, &resumed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_divisors(set in prop::collection::btree_set(2u64..30, 1..8), max in 1u64..300, of in 2u64..5000) {
        judge(&format!("divisor:{}", list(&set)), max);
        judge(&format!("divisor:of={of}"), max);
    }

    #[test]
    fn random_ranges_of_prime_powers(max in 1u64..9_000, threads in prop::sample::select(vec![1usize, 2, 7])) {
        let pool = threads_of(threads);
        let ruleset = ruleset("divisor:prime-powers", max);
        let kernel = kernel("prime-powers");
        let found = pool.install(|| solve(kernel, &*ruleset, Play::Normal, Value::GRUNDY)).unwrap();
        let truth: Vec<u32> = (1..=max).map(exponents_xor).collect();
        assert_same(&format!("prime powers to {max}, {threads} threads"), &truth, &found);
    }
}
