//! The frame of a chart (title, caption, legend, and axes with ticks and labels), and what is drawn inside.

use super::canvas::{Anchor, Canvas, Size, Tenths};
use super::colour::Ramp;
use super::raster::STEPS;
use super::scale::grouped;
use super::scale::{Axes, Axis, Tick};
use std::fmt::Write;

/// The symbol of a legend entry.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A box of this colour.
    Box(&'static str),
    /// A dashed line of this colour.
    Dashes(&'static str),
    /// A colour ramp, with the labels of its ends before and after it.
    Ramp(Ramp),
}

/// An entry of the legend.
#[derive(Debug, Clone)]
pub struct Entry {
    shape: Shape,
    text: String,
    /// The labels of the first and the last colour of a ramp.
    ends: (String, String),
}

impl Entry {
    /// A symbol and its meaning.
    pub fn new(shape: Shape, text: impl Into<String>) -> Self {
        Self { shape, text: text.into(), ends: Default::default() }
    }

    /// A colour ramp, its meaning, and the amounts at its ends.
    pub fn ramp(ramp: Ramp, text: impl Into<String>, first: u64, last: u64) -> Self {
        let ends = (grouped(first), grouped(last));
        Self { shape: Shape::Ramp(ramp), text: text.into(), ends }
    }

    /// The width of its symbol.
    fn shape_width(&self) -> i64 {
        match self.shape {
            Shape::Box(_) => 140,
            Shape::Dashes(_) => 280,
            Shape::Ramp(_) => {
                RAMP + Canvas::width_of(&self.ends.0, SMALL) + Canvas::width_of(&self.ends.1, SMALL) + 200
            }
        }
    }

    fn width(&self) -> i64 {
        self.shape_width() + Canvas::width_of(&self.text, SMALL) + 200
    }
}

/// The font sizes, in pixels.
const SMALL: i64 = 12;
const LARGE: i64 = 16;

/// The width of a ramp in the legend.
const RAMP: i64 = 1200;

/// The least space to the right of the plot, because the last label may protrude.
const RIGHT: i64 = 300;

/// A chart that is being drawn. Lengths are in tenths of a pixel.
#[derive(Debug)]
pub struct Chart {
    /// The SVG text.
    pub canvas: Canvas,
    title: String,
    x: Axis,
    y: Axis,
    left: i64,
    right: i64,
    top: i64,
    /// The width of the plot.
    pub width: i64,
    /// The height of the plot.
    pub height: i64,
}

impl Chart {
    /// A chart whose plot has the given size.
    pub fn new(title: &str, caption: &str, legend: &[Entry], axes: Axes, size: Size) -> Self {
        let (Axes { x, y }, Size { width, height }) = (axes, size);
        let label = |axis: &Axis, text: &str| {
            let names = axis.names.iter().map(|name| Canvas::width_of(name, SMALL)).max();
            names.unwrap_or(Canvas::width_of(text, SMALL))
        };
        let widest = y.scale.ticks(rows(height)).iter().map(|tick| label(&y, &tick.label)).max().unwrap_or(0);
        let last = across(&x, width).last().map_or(0, |tick| label(&x, &tick.label));
        let mut chart = Self {
            canvas: Canvas::default(),
            title: title.to_string(),
            left: 480 + widest,
            right: RIGHT.max(last / 2 + 60),
            top: 0,
            width,
            height,
            x,
            y,
        };
        let whole = chart.left + width + chart.right;
        chart.top = chart.head(title, caption, legend, whole);
        chart.axes();
        chart
    }

    /// Draws title, caption and legend, and returns the top of the plot.
    fn head(&mut self, title: &str, caption: &str, legend: &[Entry], whole: i64) -> i64 {
        let mut y = 80;
        for (text, size, more, most) in
            [(title, LARGE, " font-weight=\"bold\"", 2), (caption, SMALL, " fill=\"#444\"", 3)]
        {
            // Bold letters are wider.
            let letters = (whole - 300) / (size * if size == LARGE { 7 } else { 6 });
            for line in wrapped(text, letters.max(10) as usize, most) {
                y += (size + 6) * 10;
                self.canvas.text(150, y, size, Anchor::Start, more, &line);
            }
        }
        let mut x = 150;
        y += if legend.is_empty() { 0 } else { 220 };
        for entry in legend {
            if x > 150 && x + entry.width() > whole {
                (x, y) = (150, y + 200);
            }
            self.entry(x, y, entry);
            x += entry.width();
        }
        y + 160
    }

    /// Draws an entry of the legend, starting at x.
    fn entry(&mut self, x: i64, y: i64, entry: &Entry) {
        let canvas = &mut self.canvas;
        let text = x + entry.shape_width() + 30;
        match entry.shape {
            Shape::Box(colour) => canvas.rect(x, y - 90, 100, 100, &format!(" fill=\"{colour}\"")),
            Shape::Dashes(colour) => {
                canvas.line(x, y - 40, x + 220, y - 40, &dashes(colour));
            }
            Shape::Ramp(ramp) => {
                let begin = x + Canvas::width_of(&entry.ends.0, SMALL) + 60;
                canvas.text(begin - 60, y, SMALL, Anchor::End, "", &entry.ends.0);
                let width = RAMP / STEPS as i64;
                for step in 0..STEPS {
                    let more = format!(" fill=\"{}\"", ramp.at(step, STEPS));
                    // Each box extends to the end of the ramp, so that no seams are visible.
                    canvas.rect(begin + step as i64 * width, y - 100, RAMP - step as i64 * width, 120, &more);
                }
                canvas.text(begin + RAMP + 60, y, SMALL, Anchor::Start, "", &entry.ends.1);
            }
        }
        canvas.text(text, y, SMALL, Anchor::Start, "", &entry.text);
    }

    /// Draws the frame, ticks, and labels.
    fn axes(&mut self) {
        let (left, top, width, height) = (self.left, self.top, self.width, self.height);
        let name = |axis: &Axis, number: u64, label: String| match axis.names {
            [] => Some(label),
            names => usize::try_from(number).ok().and_then(|number| names.get(number)).map(|name| name.to_string()),
        };
        for tick in across(&self.x, width) {
            let x = left + self.x.scale.at(tick.number, width);
            let Some(label) = name(&self.x, tick.number, tick.label) else { continue };
            self.canvas.line(x, top, x, top + height, " stroke=\"#e4e4e4\"");
            self.canvas.line(x, top + height, x, top + height + 50, " stroke=\"#444\"");
            self.canvas.text(x, top + height + 190, SMALL, Anchor::Middle, " class=\"x-tick\"", &label);
        }
        for tick in self.y.scale.ticks(rows(height)) {
            let y = top + height - self.y.scale.at(tick.number, height);
            let Some(label) = name(&self.y, tick.number, tick.label) else { continue };
            self.canvas.line(left, y, left + width, y, " stroke=\"#e4e4e4\"");
            self.canvas.line(left - 50, y, left, y, " stroke=\"#444\"");
            self.canvas.text(left - 80, y + 40, SMALL, Anchor::End, " class=\"y-tick\"", &label);
        }
        let (x, y) = (left + width / 2, top + height / 2);
        self.canvas.text(x, top + height + 400, 13, Anchor::Middle, " class=\"x-label\"", &self.x.label);
        let turned = " class=\"y-label\" transform=\"rotate(-90)\"";
        self.canvas.text(-y, 220, 13, Anchor::Middle, turned, &self.y.label);
    }

    /// The place of a pair of numbers.
    pub fn place(&self, x: u64, y: u64) -> (i64, i64) {
        (self.across(x), self.down(y))
    }

    /// The place of a number on the horizontal axis.
    pub fn across(&self, x: u64) -> i64 {
        self.left + self.x.scale.at(x, self.width)
    }

    /// The place of a number on the vertical axis.
    pub fn down(&self, y: u64) -> i64 {
        self.top + self.height - self.y.scale.at(y, self.height)
    }

    /// The upper left corner of the plot.
    pub fn corner(&self) -> (i64, i64) {
        (self.left, self.top)
    }

    /// Draws points of the given colour and diameter.
    pub fn points(&mut self, points: impl Iterator<Item = (u64, u64)>, colour: &str, diameter: i64) {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y) = self.place(x, y);
            // A line of length zero with round ends is drawn as a point. Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h0", Tenths(x), Tenths(y));
        }
        let width = Tenths(diameter);
        self.canvas.raw(format_args!(
            "<path class=\"points\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" fill=\"none\" d=\"{path}\"/>"
        ));
    }

    /// Draws a vertical line at a number.
    pub fn mark(&mut self, x: u64, class: &str, colour: &str) {
        let x = self.across(x);
        let more = format!(" class=\"{class}\"{}", dashes(colour));
        self.canvas.line(x, self.top, x, self.top + self.height, &more);
    }

    /// Draws a step function that rises at the points and extends to the right edge.
    pub fn stair(&mut self, points: &[(u64, u64)], colour: &str) {
        let Some(&(x, y)) = points.first() else { return };
        let (x, y) = self.place(x, y);
        let mut path = format!("M{} {}", Tenths(x), Tenths(y));
        for &(x, y) in &points[1..] {
            let (x, y) = self.place(x, y);
            let _ = write!(path, "H{}V{}", Tenths(x), Tenths(y));
        }
        let end = Tenths(self.left + self.width);
        self.canvas
            .raw(format_args!("<path stroke=\"{colour}\" stroke-width=\"1.5\" fill=\"none\" d=\"{path}H{end}\"/>"));
    }

    /// Finishes the SVG, with the frame on top of what was drawn.
    pub fn finish(mut self) -> String {
        let size = Size { width: self.left + self.width + self.right, height: self.top + self.height + 550 };
        self.canvas.rect(self.left, self.top, self.width, self.height, " fill=\"none\" stroke=\"#444\"");
        let title = std::mem::take(&mut self.title);
        self.canvas.finish(&title, size)
    }
}

fn dashes(colour: &str) -> String {
    format!(" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"6 3\"")
}

/// The ticks of a horizontal axis, as many as fit.
fn across(axis: &Axis, width: i64) -> Vec<Tick> {
    let fits = |ticks: &Vec<Tick>| {
        let places: Vec<(i64, i64)> = ticks
            .iter()
            .map(|tick| (axis.scale.at(tick.number, width), Canvas::width_of(&tick.label, SMALL)))
            .collect();
        places.windows(2).all(|pair| pair[1].0 - pair[0].0 >= (pair[0].1 + pair[1].1) / 2 + 150)
    };
    let candidates = (2..=12).rev().map(|most| axis.scale.ticks(most));
    candidates.into_iter().find(fits).unwrap_or_else(|| axis.scale.ticks(2))
}

/// The maximum number of labels on an axis of this height.
fn rows(height: i64) -> usize {
    (height / 400).max(2) as usize
}

/// Breaks a text at spaces into at most `most` lines of `letters` characters. If the text is cut, it ends with
/// dots.
fn wrapped(text: &str, letters: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        while !word.is_empty() {
            let room = lines.last().map_or(0, |line| letters.saturating_sub(line.chars().count() + 1));
            if word.len() <= room {
                let line: String = std::iter::once(' ').chain(word.drain(..)).collect();
                lines.last_mut().into_iter().for_each(|last| last.push_str(&line));
            } else {
                // A word that is longer than a line is broken.
                lines.push(word.drain(..word.len().min(letters)).collect());
            }
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        lines.last_mut().into_iter().for_each(|last| {
            *last = last.chars().take(letters.saturating_sub(4)).collect::<String>() + " ...";
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_and_end_with_dots() {
        assert_eq!(wrapped("one two three", 7, 5), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij k", 4, 5), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrapped("one two three four", 7, 2), ["one two", "thr ..."]);
        assert!(wrapped("", 7, 2).is_empty());
    }
}
