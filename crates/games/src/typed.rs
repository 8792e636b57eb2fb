//! Positions and labels as they are typed.

use crate::number;
use crate::space::{NoSpot, Place};
use grundy_core::error::Error;
use grundy_core::ruleset::{Point, Rules, Shape};
use grundy_core::words::counted;
use grundy_language::{Moves, Room, fits};

/// The text of a position without the leading `=`, which marks a position that is not a label.
pub(super) fn itself(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('=').unwrap_or(text).trim_start()
}

pub(super) fn count(text: &str) -> usize {
    text.split(',').count()
}

/// A number of at least `first`.
pub(super) fn number_from(first: u64, text: &str) -> Result<u64, NoSpot> {
    match number::any(text) {
        Some(n) if n < first => Err(NoSpot::Unread(format!("n starts at {first}"))),
        Some(n) if n < u64::MAX => Ok(n),
        None if text.split_once(['x', '×']).is_some_and(|(count, _)| number::any(count.trim()).is_some()) => {
            Err(NoSpot::because("copies, as in `2x3`, are for misère play; in normal play write `3 + 3`"))
        }
        _ => Err(NoSpot::because("it must be a whole number below 2^64 - 1, or a sum of some")),
    }
}

pub(super) fn numbers_of(text: &str, dimensions: usize) -> Result<Vec<u64>, NoSpot> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|part| number::any(part.trim())).collect();
    match numbers {
        Some(numbers) if numbers.len() == dimensions => Ok(numbers),
        Some(numbers) => Err(NoSpot::Unread(format!(
            "it has {}, but {dimensions} {} required",
            counted(numbers.len(), "number", "numbers"),
            if dimensions == 1 { "is" } else { "are" },
        ))),
        None => Err(NoSpot::because("it cannot be read as one")),
    }
}

pub(super) fn point_of(text: &str, dimensions: usize) -> Result<Point, NoSpot> {
    let narrow = |number: u64| u32::try_from(number).ok().filter(|&number| number < u32::MAX);
    let point = numbers_of(text, dimensions)?.into_iter().map(narrow).collect::<Option<_>>();
    point.ok_or(NoSpot::because("coordinates of this game are at most 2^32 - 2"))
}

/// The position in a text, or that of the label in it.
pub(super) fn read_position<R: Rules>(
    rules: &R,
    text: &str,
    labels: &Shape,
    asked: &dyn Fn(&R, &[u64]) -> R::Position,
) -> Result<R::Position, NoSpot> {
    match (rules.read(itself(text)), label_of(text, labels)) {
        (Some(position), _) if rules.is_position(&position) => Ok(position),
        (_, Ok(label)) => {
            rules.fits(&label)?;
            Ok(asked(rules, &label))
        }
        (Some(_), Err(_)) => Err(NoSpot::because("this game has no such position")),
        (None, Err(why)) => Err(rules.unread(itself(text)).map_or(why, NoSpot::Unread)),
    }
}

/// A label of the rows, for a text that is not a position itself.
pub(super) fn label_of(text: &str, labels: &Shape) -> Result<Vec<u64>, NoSpot> {
    if let Shape::Named(names) = labels {
        let named = names.iter().position(|name| name == text.trim());
        return named.map(|row| vec![row as u64]).ok_or_else(|| NoSpot::because("it cannot be read as one"));
    }
    let Shape::Box(firsts) = labels else { return Err(NoSpot::because("it cannot be read as one")) };
    let label: Vec<u64> = point_of(text, firsts.len())?.iter().map(|&coordinate| u64::from(coordinate)).collect();
    match label.iter().zip(firsts).find(|(coordinate, first)| coordinate < first) {
        Some((_, first)) => Err(NoSpot::Unread(format!("n starts at {first}"))),
        None => Ok(label),
    }
}

/// Reads the coordinates of a position. If the rules say which position belongs to each n, a single number is
/// such an n.
pub(super) fn read_written(moves: &Moves, text: &str) -> Result<Place, NoSpot> {
    let wrong = |wrong: grundy_language::Wrong| NoSpot::Failed(Error::Usage(wrong.to_string()));
    if !moves.declared().is_empty() && text.contains('(') {
        return moves.parse(itself(text)).map(Place::from).map_err(NoSpot::Unread);
    }
    if moves.asks() && !text.trim_start().starts_with('=') && count(text) == 1 {
        return moves.asked(number_from(0, text)?).map(Place::from).map_err(wrong);
    }
    if !moves.declared().is_empty() {
        return moves.parse(text).map(Place::from).map_err(NoSpot::Unread);
    }
    let numbers = numbers_of(itself(text), moves.names().len())?;
    let place: Place = numbers.into_iter().map(|number| i64::try_from(number).unwrap_or(i64::MAX)).collect();
    if !fits(&place) {
        return Err(NoSpot::because("coordinates of this game are at most 2^62 - 1"));
    }
    match moves.exists(&place, &mut Room::default()).map_err(wrong)? {
        true => Ok(place),
        false => Err(NoSpot::because("it does not satisfy `positions` of the game")),
    }
}
