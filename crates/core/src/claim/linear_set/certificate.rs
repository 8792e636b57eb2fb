//! What proves that a set is the set of P-positions.

use crate::structure::Linear;
use serde::{Deserialize, Serialize};

/// The evidence: what falls with every move, the winning moves, and a proof of each fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearCertificate {
    /// A number of at least 0 for each coordinate: the sum of the coordinates, so weighted, falls with every move.
    pub measure: Vec<i64>,
    /// The winning moves.
    pub witnesses: Vec<WinningMove>,
    /// The proofs of all facts, in their order, each as a list of steps.
    pub trees: Vec<Vec<Step>>,
}

/// A move that wins from some positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinningMove {
    /// The number of the move.
    #[serde(rename = "move")]
    pub line: usize,
    /// The number of the piece of the set to which it leads.
    pub piece: usize,
    /// The numbers that the player chooses, as forms in the coordinates.
    pub chosen: Vec<Linear>,
}

/// A step of a proof that a case is impossible. It may divide the case into several cases, whose proofs follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The sum of these known inequalities, each times a positive number, says that a negative number is at least 0.
    Sum(Vec<(usize, i64)>),
    /// This known condition on divisibility contradicts itself.
    Residue(usize),
    /// One of the conditions of this choice holds: the first one, or the second one but not the first one, ...
    Choice(usize),
    /// A variable is at most this number, or it is at least one more.
    Cut(usize, i64),
    /// A variable is this number times another variable plus 0, 1, ...
    Split(usize, i64),
}

/// Why something is not proved, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearRefusal(pub String);

impl LinearRefusal {
    pub(super) fn large() -> Self {
        Self("a number is too large".to_string())
    }
}
