//! `pictures/` of a sweep: the period of each game against its preperiod, and against the largest element of its set. What games have in common
//! is counted as they come, in bins, so that a sweep of millions of games needs no more than one of thousands.

use super::row::Row;
use crate::language::Datum;
use crate::output::Out;
use crate::picture::{AMOUNTS, Axes, Axis, Chart, Entry, STEPS, Scale, Size, grouped};
use crate::sweep::Sweep;
use crate::writer::{SVG, picture_file, picture_links};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;

/// How many games there are at each pair of figures, which are rounded.
type FigurePoints = BTreeMap<(u64, u64), u64>;

/// What is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Scatter {
    by_preperiod: FigurePoints,
    by_largest: FigurePoints,
}

/// A picture of a sweep: its name, what it shows, the label of its horizontal axis, its points.
type SweepPicture<'s> = (&'static str, &'static str, &'static str, &'s FigurePoints);

impl Scatter {
    /// Adds a game, if pictures are asked for and it has a period.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) {
        let Some(place) = sweep.columns.period().filter(|_| sweep.plan.settings.has_format(SVG)) else { return };
        let (Some(preperiod), Some(period)) = (row.number(place), row.number(place + 1)) else { return };
        *self.by_preperiod.entry((rounded(preperiod), rounded(period))).or_default() += 1;
        if let Some(largest) = largest(row.data(&sweep.columns)) {
            *self.by_largest.entry((rounded(largest), rounded(period))).or_default() += 1;
        }
    }

    fn pictures(&self) -> impl Iterator<Item = SweepPicture<'_>> {
        let all: [SweepPicture<'_>; 2] = [
            ("period-preperiod", "The period of each game against its preperiod", "preperiod", &self.by_preperiod),
            (
                "period-largest",
                "The period of each game against its largest element",
                "largest element",
                &self.by_largest,
            ),
        ];
        all.into_iter().filter(|(.., points)| !points.is_empty())
    }

    /// The part of the report.
    pub fn report(&self, out: &mut Out) -> io::Result<()> {
        picture_links(self.pictures().map(|(name, shows, ..)| (shows, picture_file(name))), out)
    }

    /// The files, with their names.
    pub fn files(&self, sweep: &Sweep) -> Vec<(String, String)> {
        self.pictures().map(|picture| (picture_file(picture.0), draw(sweep, picture))).collect()
    }
}

/// The largest element of the first set among the variables.
pub(super) fn largest(data: &[Datum]) -> Option<u64> {
    let set = data.iter().find_map(|datum| if let Datum::Set(set) = datum { set.last() } else { None });
    set.map(|largest| largest.unsigned_abs())
}

/// A number with its first six bits only: no more is seen where logarithms are drawn.
fn rounded(number: u64) -> u64 {
    let shift = number.checked_ilog2().map_or(0, |log| log.saturating_sub(5));
    number >> shift << shift
}

fn draw(sweep: &Sweep, (_, _, label, points): SweepPicture<'_>) -> String {
    let (mut right, mut left, mut high, mut low) = (0, u64::MAX, 0, u64::MAX);
    for &(x, y) in points.keys() {
        (left, right, low, high) = (left.min(x), right.max(x), low.min(y), high.max(y));
    }
    let (games, most) = (points.values().sum(), points.values().copied().max().unwrap_or(1));
    let axes = Axes { x: Axis::new(Scale::log(left, right), label), y: Axis::new(Scale::log(low, high), "period") };
    let legend = [Entry::ramp(AMOUNTS, "games at a point", ("1".to_string(), grouped(most)))];
    let title = sweep.plan.settings.title.as_deref().unwrap_or(&sweep.plan.code);
    let caption = format!("{}, {} play: {} games with a period", sweep.plan.code, sweep.plan.played(), grouped(games));
    let mut chart = Chart::new(title, &caption, &legend, axes, Size { width: 6400, height: 4400 });
    let diameter = if points.len() > 1000 { 40 } else { 60 };
    let levels = u64::from(most.max(2).ilog2()).max(1);
    // The points of one colour come together, those of the most games last.
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
