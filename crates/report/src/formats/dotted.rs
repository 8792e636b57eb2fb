//! The dotted nim-sequence of Winning Ways, with dots over the first and the last value of the period.

use crate::claim::Claim;
use crate::ruleset::Value;

/// A combining dot above.
const DOT: char = '\u{307}';

/// The number of values printed if the period does not fit.
const SHOWN: usize = 100;

/// The sequence up to the end of its first period, dotted. Without a claim, or if the period ends after the
/// known prefix, only the first values and an ellipsis.
pub(super) fn dotted(prefix: &[u32], first: u64, claim: Option<&Claim>, value: Value) -> String {
    let bounds = claim.and_then(|claim| {
        let from = usize::try_from(claim.preperiod - first).ok()?;
        let upto = from.checked_add(usize::try_from(claim.period).ok()?)?;
        (upto <= prefix.len()).then_some((from, upto, claim.saltus))
    });
    let Some((from, upto, saltus)) = bounds else {
        let shown: Vec<String> = prefix.iter().take(SHOWN).map(|&v| value.show(v)).collect();
        return format!("{}, ...", shown.join(", "));
    };
    let mark = |(index, &v): (usize, &u32)| {
        let mut text = value.show(v);
        if index == from || index + 1 == upto {
            text.push(DOT);
        }
        text
    };
    let shown: Vec<String> = prefix[..upto].iter().enumerate().map(mark).collect();
    let rise = if saltus > 0 { format!(" (+{saltus})") } else { String::new() };
    format!("{}{rise}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Candidate;

    #[test]
    fn dots_the_period() {
        let claim = Claim::observe(Candidate { preperiod: 1, period: 2, saltus: 3 }, 9).unwrap();
        let text = dotted(&[0, 1, 2, 4, 5], 0, Some(&claim), Value::GRUNDY);
        assert_eq!(text, "0, 1\u{307}, 2\u{307} (+3)");
        let one = Claim::observe(Candidate { preperiod: 1, period: 1, saltus: 0 }, 9).unwrap();
        assert_eq!(dotted(&[0, 1, 1], 0, Some(&one), Value::OUTCOME), "P, N\u{307}");
        assert_eq!(dotted(&[0, 1], 0, Some(&claim), Value::GRUNDY), "0, 1, ...");
        assert_eq!(dotted(&[0, 1], 0, None, Value::GRUNDY), "0, 1, ...");
    }
}
