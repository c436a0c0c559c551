/* What the address asks, and what the browser remembers for the pages. */

const asked = new URLSearchParams(location.search);

/* Some browsers refuse storage to pages from the disk. */
function remember(key, value) {
  try { localStorage.setItem("gyakusan-" + key, value); } catch (refused) { /* then not */ }
}
function remembered(key) {
  try { return localStorage.getItem("gyakusan-" + key); } catch (refused) { return null; }
}

/* The same until the window is closed, for the pages of this report. */
function keepFor(key, value) {
  try { sessionStorage.setItem(keyHere(key), JSON.stringify(value)); } catch (refused) { /* then not */ }
}
function keptFor(key) {
  try { return JSON.parse(sessionStorage.getItem(keyHere(key))); } catch (refused) { return null; }
}
function keyHere(key) { return "gyakusan-" + key + " " + location.pathname.replace(/[^/]*$/, ""); }
