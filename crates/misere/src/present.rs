//! Presentations: generators, rules, and the P-portion in words.
//!
//! The generators are heaps whose values are not products of those of smaller heaps. A rule `u = v` says that the word
//! u equals the lexicographically smaller word v, the highest generator being the most significant. The least words
//! that are not least in their classes (the corners) give a presentation; rules that follow from the others are left
//! out, as completion of the others shows (Buchberger's algorithm for binomials).

use crate::quotient::Quotient;
use std::collections::HashSet;

/// A word in the generators: how often each occurs.
pub type Exponents = Vec<u32>;

/// A presentation of a quotient.
#[derive(Debug, Clone)]
pub struct Presentation {
    /// The heaps that generate the quotient, in increasing order.
    pub heaps: Vec<u32>,
    /// The rules, short words first.
    pub rules: Vec<(Exponents, Exponents)>,
    /// Whether no rule follows from the others. Otherwise that was too much work to find out.
    pub is_least: bool,
    /// The words of the P-portion.
    pub p: Vec<Exponents>,
}

/// The largest number of rules in a completion.
const MOST_RULES: usize = 300;

/// The largest number of corners whose rules are compared.
const MOST_CORNERS: usize = 120;

impl Presentation {
    /// The presentation of a quotient.
    pub fn of(quotient: &Quotient) -> Self {
        let mut heaps: Vec<u32> = quotient.tree.iter().skip(1).map(|&(_, heap)| heap).collect();
        heaps.sort_unstable();
        heaps.dedup();
        let word = |x: u16| {
            let word = quotient.word(x);
            heaps.iter().map(|&heap| word.count(heap)).collect::<Exponents>()
        };
        let words: Vec<Exponents> = (0..quotient.order() as u16).map(word).collect();
        let least: HashSet<&Exponents> = words.iter().collect();
        let mut rules = Vec::new();
        for (x, word) in words.iter().enumerate() {
            for place in 0..heaps.len() {
                let mut longer = word.clone();
                longer[place] += 1;
                let is_corner = |word: &Exponents| {
                    (0..word.len()).filter(|&place| word[place] > 0).all(|place| {
                        let mut part = word.clone();
                        part[place] -= 1;
                        least.contains(&part)
                    })
                };
                if !least.contains(&longer) && is_corner(&longer) {
                    let generator = words.iter().position(|word| word.iter().sum::<u32>() == 1 && word[place] == 1);
                    let value = generator.map_or(0, |generator| quotient.product(x as u16, generator as u16));
                    rules.push((longer, words[usize::from(value)].clone()));
                }
            }
        }
        rules.sort_by_key(|(longer, _)| (longer.iter().sum::<u32>(), longer.iter().rev().copied().collect::<Vec<_>>()));
        rules.dedup();
        let is_least = rules.len() <= MOST_CORNERS && drop_consequences(&mut rules);
        let p = quotient.p_portion().into_iter().map(|x| words[usize::from(x)].clone()).collect();
        Self { heaps, rules, is_least, p }
    }
}

/// Drops the rules that follow from the others, the longest first. Returns whether that was always found out.
fn drop_consequences(rules: &mut Vec<(Exponents, Exponents)>) -> bool {
    let mut is_least = true;
    for place in (0..rules.len()).rev() {
        let rule = rules.remove(place);
        let follows = complete(rules).map(|complete| reduced(&rule.0, &complete) == reduced(&rule.1, &complete));
        is_least &= follows.is_some();
        if follows != Some(true) {
            rules.insert(place, rule);
        }
    }
    is_least
}

/// Whether a word is lexicographically smaller than another one.
fn is_less(a: &[u32], b: &[u32]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// A word that no rule makes smaller.
fn reduced(word: &[u32], rules: &[(Exponents, Exponents)]) -> Exponents {
    let mut word = word.to_vec();
    let fits = |word: &[u32], long: &[u32]| word.iter().zip(long).all(|(a, b)| a >= b);
    while let Some((long, short)) = rules.iter().find(|(long, _)| fits(&word, long)) {
        word.iter_mut().zip(long.iter().zip(short)).for_each(|(count, (long, short))| *count = *count - long + short);
    }
    word
}

/// Rules that make all equal words the same; `None` if there are too many.
fn complete(rules: &[(Exponents, Exponents)]) -> Option<Vec<(Exponents, Exponents)>> {
    let mut all = rules.to_vec();
    let mut pairs: Vec<(usize, usize)> = (0..all.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    while let Some((a, b)) = pairs.pop() {
        let least: Exponents = all[a].0.iter().zip(&all[b].0).map(|(&a, &b)| a.max(b)).collect();
        if all[a].0.iter().zip(&all[b].0).all(|(&a, &b)| a == 0 || b == 0) {
            continue;
        }
        let through = |(long, short): &(Exponents, Exponents)| {
            let word: Exponents = least.iter().zip(long.iter().zip(short)).map(|(all, (l, s))| all - l + s).collect();
            reduced(&word, &all)
        };
        let (one, other) = (through(&all[a]), through(&all[b]));
        if one == other {
            continue;
        }
        let rule = if is_less(&one, &other) { (other, one) } else { (one, other) };
        if all.len() >= MOST_RULES {
            return None;
        }
        pairs.extend((0..all.len()).map(|old| (all.len(), old)));
        all.push(rule);
    }
    Some(all)
}
