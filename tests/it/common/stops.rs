//! Runs that are stopped by signals at arbitrary moments, and resumed until they end.

use super::text_of;
use grundy::random::Random;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than any run in the tests takes to write its first state.
const PATIENCE: Duration = Duration::from_secs(120);

/// Starts the program without output.
pub fn begin(root: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(root).args(arguments).args(["--progress", "never"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Sends a signal such as `-TERM`. Every shell has `kill`; as a program, small systems lack it.
pub fn signal(child: &Child, signal: &str) {
    let sent = Command::new("sh").args(["-c", "kill \"$0\" \"$1\"", signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Identifies the state that a run has saved: every new state is another file.
fn state(out: &Path) -> Option<(u64, std::time::SystemTime)> {
    let file = std::fs::metadata(out.join(".checkpoint")).ok()?;
    Some((std::os::unix::fs::MetadataExt::ino(&file), file.modified().unwrap()))
}

/// Waits until a run has saved a new state; false if it ended before.
pub fn until_a_state(child: &mut Child, out: &Path, before: Option<(u64, std::time::SystemTime)>) -> bool {
    let begun = Instant::now();
    while state(out).is_none() || state(out) == before {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begun.elapsed() < PATIENCE, "no state in {PATIENCE:?}");
        std::thread::sleep(Duration::from_micros(200));
    }
    true
}

/// Runs `grundy run job.toml`, stops it several times shortly after it has saved its state, and resumes it
/// each time. The last exit code must be `end`.
///
/// If the machine finishes the whole run between a state and the signal, this is tried again.
pub fn run_with_stops(root: &Path, out: &str, arguments: &[&str], (sign, stops): (&str, u32), end: i32) {
    let arguments = [&["run", "job.toml", "--out", out], arguments].concat();
    let (folder, mut random) = (root.join(out), Random(0x9e37_79b9_7f4a_7c15));
    for attempt in 0..20 {
        let _ = std::fs::remove_dir_all(&folder);
        let mut stopped = 0;
        let code = loop {
            let before = state(&folder);
            let mut child = begin(root, &arguments);
            if stopped < stops && until_a_state(&mut child, &folder, before) {
                // At any moment between this state and a later one.
                std::thread::sleep(Duration::from_micros(random.below(30_000) >> attempt));
                signal(&child, sign);
            }
            match child.wait().unwrap().code() {
                None => assert_eq!(sign, "-KILL"),
                Some(75) => assert!(state(&folder).is_some(), "75 promises a state"),
                Some(code) => break code,
            }
            stopped += 1;
            assert!(stopped <= stops, "stopped by nobody");
        };
        let said = || text_of(&folder.join("manifest.json"));
        assert_eq!(code, end, "{out} {sign} after {stopped} stops: {}", said());
        if stopped > 0 {
            return;
        }
    }
    panic!("{out}: every run ended before the signal {sign}");
}
