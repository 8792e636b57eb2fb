//! Conjectures: claims about rows, terms or positions, which are checked one by one and counted. Checking alone
//! never makes a conjecture `proved`.
//!
//! A [`Statement`] is a conjecture as plain data. A [`Conjecture`] has been checked against the available names.
//! The results form a [`Tally`], which does not depend on blocks and threads because parts are merged in order.

mod asked;
mod checked;
mod count;
mod game;
mod rows;
mod statement;
mod tally;

pub use asked::Conjectures;
pub use checked::{Bound, Conjecture, IN_LOOPS, Part, ROWS_IN_LOOPS, Wrong, names};
pub use count::{Aggregate, Counted, Counting};
pub use game::{GameConjecture, MisereAt, Seen, Subject};
pub use rows::{OtherRows, RowConjecture};
pub use statement::{Domain, Expected, Keep, Statement, one_line};
pub use tally::{EXAMPLES, Example, Tally, Verdict};
