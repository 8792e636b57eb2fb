//! Any finite acyclic game graph, read from a file.

use super::args::{Args, Arity, HEAPS, Parameter};
use super::custom::LOOPS;
use super::family::{Family, text};
use super::game::{About, Game};
use super::law::Law;
use super::python;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Shape, Value, Visit};
use grundy_core::words::counted;
use indexmap::IndexSet;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("graph"),
    in_papers: None,
    rules: text(
        "A token lies on a vertex of a directed graph without cycles; a move takes it along an edge. No edge \
            joins two P-positions, and every vertex that is not a P-position has an edge to one. With loops=draw the graph may \
            have cycles, and endless play is a draw.",
    ),
    source: text("J. von Neumann and O. Morgenstern 1944; C. Berge, The Theory of Graphs (1962), ch. 6"),
    max: text("-"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "file",
            form: Arity::One,
            required: true,
            help: "a CSV file with the header `from,to` and one edge per line; in the line of an isolated vertex, nothing \
                   follows the comma",
        },
        LOOPS,
        TOKENS,
    ],
    examples: &["graph:configs/graph/diamond.csv"],
    position: text("top"),
    build,
};

/// Heaps are tokens here.
const TOKENS: Parameter = Parameter {
    help: "the number of tokens on the graph, at least 1; a move takes one of them along an edge, and several may lie on one \
           vertex",
    ..HEAPS
};

#[derive(Clone)]
struct GraphRules {
    names: Arc<IndexSet<String>>,
    edges: Arc<Vec<Vec<u32>>>,
    loops: bool,
}

impl Rules for GraphRules {
    type Position = u64;

    fn options(&self, vertex: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        self.edges[*vertex as usize].iter().try_for_each(|&to| visit(&[to.into()]))
    }

    fn loops(&self) -> bool {
        self.loops
    }

    fn show(&self, vertex: &u64) -> String {
        self.names.get_index(*vertex as usize).cloned().unwrap_or_default()
    }

    fn read(&self, text: &str) -> Option<u64> {
        self.names.get_index_of(text.trim()).map(|index| index as u64)
    }

    /// The vertices of a program are numbers, which only some graphs have as their names.
    fn python(&self) -> Option<Python> {
        // Programs of the OEIS compute Grundy values.
        numbers(&self.names).filter(|_| !self.loops)?;
        let name = |&vertex: &u64| self.names.get_index(vertex as usize).cloned().unwrap_or_default();
        let edges = self.edges.iter().enumerate().filter(|(_, to)| !to.is_empty()).map(|(from, to)| {
            format!("{}: {}", name(&(from as u64)), python::list(to.iter().map(|&to| name(&to.into()))))
        });
        let edges = edges.collect::<Vec<_>>().join(", ");
        Some(Python::heap(&format!("for m in {{{edges}}}.get(n, []):\n    yield [m]")))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let (text, file) = args.file("file")?;
    let (names, edges) = edges_of(args, &text)?;
    drop(text);
    if names.len() > u32::MAX as usize {
        return Err(args.blame("file", format!("{} vertices are too many", names.len()), "fewer than 2^32 vertices"));
    }
    let (numbers, labels) = (numbers(&names), names.iter().cloned().collect::<Vec<String>>());
    let words = format!(
        "A game graph with {} and {}",
        counted(names.len(), "vertex", "vertices"),
        counted(edges.iter().map(Vec::len).sum::<usize>(), "edge", "edges")
    );
    let loops = args.draws(LOOPS.key)?;
    let rules = GraphRules { names: Arc::new(names), edges: Arc::new(edges), loops };
    let code = format!("graph:{}{}", file.0, if loops { ",loops=draw" } else { "" });
    let game = match numbers {
        None => Game::enumerated(code, words, Shape::Named(labels.into()), rules, |_, label| label[0]),
        Some((first, vertices)) => {
            let shape = Shape::Numbers(first, first + vertices.len() as u64 - 1);
            let vertex = move |_: &GraphRules, label: &[u64]| vertices[(label[0] - first) as usize];
            Game::enumerated(code, words, shape, rules, vertex).with_about(About::max("vertices"))
        }
    };
    let game = game.with_file(file.0, file.1);
    let game = if loops { game.with_law(Law::Loopy) } else { game };
    if !args.has(HEAPS.key) {
        return Ok(game);
    }
    Ok(args.on_heaps(game.with_coordinate())?.with_about(About::max("vertices")))
}

/// The names of the vertices in a file of edges, and where the edges of each lead.
pub(super) fn edges_of(args: &Args, text: &str) -> Result<(IndexSet<String>, Vec<Vec<u32>>), Blame> {
    let (mut vertices, mut edges) = (Vertices::default(), Vec::<Vec<u32>>::new());
    args.each_pair("file", text, ["from", "to"], &mut |from, to| {
        let from = vertices.index(from);
        let to = (!to.is_empty()).then(|| vertices.index(to));
        edges.resize_with(vertices.names.len(), Vec::new);
        to.into_iter().for_each(|to| edges[from].push(to as u32));
    })?;
    Ok((vertices.names, edges))
}

/// The names of vertices, in the order of the file.
#[derive(Default)]
struct Vertices {
    names: IndexSet<String>,
    /// The indices of vertices whose names are small numbers, as far as they were looked up: a shortcut for large files.
    by_number: Vec<u32>,
}

impl Vertices {
    /// The index of a name, which may be new.
    fn index(&mut self, name: &str) -> usize {
        let canonical = !name.starts_with(['0', '+']) || name == "0";
        let number = name.parse::<usize>().ok().filter(|_| canonical);
        let known = number.and_then(|number| self.by_number.get(number)).filter(|&&index| index != u32::MAX);
        if let Some(&index) = known {
            return index as usize;
        }
        let index = match self.names.get_index_of(name) {
            Some(index) => index,
            None => self.names.insert_full(name.to_string()).0,
        };
        // Few vertices with large numbers would waste memory.
        let most = 16 * self.names.len() + 1024;
        if let (Some(number), Ok(index)) = (number.filter(|&number| number < most), u32::try_from(index)) {
            if number >= self.by_number.len() {
                self.by_number.resize(number + 1, u32::MAX);
            }
            self.by_number[number] = index;
        }
        index
    }
}

/// If the names are exactly the numbers 0, ..., m or 1, ..., m: the first number, and the vertex of each
/// number in order.
fn numbers(names: &IndexSet<String>) -> Option<(u64, Vec<u64>)> {
    let first = u64::from(!names.contains("0"));
    let numbers = first..first + names.len() as u64;
    let vertices = numbers.map(|number| names.get_index_of(&number.to_string()).map(|index| index as u64));
    vertices.collect::<Option<_>>().map(|vertices| (first, vertices))
}
