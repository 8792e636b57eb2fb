//! A run: it looks for a mask from time to time, computes values (by a fast form if one pays, otherwise by marking
//! all splits or by the exact search), passes them on, and watches for a period.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::{ANY_PART, Facts};
use crate::one_heap::sparse::judge::SplitVerdict;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::period::watch::PeriodWatch;
use crate::one_heap::sparse::standing::{Method, NextStep, Run, Standing, Widths, short};
use crate::shared::blocks::next_block;
use crate::shared::width::Width;
use crate::{Evidence, Proof, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::stream::{Flow, Kept, Outlet, State, Values};

/// The maximum number of values that the exact search passes to the sink at once.
const BATCH: usize = 1 << 12;

/// The number of values between two status lines.
const STATUS: u64 = 1 << 22;

/// Computes the values of a task. Also returns the last state, if states are short and it suffices to resume.
pub(crate) fn solve(task: &Task<'_>, sink: &mut dyn Outlet, way: Method) -> Result<(Solution, Option<Kept>), Error> {
    let Some(moves) = HeapMoves::of(&task.ruleset.structures()) else { return Ok(<_>::default()) };
    // One share for the head, two for the tail, and one for a copy of the head that a proof takes.
    let memory = usize::try_from(task.memory.0 / 8).unwrap_or(usize::MAX);
    let (watch, solution) = (PeriodWatch::default(), Solution::default());
    let mut run = Run { task, moves, sink, way, given: 0, dense: None, watch, solution, last: None, next_status: 0 };
    task.control.phase("computing", task.ruleset.rows().len());
    let begun = match way {
        Method::InShort => run.restore_short(memory)?,
        Method::Dense | Method::Sparse => task.resume(|kept| run.restore(kept, memory))?,
    };
    let least = task.scale.kept;
    // A run begins with bytes, and continues with wider cells when a value does not fit.
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

impl Run<'_, '_> {
    /// Computes values until the end, or until one does not fit the cells. Then it returns its state, to be widened.
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

    /// Computes several values by marking all splits.
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
            // `dense` contains values that the record does not.
            self.dense = None;
            return Ok(NextStep::Wider);
        }
        facts.iter_mut().for_each(|facts| facts.forget_before(record.len()));
        self.give_full(record)
    }

    /// Computes one value by the exact search.
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

    /// Passes on what the sink has not seen, if this fills a block or is the end.
    fn give_full<T: Width>(&mut self, record: &Record<T>) -> Result<NextStep, Error> {
        let waiting = record.len() - self.given;
        if waiting < next_block(self.given, BATCH) as u64 && record.len() < self.task.ruleset.rows().len() {
            return Ok(NextStep::On);
        }
        Ok(self.give(record)?.into())
    }

    /// Computes several values by the form.
    fn fast<T: Width>(&mut self, standing: &mut Standing<T>) -> Result<NextStep, Error> {
        let Standing { record, facts: Some(facts), form: Some(form), exact, .. } = standing else {
            return Ok(NextStep::On);
        };
        self.dense = None;
        if record.len() > self.task.scale.small {
            // A proof is about all values from W + 1 on.
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

    /// Passes on what the sink has not seen, and tests whether it proves a period.
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
                self.solution.proof = Some(Proof {
                    claim,
                    values,
                    given: self.given,
                    evidence: Evidence::Sparse { sparse, spacing: self.task.scale.segments },
                });
                Flow::Stop
            }
            None => Flow::Continue,
        })
    }

    /// Passes on what the sink has not seen.
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

/// A status line.
fn status<T: Width>(facts: &Facts, record: &Record<T>) -> String {
    let last = facts.rares.last().map_or(0, |&(n, _)| n);
    format!(
        "n = {}, {} rare values (the last at n = {last}), largest value {}, {} kept",
        record.len(),
        facts.rares.len(),
        record.largest(),
        Bytes(record.bytes() as u128)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::one_heap::sparse::pipeline::FormPace;
    use crate::testing::with_structures;
    use grundy_core::ruleset::TakeAndBreak;
    use grundy_core::structure::{Structures, UnequalSplit};
    use rayon::prelude::*;

    /// Keeps all values, and the state after the first `most` of them.
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

    /// However the values from some n on were settled (exactly, one by one, or ahead): the parts that the facts
    /// record exclude every smaller rare value.
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
        let codes = [
            ("0.104", 4_000, 100),
            ("0.156", 4_000, 100),
            ("0.454", 4_000, 300),
            ("0.6", 3_000, 500),
            ("0.37", 3_000, 500),
            ("0.64", 4_200, 600),
            ("4.3", 2_500, 300),
            ("0.165", 3_000, 300),
        ];
        codes.into_par_iter().for_each(|(code, most, first_look)| {
            let parsed = TakeAndBreak::parse(code).unwrap();
            assert!(judge(Structures::of(&parsed), most, first_look) > 1000, "{code}");
        });
        assert!(judge(Structures::of(&UnequalSplit), 3_500, 400) > 1000);
    }
}
