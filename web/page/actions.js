// What is done with a work: taken in, named, kept, given away, compared, printed.

import { askFields, dialog } from './dialogs.js';
import { $, button, html } from './dom.js';
import { differences, differentSquares } from './difference.js';
import { download, readText } from './files.js';
import { kifRows, mainLine } from './lines.js';
import { isNewer, keep, kept } from './store.js';
import { shelve } from './shelf.js';
import { Setup } from './setup.js';
import { changeWords } from './squares.js';
import { words } from './words.js';

const fileName = (app, ending) => `${app.work.title.trim().replace(/[\\/:*?"<>|\s]+/g, '_').slice(0, 40) || 'gyakusan'}.${ending}`;

/** Reads what is pasted, or a file. */
export function paste(app) {
  const text = html('textarea', { id: 'text', rows: 6, spellcheck: 'false', 'aria-label': words('paste') });
  text.value = app.work.setup.sfen(true);
  const wrong = html('p', { class: 'bad', role: 'alert' });
  const form = html('form', { id: 'pasted' }, html('p', { class: 'hint' }, words('pasteHint')), text, wrong,
    html('div', { class: 'row' }, html('button', { type: 'submit', class: 'main' }, words('read')),
      navigator.clipboard?.readText && button('fromClipboard', 'paste', async () => {
        text.value = await navigator.clipboard.readText().catch(() => text.value);
        take();
      }),
      button('file', 'file', () => { box.close(); $('file').click(); })));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    take();
  });
  // What cannot be read stays there to be mended.
  async function take() {
    try {
      await readText(app, text.value);
      box.close();
    } catch (error) {
      wrong.textContent = words('cannotRead', error.message);
    }
  }
  const box = dialog(words('paste'), [form]);
  text.focus();
  text.select();
}

export async function nameWork(app) {
  const { work } = app;
  const author = work.author || kept('author', '');
  const given = await askFields(words('nameWork'), [['title', words('titleOf'), work.title], ['author', words('authorOf'), author]]);
  if (!given) return;
  work.name(given);
  if (given.author) keep('author', given.author);
  app.keepDraft();
  app.show();
}

export function save(app) {
  const { answer, work } = app;
  const isKept = shelve({
    sfen: app.sfen(),
    title: work.title,
    author: work.author,
    own: work.own,
    line: mainLine(answer, work.given),
    comments: [...work.comments],
    variations: work.variations,
    plies: answer?.plies_exact === false ? null : answer?.plies ?? null,
    complete: answer?.complete ?? null,
    date: new Date().toISOString().slice(0, 10),
  });
  app.say(words(isKept ? 'saved' : isNewer() ? 'keptByNewer' : 'notSaved'), isKept ? 'good' : 'bad');
}

export async function share(app) {
  const url = location.href;
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: app.work.title || document.title, url });
    else {
      await navigator.clipboard.writeText(url);
      app.say(words('copied'), 'good');
    }
  } catch (error) {
    if (error.name !== 'AbortError') app.say(words('shareUrl', url));
  }
}

export function kif(app) {
  const { answer, work, gyakusan } = app;
  const main = mainLine(answer, work.given);
  const rows = kifRows(answer, main, { named: (moves) => app.names(moves), said: words, comments: work.comments, variations: work.variations });
  download(fileName(app, 'kifu'), gyakusan.kif(app.sfen(), main.join(' '), rows.others, work.title, rows.notes, work.author));
  app.say(words('kifSaved'), 'good');
}

/** The board as it looks, as a picture. */
export function picture(app) {
  const copy = app.board.svg.cloneNode(true);
  const style = getComputedStyle(document.documentElement);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((text) => /^(#board \.|\.wood)/.test(text)).join('\n');
  const values = rules.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name)).replaceAll('#board ', '');
  copy.removeAttribute('id');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.insertAdjacentHTML('afterbegin', `<style>${values}</style><rect width="100%" height="100%" fill="${style.getPropertyValue('--paper')}"/>`);
  download(fileName(app, 'svg'), copy.outerHTML, 'image/svg+xml');
}

export async function print(app) {
  const { printSheet } = await import('./print.js');
  printSheet({ ...app.work.state(), line: mainLine(app.answer, app.work.given), plies: app.answer?.plies ?? null }, app);
}

/** Two boards beside each other: what is on the board, and one that was put down for it before. */
export function compare(app) {
  const now = app.work.setup;
  const other = kept('compared');
  const children = [];
  if (other && other !== app.sfen()) {
    const before = Setup.parse(other);
    const rows = differences(before, now).map((change) => html('li', {}, changeWords(change)));
    children.push(html('p', {}, words('comparedWith')), html('ul', {}, rows),
      html('div', { class: 'row' },
        button('showDifference', 'board', () => {
          box.close();
          app.board.changed = differentSquares(before, now);
          app.board.draw();
        }),
        button('putBack', 'undo', () => { box.close(); app.load(other); })));
  } else {
    children.push(html('p', {}, words('compareHow')));
  }
  children.push(html('div', { class: 'row' }, button('putDown', 'compare', () => {
    keep('compared', app.sfen());
    box.close();
    app.say(words('isPutDown'), 'good');
  }, { class: 'main' })));
  const box = dialog(words('compare'), children);
}

export function help() {
  dialog(words('help'), ['helpSetUp', 'helpTurn', 'helpKeys', 'helpSolve', 'helpPlay', 'helpDesk', 'helpFiles'].map((key) => html('p', {}, words(key))));
}
