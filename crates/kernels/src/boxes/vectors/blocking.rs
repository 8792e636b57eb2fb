//! Outcomes of vector games with forbidden options, one row of the box at a time.
//!
//! Idea: a position is P iff at most m of its options are P. The options of a position lie on lines. The number of
//! P-positions on a line follows from that on the line of the position before: S(p) = [p - first is P] + S(p - more).
//! So a position costs an addition per line, however many options it has. Sums beyond m say no more than m + 1, so a
//! byte holds each. No two lines may meet, because an option counts once. Cost: two additions of bytes per position and
//! line, vectorised but for the lines along the last coordinate. Memory: one byte per line for each position to which
//! the line reaches back. Reference: U. Larsson, Blocking Wythoff Nim, Electronic J. Combin. 18 (2011), P120, for the
//! rule.

use super::moves::{lines_of, next_prefix, place_of};
use super::slices::{RowPlace, Slices};
use crate::shared::blocks::next_block;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Convention;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{BitBlock, Flow, Outlet, Values};
use grundy_core::structure;

/// Outcomes of vector games with forbidden options.
pub struct BlockedLines;

/// Rows of the box are given together, up to about this many positions.
const BLOCK: usize = 1 << 18;

/// With more lines, the test that no two of them meet takes too long.
const MOST_LINES: usize = 64;

impl Kernel for BlockedLines {
    fn name(&self) -> &'static str {
        "blocked-lines"
    }

    fn summary(&self) -> &'static str {
        "outcomes of rays, steps and sums of heaps with forbidden options: counts P-positions along lines"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.on_outcomes() && task.is_known() && BlockedLayout::of(task).is_some()
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, _: &Task<'_>) -> u32 {
        1
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        BlockedLayout::of(task).map_or(Bytes(0), |layout| Bytes(layout.bytes()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = BlockedLayout::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.rows().len());
        let mut table = CountTable::new(&layout);
        let mut block = BitBlock::default();
        let (mut given, mut prefix) = (0u64, vec![0; layout.sides.len()]);
        loop {
            fast(NextRow { table: &mut table, prefix: &prefix });
            block.extend_lines(layout.length, [()], |(), word| n_positions(&table.counts, word, layout.most));
            let last = !next_prefix(&mut prefix, &layout.sides);
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

/// A vector: what it subtracts from the coordinates before the last, and from the last.
struct Vector {
    prefix: Vec<usize>,
    last: usize,
}

impl Vector {
    fn of(point: &[u32]) -> Self {
        let (last, prefix) = point.split_last().map_or((0, &[][..]), |(&last, prefix)| (last as usize, prefix));
        Self { prefix: prefix.iter().map(|&component| component as usize).collect(), last }
    }

    /// Whether it stays in the row.
    fn stays(&self) -> bool {
        self.prefix.iter().all(|&component| component == 0)
    }

    /// The row to which it leads, if it stays in the box.
    fn row_from(&self, prefix: &[usize], sides: &[usize]) -> Option<RowPlace> {
        let to = prefix.iter().zip(&self.prefix).map(|(from, by)| from.checked_sub(*by)).collect::<Option<Vec<_>>>()?;
        Some(place_of(&to, sides))
    }
}

/// Moves by `first` plus any multiple of `more`; without `more` by `first` only.
struct CountedLine {
    first: Vector,
    more: Option<Vector>,
}

/// A box, its moves, and how many options may be forbidden.
struct BlockedLayout {
    /// The sides except the last.
    sides: Vec<usize>,
    /// The last side.
    length: usize,
    /// The number of rows with the same first coordinate.
    rows: usize,
    /// The moves that leave the row.
    lines: Vec<CountedLine>,
    /// The moves along the last coordinate.
    within: Vec<(usize, Option<usize>)>,
    most: u8,
}

impl BlockedLayout {
    fn of(task: &Task<'_>) -> Option<Self> {
        let Convention::Blocking { most, game } = task.ruleset.convention() else { return None };
        // The rows must be all rows of the game.
        if task.ruleset.whole().is_some() {
            return None;
        }
        // A count of most + 1 must fit in a byte.
        let most = u8::try_from(most).ok().filter(|&most| most < u8::MAX)?;
        let (mut sides, all) = lines_of(&Task { ruleset: game, ..*task })?;
        if all.len() > MOST_LINES || some_meet(&all, &sides) {
            return None;
        }
        let length = sides.pop().filter(|&length| length > 0)?;
        let (mut lines, mut within) = (Vec::new(), Vec::new());
        for line in &all {
            let (first, more) = (Vector::of(&line.first), Vector::of(&line.more));
            let more = Some(more).filter(|more| more.last > 0 || !more.stays());
            match (first.stays(), &more) {
                (true, None) => within.push((first.last, None)),
                (true, Some(more)) if more.stays() => within.push((first.last, Some(more.last))),
                // No game has lines that leave the row later.
                (true, Some(_)) => return None,
                (false, _) => lines.push(CountedLine { first, more }),
            }
        }
        let rows = sides.iter().skip(1).try_fold(1usize, |rows, &side| rows.checked_mul(side))?;
        Some(Self { sides, length, rows, lines, within, most })
    }

    /// How many slices a vector reaches back.
    fn back(&self, vector: &Vector) -> usize {
        vector.prefix.first().copied().unwrap_or(0).min(self.sides[0])
    }

    fn bytes(&self) -> u128 {
        let first = self.lines.iter().map(|line| self.back(&line.first)).max().unwrap_or(0);
        let more =
            self.lines.iter().filter_map(|line| line.more.as_ref()).map(|more| self.back(more) + 1).sum::<usize>();
        (first + 1 + more) as u128 * self.rows as u128 * self.length as u128
            + (self.within.len() as u128 + 2) * self.length as u128
            + (1 << 18)
    }
}

/// Whether two lines have a point of the box in common.
fn some_meet(lines: &[structure::Line], sides: &[usize]) -> bool {
    let meet = |a: &structure::Line, b: &structure::Line| {
        let is_line = a.more.iter().any(|&component| component > 0);
        let mut at: Vec<i64> = a.first.iter().map(|&component| component.into()).collect();
        while at.iter().zip(sides).all(|(&coordinate, &side)| coordinate < side as i64) {
            if lies_on(&at, b) {
                return true;
            }
            if !is_line {
                break;
            }
            at.iter_mut().zip(&a.more).for_each(|(coordinate, &component)| *coordinate += i64::from(component));
        }
        false
    };
    lines.iter().enumerate().any(|(index, a)| lines[..index].iter().any(|b| meet(a, b)))
}

/// Whether a point lies on a line.
fn lies_on(point: &[i64], line: &structure::Line) -> bool {
    let rest = || point.iter().zip(&line.first).map(|(&coordinate, &first)| coordinate - i64::from(first));
    let times = rest().zip(&line.more).find(|&(_, &more)| more > 0).map_or(0, |(rest, &more)| rest / i64::from(more));
    times >= 0 && rest().zip(&line.more).all(|(rest, &more)| rest == times * i64::from(more))
}

struct CountTable<'t> {
    layout: &'t BlockedLayout,
    /// 1 for P-positions.
    zeros: Slices<u8>,
    /// For each line with several moves, the number of P-positions on it.
    sums: Vec<Slices<u8>>,
    /// The same along the last coordinate, in the current row.
    within: Vec<Vec<u8>>,
    /// The current row: how many options are P.
    counts: Vec<u8>,
    line: Vec<u8>,
}

impl<'t> CountTable<'t> {
    fn new(layout: &'t BlockedLayout) -> Self {
        let back = layout.lines.iter().map(|line| layout.back(&line.first)).max().unwrap_or(0);
        let sums = layout.lines.iter().filter_map(|line| line.more.as_ref());
        Self {
            layout,
            zeros: Slices::new(back, layout.rows, layout.length),
            sums: sums.map(|more| Slices::new(layout.back(more), layout.rows, layout.length)).collect(),
            within: vec![vec![0; layout.length]; layout.within.len()],
            counts: vec![0; layout.length],
            line: vec![0; layout.length],
        }
    }

    /// Settles the row from its start: the lines along it count the P-positions found so far.
    #[inline(always)]
    fn settle(&mut self, prefix: &[usize]) {
        let Self { layout, zeros, within, counts, .. } = self;
        let zeros = zeros.row_mut(place_of(prefix, &layout.sides));
        for at in 0..layout.length {
            for (&(first, more), sums) in layout.within.iter().zip(within.iter_mut()) {
                let hit = at.checked_sub(first).map_or(0, |from| zeros[from]);
                let on = more.and_then(|more| at.checked_sub(more)).map_or(0, |from| sums[from]);
                sums[at] = hit.saturating_add(on);
                counts[at] = counts[at].saturating_add(sums[at]);
            }
            zeros[at] = u8::from(counts[at] <= layout.most);
        }
    }
}

/// Counts and settles a row.
struct NextRow<'n, 't> {
    table: &'n mut CountTable<'t>,
    prefix: &'n [usize],
}

impl Work for NextRow<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { table, prefix } = self;
        let layout = table.layout;
        table.counts.fill(0);
        let mut sums = table.sums.iter_mut();
        for line in &layout.lines {
            table.line.fill(0);
            if let Some(from) = line.first.row_from(prefix, &layout.sides) {
                add_shifted(&mut table.line, table.zeros.row(from), line.first.last);
            }
            if let Some((more, sums)) = line.more.as_ref().and_then(|more| Some((more, sums.next()?))) {
                if let Some(from) = more.row_from(prefix, &layout.sides) {
                    add_shifted(&mut table.line, sums.row(from), more.last);
                }
                sums.row_mut(place_of(prefix, &layout.sides)).copy_from_slice(&table.line);
            }
            add_shifted(&mut table.counts, &table.line, 0);
        }
        table.settle(prefix);
    }
}

/// Adds a row to another, moved up by some places.
#[inline(always)]
fn add_shifted(to: &mut [u8], from: &[u8], by: usize) {
    let Some(to) = to.get_mut(by..) else { return };
    to.iter_mut().zip(from).for_each(|(to, &from)| *to = to.saturating_add(from));
}

/// A word of a row: 1 for N-positions.
fn n_positions(counts: &[u8], word: usize, most: u8) -> u64 {
    let part = counts.iter().skip(64 * word).take(64);
    part.enumerate().fold(0, |bits, (at, &count)| bits | u64::from(count > most) << at)
}
