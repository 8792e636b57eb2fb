//! `[output.svg]`: what pictures of a game show, and how.

use super::wire;
use crate::diagnostic::Blame;
use crate::formats::SVG;
use crate::frame::Frame;
use crate::games::args::list;
use crate::job::Settings;
use crate::language::{self, Scope};
use crate::ruleset::{Rows, Value};
use std::ops::Range;
use toml::Spanned;

/// The words for the scale of axes and colours.
pub(super) const SCALES: [&str; 2] = ["linear", "logarithmic"];

/// A frame, and where its keys are in the config.
pub(super) struct ReadFrame {
    pub frame: Frame,
    places: Vec<(&'static str, Range<usize>)>,
}

/// Reads the table.
///
/// # Errors
/// The error with its place.
pub(super) fn read(table: Spanned<wire::PictureFrame>, settings: &Settings) -> Result<ReadFrame, Blame> {
    if !settings.has_format(SVG) {
        let message = "[output.svg] requires the format `svg`";
        return Err(Blame::new(table.span(), message, "add \"svg\" to `formats`"));
    }
    let wire::PictureFrame { x, y, axes, colours, p_positions } = table.into_inner();
    let mut places = Vec::new();
    let mut note = |key, span: Option<Range<usize>>| places.extend(span.map(|span| (key, span)));
    note("x", x.as_ref().map(Spanned::span));
    note("y", y.as_ref().map(Spanned::span));
    note("axes", axes.as_ref().map(Spanned::span));
    note("colours", colours.as_ref().map(Spanned::span));
    note("p-positions", p_positions.as_ref().map(Spanned::span));
    let frame = Frame {
        x: x.map(range).transpose()?,
        y: y.map(range).transpose()?,
        log_axes: axes.map_or(Ok(false), is_logarithmic)?,
        log_colours: colours.map_or(Ok(false), is_logarithmic)?,
        p_positions: p_positions.is_some_and(Spanned::into_inner),
    };
    Ok(ReadFrame { frame, places })
}

impl ReadFrame {
    /// Refuses settings that have no meaning for these rows and values, and ranges that contain none of the rows.
    pub fn check(&self, rows: &Rows, value: Value) -> Result<(), Blame> {
        let dimensions = if rows.names().is_some() { 0 } else { rows.dimensions() };
        if let Some((key, why)) = self.frame.needless(dimensions, value) {
            return Err(Blame::new(self.place(key), format!("`{key}` does not apply to this game"), why));
        }
        let axes = [("x", self.frame.x, Some(0)), ("y", self.frame.y, (dimensions == 2).then_some(1))];
        for (key, range, place) in axes {
            let Some((first, side)) = place.and_then(|at| Some((*rows.firsts().get(at)?, *rows.sides().get(at)?)))
            else {
                continue;
            };
            let last = first.saturating_add(side.saturating_sub(1));
            if range.is_some() && Frame::within(range, first, last).is_none() {
                let help = format!("this coordinate runs from {first} to {last}");
                return Err(Blame::new(self.place(key), format!("`{key}` contains no row"), help));
            }
        }
        Ok(())
    }

    fn place(&self, key: &str) -> Range<usize> {
        self.places.iter().find(|(known, _)| *known == key).map_or(0..0, |(_, span)| span.clone())
    }
}

/// The first and the last number of a range.
fn range(text: Spanned<String>) -> Result<(u64, u64), Blame> {
    let wrong = |message: String| Blame::new(text.span(), message, "write whole numbers from 0 on, as in \"0..=1000\"");
    let interval = language::interval(text.get_ref(), 0, &Scope::default()).map_err(|blame| wrong(blame.message))?;
    let bounds = interval.bounds(&[]).map_err(|fault| wrong(fault.to_string()))?;
    let (first, last) = bounds.ok_or_else(|| wrong("the range is empty".to_string()))?;
    match (u64::try_from(first), u64::try_from(last)) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        (Ok(_), Ok(_)) => Err(wrong("the range is empty".to_string())),
        _ => Err(wrong("the range contains negative numbers".to_string())),
    }
}

fn is_logarithmic(word: Spanned<String>) -> Result<bool, Blame> {
    match SCALES.iter().position(|scale| scale == word.get_ref()) {
        Some(index) => Ok(index == 1),
        None => Err(Blame::new(
            word.span(),
            format!("`{}` is not a scale", word.get_ref()),
            format!("one of {}", list(&SCALES)),
        )),
    }
}
