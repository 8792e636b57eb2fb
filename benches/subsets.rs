//! All subsets of {1, ..., m} as subtraction sets, compared with one set at a time: a good scalar loop, and a hash
//! map of windows, both on a seeded sample of 2^18 sets. Medians of five, with one thread and two, in sets per
//! second.
//!
//!     cargo bench --bench subsets            (m = 24; or another number)

use grundy::Error;
use grundy::control::Control;
use grundy::kernel::subsets::Subsets;
use grundy::random::Random;
use rayon::ThreadPoolBuilder;
use std::collections::HashMap;
use std::time::{Duration, Instant};

const SAMPLE: usize = 1 << 18;

fn sample(most: u32) -> Vec<u32> {
    let mut random = Random(1);
    (0..SAMPLE).map(|_| ((random.step() >> 33) as u32 & ((1u32 << most) - 1)).max(1)).collect()
}

/// Values one by one, with the last 32 positions of every value as bits. The preperiod and the period follow from a
/// window that recurs. This is tested each time that the number of values has doubled.
fn scalar(set: u32, values: &mut Vec<u8>) -> (usize, usize) {
    let window = (32 - set.leading_zeros()) as usize;
    values.clear();
    let mut history = [0u32; 33];
    let mut length = 64;
    loop {
        while values.len() < length {
            let value = (0..33).find(|&value| history[value] & set == 0).unwrap_or(32);
            // Values above this one have not occurred yet, or their bits are shifted on.
            history.iter_mut().for_each(|bits| *bits <<= 1);
            history[value] |= 1;
            values.push(value as u8);
        }
        let begin = length - window;
        let last = &values[begin..];
        if let Some(period) = (1..=begin).find(|back| values[begin - back..][..window] == *last) {
            let mut preperiod = begin - period;
            while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
                preperiod -= 1;
            }
            return (preperiod, period);
        }
        length *= 2;
    }
}

/// Stores every window in a map until one recurs.
fn by_map(set: u32) -> (usize, usize) {
    let window = (32 - set.leading_zeros()) as usize;
    let (mut values, mut seen): (Vec<u8>, HashMap<Vec<u8>, usize>) = Default::default();
    loop {
        let n = values.len();
        let options = (1..=window.min(n)).filter(|s| set >> (s - 1) & 1 == 1);
        let taken = options.fold(0u64, |taken, s| taken | 1 << values[n - s]);
        values.push(taken.trailing_ones() as u8);
        if values.len() >= window {
            let begin = values.len() - window;
            if let Some(before) = seen.insert(values[begin..].to_vec(), begin) {
                return (before, begin - before);
            }
        }
    }
}

fn median(mut run: impl FnMut() -> Result<u64, Error>) -> Result<(Duration, u64), Error> {
    let mut timed = Vec::new();
    for _ in 0..5 {
        let begin = Instant::now();
        let sum = run()?;
        timed.push((begin.elapsed(), sum));
    }
    timed.sort_unstable();
    Ok(timed[2])
}

fn main() -> Result<(), Error> {
    let most = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(24);
    let sets = sample(most);
    let control = Control::free();
    let rate = |time: Duration, sets: usize| sets as f64 / time.as_secs_f64() / 1e6;
    let (all, known) = (1usize << most, Subsets::solve(most, 0, &control)?);
    let sum_of = |period: (usize, usize)| (period.0 + 1000 * period.1) as u64;
    let figures = |set: u32| {
        known
            .figures(set)
            .map_or(0, |found| sum_of((found.returned.preperiod() as usize, found.returned.period() as usize)))
    };
    let expected: u64 = sets.iter().map(|&set| figures(set)).sum();
    let mut values = Vec::new();
    let (time, sum) = median(|| Ok(sets.iter().map(|&set| sum_of(scalar(set, &mut values))).sum()))?;
    assert_eq!(sum, expected);
    let scalar = rate(time, SAMPLE);
    println!("one set at a time, one thread       {scalar:8.2} M sets/s");
    let (time, sum) = median(|| Ok(sets[..SAMPLE / 16].iter().map(|&set| sum_of(by_map(set))).sum()))?;
    assert_eq!(sum, sets[..SAMPLE / 16].iter().map(|&set| figures(set)).sum::<u64>());
    let map = rate(time, SAMPLE / 16);
    println!("a map of windows, one thread        {map:8.2} M sets/s");
    println!("computed: {} of {all} sets", known.computed());
    for threads in [1, 2] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Usage(error.to_string()))?;
        let (time, _) =
            median(|| pool.install(|| Subsets::solve(most, 0, &control)).map(|found| found.computed() as u64))?;
        let fast = rate(time, all);
        println!(
            "all subsets, {threads} thread(s)            {fast:8.2} M sets/s, {time:.2?}: {:.1} x, {:.0} x",
            fast / scalar,
            fast / map
        );
    }
    Ok(())
}
