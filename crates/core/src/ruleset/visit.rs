//! The type of functions that visit options.

use std::ops::ControlFlow;

/// A function that receives options one by one, each as the list of its components. It returns `Break` when
/// it wants no more.
pub type Visit<'v, P> = dyn FnMut(&[P]) -> ControlFlow<()> + 'v;
