//! Poset games: remove an element and everything above it.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Rules, Shape, Value, Visit};
use grundy_core::words::counted;
use indexmap::IndexSet;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("poset"),
    in_papers: None,
    rules: text("Remove an element of a finite partially ordered set, and all elements above it."),
    source: text(
        "D. Gale 1974 (Chomp); S. A. Fenner and J. Rogers, Combinatorial game complexity: an introduction with poset games (2015)",
    ),
    max: text("-"),
    value: Value::GRUNDY,
    parameters: &[Parameter {
        key: "file",
        form: Arity::Raw,
        required: true,
        help: "a CSV file with the header `lower,upper` and one relation per line, for up to 64 elements; in the line of an \
               element without relations, nothing follows the comma",
    }],
    examples: &["poset:configs/poset/n.csv"],
    position: text("a,b,c"),
    build,
};

#[derive(Clone)]
struct Poset {
    names: Arc<IndexSet<String>>,
    /// For each element, the set of itself and all elements above it.
    above: Arc<Vec<u64>>,
    /// For each element, the set of itself and all elements below it.
    below: Arc<Vec<u64>>,
}

/// The number of parts of a poset that are counted exactly; the others are estimated.
const MOST_COUNTED: usize = 1 << 16;

/// The numbers of positions of the parts of a poset counted so far; at most `most` parts.
struct SetCounts {
    known: HashMap<u64, u128>,
    most: usize,
}

impl Poset {
    fn new(names: IndexSet<String>, above: Vec<u64>) -> Self {
        let below = (0..above.len()).map(|element| at_most(&above, element)).collect();
        Self { names: Arc::new(names), above: Arc::new(above), below: Arc::new(below) }
    }

    /// The number of positions that can be reached from `left` (including itself), or a lower bound. They are
    /// the subsets that contain, with each element, all elements below it.
    ///
    /// If no element of one part is comparable with an element of another part, the counts multiply. Within a
    /// part, an element is either removed or kept.
    fn sets_left(&self, left: u64, counts: &mut SetCounts) -> u128 {
        let (mut rest, mut product) = (left, 1u128);
        while rest != 0 {
            let part = self.part_of(rest);
            rest &= !part;
            product = product.saturating_mul(self.sets_left_of_part(part, counts));
        }
        product
    }

    fn sets_left_of_part(&self, part: u64, counts: &mut SetCounts) -> u128 {
        if let Some(&count) = counts.known.get(&part) {
            return count;
        }
        let related = |&element: &usize| ((self.above[element] | self.below[element]) & part).count_ones();
        let Some(element) = elements(part).max_by_key(related) else { return 1 };
        if counts.known.len() >= counts.most {
            // Every set of minimal elements is such a subset.
            let least = elements(part).filter(|&element| (self.below[element] & part).is_power_of_two()).count();
            return 1 << least;
        }
        let without = self.sets_left(part & !self.above[element], counts);
        let count = without.saturating_add(self.sets_left(part & !self.below[element], counts));
        counts.known.insert(part, count);
        count
    }

    /// The connected component of the first element, where comparable elements are connected.
    fn part_of(&self, left: u64) -> u64 {
        let (mut part, mut new) = (0, left & left.wrapping_neg());
        while new != 0 {
            part |= new;
            let next = elements(new).fold(0, |next, element| next | self.above[element] | self.below[element]);
            new = next & left & !part;
        }
        part
    }
}

fn elements(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |element| set >> element & 1 == 1)
}

impl Rules for Poset {
    /// The elements left, one bit each.
    type Position = u64;

    fn options(&self, left: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        elements(*left).try_for_each(|element| visit(&[left & !self.above[element]]))
    }

    fn at_least(&self, starts: &[u64]) -> u128 {
        let counts = &mut SetCounts { known: HashMap::new(), most: MOST_COUNTED };
        starts.last().map_or(0, |&left| self.sets_left(left, counts))
    }

    fn show(&self, left: &u64) -> String {
        let names = self.names.iter().enumerate().filter(|(index, _)| left >> index & 1 == 1);
        let shown: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        if shown.is_empty() { "nothing".to_string() } else { shown.join(",") }
    }

    fn read(&self, text: &str) -> Option<u64> {
        if text.trim() == "nothing" {
            return Some(0);
        }
        text.split(',').try_fold(0, |left, name| Some(left | 1 << self.names.get_index_of(name.trim())?))
    }

    /// With each element left, all elements below it are left, since a move removes all elements above its own.
    fn is_position(&self, left: &u64) -> bool {
        (0..self.above.len()).all(|element| left >> element & 1 == 1 || left & self.above[element] == 0)
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let (text, file) = args.file("file")?;
    let mut names = IndexSet::new();
    let mut relations = Vec::new();
    for (lower, upper) in args.pairs("file", &text, ["lower", "upper"])? {
        let lower = names.insert_full(lower).0;
        if !upper.is_empty() {
            relations.push((lower, names.insert_full(upper).0));
        }
    }
    if names.len() > 64 {
        return Err(args.blame("file", format!("{} has {} elements", file.0, names.len()), "at most 64 elements"));
    }
    let above = closure(names.len(), &relations);
    let loops = (0..names.len())
        .find(|&a| (0..names.len()).any(|b| a != b && above[a] >> b & 1 == 1 && above[b] >> a & 1 == 1));
    if let Some(element) = loops {
        return Err(args.blame(
            "file",
            format!("`{}` lies above itself", names[element]),
            "a partial order has no cycles",
        ));
    }
    let all = (0..names.len()).fold(0u64, |all, element| all | 1 << element);
    let words = format!(
        "A poset with {}: remove an element and all elements above it",
        counted(names.len(), "element", "elements")
    );
    let rules = Poset::new(names, above);
    let whole: Arc<[String]> = vec!["all".to_string()].into();
    let game = Game::enumerated(format!("poset:{}", file.0), words, Shape::Named(whole), rules, move |_, _| all);
    Ok(game.with_file(file.0, file.1))
}

fn at_most(above: &[u64], element: usize) -> u64 {
    let below = above.iter().enumerate().filter(|(_, above)| *above >> element & 1 == 1);
    below.fold(0, |below, (lower, _)| below | 1 << lower)
}

/// For each element, the set of itself and all elements above it: the transitive closure.
fn closure(elements: usize, relations: &[(usize, usize)]) -> Vec<u64> {
    let mut above: Vec<u64> = (0..elements).map(|element| 1 << element).collect();
    loop {
        let before = above.clone();
        relations.iter().for_each(|&(lower, upper)| above[lower] |= above[upper]);
        if above == before {
            return above;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_are_counted_without_a_search(
            size in 1usize..12,
            relations in prop::collection::vec((0usize..12, 0usize..12), 0..20),
            most in 0usize..40,
        ) {
            // Relations from smaller to larger numbers have no cycles.
            let relations: Vec<_> = relations.into_iter().filter(|&(a, b)| a < b && b < size).collect();
            let names = (0..size).map(|element| element.to_string()).collect();
            let poset = Poset::new(names, closure(size, &relations));
            let all = (1u64 << size) - 1;
            let found = (0..=all).filter(|left| poset.is_position(left)).count() as u128;
            let counted = |most| poset.sets_left(all, &mut SetCounts { known: HashMap::new(), most });
            prop_assert_eq!(counted(MOST_COUNTED), found);
            prop_assert!(counted(most) <= found);
        }
    }

    #[test]
    fn large_posets_are_counted_at_once() {
        // 64 elements: unrelated, a chain, and eight rows of eight, which is a bar of Chomp including its corner.
        let grid: Vec<_> = (0..64)
            .flat_map(|at| [(at % 8 < 7).then_some((at, at + 1)), (at < 56).then_some((at, at + 8))])
            .flatten()
            .collect();
        let chain: Vec<_> = (1..64).map(|at| (at - 1, at)).collect();
        for (relations, count) in [(Vec::new(), 1u128 << 64), (chain, 65), (grid, 12_870)] {
            let names = (0..64).map(|element| element.to_string()).collect();
            let poset = Poset::new(names, closure(64, &relations));
            assert_eq!(poset.at_least(&[u64::MAX]), count);
        }
    }
}
