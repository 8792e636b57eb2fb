//! Green Hackenbush: random drawings from files against the rules, in both kinds of play; notes and mistakes.

use super::judge::{judge, kernel};
use crate::common::{expect_exit, outline, solve};
use grundy::random::Random;
use grundy::ruleset::{Play, Value};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The code of a drawing, written into a file. The ground is one of its vertices.
fn file(folder: &Path, name: &str, edges: &[(u64, u64)], ground: u64) -> String {
    let vertex = |v: u64| if v == ground { "ground".to_string() } else { format!("v{v}") };
    let lines = edges.iter().map(|&(u, v)| format!("{},{}\n", vertex(u), vertex(v)));
    let path = folder.join(name);
    fs::write(&path, format!("u,v\nground,\n{}", lines.collect::<String>())).unwrap();
    format!("hackenbush:file:{}", path.display())
}

/// The value of a single drawing, by the kernel.
fn value(code: &str) -> u32 {
    solve(kernel("hackenbush"), &*outline(code, 0), Play::Normal, Value::GRUNDY).unwrap()[0]
}

#[test]
fn random_drawings_with_loops_and_repeated_edges() {
    let (folder, mut random, mut kinds) = (TempDir::new().unwrap(), Random(5), [0; 2]);
    for round in 0..150 {
        let (vertices, count) = (1 + random.below(6), random.below(9));
        let edges: Vec<(u64, u64)> = (0..count).map(|_| (random.below(vertices), random.below(vertices))).collect();
        let code = file(folder.path(), &format!("{round}.csv"), &edges, random.below(vertices));
        judge(&code, 0);
        kinds[usize::from(edges.iter().any(|(u, v)| u == v))] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

#[test]
fn known_drawings() {
    let folder = TempDir::new().unwrap();
    let of = |edges: &[(u64, u64)]| value(&file(folder.path(), "one.csv", edges, 0));
    assert_eq!((of(&[]), of(&[(0, 0)]), of(&[(0, 1), (1, 0)]), of(&[(0, 1), (1, 0), (0, 1)])), (0, 1, 0, 1));
    assert_eq!(of(&[(0, 1), (1, 2), (2, 3), (3, 1)]), 2, "a triangle on a stalk");
    assert_eq!(of(&[(0, 1), (1, 2), (1, 3), (3, 4)]), 4, "1 + (1 xor 2)");
    let values = |code: &str, max: u64| solve(kernel("hackenbush"), &*outline(code, max), Play::Normal, Value::GRUNDY);
    assert_eq!(values("hackenbush:path", 4096), Some((0..4096).collect()), "n vertices have n - 1 edges");
    assert_eq!(values("hackenbush:cycle", 60), Some((3..=60).map(|n| n % 2).collect()));
    assert_eq!(values("hackenbush:star", 9), Some((1..=9).map(|n| n % 2).collect()));
    assert_eq!(values("hackenbush:tree:binary", 9), Some(vec![0; 9]));
    judge("hackenbush:grid:rows=2", 4);
    judge("hackenbush:complete", 5);
}

#[test]
fn what_hangs_on_nothing_is_left_out_with_a_note() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("d.csv"), "u,v\nground,a\na,b\nc,d\nd,d\n").unwrap();
    fs::write(root.join("d.toml"), "[game]\nfamily = \"hackenbush\"\ngraph = \"file:d.csv\"\n").unwrap();
    let (_, err) = expect_exit(root, &["run", "d.toml", "--out", "out", "--progress", "never"], 0);
    let manifest = fs::read_to_string(root.join("out/manifest.json")).unwrap();
    let note = "dropped edges that hang on nothing, in 1 of 1 rows";
    assert!(manifest.contains(note), "{manifest} {err}");
    expect_exit(root, &["verify", "out"], 0);
    let (out, _) = expect_exit(root, &["position", "hackenbush:file:d.csv", "all"], 0);
    assert!(out.contains("grundy    2") && out.contains("winning moves: 1"), "{out}");
    let (out, _) = expect_exit(root, &["position", "hackenbush:file:d.csv", "0", "--play", "misere"], 0);
    assert!(out.contains("outcome   P"), "{out}");
    let (out, _) = expect_exit(root, &["list", "hackenbush:file:d.csv"], 0);
    assert!(out.contains("2 of 4 edges hang on nothing from the beginning"), "{out}");
}

#[test]
fn mistakes_say_what_is_allowed() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("numbers.csv"), "u,v\n0,1\n1,2\n").unwrap();
    fs::write(root.join("names.csv"), "u,v\nGround,a\n").unwrap();
    fs::write(root.join("good.csv"), "u,v\nground,a\na,b\n").unwrap();
    let refuse = |arguments: &[&str], code: i32, fragments: &[&str]| {
        let (_, err) = expect_exit(root, arguments, code);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        for fragment in fragments {
            assert!(err.contains(fragment), "{arguments:?}: {fragment} is not in: {err}");
        }
    };
    for name in ["numbers", "names"] {
        let code = format!("hackenbush:file:{name}.csv");
        refuse(&["values", &code], 2, &["the file has no vertex `ground`", "on which everything hangs"]);
    }
    refuse(&["values", "hackenbush"], 2, &["`graph` is missing"]);
    refuse(&["values", "hackenbush:pth", "--max", "3"], 2, &["did you mean `path`?"]);
    refuse(&["values", "hackenbush:file:none.csv"], 2, &["cannot read"]);
    refuse(&["values", "hackenbush:path", "--max", "5000"], 3, &["5000 vertices", "4096 vertices"]);
    refuse(&["values", "hackenbush:hypercube:n=40"], 3, &["4096 vertices"]);
    refuse(&["position", "hackenbush:complete:n=9", "all", "--memory", "1 MiB"], 3, &["memory"]);
    refuse(&["position", "hackenbush:path", "5: 1,2"], 2, &["this game has no such position"]);
    refuse(&["position", "hackenbush:file:good.csv", "7"], 2, &["is not a position"]);
    refuse(&["position", "hackenbush:cycle", "2"], 2, &["n starts at 3"]);
}
