// The page of a run (`--serve`) in a real browser: `node live.mjs program`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { launch } from './browser.mjs';

const [program] = process.argv.slice(2);
if (!program) throw new Error('usage: node live.mjs program');

const run = spawn(program, ['create', '--seed', '3', '--time', '12s', '--serve', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
const browser = await launch();
try {
  const address = await new Promise((resolve, reject) => {
    run.on('exit', (code) => reject(new Error(`the program has ended: ${code}`)));
    createInterface({ input: run.stderr }).on('line', (line) => {
      const told = /to be seen at (\S+)/.exec(line);
      if (told) resolve(told[1]);
    });
  });
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  // Boards come, as pictures that can be seen, and counts.
  await page.waitForFunction(() => document.querySelectorAll('#best img').length > 2);
  await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0));
  assert.match(await page.textContent('#counts'), /kept/);
  assert.match(await page.textContent('#what'), /candidates/);
  // It keeps no more than it shows, however many come.
  const seen = new Set();
  for (let i = 0; i < 6; i += 1) {
    await page.waitForTimeout(1000);
    for (const image of await page.locator('img').all()) seen.add(await image.getAttribute('src'));
  }
  const shown = await page.locator('figure').count();
  assert.ok(seen.size > shown, `${seen.size} boards were shown`);
  assert.equal(await page.evaluate('figures.size'), shown);
  await page.waitForFunction(() => document.querySelector('#what').textContent === 'the run has ended', null, { timeout: 30000 });
  assert.deepEqual(errors, []);
  console.log('ok: the page of a run');
} finally {
  run.kill();
  await browser.close();
}
