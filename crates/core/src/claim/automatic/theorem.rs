//! The theorem on values that an automaton reads off digits (`docs/theorems.md`, "Values from digits").
//!
//! *Theorem.* Let every option of every position be a smaller position. Let F be a function on the positions such that
//! no option of a position p has the value F(p), and every value below F(p) is the value of an option of p. Then F is
//! the Grundy value. If F and the options are given by automata, each of these conditions asks whether an automaton
//! accepts some word.

use super::automaton::{Automaton, Budget, Stopped};
use super::numeration::Numeration;
use super::options::{AutomaticGame, GameAutomata};
use super::relations::LinearForm;
use super::table::DigitTable;
use crate::control::Control;
use crate::error::Error;
use std::collections::BTreeSet;
use std::fmt;

/// What the outputs of an automaton mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputMeaning {
    /// Grundy values.
    Values,
    /// Outcomes: 0 is a P-position, everything else an N-position.
    Outcomes,
}

/// What is proved: the outputs of the automaton are the Grundy values, or the outcomes, of all positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomaticClaim {
    /// The numeration.
    pub numeration: Numeration,
    /// The number of states.
    pub states: usize,
    /// What the outputs mean.
    pub meaning: OutputMeaning,
    /// Private, so that only this module can make a claim.
    made: ClaimMade,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ClaimMade;

impl AutomaticClaim {
    /// The name of the theorem.
    pub const THEOREM: &str = "automatic-values";

    /// Proves that the outputs of an automaton are right for all positions. No automaton of the proof may have more
    /// than `transitions` transitions. The values of some positions, if they are `known`, are compared first.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn prove(
        game: &AutomaticGame,
        table: &DigitTable,
        meaning: OutputMeaning,
        known: impl IntoIterator<Item = (Vec<u64>, u32)>,
        transitions: usize,
        control: &Control<'_>,
    ) -> Result<Result<Self, AutomaticRefusal>, Error> {
        let proof = Proof { game, table, meaning, budget: Budget { transitions, control } };
        match proof.check(known) {
            Ok(()) => {
                let (numeration, states) = (table.numeration(), table.output().len());
                Ok(Ok(Self { numeration, states, meaning, made: ClaimMade }))
            }
            Err(Ended::Refused(refusal)) => Ok(Err(refusal)),
            Err(Ended::Stopped(Stopped::TooLarge)) => Ok(Err(AutomaticRefusal::TooLarge(transitions))),
            Err(Ended::Stopped(Stopped::Cancelled(error))) => Err(error),
        }
    }
}

/// Why an automaton is not proved to be right. Positions are written as text, since they may be large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AutomaticRefusal {
    /// Positions have a number of coordinates that differs from that of the automaton.
    Coordinates(usize, usize),
    /// `floor_phi` can only be read in Zeckendorf's numeration.
    Numeration(Numeration),
    /// An automaton of the proof would have more transitions than this, or a number of the game is too large.
    TooLarge(usize),
    /// This position has no output.
    NoOutput(String),
    /// A known value differs from the output.
    Differs {
        /// The position.
        position: String,
        /// Its value.
        value: u32,
        /// The output.
        output: u32,
    },
    /// A move from this position leads to a negative number.
    Negative(String),
    /// A move leads from the first to the second, which is not a smaller position.
    NotSmaller(String, String),
    /// An option has the output of the position.
    SameOutput {
        /// The position.
        position: String,
        /// Its option.
        option: String,
    },
    /// No option has this output, although that of the position is larger.
    Missing {
        /// The position.
        position: String,
        /// The output that no option has.
        output: u32,
    },
}

impl fmt::Display for AutomaticRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinates(game, table) => {
                write!(f, "positions have {game} coordinates, but the automaton reads {table}")
            }
            Self::Numeration(numeration) => {
                write!(
                    f,
                    "the moves use floor_phi, so the automaton must read Zeckendorf's numeration, not {numeration}"
                )
            }
            Self::TooLarge(transitions) => {
                write!(f, "the proof needs an automaton of more than {transitions} transitions, or too large a number")
            }
            Self::NoOutput(position) => write!(f, "the automaton has no output for {position}"),
            Self::Differs { position, value, output } => {
                write!(f, "the value of {position} is {value}, but the automaton says {output}")
            }
            Self::Negative(position) => write!(f, "a move from {position} leads to a negative number"),
            Self::NotSmaller(from, to) => {
                write!(f, "a move leads from {from} to {to}, which is not a smaller position")
            }
            Self::SameOutput { position, option } => {
                write!(f, "{option} is an option of {position} with the same value")
            }
            Self::Missing { position, output } => {
                write!(f, "no option of {position} has the value {output}, but its own value is larger")
            }
        }
    }
}

/// How a proof ends without a claim.
enum Ended {
    Refused(AutomaticRefusal),
    Stopped(Stopped),
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<AutomaticRefusal> for Ended {
    fn from(refusal: AutomaticRefusal) -> Self {
        Self::Refused(refusal)
    }
}

struct Proof<'p> {
    game: &'p AutomaticGame,
    table: &'p DigitTable,
    meaning: OutputMeaning,
    budget: Budget<'p>,
}

impl Proof<'_> {
    fn check(&self, known: impl IntoIterator<Item = (Vec<u64>, u32)>) -> Result<(), Ended> {
        let (game, table) = (self.game.coordinates(), self.table.coordinates());
        if game != table {
            return Err(AutomaticRefusal::Coordinates(game, table).into());
        }
        if self.game.is_golden() && self.table.numeration() != Numeration::Zeckendorf {
            return Err(AutomaticRefusal::Numeration(self.table.numeration()).into());
        }
        self.compare(known)?;
        let automata = GameAutomata::of(self.game, self.table.numeration(), self.budget)?;
        self.outputs(&automata)?;
        self.smaller(&automata)?;
        if self.meaning == OutputMeaning::Outcomes {
            self.differs(&automata, 0)?;
            return self.reached(&automata, 0);
        }
        let outputs: BTreeSet<u32> = self.table.output().iter().copied().collect();
        for &output in &outputs {
            self.differs(&automata, output)?;
        }
        // Beyond the first number that is no output there must be no positions.
        let last = (0..).find(|output| !outputs.contains(output)).unwrap_or(0);
        (0..=last).try_for_each(|output| self.reached(&automata, output))
    }

    /// Compares the outputs with known values.
    fn compare(&self, known: impl IntoIterator<Item = (Vec<u64>, u32)>) -> Result<(), AutomaticRefusal> {
        for (position, value) in known {
            let shown = || shown(position.iter().map(|&number| Some(number.into())));
            let output = self.table.at(&position).ok_or_else(|| AutomaticRefusal::NoOutput(shown()))?;
            let agrees = match self.meaning {
                OutputMeaning::Values => value == output,
                OutputMeaning::Outcomes => (value == 0) == (output == 0),
            };
            if !agrees {
                return Err(AutomaticRefusal::Differs { position: shown(), value, output });
            }
        }
        Ok(())
    }

    /// Every position has an output.
    fn outputs(&self, automata: &GameAutomata) -> Result<(), Ended> {
        let none = self.table.where_output(|_| true, self.budget)?.complement();
        let own = self.own();
        match self.found(own.len(), &[(&automata.positions, &own), (&none, &own)])? {
            Some(position) => Err(AutomaticRefusal::NoOutput(self.shown(&position, 0)).into()),
            None => Ok(()),
        }
    }

    /// Every option is a smaller position, and moves that must lead somewhere do.
    fn smaller(&self, automata: &GameAutomata) -> Result<(), Ended> {
        let (own, all) = (self.own(), self.all());
        let factors: Vec<i64> = all.iter().map(|&track| if track < own.len() { 1 } else { -1 }).collect();
        let smaller = LinearForm::plain(self.table.numeration(), &factors, -1).at_least_zero(self.budget)?;
        let right = [(&smaller, &all[..]), (&automata.positions, &all[own.len()..])];
        let wrong = Automaton::all(smaller.alphabet, &right, self.budget)?.complement();
        for each in &automata.moves {
            if let Some(must) = &each.must {
                let missing = each.options.project(own.len(), self.budget)?.complement();
                if let Some(position) = self.found(own.len(), &[(must, &own), (&missing, &own)])? {
                    return Err(AutomaticRefusal::Negative(self.shown(&position, 0)).into());
                }
            }
            if let Some(both) = self.found(all.len(), &[(&each.options, &all), (&wrong, &all)])? {
                return Err(AutomaticRefusal::NotSmaller(self.shown(&both, 0), self.shown(&both, 1)).into());
            }
        }
        Ok(())
    }

    /// No option of a position with this output has the same output.
    fn differs(&self, automata: &GameAutomata, output: u32) -> Result<(), Ended> {
        let (own, all) = (self.own(), self.all());
        let with = self.table.where_output(|other| other == output, self.budget)?;
        for each in &automata.moves {
            let parts = [(&with, &own[..]), (&each.options, &all), (&with, &all[own.len()..])];
            if let Some(both) = self.found(all.len(), &parts)? {
                let (position, option) = (self.shown(&both, 0), self.shown(&both, 1));
                return Err(AutomaticRefusal::SameOutput { position, option }.into());
            }
        }
        Ok(())
    }

    /// Every position with a larger output has an option with this one.
    fn reached(&self, automata: &GameAutomata, output: u32) -> Result<(), Ended> {
        let (own, all) = (self.own(), self.all());
        let alphabet = self.table.numeration().alphabet(all.len());
        let with = self.table.where_output(|other| other == output, self.budget)?;
        let mut missing = Vec::new();
        for each in &automata.moves {
            let parts = [(&each.options, &all[..]), (&with, &all[own.len()..])];
            let options = Automaton::all(alphabet, &parts, self.budget)?.minimal(self.budget)?;
            missing.push(options.project(own.len(), self.budget)?.complement());
        }
        let larger = self.table.where_output(|other| other > output, self.budget)?;
        let missing = missing.iter().chain([&larger, &automata.positions]);
        let parts: Vec<(&Automaton, &[usize])> = missing.map(|part| (part, &own[..])).collect();
        match self.found(own.len(), &parts)? {
            Some(position) => Err(AutomaticRefusal::Missing { position: self.shown(&position, 0), output }.into()),
            None => Ok(()),
        }
    }

    /// The tracks of a position.
    fn own(&self) -> Vec<usize> {
        (0..self.game.coordinates()).collect()
    }

    /// The tracks of a position and of an option.
    fn all(&self) -> Vec<usize> {
        (0..2 * self.game.coordinates()).collect()
    }

    /// A shortest word that all parts accept.
    fn found(&self, tracks: usize, parts: &[(&Automaton, &[usize])]) -> Result<Option<Vec<Vec<usize>>>, Stopped> {
        let alphabet = self.table.numeration().alphabet(tracks);
        let word = Automaton::all(alphabet, parts, self.budget)?.shortest();
        Ok(word.map(|word| word.into_iter().map(|letter| alphabet.split(letter)).collect()))
    }

    /// The first position in a word, or the one after it.
    fn shown(&self, word: &[Vec<usize>], place: usize) -> String {
        let count = self.game.coordinates();
        let number = |track: usize| self.table.numeration().number(word.iter().map(|digits| digits[track]));
        shown((place * count..(place + 1) * count).map(number))
    }
}

/// A position as text.
fn shown(numbers: impl Iterator<Item = Option<u128>>) -> String {
    let text = |number: Option<u128>| number.map_or("a number of more than 38 digits".to_string(), |n| n.to_string());
    numbers.map(text).collect::<Vec<_>>().join(",")
}
