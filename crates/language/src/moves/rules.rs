//! The moves of a game: which positions exist, and what their options are.

use super::line::Move;
use super::walk::Walk;
use crate::datum::Datum;
use crate::declared::DeclaredKinds;
use crate::eval::{MOST_TURNS, Machine, no_values};
use crate::fault::{Fault, What};
use crate::node::{Number, Truth};
use crate::scope::Scope;
use grundy_core::ruleset::{RowKind, Turn};
use std::fmt;
use std::sync::Arc;

/// The maximum number of components that a message shows.
const MOST_SHOWN: usize = 8;

/// The moves of a game; which positions exist; and which positions are asked for.
#[derive(Debug, Clone)]
pub struct Moves {
    pub(super) scope: Scope,
    /// The declared kinds; empty if positions are lists of coordinates.
    pub(super) kinds: Arc<DeclaredKinds>,
    pub(super) names: Vec<String>,
    pub(super) moves: Vec<Move>,
    pub(super) positions: Option<Positions>,
    pub(super) asked: Option<AskedPosition>,
    /// Whether play may go on for ever, which is a draw.
    pub(super) loops: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Positions {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) condition: Truth,
    /// The minimum of each coordinate, if a part of the condition states it directly.
    pub(super) least: Vec<u64>,
    /// Whether the condition contains anything else.
    pub(super) more: bool,
}

#[derive(Debug, Clone)]
pub(super) struct AskedPosition {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) coordinates: Vec<Number>,
}

/// Buffers for evaluations, which can be reused.
#[derive(Debug, Default)]
pub struct Room {
    locals: Vec<i64>,
    target: Vec<i64>,
}

/// An error in a rule at some position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The error, in words.
    pub what: String,
    /// Whether the error took long to detect, because ranges have too many turns.
    pub is_long: bool,
}

impl Wrong {
    fn new(what: String) -> Self {
        Self { what, is_long: false }
    }

    fn of(fault: Fault, text: &str, start: usize, place: &str) -> Self {
        Self { what: format!("{place}: {}", explain(text, start, fault)), is_long: fault.what == What::Long }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Moves {
    /// The texts of the declared kinds; empty if positions are lists of coordinates.
    pub fn declared(&self) -> &[String] {
        &self.kinds.texts
    }

    /// All declared kinds as rows show them, each with the coordinates of its positions, in which the size is 0 and
    /// comes last. None if there are too many.
    pub fn row_kinds(&self) -> Option<Vec<(RowKind, Vec<i64>)>> {
        let with_shown = |tuple: Vec<i64>| Some((self.kinds.row_kind(&tuple)?, tuple));
        self.kinds.tuples()?.into_iter().map(with_shown).collect()
    }

    /// The names of the declared kinds.
    pub fn declared_names(&self) -> Vec<&str> {
        self.kinds.kinds.iter().map(|kind| kind.name.as_str()).collect()
    }

    /// The names of the coordinates of all declared kinds, each once.
    pub fn coordinate_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.kinds.kinds.iter().flat_map(|kind| &kind.coordinates) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The coordinates of a position of a declared kind, by their names.
    pub fn named_coordinates(&self, position: &[i64]) -> Vec<(&str, i64)> {
        let Some((kind, numbers)) = self.kinds.kind_of(position) else { return Vec::new() };
        let names = self.kinds.kinds[kind].coordinates.iter().map(|(name, _)| name.as_str());
        names.zip(numbers).collect()
    }

    /// A scope in which positions of the declared kinds have values, as in `g(star(2, b, n))`.
    pub fn add_values(&self, scope: Scope) -> Scope {
        scope.with_kinds(self.kinds.clone())
    }

    pub(crate) fn declared_kinds(&self) -> &DeclaredKinds {
        &self.kinds
    }

    /// A position in words.
    pub fn show(&self, position: &[i64]) -> String {
        self.kinds.show(position).unwrap_or_else(|| show(position))
    }

    /// The coordinates of a position of a declared kind, written as in `star(2,12,40)`.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    pub fn parse(&self, text: &str) -> Result<Vec<i64>, String> {
        self.kinds.parse(text)
    }

    /// The names of the coordinates.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The moves, line by line.
    pub(crate) fn lines(&self) -> &[Move] {
        &self.moves
    }

    /// The condition for positions, with its text and where that starts.
    pub(crate) fn condition(&self) -> Option<(&Truth, &str, usize)> {
        self.positions.as_ref().map(|positions| (&positions.condition, positions.text.as_str(), positions.start))
    }

    /// The parameters with their values.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&str, &Datum)> {
        self.scope.constants()
    }

    /// The position asked for each n, as written.
    pub(crate) fn asked_text(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.text.as_str())
    }

    /// The coordinates of the position asked for n.
    pub(crate) fn asked_numbers(&self) -> Option<&[Number]> {
        self.asked.as_ref().map(|asked| &asked.coordinates[..])
    }

    /// Whether a move may leave a sum of two or more positions.
    pub fn splits(&self) -> bool {
        self.moves.iter().any(|line| line.splits)
    }

    /// The minimum of each coordinate, if a part of the condition for positions states it directly; and
    /// whether this condition contains anything else.
    pub fn least(&self) -> (Vec<u64>, bool) {
        match &self.positions {
            None => (vec![0; self.names.len()], false),
            Some(positions) => (positions.least.clone(), positions.more),
        }
    }

    /// Whether there is one position for each n; otherwise all positions are asked for.
    pub fn asks(&self) -> bool {
        self.asked.is_some()
    }

    /// The position asked for n.
    ///
    /// # Errors
    /// [`Wrong`] if its coordinates have no values, or it is not a position.
    pub fn asked(&self, n: u64) -> Result<Vec<i64>, Wrong> {
        let Some(asked) = &self.asked else { return Ok(Vec::new()) };
        let place = format!("`asked` at n = {n}");
        let label = i64::try_from(n).map_err(|_| Wrong::new(format!("{place}: the number does not fit in 64 bits")))?;
        let mut machine = Machine::new(&no_values, vec![label], MOST_TURNS);
        let mut point = Vec::new();
        for coordinate in &asked.coordinates {
            let value = machine.number(coordinate);
            point.push(value.map_err(|fault| Wrong::of(fault, &asked.text, asked.start, &place))?);
        }
        match fits(&point) && self.exists(&point, &mut Room::default())? {
            true => Ok(point),
            false => Err(Wrong::new(format!("{place}: {} is not a position", self.show(&point)))),
        }
    }

    /// Whether a position with these coordinates exists.
    ///
    /// # Errors
    /// [`Wrong`] if the condition has no value there.
    pub fn exists(&self, position: &[i64], room: &mut Room) -> Result<bool, Wrong> {
        if !self.kinds.is_empty() {
            return Ok(self.kinds.exists(position));
        }
        let Some(positions) = &self.positions else { return Ok(true) };
        let mut locals = std::mem::take(&mut room.locals);
        locals.clear();
        locals.extend_from_slice(position);
        let mut machine = Machine::new(&no_values, locals, MOST_TURNS);
        let truth = machine.truth(&positions.condition);
        room.locals = machine.into_locals();
        truth.map_err(|fault| {
            let place = format!("the condition for positions at {}", show(position));
            Wrong::of(fault, &positions.text, positions.start, &place)
        })
    }

    /// The same moves in a game whose play may go on for ever, which is a draw.
    pub fn with_loops(self) -> Self {
        Self { loops: true, ..self }
    }

    /// Whether play may go on for ever.
    pub fn loops(&self) -> bool {
        self.loops
    }

    /// Whether some move decides where the next move must be, or who makes it.
    pub fn entails(&self) -> bool {
        self.moves.iter().any(|line| line.turn != Turn::Other)
    }

    /// Who moves after the move with this index, and where.
    pub fn turn(&self, index: usize) -> Turn {
        self.moves.get(index).map_or(Turn::Other, |line| line.turn)
    }

    /// Visits the options of an existing position, each as the index of the move and the coordinates of all
    /// components, one after the other. The targets are what the rules say; they need not be positions. Stops
    /// when `visit` returns false; returns whether it never did.
    ///
    /// # Errors
    /// [`Wrong`] if a move has no value at the position.
    pub fn options(
        &self,
        position: &[i64],
        room: &mut Room,
        visit: &mut dyn FnMut(usize, &[i64]) -> bool,
    ) -> Result<bool, Wrong> {
        let mut target = std::mem::take(&mut room.target);
        let mut machine = Machine::new(&no_values, std::mem::take(&mut room.locals), MOST_TURNS);
        let mut done = Ok(true);
        for (index, line) in self.moves.iter().enumerate().filter(|(_, line)| line.is_of(position)) {
            machine.begin(position, line.ranges.len());
            let mut turns = Walk { line, fixed: position.len(), target: &mut target };
            let walked = turns.walk(&mut machine, 0, &mut |_, option| visit(index, option));
            done = walked.map_err(|fault| {
                let place = format!("the move `{}` at {}", line.text, self.show(position));
                Wrong::of(fault, &line.text, line.start, &place)
            });
            if done != Ok(true) {
                break;
            }
        }
        (room.target, room.locals) = (target, machine.into_locals());
        done
    }

    /// The error for a target that is not a position.
    pub fn no_position(&self, position: &[i64], index: usize, option: &[i64]) -> Wrong {
        let parts: Vec<&[i64]> = option.chunks(self.names.len().max(1)).collect();
        let bad = |part: &&&[i64]| {
            let room = &mut Room::default();
            !fits(part) || self.exists(part, room) != Ok(true)
        };
        let bad = parts.iter().find(bad);
        let target = match bad {
            Some(part) if parts.len() > MOST_SHOWN => format!("{}, one of {} parts", self.show(part), parts.len()),
            _ => parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" & "),
        };
        let why = match bad {
            Some(part) if part.iter().any(|&coordinate| coordinate < 0) => "a coordinate is negative",
            Some(part) if !fits(part) => "a coordinate is 2^62 or more",
            _ if self.kinds.is_empty() => "`positions` excludes it",
            _ => "`kinds` excludes it",
        };
        let text = self.moves.get(index).map_or("", |line| &line.text);
        Wrong::new(format!("the move `{text}` leads from {} to {target}: {why}", self.show(position)))
    }
}

/// The largest coordinate that a position may have.
pub const LARGEST: i64 = (1 << 62) - 1;

/// Whether these can be the coordinates of a position: whole numbers from 0 to [`LARGEST`].
pub fn fits(coordinates: &[i64]) -> bool {
    coordinates.iter().all(|coordinate| (0..=LARGEST).contains(coordinate))
}

fn show<T: fmt::Display>(coordinates: &[T]) -> String {
    coordinates.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// The text of a fault, with the part of the source that it is about.
fn explain(text: &str, start: usize, fault: Fault) -> String {
    let span = fault.span();
    let inside = span.start.checked_sub(start).zip(span.end.checked_sub(start));
    match inside.and_then(|(from, to)| text.get(from..to)).filter(|part| !part.is_empty()) {
        Some(part) => format!("{fault}, in `{part}`"),
        None => fault.to_string(),
    }
}
