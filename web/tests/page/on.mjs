// What the tests of the page share: pages in a browser, the board's squares on the screen, what is often done.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../browser.mjs';
import { serve } from '../serve.mjs';

const [given, pictures] = process.argv.slice(2);
export const program = given;
if (pictures) mkdirSync(pictures, { recursive: true });
export const KNIGHTS = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9';
export const HARD = '2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7 b GS2N2Pg2sn2l5p 1';
/** 図巧, the problems 99 and 100 (寿). */
export const ZUKOU = readFileSync(new URL('../../../tests/data/zukou_99_100.tsv', import.meta.url), 'utf8').split('\n')
  .filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')[0]);
export const YOZUME = readFileSync(new URL('../../../examples/yozume.kifu', import.meta.url), 'utf8');

const { server, address } = await serve();
export const browser = await launch();
/** What went wrong on the pages. */
export const errors = [];

export async function end() {
  await browser.close();
  server.close();
}

/** Opens the page. */
export async function open(where = '', { width = 1200, height = 950, locale = 'ja-JP', touch = false, from = address, kept = true, scheme = 'light', motion = 'reduce' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale, hasTouch: touch, colorScheme: scheme, serviceWorkers: kept ? 'allow' : 'block', reducedMotion: motion });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(from + where);
  await page.waitForSelector('html[data-ready]');
  return page;
}

export const picture = (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
export const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash.slice(1)).replaceAll('_', ' '));
export const verdict = async (page) => (await page.waitForSelector('.verdict', { timeout: 60000 })).textContent();
export const says = (page, wanted, options) => page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#message').textContent), wanted, options);
/** The position that the board shows. */
export const sfenOf = (page) => page.getAttribute('#board', 'data-sfen');

/** Where something is on the screen: a square, a kind in the box, the attacker's hand. */
export async function at(page, place) {
  const box = await page.locator('#board').boundingBox();
  const [fromX, fromY, wide, high] = (await page.getAttribute('#board', 'viewBox')).split(' ').map(Number);
  const scale = Math.min(box.width / wide, box.height / high);
  const left = box.x + (box.width - wide * scale) / 2;
  const top = box.y + (box.height - high * scale) / 2;
  const [x, y] = /^[1-9][a-i]$/.test(place)
    ? [24 + (9.5 - Number(place[0])) * 100, 190 + (place.charCodeAt(1) - 96.5) * 105]
    : place === 'hand' ? [500, 190 + 945 + 80] : [24 + 62 + 'KRBGSNLP'.indexOf(place) * 108, 78];
  return [left + (x - fromX) * scale, top + (y - fromY) * scale];
}

/** Where the piece of the attacker's hand stands that is so many from the left, from 0. */
export async function handAt(page, index) {
  const [x] = await at(page, 'K');
  const [next] = await at(page, 'R');
  const [, bottom] = await at(page, 'hand');
  return [x + index * (next - x), bottom];
}

export const press = async (page, place) => page.mouse.click(...(await at(page, place)));

export async function drag(page, from, to) {
  await page.mouse.move(...(await at(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, to)), { steps: 5 });
  await page.mouse.up();
}

/** Shows one of the views; on a telephone a sheet is over their buttons. */
export async function view(page, name) {
  if (await page.getAttribute('body', 'data-view') === name) return;
  if (await page.locator('#views').isHidden()) await page.click('#closeSheet');
  await page.click(`#views [data-view=${name}]`);
}

export async function fromMenu(page, name) {
  await page.click('#menu');
  await page.click(`#menu-${name}`);
}

export async function paste(page, text) {
  await view(page, 'board');
  if (await page.locator('#paste').isVisible()) await page.click('#paste');
  else await fromMenu(page, 'paste');
  await page.fill('#text', text);
  await page.click('#pasted button[type=submit]');
  await page.waitForSelector('dialog', { state: 'detached' });
}

/** Pastes what cannot be read: the words stay there, and why is told beside them. */
export async function pasteWrong(page, text, why) {
  await page.click('#paste');
  await page.fill('#text', text);
  await page.click('#pasted button[type=submit]');
  await page.waitForFunction((words) => document.querySelector('#pasted .bad').textContent.includes(words), why);
  assert.equal(await page.inputValue('#text'), text);
  await page.keyboard.press('Escape');
}

/** Chooses in the settings; the board is shown again. */
export async function choose(page, values) {
  await view(page, 'settings');
  for (const [name, value] of Object.entries(values)) {
    await page.waitForSelector('#settings fieldset');
    if (await page.locator(`#option-${name}`).count()) await page.click(`#option-${name} [data-value="${value}"]`);
    else await page.selectOption(`#settings select#${name}`, value);
  }
  await view(page, 'board');
}

/** The other language. */
export const switchLanguage = async (page) => choose(page, { language: (await page.getAttribute('html', 'lang')) === 'ja' ? 'en' : 'ja' });

/** The KIF that is saved. */
export async function savedKif(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'kif')]);
  return readFileSync(await file.path(), 'utf8');
}

/** Begins a game, from the position on the board; it is over with what was before. */
export async function play(page) {
  if (await page.locator('#leave').isVisible()) await page.click('#leave');
  if (await page.locator('#closeSheet').isVisible()) await page.click('#closeSheet');
  await page.click('#play');
}
