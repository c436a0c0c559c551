// The package in node: the WebAssembly is a file beside this one.

import { readFile } from 'node:fs/promises';
import { loader } from './api.js';

/** Loads the WebAssembly, once. */
export const load = loader(() => readFile(new URL('gyakusan_bg.wasm', import.meta.url)));
