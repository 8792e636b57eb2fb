//! Certificates of format 5, which say of what kind they are.

pub(super) use super::form::KIND_VERSION as VERSION;
use super::form::read_text;
use crate::error::Error;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The text of a certificate.
pub(super) fn to_json(file: &impl Serialize) -> String {
    let mut json = serde_json::to_string(file).unwrap_or_default();
    json.push('\n');
    json
}

/// Reads a file of this kind; `None` if it is one of another format or kind.
///
/// # Errors
/// [`Error::Io`]; [`Error::Corrupt`] if it is damaged.
pub(super) fn read<T: DeserializeOwned>(path: &Path, kind: &str) -> Result<Option<T>, Error> {
    #[derive(Deserialize)]
    struct Kind {
        certificate: u32,
        kind: String,
    }
    let text = read_text(path)?;
    let is_own = |found: Kind| found.certificate == VERSION && found.kind == kind;
    if !serde_json::from_str(&text).is_ok_and(is_own) {
        return Ok(None);
    }
    let wrong = |error: serde_json::Error| Error::corrupt(path, format!("it is not a certificate: {error}"));
    serde_json::from_str(&text).map(Some).map_err(wrong)
}
