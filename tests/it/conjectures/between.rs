//! Conjectures that compare the rows of a sweep: counts compared with counts by hand; the same bytes whatever the
//! threads, stops and shards; the memory for rows; messages for wrong ones.

use super::{conjecture, line, text};
use crate::common::stops::run_with_stops;
use crate::common::{expect_exit, results};
use grundy::config::{Work, load};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Pairs a < b up to 12, and sets of up to four elements of {1, ..., 8}.
const PAIRS: &str =
    "[sweep]\ncode = \"subtraction:{a},{b}\"\nwhere = \"a < b\"\n[sweep.over]\na = \"1..=12\"\nb = \"1..=12\"\n";
const SETS: &str = "[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 8, size = \"1..=4\" }\n";
const ASKED: &str = "[range]\nmax = 1000\n[solve]\ncheckpoint = \"1ms\"\n[analysis]\nperiod = true\n";

fn run(root: &Path, config: &str, code: i32) {
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh", "--progress", "never"], code);
    expect_exit(root, &["verify", "out"], 0);
}

/// The variables and the period of each row of `sweep.csv`, in order.
fn periods(root: &Path, variables: usize) -> Vec<(Vec<Vec<u64>>, u64)> {
    let mut table = csv::Reader::from_path(root.join("out/sweep.csv")).unwrap();
    let numbers = |text: &str| text.split(' ').map(|number| number.parse().unwrap()).collect();
    let row = |row: csv::StringRecord| {
        (row.iter().skip(1).take(variables).map(numbers).collect(), row[variables + 3].parse().unwrap())
    };
    table.records().map(|record| row(record.unwrap())).collect()
}

/// The counts of a conjecture by hand: what it says of each row, or nothing if a row is missing.
fn by_hand<V>(name: &str, rows: &[(V, u64)], says: impl Fn(&V, u64) -> Option<bool>) -> String {
    let all: Vec<Option<bool>> = rows.iter().map(|(variables, period)| says(variables, *period)).collect();
    let count = |wanted: Option<bool>| all.iter().filter(|said| **said == wanted).count();
    let (unknown, held, failed) = (count(None), count(Some(true)), count(Some(false)));
    format!("{name},rows,{},0,{unknown},{held},{failed},", all.len())
}

#[test]
fn rows_are_compared_as_by_hand() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = format!("{PAIRS}{ASKED}")
        + &conjecture("same", "", "row(a = a + 1).period == period")
        + &conjecture("swapped", "", "row(a = b, b = a).period == period")
        + &conjecture("two", "", "row(a = 1, b = 2).period < period and row(b = b + 1).b == b + 1");
    run(root, &config, 1);
    let rows = periods(root, 2);
    let known: HashMap<_, _> = rows.iter().cloned().collect();
    let at = |a: u64, b: u64| known.get(&vec![vec![a], vec![b]]).copied();
    let out = root.join("out");
    let same = by_hand("same", &rows, |at_row, period| Some(at(at_row[0][0] + 1, at_row[1][0])? == period));
    assert!(line(&out, "same").starts_with(&same), "{same}: {}", line(&out, "same"));
    // `where` excludes the rows with a > b.
    assert_eq!(line(&out, "swapped"), "swapped,rows,66,0,66,0,0,never applied,");
    let two = by_hand("two", &rows, |at_row, period| {
        Some(at(1, 2)? < period && at(at_row[0][0], at_row[1][0] + 1).is_some())
            .filter(|_| period == 3 || at_row[1][0] < 12)
    });
    assert!(line(&out, "two").starts_with(&two), "{two}: {}", line(&out, "two"));
    let examples = text(&out, "counterexamples/same.csv");
    assert!(examples.starts_with("game,a,b,period,row(a = a + 1).period\n\"subtraction:1,3\",1,3,2,5\n"), "{examples}");
    assert!(
        text(&out, "sweep.md").contains("The first counterexample is a=1,b=3: period = 2, row(a = a + 1).period = 5.")
    );
}

#[test]
fn sets_with_and_without_an_element() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = format!("{SETS}{ASKED}")
        + &conjecture("more", "", "row(S = with(S, 5)).period <= period")
        + &conjecture("less", "", "all(row(S = without(S, c)).period <= period for c in S)");
    run(root, &config, 1);
    let rows = periods(root, 1);
    let known: HashMap<_, _> = rows.iter().cloned().collect();
    let out = root.join("out");
    let more = by_hand("more", &rows, |set, period| {
        let mut larger = set[0].clone();
        larger.push(5);
        larger.sort_unstable();
        larger.dedup();
        Some(*known.get(&vec![larger])? <= period)
    });
    assert!(line(&out, "more").starts_with(&more), "{more}: {}", line(&out, "more"));
    // As in a loop, the first turn that is unknown or fails decides.
    let less = by_hand("less", &rows, |set, period| {
        for &element in &set[0] {
            let smaller: Vec<u64> = set[0].iter().copied().filter(|&other| other != element).collect();
            if *known.get(&vec![smaller])? > period {
                return Some(false);
            }
        }
        Some(true)
    });
    assert!(line(&out, "less").starts_with(&less), "{less}: {}", line(&out, "less"));
    let examples = text(&out, "counterexamples/less.csv");
    assert!(
        examples.starts_with("game,S,period,rows in loops\n\"subtraction:1,2\",1 2,3,row(S = 2).period = 4\n"),
        "{examples}"
    );
}

/// The conjectures of the tests below: refuted, ranked, with an error at the end, and one that looks at no other row.
fn several() -> String {
    conjecture("more", "len(S) < 4", "row(S = with(S, 5)).period <= period")
        + &conjecture("ranked", "", "all(row(S = without(S, c)).period <= period for c in S)")
        + "largest = 'row(S = with(S, 1)).period'\n"
        + &conjecture("fails", "", "row(S = with(S, 2)).period < 10_000 / (8 - S[0])")
        + &conjecture("alone", "", "period <= 16")
        + "[output]\nformats = [\"report\", \"latex\"]\n"
}

#[test]
fn the_same_bytes_whatever_the_threads_stops_and_shards() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), format!("{SETS}{ASKED}{}", several())).unwrap();
    for threads in ["1", "2", "7"] {
        expect_exit(root, &["run", "job.toml", "--out", threads, "--threads", threads, "--progress", "never"], 1);
        expect_exit(root, &["verify", threads], 0);
    }
    let one = results(&root.join("1"));
    assert!(text(&root.join("1"), "conjectures.csv").contains("\nfails,rows,98,0,15,83,0,error,\n"));
    assert_eq!(one, results(&root.join("2")));
    assert_eq!(one, results(&root.join("7")));
    for (out, sign) in [("killed", "-KILL"), ("stopped", "-TERM")] {
        run_with_stops(root, out, &["--threads", "1"], (sign, 8), 1);
        assert_eq!(one, results(&root.join(out)), "{out}");
    }
    for part in ["3/3", "1/3", "2/3"] {
        expect_exit(root, &["run", "job.toml", "--out", "shards", "--shard", part, "--progress", "never"], 0);
    }
    expect_exit(root, &["merge", "shards", "--progress", "never"], 1);
    let mut merged = results(&root.join("shards"));
    merged.retain(|name, _| !name.starts_with("shards/"));
    assert_eq!(one, merged);
    expect_exit(root, &["verify", "shards"], 0);
    // A sweep that keeps no table, and one whose games are solved one by one.
    let without = |more: &str| format!("{SETS}{ASKED}{more}{}", several().replace("\"report\", \"latex\"", ""));
    for (out, more) in
        [("none", ""), ("alone", "[[conjecture]]\nname = \"terms\"\nover = \"terms\"\nholds = 'n >= 0'\n")]
    {
        fs::write(root.join("job.toml"), without(more)).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", out], 1);
        expect_exit(root, &["verify", out], 0);
        for name in ["counterexamples/more.csv", "counterexamples/ranked.csv"] {
            assert_eq!(one[name], results(&root.join(out))[name], "{out} {name}");
        }
    }
}

/// The period of the factorials is only observed. Rows that look at it are not applicable, unless `observed` is set.
#[test]
fn an_observed_period_of_another_row_neither_confirms_nor_refutes() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |more: &str| {
        "[sweep]\ncode = \"subtraction:{s}\"\n[sweep.over]\ns = [\"factorials\", \"1,2\"]\n[range]\nmax = 5000\n[analysis]\nperiod = true\n"
            .to_string()
            + &conjecture("other", "s == \"1,2\"", "row(s = \"factorials\").period != 25")
            + more
            + &conjecture("known", "", "row(s = \"1,2\").period == 3 and row(s = \"factorials\").zeros > 5")
            + more
    };
    run(root, &config(""), 1);
    let out = root.join("out");
    assert_eq!(line(&out, "other"), "other,rows,2,1,1,0,0,never applied,");
    assert_eq!(line(&out, "known"), "known,rows,2,0,0,2,0,no counterexample,");
    run(root, &config("observed = true\n"), 1);
    assert_eq!(line(&out, "other"), "other,rows,2,1,0,0,1,refuted by an observed period,\"s=1,2\"");
    assert!(text(&out, "counterexamples/other.csv").ends_with("\n\"subtraction:1,2\",\"1,2\",25\n"));
}

#[test]
fn the_sentence_about_each_game_needs_every_row() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (condition, holds, sentence) in [
        ("len(S) < 4", "row(S = with(S, 1)).period < 100", "It holds for each of these 92 games (70 more are excluded"),
        ("", "row(S = with(S, 1)).period < 100", "It held for 127: no counterexample."),
        ("len(S) < 4", "row(S = with(S, 1)).max_value < 5", "It held for 92: no counterexample."),
    ] {
        run(root, &(format!("{SETS}{ASKED}") + &conjecture("c", condition, holds)), 0);
        let report = text(&root.join("out"), "sweep.md");
        assert!(report.contains(sentence), "{holds}: {report}");
    }
}

/// A row of a graph is found by the graph. Its numbers follow from it.
#[test]
fn rows_of_graphs() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |holds: &str| {
        "[sweep]\ncode = \"arc-kayles:{t}\"\n[sweep.over]\nt = { trees = \"1..=6\" }\n".to_string()
            + &conjecture("c", "", holds)
    };
    // The path with three vertices, in graph6.
    run(root, &config("row(t = \"BW\").value == 1 and row(t = \"BW\").vertices == 3 and row(t = \"?\").edges < 9"), 1);
    assert_eq!(line(&root.join("out"), "c"), "c,rows,14,0,14,0,0,never applied,");
    run(root, &config("row(t = t).vertices == vertices and row(t = t).value == value"), 0);
    assert_eq!(line(&root.join("out"), "c"), "c,rows,14,0,0,14,0,no counterexample,");
    fs::write(root.join("job.toml"), config("row(vertices = 3).value == 1")).unwrap();
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out"], 2);
    assert!(
        err.contains("`vertices` is not a variable of the sweep") && err.contains("the variables are: `t`"),
        "{err}"
    );
}

/// Half of the memory is for rows. What cannot fit is refused before work starts, or when it no longer fits.
#[test]
fn rows_that_do_not_fit_are_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let sweep = |condition: &str| {
        format!(
            "[sweep]\ncode = \"subtraction:{{a}}\"\n{condition}[sweep.over]\na = \"1..=300_000\"\n[range]\nmax = 3\n[solve]\nmemory = \"4 MiB\"\n"
        ) + &conjecture("c", "", "row(a = a + 1).zeros == zeros")
            + "[output]\nformats = []\n"
    };
    for (condition, what) in [("", "of 300000 rows"), ("where = \"a > 0\"\n", "what conjectures compare of ")] {
        fs::write(root.join("job.toml"), sweep(condition)).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out", "--progress", "never"], 3);
        let allowed = "2.0 MiB, half of the memory";
        assert!(err.contains(what) && err.contains(allowed) && err.contains("remove `row(...)`"), "{err}");
        assert!(!root.join("out/sweep.md").exists());
    }
    fs::write(root.join("job.toml"), sweep("").replace("300_000", "60_000")).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out", "--progress", "never"], 1);
}

/// Rows that certainly need little leave the rest of the memory to the games.
#[test]
fn rows_leave_memory_to_the_games() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("job.toml");
    let games = |holds: &str| {
        let sweep = "[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 10 }\n[range]\nmax = 900\n[solve]\nmemory = \"64 MiB\"\n";
        fs::write(&path, sweep.to_string() + &conjecture("c", "", holds) + "[output]\nformats = []\n").unwrap();
        let Work::Sweep(sweep) = load(&path).unwrap() else { panic!("a sweep") };
        sweep.memory_of_games().0
    };
    let all = 64 << 20;
    assert_eq!(games("zeros > 0"), all);
    // 1,023 rows of at most 8 + 3 + 10 + 11 bytes.
    assert_eq!(games("row(S = without(S, 1)).zeros <= zeros"), all - 1023 * 32);
    // The code of a game has no bound.
    assert_eq!(games("row(S = without(S, 1)).game == game"), all / 2);
}

#[test]
fn what_is_said_of_misuse() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    for (config, wrong) in [
        (format!("{PAIRS}{ASKED}") + &conjecture("c", "", "row(c = 1).period == 1"), "the variables are: `a`, `b`"),
        (
            "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 9\n".to_string()
                + &conjecture("c", "", "row(n = 1).value == 1"),
            "`row(...)` belongs in conjectures over the rows of a sweep",
        ),
        (
            format!("{PAIRS}{ASKED}") + &conjecture("c", "", "row(a = 1).period == 1") + "over = \"terms\"\n",
            "`row(...)` belongs in conjectures over the rows of a sweep",
        ),
        (
            PAIRS.replace("a < b", "row(a = 1).b > a") + "[range]\nmax = 9\n",
            "`row(...)` belongs in conjectures over the rows of a sweep",
        ),
        (
            PAIRS.to_string() + "[range]\nmax = 9\n" + &conjecture("c", "", "row(a = 1).period == 1"),
            "set `period = true` in [analysis]",
        ),
    ] {
        fs::write(root.join("job.toml"), &config).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out"], 2);
        assert!(err.contains(wrong), "{config}: {err}");
    }
}
