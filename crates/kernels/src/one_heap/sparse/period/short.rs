//! The short state of a run: from a few windows it can be resumed anywhere.
//!
//! Idea: after the last rare position M, the W = k + M values before a position determine all that follow (W is U in
//! `docs/theorems.md`). So the values that a run stores can be regenerated from windows, and need not be handed on.
//! The windows that it stored on the way are the states of a certificate in segments. So a short state can be checked
//! like a proof, segment by segment (`segment.rs`). Cost: regenerating as many values as the memory holds, which
//! takes seconds. Memory: about a hundred windows at most.

use crate::one_heap::sparse::exact::record::{Record, RecordSize};
use crate::one_heap::sparse::facts::{ANY_PART, Facts};
use crate::one_heap::sparse::period::replay::Known;
use crate::one_heap::sparse::period::segment::Base;
use crate::one_heap::sparse::period::watch::{PeriodWatch, WindowSearch};
use crate::one_heap::sparse::pipeline::FormPace;
use crate::one_heap::sparse::wide::planes::BLOCK;
use crate::shared::width::Width;
use grundy_core::claim::{SegmentState, Spacing, Sparse, reach};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::structure::Structures;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;

/// How many values are regenerated at most for either end of the sequence, with lanes and with planes: this takes
/// seconds. Searches hardly ever look farther.
const AGAIN: [u64; 2] = [1 << 27, 1 << 22];

/// The approximate number of values in all states that are handed on, and the minimum and maximum number of states.
const VALUES: u64 = 1 << 17;
const FEW: u64 = 32;
const MANY: u64 = 128;

/// How many values a run may have computed beyond its range, because forms finish whole blocks.
const BEYOND: u64 = BLOCK as u64;

/// How many values are read at once when they are read again.
const CHUNK: usize = 1 << 16;

/// What a run knows about a game whose rare values have settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Short {
    /// How many values are known: those of 0, 1, ..., n - 1.
    pub n: u64,
    /// The rare values below n, and all parts by which the common values were proved.
    pub sparse: Sparse,
    /// The states on the way. The first one follows from the rules; the last one is V positions before n.
    pub states: Vec<SegmentState>,
    /// The windows with which all later ones are compared, all of the same length.
    pub references: Vec<SegmentState>,
    /// How the work continues.
    pub going: Going,
}

/// How a run continues. This affects no value, only when which witnesses are chosen and when a period is noticed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Going {
    largest: u32,
    search: WindowSearch,
    witnesses: Vec<(u64, u64)>,
    pattern: Vec<(u64, u32)>,
    chosen: u64,
    searched: Vec<(u64, u64)>,
    pub(crate) next_look: u64,
    pub(crate) pace: Option<FormPace>,
    pub(crate) notes: Vec<String>,
}

/// What a run knows after a number of values, and how its work continues.
pub(crate) struct Running<'r, T> {
    /// How many values it gave.
    pub given: u64,
    pub record: &'r Record<T>,
    pub facts: &'r Facts,
    pub watch: &'r PeriodWatch,
    pub next_look: u64,
    pub pace: Option<FormPace>,
    pub notes: &'r [String],
}

/// What a resumed run begins with.
pub(crate) struct Resumed<T> {
    pub record: Record<T>,
    pub facts: Facts,
    pub watch: PeriodWatch,
}

impl Short {
    /// The short state of a run, if windows determine what follows and the parts that proved the values are known.
    pub(crate) fn of<T: Width>(run: &Running<'_, T>) -> Option<Self> {
        let Running { given: n, record, facts, watch, .. } = *run;
        let sparse = facts.sparse_since(facts.window() + 1)?;
        let (window, farther) = reach(&sparse, facts.moves.last);
        let (first, last) = (window + 1, n.checked_sub(farther)?);
        let state = |n: u64| {
            let cells = record.slice(n.checked_sub(window)?, n)?;
            Some(SegmentState { n, values: cells.iter().map(|&cell| cell.into()).collect() })
        };
        // Only some of the states on the way are kept. More can be regenerated when they are needed.
        let most = (VALUES / window.max(1)).clamp(FEW, MANY);
        let spacing = Spacing { least: 1, most }.at(n);
        let between = watch.states().filter(|state| state.n.is_multiple_of(spacing));
        let between = between.filter(|state| state.n > first && state.n < last);
        let mut states: Vec<SegmentState> = state(first).into_iter().chain(between).collect();
        (states.first()?.n == first && first < last).then_some(())?;
        states.push(state(last)?);
        let (references, search) = watch.search();
        let going = Going {
            largest: record.largest(),
            search,
            witnesses: facts.witnesses.clone(),
            pattern: facts.pattern.clone(),
            chosen: facts.chosen,
            searched: facts.searched().to_vec(),
            next_look: run.next_look,
            pace: run.pace.filter(|_| n == record.len()),
            notes: run.notes.to_vec(),
        };
        Some(Self { n, sparse, states, references, going })
    }

    /// Whether values are stored in one byte each.
    pub(crate) fn is_narrow(&self) -> bool {
        self.going.largest <= u8::LARGEST
    }

    /// Resumes the work, with a record of the given size, or a longer one if the windows need it.
    ///
    /// # Errors
    /// [`Error::Unfit`] if this is not such a state of the game; [`Error::Interrupted`].
    pub(crate) fn resume<T: Width>(
        &self,
        game: &Structures<'_>,
        size: RecordSize,
        control: &Control<'_>,
    ) -> Result<Resumed<T>, Error> {
        let base = match Base::new(game, &self.sparse, control)? {
            Ok(base) if self.suits(&base) => base,
            _ => return Err(Error::Unfit),
        };
        let Self { n, going, .. } = self;
        let facts = going.facts(base.facts());
        let size = RecordSize { least: size.least.max(4 * (base.window() + base.farther()) as usize), ..size };
        let room = facts.room(&Record::<T>::rejoined(Vec::new(), 0, Vec::new(), going.largest, size));
        let head = base.head().iter().map(|&value| T::of(value.into())).collect::<Vec<_>>();
        let windows = self.states.iter().filter(|state| state.n >= head.len() as u64);
        let starts = windows.map(|state| (state.n, state.values.iter().map(|&value| value as u16).collect())).collect();
        let settled = facts.last_rare() + facts.moves.last;
        if !facts.has(room) || head.len() as u64 <= settled {
            return Err(Error::Unfit);
        }
        let mut sequence = Arc::new(Known { facts: facts.clone(), head, starts, complete: false }).sequence(room);
        let mut read = |from: u64, upto: u64| -> Result<Vec<T>, Error> {
            let (mut values, mut block) = (Vec::with_capacity((upto - from) as usize), vec![0; CHUNK]);
            for from in (from..upto).step_by(CHUNK) {
                let block = &mut block[..(upto - from).min(CHUNK as u64) as usize];
                sequence.read(from, block, control)?;
                values.extend(block.iter().map(|&value| T::of(value)));
            }
            Ok(values)
        };
        let again =
            AGAIN[usize::from(room.values() > 64)].min((size.memory / size_of::<T>()) as u64).max(size.least as u64);
        let head = read(0, again.min(*n))?;
        let tail = if *n > again { read(n - again, *n)? } else { Vec::new() };
        let record = Record::rejoined(head, n.saturating_sub(again), tail, going.largest, size);
        let watch = PeriodWatch::resumed(&facts, &self.states, &self.references, &going.search);
        Ok(Resumed { record, facts, watch })
    }

    /// Whether the numbers are possible for a state of the game. Only checking segments detects wrong values.
    pub fn suits(&self, base: &Base) -> bool {
        let Self { n, sparse: _, states, references, going } = self;
        let (window, farther) = (base.window(), base.farther());
        let [first, .., last] = &states[..] else { return false };
        let small =
            |state: &SegmentState| state.values.iter().all(|&value| value <= going.largest.min(u16::MAX.into()));
        let whole = states.iter().all(|state| state.values.len() as u64 == window && small(state));
        let placed = first.n == window + 1 && last.n.checked_add(farther) == Some(*n);
        let ordered = states.is_sorted_by(|one, next| one.n < next.n);
        let alike = references.iter().all(|state| state.values.len() == references[0].values.len() && small(state));
        let small = base.head().iter().all(|&value| u32::from(value) <= going.largest);
        let known = n.saturating_add(BEYOND);
        let placed = placed && references.iter().all(|state| state.n <= known) && going.is_within(known);
        whole && placed && ordered && alike && small && self.has_witnesses(base)
    }

    /// Whether the witnesses in use belong to the sparse space, are common, and form groups with this pattern.
    fn has_witnesses(&self, base: &Base) -> bool {
        let Going { witnesses, pattern, .. } = &self.going;
        let Facts { moves, classes, .. } = base.facts();
        let short = |a: u64| {
            let value = base.head().get(usize::try_from(a).ok()?).map(|&value| u32::from(value))?;
            (a > 0 && !classes.is_rare(a, value)).then(|| classes.compress(value))
        };
        let known: HashSet<u64> = self.sparse.witnesses.iter().copied().collect();
        let single =
            witnesses.iter().all(|&(a, k)| moves.splits.contains(&k) && known.contains(&a) && short(a).is_some());
        let leaders = &witnesses[..witnesses.len() / pattern.len().max(1)];
        let grouped = pattern.iter().all(|&(d, v)| {
            leaders.iter().all(|&(a, _)| a.checked_add(d).and_then(short) == short(a).map(|short| short ^ v))
        });
        single && grouped && !pattern.is_empty()
    }
}

impl Going {
    /// Whether all positions are within the first n values.
    fn is_within(&self, n: u64) -> bool {
        let Self { search, chosen, searched, pace, .. } = self;
        let noted = |&(last, part): &(u64, u64)| last <= n && (part <= last || part == ANY_PART);
        search.is_within(n) && *chosen <= n && searched.iter().all(noted) && pace.is_none_or(|pace| pace.is_within(n))
    }

    /// What is known about the first values of a game, with these witnesses.
    fn facts(&self, base: &Facts) -> Facts {
        let mut facts = base.clone();
        (facts.witnesses, facts.pattern, facts.chosen) = (self.witnesses.clone(), self.pattern.clone(), self.chosen);
        facts.take_searched(&self.searched);
        facts.forget_before(facts.chosen.max(facts.window() + 1));
        facts
    }
}
