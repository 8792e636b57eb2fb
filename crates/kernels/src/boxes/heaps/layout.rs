//! The box of a game of heaps, its moves, and how it is divided among threads.

use crate::Task;
use crate::shared::wavefront::Tracks;
use grundy_core::bytes::Bytes;
use grundy_core::ruleset::Value;
use grundy_core::structure::Heaps;

/// The number of values that fit the longest sets.
const MOST_VALUES: u64 = 512;

/// With fewer bytes than this in a column of a layer, another thread does not pay.
const WORTH: usize = 1 << 7;

/// The maximum number of threads.
const MOST_THREADS: usize = 8;

/// How many layers a thread works on at once. It passes a column on to the next thread once for all of them. There
/// are not more, because the windows of a layer should stay in the cache, and sets may turn out to be too short.
const BITS_EACH: usize = 8;
const SETS_EACH: usize = 2;

/// The box and its moves.
pub(super) struct HeapsLayout {
    pub sides: Vec<usize>,
    /// The maximum number of heaps of a move.
    pub most: usize,
    /// The length of a block of a window; 0 if there is only one block.
    pub limit: usize,
    /// Whether a move may take the same number from all heaps.
    pub all: bool,
    /// Whether an element is the outcomes of 64 positions, and not the values of one.
    pub bits: bool,
    /// The number of elements of a row.
    pub row: usize,
    /// For each heap but the last, the number of elements of the heaps after it.
    pub strides: Vec<usize>,
    /// How many layers a thread works on at once.
    pub each: usize,
    /// The number of threads.
    pub threads: usize,
}

impl HeapsLayout {
    pub fn of(task: &Task<'_>) -> Option<Self> {
        let &Heaps { most, limit, all } = task.structure()?;
        let rows = task.ruleset.rows();
        let side = rows.end();
        let cube = task.ruleset.ranks_are_rows() && rows.sides().iter().all(|&other| other == side);
        let heaps = rows.dimensions();
        let fits = task.value == Value::OUTCOME || tokens(task) < MOST_VALUES;
        if !cube || heaps < 2 || task.ruleset.splits() || most == 0 || !fits {
            return None;
        }
        let side = usize::try_from(side).ok()?;
        let limit = limit.map_or(0, |limit| limit as usize);
        let limit = if limit + 1 < side { limit } else { 0 };
        let bits = task.value == Value::OUTCOME;
        let row = if bits { side.div_ceil(64) } else { side };
        let rows = |after: usize| (1..after).try_fold(row, |product, _| product.checked_mul(side));
        let strides = (0..heaps - 1).map(|heap| rows(heaps - 1 - heap)).collect::<Option<Vec<_>>>()?;
        let mut layout = Self {
            sides: vec![side; heaps],
            most: most.min(heaps),
            limit,
            all,
            bits,
            row,
            strides,
            each: 1,
            threads: 1,
        };
        let bytes = if bits { 8 } else { first_bits(task, &layout) as usize / 8 };
        if heaps > 2 && layout.cell().saturating_mul(bytes) >= WORTH {
            layout.threads = rayon::current_num_threads().clamp(1, MOST_THREADS).min(side);
            layout.each = if bits { BITS_EACH } else { SETS_EACH };
        }
        (layout.needs(longest(task)) <= task.memory).then_some(layout)
    }

    pub fn side(&self) -> usize {
        self.sides[0]
    }

    /// The maximum number of layers that are begun but not given yet.
    pub fn ahead(&self) -> usize {
        (Tracks::ahead(self.threads) * self.each).min(self.side())
    }

    /// The slots of a window: the current block, and one for each set of a block.
    pub fn slots(&self) -> usize {
        self.limit + 1
    }

    /// The number of columns of a layer: of numbers of tokens on the second heap, if that is not the last.
    pub fn columns(&self) -> usize {
        if self.sides.len() > 2 { self.side() } else { 1 }
    }

    /// The number of columns of the diagonals: of differences between the second heap and the first, if the second is
    /// not the last. Layers in progress at the same time use different ones.
    pub fn diagonals(&self) -> usize {
        if self.all { 2 * self.columns() - 1 } else { 0 }
    }

    /// Which of them is used by the positions with `layer` tokens on the first heap and `at` on the second.
    pub fn diagonal(&self, layer: usize, at: usize) -> usize {
        if self.columns() > 1 { at + self.columns() - 1 - layer } else { 0 }
    }

    /// The number of elements of a column.
    pub fn cell(&self) -> usize {
        self.strides[0] / self.columns()
    }

    /// The distance of two slots of the windows along a heap. Those of the first heap are cut into columns.
    pub fn stride(&self, heap: usize) -> usize {
        if heap == 0 { self.cell() } else { self.strides[heap] }
    }

    /// The number of elements of the windows along a heap; for the first heap, of one column.
    pub fn elements(&self, heap: usize) -> usize {
        self.stride(heap).saturating_mul(self.slots()).saturating_mul(self.most)
    }

    /// The memory for elements of this many bits: those of all heaps and of the diagonals, and what is reported of
    /// the current layers.
    pub fn needs(&self, bits: u64) -> Bytes {
        let bytes = if self.bits { 8 } else { u128::from(bits / 8) };
        let windows = (self.columns() as u128).saturating_mul(self.elements(0) as u128);
        let diagonals = (self.diagonals() as u128).saturating_mul(self.cell() as u128);
        let kept = windows.saturating_add(diagonals);
        let workspace: u128 = (1..self.sides.len() - 1).map(|heap| self.elements(heap) as u128).sum();
        let workspaces = self.ahead() as u128 * workspace;
        let told = self.ahead() as u128 * self.strides[0] as u128 * if self.bits { 8 } else { 2 };
        Bytes(kept.saturating_add(workspaces).saturating_mul(bytes).saturating_add(told)).plus(Bytes(1 << 20))
    }
}

/// The length of the longest play. No value is larger.
pub(super) fn tokens(task: &Task<'_>) -> u64 {
    task.ruleset.rows().sides().iter().fold(0, |sum, side| sum.saturating_add(side.saturating_sub(1)))
}

/// The number of bits of the longest sets that may be needed.
pub(super) fn longest(task: &Task<'_>) -> u64 {
    if task.value == Value::OUTCOME { 8 } else { (tokens(task) + 1).next_power_of_two().max(8) }
}

/// The initial number of bits of the sets. If only as many heaps as a move may touch have tokens, each at most as
/// many as it may take, the value is the total. So all these values occur.
pub(super) fn first_bits(task: &Task<'_>, layout: &HeapsLayout) -> u64 {
    if task.value == Value::OUTCOME {
        return 8;
    }
    let each = if layout.limit == 0 { layout.side() - 1 } else { layout.limit };
    ((layout.most * each + 1) as u64).next_power_of_two().max(8).min(longest(task))
}
