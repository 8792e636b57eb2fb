//! Moves of a game, written by the user: `a, b -> a - k*b, b for k in 1..=a/b when b > 0`.
//!
//! A line is parsed into a tree, type-checked, and stored as typed nodes: the ranges, the targets, and for
//! each range the parts of the condition that can be tested before it. The coordinates of a position are the
//! first local variables of the evaluator, followed by the variables of the ranges. Visiting all options
//! therefore allocates no memory per option.

mod again;
mod checked;
mod declaring;
mod line;
mod python;
mod reading;
mod rules;
mod walk;

pub(crate) use line::{Move, Target, Targets};
pub use rules::{LARGEST, Moves, Room, Wrong, fits};
