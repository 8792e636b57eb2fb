//! Shards: whatever is truncated, killed, written twice or changed, a merge either writes the results of a
//! run without shards, or names the wrong shard and writes nothing.

use crate::common::stops::{begin, signal};
use crate::common::{expect_exit, results, text_of};
use grundy::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// Octal games with two digits, with several analyses, a conjecture about rows and one about games. Some
/// codes are wrong.
const SWEEP: &str = "[sweep]\ncode = \"octal:{z}.{d}\"\n[sweep.over]\nz = [0, 4, 3]\nd = { octal-digits = 2 }\n\
    [range]\nmax = \"200 + 100 * z\"\n[analysis]\nperiod = true\nrecords = true\nzeros = true\n\
    [[conjecture]]\nname = \"short\"\nholds = \"period < 12\"\n\
    [[conjecture]]\nname = \"small\"\nover = \"terms\"\nholds = \"value < 7\"\n\
    [output]\nformats = [\"csv\", \"report\", \"svg\", \"oeis\"]\n";

/// A sweep that takes long enough to be stopped a few times.
const LONG: &str = "[sweep]\ncode = \"octal:{z}.{d}\"\n[sweep.over]\nz = [0, 4]\nd = { octal-digits = 3 }\n[range]\nmax = 1000\n\
    [analysis]\nperiod = true\nzeros = true\n[output]\nformats = [\"csv\", \"report\"]\n";

fn merged(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    if !folder.exists() {
        return BTreeMap::new();
    }
    let mut all = results(folder);
    all.retain(|name, _| !name.starts_with("shards/"));
    all
}

fn sweep(text: &str) -> (TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), text).unwrap();
    let code = grundy_code(root, &["run", "job.toml", "--out", "whole", "--progress", "never"]);
    assert!(code == 0 || code == 1, "{code}");
    let whole = results(&root.join("whole"));
    (folder, whole)
}

fn grundy_code(root: &Path, arguments: &[&str]) -> i32 {
    crate::common::grundy(root, arguments).status.code().unwrap()
}

fn shard(root: &Path, out: &str, part: &str, more: &[&str]) {
    let arguments = [&["run", "job.toml", "--out", out, "--shard", part, "--progress", "never"], more].concat();
    expect_exit(root, &arguments, 0);
}

fn all_shards(root: &Path, out: &str, count: u32) {
    (1..=count).for_each(|number| shard(root, out, &format!("{number}/{count}"), &[]));
}

fn merge(root: &Path, out: &str, code: i32) -> String {
    let (told, err) = expect_exit(root, &["merge", out, "--progress", "never"], code);
    format!("{told}{err}")
}

#[test]
fn the_same_bytes_as_without_shards() {
    let (folder, whole) = sweep(SWEEP);
    let root = folder.path();
    assert!(
        whole.contains_key("sweep_records.csv") && whole.contains_key("counterexamples/small.csv"),
        "{:?}",
        whole.keys()
    );
    for (count, threads) in [(1, "2"), (2, "1"), (7, "7"), (300, "1")] {
        let out = format!("of-{count}");
        for number in (1..=count).rev() {
            shard(root, &out, &format!("{number}/{count}"), &["--threads", threads]);
        }
        // The conjectures are refuted, as in a run without shards.
        let told = merge(root, &out, 1);
        assert!(told.contains("short"), "{told}");
        assert_eq!(merged(&root.join(&out)), whole, "{count} shards");
    }
    let manifest = text_of(&root.join("of-7/manifest.json"));
    assert!(manifest.contains("merged from 7 shards"), "{manifest}");
    // A merged folder is like any other folder of results.
    expect_exit(root, &["verify", "of-7"], 0);
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "of-7"], 1);
    assert!(err.contains("up to date"), "{err}");
}

/// Games are distributed by cost: the shard with one more of the expensive games gets fewer of the others.
#[test]
fn shards_are_even_by_cost() {
    let text = "[sweep]\ncode = \"subtraction:{a},{b}\"\n[sweep.over]\na = [4, 3, 2, 1]\nb = \"5..=20\"\n[range]\n\
                max = \"1000 * a ** 6\"\n[output]\nformats = [\"report\"]\n";
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("job.toml"), text).unwrap();
    let count = |number: u32| -> u64 {
        let part = format!("{number}/5");
        let arguments = ["run", "job.toml", "--out", "out", "--shard", &part, "--progress", "never"];
        let (told, _) = expect_exit(root, &arguments, 0);
        told.rsplit_once("done (").unwrap().1.split(' ').next().unwrap().parse().unwrap()
    };
    let counts: Vec<u64> = (1..=5).map(count).collect();
    assert_eq!(counts.iter().sum::<u64>(), 64, "{counts:?}");
    // One shard has four of the 16 expensive games. This is more than its share, so the others get all the rest.
    assert_eq!((counts[0], counts[1..].iter().min()), (4, Some(&15)), "{counts:?}");
    let (_, err) = expect_exit(root, &["merge", "out"], 0);
    assert!(err.contains("64 games"), "{err}");
}

#[test]
fn a_shard_that_is_stopped_goes_on() {
    let (folder, whole) = sweep(LONG);
    let root = folder.path();
    for (out, sign, code) in [("term", "-TERM", Some(75)), ("usr1", "-USR1", Some(75)), ("kill", "-KILL", None)] {
        let arguments = ["run", "job.toml", "--out", out, "--shard", "1/2", "--threads", "1"];
        let mut stopped = 0;
        for wait in [60, 120, 240, 400, 700] {
            let mut child = begin(root, &arguments);
            std::thread::sleep(Duration::from_millis(wait));
            signal(&child, sign);
            let ended = child.wait().unwrap().code();
            // It finished before the signal came.
            if ended == Some(0) {
                break;
            }
            assert_eq!(ended, code, "{sign}");
            stopped += 1;
        }
        assert!(stopped > 0);
        all_shards(root, out, 2);
        let left: Vec<String> = results(&root.join(out)).into_keys().filter(|name| name.contains("partial")).collect();
        assert!(left.is_empty(), "{left:?}");
        merge(root, out, 0);
        assert_eq!(merged(&root.join(out)), whole, "{sign}");
    }
}

/// Two processes work on the same shard: both succeed, or one sees that the other has finished.
#[test]
fn a_shard_done_twice() {
    let (folder, whole) = sweep(LONG);
    let root = folder.path();
    let arguments = ["run", "job.toml", "--out", "out", "--shard", "1/2", "--threads", "1"];
    let both = [begin(root, &arguments), begin(root, &arguments)];
    both.into_iter().for_each(|mut child| assert_eq!(child.wait().unwrap().code(), Some(0)));
    shard(root, "out", "2/2", &[]);
    merge(root, "out", 0);
    assert_eq!(merged(&root.join("out")), whole);
    let (told, _) = expect_exit(root, &["run", "job.toml", "--out", "out", "--shard", "1/2"], 0);
    assert!(told.contains("was already done"), "{told}");
    assert_eq!(fs::read_dir(root.join("out/shards")).unwrap().count(), 2);
}

/// Wrong shards are not merged: each one is named, nothing is written, and running it again repairs it.
#[test]
fn wrong_shards_are_refused_by_name() {
    let (folder, whole) = sweep(SWEEP);
    let root = folder.path();
    all_shards(root, "out", 3);
    let place = |name: &str| root.join("out/shards").join(name);
    let right: BTreeMap<String, Vec<u8>> = ["1-of-3.shard", "2-of-3.shard", "3-of-3.shard"]
        .map(|name| (name.to_string(), fs::read(place(name)).unwrap()))
        .into();
    let restore = || right.iter().for_each(|(name, bytes)| fs::write(place(name), bytes).unwrap());
    let refused = |what: &str, words: &[&str]| {
        let told = merge(root, "out", 5);
        words.iter().for_each(|word| assert!(told.contains(word), "{what}: {told}"));
        assert!(merged(&root.join("out")).is_empty(), "{what}: something was written");
        restore();
    };
    fs::remove_file(place("2-of-3.shard")).unwrap();
    refused("missing", &["of the 3 shards are missing: 2"]);
    let second = &right["2-of-3.shard"];
    for length in [0, 3, 15, 20, 400, second.len() / 2, second.len() - 41, second.len() - 1] {
        fs::write(place("2-of-3.shard"), &second[..length]).unwrap();
        refused("cut off", &["2-of-3.shard"]);
    }
    for at in (0..second.len()).step_by(second.len() / 97).chain([second.len() - 1]) {
        let mut bytes = second.clone();
        bytes[at] ^= 1;
        fs::write(place("2-of-3.shard"), bytes).unwrap();
        refused(&format!("byte {at}"), &["2-of-3.shard"]);
    }
    fs::write(place("2-of-3.shard"), [&second[..], b"x"].concat()).unwrap();
    refused("longer", &["2-of-3.shard"]);
    fs::write(place("2-of-3.shard"), &right["1-of-3.shard"]).unwrap();
    refused("another's", &["2-of-3.shard: it is shard 1/3 under another name"]);
    // A shard of the same config with another range.
    let text = text_of(&root.join("job.toml"));
    fs::write(root.join("job.toml"), text.replace("200 + 100", "201 + 100")).unwrap();
    shard(root, "other", "2/3", &[]);
    fs::copy(root.join("other/shards/2-of-3.shard"), place("2-of-3.shard")).unwrap();
    fs::write(root.join("job.toml"), &text).unwrap();
    refused("another config's", &["2-of-3.shard: it belongs to another config"]);
    // All shards of a config that was changed later.
    fs::write(root.join("job.toml"), format!("{text}# changed\n")).unwrap();
    refused("changed config", &["has since changed"]);
    // Only the wrong shard is repeated.
    fs::write(root.join("job.toml"), &text).unwrap();
    fs::write(place("2-of-3.shard"), &second[..second.len() / 2]).unwrap();
    let (told, _) = expect_exit(root, &["run", "job.toml", "--out", "out", "--shard", "1/3"], 0);
    assert!(told.contains("already done"), "{told}");
    shard(root, "out", "2/3", &[]);
    merge(root, "out", 1);
    assert_eq!(merged(&root.join("out")), whole);
}

#[test]
fn what_is_said_of_misuse() {
    let (folder, whole) = sweep(SWEEP);
    let root = folder.path();
    fs::write(root.join("one.toml"), "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 9\n").unwrap();
    let said = |arguments: &[&str], code: i32, words: &str| {
        let (_, err) = expect_exit(root, arguments, code);
        assert!(err.contains(words), "{arguments:?}: {err}");
    };
    for wrong in ["0/3", "4/3", "3", "a/b", "1/100000"] {
        said(&["run", "job.toml", "--shard", wrong], 2, "as in 3/8");
    }
    said(&["run", "one.toml", "--shard", "1/2"], 2, "a single game cannot be divided into shards");
    said(&["merge", "nowhere"], 2, "contains no shards");
    said(&["verify", "whole", "--shard", "1/2"], 4, "not a regular file");
    all_shards(root, "out", 2);
    shard(root, "out", "1/3", &[]);
    said(&["merge", "out"], 2, "contains shards of divisions into 2 and 3");
    said(&["merge", "out", "--shards", "4"], 2, "no shards of a division into 4, only into 2 and 3");
    expect_exit(root, &["merge", "out", "--shards", "2"], 1);
    assert_eq!(merged(&root.join("out")), whole);
    // A folder with shards of another config.
    fs::write(root.join("two.toml"), SWEEP.replace("200 +", "300 +")).unwrap();
    said(&["run", "two.toml", "--out", "out", "--shard", "1/2"], 2, "a shard of another run");
    said(&["run", "two.toml", "--out", "out", "--shard", "1/2", "--fresh"], 2, "a shard of another run");
    // A folder with shards also takes a run without shards.
    shard(root, "both", "1/2", &[]);
    expect_exit(root, &["run", "job.toml", "--out", "both"], 1);
    assert_eq!(merged(&root.join("both")), whole);
}

/// In a Slurm array, the task ID determines the shard, unless the config is a single game.
#[test]
fn tasks_of_an_array_know_their_shard() {
    let (folder, whole) = sweep(SWEEP);
    let root = folder.path();
    let task = |config: &str, id: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .current_dir(root)
            .args(["run", config, "--out", "out", "--progress", "never"])
            .envs([("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", "10"), ("SLURM_ARRAY_TASK_COUNT", "3")])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    for (id, part) in [("10", "1/3"), ("11", "2/3"), ("12", "3/3")] {
        let (code, told) = task("job.toml", id);
        assert!(code == Some(0) && told.contains(&format!("shard {part}")), "{told}");
    }
    let (code, told) = task("job.toml", "13");
    assert!(code == Some(2) && told.contains("--shard"), "{told}");
    merge(root, "out", 1);
    assert_eq!(merged(&root.join("out")), whole);
    let whole_sweep = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .current_dir(root)
        .args(["run", "job.toml", "--out", "all", "--shard", "whole"])
        .env("SLURM_ARRAY_TASK_ID", "11")
        .output()
        .unwrap();
    assert_eq!(whole_sweep.status.code(), Some(1), "the conjectures are refuted");
    assert_eq!(merged(&root.join("all")), whole);
    fs::write(root.join("one.toml"), "[game]\ncode = \"octal:0.77\"\n[range]\nmax = 9\n").unwrap();
    fs::remove_dir_all(root.join("out")).unwrap();
    assert_eq!(task("one.toml", "11").0, Some(0));
    assert!(root.join("out/values.csv").exists());
}

#[test]
fn a_batch_in_shards() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let games = [
        ("kayles", "octal:0.77"),
        ("dawson", "octal:0.137"),
        ("nim", "nim:2"),
        ("pairs", "subtraction:2,5"),
        ("few", "octal:0.6"),
    ];
    let mut names: Vec<String> = Vec::new();
    for (name, code) in games {
        let expect = if name == "nim" { "[expect]\nmax-value = 3\n" } else { "" };
        fs::write(root.join(format!("{name}.toml")), format!("[game]\ncode = \"{code}\"\n[range]\nmax = 40\n{expect}"))
            .unwrap();
        names.push(format!("{name}.toml"));
    }
    fs::write(root.join("sweep.toml"), SWEEP.replace("200 +", "300 +").replace("period < 12", "period > 0")).unwrap();
    names.push("sweep.toml".to_string());
    // This job needs more memory than allowed: a row with an error.
    fs::write(root.join("large.toml"), "[game]\ncode = \"nim:5\"\n[range]\nmax = 3000\n").unwrap();
    names.push("large.toml".to_string());
    let configs: Vec<&str> = names.iter().map(String::as_str).collect();
    let run = |more: &[&str], code: i32| {
        expect_exit(root, &[&["run"], &configs[..], &["--progress", "never"], more].concat(), code)
    };
    run(&["--out", "whole"], 1);
    let whole = results(&root.join("whole"));
    for part in ["3/3", "1/3", "2/3"] {
        run(&["--out", "out", "--shard", part], 0);
    }
    let told = merge(root, "out", 1);
    assert!(told.contains("of 7 jobs failed"), "{told}");
    assert_eq!(merged(&root.join("out")), whole);
    // A folder that was changed after its shard ended.
    fs::remove_file(root.join("out/summary.csv")).unwrap();
    fs::write(root.join("dawson.toml"), "[game]\ncode = \"octal:0.137\"\n[range]\nmax = 41\n").unwrap();
    let told = merge(root, "out", 5);
    assert!(told.contains("has since changed"), "{told}");
    fs::write(root.join("dawson.toml"), "[game]\ncode = \"octal:0.137\"\n[range]\nmax = 40\n").unwrap();
    let values = root.join("out/kayles/values.csv");
    fs::write(&values, text_of(&values).replace("\n5,", "\n5,1")).unwrap();
    let told = merge(root, "out", 5);
    assert!(told.contains("kayles") && !root.join("out/summary.csv").exists(), "{told}");
    fs::remove_file(&values).unwrap();
    let told = merge(root, "out", 5);
    assert!(told.contains("kayles") && !root.join("out/summary.csv").exists(), "{told}");
    // If another run is writing to the folder of a job, the job has not failed; the shard must be run again.
    fs::create_dir_all(root.join("busy/kayles")).unwrap();
    let held = fs::File::create(root.join("busy/kayles/.lock")).unwrap();
    held.lock().unwrap();
    let (_, err) = run(&["--out", "busy", "--shard", "1/1"], 2);
    assert!(err.contains("another run is writing") && !root.join("busy/shards/1-of-1.shard").exists(), "{err}");
    assert!(root.join("busy/nim/values.csv").exists(), "the other jobs are done");
    drop(held);
    run(&["--out", "busy", "--shard", "1/1"], 0);
    merge(root, "busy", 1);
    fs::copy(root.join("kayles.toml"), root.join("shards.toml")).unwrap();
    let (_, err) = expect_exit(root, &["run", "kayles.toml", "shards.toml", "--out", "x"], 2);
    assert!(err.contains("rename the config"), "{err}");
}

#[test]
fn a_certificate_in_shards() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/certificates/octal-0.354.json");
    fs::copy(&kept, root.join("kept.json")).unwrap();
    let check = |part: &str| expect_exit(root, &["verify", "kept.json", "--shard", part, "--out", "out"], 0);
    for part in ["1/3", "2/3", "3/3"] {
        let (told, _) = check(part);
        assert!(told.contains(" segments"), "{told}");
    }
    let told = merge(root, "out", 0);
    assert!(
        told.contains("octal:0.354, preperiod 10061916, period 1180, saltus 0: proved, all 11 segments checked"),
        "{told}"
    );
    fs::remove_file(root.join("out/shards/2-of-3.shard")).unwrap();
    assert!(merge(root, "out", 5).contains("missing: 2"));
    // One state is changed: one shard detects it, and all of them notice that the file is different.
    let text = text_of(&root.join("kept.json"));
    let mut changed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let state = changed["segments"]["states"][4][1].as_str().unwrap().to_string();
    let other = if state.starts_with('A') { 'B' } else { 'A' };
    changed["segments"]["states"][4][1] = (other.to_string() + &state[1..]).into();
    fs::write(root.join("kept.json"), changed.to_string()).unwrap();
    check("2/3");
    assert!(merge(root, "out", 5).contains("has since changed") || merge(root, "out", 5).contains("another config"));
    for part in ["1/3", "2/3", "3/3"] {
        check(part);
    }
    let told = merge(root, "out", 5);
    assert!(told.contains("the certificate is wrong"), "{told}");
}

/// The scripts of `grundy slurm` run their shards; here a shell script plays the role of Slurm.
#[test]
fn scripts_for_slurm() {
    let (folder, whole) = sweep(SWEEP);
    let root = folder.path();
    let (told, _) = expect_exit(
        root,
        &["slurm", "job.toml", "--shards", "3", "--out", "an out", "--time", "1:00:00", "--mem", "2G"],
        0,
    );
    assert_eq!(told.trim(), "sh 'an out/shards/submit.sh'");
    let script = text_of(&root.join("an out/shards/array.sbatch"));
    for line in ["#SBATCH --array=1-3", "#SBATCH --signal=B:USR1@120", "#SBATCH --requeue", "#SBATCH --mem=2G"] {
        assert!(script.contains(line), "{script}");
    }
    assert!(text_of(&root.join("an out/shards/submit.sh")).contains("afterany"));
    for id in ["1", "2", "3"] {
        let status = Command::new("sh")
            .arg("an out/shards/array.sbatch")
            .current_dir(root)
            .env("SLURM_ARRAY_TASK_ID", id)
            .status();
        assert!(status.unwrap().success());
    }
    let status = Command::new("sh").arg("an out/shards/merge.sbatch").current_dir(root).status().unwrap();
    assert_eq!(status.code(), Some(1), "the conjectures are refuted, as in the whole run");
    assert_eq!(merged(&root.join("an out")), whole);
    for wrong in [&["--time", "1 hour"][..], &["--partition", ""]] {
        let (_, err) = expect_exit(root, &[&["slurm", "job.toml", "--shards", "3"], wrong].concat(), 2);
        assert!(err.contains("not something that Slurm can read"), "{err}");
    }
}

/// Games whose columns differ from those of the first game are not used for conjectures, but a shard does not
/// know the first game.
#[test]
fn counterexamples_of_games_that_do_not_fit() {
    let codes: Vec<String> = ["octal:0.07".to_string(), "nim:2".to_string()]
        .into_iter()
        .chain((1..=40).map(|take| format!("subtraction:{take}")))
        .chain(["octal:0.77".to_string()])
        .map(|code| format!("\"{code}\""))
        .collect();
    let text = format!(
        "[sweep]\ncode = \"{{xx}}\"\n[sweep.over]\nxx = [{}]\n[range]\nmax = 60\n\
         [[conjecture]]\nname = \"c\"\nover = \"positions\"\nholds = \"value < 2\"\n[output]\nformats = [\"csv\", \"report\"]\n",
        codes.join(", ")
    );
    let (folder, whole) = sweep(&text);
    let root = folder.path();
    assert!(text_of(&root.join("whole/counterexamples/c.csv")).lines().count() > 60);
    for count in [1, 2] {
        let out = format!("of-{count}");
        all_shards(root, &out, count);
        merge(root, &out, 1);
        assert_eq!(merged(&root.join(&out)), whole, "{count}");
    }
}

#[test]
fn huge_costs_are_dealt_evenly() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let text = "[sweep]\ncode = \"subtraction:{a},{b}\"\n[sweep.over]\na = \"1..=8\"\nb = \"9..=16\"\n[range]\nmax = 4_000_000_000_000_000_000\n\
                [analysis]\nperiod = true\n";
    fs::write(root.join("job.toml"), text).unwrap();
    for part in ["1/4", "2/4", "3/4", "4/4"] {
        let (told, _) =
            expect_exit(root, &["run", "job.toml", "--out", "out", "--shard", part, "--progress", "never"], 0);
        assert!(told.contains("done (16 games)"), "{told}");
    }
}

/// The config may be a link, or be missing when the shards are merged, and be restored later.
#[test]
fn configs_that_are_links_or_gone() {
    let (folder, whole) = sweep(SWEEP);
    let root = folder.path();
    fs::create_dir(root.join("real")).unwrap();
    fs::rename(root.join("job.toml"), root.join("real/other.toml")).unwrap();
    std::os::unix::fs::symlink("real/other.toml", root.join("job.toml")).unwrap();
    all_shards(root, "out", 2);
    merge(root, "out", 1);
    assert_eq!(merged(&root.join("out")), whole);
    fs::remove_file(root.join("job.toml")).unwrap();
    all_gone(root, &whole);
    fs::rename(root.join("real/other.toml"), root.join("job.toml")).unwrap();
    let (_, err) = expect_exit(root, &["run", "job.toml", "--out", "out"], 1);
    assert!(err.contains("up to date"), "{err}");
}

fn all_gone(root: &Path, whole: &BTreeMap<String, Vec<u8>>) {
    expect_exit(root, &["merge", "out", "--fresh", "--progress", "never"], 1);
    assert_eq!(&merged(&root.join("out")), whole);
}

/// An unfinished file of another run is left alone even if it is not locked; one of this run is copied.
#[test]
fn unfinished_files_of_others_are_left_alone() {
    let (folder, whole) = sweep(LONG);
    let root = folder.path();
    let arguments = ["run", "job.toml", "--out", "out", "--shard", "1/1", "--threads", "1"];
    let mut child = begin(root, &arguments);
    let place = root.join("out/shards");
    let unfinished = || -> Vec<String> {
        let names = fs::read_dir(&place)
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with(".partial-1-of-1")).collect()
    };
    while unfinished().iter().all(|name| fs::metadata(place.join(name)).unwrap().len() < 2_000) {
        std::thread::sleep(Duration::from_millis(1));
    }
    signal(&child, "-KILL");
    child.wait().unwrap();
    let left = unfinished();
    assert_eq!(left.len(), 1);
    fs::write(root.join("two.toml"), SWEEP).unwrap();
    let (_, err) = expect_exit(root, &["run", "two.toml", "--out", "out", "--shard", "1/1"], 2);
    assert!(err.contains("a shard of another run") && unfinished() == left, "{err}");
    // While another process has locked it, it is copied rather than changed, and that process may finish later.
    let held = fs::File::open(place.join(&left[0])).unwrap();
    held.lock().unwrap();
    let before = fs::read(place.join(&left[0])).unwrap();
    shard(root, "out", "1/1", &[]);
    assert_eq!(fs::read(place.join(&left[0])).unwrap(), before);
    drop(held);
    shard(root, "out", "1/1", &[]);
    assert!(unfinished().is_empty());
    merge(root, "out", 0);
    assert_eq!(merged(&root.join("out")), whole);
}

/// Games that take longer than a task may run: each finished game is kept, however often the shard is stopped.
#[test]
fn heavy_games_are_done_one_by_one() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let text = "[sweep]\ncode = \"octal:0.{d}\"\n[sweep.over]\nd = [\"026\", \"004\", \"06\", \"346\", \"024\", \"041\"]\n\
                [range]\nmax = 24_000\n[analysis]\nperiod = true\n";
    fs::write(root.join("job.toml"), text).unwrap();
    // All games together take longer than this, but no single game does. On a slow machine the time is increased.
    let mut time = Duration::from_millis(400);
    for attempt in 1.. {
        let mut child = begin(root, &["run", "job.toml", "--out", "out", "--shard", "1/1", "--threads", "1"]);
        std::thread::sleep(time);
        if child.try_wait().unwrap().is_none() {
            signal(&child, "-TERM");
        }
        match child.wait().unwrap().code() {
            Some(0) => break,
            code => assert_eq!(code, Some(75)),
        }
        assert!(attempt < 80, "it never ends");
        time += Duration::from_millis(10);
    }
    shard(root, "out", "1/1", &[]);
    expect_exit(root, &["run", "job.toml", "--out", "whole"], 0);
    merge(root, "out", 0);
    assert_eq!(merged(&root.join("out")), results(&root.join("whole")));
}

/// A game with a missing file gives a row with the error, and does not prevent merging.
#[test]
fn games_whose_files_are_missing() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(root.join("there.csv"), "from,to\n1,0\n2,1\n").unwrap();
    let text = "[sweep]\ncode = \"graph:{f}\"\n[sweep.over]\nf = [\"there.csv\", \"gone.csv\"]\n[output]\nformats = [\"report\"]\n";
    fs::write(root.join("job.toml"), text).unwrap();
    expect_exit(root, &["run", "job.toml", "--out", "whole"], 1);
    all_shards(root, "out", 2);
    let told = merge(root, "out", 1);
    assert!(told.contains("1 game failed"), "{told}");
    assert_eq!(merged(&root.join("out")), results(&root.join("whole")));
    // From another folder, the error contains another file name, which does not prevent merging either.
    let text = text_of(&root.join("out/sweep.csv"));
    assert!(text.contains("gone.csv"), "{text}");
    fs::create_dir(root.join("elsewhere")).unwrap();
    for part in ["1/2", "2/2"] {
        let arguments = ["run", "../job.toml", "--out", "../other", "--shard", part, "--progress", "never"];
        expect_exit(&root.join("elsewhere"), &arguments, 0);
    }
    merge(root, "other", 1);
}

/// Combinations: misère play, equal games, all subsets at once with and without rows, outcomes with counts,
/// ranges of numbers, and so little memory that no share of it is enough.
#[test]
fn every_kind_of_sweep() {
    let sums = "[sweep]\ncode = \"sum:({a})+({b})+({a})\"\nplay = \"misere\"\n[sweep.over]\na = [\"nim:1\", \"subtraction:1,3\", \"octal:0.7\"]\n\
                b = [\"nim:1\", \"subtraction:1,3\"]\n[range]\nmax = 7\n";
    let subsets = |formats: &str| {
        format!(
            "[sweep]\ncode = \"subtraction:{{S}}\"\n[sweep.over]\nS = {{ subsets-of = 8 }}\n[range]\nmax = 5000\n[analysis]\nperiod = true\n[output]\nformats = [{formats}]\n"
        )
    };
    let boxes = "[sweep]\ncode = \"circular-nim:{n},{k}\"\nwhere = \"n != 4 or k != 2\"\n[sweep.over]\nn = \"3..=4\"\nk = \"1..=n\"\n[range]\nmax = 5\n\
                 [analysis]\ncounts = [\"max\"]\n[solve]\nvalue = \"outcome\"\n";
    let squares = "[sweep]\ncode = \"subtraction:{s}\"\n[sweep.over]\ns = [\"squares\", \"1,2\", \"primes\"]\n[range]\nmax = 4_000_000_000_000_000_000\n[solve]\nmemory = \"20 MiB\"\n";
    let alone = SWEEP.replace("[analysis]", "[solve]\nmemory = \"3 MiB\"\n[analysis]");
    let all = [sums.to_string(), subsets(""), subsets("\"report\""), boxes.to_string(), squares.to_string(), alone];
    for text in all {
        let (folder, whole) = sweep(&text);
        let root = folder.path();
        all_shards(root, "out", 3);
        let code = grundy_code(root, &["merge", "out", "--progress", "never"]);
        assert!(code < 2, "{text}: exit code {code}");
        assert_eq!(merged(&root.join("out")), whole, "{text}");
    }
}

/// Disturbs a run in shards; returns what it did.
fn disturb(root: &Path, random: &mut Random, count: u32) -> &'static str {
    let part = format!("{}/{count}", 1 + random.below(count.into()));
    let path = root.join(format!("out/shards/{}.shard", part.replace('/', "-of-")));
    let arguments = ["run", "job.toml", "--out", "out", "--shard", &part, "--threads", "1"];
    match random.below(8) {
        0 | 1 => {
            let mut child = begin(root, &arguments);
            std::thread::sleep(Duration::from_micros(random.below(150_000)));
            signal(&child, if random.below(2) == 0 { "-KILL" } else { "-USR1" });
            child.wait().unwrap();
            "stopped"
        }
        2 => {
            // Two nodes, one of which dies.
            let mut both = [begin(root, &arguments), begin(root, &arguments)];
            std::thread::sleep(Duration::from_micros(random.below(100_000)));
            signal(&both[0], "-KILL");
            for child in &mut both {
                child.wait().unwrap();
            }
            "done by two"
        }
        3 => {
            expect_exit(root, &[&arguments[..], &["--fresh", "--progress", "never"]].concat(), 0);
            "done again"
        }
        4 => {
            let Ok(bytes) = fs::read(&path) else { return "nothing" };
            fs::write(&path, &bytes[..random.below(bytes.len() as u64) as usize]).unwrap();
            "cut short"
        }
        5 => {
            let Ok(mut bytes) = fs::read(&path) else { return "nothing" };
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
            fs::write(&path, bytes).unwrap();
            "a byte changed"
        }
        6 => {
            // By another version of the program, and so with other checksums, or of another config.
            let other = root.join(format!("other/shards/{}.shard", part.replace('/', "-of-")));
            fs::create_dir_all(root.join("out/shards")).unwrap();
            fs::copy(other, &path).unwrap();
            "another config's"
        }
        _ => {
            let text = text_of(&root.join("job.toml"));
            fs::write(root.join("job.toml"), format!("{text}# changed\n")).unwrap();
            let told = crate::common::grundy(root, &["merge", "out", "--progress", "never"]);
            assert_ne!(told.status.code(), Some(0), "shards of the config before it was changed");
            fs::write(root.join("job.toml"), text).unwrap();
            "config changed"
        }
    }
}

#[test]
#[ignore = "slow: some minutes"]
fn two_hundred_runs_are_disturbed_and_nothing_wrong_is_merged() {
    let (folder, whole) = sweep(LONG);
    let root = folder.path();
    let text = text_of(&root.join("job.toml"));
    fs::write(root.join("job.toml"), text.replace("1000", "999")).unwrap();
    (2..=4).for_each(|count| all_shards(root, "other", count));
    fs::write(root.join("job.toml"), &text).unwrap();
    let (mut random, mut seen) = (Random(2026), BTreeMap::new());
    for number in 0..200 {
        let _ = fs::remove_dir_all(root.join("out"));
        let count = 2 + number % 3;
        let mut story = Vec::new();
        (1..=count)
            .filter(|_| random.below(3) > 0)
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|one| shard(root, "out", &format!("{one}/{count}"), &[]));
        for _ in 0..1 + random.below(4) {
            story.push(disturb(root, &mut random, count));
            // Whatever there is: the right results, or none.
            let code = grundy_code(root, &["merge", "out", "--progress", "never"]);
            match code {
                0 => assert_eq!(merged(&root.join("out")), whole, "{story:?}"),
                _ => assert!(code == 5 || code == 2, "{story:?}: {code}"),
            }
            merged(&root.join("out")).keys().for_each(|name| fs::remove_file(root.join("out").join(name)).unwrap());
            let _ = fs::remove_file(root.join("out/manifest.json"));
        }
        story.iter().for_each(|what| *seen.entry(*what).or_insert(0) += 1);
        all_shards(root, "out", count);
        merge(root, "out", 0);
        assert_eq!(merged(&root.join("out")), whole, "{story:?}");
        assert_eq!(
            fs::read_dir(root.join("out/shards")).unwrap().count(),
            count as usize,
            "{story:?}: something is left"
        );
    }
    println!("200 runs: {seen:?}");
    assert!(seen.len() >= 8, "{seen:?}");
}
