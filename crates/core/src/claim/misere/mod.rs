//! Misère quotients: when a finite monoid tells all outcomes of misère play (`misere-quotient`), and when its
//! pretending function has a period (`misere-period`; `docs/theorems.md`, "Misère play").
//!
//! Let A be the set of all sums of the heaps of a game, Q a finite commutative monoid with a subset P, and Φ a
//! homomorphism from A onto Q. For a heap h, T(h) is the set of the values of its options. *Theorem.* Let Φ(h) = 1 for
//! all heaps without options, and let 1 not be in P. Then a sum G is a P-position of misère play exactly if Φ(G) is in
//! P, for all G, if and only if
//!
//! - (P) no z has both zΦ(h) and ze in P, for a heap h with options and an e of T(h);
//! - (N) no non-empty sum has a value outside of P while none of its moves leads into P.
//!
//! (N) is a question of reachability on pairs of elements, so both can be checked in a time that is polynomial in the
//! number of elements. T. Plambeck, Integers 5 (2005), G5; T. Plambeck and A. Siegel, J. Combin. Theory Ser. A 115
//! (2008).
//!
//! The checker here shares nothing with the search for quotients (`grundy-misere`).

mod certificate;
mod check;
mod elements;
mod heaps;
mod infinite;
mod refusal;
mod tame;

pub use certificate::MisereCertificate;
pub use check::{MISERE_PERIOD, MISERE_QUOTIENT, MisereClaim};
pub use heaps::{CodeHeaps, Extent, Heaps, ListedHeaps, Remains, WithNim};
pub use infinite::{InfiniteCertificate, InfiniteClaim, TWO_COUNTERS};
pub use refusal::MisereRefusal;
pub use tame::{TAME_HEAPS, TameClaim};
