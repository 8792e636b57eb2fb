//! The list of finders.

use super::{
    arith_function, automatic, automatic_table, closed_form, depends_on_number, fractal, periods, regular, ruler,
    ruler_class, sparse, zeros_beatty, zeros_expression, zeros_recurrence,
};
use crate::finder::Finder;

/// All finders.
pub static FINDERS: &[&Finder] = &[
    &periods::FINDER,
    &closed_form::FINDER,
    &ruler::FINDER,
    &ruler_class::FINDER,
    &fractal::FINDER,
    &sparse::FINDER,
    &zeros_recurrence::FINDER,
    &zeros_beatty::FINDER,
    &zeros_expression::FINDER,
    &depends_on_number::FINDER,
    &regular::FINDER,
    &arith_function::FINDER,
    &automatic::FINDER,
    &automatic_table::FINDER,
];
