//! The form for many common values: bytes in planes.

pub(crate) mod filter;
pub(crate) mod form;
pub(crate) mod lookback;
pub(crate) mod planes;
