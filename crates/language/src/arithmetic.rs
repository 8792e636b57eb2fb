//! Arithmetic on 64-bit whole numbers. The result is exact or an error.

use super::fault::What;
use super::functions::{bit_and, bit_or, nim_sum};
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
