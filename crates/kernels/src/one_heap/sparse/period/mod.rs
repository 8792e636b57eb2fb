//! The period: watched for, proved, and read again.

pub(crate) mod again;
pub(crate) mod replay;
pub(crate) mod segment;
pub(crate) mod short;
pub(crate) mod watch;
