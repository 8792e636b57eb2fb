//! Poset games: remove an element and everything above it.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::system_python::{Moves, Written, on_elements};
use super::systems::{MOST_ELEMENTS, Named};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::picture::{Base, Mark, Scene};
use grundy_core::ruleset::python::tuple;
use grundy_core::ruleset::{Python, Shape, Value};
use grundy_core::structure::{Host, Hosts, Keys};
use grundy_core::system::{Graph, Move, Set, System, Wide};
use grundy_core::words::counted;
use indexmap::IndexSet;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("poset"),
    in_papers: None,
    rules: text("Remove an element of a finite partially ordered set, and all elements above it."),
    source: text(
        "D. Gale 1974 (Chomp); S. A. Fenner and J. Rogers, Combinatorial game complexity: an introduction with poset games (2015)",
    ),
    max: text("n, or the sides of the box"),
    value: Value::GRUNDY,
    parameters: &[Parameter {
        key: "file",
        form: Arity::Raw,
        required: true,
        help: "a CSV file with the header `lower,upper` and one relation per line; in the line of an element without \
               relations, nothing follows the comma. Or `subsets` (the non-empty subsets of n points), `divisors` (of n), \
               `boxes,d=3` (the cells of boxes in 3 dimensions)",
    }],
    examples: &["poset:subsets", "poset:divisors", "poset:boxes,d=2", "poset:configs/poset/n.csv"],
    position: text("3: 0..=5"),
    build,
};

/// Partial orders whose elements are numbers.
#[derive(Clone)]
enum Order {
    /// For each element, itself and all elements above it; and the names of the elements.
    Listed(Arc<Vec<Vec<usize>>>, Arc<[String]>),
    /// The subsets of n points without the empty one: element e is the set of the bits of e + 1.
    Subsets,
    /// The divisors of n, in ascending order.
    Divisors,
    /// The cells of a box with so many dimensions, the last coordinate varying fastest.
    Boxes(usize),
}

fn divisors(n: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..).take_while(|d| d * d <= n).filter(|d| n.is_multiple_of(*d)).collect();
    let large = small.iter().rev().map(|d| n / d).filter(|d| !small.contains(d));
    small.iter().copied().chain(large).collect()
}

impl Order {
    fn elements(&self, label: &[u64]) -> u64 {
        let n = label.first().copied().unwrap_or(0);
        match self {
            Order::Listed(above, _) => above.len() as u64,
            Order::Subsets => 1u64.checked_shl(n as u32).map_or(u64::MAX, |sets| sets - 1),
            Order::Divisors => divisors(n).len() as u64,
            Order::Boxes(_) => label.iter().fold(1, |cells: u64, &side| cells.saturating_mul(side)),
        }
    }

    /// The element itself and all above it.
    fn above(&self, label: &[u64], element: usize) -> Vec<usize> {
        let all = 0..self.elements(label) as usize;
        match self {
            Order::Listed(above, _) => above[element].clone(),
            Order::Subsets => all.filter(|&other| (element + 1) & (other + 1) == element + 1).collect(),
            Order::Divisors => {
                let divisors = divisors(label[0]);
                all.filter(|&other| divisors[other].is_multiple_of(divisors[element])).collect()
            }
            Order::Boxes(_) => {
                let own = cell(label, element);
                all.filter(|&other| own.iter().zip(cell(label, other)).all(|(own, other)| *own <= other)).collect()
            }
        }
    }
}

/// The coordinates of a cell of a box.
fn cell(sides: &[u64], mut number: usize) -> Vec<usize> {
    let mut cell: Vec<usize> = Vec::with_capacity(sides.len());
    for &side in sides.iter().rev() {
        cell.push(number % side as usize);
        number /= side as usize;
    }
    cell.reverse();
    cell
}

impl Order {
    /// The pairs of elements of which the second lies above the first, with none between them.
    fn covers(&self, label: &[u64]) -> Vec<(usize, usize)> {
        let above: Vec<Vec<usize>> =
            (0..Order::elements(self, label) as usize).map(|element| self.above(label, element)).collect();
        let covers = |low: usize, high: usize| {
            low != high
                && !above[low].iter().any(|&other| other != low && other != high && above[other].contains(&high))
        };
        let pairs = above.iter().enumerate().flat_map(|(low, all)| all.iter().map(move |&high| (low, high)));
        pairs.filter(|&(low, high)| covers(low, high)).collect()
    }
}

/// For each order, the coordinates of its labels and its elements with those above them.
const SUBSETS: &str = "\
start = range(1, 2**n) # a set of points is a number
moves = [({e}, {f for f in start if e & f == e}) for e in start]";

const DIVISORS: &str = "\
start = [d for d in range(1, n + 1) if n % d == 0]
moves = [({d}, {e for e in start if e % d == 0}) for d in start]";

const BOXES: &str = "\
cells = list(product(*map(range, SIDES)))
start = range(len(cells))
def above(c):
    return {e for e in start if all(a <= b for a, b in zip(c, cells[e]))}
moves = [({e}, above(cells[e])) for e in start]";

impl Hosts for Order {
    fn python(&self) -> Option<Python> {
        let deleting = |body| Written { body, moves: Moves::Deleting };
        match self {
            Order::Listed(..) => None,
            Order::Subsets => Some(on_elements(&["n"], deleting(SUBSETS.to_string()))),
            Order::Divisors => Some(on_elements(&["n"], deleting(DIVISORS.to_string()))),
            Order::Boxes(d) => {
                let sides: Vec<String> = (0..*d).map(|place| format!("side{place}")).collect();
                let names: Vec<&str> = sides.iter().map(String::as_str).collect();
                let body = BOXES.replace("SIDES", &tuple(&sides));
                Some(on_elements(&names, deleting(body)).importing("itertools", "product"))
            }
        }
    }

    fn has_checker(&self) -> bool {
        true
    }

    fn is_single(&self) -> bool {
        matches!(self, Order::Listed(..))
    }

    fn elements(&self, label: &[u64]) -> u64 {
        Order::elements(self, label)
    }

    /// A board for boxes with two sides, otherwise the graph of the covering relation.
    fn scene(&self, label: &[u64]) -> Scene {
        let n = Order::elements(self, label) as usize;
        let base = match (self, label) {
            (Order::Boxes(_), &[rows, columns]) => Base::Board { rows: rows as usize, columns: columns as usize },
            _ => Base::Graph { graph: Graph::with(n, self.covers(label)), places: None },
        };
        let marks = (0..n).map(|element| Mark::State(element, '#')).collect();
        let names = match self {
            Order::Listed(_, names) => names.to_vec(),
            _ => (0..n).map(|element| element.to_string()).collect(),
        };
        Scene { base, marks, names, are_targets: false }
    }

    fn host(&self, label: &[u64]) -> Result<Host, Error> {
        let n = Order::elements(self, label) as usize;
        let moves = (0..n).map(|element| Move::deleting(n, [element], self.above(label, element))).collect();
        let system = Arc::new(System::new(n, moves, Vec::new())?);
        Ok(Host { system, start: Wide::of(n, 0..n), keys: Keys::Incidence })
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let name = args.items("file").first().map_or("", |item| item.text.trim());
    let (order, firsts, words, max) = match name {
        "subsets" => (Order::Subsets, vec![1], "the non-empty subsets of n points", "n"),
        "divisors" => (Order::Divisors, vec![1], "the divisors of n", "n"),
        _ => match name.strip_prefix("boxes,d=") {
            Some(d) => {
                let d = d.trim().parse::<usize>().ok().filter(|d| (1..=8).contains(d));
                let help = "the number of dimensions is from 1 to 8, as in `boxes,d=3`";
                let d = d.ok_or_else(|| args.blame("file", format!("`{name}` are no boxes"), help))?;
                (Order::Boxes(d), vec![1; d], "the cells of a box", "the sides of the box")
            }
            None => return from_file(args),
        },
    };
    let words = format!("{words}, partially ordered: remove an element and all elements above it");
    let (shape, notation) = (Shape::Box(firsts), Arc::new(Named(None)));
    Ok(Game::of_systems(format!("poset:{name}"), words, shape, Arc::new(order), notation).with_about(About::max(max)))
}

fn from_file(args: &Args) -> Result<Game, Blame> {
    let (text, file) = args.file("file")?;
    let (mut names, mut relations) = (IndexSet::new(), Vec::new());
    for (lower, upper) in args.pairs("file", text.trim_start_matches('\u{feff}'), ["lower", "upper"])? {
        let lower = names.insert_full(lower).0;
        if !upper.is_empty() {
            relations.push((lower, names.insert_full(upper).0));
        }
    }
    if names.len() as u64 > MOST_ELEMENTS {
        let what = format!("{} has {} elements", file.0, names.len());
        return Err(args.blame("file", what, format!("at most {MOST_ELEMENTS} elements")));
    }
    let above = closure(names.len(), &relations);
    let below = |a: usize, b: usize| above[a].has(b);
    if let Some(element) = (0..names.len()).find(|&a| above[a].members().any(|b| a != b && below(b, a))) {
        let what = format!("`{}` lies above itself", names[element]);
        return Err(args.blame("file", what, "a partial order has no cycles"));
    }
    let words = format!(
        "A poset with {}: remove an element and all elements above it",
        counted(names.len(), "element", "elements")
    );
    let names: Arc<[String]> = names.into_iter().collect();
    let above = above.iter().map(|set| set.members().collect()).collect();
    let order = Order::Listed(Arc::new(above), names.clone());
    let shape = Shape::Named(vec!["all".to_string()].into());
    let notation = Named(Some(names));
    let game = Game::of_systems(format!("poset:{}", file.0), words, shape, Arc::new(order), Arc::new(notation));
    Ok(game.with_about(About::max("-")).with_file(file.0, file.1))
}

/// For each element, the set of itself and all elements above it: the transitive closure.
fn closure(elements: usize, relations: &[(usize, usize)]) -> Vec<Wide> {
    let mut above: Vec<Wide> = (0..elements).map(|element| Wide::of(elements, [element])).collect();
    loop {
        let before = above.clone();
        for &(lower, upper) in relations {
            let upper = above[upper].clone();
            above[lower].join(&upper);
        }
        if above == before {
            return above;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_the_elements_that_they_should_have() {
        assert_eq!(divisors(36), [1, 2, 3, 4, 6, 9, 12, 18, 36]);
        assert_eq!((Order::Subsets.elements(&[3]), Order::Subsets.elements(&[64])), (7, u64::MAX));
        // The set {0} lies below {0}, {0, 1}, {0, 2} and {0, 1, 2}.
        assert_eq!(Order::Subsets.above(&[3], 0), [0, 2, 4, 6]);
        assert_eq!(Order::Divisors.above(&[12], 1), [1, 3, 4, 5]);
        assert_eq!(cell(&[2, 3, 4], 23), [1, 2, 3]);
        assert_eq!(Order::Boxes(2).above(&[2, 2], 1), [1, 3]);
        let names = closure(3, &[(0, 1), (1, 2)]);
        assert_eq!(names[0].members().collect::<Vec<_>>(), [0, 1, 2]);
    }
}
