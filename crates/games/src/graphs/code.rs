//! Graph codes.

use super::super::args::{self, Args, Arity, Parameter, WrittenValue, unknown};
use super::super::nesting;
use super::families::FAMILIES;
use super::family::{MOST_VERTICES, Made};
use grundy_core::diagnostic::Blame;
use grundy_core::picture::Place;
use grundy_core::ruleset::Shape;
use grundy_core::system::Graph;
use std::path::Path;
use std::sync::Arc;

/// A graph code: graphs, as many as there are values of the sizes that it leaves open.
pub(crate) struct GraphCode {
    /// The canonical code.
    pub code: String,
    /// The name of its family.
    pub family: &'static str,
    /// The sizes: their names, and their values where they are fixed.
    sizes: Vec<(&'static str, Option<u64>)>,
    /// The smallest values of the open sizes.
    firsts: Vec<u64>,
    made: Made,
}

/// The keys of sizes.
const SIZES: [Parameter; 3] =
    [size("n", "the size"), size("rows", "the number of rows"), size("columns", "the number of columns")];

const fn size(key: &'static str, help: &'static str) -> Parameter {
    Parameter { key, form: Arity::Keyed, required: false, help }
}

impl GraphCode {
    /// Reads a graph code that starts at byte `start` of its source. Files are relative to `base`.
    ///
    /// # Errors
    /// The [`Blame`] of the mistake.
    pub fn read(text: &str, start: usize, base: &Path) -> Result<Self, Blame> {
        if let Some((at, inner)) = nesting::inside(text, '(', ')') {
            return Self::read(inner, start + at, base);
        }
        let (start, text) = (start + text.len() - text.trim_start().len(), text.trim());
        let (name, arguments) = text.split_once(':').unwrap_or((text, ""));
        let Some(family) = FAMILIES.iter().find(|family| family.name == name) else {
            let span = start..start + name.len().max(1);
            let item = WrittenValue { text: name.to_string(), span };
            let all: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
            let help = format!("the graphs are {} (docs/graphs.md)", args::list(&all));
            return Err(unknown(&item, "a graph", all.into_iter(), &help));
        };
        let keys = SIZES.iter().filter(|size| family.sizes.iter().any(|(name, _)| *name == size.key));
        let parameters: Vec<Parameter> = family.parameters.iter().chain(keys).copied().collect();
        let args = Args::from_code(&parameters, arguments, start + text.len() - arguments.len())?;
        let args = args.in_folder(base);
        let made = (family.build)(&args)?;
        let smallest = |place: usize| made.firsts.as_ref().map_or(family.sizes[place].1, |firsts| firsts[place]);
        let mut sizes = Vec::new();
        for (place, (name, _)) in family.sizes.iter().enumerate().filter(|_| !made.is_fixed) {
            let fixed = args.has(name).then(|| args.integer(name, smallest(place)..=MOST_VERTICES)).transpose()?;
            sizes.push((*name, fixed));
        }
        let open = |&(_, (_, fixed)): &(usize, &(&str, Option<u64>))| fixed.is_none();
        let firsts = sizes.iter().enumerate().filter(open).map(|(place, _)| smallest(place)).collect();
        let fixed = sizes.iter().filter_map(|(name, fixed)| fixed.map(|value| format!("{name}={value}")));
        let written = (!made.arguments.is_empty()).then(|| made.arguments.clone());
        let arguments: Vec<String> = written.into_iter().chain(fixed).collect();
        let separator = if arguments.is_empty() { "" } else { ":" };
        let code = format!("{name}{separator}{}", arguments.join(","));
        Ok(Self { code, family: family.name, sizes, firsts, made })
    }

    /// The labels of a game on these graphs.
    pub fn shape(&self) -> Shape {
        match self.firsts.is_empty() {
            true => Shape::Named(vec!["all".to_string()].into()),
            false => Shape::Box(self.firsts.clone()),
        }
    }

    /// What `max` limits.
    pub fn max(&self) -> String {
        let open: Vec<&str> = self.sizes.iter().filter(|(_, fixed)| fixed.is_none()).map(|(name, _)| *name).collect();
        match &open[..] {
            [] => "-".to_string(),
            open => open.join(" and "),
        }
    }

    /// All sizes for a label.
    fn sizes(&self, label: &[u64]) -> Vec<u64> {
        let mut open = label.iter().copied();
        self.sizes.iter().map(|(_, fixed)| fixed.or_else(|| open.next()).unwrap_or(0)).collect()
    }

    /// The number of vertices of the graph of a label.
    pub fn vertices(&self, label: &[u64]) -> u64 {
        (self.made.vertices)(&self.sizes(label))
    }

    /// The graph of a label.
    pub fn graph(&self, label: &[u64]) -> Graph {
        (self.made.graph)(&self.sizes(label))
    }

    /// The names of the open sizes, and lines of Python that define `vertices` and `edges`.
    pub fn python(&self) -> Option<(Vec<&'static str>, String)> {
        let open = self.sizes.iter().filter(|(_, fixed)| fixed.is_none()).map(|(name, _)| *name).collect();
        let fixed = self.sizes.iter().filter_map(|(name, fixed)| fixed.map(|value| format!("{name} = {value}\n")));
        Some((open, fixed.collect::<String>() + self.made.python.as_ref()?))
    }

    /// The places of the vertices of the graph of a label in a picture, if there is a simple rule.
    pub fn places(&self, label: &[u64]) -> Option<Vec<Place>> {
        self.made.places.as_ref().map(|places| places(&self.sizes(label)))
    }

    /// The rows and columns of the graph of a label, if its vertices are the cells of a board.
    pub fn board(&self, label: &[u64]) -> Option<(usize, usize)> {
        self.made.board?;
        let sizes = self.sizes(label);
        Some((sizes[0] as usize, sizes[sizes.len() - 1] as usize))
    }

    /// The rule of graphs whose vertices are the cells of a board.
    pub fn rule(&self) -> Option<fn(usize, usize) -> Graph> {
        self.made.board
    }

    /// The label whose graph is a board of this size.
    pub fn label_of(&self, rows: usize, columns: usize) -> Option<Vec<u64>> {
        self.made.board?;
        let written = [rows as u64, columns as u64];
        let values = if self.sizes.len() == 1 { (rows == columns).then_some(&written[..1])? } else { &written[..] };
        let fits = self.sizes.iter().zip(values).all(|((_, fixed), value)| fixed.is_none_or(|fixed| fixed == *value));
        let open = self.sizes.iter().zip(values).filter(|((_, fixed), _)| fixed.is_none()).map(|(_, value)| *value);
        fits.then(|| open.collect())
    }

    /// The names of the vertices, if they are not numbers.
    pub fn names(&self) -> Option<&Arc<[String]>> {
        self.made.names.as_ref()
    }

    /// The edges as a file lists them, with loops and repetitions, if it is a file of edges.
    pub fn listed(&self) -> Option<&[(usize, usize)]> {
        self.made.listed.as_deref()
    }

    /// The file it was read from.
    pub fn file(&self) -> Option<&(String, String)> {
        self.made.file.as_ref()
    }

    /// What its graphs are, in words.
    pub fn words(&self) -> String {
        let family = FAMILIES.iter().find(|family| family.name == self.family);
        let help = family.map_or("", |family| family.help);
        if self.code == self.family { help.to_string() } else { format!("`{}` ({help})", self.code) }
    }

    /// Whether its graphs are the paths with n vertices, for all n.
    pub fn is_all_paths(&self) -> bool {
        self.family == "path" && !self.firsts.is_empty()
    }

    /// Whether its graphs are the cycles with n vertices, for all n.
    pub fn is_all_cycles(&self) -> bool {
        self.family == "cycle" && !self.firsts.is_empty()
    }
}
