// Files and texts that come in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { YOZUME, choose, hash, open, paste, pasteWrong, savedKif, says, switchLanguage, verdict, view } from './on.mjs';

export const tests = {
  async 'files of every kind are read, and what is odd about them is said'() {
    const page = await open();
    const message = () => page.textContent('#message');
    const read = async (name) => {
      await page.click('#clear');
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: readFileSync(new URL(`../../../tests/data/exchange/${name}`, import.meta.url)) });
      await page.waitForFunction(() => !location.hash.endsWith('#9/9/9/9/9/9/9/9/9_b_-_1'));
    };
    for (const name of ['other_start.json', 'euc.kif', 'mail.kif', 'utf16.kif', 'utf16_big.kif', 'carriage_returns.kif', 'rest_defender.kifu']) {
      await read(name);
      assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1', name);
      assert.equal(await message(), '', name);
    }
    await read('forks.jkf');
    assert.match(await hash(page), /^lnsgkgsnl/);
    await read('no_hands.kifu');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b 0p 1');
    await says(page, '^1行目: .*駒不足');
    await read('time_no_brackets.kifu');
    await says(page, '^16行目: ');
    await read('as_met.sfen');
    await says(page, '^6 題のうち最初の作品です。2行目: .*駒不足');
    await switchLanguage(page);
    await read('no_hands.kifu');
    await says(page, "^line 1: the defender's hand is read as written");
  },

  async 'variations of a file go out again as they came'() {
    const page = await open();
    const file = readFileSync(new URL('../../../tests/data/kif/keima.kifu', import.meta.url));
    await page.setInputFiles('#file', { name: 'keima.kifu', mimeType: 'application/octet-stream', buffer: file });
    await page.waitForFunction(() => !location.hash.endsWith('#9/9/9/9/9/9/9/9/9_b_-_1'));
    const moves = (text) => [...text.matchAll(/^ *(変化：\d+手|\d+ [１-９同][^(\n]*\(\d+\)|\*こちらで取ると)/gm)].map(([, is]) => is.replace(/\s+/g, ' '));
    const there = moves(file.toString());
    assert.ok(there.filter((is) => is.startsWith('変化')).length > 2, there.join());
    assert.deepEqual(moves(await savedKif(page)), there);
    // With other pieces on the board they are nobody's.
    await page.click('#clear');
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b G 1');
    assert.doesNotMatch(await savedKif(page), /変化/);
  },

  async 'what is wrong is told'() {
    // What the service worker fetches could not be kept away.
    const page = await open('#nonsense', { kept: false });
    const tells = (words, options) => says(page, words, options);
    await tells('2文字目');
    for (const [wrong, why] of [['%E0%A4%A', '「%」の表記'], ['8k/9/8P/9/9/9/9/9/+K8_b_-_1', '文字目'], ['8k/9/8?/9/9/9/9/9/9_b_-_1', '7文字目']]) {
      await page.click('#clear');
      await page.evaluate((hash) => { location.hash = hash; }, wrong);
      await tells('読めません：');
      await tells(why);
    }
    await pasteWrong(page, '8k/9/8?/9/9/9/9/9/9 b - 1', '7文字目');
    // An address of the page is a position.
    await paste(page, 'https://example.org/tsume/#8k/9/8P/9/9/9/9/9/9_b_G_1');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1');
    await paste(page, '8k/9/8P/9/9/9/9/9/8P b G 1');
    await page.click('#solve');
    await tells('2枚あります');
    await switchLanguage(page);
    await page.click('#solve');
    await tells('two unpromoted pawns');
    await switchLanguage(page);
    await pasteWrong(page, ' ', '読めません：');
    // Files that only look like a database.
    const { default: sql } = await import('sql.js');
    const other = new (await sql()).Database();
    other.run('CREATE TABLE problems (id)');
    for (const [buffer, why] of [[Buffer.from(`SQLite format 3\0${'?'.repeat(1000)}`), '読めません：'], [Buffer.from(other.export()), 'gyakusan のデータベースではありません']]) {
      await page.click('#clear');
      await page.setInputFiles('#file', { name: 'x.db', mimeType: 'application/octet-stream', buffer });
      await tells(why);
    }
    // Words of others are words.
    await paste(page, YOZUME.replace('余詰の例', '<img src=x onerror="document.title=1">'));
    await page.click('#save');
    await view(page, 'works');
    assert.match(await page.textContent('#shelf .card'), /<img src=x/);
    assert.equal(await page.locator('#shelf img').count(), 0);
    // An engine that does not come.
    await view(page, 'board');
    await choose(page, { memory: '64' });
    await page.route('**/worker.js', (route) => route.abort());
    await page.click('#solve');
    await tells('計算が止まりました');
    await page.unroute('**/worker.js');
    await page.click('#solve');
    assert.match(await verdict(page), /5手詰/);
  },
};
