// Sets of problems, solved one after another; how far somebody is with them.

import { button, html } from './dom.js';
import { dayCard, setRows } from './home.js';
import { next, noted, statistics } from './progress.js';
import { problemsOf, sets } from './sets.js';
import { keep, kept } from './store.js';
import { words } from './words.js';

const progressOf = (set) => kept(`progress.${set.id}`, {});

/** Goes on where somebody was when the page was closed. */
export async function goOn(app, { set: id, at }) {
  const set = sets().find((is) => is.id === id);
  if (set) solveOne(app, set, await problemsOf(set), at);
}

/** How long a problem is: what was handed down of a classic may be wrong. */
const lengthOf = (set, { plies }) => words(set.isClassic ? 'pliesHandedDown' : 'pliesMate', plies);

/** Solves a problem of a set; then its next. */
export function solveOne(app, set, problems, at) {
  const problem = problems[at];
  // The names of some sets tell the length.
  const isOfOne = problems.every((is) => is.plies === problem.plies);
  const title = () => [set.name(), words('numberOf', at + 1), isOfOne ? '' : lengthOf(set, problem)].filter(Boolean).join(words('gap'));
  app.load(problem.sfen, { title: problem.title || title(), isOther: true, problem: { title } });
  keep('playing', { set: set.id, at, sfen: app.sfen() });
  app.startPlay({
    left: () => app.chooseView('problems', set),
    ended: (how) => {
      const progress = progressOf(set);
      progress[at] = noted(progress[at], { ...how, date: new Date().toISOString().slice(0, 10) });
      keep(`progress.${set.id}`, progress);
    },
    extra: (isOver) => [button('nextProblem', 'next', () => solveOne(app, set, problems, next(problems.length, progressOf(set), at + 1)),
      { id: 'nextProblem', class: isOver ? 'main' : '' })],
  });
}

/** Shows the sets, or one of them. */
export async function showView(app, parent, chosen = null) {
  if (chosen) {
    await showSet(app, parent, chosen);
    return;
  }
  parent.replaceChildren(dayCard(app), html('h2', {}, words('sets')), ...setRows((set) => showSet(app, parent, set)), html('p', { class: 'hint' }, words('setsHint')));
}

async function showSet(app, parent, set) {
  const problems = await problemsOf(set);
  const progress = progressOf(set);
  const told = statistics(problems, progress);
  const begin = next(problems.length, progress, 0);
  const cell = (problem) => {
    const is = progress[problem.at];
    const state = is?.clean ? 'clean' : is?.solved ? 'solved' : is ? 'tried' : 'fresh';
    return html('button', { type: 'button', class: `number ${state}`, 'data-plies': problem.plies,
      onclick: () => solveOne(app, set, problems, problem.at) }, String(problem.at + 1), html('small', {}, words('pliesShort', problem.plies)), html('span', { class: 'spoken' }, words(`state_${state}`)));
  };
  const lengths = [...new Set(problems.map((is) => is.plies))].sort((one, other) => one - other);
  const grid = html('div', { class: 'numbersGrid' }, problems.map(cell));
  const filter = html('select', { 'aria-label': words('byLength') }, html('option', { value: '' }, words('allLengths')),
    lengths.map((plies) => html('option', { value: plies }, lengthOf(set, { plies }))));
  filter.addEventListener('change', () => {
    for (const one of grid.children) one.hidden = filter.value !== '' && one.dataset.plies !== filter.value;
  });
  parent.scrollTop = 0;
  parent.replaceChildren(...[
    html('div', { class: 'row' }, button('allSets', 'back', () => showView(app, parent)), html('h2', { style: 'margin:0' }, set.name())),
    html('div', { class: 'numbers' }, ...[['statCount', told.count], ['statSolved', told.solved], ['statClean', told.clean], ['statTries', told.tries]]
      .map(([key, value]) => html('div', {}, html('b', {}, String(value)), html('span', { class: 'facts' }, words(key))))),
    html('div', { class: 'row' }, button(told.solved ? 'goOn' : 'begin', 'play', () => solveOne(app, set, problems, begin), { class: 'main', id: 'begin' }),
      lengths.length > 1 && filter, button('booklet', 'print', async () => (await import('./print.js')).printBooklet(set.name(), problems, app))),
    grid,
    lengths.length > 1 && html('details', {}, html('summary', {}, words('byLength')), html('table', {},
      html('tr', {}, ['plyHead', 'statCount', 'statSolved', 'statClean'].map((key) => html('th', { scope: 'col' }, words(key)))),
      told.byLength.map((row) => html('tr', {}, [row.plies, row.count, row.solved, row.clean].map((value) => html('td', {}, String(value))))))),
  ].filter(Boolean));
}
