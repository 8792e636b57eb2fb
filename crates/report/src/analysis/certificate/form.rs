//! What a certificate holds, as it stands in its file.

use super::packed::Segments;
use crate::claim::{Candidate, Least, Sparse};
use crate::disk::File;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;

/// The version of the format.
pub(super) const VERSION: u32 = 3;

/// The bytes of a file, at most.
const LONGEST: u64 = 1 << 28;

/// How the codes begin of the games that certificates speak of: no checker knows another, and none names a file.
const GAMES: [&str; 4] = ["octal:", "subtraction:", "all-but", "grundys-game"];

/// Whether certificates speak of a game of this code.
pub fn is_certified(game: &str) -> bool {
    GAMES.iter().any(|start| game.starts_with(start))
}

/// A certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format.
    pub certificate: u32,
    /// The canonical code.
    pub game: String,
    /// The theorem's name.
    pub theorem: String,
    /// n0.
    pub preperiod: u64,
    /// p.
    pub period: u64,
    /// s.
    pub saltus: u64,
    /// The largest n for which the proof uses G(n).
    pub checked_to: u64,
    /// How many n from n0 on must agree.
    pub agreement: u64,
    /// What shows that n0 and p are the least.
    pub least: Least,
    /// The values from n0 on; none in segments.
    pub window: Option<Vec<u32>>,
    /// The first values; none in segments.
    pub prefix: Option<Prefix>,
    /// The values of a period; none in segments.
    pub cycle: Option<Cycle>,
    /// The sparse space, if one is known.
    pub sparse: Option<Sparse>,
    /// The proof in segments, with the theorem `sparse-space` only.
    pub segments: Option<Segments>,
}

/// A hash of the first values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    /// How many they are.
    pub length: u64,
    /// SHA-256 of each as 4 bytes, the lowest first.
    pub sha256: String,
}

/// A hash of the values from the preperiod on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cycle {
    /// The first position.
    pub from: u64,
    /// How many values.
    pub length: u64,
    /// SHA-256 of each as 4 bytes, the lowest first.
    pub sha256: String,
}

/// The version alone.
#[derive(Deserialize)]
struct CertificateVersion {
    certificate: u32,
}

impl Certificate {
    /// What is claimed.
    pub fn candidate(&self) -> Candidate {
        Candidate { preperiod: self.preperiod, period: self.period, saltus: self.saltus }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads a file: its text too.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if it is no certificate, or one of another version.
    pub fn read(path: &Path) -> Result<(Self, String), Error> {
        let text = read_text(path)?;
        let wrong = |error: serde_json::Error| Error::corrupt(path, format!("it is not a certificate: {error}"));
        let CertificateVersion { certificate: version } = serde_json::from_str(&text).map_err(wrong)?;
        if version != VERSION {
            let what = format!(
                "a certificate of version {version}; this program reads version {VERSION}: run its config again"
            );
            return Err(Error::corrupt(path, what));
        }
        Ok((serde_json::from_str(&text).map_err(wrong)?, text))
    }
}

/// The text of a file that is not too long for what it may be.
pub(super) fn read_text(path: &Path) -> Result<String, Error> {
    let file = File::open(path).map_err(Error::io("open", path))?;
    let mut text = String::new();
    file.take(LONGEST + 1).read_to_string(&mut text).map_err(Error::io("read", path))?;
    if text.len() as u64 > LONGEST {
        return Err(Error::corrupt(path, "it is too long for a certificate or a state"));
    }
    Ok(text)
}
