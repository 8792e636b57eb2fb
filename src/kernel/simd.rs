//! The one door to wider vectors: work that is compiled twice, once for every machine and
//! once for AVX2, and run in the form the machine has.

/// Work whose loops gain from wide vectors. `run` must be `#[inline(always)]`, and so must
/// be whatever hot code it calls, so that it is compiled into [`fast`]'s two forms.
pub(crate) trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// Runs the work with AVX2 where the machine has it; the results are the same.
#[inline]
pub(crate) fn fast<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn wide<W: Work>(work: W) -> W::Output {
            work.run()
        }
        #[allow(unsafe_code)]
        // SAFETY: exactly the features that `wide` is compiled for were just detected.
        return unsafe { wide(work) };
    }
    work.run()
}
