//! Games whose play may go on for ever: values of another program, sums against retrograde analysis of the product, the
//! winner comes to the end, and what is refused.

use crate::common::{expect_exit, grundy, project, results, text_of};
use grundy::bytes::Bytes;
use grundy::control::FREE;
use grundy::games::code::parse;
use grundy::position::{Outcome, examine};
use grundy::random::Random;
use grundy::ruleset::{LoopyValue, Play, Setup};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

type Graph = Vec<Vec<usize>>;

fn write(folder: &Path, name: &str, graph: &Graph) {
    let mut text = "from,to\n".to_string();
    (0..graph.len()).for_each(|vertex| text.push_str(&format!("{vertex},\n")));
    for (from, options) in graph.iter().enumerate() {
        options.iter().for_each(|to| text.push_str(&format!("{from},{to}\n")));
    }
    fs::write(folder.join(name), text).unwrap();
}

/// The last column of what the program prints.
fn values(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let (said, _) = expect_exit(folder, &[&["values"], arguments].concat(), 0);
    let last = |line: &str| match line.strip_suffix('"') {
        Some(quoted) => quoted.rsplit('"').next().unwrap_or_default().to_string(),
        None => line.rsplit(',').next().unwrap_or_default().to_string(),
    };
    said.lines().skip(1).map(last).collect()
}

/// The outcomes of all positions of a graph, by retrograde analysis: P and N as long as one follows.
fn outcomes(options: &[Vec<usize>]) -> Vec<char> {
    let mut found = vec!['D'; options.len()];
    loop {
        let mut is_settled = true;
        for position in 0..options.len() {
            let now = match &options[position] {
                to if to.iter().any(|&to| found[to] == 'P') => 'N',
                to if to.iter().all(|&to| found[to] == 'N') => 'P',
                _ => 'D',
            };
            is_settled &= std::mem::replace(&mut found[position], now) == now;
        }
        if is_settled {
            return found;
        }
    }
}

/// Outcomes by retrograde analysis; and the theorem of Fraenkel and Yesha: the positions whose values are nimbers are
/// closed under symmetric differences, of which the values are nim-sums.
#[test]
fn annihilation_games_are_linear() {
    let (folder, seed) = (tempdir().unwrap(), 20261128);
    let (mut random, mut draws, mut nimbers) = (Random(seed), 0, 0);
    for round in 0..40 {
        let n = 2 + random.below(5) as usize;
        let to = |from: usize, random: &mut Random| -> Vec<usize> {
            (0..n).filter(|&to| to != from && random.below(3) == 0).collect()
        };
        let graph: Graph = (0..n).map(|from| to(from, &mut random)).collect();
        write(folder.path(), "a.csv", &graph);
        let code = format!("annihilation:a.csv,tokens={n}");
        let (said, _) = expect_exit(folder.path(), &["values", &code], 0);
        // A row is a set of vertices, as bits.
        let set = |name: &str| match name {
            "nothing" => 0,
            name => name.split('+').map(|vertex| 1 << vertex.parse::<usize>().unwrap()).sum::<usize>(),
        };
        let names: Vec<usize> = said.lines().skip(1).map(|line| set(line.split(',').next().unwrap())).collect();
        assert_eq!(names.len(), 1 << n);
        let mut shown = vec![String::new(); 1 << n];
        names.iter().zip(values(folder.path(), &[&code])).for_each(|(&set, value)| shown[set] = value);
        let value = |set: usize| shown[set].parse::<u32>().ok();
        for (s, t) in (0..1 << n).flat_map(|s| (0..s).map(move |t| (s, t))) {
            if let (Some(a), Some(b)) = (value(s), value(t)) {
                assert_eq!(value(s ^ t), Some(a ^ b), "seed {seed}, round {round}: {s:b} {t:b} in {graph:?}");
                nimbers += 1;
            }
        }
        let moves = |set: usize| {
            let token = |from: usize| graph[from].iter().map(move |&to| set ^ (1 << from) ^ (1 << to));
            (0..n).filter(|from| set >> from & 1 == 1).flat_map(token).collect::<Vec<usize>>()
        };
        let expected = outcomes(&(0..1 << n).map(moves).collect::<Vec<_>>());
        for (&set, found) in names.iter().zip(values(folder.path(), &[&code, "--value", "outcome"])) {
            assert_eq!(found, expected[set].to_string(), "seed {seed}, round {round}: {set:b} in {graph:?}");
            draws += u32::from(found == "D");
        }
    }
    assert!(draws > 50 && nimbers > 1000, "{draws} {nimbers}");
}

#[test]
fn annihilation_games_that_are_wrong_are_explained() {
    let folder = tempdir().unwrap();
    for (lines, code, message) in [
        ("a,a", "annihilation:x.csv", "an edge from `a` to itself"),
        ("a+b,c", "annihilation:x.csv", "a vertex has the name `a+b`"),
        ("a,b", "annihilation:x.csv,tokens=0", "tokens"),
    ] {
        fs::write(folder.path().join("x.csv"), format!("from,to\n{lines}\n")).unwrap();
        let (_, said) = expect_exit(folder.path(), &["values", code], 2);
        assert!(said.contains(message), "{said}");
    }
    let many: String = (0..200).map(|vertex| format!("{vertex},{}\n", vertex + 1)).collect();
    fs::write(folder.path().join("x.csv"), format!("from,to\n{many}")).unwrap();
    let (_, said) = expect_exit(folder.path(), &["values", "annihilation:x.csv,tokens=4"], 2);
    assert!(said.contains("sets of up to 4 vertices are too many"), "{said}");
    let (_, said) = expect_exit(folder.path(), &["values", "annihilation:x.csv", "--play", "misere"], 2);
    assert!(said.contains("misère play"), "{said}");
}

#[test]
fn values_of_another_program() {
    let folder = tempdir().unwrap();
    let known: Json = serde_json::from_str(&text_of(&project().join("data/known/beyond.json"))).unwrap();
    let mut draws = 0;
    for case in known["loopy"].as_array().unwrap() {
        let mut graph = vec![Vec::new(); case["vertices"].as_u64().unwrap() as usize];
        for edge in serde_json::from_value::<Vec<[usize; 2]>>(case["edges"].clone()).unwrap() {
            graph[edge[0]].push(edge[1]);
        }
        write(folder.path(), "g.csv", &graph);
        let shown = |value: &Json| match value.as_array() {
            None => value.to_string(),
            Some(set) => LoopyValue::infinite(set.iter().map(|n| n.as_u64().unwrap() as u32)).unwrap().to_string(),
        };
        let expected: Vec<String> = case["values"].as_array().unwrap().iter().map(shown).collect();
        assert_eq!(values(folder.path(), &["graph:g.csv,loops=draw"]), expected, "{graph:?}");
        let outcomes: Vec<String> = serde_json::from_value(case["outcomes"].clone()).unwrap();
        assert_eq!(values(folder.path(), &["graph:g.csv,loops=draw", "--value", "outcome"]), outcomes, "{graph:?}");
        draws += outcomes.iter().filter(|outcome| *outcome == "D").count();
    }
    assert!(draws > 10, "{draws}");
}

fn random_graph(random: &mut Random) -> Graph {
    let count = 1 + random.below(5) as usize;
    let mut graph = vec![Vec::new(); count];
    for _ in 0..random.below(3 * count as u64) {
        graph[random.below(count as u64) as usize].push(random.below(count as u64) as usize);
    }
    graph
}

/// The outcomes of all positions by retrograde analysis: P if all options are N, N if some option is P, otherwise a
/// draw.
fn retrograde(options: &[Vec<usize>]) -> Vec<&'static str> {
    let mut outcome = vec!["D"; options.len()];
    loop {
        let judged = |at: usize| match &options[at] {
            to if to.iter().any(|&to| outcome[to] == "P") => "N",
            to if to.iter().all(|&to| outcome[to] == "N") => "P",
            _ => "D",
        };
        let next: Vec<&str> = (0..options.len()).map(judged).collect();
        if next == outcome {
            return outcome;
        }
        outcome = next;
    }
}

#[test]
fn sums_have_the_outcomes_of_their_product() {
    let folder = tempdir().unwrap();
    let seed = 20261127;
    let mut random = Random(seed);
    for round in 0..60 {
        let (a, b) = (random_graph(&mut random), random_graph(&mut random));
        write(folder.path(), "a.csv", &a);
        write(folder.path(), "b.csv", &b);
        let tokens = 1 + random.below(4) as usize;
        // Two graphs with a heap of Nim of up to `tokens`.
        let number = |x: usize, y: usize, z: usize| (x * b.len() + y) * (tokens + 1) + z;
        let mut product = Vec::new();
        for (x, from_x) in a.iter().enumerate() {
            for (y, from_y) in b.iter().enumerate() {
                for z in 0..=tokens {
                    let in_a = from_x.iter().map(|&x| number(x, y, z));
                    let in_b = from_y.iter().map(|&y| number(x, y, z));
                    product.push(in_a.chain(in_b).chain((0..z).map(|z| number(x, y, z))).collect());
                }
            }
        }
        let code = "sum:graph:a.csv,loops=draw+graph:b.csv,loops=draw+nim:1";
        let max = a.len().max(b.len()).max(tokens + 1).to_string();
        let lines = expect_exit(folder.path(), &["values", code, "--max", &max, "--value", "outcome"], 0).0;
        let expected = retrograde(&product);
        let mut compared = 0;
        for line in lines.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [x, y, z] = [0, 1, 2].map(|place| fields[place].parse::<usize>().unwrap());
            if z <= tokens {
                assert_eq!(
                    fields[3],
                    expected[number(x, y, z)],
                    "seed {seed}, round {round}: {line} of {a:?} and {b:?}"
                );
                compared += 1;
            }
        }
        assert_eq!(compared, product.len(), "seed {seed}, round {round}");
    }
}

#[test]
fn the_winner_comes_to_the_end() {
    let folder = tempdir().unwrap();
    let seed = 7;
    let mut random = Random(seed);
    let setup = Setup::new(Bytes(1 << 30), &FREE, Play::Normal);
    let mut won = 0;
    for _ in 0..80 {
        let (a, b) = (random_graph(&mut random), random_graph(&mut random));
        let [a_path, b_path] = ["a.csv", "b.csv"].map(|name| folder.path().join(name).display().to_string());
        write(folder.path(), "a.csv", &a);
        write(folder.path(), "b.csv", &b);
        let coded = parse(&format!("sum:graph:{a_path},loops=draw+graph:{b_path},loops=draw")).unwrap();
        for start in 0..a.len() * b.len() {
            let (mut x, mut y) = (start / b.len(), start % b.len());
            for turn in 0.. {
                let found = examine(&coded, &format!("{x} + {y}"), 1, setup).unwrap();
                let (Outcome::N, [to]) = (found.outcome, &found.winning[..]) else {
                    assert!(turn == 0, "seed {seed}: a winning move must leave a won position");
                    break;
                };
                assert!(turn < 40, "seed {seed}: no end from {start} of {a:?} and {b:?}");
                let parts: Vec<usize> = to.split(['+', ',']).map(|part| part.trim().parse().unwrap()).collect();
                (x, y) = (parts[0], parts[1]);
                // The loser moves at random.
                let moves = a[x].iter().map(|&x| (x, y)).chain(b[y].iter().map(|&y| (x, y))).collect::<Vec<_>>();
                if moves.is_empty() {
                    won += 1;
                    break;
                }
                (x, y) = moves[random.below(moves.len() as u64) as usize];
            }
        }
    }
    assert!(won > 30, "{won}");
}

#[test]
fn games_of_ones_own_have_draws() {
    let folder = tempdir().unwrap();
    let config = "[game]\nfamily = \"custom\"\nloops = \"draw\"\n\
                  moves = [\"n -> n - 4 when n % 4 in {0, 3} and n > 3\", \"n -> n + 1 when n % 4 == 1\", \"n -> n - 1 when n % 4 == 2\"]\n\
                  [range]\nmax = 20\n[output]\nformats = [\"csv\", \"list\", \"report\", \"latex\"]\n\
                  [[conjecture]]\nname = \"draws\"\nholds = 'outcome == D iff n % 4 in {1, 2}'\n\
                  [[conjecture]]\nname = \"values\"\nholds = 'value <= 3'\n";
    fs::write(folder.path().join("own.toml"), config).unwrap();
    expect_exit(folder.path(), &["run", "own.toml", "--out", "out"], 0);
    let files = results(&folder.path().join("out"));
    let table = String::from_utf8(files["values.csv"].clone()).unwrap();
    assert!(table.contains("inf("), "{table}");
    let report = String::from_utf8(files["report.md"].clone()).unwrap();
    assert!(report.contains("endless play is a draw"), "{report}");
    let conjectures = String::from_utf8(files["conjectures.csv"].clone()).unwrap();
    assert!(conjectures.contains("draws,terms,21,0,0,21,0,no counterexample"), "{conjectures}");
    assert!(conjectures.contains("values,terms,21,0,10,11,0,no counterexample"), "{conjectures}");
    let (said, _) = expect_exit(folder.path(), &["verify", "out"], 0);
    assert!(said.contains("21 values recomputed"), "{said}");
    // One infinite value is changed.
    let changed = table.replacen("inf()", "inf(7)", 1);
    fs::write(folder.path().join("out/values.csv"), changed).unwrap();
    let (_, said) = expect_exit(folder.path(), &["verify", "out"], 5);
    assert!(said.contains("values.csv"), "{said}");
}

#[test]
fn what_has_no_meaning_is_explained() {
    let folder = tempdir().unwrap();
    write(folder.path(), "g.csv", &vec![vec![1], vec![0, 2], vec![]]);
    let refused = |arguments: &[&str], message: &str| {
        let (_, said) = expect_exit(folder.path(), arguments, 2);
        assert!(said.contains(message), "{said}");
    };
    let code = "graph:g.csv,loops=draw";
    let (_, said) = expect_exit(folder.path(), &["values", "graph:g.csv"], 2);
    assert!(said.contains("0 -> 1 -> 0"), "{said}");
    refused(&["values", "graph:g.csv,loops=win"], "`loops` can only be \"draw\"");
    refused(&["values", code, "--play", "misere"], "misère play of `graph:g.csv,loops=draw` is not defined");
    refused(&["values", code, "--value", "remoteness"], "so it has no remotenesses");
    refused(&["values", "pass:graph:g.csv,loops=draw"], "cannot be part of `pass:`");
    let run = |text: &str, message: &str| {
        fs::write(folder.path().join("x.toml"), text).unwrap();
        let (_, said) = expect_exit(folder.path(), &["run", "x.toml"], 2);
        assert!(said.contains(message), "{said}");
    };
    let own = "[game]\nfamily = \"custom\"\nloops = \"draw\"\nmoves = [\"n -> n - 1 when n > 0\"]\n[range]\nmax = 9\n";
    for format in ["table", "npy", "b-file", "oeis"] {
        run(&format!("{own}[output]\nformats = [\"{format}\"]\n"), "cannot be written");
    }
    for (analysis, key) in [("period = true", "period"), ("patterns = true", "patterns"), ("growth = true", "growth")] {
        run(&format!("{own}[analysis]\n{analysis}\n"), &format!("`{key}` has no meaning"));
    }
    refused(&["misere", code], "has no misère quotient");
    refused(&["guess", code], "has no meaning");
    run(&own.replace("n - 1 when n > 0", "n - 1 & 0 when n > 0"), "leads to a sum of positions");
    run(&own.replace("n - 1 when n > 0", "n + 1"), "infinite play");
}

/// A graph has no range that could be made smaller.
#[test]
fn a_graph_that_does_not_fit_into_memory_is_refused() {
    let folder = tempdir().unwrap();
    let edges: String = (1..2000).map(|n| format!("{n},{}\n", n - 1)).collect();
    fs::write(folder.path().join("g.csv"), format!("from,to\n{edges}")).unwrap();
    for loops in ["", "loops = \"draw\"\n"] {
        let config = format!("[game]\nfamily = \"graph\"\nfile = \"g.csv\"\n{loops}[solve]\nmemory = \"64 KiB\"\n");
        fs::write(folder.path().join("g.toml"), config).unwrap();
        let (_, text) = expect_exit(folder.path(), &["run", "g.toml", "--out", "g"], 3);
        assert!(text.contains("--memory") && !text.contains("`max`"), "{text}");
    }
    // First the graph does not fit, then the lists of the kernel, and at last nothing is refused.
    let mut refused: Vec<String> = Vec::new();
    for memory in (4..=40).map(|step| format!("{} KiB", 8 * step)) {
        let game = "[game]\nfamily = \"graph\"\nfile = \"g.csv\"\nloops = \"draw\"\n";
        fs::write(folder.path().join("f.toml"), format!("{game}[solve]\nmemory = \"{memory}\"\n")).unwrap();
        let output = grundy(folder.path(), &["run", "f.toml", "--out", "f", "--fresh"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() || text.contains("--memory") && !text.contains("`max`"), "{memory}: {text}");
        refused.extend((!output.status.success()).then_some(text));
    }
    assert!(
        refused.len() < 37 && refused.iter().any(|text| text.contains("the moves of a game with loops")),
        "{refused:?}"
    );
}
