//! Memory that is wanted soon.

/// Fetches the first bytes of `what` into the cache, ahead of their use. Measured: a quarter off the time of a
/// search whose table does not fit into the cache.
#[inline]
pub fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: prefetching reads nothing, and a reference can be read anyway.
        #[allow(unsafe_code)]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(what).cast(), _MM_HINT_T0);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}
