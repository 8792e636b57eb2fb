//! How often each value occurs. If a mask separates rare values from common ones, they have two colours.

use super::picture::{Picture, caption, title};
use crate::charts::{Axes, Axis, BLUE, Chart, Entry, Scale, Shape, Size, Tenths, VERMILLION, grouped, grouped_count};
use crate::control::Control;
use crate::kernel::{Classes, mask_of};
use crate::results::Results;
use crate::table::PackedTable;
use std::fmt::Write;

pub(super) const PICTURE: Picture =
    Picture { name: "histogram", shows: "How often each value occurs", wanted: |job| job.value.is_number(), draw };

/// The size of the plot, in tenths of a pixel.
const SIZE: Size = Size { width: 6400, height: 3600 };

/// The maximum number of bars.
const BARS: u64 = 320;

/// Values below this are counted one by one, to separate rare ones from common ones.
const COUNTED: u64 = 1 << 18;

/// The number of common and of rare values in a bar.
type HistogramBar = [u64; 2];

fn draw(results: &Results<'_>, table: &PackedTable) -> String {
    let most = u64::from(results.summary.max_value);
    let step = (most + 1).div_ceil(BARS);
    let classes = classes(results, table, most);
    let mut bars = vec![[0, 0]; (most + 1).div_ceil(step) as usize];
    for row in 0..table.len() {
        let value = table.get(row);
        let rare = classes.is_some_and(|classes| classes.is_rare(results.rows.first() + row, value));
        bars[(u64::from(value) / step) as usize][usize::from(rare)] += 1;
    }
    let mut what = grouped_count(table.len(), "position", "positions");
    if step > 1 {
        let _ = write!(what, ", one bar per {step} values");
    }
    let legend = classes.map_or(Vec::new(), |classes| legend(classes, &bars));
    let highest = bars.iter().flatten().copied().max().unwrap_or(1);
    let axes = Axes {
        x: Axis::new(Scale::cells(most + 1), "Grundy value"),
        y: Axis::new(Scale::log(0, highest), "positions with this value"),
    };
    let mut chart = Chart::new(&title(results), &caption(results, &what), &legend, axes, SIZE);
    let scale = Scale::cells(most + 1);
    let edge = |bar: u64| scale.edge((bar * step).min(most + 1), SIZE.width);
    let common = |bar: &HistogramBar| bar[0];
    // Of two bars at the same place, the smaller one is drawn in front.
    let behind = |bar: &HistogramBar| if bar[1] > bar[0] { bar[1] } else { 0 };
    let before = |bar: &HistogramBar| if bar[1] > bar[0] { 0 } else { bar[1] };
    draw_bars(&mut chart, "rare", VERMILLION, bars.iter().map(behind), edge);
    draw_bars(&mut chart, "common", BLUE, bars.iter().map(common), edge);
    draw_bars(&mut chart, "rare", VERMILLION, bars.iter().map(before), edge);
    chart.finish()
}

fn legend(classes: Classes, bars: &[HistogramBar]) -> Vec<Entry> {
    let total = |kind: usize| grouped(bars.iter().map(|bar| bar[kind]).sum());
    let parity = if classes.position { " and the parity of n" } else { "" };
    let rare = format!("rare by the mask {}{parity}: {}", classes.mask, total(1));
    vec![Entry::new(Shape::Box(BLUE), format!("common: {}", total(0))), Entry::new(Shape::Box(VERMILLION), rare)]
}

/// The classes of rare and common values, if the values of a sequence have a sparse space.
fn classes(results: &Results<'_>, table: &PackedTable, most: u64) -> Option<Classes> {
    if !results.rows.is_sequence() || most >= COUNTED {
        return None;
    }
    let mut counts = [vec![0; most as usize + 1], vec![0; most as usize + 1]];
    let first = results.rows.first();
    for row in 0..table.len() {
        counts[((first + row) % 2) as usize][table.get(row) as usize] += 1;
    }
    // The structure of a game depends on the rules, not on the range.
    let (job, control) = (results.job, Control::free());
    let small = job.game.outline(job.range.max.min(first + 1), job.setup(&control)).ok()?;
    mask_of(&small.structures())(&counts[0], &counts[1])
}

fn draw_bars(
    chart: &mut Chart,
    class: &str,
    colour: &str,
    counts: impl Iterator<Item = u64>,
    edge: impl Fn(u64) -> i64,
) {
    let (left, top) = chart.corner();
    let mut path = String::new();
    for (bar, count) in (0..).zip(counts).filter(|(_, count)| *count > 0) {
        let (begin, end) = (edge(bar), edge(bar + 1));
        let gap = if end - begin > 40 { (end - begin) / 10 } else { 0 };
        let (x, width) = (Tenths(left + begin + gap), Tenths((end - begin - 2 * gap).max(1)));
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x} {}h{width}V{}h-{width}z", Tenths(chart.down(count)), Tenths(top + chart.height));
    }
    if !path.is_empty() {
        chart.canvas.raw(format_args!("<path class=\"bars {class}\" fill=\"{colour}\" d=\"{path}\"/>"));
    }
}
