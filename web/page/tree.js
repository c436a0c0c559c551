// Variations as a tree: each node is asked of the engine when it is opened.

import { html, words } from './words.js';

/** What the question about one move may cost. */
const MOST = 300000;

/** The tree of what was solved, if it is not there yet: it is asked for by whoever looks at it. */
export function showTree(app, parent) {
  if (!app.answer || app.play || parent.childElementCount) return;
  const list = html('ul');
  parent.replaceChildren(html('p', { class: 'hint' }, words('treeHint')), list);
  if (app.answer.status !== 'unknown') open(app, list, []);
}

async function open(app, list, path) {
  const sfen = app.sfen();
  const [nodes, seconds] = app.limits();
  let branches;
  list.replaceChildren(html('li', {}, '…'));
  try {
    branches = await app.ask('branches', [sfen, path.join(' '), Math.min(nodes ?? MOST, MOST), seconds]);
  } catch (error) {
    list.replaceChildren();
    app.failed(error);
    return;
  }
  app.say('');
  list.replaceChildren(...branches.map((branch) => item(app, branch, path)));
  app.show();
}

function item(app, branch, path) {
  const moves = [...path, branch.move];
  const inner = html('ul', { hidden: true });
  const more = html('button', { type: 'button', 'aria-expanded': 'false', 'aria-label': words('open') }, '▸');
  const ends = branch.plies === 1;
  more.hidden = ends;
  more.addEventListener('click', () => {
    inner.hidden = !inner.hidden;
    more.textContent = inner.hidden ? '▸' : '▾';
    more.setAttribute('aria-expanded', String(!inner.hidden));
    if (!inner.hidden && !inner.childElementCount) open(app, inner, moves);
  });
  const told = branch.status !== 'mate' ? words(branch.status)
    : branch.plies === null ? words('mate') : words('plies', branch.plies + path.length);
  const notes = [told, branch.futile ? words('futile') : '', branch.best ? words('best') : ''].filter(Boolean).join('・');
  const kind = branch.best ? 'best' : branch.futile ? 'futile' : branch.status === 'mate' ? '' : 'off';
  return html('li', { class: kind, 'data-path': moves.join(' ') }, more,
    html('button', { type: 'button', class: 'move', onclick: () => {
      app.go(moves, [...moves, ...branch.line]);
      app.seeBoard();
    } }, branch.japanese),
    html('small', {}, notes), inner);
}
