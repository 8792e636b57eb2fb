//! The expression language: one grammar, one type checker and one evaluator for the filters of sweeps, for
//! conjectures, and for moves. It reads like mathematics and Python; `docs/language.md` is its reference.
//!
//! Text -> tokens (`lexer`) -> tree with places (`parser`, `tree`) -> typed nodes (`check`, `node`) -> values
//! (`eval`). A mistake in a text is reported as a [`Blame`](grundy_core::diagnostic::Blame) with its place; an error
//! during evaluation is a [`Fault`]. No expression can hang or panic: length, nesting and loops are limited.

#![warn(missing_docs)]
#![deny(unsafe_code)]

mod arithmetic;
mod automata;
mod automatic;
mod batch;
mod calls;
mod check;
mod datum;
mod declared;
mod eval;
mod factors;
mod fault;
mod functions;
mod kinds;
mod latex;
mod lexer;
mod linear;
mod lines;
mod mex_pairs;
mod moves;
mod node;
mod other;
mod parser;
mod python;
mod scope;
mod sides;
mod tree;
mod uses;

pub use automata::Automata;
pub use batch::{BatchColumn, Block, LANES, Lanes, holds_in, rows_without};
pub use check::{interval, number, truth};
pub use datum::Datum;
pub use eval::{Look, Rows, Sources, evaluate, evaluate_from, holds, holds_from};
pub use fault::{Fault, What};
pub use functions::{FUNCTIONS, SET_FUNCTIONS};
pub use latex::in_latex;
pub use lexer::is_reserved;
pub use linear::linear_pieces;
pub use moves::{LARGEST, Moves, Room, Wrong, fits};
pub use node::{Interval, Lists, Number, Other, Truth};
pub use other::other;
pub use python::condition_in_python;
pub use scope::{Scope, Type};
pub use sides::sides;
pub use uses::{Looked, Uses};
