//! Positions, numbered in the order in which they were found.

use indexmap::IndexSet;

/// A set of positions that is also a list. The hash function is fast and the same in every run; it need not
/// resist attacks, because no third party chooses the positions.
pub(super) type Numbered<P> = IndexSet<P, foldhash::fast::FixedState>;
