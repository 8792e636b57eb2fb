//! Two-dimensional finite vector subtraction, up to 256 rows at once.
//!
//! Idea: a move lowers x + y, so cells with the same x + y do not depend on each other. A band of rows is computed
//! along slanted columns: at time t the row at lane l has its cell y = t - l. Its option by a vector (a, b) was
//! computed at time t - a - b, at lane l - a. Sets of values are lanes with one bit for each value. So an option is
//! one load and one OR for all rows of the band, and the mex is `!e & (e + 1)`. The lanes of the band are preceded by
//! those of the last rows of the previous band, as far back as a vector reaches. A band is wide, so that lanes have
//! long been written when they are read. The lanes of past times are kept only as far back as a vector reaches. The
//! values of several times are written to the rows while they are in the innermost cache. Recurrence: G(p) = mex {
//! G(p - v) : v a vector that fits }; no value exceeds the number of vectors.
//!
//! Cost: a load and an OR of 64 lanes for each vector and 64 cells, and a transposition of bytes. Each thread works
//! on a band of its own, several times behind the previous band. Memory: the rows of a band, about a million values
//! or 128 rows, and the lanes of its last rows, as far as a vector reaches. A single thread needs this once; several
//! threads need it for one band more than there are threads. (With more bands the gain of two threads is smaller, 1.5
//! instead of 1.7, as measured.) Reference: S. W. Golomb, A mathematical investigation of games of take-away, J.
//! Combin. Theory 1 (1966).

mod layout;
mod transpose;

use crate::shared::lanes::Lane;
use crate::shared::wavefront::{Next, Tracks, get, lock, wavefront};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{Flow, Outlet, State, StateReader, Values};
use layout::{BANDS, GROUP, MOST_THREADS, PART, StepsLayout, TIMES};
use std::sync::Mutex;
use transpose::Transpose;

/// Two-dimensional games of steps, by slanted columns.
pub struct StepsTable;

impl Kernel for StepsTable {
    fn name(&self) -> &'static str {
        "steps-table"
    }

    fn summary(&self) -> &'static str {
        "steps in two coordinates, up to 256 rows at once"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        StepsLayout::of(task).is_some_and(|layout| layout.bytes() <= task.memory.0)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(StepsLayout::of(task).map_or(u128::MAX, |layout| layout.bytes()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(layout) = StepsLayout::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", (layout.height * layout.width) as u64);
        task.control.check()?;
        solve(&layout, task, sink)?;
        Ok(Solution::default())
    }
}

/// Computes a table and gives its rows.
fn solve(layout: &StepsLayout, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Flow, Error> {
    match layout.lane() {
        1 => table::<u8>(layout, task, sink),
        2 => table::<u16>(layout, task, sink),
        4 => table::<u32>(layout, task, sink),
        _ => table::<u64>(layout, task, sink),
    }
}

fn table<T: Lane>(layout: &StepsLayout, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Flow, Error> {
    let mut edges: Vec<Edge<T>> = (0..=layout.ahead).map(|_| Edge::new(layout)).collect();
    let first = task.resume(|kept| edges[0].load(layout, kept))?.unwrap_or(0);
    // One allocation, so that the system need not bring the memory in again for the next table.
    let mut rows = vec![0; layout.ahead * layout.rows()];
    let of_bands = rows.chunks_exact_mut(layout.rows());
    let bands: Vec<Mutex<Band<'_, T>>> = of_bands.map(|rows| Mutex::new(Band::new(layout, rows))).collect();
    // Where the band of a track begins and ends, as multiples of the width.
    let start = |track: usize| first + track * layout.band;
    let end = |track: usize| layout.height.min(start(track + 1));
    // A row that is `band` lanes further is `band` times later. So each band begins this many steps later.
    let later = layout.band / TIMES;
    let tracks =
        Tracks { count: (layout.height - first).div_ceil(layout.band), threads: MOST_THREADS, ahead: layout.ahead };
    let mut flow = Flow::Continue;
    wavefront(
        tracks,
        |track| track * later..track * later + layout.steps(),
        |track, step| {
            task.control.check()?;
            let band = &mut *lock(&bands[track % layout.ahead]);
            let both = [track, track + 1].map(|number| &edges[number % edges.len()]);
            band.step(layout, step - track * later, end(track) - start(track), both);
            Ok(())
        },
        |track| {
            let rows = &mut lock(&bands[track % layout.ahead]).rows[..(end(track) - start(track)) * layout.width];
            if task.value == Value::OUTCOME {
                rows.iter_mut().for_each(|value| *value = (*value).min(1));
            }
            flow = sink.block((start(track) * layout.width) as u64, Values::Bytes(rows))?;
            task.control.progress((end(track) * layout.width) as u64);
            if flow == Flow::Continue && end(track) < layout.height {
                let edge = &edges[(track + 1) % edges.len()];
                sink.checkpoint(&mut |state| edge.save(layout, end(track), state))?;
            }
            Ok(if flow == Flow::Stop { Next::Stop } else { Next::All })
        },
    )?;
    Ok(flow)
}

/// The lanes of the last rows of a band, for the steps of the next one.
struct Edge<T>(Vec<Mutex<Vec<T>>>);

impl<T: Lane> Edge<T> {
    fn new(layout: &StepsLayout) -> Self {
        Self((0..layout.steps()).map(|_| Mutex::new(vec![T::default(); TIMES * layout.reach])).collect())
    }

    /// Saves the edge that precedes the band from row `first` on. A byte is a value plus one, or 0 for no value.
    fn save(&self, layout: &StepsLayout, first: usize, state: &mut State) -> Result<(), Error> {
        state.put(&(first, layout.band))?;
        let mut bytes = Vec::with_capacity(layout.steps() * TIMES * layout.reach);
        for lanes in &self.0 {
            bytes
                .extend(lock(lanes).iter().map(|&lane| if lane == T::default() { 0 } else { lane.below().ones() + 1 }));
        }
        state.put_bytes(&bytes);
        Ok(())
    }

    /// Restores the edge. Returns the first row of the next band.
    fn load(&mut self, layout: &StepsLayout, state: &mut StateReader<'_>) -> Option<usize> {
        let (first, band) = state.take::<(usize, usize)>()?;
        let bytes = state.take_bytes()?;
        let fits = band == layout.band && first.is_multiple_of(band) && first < layout.height;
        (fits && bytes.len() == layout.steps() * TIMES * layout.reach).then_some(())?;
        let lanes = self.0.iter_mut().flat_map(get);
        for (lane, &byte) in lanes.zip(bytes) {
            let known = u32::from(byte).checked_sub(1).filter(|&value| value < T::BITS);
            *lane = known.map_or(T::default(), |value| T::low(1 << value));
        }
        Some(first)
    }
}

/// A band that is being computed.
struct Band<'r, T> {
    /// The lanes of the last times: first those of the rows before the band, then those of the band.
    lanes: Vec<T>,
    /// The values of the times of a step.
    values: Vec<u8>,
    /// The values of the rows.
    rows: &'r mut [u8],
}

impl<'r, T: Lane> Band<'r, T> {
    fn new(layout: &StepsLayout, rows: &'r mut [u8]) -> Self {
        Self {
            lanes: vec![T::default(); (layout.longest + layout.span()) * layout.pitch()],
            values: vec![0; TIMES * layout.band],
            rows,
        }
    }

    /// Computes the values of the times of a step, in the first `height` rows.
    fn step(&mut self, layout: &StepsLayout, step: usize, height: usize, [from, to]: [&Edge<T>; 2]) {
        let (pitch, reach, span) = (layout.pitch(), layout.reach, layout.span());
        let past = step * TIMES % span;
        match (step, past) {
            // No cell has a time below 0.
            (0, _) => self.lanes[..layout.longest * pitch].fill(T::default()),
            // The last times become those before the first.
            (_, 0) => self.lanes.copy_within(span * pitch.., 0),
            _ => {}
        }
        let lanes = &mut self.lanes[..(layout.longest + past + TIMES) * pitch];
        let now = (layout.longest + past) * pitch;
        copy(&lock(&from.0[step]), reach, &mut lanes[now..], pitch, reach);
        fast(BandColumns { layout, time: step * TIMES, height, lanes, values: &mut self.values });
        if let Some(earlier) = step.checked_sub(layout.band / TIMES) {
            copy(&lanes[now + layout.band..], pitch, &mut lock(&to.0[earlier]), reach, reach);
        }
        let rows = &mut self.rows[..height * layout.width];
        fast(Transpose { layout, time: step * TIMES, values: &self.values, rows });
    }
}

/// Copies the first `count` lanes (whole groups) of each time of a step.
fn copy<T: Lane>(from: &[T], from_pitch: usize, to: &mut [T], to_pitch: usize, count: usize) {
    if count == 0 {
        return;
    }
    for (from, to) in from.chunks(from_pitch).zip(to.chunks_mut(to_pitch)).take(TIMES) {
        let (from, to) = (from[..count].as_chunks::<GROUP>().0, to[..count].as_chunks_mut::<GROUP>().0);
        for (from, to) in from.iter().zip(to) {
            *to = *from;
        }
    }
}

/// Computes a band, one time after the other.
struct BandColumns<'b, T> {
    layout: &'b StepsLayout,
    /// The first time.
    time: usize,
    /// The number of rows that exist.
    height: usize,
    /// The lanes up to the last time.
    lanes: &'b mut [T],
    values: &'b mut [u8],
}

impl<T: Lane> Work for BandColumns<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let BandColumns { layout, time, height, lanes, values } = self;
        let (pitch, reach, band) = (layout.pitch(), layout.reach, layout.band);
        let back: Vec<usize> = layout.vectors.iter().map(|&(a, b)| (a + b) * pitch + a).collect();
        let first = lanes.len() - TIMES * pitch + reach;
        let mut sets = [[T::default(); PART]; BANDS[1] / PART];
        for (i, values) in values.chunks_exact_mut(band).enumerate() {
            // There are no cells before the first column and after the last one.
            let begun = (time + i + 1).saturating_sub(reach).min(height);
            let ended = (time + i + 1).saturating_sub(reach + layout.width).min(height);
            let from = ended / PART * PART;
            let count = begun.next_multiple_of(PART) - from;
            let at = first + i * pitch;
            let (past, now) = lanes.split_at_mut(at);
            let sets = &mut sets[..count / PART];
            for (number, back) in back.chunks(4).enumerate() {
                let (at, fresh) = (at + from, number == 0);
                match *back {
                    [a] => gather(sets, fresh, past, [at - a]),
                    [a, b] => gather(sets, fresh, past, [at - a, at - b]),
                    [a, b, c] => gather(sets, fresh, past, [at - a, at - b, at - c]),
                    [a, b, c, d] => gather(sets, fresh, past, [at - a, at - b, at - c, at - d]),
                    _ => {}
                }
            }
            let lanes = now[from..].as_chunks_mut::<PART>().0;
            let values = values[from..].as_chunks_mut::<PART>().0;
            for ((lanes, values), sets) in lanes.iter_mut().zip(values).zip(sets) {
                for i in 0..PART {
                    lanes[i] = sets[i].mex();
                    values[i] = lanes[i].below().ones();
                }
            }
            if begun < band || ended > 0 {
                now[..ended].fill(T::default());
                now[begun..band].fill(T::default());
            }
        }
    }
}

/// ORs lanes from each of some places on into sets; `fresh` sets are empty before. All lanes are of earlier times.
#[inline(always)]
fn gather<T: Lane, const K: usize>(sets: &mut [[T; PART]], fresh: bool, lanes: &[T], from: [usize; K]) {
    let count = sets.len();
    let options = from.map(|from| lanes[from..].as_chunks::<PART>().0.get(..count).unwrap_or_default());
    if options.iter().any(|lanes| lanes.len() < count) {
        return;
    }
    for (part, sets) in sets.iter_mut().enumerate() {
        let options = options.map(|lanes| &lanes[part]);
        let mut seen = if fresh { [T::default(); PART] } else { *sets };
        for i in 0..PART {
            for lanes in options {
                seen[i] |= lanes[i];
            }
        }
        *sets = seen;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_task;

    fn by_options(height: usize, width: usize, vectors: &[(usize, usize)]) -> Vec<u32> {
        let mut values = vec![0; height * width];
        for cell in 0..values.len() {
            let fitting = vectors.iter().filter(|&&(a, b)| a <= cell / width && b <= cell % width);
            let seen = fitting.fold(0u64, |seen, &(a, b)| seen | 1 << values[cell - a * width - b]);
            values[cell] = seen.trailing_ones();
        }
        values
    }

    /// Boxes around whole parts, bands and steps, tiny and elongated ones, with one thread and with several; vectors
    /// that reach over a band or a step; lanes of all widths.
    #[test]
    fn boxes_of_all_proportions() {
        let many = |count: usize| (1..=count).map(|i| (i % 7, i / 7 + i * i % 5 + usize::from(i % 7 == 0))).collect();
        let sets: [Vec<(usize, usize)>; 9] = [
            vec![],
            vec![(1, 0), (0, 1), (1, 1)],
            vec![(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (5, 0), (0, 5)],
            vec![(300, 0), (0, 1), (1, 1), (16, 3), (17, 2)],
            vec![(1, 0), (2, 700), (0, 129), (131, 64)],
            many(8),
            many(15),
            many(30),
            many(60),
        ];
        let sides = [(1, 1), (1, 3000), (3000, 1), (3, 127), (63, 65), (64, 64), (129, 2), (257, 128), (513, 255)];
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for ((height, width), vectors) in sides.iter().flat_map(|&side| sets.iter().map(move |set| (side, set))) {
                let mut found = Vec::new();
                let layout =
                    |vectors: &[(usize, usize)]| StepsLayout::cut(height, width, vectors.iter().copied()).unwrap();
                pool.install(|| {
                    with_task(|task| assert_eq!(solve(&layout(vectors), task, &mut found).unwrap(), Flow::Continue))
                });
                let same = found == by_options(height, width, vectors);
                assert!(same, "{height} x {width}, {vectors:?}, {threads} threads");
            }
        }
    }

    /// Many bands behind each other: threads that came too close to each other would read what is not written yet.
    #[test]
    fn bands_keep_their_distance() {
        let vectors = [(1, 0), (0, 1), (1, 1), (2, 3)];
        let truth = by_options(3000, 900, &vectors);
        for threads in [2, 3, 5].repeat(4) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut found = Vec::new();
            let layout = || StepsLayout::cut(3000, 900, vectors.iter().copied()).unwrap();
            pool.install(|| with_task(|task| assert_eq!(solve(&layout(), task, &mut found).unwrap(), Flow::Continue)));
            assert!(found == truth, "{threads} threads");
        }
    }
}
