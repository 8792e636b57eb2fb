//! The finders, one file each.

mod closed_form;
mod counts;
mod features;
mod lines;
mod marks;
mod p_sets;
mod pairs;
mod partial;
mod periods;
mod registry;
mod ruler;
mod sampling;
mod separable;
mod shift;
mod strip;
mod table_depends;
mod table_form;
mod writing;

pub use registry::{FINDERS, kind_names, zeros_name};
