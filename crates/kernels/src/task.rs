//! Tasks: what a kernel is to compute, and within which bounds.

use grundy_core::bytes::Bytes;
use grundy_core::claim::Spacing;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Ruleset, Setup, Value};
use grundy_core::stream::{Kept, StateReader};
use grundy_core::structure::Structure;

/// What is to be computed.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The game over its range.
    pub ruleset: &'a dyn Ruleset,
    /// Normal or misère play.
    pub play: Play,
    /// Grundy values or outcomes.
    pub value: Value,
    /// The most memory the job may use.
    pub memory: Bytes,
    /// The most memory for options that are kept ([`Setup::options`]).
    pub options: Bytes,
    /// How the kernel is stopped and watched.
    pub control: &'a Control<'a>,
    /// What a stopped run of the same kernel kept: it goes on from there, or says that this is
    /// none of its states.
    pub kept: Option<&'a Kept>,
    /// Where long runs begin to work otherwise.
    pub scale: Scale,
}

/// Sizes from which on long runs work otherwise than short ones. No value and no claim depends on
/// them, so tests make them small and see that code at work.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Up to so many values a period rests on the values alone: every kernel can serve that.
    pub small: u64,
    /// Where states of a long sequence are kept, between which a proof can be checked segment by segment.
    pub segments: Spacing,
    /// The values of a sample by which is decided where windows are compared.
    pub sample: u64,
    /// How many values are kept of either end of a sequence, however little memory there is: some
    /// thousands, as forms of the sparse kernel look back at an eighth of them.
    pub kept: usize,
    /// Where a sparse space is looked for first.
    pub first_look: u64,
    /// With more than one rare value in so many positions the marks of all splits are faster than all that rare values can do.
    pub crowded: u64,
    /// The rows of a sum whose last components are joined before, and a quarter of its longest block.
    pub joined: u64,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            small: 1 << 24,
            segments: Spacing::default(),
            sample: 1 << 16,
            kept: 1 << 16,
            first_look: 2048,
            crowded: 12,
            joined: 1 << 14,
        }
    }
}

impl<'a> Task<'a> {
    /// The task of all values of a game, from the first one on.
    pub fn new(ruleset: &'a dyn Ruleset, play: Play, value: Value, memory: Bytes, control: &'a Control<'a>) -> Self {
        Self { ruleset, play, value, memory, options: memory, control, kept: None, scale: Scale::default() }
    }

    /// With what its positions are found.
    pub fn setup(&self) -> Setup<'a> {
        Setup { options: self.options, ..Setup::new(self.memory, self.control, self.play) }
    }

    /// A structure of the game, if it has one of this type.
    pub fn structure<T: Structure>(&self) -> Option<&'a T> {
        self.ruleset.structures().get()
    }

    /// Whether the game has a structure of a type.
    pub fn has<T: Structure>(&self) -> bool {
        self.structure::<T>().is_some()
    }

    /// What a stopped run kept, read by `read`; none if there is nothing to go on from.
    ///
    /// # Errors
    /// [`Error::Unfit`] if it is no state of this kernel and task.
    pub(crate) fn resume<T>(&self, read: impl FnOnce(&mut StateReader<'_>) -> Option<T>) -> Result<Option<T>, Error> {
        let Some(kept) = self.kept else { return Ok(None) };
        read(&mut kept.reader()).map(Some).ok_or(Error::Unfit)
    }

    /// Whether outcomes can be computed on one bit: they are asked for, and no option is a
    /// sum of several positions (whose outcome would not follow from theirs).
    pub fn on_outcomes(&self) -> bool {
        self.value == Value::OUTCOME && !self.ruleset.splits()
    }

    /// Whether values follow from those of the options: in normal play Grundy values of sums do, in misère play nothing about
    /// sums does.
    pub fn is_known(&self) -> bool {
        self.play == Play::Normal || !self.ruleset.splits()
    }

    /// Bits that surely hold every value: without splits a value is at most the length of
    /// the longest play, which is less than the number of strata.
    pub fn value_bits(&self) -> u32 {
        match (self.on_outcomes(), self.ruleset.splits()) {
            (true, _) => 1,
            (_, true) => 32,
            _ => (u64::BITS - self.ruleset.strata().leading_zeros()).min(32),
        }
    }

    /// The value of the empty sum: its mover cannot move, and so wins in misère play. Its Grundy value is 1 there.
    pub fn empty_sum(&self) -> u32 {
        u32::from(self.is_known() && self.play == Play::Misere)
    }
}
