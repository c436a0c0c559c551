// The page of a run (`--serve`) in a real browser: `node live.mjs program`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { launch } from './browser.mjs';

const [program] = process.argv.slice(2);
if (!program) throw new Error('usage: node live.mjs program');

const run = spawn(program, ['create', '--seed', '3', '--time', '5m', '--serve', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
const browser = await launch();
try {
  const address = await new Promise((resolve, reject) => {
    run.once('exit', (code) => reject(new Error(`the program has ended: ${code}`)));
    createInterface({ input: run.stderr }).on('line', (line) => {
      const told = /watch it at (\S+)/.exec(line);
      if (told) resolve(told[1]);
    });
  });
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage();
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
  const look = () => page.evaluate('[[...document.images].map((image) => image.src), figures.size]');
  let [shown, kept] = await look();
  while (seen.size <= shown.length) {
    await page.waitForTimeout(500);
    [shown, kept] = await look();
    for (const source of shown) seen.add(source);
  }
  assert.equal(kept, shown.length);
  // It tells of the end.
  run.kill('SIGINT');
  await page.waitForFunction(() => document.querySelector('#end').checkVisibility() && document.querySelector('#end').textContent === 'the run was stopped', null, { timeout: 30000 });
  // The counter keeps its word, and all of it is in the language of the run.
  assert.match(await page.textContent('#what'), /candidates/);
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText.replaceAll(/[☗☖].*/g, '')), /[ぁ-んァ-ン]/);
  assert.deepEqual(errors, []);
  console.log('ok: the page of a run');
} finally {
  run.kill();
  await browser.close();
}
