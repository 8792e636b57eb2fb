//! Apache Parquet: labels and values as columns, with a description in the metadata. It is included only in
//! builds with the feature `parquet`, because the library for it takes half as long to build as everything else.

mod about;
#[cfg(feature = "parquet")]
mod written;

pub use about::About;
#[cfg(feature = "parquet")]
pub use written::write_parquet;

/// Whether this build writes Parquet.
pub const BUILT: bool = cfg!(feature = "parquet");

/// The reason why a build cannot write Parquet.
pub const NOT_BUILT: &str = "this build does not support it (cargo build --release --features parquet)";

/// Fails, because this build cannot write Parquet.
///
/// # Errors
/// Always [`NOT_BUILT`].
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
