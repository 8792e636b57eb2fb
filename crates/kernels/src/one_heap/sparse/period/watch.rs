//! The period of a sparse game, found and proved while its values are computed.
//!
//! Idea: after the last rare position M, the W = k + M values before n determine all that follow (W is U in
//! `docs/theorems.md`). So the distance to the first return of such a window is the period. A short string of values,
//! the *needle*, is searched for in the stream. At some of its places the window before it is stored as a
//! *reference*. At every later place the window is compared with all references, beginning with the very next place,
//! so that the first return is not missed. A match is a proof (the certificate theorem, `docs/theorems.md`) as soon
//! as enough further values agree, namely as many as the witnesses look farther back.
//!
//! To find where the period begins, the values between the matched reference and the one before it are read again,
//! from memory or regenerated (`replay.rs`). `claim` has the last word, on the least period too. In addition, the
//! windows at the multiples of a power of two are stored, the *states*. Values are regenerated from them, and
//! certificates consist of them.
//!
//! Cost: one string search over the values. Memory: up to a thousand windows of W values.

use crate::Scale;
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::room::Capacity;
use crate::one_heap::sparse::period::replay::Known;
use crate::shared::width::Width;
use grundy_core::claim::{Candidate, Claim, Refusal, SegmentState, Sequence, Sparse, Theorem};
use grundy_core::control::Control;
use grundy_core::error::Error;
use memchr::memmem;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// The possible lengths of a needle.
const LENGTHS: [usize; 6] = [2, 3, 4, 5, 7, LONGEST];
const LONGEST: usize = 12;

/// The number of samples by which a needle is chosen.
const SAMPLES: u64 = 16;

/// The next reference comes at least 1/16 farther than the last one. So a period may be noticed that much late.
const SPACING: u64 = 16;

/// The shortest window of a reference: it has room for a needle and a key.
const SHORTEST: u64 = 32;

/// Longer windows are not stored: no short states determine what follows.
const MOST_WINDOW: u64 = 1 << 20;

/// How many values are compared at once.
const CHUNK: u64 = 1 << 18;

/// The values before a position.
#[derive(Clone, Serialize, Deserialize)]
struct Window {
    /// The position after them.
    n: u64,
    values: Vec<u16>,
}

/// The return of a reference's window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Return {
    /// The position after the reference's window.
    n: u64,
    /// How much later the same window occurred.
    period: u64,
    /// Where the values begin to agree, once that is known.
    preperiod: Option<u64>,
}

impl Window {
    fn of(state: &SegmentState) -> Self {
        Self { n: state.n, values: state.values.iter().map(|&value| value as u16).collect() }
    }

    fn to_state(&self) -> SegmentState {
        SegmentState { n: self.n, values: self.values.iter().map(|&value| value.into()).collect() }
    }
}

/// The mask and the last rare position, for which references and states are valid.
fn began(facts: &Facts) -> (u32, u64) {
    (facts.classes.mask, facts.last_rare())
}

/// The state of the search for windows that return.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WindowSearch {
    needle: Vec<u16>,
    /// Where the needle was chosen.
    chosen: u64,
    /// Where it was last seen.
    hit: u64,
    /// How far the stream was searched.
    seen: u64,
    returned: Option<Return>,
}

impl WindowSearch {
    /// Whether it is possible within the first n values.
    pub fn is_within(&self, n: u64) -> bool {
        let Self { needle, chosen, hit, seen, returned } = self;
        let placed = |back: &Return| {
            back.period > 0
                && back.n.checked_add(back.period).is_some_and(|end| end <= n)
                && back.preperiod <= Some(back.n)
        };
        needle.len() <= LONGEST && [chosen, hit, seen].iter().all(|&&place| place <= n) && returned.iter().all(placed)
    }
}

/// The search with its references and states.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct PeriodWatch {
    search: WindowSearch,
    references: Vec<Window>,
    /// The windows at the multiples of the spacing.
    states: Vec<Window>,
    /// The mask and the last rare position when references and states began.
    began: (u32, u64),
}

/// A proved period: the claim, the sparse space, and the values.
pub(crate) type Proved = (Claim, Sparse, Box<dyn Sequence>);

/// The result of examining a return.
enum ReturnVerdict {
    Proved(Claim, Sparse, Box<dyn Sequence>),
    /// The values do not yet go as far as the proof, or it is not known by which parts they were proved.
    Wait(Return),
    No,
}

impl PeriodWatch {
    /// Examines the new values of the record.
    ///
    /// # Errors
    /// [`Error::Interrupted`] while a proof reads many values again.
    pub fn look<T: Width>(
        &mut self,
        facts: &Facts,
        record: &Record<T>,
        scale: &Scale,
        control: &Control<'_>,
    ) -> Result<Option<Proved>, Error> {
        let parity = !facts.classes.position || facts.moves.parity().is_some();
        // If a rare position is far back, windows would have to be just as long.
        let near = facts.half_distant().is_none() && facts.window() <= MOST_WINDOW;
        if !parity || !near || record.len() <= scale.small {
            return Ok(None);
        }
        if !self.is_of(facts) {
            *self = Self { began: began(facts), ..Self::default() };
        }
        self.keep_states(facts, record, scale);
        if self.search.returned.is_none() {
            self.search.returned = self.look_for_return(facts, record, scale);
        }
        let Some(returned) = self.search.returned else { return Ok(None) };
        Ok(match self.prove(facts, record, returned, control)? {
            ReturnVerdict::Proved(claim, sparse, values) => Some((claim, sparse, values)),
            ReturnVerdict::Wait(returned) => {
                self.search.returned = Some(returned);
                None
            }
            ReturnVerdict::No => {
                // Later windows may tell more.
                self.search.returned = None;
                self.search.needle.clear();
                None
            }
        })
    }

    /// Whether the references and states are valid for these facts.
    pub fn is_of(&self, facts: &Facts) -> bool {
        self.began == began(facts)
    }

    /// The windows at the multiples of the spacing.
    pub fn states(&self) -> impl Iterator<Item = SegmentState> {
        self.states.iter().map(Window::to_state)
    }

    /// The references, and the state of the search.
    pub fn search(&self) -> (Vec<SegmentState>, WindowSearch) {
        (self.references.iter().map(Window::to_state).collect(), self.search.clone())
    }

    /// A watch that continues with the states, the references and the search of another one.
    pub fn resumed(facts: &Facts, states: &[SegmentState], references: &[SegmentState], search: &WindowSearch) -> Self {
        let windows = |states: &[SegmentState]| states.iter().map(Window::of).collect();
        let (references, states) = (windows(references), windows(&states[1..states.len() - 1]));
        Self { search: search.clone(), references, states, began: began(facts) }
    }

    /// Stores the new windows, and keeps those old ones that the spacing allows.
    fn keep_states<T: Width>(&mut self, facts: &Facts, record: &Record<T>, scale: &Scale) {
        let (end, window) = (record.len(), facts.window());
        let spacing = scale.segments.of(window).at(end);
        let last = self.states.last().map_or(facts.last_rare().max(window), |state| state.n);
        if (last / spacing + 1) * spacing > end {
            return;
        }
        self.states.retain(|state| state.n.is_multiple_of(spacing));
        for n in (last / spacing + 1..=end / spacing).map(|i| i * spacing) {
            if let Some(values) = record.slice(n - window, n).and_then(T::shorts) {
                self.states.push(Window { n, values });
            }
        }
    }

    /// The first return of a reference's window.
    fn look_for_return<T: Width>(&mut self, facts: &Facts, record: &Record<T>, scale: &Scale) -> Option<Return> {
        let end = record.len();
        if self.search.needle.is_empty() || end > self.search.hit + self.search.hit / 2 {
            self.restart(record, scale)?;
        }
        let WindowSearch { needle, seen, chosen, .. } = &mut self.search;
        let from = (*seen).max(*chosen).saturating_sub(needle.len() as u64 - 1);
        let bytes = T::searched(record.slice(from, end)?);
        let cells: Vec<T> = needle.iter().map(|&value| T::of(value.into())).collect();
        *seen = end;
        let (needle, size) = (T::searched(&cells), size_of::<T>());
        let (chosen, window) = (*chosen, facts.window().max(SHORTEST));
        let places = memmem::find_iter(&bytes, &needle).filter(|at| at.is_multiple_of(size));
        let places = places.map(|at| from + (at / size + cells.len()) as u64);
        places.filter(|&n| n > chosen).find_map(|n| self.compare(record, n, window))
    }

    /// Chooses a needle, a string of medium frequency, and discards the references.
    fn restart<T: Width>(&mut self, record: &Record<T>, scale: &Scale) -> Option<()> {
        let end = record.len();
        // What is frequent now may not return, so the samples come from all stored values of the later half.
        let spacing = record.kept_last().min(end / 2) / SAMPLES;
        let slice = |i: u64| {
            let from = end - (i + 1) * spacing;
            Some(T::searched(record.slice(from, from + spacing.min(scale.sample))?))
        };
        let samples: Vec<Cow<'_, [u8]>> = (0..SAMPLES).map_while(slice).collect();
        let recent = record.slice(end.checked_sub(scale.sample)?, end)?;
        let starts = recent.windows(LONGEST).step_by(8009);
        let candidates = starts.flat_map(|window| LENGTHS.iter().map(|&length| &window[..length]));
        // Neither so frequent that it costs time, nor so rare that it may not occur in the period.
        let count = |needle: &[T]| {
            let needle = T::searched(needle);
            samples.iter().map(|sample| memmem::find_iter(sample, &needle).take(256).count()).sum::<usize>()
        };
        self.search.needle = T::shorts(candidates.min_by_key(|needle| count(needle).abs_diff(64))?)?;
        self.references.clear();
        (self.search.chosen, self.search.hit) = (end, end);
        Some(())
    }

    /// Compares the window before n, which ends with the needle, with the references. Sometimes stores it as a new
    /// one.
    fn compare<T: Width>(&mut self, record: &Record<T>, n: u64, window: u64) -> Option<Return> {
        self.search.hit = n;
        let cells = record.slice(n.checked_sub(window)?, n)?;
        // The comparison begins with the first values, which are most likely to differ: the last ones are the needle.
        if let Some(known) = self.references.iter().find(|known| T::are(cells, &known.values)) {
            return Some(Return { n: known.n, period: n - known.n, preperiod: None });
        }
        let last = self.references.last().map_or(0, |known| known.n);
        if n >= last + last / SPACING {
            self.references.push(Window { n, values: T::shorts(cells)? });
        }
        None
    }

    /// What the return of a window proves: its distance as a period, or a divisor of it.
    fn prove<T: Width>(
        &self,
        facts: &Facts,
        record: &Record<T>,
        returned: Return,
        control: &Control<'_>,
    ) -> Result<ReturnVerdict, Error> {
        let Return { n, period: p, preperiod: begin } = returned;
        // Wait until it is known by which parts the values were proved.
        let Some(sparse) = facts.sparse_since(facts.window() + 1) else { return Ok(ReturnVerdict::Wait(returned)) };
        let theorem = Theorem::of_sparse(&sparse, facts.moves.last, facts.moves.unequal);
        let reaches = |n0: u64| theorem.checked_below(n0, p, 0).is_none_or(|end| end + p <= record.len());
        if begin.is_some_and(|n0| !reaches(n0)) {
            return Ok(ReturnVerdict::Wait(returned));
        }
        let Some((known, room)) = self.known(facts, record) else { return Ok(ReturnVerdict::No) };
        let begin = match begin {
            Some(n0) => Some(n0),
            None => preperiod([known.sequence(room), known.sequence(room)], &known.stops(n), n, p, control)?,
        };
        let Some(preperiod) = begin else { return Ok(ReturnVerdict::No) };
        if !reaches(preperiod) {
            return Ok(ReturnVerdict::Wait(Return { preperiod: begin, ..returned }));
        }
        let mut period = p;
        loop {
            let candidate = Candidate { preperiod, period, saltus: 0 };
            let mut values = known.sequence(room);
            match Claim::prove(theorem, candidate, 0..record.len(), &mut *values, control)? {
                Ok(claim) => return Ok(ReturnVerdict::Proved(claim, sparse, values)),
                Err(Refusal::Multiple(prime)) => period /= prime,
                Err(_) => return Ok(ReturnVerdict::No),
            }
        }
    }

    /// The stored values of the sequence, and the room for regenerating the others.
    fn known<T: Width>(&self, facts: &Facts, record: &Record<T>) -> Option<(Arc<Known<T>>, Capacity)> {
        let (head, mut starts) = (record.parts().0.to_vec(), Vec::new());
        if !record.is_complete() {
            // Values follow from a window only after the last rare position and what it gives by plain moves.
            let settled = facts.last_rare() + facts.moves.last;
            if head.len() as u64 <= settled {
                return None;
            }
            let behind = self.states.iter().chain(&self.references).filter(|known| known.n >= head.len() as u64);
            starts.extend(behind.map(|known| (known.n, known.values.clone())));
            starts.sort_unstable();
            starts.dedup_by_key(|&mut (n, _)| n);
        }
        let (complete, room) = (record.is_complete(), facts.room(record));
        // If the head contains all values, nothing is regenerated.
        (complete || facts.has(room)).then_some(())?;
        Some((Arc::new(Known { facts: facts.clone(), head, starts, complete }), room))
    }
}

/// The least n0 from which the values agree up to n with those p positions later. `None` if it lies where the readers
/// cannot read. The search goes back from stop to stop.
fn preperiod(
    mut readers: [Box<dyn Sequence>; 2],
    stops: &[u64],
    n: u64,
    p: u64,
    control: &Control<'_>,
) -> Result<Option<u64>, Error> {
    let mut upto = n;
    let mut back = CHUNK;
    let [early, late] = &mut readers;
    let (mut early_values, mut late_values) = (vec![0; CHUNK as usize], vec![0; CHUNK as usize]);
    while upto > 0 {
        // Begin at the last stop. Within the head, where any position can be read, go back in growing steps.
        let first = match stops.iter().rev().find(|&&stop| stop < upto) {
            Some(0) => upto.saturating_sub(back),
            Some(&stop) => stop,
            None => return Ok(None),
        };
        let mut last = None;
        for from in (first..upto).step_by(CHUNK as usize) {
            let count = CHUNK.min(upto - from) as usize;
            let (values, others) = (&mut early_values[..count], &mut late_values[..count]);
            let (left, right) =
                rayon::join(|| early.read(from, values, control), || late.read(from + p, others, control));
            left.and(right)?;
            last = values
                .iter()
                .zip(&*others)
                .rposition(|(value, other)| value != other)
                .map(|at| from + at as u64)
                .or(last);
        }
        if let Some(last) = last {
            return Ok(Some(last + 1));
        }
        (upto, back) = (first, back * 2);
    }
    Ok(Some(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::facts::ANY_PART;
    use crate::one_heap::sparse::model::classes::Classes;
    use crate::one_heap::sparse::model::moves::HeapMoves;
    use grundy_core::random::Random;
    use grundy_core::ruleset::TakeAndBreak;
    use grundy_core::structure::Structures;

    /// What is known about Kayles (preperiod 71, period 12) at 2000. For every value from `from` on it is recorded
    /// what decided it.
    fn kayles(from: u64) -> (Facts, Record<u8>) {
        let code = TakeAndBreak::parse("0.77").unwrap();
        let moves = HeapMoves::of(&Structures::of(&code)).unwrap();
        let mut record = Record::<u8>::new(1 << 20, 1 << 16);
        let mut facts: Option<Facts> = None;
        for n in 0..2000 {
            let (value, part) = record.next(&moves, facts.as_ref().map(Facts::rare_positions)).unwrap();
            record.push(value as u8);
            if let Some(facts) = &mut facts {
                assert!(!facts.classes.is_rare(n, value));
                facts.note(n, part);
            }
            if n + 1 == from {
                let values = record.parts().0.iter().enumerate().skip(1);
                let classes = Classes::discover(values.map(|(n, &value)| (n as u64, value.into())), moves.parity());
                facts = Some(Facts::new(&moves, classes.unwrap(), &record));
            }
        }
        (facts.unwrap(), record)
    }

    fn proved(facts: &Facts, record: &Record<u8>, n: u64, period: u64) -> Option<(Claim, Sparse)> {
        let returned = Return { n, period, preperiod: None };
        match PeriodWatch::default().prove(facts, record, returned, &Control::free()).unwrap() {
            ReturnVerdict::Proved(claim, sparse, _) => Some((claim, sparse)),
            ReturnVerdict::Wait(_) | ReturnVerdict::No => None,
        }
    }

    fn claimed(facts: &Facts, record: &Record<u8>, n: u64, p: u64) -> Option<(u64, u64)> {
        proved(facts, record, n, p).map(|(claim, _)| (claim.preperiod, claim.period))
    }

    #[test]
    fn wrong_returns_are_not_claimed() {
        let (mut facts, record) = kayles(400);
        assert_eq!(claimed(&facts, &record, 1500, 12), None, "how the values before 400 were decided is not known");
        facts.resolve(&record, facts.window() + 1);
        let claimed = |n, p| claimed(&facts, &record, n, p);
        let right = Some((71, 12));
        assert_eq!(claimed(1500, 12), right);
        assert_eq!(claimed(1501, 12), right, "any place of the period will do");
        assert_eq!(claimed(72, 12), right);
        // A later return is a multiple; its least divisor that is a period is claimed.
        for multiple in [24, 36, 60, 132, 480] {
            assert_eq!(claimed(1500, multiple), right, "{multiple}");
        }
        for wrong in [1, 2, 3, 4, 6, 11, 13, 18, 25] {
            assert_eq!(claimed(1500, wrong), None, "{wrong}");
        }
        assert_eq!(claimed(70, 12), None, "the values before 71 do not agree");
        assert_eq!(claimed(1500, 1992), None, "the values do not go as far as the proof");
    }

    #[test]
    fn a_late_rare_position_is_no_claim() {
        for late in [1499, 1500, 1700, 1999] {
            let (mut facts, record) = kayles(400);
            facts.resolve(&record, facts.window() + 1);
            assert_eq!(claimed(&facts, &record, 1500, 12), Some((71, 12)));
            facts.add_rare(late, 0);
            assert_eq!(claimed(&facts, &record, 1500, 12), None, "{late}");
        }
    }

    #[test]
    fn a_part_that_is_no_witness_lengthens_the_agreement() {
        let (mut facts, record) = kayles(400);
        facts.resolve(&record, facts.window() + 1);
        let agreement = |facts: &Facts| {
            proved(facts, &record, 1800, 12)
                .map(|(claim, sparse)| (claim.checked_to + 1 - 71 - 12, sparse.last_witness()))
        };
        let (before, _) = agreement(&facts).unwrap();
        facts.note(1850, 1200);
        assert_eq!(agreement(&facts), Some((1202, 1200)), "k is 2");
        assert!(before < 1202);
        facts.retire_witnesses(1900);
        assert_eq!(agreement(&facts), Some((1202, 1200)));
        facts.note(1860, ANY_PART);
        assert_eq!(agreement(&facts), None);
        facts.resolve(&record, facts.window() + 1);
        assert_eq!(agreement(&facts), Some((1202, 1200)));
    }

    /// The parts that are found afterwards are those that any witnesses must contain.
    #[test]
    fn parts_that_nobody_noted_are_found() {
        let (mut facts, record) = kayles(400);
        let value = |n: u64| u32::from(record.get(n).unwrap());
        let noted = facts.needed_since(400).unwrap_or(0);
        facts.resolve(&record, 100);
        let mut needed = 0;
        for n in 100..400 {
            for x in (0..value(n)).filter(|&x| facts.classes.is_rare(n, x)) {
                let splits = (1..n).flat_map(|a| [1, 2].map(|k| (a, k))).filter(|&(a, k)| 2 * a + k <= n);
                let part = splits.filter(|&(a, k)| value(a) ^ value(n - k - a) == x).map(|(a, _)| a).min();
                let plain = [1, 2].iter().any(|k| value(n - k) == x);
                needed = needed.max(if plain { 0 } else { part.unwrap() });
            }
        }
        assert_eq!(facts.needed_since(100), Some(needed.max(noted)));
    }

    #[test]
    fn only_the_same_window_is_a_return() {
        let window = 400;
        let mut random = Random(2);
        let first: Vec<u8> = (0..500).map(|_| random.below(4) as u8).collect();
        // The values before 1000 once more, except for one of them, or shifted.
        let returns = |changed: Option<u64>, shifted: usize| {
            let mut watch = PeriodWatch::default();
            let mut record = Record::<u8>::new(1 << 20, 1 << 16);
            let mut again = first.clone();
            changed.iter().for_each(|&before| again[500 - before as usize] ^= 1);
            again.rotate_right(shifted);
            [vec![5; 500], first.clone(), again].iter().for_each(|values| record.extend(values));
            assert!(watch.compare(&record, 1000, window).is_none(), "the first window");
            assert_eq!(watch.references.len(), 1);
            watch.compare(&record, 1500, window).map(|returned| (returned.n, returned.period))
        };
        let same = Some((1000, 500));
        assert_eq!(returns(None, 0), same);
        assert_eq!(returns(Some(window + 1), 0), same, "before the window anything may be");
        for changed in [1, 3, 4, 11, 12, window / 2, window] {
            assert_eq!(returns(Some(changed), 0), None, "{changed} before the end");
        }
        assert_eq!(returns(None, 1), None);
        assert_eq!(returns(None, 499), None);
    }

    /// The first return that the watch notices in a stream of random values with a period, with cells of any size.
    fn return_of<T: Width>(values: &[u16], facts: &Facts) -> Option<(u64, u64)> {
        let scale = Scale { sample: 256, ..Scale::default() };
        let (mut watch, mut record) = (PeriodWatch::default(), Record::<T>::new(1 << 20, 1 << 16));
        values.chunks(500).find_map(|chunk| {
            record.extend(&chunk.iter().map(|&value| T::of(value.into())).collect::<Vec<_>>());
            watch.look_for_return(facts, &record, &scale).map(|returned| (returned.n, returned.period))
        })
    }

    #[test]
    fn cells_of_two_bytes_are_searched_as_those_of_one() {
        let (facts, mut random) = (kayles(400).0, Random(3));
        let cycle: Vec<u16> = (0..7_000).map(|_| random.below(6) as u16).collect();
        let values: Vec<u16> = cycle.iter().copied().cycle().take(40_000).collect();
        let period = |found: Option<(u64, u64)>| found.map(|(_, period)| period);
        assert_eq!(period(return_of::<u8>(&values, &facts)), Some(7_000));
        assert_eq!(period(return_of::<u16>(&values, &facts)), Some(7_000));
        // Values beyond a byte, where the bytes of one value also occur in another.
        let large: Vec<u16> = values.iter().map(|&value| value << 8 | value >> 1).collect();
        assert_eq!(period(return_of::<u16>(&large, &facts)), Some(7_000));
    }
}
