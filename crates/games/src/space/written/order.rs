//! An order in which the values of positions can be computed.

use super::places::Places;
use super::words::{ends, show_way};
use crate::space::limits::check_memory;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Rank, Setup};
use grundy_language::{Moves, Room};
use std::ops::ControlFlow;

/// The strata of positions.
pub(super) enum Order {
    /// In a box: the stratum is the sum of the coordinates, counted from their minima. A slot stands for the
    /// values of all coordinates but the last, which follows from the sum.
    Totals { sides: Vec<u64>, prefixes: u64 },
    /// The stratum is the length of the longest play: the ranks sorted by strata, and the start of each
    /// stratum in this list.
    Heights { ranks: Vec<u32>, starts: Vec<u32> },
}

impl Order {
    /// The order for a box in which every move lowers the sum of the coordinates.
    pub fn totals(sides: &[u64]) -> Self {
        let prefixes = sides.split_last().map_or(1, |(_, others)| others.iter().product());
        Order::Totals { sides: sides.to_vec(), prefixes }
    }

    /// No order: all positions in one stratum, where play may go on for ever.
    ///
    /// # Errors
    /// [`Error::Usage`] for too many positions.
    pub fn none(count: u64) -> Result<Self, Error> {
        let end = u32::try_from(count).map_err(|_| Error::Usage(format!("{count} positions are too many")))?;
        Ok(Order::Heights { ranks: (0..end).collect(), starts: vec![0, end] })
    }

    /// The order by longest plays, found depth first.
    ///
    /// # Errors
    /// [`Error::Endless`] with a play that returns to its start; [`Error::Usage`] for too many positions;
    /// [`Error::Limit`]; [`Error::Interrupted`].
    pub fn heights(moves: &Moves, places: &Places, setup: Setup<'_>) -> Result<Self, Error> {
        let count = places.len();
        let what = format!("the order of {count} positions");
        check_memory(&what, Bytes(8 * u128::from(count)).plus(places.held()), setup.memory)?;
        if count >= u64::from(OPEN) {
            return Err(Error::Usage(format!(
                "{count} positions are too many for moves that do not follow a known order"
            )));
        }
        let (heights, links) = StacklessWalk::new(moves, places, setup).all()?;
        let strata = heights.iter().max().map_or(0, |highest| *highest as usize + 1);
        let held = Bytes(8 * u128::from(count) + 4 * strata as u128).plus(places.held());
        check_memory(&what, held, setup.memory)?;
        // A counting sort; the array of links is reused for the ranks.
        let mut starts = vec![0u32; strata + 1];
        heights.iter().for_each(|&height| starts[height as usize + 1] += 1);
        (0..strata).for_each(|stratum| starts[stratum + 1] += starts[stratum]);
        let mut ranks = links;
        for (rank, &height) in (0..).zip(&heights) {
            let place = &mut starts[height as usize];
            ranks[*place as usize] = rank;
            *place += 1;
        }
        // Each start has moved to the start of the next stratum, so shift them back.
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(Order::Heights { ranks, starts })
    }

    pub fn strata(&self) -> u64 {
        match self {
            Order::Totals { sides, .. } => sides.iter().map(|side| side.saturating_sub(1)).sum::<u64>() + 1,
            Order::Heights { starts, .. } => starts.len() as u64 - 1,
        }
    }

    pub fn slots(&self, stratum: u64) -> u64 {
        match self {
            Order::Totals { prefixes, .. } => *prefixes,
            Order::Heights { starts, .. } => u64::from(starts[stratum as usize + 1] - starts[stratum as usize]),
        }
    }

    pub fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        match self {
            Order::Totals { sides, .. } => {
                let (last, others) = sides.split_last()?;
                let (mut rest, mut prefix_total) = (slot, 0);
                for side in others.iter().rev() {
                    prefix_total += rest % side;
                    rest /= side;
                }
                let coordinate = stratum.checked_sub(prefix_total).filter(|coordinate| coordinate < last)?;
                Some(slot * last + coordinate)
            }
            Order::Heights { ranks, starts } => {
                ranks.get(starts[stratum as usize] as usize + slot as usize).map(|&rank| Rank::from(rank))
            }
        }
    }

    /// A rank such that all lower ranks belong to `stratum` or to lower strata.
    pub fn settled(&self, stratum: u64, positions: u64) -> Rank {
        if stratum + 1 >= self.strata() {
            return positions;
        }
        match self {
            Order::Totals { sides, .. } => {
                // The least cell with a higher total has total + 1, with the tokens as far to the right as possible.
                let (mut total, mut rank, mut weight) = (stratum + 1, 0, 1);
                for side in sides.iter().rev() {
                    let coordinate = total.min(side.saturating_sub(1));
                    rank += coordinate * weight;
                    total -= coordinate;
                    weight *= side;
                }
                rank
            }
            // Ranks say nothing about heights, so rows are complete only at the end.
            Order::Heights { .. } => 0,
        }
    }

    pub fn held(&self) -> Bytes {
        match self {
            Order::Totals { .. } => Bytes(0),
            Order::Heights { ranks, starts } => Bytes(4 * (ranks.len() + starts.len()) as u128),
        }
    }
}

/// The height of a position that has not been entered.
const NEW: u32 = u32::MAX;

/// The height of a position that has been entered but not left.
const OPEN: u32 = u32::MAX - 1;

/// A depth-first search without a stack: each position on the path stores the one it was entered from.
struct StacklessWalk<'w> {
    moves: &'w Moves,
    places: &'w Places,
    setup: Setup<'w>,
    heights: Vec<u32>,
    from: Vec<u32>,
    room: Room,
    /// The number of parts of options that were looked at since the last step.
    looked_at: u64,
}

/// The result of visiting the options of a position: a new position, a position on the path, or the height.
enum StepLook {
    New(u32),
    Loop(u32),
    Done(u32),
}

impl<'w> StacklessWalk<'w> {
    fn new(moves: &'w Moves, places: &'w Places, setup: Setup<'w>) -> Self {
        let count = places.len() as usize;
        Self {
            moves,
            places,
            setup,
            heights: vec![NEW; count],
            from: vec![NEW; count],
            room: Room::default(),
            looked_at: 0,
        }
    }

    /// The heights of all positions, and an array of the same length that may be reused.
    fn all(mut self) -> Result<(Vec<u32>, Vec<u32>), Error> {
        self.setup.control.phase("ordering", self.heights.len() as u64);
        for start in 0..self.heights.len() as u32 {
            if self.heights[start as usize] == NEW {
                self.below(start)?;
            }
            if start % 4096 == 0 {
                self.setup.control.progress(u64::from(start));
            }
        }
        Ok((self.heights, self.from))
    }

    /// Visits everything below a position. Every visit ends with a new position or completes one, so there
    /// are at most twice as many visits as positions.
    fn below(&mut self, start: u32) -> Result<(), Error> {
        let mut top = start;
        self.heights[top as usize] = OPEN;
        loop {
            let seen = self.look(top);
            self.setup.control.looked_at(std::mem::take(&mut self.looked_at))?;
            match seen {
                StepLook::New(next) => {
                    self.heights[next as usize] = OPEN;
                    self.from[next as usize] = top;
                    top = next;
                }
                StepLook::Loop(back_to) => return Err(self.endless(top, back_to)),
                StepLook::Done(height) => {
                    self.heights[top as usize] = height;
                    if top == start {
                        return Ok(());
                    }
                    top = self.from[top as usize];
                }
            }
        }
    }

    fn look(&mut self, top: u32) -> StepLook {
        let Some(point) = self.places.point(Rank::from(top)) else { return StepLook::Done(0) };
        let (heights, places, coordinates) = (&self.heights, self.places, point.len());
        let mut height = 0;
        let mut seen = ControlFlow::Continue(());
        // Every move has been tried from every position, so none can be wrong here.
        let _ = self.moves.options(&point, &mut self.room, &mut |_, option| {
            height = height.max(1);
            self.looked_at += 1;
            for rank in option.chunks_exact(coordinates).filter_map(|part| places.rank(part)) {
                match heights[rank as usize] {
                    NEW => seen = ControlFlow::Break(StepLook::New(rank as u32)),
                    OPEN => seen = ControlFlow::Break(StepLook::Loop(rank as u32)),
                    known => height = height.max(known + 1),
                }
                if seen.is_break() {
                    return false;
                }
            }
            true
        });
        match seen {
            ControlFlow::Break(look) => look,
            ControlFlow::Continue(()) => StepLook::Done(height),
        }
    }

    fn endless(&self, top: u32, back_to: u32) -> Error {
        let show =
            |rank: u32| self.places.point(Rank::from(rank)).map_or_else(String::new, |point| self.moves.show(&point));
        // Backwards from the last position of the cycle to its first one.
        let before = |at: &u32| (*at != back_to).then(|| self.from[*at as usize]);
        let way = || std::iter::once(back_to).chain(std::iter::successors(Some(top), before));
        let way: Vec<String> = ends(way).into_iter().rev().map(show).collect();
        Error::Endless(format!("{} (where endless play is a draw, add `loops = \"draw\"`)", show_way(&way)))
    }
}
