//! How options are given to whoever looks at them.

use std::ops::ControlFlow;

/// What options are given to, as lists of components; it says whether it wants more.
pub type Visit<'v, P> = dyn FnMut(&[P]) -> ControlFlow<()> + 'v;
