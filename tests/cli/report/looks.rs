//! Whether everybody can read and operate the pages.

use std::fs;

use super::page::{browse, browser, dump};
use super::tools::report;
use crate::families::knights;

/// Every text stands out from what is behind it (4.5 to 1), every control has a name and shows the
/// focus, in both colours.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn pages_can_be_read_and_operated() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let script = "
        function light(colour) {
            const parts = colour.match(/[0-9.]+/g).slice(0, 3).map(function (part) {
                const share = part / 255;
                return share <= .03928 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
            });
            return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
        }
        function ground(is) {
            for (; is; is = is.parentElement) {
                const colour = getComputedStyle(is).backgroundColor;
                if (colour !== 'rgba(0, 0, 0, 0)') { return colour; }
            }
        }
        let texts = 0;
        for (const is of every('body *')) {
            const own = Array.from(is.childNodes).some(function (node) {
                return node.nodeType === 3 && node.textContent.trim(); });
            if (!own || !is.getClientRects().length || is.closest('svg, script, pre, option')) { continue; }
            const a = light(getComputedStyle(is).color), b = light(ground(is));
            const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
            texts += 1;
            if (ratio < 4.5) { told('pale: ' + is.outerHTML.slice(0, 90) + ' ' + ratio); }
        }
        let controls = 0;
        for (const is of every('a, button, input, select')) {
            if (!is.getClientRects().length) { continue; }
            controls += 1;
            const label = is.labels && is.labels.length ? is.labels[0].textContent : '';
            const name = is.getAttribute('aria-label') || label || (is.tagName === 'INPUT' ? '' : is.textContent);
            if (!name.trim()) { told('no name: ' + is.outerHTML.slice(0, 90)); }
            is.focus();
            const look = getComputedStyle(is);
            if (document.activeElement !== is) { told('no focus: ' + is.outerHTML.slice(0, 90)); }
            else if (look.outlineStyle !== 'solid' || parseFloat(look.outlineWidth) < 2) {
                told('focus unseen: ' + is.outerHTML.slice(0, 90)); }
        }
        for (const is of every('svg')) {
            if (is.getAttribute('aria-hidden') !== 'true' && !is.getAttribute('aria-label')) {
                told('no label: ' + is.outerHTML.slice(0, 90)); }
        }
        told(texts > 8 && controls > 3);
        told(getComputedStyle(document.body).backgroundColor);";
    let mut grounds = Vec::new();
    for theme in ["light", "dark"] {
        for page in ["index.html", "gallery.html", "problem.html"] {
            for language in ["ja", "en"] {
                let address = format!("?theme={theme}&lang={language}");
                let told = browse(browser, &site, page, &address, script);
                assert_eq!(told.len(), 2, "{page}, {theme}, {language}: {told:?}");
                assert_eq!(told[0], "true", "{page}");
                grounds.push(told[1].clone());
            }
        }
    }
    assert!(grounds[..6].iter().all(|ground| *ground == grounds[0]));
    assert!(grounds[6..].iter().all(|ground| *ground == grounds[6]));
    assert_ne!(grounds[0], grounds[6]);
}

/// On a telephone nothing but tables and plots is wider than the screen.
#[test]
#[ignore = "needs Chromium: .ci/long"]
fn pages_fit_a_narrow_screen() {
    let browser = browser();
    let folder = tempfile::tempdir().unwrap();
    let path = knights(folder.path());
    let site = report(&path);
    let frames: String = ["index", "gallery", "problem"]
        .iter()
        .flat_map(|page| [(page, "ja"), (page, "en")])
        .map(|(page, language)| {
            format!("<iframe width=\"360\" height=\"740\" src=\"{page}.html?lang={language}\"></iframe>\n")
        })
        .collect();
    let html = format!(
        "<!DOCTYPE html><body>{frames}<pre id=\"result\" hidden></pre><script>
        window.addEventListener('load', function () {{ setTimeout(function () {{
            const result = document.getElementById('result');
            for (const frame of document.querySelectorAll('iframe')) {{
                const page = frame.contentDocument.documentElement;
                const shown = page.querySelectorAll('table, #cards li, .move').length > 0;
                result.textContent += shown + ' ' + page.scrollWidth + '\\n';
            }}
            result.textContent += 'end\\n';
        }}, 1000); }});</script></body>"
    );
    fs::write(site.join("narrow.html"), html).unwrap();
    let told = dump(browser, &format!("file://{}/narrow.html", site.display()));
    assert_eq!(told.len(), 6);
    for line in told {
        let (shown, width) = line.split_once(' ').unwrap();
        assert_eq!(shown, "true");
        assert!(width.parse::<u32>().unwrap() <= 360, "{width}");
    }
}
