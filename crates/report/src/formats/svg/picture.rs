//! The description of a picture, and the texts above it.

use crate::games::Game;
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
pub(super) fn title(results: &Results<'_>) -> String {
    results.job.settings.title.clone().unwrap_or_else(|| code(&results.job.game))
}

/// The code of a game, in which files have names, not paths.
fn code(game: &Game) -> String {
    let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_string();
    game.files.iter().fold(game.code.clone(), |code, (path, _)| code.replace(path.as_str(), &name(path)))
}

/// The text below the title: the game, the kind of values, and further details.
pub(super) fn caption(results: &Results<'_>, what: &str) -> String {
    let job = results.job;
    let kind = job.value.called.values;
    format!("{}, {} play, {kind}: {what}", code(&job.game), job.play)
}
