// The page in Firefox: pieces, answers, a game with mouse and finger, a set, settings, offline.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { serve } from './serve.mjs';

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
const { server, address } = await serve();
const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox: { 'intl.accept_languages': 'ja-JP', 'dom.w3c_touch_events.enabled': 1 } });
const errors = [];

async function open(hash, viewport = { width: 390, height: 844 }) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(20000);
  page.on('pageerror', (error) => errors.push(error.message));
  await page.setViewport(viewport);
  await page.goto(address + hash);
  await page.waitForSelector('html[data-ready]');
  return page;
}
const says = (page, text) => page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), {}, text);
const text = (page, selector) => page.$eval(selector, (is) => is.textContent);

/** Where a square is on the screen. */
async function at(page, place) {
  return page.evaluate((name) => {
    const board = document.querySelector('#board');
    const [left, top, wide, high] = board.getAttribute('viewBox').split(' ').map(Number);
    const box = board.getBoundingClientRect();
    const scale = Math.min(box.width / wide, box.height / high);
    const [x, y] = name === 'hand' ? [86, 1215] : [24 + (9.5 - Number(name[0])) * 100, 190 + (name.charCodeAt(1) - 96.5) * 105];
    return [box.left + (box.width - wide * scale) / 2 + (x - left) * scale, box.top + (box.height - high * scale) / 2 + (y - top) * scale];
  }, place);
}

const tests = {
  async 'a problem is set up, solved and checked'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    const [from, to] = [await at(page, '1c'), await at(page, '1d')];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.evaluate(() => location.hash), '#8k/9/9/8P/9/9/9/9/9_b_G_1');
    await page.click('#undo');
    assert.equal(await page.evaluate(() => location.hash), '#8k/9/8P/9/9/9/9/9/9_b_G_1');
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    assert.equal(await text(page, '.verdict'), '1手詰');
    await page.click('#closeSheet');
    await page.click('#check');
    await page.waitForFunction(() => /完全作/.test(document.querySelector('.verdict')?.textContent));
  },

  async 'a game by taps, whether to promote is asked and stays asked'() {
    const page = await open('#7k1/9/7S1/9/9/9/9/9/9_b_GR_1');
    await page.click('#play');
    await says(page, '攻方の手');
    await page.touchscreen.tap(...(await at(page, '2c')));
    await page.touchscreen.tap(...(await at(page, '2b')));
    await page.waitForSelector('.choice');
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    const boxes = await page.$$('.choice button');
    assert.equal(boxes.length, 2);
    const { x, y, width, height } = await boxes[0].boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForFunction(() => !document.querySelector('.choice') && !document.querySelector('#board').dataset.sfen.includes('7k1/9/7S1/'));
  },

  async 'a set, settings, the desk'() {
    const page = await open('#6k2/8S/5G3/9/9/9/9/9/9_b_S_1', { width: 1200, height: 900 });
    await page.click('#check');
    await page.waitForSelector('.finding');
    await page.click('.finding button');
    assert.ok(await page.$('#board .mark'));
    await page.click('[data-tab=desk]');
    await page.waitForSelector('[data-desk=repair]');
    await page.click('[data-desk=repair]');
    await page.waitForSelector('.change', { timeout: 60000 });
    await page.click('#views [data-view=problems]');
    await page.waitForSelector('#problems [data-set=ours-3]');
    await page.click('#problems [data-set=ours-3]');
    await page.waitForSelector('#begin');
    await page.click('#begin');
    await says(page, '攻方の手');
    await page.click('#views [data-view=settings]');
    await page.waitForSelector('#option-look');
    await page.click('#option-look [data-value=latin]');
    assert.ok(await page.$('#board .letter'));
    await page.click('#option-language [data-value=en]');
    await page.waitForFunction(() => document.querySelector('#hint').textContent.trim() === 'Hint');
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    assert.deepEqual(errors, []);
    console.log(`ok: Firefox: ${name}`);
  } catch (error) {
    failed += 1;
    errors.length = 0;
    console.error(`FAILED: Firefox: ${name}\n${error.stack}`);
  }
}
await browser.close();
server.close();
process.exit(failed ? 1 : 0);
