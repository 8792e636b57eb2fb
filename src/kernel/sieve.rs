//! What the segmented sieves share.

use super::{Flow, Sink, Values};
use crate::error::Error;

/// The primes up to a bound.
pub(super) fn primes(bound: u64) -> Vec<u64> {
    let mut composite = vec![false; bound as usize + 1];
    let mut primes = Vec::new();
    for n in 2..composite.len() {
        if !composite[n] {
            primes.push(n as u64);
            (n * n..composite.len()).step_by(n).for_each(|multiple| composite[multiple] = true);
        }
    }
    primes
}

/// Copies a pattern again and again, as if its copies began at place 0.
pub(super) fn repeat<T: Copy>(pattern: &[T], place: u64, mut into: &mut [T]) {
    let mut at = (place % pattern.len() as u64) as usize;
    while !into.is_empty() {
        let count = into.len().min(pattern.len() - at);
        let (now, later) = into.split_at_mut(count);
        now.copy_from_slice(&pattern[at..at + count]);
        (into, at) = (later, 0);
    }
}

/// Gives the values of the numbers from `from` on, as far as they are asked for: row r is
/// the number r + 1.
pub(super) fn give(runs: &[Vec<u8>], mut from: u64, end: u64, sink: &mut dyn Sink) -> Result<Flow, Error> {
    for values in runs {
        let wanted = end.saturating_sub(from).min(values.len() as u64) as usize;
        let values = &values[usize::from(from == 0).min(wanted)..wanted];
        if !values.is_empty() && sink.block(from.max(1) - 1, Values::Bytes(values))? == Flow::Stop {
            return Ok(Flow::Stop);
        }
        from += wanted as u64;
    }
    Ok(Flow::Continue)
}
