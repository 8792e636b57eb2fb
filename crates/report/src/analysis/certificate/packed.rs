//! The states of a proof in segments: windows of values, packed into text.

use crate::claim::SegmentState;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// The states of a proof. Each consists of the values before some position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segments {
    /// W, the number of values in a state.
    pub window: u64,
    /// The number of bits of a value, from 1 to 16.
    pub bits: u32,
    /// The positions in order, each with the values before it. The values are packed without gaps, lowest bit
    /// first, and encoded in base64.
    pub states: Vec<(u64, String)>,
}

impl Segments {
    /// Packs states with `window` values each.
    pub fn pack(window: u64, states: &[SegmentState]) -> Self {
        let largest = states.iter().flat_map(|state| &state.values).copied().max().unwrap_or(0);
        let bits = (u32::BITS - largest.leading_zeros()).max(1);
        let states = states.iter().map(|state| (state.n, STANDARD.encode(pack(&state.values, bits)))).collect();
        Self { window, bits, states }
    }

    /// The number of segments: one less than the number of states.
    pub fn count(&self) -> u64 {
        self.states.len().saturating_sub(1) as u64
    }

    /// Unpacks the states.
    ///
    /// # Errors
    /// The reason in words, if a state is not valid base64 or has the wrong number of values.
    pub fn states(&self) -> Result<Vec<SegmentState>, String> {
        let Self { window, bits, states } = self;
        if !(1..=16).contains(bits) {
            return Err(format!("values of {bits} bits, not 1 to 16"));
        }
        let state = |(n, text): &(u64, String)| {
            let wrong = || format!("the state at {n} is not one of {window} values in base64");
            let bytes = STANDARD.decode(text).map_err(|_| wrong())?;
            let long = (*window).checked_mul((*bits).into()).map(|long| long.div_ceil(8));
            if long != Some(bytes.len() as u64) {
                return Err(wrong());
            }
            let values = unpack(&bytes, *bits, *window as usize);
            // Unused bits after the last value must be 0, so that a state has only one text.
            if pack(&values, *bits) != bytes { Err(wrong()) } else { Ok(SegmentState { n: *n, values }) }
        };
        states.iter().map(state).collect()
    }
}

/// Packs values of `bits` bits each without gaps, lowest bit first.
fn pack(values: &[u32], bits: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity((values.len() * bits as usize).div_ceil(8));
    let (mut open, mut count) = (0u64, 0);
    for &value in values {
        open |= u64::from(value) << count;
        count += bits;
        while count >= 8 {
            bytes.push(open as u8);
            (open, count) = (open >> 8, count - 8);
        }
    }
    bytes.extend((count > 0).then_some(open as u8));
    bytes
}

fn unpack(bytes: &[u8], bits: u32, count: usize) -> Vec<u32> {
    let mut bytes = bytes.iter();
    let (mut open, mut known) = (0u64, 0);
    let value = |_| {
        while known < bits {
            open |= u64::from(bytes.next().copied().unwrap_or(0)) << known;
            known += 8;
        }
        let value = open & ((1 << bits) - 1);
        (open, known) = (open >> bits, known - bits);
        value as u32
    };
    (0..count).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_is_read_again(
            (bits, values) in (1u32..=16).prop_flat_map(|bits| {
                let largest = u32::MAX >> (32 - bits);
                (Just(bits), proptest::collection::vec(0..=largest, 0..40))
            })
        ) {
            prop_assert_eq!(unpack(&pack(&values, bits), bits, values.len()), values.clone());
            let state = SegmentState { n: 77, values };
            let packed = Segments::pack(state.values.len() as u64, std::slice::from_ref(&state));
            prop_assert!(packed.bits <= bits);
            prop_assert_eq!(packed.states(), Ok(vec![state]));
        }
    }

    #[test]
    fn one_text_for_one_state() {
        let packed = Segments::pack(3, &[SegmentState { n: 9, values: vec![5, 0, 2] }]);
        assert_eq!((packed.bits, &packed.states), (3, &vec![(9, "hQA=".to_string())]));
        let wrong = |change: fn(&mut Segments)| {
            let mut packed = packed.clone();
            change(&mut packed);
            packed.states().is_err()
        };
        assert!(wrong(|packed| packed.states[0].1 = "hQI=".to_string()), "a bit beyond the last value");
        assert!(wrong(|packed| packed.states[0].1 = "hQA".to_string()));
        assert!(wrong(|packed| packed.states[0].1 = "hQAA".to_string()));
        assert!(wrong(|packed| packed.states[0].1 = "?".to_string()));
        assert!(wrong(|packed| packed.window = 2));
        assert!(wrong(|packed| packed.window = u64::MAX));
        assert!(wrong(|packed| packed.bits = 0));
        assert!(wrong(|packed| packed.bits = 17));
    }
}
