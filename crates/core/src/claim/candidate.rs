//! Candidates for a claim, and why one is refused.

/// Numbers n0, p and s; the claim to be tested is G(n + p) = G(n) + s for all n >= n0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// n0.
    pub preperiod: u64,
    /// p, at least 1.
    pub period: u64,
    /// s.
    pub saltus: u64,
}

/// Why a candidate is not claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The theorem does not apply to such n0, p and s, or needs values that are not known.
    Bound,
    /// G(n + p) is not G(n) + s for this n of the theorem's range.
    Disagrees(u64),
    /// The period divided by this prime is a period too.
    Multiple(u64),
    /// The equation holds from an earlier n on.
    Earlier,
    /// The options are not as the theorem asks for.
    Options,
}
