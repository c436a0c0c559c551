// Fetching the engine, and what it calls moves.

import { compiled } from './module.js';

/** The functions of the engine that take no time, and its module for the worker that searches. */
export async function loadEngine() {
  const [module, gyakusan] = await Promise.all([compiled('gyakusan_bg.wasm'), import('./gyakusan.js')]);
  await gyakusan.default({ module_or_path: module });
  return { gyakusan, module };
}

/** The names of moves in a notation; they end before a move that is not legal. */
export function namesOf(gyakusan, sfen, moves, notation) {
  if (notation === 'ja') return JSON.parse(gyakusan.japanese(sfen, moves.join(' ')));
  const named = JSON.parse(gyakusan.western(sfen, moves.join(' ')));
  const begins = sfen.split(' ')[1] === 'w' ? 1 : 0;
  return named.map((name, at) => `${(at + begins) % 2 ? '☖' : '☗'}${notation === 'usi' ? moves[at] : name}`);
}
