//! Moves that leave three heaps, by sets of pairs: the plain version. Read this first; nothing here is fast.
//!
//! Idea: for each sum m let P(m) be the set of the nim-sums of all pairs of heaps with that sum. Then the values of
//! three heaps with the sum r are exactly
//!
//! > G(c) ^ x, where 1 <= c <= r/3 and x is in P(r - c),
//!
//! since c may be the smallest of the three. To test whether v is one of them takes r/3 look-ups: is v ^ G(c) in
//! P(r - c)? The mex tests v = 0, 1, 2, ... and stops at the first v for which all look-ups fail. Smaller v end
//! earlier, at their first success.
//!
//! Example: 0.8, where a move takes one token and leaves three heaps. G(0), ..., G(3) are 0. From 4 a move leaves 1,
//! 1, 1, whose value is G(1) ^ x with x = 0 in P(2). So G(4) = 1.
//!
//! Cost: n/2 nim-sums for P(n), and at most n/3 look-ups for each number up to the mex. All triples would be n^2/12
//! for each n. Memory: P(m) for all m. Reference: Winning Ways ch. 4, where such games are computed by all triples.
//!
//! The kernel tests 64 sums and eight values in one step, and discards the sets that are no longer needed.

use grundy_core::ruleset::TakeAndBreak;
use std::collections::BTreeSet;

/// The values of the heaps below `count`.
pub(super) fn values(code: &TakeAndBreak, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    // P(0), P(1), ...
    let mut pairs: Vec<BTreeSet<u32>> = Vec::new();
    for n in 0..count {
        pairs.push((1..=n / 2).map(|a| values[a] ^ values[n - a]).collect());
        let mut value = 0;
        while (0..=n).any(|place| is_left(code, &values, &pairs, place, n - place, value)) {
            value += 1;
        }
        values.push(value);
    }
    values
}

/// Whether a move at a place, which leaves `rest` tokens, may leave heaps of this value.
fn is_left(
    code: &TakeAndBreak,
    values: &[u32],
    pairs: &[BTreeSet<u32>],
    place: usize,
    rest: usize,
    value: u32,
) -> bool {
    let may_leave = |heaps: u32| code.digit(place as u64) >> heaps & 1 != 0;
    let of_three = |smallest: usize| pairs[rest - smallest].contains(&(value ^ values[smallest]));
    (may_leave(0) && rest == 0 && value == 0)
        || (may_leave(1) && rest >= 1 && values[rest] == value)
        || (may_leave(2) && pairs[rest].contains(&value))
        || (may_leave(3) && (1..=rest / 3).any(of_three))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, solved};
    use crate::{Oracle, named};
    use grundy_core::random::Random;
    use grundy_core::ruleset::{Play, Value};

    #[test]
    fn pairs_give_the_values_of_the_oracle_and_of_the_kernel() {
        for seed in 0..25 {
            let mut random = Random(seed);
            random.step();
            let mut digits: Vec<u64> = (0..1 + random.below(4)).map(|_| random.below(16)).collect();
            digits[0] |= 8;
            let digits: String = digits.into_iter().map(|digit| format!("{digit:X}")).collect();
            let code = format!("{}.{digits}", ["0", "4", "8", "C"][random.below(4) as usize]);
            let max = 20 + random.below(120);
            let ruleset = game(&format!("octal:{code}"), max);
            let found = values(&TakeAndBreak::parse(&code).unwrap(), max as usize + 1);
            let what = format!("seed {seed}, {code} to {max}");
            assert!(
                found == solved(named("three-heaps"), &*ruleset, Play::Normal, Value::GRUNDY),
                "{what}: the kernel"
            );
            assert!(found == solved(&Oracle, &*ruleset, Play::Normal, Value::GRUNDY), "{what}");
        }
    }
}
