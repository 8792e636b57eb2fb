//! The rows of a page: a table in CSV, deflated, in base64. What its columns mean stands next to it in JSON.

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use std::io::{self, Read, Write};

/// A table of rows.
#[derive(Debug, Clone, Serialize)]
pub struct Data {
    /// The columns, in the order of the CSV.
    pub columns: Vec<DataColumn>,
    /// The number of rows, without the header.
    pub rows: u64,
    /// What rows are, as in `game`, `games`.
    pub things: [&'static str; 2],
    /// The number of columns, from the first one, that name a row.
    pub names: usize,
    /// The columns that the chart shows at first.
    pub axes: Option<[String; 2]>,
    /// The column that colours its points.
    pub colour: Option<String>,
}

/// A column of the rows.
#[derive(Debug, Clone, Serialize)]
pub struct DataColumn {
    /// Its name.
    pub name: String,
    /// Whether its cells are whole numbers, or empty.
    pub is_number: bool,
}

/// The number of bytes that are deflated at a time. It is always the same, so that the result does not depend on how
/// the rows were written.
const PART: u64 = 1 << 16;

/// Writes a text, deflated and in base64. Returns its length before that.
pub(super) fn pack(csv: &mut dyn Read, out: &mut dyn Write) -> io::Result<u64> {
    let mut base64 = EncoderWriter::new(out, &STANDARD);
    let mut deflate = ZlibEncoder::new(&mut base64, Compression::default());
    let (mut part, mut length) = (Vec::with_capacity(PART as usize), 0);
    loop {
        part.clear();
        (&mut *csv).take(PART).read_to_end(&mut part)?;
        if part.is_empty() {
            break;
        }
        length += part.len() as u64;
        deflate.write_all(&part)?;
    }
    deflate.finish()?;
    base64.finish()?;
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use flate2::read::ZlibDecoder;

    /// A source that gives a few bytes at a time.
    struct Slow<'t>(&'t [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let count = room.len().min(self.1);
            self.0.read(&mut room[..count])
        }
    }

    #[test]
    fn the_bytes_do_not_depend_on_how_rows_arrive() {
        let text: String = (0..100_000u64).map(|n| format!("{n},{}\n", n * n % 8191)).collect();
        let packed = |step| {
            let mut out = Vec::new();
            assert_eq!(pack(&mut Slow(text.as_bytes(), step), &mut out).unwrap(), text.len() as u64);
            out
        };
        let whole = packed(usize::MAX);
        assert!([1, 1000, 65_537].iter().all(|&step| packed(step) == whole));
        let mut again = String::new();
        ZlibDecoder::new(&STANDARD.decode(&whole).unwrap()[..]).read_to_string(&mut again).unwrap();
        assert!(again == text);
    }
}
