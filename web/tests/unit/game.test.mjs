// The game without a page: an engine of a few lines answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, HINTS, nextHint } from '../../page/game.js';
import { Setup } from '../../page/setup.js';

/** A game whose positions and answers are told beforehand, by the moves so far. */
function gameOf(positions) {
  const at = (moves) => positions[moves.join(' ')] ?? {};
  return new Game({
    position: (moves) => {
      const { checks = [], attacks = moves.length % 2 === 0, illegal, drop = null } = at(moves);
      if (illegal) throw new Error('not legal');
      return { attacker: 'black', attacker_to_move: attacks, moves: checks.map((move) => ({ move })), pawn_drop_mate: drop };
    },
    best: async (moves) => ({ status: 'mate', plies_exact: true, ...at(moves).best }),
    refute: async (moves, check) => at([...moves, check]).tries ?? [],
  });
}
const mate = (plies, line) => ({ status: 'mate', plies, plies_exact: true, main_line: line });

test('best play to the mate', async () => {
  const game = gameOf({
    '': { checks: ['G*2b', 'S*3b'], best: mate(3, ['S*3b', '2a1a', 'G*2b']) },
    'S*3b': { best: mate(2, ['2a1a', 'G*2b']) },
    'S*3b 2a1a': { checks: ['G*2b'], best: mate(1, ['G*2b']) },
    'S*3b 2a1a G*2b': { best: mate(0, []) },
  });
  assert.equal((await game.begin()).kind, 'begun');
  assert.deepEqual(await game.play('S*3b'), { kind: 'reply', move: '2a1a', longer: false });
  assert.deepEqual(game.moves, ['S*3b', '2a1a']);
  assert.deepEqual(await game.play('G*2b'), { kind: 'solved', plies: 3 });
  assert.equal(game.solved, true);
});

test('a longer way is told, an equal one is not', async () => {
  const begin = { checks: ['G*2b', 'S*3b'], best: mate(3, ['G*2b']) };
  const longer = gameOf({ '': begin, 'S*3b': { best: mate(4, ['2a1a']) } });
  await longer.begin();
  assert.equal((await longer.play('S*3b')).longer, true);
  const equal = gameOf({ '': begin, 'S*3b': { best: mate(2, ['2a1a']) } });
  await equal.begin();
  assert.equal((await equal.play('S*3b')).longer, false);
  // What is not proved is not called longer.
  const open = gameOf({ '': { ...begin, best: { ...begin.best, plies_exact: false } }, 'S*3b': { best: mate(4, ['2a1a']) } });
  await open.begin();
  assert.equal((await open.play('S*3b')).longer, false);
});

test('a wrong try is refuted, counted and taken back', async () => {
  const game = gameOf({
    '': { checks: ['G*2b', 'S*3b'], best: mate(1, ['G*2b']) },
    'S*3b': { best: { status: 'no_mate' }, tries: [{ moves: ['S*3b', '2a1a', 'G*2b', '1a1b'] }] },
  });
  await game.begin();
  assert.deepEqual(await game.play('S*3b'), { kind: 'wrong', line: ['S*3b', '2a1a', 'G*2b', '1a1b'], from: 0 });
  assert.deepEqual([game.moves, game.before, game.wrong], [['S*3b', '2a1a'], [], 1]);
  game.back();
  assert.deepEqual([game.moves, game.before, game.wrong], [[], null, 1]);
});

test('the defender begins where it is his turn, and his move is not taken back', async () => {
  const game = gameOf({ '': { attacks: false, best: mate(2, ['2a1a']) }, '2a1a': { attacks: true, checks: ['G*1b'], best: mate(1, ['G*1b']) } });
  assert.deepEqual(await game.begin(), { kind: 'reply', move: '2a1a', longer: false });
  game.back();
  assert.deepEqual(game.moves, ['2a1a']);
});

test('why a move cannot be played', () => {
  const setup = Setup.parse('8k/9/8P/9/9/9/9/9/9 b GP 1');
  const game = gameOf({ '': { checks: ['G*1b'], drop: '5e' }, 'G*1i': {}, 'G*2c': { illegal: true }, 'G*2c+': { illegal: true } });
  const at = (name) => (name.charCodeAt(1) - 97) * 9 + 9 - Number(name[0]);
  assert.equal(game.why('P*', at('5e'), setup), 'pawnDropMate');
  assert.equal(game.why('P*', at('1e'), setup), 'twoPawns');
  assert.equal(game.why('G*', at('1i'), setup), 'notCheck');
  assert.equal(game.why('G*', at('2c'), setup), 'notLegal');
});

test('the first hint never gives the move away', () => {
  const [own, other] = ['2b', '3c'];
  const cases = [
    // The piece has several checks; it has one, but others are dropped, or moved, as well; everything has one.
    [['2b2a', '2b2a+', 'G*1b'], '2b2a', HINTS.piece],
    [[`${own}2a`, `${other}3b`, 'G*1b'], `${own}2a`, HINTS.way],
    [['G*1b', 'S*3b', `${own}2a`], 'G*1b', HINTS.way],
    [[`${own}2a`, `${other}3b`], `${own}2a`, HINTS.checks],
    [['G*1b', `${own}2a`], 'G*1b', HINTS.checks],
  ];
  for (const [checks, move, wanted] of cases) assert.equal(nextHint(checks, move, 0), wanted, `${checks}`);
  // Of any checks, what the first hint leaves is more than one check, if there is more than one.
  let seed = 7;
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % below; };
  for (let run = 0; run < 2000; run += 1) {
    const checks = [...new Set(Array.from({ length: 1 + random(6) }, () => (random(2) ? `${'RBGSNLP'[random(7)]}*${1 + random(3)}b` : `${1 + random(3)}c${1 + random(3)}b${random(2) ? '+' : ''}`)))];
    const move = checks[random(checks.length)];
    const step = nextHint(checks, move, 0);
    const left = checks.filter((is) => step === HINTS.checks || (step === HINTS.way ? (is[1] === '*') === (move[1] === '*') : is.slice(0, 2) === move.slice(0, 2)));
    assert.ok(left.length > 1 || checks.length === 1, `${checks} ${move} ${step}`);
    assert.equal(nextHint(checks, move, step), HINTS.move);
  }
});
