//! Sums of many or large heaps in misère play, through the misère quotient of the game. A heap may occur a million
//! times, and may have a thousand million tokens: `1000000x1000000000 + 3x999999937`. In a game all of whose heaps are
//! tame, sums with a heap beyond the quotient are examined as in normal play.

use super::sums;
use super::winning::Winning;
use crate::claim::{Heaps, Remains};
use crate::error::Error;
use crate::games::Game;
use crate::games::reading::Reading;
use crate::misere::MisereTheory;
use crate::ruleset::{Play, Setup};
use crate::space::NoSpot;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The largest number of tokens of a sum that is examined by looking at all sums that it can become.
const SMALL: u128 = 40;

/// The largest number of heaps of a sum that is examined as in normal play.
const MOST_HEAPS: u64 = 1000;

/// Heaps, and how often each occurs.
pub type Counted = BTreeMap<u64, u64>;

/// Reads a sum of heaps such as `2x5 + 3`. `None` if it is none, or if it is small and without counts.
pub fn read(text: &str) -> Option<Counted> {
    let mut counted = Counted::new();
    for part in text.split('+') {
        let (count, heap) = match part.split_once('x') {
            Some((count, heap)) => (count.trim().parse().ok()?, heap),
            None => (1, part),
        };
        let total = counted.entry(heap.trim().parse().ok()?).or_insert(0u64);
        *total = total.checked_add(count)?;
    }
    counted.retain(|&heap, &mut count| heap > 0 && count > 0);
    let tokens: u128 = counted.iter().map(|(&heap, &count)| u128::from(heap) * u128::from(count)).sum();
    (text.contains('x') || tokens > SMALL).then_some(counted)
}

/// A sum of heaps as text, the largest first; nothing is `0`.
pub fn show(counted: &Counted) -> String {
    let part = |(heap, count): (&u64, &u64)| if *count == 1 { heap.to_string() } else { format!("{count}x{heap}") };
    let parts: Vec<String> = counted.iter().rev().map(part).collect();
    if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
}

/// The outcome of a sum (0 for P, 1 for N) and its winning moves; `None` if the game has no heaps, or its quotient is
/// not known so far.
///
/// # Errors
/// [`NoSpot::Unread`] for a count in a game whose quotient is not known so far; [`Error::Interrupted`].
pub fn examine(
    game: &Game,
    text: &str,
    counted: &Counted,
    winning: &mut Winning,
    setup: Setup<'_>,
) -> Result<Option<u32>, NoSpot> {
    let has_counts = text.contains('x');
    let Some(theory) = MisereTheory::of_code(game, setup.memory, setup.control)? else {
        let why = "heaps with counts, as in 3x5, need a take-and-break code or a subtraction game";
        return if has_counts { Err(NoSpot::Unread(why.to_owned())) } else { Ok(None) };
    };
    let sum = Sum { theory: &theory, counted };
    if let Some(outcome) = sum.outcome(counted) {
        if outcome == 1 {
            sum.moves(winning)?;
        }
        return Ok(Some(outcome));
    }
    if sum.is_as_in_normal_play() {
        let normal = Setup::new(setup.memory, setup.control, Play::Normal);
        let value = sums::in_normal_play(&Reading::of(game, &listed(counted))?, winning, normal)?;
        return Ok(Some(u32::from(value != 0)));
    }
    if has_counts {
        let last = theory.found.last();
        let why = theory.reason();
        let what = format!(
            "the outcome of `{text}` is not known: the misère quotient is known for the heaps to {last} only ({why}); written without counts such as `3x`, a sum is examined by its moves"
        );
        return Err(NoSpot::Failed(Error::Usage(what)));
    }
    Ok(None)
}

/// A sum without counts, as normal play reads it, the largest heaps first.
fn listed(counted: &Counted) -> String {
    let parts = counted.iter().rev().flat_map(|(heap, &count)| (0..count).map(move |_| heap.to_string()));
    parts.collect::<Vec<_>>().join(" + ")
}

struct Sum<'t> {
    theory: &'t MisereTheory,
    counted: &'t Counted,
}

impl Sum<'_> {
    /// The value of a sum.
    fn value(&self, counted: &Counted) -> Option<u16> {
        let quotient = self.theory.quotient();
        counted.iter().try_fold(0, |product, (&heap, &count)| {
            Some(quotient.product(product, quotient.power(self.theory.phi(heap)?, count)))
        })
    }

    /// Whether the sum and all its options are proved to have the same outcome in both plays: if a heap is larger than
    /// those that prove all heaps tame, each move leaves a heap that is not fickle (`docs/theorems.md`, "Tame heaps").
    fn is_as_in_normal_play(&self) -> bool {
        let is_few = self.counted.values().try_fold(0u64, |all, &count| all.checked_add(count));
        let largest = self.counted.keys().next_back();
        self.theory.tame_claim.as_ref().zip(largest).is_some_and(|(claim, &largest)| largest > claim.checked_to)
            && is_few.is_some_and(|heaps| heaps <= MOST_HEAPS)
    }

    fn outcome(&self, counted: &Counted) -> Option<u32> {
        Some(u32::from(!self.theory.quotient().is_p(self.value(counted)?)))
    }

    /// The winning moves, those in small heaps first.
    fn moves(&self, winning: &mut Winning) -> Result<(), Error> {
        for &heap in self.counted.keys() {
            let mut rest = self.counted.clone();
            if let Some(count) = rest.get_mut(&heap) {
                *count -= 1;
            }
            rest.retain(|_, &mut count| count > 0);
            let Some(value) = self.value(&rest) else { continue };
            for remains in self.theory.heaps.remains(heap).unwrap_or_default() {
                if self.moves_to(&rest, value, remains, winning).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The winning moves that leave so many heaps with so many tokens.
    fn moves_to(&self, rest: &Counted, value: u16, remains: Remains, winning: &mut Winning) -> ControlFlow<()> {
        let quotient = self.theory.quotient();
        let phi = |heap: u64| self.theory.phi(heap).unwrap_or(0);
        let mut offer = |parts: &[u64]| {
            let product = parts.iter().fold(value, |product, &part| quotient.product(product, phi(part)));
            if !quotient.is_p(product) {
                return ControlFlow::Continue(false);
            }
            if winning.wants_none() {
                winning.more = true;
                return ControlFlow::Break(());
            }
            let mut sum = rest.clone();
            parts.iter().for_each(|&part| *sum.entry(part).or_insert(0) += 1);
            match winning.add(show(&sum)) {
                ControlFlow::Break(()) => ControlFlow::Break(()),
                ControlFlow::Continue(()) => ControlFlow::Continue(true),
            }
        };
        let Remains { heaps, tokens } = remains;
        match heaps {
            0 => {
                offer(&[])?;
                ControlFlow::Continue(())
            }
            1 => {
                offer(&[tokens])?;
                ControlFlow::Continue(())
            }
            2 => self.parts_of(1, tokens / 2, |a| offer(&[a, tokens - a])),
            _ => self.parts_of(1, tokens / 3, |a| {
                let mut any = false;
                self.parts_of(a, (tokens - a) / 2, |b| {
                    let found = offer(&[a, b, tokens - a - b])?;
                    any |= found;
                    ControlFlow::Continue(found)
                })?;
                ControlFlow::Continue(any)
            }),
        }
    }

    /// Tries parts from `first` to `last`, until a whole period of them has no winning move. Both the part and what is
    /// left then have values that repeat, as the part is the smaller one.
    fn parts_of(&self, first: u64, last: u64, mut offer: impl FnMut(u64) -> ControlFlow<(), bool>) -> ControlFlow<()> {
        let (preperiod, period) = self.theory.claim.period.unwrap_or((u64::MAX / 4, u64::MAX / 4));
        let mut idle = 0;
        for part in first..=last {
            let found = offer(part)?;
            idle = if found || part < preperiod { 0 } else { idle + 1 };
            // What is left is at least as large as `last`: it has left the preperiod, too.
            if idle > period && last - part > preperiod + period {
                break;
            }
        }
        ControlFlow::Continue(())
    }
}
