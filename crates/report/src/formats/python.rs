//! A one-line Python program that computes the values of a game, so that readers can check them without grundy.

use crate::job::Job;
use crate::ruleset::{Play, Rows, TakeAndBreak, Value};

/// The program for a one-heap game, if one line can express it. It prints the values up to n = last.
pub(super) fn program(job: &Job, last: u64) -> Option<String> {
    if job.play != Play::Normal || job.value != Value::GRUNDY {
        return None;
    }
    let options = match job.game.code.split_once(':').unwrap_or((job.game.code.as_str(), "")) {
        ("grundys-game", "") => "{g[a] ^ g[n-a] for a in range(1, (n+1)//2)}".to_string(),
        ("octal", digits) => take_and_break(&TakeAndBreak::parse(digits).ok()?)?,
        ("subtraction", set) if set.split(',').all(|s| s.parse::<u64>().is_ok()) => {
            format!("{{g[n-s] for s in ({set},) if s <= n}}")
        }
        ("subtraction", "squares") => "{g[n-i*i] for i in range(1, n+1) if i*i <= n}".to_string(),
        ("subtraction", "primes") => "{g[n-p] for p in range(2, n+1) if all(p % d for d in range(2, p))}".to_string(),
        ("nim", "1") => "g".to_string(),
        ("all-but", set) if set.split(',').all(|s| s.parse::<u64>().is_ok()) => {
            format!("{{g[n-s] for s in range(1, n+1) if s not in ({set},)}}")
        }
        _ => return None,
    };
    let mex = format!("next(v for v in range(n+2) if v not in {options})");
    Some(format!("g = []; [g.append({mex}) for n in range({})]; print(g)", last + 1))
}

/// The program for the table of a game whose moves subtract a vector, or any multiple of one. It prints the
/// antidiagonals.
pub(super) fn table(job: &Job, rows: &Rows) -> Option<String> {
    if job.play != Play::Normal || job.value != Value::GRUNDY || rows.table()?.0 != [0, 0] {
        return None;
    }
    let (family, vectors) = job.game.code.split_once(':').unwrap_or((job.game.code.as_str(), ""));
    let vectors = match (family, vectors) {
        ("wythoff" | "queen", "") | ("equal-take-nim", "2") => "0/1,1/0,1/1",
        ("rook", "") | ("nim", "2") => "0/1,1/0",
        ("rays" | "steps", vectors) => vectors,
        _ => return None,
    };
    let pair = |vector: &str| {
        let (a, b) = vector.split_once('/')?;
        let whole = |text: &str| text.parse::<u64>().is_ok();
        (whole(a) && whole(b)).then(|| format!("({a}, {b})"))
    };
    let vectors = vectors.split(',').map(pair).collect::<Option<Vec<_>>>()?;
    // A position (x, y) has at most x + y options by each vector.
    let most = vectors.len();
    let vectors = vectors.join(", ");
    let times = if family == "steps" { "(1,)" } else { "range(1, s+1)" };
    let options = format!("{{g[x-k*a, s-x-k*b] for a, b in [{vectors}] for k in {times} if x >= k*a and s-x >= k*b}}");
    let each = "for s in range(12) for x in range(s+1)";
    Some(format!(
        "g = {{}}; [g.__setitem__((x, s-x), next(v for v in range({most}*s+1) if v not in {options})) {each}]; print([g[x, s-x] {each}])"
    ))
}

/// A Python expression for the values of the options of a heap of n, for codes that leave at most two heaps.
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
