//! Moves and conditions written as text, as linear conditions on whole numbers.
//!
//! A number is split into cases, in each of which it is a linear form (`reader`); a condition becomes a disjunction of
//! conjunctions (`conditions`). Whatever is not linear is refused, with the reason in words.

mod cases;
mod conditions;
mod reader;

use crate::check::truth;
use crate::moves::{Move, Moves, Target};
use crate::node::{Domain, Set};
use crate::scope::{Scope, Type};
use cases::{Conjunction, NotLinear, product};
use grundy_core::diagnostic::Blame;
use grundy_core::structure::{Condition, Linear, LinearGame, LinearMove};
use reader::Reader;

/// The maximum number of moves of a game, after cases were distinguished.
const MOST_MOVES: usize = 400;

impl Moves {
    /// The moves as a linear game.
    ///
    /// # Errors
    /// Why they are none, in words.
    pub fn linear(&self) -> Result<LinearGame, String> {
        if self.entails() {
            return Err("a move decides who moves next".to_string());
        }
        if !self.declared().is_empty() {
            return Err("its positions are of several kinds".to_string());
        }
        let coordinates = self.names().len();
        let positions = match self.condition() {
            None => Vec::new(),
            Some((condition, text, _)) => {
                let told = |NotLinear(why)| format!("the condition `{text}`: {why}");
                let mut reader = Reader::of_positions(coordinates);
                let mut all = reader.truth(condition, true).map_err(told)?;
                match (all.len(), all.pop()) {
                    (1, Some(one)) => one,
                    _ => return Err(format!("the condition `{text}` is not a conjunction of linear conditions")),
                }
            }
        };
        let mut moves: Vec<LinearMove> = Vec::new();
        for line in self.lines() {
            let told = |NotLinear(why)| format!("the move `{}`: {why}", line.text);
            for case in cases_of(line, coordinates).map_err(told)? {
                if !moves.contains(&case) {
                    moves.push(case);
                }
            }
            if moves.len() > MOST_MOVES {
                return Err(format!("it has more than {MOST_MOVES} moves, after cases are distinguished"));
            }
        }
        Ok(LinearGame { coordinates, positions, moves, texts: Some(self.texts()) })
    }
}

/// Reads a condition on variables as the pieces of a set: it holds where all conditions of a piece hold.
///
/// ```
/// use grundy_language::linear_pieces;
///
/// let pieces = linear_pieces("a == b or max(a, b) % 3 == 1", &["a", "b"]).expect("a linear condition");
/// let holds = |at: [i64; 2]| pieces.iter().any(|piece| piece.iter().all(|one| one.at(|v| at[v]) == Some(true)));
/// assert!(holds([2, 2]) && holds([2, 4]) && !holds([1, 3]));
/// ```
///
/// # Errors
/// The [`Blame`] of the mistake in it, or why it is not linear.
pub fn linear_pieces(text: &str, names: &[&str]) -> Result<Vec<Conjunction>, Blame> {
    let scope = names.iter().fold(Scope::default(), |scope, name| scope.with(name, Type::Number));
    let condition = truth(text, 0, &scope)?;
    let told = |NotLinear(why): NotLinear| {
        let help = "write sums, differences, multiples, `%` by a number, `min`, `max`, `abs`, comparisons, `and`, `or`";
        Blame::new(0..text.len(), why, help)
    };
    Reader::of_scope().truth(&condition, true).map_err(told)
}

/// A move while its ranges are read: one way in which they may be chosen.
struct RangeCase {
    reader: Reader,
    conditions: Conjunction,
}

fn cases_of(line: &Move, coordinates: usize) -> Result<Vec<LinearMove>, NotLinear> {
    if line.splits || line.targets.len() != coordinates {
        return Err(NotLinear("it does not lead to a single position".to_string()));
    }
    let mut ways = vec![RangeCase { reader: Reader::of_move(coordinates), conditions: Vec::new() }];
    for range in &line.ranges {
        let mut next = Vec::new();
        for way in ways {
            next.extend(way.through(range)?);
        }
        ways = next;
        if ways.len() > MOST_MOVES {
            return Err(NotLinear("it has too many cases".to_string()));
        }
    }
    let mut moves = Vec::new();
    for RangeCase { mut reader, conditions } in ways {
        let mut all = vec![conditions];
        for condition in line.conditions.iter().flatten() {
            all = product(all, reader.truth(condition, true)?)?;
        }
        let mut targets = vec![(Vec::new(), Vec::new())];
        for target in &line.targets {
            let Target::Number(number) = target else {
                return Err(NotLinear("it does not lead to a single position".to_string()));
            };
            targets = reader::joined(targets, reader.number(number.number())?, |mut all: Vec<Linear>, one| {
                all.push(one);
                Ok(all)
            })?;
        }
        for conjunction in all {
            for (guards, target) in &targets {
                let parts = [&conjunction[..], &reader.definitions, guards].concat();
                if let Some(conditions) = cases::simplified(parts) {
                    moves.push(LinearMove {
                        chosen: reader.chosen() - coordinates,
                        conditions,
                        target: target.clone(),
                    });
                }
            }
        }
    }
    Ok(moves)
}

impl RangeCase {
    /// All ways to choose the variable of one more range.
    fn through(mut self, range: &Domain) -> Result<Vec<Self>, NotLinear> {
        match range {
            Domain::Range(first, last, inclusive) => {
                let ends = reader::joined(self.reader.number(first)?, self.reader.number(last)?, |a, b| Ok((a, b)))?;
                let own = self.reader.choose();
                let more = i64::from(!inclusive);
                let between = |(first, last): &(Linear, Linear)| {
                    Some([Condition::at_most(first, &own, 0)?, Condition::at_most(&own, last, more)?])
                };
                let way = |(guards, ends): (Conjunction, (Linear, Linear))| {
                    let mut conditions = [&self.conditions[..], &guards].concat();
                    conditions.extend(between(&ends).ok_or_else(NotLinear::large)?);
                    Ok(Self { reader: self.reader.with(own.clone()), conditions })
                };
                ends.into_iter().map(way).collect()
            }
            Domain::Set(set) => {
                let mut ways = Vec::new();
                for (guards, value) in self.elements(set)? {
                    let conditions = [&self.conditions[..], &guards].concat();
                    ways.push(Self { reader: self.reader.with(value), conditions });
                }
                Ok(ways)
            }
        }
    }

    fn elements(&mut self, set: &Set) -> Result<Vec<(Conjunction, Linear)>, NotLinear> {
        let mut all = Vec::new();
        for element in self.reader.elements(set)? {
            all.extend(element);
        }
        Ok(all)
    }
}
