//! The identity of a job or a sweep: a value that is written into manifests, hashed, and read back.
//!
//! Two jobs with the same identity have the same results, byte by byte. The spelling of the config does not
//! matter, unless a report shows the config.

use crate::analysis::expectation::Expect;
use crate::formats::HTML;
use crate::job::{Job, Settings, Source};
use crate::language::Automata;
use crate::number::hex;
use crate::sweep::{Plan, Sweep};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The identity of a job or a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Identity {
    /// A job.
    Job(JobIdentity),
    /// A sweep.
    Sweep(SweepIdentity),
}

/// The identity of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepIdentity {
    /// The plan of the sweep.
    pub plan: Plan,
    /// The SHA-256 of each file argument of its games, and of the automata in its expressions, by name.
    pub files: Vec<(String, String)>,
    /// The SHA-256 of the config, if the report shows it.
    pub shown: Option<String>,
}

/// The identity of a job, with every default filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobIdentity {
    /// The canonical game code.
    pub game: String,
    /// The SHA-256 of each file argument of the game, and of the automata in its expressions, by name.
    pub files: Vec<(String, String)>,
    /// The upper bound of the range.
    pub max: u64,
    /// The expected answers.
    pub expect: Expect,
    /// All other settings. Play and kind of values are always given.
    pub settings: Settings,
    /// The SHA-256 of the config, if the report shows it.
    pub shown: Option<String>,
}

impl Identity {
    /// The identity of a job.
    pub fn of(job: &Job) -> Self {
        Self::Job(JobIdentity {
            game: job.game.code.clone(),
            files: [&job.game.files[..], &hashes(&job.automata, job.settings.expressions())].concat(),
            max: job.range.max,
            expect: job.expect.clone(),
            settings: Settings { play: Some(job.play), value: Some(job.value), ..(*job.settings).clone() },
            shown: shown(job.source.as_ref(), &job.settings),
        })
    }

    /// The identity of a sweep. `files` are the file arguments of its games.
    pub fn of_sweep(sweep: &Sweep, files: &[(String, String)]) -> Self {
        Self::Sweep(SweepIdentity {
            plan: sweep.plan.clone(),
            files: [files, &hashes(&sweep.automata, sweep.plan.expressions())].concat(),
            // A sweep always has a report.
            shown: sweep.source.as_ref().map(|source| hex(&Sha256::digest(&source.text))),
        })
    }

    /// The game code, with the variables of a sweep.
    pub fn code(&self) -> &str {
        match self {
            Identity::Job(job) => &job.game,
            Identity::Sweep(sweep) => &sweep.plan.code,
        }
    }

    /// The SHA-256 of the whole identity.
    pub fn hash(&self) -> String {
        // Serialising numbers and strings to memory cannot fail.
        hex(&Sha256::digest(serde_json::to_vec(self).unwrap_or_default()))
    }

    /// The SHA-256 of everything that the values and the state of a run depend on.
    pub fn hash_of_state(&self) -> String {
        let mut state = self.clone();
        match &mut state {
            Identity::Job(job) => (job.shown, job.settings.title) = (None, None),
            Identity::Sweep(sweep) => (sweep.shown, sweep.plan.settings.title) = (None, None),
        }
        state.hash()
    }
}

/// The SHA-256 of the automata that expressions name.
fn hashes<'t>(automata: &Automata, expressions: impl Iterator<Item = &'t str>) -> Vec<(String, String)> {
    automata.named_in(expressions).into_iter().map(|(name, text)| (name, hex(&Sha256::digest(&text)))).collect()
}

/// The SHA-256 of a config, if a report or a page shows it.
fn shown(source: Option<&Source>, settings: &Settings) -> Option<String> {
    source
        .filter(|_| settings.has_format("report") || settings.has_format(HTML))
        .map(|source| hex(&Sha256::digest(&source.text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use std::path::Path;

    fn identity(text: &str) -> Identity {
        let job = config::parse(text, crate::job::Name::new("job").unwrap(), Path::new("job.toml"));
        Identity::of(&job.unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn spellings_of_one_job_are_one_job() {
        let plain = "[game]\ncode = \"subtraction:1,2\"\n[range]\nmax = 9\n[output]\nformats = [\"csv\"]\n";
        let other = "# A comment.\n[range]\nmax = 9\n[game]\nfamily = \"subtraction\"\nset = [2, 1, 1]\n[analysis]\n\
                     period = false\ncounts = []\n[output]\nformats = [\"csv\"]\n";
        assert_eq!(identity(plain), identity(other));
        assert_eq!(identity(plain).hash(), identity(other).hash());
    }

    #[test]
    fn whatever_makes_another_result_makes_another_job() {
        let with = |more: &str, formats: &str| {
            format!("[game]\ncode = \"octal:0.77\"\n[range]\nmax = 9\n{more}\n[output]\nformats = [{formats}]\n")
        };
        let texts = [
            with("", "\"csv\""),
            with("[expect]\nmax-value = 7", "\"csv\""),
            with("[expect]\nmax-value = 8", "\"csv\""),
            with("[expect]\nat = { 3 = 3 }", "\"csv\""),
            with("[analysis]\nhistogram = true", "\"csv\""),
            with("", "\"report\""),
            with("# shown", "\"report\""),
        ];
        let mut hashes: Vec<String> = texts.iter().map(|text| identity(text).hash()).collect();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), texts.len());
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = "[game]\ncode = \"nim:2\"\n[range]\nmax = 4\n[analysis]\nrows = [1]\ncounts = [\"max\"]\nzeros = true\n\
                    symmetry = \"none\"\n[expect]\nzeros = [\"0,0\", \"1,1\"]\nat = { \"1,2\" = 3 }\n";
        let written = identity(text);
        let json = serde_json::to_string(&written).unwrap();
        assert_eq!(serde_json::from_str::<Identity>(&json).unwrap(), written, "{json}");
    }
}
