//! Disjunctive sums in normal play: each distinct component by its own kernel, then nim-sums.
//!
//! Recurrence: G(x1 + ... + xk) = G(x1) xor ... xor G(xk) (Sprague 1935, Grundy 1939). P iff this is 0.
//!
//! If the sink can work with the components ([`NimSum`]), no row is computed.
//!
//! Cost: that of the components, and that of `joined.rs`. Memory: four bytes for each value of a component, and a
//! run. If no row is computed, only the values before a proved period are stored.

use super::joined::give_sum;
use super::special::component;
use crate::shared::{all_terms, needs_of_terms};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::nim_sum::Part;
use grundy_core::ruleset::{Play, Ruleset, Value};
use grundy_core::stream::Outlet;

/// Sums, by the theorem of Sprague and Grundy.
pub struct SumKernel {
    /// Finds the kernel of a component. The positions of components are enumerated already.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

impl Kernel for SumKernel {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn summary(&self) -> &'static str {
        "sums in normal play: each component by its own kernel, then nim-sums"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let known = |part: &dyn Ruleset| (self.first)(&component(task, part)).is_some();
        let summands = task.ruleset.summands().filter(|_| task.play == Play::Normal);
        let numbered = task.ruleset.rows().len() < 1 << 63;
        numbered && summands.is_some_and(|summands| summands.parts.iter().all(|part| known(&**part)))
    }

    /// The components enumerate their own positions; those of the sum are not needed.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value == Value::OUTCOME {
            return 1;
        }
        let bits = |part: &dyn Ruleset| {
            let part = component(task, part);
            (self.first)(&part).map_or(32, |kernel| kernel.value_bits(&part))
        };
        task.ruleset.summands().map_or(32, |sum| sum.parts.iter().map(|part| bits(&**part)).max().unwrap_or(32))
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some(summands) = task.ruleset.summands() else { return Bytes(0) };
        let (mut values, mut most) = (Bytes(0), Bytes(0));
        for part in summands.parts {
            let part = component(task, &**part);
            values = values.plus(Bytes(4 * u128::from(part.ruleset.rows().len().min(task.scale.small))));
            most = most.max((self.first)(&part).map_or(Bytes(0), |kernel| needs_of_terms(kernel, &part)));
        }
        // The last term is a block. Whether rows are given at all is known only later.
        values.plus(most).plus(Bytes(16 * u128::from(task.scale.joined)))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(summands) = task.ruleset.summands() else {
            return Err(Error::Fault("a sum without summands".to_string()));
        };
        let mut parts = Vec::new();
        for part in summands.parts {
            let part = component(task, &**part);
            let kernel = (self.first)(&part).ok_or_else(|| Error::Fault("a component without a kernel".to_string()))?;
            parts.push(Part { rows: part.ruleset.rows().clone(), terms: all_terms(kernel, &part)? });
        }
        give_sum(task, parts, summands.part_of, sink).map(|()| Solution::default())
    }
}
