//! Take-and-break games and subtraction sets, compared with the oracle.

use super::judge::{judge, kernel, list};
use crate::common::{MEMORY, Stops, assert_same, in_halves, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::Task;
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;
use std::collections::BTreeSet;

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_take_and_break_codes(digits in digits(), max in 0u64..90) {
        judge(&format!("octal:{digits}"), max);
    }

    #[test]
    fn random_codes_whose_digits_repeat(
        head in prop::sample::select(vec!["0", "4", "8", "C"]),
        body in prop::collection::vec(0u8..16, 0..3),
        tail in prop::collection::vec(0u8..16, 1..6),
        max in 0u64..50,
    ) {
        let digits = |digits: &[u8]| digits.iter().map(|digit| format!("{digit:X}")).collect::<String>();
        judge(&format!("octal:{head}.{}({})", digits(&body), digits(&tail)), max);
    }

    #[test]
    fn random_sets(set in prop::collection::btree_set(1u64..40, 1..8), max in 0u64..200) {
        judge(&format!("subtraction:{}", list(&set)), max);
        judge(&format!("circle:{}", list(&set)), max / 4);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

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

/// For sets with 16 or more members, the automaton keeps four bits of a value next to the free heaps and two
/// more elsewhere. Tested with set sizes on both sides of each limit, with full sets (whose values go up to
/// their largest member) and sparse ones.
#[test]
fn subtraction_sets_of_every_length() {
    for largest in [1u64, 14, 15, 16, 17, 30, 31, 32, 33, 40, 51, 52] {
        for step in [1, 2, 3, 7] {
            let set = (1..=largest).rev().step_by(step).collect();
            judge(&format!("subtraction:{}", list(&set)), 1_200);
        }
    }
}

/// Sets for the kernel `strikes`: more values than rows of bits; windows that move; members processed singly
/// and in words; infinite sets.
#[test]
fn sets_that_are_struck_out() {
    let all: BTreeSet<u64> = (1..=80).collect();
    judge(&format!("subtraction:{}", list(&all)), 700);
    // Beyond 2^16 heaps the windows move.
    for code in ["subtraction:1,60,61", "subtraction:7,300,1001", "subtraction:65,130", "all-but:2,64"] {
        judge(code, if code.starts_with("all") { 1_500 } else { 140_000 });
    }
    let dense: BTreeSet<u64> = (1..400).filter(|s| s % 3 != 0).collect();
    judge(&format!("subtraction:{}", list(&dense)), 70_000);
    for set in ["squares", "primes", "factorials", "fibonacci"] {
        judge(&format!("subtraction:{set}"), 4_000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_all_but_sets(set in prop::collection::btree_set(1u64..150, 1..12), max in 0u64..500) {
        judge(&format!("all-but:{}", list(&set)), max);
    }
}

/// Larger values than random codes reach, and runs that are resumed.
#[test]
fn repeating_digits_agree_with_the_plain_kernel() {
    for (code, max) in
        [("0.(7)", 700), ("4.(7)", 500), ("0.12(37)", 700), ("4.3(70)", 500), ("0.7(0F)", 200), ("8.(3)", 150)]
    {
        let ruleset = ruleset(&format!("octal:{code}"), max);
        let truth = solve(kernel("take-and-break"), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        let repeating = kernel("repeating-digits");
        assert_same(code, &truth, &solve(repeating, &*ruleset, Play::Normal, Value::GRUNDY).unwrap());
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        let (resumed, before) = in_halves(repeating, &task, Stops { least: 100, ..Stops::default() });
        assert!((100..truth.len()).contains(&before), "{code}: {before}");
        assert_same(&format!("{code}, resumed"), &truth, &resumed);
    }
}
