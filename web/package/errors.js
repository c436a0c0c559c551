// What is thrown besides TypeErrors: an error with a code, so that a program need not read its words.

/** An error of the package. `at` is the place in an SFEN, `line` that in a file, both counted from 1. */
export class GyakusanError extends Error {
  constructor(code, message, { at, line, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'GyakusanError';
    this.code = code;
    if (at !== undefined) this.at = at;
    if (line !== undefined) this.line = line;
  }
}

/** Why a signal was aborted: what it was given, whatever that is. */
export function reasonOf(signal) {
  if (signal.reason !== undefined) return signal.reason;
  return Object.assign(new Error('the search was aborted'), { name: 'AbortError' });
}
