//! `manifest.json`: what was run, how, and the checksums of the files. It is the only file that may differ
//! between two runs of the same job.

use crate::analysis::expectation::Check;
use crate::claim::Status;
use crate::disk;
use crate::error::Error;
use crate::identity::Identity;
use crate::number::hex;
use crate::question::{KindPeriods, checked};
use crate::result_names::is_result;
use crate::results::{Checked, Judged, Results};
use crate::words::counted;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file.
pub const MANIFEST: &str = "manifest.json";

/// The program and its version.
pub const ENGINE: &str = concat!("grundy ", env!("CARGO_PKG_VERSION"));

/// The version of the format of the manifest.
const VERSION: u32 = 4;

/// The content of a manifest. Unknown keys are errors: they come from a newer program.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub manifest: u32,
    /// The program and its version.
    pub engine: String,
    /// False while the files of a run are being moved into place.
    pub complete: bool,
    /// The config.
    pub config: ConfigFile,
    /// What was run.
    pub identity: Identity,
    /// The SHA-256 of the identity.
    pub id: String,
    /// What was found.
    pub findings: Findings,
    /// How the results were made.
    pub made: Made,
    /// The SHA-256 of every file, by name.
    pub files: BTreeMap<String, String>,
    /// The SHA-256 of the manifest itself, with this field left empty.
    pub sum: String,
}

/// The config of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    /// Its path, relative to the folder of the run.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// What a run found: the figures for `summary.csv` and for the closing message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// The preperiod, if a period was found.
    pub preperiod: Option<u64>,
    /// The period, if one was found.
    pub period: Option<u64>,
    /// The saltus, if a period was found.
    pub saltus: Option<u64>,
    /// `proved`, `observed` or `none`. None if no period was requested.
    pub status: Option<String>,
    /// The theorem, if the period is proved.
    pub theorem: Option<String>,
    /// If the rows are positions of several kinds whose periods were requested: how many of the kinds have a proved
    /// period, and how many kinds there are.
    #[serde(default)]
    pub kinds: Option<(usize, usize)>,
    /// The number of rows.
    pub rows: u64,
    /// The largest value.
    pub max_value: u32,
    /// The number of zeros (P-positions).
    pub zeros: u64,
    /// The failed checks, in words.
    pub failed: Vec<String>,
    /// The number of checks.
    pub checks: usize,
    /// The verdict on each conjecture.
    pub conjectures: Vec<Judged>,
    /// For a sweep, the number of games of each kind.
    pub sweep: Option<Games>,
}

/// The number of games of a sweep, by status.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// All of them.
    pub rows: u64,
    /// Those with a proved period.
    pub proved: u64,
    /// Those with an observed period.
    pub observed: u64,
    /// Those without a period, or for which no period was requested.
    pub none: u64,
    /// Those that failed.
    pub errors: u64,
}

impl Findings {
    /// The findings of a run.
    pub fn of(results: &Results<'_>) -> Self {
        let claim = results.claim;
        let wanted = results.job.wants_period();
        let kinds = results.of::<KindPeriods>();
        let status = || kinds.map_or_else(|| claim.map_or(Status::None, |claim| claim.status()), KindPeriods::status);
        Self {
            preperiod: claim.map(|claim| claim.preperiod),
            period: claim.map(|claim| claim.period),
            saltus: claim.map(|claim| claim.saltus),
            status: wanted.then(|| status().to_string()),
            theorem: claim.and_then(|claim| claim.theorem).map(|theorem| theorem.name().to_string()),
            kinds: kinds.map(|kinds| (kinds.proved(), kinds.all().len())),
            rows: results.rows.len(),
            max_value: results.summary.max_value,
            zeros: results.summary.zeros,
            failed: failed(results.checks),
            checks: results.checks.len(),
            conjectures: checked(results).iter().map(Checked::judged).collect(),
            sweep: None,
        }
    }

    /// The reason why a completed run counts as failed, if there is one: failed checks, failed conjectures, or
    /// games of a sweep that failed.
    pub fn complaint(&self) -> Option<String> {
        let errors = self.sweep.as_ref().map_or(0, |games| games.errors);
        let failed = self.failed.len();
        let mut words = Vec::new();
        if failed > 0 {
            let checks = counted(self.checks, "check", "checks");
            words.push(format!("{failed} of {checks} failed: {}", self.failed.join("; ")));
        }
        if errors > 0 {
            words.push(format!("{} failed: see sweep.csv", counted(errors, "game", "games")));
        }
        for Judged { name, words: found, .. } in self.conjectures.iter().filter(|judged| judged.failed) {
            words.push(format!("conjecture {name}: {found}"));
        }
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The number of failed checks, plus that of conjectures that make the run fail.
    pub fn count_failed(&self) -> usize {
        self.failed.len() + self.conjectures.iter().filter(|judged| judged.failed).count()
    }

    /// One line for the user.
    pub fn sentence(&self) -> String {
        let mut parts = vec![match &self.sweep {
            Some(games) => games.sentence(self.status.is_some()),
            None => counted(self.rows, "value", "values"),
        }];
        match (self.period, self.preperiod, &self.theorem) {
            (Some(p), Some(n0), Some(theorem)) => parts.push(format!("period {p} from n = {n0} proved ({theorem})")),
            (Some(p), Some(n0), None) => parts.push(format!("period {p} from n = {n0} observed, not proved")),
            _ if self.kinds.is_some() => {}
            _ if self.status.is_some() && self.sweep.is_none() => parts.push("no period found".to_string()),
            _ => {}
        }
        parts.extend(self.kinds.map(|(proved, all)| format!("periods of {proved} of {all} kinds proved")));
        match (self.checks, self.failed.len()) {
            (0, _) => {}
            (1, 0) => parts.push("1 of 1 check agrees".to_string()),
            (checks, 0) => parts.push(format!("{checks} of {checks} checks agree")),
            (checks, failed) => {
                let checks = counted(checks, "CHECK", "CHECKS");
                parts.push(format!("{failed} of {checks} FAILED: {}", self.failed.join("; ")));
            }
        }
        let judged = self.conjectures.iter().map(|Judged { name, words, .. }| format!("{name}: {words}"));
        parts.into_iter().chain(judged).collect::<Vec<_>>().join(", ")
    }
}

impl Games {
    /// Adds the counts of more games.
    pub fn add(&mut self, more: &Games) {
        self.rows += more.rows;
        self.proved += more.proved;
        self.observed += more.observed;
        self.none += more.none;
        self.errors += more.errors;
    }

    /// The counts in words. Periods are included if they were requested.
    fn sentence(&self, periods: bool) -> String {
        let Self { rows, proved, observed, none, errors } = self;
        let mut words = counted(*rows, "game", "games");
        if periods {
            let proved = counted(*proved, "period", "periods");
            words.push_str(&format!(": {proved} proved, {observed} observed, {none} not found"));
        }
        if *errors > 0 {
            words.push_str(&format!(", {errors} FAILED"));
        }
        words
    }
}

/// The failed checks, in words.
pub fn failed(checks: &[Check]) -> Vec<String> {
    let word = |check: &Check| format!("{}: expected {}, found {}", check.name, check.expected, nothing(&check.found));
    checks.iter().filter(|check| !check.ok).map(word).collect()
}

fn nothing(found: &str) -> &str {
    if found.is_empty() { "nothing" } else { found }
}

/// How a run was made. This may differ between two runs of the same job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The kernel.
    pub kernel: String,
    /// The number of threads.
    pub threads: usize,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Notes: methods used, and values that follow from a proved period.
    pub notes: Vec<String>,
}

/// What a folder contains.
pub enum Held {
    /// A run of this version.
    Run(Box<Manifest>),
    /// A run of an earlier version. It can only be run again.
    Earlier(Earlier),
}

/// The keys that manifests of all versions since 3 share.
#[derive(Deserialize)]
pub struct Earlier {
    manifest: u32,
    /// The config.
    pub config: ConfigFile,
    /// The SHA-256 of every file, by name.
    pub files: BTreeMap<String, String>,
    sum: String,
}

/// The earliest version that can be read.
const EARLIEST: u32 = 3;

impl Held {
    /// What a folder contains; none if it has no manifest.
    ///
    /// # Errors
    /// [`Error::Io`] if the manifest cannot be read; [`Error::Corrupt`] if it is damaged or of an unknown
    /// version.
    pub fn of(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(MANIFEST);
        let text = match disk::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(Error::corrupt(&path, "the manifest is not text"));
            }
            other => other.map_err(Error::io("read", &path))?,
        };
        let damaged = |error: serde_json::Error| Error::corrupt(&path, format!("the manifest is damaged: {error}"));
        #[derive(Deserialize)]
        struct Version {
            manifest: u32,
        }
        let Version { manifest: version } = serde_json::from_str(&text).map_err(damaged)?;
        if !(EARLIEST..=VERSION).contains(&version) {
            let what =
                format!("manifest version {version}, but this program reads version {VERSION}; remove the folder");
            return Err(Error::corrupt(&path, what));
        }
        let earlier: Earlier = serde_json::from_str(&text).map_err(damaged)?;
        // Files named here are read and removed, so only names that this program writes are accepted.
        if let Some(name) = earlier.files.keys().find(|name| !is_result(name)) {
            return Err(Error::corrupt(&path, format!("the manifest lists {name}, which is not a result of a run")));
        }
        if sum_of(&text.replacen(&line_of(&earlier.sum), &line_of(""), 1)) != earlier.sum {
            return Err(Error::corrupt(&path, "the manifest was changed after it was written"));
        }
        match version {
            VERSION => serde_json::from_str(&text).map(|manifest| Some(Held::Run(Box::new(manifest)))).map_err(damaged),
            _ => Ok(Some(Held::Earlier(earlier))),
        }
    }

    /// The config of the run.
    pub fn config(&self) -> &ConfigFile {
        match self {
            Held::Run(manifest) => &manifest.config,
            Held::Earlier(earlier) => &earlier.config,
        }
    }
}

impl Manifest {
    /// A manifest for a run whose files are not all in place yet.
    pub fn new(identity: &Identity, config: ConfigFile, findings: &Findings, made: &Made) -> Self {
        Self {
            manifest: VERSION,
            engine: ENGINE.to_string(),
            complete: false,
            config,
            id: identity.hash(),
            identity: identity.clone(),
            findings: findings.clone(),
            made: made.clone(),
            files: BTreeMap::new(),
            sum: String::new(),
        }
    }

    /// Reads the manifest of a folder; none if the folder has no manifest.
    ///
    /// # Errors
    /// As for [`Held::of`]. Also [`Error::Corrupt`] if it is of an earlier version.
    pub fn read(folder: &Path) -> Result<Option<Self>, Error> {
        match Held::of(folder)? {
            None => Ok(None),
            Some(Held::Run(manifest)) => Ok(Some(*manifest)),
            Some(Held::Earlier(Earlier { manifest: version, .. })) => {
                let what = format!(
                    "manifest version {version}, but this program reads version {VERSION}: run its config again"
                );
                Err(Error::corrupt(&folder.join(MANIFEST), what))
            }
        }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let bare = Self { sum: String::new(), ..self.clone() };
        let mut json = serde_json::to_string_pretty(&bare).unwrap_or_default();
        json.push('\n');
        let sum = sum_of(&json);
        json.replacen(&line_of(""), &line_of(&sum), 1)
    }
}

/// The checksum of a text.
fn sum_of(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// The line of the checksum in the file. It is unique, because only the keys of the manifest itself have this
/// indentation.
fn line_of(sum: &str) -> String {
    format!("\n  \"sum\": \"{sum}\"")
}
