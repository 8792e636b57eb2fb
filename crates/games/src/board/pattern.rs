//! Rules that replace patterns on a board: `XO -> .X`, `_?_/?#?/_?_ -> _._/.../_._`.

use grundy_core::structure::BoardSymmetries;
use grundy_core::system::{Move, NeverEnds, Set, System, Wide};
use std::collections::BTreeSet;

/// What a pattern says of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    /// The cell is not part of the pattern.
    Outside,
    /// Any state, or beyond the edge; on the right side, unchanged.
    Any,
    /// A dead cell.
    Dead,
    /// A state.
    State(char),
}

/// A rectangle of cells, row by row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern(Vec<Vec<Cell>>);

/// A rule: what a pattern becomes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rule {
    from: Pattern,
    to: Pattern,
}

/// In which turns and reflections rules count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Images {
    /// All.
    All,
    /// As they are, and with left and right exchanged.
    Mirror,
    /// As they are.
    None,
}

/// The rules of a board game, in all rotations and reflections in which they count.
#[derive(Debug, Clone)]
pub(crate) struct BoardRules {
    rules: Vec<Rule>,
    /// The states of cells that a system must tell apart.
    pub states: Vec<char>,
    /// Whether some rule needs a dead cell.
    pub sees_dead: bool,
}

/// Characters that may be states.
pub(super) fn is_state(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '#' || letter == '*' || letter == '@'
}

impl Pattern {
    fn read(text: &str) -> Result<Self, String> {
        let cell = |letter: char| match letter {
            '_' => Ok(Cell::Outside),
            '?' => Ok(Cell::Any),
            '.' => Ok(Cell::Dead),
            letter if is_state(letter) => Ok(Cell::State(letter)),
            letter => Err(format!("`{letter}` cannot be a state: these are letters, digits, `#`, `*` and `@`")),
        };
        let rows = text.trim().split('/').map(|row| row.trim().chars().map(cell).collect());
        let rows = rows.collect::<Result<Vec<Vec<Cell>>, String>>()?;
        if rows[0].is_empty() || rows.iter().any(|row| row.len() != rows[0].len()) {
            return Err(format!("the rows of `{}` do not have the same length", text.trim()));
        }
        Ok(Self(rows))
    }

    /// Its rows as they are written.
    fn rows(&self) -> Vec<String> {
        let letter = |cell: &Cell| match cell {
            Cell::Outside => '_',
            Cell::Any => '?',
            Cell::Dead => '.',
            Cell::State(state) => *state,
        };
        self.0.iter().map(|row| row.iter().map(letter).collect()).collect()
    }

    fn turned(&self) -> Self {
        Self((0..self.0[0].len()).map(|column| self.0.iter().map(|row| row[column]).collect()).collect())
    }

    fn mirrored(&self) -> Self {
        Self(self.0.iter().map(|row| row.iter().rev().copied().collect()).collect())
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().flatten().copied()
    }

    fn with(&self, state: impl Fn(char) -> char) -> Self {
        let cell = |cell: &Cell| if let Cell::State(letter) = cell { Cell::State(state(*letter)) } else { *cell };
        Self(self.0.iter().map(|row| row.iter().map(cell).collect()).collect())
    }
}

impl Rule {
    fn read(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("->").ok_or_else(|| format!("`{text}` has no `->`"))?;
        let rule = Self { from: Pattern::read(from)?, to: Pattern::read(to)? };
        let alike = rule.from.0.len() == rule.to.0.len() && rule.from.0[0].len() == rule.to.0[0].len();
        let pairs: Vec<(Cell, Cell)> = rule.from.cells().zip(rule.to.cells()).collect();
        let fits = |(from, to): (Cell, Cell)| match (from, to) {
            (Cell::Outside, to) => to == Cell::Outside,
            (Cell::Any, to) => to == Cell::Any || to == Cell::Dead,
            (_, to) => to != Cell::Outside,
        };
        let fits = alike && pairs.into_iter().all(fits);
        match fits {
            true => Ok(rule),
            false if !alike => {
                Err(format!("the sides of `{text}` do not fit: they must have the same rows and columns"))
            }
            false => Err(format!("the sides of `{text}` do not fit: `_` stays `_`, and `?` becomes `?` or `.`")),
        }
    }

    fn map(&self, image: impl Fn(&Pattern) -> Pattern) -> Self {
        Self { from: image(&self.from), to: image(&self.to) }
    }

    /// The move of the rule with its corner at a cell; `None` if it does not fit there.
    fn at(&self, rules: &BoardRules, board: Board, row: usize, column: usize) -> Option<Move<Wide>> {
        let n = board.elements(rules);
        let mut one = Move::<Wide>::taking(n, []);
        for (down, (from, to)) in self.from.0.iter().zip(&self.to.0).enumerate() {
            for (right, (&from, &to)) in from.iter().zip(to).enumerate() {
                let cell = board.cell(row + down, column + right, self);
                let plane = |state: char| rules.states.iter().position(|&known| known == state);
                match (from, cell) {
                    (Cell::Outside, _) | (Cell::Any, None) => continue,
                    (_, None) => return None,
                    (Cell::Any, Some(_)) => {}
                    (Cell::Dead, Some(cell)) => board.all(rules, cell).for_each(|element| one.absent.insert(element)),
                    (Cell::State(state), Some(cell)) => one.need.insert(board.element(plane(state)?, cell)),
                }
                let Some(cell) = cell.filter(|_| from != to && to != Cell::Any) else { continue };
                match from {
                    Cell::State(state) => one.delete.insert(board.element(plane(state)?, cell)),
                    Cell::Any => board.all(rules, cell).for_each(|element| one.delete.insert(element)),
                    _ => {}
                }
                if let Cell::State(state) = to
                    && let Some(plane) = plane(state)
                {
                    one.add.insert(board.element(plane, cell));
                }
            }
        }
        Some(one)
    }
}

/// The size of a board. Patterns may overlap its edge by cells that they do not name.
#[derive(Debug, Clone, Copy)]
struct Board {
    rows: usize,
    columns: usize,
}

impl Board {
    fn elements(self, rules: &BoardRules) -> usize {
        self.rows * self.columns * rules.states.len()
    }

    /// The cell at a place that is counted from the size of a pattern before the edge.
    fn cell(self, row: usize, column: usize, rule: &Rule) -> Option<usize> {
        let row = row.checked_sub(rule.from.0.len()).filter(|&row| row < self.rows)?;
        let column = column.checked_sub(rule.from.0[0].len()).filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }

    fn element(self, plane: usize, cell: usize) -> usize {
        plane * self.rows * self.columns + cell
    }

    fn all(self, rules: &BoardRules, cell: usize) -> impl Iterator<Item = usize> {
        (0..rules.states.len()).map(move |plane| self.element(plane, cell))
    }
}

/// The order of planes: X before O, for boards that begin checkered.
fn in_order(states: BTreeSet<char>) -> Vec<char> {
    states.into_iter().rev().collect()
}

impl BoardRules {
    /// Reads rules.
    ///
    /// # Errors
    /// The number of the rule that is wrong, and a sentence.
    pub fn read(texts: &[&str], images: Images) -> Result<Self, (usize, String)> {
        let mut rules = BTreeSet::new();
        for (number, text) in texts.iter().enumerate() {
            let rule = Rule::read(text).map_err(|what| (number, what))?;
            if !rule.from.cells().any(|cell| matches!(cell, Cell::State(_))) {
                return Err((number, format!("the left side of `{}` names no state", text.trim())));
            }
            let turns: &[bool] = if images == Images::All { &[false, true] } else { &[false] };
            for &turned in turns {
                let one = if turned { rule.map(Pattern::turned) } else { rule.clone() };
                let mirrored = (images != Images::None).then(|| one.map(Pattern::mirrored));
                for one in std::iter::once(one).chain(mirrored) {
                    if images == Images::All {
                        rules.insert(one.map(|pattern| pattern.turned().mirrored().turned()));
                    }
                    rules.insert(one);
                }
            }
        }
        let sees_dead = rules.iter().any(|rule: &Rule| rule.from.cells().any(|cell| cell == Cell::Dead));
        let named = rules.iter().flat_map(|rule| {
            // Where dead cells matter, a state that no left side names is not dead.
            let right = rule.to.cells().filter(|_| sees_dead).collect::<Vec<_>>();
            rule.from.cells().chain(right).collect::<Vec<_>>()
        });
        let states: BTreeSet<char> =
            named.filter_map(|cell| if let Cell::State(state) = cell { Some(state) } else { None }).collect();
        Ok(Self { rules: rules.into_iter().collect(), states: in_order(states), sees_dead })
    }

    /// The same rules on boards that begin with these states. Where dead cells matter, a state that no rule takes is
    /// not dead.
    pub fn on_boards_with(mut self, begin: impl IntoIterator<Item = char>) -> Self {
        if self.sees_dead {
            let own = std::mem::take(&mut self.states);
            self.states = in_order(own.into_iter().chain(begin).filter(|&state| state != '.').collect());
        }
        self
    }

    /// The system on a board: element plane · rows · columns + row · columns + column.
    ///
    /// # Errors
    /// [`NeverEnds`].
    pub fn system(&self, rows: usize, columns: usize) -> Result<System<Wide>, NeverEnds> {
        let board = Board { rows, columns };
        let mut moves = Vec::new();
        for rule in &self.rules {
            let (height, width) = (rule.from.0.len(), rule.from.0[0].len());
            for row in 0..rows + 2 * height {
                moves.extend((0..columns + 2 * width).filter_map(|column| rule.at(self, board, row, column)));
            }
        }
        Ok(System::new(board.elements(self), moves, Vec::new())?.on_sites(|element| element % (rows * columns)))
    }

    /// The rules in Python, in all their turns and reflections: pairs of lists of rows.
    pub fn in_python(&self) -> String {
        let rules = self.rules.iter().map(|rule| format!("({:?}, {:?})", rule.from.rows(), rule.to.rows()));
        rules.collect::<Vec<_>>().join(", ")
    }

    /// A size of boards on which play mostly shows that it does not end. Larger boards are checked when they are made.
    pub fn trial(&self) -> usize {
        let side = |rule: &Rule| rule.from.0.len().max(rule.from.0[0].len());
        (4 * self.rules.iter().map(side).max().unwrap_or(1)).min(32)
    }

    /// The symmetries of the rules.
    pub fn symmetries(&self) -> BoardSymmetries {
        let own: BTreeSet<&Rule> = self.rules.iter().collect();
        let closed = |image: &dyn Fn(&Pattern) -> Pattern| self.rules.iter().all(|rule| own.contains(&rule.map(image)));
        let swap = |state: char| match &self.states[..] {
            [a, b, ..] if state == *a => *b,
            [a, b, ..] if state == *b => *a,
            _ => state,
        };
        BoardSymmetries {
            flips: closed(&Pattern::mirrored) && closed(&|pattern| pattern.turned().mirrored().turned()),
            turns: closed(&Pattern::turned),
            swaps: self.states.len() > 1 && closed(&|pattern| pattern.with(swap)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_refused() {
        let clobber = BoardRules::read(&["XO -> .X", "OX -> .O"], Images::All).unwrap();
        assert_eq!((clobber.rules.len(), &clobber.states[..], clobber.sees_dead), (8, &['X', 'O'][..], false));
        let symmetries = clobber.symmetries();
        assert!(symmetries.flips && symmetries.turns && symmetries.swaps);
        assert_eq!(clobber.system(3, 4).unwrap().moves().len(), 2 * (3 * 3 + 2 * 4) * 2);
        let one_way = BoardRules::read(&["XO -> .X"], Images::None).unwrap();
        assert!(!one_way.symmetries().flips && !one_way.symmetries().turns);
        for wrong in ["XO", "XO -> X", "X -> _", "? -> X", ". -> X", "X/OO -> ./..", "X! -> .."] {
            assert!(BoardRules::read(&[wrong], Images::All).is_err(), "{wrong}");
        }
        let endless = BoardRules::read(&["X. -> .X"], Images::All).unwrap();
        assert!(endless.sees_dead && endless.system(endless.trial(), endless.trial()).is_err());
        assert!(BoardRules::read(&["X. -> .X"], Images::None).unwrap().system(8, 8).is_ok());
    }

    /// Node-Kayles on a grid, written as a rule: a cell with its neighbours is erased, also at the edge.
    #[test]
    fn patterns_may_overlap_the_edge() {
        let rules = BoardRules::read(&["_?_/?#?/_?_ -> _._/.../_._"], Images::All).unwrap();
        let system = rules.system(2, 3).unwrap();
        let deleted: BTreeSet<usize> = system.moves().iter().map(|one| one.delete.len()).collect();
        assert_eq!((system.moves().len(), deleted), (6, [3, 4].into()));
    }
}
