//! How much work a finder may do. Steps are counted, not time, so that no result depends on the machine.

use grundy_core::control::Control;
use grundy_core::error::Error;

/// Why a finder stopped before it was done.
#[derive(Debug)]
pub enum Stop {
    /// Its steps are used up.
    Spent,
    /// The whole search was cancelled.
    Cancelled(Error),
}

/// The steps of a finder: rows hashed, terms compared.
pub struct Budget<'a> {
    left: u64,
    until_look: u64,
    control: &'a Control<'a>,
}

impl<'a> Budget<'a> {
    /// The steps of each finder.
    pub const STEPS: u64 = 200_000_000;

    /// The flag that cancels the search is looked at once in so many steps.
    const LOOK: u64 = 1_000_000;

    /// A budget of so many steps.
    pub const fn new(steps: u64, control: &'a Control<'a>) -> Self {
        Self { left: steps, until_look: Self::LOOK, control }
    }

    /// Spends steps that are about to be made.
    ///
    /// # Errors
    /// [`Stop::Spent`] if so many are not left; [`Stop::Cancelled`] if the search was cancelled.
    pub fn spend(&mut self, steps: usize) -> Result<(), Stop> {
        let steps = steps as u64;
        self.left = self.left.checked_sub(steps).ok_or(Stop::Spent)?;
        if steps < self.until_look {
            self.until_look -= steps;
            return Ok(());
        }
        self.until_look = Self::LOOK;
        self.control.check().map_err(Stop::Cancelled)
    }

    /// The steps that are left.
    pub const fn left(&self) -> u64 {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::event::Silent;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn steps_run_out_and_searches_are_cancelled() {
        let flag = AtomicBool::new(true);
        let control = Control::new(&flag, &Silent);
        let mut budget = Budget::new(3_000_000, &control);
        assert!(budget.spend(10).is_ok());
        assert!(matches!(budget.spend(2_000_000), Err(Stop::Cancelled(Error::Interrupted))));
        assert!(matches!(budget.spend(2_000_000), Err(Stop::Spent)));
    }
}
