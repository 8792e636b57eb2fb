//! Whole numbers in the usual notations: `1000`, `1_000`, `10^6`, `2**20`, `1e6`, `2.5e6`.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::RangeInclusive;

/// What is allowed, for error messages.
pub const ALLOWED: &str = "a non-negative whole number, as in 1000, 1_000, 10^6, 2**20 or 1e6";

/// The largest number allowed, which is also the largest in TOML.
const MOST: u64 = i64::MAX as u64;

/// A whole number, from 0 to 2^63 - 1.
///
/// # Errors
/// A message that says what is wrong and what is allowed.
pub fn whole(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let value = read(text).ok_or_else(|| format!("`{text}` is not {ALLOWED}"))?;
    value.filter(|&value| value <= MOST).ok_or_else(|| format!("`{text}` is too large: the maximum is 2^63 - 1"))
}

/// A whole number in a range, read as by [`whole`].
///
/// # Errors
/// As for [`whole`]; or which numbers are allowed.
pub fn within(text: &str, allowed: RangeInclusive<u64>) -> Result<u64, String> {
    let (number, from) = (whole(text)?, allowed.start());
    match allowed.end() {
        _ if allowed.contains(&number) => Ok(number),
        &u64::MAX => Err(format!("it must be at least {from}")),
        most => Err(format!("it must be from {from} to {most}")),
    }
}

/// A 64-bit whole number, if the text is one.
pub fn any(text: &str) -> Option<u64> {
    read(text.trim()).flatten()
}

/// A whole number written in plain digits; any other text is returned unchanged. For texts that may be
/// expressions, because the expression language has no powers.
pub fn plain(text: String) -> String {
    whole(&text).map_or(text, |number| number.to_string())
}

/// The same as [`whole`], with an optional minus sign.
///
/// # Errors
/// As for [`whole`].
pub fn signed(text: &str) -> Result<i64, String> {
    let (negative, digits) = match text.trim().strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let size = whole(digits)? as i64;
    Ok(if negative { -size } else { size })
}

/// The number; `Some(None)` if it is too large, `None` if the text is not a whole number.
fn read(text: &str) -> Option<Option<u64>> {
    if let Some((base, exponent)) = text.split_once("**").or_else(|| text.split_once('^')) {
        let (base, exponent) = (digits(base.trim_end())?, digits(exponent.trim_start())?);
        return Some(power(base?, exponent));
    }
    match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => scientific(mantissa, digits(exponent.strip_prefix('+').unwrap_or(exponent))?),
        None => digits(text),
    }
}

fn power(base: u64, exponent: Option<u64>) -> Option<u64> {
    match (base, exponent) {
        (0 | 1, Some(0)) => Some(1),
        (0 | 1, _) => Some(base),
        (base, exponent) => base.checked_pow(u32::try_from(exponent?).ok()?),
    }
}

/// The number for e.g. `2.5` and 6, which is 2500000; `None` if it is not whole.
fn scientific(mantissa: &str, exponent: Option<u64>) -> Option<Option<u64>> {
    let (before, behind) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let places = behind.trim_end_matches('0');
    let value = digits(&format!("{before}{places}"))?;
    let Some(exponent) = exponent else { return Some(value.filter(|&value| value == 0)) };
    let rest = exponent.checked_sub(places.len() as u64)?;
    Some(value.and_then(|value| value.checked_mul(power(10, Some(rest)).or((value == 0).then_some(1))?)))
}

/// Digits, with single `_` allowed between them.
fn digits(text: &str) -> Option<Option<u64>> {
    let plain = text.split('_').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    plain.then(|| text.replace('_', "").parse().ok())
}

/// A whole number in a config: an integer, a string in the notation of the command line, or a float with a
/// whole value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole(pub u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(WholeVisitor)
    }
}

/// Reads a [`Whole`].
pub struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "a non-negative whole number, as in 1000, 1_000, 1e6 or \"10^6\"")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
        let whole = u64::try_from(number);
        whole.map(Whole).map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Whole, E> {
        of_float(number).map(Whole).ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Whole, E> {
        whole(text).map(Whole).map_err(|_| E::invalid_type(de::Unexpected::Str(text), &self))
    }
}

/// The value of a float that represents exactly one whole number.
pub fn of_float(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..=(1u64 << 53) as f64).contains(&number)).then_some(number as u64)
}

/// Bytes in hexadecimal, two digits each, e.g. for SHA-256.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_whole_number() {
        let all = [
            ("0", 0),
            ("1000", 1000),
            ("1_000", 1000),
            (" 7 ", 7),
            ("10^6", 1_000_000),
            ("10**6", 1_000_000),
            ("2^20", 1 << 20),
            ("2 ^ 62", 1 << 62),
            ("1e6", 1_000_000),
            ("1E+6", 1_000_000),
            ("2.5e6", 2_500_000),
            ("1.50e1", 15),
            ("0e99", 0),
            ("1^99999999999999999999999", 1),
            ("9223372036854775807", MOST),
        ];
        for (text, value) in all {
            assert_eq!(whole(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_number_is_told_what_is_allowed() {
        for text in
            ["", "-1", "ten", "1__0", "_1", "1_", "1.5", "1e-3", "1.25e1", "e6", "10^", "^6", "2^-1", "1e", "٣", "0x10"]
        {
            assert!(whole(text).unwrap_err().contains(ALLOWED), "{text}");
        }
        for text in
            ["9223372036854775808", "2^63", "10^99", "1e19", "99999999999999999999", "2^99999999999999999999999"]
        {
            assert!(whole(text).unwrap_err().contains("too large"), "{text}");
        }
        assert_eq!((signed("-1_0"), signed("2^3")), (Ok(-10), Ok(8)));
        assert!(signed("--1").is_err());
        assert_eq!(
            (of_float(1e6), of_float(1.5), of_float(1e300), of_float(f64::NAN)),
            (Some(1_000_000), None, None, None)
        );
    }
}
