// The engine in a worker, as seen from outside: questions with promises of answers.

import { listeners, number, options as known } from './arguments.js';
import { GyakusanError, reasonOf } from './errors.js';

const CLASSES = { TypeError, RangeError };

/** An error as it was before it was sent. */
function received({ name, code, message, ...places }) {
  if (code) return new GyakusanError(code, message, places);
  return new (CLASSES[name] ?? Error)(message);
}

/** After these the worker is of no use. */
const FATAL = ['memory', 'broken'];

/** The class of engines in workers. `start(worker)` starts one, or takes the one that `worker` makes: `post` sends it a message,
 * `hear` takes who hears its messages and of its failure, `end` ends it, and `hold` says whether the program waits for it. */
export function client(start) {
  return class EngineWorker {
    #settings;

    #make;

    /** What there is of a worker; null before the first question and after one that was ended. */
    #thread = null;

    #waiting = [];

    #current = null;

    #isFreed = false;

    constructor(megabytes = 64, given = {}) {
      const { source, worker } = known(given, 'source', 'worker');
      // An address is sent as text.
      const sent = Promise.resolve(source).then((is) => (typeof is?.href === 'string' ? is.href : is));
      sent.catch(() => {});
      this.#settings = { megabytes: number('memory', megabytes), source: sent };
      if (worker !== undefined && typeof worker !== 'function') throw new TypeError('worker: expected a function that starts a worker');
      this.#make = worker;
    }

    solve(sfen, limits) { return this.#ask('solve', [sfen], limits); }

    check(sfen, limits) { return this.#ask('check', [sfen], limits); }

    branches(sfen, limits) { return this.#ask('branches', [sfen], limits); }

    refute(sfen, check, limits) { return this.#ask('refute', [sfen, check], limits); }

    free() {
      this.#isFreed = true;
      this.#end();
      const left = [this.#current, ...this.#waiting].filter(Boolean);
      for (const question of left) this.#settle(question, 'reject', new GyakusanError('freed', 'the engine was freed with free()'));
    }

    [Symbol.dispose ?? Symbol('dispose')]() {
      this.free();
    }

    async #ask(call, args, given) {
      if (this.#isFreed) throw new GyakusanError('freed', 'the engine was freed with free()');
      const { progress, signal, ...options } = given ?? {};
      listeners({ progress: progress ?? undefined, signal: signal ?? undefined });
      if (signal?.aborted) throw reasonOf(signal);
      return new Promise((resolve, reject) => {
        const question = { message: { call, args, options, listens: Boolean(progress) }, progress, signal, resolve, reject };
        question.abort = () => this.#settle(question, 'reject', reasonOf(signal));
        signal?.addEventListener?.('abort', question.abort, { once: true });
        this.#waiting.push(question);
        this.#next();
      });
    }

    /** Asks the next question, of a worker that is started if there is none. */
    async #next() {
      if (this.#current || !this.#waiting.length) return;
      const question = this.#waiting.shift();
      this.#current = question;
      try {
        this.#thread ??= this.#begin();
        const thread = await this.#thread.ready;
        if (this.#current !== question) return;
        thread.hold?.(true);
        thread.post(question.message);
      } catch (error) {
        if (this.#current === question) this.#end();
        this.#settle(question, 'reject', error);
      }
    }

    #begin() {
      const own = { thread: null };
      // What a worker still says that was ended is of no matter.
      const isThis = () => this.#thread === own;
      const load = async (resolve, reject) => {
        const source = await this.#settings.source;
        own.thread = await start(this.#make);
        if (!isThis()) own.thread.end();
        const failed = (error) => {
          reject(error);
          if (!isThis() || !this.#current) return;
          this.#end();
          this.#settle(this.#current, 'reject', error);
        };
        own.thread.hear((message) => {
          if (message.started) resolve(own.thread);
          else if (message.error && !own.isReady) reject(received(message.error));
          else if (isThis()) this.#hear(message);
        }, failed);
        own.thread.post({ start: { megabytes: this.#settings.megabytes, source } });
      };
      own.ready = new Promise((resolve, reject) => { load(resolve, reject).catch(reject); });
      own.ready.then(() => { own.isReady = true; }, () => {});
      return own;
    }

    async #hear({ nodes, answer, error }) {
      const question = this.#current;
      if (!question) return;
      if (nodes !== undefined) {
        // An error in it ends the search, also if it takes its time.
        await Promise.resolve(nodes).then(question.progress).catch((thrown) => this.#settle(question, 'reject', thrown));
        return;
      }
      if (FATAL.includes(error?.code)) this.#end();
      question.isOver = true;
      if (error) this.#settle(question, 'reject', received(error));
      else this.#settle(question, 'resolve', answer);
    }

    /** A question is answered or given up; the worker that still works at it is ended, and the next question starts another. */
    #settle(question, how, value) {
      const isCurrent = question === this.#current;
      if (!isCurrent && !this.#waiting.includes(question)) return;
      question.signal?.removeEventListener?.('abort', question.abort);
      question[how](value);
      if (isCurrent) {
        this.#current = null;
        if (question.isOver) this.#thread?.thread?.hold?.(false);
        else this.#end();
      }
      this.#waiting = this.#waiting.filter((other) => other !== question);
      this.#next();
    }

    #end() {
      this.#thread?.thread?.end();
      this.#thread = null;
    }
  };
}
