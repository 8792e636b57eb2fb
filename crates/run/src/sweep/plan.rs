//! A sweep as it is written down: plain data, which is serialised and hashed.

use super::paper::PaperPlan;
use crate::job::Settings;
use crate::ruleset::Play;
use serde::{Deserialize, Serialize};

/// A sweep as it is written down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game code, with variables in braces.
    pub code: String,
    /// The condition of a combination that counts.
    pub condition: Option<String>,
    /// The variables and what they run over, in their order.
    pub over: Vec<(String, Over)>,
    /// The range of every game: an expression in the variables.
    pub max: Option<String>,
    /// The expected answers.
    pub expect: Expected,
    /// The table for papers.
    #[serde(default)]
    pub paper: PaperPlan,
    /// What is asked of every game; in a checked sweep it is always said how they are played.
    pub settings: Settings,
}

impl Plan {
    /// How its games are played.
    pub fn played(&self) -> Play {
        self.settings.play.unwrap_or(Play::Normal)
    }
}

/// What a variable runs over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// Whole numbers, as in `1..=30` or `a+1..=30`.
    Range(String),
    /// Numbers or texts, in their order.
    List(Vec<Item>),
    /// Non-empty subsets of 1, ..., n, in the order of the number whose bits they are.
    Subsets {
        /// n.
        of: u64,
        /// How many elements, as a range.
        size: Option<String>,
        /// Elements that each has.
        containing: Vec<u64>,
        /// Elements that none has.
        avoiding: Vec<u64>,
        /// The greatest common divisor of the elements.
        gcd: Option<u64>,
    },
    /// Texts of up to so many digits, without a zero at the end, as if zeros were put behind them.
    Digits {
        /// 8 or 16.
        base: u32,
        /// How many.
        places: u32,
    },
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Item {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// The expected answers of a sweep.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expected {
    /// How many of each: `rows`, `proved`, `observed`, `none`, `errors`.
    pub counts: Vec<(String, u64)>,
    /// Single cells of `sweep.csv`.
    pub at: Vec<At>,
}

/// An expected cell of `sweep.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// The combination, as in `a=2,b=5,c=7`.
    pub row: String,
    /// The column.
    pub column: String,
    /// What stands there.
    pub value: String,
}
