//! The real program: runs, verification, codes inside codes.

use super::write;
use crate::common::{expect_exit, project};
use std::collections::BTreeMap;
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
    assert!(
        run(root, &["compare", "custom:halves.toml", "custom:(halves.toml,d=2)"]).contains("holds up to n = 10000")
    );
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
    // The code that is shown can be read again, also inside other codes.
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

/// A list may contain data: thousands of numbers, with fast access.
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
    // From positions with a up to 3, the second coordinate can exceed 3.
    write(root, "up.toml", "moves = [\"a, b -> a - 1, 2*b + 1 when a > 0\", \"a, b -> a, b - 1 when b > 0\"]");
    let values = run(root, &["values", "custom:up.toml", "--max", "3"]);
    assert_eq!(values.lines().count(), 17, "{values}");
    let game = format!("{}/configs/custom/fibonacci-nim.toml", project().display());
    let code = format!("custom:{game}");
    assert_eq!(run(root, &["values", &code, "--max", "9", "--format", "list"]), "0, 0, 0, 0, 3, 0, 4, 4, 0, 5\n");
    let (label, position) = (run(root, &["position", &code, "4"]), run(root, &["position", &code, "4,3"]));
    assert!(label.contains("4 -> 3,2") && position.contains("4,3 -> 3,2"), "{label}{position}");
}

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
    // Comments and the order of keys do not matter, but another number makes another game.
    let keys: Vec<&str> = HALVES.lines().rev().collect();
    set(&inline(&keys.join("\n"), "# a comment"));
    assert!(report(&["run", "mine.toml", "--out", "r"]).contains("up to date"));
    set(&inline(&HALVES.replace("d = 2", "d = 3"), ""));
    assert!(report(&["run", "mine.toml", "--out", "r"]).contains("51 values"));
    // A changed manifest is detected.
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
    // The canonical code for several heaps can be read again.
    fs::write(root.join("games/two.toml"), config.replace("d=3)", "d=3,heaps=2)").replace("50", "9")).unwrap();
    expect_exit(root, &["run", "games/two.toml", "--out", "two"], 0);
    assert!(fs::read_to_string(root.join("two/manifest.json")).unwrap().contains("custom:(halves.toml,d=3),heaps=2"));
    assert!(run(root, &["verify", "two"]).contains("100 values recomputed"));
    write(&root.join("games"), "halves.toml", &HALVES.replace("n - 1", "n - 2 + 1"));
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("a file that it names was changed"), "{err}");
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

/// Take at most three tokens: in misère play the P-positions are 1, 5, 9, ....
const TAKE_THREE: &str = "moves = [\"n -> n - k for k in 1..=3 when k <= n\"]\nplay = \"misere\"";

#[test]
fn the_play_of_a_file_holds_where_its_game_is_played() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, "take.toml", TAKE_THREE);
    write(root, "plain.toml", &TAKE_THREE.replace("misere", "normal"));
    let misere = "N, P, N, N, N, P, N";
    assert_eq!(list(root, "custom:take.toml", "6"), misere);
    assert_eq!(
        run(root, &["values", "custom:take.toml", "--max", "6", "--play", "misere", "--format", "list"]).trim(),
        misere
    );
    assert!(run(root, &["position", "custom:take.toml", "5"]).contains("misere play\nposition  5\noutcome   P"));
    assert!(run(root, &["position", "custom:(take.toml,heaps=2)", "1,1"]).contains("outcome   N"));
    assert!(run(root, &["draw", "custom:take.toml", "2", "--out", "d"]).contains("d.svg"));
    assert!(run(root, &["compare", "custom:take.toml", "custom:(take.toml)"]).contains("for all n: proved"));
    assert!(run(root, &["compare", "custom:take.toml", "subtraction:1,2,3", "--play", "misere"]).contains(": proved"));
    fs::write(root.join("whole.toml"), "[game]\ncode = \"custom:take.toml\"\n[range]\nmax = 6\n").unwrap();
    run(root, &["run", "whole.toml", "--out", "o"]);
    assert!(fs::read_to_string(root.join("o/values.csv")).unwrap().starts_with("n,value\n0,N\n1,P\n"));
    run(root, &["verify", "o"]);
}

#[test]
fn a_play_that_contradicts_a_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, "take.toml", TAKE_THREE);
    write(root, "plain.toml", &TAKE_THREE.replace("misere", "normal"));
    write(root, "wrong.toml", &TAKE_THREE.replace("misere", "xyz"));
    let config = |play: &str| format!("[game]\ncode = \"custom:take.toml\"\n{play}[range]\nmax = 6\n");
    fs::write(root.join("normal.toml"), config("play = \"normal\"\n")).unwrap();
    for (arguments, what) in [
        (&["values", "custom:wrong.toml", "--max", "6"][..], "`xyz` is not a play"),
        (
            &["values", "custom:take.toml", "--max", "6", "--play", "normal"],
            "normal play is requested, but the file of",
        ),
        (&["position", "custom:take.toml", "5", "--play", "normal"], "says play = \"misere\""),
        (&["draw", "custom:take.toml", "5", "--play", "normal"], "says play = \"misere\""),
        (&["values", "custom:plain.toml", "--max", "6", "--play", "misere"], "misere play is requested"),
        (&["values", "sum:custom:take.toml+nim:1", "--max", "3"], "a game inside `sum:` is not played on its own"),
        (&["values", "selective:custom:take.toml+nim:1", "--max", "3"], "inside `selective:`"),
        (&["values", "pass:custom:take.toml", "--max", "3"], "inside `pass:`"),
        (&["compare", "custom:take.toml", "subtraction:1,2,3"], "compare games with the same play"),
        (&["run", "normal.toml"], " --> normal.toml:3:8"),
    ] {
        let (_, message) = expect_exit(root, arguments, 2);
        assert!(message.contains(what), "{arguments:?}: {message}");
    }
}

#[test]
fn a_sweep_is_played_as_the_files_of_its_games_say() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, "take.toml", &format!("{}\nparameters = {{ m = 3 }}", TAKE_THREE.replace("1..=3", "1..=m")));
    let sweep = "[sweep]\ncode = \"custom:(take.toml,m={m})\"\n[sweep.over]\nm = \"2..=4\"\n[range]\nmax = 30\n[output]\nformats = [\"csv\"]\n";
    fs::write(root.join("sweep.toml"), sweep).unwrap();
    run(root, &["run", "sweep.toml", "--out", "s"]);
    let values = fs::read_to_string(root.join("s/sweep_values.csv")).unwrap();
    assert!(values.contains("m,n,value\n2,0,N\n2,1,P\n2,2,N\n"), "{values}");
    fs::write(root.join("other.toml"), sweep.replace("[sweep.over]", "play = \"normal\"\n[sweep.over]")).unwrap();
    let (_, message) = expect_exit(root, &["run", "other.toml"], 2);
    assert!(message.contains("normal play is requested, but the file of"), "{message}");
}

/// The table of a game whose coordinates have minima above 0, or different minima, is written correctly in
/// every format.
#[test]
fn tables_begin_where_their_coordinates_begin() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |positions: &str, formats: &str, more: &str| {
        let option = |to: &str, for_each: &str| {
            let (a, b) = to.split_once(", ").unwrap();
            let stays = format!(" {positions} ").replace("a ", &format!("({a}) ")).replace("b ", &format!("({b}) "));
            format!("\"a, b -> {to} {for_each} when {a} >= 0 and {b} >= 0 and ({stays})\"")
        };
        let moves =
            [option("a - i, b", "for i in 1..=a"), option("a, b - 2", ""), option("a - 1, b - 1", "")].join(", ");
        format!(
            "[game]\nfamily = \"custom\"\nmoves = [{moves}]\npositions = \"{positions}\"\n[range]\nmax = 6\n{more}\n[output]\nformats = [{formats}]\n"
        )
    };
    let run = |text: &str, exit: i32| {
        fs::write(root.join("job.toml"), text).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh", "--progress", "never"], exit).1
    };
    let read =
        |name: &str| fs::read_to_string(root.join("out").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let all = "\"csv\", \"matrix\", \"antidiagonals\", \"latex\", \"oeis\", \"svg\", \"npy\", \"table\"";
    for (positions, x0, y0) in [("a >= 1 and b >= 1", 1, 1), ("a >= 2", 2, 0), ("b >= 1", 0, 1), ("a >= 0", 0, 0)] {
        let triangle = if x0 == y0 { ", \"triangle\"" } else { "" };
        let lines = format!("[analysis]\nrows = [{x0}, 3]\ncolumns = [{y0}, 4]\ndiagonal = true");
        run(&config(positions, &format!("{all}{triangle}"), &lines), 0);
        let values = read("values.csv");
        let rows = values
            .lines()
            .skip(1)
            .map(|line| line.split(',').map(|field| field.parse().unwrap()).collect::<Vec<u64>>());
        let table: BTreeMap<(u64, u64), u64> = rows.map(|row| ((row[0], row[1]), row[2])).collect();
        assert_eq!(table.len() as u64, (7 - x0) * (7 - y0));
        let line = |x: u64| (y0..=6).map(|y| table[&(x, y)].to_string()).collect::<Vec<_>>().join(",") + "\n";
        assert_eq!(read("matrix.csv"), (x0..=6).map(line).collect::<String>());
        let numbered = |cells: Vec<(u64, u64)>| {
            let lines = cells.iter().enumerate().map(|(index, cell)| format!("{index},{}\n", table[cell]));
            "index,value\n".to_string() + &lines.collect::<String>()
        };
        let side = (7 - x0).min(7 - y0);
        let antidiagonals = (0..side).flat_map(|sum| (0..=sum).map(move |x| (x0 + x, y0 + sum - x))).collect();
        assert_eq!(read("antidiagonals.csv"), numbered(antidiagonals));
        let terms = read("antidiagonals.csv")
            .lines()
            .skip(1)
            .map(|line| line.split_once(',').unwrap().1.to_string())
            .collect::<Vec<_>>();
        let b_file: String = (x0..).zip(&terms).map(|(n, term)| format!("{n} {term}\n")).collect();
        assert_eq!(read("oeis/b-antidiagonals.txt"), b_file);
        if x0 == y0 {
            assert_eq!(read("triangle.csv"), numbered((x0..=6).flat_map(|n| (x0..=n).map(move |m| (n, m))).collect()));
        }
        let head = format!("n,row {x0},row 3,column {y0},column 4,diagonal\n");
        let show = |cell: (u64, u64)| table.get(&cell).map(u64::to_string).unwrap_or_default();
        let line = |n: u64| {
            [n.to_string(), show((x0, n)), show((3, n)), show((n, y0)), show((n, 4)), show((n, n))].join(",") + "\n"
        };
        assert_eq!(read("lines.csv"), head + &(x0.min(y0)..=6).map(line).collect::<String>());
        // There is a point for each P-position, and the axes start at the minima of the coordinates.
        let zeros = read("pictures/p-positions.svg");
        assert_eq!(zeros.matches("h0").count(), table.values().filter(|value| **value == 0).count());
        for (class, first) in [("x-tick", x0), ("y-tick", y0)] {
            let ticks: Vec<&str> = zeros.lines().filter(|line| line.contains(class)).collect();
            let labels: Vec<u64> =
                ticks.iter().map(|line| line.split(['>', '<']).nth(2).unwrap().parse().unwrap()).collect();
            assert_eq!(labels, (first..=6).collect::<Vec<_>>());
        }
        let table = read("pictures/table.svg");
        let words: Vec<&str> = table.split("</text>").filter_map(|text| text.rsplit('>').next()).collect();
        assert!(words.join(" ").contains(&format!("the table, {} by {}", 7 - x0, 7 - y0)), "{words:?}");
        assert!(root.join("out/latex/matrix.tex").exists());
        expect_exit(root, &["verify", "out"], 0);
    }
    // Meaningless requests are refused with the reason.
    let err = run(&config("a >= 1", "\"triangle\"", ""), 2);
    assert!(err.contains("`triangle` cannot be written: its coordinates start at different numbers"), "{err}");
    let err = run(&config("a >= 1", "", "[analysis]\nrows = [0]"), 2);
    assert!(err.contains("there is no row 0") && err.contains("the table has rows 1 to 6 and columns 0 to 6"), "{err}");
    // Some places are not positions: pictures leave them white, and formats that list all places are refused.
    for format in ["matrix", "antidiagonals", "triangle"] {
        let err = run(&config("b <= a", &format!("\"{format}\""), ""), 2);
        assert!(err.contains("some cells of the table are not positions"), "{err}");
    }
    let err = run(&config("b <= a", "\"oeis\"", ""), 2);
    assert!(err.contains("`oeis` cannot be written: it is no sequence and no whole table of two coordinates"), "{err}");
    run(&config("b <= a", "\"csv\", \"svg\"", ""), 0);
    let (values, table) = (read("values.csv"), read("pictures/table.svg"));
    let runs: f64 = table
        .split("class=\"bins\"")
        .skip(1)
        .flat_map(|path| path.split('"').find(|text| text.starts_with('M')))
        .flat_map(|path| path.split('M').skip(1))
        .map(|run| run.split(['h', 'v']).nth(1).unwrap().parse::<f64>().unwrap())
        .sum();
    // 480 pixels for seven places: these are the cells of 28 positions.
    assert!((runs / (480.0 / 7.0) - 28.0).abs() < 0.1 && values.lines().count() == 29, "{runs}");
    let zeros = values.lines().filter(|line| line.ends_with(",0")).count();
    assert_eq!(read("pictures/p-positions.svg").matches("h0").count(), zeros);
    let even = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - i for i in 1..=n when n % 2 == i % 2\"]\npositions = \"n % 2 == 0\"\n[range]\nmax = 20\n[output]\nformats = [\"svg\"]\n";
    run(even, 0);
    assert_eq!(read("pictures/values.svg").matches("h0").count(), 11);
    assert!(root.join("out/pictures/records.svg").exists());
}
