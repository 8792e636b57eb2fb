//! The values of a game as the bytes of an array, which Python uses directly.

use crate::call::{carry_out, in_pool};
use crate::errors::exception;
use crate::request::Asked;
use crate::source::Source;
use grundy::Error;
use grundy::bytes::Bytes;
use grundy::commands::{Inquiry, ListedValues};
use grundy::ruleset::{Rows, Value, ValueKind};
use grundy::space::check_memory;
use grundy::table::PackedTable;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::slice::ChunksExactMut;

/// The number of values that one thread unpacks in one go.
const CHUNK: usize = 1 << 16;

/// The values of a game up to `max`: the bytes of an array, the number of bytes per value, the shape, and the
/// kind of values.
#[pyfunction]
pub fn values<'py>(py: Python<'py>, game: &Source, asked: Asked) -> PyResult<Bound<'py, PyDict>> {
    let (node, (max, settings, watch)) = (game.0.clone(), asked.read(py)?);
    let memory = settings.memory;
    let (listing, told) = carry_out(py, &watch, |session| {
        let inquiry = Inquiry { game: &|| node.coded(), settings, session };
        let job = inquiry.job(max)?;
        let object = if has_objects(&job.value) { OBJECT } else { 0 };
        check_memory("the array of values", Bytes(u128::from(job.rows().len()) * (1 + object)), memory)?;
        let listing = ListedValues::new(&inquiry, max)?;
        let table = &listing.values;
        let each = bytes_of(table) as u128 + object;
        let both = Bytes(u128::from(table.len()) * each + table.words().len() as u128 * 8);
        check_memory("the array of values", both, memory)?;
        Ok(listing)
    })?;
    let (rows, table) = (&listing.rows, &listing.values);
    let bytes = bytes_of(table);
    let result = PyDict::new(py);
    let array = PyByteArray::new_with(py, table.len() as usize * bytes, |array| {
        let unpacked = py.detach(|| in_pool(watch.threads, || unpack(table, bytes, array)));
        unpacked.map_err(|error| exception(py, error))
    })?;
    result.set_item("array", array)?;
    result.set_item("bytes", bytes)?;
    result.set_item("shape", if rows.is_whole() { rows.sides().to_vec() } else { vec![rows.len()] })?;
    result.set_item("firsts", rows.firsts())?;
    // Positions of several kinds are named: `star(2,12,40)`.
    let all = || (0..rows.len()).map(|row| rows.show_row(row)).collect::<Vec<_>>();
    let names = rows.kinds().map(|_| all()).or_else(|| rows.names().map(<[String]>::to_vec));
    let columns = if rows.kinds().is_some() { vec!["position".to_string()] } else { rows.columns() };
    result.set_item("columns", columns)?;
    result.set_item("names", names)?;
    result.set_item("labels", labels(py, rows)?)?;
    result.set_item("is_sequence", rows.is_sequence())?;
    result.set_item("game", &listing.job.game.code)?;
    result.set_item("play", listing.job.play.to_string())?;
    result.set_item("value", listing.job.value.to_string())?;
    result.set_item("special", special(table, listing.job.value))?;
    result.set_item("kernel", listing.kernel)?;
    result.set_item("notes", [told, listing.notes.clone()].concat())?;
    result.set_item("math", &listing.math)?;
    result.set_item("sentence", listing.sentence())?;
    Ok(result)
}

/// The memory of an object in an array, with what it takes to make the array.
const OBJECT: u128 = 32;

/// Whether some values may be neither numbers nor letters.
fn has_objects(kind: &ValueKind) -> bool {
    kind.letters.is_empty() && !kind.is_number()
}

/// The codes of the values that are no numbers, in increasing order, with their words; none if all values of the kind
/// are numbers or letters.
fn special(table: &PackedTable, kind: Value) -> Option<Vec<(u32, String)>> {
    let codes = || (0..table.len()).map(|row| table.get(row)).filter(|&code| kind.number(code).is_none());
    has_objects(&kind)
        .then(|| codes().collect::<BTreeSet<u32>>().into_iter().map(|code| (code, kind.show(code))).collect())
}

/// The number of bytes of a value in an array.
fn bytes_of(table: &PackedTable) -> usize {
    match table.width() {
        0..=8 => 1,
        9..=16 => 2,
        _ => 4,
    }
}

/// Unpacks a table into the bytes of an array, in this machine's byte order.
fn unpack(table: &PackedTable, bytes: usize, array: &mut [u8]) -> Result<(), Error> {
    array.par_chunks_mut(CHUNK * bytes).enumerate().for_each(|(chunk, array)| {
        let first = (chunk * CHUNK) as u64;
        match bytes {
            1 => put(array.chunks_exact_mut(1), first, |value| [table.get(value) as u8]),
            2 => put(array.chunks_exact_mut(2), first, |value| (table.get(value) as u16).to_ne_bytes()),
            _ => put(array.chunks_exact_mut(4), first, |value| table.get(value).to_ne_bytes()),
        }
    });
    Ok(())
}

fn put<const N: usize>(places: ChunksExactMut<'_, u8>, first: u64, value: impl Fn(u64) -> [u8; N]) {
    (first..).zip(places).for_each(|(row, place)| place.copy_from_slice(&value(row)));
}

/// The labels of rows that do not fill their box, as the bytes of an array of 64-bit numbers.
fn labels<'py>(py: Python<'py>, rows: &Rows) -> PyResult<Option<Bound<'py, PyByteArray>>> {
    if rows.is_whole() || rows.names().is_some() || rows.kinds().is_some() {
        return Ok(None);
    }
    let width = rows.dimensions();
    let mut label = Vec::new();
    let array = PyByteArray::new_with(py, rows.len() as usize * width * 8, |array| {
        for (row, place) in (0..).zip(array.chunks_exact_mut(8 * width)) {
            rows.label(row, &mut label);
            for (place, coordinate) in place.chunks_exact_mut(8).zip(&label) {
                place.copy_from_slice(&coordinate.to_ne_bytes());
            }
        }
        Ok(())
    })?;
    Ok(Some(array))
}
