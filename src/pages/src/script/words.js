/* Two languages, and the colours. Whatever shows words draws itself again in `redraw`. */

const redraw = [];
const THEMES = ["auto", "light", "dark"];
const WORDS = { black: "先手", white: "後手", mate: "詰", no_mate: "不詰", unknown: "未確定" };

const browser = (navigator.language || "ja").startsWith("ja") ? "ja" : "en";
/* A report made by a run in Japanese begins in Japanese. */
let language = asked.get("lang") || remembered("language") || html.dataset.first || browser;
if (language !== "en") { language = "ja"; }
let theme = asked.get("theme") || remembered("theme");
if (!THEMES.includes(theme)) { theme = "auto"; }
html.dataset.language = html.lang = language;
html.dataset.theme = theme;

/* A square of the database, 2b, as the page's language names it: ２二 in Japanese. */
function squareName(square) {
  return say("１２３４５６７８９"[square[0] - 1] + "一二三四五六七八九"["abcdefghi".indexOf(square[1])], square);
}

/* The square, as the database has it, that somebody types: 2b, 22, ２二; `null` for what is none. */
function squareOf(text) {
  const signs = Array.from(text.trim().normalize("NFKC"));
  const digit = sign => "123456789".indexOf(sign) + 1 || "一二三四五六七八九".indexOf(sign) + 1;
  const file = digit(signs[0]), rank = "abcdefghi".indexOf(signs[1]) + 1 || digit(signs[1]);
  return signs.length === 2 && file && rank ? file + "abcdefghi"[rank - 1] : null;
}

/* Whether the words of a column are squares. */
function holdsSquares(column) { return column.name === "king" || column.name === "final_king"; }

function setWords() {
  html.dataset.language = html.lang = language;
  setLabels();
  const other = byId("language");
  other.textContent = say("English", "日本語");
  other.lang = say("en", "ja");
  const names = { auto: say("自動", "auto"), light: say("明", "light"), dark: say("暗", "dark") };
  const colours = say("配色: ", "Theme: ") + names[theme];
  byId("theme").setAttribute("aria-label", colours);
  byId("theme").title = colours;
  redraw.forEach(draw => draw());
  setTitle();
}

function setTitle() {
  const heading = document.querySelector("h1 .t[lang=" + language + "]");
  document.title = heading.textContent + " · " + document.querySelector(".report").textContent;
}

function setUpWords() {
  for (const id of ["language", "theme"]) { byId(id).hidden = false; }
  byId("language").addEventListener("click", () => {
    language = say("en", "ja");
    remember("language", language);
    setWords();
  });
  byId("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    html.dataset.theme = theme;
    remember("theme", theme);
    setWords();
  });
  setWords();
}
