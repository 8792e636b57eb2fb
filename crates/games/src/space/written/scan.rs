//! Tries every move from every position of a box, before anything is computed.

use super::places::{cell, cells, point};
use super::words::wrong;
use crate::space::limits::{check_coordinate, check_memory};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::{Rows, Setup};
use grundy_language::{Moves, Room, Wrong, fits};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The number of cells that a thread visits at a time.
const CHUNK: u64 = 1 << 12;

/// Facts about the moves in a box that no move leaves.
pub(super) struct Scanned {
    /// Whether every move lowers the sum of the coordinates; in a split, that of every component.
    pub falls: bool,
}

struct SeenInCells {
    falls: bool,
    /// The smallest position with a wrong move: the sum of its coordinates, its cell, and the error.
    worst: Option<(u64, u64, Wrong)>,
}

impl SeenInCells {
    fn with(self, other: Self) -> Self {
        let worst = match (self.worst, other.worst) {
            (Some(a), Some(b)) => Some(if (a.0, a.1) <= (b.0, b.1) { a } else { b }),
            (a, b) => a.or(b),
        };
        Self { falls: self.falls && other.falls, worst }
    }
}

/// Scans a whole box; `None` if a move leaves it.
///
/// # Errors
/// [`Error::Usage`] for the smallest position with a wrong move; [`Error::Limit`] if the box is too large;
/// [`Error::Interrupted`].
pub(super) fn scan(moves: &Moves, rows: &Rows, setup: Setup<'_>) -> Result<Option<Scanned>, Error> {
    let all = cells(rows);
    let what = match rows.dimensions() {
        1 => format!("a table of {all} positions"),
        d => format!("a box of {d} coordinates up to {}", rows.end() - 1),
    };
    check_memory(&what, Bytes::packed(u128::from(all), 1), setup.memory)?;
    check_coordinate(rows.end() - 1)?;
    setup.control.phase("trying every move", all);
    let (shared, done) =
        (SharedFindings { left: AtomicBool::new(false), least: AtomicU64::new(u64::MAX) }, AtomicU64::new(0));
    let look = |chunk: u64| {
        setup.control.check()?;
        let cells = chunk * CHUNK..((chunk + 1) * CHUNK).min(all);
        setup.control.progress(done.fetch_add(cells.end - cells.start, Ordering::Relaxed));
        look(moves, rows, cells, &shared, setup.control)
    };
    let nothing = || Ok(SeenInCells { falls: true, worst: None });
    let both = |a: Result<SeenInCells, Error>, b: Result<SeenInCells, Error>| Ok(a?.with(b?));
    let seen = (0..all.div_ceil(CHUNK)).into_par_iter().map(look).reduce(nothing, both)?;
    match seen.worst {
        Some((_, _, what)) => Err(wrong(&what)),
        None if shared.left.into_inner() => Ok(None),
        None => Ok(Some(Scanned { falls: seen.falls })),
    }
}

struct SharedFindings {
    left: AtomicBool,
    /// The least sum of coordinates of a position with a wrong move; positions with a larger sum are skipped.
    least: AtomicU64,
}

/// Scans some cells. It continues even if a move leaves the box, so that the wrong rule that is reported does
/// not depend on the threads.
fn look(
    moves: &Moves,
    rows: &Rows,
    cells: std::ops::Range<u64>,
    shared: &SharedFindings,
    control: &Control<'_>,
) -> Result<SeenInCells, Error> {
    let mut seen = SeenInCells { falls: true, worst: None };
    let mut room = Room::default();
    let coordinates = rows.dimensions();
    for at in cells {
        let Some(here) = point(rows, at) else { continue };
        let total: u64 = here.iter().map(|&coordinate| coordinate as u64).sum();
        if total > shared.least.load(Ordering::Relaxed) {
            continue;
        }
        let (mut flaw, mut parts) = (None, 0);
        let mut found = moves.exists(&here, &mut room);
        if found.is_ok() {
            found = moves.options(&here, &mut room, &mut |index, option| {
                for part in option.chunks_exact(coordinates) {
                    parts += 1;
                    let sum = part.iter().fold(0i64, |sum, &coordinate| sum.saturating_add(coordinate));
                    if cell(rows, part).is_some_and(|cell| rows.row_of(cell).is_some()) {
                        seen.falls &= sum < total as i64;
                        continue;
                    }
                    match fits(part).then(|| moves.exists(part, &mut Room::default())) {
                        Some(Ok(true)) => shared.left.store(true, Ordering::Relaxed),
                        Some(Err(what)) => flaw = Some(what),
                        _ => flaw = Some(moves.no_position(&here, index, option)),
                    }
                }
                flaw.is_none()
            });
        }
        // After each position, because its moves may have loops with millions of turns.
        control.looked_at(parts)?;
        let flaw = flaw.or(found.err());
        if let Some(flaw) = flaw
            && seen.worst.as_ref().is_none_or(|worst| (total, at) < (worst.0, worst.1))
        {
            shared.least.fetch_min(total, Ordering::Relaxed);
            seen.worst = Some((total, at, flaw));
        }
    }
    Ok(seen)
}
