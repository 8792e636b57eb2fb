//! Nim-sequences in the notation of Winning Ways, with dots over the first and the last value of the period, or
//! a bar over all of it.

use super::words::value as shown;
use crate::claim::Claim;
use crate::ruleset::Value;

/// A period that ends after this many values is not shown.
const LIMIT: usize = 400;

/// The number of values shown if the period is not.
const SHOWN: usize = 100;

/// A period with more characters than this gets no bar, because LaTeX could not break it.
const BAR: usize = 50;

/// The start and the end of the period in the known values. None if it does not fit.
fn bounds(prefix: &[u32], first: u64, claim: Option<&Claim>) -> Option<(usize, usize)> {
    let claim = claim?;
    let from = usize::try_from(claim.preperiod.checked_sub(first)?).ok()?;
    let upto = from.checked_add(usize::try_from(claim.period).ok()?)?;
    (upto <= prefix.len().min(LIMIT)).then_some((from, upto))
}

fn rise(claim: Option<&Claim>) -> String {
    match claim.map_or(0, |claim| claim.saltus) {
        0 => String::new(),
        saltus => format!(" $(+{saltus})$"),
    }
}

/// The sequence with dots. Each value is a formula of its own, so that lines can be broken. If the period is
/// unknown or ends too late, the first values and an ellipsis are shown.
pub fn dotted(prefix: &[u32], first: u64, claim: Option<&Claim>, value: Value) -> String {
    let Some((from, upto)) = bounds(prefix, first, claim) else {
        let shown: Vec<String> =
            prefix.iter().take(SHOWN).map(|&number| format!("${}$", shown(value, number))).collect();
        return format!("{}, $\\ldots$", shown.join(", "));
    };
    let mark = |(index, &number): (usize, &u32)| {
        let text = shown(value, number);
        if index == from || index + 1 == upto { format!("$\\dot{{{text}}}$") } else { format!("${text}$") }
    };
    let values: Vec<String> = prefix[..upto].iter().enumerate().map(mark).collect();
    values.join(", ") + &rise(claim)
}

/// The sequence with a bar over its period, if the period is short enough.
pub fn barred(prefix: &[u32], first: u64, claim: Option<&Claim>, value: Value) -> Option<String> {
    let (from, upto) = bounds(prefix, first, claim)?;
    let period: Vec<String> = prefix[from..upto].iter().map(|&number| shown(value, number)).collect();
    let length: usize = prefix[from..upto].iter().map(|&number| value.show(number).len() + 1).sum();
    let mut all: Vec<String> = prefix[..from].iter().map(|&number| format!("${}$", shown(value, number))).collect();
    all.push(format!("$\\overline{{{}}}$", period.join(", ")));
    (length <= BAR).then(|| all.join(", ") + &rise(claim))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Candidate;

    #[test]
    fn dots_and_bars_are_over_the_period() {
        let claim = Claim::observe(Candidate { preperiod: 1, period: 2, saltus: 3 }, 9).unwrap();
        let values = [0, 1, 12, 4, 15];
        assert_eq!(dotted(&values, 0, Some(&claim), Value::GRUNDY), r"$0$, $\dot{1}$, $\dot{12}$ $(+3)$");
        assert_eq!(barred(&values, 0, Some(&claim), Value::GRUNDY).unwrap(), r"$0$, $\overline{1, 12}$ $(+3)$");
        // If there is only one value, it is both first and last. Sequences may start at n = 1.
        let one = Claim::observe(Candidate { preperiod: 1, period: 1, saltus: 0 }, 9).unwrap();
        assert_eq!(dotted(&[0, 1, 1], 0, Some(&one), Value::OUTCOME), r"$\mathrm{P}$, $\dot{\mathrm{N}}$");
        assert_eq!(dotted(&[7, 7], 1, Some(&one), Value::GRUNDY), r"$\dot{7}$");
        assert_eq!(dotted(&[0, 1], 0, Some(&claim), Value::GRUNDY), r"$0$, $1$, $\ldots$");
        assert_eq!(dotted(&[0; 1000], 0, None, Value::GRUNDY).matches('0').count(), SHOWN);
        // A long period has dots but no bar.
        let long = Claim::observe(Candidate { preperiod: 0, period: 60, saltus: 0 }, 900).unwrap();
        assert_eq!(barred(&[1; 100], 0, Some(&long), Value::GRUNDY), None);
        assert!(dotted(&[1; 100], 0, Some(&long), Value::GRUNDY).ends_with(r"$\dot{1}$"));
        let later = Claim::observe(Candidate { preperiod: 399, period: 2, saltus: 0 }, 900).unwrap();
        assert!(dotted(&[1; 900], 0, Some(&later), Value::GRUNDY).ends_with(r"$\ldots$"));
    }
}
