//! Outcomes of single positions of a compound.

use super::joiner::{Joiner, ended, figures, joiner, per_row};
use crate::Task;
use grundy_core::error::Error;
use grundy_core::ruleset::{Joined, Rank};

/// The numbers of all positions of the components, from which the outcome of each position of the compound follows.
pub struct PositionsOfCompound {
    joiner: Joiner,
    /// For each distinct component, the numbers of its positions by rank; at the end, that of a position without moves.
    numbers: Vec<Vec<u32>>,
    part_of: Vec<usize>,
    sizes: Vec<u64>,
}

impl PositionsOfCompound {
    /// `values` computes the values of all positions of a task, by rank.
    ///
    /// # Errors
    /// Those of `values`.
    pub fn new(
        task: &Task<'_>,
        joined: &Joined<'_>,
        values: &dyn Fn(&Task<'_>) -> Result<Vec<u32>, Error>,
    ) -> Result<Self, Error> {
        let joiner = joiner(joined.joining);
        let of_part = |&ruleset| {
            let of = |&(play, value)| values(&Task { ruleset, play, value, kept: None, ..*task });
            let all = figures(joined.joining).iter().map(of).collect::<Result<Vec<_>, Error>>()?;
            let mut numbers = per_row(&all, joiner.number);
            numbers.push((joiner.number)(&ended(joined.joining)));
            Ok(numbers)
        };
        let numbers = joined.parts.iter().map(of_part).collect::<Result<_, Error>>()?;
        Ok(Self { joiner, numbers, part_of: joined.part_of.clone(), sizes: joined.sizes.clone() })
    }

    /// Whether the player to move wins at the position of this rank.
    pub fn is_n(&self, rank: Rank) -> bool {
        let (mut rest, mut joined) = (rank, None);
        for (&part, size) in self.part_of.iter().zip(&self.sizes).rev() {
            let own = self.numbers[part][(rest % size) as usize];
            joined = Some(joined.map_or(own, |after| (self.joiner.join)(own, after)));
            rest /= size;
        }
        joined.is_some_and(self.joiner.is_n)
    }
}
