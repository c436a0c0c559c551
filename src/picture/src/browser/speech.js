/* Words in the language of the page. */

function say(ja, en) { return language === "ja" ? ja : en; }

function number(value) {
  return Number.isInteger(value) ? value.toLocaleString("en") : String(Math.round(value * 100) / 100);
}

function counted(count, ja, one, several) {
  return say(number(count) + ja, number(count) + " " + (count === 1 ? one : several));
}

/* The words of what is there from the start. */
function setLabels() {
  for (const is of document.querySelectorAll("[data-label-ja]")) {
    is.setAttribute("aria-label", say(is.dataset.labelJa, is.dataset.labelEn));
  }
  for (const is of document.querySelectorAll("[data-ja]")) {
    is.textContent = say(is.dataset.ja, is.dataset.en);
  }
}
