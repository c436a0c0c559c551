// Every gesture with mouse, finger and pen.

import assert from 'node:assert/strict';
import { at, handAt, hash, open, play, says, sfenOf, view } from './on.mjs';

/** Events as the browser makes them of each kind of pointer: a finger's tap has its click when it is over. */
const POINTERS = ['mouse', 'touch', 'pen'];

/** What a pointer does: pressed at one point, moved to others, let go at the last; the click that follows lands on whatever is there
 * by then. */
async function gesture(page, pointer, points) {
  const client = await page.context().newCDPSession(page);
  const [[x, y], ...more] = points;
  if (pointer === 'touch') {
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const [nextX, nextY] of more) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: nextX, y: nextY }] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  } else {
    const mouse = (type, [toX, toY]) => client.send('Input.dispatchMouseEvent', { type, x: toX, y: toY, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, pointerType: pointer });
    await mouse('mousePressed', [x, y]);
    for (const point of more) await mouse('mouseMoved', point);
    await mouse('mouseReleased', points.at(-1));
  }
  await client.detach();
}
const tap = async (page, pointer, place) => gesture(page, pointer, [typeof place === 'string' ? await at(page, place) : place]);

async function pull(page, pointer, from, to) {
  const [[x, y], [toX, toY]] = [typeof from === 'string' ? await at(page, from) : from, await at(page, to)];
  const steps = [0.2, 0.5, 0.8, 1].map((part) => [x + (toX - x) * part, y + (toY - y) * part]);
  await gesture(page, pointer, [[x, y], ...steps]);
}

const each = (name, test) => Object.fromEntries(POINTERS.map((pointer) => [`${name}: ${pointer}`, async () => {
  const page = await open('#7k1/9/7S1/9/9/9/9/9/9_b_GR_1', { width: 390, height: 844, touch: pointer === 'touch' });
  await test(page, pointer);
}]));

export const tests = {
  ...each('whether to promote is asked, and the question stays', async (page, pointer) => {
    await play(page);
    await says(page, '攻方の手');
    await tap(page, pointer, '2c');
    await tap(page, pointer, '2b');
    await page.waitForSelector('.choice');
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.choice button').count(), 2);
    assert.match(await sfenOf(page), /7k1\/9\/7S1/);
    // Beside the question is no answer.
    await tap(page, pointer, [20, 700]);
    await page.waitForSelector('.choice', { state: 'detached' });
    assert.match(await sfenOf(page), /7k1\/9\/7S1/);
    await tap(page, pointer, '2c');
    await tap(page, pointer, '2b');
    const box = await page.locator('.choice button').first().boundingBox();
    // The question is on the screen as a whole, and large enough for a finger.
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.width >= 44 && box.height >= 44);
    await tap(page, pointer, [box.x + box.width / 2, box.y + box.height / 2]);
    await page.waitForSelector('.choice', { state: 'detached' });
    await page.waitForFunction(() => document.querySelector('#board').dataset.sfen.includes('/7+S1/') || document.querySelector('#message').textContent.includes('逃れ'));
  }),

  ...each('a dragged piece promotes by a question, too', async (page, pointer) => {
    await play(page);
    await says(page, '攻方の手');
    await pull(page, pointer, '2c', '2b');
    await page.waitForSelector('.choice');
    await page.waitForTimeout(400);
    const box = await page.locator('.choice button').nth(1).boundingBox();
    await tap(page, pointer, [box.x + box.width / 2, box.y + box.height / 2]);
    await page.waitForFunction(() => !document.querySelector('#board').dataset.sfen.includes('7k1/9/7S1/'));
  }),

  ...each('pieces are set up, turned, taken away', async (page, pointer) => {
    await tap(page, pointer, 'P');
    await tap(page, pointer, '5e');
    assert.equal(await hash(page), '7k1/9/7S1/9/4P4/9/9/9/9 b RG 1');
    await pull(page, pointer, '5e', '5d');
    assert.equal(await hash(page), '7k1/9/7S1/4P4/9/9/9/9/9 b RG 1');
    await pull(page, pointer, await handAt(page, 0), '9i');
    assert.equal(await hash(page), '7k1/9/7S1/4P4/9/9/9/9/R8 b G 1');
    // What is done with a piece has buttons.
    await page.keyboard.press('Escape');
    await tap(page, pointer, '5d');
    const button = async (word) => {
      const box = await page.locator('#piece button', { hasText: word }).boundingBox();
      await tap(page, pointer, [box.x + box.width / 2, box.y + box.height / 2]);
    };
    await button('成る');
    assert.equal(await hash(page), '7k1/9/7S1/4+P4/9/9/9/9/R8 b G 1');
    await button('敵味方');
    assert.equal(await hash(page), '7k1/9/7S1/4+p4/9/9/9/9/R8 b G 1');
    await button('駒箱へ');
    assert.equal(await hash(page), '7k1/9/7S1/9/9/9/9/9/R8 b G 1');
    assert.ok(await page.isVisible('#tools'));
  }),

  ...each('buttons, sheet and views', async (page, pointer) => {
    const button = async (selector) => {
      const box = await page.locator(selector).boundingBox();
      await tap(page, pointer, [box.x + box.width / 2, box.y + box.height / 2]);
    };
    await button('#solve');
    await page.waitForSelector('.verdict');
    await button('#grow');
    assert.equal(await page.getAttribute('body', 'data-sheet'), 'half');
    await button('#closeSheet');
    assert.equal(await page.getAttribute('body', 'data-sheet'), 'none');
    await button('#menu');
    await page.waitForSelector('dialog');
    // The press that opened it does not close it; one beside it does.
    await page.waitForTimeout(400);
    assert.equal(await page.locator('dialog[open]').count(), 1);
    await tap(page, pointer, [5, 5]);
    await page.waitForSelector('dialog', { state: 'detached' });
    await view(page, 'problems');
    await page.waitForSelector('.set');
  }),
};
