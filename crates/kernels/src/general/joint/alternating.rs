//! Counts how many rows of several components have an even least number, while rows are added to the components.
//!
//! Idea: let S_i(v) be how many rows of component i have a number of at least v, and F(v) the product of all S_i(v),
//! the number of rows of the compound whose least number is at least v. Then F(0) - F(1) + F(2) - ... counts those
//! whose least number is even. A new row of component i with the number r adds 1 to S_i(0), ..., S_i(r). A binary tree
//! over v stores in each node, for every set T of components, the alternating sum of the products of S_i(v) over i in
//! T, and what was added to all S_i(v) below the node as a whole. Adding a to S_i everywhere adds a times the sum of T
//! to that of T with i.
//!
//! Cost: for d components and numbers below m, d 2^d log m steps for a row. Memory: 16 m (2^d + d) bytes. Sums are
//! taken modulo 2^64, and counts are below 2^63.

/// The tree.
pub struct AlternatingProducts {
    components: usize,
    /// The number of leaves, a power of two.
    leaves: usize,
    /// For each node, the sums of all sets of components; the node 1 is the root, and those below k are 2k and 2k + 1.
    sums: Vec<u64>,
    /// For each node and component, what was added as a whole.
    added: Vec<u64>,
}

/// The memory for this many components, and numbers below `end`, in bytes.
pub fn bytes(components: usize, end: usize) -> u128 {
    let each = (1u128 << components) + components as u128;
    16 * (end as u128).next_power_of_two() * each
}

impl AlternatingProducts {
    /// Components without rows, for numbers below `end`.
    pub fn new(components: usize, end: usize) -> Self {
        let (leaves, sets) = (end.next_power_of_two(), 1 << components);
        let mut sums = vec![0u64; 2 * leaves * sets];
        // The empty product is 1; two neighbours cancel each other.
        (0..leaves).for_each(|v| sums[(leaves + v) * sets] = if v % 2 == 0 { 1 } else { u64::MAX });
        Self { components, leaves, sums, added: vec![0; 2 * leaves * components] }
    }

    /// A row of a component with this number.
    pub fn add(&mut self, component: usize, number: u32) {
        self.add_below(1, self.leaves, number as usize + 1, component);
    }

    /// How many rows have an even least number.
    pub fn even(&self) -> u64 {
        let sets = 1 << self.components;
        self.sums[2 * sets - 1]
    }

    /// Adds 1 to S_i(v) for the first `count` leaves of a node.
    fn add_below(&mut self, node: usize, leaves: usize, count: usize, component: usize) {
        if count >= leaves {
            self.added[node * self.components + component] += 1;
            self.raise(node, component, 1);
            return;
        }
        let half = leaves / 2;
        self.add_below(2 * node, half, count, component);
        if count > half {
            self.add_below(2 * node + 1, half, count - half, component);
        }
        let sets = 1 << self.components;
        for set in 0..sets {
            self.sums[node * sets + set] =
                self.sums[2 * node * sets + set].wrapping_add(self.sums[(2 * node + 1) * sets + set]);
        }
        for other in 0..self.components {
            let added = self.added[node * self.components + other];
            if added > 0 {
                self.raise(node, other, added);
            }
        }
    }

    /// The sums of a node after `by` was added to all of S_i.
    fn raise(&mut self, node: usize, component: usize, by: u64) {
        let (sets, own) = (1 << self.components, 1 << component);
        let sums = &mut self.sums[node * sets..(node + 1) * sets];
        for set in (0..sets).filter(|set| set & own == 0) {
            sums[set | own] = sums[set | own].wrapping_add(sums[set].wrapping_mul(by));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    #[test]
    fn rows_are_counted_as_they_come() {
        let seed = 20_261_129;
        let mut random = Random(seed);
        for trial in 0..60 {
            let (components, end) = (1 + trial % 4, 1 + random.below(9) as usize);
            let mut tree = AlternatingProducts::new(components, end);
            let mut rows = vec![Vec::new(); components];
            for _ in 0..12 {
                let (component, number) = (random.below(components as u64) as usize, random.below(end as u64) as u32);
                rows[component].push(number);
                tree.add(component, number);
                let joined = rows.iter().fold(vec![u32::MAX], |before, own| {
                    before.iter().flat_map(|&a| own.iter().map(move |&b| a.min(b))).collect()
                });
                let even = joined.iter().filter(|number| *number % 2 == 0).count() as u64;
                assert_eq!(tree.even(), even, "seed {seed}, trial {trial}: {rows:?}");
            }
        }
    }
}
