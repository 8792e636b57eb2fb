//! k-regular sequences: every sequence G(k^e m + r) is a rational combination of a few of them, of 1 and of m.
//!
//! Idea: rows of 48 terms of G(k^e m + r), for k = 2 and 3, are eliminated modulo a prime of 31 bits, level by level. A
//! row that is independent is a new one of the few (at most 8); the coefficients of the others are recovered as
//! fractions with numerators up to 2000 and denominators up to 64 (J.-P. Allouche and J. Shallit, *The ring of
//! k-regular sequences*, Theoret. Comput. Sci. 98 (1992)). All terms then follow, with exact numbers. Cost: 6 bits and
//! the coefficients. Needs 48 k^2 terms or more, from 0 or 1 on. False friend: ordinary periods, which are cheaper as
//! what they are.

use super::writing::{bare, start, sum};
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use num_integer::gcd;
use std::sync::Arc;

const REGULAR: Kind = Kind::complete("regular", "G(k^e m + r) are combinations of a few such sequences, of 1 and of m");

/// Finds 2-regular and 3-regular sequences.
pub const FINDER: Finder =
    Finder { kinds: &[&REGULAR], least: 192, is_linear: false, looks_at: LooksAt::Values, find: Find::Sequence(find) };

/// The length of the rows.
const COLUMNS: i64 = 48;

/// The largest number of sequences that the others are combinations of.
const RANK: usize = 8;

/// A prime near 2^31, so that products of two remainders have 64 bits.
const PRIME: u64 = 2_147_483_629;

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let data = &fit.data;
    let mut found = Vec::new();
    for base in [2, 3] {
        if !(0..=1).contains(&data.first) {
            break;
        }
        let Some((rule, cost)) = Regular::new(data, base, budget)? else { continue };
        budget.spend(100 * data.len())?;
        if rule.terms(data.len()).iter().zip(&data.values).any(|(said, value)| *said != Some(*value)) {
            continue;
        }
        found.push(Candidate {
            kind: &REGULAR,
            null: fit.null,
            cost,
            fitted: rule.relations.iter().map(|relation| relation.parts.len()).sum(),
            confirmed: data.len() - COLUMNS as usize,
            exceptions: Vec::new(),
            demand: Demand::USUAL,
            rule: Arc::new(rule),
        });
    }
    Ok(found)
}

/// The sequence G(k^e m + r) in m.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    /// k^e.
    factor: i64,
    rest: i64,
}

/// `divisor` G(k^e m + r) is a sum of multiples of the basis: 1, m, and the parts.
#[derive(Debug, PartialEq, Eq)]
struct Relation {
    of: Part,
    divisor: i64,
    /// Indices of the basis, and factors.
    parts: Vec<(usize, i64)>,
}

/// A k-regular sequence.
#[derive(Debug)]
struct Regular {
    first: i64,
    base: i64,
    parts: Vec<Part>,
    relations: Vec<Relation>,
    /// Of the first numbers m, from 0 on, the values of the basis; `None` at 0 if the sequence begins with 1.
    starts: Vec<Option<Vec<i64>>>,
    /// The values that these contain.
    known: Vec<i64>,
}

impl Regular {
    fn new(data: &Sequence, base: i64, budget: &mut Budget) -> Result<Option<(Regular, Bits)>, Stop> {
        let value = |n: i64| usize::try_from(n - data.first).ok().and_then(|i| data.values.get(i).copied());
        let columns = data.first..data.first + COLUMNS;
        let row =
            |part: Part| columns.clone().map(|m| value(part.factor * m + part.rest)).collect::<Option<Vec<i64>>>();
        let mut basis = Basis::default();
        let whole = Part { factor: 1, rest: 0 };
        let Some(own) = row(whole) else { return Ok(None) };
        let firsts = [vec![1; COLUMNS as usize], columns.clone().collect(), own];
        if firsts.iter().any(|row| basis.add(row).is_some()) {
            return Ok(None);
        }
        let (mut parts, mut relations) = (vec![whole], Vec::new());
        let mut next = 0;
        while let Some(&part) = parts.get(next) {
            next += 1;
            for digit in 0..base {
                budget.spend(COLUMNS as usize * (RANK + 2))?;
                let longer = Part { factor: part.factor * base, rest: part.rest + digit * part.factor };
                let Some(values) = row(longer) else { return Ok(None) };
                match basis.add(&values) {
                    Some(combination) => relations.push((longer, combination)),
                    None if parts.len() == RANK => return Ok(None),
                    None => parts.push(longer),
                }
            }
        }
        let mut cost = Bits::whole(6) + bits::whole_number(base);
        let relations: Option<Vec<Relation>> =
            relations.into_iter().map(|(of, combination)| relation(of, &combination, &mut cost)).collect();
        let Some(relations) = relations else { return Ok(None) };
        let start = base.max(data.first + 1).max(2);
        let vector = |m: i64| {
            let parts = parts.iter().map(|part| value(part.factor * m + part.rest));
            [Some(1), Some(m)].into_iter().chain(parts).collect::<Option<Vec<i64>>>()
        };
        let starts = (0..start).map(|m| if m < data.first { None } else { vector(m) }).collect();
        let last = parts.iter().map(|part| part.factor * (start - 1) + part.rest).max().unwrap_or(0);
        let known = (data.first..=last).map_while(value).collect();
        Ok(Some((Regular { first: data.first, base, parts, relations, starts, known }, cost)))
    }

    /// The values of the basis at base m + digit, from those at m.
    fn step(&self, vector: &[i64], number: i64, digit: i64) -> Option<Vec<i64>> {
        let parts = self.parts.iter().map(|part| {
            let longer = Part { factor: part.factor * self.base, rest: part.rest + digit * part.factor };
            match self.parts.iter().position(|part| *part == longer) {
                Some(index) => Some(vector[index + 2]),
                None => self.relations.iter().find(|relation| relation.of == longer)?.value(vector),
            }
        });
        [Some(1), Some(number)].into_iter().chain(parts).collect()
    }

    /// `G(2 m + 1)` in the notation of words, or `g(2 * (n / 4) + 1)` in the language.
    fn term(&self, index: usize, name: &str, product: &str, variable: &str) -> String {
        let of = |part: Part| {
            let product = format!("{}{product}{variable}", part.factor);
            match part {
                Part { factor: 1, .. } => bare(variable).to_owned(),
                Part { rest: 0, .. } => product,
                Part { rest, .. } => format!("{product} + {rest}"),
            }
        };
        match index {
            0 => "1".to_owned(),
            1 => variable.to_owned(),
            _ => format!("{name}({})", of(self.parts[index - 2])),
        }
    }

    fn sum(&self, relation: &Relation, name: &str, product: &str, variable: &str) -> String {
        let terms: Vec<(i64, String)> =
            relation.parts.iter().map(|&(index, factor)| (factor, self.term(index, name, product, variable))).collect();
        let terms: Vec<(i64, &str)> = terms.iter().map(|(factor, text)| (*factor, text.as_str())).collect();
        sum(&terms)
    }
}

impl Relation {
    fn value(&self, vector: &[i64]) -> Option<i64> {
        let sum = self
            .parts
            .iter()
            .try_fold(0i128, |sum, &(index, factor)| sum.checked_add(i128::from(vector[index]) * i128::from(factor)))?;
        let divisor = i128::from(self.divisor);
        (sum % divisor == 0).then(|| i64::try_from(sum / divisor).ok())?
    }
}

/// A combination with small fractions for coefficients, whose cost is added.
fn relation(of: Part, combination: &[u64], cost: &mut Bits) -> Option<Relation> {
    let fractions: Option<Vec<(i64, i64)>> = combination.iter().map(|&x| fraction(x)).collect();
    let fractions: Vec<(usize, (i64, i64))> =
        fractions?.into_iter().enumerate().filter(|(_, (above, _))| *above != 0).collect();
    for (_, (above, below)) in &fractions {
        *cost += bits::whole_numbers([*above, below - 1]) + Bits::whole(2);
    }
    let divisor = fractions.iter().try_fold(1i64, |lcm, (_, (_, below))| lcm.checked_mul(below / gcd(lcm, *below)))?;
    let parts = fractions.into_iter().map(|(index, (above, below))| Some((index, above.checked_mul(divisor / below)?)));
    Some(Relation { of, divisor, parts: parts.collect::<Option<_>>()? })
}

/// The small fraction that is a number modulo the prime, by Euclid's algorithm.
fn fraction(number: u64) -> Option<(i64, i64)> {
    let (mut r, mut s) = ([PRIME as i64, number as i64], [0i64, 1i64]);
    while r[1] > 2000 {
        let quotient = r[0] / r[1];
        r = [r[1], r[0] - quotient * r[1]];
        s = [s[1], s[0] - quotient * s[1]];
    }
    let is_small = s[1] != 0 && s[1].abs() <= 64;
    is_small.then(|| if s[1] > 0 { (r[1], s[1]) } else { (-r[1], -s[1]) })
}

/// Independent rows modulo the prime.
#[derive(Default)]
struct Basis {
    rows: Vec<Row>,
}

/// A row with 1 at its pivot, as a combination of the rows that were added.
struct Row {
    pivot: usize,
    row: Vec<u64>,
    combination: Vec<u64>,
}

impl Basis {
    /// Adds a row if it is independent of those before; otherwise it is this combination of them.
    fn add(&mut self, values: &[i64]) -> Option<Vec<u64>> {
        let size = self.rows.len();
        let mut row: Vec<u64> = values.iter().map(|&x| x.rem_euclid(PRIME as i64) as u64).collect();
        let mut combination = vec![0u64; size];
        for known in &self.rows {
            let factor = row[known.pivot];
            for (x, y) in row.iter_mut().zip(&known.row) {
                *x = (*x + (PRIME - factor) * y) % PRIME;
            }
            for (x, y) in combination.iter_mut().zip(&known.combination) {
                *x = (*x + factor * y) % PRIME;
            }
        }
        let Some(pivot) = row.iter().position(|&x| x != 0) else { return Some(combination) };
        let inverse = power(row[pivot], PRIME - 2);
        row.iter_mut().for_each(|x| *x = *x * inverse % PRIME);
        combination.iter_mut().for_each(|x| *x = (PRIME - *x) % PRIME * inverse % PRIME);
        combination.push(inverse);
        self.rows.push(Row { pivot, row, combination });
        None
    }
}

const fn power(mut x: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * x % PRIME;
        }
        x = x * x % PRIME;
        exponent >>= 1;
    }
    result
}

impl Rule for Regular {
    fn words(&self) -> String {
        let relation = |relation: &Relation| {
            let Part { factor, rest } = relation.of;
            let divisor = if relation.divisor == 1 { String::new() } else { format!("{} ", relation.divisor) };
            let rest = if rest == 0 { String::new() } else { format!(" + {rest}") };
            format!("{divisor}G({factor} m{rest}) = {}", self.sum(relation, "G", " ", "m"))
        };
        let relations: Vec<String> = self.relations.iter().map(relation).collect();
        let (base, rank, first, known) = (self.base, self.parts.len(), self.first, start(&self.known));
        format!(
            "{base}-regular of rank {rank}: for m >= {first}, {}; from n = {first} on G begins {known}",
            relations.join(", ")
        )
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        subject.arithmetic()?;
        let part = |relation: &Relation| {
            let Part { factor, rest } = relation.of;
            let late = if self.first > 0 { format!("n >= {factor} and ") } else { String::new() };
            let divisor = if relation.divisor == 1 { String::new() } else { format!("{} * ", relation.divisor) };
            let sum = self.sum(relation, "g", " * ", &format!("(n / {factor})"));
            format!("({late}n % {factor} == {rest} implies {divisor}g(n) == {sum})")
        };
        Ok(self.relations.iter().map(part).collect::<Vec<_>>().join(" and "))
    }

    fn terms(&self, count: usize) -> Said {
        let end = self.first as usize + count;
        let mut vectors: Vec<Option<Vec<i64>>> = self.starts.iter().take(end).cloned().collect();
        for n in vectors.len()..end {
            let (before, digit) = (n / self.base as usize, (n % self.base as usize) as i64);
            let next = vectors[before].as_ref().and_then(|vector| self.step(vector, n as i64, digit));
            vectors.push(next);
        }
        vectors.into_iter().skip(self.first as usize).map(|vector| vector.map(|vector| vector[2])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use grundy_core::control::FREE;

    fn found(first: i64, values: Vec<i64>) -> Vec<Candidate> {
        let fit = Fit::sequence(Sequence { first, values }, Subject::Values);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        found.into_iter().filter(|found| found.refusal().is_none()).collect()
    }

    #[test]
    fn combinations_with_their_claims() {
        let mark =
            trial::mex_values(2000, |n, values| if n == 0 { vec![] } else { vec![values[n - 1], values[n / 2]] });
        let rule = &found(0, mark[..1000].to_vec())[0].rule;
        let claim = "(n % 4 == 0 implies g(n) == g(n / 4)) and (n % 4 == 2 implies g(n) == 0) and \
                     (n % 4 == 1 implies g(n) == g(2 * (n / 4) + 1)) and (n % 4 == 3 implies g(n) == 3 - g(2 * (n / 4) + 1))";
        assert_eq!(rule.claim(Subject::Values).as_deref(), Ok(claim));
        assert!(rule.terms(2000).into_iter().zip(mark).all(|(said, value)| said == Some(value)));

        let nondivisor = |n: i64| (n >> n.trailing_zeros()) / 2;
        let rule = &found(1, (1..400).map(nondivisor).collect())[0].rule;
        let words = "2-regular of rank 1: for m >= 1, G(2 m) = G(m), G(2 m + 1) = m; from n = 1 on G begins 0";
        assert_eq!(rule.words(), words);
        assert!(rule.terms(3000).into_iter().zip(1..).all(|(said, n)| said == Some(nondivisor(n))));
        let claim =
            "(n >= 2 and n % 2 == 0 implies g(n) == g(n / 2)) and (n >= 2 and n % 2 == 1 implies g(n) == (n / 2))";
        assert_eq!(rule.claim(Subject::Values).as_deref(), Ok(claim));
    }

    #[test]
    fn the_search_reports_regular_sequences() {
        // G(3 m) = 2 G(m), G(3 m + 1) = G(m) + m, G(3 m + 2) = 5 - G(m).
        let mut values = vec![0i64, 0, 5];
        for n in 3..3000usize {
            let m = values[n / 3];
            values.push([2 * m, m + n as i64 / 3, 5 - m][n % 3]);
        }
        let (kind, words, _) = trial::best(0, &values);
        assert_eq!(kind, "regular", "{words}");
        assert!(words.contains("G(3 m + 2) = 5 - G(m)"), "{words}");
        for seed in 1..20 {
            let kinds = trial::kinds(0, trial::spoiled(&values, seed));
            assert!(!kinds.contains(&"regular".to_owned()), "seed {seed}: {kinds:?}");
        }
    }

    #[test]
    fn fractions_are_recovered() {
        let inverse = |x: u64| power(x, PRIME - 2);
        assert_eq!(fraction(7 * inverse(3) % PRIME), Some((7, 3)));
        assert_eq!(fraction(PRIME - 5 * inverse(8) % PRIME), Some((-5, 8)));
        assert_eq!((fraction(0), fraction(inverse(9973))), (Some((0, 1)), None));
    }
}
