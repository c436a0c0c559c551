// Problems that are kept in the browser.

import { thumbnail } from './board.js';
import { Setup } from './setup.js';
import { mainLine } from './result.js';
import { html, words } from './words.js';

const KEY = 'gyakusan.shelf';

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function keep(problems) {
  localStorage.setItem(KEY, JSON.stringify(problems));
}

/** Keeps what is on the board; what was kept of the same position is written over. */
export function shelve(app) {
  const sfen = app.sfen();
  const { answer } = app;
  const problem = {
    sfen,
    title: app.title,
    author: app.author,
    line: mainLine(app),
    plies: answer?.plies_exact === false ? null : answer?.plies ?? null,
    complete: answer?.complete ?? null,
    date: new Date().toISOString().slice(0, 10),
  };
  keep([problem, ...kept().filter((is) => is.sfen !== sfen)]);
}

/** Shows what is kept. */
export function showShelf(app, parent) {
  const problems = kept();
  if (!problems.length) {
    parent.replaceChildren(html('p', { class: 'facts' }, words('empty')));
    return;
  }
  parent.replaceChildren(html('div', { class: 'gallery' }, ...problems.map((problem) => {
    const told = [problem.plies ? words('pliesMate', problem.plies) : '', problem.complete ? words('complete') : '', problem.date];
    return html('div', {},
      html('button', { type: 'button', class: 'card', onclick: () => app.load(problem.sfen, { given: problem.line, title: problem.title, author: problem.author, isOther: true }) },
        thumbnail(Setup.parse(problem.sfen)), html('small', {}, problem.title || '　'), html('small', {}, told.filter(Boolean).join('・'))),
      html('button', { type: 'button', onclick: () => {
        // Another page may have kept something meanwhile.
        keep(kept().filter((is) => is.sfen !== problem.sfen));
        showShelf(app, parent);
      } }, words('remove')));
  })));
}
