//! Kernels compared with the straightforward programs they replace: one line per comparison, medians of five runs.
//! `cargo bench --bench lines`; with `-- rays`, only the tables of rays.

use grundy::Error;
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::code;
use grundy::kernel::{KERNELS, Task};
use grundy::ruleset::{Play, Setup, Value};
use grundy::stream::{Flow, Outlet, Values};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Adds up all values, so that none is optimised away.
#[derive(Default)]
struct Sum(u64);

impl Outlet for Sum {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.0 += match values {
            // The sum of 128 bytes fits 16 bits, so many additions are done at once.
            Values::Bytes(values) => {
                let short = |part: &[u8]| u64::from(part.iter().map(|&value| u16::from(value)).sum::<u16>());
                values.chunks(128).map(short).sum::<u64>()
            }
            other => other.words(&mut Vec::new()).iter().map(|&value| u64::from(value)).sum(),
        };
        Ok(Flow::Continue)
    }
}

fn by_kernel(name: &str, game: &str, max: u64) -> Result<u64, Error> {
    let control = Control::free();
    let memory = Bytes(2 << 30);
    let ruleset = code::parse(game)?.game.ruleset(max, Setup::new(memory, &control, Play::Normal))?;
    let task = Task::new(&*ruleset, Play::Normal, Value::GRUNDY, memory, &control);
    let kernel = KERNELS.iter().find(|kernel| kernel.name() == name && kernel.can(&task));
    let mut sum = Sum::default();
    kernel.ok_or_else(|| Error::Usage(format!("no kernel {name}")))?.solve(&task, &mut sum)?;
    Ok(sum.0)
}

/// The sum of all values up to `max`, by smallest prime factors.
fn by_smallest_factors(max: usize) -> u64 {
    let mut smallest = vec![0u32; max + 1];
    for prime in 2..=max {
        if smallest[prime] == 0 {
            for multiple in (prime..=max).step_by(prime) {
                if smallest[multiple] == 0 {
                    smallest[multiple] = prime as u32;
                }
            }
        }
    }
    let value = |n: usize| {
        let (mut rest, mut sum) = (n, 0);
        while rest > 1 {
            let (prime, mut exponent) = (smallest[rest] as usize, 0);
            while rest.is_multiple_of(prime) {
                (rest, exponent) = (rest / prime, exponent + 1u64);
            }
            sum ^= exponent;
        }
        sum
    };
    (1..=max).map(value).sum()
}

/// The sum of the values of all cells of a queen's table, option by option.
fn by_options(side: usize) -> u64 {
    let mut values = vec![0usize; side * side];
    let mut seen = vec![usize::MAX; 3 * side];
    for cell in 0..side * side {
        let (x, y) = (cell / side, cell % side);
        (0..y).for_each(|to| seen[values[x * side + to]] = cell);
        (0..x).for_each(|to| seen[values[to * side + y]] = cell);
        (1..=x.min(y)).for_each(|k| seen[values[(x - k) * side + y - k]] = cell);
        values[cell] = seen.iter().position(|&last| last != cell).unwrap_or(0);
    }
    values.iter().map(|&value| value as u64).sum()
}

/// The median time of five runs, and their result.
fn median(mut run: impl FnMut() -> u64) -> (Duration, u64) {
    let mut timed: Vec<(Duration, u64)> = (0..5)
        .map(|_| {
            let start = Instant::now();
            let sum = run();
            (start.elapsed(), sum)
        })
        .collect();
    timed.sort_unstable();
    timed[2]
}

fn main() -> Result<(), Error> {
    if std::env::args().any(|argument| argument == "rays") {
        return rays();
    }
    steps()?;
    if std::env::args().any(|argument| argument == "steps") {
        return Ok(());
    }
    squarefree()?;
    let max = 20_000_000;
    let game = "divisor:prime-powers";
    let expected = by_kernel("prime-powers", game, max)?;
    let (fast, _) = median(|| by_kernel("prime-powers", game, max).unwrap_or_default());
    let (plain, sum) = median(|| by_smallest_factors(max as usize));
    assert_eq!(sum, expected, "the two programs disagree");
    let ratio = plain.as_secs_f64() / fast.as_secs_f64();
    println!("prime-powers, {game} to {max}: {fast:?}; smallest prime factors: {plain:?}; ratio {ratio:.1}");
    let large = 1_000_000_000;
    let (time, _) = median(|| by_kernel("prime-powers", game, large).unwrap_or_default());
    println!("prime-powers, {game} to {large}: {time:?}, {:.0} M values/s", large as f64 / time.as_secs_f64() / 1e6);
    rays()
}

/// Steps in the plane, compared with the loop over cells and vectors.
fn steps() -> Result<(), Error> {
    let side = 4096usize;
    for vectors in [&[(1, 0), (0, 1), (1, 1)][..], &[(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (5, 0), (0, 5)]] {
        let text = vectors.iter().map(|(a, b)| format!("{a}/{b}")).collect::<Vec<_>>().join(",");
        let game = format!("steps:{text}");
        let expected = by_kernel("steps-table", &game, side as u64 - 1)?;
        let (fast, _) = median(|| by_kernel("steps-table", &game, side as u64 - 1).unwrap_or_default());
        println!("steps-table, {game} {side} x {side}: {fast:?}");
        for (name, plain) in [("marks", by_marks as fn(usize, &[(usize, usize)]) -> u64), ("words", by_words)] {
            let (plain, sum) = median(|| plain(side, vectors));
            assert_eq!(sum, expected, "the two programs disagree");
            let ratio = plain.as_secs_f64() / fast.as_secs_f64();
            println!("    cell by cell, the values of options as {name}: {plain:?}; ratio {ratio:.1}");
        }
    }
    Ok(())
}

/// The sum of the values of all cells, by marking the values of the options.
fn by_marks(side: usize, vectors: &[(usize, usize)]) -> u64 {
    let mut marked = vec![usize::MAX; vectors.len() + 2];
    each_cell(side, |values, cell, x, y| {
        for &(a, b) in vectors {
            if a <= x && b <= y {
                marked[usize::from(values[cell - a * side - b])] = cell;
            }
        }
        marked.iter().take_while(|&&last| last == cell).count() as u8
    })
}

/// The same with one bit for each value in a word, if the word is long enough.
fn by_words(side: usize, vectors: &[(usize, usize)]) -> u64 {
    each_cell(side, |values, cell, x, y| {
        let fitting = vectors.iter().filter(|&&(a, b)| a <= x && b <= y);
        fitting.fold(0u64, |seen, &(a, b)| seen | 1 << values[cell - a * side - b]).trailing_ones() as u8
    })
}

fn each_cell(side: usize, mut value: impl FnMut(&[u8], usize, usize, usize) -> u8) -> u64 {
    let mut values = vec![0u8; side * side];
    for x in 0..side {
        for y in 0..side {
            values[x * side + y] = value(&values, x * side + y, x, y);
        }
    }
    let mut sum = Sum::default();
    let _ = sum.block(0, Values::Bytes(&values));
    sum.0
}

/// Powers of squarefree numbers, compared with factoring by smallest prime factors.
fn squarefree() -> Result<(), Error> {
    let (game, max) = ("divisor:squarefree-powers", 20_000_000);
    let expected = by_kernel("squarefree-powers", game, max)?;
    let (fast, _) = median(|| by_kernel("squarefree-powers", game, max).unwrap_or_default());
    let (plain, sum) = median(|| signatures_by_smallest_factors(max as usize));
    assert_eq!(sum, expected, "the two programs disagree");
    let ratio = plain.as_secs_f64() / fast.as_secs_f64();
    println!("squarefree-powers, {game} to {max}: {fast:?}; smallest prime factors: {plain:?}; ratio {ratio:.1}");
    let large = 1_000_000_000;
    let (time, _) = median(|| by_kernel("squarefree-powers", game, large).unwrap_or_default());
    let rate = large as f64 / time.as_secs_f64() / 1e6;
    println!("squarefree-powers, {game} to {large}: {time:?}, {rate:.0} M values/s");
    Ok(())
}

/// The sum of the values: each number is factored, and the value of its sorted exponents is remembered.
fn signatures_by_smallest_factors(max: usize) -> u64 {
    let mut smallest = vec![0u32; max + 1];
    for p in 2..=max {
        if smallest[p] == 0 {
            for n in (p..=max).step_by(p) {
                if smallest[n] == 0 {
                    smallest[n] = p as u32;
                }
            }
        }
    }
    let mut known = HashMap::new();
    let mut exponents = Vec::new();
    (1..=max)
        .map(|mut n| {
            exponents.clear();
            while n > 1 {
                let p = smallest[n] as usize;
                let mut exponent = 0u8;
                while n.is_multiple_of(p) {
                    (n, exponent) = (n / p, exponent + 1);
                }
                exponents.push(exponent);
            }
            exponents.sort_unstable();
            u64::from(value_of(&exponents, &mut known))
        })
        .sum()
}

fn value_of(exponents: &[u8], known: &mut HashMap<Vec<u8>, u8>) -> u8 {
    if let Some(&value) = known.get(exponents) {
        return value;
    }
    let mut seen = 0u64;
    for subset in 1u32..1 << exponents.len() {
        let chosen = |i: usize| subset >> i & 1 != 0;
        let least = (0..exponents.len()).filter(|&i| chosen(i)).map(|i| exponents[i]).min().unwrap_or(0);
        for j in 1..=least {
            let left = exponents.iter().enumerate().map(|(i, &exponent)| exponent - if chosen(i) { j } else { 0 });
            let mut left: Vec<u8> = left.filter(|&exponent| exponent > 0).collect();
            left.sort_unstable();
            seen |= 1 << value_of(&left, known);
        }
    }
    let value = seen.trailing_ones() as u8;
    known.insert(exponents.to_vec(), value);
    value
}

/// The queen's table: compared with the plain program, and one thread compared with two.
fn rays() -> Result<(), Error> {
    let game = "wythoff";
    let expected = by_kernel("rays-table", game, 1199)?;
    let (fast, _) = median(|| by_kernel("rays-table", game, 1199).unwrap_or_default());
    let (plain, sum) = median(|| by_options(1200));
    assert_eq!(sum, expected, "the two programs disagree");
    let ratio = plain.as_secs_f64() / fast.as_secs_f64();
    println!("rays-table, {game} 1200 x 1200: {fast:?}; option by option: {plain:?}; ratio {ratio:.1}");
    let pools: Vec<rayon::ThreadPool> =
        [1, 2].into_iter().flat_map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build()).collect();
    for side in [1200u64, 4096, 8192] {
        // Alternately, so that a disturbance affects both.
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..5 {
            for (pool, times) in pools.iter().zip(&mut times) {
                let start = Instant::now();
                pool.install(|| by_kernel("rays-table", game, side - 1))?;
                times.push(start.elapsed());
            }
        }
        let [one, two] = times.map(|mut times| {
            times.sort_unstable();
            times[2].as_secs_f64()
        });
        let cells = (side * side) as f64 / 1e6;
        println!(
            "rays-table, {game} {side} x {side}: one thread {:.0} M cells/s, two {:.0}; ratio {:.2}",
            cells / one,
            cells / two,
            one / two
        );
    }
    Ok(())
}
