//! Boxes: all (h1, ..., hd) with 0 <= hi <= a maximum for each coordinate, ranked in lexicographic order.

use super::limits::{check_coordinate, check_memory};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Point, Rank, Rows, Rules, Ruleset, Setup, Visit};
use grundy_core::structure::Structures;
use std::ops::ControlFlow;

/// The box of a game in which every move removes tokens. The stratum of a position is its total number of tokens.
///
/// A slot of a stratum stands for the values of all coordinates but the last, which follows from the total.
/// So a stratum needs no list of its positions.
pub struct Boxed<R> {
    rules: R,
    rows: Rows,
    /// The product of all sides but the last.
    prefixes: u64,
}

impl<R: Rules<Position = Point> + 'static> Boxed<R> {
    /// The ruleset for a box whose coordinates all start at 0.
    ///
    /// # Errors
    /// [`Error::Limit`] if the positions cannot be numbered.
    pub fn ruleset(rules: R, rows: Rows, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        let positions = Self::positions_of(&rows);
        if positions >= 1 << 63 {
            Self::check(&rows, setup)?;
        }
        check_coordinate(rows.end() - 1)?;
        let prefixes = rows.sides()[..rows.dimensions() - 1].iter().product();
        Ok(Box::new(Self { rules, rows, prefixes }))
    }
}

impl<R> Boxed<R> {
    fn positions_of(rows: &Rows) -> u128 {
        rows.sides().iter().fold(1u128, |product, side| product.saturating_mul(u128::from(*side)))
    }

    /// Refuses a box if the memory does not even hold one bit per position.
    fn check(rows: &Rows, setup: Setup<'_>) -> Result<(), Error> {
        let positions = Self::positions_of(rows);
        let what = match rows.dimensions() {
            1 => format!("a table of {positions} positions"),
            d => format!("a box of {d} coordinates up to {}", rows.end() - 1),
        };
        check_memory(&what, Bytes::packed(positions, 1), setup.memory)
    }
}

impl<R> Boxed<R> {
    fn point(&self, rank: Rank) -> Point {
        let mut point = Point::from_elem(0, self.rows.dimensions());
        let mut rest = rank;
        for (coordinate, side) in point.iter_mut().zip(self.rows.sides()).rev() {
            *coordinate = (rest % side) as u32;
            rest /= side;
        }
        point
    }

    fn rank(&self, point: &Point) -> Rank {
        let digits = point.iter().zip(self.rows.sides());
        digits.fold(0, |rank, (&coordinate, side)| rank * side + u64::from(coordinate))
    }

    fn last_side(&self) -> u64 {
        self.rows.sides().last().copied().unwrap_or(1)
    }
}

impl<R: Rules<Position = Point>> Ruleset for Boxed<R> {
    /// There is nothing to find, but a kernel that visits the positions stores something for each of them.
    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        Self::check(&self.rows, setup)
    }

    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn asked(&self, row: u64) -> Rank {
        row
    }

    fn positions(&self) -> u64 {
        self.rows.len()
    }

    fn strata(&self) -> u64 {
        self.rows.sides().iter().map(|side| side - 1).sum::<u64>() + 1
    }

    fn slots(&self, _: u64) -> u64 {
        self.prefixes
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        let (mut rest, mut prefix_total) = (slot, 0);
        for side in self.rows.sides().iter().rev().skip(1) {
            prefix_total += rest % side;
            rest /= side;
        }
        let last = stratum.checked_sub(prefix_total).filter(|&last| last < self.last_side())?;
        Some(slot * self.last_side() + last)
    }

    fn settled(&self, stratum: u64) -> Rank {
        // The least position with a higher total has total + 1, with the tokens as far to the right as possible.
        let mut total = stratum + 1;
        if total >= self.strata() {
            return self.positions();
        }
        let (mut rank, mut weight) = (0, 1);
        for side in self.rows.sides().iter().rev() {
            let coordinate = total.min(side - 1);
            rank += coordinate * weight;
            total -= coordinate;
            weight *= side;
        }
        rank
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let point = self.point(rank);
        let mut ranks = Vec::new();
        self.rules.options(&point, &mut |entries| {
            ranks.clear();
            ranks.extend(entries.iter().map(|entry| self.rank(entry)));
            visit(&ranks)
        })
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn ranks_are_rows(&self) -> bool {
        true
    }

    fn show(&self, rank: Rank) -> String {
        self.rows.show_row(rank)
    }

    fn structures(&self) -> Structures<'_> {
        self.rules.structures()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::ruleset::Play;

    struct NoMoves;

    impl Rules for NoMoves {
        type Position = Point;
        fn options(&self, _: &Point, _: &mut Visit<'_, Point>) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    fn setup() -> Setup<'static> {
        Setup::new(Bytes(1 << 30), &FREE, Play::Normal)
    }

    #[test]
    fn strata_partition_the_box_by_total() {
        let lopsided = Rows::from_sides(vec![0; 3], vec![2, 5, 3]);
        for rows in [Rows::cube(1, 6), Rows::cube(2, 0), Rows::cube(3, 4), Rows::cube(4, 2), lopsided] {
            let space = Boxed::ruleset(NoMoves, rows.clone(), setup()).unwrap();
            let mut seen = vec![false; space.positions() as usize];
            let mut label = Vec::new();
            for stratum in 0..space.strata() {
                for rank in (0..space.slots(stratum)).filter_map(|slot| space.slot(stratum, slot)) {
                    space.rows().label(rank, &mut label);
                    assert_eq!(label.iter().sum::<u64>(), stratum);
                    assert!(!std::mem::replace(&mut seen[rank as usize], true));
                }
                let settled = seen.iter().take_while(|&&seen| seen).count() as u64;
                assert_eq!(space.settled(stratum), settled, "{rows:?} {stratum}");
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }

    #[test]
    fn too_large_a_box_is_refused_with_the_figure() {
        let rows = Rows::cube(3, 1_000_000_000_000_000_000);
        let error = Boxed::ruleset(NoMoves, rows, setup()).err().unwrap();
        assert_eq!(error.exit_code(), 3);
        assert!(error.to_string().contains("memory"), "{error}");
    }
}
