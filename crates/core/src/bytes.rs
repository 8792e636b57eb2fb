//! Amounts of memory, written as `8 GiB` in configs and messages.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An amount of memory in bytes. It is serialised exactly, e.g. as `4096 B`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Bytes(pub u128);

const UNITS: [(&str, u32); 7] =
    [("B", 0), ("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40), ("PiB", 50), ("EiB", 60)];

impl Bytes {
    /// The memory of `count` items of `bits` bits each, rounded up to whole 64-bit words.
    pub fn packed(count: u128, bits: u32) -> Self {
        Bytes(count.saturating_mul(u128::from(bits)).div_ceil(64).saturating_mul(8))
    }

    /// The sum of two amounts.
    pub fn plus(self, other: Bytes) -> Self {
        Bytes(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Bytes {
    /// Uses the largest unit in which the amount is at least 1, with one decimal. It rounds up, so that a
    /// reported requirement is never understated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, shift) = *UNITS.iter().rev().find(|(_, s)| self.0 >= 1 << s).unwrap_or(&UNITS[0]);
        if shift == 0 {
            return write!(f, "{} {unit}", self.0);
        }
        let tenths = self.0.saturating_mul(10).div_ceil(1 << shift);
        write!(f, "{}.{} {unit}", tenths / 10, tenths % 10)
    }
}

impl From<Bytes> for String {
    fn from(bytes: Bytes) -> String {
        format!("{} B", bytes.0)
    }
}

impl TryFrom<String> for Bytes {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Bytes {
    type Err = String;

    /// Reads a positive whole number with a binary unit, e.g. `8 GiB` or `512mib`. Fractions and decimal
    /// units such as `GB` are refused.
    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || format!("expected a whole number and B, KiB, MiB, GiB or TiB, as in \"8 GiB\", not {text:?}");
        let digits = text.trim_start().len() - text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = text.trim_start().split_at(digits);
        let number: u128 = number.parse().map_err(|_| allowed())?;
        let unit = unit.trim();
        let (_, shift) = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).ok_or_else(allowed)?;
        number.checked_mul(1 << shift).filter(|bytes| *bytes > 0).map(Bytes).ok_or_else(allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_shows_binary_units() {
        assert_eq!("8 GiB".parse(), Ok(Bytes(8 << 30)));
        assert_eq!("512mib".parse(), Ok(Bytes(512 << 20)));
        assert_eq!(Bytes(8 << 30).to_string(), "8.0 GiB");
        assert_eq!(Bytes(1500).to_string(), "1.5 KiB");
        assert_eq!(Bytes(7).to_string(), "7 B");
        for bad in ["", "8", "8 GB", "-1 GiB", "0 GiB", "1.5 GiB", "GiB"] {
            assert!(bad.parse::<Bytes>().is_err(), "{bad}");
        }
        assert_eq!(Bytes::packed(65, 1), Bytes(16));
        assert_eq!(String::from(Bytes(1500)).parse(), Ok(Bytes(1500)));
    }
}
