//! Makes a certificate from a proved claim and its values.

use super::form::{Certificate, Cycle, Prefix, VERSION};
use super::packed::Segments;
use crate::claim::{Claim, Least, SegmentState, Sequence, Spacing, Sparse, Theorem, boundaries, reach};
use crate::control::Control;
use crate::error::Error;
use crate::number::hex;
use sha2::{Digest, Sha256};

/// The maximum number of values listed in the window.
pub(super) const LISTED: u64 = 1 << 16;

/// The maximum number of values hashed in the prefix and in the cycle.
pub(super) const HASHED: u64 = 1 << 30;

impl Certificate {
    /// The certificate of a proved claim about a sequence. `least` is the evidence that the claim is the least
    /// one. None if the claim is not proved. A proof by a sparse space is given in segments; `spacing` is the
    /// distance of its states.
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn new(
        game: &str,
        claim: &Claim,
        least: &Least,
        sparse: Option<Sparse>,
        spacing: Spacing,
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Option<Self>, Error> {
        let (n0, p) = (claim.preperiod, claim.period);
        let agreement = (claim.checked_to + 1).checked_sub(n0 + p);
        let Some((theorem, agreement)) = claim.theorem.zip(agreement) else { return Ok(None) };
        let mut certificate = Self {
            certificate: VERSION,
            game: game.to_string(),
            theorem: theorem.name().to_string(),
            preperiod: n0,
            period: p,
            saltus: claim.saltus,
            checked_to: claim.checked_to,
            agreement,
            least: least.clone(),
            window: None,
            prefix: None,
            cycle: None,
            sparse,
            segments: None,
        };
        match (theorem, &certificate.sparse) {
            (Theorem::SparseSpace { window, .. }, Some(sparse)) => {
                let last = window - sparse.last_rare().max(sparse.last_witness());
                certificate.segments = Some(segments(claim, last, sparse, spacing, values, control)?);
            }
            _ => certificate.hash(values, control)?,
        }
        Ok(Some(certificate))
    }

    /// Adds the window, and the hashes of the first values and of a period.
    fn hash(&mut self, values: &mut dyn Sequence, control: &Control<'_>) -> Result<(), Error> {
        let mut window = vec![0; self.agreement.min(LISTED) as usize];
        values.read(self.preperiod, &mut window, control)?;
        self.window = Some(window);
        let (prefix, from, cycle) = ((self.checked_to + 1).min(HASHED), self.preperiod, self.period.min(HASHED));
        self.prefix = Some(Prefix { length: prefix, sha256: hash(0, prefix, values, control)? });
        self.cycle = Some(Cycle { from, length: cycle, sha256: hash(from, cycle, values, control)? });
        Ok(())
    }
}

/// The states of a proof by a sparse space. `last` is the last place of the code.
fn segments(
    claim: &Claim,
    last: u64,
    sparse: &Sparse,
    spacing: Spacing,
    values: &mut dyn Sequence,
    control: &Control<'_>,
) -> Result<Segments, Error> {
    let (window, _) = reach(sparse, last);
    let mut states = Vec::new();
    // In ascending order, because recomputing values is cheaper if it continues than if it starts again.
    for n in boundaries(claim.candidate(), sparse, last, spacing) {
        control.check()?;
        let mut state = SegmentState { n, values: vec![0; window as usize] };
        values.read(n - window, &mut state.values, control)?;
        states.push(state);
    }
    Ok(Segments::pack(window, &states))
}

/// The SHA-256 of values as 4 bytes each, least significant byte first.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Candidate;

    /// G(0) = 3, followed by 0, 1, 0, 1, ... For subtraction sets up to 2, a window of 2 values proves the
    /// period.
    fn value(n: u64) -> u32 {
        if n == 0 { 3 } else { (n as u32 - 1) % 2 }
    }

    fn certificate(claim: &Claim) -> Option<Certificate> {
        let control = Control::free();
        let mut values = |n: u64| value(n);
        let least = claim.least(0, &mut values, &control).unwrap().unwrap();
        Certificate::new("subtraction:1,2", claim, &least, None, Spacing::default(), &mut values, &control).unwrap()
    }

    #[test]
    fn a_certificate_says_what_the_proof_uses() {
        let theorem = Theorem::SubtractionWindow { largest: 2 };
        let candidate = Candidate { preperiod: 1, period: 2, saltus: 0 };
        let claim = Claim::prove(theorem, candidate, 0..9, &mut |n: u64| value(n), &Control::free()).unwrap().unwrap();
        let json: serde_json::Value = serde_json::from_str(&certificate(&claim).unwrap().to_json()).unwrap();
        assert_eq!((&json["certificate"], &json["preperiod"], &json["period"]), (&3.into(), &1.into(), &2.into()));
        let agreement = json["agreement"].as_u64().unwrap();
        assert!(agreement >= 2, "{json}");
        let window: Vec<u32> = (1..=agreement).map(value).collect();
        assert_eq!(json["window"], serde_json::json!(window));
        // 0 and 1 as four bytes each.
        assert_eq!(json["cycle"]["sha256"], hex(&Sha256::digest([0, 0, 0, 0, 1, 0, 0, 0])));
    }

    #[test]
    fn what_is_only_observed_has_no_certificate() {
        let candidate = Candidate { preperiod: 1, period: 2, saltus: 0 };
        assert!(certificate(&Claim::observe(candidate, 20).unwrap()).is_none());
    }
}
