//! A weighted sum of the coordinates that falls with every move.

use super::search::{Found, Search};
use super::why_not::WhyNot;
use grundy_core::claim::{FactName, Facts, LinearSet};
use grundy_core::error::Error;
use grundy_core::structure::LinearGame;

/// The largest weight that is tried, and the maximum number of lists of weights.
const LARGEST: i64 = 3;
const MOST: usize = 1 << 12;

/// The weights: all 1 if possible, else the first ones by their sum.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn measure(game: &LinearGame, set: &LinearSet, work: &mut Search<'_>) -> Result<Result<Vec<i64>, WhyNot>, Error> {
    let mut seen: Vec<Vec<i64>> = Vec::new();
    let falls = |weights: &[i64], by: &[i64]| weights.iter().zip(by).map(|(weight, by)| weight * by).sum::<i64>() < 0;
    'next: for weights in std::iter::once(vec![1; game.coordinates]).chain(all_weights(game.coordinates)) {
        if !seen.iter().all(|by| falls(&weights, by)) {
            continue;
        }
        let facts = match Facts::new(game, set, &weights, &[]) {
            Ok(facts) => facts,
            Err(refusal) => return Ok(Err(WhyNot::Unknown(refusal.0))),
        };
        for line in 0..game.moves.len() {
            let name = FactName::Ends(line);
            match work.proof(facts.case(name))? {
                Ok(_) => {}
                Err(found @ Found::Point(_)) => {
                    if let WhyNot::Endless(by) = WhyNot::of(game, name, found) {
                        seen.push(by);
                    }
                    continue 'next;
                }
                Err(found) => return Ok(Err(WhyNot::of(game, name, found))),
            }
        }
        return Ok(Ok(weights));
    }
    Ok(Err(WhyNot::Endless(seen.pop().unwrap_or_default())))
}

/// Lists of small weights, by their sum.
fn all_weights(coordinates: usize) -> impl Iterator<Item = Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..coordinates {
        let longer = |list: &Vec<i64>| (0..=LARGEST).map(|next| [&list[..], &[next]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).take(MOST).collect();
    }
    all.sort_by_key(|list| list.iter().sum::<i64>());
    all.into_iter()
}
