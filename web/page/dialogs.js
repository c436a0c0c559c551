// Dialogs of the page.

import { armBack } from './back.js';
import { html, icon } from './dom.js';
import { words } from './words.js';

/** Opens a dialog; it is gone when it is closed. */
export function dialog(title, children, closed = () => {}) {
  const made = html('dialog', { 'aria-label': title },
    html('div', { class: 'row', style: 'margin:0;justify-content:space-between;flex-wrap:nowrap' }, html('h2', {}, title),
      html('button', { type: 'button', class: 'plain', 'aria-label': words('close'), onclick: () => made.close() }, icon('close'))),
    children.flat(2));
  made.addEventListener('close', () => {
    made.remove();
    closed(made.returnValue);
  });
  // A press beside it closes it; the press that opened it is over by then.
  let isPressed = false;
  made.addEventListener('pointerdown', (event) => { isPressed = event.target === made; });
  made.addEventListener('click', (event) => { if (isPressed && event.target === made) made.close(); });
  document.body.append(made);
  made.showModal();
  armBack();
  return made;
}

/** Asks for a text; null if it is not given. */
export function askText(title, value = '') {
  return new Promise((resolve) => {
    const text = html('textarea', { rows: 3, 'aria-label': title });
    text.value = value;
    const form = html('form', { method: 'dialog' }, text,
      html('div', { class: 'row' }, html('button', { value: 'ok', class: 'main' }, words('ok'))));
    dialog(title, [form], (returned) => resolve(returned === 'ok' ? text.value : null));
    text.focus();
  });
}

/** Asks for several short texts; null if they are not given. */
export function askFields(title, fields) {
  return new Promise((resolve) => {
    const inputs = fields.map(([name, label, value]) => [name, html('input', { value, name, autocomplete: 'off' }), label]);
    const form = html('form', { method: 'dialog' },
      inputs.map(([, input, label]) => html('label', { class: 'option' }, html('span', {}, label), input)),
      html('div', { class: 'row' }, html('button', { value: 'ok', class: 'main' }, words('ok'))));
    dialog(title, [form], (returned) => resolve(returned === 'ok' ? Object.fromEntries(inputs.map(([name, input]) => [name, input.value])) : null));
  });
}

