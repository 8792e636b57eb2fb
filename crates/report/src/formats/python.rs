//! A line of Python that computes the values of a game: for readers who have nothing else.

use crate::job::Job;
use crate::ruleset::{Play, TakeAndBreak, Value};

/// The program, for one-heap games that a line describes; it prints the values to n = last.
pub(super) fn program(job: &Job, last: u64) -> Option<String> {
    if job.play != Play::Normal || job.value != Value::GRUNDY {
        return None;
    }
    let options = match job.game.code.split_once(':')? {
        ("octal", digits) => take_and_break(&TakeAndBreak::parse(digits).ok()?)?,
        ("subtraction", set) if set.split(',').all(|s| s.parse::<u64>().is_ok()) => {
            format!("{{g[n-s] for s in ({set},) if s <= n}}")
        }
        ("all-but", set) if set.split(',').all(|s| s.parse::<u64>().is_ok()) => {
            format!("{{g[n-s] for s in range(1, n+1) if s not in ({set},)}}")
        }
        _ => return None,
    };
    let mex = format!("next(v for v in range(n+2) if v not in {options})");
    Some(format!("g = []; [g.append({mex}) for n in range({})]; print(g)", last + 1))
}

/// The values of the options of a heap of n: of codes that leave at most two heaps.
fn take_and_break(code: &TakeAndBreak) -> Option<String> {
    let last = code.last_place().filter(|_| code.most_heaps() <= 2)?;
    let digits: Vec<String> = (0..=last).map(|k| code.digit(k).to_string()).collect();
    let digits = format!("enumerate(({},))", digits.join(","));
    let mut parts = vec![format!("{{0 for k, d in {digits} if k == n and d & 1}}")];
    parts.push(format!("{{g[n-k] for k, d in {digits} if 0 < k < n and d & 2}}"));
    if code.most_heaps() == 2 {
        parts.push(format!("{{g[a] ^ g[n-k-a] for k, d in {digits} if d & 4 for a in range(1, n-k)}}"));
    }
    Some(format!("set().union({})", parts.join(", ")))
}
