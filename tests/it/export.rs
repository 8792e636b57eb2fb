//! Values for other programs: `values.npy`, `matrix.csv`, and packed tables in other formats.

use crate::common::expect_exit;
use std::fs;
use tempfile::TempDir;

#[test]
fn tables_are_exported() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |code: &str, max: u64, formats: &str| {
        format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[output]\nformats = [{formats}]\n")
    };
    fs::write(root.join("kayles.toml"), config("octal:0.77", 500, "\"table\", \"csv\", \"b-file\", \"npy\"")).unwrap();
    expect_exit(root, &["run", "kayles.toml", "--out", "kayles"], 0);
    expect_exit(root, &["verify", "kayles"], 0);
    let text = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let table = "kayles/table.gnt";
    let (out, _) = expect_exit(root, &["export", table, "--format", "csv"], 0);
    assert_eq!(out, text("kayles/values.csv"));
    let (out, _) = expect_exit(root, &["export", table, "--format", "b-file"], 0);
    assert_eq!(out, text("kayles/b-file.txt"));
    expect_exit(root, &["export", table, "--format", "npy", "--out", "all.npy"], 0);
    let bytes = fs::read(root.join("all.npy")).unwrap();
    assert_eq!(bytes, fs::read(root.join("kayles/values.npy")).unwrap());
    assert_eq!(bytes.len(), 128 + 501);
    assert_eq!(bytes[128..136], [0, 1, 2, 3, 1, 4, 3, 2]);
    // A part of a table keeps its labels.
    let (out, _) = expect_exit(root, &["export", table, "--format", "csv", "--range", "98..101"], 0);
    let part: Vec<String> = text("kayles/values.csv").lines().skip(99).take(4).map(String::from).collect();
    assert_eq!(out.lines().skip(1).collect::<Vec<_>>(), part);
    assert!(out.starts_with("n,value\n98,"));
    let (out, _) = expect_exit(root, &["export", table, "--format", "b-file", "--range", "500..500"], 0);
    assert_eq!(out, text("kayles/b-file.txt").lines().last().unwrap().to_string() + "\n");
    for (arguments, words) in [
        (vec!["--format", "csv", "--range", "98..501"], "from 0 to 500"),
        (vec!["--format", "csv", "--range", "9-10"], "from 0 to 500"),
        (vec!["--format", "matrix"], "does not have two coordinates"),
    ] {
        let all: Vec<&str> = ["export", table].into_iter().chain(arguments).collect();
        let (_, err) = expect_exit(root, &all, 2);
        assert!(err.contains(words), "{err}");
    }
    fs::write(root.join("nim.toml"), config("nim:2", 3, "\"table\", \"matrix\", \"npy\"")).unwrap();
    expect_exit(root, &["run", "nim.toml", "--out", "nim"], 0);
    let matrix = "0,1,2,3\n1,0,3,2\n2,3,0,1\n3,2,1,0\n";
    assert_eq!(text("nim/matrix.csv"), matrix);
    let (out, _) = expect_exit(root, &["export", "nim/table.gnt", "--format", "matrix"], 0);
    assert_eq!(out, matrix);
    let bytes = fs::read(root.join("nim/values.npy")).unwrap();
    assert!(bytes[10..].starts_with(b"{'descr': '|u1', 'fortran_order': False, 'shape': (4, 4,), }"));
    let (_, err) = expect_exit(root, &["export", "nim/table.gnt", "--format", "csv", "--range", "0..1"], 2);
    assert!(err.contains("one coordinate"), "{err}");
    let (_, err) = expect_exit(root, &["export", "nim/matrix.csv", "--format", "csv"], 5);
    assert!(err.contains("not a grundy table"), "{err}");
    fs::write(root.join("three.toml"), config("nim:3", 3, "\"matrix\"")).unwrap();
    let (_, err) = expect_exit(root, &["run", "three.toml", "--out", "three"], 2);
    assert!(err.contains("two coordinates"), "{err}");
}

/// Parquet is available only in builds with this feature; other builds say which ones have it.
/// `scripts/check-python.sh` reads such files with pandas.
#[test]
fn parquet_is_in_builds_that_have_it() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let job = |formats: &str| format!("[game]\ncode = \"nim:2\"\n[range]\nmax = 9\n[output]\nformats = [{formats}]\n");
    std::fs::write(root.join("a.toml"), job("\"table\"")).unwrap();
    std::fs::write(root.join("b.toml"), job("\"parquet\"")).unwrap();
    expect_exit(root, &["run", "a.toml", "--out", "a"], 0);
    let export = ["export", "a/table.gnt", "--format", "parquet", "--out", "out.parquet"];
    if cfg!(feature = "parquet") {
        expect_exit(root, &["run", "b.toml", "--out", "b"], 0);
        expect_exit(root, &export, 0);
        let file = std::fs::read(root.join("out.parquet")).unwrap();
        assert_eq!(file, std::fs::read(root.join("b/values.parquet")).unwrap());
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
        return;
    }
    let (_, err) = expect_exit(root, &["run", "b.toml", "--out", "b"], 2);
    assert!(err.contains("b.toml:6:12") && err.contains("--features parquet"), "{err}");
    let (_, err) = expect_exit(root, &export, 2);
    assert!(err.contains("--features parquet") && !root.join("out.parquet").exists(), "{err}");
}
