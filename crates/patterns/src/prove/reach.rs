//! Winning moves from all positions outside of a set.
//!
//! Small positions show which winning moves are needed. If the proof fails at a position, a winning move from there is
//! added; if there is none, the set is wrong.

use super::search::{Found, Search};
use super::why_not::WhyNot;
use super::witnesses::candidates;
use grundy_core::claim::{Case, FactName, Facts, LinearSet, Step, WinningMove, region};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::structure::{Condition, Linear, LinearGame};

/// About how many small positions are looked at.
const SAMPLE: usize = 4000;

/// The winning moves, and the proof that one of them is always possible.
type Reached = (Vec<WinningMove>, Vec<Step>);

/// A winning move, and where it is possible.
struct Candidate {
    witness: WinningMove,
    region: Vec<Condition>,
}

impl Candidate {
    fn covers(&self, at: &[i64]) -> bool {
        let value = |variable: usize| at.get(variable).copied().unwrap_or(0);
        self.region.iter().all(|condition| condition.at(value) == Some(true))
    }
}

/// The winning moves, and the proof that one of them is possible at every position outside of the set.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn reach(
    game: &LinearGame,
    set: &LinearSet,
    measure: &[i64],
    work: &mut Search<'_>,
) -> Result<Result<Reached, WhyNot>, Error> {
    let regions = candidates(game, set).into_iter().filter_map(|witness| {
        let region = region(game, set, &witness)?;
        Some(Candidate { witness, region })
    });
    let all: Vec<Candidate> = regions.collect();
    let mut chosen: Vec<usize> = match cover(&all, &sample(game, set), work.control)? {
        Ok(chosen) => chosen,
        Err(at) => return Ok(Err(stranded(game, set, at, work)?)),
    };
    loop {
        let witnesses: Vec<WinningMove> = chosen.iter().map(|&index| all[index].witness.clone()).collect();
        let facts = match Facts::new(game, set, measure, &witnesses) {
            Ok(facts) => facts,
            Err(refusal) => return Ok(Err(WhyNot::Unknown(refusal.0))),
        };
        let at = match work.proof(facts.case(FactName::Reach))? {
            Ok(tree) => return Ok(Ok((witnesses, tree))),
            Err(Found::Point(at)) => at,
            Err(found) => return Ok(Err(WhyNot::of(game, FactName::Reach, found))),
        };
        match (0..all.len()).find(|index| !chosen.contains(index) && all[*index].covers(&at)) {
            Some(more) => chosen.push(more),
            None => return Ok(Err(stranded(game, set, at, work)?)),
        }
    }
}

/// The small positions outside of the set.
fn sample(game: &LinearGame, set: &LinearSet) -> Vec<Vec<i64>> {
    let count = game.coordinates as u32;
    let side = (2..100i64).take_while(|side| side.checked_pow(count).is_some_and(|all| all <= SAMPLE as i64)).last();
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |at: &Vec<i64>| (0..side.unwrap_or(2)).map(|next| [&at[..], &[next]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).take(2 * SAMPLE).collect();
    }
    all.retain(|at| game.is_position(at) && set.contains(at) == Some(false));
    all
}

/// Candidates that cover all these positions, the most useful one first; or a position that none covers.
///
/// # Errors
/// [`Error::Interrupted`].
fn cover(all: &[Candidate], sample: &[Vec<i64>], control: &Control<'_>) -> Result<Result<Vec<usize>, Vec<i64>>, Error> {
    let mut covered: Vec<Vec<usize>> = Vec::new();
    for candidate in all {
        control.check()?;
        covered.push((0..sample.len()).filter(|&at| candidate.covers(&sample[at])).collect());
    }
    let (mut chosen, mut left) = (Vec::new(), vec![true; sample.len()]);
    while let Some(first) = left.iter().position(|&left| left) {
        control.check()?;
        for places in &mut covered {
            places.retain(|&at| left[at]);
        }
        let best = (0..all.len()).rev().max_by_key(|&index| covered[index].len());
        let Some(best) = best.filter(|&best| !covered[best].is_empty()) else {
            return Ok(Err(sample[first].clone()));
        };
        covered[best].iter().for_each(|&at| left[at] = false);
        chosen.push(best);
    }
    Ok(Ok(chosen))
}

/// What it means that no candidate is possible at a position outside of the set.
fn stranded(game: &LinearGame, set: &LinearSet, at: Vec<i64>, work: &mut Search<'_>) -> Result<WhyNot, Error> {
    for line in &game.moves {
        for piece in &set.pieces {
            let mut known = line.conditions.clone();
            for (variable, &value) in at.iter().enumerate() {
                known.extend(
                    Condition::equal(&Linear::variable(variable), &Linear::constant(value)).into_iter().flatten(),
                );
            }
            let moved = piece.iter().map(|condition| condition.map(|form| form.within(&line.target)));
            let moved: Option<Vec<Condition>> = moved.collect();
            let case = moved.map(|moved| {
                known.extend(moved);
                Case { variables: game.coordinates + line.chosen, known, choices: Vec::new() }
            });
            match work.proof(case)? {
                Ok(_) => {}
                Err(Found::Point(_)) => return Ok(WhyNot::NoForm(at)),
                Err(found) => return Ok(WhyNot::of(game, FactName::Reach, found)),
            }
        }
    }
    Ok(WhyNot::Stranded(at))
}
