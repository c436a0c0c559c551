// Games against best defence.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { KNIGHTS, choose, drag, handAt, hash, open, paste, picture, play, press, program, says, sfenOf, switchLanguage, verdict } from './on.mjs';

export const tests = {
  async 'played to mate, with a wrong try refuted'() {
    const page = await open(`#${KNIGHTS}_b_-_1`);
    await play(page);
    await says(page, '攻方の手');
    // The main line from the program, and a check that it does not mate by.
    const solved = JSON.parse(execFileSync(program, ['solve', `${KNIGHTS} b - 1`, '--format', 'jsonl', '--why']).toString());
    const playMove = async (move, sfen) => {
      const hand = [...'RBGSNLP'].filter((kind) => sfen.split(' ')[2].includes(kind));
      if (move[1] === '*') await page.mouse.click(...(await handAt(page, hand.indexOf(move[0]))));
      else await press(page, move.slice(0, 2));
      await press(page, move.slice(2, 4));
      const choice = page.locator('.choice button');
      if (await choice.first().waitFor({ timeout: 400 }).then(() => true, () => false)) await choice.nth(move.endsWith('+') ? 0 : 1).click();
    };
    await page.click('#hint');
    await page.waitForSelector('#board .target');
    await press(page, '9i');
    for (let ply = 0; ply < solved.main_line.length; ply += 2) {
      // The defender may choose another reply that is as good: what to play is asked each time.
      const moves = await page.evaluate(() => document.querySelector('#board').dataset.sfen);
      const best = JSON.parse(execFileSync(program, ['solve', moves, '--format', 'jsonl', '--short-set']).toString());
      await playMove(best.main_line[0], moves);
      await page.waitForFunction((sfen) => {
        const now = document.querySelector('#board').dataset.sfen;
        return / b /.test(now) && !now.endsWith(sfen) || document.querySelector('#message').textContent.includes('詰みました');
      }, moves);
      await page.waitForTimeout(200);
    }
    assert.match(await page.textContent('#message'), new RegExp(`詰みました。${solved.plies}手`));
    await picture(page, 'played');

    const wrong = await open('#7k1/9/7P1/9/9/9/9/9/9_b_GS_1');
    await play(wrong);
    await says(wrong, '攻方の手');
    await wrong.mouse.click(...(await handAt(wrong, 1)));
    await press(wrong, '3b');
    await wrong.waitForFunction(() => /で逃れ/.test(document.querySelector('#message').textContent));
    await picture(wrong, 'refuted');
    await wrong.click('#takeBack');
    assert.match(await sfenOf(wrong), /7k1\/9\/7P1.* b GS 1$/);
    await wrong.mouse.click(...(await handAt(wrong, 0)));
    await press(wrong, '2b');
    await wrong.waitForFunction(() => /詰みました。1手/.test(document.querySelector('#message').textContent));
  },

  async 'a game keeps to the limits, counts, and tells what cannot be played'() {
    const page = await open('#9/9/9/9/4k4/9/9/9/9_b_RBGSNL9P_1');
    const tells = (words, options) => says(page, words, options);
    await choose(page, { nodes: '' });
    await choose(page, { seconds: '10' });
    await play(page);
    const begun = Date.now();
    await tells('読んでいます… [1-9]');
    await tells('制限内では詰むかどうか分かりませんでした');
    assert.ok(Date.now() - begun < 40000);
    // By nodes, too.
    await choose(page, { nodes: '100000' });
    await choose(page, { seconds: '' });
    await play(page);
    await tells('制限内では詰むかどうか分かりませんでした');
    // A game that is left in the middle of a search ends it.
    await page.click('#leave');
    await choose(page, { nodes: '', seconds: '60' });
    await play(page);
    await tells('読んでいます… [1-9]');
    await page.click('#leave');
    await page.waitForFunction(() => document.querySelector('#cancel').hidden && !document.body.hasAttribute('data-busy') && document.querySelector('#message').textContent === '');
    await choose(page, { nodes: '10000000' });

    await paste(page, '7k1/9/7P1/9/9/9/9/9/9 b GS 1');
    await play(page);
    await tells('攻方の手');
    await page.mouse.click(...(await handAt(page, 0)));
    await press(page, '5e');
    await tells('王手になりません');
    await page.mouse.click(...(await handAt(page, 1)));
    await press(page, '3b');
    await tells('で逃れ');
    await page.click('#leave');
    assert.equal(await page.textContent('#message'), '');
    // In the middle of a line nothing is set up.
    await page.click('#solve');
    await verdict(page);
    await page.click('#forward');
    await drag(page, '2c', '5e');
    await tells('初形に戻しました');
    assert.equal(await hash(page), '7k1/9/7P1/9/9/9/9/9/9 b GS 1');
  },

  async 'who has seen the hints plays on'() {
    const page = await open('#8G/7R1/8B/7GL/8k/9/3B5/9/9_b_-_1');
    const tells = (words, options) => says(page, words, options);
    await play(page);
    await tells('攻方の手');
    // The first hint leaves more than one check to choose from: the piece of the move has one.
    await page.click('#hint');
    await tells('盤上の駒を動かします|王手は \\d+ 通り');
    assert.equal(await page.locator('#board .target, #board .mark').count(), 0);
    await page.click('#hint');
    await page.waitForFunction(() => document.querySelector('#board .mark'));
    await tells('☗２五');
    await press(page, '2d');
    await press(page, '2e');
    await tells('玉方：☖１六玉');
  },

  async 'the defender begins where it is his turn, and hints are told where there are none'() {
    const page = await open('#6k2/5+N1+n1/6+N2/7N1/9/9/9/9/9_w_-_1');
    const tells = (words, options) => says(page, words, options);
    await play(page);
    await tells('玉方：');
    await page.click('#takeBack');
    await tells('攻方の手を指してください');
    const label = await sfenOf(page);
    assert.match(label, / b - 1$/);
    const counts = (what) => page.waitForFunction((what) => document.querySelectorAll(what).length > 0, what);
    await page.click('#hint');
    await counts('#board .target');
    // What a hint has shown belongs to the position that was taken back.
    await page.click('#takeBack');
    await page.waitForFunction(() => !document.querySelector('#board .target'));
    await page.click('#hint');
    await counts('#board .target');
    assert.equal(await page.locator('#board .mark').count(), 0);
    await page.click('#hint');
    await counts('#board .mark');
    // The language changes in the middle of a game, which goes on.
    await switchLanguage(page);
    await tells('Your move');
    assert.equal((await page.textContent('#hint')).trim(), 'Hint');
    assert.equal(await sfenOf(page), label);
    await switchLanguage(page);
    await paste(page, '8k/9/8P/9/9/9/9/9/9 b S 1');
    await play(page);
    await tells('詰まない局面です');
    await page.click('#hint');
    await tells('詰まない局面です');
  },

  async 'what cannot be played is told apart, and what was chosen is let go of'() {
    const page = await open();
    const tells = (words, options) => says(page, words, options);
    const begin = async (sfen) => {
      await paste(page, sfen);
      await play(page);
      await page.waitForFunction(() => !document.body.hasAttribute('data-busy') && document.querySelector('#message').textContent !== '');
    };
    const drop = async (index, square) => {
      await page.mouse.click(...(await handAt(page, index)));
      await press(page, square);
    };
    await begin('7nk/9/7G1/9/9/9/9/9/9 b P 1');
    await drop(0, '1b');
    await tells('打歩詰は反則です');
    await begin('8k/9/8P/9/9/9/9/9/9 b GP 1');
    await drop(1, '1e');
    await tells('二歩です');
    await drop(1, '5e');
    await tells('王手になりません');
    await press(page, '1c');
    await press(page, '1e');
    await tells('その手は指せません');
    // A hint gives the piece into the hand.
    await page.click('#hint');
    await page.waitForFunction(() => document.querySelectorAll('#board .target').length > 0);
    await drop(0, '1b');
    await tells('詰みました');
    // Whether to promote can be taken back.
    await begin('7k1/9/7S1/9/9/9/9/9/9 b GR 1');
    await press(page, '2c');
    await press(page, '2b');
    await page.waitForSelector('.choice');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.choice', { state: 'detached' });
    assert.match(await sfenOf(page), / b RG/);
    assert.ok(await page.isHidden('#clear'));
    await page.click('#leave');
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

  async 'an empty hand is solved, checked and played as empty'() {
    // With a piece in hand the defender interposes.
    const page = await open('#7lk/7p1/9/9/9/9/9/9/R8_b_0p_1');
    const tells = (words, options) => says(page, words, options);
    await page.click('#solve');
    assert.equal(await verdict(page), '1手詰');
    await page.click('#check');
    await verdict(page);
    await play(page);
    await tells('攻方の手');
    assert.match(await sfenOf(page), / b 0p 1$/);
    await paste(page, '7lk/7p1/9/9/9/9/9/9/R8 b - 1');
    await page.click('#solve');
    assert.equal(await verdict(page), '不詰');
  },
};
