// The engine in a worker thread of node.

import { Worker } from 'node:worker_threads';
import { client } from './client.js';
import { GyakusanError } from './errors.js';

export { GyakusanError } from './errors.js';

const own = () => new Worker(new URL('./thread-node.js', import.meta.url));

async function start(make) {
  const worker = await (make ?? own)();
  return {
    post: (message) => worker.postMessage(message),
    hear(hears, failed) {
      worker.on('message', hears);
      worker.on('error', (cause) => failed(new GyakusanError('load', `the worker of the engine failed (${cause.message}): give a function that starts one as \`worker\`, whose script imports 'gyakusan/thread'`, { cause })));
    },
    end: () => worker.terminate(),
    // A program ends when nobody waits for an answer any more.
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}

/** An engine in a worker thread. */
export const EngineWorker = client(start);
