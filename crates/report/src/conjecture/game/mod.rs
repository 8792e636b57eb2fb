//! Conjectures about the terms of a sequence or the positions of a box: everything about a single game.
//!
//! The example is `g(n) == g(n - 3)` over the terms of `subtraction:1,2`, with values 0, 1, 2, 0, 1, 2, ....
//!
//! 1. Names get indices (`names`): `n` is variable 0, `value` 1, `outcome` 2. The text is checked against them
//!    (`claimed`).
//! 2. How far does the conjecture look back? Here, at most 3 terms. So it is checked while values arrive, and
//!    only the last 3 of them are kept. But `g(n) == g(2 * n)` may look anywhere, and `g(n) == g(n + period)`
//!    needs a proved period: these wait for the table of all values.
//! 3. Rows whose values are known (`seen`) are evaluated in blocks, on several threads (`look`). The results
//!    are merged in the order of the blocks, so they do not depend on the number of blocks or threads.
//! 4. A block is evaluated column by column if possible (`columns`). From n = 512 on, `g(n)` is a slice of the
//!    values, `g(n - 3)` is the slice three places earlier, and comparing the two shows where the conjecture
//!    holds.
//! 5. Any other block is evaluated row by row (`row`). Here it is the first one: n = 0 needs `g(-3)`, which is
//!    not known, so the conjecture is not applicable there. Loops, errors and `g` of several coordinates also
//!    need this way.

mod claimed;
mod columns;
mod kinds;
mod look;
mod names;
mod row;
mod seen;

pub use claimed::GameConjecture;
pub use names::Subject;
pub(super) use names::scope;
pub use seen::{MisereAt, Seen};
