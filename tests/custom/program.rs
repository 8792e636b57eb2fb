//! The real program: runs, checks of runs, codes inside codes.

use crate::common::{expect_exit, project};
use crate::write;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const HALVES: &str = "moves = [\"n -> n - 1 when n > 0\", \"n -> n / d when n > 0\"]\nparameters = { d = 2, S = [1] }";

fn run(folder: &Path, arguments: &[&str]) -> String {
    expect_exit(folder, arguments, 0).0
}

fn list(folder: &Path, code: &str, max: &str) -> String {
    run(folder, &["values", code, "--max", max, "--format", "list"]).trim_end().to_string()
}

#[test]
fn a_code_may_stand_wherever_codes_may() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, "halves.toml", HALVES);
    write(
        root,
        "pairs.toml",
        "moves = [\"a, b -> a - 1, b when a > b\", \"a, b -> a, b - 1 when b > 0\"]\npositions = \"b <= a\"",
    );
    let halves = "0, 1, 0, 2, 1, 2, 0, 1";
    for code in [
        "custom:halves.toml",
        "(custom:halves.toml)",
        "custom:(halves.toml)",
        "custom:(halves.toml,d=2)",
        "custom:halves.toml,d=2",
    ] {
        assert_eq!(list(root, code, "7"), halves, "{code}");
    }
    assert_eq!(list(root, "custom:(halves.toml,d=3)", "7"), "0, 1, 2, 0, 2, 0, 1, 0");
    assert!(
        run(root, &["values", "custom:pairs.toml", "--max", "2"]).starts_with("h1,h2,value\n0,0,0\n1,0,1\n1,1,0\n2,0,")
    );
    // Sums and heaps: the nim-sum of the components.
    let sum = run(root, &["values", "sum:custom:halves.toml+(custom:(halves.toml,d=3))+nim:1", "--max", "4"]);
    assert!(sum.contains("\n3,2,4,4\n") && sum.starts_with("h1,h2,h3,value\n"), "{sum}");
    let heaps = run(root, &["values", "custom:(halves.toml,heaps=2)", "--max", "4"]);
    assert!(heaps.contains("\n3,4,3\n") && heaps.contains("\n3,3,0\n"), "{heaps}");
    let sum = run(root, &["values", "sum:(custom:pairs.toml)+nim:1", "--max", "2"]);
    assert!(
        sum.starts_with("h1,h2,h3,value\n0,0,0,0\n") && !sum.contains("\n0,1,") && sum.contains("\n1,1,2,2\n"),
        "{sum}"
    );
    let own = run(root, &["position", "custom:(halves.toml,d=2)", "5"]);
    assert!(own.starts_with("game      custom:halves.toml,"), "{own}");
    let found = run(root, &["position", "custom:(halves.toml,heaps=2)", "3,5", "--play", "misere"]);
    assert!(found.contains("outcome"), "{found}");
    assert!(run(root, &["position", "custom:pairs.toml", "2,1"]).contains("grundy"));
    assert!(run(root, &["draw", "custom:pairs.toml", "2,1", "--out", "d"]).contains("d.svg: "));
    assert!(run(root, &["compare", "custom:halves.toml", "custom:(halves.toml,d=2)"]).contains("agrees to n = 10000"));
    let rows = run(root, &["sweep", "custom:(halves.toml,d={d})", "--over", "d=2..=4", "--max", "100"]);
    assert!(rows.contains("\n\"custom:(halves.toml,d=3)\",3,"), "{rows}");
    assert!(run(root, &["list", "custom"]).contains("moves"));
}

#[test]
fn lists_keep_their_order_and_sets_ascend() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, "t.toml", "moves = [\"v -> T[v] when v < 3\"]\nparameters = { T = [2, 3, 1] }");
    write(root, "s.toml", "moves = [\"v -> S[v] when v < 3\"]\nparameters = { S = \"{2, 3, 1}\" }");
    let (listed, ascending) = ("1, 1, 0, 0", "1, 0, 1, 0");
    for (code, values, shown) in [
        ("custom:t.toml", listed, "custom:t.toml"),
        ("custom:(t.toml,T=[2, 3, 1])", listed, "custom:t.toml"),
        ("custom:(t.toml,T={2,3,1})", ascending, "custom:(t.toml,T={1,2,3})"),
        ("custom:(t.toml,T=[1,2,3])", ascending, "custom:(t.toml,T=[1,2,3])"),
        ("custom:s.toml", ascending, "custom:s.toml"),
        ("custom:(s.toml,S=[2,3,1])", listed, "custom:(s.toml,S=[2,3,1])"),
    ] {
        assert_eq!(list(root, code, "3"), values, "{code}");
        let position = run(root, &["position", code, "2"]);
        assert!(position.starts_with(&format!("game      {shown}, normal play\n")), "{code}\n{position}");
    }
    // The code that is shown is read again, inside of others too.
    assert!(run(root, &["values", "sum:(custom:(t.toml,T=[1,2,3]))+nim:1", "--max", "1"]).ends_with("\n1,1,1\n"));
    let lists = "moves = [\"n -> n - T[n % 2][i] for i in 0..len(T[n % 2]) when T[n % 2][i] <= n\"]\nparameters = { T = [[2, 1], [3]] }";
    write(root, "rows.toml", lists);
    let naive = |rows: [&[usize]; 2]| {
        let mut values: Vec<usize> = Vec::new();
        for n in 0..10 {
            let options: Vec<usize> = rows[n % 2].iter().filter(|t| **t <= n).map(|t| values[n - t]).collect();
            values.push((0..).find(|mex| !options.contains(mex)).unwrap());
        }
        values.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(list(root, "custom:rows.toml", "9"), naive([&[2, 1], &[3]]));
    assert_eq!(list(root, "custom:(rows.toml,T=[[4],[1,3]])", "9"), naive([&[4], &[1, 3]]));
}

/// A list is an array of data: thousands of numbers, found at once.
#[test]
fn long_lists_are_data() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let data: Vec<u64> = (0..20_000u64).map(|n| n * n * 7919 % 1009).collect();
    let text = format!("{data:?}");
    let moves = "moves = [\"n -> n - 1 - T[n] when n < len(T) and T[n] < n\", \"n -> n - 1 when n in T and n > 0\"]";
    let config = inline(&format!("{moves}\nparameters = {{ T = {text} }}"), "");
    fs::write(root.join("d.toml"), config.replace("\"table\"", "\"table\", \"report\"")).unwrap();
    expect_exit(root, &["run", "d.toml", "--out", "r"], 0);
    assert!(run(root, &["verify", "r"]).contains("51 values recomputed"));
    let mut values: Vec<u64> = Vec::new();
    for n in 0..1500u64 {
        let mut options = Vec::new();
        options.extend((data[n as usize] < n).then(|| values[(n - 1 - data[n as usize]) as usize]));
        options.extend((data.contains(&n) && n > 0).then(|| values[n as usize - 1]));
        values.push((0..).find(|mex| !options.contains(mex)).unwrap());
    }
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    assert_eq!(list(root, "custom:d.toml", "1499"), values.join(", "));
    let report = fs::read_to_string(root.join("r/report.md")).unwrap();
    assert!(report.contains("T: 20000 numbers"), "{report}");
}

#[test]
fn a_sweep_over_sets_fills_a_parameter() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, "s.toml", "moves = [\"n -> n - s for s in S when s <= n\"]\nparameters = { S = [1] }");
    let config = |code: &str| {
        format!(
            "[sweep]\ncode = \"{code}\"\n[sweep.over]\nS = {{ subsets-of = 3 }}\n[range]\nmax = 40\n[output]\nformats = [\"csv\"]\n"
        )
    };
    let values = |code: &str, name: &str| {
        fs::write(root.join(format!("{name}.toml")), config(code)).unwrap();
        expect_exit(root, &["run", &format!("{name}.toml"), "--out", name], 0);
        fs::read_to_string(root.join(name).join("sweep_values.csv")).unwrap()
    };
    let ours = values("custom:(s.toml,S={S})", "a");
    assert_eq!(ours, values("subtraction:{S}", "b"));
    assert_eq!(ours, values("custom:(s.toml,S={{S}})", "c"));
    assert_eq!(ours, values("custom:(s.toml,S=[{S}])", "d"));
    let rows = fs::read_to_string(root.join("a/sweep.csv")).unwrap();
    assert!(rows.contains("\n\"custom:(s.toml,S={1,2})\",1 2,"), "{rows}");
}

#[test]
fn misere_play_of_sums_goes_by_multisets() {
    let folder = TempDir::new().unwrap();
    write(
        folder.path(),
        "kayles.toml",
        "moves = [\"n -> i & n - 1 - i for i in 0..=(n - 1)/2 when n > 0\", \"n -> i & n - 2 - i for i in 0..=(n - 2)/2 when n > 1\"]",
    );
    let misere =
        |code: &str| run(folder.path(), &["values", code, "--max", "20", "--play", "misere", "--format", "list"]);
    assert_eq!(misere("custom:kayles.toml"), misere("octal:0.77"));
}

#[test]
fn coordinates_may_pass_max_and_positions_may_be_asked_for() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    // From a, b with a up to 3 the second coordinate goes beyond 3.
    write(root, "up.toml", "moves = [\"a, b -> a - 1, 2*b + 1 when a > 0\", \"a, b -> a, b - 1 when b > 0\"]");
    let values = run(root, &["values", "custom:up.toml", "--max", "3"]);
    assert_eq!(values.lines().count(), 17, "{values}");
    let game = format!("{}/configs/custom/fibonacci-nim.toml", project().display());
    let code = format!("custom:{game}");
    assert_eq!(run(root, &["values", &code, "--max", "9", "--format", "list"]), "0, 0, 0, 0, 3, 0, 4, 4, 0, 5\n");
    let (label, position) = (run(root, &["position", &code, "4"]), run(root, &["position", &code, "4,3"]));
    assert!(label.contains("4 -> 3,2") && position.contains("4,3 -> 3,2"), "{label}{position}");
}

/// A config with an inline game.
fn inline(moves: &str, more: &str) -> String {
    format!(
        "{more}\n[game]\nfamily = \"custom\"\n{moves}\n[range]\nmax = 50\n[output]\nformats = [\"csv\", \"table\"]\n"
    )
}

#[test]
fn a_game_in_a_config_is_known_by_what_it_says() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let set = |text: &str| fs::write(root.join("mine.toml"), text).unwrap();
    let report = |arguments: &[&str]| expect_exit(root, arguments, 0).1;
    set(&inline(HALVES, ""));
    assert!(report(&["run", "mine.toml", "--out", "r"]).contains("51 values"));
    assert!(fs::read_to_string(root.join("r/manifest.json")).unwrap().contains("\"custom:mine\""));
    assert!(run(root, &["verify", "r"]).contains("51 values recomputed by the oracle"));
    // Comments and the order of keys are nothing; another number is another game.
    let keys: Vec<&str> = HALVES.lines().rev().collect();
    set(&inline(&keys.join("\n"), "# a comment"));
    assert!(report(&["run", "mine.toml", "--out", "r"]).contains("up to date"));
    set(&inline(&HALVES.replace("d = 2", "d = 3"), ""));
    assert!(report(&["run", "mine.toml", "--out", "r"]).contains("51 values"));
    // A manifest that says otherwise is found out.
    let manifest = fs::read_to_string(root.join("r/manifest.json")).unwrap();
    fs::write(root.join("r/manifest.json"), manifest.replace("d = 3", "d = 4")).unwrap();
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("changed after it was written"), "{err}");
}

#[test]
fn a_game_in_a_file_is_known_by_the_file() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("games")).unwrap();
    write(&root.join("games"), "halves.toml", HALVES);
    let config =
        "[game]\ncode = \"custom:(halves.toml,d=3)\"\n[range]\nmax = 50\n[output]\nformats = [\"csv\", \"table\"]\n";
    fs::write(root.join("games/thirds.toml"), config).unwrap();
    expect_exit(root, &["run", "games/thirds.toml", "--out", "r"], 0);
    assert!(run(root, &["verify", "r"]).contains("51 values recomputed"));
    assert!(expect_exit(root, &["run", "games/thirds.toml", "--out", "r"], 0).1.contains("up to date"));
    // The canonical code of several heaps is read again.
    fs::write(root.join("games/two.toml"), config.replace("d=3)", "d=3,heaps=2)").replace("50", "9")).unwrap();
    expect_exit(root, &["run", "games/two.toml", "--out", "two"], 0);
    assert!(fs::read_to_string(root.join("two/manifest.json")).unwrap().contains("custom:(halves.toml,d=3),heaps=2"));
    assert!(run(root, &["verify", "two"]).contains("100 values recomputed"));
    write(&root.join("games"), "halves.toml", &HALVES.replace("n - 1", "n - 2 + 1"));
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("a file of its game was changed"), "{err}");
    assert!(expect_exit(root, &["run", "games/thirds.toml", "--out", "r"], 0).1.contains("51 values"));
}

#[test]
fn questions_about_a_part_of_a_box() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let keys =
        "moves = [\"a, b -> i, min(b, i) for i in 0..a\", \"a, b -> a, i for i in 0..b\"]\npositions = \"b <= a\"";
    let config = |more: &str| format!("[game]\nfamily = \"custom\"\n{keys}\n[range]\nmax = 9\n{more}");
    fs::write(root.join("c.toml"), config("[analysis]\ncounts = [\"max\", \"total\"]\nzeros = true\nhistogram = true\n[output]\nformats = [\"csv\"]\n")).unwrap();
    expect_exit(root, &["run", "c.toml", "--out", "r"], 0);
    let file = |name: &str| fs::read_to_string(root.join("r").join(name)).unwrap();
    let zeros = file("zeros.csv");
    let points: Vec<(usize, usize)> = zeros
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<usize> = line.split(',').map(|field| field.parse().unwrap()).collect();
            (fields[0], fields[1])
        })
        .collect();
    assert!(!points.is_empty() && points.iter().all(|(a, b)| b <= a));
    for (n, by) in [(0, "max"), (4, "max"), (3, "total"), (9, "total")] {
        let size = |(a, b): &(usize, usize)| if by == "max" { (*a).max(*b) } else { a + b };
        let count = points.iter().filter(|point| size(point) == n).count();
        assert!(file("counts.csv").contains(&format!("\n{by},{n},{count}\n")), "{by} {n} {count}");
    }
    assert_eq!(file("values.csv").lines().count(), 56);
    for more in
        ["[output]\nformats = [\"table\"]\n", "[output]\nformats = [\"antidiagonals\"]\n", "[analysis]\nrows = [1]\n"]
    {
        fs::write(root.join("no.toml"), config(more)).unwrap();
        expect_exit(root, &["run", "no.toml", "--out", "no"], 2);
    }
}

#[test]
fn a_graph_of_numbers_is_a_sequence() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("g.csv"), "from,to\n10,9\n9,7\n3,1\n3,0\n2,1\n1,0\n5,4\n8,\n7,6\n6,5\n4,3\n").unwrap();
    assert_eq!(run(root, &["values", "graph:g.csv", "--format", "b-file"]).lines().nth(10), Some("10 1"));
    assert!(run(root, &["values", "graph:g.csv"]).starts_with("n,value\n0,0\n1,1\n2,0\n3,2\n4,0\n"));
    fs::write(root.join("one.csv"), "from,to\n2,1\n3,2\n").unwrap();
    assert_eq!(run(root, &["values", "graph:one.csv"]), "n,value\n1,0\n2,1\n3,0\n");
    assert!(run(root, &["period", "graph:g.csv"]).contains("graph:g.csv,normal"));
    for names in ["from,to\n0,2\n", "from,to\n01,0\n", "from,to\n-1,0\n", "from,to\n2,3\n"] {
        fs::write(root.join("names.csv"), names).unwrap();
        assert!(run(root, &["values", "graph:names.csv"]).starts_with("position,value\n"), "{names}");
    }
    let config = "[game]\nfamily = \"graph\"\nfile = \"g.csv\"\n[analysis]\nperiod = true\n[output]\nformats = [\"csv\", \"table\", \"b-file\"]\n";
    fs::write(root.join("g.toml"), config).unwrap();
    expect_exit(root, &["run", "g.toml", "--out", "r"], 0);
    assert!(run(root, &["verify", "r"]).contains("11 values recomputed"));
    assert!(run(root, &["values", "r/table.gnt"]).starts_with("n,value\n0,0\n"));
}
