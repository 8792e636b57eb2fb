//! Writes rows as lines of text, each with a label and a value, at tens of millions of lines per second.
//!
//! Ten consecutive rows have labels that differ only in the last digit, and most values are small. So a line is
//! composed of three pieces: what the ten labels have in common, a digit, and the text of a value from a list.
//! The first and the third piece are copied at a fixed size, and the next line overwrites the excess. Everything
//! runs on the thread that delivers the rows. Delivering rows must not start parallel work (`wavefront`), and
//! most of the time is spent on the checksum anyway.

use super::text::{Out, csv_writer, write_label};
use crate::ruleset::{Rows, Value};
use crate::stream::Values;
use std::io::{self, Write};

/// The number of bytes of a label before its last digit that are copied at once. A longer label takes slightly
/// more time.
const STEM: usize = 32;

/// The maximum length of the text after a label: a separator, a 32-bit number, and a line end.
const TAIL: usize = 16;

/// The number of values whose texts are kept.
const LISTED: u32 = 1024;

/// The number of rows that are composed before they are written.
const PART: usize = 1 << 14;

/// The text after a label: a separator, a value, and a line end.
#[derive(Clone, Copy)]
struct Tail {
    text: [u8; TAIL],
    length: usize,
}

impl Tail {
    fn new(separator: u8, value: Value, number: u32) -> Self {
        let mut digits = itoa::Buffer::new();
        let shown = match value.letter(number) {
            Some(letter) => letter,
            None => digits.format(number),
        };
        let mut text = [0; TAIL];
        text[0] = separator;
        text[1..][..shown.len()].copy_from_slice(shown.as_bytes());
        text[shown.len() + 1] = b'\n';
        Self { text, length: shown.len() + 2 }
    }
}

/// Converts rows to lines of text.
pub struct Lines {
    rows: Rows,
    value: Value,
    separator: u8,
    /// The tails of the values 0, 1, 2, ..., once a large block has arrived.
    listed: Vec<Tail>,
    /// A buffer for the values of a block that arrive in another form.
    words: Vec<u32>,
    /// The lines that are written next.
    part: LinesPart,
}

/// A buffer for lines, and how much of it is filled.
#[derive(Default)]
struct LinesPart {
    room: Vec<u8>,
    filled: usize,
}

impl Lines {
    /// A converter for these rows. Each line has a label, a separator, and a value.
    pub fn new(rows: Rows, value: Value, separator: u8) -> Self {
        Self { rows, value, separator, listed: Vec::new(), words: Vec::new(), part: LinesPart::default() }
    }

    /// Writes the rows from `first` on.
    ///
    /// # Errors
    /// Writes the values of the rows from `first` on.
    pub fn write(&mut self, first: u64, values: Values<'_>, out: &mut Out) -> io::Result<()> {
        let mut buffer = std::mem::take(&mut self.words);
        // Lines in groups of ten require consecutive labels.
        let is_odd = self.rows.names().is_some()
            || !self.rows.is_whole()
            || [Value::LOOPY, Value::ENTAILING].contains(&self.value);
        let written = match is_odd {
            true => self.write_one_by_one(first, values.words(&mut buffer), out),
            false => self.write_numbered(first, values.words(&mut buffer), out),
        };
        self.words = buffer;
        written
    }

    /// Names and infinite values may need quotes, and some cells of a box may not be rows.
    fn write_one_by_one(&self, first: u64, values: &[u32], out: &mut Out) -> io::Result<()> {
        let mut label = Vec::new();
        let mut lines = csv_writer(Vec::new());
        self.rows.label(first, &mut label);
        for &value in values {
            write_label(&mut lines, &self.rows, &label)?;
            lines.write_field(self.value.show(value))?;
            lines.write_record(None::<&[u8]>)?;
            self.rows.advance(&mut label);
        }
        out.write_all(&lines.into_inner().map_err(|error| error.into_error())?)
    }

    fn write_numbered(&mut self, first: u64, values: &[u32], out: &mut Out) -> io::Result<()> {
        if self.listed.is_empty() && values.len() > LISTED as usize {
            self.listed = (0..LISTED).map(|number| Tail::new(self.separator, self.value, number)).collect();
        }
        let mut part = std::mem::take(&mut self.part);
        let written = (first..).step_by(PART).zip(values.chunks(PART)).try_for_each(|(first, values)| {
            self.format(first, values, &mut part);
            out.write_all(&part.room[..part.filled])
        });
        self.part = part;
        written
    }

    /// Composes the lines of some rows.
    fn format(&self, first: u64, values: &[u32], part: &mut LinesPart) {
        part.filled = 0;
        let (mut label, mut head, mut rest) = (Vec::new(), Vec::new(), values);
        self.rows.label(first, &mut label);
        let last = label.len() - 1;
        let end = self.rows.firsts()[last] + self.rows.sides()[last];
        while !rest.is_empty() {
            // Take the rows that differ only in the last coordinate.
            let count = (end - label[last]).min(rest.len() as u64) as usize;
            let (line, others) = rest.split_at(count);
            rest = others;
            let mut digits = itoa::Buffer::new();
            head.clear();
            for &coordinate in &label[..last] {
                head.extend_from_slice(digits.format(coordinate).as_bytes());
                head.push(b',');
            }
            self.format_line(&mut head, label[last], line, part);
            label[last] = end - 1;
            self.rows.advance(&mut label);
        }
    }

    /// Composes the lines of consecutive numbers after the same head.
    fn format_line(&self, stem: &mut Vec<u8>, first: u64, values: &[u32], part: &mut LinesPart) {
        // A number has at most 20 digits. Copies may extend beyond the end of a line, so they need extra space.
        let needed = part.filled + values.len() * (stem.len() + 20 + TAIL) + STEM + 1 + TAIL;
        if part.room.len() < needed {
            part.room.resize(needed, 0);
        }
        let (head, mut number, mut rest) = (stem.len(), first, values);
        let mut digits = itoa::Buffer::new();
        while !rest.is_empty() {
            let count = (10 - number % 10).min(rest.len() as u64);
            let (ten, others) = rest.split_at(count as usize);
            rest = others;
            stem.truncate(head);
            if number >= 10 {
                stem.extend_from_slice(digits.format(number / 10).as_bytes());
            }
            self.format_ten(stem, b'0' + (number % 10) as u8, ten, part);
            number = number.saturating_add(count);
        }
    }

    /// Composes the lines of up to ten labels that differ in their last digit.
    fn format_ten(&self, stem: &[u8], digit: u8, values: &[u32], part: &mut LinesPart) {
        let short: Option<[u8; STEM]> = (stem.len() <= STEM).then(|| {
            let mut short = [0; STEM];
            short[..stem.len()].copy_from_slice(stem);
            short
        });
        let mut at = part.filled;
        for (digit, &value) in (digit..).zip(values) {
            match (&short, part.room[at..].first_chunk_mut()) {
                (Some(short), Some(room)) => *room = *short,
                _ => part.room[at..at + stem.len()].copy_from_slice(stem),
            }
            at += stem.len();
            part.room[at] = digit;
            let tail = self.tail(value);
            if let Some(room) = part.room[at + 1..].first_chunk_mut() {
                *room = tail.text;
            }
            at += 1 + tail.length;
        }
        part.filled = at;
    }

    fn tail(&self, value: u32) -> Tail {
        match self.listed.get(value as usize) {
            Some(tail) => *tail,
            None => Tail::new(self.separator, self.value, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The same lines, composed one by one.
    fn plain(rows: &Rows, value: Value, first: u64, values: &[u32]) -> String {
        let line = |(row, &number): (u64, &u32)| format!("{},{}\n", rows.show_row(row), value.show(number));
        (first..).zip(values).map(line).collect()
    }

    fn compare(rows: &Rows, value: Value, block: usize) {
        let limit = if value == Value::OUTCOME { 2 } else { u32::MAX };
        let count = rows.len().min(40_000) as u32;
        let number = |row: u32| [row % 7, row % 5000, row.wrapping_mul(0x9E37_79B9)][row as usize % 3] % limit;
        let values: Vec<u32> = (0..count).map(number).collect();
        let mut lines = Lines::new(rows.clone(), value, b',');
        let shared = Shared::default();
        let mut out: Out = Box::new(shared.clone());
        for (index, values) in values.chunks(block).enumerate() {
            lines.write((index * block) as u64, Values::Words(values), &mut out).unwrap();
        }
        let found = String::from_utf8(shared.0.lock().unwrap().clone()).unwrap();
        assert!(found == plain(rows, value, 0, &values), "{rows:?} in blocks of {block}");
    }

    #[test]
    fn lines_are_those_of_single_rows() {
        let long = Rows::from_sides(vec![u64::MAX - 2, 99_999_999_999, 7, 998], vec![2, 2, 30, 15]);
        for rows in [
            Rows::line(0, 99_999),
            Rows::line(1, 12_345),
            Rows::line(99_999_990, 100_040_000),
            Rows::line(u64::MAX - 70_000, u64::MAX - 1),
            Rows::cube(2, 300),
            Rows::cube(3, 11),
            Rows::cube(32, 1),
            long,
        ] {
            for block in [1, 9, 64, 30_000, 65_536] {
                if block > 1 || rows.len() < 20_000 {
                    compare(&rows, Value::GRUNDY, block);
                    compare(&rows, Value::OUTCOME, block);
                }
            }
        }
    }

    #[test]
    fn names_have_quotes_where_they_need_them() {
        let rows = Rows::named(vec!["a".to_string(), "b,c".to_string()].into());
        let shared = Shared::default();
        let mut out: Out = Box::new(shared.clone());
        Lines::new(rows, Value::OUTCOME, b',').write(0, Values::Bytes(&[0, 1]), &mut out).unwrap();
        assert_eq!(*shared.0.lock().unwrap(), b"a,P\n\"b,c\",N\n");
    }
}
