// How pieces look: the characters of books, pieces of wood, pieces with Latin letters.

import { svg } from './dom.js';
import { HIGH, middle, WIDE } from './geometry.js';
import { setting } from './settings.js';
import { KINDS, sign } from './setup.js';
import { SIGNS } from './signs.js';

/** A piece of wood around its middle, and how large each kind is. */
const WOOD = 'M0 -46L27 -34L38 44L-38 44L-27 -34Z';
const SIZES = { K: 1.04, R: 1, B: 1, G: 0.96, S: 0.95, N: 0.92, L: 0.9, P: 0.86 };

/** A sign of books with its middle at a point. */
export function drawSign(parent, text, x, y, size, turned = false) {
  const path = SIGNS[text];
  const half = size / 2;
  const scale = size / 1000;
  const how = turned ? `translate(${x + half} ${y + half}) scale(${-scale})` : `translate(${x - half} ${y - half}) scale(${scale})`;
  if (path) svg('path', { d: path, transform: how, fill: 'currentColor' }, parent);
}

/** A piece with its middle at a point; `size` is the height of a square's worth. */
export function drawPiece(parent, piece, x, y, size) {
  const look = setting('look');
  if (look === 'book') {
    drawSign(parent, sign(piece), x, y, size * 0.84, piece.white);
    return;
  }
  const scale = (size / 105) * SIZES[piece.kind];
  const group = svg('g', { transform: `translate(${x} ${y}) scale(${scale})`, class: piece.promoted ? 'wood promoted' : 'wood' }, parent);
  svg('path', { d: WOOD, class: piece.white && look === 'latin' ? 'side other' : 'side', transform: piece.white ? 'rotate(180)' : '' }, group);
  if (look === 'wood') drawSign(group, sign(piece), 0, piece.white ? -6 : 6, 62, piece.white);
  else letter(group, piece);
}

/** Letters stand upright on both sides' pieces: whoever cannot read characters reads no turned letters, either. */
function letter(parent, { kind, promoted, white }) {
  const text = svg('text', { x: 0, y: white ? 14 : 26, 'font-size': promoted ? 44 : 50, 'text-anchor': 'middle', class: 'letter' }, parent);
  text.textContent = (promoted ? '+' : '') + kind;
}

/** The board itself: wood, lines, star points. */
export function drawGrid(parent) {
  let lines = '';
  for (let i = 1; i < 9; i += 1) lines += `M${i * WIDE} 0V${9 * HIGH}M0 ${i * HIGH}H${9 * WIDE}`;
  svg('rect', { width: 9 * WIDE, height: 9 * HIGH, class: 'ground' }, parent);
  svg('path', { d: lines, class: 'lines' }, parent);
  for (const [file, rank] of [[3, 3], [6, 3], [3, 6], [6, 6]]) svg('circle', { cx: file * WIDE, cy: rank * HIGH, r: 7, class: 'star' }, parent);
  svg('rect', { width: 9 * WIDE, height: 9 * HIGH, class: 'edge' }, parent);
}

/** The pieces on the board, each with its square; returns them by their squares. */
export function drawPieces(parent, setup) {
  const drawn = new Map();
  setup.squares.forEach((piece, at) => {
    if (!piece) return;
    const group = svg('g', { class: 'piece', 'data-square': at }, parent);
    drawPiece(group, piece, ...middle(at), HIGH);
    drawn.set(at, group);
  });
  return drawn;
}

/** A number. */
export function numeral(parent, count, x, y, size) {
  const text = svg('text', { x, y, 'font-size': size, 'text-anchor': 'middle', class: 'numeral' }, parent);
  text.textContent = count;
}

/** A small picture of a position, for lists. */
export function thumbnail(setup) {
  const hand = KINDS.filter((kind) => setup.hand[kind] > 0);
  const picture = svg('svg', { viewBox: `-10 -10 ${9 * WIDE + 20} ${9 * HIGH + 130}`, class: 'thumbnail', 'aria-hidden': 'true' });
  drawGrid(picture);
  drawPieces(picture, setup);
  let x = 60;
  for (const kind of hand) {
    drawPiece(picture, { kind }, x, 9 * HIGH + 64, 108);
    if (setup.hand[kind] > 1) numeral(picture, setup.hand[kind], x + 70, 9 * HIGH + 88, 56);
    x += setup.hand[kind] > 1 ? 155 : 110;
  }
  return picture;
}
