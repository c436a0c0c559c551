// Memory comes to an end: that is told, then and ever after.

import assert from 'node:assert/strict';
import { GyakusanError, load } from 'gyakusan';

const { Engine, mirror, read } = await load();
const S = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';
const isOut = (error) => error instanceof GyakusanError && error.code === 'memory' && /out of memory; it has to be loaded again/.test(error.message);
const engine = new Engine(2048);
assert.equal(engine.solve(S).plies, 7);
assert.throws(() => read(new Uint8Array(2_200_000_000)), isOut);
for (const call of [() => engine.solve(S), () => new Engine(1), () => mirror(S)]) assert.throws(call, isOut);
// Giving back what is lost is no error.
engine.free();
