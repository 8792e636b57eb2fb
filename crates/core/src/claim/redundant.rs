//! Redundant bits: those that can be removed from a take-and-break code without changing any value.
//!
//! *Theorem.* In normal play, bit 1 of the digit at place k (a heap of exactly k may be taken whole) is redundant if
//! and only if, without it, a heap of k has an option of value 0. The proof is in `docs/theorems.md`.

use super::cousins::Cousin;
use crate::nimber::NimberSet;
use crate::ruleset::TakeAndBreak;
use std::ops::ControlFlow;

/// The last place up to which bits are examined. The values up to it are computed move by move.
const FARTHEST: u64 = 512;

impl Cousin {
    /// A normal form of a code under the theorems on redundant bits and first cousins: two codes with the same form
    /// have the same values up to the shifts. The form of a code with an endless tail is the code itself.
    pub fn of(code: &TakeAndBreak) -> Self {
        Self::last_cousin(code, without_redundant)
    }
}

/// The code without the redundant bits 1, which are removed from place 1 upwards.
fn without_redundant(code: &TakeAndBreak) -> TakeAndBreak {
    let Some(last) = code.last_place().filter(|&last| last <= FARTHEST) else { return code.clone() };
    let mut digits: Vec<u8> = (1..=last).map(|k| code.digit(k)).collect();
    let mut values = vec![0u32];
    for k in 1..=last {
        let place = k as usize - 1;
        let own = digits[place];
        digits[place] &= !1;
        let lean = TakeAndBreak::of_digits(code.digit(0), digits.clone());
        let mut seen = NimberSet::default();
        let mut zero = false;
        let _ = lean.options(k, &mut |heaps| {
            let value = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            zero |= value == 0;
            seen.insert(value);
            ControlFlow::Continue(())
        });
        if own & 1 != 0 && !zero {
            digits[place] = own;
            seen.insert(0);
        }
        values.push(seen.mex());
    }
    TakeAndBreak::of_digits(code.digit(0), digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn values(code: &TakeAndBreak, count: u64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..count {
            let mut seen = NimberSet::default();
            let _ = code.options(n, &mut |heaps| {
                seen.insert(heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]));
                ControlFlow::Continue(())
            });
            values.push(seen.mex());
        }
        values
    }

    #[test]
    fn forms_have_the_same_values() {
        let mut random = Random(20_261_123);
        let (mut shorter, mut shifted) = (0, 0);
        for _ in 0..3000 {
            let seed = random.step();
            let digits =
                (0..4).map(|place| (seed >> (33 + 4 * place)) as u8 & if seed >> 60 & 1 == 0 { 7 } else { 15 });
            let code = TakeAndBreak::of_digits(4 * (seed >> 62 & 1) as u8, digits.collect());
            let Cousin { code: form, shift } = Cousin::of(&code);
            shorter += usize::from(form != code && shift == 0);
            shifted += usize::from(shift > 0);
            let here = values(&code, 60 + shift);
            assert_eq!(here[shift as usize..], values(&form, 60), "{code} and {form} at {shift}");
        }
        assert!(shorter > 100 && shifted > 100, "{shorter} {shifted}");
    }

    #[test]
    fn known_ones() {
        let of = |text: &str| {
            let Cousin { code, shift } = Cousin::of(&TakeAndBreak::parse(text).unwrap());
            (code.to_string(), shift)
        };
        assert_eq!(of("0.07"), ("0.137".to_string(), 1));
        assert_eq!(of("0.137"), ("0.137".to_string(), 0));
        assert_eq!(of("0.3127"), of("0.3126"));
    }
}
