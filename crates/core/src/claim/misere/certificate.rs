//! The certificate of a misère quotient.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// A finite commutative monoid, the elements that are P-positions, and the values of heaps. Element 0 is the identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MisereCertificate {
    /// The number of elements.
    pub elements: u32,
    /// n0: the least n from which the values have the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// p. Without a period the certificate is about the heaps that it lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The P-portion.
    pub p: Vec<u32>,
    /// The values of the heaps 1, 2, ..., as elements: up to n0 + p - 1 if there is a period.
    pub phi: Vec<u32>,
    /// For some heaps that generate the monoid, what a multiplication by the heap's value does to each element.
    #[serde(deserialize_with = "with_numbers")]
    pub actions: BTreeMap<u64, Vec<u32>>,
}

/// Reads a map whose keys are numbers as texts.
pub(super) fn with_numbers<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<u64, Vec<u32>>, D::Error> {
    let texts: BTreeMap<String, Vec<u32>> = Deserialize::deserialize(from)?;
    let number = |(text, action): (String, Vec<u32>)| match text.parse::<u64>() {
        Ok(heap) if heap.to_string() == text => Ok((heap, action)),
        _ => Err(D::Error::custom(format!("`{text}` is not the number of a heap"))),
    };
    texts.into_iter().map(number).collect()
}
