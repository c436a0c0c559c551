// The engine's worker as seen from the page: started when it is asked, ended when it takes too long.

import { Questions } from './questions.js';

/** A search that was called off. */
export class Cancelled extends Error {}

/** The end of an engine that could not be started or came to grief. */
export class Broken extends Error {}

/** The engine in a worker. */
export class Engine {
  #worker = null;
  #questions = new Questions();
  /** Where threads that help say that they came to grief: the worker itself waits for them and hears nothing. */
  #trouble = null;

  /** `threads` is how many are wished for; the worker takes one where they cannot share memory. */
  constructor(module, megabytes, threads) {
    this.module = module;
    this.megabytes = megabytes;
    this.threads = threads;
  }

  /** Starts the worker before it is asked: by the time it is, it may be there. */
  warm() {
    if (!this.#worker) this.#start();
  }

  /** Asks the worker; `tell` hears of the nodes. */
  async ask(call, args, tell) {
    if (!this.#worker) this.#start();
    return this.#questions.ask(this.#worker, call, args, { tell });
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
    this.#questions.end(why);
  }

  #start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.#worker = worker;
    // What one that was ended still says is of no matter to the next.
    const isThis = () => this.#worker === worker;
    const end = (why) => { if (isThis()) this.#end(why); };
    worker.onmessage = ({ data }) => { if (isThis()) this.#hear(data); };
    worker.onerror = (event) => end(new Broken(event.message ?? 'worker.js'));
    const name = `gyakusan ${Math.random()}`;
    this.#trouble = new BroadcastChannel(name);
    this.#trouble.onmessage = ({ data }) => end(new Broken(data));
    this.#questions.ask(worker, 'start', [this.module, this.megabytes, this.threads, name])
      .then((threads) => { this.threads = threads; })
      .catch(end);
  }

  #hear(message) {
    const why = (text) => (message.broken ? new Broken(text) : new Error(text));
    this.#questions.hear(message, why);
    if (message.broken) this.#end(why(message.error));
  }
}
