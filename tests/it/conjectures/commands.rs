//! Conjectures on the command line and in batches; mistakes, long loops, many counterexamples.

use super::*;

#[test]
fn from_the_command_line() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let (out, _) = expect_exit(root, &["check", "octal:0.77", "n < 83 or g(n) == g(n - 12)", "--max", "10000"], 0);
    assert_eq!(out, "Checked for n = 0, ..., 10000: 10001 terms.\nIt held for 10001: no counterexample.\n");
    let (out, err) =
        expect_exit(root, &["check", "octal:0.77", "g(n) == g(n - 12)", "--max", "99", "--where", "n > 11"], 1);
    assert!(out.contains("The first counterexample is n=12: g(n) = 4, g(n - 12) = 0."), "{out}");
    assert!(err.contains("refuted at n=12"), "{err}");
    let wythoff = "(outcome == P) iff (min(h1, h2) == floor_phi(abs(h1 - h2)))";
    let (out, _) = expect_exit(root, &["check", "wythoff", wythoff, "--max", "119"], 0);
    assert!(out.contains("14400 positions"), "{out}");
    expect_exit(
        root,
        &["check", "octal:0.77", "n < preperiod or g(n) == g(n - period)", "--max", "999", "--where", "n > 83"],
        0,
    );
    let (_, err) = expect_exit(root, &["check", "octal:0.77", "g(n) ==", "--max", "9"], 2);
    assert!(err.contains("holds:1:"), "{err}");
    let sweep = ["sweep", "subtraction:{a},{b}", "--over", "a,b=1..=9", "--where", "a < b", "--max", "200"];
    let holds = |text: &'static str| sweep.into_iter().chain(["--holds", text]).collect::<Vec<_>>();
    let (out, err) = expect_exit(root, &holds("divides(period, a + b) or divides(period, 2 * a)"), 0);
    assert_eq!(out.lines().count(), 37);
    assert!(err.contains("claim: no counterexample"), "{err}");
    let (_, err) = expect_exit(root, &holds("period < 15"), 1);
    assert!(err.contains("refuted at a="), "{err}");
    let (_, err) = expect_exit(root, &holds("periode < 15"), 2);
    assert!(err.contains("did you mean `period`?"), "{err}");
}

#[test]
fn a_claim_that_never_applied_is_not_confirmed() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let (out, err) = expect_exit(root, &["check", "kayles", "g(n + 1000) == 7", "--max", "10"], 1);
    assert!(out.contains("It applied to none of them: never applied.") && err.contains("never applied"), "{out}{err}");
    let (out, _) =
        expect_exit(root, &["check", "kayles", "g(n) == 7", "--where", "n > 99", "--max", "10", "--json"], 1);
    assert!(out.contains("\"verdict\": \"never applied\""), "{out}");
    let sweep = ["sweep", "octal:0.{d}", "--over", "d=6..=6", "--max", "99", "--holds", "period == 999"];
    let (_, err) = expect_exit(root, &sweep, 1);
    assert!(err.contains("claim: never applied"), "{err}");
    let config = |verdict: &str| {
        let claim = one("c", "g(n + 1000) == 7") + &format!("expect = {{ verdict = \"{verdict}\" }}\n");
        format!("[game]\ncode = \"kayles\"\n[range]\nmax = 10\n{claim}")
    };
    for (verdict, exit) in [("never applied", 0), ("no counterexample", 1)] {
        fs::write(root.join("job.toml"), config(verdict)).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", "o", "--fresh"], exit);
    }
}

fn one(name: &str, holds: &str) -> String {
    format!("[[conjecture]]\nname = \"{name}\"\nholds = \"{holds}\"\n")
}

#[test]
fn wrong_conjectures_are_refused_at_their_place() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let game = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 9\n";
    let nim = "[game]\ncode = \"nim:2\"\n[range]\nmax = 9\n";
    let outcomes = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 9\n[solve]\nvalue = \"outcome\"\n";
    let sweep = "[sweep]\ncode = \"subtraction:{n}\"\n[sweep.over]\nn = \"1..=3\"\n[range]\nmax = 9\n";
    for (config, words) in [
        (game.to_string() + &one("Bad Name", "n == n"), "cannot be the name"),
        (game.to_string() + &one(&"a".repeat(101), "n == n"), "is too long"),
        (game.to_string() + &one("c", "n == n") + &one("c", "n == n"), "two conjectures are called `c`"),
        (game.to_string() + &one("c", "g(n) == m"), "job.toml:7:18"),
        (game.to_string() + &one("c", "g(n)"), "this is a number"),
        (game.to_string() + &one("c", "G(n) < 9"), "did you mean `g`?"),
        (game.to_string() + &one("c", "G < 9"), "did you mean `g(...)`?"),
        (game.to_string() + &one("c", "g(n, 1) == 1"), "`g` takes 1 argument here"),
        (game.to_string() + &one("c", "period == 1"), "set `period = true` in [analysis]"),
        (game.to_string() + &one("c", "n == n") + "over = \"rows\"\n", "a single game has no rows"),
        (game.to_string() + &one("c", "n == n") + "over = \"row\"\n", "a conjecture cannot run over `row`"),
        (game.to_string() + &one("c", "n == n") + "where = \"n ^ 1\"\n", "job.toml:8:12"),
        (nim.to_string() + &one("c", "n == 1") + "over = \"terms\"\n", "the game is not a sequence"),
        (nim.to_string() + &one("c", "h[2] == 1"), "there is no such coordinate"),
        (outcomes.to_string() + &one("c", "g(n) == 1"), "values of a game cannot be used here"),
        (outcomes.to_string() + &one("c", "g(n) == 1"), "not Grundy values: use `outcome == P` or `outcome == N`"),
        (outcomes.to_string() + &one("c", "value != 0"), "not Grundy values: use `outcome == P` or `outcome == N`"),
        (
            game.to_string() + &one("c", "n == n") + "observed = true\n",
            "`observed` only applies to the rows of a sweep",
        ),
        (sweep.to_string() + &one("c", "g(n) == 1"), "values of a game cannot be used here"),
        (sweep.to_string() + &one("c", "g(n) == 1") + "over = \"terms\"\n", "`n` has another meaning in terms"),
        (game.to_string() + "[[conjecture]]\nname = \"c\"\n", "missing key `holds`"),
    ] {
        fs::write(root.join("job.toml"), &config).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out"], 2);
        assert!(err.contains(words), "{config}\n{err}");
    }
}

/// An expression that spans several lines is shown in one line.
#[test]
fn expressions_on_several_lines() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 99\n[[conjecture]]\nname = \"c\"\n\
        holds = \"\"\"\ng(\n  n - 1) < 8\n  and n < 50\n\"\"\"\n";
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 1);
    let report = text(&root.join("out"), "report.md");
    assert!(report.contains("`g( n - 1) < 8 and n < 50`"), "{report}");
    assert!(text(&root.join("out"), "counterexamples/c.csv").starts_with("n,g( n - 1)\n28,8\n"));
}

/// Each term takes half a second, so a block of terms would take hours.
#[test]
fn heavy_loops_are_stopped_soon() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let heavy = "all(any(j > n for j in 0..3000) or true for i in 0..3000)";
    let config = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 100000\n".to_string() + &conjecture("heavy", "", heavy);
    stopped_soon(root, &config);
}

/// The moves of one position may have millions of turns: a stop is heard between the positions.
#[test]
fn heavy_moves_are_stopped_soon() {
    let folder = TempDir::new().unwrap();
    let heavy = "n -> n - k for k in 1..=n when count(i % 7 == k % 7 for i in 1..=n) > 3";
    let config = format!("[game]\nfamily = \"custom\"\nmoves = [\"{heavy}\"]\n[range]\nmax = 3000\n");
    stopped_soon(folder.path(), &config);
}

/// Runs a config that takes minutes, and stops it.
fn stopped_soon(root: &Path, config: &str) {
    fs::write(root.join("job.toml"), config).unwrap();
    let mut child = begin(root, &["run", "job.toml", "--out", "out"]);
    while !root.join("out").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    let asked = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if asked.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it went on for a minute");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    // With or without a saved state.
    assert!(matches!(child.wait().unwrap().code(), Some(75 | 130)));
}

#[test]
fn a_batch_counts_refuted_conjectures_among_failed_checks() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let game = "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 100\n";
    let wrong = game.to_string()
        + &conjecture("wrong", "", "g(n) < 8")
        + "[expect]\npreperiod = 70\n[analysis]\nperiod = true\n";
    fs::write(root.join("wrong.toml"), wrong).unwrap();
    fs::write(root.join("right.toml"), game.to_string() + &conjecture("right", "", "g(n) < 9")).unwrap();
    expect_exit(root, &["run", "right.toml", "wrong.toml", "--out", "out"], 1);
    let summary = text(&root.join("out"), "summary.csv");
    let lines: Vec<&str> = summary.lines().collect();
    assert!(lines[1].ends_with(",0,") && lines[2].ends_with(",2,"), "{summary}");
}

/// If all terms of thousands of games are counterexamples, a thousand are stored: the same ones whatever the
/// number of threads.
#[test]
fn many_counterexamples() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config =
        "[sweep]\ncode = \"subtraction:{S}\"\n[sweep.over]\nS = { subsets-of = 10 }\n[range]\nmax = 6\n[output]\n\
        formats = []\n"
            .to_string()
            + &conjecture("none", "", "n < 0")
            + "over = \"terms\"\n";
    fs::write(root.join("job.toml"), config).unwrap();
    for threads in ["1", "3"] {
        expect_exit(root, &["run", "job.toml", "--out", threads, "--threads", threads], 1);
        assert_eq!(line(&root.join(threads), "none"), "none,terms,7161,0,0,0,7161,refuted,subtraction:1 (S=1): n=0");
        assert_eq!(text(&root.join(threads), "counterexamples/none.csv").lines().count(), 1001);
    }
    assert_eq!(results(&root.join("1")), results(&root.join("3")));
}

#[test]
fn values_inside_loops_are_shown() {
    let folder = TempDir::new().unwrap();
    let holds = "all(g(i) + g(n - i) < 10 for i in 1..n)";
    let (out, _) = expect_exit(folder.path(), &["check", "octal:0.77", holds, "--max", "60"], 1);
    // The loop stops at i = 5, because Kayles has the value 4 at 5 and 6 at 11.
    assert!(out.contains("The first counterexample is n=16: the last values used in loops are g(2) = 2,"), "{out}");
    assert!(out.contains(", g(5) = 4, g(11) = 6.\n"), "{out}");
}

#[test]
fn long_functions_count_as_turns() {
    let folder = TempDir::new().unwrap();
    let holds = "count(is_prime(i) for i in 9223372036854700000..9223372036854775783) >= 0";
    let begun = Instant::now();
    let (out, _) = expect_exit(folder.path(), &["check", "octal:0.77", holds, "--max", "3"], 1);
    assert!(out.contains("10,000,000 loop iterations (or equivalent work in functions)"), "{out}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
