//! Genera and canonical forms: known ones (`data/known/misere.json`), and those of random games by the definition.

use crate::common::{cases, game};
use grundy_core::claim::{Heaps, ListedHeaps};
use grundy_core::control::Control;
use grundy_core::random::Random;
use grundy_misere::canonical::CanonicalForms;
use grundy_misere::genus::{Class, Genera, Genus};
use std::collections::HashMap;

#[test]
fn known_genera() {
    for case in cases("genus") {
        let name = case["code"].as_str().unwrap();
        let known: Vec<String> = serde_json::from_value(case["genus"].clone()).unwrap();
        let first = case["first"].as_u64().unwrap();
        let last = first + known.len() as u64 - 1;
        let genera = Genera::of_heaps(&*game(name, 40), last, 1_000_000, &Control::free()).unwrap();
        let found: Vec<String> = genera.heaps[first as usize..].iter().map(|(genus, _)| genus.to_string()).collect();
        assert_eq!(found, known, "{name}");
        for text in known {
            assert_eq!(Genus::read(&text).unwrap().to_string(), text);
        }
    }
}

#[test]
fn known_canonical_forms() {
    for case in cases("canonical-forms") {
        let name = case["code"].as_str().unwrap();
        let known: Vec<String> = serde_json::from_value(case["forms"].clone()).unwrap();
        let first = case["first"].as_u64().unwrap() as usize;
        let mut forms = CanonicalForms::new(1_000_000);
        let heaps = forms.heaps(&*game(name, 40), (first + known.len() - 1) as u64, &Control::free()).unwrap();
        let shown: Vec<String> = heaps[first..].iter().map(|&heap| forms.show(heap, 1000).unwrap()).collect();
        assert_eq!(shown, known, "{name}");
    }
}

/// The numbers of games born by each day: Conway, *On Numbers and Games*, ch. 12.
#[test]
fn games_born_by_each_day() {
    let known: Vec<usize> = serde_json::from_value(cases("canonical-count")[0]["born_by_day"].clone()).unwrap();
    let mut forms = CanonicalForms::new(1_000_000);
    let mut born = vec![0];
    let mut counts = vec![1];
    for _ in 1..known.len() {
        let mut next: Vec<u32> = (0u32..1 << born.len())
            .map(|set| {
                let chosen = born.iter().enumerate().filter(|(place, _)| set >> place & 1 != 0);
                forms.game(chosen.map(|(_, &game)| game).collect()).unwrap()
            })
            .collect();
        next.sort_unstable();
        next.dedup();
        counts.push(next.len());
        born = next;
    }
    assert_eq!(counts, known);
}

/// Genus by the definition: on sums as lists of heaps, with a heap of two tokens of Nim as one more component.
struct Plain<'h> {
    heaps: &'h dyn Heaps,
    minus: HashMap<(Vec<u64>, usize), u32>,
    plus: HashMap<Vec<u64>, u32>,
}

impl Plain<'_> {
    fn moves(&self, sum: &[u64]) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for (place, &heap) in sum.iter().enumerate() {
            self.heaps.options(heap, &mut |parts| {
                let mut next = sum.to_vec();
                next.remove(place);
                next.extend(parts);
                next.sort_unstable();
                all.push(next);
            });
        }
        all
    }

    fn plus(&mut self, sum: &[u64]) -> u32 {
        if let Some(&known) = self.plus.get(sum) {
            return known;
        }
        let values: Vec<u32> = self.moves(sum).iter().map(|next| self.plus(next)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.plus.insert(sum.to_vec(), value);
        value
    }

    /// g- of the sum with some heaps of two tokens, and at most one of one token, which has the number `twos % 1000`.
    fn minus(&mut self, sum: &[u64], twos: usize, ones: usize) -> u32 {
        let key = (sum.to_vec(), 1000 * ones + twos);
        if let Some(&known) = self.minus.get(&key) {
            return known;
        }
        let mut values: Vec<u32> = self.moves(sum).iter().map(|next| self.minus(next, twos, ones)).collect();
        if twos > 0 {
            values.push(self.minus(sum, twos - 1, ones));
            values.push(self.minus(sum, twos - 1, ones + 1));
        }
        if ones > 0 {
            values.push(self.minus(sum, twos, ones - 1));
        }
        let value = if values.is_empty() { 1 } else { (0..).find(|value| !values.contains(value)).unwrap() };
        self.minus.insert(key, value);
        value
    }
}

#[test]
fn genera_of_random_games_follow_the_definition() {
    let seed = 20_261_127;
    let mut random = Random(seed);
    for game in 0..60 {
        let count = 4 + random.below(3);
        let mut options: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
        for heap in 1..count {
            let sums = (0..1 + random.below(3)).map(|_| (0..random.below(3)).map(|_| random.below(heap)).collect());
            options.push(sums.collect());
        }
        let heaps = ListedHeaps::new(options.clone()).unwrap();
        let genera = Genera::of_heaps(&heaps, count - 1, 100_000, &Control::free()).unwrap();
        assert_eq!(genera.heaps.len() as u64, count);
        let mut plain = Plain { heaps: &heaps, minus: HashMap::new(), plus: HashMap::new() };
        for (heap, (genus, class)) in (0..).zip(&genera.heaps) {
            assert_eq!(genus.plus, plain.plus(&[heap]), "seed {seed}, game {game}, heap {heap}: {options:?}");
            for i in 0..8 {
                let plain = plain.minus(&[heap], i, 0);
                assert_eq!(genus.digit(i), plain, "seed {seed}, game {game}, heap {heap}, g_{i}: {options:?}");
            }
            assert!(*class != Class::Tame || genus.is_nim());
        }
    }
}
