//! In which order the positions of several kinds are computed.
//!
//! A kind advances size by size. Before (k, n) is computed, every kind in its options advances as far as these reach.
//! So the kinds advance in *waves*: the positions of a wave need only those of earlier waves, at most one of each kind,
//! and may be computed in parallel. The numbers of [`Kinds::potentials`] show that this ends as far as parts depend on
//! n. Parts of a fixed size may lead back nevertheless; then kinds wait for each other, which is noticed.

use super::kinds::{Cut, Kind, KindRule, Kinds, Part};
use crate::error::Error;

/// How far each kind has advanced.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// The next size of each kind.
    next: Vec<i64>,
    /// As far as each kind is to advance.
    wanted: Vec<i64>,
    /// What the next position of a kind waits for.
    waits: Vec<Option<Part>>,
}

/// A kind waits for itself: a play may return to an earlier position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endless;

impl From<Endless> for Error {
    fn from(_: Endless) -> Self {
        Error::Fault("kinds that wait for each other were taken for a game that ends".to_string())
    }
}

impl Schedule {
    /// The next sizes of all kinds are given; at first, these are the least ones.
    pub fn new(next: Vec<i64>) -> Self {
        Self { wanted: next.iter().map(|next| next - 1).collect(), waits: vec![None; next.len()], next }
    }

    /// The next size of a kind.
    pub fn next(&self, kind: usize) -> i64 {
        self.next[kind]
    }

    /// Asks that a kind advances to a size.
    pub fn ask(&mut self, kind: usize, to: i64) {
        self.wanted[kind] = self.wanted[kind].max(to);
    }

    /// The kinds whose next positions can be computed now, in ascending order: the next wave. Each of them then
    /// advances by one size ([`Schedule::done`]). There are none once all that was asked for is done.
    ///
    /// # Errors
    /// [`Endless`] if only kinds are left that wait for each other.
    pub fn wave(&mut self, kinds: &[Kind]) -> Result<Vec<usize>, Endless> {
        let is_open = |schedule: &Self, kind: usize| schedule.next[kind] <= schedule.wanted[kind];
        let mut open: Vec<usize> = (0..kinds.len()).filter(|&kind| is_open(self, kind)).collect();
        let (mut ready, mut looked) = (Vec::new(), 0);
        while let Some(&kind) = open.get(looked) {
            looked += 1;
            if self.waits[kind].is_some_and(|part| self.is_missing(part)) {
                continue;
            }
            let missing = self.missing(&kinds[kind], self.next[kind]);
            self.waits[kind] = missing.first().copied();
            if missing.is_empty() {
                ready.push(kind);
            }
            for part in missing {
                let is_new = !is_open(self, part.kind);
                self.ask(part.kind, part.offset);
                open.extend(is_new.then_some(part.kind));
            }
        }
        ready.sort_unstable();
        if ready.is_empty() && !open.is_empty() { Err(Endless) } else { Ok(ready) }
    }

    /// The next position of a kind has been computed.
    pub fn done(&mut self, kind: usize) {
        self.next[kind] += 1;
    }

    fn is_missing(&self, part: Part) -> bool {
        self.next[part.kind] <= part.offset
    }

    /// The parts in options at n that have not been computed, with their sizes.
    fn missing(&self, kind: &Kind, n: i64) -> Vec<Part> {
        let rules = kind.rules.iter().filter(|rule| is_needed(rule, n));
        let parts = rules.flat_map(|rule| {
            let reached = rule.reaches().map(move |part| Part { kind: part.kind, offset: n + part.offset });
            rule.fixed.iter().copied().chain(reached)
        });
        parts.filter(|&part| self.is_missing(part)).collect()
    }
}

fn is_needed(rule: &KindRule, n: i64) -> bool {
    rule.cut.as_ref().map_or(i64::MIN, Cut::least) <= n && rule.applies(n)
}

/// The largest fixed size that is looked at.
const LARGEST_FIXED: i64 = 100_000;

impl Kinds {
    /// Whether every play ends. Once every kind has passed all fixed sizes, only parts that depend on n are left to be
    /// computed.
    pub fn plays_end(&self) -> bool {
        let fixed = self.kinds.iter().flat_map(|kind| &kind.rules).flat_map(|rule| &rule.fixed);
        let largest = fixed.map(|part| part.offset).max().unwrap_or(0);
        if self.potentials().is_none() || largest > LARGEST_FIXED {
            return false;
        }
        let mut schedule = Schedule::new(self.kinds.iter().map(Kind::first).collect());
        for (number, kind) in self.kinds.iter().enumerate() {
            schedule.ask(number, if kind.least.is_some() { largest } else { 0 });
        }
        loop {
            match schedule.wave(&self.kinds) {
                Err(Endless) => return false,
                Ok(wave) if wave.is_empty() => return true,
                Ok(wave) => wave.into_iter().for_each(|kind| schedule.done(kind)),
            }
        }
    }
}
