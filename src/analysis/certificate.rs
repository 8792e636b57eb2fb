//! Certificates: a proved period, with what somebody else needs to check it. The format is in
//! `docs/certificates.md`.

use crate::claim::{Claim, Least, Sequence, Sparse, Theorem};
use crate::control::Control;
use crate::error::Error;
use crate::number::hex;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The version of the format.
const VERSION: u32 = 2;

/// Values of the window that are listed, at most.
const LISTED: u64 = 1 << 16;

/// Samples of a sparse-space proof.
const SAMPLES: u32 = 32;

/// Values of the prefix and of the cycle that are hashed, at most.
const HASHED: u64 = 1 << 30;

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
    least: Least,
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
    /// The certificate of a proved claim about a sequence, and of what shows that it is the least one;
    /// none if the claim is not proved.
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn new(
        game: &str,
        (claim, least): (&Claim, &Least),
        sparse: Option<Sparse>,
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Option<Self>, Error> {
        let (n0, p) = (claim.preperiod, claim.period);
        let agreement = (claim.checked_to + 1).checked_sub(n0 + p);
        let Some((theorem, agreement)) = claim.theorem.zip(agreement) else { return Ok(None) };
        let samples = match (theorem, &sparse) {
            (Theorem::SparseSpace { .. }, Some(sparse)) => samples(game, claim, agreement, sparse, values, control)?,
            _ => Vec::new(),
        };
        let mut window = vec![0; agreement.min(LISTED) as usize];
        values.read(n0, &mut window, control)?;
        let (prefix, cycle) = ((claim.checked_to + 1).min(HASHED), p.min(HASHED));
        Ok(Some(Self {
            certificate: VERSION,
            game: game.to_string(),
            theorem: theorem.name(),
            preperiod: n0,
            period: p,
            saltus: claim.saltus,
            checked_to: claim.checked_to,
            agreement,
            least: least.clone(),
            window,
            prefix: Prefix { length: prefix, sha256: hash(0, prefix, values, control)? },
            cycle: Cycle { from: n0, length: cycle, sha256: hash(n0, cycle, values, control)? },
            sparse,
            samples,
        }))
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        json.push('\n');
        json
    }
}

/// SHA-256 of values as 4 bytes each, the lowest first.
fn hash(from: u64, length: u64, values: &mut dyn Sequence, control: &Control<'_>) -> Result<String, Error> {
    let mut sum = Sha256::new();
    let (mut block, mut bytes) = (vec![0; 1 << 14], Vec::new());
    for first in (from..from + length).step_by(1 << 14) {
        control.check()?;
        block.truncate((from + length - first) as usize);
        values.read(first, &mut block, control)?;
        bytes.clear();
        block.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        sum.update(&bytes);
    }
    Ok(hex(&sum.finalize()))
}

fn samples(
    game: &str,
    claim: &Claim,
    window: u64,
    sparse: &Sparse,
    sequence: &mut dyn Sequence,
    control: &Control<'_>,
) -> Result<Vec<Sample>, Error> {
    let (n0, p) = (claim.preperiod, claim.period);
    let last = sparse.rares.last().map_or(0, |&(n, _)| n);
    let place = |i: u32| {
        let digest = Sha256::digest(format!("{game}/{n0}/{p}/{i}"));
        let number = digest.iter().take(8).rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte));
        last + window + 1 + number % (n0 + p - last)
    };
    let mut sample = |i: u32| {
        let n = place(i);
        let mut values = vec![0; window as usize + 1];
        // At most one place lies after the checked values; its value follows from the period.
        let known = (claim.checked_to + 1).min(n + 1) - (n - window);
        let (inside, beyond) = values.split_at_mut(known as usize);
        sequence.read(n - window, inside, control)?;
        if !beyond.is_empty() {
            sequence.read(claim.checked_to + 1 - p, beyond, control)?;
        }
        Ok::<_, Error>(Sample { n, values })
    };
    // In the order of positions: values generated again are cheaper to continue than to begin anew.
    let mut order: Vec<u32> = (0..SAMPLES).collect();
    order.sort_by_key(|&i| place(i));
    let mut samples = order.into_iter().map(|i| Ok((i, sample(i)?))).collect::<Result<Vec<_>, Error>>()?;
    samples.sort_by_key(|&(i, _)| i);
    Ok(samples.into_iter().map(|(_, sample)| sample).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Candidate;

    /// G = 3, then 0, 1 for ever: under subtraction sets up to 2 a window of 2 proves it.
    fn value(n: u64) -> u32 {
        if n == 0 { 3 } else { (n as u32 - 1) % 2 }
    }

    fn certificate(claim: &Claim) -> Option<Certificate> {
        let control = Control::free();
        let mut values = |n: u64| value(n);
        let least = claim.least(0, &mut values, &control).unwrap().unwrap();
        Certificate::new("subtraction:1,2", (claim, &least), None, &mut values, &control).unwrap()
    }

    #[test]
    fn a_certificate_says_what_the_proof_uses() {
        let theorem = Theorem::SubtractionWindow { largest: 2 };
        let candidate = Candidate { preperiod: 1, period: 2, saltus: 0 };
        let claim =
            Claim::prove(theorem, candidate, (0, 9), &mut |n: u64| value(n), &Control::free()).unwrap().unwrap();
        let json: serde_json::Value = serde_json::from_str(&certificate(&claim).unwrap().to_json()).unwrap();
        assert_eq!((&json["certificate"], &json["preperiod"], &json["period"]), (&2.into(), &1.into(), &2.into()));
        let agreement = json["agreement"].as_u64().unwrap();
        assert!(agreement >= 2, "{json}");
        let window: Vec<u32> = (1..=agreement).map(value).collect();
        assert_eq!(json["window"], serde_json::json!(window));
        // 0, 1 as four bytes each.
        assert_eq!(json["cycle"]["sha256"], hex(&Sha256::digest([0, 0, 0, 0, 1, 0, 0, 0])));
    }

    #[test]
    fn what_is_only_observed_has_no_certificate() {
        let candidate = Candidate { preperiod: 1, period: 2, saltus: 0 };
        assert!(certificate(&Claim::observe(candidate, 20).unwrap()).is_none());
    }
}
