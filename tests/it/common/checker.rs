//! The independent checker of certificates, which needs only Python 3.

use super::project;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// Whether the checker accepts each of these certificates. A single process checks all of them, because
/// starting it takes most of the time.
pub fn accepted<T: AsRef<[u8]>>(certificates: &[T]) -> Vec<bool> {
    let folder = TempDir::new().unwrap();
    let names: Vec<String> = (0..certificates.len()).map(|number| format!("{number}.json")).collect();
    for (name, certificate) in names.iter().zip(certificates) {
        fs::write(folder.path().join(name), certificate).unwrap();
    }
    let script = project().join("scripts/check_certificate.py");
    let output = Command::new("python3").arg(script).args(&names).current_dir(&folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("Traceback"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), names.len(), "{text}");
    let verdict = |(name, line): (&String, &&str)| {
        let told = line.strip_prefix(&format!("{name}: ")).unwrap_or_else(|| panic!("{name}: {line}"));
        !told.starts_with("WRONG") && !told.starts_with("NOT COMPLETE")
    };
    let verdicts: Vec<bool> = names.iter().zip(&lines).map(verdict).collect();
    assert_eq!(output.status.success(), !verdicts.contains(&false), "{text}");
    verdicts
}
