//! The folder of a run: whose results it contains, and how new results replace old ones.
//!
//! Every file is written under a temporary name. Only when all are complete are they flushed and renamed, the
//! manifest last. A run that is stopped before that leaves the old results untouched.

use crate::checkpoint::{self, CHECKPOINT, Left, StreamEnd, StreamFile};
use crate::disk::{self, File, PARTIAL};
use crate::error::Error;
use crate::files::{Hashed, Sum, sum_of};
use crate::identity::Identity;
use crate::job::Source;
use crate::lock::{LOCK, Lock};
use crate::manifest::{ConfigFile, ENGINE, Findings, Held, MANIFEST, Made, Manifest};
use crate::number::hex;
use crate::results::Out;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Component, Path, PathBuf};
use tempfile::TempPath;

/// The folder for shard files inside the folder of their results (see `shard/`).
pub const SHARDS: &str = "shards";

/// The owner of a folder: the run whose results it holds.
#[derive(Debug, Clone)]
pub struct Owner {
    /// The identity of the job or sweep.
    pub identity: Identity,
    /// The config it comes from.
    pub source: Option<Source>,
    /// The files that every complete run writes.
    pub files: Vec<String>,
}

/// A folder that is ready to receive the results of a job or a sweep.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    owner: Owner,
    config: ConfigFile,
    /// Held while this run writes here.
    lock: Lock,
    /// The files of the run that is being replaced.
    old: Vec<String>,
    /// The topmost folder that this run created. It is removed again if nothing is committed.
    made: Option<PathBuf>,
    files: Vec<PartialFile>,
    /// Whether an earlier run was killed while it was moving its files into place.
    moving: bool,
    /// The checkpoint of an earlier, stopped run of this job.
    kept: Option<Left>,
}

/// The state of a folder when it is opened.
pub enum Opened {
    /// It contains a complete run of the same job.
    UpToDate(Box<Findings>),
    /// It can receive results.
    Ready(Box<Folder>),
}

#[derive(Debug)]
struct PartialFile {
    name: String,
    path: TempPath,
    sum: Sum,
}

impl Folder {
    /// Opens or creates the folder of an owner.
    ///
    /// # Errors
    /// [`Error::Folder`] if it contains anything but a run of this config file; [`Error::Io`] if it cannot be
    /// created or written; [`Error::Corrupt`] if its manifest is damaged.
    pub fn open(path: &Path, owner: Owner, fresh: bool) -> Result<Opened, Error> {
        if path.exists() && !path.is_dir() {
            return Err(Error::Folder(format!("{} is a file; results need a folder", path.display())));
        }
        let made = make(path)?;
        let config = config_file(path, &owner);
        let lock = match Lock::take(path) {
            Ok(lock) => lock,
            // A read-only folder is fine if it is already up to date.
            Err(Error::Io { source, .. }) if !fresh && is_read_only(&source) => {
                match Manifest::read(path)?.filter(|manifest| is_up_to_date(manifest, path, &config, &owner)) {
                    Some(manifest) => return Ok(Opened::UpToDate(Box::new(manifest.findings))),
                    None => return Err(Error::io("write to", path)(source)),
                }
            }
            Err(error) => return Err(error),
        };
        let mut folder = Self {
            path: path.to_path_buf(),
            owner,
            config,
            lock,
            old: Vec::new(),
            made,
            files: Vec::new(),
            moving: false,
            kept: None,
        };
        match Held::of(path)? {
            None => folder.refuse_foreign_files()?,
            Some(held) if held.config().path != folder.config.path => return Err(folder.foreign(&held)),
            Some(Held::Earlier(earlier)) => {
                folder.lock.adopt();
                folder.old = earlier.files.into_keys().collect();
            }
            Some(Held::Run(manifest)) => {
                folder.lock.adopt();
                if !fresh && is_up_to_date(&manifest, path, &folder.config, &folder.owner) {
                    folder.remove_partial_files()?;
                    return Ok(Opened::UpToDate(Box::new(manifest.findings)));
                }
                folder.moving = !manifest.complete;
                folder.old = manifest.files.into_keys().collect();
            }
        }
        if !fresh {
            folder.kept = checkpoint::read(path, &folder.fingerprint())?;
        }
        folder.remove_partial_files()?;
        folder.lock.adopt();
        Ok(Opened::Ready(Box::new(folder)))
    }

    /// The fingerprint that the checkpoints of this run carry.
    pub fn fingerprint(&self) -> String {
        format!("{ENGINE} {}", self.owner.identity.hash_of_state())
    }

    /// The checkpoint of a stopped run of this job, if its streams of rows are still there and unchanged.
    ///
    /// # Errors
    /// [`Error::Io`] if they cannot be read.
    pub(crate) fn kept(&mut self) -> Result<Option<Left>, Error> {
        let Some(kept) = self.kept.take() else { return Ok(None) };
        for stream in &kept.end.streams {
            if !self.find_stream(stream)? {
                self.forget()?;
                return Ok(None);
            }
        }
        Ok(Some(kept))
    }

    /// Whether a stream is as the checkpoint describes it. A run that was killed while it renamed its files may
    /// already have moved the stream to its final place; then it is moved back.
    fn find_stream(&self, stream: &StreamEnd) -> Result<bool, Error> {
        let partial = self.path.join(unfinished(&stream.name));
        if begins_as(&partial, stream)? {
            return Ok(true);
        }
        let moved = self.path.join(&stream.name);
        if !self.moving || !begins_as(&moved, stream)? {
            return Ok(false);
        }
        disk::rename(&moved, &partial).map_err(Error::io("move", &moved))?;
        Ok(true)
    }

    /// Discards the checkpoint and everything written so far. The run starts again.
    ///
    /// # Errors
    /// [`Error::Io`] if the checkpoint cannot be removed.
    pub(crate) fn forget(&mut self) -> Result<(), Error> {
        self.files.clear();
        let checkpoint = self.path.join(CHECKPOINT);
        match disk::remove_file(&checkpoint) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("remove", &checkpoint)(error)),
            _ => Ok(()),
        }
    }

    /// Leaves the unfinished files and the checkpoint in place, so that the run can be resumed later.
    pub(crate) fn suspend(mut self) {
        for partial in std::mem::take(&mut self.files) {
            // If a file cannot be kept, it will be missing later, and the run starts again.
            let _ = partial.path.keep();
        }
    }

    /// Starts a stream of rows, or continues the one that [`Folder::kept`] found.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be written.
    pub(crate) fn stream(&mut self, name: &str, kept: Option<&Left>) -> Result<(Out, StreamFile), Error> {
        let path = self.path.join(unfinished(name));
        let failed = || Error::io("write", &path);
        let known = kept.and_then(|kept| kept.end.streams.iter().find(|stream| stream.name == name));
        let length = known.map_or(0, |stream| stream.length);
        let mut file = File::open_or_create(&path).map_err(failed())?;
        file.set_len(length).map_err(failed())?;
        let (sum, _) = sum_of(&mut file).map_err(failed())?;
        let out = Hashed { file, sum: sum.clone() };
        let temporary = TempPath::try_from_path(&path).map_err(failed())?;
        self.files.push(PartialFile { name: name.to_string(), path: temporary, sum: sum.clone() });
        let stream = StreamFile { name: name.to_string(), path, sum };
        Ok((Box::new(BufWriter::with_capacity(1 << 16, out)), stream))
    }

    /// A file that this run has written, to be read from its beginning.
    ///
    /// # Errors
    /// [`Error::Io`] if there is no such file.
    pub(crate) fn begun(&self, name: &str) -> Result<File, Error> {
        let path = self.path.join(name);
        let partial = self.files.iter().find(|partial| partial.name == name);
        let opened = partial.map_or_else(|| Err(io::ErrorKind::NotFound.into()), |partial| File::open(&partial.path));
        opened.map_err(Error::io("read", &path))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn foreign(&self, held: &Held) -> Error {
        let game = match held {
            Held::Run(manifest) => format!(", `{}`", manifest.identity.code()),
            Held::Earlier(_) => String::new(),
        };
        Error::Folder(format!(
            "{} holds the results of another config ({}{game}); choose another folder with --out, or remove it",
            self.path.display(),
            held.config().path
        ))
    }

    /// The names in the folder, except the lock and the shards of this run.
    fn entries(&self) -> Result<Vec<String>, Error> {
        let mut names = disk::names(&self.path).map_err(Error::io("list", &self.path))?;
        names.retain(|name| name != LOCK && name != SHARDS);
        Ok(names)
    }

    fn refuse_foreign_files(&self) -> Result<(), Error> {
        match self.entries()?.iter().find(|name| !name.starts_with(PARTIAL) && *name != CHECKPOINT) {
            None => Ok(()),
            Some(name) => Err(Error::Folder(format!(
                "{} is not empty (it contains {name}) and is not the folder of a run; choose another with --out, or empty it",
                self.path.display()
            ))),
        }
    }

    /// Removes what a killed run left, except the files that this run continues. Nothing else has such names,
    /// and the lock ensures that no other run is writing here.
    fn remove_partial_files(&self) -> Result<(), Error> {
        let streams = self.kept.iter().flat_map(|kept| &kept.end.streams);
        let mut needed: Vec<String> = streams.map(|stream| unfinished(&stream.name)).collect();
        needed.extend(self.kept.is_some().then(|| CHECKPOINT.to_string()));
        let left = |name: &&String| name.starts_with(PARTIAL) || *name == CHECKPOINT;
        for name in self.entries()?.iter().filter(left).filter(|name| !needed.contains(name)) {
            let _ = disk::remove_file(&self.path.join(name));
        }
        Ok(())
    }

    /// Starts a result file, perhaps in a subfolder, as in `counterexamples/NAME.csv`.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be written.
    pub fn create(&mut self, name: &str) -> Result<Out, Error> {
        let path = self.path.join(name);
        let partial = disk::Partial::new(&self.path).map_err(Error::io("create", &path))?;
        let sum = Sum::default();
        let out = Hashed { file: partial.file, sum: sum.clone() };
        self.files.push(PartialFile { name: name.to_string(), path: partial.path, sum });
        Ok(Box::new(BufWriter::with_capacity(1 << 16, out)))
    }

    /// Moves all files into place, and removes the files of the earlier run that this one does not have. Returns
    /// the paths of the new files.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be written.
    pub fn commit(&mut self, findings: &Findings, made: &Made) -> Result<Vec<PathBuf>, Error> {
        // Do everything that can fail before touching the old results.
        for partial in &self.files {
            let target = self.path.join(&partial.name);
            disk::sync(&partial.path).map_err(Error::io("write", &target))?;
            if target.is_dir() {
                return Err(Error::Folder(format!(
                    "{} is a folder, but a result file belongs there; remove it",
                    target.display()
                )));
            }
        }
        let mut manifest = Manifest::new(&self.owner.identity, self.config.clone(), findings, made);
        // From here on, a run that reads this manifest knows every file that may be here.
        let all = self.old.iter().cloned().chain(self.files.iter().map(|partial| partial.name.clone()));
        manifest.files = all.map(|name| (name, String::new())).collect();
        self.place_manifest(&manifest)?;
        manifest.files.clear();
        self.made = None;
        let mut placed = Vec::new();
        for partial in &self.files {
            let target = self.path.join(&partial.name);
            if let Some(parent) = target.parent().filter(|parent| *parent != self.path) {
                disk::create_dir_all(parent).map_err(Error::io("create the folder", parent))?;
            }
            disk::rename(&partial.path, &target).map_err(Error::io("write", &target))?;
            manifest.files.insert(partial.name.clone(), hex(&partial.sum.now()));
            placed.push(target);
        }
        // The files are in place, so dropping them must not remove anything.
        self.files.drain(..).for_each(|partial| drop(partial.path.keep()));
        for name in self.old.iter().filter(|name| !manifest.files.contains_key(*name)) {
            let path = self.path.join(name);
            let _ = disk::remove_file(&path);
            // This removes the subfolder only if it is empty.
            let _ = path.parent().filter(|parent| *parent != self.path).map(disk::remove_dir);
        }
        manifest.complete = true;
        self.place_manifest(&manifest)?;
        let _ = disk::remove_file(&self.path.join(CHECKPOINT));
        placed.push(self.path.join(MANIFEST));
        Ok(placed)
    }

    fn place_manifest(&mut self, manifest: &Manifest) -> Result<(), Error> {
        let target = self.path.join(MANIFEST);
        let mut out = self.create(MANIFEST)?;
        out.write_all(manifest.to_json().as_bytes()).and_then(|()| out.flush()).map_err(Error::io("write", &target))?;
        let Some(partial) = self.files.pop() else { return Ok(()) };
        disk::sync(&partial.path).map_err(Error::io("write", &target))?;
        disk::persist(partial.path, &target).map_err(Error::io("write", &target))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.files.clear();
        self.lock.release();
        let Some(top) = &self.made else { return };
        // Remove only folders that this run created, and only if they are empty.
        let mut path = self.path.clone();
        while disk::remove_dir(&path).is_ok() && path != *top && path.pop() {}
    }
}

/// Whether a folder contains complete results of this owner, made by this version of the program.
fn is_up_to_date(manifest: &Manifest, path: &Path, config: &ConfigFile, owner: &Owner) -> bool {
    manifest.complete
        && manifest.engine == ENGINE
        && manifest.config.path == config.path
        && manifest.identity == owner.identity
        && owner.files.iter().all(|name| manifest.files.contains_key(name))
        && manifest.files.keys().all(|name| path.join(name).is_file())
}

/// Whether an error means that the folder is read-only.
fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied)
}

/// The temporary name of an unfinished stream. It lies directly in the folder of the run, even if the stream
/// belongs in a subfolder.
fn unfinished(stream: &str) -> String {
    format!("{PARTIAL}{}", stream.replace('/', "-"))
}

/// Creates a folder and its parents. Returns the topmost one that did not exist.
fn make(path: &Path) -> Result<Option<PathBuf>, Error> {
    let missing = path.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists()).last();
    disk::create_dir_all(path).map_err(Error::io("create the folder", path))?;
    Ok(missing.map(Path::to_path_buf))
}

fn config_file(folder: &Path, owner: &Owner) -> ConfigFile {
    match &owner.source {
        Some(source) => config_of(folder, source),
        None => ConfigFile { path: String::new(), text: owner.identity.code().to_string() },
    }
}

/// A config with its path relative to the folder of its results, which exists.
pub(crate) fn config_of(folder: &Path, source: &Source) -> ConfigFile {
    ConfigFile { path: relative(&source.path, folder), text: source.text.clone() }
}

/// The relative path from a folder to a file. It stays valid if both are moved together.
fn relative(file: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| absolute_as_far_as_there(path));
    // Resolve the folder of the config, not the config itself. A link to a config keeps its own name and place,
    // and the config may no longer exist.
    let beside = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (file, folder) = (absolute(beside).join(file.file_name().unwrap_or_default()), absolute(folder));
    let (to, from): (Vec<Component>, Vec<Component>) = (file.components().collect(), folder.components().collect());
    let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let up = from[common..].iter().map(|_| "..".to_string());
    let down = to[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The absolute path of something that need not exist: its nearest existing ancestor is resolved, and the rest
/// is appended.
fn absolute_as_far_as_there(path: &Path) -> PathBuf {
    let found = path.ancestors().find_map(|above| Some((above.canonicalize().ok()?, path.strip_prefix(above).ok()?)));
    found.map_or_else(|| path.to_path_buf(), |(above, rest)| above.join(rest))
}

/// Whether a file begins with the bytes that a checkpoint records for a stream.
fn begins_as(path: &Path, stream: &StreamEnd) -> Result<bool, Error> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(stream.length == 0),
        other => other.map_err(Error::io("read", path))?,
    };
    let (sum, read) = sum_of(file.take(stream.length)).map_err(Error::io("read", path))?;
    Ok(read == stream.length && sum.now() == stream.sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::from_code;
    use crate::job::Settings;

    fn owner() -> Owner {
        let job = from_code("nim:1", Some(3), Settings::default()).unwrap();
        Owner { identity: Identity::of(&job), source: None, files: Vec::new() }
    }

    fn findings() -> (Findings, Made) {
        let found = r#"{"preperiod":null,"period":null,"saltus":null,"status":null,"theorem":null,"rows":4,
            "max_value":3,"zeros":1,"failed":[],"checks":0,"conjectures":[],"sweep":null}"#;
        let made = r#"{"kernel":"none","threads":1,"seconds":0.0,"notes":[]}"#;
        (serde_json::from_str(found).unwrap(), serde_json::from_str(made).unwrap())
    }

    fn ready(path: &Path) -> Box<Folder> {
        match Folder::open(path, owner(), true).unwrap() {
            Opened::Ready(folder) => folder,
            Opened::UpToDate(_) => panic!("nothing was run"),
        }
    }

    fn write(folder: &mut Folder, names: &[&str]) {
        for name in names {
            folder.create(name).unwrap().write_all(name.as_bytes()).unwrap();
        }
        let (found, made) = findings();
        folder.commit(&found, &made).unwrap();
    }

    #[test]
    fn files_in_folders_of_their_own_come_and_go_with_their_run() {
        let root = tempfile::TempDir::new().unwrap();
        let path = root.path().join("run");
        write(&mut ready(&path), &["values.csv", "counterexamples/first.csv", "counterexamples/second.csv"]);
        assert_eq!(std::fs::read(path.join("counterexamples/second.csv")).unwrap(), b"counterexamples/second.csv");
        let manifest = Manifest::read(&path).unwrap().unwrap();
        assert!(manifest.complete && manifest.files.len() == 3);
        write(&mut ready(&path), &["values.csv", "counterexamples/first.csv"]);
        assert!(path.join("counterexamples/first.csv").exists() && !path.join("counterexamples/second.csv").exists());
        write(&mut ready(&path), &["values.csv"]);
        assert!(!path.join("counterexamples").exists());
    }

    #[test]
    fn a_run_that_commits_nothing_leaves_nothing() {
        let root = tempfile::TempDir::new().unwrap();
        let path = root.path().join("deep/run");
        let mut folder = ready(&path);
        folder.create("values.csv").unwrap().write_all(b"half").unwrap();
        drop(folder);
        assert!(!root.path().join("deep").exists());
    }

    #[test]
    fn a_folder_is_for_one_run_at_a_time() {
        let root = tempfile::TempDir::new().unwrap();
        let _first = ready(root.path());
        let second = Folder::open(root.path(), owner(), true);
        assert!(second.is_err_and(|error| error.to_string().contains("another run")));
    }
}
