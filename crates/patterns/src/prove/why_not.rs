//! Why nothing was proved.

use super::search::Found;
use grundy_core::claim::FactName;
use grundy_core::structure::LinearGame;
use std::fmt;

/// Why there is no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// The set is wrong: a move leads from the first position to the second one, and both lie in it.
    Inside(Vec<i64>, Vec<i64>),
    /// The set is wrong: this position lies outside of it, and no move leads into it.
    Stranded(Vec<i64>),
    /// The rules lead from this position to something that is no position.
    Illegal(Vec<i64>),
    /// No weighted sum of the coordinates falls with every move. The move that changes the coordinates by these numbers
    /// is one reason.
    Endless(Vec<i64>),
    /// A move leads from this position into the set, but none whose numbers are linear in the coordinates was found.
    NoForm(Vec<i64>),
    /// For this reason the search ended.
    Unknown(String),
}

impl WhyNot {
    /// Whether the set is certainly not the set of P-positions.
    pub fn refutes(&self) -> bool {
        matches!(self, WhyNot::Inside(..) | WhyNot::Stranded(_))
    }

    /// What it means that a fact about a move was not proved.
    pub(super) fn of(game: &LinearGame, name: FactName, found: Found) -> Self {
        let values = match found {
            Found::Point(values) => values,
            Found::Neither(why) => return WhyNot::Unknown(format!("the fact that {name}: {why}")),
            Found::Never => return WhyNot::Unknown(format!("the fact that {name} holds")),
        };
        let at = |variable: usize| values.get(variable).copied().unwrap_or(0);
        let position: Vec<i64> = (0..game.coordinates).map(at).collect();
        let (FactName::Closed(line, ..) | FactName::Ends(line) | FactName::Legal(line, _)) = name else {
            return WhyNot::Stranded(position);
        };
        let target: Option<Vec<i64>> = game.moves[line].target.iter().map(|form| form.at(at)).collect();
        let target = target.unwrap_or_default();
        match name {
            FactName::Closed(..) => WhyNot::Inside(position, target),
            FactName::Ends(_) => WhyNot::Endless(target.iter().zip(&position).map(|(to, from)| to - from).collect()),
            _ => WhyNot::Illegal(position),
        }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        match self {
            WhyNot::Inside(from, to) => {
                write!(f, "refuted: a move leads from {} to {}, and both lie in the set", show(from), show(to))
            }
            WhyNot::Stranded(at) => {
                write!(f, "refuted: {} lies outside of the set, and no move leads into it", show(at))
            }
            WhyNot::Illegal(at) => write!(f, "not proved: a move from {} leads to no position", show(at)),
            WhyNot::Endless(by) => {
                let by = show(by);
                write!(f, "not proved: no weighted sum of coordinates falls with every move; one changes them by {by}")
            }
            WhyNot::NoForm(at) => {
                write!(f, "not proved: no linear rule was found for the winning move from {}", show(at))
            }
            WhyNot::Unknown(why) => write!(f, "not proved: {why}"),
        }
    }
}
