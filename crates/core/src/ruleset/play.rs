//! Normal or misère play; Grundy values or outcomes.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Normal or misère play: whether the player who cannot move loses or wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// The reverse of `Display`.
    pub fn read(text: &str) -> Option<Self> {
        [Play::Normal, Play::Misere].into_iter().find(|play| play.to_string() == text)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// What is computed of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// The Grundy value.
    Grundy,
    /// The outcome, as a number: 0 is P (the player who just moved wins), 1 is N.
    Outcome,
}

impl Value {
    /// The kind of values of a name: the reverse of `Display`.
    pub fn named(text: &str) -> Option<Self> {
        [Value::Grundy, Value::Outcome].into_iter().find(|value| value.to_string() == text)
    }

    /// A value as it stands in output files: outcomes are `P` and `N`.
    pub fn show(self, value: u32) -> String {
        match (self, value) {
            (Value::Grundy, value) => value.to_string(),
            (Value::Outcome, 0) => "P".to_string(),
            (Value::Outcome, _) => "N".to_string(),
        }
    }

    /// The reverse of [`Value::show`].
    pub fn read(self, text: &str) -> Option<u32> {
        match self {
            Value::Grundy => text.parse().ok(),
            Value::Outcome => ["P", "N"].iter().position(|&letter| letter == text).map(|v| v as u32),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Grundy => "grundy",
            Value::Outcome => "outcome",
        })
    }
}
