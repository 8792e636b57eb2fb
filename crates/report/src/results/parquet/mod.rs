//! Apache Parquet: labels and values as columns, with what they are of in the metadata. Only in a build with the feature
//! `parquet`, because the library that writes it takes as long to build as half of the rest.

mod about;
#[cfg(feature = "parquet")]
mod written;

pub use about::About;
#[cfg(feature = "parquet")]
pub use written::write_parquet;

/// Whether this build writes Parquet.
pub const BUILT: bool = cfg!(feature = "parquet");

/// Why it may not.
pub const NOT_BUILT: &str = "this build does not support it (cargo build --release --features parquet)";

/// Writes some rows: a column for each coordinate (or the name), and `value`.
///
/// # Errors
/// Those of `out`; [`NOT_BUILT`].
#[cfg(not(feature = "parquet"))]
pub fn write_parquet(
    _: &About<'_>,
    _: &crate::ruleset::Rows,
    _: std::ops::Range<u64>,
    _: &dyn Fn(u64) -> u32,
    _: super::text::Out,
) -> std::io::Result<()> {
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, NOT_BUILT))
}
