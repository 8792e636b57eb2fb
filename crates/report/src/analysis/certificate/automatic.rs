//! Certificates of values that an automaton reads off the digits of positions: format 5, kind `automatic-values`.

use super::kind::{self, VERSION};
use crate::claim::{AutomaticClaim, DigitTable, Numeration, OutputMeaning};
use crate::error::Error;
use grundy_core::structure::{AutomaticMoves, AutomaticRule, KindTexts};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The prefixes of the codes of two-heap games that checkers know.
const GAMES: [&str; 3] = ["wythoff", "rays:", "steps:"];

/// An automaton that outputs the values of all positions of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticCertificate {
    /// The version of the format.
    pub certificate: u32,
    /// `automatic-values`.
    pub kind: String,
    /// The game.
    pub game: WrittenGame,
    /// The rules of a game of one number; none for a code.
    pub rules: Option<WrittenRules>,
    /// `values` or `outcomes`.
    pub outputs: String,
    /// The name of the numeration.
    pub numeration: String,
    /// The digits that each column of `table` is for.
    pub digits: Vec<Vec<usize>>,
    /// For each state, the next state for each tuple of digits.
    pub table: Vec<Vec<Option<usize>>>,
    /// The output of each state.
    pub output: Vec<u32>,
}

/// A game as a certificate names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WrittenGame {
    /// The canonical code of a game on two heaps.
    Code(String),
    /// The texts of a game of one number.
    Texts(KindTexts),
}

/// The rules of a game of one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenRules {
    /// The least position.
    pub least: u64,
    /// The rules.
    pub rules: Vec<AutomaticRule>,
}

impl AutomaticCertificate {
    /// Whether checkers know the code of a game on two heaps.
    pub fn knows(code: &str) -> bool {
        GAMES.iter().any(|start| code.starts_with(start))
    }

    /// The certificate of an automaton for a game on two heaps, or for one of one number with its rules.
    pub fn new(game: WrittenGame, moves: Option<&AutomaticMoves>, table: &DigitTable, meaning: OutputMeaning) -> Self {
        Self {
            certificate: VERSION,
            kind: AutomaticClaim::THEOREM.to_string(),
            game,
            rules: moves.map(|moves| WrittenRules { least: moves.least, rules: moves.rules.clone() }),
            outputs: name_of(meaning).to_string(),
            numeration: table.numeration().to_string(),
            digits: table.digits(),
            table: table.table().to_vec(),
            output: table.output().to_vec(),
        }
    }

    /// The automaton, and what its outputs mean.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn automaton(&self) -> Result<(DigitTable, OutputMeaning), String> {
        let numeration = Numeration::read(&self.numeration).filter(|known| known.to_string() == self.numeration);
        let numeration = numeration.ok_or("`numeration` is not base 2, ..., base 10, zeckendorf or pell")?;
        let coordinates = self.digits.first().map_or(0, Vec::len);
        let table = DigitTable::new(numeration, coordinates, self.table.clone(), self.output.clone())?;
        if table.digits() != self.digits {
            return Err("`digits` is not the list of all tuples of digits in lexicographic order".to_string());
        }
        let meanings = [OutputMeaning::Values, OutputMeaning::Outcomes];
        let meaning = meanings.into_iter().find(|&meaning| name_of(meaning) == self.outputs);
        Ok((table, meaning.ok_or("`outputs` is neither `values` nor `outcomes`")?))
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        kind::to_json(self)
    }

    /// Reads a file of this kind; `None` if it is one of another format or kind.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if it is damaged.
    pub fn read(path: &Path) -> Result<Option<Self>, Error> {
        kind::read(path, AutomaticClaim::THEOREM)
    }
}

fn name_of(meaning: OutputMeaning) -> &'static str {
    match meaning {
        OutputMeaning::Values => "values",
        OutputMeaning::Outcomes => "outcomes",
    }
}
