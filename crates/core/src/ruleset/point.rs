//! Positions in several heaps.

use smallvec::SmallVec;

/// The coordinates of a position in several heaps.
pub type Point = SmallVec<[u32; 8]>;

/// The most coordinates a point may have: a box with two values in each has 2^32 positions.
pub const MOST_COORDINATES: u64 = 32;
