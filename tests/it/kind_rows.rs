//! Games of several kinds without `asked`: rows of all kinds, a period for each, and conjectures over them; how moves
//! were understood.

use crate::common::checker::accepted;
use crate::common::{expect_exit, oracle, ruleset_in, solve};
use grundy::kernel::KERNELS;
use grundy::ruleset::{Play, Value};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Kinds of all sorts: with and without a size, with a least size, with other names of coordinates. `D` and `dot` lead
/// to nothing that `star` needs.
const GAME: &str = r#"
[game]
family = "custom"
kinds = ["path(n)", "star(a in 0..=1, b in 0..=2, n)", "D(m from 2)", "dot(k in 0..=1)"]
moves = [
    "path(n) -> path(i) & path(n - 2 - i) for i in 0..=n-2",
    "star(a, b, n) -> star(a, b, i) & path(n - 2 - i) for i in 0..=n-2",
    "star(a, b, n) -> star(i, b, n) & path(a - 2 - i) for i in 0..=a-2",
    "star(a, b, n) -> star(a, i, n) & path(b - 2 - i) for i in 0..=b-2",
    "star(a, b, n) -> path(a - 1) & path(b) & path(n) when a > 0",
    "star(a, b, n) -> path(a) & path(b - 1) & path(n) when b > 0",
    "star(a, b, n) -> path(a) & path(b) & path(n - 1) when n > 0",
    "D(n) -> D(n - s) for s in {1, 3} when n - s >= 2",
    "D(n) -> path(n) & dot(1)",
    "dot(k) -> nothing when k == 1",
]
"#;

/// The labels of its kinds, each with the position asked for n, and the least n.
const KINDS: [(&str, &str, u64); 8] = [
    ("path(n)", "path(n)", 0),
    ("star(0,0,n)", "star(0, 0, n)", 0),
    ("star(0,1,n)", "star(0, 1, n)", 0),
    ("star(0,2,n)", "star(0, 2, n)", 0),
    ("star(1,0,n)", "star(1, 0, n)", 0),
    ("star(1,1,n)", "star(1, 1, n)", 0),
    ("star(1,2,n)", "star(1, 2, n)", 0),
    ("D(m)", "D(max(n, 2))", 2),
];

fn written(root: &Path, text: &str) {
    fs::write(root.join("game.toml"), text).unwrap();
}

/// The rows of a CSV file as lists of fields.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(String::from).collect()).collect()
}

/// What a command prints.
fn told(root: &Path, arguments: &[&str]) -> String {
    expect_exit(root, arguments, 0).0
}

fn asked(position: &str) -> String {
    format!("{GAME}asked = \"{position}\"\n")
}

#[test]
fn rows_are_those_of_each_kind_alone() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    written(root, GAME);
    let out = told(root, &["values", "custom:game.toml", "--max", "700"]);
    let all = rows(&out);
    assert_eq!(all[0], ["kind", "n", "value"]);
    let mut expected = Vec::new();
    for (label, position, least) in KINDS {
        written(root, &asked(position));
        let alone = rows(&told(root, &["values", "custom:game.toml", "--max", "700"]));
        let own = alone.into_iter().skip(1).filter(|row| row[0].parse::<u64>().unwrap() >= least);
        expected.extend(own.map(|row| vec![label.to_string(), row[0].clone(), row[1].clone()]));
    }
    for (label, value) in [("dot(0)", "0"), ("dot(1)", "1")] {
        expected.push(vec![label.to_string(), String::new(), value.to_string()]);
    }
    assert_eq!(all[1..], expected);
}

#[test]
fn values_of_all_kinds_are_those_of_the_oracle() {
    let folder = TempDir::new().unwrap();
    written(folder.path(), GAME);
    let code = format!("custom:{}", folder.path().join("game.toml").display());
    for (play, value, max) in
        [(Play::Normal, Value::GRUNDY, 40), (Play::Normal, Value::OUTCOME, 40), (Play::Misere, Value::OUTCOME, 9)]
    {
        let game = ruleset_in(&code, max, play);
        let truth = solve(oracle(), &*game, play, value).unwrap();
        assert_eq!(truth.len() as u64, 7 * (max + 1) + (max - 1) + 2);
        let mut kernels = 0;
        for kernel in KERNELS {
            if let Some(found) = solve(*kernel, &*game, play, value) {
                assert_eq!(found, truth, "{} in {play} play, {value}", kernel.name());
                kernels += 1;
            }
        }
        assert!(kernels >= 2, "{play} {value}: {kernels}");
    }
    // Without kinds that have a size, and with a range that ends before a least size.
    for (kinds, moves, max, rows) in [
        (r#"["dot(k in 0..=3)"]"#, r#"["dot(k) -> dot(k - 1) when k > 0"]"#, 5, 4),
        (r#"["late(n from 7)", "dot(k in 0..=0)"]"#, r#"["late(n) -> late(n - 1) when n > 7"]"#, 5, 1),
    ] {
        written(folder.path(), &format!("[game]\nfamily = \"custom\"\nkinds = {kinds}\nmoves = {moves}\n"));
        let game = ruleset_in(&code, max, Play::Normal);
        let truth = solve(oracle(), &*game, Play::Normal, Value::GRUNDY).unwrap();
        let kernel = KERNELS.iter().find(|kernel| kernel.name() == "kinds").unwrap();
        assert_eq!(solve(*kernel, &*game, Play::Normal, Value::GRUNDY), Some(truth.clone()));
        assert_eq!(truth.len(), rows);
    }
}

#[test]
fn periods_of_all_kinds_have_a_row_each_and_one_certificate() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let mut expected = Vec::new();
    for (label, position, least) in &KINDS[..7] {
        assert_eq!(*least, 0);
        written(root, &asked(position));
        let alone = rows(&told(root, &["period", "custom:game.toml", "--max", "1000"])).swap_remove(1);
        expected.push((format!("custom:game.toml {label}"), alone[1..].to_vec()));
    }
    written(root, GAME);
    let all = rows(&told(root, &["period", "custom:game.toml", "--max", "1000"]));
    let found: Vec<(String, Vec<String>)> = all[1..8].iter().map(|row| (row[0].clone(), row[1..].to_vec())).collect();
    assert_eq!(found, expected);
    assert_eq!(all[8][..2], ["custom:game.toml D(m)", "normal"]);
    assert!(all[8].contains(&"proved".to_string()) && all.len() == 9, "{all:?}");
    let json: Json = serde_json::from_str(&told(root, &["period", "custom:game.toml", "--json"])).unwrap();
    let json = json.as_array().unwrap();
    assert_eq!(
        (json.len(), &json[0]["game"], &json[0]["preperiod"]),
        (8, &"custom:game.toml path(n)".into(), &53.into())
    );
    // A whole run, its certificate, and its verification.
    let run = "[range]\nmax = 700\n[analysis]\nperiod = true\nzeros = true\nhistogram = true\n[expect]\nstatus = \"proved\"\n\
               at = { \"path( 4 )\" = 2, \"dot(1)\" = 1 }\n";
    written(root, &format!("{GAME}{run}"));
    let (out, err) = expect_exit(root, &["run", "game.toml", "--out", "out"], 0);
    assert!((out.clone() + &err).contains("periods of 8 of 8 kinds proved, 3 of 3 checks agree"), "{out}{err}");
    let (out, _) = expect_exit(root, &["verify", "out"], 0);
    assert!(out.contains("the certificate holds"), "{out}");
    let report = fs::read_to_string(root.join("out/report.md")).unwrap();
    assert!(report.contains("8 of 8 kinds have a proved period") && report.contains("| `star(1,2,n)` |"), "{report}");
    let text = fs::read_to_string(root.join("out/certificate.json")).unwrap();
    let right: Json = serde_json::from_str(&text).unwrap();
    assert_eq!((right["claims"].as_array().unwrap().len(), &right["game"]["asked"]), (8, &Json::Null));
    let mut fewer = right.clone();
    fewer["claims"].as_array_mut().unwrap().pop();
    let mut shorter = right.clone();
    shorter["claims"][2]["period"] = 17.into();
    assert_eq!(accepted(&[right.to_string(), fewer.to_string(), shorter.to_string()]), [true, false, false]);
    expect_exit(root, &["verify", "out/certificate.json"], 0);
    fs::write(root.join("wrong.json"), fewer.to_string()).unwrap();
    expect_exit(root, &["verify", "wrong.json"], 5);
    // A wrong value of the last kind is found.
    let values = fs::read_to_string(root.join("out/values.csv")).unwrap();
    fs::write(root.join("out/values.csv"), values.replace("dot(1),,1", "dot(1),,2")).unwrap();
    expect_exit(root, &["verify", "out"], 5);
}

/// The kinds of a game that is not settled, and a kind that leads to none of them.
#[test]
fn kinds_are_proved_although_others_are_not() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = fs::read_to_string(crate::common::project().join("configs/kinds/l-trominoes.toml")).unwrap();
    let game = config.split("asked").next().unwrap().replace("kinds = [", "kinds = [\"path(n)\", \"late(n)\", ").replace(
        "moves = [",
        "moves = [\n    \"path(n) -> path(n - s) for s in {1, 4} when s <= n\",\n    \"late(n) -> F(n) & path(n)\",",
    );
    written(root, &game);
    let (out, notes) = expect_exit(root, &["period", "custom:game.toml", "--max", "600"], 0);
    let all = rows(&out);
    let status = |row: &Vec<String>| (row[0].rsplit(' ').next().unwrap().to_string(), row[7].clone());
    let found: Vec<(String, String)> = all[1..].iter().map(status).collect();
    let expected = ["path(n) proved", "late(n) observed", "F(n) none", "E(n) none", "S(n) none", "O(n) none"];
    let expected: Vec<(String, String)> =
        expected.iter().map(|text| text.split_once(' ').map(|(a, b)| (a.into(), b.into())).unwrap()).collect();
    assert_eq!(found, expected);
    assert_eq!(all[1][4..7], ["0", "5", "0"]);
    assert!(notes.contains("the periods of 1 of 6 kinds are proved"), "{notes}");
    written(root, &format!("{game}[range]\nmax = 600\n[analysis]\nperiod = true\n[expect]\nstatus = \"none\"\n"));
    expect_exit(root, &["run", "game.toml", "--out", "out"], 0);
    assert!(!root.join("out/certificate.json").exists(), "a proof of some kinds is no proof of all");
}

#[test]
fn whatever_needs_one_kind_says_so() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    written(root, GAME);
    let values = |more: &'static [&'static str]| [&["values", "custom:game.toml", "--max", "9"][..], more].concat();
    let sweep = "custom:(game.toml,k={k})";
    for (arguments, why) in [
        (values(&["--format", "b-file"]), "positions of several kinds, of which `asked` chooses one"),
        (values(&["--format", "latex"]), "of which `asked` in [game] chooses one"),
        (values(&["--format", "oeis"]), "of which `asked` in [game] chooses one"),
        (values(&["--where", "n < 3"]), "`asked` in [game] chooses one kind"),
        (vec!["values", "custom:game.toml", "--max", "9,3"], "`asked` in [game] chooses one kind"),
        (vec!["values", "custom:game.toml,heaps=2", "--max", "9"], "`asked` in the game chooses one"),
        (vec!["values", "sum:custom:game.toml+nim:1", "--max", "9"], "`asked` in the game chooses one"),
        (vec!["values", "pass:custom:game.toml", "--max", "9"], "`asked` in the game chooses one"),
        (vec!["compare", "custom:game.toml", "kayles"], "`asked` in the game chooses the one to compare"),
        (vec!["compare", "kayles", "custom:game.toml"], "`asked` in the game chooses the one to compare"),
        (vec!["sweep", sweep, "--over", "k=1..=2", "--max", "9"], "`asked` in the game chooses one"),
        (vec!["guess", "custom:game.toml", "--max", "100"], "`patterns` cannot be answered"),
        (vec!["position", "custom:game.toml", "7"], "an example is `path(3)`"),
    ] {
        written(root, if arguments[0] == "sweep" { PARAMETER } else { GAME });
        let (_, err) = expect_exit(root, &arguments, 2);
        assert!(err.contains(why), "{arguments:?}: {err}");
    }
    for (keys, why) in [
        ("[analysis]\ncounts = [\"max\"]", "`counts` cannot be answered"),
        ("[expect]\nperiod = 34", "of all of them only `status` can be expected"),
        ("[expect]\nat = { \"star(2,5,7)\" = 3 }", "a position of a kind with n up to 9, as in `path(3)`"),
        ("[output]\nformats = [\"svg\"]", "of which `asked` in [game] chooses one"),
        ("[output]\nformats = [\"matrix\"]", "of which `asked` in [game] chooses one"),
        ("[output]\nformats = [\"npy\"]", "of which `asked` in [game] chooses one"),
        ("[output]\nformats = [\"table\"]", "of which `asked` in [game] chooses one"),
        ("[analysis]\npatterns = true", "`patterns` cannot be answered: its rows are positions of several kinds"),
        ("[analysis]\ngrowth = true", "of which `asked` chooses one"),
        ("[analysis]\nrows = [1]", "the game has no table"),
    ] {
        written(root, &format!("{GAME}[range]\nmax = 9\n{keys}\n"));
        let (_, err) = expect_exit(root, &["run", "game.toml"], 2);
        assert!(err.contains(why), "{keys}: {err}");
    }
    let many = "[game]\nfamily = \"custom\"\nkinds = [\"a(i in 0..=200, j in 0..=200, n)\"]\nmoves = [\"a(i, j, n) -> nothing\"]\n";
    written(root, many);
    let (_, err) = expect_exit(root, &["values", "custom:game.toml", "--max", "1"], 2);
    assert!(err.contains("more than 10,000 kinds of positions"), "{err}");
}

const PARAMETER: &str = "[game]\nfamily = \"custom\"\nkinds = [\"a(n)\", \"b(n)\"]\nmoves = [\"a(n) -> b(n - k) when n >= k\"]\n\
                         parameters = { k = 1 }\n";

/// Counts that a few lines of Rust give, too.
#[test]
fn conjectures_over_kinds() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let max = 120usize;
    let conjecture = |name: &str, keys: &str| format!("[[conjecture]]\nname = \"{name}\"\n{keys}\n");
    let config = [
        // The order of two rays does not matter.
        conjecture("symmetric", "where = 'b <= 1'\nholds = 'g(star(a, b, n)) == g(star(b, a, n))'"),
        conjecture("paths", "holds = 'g(star(0, b, n)) == g(path(b + n + 1))'\nwhere = 'a == 0'"),
        conjecture("period", "where = 'n >= 87'\nholds = 'g(n) == g(n - 34)'"),
        conjecture("outcomes", "where = 'kind == \"path(n)\"'\nholds = 'outcome(star(0, 1, n)) == N'"),
        conjecture("loops", "where = 'm > 2'\nholds = 'any(g(D(j)) == value for j in 2..m)'"),
    ]
    .concat();
    written(root, &format!("{GAME}[range]\nmax = {max}\n[output]\nformats = [\"csv\", \"report\"]\n{config}"));
    expect_exit(root, &["run", "game.toml", "--out", "out"], 1);
    let table = rows(&fs::read_to_string(root.join("out/conjectures.csv")).unwrap());
    let line = |name: &str| table.iter().find(|row| row[0] == name).unwrap().clone();
    let all = 7 * (max + 1) + (max - 1) + 2;
    // What lacks a coordinate is not applicable.
    let stars = 6 * (max + 1);
    let counts = |name: &str| -> Vec<usize> { line(name)[2..7].iter().map(|number| number.parse().unwrap()).collect() };
    assert_eq!(counts("symmetric"), [all, 2 * (max + 1), all - stars, 4 * (max + 1), 0]);
    // A star with the rays 0, b and n is a path; 1 + 2 + 3 of these are longer than any row.
    assert_eq!(counts("paths")[..3], [all, 3 * (max + 1), all - stars + 6]);
    assert_eq!(counts("paths")[3..], [3 * (max + 1) - 6, 0]);
    let values = rows(&fs::read_to_string(root.join("out/values.csv")).unwrap());
    let value = |kind: &str, n: usize| -> Option<u32> {
        values.iter().find(|row| row[0] == kind && row[1] == n.to_string()).map(|row| row[2].parse().unwrap())
    };
    let periodic = |label: &str, n: usize| value(label, n) == value(label, n - 34);
    let sizes = |label: &'static str| (87..=max).map(move |n| (label, n));
    let held = KINDS.iter().flat_map(|(label, ..)| sizes(label)).filter(|(label, n)| periodic(label, *n)).count();
    assert_eq!(counts("period")[3], held);
    let won = (0..=max).filter(|&n| value("star(0,1,n)", n) != Some(0)).count();
    assert_eq!(counts("outcomes"), [all, all - (max + 1), 0, won, max + 1 - won]);
    assert_eq!(
        line("outcomes")[8],
        format!("path({})", (0..=max).find(|&n| value("star(0,1,n)", n) == Some(0)).unwrap())
    );
    let earlier = |n: usize| (2..n).any(|k| value("D(m)", k) == value("D(m)", n));
    assert_eq!(counts("loops")[3], (3..=max).filter(|&n| earlier(n)).count());
    let examples = fs::read_to_string(root.join("out/counterexamples/loops.csv")).unwrap();
    assert!(examples.starts_with("kind,n,m,value,g in loops\n"), "{examples}");
    assert!(examples.contains("g(D(2)) = "), "{examples}");
    let (out, _) = expect_exit(root, &["verify", "out"], 0);
    assert!(out.contains("5 conjectures checked again"), "{out}");
    // On the command line, and for outcomes alone.
    let check = [
        "check",
        "custom:game.toml",
        "outcome(path(n)) == P iff outcome == P",
        "--where",
        "kind == \"path(n)\"",
        "--max",
        "50",
    ];
    for more in [&[][..], &["--value", "outcome"][..]] {
        let out = told(root, &[&check[..], more].concat());
        assert!(out.contains("It held for 51: no counterexample."), "{out}");
    }
    let count = told(root, &["count", "custom:game.toml", "g(path(n)) == value and a == 0", "--max", "50"]);
    assert!(count.contains("The condition holds for "), "{count}");
}

#[test]
fn wrong_conjectures_over_kinds_are_explained() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    written(root, GAME);
    for (claim, why) in [
        ("g(stars(1, 2, n)) == 0", "there is no kind `stars`"),
        ("g(stars(1, 2, n)) == 0", "did you mean `star`?"),
        ("g(star(1, n)) == 0", "this has 2 coordinates, but `star` has 3"),
        ("g(1, 2, n) == 0", "`g` takes 1 argument here, not 3"),
        ("g(star(1, 2, h1)) == 0", "there is no variable `h1`"),
        ("g(n) == period", "there is no variable `period`"),
        ("star(1, 2, n) == 0", "there is no function `star`"),
    ] {
        let (_, err) = expect_exit(root, &["check", "custom:game.toml", claim, "--max", "9"], 2);
        assert!(err.contains(why), "{claim}: {err}");
    }
    let (_, err) = expect_exit(root, &["check", "custom:game.toml", "g(n) == 0", "--max", "9", "--over", "terms"], 2);
    assert!(err.contains("the game is not a sequence"), "{err}");
    written(root, &asked("star(1, 2, n)"));
    let (_, err) = expect_exit(root, &["check", "custom:game.toml", "g(star(1, 2, n)) == g(n)", "--max", "9"], 2);
    assert!(err.contains("remove `asked`, so that those of all kinds are rows"), "{err}");
    for (name, why) in [
        ("value", "`value` is a coordinate of a kind, but here it is a column"),
        ("n", "here it is the size of a position"),
    ] {
        let game = format!(
            "[game]\nfamily = \"custom\"\nkinds = [\"a({name} in 0..=1, m)\"]\nmoves = [\"a(x, y) -> nothing when y > 0\"]\n"
        );
        written(root, &game);
        let (_, err) = expect_exit(root, &["check", "custom:game.toml", "outcome == P", "--max", "9"], 2);
        assert!(err.contains(why), "{name}: {err}");
    }
}

/// The rules that a text was understood as, the code that it is, or why it has no normal form.
#[test]
fn how_moves_are_understood() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    written(root, GAME);
    let out = told(root, &["list", "custom:game.toml"]);
    for line in [
        "theorem    kinds, arithmetic-kinds",
        "moves      in normal form: 10 kinds of positions, ",
        "  star(1,2,n)\n    -> star(1,2,a) & path(b) for a + b = n - 2\n",
        "    -> path(1) & path(2) & path(n - 1) when n >= 1\n",
        "  D(m)\n    -> D(n - 1) when n >= 3\n    -> D(n - 3) when n >= 5\n    -> dot(1) & path(n)\n",
        "  dot(0)\n\n  dot(1)\n    -> nothing\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let json: Json = serde_json::from_str(&told(root, &["list", "custom:game.toml", "--json"])).unwrap();
    assert_eq!(json["normal_form"][9], serde_json::json!({ "kind": "dot(1)", "rules": ["nothing"] }));
    for (moves, said) in [
        (
            "[\"n -> i & n - 1 - i for i in 0..n\", \"n -> i & n - 2 - i for i in 0..n-1\"]",
            "moves      these moves are octal:0.77",
        ),
        (
            "[\"n -> n / 2 when n > 0\"]",
            "moves      no normal form, so there is no theorem: the move `n -> n / 2 when n > 0`",
        ),
    ] {
        written(root, &format!("[game]\nfamily = \"custom\"\nmoves = {moves}\n[range]\nmax = 300\n"));
        let out = told(root, &["list", "custom:game.toml"]);
        assert!(out.contains(said), "{out}");
        assert!(told(root, &["run", "game.toml", "--dry-run"]).contains(said), "{said}");
    }
    // A sentence of LaTeX is about one sequence.
    fs::copy(crate::common::project().join("configs/kinds/arc-kayles-stars.toml"), root.join("stars.toml")).unwrap();
    let (_, err) = expect_exit(root, &["period", "custom:stars.toml", "--max", "300", "--format", "latex"], 2);
    assert!(err.contains("choose one by `asked`"), "{err}");
    let out = told(root, &["list", "octal:0.77"]);
    assert!(out.contains("theorem    guy-smith") && !out.contains("moves  "), "{out}");
    let (_, err) = expect_exit(root, &["list", "custom:missing.toml"], 2);
    assert!(err.contains("missing.toml"), "{err}");
}
