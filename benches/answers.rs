//! What a small job costs in addition to its values: many jobs are answered without a folder, each with its period,
//! and compared with the kernel alone on the same games. Medians of five runs, one thread.
//!
//!     cargo bench --bench answers

use grundy::bytes::Bytes;
use grundy::config::from_code;
use grundy::control::Control;
use grundy::games::code;
use grundy::job::Analysis;
use grundy::job::Settings;
use grundy::kernel::{Task, choose};
use grundy::ruleset::{Play, Setup, Value};
use grundy::{Error, answer};
use std::time::{Duration, Instant};

/// Kinds of games, and the maximum for each.
const KINDS: [(&str, u64); 4] = [("subtraction", 100), ("octal", 100), ("octal", 1000), ("nim", 5)];

const JOBS: usize = 10_000;

fn codes(kind: &str) -> Vec<String> {
    let code = |index: usize| match kind {
        "subtraction" => format!("subtraction:{},{},{}", 1 + index % 9, 10 + index / 9 % 30, 41 + index / 270),
        "octal" => format!("octal:0.{}{}{}", index / 64 % 8, index / 8 % 8, 1 + index % 7),
        _ => "nim:3".to_string(),
    };
    (0..JOBS).map(code).collect()
}

fn by_answers(codes: &[String], max: u64) -> Result<Duration, Error> {
    let begin = Instant::now();
    for code in codes {
        let period = if code.starts_with("nim") { Analysis::default() } else { Analysis::of("period") };
        let job = from_code(code, Some(max), Settings { analysis: period, ..Settings::default() })?;
        std::hint::black_box(answer(&job)?);
    }
    Ok(begin.elapsed())
}

fn by_kernel(codes: &[String], max: u64) -> Result<Duration, Error> {
    let begin = Instant::now();
    let (memory, control, play) = (Bytes(8 << 30), Control::free(), Play::Normal);
    for code in codes {
        let ruleset = code::parse(code)?.game.outline(max, Setup::new(memory, &control, play))?;
        let task = Task::new(&*ruleset, play, Value::GRUNDY, memory, &control);
        let mut values: Vec<u32> = Vec::new();
        choose(None, &task)?.solve(&task, &mut values)?;
        std::hint::black_box(values);
    }
    Ok(begin.elapsed())
}

fn median(mut run: impl FnMut() -> Result<Duration, Error>) -> Result<Duration, Error> {
    let mut times = (0..5).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
    times.sort();
    Ok(times[2])
}

fn main() -> Result<(), Error> {
    println!("{JOBS} jobs                    answered   kernel alone   beside values, a job");
    for (kind, max) in KINDS {
        let codes = codes(kind);
        let answered = median(|| by_answers(&codes, max))?;
        let values = median(|| by_kernel(&codes, max))?;
        let beside = answered.saturating_sub(values) / JOBS as u32;
        println!("{kind:<14} to {max:<8} {answered:>10.2?} {values:>13.2?} {beside:>18.2?}");
    }
    Ok(())
}
