// The work on the board: changes, the way back, names, differences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance } from '../../page/alike.js';
import { differences, differentSquares } from '../../page/difference.js';
import { commentsOf, variationsOf } from '../../page/files.js';
import { Setup, squareName } from '../../page/setup.js';
import { Work } from '../../page/work.js';

const ONE = '8k/9/8P/9/9/9/9/9/9 b G 1';
const TWO = '8k/9/7+P1/9/9/9/9/9/9 b GS 1';

test('every change can be undone and done again', () => {
  const work = new Work();
  const seen = [work.sfen()];
  work.load(ONE);
  seen.push(work.sfen());
  let seed = 1;
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % below; };
  for (let step = 0; step < 60; step += 1) {
    const before = work.sfen();
    work.rearrange((setup) => {
      const from = random(81);
      if (setup.squares[from] && random(3)) setup.put(setup.take(from), random(81));
      else if (setup.rest().P > 0) setup.put(setup.take({ hand: 'w', kind: 'P' }), random(81));
    });
    if (work.sfen() !== before) seen.push(work.sfen());
  }
  assert.ok(seen.length > 20);
  for (const sfen of [...seen].reverse().slice(1)) { work.undo(); assert.equal(work.sfen(), sfen); }
  assert.equal(work.canUndo, false);
  for (const sfen of seen.slice(1)) { work.redo(); assert.equal(work.sfen(), sfen); }
  assert.equal(work.canRedo, false);
});

test('a name that was read goes with other pieces, one that was given stays; undo brings all back', () => {
  const work = new Work();
  work.load(ONE, { title: 'a', author: 'b', given: ['G*1b'], comments: [['', 'c']], variations: ['G*2b'] });
  work.rearrange((setup) => setup.mirror());
  assert.deepEqual([work.title, work.author, work.given, work.comments.size, work.variations], ['', '', [], 0, []]);
  work.undo();
  assert.deepEqual([work.title, work.author, work.given, work.comments.get(''), work.variations], ['a', 'b', ['G*1b'], 'c', ['G*2b']]);
  work.name({ title: 'mine' });
  work.rearrange((setup) => setup.mirror());
  assert.deepEqual([work.title, work.author], ['mine', 'b']);
  assert.throws(() => work.load('nonsense'));
  assert.equal(work.title, 'mine');
});

test('differences lead from one position to the other', () => {
  const names = differences(Setup.parse(ONE), Setup.parse(TWO)).map(({ what, at }) => `${what} ${at ?? ''}`.trim());
  assert.deepEqual(names, ['added 2c', 'removed 1c', 'inHandMore']);
  assert.deepEqual(differences(Setup.parse(ONE), Setup.parse('8k/9/9/8P/9/9/9/9/9 b G 1')).map(({ what, from, at }) => [what, from, at]), [['moved', '1c', '1d']]);
  assert.deepEqual(differences(Setup.parse(ONE), Setup.parse(ONE)), []);
  assert.deepEqual(differentSquares(Setup.parse(ONE), Setup.parse(TWO)).map(squareName), ['2c', '1c']);
  assert.equal(distance(ONE, TWO), 3);
  assert.equal(distance(ONE, '8k/9/8P/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1'), 0);
});

test('comments and variations of a record are found by their moves', () => {
  const record = {
    moves: 'S*3b 3a2b 3b2c+', comments: [{ ply: 0, text: 'start' }, { ply: 2, text: 'two' }],
    variations: [{ parent: null, first_ply: 2, moves: '3a4b G*5c', comments: [{ ply: 3, text: 'there' }] }, { parent: 0, first_ply: 3, moves: 'S*5c', comments: [{ ply: 3, text: 'deep' }] }],
  };
  assert.deepEqual(variationsOf(record), ['S*3b 3a4b G*5c', 'S*3b 3a4b S*5c']);
  assert.deepEqual(variationsOf({}), []);
  assert.deepEqual(commentsOf(record), [['', 'start'], ['S*3b 3a2b', 'two'], ['S*3b 3a4b G*5c', 'there'], ['S*3b 3a4b S*5c', 'deep']]);
});
