//! Infinite misère quotients, by two counters (`two-counters`; `docs/theorems.md`, "Infinite misère quotients").
//!
//! Two heaps a and b, the counters, may occur any number of times. The other heaps have values in a finite monoid, and
//! may count as some copies of a and b as well. So the value of a sum is (q, i, j). Claim: whether a sum is a
//! P-position depends on q, on i and j up to a threshold and then modulo a period, and on the clamped difference αi -
//! βj. The claim is right if it holds in a finite box of i and j. If the difference matters for large i and j, copies
//! of a are told apart by copies of b, and the quotient is infinite.
//!
//! The checker here shares nothing with the search (`grundy-misere`).

mod certificate;
mod check;
mod lost;
mod rule;
mod universe;

pub use certificate::InfiniteCertificate;
pub use check::{InfiniteClaim, TWO_COUNTERS};
