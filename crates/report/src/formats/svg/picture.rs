//! What a picture is, and what is said above it.

use crate::job::Job;
use crate::results::Results;
use crate::table::PackedTable;

/// A picture.
pub(super) struct Picture {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Whether a job has it.
    pub wanted: fn(&Job) -> bool,
    /// The SVG.
    pub draw: fn(&Results<'_>, &PackedTable) -> String,
}

/// Whether positions are numbers n, all from the first one on or some of them.
pub(super) fn has_one_coordinate(job: &Job) -> bool {
    let rows = job.rows();
    rows.dimensions() == 1 && rows.names().is_none()
}

/// What a picture is called: the title of the job, or its code.
pub(super) fn title<'r>(results: &Results<'r>) -> &'r str {
    results.job.settings.title.as_deref().unwrap_or(&results.job.game.code)
}

/// What is said below the title: the game, what its values are, and more.
pub(super) fn caption(results: &Results<'_>, what: &str) -> String {
    let job = results.job;
    let kind = job.value.called.values;
    format!("{}, {} play, {kind}: {what}", job.game.code, job.play)
}
