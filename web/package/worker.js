// The engine in a worker of a browser.

import { client } from './client.js';
import { GyakusanError } from './errors.js';
import { servedByVite } from './vite.js';

export { GyakusanError } from './errors.js';

async function own() {
  const other = import.meta.env?.DEV && await servedByVite('thread.js');
  // Bundlers look for these very words.
  return other ? new Worker(other, { type: 'module' }) : new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
}

async function start(make) {
  const worker = await (make ?? own)();
  return {
    post: (message) => worker.postMessage(message),
    hear(hears, failed) {
      worker.onmessage = ({ data }) => hears(data);
      worker.onerror = (event) => {
        event.preventDefault();
        failed(new GyakusanError('load', `the worker of the engine failed (${event.message || 'its script was not found'}): give a function that starts one as \`worker\`, whose script imports 'gyakusan/thread'`));
      };
    },
    end: () => worker.terminate(),
  };
}

/** An engine in a worker. */
export const EngineWorker = client(start);
