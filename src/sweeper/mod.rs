//! How a sweep is run: chunks of games, side by side or alone, whose rows come in order.

mod bulk;
mod checks;
mod game;
mod report;
mod row;
mod run;
mod streams;
mod tally;
mod verify;

pub use run::{asks_in_vain, owner, print, run};
pub use verify::verify;
