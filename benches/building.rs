//! The kernels of Building Nim and Chomp beside the programs one would write first: a
//! minimax with a hash map, stopping at the first winning move. One line a comparison,
//! medians of five runs. `cargo bench --bench building`.

use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::kernel::{Task, choose};
use grundy::ruleset::{Play, Setup, Value, code};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::time::{Duration, Instant};

fn threads(count: usize) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| Error::Usage(error.to_string()))
}

/// The outcomes of all rows, by the kernel of that name.
fn by_kernel(name: &str, game: &str, max: u64, pool: &ThreadPool) -> Result<Vec<u32>, Error> {
    let (memory, control, play) = (Bytes(8 << 30), Control::free(), Play::Normal);
    let ruleset = code::parse(game)?.game.outline(max, Setup { memory, control: &control, play })?;
    let task = Task { ruleset: &*ruleset, play, value: Value::Outcome, memory, control: &control };
    let mut values = Vec::new();
    pool.install(|| choose(Some(name), &task)?.solve(&task, &mut values))?;
    Ok(values)
}

type Known = HashMap<Vec<u8>, bool>;

/// Whether the player to move wins, with so many stones still to place on the sorted piles.
fn builder_wins(left: u64, piles: &[u8], known: &mut Known) -> bool {
    if left == 0 {
        return piles.iter().fold(0, |sum, pile| sum ^ pile) != 0;
    }
    if let Some(&wins) = known.get(piles) {
        return wins;
    }
    let wins = (0..piles.len()).filter(|&pile| pile == 0 || piles[pile] < piles[pile - 1]).any(|pile| {
        let mut grown = piles.to_vec();
        grown[pile] += 1;
        !builder_wins(left - 1, &grown, known)
    });
    known.insert(piles.to_vec(), wins);
    wins
}

/// The outcomes for every n, one run each: the number of stones left follows from the piles.
fn build_by_minimax(piles: usize, max: u64) -> Vec<u32> {
    (0..=max).map(|n| u32::from(builder_wins(n, &vec![0; piles], &mut Known::new()))).collect()
}

/// Whether the player to move wins a bar of these row lengths.
fn eater_wins(lengths: &[u8], known: &mut Known) -> bool {
    if let Some(&wins) = known.get(lengths) {
        return wins;
    }
    let bites = (0..lengths.len()).flat_map(|row| (u8::from(row == 0)..lengths[row]).map(move |left| (row, left)));
    let wins = bites.into_iter().any(|(row, left)| {
        let mut rest = lengths.to_vec();
        rest[row..].iter_mut().for_each(|length| *length = left.min(*length));
        !eater_wins(&rest, known)
    });
    known.insert(lengths.to_vec(), wins);
    wins
}

/// The outcomes of all bars, with one memory for all of them.
fn eat_by_minimax(rows: usize, columns: u64) -> Vec<u32> {
    let mut known = Known::new();
    (1..=columns).map(|n| u32::from(eater_wins(&vec![n as u8; rows], &mut known))).collect()
}

/// The median time of five runs, and what they give.
fn median<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut timed: Vec<(Duration, T)> = (0..5)
        .map(|_| {
            let start = Instant::now();
            let found = run();
            (start.elapsed(), found)
        })
        .collect();
    timed.sort_by_key(|(time, _)| *time);
    timed.swap_remove(2)
}

fn compare(name: &str, game: &str, max: u64, plain: impl Fn() -> Vec<u32>) -> Result<(), Error> {
    let pool = threads(1)?;
    let (fast, found) = median(|| by_kernel(name, game, max, &pool));
    let (slow, expected) = median(plain);
    assert_eq!(found?, expected, "the two programs disagree");
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("{name}: {game} to {max}, one thread: {fast:?}; minimax: {slow:?}; ratio {ratio:.0}");
    Ok(())
}

/// Where the minimax takes its time: one run of it.
fn once(piles: usize, max: u64) -> Result<(), Error> {
    let (game, pool) = (format!("building-nim:{piles}"), threads(1)?);
    let (fast, found) = median(|| by_kernel("building-nim", &game, max, &pool));
    let start = Instant::now();
    assert_eq!(found?, build_by_minimax(piles, max), "the two programs disagree");
    let slow = start.elapsed();
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("building-nim: {game} to {max}, one thread: {fast:?}; minimax, one run: {slow:?}; ratio {ratio:.0}");
    Ok(())
}

fn measure(name: &str, game: &str, max: u64) -> Result<(), Error> {
    for count in [1, 2] {
        let pool = threads(count)?;
        let (time, found) = median(|| by_kernel(name, game, max, &pool));
        println!("{name}: {game} to {max}, {count} threads: {time:?}, {} rows", found?.len());
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    for (piles, max) in [(5, 100), (7, 70), (9, 56)] {
        compare("building-nim", &format!("building-nim:{piles}"), max, || build_by_minimax(piles, max))?;
    }
    once(9, 80)?;
    for side in [9, 11] {
        compare("chomp", &format!("chomp:rows={side}"), side, || eat_by_minimax(side as usize, side))?;
    }
    for (piles, max) in [(9, 80), (5, 126), (7, 110), (5, 254)] {
        measure("building-nim", &format!("building-nim:{piles}"), max)?;
    }
    measure("chomp", "chomp:rows=13", 13)
}
