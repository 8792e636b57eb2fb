//! Finite subtraction sets, many heaps at a time.
//!
//! **Automaton** (max S <= 52). Idea: the heaps of value v are accepted greedily among those without a smaller value,
//! and each strikes out the heaps n + s. For 12 heaps at a time, a table look-up by the 12 bits of the free heaps
//! gives the accepted heaps and their strikes. This is a chain of look-ups, so it runs as a pipeline: while value 0
//! takes from some heaps, value 1 takes from the heaps before them, and so on, and no value waits for another. Cost:
//! one look-up per value for 12 heaps. Memory: a table of 4096 words.
//!
//! **Wide steps** (min S >= 16, |S| < 64). Idea: min S consecutive heaps do not depend on each other. Their options
//! are an OR of earlier one-hot lanes. Cost: |S| loads and ORs for 4 to 16 heaps. Memory: 2 max S lanes.
//!
//! Recurrence: G(n) = mex { G(n - s) : s in S, s <= n }. Reference: Winning Ways ch. 4.

use crate::shared::lanes::Lane;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{Flow, Outlet, Values};
use grundy_core::structure::Subtraction;

/// The number of heaps in a step of the automaton.
const STEP: usize = 12;

/// The size of the first batch that is passed on: a multiple of the heaps processed together.
const FIRST_BATCH: usize = 12 * STEP;

/// The size of the largest batch.
const BATCH: usize = FIRST_BATCH << 9;

/// Small finite subtraction sets, by look-up.
pub struct SubtractionAutomaton;

/// Finite subtraction sets without small numbers, by vectors.
pub struct SubtractionSteps;

impl Kernel for SubtractionAutomaton {
    fn name(&self) -> &'static str {
        "subtraction-automaton"
    }

    fn summary(&self) -> &'static str {
        "subtraction sets with max S <= 52, 12 heaps per look-up"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        set_of(task).is_some_and(|set| set.last().is_some_and(|&largest| largest <= 64 - STEP as u64))
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, _: &Task<'_>) -> Bytes {
        Bytes(1 << 18)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let mut automaton = Automaton::new(set_of(task).unwrap_or_default());
        stream(task, sink, |values| fast(FillBlock { automaton: &mut automaton, values }))
    }
}

impl Kernel for SubtractionSteps {
    fn name(&self) -> &'static str {
        "subtraction-steps"
    }

    fn summary(&self) -> &'static str {
        "subtraction sets with min S >= 16, min S heaps per step"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let fits = |set: &[u64]| set[0] >= 16 && set.len() < 64 && set[set.len() - 1] <= 1 << 24;
        set_of(task).is_some_and(|set| !set.is_empty() && fits(set))
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let largest = set_of(task).and_then(<[u64]>::last).copied().unwrap_or(0);
        Bytes(u128::from(largest) * 32 + (1 << 20))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let set = set_of(task).unwrap_or_default();
        match set.len() {
            0..16 => steps::<u16>(task, set, sink),
            16..32 => steps::<u32>(task, set, sink),
            _ => steps::<u64>(task, set, sink),
        }
    }
}

/// The subtraction set, if normal play is requested.
fn set_of<'t>(task: &Task<'t>) -> Option<&'t [u64]> {
    let Subtraction(set) = task.structure().filter(|_| task.play == Play::Normal)?;
    Some(set)
}

/// Streams batches of values. The first ones are small, so that a sink can stop early.
fn stream(task: &Task<'_>, sink: &mut dyn Outlet, mut fill: impl FnMut(&mut [u8])) -> Result<Solution, Error> {
    let rows = task.ruleset.rows().len();
    task.control.phase("computing", rows);
    let mut batch = vec![0; BATCH];
    let (mut row, mut size) = (0, FIRST_BATCH);
    while row < rows {
        task.control.check()?;
        let values = &mut batch[..size];
        fill(values);
        if task.value == Value::OUTCOME {
            values.iter_mut().for_each(|value| *value = (*value).min(1));
        }
        let wanted = (rows - row).min(size as u64) as usize;
        if sink.block(row, Values::Bytes(&values[..wanted]))? == Flow::Stop {
            break;
        }
        row += wanted as u64;
        size = (size * 2).min(BATCH);
        task.control.progress(row);
    }
    Ok(Solution::default())
}

/// All heaps of a step.
const ALL: u64 = (1 << STEP) - 1;

/// How many steps a row processes at a time. Its strikes stay in a register meanwhile.
const TOGETHER: usize = 2;

/// The number of bits of a value that are stored in a word. Two more bits may be stored in a second word.
const BITS: usize = 4;

/// Steps on their way through the rows. The low bits of a word are the free heaps of a step. Above them, one field
/// for each bit holds the values of the other heaps.
type Words = [u64; TOGETHER];

/// All heaps free.
const FRESH: Words = [ALL; TOGETHER];

/// The automaton between two steps. Each value has a row, and steps pass from row to row. At any time every row works
/// on different steps, so no row waits for the result of another.
struct Automaton {
    /// Indexed by the bits of the free heaps. The lowest bits are the accepted heaps; above them are the heaps that
    /// these strike. (Strikes within the step are not needed afterwards.)
    steps: Vec<u64>,
    /// One row for each possible value.
    rows: Vec<WaitingValue>,
    /// How many values have occurred so far. The other rows have struck nothing.
    used: usize,
}

/// A value, and the steps that wait for it.
#[derive(Clone, Copy, Default)]
struct WaitingValue {
    /// The heaps, from the first of the waiting steps on, that cannot have this value.
    struck: u64,
    /// Multiplying the accepted heaps by this moves them from the free heaps to the fields of the value's bits.
    /// `high_moves` does the same for the bits from `BITS` on.
    moves: u64,
    high_moves: u64,
    words: Words,
    high: Words,
}

impl WaitingValue {
    fn new(value: usize) -> Self {
        let fields = |value: u64| (0..BITS).map(|bit| (value >> bit & 1) << (STEP * bit)).sum::<u64>();
        let [low, high] = [fields(value as u64), fields(value as u64 >> BITS)];
        Self { moves: (low << STEP).wrapping_sub(1), high_moves: high, ..Self::default() }
    }

    /// Takes in new steps, and passes on the waiting ones after accepting heaps among them.
    #[inline(always)]
    fn turn<const MANY: bool>(&mut self, steps: &[u64; 1 << STEP], words: &mut Words, high: &mut Words) {
        std::mem::swap(&mut self.words, words);
        if MANY {
            std::mem::swap(&mut self.high, high);
        }
        for i in 0..TOGETHER {
            let step = steps[(words[i] & !self.struck) as usize % steps.len()];
            self.struck = (self.struck | step) >> STEP;
            let taken = step & ALL;
            words[i] = words[i].wrapping_add(taken.wrapping_mul(self.moves));
            if MANY {
                high[i] += taken * self.high_moves;
            }
        }
    }
}

/// Six bits, spread over six bytes.
const SPREAD: [u64; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let mut place = 0;
        while place < 6 {
            table[bits] |= ((bits >> place & 1) as u64) << (8 * place);
            place += 1;
        }
        bits += 1;
    }
    table
};

impl Automaton {
    fn new(set: &[u64]) -> Self {
        let strike = set.iter().fold(0u64, |all, s| all | 1 << s);
        let greedy = |free: u64| {
            let (mut taken, mut struck) = (0u64, 0u64);
            for place in 0..STEP {
                if free >> place & 1 != 0 && struck >> place & 1 == 0 {
                    taken |= 1 << place;
                    struck |= strike << place;
                }
            }
            struck & !ALL | taken
        };
        // A mex is at most the number of options.
        let rows = (0..=set.len()).map(WaitingValue::new).collect();
        Self { steps: (0..1 << STEP).map(greedy).collect(), rows, used: 0 }
    }
}

struct FillBlock<'f> {
    automaton: &'f mut Automaton,
    values: &'f mut [u8],
}

impl Work for FillBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        if self.automaton.rows.len() <= 1 << BITS {
            self.steps::<false>();
        } else {
            self.steps::<true>();
        }
    }
}

impl FillBlock<'_> {
    /// All steps. `MANY` means that values may have more than `BITS` bits.
    #[inline(always)]
    fn steps<const MANY: bool>(self) {
        let Automaton { steps, rows, used } = self.automaton;
        let Some(steps) = steps.first_chunk::<{ 1 << STEP }>() else { return };
        for values in self.values.as_chunks_mut::<{ TOGETHER * STEP }>().0 {
            let (words, high) = loop {
                let (mut words, mut high) = (FRESH, [0; TOGETHER]);
                for row in &mut rows[..*used] {
                    row.turn::<MANY>(steps, &mut words, &mut high);
                }
                let free = words.iter().fold(0, |all, word| all | word & ALL);
                match rows.get_mut(*used) {
                    // The first heaps with this value: its row begins here, and the steps wait in it.
                    Some(row) if free != 0 => (row.words, row.high) = (words, high),
                    _ => break (words, high),
                }
                *used += 1;
            };
            for (i, values) in values.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
                let spread = |from: usize| {
                    let field = |word: u64, bit: usize| SPREAD[(word >> (STEP * bit + from)) as usize & 63];
                    let low: u64 = (0..BITS).map(|bit| field(words[i], bit + 1) << bit).sum();
                    let two = || (0..2).map(|bit| field(high[i], bit) << (BITS + bit)).sum::<u64>();
                    low + if MANY { two() } else { 0 }
                };
                values[..6].copy_from_slice(&spread(0).to_le_bytes()[..6]);
                values[6..].copy_from_slice(&spread(6).to_le_bytes()[..6]);
            }
        }
    }
}

/// How many lanes are processed together; also the smallest number allowed in a set of [`SubtractionSteps`].
const LANES: usize = 16;

fn steps<T: Lane>(task: &Task<'_>, set: &[u64], sink: &mut dyn Outlet) -> Result<Solution, Error> {
    let window = set[set.len() - 1] as usize;
    let shifts: Vec<usize> = set.iter().map(|&s| s as usize).collect();
    let mut lanes = vec![T::default(); 2 * window.max(1 << 12) + LANES];
    let mut next = window;
    stream(task, sink, |values| fast(SetSteps { lanes: &mut lanes, next: &mut next, window, shifts: &shifts, values }))
}

struct SetSteps<'s, T> {
    /// The most recent lanes. That of the next heap belongs at `next`.
    lanes: &'s mut [T],
    next: &'s mut usize,
    window: usize,
    shifts: &'s [usize],
    values: &'s mut [u8],
}

impl<T: Lane> Work for SetSteps<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SetSteps { lanes, next, window, shifts, values } = self;
        for values in values.chunks_mut(LANES) {
            if *next + LANES > lanes.len() {
                lanes.copy_within(*next - window..*next, 0);
                *next = window;
            }
            let mut sets = [T::default(); LANES];
            for &s in shifts {
                crate::shared::lanes::gather(&mut sets, lanes, *next - s);
            }
            let found = sets.map(T::mex);
            lanes[*next..*next + LANES].copy_from_slice(&found);
            for (value, lane) in values.iter_mut().zip(found) {
                *value = lane.wide().trailing_zeros() as u8;
            }
            *next += values.len();
        }
    }
}
