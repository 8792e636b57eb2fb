//! How fast expressions are, on one thread: over rows one by one, and over the terms of a sequence column by column.
//!
//! `cargo bench -p grundy-language`: medians of five.

use grundy_language::{Block, Column, Datum, LANES, Scope, Type, holds, holds_in, truth};
use std::time::Instant;

const MILLIONS: usize = 20;

fn median(mut run: impl FnMut() -> u64) -> (f64, u64) {
    let mut times: Vec<(f64, u64)> = (0..5)
        .map(|_| {
            let begin = Instant::now();
            let found = run();
            (begin.elapsed().as_secs_f64(), found)
        })
        .collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    times[2]
}

fn main() {
    let scope = ["a", "b", "c", "preperiod", "period"]
        .iter()
        .fold(Scope::default(), |scope, name| scope.with(name, Type::Number));
    let condition = truth("period == a + c or period == b + c", 0, &scope).expect("a condition");
    let rows: Vec<[Datum; 5]> =
        (0..100_000).map(|row| [row % 7, row % 11, row % 13, 0, row % 17].map(Datum::Number)).collect();
    let (seconds, held) = median(|| {
        let mut held = 0;
        for _ in 0..MILLIONS * 10 {
            held += rows.iter().filter(|row| holds(&condition, &row[..], &|_| None) == Ok(true)).count() as u64;
        }
        held
    });
    println!("rows, one by one: {:.1} M/s ({held} held)", MILLIONS as f64 / seconds);

    let scope = Scope::default().with("n", Type::Number).with_values(1);
    let condition = truth("g(n) != 0 or n % 2 == 1", 0, &scope).expect("a condition");
    let sequence: Vec<u32> = (0..1_000_000u32).map(|n| n % 12 % 5).collect();
    let (seconds, held) = median(|| {
        let mut held = 0;
        let lanes: Vec<u16> = (0..LANES as u16).collect();
        for _ in 0..MILLIONS {
            for (index, values) in sequence.chunks(LANES).enumerate() {
                let first = (index * LANES) as i64;
                let n: Vec<i64> = (first..first + values.len() as i64).collect();
                let columns = [Column::Numbers(&n)];
                let block = Block { columns: &columns, sequence: (first, values) };
                held += holds_in(&condition, &block, &lanes[..values.len()]).map_or(0, |held| held.len()) as u64;
            }
        }
        held
    });
    println!("terms, column by column: {:.1} M/s ({held} held)", MILLIONS as f64 / seconds);
}
