// The scripts of the pages of small boards beside the program: node small_page.mjs PROGRAM FOLDER.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [program, folder] = process.argv.slice(2);
const run = (args, input = '') => execFileSync(program, ['small', ...args], { cwd: folder, input, encoding: 'utf8', maxBuffer: 1 << 28 });
const lines = (args, input) => run(args, input).trimEnd().split('\n').map((line) => JSON.parse(line));

/** The scripts of a page, and what their last call is given. */
function scripts(page, names, call) {
  const html = readFileSync(join(folder, page), 'utf8');
  const text = /<script>\n([^]*)<\/script>/.exec(html)[1];
  const last = new RegExp(`^${call}\\(`, 'm');
  assert.match(text, last);
  const given = (...all) => ({ all });
  const document = { documentElement: { lang: 'ja' }, getElementById: () => null };
  return new Function('document', 'given', `${text.replace(last, `return Object.assign({ ${names} }, given(`).replace(/;\n$/, ');\n')}`)(document, given);
}

/** Numbers that look random, and are the same each time. */
let seed = 1;
const below = (count) => {
  seed = (seed * 48271) % 2147483647;
  return seed % count;
};

/** Positions of games that end soon. */
function positions(rules, count) {
  const found = new Set();
  while (found.size < count) {
    let position = rules.read(`${rules.start} b -`);
    for (let ply = 0; ply < 40; ply += 1) {
      found.add(rules.write(position));
      const moves = rules.legal(position).filter((move) => !rules.isTry(position, move));
      if (moves.length === 0) break;
      position = rules.play(position, moves[below(moves.length)]);
    }
  }
  return [...found];
}

const inWords = (byte) => (byte === 0 ? ['draw', null] : [byte % 2 === 0 ? 'win' : 'loss', byte - 1]);

async function agrees(game) {
  run(['table', ...game, '--out', 'x.gst', '--quiet']);
  run(['play', 'x.gst', '--page', 'play.html']);
  const page = scripts('play.html', 'Table, Game', 'begin');
  const [rules, header] = page.all;
  const blob = await openAsBlob(join(folder, 'x.gst'));
  const table = await page.Table.open(rules, header, blob);
  const asked = positions(rules, 300);
  const told = lines(['probe', 'x.gst', '-', '--json'], asked.join('\n'));
  assert.equal(told.length, asked.length);
  for (const { position, status, plies, moves } of told) {
    const at = rules.read(position);
    assert.deepEqual(inWords(await table.value(at)), [status, plies], position);
    const found = (await table.probe(at)).map(({ move, usi, value }) => [usi, rules.japanese(at, move), ...inWords(value)]);
    const expected = moves.map((is) => [is.move, is.japanese, is.status, is.plies]);
    assert.deepEqual(found.toSorted(), expected.toSorted(), position);
    // The best ones come first.
    assert.deepEqual(found.map((is) => is.slice(2)), expected.map((is) => is.slice(2)), position);
  }
  // The table against itself takes as long as it says.
  const play = new page.Game(rules, table);
  const [status, plies] = inWords(await table.value(play.position));
  if (status !== 'draw') {
    while (play.end === null) await play.reply();
    assert.equal(play.end, status === 'win' ? 0 : 1);
    assert.equal(play.moves.length, plies - (game.includes('small.toml') && play.won === null ? 2 : 0));
    play.back(2);
    assert.equal(play.end, null);
  }
  return { page, table, blob };
}

const dobutsu = readFileSync(process.argv[4], 'utf8');
writeFileSync(join(folder, 'small.toml'), dobutsu.replace('gle/1c1/1C1/ELG', '1l1/1c1/1C1/1L1'));
for (const game of [['3x3', '--army', 'KPN', '--zone', '2'], ['3x3', '--army', 'PKL'], ['small.toml']]) {
  await agrees(game);
}
const { page, blob } = await agrees(['3x3', '--army', 'PKP']);
const [rules, header, packed] = page.all;
const bytes = new Uint8Array(await blob.arrayBuffer());
assert.deepEqual(Buffer.from(packed, 'base64'), Buffer.from(bytes));

// What is not this table is refused, and damage is seen.
const changed = (place) => new Blob([bytes.map((byte, at) => (at === place ? byte ^ 1 : byte))]);
for (const other of [new Blob([]), new Blob(['x'.repeat(1000)]), blob.slice(0, blob.size - 1), changed(30)]) {
  await assert.rejects(page.Table.open(rules, header, other));
}
const damaged = await page.Table.open(rules, header, changed(bytes.length - 1));
await assert.rejects(damaged.checked(damaged.chunks - 1), /壊れて/);

// Problems: the line solves them, and nothing else.
run(['mates', 'x.gst', '--db', 'x.db', '--page', 'mates.html']);
const solving = scripts('mates.html', 'Solving', 'enliven');
const [mateRules, problems] = solving.all;
assert.ok(problems.length > 20);
for (const { position, line } of problems) {
  const problem = new solving.Solving(mateRules, position, line);
  while (!problem.isSolved) {
    const usi = line[problem.made];
    const isLast = problem.made + 1 === line.length;
    for (const move of isLast ? [] : problem.moves.filter((other) => mateRules.usi(other) !== usi)) {
      assert.match(problem.play(move), /wrong|no check/);
    }
    const right = problem.moves.find((move) => mateRules.usi(move) === usi);
    assert.equal(problem.play(right), isLast ? 'solved' : 'right', position);
  }
  problem.again();
  assert.equal(problem.made, 0);
}
