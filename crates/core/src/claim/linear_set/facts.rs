//! What must be true for a set to be the set of P-positions. Each fact says that a case is impossible.

use super::certificate::{LinearRefusal, WinningMove};
use super::set::LinearSet;
use crate::structure::{Condition, Linear, LinearGame, LinearMove};
use std::fmt;

/// A case: what is known of some whole numbers, and choices, of each of which at least one condition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The number of variables.
    pub variables: usize,
    /// The conditions that hold.
    pub known: Vec<Condition>,
    /// The choices.
    pub choices: Vec<Vec<Condition>>,
}

/// Which fact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactName {
    /// No move with this number leads from one piece to another.
    Closed(usize, usize, usize),
    /// Every move with this number lowers the measure.
    Ends(usize),
    /// Every target of a move satisfies a condition on positions.
    Legal(usize, usize),
    /// From every position outside of the set, one of the winning moves leads into it.
    Reach,
}

impl fmt::Display for FactName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactName::Closed(line, from, to) => {
                write!(f, "no option by move {} leads from piece {} to piece {}", line + 1, from + 1, to + 1)
            }
            FactName::Ends(line) => write!(f, "every option by move {} has a lower measure", line + 1),
            FactName::Legal(line, which) => {
                write!(f, "every option by move {} satisfies condition {} on positions", line + 1, which + 1)
            }
            FactName::Reach => f.write_str("every other position has a winning move"),
        }
    }
}

/// All facts about a set.
pub struct Facts<'f> {
    game: &'f LinearGame,
    set: &'f LinearSet,
    measure: &'f [i64],
    witnesses: &'f [WinningMove],
    positions: Vec<Condition>,
    names: Vec<FactName>,
}

/// The maximum number of facts.
const MOST_FACTS: usize = 1 << 20;

fn need(holds: bool, what: &str) -> Result<(), LinearRefusal> {
    if holds { Ok(()) } else { Err(LinearRefusal(what.to_string())) }
}

/// Whether a condition uses only these variables, and a divisor of at least 1.
fn is_about(condition: &Condition, variables: usize) -> bool {
    condition.form().variables().all(|variable| variable < variables)
        && condition.divisor().is_none_or(|divisor| divisor >= 1)
}

impl<'f> Facts<'f> {
    /// The facts, if game, set, measure and winning moves fit together.
    ///
    /// # Errors
    /// [`LinearRefusal`]: what does not fit.
    pub fn new(
        game: &'f LinearGame,
        set: &'f LinearSet,
        measure: &'f [i64],
        witnesses: &'f [WinningMove],
    ) -> Result<Self, LinearRefusal> {
        let count = game.coordinates;
        need(game.positions.iter().all(|one| is_about(one, count)), "a condition on positions has another variable")?;
        for line in &game.moves {
            let all = count + line.chosen;
            need(line.conditions.iter().all(|one| is_about(one, all)), "a move has a condition on another variable")?;
            let fits = |form: &Linear| form.variables().all(|variable| variable < all);
            need(line.target.len() == count && line.target.iter().all(fits), "a move has a wrong target")?;
        }
        need(
            set.pieces.iter().flatten().all(|one| is_about(one, count)),
            "a piece has a condition on another variable, or a divisor below 1",
        )?;
        need(
            measure.len() == count && measure.iter().all(|&factor| factor >= 0),
            "the measure must have a number of at least 0 for each coordinate",
        )?;
        for WinningMove { line, piece, chosen } in witnesses {
            let line = game.moves.get(*line);
            need(line.is_some() && *piece < set.pieces.len(), "a winning move names no move or no piece")?;
            need(
                line.is_some_and(|line| line.chosen == chosen.len()),
                "a winning move chooses too many or few numbers",
            )?;
            let fits = |form: &Linear| form.variables().all(|variable| variable < count);
            need(chosen.iter().all(fits), "a winning move uses another variable")?;
        }
        let (positions, pieces) = (game.position_conditions(), set.pieces.len());
        let each = pieces.saturating_mul(pieces).saturating_add(positions.len() + 1);
        need(game.moves.len().saturating_mul(each) < MOST_FACTS, "there are too many moves and pieces")?;
        let mut names = Vec::new();
        for line in 0..game.moves.len() {
            names.extend((0..pieces * pieces).map(|pair| FactName::Closed(line, pair / pieces, pair % pieces)));
            names.push(FactName::Ends(line));
            names.extend((0..positions.len()).map(|which| FactName::Legal(line, which)));
        }
        names.push(FactName::Reach);
        Ok(Self { game, set, measure, witnesses, positions, names })
    }

    /// Which facts there are, in the order of their proofs.
    pub fn names(&self) -> &[FactName] {
        &self.names
    }

    /// The case that a fact excludes; `None` if a number is too large.
    pub fn case(&self, name: FactName) -> Option<Case> {
        let mut known = self.positions.clone();
        let line = match name {
            FactName::Reach => return self.reach(known),
            FactName::Closed(line, ..) | FactName::Ends(line) | FactName::Legal(line, _) => &self.game.moves[line],
        };
        known.extend(line.conditions.iter().cloned());
        match name {
            FactName::Closed(_, from, to) => {
                known.extend(self.set.pieces[from].iter().cloned());
                known.extend(moved(&self.set.pieces[to], &line.target)?);
            }
            FactName::Ends(_) => known.push(self.not_lower(line)?),
            FactName::Legal(_, which) => {
                known.push(self.positions[which].map(|form| form.within(&line.target))?.negated()?);
            }
            FactName::Reach => {}
        }
        Some(Case { variables: self.game.coordinates + line.chosen, known, choices: Vec::new() })
    }

    /// The option does not have a lower measure.
    fn not_lower(&self, line: &LinearMove) -> Option<Condition> {
        let mut rise = Linear::constant(0);
        for (at, (target, &factor)) in line.target.iter().zip(self.measure).enumerate() {
            rise = rise.plus(&target.minus(&Linear::variable(at))?.times(factor)?)?;
        }
        Some(Condition::AtLeastZero(rise))
    }

    /// A position lies in no piece, and no winning move is possible there and leads into its piece.
    fn reach(&self, known: Vec<Condition>) -> Option<Case> {
        let mut choices = Vec::new();
        for piece in &self.set.pieces {
            choices.push(negated(piece)?);
        }
        for witness in self.witnesses {
            choices.push(negated(&region(self.game, self.set, witness)?)?);
        }
        Some(Case { variables: self.game.coordinates, known, choices })
    }
}

/// The conditions on an option.
fn moved(conditions: &[Condition], target: &[Linear]) -> Option<Vec<Condition>> {
    conditions.iter().map(|condition| condition.map(|form| form.within(target))).collect()
}

fn negated(conditions: &[Condition]) -> Option<Vec<Condition>> {
    conditions.iter().map(Condition::negated).collect()
}

/// The positions at which a winning move is possible and leads into its piece; `None` if a number is too large. The
/// numbers of the winning move must fit the game and the set.
pub fn region(game: &LinearGame, set: &LinearSet, witness: &WinningMove) -> Option<Vec<Condition>> {
    let (line, piece) = (game.moves.get(witness.line)?, set.pieces.get(witness.piece)?);
    let coordinates = (0..game.coordinates).map(Linear::variable);
    let values: Vec<Linear> = coordinates.chain(witness.chosen.iter().cloned()).collect();
    let mut conditions = line.conditions.clone();
    conditions.extend(moved(piece, &line.target)?);
    moved(&conditions, &values)
}
