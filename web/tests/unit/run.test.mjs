// The scripts of the view of a run (src/live) that need no page, and those it shares with reports (src/picture/src/browser).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = (path) => readFileSync(new URL(`../../../src/${path}.js`, import.meta.url), 'utf8');

/** What some scripts define, as if a page in this language had them. */
function scripts(language, ...paths) {
  const context = vm.createContext({ language });
  for (const path of paths) vm.runInContext(source(path), context);
  // Of the language of the test itself, so that values are compared and not where they were made.
  return (call) => JSON.parse(JSON.stringify(vm.runInContext(call, context)));
}

test('numbers stand in what they are a part of, and columns break between them only', () => {
  const run = scripts('en', 'live/src/page/counts');
  const counts = [['no mate', 8], ['leftover', 0], ['short', 2], ['five or more', 7], ['  cooked', 4], ['  complete', 3], ['    unwanted', 0], ['    kept', 3], ['late', 1]];
  const is = (name, count, ...parts) => ({ name, count, parts });
  const wanted = [is('no mate', 8), is('short', 2), is('five or more', 7, is('cooked', 4), is('complete', 3, is('kept', 3))), is('late', 1)];
  assert.deepEqual(run(`nested(${JSON.stringify(counts)})`), wanted);
  assert.deepEqual(run(`together(nested(${JSON.stringify(counts)})).map((list) => list.map((is) => is.name))`), [['no mate', 'short'], ['five or more'], ['late']]);
  assert.deepEqual(run('together(nested([]))'), []);
});

test('the scale of the curve is made of numbers that are easily read', () => {
  const run = scripts('en', 'live/src/page/curve');
  for (const [number, wanted] of [[1, 1], [1.01, 2], [2.5, 5], [7, 10], [0.03, 0.05], [4100, 5000], [10000, 10000]]) {
    assert.ok(Math.abs(run(`roundUp(${number})`) - wanted) < wanted * 1e-9, `${number}`);
  }
  assert.equal(run('time(59.6)'), '1:00');
  assert.equal(run('time(3725)'), '1:02:05');
});

test('positions are read and played on', () => {
  const run = scripts('ja', 'picture/src/browser/position', 'picture/src/browser/speech');
  const start = '8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1';
  assert.deepEqual(run(`readPosition("${start}").board`), { 11: { kind: 'K', black: false }, 13: { kind: 'P', black: true } });
  const after = run(`play(readPosition("${start}"), "G*1b")`);
  assert.deepEqual([after.board[12], after.hands[0].G, after.black], [{ kind: 'G', black: true }, 0, false]);
  assert.equal(run(`isShort(readPosition("${start}"))`), false);
  assert.equal(run('isShort(readPosition("8k/9/8P/9/9/9/9/9/9 b G 1"))'), true);
  assert.equal(run('counted(1234, "作", "problem", "problems")'), '1,234作');
});
