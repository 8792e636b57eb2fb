//! What the kernels of special values share: sums whose components have values that are more than nimbers.

use crate::shared::{Emitter, all_terms};
use crate::{Kernel, Solution, Task};
use grundy_core::error::Error;
use grundy_core::ruleset::{Ruleset, Value};
use grundy_core::stream::{Flow, Outlet};

/// Finds the kernel of a component.
pub type FirstKernel = fn(&Task<'_>) -> Option<&'static dyn Kernel>;

/// The codes of the rows of a component.
pub type PartValues<'p> = &'p dyn Fn(&dyn Ruleset) -> Result<Vec<u32>, Error>;

/// The task of a component with Grundy values.
pub fn finite<'t>(task: &Task<'t>, part: &'t dyn Ruleset) -> Task<'t> {
    Task { ruleset: part, value: Value::GRUNDY, kept: None, ..*task }
}

/// Whether a kernel knows the Grundy values of a component.
pub fn part_is_known(first: FirstKernel, task: &Task<'_>, part: &dyn Ruleset) -> bool {
    first(&Task { ruleset: part, value: Value::GRUNDY, kept: None, ..*task }).is_some()
}

/// The Grundy values of the rows of a component.
///
/// # Errors
/// Those of its kernel.
pub fn values_of_part(first: FirstKernel, task: &Task<'_>, part: &dyn Ruleset) -> Result<Vec<u32>, Error> {
    let part = Task { ruleset: part, value: Value::GRUNDY, kept: None, ..*task };
    let kernel = first(&part).ok_or_else(|| Error::Fault("a component without a kernel".to_string()))?;
    Ok(all_terms(kernel, &part)?.into_vec())
}

/// Gives all rows of a game, or of a sum: `values` are the codes of a component, `plus` joins two codes, and `shown` makes what
/// is asked for of a code.
///
/// # Errors
/// Those of the functions and of the sink.
pub fn give_sums(
    task: &Task<'_>,
    values: PartValues<'_>,
    plus: &dyn Fn(u32, u32) -> Result<u32, Error>,
    shown: &dyn Fn(u32) -> Result<u32, Error>,
    sink: &mut dyn Outlet,
) -> Result<Solution, Error> {
    let (parts, part_of): (Vec<&dyn Ruleset>, Vec<usize>) = match task.ruleset.summands() {
        Some(sum) => (sum.parts.iter().map(|part| &**part).collect(), sum.part_of.to_vec()),
        None => (vec![task.ruleset], vec![0]),
    };
    let codes = parts.into_iter().map(values).collect::<Result<Vec<_>, Error>>()?;
    let lists: Vec<&[u32]> = part_of.iter().map(|&part| &codes[part][..]).collect();
    let mut out = Emitter::new(task, sink);
    task.control.phase("computing", task.ruleset.rows().len());
    for row in 0..task.ruleset.rows().len() {
        if row % 4096 == 0 {
            task.control.check()?;
            task.control.progress(row);
        }
        let (mut rest, mut sum) = (row, 0);
        for list in lists.iter().rev() {
            sum = plus(sum, list[(rest % list.len() as u64) as usize])?;
            rest /= list.len() as u64;
        }
        if out.push(shown(sum)?)? == Flow::Stop {
            return Ok(Solution::default());
        }
    }
    out.flush().map(|_| Solution::default())
}
