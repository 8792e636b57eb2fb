//! Outcomes of vector games in any number of coordinates, one row of the box at a time; normal and misère play.
//!
//! Idea: the positions of a row, along the last coordinate, are bits. The positions of a row that have an option of
//! outcome P in another row are the P-positions of that row, shifted. So one OR handles a whole row. Options on a
//! line of rows (a ray) are accumulated: a row passes to the next row of its line both what was marked on it and its
//! own P-positions, shifted. Moves within the row remain. For these its unmarked positions are settled in order, and
//! each P-position strikes out the positions with a move to it.
//!
//! Recurrence: p is P iff no p - v is P; a position without a move is P, and N in misère play. Lines: T(p) = {p -
//! first is P} or T(p - more). Cost: for each row and line two operations on words, for 64 positions each. Memory:
//! the rows to which lines reach back, one set of them for each line. Reference: S. W. Golomb, J. Combin. Theory 1
//! (1966), for the recurrence.

use super::moves::{VectorLine, VectorsLayout};
use super::slices::Slices;
use crate::shared::blocks::next_block;
use crate::shared::strokes::{Strokes, or_shifted};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{BitBlock, Flow, Outlet, Values};

/// Outcomes of vector games and of sums of them, by rows of bits.
pub struct BitRows;

/// Rows of the box are given together, up to about this many positions.
const BLOCK: usize = 1 << 18;

impl Kernel for BitRows {
    fn name(&self) -> &'static str {
        "bit-rows"
    }

    fn summary(&self) -> &'static str {
        "outcomes of rays and steps in any number of coordinates and of sums of heaps, 64 positions per word; normal and misère play"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.on_outcomes() && VectorsLayout::of(task).is_some_and(|layout| layout.bytes() <= task.memory.0)
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, _: &Task<'_>) -> u32 {
        1
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        VectorsLayout::of(task).map_or(Bytes(0), |layout| Bytes(layout.bytes()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = VectorsLayout::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.rows().len());
        let mut table = BitTable::new(&layout, task.play);
        let mut block = BitBlock::default();
        let (mut given, mut prefix) = (0u64, vec![0; layout.sides.len()]);
        loop {
            fast(NextRow { table: &mut table, prefix: &prefix, block: &mut block });
            let last = !layout.advance(&mut prefix);
            let bits = block.bits();
            if last || bits.len() >= next_block(given, BLOCK) {
                task.control.check()?;
                if sink.block(given, Values::Bits(bits))? == Flow::Stop || last {
                    return Ok(Solution::default());
                }
                given += bits.len() as u64;
                task.control.progress(given);
                block.clear();
            }
        }
    }
}

struct BitTable<'t> {
    layout: &'t VectorsLayout,
    misere: bool,
    /// Which positions are P.
    zeros: Slices<u64>,
    /// For each line with several moves, what is marked on it.
    marks: Vec<Slices<u64>>,
    /// The current row: which positions are N.
    row: Vec<u64>,
    /// What a line marks on it.
    mark: Vec<u64>,
}

impl<'t> BitTable<'t> {
    fn new(layout: &'t VectorsLayout, play: Play) -> Self {
        let first = |prefix: &[usize]| prefix.first().copied().unwrap_or(0);
        let back = layout.lines.iter().map(|line| first(&line.first.prefix)).max().unwrap_or(0);
        let marks = layout.lines.iter().filter_map(|line| line.more.as_ref());
        Self {
            layout,
            misere: play == Play::Misere,
            zeros: Slices::new(back, layout.rows, layout.words),
            marks: marks.map(|more| Slices::new(first(&more.prefix), layout.rows, layout.words)).collect(),
            row: vec![0; layout.words],
            mark: vec![0; layout.words],
        }
    }
}

/// The next row.
struct NextRow<'n, 't> {
    table: &'n mut BitTable<'t>,
    prefix: &'n [usize],
    block: &'n mut BitBlock,
}

impl Work for NextRow<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { table, prefix, block } = self;
        let layout = table.layout;
        table.row.fill(0);
        let mut marks = table.marks.iter_mut();
        for line in &layout.lines {
            let slices = line.more.as_ref().and_then(|_| marks.next());
            match_line(line, slices, &table.zeros, layout, prefix, &mut table.mark);
            for (all, mark) in table.row.iter_mut().zip(&table.mark) {
                *all |= mark;
            }
        }
        if table.misere {
            // Positions without a move are N.
            let upto = layout.least_move(prefix);
            set_below(&mut table.row, upto);
        }
        within(&mut table.row, &layout.within, layout.length);
        let zeros = table.zeros.row_mut(layout.row_of(prefix));
        for (zeros, row) in zeros.iter_mut().zip(&table.row) {
            *zeros = !row;
        }
        // There is nothing after the last position.
        if layout.length % 64 != 0 {
            zeros[layout.words - 1] &= (1 << (layout.length % 64)) - 1;
        }
        block.extend_lines(layout.length, [()], |(), at| table.row[at]);
    }
}

/// What a line marks on a row: the positions with a move by its first vector to a P-position, and those passed on
/// from the previous row of the line.
#[inline(always)]
fn match_line(
    line: &VectorLine,
    slices: Option<&mut Slices<u64>>,
    zeros: &Slices<u64>,
    layout: &VectorsLayout,
    prefix: &[usize],
    mark: &mut [u64],
) {
    mark.fill(0);
    if let Some(from) = layout.row_before(prefix, &line.first.prefix) {
        or_shifted(mark, zeros.row(from), line.first.last);
    }
    let (Some(more), Some(slices)) = (&line.more, slices) else { return };
    if let Some(from) = layout.row_before(prefix, &more.prefix) {
        or_shifted(mark, slices.row(from), more.last);
    }
    slices.row_mut(layout.row_of(prefix)).copy_from_slice(mark);
}

/// Sets all bits below a place.
fn set_below(row: &mut [u64], upto: usize) {
    for (at, word) in row.iter_mut().enumerate() {
        match upto.saturating_sub(64 * at) {
            0 => break,
            bits @ 1..64 => *word |= (1 << bits) - 1,
            _ => *word = u64::MAX,
        }
    }
}

/// Settles a row by the moves within it: each position that is not struck is P, and strikes others.
#[inline(always)]
fn within(row: &mut [u64], moves: &Strokes, length: usize) {
    if moves.is_empty() {
        return;
    }
    for at in 0..row.len() {
        let mine = u64::MAX >> (64 - (length - 64 * at).min(64));
        let mut free = !row[at] & mine;
        while free != 0 {
            let place = free.trailing_zeros();
            moves.strike(&mut row[at..], place as usize);
            free = !row[at] & mine & (u64::MAX << place << 1);
        }
    }
}
