// A question at a square: whether a piece promotes.

import { html, svg } from './dom.js';
import { drawPiece } from './pieces.js';
import { words } from './words.js';

/** Asks which of two moves is meant, at a square on the screen. Resolves to the move, or to undefined if to none. `letGo` on the
 * promise's element closes it. */
export function askPromotion(found, piece, { x, y, size }) {
  let letGo;
  const answer = new Promise((resolve) => {
    const close = (move) => {
      layer.remove();
      resolve(move);
    };
    letGo = () => close();
    const option = (word, move, promoted) => {
      const picture = svg('svg', { viewBox: '-55 -55 110 110', 'aria-hidden': 'true', class: 'thumbnail' });
      drawPiece(svg('g', { class: 'piece' }, picture), { ...piece, promoted }, 0, 0, 105);
      return html('button', { type: 'button', onclick: () => close(move) }, picture, html('span', {}, words(word)));
    };
    const way = (promoted) => found.find((move) => move.endsWith('+') === promoted);
    const box = html('div', {}, option('promote', way(true), true), option('keep', way(false), false));
    const layer = html('div', { class: 'choice', role: 'dialog', 'aria-modal': 'true', 'aria-label': words('askPromotion') }, box);
    // The press that made the move is still on its way as a click, and lands here: only a press that began here counts. A
    // click by the keyboard has no press (`detail` is 0).
    let isPressed = false;
    layer.addEventListener('pointerdown', () => { isPressed = true; });
    layer.addEventListener('click', (event) => {
      if (!isPressed && event.detail !== 0) {
        event.stopPropagation();
        event.preventDefault();
      } else if (event.target === layer) close();
      isPressed = false;
    }, true);
    layer.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      (document.activeElement === box.firstChild ? box.lastChild : box.firstChild).focus();
    });
    document.body.append(layer);
    const within = (value, most, room) => Math.min(Math.max(value - room / 2, 8), most - room - 8);
    box.style.left = `${within(x, innerWidth, box.offsetWidth)}px`;
    const above = y - size / 2 - box.offsetHeight - 8;
    box.style.top = `${above > 8 ? above : Math.min(y + size / 2 + 8, innerHeight - box.offsetHeight - 8)}px`;
    box.firstChild.focus({ preventScroll: true });
  });
  return { answer, letGo };
}
