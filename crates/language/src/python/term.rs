//! Pieces of Python, and where they need parentheses.

pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;
pub(super) const NOT: u8 = 3;
pub(super) const COMPARED: u8 = 4;
pub(super) const BIT_OR: u8 = 5;
pub(super) const XOR: u8 = 6;
pub(super) const BIT_AND: u8 = 7;
pub(super) const SHIFT: u8 = 8;
pub(super) const SUM: u8 = 9;
pub(super) const PRODUCT: u8 = 10;
pub(super) const SIGN: u8 = 11;
pub(super) const POWER: u8 = 12;
pub(super) const ATOM: u8 = 13;

/// An expression, and how tightly its outermost operator binds.
pub(crate) struct Term {
    pub text: String,
    binds: u8,
}

impl Term {
    pub fn new(text: String, binds: u8) -> Self {
        Self { text, binds }
    }

    pub fn constant(value: i64) -> Self {
        Self::new(value.to_string(), if value < 0 { SIGN } else { ATOM })
    }

    pub fn truth(value: bool) -> Self {
        Self::new(if value { "True" } else { "False" }.to_string(), ATOM)
    }

    /// A variable; for the label of a table an expression stands in its place.
    pub fn named(name: &str) -> Self {
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        Self::new(name.to_string(), if plain { ATOM } else { 0 })
    }

    /// The text where an operator needs an operand that binds at least as tightly.
    pub fn at(&self, least: u8) -> String {
        if self.binds < least { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// A tuple.
pub(super) fn tuple(items: &[String]) -> String {
    grundy_core::ruleset::python::tuple(items)
}
