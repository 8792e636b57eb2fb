//! Kernels: the algorithms that compute values, and how one is chosen.
//!
//! A kernel reads a [`Task`] and streams values, row by row, into a [`Sink`]. It never
//! prints, reads configs or opens files.

mod bits;
mod building_nim;
mod chomp;
mod faces;
mod greedy;
mod heaps;
mod lanes;
mod oracle;
mod places;
mod prime_powers;
mod rays_table;
mod sieve;
pub(crate) mod simd;
mod sparse;
mod squarefree_powers;
mod steps_table;
mod strata;
mod subtraction;
mod take_and_break;
mod wavefront;

pub use bits::Bits;
pub use building_nim::BuildingNim;
pub use chomp::Chomp;
pub use faces::{FacesOutcomes, FacesValues};
pub use greedy::Greedy;
pub use heaps::Heaps;
pub use oracle::{Oracle, values_of};
pub use prime_powers::PrimePowers;
pub use rays_table::RaysTable;
pub use simd::Vectors;
pub use sparse::{Dense, SparseSpace};
pub(crate) use sparse::{MaskOf, mask_of, sparse_space};
pub use squarefree_powers::SquarefreePowers;
pub use steps_table::StepsTable;
pub use strata::Strata;
pub use subtraction::{SubtractionAutomaton, SubtractionSteps};
pub use take_and_break::TakeAndBreakKernel;

use crate::bytes::Bytes;
use crate::checkpoint::{Kept, State, StateReader};
use crate::claim::Claim;
use crate::claim::{Sequence, Sparse};
use crate::control::Control;
use crate::error::Error;
use crate::ruleset::{Play, Ruleset, Setup, Value};
use std::fmt;

/// An algorithm that computes the asked values of some games.
pub trait Kernel: Send + Sync {
    /// The name, as in `kernel = "..."` and in the manifest.
    fn name(&self) -> &'static str;

    /// What it does, in a line for `grundy list`.
    fn summary(&self) -> &'static str;

    /// Whether it can compute this task.
    fn supports(&self, task: &Task<'_>) -> bool;

    /// Whether it asks for positions, beyond the rows and the view. One that does not
    /// computes outcomes only: the width of Grundy values is known from the strata.
    fn walks(&self) -> bool {
        true
    }

    /// The most memory it will use.
    fn needs(&self, task: &Task<'_>) -> Bytes;

    /// Bits that surely hold every value it gives; fewer than the strata tell, where it knows better.
    fn value_bits(&self, task: &Task<'_>) -> u32 {
        task.value_bits()
    }

    /// Whether a sink may stop it once a period is proved, so that the other values follow
    /// from a theorem.
    fn trusts_theorems(&self) -> bool {
        true
    }

    /// Computes the asked values and gives them to the sink, in the order of the rows.
    ///
    /// # Errors
    /// Whatever the sink reports, and [`Error::Interrupted`] when the control says so.
    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error>;
}

/// What a kernel has to say at the end, beside the values.
#[derive(Debug, Default)]
pub struct Solution {
    /// What the reader of the manifest should know: forms used, fall-backs.
    pub notes: Vec<String>,
    /// A period that the kernel proved; the rows it did not give follow from it.
    pub proof: Option<Proof>,
}

/// A period that a kernel proved by what it knows about the game's structure.
pub struct Proof {
    /// The claim, with its theorem.
    pub claim: Claim,
    /// What the theorem speaks about.
    pub sparse: Sparse,
    /// The values, at least to the end of what the proof uses.
    pub values: Box<dyn Sequence>,
    /// The rows given.
    pub given: u64,
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("claim", &self.claim).field("given", &self.given).finish_non_exhaustive()
    }
}

/// Every kernel, the first that supports a task is the one `auto` takes.
pub static KERNELS: &[&dyn Kernel] = &[
    &SparseSpace,
    &Dense,
    &TakeAndBreakKernel,
    &SubtractionAutomaton,
    &SubtractionSteps,
    &FacesOutcomes,
    &FacesValues,
    &Heaps,
    &Greedy,
    &PrimePowers,
    &SquarefreePowers,
    &RaysTable,
    &StepsTable,
    &BuildingNim,
    &Chomp,
    &Strata,
    &Oracle,
];

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
    /// The values of a window that may come again, at least.
    pub window: usize,
    /// The bytes that such windows may take.
    pub windows: usize,
    /// The values of a sample by which is decided where windows are compared.
    pub sample: u64,
    /// How many values are kept of either end of a sequence, however little memory there is: some
    /// thousands, as forms of the sparse kernel look back at an eighth of them.
    pub kept: usize,
    /// Where a sparse space is looked for first.
    pub first_look: u64,
}

impl Default for Scale {
    fn default() -> Self {
        Self { small: 1 << 24, window: 1 << 14, windows: 64 << 20, sample: 1 << 16, kept: 1 << 16, first_look: 2048 }
    }
}

impl<'a> Task<'a> {
    /// The task of all values of a game, from the first one on.
    pub fn new(ruleset: &'a dyn Ruleset, play: Play, value: Value, memory: Bytes, control: &'a Control<'a>) -> Self {
        Self { ruleset, play, value, memory, control, kept: None, scale: Scale::default() }
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
        self.value == Value::Outcome && !self.ruleset.splits()
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

    /// The value of the empty sum: its mover cannot move, and so wins in misère play.
    pub fn empty_sum(&self) -> u32 {
        u32::from(self.on_outcomes() && self.play == Play::Misere)
    }
}

/// A block of consecutive values on its way to the sinks.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Values<'a> {
    /// One byte a value.
    Bytes(&'a [u8]),
    /// Four bytes a value.
    Words(&'a [u32]),
    /// A bit a value: outcomes.
    Bits(Bits<'a>),
}

impl<'a> Values<'a> {
    /// How many values.
    pub fn len(self) -> usize {
        match self {
            Values::Bytes(values) => values.len(),
            Values::Words(values) => values.len(),
            Values::Bits(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The values as 32-bit words; `buffer` is used where they are held otherwise.
    pub fn words<'b>(self, buffer: &'b mut Vec<u32>) -> &'b [u32]
    where
        'a: 'b,
    {
        match self {
            Values::Words(values) => values,
            Values::Bytes(values) => {
                buffer.clear();
                buffer.extend(values.iter().map(|&value| u32::from(value)));
                buffer
            }
            Values::Bits(values) => {
                buffer.clear();
                buffer.extend(values.iter());
                buffer
            }
        }
    }

    /// Where the zeros are.
    pub fn zeros(self) -> Vec<usize> {
        match self {
            Values::Bytes(values) => (0..values.len()).filter(|&place| values[place] == 0).collect(),
            Values::Words(values) => (0..values.len()).filter(|&place| values[place] == 0).collect(),
            Values::Bits(values) => values.zeros().collect(),
        }
    }
}

/// What a sink wants next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// More values.
    Continue,
    /// No more values are needed from the kernel.
    Stop,
}

/// Receives the values of consecutive rows.
pub trait Sink {
    /// Takes the values of the rows from `first` on. Blocks come in order, without gaps.
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error>;

    /// Whether the sink can take a periodic rest at once, by [`Sink::periodic`].
    fn takes_periodic(&self) -> bool {
        false
    }

    /// Whether a checkpoint would be welcome: asked by kernels that work ahead of what they give, which
    /// then give what they have begun and come to one.
    fn wants_checkpoint(&self) -> bool {
        false
    }

    /// The kernel stands between two blocks, every row so far given, and could go on from
    /// the state it describes: the moment for a checkpoint.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the run ends here, its state kept; [`Error::Io`].
    fn checkpoint(&mut self, _kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        Ok(())
    }

    /// Adds what the sink itself has to remember.
    fn save(&mut self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Takes up what it saved; none if that is not its own.
    fn load(&mut self, _state: &mut StateReader<'_>) -> Option<()> {
        Some(())
    }

    /// Takes the rows from `first` to `rows`, which repeat the values of `cycle` for ever.
    fn periodic(&mut self, _first: u64, _cycle: &[u32], _rows: u64) {}
}

/// Several sinks that all receive everything; Stop as soon as one says so.
pub struct Fan<'s>(pub Vec<&'s mut dyn Sink>);

impl Sink for Fan<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let mut flow = Flow::Continue;
        for sink in &mut self.0 {
            if sink.block(first, values)? == Flow::Stop {
                flow = Flow::Stop;
            }
        }
        Ok(flow)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|sink| sink.save(state))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.0.iter_mut().try_for_each(|sink| sink.load(state))
    }

    fn takes_periodic(&self) -> bool {
        self.0.iter().all(|sink| sink.takes_periodic())
    }

    fn periodic(&mut self, first: u64, cycle: &[u32], rows: u64) {
        self.0.iter_mut().for_each(|sink| sink.periodic(first, cycle, rows));
    }
}

/// Collects every value.
impl Sink for Vec<u32> {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.extend_from_slice(values.words(&mut Vec::new()));
        Ok(Flow::Continue)
    }
}

/// The kernel for a task: the named one, or the first that supports it. If it needs the
/// positions of the game, they are found.
///
/// # Errors
/// [`Error::Usage`] if there is no kernel of that name or it does not support the task; those
/// of [`Ruleset::enumerate`].
pub fn choose(name: Option<&str>, task: &Task<'_>) -> Result<&'static dyn Kernel, Error> {
    let supporting = || KERNELS.iter().copied().filter(|kernel| kernel.supports(task));
    let names = || supporting().map(|kernel| format!("`{}`", kernel.name())).collect::<Vec<_>>().join(", ");
    let kernel = match name {
        None => supporting().next().ok_or_else(|| Error::Usage("no kernel supports this game".to_string())),
        Some(name) => supporting().find(|kernel| kernel.name() == name).ok_or_else(|| {
            Error::Usage(format!("kernel `{name}` does not support this job; those that do: `auto`, {}", names()))
        }),
    }?;
    if kernel.walks() {
        task.ruleset.enumerate(Setup { memory: task.memory, control: task.control, play: task.play })?;
    }
    Ok(kernel)
}

/// Collects single values and hands them on in blocks that grow from 64 to 65,536 rows, so
/// that a sink can stop a short run early and a long one costs few calls.
///
/// Where outcomes are asked for and Grundy values come, it projects them: 0 is P.
pub(crate) struct Emitter<'s> {
    sink: &'s mut dyn Sink,
    project: bool,
    first: u64,
    block: Vec<u32>,
    limit: usize,
}

impl<'s> Emitter<'s> {
    pub(crate) fn new(task: &Task<'_>, sink: &'s mut dyn Sink) -> Self {
        Self::from(task, sink, 0)
    }

    /// An emitter whose next row is `first`.
    pub(crate) fn from(task: &Task<'_>, sink: &'s mut dyn Sink, first: u64) -> Self {
        Self { sink, project: task.value == Value::Outcome, first, block: Vec::new(), limit: 64 }
    }

    /// Gives what is left and offers a checkpoint.
    pub(crate) fn checkpoint(
        &mut self,
        kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>,
    ) -> Result<Flow, Error> {
        let flow = self.flush()?;
        self.sink.checkpoint(kernel)?;
        Ok(flow)
    }

    /// The next row to be given.
    pub(crate) fn next_row(&self) -> u64 {
        self.first + self.block.len() as u64
    }

    #[inline]
    pub(crate) fn push(&mut self, value: u32) -> Result<Flow, Error> {
        self.block.push(if self.project { value.min(1) } else { value });
        if self.block.len() < self.limit { Ok(Flow::Continue) } else { self.flush() }
    }

    pub(crate) fn flush(&mut self) -> Result<Flow, Error> {
        if self.block.is_empty() {
            return Ok(Flow::Continue);
        }
        let flow = self.sink.block(self.first, Values::Words(&self.block))?;
        self.first += self.block.len() as u64;
        self.block.clear();
        self.limit = (self.first as usize / 4).clamp(64, 1 << 16);
        Ok(flow)
    }
}
