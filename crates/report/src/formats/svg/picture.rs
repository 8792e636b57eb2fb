//! The description of a picture, and the texts above it.

use crate::job::Job;
use crate::results::Results;
use crate::table::PackedTable;

/// A picture.
pub(super) struct Picture {
    /// The name of its file, without the extension.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Whether it is drawn for a job.
    pub wanted: fn(&Job) -> bool,
    /// Draws the SVG.
    pub draw: fn(&Results<'_>, &PackedTable) -> String,
}

/// Whether positions are single numbers n.
pub(super) fn has_one_coordinate(job: &Job) -> bool {
    let rows = job.rows();
    rows.dimensions() == 1 && rows.names().is_none()
}

/// The title of a picture: the title of the job, or the code of its game.
pub(super) fn title<'r>(results: &Results<'r>) -> &'r str {
    results.job.settings.title.as_deref().unwrap_or(&results.job.game.code)
}

/// The text below the title: the game, the kind of values, and further details.
pub(super) fn caption(results: &Results<'_>, what: &str) -> String {
    let job = results.job;
    let kind = job.value.called.values;
    format!("{}, {} play, {kind}: {what}", job.game.code, job.play)
}
