//! The search for a period while values arrive, and how a sequence continues once its period is proved.

use super::agreement::find;
use crate::bytes::Bytes;
use crate::claim::{Claim, Theorem, Theorems};
use crate::control::Control;
use crate::error::Error;
use crate::limits::value_too_large;
use crate::ruleset::Rows;
use crate::stream::{Flow, Outlet, Sink, State, StateReader, Values};
use memchr::memmem;
use std::borrow::Cow;

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
    use std::sync::atomic::AtomicBool;

    /// When it is time to look, a cancelled run ends, and says so.
    #[test]
    fn a_look_can_be_cancelled() {
        let (rows, cancelled) = (Rows::line(0, 999), AtomicBool::new(true));
        let theorem = Some(Theorems::from(Theorem::SubtractionWindow { largest: 3 }));
        let mut finder = PeriodFinder::new(&rows, theorem, 1000);
        let looked = finder.block(0, Values::Words(&[1; 64]), &Control::new(&cancelled, &Silent));
        assert!(matches!(looked, Err(Error::Interrupted)));
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
