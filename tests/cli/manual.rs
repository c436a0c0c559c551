//! What explains the commands: help, manual pages, completions.

use std::fs;

use assert_cmd::Command;

fn gyakusan(args: &[&str]) -> String {
    let mut command = Command::cargo_bin("gyakusan").unwrap();
    let assert = command.args(args).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The names of all commands, as the help has them.
fn commands() -> Vec<String> {
    let help = gyakusan(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 20, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn every_command_has_an_example() {
    for name in commands() {
        let help = gyakusan(&[&name, "--help"]);
        let example = help.split("Example").nth(1).unwrap_or_default();
        assert!(
            example.contains(&format!("gyakusan {name}")),
            "{name} --help has no example"
        );
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    gyakusan(&["man", "--out", pages.to_str().unwrap()]);
    let names = commands();
    for name in &names {
        let page = fs::read_to_string(pages.join(format!("gyakusan-{name}.1"))).unwrap();
        assert!(page.contains(".TH gyakusan-"), "{name}");
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
        assert!(page.contains("Example"), "{name}");
        assert_eq!(page, gyakusan(&["man", name]));
    }
    let whole = fs::read_to_string(pages.join("gyakusan.1")).unwrap();
    assert_eq!(whole, gyakusan(&["man"]));
    for name in &names {
        assert!(whole.contains(&format!("gyakusan\\-{name}")), "{name}");
    }
    assert_eq!(fs::read_dir(&pages).unwrap().count(), names.len() + 1);
    let mut wrong = Command::cargo_bin("gyakusan").unwrap();
    wrong
        .args(["man", "nothing"])
        .assert()
        .code(2)
        .stderr("gyakusan: unknown command \"nothing\"; `gyakusan --help` lists them\n");
}

#[test]
fn completions_know_every_command() {
    let names = commands();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = gyakusan(&["completions", shell]);
        for name in &names {
            assert!(script.contains(name.as_str()), "{shell}: {name}");
        }
        for option in ["db", "policy", "jobs"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
    let mut other = Command::cargo_bin("gyakusan").unwrap();
    other.args(["completions", "tcl"]).assert().code(2);
}

/// The shell itself reads the script and completes a command by it.
#[test]
fn bash_completes_a_command() {
    let script = gyakusan(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gyakusan.bash");
    fs::write(&path, script).unwrap();
    let ask = format!(
        "source {}; COMP_WORDS=(gyakusan imp); COMP_CWORD=1; _gyakusan gyakusan imp gyakusan; \
         echo \"${{COMPREPLY[@]}}\"",
        path.display()
    );
    let Ok(answer) = std::process::Command::new("bash")
        .args(["-c", &ask])
        .output()
    else {
        // No bash on this machine.
        return;
    };
    let answer = String::from_utf8(answer.stdout).unwrap();
    assert_eq!(answer.trim(), "import");
}

/// Whoever has seen enough hears no complaint.
#[cfg(unix)]
#[test]
fn broken_pipes_are_silent() {
    for args in [
        &["--help"][..],
        &["import", "--help"],
        &["man"],
        &["completions", "zsh"],
        &["columns"],
        &["catalogs"],
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_gyakusan"))
            .args(args)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}
