//! Automatic sequences: G(n) is the output of an automaton that reads the digits of n, most significant first.
//!
//! Idea: the state after a word w is everything that is known below w, that is the values at all words w u with e
//! digits in u, for e = 0, ..., E, as deep as the range allows. In each of the numerations these are intervals. Breadth
//! first, a new word is merged with the first state that agrees with it to depth E. Cost: 6 bits, and for each state
//! its transitions and its output. Needs 130 terms, in practice about 50 for each state; at most 12 values and 40
//! states. False friend: any short sequence with few values; so every merge must rest on 24 values (16 in tables), and
//! the automaton must give all of them.

use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use foldhash::fast::FixedState;
use grundy_core::automaton::{Automaton, Numeration, State, WordType};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

const AUTOMATIC: Kind = Kind::complete("automatic", "G(n) is the output of an automaton that reads the digits of n");

/// Finds automatic sequences.
pub const FINDER: Finder =
    Finder { kinds: &[&AUTOMATIC], least: 130, is_linear: false, looks_at: LooksAt::Both, find: Find::Sequence(find) };

/// The largest number of different values.
pub(super) const VALUES: usize = 12;

/// The largest number of states.
const STATES: usize = 40;

/// Every merge of states rests on so many values.
const MERGE: usize = 24;

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let Sequence { first, values } = &fit.data;
    let different: BTreeSet<i64> = values.iter().copied().collect();
    let Ok(before) = usize::try_from(*first) else { return Ok(Vec::new()) };
    if !(2..=VALUES).contains(&different.len()) || before > values.len() / 8 {
        return Ok(Vec::new());
    }
    // Nothing is known of smaller numbers; they get the least value.
    let least = different.first().copied().unwrap_or(0);
    let cube =
        Cube { side: before + values.len(), dimensions: 1, values: [vec![least; before], values.clone()].concat() };
    let mut found = Vec::new();
    for (place, numeration) in Numeration::all().enumerate() {
        let Some(automaton) = infer(&cube, numeration, STATES, MERGE, budget)? else { continue };
        budget.spend(16 * values.len())?;
        let states = automaton.outputs().len();
        let steps: usize = (0..states).map(|state| automaton.transitions(state).count()).sum();
        let cost = Bits::whole(6)
            + bits::log2(states.max(2) as u64).times(steps as i64)
            + bits::log2(different.len() as u64).times(states as i64)
            + bits::whole_number(place as i64);
        let fitted = states * (automaton.transitions(0).count() + 1);
        let rule = Automatic { first: *first, automaton };
        if rule.terms(values.len()).iter().zip(values).any(|(said, value)| *said != Some(*value)) {
            continue;
        }
        found.push(Candidate {
            kind: &AUTOMATIC,
            null: fit.null,
            cost,
            fitted,
            confirmed: values.len(),
            exceptions: Vec::new(),
            demand: Demand::USUAL,
            rule: Arc::new(rule),
        });
    }
    Ok(found)
}

/// Values of all points with coordinates from 0 to `side` - 1, in lexicographical order.
pub(super) struct Cube {
    pub(super) side: usize,
    pub(super) dimensions: usize,
    pub(super) values: Vec<i64>,
}

/// The automaton whose states are the subtrees of the values; `None` if it does not close within `most` states, or if a
/// merge would rest on fewer than `merge` values.
pub(super) fn infer(
    cube: &Cube,
    numeration: Numeration,
    most: usize,
    merge: usize,
    budget: &mut Budget,
) -> Result<Option<Automaton>, Stop> {
    let trees = Trees::new(cube, numeration);
    let mut words = vec![Word { starts: vec![Vec::new(); cube.dimensions], kinds: vec![0; cube.dimensions] }];
    let mut known: HashMap<(Vec<u8>, usize, u64), usize, FixedState> = HashMap::default();
    let (hashes, looks) = trees.below(&words[0]);
    budget.spend(looks)?;
    known.extend(hashes.into_iter().enumerate().map(|(depth, hash)| ((words[0].kinds.clone(), depth, hash), 0)));
    let mut states: Vec<State> = Vec::new();
    while states.len() < words.len() {
        let word = &words[states.len()];
        let (output, mut steps) = (trees.output(word), BTreeMap::new());
        for (digits, longer) in word.longer(numeration) {
            if states.is_empty() && digits.iter().all(|&digit| digit == 0) {
                steps.insert(digits, 0);
                continue;
            }
            let (hashes, looks) = trees.below(&longer);
            budget.spend(looks + 1)?;
            let Some(&last) = hashes.last().filter(|_| trees.is_inside(&longer)) else { return Ok(None) };
            let target = match known.get(&(longer.kinds.clone(), hashes.len() - 1, last)) {
                Some(_) if looks < merge => return Ok(None),
                Some(&target) => target,
                None if cube.dimensions > 1 && hashes.len() == 1 || words.len() == most => return Ok(None),
                None => {
                    for (depth, hash) in hashes.into_iter().enumerate() {
                        known.entry((longer.kinds.clone(), depth, hash)).or_insert(words.len());
                    }
                    words.push(longer);
                    words.len() - 1
                }
            };
            steps.insert(digits, target);
        }
        states.push(State { output, next: steps });
    }
    Ok(Automaton::new(numeration, cube.dimensions, &states).ok())
}

/// One word for each coordinate, all of the same length.
#[derive(Clone)]
struct Word {
    starts: Vec<Vec<u8>>,
    kinds: Vec<WordType>,
}

impl Word {
    /// All words that are longer by one digit, with these digits.
    fn longer(&self, numeration: Numeration) -> Vec<(Vec<u8>, Word)> {
        let mut all = vec![(Vec::new(), Word { starts: Vec::new(), kinds: Vec::new() })];
        for (start, &kind) in self.starts.iter().zip(&self.kinds) {
            let following: Vec<(u8, WordType)> = numeration.followers(kind).collect();
            let extend = |(digits, word): &(Vec<u8>, Word)| {
                let (digits, word) = (digits.clone(), word.clone());
                following.clone().into_iter().map(move |(digit, kind)| {
                    let (mut digits, mut word) = (digits.clone(), word.clone());
                    digits.push(digit);
                    word.starts.push([start.as_slice(), &[digit]].concat());
                    word.kinds.push(kind);
                    (digits, word)
                })
            };
            all = all.iter().flat_map(extend).collect();
        }
        all
    }
}

/// What is known below words.
struct Trees<'a> {
    cube: &'a Cube,
    /// What a digit 1 is worth at each place, from the last place on.
    places: Vec<u64>,
    /// How many words with so many digits may follow a word of each type.
    words: Vec<[usize; 3]>,
    numeration: Numeration,
}

impl Trees<'_> {
    fn new(cube: &Cube, numeration: Numeration) -> Trees<'_> {
        let mut words = vec![[0, 1, 2].map(|kind| usize::from(numeration.ends(kind)))];
        while words.len() < 60 && words[words.len() - 1][0] <= cube.side {
            let last = words[words.len() - 1];
            let longer = |kind| numeration.followers(kind).map(|(_, kind)| last[usize::from(kind)]).sum();
            words.push([longer(0), longer(1), longer(2)]);
        }
        let places = (0..).map_while(|place| numeration.weight(place)).collect();
        Trees { cube, places, words, numeration }
    }

    /// The number that is written with a word and `zeros` zeros, at most the side of the cube.
    fn number(&self, word: &[u8], zeros: usize) -> usize {
        let value = word.iter().rev().enumerate().try_fold(0u64, |sum, (place, &digit)| {
            let place = if digit == 0 { 0 } else { *self.places.get(place + zeros)? };
            sum.checked_add(place.checked_mul(u64::from(digit))?)
        });
        let value = value.and_then(|value| usize::try_from(value).ok());
        value.map_or(self.cube.side, |value| value.min(self.cube.side))
    }

    /// Whether the word itself, as numbers, lies in the cube.
    fn is_inside(&self, word: &Word) -> bool {
        word.starts.iter().all(|start| self.number(start, 0) < self.cube.side)
    }

    /// The value of a word, or of the first point if no number may end with it.
    fn output(&self, word: &Word) -> i64 {
        if !word.kinds.iter().all(|&kind| self.numeration.ends(kind)) {
            return self.cube.values[0];
        }
        let cell = word.starts.iter().fold(0, |cell, start| cell * self.cube.side + self.number(start, 0));
        self.cube.values[cell]
    }

    /// For each depth that is known, a hash of all values below a word down to it; and the number of these values.
    fn below(&self, word: &Word) -> (Vec<u64>, usize) {
        let mut hasher = FixedState::default().build_hasher();
        let (mut hashes, mut looks) = (Vec::new(), 0);
        for (depth, counts) in self.words.iter().enumerate() {
            let span = |(start, &kind): (&Vec<u8>, &u8)| (self.number(start, depth), counts[usize::from(kind)]);
            let spans: Vec<(usize, usize)> = word.starts.iter().zip(&word.kinds).map(span).collect();
            if spans.iter().any(|(start, count)| start + count > self.cube.side) {
                break;
            }
            looks += self.hash_box(&spans, 0, &mut hasher);
            hashes.push(hasher.finish());
        }
        (hashes, looks)
    }

    /// Hashes the values of a box, row by row, and counts them.
    fn hash_box(&self, spans: &[(usize, usize)], cell: usize, hasher: &mut impl Hasher) -> usize {
        let Some((&(start, count), rest)) = spans.split_first() else { return 0 };
        let cell = cell * self.cube.side;
        if rest.is_empty() {
            let row = &self.cube.values[cell + start..cell + start + count];
            row.iter().for_each(|&value| hasher.write_i64(value));
            return count;
        }
        (start..start + count).map(|x| self.hash_box(rest, cell + x, hasher)).sum()
    }
}

/// The values are the outputs of an automaton.
#[derive(Debug)]
struct Automatic {
    first: i64,
    automaton: Automaton,
}

/// An automaton in words: where each state leads, if there are few of them.
pub(super) fn described(automaton: &Automaton) -> String {
    const SHOWN: usize = 12;
    let states = automaton.outputs().len();
    let text = format!("{states} states in {}, most significant digit first", automaton.numeration());
    if states > SHOWN || automaton.coordinates() > 1 {
        return text;
    }
    let state = |(number, output): (usize, &i64)| {
        let steps = automaton.transitions(number);
        let targets: Vec<String> = steps.map(|(digits, target)| format!("{} -> {target}", digits[0])).collect();
        format!("state {number} has the value {output}, {}", targets.join(", "))
    };
    let list: Vec<String> = automaton.outputs().iter().enumerate().map(state).collect();
    format!("{text}: {}", list.join("; "))
}

impl Rule for Automatic {
    fn words(&self) -> String {
        format!("G(n) is the output of an automaton with {}", described(&self.automaton))
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        Err("a file with the automaton (--automata FOLDER)")
    }

    fn terms(&self, count: usize) -> Said {
        let values = u64::try_from(self.first).ok().and_then(|first| self.automaton.values(first));
        values.map_or_else(|| vec![None; count], |values| values.take(count).collect())
    }

    fn term(&self, index: usize) -> Option<i64> {
        self.automaton.value(&[u64::try_from(self.first).ok()?.checked_add(index as u64)?])
    }

    fn automaton(&self) -> Option<&Automaton> {
        Some(&self.automaton)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use grundy_core::control::FREE;
    use grundy_core::random::Random;

    /// The game in which n becomes n - 1 or the given number.
    fn mark(count: usize, other: impl Fn(usize) -> usize) -> Vec<i64> {
        trial::mex_values(count, |n, values| if n == 0 { vec![] } else { vec![values[n - 1], values[other(n)]] })
    }

    #[test]
    fn games_of_mark() {
        let golden = |n: usize| (n + (5 * n * n).isqrt()) / 2 - n;
        let cases: [(Vec<i64>, Numeration, usize); 3] = [
            (mark(1000, |n| n / 2), Numeration::base(2).expect("a base"), 5),
            (mark(2000, |n| if n > 1 { n.div_ceil(2) } else { 0 }), Numeration::base(2).expect("a base"), 8),
            (mark(2000, golden), Numeration::ZECKENDORF, 4),
        ];
        for (values, numeration, states) in cases {
            let guess = trial::search(0, values);
            let best = &guess.patterns[0];
            assert_eq!(best.kind, "automatic", "{}", best.rule.words());
            let automaton = best.rule.automaton().expect("an automaton");
            assert_eq!((automaton.numeration(), automaton.outputs().len()), (numeration, states));
            assert!(best.rule.claim(Subject::Values).is_err());
            let claims = [Subject::Values, Subject::Outcomes].map(|subject| best.rule.claim_with("a/b.txt", subject));
            let texts = ["g(n) == automatic(\"a/b.txt\", n)", "outcome == P iff automatic(\"a/b.txt\", n) == 0"];
            assert_eq!(claims, texts.map(|text| Some(text.to_owned())));
            assert_eq!(best.rule.claim_with("a\"b.txt", Subject::Values), None);
        }
    }

    #[test]
    fn random_automata_are_found() {
        for seed in 1..=30 {
            let mut random = Random(seed);
            let states = 2 + random.below(4) as usize;
            let step = |random: &mut Random| random.below(states as u64) as usize;
            let base = Numeration::base(3).expect("a base");
            let mut state = |state: usize| {
                let next = |d| (vec![d], if (state, d) == (0, 0) { 0 } else { step(&mut random) });
                State { output: state as i64, next: (0..3).map(next).collect() }
            };
            let all: Vec<State> = (0..states).map(&mut state).collect();
            let automaton = Automaton::new(base, 1, &all).expect("an automaton");
            let values: Vec<i64> = (0..2500).map(|n| automaton.value(&[n]).expect("complete")).collect();
            let cube = |values: &[i64]| Cube { side: 1667, dimensions: 1, values: values[..1667].to_vec() };
            let mut budget = Budget::new(Budget::STEPS, &FREE);
            let found = infer(&cube(&values), base, STATES, MERGE, &mut budget).expect("in budget");
            let found = found.unwrap_or_else(|| panic!("seed {seed}: {automaton:?}"));
            assert!((0..2500).all(|n| found.value(&[n]) == automaton.value(&[n])), "seed {seed}");
            if values.iter().any(|value| *value != values[0]) {
                let kinds = trial::kinds(0, trial::spoiled(&values, seed));
                assert!(!kinds.contains(&"automatic".to_owned()), "seed {seed}: {kinds:?}");
            }
        }
    }

    #[test]
    fn pell_and_tribonacci_words() {
        for numeration in [Numeration::PELL, Numeration::TRIBONACCI, Numeration::ZECKENDORF] {
            let parity = |n: u64| {
                let digits = numeration.digits(n);
                i64::from(digits.iter().map(|&digit| u32::from(digit)).sum::<u32>() % 2)
            };
            let guess = trial::search(0, (0..3000).map(parity).collect());
            let automaton = guess.patterns.first().and_then(|pattern| pattern.rule.automaton());
            assert_eq!(automaton.map(Automaton::numeration), Some(numeration), "{:?}", guess.patterns);
        }
    }
}
