//! Commands that need no folder: a period, a comparison, a conjecture, a count, the catalogue. They return data
//! with a text for it; the caller shows them, on a terminal or in a notebook.

mod asked;
mod catalogue;
mod comparison;
mod conjecture;
mod count;
mod derived;
mod description;
mod growing;
mod guess;
mod listing;
mod misere;
mod outward;
mod period;
mod prove;
mod sums;

pub use asked::{Inquiry, Maker};
pub use catalogue::catalogue;
pub use comparison::{Equality, GameComparison, compare};
pub use conjecture::{Inquest, check};
pub use count::{Count, Wanted, count};
pub use derived::{Derived, guess_derived};
pub use description::{Description, describe, theorems_of, understood};
pub use guess::{Patterns, guess, guess_file};
pub use listing::ListedValues;
pub use misere::{misere, misere_object, misere_report, misere_solver};
pub use period::{Period, period};
pub use sums::SumComparison;
