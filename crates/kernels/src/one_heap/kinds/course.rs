//! A run: the values of all kinds so far, how they continue, and the proof of their periods.

use super::columns::{Cells, Columns, Computed, KindTable};
use super::mex::{Mex, is_among, width};
use super::rares::RareParts;
use super::runs::RuleInColumns;
use super::space;
use crate::Task;
use crate::shared::width::Width;
use grundy_core::bytes::Bytes;
use grundy_core::claim::{Claim, JointClaim, NotYet, SparseKinds};
use grundy_core::error::{Error, MEMORY_KEY};
use grundy_core::periodicity::recurrence;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Outlet, StateReader};
use grundy_core::structure::{AskedKinds, Kinds, Schedule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The largest number of rows given at a time, and of sizes computed at a time.
pub(super) const BATCH: u64 = 1 << 12;

/// The number of waves between two offers of a checkpoint, and the number of sizes between two looks at the memory.
const PAUSE: u64 = 64;

/// How many options of a run are marked, as a multiple of the number of values.
const MARKED: usize = 4;

/// How far the test of a period may compute ahead, as a multiple of the rows so far. If it needs more, a later test may
/// need less.
const AHEAD: u64 = 4;

/// The first part of a state.
const NAME: &str = "kinds";

/// How far a run is. Its steps are the rows of one kind, or the sizes of all kinds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Place {
    /// The number of steps taken: of rows given, or of sizes that are known.
    pub step: u64,
    /// After this many steps the periods are tested next.
    pub look: u64,
}

/// A run.
pub(super) struct KindCourse<'t> {
    pub kinds: &'t Kinds,
    pub task: &'t Task<'t>,
    schedule: Schedule,
    pub table: KindTable,
    cells: Cells,
    /// The rules of each kind.
    rules: Vec<Vec<RuleInColumns<'t>>>,
    /// A sparse space, once one is known that saves work.
    rares: Option<RareParts>,
    /// Whether outcomes are computed from outcomes, not from values.
    on_outcomes: bool,
    /// The share of the memory that the values may take, if it is less than they need for all rows.
    share: Option<Bytes>,
    /// The sizes that a test of periods has asked for, one for each kind, until they are computed.
    wanted: Vec<u64>,
    waves: u64,
}

impl<'t> KindCourse<'t> {
    /// A run that begins, or resumes from a saved state.
    ///
    /// # Errors
    /// [`Error::Unfit`] if the state is not one of such a run.
    pub fn begin(kinds: &'t Kinds, task: &'t Task<'t>) -> Result<(Self, Place), Error> {
        let fresh = || {
            let rules = || kinds.kinds.iter().flat_map(|kind| &kind.rules);
            let has_many = rules().filter_map(|rule| rule.cut.as_ref()).any(|cut| cut.coordinates.len() > 2);
            let look = if has_many { task.scale.many_parts_look } else { task.scale.kinds_look };
            (Place { step: 0, look }, Vec::new(), None, vec![Vec::new(); kinds.kinds.len()])
        };
        let (place, wanted, space, values) = task.resume(|kept| restored(kept, kinds, task))?.unwrap_or_else(fresh);
        let (columns, rules) = columns_of(kinds);
        let table = KindTable::new(&kinds.kinds, values);
        let mut course = Self {
            kinds,
            task,
            schedule: Schedule::new((0..kinds.kinds.len()).map(|kind| table.next(kind)).collect()),
            cells: Cells::Bytes(columns),
            rules,
            rares: None,
            on_outcomes: task.value == Value::OUTCOME && kinds.is_single(),
            share: share(kinds, task),
            wanted,
            waves: 0,
            table,
        };
        course.widen();
        (0..kinds.kinds.len()).for_each(|kind| course.cells.follow(kind, &course.table));
        course.rares = space.map(|space| course.rare_parts(space)).transpose()?;
        Ok((course, place))
    }

    /// Looks for a sparse space, and uses it if it saves work.
    pub fn look_for_space(&mut self) -> Result<(), Error> {
        let reached = self.kinds.reached();
        self.rares = None;
        let rules = || reached.iter().flat_map(|&kind| self.rules[kind].iter().map(move |rule| (kind, rule)));
        let splits = rules().filter(|(_, of)| of.rule.cut.as_ref().is_some_and(|cut| cut.coordinates.len() > 1));
        let options = splits.map(|(kind, of)| self.next(kind).unsigned_abs() / if of.is_symmetric { 2 } else { 1 });
        let options: u64 = options.sum();
        if self.on_outcomes || options < self.task.scale.kinds_options {
            return Ok(());
        }
        let space = space::best(self.kinds, &reached, &self.table, self.task.control)?;
        let parts = space.map(|space| self.rare_parts(space)).transpose()?;
        let with_rare = |parts: &RareParts| reached.iter().map(|&kind| parts.options(&self.rules[kind])).sum::<u64>();
        self.rares = parts.filter(|parts| with_rare(parts).saturating_mul(self.task.scale.kinds_crowded) <= options);
        Ok(())
    }

    fn rare_parts(&self, space: SparseKinds) -> Result<RareParts, Error> {
        let rules = self.kinds.reached().into_iter().map(|kind| &self.rules[kind][..]);
        RareParts::new(space, rules, &self.table, self.task.control)
    }

    /// A value as rows show it.
    pub fn shown(&self, value: u32) -> u32 {
        if self.task.value == Value::OUTCOME { value.min(1) } else { value }
    }

    /// The number of steps of the whole run.
    pub fn steps(&self) -> u64 {
        let rows = self.task.ruleset.rows();
        match self.kinds.asked {
            AskedKinds::One { .. } => rows.len(),
            AskedKinds::All => rows.end(),
        }
    }

    /// The size that a step is about.
    pub fn size(&self, step: u64) -> i64 {
        match self.kinds.asked {
            AskedKinds::One { shift, .. } => (self.task.ruleset.rows().first() + step) as i64 + shift,
            AskedKinds::All => step as i64,
        }
    }

    /// The size of a kind after the last one whose value is known.
    pub fn next(&self, kind: usize) -> i64 {
        self.schedule.next(kind)
    }

    /// What was found on the way.
    pub fn notes(&self) -> Vec<String> {
        self.rares.iter().map(ToString::to_string).collect()
    }

    /// Computes all that the steps before `end` need.
    pub fn reach(&mut self, end: u64, place: Place, sink: &mut dyn Outlet) -> Result<(), Error> {
        let to = self.size(end) - 1;
        match self.kinds.asked {
            AskedKinds::One { kind, .. } => self.schedule.ask(kind, to),
            AskedKinds::All => {
                for (number, kind) in self.kinds.kinds.iter().enumerate() {
                    self.schedule.ask(number, if kind.least.is_some() { to } else { 0 });
                }
            }
        }
        self.advance(place, sink)
    }

    /// Computes all that was asked for, and what this needs.
    fn advance(&mut self, place: Place, sink: &mut dyn Outlet) -> Result<(), Error> {
        loop {
            if self.waves.is_multiple_of(PAUSE) || self.task.control.check().is_err() {
                self.check_room()?;
                self.offer(place, sink)?;
                self.task.control.check()?;
            }
            self.waves += 1;
            let wave = self.schedule.wave(&self.kinds.kinds)?;
            if wave.is_empty() {
                return Ok(());
            }
            wave.into_iter().for_each(|kind| self.compute(kind));
        }
    }

    /// Offers a checkpoint.
    pub fn offer(&self, place: Place, sink: &mut dyn Outlet) -> Result<(), Error> {
        sink.checkpoint(&mut |state| {
            state.put(&(NAME, place, &self.wanted, self.rares.as_ref().map(RareParts::space)))?;
            self.table.values.iter().try_for_each(|values| state.put(values))
        })
    }

    /// Ends the run if the values of all rows do not fit into its share of the memory, and the next ones do not either.
    fn check_room(&mut self) -> Result<(), Error> {
        let Some(share) = self.share else { return Ok(()) };
        let longest = self.table.values.iter().map(Vec::len).max().unwrap_or(0) as u128;
        let next = longest + u128::from(PAUSE);
        let needed = bytes(self.kinds, next, self.cells.needs(next));
        // There must be room for all values, but not for what makes them quick.
        self.rares = self.rares.take().filter(|rares| Bytes(needed.0 + rares.bytes()) <= share);
        if needed <= share {
            return Ok(());
        }
        let kinds = self.kinds.reached().len();
        let kinds = if kinds == 1 { String::new() } else { format!(" of {kinds} kinds of heaps") };
        Err(Error::Limit {
            what: format!("the table of values{kinds} up to n = {longest}, which prove no period,"),
            needed: needed.to_string(),
            allowed: format!("half of {}", self.task.memory),
            key: MEMORY_KEY.to_string(),
            remedy: "raise it or lower `max` in [range] (--memory and --max on the command line)".to_string(),
        })
    }

    /// Computes the next position of a kind.
    fn compute(&mut self, kind: usize) {
        let n = self.schedule.next(kind);
        let mut rares = self.rares.take();
        let value = match &self.cells {
            Cells::Bytes(columns) => self.value_at(columns, kind, n, rares.as_mut()),
            Cells::Shorts(columns) => self.value_at(columns, kind, n, rares.as_mut()),
            Cells::Words(columns) => self.value_at(columns, kind, n, rares.as_mut()),
        };
        self.rares = rares;
        self.table.push(kind, value);
        if let Some(rares) = &mut self.rares {
            rares.follow(kind, n, value);
        }
        // The marks of a block are bounded.
        self.rares = self.rares.take().filter(|_| self.table.largest >> space::MOST_BITS == 0);
        self.widen();
        self.cells.follow(kind, &self.table);
        self.schedule.done(kind);
    }

    /// Makes cells that have room for all values.
    fn widen(&mut self) {
        while self.table.largest > self.cells.largest() {
            self.cells = self.cells.widened(&self.table);
        }
    }

    fn value_at<T: Width>(&self, columns: &Columns<T>, kind: usize, n: i64, rares: Option<&mut RareParts>) -> u32 {
        let is_misere = self.task.play == Play::Misere;
        // In misère play the empty sum is won by the next player.
        let empty = u32::from(self.on_outcomes && is_misere);
        let mut runs = Vec::new();
        let (rules, known) = (&self.rules[kind], Computed { table: &self.table, columns });
        let least = self.task.scale.marked;
        rules.iter().for_each(|rule| rule.options(n, &known, empty, &mut runs));
        if !self.on_outcomes {
            let width = width(self.table.largest);
            let Some(rares) = rares else {
                let mex = Mex { runs: &runs, least, most: (MARKED * width).max(least) };
                return mex.value(&mut vec![false; width], |value| mex.is_among(value));
            };
            let mex = Mex { runs: &runs, least, most: width.max(least) };
            return rares.value(kind, n, rules, &known, &mex);
        }
        // The mover wins if an option is lost for the next player, or if there is no option in misère play.
        u32::from((is_misere && runs.is_empty()) || is_among(0, least, &runs))
    }

    /// The periods of all kinds that are reached, if the values known show and prove them. At the end of a run about
    /// all kinds, if not all of them have a period, those of as many kinds as possible: a set that leads to no others.
    /// If one kind is asked, with the claim about the rows, whose values are then known as far as the claim uses them.
    pub fn proved(&mut self, place: Place, sink: &mut dyn Outlet) -> Result<Option<Proved>, Error> {
        if self.task.value == Value::OUTCOME && !self.on_outcomes {
            return Ok(None);
        }
        let (mut set, steps) = (self.kinds.reached(), self.steps());
        let is_end = place.step >= steps;
        let last = self.size(if is_end { steps } else { steps.min(place.step.saturating_mul(AHEAD)) } - 1);
        let may_be_some = is_end && self.kinds.asked == AskedKinds::All;
        loop {
            // A state that is saved meanwhile says what is still wanted.
            for (kind, &size) in self.wanted.iter().enumerate().filter(|(kind, _)| set.contains(kind)) {
                self.schedule.ask(kind, size as i64);
            }
            self.advance(place, sink)?;
            self.wanted.clear();
            let without = match self.attempt(&set)? {
                Ok(joint) if joint.claims.is_empty() => return Ok(None),
                Ok(joint) => return self.with_rows(joint, place, sink),
                Err(Missing::Period(kinds)) => kinds,
                Err(Missing::Values(NotYet::Refused)) => return Ok(None),
                Err(Missing::Values(NotYet::Needs(sizes))) => {
                    let is_far = |kind: &usize| i64::try_from(sizes[*kind]).map_or(true, |size| size > last);
                    let far: BTreeSet<usize> = set.iter().copied().filter(is_far).collect();
                    if far.is_empty() {
                        // Every turn computes something that was missing, so the loop ends.
                        self.wanted = sizes;
                        continue;
                    }
                    far
                }
            };
            if !may_be_some {
                return Ok(None);
            }
            set = self.kinds.closed_part(&set, &without);
        }
    }

    /// Computes the rows that the claim about them uses, unless they lie beyond the range.
    fn with_rows(&mut self, joint: JointClaim, place: Place, sink: &mut dyn Outlet) -> Result<Option<Proved>, Error> {
        if self.kinds.asked == AskedKinds::All {
            return Ok(Some(Proved { joint, rows: None }));
        }
        let rows = self.task.ruleset.rows();
        let Some(claim) = joint.of_rows(self.kinds, rows.first()) else { return Ok(None) };
        let end = claim.checked_to + 1 - rows.first();
        if end > rows.len() {
            return Ok(None);
        }
        self.reach(end, place, sink)?;
        Ok(Some(Proved { joint, rows: Some(claim) }))
    }

    /// Tries to prove the periods that the values known of a set of kinds show.
    fn attempt(&self, set: &BTreeSet<usize>) -> Result<Result<JointClaim, Missing>, Error> {
        let mut periods = vec![None; self.kinds.kinds.len()];
        let mut without = BTreeSet::new();
        for &kind in set.iter().filter(|&&kind| self.kinds.kinds[kind].least.is_some()) {
            periods[kind] = recurrence(&self.table.values[kind], self.task.control)?;
            if periods[kind].is_none() {
                without.insert(kind);
            }
        }
        if !without.is_empty() {
            return Ok(Err(Missing::Period(without)));
        }
        let proved = JointClaim::prove(self.kinds, set, &periods, &self.table.values, self.task.control)?;
        Ok(proved.map_err(Missing::Values))
    }
}

/// Periods that are proved.
pub(super) struct Proved {
    pub joint: JointClaim,
    /// The claim about the rows of the asked kind.
    pub rows: Option<Claim>,
}

/// What a proof is missing.
enum Missing {
    /// A period that the values of these kinds show.
    Period(BTreeSet<usize>),
    /// Values.
    Values(NotYet),
}

/// The columns that the cuts of a game need, and its rules.
fn columns_of<T: Width>(kinds: &Kinds) -> (Columns<T>, Vec<Vec<RuleInColumns<'_>>>) {
    let count = kinds.kinds.len();
    let (mut columns, nothing) = (Columns::new(count), KindTable::new(&kinds.kinds, vec![Vec::new(); count]));
    let rules = RuleInColumns::of_kinds(&kinds.kinds, &nothing, &mut columns);
    (columns, rules)
}

/// The most memory for this many values of each kind: vectors may have grown to twice their length. The search for
/// periods copies one kind at a time, and a value may have a mark.
fn bytes(kinds: &Kinds, values: u128, columns: u128) -> Bytes {
    Bytes(values * (8 * kinds.reached().len() as u128 + 24) + columns + (1 << 16))
}

/// The memory for all rows.
fn needs_of_rows(kinds: &Kinds, task: &Task<'_>) -> Bytes {
    let values = u128::from(task.ruleset.rows().end()) + u128::from(kinds.most_ahead());
    bytes(kinds, values, columns_of::<u32>(kinds).0.needs(values))
}

/// Half of the memory, if all rows need more. A period is mostly proved after some hundred values.
fn share(kinds: &Kinds, task: &Task<'_>) -> Option<Bytes> {
    Some(Bytes(task.memory.0 / 2)).filter(|&half| needs_of_rows(kinds, task) > half)
}

/// The most memory that a run takes.
pub(super) fn needs(kinds: &Kinds, task: &Task<'_>) -> Bytes {
    share(kinds, task).unwrap_or_else(|| needs_of_rows(kinds, task))
}

/// How far a stopped run was, what a test of periods had asked for, its sparse space, and the values.
type Restored = (Place, Vec<u64>, Option<SparseKinds>, Vec<Vec<u32>>);

fn restored(kept: &mut StateReader<'_>, kinds: &Kinds, task: &Task<'_>) -> Option<Restored> {
    let (name, place, wanted, space): (String, Place, Vec<u64>, Option<SparseKinds>) = kept.take()?;
    let values: Vec<Vec<u32>> = kinds.kinds.iter().map(|_| kept.take()).collect::<Option<_>>()?;
    let rows = task.ruleset.rows();
    let knows = |kind: usize, size: i64| size <= kinds.kinds[kind].first() + values[kind].len() as i64;
    let fits = match kinds.asked {
        AskedKinds::One { kind, shift } => {
            place.step <= rows.len() && knows(kind, (rows.first() + place.step) as i64 + shift)
        }
        AskedKinds::All => {
            let mut sized = (0..values.len()).filter(|&kind| kinds.kinds[kind].least.is_some());
            place.step <= rows.end() && sized.all(|kind| knows(kind, place.step as i64))
        }
    };
    let is_whole = wanted.is_empty() || wanted.len() == values.len();
    let is_space = space.as_ref().is_none_or(|space| space.fits(kinds, &kinds.reached(), &values));
    (name == NAME && is_whole && is_space && (fits || place.step == 0)).then_some((place, wanted, space, values))
}
