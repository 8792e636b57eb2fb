//! Proofs that a set is the set of P-positions of a game whose moves are linear.
//!
//! [`prove`] finds a [`LinearCertificate`]: a weighted sum of the coordinates that falls with every move, winning moves
//! from all positions outside of the set, and a proof of every fact (`docs/theorems.md`, "Sets of P-positions"). What
//! it finds proves something only after [`LinearClaim::check`](grundy_core::claim::LinearClaim::check) has accepted it.

mod measures;
mod reach;
mod search;
mod simplex;
mod why_not;
mod witnesses;

use grundy_core::claim::{FactName, Facts, LinearCertificate, LinearSet};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::structure::LinearGame;
use search::Search;
pub use why_not::WhyNot;

/// Looks for a proof that a set is the set of P-positions in normal play. `budget` is the number of cases that may be
/// looked at; a thousand take up to a second.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn prove(
    game: &LinearGame,
    set: &LinearSet,
    budget: u64,
    control: &Control<'_>,
) -> Result<Result<LinearCertificate, WhyNot>, Error> {
    let mut work = Search::new(budget, control);
    let measure = match measures::measure(game, set, &mut work)? {
        Ok(measure) => measure,
        Err(why) => return Ok(Err(why)),
    };
    let facts = match Facts::new(game, set, &measure, &[]) {
        Ok(facts) => facts,
        Err(refusal) => return Ok(Err(WhyNot::Unknown(refusal.0))),
    };
    let mut trees = Vec::new();
    for &name in facts.names().iter().filter(|name| **name != FactName::Reach) {
        match work.proof(facts.case(name))? {
            Ok(tree) => trees.push(tree),
            Err(found) => return Ok(Err(WhyNot::of(game, name, found))),
        }
    }
    Ok(reach::reach(game, set, &measure, &mut work)?.map(|(witnesses, tree)| {
        trees.push(tree);
        LinearCertificate { measure, witnesses, trees }
    }))
}
