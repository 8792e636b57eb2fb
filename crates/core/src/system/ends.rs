//! Every play of a system ends: checked before the system is used.
//!
//! A move surely deletes what it needs, deletes and does not add again. Play ends if every move surely deletes more
//! elements than it adds. It also ends if every move surely deletes something, and elements have levels such that each
//! added element lies below one that is surely deleted: then the multiset of levels of the elements present falls.

use super::moves::Move;
use super::set::Set;
use crate::error::Error;

/// Play may go on for ever: a move with this number may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeverEnds(pub usize);

impl From<NeverEnds> for Error {
    fn from(_: NeverEnds) -> Self {
        Error::Endless("a rule can be repeated on a board of this size".to_string())
    }
}

/// The elements that a move surely deletes.
fn surely<S: Set>(one: &Move<S>) -> S {
    let mut lost = one.need.common(&one.delete);
    lost.take_away(&one.add);
    lost
}

pub(super) fn check<S: Set>(elements: usize, moves: &[Move<S>]) -> Result<(), NeverEnds> {
    let surely: Vec<S> = moves.iter().map(surely).collect();
    if let Some(number) = surely.iter().position(S::is_empty) {
        return Err(NeverEnds(number));
    }
    if moves.iter().zip(&surely).all(|(one, lost)| lost.len() > one.add.len()) {
        return Ok(());
    }
    // Levels are given from the top: to elements that no open move adds. A move is closed once an element that it
    // surely deletes has a level, as those that it adds then get lower ones.
    let mut open: Vec<bool> = moves.iter().map(|one| !one.add.is_empty()).collect();
    let mut left = S::of(elements, 0..elements);
    loop {
        let mut added = S::none(elements);
        moves.iter().zip(&open).filter(|(_, open)| **open).for_each(|(one, _)| added.join(&one.add));
        let mut top = left.clone();
        top.take_away(&added);
        if top.is_empty() {
            break;
        }
        left.take_away(&top);
        surely.iter().zip(&mut open).for_each(|(lost, open)| *open &= !lost.meets(&top));
    }
    open.iter().position(|&open| open).map_or(Ok(()), |number| Err(NeverEnds(number)))
}
