// The package's answers beside those of the program: `node compare.mjs program`. They are the same, to the node; how much
// longer they take is printed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../dist/package/node.js';

const LISTS = ['no mate', 'short_1_to_5.tsv', 'short_1_to_11.tsv', 'short_5_7.tsv', 'futile_cases.tsv', 'musou.tsv'];
/** Without a mate, for a reason of each kind: the king gets away, a pawn drop would mate, a position comes again, no check. */
const NO_MATE = ['8k/9/8P/9/9/9/9/9/9 b S 1', '7p1/8k/5G3/9/9/9/9/9/9 b SP 1', '7lk/9/8K/9/9/9/9/9/9 b P 1',
  '6k2/9/9/9/9/9/9/9/9 b RN 1', '8k/9/9/9/9/9/9/9/8P b - 1'];
/** Of each list so many; of 将棋無双 the first fifty. */
const MOST = { 'musou.tsv': 50 };
const NODES = 200000;
const MEGABYTES = 64;

const [program] = process.argv.slice(2);
if (!program) throw new Error('usage: node compare.mjs program');
const data = new URL('../../tests/data/', import.meta.url);
const SFEN = /(?:[^\s/]+\/){8}[^\s/]+ [bw] \S+(?: \d+)?/;

function problems(list) {
  if (list === 'no mate') return NO_MATE;
  const lines = readFileSync(new URL(list, data), 'utf8').split('\n');
  const found = lines.filter((line) => !line.startsWith('#')).map((line) => SFEN.exec(line)?.[0]).filter(Boolean);
  return found.slice(0, MOST[list]);
}

function native(command, sfens, folder) {
  const file = join(folder, 'problems.sfen');
  writeFileSync(file, `${sfens.join('\n')}\n`);
  const done = spawnSync(program, [command, file, '--why', '--format', 'jsonl', '--nodes', String(NODES), '--memory', `${MEGABYTES}M`], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout.trim().split('\n').map((line) => JSON.parse(line));
}

/** What an answer says, leaving aside whose it is and how long it took. */
function told({ id, seconds, short_set, warning, main_line_japanese, ...rest }) {
  return rest;
}

const { Engine } = await load();
const engine = new Engine(MEGABYTES);
const folder = mkdtempSync(join(tmpdir(), 'gyakusan-'));
try {
  for (const command of ['solve', 'check']) {
    for (const list of LISTS) {
      const sfens = problems(list);
      assert.ok(sfens.length > 0, list);
      const expected = native(command, sfens, folder);
      assert.equal(expected.length, sfens.length);
      if (list === 'no mate') assert.ok(expected.some(({ tries }) => tries.some((line) => line.pawn_drop_mate)));
      let [own, here] = [0, 0];
      sfens.forEach((sfen, at) => {
        const answer = engine[command](sfen, { nodes: NODES });
        assert.deepEqual(told(answer), told(expected[at]), `${command} ${list} ${sfen}`);
        if (command === 'check') assert.equal(answer.main_line_japanese, expected[at].main_line_japanese);
        own += expected[at].seconds;
        here += answer.seconds;
      });
      console.log(`${command} ${list}: ${sfens.length} the same, ${here.toFixed(1)} s, the program ${own.toFixed(1)} s, ratio ${(here / own).toFixed(2)}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
  engine.free();
}
