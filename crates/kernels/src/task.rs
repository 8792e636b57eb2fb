//! Tasks: what a kernel is to compute, and within which limits.

use grundy_core::bytes::Bytes;
use grundy_core::claim::Spacing;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::limits::value_too_large;
use grundy_core::ruleset::{Convention, Play, Ruleset, Setup, Value, ValueClass};
use grundy_core::stream::{Kept, StateReader};
use grundy_core::structure::Structure;

/// What is to be computed.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The game, restricted to the requested range.
    pub ruleset: &'a dyn Ruleset,
    /// Normal or misère play.
    pub play: Play,
    /// Grundy values, outcomes or lengths of plays.
    pub value: Value,
    /// The memory limit of the job.
    pub memory: Bytes,
    /// The memory limit for stored options ([`Setup::options`]).
    pub options: Bytes,
    /// How the kernel is cancelled and reports progress.
    pub control: &'a Control<'a>,
    /// The state saved by a stopped run of the same kernel. The kernel resumes from it, or reports a misfit.
    pub kept: Option<&'a Kept>,
    /// The sizes at which long runs change their methods.
    pub scale: Scale,
}

/// The sizes at which long runs change their methods. No value and no claim depends on them, so tests make them small
/// to exercise these methods.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Up to this many values, a period is proved from the values alone, which every kernel can provide.
    pub small: u64,
    /// The spacing of the stored states of a long sequence. A proof can be checked segment by segment between them.
    pub segments: Spacing,
    /// The size of the samples that decide where the search for a period compares windows.
    pub sample: u64,
    /// How many values are kept of either end of a sequence, however little memory there is. This should be several
    /// thousand, because forms of the sparse kernel look back over an eighth of them.
    pub kept: usize,
    /// The number of values after which a sparse space is first looked for.
    pub first_look: u64,
    /// If more than one value in this many is rare, marking all splits is faster than using rare values.
    pub crowded: u64,
    /// The last components of a sum are joined beforehand into runs of at most this many rows. The longest block of a
    /// sum has four times as many.
    pub joined: u64,
    /// After this many rows of a game of several kinds of heaps, the periods are tested for the first time.
    pub kinds_look: u64,
    /// The same if moves leave three parts or more. Their options are many, so a test costs little.
    pub many_parts_look: u64,
    /// At least this many of the options of a game of several kinds of heaps that are looked at together are marked.
    /// Further ones are searched for single values.
    pub marked: usize,
    /// With at least this many splits of the positions of one size, a sparse space of several kinds is looked for.
    pub kinds_options: u64,
    /// If the splits with a rare part, times this number, are more than all splits, marking them is not faster.
    pub kinds_crowded: u64,
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
            kinds_look: 512,
            many_parts_look: 64,
            marked: 128,
            kinds_options: 1 << 14,
            kinds_crowded: 8,
        }
    }
}

impl<'a> Task<'a> {
    /// A task for all values of a game, without a saved state.
    pub fn new(ruleset: &'a dyn Ruleset, play: Play, value: Value, memory: Bytes, control: &'a Control<'a>) -> Self {
        Self { ruleset, play, value, memory, options: memory, control, kept: None, scale: Scale::default() }
    }

    /// The setup for enumerating the positions.
    pub fn setup(&self) -> Setup<'a> {
        let whole_sums = self.value.class.is_of_whole_sums(self.play);
        Setup { options: self.options, whole_sums, ..Setup::new(self.memory, self.control, self.play) }
    }

    /// The structure of type `T`, if the game has one.
    pub fn structure<T: Structure>(&self) -> Option<&'a T> {
        self.ruleset.structures().get()
    }

    /// Whether the game has a structure of type `T`.
    pub fn has<T: Structure>(&self) -> bool {
        self.structure::<T>().is_some()
    }

    /// The saved state as interpreted by `read`, or `None` if there is no saved state.
    ///
    /// # Errors
    /// [`Error::Unfit`] if it is not a state of this kernel and task.
    pub(crate) fn resume<T>(&self, read: impl FnOnce(&mut StateReader<'_>) -> Option<T>) -> Result<Option<T>, Error> {
        let Some(kept) = self.kept else { return Ok(None) };
        read(&mut kept.reader()).map(Some).ok_or(Error::Unfit)
    }

    /// Whether outcomes can be computed with one bit each: they are requested, and no option is a sum of several
    /// positions. The outcome of such a sum does not follow from the outcomes of its components.
    pub fn on_outcomes(&self) -> bool {
        self.value == Value::OUTCOME && !self.ruleset.splits()
    }

    /// Whether values follow from the values of the positions in the options. In normal play they do, even if an
    /// option is a sum of positions. In misère play such a sum has no value that follows from its components, and never
    /// a length of a play.
    pub fn is_known(&self) -> bool {
        match self.ruleset.convention() {
            Convention::Plain => !self.value.class.is_of_whole_sums(self.play) || !self.ruleset.splits(),
            Convention::Blocking { .. } => self.value == Value::OUTCOME && self.play == Play::Normal,
            Convention::Loopy | Convention::Entailing => false,
        }
    }

    /// Refuses lengths of plays that may not fit into 32 bits. The positions must have been found.
    ///
    /// # Errors
    /// [`Error::Limit`].
    pub(crate) fn check_lengths(&self) -> Result<(), Error> {
        match self.value.class {
            ValueClass::Length { .. } if self.ruleset.strata() > u64::from(u32::MAX) => Err(value_too_large()),
            _ => Ok(()),
        }
    }

    /// A number of bits that is enough for every value. Without splits a value is at most the length of the longest
    /// play, which is less than the number of strata.
    pub fn value_bits(&self) -> u32 {
        match (self.on_outcomes(), self.ruleset.splits()) {
            (true, _) => 1,
            (_, true) => 32,
            _ => (u64::BITS - self.ruleset.strata().leading_zeros()).min(32),
        }
    }

    /// The value of the empty sum. Its mover cannot move; this wins in misère play, where the Grundy value is 1.
    pub fn empty_sum(&self) -> u32 {
        u32::from(self.is_known() && self.play == Play::Misere)
    }
}
