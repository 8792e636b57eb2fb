//! The box of a game of heaps, its moves, and how it is cut for threads.

use crate::Task;
use crate::shared::wavefront::Tracks;
use grundy_core::bytes::Bytes;
use grundy_core::ruleset::Value;
use grundy_core::structure::Heaps;

/// The values that fit the longest sets.
const MOST_VALUES: u64 = 512;

/// Less than so many bytes in a column of a layer are not worth another thread.
const WORTH: usize = 1 << 7;

/// Threads, at most.
const MOST_THREADS: usize = 8;

/// Layers a thread works on at once. It hands a column on to the next thread once for all of
/// them; but the windows of a layer want to stay near, and sets may turn out to be too short.
const BITS_EACH: usize = 8;
const SETS_EACH: usize = 2;

/// The box and its moves.
pub(super) struct HeapsLayout {
    pub sides: Vec<usize>,
    /// The most heaps of a move.
    pub most: usize,
    /// The length of a block of a window; 0 if there is but one.
    pub limit: usize,
    /// Whether a move may take the same number from all.
    pub all: bool,
    /// Whether an element is the outcomes of 64 positions, not the values of one.
    pub bits: bool,
    /// The elements of a row.
    pub row: usize,
    /// For each heap but the last, the elements of the heaps after it.
    pub strides: Vec<usize>,
    /// Layers a thread works on at once.
    pub each: usize,
    /// The threads that do.
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

    /// Layers that are in work or not given yet, at most.
    pub fn ahead(&self) -> usize {
        (Tracks::ahead(self.threads) * self.each).min(self.side())
    }

    /// The slots of a window: its block so far, and the blocks' sets one by one.
    pub fn slots(&self) -> usize {
        self.limit + 1
    }

    /// The columns of a layer: numbers of tokens on the second heap, if that is not the last.
    pub fn columns(&self) -> usize {
        if self.sides.len() > 2 { self.side() } else { 1 }
    }

    /// The columns of the diagonals: differences of the second heap from the first, if that is
    /// not the last. Layers in work at once use different ones.
    pub fn diagonals(&self) -> usize {
        if self.all { 2 * self.columns() - 1 } else { 0 }
    }

    /// Which of them the positions with `layer` tokens on the first heap and `at` on the second use.
    pub fn diagonal(&self, layer: usize, at: usize) -> usize {
        if self.columns() > 1 { at + self.columns() - 1 - layer } else { 0 }
    }

    /// The elements of a column.
    pub fn cell(&self) -> usize {
        self.strides[0] / self.columns()
    }

    /// The distance of two slots of the windows along a heap; the first heap's are cut into columns.
    pub fn stride(&self, heap: usize) -> usize {
        if heap == 0 { self.cell() } else { self.strides[heap] }
    }

    /// Elements of the windows along a heap; of a column of it for the first.
    pub fn elements(&self, heap: usize) -> usize {
        self.stride(heap).saturating_mul(self.slots()).saturating_mul(self.most)
    }

    /// The memory for elements of so many bits: those of all heaps and of the diagonals, and
    /// what is told of the layers in work.
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

/// The length of the longest play: no value is larger.
pub(super) fn tokens(task: &Task<'_>) -> u64 {
    task.ruleset.rows().sides().iter().fold(0, |sum, side| sum.saturating_add(side.saturating_sub(1)))
}

/// Bits of the longest sets there may be.
pub(super) fn longest(task: &Task<'_>) -> u64 {
    if task.value == Value::OUTCOME { 8 } else { (tokens(task) + 1).next_power_of_two().max(8) }
}

/// Bits of the sets to begin with. With tokens on so many heaps as a move may touch, at most
/// as many as it may take, the value is their total: such values there are.
pub(super) fn first_bits(task: &Task<'_>, layout: &HeapsLayout) -> u64 {
    if task.value == Value::OUTCOME {
        return 8;
    }
    let each = if layout.limit == 0 { layout.side() - 1 } else { layout.limit };
    ((layout.most * each + 1) as u64).next_power_of_two().max(8).min(longest(task))
}
