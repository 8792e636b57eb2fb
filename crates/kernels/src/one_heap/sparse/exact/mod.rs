//! Values from all options: the values so far, the exact search among them, and the marks of all splits.

pub(crate) mod dense;
mod marks;
pub(crate) mod mex;
pub(crate) mod record;
