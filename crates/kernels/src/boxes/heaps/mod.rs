//! Several heaps: a move takes tokens from a few of them, with or without a limit for each, or the same number from
//! all heaps. Examples are Moore's Nim, Nim, their limited forms, and equal takes.
//!
//! Read `plain.rs` first: it is the same method without optimisations.
//!
//! Idea: number the heaps. Let R(i, j, p) be the set of values of p itself and of the positions reached from p by
//! lowering at most j of the heaps i, i + 1, ... Let W(i, j, p) be the union of R(i + 1, j, q) over all q that have 1
//! to r fewer tokens on heap i alone, where r is the limit. Then
//!
//! > R(i, j, p) = R(i + 1, j, p) or W(i, j - 1, p), R(i, 0, p) = R(end, j, p) = {G(p)},
//! > G(p) = mex of the union of W(i, k - 1, p) over all i.
//!
//! So k sets per heap suffice, whereas there are C(n, k) faces of k heaps. W is a union over a window that slides
//! along heap i. The window is cut at the multiples of r. Before the cut lies the end of a complete block, whose
//! unions are made once, from its end. After the cut lies the beginning of a block, to which values are added (van
//! Herk 1992, Gil and Werman 1993). Without a limit everything is one block. An equal take adds one set for each
//! diagonal.
//!
//! Outcomes, in both plays, are computed in the same way with sets of the single element P, one bit for each position
//! of a row. In misère play the position without tokens is N. Values use sets that are as short as possible. If one
//! does not fit, the work starts again with sets twice as long, and rows that were given are not given again. But a
//! few values that do not fit a set of 64 are found one by one (`rare.rs`).
//!
//! Cost: for each position and pair (i, j) about four loads and stores, in vectors along the last heap, and a chain
//! of five operations. Memory: r + 1 slabs of sets for each j (1 without a limit), where a slab is the box without
//! its first heap, and for each current layer slabs that also lack the second heap. Threads: each takes the next few
//! layers of the first heap and stays one column (of the second heap) behind the previous ones, and one thread gives
//! finished layers. The values do not depend on the threads. Reference: E. H. Moore, Annals of Mathematics 11 (1910).

mod layout;
mod rare;
mod set;
mod windows;

use crate::shared::places::{Ended, GrowingBlocks};
use crate::shared::wavefront::{Next, Tracks, get, lock, wavefront};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::simd::fast;
use grundy_core::stream::{Kept, Outlet, State, StateReader};
use layout::{HeapsLayout, first_bits, longest};
use rare::{Rare, UNKNOWN};
use set::{Element, MexSet, Ps};
use std::sync::Mutex;
use windows::{LayerColumn, Workspace};

/// Games that take from a few of several heaps.
pub struct HeapsKernel;

/// The number of elements in a part of a checkpoint.
const PART: usize = 1 << 16;

impl Kernel for HeapsKernel {
    fn name(&self) -> &'static str {
        "heaps"
    }

    fn summary(&self) -> &'static str {
        "several heaps, where a move takes from a few of them, with or without a limit; equal takes"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        (task.play == Play::Normal || task.value == Value::OUTCOME) && HeapsLayout::of(task).is_some()
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        HeapsLayout::of(task).map_or(Bytes(u128::MAX), |layout| layout.needs(longest(task)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = HeapsLayout::of(task) else { return Ok(Solution::default()) };
        let lengths = |start: &Start| (8..=512).contains(&start.bits) && start.bits.is_power_of_two();
        let fits = |start: &Start| if layout.bits { start.bits == 1 } else { lengths(start) };
        let start = task.resume(|kept| kept.take::<Start>().filter(fits))?;
        let Start { mut bits, given, .. } =
            start.unwrap_or(Start { bits: first_bits(task, &layout), layer: 0, given: 0 });
        let mut out = GrowingBlocks::new(sink, given);
        task.control.phase("computing", task.ruleset.positions());
        let mut begun = task.kept;
        if layout.bits {
            return outcomes(task, &layout, begun.take(), &mut out).map(|()| Solution::default());
        }
        loop {
            let ended = match bits {
                8 => pass::<u8>(task, &layout, begun.take(), &mut out),
                16 => pass::<u16>(task, &layout, begun.take(), &mut out),
                32 => pass::<u32>(task, &layout, begun.take(), &mut out),
                64 => pass::<u64>(task, &layout, begun.take(), &mut out),
                128 => pass::<[u64; 2]>(task, &layout, begun.take(), &mut out),
                256 => pass::<[u64; 4]>(task, &layout, begun.take(), &mut out),
                _ => pass::<[u64; 8]>(task, &layout, begun.take(), &mut out),
            }?;
            if ended != Ended::Overflow {
                return Ok(Solution::default());
            }
            bits *= 2;
        }
    }
}

/// Where a pass continues.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
struct Start {
    bits: u64,
    layer: usize,
    given: u64,
}

/// Computes the layers of the first heap and gives their rows.
fn pass<S: MexSet<Reported = u16>>(
    task: &Task<'_>,
    layout: &HeapsLayout,
    begun: Option<&Kept>,
    out: &mut GrowingBlocks<'_>,
) -> Result<Ended, Error> {
    let (mut table, mut layer) = WindowTable::<S>::begin(layout, begun)?;
    let unknown = if S::BITS == 64 { UNKNOWN.into() } else { S::BITS };
    let mut ended = Ended::All;
    while layer < layout.side() && ended == Ended::All {
        // Sets that are too short are often so in the first layer already.
        let first = layer == 0 && (S::BITS as u64) < longest(task);
        layer += table.group(task, layer, if first { 1 } else { layout.side() }, |layer, told, rare| {
            if S::BITS == 64 {
                rare.complete(layout, layer, told);
            }
            ended = out.values(task, (layer * told.len()) as u64, told, unknown)?;
            Ok(out.next(task, ended))
        })?;
        if ended == Ended::All {
            table.checkpoint(layer, S::BITS as u64, out)?;
        }
    }
    Ok(ended)
}

/// The same for outcomes, one bit each.
fn outcomes(
    task: &Task<'_>,
    layout: &HeapsLayout,
    begun: Option<&Kept>,
    out: &mut GrowingBlocks<'_>,
) -> Result<(), Error> {
    let (mut table, mut layer) = WindowTable::<Ps>::begin(layout, begun)?;
    let mut ended = Ended::All;
    while layer < layout.side() && ended == Ended::All {
        layer += table.group(task, layer, layout.side(), |layer, told, _| {
            let rows = told.len() / layout.row;
            let first = (layer * rows * layout.side()) as u64;
            ended = out.bits(task, first, layout.side(), rows, |row, word| told[row * layout.row + word])?;
            Ok(out.next(task, ended))
        })?;
        if ended == Ended::All {
            table.checkpoint(layer, 1, out)?;
        }
    }
    Ok(())
}

/// The windows along the first heap and the diagonals, column by column, and the current layers.
struct WindowTable<'s, E: Element> {
    layout: &'s HeapsLayout,
    columns: Vec<Mutex<Vec<E>>>,
    /// By the difference between the second heap and the first.
    diagonals: Vec<Mutex<Vec<E>>>,
    workspaces: Vec<Mutex<Workspace<'s, E>>>,
    /// What is reported of the layers that are not given yet.
    told: Vec<Mutex<Vec<E::Reported>>>,
    /// The values so far that do not fit a set.
    rare: Rare,
}

impl<'s, E: Element> WindowTable<'s, E> {
    /// The table and the next layer: before the first layer, or where a stopped run was.
    ///
    /// # Errors
    /// [`Error::Unfit`].
    fn begin(layout: &'s HeapsLayout, begun: Option<&Kept>) -> Result<(Self, usize), Error> {
        let mut table = Self::new(layout);
        let Some(kept) = begun else { return Ok((table, 0)) };
        let mut reader = kept.reader();
        let start = reader.take::<Start>().filter(|start| start.layer <= layout.side());
        let layer = start.and_then(|start| table.load(&mut reader).map(|()| start.layer));
        Ok((table, layer.ok_or(Error::Unfit)?))
    }

    fn new(layout: &'s HeapsLayout) -> Self {
        let columns = |count: usize, elements: usize| {
            (0..count).map(|_| Mutex::new(vec![E::default(); elements])).collect::<Vec<_>>()
        };
        let workspaces = (0..layout.ahead()).map(|_| Mutex::new(Workspace::new(layout))).collect();
        let told = (0..layout.ahead()).map(|_| Mutex::default()).collect();
        let diagonals = columns(layout.diagonals(), layout.cell());
        let columns = columns(layout.columns(), layout.elements(0));
        Self { layout, columns, diagonals, workspaces, told, rare: Rare::default() }
    }

    /// Computes at most `most` layers from `first` on and gives them. Returns how many were given until `give` wanted
    /// no more. Each thread takes some of them, one column behind the previous ones.
    fn group(
        &mut self,
        task: &Task<'_>,
        first: usize,
        most: usize,
        mut give: impl FnMut(usize, &mut [E::Reported], &mut Rare) -> Result<Next, Error>,
    ) -> Result<usize, Error> {
        let Self { layout, columns, diagonals, workspaces, told, rare } = self;
        let used = most.min(layout.side() - first);
        let each = layout.each.min(used.div_ceil(layout.threads));
        let layers = |track: usize| track * each..used.min((track + 1) * each);
        let threads = layout.threads;
        let given = wavefront(
            Tracks { count: used.div_ceil(each), threads, ahead: Tracks::ahead(threads) },
            |_| 0..columns.len(),
            |track, at| {
                let mut column = lock(&columns[at]);
                for index in layers(track) {
                    let (layer, mut workspace) = (first + index, lock(&workspaces[index % workspaces.len()]));
                    let mut told = lock(&told[index % told.len()]);
                    told.resize(layout.strides[0], E::Reported::default());
                    let mut diagonal = diagonals.get(layout.diagonal(layer, at)).map(lock);
                    let mut lend = |workspace: &mut Workspace<'s, E>| {
                        std::mem::swap(&mut workspace.windows[0], &mut *column);
                        diagonal
                            .iter_mut()
                            .for_each(|diagonal| std::mem::swap(&mut workspace.diagonals, &mut **diagonal));
                    };
                    lend(&mut workspace);
                    let done = fast(LayerColumn { workspace: &mut workspace, told: &mut told, task, layer, at });
                    lend(&mut workspace);
                    done?;
                }
                Ok(())
            },
            |track| {
                let mut next = Next::All;
                for index in layers(track) {
                    if next == Next::Stop {
                        break;
                    }
                    next = give(first + index, &mut lock(&told[index % told.len()]), rare)?;
                }
                Ok(next)
            },
        )?;
        Ok(used.min(given * each))
    }

    /// Saves the columns and the diagonals, which are the whole state between two groups.
    fn checkpoint(&mut self, layer: usize, bits: u64, out: &mut GrowingBlocks<'_>) -> Result<(), Error> {
        let start = Start { bits, layer, given: out.given() };
        out.checkpoint(&mut |state: &mut State| {
            state.put(&start)?;
            state.put(&self.rare)?;
            let elements: Vec<&Vec<E>> =
                self.columns.iter_mut().chain(&mut self.diagonals).map(|elements| &*get(elements)).collect();
            for part in elements.iter().flat_map(|elements| elements.chunks(PART)) {
                let mut bytes = Vec::with_capacity(part.len() * E::BYTES);
                part.iter().for_each(|element| element.put(&mut bytes));
                state.put_bytes(&bytes);
            }
            Ok(())
        })
    }

    /// Restores what was saved; `None` if it belongs to another layout.
    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.rare = state.take()?;
        let elements = self.columns.iter_mut().chain(&mut self.diagonals);
        for part in elements.flat_map(|elements| get(elements).chunks_mut(PART)) {
            let bytes = state.take_bytes().filter(|bytes| bytes.len() == part.len() * E::BYTES)?;
            part.iter_mut().zip(bytes.chunks_exact(E::BYTES)).for_each(|(element, bytes)| *element = E::take(bytes));
        }
        Some(())
    }
}
