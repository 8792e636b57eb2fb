//! Arithmetic on 64-bit whole numbers. The result is exact or an error.

use super::fault::What;
use super::tree::Arithmetic;

/// Applies an operator. `/` rounds down; the result of `%` has the sign of the divisor.
pub(super) fn join(sign: Arithmetic, left: i64, right: i64) -> Result<i64, What> {
    let whole = match sign {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide if right == 0 => return Err(What::Zero),
        Arithmetic::Remainder if right == 0 => return Err(What::Zero),
        Arithmetic::Divide => {
            let down = i64::from(left.wrapping_rem(right) != 0 && (left < 0) != (right < 0));
            left.checked_div(right).map(|quotient| quotient - down)
        }
        Arithmetic::Remainder => {
            let rest = left.wrapping_rem(right);
            Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        Arithmetic::Power if right < 0 => return Err(What::Negative),
        Arithmetic::Power => power(left, right),
        Arithmetic::Xor => return nim_sum(left, right),
        Arithmetic::BitOr => return bit_or(left, right),
        Arithmetic::BitAnd => return bit_and(left, right),
    };
    whole.ok_or(What::Overflow)
}

fn power(base: i64, exponent: i64) -> Option<i64> {
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (0 | 1, _) => Some(base),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => None,
    }
}

/// A number that must not be negative.
pub(super) fn natural(number: i64) -> Result<u64, What> {
    u64::try_from(number).map_err(|_| What::Negative)
}

/// The greatest common divisor.
pub(super) fn gcd(a: i64, b: i64) -> Result<i64, What> {
    i64::try_from(num_integer::gcd(a.unsigned_abs(), b.unsigned_abs())).map_err(|_| What::Overflow)
}

/// The least common multiple; 0 if one of the numbers is 0.
pub(super) fn lcm(a: i64, b: i64) -> Result<i64, What> {
    if a == 0 || b == 0 {
        return Ok(0);
    }
    (a / gcd(a, b)?).checked_mul(b).and_then(i64::checked_abs).ok_or(What::Overflow)
}

/// The nim-sum of two non-negative numbers.
pub(super) fn nim_sum(a: i64, b: i64) -> Result<i64, What> {
    if a < 0 || b < 0 { Err(What::Negative) } else { Ok(a ^ b) }
}

/// The digits that are 1 in one or both of two non-negative numbers.
pub(super) fn bit_or(a: i64, b: i64) -> Result<i64, What> {
    if a < 0 || b < 0 { Err(What::Negative) } else { Ok(a | b) }
}

/// The digits that are 1 in both of two non-negative numbers.
pub(super) fn bit_and(a: i64, b: i64) -> Result<i64, What> {
    if a < 0 || b < 0 { Err(What::Negative) } else { Ok(a & b) }
}
