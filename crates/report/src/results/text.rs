//! Helpers for text files: CSV, labels, and checks whether a job may have a file.

use crate::job::Job;
use crate::ruleset::{Rows, Value};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The destination of a writer.
pub type Out = Box<dyn Write + Send>;

/// A file in memory. The writer receives a clone, and its creator reads what was written.
#[derive(Clone, Default)]
pub struct InMemory(Arc<Mutex<Vec<u8>>>);

impl InMemory {
    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        std::mem::take(&mut self.bytes())
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for InMemory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A CSV writer with the conventions of this project: commas, LF line ends, and quotes where needed.
pub fn csv_writer<W: Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out)
}

/// Writes the fields of a label.
pub fn write_label<W: Write>(out: &mut csv::Writer<W>, rows: &Rows, label: &[u64]) -> io::Result<()> {
    let mut written = Ok(());
    rows.fields(label, |field| {
        if written.is_ok() {
            written = out.write_field(field);
        }
    });
    Ok(written?)
}

/// An error with the reason if the job is not a sequence.
pub fn one_coordinate(job: &Job) -> Result<(), &'static str> {
    job.rows().no_sequence().map_or(Ok(()), Err)
}

/// An error with the reason if the values do not show by a 0 which positions are P.
pub fn zero_is_p(job: &Job) -> Result<(), &'static str> {
    match job.value.class.zero_is_p() {
        true => Ok(()),
        false => Err("lengths of plays are computed, which are even at P-positions, not 0"),
    }
}

/// An error with the reason if the rows are positions of several kinds.
pub fn one_kind(job: &Job) -> Result<(), &'static str> {
    match job.rows().kinds() {
        None => Ok(()),
        Some(_) => Err("its rows are positions of several kinds, of which `asked` in [game] chooses one"),
    }
}

/// An error with the reason if the job is not a complete two-coordinate table.
pub fn two_coordinates(job: &Job) -> Result<(), &'static str> {
    one_kind(job)?;
    match (job.rows().dimensions(), job.rows().table()) {
        (2, Some(_)) => Ok(()),
        (2, None) => Err("some cells of the table are not positions"),
        _ => Err("it requires a game with two coordinates"),
    }
}

/// Refuses infinite values and moons, which are no numbers.
///
/// # Errors
/// The reason.
pub fn finite_values(job: &Job) -> Result<(), &'static str> {
    match job.value {
        kind if kind == Value::LOOPY => Err("an infinite value is no number"),
        kind if kind == Value::ENTAILING => Err("a moon is no number"),
        _ => Ok(()),
    }
}

/// An error with the reason if the rows do not fill a box.
pub fn all_of_a_box(job: &Job) -> Result<(), &'static str> {
    finite_values(job)?;
    one_kind(job)?;
    let rows = job.rows();
    if rows.is_whole() || rows.names().is_some() { Ok(()) } else { Err("some cells of the box are not positions") }
}
