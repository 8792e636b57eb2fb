//! Rules for automata have the options of the text; what has none is refused in words.

use grundy_core::structure::RoundedOption;
use grundy_language::{Moves, Room, Scope};
use std::collections::BTreeSet;

fn moves(texts: &[&str]) -> Moves {
    let texts: Vec<(&str, usize)> = texts.iter().map(|&text| (text, 0)).collect();
    Moves::read(&texts, Scope::default()).unwrap()
}

/// The rules, after their options were compared with those of the text.
fn rules(moves: &Moves) -> Vec<RoundedOption> {
    let automatic = moves.automatic().unwrap();
    for n in automatic.least..300 {
        let mut right = BTreeSet::new();
        let visited = moves.options(&[n as i64], &mut Room::default(), &mut |_, option| {
            right.insert(option[0]);
            true
        });
        assert_eq!(visited, Ok(true), "{moves:?} at {n}");
        let applying = automatic.rules.iter().filter(|rule| rule.applies(n));
        let options: BTreeSet<i64> = applying.map(|rule| rule.option.of(n).unwrap()).collect();
        assert_eq!(options, right, "{moves:?} at {n}: {automatic:?}");
    }
    automatic.rules.iter().map(|rule| rule.option).collect()
}

#[test]
fn rules_have_the_options_of_the_text() {
    for texts in [
        &["n -> n - 1 when n > 0", "n -> n / 2 when n > 0"][..],
        &["n -> n - k for k in 1..=2 when k <= n", "n -> n / 3 when n > 0"],
        &["n -> n - 1 when n > 0", "n -> (n+1) / 2 when n > 1"],
        &["n -> n - 1 when n > 0", "n -> floor_phi(n) - n when n > 0"],
        &["n -> 2 * n / 3 when n % 3 == 1 or n == 9", "n -> n / 2 / 3 when n > 0"],
        &["n -> 2 * n - floor_phi(n) - 1 when n > 2", "n -> (floor_phi2(n - 2) - n) / 2 when n > 3"],
        &["n -> n - k for k in {1, 4} when k <= n and divides(k, n)", "n -> -((1 - n) / 2) when n > 1"],
        &["n -> n - k for k in 1..=5 when n % 3 == k % 3 and n >= 5"],
        &["n -> 3 when n > 7", "n -> floor_phi(n - 5) - floor_phi(n - 5) + n - 5 when n > 5"],
    ] {
        rules(&moves(texts));
    }
}

#[test]
fn games_of_halves_are_read() {
    let option = |golden, factor, constant, divisor| RoundedOption { golden, shift: 0, factor, constant, divisor };
    let golden = moves(&["n -> n - 1 when n > 0", "n -> floor_phi(n) - n when n > 0"]);
    assert_eq!(rules(&golden), [option(0, 1, -1, 1), option(1, -1, 0, 1)]);
    let rounded_up = moves(&["n -> n - 1 when n > 0", "n -> (n+1) / 2 when n > 1"]);
    assert_eq!(rules(&rounded_up), [option(0, 1, -1, 1), option(0, 1, 1, 2)]);
}

#[test]
fn what_has_no_rules_is_refused_in_words() {
    for (text, why) in [
        ("n -> m for m in 0..=n/2 when n > 0", "a range has no end that is a number"),
        ("n -> n - n * n when n > 5", "the product `n * n`"),
        ("n -> isqrt(n) when n > 5", "the expression `isqrt(n)` is not linear"),
        ("n -> floor_phi(2 * n) - n when n > 5", "`floor_phi(2 * n)` is not floor_phi of n + c"),
        ("n -> n / 2 + n / 3 when n > 5", "is not linear"),
        ("n -> n / 2 & 1 when n > 5", "it may leave several parts"),
        ("n -> n - 1 when is_prime(n)", "is not known to be periodic in n"),
        ("a, b -> a - 1, b when a > 0", "positions have 2 coordinates without a bound (a, b)"),
    ] {
        let refused = moves(&[text]).automatic().unwrap_err();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}
