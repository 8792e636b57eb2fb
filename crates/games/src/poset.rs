//! Poset games: remove an element and everything above it.

use super::args::{Args, Form, Parameter};
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Rules, Shape, Value, Visit};
use indexmap::IndexSet;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("poset"),
    rules: text("Remove an element of a finite partially ordered set, and all elements above it."),
    source: text(
        "D. Gale 1974 (Chomp); S. A. Fenner and J. Rogers, Combinatorial game complexity: an introduction with poset games (2015)",
    ),
    max: text("-"),
    value: Value::Grundy,
    parameters: &[Parameter {
        key: "file",
        form: Form::Raw,
        required: true,
        help: "a CSV file with the header `lower,upper` and a relation a line, up to 64 elements; an element related to none \
               has nothing after the comma",
    }],
    examples: &["poset:configs/poset/n.csv"],
    position: text("a,b,c"),
    build,
};

#[derive(Clone)]
struct Poset {
    names: Arc<IndexSet<String>>,
    /// For each element, itself and all above it.
    above: Arc<Vec<u64>>,
}

impl Rules for Poset {
    /// The elements left, one bit each.
    type Position = u64;

    fn options(&self, left: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        let mut elements = (0..self.above.len()).filter(|element| left >> element & 1 == 1);
        elements.try_for_each(|element| visit(&[left & !self.above[element]]))
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

    /// With an element left, all elements below it are left: a move removes all elements above its own.
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
    let words = format!("A poset of {} elements: remove one and all above it", names.len());
    let rules = Poset { names: Arc::new(names), above: Arc::new(above) };
    let whole: Arc<[String]> = vec!["all".to_string()].into();
    let game = Game::enumerated(format!("poset:{}", file.0), words, Shape::Named(whole), rules, move |_, _| all);
    Ok(game.with_file(file))
}

/// For each element the set of itself and all above it: the transitive closure.
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
