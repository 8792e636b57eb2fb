//! Dividing by prime powers: a segmented sieve.
//!
//! Idea: a move removes a power of one prime. It lowers one exponent by any amount and leaves the others alone. So
//! n = p1^e1 ... pk^ek is a sum of Nim heaps, one of e tokens for each prime, and G(n) = e1 ^ ... ^ ek
//! (Sprague-Grundy).
//!
//! Odd n are sieved with one byte each, which serves two purposes. Every prime power p^j that divides n adds an odd
//! number that differs from 4 log2(p) by at most 1. The lowest bit of the sum is the parity of the number of prime
//! factors found, which is the lowest bit of the nim-sum. The size of the sum tells whether a prime above sqrt(n) is
//! missing. Higher bits of the nim-sum change at even j only and have their own bytes. For even n, G(2^a m) = a ^
//! G(m).
//!
//! Why the logarithms suffice: let 2^(b-1) <= n < 2^b. At most 0.631 b odd primes are factors, each off by at most 1.
//! If all are found, the sum is at least 4 (b - 1) - 0.631 b. If one above the root is missing, the sum is at most 2
//! b + 0.316 b, which is less for b >= 4. For b < 4 none is missing, since 3, 5 and 7 are always sieved.
//!
//! Cost: about 1.3 additions per odd n. Memory: one byte for each odd n up to half the range, at most 2^28 bytes.
//! Even n are read from them; if the odd part of n is not stored, it is sieved again. Reference: OEIS A268387.

use crate::divisors::sieve::{self, primes, repeat};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::Outlet;
use grundy_core::structure;
use rayon::prelude::*;

/// Divisor games with prime powers, by a sieve.
pub struct PrimePowersKernel;

/// How many odd numbers are sieved at once. With their higher bits they fit in the L2 cache.
const SEGMENT: usize = 1 << 17;

/// How many numbers a task fills.
const RUN: u64 = 1 << 21;

/// The maximum number of odd numbers stored.
const KEPT: u64 = 1 << 28;

/// The end of the supported range. The sums of logarithms stay below 256.
const END: u64 = 1 << 48;

impl Kernel for PrimePowersKernel {
    fn name(&self) -> &'static str {
        "prime-powers"
    }

    fn summary(&self) -> &'static str {
        "dividing by prime powers, by a segmented sieve"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        sieve::supports(task, END) && task.has::<structure::PrimePowers>()
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        sieve::value_bits(task)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let end = task.ruleset.rows().end();
        let threads = rayon::current_num_threads() as u128;
        let (kept, runs) = (u128::from(kept_odds(end)), sieve::runs_in_work(run_of(end)));
        // Besides its run, a task holds its odd numbers and the next multiple of every prime power.
        Bytes(kept + 2 * runs + (threads + 1) * 32 * u128::from(end.isqrt() + 64))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let end = task.ruleset.rows().end();
        sieve::stream(task, sink, run_of(end), || PrimeTables::new(end, task.control), PrimeTables::fill)
    }
}

/// How many numbers a task fills: a power of two.
fn run_of(end: u64) -> u64 {
    end.next_power_of_two().clamp(4, RUN)
}

/// How many odd numbers are stored: those up to half the range, rounded up to a multiple of 2^12.
fn kept_odds(end: u64) -> u64 {
    (end / 4 + 1).next_multiple_of(1 << 12).min(KEPT)
}

/// What the multiples of a prime power receive.
#[derive(Clone, Copy)]
struct PrimeStrike {
    step: u64,
    /// The logarithm of the prime.
    add: u8,
    /// The higher bits that change, if the exponent becomes even.
    flip: u8,
}

impl PrimeStrike {
    fn new(prime: u64, step: u64, exponent: u32) -> Self {
        let log = u128::from(prime).pow(4).ilog2() as u8 | 1;
        Self { step, add: log, flip: (exponent ^ (exponent - 1)) as u8 & !1 }
    }
}

/// The prime powers whose additions repeat soon enough to be copied.
const COPIED: [(u64, u64, u32); 6] = [(3, 3, 1), (3, 9, 2), (5, 5, 1), (7, 7, 1), (11, 11, 1), (13, 13, 1)];
const SUMS: usize = 9 * 5 * 7 * 11 * 13;

/// Tables that all tasks read.
struct PrimeTables {
    /// In ascending order of `step`.
    strikes: Vec<PrimeStrike>,
    /// What the copied prime powers add to the odd numbers from 1 on.
    sums: Vec<u8>,
    /// The exponents of 2. Entry i is for numbers that are i modulo the length of a run.
    ruler: Vec<u8>,
    /// The values of 1, 3, 5, ...
    kept: Vec<u8>,
}

impl PrimeTables {
    fn new(end: u64, control: &Control<'_>) -> Result<Self, Error> {
        let mut sums = vec![0u8; SUMS];
        for (prime, step, exponent) in COPIED {
            let places = (step as usize / 2..SUMS).step_by(step as usize);
            places.for_each(|place| sums[place] += PrimeStrike::new(prime, step, exponent).add);
        }
        let ruler = (0..run_of(end)).map(|i| i.trailing_zeros().min(64) as u8 & 63).collect();
        let mut tables = Self { strikes: strikes(end), sums, ruler, kept: Vec::new() };
        let mut kept = vec![0; kept_odds(end) as usize];
        let task = RUN as usize / 2;
        for (group, odds) in kept.chunks_mut(4 * task * rayon::current_num_threads()).enumerate() {
            control.check()?;
            let first = (group * 4 * task * rayon::current_num_threads()) as u64;
            let tasks = odds.par_chunks_mut(task).enumerate();
            tasks.for_each(|(number, odds)| tables.sieve(2 * (first + (number * task) as u64), odds));
        }
        tables.kept = kept;
        Ok(tables)
    }

    /// Writes the values of `from`, `from` + 1, ... Their number is a power of two that divides `from`.
    fn fill(&self, from: u64, values: &mut [u8]) {
        // Level j holds the values of the odd parts of from / 2^j, ... It consists of the level above and its own odd
        // numbers, alternately.
        let levels = values.len().ilog2();
        let mut above = vec![self.odd_part(from >> levels)];
        for level in (0..levels).rev() {
            let mut sieved = Vec::new();
            let odds = self.odds(from >> level, values.len() >> (level + 1), &mut sieved);
            if level == 0 {
                fast(Interleave { even: &above, odd: odds, both: values });
            } else {
                let mut both = vec![0; 2 * above.len()];
                fast(Interleave { even: &above, odd: odds, both: &mut both });
                above = both;
            }
        }
        fast(Combine { values, with: &self.ruler });
        values[0] ^= (from.trailing_zeros() & 63) as u8;
    }

    /// The values of the odd numbers from `from` on. `from` is even.
    fn odds<'o>(&'o self, from: u64, count: usize, sieved: &'o mut Vec<u8>) -> &'o [u8] {
        let first = (from / 2) as usize;
        if first + count <= self.kept.len() {
            return &self.kept[first..first + count];
        }
        sieved.resize(count, 0);
        self.sieve(from, sieved);
        sieved
    }

    /// The value of the odd part of n. The result for 0 does not matter.
    fn odd_part(&self, n: u64) -> u8 {
        let odd = n.checked_shr(n.trailing_zeros()).unwrap_or(1);
        self.odds(odd & !1, 1, &mut Vec::new())[0]
    }

    /// Sieves the odd numbers from `from` on. `from` is even.
    fn sieve(&self, from: u64, odds: &mut [u8]) {
        let end = from + 2 * odds.len() as u64;
        // Prime powers from `end` on have no multiple in the range.
        let mut next: Vec<u64> = Vec::new();
        let mut sums = vec![0; SEGMENT.min(odds.len())];
        let used = self.strikes.partition_point(|strike| strike.step < end);
        next.extend(self.strikes[..used].iter().map(|strike| first_odd_multiple(strike.step, from)));
        for (number, highs) in odds.chunks_mut(SEGMENT).enumerate() {
            let from = from + 2 * (number * SEGMENT) as u64;
            let sums = &mut sums[..highs.len()];
            repeat(&self.sums, from / 2, sums);
            highs.fill(0);
            fast(PrimeSieve { strikes: &self.strikes[..used], next: &mut next, sums, highs });
            finish(from, sums, highs);
        }
    }
}

/// All powers below `end` of the odd primes up to its root, except the copied ones.
fn strikes(end: u64) -> Vec<PrimeStrike> {
    let mut strikes = Vec::new();
    for prime in primes(end.isqrt() + 1).into_iter().filter(|&prime| prime > 2) {
        let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime).filter(|&power| power < end));
        strikes.extend(powers.zip(1..).map(|(step, exponent)| PrimeStrike::new(prime, step, exponent)));
    }
    // The strike of 9 stays, because it also changes higher bits.
    strikes.retain(|strike| !COPIED.iter().any(|&(_, step, _)| step == strike.step) || strike.flip != 0);
    strikes.iter_mut().filter(|strike| strike.step == 9).for_each(|nine| nine.add = 0);
    strikes.sort_unstable_by_key(|strike| strike.step);
    strikes
}

/// The number of odd numbers between `from`, which is even, and the first odd multiple of `step`, which is odd.
fn first_odd_multiple(step: u64, from: u64) -> u64 {
    let times = from.div_ceil(step) | 1;
    (times * step - from) / 2
}

struct PrimeSieve<'s> {
    strikes: &'s [PrimeStrike],
    next: &'s mut [u64],
    sums: &'s mut [u8],
    highs: &'s mut [u8],
}

impl Work for PrimeSieve<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let length = self.sums.len() as u64;
        for (strike, next) in self.strikes.iter().zip(self.next) {
            if *next < length {
                let step = strike.step as usize;
                let mut at = *next as usize;
                if strike.flip == 0 {
                    while at < self.sums.len() {
                        self.sums[at] = self.sums[at].wrapping_add(strike.add);
                        at += step;
                    }
                } else {
                    while at < self.sums.len() && at < self.highs.len() {
                        self.sums[at] = self.sums[at].wrapping_add(strike.add);
                        self.highs[at] ^= strike.flip;
                        at += step;
                    }
                }
                *next = at as u64;
            }
            *next -= length;
        }
    }
}

/// Turns the sums and the higher bits into values.
fn finish(from: u64, sums: &[u8], highs: &mut [u8]) {
    let (mut start, mut n) = (0, from + 1);
    while start < sums.len() {
        // The numbers of one bit length.
        let bits = u64::BITS - n.leading_zeros();
        let same = ((1u64 << bits) - n).div_ceil(2).min((sums.len() - start) as u64) as usize;
        let complete = (4 * (bits - 1)).saturating_sub((2 * bits).div_ceil(3)) as u8;
        fast(PrimeFinish { complete, sums: &sums[start..start + same], highs: &mut highs[start..start + same] });
        start += same;
        n += 2 * same as u64;
    }
}

struct PrimeFinish<'f> {
    /// The least sum of a number whose prime factors were all found.
    complete: u8,
    sums: &'f [u8],
    highs: &'f mut [u8],
}

impl Work for PrimeFinish<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (high, &sum) in self.highs.iter_mut().zip(self.sums) {
            *high ^= (sum & 1) ^ u8::from(sum < self.complete);
        }
    }
}

/// Two sequences, merged alternately.
struct Interleave<'i> {
    even: &'i [u8],
    odd: &'i [u8],
    both: &'i mut [u8],
}

impl Work for Interleave<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (both, (&even, &odd)) in self.both.chunks_exact_mut(2).zip(self.even.iter().zip(self.odd)) {
            both[0] = even;
            both[1] = odd;
        }
    }
}

/// The nim-sum of two sequences.
struct Combine<'c> {
    values: &'c mut [u8],
    with: &'c [u8],
}

impl Work for Combine<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.values.iter_mut().zip(self.with).for_each(|(value, &with)| *value ^= with);
    }
}
