// The engine in a thread of its own: one question at a time, in the order they come.

import init, { Engine } from './gyakusan.js';

let engine = null;

onmessage = async ({ data }) => {
  const { id, call, args } = data;
  try {
    if (call === 'start') {
      await init({ module_or_path: args[0] });
      engine = new Engine(args[1]);
      postMessage({ id, answer: null });
      return;
    }
    const tell = (nodes) => postMessage({ id, nodes });
    const told = call === 'solve' || call === 'check';
    const answer = engine[call](...args, ...(told ? [tell] : []));
    postMessage({ id, answer: JSON.parse(answer) });
  } catch (error) {
    // After a trap the engine's memory means nothing any more.
    const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: String(error?.message ?? error), broken });
  }
};
