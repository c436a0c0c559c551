/* Elements of the page, and what the browser remembers for it. */

const html = document.documentElement;
const asked = new URLSearchParams(location.search);

function byId(id) { return document.getElementById(id); }

function element(name, attributes = {}, ...content) {
  const is = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) { is.setAttribute(key, value); }
  is.append(...content);
  return is;
}

/* A button that keeps the focus where there is nothing more for it to do. */
function enable(button, can) { button.setAttribute("aria-disabled", String(!can)); }

/* Some browsers refuse storage to pages from the disk. */
function remember(key, value) {
  try { localStorage.setItem("gyakusan-" + key, value); } catch (refused) { /* then not */ }
}
/* The same until the window is closed, for the pages of this report. */
function keepFor(key, value) {
  try { sessionStorage.setItem(keyHere(key), JSON.stringify(value)); } catch (refused) { /* then not */ }
}
function keptFor(key) {
  try { return JSON.parse(sessionStorage.getItem(keyHere(key))); } catch (refused) { return null; }
}
function keyHere(key) { return "gyakusan-" + key + " " + location.pathname.replace(/[^/]*$/, ""); }

function remembered(key) {
  try { return localStorage.getItem("gyakusan-" + key); } catch (refused) { return null; }
}
