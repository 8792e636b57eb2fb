//! Objects on a circle. The first move turns the circle into a row: G(n) is the mex of the values of the rows of
//! n - t objects, for each number t that may be taken. The row is a take-and-break game, whose values its own
//! kernel computes.

use super::leaf::{Leaf, VisitWritten};
use super::single::Single;
use crate::error::Error;
use crate::games::code;
use crate::nimber::NimberSet;
use crate::ruleset::Setup;
use crate::space::NoSpot;
use crate::structure;
use std::ops::ControlFlow;

/// A circle.
pub struct CircleLeaf {
    /// The number of objects, and the numbers that a move may take.
    objects: u64,
    take: Vec<u64>,
    /// All rows that the first move may leave; none if no first move is possible.
    rows: Option<Single>,
}

impl CircleLeaf {
    pub fn new(objects: u64, circle: &structure::Circle, setup: Setup<'_>) -> Result<Self, NoSpot> {
        let take: Vec<u64> = circle.take.iter().copied().filter(|&t| t <= objects).collect();
        let rows = match take.first() {
            Some(least) => {
                let game = code::parse(&format!("octal:{}", circle.row))?.game;
                Some(Single::new(game.at(&(objects - least).to_string(), setup)?, setup)?)
            }
            None => None,
        };
        Ok(Self { objects, take, rows })
    }

    /// The rows after the first move, with their values.
    fn options(&self) -> impl Iterator<Item = (u64, u32)> {
        let value = |row: u64| self.rows.as_ref().map_or(0, |rows| rows.value_of(row));
        self.take.iter().map(move |t| (self.objects - t, value(self.objects - t)))
    }
}

impl Leaf for CircleLeaf {
    fn value(&self) -> u32 {
        let mut values = NimberSet::new();
        self.options().for_each(|(_, value)| values.insert(value));
        values.mex()
    }

    fn each_option_of(&self, wanted: u32, _: Setup<'_>, visit: &mut VisitWritten<'_>) -> Result<(), Error> {
        for (row, _) in self.options().filter(|&(_, value)| value == wanted) {
            if visit(vec![format!("r{row}")]) == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }
}
