// What a search or a check has found: verdict, main line, flaws; each shown on the board at a press.

import { html, number, words } from './words.js';

const COOK = '#9b2c1f';
const DUAL = '#b7791f';
const MAIN = '#1f6b45';
const COOKS = new Set(['second_solution', 'longer_variation']);

/** The names of moves. */
export const names = (app, moves) => JSON.parse(app.gyakusan.japanese(app.sfen(), moves.join(' ')));

/** A line whose moves can be pressed. */
export function moveList(app, moves, arrows = () => []) {
  return html('ol', { class: 'moves' }, ...names(app, moves).map((name, at) => {
    const upTo = moves.slice(0, at + 1);
    return html('li', {}, html('button', { type: 'button', 'data-at': upTo.join(' '), onclick: () => app.mark(upTo, moves, arrows(at)) }, name));
  }));
}

const snake = (kind) => kind.replace(/ /g, '_').replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

function verdict(answer) {
  if (answer.status !== 'mate') return [words(answer.status), answer.status === 'no_mate' ? 'bad' : ''];
  const exact = answer.plies !== null && answer.plies_exact !== false;
  const length = exact ? words('pliesMate', answer.plies) : answer.plies === null ? words('mate') : words('mateUnproved', answer.plies);
  if (!('complete' in answer)) return [length, 'good'];
  const kind = answer.complete === true ? 'complete' : answer.complete === false ? 'incomplete' : 'undecided';
  return [`${length} ・ ${words(kind)}`, { complete: 'good', incomplete: 'bad', undecided: '' }[kind]];
}

function reached(answer) {
  const all = answer.limits_reached ?? (answer.reached ? [answer.reached] : []);
  return all.map((limit) => ({ nodes: words('reachedNodes'), time: words('reachedTime') })[limit] ?? words('reachedOther', limit));
}

function finding(app, line, main) {
  const at = line.ply - 1;
  const before = line.moves.slice(0, at);
  const colour = COOKS.has(line.kind) ? COOK : DUAL;
  const arrows = [{ move: line.moves[at], colour }];
  // Beside it what the main line plays there.
  if (main[at] && main[at] !== line.moves[at] && before.join() === main.slice(0, at).join()) arrows.unshift({ move: main[at], colour: MAIN });
  const kind = line.kind === 'undecided' ? 'undecided_move' : line.kind;
  const length = line.plies !== null ? words('plies', line.plies) : '';
  const beside = line.relation ? words(line.relation) : '';
  return html('div', { class: `finding ${COOKS.has(line.kind) ? 'cook' : 'dual'}`, 'data-kind': line.kind },
    html('button', { type: 'button', onclick: () => app.mark(before, line.moves, arrows) },
      html('b', {}, words(kind)), `${words('atPly', line.ply)} ${[length, beside].filter(Boolean).join(' ')}`),
    moveList(app, line.moves));
}

/** Shows the last answer. */
export function showResult(app, parent) {
  const { answer } = app;
  const main = answer.main_line ?? [];
  const [text, kind] = verdict(answer);
  parent.replaceChildren(html('p', { class: `verdict ${kind}` }, text));
  for (const limit of reached(answer)) parent.append(html('p', { class: 'facts' }, limit));
  if (main.length) parent.append(html('h3', {}, words('mainLine')), moveList(app, main));
  if (answer.lines) flaws(app, parent, main);
  if (answer.tries?.length) {
    parent.append(html('h3', {}, words('tries')));
    for (const line of answer.tries.slice(0, 12)) {
      parent.append(html('div', { class: 'finding' }, moveList(app, line.moves)));
    }
  }
  const rate = answer.seconds > 0 ? answer.nodes / answer.seconds : 0;
  parent.append(html('p', { class: 'facts' }, words('facts', number(answer.nodes), answer.seconds.toFixed(2), number(Math.round(rate)))));
}

function flaws(app, parent, main) {
  const { answer } = app;
  if (answer.status !== 'mate') return;
  parent.append(html('h3', {}, words('flaws')));
  // What is wrong comes before what is a blemish.
  const order = (line) => (COOKS.has(line.kind) ? 0 : line.kind === 'variation_dual' ? 2 : 1);
  const lines = [...answer.lines].sort((one, other) => order(one) - order(other));
  for (const line of lines) parent.append(finding(app, { ...line, kind: snake(line.kind) }, main));
  for (const piece of answer.superfluous_pieces) {
    const at = piece.square ?? null;
    const text = at ? `${at} ${piece.piece ?? piece.kind ?? ''}` : `${piece.piece ?? piece.kind ?? ''}*`;
    parent.append(html('div', { class: 'finding dual', 'data-kind': 'superfluous' }, html('b', {}, words('superfluous')), text));
  }
  if (answer.flaws?.leftover) parent.append(html('div', { class: 'finding cook', 'data-kind': 'leftover' }, html('b', {}, words('leftover')), words('plies', '') && String(answer.flaws.leftover)));
  if (!lines.length && !answer.superfluous_pieces.length) parent.append(html('p', {}, words('noFlaws')));
}
