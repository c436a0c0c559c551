// Questions to a worker and its answers.

/** Those that are not answered yet: messages go out with a number, which comes back with the answer. */
export class Questions {
  #waiting = new Map();
  #id = 0;

  /** Asks; `tell` hears how far the worker is. What is in `transfer` goes over to the worker. */
  ask(worker, call, args, { tell, transfer = [] } = {}) {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tell });
      worker.postMessage({ id, call, args }, transfer);
    });
  }

  /** Hears a message; `asError` makes an error of what it says went wrong. */
  hear({ id, nodes, answer, error }, asError = (text) => new Error(text)) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (nodes !== undefined) {
      waiting.tell?.(nodes);
      return;
    }
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(answer);
    else waiting.reject(asError(error));
  }

  /** No answer will come any more. */
  end(why) {
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}
