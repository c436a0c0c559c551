// Variations as a tree: each node is asked of the engine when it is opened; refutations and comments are beside the moves.

import { button, html } from './dom.js';
import { words } from './words.js';

/** What the question about one move may cost, in nodes. */
const MOST = 300000;

/** The tree of the position, if it is not there yet. */
export function showTree(app, parent) {
  if (app.play || parent.childElementCount) return;
  if (!app.answer) {
    parent.replaceChildren(html('p', { class: 'facts' }, words('treeEmpty')), button('solve', 'solve', () => app.find('solve').then(() => app.chooseTab('tree')), { class: 'main' }));
    return;
  }
  const list = html('ul');
  parent.replaceChildren(html('p', { class: 'hint' }, words('treeHint')), commentRow(app, () => app.moves), list);
  if (app.answer.status !== 'unknown') open(app, list, []);
}

/** Writing a comment on the move that is shown. */
function commentRow(app, path) {
  return html('div', { class: 'row' }, button('addComment', 'answer', async () => {
    const moves = path();
    const text = await app.askText(words('commentAt', moves.length ? app.names(moves).at(-1) : words('start')), app.work.comments.get(moves.join(' ')) ?? '');
    if (text === null) return;
    if (text.trim()) app.work.comments.set(moves.join(' '), text.trim());
    else app.work.comments.delete(moves.join(' '));
    app.keepDraft();
    showComments(app, document.getElementById('tree'));
  }));
}

/** Writes the comments beside their moves. */
function showComments(app, parent) {
  for (const old of parent.querySelectorAll('.comment')) old.remove();
  for (const item of parent.querySelectorAll('li[data-path]')) {
    const text = app.work.comments.get(item.dataset.path);
    if (text) item.querySelector(':scope > small').after(html('span', { class: 'comment' }, text));
  }
  const first = app.work.comments.get('');
  if (first) parent.querySelector('.hint')?.after(html('span', { class: 'comment' }, first));
}

async function open(app, list, path) {
  const [nodes, seconds] = app.limits();
  let branches;
  list.replaceChildren(html('li', {}, '…'));
  try {
    branches = await app.ask('branches', [app.sfen(), path.join(' '), Math.min(nodes ?? MOST, MOST), seconds]);
  } catch (error) {
    list.replaceChildren();
    app.failed(error);
    return;
  }
  app.say('');
  list.replaceChildren(...branches.map((branch) => item(app, branch, path)));
  showComments(app, document.getElementById('tree'));
  app.show();
}

function item(app, branch, path) {
  const moves = [...path, branch.move];
  const attacks = path.length % 2 === 0;
  const inner = html('ul', { hidden: true });
  const more = html('button', { type: 'button', 'aria-expanded': 'false', 'aria-label': words('openBranch', app.names(moves).at(-1)) }, '▸');
  more.hidden = branch.plies === 1;
  more.addEventListener('click', () => {
    inner.hidden = !inner.hidden;
    more.textContent = inner.hidden ? '▸' : '▾';
    more.setAttribute('aria-expanded', String(!inner.hidden));
    if (inner.hidden || inner.childElementCount) return;
    // Of a check that does not mate, what saves the king is wanted, not every reply.
    if (attacks && branch.status === 'no_mate') refute(app, inner, path, branch.move);
    else open(app, inner, moves);
  });
  const told = branch.status !== 'mate' ? words(attacks && branch.status === 'no_mate' ? 'noMateAfter' : branch.status)
    : branch.plies === null ? words('mate') : words('plies', branch.plies + path.length);
  const notes = [told, branch.futile ? words('futile') : '', branch.best ? words('best') : ''].filter(Boolean).join(words('dot'));
  const kind = branch.best ? 'best' : branch.futile ? 'futile' : branch.status === 'mate' ? '' : 'off';
  return html('li', { class: kind, 'data-path': moves.join(' ') }, more,
    html('button', { type: 'button', class: 'move', onclick: () => app.go(moves, [...moves, ...branch.line]) }, app.names(moves).at(-1)),
    html('small', {}, notes), inner);
}

/** Why a check does not mate: the reply that saves the king and what may follow. */
async function refute(app, list, path, check) {
  list.replaceChildren(html('li', {}, '…'));
  try {
    const [nodes, seconds] = app.limits();
    const found = await app.ask('refute', [app.sfen(), path.join(' '), check, Math.min(nodes ?? MOST, MOST), seconds]);
    app.say('');
    const rows = found.map((line) => {
      const all = [...path, ...line.moves];
      const names = app.names(all).slice(path.length + 1);
      return html('li', { class: 'off', 'data-path': all.slice(0, path.length + 2).join(' ') },
        html('button', { type: 'button', class: 'move', onclick: () => app.go(all.slice(0, path.length + 2), all) }, names.join(' ') || words('no_mate')),
        html('small', {}, words('saves')));
    });
    list.replaceChildren(...(rows.length ? rows : [html('li', {}, words('no_mate'))]));
    app.show();
  } catch (error) {
    list.replaceChildren();
    app.failed(error);
  }
}
