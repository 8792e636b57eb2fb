//! All positions reachable from those asked for, by a breadth-first search.

use super::places::held;
use super::words::{show, show_way, wrong};
use crate::space::limits::check_memory;
use crate::space::numbered::Numbered;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Point, Rows, Setup};
use grundy_language::{Moves, Room, Wrong, narrow};

/// The positions that are asked for.
#[derive(Debug, Clone)]
pub enum Asked {
    /// Every label is a position.
    Labels,
    /// The moves say which position belongs to n.
    Each,
    /// One position.
    One(Point),
}

/// The parent of a position that was asked for.
const NOBODY: u32 = u32::MAX;

struct Search<'s> {
    moves: &'s Moves,
    setup: Setup<'s>,
    found: Numbered<Point>,
    /// From which position each was reached first.
    parents: Vec<u32>,
    /// The smallest position with a wrong move: the sum of its coordinates, itself, and what is wrong.
    worst: Option<(u64, Point, Wrong)>,
}

/// The positions reachable from the asked ones, and the rank of each row.
///
/// # Errors
/// [`Error::Usage`] for the smallest position with a wrong move; [`Error::Limit`] with a way to a position if they do
/// not fit the memory; [`Error::Interrupted`].
pub(super) fn search(
    moves: &Moves,
    rows: &Rows,
    asked: &Asked,
    setup: Setup<'_>,
) -> Result<(Numbered<Point>, Vec<u32>), Error> {
    check_memory("the positions asked for", held(rows.len()), setup.memory)?;
    let mut search = Search { moves, setup, found: Numbered::default(), parents: Vec::new(), worst: None };
    let mut ranks = Vec::new();
    let mut label = Vec::new();
    setup.control.phase("enumerating", rows.len());
    for row in 0..rows.len() {
        setup.control.check()?;
        rows.label(row, &mut label);
        let point = match asked {
            Asked::One(point) => point.clone(),
            Asked::Labels => label.iter().map(|&coordinate| coordinate as u32).collect(),
            Asked::Each => moves.asked(label[0]).map_err(|what| wrong(&what))?.into(),
        };
        ranks.push(search.enter(point, NOBODY)?);
    }
    let mut next = 0;
    while next < search.found.len() {
        setup.control.check()?;
        search.look(next as u32)?;
        next += 1;
    }
    match search.worst {
        Some((_, _, what)) => Err(wrong(&what)),
        None => Ok((search.found, ranks)),
    }
}

impl Search<'_> {
    fn enter(&mut self, point: Point, parent: u32) -> Result<u32, Error> {
        let (index, new) = self.found.insert_full(point);
        if new {
            self.parents.push(parent);
            let count = self.found.len() as u64;
            let needed = held(count).plus(Bytes(12 * u128::from(count)));
            if needed > self.setup.memory || index as u64 >= u64::from(NOBODY) - 2 {
                return Err(self.too_many(index as u32, needed));
            }
        }
        Ok(index as u32)
    }

    /// Enters the options of a position.
    fn look(&mut self, index: u32) -> Result<(), Error> {
        let Some(here) = self.found.get_index(index as usize).cloned() else { return Ok(()) };
        let (mut failed, mut flaw) = (None, None);
        let moves = self.moves;
        let tried = moves.options(&here, &mut Room::default(), &mut |number, option| {
            for part in option.chunks_exact(here.len()) {
                let Some(point) = narrow(part).map(Point::from) else {
                    flaw = Some(moves.no_position(&here, number, option));
                    continue;
                };
                if self.found.contains(&point) {
                    continue;
                }
                match moves.exists(&point, &mut Room::default()) {
                    Ok(true) => failed = self.enter(point, index).err(),
                    Ok(false) => flaw = Some(moves.no_position(&here, number, option)),
                    Err(what) => flaw = Some(what),
                }
            }
            failed.is_none() && flaw.is_none()
        });
        match flaw.or(tried.err()) {
            // Others would take as long.
            Some(flaw) if flaw.is_long => return Err(wrong(&flaw)),
            Some(flaw) => self.blame(here, flaw),
            None => {}
        }
        failed.map_or(Ok(()), Err)
    }

    fn blame(&mut self, at: Point, what: Wrong) {
        let total = at.iter().map(|&coordinate| u64::from(coordinate)).sum();
        if self.worst.as_ref().is_none_or(|worst| (total, &at) < (worst.0, &worst.1)) {
            self.worst = Some((total, at, what));
        }
    }

    /// The error for positions without end: a wrong rule, if there is one, or a way to the last position found.
    fn too_many(&self, last: u32, needed: Bytes) -> Error {
        if let Some((_, _, what)) = &self.worst {
            return wrong(what);
        }
        let mut way = Vec::new();
        let mut at = last;
        while let Some(point) = self.found.get_index(at as usize) {
            way.push(show(point));
            at = self.parents[at as usize];
        }
        way.reverse();
        let count = self.found.len();
        let what = format!("an enumeration of at least {count} positions, as on the way {},", show_way(&way));
        match check_memory(&what, needed, self.setup.memory) {
            Err(error) => error,
            Ok(()) => {
                Error::Usage(format!("{count} positions are too many; the way to the last is {}", show_way(&way)))
            }
        }
    }
}
