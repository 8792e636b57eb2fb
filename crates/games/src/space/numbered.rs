//! Positions with the numbers in whose order they were found.

use indexmap::IndexSet;

/// A set and a list of positions. Hashes are quick and the same in every run: nobody else chooses the positions.
pub(super) type Numbered<P> = IndexSet<P, foldhash::fast::FixedState>;
