//! Feeds the values of a job to its sinks: first those that the kernel computes, then those that follow from a
//! proved period.

use crate::analysis::PeriodFinder;
use crate::analysis::periodicity::{self, Rest};
use crate::checkpoint::{Keeper, Recorder};
use crate::control::Control;
use crate::error::Error;
use crate::kernel::{Proof, Solution, Task};
use crate::plan::Plan;
use crate::sinks::{Gathered, RowSink, all_sinks};
use crate::stream::{Fan, Feed, Flow, Sink, State, StateReader, Values};

/// How the values of a run reach its sinks.
pub(super) struct ValueCourse<'c> {
    pub task: &'c Task<'c>,
    pub plan: &'c Plan,
    pub keeper: Option<&'c Keeper<'c>>,
    /// The number of rows given before the run was stopped.
    pub begun: u64,
    /// Whether the run is handed on, with the short form of the kernel's state.
    pub in_short: bool,
}

impl ValueCourse<'_> {
    /// Runs the kernel. If the finder or the kernel proves a period before the end, the values continue from the
    /// period. Returns notes for the manifest, and the kernel's proofs.
    pub fn run(
        &self,
        gathered: &mut Gathered,
        finder: Option<&mut PeriodFinder>,
        streams: &mut [RowSink],
    ) -> Result<Solution, Error> {
        let &Self { task, plan, .. } = self;
        let (kernel, all) = (plan.kernel.name(), task.ruleset.rows().len());
        let mut sinks = all_sinks(gathered, streams);
        let may_stop = plan.kernel.trusts_theorems();
        let (mut solution, given, rest) = match finder {
            None => {
                let (solution, given) = self.solve(&mut sinks)?;
                (solution, given, None)
            }
            Some(finder) => {
                let mut early = Early { finder, may_stop, saved: !self.in_short };
                let (solution, given) = self.solve(&mut Fan(vec![&mut sinks, &mut early]))?;
                // A kernel that may not be stopped has given every row, whatever the finder has kept.
                let rest = if may_stop && solution.proof.is_none() && given < all { finder.rest() } else { None };
                (solution, given, rest)
            }
        };
        match (&mut solution.proof, rest) {
            (Some(proof), _) => continue_by_proof(task, proof, &mut sinks)?,
            (None, Some(rest)) => continue_by(task, rest, given, &mut sinks)?,
            (None, None) if given < all => {
                return Err(Error::Fault(format!("kernel `{kernel}` returned only {given} of {all} rows")));
            }
            (None, None) => {}
        }
        if given < all {
            solution.notes.push(format!("computed {given} of {all} values; the others follow from the proved period"));
        }
        Ok(solution)
    }

    /// The kernel's solution, and the number of rows it gave.
    fn solve(&self, sinks: &mut dyn Sink) -> Result<(Solution, u64), Error> {
        let &Self { task, plan, keeper, begun, in_short } = self;
        let mut recorder = Recorder { sinks, keeper, control: task.control, kernel: plan.kernel.name(), rows: begun };
        let solution = match plan.kernel.hands_on().filter(|_| in_short) {
            None => plan.kernel.solve(task, &mut recorder)?,
            Some(kernel) => {
                let (solution, last) = kernel.solve_in_short(task, &mut recorder)?;
                recorder.end(last.as_ref())?;
                solution
            }
        };
        Ok((solution, recorder.rows))
    }
}

/// Continues a sequence by a kernel's proof. This takes no time if no sink needs the single rows.
fn continue_by_proof(task: &Task<'_>, proof: &mut Proof, sink: &mut dyn Sink) -> Result<(), Error> {
    let (rows, control) = (task.ruleset.rows(), task.control);
    if proof.given >= rows.len() {
        return Ok(());
    }
    if proof.claim.saltus == 0
        && sink.takes_periodic()
        && let Some(cycle) = proof.next_period(rows, control)?
    {
        sink.periodic(proof.given, &cycle, rows.len());
        return Ok(());
    }
    proof.give_rest(rows, &mut Feed { sink, control }, control)
}

/// Continues a sequence by its period, starting at a row. This takes no time if no sink needs the single rows.
fn continue_by(task: &Task<'_>, rest: Rest, from: u64, sink: &mut dyn Sink) -> Result<(), Error> {
    let rows = task.ruleset.rows().len();
    if rest.saltus == 0 && sink.takes_periodic() {
        sink.periodic(from, &rest.cycle, rows);
        return Ok(());
    }
    task.control.phase("continuing the proved period", rows);
    let mut feed = Feed { sink, control: task.control };
    periodicity::continue_into(&rest.cycle, rest.saltus, from, rows, &mut feed, |done| {
        task.control.progress(done);
        task.control.check()
    })
}

/// The finder as a sink. It may stop the kernel only if `may_stop` is set.
struct Early<'f> {
    finder: &'f mut PeriodFinder,
    may_stop: bool,
    /// Whether its state is part of the checkpoint.
    saved: bool,
}

impl Sink for Early<'_> {
    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        if self.saved { self.finder.save(state) } else { Ok(()) }
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.finder.load(state)
    }

    fn block(&mut self, first: u64, values: Values<'_>, control: &Control<'_>) -> Result<Flow, Error> {
        let flow = self.finder.block(first, values, control)?;
        Ok(if self.may_stop { flow } else { Flow::Continue })
    }
}

/// Streams values that are already known into a sink.
///
/// # Errors
/// The errors of the sink.
pub fn replay(rows: u64, value: impl Fn(u64) -> u32, sink: &mut dyn Sink, control: &Control<'_>) -> Result<(), Error> {
    let mut block = Vec::new();
    for first in (0..rows).step_by(1 << 14) {
        block.clear();
        block.extend((first..rows.min(first + (1 << 14))).map(&value));
        sink.block(first, Values::Words(&block), control)?;
    }
    Ok(())
}
