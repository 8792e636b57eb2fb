//! Automata for linear relations: equations, inequalities and congruences between numbers.
//!
//! *Idea.* Let L be a linear form in the numbers, and let the m digits that are not read yet be 0. Then L is
//! p U(m) + q U(m - 1) for whole numbers p and q, which the automaton keeps. A letter changes them by the recurrence of
//! U. Once p and q are large enough, no digits can bring L back, and only its sign is kept (`docs/theorems.md`). So the
//! relation is exact: nothing is cut off that could still hold.

use super::automaton::{Automaton, Budget, Stopped};
use super::numeration::Numeration;

/// The largest absolute value of a number in a form.
const LARGEST: i64 = 1 << 40;

/// c + the sum, over all numbers x, of a x + s x', where x' is the number of the word of x with a 0 at its end.
#[derive(Debug, Clone)]
pub(super) struct LinearForm {
    pub numeration: Numeration,
    /// The pairs (a, s).
    pub factors: Vec<(i64, i64)>,
    /// c.
    pub constant: i64,
}

/// Where the form is while digits are read: p and q, or known to be too large or too small.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    At(i64, i64),
    Above,
    Below,
}

/// How far p and q can change, and from where on there is no way back.
struct Reach {
    p: i64,
    q: i64,
}

impl LinearForm {
    /// A form without shifted numbers.
    pub fn plain(numeration: Numeration, factors: &[i64], constant: i64) -> Self {
        Self { numeration, factors: factors.iter().map(|&factor| (factor, 0)).collect(), constant }
    }

    /// Accepts if the form is at least 0.
    pub fn at_least_zero(&self, budget: Budget<'_>) -> Result<Automaton, Stopped> {
        self.accepted(0, |value| value >= 0, budget)
    }

    /// Accepts if the form is one of 0, 1, ..., `last`.
    pub fn within(&self, last: i64, budget: Budget<'_>) -> Result<Automaton, Stopped> {
        self.accepted(last, |value| (0..=last).contains(&value), budget)
    }

    /// Accepts if the form is one of these numbers, which are in order.
    pub fn among(&self, numbers: &[i64], budget: Budget<'_>) -> Result<Automaton, Stopped> {
        let ends = [numbers.first(), numbers.last()].into_iter().flatten();
        let far = ends.map(|end| end.saturating_abs()).max().unwrap_or(0);
        self.accepted(far, |value| numbers.binary_search(&value).is_ok(), budget)
    }

    /// Accepts by the value of the form. All values with a larger absolute value than `far` that have the same sign
    /// must be accepted alike.
    fn accepted(&self, far: i64, accepts: impl Fn(i64) -> bool, budget: Budget<'_>) -> Result<Automaton, Stopped> {
        let sizes = self.factors.iter().flat_map(|&(a, s)| [a, s]).chain([self.constant, far]);
        if sizes.into_iter().any(|size| !(-LARGEST..=LARGEST).contains(&size)) {
            return Err(Stopped::TooLarge);
        }
        let reach = self.reach(far);
        let accepts = |place: &Place| match *place {
            // The last digit has been read, so that U(m) = 1 and U(m - 1) = U(-1).
            Place::At(p, q) => accepts(p + self.numeration.before() * q + self.constant),
            Place::Above => accepts(far + 1),
            Place::Below => accepts(-far - 1),
        };
        let alphabet = self.numeration.alphabet(self.factors.len());
        if alphabet.letters() > budget.transitions {
            return Err(Stopped::TooLarge);
        }
        let changes: Vec<(i64, i64)> =
            (0..alphabet.letters()).map(|letter| self.change(&alphabet.split(letter))).collect();
        let step = |place: &Place, letter: usize| {
            let &Place::At(p, q) = place else { return Ok(Some(place.clone())) };
            let (p, q) = self.after(p, q, changes[letter]).ok_or(Stopped::TooLarge)?;
            Ok(Some(match () {
                _ if p >= reach.p && q >= reach.q => Place::Above,
                _ if p <= -reach.p && q <= -reach.q => Place::Below,
                _ => Place::At(p, q),
            }))
        };
        Automaton::explore(alphabet, Place::At(0, 0), budget, step, accepts)?.minimal(budget)
    }

    /// Accepts if the form is one of the residues modulo `modulus`, which is at least 1.
    pub fn congruent(&self, modulus: i64, residues: &[i64], budget: Budget<'_>) -> Result<Automaton, Stopped> {
        let sizes = self.factors.iter().flat_map(|&(a, s)| [a, s]).chain([self.constant, modulus]);
        if sizes.into_iter().any(|size| !(-LARGEST..=LARGEST).contains(&size)) {
            return Err(Stopped::TooLarge);
        }
        let alphabet = self.numeration.alphabet(self.factors.len());
        let step = |&(p, q): &(i64, i64), letter: usize| {
            let (p, q) = self.after(p, q, self.change(&alphabet.split(letter))).ok_or(Stopped::TooLarge)?;
            Ok(Some((p.rem_euclid(modulus), q.rem_euclid(modulus))))
        };
        let accepts = |&(p, q): &(i64, i64)| {
            let value = (p + self.numeration.before() * q + self.constant).rem_euclid(modulus);
            residues.iter().any(|residue| residue.rem_euclid(modulus) == value)
        };
        Automaton::explore(alphabet, (0, 0), budget, step, accepts)?.minimal(budget)
    }

    /// What the digits of a letter add to p and to q.
    fn change(&self, digits: &[usize]) -> (i64, i64) {
        let (a, b) = self.numeration.recurrence();
        let sum = |factor: fn(&(i64, i64)) -> i64| -> i64 {
            self.factors.iter().zip(digits).map(|(both, &digit)| factor(both) * digit as i64).sum()
        };
        let (plain, shifted) = (sum(|both| both.0), sum(|both| both.1));
        // A digit of a shifted number counts U(m + 1) = a U(m) + b U(m - 1).
        (plain + a * shifted, b * shifted)
    }

    /// p U(m + 1) + q U(m), with the digits of a letter at place m, as a sum of U(m) and U(m - 1).
    fn after(&self, p: i64, q: i64, change: (i64, i64)) -> Option<(i64, i64)> {
        let (a, b) = self.numeration.recurrence();
        let first = a.checked_mul(p)?.checked_add(q)?.checked_add(change.0)?;
        let second = b.checked_mul(p)?.checked_add(change.1)?;
        // So that sums of them do not overflow.
        let is_small = |number: i64| number.unsigned_abs() < 1 << 60;
        (is_small(first) && is_small(second)).then_some((first, second))
    }

    /// If p >= reach.p and q >= reach.q, this stays so, and the form ends above `far`. The same holds below, with the
    /// opposite signs. In base k, q is always 0.
    fn reach(&self, far: i64) -> Reach {
        let (_, b) = self.numeration.recurrence();
        let largest = self.numeration.digits() as i64 - 1;
        let most = |factor: fn(&(i64, i64)) -> i64| -> i64 {
            self.factors.iter().map(|both| factor(both).abs() * largest).sum()
        };
        let (a, shifted) = (self.numeration.recurrence().0, most(|both| both.1));
        // The most that a letter takes from p, and what the constant and `far` ask for.
        let least = (most(|both| both.0) + a * shifted).max(far + self.constant.abs() + 1);
        Reach { p: least + b * shifted, q: b * least }
    }
}
