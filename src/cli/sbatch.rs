//! Writes scripts for Slurm.

use crate::error::Error;
use crate::folder::SHARDS;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A task is warned this many seconds before its time ends, so that it can save its state.
const WARNING: u32 = 120;

/// What the scripts say.
pub(super) struct Scripts {
    /// The program, and what comes before and behind the shard.
    pub command: [String; 2],
    /// The folder of the results, and where the commands were given: both absolute.
    pub folder: PathBuf,
    pub here: PathBuf,
    pub shards: u32,
    pub threads: u32,
    /// Options for both: the time, and what else was asked for.
    pub options: Vec<String>,
}

impl Scripts {
    /// The start of both scripts.
    fn head(&self, what: &str, more: &[String]) -> Result<String, Error> {
        let name = self.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = self.folder.display().to_string();
        if folder.contains(['"', '\n', '%', '\\']) {
            return Err(Error::Usage(format!("{folder}: Slurm cannot write its log into a folder with this name")));
        }
        let name = format!("job-name=\"grundy {what} {name}\"");
        let options = std::iter::once(&name).chain(&self.options).chain(more);
        let options: String = options.map(|option| format!("#SBATCH --{option}\n")).collect();
        Ok(format!("#!/bin/sh\n{options}cd -- {} || exit 1\n", quoted(&self.here.display().to_string())))
    }

    /// The script for the tasks of the array, which are the shards. Before its time ends, a task receives a
    /// signal; it saves its state and asks to be requeued. A cancelled task is not requeued.
    pub fn array(&self) -> Result<String, Error> {
        let Self { folder, shards, threads, command: [before, behind], .. } = self;
        let head = self.head(
            "shards of",
            &[
                format!("array=1-{shards}"),
                format!("cpus-per-task={threads}"),
                format!("signal=B:USR1@{WARNING}"),
                "requeue".to_string(),
                "open-mode=append".to_string(),
                format!("output=\"{}/{SHARDS}/%a.log\"", folder.display()),
            ],
        )?;
        let out = quoted(&folder.display().to_string());
        Ok(format!(
            "{head}export RAYON_NUM_THREADS={threads}\n\
             child= again=\n\
             trap 'again=1; [ -z \"$child\" ] || kill -TERM \"$child\" 2>/dev/null' USR1\n\
             trap '[ -z \"$child\" ] || kill -TERM \"$child\" 2>/dev/null' TERM\n\
             {before} --out {out} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\"{behind} &\n\
             child=$!\n\
             # The signal may have come before there was a child.\n\
             [ -z \"$again\" ] || kill -TERM \"$child\" 2>/dev/null\n\
             wait \"$child\"; code=$?\n\
             # A signal ends `wait` before the child has ended.\n\
             while kill -0 \"$child\" 2>/dev/null; do wait \"$child\"; code=$?; done\n\
             # A code above 128 does not tell how the child ended; running it again will show.\n\
             if [ -n \"$again\" ] && {{ [ \"$code\" -eq 75 ] || [ \"$code\" -gt 128 ]; }}; then\n    \
             scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID\"\n\
             fi\n\
             exit \"$code\"\n"
        ))
    }

    /// The script for the merge.
    pub fn merge(&self, program: &str) -> Result<String, Error> {
        let (folder, shards) = (self.folder.display().to_string(), self.shards);
        let head =
            self.head("merge of", &["requeue".to_string(), format!("output=\"{folder}/{SHARDS}/merge.log\"")])?;
        Ok(format!("{head}exec {program} merge {} --shards {shards}\n", quoted(&folder)))
    }
}

/// The script that submits both. The merge starts when no task is left, however the tasks ended, and reports
/// what is missing. With `afterok` it would never start after a failure.
pub(super) fn submit() -> &'static str {
    "#!/bin/sh\n\
     set -eu\n\
     CDPATH= cd -- \"$(dirname -- \"$0\")\"\n\
     array=$(sbatch --parsable array.sbatch)\n\
     merge=$(sbatch --parsable --dependency=\"afterany:${array%%;*}\" merge.sbatch)\n\
     echo \"array ${array%%;*}, merge ${merge%%;*}\"\n"
}

/// Quotes a word for a shell.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A word for a shell, in quotes if it needs them.
pub(super) fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ":,.=+-_/".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) { text.to_string() } else { quoted(text) }
}

/// The words that start this program, if it is not an executable of its own.
static PROGRAM: OnceLock<Option<String>> = OnceLock::new();

/// Says how this program is started.
pub(super) fn set_program(program: Option<String>) {
    PROGRAM.get_or_init(|| program);
}

/// The words that start this program, quoted for a shell.
pub(super) fn program() -> Result<String, Error> {
    if let Some(Some(program)) = PROGRAM.get() {
        return Ok(program.clone());
    }
    let program = std::env::current_exe().map_err(Error::io("find", Path::new("grundy")))?;
    Ok(quoted(&program.display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
