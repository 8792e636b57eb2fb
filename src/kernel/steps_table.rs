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
//! bytes. Memory: two bands of lanes, one of values. Reference: S. W. Golomb, A mathematical
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

/// The block of a transposition.
const TILE: usize = 8;

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

    /// The bytes of a row of values, with room for what lies beyond its ends.
    fn stride(&self) -> usize {
        self.times() + self.pitch() + TILE
    }

    fn bytes(&self) -> u128 {
        let lanes = 2 * (self.longest + self.times() + BAND) * self.pitch() * self.lane();
        (lanes + self.times() * BAND + BAND * (self.stride() + self.width)) as u128
    }
}

fn table<T: Lane>(task: &Task<'_>, shape: &Shape, sink: &mut dyn Sink) -> Result<Solution, Error> {
    let mut band = Band::<T>::new(shape);
    let kept = sink.resume().and_then(|kept| band.load(&mut kept.reader()));
    let mut first = kept.unwrap_or(0);
    let mut rows = vec![0; BAND * shape.stride()];
    let mut values = Vec::with_capacity(BAND * shape.width);
    while first < shape.height {
        task.control.check()?;
        band.next();
        fast(Columns { band: &mut band });
        fast(Transpose { shape, values: &band.values, rows: &mut rows });
        values.clear();
        for row in rows.chunks_exact(shape.stride()).take(shape.height - first) {
            values.extend_from_slice(&row[shape.pitch()..][..shape.width]);
        }
        if task.value == Value::Outcome {
            values.iter_mut().for_each(|value| *value = (*value).min(1));
        }
        if sink.block((first * shape.width) as u64, Values::Bytes(&values))? == Flow::Stop {
            break;
        }
        first += BAND;
        task.control.progress((first.min(shape.height) * shape.width) as u64);
        if first < shape.height {
            sink.checkpoint(&mut |state| {
                state.put(&first)?;
                state.put_bytes(&band.last_rows());
                Ok(())
            })?;
        }
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
    /// The values of the band's rows, 64 of each time.
    values: Vec<u8>,
}

impl<'s, T: Lane> Band<'s, T> {
    fn new(shape: &'s Shape) -> Self {
        // The band before is read up to 64 times beyond.
        let lanes = vec![T::default(); (shape.longest + shape.times() + BAND) * shape.pitch()];
        Self { shape, before: lanes.clone(), lanes, values: vec![0; shape.times() * BAND] }
    }

    /// Where the lanes of a time begin.
    fn at(&self, time: usize) -> usize {
        (self.shape.longest + time) * self.shape.pitch()
    }

    /// Makes the last rows of the band the ones before a new band.
    fn next(&mut self) {
        std::mem::swap(&mut self.lanes, &mut self.before);
        for time in 0..self.shape.times() {
            // A row 64 lanes on is a row 64 times on.
            let from = self.at(time + BAND) + BAND;
            let at = self.at(time);
            self.lanes[at..at + self.shape.reach].copy_from_slice(&self.before[from..from + self.shape.reach]);
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
}

impl<T: Lane> Work for Columns<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Band { shape, lanes, values, .. } = self.band;
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
            found[i] |= if lanes[i] & half != T::default() { bit } else { T::default() };
        }
    }
    for i in 0..BAND {
        numbers[i] = found[i].wide() as u8;
    }
}

/// Puts the values of each row side by side: that of time t and lane l becomes that of place
/// t - l of the row, beginning `pitch` bytes behind its start.
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
        let stride = shape.stride();
        for (number, times) in values.chunks_exact(TILE * BAND).enumerate() {
            for lanes in (0..BAND).step_by(TILE) {
                let mut tile = [0u64; TILE];
                for (time, word) in tile.iter_mut().enumerate() {
                    let bytes = times[time * BAND + lanes..].first_chunk().copied().unwrap_or_default();
                    *word = u64::from_le_bytes(bytes);
                }
                transpose(&mut tile);
                for (lane, word) in (lanes..).zip(tile) {
                    // Place t - (reach + lane), `pitch` bytes on.
                    let place = lane * stride + number * TILE + BAND - lane;
                    rows[place..place + TILE].copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }
}

/// Transposes 8 x 8 bytes, by halves.
#[inline(always)]
fn transpose(tile: &mut [u64; TILE]) {
    const LOW: [u64; 3] = [0x0000_0000_FFFF_FFFF, 0x0000_FFFF_0000_FFFF, 0x00FF_00FF_00FF_00FF];
    for (stage, &low) in LOW.iter().enumerate() {
        let half = TILE >> (stage + 1);
        let shift = 8 * half as u32;
        for i in (0..TILE).filter(|i| i & half == 0) {
            let (a, b) = (tile[i], tile[i + half]);
            tile[i] = (a & low) | (b & low) << shift;
            tile[i + half] = (a >> shift) & low | b & !low;
        }
    }
}
