//! The inner loops. Each is written once, as plain code over runs of memory that the compiler turns into vector
//! code, and compiled twice: for the machine every build must run on, and for AVX2 where that is found at run time.

pub(crate) mod blocks;
pub(crate) mod helpers;
pub(crate) mod rows;
pub(crate) mod scatter;
pub(crate) mod search;
pub(crate) mod words;

/// Calls a function compiled for AVX2 if this machine has it, else the same function compiled for any machine.
///
/// Invariant of the only `unsafe` here: the AVX2 body is entered only after the processor reported the feature. The body
/// itself is the safe function, inlined; the portable call is its twin, and both are compared in the tests.
macro_rules! dispatch {
    ($function:ident $(::<$($generic:ident),+>)? ($($name:ident : $type:ty),* $(,)?) $(-> $result:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        if $crate::heap::kernel::has_avx2() {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide($($name: $type),*) $(-> $result)? {
                $function($($name),*)
            }
            // SAFETY: `has_avx2` is true only if the processor has every feature named above.
            return unsafe { wide($($name),*) };
        }
        $function($($name),*)
    }};
}
pub(crate) use dispatch;

/// Whether the processor has AVX2 and the bit instructions that came with it.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}
