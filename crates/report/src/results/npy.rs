//! NumPy's file format `.npy`, version 1.0: a magic number, the length of the header, the header, and the
//! values.
//!
//! This program only writes it and never reads it, so no library is needed. The header is a dictionary with
//! three keys, padded with spaces. Reference:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io::{self, Write};

/// Writes an array of integers of 8, 16 or 32 bits, the smallest size that holds `bits` bits, in C order.
///
/// # Errors
/// The errors of `out`.
pub fn write_npy(shape: &[u64], bits: u32, values: impl Iterator<Item = u32>, out: &mut dyn Write) -> io::Result<()> {
    let bytes = if bits <= 8 {
        1
    } else if bits <= 16 {
        2
    } else {
        4
    };
    let order = if bytes == 1 { '|' } else { '<' };
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    let mut header =
        format!("{{'descr': '{order}u{bytes}', 'fortran_order': False, 'shape': ({}), }}", sides.trim_end());
    // The file up to the end of the header line must be a multiple of 64 bytes long.
    let used = 10 + header.len() + 1;
    header.extend(std::iter::repeat_n(' ', used.next_multiple_of(64) - used));
    header.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    let mut buffer = Vec::with_capacity(1 << 16);
    for value in values {
        let [first, second, third, fourth] = value.to_le_bytes();
        buffer.push(first);
        if bytes > 1 {
            buffer.push(second);
        }
        if bytes > 2 {
            buffer.push(third);
            buffer.push(fourth);
        }
        if buffer.len() >= 1 << 16 {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_those_of_numpy() {
        let written = |shape: &[u64], bits: u32, values: &[u32]| {
            let mut out = Vec::new();
            write_npy(shape, bits, values.iter().copied(), &mut out).unwrap();
            out
        };
        let bytes = written(&[2, 3], 9, &[0, 1, 2, 300, 4, 5]);
        assert_eq!(bytes.len(), 128 + 12);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert!(
            bytes[10..].starts_with(b"{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3,), }")
                && bytes[127] == b'\n'
        );
        assert_eq!(&bytes[128..], [0, 0, 1, 0, 2, 0, 44, 1, 4, 0, 5, 0]);
        let bytes = written(&[3], 1, &[1, 0, 1]);
        assert!(bytes[10..].starts_with(b"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }"));
        assert_eq!(&bytes[128..], [1, 0, 1]);
        assert_eq!(written(&[1], 17, &[65_536])[128..], [0, 0, 1, 0]);
    }
}
