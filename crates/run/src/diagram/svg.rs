//! Draws a picture as SVG.

use super::graph::{Drawing, Node};
use super::layout::DiagramLayout;
use crate::charts::{Anchor, BLUE, Canvas, Size, Tenths};
use crate::ruleset::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The height of a line of text in a box, the least height between two layers, and the margin, in tenths of a pixel.
const LINE: i64 = 200;
const GAP: i64 = 480;
const MARGIN: i64 = 200;

/// The colour of P-positions: a lighter version of the orange by Okabe and Ito, so that black text stays
/// readable on it.
const ORANGE: &str = "#f7d08a";

/// The colour of draws.
const LIGHT_BLUE: &str = "#cfe4f4";

/// Remarks about lines that meet, lines that go up, about pictures, and about positions whose moves are omitted.
const TOGETHER: &str = "Lines that meet lead to the same position.";
const BACK: &str = "Blue: a draw, in which both players can go on for ever. Lines that go up lead back.";
const GONE: &str = "Grey: what is gone, or can never be part of a move again.";
const TARGETS: &str = "Dark: the vertices that are left. The others may still be chosen.";
const CUT: &str = "Dashed: the moves of this position are not drawn.";

/// Where the step between two places starts and ends.
type Ports = BTreeMap<(usize, usize), (i64, i64)>;

/// What the parts of the picture share.
struct PictureFrame<'d> {
    drawing: &'d Drawing,
    layout: &'d DiagramLayout,
    canvas: Canvas,
    left: i64,
    /// The top of the highest layer.
    top: i64,
    gap: i64,
    highest: usize,
    size: Size,
}

/// The size of the boxes of a drawing: a text or a picture, and the value below it.
pub(super) fn box_size(drawing: &Drawing) -> Size {
    if let Some(sketch) = &drawing.sketch {
        let Size { width, height } = sketch.size();
        return Size { width: (width + 120).max(400), height: height + 60 + LINE };
    }
    let width_of = |node: &Node| Canvas::width_of(&node.text, 13).max(Canvas::width_of(&drawing.value(node), 14));
    let widest = drawing.nodes.iter().map(width_of).max().unwrap_or(0);
    Size { width: (widest + 200).max(400), height: 2 * LINE }
}

/// The picture.
pub(super) fn svg(drawing: &Drawing, layout: &DiagramLayout) -> String {
    let highest = layout.layers.iter().copied().max().unwrap_or(0);
    // In a wider picture, lines need more height to be steep.
    let gap = GAP + (layout.width / 20).min(1200);
    let head = Canvas::width_of(&drawing.title, 17).max(Canvas::width_of(&legend(drawing).0, 12) + 400);
    let remarks = remarks(drawing);
    let head = remarks.iter().map(|text| Canvas::width_of(text, 12)).fold(head, i64::max);
    let width = layout.width.max(head) + 2 * MARGIN;
    let mut frame = PictureFrame {
        drawing,
        layout,
        canvas: Canvas::default(),
        left: (width - layout.width) / 2,
        top: if remarks.len() > 1 { 1410 + 190 * (remarks.len() as i64 - 1) } else { 1400 },
        gap,
        highest,
        size: box_size(drawing),
    };
    frame.head();
    frame.moves();
    frame.boxes();
    let height = frame.layer(0) + frame.size.height + MARGIN;
    frame.canvas.finish(&drawing.title, Size { width, height })
}

/// The meaning of the colours of boxes and of moves.
fn legend(drawing: &Drawing) -> (String, &'static str) {
    let number = match drawing.kind {
        kind if kind == Value::LOOPY => "a number is the Grundy value, inf() stands for infinity",
        kind if kind.is_number() => "the number is the Grundy value",
        _ => "P or N is the outcome",
    };
    (format!("P-position (the player to move loses); {number}"), "winning move (to a P-position)")
}

/// The remarks below the legend.
fn remarks(drawing: &Drawing) -> Vec<&'static str> {
    let first = drawing.nodes[0].picture.as_ref();
    let are_targets = first.is_some_and(|picture| picture.scene.are_targets);
    let is_loopy = drawing.kind == Value::LOOPY;
    let all = [
        (true, TOGETHER),
        (is_loopy, BACK),
        (drawing.sketch.is_some(), if are_targets { TARGETS } else { GONE }),
        (drawing.is_cut, CUT),
    ];
    all.into_iter().filter(|(said, _)| *said).map(|(_, text)| text).collect()
}

impl PictureFrame<'_> {
    /// Title, legend, and arrow heads.
    fn head(&mut self) {
        let (boxes, moves) = legend(self.drawing);
        for (name, colour, size) in [("move", "#777", 7), ("win", BLUE, 10)] {
            self.canvas.raw(format_args!(
                "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" markerWidth=\"{size}\" markerHeight=\"{size}\" \
                 markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1L10 5L0 9z\" fill=\"{colour}\"/></marker>"
            ));
        }
        let (canvas, start) = (&mut self.canvas, Anchor::Start);
        canvas.text(MARGIN, 300, 16, start, " font-weight=\"bold\"", &self.drawing.title);
        let more = format!(" rx=\"4\" fill=\"{ORANGE}\" stroke=\"black\" stroke-width=\"1.8\"");
        canvas.rect(MARGIN, 460, 260, 160, &more);
        canvas.text(MARGIN + 360, 580, 12, start, "", &boxes);
        canvas.line(MARGIN, 820, MARGIN + 260, 820, &format!(" {}", style(true)));
        canvas.text(MARGIN + 360, 860, 12, start, "", moves);
        let other = MARGIN + 360 + Canvas::width_of(moves, 12) + 200;
        canvas.line(other, 820, other + 260, 820, &format!(" {}", style(false)));
        canvas.text(other + 360, 860, 12, start, "", "other move");
        let remarks = remarks(self.drawing);
        for (text, y) in remarks.into_iter().zip((1090..).step_by(190)) {
            canvas.text(MARGIN, y, 12, start, " fill=\"#444\"", text);
        }
    }

    /// The top of a layer.
    fn layer(&self, layer: usize) -> i64 {
        self.top + (self.highest - layer) as i64 * (self.size.height + self.gap)
    }

    /// The moves. Winning moves are drawn last, on top of the others.
    fn moves(&mut self) {
        let ports = self.layout.ports(self.drawing.nodes.len(), self.size.width);
        for winning in [false, true] {
            for (index, node) in self.drawing.nodes.iter().enumerate() {
                for &option in node.options.iter().filter(|&&option| self.drawing.is_p(option) == winning) {
                    let path = match option == index {
                        true => self.ring(index),
                        false => self.path(self.layout.way(index, option), self.layout.goes_up(index, option), &ports),
                    };
                    let style = style(winning);
                    self.canvas.raw(format_args!(
                        "<path class=\"move\" data-from=\"{index}\" data-to=\"{option}\" fill=\"none\" d=\"{path}\" {style}/>"
                    ));
                }
            }
        }
    }

    /// A line through places: straight through a layer, and along a curve to the next one.
    fn path(&self, mut way: Vec<usize>, goes_up: bool, ports: &Ports) -> String {
        let mut path = String::new();
        if goes_up {
            way.reverse();
        }
        for step in way.windows(2) {
            let [upper, lower] = if goes_up { [step[1], step[0]] } else { [step[0], step[1]] };
            let Some(&(above, below)) = ports.get(&(upper, lower)) else { continue };
            let layer = |place: usize| self.layer(self.layout.layers[place]);
            let (y1, y2) = (layer(upper) + self.size.height, layer(lower));
            let middle = Tenths(y1.midpoint(y2));
            let mut ends = [(self.left + above, y1), (self.left + below, y2)].map(|(x, y)| (Tenths(x), Tenths(y)));
            if goes_up {
                ends.reverse();
            }
            let [(x1, y1), (x2, y2)] = ends;
            // Writing to a string cannot fail.
            let _ = match path.is_empty() {
                true => write!(path, "M{x1} {y1}"),
                false => write!(path, "V{y1}"),
            };
            let _ = write!(path, "C{x1} {middle} {x2} {middle} {x2} {y2}");
        }
        path
    }

    /// The line of a move that leaves the position as it is.
    fn ring(&self, index: usize) -> String {
        let (right, top) = (
            self.left + self.layout.middles[index] + self.size.width / 2,
            self.layer(self.layout.layers[index]) + self.size.height / 2,
        );
        let [x, far, y1, y2] = [right, right + 150, top - 80, top + 80].map(Tenths);
        format!("M{x} {y1}C{far} {y1} {far} {y2} {x} {y2}")
    }

    fn boxes(&mut self) {
        for index in 0..self.drawing.nodes.len() {
            let (middle, top) = (self.left + self.layout.middles[index], self.layer(self.layout.layers[index]));
            self.one_box(index, middle, top);
        }
    }

    fn one_box(&mut self, index: usize, middle: i64, top: i64) {
        let (node, drawing, Size { width, height }) = (&self.drawing.nodes[index], self.drawing, self.size);
        let (fill, border) = (fill(drawing, index), if drawing.is_p(index) { "1.8" } else { "1" });
        let dashes = if node.is_cut { " stroke-dasharray=\"5 3\"" } else { "" };
        let more =
            format!(" id=\"n{index}\" rx=\"8\" fill=\"{fill}\" stroke=\"black\" stroke-width=\"{border}\"{dashes}");
        let of_box = move |canvas: &mut Canvas| canvas.rect(middle - width / 2, top, width, height, &more);
        match (&drawing.sketch, &node.picture) {
            (Some(sketch), Some(picture)) => self.canvas.group(&node.text, |canvas| {
                of_box(canvas);
                sketch.draw(canvas, (middle - sketch.size().width / 2, top + 60), picture);
            }),
            _ => {
                of_box(&mut self.canvas);
                self.canvas.text(middle, top + 165, 13, Anchor::Middle, "", &node.text);
            }
        }
        let value = drawing.value(node);
        self.canvas.text(middle, top + height - 70, 13, Anchor::Middle, " font-weight=\"bold\"", &value);
    }
}

fn style(winning: bool) -> String {
    match winning {
        true => format!("stroke=\"{BLUE}\" stroke-width=\"2.2\" marker-end=\"url(#win)\""),
        false => "stroke=\"#777\" stroke-width=\"1\" marker-end=\"url(#move)\"".to_string(),
    }
}

/// The colour of a position's box.
pub(super) fn fill(drawing: &Drawing, node: usize) -> &'static str {
    match &drawing.nodes[node] {
        _ if drawing.is_p(node) => ORANGE,
        node if drawing.is_draw(node) => LIGHT_BLUE,
        _ => "white",
    }
}
