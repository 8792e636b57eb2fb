//! Dividing by powers of squarefree numbers: a segmented sieve of signatures.
//!
//! Idea: a move subtracts some j from the exponents of some primes of n that are at least j. So G(n) depends only on
//! the exponents in any order, the *signature*. There are few signatures (1274 below 10^9), and their values are
//! computed by options and mex. The sieve gives every number an additive code. An exponent e contributes a weight
//! w_e: each prime power p^e that divides n adds w_e - w_(e-1). The weights are chosen so that signatures with the
//! same code have the same value. The code also adds 8 log2(p), rounded down, for each p^e. If this sum is too small,
//! a prime above sqrt(n) is missing, whose exponent is 1.
//!
//! Why the logarithms suffice: let 2^(b-1) <= n < 2^b. If all prime factors are found, the sum is at least 8
//! (b - 1) - 0.631 b, since only odd primes are rounded. If one above the root is missing, the sum is at most 4 b,
//! which is less for b >= 3. For b < 3 none is missing, since 2 and 3 are always sieved.
//!
//! Cost: about 1.7 additions and one look-up per number. Memory: 2^20 bytes, and the current runs.

use crate::divisors::sieve::{self, primes, repeat};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::Outlet;
use grundy_core::structure;
use std::collections::HashMap;

/// Divisor games with powers of squarefree numbers, by a sieve.
pub struct SquarefreePowersKernel;

/// How many numbers are sieved at once. Their codes fit in the L2 cache.
const SEGMENT: usize = 1 << 16;

/// How many numbers a task fills.
const RUN: u64 = 1 << 20;

/// The end of the supported range. Eighth powers of the roots fit in 128 bits.
const END: u64 = 1 << 32;

/// The number of low bits of a code that hold the sum of logarithms.
const LOG_BITS: u32 = 12;

/// The number of codes of signatures.
const CODES: usize = 1 << (u32::BITS - LOG_BITS);

/// The prime powers whose additions repeat soon enough to be copied.
const COPIED: [u64; 8] = [2, 4, 8, 3, 9, 5, 7, 11];
const PATTERN: usize = 8 * 9 * 5 * 7 * 11;

impl Kernel for SquarefreePowersKernel {
    fn name(&self) -> &'static str {
        "squarefree-powers"
    }

    fn summary(&self) -> &'static str {
        "dividing by powers of squarefree numbers, by a sieve of signatures"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        sieve::supports(task, END) && task.has::<structure::SquarefreePowers>()
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        sieve::value_bits(task)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let threads = rayon::current_num_threads() as u128;
        let runs = sieve::runs_in_work(run_of(task.ruleset.rows().end()));
        // Besides its run, a task holds the codes of a segment and the next multiple of every prime power.
        let roots = u128::from(task.ruleset.rows().end().isqrt() + 64);
        Bytes(runs + threads * (4 * SEGMENT as u128 + 8 * roots) + 24 * roots + (4 << 20))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let end = task.ruleset.rows().end();
        sieve::stream(task, sink, run_of(end), || SquareTables::new(end, task.control), SquareTables::fill)
    }
}

/// How many numbers a task fills.
fn run_of(end: u64) -> u64 {
    end.next_multiple_of(SEGMENT as u64).min(RUN)
}

/// The exponents of the primes of a number, in descending order.
type Signature = Vec<u32>;

/// The signatures of all numbers below `end`, in ascending order of their sums.
fn signatures(end: u64) -> Vec<Signature> {
    fn extend(signature: &mut Signature, product: u64, primes: &[u64], end: u64, all: &mut Vec<Signature>) {
        all.push(signature.clone());
        let (Some((&prime, rest)), most) = (primes.split_first(), signature.last().copied().unwrap_or(64)) else {
            return;
        };
        let mut product = product;
        for exponent in 1..=most {
            match product.checked_mul(prime).filter(|&product| product < end) {
                Some(larger) => product = larger,
                None => return,
            }
            signature.push(exponent);
            extend(signature, product, rest, end, all);
            signature.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), 1, &primes(64), end, &mut all);
    all.sort_by_key(|signature| signature.iter().sum::<u32>());
    all
}

/// The value of every signature, by options and mex.
fn solve_signatures(signatures: &[Signature]) -> HashMap<&Signature, u8> {
    let mut values: HashMap<&Signature, u8> = HashMap::new();
    for signature in signatures {
        // A value is at most the length of a play, which is at most the sum of the exponents.
        let mut seen = 0u64;
        for subset in 1u32..1 << signature.len() {
            let chosen = |i: usize| subset >> i & 1 != 0;
            let least = (0..signature.len()).filter(|&i| chosen(i)).map(|i| signature[i]).min().unwrap_or(0);
            for j in 1..=least {
                let left = signature.iter().enumerate().map(|(i, &exponent)| exponent - if chosen(i) { j } else { 0 });
                let mut option: Signature = left.filter(|&exponent| exponent > 0).collect();
                option.sort_unstable_by(|a, b| b.cmp(a));
                seen |= 1 << values.get(&option).copied().unwrap_or(63);
            }
        }
        values.insert(signature, seen.trailing_ones() as u8);
    }
    values
}

/// Weights of exponents such that signatures with the same code have the same value, and the values by code.
fn codes(values: &HashMap<&Signature, u8>) -> ([u32; 33], Vec<u8>) {
    const NONE: u8 = u8::MAX;
    (0u64..)
        .find_map(|seed| {
            let mut weights = [0; 33];
            // A linear congruential generator: any scattered numbers will do.
            let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
            for weight in &mut weights[1..] {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                *weight = (state >> 40) as u32 % CODES as u32;
            }
            let mut table = vec![NONE; CODES];
            let fits = values.iter().all(|(signature, &value)| {
                let code = signature.iter().map(|&exponent| weights[exponent as usize]).sum::<u32>();
                let entry = &mut table[code as usize % CODES];
                let fits = *entry == NONE || *entry == value;
                *entry = value;
                fits
            });
            fits.then_some((weights, table))
        })
        // Unreachable, because the seeds do not end.
        .unwrap_or(([0; 33], Vec::new()))
}

/// What the multiples of a prime power receive.
#[derive(Clone, Copy)]
struct SquareStrike {
    step: u64,
    add: u32,
}

/// Tables that all tasks read.
struct SquareTables {
    /// In ascending order of `step`, without the copied prime powers.
    strikes: Vec<SquareStrike>,
    /// What the copied prime powers add to 0, 1, 2, ...
    pattern: Vec<u32>,
    /// What a prime above the root adds.
    single: u32,
    /// The values by code.
    values: Vec<u8>,
}

impl SquareTables {
    fn new(end: u64, control: &Control<'_>) -> Result<Self, Error> {
        control.check()?;
        let signatures = signatures(end);
        let (weights, values) = codes(&solve_signatures(&signatures));
        let mut strikes = Vec::new();
        for prime in primes(end.isqrt().max(11)) {
            let log = u128::from(prime).checked_pow(8).map_or(127, u128::ilog2);
            let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime).filter(|&p| p < end));
            strikes.extend(powers.zip(1usize..).map(|(step, exponent)| {
                let change = weights[exponent].wrapping_sub(weights[exponent - 1]);
                SquareStrike { step, add: (change << LOG_BITS).wrapping_add(log) }
            }));
        }
        strikes.sort_unstable_by_key(|strike| strike.step);
        let mut pattern = vec![0u32; PATTERN];
        for strike in strikes.iter().filter(|strike| COPIED.contains(&strike.step)) {
            let multiples = pattern.iter_mut().step_by(strike.step as usize);
            multiples.for_each(|code| *code = code.wrapping_add(strike.add));
        }
        strikes.retain(|strike| !COPIED.contains(&strike.step));
        Ok(Self { strikes, pattern, single: weights[1] << LOG_BITS, values })
    }

    /// Writes the values of `from`, `from` + 1, ...
    fn fill(&self, from: u64, values: &mut [u8]) {
        let end = from + values.len() as u64;
        let used = &self.strikes[..self.strikes.partition_point(|strike| strike.step < end)];
        let mut next: Vec<u64> = used.iter().map(|strike| from.next_multiple_of(strike.step) - from).collect();
        let mut codes = vec![0; SEGMENT.min(values.len())];
        for (number, values) in values.chunks_mut(SEGMENT).enumerate() {
            let from = from + (number * SEGMENT) as u64;
            let codes = &mut codes[..values.len()];
            repeat(&self.pattern, from, codes);
            fast(SquareSieve { strikes: used, next: &mut next, codes });
            self.finish(from, codes, values);
        }
    }

    /// Turns codes into values.
    fn finish(&self, from: u64, codes: &[u32], values: &mut [u8]) {
        let (mut start, mut n) = (0, from);
        while start < codes.len() {
            // The numbers of one bit length.
            let bits = u64::BITS - n.leading_zeros();
            let same = ((1u64 << bits) - n).min((codes.len() - start) as u64) as usize;
            let complete = (8 * bits.saturating_sub(1)).saturating_sub((2 * bits).div_ceil(3));
            let (codes, values) = (&codes[start..start + same], &mut values[start..start + same]);
            fast(SquareFinish { tables: self, complete, codes, values });
            start += same;
            n += same as u64;
        }
    }
}

struct SquareSieve<'s> {
    strikes: &'s [SquareStrike],
    next: &'s mut [u64],
    codes: &'s mut [u32],
}

impl Work for SquareSieve<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let length = self.codes.len() as u64;
        for (strike, next) in self.strikes.iter().zip(self.next) {
            if *next < length {
                let mut at = *next as usize;
                while at < self.codes.len() {
                    self.codes[at] = self.codes[at].wrapping_add(strike.add);
                    at += strike.step as usize;
                }
                *next = at as u64;
            }
            *next -= length;
        }
    }
}

struct SquareFinish<'f> {
    tables: &'f SquareTables,
    /// The least sum of a number whose prime factors were all found.
    complete: u32,
    codes: &'f [u32],
    values: &'f mut [u8],
}

impl Work for SquareFinish<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SquareFinish { tables, complete, codes, values } = self;
        for (value, &code) in values.iter_mut().zip(codes) {
            let missing = if code & ((1 << LOG_BITS) - 1) < complete { tables.single } else { 0 };
            let place = code.wrapping_add(missing) >> LOG_BITS;
            *value = tables.values.get(place as usize).copied().unwrap_or_default();
        }
    }
}
