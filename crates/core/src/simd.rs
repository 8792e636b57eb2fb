//! Wide vector instructions, for the whole program: work is compiled once for every machine, once for AVX2
//! and once for AVX-512, and runs with the widest vectors that the machine has.

use std::sync::atomic::{AtomicU8, Ordering};

/// Work whose loops gain from wide vectors. `run` must be `#[inline(always)]`, and so must the hot
/// code that it calls, so that all of it is compiled for each kind of vectors in [`fast`].
pub trait Work {
    /// The result.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// The vectors that work is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// The vectors that every machine of the architecture has.
    Portable,
    /// AVX2, with BMI and the like.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL), with BMI and the like.
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

    /// Limits all work of this process that begins from now on to these vectors or smaller ones. Tests use
    /// it to show that no value depends on the vectors.
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

/// The number of the vectors in use, or none before they are first asked for.
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

/// Asks the machine to bring a value near that will be read soon; where it cannot be asked, nothing happens.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(unsafe_code)]
        // SAFETY: a hint, which reads nothing and never faults; every x86-64 has it.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
