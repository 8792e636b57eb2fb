//! Facts about the value of a component: bit v <= 29 says that the value is not v, bit 30 that it is not above 29.
//!
//! Bit 30 matters: a component that has none of the values 0 to 29 may have any larger one, not just 30.

/// What is known of a value: the set of values from 0 to [`MOST`] that it does not have, and whether it is larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts(pub u32);

/// The largest value that facts can tell.
pub const MOST: u32 = 29;

/// The bit of all larger values.
const LARGER: u32 = 1 << (MOST + 1);

const ALL: u32 = 2 * LARGER - 1;

impl Facts {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// The value is v.
    pub fn exactly(value: u32) -> Self {
        Self(ALL & !(1 << value))
    }

    /// The value is not v.
    pub fn not(value: u32) -> Self {
        Self(1 << value)
    }

    /// The value is at most v.
    pub fn at_most(value: u32) -> Self {
        Self(ALL & !((2 << value) - 1))
    }

    /// The value, if it is known.
    #[inline]
    pub fn value(self) -> Option<u32> {
        let left = !self.0 & ALL;
        (left.is_power_of_two() && left != LARGER).then(|| left.trailing_zeros())
    }

    /// Whether the value is known not to be v.
    #[inline]
    pub fn excludes(self, value: u32) -> bool {
        self.0 >> value.min(MOST + 1) & 1 == 1
    }

    /// Whether all values up to [`MOST`] are excluded: the value is larger.
    pub fn is_beyond(self) -> bool {
        !self.0 & ALL == LARGER
    }

    /// A value of any size, in a store of numbers.
    pub fn numbered(value: u32) -> Self {
        Self(value + 1)
    }

    /// The value in a store of numbers.
    pub fn number(self) -> Option<u32> {
        self.0.checked_sub(1)
    }

    /// That a thread works on the component: no fact, and never in a checkpoint.
    pub const BUSY: Self = Self(1 << 31);

    /// Whether a thread works on the component, whose value is still unknown.
    pub fn is_busy(self) -> bool {
        self.0 & Self::BUSY.0 != 0 && self.value().is_none()
    }

    /// The facts alone.
    pub fn alone(self) -> Self {
        Self(self.0 & !Self::BUSY.0)
    }

    /// The number of excluded values below eight.
    pub fn small(self) -> u32 {
        (self.0 & 0xff).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_sets_of_excluded_values() {
        let and = |one: Facts, other: Facts| Facts(one.0 | other.0);
        for value in 0..=MOST {
            let exact = Facts::exactly(value);
            assert_eq!(exact.value(), Some(value));
            assert!((0..=MOST + 5).all(|other| exact.excludes(other) == (other != value)));
            let below = (0..value).fold(Facts::at_most(value), |facts, other| and(facts, Facts::not(other)));
            assert_eq!(below, exact);
        }
        // Neither 30 nor 31 is excluded by the exclusion of all smaller values.
        let none = (0..=MOST).fold(Facts::NONE, |facts, value| and(facts, Facts::not(value)));
        assert!(none.is_beyond() && none.value().is_none() && !none.excludes(30) && !none.excludes(31));
        assert!(!Facts::NONE.is_beyond() && Facts::at_most(MOST).excludes(31));
    }
}
