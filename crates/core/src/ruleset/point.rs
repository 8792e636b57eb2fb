//! Positions with several coordinates.

use smallvec::SmallVec;

/// The coordinates of a position, e.g. the sizes of its heaps.
pub type Point = SmallVec<[u32; 8]>;

/// The maximum number of coordinates. With 32 of them, even a box with two values per coordinate has 2^32 positions.
pub const MOST_COORDINATES: u64 = 32;
