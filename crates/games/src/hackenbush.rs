//! Green Hackenbush: cut an edge; what no longer hangs on the ground falls away.

use super::args::Args;
use super::family::{Family, text};
use super::game::{About, Game};
use super::graph_games::{GRAPH, graph_of};
use super::graphs::{GraphCode, MOST_VERTICES};
use super::space::check_units;
use super::systems::{Left, Named, Notation};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{Point, Position, Python, Rules, Value, Visit};
use grundy_core::structure::{Drawing, Drawings, Hackenbush, Structures};
use grundy_core::system::{Set, Wide};
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("hackenbush"),
    in_papers: None,
    rules: text(
        "Green Hackenbush on a graph: remove an edge, and everything that is then not connected to the ground. The ground \
            is vertex 0; in a graph from a file it is the vertex `ground`, and edges may be repeated or be loops. What is not \
            connected to the ground from the beginning is left out. A position lists the numbers of the edges that are left; \
            edges are numbered in lexicographic order, those of a file in the order of its lines.",
    ),
    source: text("Winning Ways ch. 7; J. H. Conway, On Numbers and Games, ch. 13"),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH],
    examples: &["hackenbush:path", "hackenbush:cycle", "hackenbush:grid:rows=2,columns=3"],
    position: text("5: 0..=2"),
    build,
};

/// The vertex of a file that is the ground.
const GROUND: &str = "ground";

/// The drawings of a graph code.
struct OfGraphs {
    graph: GraphCode,
    ground: usize,
}

impl Drawings for OfGraphs {
    fn is_single(&self) -> bool {
        !self.graph.shape().has_range()
    }

    fn vertices(&self, label: &[u64]) -> u64 {
        self.graph.vertices(label)
    }

    fn python(&self) -> Option<Python> {
        let (label, edges) = self.graph.python()?;
        let names = label.join(", ");
        let function = format!("def options_edges({names}):\n    {}\n    return edges", edges.replace('\n', "\n    "));
        let start = |label: &[String]| vec![format!("options_standing(options_edges({}))", label.join(", "))];
        let mut python =
            Python::new("p", CUTTING, start).costing(8).with_function("options_standing", "edges", STANDING);
        python.functions.insert(0, function);
        Some(python)
    }

    fn drawing(&self, label: &[u64]) -> Drawing {
        let graph = self.graph.graph(label);
        let edges = self.graph.listed().map_or_else(|| graph.edges().collect(), <[(usize, usize)]>::to_vec);
        Drawing { vertices: graph.vertices(), edges, ground: self.ground }
    }
}

/// The options in Python: a position is a tuple of edges, and vertex 0 is the ground.
const CUTTING: &str = "\
for cut in p:
    yield [options_standing(edge for edge in p if edge != cut)]";

const STANDING: &str = "\
edges, reached, count = list(edges), {0}, 0
while count != len(reached):
    count = len(reached)
    reached.update(v for edge in edges if reached & set(edge) for v in edge)
return tuple(edge for edge in edges if reached & set(edge))";

/// The rules. A position is a single one, whatever it falls apart into, so that misère play needs no multisets.
#[derive(Clone)]
struct Cutting {
    drawings: Hackenbush,
    /// The least label; without coordinates if there is only one drawing.
    firsts: Point,
}

impl Cutting {
    fn drawing(&self, label: &Point) -> Drawing {
        let label: Vec<u64> = label.iter().map(|&size| size.into()).collect();
        self.drawings.0.drawing(&label)
    }

    fn start(&self, label: Point) -> Left {
        let drawing = self.drawing(&label);
        let all = Wide::of(drawing.edges.len(), 0..drawing.edges.len());
        Left { left: standing(&drawing, &all), label }
    }
}

/// The edges of a set that hang on the ground.
fn standing(drawing: &Drawing, set: &Wide) -> Wide {
    let mut near = vec![Vec::new(); drawing.vertices];
    for edge in set.members() {
        let (u, v) = drawing.edges[edge];
        near[u].push((v, edge));
        near[v].push((u, edge));
    }
    let (mut kept, mut met) = (Wide::none(drawing.edges.len()), vec![false; drawing.vertices]);
    let mut open: Vec<usize> = Vec::from_iter((drawing.ground < drawing.vertices).then_some(drawing.ground));
    while let Some(vertex) = open.pop() {
        if !std::mem::replace(&mut met[vertex], true) {
            near[vertex].iter().for_each(|&(_, edge)| kept.insert(edge));
            open.extend(near[vertex].iter().map(|&(other, _)| other));
        }
    }
    kept
}

impl Rules for Cutting {
    type Position = Left;

    fn options(&self, position: &Left, visit: &mut Visit<'_, Left>) -> ControlFlow<()> {
        let drawing = self.drawing(&position.label);
        position.left.members().try_for_each(|edge| {
            let mut rest = position.left.clone();
            rest.remove(edge);
            visit(&[Left { label: position.label.clone(), left: standing(&drawing, &rest) }])
        })
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        check_units("a drawing of this game", self.drawings.0.vertices(label), MOST_VERTICES, "vertices")
    }

    fn read(&self, text: &str) -> Option<Left> {
        let (label, text) = match text.split_once(':') {
            _ if self.firsts.is_empty() => (Point::new(), text),
            Some((label, rest)) => (Point::read(label)?, rest),
            None => return None,
        };
        let is_label =
            label.len() == self.firsts.len() && label.iter().zip(&self.firsts).all(|(own, first)| own >= first);
        let wide: Vec<u64> = label.iter().map(|&size| size.into()).collect();
        if !is_label || self.fits(&wide).is_err() {
            return None;
        }
        if text.trim() == "all" {
            return Some(self.start(label));
        }
        let mut left = Named(None).read(&wide, self.drawing(&label).edges.len(), text.trim()).ok()?;
        if text.trim().starts_with("all") {
            // Edges that never hung on the ground are left out.
            left.keep(&self.start(label.clone()).left);
        }
        Some(Left { label, left })
    }

    fn is_position(&self, position: &Left) -> bool {
        standing(&self.drawing(&position.label), &position.left) == position.left
    }

    fn show(&self, position: &Left) -> String {
        let label: Vec<u64> = position.label.iter().map(|&size| size.into()).collect();
        Named(None).show(&label, &position.left)
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.drawings)
    }

    fn python(&self) -> Option<Python> {
        self.drawings.0.python()
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let named = graph.names().and_then(|names| names.iter().position(|name| name == GROUND));
    let ground = if graph.listed().is_some() { named } else { Some(0) };
    let Some(ground) = ground else {
        let what = format!("the file has no vertex `{GROUND}`");
        return Err(args.blame(GRAPH.key, what, "the vertex of this name is the ground, on which everything hangs"));
    };
    let (code, shape, file) = (format!("hackenbush:{}", graph.code), graph.shape(), graph.file().cloned());
    let mut words = format!("Green Hackenbush on {}: remove an edge, and what then hangs on nothing", graph.words());
    let about = About::max(graph.max());
    let firsts = shape.firsts().iter().map(|&first| first as u32).collect();
    let rules = Cutting { drawings: Hackenbush(Arc::new(OfGraphs { graph, ground })), firsts };
    if !shape.has_range() && rules.fits(&[]).is_ok() {
        let (all, left) = (rules.drawing(&Point::new()).edges.len(), rules.start(Point::new()).left.len());
        if left < all {
            let fallen = all - left;
            words.push_str(&format!("; {fallen} of {all} edges hang on nothing from the beginning and are left out"));
        }
    }
    let game = Game::enumerated(code, words, shape, rules, |rules, label| {
        // `fits` has refused large labels. A single drawing has a name in place of a label.
        rules.start(label.iter().take(rules.firsts.len()).map(|&size| size as u32).collect())
    });
    let game = game.with_about(about);
    Ok(match file {
        Some((name, hash)) => game.with_file(name, hash),
        None => game,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_drops_what_hangs_on_nothing() {
        // A path of two edges on the ground, a loop at its end, and an edge elsewhere.
        let drawing = Drawing { vertices: 6, edges: vec![(0, 1), (1, 2), (2, 2), (4, 5)], ground: 0 };
        let of =
            |edges: &[usize]| standing(&drawing, &Wide::of(4, edges.iter().copied())).members().collect::<Vec<_>>();
        assert_eq!(of(&[0, 1, 2, 3]), [0, 1, 2]);
        assert_eq!((of(&[1, 2, 3]), of(&[0, 2]), of(&[2, 1, 0])), (vec![], vec![0], vec![0, 1, 2]));
    }
}
