//! A figure of a run that is a sequence of integers, for the OEIS.

use crate::claim::Claim;

/// A sequence a(offset), a(offset + 1), ....
pub struct Series<'r> {
    /// A short name, which is also used for its files.
    pub key: &'static str,
    /// The definition of a(n), as the name of an entry in the OEIS.
    pub name: String,
    /// The first n.
    pub offset: u64,
    /// The terms.
    pub terms: Vec<u64>,
    /// The claim about its period, if it has one.
    pub claim: Option<&'r Claim>,
    /// Whether it is a table that is read by lines.
    pub is_table: bool,
    /// Whether a theorem shows that there are no other terms.
    pub is_full: bool,
}

impl<'r> Series<'r> {
    /// A sequence without a claim.
    pub fn new(key: &'static str, name: String, offset: u64, terms: Vec<u64>) -> Self {
        Self { key, name, offset, terms, claim: None, is_table: false, is_full: false }
    }
}
