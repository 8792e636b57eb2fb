//! Dividing by prime powers: a segmented sieve.
//!
//! Idea: n = p1^e1 ... pk^ek is the disjunctive sum of one heap of e tokens a prime, since a
//! move takes a prime power out, which lessens one exponent by any amount and leaves the
//! others alone. These are heaps of Nim, so G(n) = e1 ^ ... ^ ek (Sprague-Grundy).
//!
//! Odd n are sieved, a byte each for two things at once: every prime power p^j that divides
//! n adds an odd number that is 4 log2(p) up to 1. The lowest bit is then the parity of the
//! number of prime factors found, which is the lowest bit of the nim-sum; the whole tells
//! whether a prime beyond the root is missing. Higher bits change at even j only and have
//! bytes of their own. Even n: G(2^a m) = a ^ G(m).
//!
//! Why the logarithms suffice: let 2^(b-1) <= n < 2^b. At most 0.631 b odd primes are
//! factors, each off by 1 at most. If all are found, the sum is at least 4 (b - 1) - 0.631 b;
//! if one beyond the root is missing, at most 2 b + 0.316 b, which is less from b = 4 on (and
//! below that none is missing, since the least root is larger).
//!
//! Cost: about 1.3 additions an odd n. Memory: the odd n up to half the range, at most 2^28
//! bytes, from which even n are read; larger halves are sieved again. Reference: OEIS A268387.

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

/// Odd numbers sieved at once: with their higher bits they fit the second cache.
const SEGMENT: usize = 1 << 17;

/// Numbers a task fills.
const RUN: u64 = 1 << 21;

/// The most odd numbers kept.
const KEPT: u64 = 1 << 28;

/// The end of what is supported: the sums of logarithms stay below 256.
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
        // A task holds its odd numbers beside the run, and the strikes of all roots.
        Bytes(kept + 2 * runs + (threads + 1) * 32 * u128::from(end.isqrt() + 64))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let end = task.ruleset.rows().end();
        sieve::stream(task, sink, run_of(end), || PrimeTables::new(end, task.control), PrimeTables::fill)
    }
}

/// The numbers of a task: a power of two.
fn run_of(end: u64) -> u64 {
    end.next_power_of_two().clamp(4, RUN)
}

/// The odd numbers kept: those up to half the range, in whole segments.
fn kept_odds(end: u64) -> u64 {
    (end / 4 + 1).next_multiple_of(1 << 12).min(KEPT)
}

/// What the multiples of a prime power are struck with.
#[derive(Clone, Copy)]
struct PrimeStrike {
    step: u64,
    /// The logarithm of the prime.
    add: u8,
    /// The higher bits that change, where the exponent becomes even.
    flip: u8,
}

impl PrimeStrike {
    fn new(prime: u64, step: u64, exponent: u32) -> Self {
        let log = u128::from(prime).pow(4).ilog2() as u8 | 1;
        Self { step, add: log, flip: (exponent ^ (exponent - 1)) as u8 & !1 }
    }
}

/// The prime powers whose strikes repeat soon enough to be copied.
const COPIED: [(u64, u64, u32); 6] = [(3, 3, 1), (3, 9, 2), (5, 5, 1), (7, 7, 1), (11, 11, 1), (13, 13, 1)];
const SUMS: usize = 9 * 5 * 7 * 11 * 13;

/// What all tasks read.
struct PrimeTables {
    /// By rising steps.
    strikes: Vec<PrimeStrike>,
    /// What the copied prime powers add to the odd numbers from 1 on.
    sums: Vec<u8>,
    /// The odd parts' exponents of two: entry i for a number i mod the run's length.
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

    /// The values of `from`, `from` + 1, ...; their number is a power of two that divides `from`.
    fn fill(&self, from: u64, values: &mut [u8]) {
        // Level j holds the values of the odd parts of from / 2^j, ..., and is the level
        // above with its own odd numbers in between.
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

    /// The values of the odd numbers from `from` on, `from` even.
    fn odds<'o>(&'o self, from: u64, count: usize, sieved: &'o mut Vec<u8>) -> &'o [u8] {
        let first = (from / 2) as usize;
        if first + count <= self.kept.len() {
            return &self.kept[first..first + count];
        }
        sieved.resize(count, 0);
        self.sieve(from, sieved);
        sieved
    }

    /// The value of the odd part of n; that of 0 does not matter.
    fn odd_part(&self, n: u64) -> u8 {
        let odd = n.checked_shr(n.trailing_zeros()).unwrap_or(1);
        self.odds(odd & !1, 1, &mut Vec::new())[0]
    }

    /// Sieves the odd numbers from `from` on, `from` even.
    fn sieve(&self, from: u64, odds: &mut [u8]) {
        let end = from + 2 * odds.len() as u64;
        // A first strike beyond the numbers has its step so far away, too.
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

/// All prime powers below `end` of the odd primes up to its root, without the copied ones.
fn strikes(end: u64) -> Vec<PrimeStrike> {
    let mut strikes = Vec::new();
    for prime in primes(end.isqrt() + 1).into_iter().filter(|&prime| prime > 2) {
        let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime).filter(|&power| power < end));
        strikes.extend(powers.zip(1..).map(|(step, exponent)| PrimeStrike::new(prime, step, exponent)));
    }
    // 9 changes higher bits as well.
    strikes.retain(|strike| !COPIED.iter().any(|&(_, step, _)| step == strike.step) || strike.flip != 0);
    strikes.iter_mut().filter(|strike| strike.step == 9).for_each(|nine| nine.add = 0);
    strikes.sort_unstable_by_key(|strike| strike.step);
    strikes
}

/// How many odd numbers lie between `from`, which is even, and the first odd multiple of
/// an odd number.
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

/// Makes values of the sums and the higher bits.
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

/// Two sequences by turns.
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
