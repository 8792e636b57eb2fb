//! Long runs survive: stopped by signals or killed at any moment, a run goes on from its last
//! checkpoint, and its results are the bytes of a run that was never stopped.
#![cfg(unix)]

mod common;

use common::expect_exit;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn config(code: &str, max: u64, formats: &str, every: &str) -> String {
    format!(
        "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[solve]\ncheckpoint = \"{every}\"\n\
         [analysis]\nperiod = {}\nzeros = true\nhistogram = true\n[output]\nformats = [{formats}]\n",
        !code.contains(':') || code.starts_with("octal"),
    )
}

/// Every file of a run but the manifest.
fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.filter(|path| name(path) != "manifest.json").map(|path| (name(&path), fs::read(&path).unwrap())).collect()
}

fn spawn(root: &Path, config: &str, out: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(root).args(["run", config, "--out", out, "--progress", "never"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Kills runs with a signal after growing times until one ends by itself; how many went on
/// from a checkpoint.
fn killed(root: &Path, out: &str, signal: &str, seed: u64) -> u32 {
    let (mut resumed, mut seed) = (0, seed);
    for attempt in 1..200u64 {
        let before = root.join(out).join(".checkpoint").exists();
        let mut child = spawn(root, "job.toml", out);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(20 + (seed >> 33) % 120 + attempt * 4));
        let ended = child.try_wait().unwrap();
        if ended.is_none() {
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        }
        resumed += u32::from(before);
        let status = child.wait().unwrap();
        match status.code() {
            Some(0) => return resumed,
            Some(75) => assert!(root.join(out).join(".checkpoint").exists(), "75 promises a checkpoint"),
            Some(130) => assert_eq!(signal, "-INT"),
            Some(code) => panic!("exit code {code}"),
            None => assert_eq!(signal, "-KILL"),
        }
    }
    panic!("never ended");
}

fn survives(code: &str, max: u64, formats: &str) {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), config(code, max, formats, "10ms")).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole"], 0);
    let whole = results(&root.join("whole"));
    for (signal, seed) in [("-KILL", 7), ("-INT", 1)] {
        let out = format!("out{signal}");
        let resumed = killed(root, &out, signal, seed);
        assert!(resumed > 0, "{code} was never resumed");
        let again = results(&root.join(&out));
        assert_eq!(whole.keys().collect::<Vec<_>>(), again.keys().collect::<Vec<_>>(), "{code} {signal}");
        let differ: Vec<_> =
            whole.iter().filter(|(name, bytes)| again[*name] != **bytes).map(|(name, _)| name).collect();
        assert!(differ.is_empty(), "{code} {signal}: {differ:?} differ");
        expect_exit(root, &["verify", &out], 0);
    }
}

#[test]
fn a_wide_sparse_game_survives() {
    survives("octal:0.6", 500_000, "\"csv\", \"b-file\", \"list\", \"table\", \"report\"");
}

#[test]
fn a_dense_game_survives() {
    survives("octal:0.007", 60_000, "\"csv\", \"table\"");
}

#[test]
fn a_box_survives() {
    survives("greedy-nim:4", 36, "\"csv\", \"table\"");
}

#[test]
fn a_table_of_steps_survives() {
    survives("steps:1/2,2/1,1/3,3/1,20/0,0/5", 4_500, "\"table\"");
}

#[test]
fn a_damaged_checkpoint_is_refused_and_fresh_begins_again() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), config("octal:0.6", 2_000_000, "\"csv\"", "10ms")).unwrap();
    let mut child = spawn(root, "job.toml", "out");
    let checkpoint = root.join("out/.checkpoint");
    while !checkpoint.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let bytes = fs::read(&checkpoint).unwrap();
    let flipped = |at: usize| bytes.iter().enumerate().map(|(i, &byte)| byte ^ u8::from(i == at)).collect();
    // Byte 7 is the version; then a checksum; at the end the lengths of the streams.
    let damaged: [Vec<u8>; 6] = [
        flipped(7),
        flipped(8),
        flipped(bytes.len() / 2),
        flipped(bytes.len() - 1),
        bytes[..bytes.len() / 2].to_vec(),
        Vec::new(),
    ];
    for bytes in damaged {
        fs::write(&checkpoint, bytes).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out"], 5);
        assert!(err.contains("--fresh"), "{err}");
    }
    // Another version of the config begins again by itself.
    fs::write(root.join("job.toml"), config("octal:0.6", 1000, "\"csv\"", "10ms")).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh"], 0);
    assert!(!checkpoint.exists());
}
