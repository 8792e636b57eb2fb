//! Proofs of values of games on graphs and boards: their bytes, and the script that checks them and shares nothing with
//! the program.

#[cfg(unix)]
use crate::common::stops::run_with_stops;
use crate::common::{expect_exit, results, signed};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn run(root: &Path, code: &str, max: Option<u64>, out: &str, threads: &str, solve: &str) -> String {
    let range = max.map_or(String::new(), |max| format!("[range]\nmax = {max}\n"));
    let code = code.replace('"', "\\\"");
    let config = format!("[game]\ncode = \"{code}\"\n{range}[solve]\n{solve}\n[output]\nformats = [\"facts\"]\n");
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", out, "--threads", threads, "--progress", "never"], 0);
    String::from_utf8(results(&root.join(out))["facts.txt"].clone()).unwrap()
}

/// The exit code of the checker, and what it says.
fn check(root: &Path, text: &str) -> (i32, String) {
    check_all(root, &[text.to_owned()])
}

/// The same for several files, which are `0.txt`, `1.txt`, ....
fn check_all(root: &Path, texts: &[String]) -> (i32, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check_facts.py");
    let mut checker = Command::new("python3");
    checker.arg(script).current_dir(root);
    for (number, text) in texts.iter().enumerate() {
        fs::write(root.join(format!("{number}.txt")), text).unwrap();
        checker.arg(format!("{number}.txt"));
    }
    let output = checker.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&said).into_owned())
}

const GAMES: [(&str, Option<u64>); 18] = [
    ("cram:rows=3", Some(5)),
    ("node-kayles:grid:rows=3", Some(7)),
    ("node-kayles:queens", Some(5)),
    ("arc-kayles:kings", Some(3)),
    ("clobber:rows=2", Some(5)),
    ("board:XO->.X,OX->.O,strip=(XXO)^n", Some(5)),
    ("board:##->.#,start=full,rows=1,symmetries=mirror", Some(9)),
    ("node-kayles:petersen:k=2", Some(8)),
    ("grim:complete-bipartite:rows=2", Some(5)),
    ("arc-kayles:graph6:\"IheA@GUAo\"", None),
    ("graph-octal:0.33,cycle", Some(8)),
    ("graph-octal:0.137,grid:rows=2", Some(5)),
    ("graph-octal:0.0007,petersen:k=2", Some(6)),
    ("vertex-game:connected,star", Some(5)),
    ("vertex-game:path,grid:rows=2", Some(3)),
    ("vertex-game:clique,prism", Some(5)),
    ("vertex-game:neighbourhood,wheel", Some(7)),
    ("vertex-game:edge,kings", Some(3)),
];

/// Games whose rows have a system each, of which facts list elements.
const LISTED: [(&str, Option<u64>); 10] = [
    ("col:cycle", Some(5)),
    ("snort:(star),colours=3", Some(3)),
    ("domination:grid:rows=2", Some(4)),
    ("domination:(cycle),total=true", Some(7)),
    ("graph-chomp:complete", Some(4)),
    ("geography:(grid:rows=2),start=1", Some(4)),
    ("geography:(complete),kind=edge", Some(4)),
    ("poset:subsets", Some(4)),
    ("poset:boxes,d=2", Some(3)),
    ("deletion:three.csv,forbidden=lines.csv", None),
];

/// The board with three rows and columns, on which nobody may complete a line.
fn write_files(root: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/deletion");
    for (file, to) in [("three-in-line.csv", "three.csv"), ("lines.csv", "lines.csv")] {
        fs::copy(from.join(file), root.join(to)).unwrap();
    }
}

#[test]
fn proofs_by_elements_are_accepted_and_verified() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write_files(root);
    for (number, (code, max)) in LISTED.into_iter().enumerate() {
        let text = run(root, code, max, &format!("one-{number}"), "1", "");
        let (exit, said) = check(root, &text);
        assert_eq!(exit, 0, "{code}: {said}");
        let other =
            run(root, code, max, &format!("two-{number}"), "2", "kernel = \"components\"\nmemory = \"100 MiB\"");
        assert_eq!(text, other, "{code}");
        let (out, _) = expect_exit(root, &["verify", &format!("one-{number}")], 0);
        assert!(out.contains("facts hold, and prove the values"), "{code}: {out}");
    }
}

/// The facts of one game are not those of another on the same graphs.
#[test]
fn facts_of_other_moves_are_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (code, max, others) in [
        ("graph-octal:0.33,cycle", 7, ["graph-octal:0.31,cycle", "graph-octal:0.333,cycle", "node-kayles:cycle"]),
        (
            "vertex-game:path,grid:rows=2",
            2,
            [
                "vertex-game:clique,grid:rows=2",
                "vertex-game:neighbourhood,grid:rows=2",
                "vertex-game:(path),when=(size < 3)",
            ],
        ),
    ] {
        let text = run(root, code, Some(max), "one", "1", "");
        assert_eq!(check(root, &text).0, 0, "{code}");
        for other in others {
            let (exit, said) = check(root, &text.replacen(code, other, 1));
            assert!(exit > 0, "{other}: {said}");
        }
        fs::remove_dir_all(root.join("one")).unwrap();
    }
    let config = "[game]\ncode = \"vertex-game:vertex,(prism),when=(degree == 3)\"\n[range]\nmax = 4\n[output]\nformats = [\"facts\"]\n";
    fs::write(root.join("job.toml"), config).unwrap();
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "two"], 2);
    assert!(err.contains("games whose rules the checker knows"), "{err}");
}

/// A row may not list the moves of another game, nor begin elsewhere.
#[test]
fn rows_of_other_games_are_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let text = run(root, "poset:boxes,d=2", Some(2), "boxes", "1", "");
    assert_eq!(check(root, &text).0, 0);
    for (from, to, words) in [
        ("game poset:boxes,d=2", "game poset:divisors", "partial order"),
        ("row 1,2 2 0,1|", "row 1,2 2 0|", "no partial order"),
        ("0::0,1:;1::1:|", "0::0:;1::1:|", "another partial order"),
        ("0::0,1:;1::1:|", "0::0,1:;1::0,1:|", "no partial order"),
        ("0::0,1:;1::1:|", "0::0,1:;1::1:0|", "not the moves on a partial order"),
        ("0::0,1:;1::1:|", "0::0,1:;1::1:1|", "cannot see that play ends"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let (exit, said) = check(root, &text.replacen(from, to, 1));
        assert!(exit > 0 && said.contains(words), "{to}: {said}");
    }
}

#[test]
fn proofs_are_accepted_and_do_not_depend_on_threads_or_memory() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (number, (code, max)) in GAMES.into_iter().enumerate() {
        let text = run(root, code, max, &format!("one-{number}"), "1", "");
        let (exit, said) = check(root, &text);
        assert_eq!(exit, 0, "{code}: {said}");
        let other =
            run(root, code, max, &format!("two-{number}"), "2", "kernel = \"components\"\nmemory = \"100 MiB\"");
        assert_eq!(text, other, "{code}");
    }
    for folder in ["one-0", "one-7"] {
        let (out, _) = expect_exit(root, &["verify", folder], 0);
        assert!(out.contains("facts hold, and prove the values"), "{out}");
    }
}

/// The proofs that `scripts/check-formal.sh` gives to the checker from Coq are those that the program writes.
#[test]
fn kept_proofs_are_what_is_written() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (name, code, max) in [
        ("cram-4-by-5", "cram:rows=4,columns=5", None),
        ("clobber-2-rows", GAMES[4].0, GAMES[4].1),
        ("node-kayles-3-rows", "node-kayles:grid:rows=3", Some(9)),
        ("node-kayles-petersen", GAMES[7].0, GAMES[7].1),
        ("col-cycles", LISTED[0].0, LISTED[0].1),
        ("geography-2-rows", LISTED[5].0, LISTED[5].1),
        ("subset-take-away", LISTED[7].0, LISTED[7].1),
    ] {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/facts/{name}.txt"));
        assert_eq!(run(root, code, max, name, "1", ""), fs::read_to_string(kept).unwrap(), "{name}");
    }
}

/// A run that is killed while it searches or proves ends with the same files.
#[cfg(unix)]
#[test]
fn proofs_are_written_after_kills() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[game]\ncode = \"cram:rows=4\"\n[range]\nmax = 6\n[solve]\ncheckpoint = \"1ms\"\n\
                  [output]\nformats = [\"csv\", \"facts\"]\n";
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole", "--progress", "never"], 0);
    run_with_stops(root, "killed", &[], ("-KILL", 8), 0);
    assert_eq!(results(&root.join("whole")), results(&root.join("killed")));
}

/// `verify` notices a wrong fact even if the checksum was written again.
#[test]
fn verify_looks_at_facts() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (number, (code, max)) in [GAMES[0], GAMES[4], GAMES[7], LISTED[6], LISTED[8]].into_iter().enumerate() {
        let out = number.to_string();
        let text = run(root, code, max, &out, "1", "");
        let place = text.lines().position(|line| line.ends_with(" = 1")).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines[place] = lines[place].replace(" = 1", " = 2");
        let changed = lines.join("\n") + "\n";
        let (file, manifest) = (root.join(&out).join("facts.txt"), root.join(&out).join("manifest.json"));
        let sums = fs::read_to_string(&manifest).unwrap();
        fs::write(&file, &changed).unwrap();
        let hash = |text: &str| grundy::number::hex(&<sha2::Sha256 as sha2::Digest>::digest(text));
        fs::write(&manifest, signed(&sums.replace(&hash(&text), &hash(&changed)))).unwrap();
        let (_, err) = expect_exit(root, &["verify", &out], 5);
        assert!(err.contains("does not follow"), "{code}: {err}");
    }
}

/// Values and exclusions that are changed are noticed, wherever they stand, as is another number of lines.
#[test]
fn wrong_proofs_are_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write_files(root);
    let games = [GAMES[0], GAMES[4], GAMES[7], LISTED[0], LISTED[3], LISTED[5], LISTED[8], LISTED[9]];
    for (number, (code, max)) in games.into_iter().enumerate() {
        let text = run(root, code, max, &number.to_string(), "1", "");
        let lines: Vec<&str> = text.lines().collect();
        let (mut all, mut changes) = (Vec::new(), Vec::new());
        for place in (2..lines.len()).filter(|place| place % 4 == number % 4 || place + 1 == lines.len()) {
            let words: Vec<&str> = lines[place].split(' ').collect();
            let wrong = match words[..] {
                ["row", label, value, start] => format!("row {label} {} {start}", value.parse::<u32>().unwrap() ^ 1),
                ["end", count] => format!("end {}", count.parse::<u32>().unwrap() + 1),
                [key, "=", value] => format!("{key} = {}", value.parse::<u32>().unwrap() + 1),
                [key, "!", _] => format!("{key} ! 29"),
                _ => unreachable!(),
            };
            let mut changed = lines.clone();
            changed[place] = &wrong;
            all.push(changed.join("\n") + "\n");
            changes.push(wrong);
        }
        let (exit, said) = check_all(root, &all);
        assert_eq!(exit, 1, "{code}: {said}");
        for (number, wrong) in changes.iter().enumerate() {
            let refused = said.lines().any(|line| line.starts_with(&format!("{number}.txt: WRONG: ")));
            assert!(refused, "{code}: {wrong}: {said}");
        }
    }
    let (exit, said) = check(root, "grundy facts 1\ngame nim:3\nend 0\n");
    assert!(exit == 2 && said.contains("is not known here"), "{said}");
}

#[test]
fn facts_are_refused_where_no_checker_knows_the_rules() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (config, words) in [
        ("code = \"nim:1\"\n[range]\nmax = 5", "for games whose rules the checker knows"),
        ("code = \"edge-game:star,cycle\"\n[range]\nmax = 5", "for games whose rules the checker knows"),
        ("code = \"cram:rows=2\"\nplay = \"misere\"\n[range]\nmax = 3", "facts are about Grundy values in normal play"),
    ] {
        fs::write(root.join("job.toml"), format!("[game]\n{config}\n[output]\nformats = [\"facts\"]\n")).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--progress", "never"], 2);
        assert!(err.contains(words), "{config}: {err}");
    }
}
