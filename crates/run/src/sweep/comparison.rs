//! What is kept of the rows of a sweep whose conjectures compare rows.

use super::columns::Columns;
use super::plan::Plan;
use crate::conjecture::RowConjecture;
use std::collections::BTreeSet;

/// What a row that is kept takes besides its cells: its end in a block, and its number in the order by variables.
pub const ROW_BYTES: u128 = 8;

/// The columns that are kept of each row, until all rows are known and can be compared.
#[derive(Debug)]
pub struct Comparison {
    /// The indices of the columns: first the variables by which rows are found, then the others.
    pub places: Vec<usize>,
    /// The number of variables by which rows are found.
    pub keys: usize,
}

impl Comparison {
    /// None if no conjecture compares rows.
    pub(super) fn new(plan: &Plan, columns: &Columns, conjectures: &[Option<RowConjecture>]) -> Option<Self> {
        let kept: Vec<BTreeSet<usize>> = conjectures.iter().flatten().filter_map(RowConjecture::kept).collect();
        let keys = own_variables(plan, columns);
        // The numbers of a graph are variables, too.
        let others = columns.variables().filter(|place| !keys.contains(place));
        let kept_places = kept.iter().flatten().copied().collect::<BTreeSet<usize>>();
        let places = keys.iter().copied().chain(others).chain(kept_places).collect();
        (!kept.is_empty()).then_some(Self { places, keys: keys.len() })
    }
}

/// The indices of the variables that someone has written. The numbers of a graph follow from the graph.
pub(super) fn own_variables(plan: &Plan, columns: &Columns) -> Vec<usize> {
    let own = |place: &usize| plan.over.iter().any(|(name, _)| *name == columns.list()[*place].name);
    columns.variables().filter(own).collect()
}
