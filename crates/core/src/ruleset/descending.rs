//! Labels with non-increasing coordinates: h1 >= h2 >= ... >= hd >= 0 with h1 >= 1, in lexicographic order.
//!
//! Their row numbers are computed, so there may be any number of them. Among the labels with the same
//! coordinates so far, C(x + k - 1, k) come before those whose next coordinate is x, if k coordinates are
//! left. The label 0,...,0 would be the first; it is omitted.

use super::point::MOST_COORDINATES;

static FIRSTS: [u64; MOST_COORDINATES as usize] = {
    let mut firsts = [0; MOST_COORDINATES as usize];
    firsts[0] = 1;
    firsts
};

/// The minimum of each coordinate.
///
/// # Panics
/// If there are more than [`MOST_COORDINATES`].
pub(super) fn firsts(coordinates: usize) -> &'static [u64] {
    &FIRSTS[..coordinates]
}

/// The number of lists most >= h1 >= ... >= hd >= 0, including 0,...,0: C(d + most, d). `None` if it is too
/// large to compute.
pub fn descending(coordinates: usize, most: u64) -> Option<u128> {
    (1..=coordinates as u128).try_fold(1u128, |count, i| Some(count.checked_mul(u128::from(most) + i)? / i))
}

/// The row of a label; `None` if it is not such a label.
pub(super) fn row(label: &[u64]) -> Option<u64> {
    if !label.is_sorted_by(|a, b| a >= b) {
        return None;
    }
    let before = label.iter().enumerate().try_fold(0u128, |row, (at, &x)| row.checked_add(below(label.len() - at, x)?));
    u64::try_from(before?.checked_sub(1)?).ok()
}

/// Writes the label of a row. `most` is a bound on its coordinates.
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
        // Find the largest number that fits, by bisection: `least` fits, and `bound` is the largest candidate.
        let mut least = 0;
        while least < bound {
            let middle = bound - (bound - least) / 2;
            if fits(middle) { least = middle } else { bound = middle - 1 }
        }
        rest -= below(left, least).unwrap_or(0);
        (*x, bound) = (least, least);
    }
}

/// Changes a label to the next one: the last coordinate that may grow grows by 1, and those after it become 0.
pub(super) fn advance(label: &mut [u64]) {
    let grows = (1..label.len()).rev().find(|&at| label[at] < label[at - 1]).unwrap_or(0);
    label[grows] += 1;
    label[grows + 1..].fill(0);
}

/// The number of such lists with `coordinates` coordinates that start with a number below x.
fn below(coordinates: usize, x: u64) -> Option<u128> {
    x.checked_sub(1).map_or(Some(0), |most| descending(coordinates, most))
}
