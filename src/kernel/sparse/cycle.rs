//! The period of a sparse game, found and proved while its values are computed.
//!
//! Idea: behind the last rare position the values before n decide all that follow, so the
//! first return of one of their windows is the period. A short string of values, the anchor,
//! is looked for in the stream; at some of its places the window before it is kept as a
//! reference, and at every later one compared with the references. A match is a proof (the
//! certificate theorem, `docs/theorems.md`) once the window is as long as the theorem asks.
//! Cost: one search of a string over the values. Memory: the references, some hundred
//! windows.

use super::facts::Facts;
use super::record::{Cell, Record};
use crate::analysis::certificate::Sparse;
use crate::analysis::{Claim, Theorem};
use crate::ruleset::Value;
use memchr::memmem;
use serde::{Deserialize, Serialize};

/// Up to here the period finder of the engine looks for itself, by Guy and Smith's theorem,
/// which every kernel can serve: so that no result depends on the kernel.
pub(crate) const SMALL: u64 = 1 << 24;

/// The values of an anchor: one of these numbers.
const ANCHORS: [usize; 6] = [2, 3, 4, 5, 7, LONGEST];
const LONGEST: usize = 12;

/// The values of a sample.
const SAMPLE: u64 = 1 << 16;

/// The values of a reference, at least.
const LEAST_WINDOW: usize = 1 << 14;

/// References kept.
const MOST: usize = 160;

/// The stream and its references.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Watch {
    anchor: Vec<u8>,
    /// Where the anchor was chosen.
    chosen: u64,
    /// Where it was seen last.
    hit: u64,
    references: Vec<(u64, Vec<u8>)>,
    /// How far the stream was searched.
    seen: u64,
    /// The length of a reference's window.
    window: usize,
    /// The last rare position when the references began.
    last_rare: u64,
}

impl Watch {
    /// Looks at the values that are new in the record; the claim and its sparse space, if a
    /// period is proved.
    pub fn look<T: Cell>(&mut self, facts: &Facts, record: &Record<T>, value: Value) -> Option<(Claim, Sparse)> {
        let end = record.len();
        let last_rare = facts.rares.last().map_or(0, |&(n, _)| n);
        let parity = !facts.classes.position || facts.moves.parity().is_some();
        if value != Value::Grundy || !parity || end < SMALL / 16 || !record.is_complete() {
            return None;
        }
        if last_rare != self.last_rare || self.anchor.is_empty() || end > self.hit + self.hit / 2 {
            self.restart(facts, record, last_rare)?;
        }
        let from = self.seen.max(self.chosen).saturating_sub(self.anchor.len() as u64 - 1);
        let bytes = T::bytes(record.slice(from, end)?)?;
        self.seen = end;
        let anchor = std::mem::take(&mut self.anchor);
        let chosen = self.chosen;
        let places = memmem::find_iter(bytes, &anchor).map(|at| from + (at + anchor.len()) as u64);
        let proved = places.filter(|&n| n > chosen).find_map(|n| self.compare(facts, record, n));
        self.anchor = anchor;
        proved
    }

    /// Chooses an anchor, a string of middling frequency, and forgets the references.
    fn restart<T: Cell>(&mut self, facts: &Facts, record: &Record<T>, last_rare: u64) -> Option<()> {
        let end = record.len();
        // What is frequent now may not come again: samples from the whole later half.
        let slice = |i: u64| T::bytes(record.slice(end - (i + 1) * (end / 32), end - (i + 1) * (end / 32) + SAMPLE)?);
        let samples: Vec<&[u8]> = (0..16).map_while(slice).collect();
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
    fn compare<T: Cell>(&mut self, facts: &Facts, record: &Record<T>, n: u64) -> Option<(Claim, Sparse)> {
        self.hit = n;
        let window = T::bytes(record.slice(n.checked_sub(self.window as u64)?, n)?)?;
        if n > SMALL
            && let Some(&(before, _)) = self.references.iter().find(|(_, kept)| kept == window)
        {
            let proved = prove(facts, record, before, n - before, self.window as u64);
            if proved.is_none() {
                // The proof needs more of the past than these windows hold.
                self.window *= 2;
                self.references.clear();
            }
            return proved;
        }
        let last = self.references.last().map_or(0, |&(last, _)| last);
        if n >= last + last / 32 {
            if self.references.len() == MOST {
                self.references.drain(..MOST / 2);
            }
            self.references.push((n, window.to_vec()));
        }
        None
    }
}

/// The claim that a window of `length` values before `n` that returns after p proves.
fn prove<T: Cell>(facts: &Facts, record: &Record<T>, n: u64, p: u64, length: u64) -> Option<(Claim, Sparse)> {
    if facts.classes.position && !p.is_multiple_of(2) {
        return None;
    }
    let values = T::bytes(record.parts().0)?;
    // The least n0: the first of the values that agree, back from the window.
    let (early, late) = (&values[..n as usize], &values[p as usize..(n + p) as usize]);
    let blocks = early.rchunks(4096).zip(late.rchunks(4096));
    let same = blocks.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum::<usize>();
    let rest = early[..early.len() - same].iter().rev().zip(late[..late.len() - same].iter().rev());
    let preperiod = n - (same + rest.take_while(|(a, b)| a == b).count()) as u64;
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
    let classes = facts.classes;
    let rares = facts.rares.clone();
    let sparse = Sparse { mask: classes.mask, position: classes.position, common: classes.common, rares, witnesses };
    fits.then_some((claim, sparse))
}
