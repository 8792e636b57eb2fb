//! What the file of a shard records about its run.

use super::part::Part;
use crate::disk;
use crate::error::Error;
use crate::folder::{Owner, SHARDS, config_of};
use crate::identity::Identity;
use crate::job::Name;
use crate::manifest::{ConfigFile, ENGINE};
use crate::number::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The work that is shared out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Shared {
    /// A sweep.
    Sweep(Box<ShardTask>),
    /// Several configs.
    Batch(Vec<ShardTask>),
    /// The segments of a certificate: its file, and the SHA-256 of that file.
    Certificate(ConfigFile, String),
}

/// A config: the name of its job, the job's identity, and the config file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardTask {
    pub name: String,
    pub identity: Identity,
    pub config: ConfigFile,
}

impl ShardTask {
    /// The task of the job or sweep with this name and owner. Its results go into `folder`.
    ///
    /// # Errors
    /// [`Error::Usage`] if it has no config file; [`Error::Io`].
    pub fn new(folder: &Path, name: &Name, owner: Owner) -> Result<Self, Error> {
        let Some(source) = &owner.source else {
            return Err(Error::Usage("only runs with a config file can be divided into shards".to_string()));
        };
        disk::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
        Ok(Self { name: name.to_string(), config: config_of(folder, source), identity: owner.identity })
    }
}

/// The header of a shard's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardHeader {
    pub engine: String,
    pub part: Part,
    pub shared: Shared,
}

impl ShardHeader {
    /// The header of a shard made by this version of the program.
    pub fn new(part: Part, shared: Shared) -> Self {
        Self { engine: ENGINE.to_string(), part, shared }
    }

    /// What all shards of one run have in common: the program and the work, wherever the config is.
    pub fn fingerprint(&self) -> String {
        let what = match &self.shared {
            Shared::Sweep(task) => format!("sweep {}", task.identity.hash()),
            Shared::Batch(all) => {
                let one = |task: &ShardTask| format!("{} {}\n", task.name, task.identity.hash());
                format!("batch {}", all.iter().map(one).collect::<String>())
            }
            Shared::Certificate(_, sum) => format!("certificate {sum}"),
        };
        hex(&Sha256::digest(format!("{}\n{what}", self.engine)))
    }

    /// The paths of the configs, relative to the folder of the results.
    fn origin(&self) -> Vec<&str> {
        match &self.shared {
            Shared::Sweep(task) => vec![&task.config.path],
            Shared::Batch(all) => all.iter().map(|task| task.config.path.as_str()).collect(),
            Shared::Certificate(file, _) => vec![&file.path],
        }
    }

    /// Whether a file with this header may replace one with the other header. It may if both come from the same
    /// config paths, even if the config or the program has changed.
    ///
    /// # Errors
    /// [`Error::Folder`] if not, because the work of another run would be lost.
    pub fn may_replace(&self, other: &ShardHeader, path: &Path) -> Result<(), Error> {
        if self.origin() == other.origin() {
            return Ok(());
        }
        let what = format!("{} is a shard of another run ({})", path.display(), other.origin().join(", "));
        Err(Error::Folder(format!("{what}; choose another folder with --out, or remove its folder `{SHARDS}`")))
    }

    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Fault(format!("cannot write JSON: {error}")))
    }
}
