//! The kernels of one-heap games, compared with the straightforward loop in one run: medians of five.
//!
//!     cargo bench --bench one_heap
//!     cargo bench --bench one_heap -- grundys-game    (or octal, subtraction, kinds)

mod common;

use grundy::bytes::Bytes;
use grundy::control::FREE;
use grundy::games::code;
use grundy::kernel::{KERNELS, Scale, Task};
use grundy::ruleset::{Play, Ruleset, Setup, Value};
use grundy::stream::{Flow, Outlet, Values};
use grundy::structure::{AskedKinds, Kinds, Schedule};
use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Takes the values and discards them.
struct Forget;

impl Outlet for Forget {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, grundy::Error> {
        black_box(values.len());
        Ok(Flow::Continue)
    }
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        })
        .collect();
    times.sort();
    times[2]
}

const MEMORY: Bytes = Bytes(4 << 30);

fn ruleset(game: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup::new(MEMORY, &FREE, Play::Normal);
    code::parse(game).unwrap().game.outline(max, setup).unwrap()
}

fn kernel(game: &str, max: u64, name: &str) -> Duration {
    let ruleset = ruleset(game, max);
    // A proof would end the run of a game of several kinds of heaps.
    let scale = Scale { kinds_look: u64::MAX, many_parts_look: u64::MAX, ..Scale::default() };
    let task = Task { scale, ..Task::new(&*ruleset, Play::Normal, Value::GRUNDY, MEMORY, &FREE) };
    let kernel = KERNELS.iter().find(|kernel| kernel.name() == name).unwrap();
    median(|| drop(kernel.solve(&task, &mut Forget).unwrap()))
}

/// The loop a user would write: splits of n - k into two heaps, a set of stamps, mex.
fn naive_splits(places: &[usize], unequal: bool, max: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::with_capacity(max + 1);
    let mut seen = vec![usize::MAX; 4096];
    for n in 0..=max {
        for &k in places.iter().filter(|&&k| k < n) {
            let rest = n - k;
            let half = if unequal { (rest - 1) / 2 } else { rest / 2 };
            for a in 1..=half {
                seen[(values[a] ^ values[rest - a]) as usize] = n;
            }
        }
        values.push(seen.iter().position(|&stamp| stamp != n).unwrap() as u16);
    }
    values
}

/// The loop a user would write: a set of stamps over the members, mex.
fn naive_subtraction(set: &[usize], max: usize) -> Vec<u8> {
    let mut values = vec![0u8; max + 1];
    let mut seen = [usize::MAX; 256];
    for n in 0..=max {
        for &s in set.iter().filter(|&&s| s <= n) {
            seen[values[n - s] as usize] = n;
        }
        values[n] = seen.iter().position(|&stamp| stamp != n).unwrap() as u8;
    }
    values
}

fn report(what: &str, kernel: &str, fast: Duration, slow: Duration, scale: f64) {
    let ratio = slow.as_secs_f64() * scale / fast.as_secs_f64();
    println!("{what:<40} {kernel:<22} {fast:>12.3?}   naive {:>12.3?}   {ratio:>8.1} x", slow.mul_f64(scale));
}

fn main() {
    let parts =
        [("grundys-game", grundys_game as fn()), ("octal", octal), ("subtraction", subtraction), ("kinds", kinds)];
    common::chosen(&parts).into_iter().for_each(|part| part());
}

fn grundys_game() {
    let max = 1 << 17;
    let naive = median(|| drop(black_box(naive_splits(&[0], true, max))));
    for name in ["sparse-space", "dense"] {
        report("Grundy's game to 2^17", name, kernel("grundys-game", max as u64, name), naive, 1.0);
    }
}

fn octal() {
    // The naive loop is quadratic, so it is timed at 2^15 and scaled. A note about this is printed.
    println!("the naive loop for octal games is timed at 2^15 and scaled by (n / 2^15)^2");
    let small = 1 << 15;
    for (game, places, bits, name) in [
        ("octal:0.104", vec![3], 24, "sparse-space"),
        ("octal:0.454", vec![1, 2, 3], 24, "sparse-space"),
        ("octal:0.054", vec![2, 3], 24, "sparse-space"),
        ("octal:0.354", vec![2, 3], 22, "sparse-space"),
        ("octal:0.6", vec![1], 20, "sparse-space"),
        ("octal:0.07", vec![2], 17, "dense"),
        ("octal:4.007", vec![0, 3], 17, "dense"),
        ("octal:0.026", vec![3], 17, "sparse-space"),
        ("octal:0.026", vec![3], 17, "dense"),
        ("octal:0.004", vec![3], 17, "dense"),
        ("octal:0.06", vec![2], 17, "dense"),
        ("octal:0.346", vec![2, 3], 17, "dense"),
    ] {
        let slow = median(|| drop(black_box(naive_splits(&places, false, small))));
        let scale = f64::from(1 << (bits - 15)).powi(2);
        report(&format!("{game} to 2^{bits}"), name, kernel(game, 1 << bits, name), slow, scale);
    }
}

fn subtraction() {
    let max = 1_000_000_000;
    for (set, name) in [
        (vec![2, 3, 5, 7, 8, 9, 11, 13, 15, 18, 20], "subtraction-automaton"),
        (vec![32, 45, 77, 91, 100], "subtraction-steps"),
    ] {
        let text: Vec<String> = set.iter().map(usize::to_string).collect();
        let game = format!("subtraction:{}", text.join(","));
        let slow = median(|| drop(black_box(naive_subtraction(&set, max))));
        report(&format!("{game} to 10^9"), name, kernel(&game, max as u64, name), slow, 1.0);
    }
}

/// The loop a user would write: the options one by one, a set of stamps, mex. Also the number of options.
fn naive_kinds(kinds: &Kinds, max: u64) -> u64 {
    let mut values: Vec<Vec<u32>> = vec![Vec::new(); kinds.kinds.len()];
    let mut schedule = Schedule::new(kinds.kinds.iter().map(|kind| kind.first()).collect());
    let (mut seen, mut stamp, count) = (vec![0u64; 1 << 16], 0, Cell::new(0));
    match kinds.asked {
        AskedKinds::One { kind, shift } => schedule.ask(kind, max as i64 + shift),
        AskedKinds::All => (0..kinds.kinds.len()).for_each(|kind| schedule.ask(kind, max as i64)),
    }
    loop {
        let wave = schedule.wave(&kinds.kinds).unwrap();
        if wave.is_empty() {
            return count.get();
        }
        for kind in wave {
            let n = schedule.next(kind);
            stamp += 1;
            for rule in &kinds.kinds[kind].rules {
                rule.options(n, &mut |parts| {
                    let value = |&(kind, n): &(usize, i64)| values[kind][(n - kinds.kinds[kind].first()) as usize];
                    seen[parts.iter().map(value).fold(0, |sum, value| sum ^ value) as usize] = stamp;
                    count.set(count.get() + 1);
                });
            }
            values[kind].push(seen.iter().position(|&seen| seen != stamp).unwrap() as u32);
            schedule.done(kind);
        }
    }
}

fn kinds() {
    println!("options are counted as in the naive loop, which is timed at 2^11 and scaled like their number");
    for (game, max) in [
        ("node-kayles-diamonds", 100_000),
        ("node-kayles-4-cycles", 50_000),
        ("l-trominoes", 50_000),
        ("clobber-xo", 50_000),
    ] {
        let code = format!("custom:configs/kinds/{game}.toml");
        let small = ruleset(&code, 1 << 11);
        let form: &Kinds = small.structures().get().unwrap();
        let options = naive_kinds(form, 1 << 11) as f64 * (max as f64 / 2048.0).powi(2);
        let slow = median(|| {
            black_box(naive_kinds(form, 1 << 11));
        });
        let fast = kernel(&code, max, "kinds");
        report(&format!("{game} to {max}"), "kinds", fast, slow, (max as f64 / 2048.0).powi(2));
        println!("    {:.2e} options per second", options / fast.as_secs_f64());
    }
}
