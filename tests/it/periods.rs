//! What is periodic, what only seems to be periodic, and how far the proofs reach.

use crate::common::{assert_same, cases, claim_about, fastest, ruleset};
use grundy::claim::{Claim, Status, Theorems};
use grundy::ruleset::{Play, Value};
use proptest::prelude::*;

fn theorems(code: &str) -> Option<Theorems> {
    let ruleset = ruleset(code, 4);
    Theorems::of(&ruleset.structures(), Play::Normal, Value::GRUNDY)
}

fn claim(code: &str, max: u64) -> Option<Claim> {
    claim_about(&fastest(code, max, Value::GRUNDY), ruleset(code, max).rows().first(), theorems(code).as_ref(), true)
}

/// (code, max, status, preperiod, period, saltus, checked to). For the status `None` the numbers are 0.
type Row = (&'static str, u64, Status, u64, u64, u64, u64);

const NONE: Status = Status::None;
const OBSERVED: Status = Status::Observed;
const PROVED: Status = Status::Proved;

const TABLE: &[Row] = &[
    // Kayles: 84 agreements from 71 on prove the period; with one value fewer it is not proved.
    ("octal:0.77", 100_000, PROVED, 71, 12, 0, 166),
    ("octal:0.77", 166, PROVED, 71, 12, 0, 166),
    ("octal:0.77", 165, OBSERVED, 71, 12, 0, 165),
    ("octal:0.77", 141, NONE, 0, 0, 0, 0),
    // Codes without splits. From n0 = 0 on, one more value is needed.
    ("octal:0.1", 3, PROVED, 2, 1, 0, 3),
    ("octal:0.1", 2, NONE, 0, 0, 0, 0),
    ("octal:0.333", 7, PROVED, 0, 4, 0, 7),
    ("octal:0.333", 6, NONE, 0, 0, 0, 0),
    ("octal:0.3", 100, PROVED, 0, 2, 0, 3),
    // No moves at all.
    ("octal:0.0", 10, PROVED, 0, 1, 0, 1),
    // Three heaps, with a saltus: P = 4 from N = 13 on.
    ("octal:0.08", 100, PROVED, 1, 4, 1, 20),
    ("octal:0.08", 20, PROVED, 1, 4, 1, 20),
    ("octal:0.08", 19, OBSERVED, 1, 4, 1, 19),
    // From n = 1022 on, values rise by 4 every 8 places; G(3079) = 512 contradicts it.
    ("octal:C.1", 3078, OBSERVED, 1022, 8, 4, 3078),
    ("octal:C.1", 3079, NONE, 0, 0, 0, 0),
    // Three heaps: h = 3.
    ("octal:0.A", 7, PROVED, 1, 2, 0, 7),
    ("octal:0.A", 6, OBSERVED, 1, 2, 0, 6),
    // Subtraction sets: max S agreements from any n0. {1, 3, 4} has the period 0101232.
    ("subtraction:1,3,4", 1000, PROVED, 0, 7, 0, 10),
    ("subtraction:1,3,4", 10, PROVED, 0, 7, 0, 10),
    ("subtraction:1,3,4", 9, NONE, 0, 0, 0, 0),
    ("subtraction:1,2,3", 1000, PROVED, 0, 4, 0, 6),
    ("subtraction:2,5,7", 1000, PROVED, 0, 22, 0, 28),
    ("subtraction:1,5,10,25", 1000, PROVED, 0, 15, 0, 39),
    // A Nim heap of n has the value n; the all-but theorem applies.
    ("nim:1", 100, PROVED, 0, 1, 1, 1),
    ("nim:1", 1, PROVED, 0, 1, 1, 1),
    // The same game as a code with a repeating tail: there is no theorem for codes with tails, only for their moves.
    ("octal:0.(3)", 100, OBSERVED, 0, 1, 1, 100),
    ("octal:4.(3)", 400, OBSERVED, 1, 4, 4, 400),
    // Subtract a factorial: period 25 up to n = 5049, and n = 5050 contradicts it.
    ("subtraction:factorials", 5049, OBSERVED, 0, 25, 0, 5049),
    ("subtraction:factorials", 5050, NONE, 0, 0, 0, 0),
    ("subtraction:factorials", 6000, NONE, 0, 0, 0, 0),
    // Grundy's game: no period is known.
    ("grundys-game", 5000, NONE, 0, 0, 0, 0),
    // A code with a repeating tail that agrees with p = 7 for all n up to 2 n0 + p + 5, and then does not. So
    // the bound for finite codes must not be used here.
    ("octal:0.320(002)", 21, OBSERVED, 1, 7, 0, 21),
    ("octal:0.320(002)", 22, NONE, 0, 0, 0, 0),
    ("octal:0.320(002)", 4000, OBSERVED, 20, 21, 4, 4000),
    // The values of divisor games are not periodic.
    ("divisor:prime-powers", 5000, NONE, 0, 0, 0, 0),
    // The daisy.
    ("circle:1,2", 100, OBSERVED, 3, 1, 0, 100),
    // Too few values for any claim.
    ("octal:0.77", 0, NONE, 0, 0, 0, 0),
    ("octal:0.77", 1, NONE, 0, 0, 0, 0),
    ("subtraction:squares", 2, NONE, 0, 0, 0, 0),
];

#[test]
fn the_table_of_claims() {
    for &(code, max, status, preperiod, period, saltus, checked_to) in TABLE {
        let found = claim(code, max);
        let shown = format!("{code} to {max}: {found:?}");
        assert_eq!(found.map_or(NONE, |found| found.status()), status, "{shown}");
        if let Some(found) = found {
            assert_eq!((found.preperiod, found.period, found.saltus), (preperiod, period, saltus), "{shown}");
            assert_eq!(found.checked_to, checked_to, "{shown}");
        }
    }
}

#[test]
fn two_games_that_agree_to_518() {
    let (a, b) = (fastest("octal:0.161", 600, Value::GRUNDY), fastest("octal:0.36", 600, Value::GRUNDY));
    assert_same("0.161 and 0.36", &a[..519], &b[..519]);
    assert_ne!(a[519], b[519]);
}

/// A claim proved from some values must hold for many more.
fn cannot_be_broken(code: &str, max: u64, further: u64) {
    let values = fastest(code, max + further, Value::GRUNDY);
    let theorems = theorems(code);
    for known in (2..max as usize).step_by(7) {
        let Some(claim) = claim_about(&values[..known], 0, theorems.as_ref(), false) else { continue };
        let (n0, p) = (claim.preperiod as usize, claim.period as usize);
        assert!((claim.checked_to as usize) < known, "{code}");
        for n in n0..values.len() - p {
            let expected = u64::from(values[n]) + claim.saltus;
            assert_eq!(u64::from(values[n + p]), expected, "{code} from {known} values at {n}: {claim:?}");
        }
        // The least p and n0.
        assert!(n0 == 0 || u64::from(values[n0 - 1 + p]) != u64::from(values[n0 - 1]) + claim.saltus, "{code}");
        for q in (1..p).filter(|q| p % q == 0) {
            assert!((n0..values.len() - q).any(|n| values[n + q] != values[n]) || claim.saltus > 0, "{code}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 150)))]

    #[test]
    fn random_codes_do_not_break_the_theorems(
        head in prop::sample::select(vec!["0", "0", "4", "8", "C"]),
        digits in prop::collection::vec(0u32..16, 1..4),
        octal in any::<bool>(),
    ) {
        let digits: String = digits.iter().filter_map(|d| char::from_digit(if octal { d % 8 } else { *d }, 16)).collect();
        let code = format!("octal:{head}.{digits}");
        cannot_be_broken(&code, 240, 240);
        if octal && head != "8" && head != "C" {
            cannot_be_broken(&code, 400, 600);
        }
    }

    /// The window theorems hold for outcomes as well, in both play conventions.
    #[test]
    fn random_outcomes_do_not_break_the_theorems(
        set in prop::collection::btree_set(1u64..10, 1..5),
        digits in prop::collection::vec(0u32..4, 1..5),
        misere in any::<bool>(),
    ) {
        let set = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let digits: String = digits.iter().map(u32::to_string).collect();
        let play = if misere { Play::Misere } else { Play::Normal };
        for code in [format!("subtraction:{set}"), format!("octal:0.{digits}")] {
            let ruleset = ruleset(&code, 1200);
            let values = crate::common::solve(crate::common::oracle(), &*ruleset, play, Value::OUTCOME).unwrap();
            let theorems = Theorems::of(&ruleset.structures(), play, Value::OUTCOME);
            for known in 2..200 {
                if let Some(claim) = claim_about(&values[..known], 0, theorems.as_ref(), false) {
                    let (n0, p) = (claim.preperiod as usize, claim.period as usize);
                    prop_assert!((n0..values.len() - p).all(|n| values[n + p] == values[n]), "{} {:?}", code, claim);
                }
            }
        }
    }

    #[test]
    fn random_sets_do_not_break_the_theorem(set in prop::collection::btree_set(1u64..16, 1..6)) {
        let set = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        cannot_be_broken(&format!("subtraction:{set}"), 400, 1000);
    }
}

/// Subtraction {a, b, a + b} with gcd(a, b) = 1: purely periodic, with a known period (Winning Ways ch. 4;
/// all 550 pairs with a + b <= 60).
#[test]
fn subtraction_of_a_b_and_their_sum() {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut pairs = 0;
    for (a, b) in (1..60).flat_map(|a| (a + 1..=60 - a).map(move |b| (a, b))).filter(|&(a, b)| gcd(a, b) == 1) {
        let r = b % (2 * a);
        let period = if r <= a { a * (2 * b + r) } else { 2 * b + 2 * a - r };
        let found = claim(&format!("subtraction:{a},{b},{}", a + b), period + 2 * (a + b)).unwrap();
        assert_eq!((found.status(), found.preperiod, found.period), (PROVED, 0, period), "{a} {b}");
        pairs += 1;
    }
    assert_eq!(pairs, 550);
}

/// Ferguson's pairing property: G(n) = 1 if and only if G(n - min S) = 0.
#[test]
fn fergusons_pairing_property() {
    for set in ["1,3,4", "2,5,7", "3,4,9,11", "5", "2,3,5,7,8,9,11,13,15,18,20"] {
        let values = fastest(&format!("subtraction:{set}"), 2000, Value::GRUNDY);
        let least: usize = set.split(',').next().unwrap().parse().unwrap();
        for n in least..values.len() {
            assert_eq!(values[n] == 1, values[n - least] == 0, "{set} at {n}");
        }
    }
}
