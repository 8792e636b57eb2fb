//! What a run knows, in short: from a few windows it goes on anywhere.
//!
//! Idea: behind the last rare position W = k + max E values decide all that follow, so what a run keeps is generated again
//! from windows, and needs not be handed on. The windows kept on the way are the states of a certificate in segments: what is
//! handed on can be checked, segment by segment, like a proof (`segment.rs`).
//! Cost: as many values as the memory holds, generated once more: seconds. Memory: up to some hundred windows.

use crate::one_heap::sparse::exact::record::{Record, RecordSize};
use crate::one_heap::sparse::facts::{ANY_PART, Facts};
use crate::one_heap::sparse::model::width::Width;
use crate::one_heap::sparse::period::replay::Known;
use crate::one_heap::sparse::period::segment::Base;
use crate::one_heap::sparse::period::watch::{PeriodWatch, WindowSearch};
use crate::one_heap::sparse::pipeline::FormPace;
use crate::one_heap::sparse::wide::planes::BLOCK;
use grundy_core::claim::{SegmentState, Spacing, Sparse, reach};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::structure::Structures;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;

/// Values generated again of either end of the sequence, in lanes and in planes, at most: seconds of work. Searches hardly ever look farther.
const AGAIN: [u64; 2] = [1 << 27, 1 << 22];

/// The values of all states that are handed on, about; and how many states at least, and at most.
const VALUES: u64 = 1 << 17;
const FEW: u64 = 32;
const MANY: u64 = 128;

/// How many values a run may have looked at beyond its range: forms end with a whole block.
const BEYOND: u64 = BLOCK as u64;

/// How many of the values that are read again are read at once.
const CHUNK: usize = 1 << 16;

/// What a run of a game whose rare values have settled knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Short {
    /// How many values are known: those of 0, 1, ..., n - 1.
    pub n: u64,
    /// The rare values below n, and all parts by which the others were proved.
    pub sparse: Sparse,
    /// The states on the way: the first one follows from the rules, the last one stands V before n.
    pub states: Vec<SegmentState>,
    /// The windows with which all later ones are compared, each as long as the first.
    pub references: Vec<SegmentState>,
    /// How the work goes on.
    pub going: Going,
}

/// How a run goes on: what changes no value, but at which positions which witnesses are chosen and when a period is seen.
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

/// What a run knows after so many values, and how its work goes on.
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

/// What a run begins with that goes on.
pub(crate) struct Resumed<T> {
    pub record: Record<T>,
    pub facts: Facts,
    pub watch: PeriodWatch,
}

impl Short {
    /// Of a run, if windows decide what follows and it is known by which parts the values were proved.
    pub(crate) fn of<T: Width>(run: &Running<'_, T>) -> Option<Self> {
        let Running { given: n, record, facts, watch, .. } = *run;
        let sparse = facts.sparse_since(facts.window() + 1)?;
        let (window, farther) = reach(&sparse, facts.moves.last);
        let (first, last) = (window + 1, n.checked_sub(farther)?);
        let state = |n: u64| {
            let cells = record.slice(n.checked_sub(window)?, n)?;
            Some(SegmentState { n, values: cells.iter().map(|&cell| cell.into()).collect() })
        };
        // What is kept of the states on the way: more are generated again where they are wanted.
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

    /// Whether values are kept in a byte each.
    pub(crate) fn is_narrow(&self) -> bool {
        self.going.largest <= u8::LARGEST
    }

    /// Takes the work up again, with a record of some size, or longer if windows ask for it.
    ///
    /// # Errors
    /// [`Error::Unfit`] if it is no such state of the game; [`Error::Interrupted`].
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

    /// Whether the numbers are those of a state of the game: what is wrong with the values shows when segments are checked.
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

    /// Whether the witnesses in use are some of the sparse space, common, and lie in groups as the pattern says.
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
    /// Whether all places are some of the first n values.
    fn is_within(&self, n: u64) -> bool {
        let Self { search, chosen, searched, pace, .. } = self;
        let noted = |&(last, part): &(u64, u64)| last <= n && (part <= last || part == ANY_PART);
        search.is_within(n) && *chosen <= n && searched.iter().all(noted) && pace.is_none_or(|pace| pace.is_within(n))
    }

    /// What is known of a game's first values, with these witnesses.
    fn facts(&self, base: &Facts) -> Facts {
        let mut facts = base.clone();
        (facts.witnesses, facts.pattern, facts.chosen) = (self.witnesses.clone(), self.pattern.clone(), self.chosen);
        facts.take_searched(&self.searched);
        facts.forget_before(facts.chosen.max(facts.window() + 1));
        facts
    }
}
