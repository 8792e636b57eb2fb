//! Small sums for tests.

use super::sum::Part;
use super::terms::Terms;
use crate::ruleset::Rows;
use proptest::prelude::*;

/// A sum of at most three components with one or two coordinates each, and small values; some have a period.
pub fn some() -> impl Strategy<Value = (Vec<Part>, Vec<usize>)> {
    let line = (0u64..3, prop::collection::vec(0u32..6, 1..9)).prop_map(|(first, values)| Part {
        rows: Rows::line(first, first + values.len() as u64 - 1),
        terms: Terms::whole(values),
    });
    let table = (1u64..4, 1u64..4, prop::collection::vec(0u32..6, 9)).prop_map(|(height, width, values)| Part {
        rows: Rows::from_sides(vec![0, 1], vec![height, width]),
        terms: Terms::whole(values[..(height * width) as usize].to_vec()),
    });
    let periodic = (prop::collection::vec(0u32..6, 1..5), 0u64..9, 0u64..3).prop_map(|(values, more, saltus)| {
        let (rows, period) = (values.len() as u64 + more, values.len() as u64);
        Part { rows: Rows::line(0, rows - 1), terms: Terms::periodic(values, rows, period, saltus).unwrap() }
    });
    let part = prop_oneof![line, table, periodic];
    (prop::collection::vec(part, 1..3), prop::collection::vec(0usize..2, 1..4)).prop_map(|(parts, mut part_of)| {
        part_of.iter_mut().for_each(|part| *part %= parts.len());
        (parts, part_of)
    })
}

/// The rows of a sum.
pub fn rows_of(parts: &[Part], part_of: &[usize]) -> Rows {
    let each = |of: fn(&Rows) -> &[u64]| part_of.iter().flat_map(|&part| of(&parts[part].rows).to_vec()).collect();
    Rows::from_sides(each(Rows::firsts), each(Rows::sides))
}
