// Where things are in the picture of the board.

import { KINDS } from './setup.js';

export const WIDE = 100;
export const HIGH = 105;
export const LEFT = 24;
export const TOP = 190;
export const STRIP = 128;
/** Room of a kind in a hand. */
export const STEP = 108;
export const FULL = [LEFT + 9 * WIDE + 62, TOP + 9 * HIGH + 24 + STRIP];

/** The middle of a square, from the corner of the board. */
export const middle = (at) => [((at % 9) + 0.5) * WIDE, (Math.floor(at / 9) + 0.5) * HIGH];

/** The kinds of a hand from left to right; in the box each has its place, whether there or not. */
export const slots = (hand, counts) => (hand === 'w' ? ['K', ...KINDS] : KINDS.filter((kind) => counts[kind] !== 0));

/** What is shown of the picture, as left, top, width, height: all of it, or, where there is little room, all but the box. */
export const WHOLE = [0, 0, ...FULL];
export const CROPPED = [0, STRIP, FULL[0], FULL[1] - STRIP];

/** How a frame of the picture lies in the middle of a box of the screen. */
export function fit(box, [left, top, wide, high]) {
  const scale = Math.min(box.width / wide, box.height / high);
  return { scale, x: box.left + (box.width - wide * scale) / 2 - left * scale, y: box.top + (box.height - high * scale) / 2 - top * scale };
}

/** A point of the screen in the measures of the picture. */
export function pointIn(box, frame, clientX, clientY) {
  const { scale, x, y } = fit(box, frame);
  return [(clientX - x) / scale, (clientY - y) / scale];
}

/** What is at a point of the picture: a square's number, a kind in a hand, or null beside the board. */
export function placeAt([x, y], setup) {
  const file = Math.floor((x - LEFT) / WIDE);
  const rank = Math.floor((y - TOP) / HIGH);
  if (file >= 0 && file < 9 && rank >= 0 && rank < 9) return rank * 9 + file;
  if ((rank >= 0 && rank < 9) || x < 0 || x > FULL[0] || y < 0 || y > FULL[1]) return null;
  const hand = y < TOP ? 'w' : 'b';
  const counts = hand === 'w' ? setup.defender() : setup.hand;
  return { hand, kind: slots(hand, counts)[Math.floor((x - LEFT - 14) / STEP)] };
}

/** Whether a piece is at a place. */
export function holds(setup, place) {
  if (typeof place === 'number') return setup.squares[place] !== null;
  const counts = place.hand === 'b' ? setup.hand : setup.defender();
  return place.kind !== undefined && counts[place.kind] > 0;
}

/** Whether two places are the same. */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
