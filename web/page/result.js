// What a search or a check has found: verdict, main line, flaws; each shown on the board at a press.

import { sign } from './setup.js';
import { html, number, words } from './words.js';

const COOK = '#9b2c1f';
const DUAL = '#b7791f';
const MAIN = '#1f6b45';
/** What is said of a limit; of the others, that some moves had no more to spend. */
const REACHED = { nodes: 'reachedNodes', time: 'reachedTime', memory: 'reachedMemory', solver: 'reachedSolver' };
const COOKS = new Set(['second solution', 'longer variation']);

/** The names of moves. */
export const names = (app, moves) => JSON.parse(app.gyakusan.japanese(app.sfen(), moves.join(' ')));

/** A line whose moves can be pressed. */
export function moveList(app, moves, arrows = () => []) {
  return html('ol', { class: 'moves' }, ...names(app, moves).map((name, at) => {
    const upTo = moves.slice(0, at + 1);
    return html('li', {}, html('button', { type: 'button', 'data-at': upTo.join(' '), onclick: () => {
      app.mark(upTo, moves, arrows(at));
      app.seeBoard();
    } }, name));
  }));
}

function verdict(answer) {
  if (answer.status !== 'mate') return [words(answer.status), answer.status === 'no_mate' ? 'bad' : ''];
  const exact = answer.plies !== null && answer.plies_exact !== false;
  const length = exact ? words('pliesMate', answer.plies) : answer.plies === null ? words('mate') : words('mateUnproved', answer.plies);
  if (!('complete' in answer)) return [length, 'good'];
  const kind = answer.complete === true ? 'complete' : answer.complete === false ? 'incomplete' : 'undecided';
  return [`${length} ・ ${words(kind)}`, { complete: 'good', incomplete: 'bad', undecided: '' }[kind]];
}

function reached(answer, isThorough) {
  const all = answer.limits_reached ?? (answer.reached ? [answer.reached] : []);
  const other = answer.complete === false ? 'reachedAnyway' : isThorough ? 'reachedThorough' : 'reachedOther';
  return [...new Set(all.map((limit) => words(REACHED[limit] ?? other)))];
}

/** What is to be said of the line that was read. */
function given({ fault, leaves, mates }) {
  if (fault) return words(`given_${fault.what}`, fault.ply);
  if (leaves) return words(`given_${leaves.what}`, leaves.ply);
  return words(mates ? 'given_best' : 'given_stops');
}

/** The main line of what is kept and given away: the author's, where it mates, else the one that was found. */
export function mainLine({ answer, given: line }) {
  const told = answer?.given_line;
  const holds = line.length && (!answer || !told || (told.mates && !told.fault));
  return holds ? line : answer?.main_line ?? [];
}

/** What lines show alike is one: moves of one piece, and drops of one kind, that leave the same line in the same way. */
function alike(lines) {
  const groups = new Map();
  for (const line of lines) {
    const at = line.ply - 1;
    const move = line.moves[at] ?? '';
    // From where, or which kind is dropped; the promotion of a piece is another flaw.
    const key = [line.kind, line.plies, line.relation, line.moves.slice(0, at).join(), move.slice(0, 2), move.endsWith('+')].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** One of those that show the same, and the moves of the others, to be pressed. */
function group(app, [line, ...others], main) {
  const shown = finding(app, line, main);
  if (!others.length) return shown;
  const buttons = others.map((other) => {
    const name = names(app, other.moves).at(other.ply - 1);
    return html('button', { type: 'button', onclick: seen(app, other, main) }, name);
  });
  shown.append(html('p', { class: 'likewise moves' }, words('likewise'), ...buttons));
  return shown;
}

/** Shows on the board where a line leaves. */
const seen = (app, line, main) => () => {
  app.mark(line.moves.slice(0, line.ply - 1), line.moves, arrows(line, main));
  app.seeBoard();
};

/** The move that is shown, and beside it what the main line plays there. */
function arrows(line, main) {
  const at = line.ply - 1;
  const isSame = line.moves.slice(0, at).join() === main.slice(0, at).join();
  const [move, other] = [line.moves[at], main[at]];
  const all = [{ move, colour: COOKS.has(line.kind) ? COOK : DUAL }];
  // Of two drops on one square only one can be seen.
  const hides = move?.[1] === '*' && other?.[1] === '*' && move.slice(2) === other.slice(2);
  if (other && other !== move && isSame && !hides) all.unshift({ move: other, colour: MAIN });
  return all;
}

function finding(app, line, main) {
  const kind = line.kind === 'undecided' ? 'undecided_move' : line.kind;
  const length = line.plies !== null ? words('plies', line.plies) : '';
  const beside = line.relation ? words(line.relation) : '';
  return html('div', { class: `finding ${COOKS.has(line.kind) ? 'cook' : 'dual'}`, 'data-kind': line.kind },
    html('button', { type: 'button', onclick: seen(app, line, main) },
      html('b', {}, words(kind)), [words('atPly', line.ply), length, beside].filter(Boolean).join(words('comma'))),
    moveList(app, line.moves));
}

/** Shows the last answer. */
export function showResult(app, parent) {
  const { answer } = app;
  const main = answer.main_line ?? [];
  const [text, kind] = verdict(answer);
  parent.replaceChildren(html('p', { class: `verdict ${kind}` }, text));
  for (const limit of reached(answer, app.isThorough)) parent.append(html('p', { class: 'facts' }, limit));
  const proved = answer.status === 'mate' && answer.plies_exact !== false && answer.plies !== null;
  if (main.length) parent.append(html('h3', {}, words(proved ? 'mainLine' : 'aLine')), moveList(app, main));
  if (answer.given_line) parent.append(html('h3', {}, words('givenLine')), html('p', { id: 'given' }, given(answer.given_line)));
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
  const order = (line) => (COOKS.has(line.kind) ? 0 : line.kind === 'dual in variation' ? 2 : 1);
  const lines = [...answer.lines].sort((one, other) => order(one) - order(other));
  const [open, known] = [true, false].map((is) => lines.filter((line) => (line.kind === 'undecided') === is));
  for (const lines of alike(known)) parent.append(group(app, lines, main));
  for (const piece of answer.superfluous_pieces) parent.append(superfluous(app, piece, main));
  if (answer.flaws?.leftover) {
    parent.append(html('div', { class: 'finding cook', 'data-kind': 'leftover' }, html('b', {}, words('leftover')), words('pieces', answer.flaws.leftover)));
  }
  if (open.length) {
    parent.append(html('details', { class: 'open' }, html('summary', {}, `${words('undecided_move')} ${open.length}`), ...alike(open).map((lines) => group(app, lines, main))));
  }
  if (lines.length || answer.superfluous_pieces.length || answer.flaws?.leftover) return;
  // What was not looked at to the end is not called free of flaws.
  const isSure = answer.complete === true && !answer.limits_reached.length;
  parent.append(html('p', {}, words(isSure ? 'noFlaws' : 'noneFound')));
}

/** A superfluous piece, ringed on the board; one in hand has no place to be shown. */
function superfluous(app, piece, main) {
  const where = piece.square ? squareWords(piece.square) : words('inHand');
  const arrows = piece.square ? [{ square: piece.square, colour: DUAL }] : [];
  return html('div', { class: 'finding dual', 'data-kind': 'superfluous' },
    html('button', { type: 'button', onclick: () => {
      app.mark([], main, arrows);
      app.seeBoard();
    } }, html('b', {}, words('superfluous')), `${where}${sign(piece)}`));
}

const squareWords = (name) => `${'０１２３４５６７８９'[name[0]]}${'一二三四五六七八九'[name.charCodeAt(1) - 97]}`;
