//! Quotients against brute force, and certificates with a mistake.

use crate::common::{is_p, sums};
use grundy_core::claim::{CodeHeaps, Heaps, ListedHeaps, MisereCertificate, MisereClaim};
use grundy_core::control::Control;
use grundy_core::random::Random;
use grundy_core::ruleset::TakeAndBreak;
use grundy_misere::search::{End, Found, Limits, Why, search};
use std::collections::HashMap;

const SEED: u64 = 20_261_127;

fn find(heaps: &dyn Heaps, last: Option<u64>, elements: usize) -> Found {
    search(heaps, last, Limits { elements, ..Limits::default() }, &Control::free()).unwrap()
}

fn prove(heaps: &dyn Heaps, certificate: &MisereCertificate) -> Result<MisereClaim, String> {
    MisereClaim::check(heaps, certificate, &Control::free()).unwrap().map_err(|refusal| refusal.0)
}

/// Compares the outcomes of sums with the quotient; returns how many.
fn compare(name: &str, heaps: &dyn Heaps, found: &Found, sums: &[Vec<u64>]) -> usize {
    let mut known = HashMap::new();
    for sum in sums {
        let value = sum.iter().fold(0, |value, &heap| found.quotient.product(value, found.phi[heap as usize]));
        assert_eq!(found.quotient.is_p(value), is_p(heaps, sum, &mut known), "{name}: {sum:?}");
    }
    sums.len()
}

fn random_game(random: &mut Random) -> ListedHeaps {
    let count = 5 + random.below(4);
    let mut options: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
    for heap in 1..count {
        let sums = (0..1 + random.below(3)).map(|_| (0..random.below(3)).map(|_| random.below(heap)).collect());
        options.push(sums.collect());
    }
    ListedHeaps::new(options).unwrap()
}

#[test]
fn random_games_have_the_outcomes_of_their_quotients() {
    let mut random = Random(SEED);
    let (mut whole, mut looked) = (0, 0);
    for game in 0..300 {
        let heaps = random_game(&mut random);
        let found = find(&heaps, None, 60);
        prove(&heaps, &found.certificate()).unwrap_or_else(|why| panic!("seed {SEED}, game {game}: {why}"));
        whole += usize::from(found.end == End::Whole);
        let last = found.last();
        looked += compare(&format!("seed {SEED}, game {game}"), &heaps, &found, &sums(last, 4, 4 * last));
    }
    assert!(whole > 250 && looked > 30_000, "{whole} {looked}");
}

#[test]
fn random_codes_have_the_outcomes_of_their_quotients() {
    let mut random = Random(SEED + 1);
    let mut proved = 0;
    for game in 0..90 {
        let head = [0, 4, 8][random.below(3) as usize];
        let largest = [4, 8, 16][random.below(3) as usize];
        let digits = (0..1 + random.below(4)).map(|_| random.below(largest) as u8).collect();
        let heaps = CodeHeaps::from(TakeAndBreak::of_digits(head, digits));
        let name = format!("seed {SEED}, game {game}, code {}", heaps.code());
        let found = find(&heaps, Some(60), 60);
        prove(&heaps, &found.certificate()).unwrap_or_else(|why| panic!("{name}: {why}"));
        proved += usize::from(matches!(found.end, End::Period { .. }));
        compare(&name, &heaps, &found, &sums(found.last().min(14), 5, 18));
    }
    assert!(proved > 20, "{proved}");
}

/// Codes whose digits repeat, subtraction games among them.
#[test]
fn periods_of_repeating_codes_go_on() {
    for code in ["0.(3)", "0.12(37)", "0.3(03)", "0.(1)", "0.2(2)", "4.(3)", "0.(07)"] {
        let heaps = CodeHeaps::from(TakeAndBreak::parse(code).unwrap());
        let found = find(&heaps, Some(80), 40);
        let claim = prove(&heaps, &found.certificate()).unwrap_or_else(|why| panic!("{code}: {why}"));
        compare(code, &heaps, &found, &sums(found.last().min(14), 4, 16));
        // The values further on are those of the period.
        if let Some((preperiod, period)) = claim.period {
            let last = claim.checked_to + 20;
            let longer = ListedHeaps::new((0..=last).map(|heap| options(&heaps, heap)).collect()).unwrap();
            let further = find(&longer, None, 40);
            assert_eq!(further.growth, found.growth, "{code}");
            for heap in preperiod..=last - period {
                assert_eq!(further.phi[heap as usize], further.phi[(heap + period) as usize], "{code}: {heap}");
            }
        }
    }
}

fn options(heaps: &dyn Heaps, heap: u64) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    heaps.options(heap, &mut |parts| all.push(parts.to_vec()));
    all
}

/// M is the best bound: with one heap less, wrong periods would be accepted.
#[test]
fn the_bound_of_the_theorem_on_periods_is_sharp() {
    for (code, preperiod, period, heap) in [("0.04", 1, 1, 4), ("0.8", 1, 1, 4), ("0.03", 1, 3, 5), ("0.(2)", 1, 1, 2)]
    {
        let heaps = CodeHeaps::from(TakeAndBreak::parse(code).unwrap());
        let enough = heaps.extent().unwrap().enough(preperiod, period).unwrap();
        assert_eq!(enough, heap, "{code}");
        let found = find(&heaps, Some(heap - 1), 40);
        let values = |n: u64| found.phi[n as usize];
        assert!((preperiod..heap - period).all(|n| values(n) == values(n + period)), "{code} to heap {}", heap - 1);
        let longer = find(&heaps, Some(heap), 40);
        let values = |n: u64| longer.phi[n as usize];
        assert!((preperiod..=heap - period).any(|n| values(n) != values(n + period)), "{code} to heap {heap}");
    }
}

/// Every certificate with one mistake is refused.
#[test]
fn near_misses_are_refused() {
    let mut tried = 0;
    for code in ["0.77", "0.75", "0.53", "0.72", "0.3", "0.123", "4.7"] {
        let heaps = CodeHeaps::from(TakeAndBreak::parse(code).unwrap());
        let found = find(&heaps, (code == "4.7").then_some(12), 200);
        let right = found.certificate();
        prove(&heaps, &right).unwrap_or_else(|why| panic!("{code}: {why}"));
        let mut wrong: Vec<MisereCertificate> = Vec::new();
        for x in 0..right.elements {
            let mut changed = right.clone();
            match changed.p.iter().position(|&y| y == x) {
                Some(place) => drop(changed.p.remove(place)),
                None => changed.p.push(x),
            }
            wrong.push(changed);
        }
        for heap in 0..right.phi.len() {
            for x in (0..right.elements).filter(|&x| x != right.phi[heap]).step_by(3) {
                let mut changed = right.clone();
                changed.phi[heap] = x;
                wrong.push(changed);
            }
        }
        if let (Some(preperiod), Some(period)) = (right.preperiod, right.period) {
            let doubled = (period, 2 * period);
            let mut changed = right.clone();
            changed.phi.extend_from_within((right.phi.len() - doubled.0 as usize)..);
            changed.period = Some(doubled.1);
            wrong.push(changed);
            let mut later = right.clone();
            later.preperiod = Some(preperiod + 1);
            later.phi.push(right.phi[preperiod as usize - 1]);
            wrong.push(later);
            if preperiod > 1 {
                let mut earlier = right.clone();
                earlier.preperiod = Some(preperiod - 1);
                earlier.phi.pop();
                wrong.push(earlier);
            }
        }
        // The quotient before the last growth, for the heaps with the last growth.
        if let Some(&(heap, _)) = found.growth.last() {
            let before = find(&heaps, Some(u64::from(heap) - 1), 200);
            for x in 0..before.quotient.order() as u32 {
                let mut old = before.certificate();
                old.phi.push(x);
                (old.preperiod, old.period) = (None, None);
                wrong.push(old);
            }
        }
        tried += wrong.len();
        for certificate in wrong {
            assert!(prove(&heaps, &certificate).is_err(), "{code}: {certificate:?}");
        }
    }
    assert!(tried > 1_500, "{tried}");
}

/// A candidate may give heaps with the same options different values: both must be looked at.
#[test]
fn heaps_with_the_same_targets_are_looked_at_while_candidates_differ() {
    let heaps = CodeHeaps::from(TakeAndBreak::parse("0.57").unwrap());
    let found = find(&heaps, Some(24), 100);
    prove(&heaps, &found.certificate()).unwrap();
    compare("0.57", &heaps, &found, &sums(found.last().min(18), 3, 40));
}

/// A search that ends at a limit leaves a right quotient of the heaps before, and says which limit.
#[test]
fn limits_leave_what_was_proved() {
    let heaps = CodeHeaps::from(TakeAndBreak::parse("0.07").unwrap());
    let control = Control::free();
    for (limits, why) in [
        (Limits { elements: 100, ..Limits::default() }, Why::Elements(100)),
        (Limits { steps: 3_000_000, ..Limits::default() }, Why::Steps(3_000_000)),
    ] {
        let found = search(&heaps, None, limits, &control).unwrap();
        let End::GaveUp { why: found_why, .. } = &found.end else { panic!("{:?}", found.end) };
        assert_eq!(*found_why, why);
        let claim = prove(&heaps, &found.certificate()).unwrap();
        assert_eq!(claim.checked_to, found.last());
        assert!(claim.elements > 20 && found.last() > 10);
        assert_eq!(found.growth.last().map(|&(_, order)| order), Some(found.quotient.order()));
    }
}
