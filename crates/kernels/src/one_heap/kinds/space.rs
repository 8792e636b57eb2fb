//! The search for a sparse space of several kinds of heaps (docs/theorems.md, "Sparse spaces of several kinds").
//!
//! Idea: a mask, and whether the parity of n takes part, leave the classes y_k of the kinds to be chosen. Every split
//! asks for an equation modulo 2 between three of them. These are solved once for all masks: the right side of each
//! equation is kept as a number of which any mask gives a parity. For all masks at once, the Walsh transform of the
//! histogram of a kind tells how many of its values are rare.
//!
//! Cost: for V values and K kinds, some V (log V + K) steps and one for each value that is counted.

use super::columns::KindTable;
use grundy_core::claim::{SparseKinds, SplitEquation};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::nim_sum::transform_by;
use grundy_core::structure::Kinds;
use std::collections::BTreeSet;

/// The most kinds, the most bits of a value, and the most classes that may be left to be chosen.
const MOST_KINDS: usize = 64;
pub(super) const MOST_BITS: u32 = 12;
const MOST_FREE: usize = 6;

/// The space with the fewest rare parts of splits among the values that are known, if there is any. Kinds that are not
/// reached have the class 0.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the work.
pub(super) fn best(
    kinds: &Kinds,
    reached: &BTreeSet<usize>,
    table: &KindTable,
    control: &Control<'_>,
) -> Result<Option<SparseKinds>, Error> {
    if kinds.kinds.len() > MOST_KINDS || table.largest >> MOST_BITS > 0 {
        return Ok(None);
    }
    let Some(equations) = SplitEquation::all(kinds, reached, &table.values) else { return Ok(None) };
    let system = System::of(&equations);
    let in_splits: BTreeSet<usize> = equations.iter().flat_map(|equation| equation.kinds).collect();
    let free: Vec<usize> = in_splits.into_iter().filter(|kind| !system.is_pivot(*kind)).collect();
    if equations.is_empty() || free.len() > MOST_FREE {
        return Ok(None);
    }
    let parts: BTreeSet<usize> = equations.iter().flat_map(|equation| [equation.kinds[0], equation.kinds[1]]).collect();
    let mut sums = Vec::new();
    for kind in parts {
        control.check()?;
        sums.push((kind, signed_sums(table, kind)));
    }
    let mut best: Option<(i64, SparseKinds)> = None;
    let masks = 1..(table.largest + 1).next_power_of_two();
    for (mask, position) in masks.flat_map(|mask| [(mask, false), (mask, true)]) {
        control.check()?;
        for choice in 0..1u64 << free.len() {
            let chosen = free.iter().enumerate().map(|(at, kind)| (choice >> at & 1) << kind).sum();
            let Some(ones) = system.solve(mask, position, chosen) else { break };
            // The more common values, the larger this is.
            let sign = |kind: usize| if ones >> kind & 1 == 1 { -1 } else { 1 };
            let common = sums.iter().map(|(kind, of)| sign(*kind) * of[usize::from(position)][mask as usize]).sum();
            if best.as_ref().is_none_or(|(most, _)| common > *most) {
                let classes = (0..kinds.kinds.len()).map(|kind| (ones >> kind & 1) as u32).collect();
                best = Some((common, SparseKinds { mask, position, classes }));
            }
        }
    }
    Ok(best.map(|(_, space)| space))
}

/// For every mask, how many values of a kind have an even number of bits in common with it, less those that have an
/// odd number; without and with the parity of n.
fn signed_sums(table: &KindTable, kind: usize) -> [Vec<i64>; 2] {
    let size = (table.largest as usize + 1).next_power_of_two();
    let [mut all, mut with] = [vec![0; size], vec![0; size]];
    for (n, &value) in (table.first(kind)..).zip(&table.values[kind]) {
        all[value as usize] += 1;
        with[value as usize] += if n % 2 == 0 { 1 } else { -1 };
    }
    [all, with].map(|mut counts| {
        transform_by(&mut counts, |a, b| (a + b, a - b));
        counts
    })
}

/// The sum of some classes, modulo 2: `constant`, `moved` if the parity of n takes part, and the parity of the bits
/// that `fixed` has in common with the mask.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    /// A bit for each kind.
    kinds: u64,
    constant: u32,
    moved: u32,
    fixed: u32,
}

impl Row {
    fn of(equation: &SplitEquation) -> Self {
        let kinds = equation.kinds.iter().fold(0, |bits, kind| bits ^ 1 << kind);
        Self { kinds, constant: 1, moved: equation.moved, fixed: equation.fixed }
    }

    fn and(self, other: Self) -> Self {
        Self {
            kinds: self.kinds ^ other.kinds,
            constant: self.constant ^ other.constant,
            moved: self.moved ^ other.moved,
            fixed: self.fixed ^ other.fixed,
        }
    }

    fn sum(&self, mask: u32, position: bool) -> u32 {
        (self.constant + if position { self.moved } else { 0 } + (self.fixed & mask).count_ones()) % 2
    }
}

/// The equations of a game, solved for one class each.
struct System {
    /// Each row has a pivot, which is in no other row.
    solved: Vec<(usize, Row)>,
    /// Rows without kinds: their sums must be 0.
    conditions: Vec<Row>,
}

impl System {
    fn of(equations: &[SplitEquation]) -> Self {
        let mut system = Self { solved: Vec::new(), conditions: Vec::new() };
        for row in equations.iter().map(Row::of) {
            let row = system.solved.iter().fold(
                row,
                |row, (pivot, solved)| {
                    if row.kinds >> pivot & 1 == 1 { row.and(*solved) } else { row }
                },
            );
            if row.kinds == 0 {
                system.conditions.push(row);
                continue;
            }
            let pivot = row.kinds.trailing_zeros() as usize;
            for (_, other) in &mut system.solved {
                if other.kinds >> pivot & 1 == 1 {
                    *other = other.and(row);
                }
            }
            system.solved.push((pivot, row));
        }
        system
    }

    fn is_pivot(&self, kind: usize) -> bool {
        self.solved.iter().any(|&(pivot, _)| pivot == kind)
    }

    /// The kinds of class 1, if those among the free ones are `chosen`.
    fn solve(&self, mask: u32, position: bool, chosen: u64) -> Option<u64> {
        if self.conditions.iter().any(|row| row.sum(mask, position) == 1) {
            return None;
        }
        let class = |row: &Row| u64::from(row.sum(mask, position)) ^ u64::from((row.kinds & chosen).count_ones() % 2);
        Some(self.solved.iter().fold(chosen, |ones, (pivot, row)| ones | class(row) << pivot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use grundy_core::structure::{AskedKinds, Coordinate, Cut, Kind, KindRule, KindTexts, Part};

    fn below(random: &mut Random, end: i64) -> i64 {
        random.below(end as u64) as i64
    }

    /// A game of splits with random values: the search looks at nothing else.
    fn game(random: &mut Random) -> (Kinds, KindTable) {
        let count = 1 + below(random, 3);
        let part = |random: &mut Random| Part { kind: below(random, count) as usize, offset: -below(random, 3) };
        let rule = |random: &mut Random| {
            let coordinates =
                vec![0; 2].into_iter().map(|least| Coordinate { least, parts: vec![part(random)] }).collect();
            let cut = Some(Cut { sum: below(random, 3), coordinates, modulus: 1, allowed: None, order: None });
            let fixed = (0..below(random, 2)).map(|_| Part { offset: below(random, 5), ..part(random) }).collect();
            let (residues, before, joint) = (vec![0], Vec::new(), Vec::new());
            KindRule { from: 0, modulus: 1, residues, before, fixed, joint, cut, is_cancelled: false }
        };
        let kinds = (0..count).map(|label| Kind {
            label: label.to_string(),
            least: Some(0),
            rules: (0..1 + below(random, 2)).map(|_| rule(random)).collect(),
        });
        let kinds: Vec<Kind> = kinds.collect();
        let largest = [2, 8, 16][random.below(3) as usize];
        let values = kinds.iter().map(|_| (0..30).map(|_| random.below(largest) as u32).collect()).collect();
        let table = KindTable::new(&kinds, values);
        (Kinds { kinds, asked: AskedKinds::All, texts: KindTexts::default() }, table)
    }

    /// The number of rare values of kinds that are parts.
    fn rare_values(space: &SparseKinds, kinds: &Kinds, table: &KindTable) -> usize {
        let parts: BTreeSet<usize> =
            kinds.kinds.iter().flat_map(|kind| &kind.rules).flat_map(KindRule::parts).map(|part| part.kind).collect();
        let of_kind =
            |kind: usize| (0..).zip(&table.values[kind]).filter(|&(n, &value)| space.is_rare(kind, n, value)).count();
        parts.into_iter().map(of_kind).sum()
    }

    #[test]
    fn no_space_that_fits_has_fewer_rare_values() {
        let (mut random, mut found, mut none) = (Random(4), 0, 0);
        for case in 0..300 {
            let (kinds, table) = game(&mut random);
            let reached = kinds.reached();
            let fewest = (1..(table.largest + 1).next_power_of_two())
                .flat_map(|mask| (0..2 << kinds.kinds.len()).map(move |bits: u32| (mask, bits)))
                .map(|(mask, bits)| SparseKinds {
                    mask,
                    position: bits % 2 == 1,
                    classes: (1..=kinds.kinds.len()).map(|kind| bits >> kind & 1).collect(),
                })
                .filter(|space| space.fits(&kinds, &reached, &table.values))
                .map(|space| rare_values(&space, &kinds, &table))
                .min();
            let best = best(&kinds, &reached, &table, &Control::free()).unwrap();
            assert!(best.iter().all(|space| space.fits(&kinds, &reached, &table.values)), "case {case}");
            assert_eq!(best.map(|space| rare_values(&space, &kinds, &table)), fewest, "case {case}: {kinds:?}");
            *if fewest.is_some() { &mut found } else { &mut none } += 1;
        }
        assert!(found > 100 && none > 20, "{found} {none}");
    }
}
