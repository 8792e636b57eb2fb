//! The conjectures of a sweep. Those about rows are checked here. Those about the terms or positions of each
//! game are checked by its job, and the results are merged here in the order of the rows.

use super::row::Row;
use crate::conjecture::{Domain, Statement, Tally};
use crate::manifest::Games;
use crate::results::Checked;
use crate::sweep::Sweep;
use crate::words::counted;

/// The results of a row for all conjectures, in their order. They are merged in the order of the rows.
pub(super) fn look(sweep: &Sweep, row: &Row, of_game: &[Tally]) -> Vec<Tally> {
    let mut of_game = of_game.iter();
    let mut tallies = Vec::with_capacity(sweep.plan.settings.conjectures.len());
    for (index, _) in sweep.plan.settings.conjectures.iter().enumerate() {
        tallies.push(match sweep.row_conjecture(index) {
            // It is checked when all rows are known.
            Some(conjecture) if conjecture.kept().is_some() => Tally::default(),
            Some(conjecture) => conjecture.look(&row.cells, || row.label(sweep), &|_| None),
            None => of_game.next().map(|tally| named(sweep, row, tally)).unwrap_or_default(),
        });
    }
    tallies
}

/// The result of a game, with its counterexamples labelled by the game.
fn named(sweep: &Sweep, row: &Row, tally: &Tally) -> Tally {
    let mut tally = tally.clone();
    let label: Vec<String> = row.fields().take(1 + sweep.variables.len()).collect();
    let examples = tally.examples.iter_mut().chain(tally.error.as_mut().map(|(example, _)| example));
    for example in examples {
        let at = std::mem::take(&mut example.words);
        example.words = format!("{} ({}): {at}", row.game(), row.label(sweep));
        example.label = label.iter().cloned().chain([at]).collect();
    }
    tally
}

/// The conjectures with their results.
pub(super) fn checked<'c>(sweep: &'c Sweep, tallies: &'c [Tally], games: &Games) -> Vec<Checked<'c>> {
    let all = sweep.plan.settings.conjectures.iter().enumerate().zip(tallies);
    all.map(|((index, statement), tally)| one(sweep, index, statement, tally, games)).collect()
}

fn one<'c>(sweep: &'c Sweep, index: usize, statement: &'c Statement, tally: &'c Tally, games: &Games) -> Checked<'c> {
    let row = sweep.row_conjecture(index);
    let columns = match row {
        Some(conjecture) => conjecture.columns(),
        None => {
            let label = sweep.columns.names().take(1 + sweep.variables.len()).map(String::from);
            let shown = tally.columns.iter().cloned();
            label.chain(["position".to_string()]).chain(shown).collect()
        }
    };
    let range = match games.errors {
        0 => counted(games.rows, "game", "games"),
        errors => format!("{}, {errors} of which failed", counted(games.rows, "game", "games")),
    };
    Checked {
        statement,
        domain: statement.over.unwrap_or(Domain::Rows),
        tally,
        columns,
        range,
        for_each: row.is_some_and(|conjecture| conjecture.holds_for_each(tally)),
    }
}
