//! Graphs and boards on the command line: sweeps over all trees and over files, positions, and messages for each way to
//! misuse them.

use crate::common::stops::run_with_stops;
use crate::common::{expect_exit, results};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// How many trees with n vertices have which value.
fn distribution(folder: &Path, n: u64) -> Vec<u64> {
    let table = fs::read_to_string(folder.join("sweep.csv")).unwrap();
    let mut counts = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.rsplitn(8, ',').collect();
        // From the right: error, zeros, max_value, value, max, edges, vertices.
        if fields[6] == n.to_string() {
            *counts.entry(fields[3].parse::<u64>().unwrap()).or_insert(0) += 1;
        }
    }
    let last = counts.keys().last().copied().unwrap_or(0);
    (0..=last).map(|value| counts.get(&value).copied().unwrap_or(0)).collect()
}

/// The distributions of values over all trees were computed by two programs that share no code with this one.
#[test]
fn all_trees_have_the_values_of_other_programs() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (family, threads) in [("node-kayles", "1"), ("arc-kayles", "2")] {
        let config = format!("[sweep]\ncode = \"{family}:{{t}}\"\n[sweep.over]\nt = {{ trees = \"1..=11\" }}\n");
        fs::write(root.join("trees.toml"), config).unwrap();
        expect_exit(root, &["run", "trees.toml", "--out", family, "--threads", threads, "--progress", "never"], 0);
        expect_exit(root, &["verify", family], 0);
    }
    let (nodes, arcs) = (root.join("node-kayles"), root.join("arc-kayles"));
    assert_eq!(distribution(&nodes, 7), [1, 2, 5, 3]);
    assert_eq!(distribution(&nodes, 10), [41, 42, 7, 4, 8, 4]);
    assert_eq!(distribution(&nodes, 11), [35, 36, 72, 66, 11, 14, 1]);
    assert_eq!(distribution(&arcs, 8), [2, 7, 5, 9]);
    assert_eq!(distribution(&arcs, 10), [18, 24, 33, 26, 5]);
    assert_eq!(distribution(&arcs, 11), [52, 45, 66, 57, 15]);
}

/// How many graphs have each value is counted, whoever computes the values.
#[test]
fn graphs_are_counted_by_value() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |solve: &str| {
        format!(
            "[sweep]\ncode = \"{{game}}:{{t}}\"\ntally = [\"kind\", \"max_degree\"]\n[sweep.over]\nt = {{ trees = \"1..=9\" }}\n\
             kind = [\"node-kayles\", \"grim\"]\n[solve]\n{solve}\n"
        )
        .replace("{game}", "{kind}")
    };
    let run = |out: &str, threads: &str, solve: &str| {
        fs::write(root.join("job.toml"), config(solve)).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", out, "--threads", threads, "--progress", "never"], 0);
        results(&root.join(out))
    };
    let by_trees = run("trees", "2", "memory = \"1 GiB\"");
    let counts = String::from_utf8_lossy(&by_trees["sweep_tally.csv"]).into_owned();
    assert!(counts.starts_with("kind,max_degree,value,graphs,first\ngrim,0,0,1,@\ngrim,1,1,1,A_\n"), "{counts}");
    let all: u64 = counts.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(all, 2 * (1 + 1 + 1 + 2 + 3 + 6 + 11 + 23 + 47));
    for (out, solve) in [("one", "kernel = \"components\""), ("small", "memory = \"64 KiB\"")] {
        let mut other = run(out, "1", solve);
        other.insert("sweep.md".to_string(), by_trees["sweep.md"].clone());
        assert_eq!(by_trees, other, "{solve}");
    }
    expect_exit(root, &["verify", "trees", "one"], 0);
    let config = "[sweep]\ncode = \"arc-kayles:{t}\"\ntally = \"vertices\"\n[sweep.over]\nt = { trees = \"1..=9\" }\n\
                  [output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("arcs.toml"), config).unwrap();
    expect_exit(root, &["run", "arcs.toml", "--out", "arcs", "--progress", "never"], 0);
    let draft = fs::read_to_string(root.join("arcs/oeis/tally.txt")).unwrap();
    assert!(draft.starts_with("%S 1,0,1,0,1,0,1,1,1,1,1,") && draft.contains("%K nonn,tabf"), "{draft}");
    let named = "T(n,k): the number of trees with n vertices, on which the game has the value k, n >= 1,";
    assert!(draft.contains(named), "{draft}");
    // Trees with n leaves may have any number of vertices, so there is no such sequence; values have their names.
    let config = "[sweep]\ncode = \"arc-kayles:{t}\"\ntally = \"leaves\"\n[sweep.over]\nt = { trees = \"2..=6\" }\n\
                  [solve]\nvalue = \"remoteness\"\n[output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("leaves.toml"), config).unwrap();
    expect_exit(root, &["run", "leaves.toml", "--out", "leaves", "--progress", "never"], 0);
    assert!(root.join("leaves/sweep_tally.csv").exists() && !root.join("leaves/oeis").exists());
    // A number of graphs that nothing has mentioned is known to messages.
    let wrong = ["sweep", "grim:{t}", "--over", "t={ trees = \"1..=5\" }", "--holds", "vertices > diamter"];
    let (_, complaint) = expect_exit(root, &wrong, 2);
    assert!(complaint.contains("did you mean `diameter`?"), "{complaint}");
    // A single number of vertices is a range, too.
    let config = "[sweep]\ncode = \"grim:{t}\"\n[sweep.over]\nt = { trees = \"7\" }\n[expect]\nrows = 11\n";
    fs::write(root.join("seven.toml"), config).unwrap();
    expect_exit(root, &["run", "seven.toml", "--progress", "never"], 0);
    for (key, value, words) in [
        ("tally", "\"value\"", "there is no column `value` to count by"),
        ("tally", "[\"leafs\"]", "there is no column `leafs` to count by"),
        ("tally", "3", "this is neither a text nor a list of texts"),
    ] {
        let config =
            format!("[sweep]\ncode = \"grim:{{t}}\"\n{key} = {value}\n[sweep.over]\nt = {{ trees = \"1..=5\" }}\n");
        fs::write(root.join("wrong.toml"), config).unwrap();
        let (_, err) = expect_exit(root, &["run", "wrong.toml", "--progress", "never"], 2);
        assert!(err.contains(words), "{value}: {err}");
    }
    let config = "[sweep]\ncode = \"nim:{n}\"\ntally = \"n\"\n[sweep.over]\nn = \"1..=2\"\n[range]\nmax = 3\n";
    fs::write(root.join("wrong.toml"), config).unwrap();
    let (_, err) = expect_exit(root, &["run", "wrong.toml", "--progress", "never"], 2);
    assert!(err.contains("graphs are counted by their value"), "{err}");
}

#[test]
fn graphs_of_a_file_are_swept() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    // With a byte order mark, a header, and lines that end in CR LF: a path, a triangle, and a sparse6 graph.
    fs::write(root.join("some.g6"), "\u{feff}>>graph6<<\r\nBo\r\nBw\r\n\r\n:Fa@x^\r\n").unwrap();
    let config = "[sweep]\ncode = \"grim:{t}\"\nwhere = \"diameter != 9 and bipartite in {0, 1}\"\n[sweep.over]\n\
                  t = { graphs = \"some.g6\" }\n";
    fs::write(root.join("some.toml"), config).unwrap();
    expect_exit(root, &["run", "some.toml", "--out", "out", "--progress", "never"], 0);
    let table = fs::read_to_string(root.join("out/sweep.csv")).unwrap();
    assert!(table.starts_with("game,t,vertices,edges,diameter,bipartite,max,value,max_value,zeros,error\n"), "{table}");
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows[0].contains(",Bo,3,2,2,1,,2,2,0,") && rows[1].contains(",Bw,3,3,1,0,,0,0,1,"), "{table}");
    assert!(rows[2].contains(",7,4,-1,0,,"), "{table}");
    expect_exit(root, &["run", "some.toml", "--out", "two", "--threads", "2", "--progress", "never"], 0);
    assert_eq!(results(&root.join("out")), results(&root.join("two")));
}

/// A sweep over files is another sweep if any of them has changed, not only the first.
#[test]
fn every_file_of_a_graph_belongs_to_the_sweep() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("one.csv"), "u,v\na,b\n").unwrap();
    fs::write(root.join("two.csv"), "u,v\na,b\nb,c\n").unwrap();
    fs::write(root.join("moves.csv"), "delete\na b\n").unwrap();
    for (code, files) in
        [("node-kayles:file:{f}", ["one.csv", "two.csv"]), ("deletion:{f}", ["moves.csv", "other.csv"])]
    {
        fs::write(root.join("other.csv"), "delete\na\n").unwrap();
        let config = format!("[sweep]\ncode = \"{code}\"\n[sweep.over]\nf = {files:?}\n");
        fs::write(root.join("job.toml"), config).unwrap();
        let out = code.split(':').next().unwrap();
        let table = || {
            expect_exit(root, &["run", "job.toml", "--out", out, "--progress", "never"], 0);
            fs::read_to_string(root.join(out).join("sweep.csv")).unwrap()
        };
        let before = table();
        fs::write(root.join("two.csv"), "u,v\na,b\nb,c\nc,d\n").unwrap();
        fs::write(root.join("other.csv"), "delete\na\nb\nc\na b\n").unwrap();
        assert_ne!(before, table(), "{code}");
    }
}

#[test]
fn sweeps_over_trees_go_on_after_kills() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[sweep]\ncode = \"col:({ t }),colours=3\"\nwhere = \"leaves != 3\"\ntally = \"leaves\"\n[sweep.over]\nt = { trees = \"1..=9\" }\n\
                  [solve]\ncheckpoint = \"1ms\"\n[output]\nformats = [\"report\", \"latex\"]\n";
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole", "--progress", "never"], 0);
    run_with_stops(root, "killed", &[], ("-KILL", 8), 0);
    assert_eq!(results(&root.join("whole")), results(&root.join("killed")));
    expect_exit(root, &["run", "job.toml", "--out", "shards", "--shard", "1/2", "--progress", "never"], 0);
    expect_exit(root, &["run", "job.toml", "--out", "shards", "--shard", "2/2", "--progress", "never"], 0);
    expect_exit(root, &["merge", "shards"], 0);
    let mut merged = results(&root.join("shards"));
    merged.retain(|name, _| !name.starts_with("shards/"));
    assert_eq!(results(&root.join("whole")), merged);
}

#[test]
fn graphs_and_boards_are_read_and_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("edges.csv"), "\u{feff}u,v\r\na, b\r\nb,c\r\nd,\r\n").unwrap();
    fs::write(root.join("two.g6"), "Bo\nBw\n").unwrap();
    fs::write(root.join("empty.g6"), "\n").unwrap();
    for (code, position, grundy) in [
        ("node-kayles:file:edges.csv", "a,b,c,d", "3"),
        ("node-kayles:file:edges.csv", "all but d", "2"),
        ("arc-kayles:graph6:two.g6,line=2", "all", "1"),
        ("geography:(graph6:\"Bw\"),start=1", "all", "0"),
        ("cram:rows=2,columns=3", "all", "1"),
        ("cram", "##./###", "0"),
        ("sum:cram:rows=2+nim:1", "3,4", "5"),
        ("clobber", "XO", "1"),
        ("sum:cram:rows=2,columns=3+nim:1", "3", "2"),
        ("sum:cram:rows=2,columns=3+nim:1", "##./### + 2", "2"),
    ] {
        let (out, _) = expect_exit(root, &["position", code, position], 0);
        assert!(out.contains(&format!("grundy    {grundy}\n")), "{code} {position}: {out}");
    }
    // Nineteen cells to the right and eighteen to the left: only a board of more than 36 cells has room for a cycle.
    let dots = |count| ".".repeat(count);
    let far = format!("board:X{a}->{a}X,{b}X->X{b},strip=X(.)^n,symmetries=none", a = dots(19), b = dots(18));
    expect_exit(root, &["values", &far, "--max", "30"], 0);
    // A state that no rule names is dead only if no left side has a dead cell.
    for (code, value) in [
        ("board:X.->..,symmetries=none,start=XO", "0"),
        ("board:X.->.X,symmetries=none,start=XO", "0"),
        ("board:X.->.X,symmetries=none,start=X..O", "0"),
        ("board:X.->.X,symmetries=none,start=X.O.", "1"),
        ("board:XX.->..X,start=XXO", "0"),
        ("board:XX->..,start=XXO", "1"),
    ] {
        let (out, _) = expect_exit(root, &["position", code, "all", "--moves=0"], 0);
        assert!(out.contains(&format!("grundy    {value}\n")), "{code}: {out}");
    }
    for code in ["cram:rows=1,columns=2", "clobber:rows=1,columns=2", "node-kayles:complete:n=3", "cram"] {
        let (out, _) = expect_exit(root, &["position", code, "nothing"], 0);
        assert!(out.contains("outcome   P"), "{code}: {out}");
    }
    for (arguments, exit, words) in [
        (
            ["values", "sum:clobber:rows=1,columns=3+cram:rows=2,columns=2", "--max", "3"],
            2,
            "no game of this sum has a range",
        ),
        (["values", "vertex-game:path,complete", "--max", "12"], 3, "too many sets of vertices that a move may take"),
        (["values", "node-kayles:gird", "--max", "3"], 2, "did you mean `grid`?"),
        (["values", "node-kayles:petersen", "--max", "3"], 2, "`k` is missing"),
        (["values", "node-kayles:grid:rows=0", "--max", "3"], 2, "`rows` cannot be 0"),
        (["values", "node-kayles:graph6:two.g6", "--format", "csv"], 2, "two.g6 has 2 graphs"),
        (["values", "node-kayles:graph6:two.g6,line=3", "--format", "csv"], 2, "`line` cannot be 3"),
        (["values", "node-kayles:graph6:empty.g6", "--format", "csv"], 2, "empty.g6 has 0 graphs"),
        (["values", "node-kayles:graph6:\"D?\"", "--format", "csv"], 2, "a graph of 5 vertices has 2 characters"),
        (["values", "node-kayles:tree:ternary", "--max", "3"], 2, "`ternary` is not a value of `kind`"),
        (["values", "node-kayles:grid:rows=3", "--max", "100"], 3, "needs 258 elements"),
        (["values", "graph-octal:0.8,cycle", "--max", "9"], 2, "is not a code for a graph"),
        (["values", "domination:(cycle),total=maybe", "--max", "9"], 2, "one of `false` and `true`"),
        (["values", "geography:(cycle),kind=arc", "--max", "9"], 2, "one of `vertex` and `edge`"),
        (["values", "clobber:start=full", "--max", "9"], 2, "`full` is not a value of `start`"),
        (["values", "board:X.->.X,start=X..", "--format", "csv"], 2, "play may not end"),
        (["values", "board:XO->X,start=XO", "--format", "csv"], 2, "do not fit"),
        (["values", "board:XO,start=XO", "--format", "csv"], 2, "has no `->`"),
        (["values", "board:XO->.X", "--max", "9"], 2, "the game has no start"),
        (["values", "board:XO->.X,start=XO/X", "--format", "csv"], 2, "do not have the same length"),
        (["values", "board:XO->.X,strip=XO", "--max", "9"], 2, "this is no strip"),
        (["values", "board:XO->.X,start=full", "--max", "9"], 2, "which no rule takes"),
        (["values", "board:XO->.X,start=XO,symmetries=some", "--format", "csv"], 2, "is not a value of `symmetries`"),
        (["position", "cram:rows=2,columns=3", "###", "--moves=1"], 2, "it has 1 row, but the board has 2"),
        (
            ["position", "cram:rows=2,columns=3", "##/###", "--moves=1"],
            2,
            "row 1 has 2 cells, but the board has 3 columns",
        ),
        (["position", "clobber:rows=1", "XQO", "--moves=1"], 2, "`Q` is no state of a cell: they are `X`, `O`, `.`"),
        (["position", "node-kayles:petersen:k=2", "4: 0", "--moves=1"], 2, "does not begin with a row of the game"),
        (
            ["position", "node-kayles:petersen:k=2", "5: 0,10", "--moves=1"],
            2,
            "there is no `10`: the numbers are 0 to 9",
        ),
        (["position", "arc-kayles:prism", "5,6: 0", "--moves=1"], 2, "does not begin with a row of the game"),
        (["values", "nimstring:grid:rows=2,strings=4", "--max", "3"], 2, "put the graph in parentheses"),
        (["values", "domination:path,total=true", "--max", "3"], 2, "put the graph in parentheses"),
        (["misere", "nim:3", "--elements", "99"], 2, "give --max"),
        (["position", "node-kayles:grid", "4000,4000", "--moves=1"], 3, "needs 16000000 elements"),
        (["values", &far, "--max", "39"], 2, "the rules allow infinite play"),
        (["position", &far, "39", "--moves=1"], 2, "the rules allow infinite play"),
    ] {
        let (_, err) = expect_exit(root, &arguments, exit);
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
}
