//! Kinds of values: what the numbers that a kernel gives, the *codes*, mean. Code 0 is always a P-position.
//!
//! A kind is a constant and a line in [`KINDS`]. Whoever shows values asks the kind; only theorems and kernels ask what
//! values follow from ([`ValueKind::class`]).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// A kind of values.
pub struct ValueKind {
    /// Its name in configs and results.
    pub name: &'static str,
    /// What its values follow from.
    pub class: ValueClass,
    /// The words of the codes 0, 1, ...; none if a code is a number, which is its own word.
    pub letters: &'static [&'static str],
    /// What it is called.
    pub called: KindWords,
}

/// What values follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueClass {
    /// A value is the least number that is none of an option, and that of a sum the nim-sum.
    Mex,
    /// An outcome: who wins.
    Outcome,
}

/// What a kind of values is called.
pub struct KindWords {
    /// The values, in the middle of a sentence.
    pub values: &'static str,
    /// A sequence of them.
    pub sequence: &'static str,
    /// The values in a paper, at the beginning of a sentence.
    pub in_papers: &'static str,
    /// The values in the OEIS, at the beginning of a sentence.
    pub in_oeis: &'static str,
    /// A sequence of them in the OEIS, before the game.
    pub oeis_sequence: &'static str,
    /// The axis of a picture.
    pub axis: &'static str,
    /// The function of n, in plain text and in LaTeX.
    pub function: [&'static str; 2],
    /// What values look like, for messages.
    pub look: &'static str,
}

/// The Grundy value.
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

/// The outcome: 0 is P (the player who just moved wins), 1 is N.
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

/// Every kind of values.
pub static KINDS: &[Value] = &[Value::GRUNDY, Value::OUTCOME];

/// What is computed of a position: a kind of values, which is serialised as its name.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Value(&'static ValueKind);

impl Value {
    /// The Grundy value.
    pub const GRUNDY: Value = Value(&GRUNDY);

    /// The outcome: 0 is P (the player who just moved wins), 1 is N.
    pub const OUTCOME: Value = Value(&OUTCOME);

    /// The kind of values of a name: the reverse of `Display`.
    pub fn named(text: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.name == text)
    }

    /// A value as it stands in output files: outcomes are `P` and `N`.
    pub fn show(self, value: u32) -> String {
        self.letter(value).map_or_else(|| value.to_string(), str::to_string)
    }

    /// The reverse of [`Value::show`].
    pub fn read(self, text: &str) -> Option<u32> {
        if self.is_number() {
            return text.parse().ok();
        }
        self.letters.iter().position(|letter| *letter == text).and_then(|code| u32::try_from(code).ok())
    }
}

impl ValueKind {
    /// Whether a value is a number, so that it may be the largest of all, a term of a sequence, or have a saltus.
    pub fn is_number(&self) -> bool {
        self.letters.is_empty()
    }

    /// The letter that stands for a value, the last one for all that are larger; none for numbers.
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
