// What runs in the worker thread of node.

import { parentPort } from 'node:worker_threads';
import { load } from './node.js';
import { serve } from './answering.js';

serve(load, (message) => parentPort.postMessage(message), (hears) => parentPort.on('message', hears));
