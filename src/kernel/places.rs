//! Places on lines become values and go to the sink.

use super::{Flow, Sink, Task, Values};
use crate::checkpoint::State;
use crate::error::Error;
use crate::ruleset::Value;

/// The largest block, in rows.
const BLOCK: usize = 1 << 16;

/// How much of a layer was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// The sink wants no more.
    Stopped,
    /// All rows before the first whose value does not fit its line.
    Overflow,
}

/// Hands on rows in blocks that grow, so that a sink can stop a short run early.
pub(super) struct Out<'s> {
    sink: &'s mut dyn Sink,
    /// The rows given so far.
    given: u64,
    /// The rows of the next block, about.
    size: usize,
    bytes: Vec<u8>,
    words: Vec<u32>,
}

impl<'s> Out<'s> {
    pub fn new(task: &Task<'_>, sink: &'s mut dyn Sink, given: u64) -> Self {
        let size = task.ruleset.rows().len().min(64) as usize;
        Self { sink, given, size, bytes: Vec::new(), words: Vec::new() }
    }

    pub fn given(&self) -> u64 {
        self.given
    }

    pub fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
        self.sink.checkpoint(kernel)
    }

    /// Gives the rows of a layer that are not given yet.
    pub fn layer(&mut self, task: &Task<'_>, layer: u64, places: &[u16], bits: usize) -> Result<Part, Error> {
        match task.value {
            Value::Outcome => self.outcomes(task, places),
            Value::Grundy => self.values(task, layer * places.len() as u64, places, bits),
        }
    }

    /// Lines of outcomes: all N but one.
    fn outcomes(&mut self, task: &Task<'_>, places: &[u16]) -> Result<Part, Error> {
        let side = task.ruleset.rows().sides().last().map_or(1, |&side| side as usize);
        let mut rest = places;
        while !rest.is_empty() {
            task.control.check()?;
            let (now, later) = rest.split_at((self.size / side).clamp(1, rest.len()));
            rest = later;
            self.bytes.clear();
            self.bytes.resize(now.len() * side, 1);
            for (line, &place) in self.bytes.chunks_exact_mut(side).zip(now) {
                if let Some(value) = line.get_mut(place as usize) {
                    *value = 0;
                }
            }
            if self.give()? == Flow::Stop {
                return Ok(Part::Stopped);
            }
        }
        Ok(Part::All)
    }

    /// Grundy values are the places themselves.
    pub fn values(&mut self, task: &Task<'_>, first: u64, places: &[u16], bits: usize) -> Result<Part, Error> {
        let mut rest = places.get(self.given.saturating_sub(first) as usize..).unwrap_or_default();
        while !rest.is_empty() {
            task.control.check()?;
            let (now, later) = rest.split_at(self.size.min(rest.len()));
            rest = later;
            let fitting = now.iter().position(|&place| usize::from(place) == bits).unwrap_or(now.len());
            self.bytes.clear();
            self.words.clear();
            if bits <= 256 {
                self.bytes.extend(now[..fitting].iter().map(|&place| place as u8));
            } else {
                self.words.extend(now[..fitting].iter().map(|&place| u32::from(place)));
            }
            if self.give()? == Flow::Stop {
                return Ok(Part::Stopped);
            }
            if fitting < now.len() {
                return Ok(Part::Overflow);
            }
        }
        Ok(Part::All)
    }

    fn give(&mut self) -> Result<Flow, Error> {
        let values = if self.words.is_empty() { Values::Bytes(&self.bytes) } else { Values::Words(&self.words) };
        if values.is_empty() {
            return Ok(Flow::Continue);
        }
        let flow = self.sink.block(self.given, values)?;
        self.given += values.len() as u64;
        self.size = (self.given as usize / 4).clamp(64, BLOCK);
        Ok(flow)
    }
}
