//! The least period of the values of heaps.

use grundy_core::claim::Extent;

/// Up to this heap, a period is looked for after every heap; then after every sixteenth part more, and where a period
/// that is seen would be proved.
const EVERY: usize = 1 << 14;

/// For each q, the last heap whose value differs from the one q heaps later.
#[derive(Debug, Clone)]
pub(super) struct Mismatches {
    /// The largest heap that was looked at.
    last: usize,
    of: Vec<usize>,
    /// `EVERY`, but in tests.
    every: usize,
    /// Beyond `every`, the heap after which a period is looked for next.
    next: usize,
}

impl Default for Mismatches {
    fn default() -> Self {
        Self { last: 0, of: Vec::new(), every: EVERY, next: 0 }
    }
}

impl Mismatches {
    /// Those of the values of heaps 1, 2, .... The value of heap 0 does not count.
    pub fn of(phi: &[u16]) -> Self {
        let last = phi.len() - 1;
        let last_mismatch = |q: usize| (1..=last - q).rev().find(|&n| phi[n] != phi[n + q]).unwrap_or(0);
        Self { last, of: std::iter::once(0).chain((1..last).map(last_mismatch)).collect(), every: EVERY, next: last }
    }

    /// Takes note of one heap more, the last one.
    pub fn push(&mut self, phi: &[u16]) {
        let last = phi.len() - 1;
        if last > self.every {
            if last >= self.next {
                *self = Self { every: self.every, ..Self::of(phi) };
            }
            return;
        }
        self.of.resize(last.max(1), 0);
        self.last = last;
        for q in 1..last {
            if phi[last - q] != phi[last] {
                self.of[q] = last - q;
            }
        }
    }

    /// The least period that the known heaps prove, with its least preperiod.
    pub fn proved(&mut self, extent: Extent) -> Option<(u64, u64)> {
        if self.last > self.every && self.last < self.next {
            return None;
        }
        self.next = self.last + self.last / 16;
        let periods = 1..=self.last / extent.heaps as usize;
        let enough = |q: usize| extent.enough(self.of[q] as u64 + 1, q as u64);
        for q in periods.filter(|&q| q < self.of.len()) {
            let Some(enough) = enough(q) else { continue };
            if enough <= self.last as u64 {
                return Some((self.of[q] as u64 + 1, q as u64));
            }
            self.next = self.next.min(usize::try_from(enough).unwrap_or(usize::MAX));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However seldom a period is looked for, the proof ends at the same heap once it was seen in time.
    #[test]
    fn seldom_looks_end_with_the_same_proof() {
        let extent = Extent { heaps: 2, last: 3, repeats: None };
        // Values with the preperiod 40 and the period 7.
        let value = |n: usize| if n < 40 { (n * n % 37) as u16 } else { [5, 1, 2, 2, 0, 9, 4][n % 7] };
        let proof = |every: usize| {
            let (mut mismatches, mut phi) = (Mismatches { every, ..Mismatches::default() }, vec![0]);
            (1..1000).find_map(|heap| {
                phi.push(value(heap));
                mismatches.push(&phi);
                mismatches.proved(extent).map(|found| (heap, found))
            })
        };
        // M = 2 (40 + 7 - 1) + 3.
        assert_eq!(proof(EVERY), Some((95, (40, 7))));
        assert_eq!([10, 50, 80, 94].map(proof), [proof(EVERY); 4]);
    }
}
