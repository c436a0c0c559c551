// The composer's desk: what can become of a problem. What is found is a list; a press shows it, another takes it.

import { button, html } from './dom.js';
import { differences, differentSquares } from './difference.js';
import { mainLine } from './lines.js';
import { thumbnail } from './pieces.js';
import { Questions } from './questions.js';
import { language } from './settings.js';
import { Setup } from './setup.js';
import { changeWords } from './squares.js';
import { number, words } from './words.js';

/** What can be asked, with the call of the worker. */
const ASKED = {
  repair: (app) => ['repair', [app.sfen(), mainLine(app.answer, app.work.given).join(' ')]],
  polish: (app) => ['polish', [app.sfen()]],
  hands: (app) => ['vary', [app.sfen(), 'hand', 3]],
  place: (app) => ['vary', [app.sfen(), 'place', 1]],
  move: (app) => ['vary', [app.sfen(), 'move', 0]],
  extend: (app) => ['extend', [app.sfen()]],
};
const PICTURES = { repair: 'repair', polish: 'clear', hands: 'down', place: 'next', move: 'turn', extend: 'back' };

/** So many of what was found are drawn. */
const MOST = 60;

let worker = null;
let questions = null;

function stop() {
  worker?.terminate();
  worker = null;
  questions?.end(new Error(words('cancelled')));
}

/** Asks the worker, which is started for each question: it is ended with it. */
async function ask(app, call, args, tell) {
  stop();
  questions = new Questions();
  worker = new Worker(new URL('desk-worker.js', import.meta.url), { type: 'module' });
  const mine = questions;
  worker.onmessage = ({ data }) => mine.hear(data);
  worker.onerror = (event) => mine.end(new Error(event.message ?? 'desk-worker.js'));
  try {
    return await mine.ask(worker, call, [language(), ...args], { tell });
  } finally {
    if (questions === mine) stop();
  }
}

/** Shows what can be asked. */
export function showDesk(app, parent) {
  if (parent.childElementCount) return;
  parent.replaceChildren(html('p', { class: 'hint' }, words('deskHint')),
    html('div', { class: 'asking' }, Object.keys(ASKED).map((what) => button(`desk_${what}`, PICTURES[what], () => begin(app, parent, what), { 'data-desk': what }))),
    html('p', { id: 'deskTold', role: 'status' }), html('div', { id: 'deskFound' }));
}

/** Asks, and shows what is found. */
export async function begin(app, parent, what) {
  showDesk(app, parent);
  const told = parent.querySelector('#deskTold');
  const list = parent.querySelector('#deskFound');
  for (const one of parent.querySelectorAll('[data-desk]')) one.setAttribute('aria-pressed', String(one.dataset.desk === what));
  list.replaceChildren(html('div', { class: 'row' }, button('cancel', 'stop', () => stop(), { class: 'stop' })));
  told.textContent = words('deskWorks', words(`desk_${what}`), 0, 0);
  app.desking = stop;
  const from = app.work.setup;
  const sfen = app.sfen();
  try {
    if (what === 'repair' && app.answer?.complete) {
      told.textContent = words('noFlaws');
      list.replaceChildren();
      return;
    }
    if (what === 'repair' && !mainLine(app.answer, app.work.given).length) throw new Error(words('deskNoLine'));
    const [call, args] = ASKED[what](app);
    const { found, tried, open } = await ask(app, call, args, ([tried_, found_]) => { told.textContent = words('deskWorks', words(`desk_${what}`), number(tried_), number(found_)); });
    if (app.sfen() !== sfen) return;
    told.textContent = found.length ? words('deskFound', number(found.length), number(tried)) : words('deskNothing', number(tried));
    if (open) told.textContent += words('deskOpen', number(open));
    list.replaceChildren(...found.slice(0, MOST).map((is) => row(app, list, from, is)));
  } catch (error) {
    told.textContent = error.message;
    list.replaceChildren();
  } finally {
    app.desking = null;
  }
}

/** A change: pressed once, it is on the board to be looked at; then it can be taken. */
function row(app, list, from, { sfen, plies }) {
  const setup = Setup.parse(sfen);
  const changes = differences(from, setup);
  const take = button('takeIt', 'check', () => app.load(setup.sfen(), { title: app.work.own ? app.work.title : '', author: app.work.own ? app.work.author : '', own: app.work.own }), { class: 'main', hidden: true });
  const shown = html('button', { type: 'button', class: 'change', 'aria-pressed': 'false', onclick: () => {
    for (const one of list.querySelectorAll('.change')) {
      one.setAttribute('aria-pressed', String(one === shown));
      one.nextElementSibling.hidden = one !== shown;
    }
    app.board.changed = differentSquares(from, setup);
    app.board.arrows = [];
    app.board.draw(setup);
  } }, thumbnail(setup), html('span', {}, changes.map(changeWords).join(words('comma')), html('small', {}, words('pliesMate', plies))));
  return html('div', {}, shown, take);
}
