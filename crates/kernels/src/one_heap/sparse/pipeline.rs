//! The two halves of a fast form at work. One generates values ahead in another thread. Meanwhile the other verifies
//! the values generated before, and passes on those that hold.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::extras::Extras;
use crate::one_heap::sparse::facts::{Facts, MOST_NEAR};
use crate::one_heap::sparse::judge::{Pending, SplitVerdict, judge};
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::wide::planes::{BLOCK, PLANES};
use crate::shared::width::Width;
use grundy_core::error::Error;
use grundy_core::stream::Flow;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Called when the record has gained values.
pub(crate) type HandOn<'h, C> = dyn FnMut(&Facts, &Record<C>) -> Result<Flow, Error> + 'h;

/// The state of a form apart from the values and the facts. With it, a resumed run forms the same blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FormPace {
    /// `ahead` positions are generated but not verified. The next chunk has `length` positions. The form has this
    /// room for values.
    Ahead { ahead: u64, length: u64, room: Capacity },
    /// `done` positions of a block are settled. The form has this many planes, and was made after `made` values.
    ValueByValue { done: usize, planes: usize, made: u64 },
}

impl FormPace {
    /// Whether it is possible after the first n values.
    pub fn is_within(self, n: u64) -> bool {
        match self {
            FormPace::Ahead { room: Capacity::Lanes(lanes), .. } => matches!(lanes, 16 | 32 | 64),
            FormPace::Ahead { room: Capacity::Planes(planes), .. } => (1..=PLANES).contains(&(planes as usize)),
            // The form is used until there are twice as many values as when it was made.
            FormPace::ValueByValue { done, planes, made } => {
                done <= BLOCK && (1..=PLANES).contains(&planes) && made <= n && n <= 2 * MOST_NEAR as u64
            }
        }
    }
}

/// A fast way to continue from the end of a record.
pub(crate) trait FastForm<C> {
    /// A description for notes.
    fn name(&self) -> String;

    /// Its state apart from the record.
    fn pace(&self) -> FormPace;

    /// Takes over the state of a stopped form of the same kind.
    fn set_pace(&mut self, pace: FormPace);

    /// Whether a form of another kind may replace it now.
    fn yields(&self) -> bool {
        false
    }

    /// Continues after a rare value that has just joined the record, if that is less work than making a new form. The
    /// classes must not have changed.
    fn go_on(&mut self, facts: &Facts, record: &Record<C>) -> bool;

    /// Appends some values to the record, at most about `most`, and passes them on. The form works ahead; the verdict
    /// is about the values in the record.
    fn advance(
        &mut self,
        facts: &mut Facts,
        record: &mut Record<C>,
        most: u64,
        hand_on: &mut HandOn<'_, C>,
    ) -> Result<(SplitVerdict, Flow), Error>;
}

/// The half that computes the first missing common value of successive positions.
pub(crate) trait Generate: Send {
    /// Values that are generated together.
    type Chunk: Default + Send + Sync;

    /// The number of positions is a multiple of this.
    const BLOCK: u64;

    fn name(&self) -> String;

    fn room(&self) -> Capacity;

    /// The length of the longest chunk.
    fn longest(&self) -> u64;

    /// Replaces the content of the chunk by the next `count` positions, which begin at n. `extras` are options in
    /// addition to those of the near pairs.
    fn chunk(&mut self, n: u64, count: usize, extras: &Extras, into: &mut Self::Chunk);

    /// Takes back the positions from n on. Position n - 1 is rare and gives these pairs. Returns false if it cannot.
    fn go_on(&mut self, _n: u64, _pairs: &[(u64, u32)]) -> bool {
        false
    }
}

/// The half that puts values into the record and determines the open questions: which smaller rare values have not
/// been recognised as values of options.
pub(crate) trait Verify<C, G: Generate> {
    fn chunk(&mut self, from: u64, chunk: &G::Chunk, record: &mut Record<C>) -> OpenQuestions;

    /// Takes back the positions after the record, whose last position is rare. Returns whether this was possible.
    fn go_on(&mut self, _facts: &Facts, _record: &Record<C>) -> bool {
        false
    }
}

/// The open questions, and which parts settled the others.
#[derive(Default)]
pub(crate) struct OpenQuestions {
    pub pending: Vec<Pending>,
    /// For each part (or upper bound on parts) by which splits with small parts settled questions: the last such
    /// position, and the part.
    pub searched: SmallVec<[(u64, u64); 4]>,
}

impl OpenQuestions {
    /// Records that a split with a part of at most `part` settled a question about n.
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
    /// How many positions are generated but not verified, and their values.
    ahead: u64,
    waiting: G::Chunk,
    /// An old chunk, to be filled again, because fresh memory costs more than the work.
    spare: G::Chunk,
    lengths: Lengths,
}

/// How many positions are generated at once. The number grows.
struct Lengths {
    /// The length of every chunk is a multiple of this.
    block: u64,
    /// The maximum length.
    longest: u64,
    /// The length of the next chunk.
    next: u64,
    /// After resuming: the length of the chunk that had been generated.
    first: Option<u64>,
}

impl Lengths {
    fn new(block: u64, longest: u64) -> Self {
        Self { block, longest, next: block, first: None }
    }

    /// Continues a form that was stopped when a chunk of `ahead` positions had been generated.
    fn resume(&mut self, ahead: u64, next: u64) {
        self.first = Some(ahead.min(self.longest)).filter(|&ahead| ahead > 0);
        self.next = next.clamp(self.block, self.longest);
    }

    /// The length of the next chunk: no more blocks than `left` positions need, and no more than `distant`, so that
    /// distant pairs look back at known values.
    fn next(&mut self, left: u64, distant: Option<u64>) -> u64 {
        let wanted = left.min(self.first.take().unwrap_or(self.next));
        wanted.min(distant.unwrap_or(u64::MAX) - self.block).next_multiple_of(self.block)
    }

    /// Makes later chunks longer, after a chunk that held.
    fn grow(&mut self) {
        self.next = (self.next * 2).min(self.longest);
    }
}

impl<G: Generate, V> Pipeline<G, V> {
    pub fn new(generator: G, verifier: V) -> Self {
        let (waiting, spare) = (G::Chunk::default(), G::Chunk::default());
        let lengths = Lengths::new(G::BLOCK, generator.longest());
        Self { generator, verifier, ahead: 0, waiting, spare, lengths }
    }

    /// Separates the halves.
    #[cfg(test)]
    pub fn into_halves(self) -> (G, V) {
        (self.generator, self.verifier)
    }
}

impl<C: Width, G: Generate, V: Verify<C, G>> FastForm<C> for Pipeline<G, V> {
    fn name(&self) -> String {
        self.generator.name()
    }

    fn pace(&self) -> FormPace {
        FormPace::Ahead { ahead: self.ahead, length: self.lengths.next, room: self.generator.room() }
    }

    fn set_pace(&mut self, pace: FormPace) {
        if let FormPace::Ahead { ahead, length, .. } = pace {
            self.lengths.resume(ahead, length);
        }
    }

    fn go_on(&mut self, facts: &Facts, record: &Record<C>) -> bool {
        let pairs = facts.last_pairs();
        let near = pairs.iter().all(|&(s, _)| s <= facts.near);
        if !near || !self.verifier.go_on(facts, record) || !self.generator.go_on(record.len(), &pairs) {
            return false;
        }
        (self.ahead, self.lengths) = (0, Lengths::new(G::BLOCK, self.generator.longest()));
        self.waiting = G::Chunk::default();
        true
    }

    fn advance(
        &mut self,
        facts: &mut Facts,
        record: &mut Record<C>,
        most: u64,
        hand_on: &mut HandOn<'_, C>,
    ) -> Result<(SplitVerdict, Flow), Error> {
        let Self { generator, verifier, waiting, spare, .. } = self;
        let from = record.len();
        let next = from + self.ahead;
        let wanted = self.lengths.next(most.saturating_sub(self.ahead), facts.half_distant());
        let extras = facts.extras(record, next, wanted)?;
        let result = rayon::in_place_scope(|scope| {
            scope.spawn(|_| generator.chunk(next, wanted as usize, &extras, spare));
            let opened = verifier.chunk(from, waiting, record);
            opened.searched.iter().for_each(|&(n, part)| facts.note(n, part));
            let verdict = judge(facts, record, from, &opened.pending)?;
            let flow = hand_on(facts, record)?;
            Ok::<_, Error>((verdict, flow))
        })?;
        if result.0 == SplitVerdict::Fine && record.len() > from {
            self.lengths.grow();
        }
        self.ahead = wanted;
        std::mem::swap(&mut self.waiting, &mut self.spare);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chunks of a form until all of `rows` are generated and verified. The form is stopped after `stop` chunks.
    fn chunks(rows: u64, distant: Option<u64>, mut stop: usize) -> Vec<u64> {
        let (mut lengths, mut ahead, mut known) = (Lengths::new(32, 1 << 10), 0, 0);
        let mut chunks = Vec::new();
        while known < rows {
            if chunks.len() == stop {
                stop = usize::MAX;
                // What was generated and not verified is generated again, as one chunk.
                let next = lengths.next;
                lengths = Lengths::new(32, 1 << 10);
                lengths.resume(ahead, next);
                assert_eq!(chunks.pop(), Some(ahead).filter(|&ahead| ahead > 0));
                ahead = 0;
            }
            let wanted = lengths.next((rows - known).saturating_sub(ahead), distant);
            if ahead > 0 {
                lengths.grow();
            }
            (known, ahead) = (known + ahead, wanted);
            chunks.push(wanted);
        }
        chunks
    }

    #[test]
    fn chunks_grow_and_end_with_the_rows() {
        assert_eq!(chunks(200, None, usize::MAX), [32, 32, 64, 96, 0]);
        let long = chunks(100_000, None, usize::MAX);
        assert_eq!(long[..8], [32, 32, 64, 128, 256, 512, 1024, 1024]);
        assert_eq!(long.iter().sum::<u64>(), 100_000);
        assert!(chunks(100_000, Some(200), usize::MAX).iter().all(|&chunk| chunk <= 192 && chunk % 32 == 0));
    }

    #[test]
    fn a_stopped_form_goes_on_with_the_same_chunks() {
        for (rows, distant) in [(200, None), (9999, None), (100_000, Some(500))] {
            let whole = chunks(rows, distant, usize::MAX);
            for stop in 1..whole.len() {
                assert_eq!(chunks(rows, distant, stop), whole, "{rows} rows, stopped after {stop} chunks");
            }
        }
    }
}
