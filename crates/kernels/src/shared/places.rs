//! Turning places on lines into values for the sink.

use crate::Task;
use crate::shared::blocks::{LONGEST_BLOCK, next_block};
use crate::shared::wavefront::Next;
use grundy_core::error::Error;
use grundy_core::ruleset::ValueClass;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{BitBlock, Flow, Outlet, State, Values};
use std::ops::Range;

/// How giving the rows of a layer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All rows were given.
    All,
    /// The sink asked to stop.
    Stopped,
    /// A value does not fit its line. All rows before it were given.
    Overflow,
}

/// Passes on rows in blocks that grow (`blocks.rs`).
pub struct GrowingBlocks<'s> {
    to: CountingSink<'s>,
    block: BitBlock,
    bytes: Vec<u8>,
    words: Vec<u32>,
}

/// The sink, and the number of rows it was given.
struct CountingSink<'s> {
    sink: &'s mut dyn Outlet,
    /// The rows given so far.
    rows: u64,
    /// The approximate number of rows in the next block.
    size: usize,
}

impl CountingSink<'_> {
    fn give(&mut self, values: Values<'_>) -> Result<Flow, Error> {
        if values.is_empty() {
            return Ok(Flow::Continue);
        }
        let flow = self.sink.block(self.rows, values)?;
        self.rows += values.len() as u64;
        self.size = next_block(self.rows, LONGEST_BLOCK);
        Ok(flow)
    }
}

impl<'s> GrowingBlocks<'s> {
    pub fn new(sink: &'s mut dyn Outlet, given: u64) -> Self {
        let to = CountingSink { sink, rows: given, size: next_block(0, LONGEST_BLOCK) };
        Self { to, block: BitBlock::default(), bytes: Vec::new(), words: Vec::new() }
    }

    pub fn given(&self) -> u64 {
        self.to.rows
    }

    /// What follows a layer whose giving ended in this way.
    pub fn next(&self, task: &Task<'_>, ended: Ended) -> Next {
        task.control.progress(self.to.rows);
        match ended {
            Ended::All if self.to.sink.wants_checkpoint() => Next::Begun,
            Ended::All => Next::All,
            Ended::Stopped | Ended::Overflow => Next::Stop,
        }
    }

    pub fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        self.to.sink.checkpoint(kernel)
    }

    /// Gives the rows of a layer that have not been given yet.
    pub fn layer(&mut self, task: &Task<'_>, layer: u64, places: &[u16]) -> Result<Ended, Error> {
        match task.value.class {
            ValueClass::Outcome => self.outcomes(task, layer, places),
            ValueClass::Mex | ValueClass::Length { .. } | ValueClass::Loopy | ValueClass::Entailing => {
                self.values(task, layer * places.len() as u64, places, usize::MAX)
            }
        }
    }

    /// Gives lines of outcomes. Each line has at most one P-position, at its place; all others are N.
    fn outcomes(&mut self, task: &Task<'_>, layer: u64, places: &[u16]) -> Result<Ended, Error> {
        let side = task.ruleset.rows().sides().last().map_or(1, |&side| side as usize);
        let first = layer * (places.len() * side) as u64;
        self.bits(task, first, side, places.len(), |line, word| {
            let place = usize::from(places[line]).wrapping_sub(64 * word);
            !1u64.checked_shl(place.min(64) as u32).unwrap_or(0)
        })
    }

    /// Of `count` lines of outcomes from the row `first` on, gives those that have not been given yet. All lines have
    /// the same length. `word` computes one word of a line, with 1 for N.
    #[inline(always)]
    pub fn bits(
        &mut self,
        task: &Task<'_>,
        first: u64,
        length: usize,
        count: usize,
        word: impl Fn(usize, usize) -> u64,
    ) -> Result<Ended, Error> {
        let mut line = self.to.rows.saturating_sub(first) as usize / length;
        while line < count {
            task.control.check()?;
            let end = count.min(line + (self.to.size / length).max(1));
            self.block.clear();
            fast(BitLines { block: &mut self.block, length, lines: line..end, word: &word });
            if self.to.give(Values::Bits(self.block.bits()))? == Flow::Stop {
                return Ok(Ended::Stopped);
            }
            line = end;
        }
        Ok(Ended::All)
    }

    /// Gives Grundy values, which are the places themselves. A value must be less than `bits`.
    pub fn values(&mut self, task: &Task<'_>, first: u64, places: &[u16], bits: usize) -> Result<Ended, Error> {
        let mut rest = places.get(self.to.rows.saturating_sub(first) as usize..).unwrap_or_default();
        while !rest.is_empty() {
            task.control.check()?;
            let (now, later) = rest.split_at(self.to.size.min(rest.len()));
            rest = later;
            let largest = fast(BytePlaces { places: now, bytes: &mut self.bytes });
            let fits = |place: u16| usize::from(place) < bits;
            let fitting = if fits(largest) { None } else { now.iter().position(|&place| !fits(place)) };
            let fitting = fitting.unwrap_or(now.len());
            let values = if bits <= 256 || largest < 256 {
                Values::Bytes(&self.bytes[..fitting])
            } else {
                self.words.clear();
                self.words.extend(now[..fitting].iter().map(|&place| u32::from(place)));
                Values::Words(&self.words)
            };
            if self.to.give(values)? == Flow::Stop {
                return Ok(Ended::Stopped);
            }
            if fitting < now.len() {
                return Ok(Ended::Overflow);
            }
        }
        Ok(Ended::All)
    }
}

/// Several lines as bits, one after the other.
struct BitLines<'l, W> {
    block: &'l mut BitBlock,
    length: usize,
    lines: Range<usize>,
    word: &'l W,
}

impl<W: Fn(usize, usize) -> u64> Work for BitLines<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.block.extend_lines(self.length, self.lines, self.word);
    }
}

/// Writes the low bytes of places, and finds the largest place. The bytes are valid for places below 256.
struct BytePlaces<'n> {
    places: &'n [u16],
    bytes: &'n mut Vec<u8>,
}

impl Work for BytePlaces<'_> {
    type Output = u16;

    #[inline(always)]
    fn run(self) -> u16 {
        let BytePlaces { places, bytes } = self;
        bytes.resize(places.len(), 0);
        let bytes = &mut bytes[..places.len()];
        let mut largest = 0;
        for at in 0..places.len() {
            bytes[at] = places[at] as u8;
            largest = largest.max(places[at]);
        }
        largest
    }
}
