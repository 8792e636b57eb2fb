//! Wide vector instructions. Work is compiled three times (for any machine, for AVX2 and for AVX-512), and
//! runs with the widest vectors that the machine has.

use std::sync::atomic::{AtomicU8, Ordering};

/// Work whose loops gain from wide vectors. `run` and the hot code that it calls must be `#[inline(always)]`,
/// so that [`fast`] can compile all of it for each kind of vectors.
pub trait Work {
    /// The result.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// The kinds of vectors that work is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// Those that every machine of the architecture has.
    Portable,
    /// AVX2, with BMI and the like.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL), with BMI and the like.
    Avx512,
}

impl Vectors {
    const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The widest vectors of this machine.
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

    /// Limits all work of this process that starts from now on to these vectors or narrower ones. Tests use
    /// it to show that no value depends on the vectors.
    pub fn limit(self) {
        // The only place that writes IN_USE, so it never exceeds what the machine has.
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

/// The vectors in use, as an index into `Vectors::ALL`; `u8::MAX` before the first use.
static IN_USE: AtomicU8 = AtomicU8::new(u8::MAX);

/// Runs the work with the widest vectors allowed. The result does not depend on the vectors.
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
        // SAFETY: the vectors in use never exceed those of the machine (`Vectors::limit`), and
        // `Vectors::of_machine` tests for exactly the features that these functions are compiled for.
        match Vectors::in_use() {
            Vectors::Avx512 => return unsafe { wider(work) },
            Vectors::Avx2 => return unsafe { wide(work) },
            Vectors::Portable => {}
        }
    }
    work.run()
}

/// Hints to the processor that a value will be read soon. It does nothing on other architectures than x86-64.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(unsafe_code)]
        // SAFETY: the instruction is a hint that reads nothing and never faults; every x86-64 processor has it.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
