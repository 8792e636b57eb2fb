//! A table of facts with a fixed number of places, which forgets what took the least effort.
//!
//! A key belongs into a bucket of four entries, and stays there or is forgotten. How threads read and write a bucket is
//! in `bucket.rs`. Forgetting is harmless: a fact that is missing is found again.
//!
//! Memory: with keys of 64 bits, 16 bytes an entry.

use super::bucket::{self, Machine};
use super::facts::Facts;
use grundy_core::system::Bits;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const WAYS: usize = 4;

type Bucket<const W: usize> = bucket::Bucket<Machine, W, WAYS>;

/// The table.
pub struct Table<const W: usize> {
    buckets: Vec<Bucket<W>>,
    filled: AtomicU64,
}

impl<const W: usize> Table<W> {
    /// The bytes of a table with 2^bits buckets.
    pub fn bytes(bits: u32) -> u128 {
        (size_of::<Bucket<W>>() as u128) << bits
    }

    /// An empty table with 2^bits buckets.
    pub fn new(bits: u32) -> Self {
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bits, Bucket::default);
        Self { buckets, filled: AtomicU64::new(0) }
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.filled.load(Relaxed)
    }

    /// Whether entries are being forgotten, or soon will be.
    pub fn is_crowded(&self) -> bool {
        self.entries() > (self.buckets.len() * WAYS) as u64 / 2
    }

    #[inline]
    fn bucket(&self, key: &Bits<W>) -> &Bucket<W> {
        let mixed = key.0.iter().fold(0u64, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            mixed ^ mixed >> 32
        });
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        &self.buckets[(mixed >> 20) as usize & (self.buckets.len() - 1)]
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: &Bits<W>) -> Facts {
        Facts(self.bucket(key).get(&key.0))
    }

    /// Adds facts about a key, which is not zero.
    pub fn add(&self, key: &Bits<W>, facts: Facts, effort: u8) {
        if self.bucket(key).add(&key.0, facts.0, effort) {
            self.filled.fetch_add(1, Relaxed);
        }
    }

    /// Takes the mark of a thread away.
    pub fn clear_busy(&self, key: &Bits<W>) {
        self.bucket(key).keep(&key.0, !Facts::BUSY.0);
    }

    /// All entries. Nothing may be written meanwhile.
    pub fn all(&self) -> impl Iterator<Item = (Bits<W>, Facts, u8)> {
        let entries = self.buckets.iter().flat_map(Bucket::all);
        entries.map(|(key, facts, effort)| (Bits(key), Facts(facts).alone(), effort))
    }

    /// The same entries in a table with 2^bits buckets.
    pub fn grown(&self, bits: u32) -> Self {
        let table = Self::new(bits);
        self.all().for_each(|(key, facts, effort)| table.add(&key, facts, effort));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use std::collections::HashMap;

    #[test]
    fn a_small_table_forgets_and_never_lies() {
        let (table, mut random, mut told) = (Table::<2>::new(3), Random(7), HashMap::new());
        for _ in 0..5000 {
            let key = Bits([random.below(40), 1 + random.below(3)]);
            let facts = Facts::not(random.below(31) as u32);
            table.add(&key, facts, random.below(20) as u8);
            let all = told.entry(key).or_insert(Facts::NONE);
            *all = Facts(all.0 | facts.0);
            let other = Bits([random.below(40), 1 + random.below(3)]);
            let (known, truth) = (table.get(&other), told.get(&other).copied().unwrap_or_default());
            assert_eq!(known.0 & !truth.0, 0);
        }
        assert_eq!(table.entries(), 32);
        let grown = table.grown(8);
        assert!(table.all().all(|(key, facts, _)| grown.get(&key) == facts));
    }

    /// Threads write facts that follow from the key, and read them: whatever they see must follow from the key.
    #[test]
    fn readers_see_no_facts_of_other_keys() {
        let table = Table::<2>::new(1);
        let truth = |key: u64| Facts::exactly((key % 31) as u32);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = Random(thread);
                    for _ in 0..60_000 {
                        let key = 1 + random.below(64);
                        let bits = Bits([key, key.wrapping_mul(0x9e37_79b9_7f4a_7c15)]);
                        let seen = table.get(&bits);
                        assert!(seen == Facts::NONE || seen == truth(key), "{key}: {seen:?}");
                        table.add(&bits, truth(key), (key % 9) as u8);
                    }
                });
            }
        });
    }
}
