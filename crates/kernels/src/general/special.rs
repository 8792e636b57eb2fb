//! The kernel of games whose values are more than nimbers, and of sums with them.
//!
//! A component of a sum that has Grundy values is solved by its own kernel. A row of a sum costs one addition for each
//! component. Memory: that of the values of a component, and four bytes for each row of each component.

use crate::shared::{Emitter, all_terms, needs_of_terms};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Ruleset, Value};
use grundy_core::stream::{Flow, Outlet};

/// Values that are more than nimbers: what they are, and how they add.
pub trait SpecialValues: Send + Sync {
    /// The name of the kernel.
    fn name(&self) -> &'static str;

    /// A one-line description of the kernel.
    fn summary(&self) -> &'static str;

    /// Whether it is about values of this kind.
    fn knows(&self, value: Value) -> bool;

    /// Whether a game has such values.
    fn fits(&self, ruleset: &dyn Ruleset) -> bool;

    /// The memory for the values of this many positions.
    fn needs(&self, positions: u64) -> Bytes;

    /// The codes of the values of all positions, by rank.
    ///
    /// # Errors
    /// [`Error::Limit`]; [`Error::Interrupted`].
    fn codes(&self, task: &Task<'_>) -> Result<Vec<u32>, Error>;

    /// The code of a sum of two positions.
    ///
    /// # Errors
    /// [`Error::Limit`] if it has none.
    fn plus(&self, a: u32, b: u32) -> Result<u32, Error>;

    /// What is asked for of a code.
    fn shown(&self, value: Value, code: u32) -> u32;
}

/// The kernel of such values.
pub struct SpecialKernel<S> {
    /// The values.
    pub special: S,
    /// Finds the kernel of a component with Grundy values.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

/// The task of a component with Grundy values.
pub fn component<'t>(task: &Task<'t>, part: &'t dyn Ruleset) -> Task<'t> {
    Task { ruleset: part, value: Value::GRUNDY, kept: None, ..*task }
}

impl<S: SpecialValues> Kernel for SpecialKernel<S> {
    fn name(&self) -> &'static str {
        self.special.name()
    }

    fn summary(&self) -> &'static str {
        self.special.summary()
    }

    fn knows(&self, value: Value) -> bool {
        self.special.knows(value)
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let known = |part: &dyn Ruleset| self.special.fits(part) || (self.first)(&component(task, part)).is_some();
        let parts_are_known = || task.ruleset.summands().is_none_or(|sum| sum.parts.iter().all(|part| known(&**part)));
        // Some rows of a box are those of the box.
        let is_whole = task.ruleset.whole().is_none();
        task.play == Play::Normal && self.special.fits(task.ruleset) && is_whole && parts_are_known()
    }

    /// The components of a sum enumerate their own positions.
    fn walks(&self, task: &Task<'_>) -> bool {
        task.ruleset.summands().is_none()
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value.letters.is_empty() { u32::BITS } else { 2 }
    }

    fn trusts_theorems(&self) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let own = |part: &dyn Ruleset| {
            if self.special.fits(part) {
                return self.special.needs(part.positions());
            }
            let part = component(task, part);
            (self.first)(&part).map_or(Bytes(0), |kernel| needs_of_terms(kernel, &part))
        };
        let Some(sum) = task.ruleset.summands() else { return own(task.ruleset) };
        let most = sum.parts.iter().fold(Bytes(0), |most, part| most.max(own(&**part)));
        sum.parts.iter().fold(most, |needs, part| needs.plus(Bytes(4 * u128::from(part.rows().len()))))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let (parts, part_of): (Vec<&dyn Ruleset>, Vec<usize>) = match task.ruleset.summands() {
            Some(sum) => (sum.parts.iter().map(|part| &**part).collect(), sum.part_of.to_vec()),
            None => (vec![task.ruleset], vec![0]),
        };
        let codes = parts.into_iter().map(|part| self.codes_of(task, part)).collect::<Result<Vec<_>, Error>>()?;
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
                sum = self.special.plus(sum, list[(rest % list.len() as u64) as usize])?;
                rest /= list.len() as u64;
            }
            if out.push(self.special.shown(task.value, sum))? == Flow::Stop {
                return Ok(Solution::default());
            }
        }
        out.flush().map(|_| Solution::default())
    }
}

impl<S: SpecialValues> SpecialKernel<S> {
    /// The codes of the rows of a component.
    fn codes_of(&self, task: &Task<'_>, part: &dyn Ruleset) -> Result<Vec<u32>, Error> {
        if self.special.fits(part) {
            let codes = self.special.codes(&Task { ruleset: part, kept: None, ..*task })?;
            return Ok((0..part.rows().len()).map(|row| codes[part.asked(row) as usize]).collect());
        }
        let part = component(task, part);
        let kernel = (self.first)(&part).ok_or_else(|| Error::Fault("a component without a kernel".to_string()))?;
        Ok(all_terms(kernel, &part)?.into_vec())
    }
}
