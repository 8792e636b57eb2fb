//! The labels of games of a user's own, and of games made of games.

use crate::space::{AskedPositions, Place};
use grundy_core::ruleset::{Condition, NO_LAST, RowKind, Shape};
use grundy_language::{Moves, Room};
use std::sync::Arc;

/// The labels of a game with moves written by the user, and the positions that they ask for.
pub(super) fn shape_of(moves: &Arc<Moves>) -> (Shape, AskedPositions) {
    if moves.asks() {
        return (Shape::line(0), AskedPositions::Each);
    }
    // Moves of too many kinds are refused when they are read.
    if let Some(kinds) = moves.row_kinds().filter(|kinds| !kinds.is_empty()) {
        let (shown, tuples): (Vec<RowKind>, Vec<Place>) =
            kinds.into_iter().map(|(shown, tuple)| (shown, Place::from(tuple))).unzip();
        return (Shape::Kinds(shown.into()), AskedPositions::Kinds(tuples.into()));
    }
    (shape_of_labels(moves), AskedPositions::Labels)
}

fn shape_of_labels(moves: &Arc<Moves>) -> Shape {
    let (firsts, more) = moves.least();
    if !more {
        return Shape::Box(firsts);
    }
    let moves = moves.clone();
    let exists = move |label: &[u64]| {
        let place: Option<Place> = label.iter().map(|&coordinate| i64::try_from(coordinate).ok()).collect();
        // If evaluating the condition fails here, the position counts as a row; the error is reported when
        // its moves are tried.
        place.is_some_and(|place| moves.exists(&place, &mut Room::default()).unwrap_or(true))
    };
    Shape::Part(firsts, Condition::new(exists))
}

/// The labels of a sum: the labels of its components, concatenated.
pub(super) fn sum_of_shapes<'s>(shapes: impl Iterator<Item = &'s Shape>) -> Shape {
    let (mut firsts, mut lasts, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for shape in shapes {
        let begin = firsts.len();
        firsts.extend_from_slice(shape.firsts());
        lasts.extend_from_slice(shape.lasts());
        lasts.resize(firsts.len(), NO_LAST);
        parts.extend(shape.condition().map(|condition| (begin..firsts.len(), condition.clone())));
    }
    match (&firsts[..], &lasts[..]) {
        _ if !parts.is_empty() => {}
        (&[first], &[last]) if last != NO_LAST => return Shape::Numbers(first, last),
        _ if lasts.iter().any(|&last| last != NO_LAST) => return Shape::Within(firsts, lasts),
        _ => return Shape::Box(firsts),
    }
    let all = move |label: &[u64]| {
        label.iter().zip(&lasts).all(|(coordinate, last)| coordinate <= last)
            && parts.iter().all(|(place, condition)| condition.holds(&label[place.clone()]))
    };
    Shape::Part(firsts, Condition::new(all))
}
