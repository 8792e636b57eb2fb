//! The one door to wider vectors: work that is compiled once for every machine, once for AVX2
//! and once for AVX-512, and run in the widest form the machine has.

use std::sync::atomic::{AtomicU8, Ordering};

/// Work whose loops gain from wide vectors. `run` must be `#[inline(always)]`, and so must
/// be whatever hot code it calls, so that it is compiled into all forms of [`fast`].
pub trait Work {
    /// What comes out of it.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// What work is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// The vectors that every machine of the architecture has.
    Portable,
    /// AVX2, with BMI and the like.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL), with the same.
    Avx512,
}

impl Vectors {
    const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The widest that the machine has.
    pub fn of_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                let wider = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
                return if wider { Self::Avx512 } else { Self::Avx2 };
            }
        }
        Self::Portable
    }

    /// Lets all work of this process that begins from now on use no wider vectors than these, nor
    /// than the machine has. No value depends on that, which is what it is for: to test it.
    pub fn limit(self) {
        // Written here only, and never more than the machine has.
        IN_USE.store(self.min(Self::of_machine()) as u8, Ordering::Relaxed);
    }

    fn in_use() -> Self {
        match Self::ALL.get(usize::from(IN_USE.load(Ordering::Relaxed))) {
            Some(&vectors) => vectors,
            None => {
                Self::Avx512.limit();
                Self::of_machine()
            }
        }
    }
}

/// The place of the vectors in use among all, or none before somebody asks.
static IN_USE: AtomicU8 = AtomicU8::new(u8::MAX);

/// Runs the work with the widest vectors allowed; the results are the same.
#[inline]
pub fn fast<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn wide<W: Work>(work: W) -> W::Output {
            work.run()
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn wider<W: Work>(work: W) -> W::Output {
            work.run()
        }
        #[allow(unsafe_code)]
        // SAFETY: the vectors in use are among those of the machine (`Vectors::limit`), where
        // `Vectors::of_machine` asks for exactly the features that these are compiled for.
        match Vectors::in_use() {
            Vectors::Avx512 => return unsafe { wider(work) },
            Vectors::Avx2 => return unsafe { wide(work) },
            Vectors::Portable => {}
        }
    }
    work.run()
}
