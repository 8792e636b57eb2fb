//! Outcomes of Chomp: one bit per row of a position.
//!
//! Idea: a bite in row r shortens it, and all longer rows above it to the same length. Let p_r be p after the
//! smallest bite in row r: the rows from r up to the last one with the same length lose one piece each. All other
//! results of a bite in row r of p are results of a bite in row r of p_r. Let C_r(p) mean that p or the result of
//! some bite in row r of p is a P-position. Then
//!
//! > p is N iff C_r(p_r) for some r, and C_r(p) = [p is P] or C_r(p_r).
//!
//! In misère play the poisoned corner alone, from which there is no move, counts as N.
//!
//! The distance in rank from p to p_r is a sum over the shortened rows. It changes only where the lengths do.
//!
//! Cost: one word read for each row of each position. Memory: a word of 16 or 32 bits for each of the C(rows +
//! columns, rows) positions. References: F. Schuh, Spel van delers (1952); D. Gale, A curious Nim-type game, Amer.
//! Math. Monthly 81 (1974).

use super::ranks::{Bar, advance, bar, distances, positions};
use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{Flow, Outlet};

/// Outcomes of Chomp.
pub struct ChompKernel;

/// The number of positions between two checks for cancellation.
const STRETCH: usize = 1 << 16;

impl Kernel for ChompKernel {
    fn name(&self) -> &'static str {
        "chomp"
    }

    fn summary(&self) -> &'static str {
        "outcomes of Chomp, with one bit per row of each position"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.on_outcomes() && bar(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(Bar { rows, columns, .. }) = bar(task) else { return Bytes(u128::MAX) };
        let word = if rows <= 16 { size_of::<u16>() } else { size_of::<u32>() };
        let positions = positions(rows, columns).unwrap_or(u128::MAX);
        Bytes(positions.saturating_mul(word as u128)).plus(Bytes(16 * (rows as u128 + 1) * (columns as u128 + 1)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(bar) = bar(task) else { return Ok(Solution::default()) };
        match bar.rows {
            ..=16 => stream::<u16>(task, bar, sink),
            _ => stream::<u32>(task, bar, sink),
        }
    }
}

/// A word with one bit for each row.
trait RowWord: Copy + Default {
    const ALL: Self;
    fn row(self, row: usize) -> u32;
    fn of(bits: u32) -> Self;
}

impl RowWord for u16 {
    const ALL: Self = !0;
    #[inline(always)]
    fn row(self, row: usize) -> u32 {
        u32::from(self) & 1 << row
    }
    fn of(bits: u32) -> Self {
        bits as u16
    }
}

impl RowWord for u32 {
    const ALL: Self = !0;
    #[inline(always)]
    fn row(self, row: usize) -> u32 {
        self & 1 << row
    }
    fn of(bits: u32) -> Self {
        bits
    }
}

fn stream<W: RowWord>(task: &Task<'_>, bar: Bar, sink: &mut dyn Outlet) -> Result<Solution, Error> {
    let Bar { rows, columns, .. } = bar;
    let total = positions(rows, columns).unwrap_or(0);
    task.control.phase("computing", total as u64);
    task.control.check()?;
    // The empty bar, rank 0, is not a position: its word claims no bite.
    let mut closure = vec![W::default(); total as usize];
    let mut walk = RankWalk::new(rows, columns);
    let mut out = Emitter::new(task, sink);
    for rank in 1..closure.len() {
        walk.advance();
        let bites = walk.bites.iter().enumerate();
        let found = bites.fold(0, |found, (row, &bite)| found | closure[rank - bite].row(row));
        // The corner alone has rank C(rows, rows) = 1.
        let next_wins = found != 0 || (rank == 1 && task.play == Play::Misere);
        closure[rank] = if next_wins { W::of(found) } else { W::ALL };
        if bar.asks(&walk.lengths) && out.push(u32::from(next_wins))? == Flow::Stop {
            return Ok(Solution::default());
        }
        if rank % STRETCH == 0 {
            task.control.check()?;
            task.control.progress(rank as u64);
        }
    }
    out.flush().map(|_| Solution::default())
}

/// The positions in the order of their ranks.
struct RankWalk {
    /// The row lengths from the bottom up.
    lengths: Vec<usize>,
    /// How far back in rank the smallest bite in each row leads; 0 if there is none.
    bites: Vec<usize>,
    /// `distances[row][x]`: how far back in rank it leads to shorten only this row, from x by one piece.
    distances: Vec<Vec<usize>>,
}

impl RankWalk {
    /// Starts at the empty bar.
    fn new(rows: usize, columns: usize) -> Self {
        Self { lengths: vec![0; rows], bites: vec![0; rows], distances: distances(rows, columns) }
    }

    /// Goes to the next position.
    fn advance(&mut self) {
        let lengths = &mut self.lengths;
        let grows = advance(lengths);
        self.bites[grows + 1..].fill(0);
        // Only the rows that are now as long as the one that grew are shortened together with other rows than before.
        let length = lengths[grows];
        let mut before = 0;
        for row in (0..=grows).rev().take_while(|&row| lengths[row] == length) {
            before += self.distances[row][length];
            self.bites[row] = before;
        }
        // The corner is poisoned.
        if lengths[0] == 1 {
            self.bites[0] = 0;
        }
    }
}
