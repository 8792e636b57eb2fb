//! Values that an automaton reads off the digits of positions: kept certificates, and changed ones, for both checkers.

use crate::common::checker::accepted;
use crate::common::{expect_exit, project};
use grundy::analysis::certificate::{AutomaticCertificate, WrittenGame};
use grundy::answer::Session;
use grundy::event::Silent;
use grundy::verify;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

static NEVER: AtomicBool = AtomicBool::new(false);

fn kept(name: &str) -> String {
    fs::read_to_string(project().join(format!("data/certificates/automatic/{name}.json"))).unwrap()
}

/// What the program says about a certificate.
fn verified(folder: &Path, text: &str) -> Result<String, String> {
    let path = folder.join("certificate.json");
    fs::write(&path, text).unwrap();
    verify::certificate(&path, None, Session::new(&NEVER, &Silent)).map_err(|error| error.to_string())
}

#[test]
fn kept_certificates_are_proofs() {
    let folder = TempDir::new().unwrap();
    let names = ["mark", "mark-3", "mark-quarter", "upmark", "golden-mark", "wythoff", "wythoff-t2"];
    let texts = names.map(kept);
    for (name, text) in names.iter().zip(&texts) {
        let told = verified(folder.path(), text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(told.ends_with(": proved"), "{name}: {told}");
        // It is what the program makes itself.
        let certificate: AutomaticCertificate = serde_json::from_str(text).unwrap();
        let (table, meaning) = certificate.automaton().unwrap();
        let made = verify::prove_automatic(&certificate.game, &table, meaning, Session::new(&NEVER, &Silent));
        assert_eq!(made.unwrap().unwrap().1.to_json(), *text, "{name}");
    }
    assert_eq!(accepted(&texts), [true; 7]);
    let path = project().join("data/certificates/automatic/golden-mark.json");
    let (told, _) = expect_exit(folder.path(), &["verify", path.to_str().unwrap()], 0);
    assert!(told.contains("by an automaton with 4 states that reads digits (zeckendorf): proved"), "{told}");
}

/// Each of these changes makes a claim false or a certificate wrong. The program says what is wrong, and the other
/// checker accepts none.
#[test]
fn changed_certificates_are_refused() {
    let folder = TempDir::new().unwrap();
    let mut changed: Vec<(String, &str)> = Vec::new();
    let mut change = |name: &str, keys: &[(&str, Json)], why: &'static str| {
        let mut certificate: Json = serde_json::from_str(&kept(name)).unwrap();
        for (key, value) in keys {
            *certificate.pointer_mut(key).unwrap() = value.clone();
        }
        changed.push((certificate.to_string(), why));
    };
    change("mark", &[("/output/1", json!(0))], "the value of 1 is 1, but the automaton says 0");
    change("mark", &[("/table/4/1", json!(3))], "but the automaton says");
    change("mark", &[("/table/2/0", json!(null))], "the automaton has no output for 4");
    change("mark", &[("/table/0/0", json!(1))], "the first state does not stay where it is");
    change("mark", &[("/table/0/1", json!(9))], "the state 0 leads to a state that does not exist");
    change("mark", &[("/table/0", json!([0]))], "the state 0 needs 2 transitions");
    change("mark", &[("/output", json!([0]))], "there are 5 states and 1 outputs");
    change("mark", &[("/numeration", json!("zeckendorf"))], "but the automaton says");
    change("mark", &[("/numeration", json!("base 11"))], "`numeration` is not base 2");
    change("mark", &[("/numeration", json!("base 3"))], "the state 0 needs 3 transitions");
    change("mark", &[("/digits", json!([[1], [0]]))], "`digits` is not the list of all tuples");
    change("mark", &[("/digits", json!([]))], "the automaton reads 0 numbers");
    change("mark", &[("/outputs", json!("outcome"))], "`outputs` is neither");
    change("mark", &[("/game/moves/1", json!("n -> n / 3 when n > 0"))], "but the automaton says");
    change("mark", &[("/rules/rules/1/option/divisor", json!(3))], "`rules` are not those of the game");
    change("mark", &[("/rules/least", json!(1))], "`rules` are not those of the game");
    change("mark", &[("/rules", json!(null))], "`rules` are not those of the game");
    change("mark", &[("/rules/rules/0/residues", json!([]))], "`rules` are not those of the game");
    change("mark", &[("/game/moves/1", json!("n -> n - isqrt(n) when n > 0"))], "has no options that automata know");
    change("mark", &[("/game/asked", json!("n + 1"))], "has no options that automata know");
    change("wythoff", &[("/game", json!("wythoff:t=2"))], "but the automaton says");
    change("wythoff", &[("/game", json!("wythoff:t=1"))], "is not a canonical code; that is `wythoff`");
    change("wythoff", &[("/game", json!("wythoff:first=1"))], "has no options that automata know");
    change("wythoff", &[("/game", json!("nim:2"))], "has no options that automata know");
    change("wythoff", &[("/outputs", json!("values"))], "but the automaton says");
    change("golden-mark", &[("/numeration", json!("base 2"))], "the automaton must read Zeckendorf's numeration");
    for (text, why) in &changed {
        let told = verified(folder.path(), text).unwrap_err();
        assert!(told.contains(why), "{why}: {told}");
    }
    let texts: Vec<&String> = changed.iter().map(|(text, _)| text).collect();
    assert_eq!(accepted(&texts), vec![false; texts.len()]);
}

/// The king of chess, Nim, single tokens, and a ray that is a multiple of another vector.
#[test]
fn other_games_on_two_heaps() {
    let folder = TempDir::new().unwrap();
    let letters = json!([[0, 0], [0, 1], [1, 0], [1, 1]]);
    let made = |game: &str, table: Json, output: Json| {
        json!({"certificate": 5, "kind": "automatic-values", "game": game, "rules": null, "outputs": "outcomes",
               "numeration": "base 2", "digits": letters, "table": table, "output": output})
        .to_string()
    };
    // The states are the last digits.
    let last = json!([[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]);
    let equal = json!([[0, 1, 1, 0], [1, 1, 1, 1]]);
    let right = [
        made("steps:0/1,1/0,1/1", last.clone(), json!([0, 1, 1, 1])),
        made("rays:0/1,1/0", equal.clone(), json!([0, 1])),
        made("steps:0/1,1/0", last.clone(), json!([0, 1, 1, 0])),
        // A multiple of 2 from the first heap, of which 0 or 1 is left.
        made("rays:2/0", json!([[0, 0, 1, 1], [2, 2, 2, 2], [2, 2, 2, 2]]), json!([0, 0, 1])),
    ];
    for text in &right {
        let told = verified(folder.path(), text);
        assert!(told.as_ref().is_ok_and(|told| told.ends_with("proved")), "{text}: {told:?}");
    }
    let wrong = [
        made("steps:0/1,1/0,1/1", last.clone(), json!([0, 1, 1, 0])),
        made("rays:0/1,1/0,1/1", equal, json!([0, 1])),
        made("rays:1/0", last, json!([0, 1, 1, 1])),
    ];
    assert!(wrong.iter().all(|text| verified(folder.path(), text).is_err()));
    let all: Vec<&String> = right.iter().chain(&wrong).collect();
    assert_eq!(accepted(&all), [true, true, true, true, false, false, false]);
    assert!(matches!(serde_json::from_str::<AutomaticCertificate>(&right[0]).unwrap().game, WrittenGame::Code(_)));
}
