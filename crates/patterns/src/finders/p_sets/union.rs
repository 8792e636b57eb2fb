//! A union of few conjunctions.
//!
//! The pieces are found one after the other by FOIL (J. R. Quinlan, *Learning logical definitions from relations*,
//! Machine Learning 5 (1990)): a piece takes the atom with the largest gain of information about the P-positions that
//! no earlier piece covers, until no N-position is left in it. Logarithms are whole numbers.

use super::samples::{Ground, Reach, Sample, Sizes};
use super::set::{Pair, Relation, Set};
use super::views::View;
use crate::bits;
use crate::budget::{Budget, Stop};
use crate::finders::marks::Marks;
use crate::table::Table;
use foldhash::fast::FixedState;
use std::collections::HashSet;

const ROUNDS: usize = 5;

/// Of so many of the cheapest expressions, equations are tried.
const EQUATED: usize = 260;

/// Of so many of the cheapest expressions, inequalities are tried.
const COMPARED: usize = 70;

/// A union has at most so many pieces, and a piece so many atoms.
const MOST: usize = 6;

/// A comparison, and where it holds: among the P-positions and among the N-positions of the sample.
struct Test {
    pair: Pair,
    p: Marks,
    n: Marks,
}

/// How much an N-position of the sample weighs: the sample contains `sampled` of `all` N-positions.
#[derive(Clone, Copy)]
struct Weight {
    all: u64,
    sampled: u64,
}

/// The P-positions as a union of conjunctions.
///
/// # Errors
/// As [`Budget::spend`].
pub(super) fn union(table: &Table, view: &View, budget: &mut Budget) -> Result<Option<Set>, Stop> {
    if view.is_multiple() {
        return Ok(None);
    }
    let cap = if table.dimensions() <= 3 { 700 } else { 900 };
    let all = table.values().iter().filter(|&&value| value != 0).count() as u64;
    let Some(mut sample) = Sample::new(table, view, 6, Sizes { p: 700, n: 1800 }, Sizes { p: 12, n: 1 }) else {
        return Ok(None);
    };
    for _ in 0..ROUNDS {
        let ground = sample.ground(table, Reach { size: 3, cap }, budget)?;
        let tests = tests(&ground, budget)?;
        let weight = Weight { all, sampled: sample.n() as u64 };
        let Some(pieces) = pieces(&tests, &ground, weight, budget)? else { return Ok(None) };
        let pairs = |piece: &Vec<&Test>| piece.iter().map(|test| test.pair).collect();
        let set = ground.set(table, view, &pieces.iter().map(pairs).collect::<Vec<_>>());
        let wrong = Sample::wrong(table, &set, budget)?;
        if wrong.is_empty() {
            return Ok(Some(set));
        }
        sample.add(table, view, &wrong, 150);
    }
    Ok(None)
}

/// All comparisons, one for each set of positions where it holds.
fn tests(ground: &Ground, budget: &mut Budget) -> Result<Vec<Test>, Stop> {
    let pool = &ground.pool;
    let order = ground.by_cost();
    let mut tests = Vec::new();
    let mut known: HashSet<(Marks, Marks), FixedState> = HashSet::default();
    let mut push = |left: usize, relation: Relation, right: usize| {
        // A word of 64 comparisons is counted as 8 steps.
        budget.spend((ground.p + ground.n) / 8 + 1)?;
        let (a, b) = (pool.row(left), pool.row(right));
        let p = Marks::of(|place| relation.holds(a[place], b[place]), ground.p);
        if p.is_empty() {
            return Ok(());
        }
        let n = Marks::of(|place| relation.holds(a[ground.p + place], b[ground.p + place]), ground.n);
        let holds_everywhere = p.count() + n.count() == (ground.p + ground.n) as u64;
        if !holds_everywhere && known.insert((p.clone(), n.clone())) {
            tests.push(Test { pair: Pair::new(pool, left, relation, right), p, n });
        }
        Ok(())
    };
    for (place, &left) in order.iter().take(EQUATED).enumerate() {
        for &right in order.iter().take(EQUATED).skip(place + 1) {
            if pool.bits(left) + pool.bits(right) > 22 {
                break;
            }
            push(left, Relation::Equal, right)?;
        }
    }
    for &left in order.iter().take(COMPARED) {
        for &right in order.iter().take(COMPARED) {
            if left != right && pool.bits(left) + pool.bits(right) <= 16 {
                push(left, Relation::AtMost, right)?;
                push(left, Relation::Less, right)?;
            }
        }
    }
    Ok(tests)
}

/// Pieces that cover all P-positions of the sample and no N-position.
fn pieces<'a>(
    tests: &'a [Test],
    ground: &Ground,
    weight: Weight,
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<&'a Test>>>, Stop> {
    let mut left = Marks::all(ground.p);
    let mut pieces: Vec<(Marks, Vec<&Test>)> = Vec::new();
    while !left.is_empty() && pieces.len() < MOST {
        let Some((covered, piece)) = piece(tests, &left, ground, weight, budget)? else { break };
        left.remove(&covered);
        pieces.push((covered, piece));
    }
    if !left.is_empty() {
        return Ok(None);
    }
    // A piece whose P-positions the others cover is dropped, the smallest first.
    let mut smallest: Vec<Marks> = pieces.iter().map(|(covered, _)| covered.clone()).collect();
    smallest.sort_by_key(Marks::count);
    for covered in smallest {
        let Some(place) = pieces.iter().position(|(other, _)| *other == covered) else { continue };
        let mut left = covered;
        pieces.iter().enumerate().filter(|(other, _)| *other != place).for_each(|(_, (other, _))| left.remove(other));
        if left.is_empty() && pieces.len() > 1 {
            pieces.remove(place);
        }
    }
    Ok(Some(pieces.into_iter().map(|(_, piece)| piece).collect()))
}

/// One piece, and the P-positions that it covers; `None` if no atom helps before all N-positions are excluded.
fn piece<'a>(
    tests: &'a [Test],
    left: &Marks,
    ground: &Ground,
    weight: Weight,
    budget: &mut Budget,
) -> Result<Option<(Marks, Vec<&'a Test>)>, Stop> {
    let mut wanted = left.clone();
    let mut others = Marks::all(ground.n);
    let mut piece: Vec<&Test> = Vec::new();
    while !others.is_empty() && piece.len() < MOST {
        budget.spend(tests.len() * (wanted.words() + others.words()))?;
        let before = information(wanted.count(), others.count(), weight);
        let gain = |test: &Test| {
            let (p, n) = (test.p.common(&wanted), test.n.common(&others));
            // 0.15 bits for each bit of the atom's cost, in units of 1/256 bit.
            (p > 0).then(|| p as i64 * (information(p, n, weight) - before) - test.pair.bits * 38)
        };
        let (mut best, mut best_gain) = (None, 0);
        for test in tests {
            if let Some(gain) = gain(test).filter(|&gain| gain > best_gain) {
                (best, best_gain) = (Some(test), gain);
            }
        }
        let Some(best) = best else { return Ok(None) };
        wanted.retain(&best.p);
        others.retain(&best.n);
        piece.push(best);
    }
    if !others.is_empty() || wanted.is_empty() {
        return Ok(None);
    }
    for test in piece.clone() {
        let rest: Vec<&Test> = piece.iter().copied().filter(|other| other.pair != test.pair).collect();
        let mut others = Marks::all(ground.n);
        rest.iter().for_each(|other| others.retain(&other.n));
        if !rest.is_empty() && others.is_empty() {
            piece = rest;
        }
    }
    let mut covered = Marks::all(ground.p);
    piece.iter().for_each(|test| covered.retain(&test.p));
    Ok(Some((covered, piece)))
}

/// The logarithm of the share of P-positions, in units of 1/256 bit.
fn information(p: u64, n: u64, weight: Weight) -> i64 {
    let p = p * weight.sampled;
    bits::log2(p).in_256ths() - bits::log2(p + n * weight.all).in_256ths()
}
