// What a telephone asks of the page: a board that stays where it is, a back button, a screen on its side, a page that comes back.

import assert from 'node:assert/strict';
import { fromMenu, handAt, hash, open, picture, play, press, says, sfenOf, view } from './on.mjs';

const PHONE = { width: 360, height: 640 };
/** On 2c the promoted knight gives check, a knight does not. */
const ONE_CHECK = '#9/7k1/9/9/8N/9/9/9/9_b_4G_1';

const boxOf = async (page, what = '#board') => page.locator(what).boundingBox();
const width = (page) => page.evaluate(() => document.documentElement.scrollWidth);

/** All buttons that are to be seen lie on the screen. */
async function allOnScreen(page, { width: wide, height: high }) {
  for (const button of await page.locator('button:visible').all()) {
    const box = await button.boundingBox();
    if (await button.evaluate((is) => is.closest('.tab, .view, .moves') !== null)) continue;
    assert.ok(box.x >= -0.5 && box.x + box.width <= wide + 0.5 && box.y >= -0.5 && box.y + box.height <= high + 0.5, `${await button.innerText()} ${JSON.stringify(box)}`);
  }
}

export const tests = {
  async 'a game has no buttons of the editor, and its board stays where it is'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_GS_1', PHONE);
    await play(page);
    await says(page, '攻方の手');
    const before = await boxOf(page);
    await press(page, '1c');
    assert.ok(await page.locator('#piece').isHidden());
    assert.deepEqual(await boxOf(page), before);
    // A wrong try: told in a line; whoever makes another move has taken it back.
    await page.mouse.click(...(await handAt(page, 1)));
    await press(page, '2b');
    await says(page, '不正解', { timeout: 60000 });
    assert.deepEqual(await boxOf(page), before);
    await picture(page, 'telephone-wrong');
    assert.equal(await page.getAttribute('body', 'data-sheet'), 'none');
    await page.click('#showEscape');
    await page.waitForSelector('#result .moves button');
    await page.goBack();
    assert.equal(await page.getAttribute('body', 'data-sheet'), 'none');
    await page.mouse.click(...(await handAt(page, 0)));
    assert.match(await sfenOf(page), /^8k\/9\/8P/);
    await press(page, '1b');
    await says(page, '詰みました');
  },

  async 'it is asked whether a piece promotes though one of both is no check'() {
    const page = await open(ONE_CHECK, PHONE);
    await play(page);
    await says(page, '攻方の手|詰まない');
    await press(page, '1e');
    await press(page, '2c');
    await page.waitForSelector('.choice');
    await page.locator('.choice button').nth(1).click();
    await says(page, '王手になりません');
    assert.match(await sfenOf(page), /8N/);
  },

  async 'a long name stays in its line'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1', PHONE);
    await fromMenu(page, 'nameWork');
    await page.fill('dialog input[name=title]', '将棋世界2026年12月号 詰将棋サロン '.repeat(3));
    await page.fill('dialog input[name=author]', '山田太郎');
    await page.click('dialog button[value=ok]');
    assert.equal(await width(page), PHONE.width);
    await allOnScreen(page, PHONE);
  },

  async 'the back button closes what is open, and the address stays'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1', PHONE);
    await page.click('#menu');
    await page.goBack();
    assert.equal(await page.locator('dialog').count(), 0);
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    await page.goBack();
    assert.equal(await page.getAttribute('body', 'data-sheet'), 'none');
    await view(page, 'problems');
    await page.click('[data-set=ours-3]');
    await page.click('#begin');
    await says(page, '攻方の手');
    const sfen = await hash(page);
    await page.goBack();
    // Out of a game one comes to its set, then to the board.
    await page.waitForSelector('.number');
    assert.equal(await page.getAttribute('body', 'data-mode'), 'edit');
    await page.goBack();
    assert.equal(await page.getAttribute('body', 'data-view'), 'board');
    assert.equal(await hash(page), sfen);
  },

  async 'a problem of a set is there again when the page is loaded anew'() {
    const page = await open('', PHONE);
    await view(page, 'problems');
    await page.click('[data-set=ours-3]');
    await page.click('#begin');
    await says(page, '攻方の手');
    const sfen = await hash(page);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.waitForSelector('#nextProblem');
    assert.equal(await hash(page), sfen);
    assert.match(await page.textContent('#title'), /第1番/);
  },

  async 'a touch of the problem of the day begins it, and what was deleted comes back'() {
    const page = await open('', PHONE);
    assert.ok(await page.locator('#undo').isDisabled());
    const sfen = await hash(page);
    await press(page, '5e');
    await says(page, '攻方の手');
    assert.equal(await page.getAttribute('body', 'data-mode'), 'play');
    await page.click('#giveUp');
    await page.waitForSelector('#toSets');
    await page.click('#leave');
    assert.equal(await hash(page), sfen);
    await page.click('#closeSheet').catch(() => {});
    await page.click('#save');
    await view(page, 'works');
    await page.locator('#shelf button', { hasText: '消す' }).click();
    await page.locator('#shelf button', { hasText: '元に戻す' }).click();
    assert.equal(await page.locator('#shelf .card').count(), 1);
  },

  async 'what was found is there again after a change is undone'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1', PHONE);
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    await page.click('#closeSheet');
    await page.click('#clear');
    await page.click('#undo');
    assert.match(await page.textContent('.verdict'), /1手詰/);
    assert.ok(await page.locator('#steps').isVisible());
  },

  async 'on its side, the board has the height and all else stands beside it'() {
    for (const [wide, high] of [[640, 360], [844, 390]]) {
      const page = await open('#8k/9/8P/9/9/9/9/9/9_b_GS_1', { width: wide, height: high });
      const before = await boxOf(page);
      assert.ok(before.height > high - 60, JSON.stringify(before));
      assert.equal(await width(page), wide);
      await allOnScreen(page, { width: wide, height: high });
      await picture(page, `lying-${wide}`);
      await page.click('#solve');
      await page.waitForSelector('.verdict');
      assert.deepEqual(await boxOf(page), before);
      await picture(page, `lying-${wide}-solved`);
      await page.click('#closeSheet');
      await play(page);
      await says(page, '攻方の手');
      assert.deepEqual(await boxOf(page), before);
      await allOnScreen(page, { width: wide, height: high });
      await picture(page, `lying-${wide}-game`);
      await page.click('#leave');
      await view(page, 'problems');
      await page.waitForSelector('.set');
      await picture(page, `lying-${wide}-problems`);
    }
  },
};
