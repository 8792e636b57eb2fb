//! How fast expressions are, on one thread: over rows one by one, over the terms of a sequence column by column, and as the moves of a
//! game of one's own.
//!
//! `cargo bench -p grundy-language`: medians of five.

use grundy_language::{BatchColumn, Block, Datum, LANES, Moves, Room, Scope, Type, holds, holds_in, truth};
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
                let columns = [BatchColumn::Numbers(&n)];
                let block = Block { columns: &columns, sequence: (first, values) };
                held += holds_in(&condition, &block, &lanes[..values.len()]).map_or(0, |held| held.len()) as u64;
            }
        }
        held
    });
    println!("terms, column by column: {:.1} M/s ({held} held)", MILLIONS as f64 / seconds);

    // Euclid's game: all options of all positions to 1200.
    let euclid = ["a, b -> a - k*b, b for k in 1..=a/b when b > 0", "a, b -> a, b - k*a for k in 1..=b/a when a > 0"];
    let moves = Moves::read(&euclid.map(|text| (text, 0)), Scope::default()).expect("moves");
    let (seconds, options) = median(|| {
        let (mut options, mut room) = (0, Room::default());
        for position in (0..1200).flat_map(|a| (0..1200).map(move |b| [a, b])) {
            let mut count = |_: usize, _: &[i64]| {
                options += 1;
                true
            };
            moves.options(&position, &mut room, &mut count).expect("options");
        }
        options
    });
    println!("moves: {:.1} M options/s ({options} options)", options as f64 / seconds / 1e6);
}
