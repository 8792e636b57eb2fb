//! The heaps of a game: those of a take-and-break code, or the positions of a range.

use crate::bytes::Bytes;
use crate::claim::{CodeHeaps, Extent, Heaps, Remains};
use crate::control::Control;
use crate::error::Error;
use crate::games::Game;
use crate::ruleset::{Play, Rank, RowRange, Ruleset, Setup};
use crate::space::NOTHING;
use grundy_core::limits::check_memory;

/// The heaps of a game, with their names.
pub enum GameHeaps {
    /// As many as one likes: heap n has n tokens.
    Code(CodeHeaps),
    /// The positions of a range.
    Ranked(RankedHeaps),
}

impl GameHeaps {
    /// The heaps of a game in a range.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn of(game: &Game, range: &RowRange, memory: Bytes, control: &Control<'_>) -> Result<Self, Error> {
        // A position of a sum is a heap of its own. Splits of other games are sums of heaps.
        let whole_sums = game.components().is_some();
        let setup = Setup { memory, control, play: Play::Normal, whole_sums, options: memory };
        let outline = game.outline(range.clone(), setup)?;
        let starts_at_zero = outline.rows().is_sequence() && outline.rows().first() == 0;
        if let Some(code) = CodeHeaps::of(&outline.structures()).filter(|_| starts_at_zero) {
            return Ok(Self::Code(code));
        }
        outline.enumerate(setup)?;
        Ok(Self::Ranked(RankedHeaps::new(outline, memory)?))
    }

    /// The name of a heap: its number of tokens, or the position.
    pub fn name(&self, heap: u64) -> String {
        match self {
            Self::Code(_) => heap.to_string(),
            Self::Ranked(heaps) => heaps.rank(heap).map_or(NOTHING.to_string(), |rank| heaps.ruleset.show(rank)),
        }
    }

    /// What a heap, and several of them, are called.
    pub fn called(&self) -> (&'static str, &'static str) {
        if self.are_numbers() { ("heap", "heaps") } else { ("position", "positions") }
    }

    /// Whether the name of each heap is its number.
    pub fn are_numbers(&self) -> bool {
        match self {
            Self::Code(_) => true,
            Self::Ranked(heaps) => heaps.are_numbers,
        }
    }
}

impl Heaps for GameHeaps {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        match self {
            Self::Code(heaps) => heaps.options(heap, visit),
            Self::Ranked(heaps) => heaps.options(heap, visit),
        }
    }

    fn remains(&self, heap: u64) -> Option<Vec<Remains>> {
        match self {
            Self::Code(heaps) => heaps.remains(heap),
            Self::Ranked(_) => None,
        }
    }

    fn count(&self) -> Option<u64> {
        match self {
            Self::Code(_) => None,
            Self::Ranked(heaps) => heaps.count(),
        }
    }

    fn extent(&self) -> Option<Extent> {
        match self {
            Self::Code(heaps) => heaps.extent(),
            Self::Ranked(_) => None,
        }
    }
}

/// All positions of a ruleset, in an order in which options come first. Heap 0 is a position without options, or
/// nothing if every position has an option.
pub struct RankedHeaps {
    ruleset: Box<dyn Ruleset>,
    order: Vec<u32>,
    /// The heap of each rank.
    place: Vec<u32>,
    /// The heap of the first position: 1 if heap 0 is nothing.
    first: u32,
    are_numbers: bool,
}

impl RankedHeaps {
    fn new(ruleset: Box<dyn Ruleset>, memory: Bytes) -> Result<Self, Error> {
        let positions = ruleset.positions();
        check_memory("the order of all positions", Bytes(8 * u128::from(positions)), memory)?;
        let ranks = |stratum: u64| {
            let ruleset = &ruleset;
            (0..ruleset.slots(stratum)).filter_map(move |slot| ruleset.slot(stratum, slot))
        };
        let order: Vec<u32> = (0..ruleset.strata()).flat_map(ranks).map(|rank: Rank| rank as u32).collect();
        let mut has_options = false;
        if let Some(&rank) = order.first() {
            ruleset.each_option(rank.into(), &mut |_| has_options = true);
        }
        let first = u32::from(has_options);
        let mut place = vec![0; positions as usize];
        order.iter().zip(first..).for_each(|(&rank, heap)| place[rank as usize] = heap);
        let is_line = ruleset.rows().is_sequence() && ruleset.rows().first() == 0 && ruleset.ranks_are_rows();
        let are_numbers = is_line && order.iter().zip(0..).all(|(&rank, heap)| rank == heap);
        Ok(Self { ruleset, order, place, first, are_numbers })
    }

    /// The rank of a heap; `None` if it is nothing.
    fn rank(&self, heap: u64) -> Option<Rank> {
        let place = usize::try_from(heap.checked_sub(self.first.into())?).ok()?;
        self.order.get(place).map(|&rank| rank.into())
    }
}

impl Heaps for RankedHeaps {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        let Some(rank) = self.rank(heap) else { return };
        let mut parts = Vec::new();
        self.ruleset.each_option(rank, &mut |ranks| {
            parts.clear();
            parts.extend(ranks.iter().map(|&rank| u64::from(self.place[rank as usize])));
            visit(&parts);
        });
    }

    fn count(&self) -> Option<u64> {
        Some(self.order.len() as u64 + u64::from(self.first))
    }
}
