// The WebAssembly with answers as objects instead of text. What is wrong with an argument is told before it gets there:
// WebAssembly itself would break down, or take it for something else.

import init, * as raw from './gyakusan.js';

/** What is written of a value that is not wanted. */
function told(value) {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : `${typeof value} ${String(value).slice(0, 40)}`;
}

function text(name, value) {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected a string, found ${told(value)}`);
  return value;
}

function moves(name, value) {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected a list of moves in USI, found ${told(value)}`);
  value.forEach((move, at) => text(`${name}[${at}]`, move));
  return value.join(' ');
}

function number(name, value) {
  if (value !== undefined && typeof value !== 'number') throw new TypeError(`${name}: expected a number, found ${told(value)}`);
  return value;
}

function flag(name, value) {
  if (typeof value !== 'boolean') throw new TypeError(`${name}: expected true or false, found ${told(value)}`);
  return value;
}

/** Options, of which there are no others than those in `known`. */
function options(given, ...known) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError(`options: expected an object, found ${told(given)}`);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new TypeError(`options: unknown option ${JSON.stringify(name)}; the options are ${known.join(', ')}`);
  }
  const { thorough = false, progress, signal } = given;
  flag('thorough', thorough);
  if (progress !== undefined && typeof progress !== 'function') throw new TypeError(`progress: expected a function, found ${told(progress)}`);
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') throw new TypeError(`signal: expected an AbortSignal, found ${told(signal)}`);
  number('nodes', given.nodes);
  number('seconds', given.seconds);
  return { ...given, progress: listener(signal, progress) };
}

/** What is called now and then: an error in it ends the search and is thrown on. */
function listener(signal, progress) {
  if (!signal) return progress;
  const look = (nodes) => {
    if (signal.aborted) throw signal.reason ?? new Error('the search was aborted');
    progress?.(nodes);
  };
  if (signal.aborted) look(0);
  return look;
}

/** The options of every search. */
const LIMITS = ['nodes', 'seconds', 'progress', 'signal'];

class Engine {
  #engine;

  constructor(megabytes = 64) {
    this.#engine = new raw.Engine(number('memory', megabytes));
  }

  /** The engine, if it was not given back. */
  get #own() {
    if (!this.#engine) throw new Error('the engine was freed with free()');
    return this.#engine;
  }

  solve(sfen, given = {}) {
    const { nodes, seconds, progress } = options(given, ...LIMITS);
    return JSON.parse(this.#own.solve(text('sfen', sfen), nodes, seconds, progress));
  }

  check(sfen, given = {}) {
    const { line = [], thorough = false, nodes, seconds, progress } = options(given, 'line', 'thorough', ...LIMITS);
    return JSON.parse(this.#own.check(text('sfen', sfen), moves('line', line), thorough, nodes, seconds, progress));
  }

  branches(sfen, given = {}) {
    const { moves: before = [], nodes = 300000, seconds, progress } = options(given, 'moves', ...LIMITS);
    return JSON.parse(this.#own.branches(text('sfen', sfen), moves('moves', before), nodes, seconds, progress));
  }

  refute(sfen, check, given = {}) {
    const { moves: before = [], nodes = 300000, seconds, progress } = options(given, 'moves', ...LIMITS);
    return JSON.parse(this.#own.refute(text('sfen', sfen), moves('moves', before), text('check', check), nodes, seconds, progress));
  }

  free() {
    this.#engine?.free();
    this.#engine = null;
  }
}

const encoder = new TextEncoder();
function bytes(file) {
  if (typeof file === 'string') return encoder.encode(file);
  if (file instanceof Uint8Array) return file;
  throw new TypeError(`file: expected a string or a Uint8Array, found ${told(file)}`);
}

/** How the defender's hand is read. */
function hands(given) {
  const { shortSet = false, fullSet = false } = options(given, 'shortSet', 'fullSet');
  return [flag('shortSet', shortSet), flag('fullSet', fullSet)];
}

/** Lines that leave the main line, one in a row. */
function variations(given) {
  if (!Array.isArray(given)) throw new TypeError(`others: expected a list of lines, found ${told(given)}`);
  return given.map((line, at) => moves(`others[${at}]`, line)).join('\n');
}

/** The function that loads the WebAssembly, once; `own` finds it where none is given. */
export function loader(own) {
  let loaded = null;
  return (source) => {
    loaded ??= loadFrom(source ?? own()).catch((error) => {
      // The next who asks may have more luck.
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

async function loadFrom(source) {
  await init({ module_or_path: await source });
  return {
    Engine,
    position: (sfen, before = []) => JSON.parse(raw.position(text('sfen', sfen), moves('moves', before))),
    japanese: (sfen, line) => JSON.parse(raw.japanese(text('sfen', sfen), moves('moves', line))),
    western: (sfen, line) => JSON.parse(raw.western(text('sfen', sfen), moves('moves', line))),
    mirror: (sfen) => raw.mirror(text('sfen', sfen)),
    read: (file, name = '') => JSON.parse(raw.read(text('name', name), bytes(file))),
    records: (file, name = '', given = {}) => JSON.parse(raw.records(text('name', name), bytes(file), ...hands(given))),
    kif: (sfen, given = {}) => {
      const { line = [], others = [], title = '', author = '' } = options(given, 'line', 'others', 'title', 'author');
      return raw.kif(text('sfen', sfen), moves('line', line), variations(others), text('title', title), '', text('author', author));
    },
    outline: (sign) => {
      if ([...text('sign', sign)].length !== 1) throw new RangeError(`sign: expected one character, found ${JSON.stringify(sign)}`);
      return raw.outline(sign);
    },
  };
}
