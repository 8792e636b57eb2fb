//! Games of several kinds of heaps: their values and proved periods against known data, their certificates against a
//! checker that shares nothing with the program, and texts that are a code.

use crate::common::checker::accepted;
use crate::common::{cases, expect_exit, fastest, project, ruleset_in, solve};
use grundy::ruleset::{Play, Value};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn known() -> Json {
    serde_json::from_str(&fs::read_to_string(project().join("data/known/kinds.json")).unwrap()).unwrap()
}

fn list<'j>(all: &'j Json, key: &str) -> &'j Vec<Json> {
    all[key].as_array().unwrap()
}

/// A config of a game of the known data. `asked` is the position asked for n.
fn config(game: &Json, asked: Option<&str>, max: u64) -> String {
    let mut text = format!("[game]\nfamily = \"custom\"\nmoves = {}\n", game["moves"]);
    if let Some(kinds) = game["kinds"].as_array() {
        text.push_str(&format!("kinds = {}\n", Json::from(kinds.clone())));
    }
    if game["least"] == 1 {
        text.push_str("positions = \"n >= 1\"\n");
    }
    asked.iter().for_each(|asked| text.push_str(&format!("asked = \"{asked}\"\n")));
    text + &format!("[range]\nmax = {max}\n[analysis]\nperiod = true\n[output]\nformats = [\"report\"]\n")
}

/// The position asked for n: the kind `main` with the largest value of each bounded coordinate.
fn asked(game: &Json) -> Option<String> {
    let kinds = game["kinds"].as_array()?;
    let main = game["main"].as_str().unwrap();
    let kind = kinds.iter().map(|kind| kind.as_str().unwrap()).find(|kind| kind.starts_with(&format!("{main}(")))?;
    let inner = kind.strip_suffix(')').unwrap().split_once('(').unwrap().1;
    let numbers =
        inner.split(',').map(|coordinate| match (coordinate.split_once("..="), coordinate.contains("from")) {
            (Some((_, last)), _) => last.trim().to_string(),
            (None, true) => format!("n + {}", coordinate.split_once("from").unwrap().1.trim()),
            (None, false) => "n".to_string(),
        });
    Some(format!("{main}({})", numbers.collect::<Vec<_>>().join(", ")))
}

/// Runs a config; returns its certificate, if there is one.
fn certificate(root: &Path, config: &str) -> Option<String> {
    fs::write(root.join("game.toml"), config).unwrap();
    let _ = fs::remove_dir_all(root.join("out"));
    expect_exit(root, &["run", "game.toml", "--out", "out"], 0);
    fs::read_to_string(root.join("out/certificate.json")).ok()
}

/// The values of the game of a folder by a kernel.
fn values_by(kernel: &str, root: &Path, max: u64, play: Play, value: Value) -> Vec<u32> {
    let game = ruleset_in(&format!("custom:{}", root.join("game.toml").display()), max, play);
    let kernel = grundy::kernel::KERNELS.iter().find(|known| known.name() == kernel).unwrap();
    solve(*kernel, &*game, play, value).unwrap_or_else(|| panic!("{} does not support this", kernel.name()))
}

/// `star2,12` for the label `star(2,12,n)`.
fn short(label: &str) -> String {
    let (name, rest) = label.split_once('(').unwrap_or(("", label));
    let numbers: Vec<&str> = rest.trim_end_matches(')').split(',').filter(|part| part.parse::<u64>().is_ok()).collect();
    format!("{name}{}", numbers.join(","))
}

#[test]
fn periods_and_bounds_are_the_known_ones() {
    let (known, folder) = (known(), TempDir::new().unwrap());
    let (mut proved, mut certificates) = (0, Vec::new());
    for game in list(&known, "games") {
        let found = certificate(folder.path(), &config(game, asked(game).as_deref(), 1200));
        let name = game["name"].as_str().unwrap();
        // Kayles has the certificate of its code.
        if game["status"] != "proved" || name == "arc-comb" {
            assert_eq!(found.is_some(), name == "arc-comb", "{name}");
            continue;
        }
        let text = found.unwrap_or_else(|| panic!("{name} has no certificate"));
        let certificate: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(certificate["theorem"], "kinds", "{name}");
        for claim in list(&certificate, "claims") {
            let label = certificate["rules"][claim["kind"].as_u64().unwrap() as usize]["kind"].as_str().unwrap();
            let wanted = &game["claims"][short(label)];
            for (key, own) in [("n0", "preperiod"), ("p", "period"), ("N", "bound"), ("checked_to", "checked_to")] {
                assert_eq!(wanted[key], claim[own], "{name}, {label}: {own}");
            }
            proved += 1;
        }
        certificates.push(text);
    }
    assert!(proved > 100, "{proved}");
    assert!(accepted(&certificates).iter().all(|&accepted| accepted));
}

#[test]
fn values_are_the_known_ones_and_those_of_the_oracle() {
    let (known, folder) = (known(), TempDir::new().unwrap());
    for game in list(&known, "games") {
        for (label, values) in game["values"].as_object().unwrap() {
            let main = game["main"].as_str().unwrap();
            let Some(numbers) = label.strip_prefix(main) else { continue };
            let (first, kinds) = (values["first"].as_u64().unwrap(), game["kinds"].is_array());
            // Only kinds with a size, which comes last.
            let sized = asked(game).is_none_or(|asked| asked.contains('n'));
            if !sized || (kinds && numbers.contains('(')) {
                continue;
            }
            let begin = if numbers.is_empty() { String::new() } else { format!("{numbers}, ") };
            let asked = kinds.then(|| format!("{main}({begin}n + {first})"));
            let terms: Vec<String> = list(values, "terms").iter().map(Json::to_string).collect();
            fs::write(folder.path().join("game.toml"), config(game, asked.as_deref(), 9)).unwrap();
            for (kernel, count) in [("kinds", terms.len()), ("oracle", terms.len().min(16))] {
                // Kayles has the kernels of its code.
                let kernel = if game["name"] == "arc-comb" && kernel == "kinds" { "sparse-space" } else { kernel };
                let found = values_by(kernel, folder.path(), count as u64 - 1, Play::Normal, Value::GRUNDY);
                let found: Vec<String> = found.iter().map(u32::to_string).collect();
                // A kernel that proves a period stops.
                assert!(found.len() >= count.min(16), "{} {label} by {kernel}", game["name"]);
                assert_eq!(found, terms[..found.len()], "{} {label} by {kernel}", game["name"]);
            }
        }
    }
}

#[test]
fn values_that_rise_have_proved_periods() {
    let (known, folder) = (known(), TempDir::new().unwrap());
    let mut certificates = Vec::new();
    // Every other game at each change, and all of them in the slow checks.
    for game in list(&known, "saltus").iter().step_by(cases(2, 1) as usize) {
        let rows = game["rows"].as_array();
        let asked = match (game["kinds"].is_array(), rows) {
            (true, _) => Some("a(n)"),
            (_, Some(_)) => Some("7, n"),
            _ => None,
        };
        let mut text = config(game, asked, 1000);
        if rows.is_some() {
            text = text.replace("asked =", "positions = \"a <= 7\"\nasked =");
        }
        let name = game["name"].as_str().unwrap();
        let Some(text) = certificate(folder.path(), &text) else { panic!("{name} has no certificate") };
        let certificate: Json = serde_json::from_str(&text).unwrap();
        // Nim and all-but games have the certificates of their codes.
        if certificate["certificate"] == 3 {
            assert!(name == "nim" || name.starts_with("all-but"), "{name}");
            continue;
        }
        assert_eq!(certificate["theorem"], "arithmetic-kinds", "{name}");
        let claims = list(&certificate, "claims");
        for (row, claim) in rows.into_iter().flatten().zip(claims) {
            for (key, own) in [("n0", "preperiod"), ("p", "period"), ("s", "saltus")] {
                assert_eq!(row[key], claim[own], "{name}: {own}");
            }
        }
        if let (None, [claim]) = (rows, &claims[..]) {
            for (key, own) in [("n0", "preperiod"), ("p", "period"), ("s", "saltus"), ("checked_to", "checked_to")] {
                assert_eq!(game[key], claim[own], "{name}: {own}");
            }
        }
        assert_eq!(claims[0]["checked_to"], game["checked_to"], "{name}");
        certificates.push(text);
    }
    assert!(certificates.len() >= cases(3, 5) as usize && accepted(&certificates).iter().all(|&accepted| accepted));
}

/// The values after a proof follow from the period; those of the oracle come from the moves. The kernel looks for a
/// proof after 512 values, or 64 if options have three parts.
#[test]
fn values_continue_by_the_period_and_the_saltus() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (moves, max) in [
        ("[\"n -> i for i in 0..n\", \"n -> i & n - i for i in 1..=n/2\"]", 700),
        ("[\"n -> i for i in 0..n\"]", 700),
        ("[\"n -> n - s for s in {1, 2} when n % 2 == 0 and s <= n\", \"n -> n - 3 when n > 2\"]", 700),
        ("[\"n -> a & b & n - a - b for a in 1..=n/3 for b in a..=(n - a)/2\"]", 100),
    ] {
        // The rows may start after 0.
        let later = moves.contains("1..=n/3");
        let positions = if later { "positions = \"n >= 1\"\n" } else { "" };
        fs::write(root.join("game.toml"), format!("[game]\nfamily = \"custom\"\nmoves = {moves}\n{positions}"))
            .unwrap();
        let max_text = max.to_string();
        let (out, _) = expect_exit(root, &["values", "custom:game.toml", "--max", &max_text, "--format", "list"], 0);
        let oracle = values_by("oracle", root, max, Play::Normal, Value::GRUNDY);
        assert_eq!(out.trim(), oracle.iter().map(u32::to_string).collect::<Vec<_>>().join(", "), "{moves}");
        let chosen = ["values", "custom:game.toml", "--max", &max_text, "--where", "n % 50 == 7", "--format", "csv"];
        let (out, _) = expect_exit(root, &chosen, 0);
        let found: Vec<u32> =
            out.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect();
        let first = usize::from(later);
        let wanted: Vec<u32> = (7..=max as usize).step_by(50).map(|n| oracle[n - first]).collect();
        assert_eq!(found, wanted, "{moves}: rows of a condition");
        // In a sum, too.
        if later {
            continue;
        }
        let sum = ["values", "sum:custom:game.toml+nim:1", "--max", "40", "--where", "h2 == 3", "--format", "csv"];
        let (out, _) = expect_exit(root, &sum, 0);
        let found: Vec<u32> =
            out.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect();
        assert_eq!(found, oracle[..41].iter().map(|value| value ^ 3).collect::<Vec<_>>(), "{moves}");
    }
}

/// Games of a sweep are proved as games of their own are, whatever the number of threads.
#[test]
fn games_of_sweeps_have_proved_periods() {
    let folder = TempDir::new().unwrap();
    let moves = "[\"n -> n - s for s in {1, k} when s <= n and n % 3 != 0\", \"n -> n - 2 when n % 3 == 0 and n > 1\"]";
    let game = format!("[game]\nfamily = \"custom\"\nmoves = {moves}\nparameters = {{ k = 2 }}\n");
    fs::write(folder.path().join("take.toml"), game).unwrap();
    let sweep = "[sweep]\ncode = \"custom:(take.toml,k={k})\"\n[sweep.over]\nk = \"2..=9\"\n[range]\nmax = 900\n[analysis]\n\
                 period = true\n";
    fs::write(folder.path().join("s.toml"), sweep).unwrap();
    let rows = |threads: u32| {
        let out = format!("o{threads}");
        let threads = threads.to_string();
        expect_exit(folder.path(), &["run", "s.toml", "--out", &out, "--threads", &threads], 0);
        fs::read_to_string(folder.path().join(out).join("sweep.csv")).unwrap()
    };
    let (one, two) = (rows(1), rows(2));
    assert_eq!(one, two);
    assert_eq!(one.lines().filter(|line| line.contains(",proved,kinds,")).count(), 8, "{one}");
}

/// A run asks for memory as it needs it: a proof after some hundred values needs little, whatever the range.
#[test]
fn only_values_without_a_proof_need_memory() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (game, code) in [("node-kayles-diamonds", 0), ("l-trominoes", 3)] {
        let text = fs::read_to_string(project().join(format!("configs/kinds/{game}.toml"))).unwrap();
        let keys = text.split("[range]").next().unwrap();
        let rest = "[range]\nmax = 1000000000\n[solve]\nmemory = \"1 MiB\"\n[analysis]\nperiod = true\n[output]\nformats = \
                    [\"report\"]\n";
        fs::write(root.join("game.toml"), format!("{keys}{rest}")).unwrap();
        let (out, err) = expect_exit(root, &["run", "game.toml", "--out", game], code);
        match code {
            0 => {
                assert!(fs::read_to_string(root.join(game).join("report.md")).unwrap().contains("proved"), "{out}{err}")
            }
            _ => assert!(err.contains("which prove no period") && err.contains("half of 1.0 MiB"), "{err}"),
        }
    }
}

/// Something about one kind is changed, and both checkers refuse it.
#[test]
fn near_misses_are_refused() {
    let (known, folder) = (known(), TempDir::new().unwrap());
    let root = folder.path();
    let game = list(&known, "games").iter().find(|game| game["name"] == "linked-diamonds").unwrap();
    let text = certificate(root, &config(game, Some("D(n)"), 1000)).unwrap();
    let right: Json = serde_json::from_str(&text).unwrap();
    let changed = |change: &dyn Fn(&mut Json)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert_ne!(wrong, right);
        wrong.to_string()
    };
    let add = |number: &mut Json, more: i64| *number = (number.as_i64().unwrap() + more).into();
    let near = [
        changed(&|it| add(&mut it["claims"][0]["bound"], -1)),
        changed(&|it| add(&mut it["claims"][1]["checked_to"], -1)),
        changed(&|it| add(&mut it["claims"][2]["period"], 12)),
        changed(&|it| add(&mut it["claims"][0]["preperiod"], 1)),
        changed(&|it| add(&mut it["claims"][0]["preperiod"], -1)),
        changed(&|it| add(&mut it["joint"], 12)),
        changed(&|it| add(&mut it["joint"], -6)),
        changed(&|it| add(&mut it["claims"][0]["window"][3], 1)),
        changed(&|it| it["claims"] = vec![it["claims"][0].clone()].into()),
        changed(&|it| it["theorem"] = "arithmetic-kinds".into()),
        changed(&|it| drop(it["rules"][3]["rules"].as_array_mut().unwrap().pop())),
        changed(&|it| add(&mut it["rules"][3]["rules"][0]["cut"]["coordinates"][0]["least"], 1)),
        changed(&|it| it["game"]["moves"][1] = "D(n) -> K(i) & K(n - i) for i in 1..=n".into()),
        changed(&|it| it["game"]["asked"] = "K(n)".into()),
    ];
    let verdicts = accepted(&near);
    assert!(!verdicts.contains(&true), "{verdicts:?}");
    assert_eq!(accepted(&[text.as_str()]), [true]);
    for (number, wrong) in near.iter().enumerate() {
        fs::write(root.join("wrong.json"), wrong).unwrap();
        let arguments = ["verify", "wrong.json"];
        let output = crate::common::grundy(root, &arguments);
        assert!(matches!(output.status.code(), Some(2 | 5)), "near miss {number}: {output:?}");
    }
    fs::write(root.join("right.json"), text).unwrap();
    let (out, _) = expect_exit(root, &["verify", "right.json"], 0);
    assert!(out.contains("the periods of 3 kinds of heaps with the joint period 12: proved"), "{out}");
}

#[test]
fn texts_that_are_a_code() {
    let (known, folder) = (known(), TempDir::new().unwrap());
    let root = folder.path();
    for text in list(&known, "texts") {
        let code = text["expect"].as_str().unwrap().strip_prefix("code ").unwrap();
        let code = if code == "nim" { "nim:1" } else { code };
        fs::write(root.join("game.toml"), config(text, None, 300)).unwrap();
        let row = |code: &str| {
            let (out, notes) = expect_exit(root, &["period", code, "--max", "300"], 0);
            (out.lines().last().unwrap().split_once(",normal").unwrap().1.to_string(), notes)
        };
        let (own, notes) = row("custom:game.toml");
        // The rules of Nim have certificates, its code has none.
        if code != "nim:1" {
            assert_eq!(own, row(code).0, "{code}");
        }
        assert!(notes.contains(&format!("these moves are {code}\n")), "{code}: {notes}");
        let own = values_by("oracle", root, 60, Play::Normal, Value::GRUNDY);
        assert_eq!(own, fastest(code, 60, Value::GRUNDY), "{code}");
    }
}

/// Games that look like a code and are none.
#[test]
fn texts_that_are_almost_a_code() {
    let folder = TempDir::new().unwrap();
    for (moves, why) in [
        ("[\"n -> i & n - i for i in 2..=n-2\"]", "parts have at least 2"),
        ("[\"n -> n - 1 when n > 3\"]", "not from every n"),
        ("[\"n -> n - 1 when n % 2 == 1\"]", "not for every residue"),
        ("[\"n -> i for i in 0..n\", \"n -> i & n - i for i in 1..n\"]", "a repeating tail"),
    ] {
        fs::write(folder.path().join("game.toml"), format!("[game]\nfamily = \"custom\"\nmoves = {moves}\n")).unwrap();
        let (_, notes) = expect_exit(folder.path(), &["period", "custom:game.toml", "--max", "100"], 0);
        assert!(!notes.contains("these moves are"), "{why}: {notes}");
    }
}

#[test]
fn outcomes_of_single_positions_have_proved_periods_in_both_plays() {
    let folder = TempDir::new().unwrap();
    let moves = "[\"n -> n - s for s in {1, 4} when s <= n and n % 3 != 0\", \"n -> n - 2 when n % 3 == 0 and n > 1\"]";
    fs::write(folder.path().join("game.toml"), format!("[game]\nfamily = \"custom\"\nmoves = {moves}\n")).unwrap();
    for play in ["normal", "misere"] {
        let game = ["custom:game.toml", "--play", play, "--value", "outcome", "--max", "200"];
        let (out, _) = expect_exit(folder.path(), &[&["period"], &game[..]].concat(), 0);
        assert!(out.contains(",proved,kinds,"), "{out}");
        let play = if play == "normal" { Play::Normal } else { Play::Misere };
        let values = |kernel: &str| values_by(kernel, folder.path(), 60, play, Value::OUTCOME);
        let (found, oracle) = (values("kinds"), values("oracle"));
        assert!(found.len() >= 30);
        assert_eq!(found, oracle[..found.len()]);
    }
}

#[test]
fn positions_of_kinds_are_written_with_their_names() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let game = "[game]\nfamily = \"custom\"\nkinds = [\"path(n)\", \"star(a in 0..=2, n)\"]\nmoves = [\"path(n) -> path(n - 2) \
                when n > 1\", \"star(a, n) -> path(a) & path(n - 1) when n > 0\", \"star(a, n) -> path(n)\"]\nasked = \"star(2, n)\"\n";
    fs::write(root.join("game.toml"), game).unwrap();
    let (out, _) = expect_exit(root, &["position", "custom:game.toml", "star(2, 5)"], 0);
    assert!(out.contains("star(2, 5) -> path(5)"), "{out}");
    assert_eq!(expect_exit(root, &["position", "custom:game.toml", "6", "--json"], 0).1, "");
    for (position, why) in [
        ("star(3,6)", "it is not a position: the kind is declared as `star(a in 0..=2, n)`"),
        ("stars(1,6)", "there is no kind `stars`; did you mean `star`?"),
        ("star(6)", "this has 1 coordinate, but `star` has 2"),
    ] {
        let (_, err) = expect_exit(root, &["position", "custom:game.toml", position], 2);
        assert!(err.contains(why), "{position}: {err}");
    }
}

#[test]
fn mistakes_in_kinds_are_explained() {
    let folder = TempDir::new().unwrap();
    for (keys, why) in [
        ("kinds = [\"path(n)\"]\nmoves = [\"n -> n - 1 when n > 0\"]\nasked = \"path(n)\"", "this move names no kind"),
        ("moves = [\"path(n) -> path(n - 1) when n > 0\"]", "the kind `path` is not declared"),
        (
            "kinds = [\"a(n, m)\"]\nmoves = [\"a(n, m) -> a(n, m) when n > 0\"]\nasked = \"a(n, n)\"",
            "a second coordinate without a range",
        ),
        (
            "kinds = [\"a(n)\", \"a(m)\"]\nmoves = [\"a(n) -> a(n - 1)\"]\nasked = \"a(n)\"",
            "the kind `a` is declared twice",
        ),
        ("kinds = [\"max(n)\"]\nmoves = [\"max(n) -> max(n - 1)\"]\nasked = \"max(n)\"", "`max` is a reserved word"),
        (
            "kinds = [\"a(k in 3..=1, n)\"]\nmoves = [\"a(k, n) -> nothing\"]\nasked = \"a(1, n)\"",
            "the range of this coordinate is not known",
        ),
        ("kinds = [\"a(n)\"]\nmoves = [\"a(n) -> b(n - 1)\"]\nasked = \"a(n)\"", "there is no kind `b`"),
        ("kinds = [\"a(n)\"]\nmoves = [\"a(n) -> n - 1\"]\nasked = \"a(n)\"", "this is not a position of a kind"),
        (
            "kinds = [\"a(n)\"]\nmoves = [\"a(n) -> a(n - 1, 2)\"]\nasked = \"a(n)\"",
            "this has 2 coordinates, but `a` has 1",
        ),
        (
            "kinds = [\"a(n)\"]\npositions = \"n > 1\"\nmoves = [\"a(n) -> nothing\"]\nasked = \"a(n)\"",
            "`positions` is not for games with `kinds`",
        ),
    ] {
        fs::write(folder.path().join("game.toml"), format!("[game]\nfamily = \"custom\"\n{keys}\n[range]\nmax = 9\n"))
            .unwrap();
        let (_, err) = expect_exit(folder.path(), &["run", "game.toml"], 2);
        assert!(err.contains(why), "{keys}: {err}");
    }
}
