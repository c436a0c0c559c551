//! The `gyakusan` command.

#[cfg(target_env = "musl")]
use mimalloc::MiMalloc as Allocator;
#[cfg(not(target_env = "musl"))]
use std::alloc::System as Allocator;
use std::process::ExitCode;

use system::allocator::OrEnd;

#[global_allocator]
static ALLOCATOR: OrEnd<Allocator> = OrEnd(Allocator);

fn main() -> ExitCode {
    cli::main()
}
