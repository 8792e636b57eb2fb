//! The theorem on sets of P-positions of linear games (`linear-p-set`; `docs/theorems.md`, "Sets of P-positions").
//!
//! A set is the set of P-positions if no move leads from it to itself, every position outside of it has a move into it,
//! and plays end. For a game whose moves are linear, and a set that is a union of conjunctions of linear conditions,
//! each of these facts says that some linear conditions on whole numbers cannot hold together. A certificate proves
//! them by distinctions of cases, each of which ends with a sum of inequalities that is a contradiction.

mod certificate;
mod facts;
mod set;
mod steps;

use crate::structure::LinearGame;
pub use certificate::{LinearCertificate, LinearRefusal, Step, WinningMove};
pub use facts::{Case, FactName, Facts, region};
pub use set::{LinearSet, View};
use steps::Walk;

/// The name of the theorem.
pub const LINEAR_P_SET: &str = "linear-p-set";

/// A set that is proved to be the set of all P-positions of a game in normal play. Only [`LinearClaim::check`] makes
/// one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearClaim {
    /// How many facts were proved.
    pub facts: usize,
    /// How many cases were excluded in all.
    pub cases: u64,
    /// Private, so that only this module can make a claim.
    made: LinearClaimMade,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct LinearClaimMade;

impl LinearClaim {
    /// Checks a certificate with whole numbers only: the facts are made of the game and the set.
    ///
    /// # Errors
    /// [`LinearRefusal`]: why it proves nothing.
    pub fn check(
        game: &LinearGame,
        set: &LinearSet,
        certificate: &LinearCertificate,
    ) -> Result<LinearClaim, LinearRefusal> {
        let LinearCertificate { measure, witnesses, trees } = certificate;
        let facts = Facts::new(game, set, measure, witnesses)?;
        let names = facts.names();
        if names.len() != trees.len() {
            let what = format!("it has {} proofs, but there are {} facts", trees.len(), names.len());
            return Err(LinearRefusal(what));
        }
        let mut cases = 0;
        for (&name, steps) in names.iter().zip(trees) {
            let case = facts.case(name).ok_or_else(LinearRefusal::large)?;
            let told = |LinearRefusal(what): LinearRefusal| LinearRefusal(format!("the fact that {name}: {what}"));
            cases += Walk::check(case, steps).map_err(told)?;
        }
        Ok(LinearClaim { facts: names.len(), cases, made: LinearClaimMade })
    }
}
