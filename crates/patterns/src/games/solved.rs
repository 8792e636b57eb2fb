//! Games on several heaps, solved by options and mex.

use crate::finder::Fit;
use crate::guess::{Data, Guess, Settings, Values, guess};
use crate::pattern::Subject;
use crate::table::Table;
use grundy_core::control::FREE;

/// Writes the coordinates of all options of a position, one option after the other.
type Options = fn(&[i64], &mut Vec<i64>);

/// A game on several heaps, asked up to a size.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) heaps: usize,
    pub(crate) max: i64,
    pub(crate) options: Options,
    /// Which positions there are.
    pub(crate) has: fn(&[i64]) -> bool,
    /// Whether only outcomes are asked for.
    pub(crate) outcome: bool,
    pub(crate) misere: bool,
    /// How many times the largest heap of the start a heap may grow to.
    pub(crate) growth: i64,
}

impl Game {
    pub(crate) fn new(heaps: usize, max: i64, options: Options) -> Game {
        Game { heaps, max, options, has: |_| true, outcome: false, misere: false, growth: 1 }
    }

    pub(crate) fn outcomes(heaps: usize, max: i64, options: Options) -> Game {
        Game { outcome: true, ..Game::new(heaps, max, options) }
    }

    pub(crate) fn table(&self) -> Table {
        let size = self.max * self.growth + 1;
        let mut known = vec![-1; usize::try_from(size.pow(self.heaps as u32)).expect("small")];
        let (mut points, mut values) = (Vec::new(), Vec::new());
        for_all_points(self.heaps, self.max, &mut |point| {
            if (self.has)(point) {
                let value = self.value(point, size, &mut known);
                points.extend_from_slice(point);
                values.push(if self.outcome { value.min(1) } else { value });
            }
        });
        Table::new((1..=self.heaps).map(|i| format!("h{i}")).collect(), points, values)
    }

    fn value(&self, point: &[i64], size: i64, known: &mut [i64]) -> i64 {
        let cell = point.iter().fold(0, |cell, x| cell * size + x) as usize;
        if known[cell] >= 0 {
            return known[cell];
        }
        let mut options = Vec::new();
        (self.options)(point, &mut options);
        let mut met: Vec<i64> = options.chunks(self.heaps).map(|option| self.value(option, size, known)).collect();
        met.sort_unstable();
        let mex = met.iter().fold(0, |mex, &value| if value == mex { mex + 1 } else { mex });
        // In misere play only outcomes are told: without a move one wins, otherwise if an option is P.
        let value = match (self.misere, met.is_empty()) {
            (true, true) => 1,
            (true, false) => mex.min(1),
            (false, _) => mex,
        };
        known[cell] = value;
        value
    }

    pub(crate) fn guess(&self) -> Guess {
        found(self.table(), if self.outcome { Subject::Outcomes } else { Subject::Values })
    }
}

pub(crate) fn found(table: Table, known: Subject) -> Guess {
    let values = Values { data: Data::Table(table), known };
    guess(&values, &Settings::default(), &FREE).expect("nothing cancels it")
}

/// A table of values given by a formula.
pub(crate) fn table_of(heaps: usize, max: i64, mut value: impl FnMut(&[i64]) -> i64) -> Table {
    let mut points = Vec::new();
    for_all_points(heaps, max, &mut |point| points.extend_from_slice(point));
    let values = points.chunks(heaps).map(&mut value).collect();
    Table::new((1..=heaps).map(|i| format!("h{i}")).collect(), points, values)
}

pub(crate) fn fit_of(heaps: usize, max: i64, value: impl Fn(&[i64]) -> i64) -> Fit<Table> {
    Fit::table(table_of(heaps, max, value), Subject::Values)
}

pub(crate) fn for_all_points(heaps: usize, max: i64, see: &mut impl FnMut(&[i64])) {
    let mut point = vec![0; heaps];
    loop {
        see(&point);
        let Some(last) = point.iter().rposition(|&x| x < max) else { return };
        point[last] += 1;
        point[last + 1..].fill(0);
    }
}

/// Takes 1 to `most` from each of some heaps, in all ways.
pub(crate) fn take_from(point: &[i64], heaps: &[usize], out: &mut Vec<i64>) {
    let mut taken = vec![0; heaps.len()];
    loop {
        let Some(last) = (0..heaps.len()).rev().find(|&i| taken[i] < point[heaps[i]]) else { return };
        taken[last] += 1;
        taken[last + 1..].fill(0);
        let start = out.len();
        out.extend_from_slice(point);
        heaps.iter().zip(&taken).for_each(|(&heap, k)| out[start + heap] -= k);
    }
}

/// Nim on any number of heaps.
pub(crate) fn nim(point: &[i64], out: &mut Vec<i64>) {
    (0..point.len()).for_each(|heap| take_from(point, &[heap], out));
}

/// Wythoff's game; t bounds the difference of what is taken from the two heaps.
pub(crate) fn wythoff_with(t: i64, point: &[i64], out: &mut Vec<i64>) {
    nim(point, out);
    for k in 1..=point[0] {
        for l in (k - t + 1).max(1)..=(k + t - 1).min(point[1]) {
            out.extend([point[0] - k, point[1] - l]);
        }
    }
}

/// Wythoff's game.
pub(crate) fn wythoff(point: &[i64], out: &mut Vec<i64>) {
    wythoff_with(1, point, out);
}

/// Steps by fixed amounts.
pub(crate) fn steps(point: &[i64], all: &[&[i64]], out: &mut Vec<i64>) {
    for step in all {
        if point.iter().zip(*step).all(|(x, s)| x >= s) {
            out.extend(point.iter().zip(*step).map(|(x, s)| x - s));
        }
    }
}
