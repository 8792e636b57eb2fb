//! Rules that fit to the outcomes: a threshold and a period for each counter, and a clamped difference.

use super::counters::Plan;
use super::finite::Finite;
use super::outcomes::{Outcomes, USED};
use grundy_core::claim::InfiniteCertificate;

/// The slopes and the periods that are tried.
const SLOPES: [(u32, u32); 7] = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)];
const PERIODS: [u32; 3] = [2, 4, 6];

/// The largest sum of threshold and clamp.
const LARGEST: u32 = 14;

/// A rule that fits.
pub(super) struct Fit {
    pub slopes: (u32, u32),
    pub period: u32,
    pub threshold: u32,
    pub clamp: u32,
    /// The outcomes, in the order of a certificate.
    pub table: String,
}

impl Fit {
    /// All rules that fit, simple ones first.
    pub fn all(outcomes: &Outcomes) -> impl Iterator<Item = Self> + '_ {
        let shapes = (1..=LARGEST).flat_map(|sum| (0..sum).map(move |threshold| (threshold, sum - threshold)));
        let periods = PERIODS.into_iter().flat_map(move |period| shapes.clone().map(move |shape| (period, shape)));
        let all = SLOPES.into_iter().flat_map(move |slopes| periods.clone().map(move |rest| (slopes, rest)));
        all.filter_map(|(slopes, (period, (threshold, clamp)))| {
            let fit = Self { slopes, period, threshold, clamp, table: String::new() };
            Some(Self { table: fit.table_of(outcomes)?, ..fit })
        })
    }

    /// The table of this rule, if all outcomes agree with one.
    fn table_of(&self, outcomes: &Outcomes) -> Option<String> {
        let Self { slopes, period, threshold, clamp, .. } = *self;
        let side = (threshold + period) as usize;
        let width = 2 * clamp as usize + 1;
        let reduced = |i: u32| if i < threshold { i } else { threshold + (i - threshold) % period } as usize;
        let clamped = |i: u32, j: u32| {
            let (above, below) = (slopes.0 * i + clamp, slopes.1 * j);
            above.saturating_sub(below).min(2 * clamp) as usize
        };
        let pairs = (0..USED).flat_map(|i| (0..USED).map(move |j| (i, j)));
        let pairs = pairs.map(|(i, j)| (i, j, (reduced(i) * side + reduced(j)) * width + clamped(i, j)));
        let pairs: Vec<(u32, u32, usize)> = pairs.collect();
        let classes = side * side * width;
        let mut table = vec![b'?'; outcomes.count * classes];
        for (class, row) in table.chunks_mut(classes).enumerate() {
            for &(i, j, place) in &pairs {
                let Some(is_p) = outcomes.is_p(class, i, j) else { continue };
                let outcome = if is_p { b'P' } else { b'N' };
                if row[place] != b'?' && row[place] != outcome {
                    return None;
                }
                row[place] = outcome;
            }
        }
        String::from_utf8(table).ok()
    }

    /// The certificate with these outcomes.
    pub fn certificate(self, outcomes: &Outcomes, finite: &Finite, plan: &Plan) -> InfiniteCertificate {
        let class = |q: u16| u32::from(outcomes.class_of[usize::from(q)]);
        let value = |heap: usize| finite.values[heap].map(|(q, i, j)| (class(q), i, j));
        let action = |&heap: &u32| {
            let q = finite.values[heap as usize].unwrap_or_default().0;
            (u64::from(heap), outcomes.first.iter().map(|&x| class(finite.product(x, q))).collect())
        };
        InfiniteCertificate {
            heaps: finite.values.len() as u64 - 1,
            elements: outcomes.count as u32,
            counters: (plan.a.into(), plan.b.into()),
            slopes: self.slopes,
            period: self.period,
            threshold: self.threshold,
            clamp: self.clamp,
            overflow: finite.overflow.map_or(-1, |q| class(q).into()),
            phi: (1..finite.values.len()).map(value).collect(),
            actions: finite.generators.iter().map(action).collect(),
            table: self.table,
        }
    }
}
