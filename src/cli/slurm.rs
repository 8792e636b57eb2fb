//! `grundy slurm`: writes the scripts with which a cluster runs all shards and merges them.

use super::sbatch::{Scripts, program, quoted, submit};
use super::{run, say, shards};
use crate::error::Error;
use crate::folder::SHARDS;
use crate::{config, disk, verify};
use clap::Args;
use std::path::{Path, PathBuf};

/// Write Slurm scripts: an array of shards, and a job that merges them
#[derive(Args)]
pub(super) struct Arguments {
    /// Config files, or one certificate in segments (.json)
    #[arg(required = true)]
    configs: Vec<PathBuf>,

    /// Number of shards, which are the tasks of the array
    #[arg(long, value_name = "N", value_parser = shards::count)]
    shards: u32,

    /// The folder for the results, which every node must be able to reach [default: as for `grundy run`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Number of cores per task
    #[arg(long, value_name = "N", default_value = "1", value_parser = run::threads)]
    threads: usize,

    /// Time limit of each task in Slurm's notation, as in 12:00:00 or 2-00; a task that needs more time is queued again
    /// and resumes
    #[arg(long, value_name = "TIME", default_value = "24:00:00")]
    time: String,

    /// Memory of each task in Slurm's notation, as in 4G; at least `memory` in [solve]
    #[arg(long, value_name = "AMOUNT")]
    mem: Option<String>,

    /// The Slurm partition
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let (verb, folder) = work(arguments)?;
    let Arguments { time, mem, partition, shards, threads, .. } = arguments;
    for text in [time].into_iter().chain(mem).chain(partition) {
        if text.is_empty() || text.contains(|symbol: char| symbol.is_control() || symbol.is_whitespace()) {
            return Err(Error::Usage(format!("`{text}` is not something that Slurm can read")));
        }
    }
    let place = folder.join(SHARDS);
    disk::create_dir_all(&place).map_err(Error::io("create the folder", &place))?;
    let absolute = |path: &Path| std::path::absolute(path).map_err(Error::io("find", path));
    let option = |name: &str, text: &Option<String>| text.as_ref().map(|text| format!("{name}={text}"));
    let options = [Some(format!("time={time}")), option("mem", mem), option("partition", partition)];
    let configs: Vec<String> = arguments.configs.iter().map(|path| quoted(&path.display().to_string())).collect();
    let behind = if verb == "run" { format!(" --threads {threads} --progress never") } else { String::new() };
    let scripts = Scripts {
        command: [format!("{} {verb} {}", program()?, configs.join(" ")), behind],
        folder: absolute(&folder)?,
        here: absolute(Path::new("."))?,
        shards: *shards,
        threads: *threads as u32,
        options: options.into_iter().flatten().collect(),
    };
    let merge = scripts.merge(&program()?)?;
    for (name, text) in
        [("array.sbatch", &scripts.array()?), ("merge.sbatch", &merge), ("submit.sh", &submit().to_string())]
    {
        let path = place.join(name);
        disk::write(&path, text.as_bytes()).map_err(Error::io("write", &path))?;
    }
    say(&format!("sh {}", quoted(&place.join("submit.sh").display().to_string())))
}

/// The work to share out: the verb, and the folder of the results.
fn work(arguments: &Arguments) -> Result<(&'static str, PathBuf), Error> {
    let is_certificate = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    match &arguments.configs[..] {
        [path] if is_certificate(path) => {
            verify::is_in_segments(path)?;
            Ok(("verify", arguments.out.clone().unwrap_or_else(|| shards::folder_of_certificate(path))))
        }
        paths if paths.iter().any(|path| path == Path::new("-")) => {
            Err(Error::Usage("a task cannot read a config from standard input: write it to a file".to_string()))
        }
        paths => {
            let works = paths.iter().map(|path| config::load(path)).collect::<Result<Vec<_>, _>>()?;
            shards::refuse_one_game(&works)?;
            Ok(("run", run::folder_of(&works, arguments.out.as_ref())))
        }
    }
}
