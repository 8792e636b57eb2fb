//! The finders, one file each.

mod closed_form;
mod periods;
mod registry;
mod ruler;
mod writing;

pub use registry::{FINDERS, kind_names, zeros_name};
