//! What a proof claims (`proof.rs`), and what follows from other claims by one look at the options.

use super::facts::{Facts, MOST};
use super::rows::labels;
use crate::Task;
use grundy_core::error::Error;
use grundy_core::system::{Bits, System};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The words of a set of elements, whatever the game: what is told and looked at for facts is compiled once.
pub const WORDS: usize = 4;

/// What was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    /// The number of facts that were checked.
    pub checked: u64,
    /// The number of components with facts.
    pub all: u64,
}

/// A line of the text, with the text of its component.
pub struct Line<'t> {
    pub text: &'t str,
    pub said: Said,
}

#[derive(Debug, Clone, Copy)]
pub struct Said {
    value: Option<u32>,
    not: Facts,
}

/// A text that is no proof, with what is wrong.
pub type OrWrong<T> = Result<T, String>;

/// What a row claims: its value, and how it begins.
pub type Claimed<'t> = (u32, &'t str);

/// Reads the lines: what each row claims, and the facts.
pub fn lines(text: &str) -> OrWrong<(Vec<Claimed<'_>>, Vec<Line<'_>>)> {
    let (mut rows, mut facts, mut end) = (Vec::new(), Vec::new(), None);
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is not a number"));
    for line in text.lines().skip(2) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["row", _, value, start] => rows.push((number(value)?, start)),
            ["end", count] => end = Some(number(count)?),
            [text, "=", value] => {
                let said = Said { value: Some(number(value)?), not: Facts::NONE };
                facts.push(Line { text, said });
            }
            [text, "!", values] => {
                let mut not = Facts::NONE;
                for value in values.split(',') {
                    let value = number(value).ok().filter(|&value| value <= MOST);
                    let value = value.ok_or_else(|| format!("`{line}` excludes no value up to {MOST}"))?;
                    not = Facts(not.0 | Facts::not(value).0);
                }
                facts.push(Line { text, said: Said { value: None, not } });
            }
            _ => return Err(format!("`{line}` is no fact")),
        }
    }
    match end == Some(facts.len() as u32) {
        true => Ok((rows, facts)),
        false => Err("it does not end with the number of its facts".to_string()),
    }
}

/// The facts by keys.
pub struct Known<K>(pub HashMap<K, Said>);

impl<K: Copy + Eq + Hash> Known<K> {
    pub fn add(&mut self, key: K, said: Said) -> OrWrong<()> {
        let own = self.0.entry(key).or_insert(said);
        if own.value.is_some() && said.value.is_some() && own.value != said.value {
            return Err("a component has two values".to_string());
        }
        *own = Said { value: own.value.or(said.value), not: Facts(own.not.0 | said.not.0) };
        Ok(())
    }

    /// The nim-sum of components with known values, and the one without, if there is one. None if there are several.
    pub fn sum(&self, keys: &[K]) -> Option<(u32, Option<Facts>)> {
        let mut unknown = None;
        let mut sum = 0;
        for key in keys {
            match self.0.get(key) {
                Some(Said { value: Some(value), .. }) => sum ^= value,
                other if unknown.is_none() => unknown = Some(other.map_or(Facts::NONE, |said| said.not)),
                _ => return None,
            }
        }
        Some((sum, unknown))
    }

    /// Whether what is said of a component follows from its options.
    pub fn follows(&self, said: Said, options: &[Vec<K>]) -> bool {
        let sums: Vec<Option<(u32, Option<Facts>)>> = options.iter().map(|option| self.sum(option)).collect();
        let reaches = |n: u32| sums.contains(&Some((n, None)));
        let cannot = |n: u32| {
            sums.iter().all(|sum| match sum {
                Some((value, None)) => *value != n,
                Some((value, Some(not))) => not.excludes(n ^ value) && (n ^ value) <= MOST,
                None => false,
            })
        };
        match said.value {
            Some(value) => cannot(value) && (0..value).all(reaches),
            None => (0..=MOST).filter(|&n| said.not.excludes(n)).all(reaches),
        }
    }
}

/// The options of a component as keys, without pairs of equal ones.
pub fn options<const W: usize, K: Copy + Eq>(
    system: &System<Bits<W>>,
    left: &Bits<W>,
    key: &mut dyn FnMut(&Bits<W>) -> K,
) -> Vec<Vec<K>> {
    let mut options = Vec::new();
    let _ = system.options(left, &mut Vec::new(), |parts| {
        options.push(without_pairs(parts.iter().map(&mut *key)));
        ControlFlow::Continue(())
    });
    options
}

pub fn without_pairs<K: Copy + Eq>(keys: impl Iterator<Item = K>) -> Vec<K> {
    let mut sum: Vec<K> = Vec::new();
    for key in keys {
        match sum.iter().position(|other| *other == key) {
            Some(place) => drop(sum.swap_remove(place)),
            None => sum.push(key),
        }
    }
    sum
}

/// The places of samples among so many lines.
pub fn samples(all: usize, most: u64) -> impl Iterator<Item = usize> {
    let count = (all as u64).min(most);
    (0..count).map(move |sample| (u128::from(sample) * all as u128 / u128::from(count)) as usize)
}

/// The value that follows for a row, if its text says how it begins.
pub type Start<'s> = dyn FnMut(&[u64], &str) -> Result<Option<u32>, Error> + 's;

/// Whether the rows are those of the task, with their stored values. `start` says how a row begins, `sum` what follows.
pub fn rows_agree(
    task: &Task<'_>,
    rows: &[Claimed<'_>],
    value: &dyn Fn(u64) -> Option<u32>,
    start: &mut Start<'_>,
) -> Result<OrWrong<()>, Error> {
    let labels = labels(task);
    if rows.len() != labels.len() {
        return Ok(Err("it does not have the rows of this job".to_string()));
    }
    for ((row, label), &(claimed, text)) in (0..).zip(&labels).zip(rows) {
        let stored = value(row).is_none_or(|stored| stored == claimed);
        if !stored || start(label, text)? != Some(claimed) {
            return Ok(Err(format!("the value of row {} does not follow", task.ruleset.rows().show_row(row))));
        }
    }
    Ok(Ok(()))
}
