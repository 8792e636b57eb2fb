//! What a finder proposes: a rule, what it costs, and what is asked of it before it is reported.

use crate::bits::Bits;
use crate::sequence::Sequence;
use crate::table::Table;
use grundy_core::automaton::Automaton;
use std::fmt::Debug;
use std::sync::Arc;

/// What a rule says of each row of the data, in their order; `None` where it says nothing.
pub type Said = Vec<Option<i64>>;

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The values. If only outcomes are known, these are 0 for P and 1 for N.
    Values,
    /// Which positions are P-positions: 0 for P and 1 for N.
    Outcomes,
}

impl Subject {
    /// How the language of conjectures names what is known of the position at hand, and of another one.
    pub(crate) fn names(self) -> [&'static str; 2] {
        match self {
            Subject::Values => ["value", "g"],
            Subject::Outcomes => ["outcome", "outcome"],
        }
    }

    /// What a claim lacks that calculates with values.
    pub(crate) fn arithmetic(self) -> Result<(), &'static str> {
        if self == Subject::Outcomes { Err("arithmetic with outcomes") } else { Ok(()) }
    }
}

/// A family of rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// What a rule of this kind says.
    pub help: &'static str,
    /// Where it ranks.
    pub class: Class,
    /// Whether it describes a set of P-positions, which must cost at least 8 bits in the rows that are checked, too.
    pub is_set: bool,
    /// Whether only the best rule of this kind is reported.
    pub once: bool,
    /// Bits by which it ranks better than it costs.
    pub bonus: i64,
    /// Whether the P-positions need no rule of their own if such a rule holds for the values.
    pub closes: bool,
}

/// Where a kind ranks: rules for all values first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A rule for all values or for all P-positions.
    Complete,
    /// A rule for some classes of positions.
    Partial,
    /// How many P-positions there are.
    Counts,
    /// Rows, columns and diagonals, each with a rule of its own.
    Lines,
}

impl Kind {
    /// A kind of rules for all values or all P-positions.
    pub const fn complete(name: &'static str, help: &'static str) -> Kind {
        Kind { name, help, class: Class::Complete, is_set: false, once: false, bonus: 0, closes: true }
    }

    /// A kind of periods, which rank better than other rules of the same cost.
    pub const fn period(name: &'static str, help: &'static str) -> Kind {
        Kind { bonus: 12, ..Kind::complete(name, help) }
    }

    /// A kind of sets of P-positions.
    pub const fn set(name: &'static str, help: &'static str) -> Kind {
        Kind { is_set: true, ..Kind::complete(name, help) }
    }

    /// Whether its rules are counted as patterns of the game: rules about lines and counts describe only part of it.
    pub const fn is_structure(&self) -> bool {
        matches!(self.class, Class::Counts | Class::Lines)
    }
}

/// A rule that must go through all values before a value does so for fewer than so many.
pub const FARTHEST: usize = 1 << 24;

/// A rule with all its numbers.
pub trait Rule: Debug + Send + Sync {
    /// The rule in words.
    fn words(&self) -> String;

    /// The complete rule as a claim in the language of conjectures. `subject` is what is known of the game: if only
    /// outcomes are, a claim must not mention values.
    ///
    /// # Errors
    /// What the language would need, such as "a recurrence".
    fn claim(&self, subject: Subject) -> Result<String, &'static str>;

    /// What the rule says of the first `count` values of its sequence.
    fn terms(&self, count: usize) -> Said {
        vec![None; count]
    }

    /// What the rule says of one value of its sequence. `None` also if that follows only from all values before it, and
    /// these are more than [`FARTHEST`].
    fn term(&self, index: usize) -> Option<i64> {
        if index < FARTHEST { self.terms(index + 1).pop()? } else { None }
    }

    /// What the rule says of the rows of a table. A rule that relates values to each other reads the others there.
    fn positions(&self, table: &Table) -> Said {
        vec![None; table.len()]
    }

    /// A set of P-positions as a condition that may be linear, for a proof.
    fn condition(&self) -> Option<Condition> {
        None
    }

    /// The names of the coordinates that it mentions.
    fn names(&self) -> &[String] {
        &[]
    }

    /// Whether the rule relates values to each other, so that nothing follows from it alone.
    fn reads_values(&self) -> bool {
        false
    }

    /// The automaton of a rule that is one. Its claim needs a file with it, see [`Rule::claim_with`].
    fn automaton(&self) -> Option<&Automaton> {
        None
    }

    /// The complete rule of an automaton as a claim about a file with it: the outputs are the values, or 0 for P.
    /// `None` for other rules, and for a name of a file that cannot stand between quotes.
    fn claim_with(&self, file: &str, subject: Subject) -> Option<String> {
        let is_quotable = !file.contains(|c: char| c == '"' || c.is_control()) && !file.contains("'''");
        let automaton = self.automaton().filter(|_| is_quotable)?;
        let (value, at) = match automaton.coordinates() {
            1 => ("g(n)", "n".to_owned()),
            _ => ("value", format!("[{}]", self.names().join(", "))),
        };
        Some(match subject {
            Subject::Values => format!("{value} == automatic(\"{file}\", {at})"),
            Subject::Outcomes => format!("outcome == P iff automatic(\"{file}\", {at}) == 0"),
        })
    }

    /// Compares the rule with the values of a sequence.
    fn compare_terms(&self, sequence: &Sequence, counted: &[bool]) -> Tally {
        Tally::of(&self.terms(sequence.len()), &sequence.values, counted)
    }

    /// Compares the rule with the values of a table.
    fn compare_positions(&self, table: &Table, counted: &[bool]) -> Tally {
        Tally::of(&self.positions(table), table.values(), counted)
    }
}

/// A set of positions: those of which some rearrangement of the coordinates satisfies a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The condition in the expression language.
    pub text: String,
    /// The names of its variables.
    pub names: Vec<String>,
    /// The rearrangements: for each variable the coordinate that it stands for.
    pub orders: Vec<Vec<usize>>,
}

/// A comparison of a rule with data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// The number of counted rows where the rule is right.
    pub held: usize,
    /// The first row, counted or not, where it is wrong.
    pub broken: Option<usize>,
}

impl Tally {
    /// Compares what a rule says with the values; right answers are counted only where `counted` says so.
    pub fn of(said: &[Option<i64>], values: &[i64], counted: &[bool]) -> Tally {
        let mut tally = Tally::default();
        for (row, (said, value)) in said.iter().zip(values).enumerate() {
            match said {
                Some(said) if said != value => {
                    tally.broken = Some(row);
                    return tally;
                }
                Some(_) => tally.held += usize::from(counted[row]),
                None => {}
            }
        }
        tally
    }
}

/// What is asked of a rule beyond being right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// The bits that it must save; `None` if bits do not matter.
    pub gain: Option<Bits>,
    /// The number of values that it must confirm, apart from those that were free.
    pub confirmed: usize,
    /// How many values it must confirm for each one that was free.
    pub per_fitted: usize,
}

impl Demand {
    /// 24 bits, 24 values confirmed, and two for each free one.
    pub const USUAL: Demand = Demand { gain: Some(Bits::whole(24)), confirmed: 24, per_fitted: 2 };

    /// Nothing: the finder has a criterion of its own.
    pub const NONE: Demand = Demand { gain: None, confirmed: 0, per_fitted: 0 };
}

/// A rule that a finder proposes.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its kind.
    pub kind: &'static Kind,
    /// The rule.
    pub rule: Arc<dyn Rule>,
    /// The bits that its data cost without a rule.
    pub null: Bits,
    /// The bits that the rule costs.
    pub cost: Bits,
    /// The number of values that were free.
    pub fitted: usize,
    /// The number of other values that it was fitted to.
    pub confirmed: usize,
    /// The rows that it lists as exceptions.
    pub exceptions: Vec<usize>,
    /// What is asked of it.
    pub demand: Demand,
}

impl Candidate {
    /// The bits that the rule saves.
    pub fn gain(&self) -> Bits {
        self.null - self.cost
    }

    /// Why the rule is not reported, even if it holds further on.
    pub fn refusal(&self) -> Option<String> {
        match self.demand.gain {
            Some(least) if self.gain() < least => {
                Some(format!("saves {} of the {} bits that are needed", self.gain().rounded().max(0), least.rounded()))
            }
            _ if self.exceptions.len() > 12 => Some(format!("has {} exceptions", self.exceptions.len())),
            _ if self.confirmed < self.demand.confirmed => Some(format!("confirmed by {} values only", self.confirmed)),
            _ if self.confirmed < self.demand.per_fitted * self.fitted => {
                Some(format!("{} values are free and only {} confirm it", self.fitted, self.confirmed))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_count_what_is_new() {
        let said = [None, Some(1), Some(2), Some(5)];
        assert_eq!(Tally::of(&said, &[9, 1, 2, 5], &[false, false, true, true]), Tally { held: 2, broken: None });
        assert_eq!(Tally::of(&said, &[9, 1, 3, 5], &[true; 4]), Tally { held: 1, broken: Some(2) });
    }
}
