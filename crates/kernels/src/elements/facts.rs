//! Facts about the value of a component: bit v says that the value is not v.

/// What is known of a value: the set of values from 0 to [`MOST`] that it does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts(pub u32);

/// The largest value that facts can tell.
pub const MOST: u32 = 30;

const ALL: u32 = (1 << (MOST + 1)) - 1;

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
        left.is_power_of_two().then(|| left.trailing_zeros())
    }

    /// Whether the value is known not to be v.
    #[inline]
    pub fn excludes(self, value: u32) -> bool {
        value > MOST || self.0 >> value & 1 == 1
    }

    /// Whether all values up to [`MOST`] are excluded: the value is larger.
    pub fn is_beyond(self) -> bool {
        self.0 & ALL == ALL
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
        for value in 0..=MOST {
            let exact = Facts::exactly(value);
            assert_eq!(exact.value(), Some(value));
            assert!((0..=MOST).all(|other| exact.excludes(other) == (other != value)));
            let and = |one: Facts, other: Facts| Facts(one.0 | other.0);
            let below = (0..value).fold(Facts::at_most(value), |facts, other| and(facts, Facts::not(other)));
            assert_eq!(below, exact);
            assert!(and(exact, Facts::not(value)).is_beyond() && !exact.is_beyond());
        }
        assert_eq!((Facts::NONE.value(), Facts::at_most(MOST)), (None, Facts::NONE));
        assert!(Facts::NONE.excludes(MOST + 1));
    }
}
