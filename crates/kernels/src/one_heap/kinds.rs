//! Games of several kinds of heaps, from rules in normal form, with proofs of their periods.
//!
//! Idea: the options of k(n) are the sums of parts for every way to cut n, so a value is the mex of a loop over the
//! values of one or two kinds. Every kind advances as far as the others need it ([`Schedule`]). From time to time the
//! periods that the values of all kinds seem to have are tested by the theorem `kinds`; a proof ends the run.
//!
//! Recurrence: G_k(n) = mex of G(fixed) ^ G_q(n - d) ^ ... ^ G_q(a_1 + o) ^ G_q'(a_2 + o') over a_1 + a_2 = n - c.
//! Cost: one step for every option; half of them for cuts into two parts of the same kind. Memory: 4 bytes for each
//! value of each kind. Reference: docs/theorems.md, "Several kinds of heaps". The options one by one, to be read first, are
//! `KindRule::options`.

use crate::{Evidence, Kernel, Proof, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::claim::{JointClaim, KindValues, NotYet};
use grundy_core::error::Error;
use grundy_core::periodicity::recurrence;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet, Values};
use grundy_core::structure::{Coordinate, Cut, KindRule, Kinds, Order, Schedule};
use std::ops::Range;
use std::sync::Arc;

/// Games of several kinds of heaps.
pub struct KindsKernel;

/// After this many values the periods are tested for the first time; sooner if options have three parts or more, as
/// these are many.
const FIRST_LOOK: u64 = 512;
const SOONER: u64 = 64;

/// The largest number of rows given at a time.
const BATCH: u64 = 1 << 12;

impl Kernel for KindsKernel {
    fn name(&self) -> &'static str {
        "kinds"
    }

    fn summary(&self) -> &'static str {
        "moves written as text that have a normal form: values of several kinds of heaps, with proofs of periods"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let Some(kinds) = task.structure::<Kinds>() else { return false };
        // In misère play a sum of positions has no outcome that follows from theirs.
        task.play == Play::Normal || (task.value == Value::OUTCOME && kinds.is_single())
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(kinds) = task.structure::<Kinds>() else { return Bytes(0) };
        let rows = task.ruleset.rows();
        let largest = u128::from(rows.first()) + u128::from(rows.len()) + u128::from(kinds.most_ahead());
        // Vectors may have grown to twice their length; the search for periods copies one kind at a time.
        Bytes(largest * 8 * kinds.reached().len() as u128 + largest * 12 + (1 << 16))
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME { 1 } else { u32::BITS }
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(kinds) = task.structure::<Kinds>() else { return Ok(Solution::default()) };
        let mut course = KindCourse::new(kinds, task);
        let (rows, first) = (task.ruleset.rows().len(), task.ruleset.rows().first());
        let size = |row: u64| (first + row) as i64 + kinds.shift;
        task.control.phase("computing", rows);
        let mut look = if course.has_many_parts() { SOONER } else { FIRST_LOOK };
        let (mut row, mut joint) = (0, None);
        while row < rows && joint.is_none() {
            let end = rows.min(row + BATCH).min(look.max(row + 1));
            course.advance(kinds.asked, size(end - 1))?;
            let flow = course.give(row..end, sink)?;
            row = end;
            if flow == Flow::Stop && row < rows {
                return Ok(Solution::default());
            }
            // A period may show at the very end.
            if row >= look || row == rows {
                look = row + row / 4;
                joint = course.joint_claim(size(rows - 1))?;
            }
        }
        let Some(joint) = joint else { return Ok(Solution::default()) };
        // The proof may have computed more rows. With them, a whole period has been given.
        let known = (row..rows).take_while(|&row| course.knows(size(row))).count() as u64;
        course.give(row..row + known, sink)?;
        Ok(Solution { proof: course.into_proof(joint, row + known), ..Solution::default() })
    }
}

/// A run: the values of all kinds so far.
struct KindCourse<'t> {
    kinds: &'t Kinds,
    task: &'t Task<'t>,
    schedule: Option<Schedule>,
    values: Vec<KindValues>,
    marks: Marks,
    /// Whether outcomes are computed from outcomes, not from values.
    on_outcomes: bool,
}

/// Which values occur among the options of a position.
#[derive(Default)]
struct Marks {
    /// A value occurs if its entry is the current turn. The length is a power of two.
    seen: Vec<u32>,
    turn: u32,
    /// The largest value of any position so far.
    largest: u32,
}

impl Marks {
    fn begin(&mut self) {
        let wanted = (self.largest as usize + 2).next_power_of_two();
        if self.turn == u32::MAX || self.seen.len() < wanted {
            self.seen.clear();
            self.seen.resize(wanted, 0);
            self.turn = 0;
        }
        self.turn += 1;
    }

    #[inline(always)]
    fn mark(&mut self, value: u32) {
        let mask = self.seen.len() - 1;
        self.seen[value as usize & mask] = self.turn;
    }

    fn has(&self, value: u32) -> bool {
        self.seen[value as usize] == self.turn
    }

    fn mex(&mut self) -> u32 {
        let found = self.seen.iter().position(|&turn| turn != self.turn).unwrap_or(self.seen.len()) as u32;
        self.largest = self.largest.max(found);
        found
    }

    /// Marks the sums of one value of each list with `base`, at every `step`-th place; the second list is read backwards.
    fn pairs(&mut self, base: u32, first: &[u32], second: &[u32], step: usize) {
        let (mask, turn, seen) = (self.seen.len() - 1, self.turn, &mut self.seen[..]);
        let pairs = first.iter().zip(second.iter().rev());
        if step == 1 {
            return pairs.for_each(|(a, b)| seen[(base ^ a ^ b) as usize & mask] = turn);
        }
        pairs.step_by(step).for_each(|(a, b)| seen[(base ^ a ^ b) as usize & mask] = turn);
    }
}

/// What the cuts of a run have in common: their sum, the step of the first coordinate, and the other parts.
struct CutRun<'m> {
    marks: &'m mut Marks,
    base: u32,
    sum: i64,
    step: i64,
}

impl<'t> KindCourse<'t> {
    fn new(kinds: &'t Kinds, task: &'t Task<'t>) -> Self {
        let on_outcomes = task.value == Value::OUTCOME && kinds.is_single();
        let values = vec![KindValues::new(); kinds.kinds.len()];
        let schedule = Some(Schedule::new(&kinds.kinds));
        Self { kinds, task, schedule, values, marks: Marks::default(), on_outcomes }
    }

    fn has_many_parts(&self) -> bool {
        let cuts = self.kinds.kinds.iter().flat_map(|kind| &kind.rules).filter_map(|rule| rule.cut.as_ref());
        cuts.into_iter().any(|cut| cut.coordinates.len() > 2)
    }

    /// Gives rows whose values are known.
    fn give(&self, rows: Range<u64>, sink: &mut dyn Outlet) -> Result<Flow, Error> {
        if rows.is_empty() {
            return Ok(Flow::Continue);
        }
        let first = self.task.ruleset.rows().first();
        let value = |row: u64| self.value(self.kinds.asked, (first + row) as i64 + self.kinds.shift);
        let shown = |value: u32| if self.task.value == Value::OUTCOME { value.min(1) } else { value };
        let values: Vec<u32> = rows.clone().map(|row| shown(value(row))).collect();
        self.task.control.progress(rows.end);
        sink.block(rows.start, Values::Words(&values))
    }

    /// A value that has been computed.
    fn value(&self, kind: usize, size: i64) -> u32 {
        let place = usize::try_from(size - self.kinds.kinds[kind].first()).unwrap_or(usize::MAX);
        let value = self.values[kind].get(place);
        debug_assert!(value.is_some(), "{} at {size} has not been computed", self.kinds.kinds[kind].label);
        value.copied().unwrap_or(0)
    }

    /// Whether the value of the asked kind at a size is known.
    fn knows(&self, size: i64) -> bool {
        self.schedule.as_ref().is_some_and(|schedule| size < schedule.next(self.kinds.asked))
    }

    /// Computes a kind as far as a size, and all that this needs.
    fn advance(&mut self, kind: usize, to: i64) -> Result<(), Error> {
        let mut schedule = self.schedule.take().unwrap_or_else(|| Schedule::new(&self.kinds.kinds));
        let kinds = &self.kinds.kinds;
        let done = schedule.advance(kinds, kind, to, &mut |kind, n| self.compute(kind, n));
        self.schedule = Some(schedule);
        done
    }

    fn compute(&mut self, kind: usize, n: i64) -> Result<(), Error> {
        if n % 64 == 0 {
            self.task.control.check()?;
        }
        let mut marks = std::mem::take(&mut self.marks);
        marks.begin();
        let mut has_options = false;
        for rule in self.kinds.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
            has_options |= self.mark(&mut marks, rule, n);
        }
        let value = match self.on_outcomes {
            false => marks.mex(),
            // The mover wins if an option is lost for the next player, or if there is no option in misère play.
            true => u32::from(marks.has(0) || (!has_options && self.task.play == Play::Misere)),
        };
        self.values[kind].push(value);
        self.marks = marks;
        Ok(())
    }

    /// Marks the values of the options of a rule that applies; returns whether there are any.
    fn mark(&self, marks: &mut Marks, rule: &KindRule, n: i64) -> bool {
        // Without a cut of n there is no option, and nothing else need be known.
        if rule.cut.as_ref().is_some_and(|cut| n < cut.least()) {
            return false;
        }
        let fixed = rule.fixed.iter().map(|part| self.value(part.kind, part.offset));
        let joint = rule.joint.iter().map(|part| self.value(part.kind, n - part.offset));
        let base = fixed.chain(joint).fold(self.nothing(rule), |sum, value| sum ^ value);
        let Some(cut) = &rule.cut else {
            marks.mark(base);
            return true;
        };
        match &cut.coordinates[..] {
            [first, second] => self.cut_in_two(marks, base, cut, [first, second], n),
            _ => {
                let mut any = false;
                cut.visit(n, &mut |at| {
                    let parts = cut.coordinates.iter().zip(at).flat_map(|(coordinate, a)| {
                        coordinate.parts.iter().map(move |part| self.value(part.kind, a + part.offset))
                    });
                    marks.mark(parts.fold(base, |sum, value| sum ^ value));
                    any = true;
                });
                any
            }
        }
    }

    /// The value of the empty sum, for a rule that leaves nothing.
    fn nothing(&self, rule: &KindRule) -> u32 {
        let is_empty = rule.fixed.is_empty() && rule.parts().next().is_none();
        u32::from(self.on_outcomes && is_empty && self.task.play == Play::Misere)
    }

    /// Marks all cuts into two coordinates, in the runs that the order allows.
    fn cut_in_two(&self, marks: &mut Marks, base: u32, cut: &Cut, [first, second]: [&Coordinate; 2], n: i64) -> bool {
        let (low, sum) = (first.least, n - cut.sum);
        // a_1 runs from `low` to `high`.
        let mut high = sum - second.least;
        let mut breaks = Vec::new();
        match &cut.order {
            Some(Order::AtMost(most)) => high = high.min((sum + most).div_euclid(2)),
            Some(Order::NotIn(excluded)) => {
                breaks.extend(excluded.iter().map(|e| sum + e).filter(|twice| twice % 2 == 0).map(|twice| twice / 2));
            }
            None => {}
        }
        let is_symmetric = match (&first.parts[..], &second.parts[..]) {
            ([a], [b]) => a.kind == b.kind && first.least + a.offset == second.least + b.offset,
            _ => false,
        };
        if is_symmetric && cut.order.is_none() && cut.allowed.is_none() {
            high = low + (high - low) / 2;
        }
        let (mut from, mut any) = (low, false);
        for end in breaks.into_iter().filter(|at| (low..=high).contains(at)).chain([high + 1]) {
            let run = CutRun { sum, step: cut.modulus, marks, base };
            match &cut.allowed {
                None if from < end => any |= self.run(run, [first, second], from..end),
                None => {}
                Some(allowed) => any |= self.residues(run, allowed, n, [first, second], from..end),
            }
            from = end + 1;
        }
        any
    }

    /// Marks the cuts whose residues are allowed; returns whether there are any.
    fn residues(
        &self,
        run: CutRun<'_>,
        allowed: &[Vec<i64>],
        n: i64,
        coordinates: [&Coordinate; 2],
        range: Range<i64>,
    ) -> bool {
        let CutRun { marks, step, .. } = run;
        let begin = allowed.partition_point(|tuple| tuple[0] < n.rem_euclid(step));
        let own = allowed[begin..].iter().take_while(|tuple| tuple[0] == n.rem_euclid(step));
        let mut any = false;
        for tuple in own {
            let from = range.start + (tuple[1] - range.start).rem_euclid(step);
            if from < range.end {
                any |= self.run(CutRun { marks, ..run }, coordinates, from..range.end);
            }
        }
        any
    }

    /// Marks all cuts whose first coordinate is in a range, in steps; returns true.
    fn run(&self, run: CutRun<'_>, [first, second]: [&Coordinate; 2], range: Range<i64>) -> bool {
        let CutRun { marks, base, sum, step } = run;
        let slice = |coordinate: &Coordinate, range: Range<i64>| match coordinate.parts[..] {
            [part] => {
                let shift = part.offset - self.kinds.kinds[part.kind].first();
                self.values[part.kind].get((range.start + shift) as usize..(range.end + shift) as usize)
            }
            _ => None,
        };
        let back = sum - range.end + 1..sum - range.start + 1;
        match (slice(first, range.clone()), slice(second, back)) {
            (Some(a), Some(b)) => marks.pairs(base, a, b, step as usize),
            _ => {
                let parts = |coordinate: &Coordinate, a: i64| {
                    coordinate.parts.iter().fold(0, |sum, part| sum ^ self.value(part.kind, a + part.offset))
                };
                let all = range.step_by(step as usize);
                all.for_each(|a| marks.mark(base ^ parts(first, a) ^ parts(second, sum - a)));
            }
        }
        true
    }

    /// The periods of all kinds, if the values known show and prove them. No kind is computed beyond `last`.
    fn joint_claim(&mut self, last: i64) -> Result<Option<JointClaim>, Error> {
        if self.task.value == Value::OUTCOME && !self.on_outcomes {
            return Ok(None);
        }
        let reached = self.kinds.reached();
        loop {
            let mut periods = vec![None; self.kinds.kinds.len()];
            for &kind in reached.iter().filter(|&&kind| self.kinds.kinds[kind].least.is_some()) {
                match recurrence(&self.values[kind]) {
                    None => return Ok(None),
                    seen => periods[kind] = seen,
                }
            }
            match JointClaim::prove(self.kinds, &periods, &self.values, self.task.control)? {
                Ok(joint) => return Ok(Some(joint)),
                Err(NotYet::Refused) => return Ok(None),
                // Every turn computes something that was missing, so the loop ends.
                Err(NotYet::Needs(sizes)) => {
                    if sizes.iter().any(|&size| i64::try_from(size).map_or(true, |size| size > last)) {
                        return Ok(None);
                    }
                    for &kind in &reached {
                        self.advance(kind, sizes[kind] as i64)?;
                    }
                }
            }
        }
    }

    fn into_proof(self, joint: JointClaim, given: u64) -> Option<Proof> {
        let claim = joint.of_rows(self.kinds, self.task.ruleset.rows().first())?;
        let (asked, values) = (self.kinds.asked, Arc::new(self.values));
        let (own, shift) = (values.clone(), self.kinds.shift - self.kinds.kinds[asked].first());
        let at = move |n: u64| own[asked].get((n as i64 + shift) as usize).copied().unwrap_or(0);
        Some(Proof { claim, values: Box::new(at), given, evidence: Evidence::Kinds { joint, values } })
    }
}
