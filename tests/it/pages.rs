//! The pages of the format `html`: what stands on them, that nothing in it is markup, that they load nothing, and that
//! their bytes depend neither on threads nor on stops and shards. `scripts/check-page.py` opens them in a browser.

use crate::common::stops::run_with_stops;
use crate::common::{expect_exit, text_of};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use std::fs;
use std::io::Read;
use std::path::Path;
use tempfile::TempDir;

const GAME: &str = "title = \"Kayles <script>alert(1)</script> [x](javascript:y) `<i>`\"\n[game]\ncode = \"octal:0.77\"\n\
    [range]\nmax = 1000\n[analysis]\nperiod = true\nrecords = true\n[[conjecture]]\nname = \"small\"\nover = \"terms\"\n\
    holds = \"g(n) < 9\"\n[expect]\nperiod = 12\n[output]\nformats = [\"html\", \"csv\"]\n";

const SWEEP: &str = "[sweep]\ncode = \"octal:{z}.{d}\"\n[sweep.over]\nz = [0, 4]\nd = { octal-digits = 2 }\n[range]\n\
    max = 3000\n[solve]\ncheckpoint = \"1ms\"\n[analysis]\nperiod = true\n[output]\nformats = [\"html\"]\n";

fn run(root: &Path, text: &str, out: &str, more: &[&str]) -> String {
    fs::write(root.join("job.toml"), text).unwrap();
    let arguments = [&["run", "job.toml", "--out", out, "--progress", "never"], more].concat();
    expect_exit(root, &arguments, 0);
    page(root, out)
}

fn page(root: &Path, out: &str) -> String {
    text_of(&root.join(out).join("report.html"))
}

/// The content of the element that begins so.
fn inside<'p>(page: &'p str, begin: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(begin).unwrap_or_else(|| panic!("no {begin}"));
    rest.split_once(end).unwrap().0
}

/// The rows of a page, as a browser unpacks them.
fn rows(page: &str) -> String {
    let packed = STANDARD.decode(inside(page, "id=\"rows\">", "</script>")).unwrap();
    let mut text = String::new();
    ZlibDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    assert!(page.contains(&format!("const BYTES = {};", text.len())));
    text
}

/// What a page says of its rows.
fn about(page: &str) -> serde_json::Value {
    serde_json::from_str(inside(page, "id=\"about\">", "</script>")).unwrap()
}

/// The part of a page that is made from the results, without libraries.
fn body(page: &str) -> &str {
    inside(page, "<main>", "</main>")
}

/// Nothing in a page makes a browser load anything.
fn assert_alone(page: &str) {
    let policy = "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
    assert!(page.contains(policy));
    for loading in
        [" src=", " href=", "<link", "<iframe", "<object", "<base", "@import", "url(", "sourceMappingURL", "import("]
    {
        assert!(!body(page).contains(loading), "{loading}");
    }
    let style = inside(page, "<style>", "</style>");
    assert!(!style.contains("@import") && !style.contains("url(") && !style.contains("sourceMappingURL"));
    assert!(!page.contains("<script src") && !page.contains("<link") && !page.contains("sourceMappingURL"));
    // The names of XML, and a comment with the home of a library.
    for (place, _) in page.match_indices("http") {
        let rest = &page[place..];
        let known = ["http-equiv", "http://www.w3.org/2000/svg", "https://github.com/leeoniya/uPlot"];
        assert!(known.iter().any(|known| rest.starts_with(known)), "{}", &rest[..60]);
    }
    // The end of a script is the end of an element: three libraries and scripts, two blocks of data.
    assert_eq!(page.matches("<script").count(), 5);
    assert_eq!(page.matches("</script>").count(), 5);
}

#[test]
fn the_page_of_a_game_has_its_claims_and_values() {
    let folder = TempDir::new().unwrap();
    let text = run(folder.path(), GAME, "out", &["--threads", "1"]);
    assert_alone(&text);
    let body = body(&text);
    for part in [
        "<h1>Kayles &lt;script&gt;alert(1)&lt;/script&gt; x <code>&lt;i&gt;</code></h1>",
        "<mn>12</mn><mo stretchy=\"false\">)</mo><mo>=</mo>",
        "for all <math><mi>n</mi><mo stretchy=\"false\">\u{2265}</mo><mn>71</mn></math>; status: <strong>proved</strong>",
        "Theorem (guy-smith)",
        "<mover accent=\"true\"><mrow><mn>7</mn></mrow><mo>\u{2d9}</mo></mover>",
        "aria-label=\"The values against n\"><svg",
        "<strong>small</strong> (over terms): <code>g(n) &lt; 9</code>",
        "It held for 1001: no counterexample.",
        "<h2>Checks</h2>",
        "<code>records.csv</code>",
        "<code>conjectures.csv</code>",
        "<h2>How to reproduce</h2>",
    ] {
        assert!(body.contains(part), "{part}");
    }
    assert!(!body.contains("<script>") && !body.contains("<i>") && !body.contains("<a "));
    assert!(text.contains("<title>Kayles &lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(rows(&text), text_of(&folder.path().join("out/values.csv")));
    let about = about(&text);
    assert_eq!((&about["rows"], &about["columns"][1]["name"]), (&1001.into(), &"value".into()));
    assert_eq!(run(folder.path(), GAME, "again", &["--threads", "2"]), text);
}

/// Positions with names, kinds of positions, values without pictures: every job has a page.
#[test]
fn every_game_has_a_page() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("g.csv"), "from,to\na,b\n<b>,a\n").unwrap();
    for (code, max, more) in [
        ("wythoff", "max = 20", ""),
        ("nim:3", "max = 4", "[solve]\nvalue = \"outcome\"\n"),
        ("node-kayles:path", "max = 9", ""),
        ("graph:g.csv", "", ""),
        ("circular-nim:n=4,k=2", "max = 3", ""),
    ] {
        let range = if max.is_empty() { String::new() } else { format!("[range]\n{max}\n") };
        let config = format!("[game]\ncode = \"{code}\"\n{range}{more}[output]\nformats = [\"html\"]\n");
        fs::write(folder.path().join("job.toml"), &config).unwrap();
        let output = crate::common::grundy(folder.path(), &["run", "job.toml", "--out", "out", "--fresh"]);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{code}: {err}");
        let text = page(folder.path(), "out");
        assert_alone(&text);
        assert!(rows(&text).lines().count() > 1, "{code}");
    }
    let many = "[game]\ncode = \"subtraction:1,2\"\n[range]\nmax = 1_000_000\n[output]\nformats = [\"html\"]\n";
    let text = run(folder.path(), many, "many", &[]);
    assert!(body(&text).contains("no table of all values, since there are more than 1000000"));
    assert!(!text.contains("<script") && text.len() < 1 << 20);
}

#[test]
fn the_page_of_a_sweep_has_all_rows_whatever_happens() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let whole = run(root, SWEEP, "whole", &["--threads", "1"]);
    assert_alone(&whole);
    assert_eq!(rows(&whole), text_of(&root.join("whole/sweep.csv")));
    let about = about(&whole);
    assert_eq!(about["rows"], 126);
    assert_eq!(about["axes"], serde_json::json!(["preperiod", "period"]));
    let column = |place: usize| about["columns"][place].clone();
    assert_eq!(column(0), serde_json::json!({ "name": "game", "is_number": false }));
    assert_eq!(column(1), serde_json::json!({ "name": "z", "is_number": true }));
    assert!(body(&whole).contains("<svg") && body(&whole).contains("<h2>Records</h2>"));
    assert!(!root.join("whole/pictures").exists(), "pictures are files only if asked for");
    assert!(run(root, SWEEP, "threads", &["--threads", "3"]) == whole);
    run_with_stops(root, "stopped", &[], ("-TERM", 3), 0);
    assert!(page(root, "stopped") == whole);
    for part in ["1/2", "2/2"] {
        expect_exit(root, &["run", "job.toml", "--out", "shards", "--shard", part, "--progress", "never"], 0);
    }
    expect_exit(root, &["merge", "shards", "--progress", "never"], 0);
    assert!(page(root, "shards") == whole);
    expect_exit(root, &["verify", "shards"], 0);
}

#[test]
fn what_has_no_page_is_refused_with_the_remedy() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let wrong = |text: &str, code: i32, words: &[&str]| {
        fs::write(root.join("wrong.toml"), text).unwrap();
        let (_, err) = expect_exit(root, &["run", "wrong.toml", "--out", "wrong", "--progress", "never"], code);
        words.iter().for_each(|word| assert!(err.contains(word), "{word}: {err}"));
        assert!(!root.join("wrong").exists());
    };
    let many = "[sweep]\ncode = \"subtraction:{a},{b}\"\n[sweep.over]\na = \"1..=1001\"\nb = \"1..=1000\"\n[range]\nmax = 1\n\
        [output]\nformats = [\"html\"]\nmax-rows = 2_000_000\n";
    let words = ["the page report.html of all games needs more than 1000000 rows", "remove it from `formats`"];
    wrong(many, 3, &words);
    wrong(&GAME.replace("\"html\"", "\"htm\""), 2, &["did you mean `html`?"]);
    wrong(
        &SWEEP.replace("\"html\"", "\"page\""),
        2,
        &["sweeps have no format `page`", "`html` (a page with all rows)"],
    );
}
