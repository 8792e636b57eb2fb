//! Long runs survive interruptions: a run that was stopped by a signal, or killed at any moment, resumes from
//! its last checkpoint, and its results are identical to those of an uninterrupted run.

use crate::common::stops::{begin, run_with_stops, until_a_state};
use crate::common::{expect_exit, project, results};
use grundy::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn config(code: &str, max: u64, formats: &str, every: &str) -> String {
    format!(
        "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n[solve]\ncheckpoint = \"{every}\"\n\
         [analysis]\nperiod = {}\nzeros = true\nhistogram = true\n[output]\nformats = [{formats}]\n",
        !code.contains(':') || code.starts_with("octal"),
    )
}

fn survives(code: &str, max: u64, formats: &str) {
    survives_as(code, &config(code, max, formats, "10ms"));
}

fn survives_as(name: &str, config: &str) {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), config).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole"], 0);
    let whole = results(&root.join("whole"));
    for signal in ["-KILL", "-INT"] {
        let out = format!("out{signal}");
        run_with_stops(root, &out, &[], (signal, 8), 0);
        assert_same_results(&format!("{name} {signal}"), &whole, &results(&root.join(&out)));
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
fn a_game_of_several_kinds_of_heaps_survives() {
    let text = fs::read_to_string(project().join("configs/kinds/l-trominoes.toml")).unwrap();
    let keys = text.split("[range]").next().unwrap();
    let rest = "[range]\nmax = 20_000\n[solve]\ncheckpoint = \"10ms\"\n[analysis]\nperiod = true\nzeros = true\n\
                [output]\nformats = [\"csv\", \"table\", \"report\"]\n";
    survives_as("trominoes", &format!("{keys}{rest}"));
}

#[test]
fn a_game_with_entailing_moves_survives() {
    let moves = "moves = [\"n -> k & n - k for k in 1..=n/2 when n > 1\", \"n -> n - 1 then reply when n > 0\"]";
    let rest = "[range]\nmax = 20_000\n[solve]\ncheckpoint = \"10ms\"\n[analysis]\nzeros = true\n\
                [output]\nformats = [\"csv\", \"report\"]\n";
    survives_as("top-entails", &format!("[game]\nfamily = \"custom\"\n{moves}\n{rest}"));
}

#[test]
fn a_box_survives() {
    survives("greedy-nim:4", 36, "\"csv\", \"table\", \"latex\"");
}

#[test]
fn a_table_of_steps_survives() {
    survives("steps:1/2,2/1,1/3,3/1,20/0,0/5", 4_500, "\"table\", \"latex\"");
}

/// A thousand kills at random moments, of jobs for the kernels that save states, with one and with two
/// threads. Whatever is left, the same command then gives the results of an uninterrupted run.
#[test]
#[ignore = "slow: some minutes"]
fn a_thousand_kills_are_survived() {
    let jobs = [
        ("octal:0.6", 300_000, "\"csv\", \"b-file\", \"table\", \"report\""),
        ("octal:0.007", 40_000, "\"csv\", \"oeis\", \"npy\""),
        ("grundys-game", 200_000, "\"list\", \"latex\""),
        ("greedy-nim:4", 36, "\"csv\", \"table\", \"latex\""),
        ("steps:1/2,2/1,1/3,3/1,20/0,0/5", 3_500, "\"table\", \"matrix\""),
        ("circular-nim:n=6,k=3", 24, "\"csv\""),
        ("moore-nim:heaps=5,k=2", 24, "\"csv\", \"table\""),
    ];
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let (mut kills, mut numbers) = (0, Random(0x9e37_79b9_7f4a_7c15));
    let mut random = |below: u64| numbers.below(below);
    for (code, max, formats) in jobs.into_iter().cycle() {
        fs::write(root.join("job.toml"), config(code, max, formats, "1ms")).unwrap();
        for name in ["whole", "out"] {
            let _ = fs::remove_dir_all(root.join(name));
        }
        expect_exit(root, &["run", "job.toml", "--out", "whole"], 0);
        let (whole, longest) = (results(&root.join("whole")), 1 + random(60));
        for _ in 0..30 {
            let threads = (1 + random(2)).to_string();
            let mut child = begin(root, &["run", "job.toml", "--out", "out", "--threads", &threads]);
            std::thread::sleep(Duration::from_millis(random(longest)) + Duration::from_micros(random(1000)));
            child.kill().unwrap();
            // A run that ended before the kill would be up to date, so start over.
            if child.wait().unwrap().success() {
                assert_same_results(code, &whole, &results(&root.join("out")));
                fs::remove_dir_all(root.join("out")).unwrap();
            } else {
                kills += 1;
            }
        }
        expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
        assert_same_results(&format!("{code} behind {kills} kills"), &whole, &results(&root.join("out")));
        if kills >= 1000 {
            return;
        }
    }
}

#[test]
fn a_damaged_checkpoint_is_refused_and_fresh_begins_again() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), config("octal:0.6", 2_000_000, "\"csv\"", "10ms")).unwrap();
    let mut child = begin(root, &["run", "job.toml", "--out", "out"]);
    let checkpoint = root.join("out/.checkpoint");
    assert!(until_a_state(&mut child, &root.join("out"), None), "it ended before a state was kept");
    child.kill().unwrap();
    child.wait().unwrap();
    let bytes = fs::read(&checkpoint).unwrap();
    let flipped = |at: usize| bytes.iter().enumerate().map(|(i, &byte)| byte ^ u8::from(i == at)).collect();
    // Byte 7 is the version, followed by a checksum; the lengths of the streams are at the end.
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
    // Another version of the config starts from scratch.
    fs::write(root.join("job.toml"), config("octal:0.6", 1000, "\"csv\"", "10ms")).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "out", "--fresh"], 0);
    assert!(!checkpoint.exists());
}

fn undisturbed(root: &Path, config: &str) -> BTreeMap<String, Vec<u8>> {
    expect_exit(root, &["run", config, "--out", "whole", "--fresh"], 0);
    results(&root.join("whole"))
}

fn assert_same_results(what: &str, whole: &BTreeMap<String, Vec<u8>>, again: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(whole.keys().collect::<Vec<_>>(), again.keys().collect::<Vec<_>>(), "{what}");
    let differ: Vec<_> = whole.iter().filter(|(name, bytes)| again[*name] != **bytes).map(|(name, _)| name).collect();
    assert!(differ.is_empty(), "{what}: {differ:?} differ");
}

/// Runs a config with a given number of threads, and kills it as soon as there is a checkpoint. Returns
/// whether it was killed before its end.
fn killed_with_a_checkpoint(root: &Path, threads: &str) -> bool {
    let _ = fs::remove_dir_all(root.join("out"));
    let mut child = begin(root, &["run", "job.toml", "--out", "out", "--threads", threads]);
    until_a_state(&mut child, &root.join("out"), None);
    child.kill().unwrap();
    child.wait().unwrap();
    root.join("out/.checkpoint").exists()
}

/// Near the memory limit, the kernel that one thread used may not fit with two. Then the run starts from
/// scratch, and no sink uses a state that belongs to another kernel.
#[test]
fn another_number_of_threads_ends_with_the_same_bytes() {
    for (code, max, value, memory, formats) in [
        ("steps:1/2,2/1", 3000, "grundy", "2500000 B", "\"csv\""),
        ("circular-nim:n=8,k=3", 4, "outcome", "64 MiB", "\"csv\""),
        ("moore-nim:heaps=7,k=2", 4, "outcome", "64 MiB", "\"csv\""),
        ("moore-nim:heaps=5,k=2,limit=3", 9, "grundy", "64 MiB", "\"csv\""),
        ("octal:0.6", 60_000, "grundy", "64 MiB", "\"csv\""),
    ] {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        let text = format!(
            "[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n\
             [solve]\nvalue = \"{value}\"\nmemory = \"{memory}\"\ncheckpoint = \"1ms\"\n\
             [analysis]\nhistogram = true\n[output]\nformats = [{formats}]\n",
        );
        fs::write(root.join("job.toml"), text).unwrap();
        let whole = undisturbed(root, "job.toml");
        // With two threads, this `steps` game gets a kernel that saves no states.
        let pairs = [("1", "2"), ("1", "7"), ("2", "1")];
        for (first, second) in &pairs[..if code.starts_with("steps") { 2 } else { 3 }] {
            let mut tries = (0..20).map(|_| killed_with_a_checkpoint(root, first));
            assert!(tries.any(|killed| killed), "{code}: every run ended before it was killed");
            expect_exit(root, &["run", "job.toml", "--out", "out", "--threads", second], 0);
            assert_same_results(&format!("{code} {first} {second}"), &whole, &results(&root.join("out")));
        }
    }
}

/// Runs the program while no file may exceed a number of kilobytes; returns the exit code.
fn with_full_disk(root: &Path, kilobytes: u32) -> Option<i32> {
    // A write beyond the limit then fails as on a full disk, instead of killing the program.
    let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" run job.toml --out out --progress never");
    let mut command = Command::new("bash");
    command.current_dir(root).args(["-c", &script, env!("CARGO_BIN_EXE_grundy")]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().code()
}

#[test]
fn a_full_disk_leaves_the_old_result_or_a_state_to_go_on_from() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let write = |code: &str| {
        let text = config(code, 300_000, "\"csv\", \"b-file\", \"list\"", "1ms").replace("zeros = true\n", "");
        fs::write(root.join("job.toml"), text).unwrap();
    };
    write("octal:0.6");
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
    let old = results(&root.join("out"));
    write("octal:0.37");
    let whole = undisturbed(root, "job.toml");
    assert_eq!(with_full_disk(root, 1000), Some(4));
    let mut left = results(&root.join("out"));
    left.retain(|name, _| !name.starts_with('.'));
    assert_same_results("the old result", &old, &left);
    assert!(root.join("out/.checkpoint").exists(), "nothing was kept");
    // There is space again.
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
    assert_same_results("after the disk was full", &whole, &results(&root.join("out")));
    // The streams are lost, but the checkpoint is not: the run must not continue from the old values.
    write("octal:0.6");
    assert_eq!(with_full_disk(root, 1000), Some(4));
    for entry in fs::read_dir(root.join("out")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with(".partial-") {
            fs::remove_file(path).unwrap();
        }
    }
    expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
    assert_same_results("without its streams", &old, &results(&root.join("out")));
    expect_exit(root, &["verify", "out"], 0);
}

#[test]
fn changed_streams_are_no_beginning() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), config("octal:0.6", 300_000, "\"csv\"", "1ms")).unwrap();
    let whole = undisturbed(root, "job.toml");
    for change in [|bytes: &mut Vec<u8>| bytes[20] ^= 1, |bytes: &mut Vec<u8>| bytes.truncate(5)] {
        let _ = fs::remove_dir_all(root.join("out"));
        assert_eq!(with_full_disk(root, 1000), Some(4));
        let stream = root.join("out/.partial-values.csv");
        let mut bytes = fs::read(&stream).unwrap();
        change(&mut bytes);
        fs::write(&stream, bytes).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
        assert_same_results("a changed stream", &whole, &results(&root.join("out")));
    }
}

/// All rows are computed and stored, but the results could not be moved to their final names.
#[test]
fn a_run_that_fails_at_its_very_end_goes_on() {
    for code in ["moore-nim:heaps=5,k=2", "circular-nim:n=6,k=3", "greedy-nim:4", "octal:0.77", "rays:1/0,0/1,1/1"] {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        let write = |formats: &str| {
            let max = if code.starts_with("octal") || code.starts_with("rays") { 400 } else { 8 };
            fs::write(root.join("job.toml"), config(code, max, formats, "0s")).unwrap();
        };
        write("\"csv\"");
        expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
        write("\"csv\", \"report\"");
        let whole = undisturbed(root, "job.toml");
        fs::create_dir(root.join("out/report.md")).unwrap();
        let old = fs::read(root.join("out/values.csv")).unwrap();
        let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out"], 2);
        assert!(err.contains("report.md"), "{err}");
        assert_eq!(fs::read(root.join("out/values.csv")).unwrap(), old, "{code}: the old result is not whole");
        expect_exit(root, &["run", "job.toml", "--out", "out"], 2);
        fs::remove_dir(root.join("out/report.md")).unwrap();
        expect_exit(root, &["run", "job.toml", "--out", "out"], 0);
        assert_same_results(code, &whole, &results(&root.join("out")));
        expect_exit(root, &["verify", "out"], 0);
    }
}

#[test]
fn a_state_is_kept_where_no_other_run_is_possible() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let text = "[game]\ncode = \"steps:1/2,2/1,1/3\"\n[range]\nmax = 4000\n[solve]\nkernel = \"steps-table\"\n\
                memory = \"3000000 B\"\ncheckpoint = \"1ms\"\n[analysis]\nhistogram = true\n[output]\nformats = []\n";
    fs::write(root.join("job.toml"), text).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole", "--threads", "1"], 0);
    assert!((0..40).any(|_| killed_with_a_checkpoint(root, "1")), "every run ended before it was killed");
    let refused = expect_exit(root, &["run", "job.toml", "--out", "out", "--threads", "16"], 2);
    assert!(refused.1.contains("steps-table"), "{}", refused.1);
    assert!(root.join("out/.checkpoint").exists(), "the state is gone");
    expect_exit(root, &["run", "job.toml", "--out", "out", "--threads", "1"], 0);
    assert_same_results("after a refusal", &results(&root.join("whole")), &results(&root.join("out")));
}
