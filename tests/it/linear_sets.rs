//! Certificates of sets of P-positions: made by the search, checked by the program and by the independent checker, and
//! what happens to changed ones.

use crate::common::{checker::accepted, expect_exit, outline, project};
use grundy::analysis::certificate::LinearFile;
use grundy::claim::{LinearSet, View};
use grundy::control::FREE;
use grundy::event::Silent;
use grundy::language::{Datum, Moves, Scope, linear_pieces};
use grundy::structure::LinearGame;
use grundy::verify;
use grundy_patterns::prove::prove;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

const BUDGET: u64 = 100_000;

/// The certificates in `data/certificates/linear`. Tests in `crates/patterns/tests` name the sources of the rules.
const KEPT: [(&str, &str, usize, &str, View); 4] = [
    ("king.json", "steps:0/1,1/0,1/1", 2, "h1 % 2 == 0 and h2 % 2 == 0", View::Plain),
    ("circular-nim-4-2.json", "circular-nim:n=4,k=2", 4, "h1 == h3 and h2 == h4", View::Plain),
    ("circular-nim-6-3.json", "circular-nim:n=6,k=3", 6, "h1 + h2 == h4 + h5 and h2 + h3 == h5 + h6", View::Plain),
    (
        "circular-nim-5-2.json",
        "circular-nim:n=5,k=2",
        5,
        "h1 >= h2 and h1 >= h3 and h1 >= h4 and h2 == h5 and h1 + h2 == h3 + h4",
        View::Turns,
    ),
];

fn set(text: &str, coordinates: usize, view: View) -> LinearSet {
    let names: Vec<String> = (1..=coordinates).map(|number| format!("h{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    LinearSet::viewed(linear_pieces(text, &names).unwrap(), coordinates, view).unwrap()
}

fn proved(code: &str, game: &LinearGame, set: &LinearSet) -> LinearFile {
    let proof = prove(game, set, BUDGET, &FREE).unwrap().unwrap_or_else(|why| panic!("{code}: {why}"));
    LinearFile::new(code, game, set, proof)
}

fn of_code(code: &str, set: &LinearSet) -> LinearFile {
    proved(code, outline(code, 1).structures().get::<LinearGame>().unwrap(), set)
}

/// A game written as text, with a parameter.
fn of_text() -> LinearFile {
    let moves = [
        ("a, b -> a - k, b + m for k in 1..=T for m in 0..k when k <= a", 0),
        ("a, b -> a, b - k for k in {1, 2} when k <= b", 0),
    ];
    let scope = Scope::default().with_constant("T", Datum::Number(1));
    let moves = Moves::read(&moves, scope).unwrap().with_positions("a <= 1", 0).unwrap();
    let game = moves.linear().unwrap();
    proved("", &game, &set("(h2 - h1) % 3 == 0 or h1 == 1 and h2 % 3 == 1", 2, View::Plain))
}

/// Whether the program accepts the text of a certificate.
fn verified(folder: &Path, text: &str) -> bool {
    let path = folder.join("changed.json");
    fs::write(&path, text).unwrap();
    let never = AtomicBool::new(false);
    verify::certificate(&path, None, grundy::answer::Session::new(&never, &Silent)).is_ok()
}

#[test]
fn kept_certificates_are_made_again_and_accepted() {
    let (folder, kept) = (TempDir::new().unwrap(), project().join("data/certificates/linear"));
    let mut texts = Vec::new();
    for (name, code, coordinates, text, view) in KEPT {
        let text = of_code(code, &set(text, coordinates, view)).to_json();
        if std::env::var_os("UPDATE_CERTIFICATES").is_some() {
            fs::create_dir_all(&kept).unwrap();
            fs::write(kept.join(name), &text).unwrap();
        }
        assert_eq!(
            fs::read_to_string(kept.join(name)).unwrap(),
            text,
            "{name}: run the test with UPDATE_CERTIFICATES=1"
        );
        fs::write(folder.path().join(name), &text).unwrap();
        let (out, _) = expect_exit(folder.path(), &["verify", name], 0);
        assert!(out.contains("is the set of P-positions: proved, all "), "{out}");
        texts.push(text);
    }
    let own = of_text().to_json();
    assert!(verified(folder.path(), &own), "{own}");
    texts.push(own);
    assert!(accepted(&texts).iter().all(|&accepted| accepted));
}

#[test]
fn changed_certificates_are_refused() {
    let folder = TempDir::new().unwrap();
    let king = of_code(KEPT[0].1, &set(KEPT[0].3, 2, View::Plain));
    let text = king.to_json();
    // Another game, other rules, another set.
    for (from, to) in [
        ("\"steps:0/1,1/0,1/1\"", "\"steps:0/1,1/0\""),
        ("\"steps:0/1,1/0,1/1\"", "\"steps:1/0,0/1,1/1\""),
        ("\"steps:0/1,1/0,1/1\"", "\"octal:0.77\""),
        ("\"steps:0/1,1/0,1/1\"", "\"custom:configs/custom/mark.toml\""),
        ("\"linear-p-set\"", "\"linear-set\""),
        ("\"certificate\":5", "\"certificate\":6"),
        ("\"chosen\":0", "\"chosen\":1"),
        ("\"divides\":[2", "\"divides\":[4"),
        ("\"measure\":[1", "\"measure\":[-1"),
        ("\"measure\"", "\"more\":[],\"measure\""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert!(changed != text && !verified(folder.path(), &changed), "{from} -> {to}");
    }
    // Both checkers agree on each number that is changed; what they accept is still a proof of the same claim.
    let own = of_text().to_json();
    // The independent checker compares a game of texts at 2000 positions each time.
    for (text, step) in [(text, 1), (own, 16)] {
        let mut changed = Vec::new();
        let digits = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
        for (at, digit) in digits.step_by(step) {
            let other = if digit == b'9' { b'8' } else { digit + 1 };
            let mut bytes = text.clone().into_bytes();
            bytes[at] = other;
            changed.push(String::from_utf8(bytes).unwrap());
        }
        let by_python = accepted(&changed);
        let mut count = 0;
        for (changed, by_python) in changed.iter().zip(by_python) {
            let here = verified(folder.path(), changed);
            assert!(!here || by_python, "only the program accepts {changed}");
            count += usize::from(here);
            let claim = |text: &str| {
                let file: serde_json::Value = serde_json::from_str(text).unwrap();
                [file["game"].clone(), file["rules"].clone(), file["pieces"].clone()]
            };
            // A bound of a piece may be another one that no position tells apart.
            assert!(!here || claim(changed)[..2] == claim(&text)[..2]);
        }
        assert!(count * 5 < changed.len(), "{count} of {} changes are accepted", changed.len());
    }
}
