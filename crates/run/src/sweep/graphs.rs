//! Variables that run over graphs: all trees, or the graphs of a file.

use super::columns::Columns;
use super::plan::{Over, Plan};
use super::wrong::{OrWrong, Part, Wrong};
use crate::diagnostic::Blame;
use crate::disk;
use crate::games::args::list;
use crate::games::graphs::{GRAPH_NUMBERS, GraphNumber, each_tree, read_graph6, write_graph6};
use crate::language::{self, Automata, Datum, Fault, Scope};
use std::path::Path;

/// The maximum number of vertices of the trees of a sweep.
const MOST_OF_TREES: i64 = 22;

/// Reads the file of a variable that runs over graphs, unless its graphs are known already.
///
/// # Errors
/// The [`Blame`] of the mistake in it.
pub(super) fn read_file(over: &mut Over, folder: &Path) -> Result<(), Blame> {
    let Over::Graphs { file, graphs } = over else { return Ok(()) };
    if !graphs.is_empty() {
        return Ok(());
    }
    let path = folder.join(&*file);
    let wrong =
        |message: String| Blame::new(0..0, message, "a file with a graph a line, in the format graph6 or sparse6");
    let text = disk::read(&path).map_err(|error| wrong(format!("cannot read {}: {error}", path.display())))?;
    let text = String::from_utf8_lossy(&text);
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line == ">>graph6<<" || line == ">>sparse6<<" {
            continue;
        }
        let graph = read_graph6(line).map_err(|what| wrong(format!("line {number} of {file}: {what}")))?;
        graphs.push(write_graph6(&graph));
    }
    if graphs.is_empty() { Err(wrong(format!("{file} has no graphs"))) } else { Ok(()) }
}

/// All trees whose number of vertices is in a range, or is a single number.
///
/// # Errors
/// The [`Blame`] of the range.
pub(super) fn trees_of(range: &str) -> Result<Vec<Datum>, Blame> {
    let fault = |fault: Fault| Blame::new(0..range.len(), fault.to_string(), "write a range as in 1..=12");
    let sizes = match range.trim().parse() {
        Ok(n) => Some((n, n)),
        Err(_) => language::interval(range, 0, &Scope::default())?.bounds(&[]).map_err(fault)?,
    };
    let sizes = sizes.filter(|&(first, last)| first >= 1 && last <= MOST_OF_TREES);
    let (first, last) = sizes.ok_or_else(|| {
        let help = format!("numbers of vertices are from 1 to {MOST_OF_TREES}");
        Blame::new(0..range.len(), format!("there is no list of the trees of `{range}` vertices"), help)
    })?;
    let mut all = Vec::new();
    (first..=last).for_each(|n| each_tree(n as usize, &mut |tree| all.push(Datum::Text(write_graph6(tree).into()))));
    Ok(all)
}

/// Graphs as values of a variable.
pub(super) fn texts(graphs: &[String]) -> Vec<Datum> {
    graphs.iter().map(|graph| Datum::Text(graph.as_str().into())).collect()
}

/// Which variables are graphs.
pub(super) fn are_graphs(plan: &Plan, variables: &[String]) -> Vec<bool> {
    let is_graph = |name: &String| plan.over.iter().any(|(other, over)| other == name && over.is_graph());
    variables.iter().map(is_graph).collect()
}

/// A scope without variables; messages mention the numbers that graphs have, if a variable runs over graphs.
pub(super) fn scope_of(plan: &Plan, automata: &Automata) -> Scope {
    let has_graphs = plan.over.iter().any(|(_, over)| over.is_graph());
    let offered = GRAPH_NUMBERS.iter().filter(|_| has_graphs).map(|number| number.name);
    Scope::default().with_automata(automata).with_offered(offered.collect())
}

/// The numbers of graphs that are columns: the first two, and those that the plan mentions.
pub(super) fn numbers_of(plan: &Plan) -> impl Iterator<Item = &'static GraphNumber> {
    let conjectures = plan
        .settings
        .conjectures
        .iter()
        .flat_map(|one| [Some(one.holds.as_str()), one.condition.as_deref(), one.keep.measure()]);
    let own = [&plan.condition, &plan.max, &plan.paper.sort].map(|text| text.as_deref());
    let columns = plan.paper.columns.iter().flatten().map(|column| Some(column.as_str()));
    let cells = plan.expect.at.iter().map(|at| Some(at.column.as_str()));
    let counted = plan.tally.iter().map(|column| Some(column.as_str()));
    let all: Vec<&str> = conjectures.chain(own).chain(columns).chain(cells).chain(counted).flatten().collect();
    let asked = move |number: &GraphNumber| all.iter().any(|text| mentions(text, number.name));
    GRAPH_NUMBERS
        .iter()
        .enumerate()
        .filter(move |(place, number)| *place < 2 || asked(number))
        .map(|(_, number)| number)
}

/// The columns of a tally, and that of the graphs.
pub(super) fn tally(plan: &Plan, columns: &Columns) -> OrWrong<Option<(Vec<usize>, usize)>> {
    let wrong = |message: String, help: String| Wrong { part: Part::Tally, blame: Blame::new(0..0, message, help) };
    if plan.tally.is_empty() {
        return Ok(None);
    }
    let graph = plan.over.iter().find(|(_, over)| over.is_graph()).and_then(|(name, _)| columns.place(name));
    let Some(graph) = graph.filter(|_| columns.has_value()) else {
        let help = "use a variable over trees or graphs, and no range";
        return Err(wrong(
            "graphs are counted by their value, and these games have none".to_string(),
            help.to_string(),
        ));
    };
    let names: Vec<&str> = columns.names().collect();
    let place = |name: &String| {
        let place = columns.place(name).filter(|&place| place != columns.value());
        place.ok_or_else(|| wrong(format!("there is no column `{name}` to count by"), list(&names)))
    };
    Ok(Some((plan.tally.iter().map(place).collect::<OrWrong<_>>()?, graph)))
}

/// Whether a word occurs in an expression.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).any(|other| other == word)
}
