//! Finds periods: in values that are known (`agreement.rs`), and while values arrive (`finder.rs`).

mod agreement;
mod finder;

pub use agreement::{find, recurrence};
pub use finder::{MOST_ROWS, PeriodFinder, Rest, continue_into};
