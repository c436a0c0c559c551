// What is wrong is told in words and by a code, and breaks nothing.

import assert from 'node:assert/strict';
import vm from 'node:vm';
import { GyakusanError, load } from 'gyakusan';

const { Engine, japanese, kif, outline, read, records } = await load();
const S = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';
const LONG = '4k4/9/9/9/9/9/9/9/9 b 2R2B2G2S2N2L9P 1';
const engine = new Engine(8);
const fails = (work, wanted) => assert.throws(work, wanted, String(work));
const own = (code, more = {}) => (error) => {
  assert.ok(error instanceof GyakusanError, String(error));
  assert.deepEqual([error.code, error.at, error.line], [code, more.at, more.line], error.message);
  assert.match(error.message, more.says ?? /./);
  return true;
};

// Codes and places.
fails(() => engine.solve('8k/9'), own('sfen', { at: 5 }));
fails(() => engine.solve('9/9/9/9/9/9/9/9/9 b - 1'), own('sfen', { says: /no king/ }));
fails(() => engine.branches(S, { moves: ['1a1b'] }), own('move', { says: /1a1b is not legal/ }));
fails(() => japanese(S, ['zz']), own('move', { says: /zz/ }));
for (const [name, given, shown] of [['memory', Infinity, 'Infinity'], ['memory', 0, '0']]) fails(() => new Engine(given), own('range', { says: new RegExp(`^${name}: ${shown} is not between`) }));
fails(() => engine.solve(S, { nodes: -Infinity }), own('range', { says: /^nodes: -Infinity/ }));
fails(() => records('', '', { shortSet: true, fullSet: true }), own('argument'));

// What was pasted has no name.
fails(() => read(''), own('file', { says: /^it contains no problem$/ }));
fails(() => read('hello'), own('file', { line: 1, says: /^line 1: SFEN, character 1/ }));
fails(() => read('hello', 'x.sfen'), own('file', { line: 1, says: /^x\.sfen:1: / }));

// An engine answers one question at a time, and lives on.
for (const again of [() => engine.free(), () => engine.solve(S), () => engine[Symbol.dispose]()]) {
  fails(() => engine.solve(LONG, { progress: again }), own('busy'));
  assert.equal(engine.solve(S).plies, 7);
}

// A list of moves is one.
for (const line of [[''], ['3d4b+ 3a2a'], ['3d4b+\n3a2a'], ['3d4b+\t<b>']]) {
  fails(() => engine.check(S, { line }), own('move', { says: /^line\[0\]: expected one move/ }));
  fails(() => kif(S, { others: [line] }), own('move', { says: /^others\[0\]\[0\]: expected one move/ }));
}
// eslint-disable-next-line no-sparse-arrays
fails(() => engine.check(S, { line: [, '3d4b+'] }), { name: 'TypeError', message: /^line\[0\]: / });
fails(() => engine.refute(S, ''), own('move', { says: /^check: expected one move/ }));
fails(() => engine.refute(S, '3d4b'), own('move', { says: /"3d4b" is not a check/ }));

// A KIF file has a place for what leaves its line.
for (const given of [{ others: [['2d3b+']] }, { line: ['3d4b+'], others: [['3d4b+', '3a2a']] }]) fails(() => kif(S, given), own('argument', { says: /^others\[0\]: / }));
assert.match(kif(S, { line: ['3d4b+'], others: [['2d3b+'], ['3d4b+'], []] }), /変化：1手\n +1 ３二桂成/);

// A signal gives its own reason; nothing waits for a promise.
for (const reason of [null, 0, 'why', new Error('own')]) fails(() => engine.solve(S, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
fails(() => engine.solve(S, { signal: { aborted: true } }), { name: 'AbortError' });
fails(() => engine.solve(LONG, { progress: async () => { throw new Error('late'); } }), { name: 'TypeError', message: /^progress: it returned a promise/ });
// Null is as if left out.
assert.equal(engine.solve(S, { nodes: null, seconds: null, progress: null, signal: null }).plies, 7);
assert.equal(engine.check(S, { line: null, thorough: null }).given_line, null);

// A check that mates is none that fails; a limit leaves open whether it does.
const mates = '8k/6S2/9/7LB/9/9/9/9/9 b - 1';
assert.deepEqual(engine.refute('4k4/9/4P4/9/9/9/9/9/9 b G 1', 'G*5b'), []);
assert.deepEqual(engine.refute(mates, '2d2a+'), []);
assert.equal(engine.refute(mates, '2d2a+', { nodes: 1 })[0].replies, null);
assert.ok(engine.refute(mates, '2d2b+')[0].replies.length);

// Nothing is dropped when a file is read.
const [good, bad] = read(`${S}\nrubbish`, 'a.sfen');
assert.deepEqual([good.main_line, bad.line], [[], 2]);
assert.match(bad.error, /^SFEN, character 2/);
assert.equal(read(`rubbish\n${S}`, 'a.sfen').length, 2);
assert.equal(read(`${S}\n`.repeat(1001)).length, 1001);

// Bytes of every kind and of other windows; what is none is named.
const bytes = new TextEncoder().encode(S);
const realm = vm.runInNewContext('(all) => new Uint8Array(all)')([...bytes]);
for (const file of [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(S), realm, realm.buffer]) assert.equal(records(file)[0].sfen, records(S)[0].sfen);
fails(() => records(new Blob([S])), { name: 'TypeError', message: /^file: .*, found a Blob/ });
fails(() => records([...bytes]), { name: 'TypeError', message: /found a list/ });

for (const sign of ['\ud800', '', '玉飛']) fails(() => outline(sign), { name: 'RangeError', message: /^sign: expected one character/ });
assert.match(outline('玉'), /^M/);
assert.equal(typeof engine[Symbol.dispose], 'function');
