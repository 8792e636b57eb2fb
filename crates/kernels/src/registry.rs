//! The list of kernels and the choice among them. A new kernel is one file and one line here.

use super::boxes::{
    BitRows, BlockedLines, BuildingNimKernel, ChompKernel, ChompPPositions, ChompValues, FacesOutcomes, FacesValues,
    Greedy, HeapsKernel, LineLengths, LineSets, RaysTable, StepRows, StepsTable, TartanKernel,
};
use super::contract::Kernel;
use super::divisors::{DivisorMarks, PrimePowersKernel, SquarefreePowersKernel};
use super::elements::{COMPONENTS, HackenbushKernel, NIMBER_SEARCH, StructureClasses, TreesKernel};
use super::general::{
    CroppedKernel, Entailing, JointKernel, Loopy, NimKernel, Oracle, SpecialKernel, Strata, SumKernel,
};
use super::one_heap::{
    AllButKernel, AllButLengths, CircleKernel, CoinSets, Dense, EntailingHeapKernel, KindsKernel, NoRepeatKernel,
    RepeatingDigits, SparseSpace, Strikes, SubtractionAutomaton, SubtractionSteps, TakeAndBreakKernel, ThreeHeaps,
};
use super::task::Task;
use grundy_core::error::Error;
use serde::{Deserialize, Serialize};
use std::fmt;

/// All kernels, in order of preference: `auto` takes the first that supports the task.
pub const KERNELS: &[&dyn Kernel] = &[
    &SparseSpace,
    &Dense,
    &ThreeHeaps,
    &KindsKernel,
    &RepeatingDigits,
    &TakeAndBreakKernel,
    &SubtractionAutomaton,
    &SubtractionSteps,
    &Strikes,
    &AllButKernel,
    &CoinSets,
    &TartanKernel,
    &EntailingHeapKernel,
    &NoRepeatKernel,
    &CircleKernel { first },
    &NimKernel,
    &FacesOutcomes,
    &FacesValues,
    &HeapsKernel,
    &Greedy,
    &PrimePowersKernel,
    &SquarefreePowersKernel,
    &DivisorMarks,
    &BitRows,
    &RaysTable,
    &StepsTable,
    &LineSets,
    &LineLengths,
    &AllButLengths,
    &StepRows,
    &BlockedLines,
    &BuildingNimKernel,
    &ChompPPositions,
    &ChompKernel,
    &ChompValues,
    &NIMBER_SEARCH,
    &COMPONENTS,
    &TreesKernel,
    &HackenbushKernel,
    &StructureClasses,
    &CroppedKernel { first },
    &SumKernel { first },
    &JointKernel { first },
    &SpecialKernel { special: Loopy, first },
    &SpecialKernel { special: Entailing, first },
    &Strata,
    &Oracle,
];

/// The first kernel that supports a task.
fn first(task: &Task<'_>) -> Option<&'static dyn Kernel> {
    KERNELS.iter().copied().find(|kernel| kernel.can(task))
}

/// The kernels whose runs can be handed on, in order of preference.
pub fn handing_on() -> impl Iterator<Item = &'static dyn Kernel> {
    KERNELS.iter().copied().filter(|kernel| kernel.hands_on().is_some())
}

/// A kernel that the user chose by name. It is serialised as that name.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Named(&'static dyn Kernel);

impl Named {
    /// The kernel with a given name, if there is one.
    pub fn new(name: &str) -> Option<Self> {
        KERNELS.iter().copied().find(|kernel| kernel.name() == name).map(Self)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl From<Named> for String {
    fn from(kernel: Named) -> String {
        kernel.name().to_string()
    }
}

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::new(&name).ok_or_else(|| format!("there is no kernel `{name}`"))
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Named {}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kernel for a task: the named one, or the first that supports it. If the kernel needs the positions of the
/// game, this enumerates them.
///
/// # Errors
/// [`Error::Usage`] if the named kernel does not support the task; the errors of `Ruleset::enumerate`.
pub fn choose(named: Option<Named>, task: &Task<'_>) -> Result<&'static dyn Kernel, Error> {
    let supporting = || KERNELS.iter().copied().filter(|kernel| kernel.can(task));
    let names = || supporting().map(|kernel| format!("`{}`", kernel.name())).collect::<Vec<_>>().join(", ");
    let kernel = match named {
        None => supporting().next().ok_or_else(|| Error::Usage("no kernel supports this game".to_string())),
        Some(Named(kernel)) if kernel.can(task) => Ok(kernel),
        Some(Named(kernel)) => {
            let (name, names) = (kernel.name(), names());
            Err(Error::Usage(format!("kernel `{name}` does not support this job; these do: `auto`, {names}")))
        }
    }?;
    if kernel.walks(task) {
        task.ruleset.enumerate(task.setup())?;
    }
    Ok(kernel)
}
