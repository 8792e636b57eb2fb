//! Labels whose coordinates never grow: h1 >= h2 >= ... >= hd >= 0 with h1 >= 1, in lexicographic order.
//!
//! They are numbered by arithmetic, however many there are: before those whose next coordinate is x, with k coordinates left,
//! stand C(x + k - 1, k) others. The label 0,...,0 would be the first; it is left out.

use super::point::MOST_COORDINATES;

/// The least value of each coordinate.
static FIRSTS: [u64; MOST_COORDINATES as usize] = {
    let mut firsts = [0; MOST_COORDINATES as usize];
    firsts[0] = 1;
    firsts
};

/// The least value of each of so many coordinates.
///
/// # Panics
/// If there are more than [`MOST_COORDINATES`].
pub(super) fn firsts(coordinates: usize) -> &'static [u64] {
    &FIRSTS[..coordinates]
}

/// How many lists h1 >= ... >= hd have no number above `most`, 0,...,0 among them: C(d + most, d). None if that is beyond all numbers.
pub fn descending(coordinates: usize, most: u64) -> Option<u128> {
    (1..=coordinates as u128).try_fold(1u128, |count, i| Some(count.checked_mul(u128::from(most) + i)? / i))
}

/// The number of a label.
pub(super) fn row(label: &[u64]) -> Option<u64> {
    if !label.is_sorted_by(|a, b| a >= b) {
        return None;
    }
    let before = label.iter().enumerate().try_fold(0u128, |row, (at, &x)| row.checked_add(below(label.len() - at, x)?));
    u64::try_from(before?.checked_sub(1)?).ok()
}

/// Writes the label with a number, none of whose coordinates is above `most`.
pub(super) fn label(row: u64, most: u64, label: &mut [u64]) {
    let (mut rest, mut bound) = (u128::from(row) + 1, most);
    let coordinates = label.len();
    for (at, x) in label.iter_mut().enumerate() {
        let left = coordinates - at;
        if left == 1 {
            *x = u64::try_from(rest).unwrap_or(u64::MAX);
            return;
        }
        let fits = |x: u64| below(left, x).is_some_and(|before| before <= rest);
        // The largest number that fits: `least` does, `bound` is the last that may.
        let mut least = 0;
        while least < bound {
            let middle = bound - (bound - least) / 2;
            if fits(middle) { least = middle } else { bound = middle - 1 }
        }
        rest -= below(left, least).unwrap_or(0);
        (*x, bound) = (least, least);
    }
}

/// Changes a label to the next one: the last coordinate that may grow grows, those behind it are 0.
pub(super) fn advance(label: &mut [u64]) {
    let grows = (1..label.len()).rev().find(|&at| label[at] < label[at - 1]).unwrap_or(0);
    label[grows] += 1;
    label[grows + 1..].fill(0);
}

/// How many lists of so many coordinates begin with a number below x.
fn below(coordinates: usize, x: u64) -> Option<u128> {
    x.checked_sub(1).map_or(Some(0), |most| descending(coordinates, most))
}
