//! The normal form has the options of the text; what has none is refused in words.

use grundy_core::structure::{AskedKinds, Kinds, Order};
use grundy_language::{Datum, Moves, Room, Scope};
use std::collections::BTreeSet;

fn moves(texts: &[&str]) -> Moves {
    let texts: Vec<(&str, usize)> = texts.iter().map(|&text| (text, 0)).collect();
    Moves::read(&texts, Scope::default()).unwrap()
}

fn of_kinds(kinds: &[&'static str], texts: &[&'static str], asked: &str) -> Moves {
    let placed =
        |texts: &[&'static str]| -> Vec<(&'static str, usize)> { texts.iter().map(|&text| (text, 0)).collect() };
    let (kinds, texts) = (placed(kinds), placed(texts));
    Moves::read_kinds(&kinds, &texts, Scope::default()).unwrap().with_asked(asked, 0).unwrap()
}

/// Options as sets of parts of which equal ones have been removed in pairs.
pub(super) type Options = BTreeSet<Vec<Vec<i64>>>;

fn without_pairs(mut parts: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    parts.sort_unstable();
    let mut left: Vec<Vec<i64>> = Vec::new();
    for part in parts {
        if left.last() == Some(&part) { drop(left.pop()) } else { left.push(part) }
    }
    left
}

/// The options of the text at a position.
pub(super) fn of_text(moves: &Moves, position: &[i64]) -> Options {
    let mut all = Options::new();
    let visited = moves.options(position, &mut Room::default(), &mut |_, option| {
        all.insert(without_pairs(option.chunks(position.len()).map(<[i64]>::to_vec).collect()));
        true
    });
    assert_eq!(visited, Ok(true));
    all
}

/// Those of the normal form, for a game whose position of a kind and a size is given.
pub(super) fn of_kind(kinds: &Kinds, kind: usize, n: i64, position: &dyn Fn(usize, i64) -> Vec<i64>) -> Options {
    let mut all = Options::new();
    for rule in &kinds.kinds[kind].rules {
        rule.options(n, &mut |option| {
            all.insert(without_pairs(option.iter().map(|&(kind, n)| position(kind, n)).collect()));
        });
    }
    all
}

fn same_as_text(moves: &Moves, to: i64) -> Kinds {
    let kinds = moves.kinds().unwrap();
    for n in kinds.kinds[0].first()..=to {
        assert_eq!(of_kind(&kinds, 0, n, &|_, n| vec![n]), of_text(moves, &[n]), "{moves:?} at {n}: {kinds:?}");
    }
    kinds
}

#[test]
fn texts_of_one_heap() {
    for texts in [
        &["n -> i & n - 1 - i for i in 0..n", "n -> i & n - 2 - i for i in 0..=n-2"][..],
        &["n -> n - 1 when n > 0", "n -> i & n - 2 - i for i in 1..=n-3"],
        &["n -> i for i in 0..n"],
        &["n -> i for i in 0..n when n - i not in {2, 3}"],
        &["n -> i & n - i for i in 1..=(n-1)/2"],
        &["n -> i & n - i for i in 1..=n/2"],
        &["n -> n - s for s in {1, 2, 5} when s <= n"],
        &["n -> i & j for i in 1..n for j in 1..n when i + j == n - 2"],
        &["n -> i & j & n - 1 - i - j for i in 1..=(n-1)/3 for j in i..=(n-1-i)/2"],
        &["n -> i & j & n - 1 - i - j for i in 1..n for j in 1..n - i when i + j < n - 1"],
        &["n -> n - 1 when n % 3 == 1 and n > 4", "n -> n - 2 when n in {2, 7, 9} or n > 12"],
        &["n -> i & n - 1 - i for i in 0..n when i % 3 == 1 or (n - i) % 2 == 0"],
        &["n -> i & n - i for i in 1..n when i != n - i and i != 3"],
        &["n -> i & i when n == 2*i for i in 0..=n"].map(|_| "n -> i & i for i in 0..n when n == 2*i"),
        &["n -> i & n - i for i in 1..n when not (i > n - i)", "n -> nothing when n == 4"],
        &["n -> i & n - 1 - i for i in 0..=n-3 when n >= 4 and i != n - 1 - i"],
        &["n -> i & n - 1 - i for i in 0..=n-2 when i <= n - 1 - i and i % 2 == 0 and (n - 1 - i) % 2 == 1"],
        &["n -> n - k for k in 1..=3 when k <= n and (k == 1 iff n % 2 == 0)"],
        &["n -> n / 2 times 2 when n > 1 and n % 2 == 0"],
        &["n -> min(n - 1, 5) when n > 7", "n -> n - 1 when n > 0 and n <= 7"]
            .map(|text| text.replace("min(n - 1, 5)", "5"))
            .each_ref()
            .map(|text| text.as_str()),
    ] {
        same_as_text(&moves(texts), 40);
    }
}

#[test]
fn parameters_and_residues_of_n() {
    let rows: Datum = Datum::Lists([vec![1i64, 2].into(), vec![1, 3, 4].into(), vec![2].into()].into());
    let scope = Scope::default().with_constant("T", rows);
    let moves = Moves::read(&[("n -> n - t for t in T[n % 3] when t <= n", 0)], scope).unwrap();
    let kinds = same_as_text(&moves, 30);
    assert!(kinds.kinds[0].rules.iter().all(|rule| rule.modulus == 3 || rule.modulus == 1), "{kinds:?}");
}

#[test]
fn orders_that_can_be_left_out() {
    let kinds = |text: &str| moves(&[text]).kinds().unwrap();
    let order = |text: &str| kinds(text).kinds[0].rules[0].cut.as_ref().unwrap().order.clone();
    assert_eq!(order("n -> i & n - i for i in 1..=n/2"), None);
    assert_eq!(order("n -> i & n - i for i in 1..=(n-1)/2"), Some(Order::NotIn(vec![0])));
    assert_eq!(order("n -> i & n - 1 - i for i in 0..n when 2*i - n not in {1, 4}"), Some(Order::NotIn(vec![1, 4])));
    let ordered = "n -> i & n - 1 - i for i in 0..=n-2 when i <= n - 1 - i and i % 2 == 0";
    assert_eq!(order(ordered), Some(Order::AtMost(-1)));
}

#[test]
fn kinds_by_name_and_by_bounds() {
    let kinds = ["path(n)", "star(a in 0..=2, b in 0..=3, n)", "dot(k in 0..=1)"];
    let texts = [
        "path(n) -> path(i) & path(n - 2 - i) for i in 0..=n-2",
        "star(a, b, n) -> star(a, b, i) & path(n - 2 - i) for i in 0..=n-2",
        "star(a, b, n) -> path(a) & path(b) & path(n - 1) when n > 0",
        "star(a, b, n) -> star(a - 1, b, n) & dot(1) when a > 0",
        "dot(k) -> nothing when k == 1",
    ];
    let moves = of_kinds(&kinds, &texts, "star(2, 3, n)");
    let form = moves.kinds().unwrap();
    assert_eq!(form.kinds.len(), 1 + 12 + 2);
    let AskedKinds::One { kind, shift } = form.asked else { panic!("all kinds") };
    assert_eq!((&*form.kinds[kind].label, shift), ("star(2,3,n)", 0));
    let position = |kind: usize, n: i64| match kind {
        0 => vec![0, 0, 0, n],
        1..13 => vec![1, (kind as i64 - 1) / 4, (kind as i64 - 1) % 4, n],
        _ => vec![2, kind as i64 - 13, 0, n],
    };
    for kind in 0..15 {
        for n in 0..if kind < 13 { 20 } else { 1 } {
            let at = position(kind, n);
            assert_eq!(of_kind(&form, kind, n, &position), of_text(&moves, &at), "{}", moves.show(&at));
        }
    }
    let wythoff =
        ["a, n -> a, i for i in 0..n", "a, n -> j, n for j in 0..a", "a, n -> a - k, n - k for k in 1..=min(a, n)"];
    let moves = self::moves(&wythoff).with_positions("a <= 3", 0).unwrap().with_asked("2, n + 1", 0).unwrap();
    let form = moves.kinds().unwrap();
    assert_eq!((form.kinds.len(), form.asked), (4, AskedKinds::One { kind: 2, shift: 1 }));
    for (kind, n) in (0..4).flat_map(|kind| (0..12).map(move |n| (kind, n))) {
        let position = |kind: usize, n: i64| vec![kind as i64, n];
        assert_eq!(of_kind(&form, kind, n, &position), of_text(&moves, &position(kind, n)));
    }
}

#[test]
fn refusals_say_why() {
    for (text, why) in [
        ("n -> n / 2 when n > 0", "a size is a rounded quotient of n"),
        ("n -> n - s*s for s in 1..=isqrt(n)", "the expression `isqrt(n)` is not linear"),
        ("n -> i & i + 1 for i in 0..=n when n == 2*i + 1", "a size is a rounded quotient of n"),
        (
            "n -> i & n - i for i in n/3..=n/2 when n > 0",
            "a condition on `i` that is neither a number nor half of n as a bound",
        ),
        ("n -> i & n - 1 - i for i in 1..n when is_square(i)", "the condition `is_square(i)`"),
        (
            "n -> i & n - 2*i for i in 1..=n/2",
            "the size `n - 2*i` is neither a number, nor n - c, nor a part of a cut of n",
        ),
        ("n -> n - 1 when is_prime(n)", "the condition `is_prime(n)` is not known to be periodic in n"),
        ("n -> (i for i in 1..n) when n > 1", "the parts `i`, whose number depends on the position"),
        (
            "n -> i & n - i for i in n/2-3..=n/2+3 when n > 9",
            "two parts whose sizes stay close to each other (both halves of n)",
        ),
    ] {
        let wrong = moves(&[text]).kinds().unwrap_err();
        assert_eq!(wrong, format!("the move `{text}`: {why}"));
    }
    let wrong = moves(&["a, b -> a - 1, b when a > 0"]).kinds().unwrap_err();
    assert_eq!(wrong, "positions have 2 coordinates without a bound (a, b)");
    let wrong = moves(&["n -> n + 1 when n % 2 == 0", "n -> n - 1 when n % 2 == 1"]).kinds().unwrap_err();
    assert_eq!(wrong, "it is not certain that plays end: a size may stay the same or rise");
}
