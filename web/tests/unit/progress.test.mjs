// Progress with sets, the problem of the day, words, geometry, answers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CROPPED, fit, LEFT, middle, placeAt, pointIn, TOP, WHOLE } from '../../page/geometry.js';
import { alike, arrows, kifRows, mainLine, sorted, verdict } from '../../page/lines.js';
import { next, noted, ofDay, statistics } from '../../page/progress.js';
import { asked } from '../../page/ranges.js';
import { choose } from '../../page/settings.js';
import { Setup } from '../../page/setup.js';
import { handWords, positionWords, standsWords } from '../../page/squares.js';
import { WORDS } from '../../page/texts.js';
import { words } from '../../page/words.js';

const how = { solved: true, wrong: 0, helped: 0, shown: false, date: 'x' };

test('what is clean was solved at the first try, without help', () => {
  assert.deepEqual(noted(undefined, how), { tries: 1, solved: true, clean: true, date: 'x' });
  for (const less of [{ wrong: 1 }, { helped: 1 }, { shown: true, solved: false }]) assert.equal(noted(undefined, { ...how, ...less }).clean, false);
  const later = noted(noted(undefined, { ...how, solved: false, shown: true }), how);
  assert.deepEqual([later.tries, later.solved, later.clean], [2, true, false]);
  // Once solved, always solved.
  assert.equal(noted(noted(undefined, how), { ...how, solved: false, shown: true }).solved, true);
});

test('the next is the next that is not solved', () => {
  const solved = { solved: true };
  assert.equal(next(4, {}, 0), 0);
  assert.equal(next(4, { 0: solved, 1: solved }, 0), 2);
  assert.equal(next(4, { 2: solved, 3: solved, 0: solved }, 2), 1);
  assert.equal(next(3, { 0: solved, 1: solved, 2: solved }, 3), 0);
  const told = statistics([{ plies: 3 }, { plies: 1 }, { plies: 3 }], { 0: { solved: true, clean: true, tries: 1 }, 2: { solved: false, tries: 2 } });
  assert.deepEqual(told, { count: 3, solved: 1, clean: 1, tries: 3, byLength: [{ plies: 1, count: 1, solved: 0, clean: 0 }, { plies: 3, count: 2, solved: 1, clean: 1 }] });
});

test('each problem has its day before any comes again', () => {
  for (const count of [1, 2, 3, 10, 54, 97, 100]) {
    const days = Array.from({ length: count }, (_, day) => ofDay(count, new Date(2026, 10, 29 + day)));
    assert.equal(new Set(days).size, count);
    assert.ok(days.every((is) => is >= 0 && is < count));
  }
});

test('every point of the picture is its place, whole and cropped, at any size', () => {
  const setup = Setup.parse('8k/9/8P/9/9/9/9/9/9 b GS 1');
  for (const frame of [WHOLE, CROPPED]) {
    for (const box of [{ left: 0, top: 0, width: 300, height: 700 }, { left: 13, top: 50, width: 900, height: 200 }]) {
      const { scale, x, y } = fit(box, frame);
      for (let at = 0; at < 81; at += 1) {
        const [right, down] = middle(at);
        const point = pointIn(box, frame, x + (LEFT + right) * scale, y + (TOP + down) * scale);
        assert.equal(placeAt(point, setup), at);
      }
      const hand = pointIn(box, frame, x + (LEFT + 62 + 108) * scale, y + (TOP + 9 * 105 + 80) * scale);
      assert.deepEqual(placeAt(hand, setup), { hand: 'b', kind: 'S' });
    }
  }
  assert.equal(placeAt([LEFT + 950, TOP + 300], setup), null);
});

test('squares, pieces and hands in words', () => {
  choose('language', 'ja');
  assert.equal(standsWords('3a', { kind: 'K', white: true }), '３一、玉方の玉');
  assert.equal(standsWords('5e', null), '５五、空き');
  assert.equal(standsWords('2b', { kind: 'R', promoted: true, white: false }), '２二、攻方の龍');
  assert.equal(handWords({ R: 0, B: 0, G: 1, S: 0, N: 0, L: 0, P: 2 }), '金1・歩2');
  assert.match(positionWords(Setup.parse('8k/9/8P/9/9/9/9/9/9 b G 1')), /^攻方：１三　歩。攻方持駒：金1。玉方：１一　玉。玉方持駒：飛2・角2・金3・銀4・桂4・香4・歩17。$/);
  choose('language', 'en');
  assert.equal(standsWords('3a', { kind: 'K', white: true }), '3a, defender’s king');
  assert.equal(words('count', 1), '1 problem');
});

test('every text exists in both languages, and every key that is used exists', () => {
  for (const [key, pair] of Object.entries(WORDS)) {
    assert.equal(pair.length, 2, key);
    const marks = (text) => [...text.matchAll(/\{\d\}/g)].map(([is]) => is).sort().join();
    if (!['term', 'meaning'].includes(key)) assert.equal(marks(pair[0]), marks(pair[1]), key);
  }
  const page = new URL('../../page/', import.meta.url);
  for (const name of ['app', 'answer', 'playing', 'problems', 'works', 'options', 'actions', 'home', 'desk', 'tree', 'files', 'database', 'print', 'squares', 'sets', 'today', 'editing', 'dialogs', 'choice', 'ranges', 'setup']) {
    const source = readFileSync(new URL(`${name}.js`, page), 'utf8');
    for (const [, key] of source.matchAll(/\b(?:words|button)\('(\w+)'/g)) assert.ok(key in WORDS, `${name}: ${key}`);
  }
  const html = readFileSync(new URL('index.html', page), 'utf8');
  for (const [, key] of html.matchAll(/data-(?:word|label)="(\w+)"/g)) assert.ok(key in WORDS, key);
});

test('verdicts, lines, what goes out as KIF', () => {
  assert.deepEqual(verdict({ status: 'mate', plies: 5, plies_exact: true }), { said: [['pliesMate', 5]], tone: 'good' });
  assert.deepEqual(verdict({ status: 'mate', plies: 5, complete: false }).tone, 'bad');
  assert.deepEqual(verdict({ status: 'no_mate' }), { said: [['no_mate']], tone: 'bad' });
  const line = (kind, moves, ply, more = {}) => ({ kind, moves, ply, plies: 3, relation: 'longer', ...more });
  const lines = [line('dual in variation', ['a'], 1), line('second solution', ['G*1b'], 1), line('second solution', ['G*3b'], 1), line('undecided', ['S*1b'], 1, { plies: null })];
  assert.deepEqual(sorted(lines).known.map((is) => is.kind), ['second solution', 'second solution', 'dual in variation']);
  assert.equal(alike(sorted(lines).known).length, 2);
  assert.deepEqual(arrows(lines[1], ['2b2a']), [{ move: '2b2a', colour: 'main' }, { move: 'G*1b', colour: 'cook' }]);
  // Of two drops on one square one is shown.
  assert.equal(arrows(lines[1], ['S*1b']).length, 1);
  assert.deepEqual(mainLine({ main_line: ['x'], given_line: { mates: false } }, ['y']), ['x']);
  assert.deepEqual(mainLine({ main_line: ['x'], given_line: { mates: true, fault: null } }, ['y']), ['y']);
  const rows = kifRows({ lines }, ['2b2a', '1a1b'], { named: (moves) => moves, said: (key) => key, comments: new Map([['2b2a', 'on\nit'], ['G*1b 1a2a', 'off']]) });
  assert.equal(rows.notes, '0\tundecided_move S*1b\n1\ton\n1\tit');
  assert.equal(rows.others.split('\n').at(-1), 'G*1b 1a2a\toff\t2');
  // What a file had beside its main line goes out again, each once, with what is said of it.
  const read = { comments: new Map([['S*3b 1a2a', 'there']]), variations: ['S*3b 1a2a 3b3c', '2b2a', 'G*1b', '2b2a 1a2b G*2c'] };
  const again = kifRows({ lines }, ['2b2a', '1a1b'], { named: (moves) => moves, said: (key) => key, ...read });
  assert.deepEqual(again.others.split('\n').slice(3), ['S*3b 1a2a 3b3c', '2b2a 1a2b G*2c', 'S*3b 1a2a 3b3c\tthere\t2']);
});

test('ranges as the program takes them', () => {
  assert.deepEqual(asked('plies', '=', '7..11', 'INTEGER'), [['>=', '7'], ['<=', '11']]);
  assert.throws(() => asked('plies', '=', '11..7', 'INTEGER'));
});
