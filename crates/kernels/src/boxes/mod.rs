//! Kernels for games with several coordinates.

mod building_nim;
mod chomp;
mod faces;
mod greedy;
mod heaps;
mod rays_table;
mod steps_table;
mod tartan;
mod vectors;

pub use building_nim::BuildingNimKernel;
pub use chomp::{ChompKernel, ChompPPositions, ChompTable, ChompValues};
pub use faces::{FacesOutcomes, FacesValues};
pub use greedy::Greedy;
pub use heaps::HeapsKernel;
pub use rays_table::RaysTable;
pub use steps_table::StepsTable;
pub use tartan::TartanKernel;
pub use vectors::{BitRows, BlockedLines, LineLengths, LineSets, StepRows};
