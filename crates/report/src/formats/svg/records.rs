//! The growth of records: the largest value so far against n, on logarithmic axes.

use super::picture::{Picture, caption, has_one_coordinate, title};
use crate::charts::{Axes, Axis, BLUE, Chart, Scale, Size, VERMILLION, grouped, grouped_count};
use crate::results::Results;
use crate::table::PackedTable;

pub(super) const PICTURE: Picture = Picture {
    name: "records",
    shows: "The records: every value larger than all earlier ones",
    wanted: |job| job.value.is_number() && has_one_coordinate(job),
    draw,
};

/// The size of the plot, in tenths of a pixel.
const SIZE: Size = Size { width: 6400, height: 3600 };

/// The least horizontal distance of two corners of the step function.
const APART: i64 = 10;

/// The maximum number of records that are drawn as points.
const POINTS: usize = 200;

fn draw(results: &Results<'_>, table: &PackedTable) -> String {
    let first = results.rows.first();
    let most = u64::from(results.summary.max_value);
    let x = Scale::log(first, results.rows.end() - 1);
    let (mut records, mut marked, mut stair) = (0, Vec::new(), Vec::<(u64, u64)>::new());
    let mut largest = None;
    for row in 0..table.len() {
        let (n, value) = (first + results.rows.cell(row), u64::from(table.get(row)));
        if largest.is_some_and(|largest| value <= largest) {
            continue;
        }
        largest = Some(value);
        records += 1;
        if records <= POINTS {
            marked.push((n, value));
        }
        // Of records at the same place, the last one is enough.
        if stair.len() > 1 && stair.last().is_some_and(|last| x.at(n, SIZE.width) - x.at(last.0, SIZE.width) < APART) {
            stair.pop();
        }
        stair.push((n, value));
    }
    let shown = grouped_count(records as u64, "record", "records");
    let last = grouped(stair.last().map_or(0, |last| last.0));
    let what = format!("{shown}, the last one {} at n = {last}", largest.unwrap_or(0));
    let axes = Axes { x: Axis::new(x, "n"), y: Axis::new(Scale::log(0, most), "largest Grundy value so far") };
    let mut chart = Chart::new(&title(results), &caption(results, &what), &[], axes, SIZE);
    if records <= POINTS {
        chart.stair(&marked, BLUE);
        chart.points(marked.iter().copied(), VERMILLION, 45);
    } else {
        chart.stair(&stair, BLUE);
    }
    chart.finish()
}
