//! Values of finite vector subtraction in any number of coordinates, one row of the box at a time; normal play.
//!
//! Idea: a value is a word with one bit, and the set of the values of the options of a position is an OR of such
//! words. A vector that leaves the row joins a whole row of words to another row, which is vectorised. Vectors within
//! the row are handled position by position.
//!
//! Recurrence: G(p) = mex { G(p - v) : v a vector that fits }; no value exceeds the number of vectors. Cost: a load
//! and an OR for each position and vector. Memory: the rows to which vectors reach back, 1 to 8 bytes per position.
//! In two dimensions `steps_table` is three to four times as fast (medians of five, 2 to 19 vectors, boxes up
//! to 6000), so this kernel is for other numbers of coordinates. Reference: S. W. Golomb, J. Combin. Theory 1 (1966).

use super::moves::VectorsLayout;
use super::slices::Slices;
use crate::shared::Emitter;
use crate::shared::lanes::Lane;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::Steps;

/// Values of games with fewer than 64 steps.
pub struct StepRows;

impl Kernel for StepRows {
    fn name(&self) -> &'static str {
        "step-rows"
    }

    fn summary(&self) -> &'static str {
        "values of steps in any number of coordinates, row by row"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let asked = task.play == Play::Normal && task.value == Value::GRUNDY;
        let known = asked && task.structure().is_some_and(|Steps(steps)| steps.len() < 64);
        known && VectorsLayout::of(task).is_some() && self.needs(task).0 <= task.memory.0
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(layout) = VectorsLayout::of(task) else { return Bytes(u128::MAX) };
        let slices = (back(&layout).min(layout.sides[0]) + 1) as u128;
        // The last terms: two rows, and a block.
        Bytes(8 * layout.length as u128 * (slices * layout.rows as u128 + 2) + (1 << 19))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = VectorsLayout::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.rows().len());
        match layout.lines.len() + layout.within.list().len() {
            0..8 => rows::<u8>(&layout, task, sink),
            8..16 => rows::<u16>(&layout, task, sink),
            16..32 => rows::<u32>(&layout, task, sink),
            _ => rows::<u64>(&layout, task, sink),
        }?;
        Ok(Solution::default())
    }
}

/// How many slices the vectors reach back.
fn back(layout: &VectorsLayout) -> usize {
    layout.lines.iter().map(|line| line.first.prefix[0]).max().unwrap_or(0)
}

fn rows<T: Lane>(layout: &VectorsLayout, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<(), Error> {
    let mut slices: Slices<T> = Slices::new(back(layout).min(layout.sides[0]), layout.rows, layout.length);
    let mut row = vec![T::default(); layout.length];
    let mut prefix = vec![0; layout.sides.len()];
    let mut out = Emitter::new(task, sink);
    loop {
        task.control.check()?;
        fast(ValueRow { layout, slices: &slices, prefix: &prefix, row: &mut row });
        slices.row_mut(layout.row_of(&prefix)).copy_from_slice(&row);
        for lane in &row {
            if out.push(lane.wide().trailing_zeros())? == Flow::Stop {
                return Ok(());
            }
        }
        task.control.progress(out.next_row());
        if !layout.advance(&mut prefix) {
            return out.flush().map(|_| ());
        }
    }
}

/// A row of values, as words with one bit.
struct ValueRow<'r, T> {
    layout: &'r VectorsLayout,
    slices: &'r Slices<T>,
    prefix: &'r [usize],
    row: &'r mut [T],
}

impl<T: Lane> Work for ValueRow<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { layout, slices, prefix, row } = self;
        row.fill(T::default());
        for line in &layout.lines {
            let Some(from) = layout.row_before(prefix, &line.first.prefix) else { continue };
            let Some(to) = row.get_mut(line.first.last..) else { continue };
            for (all, value) in to.iter_mut().zip(slices.row(from)) {
                *all |= *value;
            }
        }
        let within = layout.within.list();
        if within.is_empty() {
            for set in row.iter_mut() {
                *set = set.mex();
            }
            return;
        }
        for place in 0..row.len() {
            let mut set = row[place];
            for &step in within {
                if let Some(before) = place.checked_sub(step as usize) {
                    set |= row[before];
                }
            }
            row[place] = set.mex();
        }
    }
}
