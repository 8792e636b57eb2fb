//! What may be claimed, and why it is not.

/// n0, p and s of which G(n + p) = G(n) + s for all n >= n0 may be claimed.
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
    /// The theorem does not speak of it, or needs values that are not known.
    Bound,
    /// G(n + p) is not G(n) + s for this n of the theorem's range.
    Disagrees(u64),
    /// The period divided by this prime is one too.
    Multiple(u64),
    /// It holds from an earlier n on.
    Earlier,
}
