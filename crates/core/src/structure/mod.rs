//! Structures: what fast kernels and theorems may know about a game beyond its options. Each structure is a
//! type of its own. Rules offer their structures ([`Rules::structures`](crate::ruleset::Rules::structures)),
//! and code that can use one asks for it by type.
//!
//! To add one, implement [`Structure`] for a type in one of these files, or in a new file. A structure
//! describes the rows of a range; it does not hold for a ruleset that was made for a single position. In
//! one-heap games, except for divisor games and coins, row r is the heap of r tokens.

mod automatic;
mod building_nim;
mod chomp;
mod circle;
mod coins;
mod divisors;
mod entailing;
mod generating;
mod hackenbush;
mod heap;
mod kinds;
mod linear;
mod linear_game;
mod nim;
mod offered;
mod recognised;
mod schedule;
mod stacks;
mod systems;
mod table_rows;
mod vectors;

pub use automatic::{AutomaticMoves, AutomaticRule, RoundedOption};
pub use building_nim::BuildingNim;
pub use chomp::Chomp;
pub use circle::Circle;
pub use coins::{CoinProduct, Coins};
pub use divisors::{AllDivisors, Divisors, PrimePowers, SquarefreePowers};
pub use entailing::EntailingHeap;
pub use generating::{Generating, Grounds, MOST_ELEMENTS, NonGenerating};
pub use hackenbush::{Drawing, Drawings, Hackenbush};
pub use heap::{AllBut, Members, NoRepeat, Subtraction, UnequalSplit};
pub use kinds::{AskedKinds, Coordinate, Cut, Kind, KindRule, KindTexts, Kinds, OptionVisitor, Order, Part};
pub use linear::{Condition, LARGEST, Linear};
pub use linear_game::{LinearGame, LinearMove};
pub use offered::{Structure, Structures};
pub use recognised::Recognised;
pub use schedule::{Endless, Schedule};
pub use stacks::{Faces, Heaps, Largest};
pub use systems::{BoardSymmetries, Boards, Host, Hosts, Keys, Systems, TreeRule};
pub use vectors::{Line, Lines, Rays, Steps};
