//! Two-dimensional finite vector subtraction, 64 rows at once.
//!
//! Idea: a move lessens x + y, so cells with one x + y do not depend on each other. A band of
//! rows is computed along slanted columns: at time t the row at lane l has its cell y = t - l,
//! and the option by a vector (a, b) was computed at time t - a - b, at lane l - a. Sets of
//! values are lanes with a bit for each value: an option is one load and one OR for all rows of
//! the band, and the mex is `!e & (e + 1)`. Before the lanes of the band stand those of the
//! last rows of the band before, as far back as a vector reaches.
//! Recurrence: G(p) = mex { G(p - v) : v a vector that fits }; no value exceeds their number.
//! Cost: a load and an OR of 64 lanes for each vector and 64 cells, and a transposition of
//! bytes, which a second thread does while the next bands are computed. Memory: two bands of
//! lanes, and about a million values three times. Reference: S. W. Golomb, A mathematical
//! investigation of games of take-away, J. Combin. Theory 1 (1966).

use super::lanes::{Lane, gather};
use super::simd::{Work, fast};
use super::{Flow, Kernel, Sink, Solution, Task, Values};
use crate::bytes::Bytes;
use crate::error::Error;
use crate::ruleset::{Play, Value, View};

/// Two-dimensional games of steps, by slanted columns.
pub struct StepsTable;

/// The rows of a band.
const BAND: usize = 64;

/// How far a vector may reach over rows.
const REACH: u64 = 1 << 10;

/// The largest side.
const SIDE: u64 = 1 << 24;

/// Lanes that are copied together.
const GROUP: usize = 16;

/// Cells computed while as many are given, at least: two threads are told less often.
const ROUND: usize = 1 << 20;

/// Times that are transposed together.
const TILE: usize = 16;

impl Kernel for StepsTable {
    fn name(&self) -> &'static str {
        "steps-table"
    }

    fn summary(&self) -> &'static str {
        "two-dimensional steps, 64 rows at once"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        Shape::of(task).is_some_and(|shape| shape.bytes() <= task.memory.0)
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(Shape::of(task).map_or(u128::MAX, |shape| shape.bytes()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let Some(shape) = Shape::of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", (shape.height * shape.width) as u64);
        task.control.check()?;
        match shape.lane() {
            1 => table::<u8>(task, &shape, sink),
            2 => table::<u16>(task, &shape, sink),
            4 => table::<u32>(task, &shape, sink),
            _ => table::<u64>(task, &shape, sink),
        }
    }
}

/// The box, and the vectors that fit it.
struct Shape {
    height: usize,
    width: usize,
    vectors: Vec<(usize, usize)>,
    /// The most rows that a vector reaches over.
    reach: usize,
    /// The largest a + b of a vector.
    longest: usize,
}

impl Shape {
    fn of(task: &Task<'_>) -> Option<Self> {
        let View::Steps(steps) = task.ruleset.view() else { return None };
        let &[height, width] = task.ruleset.rows().sides() else { return None };
        let fits = task.play == Play::Normal && task.ruleset.ranks_are_rows();
        if !fits || height.max(width) > SIDE || steps.iter().any(|step| step.len() != 2) {
            return None;
        }
        let pairs = steps.iter().map(|step| (u64::from(step[0]), u64::from(step[1])));
        let fitting: Vec<(u64, u64)> = pairs.filter(|&(a, b)| a < height && b < width).collect();
        let reach = fitting.iter().map(|&(a, _)| a).max().unwrap_or(0);
        if reach > REACH || fitting.len() >= u64::BITS as usize {
            return None;
        }
        let vectors: Vec<(usize, usize)> = fitting.into_iter().map(|(a, b)| (a as usize, b as usize)).collect();
        let longest = vectors.iter().map(|&(a, b)| a + b).max().unwrap_or(0);
        Some(Self { height: height as usize, width: width as usize, vectors, reach: reach as usize, longest })
    }

    /// The bytes of a lane with a bit for each value.
    fn lane(&self) -> usize {
        (self.vectors.len() + 1).next_power_of_two().max(8) / 8
    }

    /// The lanes of a time.
    fn pitch(&self) -> usize {
        self.reach + BAND
    }

    /// The times of a band, in whole tiles.
    fn times(&self) -> usize {
        (self.width + self.pitch()).next_multiple_of(TILE)
    }

    /// The lanes of a band, which is read up to 64 times and a group beyond.
    fn lanes(&self) -> usize {
        (self.longest + self.times() + BAND) * self.pitch() + GROUP
    }

    /// Rows of a round, in whole bands.
    fn round(&self) -> usize {
        (ROUND / self.times()).next_multiple_of(BAND).max(BAND).min(self.height.next_multiple_of(BAND))
    }

    fn bytes(&self) -> u128 {
        let edge = self.reach * (self.times() + BAND);
        (2 * self.lanes() * self.lane() + self.round() * (2 * self.times() + self.width) + edge) as u128
    }
}

fn table<T: Lane>(task: &Task<'_>, shape: &Shape, sink: &mut dyn Sink) -> Result<Solution, Error> {
    let mut band = Band::<T>::new(shape);
    let kept = sink.resume().and_then(|kept| band.load(&mut kept.reader()));
    let mut given = kept.unwrap_or(0);
    let mut first = given;
    // A round is given while the next one is computed.
    let (mut next, mut ready) = (Vec::new(), Vec::new());
    let mut rows = vec![0; shape.round() * shape.width];
    while given < shape.height {
        task.control.check()?;
        let edge = band.last_rows();
        let rows = &mut rows[..(first - given).min(shape.height - given) * shape.width];
        let end = (first + shape.round()).min(shape.height.next_multiple_of(BAND));
        next.resize((end - first) * shape.times(), 0);
        let flow = rayon::in_place_scope(|scope| {
            scope.spawn(|_| next.chunks_exact_mut(BAND * shape.times()).for_each(|values| band.compute(values)));
            if rows.is_empty() {
                return Ok(Flow::Continue);
            }
            for (values, rows) in ready.chunks_exact(BAND * shape.times()).zip(rows.chunks_mut(BAND * shape.width)) {
                fast(Transpose { shape, values, rows });
            }
            if task.value == Value::Outcome {
                rows.iter_mut().for_each(|value| *value = (*value).min(1));
            }
            sink.block((given * shape.width) as u64, Values::Bytes(rows))
        })?;
        if flow == Flow::Stop {
            break;
        }
        given = first.min(shape.height);
        task.control.progress((given * shape.width) as u64);
        if given > 0 && given < shape.height {
            sink.checkpoint(&mut |state| {
                state.put(&given)?;
                state.put_bytes(&edge);
                Ok(())
            })?;
        }
        first = end;
        std::mem::swap(&mut next, &mut ready);
    }
    Ok(Solution::default())
}

/// The lanes of a band, and of the last rows before it.
struct Band<'s, T> {
    shape: &'s Shape,
    /// At time t, from index (longest + t) * pitch on; no cell has a time below 0.
    lanes: Vec<T>,
    /// Those of the band before.
    before: Vec<T>,
}

impl<'s, T: Lane> Band<'s, T> {
    fn new(shape: &'s Shape) -> Self {
        let lanes = vec![T::default(); shape.lanes()];
        Self { shape, before: lanes.clone(), lanes }
    }

    /// Where the lanes of a time begin.
    fn at(&self, time: usize) -> usize {
        (self.shape.longest + time) * self.shape.pitch()
    }

    /// Computes the band after the one that is kept: 64 values of each time.
    fn compute(&mut self, values: &mut [u8]) {
        self.next();
        fast(Columns { band: self, values });
    }

    /// Makes the last rows of the band the ones before a new band.
    fn next(&mut self) {
        std::mem::swap(&mut self.lanes, &mut self.before);
        for time in 0..self.shape.times() {
            // A row 64 lanes on is a row 64 times on.
            let (from, at) = (self.at(time + BAND) + BAND, self.at(time));
            // Whole groups: what is too much is written again before anybody reads it.
            for part in (0..self.shape.reach).step_by(GROUP) {
                if let Some(lanes) = self.lanes[at + part..].first_chunk_mut::<GROUP>()
                    && let Some(before) = self.before[from + part..].first_chunk()
                {
                    *lanes = *before;
                }
            }
        }
    }

    /// The values of the last rows, as bytes, `reach` of each time; a byte more than a value.
    fn last_rows(&self) -> Vec<u8> {
        let reach = self.shape.reach;
        let lanes = (0..self.shape.times() + BAND).flat_map(|time| {
            let at = self.at(time) + BAND;
            &self.lanes[at..at + reach]
        });
        lanes.map(|lane| if *lane == T::default() { 0 } else { lane.wide().trailing_zeros() as u8 + 1 }).collect()
    }

    /// Takes up the last rows; the first row of the next band.
    fn load(&mut self, state: &mut crate::checkpoint::StateReader<'_>) -> Option<usize> {
        let first = state.take::<usize>().filter(|first| first.is_multiple_of(BAND) && *first < self.shape.height)?;
        let bytes = state.take_bytes()?;
        let reach = self.shape.reach;
        (bytes.len() == (self.shape.times() + BAND) * reach).then_some(())?;
        for (time, bytes) in bytes.chunks_exact(reach.max(1)).enumerate() {
            let at = self.at(time) + BAND;
            for (lane, &byte) in self.lanes[at..at + reach].iter_mut().zip(bytes) {
                let known = u32::from(byte).checked_sub(1).filter(|&value| value < T::BITS);
                *lane = known.map_or(T::default(), |value| T::low(1 << value));
            }
        }
        Some(first)
    }
}

/// Computes the band, time after time.
struct Columns<'b, 's, T> {
    band: &'b mut Band<'s, T>,
    values: &'b mut [u8],
}

impl<T: Lane> Work for Columns<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Columns { band: Band { shape, lanes, .. }, values } = self;
        let (pitch, reach) = (shape.pitch(), shape.reach);
        let back: Vec<usize> = shape.vectors.iter().map(|&(a, b)| (a + b) * pitch + a).collect();
        for (time, values) in values.as_chunks_mut::<BAND>().0.iter_mut().enumerate() {
            let at = (shape.longest + time) * pitch + reach;
            let mut sets = [T::default(); BAND];
            for back in &back {
                gather(&mut sets, lanes, at - back);
            }
            for set in &mut sets {
                *set = set.mex();
            }
            // Cells before the first column and behind the last one are none.
            if time < pitch || time >= shape.width + reach {
                for (lane, set) in (reach..).zip(&mut sets) {
                    if time < lane || time - lane >= shape.width {
                        *set = T::default();
                    }
                }
            }
            lanes[at..at + BAND].copy_from_slice(&sets);
            numbers(&sets, values);
        }
    }
}

/// The number of the only bit of every lane.
#[inline(always)]
fn numbers<T: Lane>(lanes: &[T; BAND], numbers: &mut [u8; BAND]) {
    const HALVES: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    let mut found = [T::default(); BAND];
    for (bit, &half) in HALVES.iter().enumerate().take(T::BITS.trailing_zeros() as usize) {
        let (half, bit) = (T::low(half), T::low(1 << bit));
        for i in 0..BAND {
            // The only bit, if it is among those with this bit in their number, is not less.
            found[i] |= (lanes[i] & half).min(bit);
        }
    }
    for i in 0..BAND {
        numbers[i] = found[i].wide() as u8;
    }
}

/// Puts the values of each row side by side: that of time t and lane l is that of place
/// t - reach - l of the row.
struct Transpose<'t> {
    shape: &'t Shape,
    values: &'t [u8],
    rows: &'t mut [u8],
}

impl Work for Transpose<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Transpose { shape, values, rows } = self;
        for (number, times) in values.as_chunks::<{ TILE * BAND }>().0.iter().enumerate() {
            let mut tile = *times;
            for _ in 0..TILE.trailing_zeros() {
                tile = riffle(&tile);
            }
            for ((lane, row), values) in rows.chunks_exact_mut(shape.width).enumerate().zip(tile.as_chunks::<TILE>().0)
            {
                let ahead = shape.reach + lane;
                match (number * TILE).checked_sub(ahead) {
                    Some(place) if place + TILE <= row.len() => row[place..place + TILE].copy_from_slice(values),
                    // At the ends of the row.
                    _ => {
                        for (time, &value) in (number * TILE..).zip(values) {
                            if let Some(place) = time.checked_sub(ahead).and_then(|place| row.get_mut(place)) {
                                *place = value;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Takes turns between both halves: that moves the highest bit of each place to its lowest,
/// so that as often as there are bits of a time, the times have gone behind the lanes.
#[inline(always)]
fn riffle(tile: &[u8; TILE * BAND]) -> [u8; TILE * BAND] {
    let mut out = [0; TILE * BAND];
    let (low, high) = tile.split_at(TILE * BAND / 2);
    for (pair, (&low, &high)) in out.as_chunks_mut::<2>().0.iter_mut().zip(low.iter().zip(high)) {
        *pair = [low, high];
    }
    out
}
