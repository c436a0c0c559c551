// The package in a browser: bundlers find the WebAssembly by the address of this module, and so does a plain page.

import { loader } from './api.js';

/** The first bytes of WebAssembly. */
const MAGIC = [0, 0x61, 0x73, 0x6d];

/** Where the file may be. Vite serves a package in development from a folder of its own and leaves the file behind. */
function addresses() {
  const own = new URL('gyakusan_bg.wasm', import.meta.url);
  const [root, moved] = own.href.split('/.vite/deps');
  return moved === undefined ? [own] : [own, new URL(`${root}/gyakusan/gyakusan_bg.wasm`)];
}

async function found() {
  if (!import.meta.url) throw new Error('this bundle does not tell where gyakusan_bg.wasm is: pass its address to load()');
  const why = [];
  for (const address of addresses()) {
    const response = await fetch(address);
    const bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
    // Servers of pages answer with a page what they do not find.
    if (MAGIC.every((byte, at) => bytes[at] === byte)) return bytes;
    why.push(`${address}: ${response.ok ? 'not WebAssembly' : response.status}`);
  }
  throw new Error(`gyakusan_bg.wasm was not found (${why.join('; ')}): put it beside the bundle, or pass its address to load()`);
}

/** Loads the WebAssembly, once. */
export const load = loader(found);
