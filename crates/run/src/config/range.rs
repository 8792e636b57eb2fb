//! The range of a game: the bounds of its coordinates, and the condition on its rows. Settings become a
//! [`RowRange`], or an error.

use super::wrong::WrongJob;
use crate::diagnostic::Blame;
use crate::games::Game;
use crate::games::args::list;
use crate::job::Settings;
use crate::language::{self, Automata, Datum, Fault, Scope, Type, holds};
use crate::ruleset::{Condition, MOST_CELLS, RowRange, Shape};
use crate::words::counted;
use std::sync::{Arc, Mutex, PoisonError};

/// The first label at which a condition cannot be evaluated, and why.
type FirstFault = Arc<Mutex<Option<(Vec<u64>, Fault)>>>;

/// The range of a game, if the settings make sense for it. `max` is the largest bound, or the common bound of
/// all coordinates, and `automata` are those that the condition may name.
pub(super) fn range_of(game: &Game, max: u64, settings: &Settings, automata: &Automata) -> Result<RowRange, WrongJob> {
    let firsts = game.shape.firsts();
    let bounds = settings.bounds.clone();
    if matches!(game.shape, Shape::Kinds(_)) && !(bounds.is_empty() && settings.rows_where.is_none()) {
        let what = format!("the rows of `{}` are positions of several kinds, up to one `max`, all of them", game.code);
        let help = "`asked` in [game] chooses one kind, whose rows `where` may restrict".to_string();
        return Err(WrongJob::Bounds(what, help));
    }
    if !bounds.is_empty() && bounds.len() != firsts.len() {
        let (given, wanted) = (bounds.len(), firsts.len());
        let message = format!(
            "`max` has {}, but `{}` has {}",
            counted(given, "number", "numbers"),
            game.code,
            coordinates(wanted)
        );
        let help = format!("give one number for all coordinates, or a list of {wanted}");
        return Err(WrongJob::Bounds(message, help));
    }
    for (index, (bound, first)) in bounds.iter().zip(firsts).enumerate() {
        if bound < first {
            let name = names_of(game).swap_remove(index);
            let message = format!("max.{name} = {bound}, but {name} starts at {first}");
            return Err(WrongJob::Bounds(message, format!("{first} or more")));
        }
    }
    let range = RowRange { max, bounds, condition: None };
    let Some(text) = &settings.rows_where else { return Ok(range) };
    if game.shape.rows_in(&range).len() > MOST_CELLS {
        // Too many cells. The plan refuses them, with their number, before anything is computed.
        return Ok(RowRange { condition: Some(Condition::new(|_| true)), ..range });
    }
    let (condition, fault) = condition(game, text, automata).map_err(WrongJob::Where)?;
    let range = RowRange { condition: Some(condition), ..range };
    // This evaluates the condition at every label; a fault is recorded on the way.
    let rows = game.shape.rows_in(&range);
    if let Some((label, fault)) = fault.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let at = rows.show(&label);
        return Err(WrongJob::Where(Blame::new(
            0..text.len(),
            format!("{fault} at {at}"),
            "a condition must have a value for every label",
        )));
    }
    if rows.is_empty() {
        let what = "no label satisfies `where` of [range]";
        return Err(WrongJob::Where(Blame::new(0..text.len(), what, "raise `max` or correct the condition")));
    }
    Ok(range)
}

/// Parses a condition. Also returns where its first fault will be recorded.
fn condition(game: &Game, text: &str, automata: &Automata) -> Result<(Condition, FirstFault), Blame> {
    if game.shape.firsts().is_empty() {
        return Err(Blame::new(0..text.len(), format!("`{}` has no coordinates", game.code), "remove the condition"));
    }
    let columns = columns_of(game);
    let empty = Scope::default().with_automata(automata);
    let scope = columns.iter().fold(empty, |scope, name| scope.with(name, Type::Number));
    let scope = (0..).zip(&game.names).fold(scope, |scope, (slot, name)| scope.with_alias(name, slot));
    let truth = language::truth(text, 0, &scope).map_err(|blame| match blame.help.is_empty() {
        true => Blame { help: format!("it may use {}", list(&names_of(game))), ..blame },
        false => blame,
    })?;
    let fault = FirstFault::default();
    let first = fault.clone();
    let condition = Condition::new(move |label| {
        let data: Vec<Datum> =
            label.iter().map(|&coordinate| i64::try_from(coordinate).map_or(Datum::Missing, Datum::Number)).collect();
        holds(&truth, &data, &|_| None).unwrap_or_else(|fault| {
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((label.to_vec(), fault));
            false
        })
    });
    Ok((condition, fault))
}

/// The names of the coordinates in tables.
fn columns_of(game: &Game) -> Vec<String> {
    game.shape.rows(game.shape.firsts().iter().copied().max().unwrap_or(0)).columns()
}

/// The names of the coordinates for users.
fn names_of(game: &Game) -> Vec<String> {
    if game.names.is_empty() { columns_of(game) } else { game.names.clone() }
}

fn coordinates(count: usize) -> String {
    match count {
        0 => "no coordinates".to_string(),
        1 => "one coordinate".to_string(),
        count => format!("{count} coordinates"),
    }
}
