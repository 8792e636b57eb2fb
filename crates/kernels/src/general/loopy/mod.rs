//! Games whose play may go on for ever: values by the labelling of `labels.rs`, and those of sums from the values of
//! the components.
//!
//! A component of a sum that always ends has Grundy values, by its own kernel. A row of a sum costs one addition for each
//! component ([`LoopyValue::plus`]). Memory: that of the labels, and four bytes for each value of a component.

mod labels;
mod plain;

pub use labels::{Labels, NO_ROUND, labels};

use super::special::{finite, give_sums, part_is_known, values_of_part};
use crate::shared::needs_of_terms;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Convention, LoopyValue, Play, Ruleset, Value};
use grundy_core::stream::Outlet;

/// Games whose play may go on for ever.
pub struct LoopyKernel {
    /// Finds the kernel of a component that always ends.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

fn is_loopy(ruleset: &dyn Ruleset) -> bool {
    matches!(ruleset.convention(), Convention::Loopy)
}

impl Kernel for LoopyKernel {
    fn name(&self) -> &'static str {
        "loopy"
    }

    fn summary(&self) -> &'static str {
        "games whose play may go on for ever, and sums with them: labels in rounds, by retrograde analysis"
    }

    fn knows(&self, value: Value) -> bool {
        value == Value::LOOPY || value == Value::LOOPY_OUTCOME
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let known = |part: &dyn Ruleset| is_loopy(part) || part_is_known(self.first, task, part);
        let parts_are_known = || match task.ruleset.summands() {
            Some(sum) => sum.parts.iter().all(|part| known(&**part)),
            None => !task.ruleset.splits(),
        };
        // Some rows of a box are those of the box.
        let is_whole = task.ruleset.whole().is_none();
        task.play == Play::Normal && is_loopy(task.ruleset) && is_whole && parts_are_known()
    }

    /// The components of a sum enumerate their own positions.
    fn walks(&self, task: &Task<'_>) -> bool {
        task.ruleset.summands().is_none()
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::LOOPY { u32::BITS } else { 2 }
    }

    fn trusts_theorems(&self) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let own = |part: &dyn Ruleset| match is_loopy(part) {
            true => labels::needed(part.positions(), 0),
            false => {
                let part = finite(task, part);
                (self.first)(&part).map_or(Bytes(0), |kernel| needs_of_terms(kernel, &part))
            }
        };
        let Some(sum) = task.ruleset.summands() else { return own(task.ruleset) };
        let most = sum.parts.iter().fold(Bytes(0), |most, part| most.max(own(&**part)));
        sum.parts.iter().fold(most, |needs, part| needs.plus(Bytes(4 * u128::from(part.rows().len()))))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let values = |part: &dyn Ruleset| match is_loopy(part) {
            true => {
                let labels = labels(&Task { ruleset: part, kept: None, ..*task })?;
                Ok((0..part.rows().len()).map(|row| labels.codes[part.asked(row) as usize]).collect())
            }
            false => values_of_part(self.first, task, part),
        };
        let plus = |a: u32, b: u32| {
            let sum = LoopyValue::of(a).plus(LoopyValue::of(b));
            sum.and_then(LoopyValue::code).ok_or_else(labels::too_large)
        };
        give_sums(task, &values, &plus, &|code| shown(task.value, LoopyValue::of(code)), sink)
    }
}

/// The code of a value, or of its outcome.
fn shown(kind: Value, value: LoopyValue) -> Result<u32, Error> {
    match kind == Value::LOOPY {
        true => value.code().ok_or_else(labels::too_large),
        false => Ok(value.outcome().code()),
    }
}
