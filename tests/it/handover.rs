//! `grundy run --state FILE`: long runs that are passed on by a small file.

use crate::common::stops::{begin, signal};
use crate::common::{expect_exit, results, text_of};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Beyond the 2^24 values up to which a run counts as short; no period is proved within this range.
const MAX: u64 = 20_000_000;

fn config(code: &str, max: u64, memory: &str, more: &str) -> String {
    format!(
        "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[solve]\nmemory = \"{memory}\"\ncheckpoint = \"1ms\"\n{more}\n\
         [output]\nformats = [\"report\"]\n"
    )
}

const PERIOD: &str = "[analysis]\nperiod = true";

/// Runs `job.toml` to its end, but stops it up to `most` times shortly after its state was written. Returns
/// the number of stops.
fn run_with_stops(root: &Path, arguments: &[&str], most: u32) -> u32 {
    let arguments = [&["run", "job.toml", "--state", "state.json"], arguments].concat();
    let written = || fs::metadata(root.join("state.json")).ok().map(|file| (file.ino(), file.mtime_nsec()));
    let mut stops = 0;
    loop {
        let (before, begun) = (written(), Instant::now());
        let mut child = begin(root, &arguments);
        while stops < most && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(120), "no state is written");
            if written() != before {
                std::thread::sleep(Duration::from_millis(u64::from(stops % 4) * 7));
                signal(&child, if stops % 2 == 0 { "-TERM" } else { "-KILL" });
                break;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        match child.wait().unwrap().code() {
            Some(0) => return stops,
            Some(75) | None => stops += 1,
            other => panic!("exit code {other:?}"),
        }
    }
}

/// A changed file with a matching checksum.
fn signed(text: &str) -> String {
    let (head, rest) = text.rsplit_once("\"sum\":\"").unwrap();
    let bare = format!("{head}\"sum\":\"{}", &rest[64..]);
    let sum = grundy::number::hex(&<sha2::Sha256 as sha2::Digest>::digest(bare.as_bytes()));
    format!("{head}\"sum\":\"{sum}{}", &rest[64..])
}

#[test]
fn a_run_that_is_handed_on_ends_as_one_that_is_not() {
    let root = TempDir::new().unwrap();
    let (root, job) = (root.path(), root.path().join("job.toml"));
    fs::write(&job, config("octal:0.104", MAX, "400 MiB", PERIOD)).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole"], 0);
    let mut stops = run_with_stops(root, &["--out", "first", "--threads", "1"], 3);
    assert_eq!(results(&root.join("first")), results(&root.join("whole")));
    // The state can be used beyond the original range, on a machine with different memory.
    fs::write(&job, config("octal:0.104", 2 * MAX, "120 MiB", PERIOD)).unwrap();
    let (_, told) = expect_exit(root, &["verify", "state.json", "--segments", "1..=2"], 6);
    assert!(
        told.contains(&format!("octal:0.104, {} values, 20 of them rare, the last one at n = 284", MAX + 1)),
        "{told}"
    );
    stops += run_with_stops(root, &["--out", "second"], 3);
    fs::write(&job, config("octal:0.104", 2 * MAX, "120 MiB", PERIOD)).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "long"], 0);
    assert_eq!(results(&root.join("second")), results(&root.join("long")));
    assert!(stops > 1, "every run ended before it was stopped");
    assert!(fs::metadata(root.join("state.json")).unwrap().len() < 100_000);
    expect_exit(root, &["verify", "state.json"], 0);
    // Whichever digit of its states is changed: the file is not accepted.
    let text = text_of(&root.join("state.json"));
    let states = text.find("\"states\"").unwrap();
    for (number, place) in (states + 20..text.len() / 2).step_by(text.len() / 9).enumerate() {
        let mut changed = text.clone().into_bytes();
        changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
        fs::write(root.join("changed.json"), signed(std::str::from_utf8(&changed).unwrap())).unwrap();
        expect_exit(root, &["verify", "changed.json"], 5);
        assert!(number < 9);
    }
}

#[test]
fn what_cannot_be_handed_on_is_refused() {
    let root = TempDir::new().unwrap();
    let root = root.path();
    let refused = |text: &str, code: i32, why: &str| {
        fs::write(root.join("job.toml"), text).unwrap();
        let (_, err) =
            expect_exit(root, &["run", "job.toml", "--state", "state.json", "--out", "out", "--fresh"], code);
        assert!(err.contains(why), "{err}");
    };
    refused(&config("octal:0.104", 1000, "1 GiB", ""), 2, "set `period = true`");
    refused(
        &config("octal:0.104", 1000, "1 GiB", "[analysis]\nperiod = true\nzeros = true"),
        2,
        "must ask for nothing else",
    );
    refused(&config("octal:0.104", 1000, "1 GiB", PERIOD).replace("report", "csv"), 2, "no format may list values");
    refused(&config("subtraction:1,2,5", 1000, "1 GiB", PERIOD), 2, "only `sparse-space` can");
    // This is 0.137 under another name, which `grundy verify` does not know.
    refused(&config("node-kayles:path", 1000, "1 GiB", PERIOD), 2, "states of `node-kayles:path` cannot be checked");
    let sweep =
        "[sweep]\ncode = \"octal:0.{a}\"\n[sweep.over]\na = \"1..=3\"\n[range]\nmax = 100\n[analysis]\nperiod = true\n";
    refused(sweep, 2, "not a sweep");
    let two = ["run", "job.toml", "job.toml", "--state", "state.json"];
    assert!(expect_exit(root, &two, 2).1.contains("a single config of one game"));
    assert!(!root.join("state.json").exists(), "a run of few values hands nothing on");
    refused(&config("octal:0.104", 1000, "1 GiB", PERIOD), 0, "");
    assert!(!root.join("state.json").exists(), "a run of few values hands nothing on");
    refused(&config("octal:0.106", 20_000_000, "300 MiB", PERIOD), 0, "");
    let text = text_of(&root.join("state.json"));
    refused(
        &config("octal:0.104", 20_000_000, "300 MiB", PERIOD),
        2,
        "is the state of `octal:0.106`, not of `octal:0.104`",
    );
    refused(&config("octal:0.106", 1000, "300 MiB", PERIOD), 2, "the state already has 20000001 values");
    assert_eq!(signed(&text), text);
    fs::write(root.join("state.json"), text.replacen("\"zeros\":", "\"zeros\":1", 1)).unwrap();
    refused(&config("octal:0.106", 21_000_000, "300 MiB", PERIOD), 5, "its checksum differs");
    let changed = |from: &str, to: &str, code: i32, why: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(root.join("state.json"), signed(&text.replacen(from, to, 1))).unwrap();
        refused(&config("octal:0.106", 21_000_000, "300 MiB", PERIOD), code, why);
    };
    changed("\"state\":1", "\"state\":2", 5, "a state of version 2");
    changed("\"mask\":", "\"mask\":1", 5, "do not fit");
    changed("{\"state\"", "[{\"state\"", 5, "not the state of a run");
    changed("\"n\":20000001", "\"n\":20000007", 5, "do not fit");
    // The details of how the work continues change no value, but they must be positions that are already known.
    for beyond in ["20000258", "18446744073709551615"] {
        for key in ["hit", "seen", "chosen"] {
            let at = text.find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
            let number: String = text[at..].chars().take_while(char::is_ascii_digit).collect();
            changed(&format!("\"{key}\":{number}"), &format!("\"{key}\":{beyond}"), 5, "do not fit");
        }
        let returned = format!("\"returned\":{{\"n\":1000,\"period\":{beyond},\"preperiod\":null}}");
        changed("\"returned\":null", &returned, 5, "do not fit");
    }
    changed(
        "\"pace\":null",
        "\"pace\":{\"Ahead\":{\"ahead\":0,\"length\":128,\"room\":{\"Lanes\":17}}}",
        5,
        "do not fit",
    );
    for (done, planes) in [(1, 65), (300, 12), (1, 12)] {
        let pace = format!("\"pace\":{{\"ValueByValue\":{{\"done\":{done},\"planes\":{planes},\"made\":1000}}}}");
        changed("\"pace\":null", &pace, 5, "do not fit");
    }
    fs::remove_file(root.join("state.json")).unwrap();
    fs::create_dir(root.join("state.json")).unwrap();
    refused(&config("octal:0.106", 21_000_000, "300 MiB", PERIOD), 4, "not a regular file");
}
