//! Plans a job, runs its kernel, finds and proves its period, and collects the results.

use super::answered::Answer;
use super::session::Session;
use super::values::ValueCourse;
use crate::analysis::PeriodFinder;
use crate::analysis::certificate::{Certificate, KindsCertificate, ProofFile, is_certified};
use crate::bytes::Bytes;
use crate::checkpoint::{Keeper, Left};
use crate::claim::{Claim, Least, Sequence, Spacing, Theorems};
use crate::control::Control;
use crate::error::Error;
use crate::event::RunEvent;
use crate::job::Job;
use crate::kernel::{self, Evidence, KindsProof, Named, Proof, Solution, Task};
use crate::plan::{Outputs, Plan, check_room};
use crate::results::End;
use crate::ruleset::{Ruleset, Setup, TakeAndBreak, Value};
use crate::sinks::{Gathered, RowSink, all_sinks};
use crate::space::check_memory;
use crate::stream::{Fan, Kept, Sink};
use crate::structure::Kinds;

/// Why a job has no facts.
const NO_FACTS: &str = "the format `facts` is for games whose rules the checker knows: Cram, Node-Kayles, Arc-Kayles, Grim, \
                        Col, Snort, domination, graph Chomp, Geography, graph-octal and vertex-game (without `when`) on graphs, \
                        posets, systems of moves from files, and boards by rules without `.` on a left side; a game on \
                        paths that is played as heaps has a certificate of its period instead";

/// Plans a job, runs its kernel into the sinks, and finishes them. All values are kept if the outputs need them.
///
/// With a keeper, the run writes checkpoints from time to time. [`Error::Unfit`] if the run cannot resume from
/// `kept`.
pub(crate) fn solve(
    job: &Job,
    outputs: Outputs<'_>,
    streams: &mut [RowSink],
    session: Session<'_>,
    keeper: Option<&Keeper<'_>>,
    kept: Option<Left>,
) -> Result<Answer, Error> {
    let control = session.control();
    let (name, code, rows) = (job.name.as_str(), &job.game.code, job.rows().len());
    session.observer.event(&RunEvent::Started { job: name, code, rows });
    let mut setup = job.setup(&control);
    setup.memory = session.share.map_or(setup.memory, |share| share.min(setup.memory));
    setup.options = setup.memory;
    let (ruleset, plan) = planned(job, outputs, setup, session.share, kept.as_ref())?;
    let mut task = Task::new(&*ruleset, job.play, job.value, job.settings.memory, &control);
    if job.settings.has_format("facts") && !kernel::has_facts(&task) {
        return Err(Error::Usage(NO_FACTS.to_string()));
    }
    // The files of a stopped run already occupy their space.
    if let (Some(keeper), None) = (keeper, &kept) {
        check_room(outputs.files, ruleset.rows(), keeper.folder())?;
    }
    session.observer.event(&RunEvent::Planned { kernel: plan.kernel.name(), needs: plan.needs });

    let mut gathered = Gathered::new(job, plan.table, ruleset.rows(), &*ruleset);
    let begun = kept.as_ref().map_or(0, |kept| kept.end.rows);
    if session.state.is_some() {
        plan.check_handover(job, gathered.answers.len(), streams.len(), begun)?;
    }
    // A state is handed on only after the finder has seen all the values it looks at, so the finder is no longer
    // needed.
    let handed = kept.as_ref().is_some_and(|kept| kept.summary.is_some());
    let finder = plan.finder.filter(|_| !handed);
    let mut finder = finder.map(|limit| PeriodFinder::new(ruleset.rows(), plan.theorems.clone(), limit));
    let state = kept.map(|kept| restore(&kept, &mut gathered, streams, finder.as_mut())).transpose()?;
    task.kept = state.as_ref();
    let course = ValueCourse { task: &task, plan: &plan, keeper, begun, in_short: session.state.is_some() };
    let Solution { mut notes, mut proof, kinds } = course.run(&mut gathered, finder.as_mut(), streams)?;

    let claim = if job.wants_period() { claim(proof.as_ref(), finder.as_mut(), task.control)? } else { None };
    if job.wants_period() && claim.is_none() && finder.as_ref().is_some_and(PeriodFinder::gave_up) {
        notes.push("the search for a period stopped before the end of the range".to_string());
    }
    notes.iter().for_each(|note| session.observer.event(&RunEvent::Note(note)));
    let shown = claim.map(|claim| {
        shown(
            job,
            &task,
            &claim,
            plan.theorems.as_ref(),
            ClaimSource { proof: proof.as_mut(), finder: finder.as_ref() },
        )
    });
    let (least, certificate) = shown.transpose()?.unwrap_or_default();
    let kinds = kinds.filter(|_| job.wants_period());
    let certificate = certificate.or_else(|| of_kinds(job, &task, kinds.as_ref()?));
    let theorem = claim.as_ref().and_then(|claim| claim.theorem).or(plan.theorems.as_ref().map(Theorems::agreement));

    let table = gathered.table.take();
    let joint = kinds.as_ref().map(|kinds| &kinds.joint);
    let end = End { claim: claim.as_ref(), kinds: joint, table: table.as_ref(), earlier: &[], control: &control };
    let checks = gathered.end(job, ruleset.rows(), &end)?;
    gathered.table = table;
    let rows = ruleset.rows().clone();
    let facts = job.settings.has_format("facts").then(|| kernel::facts_of(&task)).transpose()?;
    Ok(Answer { rows, gathered, claim, theorem, least, certificate, facts, checks, kernel: plan.kernel.name(), notes })
}

/// The game, with its options held in memory if the kernel profits from them, and the plan of the run.
fn planned(
    job: &Job,
    outputs: Outputs<'_>,
    setup: Setup<'_>,
    share: Option<Bytes>,
    kept: Option<&Left>,
) -> Result<(Box<dyn Ruleset>, Plan), Error> {
    let ruleset = job.game.outline(&job.range, setup)?;
    let task = Task::new(&*ruleset, job.play, job.value, job.settings.memory, setup.control);
    match plan(job, outputs, &Task { options: setup.options, ..task }, share, kept) {
        // Holding the options only saves time.
        Err(error) if error.wants_memory() && setup.options > Bytes(0) && ruleset.held() > Bytes(0) => {
            // Free these options first: two copies at once might not fit.
            drop(ruleset);
            planned(job, outputs, Setup { options: Bytes(0), ..setup }, share, kept)
        }
        plan => plan.map(|plan| (ruleset, plan)),
    }
}

/// The plan of a run. A resumed run keeps its kernel. [`Error::Limit`] if the plan does not fit the run's share
/// of memory.
fn plan(
    job: &Job,
    outputs: Outputs<'_>,
    task: &Task<'_>,
    share: Option<Bytes>,
    kept: Option<&Left>,
) -> Result<Plan, Error> {
    let plan = match kept {
        None => Plan::new(job, outputs, task, None)?,
        Some(kept) => go_on(job, outputs, task, kept)?,
    };
    if let Some(share) = share {
        check_memory("a game solved beside others", plan.needs, share)?;
    }
    Ok(plan)
}

/// The plan of a resumed run.
fn go_on(job: &Job, outputs: Outputs<'_>, task: &Task<'_>, kept: &Left) -> Result<Plan, Error> {
    let kernel = Named::new(&kept.end.kernel).ok_or(Error::Unfit);
    match kernel.and_then(|kernel| Plan::new(job, outputs, task, Some(kernel))) {
        // Another number of threads may need more memory. The state is discarded only if a run from the
        // beginning has a kernel.
        Err(Error::Unfit | Error::Usage(_) | Error::Limit { .. }) => {
            Plan::new(job, outputs, task, None)?;
            Err(Error::Unfit)
        }
        planned => planned,
    }
}

/// Restores the sinks and returns the state of the kernel. A handed-on run has a summary of all values instead
/// of the sinks' states.
fn restore(
    kept: &Left,
    gathered: &mut Gathered,
    streams: &mut [RowSink],
    finder: Option<&mut PeriodFinder>,
) -> Result<Kept, Error> {
    if let Some(summary) = &kept.summary {
        gathered.summary.clone_from(summary);
        return Ok(kept.kernel().clone());
    }
    let Fan(mut sinks) = all_sinks(gathered, streams);
    sinks.extend(finder.map(|finder| finder as &mut dyn Sink));
    kept.restore(&mut Fan(sinks))
}

/// The claim about the period: the kernel's own if it proved one, otherwise the finder's.
fn claim(
    proof: Option<&Proof>,
    finder: Option<&mut PeriodFinder>,
    control: &Control<'_>,
) -> Result<Option<Claim>, Error> {
    match (proof, finder) {
        (Some(proof), _) => Ok(Some(proof.claim)),
        (None, Some(finder)) => finder.finish(control),
        (None, None) => Ok(None),
    }
}

/// The source of a claim, which also provides the values: the proof of a kernel, or the search for a period.
struct ClaimSource<'e> {
    proof: Option<&'e mut Proof>,
    finder: Option<&'e PeriodFinder>,
}

/// The evidence that a claim is the least one, and the certificate for independent checkers.
fn shown(
    job: &Job,
    task: &Task<'_>,
    claim: &Claim,
    theorems: Option<&Theorems>,
    ClaimSource { proof, finder }: ClaimSource<'_>,
) -> Result<(Option<Least>, Option<ProofFile>), Error> {
    let (first, control) = (task.ruleset.rows().first(), task.control);
    let code = certified(job, task);
    if let Some(proof) = proof {
        let values = &mut *proof.values;
        let least = least(claim, first, values, control)?;
        let made = match &proof.evidence {
            Evidence::Sparse { sparse, spacing } => code
                .map(|code| Certificate::new(&code, claim, &least, Some(sparse.clone()), *spacing, values, control))
                .transpose()?
                .flatten()
                .map(|certificate| ProofFile::Sequence(Box::new(certificate))),
            Evidence::Kinds(proved) => of_kinds(job, task, proved),
        };
        return Ok((Some(least), made));
    }
    let Some(finder) = finder else { return Ok((None, None)) };
    let values = &mut |n| finder.value(n);
    let least = least(claim, first, values, control)?;
    let Some(code) = code.filter(|_| job.value == Value::GRUNDY && theorems.is_some()) else {
        return Ok((Some(least), None));
    };
    let sparse = kernel::sparse_space(&task.ruleset.structures(), |n| finder.value(n), claim.checked_to);
    let certificate = Certificate::new(&code, claim, &least, sparse, Spacing::default(), values, control)?;
    Ok((Some(least), certificate.map(|certificate| ProofFile::Sequence(Box::new(certificate)))))
}

/// The certificate of a proof about all kinds that are reached.
fn of_kinds(job: &Job, task: &Task<'_>, proved: &KindsProof) -> Option<ProofFile> {
    let kinds: &Kinds = task.structure().filter(|_| job.value == Value::GRUNDY)?;
    let sized = kinds.reached().into_iter().filter(|&kind| kinds.kinds[kind].least.is_some()).count();
    let is_whole = proved.joint.claims.len() == sized;
    is_whole.then(|| ProofFile::Kinds(Box::new(KindsCertificate::new(kinds, &proved.joint, &proved.values))))
}

/// The code of the game in a certificate, or none if the checkers do not know the game. Checkers know
/// take-and-break codes, so a game of another family is named by its take-and-break code if it has one.
fn certified(job: &Job, task: &Task<'_>) -> Option<String> {
    let octal = task.structure().map(|code: &TakeAndBreak| format!("octal:{code}"));
    Some(octal.or_else(|| job.game.same_code()).unwrap_or_else(|| job.game.code.clone()))
        .filter(|code| is_certified(code))
}

/// The evidence that a claim is the least one.
fn least(claim: &Claim, first: u64, values: &mut dyn Sequence, control: &Control<'_>) -> Result<Least, Error> {
    let tested = claim.least(first, values, control)?;
    tested.map_err(|_| Error::Fault(format!("{claim:?} was claimed, but is not the least claim")))
}
