//! One conjunction: equations and inequalities that hold of all P-positions, and together exclude all others.
//!
//! Expressions that agree on all P-positions of a sample have equal rows there, so a hash table finds all equations at
//! once. Then conditions are chosen greedily: the one that excludes most of the remaining N-positions for its cost. The
//! positions where the result is wrong join the sample, and the search is repeated.

use super::samples::{Ground, Reach, Sample, Sizes};
use super::set::{Pair, Relation, Set};
use super::views::View;
use crate::budget::{Budget, Stop};
use crate::finders::marks::Marks;
use crate::table::Table;
use foldhash::fast::FixedState;
use std::collections::{HashMap, HashSet};

const ROUNDS: usize = 8;

/// Inequalities are tried between so many of the cheapest expressions.
const COMPARED: usize = 80;

/// A conjunction has at most so many atoms.
const MOST: usize = 5;

/// So many may be chosen before those that turn out to be superfluous are dropped.
const MOST_CHOSEN: usize = 8;

/// A comparison that holds of all P-positions of the sample, and the N-positions that it excludes.
struct Bound {
    pair: Pair,
    excluded: Marks,
}

/// The P-positions as one conjunction.
///
/// # Errors
/// As [`Budget::spend`].
pub(super) fn conjunction(table: &Table, view: &View, budget: &mut Budget) -> Result<Option<Set>, Stop> {
    conjunction_of(table, view, Reach { size: 3, cap: if table.dimensions() <= 3 { 4000 } else { 6000 } }, budget)
}

/// The same with larger expressions, for the rows of a sweep.
pub(super) fn large_conjunction(table: &Table, view: &View, budget: &mut Budget) -> Result<Option<Set>, Stop> {
    conjunction_of(table, view, Reach { size: 4, cap: 12_000 }, budget)
}

fn conjunction_of(table: &Table, view: &View, reach: Reach, budget: &mut Budget) -> Result<Option<Set>, Stop> {
    let Some(mut sample) = Sample::new(table, view, 5, Sizes { p: 160, n: 300 }, Sizes { p: 5, n: 8 }) else {
        return Ok(None);
    };
    for _ in 0..ROUNDS {
        let ground = sample.ground(table, reach, budget)?;
        let Some(chosen) = chosen(&bounds(&ground, budget)?, ground.n, budget)? else { return Ok(None) };
        let set = ground.set(table, view, &[chosen]);
        let wrong = Sample::wrong(table, &set, budget)?;
        if wrong.is_empty() {
            return Ok(Some(set));
        }
        // Of a P-position with several images it is not known which one should satisfy the rule. What is known is only
        // that the rule is too strict; then the image that almost satisfies it joins the sample.
        let is_clear = |row: &usize| table.values()[*row] != 0 || view.is_clear(table.point(*row));
        let (clear, unclear): (Vec<usize>, Vec<usize>) = wrong.into_iter().partition(is_clear);
        if clear.is_empty() {
            sample.add_best_images(table, &set, &unclear, 60);
        } else {
            sample.add(table, view, &clear, 60);
        }
    }
    Ok(None)
}

/// All comparisons that hold of all P-positions, cheapest first, one for each set of N-positions that is excluded.
fn bounds(ground: &Ground, budget: &mut Budget) -> Result<Vec<Bound>, Stop> {
    let mut pairs = equations(ground, budget)?;
    pairs.extend(inequalities(ground, budget)?);
    pairs.sort_by_key(|pair| pair.bits);
    let mut known: HashSet<Marks, FixedState> = HashSet::default();
    let mut bounds = Vec::new();
    for pair in pairs {
        // A word of 64 comparisons is counted as 8 steps.
        budget.spend(ground.n / 8 + 1)?;
        let excluded = Marks::of(|place| !pair.holds(&ground.pool, ground.p + place), ground.n);
        if !excluded.is_empty() && known.insert(excluded.clone()) {
            bounds.push(Bound { pair, excluded });
        }
    }
    Ok(bounds)
}

/// Each expression is compared with the cheapest one that agrees with it on all P-positions.
fn equations(ground: &Ground, budget: &mut Budget) -> Result<Vec<Pair>, Stop> {
    let mut classes: HashMap<&[i64], usize, FixedState> = HashMap::default();
    let mut pairs = Vec::new();
    for index in ground.by_cost() {
        budget.spend(ground.p)?;
        match classes.get(&ground.pool.row(index)[..ground.p]) {
            Some(&cheapest) => pairs.push(Pair::new(&ground.pool, cheapest, Relation::Equal, index)),
            None => {
                classes.insert(&ground.pool.row(index)[..ground.p], index);
            }
        }
    }
    Ok(pairs)
}

fn inequalities(ground: &Ground, budget: &mut Budget) -> Result<Vec<Pair>, Stop> {
    let mut pairs = Vec::new();
    let mut cheapest = ground.by_cost();
    cheapest.truncate(COMPARED);
    for &left in &cheapest {
        for &right in cheapest.iter().filter(|&&right| right != left) {
            let (a, b) = (&ground.pool.row(left)[..ground.p], &ground.pool.row(right)[..ground.p]);
            let strict = a.iter().zip(b).take_while(|(a, b)| a < b).count();
            let weak = a.iter().zip(b).take_while(|(a, b)| a <= b).count();
            budget.spend(weak + 1)?;
            if weak == ground.p {
                pairs.push(Pair::new(&ground.pool, left, Relation::AtMost, right));
            }
            if strict == ground.p {
                pairs.push(Pair::new(&ground.pool, left, Relation::Less, right));
            }
        }
    }
    Ok(pairs)
}

/// Some comparisons that exclude all N-positions: the cheapest that excludes all that are left, otherwise the one that
/// excludes most for each bit of its cost plus 6. What turns out to be superfluous is dropped, the dearest first.
fn chosen(bounds: &[Bound], count: usize, budget: &mut Budget) -> Result<Option<Vec<Pair>>, Stop> {
    let mut left = Marks::all(count);
    let mut chosen: Vec<&Bound> = Vec::new();
    while !left.is_empty() {
        budget.spend(bounds.len() * left.words())?;
        let (mut best, mut best_count) = (None, 0);
        for bound in bounds {
            let excluded = bound.excluded.common(&left);
            if excluded == left.count() {
                best = Some(bound);
                break;
            }
            let cost = |bound: &Bound| (bound.pair.bits + 6) as u64;
            if best.is_none_or(|best| excluded * cost(best) > best_count * cost(bound)) && excluded > 0 {
                (best, best_count) = (Some(bound), excluded);
            }
        }
        let Some(best) = best else { return Ok(None) };
        if chosen.len() == MOST_CHOSEN {
            return Ok(None);
        }
        left.remove(&best.excluded);
        chosen.push(best);
    }
    let mut dearest = chosen.clone();
    dearest.sort_by_key(|bound| -bound.pair.bits);
    for bound in dearest {
        let rest: Vec<&Bound> = chosen.iter().copied().filter(|other| other.pair != bound.pair).collect();
        let mut left = Marks::all(count);
        rest.iter().for_each(|other| left.remove(&other.excluded));
        if left.is_empty() && !rest.is_empty() {
            chosen = rest;
        }
    }
    Ok((chosen.len() <= MOST).then(|| chosen.into_iter().map(|bound| bound.pair).collect()))
}
