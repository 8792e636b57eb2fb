//! The form for few common values: one-hot in lanes.

pub(crate) mod form;
pub(crate) mod generate;
pub(crate) mod permuted;
