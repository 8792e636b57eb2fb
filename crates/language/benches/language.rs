//! How fast expressions are, on one thread: over rows one by one, over the terms of a sequence column by column, and as
//! the moves of a game of one's own.
//!
//! `cargo bench -p grundy-language`: medians of five.

use grundy_core::nim_product::nim_product;
use grundy_core::random::Random;
use grundy_language::{Automata, BatchColumn, Block, Datum, LANES, Moves, Room, Scope, Type, holds, holds_in, truth};
use std::path::Path;
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

/// A condition on this many times the terms up to 10^6, in blocks, or one by one if that is not possible.
fn terms(name: &str, text: &str, millions: usize) {
    let automata = Automata::in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/conjectures"));
    let scope = Scope::default().with("n", Type::Number).with_values(1).with_automata(&automata);
    let condition = truth(text, 0, &scope).expect("a condition");
    let sequence: Vec<u32> = (0..1_000_001u32).map(|n| n % 12 % 5).collect();
    let lanes: Vec<u16> = (0..LANES as u16).collect();
    let (seconds, held) = median(|| {
        let mut held = 0;
        for _ in 0..millions {
            for (index, values) in sequence[1..].chunks(LANES).enumerate() {
                let first = (index * LANES) as i64 + 1;
                let n: Vec<i64> = (first..first + values.len() as i64).collect();
                let columns = [BatchColumn::Numbers(&n)];
                let block = Block { columns: &columns, sequence: (first, values) };
                let together = holds_in(&condition, &block, &lanes[..values.len()]);
                held += together.map_or_else(
                    || n.iter().filter(|&&n| holds(&condition, &[Datum::Number(n)], &|_| None) == Ok(true)).count(),
                    |held| held.len(),
                ) as u64;
            }
        }
        held
    });
    println!("{name}: {:.1} M/s ({held} held)", millions as f64 / seconds);
}

/// Nim-products of random numbers with this many bits.
fn products(bits: u32) {
    let mut random = Random(1);
    let numbers: Vec<u64> = (0..1 << 12).map(|_| random.step() >> (64 - bits)).collect();
    let (seconds, sum) = median(|| {
        let each = |&a: &u64| numbers.iter().fold(0, |sum, &b| sum ^ nim_product(a, b));
        numbers.iter().map(each).fold(0, |sum, one| sum ^ one)
    });
    println!("nim-products of {bits} bits: {:.1} M/s ({sum})", (1u64 << 24) as f64 / seconds / 1e6);
}

fn main() {
    [8, 16, 32, 64].into_iter().for_each(products);
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

    terms("terms, column by column", "g(n) != 0 or n % 2 == 1", MILLIONS);
    terms("prime factors of terms", "omega(n) == 2", 1);
    terms("automaton of 5 states on terms", "automatic(\"mark.txt\", n) == 0", MILLIONS);
    terms("automaton on every third number", "automatic(\"mark.txt\", 3 * n) == 0", MILLIONS);
    terms("automaton on pairs", "automatic(\"wythoff.txt\", [n, n / 2]) == 0", 1);
    terms("nim-products of terms", "nimproduct(n, n + 1) == 3", 5);
    terms("nim-products of 63 bits", "nimproduct(n * 10**12, n * 10**12 / 7) == 3", 5);
    terms("pairs", "mex_pair(1, 1, 0, [n % 1000, n / 1000])", 1);

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
