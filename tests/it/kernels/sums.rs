//! Sums in normal play from the values of their components, compared with the oracle, with runs and blocks of
//! all sizes.

use super::judge::kernel;
use crate::common::{MEMORY, Stops, assert_same, in_halves, oracle, ruleset, solve};
use grundy::control::Control;
use grundy::kernel::{Scale, Task};
use grundy::ruleset::{Play, Value};

#[test]
fn sums_agree_with_the_oracle_in_runs_of_all_sizes() {
    for (code, max) in [
        ("octal:0.77,heaps=3", 8),
        ("subtraction:1,3,4,heaps=4", 4),
        ("sum:nim:1+octal:0.07", 40),
        ("sum:wythoff+subtraction:2,5", 9),
        ("sum:(pass:subtraction:1,2)+octal:0.137", 25),
        // Values that do not fit into a byte.
        ("sum:nim:1+subtraction:1,2", 300),
    ] {
        let ruleset = ruleset(code, max);
        for value in [Value::GRUNDY, Value::OUTCOME] {
            let truth = solve(oracle(), &*ruleset, Play::Normal, value).unwrap();
            for joined in [1, 2, 7, 60, Scale::default().joined] {
                let control = Control::free();
                let task = Task::new(&*ruleset, Play::Normal, value, MEMORY, &control);
                let task = Task { scale: Scale { joined, ..task.scale }, ..task };
                let mut values: Vec<u32> = Vec::new();
                kernel("sum").solve(&task, &mut values).unwrap();
                assert_same(&format!("{code} {value} in runs of {joined}"), &truth, &values);
                // Stopped within a line, and resumed.
                if joined < 60 {
                    let stops = Stops { least: truth.len() / 3, ..Stops::default() };
                    let (values, before) = in_halves(kernel("sum"), &task, stops);
                    assert_same(&format!("{code} {value} from {before} on in runs of {joined}"), &truth, &values);
                }
            }
        }
    }
}

/// In misère play, the outcome of a sum does not follow from its components' outcomes.
#[test]
fn misere_sums_are_left_to_others() {
    let ruleset = crate::common::ruleset_in("octal:0.7,heaps=2", 6, Play::Misere);
    let control = Control::free();
    let task = Task::new(&*ruleset, Play::Misere, Value::OUTCOME, MEMORY, &control);
    assert!(!kernel("sum").supports(&task));
}
