//! Games with two coordinates: values as colours, and P-positions as points. If a table has too many cells to
//! show, several of them share a bin. A cell that is not a position stays white.

use super::picture::{Picture, caption, title};
use crate::charts::{
    Axes, Axis, BLUE, Chart, DARK, Entry, Ramp, Raster, STEPS, Scale, Shape, Size, VERMILLION, VIRIDIS, grouped,
    grouped_count,
};
use crate::frame::Frame;
use crate::job::Job;
use crate::results::Results;
use crate::ruleset::Rows;
use crate::table::PackedTable;

pub(super) const HEAT: Picture = Picture {
    name: "table",
    shows: "The table of values as colours",
    wanted: |job| has_two_coordinates(job) && job.value.is_number(),
    draw: heat,
};

pub(super) const ZEROS: Picture = Picture {
    name: "p-positions",
    shows: "The P-positions",
    wanted: |job| has_two_coordinates(job) && job.value.class.zero_is_p(),
    draw: zeros,
};

fn has_two_coordinates(job: &Job) -> bool {
    job.rows().dimensions() == 2
}

/// The longer side of the plot, and the least length of the other side, in tenths of a pixel.
const SIDE: i64 = 4800;
const LEAST: i64 = 1200;

/// The maximum number of P-positions that are points in a table with bins.
const POINTS: usize = 3000;

/// The maximum number of bins in a row or column.
const CELLS: u64 = 240;

/// A table, and how it is divided into bins.
struct BinPlan<'t> {
    rows: &'t Rows,
    table: &'t PackedTable,
    firsts: [u64; 2],
    sides: [u64; 2],
    /// The number of cells in a row or column of a bin.
    step: u64,
    /// The size of the plot.
    size: Size,
}

impl<'t> BinPlan<'t> {
    fn new(results: &Results<'t>, table: &'t PackedTable) -> Self {
        let (rows, frame) = (results.rows, &results.job.settings.frame);
        let part = |place: usize, range| {
            let (first, side) = (rows.firsts()[place], rows.sides()[place]);
            let last = first + side.max(1) - 1;
            let (first, last) = Frame::within(range, first, last).unwrap_or((first, last));
            (first, last - first + 1)
        };
        let [(left, width), (low, height)] = [part(0, frame.x), part(1, frame.y)];
        let (firsts, sides) = ([left, low], [width, height]);
        let longest = sides[0].max(sides[1]).max(1);
        let long = |side: u64| ((i128::from(SIDE) * i128::from(side) / i128::from(longest)) as i64).max(LEAST);
        Self {
            rows,
            table,
            firsts,
            sides,
            step: longest.div_ceil(CELLS),
            size: Size { width: long(sides[0]), height: long(sides[1]) },
        }
    }

    fn bins(&self) -> [u64; 2] {
        self.sides.map(|side| side.div_ceil(self.step))
    }

    /// The sum of an amount over the cells of each bin.
    fn raster(&self, amount: impl Fn(u32) -> u64) -> Raster {
        let [columns, rows] = self.bins();
        let mut raster = Raster::new(columns as usize, rows as usize);
        for (x, y, value) in self.cells() {
            raster.add((x / self.step) as usize, (y / self.step) as usize, amount(value));
        }
        raster
    }

    /// The indices of all positions that are drawn, counted from the first cell, with their values.
    fn cells(&self) -> impl Iterator<Item = (u64, u64, u32)> {
        let (firsts, sides, width) = (self.rows.firsts(), self.sides, self.rows.sides()[1]);
        let skipped = [self.firsts[0] - firsts[0], self.firsts[1] - firsts[1]];
        (0..self.table.len()).filter_map(move |row| {
            let cell = self.rows.cell(row);
            let (x, y) = ((cell / width).checked_sub(skipped[0])?, (cell % width).checked_sub(skipped[1])?);
            (x < sides[0] && y < sides[1]).then(|| (x, y, self.table.get(row)))
        })
    }

    fn chart(&self, results: &Results<'_>, what: &str, legend: &[Entry]) -> Chart {
        let mut what = format!("{what}, {} by {}", grouped(self.sides[0]), grouped(self.sides[1]));
        if self.step > 1 {
            what.push_str(&format!("; bins of {0} by {0}", self.step));
        }
        let axis = |place: usize| {
            let columns = results.rows.columns();
            let scale = Scale::cells_from(self.firsts[place], self.sides[place]);
            Axis::new(scale, columns.get(place).map_or("", |name| name.as_str()))
        };
        Chart::new(&title(results), &caption(results, &what), legend, Axes { x: axis(0), y: axis(1) }, self.size)
    }

    fn draw(&self, chart: &mut Chart, raster: &Raster, ramp: Ramp, colour: impl Fn(u64) -> Option<usize>) {
        let (left, top) = chart.corner();
        let (width, height) = (chart.width, chart.height);
        let edge = |place: usize, bin: usize, length: i64| {
            let cell = (bin as u64 * self.step).min(self.sides[place]);
            Scale::cells(self.sides[place]).edge(cell, length)
        };
        let across = |column: usize| (left + edge(0, column, width), left + edge(0, column + 1, width));
        let down = |row: usize| (top + height - edge(1, row + 1, height), top + height - edge(1, row, height));
        raster.draw(&mut chart.canvas, ramp, colour, across, down);
    }
}

fn heat(results: &Results<'_>, table: &PackedTable) -> String {
    let (plan, frame) = (BinPlan::new(results, table), &results.job.settings.frame);
    let most = plan.cells().map(|(_, _, value)| u64::from(value)).max().unwrap_or(0);
    // A bin shows the mean plus one, because 0 means an empty bin.
    let (sums, counts) = (plan.raster(u64::from), plan.raster(|_| 1));
    let [columns, rows] = plan.bins().map(|bins| bins as usize);
    let mut means = Raster::new(columns, rows);
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        if let Some(mean) = sums.get(column, row).checked_div(counts.get(column, row)) {
            means.add(column, row, mean + 1);
        }
    }
    let shown = if plan.step > 1 { "mean of the Grundy values of a bin" } else { "Grundy value" };
    let scale = if frame.log_colours { ", by its logarithm" } else { "" };
    let mut legend = vec![Entry::ramp(VIRIDIS, format!("{shown}{scale}"), 0, most)];
    if frame.p_positions {
        let what = if plan.step > 1 { "bin with a P-position" } else { "P-position" };
        legend.push(Entry::new(Shape::Box(VERMILLION), what));
    }
    let mut chart = plan.chart(results, "the table", &legend);
    // With logarithms, 0 is the first colour, and the step from 0 to 1 is as long as that from 1 to 2.
    let colours = match frame.log_colours {
        true => Scale::log(1, most + 1),
        false => Scale::linear(0, most),
    };
    let steps = STEPS as i64 - 1;
    let log = frame.log_colours;
    let colour = move |cell: u64| {
        let value = cell.checked_sub(1)?;
        Some(colours.share(if log { value + 1 } else { value }, steps) as usize)
    };
    plan.draw(&mut chart, &means, VIRIDIS, colour);
    if frame.p_positions {
        let zeros = plan.raster(|value| u64::from(value == 0));
        plan.draw(&mut chart, &zeros, Ramp::plain(&[[213, 94, 0]]), |cell| (cell > 0).then_some(0));
    }
    chart.finish()
}

fn zeros(results: &Results<'_>, table: &PackedTable) -> String {
    let plan = BinPlan::new(results, table);
    let zeros: Vec<(u64, u64)> = plan
        .cells()
        .filter(|(_, _, value)| *value == 0)
        .map(|(x, y, _)| (plan.firsts[0] + x, plan.firsts[1] + y))
        .collect();
    let what = grouped_count(zeros.len() as u64, "P-position", "P-positions");
    // Few P-positions are points however large the table is: that shows more than bins.
    if plan.step == 1 || zeros.len() <= POINTS {
        let mut chart = plan.chart(results, &what, &[]);
        let cell = (SIDE / plan.sides[0].max(plan.sides[1]) as i64 * 8 / 10).clamp(15, 100);
        chart.points(zeros.into_iter(), BLUE, cell);
        return chart.finish();
    }
    let raster = plan.raster(|value| u64::from(value == 0));
    let legend = [Entry::ramp(DARK, "P-positions in a bin", 1, raster.most())];
    let mut chart = plan.chart(results, &what, &legend);
    plan.draw(&mut chart, &raster, DARK, raster.by_logarithm());
    chart.finish()
}
