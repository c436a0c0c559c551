// A run of the program that is shown in a browser (`--serve`).

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts it; its process and the address of its page. */
export function start(program, words) {
  const run = spawn(program, [...words, '--serve', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = new Promise((resolve, reject) => {
    run.once('exit', (code) => reject(new Error(`the program has ended: ${code}`)));
    createInterface({ input: run.stderr }).on('line', (line) => {
      const told = /http:\/\/[0-9.]+:[0-9]+\//.exec(line);
      if (told) resolve(told[0]);
    });
  });
  return address.then((where) => ({ run, address: where }));
}
