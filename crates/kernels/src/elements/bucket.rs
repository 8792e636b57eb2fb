//! A bucket of the table: a few entries that threads read and write without locks, and a version.
//!
//! The version is odd while a thread writes. Readers read the version, the entries, and the version again, and try
//! again if it has changed. So no reader sees a key that is half written, or the facts of another key. Writers make the
//! version odd by an atomic exchange, which only one can do. All fields are atomic, so there is no unsafe code.
//!
//! The steps are written once, for the atomic numbers of the machine and for a model of them (`model.rs`, for tests)
//! that tries all orders in which steps may happen, and all stale numbers that a thread may read.

use std::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

/// An atomic number.
pub trait Atom<T>: Default {
    fn load(&self, order: Ordering) -> T;
    fn store(&self, value: T, order: Ordering);
    fn exchange(&self, old: T, new: T, order: Ordering) -> bool;
    /// Joins bits.
    fn join(&self, bits: T);
    /// Keeps bits.
    fn keep(&self, bits: T);
    /// Keeps the larger number.
    fn raise(&self, value: T);
}

/// Atomic numbers of three sizes.
pub trait Atoms {
    type Word: Atom<u64>;
    type Facts: Atom<u32>;
    type Effort: Atom<u8>;
    fn fence(order: Ordering);
    /// Lets others go on before a thread tries again.
    fn pause();
}

/// Those of the machine.
pub struct Machine;

impl Atoms for Machine {
    type Word = AtomicU64;
    type Facts = AtomicU32;
    type Effort = AtomicU8;

    #[inline]
    fn fence(order: Ordering) {
        std::sync::atomic::fence(order);
    }

    #[inline]
    fn pause() {
        std::hint::spin_loop();
    }
}

macro_rules! atom {
    ($atomic:ty, $number:ty) => {
        impl Atom<$number> for $atomic {
            #[inline]
            fn load(&self, order: Ordering) -> $number {
                self.load(order)
            }

            #[inline]
            fn store(&self, value: $number, order: Ordering) {
                self.store(value, order);
            }

            #[inline]
            fn exchange(&self, old: $number, new: $number, order: Ordering) -> bool {
                self.compare_exchange_weak(old, new, order, Relaxed).is_ok()
            }

            #[inline]
            fn join(&self, bits: $number) {
                self.fetch_or(bits, Relaxed);
            }

            #[inline]
            fn keep(&self, bits: $number) {
                self.fetch_and(bits, Relaxed);
            }

            #[inline]
            fn raise(&self, value: $number) {
                self.fetch_max(value, Relaxed);
            }
        }
    };
}

atom!(AtomicU64, u64);
atom!(AtomicU32, u32);
atom!(AtomicU8, u8);

/// Entries with the same hash: keys of W words, which are not all 0. A key of zeros is an empty place.
#[repr(align(64))]
pub struct Bucket<A: Atoms, const W: usize, const WAYS: usize> {
    version: A::Facts,
    efforts: [A::Effort; WAYS],
    facts: [A::Facts; WAYS],
    keys: [[A::Word; W]; WAYS],
}

impl<A: Atoms, const W: usize, const WAYS: usize> Default for Bucket<A, W, WAYS> {
    fn default() -> Self {
        Self {
            version: A::Facts::default(),
            efforts: std::array::from_fn(|_| A::Effort::default()),
            facts: std::array::from_fn(|_| A::Facts::default()),
            keys: std::array::from_fn(|_| std::array::from_fn(|_| A::Word::default())),
        }
    }
}

impl<A: Atoms, const W: usize, const WAYS: usize> Bucket<A, W, WAYS> {
    /// The facts of a key; 0 if there are none.
    #[inline]
    pub fn get(&self, key: &[u64; W]) -> u32 {
        loop {
            let version = self.version.load(Acquire);
            let place = self.place(key);
            let facts = place.map_or(0, |place| self.facts[place].load(Relaxed));
            A::fence(Acquire);
            if version & 1 == 0 && self.version.load(Relaxed) == version {
                return facts;
            }
            A::pause();
        }
    }

    /// Adds facts of a key, perhaps in the place of the entry that took the least effort. Returns whether the place was
    /// empty.
    pub fn add(&self, key: &[u64; W], facts: u32, effort: u8) -> bool {
        let version = self.lock();
        let mut was_empty = false;
        match self.place(key) {
            Some(place) => {
                self.facts[place].join(facts);
                self.efforts[place].raise(effort);
            }
            None => {
                let least = (0..WAYS).min_by_key(|&place| self.worth(place)).unwrap_or(0);
                was_empty = self.worth(least) == 0;
                self.keys[least].iter().zip(key).for_each(|(word, new)| word.store(*new, Relaxed));
                self.facts[least].store(facts, Relaxed);
                self.efforts[least].store(effort, Relaxed);
            }
        }
        self.unlock(version);
        was_empty
    }

    /// Keeps only some bits of the facts of a key.
    pub fn keep(&self, key: &[u64; W], bits: u32) {
        let version = self.lock();
        if let Some(place) = self.place(key) {
            self.facts[place].keep(bits);
        }
        self.unlock(version);
    }

    /// All entries, with their facts and efforts. Nothing may be written meanwhile.
    pub fn all(&self) -> impl Iterator<Item = ([u64; W], u32, u8)> {
        (0..WAYS).filter(|&place| self.worth(place) > 0).map(|place| {
            let key = std::array::from_fn(|word| self.keys[place][word].load(Relaxed));
            (key, self.facts[place].load(Relaxed), self.efforts[place].load(Relaxed))
        })
    }

    #[inline]
    fn place(&self, key: &[u64; W]) -> Option<usize> {
        self.keys.iter().position(|own| own.iter().zip(key).all(|(own, word)| own.load(Relaxed) == *word))
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
            if version & 1 == 0 && self.version.exchange(version, version.wrapping_add(1), Acquire) {
                // What follows is not seen before the odd version.
                A::fence(Release);
                return version;
            }
            A::pause();
        }
    }

    fn unlock(&self, version: u32) {
        self.version.store(version.wrapping_add(2), Release);
    }
}
