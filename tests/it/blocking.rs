//! Games in which options may be forbidden: tables of other programs, random games against the definition, and what is
//! refused.

use crate::common::{assert_same, expect_exit, oracle, others, project, ruleset, solve, text_of};
use grundy::bytes::Bytes;
use grundy::control::FREE;
use grundy::games::code::parse;
use grundy::random::Random;
use grundy::ruleset::{Play, Ruleset, Setup, Value};
use serde_json::Value as Json;
use std::collections::{BTreeSet, HashMap};
use tempfile::tempdir;

#[test]
fn published_p_positions() {
    let known: Json = serde_json::from_str(&text_of(&project().join("data/known/beyond.json"))).unwrap();
    for case in known["blocking"].as_array().unwrap() {
        let (code, max) = (case["game"].as_str().unwrap(), case["max"].as_u64().unwrap());
        let game = ruleset(code, max);
        let (mut found, mut label) = (Vec::new(), Vec::new());
        for (row, value) in (0..).zip(solve(oracle(), &*game, Play::Normal, Value::OUTCOME).unwrap()) {
            game.rows().label(row, &mut label);
            if value == 0 && label[0] <= label[1] {
                found.push(label.clone());
            }
        }
        let expected: Vec<Vec<u64>> = serde_json::from_value(case["p"].clone()).unwrap();
        assert_eq!(found, expected, "{code}");
    }
}

/// A position: the ranks of its components; `None` where nothing is left.
type Position = Vec<Option<u64>>;

/// By the definition, from the options of the components of the game without forbidden ones.
fn by_definition(
    parts: &[Box<dyn Ruleset>],
    position: &Position,
    forbidden: usize,
    known: &mut HashMap<Position, bool>,
) -> bool {
    if let Some(&is_p) = known.get(position) {
        return is_p;
    }
    let mut options = BTreeSet::new();
    for (place, part) in parts.iter().enumerate() {
        let Some(rank) = position[place] else { continue };
        part.each_option(rank, &mut |entries| {
            let mut option = position.clone();
            option[place] = entries.first().copied();
            options.insert(option);
        });
    }
    let is_p = |option: &Position| by_definition(parts, option, forbidden, known);
    let result = options.iter().map(is_p).filter(|is_p| *is_p).count() <= forbidden;
    known.insert(position.clone(), result);
    result
}

/// The components of a game over all their rows, and the position of each row of the game.
fn components(code: &str, max: u64) -> (Vec<Box<dyn Ruleset>>, Vec<Position>) {
    let setup = Setup::new(Bytes(1 << 30), &FREE, Play::Normal);
    let game = parse(code).unwrap().game;
    let rows = game.shape.rows(max);
    let parts: Vec<Box<dyn Ruleset>> = match game.components() {
        Some(parts) => parts.iter().map(|part| part.ruleset(max, setup).unwrap()).collect(),
        None => vec![game.ruleset(max, setup).unwrap()],
    };
    let position = |row: u64| {
        let mut label = Vec::new();
        rows.label(row, &mut label);
        let mut rest = &label[..];
        let mut place = |part: &dyn Ruleset| {
            let (own, others) = rest.split_at(part.rows().dimensions());
            rest = others;
            part.rows().find(own).map(|row| part.asked(row))
        };
        parts.iter().map(|part| place(&**part)).collect()
    };
    let positions = (0..rows.len()).map(position).collect();
    (parts, positions)
}

#[test]
fn random_games_with_forbidden_options() {
    let seed = 20261127;
    let mut random = Random(seed);
    let mut lines = 0;
    for round in 0..120 {
        let mut number = |upto: u64| random.below(upto);
        let vector = |a: u64, b: u64| format!("{a}/{b}");
        let code = match round % 6 {
            0 => format!("subtraction:{},{},{}", 1 + number(3), 2 + number(5), 3 + number(6)),
            1 => format!(
                "rays:{},{},{}",
                vector(1, number(3)),
                vector(number(3), 1),
                vector(1 + number(2), 1 + number(3))
            ),
            2 => format!("steps:{},{},{}", vector(1, number(3)), vector(number(3), 2), vector(2, 1 + number(3))),
            3 => match number(3) {
                0 => format!("sum:subtraction:1,{}+nim:1", 2 + number(4)),
                1 => format!("subtraction:{},3,heaps=2", 1 + number(2)),
                _ => format!("circular-nim:n=3,k={}", 1 + number(2)),
            },
            4 => format!("wythoff:t={}", 1 + number(3)),
            _ => ["nim:3", "moore-nim:3,k=2", "chomp:3"][number(3) as usize].to_string(),
        };
        let (k, max) = (1 + number(5), 3 + number(if round % 6 == 0 { 60 } else { 7 }));
        let blocked = ruleset(&format!("blocking:({code}),k={k}"), max);
        let mut known = HashMap::new();
        let (parts, positions) = components(&code, max);
        let is_n = |position| u32::from(!by_definition(&parts, position, k as usize - 1, &mut known));
        let expected: Vec<u32> = positions.iter().map(is_n).collect();
        let what = format!("seed {seed}, {code}, k = {k}, max {max}");
        let found = solve(oracle(), &*blocked, Play::Normal, Value::OUTCOME).unwrap();
        assert_same(&what, &expected, &found);
        for kernel in others() {
            if let Some(found) = solve(kernel, &*blocked, Play::Normal, Value::OUTCOME) {
                lines += u32::from(kernel.name() == "blocked-lines");
                assert_same(&format!("{what}, {}", kernel.name()), &expected, &found);
            }
        }
    }
    assert!(lines > 40, "{lines}");
}

#[test]
fn what_has_no_meaning_is_explained() {
    let folder = tempdir().unwrap();
    let refused = |arguments: &[&str], message: &str| {
        let (_, said) = expect_exit(folder.path(), arguments, 2);
        assert!(said.contains(message), "{said}");
    };
    let code = "blocking:(wythoff),k=2";
    refused(&["values", "blocking:wythoff,k=2", "--max", "3"], "`k` is missing");
    refused(&["values", "blocking:(wythoff),k=0", "--max", "3"], "`k` cannot be 0");
    refused(&["values", "blocking:(octal:0.77),k=2", "--max", "3"], "split positions");
    refused(&["values", code, "--max", "3", "--value", "grundy"], "has no Grundy values");
    refused(&["misere", code, "--max", "3"], "has no misère quotient");
    refused(&["position", code, "3,4", "--play", "misere"], "misère play of `blocking:(wythoff),k=2` is not defined");
    for around in ["sum:(CODE)+nim:1", "selective:(CODE)+nim:1", "pass:(CODE)", "blocking:(CODE),k=2"] {
        let around = around.replace("CODE", code);
        refused(&["values", &around, "--max", "3"], "cannot be part of");
    }
    let (said, _) = expect_exit(folder.path(), &["draw", "blocking:(subtraction:1,2),k=2", "4", "--out", "a.dot"], 0);
    assert!(said.is_empty() || folder.path().join("a.dot").exists(), "{said}");
    assert!(text_of(&folder.path().join("a.dot")).contains("4\\nP"), "{}", text_of(&folder.path().join("a.dot")));
}
