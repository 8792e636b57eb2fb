//! Theorems from the literature as tests of the engine, in addition to published values.

use crate::common::{claim_about, expect_exit, oracle, ruleset, ruleset_in, solve};
use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::games::{FAMILIES, code};
use grundy::kernel::KERNELS;
use grundy::position::{Outcome, examine};
use grundy::ruleset::{Play, Setup, Value};
use proptest::prelude::*;
use std::path::Path;

/// The values of a box by the oracle, each with its label.
fn labelled(code: &str, max: u64, play: Play, value: Value) -> Vec<(Vec<u64>, u32)> {
    let ruleset = ruleset_in(code, max, play);
    let values = solve(oracle(), &*ruleset, play, value).unwrap();
    let mut label = Vec::new();
    ruleset.rows().label(0, &mut label);
    let next = |value| {
        let pair = (label.clone(), value);
        ruleset.rows().advance(&mut label);
        pair
    };
    values.into_iter().map(next).collect()
}

#[test]
fn rook_is_the_nim_sum_and_equal_takes_keep_nims_p_positions() {
    for (label, value) in labelled("rook", 40, Play::Normal, Value::GRUNDY) {
        assert_eq!(u64::from(value), label[0] ^ label[1]);
    }
    for (label, value) in labelled("equal-take-nim:3", 9, Play::Normal, Value::GRUNDY) {
        assert_eq!(value == 0, label[0] ^ label[1] ^ label[2] == 0);
    }
}

/// floor(n phi) is the largest a with a^2 - a n - n^2 <= 0, that is, a <= n (1 + sqrt 5) / 2.
fn lower_wythoff(n: u64) -> u64 {
    (0..=2 * n).rev().find(|a| a * a <= a * n + n * n).unwrap()
}

#[test]
fn wythoffs_golden_ratio_in_whole_numbers() {
    let max = 120;
    let table = labelled("wythoff", max, Play::Normal, Value::OUTCOME);
    let found: Vec<(u64, u64)> = table
        .into_iter()
        .filter(|(label, value)| *value == 0 && label[0] <= label[1])
        .map(|(l, _)| (l[0], l[1]))
        .collect();
    let expected: Vec<(u64, u64)> =
        (0..).map(|n| (lower_wythoff(n), lower_wythoff(n) + n)).take_while(|(_, b)| *b <= max).collect();
    assert_eq!(found, expected);
}

#[test]
fn misere_nim_and_misere_greedy_nim() {
    for (label, value) in labelled("nim:3", 9, Play::Misere, Value::OUTCOME) {
        let sum = label.iter().fold(0, |sum, heap| sum ^ heap);
        let p = if label.iter().all(|&heap| heap <= 1) { sum == 1 } else { sum == 0 };
        assert_eq!(value == 0, p, "{label:?}");
    }
    for (label, value) in labelled("greedy-nim:4", 5, Play::Misere, Value::OUTCOME) {
        let largest = *label.iter().max().unwrap();
        let count = label.iter().filter(|&&heap| heap == largest).count();
        let ones = label.iter().filter(|&&heap| heap == 1).count();
        let p = if largest >= 2 { count % 2 == 0 } else { ones % 2 == 1 };
        assert_eq!(value == 0, p, "{label:?}");
    }
}

/// Compares the P-positions of a box, computed by the kernel that `auto` chooses, with a rule.
fn judge_rule(code: &str, max: u64, play: Play, rule: impl Fn(&[u64]) -> bool) {
    let ruleset = ruleset_in(code, max, play);
    let solved = KERNELS.iter().find_map(|kernel| solve(*kernel, &*ruleset, play, Value::OUTCOME)).unwrap();
    let mut label = Vec::new();
    ruleset.rows().label(0, &mut label);
    for value in solved {
        assert_eq!(value == 0, rule(&label), "{code} {play} {label:?}");
        ruleset.rows().advance(&mut label);
    }
}

/// Whether a rule holds for some rotation or reflection.
fn around(rule: impl Fn(&[u64]) -> bool) -> impl Fn(&[u64]) -> bool {
    move |stacks| {
        let mut turned = stacks.to_vec();
        (0..2).any(|_| {
            turned.reverse();
            (0..stacks.len()).any(|_| {
                turned.rotate_left(1);
                rule(&turned)
            })
        })
    }
}

/// Dufour and Heubach 2013, in ranges that only the kernels can compute.
#[test]
fn circular_nim_by_its_rules() {
    let judge = |code: &str, max, rule: &dyn Fn(&[u64]) -> bool| judge_rule(code, max, Play::Normal, rule);
    let equal = |s: &[u64]| s.iter().all(|&stack| stack == s[0]);
    for (n, max) in [(3, 80), (4, 30), (5, 15), (6, 9), (7, 6)] {
        judge(&format!("circular-nim:n={n},k={}", n - 1), max, &equal);
    }
    judge("circular-nim:n=4,k=2", 35, &|s| s[0] == s[2] && s[1] == s[3]);
    judge("circular-nim:n=6,k=3", 11, &|s| s[0] + s[1] == s[3] + s[4] && s[1] + s[2] == s[4] + s[5]);
    let largest = |s: &[u64]| s.iter().all(|&stack| stack <= s[0]);
    judge("circular-nim:n=5,k=2", 15, &around(|s| largest(s) && s[1] == s[4] && s[0] + s[1] == s[2] + s[3]));
    judge("circular-nim:n=5,k=3", 15, &around(|s| s[0] == 0 && s[1] == s[4] && s[1] == s[2] + s[3]));
    let least = |s: &[u64]| s.iter().all(|&stack| stack >= s[0]);
    let opposite = |s: &[u64]| s[0] + s[1] == s[3] + s[4] && s[1] + s[2] == s[4] + s[5];
    judge("circular-nim:n=6,k=4", 8, &around(|s| opposite(s) && s[0] ^ s[2] ^ s[4] == 0 && least(s)));
    let eight = |s: &[u64]| {
        let &[z, x, a, b, e, c, d, y] = s else { return false };
        z == 0 && x == y && a + b == x && c + d == x && e == x.min(a + d)
    };
    judge("circular-nim:n=8,k=6", 4, &around(eight));
}

/// Moore 1910. With a limit: the same rule for the heaps modulo limit + 1, in cases where this is true.
#[test]
fn moores_rule_at_larger_sizes() {
    for (heaps, k, limit, max) in [
        (5, 2, None, 15),
        (6, 3, None, 9),
        (7, 2, None, 5),
        (4, 1, Some(5), 30),
        (5, 1, Some(2), 14),
        (3, 2, Some(7), 80),
        (4, 3, Some(4), 30),
        (6, 3, Some(8), 8),
    ] {
        let text = limit.map(|limit| format!(",limit={limit}")).unwrap_or_default();
        let modulus = limit.map_or(u64::MAX, |limit: u64| limit + 1);
        judge_rule(&format!("moore-nim:heaps={heaps},k={k}{text}"), max, Play::Normal, |label| {
            let ones = |bit: u32| label.iter().filter(|&&heap| (heap % modulus) >> bit & 1 != 0).count() as u64;
            (0..8).all(|bit| ones(bit).is_multiple_of(k + 1))
        });
    }
}

/// Albert and Nowakowski 2004, in both play conventions; equal-take Nim with an odd number of heaps.
#[test]
fn greedy_nim_and_equal_takes_at_larger_sizes() {
    for (heaps, max) in [(2, 255), (3, 100), (4, 30), (6, 8)] {
        for play in [Play::Normal, Play::Misere] {
            judge_rule(&format!("greedy-nim:{heaps}"), max, play, |label| {
                let largest = label.iter().copied().max().unwrap_or(0);
                let count = label.iter().filter(|&&heap| heap == largest).count();
                let even = largest == 0 || count % 2 == 0;
                even != (play == Play::Misere && largest < 2)
            });
        }
    }
    for (heaps, max) in [(3, 63), (5, 12), (7, 5)] {
        judge_rule(&format!("equal-take-nim:{heaps}"), max, Play::Normal, |label| {
            label.iter().fold(0, |sum, heap| sum ^ heap) == 0
        });
    }
}

#[test]
fn moore_with_a_limit_where_the_quoted_rule_holds_and_where_it_fails() {
    let quoted = |label: &[u64], k: u64, limit: u64| {
        let ones = |bit: u32| label.iter().filter(|&&heap| ((heap % (limit + 1)) >> bit) & 1 == 1).count() as u64;
        (0..6).all(|bit| ones(bit).is_multiple_of(k + 1))
    };
    for (heaps, k, limit, max) in [(3, 1, 2, 6), (4, 1, 1, 4), (3, 2, 2, 6), (4, 2, 3, 3)] {
        for (label, value) in
            labelled(&format!("moore-nim:heaps={heaps},k={k},limit={limit}"), max, Play::Normal, Value::OUTCOME)
        {
            assert_eq!(value == 0, quoted(&label, k, limit), "{label:?} k = {k}, limit = {limit}");
        }
    }
    let failing = labelled("moore-nim:heaps=4,k=2,limit=1", 2, Play::Normal, Value::OUTCOME);
    let (_, value) = failing.into_iter().find(|(label, _)| *label == [1, 1, 1, 2]).unwrap();
    assert!(value == 1 && quoted(&[1, 1, 1, 2], 2, 1));
}

#[test]
fn poker_nim_is_nim_and_a_sum_is_the_nim_sum() {
    for (label, value) in labelled("poker-nim:heaps=2,bank=2", 6, Play::Normal, Value::GRUNDY) {
        assert_eq!(u64::from(value), label[0] ^ label[1]);
    }
    let single = |code: &str| solve(oracle(), &*ruleset(code, 14), Play::Normal, Value::GRUNDY).unwrap();
    let (kayles, take) = (single("octal:0.77"), single("subtraction:1,4"));
    for (label, value) in labelled("sum:octal:0.77+subtraction:1,4", 14, Play::Normal, Value::GRUNDY) {
        assert_eq!(value, kayles[label[0] as usize] ^ take[label[1] as usize]);
    }
    for (label, value) in labelled("divisor:all,heaps=2", 12, Play::Normal, Value::GRUNDY) {
        let single = single("divisor:all");
        assert_eq!(value, single[label[0] as usize - 1] ^ single[label[1] as usize - 1]);
    }
}

#[test]
fn the_saying_games() {
    let misere = |code: &str, max| labelled(code, max, Play::Misere, Value::OUTCOME);
    assert!(misere("subtraction:1,2,3", 60).iter().all(|(label, value)| (*value == 0) == (label[0] % 4 == 1)));
    assert!(misere("subtraction:1,2,3,4,5", 60).iter().all(|(label, value)| (*value == 0) == (label[0] % 6 == 1)));
}

#[test]
fn misere_octal_games_agree_with_several_heaps() {
    // Misère Kayles of one heap by multisets, compared with a sum of two heaps one of which is empty.
    for code in ["octal:0.77", "octal:0.07", "grundys-game"] {
        let single = labelled(code, 14, Play::Misere, Value::OUTCOME);
        let pairs = labelled(
            &format!("{code}{}heaps=2", if code.contains(':') { "," } else { ":" }),
            14,
            Play::Misere,
            Value::OUTCOME,
        );
        for (label, value) in pairs.into_iter().filter(|(label, _)| label[1] == 0) {
            assert_eq!(value, single[label[0] as usize].1, "{code} {label:?}");
        }
    }
}

fn look(code_text: &str, position: &str, play: Play) -> grundy::position::Examined {
    let control = Control::free();
    let setup = Setup::new(Bytes(1 << 30), &control, play);
    examine(&code::parse(code_text).unwrap(), position, usize::MAX, setup).unwrap_or_else(|error| panic!("{error}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Bouton: a position is N if and only if its nim-sum is not 0, and the winning moves reduce a heap h to
    /// h xor the nim-sum.
    #[test]
    fn boutons_winning_moves(heaps in prop::collection::vec(0u64..12, 3)) {
        let text = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let found = look("nim:3", &text, Play::Normal);
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        prop_assert_eq!(found.grundy.map(u64::from), Some(sum));
        let mut expected: Vec<String> = Vec::new();
        for index in (0..3).filter(|&index| heaps[index] ^ sum < heaps[index]) {
            let mut to = heaps.clone();
            to[index] ^= sum;
            expected.push(to.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
        }
        prop_assert_eq!(found.winning, expected);
    }

    /// The all-but theorem for random sets, with values by definition.
    #[test]
    fn random_all_but_sets_do_not_break_the_theorem(set in prop::collection::btree_set(1u64..9, 1..6)) {
        let text = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let ruleset = ruleset(&format!("all-but:{text}"), 600);
        let values = solve(oracle(), &*ruleset, Play::Normal, Value::GRUNDY).unwrap();
        let theorem = grundy::claim::Theorem::AllButWindow { largest: *set.last().unwrap() }.into();
        for known in 2..200 {
            if let Some(claim) = claim_about(&values[..known], 0, Some(&theorem), false) {
                let (n0, p) = (claim.preperiod as usize, claim.period as usize);
                let holds = (n0..values.len() - p).all(|n| u64::from(values[n + p]) == u64::from(values[n]) + claim.saltus);
                prop_assert!(holds, "{} {:?}", text, claim);
            }
        }
    }
}

#[test]
fn positions_of_every_family() {
    for family in FAMILIES {
        for play in [Play::Normal, Play::Misere] {
            if ["coin-turning", "tartan", "blocking", "nimstring", "annihilation", "fair-shares"]
                .contains(&&*family.name)
                && play == Play::Misere
            {
                continue;
            }
            let found = look(family.examples[0], &family.position, play);
            assert_eq!(
                found.grundy.is_some(),
                play == Play::Normal && !["blocking", "nimstring"].contains(&&*family.name)
            );
            assert!(found.outcome == Outcome::N || found.winning.is_empty(), "{} {found:?}", family.name);
        }
    }
    let queen = look("sum:queen+nim:1", "3,4+4", Play::Normal);
    assert_eq!((queen.grundy, queen.winning.len()), (Some(6), 3));
    assert_eq!(look("octal:0.77", "10", Play::Normal).winning, ["1 + 8", "2 + 7", "3 + 6", "4 + 4"]);
    assert_eq!(look("octal:0.77", "2", Play::Normal).winning, ["nothing"]);
    assert_eq!(look("nim:3", "1,1,1", Play::Misere).outcome, Outcome::P);
    assert_eq!(look("circle:1,2", "r4", Play::Normal).winning, ["r1 + r1"]);
    // In misère play, a player who cannot move wins.
    let end = look("octal:0.77", "0", Play::Misere);
    assert_eq!((end.outcome, end.winning.len()), (Outcome::N, 0));
    assert_eq!(look("chomp:rows=2", "5,4", Play::Normal).outcome, Outcome::P);
}

#[test]
fn drawings() {
    let folder = tempfile::TempDir::new().unwrap();
    let (out, _) = expect_exit(folder.path(), &["draw", "nim:3", "1,2,3", "--out", "nim"], 0);
    assert!(out.contains("nim.svg: 24 positions"), "{out}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(Path::new(name))).unwrap();
    let (dot, svg) = (read("nim.dot"), read("nim.svg"));
    // (1,2,3) is a P-position, so it has no winning move; (0,2,2) is one of the six P-positions.
    assert!(dot.contains("n0 [label=\"1,2,3\\n0\", fillcolor=\"#f7d08a\"]"), "{dot}");
    assert_eq!(dot.matches("#f7d08a").count(), 6);
    // The legend of the picture contains one more of each, also for the winning moves.
    assert_eq!(svg.matches("#f7d08a").count(), 7);
    assert_eq!(dot.matches("style=bold").count() + 1, svg.matches("url(#win)").count());
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // A move that leaves nothing leads to a node of its own, in both play conventions.
    for (play, value) in [("normal", "0"), ("misere", "N")] {
        expect_exit(folder.path(), &["draw", "octal:0.3", "2", "--out", "take", "--play", play], 0);
        let dot = read("take.dot");
        assert!(dot.contains(&format!("\"nothing\\n{value}\"")) && dot.contains("n1 -> n2"), "{dot}");
    }
    expect_exit(folder.path(), &["draw", "octal:0.77", "5", "--play", "misere"], 0);
    assert!(read("drawing.dot").contains("\\nP\""));
}
