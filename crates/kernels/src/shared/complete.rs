//! All values of a game that is a part of another one.

use crate::viewed::Viewed;
use crate::{Kernel, Task};
use grundy_core::bytes::Bytes;
use grundy_core::claim::Theorems;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nim_sum::Terms;
use grundy_core::periodicity::PeriodFinder;
use grundy_core::ruleset::Rows;
use grundy_core::stream::{Flow, Outlet, Sink, Values};

/// The number of values that are searched for a period.
const SEARCHED: u64 = 1 << 20;

/// All values of a task. If a theorem proves a period from the first values, or the kernel proves one, the remaining
/// values follow from it.
///
/// # Errors
/// Those of [`Kernel::solve`]; [`Error::Limit`] if no period is proved early and the values do not fit in memory;
/// [`Error::Fault`] if the kernel gave too few rows and proved nothing.
pub fn all_terms(kernel: &dyn Kernel, task: &Task<'_>) -> Result<Terms, Error> {
    if let Some(terms) = terms_by_period(kernel, task)? {
        return Ok(terms);
    }
    let rows = task.ruleset.rows().len();
    let values = Bytes(4 * u128::from(rows));
    check_memory("all values of a game without an early period", kernel.needs(task).plus(values), task.memory)?;
    let mut values: Vec<u32> = Vec::with_capacity(rows as usize);
    let solution = kernel.solve(task, &mut values)?;
    let given = values.len();
    match solution.proof {
        Some(proof) => Terms::periodic(values, rows, proof.claim.period, proof.claim.saltus),
        None if given as u64 == rows => Ok(Terms::whole(values)),
        None => Err(Error::Fault(format!("kernel `{}` returned only {given} of {rows} rows", kernel.name()))),
    }
}

/// The values of a sequence that is not short, if a theorem proves a period from its first values, or if these are
/// all its values.
///
/// # Errors
/// Those of [`Kernel::solve`].
pub fn terms_by_period(kernel: &dyn Kernel, task: &Task<'_>) -> Result<Option<Terms>, Error> {
    let Some((part, theorems)) = first_values(task) else { return Ok(None) };
    let part = Task { ruleset: &part, kept: None, ..*task };
    let rows = part.ruleset.rows();
    if !kernel.can(&part) || !kernel.trusts_theorems() {
        return Ok(None);
    }
    let mut first = First { values: Vec::new(), finder: PeriodFinder::new(rows, Some(theorems), rows.len()) };
    kernel.solve(&part, &mut first)?;
    let Some(claim) = first.finder.proved() else {
        let all = first.values.len() as u64 == task.ruleset.rows().len();
        return Ok(all.then(|| Terms::whole(first.values)));
    };
    Terms::periodic(first.values, task.ruleset.rows().len(), claim.period, claim.saltus).map(Some)
}

/// Sequences of at most this many terms are not searched for a period, because computing all of them takes no time.
const SHORT: u64 = 1 << 10;

/// The part of a sequence that is searched for a period, with the applicable theorems. `None` if the sequence is
/// short or no theorem applies.
fn first_values<'t>(task: &Task<'t>) -> Option<(Viewed<'t>, Theorems)> {
    let (rows, searched) = (task.ruleset.rows(), SEARCHED.min(task.scale.small));
    let theorems = Theorems::of(&task.ruleset.structures(), task.play, task.value)?;
    let long = rows.is_sequence() && rows.len() > SHORT.min(searched);
    let last = rows.first() + searched.min(rows.len()) - 1;
    let part = Viewed { rows: Rows::line(rows.first(), last), structures: task.ruleset.structures() };
    long.then_some((part, theorems))
}

/// The memory that [`all_terms`] takes, as far as it is known in advance. If no period is proved early, `all_terms`
/// checks the memory again.
pub fn needs_of_terms(kernel: &dyn Kernel, task: &Task<'_>) -> Bytes {
    match first_values(task) {
        Some((part, _)) => {
            let part = Task { ruleset: &part, kept: None, ..*task };
            let rows = part.ruleset.rows().len();
            kernel.needs(&part).plus(PeriodFinder::needs(rows)).plus(Bytes(8 * u128::from(rows)))
        }
        None => kernel.needs(task).plus(Bytes(4 * u128::from(task.ruleset.rows().len()))),
    }
}

/// Keeps the values until a period is proved.
struct First {
    values: Vec<u32>,
    finder: PeriodFinder,
}

impl Outlet for First {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.values.extend_from_slice(values.words(&mut Vec::new()));
        self.finder.block(first, values, &Control::free())
    }
}
