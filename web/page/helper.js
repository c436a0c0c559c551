// A thread that helps the engine: it shares the engine's memory and stays with it.

import init, { help } from './gyakusan-threads.js';

onmessage = async ({ data: { module, memory, stack } }) => {
  await init({ module_or_path: module, memory, thread_stack_size: stack });
  postMessage('ready');
  help();
};
