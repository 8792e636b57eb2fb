//! Certificates of the engine, checked by the independent checker, which needs only Python 3; and what
//! happens to changed certificates.

use crate::common::{checker, expect_exit, grundy, outline, project};
use grundy::structure::Systems;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn accepted(certificate: &Path) -> bool {
    checker::accepted(&[fs::read(certificate).unwrap()])[0]
}

fn run(root: &Path, code: &str, max: u64) {
    let config = format!(
        "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[analysis]\nperiod = true\n[output]\nformats = [\"list\"]\n"
    );
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
}

#[test]
fn the_checker_accepts_what_the_engine_proves() {
    for (code, max) in [
        ("octal:0.77", 200),
        ("octal:0.07", 300),
        ("octal:0.156", 9_000),
        ("octal:0.1", 50),
        ("octal:0.333", 50),
        ("octal:0.0", 50),
        ("subtraction:1,3,4", 50),
        ("subtraction:2,5,7", 80),
        ("all-but:2,3", 60),
        ("node-kayles:path", 300),
        // Three heaps: periodic, and with a saltus.
        ("octal:0.A", 60),
        ("octal:0.08", 60),
        ("octal:0.9C", 600),
        ("octal:8.D2", 600),
    ] {
        let folder = TempDir::new().unwrap();
        run(folder.path(), code, max);
        let certificate = folder.path().join("out/certificate.json");
        assert!(certificate.exists(), "{code} was not proved");
        assert!(accepted(&certificate), "{code}");
        expect_exit(folder.path(), &["verify", "out"], 0);
        expect_exit(folder.path(), &["verify", "out/certificate.json"], 0);
    }
}

#[test]
fn every_changed_digit_is_noticed() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), "octal:0.77", 200);
    let certificate = folder.path().join("out/certificate.json");
    let text = fs::read(&certificate).unwrap();
    let digits = (0..text.len()).filter(|&at| text[at].is_ascii_digit());
    let changed = |at: usize| {
        let mut changed = text.clone();
        changed[at] = if changed[at] == b'9' { b'0' } else { changed[at] + 1 };
        changed
    };
    let digits: Vec<usize> = digits.step_by(3).collect();
    let all: Vec<Vec<u8>> = digits.iter().map(|&at| changed(at)).collect();
    for (accepted, at) in checker::accepted(&all).into_iter().zip(digits) {
        let around = String::from_utf8_lossy(&text[at.saturating_sub(30)..(at + 10).min(text.len())]).into_owned();
        assert!(!accepted, "a changed digit went unnoticed: {around}");
    }
    fs::write(&certificate, &all[0]).unwrap();
    expect_exit(folder.path(), &["verify", "out"], 5);
}

/// The proof of a saltus also needs the options. A certificate with another game that shows the same period,
/// or with other numbers, is not accepted.
#[test]
fn a_saltus_is_not_proved_by_agreement() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), "octal:0.9C", 600);
    let certificate = folder.path().join("out/certificate.json");
    let text = fs::read_to_string(&certificate).unwrap();
    let right: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(right["theorem"], "arithmetic-splits");
    let mut all = vec![text.clone()];
    let mut change = |key: &str, value: serde_json::Value| {
        let mut changed = right.clone();
        changed[key] = value;
        all.push(changed.to_string());
    };
    for key in ["period", "saltus", "preperiod", "agreement", "checked_to"] {
        change(key, (right[key].as_u64().unwrap() + 1).into());
    }
    for (key, value) in
        [("theorem", "all-but-window"), ("theorem", "guy-smith"), ("game", "octal:0.08"), ("game", "all-but:2")]
    {
        change(key, value.into());
    }
    let accepted = checker::accepted(&all);
    let wrong = all.iter().zip(&accepted).skip(1).find(|(_, accepted)| **accepted);
    assert!(accepted[0] && wrong.is_none(), "{wrong:?}");
}

/// An incomplete check is not accepted: a window and samples are no proof.
#[test]
fn a_partial_check_has_a_code_of_its_own() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), "octal:0.156", 9_000);
    let certificate = folder.path().join("out/certificate.json");
    let check = |limit: &str| {
        let script = project().join("scripts/check_certificate.py");
        let output = Command::new("python3").arg(script).args(["--limit", limit]).arg(&certificate).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, told) = check("200000000");
    assert!(code == Some(0) && told.contains("complete: octal:0.156, preperiod 3479, period 349"), "{told}");
    let (code, told) = check("1000");
    assert!(code == Some(6) && told.contains("NOT COMPLETE") && told.contains("no proof"), "{told}");
    // A wrong period, with a window that nobody recomputes: a complete check rejects it, and a partial check
    // never accepts it.
    let text = fs::read_to_string(&certificate).unwrap();
    let mut forged: serde_json::Value = serde_json::from_str(&text).unwrap();
    let last = forged["window"].as_array().unwrap().len() - 1;
    forged["window"][last] = (forged["window"][last].as_u64().unwrap() ^ 1).into();
    fs::write(&certificate, forged.to_string()).unwrap();
    assert_eq!(check("200000000").0, Some(1));
    assert!(matches!(check("1000").0, Some(1 | 6)));
}

/// Both checkers can check any segment on its own. They report what was not checked, with a separate exit code.
#[test]
fn segments_are_checked_by_themselves() {
    let kept = project().join("data/certificates/octal-0.104.json");
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::copy(&kept, root.join("kept.json")).unwrap();
    let (_, err) = expect_exit(root, &["verify", "kept.json", "--segments", "2..=3"], 6);
    assert!(err.contains("not checked: segment 1 of 201 and segments 4 to 201 of 201"), "{err}");
    let (_, err) = expect_exit(root, &["verify", "kept.json", "--segments", "200..=202"], 2);
    assert!(err.contains("segments are 1 to 201"), "{err}");
    for wrong in ["0..=3", "3..=2", "1..3", "", "x"] {
        let (_, err) = expect_exit(root, &["verify", "kept.json", "--segments", wrong], 2);
        assert!(err.contains("as in 1..=64"), "{err}");
    }
    let (_, err) = expect_exit(root, &["verify", ".", "--segments", "1"], 2);
    assert!(err.contains("only certificates and states (.json) have segments"), "{err}");
    let independent = |segments: &str| {
        let script = project().join("scripts/check_certificate.py");
        let output =
            Command::new("python3").arg(script).args(["--segments", segments, "kept.json"]).current_dir(root).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // The first segment is short, because the first state is where the values from the rules end.
    assert!(matches!(independent("1"), (Some(6), told) if told.contains("not checked: segments 2 to 201 of 201")));
    assert_eq!(independent("202").0, Some(1));
    // A state is compared at the end of the segment before it.
    let mut changed: serde_json::Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
    let state = changed["segments"]["states"][1][1].as_str().unwrap().to_string();
    let other = if state.starts_with('A') { "B" } else { "A" };
    changed["segments"]["states"][1][1] = (other.to_string() + &state[1..]).into();
    fs::write(root.join("kept.json"), changed.to_string()).unwrap();
    for (segment, code) in [("1", 5), ("3", 6)] {
        expect_exit(root, &["verify", "kept.json", "--segments", segment], code);
    }
    assert_eq!(independent("1").0, Some(1));
}

/// A certificate without segments is recomputed as a whole. A certificate of another version is refused.
#[test]
fn a_certificate_alone_is_verified() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    run(root, "octal:0.77", 200);
    let path = root.join("out/certificate.json");
    let (out, _) = expect_exit(root, &["verify", "out/certificate.json"], 0);
    assert!(out.contains("octal:0.77, preperiod 71, period 12, saltus 0: proved"), "{out}");
    let text = fs::read_to_string(&path).unwrap();
    for (old, new, fragment) in [
        ("\"certificate\":3", "\"certificate\":2", "version 2"),
        ("\"window\":[", "\"window\":[1,", "it differs from the certificate of the game's values"),
        ("octal:0.77", "octal:0.770", "canonical code"),
        ("octal:0.77", "graph:out", "canonical code"),
        ("\"period\":12", "\"period\":0", "out of range"),
        ("{", "[", "not a certificate"),
        ("\"game\"", "\"games\"", "not a certificate"),
    ] {
        assert!(text.contains(old));
        fs::write(&path, text.replacen(old, new, 1)).unwrap();
        let (_, err) = expect_exit(root, &["verify", "out/certificate.json"], 5);
        assert!(err.contains(fragment), "{err}");
    }
    expect_exit(root, &["verify", "nowhere.json"], 4);
}

#[test]
fn no_certificate_without_a_proof() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), "octal:0.77", 100);
    assert!(!folder.path().join("out/certificate.json").exists());
}

#[test]
fn no_family_writes_a_certificate_that_is_refused() {
    let folder = TempDir::new().unwrap();
    let mut written = Vec::new();
    let examples = grundy::games::FAMILIES.iter().flat_map(|family| family.examples);
    let examples = examples.copied().chain(["nim:1"]).filter(|code| !code.contains("configs/"));
    // No theorem is about graphs or boards.
    for code in examples.filter(|code| !outline(code, 1).structures().has::<Systems>()) {
        let config = format!("[game]\ncode = \"{code}\"\n[range]\nmax = 200\n[analysis]\nperiod = true\n");
        fs::write(folder.path().join("job.toml"), config).unwrap();
        // Boxes have no period.
        let ran = grundy(folder.path(), &["run", "job.toml", "--out", "out", "--fresh", "--progress", "never"]);
        let certificate = folder.path().join("out/certificate.json");
        if ran.status.success() && certificate.exists() {
            expect_exit(folder.path(), &["verify", "out/certificate.json"], 0);
            written.push(code);
        }
    }
    assert!(written.len() > 4 && written.contains(&"node-kayles:path") && !written.contains(&"nim:1"), "{written:?}");
}

#[test]
fn games_are_compared() {
    let here = TempDir::new().unwrap();
    for (arguments, fragment) in [
        (["octal:0.161", "octal:0.36"], "first fails at n = 519"),
        (["octal:0.07", "octal:0.137"], "G(n+1) of octal:0.07 = G(n) of octal:0.137 for all n: proved"),
        (["octal:0.1777", "octal:0.454"], "for all n >= 1: proved"),
        (["subtraction:1,2", "octal:0.33"], "for all n: proved (both are periodic"),
        (["subtraction:squares", "subtraction:squares,heaps=1"], "holds up to n = 600: observed"),
        // Rows from 3 on.
        (["kayles", "node-kayles:cycle"], "first fails at n = 3: kayles has 3 at 3, node-kayles:cycle has 1 at 3"),
    ] {
        let exit = i32::from(fragment.contains("fails"));
        let (out, _) = expect_exit(here.path(), &["compare", arguments[0], arguments[1], "--max", "600"], exit);
        assert!(out.contains(fragment), "{out}");
    }
    expect_exit(here.path(), &["compare", "octal:0.77", "nim:2"], 2);
    // As far as 256 elements allow.
    let (out, _) = expect_exit(here.path(), &["compare", "kayles", "edge-game:star,path", "--shift=-1"], 0);
    assert!(out.starts_with("G(n-1) of kayles = G(n) of edge-game:star,path holds up to n = 100: observed"), "{out}");
    let misere = ["compare", "octal:0.31", "octal:0.3", "--play", "misere"];
    assert!(expect_exit(here.path(), &misere, 1).0.starts_with("o(n) of octal:0.31 = o(n) of octal:0.3 for all n:"));
    // What the quotients prove counts, too, where single heaps are known only as far as memory allows.
    let known = ["compare", "octal:0.72", "octal:0.721", "--play", "misere"];
    let (out, _) = expect_exit(here.path(), &known, 0);
    assert!(out.starts_with("o(n) of octal:0.72 = o(n) of octal:0.721 for all n: proved (misère quotients)"), "{out}");
    let (_, err) = expect_exit(here.path(), &["period", "octal:0.454", "--max", "100"], 0);
    assert!(err.contains("octal:0.1777"), "{err}");
}

/// Games on graphs begin at n = 3 or 5, or end at a number of elements.
#[test]
fn ranges_are_chosen_within_the_rows_of_a_game() {
    let here = TempDir::new().unwrap();
    let (out, _) = expect_exit(here.path(), &["period", "node-kayles:cycle"], 0);
    assert!(out.contains("node-kayles:cycle,normal,grundy,"), "{out}");
    let (out, _) = expect_exit(here.path(), &["guess", "arc-kayles:cycle"], 0);
    assert!(out.starts_with("arc-kayles:cycle, n = 3, ..., "), "{out}");
    for code in ["col:path", "cram:rows=3"] {
        let (out, _) = expect_exit(here.path(), &["guess", code], 0);
        assert!(out.starts_with(&format!("{code}, n = 1, ..., ")), "{out}");
    }
    let (out, _) = expect_exit(here.path(), &["period", "cram:rows=3"], 0);
    assert!(out.contains("cram:rows=3,normal,grundy,"), "{out}");
}

#[test]
fn growth_is_told_at_powers_of_two() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let config =
        "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 20\n[analysis]\ngrowth = true\n[output]\nformats = []\n";
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
    let growth = fs::read_to_string(root.join("out/growth.csv")).unwrap();
    let lines: Vec<&str> = growth.lines().collect();
    assert_eq!(lines[0], "n,mask,position,rares,last_rare,zeros,max_value,max_at");
    let ends: Vec<&str> = lines[1..].iter().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(ends, ["2", "4", "8", "16", "21"]);
    let histogram = fs::read_to_string(root.join("out/growth_histogram.csv")).unwrap();
    // G = 0, 1, 2, 3, 1, 4, 3, 2: for n < 8 the value 3 occurs twice.
    assert!(histogram.contains("\n8,3,2\n"), "{histogram}");
}
