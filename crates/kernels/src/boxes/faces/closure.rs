//! Computing the closure: layer by layer, within a layer column by column (a *cell*), within a cell plane by plane,
//! and within a plane block by block (`block.rs`). A later plane is begun only if a line is full in those before.

use super::block::{BlockInWork, Reach, some_full};
use super::layout::{FaceDirection, FacesLayout};
use crate::Task;
use crate::shared::wavefront::{Next, Tracks, get, lock, wavefront};
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{State, StateReader};
use std::sync::Mutex;

/// The number of blocks between two checks for cancellation.
const BLOCKS: usize = 64;

/// The closures of the layers so far.
pub(super) struct Closure {
    layout: FacesLayout,
    /// For each column, the planes of its latest layer.
    columns: Vec<Mutex<Vec<Plane>>>,
    workspaces: Vec<Mutex<LayerSpace>>,
    /// For each line of a layer not given yet, the place of its P-position, or past its end if it has none.
    places: Vec<Mutex<Vec<u16>>>,
}

/// The words of a plane that a column or a layer stores, for each direction that is stored there.
struct Plane {
    kept: Vec<Vec<u64>>,
    /// Whether they contain anything.
    begun: bool,
    /// Which blocks contain anything. This is unused for the first plane, where all do. In later planes, a block is
    /// empty unless it has a full line or can reach a block that has one.
    blocks: Vec<bool>,
}

/// The working memory of one layer.
struct LayerSpace {
    /// The planes of the latest column.
    planes: Vec<Plane>,
    block: BlockInWork,
}

/// A plane of a column or a layer. It is made when it is first needed, by the thread that needs it.
fn plane<'p>(
    planes: &'p mut Vec<Plane>,
    number: usize,
    layout: &FacesLayout,
    is_kept: fn(&FaceDirection) -> bool,
) -> &'p mut Plane {
    while planes.len() <= number {
        let words = |direction: &FaceDirection| if is_kept(direction) { direction.kept * layout.block() } else { 0 };
        let kept = layout.directions.iter().map(|direction| vec![0; words(direction)]).collect();
        let blocks = if planes.is_empty() { 0 } else { layout.blocks };
        planes.push(Plane { kept, begun: false, blocks: vec![false; blocks] });
    }
    &mut planes[number]
}

fn in_column(direction: &FaceDirection) -> bool {
    direction.in_column
}

fn in_layer(direction: &FaceDirection) -> bool {
    direction.in_layer
}

impl Closure {
    pub fn new(layout: FacesLayout) -> Self {
        let columns = (0..layout.columns).map(|_| Mutex::default()).collect();
        let workspace = || Mutex::new(LayerSpace { planes: Vec::new(), block: BlockInWork::new(&layout) });
        let workspaces = (0..layout.ahead()).map(|_| workspace()).collect();
        let places = (0..layout.ahead()).map(|_| Mutex::default()).collect();
        Self { layout, columns, workspaces, places }
    }

    pub fn layers(&self) -> usize {
        self.layout.layers
    }

    /// Saves the columns, which are the whole state between two groups.
    pub fn save(&mut self, state: &mut State) -> Result<(), Error> {
        for planes in self.columns.iter_mut().map(get) {
            let begun: Vec<_> = planes.iter().take_while(|plane| plane.begun).collect();
            state.put(&begun.len())?;
            for plane in begun {
                state.put(&plane.blocks)?;
                for words in &plane.kept {
                    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    state.put_bytes(&bytes);
                }
            }
        }
        Ok(())
    }

    /// Restores what was saved; `None` if it belongs to another layout.
    pub fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        for planes in self.columns.iter_mut().map(get) {
            let begun = state.take::<usize>().filter(|begun| *begun <= self.layout.planes)?;
            for number in 0..begun {
                let plane = plane(planes, number, &self.layout, in_column);
                plane.begun = true;
                let blocks = state.take::<Vec<bool>>().filter(|blocks| blocks.len() == plane.blocks.len())?;
                plane.blocks = blocks;
                for words in &mut plane.kept {
                    let bytes = state.take_bytes().filter(|bytes| bytes.len() == 8 * words.len())?;
                    let (chunks, _) = bytes.as_chunks::<8>();
                    words.iter_mut().zip(chunks).for_each(|(word, chunk)| *word = u64::from_le_bytes(*chunk));
                }
            }
        }
        Some(())
    }

    /// Computes the layers from `first` on and gives the places of each. Returns how many were given until `give`
    /// wanted no more.
    ///
    /// Each layer stays one column behind the one before: the column stores the layer before, and the workspace
    /// stores the column before.
    pub fn group(
        &mut self,
        task: &Task<'_>,
        first: usize,
        mut give: impl FnMut(usize, &[u16]) -> Result<Next, Error>,
    ) -> Result<usize, Error> {
        let Self { layout, columns, workspaces, places } = self;
        let count = layout.layers - first;
        wavefront(
            Tracks { count, threads: layout.threads, ahead: layout.ahead() },
            |_| 0..layout.columns,
            |index, at| {
                let (layer, control) = (first + index, task.control);
                let (workspace, places) =
                    (&mut *lock(&workspaces[index % workspaces.len()]), &mut *lock(&places[index % places.len()]));
                places.resize(layout.columns * layout.cell(), 0);
                let places = &mut places[at * layout.cell()..][..layout.cell()];
                let without_tokens = layer == 0 && at == 0 && task.play == Play::Misere;
                let column = &mut *lock(&columns[at]);
                fast(Cell { layout, workspace, column, places, at, without_tokens, control })
            },
            |index| give(first + index, &lock(&places[index % places.len()])),
        )
    }
}

/// The cell of a layer and a column.
struct Cell<'c> {
    layout: &'c FacesLayout,
    workspace: &'c mut LayerSpace,
    column: &'c mut Vec<Plane>,
    places: &'c mut [u16],
    at: usize,
    /// Whether the cell begins with the position without tokens, and that counts as N.
    without_tokens: bool,
    control: &'c Control<'c>,
}

impl Work for Cell<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Result<(), Error> {
        let Cell { layout, workspace, column, places, at, without_tokens, control } = self;
        let LayerSpace { planes, block } = workspace;
        if at == 0 {
            planes.iter_mut().for_each(|plane| plane.begun = false);
        }
        let begun = |planes: &[Plane], number: usize| planes.get(number).is_some_and(|plane| plane.begun);
        for number in 0..layout.planes {
            // The place of a line whose P-position is in this plane or a later one.
            let full = (64 * layout.words * number) as u16;
            if number > 0 && !begun(planes, number) && !begun(column, number) && !some_full(places, full) {
                break;
            }
            let of_cell = PlaneOfCell {
                layout,
                layer: plane(planes, number, layout, in_layer),
                column: plane(column, number, layout, in_column),
                block,
                full,
                without_tokens,
                control,
            };
            if number == 0 { of_cell.run::<true>(places) } else { of_cell.run::<false>(places) }?;
        }
        Ok(())
    }
}

/// A plane of a cell: the bits of some words of each line.
struct PlaneOfCell<'c> {
    layout: &'c FacesLayout,
    layer: &'c mut Plane,
    column: &'c mut Plane,
    block: &'c mut BlockInWork,
    /// The place of a line that is full in the earlier planes.
    full: u16,
    without_tokens: bool,
    control: &'c Control<'c>,
}

impl PlaneOfCell<'_> {
    /// Computes the `FIRST` plane, or a later one.
    #[inline(always)]
    fn run<const FIRST: bool>(self, places: &mut [u16]) -> Result<(), Error> {
        match (self.layout.words, self.layout.row) {
            (1, 4) => self.blocks::<4, true, FIRST>(places),
            (1, 8) => self.blocks::<8, true, FIRST>(places),
            (1, 12) => self.blocks::<12, true, FIRST>(places),
            (1, 16) => self.blocks::<16, true, FIRST>(places),
            (1, _) => self.blocks::<0, true, FIRST>(places),
            _ => self.blocks::<0, false, FIRST>(places),
        }
    }

    /// Computes all blocks. If `ROW` is not 0, rows have `ROW` words. `ONE` means that a line is one word.
    #[inline(always)]
    fn blocks<const ROW: usize, const ONE: bool, const FIRST: bool>(self, places: &mut [u16]) -> Result<(), Error> {
        let PlaneOfCell { layout, layer, column, block, full, without_tokens, control } = self;
        let mut point = vec![0; layout.middle.len()];
        let strides = layout.strides();
        for (index, places) in places.chunks_exact_mut(layout.rows * layout.lines).enumerate() {
            if index % BLOCKS == 0 {
                control.check()?;
            }
            let from_layer = column.begun && (FIRST || column.blocks[index]);
            let from_column = layer.begun && (FIRST || layer.blocks[index]);
            if !FIRST {
                let before = point.iter().zip(&strides).any(|(&at, stride)| at > 0 && column.blocks[index - stride]);
                let begins = from_layer || from_column || before || some_full(places, full);
                (layer.blocks[index], column.blocks[index]) = (begins, begins);
                if !begins {
                    advance(&mut point, &layout.middle);
                    continue;
                }
            }
            let reach = Reach { layout, from_layer, from_column, point: &point, index, begun: &column.blocks };
            block.gather::<FIRST>(&reach, &layer.kept, &column.kept);
            for (row, places) in places.chunks_exact_mut(layout.lines).enumerate() {
                block.unite::<ROW>(layout, row);
                if without_tokens && index == 0 && row == 0 {
                    block.taken[0] |= 1;
                }
                block.find::<ONE, FIRST>(layout, full, places);
                if ROW > 0 {
                    block.settle::<ROW>(layout, row);
                }
            }
            block.store::<ROW>(&reach, &mut layer.kept, &mut column.kept);
            advance(&mut point, &layout.middle);
        }
        (layer.begun, column.begun) = (true, true);
        Ok(())
    }
}

/// Moves a point on to the next one. The last coordinate varies fastest.
#[inline(always)]
fn advance(point: &mut [usize], sides: &[usize]) {
    for (coordinate, &side) in point.iter_mut().zip(sides).rev() {
        *coordinate += 1;
        if *coordinate < side {
            return;
        }
        *coordinate = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_task;
    use grundy_core::ruleset::Value;

    /// Nim where all lines of some blocks have values below 64, but lines before and after them have not.
    #[test]
    fn planes_go_on_behind_blocks_without_full_lines() {
        for threads in [1, 2, 7] {
            let mut layout = FacesLayout::new(&[3, 65, 129, 1, 4], &[1, 2, 4, 8, 16], Value::GRUNDY, 256);
            layout.threads = threads;
            let mut closure = Closure::new(layout);
            let mut layers = 0;
            let given = |layer: usize, places: &[u16]| {
                let truth = (0..65 * 129 * 4).map(|rank| layer ^ (rank / 4 / 129) ^ (rank / 4 % 129) ^ (rank % 4));
                assert!(truth.eq(places.iter().map(|&place| usize::from(place))), "layer {layer}");
                layers += 1;
                Ok(Next::All)
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| with_task(|task| closure.group(task, 0, given).map(|_| ()).unwrap()));
            assert_eq!(layers, 3);
        }
    }
}
