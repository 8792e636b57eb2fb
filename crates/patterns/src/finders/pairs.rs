//! Complementary pairs: the P-positions are (a_k, b_k) and (b_k, a_k), where a_k is the least number in no pair before,
//! and b_k = r a_k + s k + t. The first pairs may be exceptions.
//!
//! For r = 1 and t = 0 the a_k are the numbers floor(k x) with x² + (s - 2) x = s (A. S. Fraenkel, *How to beat your
//! Wythoff games' opponent on three fronts*, Amer. Math. Monthly 89 (1982)), and then a claim needs no recurrence. For
//! other r see A. S. Fraenkel, *Heap games, numeration systems and sequences*, Ann. Comb. 2 (1998).
//!
//! Needs a box from 0 on, symmetric, with at most one P-position in almost all rows, and ten pairs. It takes one look
//! at each position.

use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::symmetry::Symmetry;
use crate::table::Table;
use std::collections::BTreeSet;
use std::sync::Arc;

const PAIRS: Kind = Kind {
    closes: false,
    ..Kind::set("pairs", "P-positions are the pairs (a, r a + s k + t), a the least number in no pair before")
};

/// Finds complementary pairs.
pub const FINDER: Finder =
    Finder { kinds: &[&PAIRS], least: 100, is_linear: true, looks_at: LooksAt::Outcomes, find: Find::Table(find) };

/// Fewer pairs say nothing.
const LEAST: usize = 10;

type Pair = (i64, i64);

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    budget.spend(fit.data.len())?;
    let Some(rule) = fitted(&fit.data) else { return Ok(Vec::new()) };
    let listed = rule.listed.iter().flat_map(|&(a, b)| [a, b]);
    let numbers = [rule.law.r, rule.law.s, rule.law.t, rule.law.from];
    Ok(vec![Candidate {
        kind: &PAIRS,
        null: fit.null,
        cost: Bits::whole(10) + bits::whole_numbers(listed) + bits::whole_numbers(numbers),
        fitted: 3,
        confirmed: fit.data.len(),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(rule),
    }])
}

/// The rule, if there is one.
fn fitted(table: &Table) -> Option<Pairs> {
    let is_square = table.dimensions() == 2 && table.is_whole_box() && table.high()[0] == table.high()[1];
    if !is_square || *table.symmetry() != Symmetry::AnyOrder {
        return None;
    }
    let (start, pairs) = pairs_of(table)?;
    if pairs.len() < LEAST {
        return None;
    }
    let (from, r, s, t) = law(&pairs)?;
    let law = Law { r, s, t, from: from as i64 };
    let listed: Vec<Pair> = start.iter().chain(&pairs[..from]).copied().collect();
    // A listed position that does not begin a pair is not counted by k.
    let beatty = Beatty::of(law).filter(|beatty| {
        let rest = (from as i64..).zip(&pairs[from..]);
        rest.clone().all(|(k, pair)| beatty.term(k) == Some(pair.0)) && rest.count() >= LEAST
    });
    Some(Pairs { names: table.names().to_vec(), shown: pairs[..5].to_vec(), started: start.len(), listed, law, beatty })
}

/// The P-positions of the rows before the first one from which each row has at most one; and the pairs of the other
/// rows, as far as all of them are known.
fn pairs_of(table: &Table) -> Option<(Vec<Pair>, Vec<Pair>)> {
    let count = table.high()[0] + 1;
    let mut rows: Vec<Vec<i64>> = vec![Vec::new(); count as usize];
    for (point, _) in table.points().zip(table.values()).filter(|(_, value)| **value == 0) {
        rows[point[0] as usize].push(point[1]);
    }
    let first = rows.iter().rposition(|row| row.len() > 1).map_or(0, |row| row as i64 + 1);
    let in_rows = |range: std::ops::Range<i64>| -> Vec<Pair> {
        range.flat_map(|a| rows[a as usize].iter().map(move |&b| (a, b))).collect()
    };
    let start = in_rows(0..first);
    if first > count / 8 || start.iter().any(|&(_, b)| b > count / 8) {
        return None;
    }
    let mut used: BTreeSet<i64> = start.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut pairs: Vec<Pair> = in_rows(first..count).into_iter().filter(|(a, b)| b >= a && !used.contains(a)).collect();
    // Beyond the least number of which the pair is not known, pairs may be missing.
    let known: BTreeSet<i64> = used.iter().copied().chain(pairs.iter().flat_map(|&(a, b)| [a, b])).collect();
    let limit = least_missing(&known, 0);
    pairs.retain(|&(a, _)| a < limit);
    let mut least = 0;
    for &(a, b) in &pairs {
        least = least_missing(&used, least);
        if a != least {
            return None;
        }
        used.extend([a, b]);
    }
    Some((start, pairs))
}

fn least_missing(numbers: &BTreeSet<i64>, from: i64) -> i64 {
    (from..).find(|number| !numbers.contains(number)).unwrap_or(from)
}

/// The first k from which b_k = r a_k + s k + t, and r, s, t.
fn law(pairs: &[Pair]) -> Option<(usize, i64, i64, i64)> {
    for from in 0..4 {
        for r in [1, 2, 3, 0] {
            let rest: Vec<i64> = pairs[from..].iter().map(|(a, b)| b - r * a).collect();
            let s = rest[1] - rest[0];
            if rest.windows(2).all(|two| two[1] - two[0] == s) {
                return Some((from, r, s, rest[0] - s * from as i64));
            }
        }
    }
    None
}

/// b_k = r a_k + s k + t for k >= from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Law {
    r: i64,
    s: i64,
    t: i64,
    from: i64,
}

/// The sequence floor(k (p + sqrt d) / q).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Beatty {
    p: i64,
    d: i64,
    q: i64,
}

impl Beatty {
    /// The a_k of a law with r = 1 and t = 0, for s > 0.
    fn of(law: Law) -> Option<Beatty> {
        let s = law.s;
        if law.r != 1 || law.t != 0 || !(1..1000).contains(&s) {
            return None;
        }
        // x² + (s - 2) x - s = 0; p and d have common factors if s is even.
        Some(match s % 2 {
            0 => Beatty { p: (2 - s) / 2, d: s * s / 4 + 1, q: 1 },
            _ => Beatty { p: 2 - s, d: s * s + 4, q: 2 },
        })
    }

    fn term(self, k: i64) -> Option<i64> {
        let root = self.d.checked_mul(k.checked_mul(k)?)?.isqrt();
        Some((self.p.checked_mul(k)?.checked_add(root)?).div_euclid(self.q))
    }

    /// The term with index `k`, which is an expression that binds as tightly as a product needs.
    fn text(self, k: &str) -> String {
        if self == (Beatty { p: 1, d: 5, q: 2 }) {
            return format!("floor_phi({k})");
        }
        let root = format!("isqrt({} * {k} ** 2)", self.d);
        let sum = match self.p {
            0 => root,
            1 => format!("{k} + {root}"),
            p => format!("{p} * {k} + {root}"),
        };
        match self.q {
            1 => sum,
            q => format!("({sum}) / {q}"),
        }
    }

    fn words(self) -> String {
        let number = match (self.p, self.q) {
            (0, _) => format!("sqrt {}", self.d),
            (p, 1) => format!("({p} + sqrt {})", self.d),
            (p, q) => format!("({p} + sqrt {}) / {q}", self.d),
        };
        format!("a_k = floor(k {number})")
    }
}

/// The rule.
#[derive(Debug)]
struct Pairs {
    names: Vec<String>,
    /// The first pairs.
    shown: Vec<Pair>,
    /// The number of listed positions that are not among the (a_k, b_k).
    started: usize,
    /// Positions (a, b) that the law does not give.
    listed: Vec<Pair>,
    law: Law,
    beatty: Option<Beatty>,
}

impl Pairs {
    /// All P-positions (a, b) with a <= b and a at most `most`, by the rule of the least number that is missing.
    fn by_recurrence(&self, most: i64) -> BTreeSet<Pair> {
        let Law { r, s, t, .. } = self.law;
        let mut pairs: BTreeSet<Pair> = self.listed.iter().copied().filter(|(a, b)| a <= b).collect();
        let mut used: BTreeSet<i64> = self.listed.iter().flat_map(|&(a, b)| [a, b]).collect();
        let mut a = 0;
        for k in self.law.from.. {
            a = least_missing(&used, a);
            let b = r.checked_mul(a).zip(s.checked_mul(k)).and_then(|(ra, sk)| ra.checked_add(sk)?.checked_add(t));
            match b {
                Some(b) if a <= most && b >= a => {
                    pairs.insert((a, b));
                    used.extend([a, b]);
                }
                _ => break,
            }
        }
        pairs
    }

    fn by_formula(&self, beatty: Beatty, (a, b): Pair) -> bool {
        let (k, rest) = ((b - a) / self.law.s, (b - a) % self.law.s);
        self.listed.contains(&(a, b)) || (rest == 0 && k >= self.law.from && beatty.term(k) == Some(a))
    }

    fn law_words(&self) -> String {
        let Law { r, s, t, from } = self.law;
        let product = |factor: i64, name: &str| match factor {
            0 => None,
            1 => Some(name.to_owned()),
            _ => Some(format!("{factor} {name}")),
        };
        let terms: Vec<String> = [product(r, "a_k"), product(s, "k")].into_iter().flatten().collect();
        let mut text = format!("b_k = {}", if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") });
        match t {
            0 => {}
            1.. => text.push_str(&format!(" + {t}")),
            _ => text.push_str(&format!(" - {}", t.unsigned_abs())),
        }
        if from > 0 {
            text.push_str(&format!(" for k >= {from}"));
        }
        text
    }
}

impl Rule for Pairs {
    fn words(&self) -> String {
        let list = |pairs: &[Pair]| pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect::<Vec<_>>().join(", ");
        let start = match &self.listed[..self.started] {
            [] => String::new(),
            start => format!("{}, and ", list(start)),
        };
        let formula = self.beatty.map_or(String::new(), |beatty| {
            format!("; {}{}", beatty.words(), if self.law.from > 0 { " there" } else { "" })
        });
        format!(
            "the P-positions are, in either order, {start}(a_k, b_k) = {}, ...; a_k is the least number in no pair before, {}{formula}",
            list(&self.shown),
            self.law_words()
        )
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let Law { r, s, t, from } = self.law;
        let both = self.names.join(", ");
        let difference = format!("abs({})", self.names.join(" - "));
        let law = match self.beatty {
            Some(beatty) => {
                let k = if s == 1 { difference.clone() } else { format!("({difference} / {s})") };
                let mut parts = Vec::new();
                if s > 1 {
                    parts.push(format!("{difference} % {s} == 0"));
                }
                if from > 0 {
                    parts.push(format!("{difference} >= {}", s * from));
                }
                parts.push(format!("min({both}) == {}", beatty.text(&k)));
                parts.join(" and ")
            }
            None if self.listed.is_empty() => format!("mex_pair({r}, {s}, {t}, h)"),
            None => return Err("pairs by the least missing number after given first pairs"),
        };
        let listed = self.listed.iter().filter(|(a, b)| a <= b);
        let one = |(a, b): &Pair| format!("(min({both}) == {a} and max({both}) == {b})");
        let mut all: Vec<String> = listed.map(one).collect();
        let is_only = all.is_empty();
        all.push(if is_only { law } else { format!("({law})") });
        Ok(format!("outcome == P iff {}", all.join(" or ")))
    }

    fn positions(&self, table: &Table) -> Said {
        let ordered = |point: &[i64]| (point[0].min(point[1]), point[0].max(point[1]));
        let most = table.points().map(|point| ordered(point).0).max().unwrap_or(0);
        let known = if self.beatty.is_some() { BTreeSet::new() } else { self.by_recurrence(most) };
        let is_p = |point: &[i64]| match self.beatty {
            Some(beatty) => self.by_formula(beatty, ordered(point)),
            None => known.contains(&ordered(point)),
        };
        table.points().map(|point| Some(i64::from(!is_p(point)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, found, table_of, wythoff};

    /// P-positions by their definition.
    fn table(max: i64, first: &[Pair], r: i64, s: i64, t: i64) -> Table {
        let mut pairs = first.to_vec();
        let mut used: BTreeSet<i64> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        for k in first.len() as i64.. {
            let a = least_missing(&used, 0);
            if a > max {
                break;
            }
            pairs.push((a, r * a + s * k + t));
            used.extend([a, r * a + s * k + t]);
        }
        table_of(2, max, |p| i64::from(!pairs.contains(&(p[0].min(p[1]), p[0].max(p[1])))))
    }

    #[test]
    fn laws_are_recovered() {
        for (first, r, s, t) in [
            (vec![], 1, 1, 0),
            (vec![], 1, 3, 0),
            (vec![], 1, 4, 0),
            (vec![], 2, 1, 0),
            (vec![], 1, 2, 1),
            (vec![(0, 1), (2, 2)], 1, 1, 0),
        ] {
            let table = table(80, &first, r, s, t);
            let rule = fitted(&table).unwrap_or_else(|| panic!("{r} {s} {t}"));
            assert_eq!((rule.law, rule.listed.len()), (Law { r, s, t, from: first.len() as i64 }, first.len()));
            assert_eq!(rule.beatty.is_some(), r == 1 && t == 0);
            assert!(rule.positions(&table).iter().zip(table.values()).all(|(said, value)| *said == Some(*value)));
        }
    }

    #[test]
    fn the_formula_and_the_recurrence_agree() {
        for s in 1..=6 {
            let rule = fitted(&table(200, &[], 1, s, 0)).expect("a rule");
            let pairs = rule.by_recurrence(2000);
            let beatty = rule.beatty.expect("a formula");
            assert!(pairs.iter().zip(0..).all(|(pair, k)| beatty.term(k) == Some(pair.0)), "s = {s}");
        }
    }

    #[test]
    fn claims_and_words() {
        let rule = fitted(&table(80, &[], 1, 1, 0)).expect("a rule");
        let claim = rule.claim(Subject::Values);
        assert_eq!(claim.as_deref(), Ok("outcome == P iff min(h1, h2) == floor_phi(abs(h1 - h2))"));
        assert!(rule.words().ends_with("b_k = a_k + k; a_k = floor(k (1 + sqrt 5) / 2)"), "{}", rule.words());
        let claim = fitted(&table(80, &[], 1, 2, 0)).expect("a rule").claim(Subject::Outcomes).expect("a claim");
        assert_eq!(
            claim,
            "outcome == P iff abs(h1 - h2) % 2 == 0 and min(h1, h2) == isqrt(2 * (abs(h1 - h2) / 2) ** 2)"
        );
        let claim = fitted(&table(80, &[], 2, 1, 0)).expect("a rule").claim(Subject::Outcomes).expect("a claim");
        assert_eq!(claim, "outcome == P iff mex_pair(2, 1, 0, h)");
        let rule = fitted(&table(80, &[(0, 1), (2, 2)], 1, 1, 0)).expect("a rule");
        assert_eq!(
            rule.claim(Subject::Outcomes).expect("a claim"),
            "outcome == P iff (min(h1, h2) == 0 and max(h1, h2) == 1) or (min(h1, h2) == 2 and max(h1, h2) == 2) or \
             (abs(h1 - h2) >= 2 and min(h1, h2) == floor_phi(abs(h1 - h2)))"
        );
    }

    #[test]
    fn wythoff_is_found_and_near_misses_are_not() {
        let guess = Game::new(2, 100, wythoff).guess();
        assert_eq!(guess.patterns[0].kind, "pairs");
        let mut values = table(100, &[], 1, 1, 0).values().to_vec();
        values.iter_mut().step_by(97).for_each(|value| *value = 1 - *value);
        let noisy = table_of(2, 100, |p| values[(p[0] * 101 + p[1]) as usize]);
        assert!(found(noisy, Subject::Outcomes).patterns.is_empty());
    }
}
