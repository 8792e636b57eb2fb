//! Deliberate faults: each disk operation is made to fail once, in every way. Afterwards, the same command
//! must give the results of an undisturbed run.

#[path = "it/common/mod.rs"]
mod common;

use common::results;
use grundy::answer::Session;
use grundy::config::{Work, load};
use grundy::disk::faults::{self, DiskFault};
use grundy::event::Silent;
use grundy::manifest::Findings;
use grundy::{Error, job_run, merge, sweep_run, verify};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// Faults are planned for the whole process, so only one test may run at a time.
static ONE: Mutex<()> = Mutex::new(());

/// (game, range, rest of the config), for all kernels that save states, and for all ways to write.
const JOBS: &[(&str, u64, &str)] = &[
    (
        "octal:0.165",
        20,
        "[analysis]\nperiod = true\ngrowth = true\nhistogram = true\n[output]\nformats = [\"csv\", \"b-file\", \"list\", \"report\"]\n",
    ),
    ("octal:0.026", 20, "[analysis]\nzeros = true\n[output]\nformats = [\"table\", \"csv\"]\n"),
    (
        "circular-nim:n=5,k=2",
        6,
        "[analysis]\ncounts = [\"max\"]\nzeros = true\n[output]\nformats = [\"csv\", \"report\"]\n",
    ),
    ("circular-nim:n=4,k=2", 6, "[solve]\nvalue = \"grundy\"\n[output]\nformats = [\"csv\", \"table\", \"report\"]\n"),
    ("moore-nim:heaps=3,k=2", 8, "[output]\nformats = [\"csv\"]\n"),
    ("greedy-nim:3", 9, "[output]\nformats = [\"csv\", \"table\"]\n"),
    ("divisor:prime-powers", 900, "[analysis]\nrecords = true\n[output]\nformats = [\"csv\", \"b-file\"]\n"),
    ("steps:1/2,2/1", 40, "[solve]\nvalue = \"outcome\"\n[output]\nformats = [\"csv\", \"svg\"]\n"),
    ("building-nim:4", 14, "[output]\nformats = [\"csv\", \"report\"]\n"),
    ("poker-nim:heaps=2,bank=2", 7, "[output]\nformats = [\"csv\", \"latex\"]\n"),
    (
        "octal:0.77,heaps=2",
        20,
        "[analysis]\nzeros = true\nfirst-occurrence = true\n[output]\nformats = [\"csv\", \"report\"]\n",
    ),
    ("queen", 30, "[output]\nformats = [\"table\", \"antidiagonals\", \"svg\", \"report\"]\n"),
];

const SWEEP: &str = "[sweep]\ncode = \"subtraction:{a},{b}\"\n[sweep.over]\na = \"1..4\"\nb = \"a+1..6\"\n[range]\nmax = 300\n\
                     [analysis]\nperiod = true\n[output]\nformats = [\"csv\", \"report\"]\n";

fn configs(folder: &Path, jobs: &[(&str, u64, &str)], sweep: bool) -> Vec<String> {
    let mut names = Vec::new();
    for (number, (code, max, more)) in jobs.iter().enumerate() {
        let (head, rest) = more.split_once("[solve]\n").map_or(("", *more), |(head, rest)| (head, rest));
        let text =
            format!("[game]\ncode = \"{code}\"\n[range]\nmax = {max}\n{head}[solve]\ncheckpoint = \"0 s\"\n{rest}");
        names.push(format!("job-{number}.toml"));
        fs::write(folder.join(&names[number]), text).unwrap();
    }
    if sweep {
        names.push("sweep.toml".to_string());
        fs::write(folder.join("sweep.toml"), SWEEP).unwrap();
    }
    names
}

fn run(config: &Path, out: &Path, fresh: bool, threads: usize) -> Result<Findings, Error> {
    let cancelled = AtomicBool::new(false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| match load(config)? {
        Work::Job(job) => job_run::run(&job, out, fresh, Session::new(&cancelled, &Silent)),
        Work::Sweep(sweep) => sweep_run::run(&sweep, out, fresh, Session::new(&cancelled, &Silent)),
    })
}

/// Causes one fault at one operation, in a folder with or without an old result; returns whether the run has
/// more operations after it.
fn disturb(
    config: &Path,
    out: &Path,
    truth: &BTreeMap<String, Vec<u8>>,
    (fault, at): (DiskFault, u64),
    old: bool,
) -> bool {
    let what = format!("{}, {fault:?} at operation {at}, old result: {old}", config.display());
    let _ = fs::remove_dir_all(out);
    if old {
        run(config, out, false, 1).unwrap();
    }
    faults::plan(Some((fault, at)));
    let outcome = run(config, out, old, 1 + at as usize % 2);
    let seen = faults::seen();
    faults::plan(None);
    match outcome {
        Ok(_) => same(&results(out), truth, &format!("{what}: a run that ended well")),
        Err(Error::Io { .. } | Error::Usage(_) | Error::Folder(_) | Error::Corrupt { .. } | Error::Config(_)) => {}
        Err(error) => panic!("{what}: {error}"),
    }
    same_command_again(config, out, truth, (&what, at));
    seen > at
}

/// Whatever was left, the same command ends with the right results, and leaves nothing else behind.
fn same_command_again(config: &Path, out: &Path, truth: &BTreeMap<String, Vec<u8>>, (what, at): (&str, u64)) {
    run(config, out, false, 2 - at as usize % 2).unwrap_or_else(|error| panic!("{what}: then {error}"));
    same(&results(out), truth, what);
    let hidden =
        fs::read_dir(out).unwrap().find(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    assert!(hidden.is_none(), "{what}: {hidden:?} is left");
}

/// The results are the same; hidden leftovers of a fault are ignored.
fn same(found: &BTreeMap<String, Vec<u8>>, truth: &BTreeMap<String, Vec<u8>>, what: &str) {
    let names = |files: &BTreeMap<String, Vec<u8>>| {
        files.keys().filter(|name| !name.starts_with('.')).cloned().collect::<Vec<_>>()
    };
    assert_eq!(names(found), names(truth), "{what}: files");
    for name in names(found) {
        assert!(found[&name] == truth[&name], "{what}: {name} differs");
    }
}

fn disturb_all(jobs: &[(&str, u64, &str)], sweep: bool, step: u64) {
    let mut disturbed = 0;
    with_each(jobs, sweep, |config, out, truth| {
        for (fault, old) in
            [(DiskFault::Full, false), (DiskFault::Broken, true), (DiskFault::Broken, false), (DiskFault::Short, false)]
        {
            let mut at = 0;
            while disturb(config, out, truth, (fault, at), old) {
                at += step;
                disturbed += 1;
            }
        }
    });
    assert!(disturbed > 40, "{disturbed}");
}

/// Output that certainly exceeds the free space of its disk is refused before anything is written; output
/// that just fits is not.
#[test]
fn files_that_cannot_fit_the_disk_are_refused_before_work_starts() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let game =
        |formats: &str| format!("[game]\ncode = \"queen\"\n[range]\nmax = 40\n[output]\nformats = [{formats}]\n");
    let cells = 41 * 41;
    let digits = |numbers: std::ops::Range<usize>| numbers.map(|number| number.to_string().len()).sum::<usize>();
    let (csv, triangle) = (2 * 41 * digits(0..41) + 4 * cells, digits(0..41 * 42 / 2) + 3 * 41 * 42 / 2);
    for (text, least) in [
        (game("\"csv\""), csv),
        (game("\"list\", \"report\", \"svg\""), 3 * cells),
        (game("\"matrix\""), 2 * cells),
        (game("\"antidiagonals\", \"triangle\""), 2 * triangle),
        (game("\"npy\""), 128 + cells),
        (game("\"table\""), (cells / 64 + 1) * 8),
        (game("\"csv\", \"matrix\", \"npy\""), csv + 3 * cells + 128),
        (SWEEP.to_string(), 9 * (301 * 7 + digits(0..301))),
    ] {
        let (config, out) = (root.join("job.toml"), root.join("out"));
        fs::write(&config, &text).unwrap();
        faults::plan_room(Some(least as u64 - 1));
        let refused = run(&config, &out, false, 1);
        faults::plan_room(Some(least as u64));
        let done = run(&config, &out, false, 1);
        faults::plan_room(None);
        assert!(
            matches!(&refused, Err(Error::Limit { key, .. }) if key.starts_with("the free space on the disk of ")),
            "{text}"
        );
        done.unwrap_or_else(|error| panic!("{text}: {error}"));
        fs::remove_dir_all(out).unwrap();
    }
}

#[test]
fn a_fault_at_any_operation_is_survived() {
    disturb_all(&JOBS[..1], false, 3);
    disturb_all(&JOBS[2..3], true, 5);
}

#[test]
#[ignore = "slow: a minute"]
fn a_fault_at_any_operation_of_a_dozen_jobs_is_survived() {
    disturb_all(JOBS, true, 1);
}

/// Not a test of its own: the process that is killed runs this. Without the environment variable it does nothing.
#[test]
fn child() {
    let Ok(order) = std::env::var("GRUNDY_TEST_KILL") else { return };
    let [config, out, at, threads] = order.split('|').collect::<Vec<_>>()[..] else { panic!("{order}") };
    faults::plan(Some((DiskFault::Kill, at.parse().unwrap())));
    run(Path::new(config), Path::new(out), false, threads.parse().unwrap()).unwrap();
}

/// Kills a run at an operation; returns whether the run lasted that long.
fn kill(config: &Path, out: &Path, at: u64) -> bool {
    let order = format!("{}|{}|{at}|{}", config.display(), out.display(), 1 + at % 2);
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--test-threads", "1"])
        .env("GRUNDY_TEST_KILL", order)
        .output()
        .unwrap();
    // Any other reason to end is an error of this test.
    assert_ne!(child.status.code(), Some(101), "{}", String::from_utf8_lossy(&child.stdout));
    !child.status.success()
}

/// Calls `test` for every config, with a folder that contains the results of an undisturbed run, and these results.
fn with_each(jobs: &[(&str, u64, &str)], sweep: bool, mut test: impl FnMut(&Path, &Path, &BTreeMap<String, Vec<u8>>)) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let root = TempDir::new().unwrap();
    for name in configs(root.path(), jobs, sweep) {
        let (config, out) = (root.path().join(&name), root.path().join("out"));
        let _ = fs::remove_dir_all(&out);
        run(&config, &out, false, 2).unwrap();
        test(&config, &out, &results(&out));
    }
}

fn kill_all(jobs: &[(&str, u64, &str)], sweep: bool, step: u64) {
    let mut killed = 0;
    with_each(jobs, sweep, |config, out, truth| {
        let _ = fs::remove_dir_all(out);
        let mut at = 0;
        // Every second killed run continues from what the one before has left.
        while kill(config, out, at) {
            if at / step % 2 == 1 {
                same_command_again(config, out, truth, (&format!("{} killed at {at}", config.display()), at));
                let _ = fs::remove_dir_all(out);
            }
            at += step;
            killed += 1;
        }
        same_command_again(config, out, truth, (&config.display().to_string(), 0));
    });
    assert!(killed > 10, "{killed}");
}

#[test]
fn a_kill_at_any_operation_is_survived() {
    kill_all(&JOBS[..1], true, 7);
}

#[test]
#[ignore = "slow: a minute"]
fn a_kill_at_any_operation_of_a_dozen_jobs_is_survived() {
    kill_all(JOBS, true, 1);
}

/// Runs a sweep as two shards and merges them, in this process.
fn run_in_shards(config: &Path, out: &Path, threads: usize) -> Result<(), Error> {
    let cancelled = AtomicBool::new(false);
    let session = Session::new(&cancelled, &Silent);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let Work::Sweep(sweep) = load(config)? else { panic!("no sweep") };
        for part in ["1/2", "2/2"] {
            sweep_run::run_shard(&sweep, out, part.parse().unwrap(), false, session)?;
        }
        merge::merge(out, None, false, session).map(drop)
    })
}

fn merged(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = results(out);
    all.retain(|name, _| !name.starts_with("shards/"));
    all
}

/// For every operation and every kind of fault: the same commands write the right results afterwards, and
/// nothing unfinished is left.
#[test]
fn shards_survive_a_fault_at_any_operation() {
    with_each(&[], true, |config, out, truth| {
        let mut disturbed = 0;
        for fault in [DiskFault::Full, DiskFault::Broken, DiskFault::Short] {
            let mut at = 0;
            loop {
                let what = format!("{fault:?} at operation {at}");
                let _ = fs::remove_dir_all(out);
                faults::plan(Some((fault, at)));
                let outcome = run_in_shards(config, out, 1);
                let seen = faults::seen();
                faults::plan(None);
                match outcome {
                    Ok(()) => same(&merged(out), truth, &what),
                    Err(
                        Error::Io { .. }
                        | Error::Usage(_)
                        | Error::Folder(_)
                        | Error::Corrupt { .. }
                        | Error::Config(_),
                    ) => {}
                    Err(error) => panic!("{what}: {error}"),
                }
                run_in_shards(config, out, 2).unwrap_or_else(|error| panic!("{what}: then {error}"));
                same(&merged(out), truth, &what);
                assert_eq!(fs::read_dir(out.join("shards")).unwrap().count(), 2, "{what}: something is left");
                if seen <= at {
                    break;
                }
                at += 1;
                disturbed += 1;
            }
        }
        assert!(disturbed > 100, "{disturbed}");
    });
}

/// Runs a job with a state file, in this process.
fn run_with_state(config: &Path, out: &Path, state: &Path) -> Result<Findings, Error> {
    let cancelled = AtomicBool::new(false);
    let Work::Job(job) = load(config)? else { panic!("no job") };
    job_run::run(&job, out, false, Session { state: Some(state), ..Session::new(&cancelled, &Silent) })
}

/// Faults while the state of a long run is written: the file is complete (old or new), or does not exist. The
/// same command then resumes, and the file is right at the end.
fn disturb_states(step: u64) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let root = TempDir::new().unwrap();
    let place = |name: &str| root.path().join(name);
    let (config, out, state) = (place("job.toml"), place("out"), place("state.json"));
    // Two million values after the first state that can be handed over; no period is proved within this range.
    let text = "[game]\ncode = \"octal:0.104\"\n[range]\nmax = 19_000_000\n[analysis]\nperiod = true\n\
                [solve]\nmemory = \"400 MiB\"\ncheckpoint = \"0 s\"\n[output]\nformats = [\"report\"]\n";
    fs::write(&config, text).unwrap();
    let begin = || {
        let _ = (fs::remove_dir_all(&out), fs::remove_file(&state));
    };
    faults::plan(Some((DiskFault::Broken, u64::MAX - 1)));
    run_with_state(&config, &out, &state).unwrap();
    let operations = faults::seen();
    faults::plan(None);
    let (truth, whole) = (results(&out), fs::read(&state).unwrap());
    let session = (AtomicBool::new(false), Silent);
    verify::state(&state, None, Session::new(&session.0, &session.1)).unwrap();
    for fault in [DiskFault::Full, DiskFault::Broken, DiskFault::Short] {
        for at in (0..operations).step_by(step.max(1) as usize) {
            let what = format!("{fault:?} at operation {at} of {operations}");
            begin();
            faults::plan(Some((fault, at)));
            let outcome = run_with_state(&config, &out, &state);
            faults::plan(None);
            assert!(
                matches!(outcome, Ok(_) | Err(Error::Io { .. } | Error::Folder(_) | Error::Corrupt { .. })),
                "{what}: {outcome:?}"
            );
            run_with_state(&config, &out, &state).unwrap_or_else(|error| panic!("{what}: then {error}"));
            same(&results(&out), &truth, &what);
            let text = |bytes: &[u8]| -> serde_json::Value { serde_json::from_slice(bytes).unwrap() };
            let [found, expected] = [fs::read(&state).unwrap(), whole.clone()].map(|bytes| text(&bytes));
            assert_eq!((&found["n"], &found["segments"]), (&expected["n"], &expected["segments"]), "{what}");
            let left = fs::read_dir(root.path()).unwrap().count();
            assert_eq!(left, 3, "{what}: something is left");
        }
    }
}

#[test]
fn a_state_survives_faults() {
    disturb_states(1 << 20);
}

#[test]
#[ignore = "slow: some minutes"]
fn a_state_survives_a_fault_at_any_operation() {
    disturb_states(1);
}
