// What the package gives once the WebAssembly is loaded.

import { buffer, bytes, flag, moves, options, sign, text, told } from './arguments.js';
import { call } from './calls.js';
import { Engine } from './engine.js';
import { GyakusanError } from './errors.js';
import init, * as raw from './gyakusan.js';

/** How the defender's hand is read. */
function hands(given) {
  const { shortSet = false, fullSet = false } = options(given, 'shortSet', 'fullSet');
  return [flag('shortSet', shortSet), flag('fullSet', fullSet)];
}

/** Lines that leave the main line, one in a row. */
function variations(given, main) {
  if (!Array.isArray(given)) throw new TypeError(`others: expected a list of lines, found ${told(given)}`);
  const rows = Array.from(given, (line, at) => moves(`others[${at}]`, line));
  rows.forEach((row, at) => {
    // In a KIF file a variation stands in place of a move of the main line.
    if (row.length > main.length && `${row} `.startsWith(main && `${main} `)) {
      throw new GyakusanError('argument', `others[${at}]: it does not leave \`line\` but goes on where that ends, for which a KIF file has no place: give its moves as \`line\``);
    }
  });
  return rows.join('\n');
}

const answer = (work) => JSON.parse(call(work));

const API = {
  Engine,
  position(sfen, before = []) {
    const args = [text('sfen', sfen), moves('moves', before)];
    return answer(() => raw.position(...args));
  },
  japanese(sfen, line) {
    const args = [text('sfen', sfen), moves('moves', line)];
    return answer(() => raw.japanese(...args));
  },
  western(sfen, line) {
    const args = [text('sfen', sfen), moves('moves', line)];
    return answer(() => raw.western(...args));
  },
  mirror(sfen) {
    text('sfen', sfen);
    return call(() => raw.mirror(sfen));
  },
  read(file, name = '') {
    const args = [text('name', name), bytes(file)];
    return answer(() => raw.problems(...args));
  },
  records(file, name = '', given = {}) {
    const args = [text('name', name), bytes(file), ...hands(given)];
    return answer(() => raw.records(...args));
  },
  kif(sfen, given = {}) {
    const { line = [], others = [], title = '', author = '' } = options(given, 'line', 'others', 'title', 'author');
    const main = moves('line', line);
    const args = [text('sfen', sfen), main, variations(others, main), text('title', title), '', text('author', author)];
    return call(() => raw.kif(...args));
  },
  outline(one) {
    sign('sign', one);
    return call(() => raw.outline(one));
  },
};

/** What the WebAssembly of this package exports, among other things. */
const OURS = ['engine_new', 'problems', '__wbindgen_start'];

/** The module of a source: itself, bytes, what `fetched` gets from an address, or what an answer of a server holds. */
async function moduleOf(source, fetched) {
  if (Object.prototype.toString.call(source) === '[object WebAssembly.Module]') return source;
  // Of a `URL` of any window, too.
  const address = typeof source === 'string' ? source : source?.href;
  const held = typeof source?.arrayBuffer === 'function' ? await source.arrayBuffer() : source;
  const found = typeof address === 'string' ? await fetched(address) : buffer(held);
  if (!found) throw new TypeError(`source: expected an address, the bytes of gyakusan_bg.wasm or a WebAssembly.Module, found ${told(source)}`);
  try {
    // Of memory that is shared nothing can be compiled.
    return await WebAssembly.compile(found.slice());
  } catch (cause) {
    const why = cause instanceof WebAssembly.CompileError ? 'this is not the file gyakusan_bg.wasm' : 'WebAssembly is not allowed here';
    throw new GyakusanError('load', `${why} (${cause.message})`, { cause });
  }
}

async function begin(module) {
  const has = WebAssembly.Module.exports(module).map(({ name }) => name);
  const foreign = new GyakusanError('load', 'this WebAssembly is not that of this version of the package');
  if (!OURS.every((name) => has.includes(name))) throw foreign;
  try {
    await init({ module_or_path: module });
  } catch (cause) {
    foreign.cause = cause;
    throw foreign;
  }
  call(() => raw.keep_panics());
  return API;
}

/** The function that loads the WebAssembly, once; `own` finds it where no source is given, `fetched` gets the bytes of an
 * address. */
export function loader(own, fetched) {
  let loaded = null;
  let last = Promise.resolve();
  return async (source) => {
    const given = await source ?? undefined;
    // One after the other: who comes after one without luck tries his own source.
    const turn = last.then(async () => {
      loaded ??= await begin(await moduleOf(given === undefined ? await own() : given, fetched));
      return loaded;
    });
    last = turn.catch(() => {});
    return turn;
  };
}
