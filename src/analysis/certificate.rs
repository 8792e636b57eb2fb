//! Certificates: a proved period with what somebody else needs to check it, in the form of
//! `docs/certificates.md`.

use super::periodicity::Claim;
use super::theorem::Theorem;
use crate::checksum::hex;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The version of the form.
const VERSION: u32 = 1;

/// Values of the window that are listed, at most.
const LISTED: u64 = 1 << 16;

/// Samples of a sparse-space proof.
const SAMPLES: u32 = 32;

/// A sparse space: see `docs/theorems.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sparse {
    /// The mask m.
    pub mask: u32,
    /// Whether the parity of n takes part in the classes.
    pub position: bool,
    /// The class of common values.
    pub common: u32,
    /// Every rare position from 1 on, with its value.
    pub rares: Vec<(u64, u32)>,
    /// The witness positions of the proof.
    pub witnesses: Vec<u64>,
}

/// A certificate.
#[derive(Debug, Clone, Serialize)]
pub struct Certificate {
    certificate: u32,
    game: String,
    theorem: &'static str,
    preperiod: u64,
    period: u64,
    saltus: u64,
    checked_to: u64,
    agreement: u64,
    window: Vec<u32>,
    prefix: Prefix,
    cycle: Cycle,
    sparse: Option<Sparse>,
    samples: Vec<Sample>,
}

#[derive(Debug, Clone, Serialize)]
struct Prefix {
    length: u64,
    sha256: String,
}

#[derive(Debug, Clone, Serialize)]
struct Cycle {
    from: u64,
    length: u64,
    sha256: String,
}

#[derive(Debug, Clone, Serialize)]
struct Sample {
    n: u64,
    values: Vec<u32>,
}

impl Certificate {
    /// The certificate of a proved claim about the sequence whose value at n is `value(n)`,
    /// for n from 0 to the end of what the proof uses; none if the claim is not proved.
    pub fn new(game: &str, claim: &Claim, sparse: Option<Sparse>, value: impl Fn(u64) -> u32) -> Option<Self> {
        let theorem = claim.theorem?;
        let (n0, p) = (claim.preperiod, claim.period);
        let agreement = (claim.checked_to + 1).checked_sub(n0 + p)?;
        let samples = match (theorem, &sparse) {
            (Theorem::SparseSpace { .. }, Some(sparse)) => samples(game, claim, agreement, sparse, &value),
            _ => Vec::new(),
        };
        let length = claim.checked_to + 1;
        Some(Self {
            certificate: VERSION,
            game: game.to_string(),
            theorem: theorem.name(),
            preperiod: n0,
            period: p,
            saltus: claim.saltus,
            checked_to: claim.checked_to,
            agreement,
            window: (n0..n0 + agreement.min(LISTED)).map(&value).collect(),
            prefix: Prefix { length, sha256: hash(0, length, &value) },
            cycle: Cycle { from: n0, length: p, sha256: hash(n0, p, &value) },
            sparse,
            samples,
        })
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        json.push('\n');
        json
    }
}

/// SHA-256 of values as 4 bytes each, the lowest first.
fn hash(from: u64, length: u64, value: impl Fn(u64) -> u32) -> String {
    let mut sum = Sha256::new();
    let mut bytes = Vec::new();
    for first in (from..from + length).step_by(1 << 14) {
        bytes.clear();
        (first..(from + length).min(first + (1 << 14))).for_each(|n| bytes.extend_from_slice(&value(n).to_le_bytes()));
        sum.update(&bytes);
    }
    hex(&sum.finalize())
}

fn samples(game: &str, claim: &Claim, window: u64, sparse: &Sparse, value: impl Fn(u64) -> u32) -> Vec<Sample> {
    let (n0, p) = (claim.preperiod, claim.period);
    let last = sparse.rares.last().map_or(0, |&(n, _)| n);
    let sample = |i: u32| {
        let digest = Sha256::digest(format!("{game}/{n0}/{p}/{i}"));
        let number = digest.iter().take(8).rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte));
        let n = last + window + 1 + number % (n0 + p - last);
        // Beyond what was checked there is the period.
        let known = |m: u64| if m > claim.checked_to { n0 + (m - n0) % p } else { m };
        Sample { n, values: (n - window..=n).map(|m| value(known(m))).collect() }
    };
    (0..SAMPLES).map(sample).collect()
}
