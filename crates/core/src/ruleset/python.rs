//! The rules of a game in Python 3, for programs that readers run without this one.
//!
//! A family writes a generator `options(p)`, which yields every option of a position as the list of its components, as
//! [`Rules::options`](super::Rules::options) visits them. Positions are numbers or tuples, so that they can be keys and
//! be sorted. Whoever prints a program adds what is the same for all games.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The positions whose sum belongs to a label, as Python expressions. The coordinates of the label are expressions,
/// too.
type Start = Arc<dyn Fn(&[String]) -> Vec<String> + Send + Sync>;

/// The rules of a game in Python 3.
#[derive(Clone)]
pub struct Python {
    /// The imports, as (module, name).
    pub imports: BTreeSet<(&'static str, &'static str)>,
    /// Functions that any game may share.
    pub helpers: Vec<&'static str>,
    /// The functions of this game. Their names begin with `options`; that of the last one is `options`.
    pub functions: Vec<String>,
    /// Whether all options of a heap or a point consist of smaller ones.
    pub descends: bool,
    /// How many loops a move has inside one another, beyond those that make options.
    pub loops: usize,
    /// How many times as long an option takes as in games of numbers.
    pub cost: u64,
    start: Start,
}

impl Python {
    /// The rules of a game whose positions are `start` of their labels. `body` are the lines of the generator; its
    /// argument is called `position`.
    pub fn new(position: &str, body: &str, start: impl Fn(&[String]) -> Vec<String> + Send + Sync + 'static) -> Self {
        Self {
            imports: BTreeSet::new(),
            helpers: Vec::new(),
            functions: vec![function("options", position, body)],
            descends: false,
            loops: 0,
            cost: 1,
            start: Arc::new(start),
        }
    }

    /// The rules of a game on one heap of n.
    pub fn heap(body: &str) -> Self {
        Self::new("n", body, <[String]>::to_vec)
    }

    /// The rules of a game on several heaps, which are a tuple p.
    pub fn heaps(body: &str) -> Self {
        Self::new("p", body, |label| vec![tuple(label)])
    }

    /// The same rules, which use a name of a module.
    #[must_use]
    pub fn importing(mut self, module: &'static str, name: &'static str) -> Self {
        self.imports.insert((module, name));
        self
    }

    /// The same rules, which use a function that other games may use, too.
    #[must_use]
    pub fn with_helper(mut self, helper: &'static str) -> Self {
        self.helpers.push(helper);
        self
    }

    /// The same rules, which use one more function of their own. Its name must begin with `options`.
    #[must_use]
    pub fn with_function(mut self, name: &str, argument: &str, body: &str) -> Self {
        self.functions.insert(0, function(name, argument, body));
        self
    }

    /// The same rules, which use what other rules import, and their helpers.
    #[must_use]
    pub fn using(mut self, other: &Self) -> Self {
        self.imports.extend(&other.imports);
        self.helpers.extend(&other.helpers);
        self
    }

    /// The same rules, whose options take longer.
    #[must_use]
    pub fn costing(self, cost: u64) -> Self {
        Self { cost, ..self }
    }

    /// The same rules, with other positions for labels.
    #[must_use]
    pub fn starting_at(self, start: impl Fn(&[String]) -> Vec<String> + Send + Sync + 'static) -> Self {
        Self { start: Arc::new(start), ..self }
    }

    /// The same rules; whether all options consist of smaller heaps or points.
    #[must_use]
    pub fn descending(self, descends: bool) -> Self {
        Self { descends, ..self }
    }

    /// The components of the position of a label, whose coordinates are Python expressions.
    pub fn start(&self, label: &[String]) -> Vec<String> {
        (self.start)(label)
    }

    /// The rules of a game made of other games, whose generators are `options1`, `options2`, ....
    pub fn made_of(
        parts: &[Python],
        body: &str,
        start: impl Fn(&[String]) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        let mut whole = Self::new("p", body, start);
        let own = std::mem::take(&mut whole.functions);
        for (number, part) in (1..).zip(parts) {
            whole = whole.using(part);
            // Names inside a part get its number, at any depth; so no two of less than ten parts share one.
            let name = format!("options{number}");
            whole.functions.extend(part.functions.iter().map(|function| function.replace("options", &name)));
            whole.loops = whole.loops.max(part.loops);
            whole.cost = whole.cost.max(part.cost);
        }
        whole.functions.extend(own);
        whole
    }
}

impl fmt::Debug for Python {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.functions.join("\n"))
    }
}

/// A tuple of expressions; one with a single element needs a comma.
pub fn tuple(items: &[String]) -> String {
    match items {
        [one] => format!("({one},)"),
        items => format!("({})", items.join(", ")),
    }
}

fn function(name: &str, argument: &str, body: &str) -> String {
    let lines = body.lines().map(|line| format!("    {line}"));
    std::iter::once(format!("def {name}({argument}):")).chain(lines).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_parts_have_names_of_their_own() {
        let heap = Python::heap("yield [n - 1]").with_function("options_of_row", "n", "yield []");
        let label = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!((heap.start(&label(&["n"])), heap.functions.len()), (label(&["n"]), 2));
        assert_eq!(Python::heaps("").start(&label(&["n"])), ["(n,)"]);
        let pair = |parts: &[Python]| Python::made_of(parts, "yield from options1(p)", <[String]>::to_vec);
        let nested = pair(&[pair(&[heap.clone(), heap.clone()]), heap]);
        let names: BTreeSet<&str> = nested.functions.iter().filter_map(|text| text.split('(').next()).collect();
        assert_eq!(names.len(), nested.functions.len());
        assert!(names.contains("def options12_of_row") && names.contains("def options"));
        assert!(nested.functions.iter().any(|text| text.ends_with("yield from options11(p)")));
    }
}
