//! The two halves of a fast form at work: one generates values ahead in another thread while
//! the other verifies what was generated before, and hands on what holds.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::{Extras, Facts, Pending, Verdict, judge};
use crate::one_heap::sparse::model::width::Width;
use grundy_core::error::Error;
use grundy_core::stream::Flow;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Told of the values that the record has gained.
pub(crate) type HandOn<'h, C> = dyn FnMut(&Facts, &Record<C>) -> Result<Flow, Error> + 'h;

/// Where a form stands: what a run that was stopped must know, beside the values and the facts, so
/// that the same positions come at once.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Pace {
    /// So many positions are generated, but not verified, so many are generated at once, and the form
    /// has this room for values.
    Ahead { ahead: u64, length: u64, room: Room },
    /// So many positions of a block are settled, by so many planes, since there were so many values.
    ValueByValue { done: usize, planes: usize, made: u64 },
}

/// How many common values a form that works ahead has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Room {
    /// One-hot in lanes of so many bits: 16, 32 or 64.
    Lanes(u32),
    /// In so many planes of bytes.
    Planes(u32),
}

/// A fast way to go on from the end of a record.
pub(crate) trait Form<C> {
    /// What it is, for notes.
    fn name(&self) -> String;

    /// Where it stands beside the record.
    fn pace(&self) -> Pace;

    /// Takes up the pace of a form of its kind that was stopped.
    fn set_pace(&mut self, pace: Pace);

    /// Whether a form of another kind may take its place now.
    fn yields(&self) -> bool {
        false
    }

    /// Goes on behind a rare value that has just joined the record, if that is less work than a
    /// new form; the classes are the same.
    fn go_on(&mut self, facts: &Facts, record: &Record<C>) -> bool;

    /// Appends some values to the record, at most about `most`, and hands them on. It works
    /// ahead: the verdict speaks of what is in the record.
    fn advance(
        &mut self,
        facts: &mut Facts,
        record: &mut Record<C>,
        most: u64,
        hand_on: &mut HandOn<'_, C>,
    ) -> Result<(Verdict, Flow), Error>;
}

/// The half that computes the first missing common value of position after position.
pub(crate) trait Generate: Send {
    /// Values that come together.
    type Chunk: Default + Send + Sync;

    /// Positions come in multiples of this.
    const BLOCK: u64;

    fn name(&self) -> String;

    fn room(&self) -> Room;

    /// The longest chunk.
    fn longest(&self) -> u64;

    /// Puts the next `count` positions, the first of them n, in place of what is in the chunk.
    /// `extras` are options beside those of the near pairs.
    fn chunk(&mut self, n: u64, count: usize, extras: &Extras, into: &mut Self::Chunk);

    /// Takes back the positions from n on, of which n - 1 is rare and gives these pairs; whether
    /// it could.
    fn go_on(&mut self, _n: u64, _pairs: &[(u64, u32)]) -> bool {
        false
    }
}

/// The half that puts values into the record and says what is open about them: which rare
/// values below them are not seen to be those of options.
pub(crate) trait Verify<C, G: Generate> {
    fn chunk(&mut self, from: u64, chunk: &G::Chunk, record: &mut Record<C>) -> Opened;

    /// Takes back the positions behind the record, whose last one is rare; whether it could.
    fn go_on(&mut self, _facts: &Facts, _record: &Record<C>) -> bool {
        false
    }
}

/// What is open, and what it took to leave no more.
#[derive(Default)]
pub(crate) struct Opened {
    pub pending: Vec<Pending>,
    /// For each part by which splits with small parts settled questions (or a bound of these
    /// parts): the last such position, and the part.
    pub searched: SmallVec<[(u64, u64); 4]>,
}

impl Opened {
    /// Notes that a split with a part of at most `part` settled a question about n.
    pub fn note(&mut self, n: u64, part: u64) {
        match self.searched.iter_mut().find(|known| known.1 == part) {
            Some(known) => known.0 = known.0.max(n),
            None => self.searched.push((n, part)),
        }
    }
}

/// Both halves, and the chunk between them.
pub(crate) struct Pipeline<G: Generate, V> {
    generator: G,
    verifier: V,
    /// Generated, not yet verified: how many positions, and their values.
    ahead: u64,
    waiting: G::Chunk,
    /// An old chunk, to be filled again: fresh memory costs more than the work.
    spare: G::Chunk,
    /// How many positions are generated at once; more and more of them.
    length: u64,
    /// The first chunk, where a stopped form goes on.
    first: Option<u64>,
}

impl<G: Generate, V> Pipeline<G, V> {
    pub fn new(generator: G, verifier: V) -> Self {
        let (waiting, spare) = (G::Chunk::default(), G::Chunk::default());
        Self { generator, verifier, ahead: 0, waiting, spare, length: G::BLOCK, first: None }
    }
}

impl<C: Width, G: Generate, V: Verify<C, G>> Form<C> for Pipeline<G, V> {
    fn name(&self) -> String {
        self.generator.name()
    }

    fn pace(&self) -> Pace {
        Pace::Ahead { ahead: self.ahead, length: self.length, room: self.generator.room() }
    }

    fn set_pace(&mut self, pace: Pace) {
        if let Pace::Ahead { ahead, length, .. } = pace {
            self.first = Some(ahead).filter(|&ahead| ahead > 0);
            self.length = length.min(self.generator.longest());
        }
    }

    fn go_on(&mut self, facts: &Facts, record: &Record<C>) -> bool {
        let pairs = facts.last_pairs();
        let near = pairs.iter().all(|&(s, _)| s <= facts.near);
        if !near || !self.verifier.go_on(facts, record) || !self.generator.go_on(record.len(), &pairs) {
            return false;
        }
        (self.ahead, self.length, self.first) = (0, G::BLOCK, None);
        self.waiting = G::Chunk::default();
        true
    }

    fn advance(
        &mut self,
        facts: &mut Facts,
        record: &mut Record<C>,
        most: u64,
        hand_on: &mut HandOn<'_, C>,
    ) -> Result<(Verdict, Flow), Error> {
        let Self { generator, verifier, waiting, spare, .. } = self;
        let from = record.len();
        let next = from + self.ahead;
        let wanted = most.saturating_sub(self.ahead).min(self.first.take().unwrap_or(self.length));
        let wanted = wanted.min(facts.half_distant().unwrap_or(u64::MAX) - G::BLOCK).next_multiple_of(G::BLOCK);
        let extras = facts.extras(record, next, wanted)?;
        let result = rayon::in_place_scope(|scope| {
            scope.spawn(|_| generator.chunk(next, wanted as usize, &extras, spare));
            let opened = verifier.chunk(from, waiting, record);
            opened.searched.iter().for_each(|&(n, part)| facts.note(n, part));
            let verdict = judge(facts, record, from, &opened.pending)?;
            let flow = hand_on(facts, record)?;
            Ok::<_, Error>((verdict, flow))
        })?;
        if result.0 == Verdict::Fine && record.len() > from {
            self.length = (self.length * 2).min(self.generator.longest());
        }
        self.ahead = wanted;
        std::mem::swap(&mut self.waiting, &mut self.spare);
        Ok(result)
    }
}
