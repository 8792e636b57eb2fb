//! Finds the rules behind computed values.
//!
//! A *kind* is a family of rules ("period", "ruler"), a *pattern* is a rule with all its numbers, and a *finder* is the
//! code that looks for rules of one kind or of several similar ones. [`guess`](guess::guess) splits the values into a
//! part that the finders see, and a rest on which their rules are checked. A rule is reported if it saves enough bits
//! ([`bits`]), is right on all values, and says enough about the rest. It is an observation, never a proof. [`prove`]
//! looks for proofs, which `grundy_core::claim` checks.

pub mod bits;
pub mod budget;
pub mod expression;
pub mod finder;
pub mod finders;
#[cfg(test)]
mod games;
#[cfg(test)]
mod generated;
pub mod guess;
pub mod pattern;
pub mod prove;
pub mod sequence;
mod source;
pub mod symmetry;
pub mod table;
#[cfg(test)]
mod trial;
