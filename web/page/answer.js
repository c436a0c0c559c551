// What a search or a check has found: verdict, main line, flaws; each shown on the board at a press.

import { button, html } from './dom.js';
import { alike, arrows, given, reached, sorted, verdict, weight } from './lines.js';
import { pieceWords, squareWords } from './squares.js';
import { number, words } from './words.js';

const said = (keys) => keys.map((key) => words(...key)).join(words('dot'));

/** A line whose moves can be pressed; `marks` has the arrows of a place in it. */
export function moveList(app, moves, marks = () => []) {
  return html('ol', { class: 'moves' }, app.names(moves).map((name, at) => {
    const upTo = moves.slice(0, at + 1);
    return html('li', {}, html('button', { type: 'button', 'data-at': upTo.join(' '), onclick: () => app.mark(upTo, moves, marks(at)) }, name));
  }));
}

/** Shows where a line leaves. */
const seen = (app, line, main) => () => app.mark(line.moves.slice(0, line.ply - 1), line.moves, arrows(line, main));

function finding(app, line, main) {
  const kind = line.kind === 'undecided' ? 'undecided_move' : line.kind;
  const length = line.plies !== null ? words('plies', line.plies) : '';
  const beside = line.relation ? words(line.relation) : '';
  return html('div', { class: `finding ${weight(line.kind)}`, 'data-kind': line.kind },
    html('button', { type: 'button', onclick: seen(app, line, main) },
      html('span', {}, html('b', {}, words(kind)), [words('atPly', line.ply), length, beside].filter(Boolean).join(words('comma')))),
    moveList(app, line.moves));
}

/** One of those that show the same, and the moves of the others, to be pressed. */
function group(app, [line, ...others], main) {
  const shown = finding(app, line, main);
  if (!others.length) return shown;
  const buttons = others.map((other) => html('button', { type: 'button', onclick: seen(app, other, main) }, app.names(other.moves).at(other.ply - 1)));
  shown.append(html('p', { class: 'likewise moves' }, words('likewise'), buttons));
  return shown;
}

/** A superfluous piece, ringed on the board; one in hand has no place to be shown. */
function superfluous(app, piece, main) {
  const where = piece.square ? squareWords(piece.square) : words('inHand');
  const marks = piece.square ? [{ square: piece.square, colour: 'dual' }] : [];
  return html('div', { class: 'finding dual', 'data-kind': 'superfluous' },
    html('button', { type: 'button', onclick: () => app.mark([], main, marks) },
      html('span', {}, html('b', {}, words('superfluous')), `${where}${words('gap')}${pieceWords({ kind: piece.kind.toUpperCase(), promoted: piece.promoted })}`)));
}

function flaws(app, parent, main) {
  const { answer } = app;
  if (answer.status !== 'mate') return;
  parent.append(html('h3', {}, words('flaws')));
  const { known, open } = sorted(answer.lines);
  for (const lines of alike(known)) parent.append(group(app, lines, main));
  for (const piece of answer.superfluous_pieces) parent.append(superfluous(app, piece, main));
  if (answer.flaws?.leftover) {
    parent.append(html('div', { class: 'finding cook', 'data-kind': 'leftover' }, html('b', {}, words('leftover')), words('pieces', answer.flaws.leftover)));
  }
  if (open.length) {
    parent.append(html('details', { class: 'open' }, html('summary', {}, `${words('undecided_move')} ${open.length}`), alike(open).map((lines) => group(app, lines, main))));
  }
  if (answer.lines.length || answer.superfluous_pieces.length || answer.flaws?.leftover) return;
  // What was not looked at to the end is not called free of flaws.
  const isSure = answer.complete === true && !answer.limits_reached.length;
  parent.append(html('p', {}, words(isSure ? 'noFlaws' : 'noneFound')));
}

/** What can be done next. */
function nextSteps(app) {
  const { answer } = app;
  const steps = [];
  if (!('complete' in answer)) steps.push(button('check', 'check', () => app.find('check')));
  else if (answer.complete === false && answer.status === 'mate') steps.push(button('repairIt', 'repair', () => app.desk('repair'), { class: 'main' }));
  if (answer.status === 'mate') steps.push(button('toTree', 'tree', () => app.chooseTab('tree')), button('toDesk', 'repair', () => app.chooseTab('desk')));
  return html('div', { class: 'row' }, steps);
}

/** Shows the last answer. */
export function showAnswer(app, parent) {
  const { answer } = app;
  const main = answer.main_line ?? [];
  const { said: told, tone } = verdict(answer);
  parent.replaceChildren(html('h2', { class: `verdict ${tone}` }, said(told)));
  const proved = answer.status === 'mate' && answer.plies_exact !== false && answer.plies !== null;
  if (main.length) parent.append(html('h3', { class: 'lead' }, words(proved ? 'mainLine' : 'aLine')), moveList(app, main));
  for (const limit of reached(answer, app.isThorough)) parent.append(html('p', { class: 'facts' }, words(limit)));
  if (answer.given_line) parent.append(html('h3', {}, words('givenLine')), html('p', { id: 'given' }, words(...given(answer.given_line))));
  if (answer.lines) flaws(app, parent, main);
  if (answer.tries?.length) {
    parent.append(html('h3', {}, words('tries')), ...answer.tries.slice(0, 12).map((line) => html('div', { class: 'finding' }, moveList(app, line.moves))));
  }
  parent.append(nextSteps(app));
  const rate = answer.seconds > 0 ? answer.nodes / answer.seconds : 0;
  parent.append(html('p', { class: 'facts' }, words('facts', number(answer.nodes), answer.seconds.toFixed(2), number(Math.round(rate)))));
}
