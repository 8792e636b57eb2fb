//! Kinds of values. A kernel outputs numbers, the *codes* of values; the kind says what they mean. Code 0
//! always stands for a P-position; whether any other code may, [`ValueClass::zero_is_p`] says.
//!
//! A new kind is one constant and one entry in [`KINDS`]. Code that shows values asks the kind for its words;
//! only theorems and kernels use [`ValueKind::class`].

use super::entailing::{MOON, MOON_WORD};
use super::loopy::LoopyValue;
use super::play::Play;
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
    /// The value or the outcome of a position whose play may go on for ever ([`LoopyValue`]).
    Loopy,
    /// The value of a position in a game with entailing or complimenting moves.
    Entailing,
    /// The number of moves until the play ends, in normal play; P if it is even. The winner may be the one who hurries.
    Length {
        /// Whether the winner hurries, and the loser delays; otherwise it is the other way round.
        winner_hurries: bool,
    },
}

impl ValueClass {
    /// Whether a position is P exactly if its code is 0.
    pub fn zero_is_p(self) -> bool {
        !matches!(self, ValueClass::Length { .. })
    }

    /// Whether the value of a sum of positions follows only from the sum as a whole: in misère play, and always for the
    /// length of a play.
    pub fn is_of_whole_sums(self, play: Play) -> bool {
        play == Play::Misere || matches!(self, ValueClass::Length { .. })
    }
}

/// The length of a play, from those of the plays after each move.
///
/// The mover wins by a move to a position of even length, and so chooses among these if there are any. All lengths are
/// 0 where there is no move.
#[derive(Debug, Clone, Copy)]
pub struct PlayLength {
    winner_hurries: bool,
    /// The best length of a P-position that a move leads to, and of an N-position.
    best: [Option<u32>; 2],
}

impl PlayLength {
    /// The length of a play without moves.
    pub fn new(winner_hurries: bool) -> Self {
        Self { winner_hurries, best: [None; 2] }
    }

    /// Adds a move after which the play has this length.
    pub fn add(&mut self, length: u32) {
        let parity = length as usize % 2;
        // Who moves to a P-position wins.
        let hurries = (parity == 0) == self.winner_hurries;
        let better = |best: u32| if hurries { best.min(length) } else { best.max(length) };
        self.best[parity] = Some(self.best[parity].map_or(length, better));
    }

    /// Adds the moves of another set, for the same winner.
    pub fn join(&mut self, other: Self) {
        other.best.into_iter().flatten().for_each(|length| self.add(length));
    }

    /// The length. Those of the moves must be less than 2^32 - 1.
    pub fn value(self) -> u32 {
        let [to_p, to_n] = self.best;
        to_p.or(to_n).map_or(0, |length| length + 1)
    }
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

const GRUNDY: ValueKind = ValueKind {
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

const OUTCOME: ValueKind = ValueKind {
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

const REMOTENESS: ValueKind = ValueKind {
    name: "remoteness",
    class: ValueClass::Length { winner_hurries: true },
    letters: &[],
    called: KindWords {
        values: "remotenesses",
        sequence: "sequence of remotenesses",
        in_papers: "Remotenesses",
        in_oeis: "Remotenesses (number of moves if the winner hurries and the loser delays)",
        oeis_sequence: "Remotenesses (number of moves if the winner hurries and the loser delays)",
        axis: "remoteness of n",
        function: ["R", "R"],
        look: "non-negative whole numbers",
    },
};

const SUSPENSE: ValueKind = ValueKind {
    name: "suspense",
    class: ValueClass::Length { winner_hurries: false },
    letters: &[],
    called: KindWords {
        values: "suspenses",
        sequence: "sequence of suspenses",
        in_papers: "Suspenses",
        in_oeis: "Suspenses (number of moves if the winner delays and the loser hurries)",
        oeis_sequence: "Suspenses (number of moves if the winner delays and the loser hurries)",
        axis: "suspense of n",
        function: ["S", "S"],
        look: "non-negative whole numbers",
    },
};

const LOOPY: ValueKind = ValueKind {
    name: "loopy",
    class: ValueClass::Loopy,
    letters: &[],
    called: KindWords {
        values: "values",
        sequence: "sequence of values",
        in_papers: "Values",
        in_oeis: "Values",
        oeis_sequence: "Values",
        axis: "value of n",
        function: ["G", r"\mathcal{G}"],
        look: "a whole number, or infinity of a set of them, as in inf(0,2)",
    },
};

const ENTAILING: ValueKind = ValueKind {
    name: "entailing",
    class: ValueClass::Entailing,
    letters: &[],
    called: KindWords { look: "a whole number, or moon", ..LOOPY.called },
};

const LOOPY_OUTCOME: ValueKind = ValueKind {
    name: "loopy-outcome",
    class: ValueClass::Loopy,
    letters: &["P", "N", "D"],
    called: KindWords { look: "\"P\", \"N\" or \"D\"", ..OUTCOME.called },
};

/// All kinds of values.
pub const KINDS: &[Value] = &[
    Value::GRUNDY,
    Value::OUTCOME,
    Value::REMOTENESS,
    Value::SUSPENSE,
    Value::LOOPY,
    Value::LOOPY_OUTCOME,
    Value::ENTAILING,
];

/// The names of the kinds of values that may be asked for. In a game whose play may go on for ever, `grundy` and
/// `outcome` ask for the kinds that it has.
pub const KIND_NAMES: [&str; 4] = ["grundy", "outcome", "remoteness", "suspense"];

/// A kind of values: what is computed of each position. It is serialised as its name.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Value(&'static ValueKind);

impl Value {
    /// The Grundy value.
    pub const GRUNDY: Value = Value(&GRUNDY);

    /// The outcome: 0 is P (the player who just moved wins), 1 is N.
    pub const OUTCOME: Value = Value(&OUTCOME);

    /// The number of moves of a play, from a position to the end, if the winner hurries and the loser delays.
    pub const REMOTENESS: Value = Value(&REMOTENESS);

    /// The value of a position whose play may go on for ever.
    pub const LOOPY: Value = Value(&LOOPY);

    /// The value of a position in a game with entailing or complimenting moves: a nimber or a moon.
    pub const ENTAILING: Value = Value(&ENTAILING);

    /// Its outcome: 0 is P, 1 is N, 2 is a draw.
    pub const LOOPY_OUTCOME: Value = Value(&LOOPY_OUTCOME);

    /// The same if the winner delays and the loser hurries.
    pub const SUSPENSE: Value = Value(&SUSPENSE);

    /// The kind with a given name: the inverse of `Display`.
    pub fn named(text: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.name == text)
    }

    /// A value as it appears in output files; outcomes are written `P` and `N`.
    pub fn show(self, value: u32) -> String {
        match self.letter(value) {
            Some(letter) => letter.to_string(),
            None if self.is_number() => value.to_string(),
            None if self.class == ValueClass::Loopy => LoopyValue::of(value).to_string(),
            None if value == MOON => MOON_WORD.to_string(),
            None => value.to_string(),
        }
    }

    /// The inverse of [`Value::show`].
    pub fn read(self, text: &str) -> Option<u32> {
        if self.is_number() {
            return text.parse().ok();
        }
        if self.class == ValueClass::Entailing {
            return if text == MOON_WORD { Some(MOON) } else { text.parse().ok().filter(|&nimber| nimber != MOON) };
        }
        if self.letters.is_empty() {
            return LoopyValue::read(text)?.code();
        }
        self.letters.iter().position(|letter| *letter == text).and_then(|code| u32::try_from(code).ok())
    }
}

impl ValueKind {
    /// What a value says about who wins: 0 is P, 1 is N, 2 is a draw.
    pub fn outcome(&self, value: u32) -> u32 {
        match self.class {
            ValueClass::Loopy if self.letters.is_empty() => LoopyValue::of(value).outcome().code(),
            ValueClass::Loopy => value,
            ValueClass::Length { .. } => value % 2,
            ValueClass::Mex | ValueClass::Outcome | ValueClass::Entailing => value.min(1),
        }
    }

    /// The number that a value is. `None` for letters, infinite values and moons.
    pub fn number(&self, value: u32) -> Option<u32> {
        match self.class {
            _ if !self.letters.is_empty() => None,
            ValueClass::Loopy => LoopyValue::of(value).nimber(),
            ValueClass::Entailing => (value != MOON).then_some(value),
            _ => Some(value),
        }
    }

    /// Whether the values are numbers, so that they can have a maximum or a saltus, and form an integer sequence.
    pub fn is_number(&self) -> bool {
        self.letters.is_empty() && !matches!(self.class, ValueClass::Loopy | ValueClass::Entailing)
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
    fn lengths_of_plays() {
        let length = |hurries: bool, options: &[u32]| {
            let mut length = PlayLength::new(hurries);
            options.iter().for_each(|&option| length.add(option));
            length.value()
        };
        for (options, remoteness, suspense) in [
            (&[][..], 0, 0),
            (&[0], 1, 1),
            (&[1], 2, 2),
            (&[1, 3], 4, 2),
            (&[2, 4], 3, 5),
            (&[1, 2, 3, 4], 3, 5),
            (&[4, 7, 2, 1], 3, 5),
        ] {
            assert_eq!((length(true, options), length(false, options)), (remoteness, suspense), "{options:?}");
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        assert!(KINDS.iter().map(|kind| kind.name).take(KIND_NAMES.len()).eq(KIND_NAMES));
        for kind in KINDS {
            assert_eq!(Value::named(&kind.to_string()), Some(*kind));
            let codes = if kind.letters.is_empty() { 1000 } else { kind.letters.len() as u32 };
            (0..codes).for_each(|code| assert_eq!(kind.read(&kind.show(code)), Some(code)));
            assert_eq!((kind.read(""), kind.read("-1"), kind.read("Q")), (None, None, None));
        }
    }
}
