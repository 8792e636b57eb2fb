//! The space of a game graph: its positions are known from the start, so that no search is needed.
//!
//! The stratum of a vertex is its height, the length of the longest play from it. If play may go on for ever, heights
//! mean nothing: all vertices form one stratum, and each is its own rank.
//!
//! Cost: one look at each edge. Memory: 12 bytes for each vertex, while heights are computed 28.

use super::limits::check_memory_without_range;
use crate::digraph::Digraph;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Convention, Rank, Rows, Rules, Ruleset, Setup, Visit};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The vertices of a graph, ranked once they are needed.
pub(crate) struct Vertices<R> {
    rules: R,
    graph: Arc<Digraph>,
    rows: Rows,
    /// The label of the vertex 0.
    first: u64,
    ranked: OnceLock<Ranked>,
}

/// The vertices in the order of their ranks.
struct Ranked {
    /// The vertex of each rank, and the rank of each vertex.
    vertices: Vec<u32>,
    ranks: Vec<u32>,
    /// The first rank of each stratum; at the end, the number of vertices.
    starts: Vec<Rank>,
}

impl<R: Rules<Position = u64> + 'static> Vertices<R> {
    /// The ruleset of all vertices, before they are ranked. The labels of the rows are the vertices, counted from
    /// `first`.
    pub fn outline(rules: R, graph: Arc<Digraph>, rows: Rows, first: u64) -> Box<dyn Ruleset> {
        Box::new(Self { rules, graph, rows, first, ranked: OnceLock::new() })
    }
}

impl<R: Rules<Position = u64>> Vertices<R> {
    fn ranked(&self) -> &Ranked {
        self.ranked.get().expect("a ruleset must be enumerated before its positions are used")
    }

    fn rank(&self, setup: Setup<'_>) -> Result<Ranked, Error> {
        let count = self.graph.vertices();
        let needed = Bytes(28 * count as u128).plus(self.graph_bytes());
        check_memory_without_range(&format!("a graph with {count} vertices"), needed, setup.memory)?;
        if self.rules.loops() {
            let all: Vec<u32> = (0..count as u32).collect();
            return Ok(Ranked { ranks: all.clone(), vertices: all, starts: vec![0, count as Rank] });
        }
        let heights = self.heights(setup)?;
        let mut starts = vec![0; heights.iter().max().map_or(0, |&height| height as usize + 1) + 1];
        heights.iter().for_each(|&height| starts[height as usize + 1] += 1);
        (1..starts.len()).for_each(|stratum| starts[stratum] += starts[stratum - 1]);
        let (mut next, mut vertices) = (starts.clone(), vec![0; count]);
        let mut ranks = heights;
        for (vertex, height) in (0..).zip(&mut ranks) {
            let free = &mut next[*height as usize];
            vertices[*free as usize] = vertex;
            *height = *free as u32;
            *free += 1;
        }
        Ok(Ranked { vertices, ranks, starts })
    }

    /// The height of each vertex, by a depth-first search.
    fn heights(&self, setup: Setup<'_>) -> Result<Vec<u32>, Error> {
        let count = self.graph.vertices();
        setup.control.phase("enumerating", count as u64);
        let mut heights = vec![UNSEEN; count];
        // The vertices on the path from a start, each with the number of its edges that were looked at.
        let mut path: Vec<(u32, u32)> = Vec::new();
        for start in 0..count as u32 {
            if heights[start as usize] != UNSEEN {
                continue;
            }
            path.push((start, 0));
            while let Some((vertex, done)) = path.last_mut() {
                let (vertex, ends) = (*vertex, self.graph.of((*vertex).into()));
                heights[vertex as usize] = OPEN;
                setup.control.looked_at(1)?;
                let new = ends[*done as usize..].iter().position(|&end| heights[end as usize] >= OPEN);
                *done += new.unwrap_or(ends.len() - *done as usize) as u32;
                match ends.get(*done as usize) {
                    Some(&end) if heights[end as usize] == OPEN => return Err(self.endless(&path, end)),
                    Some(&end) => path.push((end, 0)),
                    None => {
                        let highest = ends.iter().map(|&end| heights[end as usize] + 1).max();
                        heights[vertex as usize] = highest.unwrap_or(0);
                        path.pop();
                    }
                }
            }
            setup.control.progress(start.into());
        }
        Ok(heights)
    }

    /// The error for a path that comes back to a vertex.
    fn endless(&self, path: &[(u32, u32)], back_to: u32) -> Error {
        let around = path.iter().map(|&(vertex, _)| vertex).skip_while(|&vertex| vertex != back_to).chain([back_to]);
        let around: Vec<String> = around.map(|vertex| self.rules.show(&vertex.into())).collect();
        Error::Endless(format!("{} (where endless play is a draw, add `loops=draw`)", around.join(" -> ")))
    }

    fn graph_bytes(&self) -> Bytes {
        Bytes(self.graph.bytes() as u128)
    }
}

/// The height of a vertex that was not seen.
const UNSEEN: u32 = u32::MAX;

/// The height of a vertex on the path.
const OPEN: u32 = u32::MAX - 1;

impl<R: Rules<Position = u64>> Ruleset for Vertices<R> {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        if self.ranked.get().is_none() {
            // If two threads do this at the same time, the results are equal, and one is kept.
            let _ = self.ranked.set(self.rank(setup)?);
        }
        Ok(())
    }

    fn asked(&self, row: u64) -> Rank {
        let mut label = Vec::new();
        self.rows.label(row, &mut label);
        self.ranked().ranks[(label[0] - self.first) as usize].into()
    }

    fn positions(&self) -> u64 {
        self.graph.vertices() as u64
    }

    fn strata(&self) -> u64 {
        self.ranked().starts.len() as u64 - 1
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.settled(stratum) - self.ranked().starts[stratum as usize]
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        Some(self.ranked().starts[stratum as usize] + slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.ranked().starts[stratum as usize + 1]
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let ranked = self.ranked();
        let ends = self.graph.of(ranked.vertices[rank as usize].into());
        ends.iter().try_for_each(|&end| visit(&[ranked.ranks[end as usize].into()]))
    }

    fn splits(&self) -> bool {
        false
    }

    fn convention(&self) -> Convention<'_> {
        if self.rules.loops() { Convention::Loopy } else { Convention::Plain }
    }

    fn ranks_are_rows(&self) -> bool {
        false
    }

    fn held(&self) -> Bytes {
        self.ranked.get().map_or(Bytes(0), |ranked| Bytes(8 * ranked.ranks.len() as u128).plus(self.graph_bytes()))
    }

    fn show(&self, rank: Rank) -> String {
        self.rules.show(&self.ranked().vertices[rank as usize].into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Enumerated;
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::random::Random;
    use grundy_core::ruleset::Play;

    struct Edges {
        graph: Arc<Digraph>,
        loops: bool,
    }

    impl Rules for Edges {
        type Position = u64;

        fn options(&self, &vertex: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
            self.graph.of(vertex).iter().try_for_each(|&to| visit(&[to.into()]))
        }

        fn loops(&self) -> bool {
            self.loops
        }
    }

    /// For each row, what a kernel sees of it: its options as texts, and its stratum where strata mean something.
    fn seen(space: &dyn Ruleset, loops: bool) -> Vec<(String, Vec<String>, u64)> {
        let row = |row| {
            let (rank, mut options) = (space.asked(row), Vec::new());
            space.each_option(rank, &mut |to| options.push(space.show(to[0])));
            let stratum = (0..space.strata()).find(|&stratum| rank < space.settled(stratum)).unwrap_or(u64::MAX);
            (space.show(rank), options, if loops { 0 } else { stratum })
        };
        (0..space.rows().len()).map(row).collect()
    }

    /// Graphs with and without cycles: the same as by the search, also the cycle in the message.
    #[test]
    fn a_search_finds_the_same() {
        let seed = 20_261_129;
        let (mut random, setup) = (Random(seed), Setup::new(Bytes(1 << 30), &FREE, Play::Normal));
        let mut endless = 0;
        for trial in 0..300 {
            let (count, descending) = (random.below(30) + 1, random.below(3) > 0);
            let mut edge = |_| {
                let from = random.below(count);
                let to = if descending { random.below(from.max(1)) } else { random.below(count) };
                (from as u32, if descending && from == 0 { u32::MAX } else { to as u32 })
            };
            let edges: Vec<(u32, u32)> = (0..2 * count).map(&mut edge).collect();
            let (graph, loops) = (Arc::new(Digraph::new(count as usize, &edges)), trial % 2 == 1);
            let rules = || Edges { graph: graph.clone(), loops };
            let rows = Rows::line(0, count - 1);
            let own = Vertices::outline(rules(), graph.clone(), rows.clone(), 0);
            let searched = Enumerated::ruleset(rules(), rows, |_, label| label[0], setup);
            match (own.enumerate(setup), searched) {
                (Ok(()), Ok(searched)) => {
                    assert_eq!(seen(&*own, loops), seen(&*searched, loops), "seed {seed}, {edges:?}");
                }
                (Err(own), Err(searched)) => {
                    // It also says what to add.
                    assert!(own.to_string().starts_with(&searched.to_string()), "seed {seed}, {edges:?}: {own}");
                    endless += 1;
                }
                (own, searched) => panic!("{own:?}, {:?}, seed {seed}, {edges:?}", searched.err()),
            }
        }
        assert!(endless > 20, "{endless} cycles only");
    }
}
