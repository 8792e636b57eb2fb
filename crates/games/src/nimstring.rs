//! Nimstring: cut a string between coins; a player who frees a coin moves again.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::graph_games::{GRAPH, graph_of};
use super::graphs::GraphCode;
use super::law::Law;
use super::space::check_units;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{Position, Rules, Turn, Value, Visit, spilled};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("nimstring"),
    in_papers: None,
    rules: text(
        "Nimstring on a graph: the vertices are coins, the edges strings. Cut a string. A player who cuts the last string \
            of a coin frees it and must move again; a player who cannot move loses. In a graph from a file the vertex `ground` is not a \
            coin. A position lists its strings, as in `0-1,1-2,2-g`, where `g` is the ground.",
    ),
    source: text("Winning Ways ch. 16; E. R. Berlekamp, The Dots and Boxes Game (2000)"),
    max: text("sizes of the graph"),
    value: Value::ENTAILING,
    parameters: &[GRAPH, STRINGS],
    examples: &["nimstring:cycle", "nimstring:(path),strings=4", "nimstring:(grid:rows=2),strings=4"],
    position: text("0-1,1-2,2-g"),
    build,
};

const STRINGS: Parameter = Parameter {
    key: "strings",
    form: Arity::Keyed,
    required: false,
    help: "coins with fewer strings are tied to the ground by the others; 4 on a board gives the boxes of Dots and Boxes",
};

/// The vertex of a file that is no coin.
const GROUND: &str = "ground";

/// The maximum number of strings. A position with as many has too many options to be searched, unless it falls apart.
const MOST_STRINGS: u64 = 250;

/// The ground, as an end of a string.
const G: u8 = u8::MAX;

/// What is left: the strings, each with its ends in ascending order. Coins are numbered from 0 on, and those without
/// strings are gone. It is connected, unless it was typed in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Strings(SmallVec<[(u8, u8); 12]>);

impl Strings {
    /// The same strings between other numbers: in the order of the coins or in the reverse order, whichever is less. So
    /// a part of a board is the same position wherever it lies.
    fn numbered(strings: &[(u8, u8)]) -> Self {
        let mut coins: SmallVec<[u8; 24]> = strings.iter().flat_map(|&(a, b)| [a, b]).filter(|&end| end != G).collect();
        coins.sort_unstable();
        coins.dedup();
        let with = |number: &dyn Fn(u8) -> u8| {
            let renamed = |&(a, b): &(u8, u8)| {
                let [a, b] = [a, b].map(|end| if end == G { G } else { number(end) });
                (a.min(b), a.max(b))
            };
            let mut renamed: SmallVec<[(u8, u8); 12]> = strings.iter().map(renamed).collect();
            renamed.sort_unstable();
            renamed
        };
        let place = |coin: u8| coins.partition_point(|&other| other < coin) as u8;
        Self(with(&place).min(with(&|coin| coins.len() as u8 - 1 - place(coin))))
    }

    /// The connected parts of all strings but one. Parts that meet only in the ground are different parts.
    fn without(&self, cut: usize) -> SmallVec<[Self; 2]> {
        let rest = || self.0.iter().enumerate().filter(|&(place, _)| place != cut).map(|(_, &string)| string);
        // The least coin of the part that a coin belongs to.
        let mut least: [u8; 256] = std::array::from_fn(|coin| coin as u8);
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for (a, b) in rest().filter(|&(_, b)| b != G) {
                let low = least[usize::from(a)].min(least[usize::from(b)]);
                for end in [a, b] {
                    is_settled &= std::mem::replace(&mut least[usize::from(end)], low) == low;
                }
            }
        }
        let mut roots: SmallVec<[u8; 8]> = rest().map(|(a, _)| least[usize::from(a)]).collect();
        roots.sort_unstable();
        roots.dedup();
        let part = |&root: &u8| {
            let strings: SmallVec<[(u8, u8); 24]> = rest().filter(|&(a, _)| least[usize::from(a)] == root).collect();
            Self::numbered(&strings)
        };
        roots.iter().map(part).collect()
    }

    /// Whether cutting a string frees a coin.
    fn frees(&self, cut: usize) -> bool {
        let (a, b) = self.0[cut];
        let is_held =
            |coin: u8| self.0.iter().enumerate().any(|(place, &(a, b))| place != cut && (a == coin || b == coin));
        [a, b].into_iter().any(|end| end != G && !is_held(end))
    }
}

impl Position for Strings {
    fn show(&self) -> String {
        let end = |end: u8| if end == G { "g".to_string() } else { end.to_string() };
        let strings: Vec<String> = self.0.iter().map(|&(a, b)| format!("{}-{}", end(a), end(b))).collect();
        if strings.is_empty() { "nothing".to_string() } else { strings.join(",") }
    }

    fn read(text: &str) -> Option<Self> {
        if text.trim() == "nothing" {
            return Some(Self::numbered(&[]));
        }
        let end = |end: &str| match end.trim() {
            "g" => Some(G),
            number => number.parse().ok().filter(|&coin| coin != G),
        };
        let string = |text: &str| {
            let (a, b) = text.split_once('-')?;
            Some((end(a)?, end(b)?))
        };
        let strings: Vec<(u8, u8)> = text.split(',').map(string).collect::<Option<_>>()?;
        (strings.len() as u64 <= MOST_STRINGS).then(|| Self::numbered(&strings))
    }

    fn elsewhere(&self) -> usize {
        spilled(&self.0)
    }
}

/// The strings of a graph code.
struct Tied {
    graph: GraphCode,
    ground: Option<usize>,
    /// The least number of strings at a coin.
    strings: u64,
}

impl Tied {
    /// The strings of the graph with a label: the coins at their ends.
    fn strings(&self, label: &[u64]) -> Vec<[Option<usize>; 2]> {
        let graph = self.graph.graph(label);
        let edges = self.graph.listed().map_or_else(|| graph.edges().collect(), <[(usize, usize)]>::to_vec);
        let coin = |vertex: usize| Some(vertex).filter(|_| Some(vertex) != self.ground);
        let mut held = vec![0; graph.vertices()];
        let mut strings: Vec<[Option<usize>; 2]> = edges.into_iter().map(|(u, v)| [u, v].map(coin)).collect();
        for &[u, v] in &strings {
            u.into_iter().chain(v.filter(|_| v != u)).for_each(|coin| held[coin] += 1);
        }
        for coin in (0..graph.vertices()).filter_map(coin) {
            strings.extend((held[coin]..self.strings).map(|_| [Some(coin), None]));
        }
        strings
    }
}

/// The rules.
#[derive(Clone)]
struct Cutting(Arc<Tied>);

impl Cutting {
    /// The position of a graph, which `fits` has found to be small.
    fn start(&self, label: &[u64]) -> Strings {
        let strings = self.0.strings(label);
        let mut coins: Vec<usize> = strings.iter().flatten().flatten().copied().collect();
        coins.sort_unstable();
        coins.dedup();
        let end = |coin: Option<usize>| coin.map_or(G, |coin| coins.partition_point(|&other| other < coin) as u8);
        let strings: Vec<(u8, u8)> = strings.iter().map(|&[u, v]| (end(u), end(v))).collect();
        Strings::numbered(&strings)
    }
}

impl Rules for Cutting {
    type Position = Strings;

    fn options(&self, position: &Strings, visit: &mut Visit<'_, Strings>) -> ControlFlow<()> {
        (0..position.0.len()).try_for_each(|cut| visit(&position.without(cut)))
    }

    fn splits(&self) -> bool {
        true
    }

    fn entails(&self) -> bool {
        true
    }

    fn each_turn(&self, position: &Strings, visit: &mut dyn FnMut(Turn, &[Strings])) {
        for cut in 0..position.0.len() {
            let turn = if position.frees(cut) { Turn::Again } else { Turn::Other };
            visit(turn, &position.without(cut));
        }
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        let vertices = self.0.graph.vertices(label);
        check_units("a position of this game", vertices, MOST_STRINGS, "vertices")?;
        check_units("a position of this game", self.0.strings(label).len() as u64, MOST_STRINGS, "strings")
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let strings = if args.has(STRINGS.key) { args.integer(STRINGS.key, 1..=16)? } else { 0 };
    let names = graph.listed().and_then(|_| graph.names());
    let ground = names.and_then(|names| names.iter().position(|name| name == GROUND));
    let (shape, file) = (graph.shape(), graph.file().cloned());
    let code = match strings {
        0 => format!("nimstring:{}", graph.code),
        strings => format!("nimstring:({}),strings={strings}", graph.code),
    };
    let mut words = format!("Nimstring on {}: cut a string; a player who frees a coin moves again", graph.words());
    if strings > 0 {
        words.push_str(&format!("; coins with fewer than {strings} strings are tied to the ground by the others"));
    }
    let about = About::max(graph.max());
    let rules = Cutting(Arc::new(Tied { graph, ground, strings }));
    let game = Game::enumerated(code, words, shape, rules, |rules, label| {
        // A single graph has a name in place of a label.
        let sizes = rules.0.graph.shape().firsts().len();
        rules.start(&label[..sizes.min(label.len())])
    });
    let game = Game { law: Law::Entailing, ..game.with_about(about) };
    Ok(match file {
        Some((name, hash)) => game.with_file(name, hash),
        None => game,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Strings {
        Strings::read(text).unwrap()
    }

    #[test]
    fn a_cut_leaves_parts_that_share_no_coin() {
        let shown = |text: &str, cut: usize| {
            let strings = read(text);
            let parts: Vec<String> = strings.without(cut).iter().map(Position::show).collect();
            (parts, strings.frees(cut))
        };
        // A path of three coins, each tied to the ground.
        let path = "0-1,0-g,1-2,1-g,2-g";
        assert_eq!(shown(path, 0), (vec!["0-g".to_string(), "0-1,0-g,1-g".to_string()], false));
        assert_eq!(shown(path, 3), (vec!["0-1,0-g,1-2,2-g".to_string()], false));
        assert_eq!(shown("0-1", 0), (vec![], true));
        assert_eq!(shown("0-1,0-g", 0), (vec!["0-g".to_string()], true));
        // Two strings between the same coins, and a loop.
        assert_eq!(shown("0-1,0-1", 0), (vec!["0-1".to_string()], false));
        assert_eq!(shown("0-0", 0), (vec![], true));
        // A string between two places of the ground frees no coin.
        assert_eq!(shown("g-g", 0), (vec![], false));
        assert_eq!(shown("0-g,g-g", 1), (vec!["0-g".to_string()], false));
    }

    #[test]
    fn positions_are_the_same_wherever_they_lie() {
        assert_eq!(read("7-9, 9-g"), read("0-1,0-g"));
        assert_eq!(read("0-1,1-g").show(), "0-1,0-g");
        assert_eq!(read("nothing").show(), "nothing");
        for wrong in ["", "0", "0-x", "255-1", "0-1,"] {
            assert_eq!(Strings::read(wrong), None, "{wrong}");
        }
    }
}
