//! Spaces: from typed positions to ranks, closed under options, with strata.
//!
//! [`Heap`] and [`Boxed`] number positions by arithmetic; [`Enumerated`] finds them by
//! reachability from the positions asked for.

mod bag;
mod boxed;
mod enumerated;
mod heap;
mod limits;

pub use bag::Bag;
pub(crate) use bag::Component;
pub use boxed::Boxed;
pub use enumerated::Enumerated;
pub use heap::Heap;
pub use limits::{check_coordinate, check_memory};
