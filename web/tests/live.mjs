// The page of a run (`--serve`) in a real browser: `node live.mjs program`.

import assert from 'node:assert/strict';
import { launch } from './browser.mjs';
import { start } from './run.mjs';

const [program] = process.argv.slice(2);
if (!program) throw new Error('usage: node live.mjs program');

const { run, address } = await start(program, ['create', '--seed', '3', '--time', '5m']);
const browser = await launch();
try {
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  // Boards come, with pieces on them, and counts.
  await page.waitForFunction(() => document.querySelectorAll('#best .card').length > 2);
  for (const pieces of await page.locator('.card svg').evaluateAll((all) => all.map((svg) => svg.querySelectorAll('use').length))) assert.ok(pieces > 5, pieces);
  assert.match(await page.textContent('#counts'), /kept/);
  assert.match(await page.textContent('#what'), /candidates/);
  assert.ok(await page.isHidden('#nothing'));
  // What is a part of something stands in it: kept ones are complete, these have five plies or more.
  const inside = await page.evaluate(() => {
    const is = [...document.querySelectorAll('#counts li')].find((row) => row.querySelector('span').textContent === 'kept');
    const above = [];
    for (let row = is.parentElement.closest('li'); row; row = row.parentElement.closest('li')) above.push(row.querySelector('span').textContent);
    return above;
  });
  assert.deepEqual(inside, ['complete', 'five plies or more']);
  // The curve has a scale: zero, more, since when.
  await page.waitForSelector('#speed:not([hidden])');
  const scale = await page.locator('#rates text').allTextContents();
  assert.ok(scale.length >= 4 && scale[0] === '0' && scale.at(-1) === 'now' && /ago$/.test(scale.at(-2)), scale.join(' | '));
  // A card leads to the problem, whose line is stepped through; what was opened stays.
  const number = (await page.locator('#best .card').first().getAttribute('href')).slice(1);
  await page.locator('#best .card').first().click();
  await page.waitForSelector('#lines .move');
  assert.ok(await page.isHidden('#run'));
  const plies = await page.locator('#lines .move').count();
  assert.match(await page.textContent('#heading'), new RegExp(`^${plies} plies № ${number}`));
  await page.click('#last');
  assert.match(await page.textContent('#shown'), new RegExp(`^Move ${plies}: .* — mate`));
  await page.keyboard.press('Home');
  assert.equal(await page.textContent('#shown'), 'Start');
  assert.match(await page.inputValue('#sfen'), / b .* 1$/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#kif')]);
  assert.equal(saved.suggestedFilename(), `${number}.kifu`);
  await page.goBack();
  assert.ok(await page.isVisible('#run'));
  // A number that was never there.
  await page.evaluate(() => { location.hash = '#999999999'; });
  await page.waitForSelector('#missing:not([hidden])');
  await page.goBack();
  // It keeps little more than it shows, however many come.
  const seen = new Set();
  const look = () => page.evaluate('[[...document.querySelectorAll(".card")].map((is) => is.hash), cards.size, known.size]');
  let [shown, drawn, kept] = await look();
  while (seen.size <= shown.length) {
    await page.waitForTimeout(500);
    [shown, drawn, kept] = await look();
    for (const one of shown) seen.add(one);
  }
  assert.equal(drawn, shown.length);
  assert.ok(kept <= 100, kept);
  // It tells of the end.
  run.kill('SIGINT');
  await page.waitForFunction(() => document.querySelector('#end').checkVisibility() && document.querySelector('#end').textContent === '(the run was interrupted)', null, { timeout: 30000 });
  // The counter keeps its word, and all of it is in the language of the run; terms stand beside their names.
  assert.match(await page.textContent('#what'), /candidates/);
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText.replaceAll(/[☗☖].*|^(motifs|blemishes) .*/gm, '')), /[ぁ-んァ-ン]/);
  assert.deepEqual(errors, []);
  console.log('ok: the page of a run');
} finally {
  run.kill();
  await browser.close();
}
