//! How a sweep is run: chunks of games, side by side or alone, whose rows come in order.

mod again;
mod bulk;
mod checks;
mod conjectures;
mod course;
mod game;
mod latex;
mod outline;
mod pictures;
mod recheck;
mod report;
mod row;
mod run;
mod sequences;
mod tables;
mod tally;
mod verify;

pub use outline::{asks_in_vain, owner};
pub use run::{print, run};
pub use verify::verify;
