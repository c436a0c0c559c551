//! The memory of this process, as the system counts it.

use std::fs;

/// A field of a file of lines such as `VmHWM:  1234 kB`, in kilobytes.
fn field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Memory in use now, in bytes; `None` where the system does not tell.
pub fn in_use() -> Option<u64> {
    field("/proc/self/status", "VmRSS").map(|kb| kb * 1024)
}

/// The most memory ever in use, in kilobytes; 0 where the system does not tell.
pub fn peak_kb() -> u64 {
    field("/proc/self/status", "VmHWM").unwrap_or(0)
}

/// Memory that could still be had, in bytes; `None` where the system does not tell.
pub fn available() -> Option<u64> {
    field("/proc/meminfo", "MemAvailable").map(|kb| kb * 1024)
}
