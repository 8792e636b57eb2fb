//! Games with entailing and complimenting moves: values of another program, sums against a search that knows who must
//! answer where, Nimstring, Top Entails, and what is refused.

use crate::common::{expect_exit, project, text_of};
use grundy::random::Random;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// For each position, the moves: the kind of the move (0 ordinary, 1 again, 2 reply) and where it leads.
type Moves = Vec<Vec<(usize, usize)>>;

const WORDS: [&str; 3] = ["", " then again", " then reply"];

/// Writes a game with these moves, all of which lower n.
fn write(folder: &Path, name: &str, moves: &Moves) {
    let list = |kind: usize| {
        let of = |moves: &Vec<(usize, usize)>| {
            let to: Vec<String> = moves.iter().filter(|(own, _)| *own == kind).map(|(_, to)| to.to_string()).collect();
            format!("[{}]", to.join(","))
        };
        format!("[{}]", moves.iter().map(of).collect::<Vec<_>>().join(","))
    };
    let lines: Vec<String> = ["A", "B", "C"]
        .iter()
        .zip(WORDS)
        .map(|(name, words)| {
            format!("\"n -> {name}[n][i]{words} for i in 0..len({name}[n]) when n < {}\"", moves.len())
        })
        .collect();
    let text = format!(
        "[game]\nfamily = \"custom\"\nmoves = [{}]\nparameters = {{ A = {}, B = {}, C = {} }}\n[range]\nmax = {}\n",
        lines.join(", "),
        list(0),
        list(1),
        list(2),
        moves.len() - 1
    );
    fs::write(folder.join(name), text).unwrap();
}

fn values(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let (said, _) = expect_exit(folder, &[&["values"], arguments].concat(), 0);
    said.lines().skip(1).map(|line| line.rsplit(',').next().unwrap_or_default().to_string()).collect()
}

#[test]
fn values_of_another_program() {
    let folder = tempdir().unwrap();
    let known: Json = serde_json::from_str(&text_of(&project().join("data/known/beyond.json"))).unwrap();
    let mut moons = 0;
    for case in known["entailing"].as_array().unwrap() {
        let mut moves: Moves = vec![Vec::new(); case["vertices"].as_u64().unwrap() as usize];
        for entry in case["moves"].as_array().unwrap() {
            let kind = match entry[1].as_str().unwrap() {
                "ordinary" => 0,
                "again" => 1,
                _ => 2,
            };
            moves[entry[0].as_u64().unwrap() as usize].push((kind, entry[2].as_u64().unwrap() as usize));
        }
        write(folder.path(), "g.toml", &moves);
        let expected: Vec<String> =
            case["values"].as_array().unwrap().iter().map(|value| value.to_string().replace('"', "")).collect();
        let max = (moves.len() - 1).to_string();
        assert_eq!(values(folder.path(), &["custom:g.toml", "--max", &max]), expected, "{moves:?}");
        moons += expected.iter().filter(|value| *value == "moon").count();
    }
    assert!(moons > 10, "{moons}");
}

/// Whether the player to move wins a sum of two positions and a nim-heap. `forced` is the component in which this
/// player must move.
fn wins(
    games: [&Moves; 2],
    position: [usize; 3],
    forced: Option<usize>,
    known: &mut HashMap<([usize; 3], Option<usize>), bool>,
) -> bool {
    if let Some(&known) = known.get(&(position, forced)) {
        return known;
    }
    let mut result = false;
    for component in (0..3).filter(|component| forced.is_none_or(|forced| forced == *component)) {
        let moves: Vec<(usize, usize)> = match component {
            2 => (0..position[2]).map(|to| (0, to)).collect(),
            _ => games[component][position[component]].clone(),
        };
        for (kind, to) in moves {
            let mut next = position;
            next[component] = to;
            result |= match kind {
                0 => !wins(games, next, None, known),
                1 => wins(games, next, None, known),
                _ => !wins(games, next, Some(component), known),
            };
        }
    }
    known.insert((position, forced), result);
    result
}

#[test]
fn sums_are_won_as_a_search_says() {
    let folder = tempdir().unwrap();
    let seed = 20261127;
    let mut random = Random(seed);
    for round in 0..60 {
        let mut game = || -> Moves {
            let count = 1 + random.below(6) as usize;
            let moves = |at: usize| {
                let count = if at == 0 { 0 } else { random.below(4) };
                (0..count).map(|_| (random.below(3) as usize, random.below(at as u64) as usize)).collect()
            };
            (0..count).map(moves).collect()
        };
        let games = [game(), game()];
        write(folder.path(), "a.toml", &games[0]);
        write(folder.path(), "b.toml", &games[1]);
        let code = "sum:custom:a.toml+custom:b.toml+nim:1";
        let (said, _) = expect_exit(folder.path(), &["values", code, "--max", "5", "--value", "outcome"], 0);
        let mut known = HashMap::new();
        let mut compared = 0;
        for line in said.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let position = [0, 1, 2].map(|place| fields[place].parse::<usize>().unwrap());
            if position[0] < games[0].len() && position[1] < games[1].len() {
                let n = wins([&games[0], &games[1]], position, None, &mut known);
                assert_eq!(fields[3], if n { "N" } else { "P" }, "seed {seed}, round {round}: {line} of {games:?}");
                compared += 1;
            }
        }
        assert_eq!(compared, games[0].len() * games[1].len() * 6);
        // The listed moves are those that win.
        for (x, y, z) in [(games[0].len() - 1, games[1].len() - 1, 2), (games[0].len() - 1, 0, 0)] {
            let text = format!("{x} + {y} + {z}");
            let (said, _) = expect_exit(folder.path(), &["position", code, &text, "--json"], 0);
            let found: Json = serde_json::from_str(&said).unwrap();
            let n = wins([&games[0], &games[1]], [x, y, z], None, &mut known);
            assert_eq!(found["outcome"] == "N", n, "{text}: {said}");
            assert_eq!(!found["winning_moves"].as_array().unwrap().is_empty(), n, "{text} of {games:?}: {said}");
        }
    }
}

#[test]
fn top_entails_has_the_published_moons() {
    let code = format!("custom:{}", project().join("configs/custom/top-entails.toml").display());
    let found = values(Path::new("."), &[&code, "--max", "2600"]);
    let moons: Vec<usize> = (0..found.len()).filter(|&n| found[n] == "moon").collect();
    assert_eq!(moons, [1, 3, 2403, 2505]);
}

/// Whether the player to move wins some strings and a nim-heap. The ends of a string are coins, or the ground, 0.
fn wins_strings(strings: &[[u64; 2]], left: u32, heap: u32, known: &mut HashMap<(u32, u32), bool>) -> bool {
    if let Some(&known) = known.get(&(left, heap)) {
        return known;
    }
    let has = |left: u32, string: usize| left >> string & 1 == 1;
    let holds =
        |left: u32, coin: u64| (0..strings.len()).any(|other| has(left, other) && strings[other].contains(&coin));
    let mut result = (0..heap).any(|fewer| !wins_strings(strings, left, fewer, known));
    for string in (0..strings.len()).filter(|&string| has(left, string)) {
        let rest = left & !(1 << string);
        let frees = strings[string].iter().any(|&coin| coin > 0 && !holds(rest, coin));
        result |= wins_strings(strings, rest, heap, known) == frees;
    }
    known.insert((left, heap), result);
    result
}

/// Random strings, some of them loops, repeated, or tied to the ground.
#[test]
fn nimstring_is_won_as_a_search_says() {
    let (folder, seed) = (tempdir().unwrap(), 20261128);
    let (mut random, mut moons) = (Random(seed), 0);
    for round in 0..60 {
        let coins = 1 + random.below(5);
        let strings: Vec<[u64; 2]> =
            (0..1 + random.below(8)).map(|_| [random.below(coins + 1), 1 + random.below(coins)]).collect();
        let name = |end: u64| if end == 0 { "ground".to_string() } else { format!("c{end}") };
        let lines: String = strings.iter().map(|&[a, b]| format!("{},{}\n", name(a), name(b))).collect();
        fs::write(folder.path().join("s.csv"), format!("u,v\n{lines}")).unwrap();
        let found = values(folder.path(), &["nimstring:file:s.csv"]);
        let (mut known, all) = (HashMap::new(), (1 << strings.len()) - 1);
        let heap = (0..strings.len() as u32 + 2).find(|&heap| !wins_strings(&strings, all, heap, &mut known));
        moons += u32::from(heap.is_none());
        let expected = heap.map_or("moon".to_string(), |heap| heap.to_string());
        assert_eq!(found, [expected], "seed {seed}, round {round}: {strings:?}");
    }
    assert!(moons > 5, "{moons}");
    for code in ["nimstring:file:s.csv", "nogo:rows=2,columns=2"] {
        let (said, _) = expect_exit(folder.path(), &["position", code, "all"], 0);
        assert!(said.contains("outcome"), "{code}: {said}");
    }
}

/// `verify` computes sums and parts of boxes again, as it does with other games.
#[test]
fn sums_and_parts_of_boxes_are_verified() {
    let folder = tempdir().unwrap();
    write(folder.path(), "a.toml", &vec![vec![], vec![(2, 0)], vec![(0, 1), (1, 0)], vec![(2, 2), (0, 0)]]);
    fs::write(folder.path().join("l.csv"), "from,to\n0,1\n1,0\n1,2\n2,\n3,2\n3,3\n").unwrap();
    let mut number = 0;
    for code in ["sum:custom:a.toml+nim:1", "custom:a.toml,heaps=2", "sum:graph:l.csv,loops=draw+nim:1"] {
        for more in ["", "where = \"h1 <= h2\"\n"] {
            for value in ["grundy", "outcome"] {
                let text = format!("[game]\ncode = \"{code}\"\n[range]\nmax = 3\n{more}[solve]\nvalue = \"{value}\"\n");
                fs::write(folder.path().join("x.toml"), text).unwrap();
                let out = format!("out{number}");
                expect_exit(folder.path(), &["run", "x.toml", "--out", &out], 0);
                let (said, _) = expect_exit(folder.path(), &["verify", &out], 0);
                let rows = if more.is_empty() { 16 } else { 10 };
                assert!(said.contains(&format!("{rows} values recomputed")), "{code}, {more}{value}: {said}");
                number += 1;
            }
        }
    }
}

/// A component that is a moon makes the sum a moon; other values add.
#[test]
fn nimstring_is_a_summand() {
    let folder = tempdir().unwrap();
    let single = values(folder.path(), &["nimstring:path", "--max", "5"]);
    let found = values(folder.path(), &["sum:nimstring:path+nim:1", "--max", "5"]);
    let sum = |value: &String, heap: u32| match value.parse::<u32>() {
        Ok(value) => (value ^ heap).to_string(),
        Err(_) => value.clone(),
    };
    let expected: Vec<String> = single.iter().flat_map(|value| (0..=5).map(|heap| sum(value, heap))).collect();
    assert_eq!(found, expected);
    let text = "[game]\ncode = \"sum:nimstring:path+nim:1\"\n[range]\nmax = [5, 3]\nwhere = \"h1 > h2\"\n";
    fs::write(folder.path().join("x.toml"), text).unwrap();
    expect_exit(folder.path(), &["run", "x.toml", "--out", "out"], 0);
    let (said, _) = expect_exit(folder.path(), &["verify", "out"], 0);
    assert!(said.contains("values recomputed"), "{said}");
    let report = text_of(&folder.path().join("out/report.md"));
    assert!(report.contains("coordinates up to 5,3, where `h1 > h2`"), "{report}");
}

#[test]
fn what_has_no_meaning_is_explained() {
    let folder = tempdir().unwrap();
    let game = |moves: &str, more: &str| {
        let text = format!("[game]\nfamily = \"custom\"\nmoves = [\"{moves}\"]\n{more}[range]\nmax = 9\n");
        fs::write(folder.path().join("x.toml"), text).unwrap();
    };
    let refused = |arguments: &[&str], message: &str| {
        let (_, said) = expect_exit(folder.path(), arguments, 2);
        assert!(said.contains(message), "{said}");
    };
    for (moves, more, message) in [
        ("n -> n - 1 then when n > 0", "", "`reply` (the opponent must answer there) or `again`"),
        ("n -> n - 1 & 0 then reply when n > 0", "", "must answer in one position"),
        ("n -> n - 1 then reply when n > 0", "loops = \"draw\"\n", "cannot decide who moves next"),
    ] {
        game(moves, more);
        refused(&["run", "x.toml"], message);
    }
    game("n -> n - 1 then reply when n > 0", "");
    refused(
        &["values", "custom:x.toml", "--max", "9", "--play", "misere"],
        "misère play of `custom:x.toml` is not defined",
    );
    refused(&["values", "custom:x.toml", "--max", "9", "--value", "remoteness"], "has no remotenesses");
    refused(&["values", "selective:custom:x.toml+nim:1", "--max", "3"], "decide who moves next");
    refused(&["draw", "custom:x.toml", "3", "--out", "a.svg"], "cannot be drawn");
    refused(&["period", "custom:x.toml", "--max", "9"], "`period` has no meaning");
    refused(&["misere", "custom:x.toml", "--max", "9"], "has no misère quotient");
    fs::write(folder.path().join("y.toml"), text_of(&folder.path().join("x.toml")) + "[output]\nformats = [\"npy\"]\n")
        .unwrap();
    refused(&["run", "y.toml"], "a moon is no number");
    refused(&["values", "nimstring:path", "--max", "5", "--format", "oeis"], "a moon is no number");
    // Values in LaTeX have no need of a period.
    expect_exit(folder.path(), &["values", "nimstring:path", "--max", "5", "--format", "latex"], 0);
}

#[test]
fn a_sum_with_a_loopy_game_is_refused() {
    let folder = tempdir().unwrap();
    let game = |name: &str, lines: &str| {
        fs::write(folder.path().join(name), format!("[game]\nfamily = \"custom\"\n{lines}\n")).unwrap();
    };
    game("entails.toml", "moves = [\"n -> n - 1 then reply when n > 0\"]");
    game("loops.toml", "moves = [\"n -> n when n > 0\"]\nloops = \"draw\"");
    let code = "sum:custom:entails.toml+custom:loops.toml";
    let (_, said) = expect_exit(folder.path(), &["values", code, "--max", "5"], 2);
    let words =
        ["play in `custom:loops.toml` may go on for ever", "moves of `custom:entails.toml` decide", "no theory"];
    words.iter().for_each(|word| assert!(said.contains(word), "{word}: {said}"));
    let (_, said) = expect_exit(folder.path(), &["values", "sum:blocking:(nim:1),k=2+nim:1", "--max", "5"], 2);
    assert!(said.contains("has only outcomes of its own"), "{said}");
}
