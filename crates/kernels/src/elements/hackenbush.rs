//! Green Hackenbush, in linear time.
//!
//! Fusion principle: the vertices of a cycle may be fused into one; its edges become loops, and a loop has the value 1.
//! What is left are the bridges, which form a tree. Colon principle: the value of a tree is the nim-sum of c + 1 over
//! the values c of the trees at the children of the root.
//!
//! A depth-first search from the ground gives each vertex the first vertex that can be reached from its subtree without
//! its own tree edge. If that is the vertex itself, the tree edge is a bridge. From the last vertex to the first, the
//! value v of what hangs at a vertex is added to that of its parent: v + 1 beyond a bridge, and otherwise v xor 1,
//! since both are fused and the tree edge becomes a loop. Every other edge closes a cycle and counts as a loop.
//! Cost: a few steps for each edge. Memory: some 100 bytes for each.
//! Reference: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, ch. 7.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{Drawing, Hackenbush};

/// The maximum number of vertices of a drawing.
const MOST_VERTICES: u64 = 4096;

/// A number of no vertex and no edge.
const NONE: usize = usize::MAX;

/// Green Hackenbush in normal play.
pub struct HackenbushKernel;

impl Kernel for HackenbushKernel {
    fn name(&self) -> &'static str {
        "hackenbush"
    }

    fn summary(&self) -> &'static str {
        "Green Hackenbush by the colon principle and the fusion principle"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        drawings_of(task).is_some()
    }

    /// Labels suffice to make the drawings.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        // Each vertex but the ground adds at most 2: a bridge 1, and what is fused to it has a parity.
        let bits = u64::BITS - (2 * largest(task)).leading_zeros();
        if task.on_outcomes() { 1 } else { bits.clamp(1, 32) }
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(Hackenbush(drawings)) = drawings_of(task).filter(|_| largest(task) <= MOST_VERTICES) else {
            return Bytes(0);
        };
        let edges = last_label(task).map_or(0, |label| drawings.drawing(&label).edges.len());
        Bytes(128 * (u128::from(largest(task)) + edges as u128) + (1 << 16))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(Hackenbush(drawings)) = drawings_of(task) else { return Ok(Solution::default()) };
        check(largest(task))?;
        let rows = task.ruleset.rows();
        let (mut out, mut label, mut dropping) = (Emitter::new(task, sink), Vec::new(), 0u64);
        task.control.phase("computing", rows.len());
        for row in 0..rows.len() {
            task.control.check()?;
            task.control.progress(row);
            rows.label(row, &mut label);
            let (value, dropped) = value_of(&drawings.drawing(&label));
            dropping += u64::from(dropped > 0);
            if out.push(value)? == Flow::Stop {
                break;
            }
        }
        out.flush()?;
        let note = format!("dropped edges that hang on nothing, in {dropping} of {} rows", rows.len());
        Ok(Solution { notes: Vec::from_iter((dropping > 0).then_some(note)), ..Solution::default() })
    }
}

/// Refuses drawings that are too large.
fn check(vertices: u64) -> Result<(), Error> {
    if vertices <= MOST_VERTICES {
        return Ok(());
    }
    Err(Error::Limit {
        what: "the largest drawing".to_string(),
        needed: format!("{vertices} vertices"),
        allowed: format!("{MOST_VERTICES} vertices"),
        key: "a game of this kind".to_string(),
        remedy: "choose a smaller range".to_string(),
    })
}

/// The drawings of a task's rows. The rows may be some of a box, since each is solved by itself.
fn drawings_of<'t>(task: &Task<'t>) -> Option<&'t Hackenbush> {
    let whole = || task.ruleset.whole().and_then(|whole| whole.structures().get());
    let drawings = task.structure::<Hackenbush>().or_else(whole)?;
    // A single position of a game has its text as the name of the only row.
    let is_row = task.ruleset.rows().names().is_none_or(|names| names[..] == ["all"] && drawings.0.is_single());
    (task.play == Play::Normal && is_row && task.ruleset.summands().is_none())
        .then_some(drawings)
        .filter(|_| task.value == Value::GRUNDY || task.value == Value::OUTCOME)
}

/// The label of the last cell of the box, whose coordinates are all as large as possible.
fn last_label(task: &Task<'_>) -> Option<Vec<u64>> {
    let rows = task.ruleset.rows();
    let sides = rows.firsts().iter().zip(rows.sides());
    sides.map(|(first, side)| (first + side).checked_sub(1)).collect()
}

/// The number of vertices of the largest drawing.
fn largest(task: &Task<'_>) -> u64 {
    let drawings = drawings_of(task).filter(|_| !task.ruleset.rows().is_empty());
    drawings.and_then(|drawings| Some(drawings.0.vertices(&last_label(task)?))).unwrap_or(0)
}

/// The value of a drawing, and the number of its edges that do not hang on the ground.
pub fn value_of(drawing: &Drawing) -> (u32, usize) {
    let search = Search::from_ground(drawing);
    let mut values = vec![0u32; drawing.vertices];
    for (edge, &(u, v)) in drawing.edges.iter().enumerate() {
        let deeper = if search.number[u] >= search.number[v] { u } else { v };
        // Tree edges follow below.
        if search.number[deeper] != NONE && search.above[deeper].1 != edge {
            values[deeper] ^= 1;
        }
    }
    for &vertex in search.order.iter().skip(1).rev() {
        let is_bridge = search.first[vertex] == search.number[vertex];
        let value = values[vertex];
        values[search.above[vertex].0] ^= if is_bridge { value + 1 } else { value ^ 1 };
    }
    let dropped = drawing.edges.iter().filter(|(u, _)| search.number[*u] == NONE).count();
    (values.get(drawing.ground).copied().unwrap_or(0), dropped)
}

/// A depth-first search.
struct Search {
    /// The vertices that are reached, in the order in which they are met.
    order: Vec<usize>,
    /// The place of each vertex in this order.
    number: Vec<usize>,
    /// The parent of each vertex, and the edge to it.
    above: Vec<(usize, usize)>,
    /// The least number of a vertex that can be reached from the subtree of a vertex, without the edge to its parent.
    first: Vec<usize>,
}

impl Search {
    fn from_ground(drawing: &Drawing) -> Self {
        let n = drawing.vertices;
        let mut search =
            Self { order: Vec::new(), number: vec![NONE; n], above: vec![(NONE, NONE); n], first: vec![NONE; n] };
        if drawing.ground >= n {
            return search;
        }
        let near = neighbours(drawing);
        // The next neighbour of each vertex that is to be tried.
        let mut next = vec![0; n];
        let mut path = vec![drawing.ground];
        search.meet(drawing.ground, NONE, NONE);
        while let Some(&vertex) = path.last() {
            let Some(&(other, edge)) = near[vertex].get(next[vertex]) else {
                path.pop();
                if let Some(&parent) = path.last() {
                    search.first[parent] = search.first[parent].min(search.first[vertex]);
                }
                continue;
            };
            next[vertex] += 1;
            if search.number[other] == NONE {
                search.meet(other, vertex, edge);
                path.push(other);
            } else if edge != search.above[vertex].1 {
                search.first[vertex] = search.first[vertex].min(search.number[other]);
            }
        }
        search
    }

    /// Goes to a vertex, from another one along an edge.
    fn meet(&mut self, vertex: usize, from: usize, edge: usize) {
        (self.number[vertex], self.first[vertex]) = (self.order.len(), self.order.len());
        self.above[vertex] = (from, edge);
        self.order.push(vertex);
    }
}

/// The neighbours of each vertex, with the numbers of the edges.
fn neighbours(drawing: &Drawing) -> Vec<Vec<(usize, usize)>> {
    let mut near = vec![Vec::new(); drawing.vertices];
    for (edge, &(u, v)) in drawing.edges.iter().enumerate() {
        near[u].push((v, edge));
        near[v].push((u, edge));
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::nimber::NimberSet;
    use grundy_core::random::Random;
    use std::collections::HashMap;

    fn value(vertices: usize, edges: &[(usize, usize)]) -> (u32, usize) {
        value_of(&Drawing { vertices, edges: edges.to_vec(), ground: 0 })
    }

    /// The edges of a set that hang on the ground.
    fn standing(drawing: &Drawing, set: u32) -> u32 {
        let (mut reached, mut kept) = (1u64 << drawing.ground, 0);
        loop {
            let before = kept;
            for (edge, &(u, v)) in drawing.edges.iter().enumerate() {
                if set >> edge & 1 == 1 && (reached >> u | reached >> v) & 1 == 1 {
                    reached |= 1 << u | 1 << v;
                    kept |= 1 << edge;
                }
            }
            if kept == before {
                return kept;
            }
        }
    }

    /// The value by the rules: a move deletes an edge, and everything that no longer hangs on the ground.
    fn by_rules(drawing: &Drawing, set: u32, known: &mut HashMap<u32, u32>) -> u32 {
        if let Some(&value) = known.get(&set) {
            return value;
        }
        let mut seen = NimberSet::new();
        for edge in (0..drawing.edges.len()).filter(|edge| set >> edge & 1 == 1) {
            seen.insert(by_rules(drawing, standing(drawing, set & !(1 << edge)), known));
        }
        known.insert(set, seen.mex());
        seen.mex()
    }

    #[test]
    fn known_values() {
        let path = |n: usize| (0..n).map(|v| (v, v + 1)).collect::<Vec<_>>();
        for n in 1..40 {
            assert_eq!(value(n + 1, &path(n)), (n as u32, 0));
            assert_eq!(value(n, &[&path(n - 1)[..], &[(n - 1, 0)]].concat()), (n as u32 % 2, 0), "a cycle");
        }
        // A loop is an edge; a bush of 1, 2 and 4 edges on a stalk; a girl and a house of Winning Ways.
        assert_eq!((value(1, &[(0, 0)]), value(1, &[(0, 0), (0, 0)])), ((1, 0), (0, 0)));
        let bush = [(0, 1), (1, 2), (1, 3), (3, 4), (1, 5), (5, 6), (6, 7), (7, 8)];
        assert_eq!(value(9, &bush), (8, 0), "1 + (1 xor 2 xor 4)");
        assert_eq!(value(3, &[(0, 1), (1, 2), (2, 2)]), (3, 0), "a loop on a path of two edges");
        // What hangs on nothing is dropped.
        assert_eq!(value(5, &[(0, 1), (2, 3), (3, 4), (4, 4)]), (1, 3));
        assert_eq!((value(0, &[]), value(3, &[])), ((0, 0), (0, 0)));
    }

    #[test]
    fn random_drawings_agree_with_the_rules() {
        let mut random = Random(11);
        for _ in 0..3000 {
            let (vertices, edges) = (1 + random.below(7) as usize, random.below(12));
            let mut vertex = || random.below(vertices as u64) as usize;
            let edges: Vec<(usize, usize)> = (0..edges).map(|_| (vertex(), vertex())).collect();
            let drawing = Drawing { vertices, ground: vertex(), edges };
            let all = standing(&drawing, (1 << drawing.edges.len()) - 1);
            let expected = by_rules(&drawing, all, &mut HashMap::new());
            let dropped = drawing.edges.len() - all.count_ones() as usize;
            assert_eq!(value_of(&drawing), (expected, dropped), "{drawing:?}");
        }
    }

    #[test]
    fn large_drawings_are_solved_at_once() {
        let n = 200_000;
        let ladder: Vec<(usize, usize)> =
            (2..n).map(|v| (v, v - 2)).chain((1..n).step_by(2).map(|v| (v, v - 1))).collect();
        assert_eq!(value(n, &ladder), ((ladder.len() % 2) as u32, 0), "everything is fused");
        let path: Vec<(usize, usize)> = (1..n).map(|v| (v, v - 1)).collect();
        assert_eq!(value(n, &path), (n as u32 - 1, 0));
    }
}
