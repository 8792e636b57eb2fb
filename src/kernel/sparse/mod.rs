//! The kernel for one-heap games that take and break, by sparse spaces.
//!
//! Idea: by a mask, values fall into rare and common ones (`classes.rs`), and a common
//! value of an option comes only from one rare part, or from a plain move. So the first
//! common value that is missing follows from the rare positions alone; it is the mex unless
//! a rare value below it is missing too, which is excluded for nearly every position by a
//! few witnesses, and searched for exactly where not. A rare value found in this way joins
//! the rare positions, and the work goes on behind it. Nothing is assumed: any mask gives
//! the right values, a bad one gives them slowly, and where no mask helps the exact search
//! (`record.rs`) computes every value.
//! Recurrence: H(n) = mex { H(n - s) ^ v } over the pairs (s, v) = (rare position + place,
//! compressed rare value); H is the value without the lowest bit of the mask.
//! Cost: a load and an OR for 4 to 32 positions and every pair. Memory: the values kept, up
//! to an eighth of the job's memory (what was let go is missed only where a search needs it,
//! and then the run ends with an error). Reference: Winning Ways ch. 4; J. P. Grossman,
//! Searching for periodicity in officers (2018), for the idea of verified sparse spaces.

pub(crate) use cycle::SMALL;

mod classes;
mod copies;
mod cycle;
mod facts;
mod moves;
mod narrow;
mod record;
mod wide;

use super::{Flow, Kernel, Proof, Sink, Solution, Task, Values};
use crate::analysis::certificate::Sparse;
use crate::bytes::Bytes;
use crate::checkpoint::StateReader;
use crate::error::Error;
use crate::ruleset::{Play, Value, View};
use classes::Classes;
use cycle::Watch;
use facts::{Facts, Verdict};
use moves::Moves;
use narrow::Narrow;
use record::{Cell, Record};
use serde::{Deserialize, Serialize};
use wide::Wide;

/// The first look for a mask; the next ones follow at every doubling.
const FIRST_LOOK: u64 = 2048;

/// Values handed to the sink at once by the exact search, at most.
const BATCH: u64 = 1 << 12;

/// Rares among the last quarter of the values with which a form still pays.
const LATE_RARES: usize = 16;

/// From this length on the witnesses stay.
const WITNESSES_SETTLED: u64 = 1 << 16;

/// Values between two words about how the run stands.
const STATUS: u64 = 1 << 22;

/// One-heap games with splits, by sparse spaces.
pub struct SparseSpace;

/// One-heap games with splits, by marks and an exact search.
pub struct Dense;

impl Kernel for SparseSpace {
    fn name(&self) -> &'static str {
        "sparse-space"
    }

    fn summary(&self) -> &'static str {
        "one-heap games that take and break, by rare and common values"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        supports(task)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        needs(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        solve(task, sink, true)
    }
}

impl Kernel for Dense {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn summary(&self) -> &'static str {
        "one-heap games that take and break, many splits at a time"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        supports(task)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        needs(task)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        solve(task, sink, false)
    }
}

fn supports(task: &Task<'_>) -> bool {
    task.play == Play::Normal && Moves::of(task.ruleset.view()).is_some()
}

/// Values kept, four bytes each until it is known how few they need; a long run keeps a part.
fn needs(task: &Task<'_>) -> Bytes {
    Bytes((u128::from(task.ruleset.rows().len()) * 4).min(64 << 20) + (16 << 20))
}

fn solve(task: &Task<'_>, sink: &mut dyn Sink, sparse: bool) -> Result<Solution, Error> {
    let Some(moves) = Moves::of(task.ruleset.view()) else { return Ok(Solution::default()) };
    let room = usize::try_from(task.memory.0 / 8).unwrap_or(usize::MAX);
    let kept = sink.resume();
    let mut run = Run {
        task,
        moves,
        sink,
        sparse,
        given: 0,
        at: At::default(),
        watch: Watch::default(),
        solution: Solution::default(),
    };
    task.control.phase("computing", task.ruleset.rows().len());
    let kept = kept.as_ref().and_then(|kept| run.restore(&mut kept.reader(), room));
    let wider = match kept.unwrap_or_else(|| Cells::Bytes(Record::new(room))) {
        Cells::Bytes(record) => run.go(record)?.map(|record| Cells::Shorts(record.widened())),
        other => Some(other),
    };
    let wider = match wider {
        Some(Cells::Shorts(record)) => run.go(record)?.map(|record| Cells::Words(record.widened())),
        other => other,
    };
    if let Some(Cells::Words(record)) = wider {
        run.go(record)?;
    }
    run.solution.notes.dedup();
    Ok(run.solution)
}

/// The sparse space of a sequence up to n, as an aid for whoever recomputes it; none if the
/// game has none. A matter of the values alone.
pub(crate) fn sparse_space(view: View<'_>, value: impl Fn(u64) -> u32, upto: u64) -> Option<Sparse> {
    let moves = Moves::of(view).filter(|moves| !moves.splits.is_empty())?;
    let recent = (1..=upto).rev().map(|n| (n, value(n)));
    let Classes { mask, position, common } = Classes::discover(recent, moves.parity())?;
    let classes = Classes { mask, position, common };
    let rares = (1..=upto).map(|n| (n, value(n))).filter(|&(n, value)| classes.is_rare(n, value)).collect();
    Some(Sparse { mask, position, common, rares, witnesses: Vec::new() })
}

/// Finds the best mask of a histogram: how often each value occurs at even and at odd n.
pub(crate) type MaskOf = fn(&[u64], &[u64]) -> Option<Classes>;

/// How the mask of a game's histograms is found: the parity of n may take part only where
/// all splits have places of one parity.
pub(crate) fn mask_of(view: View<'_>) -> MaskOf {
    match Moves::of(view).and_then(|moves| moves.parity()) {
        None => |even, odd| Classes::of_histogram(even, odd, None),
        Some(0) => |even, odd| Classes::of_histogram(even, odd, Some(0)),
        Some(_) => |even, odd| Classes::of_histogram(even, odd, Some(1)),
    }
}

/// A fast way to go on from the end of a record.
trait Form<C>: Send {
    /// What it is, for notes.
    fn name(&self) -> String;

    /// How far it has generated ahead, and how much it does at once.
    fn pace(&self) -> (u64, u64);

    /// Takes up the pace of a form that was stopped, so that the same values come at once.
    fn set_pace(&mut self, pace: (u64, u64));

    /// Appends some values to the record, at most about `most`. It may work ahead: the
    /// verdict speaks of what is in the record.
    fn advance(&mut self, facts: &mut Facts, record: &mut Record<C>, most: u64) -> Result<Verdict, Error>;
}

/// A record of any cells.
enum Cells {
    Bytes(Record<u8>),
    Shorts(Record<u16>),
    Words(Record<u32>),
}

/// Where a run stands, beside its record.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct At {
    facts: Option<Facts>,
    next_look: u64,
    /// The pace of the form, if there is one: what it has generated ahead, and its chunk.
    pace: Option<(u64, u64)>,
}

/// A run of the kernel.
struct Run<'r, 's> {
    task: &'r Task<'r>,
    moves: Moves,
    sink: &'s mut dyn Sink,
    sparse: bool,
    /// Rows handed to the sink.
    given: u64,
    at: At,
    watch: Watch,
    solution: Solution,
}

impl Run<'_, '_> {
    /// Computes values until the end, or until one does not fit the cells: then the record
    /// comes back to be widened.
    fn go<T: Cell>(&mut self, mut record: Record<T>) -> Result<Option<Record<T>>, Error> {
        let rows = self.task.ruleset.rows().len();
        let mut form: Option<Box<dyn Form<T>>> = None;
        let At { mut facts, mut next_look, pace } = std::mem::take(&mut self.at);
        let (mut pace, mut next_status) = (pace, 0);
        next_look = next_look.max(FIRST_LOOK);
        // A value that no form has room for is computed exactly, and forms then fit it.
        let mut exact = false;
        while record.len() < rows {
            let at = || At { facts: facts.clone(), next_look, pace: form.as_ref().map(|form| form.pace()) };
            let (given, watch, notes) = (self.given, &self.watch, &self.solution.notes);
            self.sink.checkpoint(&mut |state| {
                state.put(&T::LARGEST)?;
                state.put(&(given, at(), watch, notes))?;
                record.save(state)
            })?;
            self.task.control.check()?;
            if self.sparse && record.len() >= next_look {
                next_look = record.len() * 2;
                let fresh = self.look(&record, &mut facts);
                // Later witnesses are better ones.
                if let Some(facts) = facts
                    .as_mut()
                    .filter(|facts| fresh || (record.len() < WITNESSES_SETTLED && facts.lanes(&record) > 64))
                {
                    facts.witnesses.clear();
                    form = None;
                }
                if facts.is_none() {
                    form = None;
                }
            }
            if form.is_none()
                && !exact
                && let Some(facts) = facts.as_mut().filter(|facts| pays(facts, &record))
            {
                if facts.largest(&record) > T::LARGEST {
                    self.at = At { facts: Some(facts.clone()), next_look, pace: None };
                    return Ok(Some(record));
                }
                form = make(facts, &record);
                if let Some((form, pace)) = form.as_mut().zip(pace.take()) {
                    form.set_pace(pace);
                }
                if let Some(form) = &form {
                    self.note(form.name(), facts, record.len());
                }
            }
            let Some((working, facts)) = form.as_mut().zip(facts.as_mut()) else {
                let value = record.next(&self.moves)?;
                if value > T::LARGEST {
                    self.at = At { facts, next_look, pace: None };
                    return Ok(Some(record));
                }
                exact = false;
                let n = record.len();
                record.push(T::of(value));
                if let Some(facts) = facts.as_mut().filter(|facts| facts.classes.is_rare(n, value)) {
                    facts.add_rare(n, value);
                }
                let enough = record.len() - self.given >= BATCH.min(self.given / 4).max(64) || record.len() == rows;
                if enough && self.give(&record)? == Flow::Stop {
                    return Ok(None);
                }
                continue;
            };
            let left = rows - record.len();
            match working.advance(facts, &mut record, left)? {
                Verdict::Fine => {}
                Verdict::Full => {
                    exact = true;
                    form = None;
                }
                Verdict::Rare(value) => {
                    facts.add_rare(record.len(), value);
                    record.push(T::of(value));
                    form = None;
                }
            }
            facts.forget_before(record.len());
            if record.len() >= next_status {
                next_status = record.len() + STATUS;
                self.task.control.status(&status(facts, &record));
            }
            if self.give(&record)? == Flow::Stop {
                return Ok(None);
            }
            if let Some((claim, sparse)) = self.watch.look(facts, &record, self.task.value) {
                let values = T::bytes(record.parts().0).map(<[u8]>::to_vec).unwrap_or_default();
                self.solution.proof = Some(Proof { claim, sparse, values, given: self.given });
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Takes up a kept state; the record, if it is one.
    fn restore(&mut self, kept: &mut StateReader<'_>, room: usize) -> Option<Cells> {
        let largest: u32 = kept.take()?;
        (self.given, self.at, self.watch, self.solution.notes) = kept.take()?;
        Some(match largest {
            u8::LARGEST => Cells::Bytes(Record::load(kept, room)?),
            u16::LARGEST => Cells::Shorts(Record::load(kept, room)?),
            _ => Cells::Words(Record::load(kept, room)?),
        })
    }

    /// Looks for a mask; whether the facts are new.
    fn look<T: Cell>(&mut self, record: &Record<T>, facts: &mut Option<Facts>) -> bool {
        let (values, (_, tail)) = record.parts();
        if !tail.is_empty() {
            return false;
        }
        let recent = values.iter().enumerate().rev().map(|(n, &value)| (n as u64, value.into()));
        let found = Classes::discover(recent, self.moves.parity());
        if facts.as_ref().map(|facts| facts.classes) == found {
            return false;
        }
        *facts = found.map(|classes| Facts::new(&self.moves, classes, record));
        true
    }

    /// Notes which form works from where, once a form.
    fn note(&mut self, name: String, facts: &Facts, n: u64) {
        let parity = if facts.classes.position { " and the parity of n" } else { "" };
        let note = format!("sparse space by mask {:#b}{parity}: {name}", facts.classes.mask);
        if !self.solution.notes.iter().any(|known| known.starts_with(&note)) {
            self.solution.notes.push(format!("{note}, from n = {n} with {} rare values", facts.rares.len()));
        }
    }

    /// Hands on what the sink has not seen.
    fn give<T: Cell>(&mut self, record: &Record<T>) -> Result<Flow, Error> {
        let upto = record.len().min(self.task.ruleset.rows().len());
        let Some(values) = record.slice(self.given, upto) else { return Ok(Flow::Continue) };
        if values.is_empty() {
            return Ok(Flow::Continue);
        }
        let flow = match T::bytes(values) {
            Some(bytes) if self.task.value == Value::Grundy => self.sink.block(self.given, Values::Bytes(bytes))?,
            _ => {
                let outcome = self.task.value == Value::Outcome;
                let show = |&value: &T| if outcome { value.into().min(1) } else { value.into() };
                let words: Vec<u32> = values.iter().map(show).collect();
                self.sink.block(self.given, Values::Words(&words))?
            }
        };
        self.given = upto;
        self.task.control.progress(upto);
        Ok(flow)
    }
}

/// How the run stands, for a person.
fn status<T: Cell>(facts: &Facts, record: &Record<T>) -> String {
    let last = facts.rares.last().map_or(0, |&(n, _)| n);
    format!(
        "n = {}, {} rares, the last {last}, largest value {}, {} kept",
        record.len(),
        facts.rares.len(),
        record.largest(),
        Bytes(record.bytes() as u128)
    )
}

/// Whether a form would be faster than the exact search: its work a value is less, and new
/// rares, for each of which it is made anew, do not come often any more.
fn pays<T: Cell>(facts: &Facts, record: &Record<T>) -> bool {
    let n = record.len();
    let work = facts.rares.len() as u64 * u64::from(facts.lanes(record).min(256));
    let late = facts.rares.iter().rev().take_while(|&&(rare, _)| rare > n / 4 * 3).count();
    work / 32 < n && late <= LATE_RARES
}

/// The narrowest form that the values fit.
fn make<T: Cell>(facts: &mut Facts, record: &Record<T>) -> Option<Box<dyn Form<T>>> {
    let lanes = facts.lanes(record);
    if lanes <= 64 && facts.witnesses.is_empty() {
        facts.choose_best(record);
    }
    match lanes {
        16 => Narrow::<u16>::new(facts, record).map(|form| Box::new(form) as Box<dyn Form<T>>),
        32 => Narrow::<u32>::new(facts, record).map(|form| Box::new(form) as Box<dyn Form<T>>),
        64 => Narrow::<u64>::new(facts, record).map(|form| Box::new(form) as Box<dyn Form<T>>),
        _ => Wide::new(facts, record).map(|form| Box::new(form) as Box<dyn Form<T>>),
    }
}
