// Arguments are looked at before they get to the WebAssembly: it would break down, or take them for something else.

import { GyakusanError, reasonOf } from './errors.js';

/** What is written of a value that is not wanted. */
export function told(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `${typeof value} ${String(value).slice(0, 40)}`;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return kind === 'Object' ? 'an object' : `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

export function text(name, value) {
  if (typeof value !== 'string') throw new TypeError(`${name}: expected a string, found ${told(value)}`);
  return value;
}

/** One move. What can be read of it the WebAssembly says; several, or none, it would take for a line. */
export function move(name, value) {
  if (/^[!-~]+$/.test(text(name, value))) return value;
  throw new GyakusanError('move', `${name}: expected one move in USI, found ${JSON.stringify(value.slice(0, 40))}`);
}

export function moves(name, value) {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected a list of moves in USI, found ${told(value)}`);
  // Other ways through a list pass over its holes.
  return Array.from(value, (one, at) => move(`${name}[${at}]`, one)).join(' ');
}

export function number(name, value) {
  if (value !== undefined && typeof value !== 'number') throw new TypeError(`${name}: expected a number, found ${told(value)}`);
  return value;
}

export function flag(name, value) {
  if (typeof value !== 'boolean') throw new TypeError(`${name}: expected true or false, found ${told(value)}`);
  return value;
}

/** One character. */
export function sign(name, value) {
  if ([...text(name, value)].length === 1 && !/\p{Surrogate}/u.test(value)) return value;
  throw new RangeError(`${name}: expected one character, found ${JSON.stringify(value.slice(0, 40))}`);
}

/** Options, of which there are no others than those in `known`; null is as if left out. */
export function options(given, ...known) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError(`options: expected an object, found ${told(given)}`);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new TypeError(`options: unknown option ${JSON.stringify(name)}; the options are ${known.join(', ')}`);
  }
  return Object.fromEntries(known.map((name) => [name, given[name] ?? undefined]));
}

/** The options of every search. */
export const LIMITS = ['nodes', 'seconds', 'progress', 'signal'];

/** Who hears of a search, and who may end it. */
export function listeners({ progress, signal }) {
  if (progress !== undefined && typeof progress !== 'function') throw new TypeError(`progress: expected a function, found ${told(progress)}`);
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') throw new TypeError(`signal: expected an AbortSignal, found ${told(signal)}`);
}

/** The options of a search, `tell` among them: what it calls now and then, an error in which ends it. That error is kept in
 * `heard`, to be known again. */
export function search(given, ...known) {
  const is = options(given, ...known, ...LIMITS);
  listeners(is);
  number('nodes', is.nodes);
  number('seconds', is.seconds);
  const { progress, signal } = is;
  if (signal?.aborted) throw reasonOf(signal);
  const heard = { thrown: false, error: undefined };
  const look = (nodes) => {
    try {
      if (signal?.aborted) throw reasonOf(signal);
      const promise = progress?.(nodes);
      if (typeof promise?.then !== 'function') return;
      // If it is rejected, nobody could hear of it any more.
      promise.then(undefined, () => {});
      throw new TypeError('progress: it returned a promise, which a search cannot wait for');
    } catch (error) {
      Object.assign(heard, { thrown: true, error });
      throw error;
    }
  };
  return { ...is, heard, tell: progress || signal ? look : undefined };
}

/** The bytes of a buffer or a view of one, also of another window or frame; `undefined` for everything else. */
export function buffer(value) {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value)) ? new Uint8Array(value) : undefined;
}

const encoder = new TextEncoder();

/** The contents of a file. */
export function bytes(file) {
  const found = typeof file === 'string' ? encoder.encode(file) : buffer(file);
  if (!found) throw new TypeError(`file: expected a string, an ArrayBuffer or a Uint8Array, found ${told(file)}`);
  return found;
}
