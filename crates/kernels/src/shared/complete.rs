//! All values of a game inside of another one.

use crate::{Kernel, Task};
use grundy_core::bytes::Bytes;
use grundy_core::claim::Theorem;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nim_sum::Terms;
use grundy_core::periodicity::PeriodFinder;
use grundy_core::stream::{Flow, Sink, Values};

/// How many values are searched for a period.
const SEARCHED: u64 = 1 << 20;

/// All values of a task. Those behind a period that its kernel proves, or that the first values show by a theorem, follow from that.
///
/// # Errors
/// Those of [`Kernel::solve`]; [`Error::Limit`] if no period is proved early and the values do not fit the memory;
/// [`Error::Fault`] if the kernel gave fewer rows and proved nothing.
pub fn all_terms(kernel: &dyn Kernel, task: &Task<'_>) -> Result<Terms, Error> {
    let rows = task.ruleset.rows();
    let theorem =
        Theorem::of(task.ruleset.view(), task.value).filter(|_| rows.is_sequence() && kernel.trusts_theorems());
    let searched = SEARCHED.min(task.scale.small).min(rows.len());
    let finder = theorem.map(|theorem| PeriodFinder::new(rows, Some(theorem), searched));
    let mut first = First { values: Vec::new(), finder, searched, rows: rows.len(), memory: task.memory };
    let solution = kernel.solve(task, &mut first)?;
    let found = first.finder.as_ref().and_then(PeriodFinder::proved);
    // What a kernel proves has no saltus.
    let period =
        solution.proof.map(|proof| (proof.claim.period, 0)).or(found.map(|claim| (claim.period, claim.saltus)));
    let given = first.values.len();
    match period {
        Some(period) => Terms::periodic(first.values, rows.len(), period),
        None if given as u64 == rows.len() => Ok(Terms::whole(first.values)),
        None => Err(Error::Fault(format!("kernel `{}` gave {given} rows and said no more", kernel.name()))),
    }
}

/// The bytes that `all_terms` takes beside its kernel, as far as they are known: a period may save more, and without one all values are kept.
pub fn bytes_of_terms(task: &Task<'_>) -> Bytes {
    let rows = task.ruleset.rows();
    let searched = rows.len().min(SEARCHED);
    if rows.is_sequence() && Theorem::of(task.ruleset.view(), task.value).is_some() {
        return PeriodFinder::needs(searched).plus(Bytes(8 * u128::from(searched)));
    }
    Bytes(4 * u128::from(rows.len()))
}

/// Keeps the values until a period is proved.
struct First {
    values: Vec<u32>,
    finder: Option<PeriodFinder>,
    searched: u64,
    rows: u64,
    memory: Bytes,
}

impl First {
    /// Makes room for all values, once no period will be found any more.
    fn reserve(&mut self) -> Result<(), Error> {
        let all = Bytes(4 * u128::from(self.rows));
        check_memory("the values of a component without a proved period", all, self.memory)?;
        self.values.reserve_exact((self.rows as usize).saturating_sub(self.values.len()));
        Ok(())
    }
}

impl Sink for First {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let searching = self.finder.as_ref().is_some_and(|finder| finder.seen() < self.searched);
        if !searching && self.values.capacity() < self.rows as usize {
            self.reserve()?;
        }
        self.values.extend_from_slice(values.words(&mut Vec::new()));
        match &mut self.finder {
            Some(finder) => finder.block(first, values),
            None => Ok(Flow::Continue),
        }
    }
}
