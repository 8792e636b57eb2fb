//! The tools to judge a kernel: the oracle, and an outlet that requires blocks in order.

use crate::common::{assert_same, oracle, others, plain_kernel, ruleset, ruleset_in, solve};
use grundy::Error;
use grundy::kernel::{KERNELS, Kernel};
use grundy::ruleset::{Convention, Play, Ruleset, Value};
use grundy::stream::{Flow, Outlet, Values};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeSet;

/// The kernel with a given name.
pub fn kernel(name: &str) -> &'static dyn Kernel {
    *KERNELS.iter().find(|kernel| kernel.name() == name).unwrap()
}

/// A pool of this many threads.
pub fn threads_of(count: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(count).build().unwrap()
}

/// Compares every kernel with the oracle on one game, for every play convention and kind of value it supports.
pub fn judge(code: &str, max: u64) {
    let ruleset = ruleset(code, max);
    match ruleset.convention() {
        Convention::Entailing => return judge_special(code, &*ruleset, [Value::ENTAILING, Value::OUTCOME]),
        Convention::Loopy => return judge_special(code, &*ruleset, [Value::LOOPY, Value::LOOPY_OUTCOME]),
        _ => {}
    }
    let splits_seen = {
        let mut splits = false;
        for rank in 0..ruleset.positions() {
            ruleset.each_option(rank, &mut |entries| splits |= entries.len() > 1);
        }
        splits
    };
    assert!(ruleset.splits() || !splits_seen, "{code} splits, but does not say so");
    if ruleset.splits() && !code.contains("coin-turning") {
        // Misère play of games that split uses multisets, so the range is smaller.
        let multisets = ruleset_in(code, max.min(8), Play::Misere);
        assert!(!multisets.splits());
        let truth = solve(oracle(), &*multisets, Play::Misere, Value::OUTCOME).unwrap();
        for kernel in others() {
            if let Some(values) = solve(kernel, &*multisets, Play::Misere, Value::OUTCOME) {
                assert_same(&format!("misère {code}, {}", kernel.name()), &truth, &values);
            }
        }
    }
    for play in [Play::Normal, Play::Misere] {
        let truths = [Value::GRUNDY, Value::OUTCOME].map(|value| (value, solve(oracle(), &*ruleset, play, value)));
        for (value, truth) in &truths {
            let Some(truth) = truth else { continue };
            for kernel in others() {
                if let Some(values) = solve(kernel, &*ruleset, play, *value) {
                    assert_same(&format!("{code} to {max}, {play} {value}, {}", kernel.name()), truth, &values);
                }
            }
        }
        let [(_, grundy), (_, outcomes)] = truths;
        let Some(outcomes) = outcomes else { continue };
        let Some(grundy) = grundy else {
            assert!(code.starts_with("blocking:"), "{code} has outcomes, but no Grundy values");
            continue;
        };
        let projected: Vec<u32> = grundy.iter().map(|&v| v.min(1)).collect();
        assert_same(&format!("{code}: outcomes against Grundy values"), &projected, &outcomes);
    }
}

/// Compares every kernel with the one that knows only the rules, where values are no nimbers.
fn judge_special(code: &str, ruleset: &dyn Ruleset, values: [Value; 2]) {
    for value in values {
        let truth = solve(plain_kernel(ruleset), ruleset, Play::Normal, value).unwrap();
        for kernel in others() {
            if let Some(values) = solve(kernel, ruleset, Play::Normal, value) {
                assert_same(&format!("{code}, {value}, {}", kernel.name()), &truth, &values);
            }
        }
    }
}

/// Judges with a given number of threads.
pub fn judge_with(threads: usize, code: &str, max: u64) {
    let pool = threads_of(threads);
    pool.install(|| judge(code, max));
}

/// The largest stack up to `wanted` for which a box with this many coordinates is solved at once.
pub fn blink(coordinates: u64, wanted: u64) -> u64 {
    let fits = |max: &u64| (max + 1).pow(coordinates as u32) <= 3000;
    (0..=wanted).rev().find(fits).unwrap_or(0)
}

pub fn list(numbers: &BTreeSet<u64>) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Checks that blocks are consecutive, and stops after a number of rows.
pub struct Strict {
    pub all: Vec<u32>,
    pub stop_at: u64,
}

impl Outlet for Strict {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        assert_eq!(first, self.all.len() as u64);
        assert!(!values.is_empty());
        self.all.extend_from_slice(values.words(&mut Vec::new()));
        Ok(if self.all.len() as u64 >= self.stop_at { Flow::Stop } else { Flow::Continue })
    }
}
