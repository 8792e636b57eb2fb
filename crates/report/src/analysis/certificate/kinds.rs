//! Certificates of games of several kinds of heaps: format 4.

use super::form::{Prefix, read_text};
use super::make::{HASHED, LISTED};
use crate::claim::{Candidate, JointClaim, KindValues, Least};
use crate::error::Error;
use crate::number::hex;
use grundy_core::structure::{Kind, KindTexts, Kinds};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The version of the format.
const VERSION: u32 = 4;

/// The certificate of periods of all kinds of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindsCertificate {
    /// The version of the format.
    pub certificate: u32,
    /// The texts of the game.
    pub game: KindTexts,
    /// The name of the theorem.
    pub theorem: String,
    /// The number of low bits of a value, if the theorem splits values.
    pub low_bits: Option<u32>,
    /// P, the joint period.
    pub joint: u64,
    /// The rules in normal form.
    pub rules: Vec<Kind>,
    /// What is claimed of each kind that is reached.
    pub claims: Vec<ClaimedPeriod>,
}

/// What is claimed of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedPeriod {
    /// The place of the kind in `rules`.
    pub kind: usize,
    /// n_k.
    pub preperiod: u64,
    /// p_k.
    pub period: u64,
    /// s_k.
    pub saltus: u64,
    /// N_k.
    pub bound: u64,
    /// The largest size whose value the proof uses.
    pub checked_to: u64,
    /// The evidence that n_k and p_k are the least.
    pub least: Least,
    /// The values from n_k on.
    pub window: Vec<u32>,
    /// A hash of the first values.
    pub prefix: Prefix,
}

impl KindsCertificate {
    /// The certificate of claims about all kinds. `values[k]` are the values of kind k from its least size on.
    pub fn new(kinds: &Kinds, joint: &JointClaim, values: &[KindValues]) -> Self {
        let claims = joint.claims.iter().map(|claim| {
            let Candidate { preperiod, period, saltus } = claim.candidate;
            let (first, known) = (kinds.kinds[claim.kind].first() as u64, &values[claim.kind]);
            let place = |n: u64| ((n - first) as usize).min(known.len());
            let listed = (claim.bound - preperiod).min(LISTED);
            let length = (claim.checked_to + 1 - first).min(HASHED);
            let mut sum = Sha256::new();
            known[..place(first + length)].iter().for_each(|value| sum.update(value.to_le_bytes()));
            ClaimedPeriod {
                kind: claim.kind,
                preperiod,
                period,
                saltus,
                bound: claim.bound,
                checked_to: claim.checked_to,
                least: claim.least.clone(),
                window: known[place(preperiod)..place(preperiod + listed)].to_vec(),
                prefix: Prefix { length, sha256: hex(&sum.finalize()) },
            }
        });
        Self {
            certificate: VERSION,
            game: kinds.texts.clone(),
            theorem: joint.theorem_name().to_string(),
            low_bits: joint.low_bits,
            joint: joint.period,
            claims: claims.collect(),
            rules: kinds.kinds.clone(),
        }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads a file of this format, with its text; `None` if it is a file of another format.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Corrupt`] if it is damaged.
    pub fn read(path: &Path) -> Result<Option<(Self, String)>, Error> {
        #[derive(Deserialize)]
        struct Version {
            certificate: u32,
        }
        let text = read_text(path)?;
        if !serde_json::from_str(&text).is_ok_and(|Version { certificate }| certificate == VERSION) {
            return Ok(None);
        }
        let wrong = |error: serde_json::Error| Error::corrupt(path, format!("it is not a certificate: {error}"));
        Ok(Some((serde_json::from_str(&text).map_err(wrong)?, text)))
    }
}

/// A certificate of either format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofFile {
    /// The period of a sequence.
    Sequence(Box<super::Certificate>),
    /// The periods of several kinds of heaps.
    Kinds(Box<KindsCertificate>),
}

impl ProofFile {
    /// The text of the file.
    pub fn to_json(&self) -> String {
        match self {
            ProofFile::Sequence(certificate) => certificate.to_json(),
            ProofFile::Kinds(certificate) => certificate.to_json(),
        }
    }
}
