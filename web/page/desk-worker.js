// The composer's desk in a thread of its own, with an engine that has more than the page's.

import { compiled } from './module.js';

onmessage = async ({ data: { id, call, args: [language, ...args] } }) => {
  try {
    const [module, engine] = await Promise.all([compiled('gyakusan-desk_bg.wasm'), import('./gyakusan-desk.js')]);
    await engine.default({ module_or_path: module });
    engine.speak(language);
    const tell = (tried, found) => postMessage({ id, nodes: [tried, found] });
    postMessage({ id, answer: JSON.parse(engine[call](...args, tell)) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
