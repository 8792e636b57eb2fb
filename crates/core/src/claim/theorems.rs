//! All theorems that may prove a period of one game.

use super::arithmetic::{MOST_LOW_BITS, Numbers, options_rise, range};
use super::candidate::{Candidate, Refusal};
use super::sequence::Sequence;
use super::statement::Claim;
use super::theorem::Theorem;
use crate::control::Control;
use crate::error::Error;
use crate::ruleset::{TakeAndBreak, Value, View};

/// The theorems that may prove a period of a game: one that asks for agreement alone, and for codes whose moves may leave three
/// heaps the one on arithmetic periods.
#[derive(Debug, Clone)]
pub struct Theorems {
    agreement: Theorem,
    /// The code, if `arithmetic-splits` may apply. Codes with at most two heaps a move have no saltus (Austin 1976).
    splits: Option<TakeAndBreak>,
}

impl From<Theorem> for Theorems {
    fn from(agreement: Theorem) -> Self {
        Self { agreement, splits: None }
    }
}

impl Theorems {
    /// The theorems that apply to the Grundy values, or outcomes, of a game, if there is one.
    pub fn of(view: View<'_>, value: Value) -> Option<Self> {
        let agreement = Theorem::of(view, value)?;
        let splits = match (view, agreement) {
            (View::TakeAndBreak(code), Theorem::GuySmith { heaps: 3.., .. }) => Some(code.clone()),
            _ => None,
        };
        Some(Self { agreement, splits })
    }

    /// The theorem that asks for agreement alone.
    pub fn agreement(&self) -> Theorem {
        self.agreement
    }

    /// Whether a period with a saltus may be proved of values that do not repeat.
    pub fn may_rise(&self) -> bool {
        self.splits.is_some() || matches!(self.agreement, Theorem::AllButWindow { .. })
    }

    /// The claim that one of them proves about a sequence of which the values of `first`, ..., `known - 1` are known, as
    /// [`Claim::prove`] does it.
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn prove(
        &self,
        candidate: Candidate,
        (first, known): (u64, u64),
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Result<Claim, Refusal>, Error> {
        let (Some(code), Theorem::GuySmith { heaps, last }, 1..) = (&self.splits, self.agreement, candidate.saltus)
        else {
            return Claim::prove(self.agreement, candidate, (first, known), values, control);
        };
        for low_bits in 0..=MOST_LOW_BITS {
            let theorem = Theorem::ArithmeticSplits { heaps, last, low_bits };
            let claim = match Claim::prove(theorem, candidate, (first, known), values, control)? {
                Ok(claim) => claim,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let numbers = Numbers::of(candidate, low_bits, heaps, last);
            let Some((numbers, range)) = numbers.and_then(|numbers| Some((numbers, range(numbers)?))) else {
                return Ok(Err(Refusal::Bound));
            };
            let mut used = vec![0; range.end as usize];
            values.read(range.start, &mut used, control)?;
            if options_rise(code, &used, low_bits, numbers) {
                return Ok(Ok(claim));
            }
        }
        Ok(Err(Refusal::Options))
    }
}
