//! The game as the kernel sees it: its moves, the classes of its values, and how wide values are kept.

pub(crate) mod classes;
pub(crate) mod moves;
pub(crate) mod room;
pub(crate) mod width;
