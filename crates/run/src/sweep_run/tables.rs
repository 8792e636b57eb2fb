//! The tables of a sweep, row by row: `sweep.csv`, and `sweep_NAME.csv` for every file of a game.

use super::row::Row;
use crate::error::Error;
use crate::language::Datum;
use crate::results::{Out, csv_writer};
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The start of the error for a game whose files have other columns than those of the first game.
pub(super) const MISFIT: &str = "its files have the columns";

/// What the tables must remember when a run stops.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Heads(Vec<Option<Vec<u8>>>);

/// The tables.
pub(super) struct Tables {
    main: Option<csv::Writer<Out>>,
    others: Vec<Out>,
    heads: Heads,
}

impl Tables {
    /// Starts the tables, or continues those whose heads are known.
    pub fn new(main: Option<Out>, others: Vec<Out>, heads: Option<Heads>, sweep: &Sweep) -> io::Result<Self> {
        let begun = heads.is_some();
        let mut main = main.map(csv_writer);
        if let Some(main) = main.as_mut().filter(|_| !begun) {
            main.write_record(sweep.columns.names())?;
        }
        let heads = heads.unwrap_or_else(|| Heads(vec![None; others.len()]));
        Ok(Self { main, others, heads })
    }

    /// Whether any table is written.
    pub fn any(&self) -> bool {
        self.main.is_some() || !self.others.is_empty()
    }

    /// What must be remembered.
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// Checks that a game's files have the same columns as those of the first game.
    pub fn fits(&self, texts: &[Vec<u8>]) -> Result<(), Error> {
        for (head, text) in self.heads.0.iter().zip(texts) {
            let (own, _) = split_head(text);
            if let Some(head) = head.as_ref().filter(|head| *head != own) {
                let (own, head) = (String::from_utf8_lossy(own), String::from_utf8_lossy(head));
                let what = format!("{MISFIT} {own}, where those of the first game have {head}");
                return Err(Error::Usage(what));
            }
        }
        Ok(())
    }

    /// Adds a row, and the lines of its game's files.
    pub fn add(&mut self, sweep: &Sweep, row: &Row, texts: &[Vec<u8>]) -> io::Result<()> {
        if let Some(main) = &mut self.main {
            main.write_record(row.fields())?;
        }
        if texts.is_empty() {
            return Ok(());
        }
        let shown = |datum: &Datum| datum.show(" ");
        let prefix = line(row.data(&sweep.columns).iter().map(shown))?;
        for ((out, head), text) in self.others.iter_mut().zip(&mut self.heads.0).zip(texts) {
            let (own, lines) = split_head(text);
            if head.is_none() {
                out.write_all(&line(sweep.variables.iter().cloned())?)?;
                out.write_all(own)?;
                out.write_all(b"\n")?;
                *head = Some(own.to_vec());
            }
            for line in records(lines) {
                out.write_all(&prefix)?;
                out.write_all(line)?;
            }
        }
        Ok(())
    }

    /// Flushes all tables to their files.
    pub fn flush(&mut self) -> io::Result<()> {
        self.main.as_mut().map_or(Ok(()), csv::Writer::flush)?;
        self.others.iter_mut().try_for_each(Write::flush)
    }
}

/// Fields as CSV, with a comma after the last one.
fn line(fields: impl Iterator<Item = String>) -> io::Result<Vec<u8>> {
    let mut out = csv_writer(Vec::new());
    // An empty last field produces the comma.
    out.write_record(fields.chain([String::new()]))?;
    let mut line = out.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    line.pop();
    Ok(line)
}

/// The first line of a file without its line end, and the rest of the file.
fn split_head(text: &[u8]) -> (&[u8], &[u8]) {
    match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[]),
    }
}

/// The records of a CSV text, each with its line end. A line break in quotes does not end a record.
pub(super) fn records(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut quoted = false;
    text.split_inclusive(move |&byte| {
        quoted ^= byte == b'"';
        byte == b'\n' && !quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_from_line_ends_in_quotes() {
        let all: Vec<&[u8]> = records(b"a,1\n\"b\nc\",2\n\"d\"\"\ne\",3\n").collect();
        assert_eq!(all, [&b"a,1\n"[..], b"\"b\nc\",2\n", b"\"d\"\"\ne\",3\n"]);
        assert_eq!(split_head(b"n,value\n0,1\n"), (&b"n,value"[..], &b"0,1\n"[..]));
        assert_eq!(line(["1 2".to_string(), "a,b".to_string()].into_iter()).unwrap(), b"1 2,\"a,b\",");
    }
}
