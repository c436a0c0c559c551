// Databases of the program.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { KNIGHTS, hash, open, picture, program, says, sfenOf, view } from './on.mjs';

export const tests = {
  async 'a database is opened, searched and counted'() {
    const folder = mkdtempSync(join(tmpdir(), 'gyakusan-'));
    try {
      // A quarter of a million problems.
      const file = join(folder, 'large.db');
      execFileSync(program, ['enumerate', 'G1S1N1P1', '--db', file], { stdio: 'ignore' });
      const page = await open();
      await view(page, 'works');
      const begun = Date.now();
      await page.setInputFiles('#databaseFile', file);
      await page.waitForSelector('#database .card', { timeout: 60000 });
      console.log(`the database: ${((Date.now() - begun) / 1000).toFixed(1)} s to its first page`);
      const count = (sql) => Number(execFileSync(program, ['query', file, sql, '--format', 'csv']).toString().trim().split('\n').at(-1));
      const shown = async () => Number((await page.textContent('#found')).replace(/\D/g, ''));
      assert.equal(await shown(), count('SELECT count(*) FROM problems WHERE complete = 1'));
      await page.click('#addCondition');
      // What the program takes is taken here, and nothing else.
      await page.click('#conditions button[type=submit]');
      const asks = async (text, operator = '=') => {
        await page.selectOption('.condition select >> nth=1', operator);
        await page.fill('.condition input', text);
        await page.click('#conditions button[type=submit]');
      };
      for (const [text, sql] of [['7', 'plies = 7'], ['..5', 'plies <= 5'], ['3..7', 'plies BETWEEN 3 AND 7']]) {
        await asks(text);
        const wanted = count(`SELECT count(*) FROM problems WHERE complete = 1 AND ${sql}`);
        await page.waitForFunction((wanted) => Number(document.querySelector('#found').textContent.replace(/\D/g, '')) === wanted, wanted);
      }
      const before = await shown();
      for (const [text, why, operator] of [['seven', 'plies：「seven」は範囲ではありません'], ['..', '範囲ではありません'], ['1..2..3', '範囲ではありません'],
        ['7..3', '入る数はありません'], ['7.5', '7.5 に整数はありません'], ['7..', '「=」を使います', '>=']]) {
        await asks(text, operator);
        await page.waitForFunction((wanted) => document.querySelector('#database [role=alert]').textContent.includes(wanted), why);
        assert.equal(await shown(), before);
      }
      // What a column means is told in the language of the page.
      assert.match(await page.textContent('.condition small'), /手数\(無駄合を除く/);
      assert.match(await page.textContent('.condition select option[value=plies]'), /^plies 手数$/);
      await page.selectOption('.condition select >> nth=1', '=');
      await page.fill('.condition input', '9..');
      await page.click('#conditions button[type=submit]');
      const nine = count('SELECT count(*) FROM problems WHERE complete = 1 AND plies >= 9');
      await page.waitForFunction((wanted) => Number(document.querySelector('#found').textContent.replace(/\D/g, '')) === wanted, nine);
      assert.ok(nine > 0);
      assert.ok(count('SELECT count(*) FROM problems') > 100000);
      await picture(page, 'database');
      // More of the same, each once, whatever was changed meanwhile and however often it is pressed.
      const most = count('SELECT count(*) FROM (SELECT 1 FROM problems WHERE complete = 1 AND plies >= 9 LIMIT 48)');
      await page.fill('.condition input', '1..');
      await page.evaluate(() => {
        const more = document.querySelector('#database .gallery ~ button');
        more.click();
        more.click();
      });
      await page.waitForFunction((wanted) => document.querySelectorAll('#database .card').length >= wanted, most);
      await page.waitForTimeout(500);
      const cards = await page.locator('#database .card small').allTextContents();
      assert.equal(new Set(cards).size, most);
      assert.equal(cards.length, most);
      assert.ok(cards.every((card) => Number(/(\d+)手/.exec(card)[1]) >= 9));
      await page.locator('#database .card').first().click();
      const longest = `${count('SELECT max(plies) FROM problems WHERE complete = 1')}手詰`;
      await page.click('#solve');
      await page.waitForFunction((wanted) => document.querySelector('.verdict')?.textContent === wanted, longest);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  async 'problems without a mate, and broken ones, stand in a database'() {
    const { default: sql } = await import('sql.js');
    const own = new (await sql()).Database();
    own.run('CREATE TABLE problems (id INTEGER, sfen TEXT, plies INTEGER, status TEXT, main_line TEXT)');
    own.run(`INSERT INTO problems VALUES (1, '8k/9/8P/9/9/9/9/9/9 b G 1', 1, 'mate', 'G*1b'),
      (2, '8k/9/8P/9/9/9/9/9/9 b S 1', NULL, 'no_mate', ''), (3, '8k/9/8P/9/9/9/9/9/9 b B 1', NULL, 'unknown', ''),
      (4, 'broken', 3, 'mate', ''), (5, '8k/9/8P/9/9/9/9/9/9 b G 1', 1, 'mate', 'G*1c')`);
    const page = await open(`#${KNIGHTS}_b_-_1`);
    await page.setInputFiles('#file', { name: 'x.db', mimeType: 'application/octet-stream', buffer: Buffer.from(own.export()) });
    await page.waitForSelector('#database .card');
    const cards = (await page.locator('#database .card').allTextContents()).sort();
    assert.deepEqual(cards.map((card) => card.trim().slice(0, 14)), ['1　1手詰', '2　不詰', '3　不明', '4　読めません：SFEN で', '5　1手詰']);
    assert.match(await page.textContent('#statistics'), /手数なし/);
    await page.locator('#database .card', { hasText: '5　' }).click();
    await page.waitForFunction(() => /読めません/.test(document.querySelector('#message').textContent));
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1');
    await view(page, 'works');
    // The browser's way back leads to what was there before.
    await page.locator('#database .card', { hasText: '2　' }).click();
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b S 1');
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes('_G_'));
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#board').dataset.sfen.includes('N1'));
    assert.match(await sfenOf(page), /6k2\/7\+n1/);
    assert.equal(await page.locator('#database .card').count(), 5);
  },

  async 'databases of every version are shown, and one of a newer version is refused in a line'() {
    const page = await open();
    const folder = new URL('../../../tests/data/schemas/', import.meta.url);
    const version = (bytes) => bytes.readUInt32BE(60);
    let last = null;
    for (const name of readdirSync(folder).filter((is) => is.endsWith('.db.gz'))) {
      const bytes = gunzipSync(readFileSync(new URL(name, folder)));
      assert.equal(`${version(bytes)}.db.gz`, name);
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: bytes });
      await page.waitForFunction((wanted) => document.querySelector('#database b')?.textContent === wanted, name);
      await page.waitForSelector('#database .card');
      last = bytes;
    }
    last.writeUInt32BE(1000, 60);
    await page.setInputFiles('#file', { name: 'newer.db', mimeType: 'application/octet-stream', buffer: last });
    await says(page, '新しい版の gyakusan のデータベースです（スキーマ1000');
    assert.equal(await page.locator('#database .card').count(), 0);
  },
};
