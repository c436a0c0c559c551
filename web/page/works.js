// Works: those that were kept, boards that were here, files and databases to open.

import { $, button, html } from './dom.js';
import { card } from './home.js';
import { recent, shelve, shelved, unshelve } from './shelf.js';
import { words } from './words.js';

/** Shows them. */
export async function showView(app, parent) {
  const works = shelved();
  const boards = recent();
  const database = html('div', { id: 'database' });
  parent.replaceChildren(
    html('h2', {}, words('shelf')),
    works.length ? html('div', { class: 'cards', id: 'shelf' }, works.map((work) => {
      const told = [work.plies ? words('pliesMate', work.plies) : '', work.complete ? words('complete') : '', work.date].filter(Boolean).join(words('dot'));
      const place = html('div', {}, card(app, work, told), button('remove', 'clear', () => {
        unshelve(work.sfen);
        place.replaceChildren(html('p', { class: 'facts', role: 'status' }, words('removed')), button('undo', 'undo', () => {
          shelve(work);
          showView(app, parent);
        }));
        place.querySelector('button').focus();
      }, { class: 'plain' }));
      return place;
    })) : html('p', { class: 'facts' }, words('shelfEmpty')),
    boards.length ? html('h2', {}, words('recent')) : '',
    boards.length ? html('div', { class: 'cards' }, boards.slice(0, 8).map((board) => card(app, board))) : '',
    html('h2', {}, words('files')),
    html('div', { class: 'row' }, button('openFile', 'file', () => $('file').click()), button('paste', 'paste', async () => (await import('./actions.js')).paste(app))),
    database);
  (await import('./database.js')).showDatabase(app, database);
}
