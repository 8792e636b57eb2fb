//! The list of finders.

use super::{closed_form, periods, ruler};
use crate::finder::Finder;

/// All finders.
pub static FINDERS: &[&Finder] = &[&periods::FINDER, &closed_form::FINDER, &ruler::FINDER];
