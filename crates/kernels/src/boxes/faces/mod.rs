//! Faces: a move takes tokens from the stacks of one face (Nim, Circular Nim, Moore's Nim).
//!
//! Read `plain.rs` first: it is the same method without optimisations.
//!
//! Idea: prefix closure. Let C_F(p) mean that some P-position q <= p differs from p only on the face F. The options
//! of p along F are the q < p of this kind, and each of them is at most p - e_i for some i in F. Hence
//!
//! > p is N iff C_F(p - e_i) for some F and some i in F,
//! > C_F(p) = [p is P] or C_F(p - e_i) for some i in F.
//!
//! The positions that differ only in the last coordinate are a *line*; they are the bits of words. If F contains the
//! last coordinate, C_F is closed upwards on each line. So the words at p - e_i, i not last, give all of it except
//! what the line itself adds. Let E be the OR of all words C_F(p - e_i), i not last, over all F. A position of the
//! line with its bit in E is N. The lowest other position is P, because nothing below it on the line is P. All
//! positions above it are N, since some face contains the last coordinate. So **a line has one P-position, the lowest
//! free bit of E**, `!E & (E + 1)`. C_F gains that bit, and all bits above it if F contains the last coordinate. The
//! same works for misère play if the position without tokens, from which there is no move, is counted as N: its bit
//! is set in E.
//!
//! **Outcomes** are computed in this way. **Grundy values** are outcomes with one more stack, a Nim heap that is a
//! face by itself and the last coordinate: G(p) = v iff (p, v) is a P-position (Sprague, Grundy). A line is then the
//! set of values of options, and its P-position is the mex. Values below 64 depend only on each other, those below
//! 128 only on these, and so on. So lines are cut into *planes* of one word, which are processed one after the other.
//! The second plane concerns only lines that are full in the first. It is empty except at and above such lines, and
//! is neither stored nor computed elsewhere. The same holds for later planes.
//!
//! Cost: for each line, one load and OR for each face and each coordinate of it, and a chain of five operations. The
//! loads are vectors along the last coordinate but one; if this is short, they cover blocks of two coordinates.
//! Memory: one layer of the first coordinate for each face that contains it (a *column* for each value of the
//! second), and one column for each other face and current layer. So outcomes of CN(6,3) with sides N take 3 N^4
//! words, and N^4/4 + 5 N^3 for each layer that is begun but not given, of which there are two more than threads. The
//! slab of all faces would take 6 N^4. Threads work on several layers of the first coordinate at once, each one
//! column behind the previous one, and one thread gives finished layers. The values do not depend on the threads.
//!
//! References: C. L. Bouton (1901) and E. H. Moore (1910) for the games; M. Dufour and S. Heubach, Circular Nim
//! games, Electronic J. Combin. 20 (2013).

mod block;
mod closure;
mod layout;

use crate::shared::places::{Ended, GrowingBlocks};
use crate::{Kernel, Solution, Task};
use closure::Closure;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value, ValueClass};
use grundy_core::stream::{Outlet, State};
use grundy_core::structure::Faces;
use layout::FacesLayout;

/// Outcomes of games along faces.
pub struct FacesOutcomes;

/// Grundy values of games along faces.
pub struct FacesValues;

/// The maximum number of faces. With more of them, other kernels need less memory.
const MOST_FACES: usize = 64;

/// The maximum length of a line: places on it are stored in 16 bits.
const LONGEST: u64 = 1 << 15;

impl Kernel for FacesOutcomes {
    fn name(&self) -> &'static str {
        "faces-outcomes"
    }

    fn summary(&self) -> &'static str {
        "outcomes of games whose moves take from the stacks of a face: Nim, Circular Nim, Moore's Nim"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.on_outcomes() && faces_of(task).is_some() && needed(task) <= task.memory
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        needed(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        stream(task, sink)
    }
}

impl Kernel for FacesValues {
    fn name(&self) -> &'static str {
        "faces-values"
    }

    fn summary(&self) -> &'static str {
        "Grundy values of games whose moves take from the stacks of a face: Nim, Circular Nim, Moore's Nim"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let asked = (task.play, task.value) == (Play::Normal, Value::GRUNDY);
        asked && faces_of(task).is_some() && needed(task) <= task.memory
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        needed(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        stream(task, sink)
    }
}

/// The faces, if the ruleset is a box from 0 whose lines are not too long.
fn faces_of<'t>(task: &Task<'t>) -> Option<&'t [u32]> {
    let Faces(faces) = task.structure()?;
    let rows = task.ruleset.rows();
    let sides = rows.sides();
    let all = u32::MAX >> 32usize.checked_sub(sides.len()).filter(|&unused| unused < 32)?;
    let covered = faces.iter().fold(0, |covered, face| covered | face) == all;
    let boxed = task.ruleset.ranks_are_rows() && rows.firsts().iter().all(|&first| first == 0);
    let short = sides.last().is_some_and(|&side| side < LONGEST) && most(task) < LONGEST && rows.len() < u64::MAX;
    (covered && boxed && short && faces.len() <= MOST_FACES).then_some(faces)
}

/// An upper bound on the places of a line. These are sizes of the last stack, or Grundy values, which are at most the
/// length of the longest play, the number of tokens.
fn most(task: &Task<'_>) -> u64 {
    let sides = task.ruleset.rows().sides();
    match task.value.class {
        ValueClass::Outcome => sides.last().copied().unwrap_or(1).saturating_sub(1),
        ValueClass::Mex | ValueClass::Length { .. } | ValueClass::Loopy | ValueClass::Entailing => {
            sides.iter().fold(0u64, |sum, side| sum.saturating_add(side - 1))
        }
    }
}

/// How the closure is laid out in memory.
fn layout(task: &Task<'_>, faces: &[u32]) -> FacesLayout {
    FacesLayout::new(task.ruleset.rows().sides(), faces, task.value, most(task) + 1)
}

fn needed(task: &Task<'_>) -> Bytes {
    faces_of(task).map_or(Bytes(u128::MAX), |faces| layout(task, faces).needs())
}

/// Streams all rows, from the layer at which a stopped run was.
fn stream(task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
    let mut closure = Closure::new(layout(task, faces_of(task).unwrap_or_default()));
    let resumed = task.resume(|kept| {
        let (next, rows) = kept.take::<(usize, u64)>()?;
        closure.load(kept).filter(|()| next <= closure.layers())?;
        Some((next, rows))
    })?;
    let (mut layer, given) = resumed.unwrap_or_default();
    let mut out = GrowingBlocks::new(sink, given);
    task.control.phase("computing", task.ruleset.positions());
    while layer < closure.layers() {
        let mut ended = Ended::All;
        layer += closure.group(task, layer, |layer, places| {
            ended = out.layer(task, layer as u64, places)?;
            Ok(out.next(task, ended))
        })?;
        if ended != Ended::All {
            break;
        }
        let given = out.given();
        out.checkpoint(&mut |state: &mut State| {
            state.put(&(layer, given))?;
            closure.save(state)
        })?;
    }
    Ok(Solution::default())
}
