//! The origin of a game: a code, a family with its arguments, a user's function, or a sum of games.

use crate::errors::exception;
use crate::function::Function;
use grundy::Error;
use grundy::config;
use grundy::games::code::{self, Coded, find_family};
use grundy::games::{Family, Game, Law, sum_of, sum_refused};
use grundy::ruleset::Value;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that can be created again and again.
#[pyclass(frozen, module = "grundy._native")]
pub struct Source(pub Arc<Node>);

/// The origin of a game, for the library.
pub enum Node {
    /// A game code.
    Code(String),
    /// A family with its arguments, as the keys of a config.
    Keys(&'static Family, String),
    /// A function that returns the options.
    Told { code: String, words: String, firsts: Vec<u64>, number: u64, function: Arc<Function> },
    /// A disjunctive sum.
    Sum(Vec<Arc<Node>>),
}

/// What messages call the arguments of a family.
const KEYWORDS: &str = "keywords";

/// Counts functions, so that two functions with the same name are two games.
static FUNCTIONS: AtomicU64 = AtomicU64::new(1);

/// The family of games that are functions.
static FAMILY: Family = Family {
    name: Cow::Borrowed("python"),
    rules: Cow::Borrowed(
        "A game that you define yourself, by a Python function that returns the options of a position.",
    ),
    source: Cow::Borrowed("its author"),
    max: Cow::Borrowed("the largest coordinate of the listed positions"),
    value: Value::GRUNDY,
    parameters: &[],
    examples: &["python:game"],
    position: Cow::Borrowed("12"),
    in_papers: None,
    build: |args| Err(args.blame("code", "a Python function has no code", "use the `grundy.Game` itself")),
};

#[pymethods]
impl Source {
    /// The game of a code. The code is checked at once.
    #[staticmethod]
    fn of_code(py: Python<'_>, text: String) -> PyResult<Self> {
        code::parse(&text).map_err(|error| exception(py, error))?;
        Ok(Self(Arc::new(Node::Code(text))))
    }

    /// The game of a family, whose arguments are the keys of a config. They are checked at once.
    #[staticmethod]
    fn of_keys(py: Python<'_>, family: &str, keys: String) -> PyResult<Self> {
        let family = family_of(family).map_err(|error| exception(py, error))?;
        let node = Node::Keys(family, keys);
        node.coded().map_err(|error| exception(py, error))?;
        Ok(Self(Arc::new(node)))
    }

    /// A game whose options a function returns. `asked`, if given, returns the position of a label. `law` is `usual`,
    /// `loopy` or `entailing`.
    #[staticmethod]
    #[pyo3(signature = (options, asked, name, words, firsts, coordinates, spread, law))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn of_function(
        options: Py<PyAny>,
        asked: Option<Py<PyAny>>,
        name: &str,
        words: String,
        firsts: Vec<u64>,
        coordinates: usize,
        spread: bool,
        law: &str,
    ) -> Self {
        let number = FUNCTIONS.fetch_add(1, Ordering::Relaxed);
        let law = match law {
            "loopy" => Law::Loopy,
            "entailing" => Law::Entailing,
            _ => Law::Usual,
        };
        let function = Arc::new(Function { options, asked, coordinates, spread, law });
        Self(Arc::new(Node::Told { code: format!("python:{name}"), words, firsts, number, function }))
    }

    /// The disjunctive sum of games.
    #[staticmethod]
    fn of_sum(games: Vec<Py<Source>>) -> Self {
        Self(Arc::new(Node::Sum(games.iter().map(|game| game.get().0.clone()).collect())))
    }

    /// The canonical code.
    fn code(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.made(py)?.game.code)
    }

    /// The rules in words.
    fn words(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.made(py)?.game.words)
    }
}

impl Source {
    fn made(&self, py: Python<'_>) -> PyResult<Coded> {
        self.0.coded().map_err(|error| exception(py, error))
    }
}

impl Node {
    /// Creates the game anew.
    ///
    /// # Errors
    /// [`Error::Config`] for an invalid code, [`Error::Usage`] for a sum of games without coordinates.
    pub fn coded(&self) -> Result<Coded, Error> {
        match self {
            Node::Code(text) => code::parse(text),
            Node::Keys(family, text) => config::from_keys(family, text, KEYWORDS),
            Node::Told { code, words, firsts, number, function } => {
                let (rules, coordinates) = (function.clone(), function.coordinates);
                let game = Game::told(code.clone(), words.clone(), firsts.clone(), coordinates, rules);
                let game = game.with_file("function".to_string(), number.to_string());
                Ok(Coded { family: Cow::Borrowed(&FAMILY), game })
            }
            Node::Sum(nodes) => sum(nodes),
        }
    }
}

/// The family with a name; only families take arguments as keywords.
fn family_of(name: &str) -> Result<&'static Family, Error> {
    find_family(name, 0..name.len()).map_err(|blame| match code::parse(name) {
        Ok(_) => Error::Usage(format!("`{name}` is a game code: only the name of a family takes keywords")),
        Err(_) => blame.within("family", name).into(),
    })
}

/// A sum. Equal games in it share one game.
fn sum(nodes: &[Arc<Node>]) -> Result<Coded, Error> {
    let mut games: Vec<Arc<Game>> = Vec::new();
    for node in nodes {
        let game = node.coded()?.game;
        if !game.shape.has_range() {
            return Err(Error::Usage(format!("`{}` has no range; a sum requires games with coordinates", game.code)));
        }
        let known = games.iter().find(|known| known.code == game.code && known.files == game.files).cloned();
        games.push(known.unwrap_or_else(|| Arc::new(game)));
    }
    sum_refused(&games).map_or(Ok(()), |why| Err(Error::Usage(why)))?;
    let family = find_family("sum", 0..0).map_err(|blame| Error::Fault(blame.message))?;
    Ok(Coded { family: Cow::Borrowed(family), game: sum_of(games) })
}
