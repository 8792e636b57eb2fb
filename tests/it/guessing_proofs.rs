//! `grundy guess --prove`: what is proved holds further on, and what the checker did not accept is never called proved.

use crate::common::expect_exit;
use grundy::answer::Session;
use grundy::commands::{Inquiry, check, guess};
use grundy::conjecture::{Statement, Verdict};
use grundy::event::Silent;
use grundy::games::code;
use grundy::job::Settings;
use grundy::random::Random;
use grundy::ruleset::{Play, Value};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A game of the user in a file; the code that names it.
fn game(folder: &TempDir, name: &str, moves: &[&str], more: &str) -> String {
    let path = folder.path().join(format!("{name}.toml"));
    fs::write(&path, format!("[game]\nfamily = \"custom\"\nmoves = {moves:?}\n{more}")).unwrap();
    path.display().to_string()
}

/// What was found: each rule with its theorem and its claim.
struct Found {
    kind: String,
    rule: String,
    theorem: Option<&'static str>,
    claim: Option<String>,
}

/// The rules for the outcomes up to `max`, after all proofs were tried, and the certificates.
fn tried(code: &str, max: &[u64], play: Play) -> (Vec<Found>, Vec<String>) {
    with(code, max, play, |inquiry| {
        let mut found = guess(inquiry, max.iter().copied().max(), &[]).unwrap();
        found.prove(inquiry.session).unwrap();
        let all = found.patterns.iter().map(|pattern| Found {
            kind: pattern.kind.clone(),
            rule: pattern.rule.clone(),
            theorem: pattern.theorem,
            claim: pattern.conjecture.clone().ok(),
        });
        (all.collect(), found.certificates.iter().map(|(_, text)| text.clone()).collect())
    })
}

fn with<T>(code: &str, max: &[u64], play: Play, ask: impl FnOnce(&Inquiry<'_>) -> T) -> T {
    let bounds = if max.len() > 1 { max.to_vec() } else { Vec::new() };
    let settings = Settings { play: Some(play), value: Some(Value::OUTCOME), bounds, ..Settings::default() };
    let session = Session::new(&NEVER, &Silent);
    ask(&Inquiry { game: &|| code::parse(code), settings, session })
}

/// Whether a claim holds for all positions up to `max`.
fn holds(code: &str, claim: &str, max: u64) -> bool {
    let statement = Statement { holds: claim.to_owned(), ..Statement::default() };
    let checked = with(code, &[max], Play::Normal, |inquiry| check(inquiry, Some(max), statement)).unwrap();
    checked.verdict() == Verdict::NoCounterexample
}

/// Verifies a certificate in a file.
fn is_accepted(folder: &Path, text: &str) -> bool {
    let path = folder.join("certificate.json");
    fs::write(&path, text).unwrap();
    grundy::verify::certificate(&path, None, Session::new(&NEVER, &Silent)).is_ok()
}

#[test]
fn slow_nim_is_proved_from_its_guess() {
    let folder = TempDir::new().unwrap();
    let names =
        ["a, b, c -> a - 1, b, c when a > 0", "a, b, c -> a, b - 1, c when b > 0", "a, b, c -> a, b, c - 1 when c > 0"];
    let pairs = [
        "a, b, c -> a - 1, b - 1, c when a > 0 and b > 0",
        "a, b, c -> a - 1, b, c - 1 when a > 0 and c > 0",
        "a, b, c -> a, b - 1, c - 1 when b > 0 and c > 0",
    ];
    game(&folder, "slow", &[&names[..], &pairs].concat(), "");
    let asked = ["guess", "custom:slow.toml", "--max", "14", "--value", "outcome", "--kinds", "depends"];
    let (out, _) = expect_exit(folder.path(), &[&asked[..], &["--prove", "--certificate", "s.json"]].concat(), 0);
    assert!(out.contains("1. proved [depends]: the outcome depends only on the coordinates modulo 2"), "{out}");
    assert!(out.contains("Proved for all positions (linear-p-set)."), "{out}");
    let (told, _) = expect_exit(folder.path(), &["verify", "s.json"], 0);
    assert!(told.contains("the set of 2 pieces is the set of P-positions: proved"), "{told}");
    // The same rule for a game with one move less is refused, and so is the certificate.
    game(&folder, "fewer", &[&names[..], &pairs[1..]].concat(), "");
    let text = fs::read_to_string(folder.path().join("s.json")).unwrap();
    assert!(!is_accepted(folder.path(), &text.replace(&format!("\"{}\",", pairs[0]), "")));
}

/// Games whose rules hold for the rows that are looked at, but not for all positions, or about which no theorem speaks.
#[test]
fn nothing_is_called_proved_beyond_what_is_checked() {
    let folder = TempDir::new().unwrap();
    let late =
        ["a, b, c -> a, j, c for j in 0..b", "a, b, c -> a, b, j for j in 0..c", "a, b, c -> a - 3, b, c when a > 2"];
    let late = game(&folder, "late", &late, "");
    let one = game(&folder, "one", &["n -> n - 1 when n > 0"], "");
    let slow = game(&folder, "two", &["a, b -> a - 1, b when a > 0", "a, b -> a, b - 1 when b > 0"], "");
    let mark = game(&folder, "mark", &["n -> n - 1 when n > 0", "n -> n / 2 when n > 0"], "");
    for (code, max, play) in [
        // The first coordinate cannot be lowered before it is 3.
        (format!("custom:{late}"), &[2, 14, 14][..], Play::Normal),
        // Only rows without empty heaps are looked at.
        ("rook:first=1".to_owned(), &[30], Play::Normal),
        ("wythoff:first=1".to_owned(), &[60], Play::Normal),
        // Sums, and games with a pass.
        (format!("sum:custom:{one}+custom:{one}"), &[30], Play::Normal),
        (format!("custom:({one},heaps=2)"), &[30], Play::Normal),
        (format!("custom:({mark},heaps=2)"), &[63], Play::Normal),
        ("pass:nim:2".to_owned(), &[30], Play::Normal),
        // Misère play.
        (format!("custom:{slow}"), &[20], Play::Misere),
        ("circular-nim:n=4,k=2".to_owned(), &[10], Play::Misere),
    ] {
        let (found, certificates) = tried(&code, max, play);
        let proved: Vec<&str> = found.iter().filter(|one| one.theorem.is_some()).map(|one| one.rule.as_str()).collect();
        assert!(proved.is_empty() && certificates.is_empty(), "{code}: {proved:?}");
        assert!(!found.is_empty(), "{code}: no rule was found, so this tests nothing");
    }
    // The same games without the restriction.
    assert!(holds(&format!("custom:{late}"), "h1 > 2 or (outcome == P iff h2 == h3)", 12));
    assert!(tried(&format!("custom:{slow}"), &[20], Play::Normal).0.iter().any(|one| one.theorem.is_some()));
}

#[test]
fn parameters_and_conditions_on_positions_belong_to_the_proof() {
    let folder = TempDir::new().unwrap();
    let take = ["a, b -> a - i, b for i in 1..=k when i <= a", "a, b -> a, b - i for i in 1..=k when i <= b"];
    let take = game(&folder, "take", &take, "parameters = { k = 2 }\n");
    // Heaps never become empty; the rows start at 1.
    let left = ["a, b -> i, b for i in 1..a", "a, b -> a, j for j in 1..b"];
    let left = game(&folder, "left", &left, "positions = \"a > 0 and b > 0\"\n");
    for (code, max, other) in [
        (format!("custom:({take},k=3)"), 30, [("k=3", "k=2"), ("k=3", "k=4")]),
        (format!("custom:{left}"), 20, [("a > 0 and b > 0", "a > 0"), ("a > 0 and b > 0", "a > 1 and b > 0")]),
    ] {
        let (found, certificates) = tried(&code, &[max], Play::Normal);
        let proved = found.iter().find(|one| one.theorem == Some("linear-p-set"));
        let proved =
            proved.unwrap_or_else(|| panic!("{code}: {:?}", found.iter().map(|one| &one.rule).collect::<Vec<_>>()));
        assert!(holds(&code, proved.claim.as_ref().expect("a claim"), 2 * max), "{code}: {}", proved.rule);
        let text = &certificates[0];
        assert!(is_accepted(folder.path(), text), "{code}");
        for (from, to) in other {
            assert!(text.contains(from) && !is_accepted(folder.path(), &text.replace(from, to)), "{code}: {to}");
        }
    }
}

/// Random games of two heaps. Their rules are found on few positions, so that many of them are wrong.
#[test]
fn wrong_guesses_about_random_games_are_not_proved() {
    let folder = TempDir::new().unwrap();
    let (mut right, mut wrong) = (0, 0);
    for seed in 1..=150 {
        let mut random = Random(seed);
        random.step();
        let mut number = |below: u64| random.below(below);
        let lines = 2 + number(3);
        let moves: Vec<String> = (0..lines)
            .map(|line| {
                let (i, j) = match (line, number(3), 1 + number(3)) {
                    (0, _, i) => (i, 0),
                    (1, _, j) => (0, j),
                    (_, j, i) => (i, j),
                };
                let late = match number(5) {
                    0 => format!("a >= {} and ", 12 + number(9)),
                    1 => format!("b >= {} and ", 12 + number(9)),
                    _ => String::new(),
                };
                format!("a, b -> a - {i}, b - {j} when {late}a >= {i} and b >= {j}")
            })
            .collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let code = format!("custom:{}", game(&folder, "random", &moves, ""));
        let (found, certificates) = tried(&code, &[12], Play::Normal);
        assert_eq!(found.iter().filter(|one| one.theorem.is_some()).count(), certificates.len());
        for one in found {
            let Some(claim) = one.claim else { continue };
            let holds = holds(&code, &claim, 40);
            assert!(holds || one.theorem.is_none(), "seed {seed}: {moves:?}: {}: {}", one.kind, one.rule);
            right += usize::from(one.theorem.is_some());
            wrong += usize::from(!holds);
        }
    }
    println!("{right} rules were proved, {wrong} rules were wrong");
    assert!(right >= 3 && wrong >= 20, "{right} rules were proved, {wrong} were wrong: this tests too little");
}
