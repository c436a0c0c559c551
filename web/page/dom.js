// Making elements.

import { ICONS } from './icons.js';
import { words } from './words.js';

const NS = 'http://www.w3.org/2000/svg';

export const $ = (id) => document.getElementById(id);

/** An HTML element with its children; what is null is left out. */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false && value !== null) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** An SVG element in its parent. */
export function svg(name, attributes, parent) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

/** A picture for a button; it says nothing, the words beside it do. */
export function icon(name) {
  const drawn = svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  svg('path', { d: ICONS[name] }, drawn);
  return drawn;
}

/** A button with a picture and a word; the page writes the word anew when the language changes. */
export function button(word, name, onclick, attributes = {}) {
  return html('button', { type: 'button', onclick, ...attributes }, name && icon(name), html('span', { 'data-word': word }, words(word)));
}

/** Puts pictures and words into the buttons that the page itself has. */
export function dress(root = document) {
  for (const element of root.querySelectorAll('[data-icon]')) {
    if (!element.querySelector('.icon')) element.prepend(icon(element.dataset.icon));
  }
  for (const element of root.querySelectorAll('[data-word]')) element.textContent = words(element.dataset.word);
  for (const element of root.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', words(element.dataset.label));
    element.title = words(element.dataset.label);
  }
}
