//! Impartial NoGo: place a stone of either colour so that every block keeps a liberty.
//!
//! A position does not fall apart: whether a block has a liberty depends on cells that are shared. Positions are the
//! same if they are turned or reflected images of one another, or if the colours are exchanged.

use super::args::Args;
use super::board::{COLUMNS, ROWS, open_sides, side};
use super::family::{Family, text};
use super::game::{About, Game};
use super::space::check_units;
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::{Position, Python, Rules, Shape, Value, Visit, spilled};
use smallvec::SmallVec;
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("nogo"),
    in_papers: None,
    rules: text(
        "Place a stone of either colour on an empty cell. Afterwards every block of stones of one colour that are joined by \
            sides must have an empty cell beside it.",
    ),
    source: text("N. Sheppard 2011 (NoGo, there partizan)"),
    max: text("rows and columns"),
    value: Value::GRUNDY,
    parameters: &[ROWS, COLUMNS],
    examples: &["nogo:rows=1", "nogo:rows=2", "nogo"],
    position: text("X.O."),
    build,
};

/// The stones on a board, row by row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Stones {
    columns: u16,
    cells: SmallVec<[u8; 24]>,
}

/// The maximum number of cells.
const MOST_CELLS: u64 = 64;

/// The letters of an empty cell and of the two colours.
const LETTERS: [char; 3] = ['.', 'X', 'O'];

impl Position for Stones {
    fn show(&self) -> String {
        let line = |row: &[u8]| row.iter().map(|&cell| LETTERS[usize::from(cell)]).collect::<String>();
        self.cells.chunks(usize::from(self.columns)).map(line).collect::<Vec<_>>().join("/")
    }

    fn read(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.trim().split('/').map(str::trim).collect();
        let columns = lines[0].len();
        let fits = columns > 0
            && lines.len() * columns <= MOST_CELLS as usize
            && lines.iter().all(|line| line.len() == columns);
        let cell = |letter: char| LETTERS.iter().position(|known| *known == letter).map(|cell| cell as u8);
        let cells = lines.concat().chars().map(cell).collect::<Option<SmallVec<[u8; 24]>>>()?;
        fits.then_some(Self { columns: u16::try_from(columns).ok()?, cells })
    }

    fn elsewhere(&self) -> usize {
        spilled(&self.cells)
    }
}

impl Stones {
    fn empty(rows: usize, columns: usize) -> Self {
        Self { columns: columns as u16, cells: SmallVec::from_elem(0, rows * columns) }
    }

    /// The neighbours of a cell.
    fn near(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (columns, all) = (usize::from(self.columns), self.cells.len());
        let (left, right) = (!cell.is_multiple_of(columns), !(cell + 1).is_multiple_of(columns));
        [
            left.then(|| cell - 1),
            right.then_some(cell + 1),
            cell.checked_sub(columns),
            Some(cell + columns).filter(|&below| below < all),
        ]
        .into_iter()
        .flatten()
    }

    /// Whether the block of a stone has a liberty.
    fn has_liberty(&self, stone: usize) -> bool {
        let (mut block, mut at) = (SmallVec::<[usize; 24]>::from_slice(&[stone]), 0);
        while let Some(&cell) = block.get(at) {
            for near in self.near(cell) {
                if self.cells[near] == 0 {
                    return true;
                }
                if self.cells[near] == self.cells[stone] && !block.contains(&near) {
                    block.push(near);
                }
            }
            at += 1;
        }
        false
    }

    /// Whether a stone that was just placed leaves every block a liberty. Only its neighbours can have lost one.
    fn is_allowed(&self, placed: usize) -> bool {
        self.has_liberty(placed) && self.near(placed).all(|near| self.cells[near] == 0 || self.has_liberty(near))
    }

    /// The least image.
    fn least(self) -> Self {
        let columns = usize::from(self.columns);
        let rows = self.cells.len() / columns;
        let mut best = self.clone();
        for image in 0..16 {
            let [swap, down, right, turn] = [0, 1, 2, 3].map(|bit| image >> bit & 1 == 1);
            if turn && rows != columns {
                continue;
            }
            let from = |cell: usize| {
                let (row, column) =
                    if turn { (cell % columns, cell / columns) } else { (cell / columns, cell % columns) };
                let (row, column) =
                    (if down { rows - 1 - row } else { row }, if right { columns - 1 - column } else { column });
                let stone = self.cells[row * columns + column];
                if swap && stone > 0 { 3 - stone } else { stone }
            };
            let cells = (0..self.cells.len()).map(from).collect();
            best = best.min(Self { columns: self.columns, cells });
        }
        best
    }
}

/// The options in Python: p is the number of columns, and the cells row by row.
const PYTHON: &str = "\
columns, cells = p
def near(i):
    return [j for j in (i - 1, i + 1, i - columns, i + columns) if 0 <= j < len(cells)
            and (j // columns == i // columns or j % columns == i % columns)]
def has_liberty(q, i):
    block = [i]
    for c in block:
        for j in near(c):
            if q[j] == 0:
                return True
            if q[j] == q[i] and j not in block:
                block.append(j)
    return False
for i, cell in enumerate(cells):
    for colour in (1, 2) if cell == 0 else ():
        q = cells[:i] + (colour,) + cells[i + 1:]
        if all(has_liberty(q, j) for j in [i] + near(i) if q[j]):
            yield [(columns, q)]";

/// The rules, for boards with these sides as far as they are fixed.
#[derive(Debug, Clone)]
struct NoGo {
    sides: [Option<usize>; 2],
}

impl Rules for NoGo {
    type Position = Stones;

    fn options(&self, position: &Stones, visit: &mut Visit<'_, Stones>) -> ControlFlow<()> {
        for cell in (0..position.cells.len()).filter(|&cell| position.cells[cell] == 0) {
            for colour in [1, 2] {
                let mut next = position.clone();
                next.cells[cell] = colour;
                if next.is_allowed(cell) {
                    visit(&[next.least()])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn fits(&self, label: &[u64]) -> Result<(), Error> {
        let mut free = label.iter().copied();
        let sides = self.sides.map(|fixed| fixed.map_or_else(|| free.next().unwrap_or(1), |side| side as u64));
        let cells = sides[0].saturating_mul(sides[1]);
        check_units("a board of this game", cells, MOST_CELLS, "cells")
    }

    fn read(&self, text: &str) -> Option<Stones> {
        Stones::read(text).map(Stones::least)
    }

    /// In each row, of three cells the outer two may have either colour or none. At most 16 positions are images of
    /// one.
    fn at_least(&self, starts: &[Stones]) -> u128 {
        let of = |start: &Stones| {
            let (columns, all) = (usize::from(start.columns), start.cells.len());
            9u128.saturating_pow((all / columns * (columns / 3)) as u32) / 16
        };
        starts.iter().map(of).max().unwrap_or(0)
    }

    fn python(&self) -> Option<Python> {
        let sides = self.sides;
        Some(Python::new("p", PYTHON, move |label| {
            let mut free = label.iter().cloned();
            let [rows, columns] =
                sides.map(|side| side.map_or_else(|| free.next().unwrap_or_default(), |side| side.to_string()));
            vec![format!("({columns}, (0,) * (({rows}) * ({columns})))")]
        }))
    }

    /// Every block has a liberty, and the board has the sides that are fixed.
    fn is_position(&self, position: &Stones) -> bool {
        let columns = usize::from(position.columns);
        let sides = [position.cells.len() / columns, columns];
        let fits = self.sides.iter().zip(sides).all(|(fixed, side)| fixed.is_none_or(|fixed| fixed == side));
        fits && (0..position.cells.len()).all(|cell| position.cells[cell] == 0 || position.has_liberty(cell))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let sides = [side(args, "rows")?, side(args, "columns")?];
    let written =
        ["rows", "columns"].iter().zip(sides).filter_map(|(key, side)| side.map(|side| format!("{key}={side}")));
    let written = written.collect::<Vec<_>>().join(",");
    let code = if written.is_empty() { "nogo".to_string() } else { format!("nogo:{written}") };
    let open = sides.iter().filter(|side| side.is_none()).count();
    let shape = if open == 0 { Shape::Named(vec!["all".to_string()].into()) } else { Shape::Box(vec![1; open]) };
    let words = "Impartial NoGo: place a stone of either colour so that every block keeps a liberty".to_string();
    let about = About::max(open_sides(sides));
    let start = |rules: &NoGo, label: &[u64]| {
        let mut free = label.iter().map(|&side| side as usize);
        let [rows, columns] = rules.sides.map(|fixed| fixed.or_else(|| free.next()).unwrap_or(1));
        Stones::empty(rows, columns)
    };
    Ok(Game::enumerated(code, words, shape, NoGo { sides }, start).with_about(about))
}
