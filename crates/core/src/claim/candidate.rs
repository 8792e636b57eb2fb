//! Candidates for claims, and the reasons to refuse them.

/// The numbers n0, p and s of a claim to be tested: G(n + p) = G(n) + s for all n >= n0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// n0.
    pub preperiod: u64,
    /// p, at least 1.
    pub period: u64,
    /// s.
    pub saltus: u64,
}

/// Why a candidate is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The theorem does not apply to these n0, p and s, or needs values that are not known.
    Bound,
    /// G(n + p) differs from G(n) + s for this n, which lies in the theorem's range.
    Disagrees(u64),
    /// The period divided by this prime is also a period.
    Multiple(u64),
    /// The equation already holds from an earlier n on.
    Earlier,
    /// The options do not satisfy the conditions of the theorem.
    Options,
}
