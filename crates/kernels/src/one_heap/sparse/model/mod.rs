//! The game as the kernel sees it: its moves, and the classes of its values.

pub(crate) mod classes;
pub(crate) mod moves;
pub(crate) mod room;
