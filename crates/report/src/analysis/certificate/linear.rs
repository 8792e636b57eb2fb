//! Certificates of sets of P-positions: format 5.

use super::kind::{self, VERSION};
use crate::claim::{LINEAR_P_SET, LinearCertificate, LinearSet, Step, WinningMove};
use crate::error::Error;
use grundy_core::structure::{KindTexts, LinearGame};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The certificate that a set is the set of P-positions of a game in normal play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearFile {
    /// The version of the format.
    pub certificate: u32,
    /// The name of the theorem.
    pub kind: String,
    /// The game.
    pub game: GameName,
    /// Its moves in numbers.
    pub rules: LinearGame,
    /// The set.
    pub pieces: LinearSet,
    /// A number for each coordinate: the sum of the coordinates, so weighted, falls with every move.
    pub measure: Vec<i64>,
    /// The winning moves.
    pub witnesses: Vec<WinningMove>,
    /// The proofs of the facts.
    pub trees: Vec<Vec<Step>>,
}

/// A game: its canonical code, or the texts of a game of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameName {
    /// A code.
    Code(String),
    /// Texts.
    Texts(KindTexts),
}

impl LinearFile {
    /// The certificate of a game with this canonical code, unless it is written as texts.
    pub fn new(code: &str, game: &LinearGame, set: &LinearSet, proof: LinearCertificate) -> Self {
        let LinearCertificate { measure, witnesses, trees } = proof;
        Self {
            certificate: VERSION,
            kind: LINEAR_P_SET.to_string(),
            game: game.texts.clone().map_or_else(|| GameName::Code(code.to_string()), GameName::Texts),
            rules: game.clone(),
            pieces: set.clone(),
            measure,
            witnesses,
            trees,
        }
    }

    /// The evidence.
    pub fn proof(&self) -> LinearCertificate {
        let (measure, witnesses) = (self.measure.clone(), self.witnesses.clone());
        LinearCertificate { measure, witnesses, trees: self.trees.clone() }
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
        kind::read(path, LINEAR_P_SET)
    }
}
