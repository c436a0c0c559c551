//! What the desktop says of its user, where it is not the environment that says so.

/// The language of the user and the place, such as `ja-JP`; `None` where programs ask the environment.
pub fn locale() -> Option<String> {
    #[cfg(windows)]
    return sys_locale::get_locale();
    #[cfg(not(windows))]
    None
}

/// Whether the program was opened by a double click: its console goes when it ends.
pub fn is_opened_by_click() -> bool {
    #[cfg(windows)]
    return started_by("explorer.exe");
    #[cfg(not(windows))]
    false
}

#[cfg(windows)]
fn started_by(name: &str) -> bool {
    use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
    let mut system = System::new();
    let mut look = |id: Pid| {
        let which = ProcessesToUpdate::Some(&[id]);
        system.refresh_processes_specifics(which, false, ProcessRefreshKind::nothing());
        let process = system.process(id)?;
        Some((process.name().to_owned(), process.parent()))
    };
    let parent = look(Pid::from_u32(std::process::id())).and_then(|(_, parent)| look(parent?));
    parent.is_some_and(|(found, _)| found.eq_ignore_ascii_case(name))
}
