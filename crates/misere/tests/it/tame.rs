//! Games that are proved tame, against brute force and canonical forms.

use crate::common::{is_p, sums};
use grundy_core::claim::{CodeHeaps, Heaps, TameClaim};
use grundy_core::control::Control;
use grundy_core::random::Random;
use grundy_core::ruleset::TakeAndBreak;
use grundy_misere::genus::{Class, Genera};
use std::collections::HashMap;

const SEED: u64 = 20_261_129;

/// The Grundy value of a heap in normal play.
fn normal(heaps: &dyn Heaps, heap: u64, known: &mut Vec<u32>) -> u32 {
    while known.len() as u64 <= heap {
        let mut options = Vec::new();
        heaps.options(known.len() as u64, &mut |parts| {
            options.push(parts.iter().fold(0, |sum, &part| sum ^ known[part as usize]));
        });
        known.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    known[heap as usize]
}

/// Codes with a claim: all canonical forms are tame, and sums with a heap that is not fickle have the same outcome in
/// both plays.
#[test]
fn proved_games_are_tame() {
    let mut random = Random(SEED);
    let (mut proved, mut beyond) = (0, 0);
    for game in 0..400 {
        let head = [0, 0, 4][random.below(3) as usize];
        let digits = (0..1 + random.below(3)).map(|_| random.below(8) as u8).collect();
        let heaps = CodeHeaps::from(TakeAndBreak::of_digits(head, digits));
        let name = format!("seed {SEED}, game {game}, code {}", heaps.code());
        let Some(claim) = TameClaim::of(&heaps, &Control::free()).unwrap() else { continue };
        proved += 1;
        let genera = Genera::of_heaps(&heaps, 30, 5_000, &Control::free()).unwrap().heaps;
        beyond += genera.len().saturating_sub(claim.checked_to as usize + 1);
        assert!(genera.iter().all(|(_, class)| *class == Class::Tame), "{name}");
        for (genus, _) in genera.iter().skip(claim.last_fickle as usize + 1) {
            assert_eq!(genus.digits[0], genus.plus, "{name}");
        }
        let (mut outcomes, mut values) = (HashMap::new(), Vec::new());
        for sum in sums(14, 4, 16) {
            let value = sum.iter().fold(0, |value, &heap| value ^ normal(&heaps, heap, &mut values));
            if sum.iter().any(|&heap| heap > claim.last_fickle) {
                assert_eq!(value == 0, is_p(&heaps, &sum, &mut outcomes), "{name}: {sum:?}");
            }
        }
    }
    assert!(proved > 30 && beyond > 500, "{proved} {beyond}");
}

/// With a bound that is smaller by one, the theorem is false: some game has its next fickle heap at s f + k.
#[test]
fn the_bound_is_the_best_possible() {
    let is_fickle = |genera: &Genera, heap: u64| {
        let (genus, class) = &genera.heaps[heap as usize];
        *class == Class::Tame && genus.digits[0] == genus.plus ^ 1
    };
    let late = (0..0o10000u64).find(|&digits| {
        let places = (0..4).rev().map(|place| (digits >> (3 * place) & 7) as u8).collect();
        let heaps = CodeHeaps::from(TakeAndBreak::of_digits(0, places));
        let extent = heaps.extent().unwrap();
        let genera = Genera::of_heaps(&heaps, 20, 2_000, &Control::free()).unwrap();
        let fickle: Vec<u64> = (0..genera.heaps.len() as u64).filter(|&heap| is_fickle(&genera, heap)).collect();
        fickle.windows(2).any(|pair| pair[0] > 0 && extent.enough(pair[0], 1) == Some(pair[1]) && extent.heaps == 2)
    });
    assert!(late.is_some());
}
