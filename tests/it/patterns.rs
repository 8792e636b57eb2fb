//! The rules behind values: known ones are found and hold further on, and none is reported where none is known.

use crate::common::{cases, expect_exit, project};
use grundy::answer::Session;
use grundy::commands::{Inquiry, Patterns, check, guess};
use grundy::conjecture::{Statement, Verdict};
use grundy::event::Silent;
use grundy::games::code;
use grundy::job::Settings;
use grundy::ruleset::{Play, Value};
use rayon::prelude::*;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

fn known(list: &str) -> Vec<Json> {
    let text = fs::read_to_string(project().join("data/known/patterns.json")).unwrap();
    serde_json::from_str::<Json>(&text).unwrap()[list].as_array().unwrap().clone()
}

/// The code of a case; a custom game gets a config in the folder.
fn code_of(case: &Json, folder: &Path) -> String {
    let code = case["code"].as_str().unwrap();
    let Some(rules) = case["rules"].as_str() else { return code.to_string() };
    let name = code.trim_start_matches("custom:").trim_start_matches('(').split(".toml").next().unwrap();
    let path = folder.join(format!("{name}.toml"));
    fs::write(&path, format!("[game]\nfamily = \"custom\"\n{rules}")).unwrap();
    code.replace(&format!("{name}.toml"), &path.display().to_string())
}

fn settings(case: &Json) -> Settings {
    Settings {
        play: case["play"].as_str().and_then(Play::read),
        value: case["value"].as_str().and_then(Value::named),
        ..Settings::default()
    }
}

fn with<T>(case: &Json, code: &str, ask: impl FnOnce(&Inquiry<'_>) -> T) -> T {
    let cancelled = AtomicBool::new(false);
    let session = Session::new(&cancelled, &Silent);
    ask(&Inquiry { game: &|| code::parse(code), settings: settings(case), session })
}

fn found(case: &Json, code: &str) -> Patterns {
    let max = case["max"].as_u64();
    with(case, code, |inquiry| guess(inquiry, max, &[])).unwrap_or_else(|error| panic!("{}: {error}", case["name"]))
}

fn is_right(case: &Json, kind: &str) -> bool {
    case["pattern"].as_array().unwrap().iter().any(|right| right == kind)
}

/// The place of the first right pattern, and the first pattern whose claim fails within the range to which the rule of
/// the case holds.
fn judged(case: &Json) -> (String, Option<usize>, Option<String>) {
    let folder = TempDir::new().unwrap();
    let code = code_of(case, folder.path());
    let found = found(case, &code);
    let further = case["further"].as_u64();
    let broken = found.patterns.iter().find_map(|pattern| {
        let holds = pattern.conjecture.clone().ok()?;
        let statement = Statement { holds: holds.clone(), ..Statement::default() };
        let checked = with(case, &code, |inquiry| check(inquiry, further, statement));
        let words = match checked {
            Ok(checked) if checked.verdict() == Verdict::NoCounterexample => return None,
            Ok(checked) => checked.words(),
            Err(error) => error.to_string(),
        };
        Some(format!("{}: {}: {holds}: {words}", case["name"], pattern.kind))
    });
    let rank = found.patterns.iter().position(|pattern| is_right(case, &pattern.kind));
    let shown: Vec<String> =
        found.patterns.iter().map(|pattern| format!("{} {}", pattern.kind, pattern.rule)).collect();
    (format!("{}: {}", case["name"], shown.join(" | ")), rank, broken)
}

/// Every third case of a list at each change, and all of them in the slow checks.
fn tried(list: &str) -> Vec<Json> {
    known(list).into_iter().step_by(cases(3, 1) as usize).collect()
}

#[test]
fn known_rules_are_found_and_hold_further_on() {
    let list = tried("cases");
    let judged: Vec<_> = list.par_iter().map(judged).collect();
    let missed: Vec<&String> = judged.iter().filter(|(_, rank, _)| rank.is_none()).map(|(name, ..)| name).collect();
    let broken: Vec<&String> = judged.iter().filter_map(|(.., broken)| broken.as_ref()).collect();
    let first = judged.iter().filter(|(_, rank, _)| *rank == Some(0)).count();
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
    let later: Vec<&String> = judged.iter().filter(|(_, rank, _)| *rank != Some(0)).map(|(name, ..)| name).collect();
    assert!(first + cases(1, 3) as usize >= list.len(), "{later:#?}");
}

#[test]
fn nothing_is_reported_where_no_rule_is_known() {
    let reported: Vec<String> = tried("negatives")
        .par_iter()
        .flat_map_iter(|case| {
            let folder = TempDir::new().unwrap();
            let found = found(case, &code_of(case, folder.path()));
            let real = found.patterns.into_iter().filter(|pattern| !["lines", "counts"].contains(&&*pattern.kind));
            real.map(|pattern| format!("{}: {}: {}", case["name"], pattern.kind, pattern.rule)).collect::<Vec<_>>()
        })
        .collect();
    assert!(reported.is_empty(), "{reported:#?}");
}

#[test]
fn a_false_friend_is_found_out_on_a_larger_range() {
    // Subtract a factorial: G(n + 25) = G(n) up to n = 5049.
    let case = |max: u64| serde_json::json!({ "name": "factorials", "max": max });
    assert_eq!(found(&case(3000), "subtraction:factorials").patterns[0].kind, "period");
    assert!(found(&case(6000), "subtraction:factorials").patterns.is_empty());
}

#[test]
fn results_have_the_same_bytes_whatever_the_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let config = "[game]\nfamily = \"coin-turning\"\nkind = \"ruler\"\n[range]\nmax = 500\n[analysis]\npatterns = true\n[output]\nformats = [\"report\", \"latex\"]\n";
    fs::write(folder.path().join("ruler.toml"), config).unwrap();
    let run = |threads: &str| {
        let out = format!("out{threads}");
        expect_exit(folder.path(), &["run", "ruler.toml", "--threads", threads, "--out", &out], 0);
        ["patterns.csv", "report.md"].map(|file| fs::read(folder.path().join(&out).join(file)).unwrap())
    };
    let one = run("1");
    assert!(String::from_utf8_lossy(&one[0]).contains("2 ** valuation(2, n)"));
    assert_eq!(one, run("2"));
    assert_eq!(one, run("8"));
}
