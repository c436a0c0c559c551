//! The memory of this process and of the machine, as the system counts it.

#[cfg(not(unix))]
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// What was asked last, which is asked again many times a second.
fn system() -> MutexGuard<'static, System> {
    static SYSTEM: OnceLock<Mutex<System>> = OnceLock::new();
    SYSTEM
        .get_or_init(|| Mutex::new(System::new()))
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Memory in use now, in bytes; `None` where the system does not tell.
pub fn in_use() -> Option<u64> {
    let own = Pid::from_u32(std::process::id());
    let mut system = system();
    let which = ProcessRefreshKind::nothing().with_memory().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, which);
    let bytes = system.process(own).map(|process| process.memory())?;
    #[cfg(not(unix))]
    MOST_SEEN.fetch_max(bytes, Ordering::Relaxed);
    Some(bytes)
}

/// The most memory that was in use when somebody asked: a run with a limit asks many times a second.
#[cfg(not(unix))]
static MOST_SEEN: AtomicU64 = AtomicU64::new(0);

/// Memory that could still be had, in bytes: of the machine, or of what limits the process (a container);
/// `None` where the system does not tell.
pub fn available() -> Option<u64> {
    let mut system = system();
    system.refresh_memory();
    let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0)?;
    Some(machine.min(limit_of_group(&system).unwrap_or(machine)))
}

/// What a group of processes that has a limit may still take.
#[cfg(target_os = "linux")]
fn limit_of_group(system: &System) -> Option<u64> {
    let limits = system.cgroup_limits()?;
    // Its free memory is without that of the files read, which the system gives back.
    (limits.total_memory < system.total_memory())
        .then(|| limits.total_memory.saturating_sub(limits.rss))
}

#[cfg(not(target_os = "linux"))]
fn limit_of_group(_system: &System) -> Option<u64> {
    None
}

/// The most memory ever in use, in kilobytes; 0 where the system does not tell.
#[cfg(target_os = "linux")]
pub fn peak_kb() -> u64 {
    // Not getrusage: it begins with what the process had that started this one.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB"));
    peak.and_then(|kb| kb.trim().parse().ok()).unwrap_or(0)
}

/// The most memory ever in use, in kilobytes; 0 where the system does not tell.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn peak_kb() -> u64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let peak = getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss());
    let units_of_kb = if cfg!(target_vendor = "apple") {
        1024
    } else {
        1
    };
    u64::try_from(peak).unwrap_or(0) / units_of_kb
}

/// The most memory in use that was seen, in kilobytes: this system does not tell what was between; 0 where it tells
/// nothing.
#[cfg(not(unix))]
pub fn peak_kb() -> u64 {
    in_use();
    MOST_SEEN.load(Ordering::Relaxed) / 1024
}

/// An amount of memory in MiB, or in a larger unit where that leaves two digits; less than a MiB in bytes.
pub fn amount(bytes: u64) -> String {
    if bytes < 1 << 20 {
        return format!("{bytes} bytes");
    }
    let units = [("TiB", 40), ("GiB", 30), ("MiB", 20)];
    let mut units = units.into_iter();
    let unit = units.find(|&(_, shift)| bytes >> shift >= 10);
    let (unit, shift) = unit.unwrap_or(("MiB", 20));
    format!("{} {unit}", bytes >> shift)
}

#[cfg(test)]
mod tests {
    use super::{amount, available, in_use, peak_kb};

    #[test]
    fn amounts_have_two_digits_or_more() {
        for (bytes, words) in [
            (5, "5 bytes"),
            (1 << 20, "1 MiB"),
            (200 << 20, "200 MiB"),
            (10 << 30, "10 GiB"),
            ((10 << 30) - 1, "10239 MiB"),
            (300 << 40, "300 TiB"),
        ] {
            assert_eq!(amount(bytes), words);
        }
    }

    #[test]
    fn memory_that_is_taken_is_counted() {
        let bytes = 256 << 20;
        let before = in_use().expect("tests run where the system tells");
        let taken = vec![1_u8; bytes];
        let during = in_use().expect("as before");
        assert!(during >= before + bytes as u64 / 2, "{before} {during}");
        assert!(peak_kb() * 1024 >= before + bytes as u64 / 2);
        assert!(available().is_some_and(|free| free > 0));
        assert_eq!(
            taken.iter().map(|&byte| usize::from(byte)).sum::<usize>(),
            bytes
        );
    }
}
