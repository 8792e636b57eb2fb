//! Directed graphs from files of edges.

use super::args::Args;
use super::digraph::{Digraph, NOWHERE};
use grundy_core::diagnostic::Blame;
use indexmap::IndexSet;

/// The names of the vertices.
pub(super) enum VertexNames {
    /// The numbers from the first one on, which is 0 or 1.
    Numbers { first: u32, count: u32 },
    /// Words, in the order of the file.
    Words(IndexSet<String>),
}

impl VertexNames {
    /// The number of vertices.
    pub fn len(&self) -> usize {
        match self {
            VertexNames::Numbers { count, .. } => *count as usize,
            VertexNames::Words(words) => words.len(),
        }
    }

    /// The name of a vertex.
    pub fn of(&self, vertex: u64) -> String {
        match self {
            VertexNames::Numbers { first, .. } => (vertex + u64::from(*first)).to_string(),
            VertexNames::Words(words) => words.get_index(vertex as usize).cloned().unwrap_or_default(),
        }
    }

    /// The vertex with a name.
    pub fn find(&self, name: &str) -> Option<u64> {
        match self {
            VertexNames::Numbers { first, count } => {
                let vertex = number(name)?.checked_sub(*first)?;
                (vertex < *count).then_some(vertex.into())
            }
            VertexNames::Words(words) => words.get_index_of(name).map(|vertex| vertex as u64),
        }
    }

    /// All names.
    pub fn all(&self) -> impl Iterator<Item = String> {
        (0..self.len() as u64).map(|vertex| self.of(vertex))
    }
}

/// The number that a name is, without leading zeros.
fn number(name: &str) -> Option<u32> {
    let canonical = name == "0" || !name.starts_with(['0', '+']);
    name.parse().ok().filter(|&number| canonical && number != NOWHERE)
}

/// The graph in a file of edges, and the names of its vertices.
///
/// # Errors
/// What is wrong with the file, or that it has 2^32 vertices or edges.
pub(super) fn graph_of(args: &Args, text: String) -> Result<(VertexNames, Digraph), Blame> {
    let (names, edges) = match numbered_edges(args, &text)? {
        Some(numbered) => numbered,
        None => named_edges(args, &text)?,
    };
    // It may be the largest part of the memory.
    drop(text);
    if names.len().max(edges.len()) >= u32::MAX as usize {
        return Err(args.blame("file", "the graph is too large", "fewer than 2^32 vertices and edges"));
    }
    let graph = Digraph::new(names.len(), &edges);
    Ok((names, graph))
}

type NamedEdges = (VertexNames, Vec<(u32, u32)>);

/// The edges, if the names are exactly the numbers 0, ..., m or 1, ..., m.
fn numbered_edges(args: &Args, text: &str) -> Result<Option<NamedEdges>, Blame> {
    let (mut edges, mut all_are_numbers, mut last) = (Vec::new(), true, 0);
    args.each_pair("file", text, ["from", "to"], &mut |from, to| {
        let ends = if all_are_numbers { ends(from, to) } else { None };
        let Some((from, to)) = ends else { return all_are_numbers = false };
        last = last.max(from).max(if to == NOWHERE { 0 } else { to });
        edges.push((from, to));
    })?;
    // Each edge names two vertices at most.
    if !all_are_numbers || last as usize > 2 * edges.len() {
        return Ok(None);
    }
    let mut named = vec![false; last as usize + 1];
    edges
        .iter()
        .flat_map(|&(from, to)| [from, to])
        .filter(|&end| end != NOWHERE)
        .for_each(|end| named[end as usize] = true);
    let first = u32::from(!named[0]);
    if named[first as usize..].iter().any(|named| !named) {
        return Ok(None);
    }
    let of = |end: u32| if end == NOWHERE { NOWHERE } else { end - first };
    edges.iter_mut().for_each(|(from, to)| (*from, *to) = (of(*from), of(*to)));
    Ok(Some((VertexNames::Numbers { first, count: last + 1 - first }, edges)))
}

/// The two ends of an edge, if they are numbers.
fn ends(from: &str, to: &str) -> Option<(u32, u32)> {
    Some((number(from)?, if to.is_empty() { NOWHERE } else { number(to)? }))
}

fn named_edges(args: &Args, text: &str) -> Result<NamedEdges, Blame> {
    let (mut names, mut edges) = (IndexSet::new(), Vec::new());
    args.each_pair("file", text, ["from", "to"], &mut |from, to| {
        let mut vertex = |name: &str| match names.get_index_of(name) {
            Some(vertex) => vertex as u32,
            None => names.insert_full(name.to_string()).0 as u32,
        };
        edges.push((vertex(from), if to.is_empty() { NOWHERE } else { vertex(to) }));
    })?;
    Ok((VertexNames::Words(names), edges))
}
