// An engine in a worker thread: questions in their order, a signal that ends a search, errors as they were.

import assert from 'node:assert/strict';
import { EngineWorker, GyakusanError } from 'gyakusan/worker';
import { Worker } from 'node:worker_threads';

const S = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';
const LONG = '4k4/9/9/9/9/9/9/9/9 b 2R2B2G2S2N2L9P 1';
const engine = new EngineWorker(8);
const failed = async (asked, wanted) => assert.rejects(asked, wanted);

let nodes = 0;
const mine = new Error('mine');
const called = new AbortController();
const heard = new AbortController();
const waiting = engine.solve(LONG, { signal: called.signal });
const asked = [
  failed(waiting, { name: 'AbortError' }),
  engine.solve(S).then(({ plies }) => assert.equal(plies, 7)),
  failed(engine.solve(LONG, { signal: heard.signal, progress: (is) => { nodes = is; heard.abort(mine); } }), (error) => error === mine),
  engine.check(S).then(({ complete }) => assert.equal(complete, true)),
  failed(engine.solve(LONG, { progress() { throw mine; } }), (error) => error === mine),
  failed(engine.solve(LONG, { async progress() { throw mine; } }), (error) => error === mine),
  engine.branches(S).then(([best]) => assert.equal(best.move, '3d4b+')),
  engine.refute(S, '3d4b+').then((tries) => assert.deepEqual(tries, [])),
  failed(engine.solve('8k/9'), (error) => error instanceof GyakusanError && error.code === 'sfen' && error.at === 5),
  failed(engine.solve(S, { nodes: '5' }), { name: 'TypeError', message: /^nodes: / }),
  failed(engine.solve(S, { signal: AbortSignal.abort(null) }), (error) => error === null),
];
// One that waits is taken out, one that is under way is ended.
const later = new AbortController();
asked.push(failed(engine.solve(S, { signal: later.signal }), { name: 'AbortError' }));
later.abort();
called.abort();
await Promise.all(asked);
assert.ok(nodes > 0);

const left = engine.solve(LONG);
engine.free();
await failed(left, { code: 'freed' });
await failed(engine.solve(S), { code: 'freed' });
await failed(new EngineWorker(9999).solve(S), { code: 'range' });
await failed(new EngineWorker(8, { source: '/nope' }).solve(S), { code: 'load' });
await failed(new EngineWorker(8, { worker: () => new Worker('./nope.js') }).solve(S), { code: 'load', message: /gyakusan\/thread/ });

// A worker of one's own. Nobody frees this engine: the program ends all the same.
const other = new EngineWorker(8, { worker: () => new Worker("import('gyakusan/thread')", { eval: true }) });
assert.equal((await other.solve(S)).plies, 7);
