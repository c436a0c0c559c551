// The engine in a thread of its own: one question at a time, in the order they come.

import { compiled } from './module.js';

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
async function together(megabytes, threads, trouble) {
  const [module, { default: init, Engine, gather }] = await Promise.all([
    compiled('gyakusan-threads_bg.wasm'),
    import('./gyakusan-threads.js'),
  ]);
  const { memory } = await init({ module_or_path: module });
  const helpers = Array.from({ length: threads - 1 }, () => new Worker(new URL('helper.js', import.meta.url), { type: 'module' }));
  const started = helpers.map((helper) => new Promise((resolve, reject) => {
    helper.onmessage = ({ data: { error } }) => (error === undefined ? resolve() : reject(new Error(error)));
    helper.onerror = (event) => {
      // Not an error of the page's: one thread will do.
      event.preventDefault();
      reject(new Error(event.message));
    };
    helper.postMessage({ module, memory, stack: STACK, trouble });
  }));
  try {
    await Promise.all(started);
  } catch (error) {
    for (const helper of helpers) helper.terminate();
    throw error;
  }
  gather(threads - 1);
  return new Engine(megabytes, threads);
}

async function start(module, megabytes, threads, trouble) {
  if (threads > 1) {
    try {
      engine = await together(megabytes, threads, trouble);
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
    const found = engine[call](...args, tell);
    postMessage({ id, answer: JSON.parse(found) });
  } catch (error) {
    // What the engine says is a plain error; after any other its memory means nothing any more.
    const broken = error?.constructor !== Error;
    postMessage({ id, error: String(error?.message ?? error), broken });
  }
}

// Questions may come while the engine is still being loaded.
let last = Promise.resolve();
onmessage = ({ data }) => { last = last.then(() => answer(data)); };
