//! What all pages have in common: head, navigation, words in two languages.

use picture::escape;
use words::Language;

/// The picture of the button for the colours: half of it light, half dark.
const THEME: &str = "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\
                     <path d=\"M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0 -16z\"/>\
                     <path d=\"M12 4a8 8 0 1 1 0 16z\" fill=\"currentColor\"/></svg>";

/// A text in Japanese and English, both as HTML.
pub fn both(ja: &str, en: &str) -> String {
    format!("<span class=\"t\" lang=\"ja\">{ja}</span><span class=\"t\" lang=\"en\">{en}</span>")
}

/// A page of the report.
pub struct Page<'a> {
    /// Its file.
    pub file: &'a str,
    /// The title of the report, as text.
    pub title: &'a str,
    /// Its own heading, Japanese and English.
    pub heading: (&'a str, &'a str),
    /// What stands in it, as HTML.
    pub body: &'a str,
    /// Whether it shows problems.
    pub with_problems: bool,
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let title = escape(self.title);
        let (ja, en) = self.heading;
        let link = |file: &str, ja: &str, en: &str| {
            let current = match file == self.file {
                true => " aria-current=\"page\"",
                false => "",
            };
            format!("<a href=\"{file}\"{current}>{}</a>", both(ja, en))
        };
        let nav = [
            link("index.html", "概要", "Overview"),
            link("gallery.html", "作品一覧", "Gallery"),
        ]
        .join("\n");
        let signs = match self.with_problems {
            true => picture::page_signs(),
            false => String::new(),
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"ja\" data-page=\"{file}\"{first}>\n<head>\n\
             <meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{ja} {en} · {title}</title>\n\
             <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"style.css\">\n<script src=\"report.js\"></script>\n\
             </head>\n<body>\n<a class=\"skip\" href=\"#main\">{skip}</a>\n{signs}\
             <header>\n<p class=\"report\">{title}</p>\n<nav id=\"parts\" data-label-ja=\"ページ\" data-label-en=\"Pages\">\n\
             {nav}\n</nav>\n\
             <p class=\"switches\">\n<button type=\"button\" class=\"plain\" id=\"language\" hidden></button>\n\
             <button type=\"button\" class=\"plain\" id=\"theme\" hidden>{theme}</button>\n</p>\n</header>\n\
             <main id=\"main\" tabindex=\"-1\">\n<h1>{heading}</h1>\n{body}</main>\n\
             <footer><p>{made}</p></footer>\n</body>\n</html>\n",
            file = self.file,
            first = match words::language() {
                Language::English => "",
                Language::Japanese => " data-first=\"ja\"",
            },
            theme = THEME,
            skip = both("本文へ", "Skip to content"),
            heading = both(ja, en),
            body = self.body,
            made = both(
                concat!("gyakusan ", env!("CARGO_PKG_VERSION"), " 作成"),
                concat!("Made by gyakusan ", env!("CARGO_PKG_VERSION"))
            ),
        )
    }
}
