//! Conjectures over the terms of a sequence or the positions of a box: everything about one game.
//!
//! The example is `g(n) == g(n - 3)` over the terms of `subtraction:1,2`, whose values are 0, 1, 2, 0, 1, 2, ....
//!
//! 1. Names get numbers (`names`): `n` is variable 0, `value` 1, `outcome` 2. The text is checked against them (`claimed`).
//! 2. How far does it look back? No more than 3 terms. So it is checked while values come, by whoever keeps the last 3 of them.
//!    `g(n) == g(2 * n)` looks anywhere, `g(n) == g(n + period)` wants a proved period: they wait for the table of all values.
//! 3. Some rows whose values are known (`seen`) are looked at in blocks, on several threads (`look`). What was seen is joined in
//!    the order of the blocks, so that neither their number nor that of the threads shows.
//! 4. A block goes column by column if it can (`columns`). From n = 512 on, `g(n)` is a slice of the values, `g(n - 3)` the same
//!    slice three places earlier, and one comparison of both says where the conjecture holds.
//! 5. Any other block goes row by row (`row`). Here it is the first one: n = 0 wants `g(-3)`, which is not known, so the conjecture
//!    is not applicable there. Loops, errors and `g` of several coordinates are for this way too.

mod claimed;
mod columns;
mod look;
mod names;
mod row;
mod seen;

pub use claimed::GameConjecture;
pub use names::Subject;
pub(super) use names::scope;
pub use seen::Seen;
