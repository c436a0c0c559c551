// The board as an SVG picture that can be touched.

import { svg } from './dom.js';
import { CROPPED, fit, HIGH, holds, isSame, LEFT, middle, placeAt, pointIn, slots, STEP, STRIP, TOP, WHOLE, WIDE } from './geometry.js';
import { drawGrid, drawPiece, drawPieces, drawSign, numeral } from './pieces.js';
import { moves as mayMove } from './settings.js';
import { sign, square } from './setup.js';
import { rim } from './squares.js';

/** How long a piece takes to its square, in milliseconds. */
const SLIDE = 160;
/** A finger that moves less than this, in pixels, drags nothing. */
const STILL = 8;

/** A board in an SVG element. `touched(place, from)` is called for a press (`from` is null) or a drag. */
export class Board {
  constructor(picture, touched) {
    this.svg = picture;
    this.touched = touched;
    this.setup = null;
    this.selected = null;
    /** Whether the piece that is chosen was turned over just now. */
    this.turned = false;
    /** Where the keys are: file and rank from the upper left, rank -1 for the box and 9 for the attacker's hand. */
    this.cursor = null;
    this.last = null;
    this.arrows = [];
    this.targets = [];
    this.changed = [];
    /** Whether a game is on: then the box is the defender's hand and nothing else. */
    this.isGame = false;
    this.words = { black: '', white: '' };
    this.crop(false);
    picture.addEventListener('pointerdown', (event) => this.#down(event));
    picture.addEventListener('pointermove', (event) => this.#move(event));
    picture.addEventListener('pointerup', (event) => this.#up(event));
    picture.addEventListener('pointercancel', () => this.#drop());
  }

  /** Leaves the box out of the picture, or shows it again. */
  crop(isCropped) {
    this.frame = isCropped ? CROPPED : WHOLE;
    this.svg.setAttribute('viewBox', this.frame.join(' '));
  }

  /** Draws all anew. `moved` is a move that has just been made: its piece slides. */
  draw(setup = this.setup, moved = null) {
    this.setup = setup;
    this.svg.replaceChildren();
    const held = setup.defender();
    // A king in the box is none in hand.
    this.#strip('w', this.isGame ? { ...held, K: 0 } : held, 4, this.words.white);
    this.#strip('b', setup.hand, TOP + 9 * HIGH + 20, this.words.black);
    const board = svg('g', { transform: `translate(${LEFT} ${TOP})` }, this.svg);
    drawGrid(board);
    if (this.last) this.#tint(board, square(this.last.slice(2, 4)), 'last');
    for (const at of this.changed) this.#tint(board, at, 'changed');
    if (typeof this.selected === 'number') this.#tint(board, this.selected, 'selected');
    this.#rim(board);
    const drawn = drawPieces(board, setup);
    for (const at of this.targets) {
      const [x, y] = middle(at);
      svg('circle', { cx: x, cy: y, r: 16, class: 'target' }, board);
    }
    for (const arrow of this.arrows) this.#arrow(board, arrow);
    if (this.cursor) this.#cursor(board);
    if (moved && mayMove()) this.#slide(drawn.get(square(moved.slice(2, 4))), moved);
  }

  /** Shows where the keys are; `null`: nowhere. */
  point(cursor) {
    this.cursor = cursor;
    if (this.setup) this.draw();
  }

  /** The place that the keys are at. */
  cursorPlace() {
    const { file, rank } = this.cursor;
    if (rank >= 0 && rank < 9) return rank * 9 + file;
    const hand = rank < 0 ? 'w' : 'b';
    return { hand, kind: slots(hand, hand === 'w' ? this.setup.defender() : this.setup.hand)[file] };
  }

  /** A place is pressed. */
  press(place) {
    this.touched(place, null, holds(this.setup, place));
  }

  /** Where a square is on the screen. */
  boxOf(at) {
    const { scale, x, y } = fit(this.svg.getBoundingClientRect(), this.frame);
    const [right, down] = middle(at);
    return { x: x + (LEFT + right) * scale, y: y + (TOP + down) * scale, size: WIDE * scale };
  }

  #tint(board, at, kind) {
    svg('rect', { x: (at % 9) * WIDE, y: Math.floor(at / 9) * HIGH, width: WIDE, height: HIGH, class: `tint ${kind}` }, board);
  }

  #cursor(board) {
    const { file, rank } = this.cursor;
    const y = rank < 0 ? -TOP + 4 : rank > 8 ? 9 * HIGH + 24 : rank * HIGH;
    const at = rank < 0 || rank > 8 ? { x: 62 - 44 + file * STEP, width: 100, height: STRIP - 8 } : { x: file * WIDE, width: WIDE, height: HIGH };
    svg('rect', { ...at, y, class: 'cursor' }, board);
  }

  #rim(board) {
    const { files, ranks } = rim();
    const draw = (text, x, y) => {
      if (/[a-i0-9]/.test(text)) numeral(board, text, x, y + 15, 42);
      else drawSign(board, text, x, y, 44);
    };
    files.forEach((text, i) => draw(text, (i + 0.5) * WIDE, -30));
    ranks.forEach((text, i) => draw(text, 9 * WIDE + 32, (i + 0.5) * HIGH));
  }

  #strip(hand, counts, y, word) {
    const group = svg('g', { class: 'strip', 'data-hand': hand }, this.svg);
    svg('rect', { x: LEFT, y, width: 9 * WIDE, height: STRIP - 8, rx: 14, class: 'tray' }, group);
    const label = svg('text', { x: LEFT + 14, y: y + 27, 'font-size': 27, class: 'word' }, group);
    label.textContent = word;
    slots(hand, counts).forEach((kind, i) => {
      const count = counts[kind];
      if (!count) return;
      const x = LEFT + 62 + i * STEP;
      const piece = svg('g', { 'data-hand': hand, 'data-kind': kind, class: count < 0 ? 'short' : '' }, group);
      if (isSame(this.selected, { hand, kind })) svg('rect', { x: x - 44, y: y + 30, width: 100, height: 86, rx: 10, class: 'tint selected' }, piece);
      drawPiece(piece, { kind }, x, y + 76, 84);
      if (count !== 1) numeral(piece, count, x + 48, y + 106, 34);
    });
  }

  /** An arrow of a move, a ring where a piece is dropped or where one is meant. */
  #arrow(board, { move, square: meant, colour }) {
    const [x, y] = middle(square(meant ?? move.slice(2, 4)));
    if (meant || move[1] === '*') {
      svg('circle', { cx: x, cy: y, r: 44, fill: 'none', 'stroke-width': 9, class: `mark ${colour}` }, board);
      if (meant) return;
      const group = svg('g', { class: `mark-piece ${colour}` }, board);
      drawSign(group, sign({ kind: move[0] }), x, y, 56);
      return;
    }
    const [fromX, fromY] = middle(square(move.slice(0, 2)));
    const length = Math.hypot(x - fromX, y - fromY);
    const [u, v] = [(x - fromX) / length, (y - fromY) / length];
    const [tipX, tipY] = [x - u * 12, y - v * 12];
    const [baseX, baseY] = [tipX - u * 40, tipY - v * 40];
    svg('path', { d: `M${fromX} ${fromY}L${baseX} ${baseY}`, 'stroke-width': 14, class: `mark ${colour}` }, board);
    svg('path', { d: `M${tipX} ${tipY}L${baseX - v * 26} ${baseY + u * 26}L${baseX + v * 26} ${baseY - u * 26}Z`, class: `tip ${colour}` }, board);
  }

  #slide(piece, move) {
    if (!piece?.animate) return;
    const [x, y] = middle(square(move.slice(2, 4)));
    const isDrop = move[1] === '*';
    const [fromX, fromY] = isDrop ? [x, y - 40] : middle(square(move.slice(0, 2)));
    piece.parentNode.append(piece);
    piece.animate([{ transform: `translate(${fromX - x}px, ${fromY - y}px)`, opacity: isDrop ? 0.3 : 1 }, { transform: 'none', opacity: 1 }], { duration: SLIDE, easing: 'ease-out' });
  }

  #down(event) {
    if (event.button > 0) return;
    const place = placeAt(this.#pointOf(event), this.setup);
    if (place === null) return;
    this.drag = { place, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    this.svg.setPointerCapture(event.pointerId);
    // No focus from a mouse: it would show the place of the keys.
    event.preventDefault();
  }

  #move(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId || !holds(this.setup, drag.place)) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STILL) return;
      const piece = typeof drag.place === 'number' ? this.setup.squares[drag.place] : { kind: drag.place.kind };
      drag.ghost = svg('g', { class: 'ghost' }, this.svg);
      drawPiece(drag.ghost, piece, 0, 0, 130);
      this.svg.querySelector(`[data-square="${drag.place}"]`)?.setAttribute('opacity', '0.3');
    }
    const [x, y] = this.#pointOf(event);
    this.#hover(placeAt([x, y], this.setup));
    // A finger would cover it.
    drag.ghost.setAttribute('transform', `translate(${x} ${y - (event.pointerType === 'touch' ? 70 : 0)})`);
  }

  #up(event) {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    this.#drop();
    const place = placeAt(this.#pointOf(event), this.setup);
    if (drag.ghost && place !== null) this.touched(place, drag.place);
    else if (!drag.ghost) this.press(drag.place);
  }

  #pointOf(event) {
    return pointIn(this.svg.getBoundingClientRect(), this.frame, event.clientX, event.clientY);
  }

  /** Shows the square that the piece would be let go on. */
  #hover(place) {
    const { drag } = this;
    drag.over?.remove();
    if (typeof place !== 'number') return;
    drag.over = svg('rect', { x: LEFT + (place % 9) * WIDE, y: TOP + Math.floor(place / 9) * HIGH, width: WIDE, height: HIGH, class: 'over' }, this.svg);
    this.svg.append(drag.ghost);
  }

  #drop() {
    this.drag?.ghost?.remove();
    if (this.drag?.ghost) this.draw();
    this.drag = null;
  }
}
