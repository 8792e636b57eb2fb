//! Kernels for many families of games: Nim, sums and other compounds, the definition itself, and a parallel version of
//! it.

mod cropped;
mod entailing;
mod joined;
mod joint;
mod loopy;
mod nim;
mod oracle;
mod special;
mod strata;
mod sum;

pub use cropped::CroppedKernel;
pub use entailing::{Entailing, WinningSets, winning_sets};
pub use joint::{JointKernel, PositionsOfCompound};
pub use loopy::{Labels, Loopy, NO_ROUND, labels};
pub use nim::NimKernel;
pub use oracle::{Oracle, values_of};
pub use special::SpecialKernel;
pub use strata::{Strata, room_for_ranks, values_of_ranks};
pub use sum::SumKernel;
