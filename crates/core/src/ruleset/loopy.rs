//! Values of games whose play may go on for ever.
//!
//! Such a position has a nimber as its value, or infinity(K), where K is the set of the nimbers among the values of its
//! options (C. A. B. Smith, J. Combin. Theory 1 (1966); A. S. Fraenkel and Y. Perl 1975; *Winning Ways*, ch. 12).

use std::fmt;

/// The value of a position whose play may go on for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopyValue {
    /// A nimber.
    Nimber(u32),
    /// Infinity of a set of nimbers, as a set of bits.
    Infinite(u32),
}

/// The bit that marks the code of an infinite value. The lower bits are its set.
const MARK: u32 = 1 << 31;

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopyOutcome {
    /// The previous player.
    P,
    /// The next player.
    N,
    /// Nobody: both can avoid losing for ever.
    Draw,
}

impl LoopyValue {
    /// The nimbers of an infinite value are less than this.
    pub const LIMIT: u32 = 31;

    /// Infinity of some nimbers; `None` if one of them is too large.
    pub fn infinite(nimbers: impl IntoIterator<Item = u32>) -> Option<Self> {
        let set = nimbers.into_iter().try_fold(0, |set, nimber| (nimber < Self::LIMIT).then(|| set | 1 << nimber))?;
        Some(LoopyValue::Infinite(set))
    }

    /// The value with this code.
    pub fn of(code: u32) -> Self {
        if code & MARK == 0 { LoopyValue::Nimber(code) } else { LoopyValue::Infinite(code & !MARK) }
    }

    /// The code of the value; 0 is the nimber 0. `None` for a nimber that is too large.
    pub fn code(self) -> Option<u32> {
        match self {
            LoopyValue::Nimber(nimber) => (nimber & MARK == 0).then_some(nimber),
            LoopyValue::Infinite(set) => Some(set | MARK),
        }
    }

    /// The nimber, if it is one.
    pub fn nimber(self) -> Option<u32> {
        if let LoopyValue::Nimber(nimber) = self { Some(nimber) } else { None }
    }

    /// The value of a sum of two positions: nim-sums, which infinity of a set takes to infinity of the nim-sums, and
    /// two infinities to infinity of the empty set. `None` if a nimber of an infinite value is too large.
    pub fn plus(self, other: Self) -> Option<Self> {
        match (self, other) {
            (LoopyValue::Nimber(a), LoopyValue::Nimber(b)) => Some(LoopyValue::Nimber(a ^ b)),
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => Some(LoopyValue::Infinite(0)),
            (LoopyValue::Nimber(by), LoopyValue::Infinite(set))
            | (LoopyValue::Infinite(set), LoopyValue::Nimber(by)) => {
                Self::infinite(elements(set).map(|nimber| nimber ^ by))
            }
        }
    }

    /// Who wins.
    pub fn outcome(self) -> LoopyOutcome {
        match self {
            LoopyValue::Nimber(0) => LoopyOutcome::P,
            LoopyValue::Nimber(_) => LoopyOutcome::N,
            LoopyValue::Infinite(set) if set & 1 == 1 => LoopyOutcome::N,
            LoopyValue::Infinite(_) => LoopyOutcome::Draw,
        }
    }

    /// The value in LaTeX.
    pub fn latex(self) -> String {
        match self {
            LoopyValue::Nimber(nimber) => nimber.to_string(),
            LoopyValue::Infinite(0) => r"\infty".to_string(),
            LoopyValue::Infinite(set) => format!(r"\infty_{{{}}}", list(set)),
        }
    }

    /// Reads what `Display` writes.
    pub fn read(text: &str) -> Option<Self> {
        let Some(list) = text.strip_prefix("inf(").and_then(|rest| rest.strip_suffix(')')) else {
            let nimber = text.parse().ok().map(LoopyValue::Nimber)?;
            return nimber.code().map(|_| nimber);
        };
        if list.is_empty() {
            return Some(LoopyValue::Infinite(0));
        }
        Self::infinite(list.split(',').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>()?)
    }
}

impl LoopyOutcome {
    /// The code: 0 is P, 1 is N, 2 is a draw.
    pub fn code(self) -> u32 {
        self as u32
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LoopyValue::Nimber(nimber) => write!(f, "{nimber}"),
            LoopyValue::Infinite(set) => write!(f, "inf({})", list(set)),
        }
    }
}

fn elements(set: u32) -> impl Iterator<Item = u32> {
    (0..LoopyValue::LIMIT).filter(move |&nimber| set >> nimber & 1 == 1)
}

fn list(set: u32) -> String {
    elements(set).map(|nimber| nimber.to_string()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_texts_are_read_again() {
        for value in
            [LoopyValue::Nimber(0), LoopyValue::Nimber(77), LoopyValue::Infinite(0), LoopyValue::Infinite(0b101)]
        {
            assert_eq!(LoopyValue::of(value.code().unwrap()), value);
            assert_eq!(LoopyValue::read(&value.to_string()), Some(value));
        }
        assert_eq!(LoopyValue::infinite([0, 2]).unwrap().to_string(), "inf(0,2)");
        assert_eq!(LoopyValue::infinite([31]), None);
        assert_eq!((LoopyValue::read("inf"), LoopyValue::read("inf(x)"), LoopyValue::read("")), (None, None, None));
    }

    #[test]
    fn sums_of_values() {
        let inf = |nimbers: &[u32]| LoopyValue::infinite(nimbers.iter().copied()).unwrap();
        assert_eq!(inf(&[0, 2]).plus(LoopyValue::Nimber(3)), Some(inf(&[1, 3])));
        assert_eq!(inf(&[0]).plus(inf(&[1])), Some(inf(&[])));
        assert_eq!(LoopyValue::Nimber(5).plus(LoopyValue::Nimber(4)), Some(LoopyValue::Nimber(1)));
        assert_eq!(inf(&[1]).plus(LoopyValue::Nimber(1)).unwrap().outcome(), LoopyOutcome::N);
        assert_eq!(inf(&[1]).outcome(), LoopyOutcome::Draw);
    }
}
