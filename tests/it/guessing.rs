//! `grundy guess` on the command line: misuse, files, proofs, questions to other programs.

use crate::common::{expect_exit, project};
use std::fs;
use tempfile::TempDir;

fn refused(folder: &TempDir, arguments: &[&str], part: &str) {
    let (_, complaint) = expect_exit(folder.path(), arguments, 2);
    assert!(complaint.contains(part), "{arguments:?}: {complaint}");
}

#[test]
fn wrong_requests_are_refused_in_words() {
    let folder = TempDir::new().unwrap();
    refused(&folder, &["guess", "kayles", "--kinds", "rhyme"], "rhyme");
    refused(&folder, &["guess", "graph:missing.csv"], "missing.csv");
    refused(&folder, &["guess", "octal:0.106", "--max", "300", "--further", "400"], "no pattern was found");
    refused(
        &folder,
        &["guess", "kayles", "--max", "500", "--export", "walnut"],
        "no pattern is a rule for values read off",
    );
    refused(&folder, &["guess", "kayles", "--max", "500", "--export", "smt2"], "no pattern is a rule for a linear set");
    refused(&folder, &["guess", "kayles", "--max", "500", "--certificate", "c.json"], "--prove");
    refused(
        &folder,
        &["guess", "kayles", "--max", "500", "--prove", "--certificate", "c.json"],
        "no certificate was written",
    );
    let patterns =
        expect_exit(folder.path(), &["guess", "kayles", "--max", "500", "--prove", "--certificate", "c"], 2).0;
    assert!(patterns.contains("1. proved [period]"), "{patterns}");
    fs::write(folder.path().join("bad.csv"), "n,value\n0,1\n2,3\n").unwrap();
    refused(&folder, &["guess", "bad.csv"], "line 3");
    fs::write(folder.path().join("empty.csv"), "n,value\n").unwrap();
    refused(&folder, &["guess", "empty.csv"], "no line");
    expect_exit(folder.path(), &["guess", "none.csv"], 4);
    fs::write(
        folder.path().join("bad.toml"),
        "[game]\ncode = \"kayles\"\n[range]\nmax = 99\n[analysis]\npatterns = 3\n",
    )
    .unwrap();
    refused(&folder, &["run", "bad.toml"], "patterns");
    fs::write(
        folder.path().join("kind.toml"),
        "[game]\ncode = \"kayles\"\n[range]\nmax = 99\n[expect]\npattern = \"x\"\n",
    )
    .unwrap();
    refused(&folder, &["run", "kind.toml"], "not a kind");
}

#[test]
fn numbers_of_a_file_have_rules() {
    let folder = TempDir::new().unwrap();
    let lines: String = (5..400).map(|n: u64| format!("{n},{}\n", n * n / 3)).collect();
    fs::write(folder.path().join("thirds.csv"), format!("n,value\n{lines}")).unwrap();
    let (out, _) = expect_exit(folder.path(), &["guess", "thirds.csv"], 0);
    assert!(out.contains("G(n) = n * n / 3") && !out.contains("grundy check"), "{out}");
    refused(&folder, &["guess", "thirds.csv", "--further", "9"], "needs a game");
    let (json, _) = expect_exit(folder.path(), &["guess", "thirds.csv", "--json"], 0);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["play"], json["patterns"][0]["kind"].as_str()), (&serde_json::Value::Null, Some("expression")));
}

#[test]
fn rules_are_checked_further_at_once() {
    let folder = TempDir::new().unwrap();
    expect_exit(folder.path(), &["guess", "lasker-nim", "--max", "200", "--further", "2000"], 0);
    // The false friend: subtract a factorial.
    let (out, complaint) =
        expect_exit(folder.path(), &["guess", "subtraction:factorials", "--max", "3000", "--further", "6000"], 1);
    assert!(out.contains("n=5050") && complaint.contains("refuted"), "{out}{complaint}");
    let (out, _) = expect_exit(folder.path(), &["guess", "lasker-nim", "--max", "200", "--conjectures"], 0);
    assert!(out.contains("[[conjecture]]") && out.contains("holds = '''n < 5 or g(n) == g(n - 4) + 4'''"), "{out}");
    let (out, _) = expect_exit(folder.path(), &["guess", "octal:0.106", "--max", "400", "--tried"], 0);
    assert!(out.contains("No pattern of ") && out.contains("period: no rule"), "{out}");
}

#[test]
fn other_programs_get_the_question() {
    let folder = TempDir::new().unwrap();
    let mark = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 1 when n > 0\", \"n -> n / 2 when n > 0\"]\n";
    fs::write(folder.path().join("mark.toml"), mark).unwrap();
    let (out, _) = expect_exit(folder.path(), &["guess", "custom:mark.toml", "--max", "1000", "--export", "walnut"], 0);
    assert!(out.contains("msd_2") && out.contains("An (n >= 1) => (G[n] != G[n-1] & G[n] != G[n/2]"), "{out}");
    let (out, _) = expect_exit(folder.path(), &["guess", "circular-nim:n=4,k=2", "--max", "12", "--export", "smt2"], 0);
    assert!(out.matches("(check-sat)").count() > 4 && out.matches('(').count() == out.matches(')').count(), "{out}");
}

#[test]
fn rules_come_back_proved_with_a_certificate() {
    let folder = TempDir::new().unwrap();
    for (name, code, max) in [
        ("cn42", "circular-nim:n=4,k=2", "12"),
        ("moore", "moore-nim:heaps=3,k=2", "15"),
        ("wythoff", "wythoff", "100"),
    ] {
        let file = format!("{name}.json");
        let (out, _) = expect_exit(folder.path(), &["guess", code, "--max", max, "--prove", "--certificate", &file], 0);
        assert!(out.contains("1. proved ["), "{out}");
        let (told, _) = expect_exit(folder.path(), &["verify", &file], 0);
        assert!(told.contains("proved"), "{told}");
    }
}

#[test]
fn rules_of_a_run_are_checked_again() {
    let folder = TempDir::new().unwrap();
    let config = "[game]\ncode = \"lasker-nim\"\n[range]\nmax = 300\n[analysis]\npatterns = true\n[output]\nformats = [\"csv\"]\n";
    fs::write(folder.path().join("job.toml"), config).unwrap();
    expect_exit(folder.path(), &["run", "job.toml", "--out", "out"], 0);
    let (told, _) = expect_exit(folder.path(), &["verify", "out"], 0);
    assert!(told.contains("1 pattern checked again"), "{told}");
}

/// Wythoff's game with t = 2: an automaton with 23 states that reads Pell's numeration. Its states close when
/// coordinates up to 380 are seen.
#[test]
fn wythoff_with_2_is_read_off_digits_and_proved() {
    let folder = TempDir::new().unwrap();
    let asked = ["guess", "wythoff:t=2", "--value", "outcome", "--max", "600", "--kinds", "automatic-table"];
    let (out, _) = expect_exit(folder.path(), &[&asked[..], &["--prove", "--certificate", "t2.json"]].concat(), 0);
    assert!(out.contains("1. proved [automatic-table]") && out.contains("23 states in Pell"), "{out}");
    let made = fs::read_to_string(folder.path().join("t2.json")).unwrap();
    assert_eq!(made, fs::read_to_string(project().join("data/certificates/automatic/wythoff-t2.json")).unwrap());
    let (told, _) = expect_exit(folder.path(), &["verify", "t2.json"], 0);
    assert!(told.contains("proved"), "{told}");
    // The states do not close on a smaller range, and then there is no rule.
    let (out, _) = expect_exit(folder.path(), &[&asked[..5], &["200", "--kinds", "automatic-table"]].concat(), 0);
    assert!(out.contains("No pattern"), "{out}");
}

const MARK: &str = "[game]\nfamily = \"custom\"\nmoves = [\"n -> n - 1 when n > 0\", \"n -> n / 2 when n > 0\"]\n";

/// An automaton with another state behind its first transition from state 1.
fn nearly(text: &str) -> String {
    let place = text.find("\n1 1\n0 -> 2\n").expect("a transition");
    format!("{}\n1 1\n0 -> 1\n{}", &text[..place], &text[place + 12..])
}

#[test]
fn automata_of_a_run_are_files_that_verify_reads() {
    let folder = TempDir::new().unwrap();
    let rest = "[range]\nmax = 1000\n[analysis]\npatterns = true\n[output]\nformats = [\"csv\", \"report\"]\n";
    fs::create_dir(folder.path().join("below")).unwrap();
    fs::write(folder.path().join("below/mark.toml"), format!("{MARK}{rest}")).unwrap();
    expect_exit(folder.path(), &["run", "below/mark.toml", "--out", "out"], 0);
    let out = folder.path().join("out");
    let (rules, report) =
        (fs::read_to_string(out.join("patterns.csv")).unwrap(), fs::read_to_string(out.join("report.md")).unwrap());
    assert!(rules.contains("g(n) == automatic(\"\"patterns/automatic.txt\"\", n)"), "{rules}");
    // The code of a game that stands in a config cannot be used elsewhere, so the report has no command.
    assert!(report.contains("holds = '''g(n) == automatic(\"patterns/automatic.txt\", n)'''"), "{report}");
    let (told, _) = expect_exit(folder.path(), &["verify", "out"], 0);
    assert!(told.contains("1 pattern checked again"), "{told}");
    // The claim of the report, in the folder of the run.
    let claim = "g(n) == automatic(\"patterns/automatic.txt\", n)";
    expect_exit(&out, &["check", "custom:../below/mark.toml", claim, "--max", "4000"], 0);
    let file = out.join("patterns/automatic.txt");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, nearly(&text)).unwrap();
    expect_exit(&out, &["check", "custom:../below/mark.toml", claim, "--max", "4000"], 1);
    let (_, complaint) = expect_exit(folder.path(), &["verify", "out"], 5);
    assert!(complaint.contains("automatic.txt"), "{complaint}");
    fs::remove_file(&file).unwrap();
    expect_exit(folder.path(), &["verify", "out"], 5);
}

#[test]
fn automata_of_a_search_are_written_on_request() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mark.toml"), MARK).unwrap();
    let guess = ["guess", "custom:mark.toml", "--max", "1000"];
    let (out, _) = expect_exit(folder.path(), &guess, 0);
    assert!(out.contains("no check line: needs a file with the automaton (--automata FOLDER)"), "{out}");
    refused(&folder, &[&guess[..], &["--further", "5000"]].concat(), "--automata FOLDER");
    refused(&folder, &[&guess[..], &["--automata", "a\"b"]].concat(), "cannot stand in a claim");
    refused(&folder, &["guess", "lasker-nim", "--max", "200", "--automata", "d"], "no pattern is an automaton");
    let (out, _) = expect_exit(folder.path(), &[&guess[..], &["--automata", "d/e", "--further", "5000"]].concat(), 0);
    let claim = "g(n) == automatic(\"d/e/automatic.txt\", n)";
    assert!(out.contains(&format!("grundy check custom:mark.toml '{claim}' --max 4000")), "{out}");
    let (out, _) = expect_exit(folder.path(), &[&guess[..], &["--automata", "d/e", "--conjectures"]].concat(), 0);
    assert!(out.contains(&format!("holds = '''{claim}'''")), "{out}");
    fs::write(folder.path().join("job.toml"), format!("{MARK}[range]\nmax = 3000\n{out}")).unwrap();
    expect_exit(folder.path(), &["run", "job.toml", "--out", "run"], 0);
    // Outcomes, of one number and of two heaps.
    for (code, kind, max, at) in
        [("custom:mark.toml", "automatic", "1000", "n"), ("wythoff", "automatic-table", "100", "[h1, h2]")]
    {
        let asked = ["--kinds", kind, "--max", max, "--value", "outcome", "--automata", "o"];
        let (out, _) = expect_exit(folder.path(), &[&["guess", code], &asked[..]].concat(), 0);
        let claim = format!("outcome == P iff automatic(\"o/{kind}.txt\", {at}) == 0");
        assert!(out.contains(&claim), "{out}");
        expect_exit(folder.path(), &["check", code, &claim, "--value", "outcome", "--max", "300"], 0);
    }
    let (json, _) = expect_exit(folder.path(), &[&guess[..], &["--automata", "d", "--json"]].concat(), 0);
    assert!(json.contains("automatic(\\\"d/automatic.txt\\\", n)"), "{json}");
}

/// Sequences that are derived from the values: where a value occurs, records, rare values, counts.
#[test]
fn derived_sequences_have_rules() {
    let folder = tempfile::TempDir::new().unwrap();
    let guess = |arguments: &[&str], code: i32| {
        let (out, err) = crate::common::expect_exit(folder.path(), &[&["guess"], arguments].concat(), code);
        out + &err
    };
    // Dawson's Kayles: from some place on the zeros have a period of 34, with five in each.
    let zeros = guess(&["octal:0.07", "--of", "zeros", "--max", "5000"], 0);
    assert!(zeros.contains("[saltus]: G(n + 5) = G(n) + 34"), "{zeros}");
    let places = guess(&["coin-turning:ruler", "--of", "places=2", "--max", "1000"], 0);
    assert!(places.contains("G(n) = 4 n + 2"), "{places}");
    let counts = guess(&["nim:2", "--of", "counts", "--max", "40"], 0);
    assert!(counts.contains("nim:2, n = 0, ..., 40"), "{counts}");
    for (arguments, words) in [
        (&["nim:2", "--of", "records", "--max", "9"][..], "has several coordinates"),
        (&["octal:0.07", "--of", "counts", "--max", "9"], "use --of zeros for a sequence"),
        (&["octal:0.07", "--of", "rares", "--max", "500"], "no mask makes only few values rare"),
        (&["octal:0.07", "--of", "places=900", "--max", "9"], "there is no term of this sequence"),
        (&["octal:0.07", "--of", "all"], "expected zeros, places=V"),
    ] {
        let told = guess(arguments, 2);
        assert!(told.contains(words), "{told}");
    }
}
