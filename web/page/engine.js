// The worker as seen from the page: promises, progress, and an end to what takes too long.

/** A search that was called off. */
export class Cancelled extends Error {}

/** The end of an engine that could not be started or came to grief. */
export class Broken extends Error {}

/** The engine in a worker. */
export class Engine {
  #worker = null;
  #waiting = new Map();
  #id = 0;
  /** Where threads that help say that they came to grief: the worker itself waits for them and hears nothing. */
  #trouble = null;

  /** `threads` is how many are wished for; the worker takes one where they cannot share memory. */
  constructor(module, megabytes, threads) {
    this.module = module;
    this.megabytes = megabytes;
    this.threads = threads;
  }

  /** Asks the worker; `tell` hears of the nodes. */
  async ask(call, args, tell) {
    if (!this.#worker) this.#start();
    return this.#send(call, args, tell);
  }

  /** Ends whatever is under way. The next question starts a new worker: with an empty table. */
  cancel() {
    this.#end(new Cancelled());
  }

  #end(why) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#trouble?.close();
    this.#trouble = null;
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }

  #start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.#worker = worker;
    // What one that was ended still says is of no matter to the next.
    const end = (why) => { if (this.#worker === worker) this.#end(why); };
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => end(new Broken(event.message ?? 'worker.js'));
    const name = `gyakusan ${Math.random()}`;
    this.#trouble = new BroadcastChannel(name);
    this.#trouble.onmessage = ({ data }) => end(new Broken(data));
    this.#send('start', [this.module, this.megabytes, this.threads, name])
      .then((threads) => { this.threads = threads; })
      .catch(end);
  }

  #send(call, args, tell) {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tell });
      this.#worker.postMessage({ id, call, args });
    });
  }

  #hear({ id, nodes, answer, error, broken }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (nodes !== undefined) {
      waiting.tell?.(nodes);
      return;
    }
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(answer);
    else waiting.reject(broken ? new Broken(error) : new Error(error));
    if (broken) this.#end(new Broken(error));
  }
}
