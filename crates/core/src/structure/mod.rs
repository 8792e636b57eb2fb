//! Structures: what fast kernels and theorems may know of a game, each a type of its own. Rules offer what they have
//! ([`Rules::structures`](crate::ruleset::Rules::structures)), and whoever can use a structure asks for it by its type.
//!
//! A new one is a type with [`Structure`] in one of these files, or in a new one. What it says of rows is for rows that are
//! numbers, not for a ruleset made for a single position. Of one heap, but for divisor games and coins, row r asks for the heap of
//! r tokens.

mod building_nim;
mod chomp;
mod circle;
mod coins;
mod divisors;
mod heap;
mod nim;
mod offered;
mod stacks;
mod vectors;

pub use building_nim::BuildingNim;
pub use chomp::Chomp;
pub use circle::Circle;
pub use coins::Coins;
pub use divisors::{AllDivisors, Divisors, PrimePowers, SquarefreePowers};
pub use heap::{AllBut, Members, Subtraction, UnequalSplit};
pub use offered::{Structure, Structures};
pub use stacks::{Faces, Heaps, Largest};
pub use vectors::{Line, Lines, Rays, Steps};
