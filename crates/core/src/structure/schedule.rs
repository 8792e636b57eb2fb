//! In which order the positions of several kinds are computed.
//!
//! A kind advances size by size. Before (k, n) is computed, every kind in its options advances as far as these reach.
//! The numbers of [`Kinds::potentials`] show that this ends as far as parts depend on n. Parts of a fixed size may lead
//! back nevertheless; then a kind waits for itself, which is noticed.

use super::kinds::{Cut, Kind, KindRule, Kinds, Part};
use crate::error::Error;

/// How far each kind has advanced.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// The next size of each kind.
    next: Vec<i64>,
    /// Whether the kind is being computed.
    is_open: Vec<bool>,
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
    /// Nothing has been computed.
    pub fn new(kinds: &[Kind]) -> Self {
        Self { next: kinds.iter().map(Kind::first).collect(), is_open: vec![false; kinds.len()] }
    }

    /// The next size of a kind.
    pub fn next(&self, kind: usize) -> i64 {
        self.next[kind]
    }

    /// Advances a kind to a size. `compute` is called for each position, after all those that its options need.
    ///
    /// # Errors
    /// [`Endless`] if a kind waits for itself; those of `compute`.
    pub fn advance<E: From<Endless>>(
        &mut self,
        kinds: &[Kind],
        kind: usize,
        to: i64,
        compute: &mut dyn FnMut(usize, i64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut stack = vec![(kind, to)];
        while let Some(&(kind, to)) = stack.last() {
            let n = self.next[kind];
            if n > to {
                stack.pop();
                self.is_open[kind] = false;
                continue;
            }
            match self.missing(&kinds[kind], n) {
                None => {
                    compute(kind, n)?;
                    self.next[kind] = n + 1;
                }
                Some(part) if part.kind == kind || self.is_open[part.kind] => return Err(Endless.into()),
                Some(part) => {
                    self.is_open[kind] = true;
                    stack.push((part.kind, part.offset));
                }
            }
        }
        Ok(())
    }

    /// A part in an option at n that has not been computed, with its size.
    fn missing(&self, kind: &Kind, n: i64) -> Option<Part> {
        kind.rules.iter().filter(|rule| is_needed(rule, n)).find_map(|rule| {
            let reached = rule.reaches().map(|part| Part { kind: part.kind, offset: n + part.offset });
            rule.fixed.iter().copied().chain(reached).find(|part| self.next[part.kind] <= part.offset)
        })
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
        let mut schedule = Schedule::new(&self.kinds);
        (0..self.kinds.len()).all(|kind| {
            let to = if self.kinds[kind].least.is_some() { largest } else { 0 };
            schedule.advance(&self.kinds, kind, to, &mut |_, _| Ok::<(), Endless>(())).is_ok()
        })
    }
}
