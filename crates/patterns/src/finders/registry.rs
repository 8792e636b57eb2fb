//! The list of finders.

use super::{
    arith_function, automatic, automatic_table, cases, closed_form, counts, fractal, lines, number_depends, p_sets,
    pairs, partial, periods, regular, ruler, ruler_class, separable, shift, sparse, strip, table_depends, table_form,
    zeros_beatty, zeros_expression, zeros_recurrence,
};
use crate::finder::{Find, Finder, LooksAt};
use std::collections::BTreeSet;

/// All finders.
pub const FINDERS: &[&Finder] = &[
    &periods::FINDER,
    &closed_form::FINDER,
    &ruler::FINDER,
    &separable::FINDER,
    &table_form::FINDER,
    &table_depends::FINDER,
    &shift::FINDER,
    &strip::FINDER,
    &pairs::FINDER,
    &p_sets::FINDER,
    &partial::FINDER,
    &counts::FINDER,
    &lines::FINDER,
    &ruler_class::FINDER,
    &fractal::FINDER,
    &sparse::FINDER,
    &zeros_recurrence::FINDER,
    &zeros_beatty::FINDER,
    &zeros_expression::FINDER,
    &number_depends::FINDER,
    &regular::FINDER,
    &arith_function::FINDER,
    &automatic::FINDER,
    &automatic_table::FINDER,
];

/// Finders for the answers of the games of a sweep only.
pub const FINDERS_OF_ROWS: &[&Finder] = &[&cases::FINDER];

/// What the name of a kind begins with if its rule is about the P-positions of a sequence of values.
const ZEROS: &str = "zeros-";

/// The name of a kind for a rule about the P-positions of a sequence of values.
pub fn zeros_name(kind: &str) -> String {
    if kind.starts_with(ZEROS) { kind.to_owned() } else { format!("{ZEROS}{kind}") }
}

/// The names of all kinds, in alphabetical order.
pub fn kind_names() -> Vec<&'static str> {
    let mut names = BTreeSet::new();
    for finder in FINDERS {
        for kind in finder.kinds {
            names.insert(kind.name);
            if matches!(finder.find, Find::Sequence(_)) && finder.looks_at == LooksAt::Both {
                // Made once, when the names are first needed.
                names.insert(zeros_name(kind.name).leak());
            }
        }
    }
    names.into_iter().collect()
}
