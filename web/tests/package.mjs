// What `npm pack` gives is installed into a folder, its example is run, its types are used.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// It is searched for longer than a moment.
const HARD = '2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7 b GS2N2Pg2sn2l5p 1';
const web = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gyakusan-'));
const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const typed = (name, text, lib = 'es2022', ...more) => {
  const console = lib.includes('dom') ? '' : 'declare const console: { log(...what: unknown[]): void };\n';
  writeFileSync(join(folder, name), console + text);
  run(process.execPath, join(web, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--module', 'nodenext', '--lib', lib, ...more, name);
};
try {
  const [{ filename }] = JSON.parse(run('npm', 'pack', join(web, 'dist/package'), '--json'));
  // Unpacked where npm would put it: nothing is asked of a registry.
  const home = join(folder, 'node_modules/gyakusan');
  mkdirSync(home, { recursive: true });
  run('tar', '-xzf', filename, '-C', home, '--strip-components', '1');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // Whatever it offers is in it; what describes its inside is not.
  const offered = Object.values(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).exports).flatMap((is) => (typeof is === 'string' ? is : Object.values(is)));
  for (const path of offered) assert.ok(existsSync(join(home, path)), path);
  for (const path of ['gyakusan.d.ts', 'gyakusan_bg.wasm.d.ts']) assert.ok(!existsSync(join(home, path)), path);

  copyFileSync(join(home, 'example.mjs'), join(folder, 'example.mjs'));
  const example = readFileSync(join(folder, 'example.mjs'), 'utf8').split('\n').filter(Boolean);
  assert.ok(example.length <= 10);
  assert.match(run(process.execPath, 'example.mjs'), /^mate 3 false ☗２一香成 ☖１二玉 ☗２三角成\nsecond solution ☗２一銀成/);

  // What is no limit is told, and who hears of the nodes may ask meanwhile.
  writeFileSync(join(folder, 'limits.mjs'), `import assert from 'node:assert/strict';
import { load } from 'gyakusan';
const { Engine } = await load();
const [sfen, hard] = ['8k/9/8P/9/9/9/9/9/9 b G 1', '${HARD}'];
for (const memory of [0, -1, NaN, 4096, 1e9]) assert.throws(() => new Engine(memory), /memory: /);
const engine = new Engine(16);
for (const limit of [0, -1, NaN]) {
  for (const name of ['nodes', 'seconds']) assert.throws(() => engine.solve(sfen, { [name]: limit }), new RegExp(name + ': .* not a limit'));
}
assert.throws(() => engine.check(sfen, { seconds: -1 }), /seconds: -1 is not a limit/);
assert.throws(() => engine.branches(sfen, { nodes: NaN }), /nodes: NaN is not a limit/);
assert.equal(engine.solve(sfen, { seconds: Infinity, nodes: Infinity }).plies, 1);
const other = new Engine(16);
let plies = null;
const found = engine.solve(hard, { seconds: 2, progress: () => { plies = other.solve(sfen).plies; } });
assert.deepEqual([plies, found.nodes > 0], [1, true]);
`);
  run(process.execPath, 'limits.mjs');

  // An error in `progress` ends the search and comes out of it; so does a signal. The engine works on.
  writeFileSync(join(folder, 'cancel.mjs'), `import assert from 'node:assert/strict';
import { load } from 'gyakusan';
const { Engine } = await load();
const [sfen, hard] = ['8k/9/8P/9/9/9/9/9/9 b G 1', '${HARD}'];
const engine = new Engine(16);
const own = new Error('enough');
for (const call of ['solve', 'check', 'branches']) {
  let heard = 0;
  assert.throws(() => engine[call](hard, { progress: () => { heard += 1; if (heard > 1) throw own; } }), (error) => error === own, call);
  assert.equal(heard, 2, call);
  assert.equal(engine.solve(sfen).plies, 1);
}
assert.throws(() => engine.solve(hard, { progress: () => { throw 'a text'; } }), (error) => error === 'a text');
const controller = new AbortController();
assert.throws(() => engine.solve(hard, { signal: controller.signal, progress: (nodes) => { if (nodes > 1000) controller.abort(); } }), { name: 'AbortError' });
assert.throws(() => engine.solve(sfen, { signal: controller.signal }), { name: 'AbortError' });
assert.throws(() => engine.solve(sfen, { signal: AbortSignal.abort(own) }), (error) => error === own);
assert.throws(() => engine.solve(sfen, { signal: true }), { name: 'TypeError', message: /^signal: expected an AbortSignal/ });
// An error inside a search inside a search ends the inner one only.
let inner = null;
const other = new Engine(16);
const found = engine.solve(hard, { seconds: 2, progress: () => {
  try {
    inner ??= other.solve(hard, { progress: () => { throw own; } });
  } catch (error) {
    inner = error;
  }
} });
assert.equal(inner, own);
assert.ok(found.nodes > 0);
assert.equal(engine.solve(sfen).plies, 1);
`);
  run(process.execPath, 'cancel.mjs');

  // What is no argument is told in words, and breaks nothing.
  writeFileSync(join(folder, 'wrong.mjs'), `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { load } from 'gyakusan';
const own = await load();
const engine = new own.Engine(16);
const sfen = '8k/9/8P/9/9/9/9/9/9 b G 1';
for (const wrong of [5, {}, null, undefined, [sfen]]) {
  const why = { name: 'TypeError', message: /^sfen: expected a string, found / };
  for (const call of ['solve', 'check', 'branches', 'refute']) assert.throws(() => engine[call](wrong), why, call);
  for (const call of ['position', 'mirror', 'kif']) assert.throws(() => own[call](wrong), why, call);
}
for (const call of ['solve', 'check', 'branches']) {
  for (const wrong of [null, 5, 'x', []]) assert.throws(() => engine[call](sfen, wrong), { name: 'TypeError', message: /^options: expected an object, found / });
  for (const name of ['plies', 'foo']) {
    assert.throws(() => engine[call](sfen, { [name]: 0 }), { name: 'TypeError', message: new RegExp('^options: unknown option "' + name + '"; the options are .*nodes') });
  }
  assert.throws(() => engine[call](sfen, { nodes: '5' }), { name: 'TypeError', message: 'nodes: expected a number, found string 5' });
  assert.throws(() => engine[call](sfen, { progress: 5 }), { name: 'TypeError', message: 'progress: expected a function, found number 5' });
}
assert.throws(() => engine.check(sfen, { line: 'G*1b' }), { name: 'TypeError', message: /^line: expected a list of moves/ });
assert.throws(() => engine.check(sfen, { line: [5] }), { name: 'TypeError', message: /^line\\[0\\]: expected a string, found number 5/ });
assert.throws(() => engine.check(sfen, { thorough: 1 }), { name: 'TypeError', message: /^thorough: / });
for (const no of ['', '9i9h', 'R*5e', 'G*1b G*1b']) assert.throws(() => engine.refute(sfen, no), { code: 'move' }, no);
assert.throws(() => engine.refute(sfen), { name: 'TypeError', message: /^check: expected a string, found undefined/ });
assert.throws(() => engine.solve('8k/9'), /SFEN, character/);
assert.throws(() => own.japanese(sfen), { name: 'TypeError', message: /^moves: expected a list of moves/ });
// Both encodings are one text.
const kif = (name) => own.read(new Uint8Array(readFileSync(${JSON.stringify(join(web, '../tests/data/kif/'))} + name)), name);
assert.deepEqual(kif('keima.kif'), kif('keima.kifu'));
assert.ok(kif('keima.kif')[0].title);
assert.throws(() => own.read(new Uint8Array([0x8b, 0xca, 0x0a, 0x82, 0x0a]), 'x.kif'), /x\\.kif:2/);
assert.throws(() => own.read(5), { name: 'TypeError', message: /^file: / });
assert.throws(() => own.outline('玉飛'), { name: 'RangeError', message: /^sign: / });
assert.throws(() => new own.Engine('16'), { name: 'TypeError', message: /^memory: / });
assert.equal(engine.branches(sfen, { seconds: 5 })[0].move, 'G*1b');
assert.equal(engine.solve(sfen).plies, 1);
engine.free();
engine.free();
for (const call of ['solve', 'check', 'branches']) assert.throws(() => engine[call](sfen), /freed with free/);
`);
  run(process.execPath, 'wrong.mjs');

  // What is asked of the package where it is installed.
  for (const name of ['errors', 'sources', 'memory', 'worker']) {
    copyFileSync(join(web, `tests/installed/${name}.mjs`), join(folder, `${name}.mjs`));
    run(process.execPath, `${name}.mjs`);
  }

  typed('right.ts', `import { load, type Report } from 'gyakusan';
const { Engine } = await load();
const report: Report = new Engine().check('8k/9/8P/9/9/9/9/9/9 b G 1', { nodes: 1000 });
const plies: number | null = report.plies;
const kinds: string[] = report.lines.map((line) => line.kind);
const cooks = report.lines.filter((line) => line.kind === 'second solution').length;
const signal = new Engine().solve('', { signal: { aborted: false }, progress: (nodes: number) => { if (nodes > 1) throw 1; } });
console.log(plies, kinds, cooks, report.flaws?.promotion_duals, signal.status === 'mate');
`);
  // A real signal, a module, an address: of a browser or of node.
  typed('dom.ts', `import { load } from 'gyakusan';
import { EngineWorker } from 'gyakusan/worker';
const { Engine } = await load(new URL('x.wasm', 'https://example.org/'));
await load(new WebAssembly.Module(new Uint8Array()));
new Engine().solve('', { signal: AbortSignal.timeout(5) });
await load(fetch('x'));
new EngineWorker(8, { worker: () => new Worker('x') }).solve('', { signal: AbortSignal.timeout(5) });
`, 'es2022,dom');
  // Lists that nobody may change, options passed through, a plain page's address, the end of a block.
  typed('passed.ts', `import { GyakusanError, load, type Code } from 'gyakusan';
import { load as other } from './node_modules/gyakusan/browser.js';
import { EngineWorker } from 'gyakusan/worker';
const line: readonly string[] = ['G*1b'];
const nodes: number | undefined = undefined;
const { Engine, kif, read, records } = await other({ href: 'x' });
using engine = new Engine();
const { main_line, tries } = engine.check('', { line, nodes });
kif('', { line: main_line, others: [line] });
for (const is of read(new ArrayBuffer(0))) console.log('error' in is ? is.line : is.title, tries?.length);
records(new DataView(new ArrayBuffer(0)));
const code: Code = new GyakusanError('sfen', '').code;
console.log(code, (await new EngineWorker(8, { source: 'x' }).check('', { line })).flaws?.cooks, load);
`, 'esnext', '--exactOptionalPropertyTypes');
  // What is no source, and what an answer never is.
  for (const [at, text] of ['load(/x/)', 'load([])', 'load(() => 1)', 'load(5)', 'load(new Date())', "new Engine().solve('').error", "new Engine().solve('').status === 'error'", "new Engine().check('').policy === 'literal'"].entries()) {
    assert.throws(() => typed(`none${at}.ts`, `import { load } from 'gyakusan';
const { Engine } = await load();
console.log(${text});
`), (error) => /TS2345|TS2559|TS2339|TS2367/.test(error.stdout), text);
  }
  for (const [name, text] of [['kind', "report.lines.filter((line) => line.kind === 'second solutoin')"], ['flaw', 'report.flaws?.cookss'], ['status', "report.status === 'mated'"]]) {
    assert.throws(() => typed(`${name}.ts`, `import type { Report } from 'gyakusan';
declare const report: Report;
console.log(${text});
`), (error) => /TS2367|TS2551/.test(error.stdout), name);
  }
  assert.throws(() => typed('wrong.ts', `import { load } from 'gyakusan';
const { Engine } = await load();
new Engine().check('', { node: 1000 });
`), (error) => /TS2561|TS2353/.test(error.stdout));
  console.log('ok: the package, its example, its types');
} finally {
  rmSync(folder, { recursive: true });
}
