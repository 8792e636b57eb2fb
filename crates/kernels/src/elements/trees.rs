//! Games on trees: all rooted trees that occur, each kept once.
//!
//! A move on a tree leaves branches: what hangs at a neighbour, seen from a vertex. A branch is a rooted tree. It is
//! written as a pair (the tree without its last child, its last child), and equal pairs are the same tree, so a rooted
//! tree is a number. In a tree with n vertices the 2(n - 1) branches are found by one pass from the leaves to the root
//! and one back. If X(v) is the nim-sum of the values of all branches at v, an option has the value
//!
//! - Grim, v removed: X(v);
//! - Node-Kayles, v and its neighbours removed: the nim-sum of X(u) and of the branch at v seen from u, over neighbours u;
//! - Arc-Kayles, u and v removed: X(u), X(v) and the two branches between u and v.
//!
//! A value does not depend on the root, and is kept for all roots. All games that are asked for are solved together,
//! since most of the time goes into the branches. Cost: some 40 look-ups for a tree of 20 vertices. Memory: about 45
//! bytes for each rooted tree; the trees of up to 20 vertices have 7 million of them.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use foldhash::fast::FixedState;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{Systems, TreeRule};
use grundy_core::system::Graph;
use smallvec::SmallVec;
use std::collections::HashMap;

/// The maximum number of vertices, so that values fit into a byte.
const MOST_VERTICES: usize = 256;

/// The value of a tree that is not known yet.
const UNKNOWN: u16 = u16::MAX;

/// The values of a tree under each rule.
type Values = [u16; TreeRule::ALL.len()];

/// The number of a rooted tree. The tree with one vertex has the number 0.
type Rooted = u32;

/// The memory is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRoom;

/// A tree as half-edges: those of a vertex come one after the other, with the one to its parent last.
#[derive(Default)]
struct Halves {
    /// The parent of each vertex after the first, which stands before it.
    parents: Vec<usize>,
    /// The first half-edge of each vertex, and the number of all.
    first: Vec<usize>,
    /// Where each half-edge leads.
    to: Vec<usize>,
    /// The same edge from the other end.
    back: Vec<usize>,
    /// What hangs at the other end, as a rooted tree.
    branches: Vec<Rooted>,
    /// Their values.
    values: Vec<u16>,
    /// For each vertex, the nim-sum of the values of its branches.
    sums: Vec<u16>,
    /// The values of the tree.
    found: Values,
    /// Room for the children of a vertex.
    room: Vec<Rooted>,
}

impl Halves {
    /// The half-edges of the tree with these parents.
    fn join(&mut self) {
        let n = self.parents.len() + 1;
        self.first.clear();
        self.first.resize(n + 1, 0);
        for (child, &parent) in (1..).zip(&self.parents) {
            self.first[parent + 1] += 1;
            self.first[child + 1] += 1;
        }
        (0..n).for_each(|v| self.first[v + 1] += self.first[v]);
        let halves = self.first[n];
        self.to.resize(halves, 0);
        self.back.resize(halves, 0);
        self.branches.resize(halves, 0);
        // The half-edge to the parent is the last one, and children are numbered in order.
        let mut free = SmallVec::<[usize; 64]>::from_slice(&self.first[..n]);
        for child in 1..n {
            let parent = self.parents[child - 1];
            let (down, up) = (free[parent], self.up(child));
            free[parent] += 1;
            (self.to[down], self.to[up], self.back[down], self.back[up]) = (child, parent, up, down);
        }
    }

    /// The number of vertices.
    fn vertices(&self) -> usize {
        self.parents.len() + 1
    }

    fn of(&self, vertex: usize) -> std::ops::Range<usize> {
        self.first[vertex]..self.first[vertex + 1]
    }

    fn up(&self, vertex: usize) -> usize {
        self.first[vertex + 1] - 1
    }
}

/// The parents of the vertices of a tree in an order in which parents come first; none if the graph is no tree.
fn parents(graph: &Graph) -> Option<Vec<usize>> {
    let n = graph.vertices();
    let (mut order, mut parents) = (Vec::with_capacity(n), Vec::with_capacity(n));
    let mut place = SmallVec::<[usize; 64]>::from_elem(usize::MAX, n);
    order.push(0);
    *place.first_mut()? = 0;
    let mut at = 0;
    while let Some(&vertex) = order.get(at) {
        let known = graph.neighbours(vertex).iter().filter(|&&near| place[near] != usize::MAX).count();
        if known > usize::from(at > 0) {
            return None;
        }
        for &near in graph.neighbours(vertex) {
            if place[near] == usize::MAX {
                place[near] = order.len();
                order.push(near);
                parents.push(at);
            }
        }
        at += 1;
    }
    (order.len() == n).then_some(parents)
}

/// All rooted trees met so far, with their values.
pub struct TreeValues {
    pairs: Vec<(Rooted, Rooted)>,
    /// For each rooted tree, the number of the tree whose root has it as its only child; 0 if there is none yet.
    stems: Vec<Rooted>,
    /// The number of each pair, which is read as one number.
    numbers: HashMap<u64, Rooted, FixedState>,
    /// For each rooted tree, its values under the rules.
    values: Vec<Values>,
    /// The rules asked for so far.
    asked: Vec<TreeRule>,
    /// The maximum number of rooted trees.
    most: usize,
    /// The last tree that was asked for, in case another game asks for it, too.
    last: Halves,
    /// Trees that are no longer needed, whose room is used again.
    spare: Vec<Halves>,
}

/// The bytes that a rooted tree takes.
const EACH: u128 = 52;

impl TreeValues {
    /// No trees, and room for as many as fit into this memory.
    pub fn new(memory: Bytes) -> Self {
        // A table doubles, and is in memory twice meanwhile.
        let most = usize::try_from(memory.0 / EACH / 2).unwrap_or(usize::MAX).min(Rooted::MAX as usize);
        let (numbers, last, spare) = (HashMap::default(), Halves::default(), Vec::new());
        let (values, asked) = (Vec::new(), Vec::new());
        Self { pairs: vec![(0, 0)], stems: vec![0], numbers, values, asked, most, last, spare }
    }

    /// The value of a tree under a rule; none if the graph is not a tree, or has more than 256 vertices.
    ///
    /// # Errors
    /// [`NoRoom`] if the memory is full.
    pub fn value(&mut self, rule: TreeRule, graph: &Graph) -> Result<Option<u32>, NoRoom> {
        let small = Some(graph).filter(|graph| graph.vertices() <= MOST_VERTICES);
        let Some(parents) = small.and_then(parents) else { return Ok(None) };
        if !self.asked.contains(&rule) {
            self.asked.push(rule);
            self.last = Halves::default();
        }
        if self.last.first.is_empty() || self.last.parents != parents {
            let mut tree = std::mem::take(&mut self.last);
            tree.parents = parents;
            self.branch(&mut tree)?;
            tree.found = self.mexes(&mut tree)?;
            self.last = tree;
        }
        Ok(Some(self.last.found[rule as usize].into()))
    }

    /// The memory that it takes at most with these rooted trees.
    pub fn held(&self) -> Bytes {
        Bytes(self.pairs.len() as u128 * 2 * EACH)
    }

    /// The number of rooted trees.
    pub fn rooted_trees(&self) -> usize {
        self.pairs.len()
    }

    /// Finds the branches of a tree.
    fn branch(&mut self, tree: &mut Halves) -> Result<(), NoRoom> {
        tree.join();
        for vertex in (1..tree.vertices()).rev() {
            let up = tree.up(vertex);
            tree.room.clear();
            tree.room.extend_from_slice(&tree.branches[tree.first[vertex]..up]);
            tree.branches[tree.back[up]] = self.rooted(&mut tree.room)?;
        }
        for vertex in 1..tree.vertices() {
            let (up, around) = (tree.up(vertex), tree.of(tree.parents[vertex - 1]));
            let down = tree.back[up];
            tree.room.clear();
            tree.room.extend_from_slice(&tree.branches[around.start..down]);
            tree.room.extend_from_slice(&tree.branches[down + 1..around.end]);
            tree.branches[up] = self.rooted(&mut tree.room)?;
        }
        Ok(())
    }

    /// The rooted tree with these children.
    fn rooted(&mut self, children: &mut [Rooted]) -> Result<Rooted, NoRoom> {
        children.sort_unstable();
        let mut tree = 0;
        for &child in &*children {
            let next = self.pairs.len() as Rooted;
            let number = match tree {
                0 if self.stems[child as usize] != 0 => self.stems[child as usize],
                0 => next,
                _ => *self.numbers.entry(u64::from(tree) << 32 | u64::from(child)).or_insert(next),
            };
            if number == next {
                self.pairs.push((tree, child));
                self.stems.push(0);
                if tree == 0 {
                    self.stems[child as usize] = next;
                }
                if next as usize >= self.most {
                    return Err(NoRoom);
                }
            }
            tree = number;
        }
        Ok(tree)
    }

    /// Finds the values of a rooted tree, which do not depend on the root.
    fn solve(&mut self, rooted: Rooted) -> Result<(), NoRoom> {
        let known = self.values.get(rooted as usize);
        if known.is_some_and(|known| self.asked.iter().all(|&rule| known[rule as usize] != UNKNOWN)) {
            return Ok(());
        }
        let mut tree = self.spare.pop().unwrap_or_default();
        tree.parents.clear();
        self.write_out(rooted, 0, &mut tree.parents);
        self.branch(&mut tree)?;
        let found = self.mexes(&mut tree)?;
        for vertex in 0..tree.vertices() {
            tree.room.clear();
            tree.room.extend_from_slice(&tree.branches[tree.of(vertex)]);
            let other = self.rooted(&mut tree.room)? as usize;
            if self.values.len() <= other {
                self.values.resize(self.pairs.len(), [UNKNOWN; TreeRule::ALL.len()]);
            }
            self.values[other] = found;
        }
        self.spare.push(tree);
        Ok(())
    }

    /// The parents of the vertices of a rooted tree, whose root has the number `own`.
    fn write_out(&self, mut rooted: Rooted, own: usize, parents: &mut Vec<usize>) {
        while rooted != 0 {
            let (rest, child) = self.pairs[rooted as usize];
            parents.push(own);
            self.write_out(child, parents.len(), parents);
            rooted = rest;
        }
    }

    /// The values of a tree whose branches are known, under the rules that are asked for.
    fn mexes(&mut self, tree: &mut Halves) -> Result<Values, NoRoom> {
        tree.branches.iter().try_for_each(|&branch| self.solve(branch))?;
        let mut found = [UNKNOWN; TreeRule::ALL.len()];
        for &rule in &self.asked {
            found[rule as usize] = self.mex(rule, tree);
        }
        Ok(found)
    }

    /// The mex of the values of the options of a tree.
    fn mex(&self, rule: TreeRule, tree: &mut Halves) -> u16 {
        tree.values.clear();
        tree.values.extend(tree.branches.iter().map(|&branch| self.values[branch as usize][rule as usize]));
        let n = tree.vertices();
        tree.sums.clear();
        tree.sums.extend((0..n).map(|vertex| sum(&tree.values[tree.first[vertex]..tree.first[vertex + 1]])));
        let (tree, values, all) = (&*tree, &tree.values, &tree.sums);
        // What is left of the vertex at the end of a half-edge, if the edge and the vertex are removed.
        let beyond = |half: usize| all[tree.to[half]] ^ values[tree.back[half]];
        let mut seen = [0u64; MOST_VERTICES.div_ceil(64)];
        let mut see = |value: u16| seen[usize::from(value) / 64] |= 1 << (value % 64);
        match rule {
            TreeRule::Grim if n == 1 => {}
            TreeRule::Grim => all.iter().for_each(|&value| see(value)),
            TreeRule::NodeKayles => {
                (0..n).for_each(|vertex| see(tree.of(vertex).fold(0, |sum, half| sum ^ beyond(half))));
            }
            TreeRule::ArcKayles => {
                let down = (1..n).map(|vertex| tree.up(vertex));
                down.for_each(|half| see(beyond(half) ^ beyond(tree.back[half])));
            }
        }
        let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u16 + seen.get(full).map_or(0, |word| word.trailing_ones() as u16)
    }
}

fn sum(values: &[u16]) -> u16 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// The kernel.
pub struct TreesKernel;

impl Kernel for TreesKernel {
    fn name(&self) -> &'static str {
        "trees"
    }

    fn summary(&self) -> &'static str {
        "Node-Kayles, Arc-Kayles and Grim on trees: all branches that occur, each kept once"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.value == Value::GRUNDY && task.play == Play::Normal && trees_of(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(task.memory.0 / 2)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some((rule, graphs)) = trees_of(task) else { return Ok(Solution::default()) };
        let mut known = TreeValues::new(Bytes(task.memory.0 / 2));
        let mut out = Emitter::from(task, sink, 0);
        for graph in &graphs {
            task.control.check()?;
            let value = known.value(rule, graph).map_err(|NoRoom| full(task, &known))?.unwrap_or(0);
            if out.push(value)? == Flow::Stop {
                break;
            }
        }
        out.flush()?;
        let notes = vec![format!("{} rooted trees", known.rooted_trees())];
        Ok(Solution { notes, ..Solution::default() })
    }
}

fn full(task: &Task<'_>, known: &TreeValues) -> Error {
    Error::Limit {
        what: format!("these trees, with {} branches,", known.rooted_trees()),
        needed: "more memory".to_string(),
        allowed: task.memory.to_string(),
        key: "`memory`".to_string(),
        remedy: "raise it (--memory on the command line), or choose another kernel".to_string(),
    }
}

/// The trees of a task's rows.
fn trees_of(task: &Task<'_>) -> Option<(TreeRule, Vec<Graph>)> {
    let Systems(hosts) = super::rows::systems_of(task)?;
    let labels = super::rows::labels(task);
    let trees = labels.iter().map(|label| hosts.on_tree(label)).collect::<Option<Vec<_>>>()?;
    let rule = trees.first()?.0;
    let graphs = trees.into_iter().map(|(_, graph)| graph).collect::<Vec<_>>();
    graphs.iter().all(|graph| graph.vertices() <= MOST_VERTICES && parents(graph).is_some()).then_some((rule, graphs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_that_are_no_trees_are_told_apart() {
        assert_eq!(parents(&Graph::with(4, [(0, 3), (3, 1), (1, 2)])), Some(vec![0, 1, 2]));
        for no_tree in [Graph::new(0), Graph::new(2), Graph::with(3, [(0, 1), (1, 2), (2, 0)])] {
            assert_eq!(parents(&no_tree), None);
        }
        assert_eq!(parents(&Graph::with(5, [(0, 1), (2, 3), (3, 4), (4, 2)])), None);
    }

    #[test]
    fn a_full_memory_is_an_answer() {
        let path = Graph::with(40, (1..40).map(|v| (v - 1, v)));
        let mut few = TreeValues::new(Bytes(20 * 2 * EACH));
        assert_eq!(few.value(TreeRule::NodeKayles, &path), Err(NoRoom));
        assert_eq!(few.value(TreeRule::NodeKayles, &Graph::new(300)), Ok(None));
    }
}
