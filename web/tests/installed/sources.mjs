// Where the WebAssembly may come from, each in a process of its own: it is loaded once.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GyakusanError, load } from 'gyakusan';

const own = new URL('./node_modules/gyakusan/gyakusan_bg.wasm', import.meta.url);
const bytes = readFileSync(own);
const copy = new Uint8Array(bytes);
const SOURCES = {
  nothing: () => undefined,
  path: () => fileURLToPath(own),
  address: () => own.href,
  url: () => own,
  href: () => ({ href: own.href }),
  buffer: () => bytes,
  memory: () => copy.buffer,
  view: () => new DataView(copy.buffer),
  shared: () => { const all = new Uint8Array(new SharedArrayBuffer(copy.length)); all.set(copy); return all; },
  module: () => WebAssembly.compile(copy),
  answer: () => new Response(copy),
};
const rejected = (source, wanted) => assert.rejects(load(source), wanted);
const code = (says) => (error) => error instanceof GyakusanError && error.code === 'load' && says.test(error.message);

const [name] = process.argv.slice(2);
if (name) {
  const { Engine } = await load(SOURCES[name]());
  assert.equal(new Engine(8).solve('8k/9/8P/9/9/9/9/9/9 b G 1').plies, 1);
} else {
  for (const source of Object.keys(SOURCES)) execFileSync(process.execPath, [fileURLToPath(import.meta.url), source], { stdio: 'inherit' });
  for (const source of [5, true, [], {}, () => 1, /x/]) await rejected(source, { name: 'TypeError', message: /^source: expected an address/ });
  await rejected('/nope', code(/^"\/nope" cannot be read \(ENOENT/));
  await rejected(new Uint8Array(8), code(/not the file gyakusan_bg\.wasm/));
  // The WebAssembly of somebody else.
  await rejected(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), code(/not that of this version/));
  await rejected(Promise.reject(new Error('mine')), { message: 'mine' });
  // Each has the luck of its own source.
  const both = await Promise.allSettled([load('/nope'), load()]);
  assert.deepEqual(both.map(({ status }) => status), ['rejected', 'fulfilled']);
  const { Engine } = both[1].value;
  // Once it is there, what is no source is still told.
  await rejected(Promise.reject(new Error('mine')), { message: 'mine' });
  assert.equal((await load('/other')).Engine, Engine);
}
