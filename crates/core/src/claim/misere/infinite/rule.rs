//! The claimed outcomes of sums with two counters.

use super::super::elements::Elements;
use super::super::refusal::{Ended, refuse};
use super::certificate::InfiniteCertificate;
use num_integer::gcd;

/// The largest threshold, clamp, slope and period.
const LARGEST: u32 = 1000;

/// The largest number of outcomes, and of pairs of counters in the box.
const MOST: i64 = 1 << 20;

/// For each class of pairs (i, j): the elements q with an outcome P, and those with an unknown one.
pub(super) struct Rule {
    slopes: (i64, i64),
    period: i64,
    threshold: i64,
    clamp: i64,
    p: Vec<Elements>,
    unknown: Vec<Elements>,
}

/// The box in which the claim is checked: i below its first number, j below its second one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub i: i64,
    pub j: i64,
    /// c': from here on, conditions on sums with the counter i or j depend on it modulo p only.
    pub threshold: i64,
}

impl Rule {
    pub fn of(certificate: &InfiniteCertificate) -> Result<Self, Ended> {
        let &InfiniteCertificate { slopes, period, threshold, clamp, .. } = certificate;
        let in_range = |number| (1..=LARGEST).contains(&number);
        if ![slopes.0, slopes.1, period, clamp].into_iter().all(in_range) || threshold > LARGEST {
            return refuse(format!(
                "slopes, period and clamp are numbers from 1 to {LARGEST}, the threshold one from 0 on"
            ));
        }
        let (period, threshold, clamp) = (i64::from(period), i64::from(threshold), i64::from(clamp));
        let count = certificate.elements as usize;
        let classes = (threshold + period) * (threshold + period) * (2 * clamp + 1);
        let table = certificate.table.as_bytes();
        if classes.checked_mul(count as i64).is_none_or(|cells| cells > MOST || cells as usize != table.len()) {
            return refuse(format!("the table does not have the right number of outcomes, at most {MOST}"));
        }
        if table.iter().any(|outcome| !b"PN?".contains(outcome)) {
            return refuse("the table has other letters than P, N and ?");
        }
        let classes = classes as usize;
        let those = |wanted: u8| {
            let of_class = |class| Elements::those(count, |q| table[q * classes + class] == wanted);
            (0..classes).map(of_class).collect()
        };
        let slopes = (i64::from(slopes.0), i64::from(slopes.1));
        Ok(Self { slopes, period, threshold, clamp, p: those(b'P'), unknown: those(b'?') })
    }

    /// αi - βj.
    pub fn difference(&self, i: i64, j: i64) -> i64 {
        self.slopes.0 * i - self.slopes.1 * j
    }

    fn class(&self, i: i64, j: i64, difference: i64) -> usize {
        let reduced = |i: i64| if i < self.threshold { i } else { self.threshold + (i - self.threshold) % self.period };
        let (side, clamp) = (self.threshold + self.period, self.clamp);
        ((reduced(i) * side + reduced(j)) * (2 * clamp + 1) + difference.clamp(-clamp, clamp) + clamp) as usize
    }

    /// All q for which (q, i, j) is claimed to be a P-position.
    pub fn p(&self, i: i64, j: i64) -> &Elements {
        &self.p[self.class(i, j, self.difference(i, j))]
    }

    /// All q for which nothing is claimed about (q, i, j).
    pub fn unknown(&self, i: i64, j: i64) -> &Elements {
        &self.unknown[self.class(i, j, self.difference(i, j))]
    }

    /// The box that contains a pair (i, j) of each class, for games whose moves take at most `drop` from a counter and
    /// change the difference by at most `shift`.
    pub fn area(&self, drop: i64, shift: i64) -> Result<Area, Ended> {
        let (threshold, clamp) = (self.threshold + drop, self.clamp + shift);
        let side = |own: i64, other: i64| {
            let near = threshold + other * self.period;
            let far = (other * (threshold + own * self.period) + clamp + own - 1) / own + self.period;
            near.max(far) + 1
        };
        let area = Area { i: side(self.slopes.0, self.slopes.1), j: side(self.slopes.1, self.slopes.0), threshold };
        if area.i.checked_mul(area.j).is_none_or(|pairs| pairs > MOST) {
            return refuse("the box of counters is too large");
        }
        Ok(area)
    }

    /// Whether for some q, other than one of them, and large i and j, the outcome depends on the difference while i and
    /// j stay the same modulo the period. Only differences count that some pairs have: those with the residue of αi -
    /// βj modulo gcd(α, β) p, as i and j grow by multiples of p. Far differences of both signs occur always.
    pub fn depends_on_difference(&self, elements: usize, except: Option<usize>) -> bool {
        let step = gcd(self.slopes.0, self.slopes.1) * self.period;
        let large = self.threshold..self.threshold + self.period;
        let pairs = large.clone().flat_map(|i| large.clone().map(move |j| (i, j)));
        pairs.into_iter().any(|(i, j)| {
            let occurs = |d: &i64| d.abs() == self.clamp || (d - self.difference(i, j)) % step == 0;
            let classes = (-self.clamp..=self.clamp).filter(occurs).map(|d| self.class(i, j, d));
            let classes: Vec<usize> = classes.collect();
            (0..elements).filter(|&q| Some(q) != except).any(|q| {
                let is_p = |&class: &usize| self.p[class].has(q);
                let is_n = |&class: &usize| !self.p[class].has(q) && !self.unknown[class].has(q);
                classes.iter().any(is_p) && classes.iter().any(is_n)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(slopes: (i64, i64), period: i64, threshold: i64, clamp: i64) -> Rule {
        Rule { slopes, period, threshold, clamp, p: Vec::new(), unknown: Vec::new() }
    }

    /// Each pair of counters has the class of a pair in the box, for the threshold and the clamp that moves need.
    #[test]
    fn the_box_has_a_pair_of_each_class() {
        for slopes in [(1, 1), (1, 2), (3, 1), (2, 3), (4, 2)] {
            for (period, threshold, clamp) in [(1, 0, 1), (2, 2, 1), (2, 0, 7), (3, 4, 2), (6, 1, 3)] {
                for (drop, shift) in [(1, 1), (1, 4), (3, 2), (2, 9)] {
                    let area = rule(slopes, period, threshold, clamp).area(drop, shift).ok().unwrap();
                    let wide = rule(slopes, period, threshold + drop, clamp + shift);
                    let class = |i, j| wide.class(i, j, wide.difference(i, j));
                    let pairs = |i: i64, j: i64| (0..i).flat_map(move |i| (0..j).map(move |j| (i, j)));
                    let inside: std::collections::HashSet<usize> =
                        pairs(area.i, area.j).map(|(i, j)| class(i, j)).collect();
                    let (i, j) = (3 * area.i + 20, 3 * area.j + 20);
                    assert!(pairs(i, j).all(|(i, j)| inside.contains(&class(i, j))), "{slopes:?} {period} {threshold}");
                }
            }
        }
    }
}
