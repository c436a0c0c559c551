// Each state as a picture, in four sizes, both colour schemes, both languages; nothing beyond the edge; nothing that axe finds; what a
// screen reader hears.

import assert from 'node:assert/strict';
import { SIZES, violations } from '../axe.mjs';
import { choose, open, paste, picture, play, says, view, YOZUME } from './on.mjs';

/** The states that are looked at. */
const STATES = {
  begin: async () => {},
  solved: async (page) => { await paste(page, YOZUME); await page.click('#solve'); await page.waitForSelector('.verdict'); },
  checked: async (page) => { await paste(page, YOZUME); await page.click('#check'); await page.waitForSelector('.finding'); await grow(page); await page.locator('.finding button').first().click(); },
  tree: async (page) => { await page.click('[data-tab=tree]'); await page.waitForSelector('#tree li.best'); },
  desk: async (page) => { await page.click('[data-tab=desk]'); await page.click('[data-desk=repair]'); await page.waitForFunction(() => document.querySelectorAll('.change').length || /見つかりません|No problem/.test(document.querySelector('#deskTold').textContent), null, { timeout: 60000 }); await page.locator('.change').first().click(); },
  menu: async (page) => { await page.click('#menu'); await page.waitForSelector('dialog'); },
  playing: async (page) => { await page.keyboard.press('Escape'); await page.waitForSelector('dialog', { state: 'detached' }); await play(page); await says(page, '攻方の手|Your move'); },
  problems: async (page) => { await page.click('#leave'); await view(page, 'problems'); await page.waitForSelector('.set'); },
  set: async (page) => { await page.click('[data-set=ours-5]'); await page.waitForSelector('.number'); },
  works: async (page) => { await view(page, 'works'); await page.waitForSelector('.drop'); },
  settings: async (page) => { await view(page, 'settings'); await page.waitForSelector('fieldset'); },
};
const grow = async (page) => { if (await page.locator('#grow').isVisible()) await page.click('#grow'); };

const looks = SIZES.flatMap(([width, height]) => ['light', 'dark'].flatMap((scheme) => ['ja-JP', 'en-GB'].map((locale) => ({ width, height, scheme, locale }))));

export const tests = {
  ...Object.fromEntries(looks.map(({ width, height, scheme, locale }) => [`seen: ${width}×${height}, ${scheme}, ${locale}`, async () => {
    const page = await open('', { width, height, scheme, locale, touch: width < 1000 });
    for (const [state, go] of Object.entries(STATES)) {
      await go(page);
      await picture(page, `${state}-${width}x${height}-${scheme}-${locale.slice(0, 2)}`);
      const beyond = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
      assert.ok(beyond.every((more) => more <= 0), `${state}: ${beyond}`);
      assert.deepEqual(await violations(page), [], state);
    }
  }])),

  async 'the board is heard: its squares, its hands, what happens'() {
    const page = await open('#6k2/9/6P2/9/9/9/9/9/9_b_2GR_1');
    await page.keyboard.press('Tab');
    await page.focus('#board');
    const heard = () => page.textContent('#spoken');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await heard(), '３一、玉方の玉');
    await page.keyboard.press('ArrowDown');
    assert.equal(await heard(), '３二、空き');
    await page.keyboard.press('ArrowDown');
    assert.equal(await heard(), '３三、攻方の歩');
    for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await heard(), '攻方持駒：飛1・金2');
    const told = await page.textContent('#described');
    assert.match(told, /攻方：３三　歩。攻方持駒：飛1・金2。玉方：３一　玉。/);
    // No label is an SFEN.
    for (const label of await page.locator('[aria-label]').evaluateAll((all) => all.map((is) => is.getAttribute('aria-label')))) assert.doesNotMatch(label, /\/9\//);
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    assert.match(await heard(), /手詰|不詰/);
    await choose(page, { language: 'en', coordinates: 'western' });
    assert.match(await page.textContent('#described'), /Attacker: 3c pawn\. Attacker’s hand: 1 rook, 2 gold\. Defender: 3a king\./);
  },

  async 'three looks of pieces, notations of moves'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    const moves = () => page.textContent('#result .moves');
    assert.equal(await moves(), '☗１二金');
    await choose(page, { moves: 'western' });
    assert.equal(await moves(), '☗G*1b');
    await choose(page, { moves: 'usi' });
    assert.equal(await moves(), '☗G*1b');
    for (const look of ['latin', 'book', 'wood']) {
      await choose(page, { look });
      assert.equal(await page.locator('#board .letter').count() > 0, look === 'latin');
      assert.equal(await page.locator('#board .piece .wood').count() > 0, look !== 'book');
      await picture(page, `look-${look}`);
    }
  },
};
