//! `certificate.json`: written by the engine where a run proves a period.

use super::format::{Content, Format, always_possible};
use std::io;

/// The name of the file.
pub(crate) const CERTIFICATE: &str = "certificate.json";

/// Known as a result of runs; no job asks for it, a proof brings it.
pub(super) const FORMAT: Format = Format {
    name: None,
    file: CERTIFICATE,
    summary: "what somebody else needs to check a proved period (docs/certificates.md)",
    content: Content::Results(|_, _| Err(io::Error::other("a certificate is written where a period is proved"))),
    check: always_possible,
    implied: |_| false,
};
