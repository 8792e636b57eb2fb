//! The finders, one file each.

mod arith_function;
mod arithmetic;
mod automatic;
mod automatic_table;
mod cases;
mod closed_form;
mod counts;
mod features;
mod fractal;
mod lines;
mod marks;
mod number_depends;
mod number_features;
mod p_sets;
mod pairs;
mod partial;
mod periods;
mod recurrence;
mod registry;
mod regular;
mod ruler;
mod ruler_class;
mod sampling;
mod separable;
mod shift;
mod sparse;
mod strip;
mod table_depends;
mod table_form;
mod writing;
mod zeros_beatty;
mod zeros_expression;
mod zeros_recurrence;

pub use registry::{FINDERS, FINDERS_OF_ROWS, kind_names, zeros_name};
