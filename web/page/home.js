// Something to begin with: the problem of the day, an example, boards that were here, help.

import { button, html } from './dom.js';
import { thumbnail } from './pieces.js';
import { Setup } from './setup.js';
import { sets } from './sets.js';
import { recent } from './shelf.js';
import { keep, kept } from './store.js';
import { ofToday } from './today.js';
import { words } from './words.js';

/** An example with a cook. */
const EXAMPLE = '6k2/8S/5G3/9/9/9/9/9/9 b S 1';

/** The problem of the day as a card. */
export function dayCard(app) {
  const today = ofToday();
  return html('article', { class: 'day' }, thumbnail(Setup.parse(today.sfen)),
    html('div', {}, html('h2', {}, words('today')), html('p', {}, today.title),
      html('p', { class: 'facts' }, [words('pliesMate', today.plies), kept('today') === today.sfen ? words('state_solved') : ''].filter(Boolean).join(words('dot'))),
      html('div', { class: 'row' }, button('solveIt', 'play', () => playToday(app), { class: 'main' }))));
}

/** Begins the problem of the day; after it one goes on with the sets. */
export async function playToday(app) {
  const today = ofToday();
  if (app.sfen() !== today.sfen) app.load(today.sfen, { title: today.title, isOther: true });
  await app.startPlay({
    ended: ({ solved }) => solved && keep('today', today.sfen),
    extra: (isOver) => (isOver ? [button('sets', 'puzzle', () => app.chooseView('problems'), { id: 'toSets', class: 'main' })] : []),
  });
}

/** The sets with how far somebody is with each; `opened` is called with the one that is chosen. */
export function setRows(opened) {
  return sets().map((set) => {
    const solved = Object.values(kept(`progress.${set.id}`, {})).filter((is) => is.solved).length;
    return html('div', { class: 'set' },
      html('div', {}, html('h3', {}, set.name()), html('p', { class: 'facts' }, `${words(set.about)}${words('dot')}${words('solvedOf', solved, set.count)}`)),
      button('openSet', 'next', () => opened(set), { 'data-set': set.id, 'aria-label': `${words('openSet')} ${set.name()}` }),
      html('progress', { max: set.count, value: solved, 'aria-label': `${set.name()} ${words('solvedOf', solved, set.count)}` }));
  });
}

/** A problem to be put on the board. One that cannot be read keeps no other from being shown. */
export function card(app, { sfen, title = '', author = '', own = false, line = [], comments = [], variations = [] }, told) {
  let setup;
  try {
    setup = Setup.parse(sfen);
  } catch (error) {
    return html('div', { class: 'card' }, html('small', {}, title || ' '), html('small', {}, words('cannotRead', error.message)));
  }
  return html('button', { type: 'button', class: 'card', onclick: () => {
    app.load(sfen, { title, author, own, given: line, comments, variations, isOther: true });
    app.chooseView('board');
  } }, thumbnail(setup), html('small', {}, title || ' '), told && html('small', {}, told));
}

/** Shows it. */
export function showHome(app, parent) {
  const boards = recent().filter((is) => is.sfen !== app.sfen()).slice(0, 4);
  parent.replaceChildren(dayCard(app),
    html('div', { class: 'row' },
      button('example', 'check', () => { app.load(EXAMPLE, { title: words('exampleTitle'), isOther: true }); app.find('check'); }),
      button('help', 'help', async () => (await import('./actions.js')).help())),
    ...(boards.length ? [html('h3', {}, words('recent')), html('div', { class: 'cards' }, boards.map((is) => card(app, is)))] : []),
    html('h3', {}, words('sets')), ...setRows((set) => app.chooseView('problems', set)));
}
