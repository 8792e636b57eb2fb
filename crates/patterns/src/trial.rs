//! What the tests of finders share: values by options and mex, whole searches, and values that are nearly right.

use crate::guess::{self, Data, Guess, Settings, Values};
use crate::pattern::{Subject, Tally};
use crate::sequence::Sequence;
use grundy_core::control::FREE;
use grundy_core::random::Random;
use std::collections::HashSet;

/// The Grundy values of 0, ..., `count` - 1: `options` gives the values of the options, from those of smaller numbers.
pub(crate) fn mex_values(count: usize, options: impl Fn(usize, &[i64]) -> Vec<i64>) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::with_capacity(count);
    for n in 0..count {
        let seen = options(n, &values);
        let seen: HashSet<i64> = seen.into_iter().collect();
        values.push((0..).find(|value| !seen.contains(value)).unwrap_or(0));
    }
    values
}

/// The Grundy values of an octal or hexadecimal game with these code digits, the first of them for removing one.
pub(crate) fn octal_values(count: usize, digits: &[u8]) -> Vec<i64> {
    mex_values(count, |n, values| {
        let mut seen = Vec::new();
        for (taken, digit) in (1..).zip(digits).take_while(|(taken, _)| *taken <= n) {
            let left = n - taken;
            if digit & 1 > 0 && left == 0 {
                seen.push(0);
            }
            if digit & 2 > 0 && left > 0 {
                seen.push(values[left]);
            }
            if digit & 4 > 0 {
                seen.extend((1..=left / 2).map(|part| values[part] ^ values[left - part]));
            }
            if digit & 8 > 0 {
                let pairs = (1..=left / 3).flat_map(|a| (a..=(left - a) / 2).map(move |b| (a, b)));
                seen.extend(pairs.map(|(a, b)| values[a] ^ values[b] ^ values[left - a - b]));
            }
        }
        seen
    })
}

/// A whole search in values.
pub(crate) fn search(first: i64, values: Vec<i64>) -> Guess {
    search_in(first, values, Subject::Values)
}

/// A whole search in values or outcomes.
pub(crate) fn search_in(first: i64, values: Vec<i64>, known: Subject) -> Guess {
    let values = Values { data: Data::Sequence(Sequence { first, values }), known };
    guess::guess(&values, &Settings::default(), &FREE).expect("nothing cancels it")
}

/// The kind, the words and the claim of the first pattern. Its predictions must be the values that are given.
pub(crate) fn best(first: i64, values: &[i64]) -> (String, String, String) {
    let guess = search(first, values.to_vec());
    let Some(pattern) = guess.patterns.first() else { return Default::default() };
    let outcomes: Vec<i64> = values.iter().map(|&value| i64::from(value != 0)).collect();
    let values = if pattern.subject == Subject::Values { values } else { &outcomes };
    assert_eq!(Tally::of(&pattern.rule.terms(values.len()), values, &vec![true; values.len()]).broken, None);
    let claim = pattern.rule.claim(pattern.subject).unwrap_or_else(|missing| format!("needs {missing}"));
    (pattern.kind.clone(), pattern.rule.words(), claim)
}

/// The values with one in a hundred changed, at least three of them beyond the first quarter. Prints the seed.
pub(crate) fn spoiled(values: &[i64], seed: u64) -> Vec<i64> {
    println!("spoiled with seed {seed}");
    let mut random = Random(seed);
    let mut spoiled = values.to_vec();
    let quarter = values.len() / 4;
    for _ in 0..(values.len() / 100).max(3) {
        let place = quarter + random.below((values.len() * 2 / 3 - quarter) as u64) as usize;
        spoiled[place] += 1 + random.below(3) as i64;
    }
    spoiled
}

/// The names of the kinds that are found.
pub(crate) fn kinds(first: i64, values: Vec<i64>) -> Vec<String> {
    search(first, values).patterns.into_iter().map(|pattern| pattern.kind).collect()
}
