//! The period of a sparse game, found and proved while its values are computed.
//!
//! Idea: behind the last rare position the values before n decide all that follow, so the
//! first return of one of their windows is the period. A short string of values, the anchor,
//! is looked for in the stream; at some of its places the window before it is kept as a
//! reference, and at every later one compared with the references. A match is a proof (the
//! certificate theorem, `docs/theorems.md`) once the window is as long as the theorem asks.
//! Where the period begins is found by going through the values between the matched
//! reference and the one before it again: kept ones, or ones generated again (`replay.rs`).
//! Cost: one search of a string over the values. Memory: the references, some hundred
//! windows.

use super::cell::Cell;
use super::facts::Facts;
use super::record::Record;
use super::replay::Known;
use crate::analysis::certificate::{Sequence, Sparse};
use crate::analysis::{Claim, Theorem};
use crate::control::Control;
use crate::error::Error;
use crate::ruleset::Value;
use memchr::memmem;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Up to here the period finder of the engine looks for itself, by Guy and Smith's theorem,
/// which every kernel can serve: so that no result depends on the kernel.
pub(crate) const SMALL: u64 = 1 << 24;

/// The values of an anchor: one of these numbers.
const ANCHORS: [usize; 6] = [2, 3, 4, 5, 7, LONGEST];
const LONGEST: usize = 12;

/// Samples by which an anchor is chosen, and the values of one.
const SAMPLES: u64 = 16;
const SAMPLE: u64 = 1 << 16;

/// The values of a reference, at least.
const LEAST_WINDOW: usize = 1 << 14;

/// The bytes that references may take, and how many are kept in any case.
const MEMORY: usize = 64 << 20;
const FEWEST: usize = 16;

/// References kept at most, and how much farther than the last one the next one stands.
const MOST: usize = 1024;
const SPACING: u64 = 128;

/// Values compared at once.
const CHUNK: u64 = 1 << 18;

/// A window that may come again.
#[derive(Serialize, Deserialize)]
struct Reference {
    /// The position behind it.
    n: u64,
    /// The values before its anchor: where these differ, nothing else need be compared.
    key: u64,
    values: Vec<u8>,
}

/// The stream and its references.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Watch {
    anchor: Vec<u8>,
    /// Where the anchor was chosen.
    chosen: u64,
    /// Where it was seen last.
    hit: u64,
    references: Vec<Reference>,
    /// How far the stream was searched.
    seen: u64,
    /// The length of a reference's window.
    window: usize,
    /// The last rare position when the references began.
    last_rare: u64,
}

/// A proved period: the claim, what the theorem speaks of, and the values.
pub(super) type Proved = (Claim, Sparse, Box<dyn Sequence>);

impl Watch {
    /// Looks at the values that are new in the record.
    ///
    /// # Errors
    /// [`Error::Interrupted`], where a proof has to go through many values again.
    pub fn look<T: Cell>(
        &mut self,
        facts: &Facts,
        record: &Record<T>,
        value: Value,
        control: &Control<'_>,
    ) -> Result<Option<Proved>, Error> {
        let parity = !facts.classes.position || facts.moves.parity().is_some();
        // Where a rare position is far away windows would have to be as long.
        let near = facts.half_distant().is_none();
        if value != Value::Grundy || !parity || !near || record.len() < SMALL / 16 {
            return Ok(None);
        }
        let Some((before, n)) = self.search(facts, record) else { return Ok(None) };
        let proved = self.prove(facts, record, before, n - before, control)?;
        if proved.is_none() {
            // The proof needs more of the past than these windows hold.
            self.window *= 2;
            self.references.clear();
        }
        Ok(proved)
    }

    /// The first return of a reference's window: the positions behind both.
    fn search<T: Cell>(&mut self, facts: &Facts, record: &Record<T>) -> Option<(u64, u64)> {
        let end = record.len();
        let last_rare = facts.rares.last().map_or(0, |&(n, _)| n);
        if last_rare != self.last_rare || self.anchor.is_empty() || end > self.hit + self.hit / 2 {
            self.restart(facts, record, last_rare)?;
        }
        let from = self.seen.max(self.chosen).saturating_sub(self.anchor.len() as u64 - 1);
        let bytes = T::bytes(record.slice(from, end)?)?;
        self.seen = end;
        let anchor = std::mem::take(&mut self.anchor);
        let chosen = self.chosen;
        let places = memmem::find_iter(bytes, &anchor).map(|at| from + (at + anchor.len()) as u64);
        let found = places.filter(|&n| n > chosen).find_map(|n| Some((self.compare(record, n, anchor.len())?, n)));
        self.anchor = anchor;
        found
    }

    /// Chooses an anchor, a string of middling frequency, and forgets the references.
    fn restart<T: Cell>(&mut self, facts: &Facts, record: &Record<T>, last_rare: u64) -> Option<()> {
        let end = record.len();
        // What is frequent now may not come again: samples from all that is kept of the later half.
        let spacing = record.kept_last().min(end / 2) / SAMPLES;
        let slice = |i: u64| {
            let from = end - (i + 1) * spacing;
            T::bytes(record.slice(from, from + spacing.min(SAMPLE))?)
        };
        let samples: Vec<&[u8]> = (0..SAMPLES).map_while(slice).collect();
        let recent = T::bytes(record.slice(end.checked_sub(SAMPLE)?, end)?)?;
        let starts = recent.windows(LONGEST).step_by(8009);
        let candidates = starts.flat_map(|window| ANCHORS.iter().map(|&length| &window[..length]));
        // Neither so frequent that it costs time nor so rare that the period may miss it.
        let count = |anchor: &[u8]| {
            samples.iter().map(|sample| memmem::find_iter(sample, anchor).take(256).count()).sum::<usize>()
        };
        self.anchor = candidates.min_by_key(|anchor| count(anchor).abs_diff(64))?.to_vec();
        self.references.clear();
        let searched = facts.searched.iter().map(|&(_, part)| part).max().unwrap_or(0);
        self.window =
            (2 * (facts.reach().max(searched) + facts.moves.last) as usize).max(self.window).max(LEAST_WINDOW);
        (self.chosen, self.hit, self.last_rare) = (end, end, last_rare);
        Some(())
    }

    /// Compares the window before n with the references, and keeps it as one now and then.
    /// The position of a reference that is the same.
    fn compare<T: Cell>(&mut self, record: &Record<T>, n: u64, anchor: usize) -> Option<u64> {
        self.hit = n;
        let values = T::bytes(record.slice(n.checked_sub(self.window as u64)?, n)?)?;
        let key = values[..values.len() - anchor].last_chunk().map_or(0, |&last| u64::from_le_bytes(last));
        let same = |known: &&Reference| known.key == key && known.values == values;
        if n > SMALL
            && let Some(known) = self.references.iter().find(same)
        {
            return Some(known.n);
        }
        let last = self.references.last().map_or(0, |known| known.n);
        if n >= last + last / SPACING {
            let most = (MEMORY / self.window).clamp(FEWEST, MOST);
            if self.references.len() >= most {
                self.references.drain(..most / 2);
            }
            self.references.push(Reference { n, key, values: values.to_vec() });
        }
        None
    }

    /// The claim that the window before `n` that returns after p proves.
    fn prove<T: Cell>(
        &self,
        facts: &Facts,
        record: &Record<T>,
        n: u64,
        p: u64,
        control: &Control<'_>,
    ) -> Result<Option<Proved>, Error> {
        let length = self.window as u64;
        let Some(head) = T::bytes(record.parts().0) else { return Ok(None) };
        if facts.classes.position && !p.is_multiple_of(2) {
            return Ok(None);
        }
        let starts = if record.is_complete() { &[][..] } else { &self.references[..] };
        let starts = starts.iter().filter(|known| known.n >= head.len() as u64);
        let starts: Vec<(u64, Vec<u8>)> = starts.map(|known| (known.n, known.values.clone())).collect();
        let known = Arc::new(Known { facts: facts.clone(), head: head.to_vec(), starts });
        let read = || known.sequence(facts.lanes(record).min(if record.is_complete() { 64 } else { u32::MAX }));
        let (Some(early), Some(late)) = (read(), read()) else { return Ok(None) };
        let mut stops: Vec<u64> = known.starts.iter().map(|&(start, _)| start).filter(|&start| start < n).collect();
        stops.insert(0, head.len() as u64);
        let preperiod = preperiod([early, late], &stops, n, p, control)?;
        let Some((claim, sparse)) = claim(facts, preperiod, n, p, length) else { return Ok(None) };
        Ok(read().map(|values| (claim, sparse, values)))
    }
}

/// The least n0 from which the two readers agree up to n, one of them p positions ahead. The
/// search goes back from stop to stop.
fn preperiod(
    mut readers: [Box<dyn Sequence>; 2],
    stops: &[u64],
    n: u64,
    p: u64,
    control: &Control<'_>,
) -> Result<u64, Error> {
    let mut upto = n;
    let mut back = CHUNK;
    let [early, late] = &mut readers;
    let (mut a, mut b) = (vec![0; CHUNK as usize], vec![0; CHUNK as usize]);
    while upto > 0 {
        // Behind the head from the last stop on; in it, where any place is near, step by step.
        let stop = stops.iter().rev().find(|&&stop| stop < upto);
        let first = stop.copied().unwrap_or(upto.saturating_sub(back));
        let mut last = None;
        for from in (first..upto).step_by(CHUNK as usize) {
            let count = CHUNK.min(upto - from) as usize;
            let (a, b) = (&mut a[..count], &mut b[..count]);
            let (left, right) = rayon::join(|| early.read(from, a, control), || late.read(from + p, b, control));
            left.and(right)?;
            last = a.iter().zip(&*b).rposition(|(a, b)| a != b).map(|at| from + at as u64).or(last);
        }
        if let Some(last) = last {
            return Ok(last + 1);
        }
        (upto, back) = (first, back * 2);
    }
    Ok(0)
}

/// The claim of a window of `length` values before n that returns after p, if the theorem
/// asks for no more.
fn claim(facts: &Facts, preperiod: u64, n: u64, p: u64, length: u64) -> Option<(Claim, Sparse)> {
    // Parts that the exact search needed behind n0 are witnesses too.
    let mut witnesses: Vec<u64> = facts.witnesses.iter().map(|&(a, _)| a).collect();
    let needed = facts.searched.iter().filter(|&&(last, _)| last >= preperiod).map(|&(_, part)| part).max();
    if needed.is_some_and(|part| part > length) {
        return None;
    }
    if let Some(part) = needed {
        witnesses.extend(1..=part);
    }
    witnesses.sort_unstable();
    witnesses.dedup();
    let last_rare = facts.rares.last().map_or(0, |&(n, _)| n);
    let window = facts.moves.last + last_rare.max(witnesses.last().copied().unwrap_or(0));
    // Where equal parts are no move, a witness behind n0 could become one half.
    let halves = facts.moves.unequal && witnesses.last().is_some_and(|&a| a >= preperiod);
    let fits = !halves && preperiod > last_rare && window <= length && preperiod + window <= n;
    let theorem = Theorem::SparseSpace { window, last_rare };
    let checked_to = preperiod + window + p - 1;
    let claim = Claim { preperiod, period: p, saltus: 0, theorem: Some(theorem), checked_to };
    fits.then(|| (claim, facts.classes.sparse(facts.rares.clone(), witnesses)))
}
