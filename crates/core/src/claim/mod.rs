//! Claims about periods, and about games with the same values. Only this module makes claims. A claim of a
//! proved period names a theorem; its range of agreement is checked value by value, and so is that the period
//! and the preperiod are the least ones.

mod arithmetic;
mod automatic;
mod candidate;
mod cousins;
mod equality;
mod kinds;
mod least;
mod linear_set;
mod misere;
mod redundant;
mod rising;
mod segments;
mod sequence;
mod sparse;
mod sparse_kinds;
mod statement;
mod theorem;
mod theorems;
mod window;

pub use automatic::{AutomaticClaim, AutomaticGame, AutomaticRefusal, DigitTable, Numeration, OutputMeaning};
pub use candidate::{Candidate, Refusal};
pub use cousins::{Cousin, shift_of_cousins};
pub use equality::{common_period, equal_if_to};
pub use kinds::{JointClaim, KindClaim, KindValues, NotYet};
pub use least::{Least, Witness};
pub use linear_set::{
    Case, FactName, Facts, LINEAR_P_SET, LinearCertificate, LinearClaim, LinearRefusal, LinearSet, Step, View,
    WinningMove, region,
};
pub use misere::{
    CodeHeaps, Extent, Heaps, InfiniteCertificate, InfiniteClaim, ListedHeaps, MISERE_PERIOD, MISERE_QUOTIENT,
    MisereCertificate, MisereClaim, MisereRefusal, Remains, TAME_HEAPS, TWO_COUNTERS, TameClaim, WithNim,
};
pub use segments::{SegmentState, Spacing, boundaries, reach};
pub use sequence::Sequence;
pub use sparse::Sparse;
pub use sparse_kinds::{SparseKinds, SparseWindow, SplitEquation};
pub use statement::{Claim, Status};
pub use theorem::Theorem;
pub use theorems::Theorems;
pub use window::{Returned, by_window};
