// Pages to print: a submission sheet of one work, a booklet of a set.

import { html } from './dom.js';
import { thumbnail } from './pieces.js';
import { notation } from './settings.js';
import { Setup } from './setup.js';
import { namesOf } from './loading.js';
import { words } from './words.js';

/** Diagrams on a page of a booklet. */
const ON_A_PAGE = 6;

function print(pages) {
  document.getElementById('print')?.remove();
  const place = html('div', { id: 'print' }, pages);
  document.body.append(place);
  addEventListener('afterprint', () => place.remove(), { once: true });
  globalThis.print();
}

/** One work with its solution, as it is sent in. */
export function printSheet({ sfen, title, author, line, plies }, app) {
  const rows = [['titleOf', title], ['authorOf', author], ['plyHead', plies ?? (line.length || '')], ['dateOf', new Date().toLocaleDateString()]];
  print([html('section', { class: 'page sheet' }, html('h1', {}, title || words('untitled')),
    html('figure', {}, thumbnail(Setup.parse(sfen))),
    html('table', {}, rows.map(([key, value]) => html('tr', {}, html('th', {}, words(key)), html('td', {}, String(value || '　'))))),
    html('h2', {}, words('solution')), html('p', {}, line.length ? app.names(line).join(' ') : '　'),
    html('p', { class: 'facts' }, sfen))]);
}

/** The diagrams of a set, then the solutions that are found at once. */
export async function printBooklet(name, problems, app) {
  const pages = [];
  for (let from = 0; from < problems.length; from += ON_A_PAGE) {
    pages.push(html('section', { class: 'page' }, html('h1', {}, name), html('div', { class: 'diagrams' }, problems.slice(from, from + ON_A_PAGE).map((problem) => html('figure', {},
      thumbnail(Setup.parse(problem.sfen)), html('figcaption', {}, `${problem.at + 1}${words('gap')}${problem.title}${words('gap')}${words('pliesMate', problem.plies)}`))))));
  }
  app.say(words('findingSolutions'));
  const solutions = [];
  for (const problem of problems) {
    // What takes long is left to the solver.
    const found = await app.ask('solve', [problem.sfen, 200000, 2]);
    const names = found.main_line ? namesOf(app.gyakusan, problem.sfen, found.main_line, notation('moves')).join(' ') : words('noSolutionHere');
    solutions.push(html('p', {}, `${problem.at + 1}${words('gap')}${names}`));
  }
  app.say('');
  print([...pages, html('section', { class: 'page' }, html('h1', {}, words('solutions')), solutions)]);
}
