// The composer's desk: repairs, variations, what leads to a problem; undo; two boards beside each other.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fromMenu, hash, open, paste, program, savedKif, says, sfenOf, verdict, YOZUME } from './on.mjs';

const lines = (...words) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim().split('\n').filter(Boolean);
const short = (sfen) => sfen.replace(/ b (\S+) 1$/, (_, hands) => ` b ${hands.replace(/\d*[a-z]/g, '') || '-'} 1`);
/** What is found, as the positions that are taken. */
async function found(page) {
  await page.waitForFunction(() => /見つか/.test(document.querySelector('#deskTold')?.textContent ?? ''), null, { timeout: 120000 });
  return page.locator('#deskFound .change').count();
}

export const tests = {
  async 'a cook is repaired as the program does, looked at, taken and undone'() {
    const page = await open();
    await paste(page, YOZUME);
    await page.click('#check');
    assert.match(await verdict(page), /不完全/);
    await page.click('text=余詰を消す >> nth=0');
    const count = await found(page);
    assert.ok(count > 0);
    const [told] = lines('check', fileURLToPath(new URL('../../../examples/yozume.kifu', import.meta.url)), '--repair', '--format', 'jsonl');
    const { repair } = JSON.parse(told);
    assert.equal(Math.min(repair.found, 60), count);
    // Looked at, not taken.
    const before = await hash(page);
    await page.locator('#deskFound .change').first().click();
    assert.equal(await hash(page), before);
    assert.ok(await page.locator('#board .changed').count() > 0);
    await page.locator('#deskFound button.main:not([hidden])').click();
    assert.equal(await hash(page), short(repair.repairs[0].sfen));
    await page.click('#check');
    assert.match(await verdict(page), /5手詰.*(?<!不)完全作/);
    await page.click('#undo');
    assert.equal(await hash(page), before);
    await page.click('#redo');
    assert.equal(await hash(page), short(repair.repairs[0].sfen));
  },

  async 'hands, added pieces, moved pieces and what leads to a problem are those of the program'() {
    const sfen = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';
    const page = await open(`#${sfen.replaceAll(' ', '_')}`);
    await page.click('[data-tab=desk]');
    for (const [what, words] of [['hands', ['vary', sfen, '--hand', '3', '--brief']], ['move', ['vary', sfen, '--move', '--brief']]]) {
      await page.click(`[data-desk=${what}]`);
      assert.equal(await found(page), Math.min(60, lines(...words).length), what);
    }
    await page.click('[data-desk=polish]');
    await found(page);
    await page.click('[data-desk=extend]');
    await found(page);
    // What is under way can be ended.
    await page.click('[data-desk=place]');
    await page.waitForFunction(() => /駒を一枚置く：[1-9]/.test(document.querySelector('#deskTold').textContent), null, { timeout: 60000 });
    await page.click('#deskFound .stop');
    await page.waitForFunction(() => document.querySelector('#deskTold').textContent === '中止しました。');
  },

  async 'two boards are compared'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    await fromMenu(page, 'compare');
    await page.click('dialog button.main');
    await page.goto(`${page.url().split('#')[0]}#8k/9/7+P1/9/9/9/9/9/9_b_GS_1`);
    await page.waitForFunction(() => document.querySelector('#board').dataset.sfen.includes('GS'));
    await fromMenu(page, 'compare');
    await page.waitForSelector('dialog li');
    const told = await page.locator('dialog li').allTextContents();
    assert.deepEqual(told, ['２三に攻方のと金を追加', '１三の攻方の歩を除く', '持駒に銀を1枚追加']);
    await page.click('text=盤に示す');
    assert.equal(await page.locator('#board .changed').count(), 2);
  },

  async 'a name given here stays with the work, comments come and go with KIF'() {
    const page = await open('#6k2/8S/5G3/9/9/9/9/9/9_b_S_1');
    await fromMenu(page, 'nameWork');
    await page.fill('dialog input[name=title]', '試作');
    await page.fill('dialog input[name=author]', '某');
    await page.click('dialog button.main');
    assert.match(await page.textContent('#title'), /試作　某/);
    await page.click('#mirror');
    assert.match(await page.textContent('#title'), /試作/);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    assert.match(await page.textContent('#title'), /試作/);
    assert.match(await sfenOf(page), /^2k6/);
    await paste(page, YOZUME);
    assert.match(await page.textContent('#title'), /余詰の例/);
    await says(page, '^$');
    // A comment on the main line, one on a variation; read again, they stand at the same moves.
    await page.click('#solve');
    await verdict(page);
    await page.click('[data-tab=tree]');
    await page.waitForSelector('#tree li.best');
    const comment = async (text) => {
      await page.click('#tree button:has-text("コメント")');
      await page.fill('dialog textarea', text);
      await page.click('dialog button.main');
      await page.waitForSelector(`.comment:has-text("${text}")`);
    };
    await page.locator('#tree li.best > .move').first().click();
    await comment('ここから');
    await page.locator('#tree li.off > .move').first().click();
    await comment('紛れです');
    const kif = await savedKif(page);
    assert.match(kif, /^ +1 ３二銀打.*\n\*ここから$/m);
    assert.match(kif, /^変化：1手\n.*銀成.*\n\*紛れです$/m);
    await page.click('#clear');
    await paste(page, kif);
    await page.click('#solve');
    await verdict(page);
    await page.click('[data-tab=tree]');
    await page.waitForSelector('#tree li.best');
    assert.deepEqual((await page.locator('#tree .comment').allTextContents()).sort(), ['ここから', '紛れです']);
  },
};
