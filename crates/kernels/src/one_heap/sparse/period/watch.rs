//! The period of a sparse game, found and proved while its values are computed.
//!
//! Idea: behind the last rare position the values before n decide all that follow, so the
//! first return of one of their windows is the period. A short string of values, the needle,
//! is looked for in the stream; at some of its places the window before it is kept as a
//! reference, and at every later one compared with all references: from the very next place on,
//! so that the first return is seen and not a later one. A match is a proof (the
//! certificate theorem, `docs/theorems.md`) once the window is as long as the theorem asks and
//! every rare value since the reference was excluded by a witness that it knows of.
//! Where the period begins is found by going through the values between the matched
//! reference and the one before it again: kept ones, or ones generated again (`replay.rs`).
//! `claim` has the last word, on the least period too.
//! Cost: one search of a string over the values. Memory: the references, some hundred
//! windows.

use crate::Scale;
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::{ANY_PART, Facts};
use crate::one_heap::sparse::model::width::Width;
use crate::one_heap::sparse::period::replay::Known;
use grundy_core::claim::{Candidate, Claim, Refusal, Sequence, Sparse, Theorem};
use grundy_core::control::Control;
use grundy_core::error::Error;
use memchr::memmem;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many values a needle has: one of these numbers.
const LENGTHS: [usize; 6] = [2, 3, 4, 5, 7, LONGEST];
const LONGEST: usize = 12;

/// Samples by which a needle is chosen.
const SAMPLES: u64 = 16;

/// References kept in any case and at most, and how much farther than the last one the next one stands.
const FEWEST: usize = 16;
const MOST: usize = 1024;
const SPACING: u64 = 128;

/// Values compared at once.
const CHUNK: u64 = 1 << 18;

/// A window that may come again.
#[derive(Serialize, Deserialize)]
struct Reference {
    /// The position behind it.
    n: u64,
    /// The values before its needle: where these differ, nothing else need be compared.
    key: u64,
    values: Vec<u8>,
}

/// The stream and its references.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Watch {
    needle: Vec<u8>,
    /// Where the needle was chosen.
    chosen: u64,
    /// Where it was seen last.
    hit: u64,
    references: Vec<Reference>,
    /// How far the stream was searched.
    seen: u64,
    /// The length of a reference's window.
    window: usize,
    /// The mask and the last rare position when the references began.
    began: (u32, u64),
}

/// A proved period: the claim, what the theorem speaks of, and the values.
pub(crate) type Proved = (Claim, Sparse, Box<dyn Sequence>);

impl Watch {
    /// Looks at the values that are new in the record.
    ///
    /// # Errors
    /// [`Error::Interrupted`], where a proof has to go through many values again.
    pub fn look<T: Width>(
        &mut self,
        facts: &Facts,
        record: &Record<T>,
        scale: &Scale,
        control: &Control<'_>,
    ) -> Result<Option<Proved>, Error> {
        let parity = !facts.classes.position || facts.moves.parity().is_some();
        // Where a rare position is far away windows would have to be as long.
        let near = facts.half_distant().is_none();
        if !parity || !near || record.len() <= scale.small {
            return Ok(None);
        }
        let Some((before, n)) = self.search(facts, record, scale) else { return Ok(None) };
        let proved = self.prove(facts, record, before, n - before, control)?;
        if proved.is_none() {
            // The proof needs more of the past than these windows hold.
            self.window *= 2;
            self.references.clear();
        }
        Ok(proved)
    }

    /// The first return of a reference's window: the positions behind both.
    fn search<T: Width>(&mut self, facts: &Facts, record: &Record<T>, scale: &Scale) -> Option<(u64, u64)> {
        let end = record.len();
        let began = (facts.classes.mask, facts.last_rare());
        if began != self.began || self.needle.is_empty() || end > self.hit + self.hit / 2 {
            self.restart(facts, record, scale)?;
            self.began = began;
        }
        let from = self.seen.max(self.chosen).saturating_sub(self.needle.len() as u64 - 1);
        let bytes = T::bytes(record.slice(from, end)?)?;
        self.seen = end;
        let needle = std::mem::take(&mut self.needle);
        let chosen = self.chosen;
        let places = memmem::find_iter(bytes, &needle).map(|at| from + (at + needle.len()) as u64);
        let compare = |n: u64| Some((self.compare(record, n, needle.len(), scale)?, n));
        let found = places.filter(|&n| n > chosen).find_map(compare);
        self.needle = needle;
        found
    }

    /// Chooses a needle, a string of middling frequency, and forgets the references.
    fn restart<T: Width>(&mut self, facts: &Facts, record: &Record<T>, scale: &Scale) -> Option<()> {
        let end = record.len();
        // What is frequent now may not come again: samples from all that is kept of the later half.
        let spacing = record.kept_last().min(end / 2) / SAMPLES;
        let slice = |i: u64| {
            let from = end - (i + 1) * spacing;
            T::bytes(record.slice(from, from + spacing.min(scale.sample))?)
        };
        let samples: Vec<&[u8]> = (0..SAMPLES).map_while(slice).collect();
        let recent = T::bytes(record.slice(end.checked_sub(scale.sample)?, end)?)?;
        let starts = recent.windows(LONGEST).step_by(8009);
        let candidates = starts.flat_map(|window| LENGTHS.iter().map(|&length| &window[..length]));
        // Neither so frequent that it costs time nor so rare that the period may miss it.
        let count = |needle: &[u8]| {
            samples.iter().map(|sample| memmem::find_iter(sample, needle).take(256).count()).sum::<usize>()
        };
        self.needle = candidates.min_by_key(|needle| count(needle).abs_diff(64))?.to_vec();
        self.references.clear();
        let searched = facts.needed_since(end / 2).filter(|&part| part != ANY_PART).unwrap_or(0);
        let reach = facts.reach().max(searched) + facts.moves.last;
        self.window = (2 * reach as usize).max(self.window).max(scale.window);
        (self.chosen, self.hit) = (end, end);
        Some(())
    }

    /// Compares the window before n, which ends with a needle of a length, with the references, and keeps it as one now and then.
    /// The position of a reference that is the same.
    fn compare<T: Width>(&mut self, record: &Record<T>, n: u64, length: usize, scale: &Scale) -> Option<u64> {
        self.hit = n;
        let values = T::bytes(record.slice(n.checked_sub(self.window as u64)?, n)?)?;
        let key = values[..values.len() - length].last_chunk().map_or(0, |&last| u64::from_le_bytes(last));
        let same = |known: &&Reference| known.key == key && known.values == values;
        if let Some(known) = self.references.iter().find(same) {
            return Some(known.n);
        }
        let last = self.references.last().map_or(0, |known| known.n);
        if n >= last + last / SPACING {
            let most = (scale.windows / self.window).clamp(FEWEST, MOST);
            if self.references.len() >= most {
                self.references.drain(..most / 2);
            }
            self.references.push(Reference { n, key, values: values.to_vec() });
        }
        None
    }

    /// The claim that the window before `n` that returns after p proves, or after a part of p.
    fn prove<T: Width>(
        &self,
        facts: &Facts,
        record: &Record<T>,
        n: u64,
        p: u64,
        control: &Control<'_>,
    ) -> Result<Option<Proved>, Error> {
        let sparse = facts.sparse_since(n, self.window as u64).filter(|sparse| sparse.last_rare() < n);
        let Some(sparse) = sparse else { return Ok(None) };
        let theorem = Theorem::of_sparse(&sparse, facts.moves.last, facts.moves.unequal);
        // All windows must be as long as the theorem's, and hold what follows depends on.
        if theorem.checked_below(n, p, 0).is_none_or(|end| end - n > self.window as u64) {
            return Ok(None);
        }
        let Some((known, lanes)) = self.known(facts, record) else { return Ok(None) };
        let read = || known.sequence(lanes);
        let (Some(early), Some(late)) = (read(), read()) else { return Ok(None) };
        let Some(preperiod) = preperiod([early, late], &known.stops(n), n, p, control)? else { return Ok(None) };
        let (mut period, end) = (p, n + p);
        loop {
            let candidate = Candidate { preperiod, period, saltus: 0 };
            let Some(mut values) = read() else { return Ok(None) };
            match Claim::prove(theorem, candidate, (0, end), &mut *values, control)? {
                Ok(claim) => return Ok(Some((claim, sparse, values))),
                Err(Refusal::Multiple(prime)) => period /= prime,
                Err(_) => return Ok(None),
            }
        }
    }

    /// What there is of the sequence to be read again, and the lanes it takes to generate what
    /// lies between.
    fn known<T: Width>(&self, facts: &Facts, record: &Record<T>) -> Option<(Arc<Known>, u32)> {
        let head = T::bytes(record.parts().0)?.to_vec();
        let (mut starts, mut lanes) = (Vec::new(), facts.lanes(record));
        if record.is_complete() {
            // Nothing is generated: any lanes will do.
            lanes = lanes.min(64);
        } else {
            // Only behind the last rare position, and what it gives by plain moves, do values follow from a window.
            let settled = facts.last_rare() + facts.moves.last;
            if head.len() as u64 <= settled {
                return None;
            }
            let behind = self.references.iter().filter(|known| known.n >= head.len() as u64);
            starts.extend(behind.map(|known| (known.n, known.values.clone())));
        }
        Some((Arc::new(Known { facts: facts.clone(), head, starts, complete: record.is_complete() }), lanes))
    }
}

/// The least n0 from which the two readers agree up to n, one of them p positions ahead; none if
/// that lies where they cannot read. The search goes back from stop to stop.
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
        // From the last stop on; where any place is near, step by step.
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
    use crate::one_heap::sparse::model::classes::Classes;
    use crate::one_heap::sparse::model::moves::Moves;
    use crate::testing::Random;
    use grundy_core::ruleset::{TakeAndBreak, View};

    /// What is known of Kayles (preperiod 71, period 12) at 2000, every value behind `from` with a note of what
    /// decided it.
    fn kayles(from: u64) -> (Facts, Record<u8>) {
        let code = TakeAndBreak::parse("0.77").unwrap();
        let moves = Moves::of(View::TakeAndBreak(&code)).unwrap();
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

    fn claimed(facts: &Facts, record: &Record<u8>, window: usize, n: u64, p: u64) -> Option<(u64, u64)> {
        let watch = Watch { window, ..Watch::default() };
        let proved = watch.prove(facts, record, n, p, &Control::free()).unwrap();
        proved.map(|(claim, ..)| (claim.preperiod, claim.period))
    }

    #[test]
    fn wrong_returns_are_not_claimed() {
        let (facts, record) = kayles(400);
        let claimed = |window, n, p| claimed(&facts, &record, window, n, p);
        let right = Some((71, 12));
        assert_eq!(claimed(500, 1500, 12), right);
        assert_eq!(claimed(500, 1501, 12), right, "any place of the period will do");
        // A later return is a multiple: the part that is the least is claimed.
        for multiple in [24, 36, 60, 132, 480] {
            assert_eq!(claimed(500, 1500, multiple), right, "{multiple}");
        }
        for wrong in [1, 2, 3, 4, 6, 11, 13, 18, 25] {
            assert_eq!(claimed(500, 1500, wrong), None, "{wrong}");
        }
        assert_eq!(claimed(10, 1500, 12), None, "the theorem's window is longer");
        assert_eq!(claimed(500, 150, 12), None, "there is no window between 71 and 150");
        assert_eq!(claimed(500, 399, 12), None, "how the value of 399 was decided is not known");
    }

    #[test]
    fn a_late_rare_position_is_no_claim() {
        for late in [1499, 1500, 1700, 1999] {
            let (mut facts, record) = kayles(400);
            assert_eq!(claimed(&facts, &record, 500, 1500, 12), Some((71, 12)));
            facts.add_rare(late, 0);
            assert_eq!(claimed(&facts, &record, 4000, 1500, 12), None, "{late}");
        }
    }

    #[test]
    fn a_part_that_is_no_witness_lengthens_the_window() {
        let (mut facts, record) = kayles(400);
        let window = |facts: &Facts, n: u64| {
            let watch = Watch { window: 1900, ..Watch::default() };
            let proved = watch.prove(facts, &record, n, 12, &Control::free()).unwrap();
            proved.map(|(claim, sparse, _)| (claim.checked_to + 1 - 71 - 12, sparse.last_witness()))
        };
        let (before, _) = window(&facts, 1800).unwrap();
        facts.note(1850, 1200);
        assert_eq!(window(&facts, 1800), Some((1202, 1200)), "k is 2");
        assert!(before < 1202);
        facts.retire_witnesses(1900);
        assert_eq!(window(&facts, 1800), Some((1202, 1200)));
        facts.note(1860, ANY_PART);
        assert_eq!(window(&facts, 1800), None);
        assert!(window(&facts, 1861).is_some_and(|(window, _)| window < 1202));
    }

    #[test]
    fn only_the_same_window_is_a_return() {
        let (window, needle) = (400, 3);
        let mut random = Random(2);
        let first: Vec<u8> = (0..500).map(|_| random.below(4) as u8).collect();
        // The values before 1000 once more, but for one of them, or a place farther.
        let returns = |changed: Option<usize>, shifted: usize| {
            let mut watch = Watch { window, ..Watch::default() };
            let mut record = Record::<u8>::new(1 << 20, 1 << 16);
            let mut again = first.clone();
            changed.iter().for_each(|&before| again[500 - before] ^= 1);
            again.rotate_right(shifted);
            [vec![5; 500], first.clone(), again].iter().for_each(|values| record.extend(values));
            let scale = Scale::default();
            assert_eq!(watch.compare(&record, 1000, needle, &scale), None, "the first window");
            assert_eq!(watch.references.len(), 1);
            watch.compare(&record, 1500, needle, &scale)
        };
        assert_eq!(returns(None, 0), Some(1000));
        assert_eq!(returns(Some(window + 1), 0), Some(1000), "before the window anything may be");
        for changed in [1, needle, needle + 1, needle + 8, needle + 9, window / 2, window] {
            assert_eq!(returns(Some(changed), 0), None, "{changed} before the end");
        }
        assert_eq!(returns(None, 1), None);
        assert_eq!(returns(None, 499), None);
    }
}
