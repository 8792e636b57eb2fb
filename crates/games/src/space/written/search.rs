//! All positions reachable from those asked for, by a breadth-first search.

use super::points::{MOST, Place, Points};
use super::words::{ends, show, show_way, wrong};
use crate::space::limits::check_memory;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Rows, Setup};
use grundy_language::{Moves, Room, Wrong, fits};

/// The positions that are asked for.
#[derive(Debug, Clone)]
pub enum AskedPositions {
    /// Every label is a position.
    Labels,
    /// The moves say which position belongs to n.
    Each,
    /// One position.
    One(Place),
}

/// The parent of a position that was asked for.
const NOBODY: u32 = u32::MAX;

/// After so many new positions each time, the last one is asked whether its play goes on for ever, or for too long.
const FORESEEN: usize = 4096;

/// The most moves that are looked at for being made again and again.
const LONGEST: usize = 8;

struct MoveSearch<'s> {
    moves: &'s Moves,
    setup: Setup<'s>,
    found: Points,
    /// From which position each was reached first.
    parents: Vec<u32>,
    /// The smallest position with a wrong move: the sum of its coordinates, itself, and what is wrong.
    worst: Option<(u64, Place, Wrong)>,
    room: Room,
}

/// The positions reachable from the asked ones, and the rank of each row.
///
/// # Errors
/// [`Error::Usage`] for the smallest position with a wrong move; [`Error::Limit`] with a way to a position if they do
/// not fit the memory; [`Error::Interrupted`].
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
    // Nobody knows how many there are.
    setup.control.phase("enumerating", 0);
    for row in 0..rows.len() {
        setup.control.check()?;
        rows.label(row, &mut label);
        let place: Place = match asked {
            AskedPositions::One(place) => place.clone(),
            AskedPositions::Labels => label.iter().map(|&coordinate| coordinate as i64).collect(),
            AskedPositions::Each => moves.asked(label[0]).map_err(|what| wrong(&what))?.into(),
        };
        ranks.push(search.enter(&place, NOBODY)?);
    }
    let mut next = 0;
    while next < search.found.len() {
        setup.control.check()?;
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

    /// Refuses a play that can be made again and again from where it ends, so that positions are certainly too many.
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

    /// Enters the options of a position.
    fn look(&mut self, number: u32) -> Result<(), Error> {
        let Some(here) = self.found.get(number as usize) else { return Ok(()) };
        let (mut failed, mut flaw) = (None, None);
        let (moves, mut room) = (self.moves, std::mem::take(&mut self.room));
        let tried = moves.options(&here, &mut room, &mut |index, option| {
            for part in option.chunks_exact(here.len()) {
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
        match flaw.or(tried.err()) {
            // Others would take as long.
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

    /// The positions on the way to one of them, itself first.
    fn way_back(&self, last: u32) -> impl Iterator<Item = Place> {
        let known = |number: u32| self.found.get(number as usize).map(|place| (number, place));
        std::iter::successors(known(last), move |(number, _)| known(self.parents[*number as usize]))
            .map(|(_, place)| place)
    }

    /// The error for positions without end: a wrong rule, if there is one, or a way to the last position found.
    fn too_many(&self, last: u32, needed: Bytes) -> Error {
        if let Some((_, _, what)) = &self.worst {
            return wrong(what);
        }
        self.refused(self.found.len() as u64, &self.way_to(last), needed)
    }

    /// The error for a play that can be made so many times again.
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

    /// The error for so many positions, or more.
    fn refused(&self, count: u64, way: &str, needed: Bytes) -> Error {
        let what = format!("an enumeration of at least {count} positions (for example along {way})");
        match check_memory(&what, needed, self.setup.memory) {
            Err(error) => error,
            Ok(()) => Error::Usage(format!("{count} positions are too many; the last one is reached along {way}")),
        }
    }

    /// The way to a position in words.
    fn way_to(&self, last: u32) -> String {
        let show = |place: Place| show(&place);
        show_way(&ends(|| self.way_back(last)).into_iter().rev().map(show).collect::<Vec<_>>())
    }

    /// The memory of so many positions and the ways to them.
    fn needs(&self, positions: u64) -> Bytes {
        self.found.needs(positions).plus(Bytes(8 * u128::from(positions)))
    }
}
