//! Games on a graph: what the families have in common. A family says which system a graph gives.

use super::args::{Args, Arity, Parameter};
use super::game::{About, Game};
use super::graphs::GraphCode;
use super::system_python::{Moves, Written, on_graphs};
use super::systems::{Cells, Named, Notation};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::picture::{Base, Mark, Scene};
use grundy_core::ruleset::Python;
use grundy_core::structure::{BoardSymmetries, Boards, Host, Hosts, Keys, TreeRule};
use grundy_core::system::{Graph, Set, System, Wide};
use std::sync::Arc;

/// The parameter of a family that is played on a graph.
pub(crate) const GRAPH: Parameter = Parameter {
    key: "graph",
    form: Arity::Code,
    required: true,
    help: "a graph, as in `path`, `grid:rows=3`, `petersen:k=2`, `file:edges.csv`; docs/graphs.md lists them all",
};

/// What a graph gives: a system with its start.
pub(crate) struct OnGraph {
    /// The system.
    pub system: System<Wide>,
    /// The position asked for.
    pub start: Wide,
}

impl OnGraph {
    /// A system that begins with all its elements.
    pub fn whole(system: System<Wide>) -> Self {
        let start = Wide::of(system.elements(), 0..system.elements());
        Self { system, start }
    }
}

/// The system that a graph gives.
pub(crate) type SystemOf = Box<dyn Fn(&Graph) -> Result<OnGraph, Error> + Send + Sync>;

/// How a family makes a system of a graph.
pub(crate) struct Recipe {
    /// How positions are recognised.
    pub keys: Keys,
    /// The number of its elements.
    pub elements: Elements,
    /// The system of a graph.
    pub system: SystemOf,
    /// What its elements are.
    pub look: Look,
    /// The same game on trees, if a kernel knows it.
    pub on_trees: Option<TreeRule>,
    /// Whether an independent checker knows the rules.
    pub is_checked: bool,
    /// The elements and moves in Python.
    pub python: InPython,
}

/// Writes elements and moves in Python.
type InPython = Box<dyn Fn() -> Option<Written> + Send + Sync>;

impl Recipe {
    /// A game that every graph gives. Its elements are vertices, unless `look` says otherwise.
    pub fn new(keys: Keys, elements: Elements, system: impl Fn(&Graph) -> OnGraph + Send + Sync + 'static) -> Self {
        Self::trying(keys, elements, move |graph| Ok(system(graph)))
    }

    /// A game that not every graph gives.
    pub fn trying(
        keys: Keys,
        elements: Elements,
        system: impl Fn(&Graph) -> Result<OnGraph, Error> + Send + Sync + 'static,
    ) -> Self {
        Self {
            keys,
            elements,
            system: Box::new(system),
            look: Look::Vertices,
            on_trees: None,
            is_checked: keys == Keys::Incidence,
            python: Box::new(|| None),
        }
    }

    /// A game whose elements are the vertices, and which depends only on the graph that is left.
    pub fn of_vertices(system: impl Fn(&Graph) -> OnGraph + Send + Sync + 'static) -> Self {
        Self::new(Keys::Induced, Elements::PerVertex(1), system)
    }

    /// The same, in which moves only delete. The lines define `start` and `moves`.
    pub fn deleting(self, body: impl Into<String>) -> Self {
        let body = body.into();
        self.in_python(move || Some(Written { body: body.clone(), moves: Moves::Deleting }))
    }

    /// The same, with its moves in Python.
    pub fn in_python(self, written: impl Fn() -> Option<Written> + Send + Sync + 'static) -> Self {
        Self { python: Box::new(written), ..self }
    }

    /// The same, if an independent checker knows its rules.
    pub fn checked(self, is_checked: bool) -> Self {
        Self { is_checked, ..self }
    }

    /// The same, if a kernel knows it on trees.
    pub fn on_trees(self, rule: TreeRule) -> Self {
        Self { on_trees: Some(rule), is_checked: true, ..self }
    }
}

/// The marks of the elements on a graph.
type MarksOf = Box<dyn Fn(&Graph) -> Vec<Mark> + Send + Sync>;

/// What the elements of a system are on its graph.
pub(crate) enum Look {
    /// The vertices, so that positions on a board are typed in rows.
    Vertices,
    /// Targets on the vertices; a vertex without its own may still be chosen.
    Targets,
    /// Edges, colours and the like.
    Marks(MarksOf),
}

impl Look {
    fn is_vertices(&self) -> bool {
        matches!(self, Look::Vertices | Look::Targets)
    }

    fn marks(&self, graph: &Graph) -> Vec<Mark> {
        match self {
            Look::Vertices | Look::Targets => (0..graph.vertices()).map(|vertex| Mark::State(vertex, '#')).collect(),
            Look::Marks(marks) => marks(graph),
        }
    }
}

/// The number of elements of a system, known before it is made.
pub(crate) enum Elements {
    /// As many for each vertex.
    PerVertex(u64),
    /// What a graph says.
    Of(fn(&Graph) -> usize),
}

struct GraphHosts {
    graph: Arc<GraphCode>,
    recipe: Recipe,
}

impl GraphHosts {
    /// Whether positions are typed as the rows of a board.
    fn is_in_rows(&self) -> bool {
        self.graph.rule().is_some() && self.recipe.look.is_vertices()
    }

    fn on(&self, graph: &Graph) -> Result<Host, Error> {
        let OnGraph { system, start } = (self.recipe.system)(graph)?;
        Ok(Host { system: Arc::new(system), start, keys: self.recipe.keys })
    }

    fn named(&self) -> Named {
        Named(self.graph.names().filter(|_| self.recipe.look.is_vertices()).cloned())
    }
}

impl Hosts for GraphHosts {
    fn is_single(&self) -> bool {
        !self.graph.shape().has_range()
    }

    fn elements(&self, label: &[u64]) -> u64 {
        let vertices = self.graph.vertices(label);
        match self.recipe.elements {
            Elements::PerVertex(elements) => vertices.saturating_mul(elements),
            // A graph that is too large is not made.
            Elements::Of(_) if vertices > super::graphs::MOST_VERTICES => vertices,
            Elements::Of(elements) => elements(&self.graph.graph(label)) as u64,
        }
    }

    fn host(&self, label: &[u64]) -> Result<Host, Error> {
        self.on(&self.graph.graph(label))
    }

    fn on_graph(&self, graph: &Graph) -> Result<Option<Host>, Error> {
        self.on(graph).map(Some)
    }

    fn on_tree(&self, label: &[u64]) -> Option<(TreeRule, Graph)> {
        Some((self.recipe.on_trees?, self.graph.graph(label)))
    }

    fn scene(&self, label: &[u64]) -> Scene {
        let graph = self.graph.graph(label);
        let marks = self.recipe.look.marks(&graph);
        // Lines on a board would pass through other cells.
        let has_edges = marks.iter().any(|mark| matches!(mark, Mark::Edge(..)));
        let base = match self.graph.board(label).filter(|_| !has_edges) {
            Some((rows, columns)) => Base::Board { rows, columns },
            None => Base::Graph { graph, places: self.graph.places(label) },
        };
        let named = self.named();
        let names = (0..marks.len()).filter(|_| !self.is_in_rows()).map(|element| named.name(element)).collect();
        Scene { base, marks, names, are_targets: matches!(self.recipe.look, Look::Targets) }
    }

    fn graph(&self, label: &[u64]) -> Option<Graph> {
        Some(self.graph.graph(label))
    }

    fn python(&self) -> Option<Python> {
        on_graphs(&self.graph, (self.recipe.python)()?)
    }

    fn has_checker(&self) -> bool {
        self.recipe.is_checked
    }

    fn boards(&self) -> Option<&dyn Boards> {
        let on_board =
            self.recipe.look.is_vertices() && self.recipe.keys == Keys::Induced && self.graph.rule().is_some();
        on_board.then_some(self)
    }
}

impl Boards for GraphHosts {
    fn size(&self, label: &[u64]) -> (usize, usize) {
        self.graph.board(label).unwrap_or((0, 0))
    }

    fn on_board(&self, rows: usize, columns: usize) -> Result<System<Wide>, Error> {
        let graph = self.graph.rule().map_or_else(Graph::default, |rule| rule(rows, columns));
        Ok((self.recipe.system)(&graph)?.system)
    }

    fn symmetries(&self) -> BoardSymmetries {
        BoardSymmetries::ALL
    }
}

/// The graph of a family's arguments.
pub(crate) fn graph_of(args: &Args) -> Result<GraphCode, Blame> {
    let item = &args.items(GRAPH.key)[0];
    GraphCode::read(&item.text, item.span.start, args.base()).map_err(|blame| {
        let may_lack = item.text.contains(',') && !item.text.starts_with('(');
        let more = "; if arguments of the game follow, put the graph in parentheses, as in `(grid:rows=2),when=(...)`";
        Blame { help: format!("{}{}", blame.help, if may_lack { more } else { "" }), ..blame }
    })
}

/// The game of a family on a graph. `code` is the canonical code.
pub(crate) fn game_on(code: String, words: String, graph: GraphCode, recipe: Recipe) -> Game {
    let hosts = Arc::new(GraphHosts { graph: Arc::new(graph), recipe });
    let graph = hosts.graph.clone();
    let notation: Arc<dyn Notation> = match hosts.is_in_rows() {
        true => {
            let (sizes, labels) = (graph.clone(), graph.clone());
            let size = move |label: &[u64]| sizes.board(label).unwrap_or((0, 0));
            let label_of = Box::new(move |rows, columns| labels.label_of(rows, columns));
            Arc::new(Cells { states: vec!['#'], size, label_of })
        }
        false => Arc::new(hosts.named()),
    };
    let about = About::max(graph.max());
    let game = Game::of_systems(code, words, graph.shape(), hosts, notation).with_about(about);
    match graph.file().cloned() {
        Some((name, hash)) => game.with_file(name, hash),
        None => game,
    }
}

/// A vertex with its neighbours.
pub(crate) fn closed(graph: &Graph, vertex: usize) -> impl Iterator<Item = usize> {
    graph.neighbours(vertex).iter().copied().chain([vertex])
}
