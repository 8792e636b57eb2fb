//! Sequences that can be read more than once: to check a claim, or to write a certificate.

use crate::control::Control;
use crate::error::Error;
use std::ops::Range;

/// The number of values that are compared at a time: at first, and at most.
const FIRST_CHUNK: u64 = 1 << 12;
const CHUNK: u64 = 1 << 18;

/// The values of a sequence, at least those that a proof uses. They are stored, or recomputed whenever they are read.
pub trait Sequence: Send {
    /// Reads the values from position `from` on.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    fn read(&mut self, from: u64, into: &mut [u32], control: &Control<'_>) -> Result<(), Error>;
}

/// A function is a sequence.
impl<F: Fn(u64) -> u32 + Send> Sequence for F {
    fn read(&mut self, from: u64, into: &mut [u32], _: &Control<'_>) -> Result<(), Error> {
        (from..).zip(into).for_each(|(n, into)| *into = self(n));
        Ok(())
    }
}

/// The first n of the range with G(n + p) != G(n) + s.
pub(super) fn first_disagreement(
    range: Range<u64>,
    period: u64,
    saltus: u64,
    values: &mut dyn Sequence,
    control: &Control<'_>,
) -> Result<Option<u64>, Error> {
    let (mut early, mut late) = (Vec::new(), Vec::new());
    let (mut from, mut chunk) = (range.start, FIRST_CHUNK);
    while from < range.end {
        control.check()?;
        let count = chunk.min(range.end - from);
        for (part, at) in [(&mut early, from), (&mut late, from + period)] {
            part.resize(count as usize, 0);
            values.read(at, part, control)?;
        }
        let agree = |(early, late): (&u32, &u32)| u64::from(*early) + saltus == u64::from(*late);
        if let Some(at) = early.iter().zip(&late).position(|pair| !agree(pair)) {
            return Ok(Some(from + at as u64));
        }
        (from, chunk) = (from + count, (4 * chunk).min(CHUNK));
    }
    Ok(None)
}
