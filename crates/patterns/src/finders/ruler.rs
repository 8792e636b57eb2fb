//! Rulers: G(n) = a n + B(k), where k is the valuation of n + c to a base b, and B(k) is u + w k or u + w b^k.
//!
//! Idea: of the b classes modulo b all but one must lie on the same line a n + B(0). The remaining class is split in
//! the same way and gives B(1), and so on for at least four levels; the class that is left in the end gives c. On the
//! powers of b another line may hold (J. P. Grossman and R. J. Nowakowski, *A ruler regularity in hexadecimal games*,
//! Games of No Chance 4 (2015)). Cost: 6 bits and the numbers. Needs 24 b values; time is linear. False friend: a
//! sequence all of whose classes are linear is periodic and no ruler.

use super::writing::{plus, sum};
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::sync::Arc;

const RULER: Kind = Kind::complete("ruler", "G(n) = a n + B(k), where k is the valuation of n + c to a base");

/// Finds rulers.
pub const FINDER: Finder =
    Finder { kinds: &[&RULER], least: 24, is_linear: true, looks_at: LooksAt::Values, find: Find::Sequence(find) };

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let count = fit.data.len();
    let found = rulers(&fit.data.values, fit.data.first, 2..=6, budget)?;
    let candidates = found.into_iter().map(|ruler| Candidate {
        kind: &RULER,
        null: fit.null,
        cost: ruler.cost,
        fitted: ruler.fitted(),
        confirmed: count.saturating_sub((ruler.base as usize).pow(3)),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(ruler),
    });
    Ok(candidates.collect())
}

/// A line over indices: `slope` i + `offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    slope: i64,
    offset: i64,
}

impl Line {
    /// The line through these points, of which there must be three.
    fn through(mut points: impl Iterator<Item = (i64, i64)>) -> Option<Line> {
        let ((x0, y0), (x1, y1)) = (points.next()?, points.next()?);
        let rise = y1.checked_sub(y0)?;
        let slope = (rise % (x1 - x0) == 0).then(|| rise / (x1 - x0))?;
        let line = Line { slope, offset: y0.checked_sub(slope.checked_mul(x0)?)? };
        let mut others = 0;
        points.all(|(x, y)| (others += 1, line.at(x) == Some(y)).1).then_some(())?;
        (others > 0).then_some(line)
    }

    fn at(self, index: i64) -> Option<i64> {
        self.slope.checked_mul(index)?.checked_add(self.offset)
    }
}

/// A ruler over the indices of a sequence.
#[derive(Debug, Clone)]
pub(super) struct Ruler {
    /// The label of the index 0.
    first: i64,
    base: i64,
    /// What is added to an index before its valuation is taken.
    shift: i64,
    slope: i64,
    start: i64,
    step: i64,
    /// Whether the step is multiplied by a power of the base, and not by the valuation.
    is_power: bool,
    /// Another line, where the index plus `shift` is a power of the base from some power on.
    powers: Option<(Line, i64)>,
    /// The value where the index plus `shift` is 0.
    centre: Option<i64>,
    pub(super) cost: Bits,
}

/// The rulers of these values, at most two for each base.
pub(super) fn rulers(
    values: &[i64],
    first: i64,
    bases: std::ops::RangeInclusive<i64>,
    budget: &mut Budget,
) -> Result<Vec<Ruler>, Stop> {
    let mut found = Vec::new();
    if values.len() < 24 {
        return Ok(found);
    }
    for base in bases {
        for skip in 0..=1 {
            budget.spend(2 * values.len())?;
            let ruler = levels(values, base, skip).and_then(|levels| Ruler::new(values, first, base, skip, &levels));
            found.extend(ruler);
        }
    }
    Ok(found)
}

/// What the levels of a ruler say.
struct Levels {
    slope: i64,
    /// B(0), B(1), ...
    offsets: Vec<i64>,
    /// The first index of the class that is left, and its modulus.
    rest: (usize, usize),
}

/// Splits the indices into classes, level by level. `skip` first terms of each class are not looked at.
fn levels(values: &[i64], base: i64, skip: usize) -> Option<Levels> {
    let base = base as usize;
    let (mut start, mut modulus) = (0, 1);
    let mut slope = None;
    let mut offsets = Vec::new();
    while start < values.len() && (values.len() - start).div_ceil(modulus) >= (3 + skip) * base {
        let class = |r: usize| (start + r * modulus..values.len()).step_by(base * modulus).skip(skip);
        let lines: Vec<Option<Line>> =
            (0..base).map(|r| Line::through(class(r).map(|i| (i as i64, values[i])))).collect();
        let mut good = lines.iter().flatten();
        let line = *good.next()?;
        let is_ruler = good.clone().count() == base - 2 && good.all(|other| *other == line);
        if !is_ruler || slope.is_some_and(|slope| slope != line.slope) {
            return None;
        }
        slope = Some(line.slope);
        offsets.push(line.offset);
        start += modulus * lines.iter().position(Option::is_none)?;
        modulus *= base;
    }
    let is_long = offsets.len() >= 4 && offsets.iter().any(|offset| *offset != offsets[0]);
    is_long.then_some(Levels { slope: slope?, offsets, rest: (start, modulus) })
}

impl Ruler {
    fn new(values: &[i64], first: i64, base: i64, skip: usize, levels: &Levels) -> Option<Ruler> {
        let (start, step, is_power) = shape(base, &levels.offsets)?;
        let modulus = levels.rest.1 as i64;
        let shift = (-(levels.rest.0 as i64)).rem_euclid(modulus);
        let shift = if shift > modulus / 2 { shift - modulus } else { shift };
        if shift.unsigned_abs() as usize > (values.len() / 8).max(64) {
            return None;
        }
        let centre = usize::try_from(-shift).ok().and_then(|centre| values.get(centre).copied());
        let plain = Ruler {
            first,
            base,
            shift,
            slope: levels.slope,
            start,
            step,
            is_power,
            powers: None,
            centre,
            cost: Bits::ZERO,
        };
        let missed: Vec<i64> =
            (0..values.len() as i64).filter(|&i| i != -shift && plain.at(i) != Some(values[i as usize])).collect();
        let powers = if skip == 0 { None } else { Some(plain.powers_at(&missed, values)?) };
        if powers.is_none() && !missed.is_empty() {
            return None;
        }
        let numbers = [base, shift, start, step, levels.slope].into_iter().chain(centre);
        let more = powers
            .map_or(Bits::ZERO, |(line, from)| bits::whole_numbers([line.slope, line.offset, from]) + Bits::whole(4));
        Some(Ruler { powers, cost: Bits::whole(6) + bits::whole_numbers(numbers) + more, ..plain })
    }

    /// The line of the places that are missed, if these are all powers of the base from some power on.
    fn powers_at(&self, missed: &[i64], values: &[i64]) -> Option<(Line, i64)> {
        let from = missed.first()? + self.shift;
        let are_powers = missed.len() >= 4
            && self.is_power_of_base(from)
            && missed.windows(2).all(|pair| pair[1] + self.shift == self.base * (pair[0] + self.shift));
        let line = Line::through(missed.iter().map(|&i| (i, values[i as usize])))?;
        are_powers.then_some((line, from))
    }

    fn is_power_of_base(&self, x: i64) -> bool {
        x > 0 && self.reduced(x).0 == 1
    }

    /// A number other than 0 without its factors that are the base, and how many these are.
    const fn reduced(&self, mut x: i64) -> (i64, u32) {
        let mut valuation = 0;
        while x % self.base == 0 {
            x /= self.base;
            valuation += 1;
        }
        (x, valuation)
    }

    /// The value at an index; `None` where the rule says nothing.
    pub(super) fn at(&self, index: i64) -> Option<i64> {
        let x = index.checked_add(self.shift)?;
        if x == 0 {
            return self.centre;
        }
        if let Some((line, from)) = self.powers
            && x >= from
            && self.is_power_of_base(x)
        {
            return line.at(index);
        }
        let valuation = self.reduced(x).1;
        let factor = if self.is_power { self.base.checked_pow(valuation)? } else { i64::from(valuation) };
        let jump = self.step.checked_mul(factor)?;
        Line { slope: self.slope, offset: self.start }.at(index)?.checked_add(jump)
    }

    /// The number of values that were free.
    pub(super) fn fitted(&self) -> usize {
        4 + usize::from(self.slope != 0)
    }

    /// The label where the valuation is infinite.
    const fn centre_label(&self) -> i64 {
        self.first - self.shift
    }

    /// What the valuation is taken of.
    fn shifted(&self, variable: &str) -> String {
        format!("{variable}{}", plus(self.shift - self.first))
    }

    /// A line over labels.
    fn line(&self, line: Line, variable: &str) -> [(i64, String); 2] {
        let offset = line.offset.saturating_sub(line.slope.saturating_mul(self.first));
        [(line.slope, variable.to_owned()), (offset, "1".to_owned())]
    }

    /// The value of the ruler itself, without powers and centre.
    fn body(&self, variable: &str) -> String {
        let shifted = self.shifted(variable);
        let jump = match self.is_power {
            true => format!("{0} ** valuation({0}, {shifted})", self.base),
            false => format!("valuation({}, {shifted})", self.base),
        };
        let [slope, offset] = self.line(Line { slope: self.slope, offset: self.start }, variable);
        sum(&[(slope.0, &slope.1), (offset.0, &offset.1), (self.step, &jump)])
    }

    fn on_powers(&self, line: Line, variable: &str) -> String {
        let parts = self.line(line, variable);
        sum(&parts.each_ref().map(|(factor, what)| (*factor, what.as_str())))
    }

    /// The rule in words, after the name of the value.
    pub(super) fn text(&self, variable: &str) -> String {
        let mut text = self.body(variable);
        if let Some((line, from)) = self.powers {
            let (line, shifted) = (self.on_powers(line, variable), self.shifted(variable));
            text.push_str(&format!(", but {line} where {shifted} is a power of {} from {from} on", self.base));
        }
        if let Some(centre) = self.centre {
            text.push_str(&format!(", and {centre} at {variable} = {}", self.centre_label()));
        }
        text
    }

    /// The claim that g(n) is the ruler's value at a variable, which is written as an atom.
    pub(super) fn claim_at(&self, variable: &str) -> String {
        let body = self.body(variable);
        let values = match self.powers {
            None => format!("g(n) == {body}"),
            Some((line, from)) => {
                let (line, x, base) = (self.on_powers(line, variable), self.shifted(variable), self.base);
                let is_power = format!("({x} >= {from} and {base} ** valuation({base}, {x}) == {x})");
                format!("({is_power} and g(n) == {line}) or (not {is_power} and g(n) == {body})")
            }
        };
        if self.centre_label() >= self.first {
            format!("{variable} == {} or {values}", self.centre_label())
        } else {
            values
        }
    }
}

/// The numbers u and w, and whether the offsets are u + w b^k rather than u + w k.
fn shape(base: i64, offsets: &[i64]) -> Option<(i64, i64, bool)> {
    let step = offsets[1].checked_sub(offsets[0])?;
    if offsets.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step)) {
        return Some((offsets[0], step, false));
    }
    let factor = step / (base - 1);
    let start = offsets[0].checked_sub(factor)?;
    let fits = (0..).zip(offsets).all(|(k, &offset)| {
        let power = base.checked_pow(k).and_then(|power| power.checked_mul(factor));
        power.and_then(|power| power.checked_add(start)) == Some(offset)
    });
    fits.then_some((start, factor, true))
}

impl Rule for Ruler {
    fn words(&self) -> String {
        format!("G(n) = {}", self.text("n"))
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        match subject {
            Subject::Values => Ok(self.claim_at("n")),
            Subject::Outcomes => Err("values of the game"),
        }
    }

    fn terms(&self, count: usize) -> Said {
        (0..count as i64).map(|index| self.at(index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use grundy_core::control::FREE;

    fn found(first: i64, values: Vec<i64>) -> Vec<Ruler> {
        rulers(&values, first, 2..=6, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget")
    }

    #[test]
    fn rulers_with_slopes_shifts_and_powers() {
        let value = |n: i64| 3 * n - 1 + 2 * i64::from((n + 5).trailing_zeros());
        let ruler = &found(1, (1..400).map(value).collect())[0];
        assert_eq!(ruler.words(), "G(n) = 3 * n - 1 + 2 * valuation(2, n + 5)");
        assert_eq!(ruler.claim(Subject::Values).expect("a claim"), "g(n) == 3 * n - 1 + 2 * valuation(2, n + 5)");
        assert!(ruler.terms(5000).into_iter().zip(1..).all(|(said, n)| said == Some(value(n))));

        let value = |m: i64| match m {
            0 => 5,
            _ if m & (m - 1) == 0 => 4 * m + 5,
            _ => 4 * m + 2 - 8 * (1 << m.trailing_zeros()),
        };
        let ruler = &found(0, (0..300).map(value).collect())[0];
        let words = "G(n) = 4 * n + 2 - 8 * 2 ** valuation(2, n), but 4 * n + 5 where n is a power of 2 from 1 on, \
                     and 5 at n = 0";
        assert_eq!(ruler.words(), words);
        assert!(ruler.terms(5000).into_iter().zip(0..).all(|(said, m)| said == Some(value(m))));
        assert!(ruler.claim(Subject::Values).expect("a claim").starts_with("n == 0 or ((n >= 1 and 2 ** valuation"));
    }

    #[test]
    fn periods_and_spoiled_rulers_are_none() {
        assert!(found(0, (0..400).map(|n| n % 8).collect()).is_empty());
        let exact: Vec<i64> = (1..600i64).map(|n| i64::from((3 * n).trailing_zeros())).collect();
        assert_eq!(found(1, exact.clone()).len(), 1);
        assert!((1..20).all(|seed| found(1, trial::spoiled(&exact, seed)).is_empty()));
    }

    #[test]
    fn random_rulers_are_found() {
        for seed in 1..=50 {
            // Four levels to base 4 take 3 * 4^4 terms.
            let mut random = grundy_core::random::Random(seed);
            let mut below = |bound: u64| random.below(bound) as i64;
            let (base, shift, slope) = (2 + below(3), below(60) - 30, below(7) - 3);
            let (start, step, is_power) = (below(9), 1 + below(5), below(2) == 0);
            let value = |n: i64| {
                let x = n + shift;
                let valuation = (0..20).take_while(|k| x != 0 && x % base.pow(k + 1) == 0).count() as u32;
                slope * n + start + step * if is_power { base.pow(valuation) } else { i64::from(valuation) }
            };
            let values: Vec<i64> = (0..4000).map(value).collect();
            let found = found(0, values[..1500].to_vec());
            let best = found.iter().min_by_key(|ruler| ruler.cost).unwrap_or_else(|| panic!("seed {seed}"));
            let mut said = best.terms(4000).into_iter().zip(&values).zip(0..);
            assert!(
                said.all(|((said, value), n)| said == Some(*value) || n == -shift),
                "seed {seed}: {}",
                best.words()
            );
        }
    }

    #[test]
    fn the_search_reports_rulers() {
        let values: Vec<i64> = (0..600i64).map(|n| 5 * n + 7 * i64::from((n + 3).trailing_zeros())).collect();
        let (kind, words, _) = trial::best(0, &values);
        assert_eq!((kind.as_str(), words.as_str()), ("ruler", "G(n) = 5 * n + 7 * valuation(2, n + 3)"));
    }
}
