//! Equality of two sequences whose periods are proved, for all n.

use super::statement::{Claim, Status};
use num_integer::gcd;

/// How far two sequences must agree, a at n + shift with b at n, to be equal for all n. The range covers both
/// preperiods and one least common multiple of the periods. From one multiple to the next both sequences rise
/// by the same amount. A shift moves both ends of the range.
///
/// `None` if a period is not proved, if one sequence rises faster, or if the bound exceeds 64 bits.
pub fn equal_if_to(a: &Claim, b: &Claim, shift: i64) -> Option<u64> {
    let proved = [a, b].iter().all(|claim| claim.status() == Status::Proved);
    let as_steep = u128::from(a.saltus) * u128::from(b.period) == u128::from(b.saltus) * u128::from(a.period);
    if !proved || !as_steep {
        return None;
    }
    let begin = a.preperiod.saturating_add_signed(shift.checked_neg()?).max(b.preperiod);
    let multiple = common_period(a.period, b.period)?;
    begin.checked_add(multiple)?.checked_add(shift.unsigned_abs().checked_mul(2)?)
}

/// The least number that is a multiple of two positive periods. `None` if it exceeds 64 bits.
pub fn common_period(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::super::{Candidate, Theorem};
    use super::*;
    use crate::control::Control;

    /// The claim for the game of removing 1, ..., `period - 1` tokens, in which G(n) is n mod `period`.
    fn claim(period: u64, theorem: bool) -> Claim {
        let mut values = |n: u64| (n % period) as u32;
        let candidate = Candidate { preperiod: 0, period, saltus: 0 };
        let largest = period - 1;
        let proved =
            Claim::prove(Theorem::SubtractionWindow { largest }, candidate, 0..200, &mut values, &Control::free());
        let mut claim = proved.unwrap().unwrap();
        claim.theorem = claim.theorem.filter(|_| theorem);
        claim
    }

    #[test]
    fn past_both_preperiods_and_a_common_multiple() {
        assert_eq!(equal_if_to(&claim(4, true), &claim(6, true), 0), Some(12));
        assert_eq!(equal_if_to(&claim(4, true), &claim(6, true), -3), Some(3 + 12 + 6));
        assert_eq!(equal_if_to(&claim(4, true), &claim(4, true), i64::MIN), None);
        assert_eq!(equal_if_to(&claim(4, true), &claim(6, false), 0), None, "a period that is only observed");
        let mut steep = claim(4, true);
        steep.saltus = 1;
        assert_eq!(equal_if_to(&steep, &claim(6, true), 0), None, "one rises");
    }
}
