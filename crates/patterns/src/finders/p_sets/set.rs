//! A set of P-positions: a union of conjunctions of equations and inequalities.

use super::views::View;
use crate::expression::{Names, Pool, Tree};
use crate::pattern::{Condition, Rule, Said, Subject};
use crate::table::Table;

/// How two expressions compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    AtMost,
    Less,
}

impl Relation {
    pub(super) const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::AtMost => left <= right,
            Relation::Less => left < right,
        }
    }

    const fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::AtMost => "<=",
            Relation::Less => "<",
        }
    }
}

/// A comparison of two expressions of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    pub(super) left: usize,
    pub(super) relation: Relation,
    pub(super) right: usize,
    /// Its cost.
    pub(super) bits: i64,
}

impl Pair {
    pub(super) fn new(pool: &Pool, left: usize, relation: Relation, right: usize) -> Pair {
        Pair { left, relation, right, bits: pool.bits(left) + pool.bits(right) + 2 }
    }

    /// Whether it holds at a point of the sample.
    pub(super) fn holds(&self, pool: &Pool, place: usize) -> bool {
        self.relation.holds(pool.row(self.left)[place], pool.row(self.right)[place])
    }
}

/// A comparison of two expressions.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    left: Tree,
    relation: Relation,
    right: Tree,
}

impl Atom {
    pub(super) fn new(pool: &Pool, pair: &Pair) -> Atom {
        let (left, right) = (pool.tree(pair.left), pool.tree(pair.right));
        let is_backwards = pair.relation == Relation::Equal && matches!(left, Tree::Number(_));
        let (left, right) = if is_backwards { (right, left) } else { (left, right) };
        Atom { left, relation: pair.relation, right }
    }

    fn holds(&self, point: &[i64]) -> Option<bool> {
        Some(self.relation.holds(self.left.value(point)?, self.right.value(point)?))
    }

    fn text(&self, names: &Names) -> String {
        format!("{} {} {}", self.left.text_in(names), self.relation.sign(), self.right.text_in(names))
    }
}

/// P-positions are those of which some image satisfies all atoms of some piece.
#[derive(Debug, Clone)]
pub(super) struct Set {
    pub(super) names: Vec<String>,
    pub(super) view: View,
    pub(super) pieces: Vec<Vec<Atom>>,
    /// The cost of the atoms, in bits.
    pub(super) bits: i64,
}

impl Set {
    /// The number of atoms.
    pub(super) fn atoms(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }

    /// The number of atoms that an image satisfies.
    pub(super) fn satisfied(&self, image: &[i64]) -> usize {
        self.pieces.iter().flatten().filter(|atom| atom.holds(image) == Some(true)).count()
    }

    /// Whether a position belongs to the set; `None` where a number that decides it has no value.
    pub(super) fn contains(&self, point: &[i64]) -> Option<bool> {
        let mut any = false;
        for image in self.view.images(point) {
            any |= self.holds(&image)?;
        }
        Some(any)
    }

    /// As in the language, what follows a false atom of a piece, or a true piece, need not have a value.
    fn holds(&self, image: &[i64]) -> Option<bool> {
        for piece in &self.pieces {
            let mut all = true;
            for atom in piece {
                if !atom.holds(image)? {
                    all = false;
                    break;
                }
            }
            if all {
                return Some(true);
            }
        }
        Some(false)
    }

    fn text(&self, seen: &[String]) -> String {
        self.text_in(&Names { seen, all: &self.names, list: "h" })
    }

    fn text_in(&self, names: &Names) -> String {
        let piece = |piece: &Vec<Atom>| piece.iter().map(|atom| atom.text(names)).collect::<Vec<_>>().join(" and ");
        match &self.pieces[..] {
            [only] => piece(only),
            several => {
                let all: Vec<String> = several.iter().map(|one| format!("({})", piece(one))).collect();
                let either = all.join(" or ");
                if self.view.is_multiple() { format!("({either})") } else { either }
            }
        }
    }
}

impl Rule for Set {
    fn words(&self) -> String {
        let text = self.text(&self.view.names(&self.names));
        // Where only functions of all coordinates occur, their order does not matter.
        let is_needed = !self.view.is_sorted() || text != self.text(&self.names);
        let view = if is_needed { self.view.words(&self.names) } else { String::new() };
        format!("P iff {text}{view}")
    }

    fn condition(&self) -> Option<Condition> {
        let names: Vec<String> = (1..=self.names.len()).map(|i| format!("x{i}")).collect();
        let (guard, orders) = self.view.orders(&names)?;
        let text = self.text_in(&Names { seen: &names, all: &names, list: "h" });
        let text = if guard.is_empty() { text } else { format!("{guard} and ({text})") };
        Some(Condition { text, names, orders })
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let condition = self.view.claim(&self.names, &|seen| self.text(seen))?;
        Ok(format!("outcome == P iff {condition}"))
    }

    fn positions(&self, table: &Table) -> Said {
        table.points().map(|point| self.contains(point).map(|is_p| i64::from(!is_p))).collect()
    }
}
