//! Normal or misère play.

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
    /// The inverse of `Display`.
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
