//! Games on several heaps for the tests of the finders.

mod known;
mod solved;

pub(crate) use solved::{Game, fit_of, found, steps, table_of, wythoff};
