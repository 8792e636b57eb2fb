//! The values of a sequence against n, with the start of the period. Many values are drawn as bins of a few
//! pixels.

use super::picture::{Picture, caption, has_one_coordinate, title};
use crate::charts::{
    AMOUNTS, Axes, Axis, BLUE, Chart, Entry, Raster, Scale, Shape, Size, VERMILLION, grouped, grouped_count,
};
use crate::claim::Claim;
use crate::frame::Frame;
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
    let window = Window::of(results, table);
    let (first, last) = window.x;
    let scale = |(from, to)| if window.log { Scale::log(from, to) } else { Scale::linear(from, to) };
    let (x, y) = (scale(window.x), scale((window.y.0, window.y.1.max(window.y.0 + 1))));
    let count = window.points().count() as u64;
    let bins = (count > MARKS).then(|| Bins::new(&window, x, y));
    let claim = results.claim.filter(|claim| (first..=last).contains(&claim.preperiod));
    let what = format!("{} from n = {}", grouped_count(count, "value", "values"), grouped(first));
    let axes = axes(results.job.value, x, y);
    let mut chart = Chart::new(&title(results), &caption(results, &what), &legend(claim, bins.as_ref()), axes, SIZE);
    if let Some(claim) = claim {
        band(&mut chart, claim, last);
    }
    match bins {
        Some(bins) => bins.draw(&mut chart),
        None => {
            let diameter = if count > 300 { 30 } else { 45 };
            chart.points(window.points(), BLUE, diameter);
        }
    }
    if let Some(claim) = claim {
        chart.mark(claim.preperiod, "period", VERMILLION);
    }
    chart.finish()
}

/// The part of the sequence that is drawn.
struct Window<'t> {
    rows: &'t Rows,
    table: &'t PackedTable,
    /// The first and the last n.
    x: (u64, u64),
    /// The first and the last value.
    y: (u64, u64),
    log: bool,
}

impl<'t> Window<'t> {
    fn of(results: &Results<'t>, table: &'t PackedTable) -> Self {
        let (rows, frame) = (results.rows, &results.job.settings.frame);
        let ends = (rows.first(), rows.end() - 1);
        let x = Frame::within(frame.x, ends.0, ends.1).unwrap_or(ends);
        let mut window = Self { rows, table, x, y: (0, u64::MAX), log: frame.log_axes };
        // With a range of its own, the picture ends at the largest value in it.
        let most = match frame.x {
            None => u64::from(results.summary.max_value),
            Some(_) => window.points().map(|(_, value)| value).max().unwrap_or(0),
        };
        window.y = frame.y.unwrap_or((0, most));
        window
    }

    /// The numbers and values that are drawn.
    fn points(&self) -> impl Iterator<Item = (u64, u64)> {
        let (rows, table, x, y) = (self.rows, self.table, self.x, self.y);
        let points = (0..table.len()).map(move |row| (rows.first() + rows.cell(row), u64::from(table.get(row))));
        points.filter(move |(n, value)| (x.0..=x.1).contains(n) && (y.0..=y.1).contains(value))
    }
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
    rows: BinRows,
}

/// What the rows of bins are.
#[derive(Clone, Copy)]
enum BinRows {
    /// So many different values share a row; there are so many rows; the first and the last value.
    Values { step: u64, rows: u64, first: u64, last: u64 },
    /// Each row has the same height.
    Heights,
}

impl Bins {
    fn new(window: &Window<'_>, x: Scale, y: Scale) -> Self {
        let (first, last) = window.y;
        let step = (last - first + 1).div_ceil(ROWS);
        let up = (last - first + 1).div_ceil(step);
        let (rows, count) = match window.log {
            true => (BinRows::Heights, (SIZE.height / BIN) as u64),
            false => (BinRows::Values { step, rows: up, first, last }, up),
        };
        let mut raster = Raster::new((SIZE.width / BIN) as usize, count as usize);
        for (n, value) in window.points() {
            let row = match rows {
                BinRows::Values { .. } => ((value - first) / step) as usize,
                BinRows::Heights => (y.at(value, SIZE.height) / BIN) as usize,
            };
            raster.add((x.at(n, SIZE.width) / BIN) as usize, row, 1);
        }
        Self { raster, rows }
    }

    fn draw(&self, chart: &mut Chart) {
        let left = chart.corner().0;
        let borders: Vec<i64> = match self.rows {
            BinRows::Values { step, rows, first, last } => {
                (0..=rows).map(|row| below(chart, first, last, first + row * step)).collect()
            }
            BinRows::Heights => {
                let bottom = chart.corner().1 + chart.height;
                (0..=SIZE.height / BIN).map(|row| bottom - row * BIN).collect()
            }
        };
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
}

/// The border below a value, halfway between it and the value before. The outermost borders are at the same
/// distance from the first and the last value.
fn below(chart: &Chart, first: u64, last: u64, value: u64) -> i64 {
    let values = (last - first).max(1);
    let half = (chart.down(first) - chart.down(first + values)) / (2 * values as i64);
    match value {
        value if value == first => chart.down(first) + half,
        value if value > last => chart.down(last) - half,
        value => chart.down(value - 1).midpoint(chart.down(value)),
    }
}
