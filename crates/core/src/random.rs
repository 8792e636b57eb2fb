//! Pseudo-random numbers from a seed, the same on every machine, for samples and tests. No mathematical
//! result depends on them.

/// D. E. Knuth's linear congruential generator MMIX. Its lower bits are less random than its upper ones.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// The next 64-bit number.
    pub fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// The next number below `bound`, which is at least 1 and at most 2^31.
    pub fn below(&mut self, bound: u64) -> u64 {
        (self.step() >> 33) % bound
    }
}
