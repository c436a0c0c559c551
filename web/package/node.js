// The package in node: the WebAssembly is a file beside this one.

import { readFile } from 'node:fs/promises';
import { loader } from './api.js';
import { GyakusanError } from './errors.js';

export { GyakusanError } from './errors.js';

/** The bytes of a file, or of an address that begins with the name of a protocol. */
async function fetched(address) {
  try {
    if (/^file:/i.test(address)) return await readFile(new URL(address));
    // A letter before a colon is a disk.
    if (!/^[a-z][a-z\d+.-]+:/i.test(address)) return await readFile(address);
    const response = await fetch(address);
    if (!response.ok) throw new Error(String(response.status));
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new GyakusanError('load', `${JSON.stringify(address)} cannot be read (${cause.cause?.message ?? cause.message})`, { cause });
  }
}

async function own() {
  const where = "pass its path or its bytes to load(), or leave 'gyakusan' out of the bundle";
  if (!import.meta.url) throw new GyakusanError('load', `this bundle does not tell where gyakusan_bg.wasm is: ${where}`);
  // Bundlers look for these very words.
  const file = new URL('./gyakusan_bg.wasm', import.meta.url);
  try {
    return await readFile(file);
  } catch (cause) {
    throw new GyakusanError('load', `gyakusan_bg.wasm was not found beside the bundle (${cause.message}): put it there, ${where}`, { cause });
  }
}

/** Loads the WebAssembly, once. */
export const load = loader(own, fetched);
