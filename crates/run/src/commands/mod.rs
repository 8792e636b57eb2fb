//! What may be asked without a folder: a period, a comparison, a conjecture, the catalogue. The answers are values with their
//! words; whoever asks shows them, on a terminal or in a notebook.

mod asked;
mod catalogue;
mod comparison;
mod conjecture;
mod count;
mod growing;
mod listing;
mod period;

pub use asked::{Inquiry, Maker};
pub use catalogue::catalogue;
pub use comparison::{Equality, GameComparison, compare};
pub use conjecture::{Inquest, check};
pub use count::{Count, Wanted, count};
pub use listing::ListedValues;
pub use period::{Period, period};
