//! What a move of `vertex-game` or `edge-game` takes, and the conditions that it must satisfy.

use super::args::{Args, Arity, Parameter};
use super::nesting;
use super::system_python::{Moves, UNCOUNTED, Written, condition};
use super::systems::MOST_ELEMENTS;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::system::{Condition, Graph, Taken};
use grundy_language::{Datum, Scope, Truth, Type, condition_in_python, holds, truth};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The condition of a game.
pub(crate) const WHEN: Parameter = Parameter {
    key: "when",
    form: Arity::Keyed,
    required: false,
    help: "a condition on what is taken, as in `size in {1, 3} and parts <= 1` (docs/families/vertex-game.md)",
};

/// The maximum number of moves of one graph.
pub(crate) const MOST_MOVES: usize = 1 << 18;

/// The numbers of which a condition may speak, in the order of its variables. The last is only known if a vertex is
/// chosen.
const NUMBERS: [&str; 6] = ["size", "left", "parts", "vertices", "edges", "degree"];

/// A condition on what is taken. Without one, everything is allowed.
#[derive(Clone)]
pub(crate) struct When {
    text: Option<String>,
    truth: Arc<Truth>,
}

impl When {
    /// The condition in a game's arguments.
    pub fn read(args: &Args, has_degree: bool) -> Result<Self, Blame> {
        let Some(item) = args.items(WHEN.key).first() else {
            return Ok(Self { text: None, truth: Arc::new(Truth::Constant(true)) });
        };
        let (at, text) = nesting::inside(&item.text, '(', ')').unwrap_or((0, &item.text));
        let names = &NUMBERS[..NUMBERS.len() - usize::from(!has_degree)];
        let scope = names.iter().fold(Scope::default(), |scope, name| scope.with(name, Type::Number));
        let truth = truth(text, item.span.start + at, &scope)?;
        Ok(Self { text: Some(text.trim().to_string()), truth: Arc::new(truth) })
    }

    /// Whether there is a condition.
    pub fn is_given(&self) -> bool {
        self.text.is_some()
    }

    /// A graph with the condition behind it, as the arguments of a code.
    pub fn behind(&self, graph: &str) -> String {
        self.text.as_ref().map_or_else(|| graph.to_string(), |text| format!("({graph}),when=({text})"))
    }

    /// The condition in words.
    pub fn words(&self) -> String {
        self.text.as_ref().map(|text| format!(", if {text}")).unwrap_or_default()
    }

    fn mentions(&self, name: &str) -> bool {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        self.text.iter().any(|text| text.split(|letter| !is_letter(letter)).any(|word| word == name))
    }

    /// The moves that satisfy it in Python. `counts` are expressions for the vertices and edges of a component and the
    /// degree of a vertex. None if a part of the condition may have a value in Python only, as functions may: without a
    /// value, a condition allows nothing.
    pub fn in_python(&self, body: String, counts: [&'static str; 3]) -> Option<Written> {
        let (text, used) = condition_in_python(&self.truth, &NUMBERS)?;
        let calls = text.as_bytes().windows(2).any(|pair| pair[0].is_ascii_alphanumeric() && pair[1] == b'(');
        if calls || text.contains("**") || text.contains(['^', '|', '&']) {
            return None;
        }
        let allowed = match text.contains("//") || text.contains('%') {
            true => format!("try:\n    return {text}\nexcept ZeroDivisionError: # no value\n    return False"),
            false => format!("return {text}"),
        };
        let sees_component = NUMBERS[3..].iter().any(|name| self.mentions(name));
        let counts = if sees_component { counts } else { UNCOUNTED };
        Some(Written { body, moves: Moves::Allowed { condition: condition(&allowed, &used), counts } })
    }

    /// The largest number of elements that a move may take, as far as that is decided by the number alone.
    pub fn most(&self) -> usize {
        self.sizes(MOST_ELEMENTS as usize).iter().rposition(|&allowed| allowed).unwrap_or(0)
    }

    /// For each number of elements up to `most`, whether a move may take so many, as far as that is decided by the
    /// number alone.
    pub fn sizes(&self, most: usize) -> Vec<bool> {
        let mut data = vec![Datum::Missing; NUMBERS.len()];
        let mut allowed = vec![false];
        for size in 1..=most {
            data[0] = Datum::Number(size as i64);
            allowed.push(may_hold(&self.truth, &data));
        }
        allowed
    }

    /// The condition on moves. `counts` says how many vertices and edges a component has, and the degree of a vertex in
    /// it. A condition without a value, as in a division by zero, allows nothing.
    pub fn condition(&self, counts: impl Fn(&Taken<'_>) -> [usize; 3] + Send + Sync + 'static) -> Option<Condition> {
        self.text.as_ref()?;
        let truth = self.truth.clone();
        let sees_component = NUMBERS[3..].iter().any(|name| self.mentions(name));
        let allows = move |taken: &Taken<'_>| {
            let [vertices, edges, degree] = if sees_component { counts(taken) } else { [0; 3] };
            let numbers = [taken.size, taken.left, taken.parts, vertices, edges, degree];
            holds(&truth, &numbers.map(|number| Datum::Number(number as i64)), &|_| None).unwrap_or(false)
        };
        Some(Condition { allows: Arc::new(allows), sees_component })
    }
}

/// Sets in Python that grow by one element at a time, up to `most`: the first ones, and those `grown` by one element.
pub(crate) fn growing_in_python(first: &str, next: &str, most: usize) -> String {
    let most = if most as u64 >= MOST_ELEMENTS { "len(vertices)**2".to_string() } else { most.to_string() };
    format!(
        "sets, grown, size = set(), {{{first}}}, 1\n\
         while grown and size <= {most}:\n    \
             sets |= grown\n    \
             grown, size = {{{next}}}, size + 1"
    )
}

/// The connected sets of up to `most` elements.
pub(crate) fn connected_in_python(most: usize) -> String {
    growing_in_python("frozenset([e]) for e in start", "s | {f} for s in grown for e in s for f in near[e] - s", most)
}

/// Whether a condition may hold if some variables have no value yet.
fn may_hold(truth: &Truth, data: &[Datum]) -> bool {
    match truth {
        Truth::And(both) => may_hold(&both.0, data) && may_hold(&both.1, data),
        one => holds(one, data, &|_| None).unwrap_or(true),
    }
}

/// The maximum number of sets that are looked at for one graph. A set of vertices may be that of many paths.
const MOST_LOOKS: usize = 1 << 22;

/// Sets of vertices or edges, each once. Too many are refused.
#[derive(Default)]
pub(crate) struct Sets {
    all: BTreeSet<Vec<usize>>,
    looks: usize,
}

impl Sets {
    /// Adds a set. Returns whether there is room for more.
    pub fn add(&mut self, mut set: Vec<usize>) -> bool {
        set.sort_unstable();
        self.all.insert(set);
        self.looks += 1;
        !self.is_full()
    }

    fn is_full(&self) -> bool {
        self.all.len() > MOST_MOVES || self.looks > MOST_LOOKS
    }

    /// The sets of allowed sizes.
    ///
    /// # Errors
    /// [`Error::Limit`] for too many.
    pub fn of_sizes(self, sizes: &[bool]) -> Result<Vec<Vec<usize>>, Error> {
        if self.is_full() {
            return Err(Error::Limit {
                what: "this graph".to_string(),
                needed: "too many sets of vertices that a move may take".to_string(),
                allowed: format!("{MOST_MOVES} moves, which are found among {MOST_LOOKS} sets"),
                key: "a game".to_string(),
                remedy: "allow fewer sizes in `when`, as in `size <= 3`, or choose a smaller graph".to_string(),
            });
        }
        Ok(self.all.into_iter().filter(|set| sizes.get(set.len()) == Some(&true)).collect())
    }
}

/// The connected sets of up to `most` vertices.
pub(crate) fn connected(graph: &Graph, most: usize) -> Sets {
    let mut sets = Sets::default();
    if most > 0 {
        graph.connected_sets(most, &mut |set| sets.add(set.to_vec()));
    }
    sets
}

/// Calls `visit` with every path of up to `most` vertices, in both directions, until it returns false.
pub(crate) fn paths(graph: &Graph, most: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
    fn extend(graph: &Graph, path: &mut Vec<usize>, most: usize, visit: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        if path.len() > most {
            return true;
        }
        let end = path[path.len() - 1];
        visit(path)
            && graph.neighbours(end).iter().all(|&next| {
                if path.contains(&next) {
                    return true;
                }
                path.push(next);
                let goes_on = extend(graph, path, most, visit);
                path.pop();
                goes_on
            })
    }
    let _ = (0..graph.vertices()).all(|first| extend(graph, &mut vec![first], most, visit));
}

/// The cliques of up to `most` vertices.
pub(crate) fn cliques(graph: &Graph, most: usize) -> Sets {
    fn extend(graph: &Graph, clique: &mut Vec<usize>, common: &[usize], most: usize, sets: &mut Sets) -> bool {
        if clique.len() > most {
            return true;
        }
        sets.add(clique.clone())
            && common.iter().enumerate().all(|(place, &next)| {
                let near = |other: &&usize| graph.neighbours(next).binary_search(other).is_ok();
                let rest: Vec<usize> = common[place + 1..].iter().filter(near).copied().collect();
                clique.push(next);
                let goes_on = extend(graph, clique, &rest, most, sets);
                clique.pop();
                goes_on
            })
    }
    let mut sets = Sets::default();
    let _ = (0..graph.vertices()).all(|first| {
        let later: Vec<usize> = graph.neighbours(first).iter().copied().filter(|&other| other > first).collect();
        extend(graph, &mut vec![first], &later, most, &mut sets)
    });
    sets
}

/// The sets of up to `most` of some numbers.
pub(crate) fn subsets(of: &[usize], most: usize, sets: &mut Sets) {
    fn extend(set: &mut Vec<usize>, rest: &[usize], most: usize, sets: &mut Sets) -> bool {
        rest.iter().enumerate().all(|(place, &next)| {
            if set.len() >= most {
                return true;
            }
            set.push(next);
            let goes_on = sets.add(set.clone()) && extend(set, &rest[place + 1..], most, sets);
            set.pop();
            goes_on
        })
    }
    let _ = extend(&mut Vec::new(), of, most, sets);
}
