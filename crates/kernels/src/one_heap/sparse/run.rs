//! A run: look for a mask from time to time, go on by a fast form where one pays, by the marks of all splits
//! without a mask, and by the exact search elsewhere, hand the values on, and watch for a period.

use crate::one_heap::sparse::exact::dense::DenseMarks;
use crate::one_heap::sparse::exact::record::{Record, RecordSize};
use crate::one_heap::sparse::facts::{ANY_PART, Facts, SplitVerdict};
use crate::one_heap::sparse::forms::{make, make_with};
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::model::width::Width;
use crate::one_heap::sparse::period::short::{Resumed, Running, Short};
use crate::one_heap::sparse::period::watch::PeriodWatch;
use crate::one_heap::sparse::pipeline::{FastForm, FormPace};
use crate::one_heap::sparse::value_by_value::{self, ValueByValue};
use crate::one_heap::sparse::wide::planes::PLANES;
use crate::shared::blocks::next_block;
use crate::{Proof, Scale, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::stream::{Flow, Kept, Outlet, State, StateReader, Values};

/// Values handed to the sink at once by the exact search, at most.
const BATCH: usize = 1 << 12;

/// Positions from which on the marks of all splits are made side by side.
const DENSE: u64 = 256;

/// With so many rare values in the last quarter, and no more, a form still pays.
const LATE_RARES: u64 = 16;

/// A wide form pays if there is at most one rare value in so many: it goes on behind most of them.
const SPACING: u64 = 256;

/// Values computed between two status lines.
const STATUS: u64 = 1 << 22;

/// How values are computed, and what is kept of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// By the marks of all splits.
    Dense,
    /// By sparse spaces.
    Sparse,
    /// By sparse spaces, with states in short.
    InShort,
}

/// Computes the values of a task; the last state, if states are kept in short and that is enough to go on from.
pub(crate) fn solve(task: &Task<'_>, sink: &mut dyn Outlet, way: Method) -> Result<(Solution, Option<Kept>), Error> {
    let Some(moves) = HeapMoves::of(&task.ruleset.structures()) else { return Ok(<_>::default()) };
    // For the head, twice that for the tail, and for a copy of the head that a proof takes.
    let memory = usize::try_from(task.memory.0 / 8).unwrap_or(usize::MAX);
    let (watch, solution) = (PeriodWatch::default(), Solution::default());
    let mut run = Run { task, moves, sink, way, given: 0, dense: None, watch, solution, last: None, next_status: 0 };
    task.control.phase("computing", task.ruleset.rows().len());
    let begun = match way {
        Method::InShort => run.restore_short(memory)?,
        Method::Dense | Method::Sparse => task.resume(|kept| run.restore(kept, memory))?,
    };
    let least = task.scale.kept;
    // A run begins with bytes, and goes on with wider cells when a value does not fit.
    let fresh =
        || Widths::Bytes(Standing { next_look: task.scale.first_look, ..Standing::new(Record::new(memory, least)) });
    let wider = match begun.unwrap_or_else(fresh) {
        Widths::Bytes(standing) => run.go(standing)?.map(|standing| Widths::Shorts(standing.widened())),
        other => Some(other),
    };
    let wider = match wider {
        Some(Widths::Shorts(standing)) => run.go(standing)?.map(|standing| Widths::Words(standing.widened())),
        other => other,
    };
    if let Some(Widths::Words(standing)) = wider {
        run.go(standing)?;
    }
    run.solution.notes.dedup();
    Ok((run.solution, run.last))
}

/// What is known, on cells of any size.
enum Widths {
    Bytes(Standing<u8>),
    Shorts(Standing<u16>),
    Words(Standing<u32>),
}

/// What is known, and how to go on.
struct Standing<T> {
    record: Record<T>,
    facts: Option<Facts>,
    form: Option<Box<dyn FastForm<T>>>,
    next_look: u64,
    /// The pace of the form of a run that was stopped.
    pace: Option<FormPace>,
    /// A value that no form has room for is computed exactly, and forms then fit it.
    exact: bool,
}

/// What a stopped run knew beside its record.
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
    fn new(record: Record<T>) -> Self {
        Self { record, facts: None, form: None, next_look: 0, pace: None, exact: false }
    }

    fn widened<U: Width>(self) -> Standing<U> {
        Standing {
            facts: self.facts,
            next_look: self.next_look,
            pace: self.pace,
            ..Standing::new(self.record.widened())
        }
    }
}

/// Makes a form, if the values fit one.
type Make<T> = fn(&mut Facts, &Record<T>) -> Option<Box<dyn FastForm<T>>>;

/// Whether and how a run goes on.
enum NextStep {
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
struct Run<'r, 's> {
    task: &'r Task<'r>,
    moves: HeapMoves,
    sink: &'s mut dyn Outlet,
    way: Method,
    /// Rows handed to the sink.
    given: u64,
    /// While values come by the marks of all splits.
    dense: Option<DenseMarks>,
    watch: PeriodWatch,
    solution: Solution,
    /// The state at the end, in short.
    last: Option<Kept>,
    next_status: u64,
}

impl Run<'_, '_> {
    /// Computes values until the end, or until one does not fit the cells: then the work
    /// comes back to be widened.
    fn go<T: Width>(&mut self, mut standing: Standing<T>) -> Result<Option<Standing<T>>, Error> {
        while standing.record.len() < self.task.ruleset.rows().len() {
            self.keep(&standing)?;
            self.task.control.check()?;
            if self.way != Method::Dense && standing.record.len() >= standing.next_look {
                self.look(&mut standing);
            }
            let next = match self.choose(&mut standing) {
                NextStep::On if standing.form.is_some() => self.fast(&mut standing)?,
                NextStep::On if self.prefers_marks(standing.facts.as_ref(), &standing.record) => {
                    self.block(&mut standing)?
                }
                NextStep::On => self.exact(&mut standing)?,
                other => other,
            };
            match next {
                NextStep::On => {}
                NextStep::Stop => return Ok(None),
                NextStep::Wider => return Ok(Some(standing)),
            }
        }
        if self.way == Method::InShort
            && let Some(short) = short(&standing, self.given, &self.watch, &self.solution.notes, &self.task.scale)
        {
            let mut state = State::default();
            state.put(&short)?;
            self.last = Some(state.kept());
        }
        Ok(None)
    }

    /// The moment for a checkpoint.
    fn keep<T: Width>(&mut self, standing: &Standing<T>) -> Result<(), Error> {
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

    /// Takes up a kept state.
    fn restore(&mut self, kept: &mut StateReader<'_>, memory: usize) -> Option<Widths> {
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

    /// Takes up a state in short.
    fn restore_short(&mut self, memory: usize) -> Result<Option<Widths>, Error> {
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

    /// Looks for a mask; a form by another one, or by old witnesses, is given up.
    fn look<T: Width>(&self, standing: &mut Standing<T>) {
        let record = &standing.record;
        standing.next_look = record.len() * 2;
        let (values, _) = record.parts();
        if !record.is_complete() {
            return;
        }
        let recent = || values.iter().enumerate().rev().map(|(n, &value)| (n as u64, value.into()));
        let found = Classes::discover(recent(), self.moves.parity());
        let known = standing.facts.as_ref().map(|facts| facts.classes);
        // The last values may not tell masks apart that older ones do.
        let rares = |classes: Classes| classes.rares_among(recent());
        let fresh = known != found && known.zip(found).is_none_or(|(known, found)| rares(known) > rares(found));
        if fresh {
            standing.facts = found.map(|classes| Facts::new(&self.moves, classes, record));
        }
        let stale = standing.facts.as_ref().is_none_or(|facts| facts.witnesses_are_old(record));
        if fresh || stale {
            (standing.form, standing.pace) = (None, None);
            let n = standing.record.len();
            standing.facts.iter_mut().for_each(|facts| facts.retire_witnesses(n));
        }
        if let Some(facts) = &standing.facts
            && facts.lanes(record) > 64
            && facts.settles() > record.len()
        {
            standing.next_look = standing.next_look.min(facts.settles());
        }
    }

    /// Makes the form that pays, where there is none or another may take its place.
    fn choose<T: Width>(&mut self, standing: &mut Standing<T>) -> NextStep {
        if let (Some(facts), Some(pace)) = (&mut standing.facts, standing.pace.take()) {
            // The form of the run that was stopped, whatever would be chosen now.
            standing.form = match pace {
                FormPace::ValueByValue { done, planes, made } => {
                    Some(Box::new(ValueByValue::within(facts, &standing.record, done, planes, made)))
                }
                FormPace::Ahead { room, .. } => make_with(room, facts, &standing.record),
            };
            standing.form.iter_mut().for_each(|form| form.set_pace(pace));
        }
        let kept = standing.form.as_ref().is_some_and(|form| !form.yields());
        if !kept && self.prefers_marks(standing.facts.as_ref(), &standing.record) {
            standing.form = None;
            return NextStep::On;
        }
        let Some(facts) = standing.facts.as_mut().filter(|_| !kept && !standing.exact) else { return NextStep::On };
        let make: Make<T> = match (pays(facts, &standing.record), value_by_value::pays(facts, &standing.record)) {
            (true, _) => make,
            (false, true) if standing.form.is_some() => return NextStep::On,
            (false, true) => |facts, record| Some(Box::new(ValueByValue::new(facts, record)?)),
            (false, false) => {
                standing.form = None;
                return NextStep::On;
            }
        };
        if facts.largest(&standing.record) > T::LARGEST {
            return NextStep::Wider;
        }
        // The memory of the values is an eighth of the job's in each part.
        facts.keep_within(standing.record.memory() / 2, &standing.record);
        standing.form = make(facts, &standing.record);
        if let Some(form) = &standing.form {
            self.note(form.name(), facts, standing.record.len());
        }
        NextStep::On
    }

    /// Whether the marks of all splits are the fastest way to the next values.
    fn prefers_marks<T: Width>(&self, facts: Option<&Facts>, record: &Record<T>) -> bool {
        let crowded = |facts: &Facts| record.len() < self.task.scale.crowded * facts.rares.len() as u64;
        record.len() >= DENSE
            && facts.is_none_or(crowded)
            && !self.moves.splits.is_empty()
            && T::LARGEST <= u16::MAX.into()
            && record.is_complete()
            && DenseMarks::needs(record.len()) <= record.memory() as u64 / 4
    }

    /// Some values by the marks of all splits.
    fn block<T: Width>(&mut self, standing: &mut Standing<T>) -> Result<NextStep, Error> {
        let (n, rows) = (standing.record.len(), self.task.ruleset.rows().len());
        let look = if self.way != Method::Dense { standing.next_look.min(rows) } else { rows };
        let dense = self.dense.get_or_insert_default();
        dense.follow(&standing.record);
        let values = dense.next(&self.moves, look.max(n + 1) - n, self.task.control)?;
        let fitting = values.iter().take_while(|&&value| u32::from(value) <= T::LARGEST);
        let fitting: Vec<T> = fitting.map(|&value| T::of(value.into())).collect();
        let wider = values.is_empty() || fitting.len() < values.len();
        let Standing { record, facts, .. } = standing;
        for (n, &value) in (n..).zip(&fitting) {
            if let Some(facts) = facts.as_mut().filter(|facts| facts.classes.is_rare(n, value.into())) {
                facts.take_up(n, value.into(), record.largest());
            }
            record.push(value);
        }
        facts.iter_mut().for_each(|facts| facts.note(record.len() - 1, ANY_PART));
        if wider {
            // It has values that the record has not.
            self.dense = None;
            return Ok(NextStep::Wider);
        }
        facts.iter_mut().for_each(|facts| facts.forget_before(record.len()));
        self.give_full(record)
    }

    /// A value by the exact search.
    fn exact<T: Width>(&mut self, standing: &mut Standing<T>) -> Result<NextStep, Error> {
        let n = standing.record.len();
        let (value, part) = standing.record.next(&self.moves, standing.facts.as_ref().map(Facts::rare_positions))?;
        if value > T::LARGEST {
            return Ok(NextStep::Wider);
        }
        standing.exact = false;
        let largest = standing.record.largest();
        standing.record.push(T::of(value));
        if let Some(facts) = &mut standing.facts {
            facts.note(n, part);
            if facts.classes.is_rare(n, value) {
                facts.take_up(n, value, largest);
            }
        }
        self.give_full(&standing.record)
    }

    /// Hands on what the sink has not seen, if that is a block, or the end.
    fn give_full<T: Width>(&mut self, record: &Record<T>) -> Result<NextStep, Error> {
        let waiting = record.len() - self.given;
        if waiting < next_block(self.given, BATCH) as u64 && record.len() < self.task.ruleset.rows().len() {
            return Ok(NextStep::On);
        }
        Ok(self.give(record)?.into())
    }

    /// Some values by the form.
    fn fast<T: Width>(&mut self, standing: &mut Standing<T>) -> Result<NextStep, Error> {
        let Standing { record, facts: Some(facts), form: Some(form), exact, .. } = standing else {
            return Ok(NextStep::On);
        };
        self.dense = None;
        if record.len() > self.task.scale.small {
            // A proof speaks of all values from W + 1 on.
            facts.resolve(record, facts.window() + 1);
        }
        let left = self.task.ruleset.rows().len() - record.len();
        let mut hand_on = |facts: &Facts, record: &Record<T>| self.hand_on(facts, record);
        let (verdict, mut flow) = form.advance(facts, record, left, &mut hand_on)?;
        match verdict {
            SplitVerdict::Fine => {}
            SplitVerdict::Full => {
                *exact = true;
                standing.form = None;
            }
            SplitVerdict::Rare(value) => {
                let classes = facts.classes;
                facts.take_up(record.len(), value, record.largest());
                record.push(T::of(value));
                if flow == Flow::Continue {
                    flow = self.give(record)?;
                }
                let fits = facts.classes == classes && facts.largest(record) <= T::LARGEST;
                if !fits || !form.go_on(facts, record) {
                    standing.form = None;
                }
            }
        }
        facts.forget_before(record.len());
        Ok(flow.into())
    }

    /// Notes which form works from where, once a form.
    fn note(&mut self, name: String, facts: &Facts, n: u64) {
        let parity = if facts.classes.position { " and the parity of n" } else { "" };
        let note = format!("sparse space by mask {:#b}{parity}: {name}", facts.classes.mask);
        if !self.solution.notes.iter().any(|known| known.starts_with(&note)) {
            self.solution.notes.push(format!("{note}, from n = {n} with {} rare values", facts.rares.len()));
        }
    }

    /// Hands on what the sink has not seen, and looks whether it proves a period.
    fn hand_on<T: Width>(&mut self, facts: &Facts, record: &Record<T>) -> Result<Flow, Error> {
        if record.len() >= self.next_status {
            self.next_status = record.len() + STATUS;
            self.task.control.status(&status(facts, record));
        }
        if self.give(record)? == Flow::Stop {
            return Ok(Flow::Stop);
        }
        if self.task.value != Value::GRUNDY {
            return Ok(Flow::Continue);
        }
        Ok(match self.watch.look(facts, record, &self.task.scale, self.task.control)? {
            Some((claim, sparse, values)) => {
                self.solution.proof =
                    Some(Proof { claim, sparse, values, given: self.given, spacing: self.task.scale.segments });
                Flow::Stop
            }
            None => Flow::Continue,
        })
    }

    /// Hands on what the sink has not seen.
    fn give<T: Width>(&mut self, record: &Record<T>) -> Result<Flow, Error> {
        let upto = record.len().min(self.task.ruleset.rows().len());
        let Some(values) = record.slice(self.given, upto) else { return Ok(Flow::Continue) };
        if values.is_empty() {
            return Ok(Flow::Continue);
        }
        let flow = match T::bytes(values) {
            Some(bytes) if self.task.value == Value::GRUNDY => self.sink.block(self.given, Values::Bytes(bytes))?,
            _ => {
                let outcome = self.task.value == Value::OUTCOME;
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

/// What a run that gave so many values knows, in short, once windows decide what follows.
fn short<T: Width>(
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

/// How the run stands, for a person.
fn status<T: Width>(facts: &Facts, record: &Record<T>) -> String {
    let last = facts.rares.last().map_or(0, |&(n, _)| n);
    format!(
        "n = {}, {} rares, the last {last}, largest value {}, {} kept",
        record.len(),
        facts.rares.len(),
        record.largest(),
        Bytes(record.bytes() as u128)
    )
}

/// Whether a form has room and would be faster than the exact search: its work a value is less,
/// and new rares, for each of which it is made anew or has worked ahead in vain, do not come
/// often any more.
fn pays<T: Width>(facts: &Facts, record: &Record<T>) -> bool {
    let n = record.len();
    let work = facts.rares.len() as u64 * u64::from(facts.lanes(record).min(256));
    let late = facts.rares.iter().rev().take_while(|&&(rare, _)| rare > n / 4 * 3).count() as u64;
    let wide = facts.lanes(record) > 64;
    let goes_on = wide && n <= facts.near;
    let room = !wide || facts.planes(record) as usize <= PLANES;
    room && work / 32 < n && (late <= LATE_RARES || goes_on && late * SPACING <= n / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::testing::with_structures;
    use grundy_core::ruleset::TakeAndBreak;
    use grundy_core::structure::{Structures, UnequalSplit};

    /// Keeps all values, and the state behind so many.
    struct Until {
        values: Vec<u32>,
        most: usize,
        state: Option<Kept>,
    }

    impl Outlet for Until {
        fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
            self.values.extend_from_slice(values.words(&mut Vec::new()));
            Ok(Flow::Continue)
        }

        fn checkpoint(&mut self, kernel: &mut dyn FnMut(&mut State) -> Result<(), Error>) -> Result<(), Error> {
            if self.values.len() < self.most {
                return Ok(());
            }
            let mut state = State::default();
            kernel(&mut state)?;
            self.state = Some(state.kept());
            Err(Error::Stopped)
        }
    }

    /// Whatever settled the values from some n on, exactly, one by one or ahead: the parts that the facts
    /// name exclude every rare value below them.
    fn judge(game: Structures<'_>, most: usize, first_look: u64) -> usize {
        let mut judged = 0;
        with_structures(game, 4 * most as u64, |task| {
            let task = Task { scale: Scale { first_look, small: u64::MAX, crowded: 0, ..Scale::default() }, ..*task };
            let mut sink = Until { values: Vec::new(), most, state: None };
            assert!(matches!(solve(&task, &mut sink, Method::Sparse), Err(Error::Stopped)));
            let kept = sink.state.unwrap();
            let mut reader = kept.reader();
            let _: u32 = reader.take().unwrap();
            let (_, facts, ..): (u64, Option<Facts>, u64, Option<FormPace>, bool) = reader.take().unwrap();
            let Some(facts) = facts else { return };
            let (moves, values) = (&facts.moves, &sink.values);
            let value = |n: u64| values[n as usize];
            for m in (first_look..values.len() as u64).step_by(61) {
                let Some(sparse) = facts.sparse_since(m) else { continue };
                for n in (m..values.len() as u64).filter(|&n| !facts.classes.is_rare(n, value(n))) {
                    let mut excluded = vec![false; value(n) as usize];
                    let mut exclude = |x: u32| excluded.iter_mut().skip(x as usize).take(1).for_each(|out| *out = true);
                    moves.ends.iter().filter(|&&k| k == n).for_each(|_| exclude(0));
                    moves.plain.iter().filter(|&&k| k < n).for_each(|k| exclude(value(n - k)));
                    let witnesses = sparse.witnesses.iter().copied().chain(1..=sparse.parts);
                    let parts = witnesses.chain(facts.rares.iter().map(|&(a, _)| a));
                    for (a, k) in
                        parts.flat_map(|a| moves.splits.iter().map(move |&k| (a, k))).filter(|&(a, k)| a + k < n)
                    {
                        if !(moves.unequal && 2 * a + k == n) {
                            exclude(value(a) ^ value(n - k - a));
                        }
                    }
                    let open = (0..value(n)).find(|&x| facts.classes.is_rare(n, x) && !excluded[x as usize]);
                    assert_eq!(open, None, "{n}, with the parts since {m}");
                    judged += 1;
                }
            }
        });
        judged
    }

    #[test]
    fn the_parts_that_settled_values_are_named() {
        for (code, most, first_look) in [
            ("0.104", 4_000, 100),
            ("0.156", 4_000, 100),
            ("0.454", 4_000, 300),
            ("0.6", 3_000, 500),
            ("0.37", 3_000, 500),
            ("0.64", 4_200, 600),
            ("4.3", 2_500, 300),
            ("0.165", 3_000, 300),
        ] {
            let parsed = TakeAndBreak::parse(code).unwrap();
            assert!(judge(Structures::of(&parsed), most, first_look) > 1000, "{code}");
        }
        assert!(judge(Structures::of(&UnequalSplit), 3_500, 400) > 1000);
    }
}
