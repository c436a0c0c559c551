// Problems that are kept in the browser, by the user and by itself.

import { keep, kept } from './store.js';

const SHELF = 'shelf';
const RECENT = 'recent';
/** So many boards are remembered by themselves. */
const MOST = 12;

const problems = (name) => kept(name, []).filter((is) => is?.sfen);
export const shelved = () => problems(SHELF);
export const recent = () => problems(RECENT);

/** Keeps a problem; what was kept of the same position is written over. */
export function shelve(problem) {
  return keep(SHELF, [problem, ...shelved().filter((is) => is.sfen !== problem.sfen)]);
}

export function unshelve(sfen) {
  // Another page may have kept something meanwhile.
  keep(SHELF, shelved().filter((is) => is.sfen !== sfen));
}

/** Remembers a board. */
export function remember(problem) {
  keep(RECENT, [problem, ...recent().filter((is) => is.sfen !== problem.sfen)].slice(0, MOST));
}
