//! How rare values are excluded: by chosen witnesses, and by splits with small parts.

pub(crate) mod choice;
pub(crate) mod greedy;
pub(crate) mod groups;
pub(crate) mod sample;
pub(crate) mod small_parts;
