// Calls of the WebAssembly, and what comes out of it besides answers.

import { GyakusanError } from './errors.js';
import * as raw from './gyakusan.js';

/** Why the WebAssembly is of no use any more: its memory may hold anything. */
let broken = null;

/** Whether it is of use. */
export const isBroken = () => broken !== null;

const AGAIN = 'it has to be loaded again: in a new worker, or by loading the page or starting the program again';

function causeOf(error) {
  let panic;
  try {
    panic = raw.panic_message();
  } catch {
    // Then it says nothing.
  }
  if (panic) return ['broken', `the engine has a fault (${panic})`];
  // Where there is no memory, WebAssembly is left at an instruction that is never reached otherwise.
  if (/unreachable/i.test(error?.message)) return ['memory', 'WebAssembly is out of memory'];
  if (/call stack|recursion/i.test(error?.message)) return ['broken', 'the search went deeper than the stack of this thread'];
  return ['broken', `the engine broke down (${error?.message ?? error})`];
}

/** Calls the WebAssembly. `heard` knows what was thrown by whoever listened meanwhile. */
export function call(work, heard) {
  if (broken) throw new GyakusanError(...broken);
  try {
    return work();
  } catch (error) {
    if (heard?.thrown && Object.is(heard.error, error)) throw error;
    // What it refuses has a code.
    if (error?.constructor === Error && typeof error.code === 'string') throw new GyakusanError(error.code, error.message, error);
    const [code, why] = causeOf(error);
    broken = [code, `${why}; ${AGAIN}`];
    throw new GyakusanError(...broken, { cause: error });
  }
}
