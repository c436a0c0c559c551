// What is different between two positions, square by square and hand by hand.

import { KINDS, squareName } from './setup.js';

const text = (piece) => (piece ? (piece.white ? 'w' : 'b') + (piece.promoted ? '+' : '') + piece.kind : '');

/** The changes that lead from one position to another, the fewest words first: pieces that moved, that became others, that came,
 * that went; then the hands. */
export function differences(before, after) {
  const gone = [];
  const come = [];
  const changes = [];
  before.squares.forEach((old, at) => {
    const now = after.squares[at];
    if (text(old) === text(now)) return;
    if (old && now) changes.push({ what: 'exchanged', at: squareName(at), piece: old, by: now });
    else if (old) gone.push({ at, piece: old });
    else come.push({ at, piece: now });
  });
  for (const there of come) {
    const from = gone.findIndex((is) => text(is.piece) === text(there.piece));
    if (from < 0) changes.push({ what: 'added', at: squareName(there.at), piece: there.piece });
    else {
      const [was] = gone.splice(from, 1);
      changes.push({ what: 'moved', from: squareName(was.at), at: squareName(there.at), piece: there.piece });
    }
  }
  for (const { at, piece } of gone) changes.push({ what: 'removed', at: squareName(at), piece });
  for (const kind of KINDS) {
    const by = after.hand[kind] - before.hand[kind];
    if (by > 0) changes.push({ what: 'inHandMore', piece: { kind }, count: by });
    if (by < 0) changes.push({ what: 'inHandLess', piece: { kind }, count: -by });
  }
  return changes;
}

/** The squares (their numbers) on which two positions differ. */
export const differentSquares = (one, other) => one.squares.map((piece, at) => (text(piece) === text(other.squares[at]) ? -1 : at)).filter((at) => at >= 0);
