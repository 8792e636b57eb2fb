//! The least period of the values of heaps.

use grundy_core::claim::Extent;

/// Up to this heap, a period is looked for after every heap; then after every sixteenth part more, where a period that
/// was seen twice would be proved, and at the end. So a proof may end a sixteenth part later than it could.
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
    pub fn proved(&mut self, phi: &[u16], extent: Extent, is_end: bool) -> Option<(u64, u64)> {
        let last = phi.len() - 1;
        if last > self.every {
            if last < self.next && !is_end {
                return None;
            }
            *self = Self { every: self.every, ..Self::of(phi) };
        }
        self.next = self.last + self.last / 16;
        let periods = 1..=self.last / extent.heaps as usize;
        let enough = |q: usize| extent.enough(self.of[q] as u64 + 1, q as u64);
        for q in periods.filter(|&q| q < self.of.len()) {
            let Some(enough) = enough(q) else { continue };
            if enough <= self.last as u64 {
                return Some((self.of[q] as u64 + 1, q as u64));
            }
            if self.of[q] + 2 * q <= self.last {
                self.next = self.next.min(usize::try_from(enough).unwrap_or(usize::MAX));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However seldom a period is looked for, the proof ends at the same heap if the period was seen in time; otherwise
    /// soon after, or at the end of the heaps.
    #[test]
    fn seldom_looks_end_with_the_same_proof() {
        // Values with the preperiod 40 and the period 7.
        let value = |n: usize| if n < 40 { (n * n) as u16 + 10 } else { [5, 1, 2, 2, 0, 9, 4][n % 7] };
        let proof = |heaps: u64, every: usize, end: usize| {
            let extent = Extent { heaps, last: 3, repeats: None };
            let (mut mismatches, mut phi) = (Mismatches { every, ..Mismatches::default() }, vec![0]);
            (1..=end).find_map(|heap| {
                phi.push(value(heap));
                mismatches.push(&phi);
                mismatches.proved(&phi, extent, heap == end).map(|found| (heap, found))
            })
        };
        // M = 2 (40 + 7 - 1) + 3.
        assert_eq!(proof(2, EVERY, 1000), Some((95, (40, 7))));
        assert_eq!([10, 50, 80, 94].map(|every| proof(2, every, 1000)), [Some((95, (40, 7))); 4]);
        // M = 40 + 7 - 1 + 3, before the period was seen twice. There are looks after 48 and 51 heaps.
        assert_eq!(proof(1, EVERY, 1000), Some((49, (40, 7))));
        assert_eq!([50, 1000].map(|end| proof(1, 48, end)), [50, 51].map(|heap| Some((heap, (40, 7)))));
    }
}
