//! Room for common values.

use serde::{Deserialize, Serialize};

/// How many common values a form that works ahead has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Capacity {
    /// One-hot, in lanes of this many bits: 16, 32 or 64.
    Lanes(u32),
    /// In this many planes of bytes.
    Planes(u32),
}

impl Capacity {
    /// The number of compressed common values.
    pub fn values(self) -> u32 {
        match self {
            Capacity::Lanes(lanes) => lanes,
            Capacity::Planes(planes) => 8 * planes,
        }
    }
}
