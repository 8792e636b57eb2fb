//! First cousins: octal games with the same values, shifted by one.
//!
//! *Theorem.* Let G' have the digits e_0, e_1, ..., and let a heap of 1 have no move. Build the digits of G
//! as unions: F (15) at place k + 2 for every k with bit 8 in e_k, 7 at place k + 1 for every k with bit 4, 3
//! at place k for every k with bit 2, 1 at place k - 1 for every k with bit 1. Then the value of n in G
//! equals the value of n + 1 in G', and so does its outcome in misère play. The proof is in
//! `docs/theorems.md`. Reference: Guy and Smith 1956; Winning Ways ch. 4.

use crate::ruleset::TakeAndBreak;

/// The first cousin of a code: the game whose value at n is the value of `code` at n + 1. `None` if the code
/// has an endless tail, or a heap of 1 has a move.
pub fn cousin(code: &TakeAndBreak) -> Option<TakeAndBreak> {
    let last = code.last_place()?;
    // The only possible move from a heap of 1 takes it whole (bit 1 of digit 1).
    if code.digit(1) & 1 != 0 {
        return None;
    }
    let mut digits = vec![0u8; last as usize + 3];
    for k in 0..=last {
        let digit = code.digit(k);
        let places = [(k + 2, 8, 15), (k + 1, 4, 7), (k, 2, 3), (k.wrapping_sub(1), 1, 1)];
        for (place, _, gives) in places.into_iter().filter(|&(_, bit, _)| digit & bit != 0) {
            digits[place as usize] |= gives;
        }
    }
    // Place 0 is only set by bit 2 of e_0 or bit 1 of e_1, and neither occurs.
    (digits[0] == 0).then(|| TakeAndBreak::of_digits(0, digits.split_off(1)))
}

/// A game with the same values up to a shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cousin {
    /// Its code.
    pub code: TakeAndBreak,
    /// The shift: G(n + shift) of the original game is G(n) of this one.
    pub shift: u64,
}

/// The maximum number of cousins to follow. The sequence of cousins is endless if a heap of 1 never has a move.
const MOST: u64 = 64;

impl Cousin {
    /// The last of the successive first cousins of a code. `lean` simplifies each code on the way without
    /// changing its values.
    pub(super) fn last_cousin(code: &TakeAndBreak, lean: impl Fn(&TakeAndBreak) -> TakeAndBreak) -> Self {
        let mut form = Cousin { code: lean(code), shift: 0 };
        while let Some(next) = cousin(&form.code).filter(|next| *next != form.code && form.shift < MOST) {
            form = Cousin { code: lean(&next), shift: form.shift + 1 };
        }
        form
    }

    /// The last of the successive first cousins of a code.
    pub fn by_cousins(code: &TakeAndBreak) -> Self {
        Self::last_cousin(code, TakeAndBreak::clone)
    }
}

/// The shift d such that G(n + d) of `here` is G(n) of `there` for all n, if first cousins prove one. It may
/// be negative.
pub fn shift_of_cousins(here: &TakeAndBreak, there: &TakeAndBreak) -> Option<i64> {
    let (here, there) = (Cousin::by_cousins(here), Cousin::by_cousins(there));
    (here.code == there.code).then(|| here.shift as i64 - there.shift as i64)
}
