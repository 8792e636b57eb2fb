//! Every kernel, and how one is chosen. A new kernel is one file and one line here.

use super::boxes::{
    BitRows, BuildingNim, Chomp, ChompThreeRows, ChompValues, FacesOutcomes, FacesValues, Greedy, Heaps, LineSets,
    RaysTable, StepRows, StepsTable,
};
use super::contract::Kernel;
use super::divisors::{DivisorMarks, PrimePowers, SquarefreePowers};
use super::general::{Cropped, Nim, Oracle, Strata, Sum};
use super::one_heap::{
    AllBut, Circle, CoinSets, Dense, SparseSpace, Strikes, SubtractionAutomaton, SubtractionSteps, TakeAndBreakKernel,
    ThreeHeaps,
};
use super::task::Task;
use grundy_core::error::Error;
use grundy_core::ruleset::Setup;

/// Every kernel, the first that supports a task is the one `auto` takes.
pub static KERNELS: &[&dyn Kernel] = &[
    &SparseSpace,
    &Dense,
    &ThreeHeaps,
    &TakeAndBreakKernel,
    &SubtractionAutomaton,
    &SubtractionSteps,
    &Strikes,
    &AllBut,
    &CoinSets,
    &Circle { first },
    &Nim,
    &FacesOutcomes,
    &FacesValues,
    &Heaps,
    &Greedy,
    &PrimePowers,
    &SquarefreePowers,
    &DivisorMarks,
    &BitRows,
    &RaysTable,
    &StepsTable,
    &LineSets,
    &StepRows,
    &BuildingNim,
    &ChompThreeRows,
    &Chomp,
    &ChompValues,
    &Cropped { first },
    &Sum { first },
    &Strata,
    &Oracle,
];

/// The first kernel that supports a task.
fn first(task: &Task<'_>) -> Option<&'static dyn Kernel> {
    KERNELS.iter().copied().find(|kernel| kernel.supports(task))
}

/// The kernel for a task: the named one, or the first that supports it. If it needs the
/// positions of the game, they are found.
///
/// # Errors
/// [`Error::Usage`] if there is no kernel of that name or it does not support the task; those
/// of `Ruleset::enumerate`.
pub fn choose(name: Option<&str>, task: &Task<'_>) -> Result<&'static dyn Kernel, Error> {
    let supporting = || KERNELS.iter().copied().filter(|kernel| kernel.supports(task));
    let names = || supporting().map(|kernel| format!("`{}`", kernel.name())).collect::<Vec<_>>().join(", ");
    let kernel = match name {
        None => supporting().next().ok_or_else(|| Error::Usage("no kernel supports this game".to_string())),
        Some(name) => supporting().find(|kernel| kernel.name() == name).ok_or_else(|| {
            Error::Usage(format!("kernel `{name}` does not support this job; those that do: `auto`, {}", names()))
        }),
    }?;
    if kernel.walks() {
        task.ruleset.enumerate(Setup { memory: task.memory, control: task.control, play: task.play })?;
    }
    Ok(kernel)
}
