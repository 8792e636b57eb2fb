//! The least period of the values of heaps.

use grundy_core::claim::Extent;

/// For each q, the last heap whose value differs from the one q heaps later.
#[derive(Debug, Clone, Default)]
pub(super) struct Mismatches {
    /// The largest heap that was looked at.
    last: usize,
    of: Vec<usize>,
}

impl Mismatches {
    /// Those of the values of heaps 1, 2, .... The value of heap 0 does not count.
    pub fn of(phi: &[u16]) -> Self {
        let last = phi.len() - 1;
        let last_mismatch = |q: usize| (1..=last - q).rev().find(|&n| phi[n] != phi[n + q]).unwrap_or(0);
        Self { last, of: std::iter::once(0).chain((1..last).map(last_mismatch)).collect() }
    }

    /// Takes note of one heap more, the last one.
    pub fn push(&mut self, phi: &[u16]) {
        let last = phi.len() - 1;
        self.of.resize(last.max(1), 0);
        self.last = last;
        for q in 1..last {
            if phi[last - q] != phi[last] {
                self.of[q] = last - q;
            }
        }
    }

    /// The least period that the known heaps prove, with its least preperiod.
    pub fn proved(&self, extent: Extent) -> Option<(u64, u64)> {
        (1..self.last).map_while(|q| (extent.heaps * q as u64 <= self.last as u64).then_some(q)).find_map(|q| {
            let (preperiod, period) = (self.of[q] as u64 + 1, q as u64);
            (extent.enough(preperiod, period)? <= self.last as u64).then_some((preperiod, period))
        })
    }
}
