//! Regenerating values that were discarded.
//!
//! Idea: after the last rare position each value follows from the values before it, and what was verified once need
//! not be verified again. So from any stored window the generator alone gives the same values. Values within a stored
//! window are read from it. Cost: generating from the nearest earlier window to the values.

use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::period::again::{Again, again};
use crate::shared::width::Width;
use grundy_core::claim::Sequence;
use grundy_core::control::Control;
use grundy_core::error::Error;
use std::sync::Arc;

/// How many values are generated at once.
const CHUNK: usize = 1 << 16;

/// The stored part of a sequence: its first values, and later windows.
pub(crate) struct Known<C> {
    pub facts: Facts,
    /// The values of 0, 1, ..., beyond the last rare position and what it gives by plain moves.
    pub head: Vec<C>,
    /// Positions after the head and the last rare position, in order, each with the values before it.
    pub starts: Vec<(u64, Vec<u16>)>,
    /// Whether the head contains all values.
    pub complete: bool,
}

impl<C: Width> Known<C> {
    /// Positions before n from which values can be read, in order; 0 stands for the whole head.
    pub fn stops(&self, n: u64) -> Vec<u64> {
        let head = self.head.len() as u64;
        let mut stops = if self.complete { vec![0] } else { vec![0, head] };
        stops.extend(self.starts.iter().map(|&(start, _)| start));
        stops.retain(|&stop| stop < n);
        stops
    }

    /// A sequence that reads these values and regenerates those in between, using this room.
    pub fn sequence(self: &Arc<Self>, room: Capacity) -> Box<dyn Sequence> {
        Box::new(Replay { known: self.clone(), room, generator: None, from: 0, values: Vec::new() })
    }
}

/// A reader of the values.
struct Replay<C> {
    known: Arc<Known<C>>,
    room: Capacity,
    generator: Option<Box<dyn Again>>,
    /// The values of `from`, ... The generator continues after them.
    from: u64,
    values: Vec<u32>,
}

impl<C: Width> Replay<C> {
    /// Goes to the nearest place from which n can be reached, unless the reader is already there.
    fn seek(&mut self, n: u64) -> Result<(), Error> {
        let known = &self.known;
        let number = known.starts.partition_point(|&(start, _)| start <= n);
        let start = number.checked_sub(1).map(|number| &known.starts[number]);
        let from = start.map_or(known.head.len() as u64, |&(start, _)| start);
        if self.generator.is_some() && n >= self.from && from <= self.from + self.values.len() as u64 {
            return Ok(());
        }
        self.generator = match start {
            Some((_, window)) => again(&known.facts, self.room, from, &|back| {
                window.len().checked_sub(back).map(|at| u32::from(window[at]))
            }),
            None => again(&known.facts, self.room, from, &|back| {
                known.head.len().checked_sub(back).map(|at| known.head[at].into())
            }),
        };
        (self.from, self.values) = (from, Vec::new());
        let lost = || Error::Fault(format!("there is no room to generate the values after {from} again"));
        if self.generator.is_some() { Ok(()) } else { Err(lost()) }
    }

    /// The values from n on that a window contains, unless they have already been generated.
    fn kept(&self, n: u64) -> Option<&[u16]> {
        if n >= self.from && n < self.from + self.values.len() as u64 {
            return None;
        }
        let (end, window) = self.known.starts.get(self.known.starts.partition_point(|&(start, _)| start <= n))?;
        window.get(window.len().checked_sub((end - n) as usize)?..)
    }
}

impl<C: Width> Sequence for Replay<C> {
    fn read(&mut self, from: u64, into: &mut [u32], control: &Control<'_>) -> Result<(), Error> {
        let head = self.known.head.get(from as usize..).unwrap_or(&[]);
        let early = head.len().min(into.len());
        into.iter_mut().zip(head).for_each(|(into, &value)| *into = value.into());
        let (mut next, mut into) = (from + early as u64, &mut into[early..]);
        while !into.is_empty() {
            if let Some(values) = self.kept(next) {
                let count = values.len().min(into.len());
                into.iter_mut().zip(values).for_each(|(into, &value)| *into = value.into());
                (next, into) = (next + count as u64, &mut into[count..]);
                continue;
            }
            self.seek(next)?;
            let known = self.from + self.values.len() as u64;
            if next >= known {
                control.check()?;
                if let Some(generator) = &mut self.generator {
                    generator.values(known, CHUNK, &mut self.values);
                    self.from = known;
                }
                continue;
            }
            let values = &self.values[(next - self.from) as usize..];
            let count = values.len().min(into.len());
            into[..count].copy_from_slice(&values[..count]);
            (next, into) = (next + count as u64, &mut into[count..]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::testing::explored;
    use grundy_core::random::Random;

    #[test]
    fn what_is_generated_again_is_what_was() {
        let control = Control::free();
        let (facts, record) = explored("0.77", 2500);
        let values = record.parts().0;
        let settled = (facts.last_rare() + facts.moves.last) as usize;
        let head = settled + 400;
        assert!(facts.reach() < 300 && head < 900);
        let window = |n: usize| values[n - 300..n].iter().map(|&value| u16::from(value)).collect();
        let starts: Vec<(u64, Vec<u16>)> = [900, 1700].map(|n: usize| (n as u64, window(n))).into();
        let complete = Known { facts: facts.clone(), head: values.to_vec(), starts: Vec::new(), complete: true };
        let known = Known { facts, head: values[..head].to_vec(), starts, complete: false };
        assert_eq!(complete.stops(2000), [0]);
        assert_eq!(known.stops(2000), [0, head as u64, 900, 1700]);
        assert_eq!(known.stops(1700), [0, head as u64, 900]);
        let mut random = Random(11);
        let known = Arc::new(known);
        for room in
            [Capacity::Lanes(16), Capacity::Lanes(32), Capacity::Lanes(64), Capacity::Planes(3), Capacity::Planes(40)]
        {
            let mut sequence = known.sequence(room);
            // Forwards and backwards, in pieces and in one go.
            let more: Vec<u64> = (0..30).map(|_| random.below(2400)).collect();
            for from in [0, 2400, 1600, 1699, 1700, 10, 880].into_iter().chain(more) {
                let mut into = vec![0; 1 + random.below(2500 - from) as usize];
                sequence.read(from, &mut into, &control).unwrap();
                let expected = &values[from as usize..][..into.len()];
                assert!(into.iter().zip(expected).all(|(&read, &value)| read == value.into()), "{room:?}, {from}");
            }
        }
    }
}
