// What can be chosen.

import { button, html } from './dom.js';
import { CHOICES, choose, setting } from './settings.js';
import { keep, kept } from './store.js';
import { words } from './words.js';

const GROUPS = {
  groupLook: ['language', 'theme', 'look', 'coordinates', 'moves'],
  groupFeel: ['motion', 'sound'],
  groupLimits: ['nodes', 'seconds', 'memory', 'thorough'],
};
/** These have numbers for names. */
const NUMBERS = { nodes: { '': '∞', 100000: '100k', 1000000: '1M', 10000000: '10M', 100000000: '100M' }, seconds: { '': '∞' }, memory: {} };

function optionRow(name, parent, app) {
  const label = words(`option_${name}`);
  if (name in NUMBERS) {
    const order = [...CHOICES[name]].sort((one, other) => (Number(one) || Infinity) - (Number(other) || Infinity));
    const select = html('select', { id: name }, order.map((value) => html('option', { value, selected: setting(name) === value }, NUMBERS[name][value] ?? value)));
    select.addEventListener('change', () => choose(name, select.value));
    return html('label', { class: 'option' }, html('span', {}, label), select);
  }
  const id = `label-${name}`;
  return html('div', { class: 'option' }, html('span', { id }, label),
    html('div', { class: 'segments', role: 'group', 'aria-labelledby': id, id: `option-${name}` }, CHOICES[name].map((value) => html('button', {
      type: 'button', 'data-value': value, 'aria-pressed': String(setting(name) === value), onclick: () => {
        choose(name, value);
        showView(app, parent);
        parent.querySelector(`#option-${name} [data-value="${value}"]`).focus();
      },
    }, words(`${name}_${value}`)))));
}

function threads() {
  const cores = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 8) : 1;
  const select = html('select', { id: 'threads' }, Array.from({ length: cores }, (_, less) => html('option', { selected: kept('threads', cores) === cores - less }, String(cores - less))));
  return { cores, row: html('label', { class: 'option', hidden: cores === 1 }, html('span', {}, words('option_threads')), select), select };
}

/** Shows it. */
export function showView(app, parent) {
  const { row, select } = threads();
  select.addEventListener('change', () => {
    keep('threads', Number(select.value));
    app.engine?.cancel();
    app.engine = null;
  });
  parent.replaceChildren(
    ...Object.entries(GROUPS).map(([group, names]) => html('fieldset', {}, html('legend', {}, words(group)), names.map((name) => optionRow(name, parent, app)), group === 'groupLimits' && row)),
    html('div', { class: 'row' }, button('help', 'help', async () => (await import('./actions.js')).help())),
    html('p', { class: 'facts' }, words('about')));
}
