//! The game as the kernel sees it: its moves, the classes of its values, and the width of stored values.

pub(crate) mod classes;
pub(crate) mod moves;
pub(crate) mod room;
pub(crate) mod width;
