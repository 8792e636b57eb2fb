//! The P-positions of Chomp on three rows.
//!
//! A position has p >= q >= r pieces in its rows, p >= 1. Each p has at most p + 1 P-positions, found in the order of p
//! and q.
//!
//! Recurrence: (p, q, r) is P if r is the least for which no bite leads to a P-position. A bite in the first row
//! leads to (p', q, r) or, with p' < q, to (p', p', r). For each q, the set of those r is stored for which one of
//! these is P. (With p' < r it leads to a whole bar, which is N by strategy stealing.) A bite in the second row leads
//! to (p, q', r) or, with q' < r, to (p, q', q'). For p, the set of the r that were found with smaller q is stored,
//! and the least q' for which (p, q', q') is P. In misère play the poisoned corner alone counts as N, and the rest
//! holds literally.
//!
//! Many p are searched together: for each q one after the other, so that the set of this q stays in the cache.
//!
//! Cost: for each p, q the words of a set up to the first free r. Memory: one bit for each q, r. References: A. E.
//! Brouwer, G. Horvath, I. Molnar-Saska, C. Szabo, On three-rowed Chomp, Integers 5 (2005), G7; D. Zeilberger,
//! Three-rowed Chomp, Adv. Appl. Math. 26 (2001).

use super::last_rows::{LastRows, Search, Visit};
use grundy_core::ruleset::Play;

/// How many p are searched together.
const TOGETHER: usize = 64;

/// The P-positions of all p so far.
pub(super) struct ThreeRows {
    columns: usize,
    /// For each q, the r that a shorter first row turns into a P-position: (p', q, r), or (p', p', r) with p' < q.
    closed: Vec<LastRows>,
    /// The r of the P-positions (p', p', r).
    twice: LastRows,
    /// The p that are searched together, the last one first.
    lines: Vec<Line>,
}

/// The P-positions of one p.
struct Line {
    p: usize,
    /// Their r.
    used: LastRows,
    /// For q = 0, 1, ... the r.
    found: Vec<Option<u32>>,
    /// The least q with (p, q, q) P. One bite shortens the second and any longer third row to it.
    end: usize,
}

impl ThreeRows {
    pub fn new(columns: usize) -> Self {
        Self { columns, closed: Vec::new(), twice: LastRows::new(columns), lines: Vec::new() }
    }

    /// The memory, in bytes.
    pub fn needs(columns: usize) -> u128 {
        let lines = (LastRows::needs(columns) + 8 * (columns as u128 + 1)) * TOGETHER as u128;
        (0..=columns).chain([columns]).map(LastRows::needs).sum::<u128>() + lines
    }

    /// Searches the next p.
    fn search(&mut self, play: Play) {
        let first = self.closed.len().max(1);
        let line = |p: usize| Line { p, used: LastRows::new(p), found: Vec::with_capacity(p + 1), end: usize::MAX };
        let mut lines: Vec<Line> = (first..=self.columns.max(first)).take(TOGETHER).map(line).collect();
        for q in 0..first + lines.len() {
            if q == self.closed.len() {
                self.closed.push(self.twice.up_to(q));
            }
            for line in lines.iter_mut().filter(|line| line.p >= q) {
                let closed = &mut self.closed[q];
                let is_terminal = line.p == 1 && q == 0;
                let free = closed.first_free([&line.used]).filter(|&r| r <= q && r < line.end);
                let found = free.filter(|_| !is_terminal || play == Play::Normal);
                line.found.push(found.map(|r| r as u32));
                let Some(r) = found else { continue };
                closed.insert(r);
                line.used.insert(r);
                if r == q {
                    line.end = q;
                }
                if line.p == q {
                    self.twice.insert(r);
                }
            }
        }
        lines.reverse();
        self.lines = lines;
    }
}

impl Search for ThreeRows {
    fn next(&mut self, play: Play, visit: &mut Visit<'_>) {
        if self.lines.is_empty() {
            self.search(play);
        }
        let Some(line) = self.lines.pop() else { return };
        for (q, found) in line.found.into_iter().enumerate() {
            visit([line.p as u32, q as u32, 0, 0], found);
        }
    }
}
