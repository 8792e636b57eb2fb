//! The size of the tables of a sweep, over all games. For tables with one line per value it is known before work
//! starts; the others are counted as they grow. `max-rows` limits each of them.

use super::outline::{Prepared, each};
use super::page;
use super::tables::records;
use crate::bytes::Bytes;
use crate::control::Control;
use crate::disk::check_room;
use crate::error::Error;
use crate::formats::{HTML, MOST_PAGE_ROWS, PAGE};
use crate::language::Datum;
use crate::plan::MAX_ROWS_KEY;
use crate::results::{Listing, ResultFile};
use crate::ruleset::Rows;
use crate::sweep::{Sweep, files};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The number of games that are looked at in parallel.
const CHUNK: usize = 1 << 10;

/// The expected size of the table with one line per value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen {
    /// The name of the table.
    pub table: String,
    /// The number of lines.
    pub rows: u64,
    /// A lower bound for the size in bytes, because a value may have more than one digit.
    pub bytes: Bytes,
}

/// The size of the table of all values, if the sweep writes one. If a folder is given, the table must fit on its
/// disk.
///
/// # Errors
/// [`Error::Limit`] if the table is too long; [`Error::Usage`] for a fault in the condition or a range;
/// [`Error::Interrupted`].
pub(super) fn foresee(
    prepared: &Prepared<'_>,
    folder: Option<&Path>,
    control: &Control<'_>,
) -> Result<Option<Foreseen>, Error> {
    foresee_page(prepared, control)?;
    let sweep = prepared.sweep;
    let lists_all = |file: &&&'static ResultFile| matches!(file.listing(&Rows::line(0, 0)), Listing::All(..));
    let Some(file) = prepared.files.iter().find(lists_all) else { return Ok(None) };
    control.phase("counting rows", sweep.combinations);
    let mut all = Foreseen { table: files::table_of(file.name), rows: 0, bytes: Bytes(0) };
    let (mut chunk, mut games) = (Vec::with_capacity(CHUNK), 0);
    each(sweep, control, &mut |data| {
        if chunk.len() == CHUNK {
            all.add(prepared, file, &chunk);
            games += chunk.len();
            chunk.clear();
            control.progress(games as u64);
            let first = format!("its first {games} games (of up to {})", sweep.combinations);
            all.check(sweep, &first)?;
        }
        chunk.push(data.to_vec());
        Ok(true)
    })?;
    all.add(prepared, file, &chunk);
    all.check(sweep, &format!("{} games", games + chunk.len()))?;
    if let Some(folder) = folder {
        check_room(folder, &format!("the table {} of all games", all.table), all.bytes)?;
    }
    Ok(Some(all))
}

/// Refuses a page with too many games, before work starts.
///
/// # Errors
/// [`Error::Limit`]; the errors of the condition and of the ranges.
fn foresee_page(prepared: &Prepared<'_>, control: &Control<'_>) -> Result<(), Error> {
    let sweep = prepared.sweep;
    if page::name(sweep).is_none() || sweep.combinations <= MOST_PAGE_ROWS {
        return Ok(());
    }
    control.phase("counting rows", sweep.combinations);
    let mut games = 0;
    each(sweep, control, &mut |_| {
        games += 1;
        Ok(games <= MOST_PAGE_ROWS)
    })?;
    if games <= MOST_PAGE_ROWS {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("the page {PAGE} of all games"),
        needed: format!("more than {MOST_PAGE_ROWS} rows"),
        allowed: format!("{MOST_PAGE_ROWS} rows"),
        key: format!("the format `{HTML}`"),
        remedy: "narrow the ranges, or remove it from `formats`".to_string(),
    })
}

impl Foreseen {
    /// Adds the games of some combinations.
    fn add(&mut self, prepared: &Prepared<'_>, file: &ResultFile, chunk: &[Vec<Datum>]) {
        let of_game = |data: &Vec<Datum>| {
            let Listing::All(rows, bytes) = file.listing(&prepared.job(data).ok()?.rows()) else { return None };
            // Every line starts with the variables.
            let before: usize = data.iter().map(|datum| datum.show(" ").len() + 1).sum();
            Some((rows, bytes.plus(Bytes(before as u128 * u128::from(rows)))))
        };
        // A combination without a game has no lines.
        let games: Vec<(u64, Bytes)> = chunk.par_iter().filter_map(of_game).collect();
        for (rows, bytes) in games {
            (self.rows, self.bytes) = (self.rows.saturating_add(rows), self.bytes.plus(bytes));
        }
    }

    fn check(&self, sweep: &Sweep, games: &str) -> Result<(), Error> {
        if self.rows <= sweep.plan.settings.max_rows {
            return Ok(());
        }
        Err(Error::Limit {
            what: format!("the table {} of {games}", self.table),
            needed: format!("{} rows (about {})", self.rows, self.bytes),
            allowed: format!("{} rows", sweep.plan.settings.max_rows),
            key: MAX_ROWS_KEY.to_string(),
            remedy: "remove `csv` from `formats`, lower `max`, or raise it".to_string(),
        })
    }
}

/// The number of rows so far of each table that collects a file of all games.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Listed(Vec<u64>);

impl Listed {
    /// Adds the files of a game.
    ///
    /// # Errors
    /// [`Error::Limit`] if a table has too many rows.
    pub fn add(&mut self, sweep: &Sweep, files: &[&ResultFile], texts: &[Vec<u8>]) -> Result<(), Error> {
        self.0.resize(files.len(), 0);
        for ((file, text), rows) in files.iter().zip(texts).zip(&mut self.0) {
            // The header is not a row.
            *rows += (records(text).count() as u64).saturating_sub(1);
            if *rows > sweep.plan.settings.max_rows {
                return Err(Error::Limit {
                    what: format!("the table {} of all games", files::table_of(file.name)),
                    needed: format!("at least {rows} rows"),
                    allowed: format!("{} rows", sweep.plan.settings.max_rows),
                    key: MAX_ROWS_KEY.to_string(),
                    remedy: "raise it, lower `max`, or ask for less in [analysis]".to_string(),
                });
            }
        }
        Ok(())
    }
}
