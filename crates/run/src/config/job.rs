//! A config with a game: turns the parsed config into a checked [`Job`].

use super::check::{NO_RANGE, VALUE_HELP, begin, finish};
use super::place::within;
use super::settings::{SettingPlaces, read_settings};
use super::wrong::WrongJob;
use super::{expect, frame, game, wire};
use crate::diagnostic::Blame;
use crate::frame::Frame;
use crate::job::{Job, Name, Source};
use crate::language::Automata;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;

/// The formats of a config that lists none.
const FORMATS: [&str; 2] = ["csv", "report"];

/// Checks a parsed config.
///
/// # Errors
/// The error with its place.
pub(super) fn from_wire(wire: wire::Config, name: Name, source: Source) -> Result<Job, Blame> {
    let wire::Config { title, game, range, solve, analysis, expect: expected, conjecture, output } = wire;
    let asked = wire::SharedTables { title, solve, analysis, conjecture, max_rows: output.max_rows };
    if let Some(latex) = &output.latex {
        let message = "[output.latex] applies only to the table of a sweep";
        return Err(Blame::new(latex.span(), message, "remove it; tables of a single game are fitted to a page"));
    }
    let section =
        game.ok_or_else(|| Blame::new(0..0, "there is no [game] section", "write [game] with `code` or `family`"))?;
    let base = source.path.parent().unwrap_or(Path::new(""));
    let (coded, play) = game::read(section, &source.text, base, name.as_str())?;
    let (mut settings, checkpoint, places) = read_settings(asked, &source.text)?;
    settings.play = Some(play);
    let formats = output.formats.map(|formats| formats.0);
    let formats = formats.unwrap_or_else(|| FORMATS.map(|name| Spanned::new(0..0, name.to_string())).to_vec());
    let max = range.as_ref().map(|range| range.max.get_ref().greatest());
    let condition = range.as_ref().and_then(|range| range.condition.as_ref()).map_or(0..0, Spanned::span);
    let spans = Spans {
        max: range.as_ref().map_or(0..0, |range| range.max.span()),
        condition,
        period: period_of(&expected),
        formats: formats.iter().map(Spanned::span).collect(),
        places,
    };
    settings.formats = formats.into_iter().map(Spanned::into_inner).collect();
    let framed = output.svg.map(|svg| frame::read(svg, &settings)).transpose()?;
    settings.frame = framed.as_ref().map_or_else(Frame::default, |framed| framed.frame.clone());
    if let Some(range) = range {
        settings.bounds = range.max.into_inner().bounds();
        settings.rows_where = range.condition.map(Spanned::into_inner);
    }
    let text = source.text.as_str();
    let job = begin(name, coded, max, Arc::new(settings), Automata::in_folder(base))
        .map_err(|wrong| spans.blame(wrong, text))?;
    let rows = job.rows();
    framed.map_or(Ok(()), |framed| framed.check(&rows, job.value))?;
    let expect = expect::read(expected, job.value, &rows)?;
    job.conjectures().of(&job.subject(&rows)).map_err(|wrong| spans.places.conjectures.blame(wrong, text))?;
    let job = finish(Job { checkpoint, expect, ..job }).map_err(|wrong| spans.blame(wrong, text))?;
    Ok(Job { source: Some(source), ..job })
}

/// Where `[expect]` names a period.
fn period_of(expected: &wire::ExpectTable) -> Range<usize> {
    let numbers = [&expected.preperiod, &expected.period, &expected.saltus];
    let spans = numbers.into_iter().flatten().map(Spanned::span).chain(expected.status.as_ref().map(Spanned::span));
    spans.min_by_key(|span| span.start).unwrap_or(0..0)
}

/// The places of the keys of a config.
struct Spans {
    max: Range<usize>,
    condition: Range<usize>,
    /// The place in `[expect]`, because `[expect]` alone can request a period.
    period: Range<usize>,
    formats: Vec<Range<usize>>,
    places: SettingPlaces,
}

impl Spans {
    /// The error, placed in the config.
    fn blame(&self, wrong: WrongJob, text: &str) -> Blame {
        match wrong {
            WrongJob::Play(what) => Blame::new(0..0, what, ""),
            WrongJob::NeedlessRange(code) => {
                Blame::new(self.max.clone(), format!("[range] does not apply to `{code}`"), NO_RANGE)
            }
            WrongJob::Bounds(message, help) => Blame::new(self.max.clone(), message, help),
            WrongJob::Where(blame) => within(blame, self.condition.clone(), text),
            WrongJob::NoRange => Blame::new(0..0, "there is no [range] section", "write [range] with `max`"),
            WrongJob::NoRows(why) => Blame::new(self.max.clone(), "there is nothing to compute", why),
            WrongJob::Value(why) => Blame::new(self.places.value.clone(), why, VALUE_HELP),
            WrongJob::Format(index, message, help) => Blame::new(self.formats[index].clone(), message, help),
            WrongJob::Question(problem) => {
                let blame = self.places.analysis.blame(problem);
                if blame.span.is_empty() { Blame { span: self.period.clone(), ..blame } } else { blame }
            }
        }
    }
}
