// The engine with answers as objects instead of text.

import { flag, move, moves, number, search, text } from './arguments.js';
import { call, isBroken } from './calls.js';
import { GyakusanError } from './errors.js';
import * as raw from './gyakusan.js';

/** Nodes for the question about each move, if nothing else is said. */
const EACH = 300000;

export class Engine {
  #raw;

  #isBusy = false;

  constructor(megabytes = 64) {
    number('memory', megabytes);
    this.#raw = call(() => new raw.Engine(megabytes));
  }

  solve(sfen, given = {}) {
    const { nodes, seconds, tell, heard } = search(given);
    text('sfen', sfen);
    return this.#ask((engine) => engine.solve(sfen, nodes, seconds, tell), heard);
  }

  check(sfen, given = {}) {
    const { line = [], thorough = false, nodes, seconds, tell, heard } = search(given, 'line', 'thorough');
    const args = [text('sfen', sfen), moves('line', line), flag('thorough', thorough)];
    return this.#ask((engine) => engine.check(...args, nodes, seconds, tell), heard);
  }

  branches(sfen, given = {}) {
    const { moves: before = [], nodes = EACH, seconds, tell, heard } = search(given, 'moves');
    const args = [text('sfen', sfen), moves('moves', before)];
    return this.#ask((engine) => engine.branches(...args, nodes, seconds, tell), heard);
  }

  refute(sfen, check, given = {}) {
    const { moves: before = [], nodes = EACH, seconds, tell, heard } = search(given, 'moves');
    const args = [text('sfen', sfen), moves('moves', before), move('check', check)];
    return this.#ask((engine) => engine.refute(...args, nodes, seconds, tell), heard);
  }

  free() {
    this.#rest();
    // What is broken is left alone.
    if (!isBroken()) this.#raw?.free();
    this.#raw = null;
  }

  [Symbol.dispose ?? Symbol('dispose')]() {
    this.free();
  }

  /** Asks one question at a time: whoever hears of a search might ask another. */
  #ask(question, heard) {
    this.#rest();
    if (!this.#raw && !isBroken()) throw new GyakusanError('freed', 'the engine was freed with free()');
    this.#isBusy = true;
    try {
      return JSON.parse(call(() => question(this.#raw), heard));
    } finally {
      this.#isBusy = false;
      // Nor may the collector of garbage touch what is broken.
      if (isBroken()) this.#raw?.__destroy_into_raw();
      if (isBroken()) this.#raw = null;
    }
  }

  #rest() {
    if (this.#isBusy) throw new GyakusanError('busy', 'the engine is busy with a search: ask another engine, or wait until it has answered');
  }
}
