//! The state of a run: what it knows apart from the rows it gave. It is saved in checkpoints and restored from them.

use crate::one_heap::sparse::exact::dense::DenseMarks;
use crate::one_heap::sparse::exact::record::{Record, RecordSize};
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::period::short::{Resumed, Running, Short};
use crate::one_heap::sparse::period::watch::PeriodWatch;
use crate::one_heap::sparse::pipeline::{FastForm, FormPace};
use crate::shared::width::Width;
use crate::{Scale, Solution, Task};
use grundy_core::error::Error;
use grundy_core::stream::{Flow, Kept, Outlet, StateReader};

/// How values are computed, and which states are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// By marking all splits.
    Dense,
    /// By sparse spaces.
    Sparse,
    /// By sparse spaces, with short states.
    InShort,
}

/// Whether and how a run continues.
pub(super) enum NextStep {
    On,
    Stop,
    /// A value does not fit the cells.
    Wider,
}

impl From<Flow> for NextStep {
    fn from(flow: Flow) -> Self {
        if flow == Flow::Stop { NextStep::Stop } else { NextStep::On }
    }
}

/// A run of the kernel.
pub(super) struct Run<'r, 's> {
    pub task: &'r Task<'r>,
    pub moves: HeapMoves,
    pub sink: &'s mut dyn Outlet,
    pub way: Method,
    /// The number of rows passed to the sink.
    pub given: u64,
    /// Used while values are computed by marking all splits.
    pub dense: Option<DenseMarks>,
    pub watch: PeriodWatch,
    pub solution: Solution,
    /// The short state at the end.
    pub last: Option<Kept>,
    pub next_status: u64,
}

/// What is known, with cells of any size.
pub(super) enum Widths {
    Bytes(Standing<u8>),
    Shorts(Standing<u16>),
    Words(Standing<u32>),
}

/// What is known, and how to continue.
pub(super) struct Standing<T> {
    pub record: Record<T>,
    pub facts: Option<Facts>,
    pub form: Option<Box<dyn FastForm<T>>>,
    pub next_look: u64,
    /// The pace of the form of the stopped run.
    pub pace: Option<FormPace>,
    /// The next value does not fit any form, so it is computed exactly. Later forms have room for it.
    pub exact: bool,
}

/// What a stopped run knew apart from its record.
struct StoppedRun {
    facts: Option<Facts>,
    next_look: u64,
    pace: Option<FormPace>,
    exact: bool,
}

impl StoppedRun {
    fn standing<T>(self, record: Record<T>) -> Standing<T> {
        let Self { facts, next_look, pace, exact } = self;
        Standing { record, facts, form: None, next_look, pace, exact }
    }
}

impl<T: Width> Standing<T> {
    pub fn new(record: Record<T>) -> Self {
        Self { record, facts: None, form: None, next_look: 0, pace: None, exact: false }
    }

    pub fn widened<U: Width>(self) -> Standing<U> {
        Standing {
            facts: self.facts,
            next_look: self.next_look,
            pace: self.pace,
            ..Standing::new(self.record.widened())
        }
    }
}

impl Run<'_, '_> {
    /// Offers a checkpoint.
    pub fn keep<T: Width>(&mut self, standing: &Standing<T>) -> Result<(), Error> {
        let (given, watch, notes) = (self.given, &self.watch, &self.solution.notes);
        if self.way == Method::InShort {
            let scale = &self.task.scale;
            return self.sink.checkpoint(&mut |state| {
                short(standing, given, watch, notes, scale).map_or(Ok(()), |short| state.put(&short))
            });
        }
        self.sink.checkpoint(&mut |state| {
            state.put(&T::LARGEST)?;
            let pace = standing.form.as_ref().map(|form| form.pace()).or(standing.pace);
            state.put(&(given, &standing.facts, standing.next_look, pace, standing.exact))?;
            state.put(&(watch, notes))?;
            standing.record.save(state)
        })
    }

    /// Restores a saved state.
    pub fn restore(&mut self, kept: &mut StateReader<'_>, memory: usize) -> Option<Widths> {
        let (largest, least): (u32, usize) = (kept.take()?, self.task.scale.kept);
        let (given, facts, next_look, pace, exact) = kept.take()?;
        self.given = given;
        (self.watch, self.solution.notes) = kept.take()?;
        let begun = StoppedRun { facts, next_look, pace, exact };
        Some(match largest {
            u8::LARGEST => Widths::Bytes(begun.standing(Record::load(kept, memory, least)?)),
            u16::LARGEST => Widths::Shorts(begun.standing(Record::load(kept, memory, least)?)),
            _ => Widths::Words(begun.standing(Record::load(kept, memory, least)?)),
        })
    }

    /// Restores a short state.
    pub fn restore_short(&mut self, memory: usize) -> Result<Option<Widths>, Error> {
        let task = self.task;
        let Some(short) = task.resume(|kept| kept.take::<Short>())? else { return Ok(None) };
        let (game, size) = (task.ruleset.structures(), RecordSize { memory, least: task.scale.kept });
        Ok(Some(match short.is_narrow() {
            true => Widths::Bytes(self.standing(&short, short.resume(&game, size, task.control)?)),
            false => Widths::Shorts(self.standing(&short, short.resume(&game, size, task.control)?)),
        }))
    }

    fn standing<T: Width>(&mut self, short: &Short, resumed: Resumed<T>) -> Standing<T> {
        let Resumed { record, facts, watch } = resumed;
        (self.given, self.watch) = (short.n, watch);
        self.solution.notes.clone_from(&short.going.notes);
        let (next_look, pace) = (short.going.next_look, short.going.pace);
        StoppedRun { facts: Some(facts), next_look, pace, exact: false }.standing(record)
    }
}

/// The short state of a run that gave `given` values, once windows determine what follows.
pub(super) fn short<T: Width>(
    standing: &Standing<T>,
    given: u64,
    watch: &PeriodWatch,
    notes: &[String],
    scale: &Scale,
) -> Option<Short> {
    let Standing { record, facts: Some(facts), form, next_look, pace, exact: false } = standing else { return None };
    (record.len() > scale.small && watch.is_of(facts)).then_some(())?;
    let pace = form.as_ref().map(|form| form.pace()).or(*pace);
    Short::of(&Running { given, record, facts, watch, next_look: *next_look, pace, notes })
}
