//! The period: watching for it, proving it, and regenerating values.

pub(crate) mod again;
pub(crate) mod replay;
pub(crate) mod segment;
pub(crate) mod short;
pub(crate) mod watch;
