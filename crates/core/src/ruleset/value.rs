//! Kinds of values. A kernel outputs numbers, the *codes* of values; the kind says what they mean. Code 0
//! always stands for a P-position.
//!
//! A new kind is one constant and one entry in [`KINDS`]. Code that shows values asks the kind for its words;
//! only theorems and kernels use [`ValueKind::class`].

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// A kind of values.
pub struct ValueKind {
    /// Its name in configs and results.
    pub name: &'static str,
    /// How its values follow from those of the options.
    pub class: ValueClass,
    /// The words for the codes 0, 1, ...; empty if a code is shown as a number.
    pub letters: &'static [&'static str],
    /// What it is called in texts.
    pub called: KindWords,
}

/// How a value follows from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueClass {
    /// The value of a position is the mex of the values of its options; the value of a sum is a nim-sum.
    Mex,
    /// The outcome: which player wins.
    Outcome,
}

/// The names of a kind of values in various contexts.
pub struct KindWords {
    /// The values, within a sentence.
    pub values: &'static str,
    /// A sequence of such values.
    pub sequence: &'static str,
    /// The values in a paper, at the start of a sentence.
    pub in_papers: &'static str,
    /// The values in the OEIS, at the start of a sentence.
    pub in_oeis: &'static str,
    /// A sequence of such values in the OEIS; the game follows.
    pub oeis_sequence: &'static str,
    /// The label of the axis in a picture.
    pub axis: &'static str,
    /// The function of n, in plain text and in LaTeX.
    pub function: [&'static str; 2],
    /// The form of the values, for messages.
    pub look: &'static str,
}

static GRUNDY: ValueKind = ValueKind {
    name: "grundy",
    class: ValueClass::Mex,
    letters: &[],
    called: KindWords {
        values: "Grundy values",
        sequence: "nim-sequence",
        in_papers: "Nim-values",
        in_oeis: "Sprague-Grundy values",
        oeis_sequence: "Sprague-Grundy values (nim-sequence)",
        axis: "Grundy value G(n)",
        function: ["G", r"\mathcal{G}"],
        look: "non-negative whole numbers",
    },
};

static OUTCOME: ValueKind = ValueKind {
    name: "outcome",
    class: ValueClass::Outcome,
    letters: &["P", "N"],
    called: KindWords {
        values: "outcomes",
        sequence: "sequence of outcomes",
        in_papers: "Outcomes",
        in_oeis: "Outcomes (0 is P, 1 is N)",
        oeis_sequence: "a(n) = 1 if n is an N-position, 0 if it is a P-position",
        axis: "outcome of n",
        function: ["o", "o"],
        look: "\"P\" or \"N\"",
    },
};

/// All kinds of values.
pub static KINDS: &[Value] = &[Value::GRUNDY, Value::OUTCOME];

/// A kind of values: what is computed of each position. It is serialised as its name.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Value(&'static ValueKind);

impl Value {
    /// The Grundy value.
    pub const GRUNDY: Value = Value(&GRUNDY);

    /// The outcome: 0 is P (the player who just moved wins), 1 is N.
    pub const OUTCOME: Value = Value(&OUTCOME);

    /// The kind with a given name: the inverse of `Display`.
    pub fn named(text: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.name == text)
    }

    /// A value as it appears in output files; outcomes are written `P` and `N`.
    pub fn show(self, value: u32) -> String {
        self.letter(value).map_or_else(|| value.to_string(), str::to_string)
    }

    /// The inverse of [`Value::show`].
    pub fn read(self, text: &str) -> Option<u32> {
        if self.is_number() {
            return text.parse().ok();
        }
        self.letters.iter().position(|letter| *letter == text).and_then(|code| u32::try_from(code).ok())
    }
}

impl ValueKind {
    /// Whether the values are numbers, so that they can have a maximum or a saltus, and form an integer sequence.
    pub fn is_number(&self) -> bool {
        self.letters.is_empty()
    }

    /// The letter for a value; values beyond the last letter get the last one. `None` if the values are numbers.
    pub fn letter(&self, value: u32) -> Option<&'static str> {
        self.letters.get(value as usize).or(self.letters.last()).copied()
    }
}

impl Deref for Value {
    type Target = ValueKind;

    fn deref(&self) -> &ValueKind {
        self.0
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Value {}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl From<Value> for &'static str {
    fn from(value: Value) -> &'static str {
        value.0.name
    }
}

impl TryFrom<String> for Value {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("there is no kind of values `{name}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_again() {
        for kind in KINDS {
            assert_eq!(Value::named(&kind.to_string()), Some(*kind));
            let codes = if kind.is_number() { 1000 } else { kind.letters.len() as u32 };
            (0..codes).for_each(|code| assert_eq!(kind.read(&kind.show(code)), Some(code)));
            assert_eq!((kind.read(""), kind.read("-1"), kind.read("Q")), (None, None, None));
        }
    }
}
