//! Codes whose moves leave three heaps: the sets of pairs compared with the plain recurrence, where the
//! oracle is too slow.

use super::judge::kernel;
use crate::common::{MEMORY, assert_same, cases, ruleset, solve};
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::event::{Observer, RunEvent};
use grundy::kernel::Task;
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Collects the messages for the user.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Observer for Told {
    fn event(&self, event: &RunEvent<'_>) {
        if let RunEvent::Told(text) = event {
            self.0.lock().unwrap().push(text.to_string());
        }
    }
}

/// Compares the kernel with the plain one, with a given memory limit; returns its notes, and its messages for
/// the user.
fn judge_with(memory: Bytes, code: &str, max: u64) -> [Vec<String>; 2] {
    let ruleset = ruleset(code, max);
    let truth = solve(kernel("take-and-break"), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
    let (cancelled, told) = (AtomicBool::new(false), Told::default());
    let control = Control::new(&cancelled, &told);
    let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, memory, &control);
    let mut values: Vec<u32> = Vec::new();
    let solution = kernel("three-heaps").solve(&task, &mut values).unwrap();
    assert_same(&format!("{code} to {max} in {memory}"), &truth, &values);
    [solution.notes, told.0.into_inner().unwrap()]
}

/// Values that grow like n/2 to n, and faster; several places; moves that leave fewer heaps besides those
/// that leave three; values that stay small.
#[test]
fn games_of_all_kinds() {
    for code in [
        "8.3",
        "0.18",
        "0.1F",
        "C.1",
        "C.4",
        "8.0",
        "0.0888",
        "0.F",
        "0.008",
        "C.CC",
        "8.00F",
        "0.9000008",
        "0.A",
        "4.B66",
    ] {
        judge_with(MEMORY, &format!("octal:{code}"), 1_200);
    }
    // Thirds beyond those that are remembered, and rows that are forgotten.
    judge_with(MEMORY, "octal:8.3", 3_000);
}

/// When rows no longer fit, the plain recurrence continues with the same values, and says so.
#[test]
fn rows_that_do_not_fit() {
    for (kilobytes, falls_back) in [(1, true), (32, true), (80, true), (100_000, false)] {
        let [notes, told] = judge_with(Bytes(kilobytes << 10), "octal:8.3", 900);
        assert_eq!(!notes.is_empty(), falls_back, "{kilobytes} kB: {notes:?}");
        assert_eq!(told.len(), usize::from(falls_back), "{kilobytes} kB: {told:?}");
        assert!(told.iter().all(|told| told.contains("do not fit into half of `memory`")), "{told:?}");
    }
}

#[test]
fn it_is_taken_and_keeps_within_its_memory() {
    for (code, max, taken) in [
        ("octal:0.18", 1_000, true),
        ("octal:0.18", 1 << 24, true),
        ("octal:0.17", 1_000, false),
        ("octal:0.(8)", 100, false),
    ] {
        let ruleset = ruleset(code, max);
        let control = Control::free();
        let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &control);
        let chosen = grundy::kernel::choose(None, &task).unwrap();
        assert_eq!(chosen.name() == "three-heaps", taken, "{code}: {}", chosen.name());
        assert!(chosen.needs(&task).0 <= MEMORY.0, "{code} to {max}: {}", chosen.needs(&task));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(20, 40)))]

    #[test]
    fn random_codes(
        head in prop::sample::select(vec!["0", "0", "4", "8", "C"]),
        digits in prop::collection::vec(0u32..16, 1..5),
        three in 0usize..5,
        max in 0u64..500,
        kilobytes in prop::sample::select(vec![8u128, 64, 1 << 20]),
    ) {
        let mut digits = digits;
        let three = three % digits.len();
        digits[three] |= 8;
        let digits: String = digits.iter().filter_map(|&digit| char::from_digit(digit, 16)).collect();
        judge_with(Bytes(kilobytes << 10), &format!("octal:{head}.{digits}"), max);
    }
}
