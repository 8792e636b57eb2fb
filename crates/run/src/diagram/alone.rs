//! A position alone, with the names that its elements have in positions that are typed.

use crate::charts::{Anchor, Canvas, Size, Sketch};
use crate::error::Error;
use crate::games::code::Coded;
use crate::games::reading::Reading;
use crate::picture::{Base, Mark, Picture};
use crate::ruleset::Shape;

const MARGIN: i64 = 200;

/// The height of the title with what is said below it.
const HEAD: i64 = 800;

/// The picture of a position on its board or graph, as SVG.
///
/// # Errors
/// [`Error::Usage`] if the text is not a position, or the game is not played on a board or graph.
pub fn alone(coded: &Coded, text: &str) -> Result<String, Error> {
    let game = &coded.game;
    let none = |what: &str| {
        let instead = if game.law().no_drawing().is_some() { "" } else { "; draw them without --board" };
        Error::Usage(format!("`{}` from {text}: {what} cannot be drawn on a board or a graph{instead}", game.code))
    };
    let reading = Reading::of(game, text).map_err(|why| coded.no_position(text, why))?;
    if reading.leaves.len() != 1 {
        return Err(none("sums of positions"));
    }
    let picture = game.picture(text).map_err(|why| coded.no_position(text, why))?;
    Ok(draw(&format!("{}, position {text}", game.code), &picture.ok_or_else(|| none("positions of this game"))?))
}

/// The position that is asked for: it may be omitted if the game has one row.
///
/// # Errors
/// [`Error::Usage`] with an example if it must be given.
pub fn only_position(coded: &Coded, text: Option<&str>) -> Result<String, Error> {
    let shape = &coded.game.shape;
    match (text, shape) {
        (Some(text), _) => Ok(text.to_string()),
        (None, Shape::Named(names)) if names.len() == 1 => Ok(names[0].clone()),
        (None, _) => {
            let text = format!("`{}` has many rows: which one? For example: {}", coded.game.code, shape.example());
            Err(Error::Usage(text))
        }
    }
}

/// What to know about a picture.
fn remark(picture: &Picture) -> String {
    let has = |wanted: fn(&Mark) -> bool| picture.scene.marks.iter().any(wanted);
    let mut words = match picture.rows() {
        Some(rows) => format!("typed as {}", rows.join("/")),
        None if picture.scene.are_targets => {
            "the numbers and names are typed in positions; blue is what is left".to_string()
        }
        None => "the numbers and names are typed in positions; grey is what is gone".to_string(),
    };
    if has(|mark| matches!(mark, Mark::Token(_))) {
        words.push_str("; the token is red");
    }
    words
}

fn draw(title: &str, picture: &Picture) -> String {
    let (sketch, mut canvas) = (Sketch::large(&picture.scene), Canvas::default());
    let (Size { width, height }, remark) = (sketch.size(), remark(picture));
    let head = Canvas::width_of(title, 17).max(Canvas::width_of(&remark, 15));
    canvas.text(MARGIN, 300, 16, Anchor::Start, " font-weight=\"bold\"", title);
    canvas.text(MARGIN, 560, 12, Anchor::Start, " fill=\"#444\"", &remark);
    let numbers = if picture.rows().is_some() { 250 } else { 0 };
    let corner = (MARGIN + numbers, HEAD + numbers);
    if let (Base::Board { rows, columns }, true) = (&picture.scene.base, numbers > 0) {
        // Rows and columns are numbered, so that a cell is found in a long text.
        let centre = |number: usize, count: usize, length: i64| (2 * number as i64 + 1) * length / (2 * count as i64);
        for column in 0..*columns {
            let x = corner.0 + centre(column, *columns, width);
            canvas.text(x, corner.1 - 80, 11, Anchor::Middle, " fill=\"#777\"", &(column + 1).to_string());
        }
        for row in 0..*rows {
            let y = corner.1 + centre(row, *rows, height) + 40;
            canvas.text(corner.0 - 80, y, 11, Anchor::End, " fill=\"#777\"", &(row + 1).to_string());
        }
    }
    sketch.draw(&mut canvas, corner, picture);
    let size = Size { width: head.max(width + numbers) + 2 * MARGIN, height: corner.1 + height + MARGIN };
    canvas.finish(title, size)
}
