//! Sweeps: a game code with variables, what they run over, and what to ask of every game.
//!
//! A [`Plan`] is a sweep as it is written down, plain data; a [`Sweep`] is a plan that was checked. The
//! combinations of a sweep come in the order of its variables, the last one fastest ([`Odometer`]).

mod columns;
mod domain;
pub mod files;
mod odometer;
mod paper;
mod plan;
mod subsets;
mod template;
mod value;

mod checked;

pub use checked::{Part, Sweep, Wrong, values_of};
pub use columns::{Columns, LARGEST_VALUE};
pub use domain::Domain;
pub use odometer::Odometer;
pub use paper::{PaperKey, PaperPlan, PaperTable};
pub use plan::{At, Expected, Item, Over, Plan};
pub use subsets::Subsets;
pub use value::read;
