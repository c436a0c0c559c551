// The page in a real browser: `node page.mjs program [folder for pictures]`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const [program, pictures, only = ''] = process.argv.slice(2);
if (!program) throw new Error('usage: node page.mjs program [folder]');
if (pictures) mkdirSync(pictures, { recursive: true });
const KNIGHTS = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9';
const HARD = '2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7 b GS2N2Pg2sn2l5p 1';
/** 図巧, the problems 99 and 100 (寿). */
const ZUKOU = readFileSync(new URL('../../tests/data/zukou_99_100.tsv', import.meta.url), 'utf8').split('\n')
  .filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')[0]);
const YOZUME = readFileSync(new URL('../../examples/yozume.kifu', import.meta.url), 'utf8');

const { server, address } = await serve();
const browser = await launch();
const errors = [];

async function open(where = '', { width = 1200, height = 950, locale = 'ja-JP', touch = false, from = address, kept = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale, hasTouch: touch, serviceWorkers: kept ? 'allow' : 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(from + where);
  await page.waitForSelector('html[data-ready]');
  return page;
}

const picture = (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash.slice(1)).replaceAll('_', ' '));
const verdict = async (page) => (await page.waitForSelector('.verdict', { timeout: 60000 })).textContent();

/** Where something is on the screen, in the picture's own measures. */
async function at(page, place) {
  const box = await page.locator('#board').boundingBox();
  const [wide, high] = (await page.getAttribute('#board', 'viewBox')).split(' ').slice(2).map(Number);
  const scale = Math.min(box.width / wide, box.height / high);
  const left = box.x + (box.width - wide * scale) / 2;
  const top = box.y + (box.height - high * scale) / 2;
  const [x, y] = /^[1-9][a-i]$/.test(place)
    ? [24 + (9.5 - Number(place[0])) * 100, 190 + (place.charCodeAt(1) - 96.5) * 105]
    : place === 'hand' ? [500, 190 + 945 + 80] : [24 + 62 + 'KRBGSNLP'.indexOf(place) * 108, 78];
  return [left + x * scale, top + y * scale];
}
const press = async (page, place) => page.mouse.click(...(await at(page, place)));
async function drag(page, from, to) {
  await page.mouse.move(...(await at(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, to)), { steps: 5 });
  await page.mouse.up();
}
const paste = async (page, text) => {
  if (await page.locator('#pasted').isHidden()) await page.click('#paste');
  await page.fill('#text', text);
  await page.click('#pasted button[type=submit]');
};

const tests = {
  async 'a position is set up with the mouse, solved and checked'() {
    const page = await open();
    await page.click('#clear');
    await drag(page, 'K', '1a');
    await drag(page, 'P', '1c');
    // Whoever lets go beside the board has changed nothing.
    await page.mouse.move(...(await at(page, '1c')));
    await page.mouse.down();
    const [x, y] = await at(page, '1e');
    await page.mouse.move(x + 300, y, { steps: 5 });
    await page.mouse.up();
    // Pressed, not dragged.
    await press(page, 'G');
    await press(page, 'hand');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#undo');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b - 1');
    await drag(page, 'G', 'hand');
    await page.click('#mirror');
    assert.equal(await hash(page), 'k8/9/P8/9/9/9/9/9/9 b G 1');
    await page.click('#mirror');
    await picture(page, 'setup');
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
    assert.equal(await page.textContent('#result .moves'), '☗１二金');
    await page.click('#check');
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent.includes('完全作'));
    // Promoted and turned by pressing twice.
    await page.click('#first');
    await press(page, '1c');
    for (const expected of ['8k/9/8+P/9/9/9/9/9/9 b G 1', '8k/9/8p/9/9/9/9/9/9 b G 1']) {
      await press(page, '1c');
      assert.equal(await hash(page), expected);
    }
  },

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
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#kif')]);
    const kif = readFileSync(await file.path(), 'utf8');
    assert.match(kif, /作品名：余詰の例/);
    assert.match(kif, /変化：3手\n\*余詰\n/);
  },

  async 'played to mate, with a wrong try refuted'() {
    const page = await open(`#${KNIGHTS}_b_-_1`);
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('攻方の手'));
    // The main line from the program, and a check that it does not mate by.
    const solved = JSON.parse(execFileSync(program, ['solve', `${KNIGHTS} b - 1`, '--format', 'jsonl', '--why']).toString());
    const play = async (move, sfen) => {
      const hand = [...'RBGSNLP'].filter((kind) => sfen.split(' ')[2].includes(kind));
      if (move[1] === '*') await page.mouse.click(...(await handAt(page, hand.indexOf(move[0]))));
      else await press(page, move.slice(0, 2));
      await press(page, move.slice(2, 4));
      const choice = page.locator('.choice button');
      if (await choice.first().waitFor({ timeout: 400 }).then(() => true, () => false)) await choice.nth(move.endsWith('+') ? 0 : 1).click();
    };
    await page.click('#hint');
    await page.waitForTimeout(300);
    await press(page, '9i');
    for (let ply = 0; ply < solved.main_line.length; ply += 2) {
      // The defender may choose another reply that is as good: what to play is asked each time.
      const moves = await page.evaluate(() => document.querySelector('#board').getAttribute('aria-label').replace(/^\S+ /, ''));
      const best = JSON.parse(execFileSync(program, ['solve', moves, '--format', 'jsonl', '--short-set']).toString());
      await play(best.main_line[0], moves);
      await page.waitForFunction((sfen) => {
        const now = document.querySelector('#board').getAttribute('aria-label');
        return / b /.test(now) && !now.endsWith(sfen) || document.querySelector('#message').textContent.includes('詰みました');
      }, moves);
      await page.waitForTimeout(200);
    }
    assert.match(await page.textContent('#message'), new RegExp(`詰みました。${solved.plies}手`));
    await picture(page, 'played');

    const wrong = await open('#7k1/9/7P1/9/9/9/9/9/9_b_GS_1');
    await wrong.click('#play');
    await wrong.waitForFunction(() => document.querySelector('#message').textContent.includes('攻方の手'));
    await wrong.mouse.click(...(await handAt(wrong, 1)));
    await press(wrong, '3b');
    await wrong.waitForFunction(() => /で逃れます/.test(document.querySelector('#message').textContent));
    await picture(wrong, 'refuted');
    await wrong.click('#takeBack');
    assert.match(await wrong.getAttribute('#board', 'aria-label'), /7k1\/9\/7P1.* b GS 1$/);
    await wrong.mouse.click(...(await handAt(wrong, 0)));
    await press(wrong, '2b');
    await wrong.waitForFunction(() => /詰みました。1手/.test(document.querySelector('#message').textContent));
  },

  async 'a game keeps to the limits, counts, and tells what cannot be played'() {
    const page = await open('#9/9/9/9/4k4/9/9/9/9_b_RBGSNL9P_1');
    const says = (pattern, timeout = 30000) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector('#message').textContent), pattern, { timeout });
    await page.click('#limits summary');
    await page.selectOption('#nodes', '');
    await page.selectOption('#seconds', '10');
    await page.click('#play');
    const begun = Date.now();
    await says('読んでいます… [1-9]');
    await says('制限内では詰むかどうか分かりませんでした');
    assert.ok(Date.now() - begun < 25000);
    await page.click('#play');
    // By nodes, too.
    await page.selectOption('#nodes', '100000');
    await page.selectOption('#seconds', '');
    await page.click('#play');
    await says('制限内では詰むかどうか分かりませんでした');
    // A game that is left in the middle of a search ends it.
    await page.click('#play');
    await page.selectOption('#nodes', '');
    await page.click('#play');
    await says('読んでいます… [1-9]');
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector('#cancel').hidden && document.querySelector('#message').textContent === '');
    await page.selectOption('#nodes', '10000000');

    await paste(page, '7k1/9/7P1/9/9/9/9/9/9 b GS 1');
    const how = await page.textContent('#how');
    await page.click('#play');
    await says('攻方の手');
    assert.notEqual(await page.textContent('#how'), how);
    await page.mouse.click(...(await handAt(page, 0)));
    await press(page, '5e');
    await says('王手になりません');
    await page.mouse.click(...(await handAt(page, 1)));
    await press(page, '3b');
    await says('で逃れます');
    await page.click('#play');
    assert.equal(await page.textContent('#message'), '');
    assert.equal(await page.textContent('#how'), how);
    // In the middle of a line nothing is set up.
    await page.click('#solve');
    await verdict(page);
    await page.click('#forward');
    await drag(page, '2c', '5e');
    await says('初形に戻しました');
    assert.equal(await hash(page), '7k1/9/7P1/9/9/9/9/9/9 b GS 1');
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
    assert.match(await page.textContent('#result'), /どう決まっても完全作ではない/);
  },

  async 'what is undecided is a note of the KIF, no variation'() {
    const page = await open();
    await paste(page, YOZUME);
    await page.click('#check');
    await verdict(page);
    const undecided = await page.locator('.finding[data-kind=undecided]').count();
    assert.ok(undecided > 0);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#kif')]);
    const kif = readFileSync(await file.path(), 'utf8');
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
    const saved = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('#kif')]);
      return readFileSync(await file.path(), 'utf8');
    };
    assert.match(await saved(), /^ +3 ２三銀成\(12\)/m);
    await page.click('#clear');
    await paste(page, YOZUME.replace('作品名：余詰の例', '作品名：余詰の例\n作者：某'));
    assert.match(await saved(), /^作者：某$/m);
    await page.click('#save');
    await page.click('#clear');
    await page.locator('#shelf .card').first().click();
    assert.match(await saved(), /^作品名：余詰の例\n作者：某$/m);
    // Other pieces are another work.
    await page.click('#first');
    await drag(page, '1b', '1c');
    assert.doesNotMatch(await saved(), /余詰の例|作者|打$/m);
    // Of a list the first is shown, and that there are more is said.
    const list = Buffer.from('8k/9/8P/9/9/9/9/9/9 b G 1\n6k2/8S/5G3/9/9/9/9/9/9 b S 1\n');
    await page.setInputFiles('#file', { name: 'x.sfen', mimeType: 'text/plain', buffer: list });
    await page.waitForFunction(() => document.querySelector('#message').textContent === '2 題のうち最初の作品です');
  },

  async 'what is left open is not called free of flaws'() {
    const page = await open(`#${ZUKOU[1].replaceAll(' ', '_')}`);
    await page.selectOption('#nodes', '1000000', { force: true });
    await page.click('#check');
    await page.waitForSelector('.verdict', { timeout: 60000 });
    assert.doesNotMatch(await page.textContent('#result'), /余詰もキズもありません/);
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#check');
    assert.match(await verdict(page), /完全作/);
    assert.match(await page.textContent('#result'), /余詰もキズもありません/);
  },

  async 'pieces of both hands are set up one after the other by presses'() {
    const page = await open();
    await page.click('#clear');
    for (const [piece, square] of [['R', '5e'], ['B', '4d'], ['K', '1a']]) {
      await press(page, piece);
      await press(page, square);
    }
    assert.equal(await hash(page), '8k/9/9/5B3/4R4/9/9/9/9 b - 1');
    // Of a short hand the box shows what is solved, down to the last piece and without any.
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b Gr 1');
    await drag(page, 'R', '5e');
    const empty = '8k/9/8P/9/4R4/9/9/9/9 b G0p 1';
    assert.equal(await hash(page), empty);
    await drag(page, 'B', '4d');
    assert.equal(await hash(page), empty);
    const again = await open(new URL(page.url()).hash);
    assert.equal(await hash(again), empty);
    await again.click('#solve');
    assert.equal(await verdict(again), '1手詰');
    await again.click('#mirror');
    assert.equal(await hash(again), 'k8/9/P8/9/4R4/9/9/9/9 b G0p 1');
    // What is put into the hand again is all that is there.
    await press(again, '5e');
    await press(again, 'B');
    assert.equal(await hash(again), 'k8/9/P8/9/9/9/9/9/9 b Gr 1');
  },

  async 'an empty hand is solved, checked and played as empty'() {
    // With a piece in hand the defender interposes.
    const page = await open('#7lk/7p1/9/9/9/9/9/9/R8_b_0p_1');
    const says = (words) => page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), words);
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
    await page.click('#check');
    await verdict(page);
    await page.click('#play');
    await says('攻方の手');
    assert.match(await page.getAttribute('#board', 'aria-label'), / b 0p 1$/);
    await paste(page, '7lk/7p1/9/9/9/9/9/9/R8 b - 1');
    await page.click('#solve');
    assert.equal(await verdict(page), '不詰');
  },

  async 'files of every kind are read, and what is odd about them is said'() {
    const page = await open();
    const message = () => page.textContent('#message');
    const choose = async (name) => {
      await page.click('#clear');
      await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: readFileSync(new URL(`../../tests/data/exchange/${name}`, import.meta.url)) });
      await page.waitForFunction(() => !location.hash.endsWith('#9/9/9/9/9/9/9/9/9_b_-_1'));
    };
    for (const name of ['other_start.json', 'euc.kif', 'mail.kif', 'utf16.kif', 'utf16_big.kif', 'carriage_returns.kif', 'rest_defender.kifu']) {
      await choose(name);
      assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1', name);
      assert.equal(await message(), '', name);
    }
    await choose('forks.jkf');
    assert.match(await hash(page), /^lnsgkgsnl/);
    await choose('no_hands.kifu');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b 0p 1');
    assert.match(await message(), /^1行目: .*駒不足/);
    await choose('time_no_brackets.kifu');
    assert.match(await message(), /^16行目: /);
    await choose('as_met.sfen');
    assert.match(await message(), /^6 題のうち最初の作品です。2行目: .*駒不足/);
    await page.click('#language');
    await choose('no_hands.kifu');
    assert.match(await message(), /^line 1: the defender's hand is read as written/);
  },

  async 'keys set up a position, solve it and play it'() {
    const page = await open();
    await page.click('#clear');
    await page.focus('#board');
    // From 5a: to 1a, 1c, the attacker's hand, back on the board.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'k', 'ArrowDown', 'ArrowDown', 'P',
      'ArrowLeft', 's', '+', 'Delete', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'G', 'S']) await page.keyboard.press(key);
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b GS 1');
    await picture(page, 'keys');
    // Taken out of the hand again, the second from the left.
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('攻方の手'));
    await page.focus('#board');
    // The gold of the hand, and 1b.
    for (const key of ['ArrowLeft', 'Enter', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp',
      ...Array(8).fill('ArrowRight'), 'Enter']) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('詰みました'));
  },

  async 'who has seen the hints plays on'() {
    const page = await open('#8G/7R1/8B/7GL/8k/9/3B5/9/9_b_-_1');
    const says = (words) => page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), words);
    await page.click('#play');
    await says('攻方の手');
    await page.click('#hint');
    await page.waitForSelector('#board circle');
    await page.click('#hint');
    await page.waitForFunction(() => document.querySelector('#board .mark'));
    await press(page, '2d');
    await press(page, '2e');
    await says('玉方：☖１六玉');
    // What is said stands beneath the board as long as the game goes on.
    assert.equal(await page.locator('#left #message').count(), 1);
    await page.click('#play');
    assert.equal(await page.locator('#right #message').count(), 1);
  },

  async 'the defender begins where it is his turn, and hints are told where there are none'() {
    const page = await open('#6k2/5+N1+n1/6+N2/7N1/9/9/9/9/9_w_-_1');
    const says = (words) => page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), words);
    await page.click('#play');
    await says('玉方：');
    await page.click('#takeBack');
    await says('攻方の手を指してください');
    const label = await page.getAttribute('#board', 'aria-label');
    assert.match(label, / b - 1$/);
    const counts = (what) => page.waitForFunction((what) => document.querySelectorAll(what).length > 0, what);
    await page.click('#hint');
    await counts('#board circle');
    // What a hint has shown belongs to the position that was taken back.
    await page.click('#takeBack');
    await page.waitForFunction(() => !document.querySelector('#board circle'));
    await page.click('#hint');
    await counts('#board circle');
    assert.equal(await page.locator('#board .mark').count(), 0);
    await page.click('#hint');
    await counts('#board .mark');
    // The language changes in the middle of a game, which goes on.
    await page.click('#language');
    await says('Your move');
    assert.equal(await page.textContent('#hint'), 'Hint');
    assert.equal(await page.getAttribute('#board', 'aria-label').then((text) => text.replace('shogi board', '将棋盤')), label);
    await page.click('#language');
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b S 1');
    await page.click('#play');
    await says('詰まない局面です');
    await page.click('#hint');
    await says('詰まない局面です');
  },

  async 'what cannot be played is told apart, and what was chosen is let go of'() {
    const page = await open();
    const says = (words) => page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), words);
    const begin = async (sfen) => {
      await paste(page, sfen);
      await page.click('#play');
      await page.waitForFunction(() => !/読んでいます/.test(document.querySelector('#message').textContent) && document.querySelector('#message').textContent !== '');
    };
    const drop = async (index, square) => {
      await page.mouse.click(...(await handAt(page, index)));
      await press(page, square);
    };
    await begin('7nk/9/7G1/9/9/9/9/9/9 b P 1');
    await drop(0, '1b');
    await says('打ち歩詰めは反則です');
    await begin('8k/9/8P/9/9/9/9/9/9 b GP 1');
    await drop(1, '1e');
    await says('二歩です');
    await drop(1, '5e');
    await says('王手になりません');
    await press(page, '1c');
    await press(page, '1e');
    await says('その手は指せません');
    // A hint gives the piece into the hand.
    await page.click('#hint');
    await page.waitForFunction(() => document.querySelectorAll('#board circle').length > 0);
    await drop(0, '1b');
    await says('詰みました');
    // Whether to promote can be taken back.
    await begin('7k1/9/7S1/9/9/9/9/9/9 b GR 1');
    await press(page, '2c');
    await press(page, '2b');
    await page.waitForSelector('.choice');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.choice', { state: 'detached' });
    assert.match(await page.getAttribute('#board', 'aria-label'), / b RG/);
    assert.ok(await page.isHidden('#clear'));
    await page.click('#play');
    assert.ok(await page.isVisible('#clear'));
    // Pieces are turned right after they were placed, and the next kind is another one.
    await page.click('#clear');
    await press(page, 'S');
    await press(page, '3a');
    await press(page, '3a');
    await press(page, '3a');
    assert.equal(await hash(page), '6+S2/9/9/9/9/9/9/9/9 b - 1');
    await press(page, 'P');
    await press(page, '1c');
    assert.equal(await hash(page), '6+S2/9/8P/9/9/9/9/9/9 b - 1');
    await page.keyboard.press('Escape');
    await press(page, '5e');
    assert.equal(await hash(page), '6+S2/9/8P/9/9/9/9/9/9 b - 1');
  },

  async 'a long search tells its nodes and is cancelled'() {
    const page = await open();
    await page.selectOption('#seconds', '', { force: true });
    await paste(page, ZUKOU[0]);
    await page.click('#check');
    await page.waitForFunction(() => /読んでいます… [1-9][\d,]+/.test(document.querySelector('#message').textContent), null, { timeout: 20000 });
    await picture(page, 'searching');
    await page.click('#cancel');
    await page.waitForFunction(() => document.querySelector('#message').textContent === '中止しました。');
    // The next question is answered, also where it makes no sense.
    await paste(page, '8k/8G/8P/9/9/9/9/9/9 b - 1');
    await page.click('#solve');
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('手番でない後手に王手がかかっている'));
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b G 1');
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
  },

  async 'a database is opened, searched and counted'() {
    const folder = mkdtempSync(join(tmpdir(), 'gyakusan-'));
    try {
      // A quarter of a million problems.
      const file = join(folder, 'large.db');
      execFileSync(program, ['enumerate', 'G1S1N1P1', '--db', file], { stdio: 'ignore' });
      const page = await open();
      await page.click('[data-tab=database]');
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
        await page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), why);
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
    const page = await open();
    await page.setInputFiles('#file', { name: 'x.db', mimeType: 'application/octet-stream', buffer: Buffer.from(own.export()) });
    await page.waitForSelector('#database .card');
    const cards = (await page.locator('#database .card').allTextContents()).sort();
    assert.deepEqual(cards.map((card) => card.trim().slice(0, 14)), ['1　1手詰', '2　不詰', '3　不明', '4　読めません：SFEN で', '5　1手詰']);
    assert.match(await page.textContent('#statistics'), /手数なし/);
    await page.locator('#database .card', { hasText: '5　' }).click();
    await page.waitForFunction(() => /読めません/.test(document.querySelector('#message').textContent));
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1');
    // The browser's way back leads to what was there before.
    await page.locator('#database .card', { hasText: '2　' }).click();
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b S 1');
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes('_G_'));
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes('N1'));
    assert.match(await page.getAttribute('#board', 'aria-label'), /6k2\/7\+n1/);
    assert.equal(await page.locator('#database .card').count(), 5);
  },

  async 'what was chosen is forgotten with its board'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    await page.mouse.click(...(await handAt(page, 0)));
    await page.click('#clear');
    await press(page, '5e');
    assert.equal(await hash(page), '9/9/9/9/9/9/9/9/9 b - 1');
    await page.click('#undo');
    await press(page, '1c');
    await page.click('#mirror');
    await press(page, 'hand');
    assert.equal(await hash(page), 'k8/9/P8/9/9/9/9/9/9 b G 1');
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
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('攻方の手'));
    await isIdle();
    // A game that is left before it begins says nothing to the next one; what was found out comes back after it.
    await page.click('#play');
    await page.click('#solve');
    const found = await verdict(page);
    await page.evaluate(() => { for (let i = 0; i < 3; i += 1) document.querySelector('#play').click(); });
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('攻方の手'));
    await page.click('[data-tab=tree]');
    assert.equal(await page.textContent('#tree'), '');
    await page.click('[data-tab=result]');
    await page.click('#hint');
    await page.click('#play');
    assert.equal(await verdict(page), found);
  },

  async 'what is wrong is told'() {
    // What the service worker fetches could not be kept away.
    const page = await open('#nonsense', { kept: false });
    const says = (words) => page.waitForFunction((wanted) => document.querySelector('#message').textContent.includes(wanted), words);
    await says('2 文字目');
    for (const [wrong, why] of [['%E0%A4%A', '「%」の表記'], ['8k/9/8P/9/9/9/9/9/+K8_b_-_1', '文字目'], ['8k/9/8?/9/9/9/9/9/9_b_-_1', '7 文字目']]) {
      await page.click('#clear');
      await page.evaluate((hash) => { location.hash = hash; }, wrong);
      await says('読めません：');
      await says(why);
    }
    await paste(page, '8k/9/8?/9/9/9/9/9/9 b - 1');
    await says('7 文字目');
    // An address of the page is a position.
    await paste(page, 'https://example.org/tsume/#8k/9/8P/9/9/9/9/9/9_b_G_1');
    assert.equal(await hash(page), '8k/9/8P/9/9/9/9/9/9 b G 1');
    await paste(page, '8k/9/8P/9/9/9/9/9/8P b G 1');
    await page.click('#solve');
    await says('二枚ある');
    await page.click('#language');
    await page.click('#solve');
    await says('two unpromoted pawns');
    await page.click('#language');
    await paste(page, ' ');
    await says('読めません：');
    // Files that only look like a database.
    const { default: sql } = await import('sql.js');
    const other = new (await sql()).Database();
    other.run('CREATE TABLE problems (id)');
    for (const [buffer, why] of [[Buffer.from(`SQLite format 3\0${'?'.repeat(1000)}`), '読めません：'], [Buffer.from(other.export()), 'gyakusan のデータベースではありません']]) {
      await page.click('#clear');
      await page.setInputFiles('#file', { name: 'x.db', mimeType: 'application/octet-stream', buffer });
      await says(why);
    }
    // Words of others are words.
    await paste(page, YOZUME.replace('余詰の例', '<img src=x onerror="document.title=1">'));
    await page.click('#save');
    assert.match(await page.textContent('#shelf .card'), /<img src=x/);
    assert.equal(await page.locator('#shelf img').count(), 0);
    // An engine that does not come.
    await page.route('**/worker.js', (route) => route.abort());
    await page.click('#solve');
    await says('計算が止まりました');
    await page.unroute('**/worker.js');
    await page.click('#solve');
    assert.match(await verdict(page), /5手詰/);
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
    await page.click('[data-tab=shelf]');
    assert.equal(await page.locator('#shelf .card').count(), 1);
    await picture(page, 'shelf');
  },

  async 'from the second time on the engine has several threads'() {
    const page = await open('', { locale: 'en-GB' });
    assert.ok(await page.locator('#threads').isHidden());
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    const cores = Math.min(await page.evaluate(() => navigator.hardwareConcurrency), 8);
    assert.ok(cores > 1, 'this test needs two cores');
    assert.equal(await page.inputValue('#threads'), String(cores));
    const warnings = [];
    page.on('console', (message) => warnings.push(message.text()));
    await paste(page, HARD);
    // What is called off ends every thread, and the next search begins anew.
    await page.click('#solve');
    await page.waitForFunction(() => /[1-9]\d\d,\d{3} nodes/.test(document.getElementById('message').textContent));
    await page.click('#cancel');
    await page.waitForFunction(() => document.getElementById('message').textContent === 'cancelled');
    for (const threads of [cores, 1]) {
      await page.click('#limits summary');
      await page.selectOption('#threads', String(threads));
      await page.click('#limits summary');
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
    const helper = readFileSync(new URL('../page/helper.js', import.meta.url), 'utf8');
    assert.ok(helper.includes('    help();'));
    const others = { 'helper.js': helper.replace('    help();', "    throw new Error('no help');") };
    const own = await serve({}, { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }, others);
    const page = await open('', { from: own.address, kept: false });
    await page.selectOption('#threads', '2', { force: true });
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

  async 'a telephone has room for all of it, in English too'() {
    const page = await open('', { width: 360, height: 740, locale: 'en-GB', touch: true });
    await paste(page, YOZUME);
    await page.click('#check');
    assert.match(await verdict(page), /mate in 5.*not complete/);
    // The answer comes on the screen by itself, and the board when something of it is shown there.
    const isSeen = (what) => page.waitForFunction((what) => {
      const { top, bottom } = document.querySelector(what).getBoundingClientRect();
      return top >= -1 && bottom <= innerHeight + 1;
    }, what, { timeout: 3000 });
    await isSeen('.verdict');
    await page.click('.finding button');
    await isSeen('#board');
    await page.click('#solve');
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent === 'mate in 5');
    await isSeen('.verdict');
    await page.click('#check');
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent.includes('not complete'));
    for (const tab of ['result', 'tree', 'shelf', 'database']) {
      await page.click(`[data-tab=${tab}]`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, tab);
      await picture(page, `narrow-${tab}`);
    }
    await page.click('#clear');
    await page.evaluate(() => scrollTo(0, 0));
    await page.touchscreen.tap(...(await at(page, 'K')));
    await page.touchscreen.tap(...(await at(page, '5a')));
    assert.equal(await hash(page), '4k4/9/9/9/9/9/9/9/9 b - 1');
    await page.click('#language');
    assert.equal(await page.textContent('#solve'), '解く');
  },
};

/** Where the piece of the attacker's hand stands that is so many from the left, from 0. */
async function handAt(page, index) {
  const [x] = await at(page, 'K');
  const [next] = await at(page, 'R');
  const [, bottom] = await at(page, 'hand');
  return [x + index * (next - x), bottom];
}

let failed = 0;
try {
  for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(only))) {
    try {
      await test();
      assert.deepEqual(errors, []);
      console.log(`ok: ${name}`);
    } catch (error) {
      failed += 1;
      errors.length = 0;
      console.error(`FAILED: ${name}\n${error.stack}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}
process.exit(failed ? 1 : 0);
