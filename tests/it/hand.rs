//! Interactive use: numbers, names, sets, interruptions, and the messages of the program.

use crate::common::stops::{signal, until_a_state};
use crate::common::{expect_exit, grundy};
use ::grundy::Error;
use ::grundy::answer::Session;
use ::grundy::commands::{Inquiry, guess, period};
use ::grundy::event::Silent;
use ::grundy::games::code;
use ::grundy::games::code::Coded;
use ::grundy::job::Settings;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

/// Standard output of a command that succeeds.
fn out(arguments: &[&str]) -> String {
    expect_exit(Path::new("."), arguments, 0).0
}

/// Standard error of a command that ends with this exit code.
fn err(arguments: &[&str], code: i32) -> String {
    expect_exit(Path::new("."), arguments, code).1
}

fn json(arguments: &[&str]) -> Value {
    let text = out(arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{text}"))
}

#[test]
fn whole_numbers_as_people_write_them() {
    let expected = out(&["values", "kayles", "--max", "1000"]);
    for max in ["1e3", "1_000", "10^3", "10**3", "1.0e3"] {
        assert_eq!(out(&["values", "kayles", "--max", max]), expected, "{max}");
    }
    for max in ["ten", "1e-3", "1.5", "1__0", "-3", ""] {
        let text = err(&["values", "kayles", "--max", max], 2);
        assert!(text.contains("a non-negative whole number, as in 1000, 1_000, 10^6, 2**20 or 1e6"), "{max}: {text}");
    }
    assert!(err(&["values", "kayles", "--max", "2^99"], 2).contains("too large"));
    assert!(err(&["values", "kayles", "--max", "2^9", "--max-rows", "1e2"], 3).contains("allows 100 rows"));
    assert!(out(&["compare", "kayles", "octal:0.77", "--max", "1e2"]).contains("proved"));
    assert_eq!(out(&["values", "nim:1e0", "--max", "2", "--format", "list"]), "0, 1, 2\n");
    assert!(out(&["position", "kayles", "1e1"]).contains("position  10\n"));
    assert_eq!(out(&["sweep", "subtraction:1,{a}", "--over", "a=2..=3", "--max", "10^2"]).lines().count(), 3);
    let folder = TempDir::new().unwrap();
    for (name, max) in [("quoted", "\"10^2\""), ("float", "1e2"), ("plain", "1_0_0")] {
        let file = format!("{name}.toml");
        fs::write(folder.path().join(&file), format!("[game]\ncode = \"kayles\"\n[range]\nmax = {max}\n")).unwrap();
        expect_exit(folder.path(), &["run", &file, "--out", name, "--threads", "1e0"], 0);
        let values = fs::read_to_string(folder.path().join(name).join("values.csv")).unwrap();
        assert_eq!(values.lines().count(), 102, "{name}");
    }
    for (max, fragment) in [("1.5", "1.5"), ("\"1e\"", "1e"), ("-1", "-1")] {
        fs::write(folder.path().join("bad.toml"), format!("[game]\ncode = \"kayles\"\n[range]\nmax = {max}\n"))
            .unwrap();
        let (_, text) = expect_exit(folder.path(), &["run", "bad.toml"], 2);
        assert!(text.contains("bad.toml:4:7") && text.contains(fragment) && text.contains("10^6"), "{text}");
    }
}

#[test]
fn unknown_names_search_names_and_summaries() {
    for (code, suggestion) in [
        ("dawson", "did you mean `dawsons-kayles` or `dawsons-chess`?"),
        ("octel:0.77", "did you mean `octal`?"),
        ("0.77", "did you mean `octal:0.77`?"),
        ("kayles,heaps=2", "did you mean `kayles:heaps=2`?"),
        ("circular-nim,n=5,k=2", "did you mean `circular-nim:n=5,k=2`?"),
        ("chocolate", "did you mean `chomp`?"),
        ("zzzz", "`grundy list WORD`"),
    ] {
        let text = err(&["values", code, "--max", "3"], 2);
        assert!(text.contains(suggestion), "{code}: {text}");
    }
    assert!(out(&["list", "dawson"]).contains("dawsons-chess"));
    assert!(out(&["list", "histogram"]).contains("how often each value occurs"));
    assert!(err(&["list", "octel"], 2).contains("did you mean `octal`"));
    // What is no TOML has a remedy.
    for (text, remedy) in [
        ("[range]\nmax = 10^6\n", "or in quotes as \"10^6\""),
        ("[range]\nmax = 9\n[conjecture]\nname = \"a\"\nholds = \"n >= 0\"\n", "write [[conjecture]]"),
        ("[range]\nmax = 9\n[output]\nformats = \"csv\"\n", "expected a list, as in [\"csv\", \"report\"]"),
    ] {
        let config = format!("[game]\ncode = \"kayles\"\n{text}");
        let (code, complaint) = with_input(TempDir::new().unwrap().path(), &["run", "-"], &config);
        assert!(code == Some(2) && complaint.contains(remedy), "{complaint}");
    }
    // A short name is near to many others.
    assert!(err(&["check", "kayles", "h1 == 3", "--max", "9"], 2).contains("the names known here are"));
    assert!(err(&["values", "cram:rows=2,cols=3"], 2).contains("this family takes"));
    // Games without a range are shown without one, and their command works.
    assert!(out(&["list", "fair-shares"]).contains("grundy values fair-shares:almonds=6 --format list"));
    assert!(err(&["draw", "nim:3", "1,2,3", "--levels", "0"], 2).contains("it must be at least 1"));
    assert!(err(&["misere", "kayles", "--elements", "10^5"], 2).contains("it must be from 1 to 16000"));
    let folder = TempDir::new().unwrap();
    for (section, suggestion) in [
        ("[analysis]\npositions = true\n", "`zeros`"),
        ("[output]\nformats = [\"markdown\"]\n", "`report`"),
        ("[solve]\nkernel = \"sieve\"\n", "did you mean"),
    ] {
        let config = format!("[game]\ncode = \"kayles\"\n[range]\nmax = 10\n{section}");
        fs::write(folder.path().join("a.toml"), config).unwrap();
        let (_, text) = expect_exit(folder.path(), &["run", "a.toml"], 2);
        assert!(text.contains(suggestion), "{section}: {text}");
    }
}

#[test]
fn spaces_and_braces_in_sets() {
    let expected = out(&["values", "subtraction:1,2,3", "--max", "9"]);
    for code in ["subtraction:{1, 2, 3}", "subtraction:1, 2, 3", "subtraction:{3,2,1}", " subtraction: 1,2,3"] {
        assert_eq!(out(&["values", code, "--max", "9"]), expected, "{code}");
    }
    // Without quotes, a shell splits the same text like this.
    for words in
        [&["subtraction:{1,", "2,", "3}"][..], &["subtraction:1,", "2,", "3"], &["subtraction:1", "subtraction:2"]]
    {
        let text = err(&[&["values"], words].concat(), 2);
        assert!(text.contains("in quotes, as in 'subtraction:{1, 2, 3}'"), "{text}");
    }
    assert!(err(&["position", "subtraction:{1,", "2}"], 2).contains("in quotes"));
    assert!(!err(&["values", "kayles", "--mx", "3"], 2).contains("in quotes"));
}

#[test]
fn decimal_digits_are_said_to_be_hexadecimal() {
    for arguments in [&["values", "octal:0.79", "--max", "5"][..], &["period", "octal:0.79", "--max", "50"]] {
        assert!(err(arguments, 0).contains("note: octal:0.79 is read as hexadecimal"));
    }
    for code in ["octal:0.77", "octal:0.7F", "subtraction:9"] {
        assert!(!err(&["values", code, "--max", "5"], 0).contains("hexadecimal"), "{code}");
    }
}

#[test]
fn periods_without_a_range() {
    assert!(out(&["period", "kayles"]).contains("octal:0.77,normal,grundy,1000,71,12,0,proved,guy-smith,166,8"));
    assert!(out(&["period", "octal:0.007", "--value", "outcome", "--max", "30"]).contains(",none,"));
    let text = err(&["period", "kayles", "--max", "100"], 0);
    assert!(text.contains("no period was found up to n = 100") && text.contains("n = 202"), "{text}");
    let text = err(&["period", "kayles", "--max", "150"], 0);
    assert!(text.contains("only observed") && text.contains("--max 166"), "{text}");
    // If no range is large enough, none is recommended.
    for set in ["subtraction:1,18446744073709551610", "subtraction:2,18446744073709551615"] {
        let text = err(&["period", set, "--max", "5"], 0);
        assert!(text.contains("note: ") && !text.contains("--max 1844"), "{text}");
    }
    assert!(err(&["period", "octal:0.(4)"], 0).contains("only observed: no theorem"));
    assert!(out(&["period", "octal:0.320(002)"]).contains("20,21,4,proved,arithmetic-kinds"));
    // Where a theorem on kinds applies, an observed period does not end the search.
    let words = "custom:(configs/kinds/clobber-words.toml,W=[0,0,0,1,1,0,1],m=7)";
    assert!(out(&["period", words]).contains(",proved,kinds,"));
    assert!(err(&["period", "octal:4.7(3)", "--max", "1000"], 0).contains("a theorem on kinds of heaps applies"));
    assert!(err(&["period", "nim:2"], 2).contains("not a sequence"));
}

/// A game graph has no --max, so neither the notes on its period nor its report recommend one.
#[test]
fn no_range_is_recommended_where_there_is_none() {
    let folder = TempDir::new().unwrap();
    let graph = |name: &str, options: &dyn Fn(u64) -> Vec<u64>| {
        let lines = (0..=40).flat_map(|n| options(n).into_iter().map(move |option| format!("{n},{option}\n")));
        let path = folder.path().join(name);
        fs::write(&path, "from,to\n".to_string() + &lines.collect::<String>()).unwrap();
        format!("graph:{}", path.display())
    };
    let taken = graph("taken.csv", &|n| (1..=3).filter_map(|taken| n.checked_sub(taken)).collect());
    let text = err(&["period", &taken], 0);
    assert!(text.contains("the period is only observed: the game ends at n = 40") && !text.contains("max"), "{text}");
    let nim = graph("nim.csv", &|n| (0..n.isqrt()).collect());
    let text = err(&["period", &nim], 0);
    assert!(text.contains("no period was found up to n = 40, where the game ends") && !text.contains("max"), "{text}");
    let row = out(&["period", &nim]);
    assert!(row.contains(",none,,40,"), "{row}");
}

#[test]
fn several_heaps_are_asked_for_by_name() {
    for position in ["3,4", "3 4"] {
        let text = err(&["position", "octal:0.77", position], 2);
        assert!(text.contains("`octal:0.77,heaps=2` and the position `3,4`"), "{text}");
    }
    // A sum of positions is a position if moves split.
    assert!(out(&["position", "octal:0.77", "3+4"]).contains("grundy    2\n"));
    assert!(err(&["position", "subtraction:1,2", "3+4"], 2).contains("`subtraction:1,2,heaps=2`"));
    assert!(err(&["position", "grundys-game", "3,4,5"], 2).contains("`grundys-game:heaps=3`"));
    assert!(out(&["position", "octal:0.77,heaps=2", "3,4"]).contains("grundy    2\n"));
    assert!(!err(&["position", "octal:0.77", "three"], 2).contains("heaps=2"));
    // In Nim, `heaps` is part of the game itself.
    for game in ["nim:1", "nim:3"] {
        assert!(!err(&["position", game, "3,4"], 2).contains("heaps=2"), "{game}");
    }
}

#[test]
fn proved_periods_prove_equality() {
    for (a, b) in
        [("subtraction:1,2,3", "octal:0.333"), ("subtraction:1,2,3", "subtraction:1,2,3,5"), ("all-but:1", "all-but:1")]
    {
        let text = out(&["compare", a, b]);
        assert!(text.contains("for all n: proved (both are periodic"), "{text}");
    }
    assert!(out(&["compare", "octal:0.3126", "octal:0.3127"]).contains("redundant bits"));
    // Games with the moves of codes: Dawson's Kayles is a first cousin of Dawson's Chess.
    assert!(out(&["compare", "node-kayles:path", "octal:0.137"]).contains("first cousins"));
    assert!(out(&["compare", "octal:0.07", "node-kayles:path", "--shift", "1"]).contains("first cousins"));
    // Too short a range proves nothing, and neither does a game without a period.
    let short = out(&["compare", "subtraction:1,2,3", "subtraction:1,2,3,5", "--max", "5"]);
    assert!(short.contains("observed") && !short.contains("for all n"), "{short}");
    assert!(out(&["compare", "nim:1", "octal:0.(7)", "--max", "1e3"]).contains("observed"));
    assert!(out(&["compare", "nim:1", "octal:0.(3)"]).contains("for all n: proved"));
    // Periods that have only their length in common, and a shift by which only the values after the preperiods agree.
    let differ = |arguments: &[&str]| expect_exit(Path::new("."), arguments, 1).0;
    assert!(differ(&["compare", "subtraction:1,2,3", "subtraction:1,3"]).contains("first fails at n = 2"));
    assert!(differ(&["compare", "kayles", "kayles", "--shift", "12"]).contains("first fails at n = 0"));
    assert!(differ(&["compare", "kayles", "kayles", "--max", "5", "--shift", "9"]).contains("nothing was compared"));
    assert!(out(&["compare", "subtraction:1,2", "subtraction:1,2", "--shift", "3"]).contains("proved"));
    assert!(out(&["compare", "subtraction:1,2", "subtraction:1,2", "--shift", "-3"]).contains("proved"));
    assert!(differ(&["compare", "subtraction:1,2", "subtraction:1,2", "--shift", "2"]).contains("first fails"));
}

#[test]
fn json_of_every_answer() {
    let values = json(&["values", "kayles", "--max", "5", "--json"]);
    assert_eq!(values["values"], serde_json::json!([0, 1, 2, 3, 1, 4]));
    assert_eq!((&values["game"], &values["first"]), (&"octal:0.77".into(), &0.into()));
    let table = json(&["values", "nim:2", "--max", "1", "--json", "--value", "outcome"]);
    assert_eq!(table["rows"], serde_json::json!([["0,0", "P"], ["0,1", "N"], ["1,0", "N"], ["1,1", "P"]]));
    assert_eq!(table["columns"], serde_json::json!(["h1", "h2"]));
    let period = json(&["period", "kayles", "--json"]);
    assert_eq!((period["period"].as_u64(), period["status"].as_str()), (Some(12), Some("proved")));
    assert_eq!(json(&["period", "kayles", "--max", "50", "--json"])["period"], Value::Null);
    let position = json(&["position", "nim:3", "3,4,5", "--json"]);
    assert_eq!(position["winning_moves"], serde_json::json!(["1,4,5"]));
    assert_eq!(json(&["position", "nim:2", "1,1", "--play", "misere", "--json"])["grundy"], Value::Null);
    let (differ, _) = expect_exit(Path::new("."), &["compare", "kayles", "nim:1", "--json"], 1);
    assert_eq!(serde_json::from_str::<Value>(&differ).unwrap()["differs_at"], 4);
    assert_eq!(json(&["list", "--json"])["families"].as_array().unwrap().len(), grundy::games::FAMILIES.len());
    assert_eq!(json(&["list", "dawson", "--json"])["names"].as_array().unwrap().len(), 2);
    let check = json(&["check", "kayles", "g(n) < 9", "--max", "100", "--json"]);
    assert_eq!((check["held"].as_u64(), check["failed"].as_u64()), (Some(101), Some(0)));
    let output = grundy(Path::new("."), &["check", "kayles", "g(n) < 8", "--max", "100", "--json"]);
    let refuted: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), refuted["verdict"].as_str()), (Some(1), Some("refuted")));
    assert!(err(&["values", "kayles", "--max", "9", "--json", "--max-rows", "5"], 3).contains("--max-rows"));
}

#[test]
fn grundy_values_of_misere_play_where_moves_do_not_split() {
    let misere = ["--play", "misere", "--value", "grundy"];
    let values = out(&[&["values", "subtraction:1,2", "--max", "7", "--format", "list"], &misere[..]].concat());
    // In misère play a player without a move wins: 0 tokens have the value 1, 1 token 0, 2 tokens 2.
    assert_eq!(values.trim(), "1, 0, 2, 1, 0, 2, 1, 0");
    assert!(out(&[&["period", "subtraction:1,2"], &misere[..]].concat()).contains(",3,0,observed,,"));
    assert!(out(&[&["values", "nim:2", "--max", "2"], &misere[..]].concat()).contains("\n1,1,1\n"));
    let default = out(&["values", "subtraction:1,2", "--max", "3", "--format", "list", "--play", "misere"]);
    assert_eq!(default.trim(), "N, P, N, N");
}

#[test]
fn sets_have_ranges_and_games_many_heaps() {
    assert_eq!(
        out(&["values", "subtraction:2..=4", "--max", "9"]),
        out(&["values", "subtraction:2,3,4", "--max", "9"])
    );
    assert!(out(&["period", "subtraction:1,4..=9", "--max", "99"]).contains("\n\"subtraction:1,4,5,6,7,8,9\","));
    let many = ["1"; 40].join(",");
    assert!(out(&["position", "kayles:heaps=40", &many]).contains("grundy    0\n"));
    assert!(err(&["position", "kayles:heaps=1001", "1"], 2).contains("`heaps` cannot be 1001"));
}

#[test]
fn tables_may_begin_at_one() {
    assert_eq!(out(&["values", "wythoff:first=1", "--max", "2"]), "h1,h2,value\n1,1,2\n1,2,0\n2,1,0\n2,2,1\n");
    assert!(out(&["position", "nim:2,first=1", "0,3"]).contains("grundy    3\n"));
    assert!(err(&["values", "nim:2,first=3", "--max", "2"], 2).contains("starts at 3"));
    assert!(err(&["values", "nim:2,first=x", "--max", "2"], 2).contains("`first` cannot be x"));
}

#[test]
fn what_has_a_property_is_counted() {
    // P-positions with three heaps: h3 is the nim-sum of h1 and h2, and at most 20. Up to the order of heaps
    // there are 66.
    assert!(out(&["count", "nim:3", "outcome == P", "--max", "20"]).contains("The condition holds for 331.\n"));
    let orbits = out(&["count", "nim:3", "h1 xor h2 xor h3 == 0", "--max", "20", "--orbits"]);
    assert!(orbits.contains("one position per orbit: 1771 positions.\nThe condition holds for 66.\n"), "{orbits}");
    let largest = out(&["count", "kayles", "g(n) == 3", "--max", "1000", "--largest", "n"]);
    // The last exception of Kayles is n = 70, and the periodic part does not contain the value 3, so there is
    // a largest n.
    assert!(largest.contains("The largest value of n is "), "{largest}");
    let sum = json(&["count", "kayles", "n < 5", "--max", "1000", "--sum", "g(n) * 10", "--json"]);
    assert_eq!((sum["count"].as_u64(), sum["sum"].as_i64()), (Some(5), Some(70)));
    // Values that are not used are not computed.
    let free = out(&["count", "nim:1", "n % 2 == 0", "--max", "1e6", "--memory", "1 KiB"]);
    assert!(free.contains("holds for 500001."), "{free}");
    let claim = ["check", "nim:1", "n xor n == 0", "--max", "1e6", "--memory", "1 KiB"];
    assert!(out(&claim).contains("It held for 1000001: no counterexample."));
    for (arguments, what) in [
        (&["n / 0 == 1"][..], "division by zero at 0"),
        (&["n < m"], "there is no variable `m`"),
        (&["n"], "condition:1:1"),
        (&["n > 3", "--sum", "n > 3"], "sum:1:1"),
        (&["n > 3", "--orbits"], "no symmetry of `octal:0.77` is known"),
        (&["n > 3", "--sum", "n", "--largest", "n"], "cannot be used with"),
    ] {
        let message = err(&[&["count", "kayles", "--max", "9"], arguments].concat(), 2);
        assert!(message.contains(what), "{arguments:?}: {message}");
    }
}

#[test]
fn configs_are_begun_for_every_family() {
    let folder = TempDir::new().unwrap();
    let mut begun = 0;
    for family in grundy::games::FAMILIES
        .iter()
        .filter(|family| !["graph", "annihilation", "poset", "deletion", "custom"].contains(&&*family.name))
    {
        let file = format!("{}.toml", family.name);
        expect_exit(folder.path(), &["init", family.examples[0], "--max", "3", "--out", &file], 0);
        expect_exit(folder.path(), &["run", &file, "--out", &family.name], 0);
        begun += 1;
    }
    assert!(begun > 20);
    // Only what the game allows is offered.
    let table = out(&["init", "wythoff"]);
    assert!(table.contains("\n# rows = [0, 1]") && !table.contains("period = true"), "{table}");
    let text = out(&["init", "kayles"]);
    assert!(
        !text.contains("rows = [0, 1]") && text.contains("any of \"grundy\", \"outcome\", \"remoteness\""),
        "{text}"
    );
    // Every key that is commented out works as it is written there.
    assert!(
        text.contains("# histogram = true") && text.contains("period = true") && text.contains("code = \"octal:0.77\""),
        "{text}"
    );
    let (_, text) = expect_exit(folder.path(), &["init", "nim:2", "--out", "nim.toml"], 2);
    assert!(text.contains("already exists"), "{text}");
}

#[test]
fn a_shifted_game_is_named_in_the_letters_of_its_values() {
    assert!(err(&["period", "octal:0.07"], 0).contains("octal:0.137 shifted: G(n + 1) here is G(n) there"));
    let misere = err(&["period", "octal:0.07", "--play", "misere"], 0);
    assert!(misere.contains("octal:0.137 shifted: o(n + 1) here is o(n) there"), "{misere}");
}

#[test]
fn schemas_and_completions() {
    let schema = json(&["schema"]);
    assert!(schema["properties"]["analysis"]["properties"]["histogram"]["description"].is_string());
    assert!(err(&["schema"], 0).contains("#:schema"));
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("s.json").display().to_string();
    assert!(err(&["schema", "--out", &file], 0).ends_with("#:schema ./s.json\n"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(out(&["completions", shell]).contains("identify"), "{shell}");
    }
    assert!(err(&["completions", "tcsh"], 2).contains("bash"));
}

#[test]
fn manual_pages_have_all_commands_and_options() {
    let folder = TempDir::new().unwrap();
    expect_exit(folder.path(), &["man", "pages/man1"], 0);
    let pages: Vec<_> =
        fs::read_dir(folder.path().join("pages/man1")).unwrap().map(|page| page.unwrap().path()).collect();
    let named =
        |name: &str| pages.iter().find(|page| page.ends_with(name)).map(|page| fs::read_to_string(page).unwrap());
    let (whole, run) = (named("grundy.1").unwrap(), named("grundy-run.1").unwrap());
    assert!(whole.contains("grundy\\-run(1)") && whole.contains("Exit codes"), "{whole}");
    assert!(run.contains("grundy run") && run.contains("\\-\\-threads"), "{run}");
    for verb in ["verify", "guess", "misere", "man", "completions"] {
        assert!(named(&format!("grundy-{verb}.1")).is_some(), "{verb}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    expect_exit(folder.path(), &["man", "file"], 4);
}

fn with_input(folder: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn configs_from_standard_input() {
    let folder = TempDir::new().unwrap();
    let config = "[game]\ncode = \"kayles\"\n[range]\nmax = 100\n";
    assert_eq!(with_input(folder.path(), &["run", "-", "--out", "here"], config).0, Some(0));
    expect_exit(folder.path(), &["verify", "here"], 0);
    assert_eq!(with_input(folder.path(), &["run", "-"], config).0, Some(0));
    assert!(folder.path().join("data/runs/stdin/values.csv").exists());
    let (code, text) = with_input(folder.path(), &["run", "-"], "[game]\ncode = \"kayls\"\n[range]\nmax = 100\n");
    assert!(code == Some(2) && text.contains("stdin.toml:2:9"), "{text}");
}

#[test]
fn dry_runs_compute_nothing() {
    let folder = TempDir::new().unwrap();
    let config = "[game]\ncode = \"kayles\"\n[range]\nmax = \"10^8\"\n[analysis]\nperiod = true\n";
    fs::write(folder.path().join("a.toml"), config).unwrap();
    let (text, _) = expect_exit(folder.path(), &["run", "a.toml", "--dry-run"], 0);
    for fragment in ["100000001 in the results", "bits", "of memory, with kernel", "time"] {
        assert!(text.contains(fragment), "{text}");
    }
    // 100,000,001 lines, each with a comma, a digit and a newline; the numbers n have 788,888,899 digits.
    assert!(text.contains("files      values.csv about 1.1 GiB"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "something was written");
    fs::write(folder.path().join("b.toml"), "[game]\ncode = \"nim:4\"\n[range]\nmax = 100_000\n").unwrap();
    expect_exit(folder.path(), &["run", "b.toml", "--dry-run"], 3);
    // Games whose moves are in the config, and small ranges of boards, are tried too.
    for game in [
        "family = \"custom\"\nmoves = [\"n -> n - 1 when n > 0\", \"n -> n / 2 when n > 0\"]",
        "code = \"cram:rows=2\"",
    ] {
        fs::write(folder.path().join("c.toml"), format!("[game]\n{game}\n[range]\nmax = 9\n")).unwrap();
        let (text, _) = expect_exit(folder.path(), &["run", "c.toml", "--dry-run"], 0);
        assert!(text.contains("second: the whole range was just computed"), "{text}");
    }
}

#[test]
fn no_colours_outside_terminals() {
    assert!(!err(&["values", "kayls"], 2).contains('\x1b'));
    assert!(!err(&["values", "kayles", "--mx"], 2).contains('\x1b'));
}

#[test]
fn progress_fits_eighty_columns() {
    let folder = TempDir::new().unwrap();
    let file = "a-config-with-a-name-that-is-much-longer-than-any-line-should-ever-be.toml";
    fs::write(folder.path().join(file), "[game]\ncode = \"octal:0.6\"\n[range]\nmax = 300_000\n").unwrap();
    let (_, text) = expect_exit(folder.path(), &["run", file, "--out", "o", "--progress", "always"], 0);
    // The texts between control sequences such as \\x1b[2K.
    let pieces = text.split(['\r', '\n', '\x1b']).map(|piece| piece.trim_start_matches(['[', '0', '2', 'A', 'K']));
    let lines: Vec<&str> = pieces.filter(|line| line.contains("% of")).collect();
    assert!(!lines.is_empty(), "{text:?}");
    for line in lines {
        let shown = line;
        assert!(shown.trim_end().chars().count() <= 80, "{shown:?}");
        assert!(shown.contains("a-config-with-..: ") && shown.contains("/s, "), "{shown:?}");
    }
}

#[test]
fn orbits_of_equal_games() {
    let folder = TempDir::new().unwrap();
    let run = |name: &str, code: &str| {
        let file = format!("{name}.toml");
        let config =
            format!("[game]\ncode = \"{code}\"\n[range]\nmax = 4\n[analysis]\nzeros = true\ncounts = [\"max\"]\n");
        fs::write(folder.path().join(&file), config).unwrap();
        expect_exit(folder.path(), &["run", &file, "--out", name], 0);
        fs::read_to_string(folder.path().join(name).join("zeros.csv")).unwrap()
    };
    let expected = run("nim", "nim:2");
    assert!(expected.starts_with("h1,h2,orbit\n0,0,1\n"), "{expected}");
    assert_eq!(run("sum", "sum:nim:1+nim:1"), expected);
    assert_eq!(run("heaps", "subtraction:1,2,3,4,heaps=2"), expected);
    assert!(run("three", "kayles:heaps=3").contains("1,2,3,6\n"));
    assert!(run("other", "sum:nim:1+octal:0.77").starts_with("h1,h2\n"));
    // Small tables, counts and P-positions are part of the report.
    let report = fs::read_to_string(folder.path().join("nim/report.md")).unwrap();
    assert!(
        report.contains("| h1 \\ h2 | 0 | 1 | 2 | 3 | 4 |") && report.contains("| **1** | 1 | 0 | 3 | 2 | 5 |"),
        "{report}"
    );
    assert!(
        report.contains("P-positions: 0,0; 1,1; 2,2; 3,3; 4,4.") && report.contains("from 0 on: 1, 1, 1, 1, 1."),
        "{report}"
    );
}

#[test]
fn all_p_positions_of_chomp() {
    let listed = out(&["values", "chomp:rows=3,positions=all", "--max", "4"]);
    // Known P-positions (Gale, Zeilberger): 3 1 1, and 2 1, 3 2, 4 3 with an empty third row, but not 4 2.
    for line in ["1,0,0,P", "2,1,0,P", "3,2,0,P", "3,1,1,P", "4,3,0,P", "4,2,2,P", "2,0,0,N", "4,4,4,N"] {
        assert!(listed.contains(&format!("\n{line}\n")), "{line}\n{listed}");
    }
    assert!(!listed.contains("1,2,"), "no position");
    assert!(err(&["values", "chomp:rows=3,positions=some", "--max", "4"], 2).contains("`full`"));
}

#[test]
fn what_means_nothing_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("g.csv"), "from,to\na,b\n").unwrap();
    let (_, text) = expect_exit(folder.path(), &["values", "graph:g.csv", "--max", "3"], 2);
    assert!(text.contains("--max does not apply") && text.contains("remove it"), "{text}");
    expect_exit(folder.path(), &["values", "graph:g.csv"], 0);
    fs::write(folder.path().join("g.toml"), "[game]\ncode = \"graph:g.csv\"\n[range]\nmax = 3\n").unwrap();
    let (_, text) = expect_exit(folder.path(), &["run", "g.toml"], 2);
    assert!(text.contains("g.toml:4:7") && text.contains("[range] does not apply"), "{text}");
    let config = "[game]\ncode = \"nim:1\"\nplay = \"misere\"\n[range]\nmax = 9\n[expect]\nmax-value = \"N\"\n";
    fs::write(folder.path().join("m.toml"), config).unwrap();
    let (_, text) = expect_exit(folder.path(), &["run", "m.toml"], 2);
    assert!(text.contains("m.toml:7:13") && text.contains("value = \"grundy\""), "{text}");
    let row = out(&["period", "subtraction:1,2", "--play", "misere", "--max", "30"]);
    assert!(row.lines().nth(1).unwrap().ends_with(','), "outcomes have no largest value: {row}");
}

/// Stopping a run is not an error. The resumed run says that it resumes, and adds up the times of both.
#[test]
fn stops_and_resumed_runs() {
    let folder = TempDir::new().unwrap();
    let config = "[game]\ncode = \"octal:0.6\"\n[range]\nmax = 1_000_000\n[solve]\ncheckpoint = \"10ms\"\n";
    fs::write(folder.path().join("a.toml"), config).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(folder.path()).args(["run", "a.toml", "--out", "o"]).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    assert!(until_a_state(&mut child, &folder.path().join("o"), None), "it ended before a state was kept");
    signal(&child, "-INT");
    let stopped = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(75), "{text}");
    assert!(text.contains("stopped; progress is saved") && !text.contains("error:"), "{text}");
    let (_, text) = expect_exit(folder.path(), &["run", "a.toml", "--out", "o"], 0);
    let told = text.lines().next().unwrap();
    assert!(told.starts_with("a: resuming from the checkpoint: "), "{text}");
    let before: f64 = told.rsplit(" in ").next().unwrap().trim_end_matches(" s").parse().unwrap();
    let manifest: Value = serde_json::from_slice(&fs::read(folder.path().join("o/manifest.json")).unwrap()).unwrap();
    assert!(manifest["made"]["seconds"].as_f64().unwrap() + 0.05 > before, "{before} {manifest}");
}

#[test]
fn large_positions_are_answered() {
    let folder = TempDir::new().unwrap();
    for (code, position, value) in [
        ("wythoff", "500,800", "32"),
        ("nim:3", "100,200,300", "384"),
        ("octal:0.77", "100000", "1"),
        ("grundys-game", "20000", "113"),
    ] {
        let (out, _) = expect_exit(folder.path(), &["position", code, position], 0);
        assert!(out.contains(&format!("grundy    {value}\n")), "{code} {position}: {out}");
    }
}

/// A range that nobody chose is given up in time. Then a smaller one is tried, or the user is asked for one.
#[test]
fn a_range_that_takes_for_ever_is_given_up() {
    let cancelled = AtomicBool::new(false);
    let session = Session { patience: Duration::from_secs(2), ..Session::new(&cancelled, &Silent) };
    let inquiry = |game: &'static (dyn Fn() -> Result<Coded, Error> + Sync)| Inquiry {
        game,
        settings: Settings::default(),
        session,
    };
    let found = period(&inquiry(&|| code::parse("node-kayles:petersen:k=2")), None).unwrap();
    assert!((2..100).contains(&found.job.last()), "{}", found.job.last());
    let refused = guess(&inquiry(&|| code::parse("cram")), None, &[]).err().unwrap();
    assert!(matches!(&refused, Error::Limit { needed, .. } if needed == "more than 2 seconds"), "{refused}");
}
