//! Conjectures: what is claimed of rows, terms or positions, checked one by one and counted. Nothing is called proved by checking.
//!
//! A [`Statement`] is a conjecture as it is written down, plain data; a [`Conjecture`] is one that was checked against the names
//! there are. What was seen is a [`Tally`], the same whatever the blocks and threads: parts are joined in their order.

mod asked;
mod checked;
mod count;
mod game;
mod rows;
mod statement;
mod tally;

pub use asked::Conjectures;
pub use checked::{Bound, Conjecture, IN_LOOPS, Part, Wrong, names};
pub use count::{Aggregate, Counted, Counting};
pub use game::{GameConjecture, Seen, Subject};
pub use rows::RowConjecture;
pub use statement::{Domain, Expected, Keep, Statement, one_line};
pub use tally::{EXAMPLES, Example, Tally, Verdict};
