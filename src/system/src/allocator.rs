//! What happens where the system gives no more memory: a sentence and an exit code, not an abort.

use std::alloc::{GlobalAlloc, Layout};
use std::io::Write;
use std::process::exit;
use std::sync::OnceLock;

static SENTENCE: OnceLock<String> = OnceLock::new();

/// What is told if memory runs out, a line without its end. Only the first call counts.
pub fn set_sentence(sentence: String) {
    let _ = SENTENCE.set(sentence);
}

/// An allocator that ends the program with exit code 2 where another one has no memory to give.
///
/// Rust would abort, which looks like a crash, and tells it by a hook that only its nightly compiler has. Nothing is
/// tidied up, just as after a kill: what is written is as safe as it is then.
#[derive(Debug)]
pub struct OrEnd<A>(pub A);

#[cold]
fn end() -> ! {
    let sentence = SENTENCE
        .get()
        .map_or("gyakusan: out of memory", String::as_str);
    // Standard error has no buffer, so this takes no memory.
    let mut screen = std::io::stderr().lock();
    let _ = screen.write_all(sentence.as_bytes());
    let _ = screen.write_all(b"\n");
    exit(2)
}

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        end();
    }
    memory
}

// SAFETY: each call is handed on as it is, and what comes back is given back unchanged; `end` neither unwinds nor comes
// back.
#[allow(unsafe_code)]
unsafe impl<A: GlobalAlloc> GlobalAlloc for OrEnd<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what the caller promises is what the other asks for.
        given(unsafe { self.0.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { self.0.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { self.0.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { self.0.dealloc(memory, layout) }
    }
}
