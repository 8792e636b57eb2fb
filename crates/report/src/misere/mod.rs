//! The theory of misère play of a game: its quotient, its genera, and what is proved about them.

mod genus_period;
mod heaps;
mod report;
mod theory;
mod words;

pub use heaps::GameHeaps;
pub use report::write_report;
pub use theory::{Bounds, MOST_ELEMENTS, MisereStatus, MisereTheory};
pub use words::{QUANTITIES, Style, names, p_portion, phi_text, rules};
