//! Games whose play may go on for ever: values by the labelling of `labels.rs`.

mod labels;
mod plain;

pub use labels::{Labels, NO_ROUND, labels};

use super::special::SpecialValues;
use crate::Task;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Convention, LoopyValue, Ruleset, Value};

/// Nimbers and infinite values.
pub struct Loopy;

impl SpecialValues for Loopy {
    fn name(&self) -> &'static str {
        "loopy"
    }

    fn summary(&self) -> &'static str {
        "games whose play may go on for ever, and sums with them: labels in rounds, by retrograde analysis"
    }

    fn knows(&self, value: Value) -> bool {
        value == Value::LOOPY || value == Value::LOOPY_OUTCOME
    }

    fn fits(&self, ruleset: &dyn Ruleset) -> bool {
        matches!(ruleset.convention(), Convention::Loopy)
    }

    fn needs(&self, positions: u64) -> Bytes {
        labels::needed(positions, 0)
    }

    fn codes(&self, task: &Task<'_>) -> Result<Vec<u32>, Error> {
        Ok(labels(task)?.codes)
    }

    fn plus(&self, a: u32, b: u32) -> Result<u32, Error> {
        let sum = LoopyValue::of(a).plus(LoopyValue::of(b));
        sum.and_then(LoopyValue::code).ok_or_else(labels::too_large)
    }

    fn shown(&self, value: Value, code: u32) -> u32 {
        if value == Value::LOOPY { code } else { LoopyValue::of(code).outcome().code() }
    }
}
