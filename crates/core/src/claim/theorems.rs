//! All theorems that may prove a period of a given game.

use super::arithmetic::{MOST_LOW_BITS, Numbers, options_rise, range};
use super::candidate::{Candidate, Refusal};
use super::sequence::Sequence;
use super::statement::Claim;
use super::theorem::Theorem;
use crate::control::Control;
use crate::error::Error;
use crate::ruleset::{Play, TakeAndBreak, Value};
use crate::structure::Structures;
use std::ops::Range;

/// The theorems that may prove a period of a game: one that only asks for agreement, and, for codes whose
/// moves may leave three heaps, the one on arithmetic periods.
#[derive(Debug, Clone)]
pub struct Theorems {
    agreement: Theorem,
    /// The code, if `arithmetic-splits` may apply.
    splits: Option<TakeAndBreak>,
}

impl From<Theorem> for Theorems {
    fn from(agreement: Theorem) -> Self {
        Self { agreement, splits: None }
    }
}

impl Theorems {
    /// The theorems that apply to the Grundy values or the outcomes of a game; `None` if no theorem applies.
    pub fn of(game: &Structures<'_>, play: Play, value: Value) -> Option<Self> {
        // No theorem applies to Grundy values in misère play or to lengths of plays: their periods are only observed.
        if (play, value) == (Play::Misere, Value::GRUNDY) || !value.class.zero_is_p() {
            return None;
        }
        let agreement = Theorem::of(game, value)?;
        let splits = match agreement {
            Theorem::GuySmith { heaps: 3.., .. } => game.get::<TakeAndBreak>().cloned(),
            _ => None,
        };
        Some(Self { agreement, splits })
    }

    /// The theorem that only asks for agreement.
    pub fn agreement(&self) -> Theorem {
        self.agreement
    }

    /// Their names.
    pub fn names(&self) -> &'static str {
        if self.splits.is_some() { "guy-smith, arithmetic-splits" } else { self.agreement.name() }
    }

    /// Whether the theorems can prove a period with a saltus.
    pub fn may_rise(&self) -> bool {
        self.splits.is_some() || matches!(self.agreement, Theorem::AllButWindow { .. })
    }

    /// Whether no game that they apply to has a saltus: its values are bounded, or a move leaves at most two heaps
    /// (Horrocks and Nowakowski, Integers 3 (2003), G1).
    pub fn never_rise(&self) -> bool {
        match self.agreement {
            Theorem::SubtractionWindow { .. } | Theorem::NoSplit { .. } => true,
            Theorem::GuySmith { heaps, .. } => heaps <= 2,
            _ => false,
        }
    }

    /// The claim about a candidate that one of the theorems proves. The values of all n in `known` must be
    /// available. See [`Claim::prove`].
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn prove(
        &self,
        candidate: Candidate,
        known: Range<u64>,
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Result<Claim, Refusal>, Error> {
        // Every heap from 0 on may be an option, so all values from 0 on are needed.
        let splits = self.splits.as_ref().filter(|_| known.start == 0);
        let (Some(code), Theorem::GuySmith { heaps, last }, 1..) = (splits, self.agreement, candidate.saltus) else {
            return Claim::prove(self.agreement, candidate, known, values, control);
        };
        for low_bits in 0..=MOST_LOW_BITS {
            let theorem = Theorem::ArithmeticSplits { heaps, last, low_bits };
            let claim = match Claim::prove(theorem, candidate, known.clone(), values, control)? {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Status;

    fn prove(code: &str, (preperiod, period, saltus): (u64, u64, u64), values: &[u32]) -> Result<Claim, Refusal> {
        let code = TakeAndBreak::parse(code).unwrap();
        let theorems = Theorems::of(&Structures::of(&code), Play::Normal, Value::GRUNDY).unwrap();
        let mut read = |n: u64| values[n as usize];
        let candidate = Candidate { preperiod, period, saltus };
        theorems.prove(candidate, 0..values.len() as u64, &mut read, &Control::free()).unwrap()
    }

    #[test]
    fn a_saltus_and_near_misses() {
        // 0.08: 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, ...
        let values: Vec<u32> = (0..60u32).map(|n| n.saturating_sub(1) / 4).collect();
        let claim = prove("0.08", (1, 4, 1), &values).unwrap();
        assert_eq!((claim.status(), claim.checked_to), (Status::Proved, 20));
        assert_eq!(prove("0.08", (1, 4, 1), &values[..20]), Err(Refusal::Bound));
        assert_eq!(prove("0.08", (1, 8, 2), &values), Err(Refusal::Multiple(2)));
        assert_eq!(prove("0.08", (2, 4, 1), &values), Err(Refusal::Earlier));
        assert_eq!(prove("0.08", (0, 4, 1), &values), Err(Refusal::Disagrees(0)));
        assert_eq!(prove("0.08", (1, 4, 2), &values), Err(Refusal::Disagrees(1)));
        assert_eq!(prove("0.08", (1, 4, 0), &values), Err(Refusal::Disagrees(1)));
    }

    /// Agreement is not enough: these are not the values of the game, and its options show it.
    #[test]
    fn values_that_do_not_go_on_are_refused() {
        for slower in [1, 2, 3, 5, 8] {
            let values: Vec<u32> = (0..4000u32).map(|n| n.saturating_sub(1) / slower).collect();
            let claim = prove("0.08", (1, slower.into(), 1), &values);
            assert_eq!(claim, Err(Refusal::Options), "{slower}");
        }
    }

    /// The values agree as far as the bound of `guy-smith`, less one.
    #[test]
    fn one_agreement_less_is_not_enough() {
        let near: [(_, _, &[u32], _); 4] = [
            ("0.6", (1, 3), &[0, 0, 1, 2, 0, 1, 2, 3], 5),
            ("4.D", (1, 1), &[0, 1, 1, 1, 2], 4),
            ("0.04", (0, 1), &[0, 0, 0, 0, 1], 4),
            ("8.0", (0, 1), &[0, 0, 0, 1], 3),
        ];
        for (text, (preperiod, period), values, end) in near {
            let code = TakeAndBreak::parse(text).unwrap();
            let theorem = Theorem::of(&Structures::of(&code), Value::GRUNDY).unwrap();
            assert_eq!(theorem.checked_below(preperiod, period, 0), Some(end), "{text}");
            let agrees = |&n: &u64| values[n as usize] == values[(n + period) as usize];
            assert_eq!((preperiod..).find(|n| !agrees(n)), Some(end - 1), "{text}");
        }
    }

    #[test]
    fn codes_that_leave_two_heaps_have_no_saltus() {
        let values: Vec<u32> = (0..400).collect();
        assert_eq!(prove("0.77", (0, 1, 1), &values), Err(Refusal::Bound));
    }
}
