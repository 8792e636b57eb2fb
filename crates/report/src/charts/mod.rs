//! Charts as SVG: axes, ticks, legends, points, bars, and rasters of bins.
//!
//! All coordinates are whole numbers, in tenths of a pixel, and logarithms are computed in whole numbers, too.
//! So the same figures give the same bytes on every machine. The size of a picture is bounded by its pixels, not
//! by the number of figures.

mod canvas;
mod chart;
mod colour;
mod raster;
mod scale;
mod sketch;
mod spread;

pub use canvas::{Anchor, Canvas, Size, Tenths};
pub use chart::{Chart, Entry, Shape};
pub use colour::{AMOUNTS, BLUE, DARK, Ramp, VERMILLION, VIRIDIS};
pub use raster::{Raster, STEPS};
pub use scale::{Axes, Axis, Scale, grouped, grouped_count};
pub use sketch::Sketch;
