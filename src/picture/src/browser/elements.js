/* Elements of the page. */

const html = document.documentElement;

function byId(id) { return document.getElementById(id); }

function element(name, attributes = {}, ...content) {
  const is = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) { is.setAttribute(key, value); }
  is.append(...content);
  return is;
}

/* A button that keeps the focus where there is nothing more for it to do. */
function enable(button, can) { button.setAttribute("aria-disabled", String(!can)); }

/* The text of a field, on a press of a button; `told` is where it is said that it was copied. */
function copyOnClick(button, field, told) {
  button.addEventListener("click", () => {
    const done = () => { told.textContent = say("コピーしました", "Copied"); };
    /* Browsers may keep the clipboard from pages of the disk. */
    const byHand = () => { field.select(); document.execCommand("copy"); done(); };
    if (navigator.clipboard) { navigator.clipboard.writeText(field.value).then(done, byHand); }
    else { byHand(); }
  });
}
