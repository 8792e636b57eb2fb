//! Annihilation games: tokens on a directed graph, of which two that meet vanish.

use super::args::{Args, Arity, Parameter};
use super::digraph::Digraph;
use super::family::{Family, text};
use super::game::Game;
use super::graph_file::{VertexNames, graph_of};
use super::law::Law;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Point, Rules, Shape, Value, Visit};
use grundy_core::words::counted;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("annihilation"),
    in_papers: None,
    rules: text(
        "Tokens lie on different vertices of a directed graph, which may have cycles; a move takes a token along an edge. If \
            there is a token already, both vanish. A player who cannot move loses, and endless play is a draw.",
    ),
    source: text("A. S. Fraenkel and Y. Yesha, Theory of annihilation games I, J. Combin. Theory Ser. B 33 (1982)"),
    max: text("-"),
    value: Value::LOOPY,
    parameters: &[
        Parameter {
            key: "file",
            form: Arity::One,
            required: true,
            help: "a CSV file with the header `from,to` and one edge per line, as for `graph:`",
        },
        TOKENS,
    ],
    examples: &["annihilation:configs/annihilation/ring.csv", "annihilation:configs/annihilation/ring.csv,tokens=6"],
    position: text("a+b"),
    build,
};

const TOKENS: Parameter = Parameter {
    key: "tokens",
    form: Arity::Keyed,
    required: false,
    help: "the maximum number of tokens, 2 by default; every set of so many vertices or fewer is a row",
};

/// The maximum number of rows.
const MOST_ROWS: u128 = 1 << 20;

/// How the row without tokens is written.
const NOTHING: &str = "nothing";

/// A position is the set of the vertices with tokens, in ascending order.
#[derive(Clone)]
struct Annihilation {
    names: Arc<VertexNames>,
    graph: Arc<Digraph>,
    tokens: usize,
}

impl Rules for Annihilation {
    type Position = Point;

    fn options(&self, set: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        for (place, &vertex) in set.iter().enumerate() {
            let mut others = set.clone();
            others.remove(place);
            for to in self.graph.of(vertex.into()) {
                let mut left = others.clone();
                match left.binary_search(to) {
                    Ok(met) => drop(left.remove(met)),
                    Err(free) => left.insert(free, *to),
                }
                visit(&[left])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn loops(&self) -> bool {
        true
    }

    fn show(&self, set: &Point) -> String {
        let name = |&vertex: &u32| self.names.of(vertex.into());
        if set.is_empty() { NOTHING.to_string() } else { set.iter().map(name).collect::<Vec<_>>().join("+") }
    }

    fn read(&self, text: &str) -> Option<Point> {
        if text.trim() == NOTHING {
            return Some(Point::new());
        }
        let vertex = |name: &str| self.names.find(name.trim()).map(|vertex| vertex as u32);
        let mut set: Point = text.split('+').map(vertex).collect::<Option<_>>()?;
        set.sort_unstable();
        set.windows(2).all(|pair| pair[0] < pair[1]).then_some(set)
    }
}

impl Annihilation {
    /// All sets of at most so many vertices, small ones first.
    fn sets(&self) -> Vec<Point> {
        let (mut sets, mut from) = (vec![Point::new()], 0);
        for _ in 0..self.tokens.min(self.names.len()) {
            let to = sets.len();
            for place in from..to {
                let next = sets[place].last().map_or(0, |&last| last + 1);
                for vertex in next..self.names.len() as u32 {
                    let mut larger = sets[place].clone();
                    larger.push(vertex);
                    sets.push(larger);
                }
            }
            from = to;
        }
        sets
    }

    fn count(&self) -> u128 {
        let n = self.names.len() as u128;
        let (mut all, mut of_size) = (1u128, 1u128);
        for size in 1..=(self.tokens as u128).min(n) {
            of_size = of_size.saturating_mul(n + 1 - size) / size;
            all = all.saturating_add(of_size);
        }
        all
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let (text, file) = args.file("file")?;
    let (names, graph) = graph_of(args, text)?;
    let own = (0..graph.vertices() as u64).find(|&vertex| graph.of(vertex).iter().any(|&to| u64::from(to) == vertex));
    if let Some(vertex) = own {
        let what = format!("the file has an edge from `{}` to itself", names.of(vertex));
        return Err(args.blame("file", what, "a token cannot meet itself: remove the edge"));
    }
    if let Some(name) = names.all().find(|name| name.contains('+') || name == NOTHING) {
        let what = format!("a vertex has the name `{name}`");
        return Err(args.blame(
            "file",
            what,
            "positions are written as `a+b` and `nothing`, so names must differ from that",
        ));
    }
    let tokens = if args.has(TOKENS.key) { args.integer(TOKENS.key, 1..=64)? } else { 2 };
    let words = format!(
        "An annihilation game with up to {tokens} tokens on a graph with {}",
        counted(names.len(), "vertex", "vertices"),
    );
    let rules = Annihilation { names: Arc::new(names), graph: Arc::new(graph), tokens: tokens as usize };
    let count = rules.count();
    if count > MOST_ROWS {
        let what = format!("{count} sets of up to {tokens} vertices are too many");
        return Err(args.blame("file", what, format!("at most {MOST_ROWS}; choose fewer `tokens`")));
    }
    let sets = rules.sets();
    let labels: Vec<String> = sets.iter().map(|set| rules.show(set)).collect();
    let code =
        format!("annihilation:{}{}", file.0, if tokens == 2 { String::new() } else { format!(",tokens={tokens}") });
    let start = move |_: &Annihilation, label: &[u64]| sets[label[0] as usize].clone();
    let game = Game::enumerated(code, words, Shape::Named(labels.into()), rules, start);
    Ok(game.with_file(file.0, file.1).with_law(Law::Loopy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_that_meet_vanish() {
        let names = VertexNames::Words(["a", "b", "c"].map(String::from).into());
        let graph = Digraph::new(3, &[(0, 1), (0, 2), (1, 0)]);
        let rules = Annihilation { names: Arc::new(names), graph: Arc::new(graph), tokens: 3 };
        let options = |text: &str| {
            let mut options = Vec::new();
            let _ = rules.options(&rules.read(text).unwrap(), &mut |parts| {
                options.push(rules.show(&parts[0]));
                ControlFlow::Continue(())
            });
            options
        };
        assert_eq!(options("b+a"), ["nothing", "b+c", "nothing"]);
        assert_eq!(options("a + c"), ["b+c", "nothing"]);
        assert_eq!(options("c"), Vec::<String>::new());
        let shown: Vec<String> = rules.sets().iter().map(|set| rules.show(set)).collect();
        assert_eq!(shown, ["nothing", "a", "b", "c", "a+b", "a+c", "b+c", "a+b+c"]);
        assert_eq!(rules.count(), 8);
        assert!(rules.read("a+a").is_none() && rules.read("a+d").is_none());
    }
}
