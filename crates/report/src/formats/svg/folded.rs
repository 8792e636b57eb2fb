//! A sequence in rows of equal length, like a text: each value is a cell of a colour. If the length is a multiple of
//! the period, the columns are stripes. Otherwise it is a power of two, which shows values that depend on binary
//! digits.

use super::picture::{Picture, caption, has_one_coordinate, title};
use crate::charts::{Axes, Axis, Chart, Entry, Raster, STEPS, Scale, Shape, Size, VIRIDIS, grouped};
use crate::frame::Frame;
use crate::results::Results;
use crate::table::PackedTable;

pub(super) const PICTURE: Picture =
    Picture { name: "folded", shows: "The sequence in rows of equal length", wanted: has_one_coordinate, draw };

/// The longer side of the plot, in tenths of a pixel, and the least other side.
const SIDE: i64 = 5120;
const LEAST: i64 = 640;

/// The maximum length of a row, and the maximum number of rows.
const LONGEST: u64 = 128;

fn draw(results: &Results<'_>, table: &PackedTable) -> String {
    let (rows, frame) = (results.rows, &results.job.settings.frame);
    let ends = (rows.first(), rows.end() - 1);
    let (first, last) = Frame::within(frame.x, ends.0, ends.1).unwrap_or(ends);
    let period = results.claim.filter(|claim| claim.saltus == 0).map(|claim| claim.period);
    let width = length(last - first + 1, period);
    // Rows begin at multiples of their length.
    let begin = first / width;
    let end = (last / width).min(begin + LONGEST - 1);
    let count = end - begin + 1;
    let mut raster = Raster::new(width as usize, count as usize);
    let mut most = 0;
    for row in 0..table.len() {
        let (n, value) = (rows.first() + rows.cell(row), u64::from(table.get(row)));
        if (first..=last).contains(&n) && n / width <= end {
            most = most.max(value);
            // 0 means an empty cell.
            raster.add((n % width) as usize, (n / width - begin) as usize, value + 1);
        }
    }
    let cell = SIDE / width.max(count) as i64;
    let size = Size { width: (cell * width as i64).max(LEAST), height: (cell * count as i64).max(LEAST) };
    let shown = last.min((end + 1) * width - 1);
    let what = format!("n = {}, ..., {} in rows of {width}", grouped(first), grouped(shown));
    let axes = Axes {
        x: Axis::new(Scale::cells(width), format!("n mod {width}")),
        y: Axis::new(Scale::cells_from(begin, count), format!("n / {width}, rounded down")),
    };
    let colours = Scale::linear(0, most);
    let colour = move |cell: u64| Some(colours.share(cell.checked_sub(1)?, STEPS as i64 - 1) as usize);
    let legend = match results.job.value.letters {
        letters if letters.len() != 2 => vec![Entry::ramp(VIRIDIS, "Grundy value", 0, most)],
        // The outcomes P and N have the first and the last colour.
        letters => vec![Entry::new(Shape::Box("#440154"), letters[0]), Entry::new(Shape::Box("#fde725"), letters[1])],
    };
    let mut chart = Chart::new(&title(results), &caption(results, &what), &legend, axes, size);
    let (left, top) = chart.corner();
    let height = chart.height;
    let (columns, lines) = (Scale::cells(width), Scale::cells(count));
    let across = |column: usize| {
        let column = column as u64;
        (left + columns.edge(column, size.width), left + columns.edge(column + 1, size.width))
    };
    let down = |row: usize| {
        let row = row as u64;
        (top + height - lines.edge(row + 1, height), top + height - lines.edge(row, height))
    };
    raster.draw_merged(&mut chart.canvas, VIRIDIS, colour, across, down);
    chart.finish()
}

/// The length of a row for this many values: the largest multiple of the period that fits, or a power of two.
fn length(count: u64, period: Option<u64>) -> u64 {
    let wanted = count.isqrt().max(1).next_power_of_two().min(LONGEST);
    match period.filter(|period| (1..=LONGEST).contains(period)) {
        Some(period) => period * (wanted / period).max(1),
        None => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_multiples_of_the_period() {
        assert_eq!([length(10_000, Some(12)), length(10_000, None), length(100, Some(34))], [120, 128, 34]);
        assert_eq!([length(1, None), length(90, None), length(90, Some(1000))], [1, 16, 16]);
    }
}
