import type { Branch, CheckOptions, PlaceOptions, Report, Signal, Solved, Source, Try, Usi } from './index.js';

export { GyakusanError } from './index.js';

/** A signal that says when it is aborted, as every `AbortSignal` does. */
export interface Listened extends Signal {
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Limits of a search. What is left out or null does not limit. */
export interface WorkerLimits {
  /** Nodes expanded. */
  nodes?: number | null | undefined;
  /** Wall-clock time. */
  seconds?: number | null | undefined;
  /** Called now and then with the nodes expanded so far. An error thrown in it ends the search, which is rejected with the same. */
  progress?: ((nodes: number) => unknown) | null | undefined;
  /** Ends the search at once, which is rejected with its `reason`. */
  signal?: Listened | null | undefined;
}

/** A `Worker` of a browser or of `node:worker_threads`. */
export interface AnyWorker {
  postMessage(message: any): void;
  terminate(): unknown;
}

/** How the worker is made. */
export interface WorkerOptions {
  /** Where the WebAssembly comes from, if not from the package: as for `load`. */
  source?: Source | Promise<Source> | null | undefined;
  /** Starts a worker, whose script has `import 'gyakusan/thread'`: for bundlers that do not find that of the package. */
  worker?: (() => AnyWorker | Promise<AnyWorker>) | null | undefined;
}

/** An `Engine` in a worker: the same questions with promises of answers, one at a time, in the order they are asked.
 *
 * A search that is aborted ends with its worker. The next question starts another, whose table is empty. */
export declare class EngineWorker {
  /** `megabytes` is how large the table may grow, from 1 to 2048; 64 if left out. The worker is started by the first question. */
  constructor(megabytes?: number, options?: WorkerOptions);
  solve(sfen: string, limits?: WorkerLimits): Promise<Solved>;
  check(sfen: string, options?: WorkerLimits & CheckOptions): Promise<Report>;
  branches(sfen: string, options?: WorkerLimits & PlaceOptions): Promise<Branch[]>;
  refute(sfen: string, check: Usi, options?: WorkerLimits & PlaceOptions): Promise<Try[]>;
  /** Ends the worker; questions that are not answered yet are rejected. */
  free(): void;
  /** The same at the end of a block with `using`. */
  [Symbol.dispose](): void;
}
