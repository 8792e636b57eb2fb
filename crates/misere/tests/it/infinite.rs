//! Infinite quotients: found again, proved by the checker, compared with brute force, and refused after a change.

use crate::common::{code, grundys_game, is_p, project};
use grundy_core::claim::{Heaps, InfiniteCertificate, InfiniteClaim, ListedHeaps};
use grundy_core::control::Control;
use grundy_core::random::Random;
use grundy_misere::infinite::{WhyNot, search};
use grundy_misere::search::{Found, Limits};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

const SEED: u64 = 20_261_128;

/// Games with small certificates of all sorts: counters that are the last heap or not, a restricted universe.
const GAMES: [&str; 6] = ["0.06", "0.041", "0.76", "0.446", "4.136", "4.77"];

fn find(heaps: &dyn Heaps) -> Found {
    grundy_misere::search::search(heaps, None, Limits::default(), &Control::free()).unwrap()
}

/// The certificate of a game whose quotient is infinite.
fn certificate(heaps: &dyn Heaps, found: &Found) -> InfiniteCertificate {
    search(heaps, found, Limits::default(), &Control::free()).unwrap().unwrap_or_else(|why| panic!("{why:?}"))
}

fn prove(heaps: &dyn Heaps, certificate: &InfiniteCertificate) -> Result<InfiniteClaim, String> {
    InfiniteClaim::check(heaps, certificate, &Control::free()).unwrap().map_err(|refusal| refusal.0)
}

#[track_caller]
fn refused(heaps: &dyn Heaps, certificate: &InfiniteCertificate, why: &str) {
    let refusal = prove(heaps, certificate).unwrap_err();
    assert!(refusal.contains(why), "{refusal}");
}

/// The known infinite quotients; those that take long only if `slow`.
fn known(slow: bool) -> usize {
    let file: Value =
        serde_json::from_str(&std::fs::read_to_string(project("data/known/misere.json")).unwrap()).unwrap();
    let mut looked = 0;
    for case in file["cases"].as_array().unwrap().iter().filter(|case| case["status"] == "infinite") {
        let name = case["code"].as_str().unwrap();
        let at_heap = case["at_heap"].as_u64().unwrap();
        if !slow && at_heap > 20 {
            continue;
        }
        let heaps: Box<dyn Heaps> = match name.strip_prefix("octal:") {
            Some(digits) => Box::new(code(digits)),
            None => Box::new(grundys_game(40)),
        };
        let found = find(&*heaps);
        assert_eq!(
            (found.last() + 1, found.quotient.order() as u64),
            (at_heap, case["q_before"].as_u64().unwrap()),
            "{name}"
        );
        let claim = prove(&*heaps, &certificate(&*heaps, &found)).unwrap();
        assert_eq!((claim.heaps, claim.theorem()), (at_heap, "two-counters"), "{name}");
        looked += 1;
    }
    looked
}

#[test]
fn known_infinite_quotients() {
    assert!(known(false) >= 6);
}

/// 4.404 at heap 45, Grundy's game at heap 29.
#[test]
#[ignore = "a quarter of a minute in a release build"]
fn known_infinite_quotients_that_take_long() {
    assert!(known(true) >= 8);
}

/// All infinite quotients of octal games of at most three digits that the table knows.
#[test]
#[ignore = "half a minute in a release build"]
fn the_table_of_infinite_quotients() {
    let table = std::fs::read_to_string(project("data/known/misere_table.csv")).unwrap();
    let (mut search_time, mut check_time) = (Duration::ZERO, Duration::ZERO);
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [name, "infinite", .., heap] = cells[..] else { continue };
        let heaps = code(name.strip_prefix("octal:").unwrap());
        let start = Instant::now();
        let certificate = certificate(&heaps, &find(&heaps));
        search_time += start.elapsed();
        let start = Instant::now();
        let claim = prove(&heaps, &certificate).unwrap_or_else(|why| panic!("{name}: {why}"));
        check_time += start.elapsed();
        assert_eq!(claim.heaps, heap.parse::<u64>().unwrap(), "{name}");
        rows += 1;
    }
    println!("{rows} games: search {search_time:?}, check {check_time:?}");
    assert_eq!(rows, 103);
}

/// The kept certificate of Grundy's game.
#[test]
#[ignore = "some seconds in a release build"]
fn grundys_game_is_infinite_at_heap_29() {
    let file = std::fs::read_to_string(project("data/certificates/misere-infinite/grundys-game.json")).unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let lists: Vec<Vec<Vec<u64>>> = serde_json::from_value(file["options"].clone()).unwrap();
    let mut options = vec![Vec::new()];
    options.extend(lists);
    let heaps = ListedHeaps::new(options).unwrap();
    assert_eq!(heaps, grundys_game(29));
    let certificate: InfiniteCertificate = serde_json::from_value(file).unwrap();
    let claim = prove(&heaps, &certificate).unwrap();
    assert_eq!((claim.heaps, claim.counters, claim.elements), (29, (13, 25), 313));
}

/// A search that did not give up, or had no steps left, is no reason for a proof.
#[test]
fn nothing_is_found_without_a_reason() {
    let heaps = code("0.77");
    let outcome = search(&heaps, &find(&heaps), Limits::default(), &Control::free()).unwrap();
    assert_eq!(outcome, Err(WhyNot::NoCounters));
    let heaps = code("0.06");
    let found = find(&heaps);
    let limits = Limits { steps: 1000, ..Limits::default() };
    assert_eq!(search(&heaps, &found, limits, &Control::free()).unwrap(), Err(WhyNot::Steps(1000)));
}

/// What a certificate claims about a sum: `None` outside of its universe.
fn claimed(certificate: &InfiniteCertificate, sum: &[u64]) -> Option<u8> {
    let (mut q, mut i, mut j) = (0, 0, 0);
    for &heap in sum {
        let (factor, more_i, more_j) = certificate.phi[heap as usize - 1]?;
        q = product(certificate, q, factor);
        (i, j) = (i + more_i, j + more_j);
    }
    (i64::from(q) != certificate.overflow).then(|| certificate.table.as_bytes()[place(certificate, q, i, j)])
}

fn product(certificate: &InfiniteCertificate, x: u32, y: u32) -> u32 {
    // The word of y, found by a search from the identity.
    let mut known = BTreeMap::from([(0, x)]);
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        for action in certificate.actions.values() {
            if !known.contains_key(&action[at as usize]) {
                known.insert(action[at as usize], action[known[&at] as usize]);
                open.push(action[at as usize]);
            }
        }
    }
    known[&y]
}

fn place(certificate: &InfiniteCertificate, q: u32, i: u32, j: u32) -> usize {
    let &InfiniteCertificate { threshold: c, period: p, clamp: w, slopes, .. } = certificate;
    let reduced = |i: u32| if i < c { i } else { c + (i - c) % p };
    let difference = i64::from(slopes.0 * i) - i64::from(slopes.1 * j);
    let difference = difference.clamp(-i64::from(w), w.into()) + i64::from(w);
    (((q * (c + p) + reduced(i)) * (c + p) + reduced(j)) * (2 * w + 1)) as usize + difference as usize
}

#[test]
fn sums_have_the_outcomes_of_the_table() {
    let mut random = Random(SEED);
    for digits in GAMES {
        let heaps = code(digits);
        let certificate = certificate(&heaps, &find(&heaps));
        let mut known = HashMap::new();
        let mut looked = 0;
        while looked < 300 {
            let mut sum = Vec::new();
            let mut left = 18 + random.below(18);
            while left > 0 && sum.len() < 9 {
                // Copies of the counters are as likely as all other heaps.
                let heap = match random.below(4) {
                    0 => certificate.counters.0,
                    1 => certificate.counters.1,
                    _ => 1 + random.below(certificate.heaps),
                };
                if heap <= left {
                    sum.push(heap);
                }
                left -= heap.min(left);
            }
            sum.sort_unstable();
            let Some(claimed) = claimed(&certificate, &sum) else { continue };
            let truth = if is_p(&heaps, &sum, &mut known) { b'P' } else { b'N' };
            assert_eq!(claimed, truth, "{digits}, seed {SEED}: {sum:?}");
            looked += 1;
        }
    }
}

#[test]
fn near_misses_are_refused() {
    let mut random = Random(SEED + 1);
    let mut tried = 0;
    for digits in GAMES {
        let heaps = code(digits);
        let right = certificate(&heaps, &find(&heaps));
        let mut wrong = Vec::new();
        let change = |what: &dyn Fn(&mut InfiniteCertificate)| {
            let mut changed = right.clone();
            what(&mut changed);
            changed
        };
        // Every outcome in the table is one of a sum.
        let cells = right.table.len() as u64;
        while wrong.len() < 150 {
            let at = random.below(cells) as usize;
            for other in [b'P', b'N', b'?'] {
                let mut table = right.table.clone().into_bytes();
                if table[at] != b'?' && std::mem::replace(&mut table[at], other) != other {
                    wrong.push(change(&|changed| changed.table = String::from_utf8(table.clone()).unwrap()));
                }
            }
        }
        for heap in 0..right.phi.len() {
            let Some((q, i, j)) = right.phi[heap] else { continue };
            for value in [((q + 1) % right.elements, i, j), (q, i + 1, j), (q, i, j + 1)] {
                wrong.push(change(&|changed| changed.phi[heap] = Some(value)));
            }
            wrong.push(change(&|changed| changed.phi[heap] = None));
        }
        wrong.push(change(&|changed| changed.counters = (right.counters.1, right.counters.0)));
        for slopes in [(1, 2), (2, 1), (0, 1)] {
            wrong.push(change(&|changed| changed.slopes = slopes));
        }
        if right.overflow >= 0 {
            wrong.push(change(&|changed| changed.overflow = -1));
        }
        wrong.push(change(&|changed| changed.overflow = (right.overflow + 1) % i64::from(right.elements)));
        wrong.extend((right.threshold > 0).then(|| narrowed(&right, right.threshold - 1, right.clamp)));
        wrong.extend((right.clamp > 1).then(|| narrowed(&right, right.threshold, right.clamp - 1)));
        wrong.push(change(&|changed| changed.period += 1));
        tried += wrong.len();
        for certificate in wrong {
            assert!(prove(&heaps, &certificate).is_err(), "{digits}, seed {}: {certificate:?}", SEED + 1);
        }
    }
    assert!(tried > 1_200, "{tried}");
}

/// A certificate with a smaller threshold or clamp, and the outcomes of small counters.
fn narrowed(right: &InfiniteCertificate, threshold: u32, clamp: u32) -> InfiniteCertificate {
    let cells = right.elements * (threshold + right.period).pow(2) * (2 * clamp + 1);
    let table = "?".repeat(cells as usize);
    let mut narrow = InfiniteCertificate { threshold, clamp, table, ..right.clone() };
    let mut table = narrow.table.clone().into_bytes();
    for q in 0..right.elements {
        for (i, j) in (0..14).flat_map(|i| (0..14).map(move |j| (i, j))) {
            table[place(&narrow, q, i, j)] = right.table.as_bytes()[place(right, q, i, j)];
        }
    }
    narrow.table = String::from_utf8(table).unwrap();
    narrow
}

/// 0.11: heaps 1 and 2 are equal, and a sum of these is a P-position if their number is odd. The quotient has two
/// elements.
fn parity() -> InfiniteCertificate {
    let mut certificate = InfiniteCertificate {
        heaps: 2,
        elements: 1,
        counters: (1, 2),
        slopes: (1, 1),
        period: 2,
        threshold: 1,
        clamp: 1,
        overflow: -1,
        phi: vec![Some((0, 1, 0)), Some((0, 0, 1))],
        actions: BTreeMap::new(),
        table: String::new(),
    };
    let mut table = vec![b'?'; 27];
    for (i, j) in (0..20).flat_map(|i| (0..20).map(move |j| (i, j))) {
        table[place(&certificate, 0, i, j)] = if (i + j) % 2 == 1 { b'P' } else { b'N' };
    }
    certificate.table = String::from_utf8(table).unwrap();
    certificate
}

/// Different outcomes in the table prove nothing where no pairs of counters have these differences.
#[test]
fn outcomes_that_no_pair_has_prove_nothing() {
    let heaps = code("0.11");
    let right = parity();
    assert!(right.table.contains('?'));
    for filler in ["?", "P", "N"] {
        let certificate = InfiniteCertificate { table: right.table.replace('?', filler), ..right.clone() };
        refused(&heaps, &certificate, "the outcomes are right, but do not show");
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let heaps = code("0.11");
    let right = parity();
    // With the opposite outcome at the sum of heaps 1 and 2.
    let mut table = right.table.clone().into_bytes();
    table[place(&right, 0, 1, 1)] = b'P';
    let wrong = InfiniteCertificate { table: String::from_utf8(table).unwrap(), ..right.clone() };
    refused(&heaps, &wrong, "leads from P to P");
    let wrong = InfiniteCertificate { table: right.table.replace('P', "N"), ..right.clone() };
    refused(&heaps, &wrong, "have no winning move");
    let wrong = InfiniteCertificate { table: right.table.replace('N', "?"), ..right.clone() };
    refused(&heaps, &wrong, "the empty sum");
    let wrong = InfiniteCertificate { table: right.table.replace('P', "?"), ..right.clone() };
    refused(&heaps, &wrong, "is unknown");
    let wrong = InfiniteCertificate { table: right.table.clone() + "P", ..right.clone() };
    refused(&heaps, &wrong, "the right number of outcomes");
    let wrong = InfiniteCertificate { table: right.table.replace('P', "p"), ..right.clone() };
    refused(&heaps, &wrong, "other letters");
    let wrong = InfiniteCertificate { clamp: 0, ..right.clone() };
    refused(&heaps, &wrong, "numbers from 1 to 1000");
    let wrong = InfiniteCertificate { heaps: 3, ..right.clone() };
    refused(&heaps, &wrong, "not those of the heaps 1 to n");
    let wrong = InfiniteCertificate { counters: (1, 1), ..right.clone() };
    refused(&heaps, &wrong, "the values of the counters");
    let wrong = InfiniteCertificate { elements: 2, table: right.table.repeat(2), ..right.clone() };
    refused(&heaps, &wrong, "do not lead from the identity");
    let wrong = InfiniteCertificate { overflow: 0, ..right.clone() };
    refused(&heaps, &wrong, "absorbs all others");
    // Without the counter: heap 3 of 0.11 has no option.
    let mut wrong = InfiniteCertificate { heaps: 3, counters: (1, 3), ..right.clone() };
    wrong.phi = vec![Some((0, 1, 0)), None, Some((0, 0, 1))];
    refused(&heaps, &wrong, "heap 3 has no option");
    refused(&ListedHeaps::new(vec![vec![], vec![vec![]]]).unwrap(), &right, "heaps that the game does not have");
    // Heap 1 is no part of the universe, but an option of heap 2.
    let listed = ListedHeaps::new(vec![vec![], vec![vec![]], vec![vec![1]], vec![vec![]]]).unwrap();
    let mut wrong = InfiniteCertificate { heaps: 3, counters: (2, 3), ..right };
    wrong.phi = vec![None, Some((0, 1, 0)), Some((0, 0, 1))];
    refused(&listed, &wrong, "leaves a heap that has no value");
}

/// A random game of four heaps, with a random claim: values in a cyclic monoid that heap 1 generates, and the outcomes
/// of small sums, filled into a table of random size. Most claims are wrong.
fn random_claim(random: &mut Random) -> (ListedHeaps, InfiniteCertificate) {
    let mut options: Vec<Vec<Vec<u64>>> = vec![Vec::new(), vec![Vec::new()]];
    for heap in 2..5 {
        let sums = (0..1 + random.below(2)).map(|_| (0..1 + random.below(2)).map(|_| random.below(heap)).collect());
        options.push(sums.collect());
    }
    let heaps = ListedHeaps::new(options).unwrap();
    let (index, period) = (random.below(3) as u32, 1 + random.below(2) as u32);
    let elements = index + period;
    let action = (1..=elements).map(|x| if x < elements { x } else { index }).collect();
    let two = (random.below(elements.into()) as u32, random.below(5) as u32 / 4, random.below(5) as u32 / 4);
    let (threshold, clamp) = (random.below(3) as u32, 1 + random.below(2) as u32);
    let mut certificate = InfiniteCertificate {
        heaps: 4,
        elements,
        counters: (3, 4),
        slopes: (1 + random.below(6) as u32 / 5, 1 + random.below(6) as u32 / 5),
        period: 2,
        threshold,
        clamp,
        overflow: -1,
        phi: vec![Some((1 % elements, 0, 0)), Some(two), Some((0, 1, 0)), Some((0, 0, 1))],
        actions: BTreeMap::from([(1, action)]),
        table: String::new(),
    };
    let cells = elements * (threshold + 2).pow(2) * (2 * clamp + 1);
    let mut table = vec![b'?'; cells as usize];
    let mut known = HashMap::new();
    for (q, i, j) in (0..elements).flat_map(|q| (0..8).flat_map(move |i| (0..8).map(move |j| (q, i, j)))) {
        let truth = is_p(&heaps, &copies(&[q, 0, i, j]), &mut known);
        table[place(&certificate, q, i, j)] = if truth { b'P' } else { b'N' };
    }
    certificate.table = String::from_utf8(table).unwrap();
    (heaps, certificate)
}

/// The sum with some copies of the heaps 1, 2, ....
fn copies(counts: &[u32]) -> Vec<u64> {
    (1..).zip(counts).flat_map(|(heap, &count)| std::iter::repeat_n(heap, count as usize)).collect()
}

/// The theorem against brute force: what the checker accepts is right.
#[test]
fn accepted_claims_about_random_games_are_right() {
    let mut random = Random(SEED + 2);
    let (mut accepted, mut infinite, mut refused) = (0, 0, 0);
    for trial in 0..300 {
        let (heaps, certificate) = random_claim(&mut random);
        match prove(&heaps, &certificate) {
            Ok(_) => infinite += 1,
            Err(why) if why.starts_with("the outcomes are right") => {}
            Err(_) => {
                refused += 1;
                continue;
            }
        }
        accepted += 1;
        let mut known = HashMap::new();
        for counts in (0..3 * 3 * 100).map(|n: u32| [n % 3, n / 3 % 3, n / 9 % 10, n / 90]) {
            let sum = copies(&counts);
            let truth = if is_p(&heaps, &sum, &mut known) { b'P' } else { b'N' };
            assert_eq!(claimed(&certificate, &sum), Some(truth), "seed {}, trial {trial}: {sum:?}", SEED + 2);
        }
    }
    assert!(accepted > 20 && refused > 100, "{accepted} {infinite} {refused}");
}
