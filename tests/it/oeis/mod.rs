//! Drafts for the OEIS, their b-files and programs; identifying sequences in the OEIS download.

mod programs;

use crate::common::expect_exit;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn terms(draft: &str) -> Vec<u64> {
    let lines = draft.lines().filter(|line| ["%S ", "%T ", "%U "].iter().any(|kind| line.starts_with(kind)));
    let data: String = lines.map(|line| &line[3..]).collect();
    assert!(data.len() <= 260, "{data}");
    data.split(',').map(|term| term.parse().unwrap()).collect()
}

#[test]
fn drafts_say_what_is_proved() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 500\n[analysis]\nperiod = true\nzeros = true\nrecords = true\n\
        first-occurrence = true\n[output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("kayles.toml"), config).unwrap();
    expect_exit(root, &["run", "kayles.toml", "--out", "out"], 0);
    let out = root.join("out");
    let draft = text(&out, "oeis/values.txt");
    assert!(draft.contains("%C Eventually periodic with period 12; the last exception is at n = 70. Proved: theorem guy-smith, all values checked up to n ="), "{draft}");
    assert!(draft.contains("%F a(n) = a(n-12) for n >= 83.\n"), "{draft}");
    assert!(draft.contains("signature (0,0,0,0,0,0,0,0,0,0,0,1)."), "{draft}");
    assert!(draft.contains("%K nonn,easy\n%O 0,3\n"), "{draft}");
    assert!(draft.is_ascii() && !draft.contains("%A") && !draft.contains("%I"));
    let values = terms(&draft);
    assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    let all = text(&out, "b-file.txt");
    assert_eq!(all.lines().count(), 501);
    for (line, value) in all.lines().zip(&values) {
        assert_eq!(line.split_once(' ').unwrap().1, value.to_string());
    }
    assert_eq!(terms(&text(&out, "oeis/zeros.txt")), [0]);
    assert_eq!(text(&out, "oeis/b-zeros.txt"), "1 0\n");
    // The proved period shows that no other P-position, value or record follows.
    for figure in ["zeros", "records", "record-values", "first-occurrence"] {
        let draft = text(&out, &format!("oeis/{figure}.txt"));
        assert!(draft.contains("%K nonn,fini,full\n"), "{draft}");
    }
    assert_eq!(terms(&text(&out, "oeis/first-occurrence.txt"))[..5], [0, 1, 2, 3, 5]);
    assert!(text(&out, "oeis/records.txt").contains("%N Where records occur"));
    assert_eq!(terms(&text(&out, "oeis/record-values.txt")), [0, 1, 2, 3, 4, 6, 7, 8]);
    expect_exit(root, &["verify", "out"], 0);
    // An observed period is called empirical.
    let (out, _) = expect_exit(root, &["values", "subtraction:factorials", "--max", "300", "--format", "oeis"], 0);
    assert!(
        out.contains("%C Empirical: periodic with period 25 from the beginning, checked up to n = 300; not proved."),
        "{out}"
    );
    assert!(!out.contains("%F") && !out.contains("signature") && out.contains("%K nonn\n"), "{out}");
    // The sequence starts at 1, and so does the period: there is no exception.
    let (out, _) = expect_exit(root, &["values", "cram:rows=2", "--max", "12", "--format", "oeis"], 0);
    assert!(out.contains("%C Empirical: periodic with period 2 from the beginning, checked up to n = 12;"), "{out}");
    // With a saltus: a(n) = a(n-1) + a(n-p) - a(n-p-1).
    let (out, _) = expect_exit(root, &["values", "all-but:", "--max", "300", "--format", "oeis"], 2);
    assert!(out.is_empty());
    let (out, _) = expect_exit(root, &["values", "all-but:2", "--max", "300", "--format", "oeis"], 0);
    assert!(out.contains("saltus") && out.contains("signature (1,") && out.contains(",1,-1)."), "{out}");
}

#[test]
fn tables_are_read_by_lines() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config =
        "[game]\ncode = \"nim:2\"\n[range]\nmax = 30\n[analysis]\ncounts = [\"max\"]\n[output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("nim.toml"), config).unwrap();
    expect_exit(root, &["run", "nim.toml", "--out", "out"], 0);
    let out = root.join("out");
    let square = text(&out, "oeis/antidiagonals.txt");
    assert!(square.contains("%K nonn,tabl\n%O 0,4\n"), "{square}");
    assert_eq!(terms(&square)[..10], [0, 1, 1, 2, 0, 2, 3, 3, 3, 3]);
    assert_eq!(terms(&text(&out, "oeis/triangle.txt"))[..10], [0, 1, 0, 2, 3, 0, 3, 2, 1, 0]);
    assert_eq!(terms(&text(&out, "oeis/counts-max.txt"))[..4], [1, 1, 1, 1]);
    assert_eq!(text(&out, "oeis/b-antidiagonals.txt").lines().count(), 31 * 32 / 2);
    fs::write(root.join("f.csv"), "from,to\na,b\n").unwrap();
    let (_, err) = expect_exit(root, &["values", "graph:f.csv", "--format", "oeis"], 2);
    assert!(err.contains("positions have names, not numbers"), "{err}");
}

/// The drafts of tables show the table itself, too.
#[test]
fn drafts_of_tables_show_the_table() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let (draft, _) = expect_exit(root, &["values", "wythoff", "--max", "40", "--format", "oeis"], 0);
    let array: Vec<&str> = draft.lines().filter(|line| line.starts_with("%e ")).collect();
    assert!(array.len() == 11 && array[0] == "%e Array begins:", "{draft}");
    assert!(
        draft.contains(
            "%N Square array T(n,k) read by antidiagonals: Sprague-Grundy values of Wythoff's game at (n, k).\n"
        ),
        "{draft}"
    );
    assert!(draft.contains("%e    1,  2,  0,  4,  5,  3,  7,  8,  6, 10, ...\n"), "{draft}");
}

/// Names and rules are those of the game at hand, without codes of this program; keywords say what is known.
#[test]
fn drafts_name_the_game_in_words() {
    let root = TempDir::new().unwrap();
    let draft =
        |code: &str, max: &str| expect_exit(root.path(), &["values", code, "--max", max, "--format", "oeis"], 0).0;
    for (code, max, lines) in [
        ("kayles", "200", ["%N Sprague-Grundy values (nim-sequence) of Kayles.", "%K nonn,easy"]),
        ("octal:0.156", "9", ["%N Sprague-Grundy values (nim-sequence) of the octal game 0.156.", "%K nonn,more"]),
        (
            "octal:0.6",
            "200",
            [
                "%N Sprague-Grundy values (nim-sequence) of Officers.",
                "%C A move in a heap removes 1 token and leaves exactly 1 or 2 nonempty heaps.",
            ],
        ),
        (
            "subtraction:1,3,4",
            "200",
            [
                "%N Sprague-Grundy values (nim-sequence) of the subtraction game with subtraction set {1, 3, 4}.",
                "%K nonn,easy",
            ],
        ),
    ] {
        let draft = draft(code, max);
        assert!(lines.iter().all(|line| draft.lines().any(|other| other == *line)), "{draft}");
        assert!(["octal:", "subtraction:", "grundy "].iter().all(|code| !draft.contains(code)), "{draft}");
    }
}

#[test]
fn sequences_are_found_in_the_download() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let lines = "# OEIS Sequence Data\nA002186 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,4,6,7,4,1,2,8,5,4,7,2,\n\
        A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,\n";
    fs::write(root.join("stripped"), lines).unwrap();
    let (out, _) = expect_exit(root, &["identify", "octal:0.77", "--oeis", "stripped"], 0);
    assert_eq!(out, "A002186  32 terms agree, from the first term on  https://oeis.org/A002186\n");
    fs::write(root.join("b.txt"), "5 3\n6 5\n7 8\n8 13\n9 21\n10 34\n11 55\n").unwrap();
    let (out, _) = expect_exit(root, &["identify", "b.txt", "--oeis", "stripped"], 0);
    assert_eq!(out, "A000045  all 7 terms agree, from its term 5 on  https://oeis.org/A000045\n");
    // The same with a compressed file.
    let packed = Command::new("gzip").args(["-k", "stripped"]).current_dir(root).status();
    if packed.is_ok_and(|status| status.success()) {
        let (out, _) = expect_exit(root, &["identify", "b.txt", "--oeis", "stripped.gz"], 0);
        assert!(out.starts_with("A000045"), "{out}");
    }
    let (out, _) = expect_exit(root, &["identify", "subtraction:1,3,4", "--oeis", "stripped"], 0);
    assert!(out.contains("no sequence"), "{out}");
    for (arguments, exit, words) in [
        (["octal:0.3", "--oeis", "stripped"], 2, "too few"),
        (["nim:2", "--oeis", "stripped"], 2, "is not a sequence"),
        (["octal:0.77", "--oeis", "nowhere.gz"], 4, "nowhere.gz"),
        (["octal:0.77", "--oeis", "b.txt"], 5, "as in the OEIS file stripped.gz"),
    ] {
        let all: Vec<&str> = ["identify"].into_iter().chain(arguments).collect();
        let (_, err) = expect_exit(root, &all, exit);
        assert!(err.contains(words), "{err}");
    }
}
