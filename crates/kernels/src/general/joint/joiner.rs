//! How the numbers of components are made of what is computed, and joined.

use grundy_core::ruleset::{Joining, Play, Value};
use smallvec::SmallVec;

/// What is computed of each component.
pub fn figures(joining: Joining) -> &'static [(Play, Value)] {
    match joining {
        Joining::Disjunctive => &[(Play::Normal, Value::GRUNDY)],
        Joining::Selective | Joining::Ordinal => &[(Play::Normal, Value::OUTCOME)],
        Joining::Shortened | Joining::Conjunctive => &[(Play::Normal, Value::REMOTENESS)],
        Joining::Continued => &[(Play::Normal, Value::SUSPENSE)],
        Joining::Sequential => &[(Play::Normal, Value::OUTCOME), (Play::Misere, Value::OUTCOME)],
    }
}

/// The figures of a position without moves, in normal play and in misère play.
pub fn ended(joining: Joining) -> Vec<u32> {
    figures(joining).iter().map(|&(play, _)| u32::from(play == Play::Misere)).collect()
}

/// The number of a position, made of its figures; how the numbers of components are joined, which is associative; and
/// whether a joined number is that of an N-position. A sequential number has bit 0 if the component is N in normal
/// play, and bit 1 if it is N in misère play; a shortened one has bit 0 if it is N, and bit 1 if it has ended.
pub struct Joiner {
    pub number: fn(&[u32]) -> u32,
    pub join: fn(u32, u32) -> u32,
    pub is_n: fn(u32) -> bool,
    pub numbers: Numbers,
}

/// Which numbers there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Any; joined by xor.
    Nimbers,
    /// Those below [`FEW`].
    Few,
    /// Lengths of plays, of which the least counts.
    Least,
    /// Lengths of plays, of which the largest counts.
    Largest,
}

/// A bound of few numbers.
pub const FEW: usize = 4;

pub fn joiner(joining: Joining) -> Joiner {
    let plain: fn(&[u32]) -> u32 = |figures| figures[0];
    let is_odd: fn(u32) -> bool = |number| number % 2 == 1;
    let made = |number, join: fn(u32, u32) -> u32, is_n, numbers| Joiner { number, join, is_n, numbers };
    match joining {
        Joining::Selective | Joining::Ordinal => made(plain, |a, b| a | b, is_odd, Numbers::Few),
        Joining::Disjunctive => made(plain, |a, b| a ^ b, |number| number != 0, Numbers::Nimbers),
        Joining::Conjunctive => made(plain, u32::min, is_odd, Numbers::Least),
        Joining::Continued => made(plain, u32::max, is_odd, Numbers::Largest),
        Joining::Shortened => {
            let number: fn(&[u32]) -> u32 = |figures| (figures[0] % 2) | (u32::from(figures[0] == 0) << 1);
            made(number, |a, b| a | b, |number| number == 1, Numbers::Few)
        }
        Joining::Sequential => {
            // Each outcome of what follows chooses a bit of the first component.
            let join: fn(u32, u32) -> u32 = |a, b| ((a >> (b & 1)) & 1) | (((a >> (b >> 1)) & 1) << 1);
            made(|figures| figures[0] | (figures[1] << 1), join, is_odd, Numbers::Few)
        }
    }
}

/// The number of each row of a component.
pub fn per_row(figures: &[Vec<u32>], number: fn(&[u32]) -> u32) -> Vec<u32> {
    let of_row = |row: usize| number(&figures.iter().map(|list| list[row]).collect::<SmallVec<[u32; 2]>>());
    (0..figures[0].len()).map(of_row).collect()
}
