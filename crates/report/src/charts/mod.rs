//! Charts as SVG: axes, ticks, legends, points, bars, rasters of bins.
//!
//! All places are whole numbers, in tenths of a pixel, and logarithms are computed from whole numbers too: the same figures give the same bytes on
//! every machine. What is drawn is bounded by the pixels there are, not by the figures.

mod canvas;
mod chart;
mod colour;
mod raster;
mod scale;

pub use canvas::{Anchor, Canvas, Size, Tenths};
pub use chart::{Chart, Entry, Shape};
pub use colour::{AMOUNTS, BLUE, Ramp, VERMILLION, VIRIDIS};
pub use raster::{Raster, STEPS};
pub use scale::{Axes, Axis, Scale, grouped, grouped_count};
