//! `automatic("FILE", n)` wherever there are expressions: from which folder files come, that a changed file is another
//! run, and what is said about wrong files.

use crate::common::{expect_exit, project};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const MARK: &str = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 1 when n > 0\", \"n -> n / 2 when n > 0\"]\n";

/// A folder with the automata of Mark and of Wythoff's game, and with the moves of Mark.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["mark.txt", "wythoff.txt"] {
        fs::copy(project().join("configs/conjectures").join(name), folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("mark.toml"), MARK).unwrap();
    folder
}

#[test]
fn on_the_command_line_files_are_in_the_current_folder() {
    let folder = folder();
    let root = folder.path();
    let mark = "automatic(\"mark.txt\", n)";
    let claim = format!("g(n) == {mark}");
    let (out, _) = expect_exit(root, &["check", "custom:mark.toml", &claim, "--max", "5000"], 0);
    assert!(out.contains("It held for 5001: no counterexample."), "{out}");
    let (out, _) = expect_exit(root, &["check", "octal:0.77", &claim, "--max", "50"], 1);
    // A side of the comparison is shown.
    assert!(out.contains(&format!("The first counterexample is n=2: g(n) = 2, {mark} = 0.")), "{out}");
    let claim = "outcome == P iff automatic(\"wythoff.txt\", h) == 0";
    expect_exit(root, &["check", "wythoff", claim, "--max", "200", "--value", "outcome"], 0);
    let (all, _) = expect_exit(root, &["values", "nim:1", "--max", "9", "--where", &format!("{mark} == 0")], 0);
    assert_eq!(all, "n,value\n0,0\n2,2\n6,6\n8,8\n");
    let (count, _) = expect_exit(root, &["count", "custom:mark.toml", &format!("{mark} == 1"), "--max", "9"], 0);
    assert!(count.contains("The condition holds for 3."), "{count}");
    let sweep = ["sweep", "subtraction:1,{a}", "--over", "a=2..=9", "--max", "99", "--where"];
    let rows = |condition: &str, holds: &str| {
        let (out, err) = expect_exit(root, &[&sweep[..], &[condition, "--holds", holds]].concat(), 0);
        (out.lines().count(), err)
    };
    let (count, err) =
        rows("automatic(\"mark.txt\", a) == 0", "automatic(\"mark.txt\", a + 1) == 1 implies period > 0");
    assert!(count == 4 && err.contains("claim: no counterexample"), "{err}");
}

#[test]
fn in_a_config_files_are_in_its_folder_and_belong_to_the_run() {
    let folder = folder();
    let root = folder.path();
    let below = root.join("below");
    fs::create_dir(&below).unwrap();
    fs::rename(root.join("mark.txt"), below.join("m.txt")).unwrap();
    let claim = "[[conjecture]]\nname = \"c\"\nholds = 'g(n) == automatic(\"m.txt\", n)'\n";
    let rest = format!("[range]\nmax = 300\n{claim}[output]\nformats = [\"csv\"]\n");
    fs::write(below.join("job.toml"), format!("{MARK}{rest}")).unwrap();
    let sweep = "[sweep]\ncode = \"custom:(take.toml,k={k})\"\nwhere = 'automatic(\"m.txt\", k) < 2'\n\
                 [sweep.over]\nk = \"0..=6\"\n";
    let claims = format!(
        "{}over = \"terms\"\n[[conjecture]]\nname = \"d\"\nholds = 'automatic(\"m.txt\", k) < 2'\n",
        claim.replace("==", ">= 0 *")
    );
    fs::write(
        below.join("take.toml"),
        "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 1 when n > k\"]\nparameters = { k = 1 }\n",
    )
    .unwrap();
    fs::write(below.join("sweep.toml"), format!("{sweep}[range]\nmax = 50\n{claims}")).unwrap();
    for name in ["job", "sweep"] {
        let config = format!("below/{name}.toml");
        let out = root.join(name);
        expect_exit(root, &["run", &config, "--out", name], 0);
        let (_, err) = expect_exit(root, &["run", &config, "--out", name], 0);
        assert!(err.contains("up to date"), "{err}");
        expect_exit(root, &["verify", name], 0);
        let (manifest, verdicts) = (read(&out, "manifest.json"), read(&out, "conjectures.csv"));
        assert!(manifest.contains("m.txt") && verdicts.contains("no counterexample"), "{manifest}{verdicts}");
        // Other outputs: another run, and the claim about the game is wrong.
        let text = read(&below, "m.txt");
        fs::write(below.join("m.txt"), text.replace("3 2\n", "3 1\n").replace("1 1\n0 -> 2", "1 2\n0 -> 2")).unwrap();
        let (_, err) = expect_exit(root, &["verify", name], 5);
        assert!(err.contains("was changed after it was written"), "{err}");
        let (_, err) = expect_exit(root, &["run", &config, "--out", name], i32::from(name == "job"));
        assert!(!err.contains("up to date"), "{err}");
        assert_ne!(read(&out, "manifest.json"), manifest);
        fs::write(below.join("m.txt"), text).unwrap();
    }
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn moves_name_files_beside_their_own() {
    let folder = folder();
    let root = folder.path();
    let below = root.join("below");
    fs::create_dir(&below).unwrap();
    fs::rename(root.join("mark.txt"), below.join("m.txt")).unwrap();
    let game = "[game]\nfamily = \"custom\"\nmoves = ['n -> i for i in 0..n when automatic(\"m.txt\", n - i) < 2']\n";
    fs::write(below.join("game.toml"), format!("{game}[range]\nmax = 20\n[output]\nformats = [\"csv\"]\n")).unwrap();
    // By a code, as a config, and in a sum.
    let (values, _) = expect_exit(root, &["values", "custom:below/game.toml", "--max", "20"], 0);
    expect_exit(root, &["run", "below/game.toml", "--out", "out"], 0);
    assert_eq!(read(&root.join("out"), "values.csv"), values);
    // The same game with the numbers themselves.
    let numbers: Vec<String> =
        (1..=20).filter(|n| ![3, 5, 9, 12, 15, 17, 20].contains(n)).map(|n| n.to_string()).collect();
    let (same, _) = expect_exit(root, &["values", &format!("subtraction:{}", numbers.join(",")), "--max", "20"], 0);
    assert_eq!(values, same);
    let (sum, _) = expect_exit(root, &["values", "sum:custom:below/game.toml+nim:1", "--max", "3"], 0);
    assert!(sum.starts_with("h1,h2,value\n0,0,0\n"), "{sum}");
    let manifest = read(&root.join("out"), "manifest.json");
    assert!(manifest.contains("m.txt"), "{manifest}");
    let (_, err) = expect_exit(root, &["period", "custom:below/game.toml", "--max", "99"], 0);
    assert!(err.contains("no theorem: its moves depend on the file m.txt"), "{err}");
    fs::write(below.join("m.txt"), "msd_2\n0 0\n* -> 0\n").unwrap();
    expect_exit(root, &["run", "below/game.toml", "--out", "out"], 0);
    assert_ne!(read(&root.join("out"), "manifest.json"), manifest);
    assert_ne!(read(&root.join("out"), "values.csv"), values);
}

#[test]
fn wrong_files_are_refused() {
    let folder = folder();
    let root = folder.path();
    fs::write(root.join("wrong.txt"), "msd_2\n\n0 0\n0 -> 0\n1 -> 4\n").unwrap();
    fs::write(root.join("bytes.txt"), b"msd_2\n\xff").unwrap();
    let check = |claim: &str| expect_exit(root, &["check", "nim:1", claim, "--max", "9"], 2).1;
    for (claim, words) in [
        ("automatic(\"none.txt\", n) == 0", "cannot read none.txt"),
        ("automatic(\"wrong.txt\", n) == 0", "wrong.txt: line 5: there is no state 4"),
        ("automatic(\"bytes.txt\", n) == 0", "bytes.txt is not UTF-8"),
        ("automatic(\"wythoff.txt\", n) == 0", "this automaton reads 2 numbers at a time, not 1"),
        ("automatic(\"mark.txt\", n - 1) == 0", "a negative number"),
    ] {
        let exit = if claim.contains("n - 1") { 1 } else { 2 };
        let (out, err) = expect_exit(root, &["check", "nim:1", claim, "--max", "9"], exit);
        assert!(err.contains(words) || out.contains(words), "{claim}: {err}{out}");
    }
    let err = check("automatic(\"wrong.txt\", n) == 0");
    assert!(err.contains("holds:1:11"), "the name of the file is marked: {err}");
    let moves = "moves = ['n -> n - 1 when automatic(\"wrong.txt\", n) > 0']\n";
    fs::write(root.join("game.toml"), format!("[game]\nfamily = \"custom\"\n{moves}")).unwrap();
    let (_, err) = expect_exit(root, &["values", "custom:game.toml", "--max", "9"], 2);
    assert!(err.contains("game.toml:3:37") && err.contains("line 5: there is no state 4"), "{err}");
    let graph = "vertex-game:connected,(path),when=(automatic(\"mark.txt\", size) == 1)";
    let (_, err) = expect_exit(root, &["values", graph, "--max", "5"], 2);
    assert!(err.contains("files cannot be named here"), "{err}");
    // A name that was free before is reported with its place.
    let text = "[sweep]\ncode = \"subtraction:{omega}\"\n[sweep.over]\nomega = \"1..=3\"\n[range]\nmax = 9\n";
    fs::write(root.join("sweep.toml"), text).unwrap();
    let (_, err) = expect_exit(root, &["run", "sweep.toml"], 2);
    assert!(err.contains("sweep.toml:4") && err.contains("`omega` already has another meaning"), "{err}");
    let moves = "moves = [\"sorted, b -> b, sorted - 1 when sorted > 0\"]\n";
    fs::write(root.join("game.toml"), format!("[game]\nfamily = \"custom\"\n{moves}")).unwrap();
    let (_, err) = expect_exit(root, &["values", "custom:game.toml", "--max", "9"], 2);
    assert!(err.contains("game.toml:3:11") && err.contains("`sorted` is a reserved word"), "{err}");
}
