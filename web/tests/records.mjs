// The small files of tests/data/exchange in the package: the same list of what is right as for the program and for Python.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { load } from '../dist/package/node.js';

const { mirror, records, read } = await load();
const folder = new URL('../../tests/data/exchange/', import.meta.url);
const files = new Map();
for (const line of readFileSync(new URL('expected.jsonl', folder), 'utf8').trim().split('\n')) {
  const { file, ...item } = JSON.parse(line);
  files.set(file, [...files.get(file) ?? [], item]);
}
const bytes = (file) => new Uint8Array(readFileSync(new URL(file, folder)));
for (const [file, items] of files) {
  const found = records(bytes(file), file).map(({ line, notices, error, ...record }) => (error === undefined ? { line, record, notices } : { line, error }));
  assert.deepEqual(found, items, file);
  // A short look at the same; where nothing can be read, an error.
  const short = () => read(bytes(file), file).map(({ sfen, notices, line, error }) => (error === undefined ? [sfen, notices] : [line, error]));
  if (items.some(({ record }) => record)) assert.deepEqual(short(), items.map(({ record, notices, line, error }) => (record ? [record.sfen, notices] : [line, error])), file);
  else assert.throws(short, { code: 'file' }, file);
}

// The defender's hand in every reading.
const sfen = (hands, options) => records(`8k/9/8P/9/9/9/9/9/9 b ${hands} 1`, 'x.sfen', options)[0].sfen.split(' ')[2];
const rest = 'G2r2b3g4s4n4l17p';
assert.deepEqual([sfen('G'), sfen('G', { shortSet: true }), sfen('G0p'), sfen('Gr'), sfen('Gr', { fullSet: true })], [rest, 'G0p', 'G0p', 'Gr', rest]);

assert.deepEqual(['G0p', 'G', 'Gr'].map((hands) => mirror(`8k/9/8P/9/9/9/9/9/9 b ${hands} 1`).split(' ')[2]), ['G0p', 'G', 'Gr']);

// What is no file of problems has no line; what is no argument is an error.
assert.deepEqual(records(new Uint8Array(100)).map(({ line }) => line), [null]);
assert.match(records('')[0].error, /no problem/);
assert.throws(() => records('', '', { shortSet: true, fullSet: true }), /cannot be combined/);
assert.throws(() => records('', '', { shortSet: 1 }), { name: 'TypeError', message: /^shortSet: expected true or false/ });
assert.throws(() => records('', '', { set: true }), { name: 'TypeError', message: /^options: unknown option "set"/ });
assert.throws(() => records(5), { name: 'TypeError', message: /^file: / });
// A text is a file, too, of any number of problems.
assert.equal(records('8k/9/8P/9/9/9/9/9/9 b G 1\n'.repeat(1500)).length, 1500);
console.log(`ok: ${files.size} small files`);
