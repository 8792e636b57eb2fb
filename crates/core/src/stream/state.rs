//! States of sinks and kernels, which checkpoints save, part by part.

use crate::error::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A state that is being written: a sequence of parts, each preceded by its length.
#[derive(Default)]
pub struct State<'o>(To<'o>);

enum To<'o> {
    Memory(Vec<u8>),
    Out(&'o mut dyn FnMut(&[u8])),
}

impl Default for To<'_> {
    fn default() -> Self {
        To::Memory(Vec::new())
    }
}

impl<'o> State<'o> {
    /// A state that is written directly to `out`, in pieces.
    pub fn into(out: &'o mut dyn FnMut(&[u8])) -> Self {
        Self(To::Out(out))
    }

    /// Appends a part of raw bytes.
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        self.put_raw(&(bytes.len() as u64).to_le_bytes());
        self.put_raw(bytes);
    }

    fn put_raw(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            To::Memory(memory) => memory.extend_from_slice(bytes),
            To::Out(out) => out(bytes),
        }
    }

    /// Appends a serialised value as a part.
    ///
    /// # Errors
    /// [`Error::Usage`] if the value cannot be serialised; this happens for no type of this program.
    pub fn put<T: Serialize>(&mut self, value: &T) -> Result<(), Error> {
        self.put_bytes(&serialized(value)?);
        Ok(())
    }

    /// The saved state, for reading; empty if the state was written to `out`.
    pub fn kept(self) -> Kept {
        let bytes = if let To::Memory(bytes) = self.0 { bytes } else { Vec::new() };
        Kept::new(0..bytes.len(), Arc::new(bytes))
    }
}

/// The bytes of a serialised value, as in a part of a state.
///
/// # Errors
/// [`Error::Usage`] if it cannot be serialised.
pub fn serialized<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    postcard::to_allocvec(value).map_err(|error| Error::Usage(format!("a state cannot be written down: {error}")))
}

/// Reads a state, part by part.
#[derive(Debug)]
pub struct StateReader<'s>(&'s [u8]);

impl<'s> StateReader<'s> {
    /// The next part; `None` after the last one.
    pub fn take_bytes(&mut self) -> Option<&'s [u8]> {
        let (length, rest) = self.0.split_first_chunk::<8>()?;
        let (part, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        self.0 = rest;
        Some(part)
    }

    /// The next part as a value; `None` if there is no part, or it is not such a value.
    pub fn take<T: DeserializeOwned>(&mut self) -> Option<T> {
        postcard::from_bytes(self.take_bytes()?).ok()
    }
}

/// A saved state.
#[derive(Clone)]
pub struct Kept {
    bytes: Arc<dyn AsRef<[u8]> + Send + Sync>,
    range: Range<usize>,
}

impl Kept {
    /// The state in a range of some bytes.
    pub fn new(range: Range<usize>, bytes: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Self {
        Self { bytes, range }
    }

    /// A reader that starts at the beginning.
    pub fn reader(&self) -> StateReader<'_> {
        StateReader((*self.bytes).as_ref().get(self.range.clone()).unwrap_or_default())
    }

    /// The rest of the state, after what `reader` has read. It must be a reader of this state.
    pub fn behind(&self, reader: &StateReader<'_>) -> Self {
        let start = self.range.end - reader.0.len().min(self.range.len());
        Self { bytes: self.bytes.clone(), range: start..self.range.end }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kept").field(&self.reader().0).finish()
    }
}
