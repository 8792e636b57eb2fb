//! Finds periods: the least p with G(n + p) = G(n) + s for all n >= n0. The search takes linear time; the
//! period is proved where a theorem applies.
//!
//! Idea: G(n + p) - G(n) is constant from n0 to the end of the known values exactly if the differences
//! d(n) = G(n + 1) - G(n) satisfy d(n + p) = d(n) there. The Z-function of the reversed differences shows for every p
//! at once how far back this agreement reaches (Main and Lorentz 1984; Gusfield 1997, 1.3), in O(n) comparisons.

use crate::bytes::Bytes;
use crate::claim::{Candidate, Claim, Sequence, Theorem, Theorems};
use crate::control::Control;
use crate::error::Error;
use crate::limits::value_too_large;
use crate::ruleset::Rows;
use crate::stream::{Flow, Outlet, Sink, State, StateReader, Values};
use memchr::memmem;
use std::borrow::Cow;

/// The claim about `values`, the values of n = first, first + 1, .... A proved claim is preferred; without
/// one, and if `observe` is set, it is the observed claim with the least period.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the search.
pub fn find(
    values: &[u32],
    first: u64,
    theorems: Option<&Theorems>,
    observe: bool,
    control: &Control<'_>,
) -> Result<Option<Claim>, Error> {
    let lengths = AgreementLengths::new(values, first, control)?;
    if let Some(theorems) = theorems {
        let proved = lengths.first(control, |agreement| lengths.prove(agreement, theorems, control))?;
        if proved.is_some() || !observe {
            return Ok(proved);
        }
    }
    // The first values may rise even if all values cannot.
    let never_rise = theorems.is_some_and(Theorems::never_rise);
    let possible = |claim: &Claim| claim.saltus == 0 || !never_rise;
    let observed = |agreement| lengths.observed(agreement, control).filter(possible);
    if observe { lengths.first(control, observed) } else { Ok(None) }
}

/// The least period that the values seem to have, and its saltus: they agree with it through at least three periods,
/// and from the third quarter of the values on at the latest. Nothing is proved.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the search.
pub fn recurrence(values: &[u32], control: &Control<'_>) -> Result<Option<(u64, u64)>, Error> {
    let lengths = AgreementLengths::new(values, 0, control)?;
    let count = values.len() as u64;
    let seen = |at: &Agreement| at.preperiod + 3 * at.period <= count && at.preperiod <= count - count / 4;
    let least = lengths.first(control, |agreement| seen(&agreement).then_some(agreement))?;
    let candidate = least.and_then(|agreement| lengths.with_saltus(agreement));
    Ok(candidate.map(|candidate| (candidate.period, candidate.saltus)))
}

/// A period, and the first n from which the known values agree with it up to a constant.
#[derive(Clone, Copy)]
struct Agreement {
    preperiod: u64,
    period: u64,
}

/// For every p, how far back the values agree with period p.
struct AgreementLengths<'v> {
    values: &'v [u32],
    first: u64,
    /// `reach[p]`: how many differences at the end agree with those p places earlier. Differences are taken
    /// modulo 2^32, which is exact because neighbouring values differ by less than 2^31.
    reach: Vec<u32>,
}

/// After how many comparisons a search asks whether it is cancelled: about a millisecond.
const PATIENCE: usize = 1 << 20;

impl<'v> AgreementLengths<'v> {
    fn new(values: &'v [u32], first: u64, control: &Control<'_>) -> Result<Self, Error> {
        let differences = values.len().saturating_sub(1);
        let difference = |j: usize| values[differences - j].wrapping_sub(values[differences - j - 1]);
        let mut reach = vec![0u32; differences];
        // The Z-function: [left, right) is the match that ends furthest to the right.
        let (mut left, mut right) = (0, 0);
        for p in 1..differences {
            let mut length = if p < right { (reach[p - left] as usize).min(right - p) } else { 0 };
            while p + length < differences && difference(length) == difference(p + length) {
                length += 1;
                if length % PATIENCE == 0 {
                    control.check()?;
                }
            }
            if p % PATIENCE == 0 {
                control.check()?;
            }
            if p + length > right {
                (left, right) = (p, p + length);
            }
            reach[p] = length as u32;
        }
        Ok(Self { values, first, reach })
    }

    /// What is found first, in the order of increasing periods.
    fn first<T>(&self, control: &Control<'_>, found: impl Fn(Agreement) -> Option<T>) -> Result<Option<T>, Error> {
        let last = self.values.len().saturating_sub(1);
        for p in 1..=last {
            if p % PATIENCE == 0 {
                control.check()?;
            }
            let reach = self.reach.get(p).copied().unwrap_or(0) as usize;
            let agreement = Agreement { preperiod: self.first + (last - p - reach) as u64, period: p as u64 };
            if let Some(found) = found(agreement) {
                return Ok(Some(found));
            }
        }
        // What was not found because the work was cancelled is not missing.
        control.check()?;
        Ok(None)
    }

    fn sequence(&self) -> impl Sequence {
        |n: u64| self.values[(n - self.first) as usize]
    }

    fn last(&self) -> u64 {
        self.first + self.values.len() as u64 - 1
    }

    /// The candidate with its saltus; `None` if the saltus is negative, because the values would become negative.
    fn with_saltus(&self, agreement: Agreement) -> Option<Candidate> {
        let Agreement { preperiod, period } = agreement;
        let last = self.values.len().checked_sub(1)?;
        let saltus = self.values[last].checked_sub(self.values[last - period as usize])?;
        Some(Candidate { preperiod, period, saltus: saltus.into() })
    }

    fn prove(&self, agreement: Agreement, theorems: &Theorems, control: &Control<'_>) -> Option<Claim> {
        let Agreement { preperiod, period } = agreement;
        // A saltus never lowers the bound, so this quick test comes first; it rejects almost all candidates.
        let known = self.last() + 1;
        theorems
            .agreement()
            .checked_below(preperiod, period, 0)
            .filter(|end| end.checked_add(period).is_some_and(|end| end <= known))?;
        let candidate = self.with_saltus(agreement)?;
        let proved = theorems.prove(candidate, self.first..known, &mut self.sequence(), control);
        proved.ok()?.ok()
    }

    fn observed(&self, agreement: Agreement, control: &Control<'_>) -> Option<Claim> {
        let claim = Claim::observe(self.with_saltus(agreement)?, self.last())?;
        let least = claim.least(self.first, &mut self.sequence(), control);
        least.ok()?.ok().map(|_| claim)
    }
}

/// The maximum number of values that the search can handle.
pub const MOST_ROWS: u64 = u32::MAX as u64 - 1;

const QUICK: usize = 64;

/// The values seen so far, one byte each as long as they fit.
enum SeenValues {
    Bytes(Vec<u8>),
    Words(Vec<u32>),
}

impl SeenValues {
    fn len(&self) -> usize {
        match self {
            SeenValues::Bytes(values) => values.len(),
            SeenValues::Words(values) => values.len(),
        }
    }

    fn get(&self, at: usize) -> u32 {
        match self {
            SeenValues::Bytes(values) => u32::from(values[at]),
            SeenValues::Words(values) => values[at],
        }
    }

    fn words(&self) -> Cow<'_, [u32]> {
        match self {
            SeenValues::Bytes(values) => Cow::Owned(values.iter().map(|&value| u32::from(value)).collect()),
            SeenValues::Words(values) => Cow::Borrowed(values),
        }
    }

    fn extend(&mut self, values: Values<'_>, room: usize) {
        if let (SeenValues::Bytes(kept), Values::Bytes(values)) = (&mut *self, values) {
            return kept.extend_from_slice(&values[..room]);
        }
        let mut buffer = Vec::new();
        let values = &values.words(&mut buffer)[..room];
        let small = values.iter().all(|&value| value <= u32::from(u8::MAX));
        match self {
            SeenValues::Bytes(kept) if small => kept.extend(values.iter().map(|&value| value as u8)),
            SeenValues::Words(kept) => kept.extend_from_slice(values),
            SeenValues::Bytes(_) => {
                let mut words = self.words().into_owned();
                words.extend_from_slice(values);
                *self = SeenValues::Words(words);
            }
        }
    }
}

/// Looks for a provable period while values arrive, and stops the kernel once it has found one.
///
/// It searches whenever the number of values has grown by a quarter (beyond 2^16 values: doubled), so all
/// searches together cost O(n). Memory: 1 or 4 bytes per value, and 8 more during a full search. The number
/// of values it keeps may be limited to less than the number of rows; then it gives up after these.
pub struct PeriodFinder {
    theorems: Option<Theorems>,
    first: u64,
    rows: u64,
    limit: u64,
    values: SeenValues,
    next_look: usize,
    claim: Option<Claim>,
}

/// The continuation of a sequence whose period is proved.
pub struct Rest {
    /// The values of one period, starting at the first row that was not seen.
    pub cycle: Vec<u32>,
    /// The saltus: how much the values rise from one period to the next.
    pub saltus: u64,
}

impl PeriodFinder {
    /// A finder that keeps at most `limit` values; `theorems` are those that apply, if any.
    pub fn new(rows: &Rows, theorems: Option<Theorems>, limit: u64) -> Self {
        let (first, rows) = (rows.first(), rows.len());
        let values = SeenValues::Bytes(Vec::new());
        Self { theorems, first, rows, limit: limit.min(MOST_ROWS), values, next_look: 64, claim: None }
    }

    /// The most memory that it uses for this many values.
    pub fn needs(values: u64) -> Bytes {
        Bytes(u128::from(values) * 12)
    }

    /// How many values fit an amount of memory.
    pub fn fits(memory: Bytes) -> u64 {
        u64::try_from(memory.0 / 12).unwrap_or(u64::MAX).min(MOST_ROWS)
    }

    /// Ends the search and returns the claim about all values seen. If these are the whole range, it may be
    /// an observed claim.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the search.
    pub fn finish(&mut self, control: &Control<'_>) -> Result<Option<Claim>, Error> {
        if self.claim.is_none() {
            let (theorems, whole) = (self.theorems.as_ref(), self.seen() == self.rows);
            self.claim = find(&self.values.words(), self.first, theorems, whole, control)?;
        }
        Ok(self.claim)
    }

    /// Whether it gave up before the end of the range because of its limit.
    pub fn gave_up(&self) -> bool {
        self.claim.is_none() && self.seen() == self.limit && self.limit < self.rows
    }

    /// The number of values that have arrived and are kept.
    pub fn seen(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value at n. It must be one of those seen.
    pub fn value(&self, n: u64) -> u32 {
        self.values.get((n - self.first) as usize)
    }

    /// The claim, once it is proved.
    pub fn proved(&self) -> Option<Claim> {
        self.claim.filter(|claim| claim.theorem.is_some())
    }

    /// How the sequence continues, if its period is proved.
    pub fn rest(&self) -> Option<Rest> {
        let claim = self.proved()?;
        let len = self.values.len();
        let cycle = (len - claim.period as usize..len).map(|at| u64::from(self.values.get(at)) + claim.saltus);
        Some(Rest { cycle: cycle.map(u32::try_from).collect::<Result<_, _>>().ok()?, saltus: claim.saltus })
    }

    /// A quick test whether a full search may find a proof. Without a saltus, the last values must have
    /// occurred before, at a distance that a proof allows.
    fn is_promising(&self, control: &Control<'_>) -> Result<bool, Error> {
        let SeenValues::Bytes(values) = &self.values else { return Ok(true) };
        let Some(theorem) = self.theorems.as_ref().filter(|theorems| !theorems.may_rise()).map(Theorems::agreement)
        else {
            return Ok(true);
        };
        let (len, quick) = (values.len(), self.agreement(theorem));
        if quick == 0 {
            return Ok(true);
        }
        let last = &values[len - quick..];
        let (found, first) = (memmem::FinderRev::new(last), self.first);
        let mut end = len - 1;
        // Guy and Smith's theorem needs about two periods of values, the other theorems one.
        let least = if matches!(theorem, Theorem::GuySmith { .. }) { (len / 2).saturating_sub(quick) } else { 0 };
        // The nearest occurrence comes first. A full search then checks the claim like any other.
        for _ in 0..1000 {
            control.check()?;
            let Some(at) = found.rfind(&values[least..end]).map(|at| least + at) else { return Ok(false) };
            let p = len - quick - at;
            let agree = values.iter().rev().zip(values[..len - p].iter().rev()).take_while(|(a, b)| a == b).count();
            let n0 = first + (len - p - agree) as u64;
            let bound = theorem.checked_below(n0, p as u64, 0);
            if bound.is_some_and(|bound| bound <= first + (len - p) as u64) {
                return Ok(true);
            }
            end = at + quick - 1;
            if end < least + quick {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many of the last values must agree in every proof; 0 if unknown.
    fn agreement(&self, theorem: Theorem) -> usize {
        match theorem {
            Theorem::GuySmith { .. } => QUICK.min(self.values.len() / 4),
            Theorem::NoSplit { last: window } | Theorem::SubtractionWindow { largest: window } => {
                QUICK.min(window as usize).min(self.values.len() / 4)
            }
            Theorem::AllButWindow { .. }
            | Theorem::SparseSpace { .. }
            | Theorem::ArithmeticSplits { .. }
            | Theorem::Kinds { .. }
            | Theorem::ArithmeticKinds { .. } => 0,
        }
    }
}

/// Continues a sequence by its period into `sink`, from row `from` to row `rows - 1`. `tick` is called after
/// every block with the number of the next row.
///
/// # Errors
/// Those of the sink and of `tick`; [`Error::Limit`] if a value would exceed 32 bits.
pub fn continue_into(
    cycle: &[u32],
    saltus: u64,
    from: u64,
    rows: u64,
    sink: &mut dyn Outlet,
    mut tick: impl FnMut(u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let p = cycle.len() as u64;
    // A short period is repeated several times per block, to make a block worth its call.
    let turns = (1 << 16) / p + 1;
    let (mut row, mut turn) = (from, 0);
    let mut block = Vec::new();
    while row < rows {
        block.clear();
        let wanted = (rows - row).min(turns * p) as usize;
        for turn in turn..turn + turns {
            let rise = turn.saturating_mul(saltus);
            for &value in cycle.iter().take(wanted - block.len()) {
                let value = rise.saturating_add(u64::from(value));
                block.push(u32::try_from(value).map_err(|_| value_too_large())?);
            }
        }
        sink.block(row, Values::Words(&block))?;
        row += block.len() as u64;
        turn += turns;
        tick(row)?;
    }
    Ok(())
}

impl Sink for PeriodFinder {
    fn block(&mut self, _: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
        let room = self.limit.saturating_sub(self.seen()).min(values.len() as u64) as usize;
        self.values.extend(values, room);
        let seen = self.values.len();
        if self.theorems.is_none() || room < values.len() || seen < self.next_look {
            return Ok(Flow::Continue);
        }
        self.next_look = if seen < 1 << 16 { seen + seen / 4 } else { 2 * seen };
        if self.is_promising(control)? {
            self.claim = find(&self.values.words(), self.first, self.theorems.as_ref(), false, control)?;
        }
        Ok(if self.claim.is_some() { Flow::Stop } else { Flow::Continue })
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&(self.next_look as u64, matches!(self.values, SeenValues::Bytes(_))))?;
        match &self.values {
            SeenValues::Bytes(values) => state.put_bytes(values),
            SeenValues::Words(values) => state.put(values)?,
        }
        Ok(())
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        let (next_look, bytes): (u64, bool) = state.take()?;
        self.next_look = next_look as usize;
        self.values =
            if bytes { SeenValues::Bytes(state.take_bytes()?.to_vec()) } else { SeenValues::Words(state.take()?) };
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::FREE;
    use crate::event::Silent;
    use proptest::prelude::*;
    use std::sync::atomic::AtomicBool;

    fn found(values: &[u32], first: u64, theorems: Option<&Theorems>, observe: bool) -> Option<Claim> {
        find(values, first, theorems, observe, &FREE).unwrap()
    }

    /// The definition, in O(n^2): the least p for which some n0 fits, with the least such n0.
    fn slow(values: &[u32], good: impl Fn(u64, u64, u64) -> bool) -> Option<(u64, u64, u64)> {
        (1..values.len()).find_map(|p| {
            let last = values.len() - 1;
            let s = values[last].checked_sub(values[last - p])?;
            let agrees = |n: &usize| values[n + p].checked_sub(values[*n]) == Some(s);
            let n0 = values.len() - p - (0..values.len() - p).rev().take_while(agrees).count();
            good(n0 as u64, p as u64, u64::from(s)).then_some((n0 as u64, p as u64, u64::from(s)))
        })
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            head in prop::collection::vec(0u32..3, 0..12),
            cycle in prop::collection::vec(0u32..3, 1..8),
            saltus in 0u32..3,
            length in 0usize..60,
        ) {
            let periodic = (0..length).map(|i| cycle[i % cycle.len()] + saltus * (i / cycle.len()) as u32);
            let values: Vec<u32> = head.iter().copied().chain(periodic).collect();
            let max = values.len() as u64;
            let observed = slow(&values, |n0, p, _| n0 <= max.saturating_sub(1) / 2 && n0 + 3 * p <= max);
            let claim = found(&values, 0, None, true).map(|c| (c.preperiod, c.period, c.saltus));
            prop_assert_eq!(claim, observed);
            let theorem = Theorem::AllButWindow { largest: 3 };
            let proved = slow(&values, |n0, p, s| theorem.checked_below(n0, p, s).unwrap() + p <= max);
            let claim = found(&values, 0, Some(&theorem.into()), false).map(|c| (c.preperiod, c.period, c.saltus));
            prop_assert_eq!(claim, proved);
        }
    }

    /// Whatever the values look like: equal ones, or a long one of all different ones.
    #[test]
    fn every_search_can_be_cancelled() {
        let cancelled = AtomicBool::new(true);
        let control = Control::new(&cancelled, &Silent);
        let count = 3 * PATIENCE as u32;
        for values in [vec![7; count as usize], (0..count).map(|n| n.wrapping_mul(n) % 65_537).collect()] {
            assert!(matches!(find(&values, 0, None, true, &control), Err(Error::Interrupted)));
            assert!(matches!(recurrence(&values, &control), Err(Error::Interrupted)));
        }
    }

    #[test]
    fn short_sequences_claim_nothing() {
        for length in 0..3 {
            assert_eq!(found(&vec![0; length], 0, None, true), None);
        }
        assert!(found(&[0; 3], 0, None, true).is_some());
    }

    #[test]
    fn values_that_cannot_rise_for_ever_have_no_saltus() {
        let theorem = |theorem: Theorem| Some(Theorems::from(theorem));
        for theorem in [
            theorem(Theorem::SubtractionWindow { largest: 3 }),
            theorem(Theorem::NoSplit { last: 3 }),
            theorem(Theorem::GuySmith { heaps: 2, last: 3 }),
        ] {
            assert_eq!(found(&[0, 1, 2, 3], 0, theorem.as_ref(), true), None);
        }
        for theorem in [None, theorem(Theorem::GuySmith { heaps: 3, last: 3 })] {
            assert_eq!(found(&[0, 1, 2, 3], 0, theorem.as_ref(), true).map(|claim| claim.saltus), Some(1));
        }
    }

    #[test]
    fn a_finder_with_too_little_room_gives_up() {
        let rows = Rows::line(0, 999);
        let theorem = Some(Theorems::from(Theorem::SubtractionWindow { largest: 300 }));
        let values: Vec<u32> = (0..1000).map(|n| u32::from(n % 10 == 0)).collect();
        for (limit, found) in [(200, false), (1000, true)] {
            let mut finder = PeriodFinder::new(&rows, theorem.clone(), limit);
            values.chunks(50).zip((0..).step_by(50)).try_for_each(|(block, first)| {
                let flow = finder.block(first, Values::Words(block), &Control::free()).unwrap();
                (flow == Flow::Continue).then_some(())
            });
            assert_eq!((finder.finish(&FREE).unwrap().is_some(), finder.gave_up()), (found, !found));
        }
    }

    #[test]
    fn continues_a_sequence_with_saltus() {
        let rows = Rows::line(0, 999);
        let mut finder = PeriodFinder::new(&rows, Some(Theorem::AllButWindow { largest: 0 }.into()), 1 << 20);
        let start: Vec<u32> = (0..64).collect();
        assert_eq!(finder.block(0, Values::Words(&start), &Control::free()).unwrap(), Flow::Stop);
        let mut all = start.clone();
        let Rest { cycle, saltus } = finder.rest().unwrap();
        continue_into(&cycle, saltus, finder.seen(), 1000, &mut all, |_| Ok(())).unwrap();
        assert_eq!(all, (0..1000).collect::<Vec<_>>());
    }
}
