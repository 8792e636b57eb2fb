//! The kernels of Building Nim and Chomp, compared with the programs one would write first: minimax with a hash map,
//! which looks at all moves or stops at the first winning one. Medians of five runs, or one run if it takes long.
//!
//!     cargo bench --bench building
//!     cargo bench --bench building -- ratios    (or totals: nine piles up to 80, a few minutes; or kernels)

mod common;

use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::code;
use grundy::kernel::{Named, Task, choose};
use grundy::ruleset::{Play, Setup, Value};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::HashMap;
use std::time::{Duration, Instant};

fn threads(count: usize) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| Error::Usage(error.to_string()))
}

/// The outcomes of all rows, by the kernel of this name.
fn by_kernel(name: &str, game: &str, max: u64, pool: &ThreadPool) -> Result<Vec<u32>, Error> {
    let (memory, control, play) = (Bytes(8 << 30), Control::free(), Play::Normal);
    let ruleset = code::parse(game)?.game.outline(max, Setup::new(memory, &control, play))?;
    let task = Task::new(&*ruleset, play, Value::OUTCOME, memory, &control);
    let mut values = Vec::new();
    pool.install(|| choose(Named::new(name), &task)?.solve(&task, &mut values))?;
    Ok(values)
}

type Known = HashMap<Vec<u8>, bool>;

/// Whether one of the moves wins.
fn some_win(mut moves: impl Iterator<Item = bool>, stop: bool) -> bool {
    if stop { moves.any(|wins| wins) } else { moves.fold(false, |some, wins| some | wins) }
}

/// Whether the player to move wins, with `left` stones still to place on the sorted piles.
fn builder_wins(left: u64, piles: &[u8], stop: bool, known: &mut Known) -> bool {
    if left == 0 {
        return piles.iter().fold(0, |sum, pile| sum ^ pile) != 0;
    }
    if let Some(&wins) = known.get(piles) {
        return wins;
    }
    let growing = (0..piles.len()).filter(|&pile| pile == 0 || piles[pile] < piles[pile - 1]);
    let moves = growing.map(|pile| {
        let mut grown = piles.to_vec();
        grown[pile] += 1;
        !builder_wins(left - 1, &grown, stop, known)
    });
    let wins = some_win(moves, stop);
    known.insert(piles.to_vec(), wins);
    wins
}

/// The outcomes for every n, with one run for each: the number of stones left follows from the piles.
fn build_by_minimax(piles: usize, max: u64, stop: bool) -> Vec<u32> {
    (0..=max).map(|n| u32::from(builder_wins(n, &vec![0; piles], stop, &mut Known::new()))).collect()
}

/// Whether the player to move wins a bar with these row lengths.
fn eater_wins(lengths: &[u8], stop: bool, known: &mut Known) -> bool {
    if let Some(&wins) = known.get(lengths) {
        return wins;
    }
    let bites = (0..lengths.len()).flat_map(|row| (u8::from(row == 0)..lengths[row]).map(move |left| (row, left)));
    let moves = bites.map(|(row, left)| {
        let mut rest = lengths.to_vec();
        rest[row..].iter_mut().for_each(|length| *length = left.min(*length));
        !eater_wins(&rest, stop, known)
    });
    let wins = some_win(moves, stop);
    known.insert(lengths.to_vec(), wins);
    wins
}

/// The outcomes of all bars, with one hash map for all of them.
fn eat_by_minimax(rows: usize, columns: u64, stop: bool) -> Vec<u32> {
    let mut known = Known::new();
    (1..=columns).map(|n| u32::from(eater_wins(&vec![n as u8; rows], stop, &mut known))).collect()
}

/// The median time of several runs, and their result.
fn median<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut timed: Vec<(Duration, T)> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            let found = run();
            (start.elapsed(), found)
        })
        .collect();
    timed.sort_by_key(|(time, _)| *time);
    timed.swap_remove(runs / 2)
}

/// Compares with minimax of both kinds, each run `runs` times.
fn compare(name: &str, game: &str, max: u64, runs: usize, plain: impl Fn(bool) -> Vec<u32>) -> Result<(), Error> {
    let (one, two) = (threads(1)?, threads(2)?);
    let (fast, found) = median(5, || by_kernel(name, game, max, &one));
    let (faster, same) = median(5, || by_kernel(name, game, max, &two));
    let found = found?;
    assert_eq!(found, same?, "one thread and two disagree");
    println!("{name}: {game} to {max}, one thread {fast:?}, two {faster:?}");
    for (stop, what) in [(true, "stopping at the first winning move"), (false, "looking at all moves")] {
        let (slow, expected) = median(runs, || plain(stop));
        assert_eq!(found, expected, "the two programs disagree");
        let [one, two] = [fast, faster].map(|time| slow.as_secs_f64() / time.as_secs_f64());
        println!("    minimax {what}: {slow:?}; ratio {one:.0}, with two threads {two:.0}");
    }
    Ok(())
}

fn measure(name: &str, game: &str, max: u64) -> Result<(), Error> {
    for count in [1, 2] {
        let pool = threads(count)?;
        let (time, found) = median(5, || by_kernel(name, game, max, &pool));
        println!("{name}: {game} to {max}, {count} threads: {time:?}, {} rows", found?.len());
    }
    Ok(())
}

fn ratios() -> Result<(), Error> {
    for (piles, max, runs) in [(5, 60, 5), (5, 100, 1), (7, 60, 1), (9, 50, 1)] {
        let plain = |stop| build_by_minimax(piles, max, stop);
        compare("building-nim", &format!("building-nim:{piles}"), max, runs, plain)?;
    }
    for side in [8, 9] {
        compare("chomp", &format!("chomp:rows={side}"), side, 5, |stop| eat_by_minimax(side as usize, side, stop))?;
    }
    Ok(())
}

fn totals() -> Result<(), Error> {
    compare("building-nim", "building-nim:9", 80, 1, |stop| build_by_minimax(9, 80, stop))
}

fn kernels() -> Result<(), Error> {
    for (piles, max) in [(9, 80), (5, 126), (7, 110), (5, 254)] {
        measure("building-nim", &format!("building-nim:{piles}"), max)?;
    }
    measure("chomp", "chomp:rows=13", 13)
}

fn main() -> Result<(), Error> {
    let parts = [("ratios", ratios as fn() -> Result<(), Error>), ("totals", totals), ("kernels", kernels)];
    common::chosen(&parts).into_iter().try_for_each(|part| part())
}
