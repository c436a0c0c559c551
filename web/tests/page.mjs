// The page in a real browser: `node page.mjs program [folder for pictures] [words of a test's name]`.

import assert from 'node:assert/strict';
import * as on from './page/on.mjs';

const only = process.argv[4] ?? '';
if (!on.program) throw new Error('usage: node page.mjs program [folder]');

const files = ['setup', 'check', 'play', 'touch', 'telephone', 'problems', 'desk', 'files', 'database', 'engine', 'seen'];
let failed = 0;
try {
  for (const file of files) {
    const { tests } = await import(`./page/${file}.mjs`);
    for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(only) || file === only)) {
      try {
        await test();
        assert.deepEqual(on.errors, []);
        console.log(`ok: ${name}`);
      } catch (error) {
        failed += 1;
        on.errors.length = 0;
        console.error(`FAILED: ${name}\n${error.stack}`);
      }
      // What a test leaves open takes memory from the next.
      for (const context of on.browser.contexts()) await context.close();
    }
  }
} finally {
  await on.end();
}
process.exit(failed ? 1 : 0);
