//! Rays in the plane: the queen, the rook, Wythoff's game, and relatives.
//!
//! Idea: the options of a cell along a direction are the cells before it on its line. So each line has the set of
//! their values as bits. Recurrence: G(p) = mex of the union of the sets of the lines through p, and G(p) is then
//! added to all of them. The search for a missing value begins at the largest of the lines' first words that are not
//! full. In square boxes it skips all words that are full in some line.
//!
//! Cells are computed in tiles, so that the sets of a tile's lines stay in the caches. The tables of the queen and
//! the rook in a square box are symmetric. `square` computes one half, with one set for a row and its column, in
//! several threads. `general` handles all other directions and boxes.
//!
//! Cost: a few words for each cell and direction. Memory: for each line a set with a bit for every possible value,
//! and the values that are computed but not given yet. Reference: A. Dress, A. Flammenkamp, N. Pink, Adv. Appl. Math.
//! 22 (1999), on the rows of Wythoff's game.

mod general;
mod lines;
mod square;
mod tile;

use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::Outlet;
use grundy_core::structure::Rays;

/// Two-dimensional games of rays, by sets of used values.
pub struct RaysTable;

impl Kernel for RaysTable {
    fn name(&self) -> &'static str {
        "rays-table"
    }

    fn summary(&self) -> &'static str {
        "rays in two coordinates, with a set of used values for each line"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let layout = BoxOfRays::of(task);
        layout.is_some_and(|layout| layout.directions.len() <= general::DIRECTIONS && layout.needs().0 <= task.memory.0)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        BoxOfRays::of(task).map_or(Bytes(0), |layout| layout.needs())
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = BoxOfRays::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", (layout.height * layout.width) as u64);
        task.control.check()?;
        match layout.mirrored() {
            Some(diagonal) => square::stream(task, layout.width, diagonal, sink)?,
            None => general::stream(task, &layout, sink)?,
        }
        Ok(Solution::default())
    }
}

/// A direction: by how many rows and columns its shortest move goes back.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Direction {
    rows: usize,
    columns: usize,
}

/// The box and the directions that fit it.
struct BoxOfRays {
    height: usize,
    width: usize,
    directions: Vec<Direction>,
}

impl BoxOfRays {
    fn of(task: &Task<'_>) -> Option<Self> {
        let Rays(rays) = task.structure()?;
        let &[height, width] = task.ruleset.rows().sides() else { return None };
        let fits = task.play == Play::Normal && task.ruleset.ranks_are_rows();
        if !fits || height.max(width) > 1 << 24 || rays.iter().any(|ray| ray.len() != 2) {
            return None;
        }
        let (height, width) = (height as usize, width as usize);
        let all = rays.iter().map(|ray| Direction { rows: ray[0] as usize, columns: ray[1] as usize });
        let directions = all.filter(|direction| direction.rows < height && direction.columns < width).collect();
        Some(Self { height, width, directions })
    }

    /// For a rook or a queen in a square box, whether the diagonal is a direction.
    fn mirrored(&self) -> Option<bool> {
        let moves = |rows, columns| self.directions.contains(&Direction { rows, columns });
        let known = 2 + usize::from(moves(1, 1));
        let mirrored = self.height == self.width && moves(0, 1) && moves(1, 0);
        (mirrored && self.directions.len() == known).then_some(known == 3)
    }

    fn needs(&self) -> Bytes {
        match self.mirrored() {
            Some(diagonal) => square::needs(self.width, diagonal),
            None => Bytes(self.bytes()),
        }
    }
}
