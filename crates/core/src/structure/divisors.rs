//! Divisor games on a number n >= 1. Row r is the number r + 1.

use super::offered::Structure;

/// Divide the number by a prime power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrimePowers;

/// Divide the number by one of these (sorted).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divisors(pub Vec<u64>);

/// Divide the number by any divisor other than 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllDivisors;

/// Divide the number by a power of a squarefree number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquarefreePowers;

impl Structure for PrimePowers {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}

impl Structure for Divisors {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}

impl Structure for AllDivisors {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}

impl Structure for SquarefreePowers {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}
