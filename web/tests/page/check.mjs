// What a search and a check show.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { YOZUME, ZUKOU, at, choose, drag, hash, open, paste, picture, press, program, savedKif, verdict, view } from './on.mjs';

export const tests = {
  async 'a KIF is checked, every cook on the board, the address is the position'() {
    const page = await open();
    await paste(page, YOZUME);
    assert.equal(await hash(page), '6k2/8S/5G3/9/9/9/9/9/9 b S 1');
    await page.click('#check');
    assert.match(await verdict(page), /5手詰.*不完全/);
    const cook = page.locator('.finding[data-kind="second solution"]');
    assert.match(await cook.textContent(), /3手目.*☗２三銀右成/);
    assert.match(await page.locator('.finding[data-kind="final dual"]').textContent(), /最終手余詰/);
    await cook.locator('button').first().click();
    assert.ok(await page.locator('#board .mark').count() >= 2);
    await picture(page, 'cook');
    await page.click('[data-tab=tree]');
    await page.waitForSelector('#tree li.best');
    await page.locator('#tree li.best > button').first().click();
    await page.waitForSelector('#tree li li');
    await page.locator('#tree li li button.move').first().click();
    assert.match(await page.textContent('#ply'), /2手目/);
    await picture(page, 'tree');
    const again = await open(new URL(page.url()).hash);
    assert.equal(await hash(again), await hash(page));
    const kif = await savedKif(page);
    assert.match(kif, /作品名：余詰の例/);
    assert.match(kif, /変化：3手\n\*余詰\n/);
  },

  async 'what shows the same is one card, and what is open stands behind the rest'() {
    const page = await open('#7nl/8k/9/7R1/9/9/9/9/9_b_SL_1');
    await page.click('#check');
    assert.match(await verdict(page), /3手詰.*不完全/);
    const { lines } = JSON.parse(execFileSync(program, ['check', '7nl/8k/9/7R1/9/9/9/9/9 b SL 1', '--format', 'json']));
    const cards = page.locator('.finding[data-kind]:not([data-kind=superfluous]):not([data-kind=leftover])');
    const [alone, alike] = [await cards.count(), await page.locator('.likewise button').count()];
    assert.equal(alone + alike, lines.length);
    assert.ok(alike >= 8, `${alone} ${alike}`);
    // Drops of the lance on other squares, each on the board at a press.
    const others = page.locator('.finding[data-kind="second solution"] .likewise button');
    assert.match(await others.first().textContent(), /^☗１.香$/);
    await others.first().click();
    assert.ok(await page.locator('#board .mark').count() >= 1);
    assert.equal(await page.locator('#result > .finding[data-kind=undecided]').count(), 0);
    // It is not complete whatever comes of what is open.
    assert.match(await page.textContent('#result'), /ほかの不備で不完全/);
  },

  async 'what is undecided is a note of the KIF, no variation'() {
    const page = await open();
    await paste(page, YOZUME);
    await page.click('#check');
    await verdict(page);
    const undecided = await page.locator('.finding[data-kind=undecided]').count();
    assert.ok(undecided > 0);
    const kif = await savedKif(page);
    assert.equal(kif.match(/^\*未確認の手 /gm).length, undecided);
    const others = await page.locator('.finding[data-kind]:not([data-kind=undecided]):not([data-kind=superfluous]):not([data-kind=leftover])').count();
    assert.ok((kif.match(/^変化：/gm) ?? []).length <= others);
  },

  async 'what was read is compared, and stays the author’s'() {
    const page = await open();
    const read = async (line, title = '') => {
      const buffer = Buffer.from(`6k2/8S/5G3/9/9/9/9/9/9 b S 1\t9\t${line}\t${title}\n`);
      await page.setInputFiles('#file', { name: 'x.sfen', mimeType: 'text/plain', buffer });
      await page.waitForFunction(() => !document.querySelector('#steps').hidden);
      await page.click('#check');
      await verdict(page);
      return page.textContent('#given');
    };
    assert.equal(await read('S*3b 3a2b 3b2c+ 2b3a 4c3b'), '最善の手順です');
    assert.equal(await read('S*3b 3a2b 3b2c+'), 'ここまでは最善ですが、詰みで終わっていません');
    assert.equal(await read('S*3b 3a2b 1b2c+ 2b1a 3b2a+ 1a2a 4c3b 2a1a 2c2b'), '3手目にもっと早い詰みがあります');
    // It goes out as it came in.
    const saved = () => savedKif(page);
    assert.match(await saved(), /^ +3 ２三銀成\(12\)/m);
    await page.click('#clear');
    await paste(page, YOZUME.replace('作品名：余詰の例', '作品名：余詰の例\n作者：某'));
    assert.match(await saved(), /^作者：某$/m);
    await page.click('#save');
    await page.click('#clear');
    await view(page, 'works');
    await page.locator('#shelf .card').first().click();
    assert.match(await saved(), /^作品名：余詰の例\n作者：某$/m);
    // Other pieces are another work.
    await drag(page, '1b', '1c');
    assert.doesNotMatch(await saved(), /余詰の例|作者|打$/m);
    // Of a list the first is shown, and that there are more is said.
    const list = Buffer.from('8k/9/8P/9/9/9/9/9/9 b G 1\n6k2/8S/5G3/9/9/9/9/9/9 b S 1\n');
    await page.setInputFiles('#file', { name: 'x.sfen', mimeType: 'text/plain', buffer: list });
    await page.waitForFunction(() => document.querySelector('#message').textContent === '2 題のうち最初の作品です');
  },

  async 'what is left open is not called free of flaws'() {
    const page = await open(`#${ZUKOU[1].replaceAll(' ', '_')}`);
    await choose(page, { nodes: '1000000' });
    await page.click('#check');
    await page.waitForSelector('.verdict', { timeout: 60000 });
    assert.doesNotMatch(await page.textContent('#result'), /余詰もキズもありません/);
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#check');
    assert.match(await verdict(page), /完全作/);
    assert.match(await page.textContent('#result'), /余詰もキズもありません/);
  },
};
