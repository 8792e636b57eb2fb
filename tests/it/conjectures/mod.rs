//! Conjectures: counts compared with counts by hand; identical results whatever the threads and interruptions; periods
//! that are not proved neither confirm nor refute; verification; messages for wrong conjectures.

mod between;
mod commands;
mod kept;

use crate::common::stops::{begin, run_with_stops, signal};
use crate::common::{expect_exit, results, signed};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The line of `conjectures.csv` for a conjecture.
fn line(folder: &Path, name: &str) -> String {
    let table = text(folder, "conjectures.csv");
    let line = table.lines().find(|line| line.starts_with(&format!("{name},")));
    line.unwrap_or_else(|| panic!("{name}: {table}")).to_string()
}

fn conjecture(name: &str, condition: &str, holds: &str) -> String {
    let condition = if condition.is_empty() { String::new() } else { format!("where = '{condition}'\n") };
    format!("[[conjecture]]\nname = \"{name}\"\n{condition}holds = '{holds}'\n")
}

/// A condition by hand, as a function of n and the values; `None` if it is not applicable.
type ByHand = fn(usize, &[u64]) -> Option<bool>;

#[test]
fn terms_are_counted_as_by_hand() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let cases: [(&str, &str, ByHand, ByHand); 7] = [
        ("n >= 71", "g(n) == g(n - 12)", |n, _| Some(n >= 71), |n, g| Some(g[n] == g[n.checked_sub(12)?])),
        ("", "g(n) == g(n - 12)", |_, _| Some(true), |n, g| Some(g[n] == g[n.checked_sub(12)?])),
        ("", "n < 12 or g(n) == g(n - 12)", |_, _| Some(true), |n, g| Some(n < 12 || g[n] == g[n - 12])),
        ("g(n - 1) > 2", "g(n + 1) != 3", |n, g| Some(g[n.checked_sub(1)?] > 2), |n, g| Some(*g.get(n + 1)? != 3)),
        ("", "n == 0 implies outcome == P", |_, _| Some(true), |n, g| Some(n != 0 || g[n] == 0)),
        ("n >= preperiod", "g(n) == g(n - period)", |n, _| Some(n >= 71), |n, g| Some(g[n] == g[n.checked_sub(12)?])),
        (
            "value in {1, 4}",
            "any(g(n - k) == 2 for k in 1..=3)",
            |n, g| Some(g[n] == 1 || g[n] == 4),
            |n, g| {
                for k in 1..=3 {
                    if g[n.checked_sub(k)?] == 2 {
                        return Some(true);
                    }
                }
                Some(false)
            },
        ),
    ];
    let config: String = cases
        .iter()
        .enumerate()
        .map(|(index, (condition, holds, ..))| conjecture(&format!("case-{index}"), condition, holds))
        .collect();
    let config = format!("[game]\ncode = \"octal:0.77\"\n[range]\nmax = 3000\n[analysis]\nperiod = true\n{config}");
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 1);
    let values = text(&root.join("out"), "values.csv");
    let g: Vec<u64> = values.lines().skip(1).map(|line| line.split_once(',').unwrap().1.parse().unwrap()).collect();
    assert_eq!(g.len(), 3001);
    for (index, (_, _, condition, holds)) in cases.iter().enumerate() {
        let [mut excluded, mut unknown, mut held, mut failed] = [0, 0, 0, 0];
        let mut first = None;
        for n in 0..g.len() {
            match (condition(n, &g), holds(n, &g)) {
                (Some(false), _) => excluded += 1,
                (None, _) | (Some(true), None) => unknown += 1,
                (Some(true), Some(true)) => held += 1,
                (Some(true), Some(false)) => {
                    failed += 1;
                    first.get_or_insert(n);
                }
            }
        }
        let verdict = if failed > 0 { "refuted" } else { "no counterexample" };
        let first = first.map(|n| format!("n={n}")).unwrap_or_default();
        let expected = format!("case-{index},terms,3001,{excluded},{unknown},{held},{failed},{verdict},{first}");
        assert_eq!(line(&root.join("out"), &format!("case-{index}")), expected);
    }
    expect_exit(root, &["verify", "out"], 0);
}

#[test]
fn positions_of_boxes() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let mut config = "[game]\ncode = \"nim:3\"\n[range]\nmax = 20\n".to_string();
    config += &conjecture("bouton", "", "value == h1 xor h2 xor h3");
    config += &conjecture("symmetric", "h1 < h2", "g(h2, h1, h3) == g(h1, h2, h3)");
    config += &conjecture("tuple", "", "nimsum(h) == value and h[2] == h3 and len(h) <= 3");
    config += &conjecture("neighbours", "", "g(h1 + 1, h2, h3) != value");
    config += &conjecture("wrong", "h1 <= h2 <= h3", "outcome == N or h3 == h2");
    fs::write(root.join("nim.toml"), config).unwrap();
    let (_, err) = expect_exit(root, &["run", "nim.toml", "--out", "nim"], 1);
    assert!(err.contains("conjecture wrong: refuted at 1,2,3"), "{err}");
    let out = root.join("nim");
    assert_eq!(line(&out, "bouton"), "bouton,positions,9261,0,0,9261,0,no counterexample,");
    assert_eq!(line(&out, "symmetric"), "symmetric,positions,9261,4851,0,4410,0,no counterexample,");
    // `len` of the list of coordinates counts all three, even equal ones.
    assert_eq!(line(&out, "tuple"), "tuple,positions,9261,0,0,9261,0,no counterexample,");
    assert_eq!(line(&out, "neighbours"), "neighbours,positions,9261,0,441,8820,0,no counterexample,");
    let examples = text(&out, "counterexamples/wrong.csv");
    assert!(examples.starts_with("h1,h2,h3,outcome\n1,2,3,P\n"), "{examples}");
    let report = text(&out, "report.md");
    assert!(report.contains("Checked for coordinates up to 20: 9261 positions."), "{report}");
    expect_exit(root, &["verify", "nim"], 0);
    // Custom games have their own names for coordinates.
    let config = "[game]\nfamily = \"custom\"\nmoves = [\"a, b -> a - k*b, b for k in 1..=a/b when b > 0\", \"a, b -> a, b - k*a for k in 1..=b/a when a > 0\"]\n[range]\nmax = 30\n"
        .to_string()
        + &conjecture("own", "a > 0 and b > 0", "value == abs(a / b - b / a) and h1 == a and g(b, a) == value and h[1] == b");
    fs::write(root.join("euclid.toml"), config).unwrap();
    expect_exit(root, &["run", "euclid.toml", "--out", "euclid"], 1);
    let found = line(&root.join("euclid"), "own");
    assert!(found.starts_with("own,positions,961,61,0,") && found.ends_with("refuted,\"1,1\""), "{found}");
    // With outcomes there are no Grundy values.
    fs::write(
        root.join("misere.toml"),
        "[game]\ncode = \"nim:2\"\nplay = \"misere\"\n[range]\nmax = 5\n".to_string()
            + &conjecture(
                "misere",
                "",
                "(outcome == P) iff (max(h1, h2) <= 1 and h1 != h2 or max(h1, h2) > 1 and h1 == h2)",
            ),
    )
    .unwrap();
    expect_exit(root, &["run", "misere.toml", "--out", "misere"], 0);
    // Named positions have a name and an outcome.
    fs::write(root.join("f.csv"), "from,to\na,b\nb,c\n").unwrap();
    let config =
        "[game]\ncode = \"graph:f.csv\"\n".to_string() + &conjecture("names", "", "position == \"b\" iff value == 1");
    fs::write(root.join("graph.toml"), config).unwrap();
    expect_exit(root, &["run", "graph.toml", "--out", "graph"], 0);
    assert_eq!(line(&root.join("graph"), "names"), "names,positions,3,0,0,3,0,no counterexample,");
}

const SWEEP: &str = "[sweep]\ncode = \"octal:{z}.{d}\"\n[sweep.over]\nz = [0, 4]\nd = { octal-digits = 2 }\n\
    [range]\nmax = 3000\n[solve]\ncheckpoint = \"1ms\"\n[analysis]\nperiod = true\n[output]\nformats = [\"report\", \"latex\"]\n\
    [output.latex]\nsort = \"-max_value\"\nrows = 30\n";

fn sweep() -> String {
    SWEEP.to_string()
        + &conjecture("even", "z == 0", "period % 2 == 0 or period == 1")
        + &conjecture("small", "", "max_value < 9")
        + "over = \"rows\"\n"
        + &conjecture("ranked", "", "max_value < 5")
        + "over = \"rows\"\nlargest = 'max_value'\n"
        + &conjecture("ranked-terms", "", "g(n) <= g(n - 1) + 4")
        + "over = \"terms\"\nsmallest = 'n - g(n - 1)'\n"
        + &conjecture("drop", "d != \"77\"", "g(n) <= g(n - 1) + 4")
        + "over = \"terms\"\n"
        + &conjecture("rest", "n >= preperiod", "g(n - period) + saltus == g(n)")
        + "over = \"terms\"\n"
}

#[test]
fn sweeps_have_the_same_bytes_whatever_the_threads_and_kills() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), sweep()).unwrap();
    for threads in ["1", "2", "7"] {
        expect_exit(root, &["run", "job.toml", "--out", threads, "--threads", threads, "--progress", "never"], 1);
    }
    let one = results(&root.join("1"));
    assert_eq!(one, results(&root.join("2")));
    assert_eq!(one, results(&root.join("7")));
    let table = text(&root.join("1"), "conjectures.csv");
    assert!(table.lines().all(|line| !line.contains("error")), "{table}");
    assert!(
        text(&root.join("1"), "counterexamples/drop.csv").starts_with("game,z,d,position,g(n),g(n - 1),g(n - 1) + 4\n")
    );
    expect_exit(root, &["verify", "1"], 0);
    run_with_stops(root, "killed", &[], ("-KILL", 8), 1);
    assert_eq!(one, results(&root.join("killed")));
}

#[test]
fn long_terms_have_the_same_bytes_after_kills() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[game]\ncode = \"octal:0.6\"\n[range]\nmax = 500000\n[solve]\n\
        checkpoint = \"1ms\"\n[output]\nformats = [\"report\"]\n"
        .to_string()
        + &conjecture("ranked", "", "g(n) != 3 or n % 10 != 5")
        + "largest = 'n % 1009 - g(n - 1)'\n"
        + &conjecture("far", "n >= 100", "g(n - 3) != g(n) or g(n - 22) > 5")
        + &conjecture("some", "", "g(n) != 3 or n % 1000 != 5");
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole", "--progress", "never"], 1);
    run_with_stops(root, "killed", &["--threads", "1"], ("-KILL", 8), 1);
    assert_eq!(results(&root.join("whole")), results(&root.join("killed")));
}

/// Below n = 5050 the values of the factorials show the period 25, which is false. No theorem proves it, and
/// no conjecture may rely on it.
#[test]
fn an_observed_period_neither_confirms_nor_refutes() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |more: &str| {
        "[sweep]\ncode = \"subtraction:{s}\"\n[sweep.over]\ns = [\"factorials\", \"1,2\"]\n[range]\nmax = 5000\n[analysis]\n\
         period = true\n"
            .to_string()
            + &conjecture("is-25", "", "period == 25 or period == 3")
            + more
            + &conjecture("is-24", "", "period == 24 or period == 3")
            + more
            + &conjecture("values", "", "zeros > 1 or period == 25")
    };
    fs::write(root.join("strict.toml"), config("")).unwrap();
    expect_exit(root, &["run", "strict.toml", "--out", "strict"], 0);
    let out = root.join("strict");
    assert_eq!(line(&out, "is-25"), "is-25,rows,2,0,1,1,0,no counterexample,");
    assert_eq!(line(&out, "is-24"), "is-24,rows,2,0,1,1,0,no counterexample,");
    // If the period is not used, it does not matter.
    assert_eq!(line(&out, "values"), "values,rows,2,0,0,2,0,no counterexample,");
    let report = text(&out, "sweep.md");
    assert!(!report.contains("holds for each"), "{report}");
    assert!(report.contains("Not applicable to 1"), "{report}");
    fs::write(root.join("loose.toml"), config("observed = true\n")).unwrap();
    expect_exit(root, &["run", "loose.toml", "--out", "loose"], 1);
    let out = root.join("loose");
    assert_eq!(line(&out, "is-25"), "is-25,rows,2,0,0,2,0,no counterexample,");
    assert_eq!(line(&out, "is-24"), "is-24,rows,2,0,0,1,1,refuted by an observed period,s=factorials");
    let report = text(&out, "sweep.md");
    assert!(!report.contains("holds for each"), "{report}");
    expect_exit(root, &["verify", "strict"], 0);
    expect_exit(root, &["verify", "loose"], 0);
    // A conjecture about terms knows the period only if it is proved.
    let terms = "[game]\ncode = \"subtraction:factorials\"\n[range]\nmax = 5000\n[analysis]\nperiod = true\n"
        .to_string()
        + &conjecture("terms", "", "n < period or g(n) == g(n - period)");
    fs::write(root.join("terms.toml"), terms).unwrap();
    expect_exit(root, &["run", "terms.toml", "--out", "terms"], 1);
    assert_eq!(line(&root.join("terms"), "terms"), "terms,terms,5001,0,5001,0,0,never applied,");
}

/// Ferguson's theorem: for n >= min S, G(n) = 1 if and only if G(n - min S) = 0.
#[test]
fn variables_of_a_sweep_are_known_in_its_terms() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 6 }\n[range]\nmax = 200\n"
        .to_string()
        + &conjecture("ferguson", "n >= S[0]", "(g(n) == 1) iff (g(n - S[0]) == 0)")
        + "over = \"terms\"\n"
        + &conjecture("last", "n >= S[len(S) - 1]", "g(n) != g(n - max(S))")
        + "over = \"terms\"\n";
    fs::write(root.join("sets.toml"), config).unwrap();
    expect_exit(root, &["run", "sets.toml", "--out", "sets"], 0);
    let out = root.join("sets");
    let firsts: u64 = (1..64u64).map(|set| 1 + u64::from(set.trailing_zeros())).sum();
    let held = 63 * 201 - firsts;
    assert_eq!(line(&out, "ferguson"), format!("ferguson,terms,12663,{firsts},0,{held},0,no counterexample,"));
    assert!(line(&out, "last").ends_with("no counterexample,"));
}

#[test]
fn one_sentence_is_allowed() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = |max: &str, condition: &str, holds: &str| {
        format!(
            "[sweep]\ncode = \"subtraction:{{a}},{{b}}\"\n[sweep.over]\na = \"1..=6\"\nb = \"a+1..=6\"\n[range]\nmax = {max}\n\
            [analysis]\nperiod = true\n"
        ) + &conjecture("c", condition, holds)
    };
    for (max, condition, holds, sentence) in [
        ("200", "", "divides(period, a + b) or divides(period, 2 * a)", "It holds for each of these 15 games."),
        (
            "200",
            "a > 1",
            "period <= 2 * b + a",
            "It holds for each of these 10 games (5 more are excluded by `where`).",
        ),
        ("200", "", "max_value <= 2", "It holds for each of these 15 games."),
        ("200", "", "zeros > 5 and period > 0", "It held for 15: no counterexample."),
        // The range is too short to show all values of {5, 6}.
        ("10", "b == 6", "max_value <= 2", "It held for 5: no counterexample."),
        ("10", "b == 6", "period > 0", "no counterexample."),
    ] {
        fs::write(root.join("one.toml"), config(max, condition, holds)).unwrap();
        expect_exit(root, &["run", "one.toml", "--out", "one", "--fresh"], 0);
        let report = text(&root.join("one"), "sweep.md");
        assert!(report.contains(sentence), "{holds}: {report}");
    }
}

#[test]
fn expected_verdicts_are_checks() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let with = |expect: &str| {
        "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 100\n".to_string()
            + &conjecture("c", "", "g(n) < 8")
            + &format!("expect = {{ {expect} }}\n")
    };
    for (expect, exit) in [
        ("verdict = \"refuted\"", 0),
        ("verdict = \"refuted\", first = \"n=27\"", 0),
        ("verdict = \"refuted\", first = \"n=28\"", 1),
        ("verdict = \"no counterexample\"", 1),
        ("verdict = \"proved\"", 2),
        ("verdict = \"error\"", 2),
    ] {
        fs::write(root.join("job.toml"), with(expect)).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh"], exit);
        if exit == 0 {
            assert!(text(&root.join("out"), "checks.csv").contains("conjecture c,refuted,refuted,true"));
            expect_exit(root, &["verify", "out"], 0);
        }
    }
}

#[test]
fn an_error_ends_a_conjecture() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 100000\n[output]\nformats = [\"report\"]\n".to_string()
        + &conjecture("zero", "", "100 / (n - 70_000) < 101")
        + &conjecture("huge", "n > 10", "9223372036854775807 - g(n) + n > 0")
        + &conjecture("fine", "", "g(n) >= 0");
    fs::write(root.join("job.toml"), config).unwrap();
    for threads in ["1", "3"] {
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", threads, "--threads", threads], 1);
        assert!(err.contains("error: conjecture zero: division by zero at n=70000"), "{err}");
        let out = root.join(threads);
        assert_eq!(line(&out, "zero"), "zero,terms,70000,0,0,70000,0,error,");
        assert_eq!(line(&out, "huge"), "huge,terms,11,11,0,0,0,error,");
        assert_eq!(line(&out, "fine"), "fine,terms,100001,0,0,100001,0,no counterexample,");
        assert!(text(&out, "report.md").contains("nothing after it was checked"));
    }
}

#[test]
fn changed_results_are_found() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("sweep.toml"), sweep().replace("3000", "400")).unwrap();
    let job = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 100\n".to_string() + &conjecture("drop", "", "g(n) < 8");
    fs::write(root.join("job.toml"), job).unwrap();
    let sum = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for (name, file, from, to) in [
        ("sweep", "conjectures.csv", "even,rows,126,63", "even,rows,126,62"),
        ("sweep", "counterexamples/drop.csv", "n=", "n=1"),
        ("sweep", "counterexamples/even.csv", ",", ",0"),
        ("job", "conjectures.csv", "drop,terms", "drop,rows"),
        ("job", "counterexamples/drop.csv", "27,8", "26,8"),
    ] {
        expect_exit(root, &["run", &format!("{name}.toml"), "--out", name, "--fresh"], 1);
        expect_exit(root, &["verify", name], 0);
        let out = root.join(name);
        let stored = text(&out, file);
        let head = stored.find('\n').unwrap();
        let changed = stored[..head].to_string() + &stored[head..].replacen(from, to, 1);
        assert_ne!(stored, changed, "{file}: {stored}");
        let manifest = text(&out, "manifest.json").replace(&sum(&stored), &sum(&changed));
        fs::write(out.join(file), &changed).unwrap();
        fs::write(out.join("manifest.json"), signed(&manifest)).unwrap();
        expect_exit(root, &["verify", name], 5);
    }
}

/// A failure that depends on an observed period is not shown as the first counterexample if another one does not.
#[test]
fn the_first_counterexample_is_one_that_refutes() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config =
        "[sweep]\ncode = \"subtraction:{s}\"\n[sweep.over]\ns = [\"factorials\", \"1,2\"]\n[range]\nmax = 5000\n\
        [analysis]\nperiod = true\n"
            .to_string()
            + &conjecture("both", "", "period > 99")
            + "observed = true\n"
            + &conjecture("only-zeros", "", "zeros < 1500 and zeros < 100 and period > 0")
            + "observed = true\n";
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 1);
    let out = root.join("out");
    assert_eq!(line(&out, "both"), "both,rows,2,0,0,0,2,refuted,\"s=1,2\"");
    assert!(text(&out, "sweep.md").contains("The first counterexample is s=1,2: period = 3."));
    assert!(text(&out, "counterexamples/both.csv").contains("factorials"));
    // This conjecture is refuted whatever the period is.
    assert_eq!(line(&out, "only-zeros"), "only-zeros,rows,2,0,0,0,2,refuted,s=factorials");
    expect_exit(root, &["verify", "out"], 0);
}

#[test]
fn games_that_fail_are_told() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config =
        "[sweep]\ncode = \"{c}\"\n[sweep.over]\nc = [\"octal:0.77\", \"nim:2\", \"octal:0.9x\"]\n[range]\nmax = 100\n"
            .to_string()
            + &conjecture("small", "", "g(n) < 10")
            + "over = \"terms\"\n";
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 1);
    assert!(text(&root.join("out"), "sweep.md").contains("Checked for 3 games, 2 of which failed: 101 terms."));
}

/// If some n are not rows, the previous row is not the previous term.
#[test]
fn terms_with_gaps_are_found_by_their_n() {
    let dir = tempfile::TempDir::new().unwrap();
    let game = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 5 * k for k in 1..=2 when 5 * k <= n\"]\npositions = \"n % 5 == 0\"\n\
                [range]\nmax = 100\n";
    for (name, holds) in [("columns", "g(h1) == value"), ("rows", "g(h1) == value and sum(i for i in 1..=1) == 1")] {
        let text = format!("{game}[[conjecture]]\nname = \"c\"\nwhere = \"h1 <= 15\"\nholds = \"{holds}\"\n");
        fs::write(dir.path().join(format!("{name}.toml")), text).unwrap();
        let (out, err) = expect_exit(dir.path(), &["run", &format!("{name}.toml"), "--out", name], 0);
        assert!(format!("{out}{err}").contains("no counterexample"), "{name}: {out}{err}");
    }
}
