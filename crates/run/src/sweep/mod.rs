//! Sweeps: a game code with variables, their domains, and the questions about every game.
//!
//! A [`Plan`] describes a sweep as plain data; a [`Sweep`] is a plan that has been checked. The combinations of
//! a sweep come in the order of its variables, the last one varying fastest ([`Odometer`]).

mod columns;
mod comparison;
mod domain;
pub mod files;
mod graphs;
mod odometer;
mod paper;
mod plan;
mod row_patterns;
mod subsets;
mod template;
mod value;
mod variables;
mod wrong;

mod checked;

pub use checked::{Sweep, values_of};
pub use columns::{Columns, LARGEST_VALUE};
pub use comparison::{Comparison, ROW_BYTES};
pub use domain::Domain;
pub use odometer::Odometer;
pub use paper::{PaperKey, PaperPlan, PaperTable};
pub use plan::{At, Expected, Item, Over, Plan};
pub use row_patterns::RowPatterns;
pub use subsets::Subsets;
pub use value::read;
pub use wrong::{Part, Wrong};
