//! A sweep as plain data, which can be serialised and hashed.

use super::paper::PaperPlan;
use crate::job::Settings;
use crate::ruleset::Play;
use serde::{Deserialize, Serialize};

/// A sweep as plain data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game code, with variables in braces.
    pub code: String,
    /// The condition on combinations. The sweep consists of those that satisfy it.
    pub condition: Option<String>,
    /// The variables with their domains, in order.
    pub over: Vec<(String, Over)>,
    /// The upper bound of the range of every game: an expression in the variables.
    pub max: Option<String>,
    /// The expected answers.
    pub expect: Expected,
    /// The table for papers.
    #[serde(default)]
    pub paper: PaperPlan,
    /// The columns by which graphs with the same value are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tally: Vec<String>,
    /// The columns in which rules are looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub row_patterns: Vec<String>,
    /// What to compute for every game. In a checked sweep the play convention is always set.
    pub settings: Settings,
}

impl Plan {
    /// The expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &str> {
        let ranges = self.over.iter().filter_map(|(_, over)| match over {
            Over::Range(text) => Some(text.as_str()),
            _ => None,
        });
        let own = [&self.condition, &self.max, &self.paper.sort].into_iter().filter_map(|text| text.as_deref());
        ranges.chain(own).chain(self.settings.expressions())
    }

    /// The play convention of its games.
    pub fn played(&self) -> Play {
        self.settings.play.unwrap_or(Play::Normal)
    }

    /// The play convention in words; none if the theory of misère play is asked for, which is about both.
    pub fn in_play(&self) -> &'static str {
        match self.played() {
            _ if self.settings.analysis.wants_misere() => "",
            Play::Misere => " in misère play",
            Play::Normal => " in normal play",
        }
    }
}

/// The domain of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// Whole numbers, as in `1..=30` or `a+1..=30`.
    Range(String),
    /// Numbers or texts, in their given order.
    List(Vec<Item>),
    /// Non-empty subsets of 1, ..., n. A set is read as the bits of a number, and the sets come in the order of
    /// these numbers.
    Subsets {
        /// n.
        of: u64,
        /// The allowed numbers of elements, as a range.
        size: Option<String>,
        /// The elements that every set contains.
        containing: Vec<u64>,
        /// The elements that no set contains.
        avoiding: Vec<u64>,
        /// The greatest common divisor of the elements of every set.
        gcd: Option<u64>,
    },
    /// All trees whose number of vertices is in a range.
    Trees(String),
    /// The graphs of a file, a graph a line.
    Graphs {
        /// The file.
        file: String,
        /// Its graphs in the format graph6, once the file has been read.
        graphs: Vec<String>,
    },
    /// Texts of up to `places` digits, without a trailing zero. They are ordered as if padded with zeros on the
    /// right.
    Digits {
        /// 8 or 16.
        base: u32,
        /// The maximum number of digits.
        places: u32,
    },
}

impl Over {
    /// Whether the values are graphs.
    pub fn is_graph(&self) -> bool {
        matches!(self, Over::Trees(_) | Over::Graphs { .. })
    }
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
    /// The expected counts of `rows`, `proved`, `observed`, `none` and `errors`.
    pub counts: Vec<(String, u64)>,
    /// The expected cells of `sweep.csv`.
    pub at: Vec<At>,
}

/// An expected cell of `sweep.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// The combination, as in `a=2,b=5,c=7`.
    pub row: String,
    /// The column.
    pub column: String,
    /// The expected content.
    pub value: String,
}
