//! A table of facts with a fixed number of places, which forgets what took the least effort.
//!
//! A bucket has four entries and a version, which is odd while it is written. Readers take no lock: they read the
//! version, the entries, and the version again, and try again if it has changed. So no reader sees a key that is half
//! written, or the facts of another key. Writers make the version odd by an atomic exchange, which only one can do.
//! All fields are atomic, so there is no unsafe code. Forgetting is harmless: a fact that is missing is found again.
//!
//! Memory: with keys of 64 bits, 16 bytes an entry.

use super::facts::Facts;
use grundy_core::system::Bits;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, fence};

const WAYS: usize = 4;

/// Entries with the same hash. A key of zeros is an empty place.
#[repr(align(64))]
struct Bucket<const W: usize> {
    version: AtomicU32,
    efforts: [AtomicU8; WAYS],
    facts: [AtomicU32; WAYS],
    keys: [[AtomicU64; W]; WAYS],
}

impl<const W: usize> Default for Bucket<W> {
    fn default() -> Self {
        Self {
            version: AtomicU32::new(0),
            efforts: Default::default(),
            facts: Default::default(),
            keys: std::array::from_fn(|_| std::array::from_fn(|_| AtomicU64::new(0))),
        }
    }
}

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
        let bucket = self.bucket(key);
        loop {
            let version = bucket.version.load(Acquire);
            let place = bucket.place(key);
            let facts = place.map_or(0, |place| bucket.facts[place].load(Relaxed));
            fence(Acquire);
            if version & 1 == 0 && bucket.version.load(Relaxed) == version {
                return Facts(facts);
            }
            std::hint::spin_loop();
        }
    }

    /// Adds facts about a key, which is not zero.
    pub fn add(&self, key: &Bits<W>, facts: Facts, effort: u8) {
        let bucket = self.bucket(key);
        let version = bucket.lock();
        match bucket.place(key) {
            Some(place) => {
                bucket.facts[place].fetch_or(facts.0, Relaxed);
                bucket.efforts[place].fetch_max(effort, Relaxed);
            }
            None => {
                let least = (0..WAYS).min_by_key(|&place| bucket.worth(place)).unwrap_or(0);
                if bucket.worth(least) == 0 {
                    self.filled.fetch_add(1, Relaxed);
                }
                bucket.keys[least].iter().zip(key.0).for_each(|(word, new)| word.store(new, Relaxed));
                bucket.facts[least].store(facts.0, Relaxed);
                bucket.efforts[least].store(effort, Relaxed);
            }
        }
        bucket.version.store(version.wrapping_add(2), Release);
    }

    /// Takes the mark of a thread away.
    pub fn clear_busy(&self, key: &Bits<W>) {
        let bucket = self.bucket(key);
        let version = bucket.lock();
        if let Some(place) = bucket.place(key) {
            bucket.facts[place].fetch_and(!Facts::BUSY.0, Relaxed);
        }
        bucket.version.store(version.wrapping_add(2), Release);
    }

    /// All entries. Nothing may be written meanwhile.
    pub fn all(&self) -> impl Iterator<Item = (Bits<W>, Facts, u8)> {
        self.buckets.iter().flat_map(|bucket| {
            (0..WAYS).filter(|&place| bucket.worth(place) > 0).map(|place| {
                let key = Bits(std::array::from_fn(|word| bucket.keys[place][word].load(Relaxed)));
                (key, Facts(bucket.facts[place].load(Relaxed)).alone(), bucket.efforts[place].load(Relaxed))
            })
        })
    }

    /// The same entries in a table with 2^bits buckets.
    pub fn grown(&self, bits: u32) -> Self {
        let table = Self::new(bits);
        self.all().for_each(|(key, facts, effort)| table.add(&key, facts, effort));
        table
    }
}

impl<const W: usize> Bucket<W> {
    #[inline]
    fn place(&self, key: &Bits<W>) -> Option<usize> {
        self.keys.iter().position(|own| own.iter().zip(key.0).all(|(own, word)| own.load(Relaxed) == word))
    }

    /// How much is lost if an entry is forgotten; 0 for an empty place.
    fn worth(&self, place: usize) -> u32 {
        let empty = self.keys[place].iter().all(|word| word.load(Relaxed) == 0);
        if empty { 0 } else { 1 + u32::from(self.efforts[place].load(Relaxed)) }
    }

    /// Makes the version odd, and gives the even one before.
    fn lock(&self) -> u32 {
        loop {
            let version = self.version.load(Relaxed);
            let odd = version.wrapping_add(1);
            if version & 1 == 0 && self.version.compare_exchange_weak(version, odd, Acquire, Relaxed).is_ok() {
                // What follows is not seen before the odd version.
                fence(Release);
                return version;
            }
            std::hint::spin_loop();
        }
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
