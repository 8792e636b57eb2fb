//! The values of all kinds, and columns: the values that the parts of a cut coordinate have at each of its places.

use crate::shared::width::Width;
use grundy_core::claim::KindValues;
use grundy_core::structure::{Coordinate, Kind, Part};
use std::mem::size_of;

/// The values of all kinds, each from its least size on.
pub(super) struct KindTable {
    pub values: Vec<KindValues>,
    firsts: Vec<i64>,
    /// The largest of them.
    pub largest: u32,
}

impl KindTable {
    pub fn new(kinds: &[Kind], values: Vec<KindValues>) -> Self {
        let largest = values.iter().flatten().max().copied().unwrap_or(0);
        Self { values, firsts: kinds.iter().map(Kind::first).collect(), largest }
    }

    /// The least size of a kind.
    pub fn first(&self, kind: usize) -> i64 {
        self.firsts[kind]
    }

    /// The size after the last one whose value is known.
    pub fn next(&self, kind: usize) -> i64 {
        self.firsts[kind] + self.values[kind].len() as i64
    }

    pub fn push(&mut self, kind: usize, value: u32) {
        self.values[kind].push(value);
        self.largest = self.largest.max(value);
    }

    /// A value, if it is known.
    pub fn get(&self, kind: usize, size: i64) -> Option<u32> {
        self.values[kind].get(usize::try_from(size - self.firsts[kind]).ok()?).copied()
    }

    /// A value that has been computed.
    pub fn value(&self, kind: usize, size: i64) -> u32 {
        let value = self.get(kind, size);
        debug_assert!(value.is_some(), "kind {kind} at {size} has not been computed");
        value.unwrap_or(0)
    }

    /// The nim-sum of the parts of a coordinate.
    pub fn sum(&self, parts: &[Part], a: i64) -> u32 {
        parts.iter().fold(0, |sum, part| sum ^ self.value(part.kind, a + part.offset))
    }

    fn sum_if_known(&self, parts: &[Part], a: i64) -> Option<u32> {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.get(part.kind, a + part.offset)?))
    }
}

/// What has been computed: values, and the columns made of them.
pub(super) struct Computed<'c, T> {
    pub table: &'c KindTable,
    pub columns: &'c Columns<T>,
}

/// The nim-sums of some parts, as far as they are known. Runs through a cut whose residues are restricted have steps;
/// so places with the same residue are stored side by side, in a *strand*.
struct Column<T> {
    /// The offset of the first part is 0.
    parts: Vec<Part>,
    /// The first place.
    first: i64,
    /// The next place.
    next: i64,
    /// Strand r has the places first + r, first + r + number of strands, ...
    strands: Vec<Vec<T>>,
}

impl<T: Width> Column<T> {
    fn follow(&mut self, table: &KindTable) {
        while let Some(sum) = table.sum_if_known(&self.parts, self.next) {
            let strand = (self.next - self.first) as usize % self.strands.len();
            self.strands[strand].push(T::of(sum));
            self.next += 1;
        }
    }
}

/// A coordinate as a column: its value at a is that of the column at a + `shift`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InColumn {
    column: usize,
    shift: i64,
}

/// All columns that cuts need.
pub(super) struct Columns<T> {
    columns: Vec<Column<T>>,
    /// For each kind, the columns that grow with it.
    of_kind: Vec<Vec<usize>>,
}

impl<T: Width> Columns<T> {
    pub fn new(kinds: usize) -> Self {
        Self { columns: Vec::new(), of_kind: vec![Vec::new(); kinds] }
    }

    /// The column of a coordinate, for runs with a step; none if the coordinate is slack.
    pub fn add(&mut self, coordinate: &Coordinate, step: i64, table: &KindTable) -> Option<InColumn> {
        let mut parts = coordinate.parts.clone();
        parts.sort_unstable();
        let shift = parts.first()?.offset;
        parts.iter_mut().for_each(|part| part.offset -= shift);
        let strands = step.max(1) as usize;
        let known = self.columns.iter().position(|column| column.parts == parts && column.strands.len() == strands);
        let column = known.unwrap_or_else(|| {
            let first = parts.iter().map(|part| table.firsts[part.kind] - part.offset).max().unwrap_or(0);
            for part in &parts {
                if !self.of_kind[part.kind].contains(&self.columns.len()) {
                    self.of_kind[part.kind].push(self.columns.len());
                }
            }
            let mut column = Column { parts, first, next: first, strands: vec![Vec::new(); strands] };
            column.follow(table);
            self.columns.push(column);
            self.columns.len() - 1
        });
        Some(InColumn { column, shift })
    }

    /// The same columns with wider cells.
    fn widened<U: Width>(&self, table: &KindTable) -> Columns<U> {
        let wider = |column: &Column<T>| {
            let strands = vec![Vec::new(); column.strands.len()];
            let mut wider = Column { parts: column.parts.clone(), first: column.first, next: column.first, strands };
            wider.follow(table);
            wider
        };
        Columns { columns: self.columns.iter().map(wider).collect(), of_kind: self.of_kind.clone() }
    }

    /// Takes over the new values of a kind. They must fit the cells.
    fn follow(&mut self, kind: usize, table: &KindTable) {
        for &column in &self.of_kind[kind] {
            self.columns[column].follow(table);
        }
    }

    /// The values of a coordinate at `count` places from a on, in the steps of its column, in ascending order. Without
    /// enough values, there are none.
    pub fn ascending(&self, of: InColumn, a: i64, count: usize) -> &[T] {
        let column = &self.columns[of.column];
        let place = usize::try_from(a + of.shift - column.first).unwrap_or(usize::MAX);
        let (strand, from) = (place % column.strands.len(), place / column.strands.len());
        let cells = column.strands[strand].get(from..from.saturating_add(count));
        debug_assert!(cells.is_some(), "{count} values from {a} on have not been computed");
        cells.unwrap_or_default()
    }

    /// The most memory for this many values of each kind, in bytes: vectors may have grown to twice their length.
    pub fn needs(&self, values: u128) -> u128 {
        2 * values * (size_of::<T>() * self.columns.len()) as u128
    }
}

/// The columns, in cells that have room for the values so far.
pub(super) enum Cells {
    Bytes(Columns<u8>),
    Shorts(Columns<u16>),
    Words(Columns<u32>),
}

impl Cells {
    /// The largest value for which there is room.
    pub fn largest(&self) -> u32 {
        match self {
            Cells::Bytes(_) => u8::LARGEST,
            Cells::Shorts(_) => u16::LARGEST,
            Cells::Words(_) => u32::LARGEST,
        }
    }

    /// The next wider cells.
    pub fn widened(&self, table: &KindTable) -> Self {
        match self {
            Cells::Bytes(columns) => Cells::Shorts(columns.widened(table)),
            Cells::Shorts(columns) => Cells::Words(columns.widened(table)),
            Cells::Words(columns) => Cells::Words(columns.widened(table)),
        }
    }

    /// Takes over the new values of a kind, for which there must be room.
    pub fn follow(&mut self, kind: usize, table: &KindTable) {
        match self {
            Cells::Bytes(columns) => columns.follow(kind, table),
            Cells::Shorts(columns) => columns.follow(kind, table),
            Cells::Words(columns) => columns.follow(kind, table),
        }
    }

    /// The most memory for this many values of each kind, in bytes.
    pub fn needs(&self, values: u128) -> u128 {
        match self {
            Cells::Bytes(columns) => columns.needs(values),
            Cells::Shorts(columns) => columns.needs(values),
            Cells::Words(columns) => columns.needs(values),
        }
    }
}
