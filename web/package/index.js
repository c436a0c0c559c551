// The WebAssembly with answers as objects instead of text.

import init, * as raw from './gyakusan.js';

const inNode = typeof process !== 'undefined' && process.versions?.node;

async function bytesOf(source) {
  if (source !== undefined || !inNode) return source;
  const { readFile } = await import('node:fs/promises');
  return readFile(new URL('gyakusan_bg.wasm', import.meta.url));
}

class Engine {
  #engine;

  constructor(megabytes = 64) {
    this.#engine = new raw.Engine(megabytes);
  }

  solve(sfen, { nodes, seconds, progress } = {}) {
    return JSON.parse(this.#engine.solve(sfen, nodes, seconds, progress));
  }

  check(sfen, { line = [], thorough = false, nodes, seconds, progress } = {}) {
    return JSON.parse(this.#engine.check(sfen, line.join(' '), thorough, nodes, seconds, progress));
  }

  branches(sfen, { moves = [], nodes = 300000 } = {}) {
    return JSON.parse(this.#engine.branches(sfen, moves.join(' '), nodes));
  }

  refute(sfen, check, { moves = [], nodes = 300000 } = {}) {
    return JSON.parse(this.#engine.refute(sfen, moves.join(' '), check, nodes));
  }

  free() {
    this.#engine.free();
  }
}

const encoder = new TextEncoder();
const bytes = (file) => (typeof file === 'string' ? encoder.encode(file) : file);

let loaded = null;

/** Loads the WebAssembly, once. */
export function load(source) {
  loaded ??= loadFrom(source).catch((error) => {
    // The next who asks may have more luck.
    loaded = null;
    throw error;
  });
  return loaded;
}

async function loadFrom(source) {
  const from = await bytesOf(source);
  await init(from === undefined ? undefined : { module_or_path: from });
  return {
    Engine,
    position: (sfen, moves = []) => JSON.parse(raw.position(sfen, moves.join(' '))),
    japanese: (sfen, moves) => JSON.parse(raw.japanese(sfen, moves.join(' '))),
    mirror: raw.mirror,
    read: (file, name = '') => JSON.parse(raw.read(name, bytes(file))),
    kif: (sfen, { line = [], others = [], title = '' } = {}) => raw.kif(sfen, line.join(' '), others.map((is) => is.join(' ')).join('\n'), title),
    outline: raw.outline,
  };
}
