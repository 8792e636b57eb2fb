//! Moves that take from a few of several heaps, the plain version. Read this first; nothing here is fast.
//!
//! Idea: a move lowers its heaps one after the other, from the first to the last. Number the heaps from 0, and let
//!
//! > R(i, j, p) be the values of p itself and of the positions reached from p by lowering at most j of the heaps
//! > i, i + 1, ...; W(i, j, p) the union of R(i + 1, j, q) over all q that have 1 to r fewer tokens on heap i
//! > alone, where r is the limit.
//!
//! W(i, j, p) is the set of values that a move yields whose first heap is i and that may lower j later heaps. Hence
//!
//! > G(p) = mex of the union of W(i, k - 1, p) over all i,
//! > R(i, j, p) = R(i + 1, j, p) or W(i, j - 1, p), with R(i, 0, p) = R(end, j, p) = {G(p)}.
//!
//! So k sets per heap suffice for all choices of up to k heaps. An equal take adds the values on the diagonal of p.
//!
//! Example: Nim on two heaps, k = 1. W(i, 0, p) contains the values below p along heap i; G(p) is the mex of both.
//!
//! Cost: r ORs for each position, heap and j. Memory: one set for each of them. Reference: E. H. Moore, Annals of
//! Mathematics 11 (1910).
//!
//! The kernel makes W from windows that slide along a heap, with about three ORs for any r, and stores only these.

use grundy_core::structure::Heaps;

/// A set of values below 64.
type WordSet = u64;

/// The values of all positions of a cube with this number of heaps of up to `side - 1` tokens.
pub(super) fn values(heaps: usize, side: usize, rule: Heaps) -> Vec<u32> {
    let positions = side.pow(heaps as u32);
    let stride = |heap: usize| side.pow((heaps - 1 - heap) as u32);
    let tokens = |position: usize, heap: usize| position / stride(heap) % side;
    let most = rule.most.min(heaps);
    let limit = rule.limit.map_or(side, |limit| limit as usize);
    let mut values: Vec<u32> = Vec::new();
    // R(i, j, p) for i from 0 to the end, and j from 0 to k - 1.
    let mut reached: Vec<Vec<Vec<WordSet>>> = vec![vec![Vec::new(); most]; heaps + 1];
    for p in 0..positions {
        let lowered = |heap: usize| (1..=tokens(p, heap).min(limit)).map(move |taken| p - taken * stride(heap));
        let window = |i: usize, j: usize| lowered(i).fold(0, |union, q| union | reached[i + 1][j][q]);
        let windows: Vec<Vec<WordSet>> = (0..heaps).map(|i| (0..most).map(|j| window(i, j)).collect()).collect();
        let mut options = windows.iter().fold(0, |union, of_heap| union | of_heap[most - 1]);
        if rule.all {
            let equal = (0..heaps).map(|heap| tokens(p, heap)).min().unwrap_or(0);
            let one_of_each: usize = (0..heaps).map(stride).sum();
            options |= (1..=equal).fold(0, |union, taken| union | 1 << values[p - taken * one_of_each]);
        }
        let value = options.trailing_ones();
        values.push(value);
        for i in (0..=heaps).rev() {
            for j in 0..most {
                let ends = i == heaps || j == 0;
                let set = if ends { 1 << value } else { reached[i + 1][j][p] | windows[i][j - 1] };
                reached[i][j].push(set);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, solved};
    use crate::{Oracle, named};
    use grundy_core::random::Random;
    use grundy_core::ruleset::{Play, Value};

    #[test]
    fn windows_give_the_values_of_the_oracle_and_of_the_kernel() {
        for seed in 0..40 {
            let mut random = Random(seed);
            random.step();
            let heaps = 3 + random.below(3) as usize;
            let (most, limit) = (1 + random.below(heaps as u64), 1 + random.below(6));
            let (code, limit, all) = match random.below(4) {
                0 => (format!("equal-take-nim:{heaps}"), None, true),
                _ => (format!("moore-nim:heaps={heaps},k={most},limit={limit}"), Some(limit as u32), false),
            };
            let rule = Heaps { most: if all { 1 } else { most as usize }, limit, all };
            let max = 1 + random.below([9, 6, 3][heaps - 3]);
            let ruleset = game(&code, max);
            let found = values(heaps, max as usize + 1, rule);
            let what = format!("seed {seed}, {code} to {max}");
            assert!(found == solved(named("heaps"), &*ruleset, Play::Normal, Value::GRUNDY), "{what}: the kernel");
            assert!(found == solved(&Oracle, &*ruleset, Play::Normal, Value::GRUNDY), "{what}");
        }
    }
}
