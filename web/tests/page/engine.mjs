// The engine on the page: long searches, threads, without a line.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { serve } from '../serve.mjs';
import { HARD, KNIGHTS, ZUKOU, choose, open, paste, picture, play, says, verdict, view } from './on.mjs';

export const tests = {
  async 'a long search tells its nodes and is cancelled'() {
    const page = await open();
    await choose(page, { seconds: '' });
    await paste(page, ZUKOU[0]);
    await page.click('#check');
    await page.waitForFunction(() => /読んでいます… [1-9][\d,]+/.test(document.querySelector('#message').textContent), null, { timeout: 20000 });
    await picture(page, 'searching');
    await page.click('#cancel');
    await page.waitForFunction(() => document.querySelector('#message').textContent === '中止しました。');
    // The next question is answered, also where it makes no sense.
    await paste(page, '8k/8G/8P/9/9/9/9/9/9 b - 1');
    await page.click('#solve');
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('手番でない後手の玉に王手がかかっています'));
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
  },

  async 'another position or a game ends the search before it'() {
    const page = await open();
    const searches = async () => {
      await paste(page, HARD);
      await page.click('#solve');
      await page.waitForFunction(() => /[1-9][\d,]+ 局面/.test(document.querySelector('#message').textContent));
    };
    const isIdle = async () => assert.deepEqual([await page.isDisabled('#solve'), await page.isHidden('#cancel')], [false, true]);
    await searches();
    await page.click('#clear');
    await page.waitForFunction(() => document.querySelector('#message').textContent === '中止しました。');
    await isIdle();
    await searches();
    await paste(page, `${KNIGHTS} b - 1`);
    await play(page);
    await says(page, '攻方の手');
    await isIdle();
    // A game that is left before it begins says nothing to the next one; what was found out comes back after it.
    await page.click('#leave');
    await page.click('#solve');
    const found = await verdict(page);
    await page.evaluate(() => { for (let i = 0; i < 3; i += 1) document.querySelector('#play').click(); });
    await says(page, '攻方の手');
    // Nothing gives the solution away.
    assert.ok(await page.isHidden('[data-tab=tree]'));
    assert.equal(await page.textContent('#tree'), '');
    await page.click('#hint');
    await page.click('#leave');
    assert.equal(await verdict(page), found);
  },

  async 'a server need not know what WebAssembly is'() {
    const own = await serve({ '.wasm': 'application/octet-stream' });
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1', { from: own.address });
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
    own.server.close();
    own.server.closeAllConnections();
  },

  async 'it works offline, and keeps what was saved'() {
    // What a service worker fetches counts as online whatever is emulated: the server goes away instead.
    const own = await serve();
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1', { from: own.address });
    await page.click('#save');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    own.server.close();
    own.server.closeAllConnections();
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.click('#check');
    assert.match(await verdict(page), /1手詰.*完全作/);
    await view(page, 'works');
    await page.waitForSelector('#shelf .card');
    assert.equal(await page.locator('#shelf .card').count(), 1);
    await picture(page, 'shelf');
  },

  async 'from the second time on the engine has several threads'() {
    const page = await open('', { locale: 'en-GB' });
    await view(page, 'settings');
    assert.ok(await page.locator('#threads').isHidden());
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    const cores = Math.min(await page.evaluate(() => navigator.hardwareConcurrency), 8);
    assert.ok(cores > 1, 'this test needs two cores');
    await view(page, 'settings');
    assert.equal(await page.inputValue('#threads'), String(cores));
    const warnings = [];
    page.on('console', (message) => warnings.push(message.text()));
    await paste(page, HARD);
    // What is called off ends every thread, and the next search begins anew.
    await page.click('#solve');
    await page.waitForFunction(() => /[1-9]\d\d,\d{3} nodes/.test(document.getElementById('message').textContent));
    await page.click('#cancel');
    await page.waitForFunction(() => document.getElementById('message').textContent === 'Cancelled.');
    for (const threads of [cores, 1]) {
      await choose(page, { threads: String(threads) });
      // 寿 goes deep, with any number of threads.
      for (const [sfen, length] of [[HARD, 'mate in 45'], [ZUKOU[1], 'mate in 611 or fewer, not proved to be the shortest']]) {
        await paste(page, sfen);
        await page.click('#solve');
        assert.equal(await verdict(page), length);
      }
    }
    assert.deepEqual(warnings, []);
  },

  async 'a helper that comes to grief ends the search'() {
    const helper = readFileSync(new URL('../../page/helper.js', import.meta.url), 'utf8');
    assert.ok(helper.includes('    help();'));
    const others = { 'helper.js': helper.replace('    help();', "    throw new Error('no help');") };
    const own = await serve({}, { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }, others);
    const page = await open('', { from: own.address, kept: false });
    await choose(page, { threads: '2' });
    await paste(page, HARD);
    await page.click('#solve');
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('計算が止まりました（Error: no help）'));
    // The next question gets a new engine.
    delete others['helper.js'];
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
    own.server.close();
    own.server.closeAllConnections();
  },
};
