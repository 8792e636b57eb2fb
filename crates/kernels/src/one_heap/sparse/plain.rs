//! The sparse-space method, the plain version. Read this first; nothing here is fast.
//!
//! Idea: count the ones of a value under a mask (and one more at odd n, if position takes part). The parity of this
//! number divides the values into *rare* and *common* ones. It is additive for nim-sums:
//!
//! > rare ^ common is common; common ^ common and rare ^ rare are rare.
//!
//! So a *common* value of an option comes from a split with exactly one rare part, or from a move that splits
//! nothing. If few positions are rare, few splits need to be examined to find the least common value that no option
//! has. Only smaller rare values can still be the mex. Each of them is searched for among all splits. Nearly always
//! it is excluded by one of a few splits that excluded others shortly before, the *witnesses*.
//!
//! Example: 0.104 with the mask 23 and position has 20 rare positions up to 2000. For n = 500 the 20 splits with one
//! of them have the common values 0, 3, 6, 8 and 14. So 5 is the least missing one. The smaller rare values are 1, 2
//! and 4, and each is the value of some split. So G(500) = 5.
//!
//! Recurrence: h = the least common value that is neither G(a) ^ G(n - k - a) for a rare a, nor the value of a plain
//! move. G(n) = the least rare value below h that no option has, or h if there is none. Cost: one step for each rare
//! position, splitting place and n, and n/2 steps for each search that no witness makes unnecessary. Reference:
//! Winning Ways ch. 4; J. P. Grossman, Searching for periodicity in officers (2018).
//!
//! The kernel does the same for many n at once: sets of common values are the bits of words (`narrow/`, `wide/`).

use super::model::classes::Classes;
use super::model::moves::HeapMoves;

/// How many witnesses are remembered.
const MOST_WITNESSES: usize = 32;

/// The values so far, and what is known about them.
pub(super) struct PlainSpace {
    moves: HeapMoves,
    classes: Classes,
    pub(super) values: Vec<u32>,
    /// The positions from 1 on whose values are rare.
    pub(super) rares: Vec<usize>,
    /// The smaller parts of splits that excluded a rare value, the latest first.
    witnesses: Vec<usize>,
    /// How often all splits were searched.
    pub(super) searches: usize,
}

impl PlainSpace {
    pub(super) fn new(moves: HeapMoves, classes: Classes) -> Self {
        Self { moves, classes, values: Vec::new(), rares: Vec::new(), witnesses: Vec::new(), searches: 0 }
    }

    /// Finds the value of the next heap.
    pub(super) fn push_next(&mut self) {
        let (n, classes) = (self.values.len(), self.classes);
        let is_rare = |value: u32| classes.is_rare(n as u64, value);
        let common = self.least_missing_common(n);
        let value = (0..common).find(|&value| is_rare(value) && !self.is_option(n, value)).unwrap_or(common);
        if n > 0 && is_rare(value) {
            self.rares.push(n);
        }
        self.values.push(value);
    }

    /// The least common value that no option of n has. Rare positions and plain moves determine it.
    fn least_missing_common(&self, n: usize) -> u32 {
        let with_rare_part = self.rares.iter().flat_map(|&part| self.splits_with(n, part));
        let options: Vec<u32> = with_rare_part.chain(self.plain_moves(n)).collect();
        (0..).find(|value| !self.classes.is_rare(n as u64, *value) && !options.contains(value)).unwrap()
    }

    /// Whether an option of n has this value. Tests plain moves first, then witnesses, then all splits.
    fn is_option(&mut self, n: usize, value: u32) -> bool {
        let by_part = |part: usize| self.splits_with(n, part).any(|option| option == value);
        if self.plain_moves(n).any(|option| option == value) || self.witnesses.iter().any(|&part| by_part(part)) {
            return true;
        }
        let found = (1..=n / 2).find(|&part| by_part(part));
        self.searches += 1;
        self.witnesses.splice(0..0, found);
        self.witnesses.truncate(MOST_WITNESSES);
        found.is_some()
    }

    /// The values of the splits of n with this part.
    fn splits_with(&self, n: usize, part: usize) -> impl Iterator<Item = u32> {
        let others = self.moves.splits.iter().filter_map(move |&k| n.checked_sub(part + k as usize));
        let allowed = others.filter(move |&other| other > 0 && !(self.moves.unequal && other == part));
        allowed.map(move |other| self.values[part] ^ self.values[other])
    }

    /// The values of the moves from n that leave at most one heap.
    fn plain_moves(&self, n: usize) -> impl Iterator<Item = u32> {
        let ends = self.moves.ends.iter().filter(move |&&k| k as usize == n).map(|_| 0);
        let left = self.moves.plain.iter().filter_map(move |&k| n.checked_sub(k as usize)).filter(|&rest| rest > 0);
        ends.chain(left.map(|rest| self.values[rest]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::Oracle;
    use crate::one_heap::sparse::SparseSpace;
    use crate::one_heap::sparse::testing::moves;
    use crate::testing::{game, solved};
    use grundy_core::random::Random;
    use grundy_core::ruleset::{Play, Ruleset, Value};

    fn plain(moves: &HeapMoves, classes: Classes, count: usize) -> PlainSpace {
        let mut space = PlainSpace::new(moves.clone(), classes);
        (0..count).for_each(|_| space.push_next());
        space
    }

    /// Classes for a random mask. Position takes part only if the splits allow it.
    fn some_classes(random: &mut Random, moves: &HeapMoves) -> Classes {
        let position = moves.parity().is_some() && random.below(2) == 0;
        let common = if position && moves.parity() == Some(1) { 0 } else { 1 };
        Classes { mask: 1 + random.below(63) as u32, position, common }
    }

    fn judge(what: &str, ruleset: &dyn Ruleset, moves: &HeapMoves, random: &mut Random) {
        let truth = solved(&Oracle, ruleset, Play::Normal, Value::GRUNDY);
        let fast = solved(&SparseSpace, ruleset, Play::Normal, Value::GRUNDY);
        assert!(fast == truth, "{what}: the kernel");
        let values = (0..).zip(truth.iter().copied()).skip(1);
        let classes = [Classes::of_values(values, moves.parity()), Some(some_classes(random, moves))];
        for classes in classes.into_iter().flatten() {
            assert!(plain(moves, classes, truth.len()).values == truth, "{what}: {classes:?}");
        }
    }

    #[test]
    fn any_mask_gives_the_values_of_the_oracle_and_of_the_kernel() {
        for seed in 0..40 {
            let mut random = Random(seed);
            random.step();
            let digits: String = (0..1 + random.below(4)).map(|_| random.below(8).to_string()).collect();
            let code = format!("{}.{digits}", 4 * random.below(2));
            let max = 100 + random.below(200);
            judge(&format!("seed {seed}, {code}"), &*game(&format!("octal:{code}"), max), &moves(&code), &mut random);
        }
        let unequal = HeapMoves { splits: vec![0], unequal: true, ..HeapMoves::default() };
        judge("Grundy's game", &*game("grundys-game", 400), &unequal, &mut Random(1));
    }

    /// The statement of `docs/sparse-spaces.md` about 0.104. Witnesses make nearly every search unnecessary.
    #[test]
    fn few_positions_of_0_104_are_rare() {
        let space = plain(&moves("0.104"), Classes { mask: 23, position: true, common: 0 }, 2001);
        let known = [3, 8, 10, 12, 19, 22, 31, 44, 48, 56, 57, 65, 93, 95, 105, 131, 146, 158, 185, 284];
        assert_eq!(space.rares, known);
        assert!(space.searches < 300, "{} searches", space.searches);
    }
}
