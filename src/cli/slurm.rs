//! `grundy slurm`: the scripts by which a cluster does all shards and merges them.

use super::{run, say, shards};
use crate::error::Error;
use crate::folder::SHARDS;
use crate::{config, disk};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write scripts for Slurm: an array of shards, and a job that merges them
#[derive(Args)]
pub(super) struct Arguments {
    /// Config files, or one certificate in segments (.json)
    #[arg(required = true)]
    configs: Vec<PathBuf>,

    /// How many shards: tasks of the array
    #[arg(long, value_name = "N", value_parser = shards::count)]
    shards: u32,

    /// The folder for the results, which every node must see [default: as for `grundy run`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The cores of each task
    #[arg(long, value_name = "N", default_value = "1", value_parser = shards::count)]
    threads: u32,

    /// The time of each task, as Slurm writes it, as in 12:00:00 or 2-00; a task that needs more goes on from where it was
    #[arg(long, value_name = "TIME", default_value = "24:00:00")]
    time: String,

    /// The memory of each task, as Slurm writes it, as in 4G: not less than `memory` in [solve]
    #[arg(long, value_name = "AMOUNT")]
    mem: Option<String>,

    /// The partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
}

/// The seconds before the end of its time in which a task keeps what it has.
const WARNING: u32 = 120;

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let is_certificate = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let (verb, folder) = match &arguments.configs[..] {
        [path] if is_certificate(path) => {
            ("verify", arguments.out.clone().unwrap_or_else(|| shards::folder_of_certificate(path)))
        }
        paths => {
            let works = paths.iter().map(|path| config::load(path)).collect::<Result<Vec<_>, _>>()?;
            let first = format!("1/{}", arguments.shards).parse().ok();
            // The same words as for a run.
            shards::part(first, &works)?;
            ("run", run::folder_of(&works, arguments.out.as_ref()))
        }
    };
    for text in [&arguments.time].into_iter().chain(&arguments.mem).chain(&arguments.partition) {
        if text.is_empty() || text.contains(|symbol: char| symbol.is_control() || symbol.is_whitespace()) {
            return Err(Error::Usage(format!("`{text}` is nothing that Slurm could read")));
        }
    }
    let place = folder.join(SHARDS);
    disk::create_dir_all(&place).map_err(Error::io("create the folder", &place))?;
    let absolute = |path: &Path| std::path::absolute(path).map_err(Error::io("find", path));
    let scripts = Scripts { arguments, verb, folder: absolute(&folder)?, here: absolute(Path::new("."))? };
    for (name, text) in
        [("array.sbatch", scripts.array()?), ("merge.sbatch", scripts.merge()?), ("submit.sh", submit())]
    {
        let path = place.join(name);
        let mut file = disk::Partial::new(&place).map_err(Error::io("write", &path))?;
        let written =
            file.write_all(text.as_bytes()).and_then(|()| file.file.sync()).and_then(|()| file.persist(&path));
        written.map_err(Error::io("write", &path))?;
    }
    say(&format!("sh {}", quoted(&place.join("submit.sh").display().to_string())))
}

struct Scripts<'s> {
    arguments: &'s Arguments,
    verb: &'static str,
    folder: PathBuf,
    here: PathBuf,
}

impl Scripts<'_> {
    /// What both scripts begin with.
    fn head(&self, what: &str, more: &[String]) -> Result<String, Error> {
        let Arguments { partition, mem, .. } = self.arguments;
        let name = self.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut options = vec![format!("job-name=\"grundy {what} {name}\"")];
        options.extend(partition.iter().map(|name| format!("partition={name}")));
        options.extend(mem.iter().map(|amount| format!("mem={amount}")));
        options.extend_from_slice(more);
        let folder = self.folder.display().to_string();
        if folder.contains(['"', '\n', '%', '\\']) {
            return Err(Error::Usage(format!("{folder}: Slurm cannot write its log into a folder of this name")));
        }
        let options: String = options.iter().map(|option| format!("#SBATCH --{option}\n")).collect();
        Ok(format!("#!/bin/sh\n{options}cd {} || exit 1\n", quoted(&self.here.display().to_string())))
    }

    fn program() -> Result<String, Error> {
        let program = std::env::current_exe().map_err(Error::io("find", Path::new("grundy")))?;
        Ok(quoted(&program.display().to_string()))
    }

    /// The task of an array: a shard, which is sent a signal before its time ends, keeps what it has, and asks to be run again.
    fn array(&self) -> Result<String, Error> {
        let Arguments { shards, threads, time, configs, .. } = self.arguments;
        let folder = self.folder.display();
        let head = self.head(
            "shards of",
            &[
                format!("array=1-{shards}"),
                format!("cpus-per-task={threads}"),
                format!("time={time}"),
                format!("signal=B:USR1@{WARNING}"),
                "requeue".to_string(),
                "open-mode=append".to_string(),
                format!("output=\"{folder}/{SHARDS}/%a.log\""),
            ],
        )?;
        let configs: Vec<String> = configs.iter().map(|path| quoted(&path.display().to_string())).collect();
        let (program, verb, configs, out) =
            (Self::program()?, self.verb, configs.join(" "), quoted(&folder.to_string()));
        let (threads, quiet) = match self.verb {
            "run" => (format!(" --threads {threads}"), " --progress never"),
            _ => (String::new(), ""),
        };
        Ok(format!(
            "{head}export RAYON_NUM_THREADS={count}\n\
             {program} {verb} {configs} --out {out} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\"{threads}{quiet} &\n\
             child=$!\n\
             trap 'kill -TERM \"$child\" 2>/dev/null' USR1 TERM\n\
             wait \"$child\"; code=$?\n\
             # A signal ends `wait` before the child has ended.\n\
             while kill -0 \"$child\" 2>/dev/null; do wait \"$child\"; code=$?; done\n\
             if [ \"$code\" -eq 75 ]; then\n    \
             scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID\"\n\
             fi\n\
             exit \"$code\"\n",
            count = self.arguments.threads
        ))
    }

    fn merge(&self) -> Result<String, Error> {
        let folder = self.folder.display();
        let head =
            self.head("merge of", &["requeue".to_string(), format!("output=\"{folder}/{SHARDS}/merge.log\"")])?;
        Ok(format!(
            "{head}exec {} merge {} --shards {}\n",
            Self::program()?,
            quoted(&folder.to_string()),
            self.arguments.shards
        ))
    }
}

/// Submits both: the merge once no task is left, however they ended, as it tells what is missing; after a failure `afterok` would never begin.
fn submit() -> String {
    "#!/bin/sh\n\
     set -eu\n\
     cd \"$(dirname \"$0\")\"\n\
     array=$(sbatch --parsable array.sbatch)\n\
     merge=$(sbatch --parsable --dependency=\"afterany:${array%%;*}\" merge.sbatch)\n\
     echo \"array ${array%%;*}, merge ${merge%%;*}\"\n"
        .to_string()
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
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
