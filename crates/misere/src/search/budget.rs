//! What a search may take, and why it stopped.

use crate::word::Word;
use grundy_core::control::Control;
use grundy_core::error::Error;

/// The limits of a search. Both are counted, so a search ends at the same place on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of elements of a quotient, at most 65,535.
    pub elements: usize,
    /// The largest number of steps. A step writes a few entries of a table, or looks at one pair of elements.
    pub steps: u64,
    /// The number of elements of a candidate before it is reduced.
    pub candidate: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { elements: 4000, steps: 1_000_000_000, candidate: 4_000_000 }
    }
}

impl Limits {
    /// The memory that a search may take, in bytes: the products of two quotients and the pairs that are reached, and
    /// for each element of a candidate its word, its class, and its products with some generators.
    pub fn needs(&self) -> u128 {
        9 * (self.elements as u128).pow(2) + 64 * u128::from(self.candidate)
    }
}

/// Why a search stopped at a heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// No quotient with at most this many elements was found.
    Elements(usize),
    /// The search took this many steps.
    Steps(u64),
    /// The next candidate would have had this many elements.
    Candidate(u64),
    /// The sums at which candidates fail grow by this sum for ever: a sign of an infinite quotient.
    Growing(Word),
    /// No candidate changed what was wrong.
    NoCandidate,
}

/// The end of a search for the quotient of one more heap.
#[derive(Debug)]
pub(crate) enum Ended {
    /// A limit was reached.
    GaveUp(Why),
    /// The control cancelled the work.
    Cancelled(Error),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Cancelled(error)
    }
}

pub(crate) fn give_up<T>(why: Why) -> Result<T, Ended> {
    Err(Ended::GaveUp(why))
}

/// The steps that are left.
pub(crate) struct Budget<'c> {
    pub limits: Limits,
    pub left: u64,
    pub control: &'c Control<'c>,
}

impl<'c> Budget<'c> {
    pub fn new(limits: Limits, control: &'c Control<'c>) -> Self {
        Self { limits, left: limits.steps, control }
    }

    /// Takes some steps.
    pub fn take(&mut self, steps: usize) -> Result<(), Ended> {
        self.control.check()?;
        match self.left.checked_sub(steps as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => give_up(Why::Steps(self.limits.steps)),
        }
    }
}
