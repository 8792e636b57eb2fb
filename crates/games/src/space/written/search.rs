//! A breadth-first search for all positions reachable from those asked for.

use super::points::{MOST, Place, Points};
use super::words::{ends, show_way, wrong};
use crate::space::limits::check_memory;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Rows, Setup};
use grundy_language::{Moves, Room, Wrong, fits};
use std::sync::Arc;

/// The positions that are asked for.
#[derive(Debug, Clone)]
pub enum AskedPositions {
    /// Every label is a position.
    Labels,
    /// The rules say which position belongs to each n.
    Each,
    /// All positions of several kinds, given by their coordinates, of which the size comes last.
    Kinds(Arc<[Place]>),
    /// A single position.
    One(Place),
}

/// Stands for the missing parent of a position that was asked for.
const NOBODY: u32 = u32::MAX;

/// Each time this many new positions have been found, the last one is tested for a play that can be repeated
/// too often.
const FORESEEN: usize = 4096;

/// The maximum number of last moves that are tested for being repeatable.
const LONGEST: usize = 8;

struct MoveSearch<'s> {
    moves: &'s Moves,
    setup: Setup<'s>,
    found: Points,
    /// For each position, the position from which it was first reached.
    parents: Vec<u32>,
    /// The smallest position with a wrong move: the sum of its coordinates, the position, and the error.
    worst: Option<(u64, Place, Wrong)>,
    room: Room,
}

/// The positions reachable from those asked for, and the rank of each row.
///
/// # Errors
/// [`Error::Usage`] for the smallest position with a wrong move, or for the first move that takes too long;
/// [`Error::Limit`] if the positions do not fit into the memory, with a sequence of moves to one of them;
/// [`Error::Endless`] if moves can be repeated forever; [`Error::Interrupted`].
pub(super) fn search(
    moves: &Moves,
    rows: &Rows,
    asked: &AskedPositions,
    setup: Setup<'_>,
) -> Result<(Points, Vec<u32>), Error> {
    let dimensions = moves.names().len();
    let found = Points::new(dimensions);
    check_memory("the listed positions", found.needs(rows.len()), setup.memory)?;
    let mut search = MoveSearch { moves, setup, found, parents: Vec::new(), worst: None, room: Room::default() };
    let mut ranks = Vec::new();
    let mut label = Vec::new();
    // The number of positions is unknown.
    setup.control.phase("enumerating", 0);
    for row in 0..rows.len() {
        setup.control.check()?;
        rows.label(row, &mut label);
        let place: Place = match asked {
            AskedPositions::One(place) => place.clone(),
            AskedPositions::Labels => label.iter().map(|&coordinate| coordinate as i64).collect(),
            AskedPositions::Kinds(kinds) => {
                let mut place = kinds[label[0] as usize].clone();
                place.last_mut().into_iter().for_each(|size| *size = label[1] as i64);
                place
            }
            AskedPositions::Each => moves.asked(label[0]).map_err(|what| wrong(&what))?.into(),
        };
        ranks.push(search.enter(&place, NOBODY)?);
    }
    let mut next = 0;
    while next < search.found.len() {
        if next.is_multiple_of(4096) {
            setup.control.progress(search.found.len() as u64);
        }
        search.look(next as u32)?;
        next += 1;
    }
    match search.worst {
        Some((_, _, what)) => Err(wrong(&what)),
        None => Ok((search.found, ranks)),
    }
}

impl MoveSearch<'_> {
    fn enter(&mut self, part: &[i64], parent: u32) -> Result<u32, Error> {
        let (number, new) = self.found.insert(part);
        if new {
            self.parents.push(parent);
            let needed = self.needs(self.found.len() as u64);
            if needed > self.setup.memory || self.found.len() > MOST {
                return Err(self.too_many(number, needed));
            }
            if self.found.len().is_multiple_of(FORESEEN) {
                self.foresee(number)?;
            }
        }
        Ok(number)
    }

    /// Detects a sequence of moves that can be repeated from where it ends so often that there are certainly
    /// too many positions.
    fn foresee(&self, last: u32) -> Result<(), Error> {
        let mut play: Vec<Place> = self.way_back(last).take(LONGEST + 1).collect();
        play.reverse();
        let play: Vec<&[i64]> = play.iter().map(|place| &place[..]).collect();
        for begin in (0..play.len().saturating_sub(1)).rev() {
            let times = self.moves.repetitions(&play[begin..]);
            let more = self.needs(times.saturating_add(self.found.len() as u64));
            if times == u64::MAX || more > self.setup.memory {
                return Err(self.too_long(last, times, more));
            }
        }
        Ok(())
    }

    fn look(&mut self, number: u32) -> Result<(), Error> {
        let Some(here) = self.found.get(number as usize) else { return Ok(()) };
        let (mut failed, mut flaw, mut parts) = (None, None, 0);
        let (moves, mut room) = (self.moves, std::mem::take(&mut self.room));
        let tried = moves.options(&here, &mut room, &mut |index, option| {
            for part in option.chunks_exact(here.len()) {
                parts += 1;
                if self.found.find(part).is_some() {
                    continue;
                }
                match fits(part).then(|| moves.exists(part, &mut Room::default())) {
                    Some(Ok(true)) => failed = self.enter(part, number).err(),
                    Some(Err(what)) => flaw = Some(what),
                    _ => flaw = Some(moves.no_position(&here, index, option)),
                }
            }
            failed.is_none() && flaw.is_none()
        });
        self.room = room;
        self.setup.control.looked_at(parts)?;
        match flaw.or(tried.err()) {
            // Other positions would take as long, so stop here.
            Some(flaw) if flaw.is_long => return Err(wrong(&flaw)),
            Some(flaw) => self.blame(here, flaw),
            None => {}
        }
        failed.map_or(Ok(()), Err)
    }

    fn blame(&mut self, at: Place, what: Wrong) {
        let total = at.iter().fold(0u64, |total, &coordinate| total.saturating_add(coordinate as u64));
        if self.worst.as_ref().is_none_or(|worst| (total, &at) < (worst.0, &worst.1)) {
            self.worst = Some((total, at, what));
        }
    }

    /// The positions on the way to a position, in reverse order: the position itself comes first.
    fn way_back(&self, last: u32) -> impl Iterator<Item = Place> {
        let known = |number: u32| self.found.get(number as usize).map(|place| (number, place));
        std::iter::successors(known(last), move |(number, _)| known(self.parents[*number as usize]))
            .map(|(_, place)| place)
    }

    /// The error for too many positions: a wrong rule, if one was found; otherwise a sequence of moves to the
    /// last position.
    fn too_many(&self, last: u32, needed: Bytes) -> Error {
        if let Some((_, _, what)) = &self.worst {
            return wrong(what);
        }
        self.refused(self.found.len() as u64, &self.way_to(last), needed)
    }

    /// The error for a sequence of moves that can be repeated `times` more times.
    fn too_long(&self, last: u32, times: u64, needed: Bytes) -> Error {
        if let Some((_, _, what)) = &self.worst {
            return wrong(what);
        }
        let way = format!("{} -> ...", self.way_to(last));
        match times {
            u64::MAX => Error::Endless(format!("{way} (the same moves repeat forever)")),
            times => self.refused(times.saturating_add(self.found.len() as u64), &way, needed),
        }
    }

    /// The error for at least `count` positions.
    fn refused(&self, count: u64, way: &str, needed: Bytes) -> Error {
        let what = format!("an enumeration of at least {count} positions (for example along {way})");
        match check_memory(&what, needed, self.setup.memory) {
            Err(error) => error,
            Ok(()) => Error::Usage(format!("{count} positions are too many; the last one is reached along {way}")),
        }
    }

    fn way_to(&self, last: u32) -> String {
        let show = |place: Place| self.moves.show(&place);
        show_way(&ends(|| self.way_back(last)).into_iter().rev().map(show).collect::<Vec<_>>())
    }

    /// The memory for this many positions and their parents.
    fn needs(&self, positions: u64) -> Bytes {
        self.found.needs(positions).plus(Bytes(8 * u128::from(positions)))
    }
}
