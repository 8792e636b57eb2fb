//! The values so far, and the exact search among them.

pub(crate) mod dense;
mod marks;
pub(crate) mod record;
pub(crate) mod search;
