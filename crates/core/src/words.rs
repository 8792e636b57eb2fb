//! Numbers in sentences.

/// A number and the thing that is counted, in the singular or the plural.
///
/// ```
/// use grundy_core::words::counted;
///
/// assert_eq!(counted(1, "vertex", "vertices"), "1 vertex");
/// assert_eq!(counted(0, "vertex", "vertices"), "0 vertices");
/// ```
pub fn counted(count: impl TryInto<u128>, one: &str, many: &str) -> String {
    let count = count.try_into().unwrap_or(u128::MAX);
    format!("{count} {}", if count == 1 { one } else { many })
}
