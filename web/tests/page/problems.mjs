// Sets of problems, one after another; what is kept of them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { handAt, hash, open, press, program, says, sfenOf, view, ZUKOU } from './on.mjs';

/** Solves what is on the board by asking the program, move by move. */
async function solve(page) {
  for (;;) {
    const sfen = await sfenOf(page);
    const [move] = JSON.parse(execFileSync(program, ['solve', sfen, '--format', 'jsonl', '--short-set']).toString()).main_line;
    const hand = [...'RBGSNLP'].filter((kind) => sfen.split(' ')[2].includes(kind));
    if (move[1] === '*') await page.mouse.click(...(await handAt(page, hand.indexOf(move[0]))));
    else await press(page, move.slice(0, 2));
    await press(page, move.slice(2, 4));
    const choice = page.locator('.choice button');
    if (await choice.first().waitFor({ timeout: 300 }).then(() => true, () => false)) await choice.nth(move.endsWith('+') ? 0 : 1).click();
    await page.waitForFunction((before) => {
      const now = document.querySelector('#board').dataset.sfen;
      return document.querySelector('#message').textContent.includes('詰みました') || (now !== before && / b /.test(now));
    }, sfen);
    if ((await page.textContent('#message')).includes('詰みました')) return;
    await page.waitForTimeout(150);
  }
}

export const tests = {
  async 'a set is solved one after another, and what was solved stays'() {
    const page = await open('', { width: 390, height: 844 });
    await view(page, 'problems');
    await page.click('[data-set=ours-3]');
    await page.waitForSelector('.number');
    assert.equal(await page.locator('.number').count(), 24);
    await page.click('#begin');
    await says(page, '攻方の手');
    const first = await hash(page);
    await solve(page);
    await page.click('#nextProblem');
    await says(page, '攻方の手');
    const second = await hash(page);
    assert.notEqual(second, first);
    // A look at the solution is no solution of one's own.
    await page.click('#giveUp');
    await page.waitForSelector('#result .moves');
    await page.click('#again');
    await says(page, '攻方の手');
    await solve(page);
    await page.click('#leave');
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await view(page, 'problems');
    await page.click('[data-set=ours-3]');
    await page.waitForSelector('.number');
    assert.equal(await page.locator('.number.clean').count(), 1);
    assert.equal(await page.locator('.number.solved').count(), 1);
    const numbers = await page.locator('.numbers b').allTextContents();
    assert.deepEqual(numbers, ['24', '2', '1', '3']);
    // It goes on with what is not solved yet.
    await page.click('#begin');
    await says(page, '攻方の手');
    assert.ok(![first, second].includes(await hash(page)));
  },

  async 'what a newer page kept is left as it is, which is said in a line'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    const entries = { 'gyakusan.format': '2', 'gyakusan.shelf': '{"works": []}', 'gyakusan.progress.ours-3': '[1]' };
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, entries);
    await page.reload();
    await says(page, 'このページより新しい版のものです');
    // Nothing can be kept beside it.
    await page.evaluate(() => { document.querySelector('#message').textContent = ''; });
    await page.click('#menu');
    await page.click('#menu-save');
    await says(page, 'このページより新しい版のものです');
    await view(page, 'works');
    assert.equal(await page.locator('#shelf').count(), 0);
    await view(page, 'problems');
    assert.match(await page.locator('#problems .set:has([data-set=ours-3])').textContent(), /24題中0題/);
    assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), entries);
  },

  async 'a list that was opened is a set'() {
    const page = await open();
    const list = Buffer.from('8k/9/8P/9/9/9/9/9/9 b G 1\n6k2/8S/5G3/9/9/9/9/9/9 b S 1\n');
    await page.setInputFiles('#file', { name: 'mine.sfen', mimeType: 'text/plain', buffer: list });
    await says(page, '2 題のうち最初の作品です');
    await view(page, 'problems');
    assert.match(await page.locator('#problems .set').first().textContent(), /mine\.sfen/);
    await page.locator('#problems .set button').first().click();
    await page.click('#begin');
    await says(page, '攻方の手');
    await page.mouse.click(...(await handAt(page, 0)));
    await press(page, '1b');
    await says(page, '詰みました');
    await page.click('#nextProblem');
    await says(page, '攻方の手');
    assert.equal(await hash(page), '6k2/8S/5G3/9/9/9/9/9/9 b S 1');
  },

  async 'every shipped problem can be read, and those of our own have their length'() {
    const page = await open();
    for (const [id, count] of [['ours-3', 24], ['ours-5', 24], ['ours-7', 20], ['ours-9', 14], ['musou', 100], ['zukou', 51]]) {
      await view(page, 'board');
      await view(page, 'problems');
      assert.match(await page.locator(`#problems .set:has([data-set=${id}])`).textContent(), new RegExp(`${count}題中0題`));
      await page.click(`#problems [data-set=${id}]`);
      await page.waitForFunction((wanted) => document.querySelectorAll('#problems .number').length === wanted, count);
    }
    await page.locator('#problems .number').last().click();
    assert.equal(await hash(page), ZUKOU[1].replace(/ b (\S+) 1$/, (_, hands) => ` b ${hands.replace(/\d*[a-z]/g, '') || '-'} 1`));
    const ours = readFileSync(new URL('../../sets/ours.tsv', import.meta.url), 'utf8').trim().split('\n').slice(1).map((line) => line.split('\t'));
    const found = execFileSync(program, ['check', '-', '--format', 'jsonl'], { input: ours.map(([sfen]) => sfen).join('\n'), maxBuffer: 1 << 26 }).toString().trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(found.map(({ plies, complete }) => [plies, complete]), ours.map(([, plies]) => [Number(plies), true]));
  },

  async 'a booklet and a sheet are printed'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    await page.evaluate(() => { globalThis.print = () => { globalThis.printed = document.querySelector('#print').innerText; }; });
    await page.click('#solve');
    await page.waitForSelector('.verdict');
    await page.click('#menu');
    await page.click('#menu-print');
    await page.waitForFunction(() => globalThis.printed);
    await page.emulateMedia({ media: 'print' });
    assert.match(await page.innerText('#print'), /☗１二金/);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => { dispatchEvent(new Event('afterprint')); globalThis.printed = null; });
    await view(page, 'problems');
    await page.click('[data-set=ours-3]');
    await page.waitForSelector('.number');
    await page.click('text=小冊子を印刷');
    await page.waitForFunction(() => globalThis.printed !== null);
    assert.equal(await page.locator('#print figure').count(), 24);
    assert.equal(await page.locator('#print section:last-child p').count(), 24);
  },
};
