// The package in a browser: bundlers find the WebAssembly by the address of this module, and so does a plain page.

import { loader } from './api.js';
import { GyakusanError } from './errors.js';
import { servedByVite } from './vite.js';

export { GyakusanError } from './errors.js';

/** The first bytes of WebAssembly. */
const MAGIC = [0, 0x61, 0x73, 0x6d];

/** The bytes at an address, or why there are none. */
async function tried(address) {
  let response;
  try {
    response = await fetch(address);
  } catch (error) {
    return error.message;
  }
  if (!response.ok) return String(response.status);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Servers of pages answer with a page what they do not find.
  return MAGIC.every((byte, at) => bytes[at] === byte) ? bytes : 'not WebAssembly';
}

async function fetched(address) {
  const found = await tried(address);
  if (typeof found !== 'string') return found;
  throw new GyakusanError('load', `there is no WebAssembly at ${address} (${found})`);
}

async function own() {
  if (!import.meta.url) throw new GyakusanError('load', 'this bundle does not tell where gyakusan_bg.wasm is: pass its address to load()');
  // Bundlers look for these very words.
  const address = new URL('./gyakusan_bg.wasm', import.meta.url);
  const found = await tried(address);
  if (typeof found !== 'string') return found;
  const other = await servedByVite('gyakusan_bg.wasm');
  if (other) return fetched(other);
  throw new GyakusanError('load', `gyakusan_bg.wasm was not found at ${address} (${found}): put it beside the bundle, or pass its address to load(); in development with Vite, import it from 'gyakusan/gyakusan_bg.wasm?url'`);
}

/** Loads the WebAssembly, once. */
export const load = loader(own, fetched);
