//! Proofs of sets of P-positions: the rules that are proved, wrong rules, and damaged certificates.

use grundy_core::bytes::Bytes;
use grundy_core::claim::{LinearCertificate, LinearClaim, LinearSet, Step, View};
use grundy_core::control::FREE;
use grundy_core::ruleset::{Play, Ruleset, Setup};
use grundy_core::structure::LinearGame;
use grundy_games::FAMILIES;
use grundy_games::code::parse;
use grundy_language::{Moves, Scope, linear_pieces};
use grundy_patterns::prove::{WhyNot, prove};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The number of cases that a proof may have.
const BUDGET: u64 = 200_000;

/// The set of a condition on h1, h2, ...
fn set(text: &str, coordinates: usize, view: View) -> LinearSet {
    let names: Vec<String> = (1..=coordinates).map(|number| format!("h{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    LinearSet::viewed(linear_pieces(text, &names).unwrap(), coordinates, view).unwrap()
}

/// All positions up to `max`.
fn ruleset(code: &str, max: u64) -> Box<dyn Ruleset> {
    let memory = Bytes(1 << 30);
    let setup = Setup { memory, control: &FREE, play: Play::Normal, whole_sums: false, options: memory };
    let ruleset = parse(code).unwrap().game.ruleset(max, setup).unwrap();
    ruleset.enumerate(setup).unwrap();
    ruleset
}

fn position(label: &str) -> Vec<i64> {
    label.split(',').map(|number| number.parse().unwrap()).collect()
}

/// The options of all positions.
fn options(ruleset: &dyn Ruleset) -> BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>> {
    let at = |rank| position(&ruleset.show(rank));
    let of = |rank| {
        let mut found = BTreeSet::new();
        let _ = ruleset.options(rank, &mut |option| {
            found.insert(at(option[0]));
            ControlFlow::Continue(())
        });
        (at(rank), found)
    };
    (0..ruleset.positions()).map(of).collect()
}

/// The options of a position by the linear moves, if no chosen number exceeds the largest coordinate.
fn linear_options(game: &LinearGame, at: &[i64]) -> BTreeSet<Vec<i64>> {
    let (mut all, most) = (BTreeSet::new(), at.iter().copied().max().unwrap_or(0));
    for line in &game.moves {
        let count = (most + 1).pow(line.chosen as u32);
        for index in 0..count {
            let digit = |place: usize| index / (most + 1).pow(place as u32) % (most + 1);
            let value = |variable: usize| at.get(variable).copied().unwrap_or_else(|| digit(variable - at.len()));
            if line.conditions.iter().all(|condition| condition.at(value) == Some(true)) {
                all.insert(line.target.iter().map(|form| form.at(value).unwrap()).collect());
            }
        }
    }
    all
}

/// Whether a set consists of the P-positions, as far as positions are known.
fn is_p_set(set: &LinearSet, options: &BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>>) -> bool {
    let inside = |at: &Vec<i64>| set.contains(at) == Some(true);
    options.iter().all(|(at, options)| inside(at) != options.iter().any(inside))
}

struct Rule {
    code: &'static str,
    coordinates: usize,
    text: &'static str,
    view: View,
    max: u64,
}

const fn rule(code: &'static str, coordinates: usize, text: &'static str, view: View, max: u64) -> Rule {
    Rule { code, coordinates, text, view, max }
}

/// Sources: M. Dufour and S. Heubach, Electronic J. Combin. 20 (2013) for circular Nim; E. H. Moore, Annals of
/// Mathematics 11 (1910); M. H. Albert and R. J. Nowakowski, Integers 4 (2004); S. W. Golomb, J. Combin. Theory 1
/// (1966) for vectors.
const RULES: [Rule; 11] = [
    rule("nim:2", 2, "h1 == h2", View::Plain, 6),
    rule("circular-nim:n=4,k=2", 4, "h1 == h3 and h2 == h4", View::Plain, 4),
    rule(
        "circular-nim:n=5,k=2",
        5,
        "h1 == max({h1, h2, h3, h4, h5}) and h2 == h5 and h1 + h2 == h3 + h4",
        View::Turns,
        3,
    ),
    rule("circular-nim:n=5,k=3", 5, "h1 == 0 and h2 == h5 == h3 + h4", View::TurnsAndReflections, 3),
    rule("circular-nim:n=5,k=4", 5, "h1 == h2 == h3 == h4 == h5", View::Plain, 3),
    rule("circular-nim:n=6,k=3", 6, "h1 + h2 == h4 + h5 and h2 + h3 == h5 + h6", View::Plain, 2),
    rule("moore-nim:heaps=3,k=2", 3, "h1 == h2 == h3", View::Plain, 5),
    rule("greedy-nim:2", 2, "h1 == h2", View::Plain, 6),
    rule("steps:0/1,1/0,1/1", 2, "h1 % 2 == 0 and h2 % 2 == 0", View::Plain, 8),
    rule("steps:0/0/1,0/1/0,0/1/1,1/0/0,1/0/1,1/1/0", 3, "h1 % 2 == h2 % 2 == h3 % 2", View::Plain, 5),
    rule("steps:0/0/1,0/1/0,1/0/0,1/1/1", 3, "(h1 + h2 + h3) % 2 == 0", View::Plain, 5),
];

fn linear(code: &str) -> LinearGame {
    ruleset(code, 1).structures().get::<LinearGame>().unwrap().clone()
}

fn proved(code: &str, set: &LinearSet) -> Result<LinearCertificate, WhyNot> {
    prove(&linear(code), set, BUDGET, &FREE).unwrap()
}

#[test]
fn linear_moves_are_those_of_the_rules() {
    let mut count = 0;
    let more =
        ["nim:2", "rook", "queen", "circular-nim:n=5,k=3", "moore-nim:heaps=3,k=2", "greedy-nim:2", "equal-take-nim:3"];
    let examples =
        FAMILIES.iter().flat_map(|family| family.examples.iter().copied()).filter(|code| !code.contains("configs/"));
    for code in examples.chain(more) {
        let small = ruleset(code, if code.contains("n=6") { 2 } else { 3 });
        let Some(game) = small.structures().get::<LinearGame>() else { continue };
        count += 1;
        for (at, options) in options(&*small) {
            assert!(game.is_position(&at), "{code} at {at:?}");
            assert_eq!(linear_options(game, &at), options, "{code} at {at:?}");
        }
    }
    assert!(count >= 14, "{count} games have linear moves");
}

#[test]
fn known_rules_are_proved() {
    for Rule { code, coordinates, text, view, max } in RULES {
        let set = set(text, coordinates, view);
        assert!(is_p_set(&set, &options(&*ruleset(code, max))), "{code}: {text}");
        let certificate = proved(code, &set).unwrap_or_else(|why| panic!("{code}: {why}"));
        let claim = LinearClaim::check(&linear(code), &set, &certificate);
        assert!(claim.is_ok(), "{code}: {claim:?}");
    }
}

#[test]
fn texts_are_proved_like_families() {
    // Take from one heap of four in a row, or from two neighbours; the same game as a path of 4 edges' ends.
    let texts = [
        ("a, b, c, d -> p, q, c, d for p in 0..=a for q in 0..=b when p + q < a + b", 0),
        ("a, b, c, d -> a, p, q, d for p in 0..=b for q in 0..=c when p + q < b + c", 0),
        ("a, b, c, d -> a, b, p, q for p in 0..=c for q in 0..=d when p + q < c + d", 0),
    ];
    let game = Moves::read(&texts, Scope::default()).unwrap().linear().unwrap();
    let path = set("h2 == 0 and h1 == h3 + h4 or h3 == 0 and h4 == h1 + h2", 4, View::Plain);
    let certificate = prove(&game, &path, BUDGET, &FREE).unwrap().unwrap();
    assert!(LinearClaim::check(&game, &path, &certificate).is_ok());
    // The P-positions of the queen on a board of width 3, by a condition on positions.
    let read = |texts: &[(&str, usize)]| Moves::read(texts, Scope::default()).unwrap();
    let game =
        read(&[("a, b -> a - 1, b - k for k in 0..=1 when b >= k and a > 0", 0), ("a, b -> a, b - 1 when b > 0", 0)]);
    let game = game.with_positions("a <= 2", 0).unwrap().linear().unwrap();
    let even = set("h1 % 2 == 0 and h2 % 2 == 0", 2, View::Plain);
    let certificate = prove(&game, &even, BUDGET, &FREE).unwrap().unwrap();
    assert!(LinearClaim::check(&game, &even, &certificate).is_ok());
    // A coordinate may rise if another one falls by more.
    let game = read(&[("a, b -> a - 1, b + 1 when a > 0", 0), ("a, b -> a, b - 1 when b > 0", 0)]).linear().unwrap();
    let set = set("h2 % 2 == 0", 2, View::Plain);
    let certificate = prove(&game, &set, BUDGET, &FREE).unwrap().unwrap();
    assert_eq!(certificate.measure, [2, 1]);
    assert!(LinearClaim::check(&game, &set, &certificate).is_ok());
}

#[test]
fn wrong_rules_are_refuted() {
    for (code, coordinates, text, view, told) in [
        ("steps:0/1,1/0,1/1", 2, "(h1 + h2) % 2 == 0", View::Plain, "refuted: a move leads from "),
        (
            "steps:0/1,1/0,1/1",
            2,
            "h1 % 2 == 0 and h2 % 2 == 0 and h1 > 0",
            View::Plain,
            "refuted: 0,0 lies outside of the set",
        ),
        ("circular-nim:n=4,k=2", 4, "h1 == h3", View::Plain, "refuted: a move leads from "),
        ("circular-nim:n=4,k=2", 4, "h1 == h3 and h2 == h4 and h1 <= 9", View::Plain, "refuted: "),
        (
            "circular-nim:n=5,k=3",
            5,
            "h1 == 0 and h2 == h5 == h3 + h4 and h3 != 7",
            View::TurnsAndReflections,
            "refuted: ",
        ),
        ("moore-nim:heaps=3,k=2", 3, "h1 == h2", View::Ascending, "refuted: a move leads from "),
        ("greedy-nim:3", 3, "h2 == h3", View::Ascending, "refuted: a move leads from "),
    ] {
        let why = proved(code, &set(text, coordinates, view)).unwrap_err();
        assert!(why.refutes() && why.to_string().starts_with(told), "{code}, {text}: {why}");
    }
    // Every set that differs from the right one in one condition.
    let right = set("h1 + h2 == h4 + h5 and h2 + h3 == h5 + h6", 6, View::Plain);
    for index in 0..right.pieces[0].len() {
        let mut wrong = right.clone();
        wrong.pieces[0].remove(index);
        assert!(proved("circular-nim:n=6,k=3", &wrong).is_err_and(|why| why.refutes()));
    }
}

#[test]
fn games_that_are_not_proved() {
    let read = |text: &str| Moves::read(&[(text, 0)], Scope::default()).unwrap().linear().unwrap();
    let all = set("h1 >= 0", 2, View::Plain);
    for (text, told) in [
        ("a, b -> a + 1, b - 1 when b > 0 and a < 5", "not proved: "),
        (
            "a, b -> a, b when a > 0",
            "not proved: no weighted sum of coordinates falls with every move; one changes them by 0,0",
        ),
        ("a, b -> a - 1, b", "not proved: a move from 0,0 leads to no position"),
    ] {
        let why = prove(&read(text), &all, BUDGET, &FREE).unwrap().unwrap_err().to_string();
        assert!(why.starts_with(told) || why.starts_with("refuted"), "{text}: {why}");
    }
    // A budget that is too small.
    let rule = set(RULES[3].text, 5, RULES[3].view);
    let why = prove(&linear(RULES[3].code), &rule, 50, &FREE).unwrap().unwrap_err();
    assert!(why.to_string().contains("too many cases"), "{why}");
}

/// Changes each number of a JSON text in turn: one more, one less, 0, a large number.
fn changed(text: &str) -> Vec<String> {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let mut all = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let length = digits(at);
        if length == 0 {
            at += 1;
            continue;
        }
        let number: i64 = text[at..at + length].parse().unwrap();
        for other in [number + 1, number - 1, 0, 1 << 39] {
            if other != number {
                all.push(format!("{}{other}{}", &text[..at], &text[at + length..]));
            }
        }
        at += length;
    }
    all
}

#[test]
fn damaged_certificates_are_refused() {
    for Rule { code, coordinates, text, view, .. } in [&RULES[1], &RULES[6], &RULES[8]] {
        let (game, set) = (linear(code), set(text, *coordinates, *view));
        let certificate = proved(code, &set).unwrap();
        let is_accepted =
            |set: &LinearSet, certificate: &LinearCertificate| LinearClaim::check(&game, set, certificate).is_ok();
        // A step that is left out, or there twice.
        for tree in 0..certificate.trees.len() {
            for step in 0..certificate.trees[tree].len() {
                let (mut fewer, mut more) = (certificate.clone(), certificate.clone());
                fewer.trees[tree].remove(step);
                more.trees[tree].insert(step, Step::Residue(0));
                assert!(!is_accepted(&set, &fewer) && !is_accepted(&set, &more), "{code}: {tree}, {step}");
            }
        }
        // A proof that is left out; a winning move that is left out.
        for tree in 0..certificate.trees.len() {
            let mut fewer = certificate.clone();
            fewer.trees.remove(tree);
            assert!(!is_accepted(&set, &fewer));
        }
        for witness in 0..certificate.witnesses.len() {
            let mut fewer = certificate.clone();
            fewer.witnesses.remove(witness);
            assert!(!is_accepted(&set, &fewer));
        }
        // Each number changed. A few changes give another proof, for instance a sum with a smaller negative number.
        let text = serde_json::to_string(&certificate).unwrap();
        let all = changed(&text);
        let read = |text: &String| serde_json::from_str::<LinearCertificate>(text).ok();
        let accepted = all.iter().filter_map(read).filter(|other| is_accepted(&set, other)).count();
        assert!(accepted * 20 < all.len(), "{code}: {accepted} of {} changes are accepted", all.len());
        // Another set is proved only if it is the same one.
        let known = options(&*ruleset(code, if *coordinates > 3 { 4 } else { 8 }));
        let text = serde_json::to_string(&set).unwrap();
        for other in changed(&text).iter().filter_map(|text| serde_json::from_str::<LinearSet>(text).ok()) {
            assert!(!is_accepted(&other, &certificate) || is_p_set(&other, &known), "{code}: {other:?}");
        }
    }
}
