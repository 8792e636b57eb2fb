//! The folder `pictures/` of a sweep. Every game is a point, as in a plot of period against preperiod. Points
//! are counted in bins as they come, so a sweep of millions of games needs no more memory than one of thousands.

use super::row::Row;
use crate::charts::{AMOUNTS, Axes, Axis, Chart, Entry, STEPS, Scale, Size, grouped_count};
use crate::formats::{HTML, SVG, picture_file, picture_links};
use crate::language::Datum;
use crate::question::{Across, PointPicture, records_of};
use crate::results::Out;
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;

/// The number of games at each pair of rounded figures.
type FigurePoints = BTreeMap<(u64, u64), u64>;

/// The points of each picture that the questions define.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Scatter(Vec<FigurePoints>);

/// The pictures that the questions of a sweep define.
fn pictures(sweep: &Sweep) -> impl Iterator<Item = &'static PointPicture> {
    records_of(&sweep.plan.settings.analysis).flat_map(|record| record.pictures)
}

impl Scatter {
    /// Adds a game to all pictures whose figures it has, if pictures are requested, or a page that has them.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) {
        if !sweep.plan.settings.has_format(SVG) && !sweep.plan.settings.has_format(HTML) {
            return;
        }
        self.0.resize(pictures(sweep).count(), FigurePoints::new());
        let cells = row.named(&sweep.columns);
        for (picture, points) in pictures(sweep).zip(&mut self.0) {
            let across = match picture.across {
                Across::Column(name) => cells.number(name),
                Across::LargestElement => largest(row.data(&sweep.columns)),
            };
            if let (Some(across), Some(up)) = (across, cells.number(picture.up)) {
                *points.entry((rounded(across), rounded(up))).or_default() += 1;
            }
        }
    }

    /// The pictures that have points.
    fn drawn(&self, sweep: &Sweep) -> impl Iterator<Item = (&'static PointPicture, &FigurePoints)> {
        pictures(sweep).zip(&self.0).filter(|(_, points)| !points.is_empty())
    }

    /// Writes the links to the pictures into the report.
    pub fn report(&self, sweep: &Sweep, out: &mut Out) -> io::Result<()> {
        picture_links(self.drawn(sweep).map(|(picture, _)| (picture.shows, picture_file(picture.name))), out)
    }

    /// The files, with their names.
    pub fn files(&self, sweep: &Sweep) -> Vec<(String, String)> {
        let file = |(picture, points): (&PointPicture, &FigurePoints)| {
            (picture_file(picture.name), draw(sweep, picture, points))
        };
        self.drawn(sweep).map(file).collect()
    }
}

/// The largest element of the first set among the variables.
pub(super) fn largest(data: &[Datum]) -> Option<u64> {
    let set = data.iter().find_map(|datum| if let Datum::Set(set) = datum { set.last() } else { None });
    set.map(|largest| largest.unsigned_abs())
}

/// A number rounded down to its first six bits. More precision would not be visible on a logarithmic axis.
fn rounded(number: u64) -> u64 {
    let shift = number.checked_ilog2().map_or(0, |log| log.saturating_sub(5));
    number >> shift << shift
}

fn draw(sweep: &Sweep, picture: &PointPicture, points: &FigurePoints) -> String {
    let label = match picture.across {
        Across::Column(name) => name,
        Across::LargestElement => "largest element",
    };
    let (mut right, mut left, mut high, mut low) = (0, u64::MAX, 0, u64::MAX);
    for &(x, y) in points.keys() {
        (left, right, low, high) = (left.min(x), right.max(x), low.min(y), high.max(y));
    }
    let (games, most) = (points.values().sum(), points.values().copied().max().unwrap_or(1));
    let axes = Axes { x: Axis::new(Scale::log(left, right), label), y: Axis::new(Scale::log(low, high), picture.up) };
    let legend = [Entry::ramp(AMOUNTS, "games at a point", 1, most)];
    let title = sweep.plan.settings.title.as_deref().unwrap_or(&sweep.plan.code);
    let caption = format!(
        "{}, {} play: {} with a {}",
        sweep.plan.code,
        sweep.plan.played(),
        grouped_count(games, "game", "games"),
        picture.up
    );
    let mut chart = Chart::new(title, &caption, &legend, axes, Size { width: 6400, height: 4400 });
    let diameter = if points.len() > 1000 { 40 } else { 60 };
    let levels = u64::from(most.max(2).ilog2()).max(1);
    // Points of the same colour are drawn together; those with the most games come last.
    let mut colours: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    for (&point, games) in points {
        colours.entry(games.checked_ilog2().unwrap_or(0).into()).or_default().push(point);
    }
    for (level, points) in colours {
        let step = level * (STEPS as u64 - 1) / levels;
        chart.points(points.into_iter(), &AMOUNTS.at(step as usize, STEPS), diameter);
    }
    chart.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_not_rounded() {
        assert!((0..64).all(|number| rounded(number) == number));
        assert_eq!([64, 65, 66, 1000, u64::MAX].map(rounded), [64, 64, 66, 992, 63 << 58]);
    }
}
