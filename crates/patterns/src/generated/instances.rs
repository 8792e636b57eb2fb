//! How instances are judged.

use crate::games::table_of;
use crate::guess::{Data, Guess, Settings, Values, guess};
use crate::pattern::{Subject, Tally};
use crate::sequence::Sequence;
use crate::table::Table;
use grundy_core::control::FREE;
use grundy_core::random::Random;

/// The number of instances of each kind in the slow checks, which set `GRUNDY_THOROUGH`, and at each change.
const INSTANCES: u64 = 50;
const FEW_INSTANCES: u64 = 20;

/// Values beyond those that are looked at: so many times as many.
const FURTHER: usize = 3;

/// A kind, and how its instances are looked at.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) kind: &'static str,
    pub(super) known: Subject,
    /// The first label of a sequence.
    pub(super) first: i64,
    /// The number of terms, or the largest coordinate.
    pub(super) size: usize,
    /// Whether no rule of this kind may be found if some values are changed.
    pub(super) all_values: bool,
    /// Whether the rows are those of a sweep.
    pub(super) are_rows: bool,
}

impl Asked {
    pub(super) const fn of(kind: &'static str, size: usize) -> Asked {
        Asked { kind, known: Subject::Values, first: 0, size, all_values: true, are_rows: false }
    }

    pub(super) const fn outcomes(self) -> Asked {
        Asked { known: Subject::Outcomes, ..self }
    }

    /// Looks at 50 sequences. `make` gives so many terms of the next one.
    pub(super) fn sequences(self, make: impl Fn(&mut Random, usize) -> Vec<i64>) {
        self.all(|seed| {
            let values = make(&mut begun(seed), FURTHER * self.size);
            let data = |values: &[i64]| Sequence { first: self.first, values: values.to_vec() };
            let further = Data::Sequence(data(&values));
            self.judge(Data::Sequence(data(&values[..self.size])), &further)?;
            let (quarter, fitted) = (self.size / 4, self.size * 2 / 3);
            let places = |random: &mut Random| quarter + random.below((fitted - quarter) as u64) as usize;
            let changed = self.changed(values[..self.size].to_vec(), seed, places);
            self.refuse(Data::Sequence(data(&changed)))
        });
    }

    /// Looks at 50 tables. `make` gives the values of the positions of the next one.
    pub(super) fn tables<F: FnMut(&[i64]) -> i64>(self, heaps: usize, make: impl Fn(&mut Random) -> F) {
        self.all(|seed| {
            let table = |size: usize| table_of(heaps, size as i64, make(&mut begun(seed)));
            let small = table(self.size);
            let values = small.values().to_vec();
            let count = values.len() as u64;
            let changed = small.with_values(self.changed(values, seed, |random| random.below(count) as usize));
            self.judge(Data::Table(small), &Data::Table(table(2 * self.size)))?;
            self.refuse(Data::Table(changed))
        });
    }

    /// Looks at 50 tables with the points `rows`; those up to the size are looked at first.
    pub(super) fn rows<F: Fn(&[i64]) -> i64>(self, rows: &Table, make: impl Fn(&mut Random) -> F) {
        self.all(|seed| {
            let all = rows.with_values(rows.points().map(make(&mut begun(seed))).collect());
            let keep: Vec<bool> = all.points().map(|point| point.iter().all(|&x| x <= self.size as i64)).collect();
            self.judge(Data::Table(all.part(&keep)), &Data::Table(all))
        });
    }

    /// Judges all instances; the failures are shown with their seeds.
    fn all(self, judged: impl Fn(u64) -> Result<(), String>) {
        let told = |seed: u64| judged(seed).err().map(|why| format!("seed {seed}: {why}"));
        let is_thorough = std::env::var_os("GRUNDY_THOROUGH").is_some();
        let instances = if is_thorough { INSTANCES } else { FEW_INSTANCES };
        let failed: Vec<String> = (1..=instances).filter_map(told).collect();
        assert!(failed.is_empty(), "{}: {} of {instances}\n{}", self.kind, failed.len(), failed.join("\n"));
    }

    fn found(self, data: Data) -> Guess {
        let settings = Settings { kinds: vec![self.kind.to_owned()], are_rows: self.are_rows, ..Settings::default() };
        guess(&Values { data, known: self.known }, &settings, &FREE).expect("nothing cancels it")
    }

    /// Whether a rule of the kind is found that is right further on.
    fn judge(self, data: Data, further: &Data) -> Result<(), String> {
        let seen = match &data {
            Data::Sequence(sequence) => sequence.len(),
            Data::Table(table) => table.len(),
        };
        let guess = self.found(data);
        let best = guess.patterns.iter().find(|pattern| pattern.kind == self.kind);
        let best = best.ok_or_else(|| format!("nothing was found in {}: {:?}", start(further), guess.tried))?;
        let tally = match further {
            Data::Sequence(all) => {
                let beyond: Vec<bool> = (0..all.len()).map(|place| place >= seen).collect();
                best.rule.compare_terms(all, &beyond)
            }
            Data::Table(all) => {
                let beyond: Vec<bool> = all.points().map(|p| p.iter().any(|&x| x > self.size as i64)).collect();
                best.rule.compare_positions(all, &beyond)
            }
        };
        match tally {
            Tally { broken: Some(row), .. } => Err(format!("breaks at row {row}: {}", best.rule.words())),
            Tally { held: ..12, .. } => Err(format!("says little further on: {}", best.rule.words())),
            _ => Ok(()),
        }
    }

    /// The values with one in a hundred changed, at least three.
    fn changed(self, mut values: Vec<i64>, seed: u64, mut place: impl FnMut(&mut Random) -> usize) -> Vec<i64> {
        let mut random = begun(seed + INSTANCES);
        for _ in 0..(values.len() / 100).max(3) {
            let place = place(&mut random);
            values[place] = match self.known {
                Subject::Values => values[place] + 1 + random.below(3) as i64,
                Subject::Outcomes => 1 - values[place],
            };
        }
        values
    }

    /// Whether no rule of the kind is found in changed values.
    fn refuse(self, changed: Data) -> Result<(), String> {
        let guess = if self.all_values { Some(self.found(changed)) } else { None };
        let found = guess.iter().flat_map(|guess| &guess.patterns).find(|pattern| pattern.kind == self.kind);
        found.map_or(Ok(()), |pattern| Err(format!("found in changed values: {}", pattern.rule.words())))
    }
}

/// The first values, for messages.
fn start(data: &Data) -> String {
    let values = match data {
        Data::Sequence(sequence) => &sequence.values,
        Data::Table(table) => table.values(),
    };
    format!("{:?}...", &values[..values.len().min(24)])
}

/// The random numbers of an instance.
fn begun(seed: u64) -> Random {
    Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A number from `low` to `high`.
pub(super) fn between(random: &mut Random, low: i64, high: i64) -> i64 {
    low + random.below((high - low + 1) as u64) as i64
}

/// So many numbers from `low` to `high`.
pub(super) fn numbers(random: &mut Random, count: usize, low: i64, high: i64) -> Vec<i64> {
    (0..count).map(|_| between(random, low, high)).collect()
}

/// So many numbers from `low` to `high`, not all equal.
pub(super) fn mixed(random: &mut Random, count: usize, low: i64, high: i64) -> Vec<i64> {
    let mut all = numbers(random, count, low, high);
    if all.iter().all(|number| *number == all[0]) {
        all[0] = if all[0] == low { high } else { low };
    }
    all
}
