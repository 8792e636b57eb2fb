//! The content of a certificate, as stored in its file.

use super::packed::Segments;
use crate::claim::{Candidate, Least, Sparse};
use crate::disk::File;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;

/// The version of the format.
pub(super) const VERSION: u32 = 3;

/// The version of the certificates that say of what kind they are.
pub(super) const KIND_VERSION: u32 = 5;

/// The maximum size of a file in bytes.
const LONGEST: u64 = 1 << 28;

/// The prefixes of the game codes that certificates may contain. Checkers know no others, and none of these
/// names a file.
const GAMES: [&str; 4] = ["octal:", "subtraction:", "all-but", "grundys-game"];

/// Whether certificates exist for a game with this code.
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
    /// The name of the theorem.
    pub theorem: String,
    /// The preperiod n0.
    pub preperiod: u64,
    /// The period p.
    pub period: u64,
    /// The saltus s.
    pub saltus: u64,
    /// The largest n for which the proof uses G(n).
    pub checked_to: u64,
    /// The number of n, from n0 on, for which G(n + p) = G(n) + s must be checked.
    pub agreement: u64,
    /// The evidence that n0 and p are the least.
    pub least: Least,
    /// The values from n0 on; none for a proof in segments.
    pub window: Option<Vec<u32>>,
    /// A hash of the first values; none for a proof in segments.
    pub prefix: Option<Prefix>,
    /// A hash of the values of one period; none for a proof in segments.
    pub cycle: Option<Cycle>,
    /// The sparse space, if one is known.
    pub sparse: Option<Sparse>,
    /// The proof in segments; only with the theorem `sparse-space`.
    pub segments: Option<Segments>,
}

/// A hash of the first values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prefix {
    /// The number of values.
    pub length: u64,
    /// The SHA-256 of the values, each as 4 bytes, least significant byte first.
    pub sha256: String,
}

/// A hash of values from the preperiod on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cycle {
    /// The first position.
    pub from: u64,
    /// The number of values.
    pub length: u64,
    /// The SHA-256 of the values, each as 4 bytes, least significant byte first.
    pub sha256: String,
}

/// Reads only the version.
#[derive(Deserialize)]
struct CertificateVersion {
    certificate: u32,
}

impl Certificate {
    /// The claimed preperiod, period and saltus.
    pub fn candidate(&self) -> Candidate {
        Candidate { preperiod: self.preperiod, period: self.period, saltus: self.saltus }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads a file. Also returns its text.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if the file is not a certificate, or has another version.
    pub fn read(path: &Path) -> Result<(Self, String), Error> {
        let text = read_text(path)?;
        let wrong = |error: serde_json::Error| Error::corrupt(path, format!("it is not a certificate: {error}"));
        let CertificateVersion { certificate: version } = serde_json::from_str(&text).map_err(wrong)?;
        if version != VERSION {
            // Those of other kinds were tried first.
            let what = match version {
                KIND_VERSION => "a certificate of a kind that this program does not know".to_string(),
                _ => format!(
                    "a certificate of version {version}; this program reads versions {VERSION} to {}: run its config again",
                    KIND_VERSION
                ),
            };
            return Err(Error::corrupt(path, what));
        }
        Ok((serde_json::from_str(&text).map_err(wrong)?, text))
    }
}

/// The text of a file, whose size is limited.
pub(super) fn read_text(path: &Path) -> Result<String, Error> {
    let file = File::open(path).map_err(Error::io("open", path))?;
    let mut text = String::new();
    file.take(LONGEST + 1).read_to_string(&mut text).map_err(Error::io("read", path))?;
    if text.len() as u64 > LONGEST {
        return Err(Error::corrupt(path, "it is too long for a certificate or a state"));
    }
    Ok(text)
}
