//! Proved equivalences of octal games: first cousins.
//!
//! *Theorem.* Let G' have the digits e_0, e_1, ..., and let a heap of 1 have no move. Build the digits of G as unions: F (15) at
//! place k + 2 for every k with bit 8 in e_k, 7 at place k + 1 for every k with bit 4, 3 at place k for every k with bit 2, 1 at place
//! k - 1 for every k with bit 1. Then the value of n in G is the value of n + 1 in G', and so is its outcome in misère play. The proof is in
//! `docs/theorems.md`. Reference: Guy and Smith 1956; Winning Ways ch. 4.

use crate::ruleset::TakeAndBreak;

/// The first cousin of a finite code: the game whose value at n is this one's at n + 1.
pub fn cousin(code: &TakeAndBreak) -> Option<TakeAndBreak> {
    let last = code.last_place()?;
    // A heap of 1 may be taken by digit 1; nothing else can be done to it.
    if code.digit(1) & 1 != 0 {
        return None;
    }
    let mut digits = vec![0u8; last as usize + 3];
    for k in 0..=last {
        let digit = code.digit(k);
        let places = [(k + 2, 8, 15), (k + 1, 4, 7), (k, 2, 3), (k.wrapping_sub(1), 1, 1)];
        for (place, bit, gives) in places.into_iter().filter(|&(_, bit, _)| digit & bit != 0) {
            debug_assert!(bit > 0);
            digits[place as usize] |= gives;
        }
    }
    // Place 0 gets something only by bit 2 of e_0 or bit 1 of e_1, and neither occurs.
    (digits[0] == 0).then(|| TakeAndBreak::of_digits(0, digits.split_off(1)))
}

/// The code at the end of the sequence of first cousins, and its shift: the value of n there is
/// that of n + shift here.
pub fn standard_form(code: &TakeAndBreak) -> (TakeAndBreak, u64) {
    let (mut form, mut shift) = (code.clone(), 0);
    // The sequence ends when a heap of 1 has a move; it may be endless if no heap ever has one.
    while let Some(next) = cousin(&form).filter(|next| *next != form && shift < 64) {
        form = next;
        shift += 1;
    }
    (form, shift)
}

/// The shift d with G(n + d) here = G(n) there for all n, if the theorem proves one; it may be
/// negative.
pub fn proved_shift(here: &TakeAndBreak, there: &TakeAndBreak) -> Option<i64> {
    let ((form, shift), (other, back)) = (standard_form(here), standard_form(there));
    (form == other).then(|| shift as i64 - back as i64)
}
