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

/// The game without forbidden options, with each position of a sum as one position.
fn whole(code: &str, max: u64) -> Box<dyn Ruleset> {
    let setup = Setup { whole_sums: true, ..Setup::new(Bytes(1 << 30), &FREE, Play::Normal) };
    parse(code).unwrap().game.ruleset(max, setup).unwrap()
}

/// By the definition, from the options of the game without forbidden ones.
fn by_definition(game: &dyn Ruleset, rank: u64, forbidden: usize, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&is_p) = known.get(&rank) {
        return is_p;
    }
    let mut options = BTreeSet::new();
    game.each_option(rank, &mut |entries| drop(options.insert(entries.first().copied())));
    // The empty sum is P.
    let is_p = |option: &Option<u64>| option.is_none_or(|option| by_definition(game, option, forbidden, known));
    let result = options.iter().map(is_p).filter(|is_p| *is_p).count() <= forbidden;
    known.insert(rank, result);
    result
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
            3 => format!("circular-nim:n=3,k={}", 1 + number(2)),
            4 => format!("wythoff:t={}", 1 + number(3)),
            _ => ["nim:3", "moore-nim:3,k=2", "chomp:3"][number(3) as usize].to_string(),
        };
        let (k, max) = (1 + number(5), 3 + number(if round % 6 == 0 { 60 } else { 7 }));
        let blocked = ruleset(&format!("blocking:({code}),k={k}"), max);
        let plain = whole(&code, max);
        let mut known = HashMap::new();
        let ranks = (0..plain.rows().len()).map(|row| plain.asked(row));
        let expected: Vec<u32> =
            ranks.map(|rank| u32::from(!by_definition(&*plain, rank, k as usize - 1, &mut known))).collect();
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
    refused(&["values", "blocking:(sum:nim:1+nim:2),k=2", "--max", "3"], "is a sum");
    refused(&["position", code, "3,4", "--play", "misere"], "misère play of `blocking:(wythoff),k=2` is not defined");
    for around in ["sum:(CODE)+nim:1", "selective:(CODE)+nim:1", "pass:(CODE)", "blocking:(CODE),k=2"] {
        let around = around.replace("CODE", code);
        refused(&["values", &around, "--max", "3"], "cannot be part of");
    }
    let (said, _) = expect_exit(folder.path(), &["draw", "blocking:(subtraction:1,2),k=2", "4", "--out", "a.dot"], 0);
    assert!(said.is_empty() || folder.path().join("a.dot").exists(), "{said}");
    assert!(text_of(&folder.path().join("a.dot")).contains("4\\nP"), "{}", text_of(&folder.path().join("a.dot")));
}
