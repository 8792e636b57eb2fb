//! Rows that are positions of several kinds: for each kind one row for every size up to a maximum, or a single row if
//! the kind has no size. Kinds come one after the other.
//!
//! A label consists of the number of the kind and the size (0 if it has none).

use std::sync::Arc;

/// A kind of positions, as far as rows show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowKind {
    /// What precedes the size of a position: `star(2,12,`; a whole position if there is no size.
    pub before: String,
    /// What follows the size: `)`.
    pub after: String,
    /// The name of the size and its least value; none if the kind is a single position.
    pub size: Option<(String, u64)>,
}

impl RowKind {
    /// All its positions in general: `star(2,12,n)`.
    pub fn label(&self) -> String {
        let name = self.size.as_ref().map_or("", |(name, _)| name.as_str());
        format!("{}{name}{}", self.before, self.after)
    }

    /// Its position of a size.
    pub fn show(&self, size: u64) -> String {
        match &self.size {
            Some(_) => format!("{}{size}{}", self.before, self.after),
            None => self.label(),
        }
    }

    /// The least size; 0 if there is none.
    pub fn first(&self) -> u64 {
        self.size.as_ref().map_or(0, |(_, least)| *least)
    }
}

/// The kinds of rows with sizes up to a maximum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindRows {
    kinds: Arc<[RowKind]>,
    max: u64,
    /// The first row of each kind, and finally the number of all rows.
    starts: Vec<u64>,
}

impl KindRows {
    pub(super) fn new(kinds: Arc<[RowKind]>, max: u64) -> Self {
        let mut starts = vec![0u64];
        for kind in kinds.iter() {
            let own = match &kind.size {
                Some((_, least)) => max.saturating_add(1).saturating_sub(*least),
                None => 1,
            };
            starts.push(starts[starts.len() - 1].saturating_add(own));
        }
        Self { kinds, max, starts }
    }

    /// The kinds, in the order of the rows.
    pub fn kinds(&self) -> &[RowKind] {
        &self.kinds
    }

    /// The largest size.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The number of all rows; `u64::MAX` if 64 bits cannot hold it.
    pub fn count(&self) -> u64 {
        self.starts[self.kinds.len()]
    }

    /// The rows of a kind.
    pub fn of(&self, kind: usize) -> std::ops::Range<u64> {
        self.starts[kind]..self.starts[kind + 1]
    }

    /// The kind of a row, and its size.
    pub fn place(&self, row: u64) -> (usize, u64) {
        // Kinds without rows start where the next one does.
        let kind = self.starts.partition_point(|&start| start <= row).saturating_sub(1).min(self.kinds.len() - 1);
        (kind, self.kinds[kind].first() + (row - self.starts[kind]))
    }

    /// The row of a kind and a size, if there is one.
    pub fn find(&self, kind: usize, size: u64) -> Option<u64> {
        let rows = self.kinds.get(kind).map(|_| self.of(kind))?;
        let row = rows.start.checked_add(size.checked_sub(self.kinds[kind].first())?)?;
        rows.contains(&row).then_some(row)
    }

    /// Changes a label to that of the next row; after the last one, to a label of no kind.
    pub(super) fn advance(&self, label: &mut [u64]) {
        let row = usize::try_from(label[0]).ok().and_then(|kind| self.find(kind, label[1])).unwrap_or(u64::MAX - 1) + 1;
        let (kind, size) = if row < self.count() { self.place(row) } else { (self.kinds.len(), 0) };
        (label[0], label[1]) = (kind as u64, size);
    }

    /// The fields of a label: the kind, and the size if it has one.
    pub(super) fn fields(&self, label: &[u64], field: &mut dyn FnMut(&str)) {
        let Some(kind) = usize::try_from(label[0]).ok().and_then(|kind| self.kinds.get(kind)) else { return };
        field(&kind.label());
        field(&kind.size.as_ref().map_or(String::new(), |_| label[1].to_string()));
    }

    /// Reads a position: `star(2,12,40)`.
    pub(super) fn read(&self, text: &str) -> Option<Vec<u64>> {
        let text: String = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
        let of = |(number, kind): (usize, &RowKind)| {
            let size = match &kind.size {
                None => (text == kind.label()).then_some(0)?,
                Some(_) => text.strip_prefix(&kind.before)?.strip_suffix(&kind.after)?.parse().ok()?,
            };
            self.find(number, size).map(|_| vec![number as u64, size])
        };
        self.kinds.iter().enumerate().find_map(of)
    }

    /// A position, if the label is one.
    pub(super) fn show(&self, label: &[u64]) -> String {
        let kind = usize::try_from(label[0]).ok().and_then(|kind| self.kinds.get(kind));
        kind.map_or(String::new(), |kind| kind.show(label[1]))
    }

    /// The label of some row, for messages: of the first kind that has a size, if possible.
    pub(super) fn example(&self) -> String {
        let sized = (0..self.kinds.len()).find(|&kind| self.kinds[kind].size.is_some() && !self.of(kind).is_empty());
        let kind = sized.unwrap_or(0);
        let size = self.kinds[kind].first().max(3).min(self.max);
        self.kinds[kind].show(size)
    }
}
