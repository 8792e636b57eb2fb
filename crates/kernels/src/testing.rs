//! What tests of single parts of kernels need: a task whose game is not asked for anything, and numbers that look random.

use crate::Task;
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::ruleset::{Play, Rank, Rows, Ruleset, Value, View};

/// A game with a view, and no answer to any other question.
struct Viewed<'v>(Rows, View<'v>);

impl Ruleset for Viewed<'_> {
    fn rows(&self) -> &Rows {
        &self.0
    }

    fn asked(&self, row: u64) -> Rank {
        row
    }

    fn positions(&self) -> u64 {
        1
    }

    fn strata(&self) -> u64 {
        1
    }

    fn slots(&self, _: u64) -> u64 {
        1
    }

    fn slot(&self, _: u64, slot: u64) -> Option<Rank> {
        Some(slot)
    }

    fn settled(&self, _: u64) -> Rank {
        1
    }

    fn options(&self, _: Rank, _: &mut dyn FnMut(&[Rank])) {}

    fn splits(&self) -> bool {
        false
    }

    fn ranks_are_rows(&self) -> bool {
        true
    }

    fn show(&self, rank: Rank) -> String {
        rank.to_string()
    }

    fn view(&self) -> View<'_> {
        self.1
    }
}

/// Works on a task of Grundy values in normal play.
pub fn with_task(work: impl FnOnce(&Task<'_>)) {
    with_view(View::Opaque, 0, work);
}

/// Works on the heaps up to `max` of a game with a view.
pub fn with_view(view: View<'_>, max: u64, work: impl FnOnce(&Task<'_>)) {
    let (ruleset, control) = (Viewed(Rows::line(0, max), view), Control::free());
    work(&Task::new(&ruleset, Play::Normal, Value::Grundy, Bytes(1 << 26), &control));
}

/// Numbers that look random, from a seed.
pub struct Random(pub u64);

impl Random {
    /// The next one, below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
