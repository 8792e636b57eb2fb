//! The state that a long run hands on, as stored in its file (`docs/long-runs.md`).

use super::form::read_text;
use super::packed::Segments;
use crate::analysis::statistics::Summary;
use crate::claim::{SegmentState, Sparse};
use crate::error::Error;
use crate::kernel::{Going, Short};
use crate::number::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The version of the format.
const VERSION: u32 = 1;

/// The state of a run of a game whose rare values have settled. It takes a few kilobytes, however long the run
/// is. The intermediate states form segments, which can be checked like those of a certificate.
/// segments, which can be checked as those of a certificate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateFile {
    /// The version of the format.
    pub state: u32,
    /// The canonical code.
    pub game: String,
    /// The number of values known: those of 0, 1, ..., n - 1.
    pub n: u64,
    /// The running time so far in seconds.
    pub seconds: f64,
    /// The statistics of the values so far.
    pub summary: Summary,
    /// The sparse space: all rare values below n, and the parts by which the others were proved.
    pub sparse: Sparse,
    /// The intermediate states.
    pub segments: Segments,
    /// The windows that later windows are compared with.
    pub references: Segments,
    /// How the run continues.
    pub going: Going,
    /// The SHA-256 of the text with this field left empty. It protects what cannot be checked against the rules
    /// of the game.
    pub sum: String,
}

/// Reads only the version.
#[derive(Deserialize)]
struct StateVersion {
    state: u32,
}

/// The key and value of the checksum in the text.
fn of_sum(sum: &str) -> String {
    format!("\"sum\":\"{sum}\"")
}

impl StateFile {
    /// The state of a run of a game, with the statistics of its values and its running time in seconds.
    pub fn new(game: &str, short: Short, summary: Summary, seconds: f64) -> Self {
        let Short { n, sparse, states, references, going } = short;
        let pack = |states: &[SegmentState]| {
            Segments::pack(states.first().map_or(0, |state| state.values.len() as u64), states)
        };
        let (segments, references) = (pack(&states), pack(&references));
        let (game, sum) = (game.to_string(), String::new());
        Self { state: VERSION, game, n, seconds, summary, sparse, segments, references, going, sum }
    }

    /// The state from which the kernel resumes.
    ///
    /// # Errors
    /// The reason in words, if the states are malformed.
    pub fn short(&self) -> Result<Short, String> {
        let Self { n, sparse, segments, references, going, .. } = self;
        let (states, references) = (segments.states()?, references.states()?);
        Ok(Short { n: *n, sparse: sparse.clone(), states, references, going: going.clone() })
    }

    /// The text of the file, with its checksum.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(&Self { sum: String::new(), ..self.clone() }).unwrap_or_default();
        json.push('\n');
        let sum = hex(&Sha256::digest(json.as_bytes()));
        json.replace(&of_sum(""), &of_sum(&sum))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if the file is not a state of a run, was changed, or has another
    /// version.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = read_text(path)?;
        let wrong = |error: serde_json::Error| Error::corrupt(path, format!("it is not the state of a run: {error}"));
        let StateVersion { state: version } = serde_json::from_str(&text).map_err(wrong)?;
        if version != VERSION {
            let what = format!("a state of version {version}; this program reads version {VERSION}");
            return Err(Error::corrupt(path, what));
        }
        let file: Self = serde_json::from_str(&text).map_err(wrong)?;
        let bare = text.replace(&of_sum(&file.sum), &of_sum(""));
        match hex(&Sha256::digest(bare.as_bytes())) == file.sum {
            true => Ok(file),
            false => Err(Error::corrupt(path, "it was changed after it was written: its checksum differs")),
        }
    }

    /// Whether a file seems to contain the state of a run rather than a certificate.
    pub fn is_one(path: &Path) -> bool {
        read_text(path).is_ok_and(|text| serde_json::from_str::<StateVersion>(&text).is_ok())
    }
}
