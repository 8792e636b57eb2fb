//! Several heaps, a move takes from a few of them, at most so many tokens from each; or the
//! same number from all: Moore's Nim, Nim, their limited forms, equal takes.
//!
//! Idea: number the heaps. Let R(i, j, p) be the set of values of p itself and of what is left
//! of it by lowering at most j of the heaps i, i + 1, ..., and W(i, j, p) the union of
//! R(i + 1, j, q) over all q that have 1 to r tokens less on heap i alone, r the limit. Then
//!
//! > R(i, j, p) = R(i + 1, j, p) or W(i, j - 1, p), R(i, 0, p) = R(end, j, p) = {G(p)},
//! > G(p) = mex of the union of W(i, k - 1, p) over all i.
//!
//! So k sets a heap suffice, where the faces of k heaps are C(n, k). W is a union over a window
//! that slides along heap i. It is cut at the multiples of r: what lies before the cut is the
//! end of a block that is complete, whose unions are made once, from its end; what lies behind
//! is the beginning of a block, to which values are added (van Herk 1992, Gil and Werman 1993).
//! Without a limit all is one block. An equal take adds one set for each diagonal.
//!
//! Outcomes, in both plays, are the same with sets of the one element P; in misère play the
//! position without tokens is N. Values use sets as short as they fit; one that does not makes
//! the work begin again with sets twice as long, silently up to the row reached.
//!
//! Cost: for a position and a pair (i, j) about four loads and stores, in vectors along the
//! last heap, and a chain of five operations. Memory: r + 1 (without limit: 1) slabs of sets
//! for each j, a slab being the box without its first heap; and as much for a checkpoint.
//! Reference: E. H. Moore, Annals of Mathematics 11 (1910).

mod set;
mod windows;

use super::places::{Out, Part};
use super::simd::fast;
use super::{Kernel, Sink, Solution, Task};
use crate::bytes::Bytes;
use crate::checkpoint::State;
use crate::error::Error;
use crate::ruleset::{Play, Value, View};
use set::Set;
use windows::{Layer, Windows};

/// Games that take from a few of several heaps.
pub struct Heaps;

/// The values that fit the longest sets.
const MOST_VALUES: u64 = 512;

impl Kernel for Heaps {
    fn name(&self) -> &'static str {
        "heaps"
    }

    fn summary(&self) -> &'static str {
        "several heaps, a move takes from a few of them, with or without a limit; equal takes"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        (task.play == Play::Normal || task.value == Value::Outcome) && Shape::of(task).is_some()
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Shape::of(task).map_or(Bytes(u128::MAX), |shape| shape.needs(longest(task)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(shape) = Shape::of(task) else { return Ok(Solution::default()) };
        let kept = sink.resume();
        let start = kept.as_ref().and_then(|kept| kept.reader().take::<Start>());
        let Start { mut bits, given, .. } =
            start.unwrap_or(Start { bits: first_bits(task, &shape), layer: 0, given: 0 });
        let mut out = Out::new(task, sink, given);
        task.control.phase("computing", task.ruleset.positions());
        let mut begun = kept.filter(|_| start.is_some());
        loop {
            let part = match bits {
                8 => pass::<u8>(task, &shape, begun.take(), &mut out),
                16 => pass::<u16>(task, &shape, begun.take(), &mut out),
                32 => pass::<u32>(task, &shape, begun.take(), &mut out),
                64 => pass::<u64>(task, &shape, begun.take(), &mut out),
                128 => pass::<[u64; 2]>(task, &shape, begun.take(), &mut out),
                256 => pass::<[u64; 4]>(task, &shape, begun.take(), &mut out),
                _ => pass::<[u64; 8]>(task, &shape, begun.take(), &mut out),
            }?;
            if part != Part::Overflow {
                return Ok(Solution::default());
            }
            bits *= 2;
        }
    }
}

/// Where a pass goes on.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
struct Start {
    bits: u64,
    layer: usize,
    given: u64,
}

/// The box and its moves.
struct Shape {
    sides: Vec<usize>,
    /// The most heaps of a move.
    most: usize,
    /// The length of a block of a window; 0 if there is but one.
    limit: usize,
    /// Whether a move may take the same number from all.
    all: bool,
    /// For each heap, the positions of the heaps after it.
    strides: Vec<usize>,
}

impl Shape {
    fn of(task: &Task<'_>) -> Option<Self> {
        let View::Heaps { most, limit, all } = task.ruleset.view() else { return None };
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        let heaps = rows.dimensions();
        if !cube || heaps < 2 || task.ruleset.splits() || most == 0 || tokens(task) >= MOST_VALUES.min(1 << 15) {
            return None;
        }
        let side = usize::try_from(side).ok()?;
        let limit = limit.map_or(0, |limit| limit as usize);
        let limit = if limit + 1 < side { limit } else { 0 };
        let power = |after: usize| (0..after).try_fold(1usize, |product, _| product.checked_mul(side));
        let strides = (0..heaps).map(|heap| power(heaps - 1 - heap)).collect::<Option<Vec<_>>>()?;
        let shape = Self { sides: vec![side; heaps], most: most.min(heaps), limit, all, strides };
        (shape.needs(longest(task)) <= task.memory).then_some(shape)
    }

    fn side(&self) -> usize {
        self.sides[0]
    }

    /// The parts of a window: its block so far, and the blocks' sets one by one.
    fn slots(&self) -> usize {
        self.limit + 1
    }

    /// Sets of the windows along a heap.
    fn sets(&self, heap: usize) -> usize {
        self.strides[heap].saturating_mul(self.slots()).saturating_mul(self.most)
    }

    /// The memory for sets of so many bits: those of all heaps, of the diagonals, a
    /// checkpoint, and the places of a layer.
    fn needs(&self, bits: u64) -> Bytes {
        let bytes = u128::from(bits / 8);
        let windows: u128 = (0..self.sides.len() - 1).map(|heap| self.sets(heap) as u128).sum();
        let diagonals = if self.all { self.strides[0] as u128 } else { 0 };
        let kept = (self.sets(0) as u128).saturating_add(diagonals);
        let sets = windows.saturating_add(diagonals).saturating_add(kept);
        Bytes(sets.saturating_mul(bytes).saturating_add(4 * self.strides[0] as u128)).plus(Bytes(1 << 20))
    }
}

/// The length of the longest play: no value is larger.
fn tokens(task: &Task<'_>) -> u64 {
    task.ruleset.rows().sides().iter().fold(0, |sum, side| sum.saturating_add(side.saturating_sub(1)))
}

/// Bits of the longest sets there may be.
fn longest(task: &Task<'_>) -> u64 {
    if task.value == Value::Outcome { 8 } else { (tokens(task) + 1).next_power_of_two().max(8) }
}

/// Bits of the sets to begin with. With tokens on so many heaps as a move may touch, at most
/// as many as it may take, the value is their total: such values there are.
fn first_bits(task: &Task<'_>, shape: &Shape) -> u64 {
    if task.value == Value::Outcome {
        return 8;
    }
    let each = if shape.limit == 0 { shape.side() - 1 } else { shape.limit };
    ((shape.most * each + 1) as u64).next_power_of_two().max(8).min(longest(task))
}

/// Computes the layers of the first heap and gives their rows.
fn pass<S: Set>(task: &Task<'_>, shape: &Shape, begun: Option<State>, out: &mut Out<'_>) -> Result<Part, Error> {
    let mut windows = Windows::<S>::new(shape, task);
    let first = begun.and_then(|kept| {
        let mut kept = kept.reader();
        let start = kept.take::<Start>()?;
        windows.load(&mut kept).map(|()| start.layer)
    });
    let first = first.unwrap_or(0);
    let mut places = vec![0; shape.strides[0]];
    for layer in first..shape.side() {
        fast(Layer { windows: &mut windows, task, layer, places: &mut places })?;
        let bits = if task.value == Value::Outcome { 2 } else { S::BITS };
        let part = out.values(task, (layer * places.len()) as u64, &places, bits)?;
        if part != Part::All {
            return Ok(part);
        }
        task.control.progress(out.given());
        let start = Start { bits: S::BITS as u64, layer: layer + 1, given: out.given() };
        out.checkpoint(&mut |state: &mut State| {
            state.put(&start)?;
            windows.save(state);
            Ok(())
        })?;
    }
    Ok(Part::All)
}
