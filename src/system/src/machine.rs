use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The name of the processor and the load, the mean number of threads at work in the last minute; each `None`
/// where the system does not tell.
pub fn machine() -> (Option<String>, Option<f64>) {
    let cpus = CpuRefreshKind::nothing();
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(cpus));
    let model = system
        .cpus()
        .first()
        .map(|cpu| cpu.brand().trim().to_owned());
    // Windows counts no load.
    let load = cfg!(unix).then(|| System::load_average().one);
    (model.filter(|model| !model.is_empty()), load)
}
