//! Sweeps: the order of rows, whatever the threads and interruptions; tables of every analysis; and messages
//! for wrong sweeps.

use crate::common::stops::run_with_stops;
use crate::common::{expect_exit, grundy, results, signed};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Octal games with two digits, with every analysis.
const OCTAL: &str = "[sweep]\ncode = \"octal:{z}.{d}\"\n[sweep.over]\nz = [0, 4]\nd = { octal-digits = 2 }\n\
    [range]\nmax = 2000\n[solve]\ncheckpoint = \"1ms\"\n[analysis]\nperiod = true\nrecords = true\nzeros = true\nhistogram = true\n\
    [output]\nformats = [\"csv\", \"report\"]\n";

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_same_bytes_whatever_the_threads_and_the_memory() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("octal.toml"), OCTAL).unwrap();
    for (out, threads) in [("one", "1"), ("two", "2"), ("seven", "7")] {
        expect_exit(root, &["run", "octal.toml", "--out", out, "--threads", threads, "--progress", "never"], 0);
    }
    // With so little memory, no share of it is enough, so the games are solved one at a time.
    fs::write(root.join("small.toml"), OCTAL.replace("[solve]\n", "[solve]\nmemory = \"20 MiB\"\n")).unwrap();
    expect_exit(root, &["run", "small.toml", "--out", "small", "--threads", "7", "--progress", "never"], 0);
    let one = results(&root.join("one"));
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    let expected = [
        "sweep.csv",
        "sweep.md",
        "sweep_histogram.csv",
        "sweep_maxima.csv",
        "sweep_records.csv",
        "sweep_values.csv",
        "sweep_zeros.csv",
    ];
    assert_eq!(names, expected);
    assert_eq!(results(&root.join("two")), one);
    assert_eq!(results(&root.join("seven")), one);
    for name in ["sweep.csv", "sweep_values.csv", "sweep_zeros.csv"] {
        assert_eq!(results(&root.join("small"))[name], one[name], "{name}");
    }
    let table = text(&root.join("one"), "sweep.csv");
    assert_eq!(table.lines().count(), 1 + 2 * 63);
    assert!(
        table.starts_with("game,z,d,max,preperiod,period,saltus,status,theorem,checked_to,max_value,zeros,error\n")
    );
    assert!(table.contains("\noctal:0.77,0,77,2000,71,12,0,proved,"), "{table}");
    let values = text(&root.join("one"), "sweep_values.csv");
    assert!(values.starts_with("z,d,n,value\n0,01,0,0\n") && values.contains("\n0,77,11,6\n"));
    assert_eq!(values.lines().count(), 1 + 2 * 63 * 2001);
    let (out, _) = expect_exit(root, &["verify", "one"], 0);
    assert!(out.contains("126 of 126 games solved again"), "{out}");
}

#[test]
fn a_sweep_that_is_killed_goes_on() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), OCTAL.replace("max = 2000", "max = 6000")).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole", "--progress", "never"], 0);
    for (out, signal) in [("killed", "-KILL"), ("stopped", "-TERM")] {
        run_with_stops(root, out, &[], (signal, 8), 0);
        assert_eq!(results(&root.join(out)), results(&root.join("whole")), "{out}");
    }
}

#[test]
fn games_that_fail_are_rows_and_equal_games_agree() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[sweep]\ncode = \"subtraction:{a},{b}\"\n[sweep.over]\na = \"0..=4\"\nb = \"1..=4\"\n[range]\nmax = \"10 * a\"\n\
                  [analysis]\nperiod = true\n[expect]\nrows = 20\nerrors = 4\nproved = 16\nat.\"a=2, b=3\".period = 5\n";
    fs::write(root.join("pairs.toml"), config).unwrap();
    let (_, err) = expect_exit(root, &["run", "pairs.toml", "--out", "out"], 1);
    assert!(err.contains("4 games failed"), "{err}");
    let table = text(&root.join("out"), "sweep.csv");
    assert!(table.contains("\n\"subtraction:0,1\",0,1,,,,,,,,,,game code:1:13: `set` cannot be 0"), "{table}");
    let row = |start: &str| table.lines().find(|line| line.contains(start)).unwrap().to_string();
    assert!(row("\",2,3,20,").ends_with(",0,5,0,proved,subtraction-window,7,2,9,"));
    assert!(row("\",3,2,30,").starts_with("\"subtraction:2,3\",") && row("\",3,2,30,").contains(",30,0,5,0,proved,"));
    assert!(text(&root.join("out"), "checks.csv").lines().skip(1).all(|line| line.ends_with(",true")));
    let (_, err) = expect_exit(root, &["verify", "out"], 0);
    assert!(err.is_empty(), "{err}");
    // A changed row, with its checksum adjusted.
    let changed = table.replace("\"subtraction:1,2\",1,2,10,0,3,", "\"subtraction:1,2\",1,2,10,0,6,");
    assert_ne!(changed, table);
    let sum = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let manifest = text(&root.join("out"), "manifest.json").replace(&sum(&table), &sum(&changed));
    fs::write(root.join("out/sweep.csv"), &changed).unwrap();
    fs::write(root.join("out/manifest.json"), signed(&manifest)).unwrap();
    let (_, err) = expect_exit(root, &["verify", "out"], 5);
    assert!(err.contains("the row of a=1,b=2 is wrong: period is 3"), "{err}");
}

#[test]
fn sets_boxes_and_outcomes() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let sets = "[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 6, size = \"1..=3\", gcd = 1 }\n[range]\nmax = 200\n\
                [analysis]\nperiod = true\n[output]\nformats = []\n";
    fs::write(root.join("sets.toml"), sets).unwrap();
    expect_exit(root, &["run", "sets.toml", "--out", "sets"], 0);
    let names: Vec<String> = results(&root.join("sets")).into_keys().collect();
    assert_eq!(names, ["sweep.md", "sweep_maxima.csv"]);
    let records = text(&root.join("sets"), "sweep_maxima.csv");
    assert!(records.contains("\n6,") && records.contains("S=1 "), "{records}");
    let boxes = "[sweep]\ncode = \"circular-nim:{n},{k}\"\n[sweep.over]\nn = \"3..=4\"\nk = \"1..=n\"\n[range]\nmax = 5\n\
                 [analysis]\ncounts = [\"max\"]\n[solve]\nvalue = \"outcome\"\n";
    fs::write(root.join("boxes.toml"), boxes).unwrap();
    expect_exit(root, &["run", "boxes.toml", "--out", "boxes"], 0);
    let counts = text(&root.join("boxes"), "sweep_counts.csv");
    assert!(counts.starts_with("n,k,by,n,p_positions\n3,1,max,0,1\n"), "{counts}");
    assert_eq!(counts.lines().count(), 1 + 7 * 6);
    let (out, _) = expect_exit(root, &["verify", "sets", "boxes"], 0);
    assert!(out.contains("all games were solved again"), "{out}");
}

/// The oracle re-solves games with few positions, but not games with few rows and many positions.
#[test]
fn the_oracle_is_for_small_games() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[sweep]\ncode = \"building-nim:{s}\"\n[sweep.over]\ns = [3, 8]\n[range]\nmax = 60\n[output]\nformats = [\"csv\"]\n";
    fs::write(root.join("piles.toml"), config).unwrap();
    expect_exit(root, &["run", "piles.toml", "--out", "piles"], 0);
    let (out, _) = expect_exit(root, &["verify", "piles"], 0);
    assert!(out.contains("2 of 2 games solved again, 1 of them by the oracle"), "{out}");
}

#[test]
fn sets_solved_at_once_are_the_sets_one_by_one() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |over: &str, solve: &str, max: u64, formats: &str| {
        format!(
            "[sweep]\ncode = \"subtraction:{{S}}\"\n[sweep.over]\nS = {over}\n[range]\nmax = {max}\n{solve}\
             [analysis]\nperiod = true\n[output]\nformats = [{formats}]\n"
        )
    };
    let all = "{ subsets-of = 9 }";
    let some = "{ subsets-of = 9, size = \"2..=7\", avoiding = [4], containing = [2] }";
    let by_kernel = "[solve]\nkernel = \"subtraction-automaton\"\n";
    // With max = 20 some proofs do not fit into the range.
    for (name, over, max) in [("all", all, 500), ("some", some, 500), ("short", all, 20)] {
        for (out, solve, formats) in [("bulk", "", "\"report\""), ("one", by_kernel, "\"report\""), ("few", "", "")] {
            let file = format!("{name}-{out}.toml");
            fs::write(root.join(&file), config(over, solve, max, formats)).unwrap();
            expect_exit(root, &["run", &file, "--out", &format!("{name}-{out}")], 0);
        }
        let table = |out: &str, file: &str| text(&root.join(format!("{name}-{out}")), file);
        assert_eq!(table("bulk", "sweep.csv"), table("one", "sweep.csv"), "{name}");
        assert_eq!(table("bulk", "sweep_maxima.csv"), table("one", "sweep_maxima.csv"), "{name}");
        assert_eq!(table("few", "sweep_maxima.csv"), table("one", "sweep_maxima.csv"), "{name}");
    }
    let (out, _) = expect_exit(root, &["verify", "all-bulk", "some-bulk", "short-bulk"], 0);
    assert!(out.contains("200 of 511 games solved again, 200 of them by the oracle"), "{out}");
}

/// The content of the files of games belongs to the sweep. Changed rows and records are found, even if their
/// checksums were adjusted.
#[test]
fn what_was_changed_is_found() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("f.csv"), "from,to\n0,1\n1,2\n").unwrap();
    fs::write(root.join("graphs.toml"), "[sweep]\ncode = \"graph:{f}\"\n[sweep.over]\nf = [\"f.csv\"]\n").unwrap();
    expect_exit(root, &["run", "graphs.toml", "--out", "graphs"], 0);
    let (_, err) = expect_exit(root, &["run", "graphs.toml", "--out", "graphs"], 0);
    assert!(err.contains("up to date"), "{err}");
    fs::write(root.join("f.csv"), "from,to\n0,1\n0,2\n1,2\n").unwrap();
    let (_, err) = expect_exit(root, &["verify", "graphs"], 5);
    assert!(err.contains("a file of its games was changed"), "{err}");
    let (_, err) = expect_exit(root, &["run", "graphs.toml", "--out", "graphs"], 0);
    assert!(!err.contains("up to date"), "{err}");
    for formats in ["", "\"report\""] {
        let config = "[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 5 }\n[range]\nmax = 60\n[analysis]\nperiod = true\n";
        fs::write(root.join("sets.toml"), format!("{config}[output]\nformats = [{formats}]\n")).unwrap();
        expect_exit(root, &["run", "sets.toml", "--out", "sets"], 0);
        expect_exit(root, &["verify", "sets"], 0);
        let table = text(&root.join("sets"), "sweep_maxima.csv");
        let changed = table.replacen(",period,10,", ",period,20,", 1);
        assert_ne!(table, changed, "{table}");
        let sum = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let manifest = text(&root.join("sets"), "manifest.json").replace(&sum(&table), &sum(&changed));
        fs::write(root.join("sets/sweep_maxima.csv"), &changed).unwrap();
        fs::write(root.join("sets/manifest.json"), signed(&manifest)).unwrap();
        let (_, err) = expect_exit(root, &["verify", "sets"], 5);
        assert!(err.contains("does not contain the records"), "{err}");
    }
    // A row with an error is correct if the game really fails with this error.
    let config = "[sweep]\ncode = \"{z}\"\n[sweep.over]\nz = [\"wythoff\", \"nim:3\"]\n[range]\nmax = 4\n[output]\nformats = [\"csv\"]\n";
    fs::write(root.join("columns.toml"), config).unwrap();
    expect_exit(root, &["run", "columns.toml", "--out", "columns"], 1);
    expect_exit(root, &["verify", "columns"], 0);
    let config = "[sweep]\ncode = \"subtraction:{a},9\"\n[sweep.over]\na = \"1..=3\"\n[range]\nmax = \"20 * a\"\n\
                  [analysis]\nzeros = true\n[output]\nformats = [\"report\"]\nmax-rows = 30\n[expect]\nerrors = 2\nat.\"a=1\".zeros = 11\n";
    fs::write(root.join("long.toml"), config).unwrap();
    let (_, err) = expect_exit(root, &["run", "long.toml", "--out", "long"], 1);
    assert!(err.contains("2 games failed"), "{err}");
    let table = text(&root.join("long"), "sweep.csv");
    assert!(table.contains("the listing zeros.csv needs up to 41 rows"), "{table}");
    expect_exit(root, &["verify", "long"], 0);
}

#[test]
fn from_the_command_line() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let sweep = ["sweep", "subtraction:{a},{b},{c}", "--over", "a,b,c=1..=7", "--where", "a < b < c", "--max", "1000"];
    let (out, err) = expect_exit(root, &sweep, 0);
    assert_eq!(out.lines().count(), 1 + 35);
    assert!(out.contains("\n\"subtraction:2,5,7\",2,5,7,1000,0,22,0,proved,"), "{out}");
    assert!(err.contains("35 games: 35 periods proved"), "{err}");
    let (out, _) = expect_exit(root, &["sweep", "nim:{k}", "--over", "k=1..=3", "--max", "2"], 0);
    assert_eq!(out, "game,k,max,max_value,zeros,error\nnim:1,1,2,2,1,\nnim:2,2,2,3,3,\nnim:3,3,2,3,7,\n");
    let output = grundy(root, &["sweep", "nim:{k}", "--over", "k=1..3 3", "--max", "2"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("over k:1:6"), "{output:?}");
}

#[test]
fn wrong_sweeps_are_refused_before_work_starts() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |code: &str, over: &str, more: &str| {
        format!(
            "[sweep]\ncode = \"{code}\"\n{more}\n[sweep.over]\n{over}\n[range]\nmax = 9\n[analysis]\nperiod = true\n"
        )
    };
    for (code, over, more, exit, words) in [
        ("subtraction:{a}", "a = \"1..=3\"\nb = \"1..=3\"", "", 2, "does not use `b`"),
        ("subtracting:{a}", "a = \"1..=3\"", "", 2, "did you mean `subtraction`?"),
        ("subtraction:{a}", "a = \"-3..=0\"", "", 2, "none of the first 4"),
        ("subtraction:{a}", "a = \"3..=1\"", "", 2, "empty"),
        ("subtraction:{a}", "a = \"1..=3\"", "where = \"a > 5\"", 2, "no combination satisfies `where`"),
        ("subtraction:{a}", "a = \"1..=10**12\"", "", 3, "1000000000000 combinations"),
        ("subtraction:{a},{b}", "a = \"1..=10**6\"\nb = \"a..=10**6\"", "", 3, "more than 1000000000"),
        ("subtraction:{a}", "a = \"1..=b\"", "", 2, "there is no variable `b`"),
        ("subtraction:{a}", "a = \"1..=3\"", "where = \"a ^ 2\"", 2, "bad.toml:3:12"),
        ("subtraction:{a}", "a = \"1..=3\"", "where = \"\"\"\na > 1 and\n b > 2\"\"\"", 2, "bad.toml:5:2"),
        ("subtraction:{a}", "a = \"1..=3\"", "where = \"period == 2\"", 2, "there is no variable `period`"),
        ("subtraction:{a}", "a = 3", "", 2, "for a single value write [3]"),
        ("subtraction:{a}", "a = [1, \"x\"]", "", 2, "use only numbers or only texts"),
        ("subtraction:{S}", "S = { subsets-of = 99 }", "", 2, "from 1 to 63"),
        ("subtraction:{S}", "S = { subsets-of = 9, sizes = 3 }", "", 2, "unknown key `sizes`: did you mean `size`?"),
        ("subtraction:{S}", "S = { subsets-of = 3, containing = [4] }", "", 2, "4 is not an element"),
        ("subtraction:{gcd}", "gcd = \"1..=3\"", "", 2, "already has another meaning"),
        ("subtraction:{period}", "period = \"1..=3\"", "", 2, "already has another meaning"),
        ("cram:{t}", "t = { trees = \"1..=30\" }", "", 2, "numbers of vertices are from 1 to 22"),
        ("grim:{t}", "t = { trees = 9 }", "", 2, "`trees` is not a text"),
        ("grim:{t}", "t = { graphs = \"no.g6\" }", "", 2, "cannot read no.g6"),
        ("grim:{t}", "t = { trees = \"2..=3\", size = 3 }", "", 2, "unknown key `size`"),
        ("subtraction:1", "", "", 2, "no variable"),
        ("subtraction:{a}", "a = \"1..=3\"", "play = \"reverse\"", 2, "is not a play"),
    ] {
        fs::write(root.join("bad.toml"), config(code, over, more)).unwrap();
        let (_, err) = expect_exit(root, &["run", "bad.toml", "--out", "out"], exit);
        assert!(err.contains(words), "{code} {over} {more}: {err}");
        assert!(!root.join("out").exists(), "{code} {over}");
    }
    let more = |text: &str| format!("{}{text}\n", config("subtraction:{a}", "a = \"1..=3\"", ""));
    for (text, words) in [
        ("[output]\nformats = [\"b-file\"]", "sweeps have no format `b-file`"),
        ("[expect]\nlines = 3", "`lines` cannot be expected of a sweep"),
        ("[expect]\nat.\"b=1\".period = 3", "a=..."),
        ("[expect]\nat.\"a=1\".perod = 3", "no column `perod`"),
        ("[game]\ncode = \"nim:1\"", "unknown key `game`"),
    ] {
        fs::write(root.join("bad.toml"), more(text)).unwrap();
        let (_, err) = expect_exit(root, &["run", "bad.toml", "--out", "out"], 2);
        assert!(err.contains(words), "{text}: {err}");
    }
}

/// 8 and 9 would be read as hexadecimal digits, and 10 as the digits 1 and 0.
#[test]
fn a_number_among_octal_digits_is_one_digit() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let run = |code: &str, over: &str, more: &str, exit: i32| {
        let text = format!(
            "[sweep]\ncode = \"{code}\"\n{more}\n[sweep.over]\n{over}\n[range]\nmax = 9\n[analysis]\nperiod = true\n"
        );
        fs::write(root.join("job.toml"), text).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh"], exit).1
    };
    for (code, over, more, number) in [
        ("octal:0.{d}", "d = \"1..=12\"", "", "d = 8"),
        ("octal:0.{d}", "d = \"-1..=7\"", "", "d = -1"),
        ("octal:0.{d}", "d = [7, 10]", "", "d = 10"),
        ("octal:{z}.{d}", "z = [0, 8]\nd = { octal-digits = 1 }", "", "z = 8"),
        ("sum:(octal:0.7{a})+(octal:0.{a})", "a = \"20..=22\"", "", "a = 20"),
        ("octal:heaps=1,digits=0.{d}", "d = \"1..=8\"", "", "d = 8"),
        (
            "octal:0.{a}{b}",
            "a = \"1..=5\"\nb = \"a..=a+4\"",
            "",
            "b = 8 is used among octal digits, where a number must be a single digit from 0 to 7, at a=4,b=8",
        ),
        ("octal:0.{a}{b}", "a = \"1..=12\"\nb = \"1..=12\"", "where = \"a < 8 and b < 9\"", "at a=1,b=8"),
    ] {
        let err = run(code, over, more, 2);
        let words = [number, "0 to 7", "{ octal-digits = 2 }", "a list of texts"];
        words.iter().for_each(|word| assert!(err.contains(word), "{code} {over}: {word}: {err}"));
        assert!(!root.join("out").exists(), "{code} {over}");
    }
    for (code, over, more) in [
        ("octal:0.{d}", "d = \"1..=7\"", ""),
        ("octal:{z}.{d}", "z = [0, 4]\nd = [\"07\", \"8\", \"1A\"]", ""),
        ("octal:0.77,heaps={k}", "k = [1]", ""),
        ("octal:0.{a}{b}", "a = \"1..=12\"\nb = \"a..=12\"", "where = \"a < 8 and b < 8\""),
        ("subtraction:{a}", "a = \"1..=12\"", ""),
    ] {
        run(code, over, more, 0);
        fs::remove_dir_all(root.join("out")).unwrap();
    }
    let (_, err) = expect_exit(root, &["sweep", "octal:0.{d}", "--over", "d=1..=12", "--max", "9"], 2);
    assert!(err.contains("d = 8 is used among octal digits") && err.contains("{ octal-digits = 2 }"), "{err}");
}

#[test]
fn a_dry_run_counts_the_games_of_a_small_sweep() {
    let folder = TempDir::new().unwrap();
    for (condition, said) in [
        ("", "games      all 55 combinations"),
        ("where = \"a < 12\"\n", "games      all 55 combinations"),
        ("where = \"a > 1\"\n", "games      45 of 55 combinations"),
    ] {
        // After a = 10 the range of b is empty.
        let over = "[sweep.over]\na = \"1..=11\"\nb = \"a+1..=11\"\n";
        let text = format!("[sweep]\ncode = \"subtraction:{{a}},{{b}}\"\n{condition}{over}[range]\nmax = 40\n");
        fs::write(folder.path().join("job.toml"), text).unwrap();
        let (out, _) = expect_exit(folder.path(), &["run", "job.toml", "--dry-run"], 0);
        assert!(out.contains(said), "{out}");
        // 40 values of a game take microseconds.
        assert!(out.contains("time       less than a second on one core in total, as all games took"), "{out}");
    }
}

#[test]
fn values_of_all_games_are_counted_before_work_starts() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |max: &str, rows: u64| {
        format!(
            "[sweep]\ncode = \"subtraction:{{a}},{{b}}\"\nwhere = \"a < b\"\n[sweep.over]\na = \"1..=9\"\nb = \"1..=9\"\n[range]\nmax = {max}\n\
             [output]\nformats = [\"csv\"]\nmax-rows = {rows}\n"
        )
    };
    let refused = |text: String, words: &[&str]| {
        fs::write(root.join("job.toml"), text).unwrap();
        for more in [&[][..], &["--dry-run"], &["--shard", "1/2"]] {
            let (_, err) = expect_exit(root, &[&["run", "job.toml", "--out", "out"], more].concat(), 3);
            words.iter().for_each(|word| assert!(err.contains(word), "{more:?} {word}: {err}"));
            assert!(!root.join("out").exists(), "{more:?}");
        }
    };
    // 36 games with n = 0, ..., 10 a: the number of bytes of their lines, if each value has one digit.
    let games = (1..=9u64).flat_map(|a| (a + 1..=9).map(move |b| (a, b)));
    let lines: Vec<String> = games.flat_map(|(a, b)| (0..=10 * a).map(move |n| format!("{a},{b},{n},0\n"))).collect();
    let (count, bytes) = (lines.len() as u64, lines.concat().len() as f64);
    let needed = format!("sweep_values.csv of 36 games needs {count} rows (about {:.1} KiB)", bytes / 1024.0 + 0.05);
    let remedy = "`max-rows` in [output] allows 1235 rows; remove `csv` from `formats`, lower `max`, or raise it";
    refused(config("\"10 * a\"", count - 1), &[&needed, &remedy.replace("1235", &(count - 1).to_string())]);
    fs::write(root.join("job.toml"), config("\"10 * a\"", count)).unwrap();
    let (out, _) = expect_exit(root, &["run", "job.toml", "--out", "out", "--dry-run"], 0);
    assert!(out.contains(&format!("sweep_values.csv with {count} rows, about ")), "{out}");
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
    let written = text(&root.join("out"), "sweep_values.csv");
    assert_eq!((written.lines().count() as u64, written.len() as f64), (count + 1, bytes + 12.0));
    fs::remove_dir_all(root.join("out")).unwrap();
    // No disk has enough space for 36 games of 10^15 rows with 21.9 bytes each. A shard needs only a part of it.
    fs::write(root.join("job.toml"), config("1_000_000_000_000_000", i64::MAX as u64)).unwrap();
    for more in [&[][..], &["--dry-run"]] {
        let (_, err) = expect_exit(root, &[&["run", "job.toml", "--out", "out"], more].concat(), 3);
        assert!(
            err.contains(
                "sweep_values.csv of all games needs about 699.9 PiB, but the free space on the disk of out allows"
            ),
            "{err}"
        );
        assert!(err.contains("write to another disk (--out)") && !root.join("out").exists(), "{err}");
    }
    // For a very large number of games, the message is about the first ones.
    let text = "[sweep]\ncode = \"subtraction:{a},{b}\"\n[sweep.over]\na = \"1..=100\"\nb = \"101..=200\"\n[range]\nmax = 999\n\
                [output]\nformats = [\"csv\"]\nmax-rows = 2_000_000\n";
    refused(text.to_string(), &["of its first 2048 games (of up to 10000) needs 2048000 rows (about "]);
}

/// Other tables are counted while they grow, also after a resumed run. A table with too many rows ends the
/// run, which leaves nothing behind.
#[test]
fn tables_that_grow_too_long_end_a_sweep() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |rows: usize| {
        let formats = format!("formats = [\"report\"]\nmax-rows = {rows}\n");
        OCTAL.replace("formats = [\"csv\", \"report\"]\n", &formats)
    };
    fs::write(root.join("job.toml"), config(1_000_000)).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
    let rows = |name: &str| text(&root.join("out"), name).lines().count() - 1;
    let zeros = rows("sweep_zeros.csv");
    assert!(zeros > rows("sweep_histogram.csv") && zeros > rows("sweep_records.csv") && zeros > 2001);
    fs::write(root.join("job.toml"), config(zeros)).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "enough"], 0);
    fs::write(root.join("job.toml"), config(zeros - 1)).unwrap();
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "less"], 3);
    let words = format!(
        "sweep_zeros.csv of all games needs at least {zeros} rows, but `max-rows` in [output] allows {} rows",
        zeros - 1
    );
    assert!(err.contains(&words) && err.contains("raise it, lower `max`, or ask for less in [analysis]"), "{err}");
    assert!(!root.join("less").exists());
    run_with_stops(root, "stopped", &[], ("-TERM", 3), 3);
    assert_eq!(fs::read_dir(root.join("stopped")).unwrap().count(), 0);
    // A shard counts its own rows; if it is the only shard, these are all rows.
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "shards", "--shard", "1/1"], 3);
    assert!(err.contains(&words), "{err}");
    for shard in ["1/2", "2/2"] {
        expect_exit(root, &["run", "job.toml", "--out", "halves", "--shard", shard], 0);
    }
    let (_, err) = expect_exit(root, &["merge", "halves"], 3);
    assert!(err.contains(&words), "{err}");
}

#[test]
fn a_batch_has_a_row_for_a_sweep() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("one.toml"), "[game]\ncode = \"nim:1\"\n[range]\nmax = 3\n").unwrap();
    fs::write(
        root.join("many.toml"),
        "[sweep]\ncode = \"nim:{k}\"\n[sweep.over]\nk = [1, 2]\n[range]\nmax = \"k + 1\"\n",
    )
    .unwrap();
    expect_exit(root, &["run", "one.toml", "many.toml", "--out", "out"], 0);
    let summary = text(&root.join("out"), "summary.csv");
    assert!(summary.contains("\nmany,nim:{k},normal,,k + 1,"), "{summary}");
    // A second run finds both up to date.
    let (_, err) = expect_exit(root, &["run", "one.toml", "many.toml", "--out", "out"], 0);
    assert_eq!(err.matches("up to date").count(), 2, "{err}");
}

/// Columns that depend on the range of the games are not sequences. The index is the variable, if there is
/// only one and it increases by one.
#[test]
fn columns_are_sequences() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let run = |name: &str, code: &str, over: &str, exit: i32| {
        let config = format!(
            "[sweep]\ncode = \"{code}\"\n[sweep.over]\n{over}\n[range]\nmax = 500\n[solve]\ncheckpoint = \"0s\"\n[analysis]\nperiod = true\n\
             [output]\nformats = [\"oeis\"]\n"
        );
        fs::write(root.join("job.toml"), config).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", name], exit);
        results(&root.join(name)).into_iter().filter(|(file, _)| file.starts_with("oeis/")).collect::<BTreeMap<_, _>>()
    };
    let line = run("line", "subtraction:1,{b}", "b = \"2..=7\"", 0);
    assert_eq!(line["oeis/b-period.txt"], b"2 3\n3 2\n4 5\n5 2\n6 7\n7 2\n");
    assert_eq!(line["oeis/b-max-value.txt"], b"2 2\n3 1\n4 2\n5 1\n6 2\n7 1\n");
    // The number of P-positions up to max does not form a sequence.
    let names: Vec<&str> = line.keys().map(String::as_str).collect();
    let figures = ["max-value", "period", "preperiod", "saltus"];
    let (b_files, drafts) =
        (figures.map(|name| format!("oeis/b-{name}.txt")), figures.map(|name| format!("oeis/{name}.txt")));
    assert_eq!(names, [b_files, drafts].concat());
    let draft = String::from_utf8(line["oeis/period.txt"].clone()).unwrap();
    assert_eq!(
        draft,
        "%S 3,2,5,2,7,2\n%N a(n) is the period of the game b = n, n >= 2: subtraction:1,{b}.\n%K nonn,more\n%O 2,1\n"
    );
    // The n-th of all sets has the ones of n in binary; with a condition it is only the n-th.
    let name = |files: &BTreeMap<String, Vec<u8>>| String::from_utf8(files["oeis/period.txt"].clone()).unwrap();
    let sets = run("sets", "subtraction:{S}", "S = { subsets-of = 4 }", 0);
    let places = "game whose S is the set of the places (from 1) of the ones of n in binary, n >= 1: subtraction:{S}.";
    assert!(name(&sets).contains(&format!("%N a(n) is the period of the {places}")), "{}", name(&sets));
    assert_eq!(sets["oeis/b-period.txt"][..20], *b"1 2\n2 4\n3 3\n4 6\n5 2\n");
    let some = run("some", "subtraction:{S}", "S = { subsets-of = 4, size = \"1..=2\" }", 0);
    assert!(name(&some).contains("%N a(n) is the period of the n-th game, n >= 1:"), "{}", name(&some));
    let config = "[sweep]\ncode = \"subtraction:1,{b}\"\n[sweep.over]\nb = \"2..=4\"\n[range]\nmax = 90\n[solve]\nvalue = \"outcome\"\n\
                  [analysis]\nperiod = true\n[output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("outcomes.toml"), config).unwrap();
    expect_exit(root, &["run", "outcomes.toml", "--out", "outcomes"], 0);
    let draft = text(&root.join("outcomes"), "oeis/period.txt");
    assert!(draft.contains("%N a(n) is the period (") && draft.contains(") of the game b = n, n >= 2:"), "{draft}");
    let table = run("table", "subtraction:{a},{b}", "a = \"1..=2\"\nb = \"a+1..=a+2\"", 0);
    assert_eq!(table["oeis/b-period.txt"], b"1 3\n2 2\n3 5\n4 6\n");
    let ended = run("ended", "octal:0.{d}", "d = [\"77\", \"6\", \"3\"]", 0);
    assert_eq!(ended["oeis/b-period.txt"], b"1 12\n");
    assert_eq!(ended["oeis/b-max-value.txt"], b"1 8\n");
    // If a proved period has a saltus, there is no largest value.
    let rising = run("rising", "octal:{d}", "d = [\"0.3\", \"0.3F\"]", 0);
    assert_eq!(rising["oeis/b-saltus.txt"], b"1 0\n2 3\n");
    assert_eq!(rising["oeis/b-max-value.txt"], b"1 1\n");
    let failed = run("failed", "subtraction:{a}", "a = \"0..=2\"", 1);
    assert!(failed.is_empty(), "{failed:?}");
    expect_exit(root, &["verify", "line"], 0);
    // Game graphs are computed as a whole, so their number of P-positions is well defined.
    let config =
        "[sweep]\ncode = \"graph:{f}\"\n[sweep.over]\nf = [\"a.csv\", \"b.csv\"]\n[output]\nformats = [\"oeis\"]\n";
    fs::write(root.join("a.csv"), "from,to\nx,y\nz,y\n").unwrap();
    fs::write(root.join("b.csv"), "from,to\nx,y\nx,z\n").unwrap();
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "graphs"], 0);
    let graphs = results(&root.join("graphs"));
    assert_eq!(graphs["oeis/b-zeros.txt"], b"1 1\n2 2\n");
    assert_eq!(graphs["oeis/b-max-value.txt"], b"1 1\n2 1\n");
    // Without periods, nothing about games with a range is a sequence.
    let config = config.replace("[output]", "[range]\nmax = 9\n[output]").replace("graph:{f}", "octal:{f}");
    fs::write(root.join("job.toml"), config.replace("a.csv", "0.7").replace("b.csv", "0.77")).unwrap();
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "none"], 2);
    assert!(
        err.contains("only columns about proved periods are sequences, but this sweep does not look for periods"),
        "{err}"
    );
    assert!(err.contains("set `period = true` in [analysis]"), "{err}");
}
