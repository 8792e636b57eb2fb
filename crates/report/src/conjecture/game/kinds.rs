//! Positions of several kinds in conjectures: the variables that name their coordinates, and the rows of positions such
//! as `star(2, b, n)`.

use crate::diagnostic::Blame;
use crate::language::Moves;
use crate::ruleset::KindRows;
use std::collections::HashMap;
use std::sync::Arc;

/// What conjectures know about the kinds of a game.
#[derive(Debug, Clone)]
pub struct KindPositions {
    pub moves: Arc<Moves>,
    /// The names of the coordinates, except n, which is the size.
    pub names: Vec<String>,
    /// The coordinates of each kind of the rows, with the size last.
    tuples: Vec<Vec<i64>>,
    /// The kind of the rows with these coordinates, in which the size is 0.
    numbers: HashMap<Vec<i64>, usize>,
}

/// The name of the size.
pub(super) const SIZE: &str = "n";

impl KindPositions {
    /// The kinds of moves whose positions are the rows.
    ///
    /// # Errors
    /// The error, if a coordinate has a name with another meaning.
    pub fn new(moves: &Arc<Moves>, taken: &[&str]) -> Result<Self, Blame> {
        let kinds = moves.row_kinds().unwrap_or_default();
        let names = moves.coordinate_names().into_iter();
        let wrong = |name: &str, means: &str| {
            let message = format!("`{name}` is a coordinate of a kind, but here it is {means}");
            Err(Blame::new(0..0, message, "choose another name in `kinds` of the game"))
        };
        for (shown, tuple) in &kinds {
            let size = shown.size.as_ref().map(|(name, _)| name.as_str());
            let mut coordinates = moves.named_coordinates(tuple).into_iter().map(|(name, _)| name);
            if size != Some(SIZE) && coordinates.any(|name| name == SIZE) {
                return wrong(SIZE, "the size of a position");
            }
        }
        if let Some(name) = names.clone().find(|name| taken.contains(name)) {
            return wrong(name, "a column");
        }
        let names = names.filter(|&name| name != SIZE).map(str::to_string).collect();
        let tuples: Vec<Vec<i64>> = kinds.into_iter().map(|(_, tuple)| tuple).collect();
        let numbers = tuples.iter().cloned().zip(0..).collect();
        Ok(Self { moves: moves.clone(), names, tuples, numbers })
    }

    /// The coordinates of a position as it is stored.
    fn stored(&self, kind: usize, size: u64) -> Vec<i64> {
        let mut stored = self.tuples[kind].clone();
        stored.last_mut().into_iter().for_each(|last| *last = size as i64);
        stored
    }

    /// The number of each coordinate in `names`, for a position that has it.
    pub fn coordinates(&self, kind: usize, size: u64) -> Vec<Option<i64>> {
        let stored = self.stored(kind, size);
        let own = self.moves.named_coordinates(&stored);
        let number = |name: &String| own.iter().find(|(known, _)| known == name).map(|(_, number)| *number);
        self.names.iter().map(number).collect()
    }

    /// The row of a position: given by all its coordinates, or by a size alone for a position of the same kind as that
    /// in row `here`.
    pub fn row(&self, at: &[i64], rows: &KindRows, here: u64) -> Option<u64> {
        if let [size] = at {
            return rows.find(rows.place(here).0, u64::try_from(*size).ok()?);
        }
        let mut tuple = at.to_vec();
        let size = std::mem::take(tuple.last_mut()?);
        rows.find(*self.numbers.get(&tuple)?, u64::try_from(size).ok()?)
    }

    /// A position that was looked at, in words.
    pub fn show(&self, at: &[i64]) -> String {
        if at.len() > 1 { self.moves.show(at) } else { at.first().map_or(String::new(), i64::to_string) }
    }
}
