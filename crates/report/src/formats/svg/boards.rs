//! The boards and graphs of the first rows, each with its value below it and beside the pointer.

use super::picture::{Picture, caption, title};
use crate::charts::{Anchor, Canvas, Size, Sketch, grouped_count};
use crate::control::Control;
use crate::job::Job;
use crate::picture;
use crate::results::Results;
use crate::structure::Systems;
use crate::table::PackedTable;
use std::sync::Arc;

pub(super) const PICTURE: Picture = Picture {
    name: "boards",
    shows: "The first boards or graphs with their values",
    wanted: |job| systems(job).is_some(),
    draw,
};

/// The maximum number of boards, and of their elements in all: more would make a large file, and take long to lay out.
const MOST: usize = 40;
const MOST_ELEMENTS: u64 = 2500;

/// The width of the picture, the space around it and between boards, and the height of the lines at the top and of one
/// below a board. In tenths of a pixel.
const WIDTH: i64 = 9000;
const MARGIN: i64 = 200;
const GAP: i64 = 250;
const HEAD: i64 = 750;
const LINE: i64 = 200;
const FONT: i64 = 12;

/// The boards or graphs of a game that is played on them.
fn systems(job: &Job) -> Option<Systems> {
    let control = Control::free();
    let small = job.game.outline(1, job.setup(&control)).ok()?;
    small.structures().get::<Systems>().cloned()
}

/// A board with what is written below it.
struct Shown {
    sketch: Sketch,
    picture: picture::Picture,
    words: String,
}

impl Shown {
    fn width(&self) -> i64 {
        self.sketch.size().width.max(Canvas::width_of(&self.words, FONT))
    }
}

fn shown(results: &Results<'_>, table: &PackedTable, systems: &Systems) -> Vec<Shown> {
    let (rows, value, mut label, mut elements) = (results.rows, results.job.value, Vec::new(), 0);
    let one = |row: u64| {
        rows.label(row, &mut label);
        let own = if systems.0.is_single() { &[][..] } else { &label[..] };
        elements += systems.0.elements(own);
        if elements > MOST_ELEMENTS {
            return None;
        }
        let (host, scene) = (systems.0.host(own).ok()?, Arc::new(systems.0.scene(own)));
        let words = format!("{}: {}", rows.show(&label), value.show(table.get(row)));
        Some(Shown { sketch: Sketch::small(&scene), picture: picture::Picture { scene, left: host.start }, words })
    };
    (0..table.len()).map_while(one).take(MOST).collect()
}

fn draw(results: &Results<'_>, table: &PackedTable) -> String {
    let boards = systems(results.job).map_or(Vec::new(), |systems| shown(results, table, &systems));
    let (title, mut canvas) = (title(results), Canvas::default());
    let what = format!("{} of {}, each with its value", boards.len(), grouped_count(table.len(), "row", "rows"));
    let caption = caption(results, &what);
    canvas.text(MARGIN, 300, 16, Anchor::Start, " font-weight=\"bold\"", &title);
    canvas.text(MARGIN, 560, 12, Anchor::Start, " fill=\"#444\"", &caption);
    let head = Canvas::width_of(&title, 17).max(Canvas::width_of(&caption, 13)) + 2 * MARGIN;
    let (mut y, mut width, mut rest) = (HEAD, WIDTH.max(head), &boards[..]);
    while let Some(first) = rest.first() {
        // As many as fit beside each other, at least one.
        let mut right = MARGIN + first.width();
        let more = rest[1..].iter().take_while(|board| {
            right += GAP + board.width();
            right <= WIDTH - MARGIN
        });
        let (line, later) = rest.split_at(1 + more.count());
        let height = line.iter().map(|board| board.sketch.size().height).max().unwrap_or(0);
        let mut x = MARGIN;
        for board in line {
            let size = board.sketch.size();
            let corner = (x + (board.width() - size.width) / 2, y + height - size.height);
            canvas.group(&board.words, |canvas| {
                board.sketch.draw(canvas, corner, &board.picture);
                let below = y + height + LINE;
                canvas.text(x + board.width() / 2, below, FONT, Anchor::Middle, "", &board.words);
            });
            x += board.width() + GAP;
        }
        width = width.max(x - GAP + MARGIN);
        y += height + LINE + GAP;
        rest = later;
    }
    canvas.finish(&title, Size { width, height: y })
}
