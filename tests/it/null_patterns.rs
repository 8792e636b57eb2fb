//! False positives: what is reported of noise and of games without a known rule, and whether it breaks on a larger
//! range.
//!
//! A false positive is a pattern that fails within four times the range (tables: twice). Rules about lines and counts
//! are not counted. All numbers come from fixed seeds.

use crate::common::fastest;
use grundy::control::FREE;
use grundy::patterns::guess::{Data, Pattern, Settings, Values, guess};
use grundy::patterns::pattern::Subject;
use grundy::patterns::sequence::Sequence;
use grundy::patterns::table::Table;
use grundy::random::Random;
use grundy::ruleset::Value;
use rayon::prelude::*;
use std::fs;
use tempfile::TempDir;

/// The ranges of sequences.
const RANGES: [usize; 4] = [60, 120, 500, 2000];

fn patterns(data: Data, known: Subject) -> Vec<Pattern> {
    let found = guess(&Values { data, known }, &Settings::default(), &FREE).unwrap();
    found.patterns.into_iter().filter(|pattern| !["lines", "counts"].contains(&&*pattern.kind)).collect()
}

/// The patterns of the first `count` values that break among all values, in words.
fn broken_of_sequence(name: &str, values: Vec<i64>, count: usize) -> (bool, Vec<String>) {
    let all = Sequence { first: 0, values };
    let found = patterns(Data::Sequence(all.start(count)), Subject::Values);
    let outcomes = all.outcomes();
    let breaks = found.iter().filter_map(|pattern| {
        let data = if pattern.subject == Subject::Outcomes { &outcomes } else { &all };
        let at = pattern.rule.compare_terms(data, &vec![true; data.len()]).broken?;
        Some(format!("{name} to {count}: {}: {}: breaks at {at}", pattern.kind, pattern.rule.words()))
    });
    (!found.is_empty(), breaks.collect())
}

/// The same for tables: fitted and checked where no coordinate exceeds `size`.
fn broken_of_table(name: &str, all: &Table, size: i64) -> (bool, Vec<String>) {
    let small: Vec<bool> = all.points().map(|point| point.iter().all(|&x| x <= size)).collect();
    let known = if all.values().iter().any(|&value| value > 1) { Subject::Values } else { Subject::Outcomes };
    let found = patterns(Data::Table(all.part(&small)), known);
    let outcomes = all.outcomes();
    let breaks = found.iter().filter_map(|pattern| {
        let data = if pattern.subject == Subject::Outcomes { &outcomes } else { all };
        let at = pattern.rule.compare_positions(data, &vec![true; data.len()]).broken?;
        Some(format!("{name} to {size}: {}: {}: breaks at {:?}", pattern.kind, pattern.rule.words(), data.point(at)))
    });
    (!found.is_empty(), breaks.collect())
}

/// A random code of an octal or hexadecimal game.
fn random_code(random: &mut Random) -> String {
    let base = if random.below(4) == 0 { 16 } else { 8 };
    let lead = if random.below(4) == 0 { "4." } else { "0." };
    let places = 2 + random.below(3);
    let mut digits: Vec<u64> = (0..places).map(|_| random.below(base)).collect();
    digits.push(1 + random.below(base - 1));
    let digits: String = digits.iter().map(|&digit| char::from_digit(digit as u32, 16).unwrap()).collect();
    format!("octal:{lead}{digits}")
}

fn shuffled(mut values: Vec<i64>, random: &mut Random) -> Vec<i64> {
    for i in (1..values.len()).rev() {
        values.swap(i, random.below(i as u64 + 1) as usize);
    }
    values
}

/// Noise of many kinds.
fn noise(kind: u64, count: usize, random: &mut Random) -> Vec<i64> {
    let rate = [2, 5, 10, 20, 50, 100][random.below(6) as usize];
    let rare = |random: &mut Random| i64::from(random.below(rate) == 0);
    let mut sum = 0i64;
    (0..count as i64)
        .map(|n| match kind % 8 {
            0 => random.below(2 + kind / 8 % 7) as i64,
            1 => rare(random),
            2 => {
                sum += rare(random);
                sum
            }
            3 => {
                sum = (sum + random.below(3) as i64 - 1).abs();
                sum
            }
            4 => n / 3 + random.below(2) as i64,
            5 => n / 2 + rare(random),
            6 if rare(random) == 1 => random.below(4) as i64,
            6 => [0, 1, 0, 1, 2, 3, 2][n as usize % 7],
            _ => i64::from(random.below(n as u64 + 1) > 0) + rare(random),
        })
        .collect()
}

/// A random game of two heaps: rays, steps, or moves under conditions on residues.
fn random_rules(kind: u64, random: &mut Random, folder: &TempDir) -> String {
    if kind.is_multiple_of(3) {
        let [p, q, r] = [0; 3].map(|_| 1 + random.below(12));
        let modulus = 5 + random.below(9);
        let bound = 2 + random.below(modulus - 2);
        let path = folder.path().join("game.toml");
        let text = format!(
            "[game]\nfamily = \"custom\"\nmoves = [\"a, b -> i, b for i in 0..a when ({p}*a + {q}*i + {r}*b) % {modulus} < {bound}\", \
             \"a, b -> a, i for i in 0..b when ({r}*a + {p}*i + {q}*b) % {modulus} < {bound}\"]\n"
        );
        fs::write(&path, text).unwrap();
        return format!("custom:{}", path.display());
    }
    let mut vectors = std::collections::BTreeSet::new();
    while vectors.len() < 2 + (kind % 3) as usize {
        let vector = [random.below(5), random.below(5)];
        if vector != [0, 0] {
            vectors.insert(format!("{}/{}", vector[0], vector[1]));
        }
    }
    let list = vectors.into_iter().collect::<Vec<_>>().join(",");
    format!("{}:{list}", if kind % 3 == 1 { "rays" } else { "steps" })
}

fn values_to(code: &str, max: u64) -> Vec<i64> {
    fastest(code, max, Value::GRUNDY).into_iter().map(i64::from).collect()
}

/// One null item of each sort in turn.
fn item(seed: u64) -> (bool, Vec<String>) {
    let mut random = Random(seed);
    random.step();
    let count = RANGES[random.below(4) as usize];
    match seed % 4 {
        0 => {
            let code = random_code(&mut random);
            broken_of_sequence(&code, values_to(&code, 4 * count as u64 - 1), count)
        }
        1 => {
            let code = random_code(&mut random);
            let values = shuffled(values_to(&code, 4 * count as u64 - 1), &mut random);
            broken_of_sequence(&format!("{code}, shuffled"), values, count)
        }
        2 => {
            let code = random_code(&mut random);
            let values = values_to(&code, 4 * count as u64 - 1);
            let drawn = (0..values.len()).map(|_| values[random.below(values.len() as u64) as usize]).collect();
            broken_of_sequence(&format!("{code}, drawn at random"), drawn, count)
        }
        _ => {
            let folder = TempDir::new().unwrap();
            let code = random_rules(seed / 4, &mut random, &folder);
            let points = (0..=60i64).flat_map(|a| (0..=60).flat_map(move |b| [a, b])).collect();
            let mut values = values_to(&code, 60);
            if seed / 4 % 4 == 3 {
                values = shuffled(values, &mut random);
            }
            let table = Table::new(vec!["h1".into(), "h2".into()], points, values);
            broken_of_table(&code, &table, 30)
        }
    }
}

fn false_positives(seeds: std::ops::Range<u64>, allowed: usize) {
    let results: Vec<_> = seeds.into_par_iter().map(item).collect();
    let reported = results.iter().filter(|(reported, _)| *reported).count();
    let broken: Vec<&String> = results.iter().filter_map(|(_, broken)| broken.first()).collect();
    println!("{} items, {reported} with a pattern, {} of them with one that breaks", results.len(), broken.len());
    assert!(broken.len() <= allowed, "{} of {}: {broken:#?}", broken.len(), results.len());
}

#[test]
fn noise_has_no_pattern() {
    false_positives(0..100, 1);
}

#[test]
#[ignore = "takes minutes"]
fn two_thousand_null_games_have_at_most_five_false_positives() {
    false_positives(10_000..12_000, 5);
}

#[test]
#[ignore = "takes minutes"]
fn noise_of_many_kinds_is_reported_without_a_bound() {
    // Among it are periods and lines with rare exceptions, which nothing tells from exact ones before the first
    // exception. The number is printed, and nothing is asserted about it.
    let results: Vec<_> = (0..600u64)
        .into_par_iter()
        .map(|seed| {
            let mut random = Random(seed);
            random.step();
            let count = RANGES[random.below(4) as usize];
            broken_of_sequence(&format!("noise {}", seed % 56), noise(seed, 4 * count, &mut random), count)
        })
        .collect();
    let reported = results.iter().filter(|(reported, _)| *reported).count();
    let broken: Vec<&String> = results.iter().filter_map(|(_, broken)| broken.first()).collect();
    println!(
        "600 items of noise, {reported} with a pattern, {} of them with one that breaks: {broken:#?}",
        broken.len()
    );
}

#[test]
#[ignore = "takes minutes"]
fn subtraction_games_before_their_preperiod_ends_are_reported_without_a_bound() {
    // Their values look periodic before they are: the number is reported, and nothing is asserted about it.
    let results: Vec<_> = (0..500u64)
        .into_par_iter()
        .map(|seed| {
            let mut random = Random(seed);
            random.step();
            let mut set: Vec<u64> = (0..3 + random.below(3)).map(|_| 1 + random.below(60)).collect();
            set.sort_unstable();
            set.dedup();
            let code = format!("subtraction:{}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            let count = RANGES[random.below(3) as usize];
            broken_of_sequence(&code, values_to(&code, 4 * count as u64 - 1), count)
        })
        .collect();
    let broken = results.iter().filter(|(_, broken)| !broken.is_empty()).count();
    println!("500 subtraction games cut short: {broken} with a pattern that breaks later");
}
