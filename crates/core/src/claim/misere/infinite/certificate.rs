//! The certificate of an infinite misère quotient.

use super::super::certificate::with_numbers;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The values of heaps in a finite commutative monoid and two counters, and the claimed outcomes. Element 0 is the
/// identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InfiniteCertificate {
    /// n: the claim is about sums of the heaps up to this one.
    pub heaps: u64,
    /// The number of elements of the finite monoid.
    pub elements: u32,
    /// The heaps a and b, which may occur any number of times. Their values are (0, 1, 0) and (0, 0, 1).
    pub counters: (u64, u64),
    /// α and β, at least 1.
    pub slopes: (u32, u32),
    /// p, at least 1.
    pub period: u32,
    /// c: from here on a counter matters modulo p only, and by the difference.
    pub threshold: u32,
    /// w, at least 1: differences αi - βj matter up to w and down to -w.
    pub clamp: u32,
    /// An element that absorbs all others, or -1. Sums of this value are not in the universe of the claim.
    pub overflow: i64,
    /// The values (q, i, j) of the heaps 1 to n. Heaps without a value are not in the universe.
    pub phi: Vec<Option<(u32, u32, u32)>>,
    /// For some heaps that generate the monoid, what a multiplication by the heap's value does to each element.
    #[serde(deserialize_with = "with_numbers")]
    pub actions: BTreeMap<u64, Vec<u32>>,
    /// The claimed outcomes: P, N, or ? where the universe has no sum. The outcome of (q, i, j) is at
    /// ((q (c+p) + i') (c+p) + j') (2w+1) + d + w, where i' is i reduced to a number below c + p, and d is αi - βj
    /// clamped.
    pub table: String,
}
