//! Blocks of values.

use super::bits::Bits;

/// A block of values of consecutive rows.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Values<'a> {
    /// One byte per value.
    Bytes(&'a [u8]),
    /// Four bytes per value.
    Words(&'a [u32]),
    /// One bit per value, for outcomes.
    Bits(Bits<'a>),
}

impl<'a> Values<'a> {
    /// The number of values.
    pub fn len(self) -> usize {
        match self {
            Values::Bytes(values) => values.len(),
            Values::Words(values) => values.len(),
            Values::Bits(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The values as 32-bit words; `buffer` is used to convert them if necessary.
    pub fn words<'b>(self, buffer: &'b mut Vec<u32>) -> &'b [u32]
    where
        'a: 'b,
    {
        match self {
            Values::Words(values) => values,
            Values::Bytes(values) => {
                buffer.clear();
                buffer.extend(values.iter().map(|&value| u32::from(value)));
                buffer
            }
            Values::Bits(values) => {
                buffer.clear();
                buffer.extend(values.iter());
                buffer
            }
        }
    }

    /// The indices of the zeros, in increasing order.
    pub fn zeros(self) -> Vec<usize> {
        match self {
            Values::Bytes(values) => zeros_of_bytes(values),
            Values::Words(values) => (0..values.len()).filter(|&place| values[place] == 0).collect(),
            Values::Bits(values) => values.zeros().collect(),
        }
    }
}

/// The indices of the zeros. A loop that is compiled to vector instructions skips the parts without zeros.
fn zeros_of_bytes(values: &[u8]) -> Vec<usize> {
    const PART: usize = 64;
    let mut places = Vec::new();
    for (part, values) in values.chunks(PART).enumerate() {
        let mut some = false;
        for &value in values {
            some |= value == 0;
        }
        if some {
            let zeros = (0..values.len()).filter(|&place| values[place] == 0);
            places.extend(zeros.map(|place| part * PART + place));
        }
    }
    places
}
