//! The box of a table of steps, the vectors that fit it, and how it is cut.

use crate::Task;
use grundy_core::ruleset::Play;
use grundy_core::structure::Steps;
use std::sync::Mutex;

/// The minimum and the maximum number of rows of a band.
pub(super) const BANDS: [usize; 2] = [128, 256];

/// The maximum number of rows that a vector may reach back.
pub(super) const REACH: usize = 1 << 10;

/// The largest side.
pub(super) const SIDE: u64 = 1 << 24;

/// The maximum number of values of a band, unless it has the minimum number of rows.
pub(super) const BAND: usize = 1 << 20;

/// How many lanes are copied together. The rows before a band are filled up to whole groups.
pub(super) const GROUP: usize = 16;

/// How many rows are transposed together. Whole parts of a band are computed.
pub(super) const PART: usize = 64;

/// The number of times in a step.
pub(super) const TIMES: usize = 128;

/// The maximum number of threads for which this kernel finds work.
pub(super) const MOST_THREADS: usize = 32;

/// The size in bytes above which no more bands are in progress than necessary.
pub(super) const IN_WORK: usize = 1 << 28;

/// The box, the vectors that fit it, and how it is cut.
pub(super) struct StepsLayout {
    pub height: usize,
    pub width: usize,
    pub vectors: Vec<(usize, usize)>,
    /// The maximum number of rows that a vector reaches back, in whole groups.
    pub reach: usize,
    /// The largest a + b of a vector.
    pub longest: usize,
    /// The number of rows of a band, a multiple of the times of a step.
    pub band: usize,
    /// How many bands may be in progress.
    pub ahead: usize,
}

impl StepsLayout {
    pub fn of(task: &Task<'_>) -> Option<Self> {
        let Steps(steps) = task.structure()?;
        let &[height, width] = task.ruleset.rows().sides() else { return None };
        let fits = task.play == Play::Normal && task.ruleset.ranks_are_rows();
        if !fits || height.max(width) > SIDE || steps.iter().any(|step| step.len() != 2) {
            return None;
        }
        let pairs = steps.iter().map(|step| (step[0] as usize, step[1] as usize));
        Self::cut(height as usize, width as usize, pairs)
    }

    pub fn cut(height: usize, width: usize, vectors: impl Iterator<Item = (usize, usize)>) -> Option<Self> {
        let vectors: Vec<(usize, usize)> = vectors.filter(|&(a, b)| a < height && b < width).collect();
        let reach = vectors.iter().map(|&(a, _)| a).max().unwrap_or(0);
        if width == 0 || reach > REACH || vectors.len() >= u64::BITS as usize {
            return None;
        }
        let longest = vectors.iter().map(|&(a, b)| a + b).max().unwrap_or(0);
        let [fewest, most] = BANDS;
        let band = (BAND / width).min(height).next_multiple_of(fewest).min(most);
        let reach = reach.next_multiple_of(GROUP);
        let mut layout = Self { height, width, vectors, reach, longest, band, ahead: 1 };
        let threads = rayon::current_num_threads().clamp(1, MOST_THREADS).min(height.div_ceil(band));
        if threads > 1 {
            layout.ahead = (threads + 1).min(IN_WORK / (layout.rows() + layout.edge())).max(2);
        }
        Some(layout)
    }

    /// The bytes of a lane with one bit for each value.
    pub fn lane(&self) -> usize {
        (self.vectors.len() + 1).next_power_of_two().max(8) / 8
    }

    /// The number of lanes of a time.
    pub fn pitch(&self) -> usize {
        self.reach + self.band
    }

    /// The number of steps of a band.
    pub fn steps(&self) -> usize {
        (self.width + self.pitch()).div_ceil(TIMES)
    }

    /// How many times are computed before the last ones are moved to the beginning.
    pub fn span(&self) -> usize {
        self.longest.max(1).next_multiple_of(TIMES)
    }

    /// The bytes of the rows of a band.
    pub fn rows(&self) -> usize {
        self.band * self.width
    }

    /// The bytes of its last rows.
    pub fn edge(&self) -> usize {
        self.steps() * (TIMES * self.reach * self.lane() + size_of::<Mutex<Vec<u8>>>())
    }

    pub fn bytes(&self) -> u128 {
        let window = (self.longest + self.span()) * self.pitch() * self.lane() + TIMES * self.band;
        let bands = self.ahead * (self.rows() + window) + (self.ahead + 1) * self.edge();
        // A checkpoint saves the last rows.
        let state = self.steps() * TIMES * self.reach;
        (bands + state + self.height.div_ceil(self.band) * size_of::<usize>()) as u128
    }
}
