//! Which values are defined for a game, and what is said where others are asked for.

use grundy_core::ruleset::{Play, Value};

/// Which values are defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Grundy values and outcomes, in both plays.
    Usual,
    /// Only outcomes of normal play, for this reason.
    OutcomesOnly(&'static str),
    /// Play may go on for ever: the values of loopy games, in normal play.
    Loopy,
    /// Moves decide who moves next: nimbers and moons, in normal play.
    Entailing,
}

impl Law {
    /// The law of a sum of games that follow these laws. Games with loops and games with entailing moves have no sum.
    pub(crate) fn of_sum(laws: impl IntoIterator<Item = Self>) -> Self {
        laws.into_iter().find(|law| matches!(law, Law::Loopy | Law::Entailing)).unwrap_or(Law::Usual)
    }

    /// What makes the game with this code special, as the start of a sentence; `None` for the usual law.
    pub fn special(self, code: &str) -> Option<String> {
        match self {
            Law::Usual => None,
            Law::OutcomesOnly(_) => Some(format!("`{code}` has only outcomes of its own")),
            Law::Loopy => Some(format!("play in `{code}` may go on for ever")),
            Law::Entailing => Some(format!("moves of `{code}` decide who moves next")),
        }
    }

    /// Why misère play is not defined, if this is so.
    pub fn no_misere(self) -> Option<&'static str> {
        match self {
            Law::Usual => None,
            Law::OutcomesOnly(why) => Some(why),
            Law::Loopy => Some("no theory of misère play is known where play may go on for ever"),
            Law::Entailing => Some("no theory of misère play is known where moves decide who moves next"),
        }
    }

    /// Why a drawing of its positions would not be understood, if this is so.
    pub fn no_drawing(self) -> Option<&'static str> {
        match self {
            Law::Usual | Law::OutcomesOnly(_) | Law::Loopy => None,
            Law::Entailing => Some("its moves decide who moves next, which the lines of a drawing do not show"),
        }
    }

    /// The kind of values that tell most about a single position.
    pub fn examined_by(self, play: Play) -> Value {
        match (self, play) {
            (Law::Loopy, _) => Value::LOOPY,
            (Law::Entailing, _) => Value::ENTAILING,
            (Law::OutcomesOnly(_), _) | (_, Play::Misere) => Value::OUTCOME,
            (Law::Usual, Play::Normal) => Value::GRUNDY,
        }
    }

    /// Whether all values are numbers: neither infinite, nor moons, nor draws.
    pub fn has_numbers(self) -> bool {
        !matches!(self, Self::Loopy | Self::Entailing)
    }

    /// The kind of values to compute in the game with this code if `asked` is asked for; `None` means that the usual
    /// rules decide.
    ///
    /// # Errors
    /// A sentence, if these values are not defined.
    pub fn value(self, code: &str, asked: Option<Value>) -> Result<Option<Value>, String> {
        let [values, outcomes] = match self {
            Law::Usual => return Ok(None),
            Law::OutcomesOnly(why) => {
                let refused = asked.filter(|&value| value != Value::OUTCOME);
                return refused
                    .map_or(Ok(None), |value| Err(format!("`{code}` has no {}: {why}", value.called.values)));
            }
            Law::Loopy => [Value::LOOPY, Value::LOOPY_OUTCOME],
            Law::Entailing => [Value::ENTAILING, Value::OUTCOME],
        };
        match asked {
            None => Ok(Some(values)),
            Some(value) if value == Value::GRUNDY || value == values => Ok(Some(values)),
            Some(value) if value == Value::OUTCOME || value == outcomes => Ok(Some(outcomes)),
            Some(value) => {
                let special = self.special(code).unwrap_or_default();
                Err(format!("{special}, so it has no {}", value.called.values))
            }
        }
    }
}
