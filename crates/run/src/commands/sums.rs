//! Compares the outcomes of sums of heaps of two games in misère play, through their misère quotients.
//!
//! A sum has a value in each quotient. All pairs of values that sums have are found by a search from the empty sum;
//! there are at most as many as pairs of elements. So the outcomes of all sums are the same, or some sum tells the
//! games apart.

use super::asked::Inquiry;
use crate::control::Control;
use crate::error::Error;
use crate::misere::MisereTheory;
use crate::words::counted;
use num_integer::lcm;
use std::collections::{BTreeMap, VecDeque};

/// The largest number of heaps whose values are compared.
const MOST_HEAPS: u64 = 10_000_000;

/// What is known about the outcomes of sums of heaps in misère play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SumComparison {
    /// All sums have the same outcome as the shifted sums of the other game.
    Same,
    /// The same for sums of heaps of the second game up to this one.
    SameTo(u64),
    /// These heaps of the second game have another outcome than the shifted ones of the first: the outcomes in both
    /// games (0 for P, 1 for N).
    Different(Vec<u64>, [u32; 2]),
}

/// Compares sums of heaps n of the second game with those of heaps n + shift of the first. `None` if a game is no
/// take-and-break code, or the quotients are not known far enough to compare anything.
///
/// # Errors
/// [`Error::Interrupted`], and the errors of making the games.
pub fn compare_sums(games: [&Inquiry<'_>; 2], shift: i64) -> Result<Option<SumComparison>, Error> {
    let control = Control::new(games[0].session.cancelled, games[0].session.observer);
    let theory =
        |inquiry: &Inquiry<'_>| MisereTheory::of_code(&(inquiry.game)()?.game, inquiry.settings.memory, &control);
    let Some((first, second)) = theory(games[0])?.zip(theory(games[1])?) else { return Ok(None) };
    let bound = bound(&first, &second, shift.into());
    Ok(bound.map(|(last, is_all)| decide(&first, &second, shift, last, is_all)))
}

/// The last heap of the second game that must be looked at, and whether all others follow from it. `None` if there are
/// no heaps to compare, or too many.
fn bound(first: &MisereTheory, second: &MisereTheory, shift: i128) -> Option<(u64, bool)> {
    let (last, is_all) = match (first.claim.period, second.claim.period) {
        (Some((start, p)), Some((other, q))) => {
            let joint = lcm(i128::from(p), i128::from(q));
            ((i128::from(start) - shift).max(other.into()) + joint, true)
        }
        (one, other) => {
            let known = |period: Option<_>, theory: &MisereTheory| {
                if period.is_some() { i128::MAX / 2 } else { i128::from(theory.found.last()) }
            };
            (known(other, second).min(known(one, first) - shift), false)
        }
    };
    let last = u64::try_from(last).ok().filter(|&last| (1..MOST_HEAPS).contains(&last))?;
    // At least one heap of each game must be looked at.
    (i128::from(last) + shift > 0).then_some((last, is_all))
}

fn decide(first: &MisereTheory, second: &MisereTheory, shift: i64, last: u64, is_all: bool) -> SumComparison {
    let outcomes = |x: u16, y: u16| [first.quotient().is_p(x), second.quotient().is_p(y)].map(|is_p| u32::from(!is_p));
    // For each pair of values of a heap, the first heap. The least heap that tells the games apart comes before sums.
    let mut letters: BTreeMap<(u16, u16), u64> = BTreeMap::new();
    for heap in 0..=last {
        let values = heap.checked_add_signed(shift).and_then(|other| first.phi(other)).zip(second.phi(heap));
        let Some((x, y)) = values.filter(|&pair| pair != (0, 0)) else { continue };
        let outcomes = outcomes(x, y);
        if outcomes[0] != outcomes[1] {
            return SumComparison::Different(vec![heap], outcomes);
        }
        letters.entry((x, y)).or_insert(heap);
    }
    let mut came: BTreeMap<(u16, u16), ((u16, u16), u64)> = BTreeMap::new();
    let mut open = VecDeque::from([(0, 0)]);
    while let Some((x, y)) = open.pop_front() {
        let outcomes = outcomes(x, y);
        if outcomes[0] != outcomes[1] {
            let (mut at, mut heaps) = ((x, y), Vec::new());
            while let Some(&(before, heap)) = came.get(&at).filter(|_| at != (0, 0)) {
                heaps.push(heap);
                at = before;
            }
            return SumComparison::Different(heaps, outcomes);
        }
        for (&(a, b), &heap) in &letters {
            let next = (first.quotient().product(x, a), second.quotient().product(y, b));
            if next != (0, 0) && !came.contains_key(&next) {
                came.insert(next, ((x, y), heap));
                open.push_back(next);
            }
        }
    }
    if is_all { SumComparison::Same } else { SumComparison::SameTo(last) }
}

impl SumComparison {
    /// The result in words. The caller gives the names of the games.
    pub fn sentence(&self, [a, b]: [&str; 2], shift: i64) -> String {
        let tokens = counted(shift.unsigned_abs() as usize, "token", "tokens");
        let shifted = if shift == 0 { String::new() } else { format!(", with {tokens} more or less in each heap") };
        match self {
            Self::Same => format!(
                "Sums of heaps of {a} and {b} have the same outcomes in misère play{shifted}: proved (misère quotients)"
            ),
            Self::SameTo(last) => format!(
                "Sums of heaps of {a} and {b} have the same outcomes in misère play{shifted}, for heaps of {b} to {last}: proved (misère \
                 quotients); larger heaps were not compared"
            ),
            Self::Different(heaps, [outcome, _]) => {
                let sum = |shift: i64| {
                    let heaps: Vec<String> =
                        heaps.iter().map(|&heap| (i128::from(heap) + i128::from(shift)).to_string()).collect();
                    heaps.join(" + ")
                };
                let [x, y] = if *outcome == 0 { ["P", "N"] } else { ["N", "P"] };
                format!(
                    "Sums of heaps differ in misère play: {} is {x} in {a}, and {} is {y} in {b}",
                    sum(shift),
                    sum(0)
                )
            }
        }
    }
}
