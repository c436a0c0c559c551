// The engine in a thread of its own: one question at a time, in the order they come.

// What a thread that helps has for its calls, in bytes.
const STACK = 4 << 20;

let engine = null;

/** An engine in one thread. */
async function alone(module, megabytes) {
  const { default: init, Engine } = await import('./gyakusan.js');
  await init({ module_or_path: module });
  return new Engine(megabytes);
}

/** An engine whose threads share their memory; each helper is a worker of its own. */
async function together(megabytes, threads) {
  const [module, { default: init, Engine, gather }] = await Promise.all([
    WebAssembly.compileStreaming(fetch(new URL('gyakusan-threads_bg.wasm', import.meta.url))),
    import('./gyakusan-threads.js'),
  ]);
  const { memory } = await init({ module_or_path: module });
  const helpers = Array.from({ length: threads - 1 }, () => new Promise((resolve, reject) => {
    const helper = new Worker(new URL('helper.js', import.meta.url), { type: 'module' });
    helper.onmessage = resolve;
    helper.onerror = (event) => {
      // Not an error of the page's: one thread will do.
      event.preventDefault();
      reject(new Error(event.message));
    };
    helper.postMessage({ module, memory, stack: STACK });
  }));
  await Promise.all(helpers);
  gather(threads - 1);
  return new Engine(megabytes, threads);
}

async function start(module, megabytes, threads) {
  if (threads > 1) {
    try {
      engine = await together(megabytes, threads);
      return threads;
    } catch (error) {
      // One thread finds the same: only later.
      console.warn(error);
    }
  }
  engine = await alone(module, megabytes);
  return 1;
}

async function answer({ id, call, args }) {
  try {
    if (call === 'start') {
      postMessage({ id, answer: await start(...args) });
      return;
    }
    const tell = (nodes) => postMessage({ id, nodes });
    const told = call === 'solve' || call === 'check';
    const found = engine[call](...args, ...(told ? [tell] : []));
    postMessage({ id, answer: JSON.parse(found) });
  } catch (error) {
    // After a trap the engine's memory means nothing any more.
    const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: String(error?.message ?? error), broken });
  }
}

// Questions may come while the engine is still being loaded.
let last = Promise.resolve();
onmessage = ({ data }) => { last = last.then(() => answer(data)); };
