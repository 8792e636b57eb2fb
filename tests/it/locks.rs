//! Files in result folders that do not belong to a run: locks, pipes, devices, changed files.

use crate::common::{expect_exit, grundy, signed, text_of};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn config(folder: &Path, name: &str, formats: &str) {
    let text = format!("[game]\ncode = \"octal:0.77\"\n[range]\nmax = 60\n[output]\nformats = {formats}\n");
    fs::write(folder.join(name), text).unwrap();
}

#[test]
fn a_file_named_like_the_lock_is_left_alone() {
    let here = TempDir::new().unwrap();
    let root = here.path();
    config(root, "a.toml", "[\"csv\"]");
    fs::write(root.join("diary"), "dear diary").unwrap();
    let folder = root.join("mine");
    fs::create_dir(&folder).unwrap();
    let lock = folder.join(".lock");
    // A file with content, and a link to one.
    fs::write(&lock, "mine").unwrap();
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "mine"], 2);
    assert!(err.contains("not the lock of a run") && text_of(&lock) == "mine", "{err}");
    fs::remove_file(&lock).unwrap();
    symlink(root.join("diary"), &lock).unwrap();
    expect_exit(root, &["run", "a.toml", "--out", "mine"], 2);
    assert!(lock.is_symlink() && text_of(&root.join("diary")) == "dear diary");
    // An empty file next to other files: the folder is refused and remains unchanged.
    fs::remove_file(&lock).unwrap();
    fs::write(&lock, "").unwrap();
    fs::write(folder.join("thesis.tex"), "").unwrap();
    expect_exit(root, &["run", "a.toml", "--out", "mine"], 2);
    assert!(lock.exists() && fs::read_dir(&folder).unwrap().count() == 2);
    // The leftover lock of a killed run is taken over, and removed.
    fs::remove_file(folder.join("thesis.tex")).unwrap();
    expect_exit(root, &["run", "a.toml", "--out", "mine"], 0);
    assert!(!lock.exists());
}

#[test]
fn runs_that_begin_and_end_together_do_not_disturb_each_other() {
    let here = TempDir::new().unwrap();
    let root = here.path();
    config(root, "a.toml", "[\"csv\"]");
    let hammer = || {
        let (mut done, mut told) = (0, 0);
        for _ in 0..60 {
            let output = grundy(root, &["run", "a.toml", "--out", "r", "--fresh", "--progress", "never"]);
            match output.status.code() {
                Some(0) => done += 1,
                Some(2) => {
                    let err = String::from_utf8_lossy(&output.stderr).into_owned();
                    assert!(err.contains("another run is writing"), "{err}");
                    told += 1;
                }
                code => panic!("{code:?}: {}", String::from_utf8_lossy(&output.stderr)),
            }
        }
        (done, told)
    };
    let counts: Vec<(u32, u32)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(hammer)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(counts.iter().map(|(done, _)| done).sum::<u32>() > 20, "{counts:?}");
    expect_exit(root, &["verify", "r"], 0);
}

#[test]
fn pipes_and_devices_are_refused_at_once() {
    let here = TempDir::new().unwrap();
    let root = here.path();
    assert!(Command::new("mkfifo").arg(root.join("pipe")).status().unwrap().success());
    for name in ["pipe.toml", "pipe.gnt"] {
        symlink(root.join("pipe"), root.join(name)).unwrap();
    }
    for (arguments, code) in [
        (&["run", "pipe.toml"][..], 4),
        (&["run", "/dev/zero"], 4),
        (&["values", "graph:pipe"], 2),
        (&["values", "graph:/dev/zero"], 2),
        (&["values", "custom:pipe.toml"], 2),
        (&["values", "pipe.gnt"], 4),
        (&["export", "/dev/zero", "--format", "csv"], 4),
        (&["verify", "pipe.gnt"], 4),
        (&["identify", "octal:0.77", "--oeis", "pipe"], 4),
    ] {
        let (_, err) = expect_exit(root, arguments, code);
        assert!(err.contains("not a regular file"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_folder_that_is_up_to_date_may_be_read_only() {
    let here = TempDir::new().unwrap();
    let root = here.path();
    config(root, "a.toml", "[\"csv\"]");
    expect_exit(root, &["run", "a.toml", "--out", "r"], 0);
    fs::set_permissions(root.join("r"), fs::Permissions::from_mode(0o555)).unwrap();
    // A user who may write everywhere (e.g. root) does not notice the permissions.
    let (_, err) = expect_exit(root, &["run", "a.toml", "--out", "r"], 0);
    assert!(err.contains("up to date"), "{err}");
    if fs::write(root.join("r/probe"), "").is_err() {
        expect_exit(root, &["run", "a.toml", "--out", "r", "--fresh"], 4);
    }
    fs::set_permissions(root.join("r"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// `verify` finds every changed bit of a manifest, and a listing whose values differ from the table.
#[test]
fn verify_finds_what_was_changed() {
    let here = TempDir::new().unwrap();
    let root = here.path();
    config(root, "a.toml", "[\"csv\", \"table\"]");
    expect_exit(root, &["run", "a.toml", "--out", "r"], 0);
    let manifest = root.join("r/manifest.json");
    let whole = fs::read(&manifest).unwrap();
    for step in 0..150 {
        let (place, bit) = (step * 7919 % whole.len(), step % 8);
        let mut changed = whole.clone();
        changed[place] ^= 1 << bit;
        fs::write(&manifest, &changed).unwrap();
        let output = grundy(root, &["verify", "r"]);
        let text =
            String::from_utf8_lossy(&whole[place.saturating_sub(20)..(place + 20).min(whole.len())]).into_owned();
        assert!(!output.status.success(), "bit {bit} of byte {place} is not found: {text}");
    }
    // An attacker who can also adjust the checksums.
    let listing = root.join("r/values.csv");
    let text = text_of(&listing);
    let other = text.replace("\n30,", "\n30,1");
    assert_ne!(text, other);
    fs::write(&listing, &other).unwrap();
    let sum = |bytes: &[u8]| grundy::number::hex(&<sha2::Sha256 as sha2::Digest>::digest(bytes));
    let forged = String::from_utf8(whole).unwrap().replace(&sum(text.as_bytes()), &sum(other.as_bytes()));
    fs::write(&manifest, signed(&forged)).unwrap();
    let (_, err) = expect_exit(root, &["verify", "r"], 5);
    assert!(err.contains("its value at 30 is not that in"), "{err}");
}
