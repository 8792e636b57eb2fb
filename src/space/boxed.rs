//! Boxes: all (h1, ..., hd) with 0 <= hi <= max, ranked in lexicographic order.

use super::{Point, check_coordinate, check_memory};
use crate::bytes::Bytes;
use crate::error::Error;
use crate::ruleset::{Rank, Rows, Rules, Ruleset, Setup, View};

/// The box of a game in which every move takes tokens away, so that the stratum of a
/// position is its total.
///
/// The slots of a stratum are the values of all coordinates but the last, which follows
/// from the total: parallel without any table.
pub struct Boxed<R> {
    rules: R,
    rows: Rows,
    dimensions: usize,
    side: u64,
    prefixes: u64,
}

impl<R: Rules<Position = Point> + 'static> Boxed<R> {
    /// The game over a box with equal sides.
    ///
    /// # Errors
    /// [`Error::Limit`] if not even one bit a position fits the memory.
    pub fn ruleset(rules: R, rows: Rows, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        let dimensions = rows.dimensions();
        let side = u128::from(rows.end());
        let positions = (0..dimensions).fold(1u128, |product, _| product.saturating_mul(side));
        let what = match dimensions {
            1 => format!("a table of {positions} positions"),
            _ => format!("a box of {side} to the power {dimensions} positions"),
        };
        check_memory(&what, Bytes::packed(positions, 1), setup.memory)?;
        check_coordinate(rows.end() - 1)?;
        let side = rows.end();
        let prefixes = rows.len() / side;
        Ok(Box::new(Self { rules, rows, dimensions, side, prefixes }))
    }
}

impl<R> Boxed<R> {
    fn point(&self, rank: Rank) -> Point {
        let mut point = Point::from_elem(0, self.dimensions);
        let mut rest = rank;
        for coordinate in point.iter_mut().rev() {
            *coordinate = (rest % self.side) as u32;
            rest /= self.side;
        }
        point
    }

    fn rank(&self, point: &Point) -> Rank {
        point.iter().fold(0, |rank, &coordinate| rank * self.side + u64::from(coordinate))
    }
}

impl<R: Rules<Position = Point>> Ruleset for Boxed<R> {
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
        (self.side - 1) * self.dimensions as u64 + 1
    }

    fn slots(&self, _: u64) -> u64 {
        self.prefixes
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        let (mut rest, mut prefix_total) = (slot, 0);
        while rest > 0 {
            prefix_total += rest % self.side;
            rest /= self.side;
        }
        let last = stratum.checked_sub(prefix_total).filter(|&last| last < self.side)?;
        Some(slot * self.side + last)
    }

    fn settled(&self, stratum: u64) -> Rank {
        // The least position of a higher total has total + 1, its tokens as far to the
        // right as they fit.
        let mut total = stratum + 1;
        if total >= self.strata() {
            return self.positions();
        }
        let (mut rank, mut weight) = (0, 1);
        for _ in 0..self.dimensions {
            let coordinate = total.min(self.side - 1);
            rank += coordinate * weight;
            total -= coordinate;
            weight *= self.side;
        }
        rank
    }

    fn options(&self, rank: Rank, visit: &mut dyn FnMut(&[Rank])) {
        let point = self.point(rank);
        let mut ranks = Vec::new();
        self.rules.options(&point, &mut |entries| {
            ranks.clear();
            ranks.extend(entries.iter().map(|entry| self.rank(entry)));
            visit(&ranks);
        });
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn view(&self) -> View<'_> {
        self.rules.view()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

    struct NoMoves;

    impl Rules for NoMoves {
        type Position = Point;
        fn options(&self, _: &Point, _: &mut dyn FnMut(&[Point])) {}
    }

    fn setup() -> Setup<'static> {
        static FREE: Control<'static> = Control::free();
        Setup { memory: Bytes(1 << 30), control: &FREE }
    }

    fn cube(dimensions: usize, max: u64) -> Box<dyn Ruleset> {
        Boxed::ruleset(NoMoves, Rows::cube(dimensions, max), setup()).unwrap()
    }

    #[test]
    fn strata_partition_the_box_by_total() {
        for (dimensions, max) in [(1, 6), (2, 0), (3, 4), (4, 2)] {
            let space = cube(dimensions, max);
            let mut seen = vec![false; space.positions() as usize];
            let mut label = Vec::new();
            for stratum in 0..space.strata() {
                for rank in (0..space.slots(stratum)).filter_map(|slot| space.slot(stratum, slot)) {
                    space.rows().label(rank, &mut label);
                    assert_eq!(label.iter().sum::<u64>(), stratum);
                    assert!(!std::mem::replace(&mut seen[rank as usize], true));
                }
                let settled = seen.iter().take_while(|&&seen| seen).count() as u64;
                assert_eq!(space.settled(stratum), settled, "{dimensions} {max} {stratum}");
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
