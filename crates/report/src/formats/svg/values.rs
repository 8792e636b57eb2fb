//! The values of a sequence against n, with the start of the period. Many values are drawn as bins of a few
//! pixels.

use super::picture::{Picture, caption, has_one_coordinate, title};
use crate::charts::{
    AMOUNTS, Axes, Axis, BLUE, Chart, Entry, Raster, Scale, Shape, Size, VERMILLION, grouped, grouped_count,
};
use crate::claim::Claim;
use crate::results::Results;
use crate::ruleset::{Rows, Value};
use crate::table::PackedTable;

pub(super) const PICTURE: Picture =
    Picture { name: "values", shows: "The values against n", wanted: has_one_coordinate, draw };

/// The size of the plot, in tenths of a pixel.
const SIZE: Size = Size { width: 6400, height: 3600 };

/// The maximum number of values that are drawn one by one, two per pixel.
const MARKS: u64 = 1280;

/// The width of a bin, and its maximum height if rows are far apart.
const BIN: i64 = 20;
const HIGHEST: i64 = 60;

/// The maximum number of rows of bins.
const ROWS: u64 = 180;

fn draw(results: &Results<'_>, table: &PackedTable) -> String {
    let (rows, count) = (results.rows, table.len());
    let (first, end) = (rows.first(), rows.end());
    let x = Scale::linear(first, end - 1);
    let most = u64::from(results.summary.max_value);
    let y = Scale::linear(0, most.max(1));
    let bins = (count > MARKS).then(|| Bins::new(table, rows, x, most));
    let claim = results.claim.filter(|claim| (first..end).contains(&claim.preperiod));
    let what = format!("{} from n = {}", grouped_count(count, "value", "values"), grouped(first));
    let axes = axes(results.job.value, x, y);
    let mut chart = Chart::new(title(results), &caption(results, &what), &legend(claim, bins.as_ref()), axes, SIZE);
    if let Some(claim) = claim {
        band(&mut chart, claim, end - 1);
    }
    match bins {
        Some(bins) => bins.draw(&mut chart),
        None => {
            let diameter = if count > 300 { 30 } else { 45 };
            chart.points((0..count).map(|row| (first + rows.cell(row), table.get(row).into())), BLUE, diameter);
        }
    }
    if let Some(claim) = claim {
        chart.mark(claim.preperiod, "period", VERMILLION);
    }
    chart.finish()
}

fn axes(value: Value, x: Scale, y: Scale) -> Axes {
    let up = Axis { names: value.letters, ..Axis::new(y, value.called.axis) };
    Axes { x: Axis::new(x, "n"), y: up }
}

fn legend(claim: Option<&Claim>, bins: Option<&Bins>) -> Vec<Entry> {
    let mut legend = Vec::new();
    if let Some(bins) = bins {
        legend.push(Entry::ramp(AMOUNTS, "values in a bin", 1, bins.raster.most()));
    }
    if let Some(Claim { preperiod, period, saltus, .. }) = claim {
        let rise = if *saltus > 0 { format!(" and saltus {saltus}") } else { String::new() };
        let status = claim.map(|claim| claim.status().to_string()).unwrap_or_default();
        let text = format!("from n = {} on: period {}{rise}, {status}", grouped(*preperiod), grouped(*period));
        legend.push(Entry::new(Shape::Dashes(VERMILLION), text));
    }
    legend
}

/// Draws the first period in the background.
fn band(chart: &mut Chart, claim: &Claim, last: u64) {
    let end = claim.preperiod.saturating_add(claim.period).min(last);
    let (left, right, top) = (chart.across(claim.preperiod), chart.across(end), chart.corner().1);
    if right > left {
        let more = format!(" fill=\"{VERMILLION}\" fill-opacity=\"0.12\"");
        chart.canvas.rect(left, top, right - left, chart.height, &more);
    }
}

/// The number of values in each bin.
struct Bins {
    raster: Raster,
    /// The number of different values that share a row, and the number of rows.
    step: u64,
    rows: u64,
    most: u64,
}

impl Bins {
    fn new(table: &PackedTable, rows: &Rows, x: Scale, most: u64) -> Self {
        let step = (most + 1).div_ceil(ROWS);
        let up = (most + 1).div_ceil(step);
        let mut raster = Raster::new((SIZE.width / BIN) as usize, up as usize);
        for row in 0..table.len() {
            let column = x.at(rows.first() + rows.cell(row), SIZE.width) / BIN;
            raster.add(column as usize, (u64::from(table.get(row)) / step) as usize, 1);
        }
        Self { raster, step, rows: up, most }
    }

    fn draw(&self, chart: &mut Chart) {
        let left = chart.corner().0;
        let borders: Vec<i64> = (0..=self.rows).map(|row| self.below(chart, row * self.step)).collect();
        let across = |column: usize| (left + column as i64 * BIN, left + (column as i64 + 1) * BIN);
        // Adjacent rows share their borders, so that no white line shows between them. If rows are far apart,
        // each gets a separate mark.
        let down = |row: usize| match (borders[row + 1], borders[row]) {
            (top, bottom) if bottom - top > 2 * HIGHEST => {
                let middle = top.midpoint(bottom);
                (middle - HIGHEST / 2, middle + HIGHEST / 2)
            }
            both => both,
        };
        self.raster.draw(&mut chart.canvas, AMOUNTS, self.raster.by_logarithm(), across, down);
    }

    /// The border below a value, halfway between it and the value before. The outermost borders are at the same
    /// distance from the first and the last value.
    fn below(&self, chart: &Chart, value: u64) -> i64 {
        let half = (chart.down(0) - chart.down(self.most.max(1))) / (2 * self.most.max(1) as i64);
        match value {
            0 => chart.down(0) + half,
            value if value > self.most => chart.down(self.most) - half,
            value => chart.down(value - 1).midpoint(chart.down(value)),
        }
    }
}
