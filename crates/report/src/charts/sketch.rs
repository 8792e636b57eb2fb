//! Draws a position on its board or graph: small among others or in the boxes of a game graph, large and with names
//! alone.

use super::canvas::{Anchor, Canvas, Size, Tenths};
use super::colour::{BLUE, VERMILLION};
use super::spread::spread;
use crate::picture::{APART, Base, Mark, Picture, Place, Scene};
use crate::system::Set;

/// The colours of what is left, and of what is gone.
const LEFT: &str = "#555";
const GONE: &str = "#bbb";

/// The colour of a target with a name on it.
const TARGET: &str = "#b8d4ea";

/// Colours of vertices, after Okabe and Ito.
const COLOURS: [&str; 8] = [BLUE, VERMILLION, "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999933", "#222"];

/// How large a picture is, and where its vertices are. Lengths are in tenths of a pixel.
#[derive(Debug)]
pub struct Sketch {
    places: Vec<Place>,
    size: Size,
    /// The side of a cell, or the radius of a vertex.
    side: i64,
    is_board: bool,
    /// Whether names are written.
    is_large: bool,
}

/// The size of the font for names, in pixels.
const FONT: i64 = 12;

impl Sketch {
    /// A small picture, without names.
    pub fn small(scene: &Scene) -> Self {
        match scene.base {
            Base::Board { .. } => Self::of(scene, 140, 140, false),
            Base::Graph { .. } => {
                let rings = scene.marks.iter().any(|mark| !matches!(mark, Mark::State(..) | Mark::Edge(..)));
                Self::of(scene, if rings { 60 } else { 45 }, 220, false)
            }
        }
    }

    /// A large picture with names.
    pub fn large(scene: &Scene) -> Self {
        let widest = (0..scene.vertices()).map(|vertex| names_width(scene, vertex)).max().unwrap_or(0);
        match scene.base {
            Base::Board { .. } => {
                // Names are written inside of rings.
                let cell = (widest * 5 / 4 + 150).max(400);
                Self::of(scene, cell, cell, true)
            }
            Base::Graph { .. } => {
                let radius = (widest / 2 + 60).max(150);
                let has_edges = scene.marks.iter().any(|mark| matches!(mark, Mark::Edge(..)));
                let between = if has_edges { 700 } else { 450 };
                Self::of(scene, radius, 2 * radius + between, true)
            }
        }
    }

    /// A picture in which neighbours are `apart`.
    fn of(scene: &Scene, side: i64, apart: i64, is_large: bool) -> Self {
        let (places, is_board) = match &scene.base {
            Base::Board { rows, columns } => {
                let row = |row| (0..*columns as i64).map(move |column| (column * APART, row * APART));
                ((0..*rows as i64).flat_map(row).collect(), true)
            }
            Base::Graph { graph, places } => (places.clone().unwrap_or_else(|| spread(graph)), false),
        };
        let ends = |of: fn(&Place) -> i64| (places.iter().map(of).min(), places.iter().map(of).max());
        let (left, right) = ends(|place| place.0);
        let (top, bottom) = ends(|place| place.1);
        // Half a cell, or a vertex with its line.
        let margin = if is_board { side / 2 + 10 } else { side + 30 };
        let length = |from: Option<i64>, to: Option<i64>| (to.unwrap_or(0) - from.unwrap_or(0)) * apart / APART;
        let size = Size { width: length(left, right) + 2 * margin, height: length(top, bottom) + 2 * margin };
        let along = |from: Option<i64>, at: i64| (at - from.unwrap_or(0)) * apart / APART + margin;
        let places = places.iter().map(|&(x, y)| (along(left, x), along(top, y))).collect();
        Self { places, size, side, is_board, is_large }
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Draws a position with its upper left corner at a place.
    pub fn draw(&self, canvas: &mut Canvas, corner: Place, picture: &Picture) {
        self.edges(canvas, corner, picture);
        for (vertex, gone) in picture.gone().into_iter().enumerate() {
            let (x, y) = self.places[vertex];
            self.vertex(canvas, (corner.0 + x, corner.1 + y), picture, vertex, gone);
        }
        if self.is_large {
            self.edge_names(canvas, corner, picture);
        }
    }

    /// Those that are gone lie below the others.
    fn edges(&self, canvas: &mut Canvas, corner: Place, picture: &Picture) {
        let are_elements = picture.scene.marks.iter().any(|mark| matches!(mark, Mark::Edge(..)));
        let width = 1 + i64::from(self.is_large) + i64::from(are_elements);
        for wanted in [true, false] {
            for ((u, v), _) in picture.edges().into_iter().filter(|&(_, gone)| gone == wanted) {
                let ((x1, y1), (x2, y2)) = (self.places[u], self.places[v]);
                let (colour, width) = if wanted { (GONE, 1) } else { (LEFT, width) };
                let more = format!(" stroke=\"{colour}\" stroke-width=\"{width}\"");
                canvas.line(corner.0 + x1, corner.1 + y1, corner.0 + x2, corner.1 + y2, &more);
            }
        }
    }

    fn edge_names(&self, canvas: &mut Canvas, corner: Place, picture: &Picture) {
        for (element, mark) in picture.scene.marks.iter().enumerate() {
            let (Mark::Edge(u, v), Some(name)) = (*mark, picture.scene.names.get(element)) else { continue };
            let ((x1, y1), (x2, y2)) = (self.places[u], self.places[v]);
            // Not in the middle, where lines are most likely to cross.
            let (x, y) = (corner.0 + x1 + (x2 - x1) * 2 / 5, corner.1 + y1 + (y2 - y1) * 2 / 5);
            let width = Canvas::width_of(name, FONT);
            canvas.rect(x - width / 2 - 10, y - 75, width + 20, 150, " fill=\"white\"");
            let colour = if picture.left.has(element) { "#222" } else { "#999" };
            canvas.text(x, y + 42, FONT, Anchor::Middle, &format!(" fill=\"{colour}\""), name);
        }
    }

    fn vertex(&self, canvas: &mut Canvas, at: Place, picture: &Picture, vertex: usize, gone: bool) {
        let marks: Vec<Mark> =
            picture.marks().map(|(_, mark)| mark).filter(|mark| mark.vertex() == Some(vertex)).collect();
        let letter = marks.iter().find_map(|mark| if let Mark::State(_, letter) = mark { Some(*letter) } else { None });
        let named = self.is_large && !picture.scene.names.is_empty();
        let fill = match (letter, gone) {
            (Some('#'), _) if named && picture.scene.are_targets => TARGET,
            (Some('#'), _) if named => "white",
            (Some('#'), _) => LEFT,
            (_, true) => "#eee",
            (_, false) => "white",
        };
        let (line, width) = match gone {
            true => ("#ccc", "0.7"),
            false if self.is_board && fill == LEFT => ("white", "1"),
            false => ("#333", "1"),
        };
        self.shape(canvas, at, self.side, &format!(" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\""));
        if let Some(letter) = letter.filter(|&letter| letter != '#') {
            let font = self.side / 13;
            canvas.text(at.0, at.1 + font * 36 / 10, font, Anchor::Middle, "", &letter.to_string());
        }
        for mark in marks {
            match mark {
                Mark::Colour(_, colour) => self.colour(canvas, at, &picture.scene, colour),
                Mark::Token(_) => self.token(canvas, at),
                Mark::State(..) | Mark::Edge(..) => {}
            }
        }
        if self.is_large {
            names(canvas, at, picture, vertex);
        }
    }

    /// A square or a circle.
    fn shape(&self, canvas: &mut Canvas, (x, y): Place, side: i64, more: &str) {
        match self.is_board {
            true => canvas.rect(x - side / 2, y - side / 2, side, side, more),
            false => canvas.circle(x, y, side, more),
        }
    }

    /// A part of a ring for a colour that is still allowed.
    fn colour(&self, canvas: &mut Canvas, (x, y): Place, scene: &Scene, colour: usize) {
        let colours =
            scene.marks.iter().filter_map(|mark| if let Mark::Colour(_, c) = mark { Some(c + 1) } else { None });
        let colours = colours.max().unwrap_or(1) as i64;
        let thick = if self.is_large { 40 } else { 30 };
        let radius = if self.is_board { self.side * 2 / 5 } else { self.side } - thick / 2;
        // In tenths of tenths, the parts of 2 pi r.
        let around = radius * 62_832 / 10_000;
        let part = around / colours;
        let (length, rest, skip) = (Tenths(part), Tenths(around - part), Tenths(part * colour as i64));
        let stroke = COLOURS[colour % COLOURS.len()];
        canvas.circle(
            x,
            y,
            radius,
            &format!(
                " fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\" stroke-dasharray=\"{length} {rest}\" stroke-dashoffset=\"-{skip}\"",
                Tenths(thick)
            ),
        );
    }

    fn token(&self, canvas: &mut Canvas, (x, y): Place) {
        match self.is_large {
            true => {
                let more = format!(" fill=\"#fbe3d6\" stroke=\"{VERMILLION}\" stroke-width=\"3\"");
                self.shape(canvas, (x, y), self.side - 20, &more);
            }
            false => {
                let radius = if self.is_board { self.side * 3 / 10 } else { self.side * 6 / 10 };
                canvas.circle(x, y, radius, &format!(" fill=\"{VERMILLION}\""));
            }
        }
    }
}

/// The names of the elements at a vertex, in the order in which they are written.
fn names_at(scene: &Scene, vertex: usize) -> impl Iterator<Item = (usize, &str)> {
    let at = move |&(element, _): &(usize, &String)| scene.marks[element].vertex() == Some(vertex);
    scene.names.iter().enumerate().filter(at).map(|(element, name)| (element, name.as_str()))
}

fn names_width(scene: &Scene, vertex: usize) -> i64 {
    names_at(scene, vertex).map(|(_, name)| Canvas::width_of(name, FONT) + 40).sum()
}

/// Writes the names of the elements at a vertex beside each other; those that are absent are grey.
fn names(canvas: &mut Canvas, (x, y): Place, picture: &Picture, vertex: usize) {
    let scene = &*picture.scene;
    let mut left = x - names_width(scene, vertex) / 2;
    for (element, name) in names_at(scene, vertex) {
        let width = Canvas::width_of(name, FONT) + 40;
        let colour = match scene.marks[element] {
            _ if !picture.left.has(element) => "#aaa",
            Mark::Colour(_, colour) => COLOURS[colour % COLOURS.len()],
            Mark::Token(_) => VERMILLION,
            Mark::State(..) | Mark::Edge(..) => "#222",
        };
        canvas.text(left + width / 2, y + 42, FONT, Anchor::Middle, &format!(" fill=\"{colour}\""), name);
        left += width;
    }
}
