//! A page in a browser, and what a script of the test finds there.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The browser that the pages are tried in.
pub fn browser() -> &'static str {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    found.expect("Chromium is installed: the pages are tried in it")
}

/// What scripts of the tests are made of. Nothing but `told` is handed back.
const HELP: &str = "
    function told(text) { document.getElementById('result').textContent += text + '\\n'; }
    function one(what) { return document.querySelector(what); }
    function every(what) { return Array.from(document.querySelectorAll(what)); }
    function sleep(time) { return new Promise(function (done) { setTimeout(done, time); }); }
    function key(name) {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    }
    async function set(what, value) {
        const is = one(what);
        if (is.type === 'checkbox') { is.checked = value; } else { is.value = value; }
        for (const name of ['input', 'change']) { is.dispatchEvent(new Event(name, { bubbles: true })); }
        await sleep(100);
    }
    async function click(what) { one(what).click(); await sleep(100); }
    window.addEventListener('error', function (event) { told('error: ' + event.message); });
    window.addEventListener('unhandledrejection', function (event) { told('error: ' + event.reason); });";

/// What a script of the test tells of a page of a report, line by line. An error that the page says on
/// its console fails the test.
pub fn browse(browser: &str, site: &Path, page: &str, address: &str, script: &str) -> Vec<String> {
    let html = fs::read_to_string(site.join(page)).unwrap();
    let script = format!(
        "<pre id=\"result\" hidden></pre><script>{HELP}\n\
         window.addEventListener('load', async function () {{ await sleep(300);\n{script}\ntold('end'); }});\n\
         </script>\n</body>"
    );
    let name = "test.html";
    fs::write(site.join(name), html.replace("</body>", &script)).unwrap();
    let told = dump(
        browser,
        &format!("file://{}/{name}{address}", site.display()),
    );
    fs::remove_file(site.join(name)).unwrap();
    told
}

/// The same for a page that the test has written itself.
pub fn dump(browser: &str, address: &str) -> Vec<String> {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu"])
        .args(["--enable-logging=stderr", "--window-size=1280,900"])
        // A page may look into a frame of the same folder.
        .arg("--allow-file-access-from-files")
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--virtual-time-budget=30000", "--dump-dom", address])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let console: Vec<&str> = errors
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert!(console.is_empty(), "{console:?}");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = dom
        .split_once("<pre id=\"result\" hidden=\"\">")
        .unwrap_or_else(|| panic!("{dom}"));
    let (told, _) = rest.split_once("</pre>").unwrap();
    let mut told: Vec<String> = told.lines().map(str::to_owned).collect();
    assert_eq!(told.pop().as_deref(), Some("end"), "{told:?}");
    told
}
