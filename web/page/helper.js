// A thread that helps the engine: it shares the engine's memory and stays with it.

import init, { help } from './gyakusan-threads.js';

onmessage = async ({ data: { module, memory, stack, trouble } }) => {
  try {
    await init({ module_or_path: module, memory, thread_stack_size: stack });
  } catch (error) {
    // What goes wrong after a pause no event tells to whoever started this.
    postMessage({ error: String(error) });
    return;
  }
  postMessage({});
  try {
    help();
  } catch (error) {
    new BroadcastChannel(trouble).postMessage(String(error));
  }
};
