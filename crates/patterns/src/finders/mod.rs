//! The finders, one file each.

mod arith_function;
mod arithmetic;
mod automatic;
mod automatic_table;
mod closed_form;
mod depends_on_number;
mod feature;
mod fractal;
mod periods;
mod recurrence;
mod registry;
mod regular;
mod ruler;
mod ruler_class;
mod sparse;
mod writing;
mod zeros_beatty;
mod zeros_expression;
mod zeros_recurrence;

pub use registry::FINDERS;
