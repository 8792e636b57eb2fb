//! A selection of the rows of a box. The kernel of the whole box computes all rows; those not requested are dropped.
//!
//! Cost and memory: those of the kernel of the box, plus one look at the label of each row.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Rows, Value};
use grundy_core::stream::{Flow, Outlet, Values};

/// Some rows of a whole box.
pub struct CroppedKernel {
    /// Finds the kernel of the whole box.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

/// The task of the whole box.
fn whole<'t>(task: &Task<'t>) -> Option<Task<'t>> {
    task.ruleset.whole().map(|ruleset| Task { ruleset, kept: None, ..*task })
}

impl CroppedKernel {
    fn kernel<'t>(&self, task: &Task<'t>) -> Option<(&'static dyn Kernel, Task<'t>)> {
        let whole = whole(task)?;
        Some(((self.first)(&whole)?, whole))
    }
}

impl Kernel for CroppedKernel {
    fn name(&self) -> &'static str {
        "cropped"
    }

    fn summary(&self) -> &'static str {
        "some rows of a box: the whole box is computed by its own kernel, and the other rows are dropped"
    }

    fn knows(&self, _: Value) -> bool {
        true
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        self.kernel(task).is_some()
    }

    /// The positions are those of the whole box.
    fn walks(&self, task: &Task<'_>) -> bool {
        self.kernel(task).is_some_and(|(kernel, whole)| kernel.walks(&whole))
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        self.kernel(task).map_or(32, |(kernel, whole)| kernel.value_bits(&whole))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        self.kernel(task).map_or(Bytes(0), |(kernel, whole)| kernel.needs(&whole))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let (kernel, whole) = self.kernel(task).ok_or_else(|| Error::Fault("a box without a kernel".to_string()))?;
        let mut out = Crop {
            whole: whole.ruleset.rows(),
            asked: task.ruleset.rows(),
            out: Emitter::new(task, sink),
            label: Vec::new(),
        };
        let solution = kernel.solve(&whole, &mut out)?;
        if let Some(mut proof) = solution.proof.filter(|proof| proof.given < whole.ruleset.rows().len()) {
            proof.give_rest(whole.ruleset.rows(), &mut out, task.control)?;
        }
        let notes = vec![format!("the whole box was computed by the kernel `{}`", kernel.name())];
        out.out.flush().map(|_| Solution { notes, ..Solution::default() })
    }
}

/// Passes on the rows that are requested.
struct Crop<'c> {
    whole: &'c Rows,
    asked: &'c Rows,
    out: Emitter<'c>,
    label: Vec<u64>,
}

impl Outlet for Crop<'_> {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        self.whole.label(first, &mut self.label);
        for &value in values.words(&mut Vec::new()) {
            if self.asked.find(&self.label).is_some() && self.out.push(value)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
            self.whole.advance(&mut self.label);
        }
        Ok(Flow::Continue)
    }
}
