// Setting up positions: with the mouse, by presses, with keys.

import assert from 'node:assert/strict';
import { fromMenu, at, drag, handAt, hash, open, paste, picture, play, press, says, verdict } from './on.mjs';

export const tests = {
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
    await press(page, '1c');
    for (const expected of ['8k/9/8+P/9/9/9/9/9/9 b G 1', '8k/9/8p/9/9/9/9/9/9 b G 1']) {
      await press(page, '1c');
      assert.equal(await hash(page), expected);
    }
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
    await play(page);
    await says(page, '攻方の手');
    await page.focus('#board');
    // The gold of the hand, and 1b.
    for (const key of ['ArrowLeft', 'Enter', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp',
      ...Array(8).fill('ArrowRight'), 'Enter']) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector('#message').textContent.includes('詰みました'));
  },

  async 'what was chosen is forgotten with its board'() {
    const page = await open('#8k/9/8P/9/9/9/9/9/9_b_G_1');
    await page.mouse.click(...(await handAt(page, 0)));
    await page.click('#clear');
    await press(page, '5e');
    assert.equal(await hash(page), '9/9/9/9/9/9/9/9/9 b - 1');
    await page.click('#undo');
    await press(page, '1c');
    await fromMenu(page, 'mirror');
    await press(page, 'hand');
    assert.equal(await hash(page), 'k8/9/P8/9/9/9/9/9/9 b G 1');
  },
};
